# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loads and stores of the copy engine: every rank and element type, each side of the
tensor, both fills, all swizzles."""

import engine
import numpy as np
from elements import ELEMENTS, Element
from harness import Operand, Session, Test
from kernels import SPANS, Copy, Shape, bounce, gather, scatter

#: Extents whose rows, and half of whose boxes' rows, are multiples of 16 bytes for
#: every element type.
SHAPE = (3, 5, 6, 7, 48)
BOX = (2, 3, 4, 3, 32)
INSIDE = (1, 1, 2, 3, 16)


def around(shape: Shape, box: Shape, inside: Shape) -> tuple[Shape, ...]:
    """Coordinates of boxes: inside, across each end of each dimension, wholly outside."""
    found = [inside]
    for dim in range(len(shape)):
        step = max(box[dim] // 2, 1)
        for start in (-step, shape[dim] - step):
            found.append((*inside[:dim], start, *inside[dim + 1 :]))
    return (*found, shape)


def fill_of(copy: Copy) -> int:
    return copy.element.nan_fill if copy.fill == "nan" else 0


def gathered(copy: Copy, tensor: np.ndarray) -> np.ndarray:
    """What gather's `flat` holds afterwards."""
    tiles = [engine.load(tensor, copy.box, coords, fill_of(copy)) for coords in copy.coords]
    return np.stack(tiles).reshape(len(tiles), -1)


def check_gather(session: Session, copy: Copy, seed: int) -> None:
    tensor = copy.element.random(copy.shape, seed)
    expected = gathered(copy, tensor)
    source = session.write("gather.mlir", gather(copy))
    session.launch(
        source,
        "gather_launch",
        {"tensor": Operand(copy.element, tensor)},
        {"flat": Operand(copy.element, expected)},
    )


def check_scatter(session: Session, copy: Copy, seed: int, read: bool = False) -> None:
    flat = copy.element.random((len(copy.coords), copy.count), seed)
    expected = copy.element.poison(copy.shape)
    for tile, coords in zip(flat, copy.coords, strict=True):
        engine.store(expected, tile.reshape(copy.box), coords)
    source = session.write("scatter.mlir", scatter(copy, read))
    session.launch(
        source,
        "scatter_launch",
        {"flat": Operand(copy.element, flat)},
        {"tensor": Operand(copy.element, expected)},
    )


def check_bounce(session: Session, source: Copy, target: Copy, seed: int) -> None:
    tensor = source.element.random(source.shape, seed)
    expected = source.element.poison(target.shape)
    for load, store in zip(source.coords, target.coords, strict=True):
        engine.store(expected, engine.load(tensor, source.box, load), store)
    text = session.write("bounce.mlir", bounce(source, target))
    session.launch(
        text,
        "bounce_launch",
        {"source": Operand(source.element, tensor)},
        {"target": Operand(source.element, expected)},
    )


def gather_test(name: str, copy: Copy, seed: int = 1) -> Test:
    return Test(f"load/{name}", lambda session: check_gather(session, copy, seed))


def scatter_test(name: str, copy: Copy, seed: int = 2, read: bool = False) -> Test:
    return Test(f"store/{name}", lambda session: check_scatter(session, copy, seed, read))


def every_type_and_rank() -> list[Test]:
    tests = []
    for element in ELEMENTS.values():
        for rank in range(1, 6):
            shape, box, inside = SHAPE[-rank:], BOX[-rank:], INSIDE[-rank:]
            coords = around(shape, box, inside)
            name = f"{rank}d-{element.name}"
            for fill in ["zero", "nan"] if element.is_float else ["zero"]:
                copy = Copy(element, shape, box, coords, fill=fill)
                tests.append(gather_test(f"{name}-{fill}", copy))
            # A store may hang over the far ends only.
            stored = tuple(at for at in coords if min(at) >= 0)
            tests.append(scatter_test(name, Copy(element, shape, box, stored)))
    return tests


def swizzled(element: Element) -> list[Test]:
    """Full rows and narrow ones, read and written by plain code and by the engine."""
    tests = []
    for swizzle, span in SPANS.items():
        row = span // element.size
        widths = {"full": row, "narrow": row // 2}
        if span == 128:
            widths["odd"] = row * 3 // 4
        for width, columns in widths.items():
            name = f"swizzle-{swizzle}-{element.name}-{width}"
            shape, box = (40, 4 * row), (24, columns)
            coords = ((0, 0), (8, row), (24, 3 * row))
            copy = Copy(element, shape, box, coords, swizzle=swizzle)
            tests += [gather_test(name, copy), scatter_test(name, copy)]
        deep = Copy(element, (3, 20, row), (2, 9, row), ((0, 0, 0), (1, 9, 0)), swizzle=swizzle)
        name = f"swizzle-{swizzle}-{element.name}-3d"
        tests += [gather_test(name, deep), scatter_test(name, deep)]
    return tests


def bounced(element: Element, swizzle: str | None) -> Test:
    """Four boxes in flight, each stored elsewhere: through memory that no thread reads."""
    columns = SPANS[swizzle] // element.size if swizzle else 64
    shape, box = (48, 4 * columns), (16, columns)
    loads = ((0, 0), (16, columns), (-8, 2 * columns), (40, 3 * columns))
    stores = ((32, 3 * columns), (0, 2 * columns), (16, columns), (40, 0))
    source = Copy(element, shape, box, loads, swizzle=swizzle)
    target = Copy(element, shape, box, stores, swizzle=swizzle)
    return Test(
        f"bounce/{element.name}-{swizzle or 'plain'}",
        lambda session: check_bounce(session, source, target, 3),
    )


def shapes() -> list[Test]:
    """Boxes and tensors that are unusual, but legal."""
    f32, f16, i8 = ELEMENTS["f32"], ELEMENTS["f16"], ELEMENTS["i8"]
    return [
        gather_test("box-larger-than-tensor", Copy(f32, (10, 12), (64, 64), ((0, 0), (-5, 4)))),
        scatter_test("box-larger-than-tensor", Copy(f32, (10, 12), (64, 64), ((0, 0),))),
        gather_test("one-row", Copy(f32, (1, 64), (1, 64), ((0, 0), (-1, 0), (0, 32)))),
        gather_test("one-column-of-16-bytes", Copy(f32, (300, 4), (256, 4), ((0, 0), (256, 0)))),
        gather_test("longest-box-side", Copy(i8, (256, 256), (256, 256), ((0, 0), (128, 128)))),
        gather_test("largest-tile", Copy(f32, (200, 256), (200, 256), ((0, 0),))),
        gather_test("ragged-rows", Copy(f16, (9, 20), (8, 16), ((0, 0), (4, 8)), (24, 1))),
        scatter_test(
            "reused-after-read",
            Copy(f32, (128, 128), (32, 64), tuple(engine.cover((128, 128), (32, 64)))),
            read=True,
        ),
        gather_test("cluster-window", Copy(f32, (64, 64), (32, 32), ((0, 0),), space="cluster")),
        *(
            gather_test(
                f"promotion-{promotion}",
                Copy(f32, (64, 64), (32, 64), ((0, 0), (32, 0)), promotion=promotion),
            )
            for promotion in ("none", "64B", "128B", "256B")
        ),
    ]


def tests() -> list[Test]:
    swizzles = [test for name in ("i8", "f16", "f32", "f64") for test in swizzled(ELEMENTS[name])]
    bounces = [
        bounced(ELEMENTS[name], swizzle)
        for name in ("i8", "bf16", "f32", "i64")
        for swizzle in (None, *SPANS)
    ]
    return every_type_and_rank() + swizzles + bounces + shapes()
