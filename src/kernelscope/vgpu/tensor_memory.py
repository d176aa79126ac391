"""Tensor memory and the products of the tensor cores of the fifth generation (`tcgen05`), as the
PTX ISA manual defines them in 9.7.18: where elements are, what descriptors say, what can be wrong.

What only figures of the manual show is taken from what compilers rely on: the layout of
`.16x64b` from CUTLASS (`copy_traits_sm100.hpp`), the layouts of sums from TVM
(`tmem_datapath_layout`), that of scales from Triton's conversions, that of the metadata of a sparse
A from CUTLASS and JAX (docs/blackwell.md).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from kernelscope.vgpu import numeric, sparse
from kernelscope.vgpu.layout import LANES
from kernelscope.vgpu.numeric import BITS
from kernelscope.vgpu.tensor_layout import (
    TENSOR_COLUMNS,
    TENSOR_LANES,
    TENSOR_UNIT,
    TensorKind,
    TensorProblem,
    TensorWay,
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


LONG = 96
"""K of sm_103a's long products of elements of four bits."""


def depth_of(kind: TensorKind) -> int:
    """Return K of a product, of a dense A."""
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
    TensorProblem.METADATA: lambda v: (
        f"the metadata of a sparse matrix begin at column {v} of tensor memory: give an even"
        " column, and choose the odd one by the sparsity selector"
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
        stored: the elements of a row of A that are stored: k, or half of it.
        selector: of a sparse A which of two columns has the metadata.
        a: the type of A's elements; b: of B's.
        half: whether the sums are f16. clamps: whether integers are clamped.
        negated: whether A and B are negated; turned: whether they are transposed.
        rows: rows of a block. folds: the parts of the columns that are below each other.
        scattered: whether each warp's lanes have 16 rows (layout F).
        scales: of a row of A; 0 for a product without. scale_ids: in which byte those of A and of B
            begin.
        powers: whether scales are UE8M0.
    """

    kind: TensorKind
    m: int
    n: int
    k: int
    stored: int
    selector: int
    a: str
    b: str
    half: bool
    clamps: bool
    negated: tuple[bool, bool]
    turned: tuple[bool, bool]
    rows: int
    folds: int
    scattered: bool
    scales: int
    scale_ids: tuple[int, int]
    powers: bool

    @property
    def is_sparse(self) -> bool:
        """Whether A is half stored."""
        return self.stored < self.k

    @property
    def chunk(self) -> sparse.Chunk:
        """The elements of a sparse row that four bits of metadata describe."""
        return sparse.chunk_of("e2m1x2" if self.kind in NARROW else self.a)

    @property
    def tensor_bits(self) -> int:
        """The bits of an element of A in tensor memory."""
        return BITS[self.a] if self.kind in NARROW else max(8, BITS[self.a])

    @property
    def tensor_columns(self) -> int:
        """The columns of A in tensor memory."""
        return self.stored * self.tensor_bits // 32

    def scale_columns(self, address: int, at: int, rows: int) -> Lanes:
        """Return the column of each scale of rows of A, or columns of B, [rows, scales].

        Four scales are a word, of 32 rows in a column, and those of 32 more in the next one. More
        scales follow behind the columns of all rows, of which there are 128, or twice as many
        (CUTLASS, `tmem_sf_frg`). Of two parts of the columns of B below each other each has its own
        scales in its lanes, in the same columns of tensor memory.
        """
        row, byte = np.arange(rows)[:, None], at + np.arange(self.scales)[None, :]
        return (address & 0xFFFF) + byte // 4 * (-(-rows // 128) * 4) + row // 32

    def lanes(self, base: int, fold: int) -> Lanes:
        """Return the lane of each row of a block, in part `fold` of the columns."""
        row = np.arange(self.rows)
        return row // 16 * 32 + row % 16 + base if self.scattered else row + fold * self.rows


def product_of(kind: TensorKind, shape: int, way: TensorWay, scales: int) -> Product | None:
    """Return the product that an instruction descriptor describes; None if there is none.

    Args:
        kind: of the instruction.
        shape: the descriptor.
        way: whether it is of two blocks, of a sparse A, `.ws` or `.ashift`, and on which GPU.
        scales: scales of a row of A, with K as usual; 0 for a product without.
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
    layout = _layout(kind, m, n, way)
    is_long = bool(narrow and bit(31))
    scales = scales * LONG // depth_of(kind) if is_long else scales
    fits = _scales_fit(kind, shape, scales, ids) if scales else _sums_fit(kind, sums, a, b)
    if not fits or layout is None or not a or not b or not _sparsity_fits(kind, shape, way):
        return None
    # What has fewer than eight bits cannot be transposed.
    if any(t and BITS[name] < 8 for t, name in zip(turned, (a, b), strict=True)):
        return None
    rows, folds, scattered = layout
    if is_long and (TensorWay.SM_103 not in way or TensorWay.SPARSE in way or rows < TENSOR_LANES):
        return None
    if (scales and scattered) or (TensorWay.SHIFTS_A in way and m < TENSOR_LANES):
        return None
    clamps, negated = not scales and bit(3), (bit(13), bit(14))
    stored = LONG if is_long else depth_of(kind)
    k = 2 * stored if TensorWay.SPARSE in way else stored
    return Product(
        kind, m, n, k, stored, shape & 3, a, b, half, clamps, negated, turned, rows, folds,
        scattered, scales, ids, bool(scales) and bit(23),
    )  # fmt: skip


def _sparsity_fits(kind: TensorKind, shape: int, way: TensorWay) -> bool:
    """Return whether a descriptor says of sparsity what the instruction says, and its selector is
    one that the kind has.
    """
    if TensorWay.SPARSE not in way:
        return not shape >> 2 & 1
    return bool(shape >> 2 & 1) and shape & 3 <= (kind in (TensorKind.F16, TensorKind.TF32))


def _scales_fit(kind: TensorKind, shape: int, scales: int, ids: tuple[int, int]) -> bool:
    """Return whether a descriptor's scales are ones that the kind has."""
    powers = shape >> 23 & 1  # UE8M0; with UE4M3 a scale is for 16 elements
    step = {3: 1, 6: 2}.get(scales, scales)  # with K = 96 they go on in another word
    aligned = not any(at % step for at in ids)
    is_fine = kind == TensorKind.MXF4NVF4 and scales in (4, 6)
    return not shape >> 24 & 7 and aligned and bool(powers or is_fine)


def _sums_fit(kind: TensorKind, sums: int, a: str, b: str) -> bool:
    """Return whether the sums of a product without scales have a type that the kind has."""
    if sums == 0:
        return kind == TensorKind.F8F6F4 or (kind == TensorKind.F16 and {a, b} == {"f16"})
    return sums == (2 if kind == TensorKind.I8 else 1)


def _layout(kind: TensorKind, m: int, n: int, way: TensorWay) -> tuple[int, int, bool] | None:
    """Return a block's rows, the parts of the columns, and whether rows are scattered; None if
    there is no such size (table 39).
    """
    is_sparse, pair = TensorWay.SPARSE in way, TensorWay.PAIR in way
    if TensorWay.STATIONARY in way:
        widths = (64, 128) if is_sparse else (64, 128, 256)
        return (m, 128 // m, False) if m in (32, 64, 128) and n in widths else None
    rows, step = m // 2 if pair else m, 16 if pair else 8
    if kind == TensorKind.I8:
        step = 32 if pair else 16 if n > 32 else 8
    if not 0 < n <= 256 or n % step or rows not in (64, 128):
        return None
    is_folded = rows == 64 and pair and not is_sparse
    return rows, 2 if is_folded else 1, rows == 64 and not is_folded


def metadata_places(p: Product, base: int, fold: int) -> tuple[Lanes, Lanes, Lanes]:
    """Return where the metadata of a sparse A are, for each row of a block and each chunk of it:
    the lane, the column from the metadata's address on, and the lowest of the four bits, [rows,
    chunks] or what broadcasts to it.

    Of `f16` and `tf32` the chunks of 16 rows are in one column of their 16 lanes: the first four of
    a row in the first eight lanes, the others in the last; of the upper rows in the upper bits.
    Of other kinds a lane has those of its row, in two columns.
    """
    row, chunk = np.arange(p.rows)[:, None], np.arange(p.k // p.chunk.width)[None, :]
    lanes = p.lanes(base, fold)
    if p.kind in (TensorKind.F16, TensorKind.TF32):
        lane = lanes[row // 16 * 16] + row % 8 + chunk // 4 * 8
        return lane, np.array(p.selector), row // 8 % 2 * 16 + chunk % 4 * 4
    return lanes[row], chunk // 8, chunk % 8 * 4


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


_ABSOLUTE = 1 << 52
"""The bit of a matrix descriptor that says that its leading dimension is an address."""


def is_tile(descriptor: int, *, absolute: bool) -> bool:
    """Return whether a matrix descriptor is one of tcgen05: its constant bits are right.

    absolute: whether its leading dimension may be an address.
    """
    if descriptor & _ABSOLUTE:  # only with lines of 128 bytes, units of 16, and no base offset
        is_plain = descriptor >> 61 == 2 and not descriptor >> 49 & 7
        return absolute and is_plain and is_tile(descriptor & ~_ABSOLUTE, absolute=False)
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
    elif descriptor & _ABSOLUTE:  # what is beyond the line of 128 bytes is in another tile
        beyond = start % width + place - width
        address = (
            (leading + beyond if beyond >= 0 else start + place) + group * stride + row * width
        )
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
