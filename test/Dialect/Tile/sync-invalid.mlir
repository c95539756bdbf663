// RUN: tilery-opt %s -split-input-file -verify-diagnostics

tile.kernel @pending() block [32] {
  // tile.bulk.wait_group (C1)
  // expected-error@+1 {{attribute 'pending' failed to satisfy constraint: 32-bit signless integer attribute whose value is non-negative}}
  tile.bulk.wait_group -1
}

// -----

tile.kernel @space() block [32] {
  // expected-error@+1 {{(S02) expected a fenced space: all, global, shared_cta or shared_cluster, got 'shared'}}
  tile.fence.proxy.async <shared>
}

// -----

tile.kernel @fence() block [32] {
  // expected-error@+1 {{'tile.fence' op (C1) expected acq_rel or sc, got acquire}}
  tile.fence acquire.gpu
}

// -----

tile.kernel @fence_word() block [32] {
  // expected-error@+1 {{expected relaxed, release, acquire, acq_rel or sc, a dot, and cta, cluster, gpu or sys, as in release.cluster, got 'acq_rel'}}
  tile.fence acq_rel
}

// -----

tile.kernel @fence_nothing() block [32] {
  // expected-error@+2 {{expected relaxed, release, acquire, acq_rel or sc, a dot, and cta, cluster, gpu or sys}}
  tile.fence
}

// -----

tile.kernel @one_way() block [32] {
  // expected-error@+1 {{'tile.fence.proxy.async_generic' op (C1) expected acquire or release, got sc}}
  tile.fence.proxy.async_generic sc
}

// -----

tile.kernel @map_semantics() block [32] {
  // expected-error@+1 {{'tile.fence.proxy.tensormap' op (C1) expected release or acquire, got acq_rel}}
  tile.fence.proxy.tensormap acq_rel.gpu
}

// -----

tile.kernel @map_none() block [32] {
  // expected-error@+1 {{'tile.fence.proxy.tensormap' op (C2) expected an acquire to name the map in global memory, got none}}
  tile.fence.proxy.tensormap acquire.gpu
}

// -----

tile.kernel @map_release(%map: memref<128xi8>) block [32] {
  // expected-error@+1 {{'tile.fence.proxy.tensormap' op (C2) expected a release without a map, got one}}
  tile.fence.proxy.tensormap release.gpu [%map] : memref<128xi8>
}

// -----

tile.kernel @map_small(%map: memref<64xi8>) block [32] {
  // expected-error@+1 {{'tile.fence.proxy.tensormap' op (C2) expected a map of 128 bytes, got 64, 'memref<64xi8>'}}
  tile.fence.proxy.tensormap acquire.gpu [%map] : memref<64xi8>
}

// -----

tile.kernel @map_shared() block [32] {
  %map = tile.alloc_shared : memref<128xi8, #tile.shared>
  // expected-error@+1 {{memref in the default (global) memory space}}
  tile.fence.proxy.tensormap acquire.gpu [%map] : memref<128xi8, #tile.shared>
}

// -----

tile.kernel @id() block [128] {
  // expected-error@+1 {{'tile.named_barrier.sync' op (C1) expected a barrier id of 0 to 15, got 16}}
  tile.named_barrier.sync 16, 64
}

// -----

tile.kernel @threads() block [128] {
  // expected-error@+1 {{'tile.named_barrier.sync' op (C2) expected a number of threads of 32 to 128, got 160}}
  tile.named_barrier.sync 1, 160
}

// -----

tile.kernel @warps(%id: i32) block [128] {
  // expected-error@+1 {{'tile.named_barrier.sync' op (C2) expected whole warps, a multiple of 32 threads, got 48}}
  tile.named_barrier.sync %id, 48
}

// -----

tile.kernel @arrive_id() block [128] {
  // expected-error@+1 {{'tile.named_barrier.arrive' op (C1) expected a barrier id of 0 to 15, got -1}}
  tile.named_barrier.arrive -1, 64
}

// -----

tile.kernel @arrive_threads() block [128] {
  %none = arith.constant 0 : i32
  // expected-error@+1 {{'tile.named_barrier.arrive' op (C2) expected a number of threads of 32 to 128, got 0}}
  tile.named_barrier.arrive 1, %none
}

// -----

tile.kernel @rest() block [32] {
  // expected-error@+1 {{'tile.nanosleep' op (C1) expected a time in ns of 0 to 1000000, got 1000001}}
  tile.nanosleep 1000001
}
