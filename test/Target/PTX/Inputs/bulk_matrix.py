# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes one kernel for each opcode of the bulk copies, and one for each legal reduction.

Each is preceded by a comment with the instruction that its PTX has to hold.
"""

COUNTED = ".mbarrier::complete_tx::bytes"
TO_GLOBAL = "cp.reduce.async.bulk.global.shared::cta.bulk_group"
TO_CLUSTER = f"cp.reduce.async.bulk.shared::cluster.shared::cta{COUNTED}"
HINT = ".L2::cache_hint"
CLUSTER = ", #tile.shared_cluster>"

# PTX ISA, cp.reduce.async.bulk: the types of each operator, into global memory and
# into the cluster's shared memory.
GLOBAL_REDUCTIONS = {
    "add": ["u32", "s32", "u64", "f32", "f64"],
    "add.noftz": ["f16", "bf16"],
    "min": ["u32", "s32", "u64", "s64", "f16", "bf16"],
    "max": ["u32", "s32", "u64", "s64", "f16", "bf16"],
    "inc": ["u32"],
    "dec": ["u32"],
    "and": ["b32", "b64"],
    "or": ["b32", "b64"],
    "xor": ["b32", "b64"],
}
CLUSTER_REDUCTIONS = {
    "add": ["u32", "s32", "u64"],
    "min": ["u32", "s32"],
    "max": ["u32", "s32"],
    "inc": ["u32"],
    "dec": ["u32"],
    "and": ["b32"],
    "or": ["b32"],
    "xor": ["b32"],
}


class Writer:
    """Collects kernels that issue one instruction each."""

    def __init__(self) -> None:
        self.kernels: list[str] = []

    def add(self, opcode: str, tiles: str, clauses: str, element: str = "f32") -> None:
        spaces = {
            "%global": f"memref<64x{element}>",
            "%mine": f"memref<64x{element}, #tile.shared>",
            "%theirs": f"memref<64x{element}, #tile.shared_cluster>",
        }
        types = ", ".join(spaces[tile] for tile in tiles.split(", "))
        name = f"k{len(self.kernels)}"
        self.kernels.append(
            f"""// CHECK-LABEL: .entry {name}(
// CHECK: {opcode} [
tile.kernel @{name}({"%global"}: {spaces["%global"]}, %n: i32) block [32] cluster [2] {{
  %c0 = arith.constant 0 : index
  %mine = tile.alloc_shared : {spaces["%mine"]}
  %full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %bar = tile.mbarrier.ref %full[%c0] : memref<1x!tile.mbarrier, #tile.shared>
  %theirs = tile.mapa %mine, 1 : {spaces["%mine"]}
  %their_bar = tile.mapa %bar, 1 : !tile.mbarrier_ref
  tile.apply "{opcode}" ({tiles}) {clauses} : {types}
}}"""
        )


def element_of(ptx_type: str) -> str:
    return ptx_type if "f" in ptx_type else f"i{ptx_type[1:]}"


def write_copies(out: Writer) -> None:
    for hint in ("", HINT):
        policy = "cache_policy (evict_first)" if hint else ""
        for space in ("shared::cta", "shared::cluster"):
            load = f"cp.async.bulk.{space}.global{COUNTED}"
            out.add(load + hint, "%mine, %global", f"mbar %bar {policy}")
        out.add(
            f"cp.async.bulk.shared::cluster.global{COUNTED}.multicast::cluster{hint}",
            "%mine, %global",
            f"mbar %bar cta_mask 3 {policy} bytes %n",
        )
        store = f"cp.async.bulk.global.shared::cta.bulk_group{hint}"
        out.add(store, "%global, %mine", policy)
        out.add(f"cp.async.bulk.prefetch.L2.global{hint}", "%global", policy)
    copy = f"cp.async.bulk.shared::cluster.shared::cta{COUNTED}"
    out.add(copy, "%theirs, %mine", "mbar %their_bar <shared_cluster>")


def write_reductions(out: Writer) -> None:
    for operator, types in GLOBAL_REDUCTIONS.items():
        for ptx_type in types:
            for hint in ("", HINT):
                out.add(
                    f"{TO_GLOBAL}{hint}.{operator}.{ptx_type}",
                    "%global, %mine",
                    "cache_policy (evict_last)" if hint else "",
                    element_of(ptx_type),
                )
    for operator, types in CLUSTER_REDUCTIONS.items():
        for ptx_type in types:
            out.add(
                f"{TO_CLUSTER}.{operator}.{ptx_type}",
                "%theirs, %mine",
                "mbar %their_bar <shared_cluster>",
                element_of(ptx_type),
            )


def main() -> None:
    out = Writer()
    write_copies(out)
    write_reductions(out)
    print("\n\n".join(out.kernels))


if __name__ == "__main__":
    main()
