"""Bytes and half words side by side in a word (PTX ISA, 9.7.20.2 "SIMD video instructions").

A selector takes the elements of a source from the two words b:a, numbered from the lowest up; a
mask says which elements are calculated:

    vadd4.u32.u32.u32 d.b20, a.b0123, b.b7777, c     bytes 2 and 0 of d are sums, 3 and 1 are of c
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import numpy as np

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
    alone = ", ".join(f["part_d"].partition(".")[2][1:])
    others = "" if f["op"] else f"; the others are those of {operands['c']}"
    plural = "s" if "," in alone else ""
    only = f", of element{plural} {alone} alone{others}" if alone else ""
    said = {"sum": f"{only}, all added to {operands['c']}" if f["op"] else only}
    return said | sign(f)


def sign(f: Fields) -> dict[str, str]:
    """Return the sign of a comparison, if an instruction has one."""
    return {"cmp": COMPARISONS[f["cmp"]][0]} if "cmp" in f else {}


_FIRST = {2: ("10", "32"), 4: ("3210", "7654")}
"""The elements of a and of b without selectors, the highest first."""


def elements(f: Fields, count: int, name: str) -> list[int]:
    """Return which elements of b:a a source has, the lowest first."""
    chosen = f[f"part_{name}"].partition(".")[2][1:] or _FIRST[count][name == "b"]
    return [int(digit) for digit in reversed(chosen)]


def _calculated(f: Fields, count: int) -> list[bool]:
    """Return whether each element is in the mask, the lowest first."""
    mask = f["part_d"].partition(".")[2][1:]
    return [not mask or str(place) in mask for place in range(count)]


def _element(f: Fields, count: int, name: str) -> ScalarType:
    return TYPES[f[name][0] + str(32 // count)]


# ---- compiled: elements as i32 --------------------------------------------------------------


def part(g: Generator, value: LLValue, place: int, bits: int, signed: bool) -> LLValue:
    """Emit an element of a word, with its sign or zeros before it."""
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
        at, bt = (elements(f, count, name) for name in "ab")
        total = c if f["op"] else g.const(I32, 0)
        for place, on in enumerate(_calculated(f, count)):
            if not on:
                mask = ((1 << bits) - 1) << bits * place
                total = total if f["op"] else g.b.or_(total, g.b.and_(c, g.const(I32, mask)))
                continue
            x, y = (
                part(g, (a, b)[n // count], n % count, bits, f[type_name] == "s32")
                for n, type_name in zip((at[place], bt[place]), ("at", "bt"), strict=True)
            )
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
        result = TYPES[f.get("dt", "u32")]
        exact = EXACT[operation] if operation else COMPARISONS[f["cmp"]][1]
        on = _calculated(f, count)
        both = np.stack([a.view(np.uint32), b.view(np.uint32)], axis=1)
        sources = [
            both.view(_element(f, count, f"{name}t").dtype)[:, elements(f, count, name)].tolist()
            for name in "ab"
        ]
        results: list[int] = []
        for left, right, old in zip(*sources, c.view(np.uint32).tolist(), strict=True):
            values = [int(exact(x, y)) for x, y in zip(left, right, strict=True)]
            values = clamp(values, _element(f, count, "dt")) if f.get("sat") else values
            if f["op"]:
                results.append(old + sum(v for v, counts in zip(values, on, strict=True) if counts))
                continue
            values = [v if on[n] else old >> bits * n for n, v in enumerate(values)]
            results.append(sum((v & (1 << bits) - 1) << bits * n for n, v in enumerate(values)))
        return wrap(results, 32, result.dtype)

    return meaning


_SELECTORS = {
    2: " . part_d:d/h0|d/h1|d/h10? . part_a:a/h**? . part_b:b/h**?",
    4: (
        " . part_d:d/b0|d/b1|d/b10|d/b2|d/b20|d/b21|d/b210|d/b3|d/b30|d/b31|d/b310|d/b32|d/b320"
        "|d/b321|d/b3210? . part_a:a/b****? . part_b:b/b****?"
    ),
}


def _is_legal(f: Fields) -> bool:
    """Return whether the assembler takes a form; it reads `.b1024` as the type of a tensor map."""
    both = (f["part_a"], f["part_b"])
    return not (f.get("sat") and f["op"]) and not any(part.endswith("1024") for part in both)


for _what, _text in _WORDS.items():
    for _number in (2, 4):
        define(
            f"v{_what}{_number} . dt:u32|s32 . at:u32|s32 . bt:u32|s32 . sat? . op:add?"
            + _SELECTORS[_number],
            "d:dt, a:at, b:bt, c:dt", meaning=_meaning(_what, _number), code=_code(_what, _number),
            valid=_is_legal,
            words=f"{{d}} = {_text} in each of {_number} elements{{sum}}", say=_sum_words,
            tells=("op", "c"),
        )  # fmt: skip
for _number in (2, 4):
    define(
        f"vset{_number} . at:u32|s32 . bt:u32|s32 . cmp:eq|ne|lt|le|gt|ge . op:add?"
        + _SELECTORS[_number],
        "d:u32, a:at, b:bt, c:u32", meaning=_meaning("", _number), code=_code("", _number),
        words=f"{{d}} = 1 if {{a}} {{cmp}} {{b}}, else 0, in each of {_number} elements{{sum}}",
        valid=_is_legal, say=_sum_words, tells=("cmp", "op", "c"),
    )  # fmt: skip
