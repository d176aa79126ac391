"""Bits and bytes: counted, found, cut out, put in, permuted (PTX ISA, 9.7.1.15-23, 9.7.10.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kernelscope.vgpu.instructions.integers import wrap
from kernelscope.vgpu.instructions.phrases import extension_of, permuted
from kernelscope.vgpu.ir.byte_sources import field, inserted, picked
from kernelscope.vgpu.ir.define import define
from kernelscope.vgpu.ir.forms import Fields
from kernelscope.vgpu.jit import build
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.build import I32, I64
from kernelscope.vgpu.types import TYPES, Lanes, LLValue, bits_dtype

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.generator import Generator


def _count_bits(g: Generator, f: Fields, a: LLValue, name: str) -> LLValue:
    value = build.popcount(g.b, a) if name == "popc" else build.leading_zeros(g.b, a)
    return value if f["t"] == "b32" else g.b.trunc(value, g.typed(I32))


def _ones(g: Generator, f: Fields, a: LLValue) -> LLValue:
    return _count_bits(g, f, a, "popc")


def _ones_meaning(f: Fields, a: Lanes) -> Lanes:
    return np.array([v.bit_count() for v in a.tolist()], np.uint32)


def _leading(g: Generator, f: Fields, a: LLValue) -> LLValue:
    return _count_bits(g, f, a, "clz")


def _leading_meaning(f: Fields, a: Lanes) -> Lanes:
    return np.array([TYPES[f["t"]].bits - v.bit_length() for v in a.tolist()], np.uint32)


def _reversed(g: Generator, f: Fields, a: LLValue) -> LLValue:
    return build.unary(g.b, "bitreverse", a)


def _reversed_meaning(f: Fields, a: Lanes) -> Lanes:
    bits = TYPES[f["t"]].bits
    return np.array([int(f"{v:0{bits}b}"[::-1], 2) for v in a.tolist()], a.dtype)


define(
    "popc . t:b32|b64", "d:u32, a:t", meaning=_ones_meaning, code=_ones,
    words="{d} = the number of set bits of {a}",
)  # fmt: skip
define(
    "clz . t:b32|b64", "d:u32, a:t", meaning=_leading_meaning, code=_leading,
    words="{d} = the number of leading zero bits of {a}",
)  # fmt: skip
define(
    "brev . t:b32|b64", "d:t, a:t", meaning=_reversed_meaning, code=_reversed,
    words="{d} = the bits of {a} in reverse order",
)  # fmt: skip


def _find_bit(g: Generator, f: Fields, a: LLValue) -> LLValue:
    """Return the position of the highest bit that differs from the sign; all ones if none does."""
    bits = TYPES[f["t"]].bits
    value = a
    if f["t"].startswith("s"):
        value = g.b.xor(a, g.b.ashr(a, g.const(ll.IntType(bits), bits - 1)))
    zeros = build.leading_zeros(g.b, value)
    zeros = g.b.trunc(zeros, g.typed(I32)) if bits == 64 else zeros
    place = zeros if f["shiftamt"] else g.b.sub(g.const(I32, bits - 1), zeros)
    none = g.b.icmp_unsigned("==", value, g.const(ll.IntType(bits), 0))
    return g.b.select(none, g.const(I32, 0xFFFFFFFF), place)


def _find_bit_meaning(f: Fields, a: Lanes) -> Lanes:
    bits = TYPES[f["t"]].bits
    result: list[int] = []
    for value in a:
        number = int(value)
        number = ~number if number < 0 else number
        top = number.bit_length() - 1
        result.append(0xFFFFFFFF if number == 0 else (bits - 1 - top if f["shiftamt"] else top))
    return np.array(result, np.uint32)


define(
    "bfind . shiftamt? . t:u32|u64|s32|s64", "d:u32, a:t", meaning=_find_bit_meaning,
    code=_find_bit, say=extension_of,
    words="{d} = the position of the highest {top} of {a}{unlike}, or all ones if there is none",
    tells=("t",),
)  # fmt: skip


def _bit_mask(g: Generator, f: Fields, a: LLValue, b: LLValue) -> LLValue:
    one, wide = g.const(I64, 1), g.typed(I64)
    if f["mode"] == "wrap":
        fitted = [g.b.and_(v, g.const(I32, 31)) for v in (a, b)]
    else:
        fitted = [build.binary(g.b, "umin", v, g.const(I32, 32)) for v in (a, b)]
    start, length = (g.b.zext(v, wide) for v in fitted)
    ones = g.b.sub(g.b.shl(one, length), one)
    return g.b.trunc(g.b.shl(ones, start), g.typed(I32))


def _bit_mask_meaning(f: Fields, a: Lanes, b: Lanes) -> Lanes:
    values: list[int] = []
    for pair in zip(a.tolist(), b.tolist(), strict=True):
        start, length = (v & 31 if f["mode"] == "wrap" else min(v, 32) for v in pair)
        values.append(((1 << length) - 1) << start)
    return wrap(values, 32, np.uint32)


define(
    "bmsk . mode:clamp|wrap . t:b32", "d:t, a:u32, b:u32", meaning=_bit_mask_meaning,
    code=_bit_mask, words="{d} = {b} set bits from bit {a} up",
)  # fmt: skip


# The nibbles of the plain form that each value of c's low two bits selects (PTX ISA, 9.7.10.7).
_PICKS = {
    "f4e": (0x3210, 0x4321, 0x5432, 0x6543), "b4e": (0x5670, 0x6701, 0x7012, 0x0123),
    "rc8": (0x0000, 0x1111, 0x2222, 0x3333), "ecl": (0x3210, 0x3211, 0x3222, 0x3333),
    "ecr": (0x0000, 0x1110, 0x2210, 0x3210), "rc16": (0x1010, 0x3232, 0x1010, 0x3232),
}  # fmt: skip


def _picks(g: Generator, f: Fields, c: LLValue) -> LLValue:
    if not f["mode"]:
        return c
    low = g.b.and_(c, g.const(I32, 3))
    picks = g.const(I32, _PICKS[f["mode"]][0])
    for number, nibbles in enumerate(_PICKS[f["mode"]]):
        here = g.b.icmp_unsigned("==", low, g.const(I32, number))
        picks = g.b.select(here, g.const(I32, nibbles), picks)
    return picks


def _permute(g: Generator, f: Fields, a: LLValue, b: LLValue, c: LLValue) -> LLValue:
    """Pick one of the eight bytes b:a by each nibble of c; its top bit replicates the byte's
    sign.
    """
    c = _picks(g, f, c)
    wide = g.typed(build.I64)
    both = g.b.or_(g.b.shl(g.b.zext(b, wide), g.const(build.I64, 32)), g.b.zext(a, wide))
    total: LLValue = None
    for place in range(4):
        nibble = g.b.and_(g.b.lshr(c, g.const(build.I32, 4 * place)), g.const(build.I32, 15))
        index = g.b.zext(g.b.and_(nibble, g.const(build.I32, 7)), wide)
        shifted = g.b.lshr(both, g.b.shl(index, g.const(build.I64, 3)))
        byte = g.b.and_(g.b.trunc(shifted, a.type), g.const(build.I32, 255))
        signed = g.b.icmp_unsigned(
            "!=", g.b.and_(byte, g.const(build.I32, 128)), g.const(build.I32, 0)
        )
        sign = g.b.select(signed, g.const(build.I32, 255), g.const(build.I32, 0))
        replicate = g.b.icmp_unsigned(">", nibble, g.const(build.I32, 7))
        byte = g.b.shl(g.b.select(replicate, sign, byte), g.const(build.I32, 8 * place))
        total = byte if total is None else g.b.or_(total, byte)
    return total


def _permute_meaning(f: Fields, a: Lanes, b: Lanes, c: Lanes) -> Lanes:
    result: list[int] = []
    if f["mode"]:
        c = np.array(_PICKS[f["mode"]], np.uint32)[c & 3]
    for low, high, picks in zip(a, b, c, strict=True):
        both, value = int(high) << 32 | int(low), 0
        for place in range(4):
            nibble = int(picks) >> (4 * place) & 15
            byte = both >> (8 * (nibble & 7)) & 255
            if nibble & 8:
                byte = 255 if byte & 128 else 0
            value |= byte << (8 * place)
        result.append(value)
    return np.array(result, np.uint32)


define(
    "prmt . t:b32 . mode:f4e|b4e|rc8|ecl|ecr|rc16?", "d:t, a:t, b:t, c:t",
    meaning=_permute_meaning, code=_permute,
    say=permuted, copies=("a", "b"), made_of=picked,
    words="{d} = {bytes}", tells=("a", "b", "c", "mode"),
)  # fmt: skip


def _field_masks(g: Generator, f: Fields, pos: LLValue, length: LLValue) -> tuple[LLValue, LLValue]:
    """Return position and length of a bit field in the value's width, as `_field` does."""
    if TYPES[f["t"]].bits == 64:
        wide = g.typed(I64)
        return g.b.zext(pos, wide), g.b.zext(length, wide)
    cut = g.const(I32, 255)
    return g.b.and_(pos, cut), g.b.and_(length, cut)


def _field(bits: int, place: int, size: int) -> tuple[int, int]:
    """Return position and length of a bit field: of 32 bits their low 8 bits, of 64 all of them.

    PTX leaves values over 255 open; a GPU has an instruction for 32 bits and a program for 64.
    """
    return (place & 255, size & 255) if bits == 32 else (min(place, 64), min(size, 64))


def _extract(g: Generator, f: Fields, a: LLValue, pos: LLValue, length: LLValue) -> LLValue:
    bits = TYPES[f["t"]].bits
    integer = ll.IntType(bits)
    place, size = _field_masks(g, f, pos, length)
    zero, full, top = g.const(integer, 0), g.const(integer, bits), g.const(integer, bits - 1)
    inside = g.b.icmp_unsigned("<", place, full)
    shift = g.b.ashr if f["t"].startswith("s") else g.b.lshr
    clamped = build.binary(g.b, "umin", place, top)
    # Bits above the register are zeros, or copies of the sign bit.
    moved = shift(a, clamped)
    sign = g.b.ashr(a, top) if f["t"].startswith("s") else zero
    moved = g.b.select(inside, moved, sign)
    whole = g.b.icmp_unsigned(">=", size, full)
    room = g.b.select(
        whole, zero, g.b.sub(full, build.binary(g.b, "umax", size, g.const(integer, 1)))
    )
    cut = shift(g.b.shl(moved, room), room)
    return g.b.select(g.b.icmp_unsigned("==", size, zero), zero, cut)


def _extract_meaning(f: Fields, a: Lanes, pos: Lanes, length: Lanes) -> Lanes:
    scalar = TYPES[f["t"]]
    result: list[int] = []
    for value, place, size in zip(a, pos, length, strict=True):
        start, count = _field(scalar.bits, int(place), int(size))
        number = int(value)
        if count == 0:
            result.append(0)
            continue
        # Python's shift of a signed value brings in copies of its sign.
        piece = number >> start & ((1 << count) - 1)
        if scalar.kind == "s" and number >> min(start + count - 1, scalar.bits - 1) & 1:
            piece |= -1 << count
        result.append(piece & ((1 << scalar.bits) - 1))
    return np.array(result, bits_dtype(scalar.bits)).view(scalar.dtype)


define(
    "bfe . t:u32|u64|s32|s64", "d:t, a:t, b:u32, c:u32", meaning=_extract_meaning, code=_extract,
    say=extension_of,
    words="{d} = {c} bits of {a} from bit {b}, {extended}", tells=("t",), made_of=field,
)  # fmt: skip


def _insert(
    g: Generator, f: Fields, a: LLValue, b: LLValue, pos: LLValue, length: LLValue
) -> LLValue:
    bits = TYPES[f["t"]].bits
    integer = ll.IntType(bits)
    place, size = _field_masks(g, f, pos, length)
    ones, zero, full = (
        g.const(integer, (1 << bits) - 1),
        g.const(integer, 0),
        g.const(integer, bits),
    )
    some = g.b.and_(g.b.icmp_unsigned("<", place, full), g.b.icmp_unsigned("!=", size, zero))
    room = g.b.select(
        g.b.icmp_unsigned(">=", size, full),
        zero,
        g.b.sub(full, build.binary(g.b, "umax", size, g.const(integer, 1))),
    )
    at = build.binary(g.b, "umin", place, g.const(integer, bits - 1))
    mask = g.b.shl(g.b.lshr(ones, room), at)
    merged = g.b.or_(g.b.and_(g.b.shl(a, at), mask), g.b.and_(b, g.b.not_(mask)))
    return g.b.select(some, merged, b)


def _insert_meaning(f: Fields, a: Lanes, b: Lanes, pos: Lanes, length: Lanes) -> Lanes:
    bits = TYPES[f["t"]].bits
    result: list[int] = []
    for value, old, place, size in zip(a, b, pos, length, strict=True):
        start, count = _field(bits, int(place), int(size))
        mask = ((1 << count) - 1) << start & ((1 << bits) - 1)
        result.append((int(value) << start & mask) | (int(old) & ~mask & ((1 << bits) - 1)))
    return np.array(result, bits_dtype(bits))


define(
    "bfi . t:b32|b64", "d:t, a:t, b:t, c:u32, e:u32", meaning=_insert_meaning, code=_insert,
    words="{d} = {b} with {e} bits of {a} inserted at bit {c}", made_of=inserted,
)  # fmt: skip


# ---- the n-th set bit, extension -------------------------------------------------------------


def _nth_bit(g: Generator, f: Fields, mask: LLValue, base: LLValue, offset: LLValue) -> LLValue:
    """Walk up from bit `base` (down where the offset is negative) and count the set bits.

    A base that is not a bit finds nothing.
    """
    zero, one, none = g.const(I32, 0), g.const(I32, 1), g.const(I32, 0xFFFFFFFF)
    down = g.b.icmp_signed("<", offset, zero)
    # Reversed, walking down is walking up.
    mask = g.b.select(down, build.unary(g.b, "bitreverse", mask), mask)
    start = g.b.and_(g.b.select(down, g.b.sub(g.const(I32, 31), base), base), g.const(I32, 31))
    inside = g.b.icmp_unsigned("<", base, g.const(I32, 32))
    left = g.b.select(inside, g.b.and_(mask, g.b.shl(none, start)), zero)
    exactly = g.b.icmp_signed("==", offset, zero)
    # Offset 0 asks for the bit at the base itself.
    left = g.b.select(exactly, g.b.and_(left, g.b.shl(one, start)), left)
    count = g.b.select(down, g.b.sub(zero, offset), offset)
    position: LLValue = none
    for number in range(1, 33):
        place = build.first_set(g.b, left)
        empty = g.b.icmp_unsigned("==", left, zero)
        wanted = g.b.icmp_unsigned("==", count, g.const(I32, number))
        if number == 1:
            wanted = g.b.or_(wanted, exactly)
        position = g.b.select(g.b.and_(wanted, g.b.not_(empty)), place, position)
        left = g.b.and_(left, g.b.sub(left, one))
    missing = g.b.icmp_unsigned("==", position, none)
    turned = g.b.select(down, g.b.sub(g.const(I32, 31), position), position)
    least = g.b.icmp_unsigned("==", offset, g.const(I32, 1 << 31))
    return g.b.select(least, zero, g.b.select(missing, none, turned))


def _nth_bit_meaning(f: Fields, mask: Lanes, base: Lanes, offset: Lanes) -> Lanes:
    result: list[int] = []
    for bits, start, n in zip(mask.tolist(), base.tolist(), offset.tolist(), strict=True):
        walk = [start] if n == 0 else range(start, 32) if n > 0 else range(start, -1, -1)
        walk = walk if start < 32 else []
        places = [place for place in walk if bits >> place & 1]
        if n == -(1 << 31):
            result.append(0)  # open in PTX; what an H200 gives
            continue
        number = max(abs(n), 1)
        result.append(places[number - 1] if number <= len(places) else 0xFFFFFFFF)
    return np.array(result, np.uint32)


define(
    "fns . t:b32", "d:t, a:t, b:u32, c:s32", meaning=_nth_bit_meaning, code=_nth_bit,
    words="{d} = the position of the {c}-th set bit of {a}, counted from bit {b}",
)  # fmt: skip


def _extend(g: Generator, f: Fields, a: LLValue, b: LLValue) -> LLValue:
    """Extend the low b bits; b above 32 means all of them, or (`.wrap`) b mod 32."""
    zero, full = g.const(I32, 0), g.const(I32, 32)
    cut = g.b.and_(b, g.const(I32, 31))
    size = cut if f["mode"] == "wrap" else build.binary(g.b, "umin", b, full)
    none = g.b.icmp_unsigned("==", size, zero)
    room = g.b.select(none, zero, g.b.sub(full, size))
    moved = g.b.shl(a, room)
    value = g.b.ashr(moved, room) if f["t"] == "s32" else g.b.lshr(moved, room)
    return g.b.select(none, zero, value)


def _extend_meaning(f: Fields, a: Lanes, b: Lanes) -> Lanes:
    result: list[int] = []
    for value, count in zip(a.tolist(), b.tolist(), strict=True):
        size = count & 31 if f["mode"] == "wrap" else min(count, 32)
        low = value & ((1 << size) - 1)
        negative = f["t"] == "s32" and size > 0 and low >> (size - 1) & 1
        result.append(low - (1 << size) if negative else low)
    return wrap(result, 32, TYPES[f["t"]].dtype)


define(
    "szext . mode:clamp|wrap . t:u32|s32", "d:t, a:t, b:u32", meaning=_extend_meaning,
    code=_extend, say=extension_of,
    words="{d} = the low {b} bits of {a}, {extended}", tells=("t",),
)  # fmt: skip
