// RUN: tilery-opt %s -split-input-file -verify-diagnostics

// expected-error@+1 {{'tile.kernel' op (S06) expected 'launch.access' of argument #0 to be an i32 of 0 to 3, got 4 : i32}}
tile.kernel @bits(%x: memref<64xf32> {launch.access = 4 : i32}) block [32] {
}

// -----

// expected-error@+1 {{'tile.kernel' op (S06) expected 'launch.access' of argument #0 to be an i32 of 0 to 3, got "read"}}
tile.kernel @text(%x: memref<64xf32> {launch.access = "read"}) block [32] {
}

// -----

// expected-error@+1 {{'tile.kernel' op (S06) 'launch.access' belongs to memref arguments of tile.kernel}}
tile.kernel @scalar(%x: i32 {launch.access = 1 : i32}) block [32] {
}

// -----

// expected-error@+1 {{'launch.func' op (S06) 'launch.access' belongs to memref arguments of tile.kernel}}
launch.func @launcher(%x: memref<64xf32> {launch.access = 1 : i32}) {
}

// -----

// expected-error@+1 {{'tile.kernel' op (S06) unknown attribute 'launch.read' of argument #0; known is launch.access}}
tile.kernel @unknown(%x: memref<64xf32> {launch.read}) block [32] {
}
