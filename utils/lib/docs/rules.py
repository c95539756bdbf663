# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""docs/tensor-map-rules.md: the rule table, each rule with a map that violates it."""

from concurrent.futures import ThreadPoolExecutor

from .tools import NOTE, Problem, Tools

HEAD = """\
# The rules of TensorMaps

A TensorMap is what the copy engine knows of a tensor: base, extents, strides, box and
options. `cuTensorMapEncodeTiled` makes one, and refuses most of what is wrong with one
number. Tilery judges the same arguments by the rules below, all at once, with names and
values: the compiler as far as they are known, the launcher before it encodes. What is
decided *at compile time* depends on the options of the map alone; what is decided *at
launch* depends on the operand, and at compile time as far as its shape, strides and
address are static.

Each rule has a map that violates it, as `tileryc --explain-map` takes it, and what it
says. The table itself is `include/tilery/TensorMap/Rules.h`.
"""

# A map that violates the rule, and as few others as can be.
EXAMPLES = {
    "TM01": "dtype=f16 dims=2x2x2x2x2x16 box=1x1x1x1x1x16",
    "TM04": "dtype=16u4_align8b dims=64x128 box=8x128",
    "TM05": "dtype=f16 dims=4294967297x16 box=64x16",
    "TM06": "dtype=16u4_align16b dims=200 box=128 target=sm_100a",
    "TM07": "dtype=f16 dims=64x64 box=64x64 base=0x7f0000000008",
    "TM08": "dtype=f16 dims=64x64 box=64x64 base=0",
    "TM09": "dtype=f16 dims=64x64 box=64x64 base=0x200000000000000",
    "TM10": "dtype=f16 dims=64x64 strides=256x4 box=64x64",
    "TM11": "dtype=f16 dims=64x1001 box=64x64",
    "TM12": "dtype=f16 dims=64x64 strides=-128x2 box=64x64",
    "TM13": "dtype=f16 dims=1024x64 box=257x64",
    "TM14": "dtype=f16 dims=64x64 box=64x7",
    "TM15": "dtype=16u4_align16b dims=64x256 box=8x64 target=sm_100a",
    "TM16": "dtype=f16 dims=64x128 box=64x128 swizzle=128B",
    "TM17": "dtype=f16 dims=64x64 box=64x64 element_strides=9x1",
    "TM19": "dtype=f16 dims=64x64 box=64x64 interleave=16B",
    "TM20": "dtype=f16 dims=8x64x16 box=1x64x16 interleave=32B swizzle=64B",
    "TM22": "dtype=f16 dims=64x64 box=64x64 swizzle=128B_atom_32B",
    "TM23": "dtype=16u6_align16b dims=8x64x128 box=1x8x128 interleave=16B target=sm_100a",
    "TM26": "dtype=i32 dims=64x64 box=64x32 fill=nan",
    "TM27": "dtype=f32 dims=512x512 box=256x256",
    "TM28": "dtype=f32 dims=64x250 strides=1008x4 box=64x32 direction=store",
    "TM29": "dtype=f16 dims=32x64 box=64x64",
    "TM30": "dtype=f16 dims=64x64 strides=0x2 box=64x64",
    "TM31": "dtype=f16 dims=64x64 strides=64x2 box=64x64",
    "TM32": "dtype=f16 dims=4294967296x64 strides=1099511627760x2 box=1x64 base=0x7f0000000000",
    "TM33": "dtype=f16 dims=64x64 strides=64x2 box=64x64 direction=store",
    "TM34": "dtype=f16 dims=4294967296x64 box=1x64 direction=load",
    "TM35": "dtype=f16 dims=512x512x512 box=16x64x128 interleave=16B",
}
# Codes of enumerations, and devices, that a text cannot name: they come from
# programs that fill a TensorMapParams.
NOT_IN_TEXT = {"TM02", "TM03", "TM18", "TM21", "TM24", "TM25"}


def message(tools: Tools, rule: dict) -> str:
    spec = EXAMPLES[rule["id"]]
    answer = tools.run([tools.tileryc, "--explain-map", spec]).stdout
    for line in answer.splitlines():
        if line.startswith(("error: ", "warning: ")) and f"({rule['id']})" in line:
            return f"```text\n$ tileryc --explain-map '{spec}'\n{line}\n```\n"
    raise Problem(f"{rule['id']}: the example '{spec}' does not violate it")


def pages(tools: Tools) -> dict[str, str]:
    rules = tools.catalogue["rules"]
    unknown = set(EXAMPLES) | NOT_IN_TEXT
    for rule in rules:
        if rule["id"] not in unknown:
            raise Problem(f"{rule['id']}: give it an example in utils/lib/docs/rules.py")
        unknown.remove(rule["id"])
    if unknown:
        raise Problem(f"no rules of these numbers: {', '.join(sorted(unknown))}")
    with ThreadPoolExecutor() as pool:
        shown = [rule for rule in rules if rule["id"] in EXAMPLES]
        answers = pool.map(lambda rule: message(tools, rule), shown)
        messages = dict(zip((rule["id"] for rule in shown), answers, strict=True))
    text = HEAD
    for rule in rules:
        kind = "" if rule["kind"] == "error" else ", a warning"
        when = {"compile": "at compile time", "launch": "at launch"}[rule["decided"]]
        text += f"\n## {rule['id']} {rule['name']}\n\n"
        text += f"{rule['statement'][0].upper()}{rule['statement'][1:]}. "
        text += f"Decided {when}{kind}.\n\n"
        if rule["id"] in EXAMPLES:
            text += messages[rule["id"]]
        else:
            text += f"Message: {rule['message']}. Cure: {rule['cure']}.\n"
            text += "No text can name such a map; parameters in a program can.\n"
    return {"tensor-map-rules.md": NOTE + text}
