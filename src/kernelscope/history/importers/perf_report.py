"""The CSV that `triton.testing.perf_report` writes with `save_path`.

Its columns are the axes of the benchmark, then its lines, each with the unit of the y axis behind
it: `size,Triton (GB/s),Torch (GB/s)`; Triton before 3.2 wrote no unit. A line with an interval has
`NAME-min` and `NAME-max` beside it.
"""

from __future__ import annotations

import csv
import io
import math
import re

from kernelscope.history.figures import Figure
from kernelscope.history.importers.source import Imported, SourceFile

_LINE = re.compile(r"(?P<name>.+?)(?:-(?P<end>min|max))?(?: \((?P<unit>[^()]*)\))?")
_ZEROS = re.compile(r"\.0+$")
_ENDING = "-performance"


def read(file: SourceFile) -> list[Imported] | None:
    """Return a run for each row; None if the file is no such table."""
    text = file.text
    if text is None or file.path.suffix.lower() != ".csv":
        return None
    rows = list(csv.reader(io.StringIO(text)))
    if len(rows) < 2 or len(rows[0]) < 2 or any(len(row) != len(rows[0]) for row in rows[1:]):
        return None
    heads = rows[0]
    lines = [place for place, head in enumerate(heads) if head.endswith(")")]
    # Without units the first column is the axis: all benchmarks of that age have one.
    first = min(lines, default=1)
    if not first or lines != [*range(first, len(heads))][: len(lines)]:
        return None
    try:
        return [_row(file, heads, row, first) for row in rows[1:]]
    except ValueError as error:
        if not lines:
            return None  # a table of text
        raise file.damaged("a table of perf_report", error) from error


def _row(file: SourceFile, heads: list[str], row: list[str], first: int) -> Imported:
    axes = ",".join(
        f"{name}={_plain(value)}" for name, value in zip(heads, row[:first], strict=False)
    )
    found: dict[str, dict[str, float]] = {}
    units: dict[str, str] = {}
    for head, cell in zip(heads[first:], row[first:], strict=True):
        named = _LINE.fullmatch(head)
        if named is None or not cell:
            continue
        found.setdefault(named["name"], {})[named["end"] or "value"] = float(cell)
        units[named["name"]] = named["unit"] or ""
    figures = tuple(
        _figure(name, units[name], ends)
        for name, ends in found.items()
        if math.isfinite(ends.get("value", math.nan))
    )
    return Imported("perf_report", figures, file.path.stem.removesuffix(_ENDING), axes)


def _figure(name: str, unit: str, ends: dict[str, float]) -> Figure:
    low, high = ends.get("min"), ends.get("max")
    return Figure(name, unit or "value", ends["value"], unit, "measured", low, high)


def _plain(value: str) -> str:
    """Return an axis's value as it was typed: pandas writes the size 4096 as 4096.000000."""
    return _ZEROS.sub("", value)
