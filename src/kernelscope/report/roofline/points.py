"""The hierarchical roofline as numbers, for every view that draws it.

A point is one implementation at one level of memory: FLOPs of the work model over the bytes that
crossed that level, against FLOPs of the work model over its time. The roofs are the bandwidth of
each level (slopes) and the arithmetic of each precision (flat).
Sources: Williams, Waterman, Patterson: "Roofline", Communications of the ACM 52(4), 2009; Yang,
Kurth, Williams: "Hierarchical Roofline analysis for GPUs", Concurrency and Computation 32, 2020.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from kernelscope.quantity import Provenance, Quantity, format_quantity
from kernelscope.record import Comparison, Roof, Row

LEVELS = ("dram", "l2", "shared")
LEVEL_NAMES = {"dram": "DRAM", "l2": "L2", "shared": "shared"}
_SECTOR = 32  # bytes: the unit between L1 and L2
# Of a slope's label: how near a point must be to count (decades), its place along the line if
# nothing is in the way, and the steps tried (decades).
# Softmax at 80 % of DRAM is 0.1 decades below the slope, and covers the letters above it: the label
# moves in steps of 0.05 decades to the next free place. A point at a tenth of the slope does not.
_NEAR, _USUAL, _STEP = 0.4, 0.4, 0.05
_MARGIN = 15 * " "  # between the crossing of a slope and the label of a flat roof
_WAVEFRONT = 128  # bytes that shared memory moves in a cycle
_SECTORS = "l1tex__t_sectors_pipe_lsu_mem_global_op_{}.sum"
_WAVEFRONTS = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{}.sum"


@dataclass(frozen=True, slots=True)
class Point:
    """One implementation at one level.

    Attributes:
        intensity: FLOPs of the work model for each byte that crossed the level.
        rate: FLOPs of the work model over the time.
        bandwidth: bytes that crossed the level over the time.
        traffic: those bytes: counted, or computed if PyTorch's own operators ran.
    """

    name: str
    level: str
    intensity: float
    rate: Quantity
    bandwidth: Quantity
    traffic: Quantity


def points(record: Comparison) -> list[Point]:
    """Return the points of each timed row; none if the work has no FLOPs."""
    if record.work is None or not record.work.flops:
        return []
    flops = record.work.flops
    return [point for row in record.rows for point in _points(row, flops)]


def _points(row: Row, flops: float) -> list[Point]:
    if row.time_ms is None or row.time_ms.value <= 0:
        return []
    seconds, kind = row.time_ms.value * 1e-3, row.time_ms.provenance
    return [
        Point(
            name=row.implementation,
            level=level,
            intensity=flops / traffic.value,
            rate=Quantity(flops / seconds, "FLOP/s", kind),
            bandwidth=Quantity(traffic.value / seconds, "B/s", kind),
            traffic=traffic,
        )
        for level, traffic in traffic_of(row).items()
    ]


def traffic_of(row: Row) -> dict[str, Quantity]:
    """Return the bytes that crossed each level in one call, if they are known and not zero.

    DRAM: distinct 32-byte sectors. L2: all sectors between L1 and L2. Shared memory: 128 bytes a
    wavefront. PyTorch's own operators move their operands once through DRAM and L2. Their traffic
    in shared memory is not known, so a row with such operators has no point there.
    """
    if row.bytes is None:
        return {}
    kind: Provenance = "computed" if row.operators else "counted"
    operands = sum(one.bytes_read + one.bytes_written for one in row.operators)
    sectors = _counted(row, _SECTORS, ("ld", "st", "red", "atom"))
    wavefronts = _counted(row, _WAVEFRONTS, ("ld", "st", "atom"))
    moved = {
        "dram": row.bytes.moved,
        "l2": max(_SECTOR * sectors + operands, row.bytes.moved if row.launches else 0.0),
        "shared": 0.0 if row.operators else _WAVEFRONT * wavefronts,
    }
    return {
        name: Quantity(size, "B", row.bytes.provenance if name == "dram" else kind)
        for name, size in moved.items()
        if size > 0
    }


def _counted(row: Row, name: str, operations: Sequence[str]) -> float:
    names = [name.format(operation) for operation in operations]
    return sum(launch.counters.get(one, 0.0) for launch in row.launches for one in names)


@dataclass(frozen=True, slots=True)
class Share:
    """A point's share of a roof: of its level's, or of the compute roof of the work."""

    roof: Roof
    fraction: float


def level_share(record: Comparison, point: Point) -> Share | None:
    """Return the point's bandwidth over the best-known ceiling of its level."""
    roof = best(record.roofs, point.level)
    return None if roof is None else Share(roof, point.bandwidth.value / roof.rate.value)


def compute_share(record: Comparison, point: Point) -> Share | None:
    """Return the point's FLOPs a second over the best-known ceiling of the work's precision."""
    roof = best(record.roofs, record.work.roof) if record.work else None
    return None if roof is None else Share(roof, point.rate.value / roof.rate.value)


def best(roofs: Sequence[Roof], name: str) -> Roof | None:
    """Return the ceiling to compare a point with: measured if there is one, else the
    specification's.
    """
    order: tuple[Provenance, ...] = ("measured", "computed", "estimated")
    found = {roof.rate.provenance: roof for roof in roofs if roof.name == name}
    return next((found[kind] for kind in order if kind in found), None)


@dataclass(frozen=True, slots=True)
class Line:
    """One roof as it is drawn: from its lower left end to its right end.

    Attributes:
        kind: "memory" or "compute".
        label: its name and rate; only one of a memory level's lines has it.
        specified: whether it is drawn solid; measured and estimated lines are dashed.
        work: whether it is the roof of the work's precision, or of a memory level.
        above: whether the label is above the line.
        hint: its name, rate and source, in full.
        label_at: the place on the line of the label's middle.
    """

    kind: str
    label: str
    specified: bool
    work: bool
    above: bool
    start: tuple[float, float]
    end: tuple[float, float]
    hint: str
    label_at: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Drawing:
    """A roofline ready to be drawn on two logarithmic axes: FLOPs a byte, FLOPs a second."""

    lines: tuple[Line, ...]
    points: tuple[Point, ...]
    xs: tuple[float, float]
    ys: tuple[float, float]


def drawing(record: Comparison, width_of: Callable[[str], float]) -> Drawing | None:
    """Return everything that a picture shows; None if there are no roofs or no points.

    width_of: returns the width of a label, in parts of the horizontal axis.
    """
    found = points(record)
    memory = [roof for roof in record.roofs if roof.kind == "memory"]
    compute = [roof for roof in record.roofs if roof.kind == "compute"]
    if not found or not memory or not compute:
        return None
    slowest, top = (min(r.rate.value for r in memory), max(r.rate.value for r in compute))
    fastest = max(r.rate.value for r in memory)
    xs = (
        min(point.intensity for point in found) / 4,
        4 * max(*(point.intensity for point in found), top / slowest),
    )
    ys = (
        min(*(point.rate.value for point in found), slowest * xs[0] * 2) / 2,
        2 * max(*(point.rate.value for point in found), top),
    )
    held = record.work.roof if record.work else ""
    flat = [_flat(group, xs[1], fastest, held) for group in _merged(compute)]
    slopes = [line for level in LEVELS for line in _slopes(level, memory, (xs[0], ys[0], top))]
    decades = math.log10(xs[1] / xs[0])
    placed = [_placed(line, found, flat, lambda s: decades * width_of(s)) for line in slopes]
    return Drawing((*placed, *flat), tuple(found), xs, ys)


def _placed(
    line: Line, points: Sequence[Point], flat: Sequence[Line], width_of: Callable[[str], float]
) -> Line:
    """Return a slope with a place for its label that no point covers and no flat roof crosses.

    If there is no such place, the flat roofs' own labels count first, then points: both hide
    letters, while a line only crosses them.

    width_of: returns the width of a label, in decades.
    """
    if not line.label:
        return line
    rate = line.start[1] / line.start[0]
    crossings = [math.log10(one.end[1] / rate) for one in flat]
    named = [math.log10(one.end[0]) - width_of(f"{one.label}{_MARGIN}") for one in flat]
    labels = [x for x, start in zip(crossings, named, strict=True) if x > start]
    dots = [
        math.log10(one.intensity)
        for one in points
        if abs(math.log10(one.rate.value / (one.intensity * rate))) < _NEAR
    ]
    half = width_of(line.label) / 2
    first, last = (math.log10(x) for x in (line.start[0], line.end[0]))
    usual = first + _USUAL * (last - first)
    steps = max(1, round((last - first - 2 * half) / _STEP))
    places = [first + half + _STEP * step for step in range(steps + 1)]

    def overlap(place: float, others: Sequence[float]) -> float:
        return max(0.0, half - min((abs(place - other) for other in others), default=half))

    def cost(place: float) -> tuple[float, ...]:
        rest = overlap(place, crossings), abs(place - usual)
        return overlap(place, labels), overlap(place, dots), *rest

    middle = 10 ** min(places, key=cost)
    return replace(line, label_at=(middle, middle * rate))


def _slopes(level: str, memory: Sequence[Roof], corner: tuple[float, float, float]) -> list[Line]:
    """Return the lines of one level, from the left or lower edge to the highest compute roof.

    The label of the slowest level is below its lowest line, the others' above their highest.
    """
    left, bottom, top = corner
    own = sorted((r for r in memory if r.name == level), key=lambda r: r.rate.value)
    above = level != LEVELS[0]
    lines: list[Line] = []
    for roof in own:
        rate, specified = roof.rate.value, roof.rate.provenance == "computed"
        first = max(left, bottom / rate)
        label = _label(level, own) if roof is (own[-1] if above else own[0]) else ""
        ends = (first, first * rate), (top / rate, top)
        lines.append(
            Line("memory", label, specified, True, above, *ends, _hint(LEVEL_NAMES[level], roof))
        )
    return lines


def _label(level: str, own: Sequence[Roof]) -> str:
    """Return a level's label: `DRAM 4.81 TB/s (4.28 measured)`.

    The specification's rate, drawn solid, needs no word.
    """
    named = sorted(own, key=lambda roof: roof.rate.provenance != "computed")
    first, *others = [(format_quantity(one.rate), one.rate.provenance) for one in named]
    label = f"{LEVEL_NAMES[level]} {first[0]}" + f" {first[1]}" * (first[1] != "computed")
    unit = first[0].rpartition(" ")[2]
    more = ", ".join(f"{rate.removesuffix(f' {unit}')} {kind}" for rate, kind in others)
    return f"{label} ({more})" if more else label


def _flat(group: list[Roof], right: float, fastest: float, held: str) -> Line:
    rate = group[0].rate
    names = ", ".join(roof.name.replace("_", " ") for roof in group)
    work = any(roof.name == held for roof in group)
    specified = rate.provenance == "computed"
    ends = (rate.value / fastest, rate.value), (right, rate.value)
    label = f"{names} {format_quantity(rate)}"
    return Line("compute", label, specified, work, True, *ends, _hint(names, group[0]))


def _hint(name: str, roof: Roof) -> str:
    """Return a roof's name, rate and provenance; what a specification says is computed."""
    kind = "specified" if roof.rate.provenance == "computed" else roof.rate.provenance
    note = f"; {roof.rate.note}" if roof.rate.note else ""
    return f"{name} {format_quantity(roof.rate)}, {kind}{note}"


def _merged(compute: Sequence[Roof]) -> list[list[Roof]]:
    """Return the roofs in groups with the same rate, which share a line."""
    groups: dict[tuple[float, Provenance], list[Roof]] = {}
    for roof in compute:
        groups.setdefault((roof.rate.value, roof.rate.provenance), []).append(roof)
    return list(groups.values())
