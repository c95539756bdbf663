# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes one kernel for each opcode of the tensor copies, with its whole PTX line.

Before each kernel stand the lowest PTX version of its form on sm_90, and FileCheck lines
with the instruction: opcode, coordinates from the innermost one, addresses, mask and
policy. The coordinates of rank r are the arguments %x0 (outermost) to %x{r-1}, which are
parameters 1 to r of the kernel.
"""

import argparse

OPERATORS = ["add", "min", "max", "inc", "dec", "and", "or", "xor"]
HINT = ".L2::cache_hint"
EXTENTS = [2, 2, 2, 4, 16]  # of the box; the last `rank` of them
BARRIER = """  %c0 = arith.constant 0 : index
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>"""


class Form:
    """One opcode at one rank: the kernel that issues it and the PTX it becomes."""

    def __init__(self, opcode: str, rank: int, element: str = "i32", version: str = "8.0") -> None:
        self.opcode = opcode
        self.rank = rank
        self.element = element
        self.version = version
        self.policy = opcode.endswith(HINT)
        self.multicast = ".multicast::cluster" in opcode
        self.loads = ".mbarrier" in opcode
        self.prefetches = "prefetch" in opcode
        self.reduces = ".reduce." in opcode

    def spelled(self) -> str:
        """The opcode as PTX text has it: LLVM writes out the `.tile` that PTX implies."""
        if ".tile" in self.opcode:
            return self.opcode
        anchor = ".mbarrier" if self.loads else ".bulk_group"
        if self.prefetches:
            return self.opcode.replace(".L2.global", ".L2.global.tile")
        return self.opcode.replace(anchor, ".tile" + anchor)

    def checks(self, name: str) -> list[str]:
        """FileCheck lines. The kernel's parameters: map, coordinates, mask, policy."""
        lines = [f"// CHECK-LABEL: .entry {name}("]
        lines.append(f"// CHECK-DAG: mov.b64 [[ADDRESS:%rd[0-9]+]], {name}_param_0;")
        lines.append("// CHECK-DAG: cvta.param.u64 [[MAP:%rd[0-9]+]], [[ADDRESS]];")
        for i in range(self.rank):
            lines.append(f"// CHECK-DAG: ld.param.b32 [[X{i}:%r[0-9]+]], [{name}_param_{i + 1}];")
        if self.multicast:
            parameter = self.rank + 1
            lines.append(f"// CHECK-DAG: ld.param.b16 [[M:%rs[0-9]+]], [{name}_param_{parameter}];")
        if self.policy:
            parameter = self.rank + 2
            lines.append(f"// CHECK-DAG: ld.param.b64 [[P:%rd[0-9]+]], [{name}_param_{parameter}];")
        inner_first = ", ".join(f"[[X{i}]]" for i in reversed(range(self.rank)))
        # FileCheck takes "[[" and "{{" for its own.
        source = "{{\\[}}[[MAP]], {{[{]}}" + inner_first + "}]"
        shared = f"[{name}_shared]"
        if self.reduces:
            lines.append(f"// CHECK-DAG: mov.b32 [[TILE:%r[0-9]+]], {name}_shared;")
            shared = "{{\\[}}[[TILE]]]"
        if self.loads:
            bar = f"[{name}_shared+{self.bytes()}]"
            operands = [shared, source, bar]
        elif self.prefetches:
            operands = [source]
        else:
            operands = [source, shared]
        operands += ["[[M]]"] if self.multicast else []
        operands += ["[[P]]"] if self.policy else []
        lines.append(f"// CHECK: {self.spelled()} {', '.join(operands)};")
        return lines

    def bytes(self) -> int:
        """Of the box, rounded up to where the barrier behind it starts."""
        size = {"f64": 8, "i64": 8, "f16": 2, "bf16": 2}.get(self.element, 4)
        for extent in EXTENTS[-self.rank :]:
            size *= extent
        return size

    def kernel(self, name: str) -> str:
        box = "x".join(str(extent) for extent in EXTENTS[-self.rank :])
        map_type = f"!tile.tensor_map<{box}x{self.element}>"
        shared = f"memref<{box}x{self.element}, #tile.shared>"
        names = [f"%x{i}" for i in range(self.rank)]
        coords = ", ".join(names)
        arguments = ", ".join(f"{x}: i32" for x in names)
        cluster = " cluster [2]" if self.multicast else ""
        lines = [f"// PTX {self.version}", *self.checks(name)]
        lines.append(
            f"tile.kernel @{name}(%map: {map_type}, {arguments}, %mask: i16, %policy: i64)"
            f" block [32]{cluster} {{"
        )
        if not self.prefetches:
            lines.append(f"  %tile = tile.alloc_shared : {shared}")
        if self.loads:
            lines.append(BARRIER)
            tiles, types = "%tile, %map", f"{shared}, {map_type}"
        elif self.prefetches:
            tiles, types = "%map", map_type
        else:
            tiles, types = "%map, %tile", f"{map_type}, {shared}"
        clauses = f"coords [{coords} : i32]"
        clauses += " mbar %bar" if self.loads else ""
        clauses += " cta_mask %mask" if self.multicast else ""
        clauses += " cache_policy %policy" if self.policy else ""
        lines.append(f'  tile.apply "{self.opcode}" ({tiles}) {clauses} : {types}')
        return "\n".join([*lines, "}"])


def forms() -> list[Form]:
    found = []
    for rank in range(1, 6):
        for tile in (".tile", ""):
            for hint in ("", HINT):
                tensor = f"bulk.tensor.{rank}d"
                for space, version in (("cta", "8.6"), ("cluster", "8.0")):
                    load = f"cp.async.{tensor}.shared::{space}.global{tile}"
                    load += ".mbarrier::complete_tx::bytes"
                    found.append(Form(load + hint, rank, version=version))
                found.append(Form(load + ".multicast::cluster" + hint, rank))
                store = f"cp.async.{tensor}.global.shared::cta{tile}.bulk_group{hint}"
                found.append(Form(store, rank))
                prefetch = f"cp.async.bulk.prefetch.tensor.{rank}d.L2.global{tile}{hint}"
                found.append(Form(prefetch, rank))
                for operator in OPERATORS:
                    reduce = f"cp.reduce.async.{tensor}.global.shared::cta.{operator}{tile}"
                    element = "ui32" if operator in ("inc", "dec") else "i32"
                    found.append(Form(f"{reduce}.bulk_group{hint}", rank, element))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rank", type=int, help="only the opcodes of this rank")
    parser.add_argument("--distinct", action="store_true", help="one opcode for each instruction")
    options = parser.parse_args()
    chosen = [form for form in forms() if options.rank in (None, form.rank)]
    if options.distinct:
        chosen = [form for form in chosen if form.opcode == form.spelled()]
    print("\n\n".join(form.kernel(f"k{i}") for i, form in enumerate(chosen)))


if __name__ == "__main__":
    main()
