# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels of tma_copies.py: plain memory, five dimensions, transposition.

Each class gives the text of a module for operands of fixed sizes, `small`, the same kernel
over few tiles, `grid`, and the `operands`: shape and strides in elements, outer to inner. One block moves one
tile, and the hardware hands tiles out in the order of the memory; shared memory that is
asked for beyond the tiles bounds how many blocks a multiprocessor runs at once
(copy_kernel.py says what that brings).
"""

import math
from dataclasses import dataclass, field, replace

from copy_kernel import CopyVariant

LOAD = "cp.async.bulk.tensor.{rank}d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
STORE = "cp.async.bulk.tensor.{rank}d.global.shared::cta.tile.bulk_group"
BULK_LOAD = "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes"
BULK_STORE = "cp.async.bulk.global.shared::cta.bulk_group"

SIZES = {"f32": 4, "f16": 2}

PROLOGUE = """\
  %c0 = arith.constant 0 : index
  %block = gpu.block_id x
  %thread = gpu.thread_id x
  %leader = arith.cmpi eq, %thread, %c0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>"""


Operand = tuple[tuple[int, ...], tuple[int, ...]]


def dense(*shape: int) -> Operand:
    return shape, tuple(math.prod(shape[dim + 1 :]) for dim in range(len(shape)))


def module(name: str, source: str, target: str, body: str, grid: int, threads: int) -> str:
    return f"""\
tile.kernel @{name}(%src: {source}, %dst: {target}) block [{threads}] {{
{PROLOGUE}
{body}
}}

launch.func @{name}_launch(%src: {source}, %dst: {target}) {{
  launch.kernel @{name} grid [{grid}] (%src, %dst) : {source}, {target}
}}
"""


@dataclass(frozen=True)
class TensorCopy:
    """A matrix, by the kernel of examples/copy.mlir."""

    rows: int
    columns: int
    variant: CopyVariant = field(default_factory=CopyVariant)

    @property
    def name(self) -> str:
        return self.variant.name

    @property
    def bytes(self) -> int:
        return self.rows * self.columns * 4

    @property
    def operands(self) -> list[Operand]:
        return [dense(self.rows, self.columns)] * 2

    @property
    def grid(self) -> int:
        across = -(-self.columns // self.variant.columns)
        return self.variant.grid or -(-self.rows // self.variant.rows) * across

    def small(self) -> "TensorCopy":
        return replace(self, rows=64, columns=1024)

    def text(self) -> str:
        open_type = "memref<?x?xf32, strided<[?, 1]>>"
        return self.variant.text().replace(open_type, f"memref<{self.rows}x{self.columns}xf32>")


@dataclass(frozen=True)
class BulkCopy:
    """Plain memory, a chunk a block."""

    bytes: int
    chunk: int = 8192
    #: Shared memory of a block.
    shared: int = 32768

    @property
    def name(self) -> str:
        return f"chunk {self.chunk} of {self.shared}"

    @property
    def operands(self) -> list[Operand]:
        return [dense(self.bytes // 4)] * 2

    @property
    def grid(self) -> int:
        return self.bytes // self.chunk

    def small(self) -> "BulkCopy":
        return replace(self, bytes=4 * self.chunk)

    def text(self) -> str:
        count = self.chunk // 4
        tensor = f"memref<{self.bytes // 4}xf32>"
        slots = f"memref<{self.shared // self.chunk}x{count}xf32, #tile.shared>"
        slot = f"memref<{count}xf32, strided<[1]>, #tile.shared>"
        part = f"memref<{count}xf32, strided<[1], offset: ?>>"
        body = f"""\
  %count = arith.constant {count} : index
  %slots = tile.alloc_shared : {slots}
  %tile = memref.subview %slots[0, 0] [1, {count}] [1, 1] : {slots} to {slot}
  %first = arith.muli %block, %count : index
  scf.if %leader {{
    tile.mbarrier.init %bar, 1
    tile.fence.proxy.async <shared_cta>
    %from = memref.subview %src[%first] [{count}] [1] : {tensor} to {part}
    %to = memref.subview %dst[%first] [{count}] [1] : {tensor} to {part}
    tile.mbarrier.arrive_expect_tx %bar, {self.chunk}
    tile.apply "{BULK_LOAD}" (%tile, %from) mbar %bar : {slot}, {part}
    tile.mbarrier.wait %bar, 0
    tile.apply "{BULK_STORE}" (%to, %tile) : {part}, {slot}
    tile.bulk.commit_group
    tile.bulk.wait_group 0
  }}"""
        return module("bulk", tensor, tensor, body, self.grid, 32)


@dataclass(frozen=True)
class StridedCopy:
    """Five dimensions: rows of the source are padded, and the target has its outer three
    dimensions the other way round in memory.

    Blocks that run at once should write neighbouring memory: in the order of the source,
    whose neighbours lie 32 MiB apart in the target, the same copies reach 0.94 of
    cudaMemcpy instead of 0.97 (H200).
    """

    shape: tuple[int, int, int, int, int]
    box: tuple[int, int, int, int, int] = (1, 1, 1, 8, 256)
    slots: int = 4
    #: Whose memory the tiles follow: "source" or "target".
    order: str = "source"
    #: L2 promotion of the source's map.
    promotion: str = "none"

    @property
    def name(self) -> str:
        box = "x".join(map(str, self.box))
        return f"box {box} slots {self.slots} order {self.order} promotion {self.promotion}"

    @property
    def bytes(self) -> int:
        return math.prod(self.shape) * 4

    @property
    def source_strides(self) -> tuple[int, ...]:
        pitch = self.shape[4] + 32
        strides = [1, pitch]
        for extent in (self.shape[3], self.shape[2], self.shape[1]):
            strides.append(strides[-1] * extent)
        return tuple(reversed(strides))

    @property
    def target_strides(self) -> tuple[int, ...]:
        a, b, _, rows, columns = self.shape
        plane = rows * columns
        return (plane, a * plane, a * b * plane, columns, 1)

    @property
    def operands(self) -> list[Operand]:
        return [(self.shape, self.source_strides), (self.shape, self.target_strides)]

    @property
    def grid(self) -> int:
        return math.prod(self.shape) // math.prod(self.box)

    def small(self) -> "StridedCopy":
        return replace(self, shape=(2, 2, 4, 2 * self.box[3], self.shape[4]))

    def tensor(self, strides: tuple[int, ...]) -> str:
        extents = "x".join(map(str, self.shape))
        return f"memref<{extents}xf32, strided<[{', '.join(map(str, strides))}]>>"

    def text(self) -> str:
        source, target = self.tensor(self.source_strides), self.tensor(self.target_strides)
        extents = "x".join(map(str, self.box))
        pitches = [math.prod(self.box[dim:]) for dim in range(5)]
        slots = f"memref<{self.slots}x{extents}xf32, #tile.shared>"
        tile = f"memref<{extents}xf32, strided<{[*pitches[1:], 1]}>, #tile.shared>"
        tiles = [extent // size for extent, size in zip(self.shape, self.box, strict=True)]
        lines, rest = [], "%block"
        inner_first = (4, 3, 2, 1, 0) if self.order == "source" else (4, 3, 0, 1, 2)
        for dim in inner_first:
            lines.append(f"  %tiles{dim} = arith.constant {tiles[dim]} : index")
            lines.append(f"  %size{dim} = arith.constant {self.box[dim]} : index")
            lines.append(f"  %at{dim} = arith.remui {rest}, %tiles{dim} : index")
            lines.append(f"  %rest{dim} = arith.divui {rest}, %tiles{dim} : index")
            lines.append(f"  %x{dim} = arith.muli %at{dim}, %size{dim} : index")
            rest = f"%rest{dim}"
        split = "\n".join(lines)
        coords = ", ".join(f"%x{dim}" for dim in range(5))
        zeros = ", ".join("0" * 6)
        body = f"""\
{split}
  %slots = tile.alloc_shared : {slots}
  %tile = memref.subview %slots[{zeros}] {[1, *self.box]} [1, 1, 1, 1, 1, 1] : {slots} to {tile}
  scf.if %leader {{
    tile.mbarrier.init %bar, 1
    tile.fence.proxy.async <shared_cta>
    tile.mbarrier.arrive_expect_tx %bar, {math.prod(self.box) * 4}
    tile.apply "{LOAD.format(rank=5)}"
      (%tile, %src) box {list(self.box)} coords [{coords}] mbar %bar
      l2_promotion({self.promotion}) : {tile}, {source}
    tile.mbarrier.wait %bar, 0
    tile.apply "{STORE.format(rank=5)}"
      (%dst, %tile) box {list(self.box)} coords [{coords}] : {target}, {tile}
    tile.bulk.commit_group
    tile.bulk.wait_group 0
  }}"""
        return module("strided", source, target, body, self.grid, 32)


@dataclass(frozen=True)
class Transpose:
    """A matrix into its transpose. Tiles lie in shared memory in columns of 128 bytes under
    the 128B swizzle, as they come in and as they go out; threads turn blocks of 4x4 (f32)
    or 8x8 (f16) in their registers.

    Eight threads of a warp access 16 bytes each at once. Thread t of eight has block
    ((t + s) mod 8, t) of a subtile of 8x8 blocks: by the swizzle, both what the eight read
    and what they write lie in different banks.
    """

    rows: int
    columns: int
    element: str = "f32"
    #: Of a tile of the source; multiples of 128 bytes of elements.
    tile_rows: int = 64
    tile_columns: int = 64
    threads: int = 128
    #: Tiles go in squares of so many a side; 1: row by row.
    group: int = 1
    #: L2 promotion of the source's map.
    promotion: str = "none"

    @property
    def name(self) -> str:
        tile = f"{self.tile_rows}x{self.tile_columns}"
        shape = f"{self.element} tile {tile} threads {self.threads} group {self.group}"
        return f"{shape} promotion {self.promotion}"

    @property
    def size(self) -> int:
        return SIZES[self.element]

    @property
    def bytes(self) -> int:
        return self.rows * self.columns * self.size

    @property
    def operands(self) -> list[Operand]:
        return [dense(self.rows, self.columns), dense(self.columns, self.rows)]

    @property
    def grid(self) -> int:
        return self.rows // self.tile_rows * (self.columns // self.tile_columns)

    def small(self) -> "Transpose":
        side = self.group
        return replace(self, rows=side * self.tile_rows, columns=side * self.tile_columns)

    def place(self) -> str:
        """Row and column of the block's tile, in tiles."""
        down, across = self.rows // self.tile_rows, self.columns // self.tile_columns
        if self.group == 1:
            return f"""\
  %across = arith.constant {across} : index
  %tile_row = arith.divui %block, %across : index
  %tile_col = arith.remui %block, %across : index"""
        if down % self.group or across % self.group:
            raise ValueError(f"expected groups of {self.group} to divide {down} x {across} tiles")
        return f"""\
  %side = arith.constant {self.group} : index
  %area = arith.constant {self.group**2} : index
  %groups = arith.constant {across // self.group} : index
  %group = arith.divui %block, %area : index
  %inside = arith.remui %block, %area : index
  %group_row = arith.divui %group, %groups : index
  %group_col = arith.remui %group, %groups : index
  %inner_row = arith.divui %inside, %side : index
  %inner_col = arith.remui %inside, %side : index
  %first_row = arith.muli %group_row, %side : index
  %first_col = arith.muli %group_col, %side : index
  %tile_row = arith.addi %first_row, %inner_row : index
  %tile_col = arith.addi %first_col, %inner_col : index"""

    def turn(self, source: str, target: str) -> str:
        """The loop in which a thread turns its blocks."""
        unit = 16 // self.size
        side = 8 * unit
        vector = f"vector<{unit}x{self.element}>"
        across = self.tile_columns // side
        subtiles = self.tile_rows // side * across
        lines = []
        for i in range(unit):
            lines.append(f"    %offset{i} = arith.constant {i} : index")
            lines.append(f"    %r{i} = arith.addi %in_row, %offset{i} : index")
            lines.append(
                f"    %v{i} = vector.load %in[%q, %r{i}, %in_col] {{alignment = 16}}"
                f" : {source}, {vector}"
            )
            lines.append(f"    %e{i}:{unit} = vector.to_elements %v{i} : {vector}")
        for j in range(unit):
            elements = ", ".join(f"%e{i}#{j}" for i in range(unit))
            lines.append(f"    %w{j} = vector.from_elements {elements} : {vector}")
            lines.append(f"    %s{j} = arith.addi %out_row, %offset{j} : index")
            lines.append(
                f"    vector.store %w{j}, %out[%p, %s{j}, %out_col] {{alignment = 16}}"
                f" : {target}, {vector}"
            )
        blocks = "\n".join(lines)
        return f"""\
  %unit = arith.constant {unit} : index
  %side_ = arith.constant {side} : index
  %subtiles_across = arith.constant {across} : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %threads = arith.constant {self.threads} : index
  %work = arith.constant {subtiles * 64} : index
  %t = arith.andi %thread, %c7 : index
  %in_col = arith.muli %t, %unit : index
  scf.for %w = %thread to %work step %threads {{
    %subtile = arith.divui %w, %c64 : index
    %p = arith.divui %subtile, %subtiles_across : index
    %q = arith.remui %subtile, %subtiles_across : index
    %s = arith.divui %w, %c8 : index
    %turned = arith.addi %t, %s : index
    %a = arith.andi %turned, %c7 : index
    %p_rows = arith.muli %p, %side_ : index
    %q_rows = arith.muli %q, %side_ : index
    %out_col = arith.muli %a, %unit : index
    %in_row = arith.addi %p_rows, %out_col : index
    %out_row = arith.addi %q_rows, %in_col : index
{blocks}
  }}"""

    def text(self) -> str:
        width = 128 // self.size
        source = f"memref<{self.rows}x{self.columns}x{self.element}>"
        target = f"memref<{self.columns}x{self.rows}x{self.element}>"
        space = "#tile.shared<swizzle = 128B>"
        down, across = self.tile_rows // width, self.tile_columns // width
        into = f"memref<{across}x{self.tile_rows}x{width}x{self.element}, {space}>"
        out = f"memref<{down}x{self.tile_columns}x{width}x{self.element}, {space}>"
        bytes = self.tile_rows * self.tile_columns * self.size
        body = f"""\
{self.place()}
  %rows = arith.constant {self.tile_rows} : index
  %columns = arith.constant {self.tile_columns} : index
  %row = arith.muli %tile_row, %rows : index
  %col = arith.muli %tile_col, %columns : index
  %in = tile.alloc_shared : {into}
  %out = tile.alloc_shared : {out}
  scf.if %leader {{
    tile.mbarrier.init %bar, 1
    tile.fence.proxy.async <shared_cta>
    tile.mbarrier.arrive_expect_tx %bar, {bytes}
    tile.apply "{LOAD.format(rank=2)}"
      (%in, %src) box [{self.tile_rows}, {width}] coords [%row, %col]
      coord_steps [[0, {width}]] mbar %bar l2_promotion({self.promotion})
      : {into}, {source}
  }}
  // The others must not poll a barrier that is not there yet.
  tile.cta_sync
  tile.mbarrier.wait %bar, 0
{self.turn(into, out)}
  tile.fence.proxy.async <shared_cta>
  tile.cta_sync
  scf.if %leader {{
    tile.apply "{STORE.format(rank=2)}"
      (%dst, %out) box [{self.tile_columns}, {width}] coords [%col, %row]
      coord_steps [[0, {width}]] : {target}, {out}
    tile.bulk.commit_group
    tile.bulk.wait_group 0 read
  }}"""
        return module("transpose", source, target, body, self.grid, self.threads)


def tuning(kernel: object) -> list:
    """Variants of a kernel that --tune compares, the given one first."""
    if isinstance(kernel, TensorCopy):
        changes = [{"variant": variant} for variant in TENSOR_VARIANTS]
    elif isinstance(kernel, BulkCopy):
        changes = [
            {"chunk": chunk, "shared": shared}
            for chunk, shared in (
                (8192, 32768), (8192, 40960), (16384, 32768), (16384, 49152), (16384, 65536),
                (32768, 32768), (32768, 65536), (4096, 16384),
            )
        ]  # fmt: skip
    elif isinstance(kernel, StridedCopy):
        changes = [
            {"box": box, "slots": slots}
            for box, slots in (
                ((1, 1, 1, 8, 256), 4), ((1, 1, 1, 8, 256), 6), ((1, 1, 1, 16, 256), 2),
                ((1, 1, 1, 16, 256), 3), ((1, 1, 1, 32, 256), 1), ((1, 1, 1, 32, 256), 2),
                ((1, 1, 2, 8, 256), 2),
            )
        ]  # fmt: skip
        changes += [
            {"order": order, "promotion": promotion}
            for order in ("source", "target")
            for promotion in ("none", "128B", "256B")
        ]
    else:
        changes = TRANSPOSE_CHANGES[kernel.element]
    variants = [kernel, *(replace(kernel, **change) for change in changes)]
    return list({variant.name: variant for variant in variants}.values())


TENSOR_VARIANTS = [CopyVariant(), CopyVariant(rows=16, stages=2, ahead=1), CopyVariant(stages=5)]


def transposes(*changes: tuple[int, int, int, int, str]) -> list[dict]:
    names = ("tile_rows", "tile_columns", "threads", "group", "promotion")
    return [dict(zip(names, change, strict=True)) for change in changes]


TRANSPOSE_CHANGES = {
    "f32": transposes(
        (64, 64, 128, 1, "none"), (64, 64, 128, 1, "256B"), (64, 64, 128, 8, "none"),
        (64, 64, 256, 1, "none"), (32, 64, 128, 1, "none"), (64, 32, 128, 1, "none"),
        (32, 32, 64, 1, "none"), (128, 32, 128, 1, "none"), (128, 128, 256, 1, "none"),
        (128, 64, 256, 8, "none"), (128, 64, 256, 1, "128B"), (128, 64, 256, 1, "256B"),
        (128, 64, 512, 1, "none"), (128, 64, 512, 1, "256B"), (256, 64, 512, 1, "none"),
        (256, 32, 256, 1, "none"),
    ),
    "f16": transposes(
        (64, 64, 64, 1, "none"), (128, 64, 128, 1, "none"), (64, 128, 128, 1, "none"),
        (128, 128, 128, 1, "none"), (128, 128, 256, 8, "none"), (128, 128, 256, 1, "128B"),
        (128, 128, 256, 1, "256B"), (128, 128, 512, 1, "none"), (128, 128, 512, 1, "256B"),
        (256, 64, 256, 1, "none"), (256, 128, 512, 1, "none"), (256, 64, 256, 1, "256B"),
        (256, 64, 512, 1, "256B"),
    ),
}  # fmt: skip
