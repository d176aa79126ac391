"""Sums as text, such as `pid*1024 + tid*4`, in units of the addressed element.

In: sums, and a function that names atoms. Out: text, and `Place`s (base and index of an access).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kernelscope.vgpu.values.operations import in_elements
from kernelscope.vgpu.values.sums import Atom, Product, Sum, single

# The order of terms: a term that is equal in more threads comes first, as in pid*1024 + tid*4.
_ORDER = {"parameter": 0, "value": 2, "trip": 3}
_SIGNS = {"and": "&", "or": "|", "xor": "^", "quotient": "/", "remainder": "%"}
_SIGN_BIT = 31
_DIVISIONS = frozenset({"quotient", "remainder", "bits"})


@dataclass(frozen=True, slots=True)
class Place:
    """The memory that an access touches.

    `base`: the pointer or variable, such as `x`; "" if unknown. `index`: in elements of `size`
    bytes, or in bytes (`in_bytes`) if it is not a whole number of elements.
    """

    base: str
    index: Sum
    size: int
    in_bytes: bool


class Text:
    """A writer of sums, with one kernel's names of atoms."""

    def __init__(self, name_of: Callable[[Atom], str]) -> None:
        self.name_of = name_of
        self._known: dict[Sum, str] = {}

    def sum(self, total: Sum) -> str:
        """Return a sum as an expression of C."""
        if total not in self._known:
            self._known[total] = self._sum(total)
        return self._known[total]

    def _sum(self, total: Sum) -> str:
        terms = sorted(total.terms.items(), key=self._order)
        first = next((place for place, (_, factor) in enumerate(terms) if factor > 0), 0)
        terms.insert(0, terms.pop(first) if terms else ((), 0))
        text = ""
        for product, factor in terms:
            sign = "-" if factor < 0 else "+"
            term = self._term(product, abs(factor))
            if not text and factor < 0:
                divides = any(atom.kind in _DIVISIONS for atom in product)
                text = f"-({term})" if divides else f"-{term}"
            else:
                text += f" {sign} {term}" if text else term
        return text or "0"

    def _order(self, item: tuple[Product, int]) -> tuple[int, int, str]:
        product, factor = item
        if not product:
            return 9, 0, ""
        rank = max(self._rank(atom) for atom in product)
        return rank, -abs(factor), "*".join(self._atom(atom) for atom in product)

    def _rank(self, atom: Atom) -> int:
        if atom.arguments:
            inner = (a for argument in atom.arguments for a in argument.atoms())
            return max((self._rank(a) for a in inner), default=1)
        if atom.kind == "special":
            return 1 if atom.name.startswith(("%ctaid", "%ntid", "%nctaid")) else 4
        return _ORDER.get(atom.kind, 1)

    def _term(self, product: Product, factor: int) -> str:
        first = sorted(product, key=lambda atom: atom.kind != "special")
        # The product of `a` and `b % 4` is written `b%4*a`: C reads `a*b%4` as `(a*b)%4`.
        first.sort(key=lambda atom: atom.kind not in _DIVISIONS)
        names = [self._atom(atom) for atom in first]
        for place, atom in enumerate(first[1:], 1):
            if atom.kind in _DIVISIONS:
                names[place] = f"({names[place]})"
        if factor != 1 or not names:
            names.append(str(factor))
        return "*".join(names)

    def _atom(self, atom: Atom) -> str:
        if not atom.arguments:
            return self.name_of(atom)
        inside = [self.sum(argument) for argument in atom.arguments]
        if atom.kind == "group":
            return f"({inside[0]})"
        if atom.kind == "bits":
            return self._field(atom)
        if atom.kind == "negative":
            return f"({inside[0]} < 0 ? {inside[1]} : 0)"
        if atom.kind in _SIGNS:
            sign = _SIGNS[atom.kind]
            if atom.kind in _DIVISIONS:
                return sign.join(self.operand(argument) for argument in atom.arguments)
            operands = [self._part(argument) for argument in atom.arguments]
            return f"({f' {sign} '.join(operands)})"
        return f"{atom.kind}({', '.join(inside)})"

    def _field(self, atom: Atom) -> str:
        if atom.low >= _SIGN_BIT and _is_of_32_bits(atom.arguments[0]):
            ones = (1 << atom.width) - 1 if atom.width else -1
            return f"({self.sum(atom.arguments[0])} < 0 ? {ones} : 0)"
        text = self.operand(atom.arguments[0])
        if atom.low:
            text += f"/{1 << atom.low}"
        # A field that reaches the top of a register needs no `%`: there are no higher bits.
        if atom.width and atom.low + atom.width not in (32, 64):
            text += f"%{1 << atom.width}"
        return text if "/" in text or "%" in text else f"({text})"

    def _part(self, total: Sum) -> str:
        """Return a sum as an operand of an operator that binds loosely."""
        return self.sum(total) if len(total.terms) < 2 else f"({self.sum(total)})"

    def operand(self, total: Sum) -> str:
        """Return a sum as an operand of an operator that binds tightly."""
        text = self.sum(total)
        value = total.constant
        if value is not None:
            return text
        ((product, factor), *others) = total.terms.items()
        is_whole = not others and factor == 1 and len(product) == 1
        is_whole = is_whole and product[0].kind not in _DIVISIONS
        return text if is_whole or is_closed(text) else f"({text})"


def _is_of_32_bits(total: Sum) -> bool:
    low, high = total.range
    return low is not None and low >= -(1 << 31) and high is not None and high < 1 << 32


def is_closed(text: str) -> bool:
    """Return whether a text is enclosed in one pair of parentheses."""
    depth = 0
    for place, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if not depth:
            return place == len(text) - 1 and place > 0
    return False


def place_of(address: Sum, bases: Callable[[Atom], str], size: int) -> Place:
    """Return an address in bytes as a base and an index of elements of `size` bytes.

    `x + 4096*pid + 16*tid` over floats is the base `x` with the index `1024*pid + 4*tid`. If two
    terms could be the base, none is chosen. `bases` returns the name of an atom that can be a base,
    "" for others.
    """
    candidates = [p[0] for p, f in address.terms.items() if f == 1 and len(p) == 1 and bases(p[0])]
    offset, base = address, ""
    if len(candidates) == 1:
        offset, base = address - single(candidates[0]), bases(candidates[0])
    offset = Sum(
        {p: f for p, f in offset.terms.items() if not (len(p) == 1 and p[0].kind == "window")}
    )
    index = in_elements(offset, size)
    return Place(base, index if index is not None else offset, size, index is None)
