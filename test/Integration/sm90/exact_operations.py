# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Integer operations, IEEE operations and conversions, on random bits and on every pair
of special values. Their bytes are the same on every device: the results have a hash of
them. Where numpy has the operation too, it says what is right."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from elements import ELEMENTS, Element
from harness import Failure, Operand, Session, Test, load_bits
from kernels import PROLOGUE, memref, module

COUNT = 4096

Reference = Callable[..., np.ndarray]


@dataclass(frozen=True)
class Operation:
    """Tile IR of {x}, {y}, {z}, {type} and {result}, one op a line; the last is the result,
    and {n} tells the others' names apart."""

    text: str
    reference: Reference | None = None

    @property
    def name(self) -> str:
        return self.text.replace("\n", ";")


def numbers(bits: np.ndarray, element: Element) -> np.ndarray:
    if element.name == "bf16":
        return (bits.astype("u4") << 16).view("f4")
    return bits.view(element.dtype)


def special_floats(element: Element) -> list[int]:
    """Zeros, ones, the ends of the normal and denormal ranges, infinities, quiet and
    signalling NaNs with payloads; of both signs."""
    digits = {"f16": 10, "bf16": 7, "f32": 23, "f64": 52}[element.name]
    width = 8 * element.size
    infinity = ((1 << (width - 1 - digits)) - 1) << digits
    one = (infinity >> (digits + 1)) << digits
    half = 1 << (digits - 1)
    positive = [0, 1, 2, (1 << digits) - 1, 1 << digits, (1 << digits) + 1]
    positive += [one - 1, one, one + 1, one + half, one + (1 << digits), infinity - 1]
    positive += [infinity, infinity + 1, infinity + 5, infinity + half, infinity + half + 3]
    positive += [infinity + (1 << digits) - 1]
    # Around the numbers whose last place is a one, and a half.
    positive += [one + (digits << digits) - 1, one + ((digits - 1) << digits) + 1]
    return positive + [bits | 1 << (width - 1) for bits in positive]


def special_integers(element: Element) -> list[int]:
    width = 8 * element.size
    top = 1 << (width - 1)
    small = [0, 1, 2, 3, 7, 10, 1 << (width // 2), top - 2, top - 1]
    return small + [(1 << width) - 1 - value for value in small]


def sample(element: Element, seed: int) -> list[np.ndarray]:
    """Three operands: all pairs of special values, then random bits, and pairs of
    random bits that differ in a few of the last places."""
    special = special_floats(element) if element.is_float else special_integers(element)
    pairs = np.array([(x, y) for x in special for y in special], dtype=element.bits)[:COUNT]
    operands = [element.random(COUNT, seed + number) for number in range(3)]
    operands[1][-512:] = operands[0][-512:] ^ element.random(512, seed + 3) % element.bits.type(16)
    for number in range(2):
        operands[number][: len(pairs)] = pairs[:, number]
    operands[2][: len(pairs)] = np.roll(pairs[:, 0], 7)
    return operands


FLOAT_PREDICATES = ("oeq", "ogt", "oge", "olt", "ole", "one", "ord")
FLOAT_PREDICATES += ("ueq", "ugt", "uge", "ult", "ule", "une", "uno")
PREDICATES = ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")


def choose(condition: str) -> Operation:
    """{x} where the condition holds, else {y}."""
    return Operation(condition + "\narith.select {last}, {x}, {y} : {type}")


FLOAT_UNARY = [
    Operation("arith.negf {x} : {type}", np.negative),
    Operation("math.absf {x} : {type}", np.abs),
    Operation("math.sqrt {x} : {type}", np.sqrt),
    Operation("math.floor {x} : {type}", np.floor),
    Operation("math.ceil {x} : {type}", np.ceil),
    Operation("math.trunc {x} : {type}", np.trunc),
    Operation("math.roundeven {x} : {type}", np.rint),
    Operation("math.round {x} : {type}"),
]
FLOAT_BINARY = [
    Operation("arith.addf {x}, {y} : {type}", np.add),
    Operation("arith.subf {x}, {y} : {type}", np.subtract),
    Operation("arith.mulf {x}, {y} : {type}", np.multiply),
    Operation("arith.divf {x}, {y} : {type}", np.divide),
    Operation("arith.minimumf {x}, {y} : {type}", np.minimum),
    Operation("arith.maximumf {x}, {y} : {type}", np.maximum),
    Operation("arith.minnumf {x}, {y} : {type}", np.fmin),
    Operation("arith.maxnumf {x}, {y} : {type}", np.fmax),
    Operation("math.copysign {x}, {y} : {type}", np.copysign),
    *(choose(f"arith.cmpf {predicate}, {{x}}, {{y}} : {{type}}") for predicate in FLOAT_PREDICATES),
]
FMA = [
    Operation("math.fma {x}, {y}, {z} : {type}"),
    Operation("arith.mulf {x}, {y} : {type}\narith.addf {last}, {z} : {type}"),
]
CLASSES = [
    choose(f"math.{name} {{x}} : {{type}}") for name in ("isfinite", "isinf", "isnan", "isnormal")
]
INTEGER = [
    Operation("arith.addi {x}, {y} : {type}", np.add),
    Operation("arith.subi {x}, {y} : {type}", np.subtract),
    Operation("arith.muli {x}, {y} : {type}", np.multiply),
    Operation("arith.andi {x}, {y} : {type}", np.bitwise_and),
    Operation("arith.ori {x}, {y} : {type}", np.bitwise_or),
    Operation("arith.xori {x}, {y} : {type}", np.bitwise_xor),
    Operation("arith.minsi {x}, {y} : {type}"),
    Operation("arith.maxsi {x}, {y} : {type}"),
    Operation("arith.minui {x}, {y} : {type}", np.minimum),
    Operation("arith.maxui {x}, {y} : {type}", np.maximum),
    Operation("math.absi {x} : {type}"),
    Operation("math.ctpop {x} : {type}"),
    Operation("math.ctlz {x} : {type}"),
    Operation("math.cttz {x} : {type}"),
    *(choose(f"arith.cmpi {predicate}, {{x}}, {{y}} : {{type}}") for predicate in PREDICATES),
]
#: The second operand is not zero, and no quotient overflows.
DIVISIONS = [
    Operation("arith.divsi {x}, {y} : {type}"),
    Operation("arith.remsi {x}, {y} : {type}"),
    Operation("arith.divui {x}, {y} : {type}", np.floor_divide),
    Operation("arith.remui {x}, {y} : {type}", np.remainder),
    Operation("arith.ceildivsi {x}, {y} : {type}"),
    Operation("arith.ceildivui {x}, {y} : {type}"),
    Operation("arith.floordivsi {x}, {y} : {type}"),
]
#: The second operand is below the width.
SHIFTS = [
    Operation("arith.shli {x}, {y} : {type}", np.left_shift),
    Operation("arith.shrui {x}, {y} : {type}", np.right_shift),
    Operation("arith.shrsi {x}, {y} : {type}"),
]


def kernel(operations: list[Operation], element: Element, result: Element, operands: int) -> str:
    """`results[k, i]` is operation k on element i of each operand."""
    names = ["x", "y", "z"][:operands]
    lines = []
    for number, operation in enumerate(operations):
        steps = operation.text.split("\n")
        for step, text in enumerate(steps):
            filled = text.format(
                **{name: f"%{name}" for name in names},
                type=element.name,
                result=result.name,
                last=f"%r{number}_{step - 1}",
            )
            lines.append(f"    %r{number}_{step} = {filled}")
        lines.append(f"    %k{number} = arith.constant {number} : index")
        lines.append(
            f"    memref.store %r{number}_{len(steps) - 1}, %results[%k{number}, %i]"
            f" : {memref(result, (len(operations), COUNT))}"
        )
    loads = [f"    %{n} = memref.load %in_{n}[%i] : {memref(element, (COUNT,))}" for n in names]
    body = "\n".join(
        [
            PROLOGUE,
            f"  %count = arith.constant {COUNT} : index",
            "  scf.for %i = %thread to %count step %step {",
            *loads,
            *lines,
            "  }",
        ]
    )
    arguments = {f"in_{name}": memref(element, (COUNT,)) for name in names}
    arguments["results"] = memref(result, (len(operations), COUNT))
    return module("exact", arguments, body)


def check_operation(
    operation: Operation, element: Element, operands: list[np.ndarray], actual: np.ndarray
) -> None:
    """Integers bit for bit; numbers with the sign of zero, but for the least and the
    largest of two zeros; any NaN for a NaN."""
    if element.name == "f16" or element.name == "bf16" or operation.reference is None:
        return
    inputs = [numbers(bits, element) if element.is_float else bits for bits in operands]
    with np.errstate(all="ignore"):
        wanted = operation.reference(*inputs[: operation.reference.nin])
    got = numbers(actual, element) if element.is_float else actual
    same = got == wanted
    if element.is_float:
        same |= np.isnan(got) & np.isnan(wanted)
        if operation.reference not in (np.minimum, np.maximum, np.fmin, np.fmax):
            same &= np.isnan(wanted) | (np.signbit(got) == np.signbit(wanted))
        else:
            # Of a signalling NaN and a number, numpy and the device choose differently.
            same |= np.isnan(inputs[0]) | np.isnan(inputs[1])
    if not same.all():
        first = int(np.flatnonzero(~same)[0])
        raise Failure(
            f"{operation.name} on {element.name}: {int((~same).sum())} of {COUNT} results differ; of"
            f" {[hex(int(operand[first])) for operand in operands]} expected {wanted[first]!r},"
            f" got {got[first]!r}"
        )


def run(
    session: Session,
    operations: list[Operation],
    element: Element,
    operands: list[np.ndarray],
    result: Element | None = None,
    observed: bool = True,
) -> None:
    result = result or element
    source = session.write("exact.mlir", kernel(operations, element, result, len(operands)))
    arguments = {
        f"in_{name}": Operand(element, bits) for name, bits in zip("xyz", operands, strict=False)
    }
    path = session.folder / "results.out.npy"
    session.check(session.run_command(source, "exact_launch", arguments, f"--out=results={path}"))
    if not session.executes:
        return
    results = load_bits(path, result)
    for operation, actual in zip(operations, results, strict=True):
        if observed:
            session.observe(operation.name, actual)
        check_operation(operation, element, operands, actual)


def divisors(element: Element, x: np.ndarray, y: np.ndarray) -> list[np.ndarray]:
    least = element.bits.type(1 << (8 * element.size - 1))
    return [np.where(x == least, least + element.bits.type(1), x), np.where(y == 0, 3, y)]


def conversions(source: Element, target: Element) -> list[Operation]:
    if not source.is_float and not target.is_float:
        names = ("extsi", "extui") if source.size < target.size else ("trunci",)
    elif not source.is_float:
        names = ("sitofp", "uitofp")
    elif not target.is_float:
        names = ("fptosi",)
    else:
        names = ("extf",) if source.size < target.size else ("truncf",)
    return [Operation(f"arith.{name} {{x}} : {{type}} to {{result}}") for name in names]


def convert(session: Session, source: Element, target: Element) -> None:
    operand = sample(source, 61)[0]
    if source.is_float and not target.is_float:
        # What does not fit has no specified value.
        with np.errstate(invalid="ignore"):
            values = numbers(operand, source).astype("f8")
        fits = np.abs(values) < 2.0 ** (8 * target.size - 1) - 1
        operand = np.where(fits, operand, source.bits.type(0))
    run(session, conversions(source, target), source, [operand], target)


def tests() -> list[Test]:
    found = []

    def add(
        name: str,
        operations: list[Operation],
        element: Element,
        operands: list,
        observed: bool = True,
    ) -> None:
        found.append(
            Test(
                f"exact/{element.name}-{name}",
                lambda session: run(session, operations, element, operands, observed=observed),
            )
        )

    for name in ("f16", "bf16", "f32", "f64"):
        element = ELEMENTS[name]
        x, y, z = sample(element, 51)
        add("unary", FLOAT_UNARY, element, [x])
        add("binary", FLOAT_BINARY, element, [x, y])
        if name != "f64":
            add("fma", FMA, element, [x, y, z])
        else:
            # Whose NaN a sum of doubles keeps is a matter of the order in which the assembler
            # puts its operands, which it is free to choose after a product.
            add("fma", FMA[:1], element, [x, y, z])
            add("mul-add", FMA[1:], element, [x, y, z], observed=False)
        add("classes", CLASSES, element, [x, y])
    for name in ("i8", "i16", "i32", "i64"):
        element = ELEMENTS[name]
        x, y, _ = sample(element, 52)
        add("binary", INTEGER, element, [x, y])
        add("divisions", DIVISIONS, element, divisors(element, x, y))
        add("shifts", SHIFTS, element, [x, y % element.bits.type(8 * element.size)])
    for source in ELEMENTS.values():
        for target in ELEMENTS.values():
            if source is target or {source.name, target.name} == {"f16", "bf16"}:
                continue
            found.append(
                Test(
                    f"exact/{source.name}-to-{target.name}",
                    lambda session, source=source, target=target: convert(session, source, target),
                )
            )
    return found
