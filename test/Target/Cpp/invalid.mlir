// RUN: split-file %s %t
// RUN: not tileryc %t/header.mlir --emit=launcher-cpp -o %t/out 2>&1 | FileCheck %t/header.mlir
// RUN: not tileryc %t/two.mlir --emit=launcher-cpp -o %t/out 2>&1 | FileCheck %t/two.mlir
// RUN: not tileryc %t/product.mlir --emit=launcher-cpp -o %t/out 2>&1 | FileCheck %t/product.mlir
// RUN: not tileryc %t/width.mlir --emit=launcher-cpp -o %t/out 2>&1 | FileCheck %t/width.mlir

// An object takes them, and its header is printed.
// RUN: tileryc %t/product.mlir --emit=launcher-obj -o %t/object
// RUN: tileryc %t/width.mlir --emit=launcher-obj -o %t/object
// RUN: ls %t/object | FileCheck %s --check-prefix=OBJECT
// OBJECT:      f.h
// OBJECT-NEXT: f.o

//--- header.mlir
// CHECK: header.mlir:4:1: error: 'launch.func' op (L09) expected a launcher whose files hide none of C, CUDA and the runtime, got 'math.h'; rename it
tile.kernel @k() block [32] {
}
launch.func @math_launch() {
  launch.kernel @k grid [1] ()
}

//--- two.mlir
// CHECK: error: 'launch.func' op (L09) expected one launcher whose functions in C are named 'f_launch', got two; rename one
tile.kernel @k() block [32] {
}
launch.func @f() {
  launch.kernel @k grid [1] ()
}
launch.func @f_launch() {
  launch.kernel @k grid [1] ()
}

//--- product.mlir
// CHECK: error: 'arith.mulsi_extended' op (E07) not yet implemented: arith.mulsi_extended in a launcher that is printed as C++; emit an object
tile.kernel @k(%n: i64) block [32] {
}
launch.func @f(%n: i64) {
  %low, %high = arith.mulsi_extended %n, %n : i64
  launch.kernel @k grid [1] (%high) : i64
}

//--- width.mlir
// CHECK: error: 'arith.trunci' op (E07) not yet implemented: i5 in a launcher that is printed as C++; emit an object
tile.kernel @k(%n: i64) block [32] {
}
launch.func @f(%n: i64) {
  %a = arith.trunci %n : i64 to i5
  %b = arith.extui %a : i5 to i64
  launch.kernel @k grid [1] (%b) : i64
}
