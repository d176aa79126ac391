"""C expressions as trees: built with a type, printed with no more parentheses than C needs.

A type is its C spelling: `int`, `unsigned`, `float`, `float4`, `float*` … Pointer arithmetic counts
bytes in the tree (`ptr+`) and elements on paper.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

UINT64 = "unsigned long long"
BITS = {
    "bool": 1, "char": 8, "signed char": 8, "unsigned char": 8, "short": 16, "unsigned short": 16,
    "int": 32, "unsigned": 32, "float": 32, "long long": 64, UINT64: 64, "double": 64,
}  # fmt: skip
SIGNED = frozenset({"signed char", "short", "int", "long long"})
FLOATS = frozenset({"float", "double"})
UNSIGNED_OF = {8: "unsigned char", 16: "unsigned short", 32: "unsigned", 64: UINT64}
SIGNED_OF = {8: "signed char", 16: "short", 32: "int", 64: "long long"}
FLOAT_OF = {32: "float", 64: "double"}


@dataclass(frozen=True, slots=True)
class Expr:
    """A node: `op` is an operator of C or one of reg, name, const, call, cast, index, ptr+.

    Attributes:
        type: the C type of its value.
        text: a name, a called function, a member.
        value: a constant, or a register's number.
    """

    op: str
    type: str
    args: tuple[Expr, ...] = ()
    text: str = ""
    value: int | float = 0


def name(text: str, kind: str) -> Expr:
    """A variable of C by its name."""
    return Expr("name", kind, text=text)


def const(value: int | float, kind: str) -> Expr:
    """A constant; integers are kept inside their type."""
    if kind in BITS and kind not in FLOATS and kind != "bool":
        bits = BITS[kind]
        value = int(value) & ((1 << bits) - 1)
        if kind in SIGNED and value >> (bits - 1):
            value -= 1 << bits
    return Expr("const", kind, value=value)


def call(function: str, kind: str, *args: Expr) -> Expr:
    """A function applied to arguments."""
    return Expr("call", kind, args, function)


def unary(op: str, operand: Expr, kind: str = "") -> Expr:
    """`-x`, `~x`, `!x`; a double negation of a truth is gone."""
    if op == "!":
        return negate(operand)
    return Expr(f"{op}x", kind or operand.type, (operand,))


_OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}


def negate(operand: Expr) -> Expr:
    """The opposite of a truth. Of floats only `==` and `!=` have one: `<` is false on NaN."""
    if operand.op == "!x":
        return operand.args[0]
    if operand.op in _OPPOSITE:
        floats = operand.args[0].type in FLOATS or operand.args[1].type in FLOATS
        if not floats or operand.op in ("==", "!="):
            return replace(operand, op=_OPPOSITE[operand.op])
    if operand.op == "const":
        return const(int(not operand.value), "bool")
    if operand.op in ("&&", "||"):
        other = "||" if operand.op == "&&" else "&&"
        return Expr(other, "bool", tuple(negate(a) for a in operand.args))
    return Expr("!x", "bool", (operand,))


def is_pointer(kind: str) -> bool:
    """Whether a C type is a pointer."""
    return kind.endswith("*")


def registers_of(expr: Expr) -> Iterator[int]:
    """The numbers of the registers that an expression reads."""
    if expr.op == "reg":
        yield int(expr.value)
    for argument in expr.args:
        yield from registers_of(argument)


def size_of(expr: Expr) -> int:
    """Nodes of a tree."""
    return 1 + sum(map(size_of, expr.args))


# ---- conversions of value representation --------------------------------------------------------


def cast(expr: Expr, kind: str) -> Expr:
    """C's conversion to a type; of constants at once."""
    if expr.type == kind:
        return expr
    if expr.op == "const" and kind in BITS and kind not in FLOATS and expr.type not in FLOATS:
        return const(int(expr.value), kind)
    if expr.op == "cast" and _same_bits(expr, kind):
        return cast(expr.args[0], kind)
    return Expr("cast", kind, (expr,))


def _same_bits(expr: Expr, kind: str) -> bool:
    """Whether an integer cast inside a cast changes no bit, so that the outer one is enough."""
    inner = expr.args[0].type
    wanted = (inner, expr.type, kind)
    if any(t not in BITS or t in FLOATS or t == "bool" for t in wanted):
        return False
    return BITS[inner] == BITS[expr.type] == BITS[kind]


def reinterpret(expr: Expr, kind: str) -> Expr:
    """The same bits as another type of the same or a smaller width."""
    have = expr.type
    if have == kind:
        return expr
    if is_pointer(kind) and is_pointer(have):
        return Expr("cast", kind, (expr,))
    if is_pointer(kind) or is_pointer(have):
        return _between_pointer(expr, kind)
    if have in FLOATS or kind in FLOATS:
        return _between_float(expr, kind)
    if kind == "bool":
        return Expr("!=", "bool", (expr, const(0, have)))
    return cast(expr, kind)


def _between_pointer(expr: Expr, kind: str) -> Expr:
    """Addresses of 32 bits are of shared memory; those of 64 are generic."""
    if is_pointer(kind):
        if BITS[expr.type] == 32:
            whole = cast(cast(expr, "unsigned"), UINT64)
            return Expr("cast", kind, (call("__cvta_shared_to_generic", "void*", whole),))
        return Expr("cast", kind, (expr,))
    if BITS[kind] == 32:
        return cast(Expr("cast", "unsigned", (shared_address(expr),)), kind)
    return Expr("cast", kind, (expr,))


def shared_address(pointer: Expr) -> Expr:
    """A pointer to shared memory as the address that PTX's `.shared` instructions take."""
    return call("__cvta_generic_to_shared", UINT64, pointer)


def _between_float(expr: Expr, kind: str) -> Expr:
    if expr.op == "const":
        return _constant_bits(expr, kind)
    if kind == "float":
        function = "__int_as_float" if expr.type == "int" else "__uint_as_float"
        return _undo(expr, call(function, "float", cast(expr, _word(expr.type))))
    if kind == "double":
        return _undo(expr, call("__longlong_as_double", "double", cast(expr, "long long")))
    if expr.type == "double":
        return cast(call("__double_as_longlong", "long long", expr), kind)
    function = "__float_as_int" if kind == "int" else "__float_as_uint"
    whole = call(function, "int" if kind == "int" else "unsigned", expr)
    return cast(_undo(expr, whole), kind)


def _word(kind: str) -> str:
    return "int" if kind == "int" else "unsigned"


def _undo(expr: Expr, made: Expr) -> Expr:
    """A reinterpretation of a reinterpretation is what it began with."""
    if expr.op == "call" and expr.text.startswith("__") and "_as_" in expr.text:
        inner = expr.args[0]
        if inner.type == made.type:
            return inner
    return made


def bits_of(value: int | float, kind: str) -> int:
    """The bits of a constant of a type."""
    if kind == "float":
        return struct.unpack("<I", struct.pack("<f", value))[0]
    if kind == "double":
        return struct.unpack("<Q", struct.pack("<d", value))[0]
    return int(value) & ((1 << BITS[kind]) - 1)


def _constant_bits(expr: Expr, kind: str) -> Expr:
    bits = bits_of(expr.value, expr.type)
    return float_const(bits, kind) if kind in FLOATS else const(bits, kind)


def float_const(bits: int, kind: str) -> Expr:
    """A float by its bits; a NaN keeps them in a call."""
    if kind == "float":
        value = struct.unpack("<f", struct.pack("<I", bits & 0xFFFFFFFF))[0]
        if value != value or value in (float("inf"), float("-inf")):
            return call("__uint_as_float", kind, Expr("const", "unsigned", text="x", value=bits))
        return Expr("const", kind, value=value)
    value = struct.unpack("<d", struct.pack("<Q", bits))[0]
    if value != value or value in (float("inf"), float("-inf")):
        whole = Expr("const", "long long", text="x", value=bits)
        return call("__longlong_as_double", kind, whole)
    return Expr("const", kind, value=value)


# ---- printing -----------------------------------------------------------------------------------

_PRECEDENCE = {
    "*": 13, "/": 13, "%": 13, "+": 12, "-": 12, "<<": 11, ">>": 11,
    "<": 10, "<=": 10, ">": 10, ">=": 10, "==": 9, "!=": 9,
    "&": 8, "^": 7, "|": 6, "&&": 5, "||": 4, "?:": 3,
}  # fmt: skip
_UNARY = 15
_MIXED = frozenset({"&", "^", "|", "<<", ">>"})


def show(expr: Expr, names: Mapping[int, str]) -> str:
    """An expression as C text; `names` are the registers' variables."""
    return _Printer(names).text(expr, 0)


class _Printer:
    def __init__(self, names: Mapping[int, str]) -> None:
        self.names = names

    def text(self, expr: Expr, outer: int) -> str:
        """The expression, in parentheses where the place around it binds tighter."""
        own = self.precedence(expr)
        text = self.plain(expr)
        return f"({text})" if own < outer else text

    def precedence(self, expr: Expr) -> int:
        if expr.op in _PRECEDENCE:
            return _PRECEDENCE[expr.op]
        if expr.op == "ptr+":
            return self.precedence(in_elements(expr))
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
            case "-x" | "~x" | "!x" | "&x" | "*x":
                inner = self.text(expr.args[0], _UNARY)
                space = " " if inner.startswith(expr.op[0]) else ""
                return f"{expr.op[0]}{space}{inner}"
            case _:
                return self.binary(expr)

    def binary(self, expr: Expr) -> str:
        own = _PRECEDENCE[expr.op]
        left, right = expr.args
        # `a & b == c` and `a << b + c` mean what few expect: say it.
        shown = [self.text(a, 16) if self.surprising(expr.op, a) else None for a in expr.args]
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


def literal(expr: Expr) -> str:
    """A constant in C."""
    value = expr.value
    if expr.type == "bool":
        return "true" if value else "false"
    if expr.type == "float":
        return f"{_float_text(value)}f"
    if expr.type == "double":
        return _float_text(value)
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
    """Numbers that are easier to read in decimal."""
    return value % 1000 == 0


def _float_text(value: float) -> str:
    single = struct.unpack("<f", struct.pack("<f", value))[0] if abs(value) < 3e38 else None
    text = repr(float(value))
    if single == value:
        # The shortest decimal that gives the same float of 32 bits.
        for digits in range(1, 10):
            short = f"{value:.{digits}g}"
            if struct.unpack("<f", struct.pack("<f", float(short)))[0] == value:
                text = short
                break
    return text if any(c in text for c in ".en") else f"{text}.0"


# ---- pointers -----------------------------------------------------------------------------------


def add_bytes(pointer: Expr, offset: Expr) -> Expr:
    """A pointer some bytes further; offsets gather behind one base."""
    if offset.op == "const" and offset.value == 0:
        return pointer
    if pointer.op == "ptr+":
        base, before = pointer.args
        return Expr("ptr+", base.type, (base, add(before, offset)))
    return Expr("ptr+", pointer.type, (pointer, offset))


def add(left: Expr, right: Expr) -> Expr:
    """The sum of two offsets: constants together at the end."""
    if right.op == "const" and left.op == "const":
        return const(int(left.value) + int(right.value), "long long")
    if left.op == "const":
        left, right = right, left
    if right.op == "const" and left.op == "+" and left.args[1].op == "const":
        return add(left.args[0], add(left.args[1], right))
    if left.op == "+" and left.args[1].op == "const" and right.op != "const":
        return Expr("+", "long long", (add(left.args[0], right), left.args[1]))
    if right.op == "const" and right.value == 0:
        return left
    return Expr("+", "long long", (left, right))


def divided(offset: Expr, size: int) -> Expr | None:
    """An offset in bytes as one in elements of `size` bytes; None where it does not divide."""
    if size == 1:
        return offset
    match offset.op:
        case "const":
            value = int(offset.value)
            return const(value // size, "int") if value % size == 0 else None
        case "+":
            parts = [divided(a, size) for a in offset.args]
            if parts[0] is None or parts[1] is None:
                return None
            return Expr("+", "long long", (parts[0], parts[1]))
        case "*":
            return _divided_product(offset, size)
        case "<<" if offset.args[1].op == "const":
            factor = 1 << int(offset.args[1].value)
            if factor % size:
                return None
            left = factor // size
            whole = offset.args[0]
            return whole if left == 1 else Expr("*", whole.type, (whole, const(left, "int")))
        case _:
            return None


def _divided_product(offset: Expr, size: int) -> Expr | None:
    left, right = offset.args
    if right.op != "const" or int(right.value) % size:
        return None
    factor = int(right.value) // size
    return left if factor == 1 else Expr("*", offset.type, (left, const(factor, "int")))


def in_elements(pointer: Expr) -> Expr:
    """`base + bytes` as C counts it, in elements; through `char *` where they do not divide."""
    base, offset = pointer.args
    element = base.type.removesuffix("*")
    index = divided(offset, byte_size(element))
    if index is None:
        raw = Expr("cast", "char*", (base,))
        return Expr("cast", base.type, (_sum(raw, offset),))
    return _sum(base, index_expression(index))


def _sum(base: Expr, index: Expr) -> Expr:
    if index.op == "const" and int(index.value) < 0:
        return Expr("-", base.type, (base, const(-int(index.value), "int")))
    return Expr("+", base.type, (base, index))


def index_expression(index: Expr) -> Expr:
    """An index as one writes it: what C widens by itself needs no cast.

    A sum of `int` and `unsigned` would be taken without sign: its first term stays wide.
    """
    terms = [_narrow(t) for t in sum_terms(index)]
    kinds = {t.type for t in terms if t.op != "const"}
    negative = any(t.op == "const" and int(t.value) < 0 for t in terms)
    if len(terms) > 1 and "unsigned" in kinds and (negative or "int" in kinds):
        terms[0] = cast(terms[0], "long long")
    total = terms[0]
    for term in terms[1:]:
        if term.op == "const" and int(term.value) < 0:
            total = Expr("-", "long long", (total, const(-int(term.value), "int")))
        else:
            total = Expr("+", "long long", (total, term))
    return total


def sum_terms(expr: Expr) -> list[Expr]:
    """The terms of an offset's sum."""
    if expr.op == "+" and expr.type in ("long long", UINT64):
        return [term for part in expr.args for term in sum_terms(part)]
    return [expr]


def _narrow(term: Expr) -> Expr:
    if term.op == "cast" and term.type in ("long long", UINT64):
        inner = term.args[0]
        return inner if inner.type in ("int", "unsigned") else term
    if term.op == "*" and term.args[1].op == "const":
        inner = _narrow(term.args[0])
        if inner.type in ("int", "unsigned"):
            return Expr("*", inner.type, (inner, const(int(term.args[1].value), "int")))
    if term.op == "const" and abs(int(term.value)) < 1 << 31:
        return const(int(term.value), "int")
    return term


def byte_size(kind: str) -> int:
    """Bytes of a C type, built-in vectors included."""
    if is_pointer(kind):
        return 8
    if kind in BITS:
        return max(BITS[kind] // 8, 1)
    base, count = kind[:-1], int(kind[-1])
    return byte_size(VECTOR_ELEMENTS[base]) * count


VECTOR_ELEMENTS = {
    "char": "signed char", "uchar": "unsigned char", "short": "short", "ushort": "unsigned short",
    "int": "int", "uint": "unsigned", "float": "float", "longlong": "long long",
    "ulonglong": UINT64, "double": "double",
}  # fmt: skip
VECTOR_NAMES = {element: vector for vector, element in VECTOR_ELEMENTS.items()}
