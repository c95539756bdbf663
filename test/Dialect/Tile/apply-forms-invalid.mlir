// RUN: tilery-opt %s -split-input-file -verify-diagnostics

// Each constraint of tile.apply on tensors, with its whole kind.

// (C1): the tokens stand in PTX's order, and the right spelling is shown.
tile.kernel @shuffled_load(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{the tokens of 'cp.async.bulk.tensor.2d.global.shared::cta.tile.mbarrier::complete_tx::bytes' are not in PTX's order; write 'cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes'}}
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.mbarrier::complete_tx::bytes"
    (%tile, %in) box [8, 16] coords [0, 0]
    : memref<8x16xf32, #tile.shared>, memref<256x256xf32>
}

// -----

tile.kernel @shuffled_hint(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{the tokens of 'cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.L2::cache_hint.multicast::cluster' are not in PTX's order; write 'cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster.L2::cache_hint'}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.L2::cache_hint.multicast::cluster"
    (%tile, %in) box [8, 16] coords [0, 0]
    : memref<8x16xf32, #tile.shared>, memref<256x256xf32>
}

// -----

tile.kernel @shuffled_store(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  // expected-error@+1 {{the tokens of 'cp.async.bulk.tensor.2d.shared::cta.global.tile.bulk_group' are not in PTX's order; write 'cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group'}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.bulk_group"
    (%tile, %in) box [8, 16] coords [0, 0]
    : memref<8x16xf32, #tile.shared>, memref<256x256xf32>
}

// -----

tile.kernel @shuffled_reduce(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  // expected-error@+1 {{the tokens of 'cp.reduce.async.bulk.tensor.2d.add.global.shared::cta.tile.bulk_group' are not in PTX's order; write 'cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group'}}
  tile.apply "cp.reduce.async.bulk.tensor.2d.add.global.shared::cta.tile.bulk_group"
    (%tile, %in) box [8, 16] coords [0, 0]
    : memref<8x16xf32, #tile.shared>, memref<256x256xf32>
}

// -----

tile.kernel @shuffled_prefetch(%in: memref<256x256xf32>) block [32] {
  // expected-error@+1 {{the tokens of 'cp.async.bulk.prefetch.tensor.2d.global.L2.tile' are not in PTX's order; write 'cp.async.bulk.prefetch.tensor.2d.L2.global.tile'}}
  tile.apply "cp.async.bulk.prefetch.tensor.2d.global.L2.tile"
    (%tile, %in) box [8, 16] coords [0, 0]
    : memref<8x16xf32, #tile.shared>, memref<256x256xf32>
}

// -----

// What contradicts itself is not rewritten; the legal spelling is shown.
tile.kernel @multicast_to_cta(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{the tokens of 'cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes.multicast::cluster' contradict each other: the others go with '.shared::cluster'; write 'cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster'}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes.multicast::cluster"
    (%tile, %in) box [8, 16] coords [0, 0]
    : memref<8x16xf32, #tile.shared>, memref<256x256xf32>
}

// -----

tile.kernel @store_from_cluster(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  // expected-error@+1 {{the tokens of 'cp.async.bulk.tensor.2d.global.shared::cluster.tile.bulk_group' contradict each other: the others go with '.shared::cta'; write 'cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group'}}
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cluster.tile.bulk_group"
    (%tile, %in) box [8, 16] coords [0, 0]
    : memref<8x16xf32, #tile.shared>, memref<256x256xf32>
}

// -----

tile.kernel @reduce_from_cluster(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  // expected-error@+1 {{the tokens of 'cp.reduce.async.bulk.tensor.2d.global.shared::cluster.or.bulk_group' contradict each other: the others go with '.shared::cta'; write 'cp.reduce.async.bulk.tensor.2d.global.shared::cta.or.bulk_group'}}
  tile.apply "cp.reduce.async.bulk.tensor.2d.global.shared::cluster.or.bulk_group"
    (%tile, %in) box [8, 16] coords [0, 0]
    : memref<8x16xf32, #tile.shared>, memref<256x256xf32>
}

// -----

tile.kernel @load_in_groups(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  // expected-error@+1 {{the tokens of 'cp.async.bulk.tensor.2d.shared::cta.global.tile.bulk_group' are not in PTX's order; write 'cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group'}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.bulk_group"
    (%tile, %in) box [8, 16] coords [0, 0]
    : memref<8x16xf32, #tile.shared>, memref<256x256xf32>
}

// -----

tile.kernel @two_ways(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  // expected-error@+1 {{the tokens of 'cp.async.bulk.tensor.2d.tile.global.shared::cta.bulk_group' are not in PTX's order; write 'cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group'}}
  tile.apply "cp.async.bulk.tensor.2d.tile.global.shared::cta.bulk_group"
    (%tile, %in) box [8, 16] coords [0, 0]
    : memref<8x16xf32, #tile.shared>, memref<256x256xf32>
}

// -----

tile.kernel @no_completion(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  // expected-error@+1 {{unknown opcode 'cp.async.bulk.tensor.2d.shared::cta.global.tile'; the nearest known are 'cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile"
    (%tile, %in) box [8, 16] coords [0, 0]
    : memref<8x16xf32, #tile.shared>, memref<256x256xf32>
}

// -----

tile.kernel @two_completions(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{unknown opcode 'cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group.mbarrier::complete_tx::bytes'; the nearest known are 'cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group}}
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group.mbarrier::complete_tx::bytes"
    (%tile, %in) box [8, 16] coords [0, 0]
    : memref<8x16xf32, #tile.shared>, memref<256x256xf32>
}

// -----

tile.kernel @two_windows(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{unknown opcode 'cp.async.bulk.tensor.2d.shared::cta.shared::cluster.global.tile.mbarrier::complete_tx::bytes'; the nearest known are 'cp.async.bulk.tensor.2d.shared::c}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
    (%tile, %in) box [8, 16] coords [0, 0]
    : memref<8x16xf32, #tile.shared>, memref<256x256xf32>
}

// -----

tile.kernel @two_hints(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  // expected-error@+1 {{unknown opcode 'cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group.L2::cache_hint.L2::cache_hint'; the nearest known are 'cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group.L2::cache_hint}}
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group.L2::cache_hint.L2::cache_hint"
    (%tile, %in) box [8, 16] coords [0, 0]
    : memref<8x16xf32, #tile.shared>, memref<256x256xf32>
}

// -----

tile.kernel @rank_6(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  // expected-error@+1 {{unknown opcode 'cp.async.bulk.tensor.6d.global.shared::cta.tile.bulk_group'; the nearest known are 'cp.async.bulk.tensor.}}
  tile.apply "cp.async.bulk.tensor.6d.global.shared::cta.tile.bulk_group"
    (%tile, %in) box [8, 16] coords [0, 0]
    : memref<8x16xf32, #tile.shared>, memref<256x256xf32>
}

// -----

tile.kernel @rank_0(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  // expected-error@+1 {{unknown opcode 'cp.async.bulk.tensor.0d.global.shared::cta.tile.bulk_group'; the nearest known are 'cp.async.bulk.tensor.}}
  tile.apply "cp.async.bulk.tensor.0d.global.shared::cta.tile.bulk_group"
    (%tile, %in) box [8, 16] coords [0, 0]
    : memref<8x16xf32, #tile.shared>, memref<256x256xf32>
}

// -----

tile.kernel @reduce_mul(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  // expected-error@+1 {{unknown opcode 'cp.reduce.async.bulk.tensor.2d.global.shared::cta.mul.tile.bulk_group'; the nearest known are 'cp.reduce.async.bulk.tensor.2d.global.shared::cta.m}}
  tile.apply "cp.reduce.async.bulk.tensor.2d.global.shared::cta.mul.tile.bulk_group"
    (%tile, %in) box [8, 16] coords [0, 0]
    : memref<8x16xf32, #tile.shared>, memref<256x256xf32>
}

// -----

tile.kernel @two_operators(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  // expected-error@+1 {{unknown opcode 'cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.max.tile.bulk_group'; the nearest known are 'cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.}}
  tile.apply "cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.max.tile.bulk_group"
    (%tile, %in) box [8, 16] coords [0, 0]
    : memref<8x16xf32, #tile.shared>, memref<256x256xf32>
}

// -----

tile.kernel @reduce_nothing(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  // expected-error@+1 {{unknown opcode 'cp.reduce.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group'; the nearest known are 'cp.reduce.async.bulk.tensor.2d.global.shared::cta.}}
  tile.apply "cp.reduce.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
    (%tile, %in) box [8, 16] coords [0, 0]
    : memref<8x16xf32, #tile.shared>, memref<256x256xf32>
}

// -----

tile.kernel @upper_case(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  // expected-error@+1 {{unknown opcode 'cp.async.bulk.tensor.2D.global.shared::cta.tile.bulk_group'; the nearest known are 'cp.async.bulk.tensor.2d.}}
  tile.apply "cp.async.bulk.tensor.2D.global.shared::cta.tile.bulk_group"
    (%tile, %in) box [8, 16] coords [0, 0]
    : memref<8x16xf32, #tile.shared>, memref<256x256xf32>
}

// -----

tile.kernel @trailing_dot(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  // expected-error@+1 {{unknown opcode 'cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group.'; the nearest known are 'cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group}}
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group."
    (%tile, %in) box [8, 16] coords [0, 0]
    : memref<8x16xf32, #tile.shared>, memref<256x256xf32>
}

// -----

// Forms of PTX that are still to come are named so.
tile.kernel @later_form(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{not yet implemented: '.im2col' in 'cp.async.bulk.tensor.4d.shared::cta.global.im2col.mbarrier::complete_tx::bytes'}}
  tile.apply "cp.async.bulk.tensor.4d.shared::cta.global.im2col.mbarrier::complete_tx::bytes"
    (%tile, %in) box [8, 16] coords [0, 0]
    : memref<8x16xf32, #tile.shared>, memref<256x256xf32>
}

// -----

tile.kernel @gather(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{not yet implemented: '.tile::gather4'}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile::gather4.mbarrier::complete_tx::bytes"
    (%tile, %in) box [8, 16] coords [0, 0]
    : memref<8x16xf32, #tile.shared>, memref<256x256xf32>
}

// -----

// (C2): the opcode's operands, in its order.
tile.kernel @load_swapped(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C2) expected the operands (shared, global)}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%in, %tile) box [8, 16] coords [0, 0] mbar %bar
    : memref<256x256xf32>, memref<8x16xf32, #tile.shared>
}

// -----

tile.kernel @reduce_swapped(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C2) expected the operands (global, shared)}}
  tile.apply "cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group"
    (%tile, %in) box [8, 16] coords [0, 0]
    : memref<8x16xf32, #tile.shared>, memref<256x256xf32>
}

// -----

tile.kernel @prefetch_shared(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C2) expected the operand (global) (a memref in the default memory space), got ('memref<8x16xf32, #tile.shared>')}}
  tile.apply "cp.async.bulk.prefetch.tensor.2d.L2.global.tile"
    (%tile) box [8, 16] coords [0, 0]
    : memref<8x16xf32, #tile.shared>
}

// -----

tile.kernel @prefetch_two(%in: memref<256x256xf32>) block [32] {
  // expected-error@+1 {{'tile.apply' op (C2) expected one operand (global), got 2}}
  tile.apply "cp.async.bulk.prefetch.tensor.2d.L2.global.tile"
    (%in, %in) box [8, 16] coords [0, 0]
    : memref<256x256xf32>, memref<256x256xf32>
}

// -----

tile.kernel @barriers(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C2) expected the operands (shared, global)}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%full, %in) box [1, 1] coords [0, 0] mbar %bar
    : memref<1x!tile.mbarrier, #tile.shared>, memref<256x256xf32>
}

// -----

tile.kernel @cluster_window(%in: memref<256x256xf32>) block [32] cluster [2] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %other = tile.mapa %tile, %c0 : memref<8x16xf32, #tile.shared>, index
  // expected-error@+1 {{'tile.apply' op (C2) expected the operands (shared, global)}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%other, %in) box [8, 16] coords [0, 0] mbar %bar
    : memref<8x16xf32, #tile.shared_cluster>, memref<256x256xf32>
}

// -----

tile.kernel @types(%in: memref<256x256xi32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C2) expected operands of one element type, got 'memref<256x256xi32>' and 'memref<8x16xf32, #tile.shared>'}}
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
    (%in, %tile) box [8, 16] coords [0, 0]
    : memref<256x256xi32>, memref<8x16xf32, #tile.shared>
}

// -----

tile.kernel @map_types(%in: !tile.tensor_map<8x16xi32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C2) expected operands of one element type}}
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
    (%in, %tile) coords [0, 0]
    : !tile.tensor_map<8x16xi32>, memref<8x16xf32, #tile.shared>
}

// -----

// (C3): one rank for all.
tile.kernel @rank_1(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<16xf32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C3) expected a global operand of rank 1, which the opcode's '.1d' says, got 2}}
  tile.apply "cp.async.bulk.tensor.1d.global.shared::cta.tile.bulk_group"
    (%in, %tile) box [16] coords [0]
    : memref<256x256xf32>, memref<16xf32, #tile.shared>
}

// -----

tile.kernel @rank_5(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C3) expected a global operand of rank 5, which the opcode's '.5d' says, got 2}}
  tile.apply "cp.async.bulk.tensor.5d.global.shared::cta.tile.bulk_group"
    (%in, %tile) box [8, 16] coords [0, 0]
    : memref<256x256xf32>, memref<8x16xf32, #tile.shared>
}

// -----

tile.kernel @box_rank(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C3) expected a box of rank 2, which the opcode's '.2d' says, got 3}}
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
    (%in, %tile) box [1, 8, 16] coords [0, 0]
    : memref<256x256xf32>, memref<8x16xf32, #tile.shared>
}

// -----

tile.kernel @coords_rank(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C3) expected coords of rank 2, which the opcode's '.2d' says, got 1}}
  tile.apply "cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group"
    (%in, %tile) box [8, 16] coords [0]
    : memref<256x256xf32>, memref<8x16xf32, #tile.shared>
}

// -----

tile.kernel @strides_rank(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C3) expected element strides of rank 2, which the opcode's '.2d' says, got 1}}
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
    (%in, %tile) box [8, 16] coords [0, 0] element_strides [1]
    : memref<256x256xf32>, memref<8x16xf32, #tile.shared>
}

// -----

tile.kernel @map_rank(%in: !tile.tensor_map<8x16xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C3) expected a map of rank 3, which the opcode's '.3d' says, got 2}}
  tile.apply "cp.async.bulk.tensor.3d.global.shared::cta.tile.bulk_group"
    (%in, %tile) coords [0, 0, 0]
    : !tile.tensor_map<8x16xf32>, memref<8x16xf32, #tile.shared>
}

// -----

tile.kernel @prefetch_rank(%in: memref<256x256xf32>) block [32] {
  // expected-error@+1 {{'tile.apply' op (C3) expected a box of rank 2, which the opcode's '.2d' says, got 1}}
  tile.apply "cp.async.bulk.prefetch.tensor.2d.L2.global.tile"
    (%in) box [16] coords [0, 0]
    : memref<256x256xf32>
}

// -----

tile.kernel @scalar(%in: memref<f32>) block [32] {
  // expected-error@+1 {{'tile.apply' op (C3) expected a global operand of rank 2, which the opcode's '.2d' says, got 0}}
  tile.apply "cp.async.bulk.prefetch.tensor.2d.L2.global.tile"
    (%in) box [8, 16] coords [0, 0]
    : memref<f32>
}

// -----

tile.kernel @slice_rank(%in: memref<8x4x16xf32>) block [32] {
  %tile = tile.alloc_shared : memref<2x1x8x4xf32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C3) expected a global operand of rank 4, which the opcode's '.3d' says beside the axis of an interleaved slice, got 3}}
  tile.apply "cp.async.bulk.tensor.3d.global.shared::cta.tile.bulk_group"
    (%in, %tile) box [2, 1, 8] coords [0, 0, 0] interleave(16B)
    : memref<8x4x16xf32>, memref<2x1x8x4xf32, #tile.shared>
}

// -----

tile.kernel @slice_width(%in: memref<8x4x16x8xf32>) block [32] {
  %tile = tile.alloc_shared : memref<2x1x8x4xf32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C3) expected a last axis of 4 adjacent elements, one slice of 16 bytes, with interleave 16B, got 'memref<8x4x16x8xf32>'}}
  tile.apply "cp.async.bulk.tensor.3d.global.shared::cta.tile.bulk_group"
    (%in, %tile) box [2, 1, 8] coords [0, 0, 0] interleave(16B)
    : memref<8x4x16x8xf32>, memref<2x1x8x4xf32, #tile.shared>
}

// -----

tile.kernel @slice_32(%in: memref<8x4x16x4xf32>) block [32] {
  %tile = tile.alloc_shared : memref<2x1x8x8xf32, #tile.shared<swizzle = 32B>>
  // expected-error@+1 {{'tile.apply' op (C3) expected a last axis of 8 adjacent elements, one slice of 32 bytes, with interleave 32B}}
  tile.apply "cp.async.bulk.tensor.3d.global.shared::cta.tile.bulk_group"
    (%in, %tile) box [2, 1, 8] coords [0, 0, 0] interleave(32B)
    : memref<8x4x16x4xf32>, memref<2x1x8x8xf32, #tile.shared<swizzle = 32B>>
}

// -----

tile.kernel @slice_gaps(%in: memref<8x4x16x4xf32, strided<[512, 128, 8, 2]>>) block [32] {
  %tile = tile.alloc_shared : memref<2x1x8x4xf32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C3) expected a last axis of 4 adjacent elements}}
  tile.apply "cp.async.bulk.tensor.3d.global.shared::cta.tile.bulk_group"
    (%in, %tile) box [2, 1, 8] coords [0, 0, 0] interleave(16B)
    : memref<8x4x16x4xf32, strided<[512, 128, 8, 2]>>, memref<2x1x8x4xf32, #tile.shared>
}

// -----

// (C4): the shared operand is the copy engine's image of the box.
tile.kernel @image(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C4) expected a shared operand of the box's shape [8, 32], got 'memref<8x16xf32, #tile.shared>'}}
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
    (%in, %tile) box [8, 32] coords [0, 0]
    : memref<256x256xf32>, memref<8x16xf32, #tile.shared>
}

// -----

tile.kernel @strided_image(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C4) expected a shared operand of the shape of the box's image [4, 16], got 'memref<8x16xf32, #tile.shared>'}}
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
    (%in, %tile) box [8, 16] coords [0, 0] element_strides [2, 1]
    : memref<256x256xf32>, memref<8x16xf32, #tile.shared>
}

// -----

tile.kernel @strided_ragged(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<2x16xf32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C4) expected a shared operand of the shape of the box's image [3, 16]}}
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
    (%in, %tile) box [8, 16] coords [0, 0] element_strides [3, 1]
    : memref<256x256xf32>, memref<2x16xf32, #tile.shared>
}

// -----

// An interleaved copy takes one slice of its second outermost dimension, whatever the box says.
tile.kernel @one_slice(%in: memref<8x4x16x4xf32>) block [32] {
  %tile = tile.alloc_shared : memref<2x2x8x4xf32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C4) expected a shared operand of the shape of the box's image [2, 1, 8, 4], got 'memref<2x2x8x4xf32, #tile.shared>'}}
  tile.apply "cp.async.bulk.tensor.3d.global.shared::cta.tile.bulk_group"
    (%in, %tile) box [2, 2, 8] coords [0, 0, 0] interleave(16B)
    : memref<8x4x16x4xf32>, memref<2x2x8x4xf32, #tile.shared>
}

// -----

tile.kernel @no_slice_axis(%in: memref<8x4x16x4xf32>) block [32] {
  %tile = tile.alloc_shared : memref<2x1x32xf32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C4) expected a shared operand of the shape of the box's image [2, 1, 8, 4]}}
  tile.apply "cp.async.bulk.tensor.3d.global.shared::cta.tile.bulk_group"
    (%in, %tile) box [2, 1, 8] coords [0, 0, 0] interleave(16B)
    : memref<8x4x16x4xf32>, memref<2x1x32xf32, #tile.shared>
}

// -----

tile.kernel @rows_apart(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x32xf32, #tile.shared>
  %part = memref.subview %tile[0, 0] [8, 16] [1, 1]
    : memref<8x32xf32, #tile.shared> to memref<8x16xf32, strided<[32, 1]>, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C4) expected a shared operand that is the copy engine's image of the box, strided<[16, 1]>}}
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
    (%in, %part) box [8, 16] coords [0, 0]
    : memref<256x256xf32>, memref<8x16xf32, strided<[32, 1]>, #tile.shared>
}

// -----

// Each repetition starts where a copy may start.
tile.kernel @repeat_stride(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x1x16xf32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C4) expected a shared operand that starts at a multiple of 128 bytes in each repetition, got a stride of 64 bytes along axis 0; pad each repetition}}
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
    (%in, %tile) box [1, 16] coords [0, 0] coord_steps [[1, 0]]
    : memref<256x256xf32>, memref<8x1x16xf32, #tile.shared>
}

// -----

tile.kernel @repeat_period(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x4x32xf32, #tile.shared<swizzle = 128B>>
  // expected-error@+1 {{'tile.apply' op (C4) expected a shared operand that starts at a multiple of 1024 bytes, the period of its swizzle in each repetition, got a stride of 512 bytes along axis 0; pad each repetition}}
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
    (%in, %tile) box [4, 32] coords [0, 0] coord_steps [[4, 0]]
    : memref<256x256xf32>, memref<8x4x32xf32, #tile.shared<swizzle = 128B>>
}

// -----

tile.kernel @unknown_start(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  %which = arith.constant true
  %either = arith.select %which, %tile, %tile : memref<8x16xf32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C4) expected a shared operand that is a tile.alloc_shared, or memref.subview and memref.cast of one, so that its alignment is known}}
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
    (%in, %either) box [8, 16] coords [0, 0]
    : memref<256x256xf32>, memref<8x16xf32, #tile.shared>
}

// -----

tile.kernel @odd_start(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  %part = memref.subview %tile[1, 0] [7, 16] [1, 1]
    : memref<8x16xf32, #tile.shared> to memref<7x16xf32, strided<[16, 1], offset: 16>, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C4) expected a shared operand that starts at a multiple of 128 bytes, got one known to start at a multiple of 64 bytes; pad each stage, or give the tile a buffer of its own}}
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
    (%in, %part) box [7, 16] coords [0, 0]
    : memref<256x256xf32>, memref<7x16xf32, strided<[16, 1], offset: 16>, #tile.shared>
}

// -----

tile.kernel @too_many(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<1024x8x16xf32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C4) expected a shared operand of at most 232448 bytes, got 524288}}
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
    (%in, %tile) box [8, 16] coords [0, 0] coord_steps [[8, 0]]
    : memref<256x256xf32>, memref<1024x8x16xf32, #tile.shared>
}

// -----

// A map that the caller encodes.
tile.kernel @map_swizzle(%in: !tile.tensor_map<8x32xf32, swizzle = 128B>) block [32] {
  %tile = tile.alloc_shared : memref<8x32xf32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C4) expected a shared operand under the map's swizzle 128B, got 'memref<8x32xf32, #tile.shared>'}}
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
    (%in, %tile) coords [0, 0]
    : !tile.tensor_map<8x32xf32, swizzle = 128B>, memref<8x32xf32, #tile.shared>
}

// -----

tile.kernel @map_image(%in: !tile.tensor_map<8x16xf32, element_strides = [2, 1]>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C4) expected a shared operand of the shape of the box's image [4, 16], got 'memref<8x16xf32, #tile.shared>'}}
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
    (%in, %tile) coords [0, 0]
    : !tile.tensor_map<8x16xf32, element_strides = [2, 1]>, memref<8x16xf32, #tile.shared>
}

// -----

// (C5): what a token asks for is there, and nothing else.
tile.kernel @no_box(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C5) expected 'box', which '.global' asks for: the extents of one copy, outer to inner}}
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
    (%in, %tile) coords [0, 0]
    : memref<256x256xf32>, memref<8x16xf32, #tile.shared>
}

// -----

tile.kernel @no_coords(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C5) expected 'coords', which '.global' asks for: where the box starts, outer to inner}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%tile, %in) box [8, 16] mbar %bar
    : memref<8x16xf32, #tile.shared>, memref<256x256xf32>
}

// -----

tile.kernel @empty_box(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C5) expected 'box', which '.global' asks for}}
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
    (%in, %tile) box [] coords [0, 0]
    : memref<256x256xf32>, memref<8x16xf32, #tile.shared>
}

// -----

tile.kernel @no_mbar(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C5) expected 'mbar', which '.mbarrier::complete_tx::bytes' asks for: the barrier that counts the bytes}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%tile, %in) box [8, 16] coords [0, 0]
    : memref<8x16xf32, #tile.shared>, memref<256x256xf32>
}

// -----

tile.kernel @no_mask(%in: memref<256x256xf32>) block [32] cluster [2] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C5) expected 'cta_mask', which '.multicast::cluster' asks for: a bit for each block of the cluster that gets the copy}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster"
    (%tile, %in) box [8, 16] coords [0, 0] mbar %bar
    : memref<8x16xf32, #tile.shared>, memref<256x256xf32>
}

// -----

tile.kernel @no_policy_load(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C5) expected 'cache_policy', which '.L2::cache_hint' asks for: a name such as (evict_first), or the i64 of tile.create_policy}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes.L2::cache_hint"
    (%tile, %in) box [8, 16] coords [0, 0] mbar %bar
    : memref<8x16xf32, #tile.shared>, memref<256x256xf32>
}

// -----

tile.kernel @policy_load(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C5) expected no 'cache_policy': the opcode takes one with '.L2::cache_hint' alone}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%tile, %in) box [8, 16] coords [0, 0] mbar %bar cache_policy(evict_first)
    : memref<8x16xf32, #tile.shared>, memref<256x256xf32>
}

// -----

tile.kernel @no_policy_store(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C5) expected 'cache_policy', which '.L2::cache_hint' asks for: a name such as (evict_first), or the i64 of tile.create_policy}}
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group.L2::cache_hint"
    (%in, %tile) box [8, 16] coords [0, 0]
    : memref<256x256xf32>, memref<8x16xf32, #tile.shared>
}

// -----

tile.kernel @policy_store(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C5) expected no 'cache_policy': the opcode takes one with '.L2::cache_hint' alone}}
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
    (%in, %tile) box [8, 16] coords [0, 0] cache_policy(evict_first)
    : memref<256x256xf32>, memref<8x16xf32, #tile.shared>
}

// -----

tile.kernel @no_policy_reduce(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C5) expected 'cache_policy', which '.L2::cache_hint' asks for: a name such as (evict_first), or the i64 of tile.create_policy}}
  tile.apply "cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group.L2::cache_hint"
    (%in, %tile) box [8, 16] coords [0, 0]
    : memref<256x256xf32>, memref<8x16xf32, #tile.shared>
}

// -----

tile.kernel @policy_reduce(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C5) expected no 'cache_policy': the opcode takes one with '.L2::cache_hint' alone}}
  tile.apply "cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group"
    (%in, %tile) box [8, 16] coords [0, 0] cache_policy(evict_first)
    : memref<256x256xf32>, memref<8x16xf32, #tile.shared>
}

// -----

tile.kernel @no_policy_prefetch(%in: memref<256x256xf32>) block [32] {
  // expected-error@+1 {{'tile.apply' op (C5) expected 'cache_policy', which '.L2::cache_hint' asks for: a name such as (evict_first), or the i64 of tile.create_policy}}
  tile.apply "cp.async.bulk.prefetch.tensor.2d.L2.global.tile.L2::cache_hint"
    (%in) box [8, 16] coords [0, 0]
    : memref<256x256xf32>
}

// -----

tile.kernel @policy_prefetch(%in: memref<256x256xf32>) block [32] {
  // expected-error@+1 {{'tile.apply' op (C5) expected no 'cache_policy': the opcode takes one with '.L2::cache_hint' alone}}
  tile.apply "cp.async.bulk.prefetch.tensor.2d.L2.global.tile"
    (%in) box [8, 16] coords [0, 0] cache_policy(evict_first)
    : memref<256x256xf32>
}

// -----

tile.kernel @mask(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C5) expected no 'cta_mask': the copy goes to one block without '.multicast::cluster'}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%tile, %in) box [8, 16] coords [0, 0] mbar %bar cta_mask 1
    : memref<8x16xf32, #tile.shared>, memref<256x256xf32>
}

// -----

tile.kernel @store_mask(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C5) expected no 'cta_mask': only loads go to several blocks}}
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
    (%in, %tile) box [8, 16] coords [0, 0] cta_mask 1
    : memref<256x256xf32>, memref<8x16xf32, #tile.shared>
}

// -----

tile.kernel @store_mbar(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C5) expected no 'mbar': '.bulk_group' completes through tile.bulk.commit_group and wait_group}}
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
    (%in, %tile) box [8, 16] coords [0, 0] mbar %bar
    : memref<256x256xf32>, memref<8x16xf32, #tile.shared>
}

// -----

tile.kernel @reduce_mbar(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C5) expected no 'mbar'}}
  tile.apply "cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group"
    (%in, %tile) box [8, 16] coords [0, 0] mbar %bar
    : memref<256x256xf32>, memref<8x16xf32, #tile.shared>
}

// -----

tile.kernel @prefetch_mbar(%in: memref<256x256xf32>) block [32] {
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C5) expected no 'mbar': a prefetch reports nothing, and nothing waits for it}}
  tile.apply "cp.async.bulk.prefetch.tensor.2d.L2.global.tile"
    (%in) box [8, 16] coords [0, 0] mbar %bar
    : memref<256x256xf32>
}

// -----

tile.kernel @prefetch_steps(%in: memref<256x256xf32>) block [32] {
  // expected-error@+1 {{'tile.apply' op (C5) expected no 'coord_steps': there is no shared operand whose axes could repeat the box}}
  tile.apply "cp.async.bulk.prefetch.tensor.2d.L2.global.tile"
    (%in) box [8, 16] coords [0, 0] coord_steps [[8, 0]]
    : memref<256x256xf32>
}

// -----

tile.kernel @prefetch_spill(%in: memref<256x256xf32>) block [32] {
  // expected-error@+1 {{'tile.apply' op (C5) expected no 'allow_edge_spill': nothing is stored}}
  tile.apply "cp.async.bulk.prefetch.tensor.2d.L2.global.tile"
    (%in) box [8, 16] coords [0, 0] allow_edge_spill
    : memref<256x256xf32>
}

// -----

tile.kernel @load_bytes(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C5) expected no 'bytes': the box says how much is copied}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%tile, %in) box [8, 16] coords [0, 0] mbar %bar bytes 512
    : memref<8x16xf32, #tile.shared>, memref<256x256xf32>
}

// -----

tile.kernel @store_bytes(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C5) expected no 'bytes': the box says how much is copied}}
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
    (%in, %tile) box [8, 16] coords [0, 0] bytes 512
    : memref<256x256xf32>, memref<8x16xf32, #tile.shared>
}

// -----

tile.kernel @load_swizzle(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C5) expected no 'swizzle': the shared operand's type has it}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%tile, %in) box [8, 16] coords [0, 0] mbar %bar swizzle(128B)
    : memref<8x16xf32, #tile.shared>, memref<256x256xf32>
}

// -----

tile.kernel @reduce_swizzle(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C5) expected no 'swizzle': the shared operand's type has it}}
  tile.apply "cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group"
    (%in, %tile) box [8, 16] coords [0, 0] swizzle(none)
    : memref<256x256xf32>, memref<8x16xf32, #tile.shared>
}

// -----

tile.kernel @reduce_fill(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C5) expected no 'oob_fill': what lies outside the tensor is not written}}
  tile.apply "cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group"
    (%in, %tile) box [8, 16] coords [0, 0] oob_fill(nan)
    : memref<256x256xf32>, memref<8x16xf32, #tile.shared>
}

// -----

tile.kernel @map_coords(%in: memref<256x256xf32>) block [32] {
  // expected-error@+1 {{'tile.apply' op (C5) expected no 'coords': the map is prefetched, not a box}}
  tile.apply "prefetch.tensormap"
    (%in) box [8, 16] coords [0, 0]
    : memref<256x256xf32>
}

// -----

tile.kernel @map_policy(%in: memref<256x256xf32>) block [32] {
  // expected-error@+1 {{'tile.apply' op (C5) expected no 'cache_policy': 'prefetch.tensormap' has no use for it}}
  tile.apply "prefetch.tensormap"
    (%in) box [8, 16] cache_policy(evict_first)
    : memref<256x256xf32>
}

// -----

tile.kernel @map_no_box(%in: memref<256x256xf32>) block [32] {
  // expected-error@+1 {{'tile.apply' op (C5) expected 'box', which '.tensormap' asks for}}
  tile.apply "prefetch.tensormap"
    (%in) 
    : memref<256x256xf32>
}

// -----

// The caller's map has its box and its options.
tile.kernel @caller_box(%in: !tile.tensor_map<8x16xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C5) expected no 'box': the !tile.tensor_map operand already has it}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%tile, %in) box [4, 16] coords [0, 0] mbar %bar
    : memref<8x16xf32, #tile.shared>, !tile.tensor_map<8x16xf32>
}

// -----

tile.kernel @caller_element_strides(%in: !tile.tensor_map<8x16xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C5) expected no 'element_strides': the !tile.tensor_map operand already has it}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%tile, %in) coords [0, 0] mbar %bar element_strides [1, 1]
    : memref<8x16xf32, #tile.shared>, !tile.tensor_map<8x16xf32>
}

// -----

tile.kernel @caller_interleave(%in: !tile.tensor_map<8x16xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C5) expected no 'interleave': the !tile.tensor_map operand already has it}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%tile, %in) coords [0, 0] mbar %bar interleave(none)
    : memref<8x16xf32, #tile.shared>, !tile.tensor_map<8x16xf32>
}

// -----

tile.kernel @caller_format(%in: !tile.tensor_map<8x16xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C5) expected no 'format': the !tile.tensor_map operand already has it}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%tile, %in) coords [0, 0] mbar %bar format(f32)
    : memref<8x16xf32, #tile.shared>, !tile.tensor_map<8x16xf32>
}

// -----

tile.kernel @caller_l2_promotion(%in: !tile.tensor_map<8x16xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C5) expected no 'l2_promotion': the !tile.tensor_map operand already has it}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%tile, %in) coords [0, 0] mbar %bar l2_promotion(none)
    : memref<8x16xf32, #tile.shared>, !tile.tensor_map<8x16xf32>
}

// -----

tile.kernel @caller_oob_fill(%in: !tile.tensor_map<8x16xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C5) expected no 'oob_fill': the !tile.tensor_map operand already has it}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%tile, %in) coords [0, 0] mbar %bar oob_fill(zero)
    : memref<8x16xf32, #tile.shared>, !tile.tensor_map<8x16xf32>
}

// -----

tile.kernel @caller_spill(%in: !tile.tensor_map<8x16xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C5) expected no 'allow_edge_spill': the !tile.tensor_map operand already has it}}
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
    (%in, %tile) coords [0, 0] allow_edge_spill
    : !tile.tensor_map<8x16xf32>, memref<8x16xf32, #tile.shared>
}

// -----

tile.kernel @caller_swizzle(%in: !tile.tensor_map<8x16xf32>) block [32] {
  // expected-error@+1 {{'tile.apply' op (C5) expected no 'swizzle': the !tile.tensor_map operand already has it}}
  tile.apply "cp.async.bulk.prefetch.tensor.2d.L2.global.tile"
    (%in) coords [0, 0] swizzle(none)
    : !tile.tensor_map<8x16xf32>
}

// -----

// (C6): the rules of the TensorMap table, those of the new options among them.
tile.kernel @interleave_rank(%in: memref<256x64x4xf32>) block [32] {
  %tile = tile.alloc_shared : memref<1x16x4xf32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C6) tensor 'in': interleave}}
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
    (%in, %tile) box [8, 16] coords [0, 0] interleave(16B)
    : memref<256x64x4xf32>, memref<1x16x4xf32, #tile.shared>
}

// -----

tile.kernel @interleave_swizzle(%in: memref<8x4x16x8xf32>) block [32] {
  %tile = tile.alloc_shared : memref<2x1x8x8xf32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C6) tensor 'in': interleave swizzle (TM}}
  tile.apply "cp.async.bulk.tensor.3d.global.shared::cta.tile.bulk_group"
    (%in, %tile) box [2, 1, 8] coords [0, 0, 0] interleave(32B)
    : memref<8x4x16x8xf32>, memref<2x1x8x8xf32, #tile.shared>
}

// -----

tile.kernel @stride_0(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C6) tensor 'in', dimension 0 (TMA dimension 1): element stride range (TM}}
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
    (%in, %tile) box [8, 16] coords [0, 0] element_strides [0, 1]
    : memref<256x256xf32>, memref<8x16xf32, #tile.shared>
}

// -----

tile.kernel @stride_9(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<1x16xf32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C6) tensor 'in', dimension 0 (TMA dimension 1): element stride range (TM}}
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
    (%in, %tile) box [8, 16] coords [0, 0] element_strides [9, 1]
    : memref<256x256xf32>, memref<1x16xf32, #tile.shared>
}

// -----

tile.kernel @stride_negative(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C6) tensor 'in', dimension 1 (TMA dimension 0): element stride range (TM}}
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
    (%in, %tile) box [8, 16] coords [0, 0] element_strides [1, -1]
    : memref<256x256xf32>, memref<8x16xf32, #tile.shared>
}

// -----

tile.kernel @u32_nan(%in: memref<256x256xi32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xi32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C6) tensor 'in': fill type (TM}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%tile, %in) box [8, 16] coords [0, 0] mbar %bar format(u32) oob_fill(nan)
    : memref<8x16xi32, #tile.shared>, memref<256x256xi32>
}

// -----

tile.kernel @fp8_nan(%in: memref<256x256xf8E4M3FN>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf8E4M3FN, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C6) tensor 'in': fill type (TM}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%tile, %in) box [8, 16] coords [0, 0] mbar %bar oob_fill(nan)
    : memref<8x16xf8E4M3FN, #tile.shared>, memref<256x256xf8E4M3FN>
}

// -----

// A box that one copy does not take: how to split it.
tile.kernel @rows(%in: memref<1024x1024xf32>) block [32] {
  %tile = tile.alloc_shared : memref<512x16xf32, #tile.shared>
  // expected-note@+2 {{as several copies: a shared operand '2x256x16xf32' with box [256, 16] coord_steps [[256, 0]]}}
  // expected-error@+1 {{'tile.apply' op (C6) tensor 'in'}}
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
    (%in, %tile) box [512, 16] coords [0, 0]
    : memref<1024x1024xf32>, memref<512x16xf32, #tile.shared>
}

// -----

// (C7): coordinates that are known, with all of their steps.
tile.kernel @inner_coord(%in: memref<256x256xf32>) block [32] {
  // expected-error@+1 {{'tile.apply' op (C7) expected the innermost coordinate to start at a multiple of 16 bytes, got 2 (8 bytes); round it down to a multiple of 4 elements}}
  tile.apply "cp.async.bulk.prefetch.tensor.2d.L2.global.tile"
    (%in) box [8, 16] coords [0, 2]
    : memref<256x256xf32>
}

// -----

tile.kernel @wide_coord(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C7) expected coordinate 0 to fit 32 bits, got -2147483649}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%tile, %in) box [8, 16] coords [-2147483649, 0] mbar %bar
    : memref<8x16xf32, #tile.shared>, memref<256x256xf32>
}

// -----

tile.kernel @largest_coord(%in: memref<256x256xf32>) block [32] {
  // expected-error@+1 {{'tile.apply' op (C7) expected coordinate 1 to fit 32 bits, got 9223372036854775807}}
  tile.apply "cp.async.bulk.prefetch.tensor.2d.L2.global.tile"
    (%in) box [8, 16] coords [0, 9223372036854775807]
    : memref<256x256xf32>
}

// -----

tile.kernel @constant_coord(%in: memref<256x256xf32>) block [32] {
  %far = arith.constant 4294967296 : index
  // expected-error@+1 {{'tile.apply' op (C7) expected coordinate 0 to fit 32 bits, got 4294967296}}
  tile.apply "cp.async.bulk.prefetch.tensor.2d.L2.global.tile"
    (%in) box [8, 16] coords [%far, 0]
    : memref<256x256xf32>
}

// -----

tile.kernel @reduce_negative(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C7) expected coordinate 1 of a store or reduction not to be negative (the hardware faults), got -16}}
  tile.apply "cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group"
    (%in, %tile) box [8, 16] coords [0, -16]
    : memref<256x256xf32>, memref<8x16xf32, #tile.shared>
}

// -----

tile.kernel @step_below(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<3x8x16xf32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C7) expected coordinate 0 of a store or reduction not to be negative (the hardware faults), got -8}}
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
    (%in, %tile) box [8, 16] coords [8, 0] coord_steps [[-8, 0]]
    : memref<256x256xf32>, memref<3x8x16xf32, #tile.shared>
}

// -----

tile.kernel @step_beyond(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<3x8x16xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C7) expected coordinate 0 to fit 32 bits, got 4294967294}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%tile, %in) box [8, 16] coords [0, 0] coord_steps [[2147483647, 0]] mbar %bar
    : memref<3x8x16xf32, #tile.shared>, memref<256x256xf32>
}

// -----

tile.kernel @step_grid(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<3x8x16xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C7) expected innermost steps of a multiple of 16 bytes, got 6 (24 bytes)}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%tile, %in) box [8, 16] coords [%c0, %c0] coord_steps [[0, 6]] mbar %bar
    : memref<3x8x16xf32, #tile.shared>, memref<256x256xf32>
}

// -----

// (C8): a data type of the elements' width and kind.
tile.kernel @format_f32(%in: memref<256x256xf32>) block [32] {
  // expected-error@+1 {{'tile.apply' op (C8) expected format f32 or f32_ftz or tf32 or tf32_ftz for elements of 'f32', got i32}}
  tile.apply "cp.async.bulk.prefetch.tensor.2d.L2.global.tile"
    (%in) box [8, 16] coords [0, 0] format(i32)
    : memref<256x256xf32>
}

// -----

tile.kernel @format_f16(%in: memref<256x256xf16>) block [32] {
  // expected-error@+1 {{'tile.apply' op (C8) expected format f16 for elements of 'f16', got bf16}}
  tile.apply "cp.async.bulk.prefetch.tensor.2d.L2.global.tile"
    (%in) box [8, 16] coords [0, 0] format(bf16)
    : memref<256x256xf16>
}

// -----

tile.kernel @format_i32(%in: memref<256x256xi32>) block [32] {
  // expected-error@+1 {{'tile.apply' op (C8) expected format i32 or u32 for elements of 'i32', got f32}}
  tile.apply "cp.async.bulk.prefetch.tensor.2d.L2.global.tile"
    (%in) box [8, 16] coords [0, 0] format(f32)
    : memref<256x256xi32>
}

// -----

tile.kernel @format_i64(%in: memref<256x256xi64>) block [32] {
  // expected-error@+1 {{'tile.apply' op (C8) expected format i64 or u64 for elements of 'i64', got u32}}
  tile.apply "cp.async.bulk.prefetch.tensor.2d.L2.global.tile"
    (%in) box [8, 16] coords [0, 0] format(u32)
    : memref<256x256xi64>
}

// -----

tile.kernel @format_ui32(%in: memref<256x256xui32>) block [32] {
  // expected-error@+1 {{'tile.apply' op (C8) expected format u32 for elements of 'ui32', got i32}}
  tile.apply "cp.async.bulk.prefetch.tensor.2d.L2.global.tile"
    (%in) box [8, 16] coords [0, 0] format(i32)
    : memref<256x256xui32>
}

// -----

tile.kernel @format_si32(%in: memref<256x256xsi32>) block [32] {
  // expected-error@+1 {{'tile.apply' op (C8) expected format i32 for elements of 'si32', got u32}}
  tile.apply "cp.async.bulk.prefetch.tensor.2d.L2.global.tile"
    (%in) box [8, 16] coords [0, 0] format(u32)
    : memref<256x256xsi32>
}

// -----

tile.kernel @format_i8(%in: memref<256x256xi8>) block [32] {
  // expected-error@+1 {{'tile.apply' op (C8) expected format u8 for elements of 'i8', got u16}}
  tile.apply "cp.async.bulk.prefetch.tensor.2d.L2.global.tile"
    (%in) box [8, 16] coords [0, 0] format(u16)
    : memref<256x256xi8>
}

// -----

tile.kernel @format_fp8(%in: memref<256x256xf8E5M2>) block [32] {
  // expected-error@+1 {{'tile.apply' op (C8) expected format u8 for elements of 'f8E5M2', got f16}}
  tile.apply "cp.async.bulk.prefetch.tensor.2d.L2.global.tile"
    (%in) box [8, 16] coords [0, 0] format(f16)
    : memref<256x256xf8E5M2>
}

// -----

tile.kernel @format_f64(%in: memref<256x256xf64>) block [32] {
  // expected-error@+1 {{'tile.apply' op (C8) expected format f64 for elements of 'f64', got f32}}
  tile.apply "cp.async.bulk.prefetch.tensor.2d.L2.global.tile"
    (%in) box [8, 16] coords [0, 0] format(f32)
    : memref<256x256xf64>
}

// -----

tile.kernel @format_word(%in: memref<256x256xf32>) block [32] {
  // expected-error@+2 {{expected a data type: u8, u16, u32, i32, u64, i64, f16, f32, f64, bf16, f32_ftz, tf32 or tf32_ftz, got 'u4'}}
  tile.apply "cp.async.bulk.prefetch.tensor.2d.L2.global.tile"
    (%in) box [8, 16] coords [0, 0] format(u4)
    : memref<256x256xf32>
}

// -----

// (C9): one step for each leading axis that repeats, or for each.
tile.kernel @no_steps(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<2x3x8x16xf32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C9) expected 'coord_steps' with 2 steps, one for each leading axis of the shared operand that is not of extent 1, got 0; each says how far the coordinates move, outer to inner, as in coord_steps [[0, 64]]}}
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
    (%in, %tile) box [8, 16] coords [0, 0]
    : memref<256x256xf32>, memref<2x3x8x16xf32, #tile.shared>
}

// -----

tile.kernel @one_step(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<2x3x8x16xf32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C9) expected 'coord_steps' with 2 steps, one for each leading axis of the shared operand that is not of extent 1, got 1}}
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
    (%in, %tile) box [8, 16] coords [0, 0] coord_steps [[8, 0]]
    : memref<256x256xf32>, memref<2x3x8x16xf32, #tile.shared>
}

// -----

tile.kernel @three_steps(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<2x3x8x16xf32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C9) expected 'coord_steps' with 2 steps}}
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
    (%in, %tile) box [8, 16] coords [0, 0] coord_steps [[8, 0], [0, 16], [0, 0]]
    : memref<256x256xf32>, memref<2x3x8x16xf32, #tile.shared>
}

// -----

tile.kernel @steps_of_ones(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<1x3x1x8x16xf32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C9) expected 'coord_steps' with 1 step, one for each leading axis of the shared operand that is not of extent 1, or 3, one for each leading axis, got 2}}
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
    (%in, %tile) box [8, 16] coords [0, 0] coord_steps [[8, 0], [0, 16]]
    : memref<256x256xf32>, memref<1x3x1x8x16xf32, #tile.shared>
}

// -----

tile.kernel @needless_step(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C9) expected 'coord_steps' with no step, got 1}}
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
    (%in, %tile) box [8, 16] coords [0, 0] coord_steps [[8, 0]]
    : memref<256x256xf32>, memref<8x16xf32, #tile.shared>
}

// -----

tile.kernel @needless_steps(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<1x8x16xf32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C9) expected 'coord_steps' with no step, or 1, one for each leading axis, got 2}}
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
    (%in, %tile) box [8, 16] coords [0, 0] coord_steps [[8, 0], [8, 0]]
    : memref<256x256xf32>, memref<1x8x16xf32, #tile.shared>
}

// -----

tile.kernel @step_rank(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<3x8x16xf32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C9) expected steps of rank 2, got 1 numbers}}
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
    (%in, %tile) box [8, 16] coords [0, 0] coord_steps [[8]]
    : memref<256x256xf32>, memref<3x8x16xf32, #tile.shared>
}

// -----

tile.kernel @step_empty(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<3x8x16xf32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C9) expected steps of rank 2, got 0 numbers}}
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
    (%in, %tile) box [8, 16] coords [0, 0] coord_steps [[]]
    : memref<256x256xf32>, memref<3x8x16xf32, #tile.shared>
}

// -----

tile.kernel @step_wide(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<3x8x16xf32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C9) expected steps that fit 32 bits, got 4294967296}}
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
    (%in, %tile) box [8, 16] coords [0, 0] coord_steps [[4294967296, 0]]
    : memref<256x256xf32>, memref<3x8x16xf32, #tile.shared>
}

// -----

// (C10): the mask names blocks of the cluster.
tile.kernel @mask_wide(%in: memref<256x256xf32>) block [32] cluster [2] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C10) expected a cta_mask of 16 bits, got 65536}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster"
    (%tile, %in) box [8, 16] coords [0, 0] mbar %bar cta_mask 65536
    : memref<8x16xf32, #tile.shared>, memref<256x256xf32>
}

// -----

tile.kernel @mask_negative(%in: memref<256x256xf32>) block [32] cluster [2] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C10) expected a cta_mask of 16 bits, got -1}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster"
    (%tile, %in) box [8, 16] coords [0, 0] mbar %bar cta_mask -1
    : memref<8x16xf32, #tile.shared>, memref<256x256xf32>
}

// -----

tile.kernel @mask_zero(%in: memref<256x256xf32>) block [32] cluster [2] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C10) expected a cta_mask of 1 to 3, a bit for each of the cluster's 2 blocks, got 0}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster"
    (%tile, %in) box [8, 16] coords [0, 0] mbar %bar cta_mask 0
    : memref<8x16xf32, #tile.shared>, memref<256x256xf32>
}

// -----

tile.kernel @mask_beyond(%in: memref<256x256xf32>) block [32] cluster [2, 2] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C10) expected a cta_mask of 1 to 15, a bit for each of the cluster's 4 blocks, got 16}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster"
    (%tile, %in) box [8, 16] coords [0, 0] mbar %bar cta_mask 16
    : memref<8x16xf32, #tile.shared>, memref<256x256xf32>
}

// -----

tile.kernel @mask_constant(%in: memref<256x256xf32>) block [32] cluster [2] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %mask = arith.constant 4 : i16
  // expected-error@+1 {{'tile.apply' op (C10) expected a cta_mask of 1 to 3, a bit for each of the cluster's 2 blocks, got 4}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster"
    (%tile, %in) box [8, 16] coords [0, 0] mbar %bar cta_mask %mask
    : memref<8x16xf32, #tile.shared>, memref<256x256xf32>
}

// -----

tile.kernel @no_cluster(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C10) expected a kernel with clusters: '.multicast::cluster' copies to blocks of one; write 'cluster [2]' after the block of tile.kernel}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster"
    (%tile, %in) box [8, 16] coords [0, 0] mbar %bar cta_mask 1
    : memref<8x16xf32, #tile.shared>, memref<256x256xf32>
}

// -----

// (C11): the reductions that the hardware has.
tile.kernel @min_f32(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C11) expected a reduction that the hardware has for f32 (others are illegal instructions), got min; it has }}
  tile.apply "cp.reduce.async.bulk.tensor.2d.global.shared::cta.min.tile.bulk_group"
    (%in, %tile) box [8, 16] coords [0, 0]
    : memref<256x256xf32>, memref<8x16xf32, #tile.shared>
}

// -----

tile.kernel @max_f32(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C11) expected a reduction that the hardware has for f32 (others are illegal instructions), got max; it has }}
  tile.apply "cp.reduce.async.bulk.tensor.2d.global.shared::cta.max.tile.bulk_group"
    (%in, %tile) box [8, 16] coords [0, 0]
    : memref<256x256xf32>, memref<8x16xf32, #tile.shared>
}

// -----

tile.kernel @inc_f32(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C11) expected a reduction that the hardware has for f32 (others are illegal instructions), got inc; it has }}
  tile.apply "cp.reduce.async.bulk.tensor.2d.global.shared::cta.inc.tile.bulk_group"
    (%in, %tile) box [8, 16] coords [0, 0]
    : memref<256x256xf32>, memref<8x16xf32, #tile.shared>
}

// -----

tile.kernel @dec_f32(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C11) expected a reduction that the hardware has for f32 (others are illegal instructions), got dec; it has }}
  tile.apply "cp.reduce.async.bulk.tensor.2d.global.shared::cta.dec.tile.bulk_group"
    (%in, %tile) box [8, 16] coords [0, 0]
    : memref<256x256xf32>, memref<8x16xf32, #tile.shared>
}

// -----

tile.kernel @and_f32(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C11) expected a reduction that the hardware has for f32 (others are illegal instructions), got and; it has }}
  tile.apply "cp.reduce.async.bulk.tensor.2d.global.shared::cta.and.tile.bulk_group"
    (%in, %tile) box [8, 16] coords [0, 0]
    : memref<256x256xf32>, memref<8x16xf32, #tile.shared>
}

// -----

tile.kernel @or_f32(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C11) expected a reduction that the hardware has for f32 (others are illegal instructions), got or; it has }}
  tile.apply "cp.reduce.async.bulk.tensor.2d.global.shared::cta.or.tile.bulk_group"
    (%in, %tile) box [8, 16] coords [0, 0]
    : memref<256x256xf32>, memref<8x16xf32, #tile.shared>
}

// -----

tile.kernel @xor_f32(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C11) expected a reduction that the hardware has for f32 (others are illegal instructions), got xor; it has }}
  tile.apply "cp.reduce.async.bulk.tensor.2d.global.shared::cta.xor.tile.bulk_group"
    (%in, %tile) box [8, 16] coords [0, 0]
    : memref<256x256xf32>, memref<8x16xf32, #tile.shared>
}

// -----

tile.kernel @min_f64(%in: memref<256x256xf64>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf64, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C11) expected a reduction that the hardware has for f64 (others are illegal instructions), got min; it has }}
  tile.apply "cp.reduce.async.bulk.tensor.2d.global.shared::cta.min.tile.bulk_group"
    (%in, %tile) box [8, 16] coords [0, 0]
    : memref<256x256xf64>, memref<8x16xf64, #tile.shared>
}

// -----

tile.kernel @max_f64(%in: memref<256x256xf64>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf64, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C11) expected a reduction that the hardware has for f64 (others are illegal instructions), got max; it has }}
  tile.apply "cp.reduce.async.bulk.tensor.2d.global.shared::cta.max.tile.bulk_group"
    (%in, %tile) box [8, 16] coords [0, 0]
    : memref<256x256xf64>, memref<8x16xf64, #tile.shared>
}

// -----

tile.kernel @xor_f64(%in: memref<256x256xf64>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf64, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C11) expected a reduction that the hardware has for f64 (others are illegal instructions), got xor; it has }}
  tile.apply "cp.reduce.async.bulk.tensor.2d.global.shared::cta.xor.tile.bulk_group"
    (%in, %tile) box [8, 16] coords [0, 0]
    : memref<256x256xf64>, memref<8x16xf64, #tile.shared>
}

// -----

tile.kernel @inc_f16(%in: memref<256x256xf16>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf16, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C11) expected a reduction that the hardware has for f16 (others are illegal instructions), got inc; it has }}
  tile.apply "cp.reduce.async.bulk.tensor.2d.global.shared::cta.inc.tile.bulk_group"
    (%in, %tile) box [8, 16] coords [0, 0]
    : memref<256x256xf16>, memref<8x16xf16, #tile.shared>
}

// -----

tile.kernel @and_f16(%in: memref<256x256xf16>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf16, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C11) expected a reduction that the hardware has for f16 (others are illegal instructions), got and; it has }}
  tile.apply "cp.reduce.async.bulk.tensor.2d.global.shared::cta.and.tile.bulk_group"
    (%in, %tile) box [8, 16] coords [0, 0]
    : memref<256x256xf16>, memref<8x16xf16, #tile.shared>
}

// -----

tile.kernel @dec_bf16(%in: memref<256x256xbf16>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xbf16, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C11) expected a reduction that the hardware has for bf16 (others are illegal instructions), got dec; it has }}
  tile.apply "cp.reduce.async.bulk.tensor.2d.global.shared::cta.dec.tile.bulk_group"
    (%in, %tile) box [8, 16] coords [0, 0]
    : memref<256x256xbf16>, memref<8x16xbf16, #tile.shared>
}

// -----

tile.kernel @or_bf16(%in: memref<256x256xbf16>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xbf16, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C11) expected a reduction that the hardware has for bf16 (others are illegal instructions), got or; it has }}
  tile.apply "cp.reduce.async.bulk.tensor.2d.global.shared::cta.or.tile.bulk_group"
    (%in, %tile) box [8, 16] coords [0, 0]
    : memref<256x256xbf16>, memref<8x16xbf16, #tile.shared>
}

// -----

tile.kernel @inc_i32(%in: memref<256x256xi32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xi32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C11) expected a reduction that the hardware has for i32 (others are illegal instructions), got inc; it has }}
  tile.apply "cp.reduce.async.bulk.tensor.2d.global.shared::cta.inc.tile.bulk_group"
    (%in, %tile) box [8, 16] coords [0, 0]
    : memref<256x256xi32>, memref<8x16xi32, #tile.shared>
}

// -----

tile.kernel @dec_i32(%in: memref<256x256xi32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xi32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C11) expected a reduction that the hardware has for i32 (others are illegal instructions), got dec; it has }}
  tile.apply "cp.reduce.async.bulk.tensor.2d.global.shared::cta.dec.tile.bulk_group"
    (%in, %tile) box [8, 16] coords [0, 0]
    : memref<256x256xi32>, memref<8x16xi32, #tile.shared>
}

// -----

tile.kernel @add_i64(%in: memref<256x256xi64>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xi64, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C11) expected a reduction that the hardware has for i64 (others are illegal instructions), got add; it has }}
  tile.apply "cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group"
    (%in, %tile) box [8, 16] coords [0, 0]
    : memref<256x256xi64>, memref<8x16xi64, #tile.shared>
}

// -----

tile.kernel @and_i64(%in: memref<256x256xi64>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xi64, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C11) expected a reduction that the hardware has for i64 (others are illegal instructions), got and; it has }}
  tile.apply "cp.reduce.async.bulk.tensor.2d.global.shared::cta.and.tile.bulk_group"
    (%in, %tile) box [8, 16] coords [0, 0]
    : memref<256x256xi64>, memref<8x16xi64, #tile.shared>
}

// -----

tile.kernel @or_i64(%in: memref<256x256xi64>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xi64, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C11) expected a reduction that the hardware has for i64 (others are illegal instructions), got or; it has }}
  tile.apply "cp.reduce.async.bulk.tensor.2d.global.shared::cta.or.tile.bulk_group"
    (%in, %tile) box [8, 16] coords [0, 0]
    : memref<256x256xi64>, memref<8x16xi64, #tile.shared>
}

// -----

tile.kernel @xor_i64(%in: memref<256x256xi64>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xi64, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C11) expected a reduction that the hardware has for i64 (others are illegal instructions), got xor; it has }}
  tile.apply "cp.reduce.async.bulk.tensor.2d.global.shared::cta.xor.tile.bulk_group"
    (%in, %tile) box [8, 16] coords [0, 0]
    : memref<256x256xi64>, memref<8x16xi64, #tile.shared>
}

// -----

tile.kernel @inc_i64(%in: memref<256x256xi64>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xi64, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C11) expected a reduction that the hardware has for i64 (others are illegal instructions), got inc; it has }}
  tile.apply "cp.reduce.async.bulk.tensor.2d.global.shared::cta.inc.tile.bulk_group"
    (%in, %tile) box [8, 16] coords [0, 0]
    : memref<256x256xi64>, memref<8x16xi64, #tile.shared>
}

// -----

tile.kernel @inc_ui64(%in: memref<256x256xui64>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xui64, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C11) expected a reduction that the hardware has for u64 (others are illegal instructions), got inc; it has }}
  tile.apply "cp.reduce.async.bulk.tensor.2d.global.shared::cta.inc.tile.bulk_group"
    (%in, %tile) box [8, 16] coords [0, 0]
    : memref<256x256xui64>, memref<8x16xui64, #tile.shared>
}

// -----

tile.kernel @dec_ui64(%in: memref<256x256xui64>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xui64, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C11) expected a reduction that the hardware has for u64 (others are illegal instructions), got dec; it has }}
  tile.apply "cp.reduce.async.bulk.tensor.2d.global.shared::cta.dec.tile.bulk_group"
    (%in, %tile) box [8, 16] coords [0, 0]
    : memref<256x256xui64>, memref<8x16xui64, #tile.shared>
}

// -----

tile.kernel @add_i8(%in: memref<256x256xi8>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xi8, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C11) expected a reduction that the hardware has for u8 (others are illegal instructions), got add; there is none: convert to a wider type}}
  tile.apply "cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group"
    (%in, %tile) box [8, 16] coords [0, 0]
    : memref<256x256xi8>, memref<8x16xi8, #tile.shared>
}

// -----

tile.kernel @xor_i8(%in: memref<256x256xi8>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xi8, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C11) expected a reduction that the hardware has for u8 (others are illegal instructions), got xor; there is none: convert to a wider type}}
  tile.apply "cp.reduce.async.bulk.tensor.2d.global.shared::cta.xor.tile.bulk_group"
    (%in, %tile) box [8, 16] coords [0, 0]
    : memref<256x256xi8>, memref<8x16xi8, #tile.shared>
}

// -----

tile.kernel @add_i16(%in: memref<256x256xi16>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xi16, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C11) expected a reduction that the hardware has for u16 (others are illegal instructions), got add; there is none: convert to a wider type}}
  tile.apply "cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group"
    (%in, %tile) box [8, 16] coords [0, 0]
    : memref<256x256xi16>, memref<8x16xi16, #tile.shared>
}

// -----

tile.kernel @add_f8E4M3FN(%in: memref<256x256xf8E4M3FN>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf8E4M3FN, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C11) expected a reduction that the hardware has for u8 (others are illegal instructions), got add; there is none: convert to a wider type}}
  tile.apply "cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group"
    (%in, %tile) box [8, 16] coords [0, 0]
    : memref<256x256xf8E4M3FN>, memref<8x16xf8E4M3FN, #tile.shared>
}

// -----

tile.kernel @max_f8E4M3FN(%in: memref<256x256xf8E4M3FN>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf8E4M3FN, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C11) expected a reduction that the hardware has for u8 (others are illegal instructions), got max; there is none: convert to a wider type}}
  tile.apply "cp.reduce.async.bulk.tensor.2d.global.shared::cta.max.tile.bulk_group"
    (%in, %tile) box [8, 16] coords [0, 0]
    : memref<256x256xf8E4M3FN>, memref<8x16xf8E4M3FN, #tile.shared>
}

// -----

tile.kernel @max_tf32(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C11) expected a reduction that the hardware has for tf32}}
  tile.apply "cp.reduce.async.bulk.tensor.2d.global.shared::cta.max.tile.bulk_group"
    (%in, %tile) box [8, 16] coords [0, 0] format(tf32)
    : memref<256x256xf32>, memref<8x16xf32, #tile.shared>
}

// -----

tile.kernel @map_max(%in: !tile.tensor_map<8x16xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C11) expected a reduction that the hardware has for f32}}
  tile.apply "cp.reduce.async.bulk.tensor.2d.global.shared::cta.max.tile.bulk_group"
    (%in, %tile) coords [0, 0]
    : !tile.tensor_map<8x16xf32>, memref<8x16xf32, #tile.shared>
}

// -----

// (C15): the barrier is in the block that gets the bytes.
tile.kernel @remote_barrier(%in: memref<256x256xf32>) block [32] cluster [2] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %theirs = tile.mapa %bar, %c0 : !tile.mbarrier_ref, index
  // expected-error@+1 {{'tile.apply' op (C15) expected a barrier of the block that gets the bytes, '!tile.mbarrier_ref', got '!tile.mbarrier_ref<shared_cluster>'}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%tile, %in) box [8, 16] coords [0, 0] mbar %theirs <shared_cluster>
    : memref<8x16xf32, #tile.shared>, memref<256x256xf32>
}

// -----

// expected-note@+1 {{prior use here}}
tile.kernel @barrier_type(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+2 {{use of value '%in' expects different type than prior uses: '!tile.mbarrier_ref' vs 'memref<256x256xf32>'}}
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%tile, %in) box [8, 16] coords [0, 0] mbar %in
    : memref<8x16xf32, #tile.shared>, memref<256x256xf32>
}

// -----

// Words that no clause has.
tile.kernel @policy_word(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  // expected-error@+2 {{expected an eviction priority: evict_normal, evict_first, evict_last or evict_unchanged, got 'evict'}}
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group.L2::cache_hint"
    (%in, %tile) box [8, 16] coords [0, 0] cache_policy(evict)
    : memref<256x256xf32>, memref<8x16xf32, #tile.shared>
}

// -----

tile.kernel @interleave_word(%in: memref<256x256xf32>) block [32] {
  // expected-error@+2 {{expected an interleave: none, 16B or 32B, got '64B'}}
  tile.apply "cp.async.bulk.prefetch.tensor.2d.L2.global.tile"
    (%in) box [8, 16] coords [0, 0] interleave(64B)
    : memref<256x256xf32>
}

// -----

tile.kernel @swizzle_word(%in: memref<256x256xf32>) block [32] {
  // expected-error@+2 {{expected a swizzle: none, 32B, 64B or 128B, got '256B'}}
  tile.apply "cp.async.bulk.prefetch.tensor.2d.L2.global.tile"
    (%in) box [8, 16] coords [0, 0] swizzle(256B)
    : memref<256x256xf32>
}

// -----

tile.kernel @twice(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  // expected-error@+2 {{expected ':'}}
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
    (%in, %tile) box [8, 16] box [8, 16] coords [0, 0]
    : memref<256x256xf32>, memref<8x16xf32, #tile.shared>
}

// -----

tile.kernel @order(%in: memref<256x256xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  // expected-error@+2 {{expected ':'}}
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
    (%in, %tile) coords [0, 0] box [8, 16]
    : memref<256x256xf32>, memref<8x16xf32, #tile.shared>
}

// -----

// The generic form can hold what the text cannot: both spellings of a clause.
"tile.kernel"() <{block = array<i32: 32>, cluster = array<i32: 2>, function_type = (memref<256x256xf32>, i16) -> (), sym_name = "two_masks"}> ({
^bb0(%in: memref<256x256xf32>, %mask: i16):
  %c0 = arith.constant 0 : index
  %tile = "tile.alloc_shared"() : () -> memref<8x16xf32, #tile.shared>
  %full = "tile.alloc_shared"() : () -> memref<1x!tile.mbarrier, #tile.shared>
  %bar = "tile.mbarrier.ref"(%full, %c0) : (memref<1x!tile.mbarrier, #tile.shared>, index) -> !tile.mbarrier_ref
  // expected-error@+1 {{'tile.apply' op (C5) expected 'cta_mask' as an operand or as a constant, got both}}
  "tile.apply"(%tile, %in, %bar, %mask) <{
    instruction = #tile.tma_load<"cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster">,
    box = array<i64: 8, 16>, static_coords = array<i64: 0, 0>, static_cta_mask = 3 : i32,
    operandSegmentSizes = array<i32: 2, 0, 1, 1, 0, 0, 0>}>
    : (memref<8x16xf32, #tile.shared>, memref<256x256xf32>, !tile.mbarrier_ref, i16) -> ()
  "tile.return"() : () -> ()
}) : () -> ()

// -----

"tile.kernel"() <{block = array<i32: 32>, function_type = (memref<256x256xf32>, i64) -> (), sym_name = "two_policies"}> ({
^bb0(%out: memref<256x256xf32>, %policy: i64):
  %tile = "tile.alloc_shared"() : () -> memref<8x16xf32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C5) expected 'cache_policy' as an operand or as a constant, got both}}
  "tile.apply"(%out, %tile, %policy) <{
    instruction = #tile.tma_store<"cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group.L2::cache_hint">,
    box = array<i64: 8, 16>, static_coords = array<i64: 0, 0>, named_cache_policy = #tile.cache_policy<evict_first>,
    operandSegmentSizes = array<i32: 2, 0, 0, 0, 1, 0, 0>}>
    : (memref<256x256xf32>, memref<8x16xf32, #tile.shared>, i64) -> ()
  "tile.return"() : () -> ()
}) : () -> ()

// -----

// Coordinates that are counted as operands and are none.
"tile.kernel"() <{block = array<i32: 32>, function_type = (memref<256x256xf32>) -> (), sym_name = "no_coordinate"}> ({
^bb0(%out: memref<256x256xf32>):
  %tile = "tile.alloc_shared"() : () -> memref<8x16xf32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C3) expected 1 dynamic coordinates, got 0}}
  "tile.apply"(%out, %tile) <{
    instruction = #tile.tma_store<"cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group">,
    box = array<i64: 8, 16>, static_coords = array<i64: 0, -9223372036854775808>,
    operandSegmentSizes = array<i32: 2, 0, 0, 0, 0, 0, 0>}>
    : (memref<256x256xf32>, memref<8x16xf32, #tile.shared>) -> ()
  "tile.return"() : () -> ()
}) : () -> ()

// -----

// A tile that one copy does not take: how to split it.
tile.kernel @two_spans(%in: memref<1024x1024xf16>) block [32] {
  // expected-note@+2 {{as several copies: a shared operand '2x128x64xf16' with box [128, 64] coord_steps [[0, 64]]}}
  // expected-error@+1 {{'tile.apply' op (C6) tensor 'in', dimension 1 (TMA dimension 0): swizzle span (TM16): expected an inner box of at most 128 bytes (64 elements) with swizzle 128B, got 256 bytes (128 elements)}}
  tile.apply "prefetch.tensormap"(%in) box [128, 128] swizzle(128B) : memref<1024x1024xf16>
}

// -----

// In both dimensions; the rows in pieces that divide them.
tile.kernel @both(%in: memref<1024x1024xi8>) block [32] {
  // expected-note@+3 {{and tensor 'in', dimension 0 (TMA dimension 1): box range}}
  // expected-note@+2 {{as several copies: a shared operand '2x2x150x208xi8' with box [150, 208] coord_steps [[150, 0], [0, 208]]}}
  // expected-error@+1 {{'tile.apply' op (C6) tensor 'in', dimension 1 (TMA dimension 0): box range}}
  tile.apply "prefetch.tensormap"(%in) box [300, 416] : memref<1024x1024xi8>
}

// -----

// A prime number of rows has no such pieces.
tile.kernel @prime(%in: memref<1024x1024xi8>) block [32] {
  // expected-error@+1 {{'tile.apply' op (C6) tensor 'in', dimension 0 (TMA dimension 1): box range}}
  tile.apply "prefetch.tensormap"(%in) box [257, 64] : memref<1024x1024xi8>
}

// -----

// What signed numbers lack, unsigned ones of the same bits may have.
tile.kernel @add_i64(%out: memref<256x256xi64>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xi64, #tile.shared>
  // expected-error@+1 {{got add; it has min, max; u64 has add: write format(u64), or elements of ui64}}
  tile.apply "cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group"
    (%out, %tile) box [8, 16] coords [0, 0]
    : memref<256x256xi64>, memref<8x16xi64, #tile.shared>
}

// -----

tile.kernel @inc_i32(%out: memref<256x256xi32>) block [32] {
  %tile = tile.alloc_shared : memref<8x16xi32, #tile.shared>
  // expected-error@+1 {{u32 has inc: write format(u32), or elements of ui32}}
  tile.apply "cp.reduce.async.bulk.tensor.2d.global.shared::cta.inc.tile.bulk_group"
    (%out, %tile) box [8, 16] coords [0, 0]
    : memref<256x256xi32>, memref<8x16xi32, #tile.shared>
}
