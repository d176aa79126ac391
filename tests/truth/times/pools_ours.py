"""Write what the virtual GPU estimates of each configuration of the pools.

    kernelscope run --device virtual:h200 -m truth.times.pools_ours OUT.jsonl [POOL …]

(in tests/, with PYTHONPATH=. and the Triton of the record in front of it.)

A line a configuration, tried as `triton.autotune` tries it: some blocks, in a child of its own.
Started again it goes on behind the last one. With words, only pools whose names begin with one.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from kernelscope.devices.virtual import active_gpu
from kernelscope.frontends.triton.bench import benchmark_trial
from kernelscope.frontends.triton.tuning import Trial, try_apart
from truth.times.pools import POOLS, Configuration, Pool

AT_A_TIME = 64


def estimated(pool: Pool, shape: Configuration, trial: Trial | None) -> dict[str, Any]:
    """Return the line of a configuration."""
    row: dict[str, Any] = {"pool": pool.name, "key": pool.key(shape)}
    launch = trial and trial.launch
    if launch is None or launch.time_us is None:
        return row | {"error": "it failed"}
    time = launch.time_us
    return row | {
        "us": round(time.value, 3),
        "low": time.low and round(time.low, 3),
        "high": time.high and round(time.high, 3),
        "bound": launch.bound,
        "tensor": launch.simulated is not None and launch.simulated.clock_share < 1,
        "registers": launch.registers,
        "spill_bytes": launch.spill_bytes,
        "unsimulated": launch.unsimulated,
    }


def estimates(known: set[str], words: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    """Yield the lines that are not known yet."""
    gpu = active_gpu()
    for pool in POOLS.values():
        if not pool.name.startswith(words):
            continue
        todo = [shape for shape in pool.configurations if pool.key(shape) not in known]
        arguments = pool.arguments() if todo else ()
        for start in range(0, len(todo), AT_A_TIME):
            shapes = todo[start : start + AT_A_TIME]
            launches = [partial(pool.launch, shape, arguments) for shape in shapes]
            calls = [partial(benchmark_trial, launch, (0.5,)) for launch in launches]
            for shape, found in zip(shapes, try_apart(gpu, calls), strict=True):
                yield estimated(pool, shape, found.value if found else None)


def main() -> None:
    path, words = Path(sys.argv[1]), tuple(sys.argv[2:]) or ("",)
    known = {json.loads(line)["key"] for line in path.open()} if path.exists() else set[str]()
    with path.open("a") as log:
        for row in estimates(known, words):
            log.write(json.dumps(row) + "\n")
            log.flush()


if __name__ == "__main__":
    main()
