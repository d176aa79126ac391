"""Two records of one kind compared: which figures moved by more than their limits.

A counter is exact: every difference counts. A time counts only if the two intervals do not overlap;
else it is "cannot tell". Kernels are paired by what they were compiled for, then by name, so that a
changed tile or option shows as a change of one kernel, with that change as its cause.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kernelscope.errors import UsageError
from kernelscope.history.figures import Figure, figures_of, inspected_name, meaning_of
from kernelscope.history.identity import identity_of, mismatch
from kernelscope.history.limits import DEFAULT, Limit, parse_limits
from kernelscope.quantity import Quantity, format_number, format_quantity
from kernelscope.record import (
    ChangeVerdict,
    Comparison,
    FigureChange,
    InspectedKernel,
    Inspection,
    Record,
    RecordChanges,
)
from kernelscope.record.names import short_place

_ACCESS = re.compile(r"(?P<subject>.*), (?P<kind>[a-z ]+) \d+$")
_ONE_LAUNCH = re.compile(r" \[.*\](?=, |$)")
_ORDER: tuple[ChangeVerdict, ...] = ("worse", "cannot tell", "better")


@dataclass(frozen=True, slots=True)
class _Pair:
    before: Figure
    after: Figure


def compare_records(
    before: Record,
    after: Record,
    limits: str = DEFAULT,
    names: tuple[str, str] = ("the baseline", "now"),
    *,
    same_subject: bool = True,
) -> RecordChanges:
    """Compare a record with an earlier one of the same kind, GPU, subject and case.

    `limits`: how much worse a figure may be, `time=3%,bytes=0,registers=+8`. `names`: what to call
    the two. Without `same_subject` they may be of two subjects, GPUs or cases. Raises UsageError if
    the records cannot be compared, or the limits are misspelt.
    """
    held = parse_limits(limits)
    own, other = identity_of(before), identity_of(after)
    why = mismatch(own, other)
    if why and (same_subject or own.kind != other.kind):
        raise UsageError(f"{names[0]} and {names[1]} cannot be compared: {why}")
    figures = figures_of(before), figures_of(after)
    if not figures[0] and not figures[1]:
        raise UsageError(f"records of `{own.kind}` have no figures that could be compared")
    pairs, gone = _pairs(*figures)
    moved = [change for limit in held for change in _changes(limit, pairs, figures)]
    moved += [*_gone(held, gone), *_wrong(before, after)]
    decisions = _decisions(before, after)
    explained = [_explained(change, pairs, decisions) for change in moved]
    notes = [
        f"{name} {own.versions.get(name, 'none')} → {other.versions.get(name, 'none')}"
        for name in dict.fromkeys([*own.versions, *other.versions])
        if own.versions.get(name) != other.versions.get(name)
    ]
    return RecordChanges(
        own.kind,
        own.subject,
        own.gpu,
        *names,
        limits,
        len(pairs),
        tuple(sorted(explained, key=lambda change: _ORDER.index(change.verdict))),
        tuple(notes),
    )


# ---- pairs -----------------------------------------------------------------------------------


def _pairs(before: Sequence[Figure], after: Sequence[Figure]) -> tuple[list[_Pair], list[Figure]]:
    """Pair the figures of both sides; return also those of whole rows that only `before` has."""
    left = {(figure.subject, figure.metric): figure for figure in after}
    pairs: list[_Pair] = []
    alone: list[Figure] = []
    for figure in before:
        partner = left.pop((figure.subject, figure.metric), None)
        if partner is None:
            alone.append(figure)
        else:
            pairs.append(_Pair(figure, partner))
    loose_before, loose_after = _by_name(alone), _by_name([*left.values()])
    for key, figure in loose_before.items():
        partner = loose_after.get(key)
        if figure is not None and partner is not None:
            pairs.append(_Pair(figure, partner))
            alone.remove(figure)
    return pairs, [figure for figure in alone if not figure.kernel]


def _by_name(figures: Sequence[Figure]) -> dict[tuple[str, str], Figure | None]:
    """Return figures of kernels by their names alone; None where several share a name."""
    named: dict[tuple[str, str], Figure | None] = {}
    for figure in figures:
        if figure.kernel:
            key = (_without_constants(figure), figure.metric)
            named[key] = None if key in named else figure
    return named


def _without_constants(figure: Figure) -> str:
    """Return the subject without what the kernel was compiled for, `load 1` of it included."""
    head, _, tail = figure.subject.partition(figure.kernel)
    return head + figure.kernel.partition("<")[0] + re.sub(r"^\(.*\)(?= #| \[|,|$)", "", tail)


# ---- what moved ------------------------------------------------------------------------------


def _changes(
    limit: Limit, pairs: Sequence[_Pair], figures: tuple[Sequence[Figure], Sequence[Figure]]
) -> Iterator[FigureChange]:
    """Yield the changes of one limit: of a row only if none of its kernels explains it, and of a
    kernel only if none of its launches does.
    """
    moved: list[tuple[_Pair, ChangeVerdict]] = [
        (pair, verdict)
        for pair in _held(limit, pairs, figures)
        if (verdict := _verdict(limit, pair)) is not None
    ]
    explained = {
        (verdict, pair.before.subject.partition(": ")[0], _moves(pair))
        for pair, verdict in moved
        if pair.before.kernel
    }
    of_launches = {
        (verdict, _ONE_LAUNCH.sub("", pair.before.subject), _moves(pair))
        for pair, verdict in moved
        if _ONE_LAUNCH.search(pair.before.subject)
    }
    for pair, verdict in moved:
        why = of_launches if pair.before.kernel else explained
        if (verdict, pair.before.subject, _moves(pair)) not in why:
            yield FigureChange(
                verdict,
                limit.name,
                pair.after.subject,
                pair.after.metric,
                _quantity(pair.before),
                _quantity(pair.after),
                pair.after.where or "",
            )


def _moves(pair: _Pair) -> str:
    """Return the metric as the row and its kernels both have it."""
    return "time" if pair.before.metric in ("time_ms", "time_us") else pair.before.metric


def _held(
    limit: Limit, pairs: Sequence[_Pair], figures: tuple[Sequence[Figure], Sequence[Figure]]
) -> Iterator[_Pair]:
    """Yield the pairs that a limit holds.

    The accesses of a kernel are paired by number. If a side has one more, numbers say nothing, and
    the narrowest of both sides are compared.
    """
    own = [pair for pair in pairs if pair.before.metric in limit.family.metrics]
    if limit.name != "vector":
        yield from (pair for pair in own if not _ACCESS.fullmatch(pair.before.subject))
        return
    counts = [_accesses(side) for side in figures]
    seen: set[str] = set()
    for pair in own:
        if not _ACCESS.fullmatch(pair.before.subject):
            continue  # the narrowest of a kernel, which one of its accesses has
        key, other = _access(pair.before), _access(pair.after)
        mine, others = counts[0][key], counts[1][other]
        if len(mine) == len(others):
            yield pair
        elif key not in seen:
            seen.add(key)
            narrowest = [min(side, key=lambda figure: figure.value) for side in (mine, others)]
            yield _Pair(*narrowest)


def _accesses(figures: Sequence[Figure]) -> dict[str, list[Figure]]:
    widths: dict[str, list[Figure]] = {}
    for figure in figures:
        if figure.metric == "lane_bytes":
            widths.setdefault(_access(figure), []).append(figure)
    return widths


def _access(figure: Figure) -> str:
    return re.sub(r" \d+$", "", figure.subject)


def _verdict(limit: Limit, pair: _Pair) -> ChangeVerdict | None:
    """Return how a figure moved; None if it stayed within its limit."""
    sign = -1 if limit.family.less_is_worse else 1
    worse = sign * (pair.after.value - pair.before.value)
    # Sums of floats in another order differ in the last place, and mean the same.
    slack = 1e-9 * max(abs(pair.before.value), abs(pair.after.value))
    if abs(worse) <= limit.allowed(pair.before) + slack:
        return None
    if limit.name == "time" and _overlap(pair.before, pair.after):
        return "cannot tell"
    return "worse" if worse > 0 else "better"


def _overlap(before: Figure, after: Figure) -> bool:
    """Return whether the intervals of two figures have a value in common."""
    (low, high), (other_low, other_high) = (_quantity(side).interval for side in (before, after))
    return low <= other_high and other_low <= high


def _quantity(figure: Figure) -> Quantity:
    return Quantity(figure.value, figure.unit, figure.provenance, figure.low, figure.high)


def _gone(limits: Sequence[Limit], gone: Sequence[Figure]) -> Iterator[FigureChange]:
    """Yield a regression for each row that has lost its first figure under a limit."""
    named: set[str] = set()
    for limit in limits:
        for figure in gone:
            if figure.metric in limit.family.metrics and figure.subject not in named:
                named.add(figure.subject)
                yield FigureChange(
                    "worse", limit.name, figure.subject, figure.metric, _quantity(figure), None
                )


def _wrong(before: Record, after: Record) -> Iterator[FigureChange]:
    """Yield a regression for each row that was right and is not."""
    if not isinstance(before, Comparison) or not isinstance(after, Comparison):
        return
    right = {row.implementation for row in before.rows if row.status == "ok"}
    for row in after.rows:
        if row.implementation in right and row.status in ("wrong", "failed"):
            cause = f"{row.status}: {row.reason}"
            name = row.implementation
            yield FigureChange("worse", "status", name, "status", None, None, cause=cause)


# ---- why, and in words -----------------------------------------------------------------------


def _explained(
    change: FigureChange, pairs: Sequence[_Pair], decisions: Mapping[str, str]
) -> FigureChange:
    """Return the change with its place, its cause and its line of text."""
    near = [p for p in pairs if _belongs(p.after.subject, change.subject)]
    change = replace(change, where=_place(change, near) or change.where)
    if not change.cause:
        change = replace(change, cause=_cause(change, near, decisions))
    return replace(change, text=_line(change))


def _belongs(subject: str, whole: str) -> bool:
    """Return whether a figure is of the same kernel, or of an access of it."""
    return subject == whole or subject.startswith((f"{whole}, ", f"{whole}: "))


def _place(change: FigureChange, near: Sequence[_Pair]) -> str:
    """Return the line that moves the most more sectors, for a change of traffic or of time."""
    if change.limit not in ("bytes", "sectors", "time", "conflicts"):
        return ""
    grown = [
        (p.after.value - p.before.value, p.after.where)
        for p in near
        if p.after.metric == "sectors" and _ACCESS.fullmatch(p.after.subject)
    ]
    most = max(grown, key=lambda growth: growth[0], default=(0.0, None))
    return (most[1] or "") if most[0] > 0 else ""


def _cause(change: FigureChange, near: Sequence[_Pair], decisions: Mapping[str, str]) -> str:
    """Return what else changed in the kernel, its constants and the compiler's decisions first."""
    causes = [text for subject, text in decisions.items() if _belongs(change.subject, subject)]
    for pair in near:
        causes += _constants(pair)
    moved = [(p.before.value, p.after.value, p.after) for p in near]
    moved = [values for values in moved if values[0] != values[1]]
    for before, after, figure in moved:
        if figure.metric == "lane_bytes":
            op = figure.subject.rpartition(", ")[2].rpartition(" ")[0]
            place = f" at {short_place(figure.where)}" if figure.where else ""
            causes.append(f"{op} of {before:.0f} → {after:.0f} bytes a lane{place}")
    for metric, words in _SIGNS.items():
        for before, after, figure in moved:
            if figure.metric == metric != change.metric and not _ACCESS.fullmatch(figure.subject):
                causes.append(f"{words} {format_number(before)} → {format_number(after)}")
    return "; ".join([*dict.fromkeys(causes)][:3])


# The changes of a kernel between two inspections, the most important first.
_DECISIONS = ("decision", "access", "layout", "option", "resource")


def _decisions(before: Record, after: Record) -> dict[str, str]:
    """Return by the kernel's subject (of `after`) the most important decision that changed.

    Empty unless both are inspections: only they hold a kernel's stages.
    """
    if not isinstance(before, Inspection) or not isinstance(after, Inspection):
        return {}
    from kernelscope.inside.diff import Side, compare_kernels

    decisions: dict[str, str] = {}
    for kernel in after.kernels:
        partner = _partner(kernel, before.kernels)
        if partner is None:
            continue
        changes = compare_kernels(Side(partner, before.device), Side(kernel, after.device)).changes
        ranked = [change for change in changes if change.kind in _DECISIONS]
        if ranked:
            first = min(ranked, key=lambda change: _DECISIONS.index(change.kind))
            decisions[inspected_name(kernel)] = f"{first.what}: {first.a} → {first.b}"
    return decisions


def _partner(kernel: InspectedKernel, others: Sequence[InspectedKernel]) -> InspectedKernel | None:
    """Return the kernel with the same subject of its figures, else one of the same name."""
    subject = inspected_name(kernel)
    same = [other for other in others if inspected_name(other) == subject]
    return next(iter([*same, *(other for other in others if other.name == kernel.name)]), None)


# What explains a change of another figure, the most telling first.
_SIGNS = {
    "spill_bytes": "spilled bytes",
    "sectors": "sectors",
    "conflicts": "bank conflicts",
    "kernelscope__barriers.sum": "barriers",
    "kernelscope__inst_executed.sum": "instructions",
    "launches": "launches",
    "occupancy": "occupancy",
    "registers": "registers",
}


def _constants(pair: _Pair) -> Iterator[str]:
    """Yield the constants and options of a kernel that changed: "BLOCK 1024 → 512"."""
    sides = [_settings(figure) for figure in (pair.before, pair.after)]
    for name in dict.fromkeys([*sides[0], *sides[1]]):
        values = [side.get(name, "none") for side in sides]
        if values[0] != values[1]:
            yield f"{name} {values[0]} → {values[1]}"


def _settings(figure: Figure) -> dict[str, str]:
    words = re.search(r"\((.*?=.*)\)", figure.subject) if figure.kernel else None
    parts = words[1].split(", ") if words else []
    halves = [part.partition("=") for part in parts]
    return {name: value for name, _, value in halves}


def _line(change: FigureChange) -> str:
    """Return the change in one line."""
    place = f" at {change.where}" if change.where else ""
    if change.before is None:
        return f"{change.subject}: {change.cause}"
    if change.after is None:
        return f"{change.subject}: has no {meaning_of(change.metric)} any more{place}"
    verdict = "cannot be told apart" if change.verdict == "cannot tell" else change.verdict
    words = (
        f"{change.subject}: {change.limit} {verdict}: "
        f"{format_quantity(change.before)} → {format_quantity(change.after)}"
        f"{_percent(change.before, change.after)}{_sort(change)}"
    )
    return words + place + (f" ({change.cause})" if change.cause else "")


def _percent(before: Quantity, after: Quantity) -> str:
    if not before.value:
        return ""
    return f", {100 * (after.value / before.value - 1):+.3g} %"


def _sort(change: FigureChange) -> str:
    """Return the metric where several are held by one limit, and the provenance of a time."""
    assert change.after is not None
    if change.limit == "time":
        return f", {change.after.provenance}"
    return f" {change.metric}" if change.limit == "bytes" else ""
