// RUN: tilery-opt %s -pass-pipeline='builtin.module(tile.kernel(tile-plan-shared-memory),convert-tile-to-nvvm)' | FileCheck %s

!ring = memref<4x64x64xf32, #tile.shared>
!stage = memref<64x64xf32, strided<[64, 1], offset: ?>, #tile.shared>

// CHECK-LABEL: llvm.func @copies(
// CHECK-SAME: %[[MAP:arg0]]: !llvm.ptr {{.*}}, %[[X:arg1]]: i32, %[[Y:arg2]]: i32
tile.kernel @copies(%map: !tile.tensor_map<64x64xf32>, %x: i32, %y: i32, %s: index) block [32] {
  %c0 = arith.constant 0 : index
  %smem = tile.alloc_shared : memref<64x64xf32, #tile.shared>
  %ring = tile.alloc_shared : !ring
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  // CHECK: %[[SMEM:.*]] = llvm.mlir.addressof @copies_shared
  // CHECK: %[[BAR:.*]] = llvm.getelementptr inbounds %{{.*}} : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, i64
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>

  // CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global %[[SMEM]], %[[MAP]], %[[BAR]], box[%[[X]], %[[Y]]] {isCTAOnly = true} : !llvm.ptr<3>, !llvm.ptr
  tile.tma.load <shared_cta> %smem, %map[%x, %y] mbar %bar
    : memref<64x64xf32, #tile.shared>, !tile.tensor_map<64x64xf32>

  // The cluster's window, without a detour over the generic address.
  // CHECK: %[[BITS:.*]] = llvm.ptrtoint %[[SMEM]] : !llvm.ptr<3> to i32
  // CHECK: %[[CLUSTER:.*]] = llvm.inttoptr %[[BITS]] : i32 to !llvm.ptr<7>
  // CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global %[[CLUSTER]], %[[MAP]], %[[BAR]], box[%[[X]], %[[Y]]] : !llvm.ptr<7>, !llvm.ptr
  tile.tma.load <shared_cluster> %smem, %map[%x, %y] mbar %bar
    : memref<64x64xf32, #tile.shared>, !tile.tensor_map<64x64xf32>

  // CHECK: nvvm.cp.async.bulk.tensor.global.shared.cta %[[MAP]], %[[SMEM]], box[%[[X]], %[[Y]]] : !llvm.ptr, <3>
  tile.tma.store %map[%x, %y], %smem
    : !tile.tensor_map<64x64xf32>, memref<64x64xf32, #tile.shared>

  // A stage of a ring starts where its view does.
  // CHECK: %[[STAGE:.*]] = llvm.getelementptr inbounds %{{.*}}[%{{.*}}] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f32
  // CHECK: nvvm.cp.async.bulk.tensor.global.shared.cta %[[MAP]], %[[STAGE]]
  %stage = memref.subview %ring[%s, 0, 0] [1, 64, 64] [1, 1, 1] : !ring to !stage
  tile.tma.store %map[%x, %y], %stage : !tile.tensor_map<64x64xf32>, !stage
}

// CHECK-LABEL: llvm.func @coordinate
tile.kernel @coordinate(%map: !tile.tensor_map<256xf32>, %i: index) block [32] {
  %smem = tile.alloc_shared : memref<256xf32, #tile.shared>
  // CHECK: %[[NARROW:.*]] = llvm.trunc %arg1 : i64 to i32
  // CHECK: %[[WIDE:.*]] = llvm.sext %[[NARROW]] : i32 to i64
  // CHECK: %[[FITS:.*]] = llvm.icmp "eq" %[[WIDE]], %arg1 : i64
  // CHECK: llvm.cond_br %[[FITS]], ^[[AFTER:.*]], ^[[TRAP:.*]]
  // CHECK: ^[[TRAP]]:
  // CHECK: llvm.intr.trap
  // CHECK: ^[[AFTER]]:
  // CHECK: nvvm.cp.async.bulk.tensor.global.shared.cta %arg0, %{{.*}}, box[%[[NARROW]]]
  %c = tile.coord %i
  tile.tma.store %map[%c], %smem : !tile.tensor_map<256xf32>, memref<256xf32, #tile.shared>
}
