"""A history on a page: a plot for each metric that changed, and what the terminal shows."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group

from kernelscope.history.figures import FIGURES, metric_of
from kernelscope.history.limits import PRINCIPAL, short_name
from kernelscope.quantity import METRICS, format_value
from kernelscope.record.history import History, Series
from kernelscope.report import axes, page
from kernelscope.report.axes import Axis
from kernelscope.report.drawing import SERIES, Bar, Dot, Drawing, Line, Mark, legend, width_of
from kernelscope.report.history import text

WIDTH = 560.0
_TOP, _FOOT, _RIGHT = 26.0, 220.0, 34.0  # half of a hash is right of its tick
_MOST_LINES = SERIES
_MOST_DATES = 5


def sections(record: History) -> list[page.Section]:
    """Return the parts of the history's page."""
    parts: list[page.Section] = []
    for heading, places in text.groups(record).items():
        parts.append(
            page.Section("  ".join(filter(None, heading)), Group(*text.lines(record, places)))
        )
        parts += [
            page.Section(title, drawing=drawn, note=note)
            for title, drawn, note in _plots(record, places)
        ]
    changes = Group(*text.changes(record))
    if record.changes:
        parts.append(page.Section("Changes", changes))
    failed = Group(*text.failures(record))
    if any(commit.failures for commit in record.commits):
        parts.append(page.Section("Not run", failed))
    return parts


def _plots(record: History, places: Sequence[int]) -> list[tuple[str, Drawing, str]]:
    """Return a plot for each metric that changed; of the first metric if none did."""
    moved = {record.series[change.series].metric for change in record.changes}
    metrics = list(dict.fromkeys(record.series[place].metric for place in places))
    metrics.sort(key=lambda name: PRINCIPAL.index(name) if name in PRINCIPAL else len(PRINCIPAL))
    shown = [name for name in metrics if name in moved] or metrics[:1]
    plots: list[tuple[str, Drawing, str]] = []
    for metric in shown:
        own = [place for place in places if record.series[place].metric == metric]
        changed = [p for p in own if any(change.series == p for change in record.changes)]
        drawn = (changed + [p for p in own if p not in changed])[:_MOST_LINES]
        left_out = len(own) - len(drawn)
        note = f"{_meaning(metric)}. Dashed: the commits at which a line changed."
        if left_out:
            note += f" {left_out} more are in the record."
        plots.append((short_name(metric), plot(record, sorted(drawn)), note))
    return plots


def _meaning(metric: str) -> str:
    known = metric in FIGURES or metric in METRICS
    return metric_of(metric).meaning.rstrip(".") if known else metric


def plot(record: History, places: Sequence[int]) -> Drawing:
    """Return the series of one metric, a line each, over the commits."""
    series = [record.series[place] for place in places]
    highest = max(point.value for line in series for point in line.points)
    unit = series[0].unit
    ticks = axes.labelled(
        axes.round_ticks(1.05 * highest or 1.0),
        lambda value: format_value(value, unit) if value else "0",
    )
    left = 16 + max(width_of(label) for _, label in ticks)
    x = Axis(0.0, max(1.0, len(record.commits) - 1.0), left, WIDTH - _RIGHT)
    y = Axis(0.0, 1.08 * highest or 1.0, _FOOT, _TOP)
    kinds = ", ".join(dict.fromkeys(line.provenance for line in series))
    name = short_name(series[0].metric)
    marks = axes.plane(x, y, (_commit_ticks(record), ticks), ("commit", f"{name} ({kinds})"))
    wanted = {*places}
    for at in sorted({change.at for change in record.changes if change.series in wanted}):
        commit = record.commits[at]
        place = x.at(at)
        hint = f"{commit.short} {commit.subject}"
        marks.append(Line(((place, _TOP), (place, _FOOT)), "fewest pale", hint))
    swatches: list[tuple[Mark, str]] = []
    for number, line in enumerate(series):
        marks += _line(record, line, f"s{number}", x, y)
        swatches.append((Bar(-5, -5, 10, 10, f"s{number}"), line.name or line.subject))
    shown, height = legend(swatches, (left, _FOOT + 46), WIDTH - left)
    return Drawing(WIDTH, _FOOT + 50 + height, f"{name} over commits", (*marks, *shown))


def _line(record: History, series: Series, css: str, x: Axis, y: Axis) -> list[Mark]:
    places = tuple((x.at(point.commit), y.at(point.value)) for point in series.points)
    dots = [
        Dot(
            *place,
            css,
            size=6,
            hint=f"{series.name} {text.figure(series, point.value)} "
            f"at {record.commits[point.commit].short} {record.commits[point.commit].subject}",
        )
        for place, point in zip(places, series.points, strict=True)
    ]
    return [Line(places, f"{css} thick"), *dots] if len(places) > 1 else [*dots]


def _commit_ticks(record: History) -> list[axes.Tick]:
    """Return a few commits, evenly spaced, by their hash."""
    last = len(record.commits) - 1
    count = min(_MOST_DATES, last + 1)
    places = sorted({round(i * last / max(1, count - 1)) for i in range(count)})
    return [(float(place), record.commits[place].short[:7]) for place in places]
