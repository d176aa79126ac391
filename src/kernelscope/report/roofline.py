"""The roofline as numbers, for every view that draws it: roofs and points of one comparison.

A point is one implementation: FLOPs of the work model over the bytes that it moved, against
FLOPs of the work model over its time. The roofs are bandwidth (a slope) and peak arithmetic.
Source: Williams, Waterman, Patterson: "Roofline", Communications of the ACM 52(4), 2009.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kernelscope.quantity import Quantity
from kernelscope.record import Comparison, Row


@dataclass(frozen=True, slots=True)
class Roof:
    """Bandwidth in bytes a second and peak in FLOPs a second, each with where it comes from."""

    bandwidth: Quantity
    peak: Quantity

    @property
    def ridge(self) -> float:
        """FLOPs a byte from which on arithmetic limits, not memory."""
        return self.peak.value / self.bandwidth.value

    def at(self, intensity: float) -> float:
        """Most FLOPs a second that this many FLOPs a byte allow."""
        return min(self.peak.value, self.bandwidth.value * intensity)


@dataclass(frozen=True, slots=True)
class Point:
    """One implementation: FLOPs a byte moved, FLOPs a second."""

    name: str
    intensity: float
    rate: Quantity


def roof(record: Comparison) -> Roof | None:
    """The roofs of the record's GPU at the work's precision; None where it names no GPU."""
    if not record.gpu or record.work is None:
        return None
    measured: Mapping[str, Any] = record.gpu.get("measured", {})
    copy, precision = measured.get("copy"), record.work.precision
    if copy is not None:
        bandwidth = Quantity(copy["value"] * 1e9, "B/s", "measured", note=copy.get("note", ""))
    else:
        pins = record.gpu["dram_gb_per_s"] * 1e9
        bandwidth = Quantity(pins, "B/s", "computed", note="specification")
    peak = record.gpu["peak_tflops"].get(precision)
    if peak is None:
        return None
    return Roof(bandwidth, Quantity(peak * 1e12, "FLOP/s", "computed", note=f"{precision} peak"))


def points(record: Comparison) -> list[Point]:
    """One point for each row that was timed and moved bytes; none where the work has no FLOPs."""
    if record.work is None or not record.work.flops:
        return []
    found = (_point(row, record.work.flops) for row in record.rows)
    return [point for point in found if point is not None]


def _point(row: Row, flops: float) -> Point | None:
    if row.time_ms is None or row.bytes is None or not row.bytes.moved or row.time_ms.value <= 0:
        return None
    rate = Quantity(flops / (row.time_ms.value * 1e-3), "FLOP/s", row.time_ms.provenance)
    return Point(row.implementation, flops / row.bytes.moved, rate)
