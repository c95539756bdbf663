// RUN: tilery-opt %s | tilery-opt | FileCheck %s
// RUN: tilery-opt %s --mlir-print-op-generic | tilery-opt | FileCheck %s
// RUN: tilery-opt %s --emit-bytecode | tilery-opt | FileCheck %s
// RUN: tilery-opt %s --canonicalize --cse | FileCheck %s

tile.kernel @k(%x: memref<?xf32>) block [256] cluster [2] {
}

// Any order, printed in one.
// CHECK-LABEL: launch.func @options(%x: memref<?xf32>, %blocks: index)
launch.func @options(%x: memref<?xf32>, %blocks: index) {
  // CHECK-NEXT: launch.kernel @k grid [8] cooperative (%x)
  launch.kernel @k grid [8] cooperative (%x) : memref<?xf32>
  // CHECK-NEXT: launch.kernel @k grid [%blocks] programmatic priority -5 (%x)
  launch.kernel @k grid [%blocks] priority -5 programmatic (%x) : memref<?xf32>
  // CHECK-NEXT: launch.kernel @k grid [8, 2] preferred_cluster [4, 2] (%x)
  launch.kernel @k grid [8, 2] preferred_cluster [4, 2] (%x) : memref<?xf32>
  // CHECK-NEXT: launch.kernel @k grid [16] preferred_cluster [16] nonportable carveout 25 (%x)
  launch.kernel @k grid [16] carveout 25 preferred_cluster [16] nonportable (%x) : memref<?xf32>
  // CHECK-NEXT: launch.kernel @k grid [2] carveout 100 (%x)
  launch.kernel @k grid [2] carveout max_shared (%x) : memref<?xf32>
  // CHECK-NEXT: launch.kernel @k grid [2] carveout 0 (%x)
  launch.kernel @k grid [2] carveout max_l1 (%x) : memref<?xf32>
  // CHECK-NEXT: launch.kernel @k grid [2] access_window(%x : memref<?xf32>) (%x)
  launch.kernel @k grid [2] access_window(%x : memref<?xf32>) (%x) : memref<?xf32>
  // CHECK-NEXT: access_window(%x : memref<?xf32>, hit_ratio {{.*}}, hit streaming, miss normal, bytes 65536) (%x)
  launch.kernel @k grid [2]
    access_window(%x : memref<?xf32>, bytes 65536, miss normal, hit streaming, hit_ratio 0.25) (%x) : memref<?xf32>
}

// CHECK-LABEL: launch.func @arguments(%m: !tile.tensor_map<64x64xf32>)
launch.func @arguments(%m: !tile.tensor_map<64x64xf32>) {
  // CHECK-NEXT: launch.check_map %m : !tile.tensor_map<64x64xf32>
  launch.check_map %m : !tile.tensor_map<64x64xf32>
}

tile.kernel @mapped(%map: !tile.tensor_map<8x16xf32, element_strides = [2, 1], format = tf32>) block [32] {
}
// CHECK-LABEL: launch.func @views(%x: memref<16x64xf32>)
launch.func @views(%x: memref<16x64xf32>) {
  // CHECK-NEXT: %[[VIEW:.+]] = memref.subview %x[4, 0] [12, 64] [1, 1]
  %v = memref.subview %x[4, 0] [12, 64] [1, 1] : memref<16x64xf32> to memref<12x64xf32, strided<[64, 1], offset: 256>>
  // CHECK-NEXT: launch.encode_map %[[VIEW]] stored reduced : memref<12x64xf32, strided<[64, 1], offset: 256>> -> !tile.tensor_map<8x16xf32, element_strides = [2, 1], format = tf32>
  %map = launch.encode_map %v stored reduced
    : memref<12x64xf32, strided<[64, 1], offset: 256>> -> !tile.tensor_map<8x16xf32, element_strides = [2, 1], format = tf32>
  launch.kernel @mapped grid [1] (%map) : !tile.tensor_map<8x16xf32, element_strides = [2, 1], format = tf32>
}
