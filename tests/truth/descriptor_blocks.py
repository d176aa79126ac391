"""Measure what tensor descriptors cost a launch of many blocks, on the GPU of this machine.

    python tests/truth/descriptor_blocks.py > OUT.csv      (40 seconds)

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
from collections.abc import Callable
from typing import Any

import torch
import triton
import triton.language as tl
from triton.tools.tensor_descriptor import TensorDescriptor

SIZES = ((256, 512), (1024, 1024), (1024, 4096), (4096, 4096))
TILES = ((16, 32), (32, 16), (32, 32), (64, 32), (64, 64))
WARPS = (1, 2, 4, 8)
ROUNDS = 20
COLUMNS = (
    *("kernel", "rows", "columns", "tile_rows", "tile_columns", "warps", "blocks"),
    *("warm_us", "cold_us"),
)


@triton.jit
def both(x, y, rows, columns, R: tl.constexpr, C: tl.constexpr):
    source = tl.make_tensor_descriptor(x, [rows, columns], [columns, 1], [R, C])
    target = tl.make_tensor_descriptor(y, [rows, columns], [columns, 1], [R, C])
    r, c = tl.program_id(0) * R, tl.program_id(1) * C
    target.store([r, c], source.load([r, c]) * 2)


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


def median_us(run: Callable[[], Any], before: Callable[[], Any]) -> float:
    """Return the median time of a call between two events, in microseconds."""
    start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    times: list[float] = []
    for _ in range(ROUNDS):
        before()
        torch.cuda._sleep(200_000)  # the launch is queued before the first event is passed
        start.record()
        run()
        end.record()
        end.synchronize()
        times.append(1e3 * start.elapsed_time(end))
    return round(statistics.median(times), 2)


def main() -> None:
    triton.set_allocator(lambda size, *_: torch.empty(size, dtype=torch.int8, device="cuda"))
    flush = torch.empty(256 << 20, dtype=torch.uint8, device="cuda")
    table = csv.writer(sys.stdout)
    table.writerow(COLUMNS)
    kernels = (both, loads, stores, plain, host)
    cases = itertools.product(SIZES, TILES, WARPS, kernels)
    for (rows, columns), (height, width), warps, kernel in cases:
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
        times = [median_us(run, before) for before in (lambda: None, flush.zero_)]
        blocks = grid[0] * grid[1]
        table.writerow([kernel.fn.__name__, rows, columns, height, width, warps, blocks, *times])


if __name__ == "__main__":
    main()
