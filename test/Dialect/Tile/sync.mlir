// RUN: tilery-opt %s | tilery-opt | FileCheck %s
// RUN: tilery-opt %s --mlir-print-op-generic | tilery-opt | FileCheck %s
// RUN: tilery-opt %s --emit-bytecode | tilery-opt | FileCheck %s

// CHECK-LABEL: tile.kernel @order
tile.kernel @order() block [32] {
  // CHECK-NEXT: tile.fence.proxy.async{{$}}
  tile.fence.proxy.async
  // CHECK-NEXT: tile.fence.proxy.async <global>
  tile.fence.proxy.async <global>
  // CHECK-NEXT: tile.fence.proxy.async <shared_cta>
  tile.fence.proxy.async <shared_cta>
  // CHECK-NEXT: tile.fence.proxy.async <shared_cluster>
  tile.fence.proxy.async <shared_cluster>
  // CHECK-NEXT: tile.cta_sync
  tile.cta_sync
  // CHECK-NEXT: tile.bulk.commit_group
  tile.bulk.commit_group
  // CHECK-NEXT: tile.bulk.wait_group 3 read
  tile.bulk.wait_group 3 read
  // CHECK-NEXT: tile.bulk.wait_group 0{{$}}
  tile.bulk.wait_group 0
}
