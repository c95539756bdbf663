// RUN: split-file %s %t
// RUN: tileryc %t/others.mlir --emit=launcher-obj -o %t/others
// RUN: ls %t/others | FileCheck %t/others.mlir
// RUN: tileryc %t/others.mlir --emit=package -o %t/package
// RUN: not tileryc %t/names.mlir --emit=metadata -o %t/names 2>&1 | FileCheck %t/names.mlir
// RUN: not tileryc %t/dimension.mlir --emit=metadata -o %t/dimension 2>&1 | FileCheck %t/dimension.mlir

// What a module holds beside kernels and launchers is left out.
//--- others.mlir
// CHECK: f.h
// CHECK-NEXT: f.o
tile.kernel @k() block [32] {
}
module {
}
%c7 = arith.constant 7 : index
launch.func @f() {
  launch.kernel @k grid [1] ()
}

// Metadata is of launchers that have their other forms, too.
//--- names.mlir
// CHECK: error: 'launch.func' op (L09) expected one launcher whose functions in C are named 'f_launch', got two; rename one
tile.kernel @k() block [32] {
}
launch.func @f() {
  launch.kernel @k grid [1] ()
}
launch.func @f_launch() {
  launch.kernel @k grid [1] ()
}

//--- dimension.mlir
// CHECK: error: 'memref.dim' op (L06) expected a dimension of 'memref<?x4xf32>', which has 2, got dimension 7
tile.kernel @k(%n: index) block [32] {
}
launch.func @f(%a: memref<?x4xf32>) {
  %c7 = arith.constant 7 : index
  %n = memref.dim %a, %c7 : memref<?x4xf32>
  launch.kernel @k grid [%n] (%n) : index
}
