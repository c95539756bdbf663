# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""docs/instructions.md: the opcodes of tile.apply, family by family."""

import re
from concurrent.futures import ThreadPoolExecutor

from .clauses import classify
from .tools import NOTE, ROOT, Problem, Tools

HEAD = """\
# Instructions of tile.apply

`tile.apply "OPCODE"` takes the opcodes of the copy engine, in PTX's spelling and order. A
family below has one attribute, one grammar and one core op, which `tile-resolve-apply`
makes of the apply. In a grammar `{a,b}` stands for one of several tokens and `{.token}`
for one that may be left out. Clauses are described at
[`tile.apply`](reference/tile.md); each example is a test, and its PTX is what `tileryc`
writes for sm_90a.

The tables of versions come from what ptxas accepts (`utils/probe-ptx`): the first PTX
version that has a form on a target, an empty cell where no version has it, and an
asterisk where ptxas advises against it. The lowest version that works is taken unless
`--ptx` asks for another.
"""
# The forms of the target table that a family's opcodes are.
FORMS = {
    "tma_load": [
        "TensorLoadCluster",
        "TensorLoadCta",
        "TensorLoadCacheHint",
        "TensorLoadMulticast",
    ],
    "tma_store": ["TensorStore", "TensorStoreCacheHint"],
    "tma_reduce": ["TensorReduce"],
    "tma_prefetch": ["TensorPrefetch"],
    "prefetch_map": ["PrefetchTensorMap"],
    "bulk_load": ["BulkLoadCluster", "BulkLoadCta", "BulkLoadMulticast"],
    "bulk_store": ["BulkStore"],
    "bulk_copy": ["BulkCopyToCluster"],
    "bulk_reduce": ["BulkReduce"],
    "bulk_reduce_shared": ["BulkReduceCluster"],
    "bulk_prefetch": ["BulkPrefetch"],
}
# What ops have under the form of a spelling that comes with the same versions.
UNDER_OTHERS = {"BulkWaitGroupRead", "FenceProxyAsyncShared", "FenceProxyAsyncGlobal"}
# Tokens that ask for a clause.
TOKENS = {"cta_mask": "multicast::cluster", "cache_policy": "L2::cache_hint"}
# Opcodes, and tokens of opcodes, in the comments of the forms.
CODE = r"(?<![\w:])(\.[a-z]\w*(::\w+)*|(cp|prefetch|tensormap|mbarrier|fence|barrier|elect|st|red)\.[\w.:]*\w)"
EXAMPLES = ROOT / "test" / "Docs" / "instructions"


def describe(tools: Tools) -> dict[str, tuple[str, str]]:
    """Summary and description of each instruction attribute."""
    page = tools.doc("tilery/Dialect/Tile/IR/TileOps.td", "-gen-attrdef-doc")
    found = {}
    for section in re.split(r"^### ", page, flags=re.M)[1:]:
        name = section.split("Attr\n", 1)[0]
        snake = re.sub(r"(?<!^)([A-Z])", r"_\1", name).lower()
        parts = re.match(r".*?\n+_(.*?)_\n(.*?)(?=\n#### |\Z)", section, re.S)
        if parts and snake in FORMS:
            found[snake] = (parts[1], re.sub(r"(?s)\nSyntax:.*?```\n", "\n", parts[2]).strip())
    return found


def read_examples(families: list[str]) -> dict[str, list[tuple[str, str]]]:
    """The examples of each family: file name and text."""
    names = sorted(families, key=len, reverse=True)
    found: dict[str, list[tuple[str, str]]] = {family: [] for family in families}
    for file in sorted(EXAMPLES.glob("*.mlir")):
        family = next((name for name in names if file.stem.startswith(name)), None)
        if not family:
            raise Problem(f"{file.name}: no family of that name")
        lines = file.read_text().splitlines(keepends=True)
        text = "".join(line for line in lines if not re.match(r"// (RUN|CHECK)", line))
        found[family].append((file.name, text.strip() + "\n"))
    return found


def ptx_names() -> dict[str, str]:
    """What each form is in PTX, from the comments of the enumeration."""
    header = (ROOT / "include/tilery/TensorMap/Forms.h").read_text()
    names, base = {}, ""
    for form, comment in re.findall(r"^  (\w+), *///< (.*)$", header, re.M):
        if " " not in comment and not comment.startswith("."):
            base = comment
        for short in ("the same with ", "its field "):
            comment = comment.replace(short, f"{base} with ")
        comment = comment.replace("on it", f"on {base}")
        names[form] = re.sub(CODE, r"`\g<0>`", comment)
    return names


def versions(tools: Tools, forms: list[str]) -> str:
    targets = [target["name"] for target in tools.catalogue["targets"]]
    rows = {form["form"]: form for form in tools.catalogue["forms"]}
    names = ptx_names()
    text = f"| form | PTX | {' | '.join(targets)} |\n| --- | --- |{' --- |' * len(targets)}\n"
    for form in forms:
        if form not in rows:
            raise Problem(f"the target table has no form {form}")
        advised = rows[form]["advised_against"]
        cells = [
            rows[form]["ptx"].get(target, "") + ("*" if target in advised else "")
            for target in targets
        ]
        text += f"| {form} | {names[form]} | {' | '.join(cells)} |\n"
    return text


def core_op(tools: Tools, text: str) -> str:
    """Of the first apply of an example."""
    resolved = tools.run([tools.opt, "--tile-resolve-apply", "-"], text).stdout
    ops = re.findall(r"\btile\.(?:tma|bulk)\.\w+", resolved)
    if not ops:
        raise Problem(f"expected a core op, got none of:\n{text}")
    return ops[0]


def instruction_lines(tools: Tools, text: str) -> str:
    ptx = tools.run([tools.tileryc, "-", "-o", "-"], text).stdout
    lines = re.findall(r"^\s*(?:@%p\d+ )?((?:cp\.|prefetch\.).*)$", ptx, re.M)
    lines = [line for line in lines if "_group" not in line or "bulk_group" in line]
    lines = [line for line in lines if not re.match(r"cp\.async\.bulk\.(commit|wait)_", line)]
    return "".join(re.sub(r"\s+", " ", line) + "\n" for line in lines)


def clause_table(clauses: dict[str, str], opcodes: list[str]) -> str:
    """One line: what has to be there, what may be there."""
    required = [name for name, need in clauses.items() if need == "required"]
    allowed = [name for name, need in clauses.items() if need == "allowed"]
    for clause, token in TOKENS.items():
        if clause not in clauses and any(f".{token}" in opcode for opcode in opcodes):
            required.append(f"{clause}` with `.{token}")
    lines = ""
    if required:
        lines += f"Required clauses: {', '.join(f'`{name}`' for name in required)}.\n"
    if allowed:
        lines += f"Optional clauses: {', '.join(f'`{name}`' for name in allowed)}.\n"
    return lines


def family_page(
    tools: Tools,
    family: str,
    texts: tuple[str, str],
    examples: list[tuple[str, str]],
    clauses: dict[str, str],
) -> str:
    attribute = f"tile.{family}"
    opcodes = [
        entry["opcode"] for entry in tools.catalogue["opcodes"] if entry["attribute"] == attribute
    ]
    summary, description = texts
    text = f"\n## {summary[0].upper()}{summary[1:]}\n\n{description}\n\n"
    text += f"Attribute `#{attribute}`, {len(opcodes)} "
    text += "opcode" if len(opcodes) == 1 else "opcodes"
    text += f"; core op [`{core_op(tools, examples[0][1])}`](reference/tile.md).\n"
    text += clause_table(clauses, opcodes) + "\n" + versions(tools, FORMS[family])
    for name, example in examples:
        text += f"\nExample ([`{name}`](../test/Docs/instructions/{name})):\n\n"
        text += f"```mlir\n{example}```\n\n```ptx\n{instruction_lines(tools, example)}```\n"
    return text


def other_forms(tools: Tools) -> str:
    """The forms that ops of their own have, and those that none has."""
    sources = "".join(
        file.read_text()
        for folder in ("include/tilery/Dialect/Tile/IR", "lib/Dialect/Tile/IR")
        for file in sorted((ROOT / folder).iterdir())
        if file.suffix in (".td", ".cpp")
    )
    words = set(re.findall(r"\w+", sources)) | UNDER_OTHERS
    covered = {form for forms in FORMS.values() for form in forms}
    rest = [form["form"] for form in tools.catalogue["forms"] if form["form"] not in covered]
    return (
        "\n## Forms of other ops\n\nBarriers, order and clusters have "
        "[ops of their own](reference/tile.md).\n\n"
        + versions(tools, [form for form in rest if form in words])
        + "\n## Not implemented\n\nForms that the target table has and no op has, or that "
        "are never legal.\n\n" + versions(tools, [form for form in rest if form not in words])
    )


def pages(tools: Tools) -> dict[str, str]:
    families = list(
        dict.fromkeys(
            entry["attribute"].removeprefix("tile.") for entry in tools.catalogue["opcodes"]
        )
    )
    if set(families) != set(FORMS):
        raise Problem(
            "utils/lib/docs/instructions.py: expected the forms of the families "
            f"{', '.join(families)}, got those of {', '.join(FORMS)}"
        )
    texts = describe(tools)
    examples = read_examples(families)
    for family in families:
        if not examples[family] or family not in texts:
            raise Problem(f"{family}: expected an example in test/Docs/instructions and a summary")
    clauses = classify(tools, {family: examples[family][0][1] for family in families})
    text = NOTE + HEAD
    with ThreadPoolExecutor() as pool:
        sections = pool.map(
            lambda family: family_page(
                tools, family, texts[family], examples[family], clauses[family]
            ),
            families,
        )
        text += "".join(sections)
    return {"instructions.md": text + other_forms(tools)}
