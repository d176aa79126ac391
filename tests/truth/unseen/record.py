"""Time launches written by somebody who had not seen the time model.

    python -m truth.unseen.record OUT.jsonl          # all 121 launches of 75 Triton kernels
    python -m truth.unseen.record OUT.jsonl i n      # the i-th of n shares of them, from 0

(in tests/). Each launch runs once, and then 15 times (the environment variable REPS changes that)
between two CUDA events, each time after a fill of 256 MiB that empties the L2 cache. A JSON line a
launch is added to OUT.jsonl: its name and the median in µs, or its name and the error.

    kernelscope run --device virtual:h200 -m truth.unseen.record OUT.jsonl

writes the estimates of the same launches.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
from collections.abc import Callable
from pathlib import Path

import torch

from truth.unseen import (
    arithmetic,
    attention,
    blocks,
    descriptors,
    elementwise,
    memory,
    products,
    reductions,
    rows,
    stencils,
)
from truth.unseen.case import CASES, DEVICE, Run

# In the order of the record.
MODULES = (
    rows, memory, reductions, stencils, elementwise, arithmetic, products, blocks, attention,
    descriptors,
)  # fmt: skip
REPS = int(os.environ.get("REPS", "15"))
FLUSHED = 256 * 2**20  # bytes


def launches() -> list[tuple[str, Callable[[], Run]]]:
    """Return the name and the maker of each launch, in the order of the record."""
    return [launch for module in MODULES for launch in CASES[module.__name__]]


def measure(make: Callable[[], Run], flush: torch.Tensor) -> float:
    """Return the median time of a launch in µs, with nothing of its data in the L2 cache."""
    torch.manual_seed(0)
    launch = make()
    launch()
    torch.cuda.synchronize()
    times = []
    for _ in range(REPS):
        flush.zero_()
        start = torch.cuda.Event(enable_timing=True)
        end = torch.cuda.Event(enable_timing=True)
        start.record()
        launch()
        end.record()
        torch.cuda.synchronize()
        times.append(start.elapsed_time(end) * 1e3)
    return statistics.median(times)


def main() -> None:
    """Time the share of the launches that the command line asks for."""
    path, *share = sys.argv[1:]
    i, n = map(int, share) if share else (0, 1)
    flush = torch.empty(FLUSHED, dtype=torch.int8, device=DEVICE)
    with Path(path).open("a") as out:
        for place, (name, make) in enumerate(launches()):
            if place % n != i:
                continue
            try:
                line = {"name": name, "us": measure(make, flush)}
            except Exception as error:  # noqa: BLE001  (recorded with its launch)
                text = str(error).strip() or type(error).__name__
                line = {"name": name, "error": f"{type(error).__name__}: {text.splitlines()[0]}"}
            out.write(json.dumps(line) + "\n")
            out.flush()
            print(place, line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
