"""What sm_103a alone has of `tcgen05.mma`: K = 96, and a leading dimension that is an address."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kernelscope.errors import MemoryAccessError
from kernelscope.vgpu import tensor_memory as tm
from kernelscope.vgpu.tensor_layout import TensorKind, TensorWay
from vgpu.test_tcgen05 import COLUMNS, LANES, SHARED, Tile, encoded, run, small

K, N = 96, 32
KIND = {"block16": "mxf4nvf4", "block32": "mxf4nvf4", "scale_vec::2X": "mxf4"}


def shape_of(m: int, powers: bool, ids: tuple[int, int] = (0, 0)) -> int:
    """The instruction descriptor of a long product."""
    sizes = (N >> 3) << 17 | (m >> 7) << 27 | 1 << 31
    return ids[1] << 4 | 1 << 7 | 1 << 10 | powers << 23 | ids[0] << 29 | sizes


def opcode(size: str, pair: int = 1) -> str:
    return f"tcgen05.mma.cta_group::{pair}.kind::{KIND[size]}.block_scale.{size}"


def put_scales(memory: Any, column: int, at: int, scales: Any) -> None:
    """Put scales into tensor memory, [rows, count] bytes, from byte `at` on.

    Strides of CUTLASS's `tmem_sf_frg`: a row 1 lane, of 32 rows 1 column; a scale 1 byte, four of
    them as many columns as 128 rows have; each of the four parts of the lanes has all.
    """
    for row, n in np.ndindex(scales.shape):
        far, byte = divmod(at + n, 4)
        words = memory[column + row // 32 + far * 4, row % 32 :: 32]
        words |= np.uint32(int(scales[row, n]) << 8 * byte)


@pytest.mark.parametrize(
    ("size", "powers", "ids"),
    [
        ("block16", False, (0, 2)), ("block16", True, (2, 0)), ("block32", True, (0, 1)),
        ("block32", True, (2, 3)), ("scale_vec::2X", True, (3, 0)),
    ],
)  # fmt: skip
@pytest.mark.parametrize("pair", [1, 2])
def test_scales_of_96_elements(size: str, powers: bool, ids: tuple[int, int], pair: int) -> None:
    """Six scales of 16 elements, or three of 32, which begin in a byte and go on behind a word."""
    draw, m, count = np.random.default_rng(4), 128 * pair, 6 if size == "block16" else 3
    a, b = small("e2m1", draw, m, K), small("e2m1", draw, N, K)
    of_a, of_b = draw.integers(0, 3, (m, count)), draw.integers(0, 3, (N, count))
    wide = [np.repeat(2.0**s, K // count, axis=1) for s in (of_a, of_b)]
    data = np.zeros((pair, SHARED), np.uint8)
    memory = np.zeros((pair, COLUMNS, LANES), np.uint32)
    descriptors = [0, 0]
    for block in range(pair):
        rows = slice(block * 128, block * 128 + 128)
        halves = a[rows], b[block * N // pair : (block + 1) * N // pair]
        for at, half in enumerate(halves):
            tile = Tile("mxf4", "e2m1", (0, 16384)[at], 0, False, data[block])
            descriptors[at] = tile.place(encoded("e2m1", half))
        for column, at, scales in ((0, ids[0], of_a[rows]), (16, ids[1], of_b)):
            codes = scales + 127 if powers else encoded("e4m3", 2.0**scales)
            put_scales(memory[block], column, at, codes)
    body = f"""
    .reg .b32 %q;
    add.u32 %d, %base, 64; add.u32 %q, %base, 16;
    @%lead {opcode(size, pair)} [%d], %a, %b, %i, [%base], [%q], %no;
    """
    operands, expected = (*descriptors, shape_of(m, powers, ids)), (a * wide[0]) @ (b * wide[1]).T
    for compiled in (True, False):
        after = run(body, data, memory, operands, pair=pair, compiled=compiled, device="b300")
        sums = np.concatenate([after[block][64 : 64 + N].T for block in range(pair)])
        assert np.array_equal(sums.view(np.float32), expected)


def test_scales_of_more_than_128_columns_have_twice_the_columns() -> None:
    sizes = (192 >> 3) << 17 | 1 << 27 | 1 << 31
    shape = 1 << 7 | 1 << 10 | 1 << 23 | sizes
    product = tm.product_of(TensorKind.MXF4NVF4, shape, TensorWay.SM_103, 4)
    assert product is not None
    columns = product.scale_columns(20, 2, 192)
    assert (columns[:, :2] == 20 + np.arange(192)[:, None] // 32).all()
    assert (columns[:, 2:] == 28 + np.arange(192)[:, None] // 32).all()


@pytest.mark.parametrize("compiled", [True, False])
def test_a_line_goes_on_in_another_tile(compiled: bool) -> None:
    """48 bytes from byte 96 of a line on: A goes on in the same tile, B in another one."""
    draw = np.random.default_rng(5)
    data, memory = np.zeros((1, SHARED), np.uint8), np.zeros((1, COLUMNS, LANES), np.uint32)
    memory[0, :24] = 0x7F7F7F7F  # scales of one
    a, b, far = (small("e2m1", draw, rows, 256) for rows in (128, N, N))
    tile_a, tile_b, _ = (
        Tile("mxf4", "e2m1", start, 128, False, data[0]).place(encoded("e2m1", part))
        for start, part in ((0, a), (16384, b), (24576, far))
    )

    def absolute(tile: int, beyond: int) -> int:
        return tile + (96 >> 4) & ~(0x3FFF << 16) | (beyond >> 4) << 16 | 1 << 52

    body = f"""
    .reg .b32 %q;
    add.u32 %d, %base, 64; add.u32 %q, %base, 16;
    @%lead {opcode("block32")} [%d], %a, %b, %i, [%base], [%q], %no;
    """
    operands = absolute(tile_a, 0), absolute(tile_b, 24576), shape_of(128, True)
    left, right = np.hstack((a[:, 192:], a[:, :32])), np.hstack((b[:, 192:], far[:, :32]))
    after = run(body, data, memory, operands, compiled=compiled, device="b300")[0, 64 : 64 + N]
    assert np.array_equal(after.view(np.float32).T, left @ right.T)


TILE = 1 << 46 | 64 << 32 | 2 << 61
WRONG = [
    ("b200", TILE, shape_of(128, True), "describes no product"),
    ("b300", TILE, shape_of(256, True), "describes no product"),
    ("b300", TILE, shape_of(128, False), "describes no product"),
    ("b200", TILE | 1 << 52, shape_of(128, True) & ~(1 << 31), "a matrix descriptor"),
    ("b300", TILE | 1 << 52 | 1 << 49, shape_of(128, True), "a matrix descriptor"),
    ("b300", (TILE | 1 << 52) ^ 6 << 61, shape_of(128, True), "a matrix descriptor"),
]


@pytest.mark.parametrize(("device", "tile", "shape", "words"), WRONG)
@pytest.mark.parametrize("compiled", [True, False])
def test_a_wrong_use_is_an_error(
    device: str, tile: int, shape: int, words: str, compiled: bool
) -> None:
    data, before = np.zeros((1, SHARED), np.uint8), np.zeros((1, COLUMNS, LANES), np.uint32)
    product = f"{opcode('block32')} [%d], %a, %b, %i, [%base], [%base], %no;"
    body = f"add.u32 %d, %base, 64;\n@%lead {product}"
    with pytest.raises(MemoryAccessError, match=words):
        run(body, data, before, (tile, tile, shape), compiled=compiled, device=device)
