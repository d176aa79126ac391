"""Measure how long bursts of loads take, with L2 cold and warm, on the GPU of this machine.

    python tools/measure_bursts.py OUT.csv      (a minute)

A burst is what one step of a product reads: `rows` pieces of `bytes` bytes, `stride` bytes apart,
which the threads of a block ask for together and wait for. Columns: the blocks that do so at once,
each in memory of its own; rows, bytes and stride; where the next step's burst is ("beside": the
next bytes of the same rows; "apart": other rows); what L2 holds before (the data; other clean
lines; other changed lines); and cycles of a burst, the mean of 32 and the largest. Rows named "one
lane" are single loads by chance of 2^26 bytes: cycles of the 1st, 10th, 50th, 90th and 99th of a
hundred, and the mean. Rows named "red" are sums of runs of neighbours, by `red` of all lanes, in
order: type, elements, elements of a run, threads a block, microseconds.
"""

from __future__ import annotations

import csv
import statistics
import sys
from collections.abc import Callable
from functools import partial

import torch

import kernelscope as ks

STEPS = 32
BURST = """
extern "C" __global__ void burst(
    const char* data, long long* out, int rows, int bytes, long long stride, long long step,
    long long own) {
  long long most = 0, sum = 0; int pieces = rows * (bytes / 16), each = bytes / 16;
  const char* at = data + blockIdx.x * own; unsigned used = 0;
  for (int i = 0; i < 32; ++i, at += step) {
    __syncthreads();
    long long begin = clock64();
    uint4 v[8];
    #pragma unroll
    for (int k = 0; k < 8; ++k) {
      int p = threadIdx.x + 256 * k;
      v[k] = make_uint4(0, 0, 0, 0);
      if (p < pieces) v[k] = __ldcg((const uint4*)(at + (p / each) * stride + p % each * 16));
    }
    #pragma unroll
    for (int k = 0; k < 8; ++k) used += v[k].x ^ v[k].w;
    __syncthreads();
    if (used == 123457) out[0] = 1;
    long long took = clock64() - begin;
    sum += took; most = took > most ? took : most;
  }
  if (threadIdx.x == 0) { out[2 + 2 * blockIdx.x] = sum; out[3 + 2 * blockIdx.x] = most; }
}
"""
SINGLE = """
extern "C" __global__ void single(const unsigned* data, long long* out, unsigned n) {
  unsigned x = 12345, used = 0;
  for (unsigned i = 0; i < n; ++i) {
    x ^= x << 13; x ^= x >> 17; x ^= x << 5;
    long long begin = clock64();
    used += __ldcg(data + x % (1 << 24));
    if (used == 123457) out[0] = 1;
    out[2 + i] = clock64() - begin;
  }
}
"""
RED = """
extern "C" __global__ void add({type}* words, unsigned n, unsigned run) {{
  unsigned at = blockIdx.x * blockDim.x + threadIdx.x;
  if (at < n) atomicAdd(words + at / run, ({type})1);
}}
"""


def us(run: Callable[[], object]) -> float:
    """Return the time of a launch between two events."""
    start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    torch.cuda._sleep(200_000)  # pyright: ignore[reportPrivateUsage]  # no gap is timed
    start.record()
    run()
    end.record()
    end.synchronize()
    return 1e3 * start.elapsed_time(end)


Rows = list[tuple[object, ...]]


def bursts(data: torch.Tensor, out: torch.Tensor, before: dict[str, Callable[[], object]]) -> Rows:
    """Return the rows of bursts."""
    burst = ks.cuda_kernel(BURST, "burst")
    shapes = [
        (blocks, pieces, size, stride, next_one)
        for blocks in (1, 4, 32, 132)
        for pieces in (1, 8, 32, 64, 128, 256)
        for size in (32, 64, 128, 256)
        for stride in (256, 4096, 16384, 67072)
        for next_one in ("beside", "apart")
        if pieces * size <= 32768 and size <= stride
    ]
    rows: Rows = []
    for blocks, pieces, size, stride, next_one in shapes:
        step = size if next_one == "beside" else pieces * stride
        own = max(STEPS * step, pieces * stride + STEPS * size)
        if own * blocks > len(data):
            continue
        for held, prepare in before.items():
            found: list[tuple[float, float]] = []
            for _ in range(4):
                prepare()
                burst[(blocks,), (256,)](data, out, pieces, size, stride, step, own)
                cycles = out[2 : 2 + 2 * blocks].cpu().view(-1, 2).double()
                found.append((float(cycles[:, 0].mean()) / STEPS, float(cycles[:, 1].max())))
            mean, most = (statistics.median(p) for p in zip(*found[1:], strict=True))
            what = ("burst", blocks, pieces, size, stride, next_one, held)
            rows.append((*what, round(mean, 1), most))
    return rows


def singles(data: torch.Tensor, out: torch.Tensor, before: dict[str, Callable[[], object]]) -> Rows:
    """Return the rows of single loads."""
    single = ks.cuda_kernel(SINGLE, "single")
    rows: Rows = []
    for held, prepare in before.items():
        prepare()
        single[(1,), (1,)](data.view(torch.int32), out, 4000)
        cycles = out[2 + 100 : 2 + 4000].cpu().double()
        parts = [float(cycles.quantile(q)) for q in (0.01, 0.1, 0.5, 0.9, 0.99)]
        rows.append(("one lane", held, *parts, float(cycles.mean())))
    return rows


def runs() -> Rows:
    """Return the rows of sums of runs."""
    rows: Rows = []
    for kind, dtype in (("float", torch.float32), ("int", torch.int32)):
        add = ks.cuda_kernel(RED.format(type=kind), "add")
        words = torch.zeros(1 << 22, dtype=dtype, device="cuda")
        for n in (1 << 18, 1 << 20, 1 << 22):
            for run in (1, 2, 4, 8, 16, 32, 64, 128, 512, 4096, 1 << 16):
                for threads in (128, 256):
                    grid = (n // threads,)
                    times = [us(partial(add[grid, (threads,)], words, n, run)) for _ in range(6)]
                    rows.append(("red", kind, n, run, threads, statistics.median(times[1:])))
    return rows


def main() -> None:
    """Measure all rows, and write them."""
    data = torch.zeros(1 << 31, dtype=torch.uint8, device="cuda")
    other = torch.zeros(1 << 28, dtype=torch.uint8, device="cuda")
    out = torch.zeros(1 << 16, dtype=torch.int64, device="cuda")
    before: dict[str, Callable[[], object]] = {
        "the data": lambda: None,
        "clean lines": lambda: other.view(torch.int64).sum(),
        "changed lines": other.zero_,
    }
    rows = bursts(data, out, before) + singles(data, out, before) + runs()
    with open(sys.argv[1], "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow((torch.cuda.get_device_name(),))
        writer.writerows(rows)


if __name__ == "__main__":
    main()
