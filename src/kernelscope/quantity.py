"""A number with its unit, its interval and its provenance; and the registry of metrics.

No number is shown without its provenance:

=========  ============================================================================
measured   a clock or a hardware counter
counted    the virtual GPU executed the program and counted
computed   a formula on known inputs (occupancy, roofline)
estimated  a model; its known error is shown next to it
=========  ============================================================================
"""

from __future__ import annotations

import csv
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, NewType, cast, get_args

from kernelscope.errors import RecordError

Provenance = Literal["measured", "counted", "computed", "estimated"]
PROVENANCES: tuple[Provenance, ...] = get_args(Provenance)

Milliseconds = NewType("Milliseconds", float)
"""A time in milliseconds, as a plain float."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """A value in `unit`; `low` and `high` bound it if an interval is known.

    For a measured time the interval is that of the median; for an estimate it is the model's
    known error. `note` adds a few words on the source.
    """

    value: float
    unit: str
    provenance: Provenance
    low: float | None = None
    high: float | None = None
    note: str = ""

    def __post_init__(self) -> None:
        if self.provenance not in PROVENANCES:
            raise RecordError(
                f"provenance {self.provenance!r} is unknown; use one of {', '.join(PROVENANCES)}"
            )

    @property
    def interval(self) -> tuple[float, float]:
        """The bounds; the value itself if none are known."""
        return (
            self.value if self.low is None else self.low,
            self.value if self.high is None else self.high,
        )

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON values; infinities and NaN become the strings "inf", "-inf", "nan"."""
        return {
            "value": number_to_json(self.value),
            "unit": self.unit,
            "low": None if self.low is None else number_to_json(self.low),
            "high": None if self.high is None else number_to_json(self.high),
            "provenance": self.provenance,
            "note": self.note,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Quantity:
        """Return the quantity that `to_json` wrote. Raises RecordError if it is not a quantity."""
        try:
            low, high = data.get("low"), data.get("high")
            return cls(
                value=float(data["value"]),
                unit=str(data["unit"]),
                provenance=cast(Provenance, data["provenance"]),
                low=None if low is None else float(low),
                high=None if high is None else float(high),
                note=str(data.get("note", "")),
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise RecordError(f"not a quantity: {data!r} ({error})") from error


def summed(quantities: Sequence[Quantity | None]) -> Quantity | None:
    """Return the sum of quantities whose errors are taken to have one sign; None if one is unknown
    or if there are none.
    """
    known = [quantity for quantity in quantities if quantity is not None]
    if not known or len(known) < len(quantities):
        return None
    value = sum(quantity.value for quantity in known)
    provenance = known[0].provenance
    if any(quantity.provenance == "estimated" for quantity in known):
        provenance = "estimated"
    if all(quantity.low is None for quantity in known):
        return Quantity(value, known[0].unit, provenance)
    low, high = (sum(ends) for ends in zip(*(q.interval for q in known), strict=True))
    return Quantity(value, known[0].unit, provenance, low, high)


def number_to_json(value: float) -> float | str:
    """Return a value that JSON can hold: infinities and NaN become strings that `float` reads."""
    return value if math.isfinite(value) else str(float(value))


# Each unit is a thousand of the one before it. A unit that is not listed is shown as it is.
_SCALES: tuple[tuple[str, ...], ...] = (
    ("ns", "us", "ms", "s"),
    ("B", "KB", "MB", "GB", "TB", "PB"),
    ("B/s", "KB/s", "MB/s", "GB/s", "TB/s"),
    ("FLOP", "KFLOP", "MFLOP", "GFLOP", "TFLOP", "PFLOP"),
    ("FLOP/s", "KFLOP/s", "MFLOP/s", "GFLOP/s", "TFLOP/s", "PFLOP/s"),
)
_SHOWN = {"us": "µs"}


def size_of(quantity: Quantity) -> float:
    """Return the value in the smallest unit of its scale, by which quantities can be sorted."""
    ladder = next((s for s in _SCALES if quantity.unit in s), (quantity.unit,))
    return quantity.value * 1000 ** ladder.index(quantity.unit)


def format_quantity(quantity: Quantity) -> str:
    """Format three significant digits in the best unit: `0.507 ms`, `4.28 TB/s`, `98.9 %`."""
    value, unit = _rescale(quantity.value, quantity.unit)
    if not unit and value.is_integer():
        return f"{value:,.0f}"
    return f"{format_number(value)} {_SHOWN.get(unit, unit)}".rstrip()


def format_value(value: float, unit: str) -> str:
    """Format a value as `format_quantity` does, without its provenance."""
    return format_quantity(Quantity(value, unit, "computed"))


def format_number(value: float) -> str:
    """Format three significant digits, or the whole part; no exponent from 1e-3 to 1e15."""
    if not math.isfinite(value):
        return str(value)
    if value == 0:
        return "0"
    # Round first: 9.996 rounds to 10.0, with one decimal less than 9.99.
    size = abs(float(f"{value:.3g}"))
    if size < 1e-3 or size >= 1e15:
        return f"{value:.2e}"
    decimals = max(2 - math.floor(math.log10(size)), 0)
    return f"{value:,.{decimals}f}"


def format_count(number: int, word: str, plural: str = "s") -> str:
    """Return a number with its word, which has `plural` at its end unless it is one: `2 lines`."""
    return f"{number} {word}{'' if number == 1 else plural}"


def _rescale(value: float, unit: str) -> tuple[float, str]:
    """Move along the unit's scale until the number has one to three digits before the point.

    Times stay in milliseconds down to 0.1 ms, because that is the unit of every table.
    """
    value = float(value)
    ladder = next((s for s in _SCALES if unit in s), None)
    if ladder is None or not math.isfinite(value) or value == 0:
        return value, unit
    place = ladder.index(unit)
    # A value that would be shown as 1000 belongs to the next unit.
    while place + 1 < len(ladder) and abs(value) >= 999.5:
        value, place = value / 1000, place + 1
    while place > 0 and abs(value) < (0.1 if ladder[place] == "ms" else 1):
        value, place = value * 1000, place - 1
    return value, ladder[place]


@dataclass(frozen=True, slots=True)
class Metric:
    """A number that tables and records show: its name, unit and meaning.

    Attributes:
        name: the key in records and JSON; Nsight Compute's name for a hardware counter.
        unit: unit of the value, empty for a plain number.
        meaning: one sentence for a newcomer.
        formula: its formula from other metrics; "" for a primary metric.
        source: the tool or document that defines it.
    """

    name: str
    unit: str
    meaning: str
    formula: str
    source: str


def _metrics() -> dict[str, Metric]:
    with Path(__file__).with_name("metrics.csv").open(newline="", encoding="utf-8") as file:
        return {row["name"]: Metric(**row) for row in csv.DictReader(file)}


METRICS = _metrics()
"""Every metric by its name, in the order of `profile --metrics`: a row of `metrics.csv` each."""
