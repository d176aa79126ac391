"""Two kernels, stage by stage, and the sentence that says which change explains the time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kernelscope.hardware import GPUSpec
from kernelscope.inside.diff.canonical import canonical
from kernelscope.inside.diff.causes import Launched, causes
from kernelscope.inside.diff.facts import DETAIL, Fact, facts
from kernelscope.inside.diff.headline import NO_CHANGE, evidence, headline, is_same_time
from kernelscope.inside.diff.ptx import Line
from kernelscope.inside.diff.sources import SourceLines, aligned, by_access, changed_lines, executed
from kernelscope.record import (
    Change,
    InspectedKernel,
    KernelDiff,
    StageDiff,
    TimeCause,
    TimeDiff,
)

_MOST_SHOWN = 4  # operations, or lines of a source, in a stage's one line
_NONE = "none"


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two: a kernel and where it was launched; `spec`: None where that is unknown."""

    kernel: InspectedKernel
    device: str = ""
    spec: GPUSpec | None = None


def compare_kernels(a: Side, b: Side) -> KernelDiff:
    """What changed from one kernel to the other, in meaning."""
    one, two = _lines(a.kernel), _lines(b.kernel)
    shared = [name for name in one if name in two and name != "generated"]
    stages = {name: _stage(name, one[name], two[name]) for name in shared}
    changes = tuple(_changes(a, b, one.get("ptx", []), two.get("ptx", [])))
    lines = aligned(a.kernel, b.kernel)
    time = _time(a, b)
    if time is not None and not is_same_time(time):
        time = replace(time, causes=_causes(a, b, changes, lines))
    blamed = next((c.source for c in time.causes if c.source), "") if time is not None else ""
    words = headline(stages, changes, time, _edit(lines, blamed))
    return KernelDiff(a.kernel.name, words, changes, stages, _counters(a.kernel, b.kernel), time)


def _lines(kernel: InspectedKernel) -> dict[str, list[Line]]:
    return {name: canonical(stage, name, kernel.name) for name, stage in kernel.stages.items()}


def _stage(name: str, one: Sequence[Line], two: Sequence[Line]) -> StageDiff:
    first, second = ([line for _, line in lines] for lines in (one, two))
    if first == second:
        return StageDiff(True, NO_CHANGE)
    counts = [Counter(operation for operation, _ in lines if operation) for lines in (one, two)]
    changed = {
        operation: (counts[0][operation], counts[1][operation])
        for operation in sorted({*counts[0], *counts[1]})
        if counts[0][operation] != counts[1][operation]
    }
    if name == "source":
        return StageDiff(False, _shortened(changed_lines([*one], [*two])))
    if name == "ast":
        went, came = (Counter(x) - Counter(y) for x, y in ((first, second), (second, first)))
        return StageDiff(False, f"{went.total()} nodes went, {came.total()} came")
    totals = f"{sum(counts[0].values())} → {sum(counts[1].values())} operations"
    if not changed:
        return StageDiff(
            False, f"{totals}, the same ones with other layouts or operands, or in another order"
        )
    most = sorted(changed, key=lambda o: (-abs(changed[o][1] - changed[o][0]), o))
    told = [f"{o} {changed[o][0]} → {changed[o][1]}" for o in most[:_MOST_SHOWN]]
    rest = f", and {len(most) - _MOST_SHOWN} more kinds" if len(most) > _MOST_SHOWN else ""
    return StageDiff(False, f"{totals}: {', '.join(told)}{rest}", changed)


def _shortened(changed: Sequence[str]) -> str:
    rest = f" (and {len(changed) - _MOST_SHOWN} more)" if len(changed) > _MOST_SHOWN else ""
    return " ".join(changed[:_MOST_SHOWN]) + rest


# ---- what changed --------------------------------------------------------------------------------


def _changes(a: Side, b: Side, one: list[Line], two: list[Line]) -> Iterator[Change]:
    if a.device != b.device:
        yield Change("option", "GPU", a.device, b.device)
    named = [*a.kernel.types] == [*b.kernel.types]
    found = [list(facts(side.kernel, ptx, named=named)) for side, ptx in ((a, one), (b, two))]
    if a.kernel.frontend != b.kernel.frontend:
        # One's options and types are words that the other does not have.
        found = [[f for f in own if f[0] != "option" or f[1] in _OF_ALL] for own in found]
    undecided = not (a.kernel.decisions and b.kernel.decisions)  # a record of an older version
    before, after = ({(kind, what): how for kind, what, how in own} for own in found)
    for kind, what in _both(*found):
        how = before.get((kind, what), _NONE), after.get((kind, what), _NONE)
        if kind in ("decision", "layout"):
            how = _apart(*how)
        if how[0] != how[1] and not (undecided and kind in ("decision", "layout", "access")):
            yield Change(kind, what, *how)


_OF_ALL = ("front end", "target")


def _both(one: Sequence[Fact], two: Sequence[Fact]) -> list[tuple[str, str]]:
    """What either tells of, in an order that does not depend on which comes first."""
    places: dict[tuple[str, str], int] = {}
    for own in (one, two):
        for place, (kind, what, _) in enumerate(own):
            places[kind, what] = min(place, places.get((kind, what), place))
    kinds = {kind: at for (kind, _), at in sorted(places.items(), key=lambda p: -p[1])}
    return sorted(places, key=lambda key: (kinds[key[0]], key[0], places[key], key[1]))


def _apart(one: str, two: str) -> tuple[str, str]:
    """Of two sets of answers, those that the other lacks; in words where these tell them apart."""
    own = [Counter(text.splitlines()) for text in (one, two)]
    first, second = (sorted((x - y).elements()) for x, y in (own, own[::-1]))
    words = [[text.partition(DETAIL)[0] for text in texts] for texts in (first, second)]
    if words[0] == words[1]:
        words = [[text.partition(DETAIL)[2] or text for text in texts] for texts in (first, second)]
    told = ["; ".join(dict.fromkeys(texts)) for texts in words]
    return told[0] or (told[1] and _NONE), told[1] or (told[0] and _NONE)


# ---- what it costs -------------------------------------------------------------------------------


def _counters(a: InspectedKernel, b: InspectedKernel) -> dict[str, tuple[float, float]]:
    if a.launch is None or b.launch is None:
        return {}
    one, two = a.launch.counters, b.launch.counters
    pairs = {name: (one.get(name, 0), two.get(name, 0)) for name in sorted({*one, *two})}
    return {name: pair for name, pair in pairs.items() if any(pair)}


def _time(a: Side, b: Side) -> TimeDiff | None:
    one, two = a.kernel.launch, b.kernel.launch
    if one is None or two is None or one.time_us is None or two.time_us is None:
        return None
    names = sorted({*one.time_parts, *two.time_parts})
    return TimeDiff(
        one.time_us.value,
        two.time_us.value,
        " → ".join(dict.fromkeys((one.time_us.provenance, two.time_us.provenance))),
        (one.bound, two.bound),
        {n: (one.time_parts.get(n, 0.0), two.time_parts.get(n, 0.0)) for n in names},
    )


def _causes(
    a: Side, b: Side, changes: Sequence[Change], lines: SourceLines
) -> tuple[TimeCause, ...]:
    one, two = a.kernel.launch, b.kernel.launch
    if one is None or two is None or a.spec is None or b.spec is None:
        return ()
    return tuple(
        replace(
            cause,
            evidence=evidence(cause.what, changes),
            source=_blamed(cause, a.kernel, b.kernel, lines),
        )
        for cause in causes(Launched(a.spec, one), Launched(b.spec, two))
    )


def _blamed(cause: TimeCause, a: InspectedKernel, b: InspectedKernel, lines: SourceLines) -> str:
    """The source line at which a cause changed most; "" for one of the whole launch."""
    one, two = _by_line(cause.what, a), _by_line(cause.what, b)
    return lines.most_changed(one, two, 1 if cause.us > 0 else -1)


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
        case _:
            return {}


def _edit(lines: SourceLines, place: str) -> str:
    """How the line to blame was changed; "" where it stands as it stood."""
    pair = next((pair for pair in lines.pairs if place and place in pair), ("", ""))
    before, after = (lines.texts.get(one, "") for one in pair)
    if before == after:
        return ""
    return " → ".join(text or "nothing" for text in (before, after))
