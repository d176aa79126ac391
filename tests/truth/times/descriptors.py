"""Measure what tensor descriptors of Triton cost, on the GPU of this machine.

    python -m truth.times.descriptors OUT.csv      (in tests/, half a minute)

Each kernel does one thing `times` times in a loop that overlaps nothing: it makes a descriptor and
loads a tile with it ("make"), loads a tile ("load") or stores one ("store"). Columns: what it does,
rows and columns of the tile (fp32), blocks, whether each time has a tile of its own, times, and the
microseconds of a launch with a warm L2, the least of 30. The slope over `times` is what once costs.

`kernelscope run --device virtual:h200 -m truth.times.descriptors OUT.csv` writes the estimates.
"""

from __future__ import annotations

import csv
import itertools
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import torch
import triton
import triton.language as tl

TILES = ((32, 32), (64, 32), (64, 64), (128, 64))
BLOCKS = (1, 132, 264)
TIMES = (1, 4, 16, 64)
_ROUNDS = 30


@triton.jit
def make_kernel(x, y, rows, columns, times, step, R: tl.constexpr, C: tl.constexpr):
    total = tl.zeros([R, C], tl.float32)
    block = tl.program_id(0) * R
    for at in tl.range(0, times, num_stages=1):
        source = tl.make_tensor_descriptor(x, [rows, columns], [columns, 1], [R, C])
        total += source.load([block + at * step, 0])
    tl.store(y + block * C + tl.arange(0, R)[:, None] * C + tl.arange(0, C)[None, :], total)


@triton.jit
def load_kernel(x, y, rows, columns, times, step, R: tl.constexpr, C: tl.constexpr):
    total = tl.zeros([R, C], tl.float32)
    block = tl.program_id(0) * R
    source = tl.make_tensor_descriptor(x, [rows, columns], [columns, 1], [R, C])
    for at in tl.range(0, times, num_stages=1):
        total += source.load([block + at * step, 0])
    tl.store(y + block * C + tl.arange(0, R)[:, None] * C + tl.arange(0, C)[None, :], total)


@triton.jit
def store_kernel(x, y, rows, columns, times, step, R: tl.constexpr, C: tl.constexpr):
    block = tl.program_id(0) * R
    target = tl.make_tensor_descriptor(y, [rows, columns], [columns, 1], [R, C])
    total = tl.zeros([R, C], tl.float32)
    for at in tl.range(0, times, num_stages=1):
        total += 1.0
        target.store([block + at * step, 0], total)


KERNELS = {"make": make_kernel, "load": load_kernel, "store": store_kernel}


def times_us(
    run: Callable[[], object], before: Callable[[], object], sleep: int, rounds: int
) -> list[float]:
    """Return the times of a call between two events, in microseconds.

    before: called ahead of each; sleep: cycles, so that the launch is queued when they are over.
    """
    start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    times: list[float] = []
    for _ in range(rounds):
        before()
        torch.cuda._sleep(sleep)
        start.record()
        run()
        end.record()
        end.synchronize()
        times.append(1e3 * start.elapsed_time(end))
    return times


def give_memory() -> None:
    """Give kernels memory for the descriptors that they make."""
    triton.set_allocator(lambda size, *_: torch.empty(size, dtype=torch.int8, device="cuda"))


def measured() -> Iterator[tuple[object, ...]]:
    """Yield the rows of the table."""
    cases = itertools.product(KERNELS.items(), TILES, BLOCKS, (False, True))
    for (what, kernel), (rows, columns), blocks, own in cases:
        height = blocks * rows * (max(TIMES) if own else 1)
        x = torch.zeros(height, columns, device="cuda")
        y = torch.empty_like(x)
        for times in TIMES:
            arguments = (x, y, height, columns, times, blocks * rows if own else 0, rows, columns)
            run = partial(kernel[(blocks,)], *arguments)
            us = min(times_us(run, lambda: None, 100_000, _ROUNDS))
            yield what, rows, columns, blocks, own, times, round(us, 3)


def main() -> None:
    """Write the table to the file that the first argument names."""
    give_memory()
    with Path(sys.argv[1]).open("w", newline="") as file:
        table = csv.writer(file)
        table.writerow(["what", "rows", "columns", "blocks", "own", "times", "us"])
        for row in measured():
            table.writerow(row)
            file.flush()


if __name__ == "__main__":
    main()
