// RUN: tilery-opt %s -convert-tile-to-nvvm | FileCheck %s

// CHECK-LABEL: llvm.func @fences
tile.kernel @fences() block [32] {
  // CHECK: nvvm.fence.proxy {kind = #nvvm.proxy_kind<async>}
  tile.fence.proxy.async
  // CHECK: nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.global>}
  tile.fence.proxy.async <global>
  // CHECK: nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
  tile.fence.proxy.async <shared_cta>
  // CHECK: nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cluster>}
  tile.fence.proxy.async <shared_cluster>
  // CHECK: nvvm.barrier
  tile.cta_sync
}
