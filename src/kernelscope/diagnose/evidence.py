"""The evidence that rules look at: distinct launches with their share of the time, operators,
spans.

Gains are fractions of the whole time, so that they can be compared.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from kernelscope.hardware import GPUSpec
from kernelscope.hardware.timing import Estimate, estimate_launch
from kernelscope.profiling.counters.names import demangled, function_name
from kernelscope.profiling.timeline import device_us
from kernelscope.quantity import Provenance
from kernelscope.record import Bytes, LaunchRecord, OperatorRecord, Span

_COUNTED = "kernelscope__inst_executed.sum"


@dataclass(frozen=True)
class Kernel:
    """Launches that did the same: one of them, their number, and their share of the whole time."""

    launch: LaunchRecord
    count: int
    share: float
    spec: GPUSpec

    @property
    def name(self) -> str:
        """The function's own name, without types and namespaces."""
        return function_name(demangled(self.launch.kernel))

    @property
    def blocks(self) -> int:
        """The number of blocks in the grid."""
        return math.prod(self.launch.grid)

    @property
    def provenance(self) -> Provenance:
        """The provenance of the counters: counted by the virtual GPU, else a profiler's."""
        if _COUNTED in self.launch.counters:
            return "counted"
        time = self.launch.time_us
        return "measured" if time is not None and time.provenance == "measured" else "counted"

    def counter(self, name: str) -> float:
        """Return a counter, or 0 if it was not counted."""
        return self.launch.counters.get(name, 0.0)

    @cached_property
    def estimate(self) -> Estimate | None:
        """The launch's time by the model; None if its instructions were not counted."""
        return estimate(self.spec, self.launch) if _COUNTED in self.launch.counters else None

    def gain(self, counters: Mapping[str, float]) -> float | None:
        """Return the share of the whole time that other counters would save.

        `counters` replace the launch's own. None if the time model cannot tell: the launch's
        instructions were not counted.
        """
        if self.estimate is None:
            return None
        return self.share * max(0.0, self.relative_gain(counters))

    def relative_gain(self, counters: Mapping[str, float]) -> float:
        """Return the share of the launch's own time that other counters save; below 0 if it is
        slower.
        """
        if self.estimate is None:
            return 0.0
        changed = estimate(self.spec, self.launch, counters=counters).time_us.value
        return 1 - changed / self.estimate.time_us.value

    def holds(self, counters: Mapping[str, float], least: float) -> bool:
        """Return whether other counters would shorten the kernel by at least the share `least`.

        The cost of launching is left out.
        """
        if self.estimate is None:
            return False
        changed = estimate(self.spec, self.launch, counters=counters)
        return 1 - _body(changed) / _body(self.estimate) >= least

    def gain_of_parts(self, scale: Mapping[str, float]) -> float | None:
        """Return the share of the whole time saved if parts of the model's time scale so.

        None as for `gain`.
        """
        if self.estimate is None:
            return None
        parts = {name: us for name, us in self.estimate.parts.items() if name != "launch"}
        changed = max(us * scale.get(name, 1.0) for name, us in parts.items())
        saved = max(parts.values()) - changed
        return self.share * max(0.0, saved / self.estimate.time_us.value)


def estimate(
    spec: GPUSpec,
    launch: LaunchRecord,
    *,
    counters: Mapping[str, float] | None = None,
    limits: bool = True,
) -> Estimate:
    """Return the model's time of a launch, with some counters changed.

    limits: False leaves out that registers and shared memory limit the resident blocks.
    """
    shared = launch.static_shared_bytes + launch.dynamic_shared_bytes
    return estimate_launch(
        spec,
        grid=launch.grid,
        block=launch.block,
        registers=launch.registers if limits else None,
        shared_bytes=shared if limits else 0,
        counters={**launch.counters, **(counters or {})},
    )


def _body(estimate: Estimate) -> float:
    """Return the microseconds of the slowest part, without the cost of launching."""
    return max(us for name, us in estimate.parts.items() if name != "launch")


@dataclass(frozen=True)
class Evidence:
    """Everything known about a call, a script or a profile.

    Attributes:
        bytes: bytes moved, and the fewest possible if a work model knows them.
        precision: the precision that the user asked for, a key of `peak_tflops`; "" if unknown.
        spans: the timeline of a profile.
    """

    spec: GPUSpec
    launches: Sequence[LaunchRecord] = ()
    operators: Sequence[OperatorRecord] = ()
    bytes: Bytes | None = None
    precision: str = ""
    spans: Sequence[Span] = field(default=())

    @cached_property
    def own_launches(self) -> list[LaunchRecord]:
        """The launches, without those that an autotuner or a benchmark repeated."""
        return [launch for launch in self.launches if not launch.trial]

    @cached_property
    def own_operators(self) -> list[OperatorRecord]:
        """The operators, without those that an autotuner or a benchmark repeated."""
        return [operator for operator in self.operators if not operator.trial]

    @cached_property
    def busy_us(self) -> float:
        """The device time of everything in microseconds, without the gaps between."""
        return sum(map(time_of, (*self.own_launches, *self.own_operators)))

    @cached_property
    def total_us(self) -> float:
        """The device time in microseconds; in a profile with the gaps between."""
        return max(self.busy_us, device_us(self.spans))

    def saved(
        self, operators: Iterable[OperatorRecord], otherwise: Callable[[OperatorRecord], float]
    ) -> float:
        """Return the part of the device time, 0 … 1, saved if each takes `otherwise`
        microseconds.
        """
        saved = sum(max(0.0, time_of(one) - otherwise(one)) for one in operators)
        return saved / self.total_us if self.total_us else 0.0

    def share(self, events: Iterable[LaunchRecord | OperatorRecord]) -> float:
        """Return the events' part of the device time, 0 … 1."""
        return sum(map(time_of, events)) / self.total_us if self.total_us else 0.0

    @cached_property
    def kernels(self) -> list[Kernel]:
        """The distinct launches, in the order in which they first ran."""
        alike: dict[tuple[Any, ...], list[LaunchRecord]] = {}
        for launch in self.own_launches:
            shape = launch.grid, launch.block, launch.dynamic_shared_bytes, launch.registers
            place = launch.kernel, launch.kernel_source, launch.source
            key = (place, shape, tuple(launch.counters.values()))
            alike.setdefault(key, []).append(launch)
        return [Kernel(same[0], len(same), self.share(same), self.spec) for same in alike.values()]


def time_of(event: LaunchRecord | OperatorRecord) -> float:
    """Return an event's microseconds, or 0 if its time is not known."""
    return event.time_us.value if event.time_us else 0.0
