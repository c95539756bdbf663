# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A kernel that copies one box, from tensors of any extents and strides."""

BYTES = {"f16": 2, "bf16": 2, "f32": 4, "f64": 8, "i8": 1, "i32": 4}

TEXT = """
!tile = memref<{box_shape}x{dtype}, #tile.shared>
tile.kernel @copy(%src: {source}, %dst: {target}) block [32] {{
  %c0 = arith.constant 0 : index
  %tile = tile.alloc_shared : !tile
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %thread = gpu.thread_id x
  %leader = arith.cmpi eq, %thread, %c0 : index
  scf.if %leader {{
    tile.mbarrier.init %bar, 1
    tile.fence.proxy.async <shared_cta>
    tile.mbarrier.arrive_expect_tx %bar, {bytes}
    tile.apply "cp.async.bulk.tensor.{rank}d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
      (%tile, %src) box {box} coords {coords} mbar %bar : !tile, {source}
  }}
  tile.cta_sync
  tile.mbarrier.wait %bar, 0
  scf.if %leader {{
    tile.apply "cp.async.bulk.tensor.{rank}d.global.shared::cta.tile.bulk_group"
      (%dst, %tile) box {box} coords {coords} : {target}, !tile
    tile.bulk.commit_group
    tile.bulk.wait_group 0
  }}
}}
launch.func @copy_launch(%src: {source}, %dst: {target}) {{
  launch.kernel @copy grid [1] (%src, %dst) : {source}, {target}
}}
"""


def dynamic(dtype: str, rank: int) -> str:
    """The type of any tensor whose innermost elements are adjacent."""
    strides = ", ".join(["?"] * (rank - 1) + ["1"])
    return f"memref<{'?x' * rank}{dtype}, strided<[{strides}]>>"


def copy_kernel(
    dtype: str = "f32",
    box: tuple[int, ...] = (8, 64),
    coords: tuple[int, ...] | None = None,
    source: str | None = None,
    target: str | None = None,
) -> str:
    """The module; `source` and `target` are types, of any tensor where none is given."""
    count = BYTES[dtype]
    for extent in box:
        count *= extent
    return TEXT.format(
        dtype=dtype,
        rank=len(box),
        box=list(box),
        box_shape="x".join(map(str, box)),
        coords=list(coords or (0,) * len(box)),
        bytes=count,
        source=source or dynamic(dtype, len(box)),
        target=target or dynamic(dtype, len(box)),
    )
