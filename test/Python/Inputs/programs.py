# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random functions of three integers: branches, loops, jumps, returns, objects."""

from __future__ import annotations

import random

from tilery.script import tirx as T

# Numbers are kept small after each assignment, so that int32 holds what Python computes.
MODULUS = 97


@T.meta_class
class Pair:
    """An object to Python, and to a kernel."""

    scale = 3

    def __init__(self, a):
        self.x = a
        self.y = 1

    def step(self, v):
        if v > 20:
            self.x = (self.x + v) % MODULUS
            return self.x
        self.y += 1
        return self.y - v

    def walk(self, v):
        for i in range(v % 5):
            if i == 3:
                return self.y + i
            self.y = (self.y * self.scale + i) % MODULUS
        return self.y


class Program:
    """Writes the text of `def f(a, b, c)`; the same seed gives the same text."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.loops = 0
        self.count = 0

    def text(self) -> str:
        names = ["a", "b", "c", "x", "o.x", "o.y"]
        body = ["    o = Pair(a)", "    x = b", *self.block(names, 1, False)]
        return "\n".join(["def f(a, b, c):", *body, "    return (x * 7 + o.x * 5 + o.y) % 9973\n"])

    def number(self, names: list[str], depth: int = 0) -> str:
        pick = self.random.random()
        if depth > 2 or pick < 0.4:
            return self.random.choice([*names, str(self.random.randint(-9, 9))])
        first = self.number(names, depth + 1)
        if pick < 0.6:
            return f"({first} {self.random.choice('+-')} {self.number(names, depth + 1)})"
        if pick < 0.75:
            operator = self.random.choice(["*", "//", "%"])
            return f"({first} {operator} {self.random.choice([2, 3, -3, 7])})"
        second = self.number(names, depth + 1)
        if pick < 0.85:
            return f"({first} if {self.condition(names, depth + 1)} else {second})"
        return f"{self.random.choice(['min', 'max'])}({first}, {second})"

    def condition(self, names: list[str], depth: int = 0) -> str:
        pick = self.random.random()
        if depth < 2 and pick < 0.3:
            sides = (self.condition(names, depth + 1) for _ in range(2))
            return f"({self.random.choice([' and ', ' or ']).join(sides)})"
        if pick < 0.4:
            return f"not {self.condition(names, depth + 1)}"
        sign = self.random.choice(["<", ">", "==", "<=", "!="])
        return f"{self.number(names, depth + 1)} {sign} {self.number(names, depth + 1)}"

    def block(self, names: list[str], depth: int, in_loop: bool) -> list[str]:
        lines: list[str] = []
        for _ in range(self.random.randint(1, 4)):
            lines += self.statement(names, depth, in_loop)
        return lines

    def statement(self, names: list[str], depth: int, in_loop: bool) -> list[str]:
        pad, pick = "    " * depth, self.random.random()
        if pick < 0.35 or depth > 4:
            target = self.random.choice(["a", *names[3:]])
            return [f"{pad}{target} = {self.number(names)} % {MODULUS}"]
        if pick < 0.42:
            call = f"o.{self.random.choice(['step', 'walk'])}({self.number(names)} % 50)"
            return [f"{pad}x = {call}"]
        if pick < 0.66:
            lines = [f"{pad}if {self.condition(names)}:", *self.block(names, depth + 1, in_loop)]
            if self.random.random() < 0.5:
                lines += [f"{pad}else:", *self.block(names, depth + 1, in_loop)]
            return lines
        if pick < 0.86 and self.loops < 3:
            return self.loop(names, depth)
        jump = "return " + self.number(names) + f" % {MODULUS}"
        if in_loop and self.random.random() < 0.6:
            jump = self.random.choice(["break", "continue"])
        return [f"{pad}if {self.condition(names)}:", f"{pad}    {jump}"]

    def loop(self, names: list[str], depth: int) -> list[str]:
        pad = "    " * depth
        self.count += 1
        self.loops += 1
        counter = f"i{self.count}"
        if self.random.random() < 0.25:
            head = [f"{pad}{counter} = 0", f"{pad}while {counter} < 4 and {self.condition(names)}:"]
            lines = [*head, f"{pad}    {counter} += 1", *self.block(names, depth + 1, True)]
        else:
            bound, start = self.number(names), self.number(names)
            step = self.random.choice([1, 2, -1])
            items = self.random.choice(
                [f"range({bound} % 5)", f"range({start} % 4, {bound} % 5, {step})", "(3, 1, 2)"]
            )
            lines = [
                f"{pad}for {counter} in {items}:",
                *self.block([*names, counter], depth + 1, True),
            ]
        self.loops -= 1
        return lines
