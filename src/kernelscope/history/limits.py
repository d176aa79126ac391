"""How much worse a figure may be: `time=3%,bytes=0,sectors=0,registers=+8,spills=0`.

Each part is a name, "=", and what is allowed: a share of the figure before (`3%`), or an amount in
its own unit (`8` or `+8`; `0` allows nothing). A time may have a unit: `time=0.5us`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kernelscope.errors import UsageError, unknown
from kernelscope.history.figures import FIGURES, Figure
from kernelscope.quantity import METRICS

DEFAULT = "time=3%,bytes=0,sectors=0,registers=+8,spills=0"
"""The limits of a comparison with a baseline for which none are given."""


@dataclass(frozen=True, slots=True)
class Family:
    """Metrics that one limit holds.

    Attributes:
        metrics: their names; less_is_worse: True of a vector's width, of occupancy.
    """

    metrics: tuple[str, ...]
    less_is_worse: bool = False


FAMILIES: dict[str, Family] = {
    "time": Family(("time_ms", "time_us", "device_ms", "gpu__time_duration.sum")),
    "bytes": Family(("read", "written", "dram__bytes_read.sum", "dram__bytes_write.sum")),
    "sectors": Family(("sectors",)),
    "instructions": Family(("kernelscope__inst_executed.sum", "smsp__inst_executed.sum")),
    "registers": Family(("registers",)),
    "spills": Family(("spill_bytes",)),
    "local": Family(("local_bytes",)),
    "shared": Family(("shared_bytes",)),
    "barriers": Family(("kernelscope__barriers.sum",)),
    "conflicts": Family(("conflicts",)),
    "vector": Family(("lane_bytes",), less_is_worse=True),
    "occupancy": Family(("occupancy",), less_is_worse=True),
    "launches": Family(("launches",)),
    "error": Family(("max_ulp",)),
    "findings": Family(("findings", "unproven")),
    "breaks": Family(("graph_breaks",)),
}
_TIME_UNITS = {"ns": 1e-6, "us": 1e-3, "µs": 1e-3, "ms": 1.0, "s": 1e3}  # milliseconds
_PART = re.compile(
    r"\s*(?P<name>[^=,]*?)\s*=\s*\+?(?P<number>\d+(?:\.\d*)?|\.\d+)\s*(?P<unit>\S*)\s*"
)


@dataclass(frozen=True, slots=True)
class Limit:
    """How much worse the figures of one family may be.

    Attributes:
        share: of the figure before, 0.03 for 3 %; amount: in the figure's unit, of a time in ms.
    """

    name: str
    share: float = 0.0
    amount: float = 0.0

    @property
    def family(self) -> Family:
        """The metrics that it holds: a family, or one metric by its own name."""
        return FAMILIES.get(self.name) or Family((self.name,))

    def allowed(self, before: Figure) -> float:
        """Return how far the figure may move to the worse, in its unit."""
        own = self.amount
        if self.name == "time":
            own = self.amount / _TIME_UNITS.get(before.unit, 1.0)
        return own + self.share * abs(before.value)


def parse_limits(text: str, option: str = "--fail-over") -> tuple[Limit, ...]:
    """Return the limits in a text such as `time=3%,bytes=0,registers=+8`.

    Raises UsageError, which names the column: an unknown name, one given twice, no number.
    """
    limits: dict[str, Limit] = {}
    for start, part in _parts(text):
        limit = _parse(part, f"{option} column {start + 1}: ")
        if limit.name in limits:
            raise UsageError(f"{option} column {start + 1}: {limit.name} is given twice")
        limits[limit.name] = limit
    return tuple(limits.values())


def _parts(text: str) -> Iterator[tuple[int, str]]:
    start = 0
    for part in text.split(","):
        yield start + len(part) - len(part.lstrip()), part.strip()
        start += len(part) + 1


def _parse(part: str, where: str) -> Limit:
    found = _PART.fullmatch(part)
    if found is None:
        raise UsageError(
            f"{where}{part!r} is not NAME=LIMIT, as in time=3%, bytes=0 or registers=+8"
        )
    name, unit, number = found["name"], found["unit"], float(found["number"])
    if name not in FAMILIES and name not in METRICS and name not in FIGURES:
        raise UsageError(where + str(unknown("limit", name, FAMILIES)))
    if unit == "%":
        return Limit(name, share=number / 100)
    if name == "time" and unit in _TIME_UNITS:
        return Limit(name, amount=number * _TIME_UNITS[unit])
    if name == "time" and number and not unit:
        raise UsageError(f"{where}{part!r} needs a unit: {name}=3% or {name}=0.5us")
    if unit:
        raise UsageError(f"{where}{unit!r} is no unit of {name}: use a number or a share in %")
    return Limit(name, amount=number)
