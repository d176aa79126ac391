"""How long a real GPU's launches take this CPU: ours, CuPy's RawKernel, Triton's, an op of torch.

    python -m bench.on_gpu

The same kernel, `y[i] = x[i] + 1` of 256 floats, launched 250 times in a row, 40 rounds in turn;
the GPU is idle at the beginning of each. Prints a JSON object: the median of the rounds'
microseconds a launch for each name.
"""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import torch
import triton
import triton.language as tl

import kernelscope as ks

SOURCE = """extern "C" __global__ void add(const float* x, float* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[i] + 1.0f;
}"""
SIZE, LAUNCHES, ROUNDS = 256, 250, 40


@triton.jit
def add(x, y, n, BLOCK: tl.constexpr):  # noqa: D103  (a kernel)
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + at, tl.load(x + at, mask=at < n) + 1.0, mask=at < n)


def launches() -> dict[str, Callable[[], object]]:
    """Return a launch by each, the same work; CuPy's if it is installed."""
    x, y = torch.ones(SIZE, device="cuda"), torch.empty(SIZE, device="cuda")
    kernel = ks.cuda_kernel(SOURCE, "add")
    found: dict[str, Callable[[], object]] = {
        "ours": lambda: kernel[1, SIZE](x, y, SIZE),
        "Triton": lambda: add[(1,)](x, y, SIZE, BLOCK=SIZE),
        "torch": lambda: y.add_(1.0),
    }
    try:
        import cupy  # pyright: ignore[reportMissingImports]
    except ImportError:
        return found
    cp: Any = cupy
    raw, n = cp.RawKernel(SOURCE, "add"), np.int32(SIZE)
    a, b = cp.ones(SIZE, dtype=cp.float32), cp.empty(SIZE, dtype=cp.float32)
    return found | {"CuPy": lambda: raw((1,), (SIZE,), (a, b, n))}


def microseconds(run: Callable[[], object]) -> float:
    """Return the CPU's microseconds for a launch, without waiting for the GPU."""
    torch.cuda.synchronize()
    start = time.perf_counter()
    for _ in range(LAUNCHES):
        run()
    elapsed = time.perf_counter() - start
    torch.cuda.synchronize()
    return elapsed / LAUNCHES * 1e6


def main() -> None:
    """Time the launches in turn."""
    runs = launches()
    samples: dict[str, list[float]] = {name: [] for name in runs}
    for run in runs.values():
        microseconds(run)
    for _ in range(ROUNDS):
        for name, run in runs.items():
            samples[name].append(microseconds(run))
    print(json.dumps({name: statistics.median(times) for name, times in samples.items()}))


if __name__ == "__main__":
    main()
