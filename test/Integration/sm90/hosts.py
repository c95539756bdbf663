# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The host side: first launches from several threads at once, first launches that a
graph captures, shapes that are only known at the launch."""

import numpy as np
from elements import ELEMENTS
from example_runs import EXAMPLES, normal, plus_one
from harness import Operand, Session, Test
from kernels import BARRIER, PROLOGUE, THREADS

F32 = ELEMENTS["f32"]


def threads(session: Session, count: int) -> None:
    """All threads make the module's first launch at once; each has its own operands."""
    source = normal((256, 256), 41)
    session.launch(
        EXAMPLES / "round_trip.mlir",
        "round_trip_launch",
        {"in": Operand(F32, source)},
        {"out": Operand(F32, plus_one(source))},
        f"--threads={count}",
        "--repeat=20",
    )


def graph(session: Session, name: str, shape: tuple[int, int], repeat: int) -> None:
    """The first launch is captured; its replays see what the operands hold then."""
    source = normal(shape, 42)
    session.launch(
        EXAMPLES / f"{name}.mlir",
        f"{name}_launch",
        {"in": Operand(F32, source)},
        {"out": Operand(F32, plus_one(source))},
        "--graph",
        f"--repeat={repeat}",
    )


DYNAMIC = f"""\
!matrix = memref<?x?xf32, strided<[?, 1]>>

tile.kernel @negate(%in: !matrix {{tile.dims = ["m", "n"]}},
                    %out: !matrix {{tile.dims = ["m", "n"]}}) block [{THREADS}] {{
{PROLOGUE}
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c512 = arith.constant 512 : index
  %tile = tile.alloc_shared : memref<16x32xf32, #tile.shared>
{BARRIER}
  %tile_row = gpu.block_id y
  %tile_col = gpu.block_id x
  %row = arith.muli %tile_row, %c16 : index
  %col = arith.muli %tile_col, %c32 : index
  scf.if %leader {{
    tile.mbarrier.arrive_expect_tx %bar, 2048
    tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
      (%tile, %in) box [16, 32] coords [%row, %col] mbar %bar
      : memref<16x32xf32, #tile.shared>, !matrix
  }}
  tile.mbarrier.wait %bar, 0
  scf.for %i = %thread to %c512 step %step {{
    %r = arith.divui %i, %c32 : index
    %c = arith.remui %i, %c32 : index
    %x = memref.load %tile[%r, %c] : memref<16x32xf32, #tile.shared>
    %y = arith.negf %x : f32
    memref.store %y, %tile[%r, %c] : memref<16x32xf32, #tile.shared>
  }}
  tile.fence.proxy.async <shared_cta>
  tile.cta_sync
  scf.if %leader {{
    tile.apply "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group"
      (%out, %tile) box [16, 32] coords [%row, %col] : !matrix, memref<16x32xf32, #tile.shared>
    tile.bulk.commit_group
    tile.bulk.wait_group 0
  }}
}}

launch.func @negate_launch(%in: !matrix {{tile.dims = ["m", "n"]}},
                           %out: !matrix {{tile.dims = ["m", "n"]}}) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %m = memref.dim %in, %c0 : !matrix
  %n = memref.dim %in, %c1 : !matrix
  %tile_rows = arith.ceildivui %m, %c16 : index
  %tile_cols = arith.ceildivui %n, %c32 : index
  launch.kernel @negate grid [%tile_cols, %tile_rows] (%in, %out) : !matrix, !matrix
}}
"""


def dynamic(session: Session, shape: tuple[int, int], pitch: int) -> None:
    """A grid and TensorMaps from sizes and strides of the operands."""
    source = normal(shape, 43)
    folder = session.folder
    Operand(F32, source).save(folder / "source.npy")
    Operand(F32, F32.poison(shape)).save(folder / "poison.npy")
    session.launch(
        session.write("negate.mlir", DYNAMIC),
        "negate_launch",
        {
            "in": f"{folder / 'source.npy'}:strides={pitch}x1",
            "out": f"{folder / 'poison.npy'}:strides={pitch + 8}x1",
        },
        {"out": Operand(F32, source ^ np.uint32(1 << 31))},
    )


def tests() -> list[Test]:
    found = [
        Test("host/threads-8", lambda session: threads(session, 8)),
        Test("host/graph-add_one", lambda session: graph(session, "add_one", (8, 32), 1)),
        Test("host/graph-ragged", lambda session: graph(session, "ragged", (256, 252), 5)),
    ]
    for rows, columns, pitch in ((1, 4, 4), (16, 32, 32), (33, 100, 100), (100, 36, 64)):
        found.append(
            Test(
                f"host/dynamic-{rows}x{columns}-pitch-{pitch}",
                lambda session, shape=(rows, columns), pitch=pitch: dynamic(session, shape, pitch),
            )
        )
    return found
