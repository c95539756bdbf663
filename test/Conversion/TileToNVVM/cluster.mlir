// RUN: tilery-opt %s -pass-pipeline='builtin.module(tile.kernel(tile-plan-shared-memory),convert-tile-to-nvvm)' | FileCheck %s

// CHECK-LABEL: llvm.func @views
tile.kernel @views(%rank: index, %row: index, %out: memref<1xf16>) block [32] cluster [2, 2] {
  %c1 = arith.constant 1 : index
  %x = tile.alloc_shared : memref<64x64xf16, #tile.shared<swizzle = 128B>>
  // The base of the buffer goes over, and the view's offset stays behind it.
  // CHECK: %[[RANK:.*]] = llvm.trunc %arg0 : i64 to i32
  // CHECK: %[[FAR:.*]] = nvvm.mapa %{{.*}}, %[[RANK]] : !llvm.ptr<3> -> !llvm.ptr<7>
  %view = memref.subview %x[%row, 0] [8, 64] [1, 1]
    : memref<64x64xf16, #tile.shared<swizzle = 128B>>
    to memref<8x64xf16, strided<[64, 1], offset: ?>, #tile.shared<swizzle = 128B>>
  %far = tile.mapa %view, %rank : memref<8x64xf16, strided<[64, 1], offset: ?>, #tile.shared<swizzle = 128B>>, index
  // The swizzle acts on the offset.
  // CHECK: %[[PLACE:.*]] = llvm.xor
  // CHECK: %[[ADDRESS:.*]] = llvm.getelementptr inbounds %{{.*}}[%[[PLACE]]] : (!llvm.ptr<7>, i32) -> !llvm.ptr<7>, i8
  // CHECK: %[[VALUE:.*]] = llvm.load %[[ADDRESS]] {{.*}} : !llvm.ptr<7> -> f16
  %v = memref.load %far[%c1, %c1] : memref<8x64xf16, strided<[64, 1], offset: ?>, #tile.shared_cluster<swizzle = 128B>>
  // CHECK: llvm.store %[[VALUE]], %{{.*}} : f16, !llvm.ptr<7>
  memref.store %v, %far[%c1, %rank] : memref<8x64xf16, strided<[64, 1], offset: ?>, #tile.shared_cluster<swizzle = 128B>>
}

// CHECK-LABEL: llvm.func @barrier
tile.kernel @barrier(%out: memref<2xi64>) block [32] cluster [2, 2] {
  %c0 = arith.constant 0 : index
  // CHECK: nvvm.read.ptx.sreg.cluster.ctarank range <i32, 0, 4>
  %rank = tile.cluster_rank
  // CHECK: llvm.mlir.constant(4 : i64)
  %size = tile.cluster_size
  %sum = arith.addi %rank, %size : index
  %wide = arith.index_cast %sum : index to i64
  memref.store %wide, %out[%c0] : memref<2xi64>
  // CHECK: nvvm.cluster.arrive{{$}}
  tile.cluster.arrive
  // CHECK: nvvm.cluster.wait{{$}}
  tile.cluster.wait
  // CHECK: nvvm.cluster.arrive.relaxed {aligned}
  tile.cluster.arrive relaxed aligned
  // CHECK: nvvm.cluster.wait {aligned}
  tile.cluster.wait aligned
  // CHECK: nvvm.cluster.arrive {aligned}
  // CHECK-NEXT: nvvm.cluster.wait {aligned}
  tile.cluster_sync
}

// Without a cluster there is one block.
// CHECK-LABEL: llvm.func @alone
// CHECK-NOT: ctarank
tile.kernel @alone(%out: memref<2xi64>) block [32] {
  %c0 = arith.constant 0 : index
  %rank = tile.cluster_rank
  %wide = arith.index_cast %rank : index to i64
  memref.store %wide, %out[%c0] : memref<2xi64>
}
