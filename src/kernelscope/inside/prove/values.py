"""Contents of buffers: random values of a type, and values at which arithmetic is special.

In: a `Fill` (a pattern, a dtype, a seed). Out: bytes.

A pattern is chosen for the mistake that it shows. A copy with `fmaxf(v, 0.0f)` written as
`v < 0.0f ? 0.0f : v` differs for NaN alone, so "edges" and "mixed" have NaN; a wrong index shows in
"ramp", in which neighbours differ; the order of a sum shows in "normal", while "whole" has exact
sums.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]

# Exponent and mantissa bits of each float type (IEEE 754; OCP 8-bit formats).
_FLOATS = {"f64": (11, 52), "f32": (8, 23), "f16": (5, 10), "bf16": (8, 7)}
_INTEGERS = {"i8": 1, "i16": 2, "i32": 4, "i64": 8}
UNKNOWN = ("f32", "i32", "f16", "i64", "bf16", "f64", "i8")
"""The types for a buffer of unknown type, in turn."""


@dataclass(frozen=True, slots=True)
class Fill:
    """The contents of one buffer.

    Attributes:
        pattern: one of `FLOAT_FILLS` or `INTEGER_FILLS`, or "captured".
        dtype: "f32", "bf16", "i64", …
    """

    pattern: str
    dtype: str
    seed: int

    def __str__(self) -> str:
        words = {"captured": "as captured", "equal": "one value everywhere", "zero": "zeros"}
        return f"{words.get(self.pattern, self.pattern)} {self.dtype} (seed {self.seed})"


def is_float(dtype: str) -> bool:
    """Return whether a dtype is a float."""
    return dtype in _FLOATS


def width(dtype: str) -> int:
    """Return the bytes of an element; unknown types have one."""
    if dtype in _FLOATS:
        return (1 + sum(_FLOATS[dtype])) // 8
    return _INTEGERS.get(dtype, 1)


def make(fill: Fill, size: int, captured: Array, constants: Sequence[float]) -> Array:
    """Return the bytes of a buffer by its pattern, dtype and seed.

    `captured`: its contents at the captured launch; repeated if shorter than `size`. `constants`:
    numbers that the kernel compares with, to be included.
    """
    rng = np.random.default_rng(fill.seed)
    drawing = Drawing(rng, -(-size // width(fill.dtype)), fill.dtype, constants)
    if fill.pattern == "captured" and len(captured):
        return np.resize(captured, size)
    if fill.pattern == "resampled" and len(captured):
        whole = captured[: len(captured) // width(fill.dtype) * width(fill.dtype)]
        elements = whole.view(_bits(fill.dtype))
        values = elements[rng.integers(0, max(len(elements), 1), drawing.count)]
    else:
        values = (FLOAT_FILLS if is_float(fill.dtype) else INTEGER_FILLS)[fill.pattern](drawing)
    return np.ascontiguousarray(values).view(np.uint8).reshape(-1)[:size].copy()


@dataclass(frozen=True, slots=True)
class Drawing:
    """The source of a pattern: `count` elements of a dtype; `constants` as for `make`."""

    rng: np.random.Generator
    count: int
    dtype: str
    constants: Sequence[float]


def _bits(dtype: str) -> Any:
    return np.dtype(f"u{width(dtype)}")


# ---- floats ------------------------------------------------------------------------------------

_Filler = Callable[[Drawing], Array]
"""Returns the bits of the elements."""


def float_bits(values: Any, dtype: str) -> Array:
    """Return numbers as the bits of a float type, rounded to nearest even."""
    wide = np.asarray(values, np.float64)
    with np.errstate(all="ignore"):
        if dtype == "f64":
            return wide.view(np.uint64)
        if dtype == "f16":
            return wide.astype(np.float16).view(np.uint16)
        single = wide.astype(np.float32)
    bits = single.view(np.uint32)
    if dtype == "f32":
        return bits
    rounded = (bits + 0x7FFF + ((bits >> 16) & 1)) >> 16
    return np.where(np.isnan(single), bits >> 16, rounded).astype(np.uint16)


def float_values(bits: Array, dtype: str) -> Array:
    """Return the float64 values of bits; the inverse of `float_bits`."""
    real = {"f64": np.float64, "f32": np.float32, "f16": np.float16}.get(dtype)
    with np.errstate(all="ignore"):
        if real is None:
            return (bits.astype(np.uint32) << 16).view(np.float32).astype(np.float64)
        return bits.view(real).astype(np.float64)


def edge_floats(dtype: str, constants: Sequence[float]) -> Array:
    """Return special values as bits.

    ±0, ±1, ±inf, three kinds of NaN, denormals, the extremes, the kernel's own constants and their
    neighbours.
    """
    exponent, mantissa = _FLOATS[dtype]
    smallest_normal = 1 << mantissa
    infinity = ((1 << exponent) - 1) << mantissa
    sign = 1 << (exponent + mantissa)
    plain = float_bits([1.0, 0.5, 2.0, 3.0, 1 / 3, 10.0, 88.5, 1e4], dtype).tolist()
    near = [b for c in float_bits(list(constants), dtype).tolist() for b in (c - 1, c, c + 1)]
    nans = (infinity | smallest_normal >> 1, infinity | 1, infinity | smallest_normal >> 1 | 5)
    magnitudes = [0, 1, smallest_normal - 1, smallest_normal, infinity - 1, infinity, *nans]
    magnitudes += [*plain, plain[0] + 1]
    both = [b & (sign - 1) | s for b in magnitudes for s in (0, sign)]
    return np.array([*both, *(b & (2 * sign - 1) for b in near)], _bits(dtype))


def _normal(d: Drawing) -> Array:
    scale = (1.0, 1.0, 0.01, 30.0)[int(d.rng.integers(4))]
    return float_bits(d.rng.standard_normal(d.count) * scale, d.dtype)


def _edges(d: Drawing) -> Array:
    return d.rng.choice(edge_floats(d.dtype, d.constants), d.count)


def _mixed(d: Drawing) -> Array:
    """Return random numbers with few special ones, so that not every sum becomes NaN."""
    values = _normal(d)
    odd = d.rng.random(d.count) < (0.02, 0.2)[int(d.rng.integers(2))]
    return np.where(odd, _edges(d), values)


def _finite_edges(d: Drawing) -> Array:
    choice = edge_floats(d.dtype, d.constants)
    return d.rng.choice(choice[np.isfinite(float_values(choice, d.dtype))], d.count)


def _equal(d: Drawing) -> Array:
    return np.full(d.count, d.rng.choice(edge_floats(d.dtype, d.constants), 1)[0])


def _spread(d: Drawing) -> Array:
    """Return finite numbers of every magnitude and either sign."""
    bits = _random_bits(d)
    exponent, mantissa = _FLOATS[d.dtype]
    infinite = ((1 << exponent) - 1) << mantissa
    return np.where(bits & infinite == infinite, bits ^ (1 << mantissa), bits)


def _random_bits(d: Drawing) -> Array:
    return d.rng.integers(0, 256, d.count * width(d.dtype), np.uint8).view(_bits(d.dtype))


def _whole(d: Drawing) -> Array:
    """Return small whole numbers: sums are exact, and a wrong index still shows."""
    return float_bits(d.rng.integers(-8, 9, d.count), d.dtype)


def _ramp(d: Drawing) -> Array:
    """Return a different value for each element, as far as the type allows."""
    return float_bits(np.arange(d.count) * 0.125 + 0.5, d.dtype)


def _zero(d: Drawing) -> Array:
    return np.zeros(d.count, _bits(d.dtype))


FLOAT_FILLS: dict[str, _Filler] = {
    "normal": _normal, "mixed": _mixed, "edges": _edges, "finite edges": _finite_edges,
    "equal": _equal, "spread": _spread, "bits": _random_bits, "whole": _whole, "ramp": _ramp,
    "zero": _zero,
}  # fmt: skip


# ---- integers ----------------------------------------------------------------------------------


def edge_integers(dtype: str, constants: Sequence[float]) -> Array:
    """Return special integers as bits: 0, ±1, limits, powers of two, the kernel's constants."""
    bits = 8 * width(dtype)
    top = 1 << (bits - 1)
    own = [int(c) + d for c in constants if c == c and abs(c) < 2**63 for d in (-1, 0, 1)]
    values = [0, 1, 2, -1, -2, top - 1, top, top + 1, 2 * top - 1, 1 << (bits // 2), *own]
    return np.array([v & (2 * top - 1) for v in values], _bits(dtype))


def _small(d: Drawing) -> Array:
    most = (2, 8, 100)[int(d.rng.integers(3))]
    return d.rng.integers(0, most, d.count).astype(_bits(d.dtype))


def _signed_small(d: Drawing) -> Array:
    return d.rng.integers(-100, 101, d.count).astype(f"i{width(d.dtype)}").view(_bits(d.dtype))


def _limits(d: Drawing) -> Array:
    return d.rng.choice(edge_integers(d.dtype, d.constants), d.count)


def _counting(d: Drawing) -> Array:
    return np.arange(d.count).astype(_bits(d.dtype))


def _one_integer(d: Drawing) -> Array:
    return np.full(d.count, d.rng.choice(edge_integers(d.dtype, d.constants), 1)[0])


INTEGER_FILLS: dict[str, _Filler] = {
    "small": _small, "signed small": _signed_small, "limits": _limits, "bits": _random_bits,
    "ramp": _counting, "equal": _one_integer, "zero": _zero,
}  # fmt: skip
