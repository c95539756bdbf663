// RUN: tilery-opt %s -split-input-file -verify-diagnostics

// tile.apply on tensors, each constraint with its whole kind. Clauses, (C5).

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
