"""Measure how much later a load comes back while other SMs load the memory, on this machine's GPU.

    python tools/measure_loaded_latency.py OUT.csv      (10 s)

One warp follows a chain of addresses by chance, a line each, from device memory or from L2. The
other SMs load whole lines from a region of their own meanwhile, from the same place, and wait so
many cycles between two loads. Columns: the place, those cycles (-1: nobody loads), the bytes that
the others load in a nanosecond, and the cycles from load to load of the chain.
"""

from __future__ import annotations

import csv
import sys

import torch

import kernelscope as ks

SOURCE = """
struct Line { unsigned next, rest[31]; };
extern "C" __global__ void load(const Line* chain, unsigned steps, const float4* data,
                                unsigned mask, int idle, unsigned* done,
                                unsigned long long* found) {
  if (blockIdx.x == 0) {
    if (threadIdx.x) return;
    long long warm = clock64();
    while (clock64() - warm < 400000) {}
    unsigned at = 0;
    unsigned long long begin, end, bytes = found[2];
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(begin));
    bytes = *(volatile unsigned long long*)(found + 2);
    long long cycles = clock64();
    for (unsigned i = 0; i < steps; ++i) at = __ldcg(&chain[at].next);
    cycles = clock64() - cycles;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(end));
    bytes = *(volatile unsigned long long*)(found + 2) - bytes;
    found[0] = cycles; found[1] = end - begin; found[3] = bytes; found[4] = at;
    *(volatile unsigned*)done = 1;
    return;
  }
  if (idle < 0) return;
  unsigned at = (blockIdx.x - 1) * blockDim.x * 64 + threadIdx.x;
  float sum = 0;
  while (!*(volatile unsigned*)done) {
    for (int i = 0; i < 16; ++i) {
      #pragma unroll
      for (int j = 0; j < 4; ++j) {
        float4 v = __ldcg(data + ((at + j * blockDim.x) & mask));
        sum += v.x + v.y + v.z + v.w;
      }
      at += 4 * blockDim.x;
      long long until = clock64() + idle;
      while (idle && clock64() < until) {}
    }
    at += (gridDim.x - 2) * blockDim.x * 64;
    if (threadIdx.x == 0) atomicAdd(found + 2, 16ull * 4 * 16 * blockDim.x);
  }
  if (sum == -1.5f) found[5] = 1;
}
"""
PLACES = {"dram": (1 << 20, 1 << 32), "l2": (1 << 16, 1 << 24)}  # lines of the chain, bytes loaded
IDLE = (-1, 30000, 15000, 8000, 5000, 3500, 2500, 1800, 1300, 900, 600, 400, 200, 0)
STEPS, THREADS = 2000, 256


def chain_of(lines: int) -> torch.Tensor:
    """Return a chain that comes to each line once: [lines, 32]."""
    order = torch.randperm(lines)
    chain = torch.zeros(lines, 32, dtype=torch.int32)
    start = int((order == 0).nonzero())
    order = order.roll(-start)
    chain[order, 0] = order.roll(-1).to(torch.int32)
    return chain.cuda()


def main() -> None:
    """Measure all rows, and write them."""
    kernel = ks.cuda_kernel(SOURCE, "load")
    blocks = 2 * torch.cuda.get_device_properties(0).multi_processor_count
    rows: list[tuple[object, ...]] = []
    for place, (lines, size) in PLACES.items():
        chain = chain_of(lines)
        data = torch.zeros(size // 4, device="cuda")
        for idle in IDLE:
            cycles: list[float] = []
            rates: list[float] = []
            for _ in range(5):
                done = torch.zeros(1, dtype=torch.int32, device="cuda")
                found = torch.zeros(8, dtype=torch.int64, device="cuda")
                if place == "l2":
                    chain.sum()
                arguments = (chain, STEPS, data, size // 16 - 1, idle, done, found)
                kernel[(blocks,), (THREADS,)](*arguments)
                taken, ns, _, loaded = found.tolist()[:4]
                cycles.append(taken / STEPS)
                rates.append(loaded / max(ns, 1))
            middle = sorted(zip(cycles, rates, strict=True))[2]
            rows.append((place, idle, round(middle[1], 1), round(middle[0], 1)))
            print(*rows[-1], flush=True)
    with open(sys.argv[1], "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(("place", "idle", "bytes_per_ns", "cycles"))
        writer.writerows(rows)


if __name__ == "__main__":
    main()
