# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes one kernel for each op that kernels may hold, on each type that it takes.

The kernels read operands from memory and write results back, so that nothing folds
away. With --vectors, the operands are vectors of 4. With --libdevice, it is the ops
that CUDA's device library computes, and no others.
"""

import argparse

FLOATS = ["f16", "bf16", "f32", "f64"]
INTEGERS = ["i8", "i16", "i32", "i64"]

FLOAT_BINARY = ["addf", "subf", "mulf", "divf", "maximumf", "minimumf", "maxnumf", "minnumf"]
INTEGER_BINARY = [
    "addi", "subi", "muli", "divsi", "divui", "remsi", "remui", "ceildivsi", "ceildivui",
    "floordivsi", "andi", "ori", "xori", "shli", "shrsi", "shrui", "maxsi", "maxui", "minsi",
    "minui",
]  # fmt: skip
FLOAT_UNARY = ["absf", "ceil", "floor", "round", "roundeven", "trunc", "sqrt", "rsqrt"]
F32_UNARY = ["exp", "exp2", "log", "log2", "log10", "tanh"]
APPROXIMATE = ["sin", "cos", "exp", "tanh", "exp2", "log", "log2", "log10", "sqrt", "rsqrt"]
LIBDEVICE = [
    "acos", "acosh", "asin", "asinh", "atan", "atanh", "cbrt", "cos", "cosh", "erf", "erfc",
    "expm1", "log1p", "sin", "sinh", "tan",
]  # fmt: skip
LIBDEVICE_F64 = ["exp", "exp2", "log", "log10", "log2", "tanh"]
TESTS = ["isfinite", "isinf", "isnan", "isnormal"]
INTEGER_UNARY = ["absi", "ctlz", "cttz", "ctpop"]
FLOAT_COMPARISONS = [
    "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une",
    "uno",
]  # fmt: skip
INTEGER_COMPARISONS = ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"]


def bits(element: str) -> int:
    return {"f16": 16, "bf16": 16, "f32": 32, "f64": 64}.get(element) or int(element[1:])


class Writer:
    """Collects kernels. `{a}`, `{b}`, `{c}` in a body are operands of one type."""

    def __init__(self, lanes: int) -> None:
        self.lanes = lanes
        self.kernels: list[str] = []

    def shaped(self, element: str) -> str:
        return f"vector<{self.lanes}x{element}>" if self.lanes else element

    def access(self, op: str, value: str, array: str, index: str, element: str) -> str:
        dialect = "vector" if self.lanes else "memref"
        suffix = f", {self.shaped(element)}" if self.lanes else ""
        head = f"{value} = {dialect}.load" if op == "load" else f"{dialect}.store {value},"
        return f"  {head} {array}[{index}] : memref<1024x{element}>{suffix}"

    def load(self, value: str, index: str, element: str) -> list[str]:
        if element != "i1":
            return [self.access("load", value, "%in", index, element)]
        wide = f"{value}wide"
        cast = f"  {value} = arith.trunci {wide} : {self.shaped('i8')} to {self.shaped('i1')}"
        return [self.access("load", wide, "%in", index, "i8"), cast]

    def store(self, value: str, index: str, element: str) -> list[str]:
        if element != "i1":
            return [self.access("store", value, "%out", index, element)]
        cast = f"  %wide = arith.extui {value} : {self.shaped('i1')} to {self.shaped('i8')}"
        return [cast, self.access("store", "%wide", "%out", index, "i8")]

    def add(self, body: str, element: str, result: str, results: int = 1) -> None:
        name = f"k{len(self.kernels)}"
        arrays = [f"memref<1024x{'i8' if e == 'i1' else e}>" for e in (element, result)]
        lines = [
            f"tile.kernel @{name}(%in: {arrays[0]}, %out: {arrays[1]}) block [32] {{",
            "  %t = gpu.thread_id x",
        ]
        for offset, operand in enumerate("abc"):
            lines.append(f"  %o{offset} = arith.constant {offset * 64} : index")
            lines.append(f"  %i{offset} = arith.addi %t, %o{offset} : index")
            lines += self.load(f"%{operand}", f"%i{offset}", element)
        lines.append("  " + body)
        for i in range(results):
            lines += self.store("%r" if results == 1 else f"%r#{i}", f"%i{i}", result)
        self.kernels.append("\n".join([*lines, "}"]))

    def operation(self, name: str, count: int, element: str, attributes: str = "") -> None:
        operands = ", ".join(f"%{x}" for x in "abc"[:count])
        self.add(f"%r = {name} {operands} {attributes} : {self.shaped(element)}", element, element)

    def conversion(self, name: str, source: str, target: str) -> None:
        self.add(f"%r = {name} %a : {self.shaped(source)} to {self.shaped(target)}", source, target)

    def comparison(self, name: str, element: str) -> None:
        shaped = self.shaped(element)
        condition = self.shaped("i1")
        self.add(
            f"%p = {name}, %a, %b : {shaped}\n"
            f"  %r = arith.select %p, %b, %c : {condition}, {shaped}",
            element,
            element,
        )


def write_floats(out: Writer) -> None:
    for element in FLOATS:
        for name in FLOAT_BINARY:
            out.operation(f"arith.{name}", 2, element)
        for name in ("addf", "mulf", "divf"):
            out.operation(f"arith.{name}", 2, element, "fastmath<fast>")
        out.operation("arith.negf", 1, element)
        out.operation("math.copysign", 2, element)
        out.operation("math.fma", 3, element)
        for name in FLOAT_UNARY:
            out.operation(f"math.{name}", 1, element)
        for name in FLOAT_COMPARISONS:
            out.comparison(f"arith.cmpf {name}", element)
        if not out.lanes:
            for name in TESTS:
                out.add(f"%r = math.{name} %a : {element}", element, "i1")
    for element in FLOATS[:3]:
        for name in F32_UNARY:
            out.operation(f"math.{name}", 1, element)
        for name in APPROXIMATE:
            out.operation(f"math.{name}", 1, element, "fastmath<afn>")


def write_integers(out: Writer) -> None:
    for element in [*INTEGERS, "i1"]:
        for name in INTEGER_BINARY:
            out.operation(f"arith.{name}", 2, element)
        for name in INTEGER_COMPARISONS:
            out.comparison(f"arith.cmpi {name}", element)
    for element in INTEGERS:
        for name in INTEGER_UNARY:
            out.operation(f"math.{name}", 1, element)
        shaped = out.shaped(element)
        for name in ("mulsi_extended", "mului_extended"):
            out.add(f"%r:2 = arith.{name} %a, %b : {shaped}", element, element, 2)
        out.add(
            f"%s, %o = arith.addui_extended %a, %b : {shaped}, {out.shaped('i1')}\n"
            f"  %r = arith.select %o, %s, %c : {out.shaped('i1')}, {shaped}",
            element,
            element,
        )


def write_conversions(out: Writer) -> None:
    for source in FLOATS:
        for target in FLOATS:
            if bits(source) < bits(target):
                out.conversion("arith.extf", source, target)
            elif bits(source) > bits(target):
                out.conversion("arith.truncf", source, target)
        for target in [*INTEGERS, "i1"]:
            for name in ("fptosi", "fptoui"):
                out.conversion(f"arith.{name}", source, target)
            for name in ("sitofp", "uitofp"):
                out.conversion(f"arith.{name}", target, source)
            if bits(source) == bits(target):
                out.conversion("arith.bitcast", source, target)
                out.conversion("arith.bitcast", target, source)
    for source in [*INTEGERS, "i1"]:
        for target in [*INTEGERS, "i1"]:
            if bits(source) < bits(target):
                for name in ("extsi", "extui"):
                    out.conversion(f"arith.{name}", source, target)
            elif bits(source) > bits(target):
                out.conversion("arith.trunci", source, target)
    for element in ("f8E4M3FN", "f8E5M2"):
        out.conversion("arith.bitcast", "i8", element)
        out.conversion("arith.bitcast", element, "i8")


def write_libdevice(out: Writer) -> None:
    for element in FLOATS:
        for name in LIBDEVICE:
            out.operation(f"math.{name}", 1, element)
        for name in ("math.atan2", "math.powf", "arith.remf"):
            out.operation(name, 2, element)
    for name in LIBDEVICE_F64:
        out.operation(f"math.{name}", 1, "f64")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--vectors", action="store_true")
    parser.add_argument("--libdevice", action="store_true", help="only what needs libdevice")
    options = parser.parse_args()
    out = Writer(4 if options.vectors else 0)
    if options.libdevice:
        write_libdevice(out)
    else:
        write_floats(out)
        write_integers(out)
        write_conversions(out)
    print("\n\n".join(out.kernels))


if __name__ == "__main__":
    main()
