"""The CSV that `triton.testing.perf_report` writes with `save_path`.

Its columns are the axes of the benchmark, then its lines, each with the unit of the y axis behind
it: `size,Triton (GB/s),Torch (GB/s)`; Triton before 3.2 wrote no unit. A line with an interval has
`NAME-min` and `NAME-max` next to it.
"""

from __future__ import annotations

import csv
import io
import math
import re

from kernelscope.history.figures import Figure
from kernelscope.history.importers.source import Format, Imported, SourceFile

_LINE = re.compile(r"(?P<name>.+?)(?:-(?P<end>min|max))?(?: \((?P<unit>[^()]*)\))?")
_ZEROS = re.compile(r"\.0+$")
_ENDING = "-performance"


def _rows(file: SourceFile) -> tuple[list[list[str]], int]:
    """Return the rows of a table and its first column that is not an axis; [] if it is no table."""
    if file.text is None or file.path.suffix.lower() != ".csv":
        return [], 0
    rows = list(csv.reader(io.StringIO(file.text)))
    if len(rows) < 2 or len(rows[0]) < 2 or any(len(row) != len(rows[0]) for row in rows[1:]):
        return [], 0
    heads = rows[0]
    lines = [place for place, head in enumerate(heads) if head.endswith(")")]
    # Without units the first column is the axis: all benchmarks of that age have one.
    first = min(lines, default=1)
    if not first or lines != [*range(first, len(heads))][: len(lines)]:
        return [], 0
    if not lines and not all(_is_number(cell) for row in rows[1:] for cell in row[first:]):
        return [], 0  # a table of text
    return rows, first


def _is_number(cell: str) -> bool:
    try:
        float(cell or 0)
    except ValueError:
        return False
    return True


def _knows(file: SourceFile) -> bool:
    return bool(_rows(file)[0])


def _read(file: SourceFile) -> list[Imported]:
    """Return a run for each row."""
    (heads, *rows), first = _rows(file)
    return [_row(file, heads, row, first) for row in rows]


def _row(file: SourceFile, heads: list[str], row: list[str], first: int) -> Imported:
    axes = ",".join(
        f"{name}={_plain(value)}" for name, value in zip(heads, row[:first], strict=False)
    )
    lines: dict[str, dict[str, float]] = {}
    units: dict[str, str] = {}
    for head, cell in zip(heads[first:], row[first:], strict=True):
        named = _LINE.fullmatch(head)
        if named is None or not cell:
            continue
        lines.setdefault(named["name"], {})[named["end"] or "value"] = float(cell)
        units[named["name"]] = named["unit"] or ""
    figures = tuple(
        _figure(name, units[name], ends)
        for name, ends in lines.items()
        if math.isfinite(ends.get("value", math.nan))
    )
    return Imported("perf_report", figures, file.path.stem.removesuffix(_ENDING), axes)


def _figure(name: str, unit: str, ends: dict[str, float]) -> Figure:
    low, high = ends.get("min"), ends.get("max")
    return Figure(name, unit or "value", ends["value"], unit, "measured", low, high)


def _plain(value: str) -> str:
    """Return an axis's value as it was typed: pandas writes the size 4096 as 4096.000000."""
    return _ZEROS.sub("", value)


FORMAT = Format("a table of perf_report", _knows, _read)
