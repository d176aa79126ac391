"""Expressions as C text, with no more parentheses and casts than C needs.

In: an expression tree. Out: its text. A reader should see `a + b * c`, so parentheses follow from
the precedence of C; those that few people know by heart (`a & b == c`) stay.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping

from kernelscope.inside.decompile.expressions import BITS, FLOATS, UINT64, Expr, is_pointer
from kernelscope.inside.decompile.offsets import in_elements

_PRECEDENCE = {
    "*": 13, "/": 13, "%": 13, "+": 12, "-": 12, "<<": 11, ">>": 11,
    "<": 10, "<=": 10, ">": 10, ">=": 10, "==": 9, "!=": 9,
    "&": 8, "^": 7, "|": 6, "&&": 5, "||": 4, "?:": 3,
}  # fmt: skip
_UNARY = 15
_OVERFLOWS = 3.4028235677973366e38  # rounds to no finite float of 32 bits
_MIXED = frozenset({"&", "^", "|", "<<", ">>"})


def show(expr: Expr, names: Mapping[int, str]) -> str:
    """Return an expression as C text; `names` gives each register's variable."""
    return _Printer(names).text(expr, 0)


class _Printer:
    def __init__(self, names: Mapping[int, str]) -> None:
        self.names = names

    def text(self, expr: Expr, outer: int) -> str:
        """Return the expression, in parentheses if its surroundings bind tighter."""
        own = self.precedence(expr)
        text = self.plain(expr)
        return f"({text})" if own < outer else text

    def precedence(self, expr: Expr) -> int:
        if expr.op in _PRECEDENCE:
            return _PRECEDENCE[expr.op]
        if expr.op == "ptr+":
            return self.precedence(in_elements(expr))
        if expr.op == "bytes":
            return self.precedence(expr.args[0])
        if expr.op in ("-x", "~x", "!x", "cast", "&x", "*x"):
            return _UNARY
        negative = expr.op == "const" and expr.type != "bool" and str(expr.value).startswith("-")
        return _UNARY if negative else 16

    def plain(self, expr: Expr) -> str:
        match expr.op:
            case "reg":
                return self.names.get(int(expr.value), f"r{expr.value}")
            case "name":
                return expr.text
            case "const":
                return literal(expr)
            case "call":
                return f"{expr.text}({', '.join(self.text(a, 0) for a in expr.args)})"
            case "cast":
                return f"({expr.type.replace('*', ' *')}){self.text(expr.args[0], _UNARY)}"
            case "index":
                return f"{self.text(expr.args[0], 16)}[{self.text(expr.args[1], 0)}]"
            case ".":
                return f"{self.text(expr.args[0], 16)}.{expr.text}"
            case "?:":
                first, second, third = (self.text(a, 4) for a in expr.args)
                return f"{first} ? {second} : {third}"
            case "ptr+":
                return self.plain(in_elements(expr))
            case "bytes":
                return self.plain(expr.args[0])
            case "-x" | "~x" | "!x" | "&x" | "*x":
                inner = self.text(expr.args[0], _UNARY)
                space = " " if inner.startswith(expr.op[0]) else ""
                return f"{expr.op[0]}{space}{inner}"
            case _:
                return self.binary(expr)

    def binary(self, expr: Expr) -> str:
        own = _PRECEDENCE[expr.op]
        left, right = expr.args
        if expr.op not in ("<<", ">>"):
            right = _without_cast(right, left)
            left = _without_cast(left, right)
        # `a & b == c` means `a & (b == c)`, and few readers expect that: keep the parentheses.
        shown = [self.text(a, 16) if self.surprising(expr.op, a) else None for a in (left, right)]
        associative = expr.op in ("&", "|", "^", "&&", "||") and right.op == expr.op
        first = shown[0] or self.text(left, own)
        second = shown[1] or self.text(right, own if associative else own + 1)
        return f"{first} {expr.op} {second}"

    @staticmethod
    def surprising(op: str, operand: Expr) -> bool:
        inner = operand.op
        if inner not in _PRECEDENCE or inner == op:
            return False
        return op in _MIXED or inner in _MIXED or (op == "||" and inner == "&&")


def _without_cast(expr: Expr, other: Expr) -> Expr:
    """Return an operand without a cast that C makes anyway, for the sake of the other operand.

    `(unsigned long long)blockIdx.x * blockDim.x + threadIdx.x` needs one cast, not three: each
    operator converts its other operand to 64 bits. Without a wide operand the cast must stay,
    because the product would wrap at 32 bits.
    """
    if expr.op != "cast" or expr.type not in BITS or other.type not in BITS:
        return expr
    inner = expr.args[0]
    if {expr.type, other.type, inner.type} & (FLOATS | {"bool"}) or inner.type not in BITS:
        return expr
    if _widens(expr) and other.type in (expr.type, UINT64) and inner.type in ("int", "unsigned"):
        return inner
    keeps = BITS[inner.type] == BITS[expr.type] == BITS[other.type]
    return inner if keeps and other.type.startswith("unsigned") else expr


def _widens(cast: Expr) -> bool:
    return cast.args[0].type in BITS and BITS[cast.args[0].type] < BITS[cast.type]


def literal(expr: Expr) -> str:
    """Return a constant in C."""
    value = expr.value
    if expr.type == "bool":
        return "true" if value else "false"
    if expr.type == "float":
        return f"{_single_text(value)}f"
    if expr.type == "double":
        return _with_point(repr(float(value)))
    value = int(value)
    if is_pointer(expr.type):
        return f"({expr.type.replace('*', ' *')}){value:#x}"
    suffix = {"unsigned": "u", "long long": "ll", UINT64: "ull"}.get(expr.type, "")
    if expr.type == "int" and value == -(1 << 31):
        return "(-2147483647 - 1)"
    if expr.type == "long long" and value == -(1 << 63):
        return "(-9223372036854775807ll - 1)"
    big = abs(value) >= 1 << 16 or expr.text == "x"
    return f"{value:#x}{suffix}" if big and value > 0 and not _round(value) else f"{value}{suffix}"


def _round(value: int) -> bool:
    """Return whether a number is easier to read in decimal."""
    return value % 1000 == 0


def _single_text(value: float) -> str:
    """Return the shortest decimal that gives the same 32-bit float."""
    texts = (f"{value:.{digits}g}" for digits in range(1, 10))
    return _with_point(next(text for text in texts if _rounded(float(text)) == value))


def _rounded(value: float) -> float:
    return struct.unpack("<f", struct.pack("<f", value))[0] if abs(value) < _OVERFLOWS else value


def _with_point(text: str) -> str:
    return text if any(c in text for c in ".en") else f"{text}.0"
