// RUN: tilery-opt %s --convert-launch-to-llvm -split-input-file -verify-diagnostics

// expected-error@+1 {{'launch.func' op (L10) expected a check of argument 'n', got none; run launch-insert-checks first}}
launch.func @unchecked(%n: i32) {
}

// -----

tile.kernel @k() block [32] {
}
launch.func @not_compiled() {
  // expected-error@+1 {{'launch.kernel' op (L04) expected kernel 'k' to be compiled (launch.binary), got tile.kernel}}
  launch.kernel @k grid [1] ()
}

// -----

// expected-error@+1 {{'tile.kernel' op (L08) is not supported in a module of launchers; expected launch.func and launch.binary}}
tile.kernel @left() block [32] {
}

// -----

// expected-error@+1 {{'launch.binary' op (V18) unknown target 'sm_9'}}
launch.binary @k() block [1] images [#launch.image<"sm_9", "ptx\00">]

// -----

// expected-error@+1 {{'launch.func' op (L09) expected a name that does not begin with 'tilery_rt_', which the runtime's have, got 'tilery_rt_launch'}}
launch.func @tilery_rt_launch() {
}

// -----

// expected-error@+1 {{(L09) expected no symbol named 'tilery_release_kernels', which unloads the kernels; rename it or choose another name with the option 'release'}}
module {
  launch.func @tilery_release_kernels() {
  }
}

// -----

launch.func @device_memory(%x: memref<16xf32>) {
  launch.check_tensor %x : memref<16xf32>
  %c0 = arith.constant 0 : index
  // expected-error@+1 {{'memref.load' op (L08) is not supported in a launcher; expected arith, index, scf.for, scf.if, memref.dim, memref.subview and launch operations}}
  %v = memref.load %x[%c0] : memref<16xf32>
}

// -----

launch.func @half(%x: f16) {
  launch.check_scalar %x : f16
  // expected-error@+1 {{'arith.addf' op (L01) expected integers of up to 64 bits, index, f32 or f64 in a launcher, got 'f16'}}
  %y = arith.addf %x, %x : f16
}

// -----

launch.func @wide(%x: i64) {
  launch.check_scalar %x : i64
  // expected-error@+1 {{'arith.extsi' op (L01) expected integers of up to 64 bits, index, f32 or f64 in a launcher, got 'i128'}}
  %y = arith.extsi %x : i64 to i128
}

// -----

launch.func @remainder(%x: f32) {
  launch.check_scalar %x : f32
  // expected-error@+1 {{'arith.remf' op (L08) is not supported in a launcher}}
  %y = arith.remf %x, %x : f32
}

// -----

launch.binary @k(memref<16xf32> read) block [1] images [#launch.image<"sm_90", "ptx\00">]
launch.func @invents(%x: memref<?xf32>) {
  launch.check_tensor %x : memref<?xf32>
  // expected-error@+1 {{'memref.cast' op (L05) expected a cast to less static sizes, got 'memref<?xf32>' to 'memref<16xf32>'; give the launcher's argument the static type instead}}
  %y = memref.cast %x : memref<?xf32> to memref<16xf32>
  launch.kernel @k grid [1] (%y) : memref<16xf32>
}

// -----

// Maps are made of views; a kernel's pointer is not.
launch.binary @k(memref<8xf32> read) block [1] images [#launch.image<"sm_90", "ptx\00">]
launch.func @part(%x: memref<16xf32>) {
  launch.check_tensor %x : memref<16xf32>
  %y = memref.subview %x[0] [8] [1] : memref<16xf32> to memref<8xf32>
  // expected-error@+1 {{'launch.kernel' op (L03) expected an argument of the launcher, got another value of type 'memref<8xf32>'}}
  launch.kernel @k grid [1] (%y) : memref<8xf32>
}

// -----

launch.func @ranks(%x: memref<1x1x1x1x1x1x1x1x16xf32>) {
  launch.check_tensor %x : memref<1x1x1x1x1x1x1x1x16xf32>
  // expected-error@+1 {{'memref.subview' op (L02) expected a view of at most 8 dimensions in a launcher, got 'memref<1x1x1x1x1x1x1x1x8xf32, strided<[16, 16, 16, 16, 16, 16, 16, 16, 1]>>'}}
  %y = memref.subview %x[0, 0, 0, 0, 0, 0, 0, 0, 0] [1, 1, 1, 1, 1, 1, 1, 1, 8] [1, 1, 1, 1, 1, 1, 1, 1, 1]
    : memref<1x1x1x1x1x1x1x1x16xf32> to memref<1x1x1x1x1x1x1x1x8xf32, strided<[16, 16, 16, 16, 16, 16, 16, 16, 1]>>
}

// -----

// expected-error@+1 {{'launch.func' op (L10) expected a check of argument 'm', got none; run launch-insert-checks first}}
launch.func @unchecked_map(%x: memref<16xf32>, %m: !tile.tensor_map<16xf32>) {
  launch.check_tensor %x : memref<16xf32>
}

// -----

// expected-error@+1 {{'launch.func' op (L11) expected argument 'x' to have strides of 0 or more, got -1}}
launch.func @backwards(%x: memref<16xf32, strided<[-1]>>) {
  launch.check_tensor %x : memref<16xf32, strided<[-1]>>
}

// -----

launch.binary @k(memref<16xf32> read) block [1] images [#launch.image<"sm_90", "ptx\00">]
launch.func @endless(%x: memref<16xf32>, %n: index) {
  launch.check_tensor %x : memref<16xf32>
  launch.check_scalar %n : index
  %c0 = arith.constant 0 : index
  // expected-error@+1 {{'scf.for' op (L07) expected a constant step of at least 1 in a launcher, so that the loop is known to end}}
  scf.for %i = %c0 to %n step %c0 {
    launch.kernel @k grid [1] (%x) : memref<16xf32>
  }
}

// -----

launch.func @while(%n: i32) {
  launch.check_scalar %n : i32
  // expected-error@+1 {{'scf.while' op (L08) is not supported in a launcher}}
  %r = scf.while (%a = %n) : (i32) -> i32 {
    %true = arith.constant true
    scf.condition(%true) %a : i32
  } do {
  ^bb0(%a: i32):
    scf.yield %a : i32
  }
}

// -----

launch.func @dimension(%x: memref<?xf32>) {
  launch.check_tensor %x : memref<?xf32>
  %c7 = arith.constant 7 : index
  // expected-error@+1 {{'memref.dim' op (L06) expected a dimension of 'memref<?xf32>', which has 1, got dimension 7}}
  %d = memref.dim %x, %c7 : memref<?xf32>
}

// -----

launch.func @any_dimension(%x: memref<?xf32>, %n: index) {
  launch.check_tensor %x : memref<?xf32>
  launch.check_scalar %n : index
  // expected-error@+1 {{'memref.dim' op (L06) expected a constant dimension of a ranked memref in a launcher}}
  %d = memref.dim %x, %n : memref<?xf32>
}
