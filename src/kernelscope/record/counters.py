"""Counters of a launch of a kernel, whichever source they came from."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, get_args

from kernelscope.errors import RecordError
from kernelscope.quantity import METRICS, Quantity

CounterSource = Literal["Nsight Compute", "CUPTI", "virtual GPU"]
COUNTER_SOURCES: tuple[CounterSource, ...] = get_args(CounterSource)


@dataclass(frozen=True, slots=True)
class KernelCounters:
    """What is known of one launch of a kernel; each figure says where it came from.

    Attributes:
        kernel: the function's name alone; demangled: with its template arguments and types.
        registers: 32-bit registers a thread; None where nobody assembled it.
        metrics: by name in `quantity.METRICS`, in its unit there. A figure from another source
            than `source` has that source in its note.
        missing: metric or group of metrics → why there is no figure.
        implementation: whose launch it is, where an operation is profiled.

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

    def __post_init__(self) -> None:
        for name, quantity in self.metrics.items():
            known = METRICS.get(name)
            if known is None or known.unit != quantity.unit:
                unit = "not in the registry" if known is None else f"in {known.unit or 'no unit'}"
                raise RecordError(f"{self.kernel}: {name} in {quantity.unit!r}; it is {unit}")

    def source_of(self, metric: str) -> CounterSource:
        """Who says what a metric is: `source`, but where its note names another."""
        named: list[CounterSource] = [
            one for one in COUNTER_SOURCES if self.metrics[metric].note.startswith(one)
        ]
        return named[0] if named else self.source
