# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Copies of plain memory, without a map: sizes, windows, hints, views of rows."""

import instructions
from elements import ELEMENTS, STORAGE, Element
from harness import Operand, Session, Test
from instructions import Value, apply
from kernels import BARRIER, PROLOGUE, indent, memref, module, shared

F32 = ELEMENTS["f32"]
ANY = {**ELEMENTS, **STORAGE}


def bounce(
    element: Element,
    count: int,
    blocks: int,
    space: str = "cta",
    policy: str | None = None,
    prefetch: bool = False,
) -> str:
    """Block i copies part i of `source` to `target`, through shared memory."""
    tensor, tile = memref(element, (blocks * count,)), shared(element, (count,))
    part = f"memref<{count}x{element.name}, strided<[1], offset: ?>>"
    hint = policy is not None
    load = apply(
        instructions.bulk_load(space, hint=hint),
        [Value("%tile", tile), Value("%from", part)],
        barrier="%bar",
        policy=policy,
    )
    store = apply(
        instructions.bulk_store(hint=hint),
        [Value("%to", part), Value("%tile", tile)],
        policy=policy,
    )
    ahead = apply(instructions.bulk_prefetch(hint), [Value("%from", part)], policy=policy)
    made = "%policy = tile.create_policy <evict_first> fraction 0.25" if policy == "%policy" else ""
    body = f"""\
{PROLOGUE}
  {made}
  %size = arith.constant {count} : index
  %tile = tile.alloc_shared : {tile}
{BARRIER}
  %block = gpu.block_id x
  %first = arith.muli %block, %size : index
  %from = memref.subview %source[%first] [{count}] [1] : {tensor} to {part}
  %to = memref.subview %target[%first] [{count}] [1] : {tensor} to {part}
  scf.if %leader {{
    {indent(ahead, 4) if prefetch else ""}
    tile.mbarrier.arrive_expect_tx %bar, {count * element.size}
    {indent(load, 4)}
    tile.mbarrier.wait %bar, 0
    {indent(store, 4)}
    tile.bulk.commit_group
    tile.bulk.wait_group 0
  }}"""
    return module("bounce", {"source": tensor, "target": tensor}, body, f"[{blocks}]")


def check_bounce(
    session: Session, element: Element, count: int, blocks: int, **options: object
) -> None:
    source = element.random((count * blocks,), 61)
    session.launch(
        session.write("bounce.mlir", bounce(element, count, blocks, **options)),
        "bounce_launch",
        {"source": Operand(element, source)},
        {"target": Operand(element, source)},
    )


def check_run_time_bytes(session: Session, bytes: int) -> None:
    """A size that is known at the launch: what lies behind stays."""
    count = 4096
    tensor, tile = memref(F32, (count,)), shared(F32, (count,))
    load = apply(
        instructions.bulk_load(),
        [Value("%tile", tile), Value("%source", tensor)],
        barrier="%bar",
        bytes="%bytes",
    )
    store = apply(
        instructions.bulk_store(), [Value("%target", tensor), Value("%tile", tile)], bytes="%bytes"
    )
    body = f"""\
{PROLOGUE}
  %tile = tile.alloc_shared : {tile}
{BARRIER}
  scf.if %leader {{
    tile.mbarrier.arrive_expect_tx %bar, %bytes
    {indent(load, 4)}
    tile.mbarrier.wait %bar, 0
    {indent(store, 4)}
    tile.bulk.commit_group
    tile.bulk.wait_group 0
  }}"""
    text = module("sized", {"source": tensor, "target": tensor, "bytes": "i32"}, body)
    source, expected = F32.random((count,), 62), F32.poison((count,))
    expected[: bytes // 4] = source[: bytes // 4]
    session.launch(
        session.write("sized.mlir", text),
        "sized_launch",
        {"source": Operand(F32, source), "bytes": str(bytes)},
        {"target": Operand(F32, expected)},
    )


def check_rows(session: Session) -> None:
    """Whole rows of a matrix at a run-time row, to other rows; the tile has rows, too."""
    tensor, tile = memref(F32, (64, 96)), "memref<8x96xf32, #tile.shared>"
    part = "memref<8x96xf32, strided<[96, 1], offset: ?>>"
    load = apply(
        instructions.bulk_load(), [Value("%tile", tile), Value("%from", part)], barrier="%bar"
    )
    store = apply(instructions.bulk_store(), [Value("%to", part), Value("%tile", tile)])
    body = f"""\
{PROLOGUE}
  %last = arith.constant 56 : index
  %tile = tile.alloc_shared : {tile}
{BARRIER}
  %other = arith.subi %last, %row : index
  %from = memref.subview %source[%row, 0] [8, 96] [1, 1] : {tensor} to {part}
  %to = memref.subview %target[%other, 0] [8, 96] [1, 1] : {tensor} to {part}
  scf.if %leader {{
    tile.mbarrier.arrive_expect_tx %bar, 3072
    {indent(load, 4)}
    tile.mbarrier.wait %bar, 0
    {indent(store, 4)}
    tile.bulk.commit_group
    tile.bulk.wait_group 0
  }}"""
    text = module("rows", {"source": tensor, "target": tensor, "row": "index"}, body)
    source, expected = F32.random((64, 96), 63), F32.poison((64, 96))
    expected[35:43] = source[21:29]
    session.launch(
        session.write("rows.mlir", text),
        "rows_launch",
        {"source": Operand(F32, source), "row": "21"},
        {"target": Operand(F32, expected)},
    )


def check_predicate(session: Session) -> None:
    """Of two stores one is issued."""
    tensor, tile = memref(F32, (64,)), shared(F32, (64,))
    stores = "\n".join(
        apply(
            instructions.bulk_store(),
            [Value(f"%{name}", tensor), Value("%tile", tile)],
            predicate=f"%is_{name}",
        )
        for name in ("left", "right")
    )
    body = f"""\
{PROLOGUE}
  %count = arith.constant 64 : index
  %tile = tile.alloc_shared : {tile}
  %zero = arith.constant 0 : i32
  %is_left = arith.cmpi eq, %side, %zero : i32
  %is_right = arith.cmpi ne, %side, %zero : i32
  scf.for %i = %thread to %count step %step {{
    %x = memref.load %source[%i] : {tensor}
    memref.store %x, %tile[%i] : {tile}
  }}
  tile.fence.proxy.async <shared_cta>
  tile.cta_sync
  scf.if %leader {{
    {indent(stores, 4)}
    tile.bulk.commit_group
    tile.bulk.wait_group 0
  }}"""
    arguments = {"source": tensor, "left": tensor, "right": tensor, "side": "i32"}
    source = F32.random((64,), 64)
    session.launch(
        session.write("choose.mlir", module("choose", arguments, body)),
        "choose_launch",
        {"source": Operand(F32, source), "side": "1"},
        {"left": Operand(F32, F32.poison((64,))), "right": Operand(F32, source)},
    )


def tests() -> list[Test]:
    def bounced(name: str, element: Element, count: int, blocks: int, **options: object) -> Test:
        return Test(
            f"bulk/{name}",
            lambda session: check_bounce(session, element, count, blocks, **options),
        )

    found = [bounced(f"type-{name}", element, 2048, 3) for name, element in ANY.items()]
    found += [
        bounced("least-16-bytes", F32, 4, 7),
        bounced("48-KiB", F32, 12288, 5),
        bounced("200-KiB", F32, 51200, 2),
        bounced("many-blocks", F32, 1024, 2000),
        bounced("cluster-window", F32, 1024, 3, space="cluster"),
        bounced("prefetch", F32, 1024, 3, prefetch=True),
        *(
            bounced(
                f"hint-{policy.replace('%', 'runtime-')}",
                F32,
                1024,
                3,
                policy=policy,
                prefetch=True,
            )
            for policy in ("evict_normal", "evict_first", "evict_last", "%policy")
        ),
        *(
            Test(
                f"bulk/run-time-{bytes}-bytes",
                lambda session, bytes=bytes: check_run_time_bytes(session, bytes),
            )
            for bytes in (16, 1040, 16384)
        ),
        Test("bulk/rows", check_rows),
        Test("bulk/predicate", check_predicate),
    ]
    return found
