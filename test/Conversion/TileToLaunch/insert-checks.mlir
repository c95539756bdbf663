// RUN: tilery-opt %s --launch-insert-checks -split-input-file | FileCheck %s

// Every argument is checked once, before all else.
// CHECK-LABEL: launch.func @all
launch.func @all(%x: memref<?xf32>, %n: i32, %y: memref<4xi8>) {
  // CHECK-DAG: launch.check_tensor %x
  // CHECK-DAG: launch.check_scalar %n
  // CHECK-DAG: launch.check_tensor %y
  // CHECK: arith.constant
  // CHECK-NOT: launch.check
  launch.check_tensor %y : memref<4xi8>
  %c0 = arith.constant 0 : index
  %d = memref.dim %x, %c0 : memref<?xf32>
}

// -----

// What kernels demand of the arguments they get becomes a demand of the launcher.
tile.kernel @k(%a: memref<?x?xf32> {tile.align = 16 : i64, tile.dims = ["m", "k"], tile.divisible = [4, 1]},
               %b: memref<?xf32> {tile.dims = ["k"]}) block [32] {
}
// CHECK-LABEL: launch.func @inherits
// CHECK-SAME: %x: memref<?x?xf32> {tile.align = 64 : i64, tile.dims = ["rows", "k"], tile.divisible = [12, 1]}
// CHECK-SAME: %y: memref<?xf32> {tile.dims = ["k"]}
launch.func @inherits(%x: memref<?x?xf32> {tile.align = 64 : i64, tile.dims = ["rows", ""], tile.divisible = [6, 1]},
                      %y: memref<?xf32>) {
  launch.kernel @k grid [1] (%x, %y) : memref<?x?xf32>, memref<?xf32>
}

// -----

// A kernel's symbols are bound anew by each launch.
tile.kernel @k(%a: memref<?xf32> {tile.dims = ["n"]}, %b: memref<?xf32> {tile.dims = ["n"]}) block [32] {
}
// CHECK-LABEL: launch.func @twice
// CHECK-SAME: %a: memref<?xf32> {tile.dims = ["n"]}
// CHECK-SAME: %b: memref<?xf32> {tile.dims = ["n"]}
// CHECK-SAME: %c: memref<?xf32> {tile.dims = ["n_1"]}
// CHECK-SAME: %d: memref<?xf32> {tile.dims = ["n_1"]}
launch.func @twice(%a: memref<?xf32>, %b: memref<?xf32>, %c: memref<?xf32>, %d: memref<?xf32>) {
  launch.kernel @k grid [1] (%a, %b) : memref<?xf32>, memref<?xf32>
  launch.kernel @k grid [1] (%c, %d) : memref<?xf32>, memref<?xf32>
}

// -----

// An argument that two launches share joins their classes.
tile.kernel @k(%a: memref<?xf32> {tile.dims = ["n"]}, %b: memref<?xf32> {tile.dims = ["n"]}) block [32] {
}
// CHECK-LABEL: launch.func @chain
// CHECK-SAME: %a: memref<?xf32> {tile.dims = ["n"]}
// CHECK-SAME: %b: memref<?xf32> {tile.dims = ["n"]}
// CHECK-SAME: %c: memref<?xf32> {tile.dims = ["n"]}
launch.func @chain(%a: memref<?xf32>, %b: memref<?xf32>, %c: memref<?xf32>) {
  launch.kernel @k grid [1] (%a, %b) : memref<?xf32>, memref<?xf32>
  launch.kernel @k grid [1] (%b, %c) : memref<?xf32>, memref<?xf32>
}

// A map that the caller encodes.
// CHECK-LABEL: launch.func @given(%m: !tile.tensor_map<64xf32>)
// CHECK-NEXT: launch.check_map %m : !tile.tensor_map<64xf32>
// CHECK-NEXT: }
launch.func @given(%m: !tile.tensor_map<64xf32>) {
}
