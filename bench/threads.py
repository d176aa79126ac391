"""Launches on OpenMP's threads against launches on a pool's: `python -m bench.threads`.

The two take turns in one process: once right after PyTorch has used its threads, which then spin
for some milliseconds, and once after a rest. On a busy machine give it the processors for itself:
`chrt -r 10 python -m bench.threads`.
"""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable
from unittest import mock

import torch

import kernelscope as ks
from bench.kernels import SOFTMAX_SHAPE, Gelu, Matmul, Softmax
from kernelscope.vgpu.runtime import thread_pool

REPEATS = 25
REST_S = 0.03


def main() -> None:
    """Print the median time of each kernel's launch on both kinds of threads."""
    torch.set_num_threads(os.cpu_count() or 1)
    used = torch.randn(1 << 22)
    before = {"right after PyTorch": used.exp, "after a rest": lambda: time.sleep(REST_S)}
    kernels = {
        "gelu 2^24": Gelu.of(1 << 24),
        "gelu 2^20": Gelu.of(1 << 20),
        "softmax": Softmax.of(*SOFTMAX_SHAPE),
        "matmul 512": Matmul.of(512),
    }
    with ks.virtual_gpu("h200"):
        for when, prepare in before.items():
            for name, kernel in kernels.items():
                openmp, pool = (1e3 * statistics.median(t) for t in times(kernel.ours, prepare))
                print(f"{when:20} {name:11} OpenMP {openmp:6.2f} ms, pool {pool:6.2f} ms, "
                      f"pool/OpenMP {pool / openmp:.2f}", flush=True)  # fmt: skip


def times(
    launch: Callable[[], object], prepare: Callable[[], object]
) -> tuple[list[float], list[float]]:
    """Return the seconds of each launch, on OpenMP's threads and on the pool's, taken in turns."""
    openmp: list[float] = []
    pool: list[float] = []
    for _ in range(REPEATS + 1):
        openmp.append(_seconds(launch, prepare))
        with mock.patch.object(thread_pool, "_openmp", return_value=None):
            pool.append(_seconds(launch, prepare))
    return openmp[1:], pool[1:]  # the first compile, and start the pool's threads


def _seconds(launch: Callable[[], object], prepare: Callable[[], object]) -> float:
    prepare()
    begin = time.perf_counter()
    launch()
    return time.perf_counter() - begin


if __name__ == "__main__":
    main()
