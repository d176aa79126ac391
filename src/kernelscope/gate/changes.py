"""The differences between a baseline and a call, by launch and line.

A line that was added above a kernel moves all its lines. So lines are paired by what they do: the
lines of a launch, in their order, are two sequences of counts, and what `difflib` finds equal in
both is the same line. What it finds replaced, added or removed has changed:

    baseline                          now
    31  load    1024 requests         33  load    1024 requests      the same
    32  (add)    256 instructions     34  (barrier) 256 instructions added
                                      35  (add)    256 instructions  the same
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

from kernelscope._demangle import written_name
from kernelscope.history.figures import FIGURES, Figure, figures_of, meaning_of
from kernelscope.quantity import METRICS, format_number
from kernelscope.record import LaunchRecord, OperatorRecord, ScriptRun
from kernelscope.record.names import place_key
from kernelscope.report.ci import Problem

_SHOWN_LINES = 5
_SHOWN_FIGURES = 4
_TIMES = ("time_us", "occupancy")
# What a change of one costs, in issue slots of an SM: which line of several is named first.
_COSTS = {"sectors": 2.0, "wavefronts": 2.0, "conflicts": 2.0, "accesses": 8.0, "barriers": 32.0}
_AMOUNTS = ("requests", "sectors", "wavefronts", "conflicts", "local")
_WORDS = {
    "lane_bytes": "bytes a lane",
    "local": "local-memory accesses",
    "conflicts": "bank conflicts",
}


@dataclass(frozen=True, slots=True)
class Difference:
    """One figure before and after."""

    name: str
    before: float
    after: float

    @property
    def grew(self) -> float:
        """The growth as a share of the value before; infinite from nothing."""
        if self.before == self.after:
            return 0.0
        return self.after / self.before - 1 if self.before else float("inf")

    @property
    def text(self) -> str:
        """The change in words: "sectors 8,192 → 16,384 (+100 %)"."""
        share = f" ({self.grew:+.1%})".replace("%", " %") if self.before else ""
        before, after = format_exactly(self.before), format_exactly(self.after)
        return f"{self.name} {before} → {after}{share}"


def format_exactly(value: float) -> str:
    """Return a count with all its digits, another number with three."""
    return f"{value:,.0f}" if value == int(value) else format_number(value)


def different_figures(before: ScriptRun, after: ScriptRun) -> list[Difference]:
    """Return the figures of all launches together that differ, the largest growth first.

    Times are left out: they are estimated, all others are counted or read from machine code.
    """
    pairs = [_overall(figures_of(record)) for record in (before, after)]
    names = dict.fromkeys([*pairs[0], *pairs[1]])
    differences = [Difference(name, *(side.get(name, 0.0) for side in pairs)) for name in names]
    return sorted(
        (difference for difference in differences if difference.grew),
        key=lambda difference: -abs(difference.grew),
    )


def _overall(figures: Sequence[Figure]) -> dict[str, float]:
    """Return the figures of all launches: those of the first subject, by their meaning."""
    own = [figure for figure in figures if figure.subject == figures[0].subject]
    return {_meaning(figure.metric): figure.value for figure in own if figure.metric not in _TIMES}


def _meaning(metric: str) -> str:
    return meaning_of(metric).partition(":")[0]


# ---- launch by launch ----------------------------------------------------------------------------


def changes(before: ScriptRun, after: ScriptRun, rule: str) -> list[Problem]:
    """Return the differences, at the lines of the current kernels; [] if there are none."""
    problems = [
        problem
        for old, new in _paired(before.launches, after.launches, lambda launch: launch.kernel)
        for problem in _of_launch(old, new, rule)
    ]
    for old, new in _paired(before.operators, after.operators, _of_operator):
        problems += _of_operators(old, new, rule)
    return problems


def _paired(
    before: Sequence[Any], after: Sequence[Any], key: Callable[[Any], object]
) -> Iterator[tuple[Any, Any]]:
    """Yield the pairs of two sequences that belong together by their key; None for a lack."""
    keys = [[key(item) for item in side] for side in (before, after)]
    matcher = SequenceMatcher(None, *keys, autojunk=False)
    for _, a, b, c, d in matcher.get_opcodes():
        for place in range(max(b - a, d - c)):
            yield (
                before[a + place] if a + place < b else None,
                after[c + place] if c + place < d else None,
            )


def _of_operator(operator: OperatorRecord) -> object:
    return operator.name, operator.shapes, operator.bytes_read, operator.bytes_written


def _of_operators(
    old: OperatorRecord | None, new: OperatorRecord | None, rule: str
) -> Iterator[Problem]:
    if old and new and _of_operator(old) == _of_operator(new):
        return
    operator = new or old
    assert operator is not None
    if old and new:
        message = f"{new.name} of {_shapes(new)} ran instead of {old.name} of {_shapes(old)}"
    else:
        what = "ran in addition" if new else "no longer ran"
        message = f"{operator.name} of {_shapes(operator)} {what}"
    yield Problem(rule, message, (new.source if new else None) or "")


def _shapes(operator: OperatorRecord) -> str:
    return (
        " and ".join("×".join(map(str, shape)) or "one" for shape in operator.shapes) or "nothing"
    )


def _of_launch(old: LaunchRecord | None, new: LaunchRecord | None, rule: str) -> Iterator[Problem]:
    if new is None:
        assert old is not None
        yield Problem(rule, f"{written_name(old.kernel)} is no longer launched")
        return
    kernel = written_name(new.kernel)
    if old is None or old.kernel != new.kernel:
        instead = f" instead of {written_name(old.kernel)}" if old else " in addition"
        yield Problem(rule, f"{kernel} is launched{instead}", new.source or "", "", kernel)
        return
    whole = list(_of_whole(old, new))
    launched = [difference for difference in whole if difference.name in _OF_LAUNCHES]
    if launched:
        message = f"the launch changed: {'; '.join(difference.text for difference in launched)}"
        yield Problem(rule, message, new.source or "", "", kernel)
    lines = sorted(_changed_lines(old, new), key=lambda line: -line.cost)
    for line in lines[:_SHOWN_LINES]:
        yield Problem(rule, line.text, line.source or _of_kernel(new), "", kernel)
    if len(lines) > _SHOWN_LINES:
        more = len(lines) - _SHOWN_LINES
        message = f"{more} more line{'s' * (more > 1)} of {kernel} changed"
        yield Problem(rule, message, _of_kernel(new), "", kernel)
    # The counts of lines say the same as those of the kernel, and where.
    rest_of_it = [difference for difference in whole if difference not in launched]
    shown = [difference for difference in rest_of_it if not lines or difference.name in _OF_KERNELS]
    if shown:
        message = "; ".join(difference.text for difference in shown[:_SHOWN_FIGURES])
        yield Problem(rule, message, _of_kernel(new), "", kernel)


def _of_kernel(launch: LaunchRecord) -> str:
    return launch.kernel_source or launch.source or ""


_OF_LAUNCHES = ("blocks", "threads a block")
_OF_KERNELS = ("registers a thread", "spilled bytes", "shared bytes")


def _of_whole(old: LaunchRecord, new: LaunchRecord) -> Iterator[Difference]:
    """Yield what a launch as a whole has more or less of: resources first, then its counters."""
    figures = [_figures_of_launch(launch) for launch in (old, new)]
    for name in dict.fromkeys([*figures[0], *figures[1]]):
        difference = Difference(name, *(side.get(name, 0.0) for side in figures))
        if difference.grew:
            yield difference


def _figures_of_launch(launch: LaunchRecord) -> dict[str, float]:
    x, y, z = launch.grid
    i, j, k = launch.block
    resources = {
        "blocks": float(x * y * z),
        "threads a block": float(i * j * k),
        "registers a thread": float(launch.registers or 0),
        "spilled bytes": float(launch.spill_bytes or 0),
        "shared bytes": float(launch.shared_bytes),
    }
    known = {**FIGURES, **METRICS}
    return resources | {_meaning(n): value for n, value in launch.counters.items() if n in known}


# ---- line by line --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Line:
    """The counts of a launch on one line: (kind of access or "", name) → amount."""

    source: str
    amounts: tuple[tuple[tuple[str, str], float], ...]


@dataclass(frozen=True, slots=True)
class _ChangedLine:
    source: str
    differences: tuple[Difference, ...]
    cost: float

    @property
    def text(self) -> str:
        return "; ".join(difference.text for difference in self.differences[:_SHOWN_FIGURES])


def _lines(launch: LaunchRecord) -> list[_Line]:
    """Return the lines of a launch in their order; those of a loop or a function are apart."""
    sums: dict[str, dict[tuple[str, str], float]] = defaultdict(dict)
    for line in launch.lines:
        sums[line.source]["", "instructions"] = line.instructions
        sums[line.source]["", "barriers"] = line.barriers
    for access in launch.accesses:
        own = sums[access.source]
        for name in _AMOUNTS:
            key = access.kind, name
            own[key] = own.get(key, 0.0) + getattr(access, name)
        # Of several widths the narrowest: a line that moved 16 bytes a lane and now 16 and 4.
        key = access.kind, "lane_bytes"
        own[key] = min(own.get(key, access.lane_bytes), access.lane_bytes)
    return [
        _Line(source, tuple(sorted((key, value) for key, value in own.items() if value)))
        for source, own in sorted(sums.items(), key=lambda item: place_key(item[0]))
    ]


def _changed_lines(old: LaunchRecord, new: LaunchRecord) -> Iterator[_ChangedLine]:
    """Yield the lines of `new` that do something else than in `old`."""
    before, after = _lines(old), _lines(new)
    if [line.source for line in before] == [line.source for line in after]:
        pairs: Iterable[tuple[Any, Any]] = zip(before, after, strict=True)
    else:
        pairs = _paired(before, after, lambda line: line.amounts)
    for old_line, other in pairs:
        amounts = [dict(line.amounts) if line else {} for line in (old_line, other)]
        if amounts[0] == amounts[1]:
            continue
        differences = [
            Difference(_named(key), *(side.get(key, 0.0) for side in amounts))
            for key in dict.fromkeys([*amounts[1], *amounts[0]])
        ]
        differences = sorted((d for d in differences if d.grew), key=lambda d: -abs(_weight(d)))
        cost = sum(max(_weight(difference), 0.0) for difference in differences)
        yield _ChangedLine(other.source if other else "", tuple(differences), cost)


def _named(key: tuple[str, str]) -> str:
    access, name = key
    words = _WORDS.get(name, name)
    return f"{access} {words}" if access else words


def _weight(difference: Difference) -> float:
    cost = next((c for name, c in _COSTS.items() if difference.name.endswith(name)), 1.0)
    return cost * (difference.after - difference.before)
