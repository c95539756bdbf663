// RUN: tilery-opt %s -split-input-file -verify-diagnostics

// expected-error@+1 {{'launch.binary' op (C1) expected 'block' to have one to three extents, got 4}}
launch.binary @k() block [1, 1, 1, 1] images [#launch.image<"sm_90", "ptx\00">]

// -----

// expected-error@+1 {{'launch.binary' op (C1) expected the extents of 'cluster' to be at least 1, got 0}}
launch.binary @k() block [1] cluster [0] images [#launch.image<"sm_90", "ptx\00">]

// -----

// expected-error@+1 {{'launch.binary' op (C2) expected one access entry an argument, got 0 for 1}}
"launch.binary"() <{sym_name = "k", function_type = (i32) -> (), access = array<i32>, block = array<i32: 1>, images = [#launch.image<"sm_90", "ptx\00">]}> : () -> ()

// -----

// expected-error@+1 {{'launch.binary' op (C2) expected the access of argument #0 to be 0 to 3, got 4}}
"launch.binary"() <{sym_name = "k", function_type = (memref<8xf32>) -> (), access = array<i32: 4>, block = array<i32: 1>, images = [#launch.image<"sm_90", "ptx\00">]}> : () -> ()

// -----

// expected-error@+1 {{'launch.binary' op (C2) expected an access on memrefs only, got one on argument #0 of type 'i32'}}
launch.binary @k(i32 read) block [1] images [#launch.image<"sm_90", "ptx\00">]

// -----

// expected-error@+1 {{'launch.binary' op (C3) expected sizes of shared memory of 0 or more, got -1}}
launch.binary @k() block [1] shared -1 images [#launch.image<"sm_90", "ptx\00">]

// -----

// expected-error@+1 {{'launch.binary' op (C3) expected sizes of shared memory of 0 or more, got -2}}
launch.binary @k() block [1] dynamic_shared -2 images [#launch.image<"sm_90", "ptx\00">]

// -----

// expected-error@+1 {{'launch.binary' op (C4) expected an image, got none}}
launch.binary @k() block [1] images []

// -----

// expected-error@+1 {{'launch.binary' op (C4) expected an image for sm_90, got an empty one}}
launch.binary @k() block [1] images [#launch.image<"sm_90", "">]

// -----

// expected-error@+1 {{'launch.binary' op (C4) expected an image that is no ELF file to end with a NUL byte, got one that ends with 120}}
launch.binary @k() block [1] images [#launch.image<"sm_90", "ptx">]

// -----

// expected-error@+1 {{'launch.binary' op (C5) expected argument #1 to be a memref in the default memory space, a !tile.tensor_map, an index, a signless integer of 8, 16, 32 or 64 bits or a float of 16, 32 or 64 bits, got 'memref<8xf32, #tile.shared>'}}
launch.binary @k(i32, memref<8xf32, #tile.shared>) block [1] images [#launch.image<"sm_90", "ptx\00">]

// -----

// expected-error@+1 {{'launch.binary' op (C5) expected no results, got 1}}
"launch.binary"() <{sym_name = "k", function_type = () -> i32, access = array<i32>, block = array<i32: 1>, images = [#launch.image<"sm_90", "ptx\00">]}> : () -> ()

// -----

// expected-error@+1 {{expected ']'}}
launch.binary @k() block [1 2] images [#launch.image<"sm_90", "ptx\00">]

// -----

// expected-error@+1 {{'launch.binary' op (C6) expected one cubin for sm_90a, got two}}
launch.binary @k() block [1] images [#launch.image<"sm_90a", "\7FELF1">, #launch.image<"sm_90a", "ptx\00">, #launch.image<"sm_90a", "\7FELF2">]

// -----

// expected-error@+1 {{'launch.binary' op (C6) expected one PTX image for sm_90, got two}}
launch.binary @k() block [1] images [#launch.image<"sm_90", "a\00">, #launch.image<"sm_90", "b\00">]

// -----

// expected-error@+1 {{'images' failed to satisfy constraint: images of device code}}
"launch.binary"() <{sym_name = "k", function_type = () -> (), access = array<i32>, block = array<i32: 1>, images = ["ptx"]}> : () -> ()
