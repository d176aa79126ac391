"""Conversions to and from 4, 6 and 8 bits, against lists of the formats' numbers.

The lists are made from the formats' definitions (PTX ISA, 5.2.3 and 5.2.4), and a conversion looks
the nearest number up in them.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from kernelscope import vgpu

Array = np.ndarray[Any, Any]
LANES = 128
# Bits of a code, of its exponent and of its fraction, the exponent's bias, what a NaN becomes.
FORMATS = {
    "e4m3": (8, 4, 3, 7, 0x7F),
    "e5m2": (8, 5, 2, 15, 0x7F),
    "e2m3": (6, 2, 3, 1, 0x1F),
    "e3m2": (6, 3, 2, 3, 0x1F),
    "e2m1": (4, 2, 1, 1, 0x07),
    "f16": (16, 5, 10, 15, 0x7FFF),
    "bf16": (16, 8, 7, 127, 0x7FFF),
}
LARGEST = {"e4m3": 448, "e5m2": 57344, "e2m3": Fraction(15, 2), "e3m2": 28, "e2m1": 6}


def number(name: str, code: int) -> Fraction:
    """What the magnitude of a code is by the format's definition."""
    _, _, fraction, bias, _ = FORMATS[name]
    exponent, digits = code >> fraction, code & ((1 << fraction) - 1)
    if exponent:
        return (1 + Fraction(digits, 1 << fraction)) * Fraction(2) ** (exponent - bias)
    return Fraction(digits, 1 << fraction) * Fraction(2) ** (1 - bias)


def numbers(name: str) -> list[Fraction]:
    """All magnitudes, by their codes."""
    bits, exponent = FORMATS[name][:2]
    if name in LARGEST:
        every = (number(name, code) for code in range(1 << (bits - 1)))
        return [value for value in every if value <= LARGEST[name]]
    return [number(name, code) for code in range(((1 << exponent) - 1) << (bits - 1 - exponent))]


NUMBERS = {name: numbers(name) for name in FORMATS}


def around(size: Fraction, name: str) -> tuple[int, Fraction]:
    """The code of the greatest number below or at a size, and the part of the step beyond it."""
    every = NUMBERS[name]
    code = bisect_right(every, size) - 1
    step = every[code + 1] - every[code] if code + 1 < len(every) else every[code] - every[code - 1]
    return code, (size - every[code]) / step


def converted(value: float, name: str, random: Fraction | None = None) -> int:
    """The code of an f32 with `.satfinite`: the nearest one, or chosen by a random number."""
    bits, _, _, _, nan = FORMATS[name]
    if math.isnan(value):
        return nan
    sign = (math.copysign(1, value) < 0) << (bits - 1)
    top = len(NUMBERS[name]) - 1
    if math.isinf(value):
        return sign | top
    code, part = around(abs(Fraction(value)), name)
    if random is None:
        up = part > Fraction(1, 2) or (part == Fraction(1, 2) and code % 2 == 1)
    else:
        up = part + random >= 1
    return sign | min(code + up, top)


def interesting(name: str) -> Array:
    """Each number, what lies halfway to the next, and the f32 next to both; with both signs."""
    every = NUMBERS[name]
    halfway = [(low + high) / 2 for low, high in pairwise(every)]
    larger = min(every[-1] * 2, Fraction(2) ** 127)
    near = np.array([float(v) for v in [*every, *halfway, larger]], np.float32)
    beside = [near, np.nextafter(near, np.float32(0)), np.nextafter(near, np.float32(np.inf))]
    edges = np.array([np.inf, np.nan, 1e-45, 1e-30, 1e30, 3.4e38], np.float32)
    sizes = np.concatenate([*beside, edges])
    return np.concatenate([sizes, -sizes])


def run(instruction: str, sources: list[Array], result: str) -> Array:
    """The results of an instruction on `%a`, `%b` … into `%d`, a lane each."""
    count = -(-len(sources[0]) // LANES)
    size = {"b8": 1, "b16": 2, "b32": 4}
    kinds = [{1: "b8", 2: "b16", 4: "b32"}[s.itemsize] for s in sources]
    output = np.zeros(count * LANES, f"u{size[result]}")
    lines = [f".reg .{result} %d;"]
    for n, kind in enumerate(kinds):
        letter = "abcefr"[n]
        lines += [
            f".reg .{kind} %{letter};",
            f"ld.param.b64 %p, [in{n}];",
            f"mad.wide.u32 %p, %t, {size[kind]}, %p;",
            f"ld.global.{kind} %{letter}, [%p];",
        ]
    body = "\n".join(lines)
    parameters = ", ".join(f".param .b64 in{n}" for n in range(len(sources)))
    text = f"""
.version 8.7
.target sm_90a
.address_size 64
.visible .entry k(.param .b64 out, {parameters})
{{
.reg .b32 %t, %n;
.reg .b64 %p;
mov.u32 %n, %ctaid.x;
mov.u32 %t, %tid.x;
mad.lo.u32 %t, %n, {LANES}, %t;
{body}
{instruction}
ld.param.b64 %p, [out];
mad.wide.u32 %p, %t, {size[result]}, %p;
st.global.{result} [%p], %d;
ret;
}}
"""
    padded = [np.resize(source, count * LANES) for source in sources]
    vgpu.load_ptx(text).kernel("k").launch((count, 1, 1), (LANES, 1, 1), [output, *padded])
    return output[: len(sources[0])]


@pytest.mark.parametrize("relu", ["", ".relu"])
@pytest.mark.parametrize("name", list(LARGEST))
def test_pairs_get_the_nearest_numbers(name: str, relu: str) -> None:
    """Ties go to the even code, what is too large to the largest, NaN as the format has it."""
    low = interesting(name)
    high = low[::-1].copy()
    result = "b8" if name == "e2m1" else "b16"
    got = run(f"cvt.rn.satfinite{relu}.{name}x2.f32 %d, %a, %b;", [high, low], result)
    width = 4 if name == "e2m1" else 8
    codes = [converted(0.0 if relu and v <= 0 else v, name) for v in low.tolist()]
    expected = [c | d << width for c, d in zip(codes, codes[::-1], strict=True)]
    assert got.tolist() == expected


@pytest.mark.parametrize("target", ["f16", "bf16"])
@pytest.mark.parametrize("name", list(LARGEST))
def test_every_code_becomes_its_number(name: str, target: str) -> None:
    """The halves of a register are converted apart; both types hold every number."""
    (
        bits,
        *_,
    ) = FORMATS[name]
    width = 4 if name == "e2m1" else 8
    codes = np.arange(1 << bits)
    pairs = (codes | codes[::-1] << width).astype("u1" if name == "e2m1" else "u2")
    got = run(f"cvt.rn.{target}x2.{name}x2 %d, %a;", [pairs], "b32")
    low = (got & 0xFFFF).astype(np.uint32)
    assert (got >> 16 == low[::-1]).all()
    floats = (
        low.astype(np.uint16).view(np.float16).astype(np.float64)
        if target == "f16"
        else (low << 16).view(np.float32).astype(np.float64)
    )
    for code, value in enumerate(floats.tolist()):
        magnitude = code & ((1 << (bits - 1)) - 1)
        if magnitude < len(NUMBERS[name]):
            assert abs(value) == NUMBERS[name][magnitude]
            assert (math.copysign(1, value) < 0) == bool(code >> (bits - 1))
        else:
            assert math.isinf(value) if (name, magnitude) == ("e5m2", 0x7C) else math.isnan(value)


@pytest.mark.parametrize("name", ["e4m3", "e2m1"])
def test_a_scale_multiplies_what_becomes_bf16(name: str) -> None:
    """2^-20 for the low element and 2^3 for the high one, times the same numbers."""
    width = 4 if name == "e2m1" else 8
    codes = np.arange(1 << width)
    pairs = (codes | codes << width).astype("u1" if name == "e2m1" else "u2")
    scales = np.full(len(codes), (127 + 3) << 8 | (127 - 20), np.uint16)
    plain = run(f"cvt.rn.bf16x2.{name}x2 %d, %a;", [pairs], "b32")
    scaled = run(f"cvt.rn.scaled::n2::ue8m0.bf16x2.{name}x2 %d, %a, %b;", [pairs, scales], "b32")
    for shift, factor in ((0, 2.0**-20), (16, 8.0)):
        before, after = ((v >> shift << 16).astype(np.uint32).view(np.float32) for v in
                         (plain, scaled))  # fmt: skip
        assert np.array_equal(before * np.float32(factor), after, equal_nan=True)


@pytest.mark.parametrize("mode", ["rz", "rp"])
@pytest.mark.parametrize("finite", ["", ".satfinite"])
def test_a_power_of_two_keeps_the_size_alone(mode: str, finite: str) -> None:
    """2^-127 is the least, 0xFF is NaN; a size is rounded towards zero or up."""
    exponents = np.arange(-149, 128)
    sizes = np.concatenate([np.exp2(exponents), 1.5 * np.exp2(exponents[1:])]).astype(np.float32)
    values = np.concatenate([sizes, -sizes, np.array([0, np.inf, np.nan], np.float32)])
    got = run(f"cvt.{mode}{finite}.ue8m0x2.f32 %d, %a, %b;", [values[::-1].copy(), values], "b16")
    low = got & 0xFF
    assert (got >> 8 == low[::-1]).all()
    for value, code in zip(values.tolist(), low.tolist(), strict=True):
        if math.isnan(value):
            assert code == 0xFF
        elif math.isinf(value):
            assert code == (0xFE if finite else 0xFF)
        elif value == 0:
            assert code == 0
        else:
            size = Fraction(abs(value))
            exact = math.log2(size)
            wanted = math.floor(exact) if mode == "rz" else math.ceil(exact)
            most = 0xFE if finite else 0xFF
            assert code == min(max(wanted + 127, 0), most), value


def test_every_power_of_two_is_a_bf16() -> None:
    codes = np.arange(256, dtype=np.uint16)
    got = run("cvt.rn.bf16x2.ue8m0x2 %d, %a;", [codes | codes << 8], "b32")
    assert (got >> 16 == got & 0xFFFF).all()
    values = (got & 0xFFFF0000).view(np.float32)
    assert np.array_equal(values[:255], np.exp2(np.arange(255.0) - 127).astype(np.float32))
    assert math.isnan(values[255])


def test_64ths_are_rounded_and_clamped() -> None:
    """s2f6 reaches from -2 to 127/64; a NaN becomes the greatest; the scale divides."""
    steps = np.arange(-140, 140) / 64.0
    values = np.concatenate([steps, steps + 1 / 128, steps + 1 / 300, [np.inf, -np.inf, np.nan]])
    values = values.astype(np.float32)
    scales = np.full(len(values), 128 << 8 | 126, np.uint16)  # 2 for a, 1/2 for b
    plain = run("cvt.rn.satfinite.s2f6x2.f32 %d, %a, %b;", [values, values], "b16")
    scaled = run(
        "cvt.rn.satfinite.scaled::n2::ue8m0.s2f6x2.f32 %d, %a, %b, %c;",
        [values * np.float32(2), values / np.float32(2), scales],
        "b16",
    )
    with np.errstate(invalid="ignore"):
        wanted = np.clip(np.rint(values.astype(np.float64) * 64), -128, 127)
    wanted = np.where(np.isnan(values), 127, wanted).astype(np.int64) & 0xFF
    assert plain.tolist() == scaled.tolist() == (wanted | wanted << 8).tolist()
    back = run("cvt.rn.bf16x2.s2f6x2 %d, %a;", [plain], "b32")
    signed = (wanted ^ 0x80) - 0x80
    assert np.array_equal((back & 0xFFFF0000).view(np.float32), (signed / 64).astype(np.float32))


# Of each element, the lowest first: the place of its random bits, and their number.
RANDOM = {
    "f16x2": ([0, 16], 13),
    "bf16x2": ([0, 16], 16),
    "e4m3x4": ([0, 0, 16, 16], 16),
    "e5m2x4": ([0, 0, 16, 16], 16),
    "e2m3x4": ([0, 0, 16, 16], 16),
    "e3m2x4": ([0, 0, 16, 16], 16),
    "e2m1x4": ([0, 16, 8, 24], 8),
}


@pytest.mark.parametrize("packed", list(RANDOM))
def test_random_bits_round_up_where_they_and_what_is_cut_off_reach_one(packed: str) -> None:
    name, _, count = packed.partition("x")
    draw = np.random.default_rng(7)
    some = draw.permutation(interesting(name))[:1500]
    sources = [draw.permutation(some) for _ in range(int(count))]
    random = draw.integers(0, 1 << 32, len(some), dtype=np.uint32)
    random[: len(some) // 4] = 0xFFFFFFFF
    random[-len(some) // 4 :] = 0
    letters = ["%a", "%b", "%c", "%e"][: int(count)]
    operands = ", ".join(letters) if count == "2" else "{" + ", ".join(letters) + "}"
    bits = "%c" if count == "2" else "%f"
    result = "b16" if packed == "e2m1x4" else "b32"
    instruction = f"cvt.rs.satfinite.{packed}.f32 %d, {operands}, {bits};"
    got = run(instruction, [*sources, random], result)
    places, used = RANDOM[packed]
    width = int(result[1:]) // int(count)
    for lane in range(len(some)):
        for n, place in enumerate(places):
            part = Fraction(int(random[lane]) >> place & ((1 << used) - 1), 1 << used)
            value = float(sources[::-1][n][lane])
            code = int(got[lane]) >> (width * n) & ((1 << width) - 1)
            assert code == converted(value, name, part), (value, part)
