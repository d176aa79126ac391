"""Integers of a kernel as sums: `1024*pid + 4*tid + 3`, with what bits and values they can have.

A sum is a number of products of atoms. An atom is what a kernel starts from (a parameter, a special
register, a variable's address), a value that nothing more is known of, or an operation that no sum
can express: a field of bits, a quotient, a bitwise operation of overlapping bits.

Sums are integers without end. PTX computes in 32 and 64 bits; the two agree where nothing
overflows, as the languages above PTX ask of indices.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

Range = tuple[int | None, int | None]
"""Least and greatest value; None where there is no known bound."""

ANY: Range = (None, None)
_MOST_TERMS = 8


@dataclass(frozen=True, slots=True)
class Atom:
    """A factor of a product.

    Attributes:
        kind: `parameter`, `special`, `variable`, `window`, `value`, `trip`, or `bits`, `quotient`,
            `remainder`, `and`, `or`, `xor`, `min`, `max`, `group`, `negative` (the second if the
            first is negative, else 0) with arguments.
        name: the parameter's, special register's or variable's; a value's register.
        number: which value, or which loop's trip.
        low, width: of `bits`: (argument >> low) mod 2^width; no limit where width is 0.
        range: the values that it can have.
        mask: the bits that it can have, as a mask without end.
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
        """An order that does not depend on hashes."""
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
        """The atoms of all products, and those within their arguments."""
        found: set[Atom] = set()
        for product in self.terms:
            for atom in product:
                found.add(atom)
                for argument in atom.arguments:
                    found |= argument.atoms()
        return found

    @property
    def size(self) -> int:
        """How many atoms are written in it."""
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
        for one, two in ((self, other), (other, self)):
            if two.constant is not None:
                return one.scaled(two.constant)
        if len(self.terms) * len(other.terms) > _MOST_TERMS:
            return Sum({tuple(sorted((_group(self), _group(other)), key=_key)): 1})
        total = Sum({})
        for one, factor in self.terms.items():
            for two, other_factor in other.terms.items():
                product = tuple(sorted((*one, *two), key=_key))
                total += Sum({product: factor * other_factor})
        return total

    def scaled(self, factor: int) -> Sum:
        """Times a constant."""
        return Sum({product: factor * own for product, own in self.terms.items()})

    def divided(self, divisor: int) -> Sum | None:
        """Over a constant that divides every factor, else None."""
        if any(factor % divisor for factor in self.terms.values()):
            return None
        return Sum({product: factor // divisor for product, factor in self.terms.items()})

    def replaced(self, atom: Atom, by: Sum) -> Sum:
        """The same with a sum in place of an atom that is a factor of its own products."""
        total = Sum({})
        for product, factor in self.terms.items():
            others = tuple(one for one in product if one != atom)
            term = Sum({others: factor})
            for _ in range(len(product) - len(others)):
                term = term * by
            total += term
        return total

    @property
    def range(self) -> Range:
        """Least and greatest value."""
        low: int | None = 0
        high: int | None = 0
        for product, factor in self.terms.items():
            least, most = _product_range(product, factor)
            low = None if low is None or least is None else low + least
            high = None if high is None or most is None else high + most
        return low, high

    @property
    def bits(self) -> int:
        """The bits that can be set, as a mask without end: negative where there is no highest."""
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
        """Its value, given what the atoms without arguments stand for: integers, or arrays."""
        total: Any = 0
        for product, factor in self.terms.items():
            term: Any = factor
            for atom in product:
                term = term * _evaluate(atom, value_of)
            total = total + term
        return total


def constant(value: int) -> Sum:
    """A constant."""
    return Sum({(): value})


def single(atom: Atom) -> Sum:
    """One atom."""
    return Sum({(atom,): 1})


def _key(atom: Atom) -> tuple[str, str, int, int, int]:
    return atom.key


def _group(total: Sum) -> Atom:
    """A sum as one factor."""
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
            # One known bound is enough where nothing is negative.
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
    """The power of two in a number; 0 of 0."""
    return (value & -value).bit_length() - 1 if value else 0


def _evaluate(atom: Atom, value_of: Callable[[Atom], Any]) -> Any:
    if not atom.arguments:
        return value_of(atom)
    values = [argument.evaluate(value_of) for argument in atom.arguments]
    one, two = values[0], values[-1]
    match atom.kind:
        case "bits":
            shifted = one >> atom.low
            return shifted & (1 << atom.width) - 1 if atom.width else shifted
        case "and":
            return one & two
        case "or":
            return one | two
        case "xor":
            return one ^ two
        case "quotient":
            return _towards_zero(one, two)
        case "remainder":
            return one - two * _towards_zero(one, two)
        case "min":
            return one + (two - one) * (two < one)
        case "max":
            return one + (two - one) * (two > one)
        case "negative":
            return two * (one < 0)
        case _:  # a group
            return one


def _towards_zero(one: Any, two: Any) -> Any:
    """Integer division as PTX does it, which says nothing of zero: that drawn values may be."""
    size = abs(one) // abs(two + (two == 0))
    return size * (1 - 2 * ((one < 0) ^ (two < 0)))
