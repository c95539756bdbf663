# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The opcodes of `tile.apply`. `tileryc --catalogue` lists the same ones, which a test compares."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

HINT = ".L2::cache_hint"
OPERATORS = ("add", "min", "max", "inc", "dec", "and", "or", "xor")


@dataclass(frozen=True, slots=True)
class Form:
    """What an opcode takes.

    kind       "load", "store", "reduce", "prefetch", "copy" (between blocks) or "map"
    rank       of a tensor copy; 0 of a bulk copy, which goes through no map
    """

    kind: str
    rank: int
    mbar: bool = False
    multicast: bool = False
    hint: bool = False
    operator: str = ""

    @property
    def tensor(self) -> bool:
        return self.rank > 0


def _tensor_forms() -> dict[str, Form]:
    found = {}
    done = "mbarrier::complete_tx::bytes"
    for rank, tile, hint in product(range(1, 6), ("", ".tile"), ("", HINT)):
        tensor = f"cp.async.bulk.tensor.{rank}d"
        has = bool(hint)
        found[f"{tensor}.shared::cta.global{tile}.{done}{hint}"] = Form(
            "load", rank, True, hint=has
        )
        for cast in ("", ".multicast::cluster"):
            text = f"{tensor}.shared::cluster.global{tile}.{done}{cast}{hint}"
            found[text] = Form("load", rank, True, bool(cast), has)
        found[f"{tensor}.global.shared::cta{tile}.bulk_group{hint}"] = Form("store", rank, hint=has)
        text = f"cp.async.bulk.prefetch.tensor.{rank}d.L2.global{tile}{hint}"
        found[text] = Form("prefetch", rank, hint=has)
        for op in OPERATORS:
            text = f"cp.reduce.async.bulk.tensor.{rank}d.global.shared::cta.{op}{tile}.bulk_group{hint}"
            found[text] = Form("reduce", rank, hint=has, operator=op)
    return found


# Types of a bulk reduction by operator (PTX ISA, cp.reduce.async.bulk).
GLOBAL_TYPES = {
    "add": ("u32", "s32", "u64", "f32", "f64", "noftz.f16", "noftz.bf16"),
    "min": ("u32", "s32", "u64", "s64", "f16", "bf16"),
    "max": ("u32", "s32", "u64", "s64", "f16", "bf16"),
    "inc": ("u32",), "dec": ("u32",),
    "and": ("b32", "b64"), "or": ("b32", "b64"), "xor": ("b32", "b64"),
}  # fmt: skip
SHARED_TYPES = {
    "add": ("u32", "s32", "u64"), "min": ("u32", "s32"), "max": ("u32", "s32"),
    "inc": ("u32",), "dec": ("u32",), "and": ("b32",), "or": ("b32",), "xor": ("b32",),
}  # fmt: skip


def _bulk_forms() -> dict[str, Form]:
    found = {}
    done = "mbarrier::complete_tx::bytes"
    for hint in ("", HINT):
        has = bool(hint)
        found[f"cp.async.bulk.shared::cta.global.{done}{hint}"] = Form("load", 0, True, hint=has)
        for cast in ("", ".multicast::cluster"):
            text = f"cp.async.bulk.shared::cluster.global.{done}{cast}{hint}"
            found[text] = Form("load", 0, True, bool(cast), has)
        found[f"cp.async.bulk.global.shared::cta.bulk_group{hint}"] = Form("store", 0, hint=has)
        found[f"cp.async.bulk.prefetch.L2.global{hint}"] = Form("prefetch", 0, hint=has)
        for op, types in GLOBAL_TYPES.items():
            for t in types:
                text = f"cp.reduce.async.bulk.global.shared::cta.bulk_group{hint}.{op}.{t}"
                found[text] = Form("reduce", 0, hint=has, operator=op)
    found[f"cp.async.bulk.shared::cluster.shared::cta.{done}"] = Form("copy", 0, True)
    for op, types in SHARED_TYPES.items():
        for t in types:
            text = f"cp.reduce.async.bulk.shared::cluster.shared::cta.{done}.{op}.{t}"
            found[text] = Form("copy", 0, True, operator=op)
    return found


APPLY: dict[str, Form] = {
    **_tensor_forms(),
    **_bulk_forms(),
    "prefetch.tensormap": Form("map", 0),
    "prefetch.param.tensormap": Form("map", 0),
}
