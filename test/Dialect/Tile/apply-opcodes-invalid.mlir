// RUN: tilery-opt %s -split-input-file -verify-diagnostics

// tile.apply on tensors, each constraint with its whole kind. Opcodes and operands, (C1) and (C2).

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
