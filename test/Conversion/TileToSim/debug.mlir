// RUN: tilery-opt %s -convert-tile-to-sim | FileCheck %s

// CHECK-DAG: llvm.mlir.global internal constant @[[FORMAT:.*]]("x %d\0A\00")
// CHECK-DAG: llvm.mlir.global internal constant @[[MESSAGE:.*]]("x is small\00")

// CHECK-LABEL: llvm.func @sim_debug(
// CHECK: %[[LIST:.*]] = llvm.alloca %{{.*}} x !llvm.struct<(i32)>
// CHECK: %[[TEXT:.*]] = llvm.mlir.addressof @[[FORMAT]]
// CHECK: %[[BYTES:.*]] = llvm.mlir.constant(4 : i32)
// CHECK: llvm.call @tilery_sim_printf(%{{[^,]*}}, %[[TEXT]], %[[LIST]], %[[BYTES]], %{{.*}}) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, i32) -> ()
// CHECK: llvm.cond_br %{{.*}}, ^[[GOES_ON:.*]], ^[[FAILS:bb[0-9]+]]
// CHECK: ^[[FAILS]]:
// CHECK: llvm.mlir.addressof @[[MESSAGE]]
// CHECK: llvm.call @tilery_sim_assert_fail(%{{.*}}) : (!llvm.ptr, !llvm.ptr, i32) -> ()
// CHECK-NEXT: llvm.unreachable
// CHECK: ^[[GOES_ON]]:
tile.kernel @debug(%x: i32) block [32] {
  tile.printf "x %d\0A" (%x : i32)
  %limit = arith.constant 10 : i32
  %small = arith.cmpi slt, %x, %limit : i32
  tile.assert %small, "x is small"
}

// An index beyond 32 bits is no coordinate.
// CHECK-LABEL: llvm.func @sim_coord(
// CHECK: %[[NARROW:.*]] = llvm.trunc %[[INDEX:.*]] : i64 to i32
// CHECK: %[[WIDE:.*]] = llvm.sext %[[NARROW]] : i32 to i64
// CHECK: llvm.icmp "eq" %[[WIDE]], %[[INDEX]] : i64
// CHECK: llvm.call @tilery_sim_coord_overflow(%{{[^,]*}}, %[[INDEX]], %{{.*}}) : (!llvm.ptr, i64, i32) -> ()
// CHECK-NEXT: llvm.unreachable
tile.kernel @coord(%i: index, %map: !tile.tensor_map<64xf32>) block [32] {
  %c = tile.coord %i
  tile.tma.prefetch %map[%c] : !tile.tensor_map<64xf32>
}
