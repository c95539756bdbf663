// RUN: tilery-opt %s -split-input-file -verify-diagnostics

tile.kernel @string(%n: i32) block [32] {
  // expected-error@+1 {{'tile.printf' op (C1) expected the text of '%s' in the format itself: a kernel has no strings to print}}
  tile.printf "%s" (%n : i32)
}

// -----

tile.kernel @star(%n: i32) block [32] {
  // expected-error@+1 {{'tile.printf' op (C1) expected a directive of printf (%% or one of d i u x X o c f F e E g G a A, with flags, width, precision and length before it), got '%*'}}
  tile.printf "%*d" (%n : i32)
}

// -----

tile.kernel @open(%n: i32) block [32] {
  // expected-error@+1 {{'tile.printf' op (C1) expected a directive of printf}}
  tile.printf "100 %"
}

// -----

tile.kernel @long_float(%x: f32) block [32] {
  // expected-error@+1 {{got '%lf'}}
  tile.printf "%lf" (%x : f32)
}

// -----

tile.kernel @nul() block [32] {
  // expected-error@+1 {{'tile.printf' op (C1) expected a format without NUL bytes, which end the text}}
  tile.printf "a\00b"
}

// -----

tile.kernel @few(%n: i32) block [32] {
  // expected-error@+1 {{'tile.printf' op (C2) expected one argument for each of the 2 directives, at most 32, got 1}}
  tile.printf "%d of %d" (%n : i32)
}

// -----

tile.kernel @more(%n: i32) block [32] {
  // expected-error@+1 {{'tile.printf' op (C2) expected one argument for each of the 0 directives, at most 32, got 1}}
  tile.printf "100%%" (%n : i32)
}

// -----

tile.kernel @wide(%n: index) block [32] {
  // expected-error@+1 {{'tile.printf' op (C3) expected argument 0 to be what '%d' prints, got 'index'; use %lld, %llu or %llx}}
  tile.printf "%d" (%n : index)
}

// -----

tile.kernel @narrow(%n: i32) block [32] {
  // expected-error@+1 {{'tile.printf' op (C3) expected argument 0 to be what '%08llx' prints, got 'i32'; use %d, %u or %x}}
  tile.printf "%08llx" (%n : i32)
}

// -----

tile.kernel @float(%x: f16) block [32] {
  // expected-error@+1 {{'tile.printf' op (C3) expected argument 0 to be what '%x' prints, got 'f16'; use %f, %e or %g}}
  tile.printf "%x" (%x : f16)
}

// -----

tile.kernel @integer(%n: i32) block [32] {
  // expected-error@+1 {{'tile.printf' op (C3) expected argument 0 to be what '%.3f' prints, got 'i32'; use %d, %u or %x}}
  tile.printf "%.3f" (%n : i32)
}

// -----

tile.kernel @memref(%x: memref<4xf32>) block [32] {
  // expected-error@+1 {{'tile.printf' op (C3) expected argument 0 to be what '%llx' prints, got 'memref<4xf32>'; use a number}}
  tile.printf "%llx" (%x : memref<4xf32>)
}
