# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""TensorMaps of views, and TensorMaps that the caller encodes."""

from dataclasses import dataclass

import numpy as np
from elements import ELEMENTS
from harness import Failure, Operand, Session, Test
from kernels import BARRIER, PROLOGUE, THREADS

F32 = ELEMENTS["f32"]

#: Rows and columns of a copied tile.
BOX = (8, 32)

COPY = """\
  %tile = tile.alloc_shared : memref<8x32xf32, #tile.shared>
{barrier}
  scf.if %leader {{
    tile.mbarrier.arrive_expect_tx %bar, 1024
    tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
      (%tile, %{source}) box [8, 32] coords [{row}, {column}] mbar %bar
      : memref<8x32xf32, #tile.shared>, {source_type}
  }}
  tile.mbarrier.wait %bar, 0
  scf.if %leader {{
    tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
      (%{target}, %tile) box [8, 32] coords [{row}, {column}]
      : {target_type}, memref<8x32xf32, #tile.shared>
    tile.bulk.commit_group
    tile.bulk.wait_group 0
  }}"""


def copy(source: str, source_type: str, target: str, target_type: str, row: int, column: int):
    return COPY.format(
        barrier=BARRIER,
        source=source,
        source_type=source_type,
        target=target,
        target_type=target_type,
        row=row,
        column=column,
    )


#: What is left of a tensor behind row %first and from column %left on.
REST = f"""\
!whole = memref<?x64xf32>
!rest = memref<?x?xf32, strided<[64, 1], offset: ?>>

tile.kernel @rest(%in: !whole, %out: !whole, %first: index, %left: index) block [{THREADS}] {{
{PROLOGUE}
  %c64 = arith.constant 64 : index
  %rows = memref.dim %in, %c0 : !whole
  %height = arith.subi %rows, %first : index
  %width = arith.subi %c64, %left : index
  %from = memref.subview %in[%first, %left] [%height, %width] [1, 1] : !whole to !rest
  %to = memref.subview %out[%first, %left] [%height, %width] [1, 1] : !whole to !rest
{copy("from", "!rest", "to", "!rest", 8, 0)}
}}

launch.func @rest_launch(%in: !whole {{tile.dims = ["n", ""]}}, %out: !whole {{tile.dims = ["n", ""]}},
                         %first: index, %left: index) {{
  launch.kernel @rest grid [1] (%in, %out, %first, %left) : !whole, !whole, index, index
}}
"""


@dataclass(frozen=True)
class Rest:
    rows: int
    first: int
    left: int


def check_rest(session: Session, case: Rest) -> None:
    """Copies the box at (8, 0) of the view; outside of it nothing changes."""
    source = F32.random((case.rows, 64), case.rows + case.first)
    expected = F32.poison((case.rows, 64))
    begin = case.first + 8
    area = np.s_[begin : begin + BOX[0], case.left : min(case.left + BOX[1], 64)]
    expected[area] = source[area]
    numbers = {"first": str(case.first), "left": str(case.left)}
    session.launch(
        session.write("rest.mlir", REST),
        "rest_launch",
        {"in": Operand(F32, source), "out": Operand(F32, F32.poison((case.rows, 64))), **numbers},
        {"out": Operand(F32, expected)},
    )


def check_outside(session: Session) -> None:
    """A view that leaves its tensor is an error before anything is launched."""
    source = session.write("rest.mlir", REST)
    operands = {"in": "zeros:f32[16x64]", "out": "zeros:f32[16x64]", "first": "17", "left": "0"}
    process = session.execute(session.run_command(source, "rest_launch", operands))
    if process.returncode == 0 or "expected an offset of 0 to 16, got 17" not in process.stdout:
        raise Failure("expected the view to be refused")


#: Every other row of plane %plane, through a view of a view that drops it.
PLANE = f"""\
!cube = memref<3x64x64xf32>
!plane = memref<64x64xf32, strided<[64, 1], offset: ?>>
!rows = memref<32x60xf32, strided<[128, 1], offset: ?>>
!flat = memref<32x60xf32>

tile.kernel @plane(%in: !cube, %out: !flat, %plane: index) block [{THREADS}] {{
{PROLOGUE}
  %flat = memref.subview %in[%plane, 0, 0] [1, 64, 64] [1, 1, 1] : !cube to !plane
  %rows = memref.subview %flat[0, 4] [32, 60] [2, 1] : !plane to !rows
{copy("rows", "!rows", "out", "!flat", 8, 0)}
}}

launch.func @plane_launch(%in: !cube, %out: !flat, %plane: index) {{
  launch.kernel @plane grid [1] (%in, %out, %plane) : !cube, !flat, index
}}
"""


def check_plane(session: Session, plane: int) -> None:
    source = F32.random((3, 64, 64), 7 + plane)
    expected = F32.poison((32, 60))
    expected[8:16, 0:32] = source[plane, 16:32:2, 4:36]
    session.launch(
        session.write("plane.mlir", PLANE),
        "plane_launch",
        {
            "in": Operand(F32, source),
            "out": Operand(F32, F32.poison((32, 60))),
            "plane": str(plane),
        },
        {"out": Operand(F32, expected)},
    )


#: Both maps are arguments.
MAPS = f"""\
!map = !tile.tensor_map<8x32xf32>

tile.kernel @given(%from: !map, %to: !map) block [{THREADS}] {{
{PROLOGUE}
{copy("from", "!map", "to", "!map", 8, 32)}
}}

launch.func @given_launch(%in: memref<?x64xf32>, %out: memref<?x64xf32>, %from: !map, %to: !map) {{
  launch.kernel @given grid [1] (%from, %to) : !map, !map
}}
"""


def check_maps(session: Session) -> None:
    """Descriptors that tilery-run encodes, over arguments of the launcher."""
    source = F32.random((24, 64), 9)
    expected = F32.poison((24, 64))
    expected[8:16, 32:64] = source[8:16, 32:64]
    session.launch(
        session.write("given.mlir", MAPS),
        "given_launch",
        {
            "in": Operand(F32, source),
            "out": Operand(F32, F32.poison((24, 64))),
            "from": "map:in",
            "to": "map:out",
        },
        {"out": Operand(F32, expected)},
    )


def tests() -> list[Test]:
    found = []
    for case in (
        Rest(40, 0, 0),
        Rest(40, 16, 4),
        Rest(40, 25, 60),
        Rest(40, 31, 32),
        Rest(40, 40, 0),
    ):
        name = f"views/rest-{case.rows}-from-{case.first}-{case.left}"
        found.append(Test(name, lambda session, case=case: check_rest(session, case)))
    found.append(Test("views/outside", check_outside))
    for plane in range(3):
        found.append(
            Test(f"views/plane-{plane}", lambda session, plane=plane: check_plane(session, plane))
        )
    found.append(Test("maps/of-the-caller", check_maps))
    return found
