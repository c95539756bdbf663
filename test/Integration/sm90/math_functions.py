# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Math on the device against numpy in double precision, with the errors that
docs/kernels.md states."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from elements import ELEMENTS, Element
from harness import Failure, Operand, Session, Test, load_bits
from kernels import elementwise

COUNT = 4096

Reference = Callable[..., np.ndarray]


@dataclass(frozen=True)
class Function:
    """One operation: its tile IR, its reference, and its error."""

    operation: str
    reference: Reference
    #: Relative error, and error in f32's units of the last place. Without either, the
    #: result has to be the nearest number.
    relative: float = 0.0
    ulps: float = 0.0

    @property
    def name(self) -> str:
        return self.operation.split()[0]


def exact(operation: str, reference: Reference) -> Function:
    return Function(operation, reference)


# Unary operations with {type} still open. Where f16 and bf16 go through f32, the
# rounding to them comes on top of the error stated here.
EXACT = [
    exact("math.absf {x} : {type}", np.abs),
    exact("math.sqrt {x} : {type}", np.sqrt),
    exact("math.floor {x} : {type}", np.floor),
    exact("math.ceil {x} : {type}", np.ceil),
    exact("math.trunc {x} : {type}", np.trunc),
    exact("math.roundeven {x} : {type}", np.rint),
]
APPROXIMATE = [
    Function("math.exp {x} : {type}", np.exp, relative=2**-21),
    Function("math.exp2 {x} : {type}", np.exp2, relative=2**-22),
    Function("math.log {x} : {type}", np.log, ulps=1),
    Function("math.log2 {x} : {type}", np.log2, ulps=2),
    Function("math.log10 {x} : {type}", np.log10, ulps=3),
    Function("math.tanh {x} : {type}", np.tanh, relative=2**-20),
    Function("math.rsqrt {x} : {type}", lambda x: 1 / np.sqrt(x), relative=2**-22.9),
]
BINARY = [
    exact("arith.minimumf {x}, {y} : {type}", np.minimum),
    exact("arith.maximumf {x}, {y} : {type}", np.maximum),
    exact("arith.minnumf {x}, {y} : {type}", np.fmin),
    exact("arith.maxnumf {x}, {y} : {type}", np.fmax),
    exact("arith.addf {x}, {y} : {type}", np.add),
    exact("arith.mulf {x}, {y} : {type}", np.multiply),
    exact("arith.divf {x}, {y} : {type}", np.divide),
]
FMA = exact("math.fma {x}, {y}, {z} : {type}", lambda x, y, z: x * y + z)


def widen(bits: np.ndarray, element: Element) -> np.ndarray:
    """The numbers in double precision."""
    if element.name == "bf16":
        return (bits.astype("u4") << 16).view("f4").astype("f8")
    return bits.view(element.dtype).astype("f8")


def round_to(values: np.ndarray, element: Element) -> np.ndarray:
    """The nearest numbers of the type, as bits."""
    if element.name != "bf16":
        with np.errstate(over="ignore"):
            return values.astype(element.dtype).view(element.bits)
    # Through f32 there are two roundings: bits that the first one drops may be the
    # tie of the second, which is resolved by rounding the first to odd.
    with np.errstate(over="ignore"):
        nearest = values.astype("f4")
    toward_zero = np.where(
        np.abs(nearest) > np.abs(values), np.nextafter(nearest, np.float32(0)), nearest
    )
    inexact = toward_zero.astype("f8") != values
    word = toward_zero.astype("f4").view("u4") | (inexact & ~np.isnan(values)).astype("u4")
    rounded = (word.astype("u8") + 0x7FFF + ((word >> 16) & 1)) >> 16
    return np.where(np.isnan(values), 0x7FC0, rounded).astype("u2")


def sample(element: Element, seed: int, positive: bool = False) -> np.ndarray:
    """Numbers of all magnitudes that the functions vary over, and the special ones."""
    generator = np.random.default_rng(seed)
    exponents = generator.uniform(-12, 6, COUNT)
    values = 2.0**exponents * (1 if positive else generator.choice([-1.0, 1.0], COUNT))
    special = [0.0, -0.0, np.inf, -np.inf, np.nan, 0.5, -0.5, 1.0, -1.0, 1.5, 2.5, 88.0, -88.0]
    special += [1e-40, -1e-40, 1e-38, 3e38, *np.linspace(0.9, 1.1, 101)]
    values[: len(special)] = special
    return round_to(values, element)


def ulp(values: np.ndarray, element: Element) -> np.ndarray:
    """The distance of neighbouring numbers of the type around the values."""
    digits = {"bf16": 8, "f16": 11, "f32": 24, "f64": 53}[element.name]
    least = {"bf16": -133, "f16": -24, "f32": -149, "f64": -1074}[element.name]
    _, exponents = np.frexp(np.where(np.isfinite(values), values, 1.0))
    return 2.0 ** np.maximum(exponents - digits, least)


def check_result(
    function: Function, element: Element, inputs: list[np.ndarray], actual: np.ndarray
) -> None:
    with np.errstate(all="ignore"):
        exact_values = function.reference(*inputs)
        nearest = widen(round_to(exact_values, element), element)
    got = widen(actual, element)
    same = (got == nearest) | (np.isnan(got) & np.isnan(nearest))
    if function.relative or function.ulps:
        with np.errstate(all="ignore"):
            error = np.abs(got - exact_values)
            allowed = function.relative * np.abs(exact_values)
            allowed += function.ulps * ulp(exact_values, ELEMENTS["f32"])
            # f16 and bf16 go through f32, and are rounded once more.
            allowed += ulp(exact_values, element) / 2 if element.size < 4 else 0
            # Results below the least normal number of f32 may be flushed to zero.
            allowed += 2.0**-126 if element.name != "f16" else 0
        same |= error <= allowed
    wrong = np.flatnonzero(~same)
    if len(wrong):
        first = wrong[0]
        raise Failure(
            f"{function.name} on {element.name}: {len(wrong)} of {len(got)} results differ; of"
            f" {[float(operand[first]) for operand in inputs]} expected {exact_values[first]!r},"
            f" got {got[first]!r}"
        )


def check_functions(
    session: Session, element: Element, functions: list[Function], operands: list[np.ndarray]
) -> None:
    """Runs all functions in one kernel and checks each."""
    operations = [function.operation.replace("{type}", element.name) for function in functions]
    source = session.write(
        "elementwise.mlir", elementwise(element, operations, len(operands), COUNT, element)
    )
    names = ["in_x", "in_y", "in_z"]
    arguments = {name: Operand(element, bits) for name, bits in zip(names, operands, strict=False)}
    path = session.folder / "results.out.npy"
    session.check(
        session.run_command(source, "elementwise_launch", arguments, f"--out=results={path}")
    )
    if not session.executes:
        return
    results = load_bits(path, element)
    inputs = [widen(bits, element) for bits in operands]
    for function, actual in zip(functions, results, strict=True):
        if not (function.relative or function.ulps):
            session.observe(function.name, actual)
        check_result(function, element, inputs, actual)


def short_significands(seed: int, element: Element) -> np.ndarray:
    """Numbers in 1 to 2 and their negatives, whose products double precision holds."""
    generator = np.random.default_rng(seed)
    values = generator.uniform(1, 2, COUNT) * generator.choice([-1.0, 1.0], COUNT)
    return round_to(values, element)


def tests() -> list[Test]:
    found = []
    for name in ("f16", "bf16", "f32"):
        element = ELEMENTS[name]

        def unary(session: Session, element: Element = element) -> None:
            check_functions(session, element, EXACT + APPROXIMATE, [sample(element, 21)])

        def binary(session: Session, element: Element = element) -> None:
            operands = [sample(element, 22), np.roll(sample(element, 23), 5)]
            check_functions(session, element, BINARY, operands)

        def fused(session: Session, element: Element = element) -> None:
            operands = [short_significands(seed, element) for seed in (24, 25, 26)]
            check_functions(session, element, [FMA], operands)

        found.append(Test(f"math/{name}-unary", unary))
        found.append(Test(f"math/{name}-binary", binary))
        found.append(Test(f"math/{name}-fma", fused))

    def doubles(session: Session) -> None:
        check_functions(session, ELEMENTS["f64"], EXACT, [sample(ELEMENTS["f64"], 27)])

    found.append(Test("math/f64-unary", doubles))
    return found
