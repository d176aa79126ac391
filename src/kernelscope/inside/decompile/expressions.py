"""C expressions as trees: built with a type, printed with no more parentheses than C needs.

A type is its C spelling: `int`, `unsigned`, `float`, `float4`, `float*` … Pointer arithmetic counts
bytes in the tree (`ptr+`) and elements on paper.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
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


def has_a_time(expr: Expr) -> bool:
    """Whether an expression depends on when it is evaluated: it loads, or asks other lanes."""
    loads = expr.op in ("index", "*x") or (expr.op == "call" and expr.text.startswith("__ld"))
    return loads or asks_lanes(expr) or any(map(has_a_time, expr.args))


def asks_lanes(expr: Expr) -> bool:
    """Whether an expression takes part in a shuffle, so that all its lanes must evaluate it."""
    shuffles = expr.op == "call" and expr.text.startswith("__shfl")
    return shuffles or any(map(asks_lanes, expr.args))


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
    """Whether an integer cast inside a cast changes no bit that the outer one keeps."""
    inner = expr.args[0].type
    wanted = (inner, expr.type, kind)
    if any(t not in BITS or t in FLOATS or t == "bool" for t in wanted):
        return False
    return BITS[kind] <= BITS[expr.type]


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
    if is_infinity(expr) and kind in ("int", "unsigned"):
        return const(0x7F800000 if expr.op == "name" else 0xFF800000, kind)
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


def is_infinity(expr: Expr) -> bool:
    """Whether an expression is the name of infinity, with either sign."""
    inner = expr.args[0] if expr.op == "-x" else expr
    return inner.op == "name" and inner.text == "INFINITY"


def _constant_bits(expr: Expr, kind: str) -> Expr:
    bits = bits_of(expr.value, expr.type)
    return float_const(bits, kind) if kind in FLOATS else const(bits, kind)


def float_const(bits: int, kind: str) -> Expr:
    """A float by its bits; a NaN keeps them in a call."""
    if kind == "float":
        value = struct.unpack("<f", struct.pack("<I", bits & 0xFFFFFFFF))[0]
        if value in (float("inf"), float("-inf")):
            infinity = name("INFINITY", kind)
            return infinity if value > 0 else Expr("-x", kind, (infinity,))
        if value != value:
            return call("__uint_as_float", kind, Expr("const", "unsigned", text="x", value=bits))
        return Expr("const", kind, value=value)
    value = struct.unpack("<d", struct.pack("<Q", bits))[0]
    if value != value or value in (float("inf"), float("-inf")):
        whole = Expr("const", "long long", text="x", value=bits)
        return call("__longlong_as_double", kind, whole)
    return Expr("const", kind, value=value)


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
