# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions that mean the same to Python and to a kernel: each takes three integers."""

STEPS = (3, -3)


def assigned_under_if(a, b, c):
    x = 1
    if a == 0:
        x = 2
    return x


def both_branches(a, b, c):
    if a < b:
        x = a
        y = 10
    elif a == b:
        x = 7
        y = b
    else:
        x, y = b, c
    return x * 100 + y


def negative_step(a, b, c):
    total = 0
    for i in range(7, -1, -1):
        total = total * 3 + i
    return total % 1000003


def negative_step_run_time_bounds(a, b, c):
    total = 0
    for i in range(a, b, -2):
        total += i * i + 1
    return total


def run_time_step(a, b, c):
    total = 0
    step = c
    if step == 0:
        step = -1
    for i in range(a, b, step):
        total += i + 100
    return total


def both_signs(a, b, c):
    total = 0
    for step in STEPS:
        for i in range(a, a + 2 * step, step):
            total = total * 2 + i
    return total


def floor_division(a, b, c):
    d = b
    if d == 0:
        d = 1
    return (a // d) * 1000 + a % d + a // 3 + a // -3 + a % 8 + a % -8


def chained(a, b, c):
    x = 0
    if -2 <= a < b <= c + 1 != 2:
        x = 1
    return x


def short_circuit(a, b, c):
    x = 0
    if b != 0 and a // b > 1:
        x = 1
    if b == 0 or a % b == 0:
        x += 2
    if not ((a > 0 and b > 0) or c > 0):
        x += 4
    return x


def minima(a, b, c):
    return min(a, b, c) * 100 + max(a, b) * 10 + abs(c) + min(a, 2) + max(-1, c)


def while_loop(a, b, c):
    x = abs(a) + 1
    turns = 0
    while x != 1 and turns < 50:
        if x % 2 == 0:
            x = x // 2
        else:
            x = 3 * x + 1
        turns += 1
    return turns * 1000 + x


def nested_loops(a, b, c):
    total = 0
    best = -100
    for i in range(abs(a)):
        row = 0
        for j in range(i, abs(b) + i):
            row += i * j
        if row > best:
            best = row
        total += row
    return total * 7 + best


def ternary(a, b, c):
    return (a if a > b else b) * 10 + (1 if a == 0 else 12 // a if a > 0 else -1)


def bits(a, b, c):
    return (a & 7) + (b | 8) + (a ^ b) + (a << 2) + (b >> 1) + ~c - -a


def comprehension(a, b, c):
    weights = [k * k for k in range(5) if k != 2]
    total = 0
    for k, w in enumerate(weights):
        total += w * (a + k)
    return total


def tuples(a, b, c):
    x, (y, z) = a, (b, c)
    x, y = y, x
    return x * 100 + y * 10 + z


def loop_around_if(a, b, c):
    phase = 0
    stage = 0
    for _ in range(10 + a):
        if stage == 2:
            stage = 0
            phase = phase ^ 1
        else:
            stage = stage + 1
    return stage * 10 + phase


def zero_turns(a, b, c):
    x = 5
    for i in range(0, -3):
        x = i
    for i in range(3, 3, -1):
        x = i
    return x


def rebound_in_loop(a, b, c):
    x = a
    for i in range(4):
        y = x
        x = y + i
    return x


def dynamic_while_condition(a, b, c):
    x = a
    while (x := x + 3) < b * 2:
        pass
    return x


def walk_down(a, b, c):
    total = 0
    for i in range(c, -1, -1):
        for j in range(i, i - 3, -1):
            total = total * 2 + j
    return total % 99991


def collatz_length(x):
    turns = 0
    while x > 1:
        x = x // 2 if x % 2 == 0 else 3 * x + 1
        turns += 1
    return turns


def break_out(a, b, c):
    total = 0
    for i in range(a, 20, 3):
        if i > b * 2:
            break
        total = total * 2 + i
    return total


def continue_on(a, b, c):
    total = 0
    for i in range(8):
        if i == a:
            continue
        if i == b:
            total += 100
            continue
        total = total + i
    return total


def both_in_nested_loops(a, b, c):
    total = 0
    for i in range(10, -10, -1):
        if i == c:
            continue
        for j in range(6):
            if j > i:
                break
            if j == a:
                continue
            total = total + i * j
        else_value = i
        if total > 60:
            break
        total += else_value
    return total


def while_with_jumps(a, b, c):
    x = a
    turns = 0
    while x < 100:
        turns += 1
        if turns > 12:
            break
        if x % 2 != 0:
            x += 5
            continue
        x = x + b + 3
    return x * 100 + turns


def break_of_unrolled(a, b, c):
    total = 0
    for k, w in enumerate((3, 1, 4, 1, 5)):
        if w + k > b:
            break
        if k == a:
            continue
        total = total * 10 + w
    return total


def break_known_now(a, b, c):
    total = 0
    for w in (3, 1, 4):
        if w == 1:
            break
        total += w + a
    return total


def returns_early(a, b, c):
    if a < 0:
        return -1
    if a == b:
        return 7
    x = a * 2
    if x > b:
        if c > 0:
            return x + c
        x += 1
    return x - b


def returns_in_every_branch(a, b, c):
    if a > b:
        return a
    elif a == b:
        if c == 0:
            return 100
        else:
            return 200
    else:
        return b


def returns_tuples(a, b, c):
    def smaller_first(x, y):
        if x < y:
            return x, y
        return y, x

    low, high = smaller_first(a, b)
    return low * 100 + high + c


def returns_by_known_conditions(a, b, c):
    for step in STEPS:
        if step < 0:
            return a + step
        if step > 100:
            return b
    return c


def tuples_under_if(a, b, c):
    pair = (1, 2)
    if a < b:
        pair = (a, b)
    x, y = pair
    return x * 10 + y


def unsigned_looking_range(a, b, c):
    total = 0
    for i in range(abs(a), abs(b) * 3, abs(c) + 1):
        total += i
    return total


def python_calls(a, b, c):
    q, r = divmod(a, 4)
    both = all([a > b, b > c])
    either = any([a == b, b == c, a == c])
    return q * 100 + r * 10 + (1 if both else 0) + (2 if either else 0)


def negative_indices_of_lists(a, b, c):
    items = [a, b, c]
    return items[-1] * 100 + items[-3] + sum(items[:-1])


def returns_from_loop(a, b, c):
    for i in range(a, 20, 3):
        if i > b * 2:
            return i * 10 + c
    return -1


def returns_from_nested_loops(a, b, c):
    total = 0
    for i in range(6):
        for j in range(i, -1, -1):
            total += j
            if total > 10 + a:
                return total * 100 + i
            if j == b:
                break
        k = 0
        while k < c:
            k += 2
            if k + i == 5:
                return -k
    if total > 7:
        return total
    return total + 1000


def returns_from_while(a, b, c):
    x = a
    while True:
        x += 1
        if x % 7 == 0:
            return x
        if x > 50 + b:
            return c
