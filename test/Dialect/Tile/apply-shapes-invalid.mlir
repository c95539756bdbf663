// RUN: tilery-opt %s -split-input-file -verify-diagnostics

// tile.apply on tensors, each constraint with its whole kind. Ranks, shared images and repetitions, (C3) and (C4).

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
