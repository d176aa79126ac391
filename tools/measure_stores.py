"""Measure stores and loads of parts of sectors, on the GPU of this machine.

    python tools/measure_stores.py OUT.csv      (20 s)

Each thread of a block of 128 has `apart` contiguous bytes beside its neighbour's, 64 bytes or as
many rounds as make 64. "fill" stores all of them, `width` bytes at a time; "first" stores the first
`width` of them; "load" loads all of them. Columns: that, the bytes of the whole buffer, and the
median microseconds of nine launches between two events, with L2 emptied before each.
"""

from __future__ import annotations

import csv
import statistics
import sys
from typing import Any

import torch

import kernelscope as ks

TYPES = {1: "unsigned char", 2: "unsigned short", 4: "unsigned", 8: "unsigned long long"}
APART = (1, 2, 4, 8, 16, 32, 64)
SIZES = (8 << 20, 50 << 20)
KINDS = {
    "fill": "for (int at = 0; at < APART; at += sizeof(T)) *(volatile T*)(data + place + at) = 7;",
    "first": "*(volatile T*)(data + place) = 7;",
    "load": "for (int at = 0; at < APART; at += sizeof(T)) sum ^= (int)*(T*)(data + place + at);",
}
SOURCE = """
typedef {type} T;
constexpr int APART = {apart}, ROUNDS = APART < 64 ? 64 / APART : 1;
extern "C" __global__ void access(char* data, long long size) {{
  long long first = (long long)blockIdx.x * 128 * APART * ROUNDS + threadIdx.x * APART;
  int sum = 0;
  #pragma unroll
  for (int round = 0; round < ROUNDS; ++round) {{
    long long place = first + round * 128 * APART;
    if (place < size) {{
      #pragma unroll
      {access}
    }}
  }}
  if (sum == 77) data[0] = sum;
}}
"""


def kernel_of(kind: str, width: int, apart: int) -> Any:
    """Return the kernel of a row; its block has 128 threads."""
    access = KINDS[kind]
    source = SOURCE.format(type=TYPES[width], apart=apart, access=access)
    if kind == "first":
        source = source.replace("      #pragma unroll\n      *", "      *")
    return ks.cuda_kernel(source, "access")


def blocks_of(size: int, apart: int) -> int:
    """Return how many blocks touch so many bytes."""
    return -(-size // (128 * max(apart, 64)))


def main() -> None:
    """Measure all rows, and write them."""
    data, flushed = (torch.zeros(256 << 20, dtype=torch.uint8, device="cuda") for _ in range(2))
    rows: list[tuple[object, ...]] = []
    for kind in KINDS:
        for width in TYPES:
            for apart in APART:
                if apart < width:
                    continue
                kernel = kernel_of(kind, width, apart)
                for size in SIZES:
                    times: list[float] = []
                    for _ in range(10):
                        start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
                        flushed.zero_()
                        start.record()
                        kernel[(blocks_of(size, apart),), (128,)](data, size)
                        end.record()
                        end.synchronize()
                        times.append(1e3 * start.elapsed_time(end))
                    rows.append((kind, width, apart, size, round(statistics.median(times[1:]), 2)))
                    print(*rows[-1], flush=True)
    with open(sys.argv[1], "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(("kind", "width", "apart", "bytes", "us"))
        writer.writerows(rows)


if __name__ == "__main__":
    main()
