# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Named barriers, fences, sleep, barriers of the whole grid, dependent launches, and the
attributes of a launch."""

import os

import numpy as np
from elements import ELEMENTS
from harness import Failure, Operand, Refused, Session, Test
from kernels import PROLOGUE, THREADS, memref, module

I32, F32 = ELEMENTS["i32"], ELEMENTS["f32"]


def run(
    session: Session, text: str, inputs: dict, results: np.ndarray, *options: str, name: str
) -> None:
    session.launch(
        session.write(f"{name}.mlir", text),
        f"{name}_launch",
        inputs,
        {"results": Operand(I32, results.astype("u4"))},
        *options,
    )


def check_named_halves(session: Session) -> None:
    """Two pairs of warps, each with a barrier of its own, hand values round at different
    speeds; the number of the barrier is known at run time."""
    rounds, half = 8, THREADS // 2
    results = memref(I32, (rounds, THREADS))
    slots = f"memref<2x{THREADS}xi32, #tile.shared>"
    body = f"""\
{PROLOGUE}
  %c1 = arith.constant 1 : index
  %two = arith.constant 2 : index
  %rounds = arith.constant {rounds} : index
  %half = arith.constant {half} : index
  %thousand = arith.constant 1000 : index
  %slots = tile.alloc_shared : {slots}
  %team = arith.divui %thread, %half : index
  %base = arith.muli %team, %half : index
  %id = arith.addi %team, %c1 : index
  %number = arith.index_cast %id : index to i32
  %in_team = arith.remui %thread, %half : index
  %after = arith.addi %in_team, %c1 : index
  %wrapped = arith.remui %after, %half : index
  %other = arith.addi %base, %wrapped : index
  scf.for %round = %c0 to %rounds step %c1 {{
    %slot = arith.remui %round, %two : index
    %scaled = arith.muli %round, %thousand : index
    %sum = arith.addi %scaled, %thread : index
    %value = arith.index_cast %sum : index to i32
    memref.store %value, %slots[%slot, %thread] : {slots}
    tile.named_barrier.sync %number, {half}
    %theirs = memref.load %slots[%slot, %other] : {slots}
    memref.store %theirs, %results[%round, %thread] : {results}
  }}"""
    threads = np.arange(THREADS)
    others = threads // half * half + (threads % half + 1) % half
    expected = np.arange(rounds)[:, None] * 1000 + others
    run(session, module("halves", {"results": results}, body), {}, expected, name="halves")


def check_named_handover(session: Session) -> None:
    """Warps 1 to 3 fill a slot and go on; warp 0 waits for it, and they for warp 0 before
    the slot's next turn: barriers 1 and 2 say full, 3 and 4 empty."""
    rounds, producers = 12, THREADS - 32
    results = memref(I32, (rounds, producers))
    slots = f"memref<2x{producers}xi32, #tile.shared>"
    body = f"""\
{PROLOGUE}
  %c1 = arith.constant 1 : index
  %two = arith.constant 2 : index
  %three = arith.constant 3 : index
  %c32 = arith.constant 32 : index
  %producers = arith.constant {producers} : index
  %rounds = arith.constant {rounds} : index
  %thousand = arith.constant 1000 : index
  %slots = tile.alloc_shared : {slots}
  %warp = tile.warp_id
  %consumes = arith.cmpi eq, %warp, %c0 : index
  scf.for %round = %c0 to %rounds step %c1 {{
    %slot = arith.remui %round, %two : index
    %f = arith.addi %slot, %c1 : index
    %full = arith.index_cast %f : index to i32
    %e = arith.addi %slot, %three : index
    %empty = arith.index_cast %e : index to i32
    scf.if %consumes {{
      tile.named_barrier.sync %full, {THREADS}
      scf.for %i = %thread to %producers step %c32 {{
        %x = memref.load %slots[%slot, %i] : {slots}
        memref.store %x, %results[%round, %i] : {results}
      }}
      tile.named_barrier.arrive %empty, {THREADS}
    }} else {{
      %again = arith.cmpi uge, %round, %two : index
      scf.if %again {{
        tile.named_barrier.sync %empty, {THREADS}
      }}
      %scaled = arith.muli %round, %thousand : index
      %mine = arith.subi %thread, %c32 : index
      %sum = arith.addi %scaled, %mine : index
      %value = arith.index_cast %sum : index to i32
      memref.store %value, %slots[%slot, %mine] : {slots}
      tile.named_barrier.arrive %full, {THREADS}
    }}
  }}
  // The last two hand-backs have nobody waiting for them yet.
  scf.if %consumes {{
  }} else {{
    tile.named_barrier.sync 3, {THREADS}
    tile.named_barrier.sync 4, {THREADS}
  }}"""
    expected = np.arange(rounds)[:, None] * 1000 + np.arange(producers)
    run(session, module("handover", {"results": results}, body), {}, expected, name="handover")


def check_fences(session: Session) -> None:
    """Each fence runs, and disturbs nothing: values pass through shared and global memory
    around all of them."""
    results = memref(I32, (THREADS,))
    fences = ["tile.fence.proxy.async", "tile.fence.proxy.alias", "tile.fence.mbarrier_init"]
    fences += [
        f"tile.fence.proxy.async <{space}>" for space in ("global", "shared_cta", "shared_cluster")
    ]
    fences += [f"tile.fence.proxy.async_generic {way}" for way in ("release", "acquire")]
    for scope in ("cta", "cluster", "gpu", "sys"):
        fences += [f"tile.fence acq_rel.{scope}", f"tile.fence sc.{scope}"]
        fences.append(f"tile.fence.proxy.tensormap release.{scope}")
        fences.append(f"tile.fence.proxy.tensormap acquire.{scope} [%map] : memref<128xi8>")
    rounds = []
    for number, fence in enumerate(fences):
        rounds.append(f"""\
  %got{number} = memref.load %cells[%other] : memref<{THREADS}xi32, #tile.shared>
  tile.cta_sync
  %next{number} = arith.addi %got{number}, %one : i32
  memref.store %next{number}, %cells[%thread] : memref<{THREADS}xi32, #tile.shared>
  {fence}
  tile.nanosleep {20 * number}
  tile.cta_sync""")
    body = f"""\
{PROLOGUE}
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  %count = arith.constant {THREADS} : index
  %cells = tile.alloc_shared : memref<{THREADS}xi32, #tile.shared>
  %after = arith.addi %thread, %c1 : index
  %other = arith.remui %after, %count : index
  %mine = arith.index_cast %thread : index to i32
  memref.store %mine, %cells[%thread] : memref<{THREADS}xi32, #tile.shared>
  tile.cta_sync
{chr(10).join(rounds)}
  %last = memref.load %cells[%thread] : memref<{THREADS}xi32, #tile.shared>
  memref.store %last, %results[%thread] : {results}"""
    expected = (np.arange(THREADS) + len(fences)) % THREADS + len(fences)
    arguments = {"map": "memref<128xi8>", "results": results}
    run(session, module("fences", arguments, body), {}, expected, name="fences")


def grid_sync(blocks: int, rounds: int) -> str:
    """Blocks hand numbers round through global memory, a round at each barrier; threads of
    a block take one of its numbers each."""
    slots, results = memref(I32, (2, blocks, THREADS)), memref(I32, (blocks, THREADS))
    body = f"""\
{PROLOGUE}
  %c1 = arith.constant 1 : index
  %two = arith.constant 2 : index
  %one = arith.constant 1 : i32
  %blocks = arith.constant {blocks} : index
  %rounds = arith.constant {rounds} : index
  %block = gpu.block_id x
  %after = arith.addi %block, %c1 : index
  %next = arith.remui %after, %blocks : index
  %start = arith.index_cast %block : index to i32
  %end = scf.for %round = %c0 to %rounds step %c1 iter_args(%value = %start) -> (i32) {{
    %slot = arith.remui %round, %two : index
    memref.store %value, %slots[%slot, %block, %thread] : {slots}
    tile.grid_sync
    %theirs = memref.load %slots[%slot, %next, %thread] : {slots}
    %more = arith.addi %theirs, %one : i32
    scf.yield %more : i32
  }}
  memref.store %end, %results[%block, %thread] : {results}"""
    arguments = {"slots": slots, "results": results}
    return module("rounds", arguments, body, f"[{blocks}]", options="cooperative")


def check_grid_sync(session: Session, blocks: int, rounds: int, twice: bool, *options: str) -> None:
    text = grid_sync(blocks, rounds)
    if twice:
        at = text.index("  launch.kernel")
        text = text[:-2] + text[at:]
    expected = (np.arange(blocks) + rounds) % blocks + rounds
    expected = np.broadcast_to(expected[:, None], (blocks, THREADS))
    run(session, text, {}, expected, *options, name="rounds")


def check_grid_too_large(session: Session) -> None:
    """A cooperative grid that the device cannot hold at once is an error of the launch."""
    source = session.write("rounds.mlir", grid_sync(100000, 2))
    process = session.execute(session.run_command(source, "rounds_launch", {}))
    expected = "expected a cooperative grid of at most"
    if session.executes and (process.returncode == 0 or expected not in process.stdout):
        raise Failure(f"expected '{expected}', got: {process.stdout.strip()}")


def check_dependent_launch(session: Session, programmatic: bool) -> None:
    """A kernel whose blocks let the next one start and write long after; the next one waits
    before it reads."""
    count = 16 * THREADS
    cells = memref(I32, (count,))
    option = " programmatic" if programmatic else ""
    head = f"""\
{PROLOGUE}
  %block = gpu.block_id x
  %base = arith.muli %block, %step : index
  %i = arith.addi %base, %thread : index"""
    text = f"""\
tile.kernel @first(%cells: {cells}) block [{THREADS}] {{
{head}
  %c1 = arith.constant 1 : index
  %naps = arith.constant 20 : index
  %value = arith.index_cast %i : index to i32
  tile.grid_dependency.launch_dependents
  scf.for %n = %c0 to %naps step %c1 {{
    tile.nanosleep 10000
  }}
  memref.store %value, %cells[%i] : {cells}
}}

tile.kernel @second(%cells: {cells}, %results: {cells}) block [{THREADS}] {{
{head}
  %last = arith.constant {count - 1} : index
  %three = arith.constant 3 : i32
  tile.grid_dependency.wait
  %other = arith.subi %last, %i : index
  %x = memref.load %cells[%other] : {cells}
  %y = arith.muli %x, %three : i32
  memref.store %y, %results[%i] : {cells}
}}

launch.func @dependent_launch(%cells: {cells}, %results: {cells}) {{
  launch.kernel @first grid [16] (%cells) : {cells}
  launch.kernel @second grid [16]{option} (%cells, %results) : {cells}, {cells}
}}
"""
    expected = (count - 1 - np.arange(count)) * 3
    run(session, text, {}, expected, "--repeat=3", name="dependent")


#: Launch attributes; the cluster that a kernel has.
LAUNCHES = {
    "priority": ("priority -3", ""),
    "carveout-max-shared": ("carveout max_shared", ""),
    "carveout-max-l1": ("carveout max_l1", ""),
    "carveout-50": ("carveout 50", ""),
    "access-window": ("access_window(%source : @, hit_ratio 0.5, hit persisting)", ""),
    "access-window-streaming": (
        "access_window(%source : @, hit streaming, miss normal, bytes 4096)",
        "",
    ),
    "preferred-cluster": ("preferred_cluster [4]", "[2]"),
    "preferred-cluster-16": ("preferred_cluster [16] nonportable", "[2]"),
    "cooperative": ("cooperative", ""),
    "programmatic": ("programmatic", ""),
    "all": ("cooperative priority 1 carveout 25", "[2]"),
    "cluster-16": ("", "[16] nonportable"),
}


def check_launch(session: Session, name: str) -> None:
    """The attribute is passed on and the kernel does its work: cluster size and all."""
    options, cluster = LAUNCHES[name]
    blocks = 64
    cells = memref(I32, (blocks * THREADS,))
    body = f"""\
{PROLOGUE}
  %block = gpu.block_id x
  %base = arith.muli %block, %step : index
  %i = arith.addi %base, %thread : index
  %x = memref.load %source[%i] : {cells}
  %y = arith.muli %x, %x : i32
  memref.store %y, %results[%i] : {cells}"""
    arguments = {"source": cells, "results": cells}
    options = options.replace("@", cells)
    text = module("squares", arguments, body, f"[{blocks}]", cluster, options)
    source = I32.random((blocks * THREADS,), 81)
    with np.errstate(over="ignore"):
        squares = source * source
    try:
        run(session, text, {"source": Operand(I32, source)}, squares, name="squares")
    except Failure as failure:
        # Not every device that has clusters forms preferred ones.
        if "preferred_cluster" in options and "CUDA_ERROR_" in str(failure):
            raise Refused(str(failure)) from None
        raise


def too_many_fibers(blocks: int) -> str:
    """Why a build with the thread sanitizer does not simulate so many blocks at once."""
    maps = 65530  # vm.max_map_count of Linux
    if "libclang_rt.tsan" in os.environ.get("LD_PRELOAD", "") and blocks * THREADS > maps:
        return f"the thread sanitizer maps memory for each of {blocks * THREADS} threads"
    return ""


def tests() -> list[Test]:
    found = [
        Test("sync/named-halves", check_named_halves),
        Test("sync/named-handover", check_named_handover),
        Test("sync/fences-and-sleep", check_fences),
        Test("grid/too-large", check_grid_too_large),
        Test(
            "grid/sync-repeated",
            lambda session: check_grid_sync(session, 132, 20, False, "--repeat=20"),
            is_large=True,
        ),
        Test("grid/sync-graph", lambda s: check_grid_sync(s, 32, 9, False, "--graph")),
    ]
    for blocks, rounds, twice in (
        (1, 3, False),
        (2, 50, False),
        (132, 200, False),
        (528, 40, True),
    ):
        found.append(
            Test(
                f"grid/sync-{blocks}-blocks" + ("-twice" if twice else ""),
                lambda session, case=(blocks, rounds, twice): check_grid_sync(session, *case),
                is_large=blocks >= 132,
                not_simulated=too_many_fibers(blocks),
            )
        )
    for programmatic in (False, True):
        found.append(
            Test(
                f"grid/dependent-{'programmatic' if programmatic else 'plain'}",
                lambda session, programmatic=programmatic: check_dependent_launch(
                    session, programmatic
                ),
            )
        )
    for name in LAUNCHES:
        found.append(Test(f"launch/{name}", lambda session, name=name: check_launch(session, name)))
    return found
