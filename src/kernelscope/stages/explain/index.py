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
_SIGN_BIT = 31  # bits from here up are copies of a 32-bit number's sign


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
        lowest = min(_trailing_zeros(mask) for mask in masks)
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
    lowest = _trailing_zeros(factor)
    if low is None or low < 0 or high is None:
        return -(1 << lowest)
    return (1 << high.bit_length()) - (1 << lowest)


def _field_bits(atom: Atom) -> int:
    inside = atom.arguments[0].bits >> atom.low
    return inside & (1 << atom.width) - 1 if atom.width else inside


def _trailing_zeros(value: int) -> int:
    return (value & -value).bit_length() - 1 if value else 0


# ---- operations ----------------------------------------------------------------------------


def field_of(total: Sum, low: int, width: int) -> Sum:
    """`total >> low`, of it the lowest `width` bits; all of them where width is 0."""
    if total.constant is not None:
        value = total.constant >> low
        return constant(value & (1 << width) - 1 if width else value)
    possible = total.bits
    if width and possible >= 0 and possible >> (low + width) == 0:
        width = 0
    if width:
        end = 1 << (low + width)
        total = Sum({p: f for p, f in total.terms.items() if f % end})
    total, low, taken = _without_low_terms(total, low)
    if not total.terms:
        return total
    if not low and not width:
        return total.scaled(1 << taken)
    width = width - taken if width else 0
    simpler = _signed_division(total, low, width) or _field_of_field(total, low, width)
    if simpler is not None:
        return simpler.scaled(1 << taken)
    whole = _range_of_field(total, low, width)
    if whole[0] is not None and whole[0] == whole[1]:
        return constant(whole[0] << taken)
    return Sum({(Atom("bits", arguments=(total,), low=low, width=width, range=whole),): 1 << taken})


def _without_low_terms(total: Sum, low: int) -> tuple[Sum, int, int]:
    """A field's argument without what lies below it, or is a power of two times something.

    Returns:
        The argument, its lowest bit, and the power of two that the field is multiplied with.
    """
    below = Sum({p: f for p, f in total.terms.items() if f % (1 << low)})
    above = total - below
    if below.terms and above.terms and below.bits >= 0 and below.bits >> low == 0:
        total = above
    if not total.terms:
        return total, low, 0
    power = min(_trailing_zeros(factor) for factor in total.terms.values())
    divided = total.divided(1 << power)
    assert divided is not None
    return divided, max(low - power, 0), max(power - low, 0)


def _field_of_field(total: Sum, low: int, width: int) -> Sum | None:
    """A field of a field is one field."""
    ((product, factor), *others) = total.terms.items()
    if others or factor != 1 or len(product) != 1 or product[0].kind != "bits":
        return None
    inner = product[0]
    if not inner.width:
        return field_of(inner.arguments[0], inner.low + low, width)
    left = inner.width - low
    if left <= 0:
        return constant(0)
    return field_of(inner.arguments[0], inner.low + low, min(width or left, left))


def _signed_division(total: Sum, low: int, width: int) -> Sum | None:
    """`(x + (x < 0 ? 2^k - 1 : 0)) >> k`: how compilers divide a signed number by 2^k."""
    for product, factor in total.terms.items() if low and not width else ():
        atom = product[0] if len(product) == 1 and factor == 1 else None
        if atom is None or atom.kind != "bits" or atom.width != low or atom.low < _SIGN_BIT:
            continue
        rest = total - single(atom)
        if atom.arguments[0] == rest:
            return operation("quotient", rest, constant(1 << low))
    return None


def _range_of_field(total: Sum, low: int, width: int) -> Range:
    least, most = total.range
    if width:
        limit = (1 << width) - 1
        fits = least is not None and least >= 0 and most is not None and most >> low <= limit
        return (0, most >> low) if fits and most is not None else (0, limit)
    return (
        None if least is None else least >> low,
        None if most is None else most >> low,
    )


def masked(total: Sum, mask: int) -> Sum | None:
    """`total & mask`, where the mask has few runs of ones; else None."""
    if total.bits & ~mask == 0:
        return total
    found = Sum({})
    for low, width in _runs(mask):
        found += field_of(total, low, width).scaled(1 << low)
    return found if len(_runs(mask)) <= 2 else None


def _runs(mask: int) -> list[tuple[int, int]]:
    """Runs of ones: lowest bit and length, 0 for a run without end."""
    runs: list[tuple[int, int]] = []
    low = 0
    while mask not in (0, -1) or (mask == -1 and not runs):
        skip = _trailing_zeros(mask)
        low, mask = low + skip, mask >> skip
        if mask == -1:
            return [*runs, (low, 0)]
        ones = _trailing_zeros(~mask)
        runs.append((low, ones))
        low, mask = low + ones, mask >> ones
    return [*runs, (low, 0)] if mask == -1 else runs


def bitwise(kind: str, one: Sum, two: Sum) -> Sum:
    """`and`, `or`, `xor`; a sum where no bit can be set in both."""
    constants = one.constant, two.constant
    if constants[0] is not None and constants[1] is not None:
        a, b = constants[0], constants[1]
        return constant({"and": a & b, "or": a | b, "xor": a ^ b}[kind])
    if constants[0] is not None:
        one, two = two, one
    mask = two.constant
    if kind == "and":
        for chosen, other in ((one, two), (two, one)):
            signed = _sign_of(chosen)
            if signed is not None and mask is None:
                return operation("negative", signed, other)
        found = masked(one, mask) if mask is not None else None
        return found if found is not None else operation(kind, one, two)
    if one.bits & two.bits == 0:
        return one + two
    if kind == "xor" and mask == -1:
        return -one - constant(1)
    return operation(kind, one, two)


def _sign_of(total: Sum) -> Sum | None:
    """Of what a sum is all ones if that is negative, else 0: `x >> 31`, `x >> 63`."""
    ((product, factor), *others) = total.terms.items() if total.terms else (((), 0),)
    if others or factor != 1 or len(product) != 1 or product[0].kind != "bits":
        return None
    atom = product[0]
    return atom.arguments[0] if atom.low >= _SIGN_BIT and not atom.width else None


def operation(kind: str, *arguments: Sum) -> Sum:
    """An operation that stays one."""
    return single(Atom(kind, arguments=arguments, range=_operation_range(kind, arguments)))


def _operation_range(kind: str, arguments: tuple[Sum, ...]) -> Range:
    ranges = [argument.range for argument in arguments]
    if any(low is None or low < 0 for low, _ in ranges):
        return ANY
    highs = [high for _, high in ranges]
    match kind:
        case "and" | "min":
            known = [high for high in highs if high is not None]
            return 0, min(known, default=None)
        case "or" | "xor" if None not in highs:
            return 0, (1 << max(high.bit_length() for high in highs if high is not None)) - 1
        case "quotient":
            return 0, highs[0]
        case "remainder":
            return 0, None if highs[1] is None else max(highs[1] - 1, 0)
        case "max" if None not in highs:
            return 0, max(high for high in highs if high is not None)
        case _:
            return 0, None


def quotient(one: Sum, divisor: Sum) -> Sum:
    """Division, of what is not negative if the divisor is a power of two."""
    value = divisor.constant
    if value:
        exact = one.divided(value)
        if exact is not None:
            return exact
        low = one.range[0]
        if value > 0 and not value & value - 1 and low is not None and low >= 0:
            return field_of(one, value.bit_length() - 1, 0)
    return operation("quotient", one, divisor)


def remainder(one: Sum, divisor: Sum) -> Sum:
    """The rest of a division, likewise."""
    value, low = divisor.constant, one.range[0]
    if value == 1:
        return constant(0)
    if value and value > 0 and not value & value - 1 and low is not None and low >= 0:
        return field_of(one, 0, value.bit_length() - 1)
    return operation("remainder", one, divisor)


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
    """Integer division as PTX does it."""
    size = abs(one) // abs(two)
    return size * (1 - 2 * ((one < 0) ^ (two < 0)))
