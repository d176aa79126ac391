"""What more cores bring: GELU and softmax of 2^28 floats beside a copy of as many, and a matmul.

    python -m bench.cores [COUNT ...]        counts of cores; without them 1, 2, 4, 8 and 16

Prints a line for each count: milliseconds, the least of some launches, each count in a process of
its own that may use so many cores; and what of the speed of torch's copy, and of its fp32 product,
ours has. A copy, GELU and softmax each read and write 2^30 bytes.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys

USUAL = (1, 2, 4, 8, 16)
ELEMENTS = 1 << 28
COLUMNS = 1024
REPEATS = 3


def measure() -> dict[str, float]:
    """Milliseconds of each, on the cores that this process may use."""
    import torch

    from bench.clock import seconds
    from bench.kernels import MATMUL_SIZE, Gelu, Matmul, Softmax
    from kernelscope import virtual_gpu

    torch.set_num_threads(len(os.sched_getaffinity(0)))
    gelu, softmax = Gelu.of(ELEMENTS), Softmax.of(ELEMENTS // COLUMNS, COLUMNS)
    matmul = Matmul.of(MATMUL_SIZE)
    a, b = matmul.a.float(), matmul.b.float()
    calls = {
        "copy": (lambda: gelu.y.copy_(gelu.x), REPEATS),
        "gelu": (gelu.ours, REPEATS),
        "softmax": (softmax.ours, REPEATS),
        "torch softmax": (softmax.torch, REPEATS),
        "matmul": (matmul.ours, 10 * REPEATS),
        "torch mm": (lambda: a @ b, 10 * REPEATS),
    }
    with virtual_gpu("h200"):
        for call, _ in calls.values():
            call()
        found = {name: 1e3 * min(seconds(c) for _ in range(n)) for name, (c, n) in calls.items()}
        gelu.ours()
    gelu.check()
    softmax.check()
    matmul.check()
    return found


def main() -> None:
    """Measure each count of cores that this machine has."""
    if sys.argv[1:] == ["here"]:
        print(json.dumps(measure()))
        return
    cores = sorted(os.sched_getaffinity(0))
    for count in map(int, sys.argv[1:] or USUAL):
        if count > len(cores):
            continue
        done = subprocess.run(
            [sys.executable, "-m", "bench.cores", "here"],
            capture_output=True,
            text=True,
            check=True,
            preexec_fn=lambda chosen=cores[:count]: os.sched_setaffinity(0, chosen),
        )
        found: dict[str, float] = json.loads(done.stdout)
        times = ", ".join(f"{name} {ms:.1f} ms" for name, ms in found.items())
        parts = f"gelu {found['copy'] / found['gelu']:.0%}, "
        parts += f"softmax {found['copy'] / found['softmax']:.0%} of copy, "
        parts += f"matmul {found['torch mm'] / found['matmul']:.0%} of mm"
        print(f"{count} cores: {times}; {parts}", flush=True)


if __name__ == "__main__":
    main()
