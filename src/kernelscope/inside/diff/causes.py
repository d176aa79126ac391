"""Which differences between two launches their times follow from, in microseconds each.

An estimated time is a function of what was counted and of the launch. Each group of its inputs is
exchanged between A and B, in every combination with the others; its part is the mean of what that
changes (its Shapley value: the parts sum to the difference, and exchanging A and B turns signs).
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from kernelscope.errors import LaunchError
from kernelscope.hardware import GPUSpec
from kernelscope.hardware.timing import estimate_launch
from kernelscope.record import LaunchRecord, TimeCause

_SAME = 0.02  # of the time: a recorded one that the estimate misses by more was made otherwise
_COUNTERS: dict[str, tuple[str, ...]] = {
    "memory traffic": ("kernelscope__unique_sectors",),
    "access pattern": (
        *(f"l1tex__t_{what}_pipe_lsu_mem_global_op_{op}" for what in ("sectors", "requests")
          for op in ("ld", "st")),
        "lts__t_sectors_srcunit_tex_op_read",
        "lts__t_sectors_srcunit_tex_op_write",
    ),
    "shared memory": ("l1tex__data_",),
    "atomics": tuple(
        f"l1tex__t_{what}_pipe_lsu_mem_global_op_{op}" for what in ("sectors", "requests")
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
"""Beginnings of the counters in each group; a counter is in the first that it fits."""


@dataclass(frozen=True, slots=True)
class Launched:
    """A launch and the GPU that it was estimated for."""

    spec: GPUSpec
    record: LaunchRecord


def causes(a: Launched, b: Launched) -> tuple[TimeCause, ...]:
    """The parts of B's time less A's, the largest first; none where they are no estimates."""
    if not (_is_known(a) and _is_known(b)):
        return ()
    for joined in (False, True):
        try:
            found = _shared_out(_inputs(a, joined), _inputs(b, joined))
        except LaunchError:  # the one's block does not fit with the other's registers
            continue
        return tuple(sorted(found, key=lambda cause: (-abs(cause.us), cause.what)))
    return ()


def _is_known(launched: Launched) -> bool:
    time = launched.record.time_us
    if time is None or time.provenance != "estimated":
        return False
    try:
        again = _time({name: value for _, name, value in _inputs(launched, joined=False)})
    except LaunchError:
        return False
    return abs(again - time.value) <= _SAME * time.value


Input = tuple[str, str, object]
"""(group, name, value)"""


def _inputs(launched: Launched, joined: bool) -> list[Input]:
    """What the estimate is computed from; `joined`: the shape and the resources as one group."""
    record = launched.record
    shape, resources = ("grid and block", "occupancy")
    if joined:
        shape = resources = "grid, block and occupancy"
    shared = record.static_shared_bytes + record.dynamic_shared_bytes
    return [
        ("GPU", "spec", launched.spec),
        (shape, "grid", record.grid),
        (shape, "block", record.block),
        (resources, "registers", record.registers),
        (resources, "shared_bytes", shared),
        *((group_of(name), name, value) for name, value in sorted(record.counters.items())),
    ]


def group_of(counter: str) -> str:
    """The group of a counter."""
    return next(group for group, starts in _COUNTERS.items() if counter.startswith(starts))


def _time(inputs: Mapping[str, object]) -> float:
    own = ("spec", "grid", "block", "registers", "shared_bytes")
    counters = {name: value for name, value in inputs.items() if name not in own}
    given = {name: inputs[name] for name in own}
    return estimate_launch(**given, counters=counters).time_us.value  # type: ignore[arg-type]


def _shared_out(a: list[Input], b: list[Input]) -> Iterator[TimeCause]:
    one, two = ({(group, name): value for group, name, value in inputs} for inputs in (a, b))
    differing = sorted({key[0] for key in {*one, *two} if one.get(key, 0) != two.get(key, 0)})

    def mixed(of_b: frozenset[str]) -> float:
        keys = {*one, *two}
        return _time({k[1]: (two if k[0] in of_b else one).get(k, 0) for k in keys})

    times = {chosen: mixed(chosen) for chosen in _subsets(differing)}
    return (TimeCause(group, _shapley(group, differing, times.__getitem__)) for group in differing)


def _subsets(names: list[str]) -> Iterator[frozenset[str]]:
    for count in range(len(names) + 1):
        yield from map(frozenset, itertools.combinations(names, count))


def _shapley(group: str, groups: list[str], value: Callable[[frozenset[str]], float]) -> float:
    others = [name for name in groups if name != group]
    total = 0.0
    for subset in _subsets(others):
        weight = 1 / (len(groups) * math.comb(len(others), len(subset)))
        total += weight * (value(subset | {group}) - value(subset))
    return total
