# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Generates tile IR: kernels that bring boxes in and out, one behaviour each.

Each function returns the text of a module with one kernel and its launcher.
Shapes, boxes, strides and coordinates run outer to inner and count elements.
"""

import math
import textwrap
from dataclasses import dataclass

from elements import Element

Shape = tuple[int, ...]

#: Bytes that a row of a swizzled tile takes in shared memory.
SPANS = {"32B": 32, "64B": 64, "128B": 128}

THREADS = 128


def extents(shape: Shape) -> str:
    return "x".join(str(extent) for extent in shape)


def memref(element: Element, shape: Shape, strides: Shape | None = None) -> str:
    """The type of a global operand."""
    layout = f", strided<[{', '.join(map(str, strides))}]>" if strides else ""
    return f"memref<{extents(shape)}x{element.name}{layout}>"


def shared(element: Element, box: Shape, swizzle: str | None = None) -> str:
    """The type of a tile as the copy engine lays it out."""
    if swizzle is None:
        return f"memref<{extents(box)}x{element.name}, #tile.shared>"
    layout = ""
    pitch = SPANS[swizzle] // element.size
    if len(box) > 1 and box[-1] < pitch:
        # A row that is narrower than the span takes the whole span.
        strides = [1]
        for extent in reversed((*box[1:-1], pitch)):
            strides.insert(0, strides[0] * extent)
        layout = f"strided<[{', '.join(map(str, strides))}]>, "
    return f"memref<{extents(box)}x{element.name}, {layout}#tile.shared<swizzle = {swizzle}>>"


def indices(index: str, box: Shape) -> tuple[str, str]:
    """Text that splits a linear index into a box's, and the names it defines."""
    lines, names, rest = [], [], index
    for dim in reversed(range(len(box))):
        if dim == 0:
            names.insert(0, rest)
            break
        lines.append(f"%extent{dim} = arith.constant {box[dim]} : index")
        lines.append(f"%i{dim} = arith.remui {rest}, %extent{dim} : index")
        lines.append(f"%rest{dim} = arith.divui {rest}, %extent{dim} : index")
        names.insert(0, f"%i{dim}")
        rest = f"%rest{dim}"
    return "\n".join(lines), ", ".join(names)


def indent(text: str, width: int) -> str:
    """For a block in a template whose first line is already indented."""
    return textwrap.indent(text.strip("\n"), " " * width).lstrip(" ")


@dataclass(frozen=True)
class Copy:
    """A tensor and the boxes of it that a kernel copies."""

    element: Element
    shape: Shape
    box: Shape
    coords: tuple[Shape, ...]
    strides: Shape | None = None
    swizzle: str | None = None
    #: "zero" or "nan": what loads deliver outside the tensor.
    fill: str | None = None
    #: The shared window of loads, "cta" or "cluster".
    space: str = "cta"
    promotion: str | None = None

    @property
    def tensor(self) -> str:
        return memref(self.element, self.shape, self.strides)

    @property
    def tile(self) -> str:
        return shared(self.element, self.box, self.swizzle)

    @property
    def count(self) -> int:
        return math.prod(self.box)

    @property
    def bytes(self) -> int:
        """What a load counts at its barrier: packed, whatever the swizzle."""
        return self.count * self.element.size

    @property
    def flat(self) -> str:
        """The boxes one after the other, as a plain operand."""
        return memref(self.element, (len(self.coords), self.count))

    def load(self, coords: Shape, tile: str = "%tile", tensor: str = "%tensor") -> str:
        rank = len(self.shape)
        options = f" l2_promotion({self.promotion})" if self.promotion else ""
        options += f" oob_fill({self.fill})" if self.fill else ""
        return textwrap.dedent(f"""\
            tile.apply "cp.async.bulk.tensor.{rank}d.shared::{self.space}.global.tile.mbarrier::complete_tx::bytes"
              ({tile}, {tensor}) box {list(self.box)} coords {list(coords)} mbar %bar{options}
              : {self.tile}, {self.tensor}""")

    def store(self, coords: Shape, tile: str = "%tile", tensor: str = "%tensor") -> str:
        rank = len(self.shape)
        return textwrap.dedent(f"""\
            tile.apply "cp.async.bulk.tensor.{rank}d.global.shared::cta.tile.bulk_group"
              ({tensor}, {tile}) box {list(self.box)} coords {list(coords)}
              : {self.tensor}, {self.tile}""")


PROLOGUE = f"""\
  %c0 = arith.constant 0 : index
  %step = arith.constant {THREADS} : index
  %thread = gpu.thread_id x
  %leader = arith.cmpi eq, %thread, %c0 : index"""

BARRIER = """\
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  scf.if %leader {
    tile.mbarrier.init %bar, 1
  }
  tile.fence.proxy.async <shared_cta>
  tile.cta_sync"""


def module(
    name: str,
    arguments: dict[str, str],
    body: str,
    grid: str = "[1]",
    cluster: str = "",
    options: str = "",
    threads: int = THREADS,
) -> str:
    """A kernel and its launcher; arguments map names to types. `cluster` is text such as
    "[2] nonportable", `options` the launch attributes."""
    parameters = ", ".join(f"%{argument}: {type}" for argument, type in arguments.items())
    names = ", ".join(f"%{argument}" for argument in arguments)
    types = f" : {', '.join(arguments.values())}" if arguments else ""
    clustered = f" cluster {cluster}" if cluster else ""
    spaced = f" {options}" if options else ""
    return (
        f"tile.kernel @{name}({parameters}) block [{threads}]{clustered} {{\n{body}\n}}\n\n"
        f"launch.func @{name}_launch({parameters}) {{\n"
        f"  launch.kernel @{name} grid {grid}{spaced} ({names}){types}\n}}\n"
    )


def gather_loads(
    arguments: dict[str, str],
    image: Shape,
    tile: str,
    loads: list[str],
    bytes: list[int],
    flat: str,
    setup: str = "",
) -> str:
    """Brings one tile after the other into shared memory, and writes the elements of
    each, in the order of `image`, to a row of `flat`.

    One barrier serves all loads, so that its phases alternate.
    """
    split, names = indices("%i", image)
    rounds = []
    for number, (load, expected) in enumerate(zip(loads, bytes, strict=True)):
        rounds.append(f"""\
  scf.if %leader {{
    tile.mbarrier.arrive_expect_tx %bar, {expected}
    {indent(load, 4)}
  }}
  tile.mbarrier.wait %bar, {number % 2}
  %box{number} = arith.constant {number} : index
  scf.for %i = %thread to %count step %step {{
    {indent(split, 4)}
    %x = memref.load %tile[{names}] : {tile}
    memref.store %x, %flat[%box{number}, %i] : {flat}
  }}
  tile.cta_sync""")
    body = f"""\
{PROLOGUE}
  %count = arith.constant {math.prod(image)} : index
  %tile = tile.alloc_shared : {tile}
{BARRIER}
{setup}
""" + "\n\n".join(rounds)
    return module("gather", {**arguments, "flat": flat}, body)


def gather(copy: Copy) -> str:
    """Loads each box into one tile, whose elements plain code writes to `flat`."""
    loads = [copy.load(coords) for coords in copy.coords]
    bytes = [copy.bytes] * len(loads)
    return gather_loads({"tensor": copy.tensor}, copy.box, copy.tile, loads, bytes, copy.flat)


def scatter_stores(
    arguments: dict[str, str],
    image: Shape,
    tile: str,
    stores: list[str],
    flat: str,
    setup: str = "",
    read: bool = False,
) -> str:
    """Plain code fills a tile from a row of `flat`, and a store brings it out, for each
    row.

    With `read`, the tile is reused as soon as it has been read: for boxes that do
    not overlap, as the order of their writes is not known then.
    """
    wait = "tile.bulk.wait_group 0 read" if read else "tile.bulk.wait_group 0"
    split, names = indices("%i", image)
    rounds = []
    for number, store in enumerate(stores):
        rounds.append(f"""\
  %box{number} = arith.constant {number} : index
  scf.for %i = %thread to %count step %step {{
    {indent(split, 4)}
    %x = memref.load %flat[%box{number}, %i] : {flat}
    memref.store %x, %tile[{names}] : {tile}
  }}
  tile.fence.proxy.async <shared_cta>
  tile.cta_sync
  scf.if %leader {{
    {indent(store, 4)}
    tile.bulk.commit_group
    {wait}
  }}
  tile.cta_sync""")
    body = f"""\
{PROLOGUE}
  %count = arith.constant {math.prod(image)} : index
  %tile = tile.alloc_shared : {tile}
{setup}
""" + "\n\n".join(rounds)
    return module("scatter", {"flat": flat, **arguments}, body)


def scatter(copy: Copy, read: bool = False) -> str:
    """Stores each row of `flat` to its box."""
    stores = [copy.store(coords) for coords in copy.coords]
    arguments = {"tensor": copy.tensor}
    return scatter_stores(arguments, copy.box, copy.tile, stores, copy.flat, read=read)


def bounce(source: Copy, target: Copy) -> str:
    """Loads each box of one tensor and stores it to the other: no thread between.

    Each box has a tile of its own and a bulk group of its own; the waits let one
    group less be pending each time.
    """
    boxes = list(zip(source.coords, target.coords, strict=True))
    tiles = "\n".join(
        f"  %tile{number} = tile.alloc_shared : {source.tile}" for number in range(len(boxes))
    )
    loads, stores, waits = [], [], []
    for number, (load, store) in enumerate(boxes):
        loads.append(source.load(load, f"%tile{number}", "%source"))
        stores.append(target.store(store, f"%tile{number}", "%target"))
        stores.append("tile.bulk.commit_group")
        waits.append(f"tile.bulk.wait_group {len(boxes) - 1 - number}")
    body = f"""\
{PROLOGUE}
{tiles}
{BARRIER}
  scf.if %leader {{
    tile.mbarrier.arrive_expect_tx %bar, {source.bytes * len(boxes)}
    {indent(chr(10).join(loads), 4)}
    tile.mbarrier.wait %bar, 0
    {indent(chr(10).join(stores), 4)}
    {indent(chr(10).join(waits), 4)}
  }}"""
    return module("bounce", {"source": source.tensor, "target": target.tensor}, body)


def elementwise(
    element: Element, operations: list[str], operands: int, count: int, result: Element
) -> str:
    """`results[k, i]` is operation k on element i of each operand.

    Operations are tile IR with {x} (and {y}, {z}) for the operands and no result.
    """
    names = ["x", "y", "z"][:operands]
    loads = "\n".join(
        f"    %{name} = memref.load %in_{name}[%i] : {memref(element, (count,))}" for name in names
    )
    results = memref(result, (len(operations), count))
    computed = []
    for number, operation in enumerate(operations):
        text = operation.format(**{name: f"%{name}" for name in names})
        computed.append(f"    %r{number} = {text}")
        computed.append(f"    memref.store %r{number}, %results[%k{number}, %i] : {results}")
    constants = "\n".join(
        f"  %k{number} = arith.constant {number} : index" for number in range(len(operations))
    )
    body = f"""\
{PROLOGUE}
{constants}
  %count = arith.constant {count} : index
  scf.for %i = %thread to %count step %step {{
{loads}
{chr(10).join(computed)}
  }}"""
    arguments = {f"in_{name}": memref(element, (count,)) for name in names}
    return module("elementwise", {**arguments, "results": results}, body)
