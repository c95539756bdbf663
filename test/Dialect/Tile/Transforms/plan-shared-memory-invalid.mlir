// RUN: tilery-opt %s --pass-pipeline='builtin.module(tile.kernel(tile-plan-shared-memory))' -verify-diagnostics

// expected-error@+1 {{(P01) expected at most 232448 bytes of shared memory, got 245872; shrink a buffer or use fewer stages}}
tile.kernel @too_much() block [32] {
  // expected-note@+1 {{buffer 'ring' has 229376 bytes, aligned to 1024}}
  %ring = tile.alloc_shared : memref<14x128x64xf16, #tile.shared<swizzle = 128B>>
  // expected-note@+1 {{buffer 'out' has 16384 bytes, aligned to 128}}
  %out = tile.alloc_shared : memref<64x64xf32, #tile.shared>
  // expected-note@+1 {{buffer 'full' has 112 bytes, aligned to 8}}
  %full = tile.alloc_shared : memref<14x!tile.mbarrier, #tile.shared>
}
