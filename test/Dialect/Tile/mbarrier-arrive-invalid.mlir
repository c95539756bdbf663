// RUN: tilery-opt %s -split-input-file -verify-diagnostics

tile.kernel @arrive_none() block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<2x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<2x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.mbarrier.arrive' op (C1) expected an arrival count of 1 to 1048575, got 0}}
  tile.mbarrier.arrive %bar, 0
}

// -----

tile.kernel @arrive_acquire() block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<2x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<2x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.mbarrier.arrive' op (C2) expected release or relaxed at scope cta or cluster, got acquire.cta}}
  tile.mbarrier.arrive acquire.cta %bar
}

// -----

tile.kernel @arrive_gpu() block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<2x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<2x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.mbarrier.arrive' op (C2) expected release or relaxed at scope cta or cluster, got release.gpu}}
  tile.mbarrier.arrive release.gpu %bar
}

// -----

tile.kernel @arrive_state() block [32] cluster [2] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<2x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<2x!tile.mbarrier, #tile.shared>
  %far = tile.mapa %bar, 1 : !tile.mbarrier_ref
  // expected-error@+1 {{'tile.mbarrier.arrive' op (C3) expected no state of an arrival at another block's barrier, got one; wait on its parity}}
  %s = tile.mbarrier.arrive %far <shared_cluster> -> i64
}

// -----

tile.kernel @arrive_no_count() block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<2x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<2x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.mbarrier.arrive' op (C4) expected no_complete with a count, on a barrier of the block's own, without an ordering, got no count}}
  tile.mbarrier.arrive %bar no_complete
}

// -----

tile.kernel @arrive_far() block [32] cluster [2] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<2x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<2x!tile.mbarrier, #tile.shared>
  %far = tile.mapa %bar, 1 : !tile.mbarrier_ref
  // expected-error@+1 {{'tile.mbarrier.arrive' op (C4) expected no_complete with a count, on a barrier of the block's own, without an ordering, got a barrier of another block}}
  tile.mbarrier.arrive %far <shared_cluster>, 2 no_complete
}

// -----

tile.kernel @arrive_ordered() block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<2x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<2x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.mbarrier.arrive' op (C4) expected no_complete with a count, on a barrier of the block's own, without an ordering, got an ordering}}
  tile.mbarrier.arrive relaxed.cta %bar, 2 no_complete
}

// -----

tile.kernel @arrive_drop_none() block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<2x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<2x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.mbarrier.arrive_drop' op (C1) expected an arrival count of 1 to 1048575, got 0}}
  tile.mbarrier.arrive_drop %bar, 0
}

// -----

tile.kernel @arrive_drop_acquire() block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<2x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<2x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.mbarrier.arrive_drop' op (C2) expected release or relaxed at scope cta or cluster, got acquire.cta}}
  tile.mbarrier.arrive_drop acquire.cta %bar
}

// -----

tile.kernel @arrive_drop_gpu() block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<2x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<2x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.mbarrier.arrive_drop' op (C2) expected release or relaxed at scope cta or cluster, got release.gpu}}
  tile.mbarrier.arrive_drop release.gpu %bar
}

// -----

tile.kernel @arrive_drop_state() block [32] cluster [2] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<2x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<2x!tile.mbarrier, #tile.shared>
  %far = tile.mapa %bar, 1 : !tile.mbarrier_ref
  // expected-error@+1 {{'tile.mbarrier.arrive_drop' op (C3) expected no state of an arrival at another block's barrier, got one; wait on its parity}}
  %s = tile.mbarrier.arrive_drop %far <shared_cluster> -> i64
}

// -----

tile.kernel @arrive_drop_no_count() block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<2x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<2x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.mbarrier.arrive_drop' op (C4) expected no_complete with a count, on a barrier of the block's own, without an ordering, got no count}}
  tile.mbarrier.arrive_drop %bar no_complete
}

// -----

tile.kernel @arrive_drop_far() block [32] cluster [2] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<2x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<2x!tile.mbarrier, #tile.shared>
  %far = tile.mapa %bar, 1 : !tile.mbarrier_ref
  // expected-error@+1 {{'tile.mbarrier.arrive_drop' op (C4) expected no_complete with a count, on a barrier of the block's own, without an ordering, got a barrier of another block}}
  tile.mbarrier.arrive_drop %far <shared_cluster>, 2 no_complete
}

// -----

tile.kernel @arrive_drop_ordered() block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<2x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<2x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.mbarrier.arrive_drop' op (C4) expected no_complete with a count, on a barrier of the block's own, without an ordering, got an ordering}}
  tile.mbarrier.arrive_drop relaxed.cta %bar, 2 no_complete
}

// -----

tile.kernel @arrive_expect_tx_many() block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<2x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<2x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.mbarrier.arrive_expect_tx' op (C1) expected bytes of 0 to 1048575, got 1048576}}
  tile.mbarrier.arrive_expect_tx %bar, 1048576
}

// -----

tile.kernel @arrive_expect_tx_sc() block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<2x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<2x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.mbarrier.arrive_expect_tx' op (C2) expected release or relaxed at scope cta or cluster, got sc.cta}}
  tile.mbarrier.arrive_expect_tx sc.cta %bar, 16
}

// -----

tile.kernel @arrive_expect_tx_state() block [32] cluster [2] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<2x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<2x!tile.mbarrier, #tile.shared>
  %far = tile.mapa %bar, 1 : !tile.mbarrier_ref
  // expected-error@+1 {{'tile.mbarrier.arrive_expect_tx' op (C3) expected no state of an arrival at another block's barrier, got one; wait on its parity}}
  %s = tile.mbarrier.arrive_expect_tx %far <shared_cluster>, 16 -> i64
}

// -----

tile.kernel @arrive_drop_expect_tx_many() block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<2x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<2x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.mbarrier.arrive_drop_expect_tx' op (C1) expected bytes of 0 to 1048575, got 1048576}}
  tile.mbarrier.arrive_drop_expect_tx %bar, 1048576
}

// -----

tile.kernel @arrive_drop_expect_tx_sc() block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<2x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<2x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.mbarrier.arrive_drop_expect_tx' op (C2) expected release or relaxed at scope cta or cluster, got sc.cta}}
  tile.mbarrier.arrive_drop_expect_tx sc.cta %bar, 16
}

// -----

tile.kernel @arrive_drop_expect_tx_state() block [32] cluster [2] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<2x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<2x!tile.mbarrier, #tile.shared>
  %far = tile.mapa %bar, 1 : !tile.mbarrier_ref
  // expected-error@+1 {{'tile.mbarrier.arrive_drop_expect_tx' op (C3) expected no state of an arrival at another block's barrier, got one; wait on its parity}}
  %s = tile.mbarrier.arrive_drop_expect_tx %far <shared_cluster>, 16 -> i64
}

// -----

tile.kernel @expect_tx_negative() block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<2x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<2x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.mbarrier.expect_tx' op (C1) expected bytes of 0 to 1048575, got -1}}
  tile.mbarrier.expect_tx %bar, -1
}

// -----

tile.kernel @expect_tx_release() block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<2x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<2x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.mbarrier.expect_tx' op (C2) expected relaxed at scope cta or cluster, got release.cta}}
  tile.mbarrier.expect_tx release.cta %bar, 16
}

// -----

tile.kernel @complete_tx_negative() block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<2x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<2x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.mbarrier.complete_tx' op (C1) expected bytes of 0 to 1048575, got -1}}
  tile.mbarrier.complete_tx %bar, -1
}

// -----

tile.kernel @complete_tx_release() block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<2x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<2x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.mbarrier.complete_tx' op (C2) expected relaxed at scope cta or cluster, got release.cta}}
  tile.mbarrier.complete_tx release.cta %bar, 16
}

// -----

tile.kernel @half() block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<2x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<2x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{'tile.mbarrier.arrive' op (C2) expected semantics and scope together, got only relaxed}}
  "tile.mbarrier.arrive"(%bar) <{semantics = 0 : i32}> : (!tile.mbarrier_ref) -> ()
}

// -----

tile.kernel @word() block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<2x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<2x!tile.mbarrier, #tile.shared>
  // expected-error@+1 {{expected relaxed, release, acquire, acq_rel or sc, a dot, and cta, cluster, gpu or sys, as in release.cluster, got 'release'}}
  tile.mbarrier.arrive release %bar
}

// -----

tile.kernel @init_far() block [32] cluster [2] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<2x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<2x!tile.mbarrier, #tile.shared>
  %far = tile.mapa %bar, 1 : !tile.mbarrier_ref
  // expected-error@+1 {{'tile.mbarrier.init' op (C2) expected a barrier of the block's own, got '!tile.mbarrier_ref<shared_cluster>'; other blocks of the cluster arrive at it and count its bytes, and its own block does the rest}}
  tile.mbarrier.init %far <shared_cluster>, 1
}

// -----

tile.kernel @inval_far() block [32] cluster [2] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<2x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<2x!tile.mbarrier, #tile.shared>
  %far = tile.mapa %bar, 1 : !tile.mbarrier_ref
  // expected-error@+1 {{'tile.mbarrier.inval' op (C1) expected a barrier of the block's own}}
  tile.mbarrier.inval %far <shared_cluster>
}
