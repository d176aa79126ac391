"""One sentence on two kernels: which change explains the time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import PurePath

from kernelscope.record import Change, StageDiff, TimeCause, TimeDiff

NO_CHANGE = "no change in meaning"
_SAME_TIME = 0.01  # of the time: less is no difference worth a sentence
_MOST = 3
_SECOND = 0.25  # of the difference: a second cause is told from here on
# Causes before their effects: what was asked, what the compiler made of it, what that moved.
_ORDER = ("option", "access", "resource", "decision", "launch", "layout", "instruction", "traffic")
# What of each group is shown as having changed: beginnings of a change's `what`, tellingest first.
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
    """What changed in a group, as text."""
    found = [c for start in EVIDENCE[group] for c in changes if c.what.startswith(start)]
    return "; ".join(map(_told, [*dict.fromkeys(found)][:2]))


def is_same_time(time: TimeDiff) -> bool:
    """Whether the times differ by less than is worth a sentence."""
    return abs(time.b_us - time.a_us) <= _SAME_TIME * max(time.a_us, time.b_us)


def headline(
    stages: Mapping[str, StageDiff],
    changes: Sequence[Change],
    time: TimeDiff | None,
    line: str = "",
) -> str:
    """One sentence on the whole comparison; `line` tells how the line to blame was changed."""
    if is_unchanged(stages, changes):
        source = stages.get("source")
        return NO_CHANGE + ("" if source is None or source.same else ": the source alone differs")
    if time is None:
        return f"{_what(stages, changes)}; no time, as not both were launched"
    if is_same_time(time):
        both = " → ".join(dict.fromkeys(f"{us:.4g}" for us in (time.a_us, time.b_us)))
        return f"the {time.provenance} time stays {both} µs; {_what(stages, changes)}"
    ratio = time.b_us / time.a_us if time.a_us else 0.0
    factor = max(ratio, 1 / ratio) if ratio else 0.0
    word = "slower" if ratio > 1 else "faster"
    told = f"B is {factor:.3g}× {word} ({time.a_us:.4g} → {time.b_us:.4g} µs, {time.provenance})"
    why = _why(time)
    asked = [_told(c) for c in changes if c.kind == "option" and c.what != "target"]
    root = line or "; ".join([text for text in asked if text not in why][:2])
    rest = [text for text in (why, f"changed: {root}" if root else "") if text]
    return f"{told}: {'; '.join(rest) or _what(stages, changes)}"


def is_unchanged(stages: Mapping[str, StageDiff], changes: Sequence[Change]) -> bool:
    """Whether nothing changed in meaning: of several forms, what the lowest in words computes."""
    if changes:
        return False
    return stages["ptx"].same if "ptx" in stages else all(one.same for one in stages.values())


def _what(stages: Mapping[str, StageDiff], changes: Sequence[Change]) -> str:
    """The most telling changes, where no time explains which matters."""
    ordered = sorted(changes, key=lambda change: _ORDER.index(change.kind))
    told = [_told(change) for change in ordered if change.what != "target"][:_MOST]
    source = stages.get("source")
    if source is not None and not source.same:
        told = [source.text, *told[: _MOST - 1]]
    if "ptx" in stages and stages["ptx"].same:
        told.append("what the PTX computes is the same")
    changed = [name for name, stage in stages.items() if not stage.same]
    return "; ".join(told) or f"{', '.join(changed) or 'nothing'} changed"


def _told(change: Change) -> str:
    return f"{change.what} {change.a} → {change.b}"


def _why(time: TimeDiff) -> str:
    """The largest causes of the difference, those that work against it left out."""
    difference = time.b_us - time.a_us
    same_way = [cause for cause in time.causes if cause.us * difference > 0]
    told = [c for n, c in enumerate(same_way) if not n or c.us / difference >= _SECOND][:2]
    return ", ".join(map(_cause, told))


def _cause(cause: TimeCause) -> str:
    place = ""
    if cause.source:
        file, _, line = cause.source.rpartition(":")
        place = f" at {PurePath(file).name}:{line}"
    shown = f" ({cause.evidence})" if cause.evidence else ""
    return f"{cause.us:+.3g} µs by {cause.what}{place}{shown}"
