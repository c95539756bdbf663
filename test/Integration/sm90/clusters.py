# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Blocks of a cluster: multicast, copies and plain accesses of each other's shared memory,
remote arrivals, the cluster's barrier."""

import instructions
import numpy as np
from elements import ELEMENTS
from harness import Operand, Session, Test
from instructions import Value, apply
from kernels import PROLOGUE, SPANS, THREADS, indent, memref, module

F32, I32 = ELEMENTS["f32"], ELEMENTS["i32"]
#: Over 8 blocks take the keyword; an H200 has clusters of 16.
SIZES = (2, 4, 8, 16)


def cluster(size: int) -> str:
    return f"[{size}] nonportable" if size > 8 else f"[{size}]"


INITIALISE = """\
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %rank = tile.cluster_rank
  %block = gpu.block_id x
  scf.if %leader {
    tile.mbarrier.init %bar, 1
    tile.fence.mbarrier_init
  }"""


def masks_of(size: int, pattern: str) -> list[int]:
    """To which blocks each block of the cluster sends."""
    everyone = (1 << size) - 1
    if pattern == "all":
        return [everyone] * size
    if pattern == "others":
        return [everyone ^ 1 << rank for rank in range(size)]
    if pattern == "next":
        return [1 << (rank + 1) % size for rank in range(size)]
    generator = np.random.default_rng(size)
    return [int(mask) for mask in generator.integers(1, everyone + 1, size)]


def multicast(size: int, tensor_form: bool, hint: bool) -> str:
    """Each block loads one box and sends it to the blocks of its mask, where it lands in
    the slot of the sender's rank; each block then writes all its slots out."""
    rows, columns, clusters = 8, 32, 2
    blocks = size * clusters
    tensor = memref(F32, (blocks * rows, columns))
    slots = f"memref<{size}x{rows}x{columns}xf32, #tile.shared>"
    slot = f"memref<1x{rows}x{columns}xf32, strided<[{rows * columns}, {columns}, 1], offset: ?>, #tile.shared>"
    part = f"memref<{rows}x{columns}xf32, strided<[{columns}, 1], offset: ?>>"
    out = memref(F32, (blocks, size * rows * columns))
    common = {
        "barrier": "%bar",
        "mask": "%mask",
        "policy": "evict_last" if hint else None,
    }
    if tensor_form:
        load = apply(
            instructions.tensor_load(2, "cluster", multicast=True, hint=hint),
            [Value("%slot", slot), Value("%tensor", tensor)],
            box=(rows, columns),
            coords=("%row", 0),
            **common,
        )
    else:
        load = apply(
            instructions.bulk_load("cluster", multicast=True, hint=hint),
            [Value("%slot", slot), Value("%part", part)],
            **common,
        )
    body = f"""\
{PROLOGUE}
  %c1 = arith.constant 1 : index
  %rows = arith.constant {rows} : index
  %columns = arith.constant {columns} : index
  %area = arith.constant {rows * columns} : index
  %count = arith.constant {size * rows * columns} : index
  %mark = arith.constant 123.0 : f32
  %slots = tile.alloc_shared : {slots}
{INITIALISE}
  scf.for %i = %thread to %count step %step {{
    %s = arith.divui %i, %area : index
    %rest = arith.remui %i, %area : index
    %r = arith.divui %rest, %columns : index
    %c = arith.remui %rest, %columns : index
    memref.store %mark, %slots[%s, %r, %c] : {slots}
  }}
  tile.fence.proxy.async <shared_cta>
  tile.cluster_sync
  %row = arith.muli %block, %rows : index
  scf.if %leader {{
    %bytes = memref.load %expected[%rank] : memref<{size}xi32>
    tile.mbarrier.arrive_expect_tx %bar, %bytes
    %wide = memref.load %masks[%rank] : memref<{size}xi32>
    %mask = arith.trunci %wide : i32 to i16
    %slot = memref.subview %slots[%rank, 0, 0] [1, {rows}, {columns}] [1, 1, 1] : {slots} to {slot}
    %part = memref.subview %tensor[%row, 0] [{rows}, {columns}] [1, 1] : {tensor} to {part}
    {indent(load, 4)}
  }}
  tile.mbarrier.wait %bar, 0
  scf.for %i = %thread to %count step %step {{
    %s = arith.divui %i, %area : index
    %rest = arith.remui %i, %area : index
    %r = arith.divui %rest, %columns : index
    %c = arith.remui %rest, %columns : index
    %x = memref.load %slots[%s, %r, %c] : {slots}
    memref.store %x, %out[%block, %i] : {out}
  }}
  tile.cluster_sync"""
    arguments = {
        "tensor": tensor,
        "masks": f"memref<{size}xi32>",
        "expected": f"memref<{size}xi32>",
        "out": out,
    }
    return module("multicast", arguments, body, f"[{blocks}]", cluster(size))


def check_multicast(
    session: Session, size: int, pattern: str, tensor_form: bool, hint: bool = False
) -> None:
    rows, columns, clusters = 8, 32, 2
    masks = masks_of(size, pattern)
    tensor = F32.random((size * clusters * rows, columns), 71)
    boxes = tensor.reshape(clusters, size, rows * columns)
    received = [[mask >> rank & 1 for mask in masks] for rank in range(size)]
    mark = np.float32(123).view("u4")
    out = np.array(
        [
            [np.where(received[rank][sender], boxes[group, sender], mark) for sender in range(size)]
            for group in range(clusters)
            for rank in range(size)
        ],
        "u4",
    ).reshape(size * clusters, -1)
    bytes = np.array([sum(flags) * rows * columns * 4 for flags in received], "u4")
    session.launch(
        session.write("multicast.mlir", multicast(size, tensor_form, hint)),
        "multicast_launch",
        {
            "tensor": Operand(F32, tensor),
            "masks": Operand(I32, np.array(masks, "u4")),
            "expected": Operand(I32, bytes),
        },
        {"out": Operand(F32, out)},
    )


def check_literal_mask(session: Session, swizzle: str) -> None:
    """One block loads a swizzled tile for blocks 0 and 2 of four."""
    columns = SPANS[swizzle] // 4
    tensor, out = memref(F32, (16, columns)), memref(F32, (4, 16 * columns))
    tile = f"memref<16x{columns}xf32, #tile.shared<swizzle = {swizzle}>>"
    load = apply(
        instructions.tensor_load(2, "cluster", multicast=True),
        [Value("%tile", tile), Value("%tensor", tensor)],
        box=(16, columns),
        coords=(0, 0),
        barrier="%bar",
        mask=5,
    )
    body = f"""\
{PROLOGUE}
  %c1 = arith.constant 1 : index
  %columns = arith.constant {columns} : index
  %count = arith.constant {16 * columns} : index
  %two = arith.constant 2 : index
  %zero = arith.constant 0.0 : f32
  %tile = tile.alloc_shared : {tile}
{INITIALISE}
  scf.for %i = %thread to %count step %step {{
    %r = arith.divui %i, %columns : index
    %c = arith.remui %i, %columns : index
    memref.store %zero, %tile[%r, %c] : {tile}
  }}
  tile.fence.proxy.async <shared_cta>
  %odd = arith.remui %rank, %two : index
  %gets = arith.cmpi eq, %odd, %c0 : index
  %is_first = arith.cmpi eq, %rank, %c0 : index
  %issues = arith.andi %leader, %is_first : i1
  scf.if %leader {{
    %all = tile.tx_bytes %tile box [16, {columns}] : {tile}
    %none = arith.constant 0 : i32
    %bytes = arith.select %gets, %all, %none : i32
    tile.mbarrier.arrive_expect_tx %bar, %bytes
  }}
  tile.cluster_sync
  scf.if %issues {{
    {indent(load, 4)}
  }}
  tile.mbarrier.wait %bar, 0
  scf.for %i = %thread to %count step %step {{
    %r = arith.divui %i, %columns : index
    %c = arith.remui %i, %columns : index
    %x = memref.load %tile[%r, %c] : {tile}
    memref.store %x, %out[%rank, %i] : {out}
  }}
  tile.cluster_sync"""
    source = F32.random((16, columns), 72)
    expected = np.zeros((4, 16 * columns), "u4")
    expected[[0, 2]] = source.reshape(-1)
    session.launch(
        session.write(
            "mask.mlir", module("mask", {"tensor": tensor, "out": out}, body, "[4]", "[4]")
        ),
        "mask_launch",
        {"tensor": Operand(F32, source)},
        {"out": Operand(F32, expected)},
    )


def check_bulk_copy(session: Session, size: int, rounds: int) -> None:
    """Each block hands its tile to the next one, again and again: after `rounds`, tiles
    have moved that many blocks."""
    count = 512
    tensor = memref(I32, (size, count))
    pair = f"memref<2x{count}xi32, #tile.shared>"
    view = f"memref<{count}xi32, strided<[1], offset: ?>, #tile.shared>"
    remote_view = view.replace("#tile.shared", "#tile.shared_cluster")
    copy = apply(
        instructions.BULK_COPY,
        [Value("%there", remote_view), Value("%mine", view)],
        barrier="%their_bar <shared_cluster>",
    )
    body = f"""\
{PROLOGUE}
  %c1 = arith.constant 1 : index
  %two = arith.constant 2 : index
  %one = arith.constant 1 : i32
  %size = arith.constant {size} : index
  %count = arith.constant {count} : index
  %rounds = arith.constant {rounds} : index
  %tiles = tile.alloc_shared : {pair}
{INITIALISE}
  scf.for %i = %thread to %count step %step {{
    %x = memref.load %source[%rank, %i] : {tensor}
    memref.store %x, %tiles[%c0, %i] : {pair}
  }}
  tile.fence.proxy.async <shared_cta>
  %after = arith.addi %rank, %c1 : index
  %next = arith.remui %after, %size : index
  %their_bar = tile.mapa %bar, %next : !tile.mbarrier_ref, index
  tile.cluster_sync
  scf.for %round = %c0 to %rounds step %c1 {{
    %from = arith.remui %round, %two : index
    %to = arith.subi %c1, %from : index
    scf.if %leader {{
      tile.mbarrier.arrive_expect_tx %bar, {count * 4}
      %mine = memref.subview %tiles[%from, 0] [1, {count}] [1, 1] : {pair} to {view}
      %place = memref.subview %tiles[%to, 0] [1, {count}] [1, 1] : {pair} to {view}
      %there = tile.mapa %place, %next : {view}, index
      {indent(copy, 6)}
    }}
    %phase = arith.index_cast %from : index to i32
    tile.mbarrier.wait %bar, %phase
    // Nobody may send into a tile that its owner is still sending on.
    tile.cluster_sync
  }}
  %last = arith.remui %rounds, %two : index
  scf.for %i = %thread to %count step %step {{
    %x = memref.load %tiles[%last, %i] : {pair}
    memref.store %x, %target[%rank, %i] : {tensor}
  }}
  tile.cluster_sync"""
    source = I32.random((size, count), 73)
    text = module("pass", {"source": tensor, "target": tensor}, body, f"[{size}]", cluster(size))
    session.launch(
        session.write("pass.mlir", text),
        "pass_launch",
        {"source": Operand(I32, source)},
        {"target": Operand(I32, np.roll(source, rounds, axis=0))},
    )


def check_plain_accesses(session: Session, size: int, swizzle: str | None) -> None:
    """Each block stores into the next one's tile and loads from the one after that;
    swizzles are those of the tile."""
    columns = SPANS[swizzle] // 4 if swizzle else 32
    options = f"<swizzle = {swizzle}>" if swizzle else ""
    tile = f"memref<8x{columns}xf32, #tile.shared{options}>"
    remote = f"memref<8x{columns}xf32, #tile.shared_cluster{options}>"
    tensor = memref(F32, (size, 8, columns))
    body = f"""\
{PROLOGUE}
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %size = arith.constant {size} : index
  %columns = arith.constant {columns} : index
  %count = arith.constant {8 * columns} : index
  %tile = tile.alloc_shared : {tile}
  %rank = tile.cluster_rank
  %after = arith.addi %rank, %c1 : index
  %next = arith.remui %after, %size : index
  %after2 = arith.addi %rank, %c2 : index
  %next2 = arith.remui %after2, %size : index
  %there = tile.mapa %tile, %next : {tile}, index
  %further = tile.mapa %tile, %next2 : {tile}, index
  tile.cluster_sync
  scf.for %i = %thread to %count step %step {{
    %r = arith.divui %i, %columns : index
    %c = arith.remui %i, %columns : index
    %x = memref.load %source[%rank, %r, %c] : {tensor}
    memref.store %x, %there[%r, %c] : {remote}
  }}
  tile.cluster_sync
  scf.for %i = %thread to %count step %step {{
    %r = arith.divui %i, %columns : index
    %c = arith.remui %i, %columns : index
    %x = memref.load %tile[%r, %c] : {tile}
    memref.store %x, %own[%rank, %r, %c] : {tensor}
    %y = memref.load %further[%r, %c] : {remote}
    memref.store %y, %other[%rank, %r, %c] : {tensor}
  }}
  tile.cluster_sync"""
    source = F32.random((size, 8, columns), 74)
    arguments = {"source": tensor, "own": tensor, "other": tensor}
    session.launch(
        session.write("far.mlir", module("far", arguments, body, f"[{size}]", cluster(size))),
        "far_launch",
        {"source": Operand(F32, source)},
        {
            "own": Operand(F32, np.roll(source, 1, axis=0)),
            "other": Operand(F32, np.roll(source, -1, axis=0)),
        },
    )


#: How a consumer hands back to a producer in another block, and how that one waits.
ARRIVALS = {
    "plain": ("tile.mbarrier.arrive %far <shared_cluster>", "tile.mbarrier.wait %bar"),
    "release": (
        "tile.mbarrier.arrive release.cluster %far <shared_cluster>",
        "tile.mbarrier.wait acquire.cluster %bar",
    ),
    "relaxed": (
        "tile.mbarrier.arrive relaxed.cluster %far <shared_cluster>",
        "tile.mbarrier.wait relaxed.cluster %bar",
    ),
    "count": (
        "tile.mbarrier.arrive %far <shared_cluster>, 3",
        "tile.mbarrier.wait acquire.cluster %bar",
    ),
    "expect_tx": (
        "tile.mbarrier.arrive_expect_tx %far <shared_cluster>, 64\n"
        "tile.mbarrier.complete_tx relaxed.cluster %far <shared_cluster>, 64",
        "tile.mbarrier.wait acquire.cluster %bar",
    ),
}


def check_remote_arrivals(session: Session, form: str, size: int = 4, rounds: int = 9) -> None:
    """The leaders of all blocks write a number to global memory and arrive at block 0's
    barrier; after each phase block 0 adds the numbers up. Where nothing is released,
    block 0 counts its phases only."""
    arrive, wait = ARRIVALS[form]
    arrivals = size * (3 if form == "count" else 1)
    results = memref(I32, (rounds,))
    notes = memref(I32, (rounds, size))
    body = f"""\
{PROLOGUE}
  %c1 = arith.constant 1 : index
  %two = arith.constant 2 : index
  %size = arith.constant {size} : index
  %rounds = arith.constant {rounds} : index
  %seven = arith.constant 7 : index
  %zero = arith.constant 0 : i32
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %rank = tile.cluster_rank
  %is_first = arith.cmpi eq, %rank, %c0 : index
  scf.if %leader {{
    tile.mbarrier.init %bar, {arrivals}
    tile.fence.mbarrier_init
  }}
  tile.cluster_sync
  %far = tile.mapa %bar, 0 : !tile.mbarrier_ref
  scf.for %round = %c0 to %rounds step %c1 {{
    scf.if %leader {{
      %scaled = arith.muli %round, %seven : index
      %number = arith.addi %scaled, %rank : index
      %note = arith.index_cast %number : index to i32
      memref.store %note, %notes[%round, %rank] : {notes}
      {indent(arrive, 6)}
    }}
    scf.if %is_first {{
      %odd = arith.remui %round, %two : index
      %phase = arith.index_cast %odd : index to i32
      {wait}, %phase
      scf.if %leader {{
        %sum = scf.for %s = %c0 to %size step %c1 iter_args(%so_far = %zero) -> (i32) {{
          %note = memref.load %notes[%round, %s] : {notes}
          %more = arith.addi %so_far, %note : i32
          scf.yield %more : i32
        }}
        memref.store %sum, %results[%round] : {results}
      }}
    }}
    tile.cluster_sync
  }}"""
    if form != "release":
        # No order between blocks is promised for global memory.
        body = body.replace("memref.load %notes[%round, %s]", "memref.load %numbers[%round, %s]")
    expected_notes = np.arange(rounds)[:, None] * 7 + np.arange(size)
    arguments = {"notes": notes, "results": results}
    inputs = {}
    if form != "release":
        arguments["numbers"] = notes
        inputs["numbers"] = Operand(I32, expected_notes.astype("u4"))
    session.launch(
        session.write("far.mlir", module("far", arguments, body, f"[{size}]", f"[{size}]")),
        "far_launch",
        inputs,
        {
            "results": Operand(I32, expected_notes.sum(axis=1).astype("u4")),
            "notes": Operand(I32, expected_notes.astype("u4")),
        },
    )


def check_ranks(session: Session) -> None:
    """Ranks run along x first; sizes are those of the kernel."""
    results = memref(I32, (32, 3))
    body = f"""\
{PROLOGUE}
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %width = arith.constant 8 : index
  %rank = tile.cluster_rank
  %size = tile.cluster_size
  %x = gpu.block_id x
  %y = gpu.block_id y
  %cluster_x = gpu.cluster_id x
  %above = arith.muli %y, %width : index
  %block = arith.addi %above, %x : index
  scf.if %leader {{
    %r = arith.index_cast %rank : index to i32
    %s = arith.index_cast %size : index to i32
    %i = arith.index_cast %cluster_x : index to i32
    memref.store %r, %results[%block, %c0] : {results}
    memref.store %s, %results[%block, %c1] : {results}
    memref.store %i, %results[%block, %c2] : {results}
  }}"""
    expected = [[y % 2 * 4 + x % 4, 8, x // 4] for y in range(4) for x in range(8)]
    session.launch(
        session.write(
            "ranks.mlir", module("ranks", {"results": results}, body, "[8, 4]", "[4, 2]")
        ),
        "ranks_launch",
        {},
        {"results": Operand(I32, np.array(expected, "u4"))},
    )


def check_split_barrier(session: Session, form: str) -> None:
    """The cluster's barrier in two halves: what is stored before the arrival is seen
    after the wait."""
    size, rounds = 4, 6
    cell = f"memref<{THREADS}xi32, #tile.shared>"
    remote = cell.replace("#tile.shared", "#tile.shared_cluster")
    results = memref(I32, (size, rounds, THREADS))
    arrive = {"plain": "", "aligned": " aligned", "relaxed": " relaxed"}[form]
    wait = " aligned" if form == "aligned" else ""
    # A relaxed arrival releases nothing by itself.
    before = "tile.fence acq_rel.cluster" if form == "relaxed" else ""
    body = f"""\
{PROLOGUE}
  %c1 = arith.constant 1 : index
  %size = arith.constant {size} : index
  %rounds = arith.constant {rounds} : index
  %hundred = arith.constant 1000 : index
  %cell = tile.alloc_shared : {cell}
  %rank = tile.cluster_rank
  %after = arith.addi %rank, %c1 : index
  %next = arith.remui %after, %size : index
  %there = tile.mapa %cell, %next : {cell}, index
  scf.for %round = %c0 to %rounds step %c1 {{
    %scaled = arith.muli %round, %hundred : index
    %number = arith.addi %scaled, %thread : index
    %full = arith.addi %number, %rank : index
    %value = arith.index_cast %full : index to i32
    memref.store %value, %cell[%thread] : {cell}
    {before}
    tile.cluster.arrive{arrive}
    tile.cluster.wait{wait}
    %theirs = memref.load %there[%thread] : {remote}
    memref.store %theirs, %results[%rank, %round, %thread] : {results}
    tile.cluster_sync
  }}"""
    expected = (
        np.arange(rounds)[None, :, None] * 1000
        + np.arange(THREADS)[None, None, :]
        + np.roll(np.arange(size), -1)[:, None, None]
    )
    text = module("halves", {"results": results}, body, f"[{size}]", f"[{size}]")
    session.launch(
        session.write("halves.mlir", text),
        "halves_launch",
        {},
        {"results": Operand(I32, expected.astype("u4"))},
    )


def tests() -> list[Test]:
    found = []
    for size in SIZES:
        for form in ("tensor", "bulk"):
            for pattern in ("all", "others", "next", "random"):
                found.append(
                    Test(
                        f"multicast/{form}-{size}-{pattern}",
                        lambda session, size=size, pattern=pattern, form=form: check_multicast(
                            session, size, pattern, form == "tensor"
                        ),
                    )
                )
        found.append(
            Test(
                f"cluster/bulk-copy-{size}",
                lambda session, size=size: check_bulk_copy(session, size, 2 * size + 1),
            )
        )
        for swizzle in (None, *SPANS) if size == 4 else (None,):
            found.append(
                Test(
                    f"cluster/loads-and-stores-{size}" + (f"-swizzle-{swizzle}" if swizzle else ""),
                    lambda session, size=size, swizzle=swizzle: check_plain_accesses(
                        session, size, swizzle
                    ),
                )
            )
    for form in ("tensor", "bulk"):
        found.append(
            Test(
                f"multicast/{form}-hint",
                lambda session, form=form: check_multicast(
                    session, 4, "all", form == "tensor", hint=True
                ),
            )
        )
    for swizzle in SPANS:
        found.append(
            Test(
                f"multicast/literal-mask-swizzle-{swizzle}",
                lambda session, swizzle=swizzle: check_literal_mask(session, swizzle),
            )
        )
    for form in ARRIVALS:
        found.append(
            Test(
                f"cluster/remote-arrive-{form}",
                lambda session, form=form: check_remote_arrivals(session, form),
            )
        )
    for form in ("plain", "aligned", "relaxed"):
        found.append(
            Test(
                f"cluster/arrive-wait-{form}",
                lambda session, form=form: check_split_barrier(session, form),
            )
        )
    found.append(Test("cluster/ranks", check_ranks))
    return found
