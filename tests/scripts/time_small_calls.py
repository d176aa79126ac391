# Small calls are limited by the host: the same call by four clocks.
import time

import torch

x = torch.randn(64, 64, device="cuda")


def by_wall(run, repeats=200):
    torch.cuda.synchronize()
    start = time.perf_counter()
    for _ in range(repeats):
        run()
    torch.cuda.synchronize()
    return (time.perf_counter() - start) / repeats * 1e6


def by_events(run, repeats=200):
    start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    torch.cuda.synchronize()
    start.record()
    for _ in range(repeats):
        run()
    end.record()
    torch.cuda.synchronize()
    return start.elapsed_time(end) / repeats * 1e3


for name, run in {
    "add": lambda: x + x,
    "matmul": lambda: x @ x,
    "sum": lambda: x.sum(),
    "softmax": lambda: x.softmax(-1),
}.items():
    run()
    print(f"{name}: wall {by_wall(run):.1f} us, events {by_events(run):.1f} us")
