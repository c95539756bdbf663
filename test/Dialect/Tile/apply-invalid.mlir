// RUN: tilery-opt %s -split-input-file -verify-diagnostics

tile.kernel @shuffled(%in: memref<256x256xf32>, %i: i64) block [32] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared : memref<64x64xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // tile.apply (C1)
  // expected-error@+1 {{(S01) the tokens of 'cp.async.bulk.tensor.2d.global.shared::cta.tile.mbarrier::complete_tx::bytes' are not in PTX's order; write 'cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes'}}
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.mbarrier::complete_tx::bytes"
    (%tile, %in) box [64, 64] coords [0, 0] mbar %bar
    : memref<64x64xf32, #tile.shared>, memref<256x256xf32>
}

// -----

tile.kernel @typo(%in: memref<256x256xf32>, %i: i64) block [32] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared : memref<64x64xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{(S01) unknown opcode 'cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::byte'; the nearest known are 'cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes'}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::byte"
    (%tile, %in) box [64, 64] coords [0, 0] mbar %bar
    : memref<64x64xf32, #tile.shared>, memref<256x256xf32>
}

// -----

tile.kernel @six(%in: memref<256x256xf32>, %i: i64) block [32] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared : memref<64x64xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{(S01) unknown opcode 'cp.async.bulk.tensor.6d}}
  tile.apply "cp.async.bulk.tensor.6d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%tile, %in) box [64, 64] coords [0, 0] mbar %bar
    : memref<64x64xf32, #tile.shared>, memref<256x256xf32>
}

// -----

tile.kernel @mixed(%in: memref<256x256xf32>, %i: i64) block [32] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared : memref<64x64xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{(S01) unknown opcode}}
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.mbarrier::complete_tx"
    (%tile, %in) box [64, 64] coords [0, 0] mbar %bar
    : memref<64x64xf32, #tile.shared>, memref<256x256xf32>
}

// -----

tile.kernel @later(%in: memref<256x256xf32>, %i: i64) block [32] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared : memref<64x64xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C5) expected 'cta_mask', which '.multicast::cluster' asks for}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster"
    (%tile, %in) box [64, 64] coords [0, 0] mbar %bar
    : memref<64x64xf32, #tile.shared>, memref<256x256xf32>
}

// -----

tile.kernel @empty(%in: memref<256x256xf32>, %i: i64) block [32] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared : memref<64x64xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{(S01) unknown opcode ''}}
  tile.apply ""
    (%tile, %in) box [64, 64] coords [0, 0] mbar %bar
    : memref<64x64xf32, #tile.shared>, memref<256x256xf32>
}

// -----

tile.kernel @long(%in: memref<256x256xf32>, %i: i64) block [32] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared : memref<64x64xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{(S01) expected a PTX tile opcode, got a text of 300 characters}}
  tile.apply "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
    (%tile, %in) box [64, 64] coords [0, 0] mbar %bar
    : memref<64x64xf32, #tile.shared>, memref<256x256xf32>
}

// -----

tile.kernel @swapped(%in: memref<256x256xf32>, %i: i64) block [32] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared : memref<64x64xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C2) expected the operands (global, shared)}}
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
    (%tile, %in) box [64, 64] coords [0, 0] 
    : memref<64x64xf32, #tile.shared>, memref<256x256xf32>
}

// -----

tile.kernel @one(%in: memref<256x256xf32>, %i: i64) block [32] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared : memref<64x64xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C2) expected two operands (shared, global), got 1}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%tile) box [64, 64] coords [0, 0] mbar %bar
    : memref<64x64xf32, #tile.shared>
}

// -----

tile.kernel @element(%in: memref<256x256xi32>, %i: i64) block [32] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared : memref<64x64xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C2) expected operands of one element type}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%tile, %in) box [64, 64] coords [0, 0] mbar %bar
    : memref<64x64xf32, #tile.shared>, memref<256x256xi32>
}

// -----

tile.kernel @opcode_rank(%in: memref<256x256xf32>, %i: i64) block [32] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared : memref<64x64xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C3) expected a global operand of rank 3, which the opcode's '.3d' says, got 2}}
  tile.apply "cp.async.bulk.tensor.3d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%tile, %in) box [64, 64] coords [0, 0] mbar %bar
    : memref<64x64xf32, #tile.shared>, memref<256x256xf32>
}

// -----

tile.kernel @box_rank(%in: memref<256x256xf32>, %i: i64) block [32] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared : memref<64x64xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C3) expected a box of rank 2, which the opcode's '.2d' says, got 1}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%tile, %in) box [64] coords [0, 0] mbar %bar
    : memref<64x64xf32, #tile.shared>, memref<256x256xf32>
}

// -----

tile.kernel @coords_rank(%in: memref<256x256xf32>, %i: i64) block [32] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared : memref<64x64xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C3) expected coords of rank 2, which the opcode's '.2d' says, got 3}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%tile, %in) box [64, 64] coords [0, 0, 0] mbar %bar
    : memref<64x64xf32, #tile.shared>, memref<256x256xf32>
}

// -----

tile.kernel @shape(%in: memref<256x256xf32>, %i: i64) block [32] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared : memref<64x64xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C4) expected a shared operand of the box's shape [64, 32], got 'memref<64x64xf32, #tile.shared>'; the box is what one copy moves: write the buffer's shape, or use a buffer of the box's (shared operand 'tile')}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%tile, %in) box [64, 32] coords [0, 0] mbar %bar
    : memref<64x64xf32, #tile.shared>, memref<256x256xf32>
}

// -----

tile.kernel @no_mbar(%in: memref<256x256xf32>, %i: i64) block [32] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared : memref<64x64xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C5) expected 'mbar', which '.mbarrier::complete_tx::bytes' asks for: the barrier that counts the bytes}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%tile, %in) box [64, 64] coords [0, 0] 
    : memref<64x64xf32, #tile.shared>, memref<256x256xf32>
}

// -----

tile.kernel @mbar(%in: memref<256x256xf32>, %i: i64) block [32] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared : memref<64x64xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C5) expected no 'mbar'}}
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
    (%in, %tile) box [64, 64] coords [0, 0] mbar %bar
    : memref<256x256xf32>, memref<64x64xf32, #tile.shared>
}

// -----

tile.kernel @box_257(%in: memref<256x256xf32>, %i: i64) block [32] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared : memref<257x64xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C6) tensor 'in', dimension 0 (TMA dimension 1): box range}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%tile, %in) box [257, 64] coords [0, 0] mbar %bar
    : memref<257x64xf32, #tile.shared>, memref<256x256xf32>
}

// -----

tile.kernel @inner(%in: memref<256x256xf32>, %i: i64) block [32] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared : memref<64x1xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C6) tensor 'in', dimension 1 (TMA dimension 0): inner box bytes}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%tile, %in) box [64, 1] coords [0, 0] mbar %bar
    : memref<64x1xf32, #tile.shared>, memref<256x256xf32>
}

// -----

tile.kernel @pitch(%in: memref<256x250xf32>, %i: i64) block [32] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared : memref<64x64xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C6) tensor 'in', dimension 0 (TMA dimension 1): stride alignment}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%tile, %in) box [64, 64] coords [0, 0] mbar %bar
    : memref<64x64xf32, #tile.shared>, memref<256x250xf32>
}

// -----

tile.kernel @step(%in: memref<256x128xf32, strided<[256, 2]>>, %i: i64) block [32] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared : memref<64x64xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C6) tensor 'in', dimension 1 (TMA dimension 0): inner stride}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%tile, %in) box [64, 64] coords [0, 0] mbar %bar
    : memref<64x64xf32, #tile.shared>, memref<256x128xf32, strided<[256, 2]>>
}

// -----

tile.kernel @two(%in: memref<256x128xf32, strided<[250, 2]>>, %i: i64) block [32] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared : memref<64x64xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-note@+2 {{and tensor 'in', dimension 0 (TMA dimension 1): stride alignment}}
  // expected-error@+1 {{'tile.apply' op (C6) tensor 'in', dimension 1 (TMA dimension 0): inner stride}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%tile, %in) box [64, 64] coords [0, 0] mbar %bar
    : memref<64x64xf32, #tile.shared>, memref<256x128xf32, strided<[250, 2]>>
}

// -----

tile.kernel @edge(%in: memref<256x250xf32, strided<[256, 1]>>, %i: i64) block [32] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared : memref<64x64xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C6) tensor 'in', dimension 1 (TMA dimension 0): store edge}}
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
    (%in, %tile) box [64, 64] coords [0, 0] 
    : memref<256x250xf32, strided<[256, 1]>>, memref<64x64xf32, #tile.shared>
}

// -----

tile.kernel @nan(%in: memref<256x256xi32>, %i: i64) block [32] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared : memref<64x64xi32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C6) tensor 'in': fill type}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%tile, %in) box [64, 64] coords [0, 0] mbar %bar oob_fill(nan)
    : memref<64x64xi32, #tile.shared>, memref<256x256xi32>
}

// -----

tile.kernel @wide(%in: memref<256x256xf32>, %i: i64) block [32] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared : memref<64x64xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C7) expected coordinate 0 to fit 32 bits, got 4294967296}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%tile, %in) box [64, 64] coords [4294967296, 0] mbar %bar
    : memref<64x64xf32, #tile.shared>, memref<256x256xf32>
}

// -----

tile.kernel @grid(%in: memref<256x256xf32>, %i: i64) block [32] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared : memref<64x64xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C7) expected the innermost coordinate to start at a multiple of 16 bytes, got 3 (12 bytes); round it down to a multiple of 4 elements (tensor 'in')}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%tile, %in) box [64, 64] coords [0, 3] mbar %bar
    : memref<64x64xf32, #tile.shared>, memref<256x256xf32>
}

// -----

tile.kernel @below(%in: memref<256x256xf32>, %i: i64) block [32] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared : memref<64x64xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C7) expected coordinate 0 of a store or reduction not to be negative (the hardware faults), got -64}}
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
    (%in, %tile) box [64, 64] coords [-64, 0] 
    : memref<256x256xf32>, memref<64x64xf32, #tile.shared>
}

// -----

tile.kernel @fill(%in: memref<256x256xf32>, %i: i64) block [32] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared : memref<64x64xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C5) expected no 'oob_fill': what lies outside the tensor is not written}}
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
    (%in, %tile) box [64, 64] coords [0, 0] oob_fill(zero)
    : memref<256x256xf32>, memref<64x64xf32, #tile.shared>
}

// -----

tile.kernel @spill(%in: memref<256x256xf32>, %i: i64) block [32] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared : memref<64x64xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C5) expected no 'allow_edge_spill': only stores and reductions write past a ragged inner edge}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%tile, %in) box [64, 64] coords [0, 0] mbar %bar allow_edge_spill
    : memref<64x64xf32, #tile.shared>, memref<256x256xf32>
}

// -----

tile.kernel @i64(%in: memref<256x256xf32>, %i: i64) block [32] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared : memref<64x64xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{must be variadic of index or i32, but got 'i64'}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%tile, %in) box [64, 64] coords [%i, 0 : i64] mbar %bar
    : memref<64x64xf32, #tile.shared>, memref<256x256xf32>
}

// -----

tile.kernel @l2(%in: memref<256x256xf32>, %i: i64) block [32] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared : memref<64x64xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+2 {{(S02) expected an L2 promotion: none, 64B, 128B or 256B, got '32B'}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%tile, %in) box [64, 64] coords [0, 0] mbar %bar l2_promotion(32B)
    : memref<64x64xf32, #tile.shared>, memref<256x256xf32>
}

// -----

tile.kernel @fill_word(%in: memref<256x256xf32>, %i: i64) block [32] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared : memref<64x64xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+2 {{(S02) expected a fill: zero or nan, got 'one'}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%tile, %in) box [64, 64] coords [0, 0] mbar %bar oob_fill(one)
    : memref<64x64xf32, #tile.shared>, memref<256x256xf32>
}

// -----

tile.kernel @incomplete(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<64x64xf32, #tile.shared>
  // expected-error@+1 {{(S01) unknown opcode 'cp.async.bulk.tensor.2d.shared::cta.global.tile'; the nearest known are 'cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes'}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile"
    (%tile, %in) box [64, 64] coords [0, 0] : memref<64x64xf32, #tile.shared>, memref<256x256xf32>
}

// -----

tile.kernel @another(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<64x64xf32, #tile.shared>
  // expected-error@+1 {{(S01) unknown opcode 'wgmma.mma_async'; tile.apply takes those of the copy engine, 'cp.async.bulk...', 'cp.reduce.async.bulk...' and 'prefetch.tensormap', such as}}
  tile.apply "wgmma.mma_async"
    (%tile, %in) box [64, 64] coords [0, 0] : memref<64x64xf32, #tile.shared>, memref<256x256xf32>
}

// -----

tile.kernel @swizzle() block [32] {
  // expected-error@+1 {{expected 'swizzle', as in <swizzle = 128B>}}
  %tile = tile.alloc_shared : memref<64x32xf32, #tile.shared<128B>>
}
