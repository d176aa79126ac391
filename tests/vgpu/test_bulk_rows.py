"""Blackwell's copies of tensors: four rows, swizzles by atomicity, elements of 4 and 6 bits, pairs of
blocks, and rows of bytes of which some are left out.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from kernelscope.errors import LaunchError, MemoryAccessError
from kernelscope.vgpu.layout import base_of
from kernelscope.vgpu.tensor_map import TensorMap, decode, swizzled
from vgpu.test_bulk_copies import TILE, WAIT, both, run, source, tensor_load, tensor_store

# ruff: noqa: E501 - instructions of PTX are long

AT = "{{%c0, %c1, %c2, %c3, %c4}}"
GATHER = f"""
    @%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r4], %r1;
    @%p1 cp.async.bulk.tensor.2d.{{to}}.global.tile::gather4.mbarrier::complete_tx::bytes
        [%r2], [%rd3, {AT}], [%r4];
{WAIT}"""
SCATTER = f"""
    @%p1 cp{{reduce}}.async.bulk.tensor.2d.global.shared::cta{{op}}.tile::scatter4.bulk_group
        [%rd3, {AT}], [%r2];
    @%p1 cp.async.bulk.commit_group;
    @%p1 cp.async.bulk.wait_group 0;
"""


def matrix(draw: random.Random) -> tuple[np.ndarray, TensorMap]:
    """A matrix of words, and a map of its rows in a random swizzle."""
    swizzle = draw.randint(0, 4)
    width = (4 * draw.randint(1, 12), 8, 16, 32, 24)[swizzle]
    columns, rows = draw.choice((4, 30, 64)), draw.randint(5, 20)
    x = np.arange(1, 1 + rows * 64, dtype=np.uint32).reshape(rows, 64)
    atomicity = draw.randint(0, 3) if swizzle == 3 else 0
    sizes, box = (columns, rows), (width, 1)
    return x, TensorMap("u32", 0, sizes, (256,), box, (1, 1), swizzle, atomicity=atomicity)


def places(made: TensorMap, count: int) -> np.ndarray:
    """The word in shared memory of each element of a box."""
    return np.array([swizzled(4 * n, made.swizzle_mask) // 4 for n in range(count)])


@pytest.mark.parametrize("seed", range(16))
@pytest.mark.parametrize("to", ["shared::cta", "shared::cluster"])
def test_four_rows_are_gathered_one_after_the_other(seed: int, to: str) -> None:
    """Any rows of a matrix; those outside it, and columns outside it, are zeros."""
    draw = random.Random(seed)
    x, made = matrix(draw)
    columns, rows = made.sizes
    column = 4 * draw.randint(-2, 5)
    chosen = [draw.randint(-2, rows + 1) for _ in range(4)]
    width = made.box[0]
    wide = np.zeros((4, width), np.uint32)
    for n, row in enumerate(chosen):
        for c in range(width):
            if 0 <= row < rows and 0 <= column + c < columns:
                wide[n, c] = x[row, column + c]
    args = [x, np.zeros(TILE, np.uint8)]
    text = source(GATHER.format(to=to), "0")
    (_, y), counters = both(text, args, made, (column, *chosen), size=wide.nbytes)
    words = y.view(np.uint32)[places(made, wide.size)]
    np.testing.assert_array_equal(words.reshape(wide.shape), wide)
    assert counters["smsp__sass_inst_executed_op_tma_ld.sum"] == 1


@pytest.mark.parametrize("seed", range(16))
@pytest.mark.parametrize("op", ["", ".add"])
def test_four_rows_are_scattered(seed: int, op: str) -> None:
    """What is outside the matrix goes nowhere, but for its last 16 bytes."""
    draw = random.Random(seed)
    x, made = matrix(draw)
    columns, rows = made.sizes
    column = 4 * draw.randint(0, 5)
    chosen = draw.sample(range(rows + 2), 4)
    expected = x.copy()
    for row in chosen:
        for c in range(column, column + made.box[0]):
            if row < rows and c < -(-columns // 4) * 4:
                expected[row, c] = 7 + (x[row, c] if op else 0)
    args = [x, np.zeros(TILE, np.uint8)]
    reduce = ".reduce" if op else ""
    text = source(SCATTER.format(reduce=reduce, op=op), "7")
    (after, _), _ = both(text, args, made, (column, *chosen))
    np.testing.assert_array_equal(after, expected)


@pytest.mark.parametrize("compiled", [True, False])
def test_copies_of_four_rows_are_refused_where_a_gpu_stops(compiled: bool) -> None:
    """A box of two rows, a store before the matrix, a column at no multiple of 16 bytes."""
    x = np.zeros((8, 16), np.uint32)
    args = [x, np.zeros(TILE, np.uint8)]
    load, store = source(GATHER.format(to="shared::cta")), source(SCATTER.format(reduce="", op=""))
    row = TensorMap("u32", 0, (16, 8), (64,), (16, 1), (1, 1))
    rows = TensorMap("u32", 0, (16, 8), (64,), (16, 2), (1, 1))
    for text, made, at, message in (
        (load, rows, (0, 0, 1, 2, 3), "not one of four rows"),
        (store, rows, (0, 0, 1, 2, 3), "not one of four rows"),
        (store, row, (0, 0, 1, -1, 3), "at a negative coordinate"),
        (load, row, (2, 0, 1, 2, 3), "multiple of 16 bytes"),
    ):
        with pytest.raises((LaunchError, MemoryAccessError), match=message):
            run(text, args, made, at, ways=(compiled,))


# ---- swizzles ------------------------------------------------------------------------------------

# The manual's tables (5.5.7): the 16-byte chunks of each row of 128 bytes, until they repeat.
TABLES = {
    (1, 0): ("01234567", "10325476"),
    (2, 0): ("01234567", "10325476", "23016745", "32107654"),
    (3, 0): (
        *("01234567", "10325476", "23016745", "32107654"),
        *("45670123", "54761032", "67452301", "76543210"),
    ),
    (3, 1): ("01234567", "23016745", "45670123", "67452301"),
    (3, 3): ("01234567", "45670123"),
    (4, 0): ("01234567", "10325476"),
}


@pytest.mark.parametrize(("mode", "rows"), TABLES.items())
def test_a_swizzle_moves_the_chunks_as_the_manual_shows(
    mode: tuple[int, int], rows: tuple[str, ...]
) -> None:
    swizzle, atomicity = mode
    width = (0, 32, 64, 128, 96)[swizzle]
    made = TensorMap(
        "u8", base_of(8), (width, 64), (128,), (width, 8), (1, 1), swizzle, atomicity=atomicity
    )
    assert decode(made.encode()) == made
    for line in range(16):
        for chunk, source_chunk in enumerate(rows[line % len(rows)]):
            place = swizzled(128 * line + 16 * int(source_chunk), made.swizzle_mask)
            assert place == 128 * line + 16 * chunk


def test_a_flip_of_8_bytes_swaps_them_in_every_other_line() -> None:
    """Besides that it is the swizzle of 32-byte atoms."""
    flip, atoms = (
        TensorMap("u8", 0, (128, 8), (128,), (128, 8), (1, 1), 3, atomicity=n).swizzle_mask
        for n in (2, 1)
    )
    for address in range(0, 2048, 8):
        odd = address >> 7 & 1
        assert swizzled(address, flip) == swizzled(address, atoms) ^ (8 if odd else 0)


@pytest.mark.parametrize("atomicity", [1, 2, 3])
def test_a_box_is_loaded_and_stored_with_an_atomicity(atomicity: int) -> None:
    """In both directions the tensor's rows are those of `swizzled`."""
    x = np.arange(8 * 64).reshape(8, 64).astype(np.uint16)
    made = TensorMap("u16", 0, (64, 8), (128,), (64, 8), (1, 1), 3, atomicity=atomicity)
    args = [x, np.zeros(TILE, np.uint8)]
    (_, y), _ = both(source(tensor_load(2)), args, made, (0, 0), size=1024)
    at = [swizzled(n, made.swizzle_mask) for n in range(1024)]
    np.testing.assert_array_equal(y[at], x.reshape(-1).view(np.uint8))
    body = (
        tensor_load(2) + "fence.proxy.async;\nbar.sync 0;\nadd.u32 %c1, %c1, 8;" + tensor_store(2)
    )
    twice = np.concatenate([x, np.zeros_like(x)])
    made = TensorMap("u16", 0, (64, 16), (128,), (64, 8), (1, 1), 3, atomicity=atomicity)
    (after, _), _ = both(source(body), [twice, args[1]], made, (0, 0), size=1024)
    np.testing.assert_array_equal(after[8:], x)


# ---- elements of 4 and 6 bits --------------------------------------------------------------------


def test_packed_elements_of_4_bits_are_copied_as_they_are() -> None:
    """Two in a byte; columns outside the tensor are zeros."""
    x = np.arange(1, 1 + 6 * 64, dtype=np.uint8).reshape(6, 64)
    made = TensorMap("b4x16", 0, (100, 6), (64,), (64, 4), (1, 1))
    args = [x, np.zeros(TILE, np.uint8)]
    (_, y), _ = both(source(tensor_load(2)), args, made, (64, 3), size=128)
    expected = np.zeros((4, 32), np.uint8)
    expected[:3, :18] = x[3:, 32:50]
    np.testing.assert_array_equal(y[:128].reshape(4, 32), expected)


@pytest.mark.parametrize("swizzle", [(0, 0), (3, 0), (3, 1), (3, 3)])
@pytest.mark.parametrize(("kind", "width"), [("b4x16_p64", 8), ("b6x16_p32", 12)])
def test_padded_elements_leave_gaps_in_shared_memory(
    kind: str, width: int, swizzle: tuple[int, int]
) -> None:
    """16 of them take 16 bytes there; what is between them is as it was. The mbarrier counts the
    bytes of the tensor.
    """
    row = 8 * width
    x = np.arange(6 * 2 * row, dtype=np.uint8).reshape(6, 2 * row)
    mode, atomicity = swizzle
    made = TensorMap(kind, 0, (256, 6), (2 * row,), (128, 4), (1, 1), mode, atomicity=atomicity)
    args = [x, np.zeros(TILE, np.uint8)]
    (_, y), _ = both(source(tensor_load(2)), args, made, (128, 4), size=4 * row)
    expected = np.full((4, 8, 16), 0xFF, np.uint8)
    expected[:, :, :width] = 0
    expected[:2, :, :width] = x[4:, row:].reshape(2, 8, width)
    at = [swizzled(n, made.swizzle_mask) for n in range(512)]
    np.testing.assert_array_equal(y[at], expected.reshape(-1))


def test_elements_of_6_bits_are_packed_where_they_are_stored() -> None:
    """The two upper bits of each byte are left out."""
    x = np.zeros((4, 96), np.uint8)
    made = TensorMap("b6x16_p32", 0, (128, 4), (96,), (128, 2), (1, 1))
    args = [x, np.zeros(TILE, np.uint8)]
    (after, _), _ = both(source(tensor_store(2), "0xC1FF0203"), args, made, (0, 1))
    bits = 0x03 | 0x02 << 6 | 0x3F << 12 | 0x01 << 18
    word = np.frombuffer(bits.to_bytes(3, "little"), np.uint8)
    expected = x.copy()
    expected[1:3] = np.tile(word, 32)
    np.testing.assert_array_equal(after, expected)


@pytest.mark.parametrize("compiled", [True, False])
def test_packed_elements_are_refused_where_the_manual_does(compiled: bool) -> None:
    """A store of padded 4 bits, a sum, a column in the middle of 128."""
    x = np.zeros((4, 192), np.uint8)
    args = [x, np.zeros(TILE, np.uint8)]
    four = TensorMap("b4x16_p64", 0, (256, 4), (192,), (128, 2), (1, 1))
    six = TensorMap("b6x16_p32", 0, (256, 4), (192,), (128, 2), (1, 1))
    for text, made, at, message in (
        (source(tensor_store(2)), four, (0, 0), "element type"),
        (source(tensor_store(2, ".add")), six, (0, 0), "reduction is not defined"),
        (source(tensor_load(2)), six, (64, 0), "not a multiple of 128"),
    ):
        with pytest.raises((LaunchError, MemoryAccessError), match=message):
            run(text, args, made, at, ways=(compiled,))


@pytest.mark.parametrize(
    "change",
    [
        {"box": (64, 2)}, {"sizes": (192, 4)}, {"strides": (208,)}, {"swizzle": 1},
        {"swizzle": 3, "atomicity": 2}, {"fills_with_nan": True},
    ],
)  # fmt: skip
def test_a_map_of_padded_elements_that_a_driver_refuses_cannot_be_made(
    change: dict[str, Any],
) -> None:
    usual: dict[str, Any] = {
        "type": "b6x16_p32", "address": base_of(8), "sizes": (256, 4), "strides": (192,),
        "box": (128, 2), "steps": (1, 1),
    }  # fmt: skip
    assert decode(TensorMap(**usual).encode()) == TensorMap(**usual)
    with pytest.raises(LaunchError, match="4 or 6 bits do not fit"):
        TensorMap(**{**usual, **change}).encode()


MAKE = """
    mul.lo.u32 %r9, %r5, 4;
    add.u32 %r9, %r3, %r9;
    st.shared.u32 [%r9], 0;
    bar.warp.sync -1;
    @%p1 tensormap.replace.tile.global_address.shared::cta.b1024.b64 [%r3], %rd1;
    @%p1 tensormap.replace.tile.elemtype.shared::cta.b1024.b32 [%r3], 13;
    @%p1 tensormap.replace.tile.swizzle_mode.shared::cta.b1024.b32 [%r3], 3;
    @%p1 tensormap.replace.tile.swizzle_atomicity.shared::cta.b1024.b32 [%r3], 2;
    bar.warp.sync -1;
    ld.shared.u32 %r8, [%r9];
    add.u32 %r9, %r5, 0;
    mul.lo.u32 %r9, %r9, 4;
    add.u32 %r9, %r2, %r9;
    st.shared.u32 [%r9], %r8;
    bar.sync 0;
"""


def test_a_kernel_sets_the_atomicity_and_an_element_type_of_a_map() -> None:
    for (_, y), _ in run(source(MAKE), [np.zeros(64, np.uint8), np.zeros(TILE, np.uint8)]):
        made = decode(y[:128].tobytes())
        assert made is not None
        assert (made.type, made.swizzle, made.atomicity) == ("b4x16", 3, 2)


# ---- rows of bytes -------------------------------------------------------------------------------


@pytest.mark.parametrize(("left", "right"), [(0, 0), (3, 0), (0, 15), (7, 9)])
def test_a_load_may_leave_bytes_at_its_ends_out(left: int, right: int) -> None:
    """They may be outside their memory, and do not change; the mbarrier counts all."""
    x = np.arange(1, 65, dtype=np.uint8)
    body = f"""
    @%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r4], 64;
    @%p1 cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes.ignore_oob
        [%r2], [%rd1], 64, {left}, {right}, [%r4];
    """
    short = x[: 64 - right].copy()
    (_, y), _ = both(source(body + WAIT), [short, np.zeros(TILE, np.uint8)])
    expected = np.full(64, 0xFF, np.uint8)
    expected[left : 64 - right] = x[left : 64 - right]
    np.testing.assert_array_equal(y[:64], expected)


@pytest.mark.parametrize("compiled", [True, False])
def test_more_than_15_bytes_may_not_be_left_out(compiled: bool) -> None:
    body = "@%p1 cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes.ignore_oob [%r2], [%rd1], 64, 16, 0, [%r4];"
    args = [np.zeros(64, np.uint8), np.zeros(TILE, np.uint8)]
    with pytest.raises((LaunchError, MemoryAccessError), match="at most 15 bytes"):
        run(source(body), args, ways=(compiled,))


@pytest.mark.parametrize("mask", [0, 1, 0b1010, 0x8001, 0xFFFF])
@pytest.mark.parametrize(("hint", "policy"), [("", ""), (".L2::cache_hint", ", %rd9")])
def test_a_store_of_some_bytes_of_each_chunk_leaves_the_others(
    mask: int, hint: str, policy: str
) -> None:
    body = f"""
    .reg .b16 %mask;
    mov.b16 %mask, {mask};
    mov.b64 %rd9, 0;
    fence.proxy.async;
    @%p1 cp.async.bulk.global.shared::cta.bulk_group{hint}.cp_mask [%rd1], [%r2], 64{policy}, %mask;
    @%p1 cp.async.bulk.commit_group;
    @%p1 cp.async.bulk.wait_group 0;
    """
    x = np.arange(80, dtype=np.uint8)
    (after, _), _ = both(source(body, "0xEEEEEEEE"), [x, np.zeros(TILE, np.uint8)])
    expected = x.copy()
    for n in range(64):
        if mask >> n % 16 & 1:
            expected[n] = 0xEE
    np.testing.assert_array_equal(after, expected)


def test_a_sum_of_f32_with_noftz_keeps_subnormals() -> None:
    x = np.full(16, 1, np.uint32).view(np.float32)
    body = """
    fence.proxy.async;
    @%p1 cp.reduce.async.bulk.global.shared::cta.bulk_group.add.noftz.f32 [%rd1], [%r2], 64;
    @%p1 cp.async.bulk.commit_group;
    @%p1 cp.async.bulk.wait_group 0;
    """
    (after, _), _ = both(source(body, "2"), [x, np.zeros(TILE, np.uint8)])
    assert after.view(np.uint32).tolist() == [3] * 16
