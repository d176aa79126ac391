"""Runs that were kept, as series of figures over the commits, with their changes."""

from __future__ import annotations

import fnmatch
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from kernelscope.errors import UsageError, did_you_mean
from kernelscope.history.changes import exact_breaks, measured_breaks
from kernelscope.history.figures import Figure
from kernelscope.history.runs import Run
from kernelscope.record.history import KeptCommit, Series, SeriesChange, SeriesPoint

Between = Callable[[str, str], int]
_State = tuple[str, str, str]
"""A commit, the edits on it, and for a run without a commit its date."""
_Key = tuple[str, str, str, str, str, str, bool]


_Points = dict[int, list[Figure]]
"""A series while it is collected: figures by commit, the latest run last."""


def chosen(runs: Sequence[Run], wanted: str) -> list[Run]:
    """Return the runs with only the figures that a word means.

    It is the subject of runs ("softmax"), one of its rows ("softmax/triton"), a kernel or part of
    its name, or a pattern (`*_kernel`). "": the rows and scripts of all runs, without their
    kernels. Raises UsageError if nothing of that name was kept.
    """
    if not wanted:
        return [_with(run, [figure for figure in run.figures if not figure.kernel]) for run in runs]
    whole = [run for run in runs if run.subject == wanted]
    if whole:
        return chosen([*whole, *_failures_beside(whole, runs)], "")
    meant = [
        _with(run, own)
        for run in runs
        if (own := [figure for figure in run.figures if _means(wanted, run.subject, figure)])
    ]
    if not meant:
        known = dict.fromkeys(run.subject for run in runs)
        kernels = dict.fromkeys(
            figure.kernel for run in runs for figure in run.figures if figure.kernel
        )
        near = did_you_mean(wanted, [*known, *kernels])
        raise UsageError(
            f"nothing was kept for {wanted!r}{near} (there are {', '.join(known) or 'no runs'})"
        )
    return [*meant, *_failures_beside(meant, runs)]


def _failures_beside(meant: Sequence[Run], runs: Sequence[Run]) -> list[Run]:
    """Return the runs without figures that were asked for in the words of those that are meant.

    A file that cannot be imported does not say the name of its operation.
    """
    sources = {run.source for run in meant}
    return [run for run in runs if run.failure and run.source in sources and run not in meant]


def _means(wanted: str, subject: str, figure: Figure) -> bool:
    if f"{subject}/{figure.subject}" == wanted or figure.subject == wanted:
        return True
    words = wanted.rpartition("/")[2] if wanted.startswith(f"{subject}/") else wanted
    if not figure.kernel:
        return False
    return words in figure.kernel or fnmatch.fnmatchcase(figure.kernel, words)


def _with(run: Run, figures: Sequence[Figure]) -> Run:
    return replace(run, figures=tuple(figures))


def trend(
    runs: Sequence[Run], metrics: Sequence[str], places: dict[str, int], between: Between
) -> tuple[tuple[KeptCommit, ...], tuple[Series, ...], tuple[SeriesChange, ...]]:
    """Return the commits in their order, the series over them, and the changes.

    `metrics`: only these; () for all. `places`: commit → its place in the repository's order.
    `between`: how many commits lie between two.
    """
    states = _ordered(runs, places)
    order = {state: place for place, state in enumerate(states)}
    commits = _commits(runs, states)
    lines: dict[_Key, _Points] = {}
    for run in runs:
        at = order[_state(run)]
        for figure in run.figures:
            if metrics and figure.metric not in metrics:
                continue
            key = (
                run.subject,
                run.axes,
                run.device,
                figure.subject,
                figure.metric,
                figure.unit,
                figure.provenance == "measured",
            )
            points = lines.setdefault(key, {})
            # What repeats exactly is as the latest run says; measured times are all kept.
            points[at] = [*points.get(at, ()), figure] if key[-1] else [figure]
    series = tuple(_series(key, points) for key, points in lines.items())
    measured = sum(not line.exact for line in series)
    changes = tuple(
        change
        for place, line in enumerate(series)
        for change in _changes(place, line, measured, commits, between)
    )
    return commits, series, changes


def _state(run: Run) -> _State:
    return (run.commit.id, run.commit.edits, "" if run.commit.id else run.created)


def _ordered(runs: Iterable[Run], places: dict[str, int]) -> list[_State]:
    """Return the states of the project, oldest first.

    Commits of the checked-out history are in its order; others lie among them by their time. Edits
    follow the commit that they are on.
    """
    times: dict[_State, float] = {}
    for run in runs:
        times.setdefault(_state(run), _time(run))
    known = sorted((s for s in times if s[0] in places), key=lambda s: (places[s[0]], bool(s[1])))
    merged = known
    clock = [times[state] for state in known]
    for state in sorted((s for s in times if s[0] not in places), key=lambda s: times[s]):
        at = bisect_right(clock, times[state])
        merged.insert(at, state)
        clock.insert(at, times[state])
    return merged


def _time(run: Run) -> float:
    return run.commit.time if run.commit.id else _seconds(run.created)


def _seconds(date: str) -> int:
    try:
        return int(datetime.fromisoformat(date).timestamp())
    except ValueError:
        return 0


def _commits(runs: Sequence[Run], states: Sequence[_State]) -> tuple[KeptCommit, ...]:
    of: dict[_State, list[Run]] = {}
    for run in runs:
        of.setdefault(_state(run), []).append(run)
    made: list[KeptCommit] = []
    for state in states:
        own = of[state]
        first = own[0]
        versions = {name: word for run in own for name, word in run.versions.items()}
        reasons = [(run, words) for run in own for words in (run.failure, *run.notes) if words]
        failures = dict.fromkeys(f"{run.subject}: {words}" for run, words in reasons)
        subject = first.commit.subject or (first.source if not first.commit.id else "")
        time = int(_time(first))
        made.append(KeptCommit(first.commit.id, time, subject, state[1], versions, tuple(failures)))
    return tuple(made)


def _series(key: _Key, points: _Points) -> Series:
    figures = [(at, figure) for at, own in sorted(points.items()) for figure in own]
    shown = tuple(SeriesPoint(at, figure.value, figure.low, figure.high) for at, figure in figures)
    return Series(*key[:-1], figures[-1][1].provenance, shown)


def _changes(
    place: int, series: Series, measured: int, commits: Sequence[KeptCommit], between: Between
) -> Iterable[SeriesChange]:
    values = [point.value for point in series.points]
    breaks = exact_breaks(values) if series.exact else measured_breaks(values, measured)
    for change in breaks:
        before, at = series.points[change.at - 1].commit, series.points[change.at].commit
        if before == at:  # measured repeatedly at one commit, and the machine changed meanwhile
            continue
        old, new = commits[before], commits[at]
        yield SeriesChange(
            place,
            before,
            at,
            change.old,
            change.new,
            change.chance,
            _other_versions(old.versions, new.versions),
            between(old.id, new.id) if old.id and new.id and old.id != new.id else 0,
        )


def _other_versions(old: dict[str, str], new: dict[str, str]) -> tuple[str, ...]:
    return tuple(
        f"{name} {old[name]} → {new[name]}" for name in new if old.get(name, new[name]) != new[name]
    )
