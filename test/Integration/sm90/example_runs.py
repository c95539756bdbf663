# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The examples, bit for bit, on five random inputs each; and every launcher of every
file in examples/."""

import re

import numpy as np
from elements import ELEMENTS
from harness import ROOT, Failure, Operand, Session, Test

F32 = ELEMENTS["f32"]
SEEDS = range(1, 6)

EXAMPLES = ROOT / "examples"


def normal(shape: tuple[int, ...], seed: int) -> np.ndarray:
    """Normal numbers, as bits."""
    return np.random.default_rng(seed).standard_normal(shape, "f4").view("u4")


def plus_one(bits: np.ndarray) -> np.ndarray:
    return (bits.view("f4") + np.float32(1)).view("u4")


def add_one(session: Session, name: str, shape: tuple[int, int], seed: int) -> None:
    """out = in + 1, and nothing of the output's padding changed: tilery-run fails on
    a write where no element lies."""
    source = normal(shape, seed)
    session.launch(
        EXAMPLES / f"{name}.mlir",
        f"{name}_launch",
        {"in": Operand(F32, source)},
        {"out": Operand(F32, plus_one(source))},
    )


def padded_add_one(session: Session, launch: str, columns: int, seed: int) -> None:
    """The launchers of ragged_refused.mlir, whose rows are 256 floats apart."""
    source = normal((256, columns), seed)
    output = session.launch(
        EXAMPLES / "ragged_refused.mlir",
        f"{launch}_launch",
        {"in": Operand(F32, source), "out": Operand(F32, F32.poison(source.shape))},
        {"out": Operand(F32, plus_one(source))},
    )
    # The padding starts as poison, so that every write into it shows.
    spilled = "columns 250 to 251 of 256 rows" in output
    if session.executes and spilled != (launch == "spill"):
        raise Failure(
            f"expected {'exactly columns 250 and 251' if launch == 'spill' else 'nothing'} of the"
            f" padding to change, got: {output.strip()}"
        )


def refused(session: Session) -> None:
    """250 columns: an error that names the operand and the rule, at the launch."""
    source = Operand(F32, normal((256, 250), 1))
    command = session.run_command(
        EXAMPLES / "ragged_refused.mlir",
        "refused_launch",
        {"in": source, "out": Operand(F32, F32.poison((256, 250)))},
    )
    process = session.execute(command)
    if process.returncode == 0:
        raise Failure("expected the store to be refused, got exit status 0")
    for word in ("'out'", "store edge", "1000"):
        if word not in process.stdout:
            raise Failure(f"expected an error with {word}, got: {process.stdout.strip()}")


def copy(session: Session, rows: int, columns: int, seed: int) -> None:
    source = normal((rows, columns), seed)
    session.launch(
        EXAMPLES / "copy.mlir",
        "copy_launch",
        {"src": Operand(F32, source), "dst": Operand(F32, F32.poison(source.shape))},
        {"dst": Operand(F32, source)},
    )


def copy_with_blocks(session: Session, blocks: int) -> None:
    """The example over few blocks, so that each goes round its ring many times."""
    text = (EXAMPLES / "copy.mlir").read_text()
    fewer = text.replace("grid [%tiles]", f"grid [{blocks}]")
    if fewer == text:
        raise Failure("expected examples/copy.mlir to launch over grid [%tiles]")
    source = normal((777, 1020), blocks)
    session.launch(
        session.write("copy.mlir", fewer),
        "copy_launch",
        {"src": Operand(F32, source), "dst": Operand(F32, F32.poison(source.shape))},
        {"dst": Operand(F32, source)},
    )


def bulk_copy(session: Session, length: int) -> None:
    source = normal((length,), length)
    session.launch(
        EXAMPLES / "bulk_copy.mlir",
        "bulk_copy_launch",
        {"src": Operand(F32, source), "dst": Operand(F32, F32.poison(source.shape))},
        {"dst": Operand(F32, source)},
    )


#: One tile and less, many tiles, ends that cut a tile, and 64 MiB.
COPY_SHAPES = [
    (1, 4),
    (1, 256),
    (300, 4),
    (32, 256),
    (33, 260),
    (77, 1000),
    (1, 100000),
    (5000, 12),
    (4096, 4096),
]


def doubled(session: Session, rows: int, columns: int, blocks: int) -> None:
    """The pipeline; with few blocks each goes round its ring many times."""
    text = (EXAMPLES / "pipeline.mlir").read_text()
    fewer = text.replace("grid [132]", f"grid [{blocks}]")
    if fewer == text and blocks != 132:
        raise Failure("expected examples/pipeline.mlir to launch over grid [132]")
    source = normal((rows, columns), blocks)
    session.launch(
        session.write("pipeline.mlir", fewer),
        "double_launch",
        {"in": Operand(F32, source), "out": Operand(F32, F32.poison(source.shape))},
        {"out": Operand(F32, (source.view("f4") * np.float32(2)).view("u4"))},
    )


def row_added(session: Session, rows: int) -> None:
    source, row = normal((rows, 1024), 3), normal((1, 1024), 4)
    session.launch(
        EXAMPLES / "multicast.mlir",
        "add_row_launch",
        {
            "in": Operand(F32, source),
            "row": Operand(F32, row),
            "out": Operand(F32, F32.poison(source.shape)),
        },
        {"out": Operand(F32, (source.view("f4") + row.view("f4")).view("u4"))},
    )


def transposed(session: Session, rows: int, columns: int) -> None:
    source = F32.random((rows, columns), 5)
    session.launch(
        EXAMPLES / "transpose.mlir",
        "transpose_launch",
        {"in": Operand(F32, source), "out": Operand(F32, F32.poison((columns, rows)))},
        {"out": Operand(F32, np.ascontiguousarray(source.T))},
    )


#: Of launchers whose types leave sizes open: what the arguments hold that say them.
SIZES = {
    "bulk_copy_launch": {"src": "random:1:f32[10000]"},
    "copy_launch": {"src": "random:1:f32[777x1020]"},
    "add_row_launch": {"in": "random:1:f32[130x1024]"},
    "double_launch": {"in": "random:1:f32[77x100]"},
    "transpose_launch": {"in": "random:1:f32[100x68]"},
    "refused_launch": {"in": "random:1:f32[256x252]", "out": "zeros:f32[256x252]"},
    "spill_launch": {"in": "random:1:f32[256x250]", "out": "zeros:f32[256x250]"},
    "load_only_launch": {"in": "random:1:f32[256x250]", "out": "zeros:f32[256x250]"},
}


def launcher(session: Session, name: str, launch: str) -> None:
    """Runs; the tests above say what comes out. A launcher that needs sizes and has none
    in SIZES fails."""
    session.check(session.run_command(EXAMPLES / name, launch, SIZES.get(launch, {})))


def tests() -> list[Test]:
    found = []
    for path in sorted(EXAMPLES.glob("*.mlir")):
        for launch in re.findall(r"^launch\.func @(\w+)", path.read_text(), re.MULTILINE):
            found.append(
                Test(
                    f"example/{path.stem}-{launch}",
                    lambda session, case=(path.name, launch): launcher(session, *case),
                )
            )
    for rows, columns, blocks in ((77, 100, 132), (1000, 640, 132), (777, 1020, 3), (5, 4, 1)):
        found.append(
            Test(
                f"example/pipeline-{rows}x{columns}-over-{blocks}-blocks",
                lambda session, case=(rows, columns, blocks): doubled(session, *case),
            )
        )
    for rows in (1, 128, 1000):
        found.append(
            Test(f"example/multicast-{rows}", lambda session, rows=rows: row_added(session, rows))
        )
    for rows, columns in ((64, 64), (100, 68), (4, 1024), (1000, 772)):
        found.append(
            Test(
                f"example/transpose-{rows}x{columns}",
                lambda session, case=(rows, columns): transposed(session, *case),
            )
        )
    for seed in SEEDS:
        for name, shape in (
            ("add_one", (8, 32)),
            ("round_trip", (256, 256)),
            ("ragged", (256, 252)),
        ):
            found.append(
                Test(
                    f"example/{name}-{seed}",
                    lambda session, name=name, shape=shape, seed=seed: add_one(
                        session, name, shape, seed
                    ),
                )
            )
        for launch, columns in (("spill", 250), ("load_only", 250), ("refused", 252)):
            found.append(
                Test(
                    f"example/ragged_refused-{launch}-{columns}-{seed}",
                    lambda session, launch=launch, columns=columns, seed=seed: padded_add_one(
                        session, launch, columns, seed
                    ),
                )
            )
        found.append(
            Test(f"example/copy-{seed}", lambda session, seed=seed: copy(session, 777, 1020, seed))
        )
    found.append(Test("example/ragged_refused-refused-250", refused))
    for rows, columns in COPY_SHAPES:
        found.append(
            Test(
                f"example/copy-{rows}x{columns}",
                lambda session, rows=rows, columns=columns: copy(session, rows, columns, 9),
                is_large=rows * columns > 1 << 22,
            )
        )
    for length in (4, 4096, 4100, 1 << 20, (1 << 24) + 12):
        found.append(
            Test(
                f"example/bulk_copy-{length}",
                lambda session, length=length: bulk_copy(session, length),
                is_large=length > 1 << 22,
            )
        )
    for blocks in (1, 5, 7, 100, 300):
        found.append(
            Test(
                f"example/copy-over-{blocks}-blocks",
                lambda session, blocks=blocks: copy_with_blocks(session, blocks),
            )
        )
    return found
