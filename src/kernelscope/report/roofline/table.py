"""The hierarchical roofline as text and as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Column, Table
from rich.text import Text

from kernelscope.quantity import format_number, format_quantity
from kernelscope.record import Comparison, Roof
from kernelscope.report import cells, tables
from kernelscope.report.roofline import points as roofline
from kernelscope.report.roofline.points import LEVEL_NAMES, Point

_SAID = {"computed": "specified"}  # a specification's figure is not computed by us

# Naive GELU on an H200 moves 1.48 GB in 376 µs: 3.9 TB/s, 92 % of the DRAM roof: no more is said.
# The product of edge 512 is at 6 % of bf16's roof and 6 % of DRAM's: "far below every roof".
_FAR = 0.6  # Nsight Compute's speed of light: below 60 % of both, neither memory nor arithmetic


def renderable(record: Comparison) -> RenderableType:
    """Return the ceilings, then a line for each implementation and level with its share of the
    roof.
    """
    heading = tables.heading(cells.title(record), record.device)
    parts: list[RenderableType] = [heading, Text(), ceilings(record.roofs), Text()]
    points = roofline.points(record)
    if not points:
        parts.append(Text("No points: nothing was timed, or the work model has no FLOPs."))
        return Group(*parts)
    parts += [_points(record, points), Text()]
    names = dict.fromkeys(point.name for point in points)
    parts += [Text(_sentence(record, name, points)) for name in names]
    parts += [
        Text(f"{row.implementation} has no point: {cells.status_words(row)}.", "red")
        for row in record.rows
        if not cells.is_ranked(row)
    ]
    if record.model_error:
        parts += [Text(), Text(record.model_error, "dim")]
    return Group(*parts)


def ceilings(roofs: Sequence[Roof]) -> Table:
    """Return every roof by its name: the specification's rate, and the measured or estimated
    one.
    """
    rates = (Column(heading, justify="right") for heading in ("specified", "measured", "estimated"))
    table = tables.grid("roof", *rates, head="bold")
    for name in dict.fromkeys(roof.name for roof in roofs):
        own = {r.rate.provenance: format_quantity(r.rate) for r in roofs if r.name == name}
        shown = [own.get(provenance, "–") for provenance in ("computed", "measured", "estimated")]
        table.add_row(LEVEL_NAMES.get(name, name.replace("_", " ")), *shown)
    return table


def _points(record: Comparison, points: Sequence[Point]) -> Table:
    kinds = "/".join(sorted({point.rate.provenance for point in points}))
    headings = ("bytes", "FLOP/B", "bandwidth", "of roof", f"FLOP/s, {kinds}")
    figures = (Column(heading, justify="right") for heading in headings)
    table = tables.grid(tables.names(""), "level", *figures, head="bold")
    before = ""
    for point in points:
        share = roofline.level_share(record, point)
        traffic = f"{format_quantity(point.traffic)} {cells.TAG[point.traffic.provenance]}"
        table.add_row(
            point.name if point.name != before else "",
            LEVEL_NAMES[point.level],
            traffic,
            format_number(point.intensity),
            format_quantity(point.bandwidth),
            "–" if share is None else f"{100 * share.fraction:.0f} %",
            format_quantity(point.rate) if point.name != before else "",
        )
        before = point.name
    return table


def _sentence(record: Comparison, name: str, points: Sequence[Point]) -> str:
    """Return the roof that the implementation comes nearest to, in words."""
    own = [point for point in points if point.name == name]
    shares = [share for point in own if (share := roofline.level_share(record, point))]
    compute = roofline.compute_share(record, own[0])
    shares += [compute] if compute else []
    if not shares:
        return f"{name}: there is no roof to compare it with"
    nearest = max(shares, key=lambda share: share.fraction)
    roof = nearest.roof
    label = LEVEL_NAMES.get(roof.name, roof.name.replace("_", " "))
    provenance = _SAID.get(roof.rate.provenance, roof.rate.provenance)
    far = "; far below every roof: launch or latency limits it" if nearest.fraction < _FAR else ""
    return (
        f"{name}: {nearest.fraction:.0%} of the {label} roof "
        f"({format_quantity(roof.rate)} {provenance}), the nearest{far}"
    )


def points_as_data(record: Comparison) -> list[dict[str, Any]]:
    """Return the points as plain data for the record."""
    return [
        {
            "implementation": point.name,
            "level": point.level,
            "intensity": point.intensity,
            "rate": point.rate.to_json(),
            "bandwidth": point.bandwidth.to_json(),
            "traffic": point.traffic.to_json(),
            "share_of_level_roof": share.fraction if share else None,
        }
        for point in roofline.points(record)
        for share in (roofline.level_share(record, point),)
    ]
