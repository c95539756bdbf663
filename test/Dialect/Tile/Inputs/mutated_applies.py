# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Mutations of tile.apply that may be wrong in any way, but crash nothing.

Takes the kernels of a file, as text and in the generic form, and changes one to three
tokens of each copy: numbers, types, operands, whole words and clauses. tilery-opt reads
all of them in one run, through the passes that resolve and place them, and has to end by
itself, with an error for what is wrong and nothing but errors of its own.
"""

import argparse
import random
import re
import subprocess
import sys
from pathlib import Path

NUMBERS = [
    "0",
    "1",
    "-1",
    "2",
    "3",
    "8",
    "16",
    "64",
    "255",
    "256",
    "257",
    "65536",
    "-65536",
    "2147483647",
    "2147483648",
    "-2147483648",
    "4294967296",
    "4611686018427387904",
    "9223372036854775807",
    "-9223372036854775808",
]
TYPES = [
    "i1",
    "i4",
    "i8",
    "ui32",
    "index",
    "i128",
    "f16",
    "f64",
    "f8E4M3FN",
    "f8E5M2",
    "complex<f32>",
    "!tile.mbarrier",
]
WORDS = [
    "none",
    "nan",
    "zero",
    "16B",
    "32B",
    "64B",
    "128B",
    "tf32",
    "u32",
    "u8",
    "evict_first",
    "evict_last",
    "%c0",
    "%bar",
    "%in",
    "%tile",
    "box",
    "coords",
    "coord_steps",
    "mbar",
    "cta_mask",
    "cache_policy",
    "bytes",
    "if",
    "element_strides",
    "interleave",
    "format",
    "swizzle",
    "l2_promotion",
    "oob_fill",
    "allow_edge_spill",
    "array<i64>",
    "unit",
    "[]",
    "?",
    "strided<[1]>",
]
TOKEN = re.compile(r"(-?\b\d+\b|[%!#]?[A-Za-z_][\w.:]*|[\[\](){}<>,=])")
PASSES = "tile-resolve-apply,canonicalize,cse,tile-plan-shared-memory"


def mutate(text: str, rng: random.Random) -> str:
    pieces = TOKEN.split(text)
    # Odd entries are tokens; the kernel's own line stays as it is.
    body = [i for i in range(1, len(pieces), 2) if i > pieces.index("{")]
    numbers = [i for i in body if pieces[i].lstrip("-").isdigit()]
    values = [i for i in body if pieces[i].startswith("%")]
    types = [i for i in body if re.fullmatch(r"[su]?i\d+|b?f\d+|index", pieces[i])]
    for _ in range(rng.choice([1, 1, 2, 3])):
        kind = rng.randrange(10)
        if kind < 5 and numbers:
            pieces[rng.choice(numbers)] = rng.choice(NUMBERS)
        elif kind < 7 and values:
            pieces[rng.choice(values)] = pieces[rng.choice(values)]
        elif kind < 8 and types:
            pieces[rng.choice(types)] = rng.choice(TYPES)
        else:
            at = rng.choice(body)
            pieces[at] = rng.choice(["", pieces[at] * 2, rng.choice(WORDS)])
    return "".join(pieces)


def kernels(text: str) -> list[str]:
    """Each kernel alone, with the aliases of types that stand before the first."""
    aliases = "\n".join(re.findall(r"^!\w+ = .*$", text, re.M))
    found = re.findall(r'^ *(?:tile\.kernel @|"tile\.kernel"\().*?^ *\}.*?$', text, re.M | re.S)
    return [f"{aliases}\n{kernel}" for kernel in found]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("source", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=500, help="mutations of each form")
    options = parser.parse_args()
    generic = ["tilery-opt", str(options.source), "--mlir-print-op-generic"]
    printed = subprocess.run(generic, capture_output=True, text=True, check=True).stdout
    rng = random.Random(options.seed)
    for form, text in (("text", options.source.read_text()), ("generic", printed)):
        sources = kernels(re.sub(r"^ *//.*\n", "", text, flags=re.M))
        mutations = [mutate(rng.choice(sources), rng) for _ in range(options.count)]
        options.output.write_text("\n// -----\n".join(mutations))
        for passes in ("", PASSES):
            command = ["tilery-opt", str(options.output), "-split-input-file", "-o", "/dev/null"]
            if passes:
                command.append(f"-pass-pipeline=builtin.module(tile.kernel({passes}))")
            run = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
            errors = run.stderr.count(": error: ")
            many = "many" if errors > options.count // 4 else "few"
            print(f"{form}: {len(sources)} kernels, exit status {run.returncode}, {many} errors")
    return 0


if __name__ == "__main__":
    sys.exit(main())
