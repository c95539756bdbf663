# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What python_launch.py compares with: the kernel of examples/add_one.mlir (one block adds
one to 8x32 floats) in other compilers' languages, as their users write it. Each function
takes two torch tensors and returns a call of the kernel with them, compiled before."""

from collections.abc import Callable

ROWS, COLUMNS = 8, 32


def triton(x, y) -> Callable[[], None]:
    """With pointers."""
    import triton
    import triton.language as tl

    @triton.jit
    def add_one(source, target, SIZE: tl.constexpr):
        at = tl.arange(0, SIZE)
        tl.store(target + at, tl.load(source + at) + 1)

    def call():
        add_one[(1,)](x, y, ROWS * COLUMNS, num_warps=1)

    return call


def triton_descriptors(x, y) -> Callable[[], None]:
    """With TensorMaps, as its host makes them of a tensor."""
    import triton
    from triton.tools.tensor_descriptor import TensorDescriptor

    @triton.jit
    def add_one(source, target):
        target.store([0, 0], source.load([0, 0]) + 1)

    box = [ROWS, COLUMNS]

    def call():
        add_one[(1,)](
            TensorDescriptor.from_tensor(x, box),
            TensorDescriptor.from_tensor(y, box),
            num_warps=1,
        )

    return call


def tirx(x, y) -> Callable[[], None]:
    import tvm_tirx
    import tvm_tirx.tirx
    from tvm_tirx.script import tirx as T

    load = T.ptx["cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"]
    store = T.ptx["cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"]

    @T.function
    def add_one(
        source: T.Tensor((8, 32), "float32", align=16),
        target: T.Tensor((8, 32), "float32", align=16),
    ):
        T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=32))
        column = T.cuda.lane_id()
        tile = T.alloc_shared((8, 32), "float32", layout="default", align=128)
        full = T.alloc_shared((1,), "uint64", align=8)
        if column == 0:
            T.ptx.mbarrier.init.shared.b64(full.ptr_to([0]), T.uint32(1))
        T.ptx.fence.proxy.async_.shared__cta()
        T.cuda.cta_sync()
        if column == 0:
            T.ptx.mbarrier.arrive.expect_tx.shared.b64(full.ptr_to([0]), T.uint32(1024))
            T.cuda.tile.apply(load, tile, source, box=(8, 32), coords=(0, 0), mbar=full.ptr_to([0]))
        T.cuda.mbarrier_wait(full.ptr_to([0]), 0)
        for row in range(8):
            tile[row, column] = tile[row, column] + 1
        T.ptx.fence.proxy.async_.shared__cta()
        T.cuda.cta_sync()
        if column == 0:
            T.cuda.tile.apply(store, target, tile, box=(8, 32), coords=(0, 0))
            T.ptx.cp.async_.bulk.commit_group()
            T.ptx.cp.async_.bulk.wait_group(0)

    compiler = tvm_tirx if hasattr(tvm_tirx, "compile") else tvm_tirx.tirx
    kernel = compiler.compile(add_one, target="cuda")
    return lambda: kernel(x, y)


def tilelang(x, y) -> Callable[[], None]:
    import tilelang
    import tilelang.language as T

    @T.prim_func
    def add_one(
        source: T.Tensor((8, 32), "float32"),
        target: T.Tensor((8, 32), "float32"),
    ):
        with T.Kernel(1, threads=32):
            tile = T.alloc_shared((8, 32), "float32")
            T.copy(source, tile)
            for row, column in T.Parallel(8, 32):
                tile[row, column] = tile[row, column] + 1.0
            T.copy(tile, target)

    kernel = tilelang.compile(add_one, target={"kind": "cuda", "arch": "sm_90a"})
    return lambda: kernel(x, y)


#: The peers that one process can hold, by the folder that their packages may be in:
#: tilelang and TIRx ask for versions of tvm-ffi that exclude one another.
GROUPS = {
    "tirx": (triton, triton_descriptors, tirx),
    "tilelang": (tilelang,),
}
