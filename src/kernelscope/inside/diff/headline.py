"""The headline of a comparison: one sentence that says what changed, where, and what it costs.

In: the differences between stages, the changed facts and the causes of the time difference.
Out: "sectors of global loads 32,768 → 262,144 at after.py:5, so B is 2.1× slower (4.9 → 10.3 µs,
estimated: +5.4 µs by access pattern)".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kernelscope.record import Change, StageDiff, TimeCause, TimeDiff
from kernelscope.record.names import short_place

NO_CHANGE = "no change in meaning"
_SAME_TIME = 0.01  # of the time: a smaller difference counts as the same time
_MOST = 3
_SECOND = 0.25  # of the difference: a second cause is named if its share is at least this
# Causes before their effects: options, the compiler's decisions, then what they moved.
_ORDER = ("option", "access", "resource", "decision", "launch", "layout", "instruction", "traffic")
# The changes shown for each group of causes: beginnings of `Change.what`, the most telling first.
EVIDENCE: dict[str, tuple[str, ...]] = {
    "GPU": ("GPU",),
    "grid and block": ("grid", "block"),
    "occupancy": ("occupancy", "registers a thread", "shared memory of a block"),
    "grid, block and occupancy": ("grid", "block", "occupancy", "registers a thread"),
    "memory traffic": ("distinct 32-byte sectors",),
    "access pattern": ("sectors of global loads", "sectors of global stores"),
    "shared memory": ("bank conflicts", "shared-memory wavefronts"),
    "atomics": ("sectors of global reductions", "sectors of global atomics"),
    "tensor cores": ("instructions on the tensor", "tensor-cores"),
    "barriers": ("barriers executed",),
    "memory instructions": (
        "global load",
        "global store",
        "global copy",
        "instructions on the lsu",
    ),
    "instructions": ("instructions executed",),
}


def evidence(group: str, changes: Sequence[Change]) -> str:
    """Return the changes that belong to a group of causes, as text."""
    matching = [c for start in EVIDENCE.get(group, ()) for c in changes if c.what.startswith(start)]
    return " and ".join(map(_in_words, [*dict.fromkeys(matching)][:2]))


def is_same_time(time: TimeDiff) -> bool:
    """Return whether the times differ by too little to call one faster."""
    return abs(time.b_us - time.a_us) <= _SAME_TIME * max(time.a_us, time.b_us)


def leading(time: TimeDiff | None) -> list[TimeCause]:
    """Return the one or two causes that explain most of the difference, the largest first.

    Causes that work against the difference are not among them.
    """
    if time is None:
        return []
    difference = time.b_us - time.a_us
    same_way = [cause for cause in time.causes if cause.us * difference > 0]
    return [c for n, c in enumerate(same_way) if not n or c.us / difference >= _SECOND][:2]


def headline(
    stages: Mapping[str, StageDiff],
    changes: Sequence[Change],
    time: TimeDiff | None,
    edits: Sequence[str] = (),
) -> str:
    """Return one sentence on the whole comparison; `edits` are the places of the edited lines."""
    if is_unchanged(stages, changes):
        source = stages.get("source")
        return NO_CHANGE + ("" if source is None or source.same else ": only the source differs")
    changed = _what_changed(stages, changes, edits)
    if time is None:
        return f"{changed}; no time, because not both were launched"
    if is_same_time(time):
        both = " → ".join(dict.fromkeys(f"{us:.4g}" for us in (time.a_us, time.b_us)))
        return (
            f"{_what_changed(stages, changes, edits)}; the {time.provenance} time stays {both} µs"
        )
    causes = leading(time)
    order = compared(time.a_us, time.b_us, sure=time.told_apart)
    times = f"{time.a_us:.4g} → {time.b_us:.4g} µs, {time.provenance}"
    asked = [_in_words(c) for c in changes if c.kind == "option" and c.what != "target"][:2]
    if not causes:
        return f"{_what_changed(stages, changes, edits)}; {order} ({times})"
    # A line that was edited is what changed. If an option changed and that line did not, the option
    # is, and the line's figures are only how it costs.
    leads = not asked or causes[0].source in edits
    own = [_figures(causes[0]), *asked] if leads else asked
    is_named = leads or causes[0].evidence in ("", *asked)
    first = _cause(causes[0]) if is_named else f"{_cause(causes[0])} from {_figures(causes[0])}"
    why = ", ".join((first, *map(_cause, causes[1:])))
    return f"{_listed(own)}, so {order} ({times}: {why})"


def compared(a_us: float, b_us: float, *, sure: bool = True) -> str:
    """Return "B is 2× slower", or faster; or, if that is not sure, that the model says so."""
    ratio = b_us / a_us if a_us else 0.0
    factor = max(ratio, 1 / ratio) if ratio else 0.0
    order = f"B is {factor:.3g}× {'slower' if ratio > 1 else 'faster'}"
    return order if sure else f"{order} by the model, within its error"


def is_unchanged(stages: Mapping[str, StageDiff], changes: Sequence[Change]) -> bool:
    """Return whether nothing changed in meaning: no fact, and not the PTX.

    Without PTX, no stage may differ. Machine code is not compared if there is PTX: the same PTX
    may be scheduled differently.
    """
    if changes:
        return False
    return stages["ptx"].same if "ptx" in stages else all(stage.same for stage in stages.values())


def _what_changed(
    stages: Mapping[str, StageDiff], changes: Sequence[Change], edits: Sequence[str]
) -> str:
    """Return the most important changes, for when no time explains which one matters."""
    ordered = sorted(changes, key=lambda change: _ORDER.index(change.kind))
    parts = [_in_words(change) for change in ordered if change.what != "target"][:_MOST]
    source = stages.get("source")
    if source is not None and not source.same:
        where = f" at {_listed([*map(short_place, edits[:_MOST])])}" if edits else ""
        parts = [f"the source{where}", *parts[: _MOST - 1]]
    if "ptx" in stages and stages["ptx"].same:
        parts.append("the PTX computes the same")
    changed = [name for name, stage in stages.items() if not stage.same]
    return _listed(parts) if parts else f"{', '.join(changed) or 'nothing'} changed"


def _in_words(change: Change) -> str:
    return f"{change.what} {change.a} → {change.b}"


def _figures(cause: TimeCause) -> str:
    """Return the figures that a cause is known by, and their place."""
    place = f" at {short_place(cause.source)}" if cause.source else ""
    return f"{cause.evidence or cause.what}{place}"


def _cause(cause: TimeCause) -> str:
    return f"{cause.us:+.3g} µs by {cause.what}"


def _listed(parts: Sequence[str]) -> str:
    """Return "one", "one and two", "one, two and three"."""
    *most, last = dict.fromkeys(parts)
    return f"{', '.join(most)} and {last}" if most else last
