// RUN: tileryc %s --kernel=plain --target=sm_90 | FileCheck %s --check-prefix=PLAIN
// RUN: tileryc %s --kernel=plain | FileCheck %s --check-prefix=CHIP
// RUN: tileryc %s --kernel=cluster --target=sm_90 | FileCheck %s --check-prefix=CLUSTER
// RUN: tileryc %s --kernel=cta --target=sm_90 | FileCheck %s --check-prefix=CTA
// RUN: tileryc %s --kernel=plain --ptx=8.7 | FileCheck %s --check-prefix=ASKED
// RUN: tileryc %s --kernel=cta --target=sm_120 | FileCheck %s --check-prefix=BLACKWELL

// The lowest version that the target and the used forms have.
// PLAIN: .version 7.8
// CHIP: .version 8.0
// CLUSTER: .version 8.0
// CLUSTER: cp.async.bulk.tensor.1d.shared::cluster.global
// CTA: .version 8.6
// CTA: cp.async.bulk.tensor.1d.shared::cta.global
// ASKED: .version 8.7
// BLACKWELL: .version 8.7
// BLACKWELL: .target sm_120

tile.kernel @plain() block [32] {
}

tile.kernel @cluster(%x: memref<64xf32>) block [32] {
  %c0 = arith.constant 0 : index
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  tile.apply "cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
    (%smem, %x) box [64] coords [0] mbar %bar : memref<64xf32, #tile.shared>, memref<64xf32>
}

tile.kernel @cta(%x: memref<64xf32>) block [32] {
  %c0 = arith.constant 0 : index
  %smem = tile.alloc_shared : memref<64xf32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  tile.apply "cp.async.bulk.tensor.1d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%smem, %x) box [64] coords [0] mbar %bar : memref<64xf32, #tile.shared>, memref<64xf32>
}
