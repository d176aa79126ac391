"""Bytes and half words side by side in a word (PTX ISA, 9.7.18.2 "SIMD video instructions").

Without masks and selectors: compilers write the plain forms only, `__vabsdiffu4` becomes one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from kernelscope.vgpu.instructions.integers import clamp, wrap
from kernelscope.vgpu.ir.define import define
from kernelscope.vgpu.ir.forms import Fields, PureCode, PureMeaning
from kernelscope.vgpu.jit import build
from kernelscope.vgpu.jit.build import I32
from kernelscope.vgpu.types import TYPES, Lanes, LLValue, ScalarType

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.generator import Generator

_WORDS = {
    "add": "the sums of {a} and {b}", "sub": "{a} minus {b}", "avrg": "the means of {a} and {b}",
    "absdiff": "the distances of {a} and {b}", "min": "the smaller of {a} and {b}",
    "max": "the larger of {a} and {b}",
}  # fmt: skip


def _sum_words(f: Fields, operands: Mapping[str, str]) -> dict[str, str]:
    return {"sum": f", all added to {operands['c']}" if f["op"] else ""}


def _element(f: Fields, count: int, name: str) -> ScalarType:
    return TYPES[f[name][0] + str(32 // count)]


# ---- compiled: elements as i32 --------------------------------------------------------------


def _part(g: Generator, value: LLValue, place: int, bits: int, signed: bool) -> LLValue:
    moved = g.b.shl(value, g.const(I32, 32 - bits * (place + 1)))
    return (g.b.ashr if signed else g.b.lshr)(moved, g.const(I32, 32 - bits))


def emit_one(g: Generator, operation: str, x: LLValue, y: LLValue) -> LLValue:
    """Emit an operation or comparison of elements that are wide enough not to overflow."""
    match operation:
        case "eq" | "ne" | "lt" | "le" | "gt" | "ge":
            return g.b.zext(g.b.icmp_signed(COMPARISONS[operation][0], x, y), g.typed(I32))
        case "add":
            return g.b.add(x, y)
        case "sub":
            return g.b.sub(x, y)
        case "absdiff":
            difference = g.b.sub(x, y)
            return build.intrinsic(
                g.b, "abs", x.type, [difference, build.constant(build.I1, 0)], [x.type]
            )
        case "avrg":
            total = g.b.add(x, y)
            up = g.b.icmp_signed(">=", total, g.const(I32, 0))
            return g.b.ashr(g.b.add(total, g.b.zext(up, g.typed(I32))), g.const(I32, 1))
        case _:
            return build.binary(g.b, "s" + operation, x, y)


def _code(operation: str, count: int) -> PureCode:
    """Return what compiles an operation; "" for the comparison of the field `cmp`."""
    bits = 32 // count

    def code(g: Generator, f: Fields, a: LLValue, b: LLValue, c: LLValue) -> LLValue:
        total = c if f["op"] else g.const(I32, 0)
        for place in range(count):
            x = _part(g, a, place, bits, f["at"] == "s32")
            y = _part(g, b, place, bits, f["bt"] == "s32")
            value = emit_one(g, operation or f["cmp"], x, y)
            if f.get("sat"):
                scalar = _element(f, count, "dt")
                low, high = (
                    (-(1 << bits - 1), (1 << bits - 1) - 1)
                    if scalar.kind == "s"
                    else (0, (1 << bits) - 1)
                )
                value = build.binary(g.b, "smax", value, g.const(I32, low & 0xFFFFFFFF))
                value = build.binary(g.b, "smin", value, g.const(I32, high))
            if f["op"]:
                total = g.b.add(total, value)
                continue
            cut = g.b.and_(value, g.const(I32, (1 << bits) - 1))
            total = g.b.or_(total, g.b.shl(cut, g.const(I32, bits * place)))
        return total

    return code


# ---- interpreted: elements as Python integers -----------------------------------------------

EXACT: dict[str, Callable[[int, int], int]] = {
    "add": lambda x, y: x + y,
    "sub": lambda x, y: x - y,
    "avrg": lambda x, y: (x + y + (x + y >= 0)) >> 1,
    "absdiff": lambda x, y: abs(x - y),
    "min": min,
    "max": max,
}
COMPARISONS: dict[str, tuple[str, Callable[[int, int], bool]]] = {
    "eq": ("==", lambda x, y: x == y),
    "ne": ("!=", lambda x, y: x != y),
    "lt": ("<", lambda x, y: x < y),
    "le": ("<=", lambda x, y: x <= y),
    "gt": (">", lambda x, y: x > y),
    "ge": (">=", lambda x, y: x >= y),
}
"""By PTX's name: LLVM's, and what it means."""


def _meaning(operation: str, count: int) -> PureMeaning:
    bits = 32 // count

    def meaning(f: Fields, a: Lanes, b: Lanes, c: Lanes) -> Lanes:
        kinds = [_element(f, count, name) for name in ("at", "bt")]
        result = TYPES[f.get("dt", "u32")]
        exact = EXACT[operation] if operation else COMPARISONS[f["cmp"]][1]
        rows = zip(
            a.view(kinds[0].dtype).reshape(-1, count),
            b.view(kinds[1].dtype).reshape(-1, count),
            c.tolist(),
            strict=True,
        )
        results: list[int] = []
        for left, right, old in rows:
            values = [int(exact(int(x), int(y))) for x, y in zip(left, right, strict=True)]
            values = clamp(values, _element(f, count, "dt")) if f.get("sat") else values
            if f["op"]:
                results.append(old + sum(values))
            else:
                results.append(sum((v & (1 << bits) - 1) << bits * n for n, v in enumerate(values)))
        return wrap(results, 32, result.dtype)

    return meaning


for _what, _text in _WORDS.items():
    for _number in (2, 4):
        define(
            f"v{_what}{_number} . dt:u32|s32 . at:u32|s32 . bt:u32|s32 . sat? . op:add?",
            "d:dt, a:at, b:bt, c:dt", meaning=_meaning(_what, _number), code=_code(_what, _number),
            valid=lambda f: not f["sat"] or not f["op"],
            words=f"{{d}} = {_text} in each of {_number} elements{{sum}}", say=_sum_words,
            tells=("op", "c"),
        )  # fmt: skip
for _number in (2, 4):
    define(
        f"vset{_number} . at:u32|s32 . bt:u32|s32 . cmp:eq|ne|lt|le|gt|ge . op:add?",
        "d:u32, a:at, b:bt, c:u32", meaning=_meaning("", _number), code=_code("", _number),
        words=f"{{d}} = 1 if {{a}} {{cmp}} {{b}}, else 0, in each of {_number} elements{{sum}}",
        say=_sum_words, tells=("cmp", "op", "c"),
    )  # fmt: skip
