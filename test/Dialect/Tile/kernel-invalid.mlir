// RUN: tilery-opt %s -split-input-file -verify-diagnostics

// expected-error@+1 {{'tile.kernel' op (C1) expected block extent x of 1 to 1024, got 0}}
tile.kernel @zero() block [0] {
}

// -----

// expected-error@+1 {{'tile.kernel' op (C1) expected block to have one to three extents (x, y, z), got 4}}
tile.kernel @four() block [1, 1, 1, 1] {
}

// -----

// expected-error@+1 {{'tile.kernel' op (C1) expected block extent z of 1 to 64, got 65}}
tile.kernel @deep() block [1, 1, 65] {
}

// -----

// expected-error@+1 {{'tile.kernel' op (C1) expected at most 1024 threads in block, got 1056}}
tile.kernel @many() block [33, 32] {
}

// -----

// expected-error@+1 {{'tile.kernel' op (C2) expected at most 16 blocks in cluster, got 32}}
tile.kernel @cluster() block [32] cluster [8, 4] {
}

// -----

// expected-error@+1 {{'tile.kernel' op (C2) expected at most 16 blocks in cluster, got 32}}
tile.kernel @thirty_two() block [32] cluster [16, 2] nonportable {
}

// -----

// expected-error@+1 {{'tile.kernel' op (C2) expected at most 8 blocks in a portable cluster, got 9; write cluster [3, 3] nonportable, and the kernel runs where the device has such clusters}}
tile.kernel @nine() block [32] cluster [3, 3] {
}

// -----

// expected-error@+1 {{'tile.kernel' op (C2) expected nonportable after a cluster}}
"tile.kernel"() <{block = array<i32: 32>, function_type = () -> (), nonportable, sym_name = "k"}> ({
  "tile.return"() : () -> ()
}) : () -> ()

// -----

// expected-error@+1 {{'tile.kernel' op (C3) expected argument 'p' to be a memref in the default memory space, a !tile.tensor_map, an index, a signless integer of 8, 16, 32 or 64 bits or a float of 16, 32 or 64 bits, got 'i1'}}
tile.kernel @bit(%p: i1) block [32] {
}

// -----

// expected-error@+1 {{'tile.kernel' op (C3) expected argument 's' to be a memref in the default memory space}}
tile.kernel @shared(%s: memref<8xf32, #tile.shared>) block [32] {
}

// -----

// expected-error@+1 {{'tile.kernel' op (C3) expected argument 'a' to be a memref of integers or floats of 8, 16, 32 or 64 bits, got 'memref<8xi4>'}}
tile.kernel @elements(%a: memref<8xi4>) block [32] {
}

// -----

// expected-error@+1 {{'tile.kernel' op (C3) expected argument 'a' to be a memref of a strided layout with offset 0}}
tile.kernel @offset(%a: memref<8xf32, strided<[1], offset: 4>>) block [32] {
}

// -----

// expected-error@+1 {{'tile.kernel' op (C4) expected min_blocks_per_sm of 1 to 32, got 33}}
tile.kernel @blocks() block [32] min_blocks_per_sm 33 {
}

// -----

// expected-error@+1 {{'tile.kernel' op (C4) expected max_registers of 24 to 255, got 23}}
tile.kernel @registers() block [32] max_registers 23 {
}

// -----

// expected-error@+1 {{(S06) expected 'tile.align' of argument #0 to be a power of two, in bytes, on a memref, got 24 : i64 on 'memref<8xf32>'}}
tile.kernel @align(%a: memref<8xf32> {tile.align = 24 : i64}) block [32] {
}

// -----

// expected-error@+1 {{(S06) expected 'tile.dims' of argument #0 to be an array of one symbol a dimension of a memref}}
tile.kernel @dims(%a: memref<8x8xf32> {tile.dims = ["m"]}) block [32] {
}

// -----

// expected-error@+1 {{(S06) expected 'tile.divisible' of argument #0 to be a positive integer for an integer}}
tile.kernel @divisible(%n: i32 {tile.divisible = 0 : i64}) block [32] {
}

// -----

// expected-error@+1 {{(S06) expected 'tile.name' of argument #0 to be a string with at least one character}}
tile.kernel @name(%n: i32 {tile.name = ""}) block [32] {
}

// -----

// expected-error@+1 {{(S06) unknown attribute 'tile.aling' of argument #0; known are tile.name, tile.align, tile.dims and tile.divisible}}
tile.kernel @typo(%a: memref<8xf32> {tile.aling = 16 : i64}) block [32] {
}

// -----

tile.kernel @elect() block [7, 3] {
  // expected-error@+1 {{'tile.elect' op (C1) expected a block of whole warps, a multiple of 32 threads, got 21}}
  %leader = tile.elect
}

// -----

tile.kernel @warp() block [48] {
  // expected-error@+1 {{'tile.warp_id' op (C1) expected a block of whole warps, a multiple of 32 threads, got 48}}
  %warp = tile.warp_id
}

// -----

// expected-error@+1 {{'tile.kernel' op (C3) expected argument 'x' to be a memref in the default memory space, a !tile.tensor_map, an index, a signless integer of 8, 16, 32 or 64 bits or a float of 16, 32 or 64 bits, got 'ui32'}}
tile.kernel @sign(%x: ui32) block [32] {
}

// -----

// expected-error@+1 {{'tile.kernel' op (C3) expected argument 'x' to be a memref in the default memory space, a !tile.tensor_map, an index, a signless integer of 8, 16, 32 or 64 bits or a float of 16, 32 or 64 bits, got 'f8E5M2'}}
tile.kernel @small_float(%x: f8E5M2) block [32] {
}
