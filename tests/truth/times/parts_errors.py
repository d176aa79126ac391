"""Print how far the parts of simulated launches are from Nsight Compute's.

    python -m truth.times.parts_errors      (in tests/)

makes the table of parts of docs/time.md, and the lines of `known_error.PARTS`, of what is kept:
`parts_ours_h200.jsonl`, which `parts.py` writes, and `parts_h200.csv.gz`. Errors of percentages are
in points, those of others a part of Nsight Compute's figure; of a kernel's waits, of the cycles
that it takes for an instruction. Launches of several kernels are left out.
"""

from __future__ import annotations

import csv
import gzip
import io
import json
import statistics
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from kernelscope.hardware.known_error import PartError
from kernelscope.profiling.counters import sections as at
from truth.times.parts import METRICS, STALLS
from truth.times.programs import held_out

HERE = Path(__file__).parent


@cache
def measured() -> dict[str, dict[str, float]]:
    """Return Nsight Compute's figures of each launch of one kernel, by their names."""
    text = gzip.decompress((HERE / "parts_h200.csv.gz").read_bytes()).decode()
    rows: dict[str, dict[str, float]] = {}
    several: set[str] = set()
    for row in csv.DictReader(io.StringIO(text)):
        if row["key"] in rows:
            several.add(row["key"])
        rows[row["key"]] = {
            name.split(" [")[0]: float(value)
            for name, value in row.items()
            if name.split(" [")[0] in (*METRICS, *STALLS) and value
        }
    return {key: row for key, row in rows.items() if key not in several}


@cache
def estimated() -> dict[str, dict[str, float]]:
    """Return our figures of each simulated launch of one kernel."""
    lines = (HERE / "parts_ours_h200.jsonl").read_text().splitlines()
    rows = [json.loads(line) for line in lines]
    return {
        row["key"]: row["kernels"][0]
        for row in rows
        if len(row.get("kernels", ())) == 1 and row["kernels"][0]
    }


def errors(metric: str) -> Iterator[tuple[str, float]]:
    """Yield the error of each launch, by its key."""
    real = measured()
    for key, ours in estimated().items():
        known = metric in ours or metric in STALLS
        if not known or metric not in real.get(key, ()):
            continue
        difference = ours.get(metric, 0.0) - real[key][metric]
        if metric.endswith(("pct", "active")):
            yield key, difference
        else:
            whole = real[key][at.LATENCY if metric in STALLS else metric]
            yield key, difference / whole


def table_of_errors() -> dict[str, PartError]:
    """Return the table `PARTS`: of the held-out launches."""
    apart = held_out()
    found: dict[str, PartError] = {}
    for metric in (*METRICS, *STALLS):
        sizes = [abs(e) for key, e in errors(metric) if key.split()[0] in apart]
        found[metric] = PartError(len(sizes), round(statistics.fmean(sizes), 3))
    return found


def table() -> str:
    """Return the table in Markdown."""
    apart = held_out()
    labels = {name: label.strip() for rows in at.SECTIONS.values() for name, label in rows.items()}
    lines = ["| figure | launches | mean, fit | mean, held out | median | range of 90 % |"]
    lines += [f"|---|{'---|' * 5}"]
    for metric in (*METRICS, *STALLS):
        found = list(errors(metric))
        percent = metric.endswith(("pct", "active"))
        scale, unit = (1, " points") if percent else (100, "%")
        values = sorted(scale * e for _, e in found)
        sides = [
            statistics.fmean(
                abs(scale * e) for key, e in found if (key.split()[0] in apart) is side
            )
            for side in (False, True)
        ]
        edge = len(values) // 20
        means = " | ".join(f"{mean:.0f}{unit}" for mean in sides)
        lines.append(
            f"| {labels[metric]} | {len(values)} | {means} | {statistics.median(values):+.0f} | "
            f"{values[edge]:+.0f} … {values[-1 - edge]:+.0f} |"
        )
    return "\n".join(lines)


def main() -> None:
    print(f"{table()}\n")
    for metric, error in table_of_errors().items():
        name = metric.removeprefix(at.STALLED).removesuffix("_per_issue_active.ratio")
        print(f'"{name}": PartError({error.kernels}, {error.mean}),')


if __name__ == "__main__":
    main()
