"""Which counts moved the parts of a simulated time.

What the warps of a launch did and waited for adds up to its time (`waits_of`). The differences of
these parts therefore add up to the difference of two times. Each part goes to the group of counters
that can move it and that moved its way.

    softmax with 16 warps a block, where there were 4 (H200, simulated):
    waits: short_scoreboard     0.85 → 2.95 µs     shared memory: 3.4 times the wavefronts
    waits: barrier              0.21 → 1.77        barriers: 4 times as many
    waits: not_selected         0.20 → 1.36        memory instructions: of half the width
    device memory, beyond       2.02 → 0           nothing: as many bytes are moved; it follows

The model of counts takes the longest part of each side alone: the requests of loads and stores,
which it would blame for all.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

from kernelscope.record import LaunchRecord, TimeCause

# ---- parts of a simulated time -------------------------------------------------------------------
# The cycles of an SM are shared out as the cycles of its warps are. What the launch itself takes,
# and device memory or atomics beyond the SM's own time, are parts of their own: all add up to the
# time.

BEYOND = "device memory or atomics, beyond the SMs"
LAUNCH = "launch"
_WAITS = "waits: {}"
_ISSUED = "selected"
_TITLES = {_ISSUED: "instructions issued"}


def title_of(reason: str) -> str:
    """Return the name of a part of the time: "waits: barrier"."""
    return _TITLES.get(reason, _WAITS.format(reason))


def waits_of(launch: LaunchRecord) -> dict[str, float]:
    """Return microseconds by what warps did or waited for; {} if the launch was not simulated."""
    by_line = waits_by_line(launch)
    if not by_line or launch.time_us is None:
        return {}
    waits: Counter[str] = Counter()
    for reason, lines in by_line.items():
        waits[title_of(reason)] = sum(lines.values())  # pyright: ignore[reportArgumentType]
    launching, sm = launch.time_parts[LAUNCH], launch.time_parts["sm"]
    beyond = launch.time_us.value - launching - sm
    return {**waits, BEYOND: max(beyond, 0.0), LAUNCH: launching}


def waits_by_line(launch: LaunchRecord) -> dict[str, dict[str, float]]:
    """Return reason → source line → microseconds of an SM; {} if the launch was not simulated."""
    activity = launch.simulated.activity if launch.simulated is not None else None
    if activity is None or "sm" not in launch.time_parts:
        return {}
    whole = sum(sum(line.cycles.values()) for line in activity.lines)
    scale = launch.time_parts["sm"] / whole if whole else 0.0
    us_of_line: dict[str, dict[str, float]] = {}
    for line in activity.lines:
        for reason, share in line.cycles.items():
            us_of_line.setdefault(reason, {})[line.source] = scale * share
    return us_of_line


def of_title(waits: Mapping[str, Mapping[str, float]], title: str) -> Mapping[str, float]:
    """Return source line → microseconds of the part of this name."""
    return next((lines for reason, lines in waits.items() if title_of(reason) == title), {})


_MEMORY = ("memory traffic", "access pattern", "atomics", "memory instructions", "what is in L2")
_INSTRUCTIONS = ("instructions",)
_SHARED = (("shared memory",), _INSTRUCTIONS)  # special functions and shuffles wait there as well
_PIPES = (("tensor cores",), _INSTRUCTIONS)
_ISSUE = (("instructions", "memory instructions", "tensor cores"),)
_MOVED_BY: Mapping[str, tuple[tuple[str, ...], ...]] = {
    BEYOND: (_MEMORY,),
    LAUNCH: (_INSTRUCTIONS,),  # the code has to be fetched
    title_of("long_scoreboard"): (_MEMORY,),
    title_of("lg_throttle"): (_MEMORY,),
    title_of("drain"): (_MEMORY,),
    title_of("short_scoreboard"): _SHARED,
    title_of("mio_throttle"): _SHARED,
    title_of("barrier"): (("barriers",),),
    title_of("membar"): (("barriers", "atomics"),),
    title_of("math_pipe_throttle"): _PIPES,
    title_of("gmma"): _PIPES,
    title_of("selected"): _ISSUE,
    title_of("not_selected"): _ISSUE,
    title_of("wait"): _ISSUE,
}
"""A part of a simulated time, and the groups of counters that can move it: the likeliest first."""
_OF_THE_LAUNCH = ("GPU", "grid and block", "occupancy", "grid, block and occupancy")
"""They can move every part: fewer warps leave more of each wait to be seen."""
_FOLLOWS = 2.0  # times what was moved: what is more has a cause that the counts do not show


def moved(
    a: LaunchRecord, b: LaunchRecord, model: Mapping[str, float], more: Mapping[str, float]
) -> list[TimeCause]:
    """Return the parts of B's time minus A's; [] if one was not simulated.

    Args:
        a: a launch.
        b: the other.
        model: each group that differs, and what the model of counts says that it costs in µs.
        more: group → the sum of its counters in B, minus that in A.
    """
    in_a, in_b = waits_of(a), waits_of(b)
    if not (in_a and in_b):
        return []
    us_of_group: defaultdict[str, float] = defaultdict(float)
    for part in dict.fromkeys((*in_a, *in_b)):
        us = in_b.get(part, 0.0) - in_a.get(part, 0.0)
        for group, share in _shares(part, us, model, more):
            us_of_group[group] += us * share
    return [TimeCause(what, us) for what, us in _of_causes(us_of_group, model).items() if us]


def _of_causes(parts: Mapping[str, float], model: Mapping[str, float]) -> dict[str, float]:
    """Return the parts that something moved, scaled to all, if they are most of the difference.

    The others follow from them. Warps that execute more while a load is under way wait less for it
    ("instructions +0.21, waits: long_scoreboard -0.17"), and more at the next barrier.
    """
    whole = sum(parts.values())
    moved_parts = {name: us for name, us in parts.items() if name in model}
    same_way = sum(us for us in moved_parts.values() if us * whole > 0)
    other_way = sum(us for us in moved_parts.values() if us * whole < 0)
    scale = (whole - other_way) / same_way if same_way else 0.0
    if not 0 < scale <= _FOLLOWS:
        return dict(parts)
    return {name: us * scale if us * whole > 0 else us for name, us in moved_parts.items()}


def _shares(
    part: str, us: float, model: Mapping[str, float], more: Mapping[str, float]
) -> Iterator[tuple[str, float]]:
    """Yield who moved a part of the time by so much, and the share of each; all add up to 1."""

    def is_able(group: str) -> bool:
        moves = more.get(group, 0.0) or model.get(group, 0.0)
        return group in model and moves * us > 0

    choices = (filter(is_able, groups) for groups in (*_MOVED_BY.get(part, ()), _OF_THE_LAUNCH))
    able = next((candidates for choice in choices if (candidates := [*choice])), [part])
    costs = {group: cost for group in able if (cost := model.get(group, 0.0)) * us > 0}
    if costs:
        whole = sum(costs.values())
        yield from ((group, cost / whole) for group, cost in costs.items())
    else:  # by the counts alone another part of the launch is longer, and hides them
        yield able[0], 1.0
