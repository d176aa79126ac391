"""Tensor maps: the 128 bytes that describe a tensor in global memory, and the boxes of it to copy.

NVIDIA leaves their layout open; this is the virtual GPU's own. The host makes one with `encode`, a
kernel with `tensormap.replace`, from 128 zeros on. Everything else is refused when it is used.

    byte 0   address of the tensor           20  5 sizes of the tensor, innermost first
         8   `MAGIC`                         40  5 sizes of the box
        12   rank - 1                        60  5 steps between the elements that are copied
        13   type of the elements            80  4 strides in bytes, from the second dimension on
        14   swizzle mode                   112  3 lower corners of the box of pixels (im2col)
        15   interleave layout              118  3 upper corners
        16   fill mode                      124  unused, zeros
        17   0: boxes, 1: columns of pixels (im2col)
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass

from kernelscope.errors import LaunchError

BYTES = 128
MAGIC = 0x50414D54
MAGIC_AT, RANK_AT, TYPE_AT, SWIZZLE_AT, INTERLEAVE_AT, FILL_AT, MODE_AT = 8, 12, 13, 14, 15, 16, 17
SIZES_AT, BOX_AT, STEPS_AT, STRIDES_AT, LOWER_AT, UPPER_AT = 20, 40, 60, 80, 112, 118
MOST = 5
"""Dimensions of a tensor, at most."""
SPATIAL = MOST - 2
"""Of them, those between the channels and the batch."""
MOST_PIXELS = 1024
_LAYOUT = struct.Struct("<QIBBBBBB2x5I5I5I4Q6h4x")

TYPES = ("u8", "u16", "u32", "s32", "u64", "s64", "f16", "f32", "", "f64", "bf16", "tf32")
"""The element types by the number that `tensormap.replace` gives them (PTX ISA, 5.5, "Tensors").

A load rounds elements of tf32, to the nearest, ties to even; their stores are refused. The types
whose subnormals a copy would flush are missing.
"""
ROUNDED = TYPES.index("tf32")


def element_bytes(type_: str) -> int:
    """Return the bytes of an element."""
    return int("".join(c for c in type_.removeprefix("bf") if c.isdigit())) // 8


ELEMENT_BYTES = sum(element_bytes(name) << 4 * n for n, name in enumerate(TYPES) if name)
"""The bytes of an element of each type, in 4 bits each."""
SWIZZLE_BYTES = (0, 32, 64, 128)
"""The bytes of a row that each swizzle mode permutes."""
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
        "conversion, not FLOAT32_FTZ, or TFLOAT32_FTZ, and TFLOAT32 in loads alone"
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
        "the tensor map is for the other kind of copy: `.tile` takes one of "
        "cuTensorMapEncodeTiled, `.im2col` one of cuTensorMapEncodeIm2col"
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
        "the tensor map has a swizzle mode that the virtual GPU does not run: use none, 32, 64 or "
        "128 bytes"
    ),
    "the tensor map has a stride of 2^40 bytes or more",
)
"""What can be wrong with a tensor map in use, by the number that compiled code reports."""
(
    _, NOT_A_MAP, OTHER_RANK, OTHER_TYPE, INTERLEAVED, SWIZZLED_ROWS, UNEVEN_ROWS, UNALIGNED,
    NO_REDUCTION, BOX_SIZE, OTHER_MODE, UNEVEN_START, EARLY_STORE, OTHER_SWIZZLE, FAR_ROWS,
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
        swizzle: 0 to 3, an index of `SWIZZLE_BYTES`.
        fills_with_nan: what is outside the tensor reads as NaN, else as 0.
        interleave: 0, none.
        corners: for columns of pixels (im2col) the lower and the upper corner of the box that the
            pixels go through, innermost first: the first by its distance from the tensor's first
            pixel, the other one from its last. `box` is then (channels, pixels).
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

    @property
    def rank(self) -> int:
        """The number of dimensions."""
        return len(self.sizes)

    def encode(self) -> bytes:
        """Return its 128 bytes.

        Raises:
            LaunchError: a GPU's driver would refuse it, or the virtual GPU cannot run it.
        """
        problem = self._rank_problem() or self.problem(self.rank, self.corners is not None)
        if problem:
            raise LaunchError(f"tensor map: {problem}")
        return _LAYOUT.pack(
            self.address, MAGIC, self.rank - 1, TYPES.index(self.type), self.swizzle,
            self.interleave, self.fills_with_nan, self.corners is not None,
            *_filled(self.sizes, MOST), *_filled(self.box, MOST), *_filled(self.steps, MOST),
            *_filled(self.strides, MOST - 1),
            *(n for corner in self.corners or ((), ()) for n in _filled(corner, SPATIAL)),
        )  # fmt: skip

    def _rank_problem(self) -> str:
        lengths = len(self.strides) + 1, len(self.box), len(self.steps)
        wanted, least = (self.rank,) * 3, 1
        if self.corners is not None:
            wanted, least = (self.rank, 2, self.rank), 3
            if any(len(corner) != self.rank - 2 for corner in self.corners):
                return f"{self.rank} dimensions with corners {self.corners}"
        if not least <= self.rank <= MOST or lengths != wanted:
            return (
                f"{self.rank} dimensions with {lengths[0] - 1} strides and {lengths[1]} box sizes"
            )
        return "" if all(0 < n < 1 << 32 for n in self.sizes) else f"sizes {self.sizes}"

    def problem(self, rank: int, columns: bool = False) -> str:
        """Return the reason that a copy of this many dimensions cannot use it; "" if it can.

        columns: the copy takes columns of pixels (im2col).
        """
        return TENSOR_MAP_PROBLEMS[self._problem(rank, columns)]

    def _problem(self, rank: int, columns: bool) -> int:
        if self.rank != rank:
            return OTHER_RANK
        if columns != (self.corners is not None):
            return OTHER_MODE
        if not self.type:
            return OTHER_TYPE
        if self.interleave:
            return INTERLEAVED
        most = (256, MOST_PIXELS) if columns else (256,) * rank
        sizes_fit = all(1 <= n <= high for n, high in zip(self.box, most, strict=True))
        if not sizes_fit or not all(1 <= n <= 8 for n in self.steps[1:]):
            return BOX_SIZE
        if any(n % 16 for n in (self.address, *self.strides)):
            return UNALIGNED
        if any(n >= STRIDE_END for n in self.strides):
            return FAR_ROWS
        if self.swizzle >= len(SWIZZLE_BYTES):
            return OTHER_SWIZZLE
        row = self.box[0] * element_bytes(self.type)
        if row % 16:
            return UNEVEN_ROWS
        return SWIZZLED_ROWS if self.swizzle and row != SWIZZLE_BYTES[self.swizzle] else 0


CHUNK = 16
"""Bytes that stores and reductions move at a time (tests/truth/tensor_maps, an H200)."""


def start_problem(start: Sequence[int], element: str, *, stores: bool) -> str:
    """Return what is wrong with the coordinates of a box or of columns of pixels, or "".

    On an H200 (tests/truth/tensor_maps) copies whose first coordinate is at no multiple of 16 bytes
    stop the launch with "illegal instruction", and so do stores at a negative coordinate, where a
    load fills with zeros.
    """
    if start[0] * element_bytes(element) % CHUNK:
        return TENSOR_MAP_PROBLEMS[UNEVEN_START]
    return TENSOR_MAP_PROBLEMS[EARLY_STORE] if stores and min(start) < 0 else ""


def stored_columns(made: TensorMap) -> int:
    """Return how many columns a store reaches: whole chunks of 16 bytes, behind the last one."""
    width = element_bytes(made.type)
    return -(-made.sizes[0] * width // CHUNK) * CHUNK // width


def _filled(values: Sequence[int], count: int) -> tuple[int, ...]:
    return (*values, *(0 for _ in range(count - len(values))))


def decode(data: bytes) -> TensorMap | None:
    """Return the tensor map in 128 bytes; None if they are not one."""
    address, magic, others, dtype, swizzle, interleave, fill, mode, *geometry = _LAYOUT.unpack(data)
    rank = others + 1
    if magic != MAGIC or rank > MOST:
        return None
    sizes, box, steps, strides = (geometry[n : n + MOST] for n in (0, 5, 10, 15))
    lower, upper = (tuple(geometry[n : n + rank - 2]) for n in (19, 22))
    return TensorMap(
        TYPES[dtype] if dtype < len(TYPES) else "", address,
        tuple(sizes[:rank]), tuple(strides[: rank - 1]), tuple(box[: 2 if mode else rank]),
        tuple(steps[:rank]), swizzle, bool(fill), interleave, (lower, upper) if mode else None,
    )  # fmt: skip
