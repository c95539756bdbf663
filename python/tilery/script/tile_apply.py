# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`T.cuda.tile.apply`: one instruction of the copy engine on tensors."""

from __future__ import annotations

from . import views
from .arithmetic import is_number, static_int
from .dtypes import DTYPES, INT32
from .errors import Stop
from .intrinsics import intrinsic
from .ptx.opcode import Opcode, unknown
from .ptx.table import APPLY, Form
from .tensor_maps import as_tensor, settle
from .translator import State
from .types import as_swizzle
from .values import Buffer, HostMap, LocalArray, MapParam, Value, View, kind_of

INTERLEAVES = (None, "16B", "32B")
PROMOTIONS = (None, "64B", "128B", "256B")
FILLS = (None, "nan")
POLICIES = ("evict_first", "evict_last", "evict_normal", "evict_unchanged")
FORMATS = {
    "uint8": "u8", "uint16": "u16", "uint32": "u32", "int32": "i32", "uint64": "u64",
    "int64": "i64", "float16": "f16", "float32": "f32", "float64": "f64", "bfloat16": "bf16",
    "tf32": "tf32", "tf32_ftz": "tf32_ftz", "f32_ftz": "f32_ftz",
}  # fmt: skip


@intrinsic("T.cuda.tile.apply")
def apply(
    state: State,
    instruction: object,
    *operands: object,
    box: object = None,
    coords: object = None,
    coord_steps: object = (),
    mbar: object = None,
    cta_mask: object = None,
    cache_policy: object = None,
    bytes: object = None,
    pred: object = None,
    element_strides: object = None,
    interleave: object = 0,
    format: object = None,
    swizzle: object = 0,
    l2_promotion: object = 0,
    oob_fill: object = 0,
    allow_edge_spill: bool = False,
    scope: str = "thread",
) -> None:
    """Issues one PTX instruction; box and coordinates run outer to inner and count elements."""
    if isinstance(instruction, str):
        instruction = Opcode(instruction)
    if not isinstance(instruction, Opcode):
        raise Stop(
            f"expected an instruction first, got {kind_of(instruction)}",
            'write T.ptx["cp.async.bulk..."]',
        )
    form = APPLY.get(instruction.text)
    if form is None:
        raise Stop(unknown(instruction.text))
    if scope != "thread":
        raise Stop(
            f"not yet implemented: scope={scope!r}", "one thread issues it: put it under an if"
        )
    operands, box, options = _through_maps(
        operands,
        box,
        {
            "element_strides": element_strides, "interleave": interleave, "swizzle": swizzle,
            "l2_promotion": l2_promotion, "oob_fill": oob_fill,
        },
    )  # fmt: skip
    given = {
        "box": box,
        "coords": coords,
        "mbar": mbar,
        "cta_mask": cta_mask,
        "cache_policy": cache_policy,
    }
    check_clauses(instruction.text, form, given)
    check_operands(instruction.text, form, operands)
    emit_apply(
        state,
        instruction.text,
        form,
        list(operands),
        coord_steps=coord_steps,
        bytes=bytes,
        pred=pred,
        format=format,
        **options,
        allow_edge_spill=allow_edge_spill,
        **given,
    )


def _through_maps(operands: tuple, box: object, options: dict) -> tuple[tuple, object, dict]:
    """Maps that the launcher encodes, as the tensors that they are of."""
    found = []
    for operand in operands:
        if isinstance(operand, HostMap):
            operand, encoded, options = as_tensor(operand)
            if box is not None and tuple(box) != encoded:
                raise Stop(f"box is {tuple(box)}, and {encoded} where the map is encoded")
            box = encoded
        found.append(operand)
    return tuple(found), box, options


def check_clauses(text: str, form: Form, given: dict[str, object]) -> None:
    """Keywords that the opcode asks for are there, all that are missing told at once."""
    wanted = {
        "box": (form.tensor, "a tensor copy"),
        "coords": (form.tensor, "a tensor copy"),
        "mbar": (form.mbar, ".mbarrier::complete_tx::bytes"),
        "cta_mask": (form.multicast, ".multicast::cluster"),
        "cache_policy": (form.hint, ".L2::cache_hint"),
    }
    missing, extra = [], []
    for name, (needed, reason) in wanted.items():
        map_given = name == "box" and form.kind == "map"
        if needed and given[name] is None:
            missing.append(f"{name}= ({reason} asks for it)")
        elif not needed and given[name] is not None and not map_given:
            extra.append(f"{name}= (only {reason} has it)")
    words = [f"lacks {', '.join(missing)}"] if missing else []
    words += [f"has no {', '.join(extra)}"] if extra else []
    if words:
        raise Stop(f"{text} {' and '.join(words)}")


def check_operands(text: str, form: Form, operands: tuple[object, ...]) -> None:
    order = {
        "load": ("shared", "global"), "store": ("global", "shared"), "reduce": ("global", "shared"),
        "prefetch": ("global",), "map": ("global",), "copy": ("shared_cluster", "shared"),
    }[form.kind]  # fmt: skip
    usage = f"write T.cuda.tile.apply(T.ptx[...], {', '.join(f'{s}_tensor' for s in order)}, ...)"
    if len(operands) != len(order):
        raise Stop(f"{text} takes {len(order)} tensors, got {len(operands)}", usage)
    for k, (operand, scope) in enumerate(zip(operands, order, strict=True)):
        if isinstance(operand, MapParam) and scope == "global":
            continue
        if isinstance(operand, (Value, LocalArray)) or not isinstance(operand, (Buffer, View)):
            raise Stop(
                f"expected operand {k} to be a {scope} tensor, got {kind_of(operand)}", usage
            )
        remote_load = (
            scope == "shared" and operand.scope == "shared_cluster" and "::cluster" in text
        )
        buffer = operand.base if isinstance(operand, View) else operand
        if buffer.origin is not None and scope == "global" and form.tensor:
            raise Stop(
                f"expected the tensor of {text} to be a parameter or a part of one, got one in "
                "another shape: its descriptor is made of the argument's own extents",
                f"declare {buffer.origin.name[1:]} in that shape, or pass it a second time so",
            )
        if operand.scope != scope and not remote_load:
            raise Stop(
                f"expected operand {k} of {text} to be in {scope} memory, got {kind_of(operand)}",
                usage,
            )


def emit_apply(state: State, text: str, form: Form, tiles: list, **c: object) -> None:
    """The op, from operands and clauses that are there as the opcode asks."""
    condition = None
    if c.get("pred") is not None:
        condition = state.arithmetic.truth(c["pred"])
        if condition is False:
            return
    shared = next((t for t in tiles if isinstance(t, (Buffer, View))), None)
    for tile in tiles:
        if isinstance(tile, MapParam):
            box = None if c.get("box") is None else tuple(_extents("box", c["box"], form))
            settle(tile, box, shared)
            if box is not None and box != tile.type.box:
                raise Stop(
                    f"expected the box {tile.type.box} of the map {tile.name[1:]}, got {box}",
                    "declare a map for each box",
                )
    named = [t for t in tiles if isinstance(t, (Buffer, View))]
    for tile in named:
        if tile.scope == "shared" and tile.dtype is DTYPES["uint64"]:
            state.memory.claim(tile if isinstance(tile, Buffer) else tile.base, "data", state.place)
    operands = [
        (t.name, t.type.mlir) if isinstance(t, MapParam) else views.memref(state, t) for t in tiles
    ]
    words = [f'tile.apply "{text}" ({", ".join(name for name, _ in operands)})']
    if c.get("box") is not None:
        box = _extents("box", c["box"], form, tensor=_tensor_in_words(tiles))
        words.append(f"box [{', '.join(map(str, box))}]")
    if c.get("coords") is not None:
        words.append(f"coords [{_coords(state, c['coords'], form)}]")
        words += _steps(c.get("coord_steps") or (), form)
    if c.get("mbar") is not None:
        name, remote = state.memory.barrier(c["mbar"], state.place)
        words.append(f"mbar {name}{' <shared_cluster>' if remote else ''}")
    if c.get("cta_mask") is not None:
        words.append(
            f"cta_mask {state.arithmetic.integer(c['cta_mask'], DTYPES['uint16'], 'cta_mask')}"
        )
    if c.get("cache_policy") is not None:
        words.append(_policy(state, c["cache_policy"]))
    if c.get("bytes") is not None:
        words.append(f"bytes {state.arithmetic.integer(c['bytes'], INT32, 'bytes')}")
    if isinstance(condition, Value):
        words.append(f"if {state.arithmetic.ssa(condition)}")
    if form.tensor or form.kind == "map":
        words += _map_options(form, tiles, c)
    if c.get("allow_edge_spill"):
        words.append("allow_edge_spill")
    types = ", ".join(mlir for _, mlir in operands)
    state.builder.op(f"{' '.join(words)} : {types}")


def _tensor_in_words(tiles: list) -> str:
    """The tensor in global memory that a copy goes to or from."""
    for tile in tiles:
        if isinstance(tile, (Buffer, View)) and tile.scope == "global":
            shape = ", ".join("?" if e is None else kind_of(e) for e in tile.shape)
            return f" of the tensor {tile.name[1:]}, shape ({shape})"
    return ""


def _extents(what: str, value: object, form: Form, least: int = 1, tensor: str = "") -> list[int]:
    items = value if isinstance(value, (tuple, list)) else (value,)
    found = [static_int(i) for i in items]
    if None in found:
        wrong = items[found.index(None)]
        raise Stop(f"expected {what} to be whole numbers that are known now, got {kind_of(wrong)}")
    if form.tensor and len(found) != form.rank:
        raise Stop(
            f"expected {what} to have {form.rank} entries, as a {form.rank}d copy has, got {len(found)}"
        )
    for extent in found:
        if extent < least:
            raise Stop(f"expected entries of {what} of at least {least}, got {extent}")
        if extent > 256:
            raise Stop(
                f"expected entries of {what} of at most 256, got {extent}; the rule is TM13: "
                f"{what} {tuple(found)}{tensor}",
                "copy in pieces, or use coord_steps=",
            )
    return found


def _coords(state: State, value: object, form: Form) -> str:
    items = value if isinstance(value, (tuple, list)) else (value,)
    if len(items) != form.rank:
        raise Stop(
            f"expected coords to have {form.rank} entries, as a {form.rank}d copy has, got {len(items)}"
        )
    for item in items:
        integer = static_int(item) is not None or (isinstance(item, Value) and item.dtype.is_int)
        if not is_number(item) or not integer:
            raise Stop(
                f"expected coords to be integers, got {kind_of(item)}", "convert: T.int32(...)"
            )
    wide = any(
        isinstance(i, Value) and i.const is None and (i.dtype.bits > 32 or i.dtype.kind == "u")
        for i in items
    )
    names = []
    for item in items:
        known = static_int(item)
        if known is not None:
            names.append(str(known))
        elif wide:
            names.append(state.arithmetic.index(item))
        else:
            names.append(state.arithmetic.ssa(state.arithmetic.cast(item, INT32)))
    run_time = any(static_int(i) is None for i in items)
    return ", ".join(names) + (" : i32" if run_time and not wide else "")


def _steps(value: object, form: Form) -> list[str]:
    if not value:
        return []
    rows = value if isinstance(value[0], (tuple, list)) else (value,)
    texts = []
    for row in rows:
        found = [static_int(i) for i in row]
        if None in found or len(found) != form.rank:
            raise Stop(
                f"expected each vector of coord_steps to have {form.rank} whole numbers, got {kind_of(tuple(row))}"
            )
        texts.append(f"[{', '.join(map(str, found))}]")
    return [f"coord_steps [{', '.join(texts)}]"]


def _policy(state: State, value: object) -> str:
    if isinstance(value, str):
        if value not in POLICIES:
            raise Stop(f"expected cache_policy to be one of {', '.join(POLICIES)}, got {value!r}")
        return f"cache_policy({value})"
    if not isinstance(value, Value) or value.dtype.bits != 64:
        raise Stop(
            f"expected cache_policy to be a uint64 or a name, got {kind_of(value)}",
            "write cache_policy='evict_first'",
        )
    return f"cache_policy {state.arithmetic.ssa(value)}"


def _choice(what: str, value: object, names: tuple[str | None, ...]) -> str | None:
    """A driver's code, or the name that it has here."""
    if value is None or value == "none" or (what == "oob_fill" and value == "zero"):
        return None
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < len(names):
        return names[value]
    if value in names:
        return value
    words = ", ".join(repr(n) for n in names if n)
    raise Stop(f"expected {what} to be one of 0..{len(names) - 1}, {words}; got {kind_of(value)}")


def _map_options(form: Form, tiles: list, c: dict[str, object]) -> list[str]:
    words = []
    if c.get("element_strides") is not None:
        strides = _extents("element_strides", c["element_strides"], form)
        if any(s != 1 for s in strides):
            words.append(f"element_strides [{', '.join(map(str, strides))}]")
    interleave = _choice("interleave", c.get("interleave"), INTERLEAVES)
    if interleave:
        words.append(f"interleave({interleave})")
    has_map = any(isinstance(t, MapParam) for t in tiles)
    dtype = next((t.dtype for t in tiles if isinstance(t, (Buffer, View))), None)
    format_name = c.get("format")
    if format_name is not None:
        name = str(getattr(format_name, "name", format_name))
        if name not in FORMATS and name not in FORMATS.values():
            raise Stop(
                f"expected format to be one of {', '.join(FORMATS)}, got {kind_of(format_name)}"
            )
        words.append(f"format({FORMATS.get(name, name)})")
    elif not has_map and dtype is not None and dtype.name in ("uint32", "uint64"):
        # Types of tile IR have no sign; minima and maxima do.
        words.append(f"format({FORMATS[dtype.name]})")
    words += _swizzle(tiles, c.get("swizzle"))
    promotion = _choice("l2_promotion", c.get("l2_promotion"), PROMOTIONS)
    if promotion:
        words.append(f"l2_promotion({promotion})")
    fill = _choice("oob_fill", c.get("oob_fill"), FILLS)
    if fill:
        words.append(f"oob_fill({fill})")
    return words


def _swizzle(tiles: list, value: object) -> list[str]:
    try:
        wanted = as_swizzle(value)
    except ValueError as error:
        raise Stop(str(error)) from None
    shared = next((t for t in tiles if isinstance(t, (Buffer, View)) and t.scope != "global"), None)
    if shared is None:
        return [f"swizzle({wanted})"] if wanted else []
    buffer = shared.base if isinstance(shared, View) else shared
    has = buffer.layout.swizzle
    if wanted and wanted != has:
        raise Stop(
            f"swizzle is {wanted}, and the layout of {buffer.name[1:]} is {has or 'without swizzle'}",
            f'write {buffer.name[1:]} = T.alloc_shared(..., layout=T.cuda.layout.swizzle("{wanted}"))',
        )
    return []


@intrinsic("T.cuda.tile.ewise")
def ewise(state: State, *args: object, **kwargs: object) -> None:
    """Not there: loops do it."""
    raise Stop(
        "not yet implemented: T.cuda.tile.ewise", "write a loop over the elements of the thread"
    )


@intrinsic("T.cuda.tile.tx_bytes")
def tx_bytes(
    state: State, shared: object, box: object = None, element_strides: object = None
) -> Value:
    """The bytes that a copy into `shared` brings: what the barrier has to expect."""
    if not isinstance(shared, (Buffer, View)) or shared.scope == "global":
        raise Stop(f"expected a shared tensor, got {kind_of(shared)}")
    name, mlir = views.memref(state, shared)
    text = f"tile.tx_bytes {name}"
    form = Form("load", 0)
    if box is not None:
        text += f" box [{', '.join(map(str, _extents('box', box, form)))}]"
    if element_strides is not None:
        strides = _extents("element_strides", element_strides, form)
        text += f" element_strides [{', '.join(map(str, strides))}]"
    return Value(state.builder.value(f"{text} : {mlir}"), INT32, lo=1)


__all__ = ["apply", "emit_apply", "ewise", "tx_bytes"]
