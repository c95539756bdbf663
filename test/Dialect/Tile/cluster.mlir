// RUN: tilery-opt %s | tilery-opt | FileCheck %s
// RUN: tilery-opt %s --mlir-print-op-generic | tilery-opt | FileCheck %s
// RUN: tilery-opt %s --emit-bytecode | tilery-opt | FileCheck %s

// CHECK-LABEL: tile.kernel @cluster
tile.kernel @cluster(%rank: index) block [32] cluster [2, 2] {
  %x = tile.alloc_shared : memref<64x64xf16, #tile.shared<swizzle = 128B>>
  // CHECK: tile.mapa %x, 3 : memref<64x64xf16, #tile.shared<swizzle = 128B>>{{$}}
  %0 = tile.mapa %x, 3 : memref<64x64xf16, #tile.shared<swizzle = 128B>>
  // CHECK-NEXT: %[[FAR:.*]] = tile.mapa %x, %rank : memref<64x64xf16, #tile.shared<swizzle = 128B>>, index
  %1 = tile.mapa %x, %rank : memref<64x64xf16, #tile.shared<swizzle = 128B>>, index
  // CHECK-NEXT: memref.subview %[[FAR]][0, 0] [8, 64] [1, 1] : memref<64x64xf16, #tile.shared_cluster<swizzle = 128B>>
  %2 = memref.subview %1[0, 0] [8, 64] [1, 1] : memref<64x64xf16, #tile.shared_cluster<swizzle = 128B>> to memref<8x64xf16, strided<[64, 1]>, #tile.shared_cluster<swizzle = 128B>>
  // CHECK-NEXT: tile.cluster_rank
  %3 = tile.cluster_rank
  // CHECK-NEXT: tile.cluster_size
  %4 = tile.cluster_size
  // CHECK-NEXT: tile.cluster.arrive{{$}}
  tile.cluster.arrive
  // CHECK-NEXT: tile.cluster.wait{{$}}
  tile.cluster.wait
  // CHECK-NEXT: tile.cluster.arrive relaxed{{$}}
  tile.cluster.arrive relaxed
  // CHECK-NEXT: tile.cluster.wait aligned
  tile.cluster.wait aligned
  // CHECK-NEXT: tile.cluster.arrive relaxed aligned
  tile.cluster.arrive relaxed aligned
  // CHECK-NEXT: tile.cluster_sync
  tile.cluster_sync
}
