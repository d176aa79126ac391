"""Runs two kernels on the same inputs until they differ, or enough inputs agree.

In: both kernels and a `Proposer`. Out: a `SearchResult`.

One step (`Search._agree`): run the original; if it faults past a buffer, make the buffer larger and
try again; if it refuses the input, discard it; else run the copy and compare every byte.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from kernelscope._real_time import process_time
from kernelscope.inside.prove.inputs import Arena, Input, Outcome, Subject, arena_of
from kernelscope.inside.prove.parameters import keeps_scratch
from kernelscope.inside.prove.propose import Proposer
from kernelscope.inside.prove.setup import Setup
from kernelscope.inside.prove.values import Array, Fill, float_values, is_float, width

Report = Callable[[int, int], None]
"""Called with the number of inputs done, and of all."""

INPUTS = 96
"""Valid inputs that two kernels must agree on."""
_STALE = 48  # inputs in a row without a new path before the search for paths gives up
_MOST_TRIED = 8  # inputs tried for each valid one that is wanted
_ORIGINAL_LIMIT_S = 0.5
_SLOWER = 10  # times the slowest input so far that another may take
_LEAST_LIMIT_S = 0.05
_SCRATCH = 0x5A, 0xA6  # two first values for each byte of shared and local memory
_COPY_LIMIT_S = 1.0
_SAMPLED = 4
_KEPT = 8  # inputs that wrote something and are kept for variations
_LARGEST = 1 << 20  # bytes that a buffer grows to
_LARGEST_CAPTURED = 1 << 23  # the same if the captured launch had that much
_ACCESS_BYTES = 512  # the span of one access of a warp: 16 bytes a lane


@dataclass(frozen=True, slots=True)
class Difference:
    """The first difference of two runs on one input.

    `where`: the buffer, "printed output", or "" if one of the runs did not end. `original`, `copy`:
    the value of the first differing element, or how the run ended.
    """

    where: str
    element: int
    original: str
    copy: str


@dataclass(slots=True)
class SearchResult:
    """The state and the result of a search.

    Attributes:
        inputs: how many inputs both kernels ran on.
        discarded: how many inputs the original refused.
        racing: how many inputs were discarded because threads of the original race on them.
        undetermined: how many inputs were discarded because the result depended on shared or local
            memory that nothing had written.
        visited, copied: the places of the original, and of the copy, that any input reached.
        given, difference: the input on which they differ, and the difference; None if they agree.
        refusal: the original's last error on a discarded input.
        wrote: on how many inputs the kernel changed any memory or printed.
        valid: inputs that random ones are made of; samples: some of those that both ran on.
    """

    visited: Array
    copied: Array
    inputs: int = 0
    discarded: int = 0
    racing: int = 0
    undetermined: int = 0
    given: Input | None = None
    difference: Difference | None = None
    refusal: str = ""
    wrote: int = 0
    valid: list[Input] = field(default_factory=list[Input])
    samples: list[Input] = field(default_factory=list[Input])


class Search:
    """Runs both kernels on the proposer's inputs."""

    def __init__(
        self, setup: Setup, original: Subject, copy: Subject, proposer: Proposer, budget_s: float
    ) -> None:
        self.setup = setup
        self.original = original
        self.copy = copy
        self.proposer = proposer
        self.ends = process_time() + budget_s
        self._slowest = 0.0
        self._names = [variable.name for variable in original.variables]
        self._has_scratch = keeps_scratch(original.kernel.lowered())
        self.result = SearchResult(
            np.zeros(len(original.kernel.places), bool), np.zeros(len(copy.kernel.places), bool)
        )

    def run(self, wanted: int, report: Report) -> SearchResult:
        """Search until the kernels differ, or `wanted` inputs agree and no new path is found."""
        result = self.result
        stale = 0
        for given in self._inputs(wanted):
            done = result.inputs >= wanted and 2 * result.wrote >= wanted
            if (done and (result.visited.all() or stale >= _STALE)) or process_time() > self.ends:
                break
            before = int(result.visited.sum() + result.copied.sum())
            settled = self._agree(given)
            if not settled:
                break
            new = int(result.visited.sum() + result.copied.sum()) > before
            stale = 0 if new else stale + 1
            report(min(result.inputs, wanted), wanted)
        return result

    def _inputs(self, wanted: int) -> Iterator[Input]:
        yield from self.proposer.first()
        for _ in range(_MOST_TRIED * wanted):
            yield self.proposer.random(self.result.valid)

    def _agree(self, given: Input) -> bool:
        """Run both on one input; return False if they differ."""
        result = self.result
        given, arena, original = self._original(given)
        self.proposer.learn(given, valid=original.ending == "done", wrote=original.wrote)
        if original.ending == "done":
            self._slowest = max(self._slowest, original.wall_s)
        fault = self._fault(given, arena, original)
        if fault is None:
            self._note(given, original)
            copy = self._copy(given, arena, original)
            if copy.visited is not None:
                result.copied |= copy.visited
            result.difference = difference(self.setup, original, copy, self._names)
        elif fault == "refused":
            result.discarded += 1
            result.refusal = original.message
            result.difference = self._stops_alone(given, arena, original)
        elif fault == "undetermined":
            result.undetermined += 1
        else:
            result.racing += 1
        if result.difference is not None:
            result.given = given
        return result.difference is None

    def _note(self, given: Input, original: Outcome) -> None:
        """Count an input that can be compared; keep it if variations of it may show more."""
        result = self.result
        if result.inputs % _SAMPLED == 0:
            result.samples.append(given)
        result.inputs += 1
        new = original.visited & ~result.visited if original.visited is not None else None
        # An input on which nothing is written compares nothing, such as n = 0. It is kept for
        # variations only if it took a new path.
        if new is None or new.any() or (original.wrote and result.wrote < _KEPT):
            result.valid.append(given)
        if original.visited is not None:
            result.visited |= original.visited
        result.wrote += original.wrote

    def differ(self, given: Input) -> Difference | None:
        """Return the difference on an input; None if they agree or the input is not valid."""
        given, arena, original = self._original(given)
        match self._fault(given, arena, original):
            case None:
                copy = self._copy(given, arena, original)
                return difference(self.setup, original, copy, self._names)
            case "refused":
                return self._stops_alone(given, arena, original)
            case _:
                return None

    def _fault(
        self, given: Input, arena: Arena, original: Outcome
    ) -> Literal["refused", "undetermined", "racing"] | None:
        """Return why nothing can be compared on an input; None if its result is determined."""
        if original.ending != "done":
            return "refused"
        if self._has_scratch and self._depends_on_scratch(given, arena, original):
            return "undetermined"
        return "racing" if self._races(given, arena, original) else None

    def _original(self, given: Input) -> tuple[Input, Arena, Outcome]:
        """Run the original; make buffers larger as long as it reaches past one."""
        while True:
            arena = arena_of(self.setup, given, self.proposer.floats)
            outcome = self._run_original(given, arena, _SCRATCH[0])
            larger = self._larger(given, outcome)
            if larger is None:
                return given, arena, outcome
            given = larger

    def _run_original(self, given: Input, arena: Arena, scratch: int) -> Outcome:
        limit = _ORIGINAL_LIMIT_S
        if self._slowest:
            limit = min(limit, _LEAST_LIMIT_S + _SLOWER * self._slowest)
        return self.original.run(self.setup, given, arena, limit, scratch)

    def _stops_alone(self, given: Input, arena: Arena, original: Outcome) -> Difference | None:
        """Return the difference if the original stops, at a trap or in a deadlock, and the copy
        does not.

        A trap is part of a kernel's meaning: `if (n == 100) __trap();` left out of the copy must
        be found, although the original's run itself has no result to compare.
        """
        if original.ending != "refused":
            return None
        copy = self._copy(given, arena, original)
        if copy.ending == "refused":
            return None
        return Difference("", 0, original.message, copy.message or "ran to its end")

    # The original runs twice, with different first bytes in that memory. In
    #
    #     __shared__ float s[128];  if (t < n) s[t] = x[t];  __syncthreads();  y[t] = s[t];
    #
    # with n below 128, y holds whatever was in s. On a GPU that differs from run to run, so such
    # an input proves nothing and is discarded. Without the test a copy that is right for every
    # defined input, `s[t] = t < n ? x[t] : 0.0f`, would be called different.
    def _depends_on_scratch(self, given: Input, arena: Arena, first: Outcome) -> bool:
        """Return whether the result depends on shared or local memory that was never written."""
        again = self._run_original(given, arena, _SCRATCH[1])
        return difference(self.setup, first, again, self._names) is not None

    # What comes from a race depends on the order of the threads, and so on the text: `x[t]` read
    # before or after another thread's write, whichever the compiler puts first.
    def _races(self, given: Input, arena: Arena, first: Outcome) -> bool:
        """Return whether threads of the original race on an input."""
        return self.original.races(given, arena, _COPY_LIMIT_S + _SLOWER * first.wall_s)

    def _copy(self, given: Input, arena: Arena, original: Outcome) -> Outcome:
        limit = _COPY_LIMIT_S + 20 * original.wall_s
        return self.copy.run(self.setup, given, arena, limit, _SCRATCH[0])

    def _larger(self, given: Input, outcome: Outcome) -> Input | None:
        """Return the input with room for an access past a buffer; None if that does not help.

        The size that a kernel needs is not known: `x[i * 600]` with 128 threads reads 304,804
        bytes, buffers begin with 65,536. The fault says which buffer and which byte, and the buffer
        grows to the next power of two, up to a limit that a wild index does not pass. Otherwise
        every launch of a full block would be refused.
        """
        if outcome.beyond is None:
            return None
        place, offset = outcome.beyond
        reached = max(offset + _ACCESS_BYTES, given.sizes[place] + 1)
        size = 1 << (reached - 1).bit_length()
        captured = 2 * self.setup.buffers[place].captured
        if size > max(_LARGEST, min(captured, _LARGEST_CAPTURED)):
            return None
        sizes = tuple(size if n == place else s for n, s in enumerate(given.sizes))
        return dataclasses.replace(given, sizes=sizes)


def difference(
    setup: Setup, original: Outcome, copy: Outcome, names: Sequence[str] = ()
) -> Difference | None:
    """Return the first difference of two runs on the same input; `names` are the variables'."""
    if copy.ending != "done":
        return Difference("", 0, "ran to its end", copy.message)
    for place, (expected, got) in enumerate(zip(original.memory, copy.memory, strict=True)):
        if not np.array_equal(expected, got):
            buffer = setup.buffers[place]
            return _element(buffer.name, buffer.dtype, expected, got)
    for number, (expected, got) in enumerate(zip(original.variables, copy.variables, strict=True)):
        if not np.array_equal(expected, got):
            return _element(names[number], "", expected, got)
    if original.printed != copy.printed:
        return Difference("printed output", 0, repr(original.printed), repr(copy.printed))
    return None


def _element(name: str, dtype: str, expected: Array, got: Array) -> Difference:
    first = int(np.flatnonzero(expected != got)[0])
    size = width(dtype) if dtype else 4
    element = first // size
    cut = slice(element * size, element * size + size)
    return Difference(name, element, shown(dtype, expected[cut]), shown(dtype, got[cut]))


def shown(dtype: str, data: Array) -> str:
    """Return an element as a number and its bits: "0.5 (0x3f000000)"."""
    size = len(data)
    bits = int.from_bytes(data.tobytes(), "little")
    text = f"0x{bits:0{2 * size}x}"
    if size != (width(dtype) if dtype else 4):
        return text
    if dtype.startswith("i") or not dtype:
        return f"{int.from_bytes(data.tobytes(), 'little', signed=True)} ({text})"
    value = float(float_values(data.view(f"u{size}"), dtype)[0])
    return f"{value!r} ({text})"


# ---- the smallest input on which they differ -----------------------------------------------------

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
