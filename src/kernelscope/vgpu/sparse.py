"""The places of the elements of a sparse matrix A (PTX ISA, 9.7.16.6 "Sparse matrix storage").

Of every four elements of a row (`tf32`: of two, 4-bit ones: of eight, in pairs) two are stored,
and four bits of metadata say which: the place of the first in the lower two bits, the second's in
the upper two. Of `tf32` and of one stored element, 0100 is the first and 1110 the second.

A row's bits are words, or half of one. The figures of 9.7.16.6 give the lane that holds them,
and an H200 agrees with `source` in every shape and type of `mma.sp`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

ROWS = 16
Fields = dict[str, str]
Lanes = np.ndarray[Any, Any]


@dataclass(frozen=True, slots=True)
class Chunk:
    """The elements of a row that four bits of metadata describe.

    `width`: elements of the row. `stored`: how many of them are stored. `together`: neighbours that
    are stored together.
    """

    width: int
    stored: int
    together: int


def chunk_of(kind: str) -> Chunk:
    """Return the chunk of a type of A."""
    if kind == "tf32":
        return Chunk(2, 1, 1)
    return Chunk(8, 4, 2) if kind in ("s4", "u4", "e2m1x2") else Chunk(4, 2, 1)


def depth_of(f: Fields) -> int:
    """Return K of a product's shape."""
    return int(f["shape"].rpartition("k")[2])


def selectors(f: Fields) -> int:
    """Return how many choices there are of the lanes that give the metadata."""
    return 4 * 32 // (2 * _row_bits(f))


def _row_bits(f: Fields) -> int:
    return 4 * depth_of(f) // chunk_of(f["at"]).width


def source(f: Fields, selector: int, row: int, chunk: int) -> tuple[int, int]:
    """Return the lane that holds a chunk's four bits, and the lowest of them."""
    lanes = 2 * _row_bits(f) // 32  # of a group of four, for its rows g and g + 8
    half, bit = divmod(4 * chunk, 16)
    lower = row // 8
    first = 4 * (row % 8) + lanes * selector
    if lanes == 1 or f["at"] in ("f16", "bf16", "tf32"):
        return first + half, 16 * lower + bit
    # Whole words of a row.
    word, upper = divmod(half, 2)
    return first + 2 * word + lower, 16 * upper + bit


def places(f: Fields, metadata: Lanes, selector: int) -> Lanes:
    """Return [16, K / 2]: the column of each stored element of A."""
    chunk = chunk_of(f["at"])
    words = np.ascontiguousarray(metadata).view(np.uint32).astype(np.int64)
    bits = np.zeros((ROWS, depth_of(f) // chunk.width), np.int64)
    for row in range(ROWS):
        for number in range(bits.shape[1]):
            lane, bit = source(f, selector, row, number)
            bits[row, number] = words[lane] >> bit & 15
    return columns_of(chunk, bits)


def columns_of(chunk: Chunk, bits: Lanes) -> Lanes:
    """Return the column of each stored element, [rows, K / 2], by the bits of [rows, chunks]."""
    n = np.arange(chunk.stored)
    place = bits[..., None] >> 2 * (n // chunk.together) & 3
    if chunk.width == 2:
        place >>= 1
    first = chunk.width * np.arange(bits.shape[1])[:, None]
    return (first + place * chunk.together + n % chunk.together).reshape(len(bits), -1)
