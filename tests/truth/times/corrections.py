"""Say what each correction of the time model is worth: the error of the record without it.

    kernelscope run --device virtual:h200 -m truth.times.corrections collect FOLDER
    python -m truth.times.corrections replay FOLDER OUT.jsonl [CORRECTION …]
    python -m truth.times.corrections table OUT.jsonl

(in tests/, with PYTHONPATH=. and for `collect` the Triton of the record in front of it.)

`collect` runs each launch once and keeps its trace, in 5 minutes; `replay` simulates the traces
again without one correction at a time, 552 launches in a minute for each. With all corrections the
times are the kept estimates to their last digit. docs/measured/2026-11-28-corrections.md has the
table.
"""

from __future__ import annotations

import gzip
import json
import pickle
import statistics
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from kernelscope.errors import UnavailableError
from kernelscope.hardware import timing
from kernelscope.hardware.gpus import gpu
from kernelscope.hardware.timing import estimate_record
from kernelscope.launch_time import (
    code,
    contention,
    outlier_blocks,
    shares,
    sm,
    spin_waits,
    streams,
)
from kernelscope.launch_time.launch import Launch, Step
from kernelscope.launch_time.streams import Translator
from kernelscope.record import LaunchRecord, SMCycles

MODULES: tuple[Any, ...] = (
    code,
    contention,
    outlier_blocks,
    shares,
    sm,
    spin_waits,
    streams,
    timing,
)
OBJECTS = (*MODULES, *(m._C for m in MODULES), timing._C, sm._Layout, sm._Source)
Off = Callable[[], None]


def _set(thing: Any, **values: object) -> Off:
    return lambda: [setattr(thing, name, value) for name, value in values.items()] and None


def _of_machine(**fields: object) -> Off:
    make = sm._machine
    return _set(sm, _machine=lambda *args: replace(make(*args), **fields))


def _of_layout(**fields: object) -> Off:
    init = sm._Layout.__init__

    def changed(self: Any, *args: Any) -> None:
        init(self, *args)
        for name, value in fields.items():
            setattr(self, name, value)

    return _set(sm._Layout, __init__=changed)


def _without(step: Step) -> Off:
    return _set(sm, STEPS=tuple(other for other in sm.STEPS if other is not step))


def _nowhere(self: Any, *_: Any) -> np.ndarray:
    return np.zeros(len(self.sectors), np.bool_)


CORRECTIONS: dict[str, Off] = {
    "device memory answers later while it writes": _set(sm._C, dram_turns=0.0),
    "device memory answers later under load": _of_machine(dram_loaded=0.0),
    "the latency of device memory is spread": _of_machine(dram_spread=0.0),
    "L2 answers later under load": _set(sm._C, l2_latency_loaded=0),
    "parts of sectors are read and written back": _set(sm._C, part_of_sector=1.0),
    "lone pieces of 64 bytes take longer": _set(sm._C, lone_piece=1.0),
    "single sectors of many lines take longer at L2": _set(
        sm._C, scattered_load=1.0, scattered_atomic=1.0
    ),
    "what L2 has lost is read again": _set(sm._Source, lost=_nowhere),
    "another sector of 64 bytes comes along": _set(sm._Source, _second_halves=_nowhere),
    "blocks touch common sectors together": _set(sm, _together=lambda _: 1.0),
    "sectors shared with blocks not traced": _of_layout(_missing=1.0, _missing_first=1.0),
    "sectors of others beyond L2 are read again": _of_layout(_shared=0.0),
    "the longest block ends last": _set(sm._C, late=1e30),
    "blocks of unequal work are shared out": _set(sm, shares_of=lambda *_: None),
    "their work follows from their places": _set(shares, _by_place=lambda *_: None),
    "an average block does more than the traced": _without(sm.with_average_work),
    "few heavy blocks": _without(sm.with_outlier_block),
    "spin-wait iterations are dropped": _without(sm.without_spin_waits),
    "a handover between blocks": _set(sm._C, handover=0),
    "stores of parts of sectors": _set(
        streams, _turns=lambda way, *_: np.ones(len(way.events), np.int64)
    ),
    "stores of parts within few lines": _set(streams._C, stored_in_parts=1),
    "LDS.128 takes three cycles": _set(streams._C, lds_128=1),
    "copies of 4 bytes take four cycles more": _set(streams._C, copy_l1=0),
    "lines of an access take L1": _set(
        streams, cache_lines=lambda trace: np.ones(len(trace.offsets) - 1, np.int64)
    ),
    "accesses behind a trace's end move on": _set(streams, _extrapolate=lambda *_: None),
    "a warp goes the nearest known way": _set(streams._C, like=1.0),
    "banks of registers": _set(code, _registers_read=lambda *_: {}),
    "operands marked with .reuse": _set(code, _sources=lambda _: ()),
    "atomics in turn": _set(sm, atomics_cycles=lambda *_args, **_named: 0.0),
    "atomics of segments by slices of L2": _set(contention, _fullest=lambda _: 1.0),
    "atomics by how full their sectors are": _set(contention._C, full=7.0, sparse=7.0, lone=7.0),
    "tensor cores slow the clock": _set(sm, clock_share=lambda *_: 1.0),
    "descriptors of tensor copies": _of_machine(descriptor_cycles=0, fetch_cycles=0),
    "blocks start one after another": _of_machine(start_cycles=0),
    "barriers take cycles": _of_machine(barrier_latency=0, barrier_cycles=1),
    "channels of device memory wait": _set(timing._C, channel_waits=0.0),
    "lines of code are loaded": _set(timing._C, code_line_us=0.0, cold_code_line_us=0.0),
    "the memory pipeline fills": _set(timing, _ramp_us=lambda *_: 0.0),
}  # fmt: skip
NONE = "all corrections"
OF_THE_CODE = {
    "banks of registers",
    "operands marked with .reuse",
    "LDS.128 takes three cycles",
    "copies of 4 bytes take four cycles more",
    "a warp goes the nearest known way",
}
"""Those that change what a `Translator` keeps; the others share one."""


@contextmanager
def without(name: str) -> Iterator[None]:
    """Switch a correction off inside."""
    before = [dict(vars(thing)) for thing in OBJECTS]
    CORRECTIONS.get(name, lambda: None)()
    try:
        yield
    finally:
        for thing, values in zip(OBJECTS, before, strict=True):
            for key, value in values.items():
                if vars(thing)[key] is not value:
                    setattr(thing, key, value)


def collect(folder: Path) -> None:
    """Keep the traces of each launch of the record, as `truth.times.ours` runs it."""
    import torch

    from kernelscope.devices.virtual import current_gpu
    from kernelscope.launch_time.trace_cache import TRACES
    from truth.times.ours import measured
    from truth.times.programs import PROGRAMS
    from truth.times.record import launches

    traces: dict[SMCycles, Any] = {}
    TRACES.keep = lambda cycles, launch, _session: traces.update({cycles: launch})
    session, real = current_gpu(), measured()
    assert session is not None
    folder.mkdir(exist_ok=True)
    for number, (key, (name, values)) in enumerate(sorted(launches().items())):
        path = folder / f"{number:04d}.pickle.gz"
        if key not in real or path.exists():
            continue
        run = PROGRAMS[name].make(**values)
        run()
        flush = torch.empty(256 << 20, dtype=torch.uint8, device="cuda")
        start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        flush.zero_()
        torch.cuda._sleep(1_000_000)  # no launch gap is timed
        before = len(session.launches)
        start.record()
        run()
        end.record()
        end.synchronize()
        kept = [(one, traces.get(one.simulated)) for one in session.launches[before:]]  # type: ignore[arg-type]
        data = {"key": key, "cold": 1e3 * start.elapsed_time(end), "launches": kept}
        path.write_bytes(gzip.compress(pickle.dumps(data), 1))
        traces.clear()


def replayed(launch: LaunchRecord, traced: Any, translator: Translator) -> float:
    """Return the microseconds of a launch with what is switched on now."""
    spec = gpu("h200")
    try:
        cycles = sm.sm_cycles(
            Launch(
                spec, traced.code, traced.trace, traced.counters, traced.resident,
                traced.shared_bytes, translator, translator.simulated,
            )
        )  # fmt: skip
    except UnavailableError:
        return estimate_record(spec, launch).time_us.value
    times = launch.simulated.scaled if launch.simulated is not None else None
    if times is not None:
        cycles = replace(cycles, cold=cycles.cold * times, warm=cycles.warm * times, scaled=times)
    return estimate_record(spec, launch, simulated=cycles).time_us.value


def _translator(traced: Any) -> Translator:
    return Translator(traced.code, code.simulated_code(traced.code, traced.spec), traced.trace)


def replay(folder: Path, out: Path, names: list[str]) -> None:
    """Write a line a launch: its times by the correction that is switched off."""
    with out.open("w") as log:
        for path in sorted(folder.glob("*.gz")):
            data = pickle.loads(gzip.decompress(path.read_bytes()))
            row: dict[str, object] = {"key": data["key"]}
            traced = [(launch, trace) for launch, trace in data["launches"] if trace is not None]
            shared = [_translator(trace) for _, trace in traced]
            for name in (NONE, *(names or CORRECTIONS)):
                with without(name):
                    own = (
                        [_translator(trace) for _, trace in traced]
                        if name in OF_THE_CODE
                        else shared
                    )
                    row[name] = data["cold"] + sum(
                        replayed(launch, trace, translator) - launch.time_us.value
                        for (launch, trace), translator in zip(traced, own, strict=True)
                    )
            log.write(json.dumps(row) + "\n")
            log.flush()


def table(out: Path) -> None:
    """Print the held-out error, and what each correction is worth, in points of it."""
    from truth.times.ours import measured
    from truth.times.programs import held_out

    apart, real = held_out(), measured()
    rows = [json.loads(line) for line in out.read_text().splitlines()]

    def errors(name: str, *, held: bool) -> dict[str, float]:
        return {
            row["key"]: abs(row[name] / statistics.median(real[row["key"]]["cold"]) - 1)
            for row in rows
            if (row["key"].split()[0] in apart) is held
        }

    base = {held: errors(NONE, held=held) for held in (True, False)}
    print(f"held-out error: {100 * statistics.fmean(base[True].values()):.2f} %")
    lines: list[tuple[float, str]] = []
    for name in rows[0].keys() - {"key", NONE}:
        points, worse = [], {}
        for held, before in base.items():
            after = errors(name, held=held)
            worse |= {key: (after[key] - before[key], before[key], after[key]) for key in after}
            points.append(100 * _mean([after[key] - before[key] for key in after]))
        key = max(worse, key=lambda key: worse[key][0])
        _, before_, after_ = worse[key]
        row = f"| {name} | {points[0]:+.2f} | {points[1]:+.2f} | `{key}` {before_:.0%}, "
        row += f"{after_:.0%} |"
        lines.append((points[0], row))
    print("| correction | held out | fit | a launch's error with and without |\n|---|---|---|---|")
    print("\n".join(line for _, line in sorted(lines)))


def _mean(values: list[float]) -> float:
    return statistics.fmean(values) if values else 0.0


def main() -> None:
    """Do what the command line says."""
    command, *arguments = sys.argv[1:]
    if command == "collect":
        collect(Path(arguments[0]))
    elif command == "replay":
        replay(Path(arguments[0]), Path(arguments[1]), arguments[2:])
    else:
        table(Path(arguments[0]))


if __name__ == "__main__":
    main()
