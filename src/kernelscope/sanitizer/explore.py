"""A launch run again under other schedules, to show what a race does to a result."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from kernelscope.errors import LaunchError
from kernelscope.record import Outcome
from kernelscope.sanitizer.buffers import Buffers, Element
from kernelscope.sanitizer.findings import Finding
from kernelscope.vgpu import LaunchRequest
from kernelscope.vgpu.runtime.registry import Region
from kernelscope.vgpu.runtime.settings import going_on_of
from kernelscope.vgpu.schedule import Schedule, schedule

MOST_BYTES = 16 << 20
"""Bytes of all memory that a launch may write to, for it to run again."""
MOST_SECONDS = 2.0
"""Seconds of a watched launch that runs again; a watched one may take five times a plain one's."""
SCHEDULES = ("turns", "interleaved", *(f"random:{seed}" for seed in range(4)))

AGAIN = ("random:0", "random:3")
"""Orders in which a launch is watched again whose threads make things known through memory."""

Contents = dict[int, bytes]
"""By an allocation's number, its bytes."""


def contents_of(allocations: Mapping[int, Region]) -> Contents:
    """Return copies of what allocations hold."""
    return {n: ctypes.string_at(r.base, r.size) for n, r in allocations.items()}


def restore(allocations: Mapping[int, Region], contents: Contents) -> None:
    """Put copies back."""
    for number, data in contents.items():
        ctypes.memmove(allocations[number].base, data, len(data))


@dataclass(frozen=True, slots=True)
class Runs:
    """The results of a launch by schedule; a text if it did not end."""

    left: dict[str, Contents | str]

    def explain(
        self, finding: Finding, buffers: Buffers, allocations: Mapping[int, Region]
    ) -> None:
        """Add to a finding the values of the element that differs between schedules."""
        element = finding.element
        if element is not None and self._put(finding, element, allocations):
            return
        for number, offset in self._first_differences():
            if self._put(finding, buffers.global_element(number, offset, 4), allocations):
                return

    def _first_differences(self) -> Iterable[tuple[int, int]]:
        """Yield (allocation, byte) of the first difference in each allocation."""
        ended = [left for left in self.left.values() if not isinstance(left, str)]
        if not ended:
            return
        first, *others = ended
        for number, data in first.items():
            mine = np.frombuffer(data, np.uint8)
            for other in others:
                differs = np.flatnonzero(mine != np.frombuffer(other[number], np.uint8))
                if len(differs):
                    yield number, int(differs[0])
                    break

    def _put(self, finding: Finding, element: Element, allocations: Mapping[int, Region]) -> bool:
        """Set a finding's outcomes to an element's values, if they differ."""
        place = next(
            (
                (number, element.address - region.base)
                for number, region in allocations.items()
                if 0 <= element.address - region.base < region.size
            ),
            None,
        )
        if place is None:
            return False
        outcomes = tuple(
            Outcome(name, left if isinstance(left, str) else _value(left, place, element))
            for name, left in self.left.items()
        )
        if len({outcome.value for outcome in outcomes}) < 2:
            return False
        finding.outcomes, finding.outcome_at = outcomes, str(element)
        return True


def explore(
    request: LaunchRequest, allocations: Mapping[int, Region], before: Contents, used: Schedule
) -> Runs:
    """Run a launch again under each schedule; leave its memory as the first run has left it.

    `request`: the launch, which has run once. `allocations`: the memory that it may write to, by
    number. `before`: what that held before. `used`: the schedule of the first run.
    """
    after = contents_of(allocations)
    left: dict[str, Contents | str] = {str(used): after}
    try:
        for name in SCHEDULES:
            if name not in left:
                restore(allocations, before)
                left[name] = _run(request, allocations, schedule(name))
    finally:
        restore(allocations, after)
    return Runs(left)


def _run(
    request: LaunchRequest, allocations: Mapping[int, Region], order: Schedule
) -> Contents | str:
    tools = going_on_of(request.settings)
    plain = replace(request.settings, tools=tools, schedule=order, limit_s=MOST_SECONDS)
    try:
        request._replace(settings=plain).run()
    except LaunchError as error:
        return f"did not end: {error}"
    return contents_of(allocations)


def _value(left: Contents, place: tuple[int, int], element: Element) -> str:
    """Return an element of the memory as text."""
    number, offset = place
    data = left[number][offset : offset + (element.size or 4)]
    if element.dtype == "bfloat16":
        wide = np.frombuffer(b"\0\0" + data, np.float32)
        return f"{wide[0]:.8g}"
    try:
        value = np.frombuffer(data, np.dtype(element.dtype or "uint32"))[0]
    except (TypeError, ValueError):
        return f"0x{int.from_bytes(data, 'little'):x}"
    return f"{value:.8g}" if isinstance(value, np.floating) else str(value)
