"""How long an SM takes for a load that finds its data in L1, by the lines and banks of its lanes.

    python tools/measure_l1.py OUT.csv      (half a minute)

Thirty-two warps of one block load the same words again and again. Columns: bytes of a lane;
distinct lines of 128 bytes; from one line to the next, in bytes; where in its line a lane reads
("same": all lanes at the same word; "lane": each at the word of its number; "random"; "block":
neighbours in one line); cycles for a load of a warp. Rows named "own" are lanes that are `step`
bytes apart. The cycles are of a load as it stands in the source, of which `EXECUTED` are executed.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator
from pathlib import Path

import torch

import kernelscope as ks

WARPS, ROUNDS, UNROLLED = 32, 64, 8
EXECUTED = (
    26 / 32
)  # of the loads: the assembler drops the others, which it can prove to be the same
SOURCE = """
extern "C" __global__ void loads(const char* data, const int* at, long long* out, int nothing) {
  const char* p = data + at[threadIdx.x % 32];
  unsigned sum = 0;
  for (int i = 0; i < 4; ++i) {
    unsigned v;
    asm volatile("ld.global.ca.TYPE %0, [%1];" : "=r"(v) : "l"(p + i * nothing));
    sum += v;
  }
  __syncthreads();
  long long begin = clock64();
  for (int i = 0; i < 64; ++i) {
    unsigned v[8];
    #pragma unroll
    for (int k = 0; k < 8; ++k)  // `nothing` is 0, which the assembler does not know
      asm volatile("ld.global.ca.TYPE %0, [%1];" : "=r"(v[k]) : "l"(p + k * nothing));
    #pragma unroll
    for (int k = 0; k < 8; ++k) sum += v[k];
    p += nothing;
  }
  if (sum == 12345) out[1] = sum;
  __syncthreads();
  long long end = clock64();
  if (threadIdx.x == 0) out[0] = end - begin;
}
"""


def places() -> Iterator[tuple[str, int, int, list[int]]]:
    """Yield the word's place, the lines, the bytes between them, and each lane's bytes from 0."""
    generator = torch.Generator().manual_seed(0)
    random = torch.randint(32, (32,), generator=generator).tolist()
    for step in (128, 256, 384, 1024, 3072, 4096):
        for lines in (1, 2, 4, 8, 12, 16, 24, 32):
            for word, words in (("same", [0] * 32), ("lane", [*range(32)]), ("random", random)):
                yield (
                    word,
                    lines,
                    step,
                    [lane % lines * step + 4 * words[lane] for lane in range(32)],
                )
    for lines in (2, 4, 8, 16):
        yield (
            "block",
            lines,
            128,
            [lane * lines // 32 * 128 + 4 * (lane % 32) for lane in range(32)],
        )
    for step in (4, 8, 12, 16, 20, 32, 36, 64, 68, 132, 144, 160, 260, 516):
        yield (
            "own",
            len({lane * step // 128 for lane in range(32)}),
            step,
            [lane * step for lane in range(32)],
        )


def main() -> None:
    """Measure each pattern."""
    data = torch.zeros(1 << 20, dtype=torch.uint8, device="cuda")
    out = torch.zeros(2, dtype=torch.int64, device="cuda")
    with Path(sys.argv[1]).open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(("bytes", "lines", "step", "word", "cycles"))
        for size, kind in ((4, "u32"), (1, "u8")):
            kernel = ks.cuda_kernel(SOURCE.replace("TYPE", kind), "loads")
            for word, lines, step, at in places():
                where = torch.tensor(at, dtype=torch.int32, device="cuda")
                cycles = []
                for _ in range(3):
                    kernel[1, 32 * WARPS](data, where, out, 0)
                    cycles.append(int(out[0].item()) / (WARPS * ROUNDS * UNROLLED))
                rows.writerow((size, lines, step, word, f"{min(cycles):.2f}"))


if __name__ == "__main__":
    main()
