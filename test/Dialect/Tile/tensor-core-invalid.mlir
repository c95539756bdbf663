// RUN: tilery-opt %s -split-input-file -verify-diagnostics

// The constraints of the core ops of tensor copies, of byte counts, views and
// policies.

tile.kernel @map_rank(%in: memref<256x256xf32>) block [32] {
  // expected-error@+1 {{'tile.tensor_map' op (C1) expected a map of a tensor of rank 2 and element type 'f32', got '!tile.tensor_map<64xf32>'}}
  %map = tile.tensor_map %in loaded : memref<256x256xf32> -> !tile.tensor_map<64xf32>
}

// -----

tile.kernel @map_interleaved(%in: memref<8x4x16xf32>) block [32] {
  // expected-error@+1 {{'tile.tensor_map' op (C1) expected a map of a tensor of rank 3 and element type 'f32', got '!tile.tensor_map<2x1x4xf32, interleave = 16B>'}}
  %map = tile.tensor_map %in : memref<8x4x16xf32> -> !tile.tensor_map<2x1x4xf32, interleave = 16B>
}

// -----

// Types of maps: no map can have what the type says.

// expected-error@+1 {{expected a box of 3 to 5 dimensions with interleave, got 2}}
tile.kernel @interleave_rank(%map: !tile.tensor_map<8x16xf32, interleave = 16B>) block [32] {
}

// -----

// expected-error@+1 {{expected swizzle 32B with interleave 32B, got none}}
tile.kernel @interleave_swizzle(%map: !tile.tensor_map<2x1x8xf32, interleave = 32B>) block [32] {
}

// -----

// expected-error@+1 {{expected 2 element strides, one a dimension of the box, got 3}}
tile.kernel @strides(%map: !tile.tensor_map<8x16xf32, element_strides = [1, 1, 1]>) block [32] {
}

// -----

// expected-error@+1 {{expected element strides of 1 to 8, got 9}}
tile.kernel @stride_9(%map: !tile.tensor_map<8x16xf32, element_strides = [9, 1]>) block [32] {
}

// -----

// expected-error@+1 {{expected element strides of 1 to 8, got 0}}
tile.kernel @stride_0(%map: !tile.tensor_map<8x16xf32, element_strides = [0, 1]>) block [32] {
}

// -----

// expected-error@+1 {{expected format f16 for elements of 'f16', got tf32}}
tile.kernel @format(%map: !tile.tensor_map<8x16xf16, format = tf32>) block [32] {
}

// -----

// expected-error@+1 {{expected 'swizzle' once}}
tile.kernel @twice(%map: !tile.tensor_map<8x16xf16, swizzle = 32B, swizzle = 64B>) block [32] {
}

// -----

// expected-error@+1 {{expected one of swizzle, interleave, element_strides and format, got 'fill'}}
tile.kernel @option(%map: !tile.tensor_map<8x16xf16, fill = nan>) block [32] {
}

// -----

// expected-error@+1 {{expected box extents of 1 to 256, got 0}}
tile.kernel @zero(%map: !tile.tensor_map<0x16xf16>) block [32] {
}

// -----

// expected-error@+1 {{expected a box of 1 to 5 dimensions, got 6}}
tile.kernel @rank_6(%map: !tile.tensor_map<1x1x1x1x1x16xf16>) block [32] {
}

// -----

tile.kernel @load_coords(%map: !tile.tensor_map<8x16xf32>, %x: i32) block [32] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.tma.load' op (C1) expected 2 coordinates, one a dimension of the map, got 3}}
  tile.tma.load <shared_cta> %tile, %map[%x, %x, %x] mbar %bar
    : memref<8x16xf32, #tile.shared>, !tile.tensor_map<8x16xf32>
}

// -----

tile.kernel @load_element(%map: !tile.tensor_map<8x16xf32>, %x: i32) block [32] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared : memref<8x16xi32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.tma.load' op (C2) expected a shared buffer of 'f32' elements under swizzle none, got 'memref<8x16xi32, #tile.shared>'}}
  tile.tma.load <shared_cta> %tile, %map[%x, %x] mbar %bar
    : memref<8x16xi32, #tile.shared>, !tile.tensor_map<8x16xf32>
}

// -----

// A core op makes one copy: leading axes do not repeat it.
tile.kernel @load_repeated(%map: !tile.tensor_map<8x16xf32>, %x: i32) block [32] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared : memref<2x8x16xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.tma.load' op (C2) expected a shared operand of the box's shape [8, 16], got 'memref<2x8x16xf32, #tile.shared>'; a stage of a ring is a rank-reducing memref.subview}}
  tile.tma.load <shared_cta> %tile, %map[%x, %x] mbar %bar
    : memref<2x8x16xf32, #tile.shared>, !tile.tensor_map<8x16xf32>
}

// -----

tile.kernel @load_start(%map: !tile.tensor_map<7x16xf32>, %x: i32) block [32] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  %part = memref.subview %tile[1, 0] [7, 16] [1, 1]
    : memref<8x16xf32, #tile.shared> to memref<7x16xf32, strided<[16, 1], offset: 16>, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.tma.load' op (C2) expected a shared operand that starts at a multiple of 128 bytes, got one known to start at a multiple of 64 bytes}}
  tile.tma.load <shared_cta> %part, %map[%x, %x] mbar %bar
    : memref<7x16xf32, strided<[16, 1], offset: 16>, #tile.shared>, !tile.tensor_map<7x16xf32>
}

// -----

tile.kernel @load_slices(%map: !tile.tensor_map<2x1x8xf16, swizzle = 32B, interleave = 32B>, %x: i32) block [32] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared : memref<2x1x8x8xf16, #tile.shared<swizzle = 32B>>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.tma.load' op (C2) expected a shared operand of the shape of the box's image [2, 1, 8, 16]}}
  tile.tma.load <shared_cta> %tile, %map[%x, %x, %x] mbar %bar
    : memref<2x1x8x8xf16, #tile.shared<swizzle = 32B>>, !tile.tensor_map<2x1x8xf16, swizzle = 32B, interleave = 32B>
}

// -----

tile.kernel @load_mask(%map: !tile.tensor_map<8x16xf32>, %x: i32, %m: i16) block [32] cluster [2] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.tma.load' op (C4) expected no 'cta_mask' with <shared_cta>, the block's own window; use <shared_cluster>}}
  tile.tma.load <shared_cta> %tile, %map[%x, %x] mbar %bar cta_mask %m
    : memref<8x16xf32, #tile.shared>, !tile.tensor_map<8x16xf32>
}

// -----

tile.kernel @reduce_coords(%map: !tile.tensor_map<8x16xf32>, %x: i32) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  // expected-error@+1 {{'tile.tma.reduce' op (C1) expected 2 coordinates, one a dimension of the map, got 0}}
  tile.tma.reduce <add> %map[], %tile : !tile.tensor_map<8x16xf32>, memref<8x16xf32, #tile.shared>
}

// -----

tile.kernel @reduce_image(%map: !tile.tensor_map<8x16xf32, element_strides = [2, 1]>, %x: i32) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  // expected-error@+1 {{'tile.tma.reduce' op (C2) expected a shared operand of the shape of the box's image [4, 16]}}
  tile.tma.reduce <add> %map[%x, %x], %tile
    : !tile.tensor_map<8x16xf32, element_strides = [2, 1]>, memref<8x16xf32, #tile.shared>
}

// -----

tile.kernel @reduce_negative(%map: !tile.tensor_map<8x16xf32>, %x: i32) block [32] {
  %m4 = arith.constant -4 : i32
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  // expected-error@+1 {{'tile.tma.reduce' op (C3) expected coordinate 1 of a store or reduction not to be negative (the hardware faults), got -4}}
  tile.tma.reduce <add> %map[%m4, %x], %tile : !tile.tensor_map<8x16xf32>, memref<8x16xf32, #tile.shared>
}

// -----

tile.kernel @reduce_kind(%map: !tile.tensor_map<8x16xf32>, %x: i32) block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  // expected-error@+1 {{'tile.tma.reduce' op (C4) expected a reduction that the hardware has for f32 (others are illegal instructions), got max; it has add}}
  tile.tma.reduce <max> %map[%x, %x], %tile : !tile.tensor_map<8x16xf32>, memref<8x16xf32, #tile.shared>
}

// -----

tile.kernel @reduce_word(%map: !tile.tensor_map<8x16xf32>, %x: i32) block [32] {
  // expected-error@+1 {{expected an operator: add, min, max, inc, dec, and, or or xor, got 'mul'}}
  tile.tma.reduce <mul> %map[%x, %x], %tile : !tile.tensor_map<8x16xf32>, memref<8x16xf32, #tile.shared>
}

// -----

tile.kernel @prefetch_coords(%map: !tile.tensor_map<8x16xf32>, %x: i32) block [32] {
  // expected-error@+1 {{'tile.tma.prefetch' op (C1) expected 2 coordinates, one a dimension of the map, got 1}}
  tile.tma.prefetch %map[%x] : !tile.tensor_map<8x16xf32>
}

// -----

tile.kernel @prefetch_grid(%map: !tile.tensor_map<8x16xf32>, %x: i32) block [32] {
  %c1 = arith.constant 1 : i32
  // expected-error@+1 {{'tile.tma.prefetch' op (C2) expected the innermost coordinate to start at a multiple of 16 bytes, got 1 (4 bytes)}}
  tile.tma.prefetch %map[%c1, %x] : !tile.tensor_map<8x16xf32>
}

// -----

tile.kernel @bytes_element() block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  // expected-error@+1 {{'tile.tx_bytes' op (C1) expected format f32 or f32_ftz or tf32 or tf32_ftz for elements of 'f32', got u32}}
  %n = tile.tx_bytes %tile box [8, 16] format(u32) : memref<8x16xf32, #tile.shared>
}

// -----

tile.kernel @bytes_shape() block [32] {
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  // expected-error@+1 {{'tile.tx_bytes' op (C1) expected a shared operand of the box's shape [4, 16], got 'memref<8x16xf32, #tile.shared>'}}
  %n = tile.tx_bytes %tile box [4, 16] : memref<8x16xf32, #tile.shared>
}

// -----

tile.kernel @bytes_box() block [32] {
  %tile = tile.alloc_shared : memref<257x16xf32, #tile.shared>
  // expected-error@+1 {{'tile.tx_bytes' op (C1) expected a box of 1 to 5 dimensions of 1 to 256 elements, got 257 of 2}}
  %n = tile.tx_bytes %tile box [257, 16] : memref<257x16xf32, #tile.shared>
}

// -----

tile.kernel @bytes_rank() block [32] {
  %tile = tile.alloc_shared : memref<1x1x1x1x8x16xf32, #tile.shared>
  // expected-error@+1 {{'tile.tx_bytes' op (C1) expected a box of 1 to 5 dimensions of 1 to 256 elements, got 1 of 6}}
  %n = tile.tx_bytes %tile box [1, 1, 1, 1, 8, 16] : memref<1x1x1x1x8x16xf32, #tile.shared>
}

// -----

tile.kernel @bytes_strides() block [32] {
  %tile = tile.alloc_shared : memref<4x16xf32, #tile.shared>
  // expected-error@+1 {{'tile.tx_bytes' op (C1) expected 2 element strides, one a dimension of the box, got 1}}
  %n = tile.tx_bytes %tile box [8, 16] element_strides [2] : memref<4x16xf32, #tile.shared>
}

// -----

tile.kernel @bytes_stride() block [32] {
  %tile = tile.alloc_shared : memref<4x16xf32, #tile.shared>
  // expected-error@+1 {{'tile.tx_bytes' op (C1) expected element strides of 1 to 8, got -1}}
  %n = tile.tx_bytes %tile box [8, 16] element_strides [-1, 1] : memref<4x16xf32, #tile.shared>
}

// -----

tile.kernel @bytes_options() block [32] {
  %tile = tile.alloc_shared : memref<4x16xf32, #tile.shared>
  // expected-error@+1 {{'tile.tx_bytes' op (C1) expected 'box' where there are options of a map}}
  %n = tile.tx_bytes %tile element_strides [2, 1] : memref<4x16xf32, #tile.shared>
}

// -----

tile.kernel @bytes_ring() block [32] {
  %ring = tile.alloc_shared : memref<3x2x32xf32, #tile.shared<swizzle = 128B>>
  // expected-error@+1 {{'tile.tx_bytes' op (C1) expected a shared operand that starts at a multiple of 1024 bytes, the period of its swizzle in each repetition, got a stride of 256 bytes along axis 0}}
  %n = tile.tx_bytes %ring box [2, 32] : memref<3x2x32xf32, #tile.shared<swizzle = 128B>>
}

// -----

tile.kernel @bytes_many() block [32] {
  %all = tile.alloc_shared : memref<1048576xi8, #tile.shared>
  // expected-error@+1 {{'tile.tx_bytes' op (C2) expected 1 to 1048575 bytes, the most that an mbarrier counts in one phase, got 1048576}}
  %n = tile.tx_bytes %all : memref<1048576xi8, #tile.shared>
}

// -----

tile.kernel @bytes_dynamic(%n: index) block [32] {
  %all = tile.alloc_shared : memref<1024xi8, #tile.shared>
  %some = memref.subview %all[0] [%n] [1] : memref<1024xi8, #tile.shared> to memref<?xi8, strided<[1]>, #tile.shared>
  // expected-error@+1 {{'tile.tx_bytes' op (C2) expected 1 to 1048575 bytes, the most that an mbarrier counts in one phase, got 'memref<?xi8, strided<[1]>, #tile.shared>'}}
  %bytes = tile.tx_bytes %some : memref<?xi8, strided<[1]>, #tile.shared>
}

// -----

tile.kernel @view_of_floats() block [32] {
  %all = tile.alloc_shared : memref<1024xf32, #tile.shared>
  // expected-error@+1 {{'tile.shared_view' op (C1) expected the source to be a tile.alloc_shared of memref<Nxi8, #tile.shared>, got 'memref<1024xf32, #tile.shared>'}}
  %view = tile.shared_view %all[0] : memref<1024xf32, #tile.shared> to memref<8x16xf32, #tile.shared>
}

// -----

tile.kernel @view_of_rows() block [32] {
  %all = tile.alloc_shared : memref<16x128xi8, #tile.shared>
  // expected-error@+1 {{'tile.shared_view' op (C1) expected the source to be a tile.alloc_shared}}
  %view = tile.shared_view %all[0] : memref<16x128xi8, #tile.shared> to memref<8x16xf32, #tile.shared>
}

// -----

tile.kernel @view_of_swizzled() block [32] {
  %all = tile.alloc_shared : memref<128xi8, #tile.shared<swizzle = 128B>>
  // expected-error@+1 {{'tile.shared_view' op (C1) expected the source to be a tile.alloc_shared}}
  %view = tile.shared_view %all[0] : memref<128xi8, #tile.shared<swizzle = 128B>> to memref<32xf32, #tile.shared>
}

// -----

tile.kernel @view_of_view() block [32] {
  %all = tile.alloc_shared : memref<1024xi8, #tile.shared>
  %half = tile.shared_view %all[0] : memref<1024xi8, #tile.shared> to memref<512xi8, #tile.shared>
  // expected-error@+1 {{'tile.shared_view' op (C1) expected the source to be a tile.alloc_shared}}
  %view = tile.shared_view %half[0] : memref<512xi8, #tile.shared> to memref<32xf32, #tile.shared>
}

// -----

tile.kernel @view_offset() block [32] {
  %all = tile.alloc_shared : memref<1024xi8, #tile.shared>
  // expected-error@+1 {{'tile.shared_view' op (C2) expected an offset that is a multiple of 128 bytes and not negative, got 64; the next is 128}}
  %view = tile.shared_view %all[64] : memref<1024xi8, #tile.shared> to memref<32xf32, #tile.shared>
}

// -----

tile.kernel @view_period() block [32] {
  %all = tile.alloc_shared : memref<4096xi8, #tile.shared>
  // expected-error@+1 {{'tile.shared_view' op (C2) expected an offset that is a multiple of 512 bytes, the period of the tile's swizzle, and not negative, got 768; the next is 1024}}
  %view = tile.shared_view %all[768] : memref<4096xi8, #tile.shared> to memref<8x16xf32, #tile.shared<swizzle = 64B>>
}

// -----

tile.kernel @view_negative() block [32] {
  %all = tile.alloc_shared : memref<1024xi8, #tile.shared>
  // expected-error@+1 {{'tile.shared_view' op (C2) expected an offset that is a multiple of 128 bytes and not negative, got -9223372036854775808; the next is 0}}
  %view = tile.shared_view %all[-9223372036854775808] : memref<1024xi8, #tile.shared> to memref<32xf32, #tile.shared>
}

// -----

tile.kernel @view_end() block [32] {
  %all = tile.alloc_shared : memref<1024xi8, #tile.shared>
  // expected-error@+1 {{'tile.shared_view' op (C3) expected a tile that ends within the source's 1024 bytes, got 512 bytes from 640}}
  %view = tile.shared_view %all[640] : memref<1024xi8, #tile.shared> to memref<8x16xf32, #tile.shared>
}

// -----

tile.kernel @view_far() block [32] {
  %all = tile.alloc_shared : memref<1024xi8, #tile.shared>
  // expected-error@+1 {{'tile.shared_view' op (C3) expected a tile that ends within the source's 1024 bytes, got 512 bytes from 9223372036854775680}}
  %view = tile.shared_view %all[9223372036854775680] : memref<1024xi8, #tile.shared> to memref<8x16xf32, #tile.shared>
}

// -----

tile.kernel @view_layout() block [32] {
  %all = tile.alloc_shared : memref<1024xi8, #tile.shared>
  // expected-error@+1 {{'tile.shared_view' op (C3)}}
  %view = tile.shared_view %all[0] : memref<1024xi8, #tile.shared> to memref<4x8xf32, strided<[16, 1]>, #tile.shared>
}

// -----

tile.kernel @view_dynamic() block [32] {
  %all = tile.alloc_shared : memref<1024xi8, #tile.shared>
  // expected-error@+1 {{'tile.shared_view' op (C3) expected a static shape}}
  %view = tile.shared_view %all[0] : memref<1024xi8, #tile.shared> to memref<?x8xf32, #tile.shared>
}

// -----

tile.kernel @policy_none() block [32] {
  // expected-error@+1 {{'tile.create_policy' op (C1) expected a fraction above 0 and at most 1, got 0.000000e+00}}
  %p = tile.create_policy <evict_first> fraction 0.0
}

// -----

tile.kernel @policy_more() block [32] {
  // expected-error@+1 {{'tile.create_policy' op (C1) expected a fraction above 0 and at most 1, got 1.500000e+00}}
  %p = tile.create_policy <evict_first> fraction 1.5
}

// -----

tile.kernel @policy_negative() block [32] {
  // expected-error@+1 {{'tile.create_policy' op (C1) expected a fraction above 0 and at most 1, got -1.000000e+00}}
  %p = tile.create_policy <evict_first> fraction -1.0
}

// -----

tile.kernel @load_mask_alone(%map: !tile.tensor_map<8x16xf32>, %x: i32, %m: i16) block [32] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.tma.load' op (C4) expected a kernel with clusters}}
  tile.tma.load <shared_cluster> %tile, %map[%x, %x] mbar %bar cta_mask %m
    : memref<8x16xf32, #tile.shared>, !tile.tensor_map<8x16xf32>
}

// -----

tile.kernel @load_mask_beyond(%map: !tile.tensor_map<8x16xf32>, %x: i32) block [32] cluster [2] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %m = arith.constant -1 : i16
  // expected-error@+1 {{'tile.tma.load' op (C4) expected a cta_mask of 1 to 3, a bit for each of the cluster's 2 blocks, got 65535}}
  tile.tma.load <shared_cluster> %tile, %map[%x, %x] mbar %bar cta_mask %m
    : memref<8x16xf32, #tile.shared>, !tile.tensor_map<8x16xf32>
}

// -----

tile.kernel @bytes_of_no_map() block [32] {
  %tile = tile.alloc_shared : memref<2x8x8xf16, #tile.shared>
  // expected-error@+1 {{'tile.tx_bytes' op (C1) tensor 'tile'}}
  %bytes = tile.tx_bytes %tile box [2, 8] interleave(16B) : memref<2x8x8xf16, #tile.shared>
}

// -----

tile.kernel @view_far_away() block [32] {
  %bytes = tile.alloc_shared : memref<1024xi8, #tile.shared>
  // expected-error@+1 {{'tile.shared_view' op (C2) expected an offset that is a multiple of 128 bytes and not negative, got 9223372036854775807}}
  %tile = tile.shared_view %bytes[9223372036854775807] : memref<1024xi8, #tile.shared> to memref<64xf32, #tile.shared>
}
