"""What Triton proves of an operation's result from what is known of its operands.

The rules are those of `lib/Analysis/AxisInfo.cpp` of Triton 3.7, and 3.9 where that proves more; an
operation without a rule proves nothing.

    contiguity   elements one after the other that count up by one
    divisibility a number that divides the first of each such run (of a pointer: in bytes)
    constancy    elements one after the other that are equal
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from math import gcd, prod
from typing import Protocol

from kernelscope.inside.decisions.linear import integers
from kernelscope.inside.decisions.mlir import Operation
from kernelscope.inside.decisions.tensors import BlockType, Types

_ZERO_DIVISIBLE = 1 << 30  # 0 is divisible by everything; Triton's own bound

Vector = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Facts:
    """What is proven of a value, by dimension; a scalar has one dimension of one element."""

    contiguity: Vector
    divisibility: Vector
    constancy: Vector
    value: int | None = None


def unknown(rank: int) -> Facts:
    """Nothing proven."""
    ones = (1,) * max(1, rank)
    return Facts(ones, ones, ones)


def power_of_two_in(value: int) -> int:
    """The largest power of two that divides a number."""
    return value & -value if value else _ZERO_DIVISIBLE


def join(a: Facts, b: Facts) -> Facts:
    """What holds of a value that is one of two."""
    each = zip(a.contiguity, b.contiguity, a.divisibility, b.divisibility, strict=True)
    return Facts(
        common(a.contiguity, b.contiguity),
        # Where runs get shorter, one may begin inside a longer one.
        tuple(gcd(d, e) if x == y else gcd(d, e, x, y) for x, y, d, e in each),
        common(a.constancy, b.constancy),
        a.value if a.value == b.value else None,
    )


def of_every_element(facts: Facts) -> Facts:
    """Where no two elements of a dimension make a run, its divisor divides every element."""
    each = zip(facts.contiguity, facts.divisibility, strict=True)
    divisor = max((d for run, d in each if run == 1), default=1)
    return replace(facts, divisibility=tuple(max(d, divisor) for d in facts.divisibility))


def common(a: Vector, b: Vector) -> Vector:
    """The greatest common divisor in each dimension."""
    return tuple(gcd(x, y) for x, y in zip(a, b, strict=True))


class Known(Protocol):
    """What a rule may ask: types and facts of the operands."""

    types: Types

    def __getitem__(self, value: str) -> Facts: ...


_Rule = Callable[[Known, Operation, BlockType], Facts]


def _shape(kind: BlockType) -> Vector:
    return kind.shape or (1,)


def _constant_facts(value: int, kind: BlockType) -> Facts:
    rank = len(_shape(kind))
    return Facts((1,) * rank, (power_of_two_in(value),) * rank, _shape(kind), value)


def _same(axis: Known, op: Operation, kind: BlockType) -> Facts:
    """A cast, a change of layout."""
    return axis[op.operands[0]]


def _constant(axis: Known, op: Operation, kind: BlockType) -> Facts:
    found = re.search(r"dense<(-?\d+|true|false)>|^(-?\d+|true|false)$", op.words)
    if found is None or kind.element.startswith(("f", "bf")):
        return unknown(len(kind.shape))
    text = found[1] or found[2]
    return _constant_facts({"true": 1, "false": 0}[text] if text.isalpha() else int(text), kind)


def _range(axis: Known, op: Operation, kind: BlockType) -> Facts:
    start, end = op.integer("start") or 0, op.integer("end") or 0
    return Facts((end - start,), (power_of_two_in(start),), (1,))


_CONSTANT: dict[str, Callable[[int, int], int]] = {
    "addi": lambda a, b: a + b,
    "subi": lambda a, b: a - b,
    "muli": lambda a, b: a * b,
    "shli": lambda a, b: a << b,
    "shrsi": lambda a, b: a >> b,
    "shrui": lambda a, b: a >> b,
    "andi": lambda a, b: a & b,
    "ori": lambda a, b: a | b,
    "xori": lambda a, b: a ^ b,
}
_Part = Callable[[Operation, Facts, Facts, int, BlockType], tuple[int, int, int]]


def _of_two(part: _Part) -> _Rule:
    """A rule of an operation on two operands, from what holds in one dimension."""

    def rule(axis: Known, op: Operation, kind: BlockType) -> Facts:
        a, b = axis[op.operands[0]], axis[op.operands[1]]
        calculate = _CONSTANT.get(op.name.partition(".")[2])
        if calculate and a.value is not None and b.value is not None and 0 <= b.value < 64:
            return _constant_facts(calculate(a.value, b.value), kind)
        parts = [part(op, a, b, d, kind) for d in range(len(_shape(kind)))]
        contiguity, divisibility, constancy = zip(*parts, strict=True)
        return Facts(contiguity, divisibility, constancy)

    return rule


def _sum(op: Operation, a: Facts, b: Facts, d: int, kind: BlockType) -> tuple[int, int, int]:
    scale = max(1, kind.bits // 8) if op.name == "tt.addptr" else 1
    run = gcd(a.contiguity[d], b.constancy[d])
    if op.name != "arith.subi":
        run = max(run, gcd(a.constancy[d], b.contiguity[d]))
    divisor = gcd(a.divisibility[d], min(b.divisibility[d] * scale, _ZERO_DIVISIBLE))
    both = a.contiguity[d] > 1 and b.contiguity[d] > 1
    if both and not (op.name == "arith.subi" and a.contiguity[d] == b.contiguity[d]):
        divisor = gcd(divisor, 2)  # two runs count up by two
    elif not both and max(a.contiguity[d], b.contiguity[d]) > 1:
        # A shorter run may begin inside a longer one.
        divisor = gcd(divisor, run * scale)
    return run, divisor, gcd(a.constancy[d], b.constancy[d])


def _product(op: Operation, a: Facts, b: Facts, d: int, kind: BlockType) -> tuple[int, int, int]:
    one = max(
        a.contiguity[d] if b.value == 1 else 1,
        b.contiguity[d] if a.value == 1 else 1,
    )
    # The multiples of a run begin where it begins, but the run itself is no run any more.
    left = 1 if a.contiguity[d] > 1 and b.value != 1 else a.divisibility[d]
    right = 1 if b.contiguity[d] > 1 and a.value != 1 else b.divisibility[d]
    return one, min(left * right, _ZERO_DIVISIBLE), gcd(a.constancy[d], b.constancy[d])


def _shift(op: Operation, a: Facts, b: Facts, d: int, kind: BlockType) -> tuple[int, int, int]:
    constancy = gcd(a.constancy[d], b.constancy[d])
    divisor = 1 if a.contiguity[d] > 1 and b.value != 0 else a.divisibility[d]
    if op.name == "arith.shli":
        divisor = min(divisor << (b.value or 0), _ZERO_DIVISIBLE)
    else:
        divisor = max(1, divisor >> b.value) if b.value is not None else 1
    return a.contiguity[d] if b.value == 0 else 1, divisor, constancy


def _quotient(op: Operation, a: Facts, b: Facts, d: int, kind: BlockType) -> tuple[int, int, int]:
    constancy = gcd(a.constancy[d], b.constancy[d])
    size = _shape(kind)[d]
    if kind.shape and a.contiguity[d] == size and b.constancy[d] == size:
        each = gcd(a.contiguity[d], a.divisibility[d], b.divisibility[d])
        constancy = max(constancy, each)
    divisor = 1
    if b.value == 1:
        divisor = a.divisibility[d]
    elif b.value and b.value & (b.value - 1) == 0 and a.contiguity[d] == 1:
        divisor = max(1, a.divisibility[d] // b.value)
    return a.contiguity[d] if b.value == 1 else 1, divisor, constancy


def _remainder(op: Operation, a: Facts, b: Facts, d: int, kind: BlockType) -> tuple[int, int, int]:
    common = gcd(a.divisibility[d], b.divisibility[d])
    size = _shape(kind)[d]
    runs = kind.shape and a.contiguity[d] == size and b.constancy[d] == size
    return (
        gcd(a.contiguity[d], common) if runs else 1,
        common if b.constancy[d] > 1 else 1,
        gcd(a.constancy[d], b.constancy[d]),
    )


def _logic(op: Operation, a: Facts, b: Facts, d: int, kind: BlockType) -> tuple[int, int, int]:
    return 1, 1, gcd(a.constancy[d], b.constancy[d])


_RISING = re.compile(r"[su](?:lt|ge)")
_FALLING = re.compile(r"[su](?:gt|le)")


def _comparison(op: Operation, a: Facts, b: Facts, d: int, kind: BlockType) -> tuple[int, int, int]:
    """A run compared with what is the same everywhere changes at a common divisor alone."""
    predicate = op.words.split(",")[0].strip()
    constancy = gcd(a.constancy[d], b.constancy[d])
    common = gcd(a.divisibility[d], b.divisibility[d])
    size = _shape(kind)[d]
    if a.constancy[d] == size and _FALLING.match(predicate):
        constancy = max(constancy, gcd(b.contiguity[d], common))
    elif b.constancy[d] == size and _RISING.match(predicate):
        constancy = max(constancy, gcd(a.contiguity[d], common))
    return 1, 1, constancy


def _splat(axis: Known, op: Operation, kind: BlockType) -> Facts:
    a = axis[op.operands[0]]
    rank = len(kind.shape)
    return Facts((1,) * rank, (a.divisibility[0],) * rank, kind.shape, a.value)


def _expand(axis: Known, op: Operation, kind: BlockType) -> Facts:
    a = axis[op.operands[0]]
    at = op.integer("axis") or 0
    # Of a run only the first element is known to be divisible.
    each = zip(a.contiguity, a.divisibility, strict=True)
    divisor = gcd(*(1 if contiguity > 1 else divisibility for contiguity, divisibility in each))
    if a.value is not None:
        return _constant_facts(a.value, kind)

    def grown(vector: Vector, new: int) -> Vector:
        return (*vector[:at], new, *vector[at:])

    return Facts(grown(a.contiguity, 1), grown(a.divisibility, divisor), grown(a.constancy, 1))


def _broadcast(axis: Known, op: Operation, kind: BlockType) -> Facts:
    a = axis[op.operands[0]]
    before = axis.types[op.operands[0]].shape
    contiguity = tuple(1 if n == 1 else c for n, c in zip(before, a.contiguity, strict=True))
    constancy = tuple(
        size if n == 1 else c for n, c, size in zip(before, a.constancy, kind.shape, strict=True)
    )
    return Facts(contiguity, a.divisibility, constancy, a.value)


def _transpose(axis: Known, op: Operation, kind: BlockType) -> Facts:
    a = axis[op.operands[0]]
    order = integers(op.attributes["order"].partition(":")[2])

    def moved(vector: Vector) -> Vector:
        return tuple(vector[d] for d in order)

    return Facts(moved(a.contiguity), moved(a.divisibility), moved(a.constancy), a.value)


def _select(axis: Known, op: Operation, kind: BlockType) -> Facts:
    condition, a, b = (axis[value] for value in op.operands[:3])
    if condition.value is not None:
        return a if condition.value else b
    joined = join(a, b)
    if not axis.types[op.operands[0]].shape:
        return joined
    contiguity = common(joined.contiguity, condition.constancy)
    cut = zip(contiguity, a.contiguity, b.contiguity, joined.divisibility, strict=True)
    return Facts(
        contiguity,
        tuple(gcd(d, run) if run < max(x, y) else d for run, x, y, d in cut),
        common(joined.constancy, condition.constancy),
        joined.value,
    )


def _load(axis: Known, op: Operation, kind: BlockType) -> Facts:
    """Equal where the addresses are equal, and the mask."""
    constancy = axis[op.operands[0]].constancy
    for value in op.operands[1:2]:
        constancy = common(constancy, axis[value].constancy)
    ones = (1,) * len(constancy)
    return Facts(ones, ones, constancy)


def _extreme(axis: Known, op: Operation, kind: BlockType) -> Facts:
    return join(axis[op.operands[0]], axis[op.operands[1]])


def _reshape(axis: Known, op: Operation, kind: BlockType) -> Facts:
    """A run stays where a dimension of the result begins at one of the operand's."""
    a, before = axis[op.operands[0]], axis.types[op.operands[0]].shape
    if a.value is not None:
        return _constant_facts(a.value, kind)
    every = zip(a.contiguity, a.divisibility, strict=True)
    least = max((d for run, d in every if run == 1), default=1)
    parts: list[tuple[int, int, int]] = []
    for d, size in enumerate(kind.shape):
        stride = prod(kind.shape[d + 1 :])
        inside = (n for n in range(len(before)) if prod(before[n + 1 :]) <= stride)
        at = next((n for n in inside if stride < prod(before[n:])), 0)
        own = prod(before[at + 1 :])
        run, divisor = a.contiguity[at], a.divisibility[at]
        if run > 1 and stride == own:
            fits = min(run, size)
            parts.append((fits, max(least, divisor if fits == run else min(divisor, fits)), 1))
        elif run == 1 and stride <= own * a.constancy[at]:
            parts.append((1, least, _constancy_from(a, before, at, size, stride // own)))
        else:
            parts.append((1, least, 1))
    contiguity, divisibility, constancy = zip(*parts, strict=True)
    return Facts(contiguity, divisibility, constancy)


def _constancy_from(a: Facts, before: Vector, at: int, size: int, skipped: int) -> int:
    """Equal elements of a dimension of `size` that begins inside dimension `at` of another."""
    equal = min(size, a.constancy[at] // skipped)
    rest = size // equal
    while a.constancy[at] == before[at] and at > 0 and rest > 1:
        at -= 1
        piece = min(before[at], rest)
        equal *= min(a.constancy[at], piece)
        rest //= piece
    return equal


RULES: dict[str, _Rule] = {
    **dict.fromkeys(
        ("arith.extsi", "arith.extui", "arith.trunci", "tt.bitcast", "ttg.convert_layout"), _same
    ),
    "arith.constant": _constant,
    "tt.make_range": _range,
    **dict.fromkeys(("arith.addi", "arith.subi", "tt.addptr"), _of_two(_sum)),
    "arith.muli": _of_two(_product),
    **dict.fromkeys(("arith.shli", "arith.shrsi", "arith.shrui"), _of_two(_shift)),
    **dict.fromkeys(("arith.divsi", "arith.divui"), _of_two(_quotient)),
    **dict.fromkeys(("arith.remsi", "arith.remui"), _of_two(_remainder)),
    **dict.fromkeys(("arith.andi", "arith.ori", "arith.xori"), _of_two(_logic)),
    "arith.cmpi": _of_two(_comparison),
    "tt.splat": _splat,
    "tt.expand_dims": _expand,
    "tt.broadcast": _broadcast,
    "tt.trans": _transpose,
    "arith.select": _select,
    "tt.load": _load,
    **dict.fromkeys(("arith.maxsi", "arith.maxui", "arith.minsi", "arith.minui"), _extreme),
}
NEWER_RULES: dict[str, _Rule] = {"tt.reshape": _reshape}
