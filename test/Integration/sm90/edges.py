# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Unusual tensors and coordinates: empty, of extent 1 with any stride, broadcast by stride
0, overlapping windows, coordinates at the ends of 32 bits."""

import engine
import instructions
import numpy as np
from elements import ELEMENTS
from harness import Failure, Operand, Session, Test
from hosts import DYNAMIC
from instructions import Value, apply
from kernels import Copy, Shape, gather, gather_loads

F32 = ELEMENTS["f32"]


def check_layout(session: Session, shape: Shape, strides: Shape, box: Shape, coords: tuple) -> None:
    """Loads from a tensor whose elements share memory, or whose strides mean nothing."""
    copy = Copy(F32, shape, box, coords, strides)
    length = 1 + sum((extent - 1) * stride for extent, stride in zip(shape, strides, strict=True))
    memory = F32.random((length,), 91)
    tensor = np.lib.stride_tricks.as_strided(memory, shape, [4 * stride for stride in strides])
    tiles = [engine.load(np.ascontiguousarray(tensor), box, at) for at in coords]
    session.launch(
        session.write("gather.mlir", gather(copy)),
        "gather_launch",
        {"tensor": Operand(F32, tensor)},
        {"flat": Operand(F32, np.stack(tiles).reshape(len(tiles), -1))},
    )


#: Extents, strides, box, coordinates.
LAYOUTS = {
    "extent-1-odd-stride": ((1, 64), (7, 1), (1, 32), ((0, 0), (0, 32), (-1, 0))),
    "extent-1-stride-0": ((1, 64), (0, 1), (4, 32), ((0, 0), (-2, 32))),
    "inner-extents-1": ((3, 1, 64), (64, 5, 1), (2, 1, 32), ((0, 0, 0), (2, 0, 32))),
    "broadcast-rows": ((16, 64), (0, 1), (8, 32), ((0, 0), (12, 32))),
    "broadcast-planes": ((4, 8, 32), (0, 32, 1), (2, 8, 32), ((0, 0, 0), (3, 0, 0))),
    "broadcast-of-5d": (
        (3, 2, 4, 5, 16),
        (0, 80, 0, 16, 1),
        (1, 2, 2, 4, 16),
        ((0, 0, 0, 0, 0), (2, 1, 3, 2, 0)),
    ),
    "windows": ((20, 32), (8, 1), (16, 32), ((0, 0), (6, 0), (-3, 16))),
    "windows-3d": ((5, 6, 16), (20, 4, 1), (2, 4, 16), ((0, 0, 0), (4, 3, 0))),
    "strides-not-monotone": ((8, 4, 32), (32, 256, 1), (4, 4, 32), ((0, 0, 0), (6, 2, 0))),
}

LOWEST, HIGHEST = -(1 << 31), (1 << 31) - 1


def check_far_coordinates(session: Session) -> None:
    """Run-time coordinates at the ends of 32 bits: boxes wholly outside, all filled."""
    places = [(0, 0), (LOWEST, 0), (HIGHEST, 0), (0, LOWEST), (0, HIGHEST - 3), (LOWEST, LOWEST)]
    copy = Copy(F32, (40, 64), (16, 32), ((0, 0),) * len(places), fill="nan")
    tensor = F32.random(copy.shape, 92)
    load = apply(
        instructions.tensor_load(2),
        [Value("%tile", copy.tile), Value("%tensor", copy.tensor)],
        box=copy.box,
        coords=["%y@", "%x@ : i32"],
        barrier="%bar",
        fill="nan",
    )
    setup = "\n".join(
        f"  %{axis}{number} = memref.load %places[%p{number}{axis}] : memref<{2 * len(places)}xi32>"
        for number in range(len(places))
        for axis in "yx"
    )
    indices = "\n".join(
        f"  %p{number}{axis} = arith.constant {2 * number + side} : index"
        for number in range(len(places))
        for side, axis in enumerate("yx")
    )
    text = gather_loads(
        {"tensor": copy.tensor, "places": f"memref<{2 * len(places)}xi32>"},
        copy.box,
        copy.tile,
        [load.replace("@", str(number)) for number in range(len(places))],
        [copy.bytes] * len(places),
        copy.flat,
        indices + "\n" + setup,
    )
    tiles = [engine.load(tensor, copy.box, at, F32.nan_fill) for at in places]
    bits = np.array(places, "i8").reshape(-1).astype("i4").view("u4")
    session.launch(
        session.write("far.mlir", text),
        "gather_launch",
        {"tensor": Operand(F32, tensor), "places": Operand(ELEMENTS["i32"], bits)},
        {"flat": Operand(F32, np.stack(tiles).reshape(len(tiles), -1))},
    )


def check_empty(session: Session, shape: str) -> None:
    """Nothing is launched for an empty output, and nothing fails."""
    arguments = {"in": f"zeros:f32[{shape}]", "out": f"zeros:f32[{shape}]"}
    source = session.write("negate.mlir", DYNAMIC)
    session.check(session.run_command(source, "negate_launch", arguments))


def check_empty_input(session: Session) -> None:
    """An empty input beside an output that is not is an error that names the input."""
    text = DYNAMIC.replace(' {tile.dims = ["m", "n"]}', "")
    arguments = {"in": "zeros:f32[0x32]", "out": "zeros:f32[16x32]"}
    process = session.execute(
        session.run_command(session.write("negate.mlir", text), "negate_launch", arguments)
    )
    # The grid comes from the input: empty as well.
    if process.returncode == 0 or not any(
        word in process.stdout for word in ("non-empty in", "grid")
    ):
        raise Failure(f"expected an error about 'in', got: {process.stdout.strip()}")


def tests() -> list[Test]:
    found = [
        Test(f"edge/{name}", lambda session, case=case: check_layout(session, *case))
        for name, case in LAYOUTS.items()
    ]
    found.append(Test("edge/far-coordinates", check_far_coordinates))
    for shape in ("0x32", "16x0", "0x0"):
        found.append(
            Test(f"edge/empty-{shape}", lambda session, shape=shape: check_empty(session, shape))
        )
    found.append(Test("edge/empty-input", check_empty_input))
    return found
