"""The headline of a comparison: one sentence that says which change explains the time.

In: the differences between stages, the changed facts and the causes of the time difference.
Out: "B is 1.23× slower (35.69 → 43.8 µs, estimated): +7.88 µs by grid and block (grid 16384×1×1 →
65536×1×1); changed: front end triton → cuda".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import PurePath

from kernelscope.record import Change, StageDiff, TimeCause, TimeDiff

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
    matching = [c for start in EVIDENCE[group] for c in changes if c.what.startswith(start)]
    return "; ".join(map(_in_words, [*dict.fromkeys(matching)][:2]))


def is_same_time(time: TimeDiff) -> bool:
    """Return whether the times differ by too little to call one faster."""
    return abs(time.b_us - time.a_us) <= _SAME_TIME * max(time.a_us, time.b_us)


def headline(
    stages: Mapping[str, StageDiff],
    changes: Sequence[Change],
    time: TimeDiff | None,
    line: str = "",
) -> str:
    """Return one sentence on the whole comparison.

    `line` is how the source line with the largest cause was changed, or "".
    """
    if is_unchanged(stages, changes):
        source = stages.get("source")
        return NO_CHANGE + ("" if source is None or source.same else ": only the source differs")
    if time is None:
        return f"{_what_changed(stages, changes)}; no time, because not both were launched"
    if is_same_time(time):
        both = " → ".join(dict.fromkeys(f"{us:.4g}" for us in (time.a_us, time.b_us)))
        return f"the {time.provenance} time stays {both} µs; {_what_changed(stages, changes)}"
    ratio = time.b_us / time.a_us if time.a_us else 0.0
    factor = max(ratio, 1 / ratio) if ratio else 0.0
    word = "slower" if ratio > 1 else "faster"
    speed = f"B is {factor:.3g}× {word} ({time.a_us:.4g} → {time.b_us:.4g} µs, {time.provenance})"
    why = _why(time)
    asked = [_in_words(c) for c in changes if c.kind == "option" and c.what != "target"]
    root = line or "; ".join([text for text in asked if text not in why][:2])
    reasons = [text for text in (why, f"changed: {root}" if root else "") if text]
    return f"{speed}: {'; '.join(reasons) or _what_changed(stages, changes)}"


def is_unchanged(stages: Mapping[str, StageDiff], changes: Sequence[Change]) -> bool:
    """Return whether nothing changed in meaning: no fact, and not the PTX.

    Without PTX, no stage may differ. Machine code is not compared if there is PTX: the same PTX
    may be scheduled differently.
    """
    if changes:
        return False
    return stages["ptx"].same if "ptx" in stages else all(stage.same for stage in stages.values())


def _what_changed(stages: Mapping[str, StageDiff], changes: Sequence[Change]) -> str:
    """Return the most important changes, for when no time explains which one matters."""
    ordered = sorted(changes, key=lambda change: _ORDER.index(change.kind))
    parts = [_in_words(change) for change in ordered if change.what != "target"][:_MOST]
    source = stages.get("source")
    if source is not None and not source.same:
        parts = [f"source: {source.text}", *parts[: _MOST - 1]]
    if "ptx" in stages and stages["ptx"].same:
        parts.append("the PTX computes the same")
    changed = [name for name, stage in stages.items() if not stage.same]
    return "; ".join(parts) or f"{', '.join(changed) or 'nothing'} changed"


def _in_words(change: Change) -> str:
    return f"{change.what} {change.a} → {change.b}"


def _why(time: TimeDiff) -> str:
    """Return the largest causes of the difference, without those that work against it."""
    difference = time.b_us - time.a_us
    same_way = [cause for cause in time.causes if cause.us * difference > 0]
    largest = [c for n, c in enumerate(same_way) if not n or c.us / difference >= _SECOND][:2]
    return ", ".join(map(_cause, largest))


def _cause(cause: TimeCause) -> str:
    place = ""
    if cause.source:
        file, _, line = cause.source.rpartition(":")
        place = f" at {PurePath(file).name}:{line}"
    shown = f" ({cause.evidence})" if cause.evidence else ""
    return f"{cause.us:+.3g} µs by {cause.what}{place}{shown}"
