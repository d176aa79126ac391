"""Two kernels, stage by stage, and the sentence that says which change explains the time."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Sequence

from kernelscope.record import Change, InspectedKernel, KernelDiff, StageDiff, TimeDiff
from kernelscope.stages.diff.canonical import Line, canonical
from kernelscope.stages.diff.facts import facts
from kernelscope.stages.diff.headline import explained, headline

_MOST_SHOWN = 4  # operations, or lines of a source, in a stage's one line


def compare_kernels(
    a: InspectedKernel, b: InspectedKernel, devices: tuple[str, str] = ("", "")
) -> KernelDiff:
    """What changed from one kernel to the other, in meaning; `devices` they were launched on."""
    lines = [
        {name: canonical(stage, name, kernel.name) for name, stage in kernel.stages.items()}
        for kernel in (a, b)
    ]
    shared = [name for name in lines[0] if name in lines[1] and name != "generated"]
    stages = {name: _stage(name, lines[0][name], lines[1][name]) for name in shared}
    changes = _changes(a, b, lines[0].get("ptx", []), lines[1].get("ptx", []))
    if devices[0] != devices[1]:
        changes = (Change("option", "GPU", *devices), *changes)
    time = _time(a, b)
    if time is not None:
        time = explained(time, changes)
    return KernelDiff(
        a.name, headline(stages, changes, time), changes, stages, _counters(a, b), time
    )


def _stage(name: str, one: Sequence[Line], two: Sequence[Line]) -> StageDiff:
    first, second = ([line for _, line in lines] for lines in (one, two))
    if first == second:
        return StageDiff(True, "no change in meaning")
    counts = [Counter(operation for operation, _ in lines if operation) for lines in (one, two)]
    changed = {
        operation: (counts[0][operation], counts[1][operation])
        for operation in sorted({*counts[0], *counts[1]})
        if counts[0][operation] != counts[1][operation]
    }
    if name == "source":
        return StageDiff(False, _lines(first, second))
    if name == "ast":
        went, came = (Counter(x) - Counter(y) for x, y in ((first, second), (second, first)))
        return StageDiff(False, f"{went.total()} nodes went, {came.total()} came")
    totals = f"{sum(counts[0].values())} → {sum(counts[1].values())} operations"
    if not changed:
        return StageDiff(
            False, f"{totals}, the same ones with other layouts or operands, or in another order"
        )
    most = sorted(changed, key=lambda o: -abs(changed[o][1] - changed[o][0]))
    told = [f"{o} {changed[o][0]} → {changed[o][1]}" for o in most[:_MOST_SHOWN]]
    rest = f", and {len(most) - _MOST_SHOWN} more kinds" if len(most) > _MOST_SHOWN else ""
    return StageDiff(False, f"{totals}: {', '.join(told)}{rest}", changed)


def _lines(one: list[str], two: list[str]) -> str:
    """The lines of a source that went and came."""
    changed = [line for line in difflib.ndiff(one, two) if line.startswith(("- ", "+ "))]
    rest = f" (and {len(changed) - _MOST_SHOWN} more)" if len(changed) > _MOST_SHOWN else ""
    return " ".join(changed[:_MOST_SHOWN]) + rest


def _changes(
    a: InspectedKernel, b: InspectedKernel, one: list[Line], two: list[Line]
) -> tuple[Change, ...]:
    before = {(kind, what): how for kind, what, how in facts(a, one)}
    after = {(kind, what): how for kind, what, how in facts(b, two)}
    keys = list(dict.fromkeys([*before, *after]))
    return tuple(
        Change(kind, what, before.get((kind, what), "none"), after.get((kind, what), "none"))
        for kind, what in keys
        if before.get((kind, what), "none") != after.get((kind, what), "none")
    )


def _counters(a: InspectedKernel, b: InspectedKernel) -> dict[str, tuple[float, float]]:
    if a.launch is None or b.launch is None:
        return {}
    one, two = a.launch.counters, b.launch.counters
    pairs = {name: (one.get(name, 0), two.get(name, 0)) for name in dict.fromkeys([*one, *two])}
    return {name: pair for name, pair in pairs.items() if any(pair)}


def _time(a: InspectedKernel, b: InspectedKernel) -> TimeDiff | None:
    one, two = a.launch, b.launch
    if one is None or two is None or one.time_us is None or two.time_us is None:
        return None
    names = dict.fromkeys([*one.time_parts, *two.time_parts])
    return TimeDiff(
        one.time_us.value,
        two.time_us.value,
        one.time_us.provenance,
        (one.bound, two.bound),
        {n: (one.time_parts.get(n, 0.0), two.time_parts.get(n, 0.0)) for n in names},
    )
