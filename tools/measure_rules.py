"""Hold each rule's estimated gain against what its fix brings: by the time model, and by a clock.

Runs the bad and the fixed example of every page in `src/kernelscope/diagnose/pages`. Without a GPU
the fixed one's time is the model's; with one, both are timed between CUDA events as well. Prints a
table, and writes the figures as JSON if a path is given.

A call of these small kernels takes the host longer than the GPU. So one clock runs between two
events, after the GPU has waited for the host and L2 was overwritten: what the time model speaks of;
and one around a CUDA graph of calls on inputs of their own, together larger than L2 twice over,
where no launch is in the way. The pairs that are about the host's part are called one after the
other, as a program would.

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
from kernelscope.measure.clocks import CudaClock  # noqa: E402

PAIRS: Any = import_module("diagnose.pairs")
SLEEP: Callable[[int], None] = getattr(torch.cuda, "_sleep")  # noqa: B009  (private, yet all use it)
Timed = Callable[[], float]
REPEATS = 30
CALLS = 10  # between two events, of the pairs that are about the host
ABOUT_THE_HOST = ("host-bound", "launch-bound", "implicit-sync")
GRAPH_CALLS = 20, 200  # at least, at most: as many as fill L2 twice
AHEAD_CYCLES = 400_000  # about 0.2 ms, in which the host submits what is to be timed


def main() -> int:
    """Every rule that has a fixed example."""
    gpu = torch.cuda.get_device_name() if torch.cuda.is_available() else None
    rows = [row for rule in RULES if (row := compared(rule.name, gpu is not None))]
    print(f"{'rule':22} {'predicted':>9} {'modelled':>9}  measured")
    for row in rows:
        figures = (row["predicted_gain"], row["modelled_gain"])
        clocks = ", ".join(f"{shown(gain)} ({name})" for name, gain in row["measured_gain"].items())
        print(f"{row['rule']:22} {' '.join(f'{shown(value):>9}' for value in figures)}  {clocks}")
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
    clocks = ("calls",) if rule in ABOUT_THE_HOST else ("events", "graph")
    times = {clock: measure(PAIRS.example(rule), clock) for clock in clocks} if on_gpu else {}
    return {
        "rule": rule,
        "predicted_gain": found.estimated_gain if found else None,
        "modelled_gain": 1 - fixed.time_us / bad.time_us,
        "measured_gain": {clock: 1 - own["fixed"] / own["bad"] for clock, own in times.items()},
        "measured_us": times,
    }


def measure(module: Any, clock: str) -> dict[str, float]:
    """Microseconds of a call of either side: the median of repeats, in turns."""
    inputs = module.inputs("cuda")
    prepare = {"events": alone, "graph": captured, "calls": called}[clock]
    runs = {name: prepare(getattr(module, name), inputs) for name in ("bad", "fixed")}
    times: dict[str, list[float]] = {name: [] for name in runs}
    for repeat in range(REPEATS + 3):
        for name, run in runs.items():
            took = run()
            if repeat >= 3:  # the first compile and allocate
                times[name].append(took)
    return {name: statistics.median(kept) for name, kept in times.items()}


def called(function: Callable[..., object], inputs: tuple[torch.Tensor, ...]) -> Timed:
    """Make calls as a program makes them; the returned function gives the microseconds of one."""

    def run() -> None:
        for _ in range(CALLS):
            function(*inputs)

    return lambda: between_events(run) / CALLS


def alone(function: Callable[..., object], inputs: tuple[torch.Tensor, ...]) -> Timed:
    """One call as the comparison's clock times it: submitted ahead, with a cold L2."""
    clock = CudaClock()

    def run() -> object:
        return function(*inputs)

    run()
    host_ms = clock.host(run)
    return lambda: clock.events(run, cold=True, host_ms=host_ms) * 1e3


def captured(function: Callable[..., object], inputs: tuple[torch.Tensor, ...]) -> Timed:
    """Record a graph of calls, each on memory of its own; the returned function replays it."""
    size = sum(one.nbytes for one in inputs)
    fill = 2 * torch.cuda.get_device_properties().L2_cache_size // max(1, size)
    calls = min(max(GRAPH_CALLS[0], fill), GRAPH_CALLS[1])
    copies = [tuple(one.clone() for one in inputs) for _ in range(calls)]
    function(*inputs)  # compiles, and makes what it keeps
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        results = [function(*own) for own in copies]

    def replay() -> float:
        assert len(results) == len(copies)  # kept: each call's result has its own place
        return between_events(graph.replay, ahead=True) / calls

    return replay


def between_events(run: Callable[[], None], ahead: bool = False) -> float:
    """Microseconds; ahead: the GPU waits until the host has submitted everything."""
    begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    torch.cuda.synchronize()
    if ahead:
        SLEEP(AHEAD_CYCLES)
    begin.record()
    run()
    end.record()
    end.synchronize()
    return begin.elapsed_time(end) * 1e3


def shown(gain: float | None) -> str:
    """Return a gain as a percentage."""
    return "–" if gain is None else f"{100 * gain:.0f} %"


if __name__ == "__main__":
    sys.exit(main())
