// RUN: tileryc %s --target=sm_90a | FileCheck %s
// RUN: not tileryc %s --kernel=cta --target=sm_90 --ptx=8.0 2>&1 | FileCheck %s --check-prefix=CTA
// RUN: not tileryc %s --kernel=store --target=sm_90 --ptx=7.8 2>&1 | FileCheck %s --check-prefix=OLD

// What a version lacks is refused, and not left to the backend.
// CTA: error: {{.*}}'tile.bulk.load' (BulkLoadCta) on sm_90 needs PTX 8.6, got PTX 8.0; compile for PTX 8.6, or use a load to shared::cluster
// OLD: error: {{.*}}'tile.bulk.store' (BulkStore) on sm_90 needs PTX 8.0, got PTX 7.8; compile for PTX 8.0

!buf = memref<64xf32, #tile.shared>
!bars = memref<1x!tile.mbarrier, #tile.shared>
!row = memref<64xf32, strided<[1], offset: ?>>

// CHECK-LABEL: .entry cta(
// CHECK: mov.b32 %[[SIZE:r[0-9]+]], 256;
// CHECK: cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [cta_shared], [%rd{{[0-9]+}}], %[[SIZE]], [cta_shared+256];
tile.kernel @cta(%in: memref<256x64xf32>, %i: index) block [32] {
  %c0 = arith.constant 0 : index
  %smem = tile.alloc_shared : !buf
  %full = tile.alloc_shared : !bars
  %bar = tile.mbarrier.ref %full[%c0] : !bars
  %row = memref.subview %in[%i, 0] [1, 64] [1, 1] : memref<256x64xf32> to !row
  tile.apply "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes"
    (%smem, %row) mbar %bar : !buf, !row
}

// CHECK-LABEL: .entry store(
// CHECK: ld.param.b32 %[[SIZE:r[0-9]+]], [store_param_1];
// CHECK: cp.async.bulk.global.shared::cta.bulk_group [%rd{{[0-9]+}}], [store_shared], %[[SIZE]];
// CHECK: cp.async.bulk.commit_group;
tile.kernel @store(%out: memref<64xf32>, %n: i32) block [32] {
  %smem = tile.alloc_shared : !buf
  tile.apply "cp.async.bulk.global.shared::cta.bulk_group" (%out, %smem) bytes %n : memref<64xf32>, !buf
  tile.bulk.commit_group
}

// Destination and barrier are mapped to the other block, the source is not.
// CHECK-LABEL: .entry give(
// CHECK: mapa.shared::cluster.u32 %[[THEIRS:r[0-9]+]], %{{r[0-9]+}}, 1;
// CHECK: mapa.shared::cluster.u32 %[[BAR:r[0-9]+]], %{{r[0-9]+}}, 1;
// CHECK: cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%[[THEIRS]]], [give_shared], %{{r[0-9]+}}, [%[[BAR]]];
// CHECK: cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.u32 [%[[THEIRS]]], [%{{r[0-9]+}}], %{{r[0-9]+}}, [%[[BAR]]];
// CHECK-NOT: cvta
tile.kernel @give() block [32] cluster [2] {
  %c0 = arith.constant 0 : index
  %mine = tile.alloc_shared : memref<64xi32, #tile.shared>
  %full = tile.alloc_shared : !bars
  %bar = tile.mbarrier.ref %full[%c0] : !bars
  %theirs = tile.mapa %mine, 1 : memref<64xi32, #tile.shared>
  %their_bar = tile.mapa %bar, 1 : !tile.mbarrier_ref
  tile.apply "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes"
    (%theirs, %mine) mbar %their_bar <shared_cluster>
    : memref<64xi32, #tile.shared_cluster>, memref<64xi32, #tile.shared>
  tile.apply "cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.u32"
    (%theirs, %mine) mbar %their_bar <shared_cluster>
    : memref<64xi32, #tile.shared_cluster>, memref<64xi32, #tile.shared>
}

// A predicate is a branch.
// CHECK-LABEL: .entry predicated(
// CHECK: createpolicy.fractional.L2::evict_first.b64 %[[POLICY:rd[0-9]+]], 0f3F800000;
// CHECK: bra
// CHECK: cp.reduce.async.bulk.global.shared::cta.bulk_group.L2::cache_hint.add.noftz.bf16 [%rd{{[0-9]+}}], [%{{r[0-9]+}}], %{{r[0-9]+}}, %[[POLICY]];
tile.kernel @predicated(%out: memref<64xbf16>, %n: i32) block [32] {
  %zero = arith.constant 0 : i32
  %some = arith.cmpi ne, %n, %zero : i32
  %smem = tile.alloc_shared : memref<64xbf16, #tile.shared>
  tile.apply "cp.reduce.async.bulk.global.shared::cta.bulk_group.L2::cache_hint.add.noftz.bf16"
    (%out, %smem) cache_policy (evict_first) if %some : memref<64xbf16>, memref<64xbf16, #tile.shared>
}
