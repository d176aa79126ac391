"""Record the times of all launches on a GPU, and Nsight Compute's parts of each.

    python -m truth.times.record compile OUT    # all kernels, on all cores; keeps their PTX
    python -m truth.times.record times OUT      # OUT/times.jsonl: a header, then a line a launch
    python -m truth.times.record parts OUT      # OUT/parts.csv, under `ncu`, of the same launches

(in tests/). Each part writes at once what it has, and goes on there when it is started again.
`python -m truth.times.record one KEY` runs one launch, to look for what is wrong with it.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import multiprocessing
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import torch

from kernelscope.measure.clocks import CudaClock, measure
from truth.operators.record_h200 import machine
from truth.times.case import Run
from truth.times.programs import PROGRAMS, held_out

ROUNDS = 15
KINDS = ("cold", "warm", "graph")
SECTIONS = (
    "LaunchStats", "Occupancy", "SpeedOfLight", "MemoryWorkloadAnalysis", "WarpStateStats",
    "SchedulerStats", "InstructionStats", "ComputeWorkloadAnalysis",
)  # fmt: skip


def launches() -> dict[str, tuple[str, dict[str, Any]]]:
    """Return the program and the values of each launch by its key: each program's first one first,
    so that a record that is cut short has some of each.
    """
    rows = [
        (place, key, program.name, values)
        for program in PROGRAMS.values()
        for place, (key, values) in enumerate(zip(program.keys(), program.launches, strict=True))
    ]
    rows.sort(key=lambda row: row[0])
    return {key: (name, values) for _, key, name, values in rows}


def folder_of(out: Path, key: str) -> Path:
    """Return where the compilers keep what they make of a launch."""
    return out / "cache" / hashlib.sha256(key.encode()).hexdigest()[:16]


def made(out: Path, key: str) -> Run:
    """Return a launch's function; its kernels are compiled, or found in the launch's folder."""
    name, values = launches()[key]
    for variable in ("TRITON_CACHE_DIR", "TORCHINDUCTOR_CACHE_DIR"):
        os.environ[variable] = str(folder_of(out, key))
    torch._dynamo.reset()
    return PROGRAMS[name].make(**values)


# The kernels.


def compile_one(work: tuple[Path, str]) -> tuple[str, str]:
    out, key = work
    folder = folder_of(out, key)
    folder.mkdir(parents=True, exist_ok=True)
    try:
        run = made(out, key)
        run()
        torch.cuda.synchronize()
        kernel = next(
            (c.cell_contents for c in run.__closure__ or () if hasattr(c.cell_contents, "cubin")),
            None,
        )
        if kernel is not None:
            (folder / "kernel.ptx").write_text(kernel.ptx)
    except Exception as error:  # noqa: BLE001  (each is recorded with its launch)
        return key, f"{type(error).__name__}: {str(error).strip().splitlines()[0][:300]}"
    return key, ""


def compile_all(out: Path) -> None:
    todo = [(out, key) for key in launches() if not (folder_of(out, key) / "done").exists()]
    context = multiprocessing.get_context("fork")  # CUDA is not initialised before
    with (
        context.Pool(os.cpu_count(), maxtasksperchild=1) as pool,
        (out / "compile.jsonl").open("a") as log,
    ):
        for key, error in pool.imap_unordered(compile_one, todo, chunksize=1):
            if not error:
                (folder_of(out, key) / "done").touch()
            log.write(json.dumps({"key": key, "error": error}) + "\n")
            log.flush()


# The times.


def kernels_of(run: Run) -> list[dict[str, Any]]:
    """Return what a call launches, as the profiler shows it, with the durations in µs."""
    activities = [torch.profiler.ProfilerActivity.CUDA]
    with torch.profiler.profile(activities=activities) as found:
        run()
        torch.cuda.synchronize()
    path = Path(f"/tmp/times-{os.getpid()}.json")
    found.export_chrome_trace(str(path))
    events = json.loads(path.read_text(errors="replace"))["traceEvents"]
    path.unlink()
    wanted = {
        "grid": "grid",
        "block": "block",
        "registers per thread": "registers",
        "shared memory": "shared",
    }
    return [
        {"name": e["name"], "us": e["dur"]}
        | {new: e["args"].get(old) for old, new in wanted.items()}
        for e in sorted(events, key=lambda e: e.get("ts", 0))
        if e.get("cat") == "kernel"
    ]


def time_all(out: Path, seconds: float) -> None:
    path, end = out / "times.jsonl", time.monotonic() + seconds
    known = {json.loads(line).get("key") for line in path.open()} if path.exists() else set()
    clock = CudaClock()
    with path.open("a") as log:
        if not known:
            log.write(json.dumps(machine() | {"rounds": ROUNDS}) + "\n")
        for key, (name, _) in launches().items():
            if key in known or time.monotonic() > end:
                continue
            row: dict[str, Any] = {"key": key, "program": name}
            try:
                run = made(out, key)
                timings = measure({"run": run}, clock, rounds=ROUNDS)["run"]
                row |= {"missing": timings.missing} if timings.missing else {}
                row |= {k: [round(1e3 * t, 3) for t in timings.samples[k]] for k in KINDS}
                row["kernels"] = kernels_of(run)
            except Exception as error:  # noqa: BLE001
                row["error"] = f"{type(error).__name__}: {str(error).strip().splitlines()[0][:300]}"
            log.write(json.dumps(row) + "\n")
            log.flush()


# Nsight Compute's parts.


@contextlib.contextmanager
def in_view() -> Iterator[None]:
    """Let Nsight Compute see the block."""
    torch.cuda.synchronize()
    torch.cuda.cudart().cudaProfilerStart()
    yield
    torch.cuda.synchronize()
    torch.cuda.cudart().cudaProfilerStop()


def show_all(out: Path, seconds: float) -> None:
    """Run each launch that was timed, in view; note which and how many kernels it has."""
    end = time.monotonic() + seconds
    rows = [json.loads(line) for line in (out / "times.jsonl").open()]
    timed = {row["key"]: len(row["kernels"]) for row in rows if "kernels" in row}
    with (out / "shown.jsonl").open("w") as log:
        for key, count in timed.items():
            if time.monotonic() > end:
                return
            try:
                run = made(out, key)
                run()
                with in_view():
                    run()
            except Exception as error:  # noqa: BLE001
                log.write(json.dumps({"key": key, "error": str(error)[:200]}) + "\n")
                continue
            log.write(json.dumps({"key": key, "kernels": count}) + "\n")
            log.flush()


def profile_all(out: Path, seconds: float) -> None:
    """Run `show_all` under `ncu`; its rows are the kernels of shown.jsonl, in this order."""
    words = [
        "ncu",
        "--clock-control",
        "none",
        "--profile-from-start",
        "off",
        "--csv",
        "--page",
        "raw",
    ]
    words += [word for name in SECTIONS for word in ("--section", name)]
    with (out / "parts.csv").open("w") as table:
        command = [sys.executable, "-m", "truth.times.record", "show", str(out), str(seconds)]
        subprocess.run([*words, *command], stdout=table, check=False)


def main() -> None:
    part, place, *rest = sys.argv[1:]
    out, seconds = Path(place), float(rest[0]) if rest else 1e9
    if part == "one":
        made(Path("out"), place)()
        torch.cuda.synchronize()
        return
    out.mkdir(parents=True, exist_ok=True)
    match part:
        case "compile":
            (out / "held_out.json").write_text(json.dumps(sorted(held_out()), indent=0))
            compile_all(out)
        case "times":
            time_all(out, seconds)
        case "parts":
            profile_all(out, seconds)
        case "show":
            show_all(out, seconds)
        case _:
            sys.exit(f"no part {part}: compile, times, parts, one")


if __name__ == "__main__":
    main()
