// RUN: tilery-opt %s -split-input-file -verify-diagnostics

// The tokens have one order.
tile.kernel @k(%in: memref<64xf32>) block [32] {
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  // expected-error@+1 {{write 'cp.reduce.async.bulk.global.shared::cta.bulk_group.L2::cache_hint.add.f32'}}
  tile.apply "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32.L2::cache_hint" (%in, %smem) cache_policy (evict_first) : memref<64xf32>, memref<64xf32, #tile.shared>
}

// -----

// f16 is added with .noftz, and nothing else has it.
tile.kernel @k(%in: memref<64xf16>) block [32] {
  // expected-error@+1 {{unknown opcode}}
  tile.apply "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f16" (%in, %in) : memref<64xf16>, memref<64xf16>
}

// -----

tile.kernel @k(%in: memref<64xf32>) block [32] {
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  // expected-error@+1 {{unknown opcode}}
  tile.apply "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.noftz.f32" (%in, %smem) : memref<64xf32>, memref<64xf32, #tile.shared>
}

// -----

// Multicast goes to the cluster's window.
tile.kernel @k(%in: memref<64xf32>) block [32] {
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{contradict each other: the others go with '.shared::cluster'}}
  tile.apply "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes.multicast::cluster" (%smem, %in) mbar %bar cta_mask 1 : memref<64xf32, #tile.shared>, memref<64xf32>
}

// -----

tile.kernel @k(%in: memref<64xf32>) block [32] {
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  // expected-error@+1 {{not yet implemented: '.cp_mask'}}
  tile.apply "cp.async.bulk.global.shared::cta.bulk_group.cp_mask" (%in, %smem) : memref<64xf32>, memref<64xf32, #tile.shared>
}

// -----

// The operands are the opcode's, destination first.
tile.kernel @k(%in: memref<64xf32>) block [32] {
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C2) expected the operands (shared, global), memrefs of numbers in the memory that the opcode names, got ('memref<64xf32>', 'memref<64xf32, #tile.shared>')}}
  tile.apply "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes" (%in, %smem) mbar %bar : memref<64xf32>, memref<64xf32, #tile.shared>
}

// -----

tile.kernel @k(%in: memref<64xf32>) block [32] {
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C2) expected the operand (global)}}
  tile.apply "cp.async.bulk.prefetch.L2.global" (%smem) : memref<64xf32, #tile.shared>
}

// -----

tile.kernel @k(%in: memref<64xf32>) block [32] {
  // expected-error@+1 {{'tile.apply' op (C2) expected the operands (global, shared)}}
  tile.apply "cp.async.bulk.global.shared::cta.bulk_group" (%in) : memref<64xf32>
}

// -----

tile.kernel @k() block [32] cluster [2] {
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %their_bar = tile.mapa %bar, 1 : !tile.mbarrier_ref
  // expected-error@+1 {{(C2) expected the operands (shared_cluster, shared), memrefs of numbers in the memory that the opcode names, got ('memref<64xf32, #tile.shared>', 'memref<64xf32, #tile.shared>'); tile.mapa gives the buffer of another block}}
  tile.apply "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes" (%smem, %smem) mbar %their_bar <shared_cluster> : memref<64xf32, #tile.shared>, memref<64xf32, #tile.shared>
}

// -----

tile.kernel @k(%map: !tile.tensor_map<64xf32>) block [32] {
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{(C2) expected the operands (shared, global)}}
  tile.apply "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes" (%smem, %map) mbar %bar : memref<64xf32, #tile.shared>, !tile.tensor_map<64xf32>
}

// -----

// Clauses.
tile.kernel @k(%in: memref<64xf32>) block [32] {
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C5) expected 'mbar', which '.mbarrier::complete_tx::bytes' asks for: the barrier that counts the bytes}}
  tile.apply "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes" (%smem, %in) : memref<64xf32, #tile.shared>, memref<64xf32>
}

// -----

tile.kernel @k(%in: memref<64xf32>) block [32] {
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{(C5) expected no 'mbar': '.bulk_group' completes through tile.bulk.commit_group and wait_group}}
  tile.apply "cp.async.bulk.global.shared::cta.bulk_group" (%in, %smem) mbar %bar : memref<64xf32>, memref<64xf32, #tile.shared>
}

// -----

tile.kernel @k(%in: memref<64xf32>) block [32] {
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{(C5) expected no 'mbar': a prefetch reports nothing}}
  tile.apply "cp.async.bulk.prefetch.L2.global" (%in) mbar %bar : memref<64xf32>
}

// -----

tile.kernel @k(%in: memref<64xf32>) block [32] {
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{(C5) expected no 'box': a bulk copy moves adjacent bytes; memref.subview takes a part of an operand}}
  tile.apply "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes" (%smem, %in) box [64] mbar %bar : memref<64xf32, #tile.shared>, memref<64xf32>
}

// -----

tile.kernel @k(%in: memref<64xf32>) block [32] {
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{(C5) expected no 'oob_fill': a bulk copy goes through no map}}
  tile.apply "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes" (%smem, %in) mbar %bar oob_fill(nan) : memref<64xf32, #tile.shared>, memref<64xf32>
}

// -----

tile.kernel @k(%in: memref<64xf32>) block [32] {
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  // expected-error@+1 {{(C5) expected 'cache_policy', which '.L2::cache_hint' asks for}}
  tile.apply "cp.async.bulk.global.shared::cta.bulk_group.L2::cache_hint" (%in, %smem) : memref<64xf32>, memref<64xf32, #tile.shared>
}

// -----

tile.kernel @k(%in: memref<64xf32>) block [32] cluster [2] {
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{(C5) expected 'cta_mask', which '.multicast::cluster' asks for}}
  tile.apply "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster" (%smem, %in) mbar %bar : memref<64xf32, #tile.shared>, memref<64xf32>
}

// -----

tile.kernel @k(%in: memref<64xf32>) block [32] cluster [2] {
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{(C5) expected no 'cta_mask': the copy goes to one block without '.multicast::cluster'}}
  tile.apply "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes" (%smem, %in) mbar %bar cta_mask 1 : memref<64xf32, #tile.shared>, memref<64xf32>
}

// -----

tile.kernel @k(%in: memref<64xf32>) block [32] {
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C10) expected a kernel with clusters}}
  tile.apply "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster" (%smem, %in) mbar %bar cta_mask 1 : memref<64xf32, #tile.shared>, memref<64xf32>
}

// -----

tile.kernel @k(%in: memref<64xf32>) block [32] cluster [2] {
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{(C10) expected a cta_mask of 1 to 3, a bit for each of the cluster's 2 blocks, got 4}}
  tile.apply "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster" (%smem, %in) mbar %bar cta_mask 4 : memref<64xf32, #tile.shared>, memref<64xf32>
}

// -----

// PTX has the operator for the type.
tile.kernel @k(%in: memref<64xi64>) block [32] {
  %wide = tile.alloc_shared : memref<64xi64, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C11) expected a type for which PTX has 'add' into global memory (f16, bf16, u32, s32, u64, f32, f64), got s64}}
  tile.apply "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.s64" (%in, %wide) : memref<64xi64>, memref<64xi64, #tile.shared>
}

// -----

tile.kernel @k(%in: memref<64xf32>) block [32] {
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  // expected-error@+1 {{(C11) expected a type for which PTX has 'and' into global memory (b32, b64), got u32}}
  tile.apply "cp.reduce.async.bulk.global.shared::cta.bulk_group.and.u32" (%in, %smem) : memref<64xf32>, memref<64xf32, #tile.shared>
}

// -----

tile.kernel @k() block [32] cluster [2] {
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  %theirs = tile.mapa %smem, 1 : memref<64xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %their_bar = tile.mapa %bar, 1 : !tile.mbarrier_ref
  // expected-error@+1 {{(C11) expected a type for which PTX has 'add' into shared memory of the cluster (u32, s32, u64), got f32}}
  tile.apply "cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.f32" (%theirs, %smem) mbar %their_bar <shared_cluster> : memref<64xf32, #tile.shared_cluster>, memref<64xf32, #tile.shared>
}

// -----

// It is a type of the elements.
tile.kernel @k(%in: memref<64xf32>) block [32] {
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  // expected-error@+1 {{(C11) expected a reduction of f32 for elements of 'f32', got u32}}
  tile.apply "cp.reduce.async.bulk.global.shared::cta.bulk_group.max.u32" (%in, %smem) : memref<64xf32>, memref<64xf32, #tile.shared>
}

// -----

tile.kernel @k(%in: memref<64xsi32>) block [32] {
  %ints = tile.alloc_shared : memref<64xsi32, #tile.shared>
  // expected-error@+1 {{(C11) expected a reduction of s32 or b32 for elements of 'si32', got u32}}
  tile.apply "cp.reduce.async.bulk.global.shared::cta.bulk_group.max.u32" (%in, %ints) : memref<64xsi32>, memref<64xsi32, #tile.shared>
}

// -----

tile.kernel @k(%in: memref<64xi8>) block [32] {
  %bytes = tile.alloc_shared : memref<64xi8, #tile.shared>
  // expected-error@+1 {{(C11) expected elements of 32- or 64-bit integers, f16, bf16, f32 or f64, got 'i8'}}
  tile.apply "cp.reduce.async.bulk.global.shared::cta.bulk_group.max.u32" (%in, %bytes) : memref<64xi8>, memref<64xi8, #tile.shared>
}

// -----

// Bytes move as they lie.
tile.kernel @k(%in: memref<64x64xf16>) block [32] {
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %tile = tile.alloc_shared : memref<64x64xf16, #tile.shared<swizzle = 128B>>
  // expected-error@+1 {{'tile.apply' op (C12) expected a shared operand without swizzle, as a bulk copy moves bytes the way they lie, got 'memref<64x64xf16, #tile.shared<swizzle = 128B>>'; tile.shared_view lays a plain buffer over the same bytes}}
  tile.apply "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes" (%tile, %in) mbar %bar : memref<64x64xf16, #tile.shared<swizzle = 128B>>, memref<64x64xf16>
}

// -----

tile.kernel @k() block [32] cluster [2] {
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %their_bar = tile.mapa %bar, 1 : !tile.mbarrier_ref
  %tile = tile.alloc_shared : memref<64x64xf16, #tile.shared<swizzle = 128B>>
  %other = tile.alloc_shared : memref<64x64xf16, #tile.shared>
  %mapped = tile.mapa %tile, 1 : memref<64x64xf16, #tile.shared<swizzle = 128B>>
  // expected-error@+1 {{(C12) expected a shared operand without swizzle, as a bulk copy moves bytes the way they lie, got 'memref<64x64xf16, #tile.shared_cluster<swizzle = 128B>>'}}
  tile.apply "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes" (%mapped, %other) mbar %their_bar <shared_cluster> : memref<64x64xf16, #tile.shared_cluster<swizzle = 128B>>, memref<64x64xf16, #tile.shared>
}

// -----

tile.kernel @k(%in: memref<64x8xf32>) block [32] {
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %part = memref.subview %in[0, 0] [16, 4] [1, 1] : memref<64x8xf32> to memref<16x4xf32, strided<[8, 1]>>
  // expected-error@+1 {{(C12) expected an operand whose elements are adjacent, got 'memref<16x4xf32, strided<[8, 1]>>'; copy it row by row, or through a map}}
  tile.apply "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes" (%smem, %part) mbar %bar : memref<64xf32, #tile.shared>, memref<16x4xf32, strided<[8, 1]>>
}

// -----

// The stride of rows is one of run time.
tile.kernel @k(%in: memref<?x?xf32, strided<[?, 1]>>) block [32] {
  // expected-error@+1 {{(C12) expected an operand whose elements are adjacent}}
  tile.apply "cp.async.bulk.prefetch.L2.global" (%in) bytes 64 : memref<?x?xf32, strided<[?, 1]>>
}

// -----

tile.kernel @k(%in: memref<64xf16>) block [32] {
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{(C12) expected operands of one element type, got 'memref<64xf32, #tile.shared>' and 'memref<64xf16>'}}
  tile.apply "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes" (%smem, %in) mbar %bar : memref<64xf32, #tile.shared>, memref<64xf16>
}

// -----

// Sizes.
tile.kernel @k(%in: memref<32xf32>) block [32] {
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C13) expected operands of one size, got 256 bytes and 128 bytes; take a memref.subview of the larger, or say 'bytes'}}
  tile.apply "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes" (%smem, %in) mbar %bar : memref<64xf32, #tile.shared>, memref<32xf32>
}

// -----

tile.kernel @k(%in: memref<?xf32>) block [32] {
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{(C13) expected 'bytes', as the size of 'memref<?xf32>' is not known}}
  tile.apply "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes" (%smem, %in) mbar %bar : memref<64xf32, #tile.shared>, memref<?xf32>
}

// -----

tile.kernel @k(%in: memref<9223372036854775807x4xf32>) block [32] {
  // expected-error@+1 {{(C13) expected 'bytes', as the size of 'memref<9223372036854775807x4xf32>' is not known}}
  tile.apply "cp.async.bulk.prefetch.L2.global" (%in) : memref<9223372036854775807x4xf32>
}

// -----

tile.kernel @k(%in: memref<0x4xf32>) block [32] {
  // expected-error@+1 {{(C13) expected a multiple of 16 bytes, at least 16, got 0}}
  tile.apply "cp.async.bulk.prefetch.L2.global" (%in) : memref<0x4xf32>
}

// -----

tile.kernel @k(%in: memref<64xf32>) block [32] {
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{(C13) expected a multiple of 16 bytes, at least 16, got 40}}
  tile.apply "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes" (%smem, %in) mbar %bar bytes 40 : memref<64xf32, #tile.shared>, memref<64xf32>
}

// -----

tile.kernel @k(%in: memref<64xf32>) block [32] {
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  // expected-error@+1 {{(C13) expected a multiple of 16 bytes, at least 16, got 0}}
  tile.apply "cp.async.bulk.global.shared::cta.bulk_group" (%in, %smem) bytes 0 : memref<64xf32>, memref<64xf32, #tile.shared>
}

// -----

tile.kernel @k(%in: memref<64xf32>) block [32] {
  // expected-error@+1 {{(C13) expected a multiple of 16 bytes, at least 16, got -16}}
  tile.apply "cp.async.bulk.prefetch.L2.global" (%in) bytes -16 : memref<64xf32>
}

// -----

tile.kernel @k(%in: memref<128xf32>) block [32] {
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  // expected-error@+1 {{(C13) expected at most 256 bytes, the size of 'memref<64xf32, #tile.shared>', got 512}}
  tile.apply "cp.async.bulk.global.shared::cta.bulk_group" (%in, %smem) bytes 512 : memref<128xf32>, memref<64xf32, #tile.shared>
}

// -----

// A constant operand is known, too.
tile.kernel @k(%in: memref<16xf32>) block [32] {
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %n = arith.constant 128 : i32
  // expected-error@+1 {{(C13) expected at most 64 bytes, the size of 'memref<16xf32>', got 128}}
  tile.apply "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes" (%smem, %in) mbar %bar bytes %n : memref<64xf32, #tile.shared>, memref<16xf32>
}

// -----

// Buffers of shared memory are smaller, but for those of run-time extents.
tile.kernel @k(%in: memref<1048576xf32>, %n: index) block [32] {
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %any = memref.subview %smem[0] [%n] [1] : memref<64xf32, #tile.shared> to memref<?xf32, strided<[1]>, #tile.shared>
  // expected-error@+1 {{(C13) expected at most 1048575 bytes, what an mbarrier counts, got 1048576; split the copy}}
  tile.apply "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes" (%any, %in) mbar %bar bytes 1048576 : memref<?xf32, strided<[1]>, #tile.shared>, memref<1048576xf32>
}

// -----

tile.kernel @k(%in: memref<1073741824xf32>) block [32] {
  // expected-error@+1 {{(C13) expected at most 2147483632 bytes, got 4294967296; split the copy}}
  tile.apply "cp.async.bulk.prefetch.L2.global" (%in) : memref<1073741824xf32>
}

// -----

// Addresses.
tile.kernel @k(%in: memref<60xf32>) block [32] {
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %part = memref.subview %smem[2] [60] [1] : memref<64xf32, #tile.shared> to memref<60xf32, strided<[1], offset: 2>, #tile.shared>
  // expected-error@+1 {{'tile.apply' op (C14) expected a shared operand that starts at a multiple of 16 bytes, got one known to start at a multiple of 8 bytes; pad each row to 16 bytes}}
  tile.apply "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes" (%part, %in) mbar %bar : memref<60xf32, strided<[1], offset: 2>, #tile.shared>, memref<60xf32>
}

// -----

tile.kernel @k(%in: memref<16xf32>, %i: index) block [32] {
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  %part = memref.subview %smem[%i] [16] [1] : memref<64xf32, #tile.shared> to memref<16xf32, strided<[1], offset: ?>, #tile.shared>
  // expected-error@+1 {{(C14) expected a shared operand that starts at a multiple of 16 bytes, got one known to start at a multiple of 4 bytes}}
  tile.apply "cp.async.bulk.global.shared::cta.bulk_group" (%in, %part) : memref<16xf32>, memref<16xf32, strided<[1], offset: ?>, #tile.shared>
}

// -----

tile.kernel @k() block [32] cluster [2] {
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  %theirs = tile.mapa %smem, 1 : memref<64xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %their_bar = tile.mapa %bar, 1 : !tile.mbarrier_ref
  %part = memref.subview %theirs[2] [16] [1] : memref<64xf32, #tile.shared_cluster> to memref<16xf32, strided<[1], offset: 2>, #tile.shared_cluster>
  %own = memref.subview %smem[0] [16] [1] : memref<64xf32, #tile.shared> to memref<16xf32, strided<[1]>, #tile.shared>
  // expected-error@+1 {{(C14) expected a shared operand that starts at a multiple of 16 bytes, got one known to start at a multiple of 8 bytes}}
  tile.apply "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes" (%part, %own) mbar %their_bar <shared_cluster> : memref<16xf32, strided<[1], offset: 2>, #tile.shared_cluster>, memref<16xf32, strided<[1]>, #tile.shared>
}

// -----

tile.kernel @k(%in: memref<128xf32> {tile.align = 16 : i64}) block [32] {
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %part = memref.subview %in[5] [64] [1] : memref<128xf32> to memref<64xf32, strided<[1], offset: 5>>
  // expected-error@+1 {{(C14) expected a global operand that starts at a multiple of 16 bytes, got 4 bytes past a multiple of 16 in 'in'; the copy engine faults on others}}
  tile.apply "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes" (%smem, %part) mbar %bar : memref<64xf32, #tile.shared>, memref<64xf32, strided<[1], offset: 5>>
}

// -----

// What is not known of the row does not matter to its start.
tile.kernel @k(%in: memref<?x64xf32> {tile.align = 16 : i64}, %i: index) block [32] {
  %part = memref.subview %in[%i, 2] [1, 32] [1, 1] : memref<?x64xf32> to memref<32xf32, strided<[1], offset: ?>>
  // expected-error@+1 {{(C14) expected a global operand that starts at a multiple of 16 bytes, got 8 bytes past a multiple of 16 in 'in'}}
  tile.apply "cp.async.bulk.prefetch.L2.global" (%part) : memref<32xf32, strided<[1], offset: ?>>
}

// -----

// The barrier is where the bytes arrive.
tile.kernel @k(%in: memref<64xf32>) block [32] cluster [2] {
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %their_bar = tile.mapa %bar, 1 : !tile.mbarrier_ref
  // expected-error@+1 {{'tile.apply' op (C15) expected a barrier of the block that gets the bytes, '!tile.mbarrier_ref', got '!tile.mbarrier_ref<shared_cluster>'}}
  tile.apply "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes" (%smem, %in) mbar %their_bar <shared_cluster> : memref<64xf32, #tile.shared>, memref<64xf32>
}

// -----

tile.kernel @k() block [32] cluster [2] {
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  %theirs = tile.mapa %smem, 1 : memref<64xf32, #tile.shared>
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{(C15) expected a barrier of the block that gets the bytes, '!tile.mbarrier_ref<shared_cluster>', got '!tile.mbarrier_ref'; tile.mapa gives that of another block}}
  tile.apply "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes" (%theirs, %smem) mbar %bar : memref<64xf32, #tile.shared_cluster>, memref<64xf32, #tile.shared>
}

// -----

tile.kernel @k() block [32] cluster [2] {
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  %theirs = tile.mapa %smem, 1 : memref<64xf32, #tile.shared>
  %own_bar = tile.mapa %bar, 0 : !tile.mbarrier_ref
  // expected-error@+1 {{(C15) expected the barrier of the block of rank 1, which gets the bytes, got that of rank 0}}
  tile.apply "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes" (%theirs, %smem) mbar %own_bar <shared_cluster> : memref<64xf32, #tile.shared_cluster>, memref<64xf32, #tile.shared>
}
