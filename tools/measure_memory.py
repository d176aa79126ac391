"""Measure what the simulator's constants of memory come from, on the GPU of this machine.

    python tools/measure_memory.py OUT.csv MHZ      (30 s)

Each row is a kernel of 1,056 blocks of 256 threads in which each warp does the same access 64
times: atomics on one address, one sector or many; loads and stores of scattered sectors. Columns:
the access, what the lanes of a warp share, microseconds (the median of 9, without that of the empty
kernel), and cycles of the whole GPU for each warp's access at a clock of MHZ.
"""

from __future__ import annotations

import csv
import statistics
import sys

import torch

import kernelscope as ks

BLOCKS, THREADS, TIMES = 1056, 256, 64
WARPS = BLOCKS * THREADS // 32
TYPES = {"int": "int", "float": "float", "u64": "unsigned long long"}
DTYPES = {"int": torch.int32, "float": torch.float32, "u64": torch.int64}
# The word that lane `lane` of warp `warp` uses the i-th time, of a buffer of 2^26 words.
PLACES = {
    "all lanes one word": "0",
    "one lane one word": "0",
    "lanes of a warp one word, warps apart": "warp * 32",
    "8 words of one sector": "lane % 8",
    "32 words of one line": "lane",
    "2 words a sector, 16 sectors": "lane * 4",
    "32 sectors, the same for all": "lane * 8",
    "128 words by chance": "hash(warp * 2048 + i * 32 + lane) % 128",
    "4096 words by chance": "hash(warp * 2048 + i * 32 + lane) % 4096",
    "2^20 words by chance": "hash(warp * 2048 + i * 32 + lane) % (1 << 20)",
    "2^22 words by chance": "hash(warp * 2048 + i * 32 + lane) % (1 << 22)",
    "2^26 words by chance": "hash(warp * 2048 + i * 32 + lane) % (1 << 26)",
    "a line of each warp's own": "(warp * 64 + i) % (1 << 16) * 32 + lane",
}
ACCESSES = {
    "red": "atomicAdd(buffer + at, (T)1);",
    "atom": "sum += atomicAdd(buffer + at, (T)1);",
    "load": "sum += __ldcg(buffer + at);",
    "load through L1": "sum += buffer[at];",
    "store": "buffer[at] = (T)i;",
    "shared red": "atomicAdd(shared + at % 8192, (T)1);",
}
SOURCE = """
typedef {type} T;
__device__ unsigned hash(unsigned x) {{
  x ^= x >> 16; x *= 0x7feb352du; x ^= x >> 15; x *= 0x846ca68bu; return x ^ x >> 16;
}}
extern "C" __global__ void access(T* buffer, T* out, unsigned times) {{
  __shared__ T shared[8192];
  unsigned lane = threadIdx.x % 32, warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  T sum = 0;
  if ({guard})
    for (unsigned i = 0; i < times; ++i) {{
      unsigned at = {place};
      {access}
    }}
  if (sum == (T)123457) out[0] = sum + shared[lane];
}}
"""


def median_us(kernel: object, *arguments: object) -> float:
    """Return the median time of nine launches, the first of ten left out."""
    times: list[float] = []
    for _ in range(10):
        start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        torch.cuda._sleep(100_000)  # pyright: ignore[reportPrivateUsage]  # no gap is timed
        start.record()
        kernel[(BLOCKS,), (THREADS,)](*arguments)  # type: ignore[index]
        end.record()
        end.synchronize()
        times.append(1e3 * start.elapsed_time(end))
    return statistics.median(times[1:])


def is_told(kind: str, access: str, place: str) -> bool:
    """Return whether a row says something that no other row says: loads do not add."""
    if kind == "u64":
        return access in ("red", "load")
    return kind == "int" or access in ("red", "atom", "shared red") or "own" in place


def main() -> None:
    """Measure all rows, and write them."""
    clock = float(sys.argv[2])
    buffer = torch.zeros(1 << 27, dtype=torch.int32, device="cuda")
    rows: list[tuple[object, ...]] = []
    for name, written in TYPES.items():
        for access, code in ACCESSES.items():
            for place, index in PLACES.items():
                if not is_told(name, access, place):
                    continue
                guard = "lane == 0" if place.startswith("one lane") else "true"
                source = SOURCE.format(type=written, place=index, access=code, guard=guard)
                kernel = ks.cuda_kernel(source, "access")
                words = buffer.view(DTYPES[name])
                empty, full = (median_us(kernel, words, words, times) for times in (0, TIMES))
                us = full - empty
                rows.append((name, access, place, round(us, 2), us * clock / WARPS / TIMES))
                print(*rows[-1], flush=True)
    with open(sys.argv[1], "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(("type", "access", "place", "us", "cycles a warp access"))
        writer.writerow((torch.cuda.get_device_name(), f"{clock:.0f} MHz", "", "", ""))
        writer.writerows(rows)


if __name__ == "__main__":
    main()
