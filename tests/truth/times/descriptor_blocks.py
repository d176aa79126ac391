"""Measure what tensor descriptors cost a launch of many blocks, on the GPU of this machine.

    python -m truth.times.descriptor_blocks > OUT.csv      (in tests/, 40 seconds)

Each kernel copies a matrix of fp32, doubled, tile by tile: without descriptors ("plain"), with two
that the host makes ("host"), with two that each block makes ("both"), or with one to load or to
store. Microseconds between two events, the median of 20: L2 as the launch before left it, and
filled with other data. docs/measured/2026-11-26-copies.md has an H100's.
"""

from __future__ import annotations

import csv
import itertools
import statistics
import sys
from typing import Any

import torch
import triton
import triton.language as tl
from triton.tools.tensor_descriptor import TensorDescriptor

from truth.times.descriptors import give_memory, times_us
from truth.times.memory import descriptor_copy_kernel

SIZES = ((256, 512), (1024, 1024), (1024, 4096), (4096, 4096))
TILES = ((16, 32), (32, 16), (32, 32), (64, 32), (64, 64))
WARPS = (1, 2, 4, 8)
ROUNDS = 20
COLUMNS = (
    *("kernel", "rows", "columns", "tile_rows", "tile_columns", "warps", "blocks"),
    *("warm_us", "cold_us"),
)


@triton.jit
def loads(x, y, rows, columns, R: tl.constexpr, C: tl.constexpr):
    source = tl.make_tensor_descriptor(x, [rows, columns], [columns, 1], [R, C])
    r, c = tl.program_id(0) * R, tl.program_id(1) * C
    at = (r + tl.arange(0, R))[:, None] * columns + c + tl.arange(0, C)[None, :]
    tl.store(y + at, source.load([r, c]) * 2)


@triton.jit
def stores(x, y, rows, columns, R: tl.constexpr, C: tl.constexpr):
    target = tl.make_tensor_descriptor(y, [rows, columns], [columns, 1], [R, C])
    r, c = tl.program_id(0) * R, tl.program_id(1) * C
    at = (r + tl.arange(0, R))[:, None] * columns + c + tl.arange(0, C)[None, :]
    target.store([r, c], tl.load(x + at) * 2)


@triton.jit
def plain(x, y, rows, columns, R: tl.constexpr, C: tl.constexpr):
    r, c = tl.program_id(0) * R, tl.program_id(1) * C
    at = (r + tl.arange(0, R))[:, None] * columns + c + tl.arange(0, C)[None, :]
    tl.store(y + at, tl.load(x + at) * 2)


@triton.jit
def host(x, y, rows, columns, R: tl.constexpr, C: tl.constexpr):
    r, c = tl.program_id(0) * R, tl.program_id(1) * C
    y.store([r, c], x.load([r, c]) * 2)


KERNELS = {
    "both": descriptor_copy_kernel,
    "loads": loads,
    "stores": stores,
    "plain": plain,
    "host": host,
}


def main() -> None:
    give_memory()
    flush = torch.empty(256 << 20, dtype=torch.uint8, device="cuda")
    table = csv.writer(sys.stdout)
    table.writerow(COLUMNS)
    cases = itertools.product(SIZES, TILES, WARPS, KERNELS.items())
    for (rows, columns), (height, width), warps, (name, kernel) in cases:
        x = torch.randn(rows, columns, device="cuda")
        y = torch.empty_like(x)
        grid = (rows // height, columns // width)
        pair: list[Any] = [x, y]
        if kernel is host:
            pair = [TensorDescriptor(t, t.shape, t.stride(), [height, width]) for t in pair]

        def run() -> None:
            kernel[grid](*pair, rows, columns, R=height, C=width, num_warps=warps)  # noqa: B023

        run()
        assert torch.equal(y, 2 * x)
        times = [
            round(statistics.median(times_us(run, before, 200_000, ROUNDS)), 2)
            for before in (lambda: None, flush.zero_)
        ]
        blocks = grid[0] * grid[1]
        table.writerow([name, rows, columns, height, width, warps, blocks, *times])


if __name__ == "__main__":
    main()
