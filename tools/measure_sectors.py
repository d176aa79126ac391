"""What an SM and L2 take for accesses to lines of their own: loads, stores, atomics, hints.

    python tools/measure_sectors.py OUT.csv      (on a GPU, a minute)

Five questions that the record of other people's kernels left open
(docs/measured/2026-11-28-others.md); docs/measured/2026-11-29-sectors.md has the answers of an
H200. Columns: the question, the variant, blocks, a size, and µs of a launch in a CUDA graph behind
another such launch, the median of nine.

- `rows`: each thread reads the words of a row of its own, one after the other, and with
  `load+store` writes them to another. How much longer is a load of 32 lines if L1 may have lost
  them? The size is the bytes of a row; with few blocks no other SM is in the way.
- `columns`: each warp reads one word of each of 32 lines that no other warp reads: the rate of L2's
  tags, for one SM and for all. The size is the bytes between lines.
- `red`: each warp adds floats to `size` words of each of its sectors, in 16 MB that L2 has.
- `hints`: copies of so many MB in all, by plain accesses, with `__stcs`, and with `__ldcs` too.
- `turns`: reads of so many MB, forwards in one launch and backwards in the next.
"""

from __future__ import annotations

import csv
import statistics
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

import torch

import kernelscope as ks

CALLS, REPETITIONS = 10, 9
THREADS = 256
SOURCE = """
extern "C" __global__ void rows(const float* x, float* y, int words, int stores) {
  const long long first = (long long)(blockIdx.x * blockDim.x + threadIdx.x) * words;
  float sum = 0;
  for (int i = 0; i < words; ++i) {
    float v = x[first + i];
    sum += v;
    if (stores) y[first + i] = v;
  }
  if (sum == 0.12345f) y[0] = sum;
}
extern "C" __global__ void columns(const float* x, float* y, int apart, int rounds) {
  const long long warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  const long long warps = gridDim.x * blockDim.x / 32;
  float sum = 0;
  #pragma unroll 8
  for (int i = 0; i < rounds; ++i)
    sum += x[((i * warps + warp) * 32 + lane) * apart];
  if (sum == 0.12345f) y[0] = sum;
}
extern "C" __global__ void add(float* y, int per_sector, int rounds) {
  const long long warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  const long long sectors = 32 / per_sector, warps = gridDim.x * blockDim.x / 32;
  for (int i = 0; i < rounds; ++i) {
    long long sector = ((i * warps + warp) * sectors + lane / per_sector) % (1 << 19);
    atomicAdd(y + 8 * sector + lane % per_sector, 1.0f);
  }
}
extern "C" __global__ void copy(const float4* x, float4* y, int n, int hint) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float4 v = hint > 1 ? __ldcs(x + i) : x[i];
  if (hint) __stcs(y + i, v); else y[i] = v;
}
extern "C" __global__ void through(const float4* x, float* y, int n, int back) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float4 v = x[back ? n - 1 - i : i];
  if (v.x + v.y + v.z + v.w == 0.12345f) y[0] = v.x;
}
"""
Case = tuple[str, str, int, int, Sequence[Callable[[], object]]]


def _rows() -> Iterator[Case]:
    kernel = ks.cuda_kernel(SOURCE, "rows")
    for row in (1024, 3072, 4096, 4608, 8192, 9216, 16384):
        for blocks in (1, 8, 32, 132):
            x = torch.zeros(blocks * THREADS * row // 4, device="cuda")
            y = torch.zeros_like(x)
            for stores, name in enumerate(("load", "load+store")):
                call = partial(kernel[blocks, THREADS], x, y, row // 4, stores)
                yield "rows", name, blocks, row, [call]


def _columns() -> Iterator[Case]:
    kernel = ks.cuda_kernel(SOURCE, "columns")
    x, y = torch.zeros(1 << 23, device="cuda"), torch.zeros(1, device="cuda")
    for apart in (32, 64, 128, 2304, 4096):
        for blocks in (1, 8, 32, 132, 1056):
            rounds = min(64, len(x) // (blocks * THREADS * apart))
            if rounds >= 1:
                call = partial(kernel[blocks, THREADS], x, y, apart, rounds)
                yield "columns", f"{rounds} loads", blocks, 4 * apart, [call]


def _red() -> Iterator[Case]:
    kernel, y = ks.cuda_kernel(SOURCE, "add"), torch.zeros(1 << 22, device="cuda")
    for per_sector in (1, 2, 4, 8):
        for blocks in (132, 1056):
            call = partial(kernel[blocks, THREADS], y, per_sector, 32)
            yield "red", "32 a warp", blocks, per_sector, [call]


def _copies() -> Iterator[Case]:
    kernel, through = (ks.cuda_kernel(SOURCE, name) for name in ("copy", "through"))
    for megabytes in (8, 24, 36, 44, 50, 56, 64, 96):
        n = megabytes * 10**6 // 32
        x, y = torch.zeros(4 * n, device="cuda"), torch.zeros(4 * n, device="cuda")
        blocks = -(-n // THREADS)
        for hint, name in enumerate(("plain", "stcs", "ldcs+stcs")):
            yield (
                "hints",
                name,
                blocks,
                megabytes,
                [partial(kernel[blocks, THREADS], x, y, n, hint)],
            )
        both = torch.zeros(8 * n, device="cuda")
        turns = [partial(through[2 * blocks, THREADS], both, y, 2 * n, back) for back in (0, 1)]
        yield "turns", "of two", 2 * blocks, megabytes, turns


def timed(calls: Sequence[Callable[[], object]]) -> float:
    """Return the µs of these launches behind others like them."""
    graphs = []
    for count in (CALLS, 3 * CALLS):
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            for _ in range(count):
                for call in calls:
                    call()
        graphs.append(graph)
    took: list[float] = []
    busy = torch.empty(1 << 26, device="cuda")  # the GPU fills it while the host hands a graph over
    for _ in range(REPETITIONS):
        times = []
        for graph in graphs:
            busy.zero_()
            start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
            start.record()
            graph.replay()
            end.record()
            torch.cuda.synchronize()
            times.append(1e3 * start.elapsed_time(end))
        took.append((times[1] - times[0]) / (2 * CALLS * len(calls)))
    return statistics.median(took)


def main() -> None:
    """Measure each case."""
    with Path(sys.argv[1]).open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(("question", "variant", "blocks", "size", "us"))
        for cases in (_rows, _columns, _red, _copies):
            for question, variant, blocks, size, calls in cases():
                calls[0]()
                rows.writerow((question, variant, blocks, size, f"{timed(calls):.3f}"))
                file.flush()


if __name__ == "__main__":
    main()
