// RUN: tilery-opt %s -split-input-file -verify-diagnostics

tile.kernel @index() block [32] {
  %c4 = arith.constant 4 : index
  %full = tile.alloc_shared : memref<4x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.mbarrier.ref' op (C1) expected index 0 within 0..3, got 4}}
  %bar = tile.mbarrier.ref %full[%c4] : memref<4x!tile.mbarrier, #tile.shared>
}

// -----

tile.kernel @negative() block [32] {
  %m1 = arith.constant -1 : index
  %full = tile.alloc_shared : memref<4x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.mbarrier.ref' op (C1) expected index 0 within 0..3, got -1}}
  %bar = tile.mbarrier.ref %full[%m1] : memref<4x!tile.mbarrier, #tile.shared>
}

// -----

tile.kernel @rank() block [32] {
  %full = tile.alloc_shared : memref<4x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.mbarrier.ref' op (C1) expected 1 indices, one a dimension of the barrier buffer, got 0}}
  %bar = tile.mbarrier.ref %full[] : memref<4x!tile.mbarrier, #tile.shared>
}

// -----

tile.kernel @type() block [32] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared : memref<4xi64, #tile.shared>
  // expected-error@+1 {{'tile.mbarrier.ref' op (C2) expected a buffer of !tile.mbarrier in #tile.shared or #tile.shared_cluster, got 'memref<4xi64, #tile.shared>'; allocate it by tile.alloc_shared : memref<...x!tile.mbarrier, #tile.shared>}}
  %bar = tile.mbarrier.ref %tile[%c0] : memref<4xi64, #tile.shared>
}

// -----

tile.kernel @global(%x: memref<4xui32>) block [32] {
  %c0 = arith.constant 0 : index
  // expected-error@+1 {{'tile.mbarrier.ref' op (C2) expected a buffer of !tile.mbarrier in #tile.shared or #tile.shared_cluster, got 'memref<4xui32>'}}
  %bar = tile.mbarrier.ref %x[%c0] : memref<4xui32>
}

// -----

// A buffer is no barrier.
tile.kernel @buffer() block [32] {
  // expected-note@+1 {{prior use here}}
  %words = tile.alloc_shared : memref<4xui32, #tile.shared>
  // expected-error@+1 {{use of value '%words' expects different type than prior uses: '!tile.mbarrier_ref' vs 'memref<4xui32, #tile.shared>'}}
  tile.mbarrier.init %words, 1
}

// -----

tile.kernel @init0_p() block [32] {
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<4x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<4x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.mbarrier.init' op (C1) expected an arrival count of 1 to 1048575, got 0}}
  tile.mbarrier.init %bar, 0
}

// -----

tile.kernel @init1_m() block [32] {
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<4x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<4x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.mbarrier.init' op (C1) expected an arrival count of 1 to 1048575, got -1}}
  tile.mbarrier.init %bar, -1
}

// -----

tile.kernel @init1048576_p() block [32] {
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<4x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<4x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.mbarrier.init' op (C1) expected an arrival count of 1 to 1048575, got 1048576}}
  tile.mbarrier.init %bar, 1048576
}

// -----

tile.kernel @init_wide() block [32] {
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<4x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<4x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{(S03) expected a 32-bit integer}}
  tile.mbarrier.init %bar, 4294967296
}

// -----

tile.kernel @init_none() block [32] {
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<4x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<4x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{(S03) expected an i32 operand or an integer}}
  tile.mbarrier.init %bar, foo
}

// -----

tile.kernel @expect() block [32] {
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<4x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<4x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.mbarrier.arrive_expect_tx' op (C1) expected bytes of 0 to 1048575, got 1048576}}
  tile.mbarrier.arrive_expect_tx %bar, 1048576
}

// -----

tile.kernel @expect2() block [32] {
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<4x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<4x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.mbarrier.expect_tx' op (C1) expected bytes of 0 to 1048575, got -16}}
  tile.mbarrier.expect_tx %bar, -16
}

// -----

tile.kernel @wait() block [32] {
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<4x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<4x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.mbarrier.wait' op (C1) expected a parity of 0 to 1, got 2}}
  tile.mbarrier.wait %bar, 2
}

// -----

tile.kernel @try_wait() block [32] {
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<4x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<4x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.mbarrier.try_wait' op (C1) expected a parity of 0 to 1, got 2}}
  %0 = tile.mbarrier.try_wait %bar, 2
}

// -----

tile.kernel @test_wait() block [32] {
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<4x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<4x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.mbarrier.test_wait' op (C1) expected a parity of 0 to 1, got -1}}
  %0 = tile.mbarrier.test_wait %bar, -1
}

// -----

tile.kernel @both() block [32] {
  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<4x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<4x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.mbarrier.init' op (C1) expected an arrival count as an operand or as a constant, got none}}
  "tile.mbarrier.init"(%bar) : (!tile.mbarrier_ref) -> ()
}

// -----

tile.kernel @constant_init() block [32] {
  %c0 = arith.constant 0 : index
  %v = arith.constant -1 : i32
  %full = tile.alloc_shared : memref<4x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<4x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.mbarrier.init' op (C1) expected an arrival count of 1 to 1048575, got -1}}
  tile.mbarrier.init %bar, %v
}

// -----

tile.kernel @constant_expect_tx() block [32] {
  %c0 = arith.constant 0 : index
  %v = arith.constant 5000000 : i32
  %full = tile.alloc_shared : memref<4x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<4x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.mbarrier.expect_tx' op (C1) expected bytes of 0 to 1048575, got 5000000}}
  tile.mbarrier.expect_tx %bar, %v
}

// -----

tile.kernel @constant_wait() block [32] {
  %c0 = arith.constant 0 : index
  %v = arith.constant 7 : i32
  %full = tile.alloc_shared : memref<4x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<4x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.mbarrier.wait' op (C1) expected a parity of 0 to 1, got 7}}
  tile.mbarrier.wait %bar, %v
}
