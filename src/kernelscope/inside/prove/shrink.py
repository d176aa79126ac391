"""Shrinks a counterexample: the smallest input found on which two kernels still differ.

In: an input on which they differ. Out: one that a reader can follow, such as `n = 1` and zeros in
all buffers but one.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from kernelscope._real_time import process_time
from kernelscope.inside.prove.inputs import Input
from kernelscope.inside.prove.search import Difference, Search
from kernelscope.inside.prove.values import Fill, is_float

_MOST_RUNS = 80
_MOST_S = 2.0  # of processor time: a copy that does not end takes its whole limit every time
_SIMPLER = ("zero", "equal", "whole", "ramp", "normal", "small")


def shrink(search: Search, given: Input, known: Difference) -> tuple[Input, Difference]:
    """Make grid, numbers and fillings simpler, one at a time, while the kernels still differ."""
    ends = process_time() + _MOST_S
    runs = 0
    changed = True
    while changed:
        changed = False
        for simpler in _simpler(search, given):
            if runs >= _MOST_RUNS or process_time() > ends:
                return given, known
            runs += 1
            smaller_difference = search.differ(simpler)
            if smaller_difference is not None:
                given, known, changed = simpler, smaller_difference, True
                break
    return given, known


def _simpler(search: Search, given: Input) -> Iterator[Input]:
    for axis in range(3):
        for extent in (1, 2):
            if extent < given.grid[axis]:
                x, y, z = (extent if n == axis else g for n, g in enumerate(given.grid))
                yield dataclasses.replace(given, grid=(x, y, z))
    for place, fill in enumerate(given.fills):
        rank = _SIMPLER.index(fill.pattern) if fill.pattern in _SIMPLER else len(_SIMPLER)
        floats = is_float(fill.dtype)
        offered = ("zero", "whole", "ramp", "normal") if floats else ("zero", "small", "ramp")
        for pattern in offered:
            if _SIMPLER.index(pattern) < rank:
                new = Fill(pattern, fill.dtype, fill.seed)
                fills = tuple(new if n == place else f for n, f in enumerate(given.fills))
                yield dataclasses.replace(given, fills=fills)
    for place, (now, was) in enumerate(zip(given.arguments, search.setup.arguments, strict=True)):
        if isinstance(was, int | float) and isinstance(now, int | float) and now == now:
            for value in _smaller(now):
                arguments = tuple(value if n == place else a for n, a in enumerate(given.arguments))
                yield dataclasses.replace(given, arguments=arguments)


def _smaller(value: int | float) -> tuple[int | float, ...]:
    if isinstance(value, float):
        return tuple(v for v in (0.0, 1.0) if v != value and abs(v) < abs(value))
    offered = (0, 1, 2, value // 2, value - 1)
    return tuple(dict.fromkeys(v for v in offered if 0 <= v < abs(value)))
