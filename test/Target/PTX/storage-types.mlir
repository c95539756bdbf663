// RUN: split-file %s %t
// RUN: tileryc %t/unsigned.mlir | FileCheck %s
// RUN: tileryc %t/float8.mlir | FileCheck %s
// RUN: tileryc %t/unsigned.mlir --emit=launch | FileCheck %s --check-prefix=LAUNCHER

// Copies move types that the kernel cannot compute with.
// CHECK: .entry copy(
// CHECK: cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes
// CHECK: cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group
// LAUNCHER: launch.encode_map %{{.*}} loaded : memref<64x64xui32> -> !tile.tensor_map<8x32xui32>

//--- unsigned.mlir
tile.kernel @copy(%in: memref<64x64xui32>, %out: memref<64x64xui32>) block [32] {
  %c0 = arith.constant 0 : index
  %smem = tile.alloc_shared : memref<8x32xui32, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%smem, %in) box [8, 32] coords [0, 0] mbar %bar
    : memref<8x32xui32, #tile.shared>, memref<64x64xui32>
  tile.mbarrier.wait %bar, 0
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
    (%out, %smem) box [8, 32] coords [0, 0] : memref<64x64xui32>, memref<8x32xui32, #tile.shared>
}
launch.func @launch(%in: memref<64x64xui32>, %out: memref<64x64xui32>) {
  launch.kernel @copy grid [1] (%in, %out) : memref<64x64xui32>, memref<64x64xui32>
}

//--- float8.mlir
tile.kernel @copy(%in: memref<64x64xf8E5M2FNUZ>, %out: memref<64x64xf8E5M2FNUZ>) block [32] {
  %c0 = arith.constant 0 : index
  %smem = tile.alloc_shared : memref<8x32xf8E5M2FNUZ, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
    (%smem, %in) box [8, 32] coords [0, 0] mbar %bar
    : memref<8x32xf8E5M2FNUZ, #tile.shared>, memref<64x64xf8E5M2FNUZ>
  tile.mbarrier.wait %bar, 0
  tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
    (%out, %smem) box [8, 32] coords [0, 0]
    : memref<64x64xf8E5M2FNUZ>, memref<8x32xf8E5M2FNUZ, #tile.shared>
}
