// RUN: tilery-opt %s --tile-verify-kernel=target=sm_90 -o /dev/null 2>&1 | FileCheck %s --check-prefixes=SLOW,SM90 --implicit-check-not=warning:
// RUN: tilery-opt %s --tile-verify-kernel=target=sm_120a -o /dev/null 2>&1 | FileCheck %s --check-prefixes=SLOW,SM120 --implicit-check-not=warning:
// RUN: tilery-opt %s --tile-verify-kernel=target=sm_90a -o /dev/null 2>&1 | count 0
// RUN: tilery-opt %s --tile-verify-kernel=target=sm_100a -o /dev/null 2>&1 | count 0

// A form that ptxas advises against is named once a kernel.
// SLOW: [[#@LINE+13]]:3: warning: (V21) 'tile.tma.load' (TensorLoadMulticast) may be much slower on sm_{{90|120a}}, says ptxas;
// SM90-SAME: compile for sm_90a
// SM120-SAME: let each block load for itself
// SLOW: [[#@LINE+14]]:3: warning: (V21) 'tile.bulk.load' (BulkLoadMulticast) may be much slower on sm_{{90|120a}}, says ptxas;

tile.kernel @multicast(%map: !tile.tensor_map<64xf32>, %in: memref<64xf32>, %mask: i16) block [32] cluster [2] {
  %c0 = arith.constant 0 : index
  %x = arith.constant 0 : i32
  %bytes = arith.constant 256 : i32
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  // Two of one form.
  tile.tma.load <shared_cluster> %smem, %map[%x] mbar %bar cta_mask %mask
    : memref<64xf32, #tile.shared>, !tile.tensor_map<64xf32>
  tile.tma.load <shared_cluster> %smem, %map[%x] mbar %bar cta_mask %mask
    : memref<64xf32, #tile.shared>, !tile.tensor_map<64xf32>
  tile.bulk.load <shared_cluster> %smem, %in bytes %bytes mbar %bar cta_mask %mask
    : memref<64xf32, #tile.shared>, memref<64xf32>
}
