# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes tile.apply: opcodes, and clauses in the order of the op's syntax."""

from dataclasses import dataclass

BYTES = "mbarrier::complete_tx::bytes"


def hinted(opcode: str, hint: bool) -> str:
    return opcode + (".L2::cache_hint" if hint else "")


def tensor_load(rank: int, space: str = "cta", multicast: bool = False, hint: bool = False) -> str:
    opcode = f"cp.async.bulk.tensor.{rank}d.shared::{space}.global.tile.{BYTES}"
    return hinted(opcode + (".multicast::cluster" if multicast else ""), hint)


def tensor_store(rank: int, hint: bool = False) -> str:
    return hinted(f"cp.async.bulk.tensor.{rank}d.global.shared::cta.tile.bulk_group", hint)


def tensor_reduce(rank: int, operator: str, hint: bool = False) -> str:
    opcode = f"cp.reduce.async.bulk.tensor.{rank}d.global.shared::cta.{operator}.tile.bulk_group"
    return hinted(opcode, hint)


def tensor_prefetch(rank: int, hint: bool = False) -> str:
    return hinted(f"cp.async.bulk.prefetch.tensor.{rank}d.L2.global.tile", hint)


def bulk_load(space: str = "cta", multicast: bool = False, hint: bool = False) -> str:
    opcode = f"cp.async.bulk.shared::{space}.global.{BYTES}"
    return hinted(opcode + (".multicast::cluster" if multicast else ""), hint)


def bulk_store(hint: bool = False) -> str:
    return hinted("cp.async.bulk.global.shared::cta.bulk_group", hint)


def bulk_reduce(operator: str, type: str, hint: bool = False) -> str:
    noftz = ".noftz" if operator == "add" and type in ("f16", "bf16") else ""
    opcode = hinted("cp.reduce.async.bulk.global.shared::cta.bulk_group", hint)
    return f"{opcode}.{operator}{noftz}.{type}"


def bulk_reduce_shared(operator: str, type: str) -> str:
    return f"cp.reduce.async.bulk.shared::cluster.shared::cta.{BYTES}.{operator}.{type}"


BULK_COPY = f"cp.async.bulk.shared::cluster.shared::cta.{BYTES}"


def bulk_prefetch(hint: bool = False) -> str:
    return hinted("cp.async.bulk.prefetch.L2.global", hint)


@dataclass(frozen=True)
class Value:
    """An SSA value and its type."""

    name: str
    type: str


def listed(entries: object) -> str:
    """[1, %x, [2, 3]], as the IR writes it."""
    if isinstance(entries, (list, tuple)):
        return f"[{', '.join(map(listed, entries))}]"
    return str(entries)


#: Clauses in order, and how each is written; `{}` is its value.
CLAUSES = {
    "box": "box {}",
    "coords": "coords {}",
    "steps": "coord_steps {}",
    "barrier": "mbar {}",
    "mask": "cta_mask {}",
    "policy": "cache_policy{}",
    "bytes": "bytes {}",
    "predicate": "if {}",
    "element_strides": "element_strides {}",
    "interleave": "interleave({})",
    "format": "format({})",
    "swizzle": "swizzle({})",
    "promotion": "l2_promotion({})",
    "fill": "oob_fill({})",
}


def apply(opcode: str, operands: list[Value], **clauses: object) -> str:
    """The text of a tile.apply; clauses that are None are left out. A cache policy is a
    name, or an SSA value of a run-time policy."""
    unknown = clauses.keys() - CLAUSES.keys()
    if unknown:
        raise ValueError(f"expected clauses of {list(CLAUSES)}, got {sorted(unknown)}")
    policy = clauses.get("policy")
    if policy is not None:
        clauses["policy"] = f" {policy}" if str(policy).startswith("%") else f"({policy})"
    written = [
        form.format(listed(clauses[name]))
        for name, form in CLAUSES.items()
        if clauses.get(name) is not None
    ]
    names = ", ".join(operand.name for operand in operands)
    types = ", ".join(operand.type for operand in operands)
    return f'tile.apply "{opcode}"\n  ({names}) {" ".join(written)}\n  : {types}'
