"""Tensor maps: the 128 bytes that describe a tensor in global memory, and the boxes of it to copy.

NVIDIA leaves their layout open; this is the virtual GPU's own. The host makes one with `encode`, a
kernel with `tensormap.replace`, from 128 zeros on. One in a GPU's own form (`from_hardware`) is
taken as a kernel's argument; everything else is refused when it is used.

    byte 0   address of the tensor           20  5 sizes of the tensor, innermost first
         8   `MAGIC`                         40  5 sizes of the box
        12   rank - 1                        60  5 steps between the elements that are copied
        13   type of the elements            80  4 strides in bytes, from the second dimension on
        14   swizzle mode                   112  3 lower corners of the box of pixels (im2col)
        15   interleave layout              118  3 upper corners
        16   fill mode                      124  unused, zeros
        17   0: boxes, 1 to 3: columns of pixels (`COLUMN_MODES`)
        18   swizzle atomicity
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kernelscope.errors import LaunchError

BYTES = 128
MAGIC = 0x50414D54
MAGIC_AT, RANK_AT, TYPE_AT, SWIZZLE_AT, INTERLEAVE_AT, FILL_AT, MODE_AT = 8, 12, 13, 14, 15, 16, 17
ATOMICITY_AT = 18
SIZES_AT, BOX_AT, STEPS_AT, STRIDES_AT, LOWER_AT, UPPER_AT = 20, 40, 60, 80, 112, 118
MOST = 5
"""Dimensions of a tensor, at most."""
SPATIAL = MOST - 2
"""Of them, those between the channels and the batch."""
MOST_PIXELS = 1024
MOST_HALO, MOST_HALO_128, MOST_OFFSET = 511, 31, 31
"""Of columns of pixels along one dimension: pixels of a halo, and the offset."""
WIDE_PIXELS, WIDE_GROUP = 128, 32
"""Pixels of a column of `im2col::w::128`, and those between two halos."""
_LAYOUT = struct.Struct("<QIBBBBBBBx5I5I5I4Q6h4x")
COLUMN_MODES = ("", "im2col", "im2col::w", "im2col::w::128")
"""The modes of copies of columns of pixels, by their number."""
COLUMNS, WIDE, WIDE_128 = 1, 2, 3
FOUR_ROWS = ("tile::gather4", "tile::scatter4")
"""The modes of copies of four rows."""


def mode_of(name: str) -> int:
    """Return the number of a copy's mode, as PTX names it: 0 for boxes and for four rows."""
    name, _, _ = name.partition("_")  # without "no_offs"
    return COLUMN_MODES.index(name) if name.startswith("im2col") else 0


TYPES = (
    *("u8", "u16", "u32", "s32", "u64", "s64", "f16", "f32", "", "f64", "bf16", "tf32", ""),
    *("b4x16", "b4x16_p64", "b6x16_p32"),
)
"""The element types by the number that `tensormap.replace` gives them (PTX ISA, 5.5, "Tensors").

A load rounds elements of tf32, to the nearest, ties to even; their stores are refused. The types
whose subnormals a copy would flush are missing. Stores know the last one as b6p2x16.
"""
NEVER_STORED = ("tf32", "b4x16_p64")
ROUNDED, PADDED_FOUR, PADDED_SIX = (TYPES.index(t) for t in (*NEVER_STORED, "b6x16_p32"))


@dataclass(frozen=True, slots=True)
class Packing:
    """The unit in which elements are copied: one element, or several that are packed in bytes.

    Attributes:
        elements: of a unit.
        bytes: that it has in global memory; place: in shared memory, where the rest is padding.
    """

    elements: int
    bytes: int
    place: int


_PACKINGS = {
    "b4x16": Packing(2, 1, 1),
    "b4x16_p64": Packing(16, 8, 16),
    "b6x16_p32": Packing(16, 12, 16),
}
PADDED_ROW = 128
"""Elements of a row of a box of padded units, and what the tensor's rows are a multiple of."""


def packing_of(type_: str) -> Packing:
    """Return the unit in which elements of a type are copied."""
    if type_ in _PACKINGS:
        return _PACKINGS[type_]
    width = int("".join(c for c in type_.removeprefix("bf") if c.isdigit())) // 8
    return Packing(1, width, width)


ELEMENT_BYTES, ELEMENT_PLACES, ELEMENT_COUNT_BITS = (
    sum(one << 4 * n for n, one in enumerate(column))
    for column in zip(
        *(
            (unit.bytes, unit.place - 1, unit.elements.bit_length() - 1)
            for unit in (packing_of(name or "u8") for name in TYPES)
        ),
        strict=True,
    )
)
"""Of the unit of each type, in 4 bits each: its bytes, those in shared memory less 1, and the
logarithm of its elements."""
HAS_TYPE = sum(1 << n for n, name in enumerate(TYPES) if name)
"""A bit for each type that is copied."""
SWIZZLE_BYTES = (0, 32, 64, 128, 96)
"""The bytes of a row that each swizzle mode permutes."""
SWIZZLE_128 = 3
FLIP, ATOMICITIES = 2, 4
"""The swizzle atomicity that flips 8 bytes, and how many there are."""
SWIZZLE_MASKS, ATOM_MASKS = 0x10_70_30_10_00, 0x40_68_60_70
"""The bits of an address in shared memory that a swizzle changes, in 8 bits each: those of each
mode, and of 128-byte swizzles by their atomicity: 16 bytes, 32, 32 with flipped halves of 16, 64.
"""


def swizzled(address: Any, mask: int) -> Any:
    """Return the place in shared memory that an address, or an array of them, is swizzled to.

    The bits of the mask from 4 up are changed by those from 7 up, bit 3 by bit 7.

    Worked case: rows of 128 bytes in chunks of 16, with 32-byte atomicity (mask 0x60). Row 1 has
    its chunks in the order 2 3 0 1 6 7 4 5: the address 0x80 becomes 0xA0.
    """
    lowest = mask & 0x70 & -(mask & 0x70)
    return address ^ (address >> 7) * lowest & mask & 0x70 ^ address >> 4 & mask & 8


STRIDE_END = 1 << 40
"""Strides are below it, as cuTensorMapEncodeTiled needs them."""

TENSOR_MAP_PROBLEMS = (
    "",
    (
        "these 128 bytes are not a tensor map: make one with cuTensorMapEncodeTiled or "
        "`tensormap.replace`, and pass it as `const __grid_constant__ CUtensorMap`"
    ),
    "the tensor map has another number of dimensions than the instruction names",
    (
        "the tensor map has an element type that the virtual GPU does not copy: use one without "
        "conversion, not FLOAT32_FTZ, or TFLOAT32_FTZ, and 16U4_ALIGN16B or TFLOAT32 in loads "
        "alone"
    ),
    (
        "the tensor map has an interleaved layout, which the virtual GPU does not run: use "
        "INTERLEAVE_NONE"
    ),
    (
        "the tensor map's rows of a box are not as long as its swizzle mode permutes (32, 64 or "
        "128 bytes): choose the inner box size to fill it"
    ),
    "the tensor map's rows of a box are not a multiple of 16 bytes: choose another inner box size",
    "the tensor map's address or a stride is not a multiple of 16 bytes: pad the tensor's rows",
    "the reduction is not defined for the tensor map's element type",
    "the tensor map has a box size outside 1 to 256, or an element stride outside 1 to 8",
    (
        "the tensor map is for another kind of copy: `.tile` takes one of cuTensorMapEncodeTiled, "
        "`.im2col` one of cuTensorMapEncodeIm2col, `.im2col::w` and `.im2col::w::128` one of "
        "cuTensorMapEncodeIm2colWide in that mode"
    ),
    (
        "the first coordinate of a box is not at a multiple of 16 bytes, with which a GPU stops "
        "for an illegal instruction: begin at 8 elements of 16 bits, 4 of 32, or a multiple"
    ),
    (
        "a box is stored at a negative coordinate, with which a GPU stops for an illegal "
        "instruction: begin at coordinate 0 or later"
    ),
    (
        "the tensor map has a swizzle mode that no GPU has: use none, 32, 64, 96 or 128 bytes, and "
        "an atomicity of more than 16 bytes with 128 alone"
    ),
    "the tensor map has a stride of 2^40 bytes or more",
    (
        "the tensor map's elements of 4 or 6 bits do not fit: rows are a multiple of 2 elements; "
        "those that are padded need a box of 128 and a tensor of a multiple of 128 in the first "
        "dimension, an address and strides of a multiple of 32 bytes, and no swizzle or one of 128 "
        "bytes without a flip of 8; outside the tensor they are zeros, never NaN"
    ),
    ("the first coordinate of a box of padded elements of 4 or 6 bits is not a multiple of 128"),
    (
        "the tensor map is not one of four rows: `.tile::gather4` and `.tile::scatter4` take one "
        "of two dimensions whose box has 1 in the second"
    ),
    (
        "`.im2col::w` takes halos of less than 512 pixels, `.im2col::w::128` of less than 32, and "
        "both an offset of less than 32"
    ),
    (
        "the mbarrier of a tensor copy is not in the block that the copy goes to; with "
        "`.cta_group::2` it may be in the other block of the pair"
    ),
    (
        "`.ignore_oob` leaves out at most 15 bytes at each end of a bulk copy, and not more than "
        "it has"
    ),
)
"""What can be wrong with a tensor map in use, or with a copy, by the number that compiled code
reports."""
(
    _, NOT_A_MAP, OTHER_RANK, OTHER_TYPE, INTERLEAVED, SWIZZLED_ROWS, UNEVEN_ROWS, UNALIGNED,
    NO_REDUCTION, BOX_SIZE, OTHER_MODE, UNEVEN_START, EARLY_STORE, OTHER_SWIZZLE, FAR_ROWS,
    UNEVEN_PACKS, UNEVEN_PACK_START, NOT_FOUR_ROWS, FAR_HALO, FAR_BARRIER, TRIMMED,
) = range(len(TENSOR_MAP_PROBLEMS))  # fmt: skip


@dataclass(frozen=True, slots=True)
class TensorMap:
    """The contents of a tensor map.

    Attributes:
        type: of the elements, as PTX names it.
        address: of the tensor in global memory.
        sizes: of the tensor in elements, innermost first; `box` and `steps` in the same order.
        strides: in bytes between neighbours, from the second dimension on.
        steps: distance in elements of those that a copy takes; the first is not used.
        swizzle: an index of `SWIZZLE_BYTES`; atomicity: of one of 128 bytes, 0 to 3.
        fills_with_nan: what is outside the tensor reads as NaN, else as 0.
        interleave: 0, none.
        corners: for columns of pixels (im2col) the lower and the upper corner of the box that the
            pixels go through, innermost first: the first by its distance from the tensor's first
            pixel, the other one from its last. `box` is then (channels, pixels).
        wide: 1 or 2 for columns of pixels of `im2col::w` or `im2col::w::128`, whose corners have
            the innermost of those dimensions alone; else 0.
    """

    type: str
    address: int
    sizes: tuple[int, ...]
    strides: tuple[int, ...]
    box: tuple[int, ...]
    steps: tuple[int, ...]
    swizzle: int = 0
    fills_with_nan: bool = False
    interleave: int = 0
    corners: tuple[tuple[int, ...], tuple[int, ...]] | None = None
    atomicity: int = 0
    wide: int = 0

    @property
    def rank(self) -> int:
        """The number of dimensions."""
        return len(self.sizes)

    def encode(self) -> bytes:
        """Return its 128 bytes.

        Raises:
            LaunchError: a GPU's driver would refuse it, or the virtual GPU cannot run it.
        """
        problem = self._rank_problem() or self.problem(self.rank, self.mode)
        if problem:
            raise LaunchError(f"tensor map: {problem}")
        return _LAYOUT.pack(
            self.address, MAGIC, self.rank - 1, TYPES.index(self.type), self.swizzle,
            self.interleave, self.fills_with_nan, self.mode, self.atomicity,
            *_filled(self.sizes, MOST), *_filled(self.box, MOST), *_filled(self.steps, MOST),
            *_filled(self.strides, MOST - 1),
            *(n for corner in self.corners or ((), ()) for n in _filled(corner, SPATIAL)),
        )  # fmt: skip

    def _rank_problem(self) -> str:
        lengths = len(self.strides) + 1, len(self.box), len(self.steps)
        wanted, least = (self.rank,) * 3, 1
        if self.corners is not None:
            wanted, least = (self.rank, 2, self.rank), 3
            spatial = 1 if self.wide else self.rank - 2
            if any(len(corner) != spatial for corner in self.corners):
                return f"{self.rank} dimensions with corners {self.corners}"
        if not least <= self.rank <= MOST or lengths != wanted:
            return (
                f"{self.rank} dimensions with {lengths[0] - 1} strides and {lengths[1]} box sizes"
            )
        return "" if all(0 < n < 1 << 32 for n in self.sizes) else f"sizes {self.sizes}"

    @property
    def mode(self) -> int:
        """The copies that it is for: 0 for boxes, else an index of `COLUMN_MODES`."""
        return 0 if self.corners is None else COLUMNS + self.wide

    @property
    def packing(self) -> Packing:
        """The unit in which its elements are copied."""
        return packing_of(self.type)

    @property
    def swizzle_mask(self) -> int:
        """The bits of an address in shared memory that its swizzle changes; see `swizzled`."""
        if self.swizzle == SWIZZLE_128:
            return ATOM_MASKS >> 8 * self.atomicity & 0xFF
        return SWIZZLE_MASKS >> 8 * self.swizzle & 0xFF

    def problem(self, rank: int, mode: int = 0, rows: bool = False) -> str:
        """Return the reason that a copy of this many dimensions cannot use it; "" if it can.

        mode: an index of `COLUMN_MODES`. rows: the copy takes four rows (gather, scatter).
        """
        return TENSOR_MAP_PROBLEMS[self._problem(rank, mode, rows)]

    def _problem(self, rank: int, mode: int, rows: bool) -> int:
        if self.rank != rank:
            return OTHER_RANK
        if self.mode != mode:
            return OTHER_MODE
        if not self.type:
            return OTHER_TYPE
        if self.interleave:
            return INTERLEAVED
        most = (256, MOST_PIXELS) if mode else (256,) * rank
        sizes_fit = all(1 <= n <= high for n, high in zip(self.box, most, strict=True))
        if not sizes_fit or not all(1 <= n <= 8 for n in self.steps[1:]):
            return BOX_SIZE
        if any(n % 16 for n in (self.address, *self.strides)):
            return UNALIGNED
        if any(n >= STRIDE_END for n in self.strides):
            return FAR_ROWS
        is_atomic = self.swizzle == SWIZZLE_128 and self.atomicity < ATOMICITIES
        if self.swizzle >= len(SWIZZLE_BYTES) or (self.atomicity and not is_atomic):
            return OTHER_SWIZZLE
        unit = self.packing
        if not self._fits_packs(unit):
            return UNEVEN_PACKS
        row = self.box[0] // unit.elements * unit.place
        if row % 16:
            return UNEVEN_ROWS
        if self.swizzle and row != SWIZZLE_BYTES[self.swizzle]:
            return SWIZZLED_ROWS
        return NOT_FOUR_ROWS if rows and self.box[1] != 1 else 0

    def _fits_packs(self, unit: Packing) -> bool:
        """Return whether elements of 4 or 6 bits fit their units."""
        if unit.elements == 1:
            return True
        if self.fills_with_nan or self.sizes[0] % unit.elements or self.box[0] % unit.elements:
            return False
        return unit.bytes == unit.place or (
            self.box[0] == PADDED_ROW
            and not self.sizes[0] % PADDED_ROW
            and not any(n % 32 for n in (self.address, *self.strides))
            and self.swizzle in (0, SWIZZLE_128)
            and self.atomicity != FLIP
        )


CHUNK = 16
"""Bytes that stores and reductions move at a time (tests/truth/tensor_maps, an H200)."""


def start_problem(start: Sequence[int], element: str, *, stores: bool) -> str:
    """Return what is wrong with the coordinates of a box or of columns of pixels, or "".

    On an H200 (tests/truth/tensor_maps) copies whose first coordinate is at no multiple of 16 bytes
    stop the launch with "illegal instruction", and so do stores at a negative coordinate, where a
    load fills with zeros.
    """
    unit = packing_of(element)
    if unit.bytes < unit.place and start[0] % PADDED_ROW:
        return TENSOR_MAP_PROBLEMS[UNEVEN_PACK_START]
    if start[0] % unit.elements or start[0] // unit.elements * unit.bytes % CHUNK:
        return TENSOR_MAP_PROBLEMS[UNEVEN_START]
    return TENSOR_MAP_PROBLEMS[EARLY_STORE] if stores and min(start) < 0 else ""


def stored_columns(made: TensorMap) -> int:
    """Return how many units a store reaches: whole chunks of 16 bytes, behind the last column."""
    unit = made.packing
    width, units = unit.bytes, made.sizes[0] // unit.elements
    return units if width < unit.place else -(-units * width // CHUNK) * CHUNK // width


def _filled(values: Sequence[int], count: int) -> tuple[int, ...]:
    return (*values, *(0 for _ in range(count - len(values))))


def decode(data: bytes) -> TensorMap | None:
    """Return the tensor map in 128 bytes; None if they are not one."""
    address, magic, others, dtype, swizzle, interleave, *more = _LAYOUT.unpack(data)
    fill, mode, atomicity, *geometry = more
    rank = others + 1
    if magic != MAGIC or rank > MOST:
        return None
    sizes, box, steps, strides = (geometry[n : n + MOST] for n in (0, 5, 10, 15))
    spatial = 1 if mode >= WIDE else rank - 2
    lower, upper = (tuple(geometry[n : n + spatial]) for n in (19, 22))
    return TensorMap(
        TYPES[dtype] if dtype < len(TYPES) else "", address,
        tuple(sizes[:rank]), tuple(strides[: rank - 1]), tuple(box[: 2 if mode else rank]),
        tuple(steps[:rank]), swizzle, bool(fill), interleave, (lower, upper) if mode else None,
        atomicity, max(mode - COLUMNS, 0),
    )  # fmt: skip


# What a GPU's own tensor map has in its first 64 bytes, in words of 32 bits, as the host code shows
# that CuTe DSL compiles: it writes them itself instead of calling cuTensorMapEncodeTiled.
#
#     0   address of the tensor, 64 bits    8   5 sizes less 1
#     2   form, see below                   13  bits 24 up: the first size of the box, less 1
#     3   4 strides / 16, their low bits    14  the other four less 1, 8 bits each
#     7   their bits 36 up, 4 bits each     15  0
#
# Of the form, bits 4 to 6 are rank - 1, 7 to 10 the type, 13 to 15 the swizzle mode, 16 says that
# f32 is rounded to tf32, 21 that the tensor has 128 KiB or more. The others are always 0x40002.
_HARDWARE = struct.Struct("<QI4II5I3I")
_FORM, _FORM_MASK = 0x40002, 0xFFDE180F
_HARDWARE_TYPES = (
    *("u8", "u16", "u32", "s32", "u64", "s64", "f16", "f32", "", "f64", "bf16"),
    *("b4x16", "", "b6x16_p32"),
)


def from_hardware(data: bytes) -> TensorMap | None:
    """Return the tensor map in 128 bytes in a GPU's own form; None if they are not one for boxes.

    The steps between its elements are 1, and what is outside the tensor is filled with zeros.
    """
    address, form, *strides, high = _HARDWARE.unpack_from(data)[:7]
    *sizes, first, others, end = _HARDWARE.unpack_from(data)[7:]
    rank, type_, swizzle = (form >> 4 & 7) + 1, form >> 7 & 15, form >> 13 & 7
    name = _HARDWARE_TYPES[type_] if type_ < len(_HARDWARE_TYPES) else ""
    if form >> 16 & 1:
        name = "tf32" if name == "f32" else ""
    if form & _FORM_MASK != _FORM or not name or rank > MOST or end or first & 0xFFFFFF:
        return None
    far = [16 * (low | (high >> 4 * n & 15) << 32) for n, low in enumerate(strides)]
    box = first >> 24, *others.to_bytes(4, "little")
    return TensorMap(
        name, address, tuple(n + 1 for n in sizes[:rank]), tuple(far[: rank - 1]),
        tuple(n + 1 for n in box[:rank]), (1,) * rank, swizzle,
    )  # fmt: skip
