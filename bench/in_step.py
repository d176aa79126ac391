"""What it costs that the warps of a block keep step: `python -m bench.in_step`, on one core.

Elementwise Triton kernels in place, in both variants of their code; processor time of a launch.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Any
from unittest import mock

import torch
import triton
import triton.language as tl

from kernelscope.frontends import virtual_gpu
from kernelscope.vgpu.runtime.hazards import Clashes

COUNT = 1 << 20
LAUNCHES = 25


@triton.jit
def add_one(x_ptr, n, BLOCK: tl.constexpr):
    """Add 1 to a block of elements."""
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    tl.store(x_ptr + offsets, tl.load(x_ptr + offsets, mask=mask) + 1, mask=mask)


@triton.jit
def add_one_in_a_loop(x_ptr, n, BLOCK: tl.constexpr):
    """Add 1 to every so many blocks of elements."""
    for start in range(tl.program_id(0) * BLOCK, n, BLOCK * tl.num_programs(0)):
        offsets = start + tl.arange(0, BLOCK)
        mask = offsets < n
        tl.store(x_ptr + offsets, tl.load(x_ptr + offsets, mask=mask) + 1, mask=mask)


@triton.jit
def gauss(x_ptr, n, BLOCK: tl.constexpr):
    """Add half of exp(-x²) to x."""
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask)
    tl.store(x_ptr + offsets, tl.exp(-x * x) * 0.5 + x, mask=mask)


def milliseconds(launch: Callable[[], object], keeps_step: bool) -> float:
    """Return the least processor time of a launch in one variant."""
    times: list[float] = []
    with mock.patch.object(Clashes, "are_in", return_value=keeps_step):
        launch()
        for _ in range(LAUNCHES):
            start = time.thread_time()
            launch()
            times.append(time.thread_time() - start)
    return min(times) * 1e3


def main() -> None:
    """Print a line for each kernel and number of elements a lane."""
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    x = torch.rand(COUNT)
    kernels: dict[str, tuple[Any, int]] = {
        "x + 1": (add_one, 0), "x + 1 in a loop": (add_one_in_a_loop, 512), "exp": (gauss, 0)
    }  # fmt: skip
    with virtual_gpu():
        for name, (kernel, programs) in kernels.items():
            for each in (1, 8):
                block = 128 * each
                grid = (programs or COUNT // block,)

                def launch(kernel: Any = kernel, grid: Any = grid, block: int = block) -> None:
                    kernel[grid](x, COUNT, block, num_warps=4)

                plain, in_step = milliseconds(launch, False), milliseconds(launch, True)
                print(
                    f"{name:16} {each} a lane: {plain:.2f} ms, in step {in_step:.2f} ms, "
                    f"{in_step / plain:.2f} times"
                )


if __name__ == "__main__":
    main()
