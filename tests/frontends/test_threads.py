"""Threads with virtual GPUs of their own: each gets its own launches, of every front end."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import numpy as np
import triton
import triton.language as tl
from numba import cuda

import kernelscope as ks
from kernelscope.devices.virtual import VirtualGPU, current_gpu

N = 1 << 16
BLOCK = 256
GRID = N // BLOCK
SOURCE = """
extern "C" __global__ void halve(float* x) {
  x[blockIdx.x * blockDim.x + threadIdx.x] *= 0.5f;
}
"""


@triton.jit
def double(x, BLOCK: tl.constexpr):
    at = x + tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(at, tl.load(at) * 2)


@cuda.jit
def increase(x):
    at = cuda.grid(1)
    if at < x.size:
        x[at] += 1


def _launch_each(x: np.ndarray[Any, Any], wait: Callable[[], object] = lambda: None) -> None:
    """Launch a kernel of each front end on `x`, and wait before each."""
    wait()
    double[(GRID,)](x, BLOCK=BLOCK)
    wait()
    ks.cuda_kernel(SOURCE, "halve")[GRID, BLOCK](x)
    wait()
    increase[GRID, BLOCK](x)


def _alone(name: str) -> VirtualGPU:
    with ks.virtual_gpu(name) as gpu:
        _launch_each(np.ones(N, np.float32))
    return gpu


def _summary(gpu: VirtualGPU) -> list[tuple[object, ...]]:
    return [
        (launch.kernel, launch.frontend, launch.registers, launch.time_us, launch.counters)
        for launch in gpu.launches
    ]


def test_two_threads_with_blocks_of_different_gpus_each_get_their_own_launches_of_every_front_end():
    names = ["h200", "a100"]
    together = threading.Barrier(len(names), timeout=300)
    arrays = {name: np.ones(N, np.float32) for name in names}

    def work(name: str) -> VirtualGPU:
        # Entering and leaving at different times must not matter either.
        with ks.virtual_gpu(name) as gpu:
            for _ in range(2):
                _launch_each(arrays[name], together.wait)
                assert current_gpu() is gpu
        return gpu

    with ThreadPoolExecutor(len(names)) as pool:
        gpus = dict(zip(names, pool.map(work, names), strict=True))
    for name, gpu in gpus.items():
        np.testing.assert_array_equal(arrays[name], np.full(N, 3.0, np.float32))
        assert [launch.frontend for launch in gpu.launches] == ["triton", "cuda", "numba"] * 2
        assert _summary(gpu) == 2 * _summary(_alone(name))
    times = {name: [launch.time_us for launch in gpu.launches] for name, gpu in gpus.items()}
    assert all(h200.value < a100.value for h200, a100 in zip(*times.values(), strict=True))


def test_a_kernel_that_one_thread_compiled_is_compiled_again_for_the_gpu_of_the_next():
    seen: dict[str, tuple[str, ...]] = {}

    def work(name: str) -> None:
        with ks.virtual_gpu(name) as gpu:
            gpu.capture()
            _launch_each(np.ones(N, np.float32))
            seen[name] = tuple(captured.form.target for captured in gpu.captured or ())

    for name in ("h200", "a100"):
        thread = threading.Thread(target=partial(work, name))
        thread.start()
        thread.join()
    assert seen == {"h200": ("sm_90a",) * 3, "a100": ("sm_80",) * 3}
