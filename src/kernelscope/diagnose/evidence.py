"""The evidence that rules look at: distinct launches with their share of the time, operators,
spans.

Gains are fractions of the whole time, so that they can be compared.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from kernelscope._demangle import demangled, written_name
from kernelscope._languages import in_language, language_of
from kernelscope.hardware import GPUSpec
from kernelscope.hardware.timing import Estimate, estimate_record
from kernelscope.launch_time.change import Change
from kernelscope.launch_time.trace_cache import TRACES
from kernelscope.profiling.timeline import steady_us
from kernelscope.quantity import Provenance, Quantity
from kernelscope.record import Bytes, LaunchRecord, OperatorRecord, Span
from kernelscope.record.names import function_name, launch_titles

_COUNTED = "kernelscope__inst_executed.sum"


@dataclass(frozen=True)
class Kernel:
    """Launches that did the same: one of them, their number, and their share of the whole time.

    Attributes:
        name: the function's own name, with what tells it from other launches of the function.
    """

    launch: LaunchRecord
    name: str
    count: int
    share: float
    spec: GPUSpec

    def advice(self, text: str) -> str:
        """Return advice in the language in which the kernel is written."""
        return in_language(text, language_of(self.launch.frontend, self.launch.source))

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
        return estimate_record(self.spec, self.launch) if _COUNTED in self.launch.counters else None

    @cached_property
    def simulated(self) -> Estimate | None:
        """The launch's time by the simulation; None if it was not simulated."""
        cycles = self.launch.simulated
        return None if cycles is None else estimate_record(self.spec, self.launch, simulated=cycles)

    def changed(
        self, change: Change, counters: Mapping[str, float] | None = None
    ) -> tuple[Estimate, Estimate] | None:
        """Return the simulated times of the launch as it is and with a change; None if either is
        not known.
        """
        cycles = TRACES.otherwise(self.spec, self.launch, change)
        if cycles is None or self.simulated is None:
            return None
        return self.simulated, estimate_record(
            self.spec, self.launch, counters=counters, simulated=cycles
        )

    def simulated_gain(self, change: Change) -> float | None:
        """Return the share of the whole time that a change would save by the simulation; None if
        the launch was not simulated.
        """
        times = self.changed(change)
        return None if times is None else self.share * max(0.0, _saved(*times))

    def gain(self, counters: Mapping[str, float], change: Change | None = None) -> float | None:
        """Return the share of the whole time that a change would save.

        The simulation tells it; without one, or a `change` for it, the time model, of `counters`
        that replace the launch's own. None if the model cannot tell: the launch's instructions were
        not counted.
        """
        simulated = None if change is None else self.simulated_gain(change)
        if simulated is not None or self.estimate is None:
            return simulated
        return self.share * max(0.0, self.relative_gain(counters))

    def relative_gain(self, counters: Mapping[str, float]) -> float:
        """Return the share of the launch's own time that other counters save by the time model;
        below 0 if it is slower.
        """
        if self.estimate is None:
            return 0.0
        # A transpose with 32-way bank conflicts: l1 18.1 µs is the longest part, dram 7.8 µs the
        # next. Without conflicts l1 falls to 2.1 µs, but the launch takes 12.3 of 22.6 µs, as dram
        # now limits it: a gain of 46 % (52 % measured). The share of conflicts alone, 94 %, would
        # promise twice that.
        changed = estimate_record(self.spec, self.launch, counters=counters).time_us.value
        return 1 - changed / self.estimate.time_us.value

    def gain_of_parts(self, scale: Mapping[str, float], change: Change) -> float | None:
        """Return the share of the whole time that a change would save.

        As `gain`, but the parts of the model's time scale so. None as for `gain`.
        """
        simulated = self.simulated_gain(change)
        if simulated is not None or self.estimate is None:
            return simulated
        # 1,100 blocks that copy 32 MB: dram 7.4 µs, l2 4.6 µs. An even spread shrinks the SMs'
        # parts only, so dram stays the longest and nothing is saved. Multiply-adds instead: issue
        # 13.2 µs times 0.926 is 12.2, so 0.98 of 16.2 µs, 6 %. Without the maximum over the parts
        # both would promise 7 %.
        parts = {name: us for name, us in self.estimate.parts.items() if name != "launch"}
        changed = max(us * scale.get(name, 1.0) for name, us in parts.items())
        saved = max(parts.values()) - changed
        return self.share * max(0.0, saved / self.estimate.time_us.value)


def _saved(before: Estimate, after: Estimate) -> float:
    return 1 - after.time_us.value / before.time_us.value


@dataclass(frozen=True)
class Evidence:
    """Everything known about a call, a script or a profile.

    Attributes:
        bytes: bytes moved, and the fewest possible if a work model knows them.
        precision: the precision that the user asked for, a key of `peak_tflops`; "" if unknown.
        product: whether the work is a matrix product, by its work model; None if it has none.
        percent_of_limit: the share of the ceiling that the work reaches; its note names the
            ceiling.
        spans: the timeline of a profile.
        language: in which the program calls CUDA, "torch" or "cuda".
    """

    spec: GPUSpec
    launches: Sequence[LaunchRecord] = ()
    operators: Sequence[OperatorRecord] = ()
    bytes: Bytes | None = None
    precision: str = ""
    product: bool | None = None
    percent_of_limit: Quantity | None = None
    spans: Sequence[Span] = field(default=())
    language: str = "torch"

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
        """The device time in microseconds; in a profile with the gaps of the steady state."""
        # `loop_that_prints.py` on an H200: kernels take 4.71 ms of the 423 ms between the first and
        # the last. The products' 1.19 ms are 0.3 % of that. As a share of the 4.71 ms they would be
        # 25 %, and their findings would come before the one that matters, host-bound with 99 %.
        # While a program imports or compiles, the device is idle as well, but once: training for an
        # hour does not spend 97 % of it on the import of Dynamo at the first step.
        return max(self.busy_us, steady_us(self.spans))

    def saved(
        self, operators: Iterable[OperatorRecord], otherwise: Callable[[OperatorRecord], float]
    ) -> float:
        """Return the part of the device time, 0 … 1, saved if each takes `otherwise`
        microseconds.
        """
        saved = sum(max(0.0, time_of(operator) - otherwise(operator)) for operator in operators)
        return saved / self.total_us if self.total_us else 0.0

    def share(self, events: Iterable[LaunchRecord | OperatorRecord]) -> float:
        """Return the events' part of the device time, 0 … 1."""
        return sum(map(time_of, events)) / self.total_us if self.total_us else 0.0

    @cached_property
    def kernels(self) -> list[Kernel]:
        """The distinct launches, in the order in which they first ran."""
        alike: dict[tuple[str, str, str | None], list[LaunchRecord]] = {}
        names = _function_names(self.own_launches)
        for launch, title in zip(
            self.own_launches, launch_titles(self.own_launches, names), strict=True
        ):
            # `for x in six: add[1024, 256](x, y)` is one kernel, six times. If the fourth x is
            # transposed, its counted sectors differ and it is a kernel of its own: its uncoalesced
            # loads are then weighed with its own time. With name and grid alone as key, the first
            # launch would speak for all six.
            alike.setdefault((launch.kernel, title, launch.source), []).append(launch)
        return [
            Kernel(same[0], title, len(same), self.share(same), self.spec)
            for (_, title, _), same in alike.items()
        ]


def _function_names(launches: Sequence[LaunchRecord]) -> list[str]:
    """Return the functions' own names; with template arguments if two functions share one."""
    linkers = dict.fromkeys(launch.kernel for launch in launches)
    short = {name: function_name(demangled(name)) for name in linkers}
    shared = Counter(short.values())
    names = {name: own if shared[own] == 1 else written_name(name) for name, own in short.items()}
    return [names[launch.kernel] for launch in launches]


def time_of(event: LaunchRecord | OperatorRecord) -> float:
    """Return an event's microseconds, or 0 if its time is not known."""
    return event.time_us.value if event.time_us else 0.0
