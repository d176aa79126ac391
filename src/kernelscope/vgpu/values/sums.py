"""Integers of a kernel as sums, such as `1024*pid + 4*tid + 3`, with their ranges and bits.

A `Sum` adds products of `Atom`s, each with a factor. An atom is an input of the kernel (a
parameter, a special register, a variable's address), a value that nothing more is known of, or an
operation that no sum can express: a field of bits, a quotient, a bitwise operation on overlapping
bits.

Two things are known of every sum: its range, and the bits that can be set. `4*tid` with at most 128
threads has the range 0 … 508 and the bits 0b111111100. So `4*tid & 508` is `4*tid`, and `4*tid | 3`
is `4*tid + 3`, which is how compilers write additions that cannot carry. Without the bits, such an
address would remain a bitwise expression, and the element that it addresses would be unreadable.

Sums are unbounded integers. PTX computes in 32 and 64 bits; both agree if nothing overflows, which
the languages above PTX require of indices.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

Range = tuple[int | None, int | None]
"""The least and the greatest value; None if no bound is known."""

ANY: Range = (None, None)
_MOST_TERMS = 8


@dataclass(frozen=True, slots=True)
class Atom:
    """A factor of a product.

    Attributes:
        kind: `parameter`, `special`, `variable`, `window`, `value`, `trip`, or `bits`, `quotient`,
            `remainder`, `and`, `or`, `xor`, `min`, `max`, `group`, `negative` (the second if the
            first is negative, else 0) with arguments.
        name: the name of the parameter, special register or variable; for a value, its register.
        number: the number of a value, or of a trip's loop.
        arguments: the operands of an operation.
        low, width: the bits of `bits`: (argument >> low) mod 2^width; no limit if width is 0.
        range: the least and the greatest value.
        mask: the bits that can be set; negative if there is no highest.
    """

    kind: str
    name: str = ""
    number: int = 0
    arguments: tuple[Sum, ...] = ()
    low: int = 0
    width: int = 0
    range: Range = field(default=ANY, compare=False)
    mask: int = field(default=-1, compare=False)

    @property
    def key(self) -> tuple[str, str, int, int, int]:
        """A key for sorting that does not depend on hashes."""
        return (self.kind, self.name, self.number, self.low, self.width)


Product = tuple[Atom, ...]


class Sum:
    """An immutable sum of products with integer factors; the empty product is the constant."""

    __slots__ = ("_hash", "terms")

    def __init__(self, terms: dict[Product, int]) -> None:
        self.terms = {product: factor for product, factor in terms.items() if factor}
        self._hash = hash(frozenset(self.terms.items()))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sum) and self.terms == other.terms

    def __repr__(self) -> str:
        return f"Sum({self.terms})"

    @property
    def constant(self) -> int | None:
        """Its value, if it is a constant."""
        if not self.terms:
            return 0
        return self.terms.get(()) if len(self.terms) == 1 else None

    def atoms(self) -> set[Atom]:
        """Return the atoms of all products, and those within their arguments."""
        atoms: set[Atom] = set()
        for product in self.terms:
            for atom in product:
                atoms.add(atom)
                for argument in atom.arguments:
                    atoms |= argument.atoms()
        return atoms

    @property
    def size(self) -> int:
        """The number of atoms in it, with those within arguments."""
        return sum(1 + sum(a.size for a in atom.arguments) for p in self.terms for atom in p)

    def __add__(self, other: Sum) -> Sum:
        terms = dict(self.terms)
        for product, factor in other.terms.items():
            terms[product] = terms.get(product, 0) + factor
        return Sum(terms)

    def __neg__(self) -> Sum:
        return self.scaled(-1)

    def __sub__(self, other: Sum) -> Sum:
        return self + -other

    def __mul__(self, other: Sum) -> Sum:
        for left, right in ((self, other), (other, self)):
            if right.constant is not None:
                return left.scaled(right.constant)
        if len(self.terms) * len(other.terms) > _MOST_TERMS:
            return Sum({tuple(sorted((_group(self), _group(other)), key=_key)): 1})
        total = Sum({})
        for left, factor in self.terms.items():
            for right, other_factor in other.terms.items():
                product = tuple(sorted((*left, *right), key=_key))
                total += Sum({product: factor * other_factor})
        return total

    def scaled(self, factor: int) -> Sum:
        """Return the sum times a constant."""
        return Sum({product: factor * own for product, own in self.terms.items()})

    def divided(self, divisor: int) -> Sum | None:
        """Return the sum divided by a constant that divides every factor; otherwise None."""
        if any(factor % divisor for factor in self.terms.values()):
            return None
        return Sum({product: factor // divisor for product, factor in self.terms.items()})

    def replaced(self, atom: Atom, by: Sum) -> Sum:
        """Return the sum with another one in place of an atom.

        Only factors of products are replaced, not atoms within arguments.
        """
        total = Sum({})
        for product, factor in self.terms.items():
            others = tuple(factor_atom for factor_atom in product if factor_atom != atom)
            term = Sum({others: factor})
            for _ in range(len(product) - len(others)):
                term = term * by
            total += term
        return total

    @property
    def range(self) -> Range:
        """The least and the greatest value."""
        low: int | None = 0
        high: int | None = 0
        for product, factor in self.terms.items():
            least, most = _product_range(product, factor)
            low = None if low is None or least is None else low + least
            high = None if high is None or most is None else high + most
        return low, high

    @property
    def bits(self) -> int:
        """The bits that can be set, as a mask; negative if there is no highest bit.

        If no two terms share a bit, nothing carries: `1024*pid + 4*tid` with `tid` < 256 has the
        bits of both. Otherwise all bits from the lowest term's first to the range's last count.
        """
        masks = [_term_bits(product, factor) for product, factor in self.terms.items()]
        union = 0
        for mask in masks:
            if union & mask:
                break
            union |= mask
        else:
            return union
        low, high = self.range
        lowest = min(trailing_zeros(mask) for mask in masks)
        if low is None or low < 0 or high is None:
            return -(1 << lowest)
        return (1 << high.bit_length()) - (1 << lowest)

    def evaluate(self, value_of: Callable[[Atom], Any]) -> Any:
        """Return its value, given that of each atom without arguments, as integers or arrays."""
        total: Any = 0
        for product, factor in self.terms.items():
            term: Any = factor
            for atom in product:
                term = term * _evaluate(atom, value_of)
            total = total + term
        return total


def constant(value: int) -> Sum:
    """Return a constant."""
    return Sum({(): value})


def single(atom: Atom) -> Sum:
    """Return a sum of one atom."""
    return Sum({(atom,): 1})


def _key(atom: Atom) -> tuple[str, str, int, int, int]:
    return atom.key


def _group(total: Sum) -> Atom:
    """Return a sum as one factor."""
    if len(total.terms) == 1:
        ((product, factor),) = total.terms.items()
        if factor == 1 and len(product) == 1:
            return product[0]
    return Atom("group", arguments=(total,), range=total.range)


def _product_range(product: Product, factor: int) -> Range:
    low = factor
    high: int | None = factor
    for atom in product:
        corners = [
            None if a is None or b is None else a * b for a in (low, high) for b in atom.range
        ]
        if any(corner is None for corner in corners):
            # If nothing is negative, the lower bound is known even without an upper one.
            if low >= 0 and atom.range[0] is not None and atom.range[0] >= 0:
                low, high = low * atom.range[0], None
                continue
            return ANY
        known = [corner for corner in corners if corner is not None]
        low, high = min(known), max(known)
    return low, high


def _term_bits(product: Product, factor: int) -> int:
    low, high = _product_range(product, factor)
    if not product:
        return factor
    if len(product) == 1 and factor > 0 and not factor & factor - 1:
        if product[0].kind == "bits":
            return _field_bits(product[0]) * factor
        if product[0].mask != -1:
            return product[0].mask * factor
    lowest = trailing_zeros(factor)
    if low is None or low < 0 or high is None:
        return -(1 << lowest)
    return (1 << high.bit_length()) - (1 << lowest)


def _field_bits(atom: Atom) -> int:
    inside = atom.arguments[0].bits >> atom.low
    return inside & (1 << atom.width) - 1 if atom.width else inside


def trailing_zeros(value: int) -> int:
    """Return the exponent of the power of two in a number; 0 for 0."""
    return (value & -value).bit_length() - 1 if value else 0


def _evaluate(atom: Atom, value_of: Callable[[Atom], Any]) -> Any:
    if not atom.arguments:
        return value_of(atom)
    values = [argument.evaluate(value_of) for argument in atom.arguments]
    first, second = values[0], values[-1]
    match atom.kind:
        case "bits":
            shifted = first >> atom.low
            return shifted & (1 << atom.width) - 1 if atom.width else shifted
        case "and":
            return first & second
        case "or":
            return first | second
        case "xor":
            return first ^ second
        case "quotient":
            return _towards_zero(first, second)
        case "remainder":
            return first - second * _towards_zero(first, second)
        case "min":
            return first + (second - first) * (second < first)
        case "max":
            return first + (second - first) * (second > first)
        case "negative":
            return second * (first < 0)
        case _:  # a group
            return first


def _towards_zero(dividend: Any, divisor: Any) -> Any:
    """Divide as PTX does, towards zero.

    A divisor of 0 counts as 1: PTX leaves the result open, and values drawn at random may be 0.
    """
    size = abs(dividend) // abs(divisor + (divisor == 0))
    return size * (1 - 2 * ((dividend < 0) ^ (divisor < 0)))
