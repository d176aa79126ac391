"""The counters of one launch of a kernel, from any source."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, get_args

from kernelscope.errors import RecordError
from kernelscope.quantity import METRICS, Quantity
from kernelscope.record.launches import LineStalls

CounterSource = Literal["Nsight Compute", "CUPTI", "virtual GPU"]
COUNTER_SOURCES: tuple[CounterSource, ...] = get_args(CounterSource)


@dataclass(frozen=True, slots=True)
class KernelCounters:
    """The known figures of one launch of a kernel; each names its source.

    Attributes:
        kernel: the function's name alone; demangled: with its template arguments and types.
        registers: 32-bit registers a thread; None if the kernel was not assembled.
        metrics: quantities by their names in `quantity.METRICS`, in the units given there. The note
            of a figure that is not from `source` names its source.
        missing: metric or group of metrics → the reason why there is no figure.
        implementation: the implementation that launched it, if an operation is profiled.
        lines: where its warps spend their cycles, by source line, of a simulated SM; () if unknown.

    Raises:
        RecordError: a metric that is not in the registry, or in another unit.
    """

    kernel: str
    demangled: str
    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    registers: int | None
    metrics: dict[str, Quantity]
    source: CounterSource
    missing: dict[str, str] = field(default_factory=dict[str, str])
    implementation: str = ""
    lines: tuple[LineStalls, ...] = ()

    def __post_init__(self) -> None:
        for name, quantity in self.metrics.items():
            metric = METRICS.get(name)
            if metric is None or metric.unit != quantity.unit:
                unit = "not in the registry" if metric is None else f"in {metric.unit or 'no unit'}"
                raise RecordError(f"{self.kernel}: {name} in {quantity.unit!r}; it is {unit}")

    def source_of(self, metric: str) -> CounterSource:
        """Return the source of a metric: the one that its note names, else `source`."""
        named: list[CounterSource] = [
            one for one in COUNTER_SOURCES if self.metrics[metric].note.startswith(one)
        ]
        return named[0] if named else self.source
