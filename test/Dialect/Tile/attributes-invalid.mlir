// RUN: tilery-opt %s -split-input-file -verify-diagnostics

// What passes note on ops has a type and a place.
// expected-error@+1 {{'tile.kernel' op (S07) expected 'tile.shared_bytes' to be at least 0, an i64 of bytes, got "x"}}
tile.kernel @text() block [32] attributes {tile.shared_bytes = "x"} {
}

// -----

// expected-error@+1 {{'tile.kernel' op (S07) expected 'tile.shared_bytes' to be at least 0, an i64 of bytes, got 8 : i32}}
tile.kernel @narrow() block [32] attributes {tile.shared_bytes = 8 : i32} {
}

// -----

// expected-error@+1 {{'tile.kernel' op (S07) expected 'tile.shared_bytes' to be at least 0, an i64 of bytes, got -8 : i64}}
tile.kernel @negative() block [32] attributes {tile.shared_bytes = -8 : i64} {
}

// -----

// expected-error@+1 {{'tile.kernel' op (S07) expected 'tile.shared_align' to be a power of two, an i64 of bytes, got 96 : i64}}
tile.kernel @align() block [32] attributes {tile.shared_align = 96 : i64} {
}

// -----

// expected-error@+1 {{'tile.kernel' op (S07) 'tile.dynamic_shared' belongs to llvm.func}}
tile.kernel @dynamic() block [32] attributes {tile.dynamic_shared = 8 : i64} {
}

// -----

// expected-error@+1 {{'llvm.func' op (S07) 'tile.shared_bytes' belongs to tile.kernel}}
llvm.func @lowered() attributes {tile.shared_bytes = 8 : i64}

// -----

// expected-error@+1 {{'tile.kernel' op (S07) unknown attribute 'tile.shared_size'; known are tile.shared_bytes and tile.shared_align of tile.kernel, and tile.dynamic_shared of llvm.func}}
tile.kernel @unknown() block [32] attributes {tile.shared_size = 8 : i64} {
}

// -----

// expected-error@+1 {{(S08) 'cp.async.bulk.global.shared::cta.bulk_group' is not an opcode of #tile.tma_load}}
tile.kernel @family() block [32] attributes {a = #tile.tma_load<"cp.async.bulk.global.shared::cta.bulk_group">} {
}
