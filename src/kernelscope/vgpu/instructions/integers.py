"""Helpers of the meanings of integer instructions: exact Python integers cut to a width."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import DTypeLike

from kernelscope.vgpu.types import Lanes, ScalarType, bits_dtype


def bounds(scalar: ScalarType) -> tuple[int, int]:
    """Return the least and the greatest value of an integer type."""
    if scalar.kind == "s":
        return -(1 << (scalar.bits - 1)), (1 << (scalar.bits - 1)) - 1
    return 0, (1 << scalar.bits) - 1


def clamp(values: Iterable[int], scalar: ScalarType) -> list[int]:
    """Move values into a type's range."""
    low, high = bounds(scalar)
    return [min(max(value, low), high) for value in values]


def wrap(values: Iterable[int], bits: int, dtype: DTypeLike) -> Lanes:
    """Cut values to a width, as a NumPy array of this dtype."""
    mask = (1 << bits) - 1
    return np.array([v & mask for v in values], dtype=bits_dtype(bits)).view(dtype)
