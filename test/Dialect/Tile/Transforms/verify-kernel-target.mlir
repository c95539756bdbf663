// RUN: tilery-opt %s -tile-verify-kernel=target=sm_90a -o /dev/null
// RUN: not tilery-opt %s -tile-verify-kernel='target=sm_90 ptx=78' 2>&1 | FileCheck %s --check-prefix=OLD
// RUN: not tilery-opt %s -tile-verify-kernel='target=sm_90a ptx=80' 2>&1 | FileCheck %s --check-prefix=CTA
// RUN: not tilery-opt %s -tile-verify-kernel='target=sm_90a ptx=78' 2>&1 | FileCheck %s --check-prefix=FLOOR
// RUN: not tilery-opt %s -tile-verify-kernel='target=sm_90a ptx=95' 2>&1 | FileCheck %s --check-prefix=NEW
// RUN: not tilery-opt %s -tile-verify-kernel=target=sm_91 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// RUN: not tilery-opt %s -tile-verify-kernel=target=sm_120 2>&1 | FileCheck %s --check-prefix=CLUSTER

// CLUSTER: error: (V22) expected at most 8 blocks in a cluster on sm_120, got 16

// Every form that the version lacks, at its op.
// OLD: [[@LINE+17]]:3: error: (V15) 'tile.fence.proxy.async' (FenceProxyAsync) on sm_90 needs PTX 8.0, got PTX 7.8; compile for PTX 8.0
// OLD: [[@LINE+17]]:3: error: (V15) 'tile.tma.load' (TensorLoadCta) on sm_90 needs PTX 8.6, got PTX 7.8

// CTA: error: (V15) 'tile.tma.load' (TensorLoadCta) on sm_90a needs PTX 8.6, got PTX 8.0; compile for PTX 8.6, or use a load to shared::cluster, which names the block's own shared memory too

// FLOOR: error: (V16) target sm_90a needs PTX 8.0, got PTX 7.8; compile for PTX 8.0

// NEW: error: (V17) expected a PTX version of at most 9.0, got 9.5 for sm_90a

// UNKNOWN: error: (V18) unknown target 'sm_91'; did you mean sm_90 or sm_90a?

tile.kernel @load(%map: !tile.tensor_map<64xf32>, %x: i32) block [32] {
  %c0 = arith.constant 0 : index
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  tile.mbarrier.init %bar, 1
  tile.fence.proxy.async <shared_cta>
  tile.tma.load <shared_cta> %smem, %map[%x] mbar %bar
    : memref<64xf32, #tile.shared>, !tile.tensor_map<64xf32>
}

tile.kernel @large() block [32] cluster [16] nonportable {
}
