"""`setp` and `set` in C, with the same result for NaN.

PTX has an ordered and an unordered form of each float comparison; C has only the ordered ones.
`setp.ltu.f32` ("less, or either is NaN") is `!(a >= b)`. `a < b` would be false for NaN.
"""

from __future__ import annotations

from kernelscope.inside.decompile.arithmetic import natural
from kernelscope.inside.decompile.builder import Builder
from kernelscope.inside.decompile.expressions import (
    BITS,
    FLOAT_OF,
    SIGNED_OF,
    UNSIGNED_OF,
    Expr,
    cast,
    const,
    unary,
)
from kernelscope.vgpu import ir
from kernelscope.vgpu.types import TYPES

_SIMPLE = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
_UNSIGNED = {"lo": "<", "ls": "<=", "hi": ">", "hs": ">="}
_UNORDERED = {"ltu": ">=", "leu": ">", "gtu": "<=", "geu": "<"}


def compare(b: Builder, inst: ir.Inst) -> Expr | None:
    """Return the truth of a `setp`, combined with its third operand; None if it needs `asm`."""
    source = TYPES[inst.fields["t"]]
    if inst.fields.get("ftz") or source.bits < 16:
        return None
    how = inst.fields["cmp"]
    if source.kind == "f":
        c_type = FLOAT_OF.get(source.bits)
        truth = _floats(b, inst, how, c_type) if c_type else None
    elif source.kind in ("s", "u", "b"):
        truth = _integers(b, inst, how, source.kind, source.bits)
    else:
        truth = None
    if truth is None:
        return None
    combine = inst.fields.get("op", "")
    if not combine:
        return truth
    other = b.read(inst.operands[-1], "bool")
    op = {"and": "&&", "or": "||", "xor": "!="}[combine]
    return Expr(op, "bool", (truth, other))


def _integers(b: Builder, inst: ir.Inst, how: str, type_letter: str, bits: int) -> Expr:
    op = _SIMPLE.get(how) or _UNSIGNED[how]
    first, second = inst.operands[_first(inst)], inst.operands[_first(inst) + 1]
    if how in ("eq", "ne"):
        left, right = natural(b, first, bits), natural(b, second, bits)
        return Expr(op, "bool", (left, _like(right, left)))
    signed = type_letter == "s" and how not in _UNSIGNED
    want = (SIGNED_OF if signed else UNSIGNED_OF)[bits]
    left, right = b.read(first, want), b.read(second, want)
    return Expr(op, "bool", (_like(left, right), _like(right, left)))


def _like(expr: Expr, other: Expr) -> Expr:
    """Return a constant in the type of the other operand; C converts small ones by itself."""
    if expr.op != "const" or other.op == "const":
        if expr.type != other.type and other.op != "const" and BITS[expr.type] == 64:
            return cast(expr, other.type)
        return expr
    value = int(cast(expr, other.type).value)
    return const(value, "int") if 0 <= value < 1 << 31 else const(value, other.type)


def _first(inst: ir.Inst) -> int:
    """Return the number of the first compared operand: after one or two destinations."""
    return sum(1 for s in inst.form.signature if s.is_destination)


def _floats(b: Builder, inst: ir.Inst, how: str, c_type: str) -> Expr | None:
    first, second = inst.operands[_first(inst)], inst.operands[_first(inst) + 1]
    if how in _SIMPLE and how != "ne":
        return Expr(_SIMPLE[how], "bool", (b.read(first, c_type), b.read(second, c_type)))
    if how == "neu":
        return Expr("!=", "bool", (b.read(first, c_type), b.read(second, c_type)))
    if how in _UNORDERED:
        opposite = Expr(_UNORDERED[how], "bool", (b.read(first, c_type), b.read(second, c_type)))
        return unary("!", opposite)
    left, right = b.twice(first, c_type), b.twice(second, c_type)
    if how in ("ne", "equ"):
        apart = Expr(
            "||", "bool", (Expr("<", "bool", (left, right)), Expr(">", "bool", (left, right)))
        )
        return apart if how == "ne" else Expr("!x", "bool", (apart,))
    op, word = ("==", "&&") if how == "num" else ("!=", "||")
    parts = [Expr(op, "bool", (e, e)) for e in (left, right) if e.op != "const"]
    if not parts:
        return None
    return parts[0] if len(parts) == 1 or left == right else Expr(word, "bool", tuple(parts))


def choose_number(b: Builder, inst: ir.Inst) -> Expr | None:
    """Return the value of `set`: all bits or none, or 1.0 or 0.0; None if it needs `asm`."""
    truth = compare(b, inst)
    if truth is None:
        return None
    if inst.fields["dt"] == "f32":
        one, zero = (Expr("const", "float", value=v) for v in (1.0, 0.0))
        return Expr("?:", "float", (truth, one, zero))
    if inst.fields["dt"] not in ("u32", "s32"):
        return None
    return Expr("?:", "int", (truth, const(-1, "int"), const(0, "int")))
