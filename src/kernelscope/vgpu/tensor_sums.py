"""How tensor cores add: which products at once, with how many bits, and how the sum is rounded.

PTX leaves that to the hardware, and each architecture does it in its own way:

- Up to `terms` products and the sum before are added at once.
- The largest exponent among them is the sum's. A product has the sum of its factors' exponents,
  also if that of the product of their fractions is one more. What is zero has none; `least` is the
  smallest exponent of a sum.
- Each is cut, toward zero, to `fraction` bits below that exponent, and then they are added exactly.
- The sum is cut to the bits of its type, or to 14; of f16 it is rounded to nearest even.
- If any is infinite or NaN, or a product is 0·∞, the sum is as in IEEE 754, with one NaN.

Hopper has no instruction for `mma` of 8-bit floats: the assembler makes f16 of them and two
products, one of the first two of every four factors, one of the others, which it adds from zero.
The sum before is added to theirs at the end, rounded to nearest even.

Blackwell scales products of 4, 6 and 8-bit floats in blocks:

- If all products of a sum have one scale (`mxf8f6f4`), its exponent is added to that of each.
- Of e2m1 with several (`mxf4`, `mxf4nvf4`) sixteen products at a time are added exactly. Their sum
  is multiplied by the fractions of its scales, and has the sum of their exponents, whatever it is
  itself; a sum that products cancel has one, too. 35 bits below the largest exponent are kept.

An H200 gives these bits (`docs/measured/2026-11-29-tensor-cores.md`). The other architectures are
as published: P. Xie et al., "MMA-Sim" (arXiv 2511.10909); F. A. Khattak and M. Mikaitis, "Accurate
models of NVIDIA tensor cores" (arXiv 2512.07004); products with scales by the first alone. Of a
sparse A nothing is published but for what an H200 gives: its stored elements are added as if they
were all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from kernelscope.vgpu.numeric import BITS, FORMATS

Array = np.ndarray[Any, Any]
_NONE = -(1 << 20)  # the exponent of zero
_NAN = np.uint32(0x7FFFFFFF)


@dataclass(frozen=True, slots=True)
class Sums:
    """How one product of matrices is added up; the module says what is what.

    Attributes:
        kept: bits of the fraction of a sum; 10 for f16, which is rounded.
        late: whether the sum before is added at the end, and a product is made of two.
    """

    terms: int
    fraction: int
    least: int
    kept: int
    late: bool = False

    def steps(self, depth: int) -> list[list[int]]:
        """Return which of the factors are added at once, one step after the other."""
        if self.late:
            return [[k for k in range(depth) if k % 4 // 2 == half] for half in range(2)]
        return [list(range(k, min(k + self.terms, depth))) for k in range(0, depth, self.terms)]

    @property
    def rounds(self) -> bool:
        """Whether a sum is rounded to nearest even: else it is cut."""
        return self.kept == 10

    @property
    def name(self) -> str:
        """A name for code that adds this way."""
        late = "late" if self.late else ""
        return f"t{self.terms}f{self.fraction}k{self.kept}{late}"


def sums_of(sm: int, opcode: str, kind: str, total: str) -> Sums:
    """Return how a GPU adds.

    Args:
        sm: its compute capability, 90.
        opcode: `mma`, `wmma`, `wgmma` or `tcgen05`.
        kind: the type of A.
        total: the type of the sums, f32 or f16.
    """
    fraction = 24 if sm < 90 else 25
    kept = 10 if total == "f16" else 23
    least = (-108 if kept == 23 else 4) - fraction
    late, size = False, max(BITS[kind] // 8, 1)  # of a factor, in bytes
    if size == 1:
        late = opcode == "mma" and 90 <= sm < 120
        if sm < 90 or opcode == "wgmma":
            fraction, kept = 13, 10 if kept == 10 else 13
    terms = (16 if sm < 90 else 32) // (2 if late else size)
    if opcode == "wmma" and kind == "tf32":  # the assembler makes two products of it
        terms = 4
    return Sums(terms, fraction, least, kept, late)


# ---- the definition, in integers ---------------------------------------------------------------


def add_products(
    how: Sums,
    kinds: tuple[str, str],
    a: Array,
    b: Array,
    before: Array,
    scale: Array | float = 1.0,
) -> Array:
    """Return the f32 sums before, [n], with the products of a and b added, both [n, K] of f32.

    Args:
        how: as `sums_of` says.
        kinds: the types of a and b.
        a: values of factors.
        b: those that they are multiplied by.
        before: the sums before.
        scale: of `mxf8f6f4`, [n] of f64: the products' scales of both sides, powers of two or NaN.
    """
    total = np.zeros_like(before) if how.late else before
    kinds = ("f16", "f16") if how.late else kinds  # an f16 holds a subnormal e4m3 as a normal one
    with np.errstate(all="ignore"):
        for step in how.steps(a.shape[1]):
            total = _add_at_once(how, kinds, (a[:, step], b[:, step]), total, scale)
        return _canonical(total + before) if how.late else total


def _add_at_once(
    how: Sums,
    kinds: tuple[str, str],
    factors: tuple[Array, Array],
    before: Array,
    scale: Array | float,
) -> Array:
    (left, e_left, bits_left), (right, e_right, bits_right) = (
        _parts(*pair) for pair in zip(factors, kinds, strict=True)
    )
    old, e_old, bits_old = _parts(before, "f16" if how.rounds else "f32")
    exponents = e_left + e_right + np.reshape(np.frexp(scale)[1] - 1, (-1, 1))
    top = np.maximum(np.maximum(exponents.max(axis=1), e_old), how.least)
    unit = top - how.fraction
    terms = _cut(left * right, exponents - bits_left - bits_right - unit[:, None])
    total = terms.sum(axis=1) + _cut(old, e_old - bits_old - unit)
    a, b = (values.astype(np.float64) for values in factors)  # finite products do not overflow
    special = (a * b).sum(axis=1) * scale + before
    return np.where(np.isfinite(special), _rounded(how, total, unit), _canonical(special))


_GROUP = 16
_QUARTERS = 2  # products of e2m1 are whole quarters


def add_scaled(
    kinds: tuple[str, str],
    a: Array,
    b: Array,
    before: Array,
    scales: tuple[Array, Array],
    kind: str,
) -> Array:
    """Return the f32 sums before, [n], with products added that are scaled in blocks, on Blackwell.

    Args:
        kinds: the types of a and b: e2m1 if there are several scales.
        a: values of factors, [n, K] of f32.
        b: those that they are multiplied by.
        before: the sums before.
        scales: of a and b, [n, blocks]: each of K / blocks factors; positive, 0 or NaN.
        kind: the type of the scales, ue8m0 or ue4m3.
    """
    left, right = (scale.astype(np.float64) for scale in scales)
    if left.shape[1] == 1:
        how = sums_of(100, "tcgen05", kinds[0], "f32")
        return add_products(how, kinds, a, b, before, (left * right)[:, 0])
    return _add_groups(a, b, before, (left, right), kind)


def _add_groups(a: Array, b: Array, before: Array, scales: tuple[Array, Array], kind: str) -> Array:
    how = Sums(a.shape[1], 35, -139, 23)
    each = a.shape[1] // scales[0].shape[1] // _GROUP
    left, right = (_scale_parts(np.repeat(scale, each, axis=1), kind) for scale in scales)
    products = (4 * a.astype(np.float64) * b).astype(np.int64).reshape(len(a), -1, _GROUP)
    exponents = left[1] + right[1]
    exponents[(products == 0).all(axis=2)] = _NONE
    old, e_old, bits_old = _parts(before, "f32")
    top = np.maximum(np.maximum(exponents.max(axis=1), e_old), how.least)
    unit = top - how.fraction
    sums = products.sum(axis=2) * left[0] * right[0]
    bits = _QUARTERS + left[2] + right[2]
    total = _cut(sums, exponents - bits - unit[:, None]).sum(axis=1)
    total += _cut(old, e_old - bits_old - unit)
    with np.errstate(all="ignore"):
        special = before + 0 * (scales[0].sum(axis=1) + scales[1].sum(axis=1))
        return np.where(np.isfinite(special), _rounded(how, total, unit), _canonical(special))


def _scale_parts(values: Array, kind: str) -> tuple[Array, Array, int]:
    """Return (integers, exponents, bits) as `_parts` does; ue8m0 is a power of two."""
    if kind == "ue4m3":
        return _parts(values, "e4m3")
    exponents = (np.frexp(np.where(np.isnan(values), 1, values))[1] - 1).astype(np.int64)
    return np.ones_like(exponents), exponents, 0


def _parts(values: Array, kind: str) -> tuple[Array, Array, int]:
    """Return (integers, exponents, bits): values are integer · 2^(exponent - bits)."""
    bits, smallest = FORMATS[kind].fraction, FORMATS[kind].lowest
    wide = np.where(np.isfinite(values), values, 0).astype(np.float64)
    exponents = np.maximum(np.frexp(wide)[1] - 1, smallest).astype(np.int64)
    exponents[wide == 0] = _NONE
    integers = np.ldexp(wide, np.where(wide == 0, 0, bits - exponents)).astype(np.int64)
    return integers, exponents, bits


def _cut(integers: Array, shifts: Array) -> Array:
    """Return integers · 2^shifts, cut toward zero."""
    sizes = np.abs(integers)
    up, down = sizes << np.clip(shifts, 0, 40), sizes >> np.clip(-shifts, 0, 63)
    return np.sign(integers) * np.where(shifts >= 0, up, down)


def _rounded(how: Sums, total: Array, unit: Array) -> Array:
    """Return total · 2^unit with the bits that are kept, as f32."""
    size = np.abs(total)
    length = np.frexp(size.astype(np.float64))[1].astype(np.int64)
    smallest = -14 if how.rounds else -126
    lowest = np.maximum(length - 1 + unit, smallest) - how.kept  # the place of the last bit kept
    left_out = np.maximum(lowest - unit, 0)
    kept = size >> left_out
    if how.rounds:
        over_half = 2 * (size - (kept << left_out)) - (1 << left_out)
        is_tie = (over_half == 0) & (left_out > 0)
        kept += (over_half > 0) | (is_tie & (kept & 1 == 1))
    value = np.ldexp((np.sign(total) * kept).astype(np.float64), unit + left_out)
    narrow = np.float16 if how.rounds else np.float32  # too large a value becomes infinite
    return value.astype(narrow).astype(np.float32)


def _canonical(values: Array) -> Array:
    narrow = values.astype(np.float32)
    return np.where(np.isnan(narrow), _NAN.view(np.float32), narrow)
