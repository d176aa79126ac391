"""Whole products are those of `tensor_sums`, the definition in integers, bit for bit."""

from __future__ import annotations

import math

import numpy as np
import pytest

from each import each
from kernelscope.vgpu.runtime import whole_products
from kernelscope.vgpu.runtime.whole_products import ALIGNMENT, TILE, multiply
from kernelscope.vgpu.tensor_sums import Sums, add_products, sums_of
from truth.sum_cases import Array, drawn, values

HEIGHT, WIDTH, DEPTH = TILE
# Batches, rows and columns of tiles, and steps of K.
SIZES = [(1, 1, 1, 1), (1, 1, 1, 40), (1, 3, 2, 2), (2, 2, 3, 1), (3, 1, 2, 4)]
DATA = ["near", "wide", "small", "special"]
SMS = [80, 90, 100, 120]


def aligned(shape: tuple[int, ...]) -> Array:
    memory = np.empty(4 * math.prod(shape) + ALIGNMENT, np.uint8)
    start = -memory.ctypes.data % ALIGNMENT
    return memory[start : start + 4 * math.prod(shape)].view(np.float32).reshape(shape)


def factors(kind: str, data: str, size: tuple[int, ...]) -> tuple[Array, Array]:
    """Both sides in tiles, drawn the same each time."""
    batch, high, wide, steps = size
    draw = np.random.default_rng([ord(letter) for letter in f"{kind} {data} {size}"])
    sides = (
        aligned((batch, high, steps, HEIGHT, DEPTH)),
        aligned((batch, wide, steps, DEPTH, WIDTH)),
    )
    for side in sides:
        side[...] = values(kind, drawn(draw, kind, side.shape, data))
    return sides


def wanted(how: Sums, kind: str, left: Array, right: Array) -> Array:
    """The product by the definition: `terms` products of K at a time, in order, from zero."""
    batch, high, steps = left.shape[:3]
    rows, columns, depth = high * HEIGHT, right.shape[1] * WIDTH, steps * DEPTH
    a = left.transpose(0, 1, 3, 2, 4).reshape(batch, rows, 1, depth)
    b = right.transpose(0, 1, 4, 2, 3).reshape(batch, 1, columns, depth)
    shape = batch, rows, columns, depth
    a, b = (np.broadcast_to(side, shape).reshape(-1, depth) for side in (a, b))
    with np.errstate(all="ignore"):
        sums = add_products(how, (kind, kind), a, b, np.zeros(len(a), np.float32))
    return sums.reshape(batch, rows, columns)


@each("sm", SMS)
@each("size", SIZES)
@each("data", DATA)
@pytest.mark.parametrize("kind", ["f16", "bf16"])
def test_a_product_has_the_bits_of_the_definition(
    kind: str, data: str, size: tuple[int, ...], sm: int
) -> None:
    """Also of NaN, infinities, subnormals, and sums too large or small for the quick code."""
    how = sums_of(sm, "mma", kind, "f32")
    left, right = factors(kind, data, size)
    got = multiply(how, kind, left, right).view(np.uint32)
    assert np.array_equal(got, wanted(how, kind, left, right).view(np.uint32))


def test_threads_share_a_product(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each computes some of the tiles, and one may begin in the middle of a column of them."""
    left, right = factors("f16", "near", (2, 5, 3, 2))
    how = sums_of(90, "mma", "f16", "f32")
    alone = multiply(how, "f16", left, right)
    monkeypatch.setattr(whole_products, "_WORTH_A_THREAD", 1)
    for threads in (2, 3, 7):
        monkeypatch.setattr(whole_products, "worker_count", lambda count=threads: count)
        assert np.array_equal(multiply(how, "f16", left, right), alone)
