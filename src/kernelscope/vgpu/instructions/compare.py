"""Comparisons and selections by them, of every type (PTX ISA, 9.7.7, 9.7.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from kernelscope.vgpu import numeric
from kernelscope.vgpu.instructions.floats import flush_code, flush_meaning
from kernelscope.vgpu.instructions.halves import (
    base_name,
    flush_half_code,
    join_code,
    join_meaning,
    no_ftz_of_bf16,
    split_code,
    split_meaning,
    widen_meaning,
)
from kernelscope.vgpu.instructions.phrases import comparison_words
from kernelscope.vgpu.ir.define import define
from kernelscope.vgpu.ir.forms import Fields, Results, Role
from kernelscope.vgpu.jit import build
from kernelscope.vgpu.types import TYPES, Lanes, LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.generator import Generator

_UNSIGNED = {"lo": "<", "ls": "<=", "hi": ">", "hs": ">="}
_SIMPLE = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
_NAN_TOO = {"equ": "==", "neu": "!=", "ltu": "<", "leu": "<=", "gtu": ">", "geu": ">="}
_COMPARE = "|".join([*_SIMPLE, *_UNSIGNED, *_NAN_TOO, "num", "nan"])
_COMPARED = "b16|b32|b64|u16|u32|u64|s16|s32|s64|f32|f64"
_COMPARISONS = "|".join([*_SIMPLE, *_NAN_TOO, "num", "nan"])


def compare_code(g: Generator, f: Fields, a: LLValue, b: LLValue) -> LLValue:
    """Return the comparison that the fields of `setp` name, as i1 lanes."""
    how = f["cmp"]
    if TYPES[f["t"]].kind != "f":
        if how in _UNSIGNED:
            return g.b.icmp_unsigned(_UNSIGNED[how], a, b)
        compare = g.b.icmp_signed if f["t"].startswith("s") else g.b.icmp_unsigned
        return compare(_SIMPLE[how], a, b)
    return _compare_floats(g, how, flush_code(g, f, a), flush_code(g, f, b))


def _compare_floats(g: Generator, how: str, a: LLValue, b: LLValue) -> LLValue:
    """Compare floats; the `…u` comparisons and `nan` are true if an operand is NaN."""
    if how == "num":
        return g.b.fcmp_ordered("ord", a, b)
    if how == "nan":
        return g.b.fcmp_unordered("uno", a, b)
    if how in _NAN_TOO:
        return g.b.fcmp_unordered(_NAN_TOO[how], a, b)
    return g.b.fcmp_ordered(_SIMPLE[how], a, b)


def compare_meaning(f: Fields, a: Lanes, b: Lanes) -> Lanes:
    """Return the comparison of NumPy arrays."""
    how = f["cmp"]
    if TYPES[f["t"]].kind == "f":
        return _compare_floats_meaning(how, flush_meaning(f, a), flush_meaning(f, b))
    return _by_symbol(_UNSIGNED.get(how) or _SIMPLE[how], a, b)


def _compare_floats_meaning(how: str, a: Lanes, b: Lanes) -> Lanes:
    """Return the comparison of float arrays."""
    unordered = np.isnan(a) | np.isnan(b)
    if how == "num":
        return ~unordered
    if how == "nan":
        return unordered
    if how in _NAN_TOO:
        return unordered | _by_symbol(_NAN_TOO[how], a, b)
    return ~unordered & _by_symbol(_SIMPLE[how], a, b)


def _by_symbol(symbol: str, a: Lanes, b: Lanes) -> Lanes:
    return {
        "==": np.equal, "!=": np.not_equal, "<": np.less,
        "<=": np.less_equal, ">": np.greater, ">=": np.greater_equal,
    }[symbol](a, b)  # fmt: skip


def _legal_compare(f: Fields) -> bool:
    type_kind, how = TYPES[f["t"]].kind, f["cmp"]
    if type_kind == "f":
        known = how in _SIMPLE or how in _NAN_TOO or how in ("num", "nan")
        return known and (not f["ftz"] or f["t"] == "f32")
    if f["ftz"]:
        return False
    if type_kind == "b":
        return how in ("eq", "ne")
    return how in _SIMPLE or (type_kind == "u" and how in _UNSIGNED)


_COMBINE: dict[str, Any] = {"and": np.logical_and, "or": np.logical_or, "xor": np.logical_xor}


def _joined_meaning(f: Fields, p: Lanes, c: Lanes | None) -> Lanes:
    """Combine a comparison with the third operand, if there is an `.and`, `.or` or `.xor`."""
    return _COMBINE[f["op"]](p, c) if f.get("op") else p


def _joined(g: Generator, f: Fields, p: LLValue, c: LLValue) -> LLValue:
    match f.get("op"):
        case "and":
            return g.b.and_(p, c)
        case "or":
            return g.b.or_(p, c)
        case "xor":
            return g.b.xor(p, c)
        case _:
            return p


# ---- setp ----------------------------------------------------------------------------------


def _setp(g: Generator, f: Fields, a: LLValue, b: LLValue, c: LLValue = None) -> LLValue:
    p = compare_code(g, f, a, b)
    return _joined(g, f, p, c), _joined(g, f, g.b.not_(p), c)


def _setp_meaning(f: Fields, a: Lanes, b: Lanes, c: Lanes | None = None) -> Results:
    p = compare_meaning(f, a, b)
    return _joined_meaning(f, p, c), _joined_meaning(f, ~p, c)


for _bool, _third, _words in (
    ("", "", "{d} = {test}[, {q} = the opposite]"),
    (
        " . op:and|or|xor",
        ", c:pred",
        "{d} = ({test}) {op} {c}[, {q} = (the opposite) {op} {c}]",
    ),
):
    define(
        f"setp . cmp:{_COMPARE}{_bool} . ftz? . t:{_COMPARED}",
        f"d:pred|q:pred?, a:t, b:t{_third}",
        meaning=_setp_meaning, code=_setp, valid=_legal_compare,
        words=_words, say=comparison_words, tells=("a", "b", "cmp"),
    )  # fmt: skip


def _compare_halves(g: Generator, f: Fields, a: LLValue, b: LLValue) -> list[LLValue]:
    """Return the comparison of each element of 16-bit or packed operands."""
    results: list[LLValue] = []
    for pair in zip(split_code(g, f["t"], a), split_code(g, f["t"], b), strict=True):
        x, y = (flush_half_code(g, f, v) for v in pair)
        results.append(_compare_floats(g, f["cmp"], x, y))
    return results


def _compare_halves_meaning(f: Fields, a: Lanes, b: Lanes) -> list[Lanes]:
    element = base_name(f["t"])
    results: list[Lanes] = []
    for pair in zip(split_meaning(f["t"], a), split_meaning(f["t"], b), strict=True):
        flushed = (numeric.flush(element, v) if f["ftz"] else v for v in pair)
        x, y = (widen_meaning(element, v) for v in flushed)
        results.append(_compare_floats_meaning(f["cmp"], x, y))
    return results


def _setp_halves(g: Generator, f: Fields, a: LLValue, b: LLValue, c: LLValue = None) -> LLValue:
    """Return the predicates: one for each element of packed operands."""
    results = _compare_halves(g, f, a, b)
    second = results[1] if len(results) == 2 else g.b.not_(results[0])
    return _joined(g, f, results[0], c), _joined(g, f, second, c)


def _setp_halves_meaning(f: Fields, a: Lanes, b: Lanes, c: Lanes | None = None) -> Results:
    results = _compare_halves_meaning(f, a, b)
    second = results[1] if len(results) == 2 else ~results[0]
    return _joined_meaning(f, results[0], c), _joined_meaning(f, second, c)


for _bool, _third, _compared in (
    ("", "", "{test}"),
    (" . op:and|or|xor", ", c:pred", "({test}) {op} {c}"),
):
    # One element has one result, and no opposite of it.
    for _types, _both, _q in (
        ("f16|bf16", "", ""), ("f16x2|bf16x2", "|q:pred?", "[, {q} = {second}]"),
    ):  # fmt: skip
        define(
            f"setp . cmp:{_COMPARISONS}{_bool} . ftz? . t:{_types}",
            f"d:pred{_both}, a:t, b:t{_third}",
            meaning=_setp_halves_meaning, code=_setp_halves, valid=no_ftz_of_bf16,
            say=comparison_words, tells=("a", "b", "cmp"),
            words=f"{{d}} = {_compared}{{low}}{_q}",
        )  # fmt: skip


# ---- set -----------------------------------------------------------------------------------


def _set(g: Generator, f: Fields, a: LLValue, b: LLValue, c: LLValue = None) -> LLValue:
    p = _joined(g, f, compare_code(g, f, a, b), c)
    if f["dt"] == "f32":
        return g.b.select(p, g.const(build.F32, 1.0), g.const(build.F32, 0.0))
    return g.b.sext(p, g.typed(build.I32))


def _set_meaning(f: Fields, a: Lanes, b: Lanes, c: Lanes | None = None) -> Lanes:
    p = _joined_meaning(f, compare_meaning(f, a, b), c)
    if f["dt"] == "f32":
        return p.astype(np.float32)
    return np.where(p, -1, 0).astype(TYPES[f["dt"]].dtype)


for _bool, _third, _words in (
    ("", "", "{d} = {true} if {test}, else 0"),
    (" . op:and|or|xor", ", c:pred", "{d} = {true} if ({test}) {op} {c}, else 0"),
):
    define(
        f"set . cmp:{_COMPARE}{_bool} . ftz? . dt:u32|s32|f32 . t:{_COMPARED}",
        f"d:dt, a:t, b:t{_third}",
        meaning=_set_meaning, code=_set, valid=_legal_compare,
        words=_words, say=comparison_words, tells=("a", "b", "cmp", "dt"), role=Role.COMPARE,
    )  # fmt: skip


_ONE = {"f16": 0x3C00, "bf16": 0x3F80}


def _true_bits(f: Fields) -> int:
    """Return an element's bits if the comparison is true: 1.0 of a float type, else all ones."""
    return _ONE.get(base_name(f["dt"]), 0xFFFF)


def _set_halves(g: Generator, f: Fields, a: LLValue, b: LLValue, c: LLValue = None) -> LLValue:
    results = [_joined(g, f, p, c) for p in _compare_halves(g, f, a, b)]
    if len(results) == 1 and TYPES[f["dt"]].bits == 32:
        return g.b.sext(results[0], g.typed(build.I32))
    true, false = g.const(build.I16, _true_bits(f)), g.const(build.I16, 0)
    parts = [g.b.select(p, true, false) for p in results]
    return join_code(g, f["dt"] if len(parts) == 1 else "f16x2", parts)


def _set_halves_meaning(f: Fields, a: Lanes, b: Lanes, c: Lanes | None = None) -> Lanes:
    results = [_joined_meaning(f, p, c) for p in _compare_halves_meaning(f, a, b)]
    scalar = TYPES[f["dt"]]
    if len(results) == 1 and scalar.bits == 32:
        return np.where(results[0], -1, 0).astype(scalar.dtype)
    parts = [np.where(p, _true_bits(f), 0).astype(np.uint16) for p in results]
    return join_meaning("f16x2" if len(parts) == 2 else "b16", parts, scalar.dtype).view(
        scalar.dtype
    )


for _bool, _third, _words in (
    ("", "", "{d} = {true} if {test}, else 0"),
    (" . op:and|or|xor", ", c:pred", "{d} = {true} if ({test}) {op} {c}, else 0"),
):
    for _types, _results in (
        ("f16", "f16|u16|s16|u32|s32"), ("bf16", "bf16|u16|s16|u32|s32"),
        ("f16x2", "f16x2|u32|s32"), ("bf16x2", "bf16x2|u32|s32"),
    ):  # fmt: skip
        define(
            f"set . cmp:{_COMPARISONS}{_bool} . ftz? . dt:{_results} . t:{_types}",
            f"d:dt, a:t, b:t{_third}",
            meaning=_set_halves_meaning, code=_set_halves, valid=no_ftz_of_bf16,
            words=_words, say=comparison_words, tells=("a", "b", "cmp", "dt"), role=Role.COMPARE,
        )  # fmt: skip


# ---- selection -----------------------------------------------------------------------------


def _select_meaning(f: Fields, a: Lanes, b: Lanes, c: Lanes) -> Lanes:
    return np.where(c, a, b)


def _select(g: Generator, f: Fields, a: LLValue, b: LLValue, c: LLValue) -> LLValue:
    return g.b.select(c, a, b)


define(
    "selp . t:b16|b32|b64|u16|u32|u64|s16|s32|s64|f32|f64", "d:t, a:t, b:t, c:pred",
    meaning=_select_meaning, code=_select, words="{d} = {a} if {c}, else {b}", role=Role.SELECT,
    tells=("t",),
)  # fmt: skip


def _select_by_sign_meaning(f: Fields, a: Lanes, b: Lanes, c: Lanes) -> Lanes:
    return np.where(flush_meaning(f, c) >= 0, a, b)


def _select_by_sign(g: Generator, f: Fields, a: LLValue, b: LLValue, c: LLValue) -> LLValue:
    if f["c"] == "f32":
        chosen = g.b.fcmp_ordered(">=", flush_code(g, f, c), g.const(build.F32, 0.0))
    else:
        chosen = g.b.icmp_signed(">=", c, g.const(build.I32, 0))
    return g.b.select(chosen, a, b)


define(
    "slct . ftz? . t:b16|b32|b64|u16|u32|u64|s16|s32|s64|f32|f64 . c:s32|f32",
    "d:t, a:t, b:t, c:c", meaning=_select_by_sign_meaning, code=_select_by_sign,
    valid=lambda f: not f["ftz"] or f["c"] == "f32",
    words="{d} = {a} if {c} >= 0, else {b}", tells=("t", "c"), role=Role.PICK,
)  # fmt: skip
