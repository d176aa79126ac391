"""Addresses in PTX as sums: of what each part is a multiple, back to thread and parameters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kernelscope.inside.decisions.ptx_code import PtxCode, registers_in
from kernelscope.vgpu.ptx import syntax

_DEPTH = 80
_MOST_TERMS = 24
_COPIES = frozenset(("mov", "cvta", "cvt"))
_STEPS = "steps of "


def depends_on_thread(symbol: str) -> bool:
    """Whether a symbol, or a factor of one, differs between the threads of a warp."""
    return "%tid" in symbol or "%laneid" in symbol


@dataclass(frozen=True, slots=True)
class Sum:
    """A constant and multiples of symbols: `%tid.x`, a parameter, a product `%tid.x*n`.

    A register whose value is not followed further is a symbol of its own name.
    """

    constant: int
    terms: tuple[tuple[str, int], ...] = ()

    def plus(self, other: Sum, sign: int = 1) -> Sum:
        """The sum, or the difference, of both."""
        terms = dict(self.terms)
        for symbol, factor in other.terms:
            terms[symbol] = terms.get(symbol, 0) + sign * factor
        kept = tuple(sorted((s, f) for s, f in terms.items() if f))
        return Sum(self.constant + sign * other.constant, kept)

    def times(self, other: Sum) -> Sum | None:
        """The product; None where it has too many terms."""
        if len(self.terms) * len(other.terms) > _MOST_TERMS:
            return None
        total = Sum(self.constant * other.constant)
        for a, b in ((self, other), (other, self)):
            total = total.plus(Sum(0, tuple((s, f * b.constant) for s, f in a.terms)))
        for left, factor in self.terms:
            for right, other_factor in other.terms:
                name = "*".join(sorted((*left.split("*"), *right.split("*"))))
                total = total.plus(Sum(0, ((name, factor * other_factor),)))
        return total

    def factor(self, symbol: str) -> int:
        """Of a symbol alone."""
        return dict(self.terms).get(symbol, 0)

    @property
    def steps(self) -> list[int]:
        """By how much each loop around moves it on in a turn, where that is a constant."""
        found = ((symbol.removeprefix(_STEPS).split(" ")[0], f) for symbol, f in self.terms)
        return [int(step) * f for step, f in found if step.lstrip("-").isdigit()]


class Addresses:
    """What the registers of a kernel hold, where that follows from parameters and thread."""

    def __init__(self, code: PtxCode) -> None:
        self._code = code
        self._known: dict[str, Sum] = {}
        self._depth = 0

    def of(self, name: str) -> Sum:
        """The value of a register or symbol."""
        if name in self._known:
            return self._known[name]
        opaque = Sum(0, ((name, 1),))
        makers = self._code.definitions.get(name, [])
        if not makers or self._depth > _DEPTH:
            return opaque
        before = dict(self._known)
        self._known[name] = opaque  # a value that depends on itself ends here
        self._depth += 1
        if len(makers) == 1:
            found = self._made(makers[0]) or opaque
        else:
            found = self._carried(name, [self._made(made) for made in makers]) or opaque
            self._known = before  # what was found of others may hold this value's placeholder
        self._depth -= 1
        self._known[name] = found
        return found

    def _carried(self, name: str, found: list[Sum | None]) -> Sum | None:
        """A value that a loop moves on: where it begins, and an unknown number of equal steps.

        None where the threads of a warp do not move alike.
        """
        first: Sum | None = None
        steps: set[str] = set()
        for each in found:
            if each is None or each.factor(name) not in (0, 1):
                return None
            thread = tuple((s, f) for s, f in each.terms if depends_on_thread(s))
            if each.factor(name) == 1:
                if thread:
                    return None
                steps.add("unknown" if len(each.terms) > 1 else str(each.constant))
            elif first is None:
                first = Sum(0, thread)
            elif first.terms != thread:
                return None
        step = steps.pop() if len(steps) == 1 else "unknown"
        moved = Sum(0, ((f"{_STEPS}{step} {name}", 1),))
        return first.plus(moved) if first is not None else None

    def _made(self, made: syntax.Instruction) -> Sum | None:
        if made.guard is not None:
            return None
        parts = [self._operand(operand) for operand in made.operands[1:]]
        a, b, c = (*parts, None, None, None)[:3]
        match made.opcode:
            case "ld" if "param" in made.modifiers:
                address = made.operands[1]
                assert isinstance(address, syntax.Address)
                name = address.base.text if address.base else ""
                return Sum(0, ((f"{name}+{address.offset}" if address.offset else name, 1),))
            case opcode if opcode in _COPIES:
                return a
            case "add":
                return a.plus(b) if a and b else None
            case "sub":
                return a.plus(b, -1) if a and b else None
            case "neg":
                return a.times(Sum(-1)) if a else None
            case "not" if "pred" not in made.modifiers:  # -1 - a
                return Sum(-1).plus(a, -1) if a else None
            case "mul" if "hi" not in made.modifiers:
                return a.times(b) if a and b else None
            case "mad" if "hi" not in made.modifiers:
                product = a.times(b) if a and b else None
                return product.plus(c) if product and c else None
            case "shl":
                return a.times(Sum(1 << b.constant)) if a and b and not b.terms else None
            case _:
                return None

    def _operand(self, operand: syntax.Operand) -> Sum | None:
        match operand:
            case syntax.Literal(value=int(value), bits=0):
                return Sum(value)
            case syntax.Name():
                return self.of(operand.text)
            case syntax.SymbolOffset():
                return self.of(operand.name.text).plus(Sum(operand.offset))
            case _:
                return None

    def loaded(self, name: str) -> syntax.Instruction | None:
        """A load from memory that a value depends on, if there is one."""
        return next((made for made in self._behind(name) if _is_load(made)), None)

    def not_followed(self, moving: Sum) -> syntax.Instruction | None:
        """What ends the search for how an address depends on the thread, if it does."""
        for symbol in (part for term, _ in moving.terms for part in term.split("*")):
            for made in self._code.definitions.get(symbol, []):
                names = {
                    n for one in self._behind(symbol) for o in one.operands for n in registers_in(o)
                }
                if any(map(depends_on_thread, names)):
                    return made
        return None

    def _behind(self, name: str) -> Iterator[syntax.Instruction]:
        """The instructions that a value is made by, back to loads."""
        seen: set[str] = set()
        waiting = [name]
        while waiting:
            at = waiting.pop()
            for made in () if at in seen else self._code.definitions.get(at, []):
                yield made
                if not _is_load(made):
                    waiting += [n for o in made.operands[1:] for n in registers_in(o)]
            seen.add(at)


def _is_load(made: syntax.Instruction) -> bool:
    return made.opcode == "ld" and "param" not in made.modifiers
