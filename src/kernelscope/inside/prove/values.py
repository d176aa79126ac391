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
    """Return the bytes of a buffer.

    Args:
        fill: its pattern, dtype and seed.
        size: bytes.
        captured: the buffer's contents at the captured launch; repeated if shorter than `size`.
        constants: numbers that the kernel compares with, to be included.
    """
    if fill.pattern in ("captured", "resampled") and len(captured):
        if fill.pattern == "captured":
            return np.resize(captured, size)
        whole = captured[: len(captured) // width(fill.dtype) * width(fill.dtype)]
        elements = whole.view(_bits(fill.dtype))
        rng = np.random.default_rng(fill.seed)
        picked = elements[rng.integers(0, max(len(elements), 1), _count(size, fill.dtype))]
        return _bytes(picked, size)
    rng = np.random.default_rng(fill.seed)
    count = _count(size, fill.dtype)
    if is_float(fill.dtype):
        return _bytes(FLOAT_FILLS[fill.pattern](rng, count, fill.dtype, constants), size)
    return _bytes(INTEGER_FILLS[fill.pattern](rng, count, fill.dtype, constants), size)


def _count(size: int, dtype: str) -> int:
    return -(-size // width(dtype))


def _bytes(elements: Array, size: int) -> Array:
    return np.ascontiguousarray(elements).view(np.uint8).reshape(-1)[:size].copy()


def _bits(dtype: str) -> Any:
    return np.dtype(f"u{width(dtype)}")


# ---- floats ------------------------------------------------------------------------------------

_Filler = Callable[[np.random.Generator, int, str, Sequence[float]], Array]


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
    magnitudes = [
        0,
        1,
        smallest_normal - 1,
        smallest_normal,
        infinity - 1,
        infinity,
        infinity | smallest_normal >> 1,
        infinity | 1,
    ]
    magnitudes += [infinity | smallest_normal >> 1 | 5, *plain, plain[0] + 1]
    both = [b & (sign - 1) | s for b in magnitudes for s in (0, sign)]
    return np.array([*both, *(b & (2 * sign - 1) for b in near)], _bits(dtype))


def _normal(rng: np.random.Generator, count: int, dtype: str, _: Sequence[float]) -> Array:
    scale = (1.0, 1.0, 0.01, 30.0)[int(rng.integers(4))]
    return float_bits(rng.standard_normal(count) * scale, dtype)


def _edges(rng: np.random.Generator, count: int, dtype: str, constants: Sequence[float]) -> Array:
    return rng.choice(edge_floats(dtype, constants), count)


def _mixed(rng: np.random.Generator, count: int, dtype: str, constants: Sequence[float]) -> Array:
    """Return random numbers with few special ones, so that not every sum becomes NaN."""
    values = _normal(rng, count, dtype, constants)
    odd = rng.random(count) < (0.02, 0.2)[int(rng.integers(2))]
    return np.where(odd, _edges(rng, count, dtype, constants), values)


def _finite_edges(
    rng: np.random.Generator, count: int, dtype: str, constants: Sequence[float]
) -> Array:
    choice = edge_floats(dtype, constants)
    return rng.choice(choice[np.isfinite(float_values(choice, dtype))], count)


def _equal(rng: np.random.Generator, count: int, dtype: str, constants: Sequence[float]) -> Array:
    return np.full(count, _edges(rng, 1, dtype, constants)[0])


def _spread(rng: np.random.Generator, count: int, dtype: str, _: Sequence[float]) -> Array:
    """Return finite numbers of every magnitude and either sign."""
    bits = _random_bits(rng, count, dtype, ())
    exponent, mantissa = _FLOATS[dtype]
    infinite = ((1 << exponent) - 1) << mantissa
    return np.where(bits & infinite == infinite, bits ^ (1 << mantissa), bits)


def _random_bits(rng: np.random.Generator, count: int, dtype: str, _: Sequence[float]) -> Array:
    return rng.integers(0, 256, count * width(dtype), np.uint8).view(_bits(dtype))


def _whole(rng: np.random.Generator, count: int, dtype: str, _: Sequence[float]) -> Array:
    """Return small whole numbers: sums are exact, and a wrong index still shows."""
    return float_bits(rng.integers(-8, 9, count), dtype)


def _ramp(_: np.random.Generator, count: int, dtype: str, __: Sequence[float]) -> Array:
    """Return a different value for each element, as far as the type allows."""
    return float_bits(np.arange(count) * 0.125 + 0.5, dtype)


def _zero(_: np.random.Generator, count: int, dtype: str, __: Sequence[float]) -> Array:
    return np.zeros(count, _bits(dtype))


FLOAT_FILLS: dict[str, _Filler] = {
    "normal": _normal,
    "mixed": _mixed,
    "edges": _edges,
    "finite edges": _finite_edges,
    "equal": _equal,
    "spread": _spread,
    "bits": _random_bits,
    "whole": _whole,
    "ramp": _ramp,
    "zero": _zero,
}


# ---- integers ----------------------------------------------------------------------------------


def edge_integers(dtype: str, constants: Sequence[float]) -> Array:
    """Return special integers as bits: 0, ±1, limits, powers of two, the kernel's constants."""
    bits = 8 * width(dtype)
    top = 1 << (bits - 1)
    own = [int(c) + d for c in constants if c == c and abs(c) < 2**63 for d in (-1, 0, 1)]
    values = [0, 1, 2, -1, -2, top - 1, top, top + 1, 2 * top - 1, 1 << (bits // 2), *own]
    return np.array([v & (2 * top - 1) for v in values], _bits(dtype))


def _small(rng: np.random.Generator, count: int, dtype: str, _: Sequence[float]) -> Array:
    most = (2, 8, 100)[int(rng.integers(3))]
    return rng.integers(0, most, count).astype(_bits(dtype))


def _signed_small(rng: np.random.Generator, count: int, dtype: str, _: Sequence[float]) -> Array:
    return rng.integers(-100, 101, count).astype(f"i{width(dtype)}").view(_bits(dtype))


def _limits(rng: np.random.Generator, count: int, dtype: str, constants: Sequence[float]) -> Array:
    return rng.choice(edge_integers(dtype, constants), count)


def _counting(_: np.random.Generator, count: int, dtype: str, __: Sequence[float]) -> Array:
    return np.arange(count).astype(_bits(dtype))


def _one_integer(
    rng: np.random.Generator, count: int, dtype: str, constants: Sequence[float]
) -> Array:
    return np.full(count, _limits(rng, 1, dtype, constants)[0])


INTEGER_FILLS: dict[str, _Filler] = {
    "small": _small,
    "signed small": _signed_small,
    "limits": _limits,
    "bits": _random_bits,
    "ramp": _counting,
    "equal": _one_integer,
    "zero": _zero,
}
