# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Imports the package and its peers in an order, and lets each compile and run something, in
that order and in the other: peer_orders.py DEVICE NAME,NAME,...

Torch, Triton, JAX and CuPy have compilers of their own, some of them an LLVM.
"""

import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))


def use_tilery(device: str) -> None:
    import tilery

    path = os.path.join(ROOT, "examples", "add_one.mlir")
    with open(path) as file:
        text = file.read()
    assert ".entry add_one(" in tilery.compile(text, target="sm_90a").asm["ptx"]
    numbers = memoryview(bytearray(1024)).cast("f", (8, 32))
    sums = memoryview(bytearray(1024)).cast("f", (8, 32))
    tilery.compile(text, target="sim")(numbers, sums)
    assert sums[7, 31] == 1
    torch = sys.modules.get("torch")
    if device == "cuda" and torch:
        a = torch.ones((8, 32), device="cuda")
        b = torch.zeros_like(a)
        tilery.compile(text, target="cuda")(a, b)
        assert (b == 2).all()


def use_torch(device: str) -> None:
    import torch

    a = torch.ones((64, 64), device=device)
    assert (a @ a == 64).all()


def use_triton(device: str) -> None:
    import triton
    import triton.language as tl

    @triton.jit
    def double(source, target, SIZE: tl.constexpr):
        at = tl.arange(0, SIZE)
        tl.store(target + at, tl.load(source + at) * 2)

    from triton.backends.compiler import GPUTarget
    from triton.compiler import ASTSource

    signature = {"source": "*fp32", "target": "*fp32", "SIZE": "constexpr"}
    source = ASTSource(double, signature=signature, constexprs={"SIZE": 64})
    compiled = triton.compile(source, target=GPUTarget("cuda", 90, 32))
    assert ".entry double(" in compiled.asm["ptx"]
    if device == "cuda":
        import torch

        a = torch.ones(64, device="cuda")
        b = torch.zeros_like(a)
        double[(1,)](a, b, 64)
        assert (b == 2).all()


def use_jax(device: str) -> None:
    import jax

    answer = jax.jit(lambda x: (x * 2).sum())(jax.numpy.ones(64))
    assert answer == 128


def use_cupy(device: str) -> None:
    import cupy

    if device == "cuda":
        assert (cupy.ones(64) * 2).sum() == 128


PEERS = {"torch": use_torch, "triton": use_triton, "jax": use_jax, "cupy": use_cupy}


def orders(names: list[str]) -> list[tuple[str, ...]]:
    """The package before and behind each peer, all of them, and in their midst."""
    ours = "tilery"
    pairs = [order for name in names for order in ((ours, name), (name, ours))]
    middle = (*names[: len(names) // 2], ours, *names[len(names) // 2 :])
    together = [(ours, *names), (*names, ours), middle, tuple(reversed(middle))]
    return list(dict.fromkeys(pairs + (together if len(names) > 1 else [])))


def main() -> None:
    device, order = sys.argv[1], sys.argv[2].split(",")
    device = "cuda" if device == "cuda" else "cpu"
    # JAX would take most of the GPU's memory, and with "cpu" looks for no GPU.
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    os.environ.setdefault("JAX_PLATFORMS", "" if device == "cuda" else "cpu")
    uses = {"tilery": use_tilery, **PEERS}
    for name in order:
        __import__(name)
    for name in (*order, *reversed(order)):
        uses[name](device)
    versions = (f"{name} {sys.modules[name].__version__}" for name in order)
    print("works with " + ", ".join(versions))


if __name__ == "__main__":
    main()
