"""Hold each rule's estimated gain against what its fix brings: by the time model, and by a clock.

Runs the bad and the fixed example of every page in `docs/rules`. Without a GPU the fixed one's time
is the model's; with one, both are timed between CUDA events as well. Prints a table, and writes the
figures as JSON where a path is given.

    PYTHONPATH=src python3 tools/measure_rules.py [FILE.json]
"""

from __future__ import annotations

import json
import statistics
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import torch

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests")]

from kernelscope.diagnose import RULES  # noqa: E402
from kernelscope.jobs import environment  # noqa: E402

PAIRS: Any = import_module("diagnose.pairs")
REPEATS = 30
CALLS = 10  # between two events, so that the host runs ahead of a short kernel


def main() -> int:
    """Every rule that has a fixed example."""
    gpu = torch.cuda.get_device_name() if torch.cuda.is_available() else None
    rows = [row for rule in RULES if (row := compared(rule.name, gpu is not None))]
    print(f"{'rule':22} {'predicted':>9} {'modelled':>9} {'measured':>9}")
    for row in rows:
        figures = (row["predicted_gain"], row["modelled_gain"], row["measured_gain"])
        print(f"{row['rule']:22} " + " ".join(f"{shown(value):>9}" for value in figures))
    if len(sys.argv) > 1:
        record = {
            "gpu": gpu,
            "environment": environment.describe(),
            "created": environment.now(),
            "rules": rows,
        }
        Path(sys.argv[1]).write_text(json.dumps(record, indent=1) + "\n")
    return 0


def compared(rule: str, on_gpu: bool) -> dict[str, Any] | None:
    """Predicted, modelled and measured gain of one rule; None where nothing is to be fixed."""
    bad, fixed = PAIRS.sides(rule)
    if fixed is None:
        return None
    found = bad.finding(rule)
    measured = measure(PAIRS.example(rule)) if on_gpu else None
    return {
        "rule": rule,
        "predicted_gain": found.estimated_gain if found else None,
        "modelled_gain": 1 - fixed.time_us / bad.time_us,
        "measured_gain": None if measured is None else 1 - measured["fixed"] / measured["bad"],
        "measured_us": measured,
    }


def measure(module: Any) -> dict[str, float]:
    """Microseconds of a call of either side: the median of repeats, in turns."""
    inputs = module.inputs("cuda")
    times: dict[str, list[float]] = {"bad": [], "fixed": []}
    for repeat in range(REPEATS + 3):
        for name, kept in times.items():
            took = timed(getattr(module, name), inputs)
            if repeat >= 3:  # the first compile and allocate
                kept.append(took)
    return {name: statistics.median(kept) for name, kept in times.items()}


def timed(function: Callable[..., object], inputs: tuple[torch.Tensor, ...]) -> float:
    """Microseconds of one call among `CALLS`."""
    begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    torch.cuda.synchronize()
    begin.record()
    for _ in range(CALLS):
        function(*inputs)
    end.record()
    end.synchronize()
    return begin.elapsed_time(end) * 1e3 / CALLS


def shown(gain: float | None) -> str:
    """A gain as a percentage."""
    return "–" if gain is None else f"{100 * gain:.0f} %"


if __name__ == "__main__":
    sys.exit(main())
