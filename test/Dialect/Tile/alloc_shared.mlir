// RUN: tilery-opt %s | tilery-opt | FileCheck %s
// RUN: tilery-opt %s --mlir-print-op-generic | tilery-opt | FileCheck %s
// RUN: tilery-opt %s --emit-bytecode | tilery-opt | FileCheck %s

// CHECK-LABEL: tile.kernel @buffers
tile.kernel @buffers() block [32] {
  // CHECK-NEXT: %tile = tile.alloc_shared : memref<64x64xf32, #tile.shared>
  %tile = tile.alloc_shared : memref<64x64xf32, #tile.shared>
  // CHECK-NEXT: %ring = tile.alloc_shared : memref<4x64x64xf16, #tile.shared<swizzle = 128B>>
  %ring = tile.alloc_shared : memref<4x64x64xf16, #tile.shared<swizzle = 128B>>
  // CHECK-NEXT: %full = tile.alloc_shared : memref<4x!tile.mbarrier, #tile.shared>
  %full = tile.alloc_shared : memref<4x!tile.mbarrier, #tile.shared>
  // A name that is no SSA name is spelled out.
  // CHECK-NEXT: %{{.*}} = tile.alloc_shared name "the buffer" : memref<8xi8, #tile.shared>
  %0 = tile.alloc_shared name "the buffer" : memref<8xi8, #tile.shared>
  // CHECK-NEXT: %placed = tile.alloc_shared at 1024 : memref<8xf64, #tile.shared>
  %placed = tile.alloc_shared at 1024 : memref<8xf64, #tile.shared>
  // A swizzled row that is narrower than the span still takes the whole span.
  // CHECK-NEXT: %narrow = tile.alloc_shared : memref<64x48xf16, strided<[64, 1]>, #tile.shared<swizzle = 128B>>
  %narrow = tile.alloc_shared : memref<64x48xf16, strided<[64, 1]>, #tile.shared<swizzle = 128B>>
}
