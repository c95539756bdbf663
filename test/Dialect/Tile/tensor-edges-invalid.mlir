// RUN: tilery-opt %s -split-input-file -verify-diagnostics

// What a static type shows to be wrong is wrong when it is compiled.

// bf16 rows of 511 elements.
tile.kernel @odd_rows(%in: memref<64x511xbf16>) block [32] {
  // expected-error@+1 {{tensor 'in', dimension 0 (TMA dimension 1): stride alignment (TM11): expected a stride that is a multiple of 16 bytes, got 1022 bytes (511 elements)}}
  tile.apply "cp.async.bulk.prefetch.tensor.2d.L2.global.tile" (%in) box [8, 64] coords [0, 0] : memref<64x511xbf16>
}

// -----

tile.kernel @expanded(%in: memref<64x64xf32, strided<[0, 0]>>) block [32] {
  // expected-error@+1 {{tensor 'in', dimension 1 (TMA dimension 0): inner stride (TM10): expected an inner stride of 1 element, got 0 elements}}
  tile.apply "cp.async.bulk.prefetch.tensor.2d.L2.global.tile" (%in) box [8, 32] coords [0, 0] : memref<64x64xf32, strided<[0, 0]>>
}

// -----

// One float is 4 bytes.
tile.kernel @one_element(%in: memref<64x64xf32>) block [32] {
  // expected-error@+1 {{tensor 'in', dimension 1 (TMA dimension 0): inner box bytes (TM14): expected an inner box that is a multiple of 16 bytes, got 4 bytes (1 element)}}
  tile.apply "cp.async.bulk.prefetch.tensor.2d.L2.global.tile" (%in) box [8, 1] coords [0, 0] : memref<64x64xf32>
}

// -----

// x[:, 0::2], as a subview and as a type.
tile.kernel @step(%in: memref<64x64xf32>) block [32] {
  %view = memref.subview %in[0, 0] [64, 32] [1, 2] : memref<64x64xf32> to memref<64x32xf32, strided<[64, 2]>>
  // expected-error@+1 {{tensor 'in', dimension 1 (TMA dimension 0): inner stride (TM10): expected an inner stride of 1 element, got 2 elements (8 bytes)}}
  tile.apply "cp.async.bulk.prefetch.tensor.2d.L2.global.tile" (%view) box [8, 32] coords [0, 0] : memref<64x32xf32, strided<[64, 2]>>
}

// -----

// A view off the grid, of an argument that lies on it.
tile.kernel @off_grid(%in: memref<64x64xf16> {tile.align = 16 : i64}) block [32] {
  %view = memref.subview %in[0, 1] [64, 56] [1, 1] : memref<64x64xf16> to memref<64x56xf16, strided<[64, 1], offset: 1>>
  // expected-error@+1 {{tensor 'in': base alignment (TM07): expected a base address that is a multiple of 16 bytes, got 2 bytes (1 element) past a multiple}}
  tile.apply "cp.async.bulk.prefetch.tensor.2d.L2.global.tile" (%view) box [8, 32] coords [0, 0] : memref<64x56xf16, strided<[64, 1], offset: 1>>
}

// -----

// Two stores to one place: repeated rows and overlapping windows.
tile.kernel @repeated(%out: memref<64x64xf32, strided<[0, 1]>>) block [32] {
  %tile = tile.alloc_shared : memref<8x32xf32, #tile.shared>
  // expected-error@+1 {{tensor 'out', dimension 0 (TMA dimension 1): store overlap (TM33): expected a stride of at least 256 bytes (64 elements) for stores, got 0 bytes}}
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group" (%out, %tile) box [8, 32] coords [0, 0]
    : memref<64x64xf32, strided<[0, 1]>>, memref<8x32xf32, #tile.shared>
}

// -----

tile.kernel @windows(%out: memref<64x64xf32, strided<[4, 1]>>) block [32] {
  %tile = tile.alloc_shared : memref<8x32xf32, #tile.shared>
  // expected-error@+1 {{store overlap (TM33): expected a stride of at least 256 bytes (64 elements) for stores, got 16 bytes (4 elements); store to a tensor whose elements lie apart, or reduce into this one}}
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group" (%out, %tile) box [8, 32] coords [0, 0]
    : memref<64x64xf32, strided<[4, 1]>>, memref<8x32xf32, #tile.shared>
}

// -----

// A view of 30 columns: the copy engine would write columns 30 and 31 too.
tile.kernel @columns(%out: memref<64x64xf32>) block [32] {
  %tile = tile.alloc_shared : memref<8x32xf32, #tile.shared>
  %view = memref.subview %out[0, 0] [64, 30] [1, 1] : memref<64x64xf32> to memref<64x30xf32, strided<[64, 1]>>
  // expected-error@+1 {{store edge (TM28): expected an inner extent that is a multiple of 16 bytes for a store, got 120 bytes (30 elements)}}
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group" (%view, %tile) box [8, 32] coords [0, 0]
    : memref<64x30xf32, strided<[64, 1]>>, memref<8x32xf32, #tile.shared>
}

// -----

// A tensor of no dimensions has no TensorMap.
tile.kernel @rank0(%in: memref<f32>) block [32] {
  // expected-error@+1 {{expected a global operand of rank 1, which the opcode's '.1d' says, got 0}}
  tile.apply "cp.async.bulk.prefetch.tensor.1d.L2.global.tile" (%in) box [4] coords [0] : memref<f32>
}

// -----

tile.kernel @long(%in: memref<4294967312xf32>) block [32] {
  // expected-error@+1 {{dimension range (TM05): expected an extent of 1 to 4294967296 elements, got 4294967312}}
  tile.apply "cp.async.bulk.prefetch.tensor.1d.L2.global.tile" (%in) box [4] coords [0] : memref<4294967312xf32>
}

// -----

tile.kernel @empty(%in: memref<0x64xf32>) block [32] {
  // expected-error@+1 {{tensor 'in', dimension 0 (TMA dimension 1): dimension range (TM05): expected an extent of 1 to 4294967296 elements, got 0; launch nothing for an empty tensor}}
  tile.apply "cp.async.bulk.prefetch.tensor.2d.L2.global.tile" (%in) box [8, 32] coords [0, 0] : memref<0x64xf32>
}
