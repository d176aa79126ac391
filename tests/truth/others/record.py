"""Time launches of kernels by other people: Liger's, Inductor's, llm.c's, FlagGems'.

    python -m truth.others.record SETS OUT.jsonl          # all of them
    python -m truth.others.record SETS OUT.jsonl i n      # the i-th of n shares of them, from 0

(in tests/). SETS are modules beside this one, with commas: `liger,inductor,llm_c` need the package
`liger_kernel` (0.8.5) and a checkout of karpathy/llm.c (f1e2ace), whose folder stands in the
environment variable LLM_C; `flag_gems_cases` needs the package `flag_gems` (5.0.2). Each case is
timed twice, in CUDA graphs, so that no host's time is in it. *Cold*: a tenth of what a graph of ten
fills of 256 MiB, each with a call behind it, takes longer than one of the fills alone. *Warm*: a
twentieth of what 30 calls take longer than 10: each finds in L2 what the one before left. Both are
medians of nine. A JSON line a case is added to OUT.jsonl: its name and both times in µs, or its
name and the error.

    QUICK=1 kernelscope run --device virtual:h200 -m truth.others.record SETS OUT.jsonl

writes the estimates of the same cases, each from one repetition: estimates do not vary.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
from pathlib import Path

import torch

from truth.graphs import more_us
from truth.others.case import CASES, DEVICE

REPETITIONS, CALLS = (1, 1) if "QUICK" in os.environ else (9, 10)
FLUSHED = 256 * 2**20  # bytes


def main() -> None:
    """Time the share of the cases that the command line asks for."""
    sets, path, *share = sys.argv[1:]
    for name in sets.split(","):
        importlib.import_module(f"truth.others.{name}")
    i, n = map(int, share) if share else (0, 1)
    fill = torch.empty(FLUSHED, dtype=torch.int8, device=DEVICE).zero_
    with Path(path).open("a") as out:
        for place, (name, make) in enumerate(CASES):
            if place % n != i:
                continue
            line: dict[str, object] = {"name": name}
            try:
                call = make()
                call()
                call()
                torch.cuda.synchronize()
                cold = more_us([fill, call] * CALLS, [fill] * CALLS, fill, REPETITIONS)
                line["cold_us"] = cold / CALLS
                warm = more_us([call] * 3 * CALLS, [call] * CALLS, fill, REPETITIONS)
                line["warm_us"] = warm / (2 * CALLS)
            except Exception as error:  # noqa: BLE001  (recorded with its case)
                text = str(error).strip() or type(error).__name__
                line["error"] = f"{type(error).__name__}: {text.splitlines()[0]}"
            out.write(json.dumps(line) + "\n")
            out.flush()
            print(place, line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
