// RUN: tilery-opt %s -split-input-file -verify-diagnostics

// tile.apply on tensors, each constraint with its whole kind. Reductions, barriers and what only the generic form can hold, (C11) and (C15).

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
