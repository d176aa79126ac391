r"""What a GPU's L2 keeps between launches: the time and the DRAM bytes of launches that repeat.

    python tools/measure_l2.py OUT.jsonl                    times, in CUDA graphs
    ncu --cache-control none --clock-control none --csv --page raw \
        --metrics dram__bytes_read.sum,dram__bytes_write.sum,lts__t_sectors_op_read.sum,\
lts__t_sectors_op_read_lookup_hit.sum -k regex:_k$ \
        python tools/measure_l2.py OUT.jsonl --counted      one launch after the other

Each pattern touches so many megabytes (10^6 bytes) again and again: `read` adds them up, `fill`
writes them, `copy` reads one half and writes the other, `turns` reads them forwards and then
backwards, `handed` writes them in one launch and reads them in the next.
"""

from __future__ import annotations

import json
import statistics
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import torch
import triton
import triton.language as tl

SIZES = (4, 8, 16, 24, 32, 36, 40, 44, 48, 52, 56, 60, 64, 72, 80, 96, 120, 160, 240, 400)
BLOCK = 4096
REPS = 7


@triton.jit
def read_k(x: Any, out: Any, BACK: tl.constexpr, BLOCK: tl.constexpr) -> None:
    """Add up a block, forwards or backwards through the tensor."""
    at = tl.program_id(0)
    if BACK:
        at = tl.num_programs(0) - 1 - at
    value = tl.sum(tl.load(x + at * BLOCK + tl.arange(0, BLOCK)))
    if value == 0.12345:
        tl.store(out, value)


@triton.jit
def fill_k(y: Any, BLOCK: tl.constexpr) -> None:
    """Write zeros."""
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + at, tl.zeros((BLOCK,), tl.float32))


@triton.jit
def copy_k(x: Any, y: Any, BLOCK: tl.constexpr) -> None:
    """Copy a block."""
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + at, tl.load(x + at))


def patterns(megabytes: int) -> dict[str, list[Callable[[], object]]]:
    """Return the launches of each pattern, in their order."""
    n = megabytes * 10**6 // (4 * BLOCK) * BLOCK
    x, out = torch.ones(n, device="cuda"), torch.zeros(1, device="cuda")
    half = n // (2 * BLOCK)
    y = torch.zeros(half * BLOCK, device="cuda")
    grid = (n // BLOCK,)
    forwards = partial(read_k[grid], x, out, BACK=False, BLOCK=BLOCK)
    backwards = partial(read_k[grid], x, out, BACK=True, BLOCK=BLOCK)
    fill = partial(fill_k[grid], x, BLOCK=BLOCK)
    return {
        "read": [forwards],
        "fill": [fill],
        "copy": [partial(copy_k[(half,)], x, y, BLOCK=BLOCK)],
        "turns": [forwards, backwards],
        "handed": [fill, forwards],
    }


def timed(launches: list[Callable[[], object]]) -> float:
    """Return the time of all launches of a pattern, one after the other, in µs."""
    graphs = []
    for count in (5, 15):
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            for _ in range(count):
                for launch in launches:
                    launch()
        graphs.append(graph)
    flush = torch.empty(2**26, device="cuda")
    took = []
    for _ in range(REPS):
        times = []
        for graph in graphs:
            flush.zero_()
            start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
            start.record()
            graph.replay()
            end.record()
            torch.cuda.synchronize()
            times.append(start.elapsed_time(end) * 1e3)
        took.append((times[1] - times[0]) / 10)
    return statistics.median(took)


def main() -> None:
    """Measure each pattern at each size."""
    path, counted = sys.argv[1], "--counted" in sys.argv
    with Path(path).open("a") as out:
        for megabytes in SIZES:
            for name, launches in patterns(megabytes).items():
                for launch in launches:
                    launch()
                line: dict[str, Any] = {"pattern": name, "mb": megabytes}
                if counted:
                    for _ in range(3):
                        for launch in launches:
                            launch()
                    line["launches"] = 4 * len(launches)
                else:
                    line["us"] = timed(launches)
                out.write(json.dumps(line) + "\n")
                out.flush()


if __name__ == "__main__":
    main()
