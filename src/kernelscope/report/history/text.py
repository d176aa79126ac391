"""A history in the terminal: a line for each series with its trend, then the changes by commit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import partial

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from kernelscope.history.limits import short_name
from kernelscope.history.runs import Run
from kernelscope.quantity import format_number, format_value
from kernelscope.record.history import Bisection, History, KeptCommit, Series, SeriesChange
from kernelscope.report.cells import TAG

_TREND = 14  # columns
_MOST = 6  # changes of one commit that are listed
_NAME = 22  # columns
_STEPS = "▁▂▃▄▅▆▇█"
Heading = tuple[str, str, str]


def groups(record: History) -> dict[Heading, list[int]]:
    """Return the places of the series by subject, case and device, in their order."""
    headings: dict[Heading, list[int]] = {}
    for place, series in enumerate(record.series):
        headings.setdefault((series.subject, series.case, series.device), []).append(place)
    return headings


def renderable(record: History) -> RenderableType:
    """Return the tables, the changes, and what could not run."""
    parts: list[RenderableType] = [lead(record)]
    for heading, places in groups(record).items():
        parts += ["", Text("  ".join(filter(None, heading)), style="bold"), *lines(record, places)]
    return Group(*parts, *changes(record), *failures(record))


def lead(record: History) -> str:
    """Return the first sentence: how many commits, from when to when, and what changed."""
    count = len(record.commits)
    dates = [_date(commit) for commit in record.commits]
    span = f" from {dates[0]} to {dates[-1]}" if dates and dates[0] != dates[-1] else ""
    commits = {change.at for change in record.changes}
    outcome = "nothing changed"
    if commits:
        outcome = f"{_count(len(record.changes), 'change')} at {_count(len(commits), 'commit')}"
    of = f"{record.wanted} in " if record.wanted else ""
    return f"{of}{record.project}: {_count(count, 'commit')}{span}, {outcome}"


def lines(record: History, places: Sequence[int]) -> Iterator[RenderableType]:
    """Yield the table of some series: those that changed, then how many others did not.

    If none changed, the first metric of each row is shown.
    """
    changed = {change.series for change in record.changes}
    moved = [place for place in places if place in changed]
    shown = moved or list({record.series[p].name: p for p in places[::-1]}.values())[::-1]
    table = Table(box=None, pad_edge=False, padding=(0, 1), show_edge=False)
    table.add_column("", max_width=_NAME, overflow="ellipsis", no_wrap=True)
    for title in ("", "first", "last", "trend", "change"):
        table.add_column(title, justify="left" if title in ("", "trend") else "right")
    for place in shown:
        table.add_row(*_cells(record, record.series[place]))
    yield table
    still = len(places) - len(shown)
    if still:
        others = " others" if moved else ""
        yield Text(f"{still}{others} did not change", style="dim")


def _cells(record: History, series: Series) -> tuple[str | Text, ...]:
    first, last = series.points[0].value, series.points[-1].value
    return (
        series.name or series.subject,
        short_name(series.metric),
        figure(series, first),
        f"{figure(series, last)} {TAG[series.provenance]}",
        trend(series, len(record.commits)),
        difference(first, last) if first != last else "",
    )


def figure(series: Series, value: float) -> str:
    """Return a value with its unit; a count that is whole in full, as it is exact."""
    if series.exact and not series.unit.endswith(("s", "B")) and float(value).is_integer():
        return f"{value:,.0f}"
    return format_value(value, series.unit)


def difference(old: float, new: float) -> str:
    """Return the change in percent; as a factor from a doubling on."""
    if not old:
        return "from 0"
    ratio = new / old
    if ratio >= 2:
        return f"{format_number(ratio)}×"
    percent = 100 * (ratio - 1)
    return f"{'+' if percent > 0 else '−'}{format_number(abs(percent))} %"


def trend(series: Series, commits: int, width: int = _TREND) -> str:
    """Return the series as a row of blocks from its lowest to its highest; `·` where it has none.

    If there are more commits than columns, a column has the value of its commits that differs
    most from the column before it, so that no step is lost.
    """
    columns = min(width, commits)
    cells: list[list[float]] = [[] for _ in range(columns)]
    for point in series.points:
        cells[point.commit * columns // commits].append(point.value)
    values: list[float | None] = []
    before = None
    for cell in cells:
        shown = cell[0] if cell else None
        if cell and before is not None:
            shown = max(cell, key=partial(_apart, before))
        values.append(shown)
        before = before if shown is None else shown
    known = [value for value in values if value is not None]
    low, high = min(known), max(known)
    top = len(_STEPS) - 1
    scale = top / (high - low) if high > low else 0.0
    return "".join(
        "·" if value is None else _STEPS[round((value - low) * scale)] for value in values
    )


def _apart(before: float, value: float) -> float:
    return abs(before - value)


def changes(record: History) -> Iterator[RenderableType]:
    """Yield each commit with changes: its hash, date and subject, and the largest of them."""
    for at in sorted({change.at for change in record.changes}):
        commit = record.commits[at]
        own = [change for change in record.changes if change.at == at]
        own.sort(key=lambda change: -_size(change))
        yield ""
        yield Text.assemble((commit.short, "bold"), f"  {_date(commit)}  {commit.subject}")
        for change in own[:_MOST]:
            yield Text(f"  {sentence(record, change)}")
        if len(own) > _MOST:
            yield Text(f"  and {len(own) - _MOST} more", style="dim")
        versions = dict.fromkeys(word for change in own for word in change.versions)
        if versions:
            yield Text(f"  with {', '.join(versions)}", style="yellow")
        between = max(change.between for change in own)
        if between:
            which = "the commit" if between == 1 else f"one of the {between:,} commits"
            yield Text(f"  or in {which} before it without figures", "dim")


def sentence(record: History, change: SeriesChange) -> str:
    """Return a sentence on a change, with the figures before and after."""
    series = record.series[change.series]
    several = len({series.subject for series in record.series}) > 1
    name = " ".join(filter(None, (series.subject if several else "", series.name)))
    chance = "" if change.chance is None else f", by chance in {100 * change.chance:.2g} % of cases"
    return (
        f"{name}: {short_name(series.metric)} {figure(series, change.old)} → "
        f"{figure(series, change.new)} ({difference(change.old, change.new)}{chance})"
    )


def failures(record: History) -> Iterator[RenderableType]:
    """Yield what could not run, the same reason once with its commits."""
    commits_by_words: dict[str, list[str]] = {}
    for commit in record.commits:
        for words in commit.failures:
            commits_by_words.setdefault(words, []).append(commit.short)
    if not commits_by_words:
        return
    yield ""
    yield Text("without figures", style="bold")
    for words, commits in commits_by_words.items():
        more = f" and {len(commits) - 3} more" if len(commits) > 3 else ""
        yield Text(f"{', '.join(commits[:3])}{more}: {words}")


def backfilled(runs: Sequence[Run], new: int) -> RenderableType:
    """Return the result of each commit: figures, or the reason why there are none."""
    table = Table(box=None, pad_edge=False, padding=(0, 1), show_header=False)
    for run in runs:
        words = f"✗ {run.failure}" if run.failure else f"{len(run.figures)} figures"
        table.add_row(run.commit.short, words, style="red" if run.failure else None)
    failed = sum(bool(run.failure) for run in runs)
    total = f"{_count(len(runs) - failed, 'commit')} kept, {new} of {len(runs)} run now"
    return Group(table, Text(f"{total}, {failed} could not run" if failed else total))


def bisection(search: Bisection) -> RenderableType:
    """Return the answer of a search and the commits that it looked at."""
    subjects = {step.id: step.subject for step in search.steps}
    table = Table(box=None, pad_edge=False, padding=(0, 1))
    table.add_column("commit")
    table.add_column(f"{search.metric} of {search.row}", justify="right")
    table.add_column("")
    for step in search.steps:
        value = step.failure or "no figure"
        if step.value is not None:
            value = format_value(step.value, search.unit)
        last = step.id in search.bad
        table.add_row(step.id[:9], value, step.subject, style="bold" if last else None)
    answer = f"{search.bad[-1][:9]} changed it: {subjects[search.bad[-1]]}"
    if len(search.bad) > 1:
        names = ", ".join(commit[:9] for commit in search.bad)
        answer = f"one of these changed it, all but the last of which could not run: {names}"
    looked = f"{len(search.steps)} of {_count(search.commits + 1, 'commit')} tested"
    return Group(table, "", Text(answer, style="bold"), Text(looked, style="dim"))


def _size(change: SeriesChange) -> float:
    small, large = sorted((abs(change.old), abs(change.new)))
    return large / small if small else float("inf")


def _date(commit: KeptCommit) -> str:
    return datetime.fromtimestamp(commit.time, UTC).strftime("%Y-%m-%d")


def _count(count: int, word: str) -> str:
    return f"{count:,} {word}{'s' * (count != 1)}"
