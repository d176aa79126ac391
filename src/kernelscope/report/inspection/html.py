"""Opened kernels as one self-contained page: pick a line, and every stage shows its result."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from markupsafe import Markup

from kernelscope.record import InspectedKernel, Inspection, LinePairs, Stage, is_library
from kernelscope.record.names import short_place
from kernelscope.report import page, waits
from kernelscope.report.inspection import compiled, decisions
from kernelscope.report.inspection.text import (
    STAGE_TITLES,
    activity_of,
    executed_per_line,
    facts,
    made_by,
    shown_lines,
)
from kernelscope.report.page import UNKNOWN, Made
from kernelscope.report.stage_text import Word

_MOST_BYTES = 6_000_000  # of lines, which are a ninth of it when they are compressed
_TEPID = 0.3  # a bar that is easy to see
# The steps from which all others are made.
_NEXT = (("ttir", "ttgir"), ("ttgir", "llir"), ("ttgir", "ptx"), ("ptx", "sass"))
_HUE_STEP = 137.508  # the golden angle: neighbours differ the most


@dataclass(frozen=True, slots=True)
class _Column:
    """One stage as a column of the page; `figure` names the quantity that the bars show."""

    name: str
    title: str
    note: str
    mapped: bool
    figure: str
    lines: Markup


_Leads = tuple[str, str, LinePairs]
_Kernel = tuple[list[str], int | str, list[_Leads], list[_Column]]


def to_html(record: Inspection, made: Made = UNKNOWN) -> str:
    """Return the page: one kernel at a time, its stages side by side; it loads nothing."""
    columns = _fitting([_columns(kernel) for kernel in record.kernels])
    kernels = record.kernels[: len(columns)]
    return page.render(
        "inspection.html.j2",
        made,
        styles=("inspection",),
        scripts=("inspection",),
        kind="inspect",
        title=record.subject,
        device=record.device,
        record=record,
        compiled=compiled.lines(record.compiled) if record.compiled else [],
        kernels=[(kernel, made_by(kernel), [*facts(kernel)]) for kernel in kernels],
        waits=[_waits(kernel) for kernel in kernels],
        columns=columns,
        notes=[*record.notes, *_left_out(record, len(columns))],
        short=short_place,
        blocks=_blocks,
        questions=decisions.TITLES,
    )


def _fitting(columns: Sequence[_Kernel]) -> Sequence[_Kernel]:
    """Return the kernels that a page of 1 MB has room for, the first one in any case."""
    sizes = itertools.accumulate(
        sum(len(column.lines) for column in stages) for _, _, _, stages in columns
    )
    return columns[: max(1, sum(size <= _MOST_BYTES for size in sizes))]


def _left_out(record: Inspection, shown: int) -> Iterator[str]:
    names = [kernel.shown_name for kernel in record.kernels[shown:]]
    if names:
        yield (
            f"not on this page, which would have more than 1 MB: {', '.join(names)}; "
            f"`kernelscope inspect {record.subject} --kernel NAME --output DIR` shows one of them"
        )


def _waits(kernel: InspectedKernel) -> tuple[str, list[waits.Waits]] | None:
    """Return what the table of waits says, and its rows; None if the launch was not simulated."""
    activity = activity_of(kernel)
    return None if activity is None else (waits.legend(), waits.rows(activity.lines))


def _blocks(text: str) -> list[tuple[bool, str]]:
    """Return a decision as (whether it is a table, lines): sentences wrap, tables do not.

    A layout ends with a table, whose columns are parted by blanks: "0   t0:r0-7   t1:r0-7".
    """
    lines = text.splitlines()
    start = next((n for n, line in enumerate(lines) if "  " in line.lstrip()), len(lines))
    blocks = (False, lines[:start]), (True, lines[start:])
    return [(table, "\n".join(block)) for table, block in blocks if block]


def _columns(kernel: InspectedKernel) -> _Kernel:
    """Return what a kernel's part of the page is made of.

    The places that lines came from, by number; the number of the place at which the most
    instructions were executed, "" if that is not known; what lines became; and the stages.
    """
    numbers: dict[str, int] = {}
    # A line of the source is not to be picked if only its own syntax tree leads to it.
    made = [stage for name, stage in kernel.stages.items() if name not in ("source", "ast")]
    for stage in made or kernel.stages.values():
        for _, place in stage.map:
            numbers.setdefault(place, len(numbers))
    columns = [
        _Column(
            name,
            STAGE_TITLES[name],
            stage.note,
            bool(stage.map),
            _figures(kernel, name).what,
            Markup("".join(_lines(kernel, name, numbers))),
        )
        for name, stage in kernel.stages.items()
    ]
    leads = [
        (stage_name, next_name, kernel.stages[stage_name].leads_to[next_name])
        for stage_name, next_name in _NEXT
        if stage_name in kernel.stages and next_name in kernel.stages[stage_name].leads_to
    ]
    return [*numbers], _hottest(kernel, numbers), leads, columns


def _hottest(kernel: InspectedKernel, numbers: Mapping[str, int]) -> int | str:
    source = kernel.stages.get("source")
    figures = _figures(kernel, "source").values if source else {}
    heat = {
        place: figures[line]
        for line, place in (source.map if source else ())
        if line in figures and place in numbers and not is_library(place)
    }
    return numbers[max(heat, key=heat.__getitem__)] if heat else ""


@dataclass(frozen=True, slots=True)
class _Figures:
    """The numbers next to a stage's lines, by line, and their meaning."""

    what: str
    values: Mapping[int, float]
    linear: bool = False

    def share(self, line: int) -> float:
        """Return the length and heat of the line's bar, 0 … 1, between the least and the most.

        Registers as they are, counts by their magnitude; where all are the same, none is hot.
        """
        scale = float if self.linear else math.log1p
        low, high = (scale(end(self.values.values())) for end in (min, max))
        if high == low:
            return _TEPID
        return _TEPID + (1 - _TEPID) * (scale(self.values[line]) - low) / (high - low)


def _figures(kernel: InspectedKernel, name: str) -> _Figures:
    stage, ptx = kernel.stages[name], kernel.stages.get("ptx")
    if stage.executed:
        return _Figures("warp executions", dict(stage.executed))
    if stage.registers:
        return _Figures("live registers", dict(stage.registers), linear=True)
    if name == "source" and ptx is not None and ptx.executed:
        totals = executed_per_line(ptx)
        values = {line: totals[place] for line, place in stage.map if place in totals}
        return _Figures("executed instructions", values)
    return _Figures("", {})


def _lines(kernel: InspectedKernel, name: str, numbers: Mapping[str, int]) -> Iterator[str]:
    """Return a stage's lines as list items; a library's functions in the source are folded.

    The source's lines have the numbers of their file. data-p has the numbers of the line's places,
    innermost first. --h is the hue of the user's own line among them, --w the length of the bar.
    The title says in words what the line does.
    """
    stage, figures = kernel.stages[name], _figures(kernel, name)
    places: dict[int, list[int]] = {}
    for line, place in stage.map:
        if place in numbers:
            places.setdefault(line, []).append(numbers[place])
    explained = dict(stage.explained)
    lines_of = {line: place.rpartition(":")[2] for line, place in stage.map}
    folds = _folds(stage) if name == "source" else {}
    for line, words, _ in shown_lines(stage):
        if line in folds:
            yield f"<li class=fold><details><summary>{escape(folds[line])}</summary><ol>"
        own = places.get(line, [])
        lit = f' data-p="{" ".join(map(str, own))}"' if own else ""
        hue = f"--h:{own[-1] * _HUE_STEP % 360:.0f};" if own else ""
        bar = "<u></u>" if figures.what else ""
        if line in figures.values:
            hue += f"--w:{figures.share(line):.2f}"
            bar = f"<u>{figures.values[line]:,.0f}</u>"
        style = f' style="{hue}"' if hue else ""
        text = "".join(map(_word, words))
        number = lines_of.get(line, "") if name == "source" else line
        title = f' title="{escape(explained[line])}"' if line in explained else ""
        yield f"<li{lit}{style}{title}><b>{number}</b>{bar}<code>{text}</code></li>"
        if -line in folds:
            yield "</ol></details></li>"


def _folds(stage: Stage) -> dict[int, str]:
    """Return the first line of each run of a library's lines, with its summary, and minus the last.

    The line above a function names its file, `# triton/language/standard.py:261`: it has no place
    of its own and belongs to the lines after it, as blank lines do.
    """
    places = dict(stage.map)
    lines = range(1, len(stage.text.splitlines()) + 1)
    following = dict[int, str]()
    place = ""
    for line in reversed(lines):
        place = places.get(line, place)
        following[line] = place
    folds: dict[int, str] = {}
    for library, run in itertools.groupby(lines, lambda line: is_library(following[line])):
        if library:
            first, *others = run
            folds |= {
                first: f"code of a library, {len(others) + 1} lines",
                -(others or [first])[-1]: "",
            }
    return folds


def _word(word: Word) -> str:
    word_kind, text = word[0], escape(word[1], quote=False)
    return f"<em class={word_kind}>{text}</em>" if word_kind else text
