"""The questions of `operations.py`, asked of do_bench, perf_counter and torch.profiler."""

import time
from functools import partial

import torch
import triton
from torch.profiler import ProfilerActivity, profile

from operations import LENGTHS, by_compiler, by_hand, by_torch, by_triton, sdpa

REPETITIONS = 20


def profiled(run) -> float:
    """Return the device's time of one call in µs, as torch.profiler sums it."""
    with profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]) as found:
        for _ in range(REPETITIONS):
            run()
        torch.cuda.synchronize()
    return sum(event.self_device_time_total for event in found.key_averages()) / REPETITIONS


def wall(run) -> float:
    """Return a call's share of a loop's wall clock in µs."""
    torch.cuda.synchronize()
    begin = time.perf_counter()
    for _ in range(REPETITIONS):
        run()
    torch.cuda.synchronize()
    return (time.perf_counter() - begin) / REPETITIONS * 1e6


def ask(name: str, run) -> None:
    for _ in range(3):
        run()
    bench = triton.testing.do_bench(run) * 1000
    print(
        f"{name}: do_bench {bench:.1f} us, perf_counter {wall(run):.1f} us, "
        f"profiler {profiled(run):.1f} us",
        flush=True,
    )


for length in LENGTHS:
    q, k, v = (torch.randn(4, 16, length, 64, device="cuda", dtype=torch.float16) for _ in range(3))
    ask(f"sdpa {length}", partial(sdpa, q, k, v))
x = torch.randn(4096, 4096, device="cuda")
for run in (by_hand, by_torch, by_compiler, by_triton):
    ask(run.__name__, partial(run, x))
