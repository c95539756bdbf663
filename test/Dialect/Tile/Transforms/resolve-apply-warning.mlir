// RUN: tilery-opt %s --pass-pipeline='builtin.module(tile.kernel(tile-resolve-apply))' -verify-diagnostics

// What is legal and rarely meant: one warning each, and it compiles.
tile.kernel @larger(%in: memref<10x12xf32>) block [32] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared : memref<64x64xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-warning@+2 {{tensor 'in', dimension 0 (TMA dimension 1): box in tensor (TM29): expected a box of at most 10 elements, got 64}}
  // expected-warning@+1 {{tensor 'in', dimension 1 (TMA dimension 0): box in tensor (TM29): expected a box of at most 12 elements, got 64}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%tile, %in) box [64, 64] coords [0, 0] mbar %bar
    : memref<64x64xf32, #tile.shared>, memref<10x12xf32>
}
