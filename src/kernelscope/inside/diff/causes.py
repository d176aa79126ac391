"""The causes of a difference in time: each group of differences with its share in microseconds.

In: two launches with estimated times. Out: `TimeCause`s that add up to the difference.

An estimated time is a function of the counters and of the launch. Each group of its inputs is
exchanged between A and B, in every combination with the others; its share is the mean of what that
changes (its Shapley value).

If both were simulated, a simulation undoes what it can (`simulated.undo`). What is left are parts
of the simulated times, and the groups say which of them moved a part (`simulated.moved`).

B reads twice as many sectors as A, all of them distinct: 66.9 µs become 97.7 µs, 30.8 more. Two
groups differ, and their exchange gives

    nothing of B                 66.9
    the access pattern of B      90.5     +23.6
    the memory traffic of B      97.7     +30.8
    both                         97.7     +30.8

Exchanging one group at a time would claim 23.6 + 30.8 = 54.4 µs, as both parts of the estimate
overlap. The Shapley values are 11.8 and 19.0 µs; they add up to the difference, and exchanging A
and B only changes their signs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from kernelscope.errors import LaunchError
from kernelscope.hardware.timing import estimate_launch, l2_conditions
from kernelscope.inside.diff.simulated import Launched, moved, shapley, subsets, undo
from kernelscope.record import LaunchRecord, TimeCause

_SAME = 0.02  # of the time: if the estimate misses a recorded time by more, another model made it
_COUNTERS: dict[str, tuple[str, ...]] = {
    "memory traffic": ("kernelscope__unique_sectors",),
    "access pattern": (
        *(f"l1tex__t_{unit}_pipe_lsu_mem_global_op_{op}" for unit in ("sectors", "requests")
          for op in ("ld", "st")),
        "lts__t_sectors_srcunit_tex_op_read",
        "lts__t_sectors_srcunit_tex_op_write",
    ),
    "shared memory": ("l1tex__data_",),
    "atomics": tuple(
        f"l1tex__t_{unit}_pipe_lsu_mem_global_op_{op}" for unit in ("sectors", "requests")
        for op in ("red", "atom")
    ),
    "tensor cores": ("kernelscope__tensor_mac", "kernelscope__inst_pipe_tensor"),
    "barriers": ("kernelscope__barriers",),
    "memory instructions": (
        "smsp__sass_inst_executed_op_global",
        "smsp__sass_inst_executed_op_ldgsts",
        "kernelscope__inst_pipe_lsu",
    ),
    "instructions": ("",),
}  # fmt: skip
"""The beginnings of each group's counters; a counter is in the first group that it fits."""


def causes(a: Launched, b: Launched) -> tuple[TimeCause, ...]:
    """Return the parts of B's time minus A's, the largest first; () if they are not estimates, or
    if one of them was simulated and the other was not.
    """
    if not (_is_known(a) and _is_known(b)):
        return ()
    for joined in (False, True):
        try:
            parts = list(_shared_out(_inputs(a, joined), _inputs(b, joined)))
        # A block of 1024 threads does not fit with the other side's 255 registers a thread: no
        # estimate exists for this mixture. Then shape and resources are exchanged as one group.
        except LaunchError:
            continue
        if a.record.simulated is not None or b.record.simulated is not None:
            parts = _of_simulations(a, b, parts)
        return tuple(sorted(parts, key=lambda cause: (-abs(cause.us), cause.what)))
    return ()


def _is_known(launched: Launched) -> bool:
    time = launched.record.time_us
    if time is None or time.provenance != "estimated":
        return False
    try:
        again = _time({name: value for _, name, value in _inputs(launched, joined=False)})
    except LaunchError:
        return False
    if launched.record.simulated is not None:
        return True
    return abs(again - time.value) <= _SAME * time.value


def _of_simulations(a: Launched, b: Launched, by_counts: Iterable[TimeCause]) -> list[TimeCause]:
    """Return what a simulation can undo, and what moved the parts of the times that are left."""
    undone = undo(a, b)
    # More accesses to shared memory remain where those to one bank are gone.
    gone = {part.what for part in undone.parts} - {"shared memory"}
    model = {part.what: part.us for part in by_counts if part.what not in gone}
    us_of_group: defaultdict[str, float] = defaultdict(float)
    for part in (*undone.parts, *moved(undone.a, undone.b, model, _more(a.record, b.record))):
        us_of_group[part.what] += part.us
    return [TimeCause(what, us) for what, us in us_of_group.items() if us]


def _more(a: LaunchRecord, b: LaunchRecord) -> Mapping[str, float]:
    """Return the sum of each group's counters in B, minus that in A."""
    more: defaultdict[str, float] = defaultdict(float)
    for sign, launch in ((-1, a), (1, b)):
        for name, value in launch.counters.items():
            more[group_of(name)] += sign * value
    return more


Input = tuple[str, str, object]
"""(group, name, value)"""


def _inputs(launched: Launched, joined: bool) -> list[Input]:
    """Return the inputs of the estimate; with `joined`, shape and resources are one group."""
    record = launched.record
    shape, resources = ("grid and block", "occupancy")
    if joined:
        shape = resources = "grid, block and occupancy"
    return [
        ("GPU", "spec", launched.spec),
        (shape, "grid", record.grid),
        (shape, "block", record.block),
        (resources, "registers", record.registers),
        (resources, "shared_bytes", record.shared_bytes),
        ("what is in L2", "in_l2", record.in_l2),
        ("what is in L2", "l2_dirty", record.l2_dirty),
        *((group_of(name), name, value) for name, value in sorted(record.counters.items())),
    ]


def group_of(counter: str) -> str:
    """Return the group of a counter."""
    return next(group for group, starts in _COUNTERS.items() if counter.startswith(starts))


def _time(inputs: Mapping[str, object]) -> float:
    own = ("spec", "grid", "block", "registers", "shared_bytes")
    l2: Any = {name: inputs[name] for name in ("in_l2", "l2_dirty")}
    counted: Any = {name: value for name, value in inputs.items() if name not in (*own, *l2)}
    given: Any = {name: inputs[name] for name in own}
    conditions = l2_conditions(l2["in_l2"], l2["l2_dirty"], counted)
    return estimate_launch(**given, counters=counted, **conditions).time_us.value


def _shared_out(a: list[Input], b: list[Input]) -> Iterator[TimeCause]:
    in_a, in_b = ({(group, name): value for group, name, value in inputs} for inputs in (a, b))
    differing = sorted({key[0] for key in {*in_a, *in_b} if in_a.get(key, 0) != in_b.get(key, 0)})

    def mixed(of_b: frozenset[str]) -> float:
        keys = {*in_a, *in_b}
        return _time({k[1]: (in_b if k[0] in of_b else in_a).get(k, 0) for k in keys})

    times = {chosen: mixed(chosen) for chosen in subsets(differing)}
    return (TimeCause(group, shapley(group, differing, times.__getitem__)) for group in differing)
