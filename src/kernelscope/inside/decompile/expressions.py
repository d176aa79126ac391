"""C expressions as typed trees, and conversions between representations of a value.

A type is its C spelling: `int`, `unsigned`, `float`, `float4`, `float*` … Pointer arithmetic counts
bytes in the tree (`ptr+`) and elements in the text (`offsets.in_elements`).
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass, replace

from kernelscope.vgpu.types import ScalarType

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


def integer_type(scalar: ScalarType) -> str:
    """Return the C type of an integer type of PTX; bits are unsigned."""
    return (SIGNED_OF if scalar.kind == "s" else UNSIGNED_OF)[scalar.bits]


@dataclass(frozen=True, slots=True)
class Expr:
    """A node of an expression.

    Attributes:
        op: an operator of C ("+", "?:", "-x" for the unary one), or
            "reg": a register's variable; `value` is its number;
            "name": a C name, `text`;
            "const": `value`;
            "call": the function `text` of `args`;
            "cast": `args[0]` converted to `type`;
            "index": `args[0][args[1]]`;
            ".": the member `text` of `args[0]`;
            "ptr+": the pointer `args[0]`, `args[1]` bytes further;
            "bytes": `args[0]`, an offset in bytes that is always a multiple of `value`.
        type: the C type of its value.
        text: a name, a called function, or a member.
        value: a constant, a register's number, or a divisor.
    """

    op: str
    type: str
    args: tuple[Expr, ...] = ()
    text: str = ""
    value: int | float = 0


def name(text: str, c_type: str) -> Expr:
    """Return a C variable by its name."""
    return Expr("name", c_type, text=text)


def const(value: int | float, c_type: str) -> Expr:
    """Return a constant; integers wrap into their type."""
    if c_type in BITS and c_type not in FLOATS and c_type != "bool":
        bits = BITS[c_type]
        value = int(value) & ((1 << bits) - 1)
        if c_type in SIGNED and value >> (bits - 1):
            value -= 1 << bits
    return Expr("const", c_type, value=value)


def call(function: str, c_type: str, *args: Expr) -> Expr:
    """Return a call of a function."""
    return Expr("call", c_type, args, function)


def unary(op: str, operand: Expr, c_type: str = "") -> Expr:
    """Return `-x`, `~x` or `!x`; a double `!` cancels out."""
    if op == "!":
        return negate(operand)
    return Expr(f"{op}x", c_type or operand.type, (operand,))


_OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}


def negate(operand: Expr) -> Expr:
    """Return the opposite of a truth.

    `<` of floats has no opposite operator: `!(f >= 0.6f)` is true for NaN, `f < 0.6f` is not. Only
    `==` and `!=` are opposites there.
    """
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


def is_pointer(c_type: str) -> bool:
    """Return whether a C type is a pointer."""
    return c_type.endswith("*")


def registers_of(expr: Expr) -> Iterator[int]:
    """Yield the numbers of the registers that an expression reads."""
    if expr.op == "reg":
        yield int(expr.value)
    for argument in expr.args:
        yield from registers_of(argument)


def has_a_time(expr: Expr) -> bool:
    """Return whether it matters when an expression is evaluated: it loads, or asks other lanes."""
    loads = expr.op in ("index", "*x") or (expr.op == "call" and expr.text.startswith("__ld"))
    return loads or asks_lanes(expr) or any(map(has_a_time, expr.args))


def asks_lanes(expr: Expr) -> bool:
    """Return whether an expression shuffles, so that all its lanes must evaluate it."""
    shuffles = expr.op == "call" and expr.text.startswith("__shfl")
    return shuffles or any(map(asks_lanes, expr.args))


def size_of(expr: Expr) -> int:
    """Return the number of nodes of a tree."""
    return 1 + sum(map(size_of, expr.args))


# ---- conversions of value representation --------------------------------------------------------


def cast(expr: Expr, c_type: str) -> Expr:
    """Return C's conversion to a type; constants are converted at once."""
    if expr.type == c_type:
        return expr
    if expr.op == "const" and c_type in BITS and c_type not in FLOATS and expr.type not in FLOATS:
        return const(int(expr.value), c_type)
    if expr.op == "cast" and _same_bits(expr, c_type):
        return cast(expr.args[0], c_type)
    return Expr("cast", c_type, (expr,))


def uncast(expr: Expr) -> Expr:
    """Return an expression without the casts around it."""
    while expr.op == "cast":
        expr = expr.args[0]
    return expr


def _same_bits(expr: Expr, c_type: str) -> bool:
    """Return whether an inner integer cast changes no bit that the outer one keeps."""
    inner = expr.args[0].type
    wanted = (inner, expr.type, c_type)
    if any(t not in BITS or t in FLOATS or t == "bool" for t in wanted):
        return False
    return BITS[c_type] <= BITS[expr.type]


def reinterpret(expr: Expr, c_type: str) -> Expr:
    """Return the same bits as another type of the same or a smaller width."""
    have = expr.type
    if have == c_type:
        return expr
    if is_pointer(c_type) and is_pointer(have):
        return Expr("cast", c_type, (expr,))
    if is_pointer(c_type) or is_pointer(have):
        return _between_pointer(expr, c_type)
    if have in FLOATS or c_type in FLOATS:
        return _between_float(expr, c_type)
    if c_type == "bool":
        return Expr("!=", "bool", (expr, const(0, have)))
    return cast(expr, c_type)


def _between_pointer(expr: Expr, c_type: str) -> Expr:
    """Convert between pointers and numbers: 32 bits are a shared address, 64 a generic one."""
    if is_pointer(c_type):
        if BITS[expr.type] == 32:
            whole = cast(cast(expr, "unsigned"), UINT64)
            return Expr("cast", c_type, (call("__cvta_shared_to_generic", "void*", whole),))
        return Expr("cast", c_type, (expr,))
    if BITS[c_type] == 32:
        return cast(Expr("cast", "unsigned", (shared_address(expr),)), c_type)
    return Expr("cast", c_type, (expr,))


def shared_address(pointer: Expr) -> Expr:
    """Return a pointer to shared memory as the address that PTX's `.shared` instructions take."""
    return call("__cvta_generic_to_shared", UINT64, pointer)


def _between_float(expr: Expr, c_type: str) -> Expr:
    if expr.op == "const":
        bits = bits_of(expr.value, expr.type)
        return float_const(bits, c_type) if c_type in FLOATS else const(bits, c_type)
    if is_infinity(expr) and c_type in ("int", "unsigned"):
        return const(0x7F800000 if expr.op == "name" else 0xFF800000, c_type)
    if c_type == "float":
        if expr.type == "int":
            return _undo(expr, call("__int_as_float", "float", expr))
        return _undo(expr, call("__uint_as_float", "float", cast(expr, "unsigned")))
    if c_type == "double":
        return _undo(expr, call("__longlong_as_double", "double", cast(expr, "long long")))
    if expr.type == "double":
        return cast(call("__double_as_longlong", "long long", expr), c_type)
    function = "__float_as_int" if c_type == "int" else "__float_as_uint"
    whole = call(function, "int" if c_type == "int" else "unsigned", expr)
    return cast(_undo(expr, whole), c_type)


def _undo(expr: Expr, made: Expr) -> Expr:
    """Return the original expression if `made` only reverses a reinterpretation."""
    if expr.op == "call" and expr.text.startswith("__") and "_as_" in expr.text:
        inner = expr.args[0]
        if inner.type == made.type:
            return inner
    return made


def bits_of(value: int | float, c_type: str) -> int:
    """Return the bits of a constant of a type."""
    if c_type == "float":
        return struct.unpack("<I", struct.pack("<f", value))[0]
    if c_type == "double":
        return struct.unpack("<Q", struct.pack("<d", value))[0]
    return int(value) & ((1 << BITS[c_type]) - 1)


def is_infinity(expr: Expr) -> bool:
    """Return whether an expression is `INFINITY`, with either sign."""
    inner = expr.args[0] if expr.op == "-x" else expr
    return inner.op == "name" and inner.text == "INFINITY"


def float_const(bits: int, c_type: str) -> Expr:
    """Return a float by its bits; a NaN keeps them in a call."""
    if c_type == "float":
        value = struct.unpack("<f", struct.pack("<I", bits & 0xFFFFFFFF))[0]
        if value in (float("inf"), float("-inf")):
            infinity = name("INFINITY", c_type)
            return infinity if value > 0 else Expr("-x", c_type, (infinity,))
        if value != value:
            return call("__uint_as_float", c_type, Expr("const", "unsigned", text="x", value=bits))
        return Expr("const", c_type, value=value)
    value = struct.unpack("<d", struct.pack("<Q", bits))[0]
    if value != value or value in (float("inf"), float("-inf")):
        whole = Expr("const", "long long", text="x", value=bits)
        return call("__longlong_as_double", c_type, whole)
    return Expr("const", c_type, value=value)


def byte_size(c_type: str) -> int:
    """Return the bytes of a C type, built-in vectors included."""
    if is_pointer(c_type):
        return 8
    if c_type in BITS:
        return max(BITS[c_type] // 8, 1)
    base, count = c_type[:-1], int(c_type[-1])
    return byte_size(VECTOR_ELEMENTS[base]) * count


VECTOR_ELEMENTS = {
    "char": "signed char", "uchar": "unsigned char", "short": "short", "ushort": "unsigned short",
    "int": "int", "uint": "unsigned", "float": "float", "longlong": "long long",
    "ulonglong": UINT64, "double": "double",
}  # fmt: skip
VECTOR_NAMES = {element: vector for vector, element in VECTOR_ELEMENTS.items()}
