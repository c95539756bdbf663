# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which clauses a tile.apply takes, as tilery-opt says it."""

import re

from .tools import Problem, Tools

# In the order in which they are written, each with a value to try.
SAMPLES = {
    "box": "box [16]",
    "coords": "coords [0]",
    "coord_steps": "coord_steps [[0, 16]]",
    "mbar": "mbar %probe_bar",
    "cta_mask": "cta_mask 1",
    "cache_policy": "cache_policy(evict_first)",
    "bytes": "bytes 16",
    "if": "if %probe_pred",
    "element_strides": "element_strides [1, 1]",
    "interleave": "interleave(16B)",
    "format": "format(f32_ftz)",
    "swizzle": "swizzle(128B)",
    "l2_promotion": "l2_promotion(128B)",
    "oob_fill": "oob_fill(zero)",
    "allow_edge_spill": "allow_edge_spill",
}
APPLY = re.compile(
    r'^ *tile\.apply "(?P<opcode>[^"]+)"\s*\((?P<operands>[^)]*)\)'
    r"(?P<clauses>.*?)\s:\s(?P<types>(?:!tile|memref)[^\n]*)\n",
    re.M | re.S,
)
# Values for the samples, at the start of the kernel.
PROBES = """  %probe_c0 = arith.constant 0 : index
  %probe_pred = arith.constant true
  %probe_full = tile.alloc_shared : memref<1x!tile.mbarrier, #tile.shared>
  %probe_bar = tile.mbarrier.ref %probe_full[%probe_c0] : memref<1x!tile.mbarrier, #tile.shared>
"""


def split(text: str) -> dict[str, str]:
    """The clauses of an apply, by name."""
    names = "|".join(SAMPLES)
    parts = re.split(rf"(?<![\w%])({names})(?=[\s(\[]|$)", text.strip())[1:]
    return {name: name + rest.rstrip() for name, rest in zip(parts[::2], parts[1::2], strict=True)}


def variant(example: str, found: re.Match, name: str) -> str:
    """The example with the clause taken out or put in."""
    clauses = split(found["clauses"])
    if clauses.pop(name, None) is None:
        clauses[name] = SAMPLES[name]
    ordered = " ".join(clauses[known] for known in SAMPLES if known in clauses)
    apply = f'tile.apply "{found["opcode"]}" ({found["operands"]}) {ordered} : {found["types"]}\n'
    text = example[: found.start()] + apply + example[found.end() :]
    return re.sub(r"(^tile\.kernel .*\{\n)", rf"\1{PROBES}", text, count=1, flags=re.M)


def classify(tools: Tools, examples: dict[str, str]) -> dict[str, dict[str, str]]:
    """For each example, the clauses of its apply: 'required' or 'allowed'."""
    chunks, keys = [], []
    for family, example in examples.items():
        found = APPLY.search(example)
        if not found:
            raise Problem(f"the example of {family} has no tile.apply")
        for name in SAMPLES:
            chunks.append(variant(example, found, name))
            keys.append((family, name, name in split(found["clauses"])))
    answer = tools.run(
        [tools.opt, "--split-input-file", "-", "-o", "/dev/null"],
        "\n// -----\n".join(chunks),
        ok=False,
    )
    # Lines of the whole input, counted through all parts.
    starts, line = [], 1
    for chunk in chunks:
        starts.append(line)
        line += chunk.count("\n") + 2
    errors: dict[int, str] = {}
    for found in re.finditer(r":(\d+):\d+: error: (.*)", answer.stderr):
        chunk = max(i for i, start in enumerate(starts) if start <= int(found[1]))
        errors.setdefault(chunk, found[2])
    result: dict[str, dict[str, str]] = {family: {} for family in examples}
    for index, (family, name, is_there) in enumerate(keys):
        error = errors.get(index, "")
        if is_there:
            needed = f"(C5) expected '{name}', which" in error
            result[family][name] = "required" if needed else "allowed"
        elif f"(C5) expected no '{name}'" not in error:
            result[family][name] = "allowed"
    return result
