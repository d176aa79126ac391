"""Operands and constant expressions: the part of the PTX parser below the statement.

Grammar and meaning follow the PTX ISA manual, section 4.5 ("Constants") and chapter 6
("Instruction operands"). In the rules, quotes mark what is written; `?` and `*` are as usual.
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable

from kernelscope.vgpu.ptx.lexer import DIRECTIVE, NUMBER, WORD, Cursor
from kernelscope.vgpu.ptx.syntax import (
    Address,
    Arguments,
    Literal,
    Name,
    Negated,
    Operand,
    Pair,
    Position,
    SymbolOffset,
    Vector,
)

WARP_SIZE = 32  # the predefined constant WARP_SZ
_ENDS_OPERAND = frozenset(",;}])")
_HEX_FLOAT = re.compile(r"0(?:[fF]([0-9A-Fa-f]{8})|[dD]([0-9A-Fa-f]{16}))")
_UNARY = frozenset("+-!~(")


def _divide(a: int, b: int) -> int:
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


# Binary operators of constant expressions (section 4.5.4): precedence and meaning on integers.
_BINARY: dict[str, tuple[int, Callable[[int, int], int]]] = {
    "||": (1, lambda a, b: int(bool(a) or bool(b))),
    "&&": (2, lambda a, b: int(bool(a) and bool(b))),
    "|": (3, operator.or_),
    "^": (4, operator.xor),
    "&": (5, operator.and_),
    "==": (6, lambda a, b: int(a == b)),
    "!=": (6, lambda a, b: int(a != b)),
    "<": (7, lambda a, b: int(a < b)),
    "<=": (7, lambda a, b: int(a <= b)),
    ">": (7, lambda a, b: int(a > b)),
    ">=": (7, lambda a, b: int(a >= b)),
    "<<": (8, lambda a, b: a << b if 0 <= b < 64 else 0),
    ">>": (8, lambda a, b: a >> min(b, 64)),
    "+": (9, operator.add),
    "-": (9, operator.sub),
    "*": (10, operator.mul),
    "/": (10, _divide),
    "%": (10, lambda a, b: a - b * _divide(a, b)),
}
_PRODUCT = 10  # the level of `*`: what a `+` in an address may be followed by


class OperandParser(Cursor):
    """Parses one operand at the cursor."""

    # operand := name ('|' name)? | name (('+' | '-') constant)? | '!' name
    #          | '{' list '}' | '[' address ']' | constant
    def operand(self) -> Operand:
        """One operand of an instruction."""
        index = self.index
        kind, text = self.kinds[index], self.texts[index]
        if kind == WORD:
            return self._named_operand()
        if text == "[":
            return self.address()
        if text == "{":
            return self.vector()
        if text == "!" and self.kinds[index + 1] == WORD:
            self.index += 1
            return Negated(self.name(), self.position(index))
        return self.constant("an operand")

    def _named_operand(self) -> Operand:
        index = self.index
        if self.texts[index] == "WARP_SZ":
            return self.constant("an operand")
        name = Name(self.texts[index], self.position())
        self.index += 1
        following = self.texts[self.index]
        if following in _ENDS_OPERAND:
            return name
        if following == "|":
            self.index += 1
            return Pair(name, self.name("a second destination after '|'"), name.position)
        if following in ("+", "-"):
            return SymbolOffset(name, self.offset(), name.position)
        return name

    # name := WORD
    def name(self, what: str = "a name") -> Name:
        """A register, label or symbol; `what` is said where there is none."""
        position = self.position()
        return Name(self.take(WORD, what), position)

    # vector := '{' (operand (',' operand)*)? '}'
    def vector(self) -> Vector:
        """`{%r1, _}`."""
        position = self.position()
        self.expect("{")
        return Vector(self._list("}", "of the vector"), position)

    # arguments := '(' (operand (',' operand)*)? ')'
    def arguments(self) -> Arguments:
        """The results or parameters of a call."""
        position = self.position()
        self.expect("(")
        return Arguments(self._list(")", "of the list"), position)

    def _list(self, end: str, context: str) -> tuple[Operand, ...]:
        elements: list[Operand] = []
        if self.accept(end):
            return ()
        while True:
            elements.append(self.operand())
            if self.accept(end):
                return tuple(elements)
            if not self.accept(","):
                raise self.expected(f"',' or '{end}' {context}")

    # address := '[' (name offset | constant) (',' vector)? ']'
    def address(self) -> Address:
        """`[%rd1+8]`, `[symbol]`, `[16]`, `[%rd1, {%r1, %r2}]`."""
        position = self.position()
        self.expect("[")
        base = None
        if self.kinds[self.index] == WORD and self.texts[self.index] != "WARP_SZ":
            base = self.name()
            offset = 0 if self.texts[self.index] in "],[" else self.offset()
        else:
            offset = self.integer("a register, a symbol or an integer as address")
        coordinates = self.vector() if self.accept(",") else None
        self.expect("]", "at the end of the address")
        return Address(base, offset, position, coordinates)

    # offset := (('+' | '-') product)*
    def offset(self) -> int:
        """The sum of what is added to a symbol or an address; 0 where nothing is."""
        total = 0
        while (sign := self.texts[self.index]) in ("+", "-"):
            self.index += 1
            value = self.integer("an integer offset", _PRODUCT)
            total += value if sign == "+" else -value
        return total

    # number := NUMBER
    def number(self, what: str) -> int:
        """The value of an integer literal that stands alone, such as a line number."""
        text = self.take(NUMBER, what)
        try:
            return _integer(text)
        except ValueError:
            self.index -= 1
            raise self.expected(what) from None

    def integer(self, what: str, level: int = 0) -> int:
        """The value of a constant expression that must be an integer."""
        index = self.index
        literal = self.constant(what, level)
        if literal.bits or not isinstance(literal.value, int):
            self.index = index
            raise self.expected(what)
        return literal.value

    # constant := unary (operator unary)* ('?' constant ':' constant)?
    def constant(self, what: str = "a constant", level: int = 0) -> Literal:
        """A constant expression of at least this precedence, folded into one literal."""
        left = self._unary(what)
        while (following := self.texts[self.index]) not in _ENDS_OPERAND:
            if following == "?" and level == 0:
                left = self._choice(left)
                continue
            precedence, meaning = _BINARY.get(following, (0, operator.add))
            if precedence <= 0 or precedence < level:
                break
            index = self.index
            self.index += 1
            left = self._fold(meaning, left, self.constant("a constant", precedence + 1), index)
        return left

    def _fold(
        self, meaning: Callable[[int, int], int], left: Literal, right: Literal, index: int
    ) -> Literal:
        position = self.position(index)
        if left.bits or right.bits or not isinstance(left.value, int):
            raise self.error(f"'{self.texts[index]}' in a constant needs integers", position)
        if not isinstance(right.value, int):
            raise self.error(f"'{self.texts[index]}' in a constant needs integers", position)
        try:
            return Literal(meaning(left.value, right.value), 0, left.position)
        except (ZeroDivisionError, ValueError, OverflowError) as cause:
            raise self.error(f"this constant has no value: {cause}", position) from None

    def _choice(self, condition: Literal) -> Literal:
        self.expect("?")
        chosen = self.constant()
        self.expect(":", "in a conditional constant")
        other = self.constant()
        value = chosen if condition.value else other
        return Literal(value.value, value.bits, condition.position)

    # unary := ('+' | '-' | '!' | '~') unary | '(' constant ')' | number | 'WARP_SZ'
    def _unary(self, what: str) -> Literal:
        kind, text, position = self.kinds[self.index], self.texts[self.index], self.position()
        self.index += 1
        if kind == NUMBER:
            return self._number(text)
        if text == "WARP_SZ":
            return Literal(WARP_SIZE, 0, position)
        if text not in _UNARY:
            self.index -= 1
            raise self.expected(what)
        if text == "(":
            if self.kinds[self.index] == DIRECTIVE:
                raise self.expected("a constant (casts are not supported)")
            inner = self.constant()
            self.expect(")", "in a constant")
            return Literal(inner.value, inner.bits, position)
        inner = self._unary("a constant")
        if text == "+":
            return Literal(inner.value, inner.bits, position)
        if text == "-":
            return _negative(inner, position)
        if inner.bits or not isinstance(inner.value, int):
            raise self.error(f"'{text}' in a constant needs an integer", position)
        return Literal(int(not inner.value) if text == "!" else ~inner.value, 0, position)

    def _number(self, text: str) -> Literal:
        position = self.position(self.index - 1)
        try:
            if hexadecimal := _HEX_FLOAT.fullmatch(text):
                single, double = hexadecimal.groups()
                return Literal(int(single or double, 16), 32 if single else 64, position)
            if "." in text or (text[1:2] not in "xX" and ("e" in text or "E" in text)):
                return Literal(_finite(text), 0, position)
            return Literal(_integer(text), 0, position)
        except ValueError:
            raise self.error(f"malformed number '{text}'", position) from None


def _finite(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        raise ValueError(text)
    return value


def _integer(text: str) -> int:
    """Hexadecimal, octal (leading 0), binary or decimal, with or without the suffix U."""
    digits = text.removesuffix("U").lower()
    prefix = digits[:2]
    if "_" in digits:
        raise ValueError(text)
    if prefix in ("0x", "0b"):
        return int(digits[2:], 16 if prefix == "0x" else 2)
    return int(digits, 8 if digits[0] == "0" else 10)


def _negative(literal: Literal, position: Position) -> Literal:
    if literal.bits and isinstance(literal.value, int):
        return Literal(literal.value ^ (1 << (literal.bits - 1)), literal.bits, position)
    return Literal(-literal.value, 0, position)
