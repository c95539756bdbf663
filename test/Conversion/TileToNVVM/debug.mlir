// RUN: tilery-opt %s -convert-tile-to-nvvm | FileCheck %s

// One declaration and one text for all that are alike.
// CHECK-DAG: llvm.func @vprintf(!llvm.ptr, !llvm.ptr) -> i32
// CHECK-DAG: llvm.func @__assertfail(!llvm.ptr, !llvm.ptr, i32, !llvm.ptr, i64)
// CHECK-DAG: llvm.mlir.global internal constant @[[FORMAT:.*]]("%d %d %u %lld %f %f\0A\00") {addr_space = 1 : i32, alignment = 1 : i64}
// CHECK-DAG: llvm.mlir.global internal constant @[[PLAIN:.*]]("done\00")
// CHECK-DAG: llvm.mlir.global internal constant @[[MESSAGE:.*]]("n is positive\00")
// CHECK-DAG: llvm.mlir.global internal constant @[[FILE:.*]]("scale.py\00")
// CHECK-DAG: llvm.mlir.global internal constant @[[NAME:.*]]("debug\00")

// CHECK-LABEL: llvm.func @debug
tile.kernel @debug(%a: i8, %b: i32, %i: index, %x: f16, %y: f64) block [32] {
  %c0 = arith.constant 0 : i32
  %p = arith.cmpi sgt, %b, %c0 : i32
  // C's promotions; a bool is 0 or 1.
  // CHECK: %[[LIST:.*]] = llvm.alloca %{{.*}} x !llvm.struct<(i32, i32, i32, i64, f64, f64)> {alignment = 8 : i64}
  // CHECK: %[[A:.*]] = llvm.sext %arg0 : i8 to i32
  // CHECK: %[[P:.*]] = llvm.zext %{{.*}} : i1 to i32
  // CHECK: %[[U:.*]] = llvm.zext %arg0 : i8 to i32
  // CHECK: %[[X:.*]] = llvm.fpext %arg3 : f16 to f64
  // CHECK: llvm.store %[[A]]
  // CHECK: llvm.store %[[P]]
  // CHECK: llvm.store %[[U]]
  // CHECK: llvm.store %arg2
  // CHECK: llvm.store %[[X]]
  // CHECK: llvm.store %arg4
  // CHECK: llvm.mlir.addressof @[[FORMAT]]
  // CHECK: llvm.call @vprintf(%{{.*}}, %[[LIST]])
  tile.printf "%d %d %u %lld %f %f\n" (%a, %p, %a, %i, %x, %y : i8, i1, i8, index, f16, f64)
  // CHECK: %[[NONE:.*]] = llvm.mlir.zero : !llvm.ptr
  // CHECK: llvm.mlir.addressof @[[PLAIN]]
  // CHECK: llvm.call @vprintf(%{{.*}}, %[[NONE]])
  tile.printf "done"
  // CHECK: llvm.mlir.addressof @[[PLAIN]]
  tile.printf "done"
  // CHECK: llvm.cond_br %{{.*}}, ^[[GOES:.*]], ^[[FAILS:.*]]
  // CHECK: ^[[FAILS]]:
  // CHECK-DAG: %[[LINE:.*]] = llvm.mlir.constant(17 : i32)
  // CHECK-DAG: llvm.mlir.addressof @[[MESSAGE]]
  // CHECK-DAG: llvm.mlir.addressof @[[FILE]]
  // CHECK-DAG: llvm.mlir.addressof @[[NAME]]
  // CHECK: llvm.call @__assertfail(%{{.*}}, %{{.*}}, %[[LINE]]
  // CHECK: ^[[GOES]]:
  tile.assert %p, "n is positive" loc(fused["outer", "scale.py":17:4])
}
