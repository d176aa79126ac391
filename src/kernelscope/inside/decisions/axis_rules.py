"""The rules of Triton's axis analysis: the facts of an operation's result, from its operands'.

In: an operation and the `Facts` of its operands. Out: the `Facts` of its result, by dimension.
The rules are those of `lib/Analysis/AxisInfo.cpp` of Triton 3.7, and those of 3.9 if that is
installed, which proves more. An operation without a rule proves nothing.

    contiguity   how many elements in a row count up by one: the length of a run
    divisibility a number that divides the first element of each run (for a pointer, in bytes)
    constancy    how many elements in a row are equal

`offsets = pid * 1024 + tl.arange(0, 1024)`:

    %p = arith.muli %pid, %c1024          contiguity 1     divisibility 1024   constancy 1
    %s = tt.splat %p                      contiguity 1     divisibility 1024   constancy 1024
    %r = tt.make_range {0 … 1024}         contiguity 1024  divisibility 2^30   constancy 1
    %o = arith.addi %s, %r                contiguity 1024  divisibility 1024   constancy 1

A `float` load at `x + offsets` needs 4 elements in a row that begin at a multiple of 16 bytes. Both
follow from the last line. A run of n elements counts as many shorter runs, too, whose first
elements are then multiples of gcd(divisibility, shorter length) only: most of the `gcd` in this
file is there for this reason.
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
    """Proven facts of a value, by dimension; a scalar has one dimension of one element."""

    contiguity: Vector
    divisibility: Vector
    constancy: Vector
    value: int | None = None


def unknown(rank: int) -> Facts:
    """Return the facts of a value of which nothing is proven."""
    ones = (1,) * max(1, rank)
    return Facts(ones, ones, ones)


def power_of_two_in(value: int) -> int:
    """Return the largest power of two that divides a number, such as 8 for -24."""
    return value & -value if value else _ZERO_DIVISIBLE


def join(a: Facts, b: Facts) -> Facts:
    """Return the facts of a value that is one of two, such as the result of an `scf.if`.

    One side has runs of 16 that begin at multiples of 64, the other runs of 4 at multiples of 64.
    The result has runs of 4; the second run of the first side begins at 64 + 4, so the divisor is
    4. Without looking at the lengths, it would be 64, and a misaligned address would pass as fine.
    """
    each = zip(a.contiguity, b.contiguity, a.divisibility, b.divisibility, strict=True)
    return Facts(
        common(a.contiguity, b.contiguity),
        # If the runs get shorter, one may begin inside a longer run.
        tuple(gcd(d, e) if x == y else gcd(d, e, x, y) for x, y, d, e in each),
        common(a.constancy, b.constancy),
        a.value if a.value == b.value else None,
    )


def of_every_element(facts: Facts) -> Facts:
    """Strengthen the divisors by the rule of Triton 3.9.

    In a dimension without runs, each element is the first of its run, so its divisor divides every
    element of the block and holds in all dimensions.
    """
    each = zip(facts.contiguity, facts.divisibility, strict=True)
    divisor = max((d for run, d in each if run == 1), default=1)
    return replace(facts, divisibility=tuple(max(d, divisor) for d in facts.divisibility))


def common(a: Vector, b: Vector) -> Vector:
    """Return the greatest common divisor in each dimension."""
    return tuple(gcd(x, y) for x, y in zip(a, b, strict=True))


class Known(Protocol):
    """The operands as a rule sees them: their types and facts."""

    types: Types

    def __getitem__(self, value: str) -> Facts: ...


_Rule = Callable[[Known, Operation, BlockType], Facts]


def _shape(result: BlockType) -> Vector:
    return result.shape or (1,)


def _constant_facts(value: int, result: BlockType) -> Facts:
    rank = len(_shape(result))
    return Facts((1,) * rank, (power_of_two_in(value),) * rank, _shape(result), value)


def _same(axis: Known, op: Operation, result: BlockType) -> Facts:
    """Pass the facts on: a cast or a change of layout."""
    return axis[op.operands[0]]


def _constant(axis: Known, op: Operation, result: BlockType) -> Facts:
    literal = re.search(r"dense<(-?\d+|true|false)>|^(-?\d+|true|false)$", op.words)
    if literal is None or result.element.startswith(("f", "bf")):
        return unknown(len(result.shape))
    text = literal[1] or literal[2]
    return _constant_facts({"true": 1, "false": 0}[text] if text.isalpha() else int(text), result)


def _range(axis: Known, op: Operation, result: BlockType) -> Facts:
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
    """Return the rule of an operation on two operands, from its rule for one dimension."""

    def rule(axis: Known, op: Operation, result: BlockType) -> Facts:
        a, b = axis[op.operands[0]], axis[op.operands[1]]
        calculate = _CONSTANT.get(op.name.partition(".")[2])
        if calculate and a.value is not None and b.value is not None and 0 <= b.value < 64:
            return _constant_facts(calculate(a.value, b.value), result)
        parts = [part(op, a, b, d, result) for d in range(len(_shape(result)))]
        contiguity, divisibility, constancy = zip(*parts, strict=True)
        return Facts(contiguity, divisibility, constancy)

    return rule


def _sum(op: Operation, a: Facts, b: Facts, d: int, result: BlockType) -> tuple[int, int, int]:
    """Return the facts of a sum: a run stays one while the other side does not change.

    `%i + %m`, where `%i` counts 0 … 1023 and `%m = %i / 16 * 64` is 16 times 0, 16 times 64, …:
    runs of 16. The second begins at 16 + 64 = 80, so its divisor is 16, although both operands are
    divisible by 64; claiming 64 would make a load at `x + sum` look aligned for any width.
    `%i + %i` is 0, 2, 4, …: no runs, and a divisor of 2, not the 2^30 that divides both firsts.
    """
    # An offset of one element moves a pointer by `scale` bytes.
    scale = max(1, result.bits // 8) if op.name == "tt.addptr" else 1
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


def _product(op: Operation, a: Facts, b: Facts, d: int, result: BlockType) -> tuple[int, int, int]:
    """Return the facts of a product: only a factor that is known to be 1 keeps a run.

    `%i * 4`, where `%i` counts 0 … 1023, is 0, 4, 8, …: no run, a divisor of 4. The divisor of
    `%i` (2^30) is that of its first element alone; multiplying it in would claim 2^30 for all.
    A factor of -1 makes the run count down, which is not a run.
    """
    run = max(
        a.contiguity[d] if b.value == 1 else 1,
        b.contiguity[d] if a.value == 1 else 1,
    )
    # Of a run, only the first element has the divisor; after the product, all elements need it.
    left = 1 if a.contiguity[d] > 1 and b.value != 1 else a.divisibility[d]
    right = 1 if b.contiguity[d] > 1 and a.value != 1 else b.divisibility[d]
    return run, min(left * right, _ZERO_DIVISIBLE), gcd(a.constancy[d], b.constancy[d])


def _shift(op: Operation, a: Facts, b: Facts, d: int, result: BlockType) -> tuple[int, int, int]:
    constancy = gcd(a.constancy[d], b.constancy[d])
    divisor = 1 if a.contiguity[d] > 1 and b.value != 0 else a.divisibility[d]
    if op.name == "arith.shli":
        divisor = min(divisor << (b.value or 0), _ZERO_DIVISIBLE)
    else:
        divisor = max(1, divisor >> b.value) if b.value is not None else 1
    return a.contiguity[d] if b.value == 0 else 1, divisor, constancy


def _quotient(op: Operation, a: Facts, b: Facts, d: int, result: BlockType) -> tuple[int, int, int]:
    """Return the facts of a quotient: dividing a run by a constant gives pieces of equal elements.

    `%i / 16`, where `%i` counts 0 … 1023, is 16 times 0, 16 times 1, …: constancy 16. Without the
    rule a mask `offsets // 16 < n` would look as if it could change at any element.
    """
    constancy = gcd(a.constancy[d], b.constancy[d])
    size = _shape(result)[d]
    if result.shape and a.contiguity[d] == size and b.constancy[d] == size:
        each = gcd(a.contiguity[d], a.divisibility[d], b.divisibility[d])
        constancy = max(constancy, each)
    divisor = 1
    if b.value == 1:
        divisor = a.divisibility[d]
    elif b.value and b.value & (b.value - 1) == 0 and a.contiguity[d] == 1:
        divisor = max(1, a.divisibility[d] // b.value)
    return a.contiguity[d] if b.value == 1 else 1, divisor, constancy


def _remainder(
    op: Operation, a: Facts, b: Facts, d: int, result: BlockType
) -> tuple[int, int, int]:
    """Return the facts of a remainder: a run wraps around at common divisors only.

    `%i % 48`, where `%i` counts 0 … 1023, counts 0 … 47, 0 … 47, …; what is known of 48 is its
    divisor 16, so the runs are 16 long. Without the rule, `x[offsets % n]` would never be wide.
    """
    common = gcd(a.divisibility[d], b.divisibility[d])
    size = _shape(result)[d]
    runs = result.shape and a.contiguity[d] == size and b.constancy[d] == size
    return (
        gcd(a.contiguity[d], common) if runs else 1,
        common if b.constancy[d] > 1 else 1,
        gcd(a.constancy[d], b.constancy[d]),
    )


def _logic(op: Operation, a: Facts, b: Facts, d: int, result: BlockType) -> tuple[int, int, int]:
    return 1, 1, gcd(a.constancy[d], b.constancy[d])


_RISING = re.compile(r"[su](?:lt|ge)")
_FALLING = re.compile(r"[su](?:gt|le)")


def _comparison(
    op: Operation, a: Facts, b: Facts, d: int, result: BlockType
) -> tuple[int, int, int]:
    """Return the facts of a comparison: a run against a bound changes at common divisors only.

    `offsets < n`, with `offsets` counting up from a multiple of 1024 and `n` divisible by 16: the
    mask changes between two pieces of 16, so constancy is 16. `offsets <= n` changes one element
    later, inside a piece: the rule covers `<` and `>=` with the run on the left, and `>` and `<=`
    with the run on the right. Without the rule every masked access would be narrow.
    """
    predicate = op.words.split(",")[0].strip()
    constancy = gcd(a.constancy[d], b.constancy[d])
    common = gcd(a.divisibility[d], b.divisibility[d])
    size = _shape(result)[d]
    if a.constancy[d] == size and _FALLING.match(predicate):
        constancy = max(constancy, gcd(b.contiguity[d], common))
    elif b.constancy[d] == size and _RISING.match(predicate):
        constancy = max(constancy, gcd(a.contiguity[d], common))
    return 1, 1, constancy


def _splat(axis: Known, op: Operation, result: BlockType) -> Facts:
    a = axis[op.operands[0]]
    rank = len(result.shape)
    return Facts((1,) * rank, (a.divisibility[0],) * rank, result.shape, a.value)


def _expand(axis: Known, op: Operation, result: BlockType) -> Facts:
    a = axis[op.operands[0]]
    at = op.integer("axis") or 0
    # `rows = tl.arange(0, 16)`, then `rows[:, None]`: row 1 begins with 1. The divisor of `rows`
    # (2^30) is that of element 0 alone, so along the new dimension nothing but 1 is known.
    each = zip(a.contiguity, a.divisibility, strict=True)
    divisor = gcd(*(1 if contiguity > 1 else divisibility for contiguity, divisibility in each))
    if a.value is not None:
        return _constant_facts(a.value, result)

    def grown(vector: Vector, new: int) -> Vector:
        return (*vector[:at], new, *vector[at:])

    return Facts(grown(a.contiguity, 1), grown(a.divisibility, divisor), grown(a.constancy, 1))


def _broadcast(axis: Known, op: Operation, result: BlockType) -> Facts:
    a = axis[op.operands[0]]
    before = axis.types[op.operands[0]].shape
    contiguity = tuple(1 if n == 1 else c for n, c in zip(before, a.contiguity, strict=True))
    constancy = tuple(
        size if n == 1 else c for n, c, size in zip(before, a.constancy, result.shape, strict=True)
    )
    return Facts(contiguity, a.divisibility, constancy, a.value)


def _transpose(axis: Known, op: Operation, result: BlockType) -> Facts:
    a = axis[op.operands[0]]
    order = integers(op.attributes["order"].partition(":")[2])

    def moved(vector: Vector) -> Vector:
        return tuple(vector[d] for d in order)

    return Facts(moved(a.contiguity), moved(a.divisibility), moved(a.constancy), a.value)


def _select(axis: Known, op: Operation, result: BlockType) -> Facts:
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


def _load(axis: Known, op: Operation, result: BlockType) -> Facts:
    """Return the facts of loaded values: equal if the addresses are equal, and the mask."""
    constancy = axis[op.operands[0]].constancy
    for value in op.operands[1:2]:
        constancy = common(constancy, axis[value].constancy)
    ones = (1,) * len(constancy)
    return Facts(ones, ones, constancy)


def _extreme(axis: Known, op: Operation, result: BlockType) -> Facts:
    return join(axis[op.operands[0]], axis[op.operands[1]])


def _reshape(axis: Known, op: Operation, result: BlockType) -> Facts:
    """Return the facts of a reshape: a run survives in a dimension with the same stride.

    `tl.arange(0, 1024)` reshaped to 64×16: dimension 1 has stride 1, as the operand's only
    dimension, so its runs are 16 long and begin at multiples of 16. Dimension 0 has stride 16:
    its elements 0, 16, 32, … are not a run.
    """
    a, before = axis[op.operands[0]], axis.types[op.operands[0]].shape
    if a.value is not None:
        return _constant_facts(a.value, result)
    every = zip(a.contiguity, a.divisibility, strict=True)
    least = max((d for run, d in every if run == 1), default=1)
    parts: list[tuple[int, int, int]] = []
    for d, size in enumerate(result.shape):
        stride = prod(result.shape[d + 1 :])
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
    """Return how many elements in a row are equal in a dimension cut out of dimension `at`.

    A 64×16 block whose 64 rows are equal, reshaped to 16×4×16: the new dimension 0 steps over
    `skipped` = 4 old rows at a time, so 64 / 4 = 16 of its elements are equal, all of them. If a
    whole dimension is equal, the dimensions before it are looked at as well.
    """
    equal = min(size, a.constancy[at] // skipped)
    uncovered = size // equal
    while a.constancy[at] == before[at] and at > 0 and uncovered > 1:
        at -= 1
        piece = min(before[at], uncovered)
        equal *= min(a.constancy[at], piece)
        uncovered //= piece
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
