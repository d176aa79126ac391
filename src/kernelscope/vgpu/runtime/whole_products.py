"""Products of whole matrices, added as tensor cores do, on the threads of this CPU."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from kernelscope.vgpu.jit.whole_products import DEPTH, HEIGHT, SLOTS, WIDTH, load
from kernelscope.vgpu.runtime.thread_pool import run_on_threads
from kernelscope.vgpu.runtime.worker import worker_count
from kernelscope.vgpu.tensor_sums import Sums

Array = np.ndarray[Any, Any]
TILE = HEIGHT, WIDTH, DEPTH
"""The rows and columns of a tile of the result, and the products that a step adds."""
ALIGNMENT = 64
"""The bytes to whose multiples matrices are aligned."""
_WORTH_A_THREAD = 1 << 20  # multiply-adds: some 150 µs


def multiply(how: Sums, kind: str, left: Array, right: Array) -> Array:
    """Return left · right with the bits that tensor cores give: f32, [batch, rows, columns] of
    whole tiles.

    Args:
        how: how they add.
        kind: the type of the factors, f16 or bf16.
        left: values of that type as f32, [batch, high, steps, HEIGHT, DEPTH], aligned.
        right: the same, [batch, wide, steps, DEPTH, WIDTH]. Both are padded with zeros.
    """
    batch, high, steps = left.shape[:3]
    wide = right.shape[1]
    tiles = batch * wide * high
    work = tiles * steps * math.prod(TILE)
    threads = min(worker_count(), tiles, max(work // _WORTH_A_THREAD, 1))
    sums = _aligned((batch, high * HEIGHT, wide * WIDTH), np.float32)
    exponents = _aligned((threads, steps, DEPTH, WIDTH), np.int16)
    bounds = [tiles * n // threads for n in range(threads + 1)]
    slots = np.zeros((threads, len(SLOTS)), np.int64)
    matrices = [array.ctypes.data for array in (left, right, sums)]
    for n, line in enumerate(slots):
        part = exponents[n].ctypes.data, bounds[n], bounds[n + 1] - bounds[n]
        line[:] = (*matrices, *part, steps, high, wide)
    run_on_threads(load(how, kind).run, [line.ctypes.data for line in slots])
    return sums


def _aligned(shape: tuple[int, ...], kind: type[np.generic]) -> Array:
    size = math.prod(shape) * np.dtype(kind).itemsize
    memory = np.empty(size + ALIGNMENT, np.uint8)
    start = -memory.ctypes.data % ALIGNMENT
    return memory[start : start + size].view(kind).reshape(shape)
