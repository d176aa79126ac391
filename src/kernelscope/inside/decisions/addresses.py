"""Addresses in PTX as sums of multiples of thread indices, parameters and other symbols.

In: the instructions of one function (`PtxCode`). Out: the `Sum` that a register holds, from which
`vectorize_ptx` reads how far apart the addresses of neighbouring threads are.

`out[i] = x[i * 3]` with `i = blockIdx.x * blockDim.x + threadIdx.x` compiles to

    mad.lo.s32   %r4, %r1, %r2, %r3;    // %ctaid.x * %ntid.x + %tid.x
    mul.lo.s32   %r5, %r4, 3;
    mul.wide.s32 %rd5, %r5, 4;
    add.s64      %rd6, %rd4, %rd5;      // %rd4: the parameter x

and `%rd6` is `12*%tid.x + 12*%ctaid.x*%ntid.x + 1*copy_param_0`: neighbouring threads are 12 bytes
apart. Without the sum, only the last `add` would be visible, and it says nothing of the stride.
"""

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
    """Return whether a symbol, or a factor of it, differs between the threads of a warp."""
    return "%tid" in symbol or "%laneid" in symbol


@dataclass(frozen=True, slots=True)
class Sum:
    """A constant and multiples of symbols: `%tid.x`, a parameter, a product `%tid.x*n`.

    A register whose value is not followed further is a symbol of its own name.
    """

    constant: int
    terms: tuple[tuple[str, int], ...] = ()

    def plus(self, other: Sum, sign: int = 1) -> Sum:
        """Return the sum of both, or the difference if `sign` is -1."""
        terms = dict(self.terms)
        for symbol, factor in other.terms:
            terms[symbol] = terms.get(symbol, 0) + sign * factor
        kept = tuple(sorted((s, f) for s, f in terms.items() if f))
        return Sum(self.constant + sign * other.constant, kept)

    def times(self, other: Sum) -> Sum | None:
        """Return the product; None if it has too many terms."""
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
        """Return the factor of a symbol on its own; 0 if the sum does not contain it."""
        return dict(self.terms).get(symbol, 0)

    @property
    def steps(self) -> list[int]:
        """Bytes that each enclosing loop adds per iteration; only the constant steps."""
        steps = ((symbol.removeprefix(_STEPS).split(" ")[0], f) for symbol, f in self.terms)
        return [int(step) * f for step, f in steps if step.lstrip("-").isdigit()]


class Addresses:
    """The values of a kernel's registers, as far as parameters and thread indices decide them."""

    def __init__(self, code: PtxCode) -> None:
        self._code = code
        self._known: dict[str, Sum] = {}
        self._depth = 0

    def of(self, name: str) -> Sum:
        """Return the value of a register or symbol."""
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
            value = self._made(makers[0]) or opaque
        else:
            value = self._carried(name, [self._made(made) for made in makers]) or opaque
            self._known = before  # other values found meanwhile may hold this one's placeholder
        self._depth -= 1
        self._known[name] = value
        return value

    def _carried(self, name: str, definitions: list[Sum | None]) -> Sum | None:
        """Return a value that a loop advances: its start plus an unknown number of equal steps.

        None if the threads of a warp do not advance alike.

        With `#pragma unroll 1`, the address of `x[4*i + k]` in `for (int k = 0; …)` is a register
        with two definitions: `x + 16*%tid.x` before the loop, and `add.s64 %rd11, %rd11, 4` in it.
        The result is `16*%tid.x + 1*"steps of 4 %rd11"`. What all threads share of the start (the
        parameter `x`) is dropped, because only differences between threads are asked for.
        Without the rule the register would be an unknown symbol, the stride of 16 bytes would be
        lost, and the access would be taken for one address that all threads share.
        """
        first: Sum | None = None
        steps: set[str] = set()
        for each in definitions:
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
        """Return a load from memory that a value depends on, or None."""
        return next((made for made in self._behind(name) if _is_load(made)), None)

    def not_followed(self, moving: Sum) -> syntax.Instruction | None:
        """Return the instruction that hides how an address depends on the thread, or None.

        Of `x[i % n]` it is the `rem.s32`: its result is a symbol of its own in the sum, and the
        thread's index is among its operands.
        """
        for symbol in (part for term, _ in moving.terms for part in term.split("*")):
            for made in self._code.definitions.get(symbol, []):
                names = {
                    n
                    for maker in self._behind(symbol)
                    for o in maker.operands
                    for n in registers_in(o)
                }
                if any(map(depends_on_thread, names)):
                    return made
        return None

    def _behind(self, name: str) -> Iterator[syntax.Instruction]:
        """Yield the instructions that compute a value, back to loads."""
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
