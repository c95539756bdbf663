// RUN: tilery-opt %s -split-input-file -verify-diagnostics

tile.kernel @k(%in: memref<64xf16>) block [32] {
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.bulk.load' op (C1) expected operands of one element type}}
  tile.bulk.load <shared_cta> %smem, %in bytes 64 mbar %bar : memref<64xf32, #tile.shared>, memref<64xf16>
}

// -----

tile.kernel @k(%in: memref<64xf32>) block [32] {
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.bulk.load' op (C2) expected a multiple of 16 bytes, at least 16, got 8}}
  tile.bulk.load <shared_cta> %smem, %in bytes 8 mbar %bar : memref<64xf32, #tile.shared>, memref<64xf32>
}

// -----

tile.kernel @k(%in: memref<64xf32>) block [32] {
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.bulk.load' op (C2) expected at most 256 bytes, the size of}}
  tile.bulk.load <shared_cta> %smem, %in bytes 512 mbar %bar : memref<64xf32, #tile.shared>, memref<64xf32>
}

// -----

tile.kernel @k(%in: memref<64xf32>) block [32] {
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  %off = memref.subview %smem[2] [16] [1] : memref<64xf32, #tile.shared> to memref<16xf32, strided<[1], offset: 2>, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.bulk.load' op (C3) expected a shared operand that starts at a multiple of 16 bytes}}
  tile.bulk.load <shared_cta> %off, %in bytes 64 mbar %bar : memref<16xf32, strided<[1], offset: 2>, #tile.shared>, memref<64xf32>
}

// -----

tile.kernel @k(%in: memref<64xf32> {tile.align = 16 : i64}) block [32] {
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  %skewed = memref.subview %in[5] [16] [1] : memref<64xf32> to memref<16xf32, strided<[1], offset: 5>>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.bulk.load' op (C3) expected a global operand that starts at a multiple of 16 bytes}}
  tile.bulk.load <shared_cta> %smem, %skewed bytes 64 mbar %bar : memref<64xf32, #tile.shared>, memref<16xf32, strided<[1], offset: 5>>
}

// -----

tile.kernel @k(%in: memref<64xf32>, %mask: i16) block [32] {
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.bulk.load' op (C4) expected no 'cta_mask' with <shared_cta>}}
  tile.bulk.load <shared_cta> %smem, %in bytes 64 mbar %bar cta_mask %mask : memref<64xf32, #tile.shared>, memref<64xf32>
}

// -----

tile.kernel @k(%in: memref<64xf32>, %i: i32) block [32] {
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %zero = arith.constant 0 : i32
  %first = arith.cmpi eq, %i, %zero : i32
  %other = tile.alloc_shared : memref<64xf32, #tile.shared>
  %either = arith.select %first, %smem, %other : memref<64xf32, #tile.shared>
  // expected-error@+1 {{'tile.bulk.load' op (C3) expected a shared operand that is a tile.alloc_shared, or a tile.shared_view, memref.subview, memref.cast or tile.mapa of one}}
  tile.bulk.load <shared_cta> %either, %in bytes 64 mbar %bar : memref<64xf32, #tile.shared>, memref<64xf32>
}

// -----

tile.kernel @k(%out: memref<64x32xf32>) block [32] {
  %tile = tile.alloc_shared : memref<64x32xf32, #tile.shared<swizzle = 128B>>
  // expected-error@+1 {{'tile.bulk.store' op (C1) expected a shared operand without swizzle}}
  tile.bulk.store %out, %tile bytes 64 : memref<64x32xf32>, memref<64x32xf32, #tile.shared<swizzle = 128B>>
}

// -----

tile.kernel @k(%in: memref<64xf32>) block [32] {
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  // expected-error@+1 {{'tile.bulk.store' op (C2) expected a multiple of 16 bytes}}
  tile.bulk.store %in, %smem bytes 100 : memref<64xf32>, memref<64xf32, #tile.shared>
}

// -----

tile.kernel @k(%in: memref<64xf32>) block [32] {
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  %off = memref.subview %smem[2] [16] [1] : memref<64xf32, #tile.shared> to memref<16xf32, strided<[1], offset: 2>, #tile.shared>
  // expected-error@+1 {{'tile.bulk.store' op (C3) expected a shared operand that starts at a multiple of 16 bytes}}
  tile.bulk.store %in, %off bytes 64 : memref<64xf32>, memref<16xf32, strided<[1], offset: 2>, #tile.shared>
}

// -----

tile.kernel @k() block [32] cluster [2] {
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  %theirs = tile.mapa %smem, 1 : memref<64xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %their_bar = tile.mapa %bar, 1 : !tile.mbarrier_ref
  %part = memref.subview %smem[0] [32] [2] : memref<64xf32, #tile.shared> to memref<32xf32, strided<[2]>, #tile.shared>
  // expected-error@+1 {{'tile.bulk.copy' op (C1) expected an operand whose elements are adjacent}}
  tile.bulk.copy %theirs, %part bytes 64 mbar %their_bar : memref<64xf32, #tile.shared_cluster>, memref<32xf32, strided<[2]>, #tile.shared>
}

// -----

tile.kernel @k() block [32] cluster [2] {
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  %theirs = tile.mapa %smem, 1 : memref<64xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %their_bar = tile.mapa %bar, 1 : !tile.mbarrier_ref
  // expected-error@+1 {{'tile.bulk.copy' op (C2) expected at most 256 bytes}}
  tile.bulk.copy %theirs, %smem bytes 272 mbar %their_bar : memref<64xf32, #tile.shared_cluster>, memref<64xf32, #tile.shared>
}

// -----

tile.kernel @k() block [32] cluster [2] {
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  %theirs = tile.mapa %smem, 1 : memref<64xf32, #tile.shared>
  %off = memref.subview %smem[2] [16] [1] : memref<64xf32, #tile.shared> to memref<16xf32, strided<[1], offset: 2>, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %their_bar = tile.mapa %bar, 1 : !tile.mbarrier_ref
  // expected-error@+1 {{'tile.bulk.copy' op (C3) expected a shared operand that starts at a multiple of 16 bytes}}
  tile.bulk.copy %theirs, %off bytes 64 mbar %their_bar : memref<64xf32, #tile.shared_cluster>, memref<16xf32, strided<[1], offset: 2>, #tile.shared>
}

// -----

tile.kernel @k() block [32] cluster [2] {
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  %theirs = tile.mapa %smem, 1 : memref<64xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %own_bar = tile.mapa %bar, 0 : !tile.mbarrier_ref
  // expected-error@+1 {{'tile.bulk.copy' op (C4) expected the barrier of the block of rank 1, which gets the bytes, got that of rank 0}}
  tile.bulk.copy %theirs, %smem bytes 64 mbar %own_bar : memref<64xf32, #tile.shared_cluster>, memref<64xf32, #tile.shared>
}

// -----

tile.kernel @k() block [32] cluster [2] {
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  %theirs = tile.mapa %smem, 1 : memref<64xf32, #tile.shared>
  // expected-note@-3 {{prior use here}}
  // expected-error@+1 {{use of value '%bar' expects different type than prior uses}}
  tile.bulk.copy %theirs, %smem bytes 64 mbar %bar : memref<64xf32, #tile.shared_cluster>, memref<64xf32, #tile.shared>
}

// -----

tile.kernel @k(%in: memref<64xf16>) block [32] {
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  // expected-error@+1 {{'tile.bulk.reduce' op (C1) expected operands of one element type}}
  tile.bulk.reduce <add> <f32> %in, %smem bytes 64 : memref<64xf16>, memref<64xf32, #tile.shared>
}

// -----

tile.kernel @k(%in: memref<64xf32>) block [32] {
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  // expected-error@+1 {{'tile.bulk.reduce' op (C2) expected at most 256 bytes}}
  tile.bulk.reduce <add> <f32> %in, %smem bytes 1024 : memref<64xf32>, memref<64xf32, #tile.shared>
}

// -----

tile.kernel @k(%in: memref<64xf32>) block [32] {
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  %off = memref.subview %smem[2] [16] [1] : memref<64xf32, #tile.shared> to memref<16xf32, strided<[1], offset: 2>, #tile.shared>
  // expected-error@+1 {{'tile.bulk.reduce' op (C3) expected a shared operand that starts at a multiple of 16 bytes}}
  tile.bulk.reduce <add> <f32> %in, %off bytes 64 : memref<64xf32>, memref<16xf32, strided<[1], offset: 2>, #tile.shared>
}

// -----

tile.kernel @k(%in: memref<64xf32>) block [32] {
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  // expected-error@+1 {{'tile.bulk.reduce' op (C4) expected a type for which PTX has 'min' into global memory (f16, bf16, u32, s32, u64, s64), got f32}}
  tile.bulk.reduce <min> <f32> %in, %smem bytes 64 : memref<64xf32>, memref<64xf32, #tile.shared>
}

// -----

tile.kernel @k(%in: memref<64xf32>) block [32] {
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  // expected-error@+1 {{'tile.bulk.reduce' op (C5) expected a reduction of f32 for elements of 'f32', got s32}}
  tile.bulk.reduce <min> <s32> %in, %smem bytes 64 : memref<64xf32>, memref<64xf32, #tile.shared>
}

// -----

tile.kernel @k() block [32] cluster [2] {
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  %theirs = tile.mapa %smem, 1 : memref<64xf32, #tile.shared>
  %ints = tile.alloc_shared : memref<64xi32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %their_bar = tile.mapa %bar, 1 : !tile.mbarrier_ref
  // expected-error@+1 {{'tile.bulk.reduce_shared' op (C1) expected operands of one element type}}
  tile.bulk.reduce_shared <add> <u32> %theirs, %ints bytes 64 mbar %their_bar : memref<64xf32, #tile.shared_cluster>, memref<64xi32, #tile.shared>
}

// -----

tile.kernel @k() block [32] cluster [2] {
  %ints = tile.alloc_shared : memref<64xi32, #tile.shared>
  %sum = tile.mapa %ints, 1 : memref<64xi32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %their_bar = tile.mapa %bar, 1 : !tile.mbarrier_ref
  // expected-error@+1 {{'tile.bulk.reduce_shared' op (C2) expected a multiple of 16 bytes}}
  tile.bulk.reduce_shared <add> <u32> %sum, %ints bytes 1 mbar %their_bar : memref<64xi32, #tile.shared_cluster>, memref<64xi32, #tile.shared>
}

// -----

tile.kernel @k() block [32] cluster [2] {
  %ints = tile.alloc_shared : memref<64xi32, #tile.shared>
  %sum = tile.mapa %ints, 1 : memref<64xi32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %their_bar = tile.mapa %bar, 1 : !tile.mbarrier_ref
  %part = memref.subview %ints[1] [16] [1] : memref<64xi32, #tile.shared> to memref<16xi32, strided<[1], offset: 1>, #tile.shared>
  // expected-error@+1 {{'tile.bulk.reduce_shared' op (C3) expected a shared operand that starts at a multiple of 16 bytes}}
  tile.bulk.reduce_shared <add> <u32> %sum, %part bytes 64 mbar %their_bar : memref<64xi32, #tile.shared_cluster>, memref<16xi32, strided<[1], offset: 1>, #tile.shared>
}

// -----

tile.kernel @k() block [32] cluster [2] {
  %ints = tile.alloc_shared : memref<64xi32, #tile.shared>
  %sum = tile.mapa %ints, 1 : memref<64xi32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %their_bar = tile.mapa %bar, 1 : !tile.mbarrier_ref
  // expected-error@+1 {{'tile.bulk.reduce_shared' op (C4) expected a type for which PTX has 'xor' into shared memory of the cluster (b32), got b64}}
  tile.bulk.reduce_shared <xor> <b64> %sum, %ints bytes 64 mbar %their_bar : memref<64xi32, #tile.shared_cluster>, memref<64xi32, #tile.shared>
}

// -----

tile.kernel @k() block [32] cluster [2] {
  %ints = tile.alloc_shared : memref<64xi32, #tile.shared>
  %sum = tile.mapa %ints, 1 : memref<64xi32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %their_bar = tile.mapa %bar, 1 : !tile.mbarrier_ref
  // expected-error@+1 {{'tile.bulk.reduce_shared' op (C5) expected a reduction of u32 or s32 or b32 for elements of 'i32', got u64}}
  tile.bulk.reduce_shared <add> <u64> %sum, %ints bytes 64 mbar %their_bar : memref<64xi32, #tile.shared_cluster>, memref<64xi32, #tile.shared>
}

// -----

tile.kernel @k() block [32] cluster [2] {
  %ints = tile.alloc_shared : memref<64xi32, #tile.shared>
  %sum = tile.mapa %ints, 1 : memref<64xi32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %own_bar = tile.mapa %bar, 0 : !tile.mbarrier_ref
  // expected-error@+1 {{'tile.bulk.reduce_shared' op (C6) expected the barrier of the block of rank 1}}
  tile.bulk.reduce_shared <add> <u32> %sum, %ints bytes 64 mbar %own_bar : memref<64xi32, #tile.shared_cluster>, memref<64xi32, #tile.shared>
}

// -----

tile.kernel @k(%in: memref<64xf32, strided<[2]>>) block [32] {
  // expected-error@+1 {{'tile.bulk.prefetch' op (C1) expected an operand whose elements are adjacent}}
  tile.bulk.prefetch %in bytes 64 : memref<64xf32, strided<[2]>>
}

// -----

tile.kernel @k(%in: memref<64xf32>) block [32] {
  // expected-error@+1 {{'tile.bulk.prefetch' op (C2) expected at most 256 bytes}}
  tile.bulk.prefetch %in bytes 512 : memref<64xf32>
}

// -----

tile.kernel @k(%in: memref<64xf32> {tile.align = 16 : i64}) block [32] {
  %skewed = memref.subview %in[5] [16] [1] : memref<64xf32> to memref<16xf32, strided<[1], offset: 5>>
  // expected-error@+1 {{'tile.bulk.prefetch' op (C3) expected a global operand}}
  tile.bulk.prefetch %skewed bytes 64 : memref<16xf32, strided<[1], offset: 5>>
}

// -----

tile.kernel @k(%in: memref<64xf32>, %n: i32) block [32] {
  // expected-error@+1 {{'tile.bulk.prefetch' op (C2) expected 'bytes' as an operand or as a literal, got both}}
  "tile.bulk.prefetch"(%in, %n) <{operandSegmentSizes = array<i32: 1, 1, 0>, static_bytes = 64 : i32}> : (memref<64xf32>, i32) -> ()
}

// -----

tile.kernel @k(%in: memref<64xf32>) block [32] {
  // expected-error@+1 {{'tile.bulk.prefetch' op (C2) expected 'bytes', as an operand or a literal}}
  "tile.bulk.prefetch"(%in) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (memref<64xf32>) -> ()
}

// -----

tile.kernel @mask_alone(%in: memref<64xf32>, %mask: i16) block [32] {
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.bulk.load' op (C4) expected a kernel with clusters}}
  tile.bulk.load <shared_cluster> %smem, %in bytes 64 mbar %bar cta_mask %mask : memref<64xf32, #tile.shared>, memref<64xf32>
}
