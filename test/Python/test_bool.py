# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arrays of bool travel as bytes: a TensorMap has no type of their own."""

import numpy as np
import tilery

COPY = """
tile.kernel @bits(%in: memref<64x64xi8>, %out: memref<64x64xi8>) block [32] {
  %c0 = arith.constant 0 : index
  %thread = gpu.thread_id x
  %leader = arith.cmpi eq, %thread, %c0 : index
  %tile = tile.alloc_shared : memref<64x64xi8, #tile.shared>
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  scf.if %leader {
    tile.mbarrier.init %bar, 1
    tile.fence.proxy.async <shared_cta>
    %bytes = tile.tx_bytes %tile box [64, 64] : memref<64x64xi8, #tile.shared>
    tile.mbarrier.arrive_expect_tx %bar, %bytes
    tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
      (%tile, %in) box [64, 64] coords [0, 0] mbar %bar
      : memref<64x64xi8, #tile.shared>, memref<64x64xi8>
    tile.mbarrier.wait %bar, 0
    tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
      (%out, %tile) box [64, 64] coords [0, 0] : memref<64x64xi8>, memref<64x64xi8, #tile.shared>
    tile.bulk.commit_group
    tile.bulk.wait_group 0
  }
}

launch.func @bits_launch(%in: memref<64x64xi8>, %out: memref<64x64xi8>) {
  launch.kernel @bits grid [1] (%in, %out) : memref<64x64xi8>, memref<64x64xi8>
}
"""


def test_bool_arrays_are_copied():
    bits = np.random.default_rng(3).integers(0, 2, (64, 64)).astype(np.bool_)
    out = np.zeros_like(bits)
    kernel = tilery.compile(COPY, target="sim")
    kernel(bits, out)
    np.testing.assert_array_equal(out, bits)
    assert "u8" in kernel.record(bits, out)
