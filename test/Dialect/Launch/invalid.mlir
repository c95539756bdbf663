// RUN: tilery-opt %s -split-input-file -verify-diagnostics

// expected-error@+1 {{'launch.func' op (C1) expected argument 'x' to be a memref of 8- to 64-bit numbers with offset 0 in the default memory space, a !tile.tensor_map, an index, a signless integer of 8 to 64 bits or a float of 16 to 64 bits, got 'i4'}}
launch.func @argument(%x: i4) {
}

// -----

// expected-error@+1 {{'launch.func' op (C1) expected argument 'x' to be a memref of}}
launch.func @shared(%x: memref<16xf32, #tile.shared>) {
}

// -----

// expected-error@+1 {{'launch.func' op (C1) expected no results, got 1}}
"launch.func"() <{sym_name = "results", function_type = () -> i32}> ({
  "launch.return"() : () -> ()
}) : () -> ()

// -----

launch.func @no_symbol() {
  // expected-error@+1 {{'launch.kernel' op (C1) expected @missing to name a tile.kernel or launch.binary of the module}}
  launch.kernel @missing grid [1] ()
}

// -----

// expected-note@+1 {{it names this}}
launch.func @other() {
}
launch.func @no_kernel() {
  // expected-error@+1 {{'launch.kernel' op (C1) expected @other to name a tile.kernel or launch.binary of the module}}
  launch.kernel @other grid [1] ()
}

// -----

// expected-note@+1 {{the kernel is here}}
tile.kernel @k(%x: memref<16xf32>) block [32] {
}
launch.func @count() {
  // expected-error@+1 {{'launch.kernel' op (C2) expected 1 arguments, got 0}}
  launch.kernel @k grid [1] ()
}

// -----

// expected-note@+1 {{the kernel is here}}
tile.kernel @k(%x: memref<16xf32>) block [32] {
}
launch.func @type(%n: i32) {
  // expected-error@+1 {{'launch.kernel' op (C2) expected argument 'x' of type 'memref<16xf32>', got 'i32'}}
  launch.kernel @k grid [1] (%n) : i32
}

// -----

// expected-note@+1 {{the kernel is here}}
launch.binary @k(i64) block [1] images [#launch.image<"sm_90", "ptx\00">]
launch.func @type_of_binary(%n: i32) {
  // expected-error@+1 {{'launch.kernel' op (C2) expected argument '#0' of type 'i64', got 'i32'}}
  launch.kernel @k grid [1] (%n) : i32
}

// -----

tile.kernel @k() block [32] {
}
launch.func @rank() {
  // expected-error@+1 {{'launch.kernel' op (C3) expected a grid of one to three extents (x, y, z), got 4}}
  launch.kernel @k grid [1, 1, 1, 1] ()
}

// -----

tile.kernel @k() block [32] {
}
launch.func @no_rank() {
  // expected-error@+1 {{'launch.kernel' op (C3) expected a grid of one to three extents (x, y, z), got 0}}
  launch.kernel @k grid [] ()
}

// -----

tile.kernel @k() block [32] {
}
launch.func @zero() {
  // expected-error@+1 {{'launch.kernel' op (C3) expected grid extent x of 1 to 2147483647, got 0}}
  launch.kernel @k grid [0] ()
}

// -----

tile.kernel @k() block [32] {
}
launch.func @large() {
  // expected-error@+1 {{'launch.kernel' op (C3) expected grid extent y of 1 to 65535, got 65536}}
  launch.kernel @k grid [1, 65536] ()
}

// -----

tile.kernel @k() block [32] {
}
launch.func @dynamic(%n: index) {
  // expected-error@+1 {{'launch.kernel' op (C3) expected 0 dynamic grid extents, got 1}}
  "launch.kernel"(%n) <{callee = @k, static_grid = array<i64: 1>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (index) -> ()
}

// -----

launch.binary @k() block [1] cluster [2] images [#launch.image<"sm_90", "ptx\00">]
launch.func @cluster() {
  // expected-error@+1 {{'launch.kernel' op (C3) expected grid extent x to be a multiple of the kernel's cluster extent 2, got 3}}
  launch.kernel @k grid [3] ()
}

// -----

tile.kernel @check(%x: memref<16xf32>) block [32] {
  // expected-error@+1 {{'launch.check_tensor' op (C1) expected the operand to be an argument of the launch.func}}
  launch.check_tensor %x : memref<16xf32>
}

// -----

launch.func @scalar() {
  %n = arith.constant 1 : i32
  // expected-error@+1 {{'launch.check_scalar' op (C1) expected the operand to be an argument of the launch.func}}
  launch.check_scalar %n : i32
}

// -----

tile.kernel @source(%x: memref<16xf32>) block [32] {
  // expected-error@+1 {{'launch.encode_map' op (C1) expected the operand to be an argument of the launch.func, or a memref.subview or memref.cast of one}}
  %map = launch.encode_map %x loaded : memref<16xf32> -> !tile.tensor_map<16xf32>
}

// -----

launch.func @other_view(%x: memref<16xf32>) {
  %y = memref.expand_shape %x [[0, 1]] output_shape [4, 4] : memref<16xf32> into memref<4x4xf32>
  // expected-error@+1 {{'launch.encode_map' op (C1) expected the operand to be an argument of the launch.func, or a memref.subview or memref.cast of one}}
  %map = launch.encode_map %y loaded : memref<4x4xf32> -> !tile.tensor_map<4x4xf32>
}

// -----

launch.func @view_rank(%x: memref<1x1x1x1x1x1x1x1x16xf32>) {
  %y = memref.subview %x[0, 0, 0, 0, 0, 0, 0, 0, 0] [1, 1, 1, 1, 1, 1, 1, 1, 8] [1, 1, 1, 1, 1, 1, 1, 1, 1]
    : memref<1x1x1x1x1x1x1x1x16xf32> to memref<1x1x1x1x1x1x1x1x8xf32, strided<[16, 16, 16, 16, 16, 16, 16, 16, 1]>>
  %z = memref.subview %y[0, 0, 0, 0, 0, 0, 0, 0, 0] [1, 1, 1, 1, 1, 1, 1, 1, 8] [1, 1, 1, 1, 1, 1, 1, 1, 1]
    : memref<1x1x1x1x1x1x1x1x8xf32, strided<[16, 16, 16, 16, 16, 16, 16, 16, 1]>> to memref<8xf32, strided<[1]>>
  // expected-error@+1 {{'launch.encode_map' op (C1) expected views of at most 8 dimensions, got 'memref<1x1x1x1x1x1x1x1x8xf32}}
  %map = launch.encode_map %z loaded : memref<8xf32, strided<[1]>> -> !tile.tensor_map<8xf32>
}

// -----

launch.func @slices(%x: memref<4x8x16xf16>) {
  // expected-error@+1 {{'launch.encode_map' op (C2) expected a map of rank 2 and element type 'f16', got '!tile.tensor_map<1x4x8xf16, interleave = 16B>'}}
  %map = launch.encode_map %x loaded : memref<4x8x16xf16> -> !tile.tensor_map<1x4x8xf16, interleave = 16B>
}

// -----

tile.kernel @map_of_kernel(%m: !tile.tensor_map<16xf32>) block [32] {
  // expected-error@+1 {{'launch.check_map' op (C1) expected the operand to be an argument of the launch.func}}
  launch.check_map %m : !tile.tensor_map<16xf32>
}

// -----

launch.func @map(%x: memref<16x16xf32>) {
  // expected-error@+1 {{'launch.encode_map' op (C2) expected a map of rank 2 and element type 'f32', got '!tile.tensor_map<16xf32>'}}
  %map = launch.encode_map %x loaded : memref<16x16xf32> -> !tile.tensor_map<16xf32>
}

// -----

launch.func @element(%x: memref<16xf32>) {
  // expected-error@+1 {{'launch.encode_map' op (C2) expected a map of rank 1 and element type 'f32', got '!tile.tensor_map<16xi32>'}}
  %map = launch.encode_map %x loaded : memref<16xf32> -> !tile.tensor_map<16xi32>
}

// -----

// expected-error@+1 {{'launch.func' op (C2) expected a name of letters, digits and underscores that does not begin with a digit (it becomes a C function), got ''}}
launch.func @""() {
}

// -----

// expected-error@+1 {{'launch.func' op (C2) expected a name of letters, digits and underscores that does not begin with a digit (it becomes a C function), got 'llvm.trap'}}
launch.func @llvm.trap() {
}
