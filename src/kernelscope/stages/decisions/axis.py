"""What Triton can prove of each value: how it runs along a block, and what divides it.

The analysis by which Triton chooses the width of a memory access, done again on the text of TTIR
or TTGIR, so that the place where a fact is lost can be named. The rules are those of
`lib/Analysis/AxisInfo.cpp` of Triton 3.6 to 3.9; an operation without a rule proves nothing.

    contiguity   elements one after the other that count up by one
    divisibility a number that divides the first of each such run (of a pointer: in bytes)
    constancy    elements one after the other that are equal
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from math import gcd

from kernelscope.stages.decisions.linear import integers
from kernelscope.stages.decisions.mlir import Block, Module, Operation, groups, split
from kernelscope.stages.decisions.tensors import BlockType, Types, loop_arguments

_ZERO_DIVISIBLE = 1 << 62  # 0 is divisible by everything; Triton's own bound
_LONGEST_CHAIN = 100  # operations between an argument and what it is used for
_PASSES = 12  # until the facts of values carried around loops no longer change

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


class AxisAnalysis:
    """Facts of every value of a module.

    Attributes:
        makers: the operation that makes a value, by name.
        sources: of a value carried around a loop or joined after branches, those it can be.
    """

    def __init__(self, module: Module) -> None:
        self.types = Types(module)
        self.makers: dict[str, Operation] = {}
        self.sources: dict[str, list[str]] = {}
        self.counters: dict[str, Operation] = {}
        self._facts: dict[str, Facts] = {}
        operations = list(module.operations())
        for operation in operations:
            self.makers |= dict.fromkeys(operation.results, operation)
            self._join_points(operation)
        self.arguments = {argument.name: argument for argument in module.arguments()}
        for argument in self.arguments.values():
            self._facts[argument.name] = Facts(
                (argument.integer("tt.contiguity") or 1,),
                (argument.integer("tt.divisibility") or 1,),
                (argument.integer("tt.constancy") or 1,),
            )
        for _ in range(_PASSES):
            before = dict(self._facts)
            for operation in operations:
                self._visit(operation)
            if before == self._facts:
                break

    def __getitem__(self, value: str) -> Facts:
        """The facts of a value."""
        return self._facts.get(value) or unknown(len(self.types[value].shape))

    def argument_behind(self, value: str) -> str:
        """The kernel's argument that a pointer, or what was loaded from it, comes from; or ""."""
        for _ in range(_LONGEST_CHAIN):
            if value in self.arguments:
                return value.lstrip("%")
            made = self.makers.get(value)
            if value in self.sources:
                value = self.sources[value][0]
            elif made is not None and made.operands:
                value = made.operands[0]
            else:
                break
        return ""

    # ---- values that come from several places ----------------------------------------------

    def _join_points(self, operation: Operation) -> None:
        if operation.name == "scf.for":
            carried, _ = loop_arguments(operation)
            self.counters[operation.operands[0]] = operation
            ends = _yielded(operation, 0)
            for number, (name, initial) in enumerate(carried):
                self.sources[name] = [initial, *ends[number : number + 1]]
            self._results(operation, [list(self.sources[name]) for name, _ in carried])
        elif operation.name == "scf.if":
            each = [_yielded(operation, region) for region in range(len(operation.regions))]
            self._results(operation, [list(values) for values in zip(*each, strict=False)])
        elif operation.name == "scf.while":
            self._while(operation)
        elif operation.name in ("cf.br", "cf.cond_br"):
            self._branch(operation)

    def _results(self, operation: Operation, sources: list[list[str]]) -> None:
        self.sources |= dict(zip(operation.results, sources, strict=False))

    def _while(self, operation: Operation) -> None:
        inside = next(iter(groups(operation.words, "(")), "()")[1:-1]
        ends = _yielded(operation, len(operation.regions) - 1)
        for number, part in enumerate(split(inside, ",")):
            name, _, initial = part.strip().partition(" = ")
            self.sources[name] = [initial, *ends[number : number + 1]]
        last = operation.regions[0][-1].operations
        passed = last[-1].operands[1:] if last else ()
        if len(operation.regions) > 1:
            names = [name for name, _ in operation.regions[1][0].arguments]
            self.sources |= {n: [v] for n, v in zip(names, passed, strict=False)}
        self._results(operation, [[value] for value in passed])

    def _branch(self, operation: Operation) -> None:
        blocks = {b.label: b for b in _siblings(operation)}
        for label, inside in re.findall(r"(\^\w+)(?:\(([^)]*)\))?", operation.words):
            given = [v.strip() for v in inside.partition(" : ")[0].split(",")]
            names = [name for name, _ in blocks[label].arguments] if label in blocks else []
            for name, value in zip(names, given, strict=False):
                self.sources.setdefault(name, []).append(value)

    def _joined(self, values: list[str]) -> Facts | None:
        known = [self._facts[value] for value in values if value in self._facts]
        joined = known[0] if known else None
        for other in known[1:]:
            joined = _join(joined, other) if joined else other
        return joined

    # ---- one operation ---------------------------------------------------------------------

    def _visit(self, operation: Operation) -> None:
        for region in operation.regions:
            for block in region:
                for name, _ in block.arguments:
                    self._meet(name)
        if operation.name == "scf.for":
            for name, _ in loop_arguments(operation)[0]:
                self._meet(name)
            low, step = self[operation.operands[1]], self[operation.operands[3]]
            divisor = gcd(low.divisibility[0], step.divisibility[0])
            self._facts[operation.operands[0]] = Facts((1,), (divisor,), (1,))
        if operation.name == "scf.while":
            for name in list(self.sources):
                self._meet(name)
        for result in operation.results:
            if result in self.sources:
                self._meet(result)
            else:
                self._facts[result] = self._hinted(operation, self._result(operation, result))

    def _meet(self, name: str) -> None:
        if name in self.sources and (facts := self._joined(self.sources[name])):
            self._facts[name] = facts

    def _hinted(self, operation: Operation, facts: Facts) -> Facts:
        """What the program promises by `tl.multiple_of` and its like replaces what is proven."""

        def promised(name: str, proven: Vector) -> Vector:
            text = operation.attributes.get(f"tt.{name}", "")
            # `dense<[1, 16]> : tensor<2xi32>`
            found = integers(text[text.find("<") : text.find(">")]) if "<" in text else ()
            return found * len(proven) if len(found) == 1 else found or proven

        return Facts(
            promised("contiguity", facts.contiguity),
            promised("divisibility", facts.divisibility),
            promised("constancy", facts.constancy),
            facts.value,
        )

    def _result(self, operation: Operation, result: str) -> Facts:
        kind = self.types[result]
        rule = RULES.get(operation.name)
        if rule is None:
            return unknown(len(kind.shape))
        try:
            return rule(self, operation, kind)
        except (IndexError, ValueError):  # printed otherwise than this reads it
            return unknown(len(kind.shape))


def _yielded(operation: Operation, region: int) -> tuple[str, ...]:
    blocks = operation.regions[region] if operation.regions else []
    last = blocks[-1].operations if blocks else []
    return last[-1].operands if last and last[-1].name == "scf.yield" else ()


def _siblings(operation: Operation) -> list[Block]:
    regions = operation.parent.regions if operation.parent else []
    return [block for region in regions for block in region]


def _join(a: Facts, b: Facts) -> Facts:
    def each(left: Vector, right: Vector) -> Vector:
        return tuple(gcd(x, y) for x, y in zip(left, right, strict=False))

    return Facts(
        each(a.contiguity, b.contiguity),
        each(a.divisibility, b.divisibility),
        each(a.constancy, b.constancy),
        a.value if a.value == b.value else None,
    )


# ---- the rules -----------------------------------------------------------------------------

_Rule = Callable[[AxisAnalysis, Operation, BlockType], Facts]


def _dimensions(kind: BlockType) -> range:
    return range(max(1, len(kind.shape)))


def _shape(kind: BlockType) -> Vector:
    return kind.shape or (1,)


def _same(axis: AxisAnalysis, op: Operation, kind: BlockType) -> Facts:
    """A cast, a change of layout."""
    return axis[op.operands[0]]


def _constant(axis: AxisAnalysis, op: Operation, kind: BlockType) -> Facts:
    found = re.search(r"dense<(-?\d+|true|false)>|^(-?\d+|true|false)$", op.words)
    if found is None or kind.element.startswith(("f", "bf")):
        return unknown(len(kind.shape))
    text = found[1] or found[2]
    value = {"true": 1, "false": 0}.get(text) if not text.lstrip("-").isdigit() else int(text)
    divisor = power_of_two_in(value or 0)
    rank = len(_shape(kind))
    return Facts((1,) * rank, (divisor,) * rank, _shape(kind), value)


def _range(axis: AxisAnalysis, op: Operation, kind: BlockType) -> Facts:
    start, end = op.integer("start") or 0, op.integer("end") or 0
    return Facts((end - start,), (power_of_two_in(start),), (1,))


def _sum(axis: AxisAnalysis, op: Operation, kind: BlockType) -> Facts:
    a, b = axis[op.operands[0]], axis[op.operands[1]]
    scale = max(1, kind.bits // 8) if op.name == "tt.addptr" else 1
    minus = op.name == "arith.subi"
    contiguity: list[int] = []
    for d in _dimensions(kind):
        runs = gcd(a.contiguity[d], b.constancy[d])
        contiguity.append(runs if minus else max(runs, gcd(a.constancy[d], b.contiguity[d])))
    value = None
    if a.value is not None and b.value is not None and op.name != "tt.addptr":
        value = a.value - b.value if minus else a.value + b.value
    divisibility = (gcd(x, y * scale) for x, y in zip(a.divisibility, b.divisibility, strict=True))
    return Facts(tuple(contiguity), tuple(divisibility), _both_constant(a, b), value)


def _both_constant(a: Facts, b: Facts) -> Vector:
    return tuple(gcd(x, y) for x, y in zip(a.constancy, b.constancy, strict=True))


def _product(axis: AxisAnalysis, op: Operation, kind: BlockType) -> Facts:
    a, b = axis[op.operands[0]], axis[op.operands[1]]
    if op.name == "arith.shli":
        b = _power(b)
    contiguity, divisibility = [], []
    for d in _dimensions(kind):
        runs = (b.contiguity[d] if a.value == 1 else 1, a.contiguity[d] if b.value == 1 else 1)
        contiguity.append(max(runs))
        # The multiples of a run begin where it begins, but the run itself is no run any more.
        left = 1 if a.contiguity[d] > 1 and b.value != 1 else a.divisibility[d]
        right = 1 if b.contiguity[d] > 1 and a.value != 1 else b.divisibility[d]
        divisibility.append(min(left * right, _ZERO_DIVISIBLE))
    value = a.value * b.value if a.value is not None and b.value is not None else None
    return Facts(tuple(contiguity), tuple(divisibility), _both_constant(a, b), value)


def _power(shift: Facts) -> Facts:
    """What is known of 1 << n."""
    value = 1 << shift.value if shift.value is not None and 0 <= shift.value < 62 else None
    rank = len(shift.contiguity)
    divisor = value or 1
    return Facts((1,) * rank, (divisor,) * rank, shift.constancy, value)


def _quotient(axis: AxisAnalysis, op: Operation, kind: BlockType) -> Facts:
    a, b = axis[op.operands[0]], axis[op.operands[1]]
    if op.name in ("arith.shrsi", "arith.shrui"):
        b = _power(b)
    contiguity, divisibility, constancy = [], [], []
    shape = _shape(kind)
    for d in _dimensions(kind):
        contiguity.append(a.contiguity[d] if b.value == 1 else 1)
        same = gcd(a.constancy[d], b.constancy[d])
        if a.contiguity[d] == shape[d] and b.constancy[d] == shape[d]:
            same = max(same, gcd(a.contiguity[d], gcd(a.divisibility[d], b.divisibility[d])))
        constancy.append(same)
        exact = b.value and a.contiguity[d] == 1 and b.value & (b.value - 1) == 0
        divisibility.append(max(1, a.divisibility[d] // b.value) if exact and b.value else 1)
    value = a.value // b.value if a.value is not None and b.value else None
    return Facts(tuple(contiguity), tuple(divisibility), tuple(constancy), value)


def _remainder(axis: AxisAnalysis, op: Operation, kind: BlockType) -> Facts:
    a, b = axis[op.operands[0]], axis[op.operands[1]]
    contiguity, divisibility = [], []
    shape = _shape(kind)
    for d in _dimensions(kind):
        common = gcd(a.divisibility[d], b.divisibility[d])
        runs = a.contiguity[d] == shape[d] and b.constancy[d] == shape[d] and shape[d] > 1
        contiguity.append(gcd(a.contiguity[d], common) if runs else 1)
        divisibility.append(common if b.constancy[d] > 1 or not kind.shape else 1)
    return Facts(tuple(contiguity), tuple(divisibility), _both_constant(a, b))


def _splat(axis: AxisAnalysis, op: Operation, kind: BlockType) -> Facts:
    a = axis[op.operands[0]]
    rank = len(kind.shape)
    return Facts((1,) * rank, (a.divisibility[0],) * rank, kind.shape, a.value)


def _expand(axis: AxisAnalysis, op: Operation, kind: BlockType) -> Facts:
    a = axis[op.operands[0]]
    at = op.integer("axis") or 0
    # Of a run only the first element is known to be divisible.
    divisor = _ZERO_DIVISIBLE
    for contiguity, divisibility in zip(a.contiguity, a.divisibility, strict=True):
        divisor = gcd(divisor, 1 if contiguity > 1 else divisibility)
    if a.value is not None:
        divisor = power_of_two_in(a.value)

    def grown(vector: Vector, new: int) -> Vector:
        return (*vector[:at], new, *vector[at:])

    return Facts(
        grown(a.contiguity, 1), grown(a.divisibility, divisor), grown(a.constancy, 1), a.value
    )


def _broadcast(axis: AxisAnalysis, op: Operation, kind: BlockType) -> Facts:
    a = axis[op.operands[0]]
    before = axis.types[op.operands[0]].shape
    contiguity = tuple(1 if n == 1 else c for n, c in zip(before, a.contiguity, strict=True))
    constancy = tuple(
        size if n == 1 else c for n, c, size in zip(before, a.constancy, kind.shape, strict=True)
    )
    return Facts(contiguity, a.divisibility, constancy, a.value)


_RISING = re.compile(r"[su](?:lt|ge)")
_FALLING = re.compile(r"[su](?:gt|le)")


def _comparison(axis: AxisAnalysis, op: Operation, kind: BlockType) -> Facts:
    a, b = axis[op.operands[0]], axis[op.operands[1]]
    predicate = op.words.split(",")[0].strip()
    shape = _shape(kind)
    constancy: list[int] = []
    for d in _dimensions(kind):
        same = gcd(a.constancy[d], b.constancy[d])
        common = gcd(a.divisibility[d], b.divisibility[d])
        if a.constancy[d] == shape[d] and b.contiguity[d] == shape[d] and _FALLING.match(predicate):
            same = max(same, gcd(b.contiguity[d], common))
        if a.contiguity[d] == shape[d] and b.constancy[d] == shape[d] and _RISING.match(predicate):
            same = max(same, gcd(a.contiguity[d], common))
        constancy.append(same)
    ones = (1,) * len(shape)
    return Facts(ones, ones, tuple(constancy))


def _logic(axis: AxisAnalysis, op: Operation, kind: BlockType) -> Facts:
    a, b = axis[op.operands[0]], axis[op.operands[1]]
    ones = (1,) * len(_shape(kind))
    return Facts(ones, ones, _both_constant(a, b))


def _select(axis: AxisAnalysis, op: Operation, kind: BlockType) -> Facts:
    condition, a, b = (axis[value] for value in op.operands[:3])
    scalar = not axis.types[op.operands[0]].shape
    rank = len(_shape(kind))
    runs = (_ZERO_DIVISIBLE,) * rank if scalar else condition.constancy

    def least(left: Vector, right: Vector, limit: Vector) -> Vector:
        every = zip(left, right, limit, strict=True)
        return tuple(min(gcd(x, most), gcd(y, most)) for x, y, most in every)

    divisibility = tuple(min(x, y) for x, y in zip(a.divisibility, b.divisibility, strict=True))
    return Facts(
        least(a.contiguity, b.contiguity, runs), divisibility, least(a.constancy, b.constancy, runs)
    )


def _load(axis: AxisAnalysis, op: Operation, kind: BlockType) -> Facts:
    """Equal where the addresses are equal, and the mask."""
    constancy = axis[op.operands[0]].constancy
    for value in op.operands[1:2]:
        constancy = tuple(gcd(x, y) for x, y in zip(constancy, axis[value].constancy, strict=True))
    ones = (1,) * len(constancy)
    return Facts(ones, ones, constancy)


def _extreme(axis: AxisAnalysis, op: Operation, kind: BlockType) -> Facts:
    a, b = axis[op.operands[0]], axis[op.operands[1]]
    divisibility = tuple(min(x, y) for x, y in zip(a.divisibility, b.divisibility, strict=True))
    return Facts((1,) * len(divisibility), divisibility, _both_constant(a, b))


RULES: dict[str, _Rule] = {
    **dict.fromkeys(
        (
            *("arith.extsi", "arith.extui", "arith.trunci", "arith.index_cast", "arith.bitcast"),
            *("tt.bitcast", "tt.ptr_to_int", "tt.int_to_ptr", "ttg.convert_layout"),
        ),
        _same,
    ),
    "arith.constant": _constant,
    "tt.make_range": _range,
    **dict.fromkeys(("arith.addi", "arith.subi", "tt.addptr"), _sum),
    **dict.fromkeys(("arith.muli", "arith.shli"), _product),
    **dict.fromkeys(("arith.divsi", "arith.divui", "arith.shrsi", "arith.shrui"), _quotient),
    **dict.fromkeys(("arith.remsi", "arith.remui"), _remainder),
    "tt.splat": _splat,
    "tt.expand_dims": _expand,
    "tt.broadcast": _broadcast,
    "arith.cmpi": _comparison,
    **dict.fromkeys(("arith.andi", "arith.ori", "arith.xori"), _logic),
    "arith.select": _select,
    "tt.load": _load,
    **dict.fromkeys(("arith.maxsi", "arith.maxui", "arith.minsi", "arith.minui"), _extreme),
}
