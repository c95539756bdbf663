// RUN: tilery-opt %s -pass-pipeline='builtin.module(tile.kernel(tile-resolve-apply,tile-plan-shared-memory),convert-tile-to-nvvm)' | FileCheck %s

// Each tensor instruction with each of its operands. Coordinates are innermost
// first from here on.

// CHECK-LABEL: llvm.func @load(
// CHECK-SAME: %[[MAP:arg0]]: !llvm.ptr {{.*}}, %[[X:arg1]]: i32, %[[Y:arg2]]: i32, %[[M:arg3]]: i16, %[[P:arg4]]: i64)
tile.kernel @load(%map: !tile.tensor_map<8x16xf32>, %x: i32, %y: i32, %m: i16, %p: i64)
    block [32] cluster [2] {
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared : memref<8x16xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  // CHECK: %[[SMEM:.*]] = llvm.mlir.addressof @load_shared
  // CHECK: %[[BAR:.*]] = llvm.getelementptr inbounds %{{.*}} : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, i64
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global %[[SMEM]], %[[MAP]], %[[BAR]], box[%[[X]], %[[Y]]] l2_cache_hint = %[[P]] {isCTAOnly = true} : !llvm.ptr<3>, !llvm.ptr
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes.L2::cache_hint"
    (%tile, %map) coords [%y, %x : i32] mbar %bar cache_policy %p
    : memref<8x16xf32, #tile.shared>, !tile.tensor_map<8x16xf32>
  // CHECK: llvm.inttoptr %{{.*}} : i32 to !llvm.ptr<7>
  // CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global %{{.*}}, %[[MAP]], %[[BAR]], box[%[[X]], %[[Y]]] multicast_mask = %[[M]] : !llvm.ptr<7>, !llvm.ptr
  tile.apply "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster"
    (%tile, %map) coords [%y, %x : i32] mbar %bar cta_mask %m
    : memref<8x16xf32, #tile.shared>, !tile.tensor_map<8x16xf32>
  // CHECK: %[[ALL:.*]] = llvm.mlir.constant(3 : i16) : i16
  // CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global %{{.*}} multicast_mask = %[[ALL]] l2_cache_hint = %[[P]] : !llvm.ptr<7>, !llvm.ptr
  tile.apply "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster.L2::cache_hint"
    (%tile, %map) coords [%y, %x : i32] mbar %bar cta_mask 3 cache_policy %p
    : memref<8x16xf32, #tile.shared>, !tile.tensor_map<8x16xf32>
}

// CHECK-LABEL: llvm.func @write(
// CHECK-SAME: %[[MAP:arg0]]: !llvm.ptr {{.*}}, %[[X:arg1]]: i32, %[[Y:arg2]]: i32, %[[P:arg3]]: i64)
tile.kernel @write(%map: !tile.tensor_map<8x16xui32>, %x: i32, %y: i32, %p: i64) block [32] {
  %tile = tile.alloc_shared : memref<8x16xui32, #tile.shared>
  // CHECK: %[[SMEM:.*]] = llvm.mlir.addressof @write_shared
  // CHECK: nvvm.cp.async.bulk.tensor.global.shared.cta %[[MAP]], %[[SMEM]], box[%[[X]], %[[Y]]] l2_cache_hint = %[[P]] : !llvm.ptr, <3>
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group.L2::cache_hint"
    (%map, %tile) coords [%y, %x : i32] cache_policy %p
    : !tile.tensor_map<8x16xui32>, memref<8x16xui32, #tile.shared>
  // CHECK: nvvm.cp.async.bulk.tensor.reduce %[[MAP]], %[[SMEM]], box[%[[X]], %[[Y]]] l2_cache_hint = %[[P]] {redKind = #nvvm.tma_redux_kind<add>} : !llvm.ptr, <3>
  tile.apply "cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group.L2::cache_hint"
    (%map, %tile) coords [%y, %x : i32] cache_policy %p
    : !tile.tensor_map<8x16xui32>, memref<8x16xui32, #tile.shared>
  // CHECK: nvvm.cp.async.bulk.tensor.reduce {{.*}} {redKind = #nvvm.tma_redux_kind<min>}
  tile.tma.reduce <min> %map[%x, %y], %tile : !tile.tensor_map<8x16xui32>, memref<8x16xui32, #tile.shared>
  // CHECK: nvvm.cp.async.bulk.tensor.reduce {{.*}} {redKind = #nvvm.tma_redux_kind<max>}
  tile.tma.reduce <max> %map[%x, %y], %tile : !tile.tensor_map<8x16xui32>, memref<8x16xui32, #tile.shared>
  // CHECK: nvvm.cp.async.bulk.tensor.reduce {{.*}} {redKind = #nvvm.tma_redux_kind<inc>}
  tile.tma.reduce <inc> %map[%x, %y], %tile : !tile.tensor_map<8x16xui32>, memref<8x16xui32, #tile.shared>
  // CHECK: nvvm.cp.async.bulk.tensor.reduce {{.*}} {redKind = #nvvm.tma_redux_kind<dec>}
  tile.tma.reduce <dec> %map[%x, %y], %tile : !tile.tensor_map<8x16xui32>, memref<8x16xui32, #tile.shared>
  // CHECK: nvvm.cp.async.bulk.tensor.reduce {{.*}} {redKind = #nvvm.tma_redux_kind<and>}
  tile.tma.reduce <and> %map[%x, %y], %tile : !tile.tensor_map<8x16xui32>, memref<8x16xui32, #tile.shared>
  // CHECK: nvvm.cp.async.bulk.tensor.reduce {{.*}} {redKind = #nvvm.tma_redux_kind<or>}
  tile.tma.reduce <or> %map[%x, %y], %tile : !tile.tensor_map<8x16xui32>, memref<8x16xui32, #tile.shared>
  // CHECK: nvvm.cp.async.bulk.tensor.reduce {{.*}} {redKind = #nvvm.tma_redux_kind<xor>}
  tile.tma.reduce <xor> %map[%x, %y], %tile : !tile.tensor_map<8x16xui32>, memref<8x16xui32, #tile.shared>
}

// CHECK-LABEL: llvm.func @prefetch(
// CHECK-SAME: %[[MAP:arg0]]: !llvm.ptr {{.*}}, %[[X:arg1]]: i32, %[[Y:arg2]]: i32, %[[P:arg3]]: i64)
tile.kernel @prefetch(%map: !tile.tensor_map<8x16xf32>, %x: i32, %y: i32, %p: i64) block [32] {
  // CHECK: nvvm.cp.async.bulk.tensor.prefetch %[[MAP]], box[%[[X]], %[[Y]]] : !llvm.ptr
  tile.tma.prefetch %map[%x, %y] : !tile.tensor_map<8x16xf32>
  // CHECK: nvvm.cp.async.bulk.tensor.prefetch %[[MAP]], box[%[[X]], %[[Y]]] l2_cache_hint = %[[P]] : !llvm.ptr
  tile.tma.prefetch %map[%x, %y] cache_policy %p : !tile.tensor_map<8x16xf32>
  // CHECK: nvvm.prefetch tensormap in_param_space, %[[MAP]] : !llvm.ptr
  tile.tma.prefetch_map %map : !tile.tensor_map<8x16xf32>
}

// PTX spells the fraction of a policy by its bits.
// CHECK-LABEL: llvm.func @policies(
tile.kernel @policies(%out: memref<5xi64>) block [32] {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  // CHECK: llvm.inline_asm asm_dialect = att "createpolicy.fractional.L2::evict_normal.b64 $0, 0f3F800000;", "=l"  : () -> i64
  %0 = tile.create_policy <evict_normal>
  // CHECK: "createpolicy.fractional.L2::evict_first.b64 $0, 0f3F800000;"
  %1 = tile.create_policy <evict_first> fraction 1.0
  // CHECK: "createpolicy.fractional.L2::evict_last.b64 $0, 0f3F000000;"
  %2 = tile.create_policy <evict_last> fraction 0.5
  // CHECK: "createpolicy.fractional.L2::evict_unchanged.b64 $0, 0f3F800000;"
  %3 = tile.create_policy <evict_unchanged>
  // The smallest fraction that an f32 has.
  // CHECK: "createpolicy.fractional.L2::evict_first.b64 $0, 0f00000001;"
  %4 = tile.create_policy <evict_first> fraction 1.4e-45
  memref.store %0, %out[%c0] : memref<5xi64>
  memref.store %1, %out[%c1] : memref<5xi64>
  memref.store %2, %out[%c2] : memref<5xi64>
  memref.store %3, %out[%c3] : memref<5xi64>
  memref.store %4, %out[%c4] : memref<5xi64>
}

// Traps of coordinates in a predicate branch out of it.
// CHECK-LABEL: llvm.func @predicate(
tile.kernel @predicate(%map: !tile.tensor_map<8x16xf32>, %i: index) block [32] {
  %c0 = arith.constant 0 : index
  %t = gpu.thread_id x
  %first = arith.cmpi eq, %t, %c0 : index
  // CHECK: llvm.cond_br %{{.*}}, ^[[THEN:.*]], ^[[END:bb[0-9]+]]
  // CHECK: ^[[THEN]]:
  // CHECK: %[[FITS:.*]] = llvm.icmp "eq"
  // CHECK: llvm.cond_br %[[FITS]], ^[[COPY:.*]], ^[[TRAP:bb[0-9]+]]
  // CHECK: ^[[TRAP]]:
  // CHECK: llvm.intr.trap
  // CHECK: ^[[COPY]]:
  // CHECK: nvvm.cp.async.bulk.tensor.prefetch
  // CHECK: llvm.br ^[[END]]
  tile.apply "cp.async.bulk.prefetch.tensor.2d.L2.global" (%map) coords [%i, 0] if %first
    : !tile.tensor_map<8x16xf32>
}
