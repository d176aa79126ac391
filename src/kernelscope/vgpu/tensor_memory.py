"""Tensor memory and the products of the tensor cores of the fifth generation (`tcgen05`), as the
PTX ISA manual defines them in 9.7.18: where elements are, what descriptors say, what can be wrong.

What only figures of the manual show is taken from what compilers rely on: the layout of
`.16x64b` from CUTLASS (`copy_traits_sm100.hpp`), the layouts of sums from TVM
(`tmem_datapath_layout`), that of scales from Triton's conversions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from kernelscope.vgpu import numeric
from kernelscope.vgpu.layout import LANES
from kernelscope.vgpu.numeric import BITS
from kernelscope.vgpu.tensor_layout import (
    TENSOR_COLUMNS,
    TENSOR_LANES,
    TENSOR_UNIT,
    TensorKind,
    TensorProblem,
)
from kernelscope.vgpu.types import Lanes

KINDS = {
    "kind::f16": TensorKind.F16,
    "kind::tf32": TensorKind.TF32,
    "kind::f8f6f4": TensorKind.F8F6F4,
    "kind::i8": TensorKind.I8,
    "kind::mxf8f6f4": TensorKind.MXF8F6F4,
    "kind::mxf4": TensorKind.MXF4,
    "kind::mxf4nvf4": TensorKind.MXF4NVF4,
}
NARROW = frozenset((TensorKind.MXF4, TensorKind.MXF4NVF4))
"""The kinds whose elements of four bits are not padded to a byte."""
DEPTHS = {TensorKind.F16: 16, TensorKind.TF32: 8, **dict.fromkeys(NARROW, 64)}
"""The depth of a product of each kind, in elements; 32 of others."""
SHAPES = ("32x32b", "16x64b", "16x128b", "16x256b", "16x32bx2")
"""The shapes of loads and stores, as `jit/c/tensor_memory.c` numbers them."""
_REGISTERS = {"16x128b": 2, "16x256b": 4}


def depth_of(kind: TensorKind) -> int:
    """Return K of a product."""
    return DEPTHS.get(kind, 32)


def registers_of(shape: str, times: str) -> int:
    """Return the registers of a load or store: `registers_of("16x256b", "x2")` is 8."""
    return _REGISTERS.get(shape, 1) * int(times[1:])


def problem_of(problem: int, value: int) -> str:
    """Return what is wrong with a use of tensor memory, in words."""
    return _PROBLEMS[TensorProblem(problem)](value)


_PROBLEMS: dict[TensorProblem, Callable[[int], str]] = {
    TensorProblem.NOT_ALLOCATED: lambda v: f"column {v} of tensor memory is not allocated",
    TensorProblem.COLUMNS: lambda v: (
        f"{v} columns of tensor memory cannot be allocated: the number"
        f" is a power of two from {TENSOR_UNIT} to {TENSOR_COLUMNS}"
    ),
    TensorProblem.RELINQUISHED: lambda _: (
        "the block allocates tensor memory after `tcgen05.relinquish_alloc_permit`"
    ),
    TensorProblem.NOT_A_BEGIN: lambda v: (
        f"no allocation of this size begins at column {v} of tensor"
        " memory: give the address and the size of `tcgen05.alloc`"
    ),
    TensorProblem.OTHER_LANES: lambda v: (
        f"lane {v} of tensor memory is not this warp's: warp n may"
        " use the 32 lanes from 32 * (n % 4) on"
    ),
    TensorProblem.ALIGNMENT: lambda v: f"an address of tensor memory may not name lane {v} here",
    TensorProblem.SHAPE: lambda v: (
        f"the instruction descriptor {v:#010x} describes no product of"
        " this kind that the virtual GPU knows"
    ),
    TensorProblem.DESCRIPTOR: lambda v: (
        f"a matrix descriptor whose upper half is {v:#010x} has bits"
        " or a swizzle mode that tcgen05 does not take"
    ),
    TensorProblem.PEER: lambda _: (
        "`.cta_group::2` needs a cluster in which the block has a peer:"
        " launch clusters of an even number of blocks"
    ),
    TensorProblem.NEVER_FREED: lambda _: (
        "the block ended with tensor memory that it did not give back with `tcgen05.dealloc`"
    ),
}


# ---- loads and stores ----------------------------------------------------------------------------

_LANE = np.arange(LANES)


def cells(shape: str, number: int, split: int) -> tuple[Lanes, Lanes]:
    """Return the rows and the columns of each lane's element in register `number`, both counted
    from the address on.

    split: what is added to the address for the lanes of the second half of `.16x32bx2`.
    """
    upper = _LANE >> 2
    match shape:
        case "16x64b":
            return upper + (_LANE & 1) * 8, 2 * number + (_LANE >> 1 & 1)
        case "16x128b":
            return upper + (number & 1) * 8, 4 * (number >> 1) + (_LANE & 3)
        case "16x256b":
            column = 8 * (number >> 2) + 2 * (_LANE & 3) + (number & 1)
            return upper + (number >> 1 & 1) * 8, column
        case "16x32bx2":
            half = _LANE >> 4
            return (_LANE & 15) + half * (split >> 16), number + half * (split & 0xFFFF)
        case _:
            return _LANE, np.full(LANES, number)


# ---- formats of elements -------------------------------------------------------------------------

FORMATS = {
    TensorKind.F16: {0: "f16", 1: "bf16"},
    TensorKind.TF32: {2: "tf32"},
    TensorKind.I8: {0: "u8", 1: "s8"},
    **{narrow: {1: "e2m1"} for narrow in NARROW},
}
"""The types of A and B by their numbers in an instruction descriptor (tables 42 to 44)."""
_FLOATS = {0: "e4m3", 1: "e5m2", 3: "e2m3", 4: "e3m2", 5: "e2m1"}


def numbers(name: str, raw: Lanes) -> Lanes:
    """Return elements, as the low bits of integers, as f32 or i32."""
    bits = raw.astype(np.uint32)
    if name in ("u8", "s8"):
        return bits.astype(np.uint8).view(np.int8 if name == "s8" else np.uint8).astype(np.int32)
    if name == "tf32":
        return (bits & np.uint32(0xFFFFE000)).view(np.float32)
    if name == "bf16":
        return (bits << np.uint32(16)).view(np.float32)
    if name == "f16":
        return bits.astype(np.uint16).view(np.float16).astype(np.float32)
    return numeric.floats_by_code(name)[bits]


def scales(raw: Lanes, *, powers: bool) -> Lanes:
    """Return scales, bytes of UE8M0 (`powers`) or UE4M3, as f32."""
    if powers:
        value = 2.0 ** (raw.astype(np.float64) - 127)
        return np.where(raw == 0xFF, np.nan, value).astype(np.float32)
    return numbers("e4m3", raw & 0x7F)


# ---- products ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Product:
    """A product as its instruction descriptor describes it.

    Attributes:
        m: rows, of both blocks of a pair; n: columns; k: depth.
        a: the type of A's elements; b: of B's.
        half: whether the sums are f16. clamps: whether integers are clamped.
        negated: whether A and B are negated; turned: whether they are transposed.
        rows: rows of a block. folds: the parts of the columns that are below each other.
        scattered: whether each warp's lanes have 16 rows (layout F).
        scale_ids: which bytes of a word have the scales of A and B.
        powers: whether scales are UE8M0.
    """

    kind: TensorKind
    m: int
    n: int
    k: int
    a: str
    b: str
    half: bool
    clamps: bool
    negated: tuple[bool, bool]
    turned: tuple[bool, bool]
    rows: int
    folds: int
    scattered: bool
    scale_ids: tuple[int, int]
    powers: bool

    @property
    def tensor_bits(self) -> int:
        """The bits of an element of A in tensor memory."""
        return BITS[self.a] if self.kind in NARROW else max(8, BITS[self.a])

    def lanes(self, base: int, fold: int) -> Lanes:
        """Return the lane of each row of a block, in part `fold` of the columns."""
        row = np.arange(self.rows)
        return row // 16 * 32 + row % 16 + base if self.scattered else row + fold * self.rows


def product_of(
    kind: TensorKind, shape: int, *, pair: bool, stationary: bool, scales: int
) -> Product | None:
    """Return the product that an instruction descriptor describes; None if there is none.

    Args:
        kind: of the instruction.
        shape: the descriptor.
        pair: whether two blocks do it together.
        stationary: whether it is `.ws`.
        scales: scales of a row of A; 0 for a product without.
    """

    def bit(n: int) -> bool:
        return bool(shape >> n & 1)

    m, n = (shape >> 24 & 31) << 4, (shape >> 17 & 63) << 3
    sums, ids = shape >> 4 & 3, (0, 0)
    if scales:
        m, ids = (shape >> 27 & 3) << 7, (shape >> 29 & 3, sums)
    types, narrow = FORMATS.get(kind, _FLOATS), kind in NARROW
    a, b = types.get(shape >> 7 & 7, ""), types.get(shape >> 10 & (3 if narrow else 7), "")
    half, turned = not scales and sums == 0, (bit(15), bit(16))
    layout = _layout(kind, m, n, pair=pair, stationary=stationary)
    fits = _scales_fit(kind, shape, scales, ids) if scales else _sums_fit(kind, sums, a, b)
    # A sparse A says so in bit 2; what has fewer than eight bits cannot be transposed.
    if not fits or layout is None or not a or not b or bit(2):
        return None
    if any(t and BITS[name] < 8 for t, name in zip(turned, (a, b), strict=True)):
        return None
    rows, folds, scattered = layout
    if scales and rows == 64 and not pair:
        return None
    clamps, negated = not scales and bit(3), (bit(13), bit(14))
    return Product(
        kind, m, n, depth_of(kind), a, b, half, clamps, negated, turned, rows, folds, scattered,
        ids, bool(scales) and bit(23),
    )  # fmt: skip


def _scales_fit(kind: TensorKind, shape: int, scales: int, ids: tuple[int, int]) -> bool:
    """Return whether a descriptor's scales are ones that the kind has."""
    powers = shape >> 23 & 1  # UE8M0; with UE4M3 a scale is for 16 elements
    reserved = shape >> 24 & 7 or (kind in NARROW and shape >> 31)
    aligned = scales == 1 or not any(at % scales for at in ids)
    return not reserved and aligned and bool(powers or (kind, scales) == (TensorKind.MXF4NVF4, 4))


def _sums_fit(kind: TensorKind, sums: int, a: str, b: str) -> bool:
    """Return whether the sums of a product without scales have a type that the kind has."""
    if sums == 0:
        return kind == TensorKind.F8F6F4 or (kind == TensorKind.F16 and {a, b} == {"f16"})
    return sums == (2 if kind == TensorKind.I8 else 1)


def _layout(
    kind: TensorKind, m: int, n: int, *, pair: bool, stationary: bool
) -> tuple[int, int, bool] | None:
    """Return a block's rows, the parts of the columns, and whether rows are scattered; None if
    there is no such size (table 39).
    """
    if stationary:
        return (m, 128 // m, False) if m in (32, 64, 128) and n in (64, 128, 256) else None
    rows, step = m // 2 if pair else m, 16 if pair else 8
    if kind == TensorKind.I8:
        step = 32 if pair else 16 if n > 32 else 8
    if not 0 < n <= 256 or n % step or rows not in (64, 128):
        return None
    return rows, 2 if pair and rows == 64 else 1, rows == 64 and not pair


# ---- matrices in shared memory -------------------------------------------------------------------

_MODES = {
    0: (16, 0, 4, 3),
    1: (128, 3, 5, 3),
    2: (128, 7, 4, 3),
    4: (64, 3, 4, 3),
    6: (32, 1, 4, 3),
}
"""Of bits 61 to 63 of a matrix descriptor: bytes of a line, the bits from 7 on that are mixed into
the address, where to, and the bits of a line's number in its group."""


def is_tile(descriptor: int) -> bool:
    """Return whether a matrix descriptor is one of tcgen05: its constant bits are right."""
    upper = descriptor >> 46 & 7, descriptor >> 52 & 0x1FF
    return descriptor >> 61 in _MODES and upper == (1, 0)


def chunk_place(descriptor: int, line: int, place: int, *, transposed: bool) -> int:
    """Return where in shared memory the 16 bytes at `place` of a line are (PTX ISA, 9.7.18:
    strides, and matrix descriptors).

    Not transposed, a line is a row of A, or a column of B, and its bytes run along K; else it is
    one k.
    """
    start, leading, stride = (((descriptor >> shift) & 0x3FFF) << 4 for shift in (0, 16, 32))
    mode = descriptor >> 61
    width, mask, to, bits = _MODES[mode]
    if mode == 1 and transposed:
        bits = 2
    group, row = line >> bits, line & (1 << bits) - 1
    if mode == 0:
        far, near = (leading, stride) if transposed else (stride, leading)
        address = start + group * far + row * 16 + place // 16 * near
    else:
        address = start + group * stride + row * width + place % width + place // width * leading
    base = (descriptor >> 49 & 7) << 7  # where the pattern of swizzled lines begins
    return address ^ (address - base >> 7 & mask) << to


def elements_in_chunk(kind: TensorKind, name: str) -> int:
    """Return the elements of 16 bytes of shared memory."""
    if kind in NARROW:
        return 32
    return 16 if BITS[name] < 8 else 128 // BITS[name]


def unpacked(chunk: Lanes, name: str, count: int) -> Lanes:
    """Return the elements of 16 bytes as integers; those of four and six bits are padded behind."""
    width = BITS[name]
    if width >= 8:
        return chunk.view(f"u{width // 8}").astype(np.uint32)
    bits = np.unpackbits(chunk, bitorder="little")[: count * width].reshape(count, width)
    return (bits.astype(np.uint32) << np.arange(width, dtype=np.uint32)).sum(axis=1)


def zero_columns(descriptor: int, product: Product) -> Lanes:
    """Return which columns of B count as zeros, by a zero-column mask descriptor (9.7.18)."""
    if not descriptor >> 39 & 1:
        return np.zeros(product.n, np.bool_)
    skipped, used = (descriptor >> 40 & 0xFF) + 1, (descriptor >> 48 & 0xFF) + 1
    part, n = product.n // product.folds, np.arange(product.n)
    fold = n // part
    start = np.array([descriptor >> 8 * int(f) & 0xFF for f in fold])
    first = np.array([descriptor >> 32 + int(f) & 1 for f in fold])
    phase = (n % part + start) % (skipped + used)
    return np.where(first == 1, phase < skipped, phase >= used)


# ---- memory --------------------------------------------------------------------------------------


def lane_and_column(address: int) -> tuple[int, int]:
    """Return what an address of tensor memory names."""
    return address >> 16 & 0xFFFF, address & 0xFFFF


SIZE = TENSOR_COLUMNS, TENSOR_LANES
"""Columns and lanes; a word is kept at [column, lane]."""
