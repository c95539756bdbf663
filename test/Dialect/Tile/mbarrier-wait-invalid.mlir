// RUN: tilery-opt %s -split-input-file -verify-diagnostics

tile.kernel @wait_two() block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<2x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<2x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.mbarrier.wait' op (C1) expected a parity of 0 to 1, got 2}}
  tile.mbarrier.wait %bar, 2
}

// -----

tile.kernel @wait_release() block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<2x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<2x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.mbarrier.wait' op (C2) expected acquire or relaxed at scope cta or cluster, got release.cta}}
  tile.mbarrier.wait release.cta %bar, 0
}

// -----

tile.kernel @wait_sys() block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<2x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<2x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.mbarrier.wait' op (C2) expected acquire or relaxed at scope cta or cluster, got acquire.sys}}
  tile.mbarrier.wait acquire.sys %bar, 0
}

// -----

tile.kernel @wait_far() block [32] cluster [2] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<2x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<2x!tile.mbarrier, #tile.shared>
  %far = tile.mapa %bar, 1 : !tile.mbarrier_ref
  // expected-error@+1 {{'tile.mbarrier.wait' op (C3) expected a barrier of the block's own, got '!tile.mbarrier_ref<shared_cluster>'}}
  tile.mbarrier.wait %far <shared_cluster>, 0
}

// -----

tile.kernel @wait_no_phase() block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<2x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<2x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.mbarrier.wait' op (C4) expected a parity or a state, got none}}
  "tile.mbarrier.wait"(%bar) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>}> : (!tile.mbarrier_ref) -> ()
}

// -----

tile.kernel @wait_two_phases(%n: i32, %s: i64) block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<2x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<2x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.mbarrier.wait' op (C4) expected a parity or a state, got both}}
  "tile.mbarrier.wait"(%bar, %n, %s) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (!tile.mbarrier_ref, i32, i64) -> ()
}

// -----

tile.kernel @wait_hint() block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<2x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<2x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.mbarrier.wait' op (C5) expected a hint in ns of 0 to 2147483647, got -1}}
  tile.mbarrier.wait %bar, 0 suspend_ns -1
}

// -----

tile.kernel @try_wait_two() block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<2x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<2x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.mbarrier.try_wait' op (C1) expected a parity of 0 to 1, got 2}}
  %p = tile.mbarrier.try_wait %bar, 2
}

// -----

tile.kernel @try_wait_release() block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<2x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<2x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.mbarrier.try_wait' op (C2) expected acquire or relaxed at scope cta or cluster, got release.cta}}
  %p = tile.mbarrier.try_wait release.cta %bar, 0
}

// -----

tile.kernel @try_wait_sys() block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<2x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<2x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.mbarrier.try_wait' op (C2) expected acquire or relaxed at scope cta or cluster, got acquire.sys}}
  %p = tile.mbarrier.try_wait acquire.sys %bar, 0
}

// -----

tile.kernel @try_wait_far() block [32] cluster [2] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<2x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<2x!tile.mbarrier, #tile.shared>
  %far = tile.mapa %bar, 1 : !tile.mbarrier_ref
  // expected-error@+1 {{'tile.mbarrier.try_wait' op (C3) expected a barrier of the block's own, got '!tile.mbarrier_ref<shared_cluster>'}}
  %p = tile.mbarrier.try_wait %far <shared_cluster>, 0
}

// -----

tile.kernel @try_wait_no_phase() block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<2x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<2x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.mbarrier.try_wait' op (C4) expected a parity or a state, got none}}
  %p = "tile.mbarrier.try_wait"(%bar) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>}> : (!tile.mbarrier_ref) -> (i1)
}

// -----

tile.kernel @try_wait_two_phases(%n: i32, %s: i64) block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<2x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<2x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.mbarrier.try_wait' op (C4) expected a parity or a state, got both}}
  %p = "tile.mbarrier.try_wait"(%bar, %n, %s) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (!tile.mbarrier_ref, i32, i64) -> (i1)
}

// -----

tile.kernel @try_wait_hint() block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<2x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<2x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.mbarrier.try_wait' op (C5) expected a hint in ns of 0 to 2147483647, got -1}}
  %p = tile.mbarrier.try_wait %bar, 0 suspend_ns -1
}

// -----

tile.kernel @test_wait_two() block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<2x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<2x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.mbarrier.test_wait' op (C1) expected a parity of 0 to 1, got 2}}
  %p = tile.mbarrier.test_wait %bar, 2
}

// -----

tile.kernel @test_wait_release() block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<2x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<2x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.mbarrier.test_wait' op (C2) expected acquire or relaxed at scope cta or cluster, got release.cta}}
  %p = tile.mbarrier.test_wait release.cta %bar, 0
}

// -----

tile.kernel @test_wait_sys() block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<2x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<2x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.mbarrier.test_wait' op (C2) expected acquire or relaxed at scope cta or cluster, got acquire.sys}}
  %p = tile.mbarrier.test_wait acquire.sys %bar, 0
}

// -----

tile.kernel @test_wait_far() block [32] cluster [2] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<2x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<2x!tile.mbarrier, #tile.shared>
  %far = tile.mapa %bar, 1 : !tile.mbarrier_ref
  // expected-error@+1 {{'tile.mbarrier.test_wait' op (C3) expected a barrier of the block's own, got '!tile.mbarrier_ref<shared_cluster>'}}
  %p = tile.mbarrier.test_wait %far <shared_cluster>, 0
}

// -----

tile.kernel @test_wait_no_phase() block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<2x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<2x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.mbarrier.test_wait' op (C4) expected a parity or a state, got none}}
  %p = "tile.mbarrier.test_wait"(%bar) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>}> : (!tile.mbarrier_ref) -> (i1)
}

// -----

tile.kernel @test_wait_two_phases(%n: i32, %s: i64) block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<2x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<2x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.mbarrier.test_wait' op (C4) expected a parity or a state, got both}}
  %p = "tile.mbarrier.test_wait"(%bar, %n, %s) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (!tile.mbarrier_ref, i32, i64) -> (i1)
}

// -----

tile.kernel @test_wait_hint() block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<2x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<2x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.mbarrier.test_wait' op (C5) expected no suspend_ns: a test never suspends; use tile.mbarrier.try_wait}}
  %p = tile.mbarrier.test_wait %bar, 0 suspend_ns 100
}
