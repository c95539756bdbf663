// RUN: tilery-opt %s | tilery-opt | FileCheck %s
// RUN: tilery-opt %s --mlir-print-op-generic | tilery-opt | FileCheck %s
// RUN: tilery-opt %s --emit-bytecode | tilery-opt | FileCheck %s

tile.kernel @touch(%x: memref<?xf32>, %n: i32) block [256] {
}
tile.kernel @mapped(%map: !tile.tensor_map<64x64xf32>) block [32] {
}

// CHECK-LABEL: launch.binary @compiled(memref<?x4xf32> read written, memref<8xf16> read, i32, !tile.tensor_map<8x8xf32>)
// CHECK-SAME: block [32, 2] cluster [2] shared 1024 dynamic_shared 2048 images [#launch.image<"sm_90a", ".version 8.0\00">]
launch.binary @compiled(memref<?x4xf32> read written, memref<8xf16> read, i32, !tile.tensor_map<8x8xf32>)
  block [32, 2] cluster [2] shared 1024 dynamic_shared 2048 images [#launch.image<"sm_90a", ".version 8.0\00">]

// CHECK: launch.binary @bare() block [1] images [#launch.image<"sm_90", "\7FELF">]
launch.binary @bare() block [1] images [#launch.image<"sm_90", "\7fELF">]

// CHECK: launch.binary @many() block [1] images [#launch.image<"sm_90a", "\7FELF">, #launch.image<"sm_100a", "\7FELF">, #launch.image<"sm_90a", "ptx\00">]
launch.binary @many() block [1] images [#launch.image<"sm_90a", "\7fELF">, #launch.image<"sm_100a", "\7fELF">, #launch.image<"sm_90a", "ptx\00">]

// CHECK-LABEL: launch.func @checks(%x: memref<?x4xf32> {tile.align = 16 : i64, tile.dims = ["m", ""], tile.divisible = [8, 1]}, %n: i32)
launch.func @checks(%x: memref<?x4xf32> {tile.align = 16 : i64, tile.dims = ["m", ""], tile.divisible = [8, 1]}, %n: i32) {
  // CHECK-NEXT: launch.check_tensor %x : memref<?x4xf32>
  launch.check_tensor %x : memref<?x4xf32>
  // CHECK-NEXT: launch.check_scalar %n : i32
  launch.check_scalar %n : i32
}

// CHECK-LABEL: launch.func @starts(%x: memref<?xf32>, %n: i32, %blocks: index)
launch.func @starts(%x: memref<?xf32>, %n: i32, %blocks: index) {
  // CHECK-NEXT: launch.kernel @touch grid [%blocks, 2] (%x, %n) : memref<?xf32>, i32
  launch.kernel @touch grid [%blocks, 2] (%x, %n) : memref<?xf32>, i32
  // CHECK-NEXT: launch.kernel @bare grid [1, 1, 1] ()
  launch.kernel @bare grid [1, 1, 1] ()
}

// CHECK-LABEL: launch.func @maps(%x: memref<256x256xf32>)
launch.func @maps(%x: memref<256x256xf32>) {
  // CHECK-NEXT: %[[MAP:.+]] = launch.encode_map %x loaded stored allow_edge_spill l2_promotion(128B) oob_fill(nan) : memref<256x256xf32> -> !tile.tensor_map<64x64xf32>
  %map = launch.encode_map %x loaded stored allow_edge_spill l2_promotion(128B) oob_fill(nan) : memref<256x256xf32> -> !tile.tensor_map<64x64xf32>
  // CHECK-NEXT: launch.kernel @mapped grid [4] (%[[MAP]]) : !tile.tensor_map<64x64xf32>
  launch.kernel @mapped grid [4] (%map) : !tile.tensor_map<64x64xf32>
}

// CHECK-LABEL: launch.func @nothing()
launch.func @nothing() {
  launch.return
}
