"""Scalar video instructions (PTX ISA, 9.7.20.1): 32-bit integers with a wider value in between.

A selector takes a byte or half word of a source, and puts the result into one of d:

    vadd.s32.u32.s32 d.b2, a.b1, b.h0, c      byte 2 of d is a sum, the other bytes are those of c

NVIDIA's assembler makes instructions of these for sm_90 that do other things than PTX says. Those
are left out here, but for the least and greatest of `vset`, which are as on an H200. They are

- a result for the upper half, `d.h1`, which gets the upper half of the value in between;
- `.sat` to u32 of what may be 2^32 or more, of shifts to the left, with a selector of d of all but
  `vabsdiff`, and of `vmad`, with its shifts to the right, if an operand is unsigned;
- the least and the greatest of c and of what may be wider than 32 bits, or as u32 negative.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import numpy as np

from kernelscope.vgpu.instructions.integers import clamp, wrap
from kernelscope.vgpu.instructions.video import COMPARISONS, EXACT, emit_one, part, sign
from kernelscope.vgpu.ir.define import define
from kernelscope.vgpu.ir.forms import Fields, PureCode, PureMeaning
from kernelscope.vgpu.jit import build
from kernelscope.vgpu.jit.build import I32, I64
from kernelscope.vgpu.types import TYPES, Lanes, LLValue, ScalarType

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.generator import Generator

Between = Callable[["Generator", Fields, LLValue, LLValue], LLValue]
"""Emits the value in between as an i64, from the operands as i64."""
Exact = Callable[[Fields, int, int], int]
"""The same of exact integers."""


def _place(selector: str) -> tuple[int, int]:
    """Return the bits of what a selector chooses, and which of its kind it is: `a.h1` is 16, 1."""
    chosen = selector.partition(".")[2]
    return ({"b": 8, "h": 16}[chosen[0]], int(chosen[1])) if chosen else (32, 0)


def _limits(f: Fields) -> ScalarType:
    """Return the type that `.sat` clamps to: that of d, as wide as what is written."""
    return TYPES[f["dt"][0] + str(_place(f.get("part_d", ""))[0])]


def _type_of_c(f: Fields) -> str:
    """Return the type that c is compared as; that of `vset`'s a, as an H200 does."""
    return f["at"] if "cmp" in f else f["dt"]


# ---- compiled ----------------------------------------------------------------------------------


def _widened(g: Generator, value: LLValue, name: str, selector: str = "") -> LLValue:
    bits, place = _place(selector)
    if selector:
        value = part(g, value, place, bits, name == "s32")
    wide = g.typed(I64)
    return g.b.sext(value, wide) if name == "s32" else g.b.zext(value, wide)


def _clamped(g: Generator, value: LLValue, limits: ScalarType) -> LLValue:
    least, most = (1 << limits.bits - 1, (1 << limits.bits - 1) - 1)
    least, most = (-least, most) if limits.kind == "s" else (0, 2 * most + 1)
    value = build.binary(g.b, "smax", value, g.const(I64, least & (1 << 64) - 1))
    return build.binary(g.b, "smin", value, g.const(I64, most))


def _code(between: Between) -> PureCode:
    """Return what compiles an instruction: widen, calculate, clamp, combine with c, cut."""

    def code(g: Generator, f: Fields, *operands: LLValue) -> LLValue:
        a, b = (
            _widened(g, value, f[f"{name}t"], f[f"part_{name}"])
            for name, value in zip("ab", operands, strict=False)
        )
        value = between(g, f, a, b)
        if f.get("sat"):
            value = _clamped(g, value, _limits(f))
        if f.get("op") in ("min", "max"):
            other = _widened(g, operands[2], _type_of_c(f))
            value = build.binary(g.b, "s" + f["op"], value, other)
        result = g.b.trunc(value, g.typed(I32))
        if f.get("op") == "add":
            return g.b.add(result, operands[2])
        return _merged(g, f, result, operands[2]) if f.get("part_d") else result

    return code


def _merged(g: Generator, f: Fields, result: LLValue, c: LLValue) -> LLValue:
    bits, place = _place(f["part_d"])
    mask = ((1 << bits) - 1) << bits * place
    moved = g.b.and_(g.b.shl(result, g.const(I32, bits * place)), g.const(I32, mask))
    return g.b.or_(moved, g.b.and_(c, g.const(I32, mask ^ 0xFFFFFFFF)))


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


def _as(values: Lanes, name: str, selector: str = "") -> list[int]:
    bits, place = _place(selector)
    dtype = TYPES[f"{name[0]}{bits}"].dtype
    return np.ascontiguousarray(values).view(dtype).reshape(len(values), -1)[:, place].tolist()


def _meaning(exact: Exact) -> PureMeaning:
    def meaning(f: Fields, *operands: Lanes) -> Lanes:
        columns = [
            _as(values, f[f"{name}t"], f[f"part_{name}"])
            for name, values in zip("ab", operands, strict=False)
        ]
        values = [exact(f, *row) for row in zip(*columns, strict=True)]
        if f.get("sat"):
            values = clamp(values, _limits(f))
        if f.get("op"):
            combine = {"add": lambda x, y: x + y, "min": min, "max": max}[f["op"]]
            others = _as(operands[2], _type_of_c(f))
            values = [combine(x, y) for x, y in zip(values, others, strict=True)]
        if f.get("part_d"):
            bits, place = _place(f["part_d"])
            mask = ((1 << bits) - 1) << bits * place
            others = _as(operands[2], "u32")
            pairs = zip(values, others, strict=True)
            values = [v << bits * place & mask | c & ~mask for v, c in pairs]
        return wrap(values, 32, TYPES[f.get("dt", "u32")].dtype)

    return meaning


# ---- what is as PTX says -----------------------------------------------------------------------


def _may_be_negative(what: str, f: Fields) -> bool:
    signed = [f["at"] == "s32", f["bt"] == "s32"]
    return {"min": any(signed), "max": all(signed), "shr": signed[0]}.get(what, False)


def _may_be_long(what: str, f: Fields) -> bool:
    """Return whether a value may be 2^32 or more."""
    match what:
        case "add":
            return "u32" in (f["at"], f["bt"])
        case "sub":
            return (f["at"], f["bt"]) == ("u32", "s32")
        case _:
            return what == "absdiff" and f["at"] != f["bt"]


def _is_as_said(what: str) -> Callable[[Fields], bool]:
    """Return whether the assembler makes of a form what PTX says."""

    def legal(f: Fields) -> bool:
        sat, is_extreme = f.get("sat"), f.get("op") in ("min", "max")
        if sat and f.get("part_d"):
            return what == "absdiff"
        if sat and is_extreme and what == "shr":
            return False
        if sat and f["dt"] == "u32" and _may_be_long(what, f):
            return False
        return not is_extreme or bool(sat) or f["dt"] == "s32" or not _may_be_negative(what, f)

    return legal


# ---- the table ---------------------------------------------------------------------------------

_TWO = {
    "add": "{a} + {b}", "sub": "{a} - {b}", "absdiff": "the distance of {a} and {b}",
    "min": "the smaller of {a} and {b}", "max": "the larger of {a} and {b}",
}  # fmt: skip
_PARTS = "".join(
    f" . part_{n}:{'|'.join(f'{n}/{part}' for part in ('b0', 'b1', 'b2', 'b3', 'h0', 'h1'))}?"
    for n in "ab"
)
_INTO = " . part_d:d/b0|d/b1|d/b2|d/b3|d/h0"


def _then(f: Fields, operands: Mapping[str, str]) -> dict[str, str]:
    """Return what happens to the value in between."""
    if f.get("part_d"):
        bits, place = _place(f["part_d"])
        where = f"bits {bits * place} to {bits * (place + 1) - 1} of {operands['d']}"
        then = f", put into {where}; the others are those of {operands['c']}"
        return {"then": then} | sign(f)
    op = f.get("op")
    combined = {"add": "the sum", "min": "the least", "max": "the greatest"}.get(op or "", "")
    return {"then": f"; then {combined} of that and {operands['c']}" if op else ""} | sign(f)


# Alone, combined with c, and put into a part of d.
_SUM, _EXTREME = " . op:add", " . op:add|min|max"
_WAYS = ((("", ""), ""), ((_SUM, _EXTREME), ", c:dt"), ((_INTO, _INTO), ", c:dt"))
for (_of_long, _way), _c in _WAYS:
    _tells = ("op", "c") if _c else ()
    for _what, _text in _TWO.items():
        define(
            f"v{_what} . dt:u32|s32 . at:u32|s32 . bt:u32|s32 . sat?"
            f"{_of_long if _what in ('add', 'sub') else _way}{_PARTS}",
            f"d:dt, a:at, b:bt{_c}",
            meaning=_meaning(lambda _f, x, y, what=_what: EXACT[what](x, y)),
            code=_code(_two(_what)), valid=_is_as_said(_what),
            words=f"{{d}} = {_text}, in 34 bits and then cut to 32{{then}}", say=_then,
            tells=_tells,
        )  # fmt: skip
    for _what, _text, _rest in (("shl", "<<", _of_long), ("shr", ">>", _way)):
        _sat = " . sat?" if _what == "shr" else ""
        define(
            f"v{_what} . dt:u32|s32 . at:u32|s32 . bt:u32{_sat} . mode:clamp|wrap{_rest}{_PARTS}",
            f"d:dt, a:at, b:bt{_c}",
            meaning=_meaning(_shift_exactly(_what)), code=_code(_shifted(_what)),
            valid=_is_as_said(_what),
            words=f"{{d}} = {{a}} {_text} {{b}}, then cut to 32 bits{{then}}", say=_then,
            tells=("mode", *_tells),
        )  # fmt: skip
    define(
        f"vset . at:u32|s32 . bt:u32|s32 . cmp:eq|ne|lt|le|gt|ge{_way}{_PARTS}",
        f"d:u32, a:at, b:bt{_c.replace('dt', 'u32')}",
        meaning=_meaning(lambda f, x, y: int(COMPARISONS[f["cmp"]][1](x, y))),
        code=_code(_compared), words="{d} = 1 if {a} {cmp} {b}, else 0{then}", say=_then,
        tells=_tells,
    )  # fmt: skip


# ---- vmad ----------------------------------------------------------------------------------------

_SCALES = {"": 0, "shr7": 7, "shr15": 15}


def _negates(f: Fields) -> bool:
    """Return whether the product is negated."""
    return bool(f["minus_a"]) != bool(f["minus_b"])


def _mad_code(g: Generator, f: Fields, a: LLValue, b: LLValue, c: LLValue) -> LLValue:
    left, right = (
        _widened(g, value, f[f"{n}t"], f[f"part_{n}"]) for n, value in (("a", a), ("b", b))
    )
    product, other = g.b.mul(left, right), _widened(g, c, "s32")
    product = g.b.neg(product) if _negates(f) else product
    total = g.b.sub(product, other) if f["minus_c"] else g.b.add(product, other)
    if f["po"]:
        total = g.b.add(total, g.const(I64, 1))
    total = g.b.ashr(total, g.const(I64, _SCALES[f["scale"]]))
    if f["sat"]:
        total = _clamped(g, total, TYPES["s32"])
    return g.b.trunc(total, g.typed(I32))


def _mad_meaning(f: Fields, a: Lanes, b: Lanes, c: Lanes) -> Lanes:
    left, right = (_as(v, f[f"{n}t"], f[f"part_{n}"]) for n, v in (("a", a), ("b", b)))
    sign, other = -1 if _negates(f) else 1, -1 if f["minus_c"] else 1
    rows = zip(left, right, _as(c, "s32"), strict=True)
    values = [sign * x * y + other * z + bool(f["po"]) for x, y, z in rows]
    values = [value >> _SCALES[f["scale"]] for value in values]
    return wrap(clamp(values, TYPES["s32"]) if f["sat"] else values, 32, TYPES[f["dt"]].dtype)


def _mad_is_as_said(f: Fields) -> bool:
    """Return whether a legal form is one that the assembler makes what PTX says of."""
    if f["po"] and (f["minus_a"] or f["minus_b"] or f["minus_c"]):
        return False
    if f["minus_c"] and (f["minus_a"] or f["minus_b"]):
        return False
    return not (f["sat"] or f["scale"]) or f["at"] == f["bt"] == "s32"


def _mad_words(f: Fields, operands: Mapping[str, str]) -> dict[str, str]:
    scale = _SCALES[f["scale"]]
    return {"more": (" + 1" if f["po"] else "") + (f", shifted right by {scale}" if scale else "")}


define(
    "vmad . dt:u32|s32 . at:u32|s32 . bt:u32|s32 . po? . sat? . scale:shr7|shr15?"
    f"{_PARTS} . minus_a:-a? . minus_b:-b? . minus_c:-c?",
    "d:dt, a:at, b:bt, c:dt",
    meaning=_mad_meaning, code=_mad_code, valid=_mad_is_as_said,
    words="{d} = {a} * {b} + {c}{more}, cut to 32 bits", say=_mad_words, tells=("po", "scale"),
)  # fmt: skip
