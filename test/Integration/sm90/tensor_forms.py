# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Forms and options of tensor copies: windows, hints, predicates, prefetches, repeated
boxes, element strides, interleave, formats, views of operands, maps of the caller."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field

import engine
import instructions
import numpy as np
from elements import ELEMENTS, STORAGE, Element
from harness import Operand, Session, Test
from instructions import Value, apply
from kernels import SPANS, Copy, Shape, gather_loads, memref, scatter_stores, shared

F16, F32, I32 = ELEMENTS["f16"], ELEMENTS["f32"], ELEMENTS["i32"]
ANY = {**ELEMENTS, **STORAGE}


@dataclass(frozen=True)
class Transfer:
    """Boxes that are moved by one opcode with some clauses, and what that does.

    `take` gives the tile, in the shape of `image`, that a box delivers; `put` writes
    one into the tensor.
    """

    element: Element
    shape: Shape
    image: Shape
    box: Shape
    coords: tuple[Shape, ...]
    take: Callable[[np.ndarray, Shape], np.ndarray]
    put: Callable[[np.ndarray, np.ndarray, Shape], None]
    strides: Shape | None = None
    swizzle: str | None = None
    clauses: dict = field(default_factory=dict)
    #: Of an interleaved tensor one less than its axes.
    rank: int = 0
    setup: str = ""
    hint: bool = False
    #: Where the tile's type is not that of its image alone.
    tile_type: str | None = None

    @property
    def tensor(self) -> str:
        return memref(self.element, self.shape, self.strides)

    @property
    def tile(self) -> str:
        return self.tile_type or shared(self.element, self.image, self.swizzle)

    @property
    def flat(self) -> str:
        return memref(self.element, (len(self.coords), math.prod(self.image)))

    def load(self, coords: Shape) -> str:
        return apply(
            instructions.tensor_load(self.rank or len(self.shape), hint=self.hint),
            [Value("%tile", self.tile), Value("%tensor", self.tensor)],
            box=self.box,
            coords=coords,
            barrier="%bar",
            **self.clauses,
        )

    def store(self, coords: Shape) -> str:
        kept = {key: value for key, value in self.clauses.items() if key != "fill"}
        return apply(
            instructions.tensor_store(self.rank or len(self.shape), hint=self.hint),
            [Value("%tensor", self.tensor), Value("%tile", self.tile)],
            box=self.box,
            coords=coords,
            **kept,
        )

    @property
    def bytes(self) -> int:
        return math.prod(self.image) * self.element.size


def check_loads(session: Session, transfer: Transfer, seed: int) -> None:
    element = transfer.element
    tensor = element.random(transfer.shape, seed)
    tiles = [transfer.take(tensor, coords) for coords in transfer.coords]
    text = gather_loads(
        {"tensor": transfer.tensor},
        transfer.image,
        transfer.tile,
        [transfer.load(coords) for coords in transfer.coords],
        [transfer.bytes] * len(tiles),
        transfer.flat,
        transfer.setup,
    )
    session.launch(
        session.write("gather.mlir", text),
        "gather_launch",
        {"tensor": Operand(element, tensor)},
        {"flat": Operand(element, np.stack(tiles).reshape(len(tiles), -1))},
    )


def check_stores(session: Session, transfer: Transfer, seed: int) -> None:
    element = transfer.element
    stored = [coords for coords in transfer.coords if min(coords) >= 0]
    transfer = Transfer(**{**transfer.__dict__, "coords": tuple(stored)})
    flat = element.random((len(stored), math.prod(transfer.image)), seed)
    expected = element.poison(transfer.shape)
    for tile, coords in zip(flat, stored, strict=True):
        transfer.put(expected, tile.reshape(transfer.image), coords)
    text = scatter_stores(
        {"tensor": transfer.tensor},
        transfer.image,
        transfer.tile,
        [transfer.store(coords) for coords in stored],
        transfer.flat,
        transfer.setup,
    )
    session.launch(
        session.write("scatter.mlir", text),
        "scatter_launch",
        {"flat": Operand(element, flat)},
        {"tensor": Operand(element, expected)},
    )


def both(name: str, transfer: Transfer, seed: int = 21) -> list[Test]:
    return [
        Test(f"load/{name}", lambda session: check_loads(session, transfer, seed)),
        Test(f"store/{name}", lambda session: check_stores(session, transfer, seed)),
    ]


def plain(element: Element, shape: Shape, box: Shape, coords: tuple, **more: object) -> Transfer:
    fill = element.nan_fill if more.get("clauses", {}).get("fill") == "nan" else 0
    return Transfer(
        element,
        shape,
        box,
        box,
        coords,
        lambda tensor, at: engine.load(tensor, box, at, fill),
        engine.store,
        **more,
    )


#: Cache policies: named ones, and one made at run time.
POLICIES = ["evict_normal", "evict_first", "evict_last", "evict_unchanged", "%policy"]
RUNTIME_POLICY = "  %policy = tile.create_policy <evict_last> fraction 0.5"


def hints() -> list[Test]:
    tests = []
    for policy in POLICIES:
        transfer = plain(
            F32,
            (40, 64),
            (16, 32),
            ((0, 0), (16, 32), (32, 32)),
            hint=True,
            clauses={"policy": policy},
            setup=RUNTIME_POLICY if policy == "%policy" else "",
        )
        tests += both(f"hint-{policy.removeprefix('%runtime_')}".replace("%", "runtime-"), transfer)
    return tests


def repeated(
    element: Element,
    shape: Shape,
    lead: Shape,
    steps: tuple[Shape, ...],
    box: Shape,
    coords: tuple[Shape, ...],
    swizzle: str | None = None,
) -> Transfer:
    """Copies row-major over the leading axes, each a step further."""

    def places(at: Shape) -> list[tuple[Shape, Shape]]:
        return [
            (
                index,
                tuple(
                    start + sum(i * step[dim] for i, step in zip(index, steps, strict=True))
                    for dim, start in enumerate(at)
                ),
            )
            for index in np.ndindex(*lead)
        ]

    def take(tensor: np.ndarray, at: Shape) -> np.ndarray:
        tile = np.zeros((*lead, *box), tensor.dtype)
        for index, place in places(at):
            tile[index] = engine.load(tensor, box, place)
        return tile

    def put(tensor: np.ndarray, tile: np.ndarray, at: Shape) -> None:
        for index, place in places(at):
            engine.store(tensor, tile[index], place)

    return Transfer(
        element,
        shape,
        (*lead, *box),
        box,
        coords,
        take,
        put,
        swizzle=swizzle,
        clauses={"steps": steps},
    )


def repeats() -> list[Test]:
    return [
        *both(
            "repeat-128x128-f16-swizzle-128B",
            repeated(
                F16,
                (300, 256),
                (2,),
                ((0, 64),),
                (128, 64),
                ((0, 0), (100, 128), (-8, 64), (200, 192)),
                "128B",
            ),
        ),
        *both(
            "repeat-1d-of-1024",
            repeated(F32, (3000,), (4,), ((256,),), (256,), ((0,), (1500,), (2500,), (-128,))),
        ),
        *both(
            "repeat-two-axes",
            repeated(
                F32, (80, 96), (2, 3), ((32, 0), (0, 32)), (32, 32), ((0, 0), (16, 0), (48, 32))
            ),
        ),
        *both(
            "repeat-4d-i8-swizzle-64B",
            repeated(
                ELEMENTS["i8"],
                (3, 4, 10, 256),
                (2, 2),
                ((1, 0, 0, 0), (0, 0, 0, 64)),
                (1, 2, 8, 64),
                ((0, 0, 0, 0), (1, 2, 4, 128)),
                "64B",
            ),
        ),
    ]


def strided(element: Element, shape: Shape, box: Shape, steps: Shape, coords: tuple) -> Transfer:
    """Element strides; the innermost one has no effect without interleave."""
    image = tuple(-(-size // step) for size, step in zip(box, steps, strict=True))
    return Transfer(
        element,
        shape,
        image,
        box,
        coords,
        lambda tensor, at: engine.load(tensor, box, at, 0, steps),
        lambda tensor, tile, at: engine.store(tensor, tile, at, box, steps),
        clauses={"element_strides": steps},
    )


def element_strides() -> list[Test]:
    tests = []
    for rank, steps in (
        (2, (2, 1)),
        (2, (3, 1)),
        (2, (8, 1)),
        (3, (2, 3, 1)),
        (4, (1, 2, 2, 1)),
        (5, (2, 1, 3, 2, 1)),
    ):
        shape, box = (4, 5, 9, 11, 32)[-rank:], (3, 2, 7, 9, 16)[-rank:]
        zero = (0,) * rank
        coords = [zero, (*(1,) * (rank - 1), 16)]
        coords += [(-1, *zero[1:]), (shape[0] - 2, *zero[1:])]
        name = "x".join(map(str, steps))
        tests += both(f"element-strides-{name}", strided(F32, shape, box, steps, tuple(coords)), 22)
    return tests


def interleaved(slices: str, rank: int, swizzle: str | None, element: Element) -> Transfer:
    """A tensor of channel slices: [.., channel slices, .., width, slice]."""
    width = int(slices.removesuffix("B")) // element.size
    shape = {3: (3, 4, 20, width), 4: (3, 4, 6, 20, width), 5: (2, 3, 4, 6, 20, width)}[rank]
    # The driver wants the box's innermost bytes to be a multiple of 16.
    inner = 16
    box = {3: (2, 1, inner), 4: (2, 1, 3, inner), 5: (2, 1, 2, 3, inner)}[rank]
    image = (*box, width)
    zero = (0,) * rank
    coords = (zero, (1, 2, *(1,) * (rank - 2)), (2, 3, *(2,) * (rank - 3), 10))
    return Transfer(
        element,
        shape,
        image,
        box,
        coords,
        lambda tensor, at: engine.load(tensor, image, (*at, 0)),
        lambda tensor, tile, at: engine.store(tensor, tile, (*at, 0)),
        rank=rank,
        tile_type=f"memref<{'x'.join(map(str, image))}x{element.name}, "
        + (f"#tile.shared<swizzle = {swizzle}>>" if swizzle else "#tile.shared>"),
        clauses={"interleave": slices},
    )


def interleaves() -> list[Test]:
    tests = []
    for slices, swizzle, rank, name in (
        ("16B", None, 3, "f16"),
        ("16B", None, 4, "i8"),
        ("16B", None, 5, "f32"),
        ("32B", "32B", 3, "f16"),
        ("32B", "32B", 4, "bf16"),
        ("32B", "32B", 5, "i32"),
    ):
        label = f"interleave-{slices}-{rank}d-{name}"
        tests += both(label, interleaved(slices, rank, swizzle, ELEMENTS[name]), 23)
    return tests


def formatted(format: str) -> Transfer:
    """A map whose data type is not what follows from f32; stores never convert."""
    box = (8, 32)

    def take(tensor: np.ndarray, at: Shape) -> np.ndarray:
        tile = engine.load(tensor, box, at)
        return engine.tf32(tile) if format.startswith("tf32") else tile

    return Transfer(
        F32,
        (40, 64),
        box,
        box,
        ((0, 0), (8, 32), (36, 32)),
        take,
        engine.store,
        clauses={"format": format},
    )


def tf32_corners(session: Session) -> None:
    """The rounding of tf32, on the numbers where it turns."""
    edges = [0x3F801000, 0x3F801001, 0x3F803000, 0x3F802FFF, 0x7F7FF000, 0x7F7FEFFF, 0xFF7FFFFF]
    edges += [0x00000001, 0x00001000, 0x00001001, 0x00003000, 0x007FFFFF, 0x80001FFF, 0x80000000]
    edges += [0x7F800000, 0xFF800000, 0x7F800001, 0x7FC00000, 0xFFFFFFFF, 0x7FFFE000, 0]
    tensor = np.resize(np.array(edges, "u4"), (8, 32))
    for format in ("tf32", "tf32_ftz"):
        transfer = formatted(format)
        transfer = Transfer(**{**transfer.__dict__, "shape": (8, 32), "coords": ((0, 0),)})
        text = gather_loads(
            {"tensor": transfer.tensor},
            transfer.image,
            transfer.tile,
            [transfer.load((0, 0))],
            [transfer.bytes],
            transfer.flat,
        )
        session.launch(
            session.write(f"{format}.mlir", text),
            "gather_launch",
            {"tensor": Operand(F32, tensor)},
            {"flat": Operand(F32, engine.tf32(tensor).reshape(1, -1))},
        )


def formats() -> list[Test]:
    tests = [Test("load/format-tf32-corners", tf32_corners)]
    for format in ("tf32", "tf32_ftz", "f32_ftz", "f32"):
        tests += both(f"format-{format}", formatted(format), 24)
    for name, format in (("i8", "u8"), ("i16", "u16"), ("i32", "u32"), ("i64", "u64")):
        transfer = plain(
            ELEMENTS[name], (20, 64), (8, 32), ((0, 0), (16, 32)), clauses={"format": format}
        )
        tests += both(f"format-{name}-as-{format}", transfer)
    return tests


def storage_types() -> list[Test]:
    tests = []
    for element in STORAGE.values():
        for shape, box in (((208,), (64,)), ((5, 9, 64), (2, 4, 32))):
            rank = len(shape)
            coords = ((0,) * rank, (*(1,) * (rank - 1), 32), (*(3,) * (rank - 1), shape[-1] - 16))
            tests += both(f"{rank}d-{element.name}", plain(element, shape, box, coords), 25)
    return tests


def swizzled_fills() -> list[Test]:
    """NaN outside of the tensor, in swizzled rows; both windows; promotions."""
    tests = []
    for swizzle, span in SPANS.items():
        row = span // 2
        transfer = plain(
            F16,
            (20, 2 * row),
            (16, row),
            ((0, 0), (-8, row // 2), (12, row + row // 2)),
            swizzle=swizzle,
            clauses={"fill": "nan", "promotion": swizzle if swizzle != "32B" else "256B"},
        )
        tests.append(
            Test(
                f"load/fill-nan-swizzle-{swizzle}",
                lambda session, transfer=transfer: check_loads(session, transfer, 26),
            )
        )
    return tests


# What lies around a load, by whole kernels.


def run_gather(
    session: Session,
    arguments: dict[str, str],
    copy: Copy,
    loads: list[str],
    bytes: list[int],
    inputs: dict,
    tiles: list[np.ndarray],
    setup: str = "",
) -> None:
    text = gather_loads(arguments, copy.box, copy.tile, loads, bytes, copy.flat, setup)
    expected = np.stack(tiles).reshape(len(tiles), -1)
    session.launch(
        session.write("gather.mlir", text),
        "gather_launch",
        inputs,
        {"flat": Operand(copy.element, expected)},
    )


def check_predicates(session: Session) -> None:
    """Where the predicate is false nothing is issued: the tile keeps what it had."""
    copy = Copy(F32, (64, 64), (16, 32), ((0, 0), (16, 32), (32, 0), (48, 32)))
    tensor = F32.random(copy.shape, 31)
    loads, bytes, tiles = [], [], []
    for number, coords in enumerate(copy.coords):
        issued = number % 2 == 0
        loads.append(
            apply(
                instructions.tensor_load(2),
                [Value("%tile", copy.tile), Value("%tensor", copy.tensor)],
                box=copy.box,
                coords=coords,
                barrier="%bar",
                predicate="%even" if issued else "%odd",
            )
        )
        bytes.append(copy.bytes if issued else 0)
        tiles.append(engine.load(tensor, copy.box, coords) if issued else tiles[-1])
    setup = """\
  %zero = arith.constant 0 : i32
  %even = arith.cmpi eq, %which, %zero : i32
  %odd = arith.cmpi ne, %which, %zero : i32"""
    run_gather(
        session,
        {"tensor": copy.tensor, "which": "i32"},
        copy,
        loads,
        bytes,
        {"tensor": Operand(F32, tensor), "which": "0"},
        tiles,
        setup,
    )


def check_prefetch(session: Session, rank: int, policy: str | None) -> None:
    """Boxes and the map are prefetched before they are loaded: the same bytes come."""
    shape, box = (2, 3, 8, 16, 64)[-rank:], (1, 2, 4, 8, 32)[-rank:]
    coords = ((0,) * rank, (*(1,) * (rank - 1), 32))
    copy = Copy(F32, shape, box, coords)
    tensor = F32.random(shape, 32)
    operand = Value("%tensor", copy.tensor)
    prefetches = [
        apply(
            instructions.tensor_prefetch(rank, hint=policy is not None),
            [operand],
            box=box,
            coords=at,
            policy=policy,
        )
        for at in coords
    ]
    prefetches.insert(0, apply("prefetch.tensormap", [operand], box=box))
    lines = "\n".join(prefetches)
    setup = f"  scf.if %leader {{\n{lines}\n  }}"
    run_gather(
        session,
        {"tensor": copy.tensor},
        copy,
        [copy.load(at) for at in coords],
        [copy.bytes] * 2,
        {"tensor": Operand(F32, tensor)},
        [engine.load(tensor, box, at) for at in coords],
        setup,
    )


def check_view(session: Session, dynamic: bool) -> None:
    """The map of a part of an operand: what lies outside the part is filled, although
    the operand goes on there."""
    copy = Copy(F32, (256, 128), (32, 64), ((0, 0), (-8, 0), (70, 32), (90, 64)))
    tensor = F32.random(copy.shape, 33)
    row = 24
    if dynamic:
        view = "memref<100x96xf32, strided<[128, 1], offset: ?>>"
        place = "%first, 32"
    else:
        view = f"memref<100x96xf32, strided<[128, 1], offset: {row * 128 + 32}>>"
        place = f"{row}, 32"
    setup = f"  %view = memref.subview %tensor[{place}] [100, 96] [1, 1] : {copy.tensor} to {view}"
    loads = [
        apply(
            instructions.tensor_load(2),
            [Value("%tile", copy.tile), Value("%view", view)],
            box=copy.box,
            coords=at,
            barrier="%bar",
        )
        for at in copy.coords
    ]
    part = tensor[row : row + 100, 32:128]
    run_gather(
        session,
        {"tensor": copy.tensor, **({"first": "index"} if dynamic else {})},
        copy,
        loads,
        [copy.bytes] * len(loads),
        {"tensor": Operand(F32, tensor), **({"first": str(row)} if dynamic else {})},
        [engine.load(part, copy.box, at) for at in copy.coords],
        setup,
    )


def check_stepped_view(session: Session) -> None:
    """Every third row of an operand, as a tensor of its own."""
    copy = Copy(F32, (96, 64), (16, 32), ((0, 0), (20, 32), (-4, 0)))
    tensor = F32.random(copy.shape, 34)
    view = "memref<32x64xf32, strided<[192, 1]>>"
    setup = f"  %view = memref.subview %tensor[0, 0] [32, 64] [3, 1] : {copy.tensor} to {view}"
    loads = [copy.load(at, tensor="%view").replace(copy.tensor, view) for at in copy.coords]
    run_gather(
        session,
        {"tensor": copy.tensor},
        copy,
        loads,
        [copy.bytes] * len(loads),
        {"tensor": Operand(F32, tensor)},
        [engine.load(tensor[::3], copy.box, at) for at in copy.coords],
        setup,
    )


def check_ring_view(session: Session) -> None:
    """The stages of a ring, as views with a leading axis of one; two maps for two boxes
    of one operand."""
    copy = Copy(F16, (64, 128), (16, 64), tuple(engine.cover((64, 128), (16, 64))), swizzle="128B")
    tensor = F16.random(copy.shape, 35)
    ring = "memref<3x16x64xf16, #tile.shared<swizzle = 128B>>"
    stage = "memref<1x16x64xf16, strided<[1024, 64, 1], offset: ?>, #tile.shared<swizzle = 128B>>"
    loads = []
    for number, at in enumerate(copy.coords):
        load = apply(
            instructions.tensor_load(2),
            [Value(f"%stage{number}", stage), Value("%tensor", copy.tensor)],
            box=copy.box,
            coords=at,
            barrier="%bar",
        )
        loads.append(
            f"%s{number} = arith.remui %one, %three : index\n"
            f"%stage{number} = memref.subview %tile[%s{number}, 0, 0] [1, 16, 64] [1, 1, 1]"
            f" : {ring} to {stage}\n{load}"
        )
    # The elements of stage 1 of the ring are read by plain code.
    text = gather_loads(
        {"tensor": copy.tensor},
        copy.box,
        ring,
        loads,
        [copy.bytes] * len(loads),
        copy.flat,
        "  %one = arith.constant 1 : index\n  %three = arith.constant 3 : index",
    ).replace("memref.load %tile[", "memref.load %tile[%one, ")
    tiles = [engine.load(tensor, copy.box, at) for at in copy.coords]
    session.launch(
        session.write("ring.mlir", text),
        "gather_launch",
        {"tensor": Operand(F16, tensor)},
        {"flat": Operand(F16, np.stack(tiles).reshape(len(tiles), -1))},
    )


def check_caller_map(session: Session, swizzle: str | None) -> None:
    """A descriptor that the caller has encoded; the kernel never sees the operand."""
    columns = SPANS[swizzle] // 4 if swizzle else 32
    copy = Copy(
        F32, (40, 64), (16, columns), ((0, 0), (8, columns), (36, 32), (-4, 0)), swizzle=swizzle
    )
    tensor = F32.random(copy.shape, 36)
    options = f", swizzle = {swizzle}" if swizzle else ""
    map_type = f"!tile.tensor_map<16x{columns}xf32{options}>"
    loads = [copy.load(at, tensor="%map").replace(copy.tensor, map_type) for at in copy.coords]
    text = gather_loads(
        {"map": map_type},
        copy.box,
        copy.tile,
        loads,
        [copy.bytes] * len(loads),
        copy.flat,
    )
    # The launcher takes the operand, too, so that there is one to encode.
    head = "launch.func @gather_launch("
    text = text.replace(head, f"{head}%tensor: {copy.tensor}, ")
    tiles = [engine.load(tensor, copy.box, at) for at in copy.coords]
    session.launch(
        session.write("caller.mlir", text),
        "gather_launch",
        {"tensor": Operand(F32, tensor), "map": "map:tensor"},
        {"flat": Operand(F32, np.stack(tiles).reshape(len(tiles), -1))},
    )


def tests() -> list[Test]:
    found = hints() + repeats() + element_strides() + interleaves() + formats()
    found += storage_types() + swizzled_fills()
    found.append(Test("load/predicate", check_predicates))
    for rank in range(1, 6):
        for policy in (None, "evict_last"):
            name = f"prefetch/{rank}d" + (f"-{policy}" if policy else "")
            found.append(
                Test(
                    name,
                    lambda session, rank=rank, policy=policy: check_prefetch(session, rank, policy),
                )
            )
    for dynamic in (False, True):
        name = f"load/view-{'dynamic' if dynamic else 'static'}"
        found.append(Test(name, lambda session, dynamic=dynamic: check_view(session, dynamic)))
    found.append(Test("load/view-of-every-third-row", check_stepped_view))
    found.append(Test("load/ring-stage", check_ring_view))
    for swizzle in (None, *SPANS):
        found.append(
            Test(
                f"load/caller-map-{swizzle or 'plain'}",
                lambda session, swizzle=swizzle: check_caller_map(session, swizzle),
            )
        )
    return found
