// RUN: tilery-opt %s -split-input-file -verify-diagnostics

tile.kernel @global(%x: memref<64xf32>) block [32] cluster [2] {
  // expected-error@+1 {{'tile.mapa' op (C1) expected a memref in #tile.shared or a !tile.mbarrier_ref, of the block's own, got 'memref<64xf32>'}}
  %far = tile.mapa %x, 1 : memref<64xf32>
}

// -----

tile.kernel @twice() block [32] cluster [2] {
  %x = tile.alloc_shared : memref<64xf32, #tile.shared>
  %far = tile.mapa %x, 1 : memref<64xf32, #tile.shared>
  // expected-error@+1 {{'tile.mapa' op (C1) expected a memref in #tile.shared or a !tile.mbarrier_ref, of the block's own, got 'memref<64xf32, #tile.shared_cluster>'}}
  %farther = tile.mapa %far, 0 : memref<64xf32, #tile.shared_cluster>
}

// -----

tile.kernel @beyond() block [32] cluster [2, 2] {
  %x = tile.alloc_shared : memref<64xf32, #tile.shared>
  %c4 = arith.constant 4 : index
  // expected-error@+1 {{'tile.mapa' op (C2) expected a rank of 0 to 3, got 4}}
  %far = tile.mapa %x, %c4 : memref<64xf32, #tile.shared>, index
}

// -----

tile.kernel @negative() block [32] cluster [2] {
  %x = tile.alloc_shared : memref<64xf32, #tile.shared>
  // expected-error@+1 {{'tile.mapa' op (C2) expected a rank of 0 to 1, got -1}}
  %far = tile.mapa %x, -1 : memref<64xf32, #tile.shared>
}

// -----

// A block is a cluster of one.
tile.kernel @alone() block [32] {
  %x = tile.alloc_shared : memref<64xf32, #tile.shared>
  %own = tile.mapa %x, 0 : memref<64xf32, #tile.shared>
  // expected-error@+1 {{'tile.mapa' op (C2) expected rank 0 in a kernel without a cluster, got 1; give the kernel a cluster}}
  %far = tile.mapa %x, 1 : memref<64xf32, #tile.shared>
}

// -----

// What has only the cluster's address is no operand of the block's own.
tile.kernel @copied(%g: memref<64xf32>) block [32] cluster [2] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %far = tile.mapa %bars, 1 : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %far[%c0] : memref<1x!tile.mbarrier, #tile.shared_cluster>
  // expected-error@+1 {{'tile.mbarrier.wait' op (C3) expected a barrier of the block's own}}
  tile.mbarrier.wait %bar <shared_cluster>, 0
}
