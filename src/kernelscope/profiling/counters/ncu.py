"""Nsight Compute: a check that it can be used, its command, and a reader of its report.

Formats: "Nsight Compute CLI", pages `raw` (a launch a row, the second row holds the units) and
`details` (a metric or a rule a row), both as `--csv`.
"""

from __future__ import annotations

import csv
import math
import os
import re
import shutil
import subprocess
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from kernelscope.profiling.counters import sections as at
from kernelscope.quantity import METRICS, Quantity
from kernelscope.record import KernelCounters
from kernelscope.record.names import function_name

PARAMETERS = Path("/proc/driver/nvidia/params")
OWNER = "kernelscope<{}>"
"""The NVTX range around an implementation's launches, which names their owner in the report."""
LAUNCHES_AT_MOST = 200
"""A launch runs again for each group of counters: a whole training run would take hours."""

_SECTIONS = (
    "SpeedOfLight",
    "LaunchStats",
    "Occupancy",
    "MemoryWorkloadAnalysis",
    "MemoryWorkloadAnalysis_Tables",
    "SchedulerStats",
    "WarpStateStats",
    "SourceCounters",
)
_OF_OTHERS = "kernelscope__"
_OWNERS = re.compile(OWNER.format("([^<>]*)"))
_SECONDS = {"": 1.0, "m": 1e3, "u": 1e6, "n": 1e9}
_BYTES = {"": 1.0, "K": 1e3, "M": 1e6, "G": 1e9, "T": 1e12}
_PER = ("", "/block")
# Nsight Compute's units, those of `--print-units base` and the larger ones, in the registry's.
_UNITS: dict[str, tuple[str, float]] = {
    **{f"{m}{s}": ("ns", 1e9 / scale) for m, scale in _SECONDS.items() for s in ("s", "second")},
    **{f"{name}byte{per}": ("B", scale) for name, scale in _BYTES.items() for per in _PER},
}


def refusal(parameters: Path = PARAMETERS) -> str:
    """Return why Nsight Compute cannot be used here; "" if nothing prevents it.

    The check runs nothing: it reads PATH, the driver's `RmProfilingAdminOnly`, and the user's id.
    """
    if shutil.which("ncu") is None:
        return "Nsight Compute is not installed: put its `ncu` on PATH"
    try:
        settings = parameters.read_text()
    except OSError:
        return ""  # the driver says nothing: ncu itself will
    if re.search(r"^RmProfilingAdminOnly:\s*1\b", settings, re.MULTILINE) and os.geteuid() != 0:
        return f"{_DENIED} ({parameters}: RmProfilingAdminOnly is 1, and this is not root)"
    return ""


_DENIED = (
    "the driver lets only root read counters: run as root, or let the administrator load it "
    "with NVreg_RestrictProfilingToAdminUsers=0"
)


def command(
    report: Path,
    log: Path,
    program: Sequence[str],
    *,
    from_start: bool,
    without: Collection[str] = (),
) -> list[str]:
    """Return the command that profiles `program` into `report`; ncu's messages go to `log`.

    Unless `from_start`, only the program's own process is profiled, not the compilers that it
    starts, and only between cudaProfilerStart and cudaProfilerStop. `without`: metrics that this
    ncu does not know.
    """
    wanted = [name for name in (*at.shown(), *_COUNTERS) if not name.startswith(_OF_OTHERS)]
    return [
        "ncu",
        *("--export", str(report), "--force-overwrite", "--log-file", str(log)),
        *("--clock-control", "none", "--nvtx"),
        *("--target-processes", "all" if from_start else "application-only"),
        *("--profile-from-start", "on" if from_start else "off"),
        *("--launch-count", str(LAUNCHES_AT_MOST)),
        *(word for section in _SECTIONS for word in ("--section", section)),
        *("--metrics", ",".join(name for name in dict.fromkeys(wanted) if name not in without)),
        *program,
    ]


# The hardware's own counters in the registry that the table does not show.
_COUNTERS = tuple(name for name in METRICS if name.startswith(("l1tex__", "smsp__", "lts__")))


@dataclass(frozen=True, slots=True)
class Gathered:
    """The result of a run: launches, and notes on what went wrong."""

    kernels: tuple[KernelCounters, ...] = ()
    notes: tuple[str, ...] = ()
    exit_code: int = 0


def gather(
    program: Sequence[str], folder: Path, *, from_start: bool = True, quiet: bool = False
) -> Gathered:
    """Run a program under Nsight Compute; keep all launches that could be read, even on errors.

    `folder` is for the report and the log. `quiet` hides the program's output; if it fails, a note
    has its last line.
    """
    report = folder / "report.ncu-rep"
    ran, log_text = _watch(program, report, from_start, quiet)
    notes = complaints(log_text)
    if ran.returncode and not notes:
        last = (ran.stderr or "").strip().splitlines()[-1:]
        notes = [": ".join([f"under Nsight Compute it ended with {ran.returncode}", *last])]
    if not report.exists():
        return Gathered((), tuple(notes or ["Nsight Compute wrote no report"]), ran.returncode)
    pages = (("raw", "function"), ("raw", "demangled"), ("details", "function"))
    raw, demangled, details = (_page(report, page, names) for page, names in pages)
    kernels = read(raw, demangled, details)
    if len(kernels) >= LAUNCHES_AT_MOST:
        notes.append(f"only the first {LAUNCHES_AT_MOST} launches were counted")
    return Gathered(kernels, tuple(notes), ran.returncode)


def _watch(
    program: Sequence[str], report: Path, from_start: bool, quiet: bool
) -> tuple[subprocess.CompletedProcess[str], str]:
    """Run a program under ncu; return the finished process and ncu's log."""
    log = report.with_suffix(".log")
    unknown: set[str] = set()
    while True:
        for old in (report, log):
            old.unlink(missing_ok=True)
        words = command(report, log, program, from_start=from_start, without=unknown)
        ran = subprocess.run(words, capture_output=quiet, text=True, check=False)
        log_text = log.read_text(errors="replace") if log.exists() else ""
        # ncu stops at the first kernel if it does not know a metric: run again without it.
        more = unknown_metrics(log_text) - unknown
        if not more:
            return ran, log_text
        unknown |= more


def _page(report: Path, page: str, names: str) -> str:
    words = ["ncu", "--import", str(report), "--csv", "--page", page]
    words += ["--print-units", "base", "--print-kernel-base", names]
    return subprocess.run(words, capture_output=True, text=True, check=False).stdout


def complaints(log: str) -> list[str]:
    """Return the errors in ncu's log, a line each; for a missing permission, with the remedy."""
    if "ERR_NVGPUCTRPERM" in log:
        return [f"Nsight Compute was refused (ERR_NVGPUCTRPERM): {_DENIED}"]
    lines = [line.removeprefix("==ERROR== ") for line in log.splitlines() if "==ERROR==" in line]
    failed = [line for line in lines if line.startswith("Failed to profile")]
    others = [line for line in lines if line not in failed]
    messages = [f"Nsight Compute: {line}" for line in dict.fromkeys([*failed, *others[:2]])]
    if not messages and "No kernels were profiled" in log:
        messages.append("Nsight Compute: no kernel ran that could be profiled")
    return messages


def unknown_metrics(log: str) -> set[str]:
    """Return our metrics that this version of ncu, or this GPU, does not have."""
    lines = [line for line in log.splitlines() if "Failed to find metric" in line]
    words = {word for line in lines for word in re.findall(r"\w+", line)}
    return {name for name in METRICS if name.partition(".")[0] in words}


def read(raw: str, demangled: str, details: str) -> tuple[KernelCounters, ...]:
    """Return the launches of a report.

    `raw`: page `raw` with the functions' names; `demangled`: the same with whole C++ names;
    `details`: page `details`, for the estimated speed-ups of its rules.
    """
    (units, rows), (_, long_rows) = _table(raw), _table(demangled)
    whole = {row["ID"]: row["Kernel Name"] for row in long_rows}
    gains = speedups(details)
    return tuple(
        _kernel(row, units, whole.get(row["ID"], row["Kernel Name"]), gains.get(row["ID"]))
        for row in rows
    )


def _table(text: str) -> tuple[dict[str, str], list[dict[str, str]]]:
    """Return units by column, and the launches, of page `raw`; skip lines outside the table."""
    rows = _rows(text)
    if rows and not rows[0].get("ID"):
        return rows[0], rows[1:]
    return {}, rows


def _rows(text: str) -> list[dict[str, str]]:
    lines = text.splitlines()
    starts = [place for place, line in enumerate(lines) if line.startswith('"ID"')]
    if not starts:
        return []
    return list(csv.DictReader(line for line in lines[starts[0] :] if line.startswith('"')))


def _kernel(
    row: Mapping[str, str], units: Mapping[str, str], name: str, gain: Quantity | None
) -> KernelCounters:
    metrics = {
        metric: quantity
        for metric in METRICS
        if (quantity := _quantity(metric, row.get(metric), units.get(metric, ""))) is not None
    }
    missing = {
        metric: "Nsight Compute has no value for it on this GPU"
        for metric in at.shown()
        if metric not in metrics and not metric.startswith(_OF_OTHERS)
    }
    if gain is None:
        missing[at.SPEEDUP] = "none of Nsight Compute's rules estimates one"
    else:
        metrics[at.SPEEDUP] = gain
        if at.DURATION in metrics:
            saved = metrics[at.DURATION].value * gain.value / 100
            metrics[at.IMPROVEMENT] = Quantity(saved, "ns", "estimated", note=gain.note)
    registers = metrics.get(at.REGISTERS)
    return KernelCounters(
        kernel=function_name(row["Kernel Name"]),
        demangled=name,
        grid=_three(row.get("Grid Size", "")),
        block=_three(row.get("Block Size", "")),
        registers=None if registers is None else round(registers.value),
        metrics=metrics,
        source="Nsight Compute",
        missing=missing,
        implementation=_owner(row),
    )


def _owner(row: Mapping[str, str]) -> str:
    """Return the owner of a launch, by the innermost of our ranges around it; "" without one."""
    columns = [text for heading, text in row.items() if "Push/Pop_Range" in heading]
    names = _OWNERS.findall(" ".join(columns))
    return names[-1] if names else ""


def _quantity(metric: str, text: str | None, unit: str) -> Quantity | None:
    """Return a cell as a quantity; None if it is empty, "n/a", "nan" or in an unknown unit."""
    value = number(text)
    known = None if value is None else in_our_unit(metric, value, unit)
    return None if known is None else Quantity(known, METRICS[metric].unit, "measured")


def in_our_unit(metric: str, value: float, unit: str) -> float | None:
    """Return a value of Nsight Compute in the registry's unit; None if its unit is unknown."""
    own = METRICS[metric].unit
    if own not in ("ns", "B"):
        return value
    target, scale = _UNITS.get(unit, ("", 1.0))
    return value * scale if target == own else None


def number(text: str | None) -> float | None:
    """Return a number as ncu prints it, with commas between thousands; None for anything else."""
    try:
        value = float((text or "").replace(",", ""))
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def speedups(details: str) -> dict[str, Quantity]:
    """Return the largest estimated speed-up of each launch's rules, by the launch's number."""
    best: dict[str, Quantity] = {}
    for row in _rows(details):
        gain = number(row.get("Estimated Speedup"))
        if gain is None or not row.get("Rule Name"):
            continue
        scope = row.get("Estimated Speedup Type") or "global"
        note = f"Nsight Compute's rule {row['Rule Name']}, {scope}"
        if row["ID"] not in best or gain > best[row["ID"]].value:
            best[row["ID"]] = Quantity(gain, METRICS[at.SPEEDUP].unit, "estimated", note=note)
    return best


def _three(text: str) -> tuple[int, int, int]:
    """Read `(32, 4, 1)`."""
    sizes = [int(digits) for digits in re.findall(r"\d+", text)]
    x, y, z = (*sizes, 1, 1, 1)[:3]
    return x, y, z
