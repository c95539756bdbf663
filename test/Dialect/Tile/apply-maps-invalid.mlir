// RUN: tilery-opt %s -split-input-file -verify-diagnostics

// tile.apply on tensors, each constraint with its whole kind. Maps, coordinates, formats, steps and masks, (C6) to (C10).

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
