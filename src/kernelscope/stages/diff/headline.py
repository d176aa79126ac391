"""Which change explains the time: the part that held the slower one, and what changed in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from kernelscope.record import Change, StageDiff, TimeDiff

_SAME_TIME = 0.01  # of the time: less is no difference worth a sentence
_MOST_CAUSES = 3

# What each part of the time follows from, the likeliest first: beginnings of a change's `what`.
_CAUSES: dict[str, tuple[str, ...]] = {
    "dram": ("distinct 32-byte sectors", "grid"),
    "l2": ("sectors of global", "global loads", "global stores"),
    "l1": ("shared-memory wavefronts", "bank conflicts", "sectors of global", "shared "),
    "lsu": ("instructions on the lsu", "global loads", "global stores", "shared "),
    "issue": ("instructions executed", "instructions on", "instructions of PTX"),
    "tensor": ("tensor-core instructions", "instructions on the tensor"),
    "latency": ("occupancy", "registers", "spilled", "shared memory of a block", "barriers"),
    "blocks": ("grid", "block", "num_warps"),
    "launch": ("grid", "block"),
}
_MEANS = {
    "dram": "DRAM",
    "l2": "the L2 cache",
    "l1": "L1 and shared memory",
    "lsu": "the load-store units",
    "issue": "issuing instructions",
    "tensor": "the tensor cores",
    "latency": "latency that too few warps hide",
    "blocks": "starting blocks",
    "launch": "the launch itself",
}


def explained(time: TimeDiff, changes: Sequence[Change]) -> TimeDiff:
    """The time with its note: the part that changed most of those that hold one or the other."""
    if not time.parts or _is_same(time):
        return time
    moved = {name: abs(after - before) for name, (before, after) in time.parts.items()}
    holding = [name for name in dict.fromkeys(time.bound) if name in moved]
    # Beside a launch that holds both, what the kernel itself does is told.
    part = max(holding or moved, key=lambda name: moved[name])
    if moved[part] < _SAME_TIME * abs(time.b_us - time.a_us):
        part = max(moved, key=lambda name: moved[name])
    before, after = time.parts[part]
    what = _MEANS.get(part, f"the {part} pipe")
    note = f"{what} takes {before:.4g} → {after:.4g} µs"
    causes = _causes(part, changes)
    if causes:
        note += f", with {'; '.join(causes)}"
    return replace(time, note=note)


def _causes(part: str, changes: Sequence[Change]) -> list[str]:
    """The changes that a part of the time follows from, as text."""
    wanted = _CAUSES.get(part, (f"instructions on the {part}", "instructions executed"))
    found = [
        change for beginning in wanted for change in changes if change.what.startswith(beginning)
    ]
    machine = [change for change in changes if change.what == "GPU"]
    told = [*dict.fromkeys([*machine, *found])][:_MOST_CAUSES]
    return [f"{change.what} {change.a} → {change.b}" for change in told]


def _is_same(time: TimeDiff) -> bool:
    return abs(time.b_us - time.a_us) <= _SAME_TIME * max(time.a_us, time.b_us)


def headline(
    stages: Mapping[str, StageDiff], changes: Sequence[Change], time: TimeDiff | None
) -> str:
    """One sentence on the whole comparison."""
    if not changes and all(stage.same for stage in stages.values()):
        return "no change in meaning"
    told = [f"{c.what} {c.a} → {c.b}" for c in _telling(changes)[:_MOST_CAUSES]]
    changed = [name for name, stage in stages.items() if not stage.same]
    what = "; ".join(told) or f"{', '.join(changed) or 'nothing'} changed"
    if time is None:
        return f"{what}; no time, as one of them was not launched"
    if _is_same(time):
        return f"the {time.provenance} time stays {time.b_us:.4g} µs; {what}"
    ratio = time.b_us / time.a_us if time.a_us else 0.0
    word = "slower" if ratio > 1 else "faster"
    factor = max(ratio, 1 / ratio) if ratio else 0.0
    held = " and ".join(_MEANS.get(b, f"the {b} pipe") for b in dict.fromkeys(time.bound) if b)
    reason = time.note or (f"held by {held}" if held else what)
    return (
        f"B is {factor:.3g}× {word} ({time.a_us:.4g} → {time.b_us:.4g} µs, {time.provenance}): "
        f"{reason}"
    )


def _telling(changes: Sequence[Change]) -> list[Change]:
    """Causes before their effects: what was compiled, then what it takes, then what it moved."""
    order = ("access", "resource", "instruction", "launch", "option", "layout", "traffic")
    return sorted(changes, key=lambda change: order.index(change.kind))
