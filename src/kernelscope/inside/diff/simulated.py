"""The causes of a difference of two simulated times: parts that can be undone, and the others.

One launch may access memory worse, or have fewer blocks on an SM.

The launch that is worse in something is simulated again as good as the other is: its accesses touch
as few sectors for their bytes, it reads and writes as few different ones, its shared memory takes
as few wavefronts, as many of its blocks are on an SM. What that saves is the part of the difference
that is due to it.

    y[i] = 2 * x[i] became y[i] = 2 * x[8 * i % n]: 3.94 µs became 4.15. With the sectors of A's
    load, B takes 4.01: 0.14 µs are due to the access pattern, and the rest to the instructions that
    calculate the index. From the counts alone, the pattern would have all of it.

The simulation needs the traces of the two launches (`launch_time/trace_cache.py`), which records do
not have.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from kernelscope.hardware import GPUSpec
from kernelscope.hardware.residency import occupancy
from kernelscope.hardware.timing import estimate_record
from kernelscope.launch_time.change import UNCHANGED
from kernelscope.launch_time.trace_cache import TRACES
from kernelscope.record import LaunchRecord, TimeCause

# ---- shares --------------------------------------------------------------------------------------


def subsets(names: Sequence[str]) -> Iterator[frozenset[str]]:
    """Yield every choice of names: none first, all last."""
    for count in range(len(names) + 1):
        yield from map(frozenset, itertools.combinations(names, count))


def shapley(group: str, groups: Sequence[str], value: Callable[[frozenset[str]], float]) -> float:
    """Return the mean of what a group adds to the value of the groups before it, over all orders.

    The shares of all groups add up to the value of all, less the value of none.
    """
    others = [name for name in groups if name != group]
    total = 0.0
    for subset in subsets(others):
        weight = 1 / (len(groups) * math.comb(len(others), len(subset)))
        total += weight * (value(subset | {group}) - value(subset))
    return total


_LESS = 0.99  # of the other's sectors for a byte: a row that begins elsewhere is no other pattern
_UNIQUE = "kernelscope__unique_sectors_{}.sum"
_SECTORS = {
    "load": (
        "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
        "lts__t_sectors_srcunit_tex_op_read.sum",
    ),
    "store": (
        "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
        "lts__t_sectors_srcunit_tex_op_write.sum",
    ),
}


@dataclass(frozen=True, slots=True)
class Launched:
    """A launch and the GPU that it was estimated for."""

    spec: GPUSpec
    record: LaunchRecord


@dataclass(frozen=True, slots=True)
class _Undoing:
    """A way to remove a difference from a launch: fields of its `Change`, and counters."""

    change: Mapping[str, Any]
    counters: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Undone:
    """Two launches without what can be undone: with the simulated times that are left.

    `parts`: what that took out of B's time minus A's.
    """

    parts: tuple[TimeCause, ...]
    a: LaunchRecord
    b: LaunchRecord


def undo(a: Launched, b: Launched) -> Undone:
    """Take out of two launches what a simulation can undo; nothing if one has no trace."""
    if not all(_simulated(launched, []) for launched in (a, b)):
        return Undone((), a.record, b.record)
    us_of_group: defaultdict[str, float] = defaultdict(float)
    left: list[LaunchRecord] = []
    for sign, worse, better in ((-1, a, b), (1, b, a)):
        undoings = _undoings(worse, better)
        for group, us in _saved(worse, undoings).items():
            us_of_group[group] += sign * us
        left.append(_simulated(worse, [*undoings.values()]) or worse.record)
    parts = tuple(TimeCause(group, us) for group, us in us_of_group.items())
    return Undone(parts, left[0], left[1])


def _saved(launched: Launched, undoings: Mapping[str, _Undoing]) -> dict[str, float]:
    """Return the microseconds that undoing each difference saves, as its Shapley value."""

    @cache
    def saved(groups: frozenset[str]) -> float:
        changed = _simulated(launched, [undoings[group] for group in sorted(groups)])
        return _us(launched.record) - _us(changed or launched.record)

    return {group: shapley(group, [*undoings], saved) for group in undoings}


def _us(launch: LaunchRecord) -> float:
    assert launch.time_us is not None
    return launch.time_us.value


def _simulated(launched: Launched, undoings: Sequence[_Undoing]) -> LaunchRecord | None:
    """Return a launch with the simulated time that is left; None if it has no trace."""
    record = launched.record
    counters: dict[str, float] = {}
    change = UNCHANGED
    for undoing in undoings:
        counters |= undoing.counters
        change = replace(change, **undoing.change)
    cycles = TRACES.otherwise(launched.spec, record, change)
    if cycles is None or not undoings:
        return None if cycles is None else record
    estimate = estimate_record(launched.spec, record, counters=counters, simulated=cycles)
    return replace(record, simulated=cycles, time_us=estimate.time_us, time_parts=estimate.parts)


def _undoings(worse: Launched, better: Launched) -> dict[str, _Undoing]:
    """Return group → what makes a launch as good as another, where it is worse."""
    undoings = {
        "access pattern": _pattern(worse.record, better.record),
        "memory traffic": _traffic(worse.record, better.record),
        "shared memory": _wavefronts(worse.record, better.record),
        "occupancy": _residency(worse, better),
    }
    return {group: undoing for group, undoing in undoings.items() if undoing is not None}


def _pattern(worse: LaunchRecord, better: LaunchRecord) -> _Undoing | None:
    left = _left(worse, better, "sectors")
    if not left:
        return None
    counters = {
        name: worse.counters.get(name, 0.0) * share
        for access_kind, share in left.items()
        for name in _SECTORS.get(access_kind, ())
    }
    return _Undoing({"coalesced": _of_lines(worse, left, "sectors")}, counters)


def _traffic(worse: LaunchRecord, better: LaunchRecord) -> _Undoing | None:
    names = [_UNIQUE.format(way) for way in ("read", "written")]
    own, other = ([launch.counters.get(name, 0.0) for name in names] for launch in (worse, better))
    least = [*map(min, own, other)]
    if sum(least) >= _LESS * sum(own):
        return None
    return _Undoing({"unique": tuple(least)}, dict(zip(names, least, strict=True)))


def _wavefronts(worse: LaunchRecord, better: LaunchRecord) -> _Undoing | None:
    left = _left(worse, better, "wavefronts")
    lines = _of_lines(worse, left, "wavefronts")
    return _Undoing({"without_conflicts": lines}, {}) if lines else None


def _residency(worse: Launched, better: Launched) -> _Undoing | None:
    if worse.record.block != better.record.block:  # the blocks on an SM do not compare
        return None
    own, other = _resident(worse), _resident(better)
    if own >= other:
        return None
    return _Undoing({"resident": other, "shared_bytes": better.record.shared_bytes}, {})


def _left(worse: LaunchRecord, better: LaunchRecord, what: str) -> dict[str, float]:
    """Return kind → the share of the sectors or wavefronts that is left with the other's pattern.

    Kinds of which the other needs no fewer for a byte are left out.
    """
    own, other = _for_a_byte(worse, what), _for_a_byte(better, what)
    shares = {op: other[op] / own[op] for op in own if op in other}
    return {op: share for op, share in shares.items() if share < _LESS}


def _for_a_byte(launch: LaunchRecord, what: str) -> dict[str, float]:
    """Return kind → the sectors or wavefronts for each byte that lanes ask for."""
    sums: dict[str, list[float]] = {}
    for access in launch.accesses:
        count, asked = getattr(access, what), access.lanes * access.lane_bytes
        if count and asked:
            of_kind = sums.setdefault(access.kind, [0.0, 0.0])
            of_kind[0] += count
            of_kind[1] += asked
    return {access_kind: count / asked for access_kind, (count, asked) in sums.items()}


def _of_lines(
    launch: LaunchRecord, left: Mapping[str, float], what: str
) -> tuple[tuple[str, str, float], ...]:
    lines = dict.fromkeys(
        (access.source, access.kind)
        for access in launch.accesses
        if access.kind in left and getattr(access, what)
    )
    return tuple((source, access_kind, left[access_kind]) for source, access_kind in lines)


def _resident(launched: Launched) -> int:
    record = launched.record
    return occupancy(
        launched.spec,
        block=math.prod(record.block),
        registers=record.registers or 0,
        static_shared_bytes=record.shared_bytes,
    ).blocks_per_sm


# ---- which counts moved the rest -----------------------------------------------------------------
# What the warps of a launch did and waited for adds up to its time (`waits_of`). The differences of
# these parts therefore add up to the difference of two times. Each part goes to the group of
# counters that can move it and that moved its way.
#
#     softmax with 16 warps a block, where there were 4 (H200, simulated):
#     waits: short_scoreboard     0.85 → 2.95 µs     shared memory: 3.4 times the wavefronts
#     waits: barrier              0.21 → 1.77        barriers: 4 times as many
#     waits: not_selected         0.20 → 1.36        memory instructions: of half the width
#     device memory, beyond       2.02 → 0           nothing: as many bytes are moved; it follows
#
# The model of counts takes the longest part of each side alone: the requests of loads and stores,
# which it would blame for all.

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

    `model`: each group that differs, and what the model of counts says that it costs in µs. `more`:
    group → the sum of its counters in B, minus that in A.
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
