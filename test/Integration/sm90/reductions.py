# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reductions of tiles and of plain memory: every operator and type that the hardware
has, on NaNs, denormals, infinities, ties and random bits."""

import arithmetic
import instructions
import numpy as np
from elements import ELEMENTS, STORAGE, Element
from harness import Operand, Session, Test
from instructions import Value, apply
from kernels import PROLOGUE, indent, memref, module, shared

ANY = {**ELEMENTS, **STORAGE}
BITWISE = ["and", "or", "xor"]
ORDERED = ["add", "min", "max"]

#: Element type, `format` clause, the data type of the map, and what runs on it (measured
#: on an H200; every other pair is an illegal instruction).
TENSOR = [
    ("ui32", None, "u32", [*ORDERED, "inc", "dec", *BITWISE]),
    ("i32", "u32", "u32", [*ORDERED, "inc", "dec", *BITWISE]),
    ("si32", None, "i32", [*ORDERED, *BITWISE]),
    ("i32", None, "i32", [*ORDERED, *BITWISE]),
    ("ui64", None, "u64", [*ORDERED, *BITWISE]),
    ("i64", "u64", "u64", [*ORDERED, *BITWISE]),
    ("si64", None, "i64", ["min", "max"]),
    ("i64", None, "i64", ["min", "max"]),
    ("f16", None, "f16", ORDERED),
    ("bf16", None, "bf16", ORDERED),
    ("f32", None, "f32", ["add"]),
    ("f32", "f32_ftz", "f32_ftz", ["add"]),
    ("f32", "tf32", "tf32", ["add"]),
    ("f32", "tf32_ftz", "tf32_ftz", ["add"]),
    ("f64", None, "f64", ["add"]),
]

#: Element type and the types of the opcode with their operators (PTX ISA,
#: cp.reduce.async.bulk): into global memory, and into shared memory of a cluster.
BULK = [
    ("i32", "u32", [*ORDERED, "inc", "dec"]),
    ("i32", "s32", ORDERED),
    ("i32", "b32", BITWISE),
    ("ui32", "u32", [*ORDERED, "inc", "dec"]),
    ("si32", "s32", ORDERED),
    ("i64", "u64", ORDERED),
    ("i64", "s64", ["min", "max"]),
    ("i64", "b64", BITWISE),
    ("f16", "f16", ORDERED),
    ("bf16", "bf16", ORDERED),
    ("f32", "f32", ["add"]),
    ("f64", "f64", ["add"]),
]
BULK_SHARED = [
    ("i32", "u32", [*ORDERED, "inc", "dec"]),
    ("i32", "s32", ORDERED),
    ("i32", "b32", BITWISE),
    ("i64", "u64", ["add"]),
]

SHAPE = (40, 64)
COUNT = SHAPE[0] * SHAPE[1]


def fill_tile(element: Element, tile: str, flat: str, name: str = "%tile") -> str:
    """Plain code that copies `flat` into a tile of SHAPE or of COUNT elements."""
    place = "%i" if "x64x" not in tile else "%r, %c"
    return f"""\
  %count = arith.constant {COUNT} : index
  %columns = arith.constant {SHAPE[1]} : index
  scf.for %i = %thread to %count step %step {{
    %r = arith.divui %i, %columns : index
    %c = arith.remui %i, %columns : index
    %x = memref.load %flat[%i] : {flat}
    memref.store %x, {name}[{place}] : {tile}
  }}
  tile.fence.proxy.async <shared_cta>
  tile.cta_sync"""


def reduction_module(
    element: Element, tile: str, target: str, operators: list[str], applies: list[str]
) -> str:
    """One tile is reduced into as many tensors as there are operators."""
    flat = memref(element, (COUNT,))
    body = f"""\
{PROLOGUE}
  %tile = tile.alloc_shared : {tile}
{fill_tile(element, tile, flat)}
  scf.if %leader {{
    {indent(chr(10).join(applies), 4)}
    tile.bulk.commit_group
    tile.bulk.wait_group 0
  }}"""
    arguments = {"flat": flat} | {f"to_{operator}": target for operator in operators}
    return module("reduce", arguments, body)


def check(
    session: Session, element: Element, text: str, format: str, operators: list[str], shape: tuple
) -> None:
    old, value = arithmetic.pairs(format, element.size, COUNT, 51)
    before = Operand(element, old.reshape(shape))
    results = {
        f"to_{operator}": Operand(
            element, arithmetic.reduce(format, operator, old, value).reshape(shape)
        )
        for operator in operators
    }
    session.launch(
        session.write("reduce.mlir", text),
        "reduce_launch",
        {"flat": Operand(element, value)} | dict.fromkeys(results, before),
        results,
    )


def check_tensor(session: Session, name: str, clause: str | None, format: str, operators: list):
    element = ANY[name]
    tile, target = shared(element, SHAPE), memref(element, SHAPE)
    applies = [
        apply(
            instructions.tensor_reduce(2, operator, hint=operator == "max"),
            [Value(f"%to_{operator}", target), Value("%tile", tile)],
            box=SHAPE,
            coords=(0, 0),
            format=clause,
            policy="evict_first" if operator == "max" else None,
        )
        for operator in operators
    ]
    text = reduction_module(element, tile, target, operators, applies)
    check(session, element, text, format, operators, SHAPE)


def check_bulk(session: Session, name: str, type: str, operators: list[str]) -> None:
    element = ANY[name]
    tile, target = shared(element, (COUNT,)), memref(element, (COUNT,))
    applies = [
        apply(
            instructions.bulk_reduce(operator, type, hint=operator == "min"),
            [Value(f"%to_{operator}", target), Value("%tile", tile)],
            policy="evict_last" if operator == "min" else None,
        )
        for operator in operators
    ]
    text = reduction_module(element, tile, target, operators, applies)
    check(session, element, text, type, operators, (COUNT,))


def check_bulk_shared(session: Session, name: str, type: str, operator: str) -> None:
    """Block 1 of a cluster reduces into what block 0 holds, and block 0 writes it out."""
    element = ANY[name]
    tile, flat = shared(element, (COUNT,)), memref(element, (COUNT,))
    remote = tile.replace("#tile.shared", "#tile.shared_cluster")
    load = "%x = memref.load %flat[%i]"
    body = f"""\
{PROLOGUE}
  %mine = tile.alloc_shared : {tile}
  %held = tile.alloc_shared : {tile}
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %rank = tile.cluster_rank
  %first = arith.cmpi eq, %rank, %c0 : index
  %receives = arith.andi %leader, %first : i1
  scf.if %receives {{
    tile.mbarrier.init %bar, 1
    tile.fence.mbarrier_init
    tile.mbarrier.arrive_expect_tx %bar, {COUNT * element.size}
  }}
{fill_tile(element, tile, flat, "%mine")}
{
        fill_tile(element, tile, flat, "%held")
        .replace(load, load.replace("%flat", "%result"))
        .replace("%count =", "%count_ =")
        .replace("%columns =", "%columns_ =")
        .replace("to %count ", "to %count_ ")
    }
  tile.cluster_sync
  %there = tile.mapa %held, 0 : {tile}
  %there_bar = tile.mapa %bar, 0 : !tile.mbarrier_ref
  %zero = arith.constant 0 : i32
  scf.if %first {{
    tile.mbarrier.wait %bar, 0
    scf.for %i = %thread to %count step %step {{
      %x = memref.load %held[%i] : {tile}
      memref.store %x, %result[%i] : {flat}
    }}
  }} else {{
    scf.if %leader {{
      {
        indent(
            apply(
                instructions.bulk_reduce_shared(operator, type),
                [Value("%there", remote), Value("%mine", tile)],
                barrier="%there_bar <shared_cluster>",
            ),
            6,
        )
    }
    }}
  }}
  tile.cluster_sync"""
    text = module("reduce", {"flat": flat, "result": flat}, body, "[2]", "[2]")
    old, value = arithmetic.pairs(type, element.size, COUNT, 52)
    session.launch(
        session.write("reduce.mlir", text),
        "reduce_launch",
        {"flat": Operand(element, value), "result": Operand(element, old)},
        {"result": Operand(element, arithmetic.reduce(type, operator, old, value))},
    )


def check_contended(session: Session, name: str, blocks: int) -> None:
    """Many blocks add to the same elements at once; whole numbers, so that the order does
    not matter."""
    element = ANY[name]
    tile, target = shared(element, SHAPE), memref(element, SHAPE)
    flat = memref(element, (COUNT,))
    body = f"""\
{PROLOGUE}
  %tile = tile.alloc_shared : {tile}
{fill_tile(element, tile, flat)}
  scf.if %leader {{
    {
        indent(
            apply(
                instructions.tensor_reduce(2, "add"),
                [Value("%total", target), Value("%tile", tile)],
                box=SHAPE,
                coords=(0, 0),
            ),
            4,
        )
    }
    tile.bulk.commit_group
    tile.bulk.wait_group 0
  }}"""
    values = np.random.default_rng(53).integers(0, 1000, COUNT).astype(f"{element.dtype[0]}4")
    total = (values * blocks).astype(values.dtype).reshape(SHAPE)
    session.launch(
        session.write(
            "total.mlir", module("total", {"flat": flat, "total": target}, body, f"[{blocks}]")
        ),
        "total_launch",
        {
            "flat": Operand(element, values.view("u4")),
            "total": Operand(element, np.zeros(SHAPE, "u4")),
        },
        {"total": Operand(element, total.view("u4"))},
    )


def tests() -> list[Test]:
    found = []
    for name, clause, format, operators in TENSOR:
        label = f"reduce/tensor-{name}" + (f"-as-{clause}" if clause else "")
        found.append(
            Test(
                label,
                lambda session, case=(name, clause, format, operators): check_tensor(
                    session, *case
                ),
            )
        )
    for name, type, operators in BULK:
        found.append(
            Test(
                f"reduce/bulk-{name}-{type}",
                lambda session, case=(name, type, operators): check_bulk(session, *case),
            )
        )
    for name, type, operators in BULK_SHARED:
        for operator in operators:
            found.append(
                Test(
                    f"reduce/bulk-to-cluster-{name}-{type}-{operator}",
                    lambda session, case=(name, type, operator): check_bulk_shared(session, *case),
                )
            )
    for name in ("i32", "f32"):
        found.append(
            Test(
                f"reduce/contended-{name}",
                lambda session, name=name: check_contended(session, name, 500),
            )
        )
    return found
