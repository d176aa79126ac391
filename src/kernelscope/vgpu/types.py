"""PTX's scalar types (PTX ISA, section 5.2 "Types"): width, kind, and how they look in NumPy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

Lanes: TypeAlias = np.ndarray[Any, Any]
"""A value of each of a warp's 32 lanes, as the interpreter holds it: [32], of 128 bits [32, 2]."""

LLValue: TypeAlias = Any
"""A value of compiled code, a `vgpu.jit.text.Value`: a scalar, or 32 lanes as a vector."""

LLType: TypeAlias = Any
"""The type of such a value, a `vgpu.jit.text.Type`; code knows which kind it has."""


@dataclass(frozen=True, slots=True)
class ScalarType:
    """One fundamental type.

    Attributes:
        kind: `s` signed, `u` unsigned, `b` untyped bits, `f` IEEE float, `bf` bfloat, `tf` tf32,
            `e` 8-bit float, `p` predicate; packed pairs (`f16x2`, `bf16x2`) are kind `f2`, `bf2`,
            pairs and fours of narrower numbers `e2` and `e4`.
        bits: width in a register; a predicate has 1.
    """

    name: str
    kind: str
    bits: int

    @property
    def is_float(self) -> bool:
        """An arithmetic floating-point type, scalar or packed."""
        return self.kind in ("f", "bf", "tf", "f2", "bf2", "e", "e2", "e4")

    @property
    def dtype(self) -> Any:
        """A lane's NumPy dtype in the interpreter; unsigned bits for types that NumPy lacks."""
        if self.kind == "p":
            return np.bool_
        if self.kind == "f":
            return {16: np.float16, 32: np.float32, 64: np.float64}[self.bits]
        if self.kind == "s":
            return {8: np.int8, 16: np.int16, 32: np.int32, 64: np.int64}[self.bits]
        return bits_dtype(self.bits)


def bits_dtype(bits: int) -> Any:
    """Return the unsigned NumPy dtype of a width; 128 bits are pairs of 64."""
    if bits == 128:
        return np.dtype((np.uint64, 2))
    return {1: np.bool_, 8: np.uint8, 16: np.uint16, 32: np.uint32, 64: np.uint64}[bits]


def _table() -> dict[str, ScalarType]:
    rows = [("pred", "p", 1), ("b128", "b", 128)]
    for bits in (8, 16, 32, 64):
        rows += [(f"s{bits}", "s", bits), (f"u{bits}", "u", bits), (f"b{bits}", "b", bits)]
    rows += [("f16", "f", 16), ("f32", "f", 32), ("f64", "f", 64)]
    rows += [("bf16", "bf", 16), ("tf32", "tf", 32), ("f16x2", "f2", 32), ("bf16x2", "bf2", 32)]
    rows += [("f32x2", "f2", 64)]
    rows += [("e4m3", "e", 8), ("e5m2", "e", 8)]
    # Six bits are the lower ones of a byte, two times four bits are one.
    for name in ("e4m3", "e5m2", "e2m3", "e3m2"):
        rows += [(f"{name}x2", "e2", 16), (f"{name}x4", "e4", 32)]
    rows += [("e2m1x2", "e2", 8), ("e2m1x4", "e4", 16), ("ue8m0x2", "e2", 16)]
    rows += [("s2f6x2", "e2", 16)]
    return {name: ScalarType(name, family, bits) for name, family, bits in rows}


TYPES: dict[str, ScalarType] = _table()
