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

// A load past the edge is filled; constants that say so are mostly a mistake. A
// ragged tile at coordinates of run time, a fill that is written, and what a store
// drops have no warning.
tile.kernel @outside(%in: memref<100x64xf32>, %row: index) block [32] {
  %c0 = arith.constant 0 : index
  %c96 = arith.constant 96 : index
  %tile = tile.alloc_shared : memref<64x32xf32, #tile.shared>
  %pair = tile.alloc_shared : memref<2x64x32xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-warning@+2 {{(V23) the copy goes from 96 to 160 along dimension 0 of 'in', which has 100: what lies outside is filled with zeros; write oob_fill(zero) if that is meant}}
  // expected-warning@+1 {{(V23) the copy goes from -4 to 28 along dimension 1 of 'in', which has 64}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%tile, %in) box [64, 32] coords [%c96, -4] mbar %bar
    : memref<64x32xf32, #tile.shared>, memref<100x64xf32>
  // expected-warning@+1 {{(V23) the copy goes from 0 to 96 along dimension 1 of 'in', which has 64}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%pair, %in) box [64, 32] coords [%row, 0] coord_steps [[0, 64]] mbar %bar
    : memref<2x64x32xf32, #tile.shared>, memref<100x64xf32>
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%tile, %in) box [64, 32] coords [%c96, 32] mbar %bar oob_fill(zero)
    : memref<64x32xf32, #tile.shared>, memref<100x64xf32>
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%tile, %in) box [64, 32] coords [36, 32] mbar %bar
    : memref<64x32xf32, #tile.shared>, memref<100x64xf32>
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
    (%in, %tile) box [64, 32] coords [64, 32]
    : memref<100x64xf32>, memref<64x32xf32, #tile.shared>
}

// Of 8 rows by steps of 4, the last that is taken is the fifth; of an interleaved
// tensor's channel slices, one is, whatever its box says.
tile.kernel @strided(%in: memref<101x64xf32>, %slices: memref<2x4x16x8xf16>) block [32] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared : memref<2x64xf32, #tile.shared>
  %image = tile.alloc_shared : memref<2x1x8x8xf16, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%tile, %in) box [8, 64] coords [96, 0] mbar %bar element_strides [4, 1]
    : memref<2x64xf32, #tile.shared>, memref<101x64xf32>
  tile.apply "cp.async.bulk.tensor.3d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%image, %slices) box [2, 4, 8] coords [0, 3, 0] mbar %bar interleave(16B)
    : memref<2x1x8x8xf16, #tile.shared>, memref<2x4x16x8xf16>
}
