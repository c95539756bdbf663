# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Barriers, polling, rings, elections and warps, each by a kernel of its own."""

import engine
import numpy as np
from elements import ELEMENTS
from harness import Failure, Operand, Session, Test, load_bits
from kernels import BARRIER, PROLOGUE, THREADS, Copy, gather, indent, memref, module

I32 = ELEMENTS["i32"]
F32 = ELEMENTS["f32"]


def run_kernel(
    session: Session, name: str, text: str, results: np.ndarray, tensor: np.ndarray | None = None
) -> None:
    """Runs a kernel that writes i32 `results`, and compares them."""
    source = session.write(f"{name}.mlir", text)
    arguments = {} if tensor is None else {"tensor": Operand(F32, tensor)}
    session.launch(source, f"{name}_launch", arguments, {"results": Operand(I32, results)})


def check_parities(session: Session) -> None:
    """What polls answer before and after each of three phases of one arrival."""
    polls, expected = [], []

    def poll(operation: str, parity: int, answer: bool) -> None:
        number = len(expected)
        expected.append(int(answer))
        polls.append(f"""\
%done{number} = tile.mbarrier.{operation} %bar, {parity}
%bit{number} = arith.extui %done{number} : i1 to i32
%at{number} = arith.constant {number} : index
memref.store %bit{number}, %results[%at{number}] : @RESULTS@""")

    for phase in range(3):
        # The phase before this one is complete; before the first, that of parity 1.
        poll("test_wait", (phase + 1) % 2, True)
        poll("try_wait", (phase + 1) % 2, True)
        poll("test_wait", phase % 2, False)
        polls.append("tile.mbarrier.arrive %bar")
        poll("test_wait", phase % 2, True)
        poll("try_wait", phase % 2, True)
        polls.append(f"tile.mbarrier.wait %bar, {phase % 2}")
    # A barrier that was ended and made again starts over.
    polls.append("tile.mbarrier.inval %bar\ntile.mbarrier.init %bar, 2")
    poll("test_wait", 0, False)
    polls.append("tile.mbarrier.arrive %bar")
    poll("test_wait", 0, False)
    polls.append("tile.mbarrier.arrive %bar")
    poll("test_wait", 0, True)

    results = memref(I32, (len(expected),))
    body = f"""\
{PROLOGUE}
{BARRIER}
  scf.if %leader {{
    {indent(chr(10).join(polls).replace("@RESULTS@", results), 4)}
  }}"""
    text = module("parities", {"results": results}, body)
    run_kernel(session, "parities", text, np.array(expected, "u4"))


def check_arrivals(session: Session) -> None:
    """All threads arrive at one barrier in each round, and hand values on through it."""
    rounds = 7
    results = memref(I32, (rounds, THREADS))
    body = f"""\
{PROLOGUE}
  %c1 = arith.constant 1 : index
  %last = arith.constant {THREADS - 1} : index
  %rounds = arith.constant {rounds} : index
  %two = arith.constant 2 : index
  %hundred = arith.constant 1000 : index
  %slots = tile.alloc_shared : memref<2x{THREADS}xi32, #tile.shared>
  %met = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %met[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  scf.if %leader {{
    tile.mbarrier.init %bar, {THREADS}
  }}
  tile.cta_sync
  %other = arith.subi %last, %thread : index
  scf.for %round = %c0 to %rounds step %c1 {{
    %parity = arith.remui %round, %two : index
    %phase = arith.index_cast %parity : index to i32
    %base = arith.muli %round, %hundred : index
    %value = arith.addi %base, %thread : index
    %mine = arith.index_cast %value : index to i32
    memref.store %mine, %slots[%parity, %thread] : memref<2x{THREADS}xi32, #tile.shared>
    tile.mbarrier.arrive %bar
    tile.mbarrier.wait %bar, %phase
    %theirs = memref.load %slots[%parity, %other] : memref<2x{THREADS}xi32, #tile.shared>
    memref.store %theirs, %results[%round, %thread] : {results}
  }}"""
    expected = [
        [1000 * number + THREADS - 1 - thread for thread in range(THREADS)]
        for number in range(rounds)
    ]
    text = module("arrivals", {"results": results}, body)
    run_kernel(session, "arrivals", text, np.array(expected, "u4"))


def polling(operation: str) -> str:
    """A loop of plain code around a poll, counting how often it asked."""
    return f"""\
%polls = scf.while (%n = %zero) : (i32) -> i32 {{
  %done = tile.mbarrier.{operation} %bar, 0
  %pending = arith.xori %done, %true : i1
  scf.condition(%pending) %n : i32
}} do {{
^bb0(%n: i32):
  %more = arith.addi %n, %one : i32
  scf.yield %more : i32
}}"""


def check_polling(session: Session, operation: str) -> None:
    """A load awaited by hand; expected bytes and arrival are separate here."""
    copy = Copy(F32, (64, 64), (32, 32), ((16, 32),))
    results = memref(I32, (copy.count,))
    body = f"""\
{PROLOGUE}
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %true = arith.constant true
  %row = arith.constant {copy.box[1]} : index
  %count = arith.constant {copy.count} : index
  %tile = tile.alloc_shared : {copy.tile}
{BARRIER}
  scf.if %leader {{
    tile.mbarrier.expect_tx %bar, {copy.bytes}
    {indent(copy.load(copy.coords[0]), 4)}
    tile.mbarrier.arrive %bar
  }}
  {indent(polling(operation), 2)}
  scf.for %i = %thread to %count step %step {{
    %r = arith.divui %i, %row : index
    %c = arith.remui %i, %row : index
    %x = memref.load %tile[%r, %c] : {copy.tile}
    %bits = arith.bitcast %x : f32 to i32
    memref.store %bits, %results[%i] : {results}
  }}"""
    tensor = F32.random(copy.shape, 11)
    expected = engine.load(tensor, copy.box, copy.coords[0]).reshape(-1)
    text = module("polling", {"tensor": copy.tensor, "results": results}, body)
    run_kernel(session, "polling", text, expected, tensor)


def check_ring(session: Session) -> None:
    """Warp 0 loads rows into three stages, the other warps consume them.

    `full` completes by bytes; `empty` by one arrival of each consumer. There are
    more rows than stages, so that both turn their phases several times.
    """
    rows, columns, stages = 23, 96, 3
    copy = Copy(F32, (rows, columns), (1, columns), ())
    results = memref(I32, (rows, columns))
    ring = f"memref<{stages}x1x{columns}xf32, #tile.shared>"
    stage = f"memref<1x{columns}xf32, strided<[{columns}, 1], offset: ?>, #tile.shared>"
    bars = f"memref<{stages}x!tile.mbarrier, #tile.shared>"
    body = f"""\
{PROLOGUE}
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %two = arith.constant 2 : index
  %stages = arith.constant {stages} : index
  %rows = arith.constant {rows} : index
  %i1 = arith.constant 1 : i32
  %ring = tile.alloc_shared : {ring}
  %full = tile.alloc_shared : {bars}
  %empty = tile.alloc_shared : {bars}
  scf.if %leader {{
    scf.for %s = %c0 to %stages step %c1 {{
      %f = tile.mbarrier.ref %full[%s] : {bars}
      tile.mbarrier.init %f, 1
      %e = tile.mbarrier.ref %empty[%s] : {bars}
      tile.mbarrier.init %e, {THREADS - 32}
    }}
  }}
  tile.fence.proxy.async <shared_cta>
  tile.cta_sync
  %warp = tile.warp_id
  %produces = arith.cmpi eq, %warp, %c0 : index
  scf.if %produces {{
    %elected = tile.elect
    scf.if %elected {{
      scf.for %row = %c0 to %rows step %c1 {{
        %s = arith.remui %row, %stages : index
        %turn = arith.divui %row, %stages : index
        %odd = arith.remui %turn, %two : index
        %phase = arith.index_cast %odd : index to i32
        // A fresh barrier lets a wait on parity 1 pass.
        %before = arith.xori %phase, %i1 : i32
        %e = tile.mbarrier.ref %empty[%s] : {bars}
        tile.mbarrier.wait %e, %before
        %f = tile.mbarrier.ref %full[%s] : {bars}
        tile.mbarrier.arrive_expect_tx %f, {copy.bytes}
        %slot = memref.subview %ring[%s, 0, 0] [1, 1, {columns}] [1, 1, 1] : {ring} to {stage}
        tile.apply "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
          (%slot, %tensor) box [1, {columns}] coords [%row, 0] mbar %f
          : {stage}, {copy.tensor}
      }}
    }}
  }} else {{
    %column = arith.subi %thread, %c32 : index
    scf.for %row = %c0 to %rows step %c1 {{
      %s = arith.remui %row, %stages : index
      %turn = arith.divui %row, %stages : index
      %odd = arith.remui %turn, %two : index
      %phase = arith.index_cast %odd : index to i32
      %f = tile.mbarrier.ref %full[%s] : {bars}
      tile.mbarrier.wait %f, %phase
      %x = memref.load %ring[%s, %c0, %column] : {ring}
      %e = tile.mbarrier.ref %empty[%s] : {bars}
      tile.mbarrier.arrive %e
      %bits = arith.bitcast %x : f32 to i32
      memref.store %bits, %results[%row, %column] : {results}
    }}
  }}"""
    tensor = F32.random((rows, columns), 12)
    text = module("ring", {"tensor": copy.tensor, "results": results}, body)
    run_kernel(session, "ring", text, tensor, tensor)


def check_phases(session: Session) -> None:
    """Sixteen loads over one barrier."""
    copy = Copy(F32, (64, 64), (16, 16), tuple(engine.cover((64, 64), (16, 16))))
    tensor = F32.random(copy.shape, 13)
    tiles = [engine.load(tensor, copy.box, coords) for coords in copy.coords]
    source = session.write("gather.mlir", gather(copy))
    session.launch(
        source,
        "gather_launch",
        {"tensor": Operand(F32, tensor)},
        {"flat": Operand(F32, np.stack(tiles).reshape(len(tiles), -1))},
    )


def check_warps(session: Session) -> None:
    """Warp and lane of each thread; the block is one row of threads."""
    results = memref(I32, (2, THREADS))
    body = f"""\
{PROLOGUE}
  %c1 = arith.constant 1 : index
  %warp = tile.warp_id
  %lane = gpu.lane_id
  %w = arith.index_cast %warp : index to i32
  %l = arith.index_cast %lane : index to i32
  memref.store %w, %results[%c0, %thread] : {results}
  memref.store %l, %results[%c1, %thread] : {results}"""
    threads = np.arange(THREADS)
    expected = np.stack([threads // 32, threads % 32]).astype("u4")
    run_kernel(session, "warps", module("warps", {"results": results}, body), expected)


def check_elect(session: Session) -> None:
    """Exactly one thread of each warp is elected."""
    results = memref(I32, (THREADS,))
    body = f"""\
{PROLOGUE}
  %elected = tile.elect
  %bit = arith.extui %elected : i1 to i32
  memref.store %bit, %results[%thread] : {results}"""
    source = session.write("elect.mlir", module("elect", {"results": results}, body))
    path = session.folder / "results.out.npy"
    session.check(session.run_command(source, "elect_launch", {}, f"--out=results={path}"))
    if session.executes:
        votes = load_bits(path, I32).reshape(-1, 32)
        session.observe("votes", votes)
        if not np.isin(votes, (0, 1)).all() or (votes.sum(axis=1) != 1).any():
            raise Failure(f"expected one elected thread a warp, got {votes.sum(axis=1).tolist()}")


def tests() -> list[Test]:
    return [
        Test("barrier/parities", check_parities),
        Test("barrier/arrivals", check_arrivals),
        Test("barrier/phases", check_phases),
        Test("barrier/poll-try_wait", lambda session: check_polling(session, "try_wait")),
        Test("barrier/poll-test_wait", lambda session: check_polling(session, "test_wait")),
        Test("barrier/ring", check_ring),
        Test("threads/warps", check_warps),
        Test("threads/elect", check_elect),
    ]
