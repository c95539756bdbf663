// RUN: tileryc %s --target=sm_90 | FileCheck %s
// RUN: %python %S/Inputs/forms.py %s --list | FileCheck %s --check-prefix=LIST

// Each kernel is one form. The comment before it is the lowest PTX version that has it
// on sm_90: sync-forms.test compiles it for that one.
// LIST: 58 kernels

// PTX 7.8
// CHECK-LABEL: .entry arrive(
// CHECK: mbarrier.arrive.shared.b64{{[ \t]+}}%{{.*}}, [{{.*}}_shared];
tile.kernel @arrive(%n: i32, %out: memref<2xi64>) block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  tile.mbarrier.arrive %bar
}

// PTX 7.8
// CHECK-LABEL: .entry arrive_count(
// CHECK: mbarrier.arrive.shared.b64{{[ \t]+}}%{{.*}}, [%{{.*}}], %{{.*}};
tile.kernel @arrive_count(%n: i32, %out: memref<2xi64>) block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  tile.mbarrier.arrive %bar, %n
}

// PTX 8.6
// CHECK-LABEL: .entry arrive_relaxed(
// CHECK: mbarrier.arrive.relaxed.cta.shared.b64{{[ \t]+}}%{{.*}}, [{{.*}}_shared]
tile.kernel @arrive_relaxed(%n: i32, %out: memref<2xi64>) block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  tile.mbarrier.arrive relaxed.cta %bar
}

// PTX 8.0
// CHECK-LABEL: .entry arrive_cluster(
// CHECK: mbarrier.arrive.release.cluster.shared.b64{{[ \t]+}}%{{.*}}, [{{.*}}_shared]
tile.kernel @arrive_cluster(%n: i32, %out: memref<2xi64>) block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  tile.mbarrier.arrive release.cluster %bar
}

// PTX 7.8
// CHECK-LABEL: .entry arrive_no_complete(
// CHECK: mbarrier.arrive.noComplete.shared.b64{{[ \t]+}}%{{.*}}, [{{.*}}_shared]
tile.kernel @arrive_no_complete(%n: i32, %out: memref<2xi64>) block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  tile.mbarrier.arrive %bar, 2 no_complete
}

// PTX 8.0
// CHECK-LABEL: .entry arrive_remote(
// CHECK: mbarrier.arrive.shared::cluster.b64{{[ \t]+}}_, [%{{.*}}]
tile.kernel @arrive_remote(%n: i32, %out: memref<2xi64>) block [32] cluster [2] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %far = tile.mapa %bar, 1 : !tile.mbarrier_ref
  tile.mbarrier.arrive %far <shared_cluster>
}

// PTX 8.0
// CHECK-LABEL: .entry arrive_remote_release(
// CHECK: mbarrier.arrive.release.cluster.shared::cluster.b64{{[ \t]+}}_, [%{{.*}}]
tile.kernel @arrive_remote_release(%n: i32, %out: memref<2xi64>) block [32] cluster [2] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %far = tile.mapa %bar, 1 : !tile.mbarrier_ref
  tile.mbarrier.arrive release.cluster %far <shared_cluster>, %n
}

// PTX 8.6
// CHECK-LABEL: .entry arrive_remote_relaxed(
// CHECK: mbarrier.arrive.relaxed.cluster.shared::cluster.b64{{[ \t]+}}_, [%{{.*}}]
tile.kernel @arrive_remote_relaxed(%n: i32, %out: memref<2xi64>) block [32] cluster [2] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %far = tile.mapa %bar, 1 : !tile.mbarrier_ref
  tile.mbarrier.arrive relaxed.cluster %far <shared_cluster>
}

// PTX 7.8
// CHECK-LABEL: .entry drop(
// CHECK: mbarrier.arrive_drop.shared.b64{{[ \t]+}}%{{.*}}, [{{.*}}_shared]
tile.kernel @drop(%n: i32, %out: memref<2xi64>) block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  tile.mbarrier.arrive_drop %bar
}

// PTX 8.6
// CHECK-LABEL: .entry drop_relaxed(
// CHECK: mbarrier.arrive_drop.relaxed.cluster.shared.b64{{[ \t]+}}%{{.*}}, [{{.*}}_shared]
tile.kernel @drop_relaxed(%n: i32, %out: memref<2xi64>) block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  tile.mbarrier.arrive_drop relaxed.cluster %bar
}

// PTX 8.0
// CHECK-LABEL: .entry drop_cluster(
// CHECK: mbarrier.arrive_drop.release.cluster.shared.b64{{[ \t]+}}%{{.*}}, [{{.*}}_shared]
tile.kernel @drop_cluster(%n: i32, %out: memref<2xi64>) block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  tile.mbarrier.arrive_drop release.cluster %bar
}

// PTX 7.8
// CHECK-LABEL: .entry drop_no_complete(
// CHECK: mbarrier.arrive_drop.noComplete.shared.b64{{[ \t]+}}%{{.*}}, [{{.*}}_shared]
tile.kernel @drop_no_complete(%n: i32, %out: memref<2xi64>) block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  tile.mbarrier.arrive_drop %bar, 2 no_complete
}

// PTX 8.0
// CHECK-LABEL: .entry drop_remote(
// CHECK: mbarrier.arrive_drop.shared::cluster.b64{{[ \t]+}}_, [%{{.*}}]
tile.kernel @drop_remote(%n: i32, %out: memref<2xi64>) block [32] cluster [2] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %far = tile.mapa %bar, 1 : !tile.mbarrier_ref
  tile.mbarrier.arrive_drop %far <shared_cluster>
}

// PTX 8.0
// CHECK-LABEL: .entry expect(
// CHECK: mbarrier.arrive.expect_tx.shared.b64{{[ \t]+}}%{{.*}}, [{{.*}}_shared]
tile.kernel @expect(%n: i32, %out: memref<2xi64>) block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  tile.mbarrier.arrive_expect_tx %bar, 16
}

// PTX 8.6
// CHECK-LABEL: .entry expect_relaxed(
// CHECK: mbarrier.arrive.expect_tx.relaxed.cta.shared.b64{{[ \t]+}}%{{.*}}, [{{.*}}_shared]
tile.kernel @expect_relaxed(%n: i32, %out: memref<2xi64>) block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  tile.mbarrier.arrive_expect_tx relaxed.cta %bar, 16
}

// PTX 8.0
// CHECK-LABEL: .entry expect_remote(
// CHECK: mbarrier.arrive.expect_tx.shared::cluster.b64{{[ \t]+}}_, [%{{.*}}]
tile.kernel @expect_remote(%n: i32, %out: memref<2xi64>) block [32] cluster [2] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %far = tile.mapa %bar, 1 : !tile.mbarrier_ref
  tile.mbarrier.arrive_expect_tx %far <shared_cluster>, 16
}

// PTX 8.0
// CHECK-LABEL: .entry expect_remote_release(
// CHECK: mbarrier.arrive.expect_tx.release.cluster.shared::cluster.b64{{[ \t]+}}_, [%{{.*}}]
tile.kernel @expect_remote_release(%n: i32, %out: memref<2xi64>) block [32] cluster [2] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %far = tile.mapa %bar, 1 : !tile.mbarrier_ref
  tile.mbarrier.arrive_expect_tx release.cluster %far <shared_cluster>, 16
}

// PTX 8.0
// CHECK-LABEL: .entry drop_expect(
// CHECK: mbarrier.arrive_drop.expect_tx.shared.b64{{[ \t]+}}%{{.*}}, [{{.*}}_shared]
tile.kernel @drop_expect(%n: i32, %out: memref<2xi64>) block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  tile.mbarrier.arrive_drop_expect_tx %bar, 16
}

// PTX 8.6
// CHECK-LABEL: .entry drop_expect_relaxed(
// CHECK: mbarrier.arrive_drop.expect_tx.relaxed.cluster.shared.b64{{[ \t]+}}%{{.*}}, [{{.*}}_shared]
tile.kernel @drop_expect_relaxed(%n: i32, %out: memref<2xi64>) block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  tile.mbarrier.arrive_drop_expect_tx relaxed.cluster %bar, 16
}

// PTX 8.0
// CHECK-LABEL: .entry drop_expect_remote(
// CHECK: mbarrier.arrive_drop.expect_tx.shared::cluster.b64{{[ \t]+}}_, [%{{.*}}]
tile.kernel @drop_expect_remote(%n: i32, %out: memref<2xi64>) block [32] cluster [2] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %far = tile.mapa %bar, 1 : !tile.mbarrier_ref
  tile.mbarrier.arrive_drop_expect_tx %far <shared_cluster>, 16
}

// PTX 8.0
// CHECK-LABEL: .entry tx(
// CHECK: mbarrier.expect_tx.relaxed.cta.shared.b64{{[ \t]+}}[{{.*}}_shared]
tile.kernel @tx(%n: i32, %out: memref<2xi64>) block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  tile.mbarrier.expect_tx %bar, 16
}

// PTX 8.0
// CHECK-LABEL: .entry tx_remote(
// CHECK: mbarrier.expect_tx.relaxed.cluster.shared::cluster.b64{{[ \t]+}}[%{{.*}}]
tile.kernel @tx_remote(%n: i32, %out: memref<2xi64>) block [32] cluster [2] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %far = tile.mapa %bar, 1 : !tile.mbarrier_ref
  tile.mbarrier.expect_tx relaxed.cluster %far <shared_cluster>, 16
}

// PTX 8.0
// CHECK-LABEL: .entry complete(
// CHECK: mbarrier.complete_tx.relaxed.cta.shared.b64{{[ \t]+}}[{{.*}}_shared]
tile.kernel @complete(%n: i32, %out: memref<2xi64>) block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  tile.mbarrier.complete_tx %bar, 16
}

// PTX 8.0
// CHECK-LABEL: .entry complete_remote(
// CHECK: mbarrier.complete_tx.relaxed.cluster.shared::cluster.b64{{[ \t]+}}[%{{.*}}]
tile.kernel @complete_remote(%n: i32, %out: memref<2xi64>) block [32] cluster [2] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %far = tile.mapa %bar, 1 : !tile.mbarrier_ref
  tile.mbarrier.complete_tx relaxed.cluster %far <shared_cluster>, 16
}

// PTX 7.8
// CHECK-LABEL: .entry try(
// CHECK: mbarrier.try_wait.parity.shared.b64{{[ \t]+}}%{{.*}}, [{{.*}}_shared], %{{.*}};
tile.kernel @try(%n: i32, %out: memref<2xi64>) block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %p = tile.mbarrier.try_wait %bar, %n
}

// PTX 7.8
// CHECK-LABEL: .entry try_hint(
// CHECK: mbarrier.try_wait.parity.shared.b64{{[ \t]+}}%{{.*}}, [{{.*}}_shared], %{{.*}}, %{{.*}};
tile.kernel @try_hint(%n: i32, %out: memref<2xi64>) block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %p = tile.mbarrier.try_wait %bar, %n suspend_ns 20000
}

// PTX 8.0
// CHECK-LABEL: .entry try_cluster(
// CHECK: mbarrier.try_wait.parity.acquire.cluster.shared.b64{{[ \t]+}}%{{.*}}, [{{.*}}_shared]
tile.kernel @try_cluster(%n: i32, %out: memref<2xi64>) block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %p = tile.mbarrier.try_wait acquire.cluster %bar, %n
}

// PTX 8.6
// CHECK-LABEL: .entry try_relaxed(
// CHECK: mbarrier.try_wait.parity.relaxed.cta.shared.b64{{[ \t]+}}%{{.*}}, [{{.*}}_shared]
tile.kernel @try_relaxed(%n: i32, %out: memref<2xi64>) block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %p = tile.mbarrier.try_wait relaxed.cta %bar, %n
}

// PTX 7.8
// CHECK-LABEL: .entry test(
// CHECK: mbarrier.test_wait.parity.shared.b64{{[ \t]+}}%{{.*}}, [{{.*}}_shared]
tile.kernel @test(%n: i32, %out: memref<2xi64>) block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %p = tile.mbarrier.test_wait %bar, %n
}

// PTX 8.0
// CHECK-LABEL: .entry test_cluster(
// CHECK: mbarrier.test_wait.parity.acquire.cluster.shared.b64{{[ \t]+}}%{{.*}}, [{{.*}}_shared]
tile.kernel @test_cluster(%n: i32, %out: memref<2xi64>) block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %p = tile.mbarrier.test_wait acquire.cluster %bar, %n
}

// PTX 8.6
// CHECK-LABEL: .entry test_relaxed(
// CHECK: mbarrier.test_wait.parity.relaxed.cta.shared.b64{{[ \t]+}}%{{.*}}, [{{.*}}_shared]
tile.kernel @test_relaxed(%n: i32, %out: memref<2xi64>) block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %p = tile.mbarrier.test_wait relaxed.cta %bar, %n
}

// PTX 7.8
// CHECK-LABEL: .entry state(
// CHECK: mbarrier.arrive.shared.b64{{[ \t]+}}%[[S:.*]], [{{.*}}_shared];
// CHECK: mbarrier.try_wait.shared.b64{{[ \t]+}}%{{.*}}, [{{.*}}_shared], %[[S]], %{{.*}};
tile.kernel @state(%n: i32, %out: memref<2xi64>) block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %s = tile.mbarrier.arrive %bar -> i64
  tile.mbarrier.wait %bar, state %s suspend_ns %n
}

// PTX 7.8
// CHECK-LABEL: .entry state_test(
// CHECK: mbarrier.test_wait.shared.b64{{[ \t]+}}%{{.*}}, [{{.*}}_shared]
tile.kernel @state_test(%n: i32, %out: memref<2xi64>) block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %s = tile.mbarrier.arrive %bar -> i64
  %p = tile.mbarrier.test_wait %bar, state %s
}

// PTX 7.8
// CHECK-LABEL: .entry pending(
// CHECK: mbarrier.pending_count.b64{{[ \t]+}}%{{.*}}, %{{.*}};
tile.kernel @pending(%out: memref<2xi32>) block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %s = tile.mbarrier.arrive %bar -> i64
  %p = tile.mbarrier.pending_count %s
  memref.store %p, %out[%c0] : memref<2xi32>
}

// PTX 7.8
// CHECK-LABEL: .entry inval(
// CHECK: mbarrier.init.shared.b64{{[ \t]+}}[{{.*}}_shared], %{{.*}};
// CHECK: mbarrier.inval.shared.b64{{[ \t]+}}[{{.*}}_shared];
tile.kernel @inval(%n: i32, %out: memref<2xi64>) block [32] {
  %c0 = arith.constant 0 : index
  %bars = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  tile.mbarrier.init %bar, 1
  tile.mbarrier.inval %bar
}

// PTX 7.8
// CHECK-LABEL: .entry fence_cta(
// CHECK: fence.acq_rel.cta;
tile.kernel @fence_cta(%n: i32, %out: memref<2xi64>) block [32] {
  tile.fence acq_rel.cta
}

// PTX 7.8
// CHECK-LABEL: .entry fence_cluster(
// CHECK: fence.sc.cluster;
tile.kernel @fence_cluster(%n: i32, %out: memref<2xi64>) block [32] {
  tile.fence sc.cluster
}

// PTX 7.8
// CHECK-LABEL: .entry fence_gpu(
// CHECK: fence.acq_rel.gpu;
tile.kernel @fence_gpu(%n: i32, %out: memref<2xi64>) block [32] {
  tile.fence acq_rel.gpu
}

// PTX 7.8
// CHECK-LABEL: .entry fence_sys(
// CHECK: fence.sc.sys;
tile.kernel @fence_sys(%n: i32, %out: memref<2xi64>) block [32] {
  tile.fence sc.sys
}

// PTX 8.0
// CHECK-LABEL: .entry fence_init(
// CHECK: fence.mbarrier_init.release.cluster;
tile.kernel @fence_init(%n: i32, %out: memref<2xi64>) block [32] {
  tile.fence.mbarrier_init
}

// PTX 7.8
// CHECK-LABEL: .entry fence_alias(
// CHECK: fence.proxy.alias;
tile.kernel @fence_alias(%n: i32, %out: memref<2xi64>) block [32] {
  tile.fence.proxy.alias
}

// PTX 8.6
// CHECK-LABEL: .entry fence_acquire(
// CHECK: fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster;
tile.kernel @fence_acquire(%n: i32, %out: memref<2xi64>) block [32] {
  tile.fence.proxy.async_generic acquire
}

// PTX 8.6
// CHECK-LABEL: .entry fence_release(
// CHECK: fence.proxy.async::generic.release.sync_restrict::shared::cta.cluster;
tile.kernel @fence_release(%n: i32, %out: memref<2xi64>) block [32] {
  tile.fence.proxy.async_generic release
}

// PTX 8.3
// CHECK-LABEL: .entry map_release_cta(
// CHECK: fence.proxy.tensormap::generic.release.cta;
tile.kernel @map_release_cta(%n: i32, %out: memref<2xi64>) block [32] {
  tile.fence.proxy.tensormap release.cta
}

// PTX 8.3
// CHECK-LABEL: .entry map_acquire_cta(
// CHECK: fence.proxy.tensormap::generic.acquire.cta [%{{.*}}], 128;
tile.kernel @map_acquire_cta(%map: memref<128xi8>) block [32] {
  tile.fence.proxy.tensormap acquire.cta [%map] : memref<128xi8>
}

// PTX 8.3
// CHECK-LABEL: .entry map_release_cluster(
// CHECK: fence.proxy.tensormap::generic.release.cluster;
tile.kernel @map_release_cluster(%n: i32, %out: memref<2xi64>) block [32] {
  tile.fence.proxy.tensormap release.cluster
}

// PTX 8.3
// CHECK-LABEL: .entry map_acquire_cluster(
// CHECK: fence.proxy.tensormap::generic.acquire.cluster [%{{.*}}], 128;
tile.kernel @map_acquire_cluster(%map: memref<128xi8>) block [32] {
  tile.fence.proxy.tensormap acquire.cluster [%map] : memref<128xi8>
}

// PTX 8.3
// CHECK-LABEL: .entry map_release_gpu(
// CHECK: fence.proxy.tensormap::generic.release.gpu;
tile.kernel @map_release_gpu(%n: i32, %out: memref<2xi64>) block [32] {
  tile.fence.proxy.tensormap release.gpu
}

// PTX 8.3
// CHECK-LABEL: .entry map_acquire_gpu(
// CHECK: fence.proxy.tensormap::generic.acquire.gpu [%{{.*}}], 128;
tile.kernel @map_acquire_gpu(%map: memref<128xi8>) block [32] {
  tile.fence.proxy.tensormap acquire.gpu [%map] : memref<128xi8>
}

// PTX 8.3
// CHECK-LABEL: .entry map_release_sys(
// CHECK: fence.proxy.tensormap::generic.release.sys;
tile.kernel @map_release_sys(%n: i32, %out: memref<2xi64>) block [32] {
  tile.fence.proxy.tensormap release.sys
}

// PTX 8.3
// CHECK-LABEL: .entry map_acquire_sys(
// CHECK: fence.proxy.tensormap::generic.acquire.sys [%{{.*}}], 128;
tile.kernel @map_acquire_sys(%map: memref<128xi8>) block [32] {
  tile.fence.proxy.tensormap acquire.sys [%map] : memref<128xi8>
}

// PTX 7.8
// CHECK-LABEL: .entry named_sync(
// CHECK: bar.sync{{[ \t]+}}1, 64;
tile.kernel @named_sync(%n: i32, %out: memref<2xi64>) block [64] {
  tile.named_barrier.sync 1, 64
}

// PTX 7.8
// CHECK-LABEL: .entry named_arrive(
// CHECK: bar.arrive{{[ \t]+}}%{{.*}}, 64;
tile.kernel @named_arrive(%n: i32, %out: memref<2xi64>) block [64] {
  tile.named_barrier.arrive %n, 64
}

// PTX 7.8
// CHECK-LABEL: .entry dependency(
// CHECK: griddepcontrol.wait;
// CHECK: griddepcontrol.launch_dependents;
tile.kernel @dependency(%n: i32, %out: memref<2xi64>) block [32] {
  tile.grid_dependency.wait
  tile.grid_dependency.launch_dependents
}

// PTX 7.8
// CHECK-LABEL: .entry nanosleep(
// CHECK: nanosleep.u32{{[ \t]+}}100;
tile.kernel @nanosleep(%n: i32, %out: memref<2xi64>) block [32] {
  tile.nanosleep 100
}

// PTX 7.8
// CHECK-LABEL: .entry cluster_split(
// CHECK: barrier.cluster.arrive;
// CHECK: barrier.cluster.wait;
tile.kernel @cluster_split(%n: i32, %out: memref<2xi64>) block [32] cluster [2] {
  tile.cluster.arrive
  tile.cluster.wait
}

// PTX 8.0
// CHECK-LABEL: .entry cluster_relaxed(
// CHECK: barrier.cluster.arrive.relaxed.aligned;
// CHECK: barrier.cluster.wait.aligned;
tile.kernel @cluster_relaxed(%n: i32, %out: memref<2xi64>) block [32] cluster [2] {
  tile.cluster.arrive relaxed aligned
  tile.cluster.wait aligned
}

// PTX 7.8
// CHECK-LABEL: .entry cluster_sync(
// CHECK: barrier.cluster.arrive.aligned;
// CHECK-NEXT: barrier.cluster.wait.aligned;
tile.kernel @cluster_sync(%n: i32, %out: memref<2xi64>) block [32] cluster [8] {
  tile.cluster_sync
}
