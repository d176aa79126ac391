"""Metrics by short names, and how much worse their figures may be.

`--metric` takes the names alone, `--fail-over` limits: `time=3%,bytes=0,registers=+8,spills=0`.
Each part of these is a name, "=", and what is allowed: a share of the figure before (`3%`), or an
amount in its own unit (`8` or `+8`; `0` allows nothing). A time may have a unit: `time=0.5us`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kernelscope.errors import UsageError, unknown
from kernelscope.history.figures import FIGURES, Figure
from kernelscope.quantity import METRICS

DEFAULT = "time=3%,bytes=0,sectors=0,registers=+8,spills=0,vector=0"
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
PRINCIPAL = tuple(metric for family in FAMILIES.values() for metric in family.metrics)
"""The metrics that are shown if nothing is named."""
_TIME_UNITS = {"ns": 1e-6, "us": 1e-3, "µs": 1e-3, "ms": 1.0, "s": 1e3}  # milliseconds
_PART = re.compile(
    r"\s*(?P<name>[^=,]*?)\s*=\s*\+?(?P<number>\d+(?:\.\d*)?|\.\d+)\s*(?P<unit>\S*)\s*"
)


@dataclass(frozen=True, slots=True)
class Limit:
    """The limit by which the figures of one family may get worse.

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


def parse_limits(text: str) -> tuple[Limit, ...]:
    """Return the limits in a text such as `time=3%,bytes=0,registers=+8`.

    Raises UsageError, which names the column: an unknown name, one given twice, no number.
    """
    limits: dict[str, Limit] = {}
    start = 0
    for part in text.split(","):
        where = f"--fail-over column {start + len(part) - len(part.lstrip()) + 1}: "
        limit = _parse(part.strip(), where)
        if limit.name in limits:
            raise UsageError(f"{where}{limit.name} is given twice")
        limits[limit.name] = limit
        start += len(part) + 1
    return tuple(limits.values())


def _parse(part: str, where: str) -> Limit:
    match = _PART.fullmatch(part)
    if match is None:
        raise UsageError(
            f"{where}{part!r} is not NAME=LIMIT, as in time=3%, bytes=0 or registers=+8"
        )
    name, unit, number = match["name"], match["unit"], float(match["number"])
    if name not in FAMILIES and name not in METRICS and name not in FIGURES:
        raise UsageError(where + str(unknown("limit", name, FAMILIES)))
    if unit == "%":
        return Limit(name, share=number / 100)
    if name == "time" and unit in _TIME_UNITS:
        return Limit(name, amount=number * _TIME_UNITS[unit])
    if name == "time" and number and not unit:
        raise UsageError(f"{where}{part!r} needs a unit: {name}=3% or {name}=0.5us")
    if unit:
        raise UsageError(f"{where}{unit!r} is not a unit of {name}: use a number or a share in %")
    return Limit(name, amount=number)


# ---- metrics by name ---------------------------------------------------------------------------


def metrics_named(words: str, there: Iterable[str]) -> tuple[str, ...]:
    """Return the metrics, of those that exist, that words with commas between them name.

    A word is a short name ("bytes" is what is read and what is written) or a metric; "" stands for
    the principal ones, and those that other tools name. Raises UsageError for one that is neither,
    with the nearest.
    """
    known = dict.fromkeys(there)
    if not words:
        return tuple(metric for metric in known if metric in PRINCIPAL or "__" not in metric)
    names: list[str] = []
    for word in (part.strip() for part in words.split(",")):
        family = FAMILIES.get(word)
        own = [metric for metric in family.metrics if metric in known] if family else []
        if not own and word not in known:
            raise unknown("metric", word, [*FAMILIES, *known])
        names += own or [word]
    return tuple(dict.fromkeys(names))


def short_name(metric: str) -> str:
    """Return a metric's name for a table: what it is called in `FAMILIES` if it is alone there."""
    for name, family in FAMILIES.items():
        if family.metrics[0] == metric and metric != "read":
            return name
    return metric


def total(figures: Sequence[Figure], subject: str, metrics: Iterable[str]) -> float | None:
    """Return the sum of these metrics of one row or kernel; None if it has none of them."""
    wanted = {*metrics}
    own = [
        figure.value for figure in figures if figure.subject == subject and figure.metric in wanted
    ]
    return sum(own) if own else None
