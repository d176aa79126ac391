"""The roofline of the HTML report: SVG in the page's own colours."""

from __future__ import annotations

from collections.abc import Callable

from kernelscope.quantity import Quantity, format_number, format_quantity
from kernelscope.record import Comparison
from kernelscope.report import svg
from kernelscope.report.charts import WIDTH, Plane, colours
from kernelscope.report.roofline import points as roofline
from kernelscope.report.roofline.points import LEVEL_NAMES, Drawing, Line, Point

_CHARACTER = 0.0095  # of a slope's label, in parts of the axis
_SHAPES: dict[str, Callable[[float, float, str, str], str]] = {
    "dram": svg.dot,
    "l2": svg.square,
    "shared": svg.triangle,
}


def draw(record: Comparison) -> str:
    """Roofs, and a point for each implementation and level; empty where there are none."""
    drawing = roofline.drawing(record, _CHARACTER)
    if drawing is None:
        return ""
    plane = Plane(drawing.xs, drawing.ys, (True, True))
    parts = plane.axes(
        [(v, format_number(v)) for v in svg.power_ticks(*plane.xs)],
        [(v, _rate(v)) for v in svg.power_ticks(*plane.ys)],
        ("FLOPs a byte that crossed the level", "FLOP/s"),
    )
    for line in drawing.lines:
        ends = [(plane.x(x), plane.y(y)) for x, y in (line.start, line.end)]
        css = ("roof" if line.specified else "roof found") + (" work" if line.work else "")
        parts.append(svg.path(ends, css))
    parts += _labels(plane, drawing)
    series = colours(record)
    parts += [_mark(plane, point, series[point.name]) for point in drawing.points]
    picture = svg.figure(WIDTH, plane.height, "roofline", parts)
    return picture + _legend(drawing, series)


def _rate(value: float) -> str:
    return format_quantity(Quantity(value, "FLOP/s", "computed"))


def _mark(plane: Plane, point: Point, css: str) -> str:
    hint = (
        f"{point.name}, {LEVEL_NAMES[point.level]}: {format_number(point.intensity)} FLOPs a byte, "
        f"{format_quantity(point.rate)}, {format_quantity(point.bandwidth)} "
        f"{point.rate.provenance}; {format_quantity(point.traffic)} {point.traffic.provenance}"
    )
    shape = _SHAPES[point.level]
    return shape(plane.x(point.intensity), plane.y(point.rate.value), css, hint)


def _labels(plane: Plane, drawing: Drawing) -> list[str]:
    """Compute roofs are named at their right end, memory roofs along their slope."""
    parts: list[str] = []
    heights: list[float] = []
    for line in sorted(drawing.lines, key=lambda line: not line.specified):
        if line.kind != "compute":
            parts += _along(plane, line)
            continue
        y = plane.y(line.end[1]) - 3
        if all(abs(y - other) >= 11 for other in heights):
            heights.append(y)
            parts.append(svg.text(plane.x(line.end[0]) - 3, y, line.label, "tiny", "end"))
    return parts


def _along(plane: Plane, line: Line) -> list[str]:
    if not line.label:
        return []
    x1, y1, x2, y2 = (*_place(plane, line.start), *_place(plane, line.end))
    x, y = _place(plane, line.label_at)
    lift = -4 if line.above else 12
    return [svg.slanted(x, y + lift, line.label, "tiny", (x2 - x1, y2 - y1))]


def _place(plane: Plane, end: tuple[float, float]) -> tuple[float, float]:
    return plane.x(end[0]), plane.y(end[1])


def _legend(drawing: Drawing, css: dict[str, str]) -> str:
    names = dict.fromkeys(point.name for point in drawing.points)
    series = [f'<span><i class="{css[name]}"></i>{svg.escape(name)}</span>' for name in names]
    levels = {point.level for point in drawing.points}
    signs = {"dram": "●", "l2": "■", "shared": "▲"}
    shapes = [f"<span>{signs[n]} {LEVEL_NAMES[n]}</span>" for n in signs if n in levels]
    return f'<p class="legend">{"".join(series + shapes)}</p>'
