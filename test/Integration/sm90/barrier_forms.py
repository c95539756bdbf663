# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every form of a barrier's operations, by what polls and counts say after each."""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from elements import ELEMENTS
from harness import Operand, Session, Test
from kernels import PROLOGUE, THREADS, indent, memref, module

I32 = ELEMENTS["i32"]


@dataclass
class Script:
    """Straight-line code of one thread on one barrier, and what it notes."""

    count: int
    lines: list[str] = field(default_factory=list)
    expected: list[int] = field(default_factory=list)
    states: int = 0

    def do(self, text: str) -> None:
        self.lines.append(f"tile.mbarrier.{text}")

    def state(self, text: str) -> str:
        """An arrival that gives a state; its name."""
        self.states += 1
        name = f"%state{self.states}"
        self.lines.append(f"{name} = tile.mbarrier.{text} -> i64")
        return name

    def note(self, operation: str, answer: int, type: str = "i1") -> None:
        """Stores an answer, which has to be the one given."""
        number = len(self.expected)
        self.expected.append(answer)
        value = f"%answer{number}"
        self.lines.append(f"{value} = tile.mbarrier.{operation}")
        if type == "i1":
            self.lines.append(f"%wide{number} = arith.extui {value} : i1 to i32")
            value = f"%wide{number}"
        self.lines.append(f"%at{number} = arith.constant {number} : index")
        self.lines.append(f"memref.store {value}, %results[%at{number}] : @RESULTS@")

    def phase(self, parity: int, done: bool) -> None:
        """Whether a phase is complete, by both polls."""
        self.note(f"test_wait %bar, {parity}", done)
        self.note(f"try_wait %bar, {parity} suspend_ns 100", done)

    def pending(self, state: str, count: int) -> None:
        self.note(f"pending_count {state}", count, "i32")

    def run(self, session: Session) -> None:
        results = memref(I32, (len(self.expected),))
        body = f"""\
{PROLOGUE}
  %three = arith.constant 3 : i32
  %bytes = arith.constant 512 : i32
  %ns = arith.constant 50 : i32
  %bars = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  scf.if %leader {{
    tile.mbarrier.init %bar, {self.count}
    {indent(chr(10).join(self.lines).replace("@RESULTS@", results), 4)}
  }}"""
        session.launch(
            session.write("script.mlir", module("script", {"results": results}, body)),
            "script_launch",
            {},
            {"results": Operand(I32, np.array(self.expected, "u4"))},
        )


def arrive_count() -> Script:
    script = Script(6)
    script.pending(script.state("arrive %bar, 2"), 6)
    script.phase(0, False)
    script.do("arrive %bar, %three")
    script.pending(script.state("arrive %bar"), 1)
    script.phase(0, True)
    # The next phase asks for six again.
    script.phase(1, False)
    script.pending(script.state("arrive %bar, 6"), 6)
    script.phase(1, True)
    script.phase(0, False)
    return script


def arrive_drop() -> Script:
    script = Script(6)
    script.pending(script.state("arrive_drop %bar, 2"), 6)
    script.do("arrive_drop %bar")
    script.do("arrive %bar, 3")
    script.phase(0, True)
    # Three have left for good.
    script.pending(script.state("arrive %bar, 2"), 3)
    script.phase(1, False)
    script.do("arrive_drop relaxed.cta %bar")
    script.phase(1, True)
    script.pending(script.state("arrive %bar, 2"), 2)
    script.phase(0, True)
    return script


def transactions() -> Script:
    script = Script(1)
    script.do("expect_tx %bar, 512")
    script.do("arrive %bar")
    script.phase(0, False)
    script.do("complete_tx %bar, 256")
    script.phase(0, False)
    script.do("complete_tx relaxed.cta %bar, 256")
    script.phase(0, True)
    # Bytes that come before they are expected; the arrival is what the phase waits for.
    script.do("complete_tx %bar, %bytes")
    script.do("arrive_expect_tx %bar, %bytes")
    script.phase(1, True)
    script.do("expect_tx relaxed.cluster %bar, 64")
    script.do("arrive_expect_tx release.cta %bar, 64")
    script.phase(0, False)
    script.do("complete_tx relaxed.cluster %bar, 128")
    script.phase(0, True)
    return script


def drop_with_bytes() -> Script:
    script = Script(3)
    script.do("arrive_drop_expect_tx %bar, 96")
    script.do("arrive %bar, 2")
    script.phase(0, False)
    script.do("complete_tx %bar, 96")
    script.phase(0, True)
    script.pending(script.state("arrive_expect_tx %bar, 32"), 2)
    script.do("complete_tx %bar, 32")
    script.phase(1, False)
    script.do("arrive %bar")
    script.phase(1, True)
    return script


def states() -> Script:
    """Waits and polls for the phase of a state."""
    script = Script(2)
    first = script.state("arrive %bar")
    script.note(f"test_wait %bar, state {first}", False)
    script.note(f"try_wait %bar, state {first} suspend_ns %ns", False)
    second = script.state("arrive release.cta %bar")
    script.note(f"test_wait %bar, state {second}", True)
    script.do(f"wait %bar, state {first}")
    script.do(f"wait acquire.cta %bar, state {second} suspend_ns 1000")
    third = script.state("arrive relaxed.cta %bar")
    script.note(f"test_wait %bar, state {third}", False)
    fourth = script.state("arrive_drop %bar")
    script.note(f"try_wait %bar, state {fourth}", True)
    script.do(f"wait relaxed.cta %bar, state {fourth}")
    fifth = script.state("arrive_expect_tx %bar, 16")
    script.note(f"test_wait relaxed.cta %bar, state {fifth}", False)
    script.do("complete_tx %bar, 16")
    script.note(f"test_wait acquire.cluster %bar, state {fifth}", True)
    return script


def no_complete() -> Script:
    """Arrivals that are known not to end the phase."""
    script = Script(5)
    script.pending(script.state("arrive %bar, 2 no_complete"), 5)
    script.phase(0, False)
    script.pending(script.state("arrive_drop %bar, 1 no_complete"), 3)
    script.do("arrive %bar, 2")
    script.phase(0, True)
    script.pending(script.state("arrive %bar, 4"), 4)
    script.phase(1, True)
    return script


def orderings() -> Script:
    """Each ordering of waits and polls."""
    script = Script(1)
    for number, ordering in enumerate(
        ("acquire.cta", "acquire.cluster", "relaxed.cta", "relaxed.cluster")
    ):
        parity = number % 2
        script.note(f"test_wait {ordering} %bar, {parity}", False)
        script.note(f"try_wait {ordering} %bar, {parity} suspend_ns 50", False)
        release = ordering.replace("acquire", "release")
        script.do(f"arrive {release} %bar")
        script.do(f"wait {ordering} %bar, {parity}")
        script.note(f"try_wait {ordering} %bar, {parity}", True)
    return script


def again() -> Script:
    """A barrier that was ended and made again starts over, with another count."""
    script = Script(1)
    for count in (1, 3, 1048575):
        script.do("inval %bar")
        script.do(f"init %bar, {count}")
        script.phase(1, True)
        script.phase(0, False)
        script.pending(script.state(f"arrive %bar, {count}"), count)
        script.phase(0, True)
    return script


SCRIPTS: dict[str, Callable[[], Script]] = {
    "arrive-count": arrive_count,
    "arrive-drop": arrive_drop,
    "transactions": transactions,
    "arrive-drop-expect-tx": drop_with_bytes,
    "states": states,
    "no-complete": no_complete,
    "orderings": orderings,
    "inval-init": again,
}


def check_leaving(session: Session) -> None:
    """Warp w takes part in w + 1 rounds, and leaves in the last of them by arrive_drop;
    those that stay meet without it. Nobody waits for one that has left, which therefore
    may not wait by the parity, but in the last round: there is none behind that."""
    rounds = THREADS // 32
    results = memref(I32, (rounds,))
    body = f"""\
{PROLOGUE}
  %c1 = arith.constant 1 : index
  %rounds = arith.constant {rounds} : index
  %final = arith.constant {rounds - 1} : index
  %group = arith.constant 32 : index
  %last = arith.constant {THREADS - 1} : index
  %bars = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %bars[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  scf.if %leader {{
    tile.mbarrier.init %bar, {THREADS}
  }}
  tile.cta_sync
  %leaves = arith.divui %thread, %group : index
  %is_last = arith.cmpi eq, %thread, %last : index
  scf.for %round = %c0 to %rounds step %c1 {{
    %stays = arith.cmpi ult, %round, %leaves : index
    %goes = arith.cmpi eq, %round, %leaves : index
    %is_final = arith.cmpi eq, %round, %final : index
    scf.if %stays {{
      %state = tile.mbarrier.arrive %bar -> i64
      tile.mbarrier.wait %bar, state %state
    }}
    scf.if %goes {{
      tile.mbarrier.arrive_drop %bar
      scf.if %is_final {{
        tile.mbarrier.wait %bar, {(rounds - 1) % 2}
      }}
    }}
    scf.if %is_last {{
      %done = arith.index_cast %round : index to i32
      memref.store %done, %results[%round] : {results}
    }}
  }}"""
    session.launch(
        session.write("leave.mlir", module("leave", {"results": results}, body)),
        "leave_launch",
        {},
        {"results": Operand(I32, np.arange(rounds).astype("u4"))},
    )


def tests() -> list[Test]:
    found = [
        Test(f"barrier/{name}", lambda session, make=make: make().run(session))
        for name, make in SCRIPTS.items()
    ]
    return [*found, Test("barrier/leaving", check_leaving)]
