# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Files that no tool may crash, hang or keep silent on.

usage: hostile_input.py EXAMPLE FOLDER TOOL...

Runs each TOOL on each file: damaged bytecode of EXAMPLE, mutations of its text,
and the inputs below. A run has to end by itself with exit status 0 or 1, and
with 1 it has to say `error:` in at most `MAX_TEXT` bytes.
"""

import itertools
import random
import subprocess
import sys
from pathlib import Path

SECONDS = 60
MAX_TEXT = 100_000
NUMBERS = ["0", "-1", "2147483648", "9223372036854775808", "18446744073709551616", "1e400", "?"]
TYPES = ["i1", "i4", "index", "none", "f128", "vector<4xf32>", "memref<*xf32>", "!llvm.ptr"]


def pairs(sigil: str, pair: str, first: str) -> str:
    """40 aliases, each of two of the one before."""
    lines = [f"{sigil}a0 = {first}"]
    lines += [f"{sigil}a{i + 1} = " + pair.format(f"{sigil}a{i}") for i in range(40)]
    return "\n".join(lines) + "\n"


def chain(sigil: str, link: str, first: str) -> str:
    lines = [f"{sigil}a0 = {first}"]
    lines += [f"{sigil}a{i + 1} = " + link.format(f"{sigil}a{i}") for i in range(30000)]
    return "\n".join(lines) + f"\nmodule attributes {{x.y = {sigil}a30000}} {{}}"


LEAST = "(0 - 9223372036854775807 - 1)"
TEXTS = {
    "array of index": "module attributes {x.y = array<index: 1>} {}",
    "array of an alias": "!i = index\nmodule attributes {x.y = array<!i: 1>} {}",
    "array behind a comment": "module attributes {x.y = array // <\n <index: 1>} {}",
    "affine overflow": f"#m = affine_map<(i) -> ((i * {LEAST}) floordiv (0 - 1))>",
    "long number": "module attributes {x.y = " + "9" * 1_000_000 + " : i64} {}",
    "long fraction": "module attributes {x.y = 1." + "9" * 1_000_000 + " : f64} {}",
    "long name": "tile." + "k" * 1_000_000,
    "many dimensions": "!a = memref<" + "1x" * 100_000 + "f32>\nmodule {}",
    "many scalable dimensions": "!a = vector<" + "[1]x" * 100_000 + "f32>\nmodule {}",
    "pairs of types": pairs("!", "tuple<{0}, {0}>", "i32")
    + "tile.kernel @k(%a: !a40) block [32] {}",
    "pairs of attributes": pairs("#", "[{0}, {0}]", "1")
    + '"tile.kernel"() <{block = #a40}> ({}) : () -> ()',
    "pairs of locations": pairs("#", "loc(callsite({0} at {0}))", 'loc("a":1:1)')
    + "module {} loc(#a40)",
    "chain of attributes": chain("#", "[{0}]", "1"),
    "chain of types": chain("!", "tuple<{0}>", "i32"),
    "resource": 'module {}\n{-# dialect_resources: { builtin: { a: "0x00000000'
    + "00" * 64
    + '" } } #-}',
    "one long line": "x " * 1_000_000,
    "long line and tab": "\t" + '"' * 1_000_000,
    "call sites without a place": "module {} loc("
    + "callsite(unknown at " * 200
    + "unknown"
    + ")" * 201,
    "empty lines": "\n" * 1_000_000,
    "many buffers": "tile.kernel @k() block [32] {"
    + "\n".join(f"%b{i} = tile.alloc_shared : memref<64xf32, #tile.shared>" for i in range(5000))
    + "}",
}


def damaged(data: bytes, count: int) -> dict[str, bytes]:
    files = {}
    for seed in range(count):
        rng = random.Random(seed)
        copy = bytearray(data)
        if seed % 5 == 0:
            del copy[rng.randrange(len(copy)) :]
        else:
            for _ in range(rng.choice([1, 1, 2, 8])):
                copy[rng.randrange(len(copy))] = rng.choice([0, 1, 127, 255, rng.randrange(256)])
        files[f"damaged {seed}"] = bytes(copy)
    return files


def mutated(text: str, count: int) -> dict[str, bytes]:
    files = {}
    for seed in range(count):
        rng = random.Random(seed)
        words = text.split(" ")
        at = rng.randrange(len(words))
        kind = seed % 4
        if kind == 0:
            del words[at]
        elif kind == 1:
            numbers = [i for i, word in enumerate(words) if word.strip("[](),").isdigit()]
            words[rng.choice(numbers)] = rng.choice(NUMBERS)
        elif kind == 2:
            words[at] = rng.choice(TYPES)
        else:
            words.insert(at, words[rng.randrange(len(words))])
        files[f"mutated {seed}"] = " ".join(words).encode()
    return files


def check(command: list[str]) -> str:
    """What is wrong with a run, or nothing."""
    try:
        run = subprocess.run(command, capture_output=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return f"no end after {SECONDS} s"
    if run.returncode not in (0, 1):
        return f"exit status {run.returncode}: {run.stderr[-2000:].decode(errors='replace')}"
    if run.returncode == 1 and b"error:" not in run.stderr:
        return "no error message"
    if len(run.stderr) > MAX_TEXT:
        return f"{len(run.stderr)} bytes of messages"
    return ""


def main() -> int:
    example, folder, *tools = sys.argv[1:]
    text = Path(example).read_text()
    convert = ["tilery-opt", example, "--emit-bytecode", "--mlir-print-debuginfo", "-o", "-"]
    bytecode = subprocess.run(convert, capture_output=True, check=True).stdout
    files = {name: content.encode() for name, content in TEXTS.items()}
    files |= damaged(bytecode, 60) | mutated(text, 60)

    path = Path(folder)
    path.mkdir(parents=True, exist_ok=True)
    failures = 0
    for (name, content), tool in itertools.product(files.items(), tools):
        file = path / "input"
        file.write_bytes(content)
        options = {"tileryc": ["-o", "/dev/null"], "tilery-run": ["--device=record"]}
        wrong = check([tool, str(file), *options[tool]])
        if wrong:
            failures += 1
            print(f"{tool}: {name}: {wrong}")
    print(f"{len(files)} inputs, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
