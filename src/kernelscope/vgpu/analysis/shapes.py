"""The shape of a register across the 32 lanes of a warp.

A shape says: the value in lane `l` is `base + stride·l`, where the base is the same for all lanes
and is congruent to `offset` modulo `modulus` (a power of two). Stride 0 is a uniform value; a
modulus of 2^64 with stride 0 is a constant. `bits` are all bits that any lane's value can have set.
`None` is a varying value, of which nothing is known.

When `offset + 31·stride < modulus` adding the lane's part never carries into the base
("carry-free"): masks, shifts and sign extensions then act on the base alone. Since all transfer
functions here keep that form, the base of a result is the operation applied to the bases: to the
values in lane 0.
"""

from __future__ import annotations

from dataclasses import dataclass

from kernelscope.vgpu.layout import LANES

_FULL = 1 << 64


@dataclass(frozen=True, slots=True)
class Shape:
    """See the module's docstring."""

    stride: int
    modulus: int = 1
    offset: int = 0
    bits: int = _FULL - 1

    @property
    def is_uniform(self) -> bool:
        """All lanes have one value."""
        return self.stride == 0

    @property
    def is_constant(self) -> bool:
        """All lanes have one value, and it is known."""
        return self.stride == 0 and self.modulus == _FULL

    @property
    def is_carry_free(self) -> bool:
        """No lane's part carries into the base: see the module's docstring."""
        return self.stride >= 0 and self.offset + (LANES - 1) * self.stride < self.modulus

    @property
    def low_bits(self) -> int:
        """All bits that the low part (below the modulus) of a carry-free value can have set."""
        bits = 0
        for lane in range(LANES):
            bits |= self.offset + lane * self.stride
        return bits

    @property
    def trailing_zeros(self) -> int:
        """The number of low bits that are zero in every lane."""
        return _trailing_zeros(self.modulus | self.offset | abs(self.stride))


UNIFORM = Shape(0)


def constant(value: int, bits: int = 64) -> Shape:
    """Return the shape of a constant of this width."""
    value &= (1 << bits) - 1
    return Shape(0, _FULL, value, value)


def _trailing_zeros(value: int) -> int:
    return (value & -value).bit_length() - 1 if value else 64


def _make(stride: int, modulus: int, offset: int, possible: int, bits: int) -> Shape:
    if stride == 0 and modulus >= _FULL:
        return constant(offset, bits)
    modulus = min(modulus, 1 << min(bits, 63))
    return Shape(stride, modulus, offset % modulus, possible & ((1 << bits) - 1))


def _sum_bits(a: int, b: int) -> int:
    """Return the bits that a sum can have set: both operands' if they share none, else all
    above.
    """
    if a & b == 0:
        return a | b
    low = (a | b) & -(a | b)
    return ((1 << (max(a.bit_length(), b.bit_length()) + 1)) - 1) & -low


def join(a: Shape | None, b: Shape | None) -> Shape | None:
    """Return the shape of a register that is written in two places."""
    if a is None or b is None or a.stride != b.stride:
        return None
    if a == b:
        return a
    modulus = min(a.modulus, b.modulus)
    while (a.offset - b.offset) % modulus:
        modulus >>= 1
    return Shape(a.stride, modulus, a.offset % modulus, a.bits | b.bits)


# ---- transfer functions: each takes the width in bits and the shapes of the sources --------
#
# A worked case: `x[i & 31] + x[i >> 5]` with `i = blockIdx.x * 128 + threadIdx.x` and 128 threads.
#
#     shl.b32 %r2, %ctaid.x, 7      stride 0, modulus 128, offset 0: a multiple of 128 in all lanes
#     add.s32 %r4, %r2, %tid.x      stride 1, modulus 32, offset 0: `32·n + lane`
#     shr.s32 %r6, %r4, 5           stride 0: all lanes of a warp have one value
#     shl.b32 %r5, %r4, 2           stride 4, modulus 128, offset 0 (%rd5 is its 64-bit copy)
#     and.b64 %rd6, %rd5, 124       stride 4, modulus 2^63, offset 0: only the lane's part is left
#
# So `x[i >> 5]` is one scalar load and `x[i & 31]` one vector load. Both conclusions need a sum
# that is carry-free: offset 0 + 31 lanes · stride 1 < modulus 32. With `i = threadIdx.x + 1` the
# offset is 1, so lane 31 carries into the base. `i >> 5` then is 0 in lanes 0 to 30 and 1 in
# lane 31; a rule that looked at the stride alone would load the element of lane 0 for all.


def add(bits: int, a: Shape, b: Shape) -> Shape | None:
    """Add: bases, strides and offsets add up."""
    modulus = min(a.modulus, b.modulus)
    possible = _sum_bits(a.bits, b.bits)
    return _make(a.stride + b.stride, modulus, a.offset + b.offset, possible, bits)


def sub(bits: int, a: Shape, b: Shape) -> Shape | None:
    """Subtract; the bits that the difference can have are not followed."""
    modulus = min(a.modulus, b.modulus)
    return _make(a.stride - b.stride, modulus, a.offset - b.offset, _FULL - 1, bits)


def mul(bits: int, a: Shape, b: Shape) -> Shape | None:
    """Multiply by a constant, or multiply two uniform values."""
    if a.is_constant:
        a, b = b, a
    if not b.is_constant and not (a.is_uniform and b.is_uniform):
        return None
    if b.is_constant:
        # A constant near the top of its width is a small negative factor.
        factor = b.offset & ((1 << bits) - 1)
        factor -= (factor >> (bits - 1)) << bits
        if factor == 0:
            return constant(0)
        power = factor & -factor
        modulus = _FULL if a.is_constant else a.modulus * power
        possible = a.bits * factor if factor == power else _FULL - power
        return _make(a.stride * factor, modulus, a.offset * factor, possible, bits)
    zeros = min(
        _trailing_zeros(a.modulus) + _trailing_zeros(b.modulus),
        _trailing_zeros(a.modulus) + _trailing_zeros(b.offset),
        _trailing_zeros(b.modulus) + _trailing_zeros(a.offset),
        63,
    )
    return _make(0, 1 << zeros, a.offset * b.offset, _FULL - (1 << zeros), bits)


def shl(bits: int, a: Shape, b: Shape) -> Shape | None:
    """Shift left; by a constant, that is a product."""
    if not b.is_constant:
        return UNIFORM if a.is_uniform and b.is_uniform else None
    if b.offset >= bits:
        return constant(0)
    return mul(bits, a, constant(1 << b.offset)) if b.offset < bits - 1 else None


def shr(bits: int, a: Shape, b: Shape) -> Shape | None:
    """Shift right, logically or arithmetically: the base keeps the sign."""
    if not b.is_constant or b.offset >= bits:
        return UNIFORM if a.is_uniform and b.is_uniform else None
    part = 1 << b.offset
    # An arithmetic shift copies the sign bit where it can be set.
    possible = a.bits >> b.offset
    if a.bits >> (bits - 1) & 1:
        possible |= ((1 << bits) - 1) & ~((1 << (bits - b.offset)) - 1)
    if a.is_uniform and (a.modulus < part or a.offset % part):
        return Shape(0, bits=possible)
    if not a.is_carry_free or part > a.modulus:
        return None
    if a.offset + (LANES - 1) * a.stride < part:
        return _make(0, a.modulus // part, 0, possible, bits)
    if a.stride % part == 0 and a.offset % part == 0:
        return _make(a.stride // part, a.modulus // part, a.offset // part, possible, bits)
    return None


def and_(bits: int, a: Shape, b: Shape) -> Shape | None:
    """Mask: a mask may keep or clear a carry-free lane's part, but not cut it in two."""
    if a.is_constant and b.is_constant:
        return constant(a.offset & b.offset)
    if a.is_constant:
        a, b = b, a
    if not b.is_constant:
        return Shape(0, bits=a.bits & b.bits) if a.is_uniform and b.is_uniform else None
    mask = b.offset & ((1 << bits) - 1)
    possible = a.bits & mask
    if a.is_uniform:
        zeros = _trailing_zeros(mask) if mask else 63
        if 1 << zeros > a.modulus:
            return _make(0, 1 << zeros, 0, possible, bits)
        return _make(0, a.modulus, a.offset & mask, possible, bits)
    if not a.is_carry_free:
        return None
    if a.low_bits & mask == 0:
        return _make(0, a.modulus, 0, possible, bits)
    if a.low_bits & ~mask:
        return None
    # With no bit of the base left the value is exactly the lane's part.
    modulus = a.modulus if possible & ~(a.modulus - 1) else 1 << bits
    return _make(a.stride, modulus, a.offset, possible, bits)


def or_(bits: int, a: Shape, b: Shape) -> Shape | None:
    """Join bits: an or of values that share no bit is a sum."""
    if a.is_constant and b.is_constant:
        return constant(a.offset | b.offset)
    if a.bits & b.bits == 0:
        return add(bits, a, b)
    if a.is_uniform and b.is_uniform:
        modulus = min(a.modulus, b.modulus, 1 << bits)
        low = (a.offset | b.offset) % modulus
        return _make(0, modulus, low, a.bits | b.bits, bits)
    return None


def xor(bits: int, a: Shape, b: Shape) -> Shape | None:
    """Join bits like `or_`: an xor of values that share no bit is a sum."""
    if a.is_constant and b.is_constant:
        return constant(a.offset ^ b.offset)
    if a.bits & b.bits == 0:
        return add(bits, a, b)
    return Shape(0, bits=a.bits | b.bits) if a.is_uniform and b.is_uniform else None


def extend(bits: int, a: Shape) -> Shape | None:
    """Extend a value of `bits` bits to 64 bits (or any wider width), by zeros or by its sign."""
    if a.is_constant:
        return a if a.offset < 1 << (bits - 1) else UNIFORM
    if not a.is_uniform and not a.is_carry_free:
        return None
    negative = a.bits >> (bits - 1) & 1
    possible = a.bits | (_FULL - (1 << bits)) if negative else a.bits
    return _make(a.stride, min(a.modulus, 1 << bits), a.offset, possible, 64)


def truncate(bits: int, a: Shape) -> Shape | None:
    """Keep the low `bits` of a value."""
    if a.is_constant:
        return constant(a.offset, bits)
    return _make(a.stride, min(a.modulus, 1 << bits), a.offset, a.bits, bits)


def copy(bits: int, a: Shape) -> Shape | None:
    """Copy a value."""
    del bits
    return a
