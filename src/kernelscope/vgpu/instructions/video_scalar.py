"""Scalar video instructions (PTX ISA, 9.7.18.1): 32-bit integers with a wider value in between.

Without selectors of bytes and half words, and without operands that are negated. What an H200 does
in another way than the manual's words say is left out as well: `.sat`, the shifts of `vmad`, and
the smaller or larger of a result and c of all but `vset`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from kernelscope.vgpu.instructions.integers import wrap
from kernelscope.vgpu.instructions.video import COMPARISONS, EXACT, emit_one
from kernelscope.vgpu.ir.define import define
from kernelscope.vgpu.ir.forms import Fields, PureCode, PureMeaning
from kernelscope.vgpu.jit import build
from kernelscope.vgpu.jit.build import I32, I64
from kernelscope.vgpu.types import TYPES, Lanes, LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.generator import Generator

Between = Callable[["Generator", Fields, LLValue, LLValue], LLValue]
"""Emits the value in between as an i64, from the operands as i64."""
Exact = Callable[[Fields, int, int], int]
"""The same of exact integers."""

# ---- compiled ----------------------------------------------------------------------------------


def _widened(g: Generator, value: LLValue, name: str) -> LLValue:
    wide = g.typed(I64)
    return g.b.sext(value, wide) if name == "s32" else g.b.zext(value, wide)


def _code(between: Between) -> PureCode:
    """Return what compiles an instruction: widen, calculate, cut, combine with c."""

    def code(g: Generator, f: Fields, *operands: LLValue) -> LLValue:
        a, b = (_widened(g, v, f[t]) for v, t in zip(operands, ("at", "bt"), strict=False))
        value = between(g, f, a, b)
        result = g.b.trunc(value, g.typed(I32))
        if not f.get("op"):
            return result
        if f["op"] == "add":
            return g.b.add(result, operands[2])
        return build.binary(g.b, f["at"][0] + f["op"], result, operands[2])

    return code


def _two(operation: str) -> Between:
    def between(g: Generator, f: Fields, a: LLValue, b: LLValue) -> LLValue:
        return emit_one(g, operation, a, b)

    return between


def _shifted(operation: str) -> Between:
    def between(g: Generator, f: Fields, a: LLValue, b: LLValue) -> LLValue:
        if f["mode"] == "clamp":
            by = build.binary(g.b, "umin", b, g.const(I64, 32))
        else:
            by = g.b.and_(b, g.const(I64, 31))
        return g.b.shl(a, by) if operation == "shl" else g.b.ashr(a, by)

    return between


def _compared(g: Generator, f: Fields, a: LLValue, b: LLValue) -> LLValue:
    holds = g.b.icmp_signed(COMPARISONS[f["cmp"]][0], a, b)
    return g.b.zext(holds, g.typed(I64))


# ---- interpreted -------------------------------------------------------------------------------


def _shift_exactly(operation: str) -> Exact:
    def exact(f: Fields, x: int, y: int) -> int:
        by = min(y, 32) if f["mode"] == "clamp" else y & 31
        return x << by if operation == "shl" else x >> by

    return exact


def _as(values: Lanes, name: str) -> list[int]:
    return values.view(TYPES[name].dtype).tolist()


def _meaning(exact: Exact) -> PureMeaning:
    def meaning(f: Fields, *operands: Lanes) -> Lanes:
        columns = [_as(v, f[t]) for v, t in zip(operands, ("at", "bt"), strict=False)]
        values = [exact(f, *row) for row in zip(*columns, strict=True)]
        kind = TYPES[f.get("dt", "u32")]
        cut: list[int] = wrap(values, 32, kind.dtype).tolist()
        if f.get("op"):
            combine = {"add": lambda x, y: x + y, "min": min, "max": max}[f["op"]]
            others = _as(operands[2], f["at"])  # an H200 compares it as the type of a
            cut = [combine(x, y) for x, y in zip(cut, others, strict=True)]
        return wrap(cut, 32, kind.dtype)

    return meaning


# ---- the table ---------------------------------------------------------------------------------

_TWO = {
    "add": "{a} + {b}", "sub": "{a} - {b}", "absdiff": "the distance of {a} and {b}",
    "min": "the smaller of {a} and {b}", "max": "the larger of {a} and {b}",
}  # fmt: skip
_ADDED = (("", "", ""), (" . op:add", ", c:dt", ", to which {c} is added"))
for _what, _text in _TWO.items():
    for _op, _c, _then in _ADDED:
        define(
            f"v{_what} . dt:u32|s32 . at:u32|s32 . bt:u32|s32{_op}",
            f"d:dt, a:at, b:bt{_c}",
            meaning=_meaning(lambda _f, x, y, what=_what: EXACT[what](x, y)),
            code=_code(_two(_what)),
            words=f"{{d}} = {_text}, in 34 bits and then cut to 32{_then}",
            tells=("op",),
        )  # fmt: skip
for _what, _text in (("shl", "<<"), ("shr", ">>")):
    for _op, _c, _then in _ADDED:
        define(
            f"v{_what} . dt:u32|s32 . at:u32|s32 . bt:u32 . mode:clamp|wrap{_op}",
            f"d:dt, a:at, b:bt{_c}",
            meaning=_meaning(_shift_exactly(_what)), code=_code(_shifted(_what)),
            words=f"{{d}} = {{a}} {_text} {{b}}, then cut to 32 bits{_then}",
            tells=("mode", "op"),
        )  # fmt: skip
_COMBINED = (("", "", ""), (" . op:add|min|max", ", c:u32", "; then the {op} of that and {c}"))
for _op, _c, _then in _COMBINED:
    define(
        f"vset . at:u32|s32 . bt:u32|s32 . cmp:eq|ne|lt|le|gt|ge{_op}", f"d:u32, a:at, b:bt{_c}",
        meaning=_meaning(lambda f, x, y: int(COMPARISONS[f["cmp"]][1](x, y))),
        code=_code(_compared), words=f"{{d}} = 1 if {{a}} {{cmp}} {{b}}, else 0{_then}",
    )  # fmt: skip


# ---- vmad ----------------------------------------------------------------------------------------


def _mad_code(g: Generator, f: Fields, a: LLValue, b: LLValue, c: LLValue) -> LLValue:
    total = g.b.add(g.b.mul(a, b), c)
    return g.b.add(total, g.const(I32, 1)) if f["po"] else total


def _mad_meaning(f: Fields, a: Lanes, b: Lanes, c: Lanes) -> Lanes:
    rows = zip(_as(a, f["at"]), _as(b, f["bt"]), _as(c, f["dt"]), strict=True)
    values = [x * y + z + bool(f["po"]) for x, y, z in rows]
    return wrap(values, 32, TYPES[f["dt"]].dtype)


define(
    "vmad . dt:u32|s32 . at:u32|s32 . bt:u32|s32 . po?", "d:dt, a:at, b:bt, c:dt",
    meaning=_mad_meaning, code=_mad_code, words="{d} = {a} * {b} + {c}{more}, cut to 32 bits",
    say=lambda f, _operands: {"more": " + 1" if f["po"] else ""}, tells=("po",),
)  # fmt: skip
