"""How often `ab` is wrong on a real GPU: a thing against itself, and against one planted slower.

    PYTHONPATH=src python3 tools/measure_ab.py ab.json [--same 1000] [--seconds 370]

Writes each comparison's ratio, interval and outcome. The true ratio of a planted pair is that of
the medians of all rounds of all its comparisons. docs/measured/2026-11-25-ab.md has a run.
"""

# A Triton kernel's parameters have no Python type to write down.
# pyright: reportMissingParameterType=false
from __future__ import annotations

import argparse
import itertools
import json
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
import triton
import triton.language as tl

from kernelscope.measure.ab_gpu import Turns
from kernelscope.measure.clocks import CudaClock

SETS = 4  # of inputs


@triton.jit
def chain(x_ptr, y_ptr, steps, BLOCK: tl.constexpr):
    """Do `steps` fused multiply-adds on each element."""
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x_ptr + offsets)
    for _ in range(steps):
        value = value * 0.999 + 0.001
    tl.store(y_ptr + offsets, value)


@triton.jit
def copy(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    """Copy the first n elements."""
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = offsets < n
    tl.store(y_ptr + offsets, tl.load(x_ptr + offsets, inside), inside)


@dataclass(frozen=True)
class Subject:
    """A kernel: `make(share)` does that share more work than `make(0)`."""

    name: str
    make: Callable[[float], Callable[..., Any]]
    inputs: Callable[[], tuple[Any, ...]]
    plantable: bool = True


def _chain(share: float) -> Callable[..., Any]:
    steps = round(4000 * (1 + share))
    return lambda x, y: chain[(132,)](x, y, steps, BLOCK=1024)


def _copy(share: float) -> Callable[..., Any]:
    # Whole blocks: a count that 16 does not divide is compiled for narrow accesses.
    count = 1024 * round(4096 * (1 + share))
    return lambda x, y: copy[(triton.cdiv(count, 1024),)](x, y, count, BLOCK=1024)


def _floats(*shape: int) -> Any:
    return torch.rand(*shape, device="cuda")


SUBJECTS = (
    Subject("chain", _chain, lambda: (_floats(132 * 1024), _floats(132 * 1024))),
    Subject("copy", _copy, lambda: (_floats(1 << 23), _floats(1 << 23))),
    Subject(
        "softmax", lambda _: lambda x: torch.softmax(x, -1), lambda: (_floats(1024, 1024),), False
    ),
    Subject(
        "matmul", lambda _: torch.matmul, lambda: (_floats(512, 512), _floats(512, 512)), False
    ),
)


def compared(
    subject: Subject, share: float, clock: CudaClock, seed: int
) -> tuple[list[dict[str, Any]], Any]:
    """Return what one comparison says in each state, and its rounds."""
    pool = [subject.inputs() for _ in range(SETS)]
    turns = Turns((subject.make(0.0), subject.make(share)), pool, clock)
    rounds = turns.take(seconds=1.5, seed=seed, warm_up=0.0)
    readings = [asdict(state) | {"round": number} for number, state in turns.readings]
    found = [
        {
            "kernel": subject.name,
            "planted": share,
            "state": state,
            "seed": seed,
            **asdict(ratio),
            "outcome": ratio.outcome(),
            "ended": rounds.ended,
            "seconds": rounds.seconds,
            "sm_mhz": [one["sm_mhz"] for one in readings],
            "watts": [one["watts"] for one in readings],
            "celsius": [one["celsius"] for one in readings],
            "median_ms": float(np.median(rounds.samples[state][0])),
            "iqr": _iqr(rounds.samples[state][0]),
        }
        for state, ratio in rounds.ratios.items()
    ]
    return found, rounds


def _iqr(samples: Any) -> float:
    low, middle, high = np.quantile(samples, (0.25, 0.5, 0.75))
    return float((high - low) / middle)


def pooled_ratio(a: list[float], b: list[float]) -> dict[str, float]:
    """Return B's change over A of all rounds together, and its standard error from 20 parts."""
    parts = np.array_split(np.array([a, b]), 20, axis=1)
    changes = [float(np.median(part[1]) / np.median(part[0])) - 1 for part in parts]
    whole = float(np.median(b) / np.median(a)) - 1
    error = float(np.std(changes, ddof=1)) / 20**0.5
    return {"change": whole, "standard_error": error, "rounds": len(a)}


def plan(same: int, planted: int) -> Iterator[tuple[Subject, float]]:
    """Yield what to compare: the kernels in turn, so that a late minute weighs on all alike."""
    pairs = [(s, share) for s in SUBJECTS if s.plantable for share in (0.01, 0.02, 0.05)]
    others = itertools.cycle(SUBJECTS)
    every = max(1, same // max(1, planted))
    for number in range(same):
        yield next(others), 0.0
        if number % every == 0:
            yield from pairs


def main() -> int:
    """Run the series and write it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--same", type=int, default=1000)
    parser.add_argument("--planted", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=370.0)
    parser.add_argument("--seed", type=int, default=0, help="of the first comparison")
    options = parser.parse_args()
    clock = CudaClock()
    start = time.perf_counter()
    rows: list[dict[str, Any]] = []
    pooled: dict[tuple[str, float, str], tuple[list[float], list[float]]] = {}
    for seed, (subject, share) in enumerate(plan(options.same, options.planted), options.seed):
        if time.perf_counter() - start > options.seconds:
            break
        found, rounds = compared(subject, share, clock, seed)
        rows += found
        for state, (a, b) in rounds.samples.items():
            both = pooled.setdefault((subject.name, share, state), ([], []))
            both[0].extend(a)
            both[1].extend(b)
    true = [
        {"kernel": kernel, "planted": share, "state": state, **pooled_ratio(*both)}
        for (kernel, share, state), both in pooled.items()
    ]
    about = {
        "gpu": torch.cuda.get_device_name(),
        "torch": torch.__version__,
        "triton": triton.__version__,
        "seconds": time.perf_counter() - start,
        "finished": len(rows),
    }
    options.file.write_text(json.dumps({"about": about, "true": true, "rows": rows}))
    print(json.dumps(about))
    return 0


if __name__ == "__main__":
    sys.exit(main())
