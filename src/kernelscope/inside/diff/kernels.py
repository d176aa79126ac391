"""The comparison of two kernels: stages, facts, counters and time.

In: two `Side`s. Out: a `KernelDiff`, whose headline says which change explains the time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kernelscope.hardware import GPUSpec
from kernelscope.hardware.known_error import told_apart
from kernelscope.inside.diff.canonical import canonical
from kernelscope.inside.diff.causes import causes
from kernelscope.inside.diff.facts import DETAIL, Fact, facts
from kernelscope.inside.diff.headline import NO_CHANGE, evidence, headline, is_same_time, leading
from kernelscope.inside.diff.ptx import Line
from kernelscope.inside.diff.simulated import Launched, of_title, waits_by_line, waits_of
from kernelscope.inside.diff.sources import (
    Pair,
    SourceLines,
    aligned,
    by_access,
    changed_lines,
    executed,
    place_of,
)
from kernelscope.record import (
    Change,
    InspectedKernel,
    KernelDiff,
    LaunchRecord,
    LineDiff,
    StageDiff,
    TimeCause,
    TimeDiff,
)

_MOST_SHOWN = 4  # operations, or lines of a source, in a stage's one line
_NONE = "none"
_NOWHERE = ("", "")


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two kernels, and where it was launched; `spec` is None if the GPU is unknown."""

    kernel: InspectedKernel
    device: str = ""
    spec: GPUSpec | None = None


def compare_kernels(a: Side, b: Side) -> KernelDiff:
    """Return the changes in meaning from one kernel to the other."""
    stages_a, stages_b = _lines(a.kernel), _lines(b.kernel)
    shared = [name for name in stages_a if name in stages_b and name != "generated"]
    stages = {name: _stage(name, stages_a[name], stages_b[name]) for name in shared}
    changes = tuple(_changes(a, b, stages_a.get("ptx", []), stages_b.get("ptx", [])))
    lines = aligned(a.kernel, b.kernel)
    time = _time(a, b)
    if time is not None and not is_same_time(time):
        time = replace(time, causes=_causes(a, b, changes, lines))
    blamed = next((_blamed(c, a.kernel, b.kernel, lines) for c in leading(time)), _NOWHERE)
    edits = [place_of(pair) for pair in lines.pairs if lines.is_edited(pair)]
    words = headline(stages, changes, time, edits)
    name = " → ".join(dict.fromkeys(side.kernel.shown_name for side in (a, b)))
    line_diffs = tuple(
        LineDiff(*pair, *lines.texts(pair))
        for pair in lines.pairs
        if pair == blamed or lines.is_edited(pair)
    )
    return KernelDiff(name, words, changes, stages, _counters(a.kernel, b.kernel), time, line_diffs)


def _lines(kernel: InspectedKernel) -> dict[str, list[Line]]:
    return {name: canonical(stage, name, kernel.name) for name, stage in kernel.stages.items()}


def _stage(name: str, lines_a: Sequence[Line], lines_b: Sequence[Line]) -> StageDiff:
    first, second = ([line for _, line in each_side] for each_side in (lines_a, lines_b))
    if first == second:
        return StageDiff(True, NO_CHANGE)
    counts = [
        Counter(operation for operation, _ in each_side if operation)
        for each_side in (lines_a, lines_b)
    ]
    changed = {
        operation: (counts[0][operation], counts[1][operation])
        for operation in sorted({*counts[0], *counts[1]})
        if counts[0][operation] != counts[1][operation]
    }
    if name == "source":
        return StageDiff(False, _shortened(changed_lines([*lines_a], [*lines_b])))
    if name == "ast":
        went, came = (Counter(x) - Counter(y) for x, y in ((first, second), (second, first)))
        return StageDiff(False, f"{went.total()} nodes removed, {came.total()} added")
    totals = f"{sum(counts[0].values())} → {sum(counts[1].values())} operations"
    if not changed:
        return StageDiff(
            False, f"{totals}, the same ones with different layouts or operands, or reordered"
        )
    most = sorted(changed, key=lambda o: (-abs(changed[o][1] - changed[o][0]), o))
    shown = [f"{o} {changed[o][0]} → {changed[o][1]}" for o in most[:_MOST_SHOWN]]
    more = f", and {len(most) - _MOST_SHOWN} more kinds" if len(most) > _MOST_SHOWN else ""
    return StageDiff(False, f"{totals}: {', '.join(shown)}{more}", changed)


def _shortened(changed: Sequence[str]) -> str:
    more = f" (and {len(changed) - _MOST_SHOWN} more)" if len(changed) > _MOST_SHOWN else ""
    return " ".join(changed[:_MOST_SHOWN]) + more


# ---- what changed --------------------------------------------------------------------------------


def _changes(a: Side, b: Side, ptx_a: list[Line], ptx_b: list[Line]) -> Iterator[Change]:
    if a.device != b.device:
        yield Change("option", "GPU", a.device, b.device)
    named = [*a.kernel.types] == [*b.kernel.types]
    facts_of_sides = [
        list(facts(side.kernel, ptx, named=named)) for side, ptx in ((a, ptx_a), (b, ptx_b))
    ]
    if a.kernel.frontend != b.kernel.frontend:
        # The options and types of two front ends have no names in common.
        facts_of_sides = [
            [f for f in own if f[0] != "option" or f[1] in _OF_ALL] for own in facts_of_sides
        ]
    undecided = not (a.kernel.decisions and b.kernel.decisions)  # a record of an older version
    before, after = (
        {(group, label): values for group, label, values in own} for own in facts_of_sides
    )
    for group, label in _both(*facts_of_sides):
        values = before.get((group, label), _NONE), after.get((group, label), _NONE)
        if group in ("decision", "layout"):
            values = _apart(*values)
        if values[0] != values[1] and not (undecided and group in ("decision", "layout", "access")):
            yield Change(group, label, *values)


_OF_ALL = ("front end", "target")


def _both(facts_a: Sequence[Fact], facts_b: Sequence[Fact]) -> list[tuple[str, str]]:
    """Return the labels of both sides, in an order that does not depend on which comes first."""
    places: dict[tuple[str, str], int] = {}
    for own in (facts_a, facts_b):
        for place, (group, label, _) in enumerate(own):
            places[group, label] = min(place, places.get((group, label), place))
    kinds = {group: at for (group, _), at in sorted(places.items(), key=lambda p: -p[1])}
    return sorted(places, key=lambda key: (kinds[key[0]], key[0], places[key], key[1]))


def _apart(text_a: str, text_b: str) -> tuple[str, str]:
    """Return, from two sets of answers, those that the other set lacks.

    Layouts are shown in words. If the words are equal ("each thread holds 4 elements, 4 in a row"
    on both sides, with another order of warps), the encodings are shown instead: otherwise the
    table would claim a change from a text to the same text.
    """
    own = [Counter(text.splitlines()) for text in (text_a, text_b)]
    first, second = (sorted((x - y).elements()) for x, y in (own, own[::-1]))
    words = [[text.partition(DETAIL)[0] for text in texts] for texts in (first, second)]
    if words[0] == words[1]:
        words = [[text.partition(DETAIL)[2] or text for text in texts] for texts in (first, second)]
    result = ["; ".join(dict.fromkeys(texts)) for texts in words]
    return result[0] or (result[1] and _NONE), result[1] or (result[0] and _NONE)


# ---- what it costs -------------------------------------------------------------------------------


def _counters(a: InspectedKernel, b: InspectedKernel) -> dict[str, tuple[float, float]]:
    if a.launch is None or b.launch is None:
        return {}
    in_a, in_b = a.launch.counters, b.launch.counters
    pairs = {name: (in_a.get(name, 0), in_b.get(name, 0)) for name in sorted({*in_a, *in_b})}
    return {name: pair for name, pair in pairs.items() if any(pair)}


def _time(a: Side, b: Side) -> TimeDiff | None:
    launch_a, launch_b = a.kernel.launch, b.kernel.launch
    if launch_a is None or launch_b is None or launch_a.time_us is None or launch_b.time_us is None:
        return None
    names = sorted({*launch_a.time_parts, *launch_b.time_parts})
    return TimeDiff(
        launch_a.time_us.value,
        launch_b.time_us.value,
        " → ".join(dict.fromkeys((launch_a.time_us.provenance, launch_b.time_us.provenance))),
        (launch_a.bound, launch_b.bound),
        {n: (launch_a.time_parts.get(n, 0.0), launch_b.time_parts.get(n, 0.0)) for n in names},
        told_apart=told_apart(launch_a.time_us, launch_b.time_us),
        waits=_waits(launch_a, launch_b),
    )


def _waits(a: LaunchRecord, b: LaunchRecord) -> dict[str, tuple[float, float]]:
    in_a, in_b = waits_of(a), waits_of(b)
    if not (in_a and in_b):
        return {}
    names = dict.fromkeys((*in_a, *in_b))
    return {name: (in_a.get(name, 0.0), in_b.get(name, 0.0)) for name in names}


def _causes(
    a: Side, b: Side, changes: Sequence[Change], lines: SourceLines
) -> tuple[TimeCause, ...]:
    launch_a, launch_b = a.kernel.launch, b.kernel.launch
    if launch_a is None or launch_b is None or a.spec is None or b.spec is None:
        return ()
    return tuple(
        replace(
            cause,
            evidence=evidence(cause.what, changes),
            source=place_of(_blamed(cause, a.kernel, b.kernel, lines))
            # a launch whose grid and block are the cause
            or ((launch_b.source or "") if cause.what.startswith("grid") else ""),
        )
        for cause in causes(Launched(a.spec, launch_a), Launched(b.spec, launch_b))
    )


def _blamed(cause: TimeCause, a: InspectedKernel, b: InspectedKernel, lines: SourceLines) -> Pair:
    """Return the lines at which a cause changed most; "", "" for a cause of the whole launch."""
    in_a, in_b = _by_line(cause.what, a), _by_line(cause.what, b)
    return lines.most_changed(in_a, in_b, 1 if cause.us > 0 else -1)


def _by_line(group: str, kernel: InspectedKernel) -> Mapping[str, float]:
    if kernel.launch is None:
        return {}
    match group:
        case "memory instructions":
            return by_access(kernel, "requests")
        case "memory traffic" | "access pattern" | "atomics":
            return by_access(kernel, "sectors")
        case "shared memory":
            return by_access(kernel, "wavefronts")
        case "instructions":
            return executed(kernel)
        case "barriers":
            return waits_by_line(kernel.launch).get("barrier", {})
        case _:
            return of_title(waits_by_line(kernel.launch), group)
