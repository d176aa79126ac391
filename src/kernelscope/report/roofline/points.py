"""The hierarchical roofline as numbers, for every view that draws it.

A point is one implementation at one level of memory: FLOPs of the work model over the bytes that
crossed that level, against FLOPs of the work model over its time. For a kernel of a program the
FLOPs are those that it executed. The roofs are the bandwidth of
each level (slopes) and the arithmetic of each precision (flat).
Sources: Williams, Waterman, Patterson: "Roofline", Communications of the ACM 52(4), 2009; Yang,
Kurth, Williams: "Hierarchical Roofline analysis for GPUs", Concurrency and Computation 32, 2020.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kernelscope.quantity import Provenance, Quantity, format_quantity
from kernelscope.record import Comparison, Roof, Row, WorkRecord
from kernelscope.report.cells import is_ranked

LEVELS = ("dram", "l2", "shared")
LEVEL_NAMES = {"dram": "DRAM", "l2": "L2", "shared": "shared"}
_SECTOR = 32  # bytes: the unit between L1 and L2
_PLAIN = ("fp32", "fp64")  # arithmetic without tensor cores
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
        roof: the name of the compute roof that limits the work.
    """

    name: str
    level: str
    intensity: float
    rate: Quantity
    bandwidth: Quantity
    traffic: Quantity
    roof: str


def points(record: Comparison) -> list[Point]:
    """Return the points of each timed row that is right; none if the work has no FLOPs.

    A program's kernel without FLOPs has points, too: it uses the bandwidth of the levels.
    """
    return [point for row in record.rows for point in _points(row, row.work or record.work)]


def _points(row: Row, work: WorkRecord | None) -> list[Point]:
    if work is None or not (work.flops or row.work):
        return []
    if row.time_ms is None or row.time_ms.value <= 0 or not is_ranked(row):
        return []
    flops = work.flops
    seconds, provenance = row.time_ms.value * 1e-3, row.time_ms.provenance
    return [
        Point(
            name=row.implementation,
            level=level,
            intensity=flops / traffic.value,
            rate=Quantity(flops / seconds, "FLOP/s", provenance),
            bandwidth=Quantity(traffic.value / seconds, "B/s", provenance),
            traffic=traffic,
            roof=work.roof,
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
    provenance: Provenance = "computed" if row.operators else "counted"
    operands = sum(operator.bytes_read + operator.bytes_written for operator in row.operators)
    sectors = _counted(row, _SECTORS, ("ld", "st", "red", "atom"))
    wavefronts = _counted(row, _WAVEFRONTS, ("ld", "st", "atom"))
    moved = {
        "dram": row.bytes.moved,
        "l2": max(_SECTOR * sectors + operands, row.bytes.moved if row.launches else 0.0),
        "shared": 0.0 if row.operators else _WAVEFRONT * wavefronts,
    }
    return {
        name: Quantity(size, "B", row.bytes.provenance if name == "dram" else provenance)
        for name, size in moved.items()
        if size > 0
    }


def _counted(row: Row, name: str, operations: Sequence[str]) -> float:
    names = [name.format(operation) for operation in operations]
    return sum(launch.counters.get(counter, 0.0) for launch in row.launches for counter in names)


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
    roof = best(record.roofs, point.roof)
    return None if roof is None else Share(roof, point.rate.value / roof.rate.value)


def best(roofs: Sequence[Roof], name: str) -> Roof | None:
    """Return the ceiling to compare a point with: measured if there is one, else the
    specification's.
    """
    order: tuple[Provenance, ...] = ("measured", "computed", "estimated")
    by_provenance = {roof.rate.provenance: roof for roof in roofs if roof.name == name}
    return next((by_provenance[p] for p in order if p in by_provenance), None)


@dataclass(frozen=True, slots=True)
class Line:
    """One roof as it is drawn: from its lower left end to its right end.

    Attributes:
        label: its name and rates; only one of the lines of a name has it.
        specified: whether it is drawn solid; measured and estimated lines are dashed.
        work: whether it is the roof of the work's precision, or of a memory level.
        above: whether the label is above the line.
        hint: its name, rate and source, in full.
    """

    kind: str
    label: str
    specified: bool
    work: bool
    above: bool
    start: tuple[float, float]
    end: tuple[float, float]
    hint: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """A roofline ready to be drawn on two logarithmic axes: FLOPs a byte, FLOPs a second."""

    lines: tuple[Line, ...]
    points: tuple[Point, ...]
    xs: tuple[float, float]
    ys: tuple[float, float]


def drawing(record: Comparison) -> Drawing | None:
    """Return everything that a picture shows; None if there are no roofs or no points.

    Of the roofs only those that matter are drawn; a table has all.
    """
    all_points = [point for point in points(record) if point.intensity]
    levels = {point.level for point in all_points}
    memory = [roof for roof in record.roofs if roof.kind == "memory" and roof.name in levels]
    held = {point.roof for point in all_points}
    compute = _reachable(record.roofs, held, max((p.rate.value for p in all_points), default=0.0))
    if not all_points or not memory or not compute:
        return None
    slowest, fastest = (end(r.rate.value for r in memory) for end in (min, max))
    top = max(r.rate.value for r in compute)
    flat = [
        line
        for name in dict.fromkeys(roof.name for roof in compute)
        for line in _flat(name, compute, held, fastest)
    ]
    left = min(point.intensity for point in all_points) / 4
    xs = left, 4 * max(*(point.intensity for point in all_points), top / slowest)
    ys = (
        min(*(point.rate.value for point in all_points), slowest * xs[0] * 2) / 2,
        2 * max(*(point.rate.value for point in all_points), top),
    )
    flat = [
        replace(line, start=(max(xs[0], line.start[0]), line.start[1]), end=(xs[1], line.end[1]))
        for line in flat
        if line.end[1] > ys[0]
    ]
    slopes = [line for level in LEVELS for line in _slopes(level, memory, (xs[0], ys[0], top))]
    return Drawing((*slopes, *flat), tuple(all_points), xs, ys)


def _reachable(roofs: Sequence[Roof], held: set[str], highest: float) -> list[Roof]:
    """Return the compute roofs that matter to a work.

    They are that of its precision; fp32's, which is the limit without tensor cores; and if a point
    is above both, the lowest that is above it. An fp32 product at 300 TFLOP/s on an H200 ran in
    tf32: its roof of 495 is drawn, too.
    """
    compute = [roof for roof in roofs if roof.kind == "compute"]
    names = held if held <= {*_PLAIN} else {*held, "fp32"}
    if not any(r.rate.value >= highest for r in compute if r.name in names):
        above = [r for r in compute if r.rate.value >= highest] or compute
        names = {*names, min(above, key=lambda r: r.rate.value).name} if above else names
    return [roof for roof in compute if roof.name in names]


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
        if first * rate >= top:
            continue  # it ends before the axis begins: nothing here is limited by it
        named = roof is (own[-1] if above else own[0])
        label = _label(LEVEL_NAMES[level], own) if named else ""
        ends = (first, first * rate), (top / rate, top)
        lines.append(
            Line("memory", label, specified, True, above, *ends, _hint(LEVEL_NAMES[level], roof))
        )
    return lines


def _label(name: str, own: Sequence[Roof]) -> str:
    """Return the label of a name's roofs: `DRAM 4.81 TB/s (4.28 measured)`.

    The specification's rate, drawn solid, needs no word.
    """
    named = sorted(own, key=lambda roof: roof.rate.provenance != "computed")
    first, *others = [(format_quantity(roof.rate), roof.rate.provenance) for roof in named]
    label = f"{name} {first[0]}" + f" {first[1]}" * (first[1] != "computed")
    unit = first[0].rpartition(" ")[2]
    more = ", ".join(f"{rate.removesuffix(f' {unit}')} {provenance}" for rate, provenance in others)
    return f"{label} ({more})" if more else label


def _flat(name: str, compute: Sequence[Roof], held: set[str], fastest: float) -> Iterator[Line]:
    """Yield the lines of one precision, from the fastest level's slope; the highest has the label.

    Their right end is still open.
    """
    own = sorted((r for r in compute if r.name == name), key=lambda r: -r.rate.value)
    words = name.replace("_", " ")
    for roof in own:
        rate, specified = roof.rate.value, roof.rate.provenance == "computed"
        label = _label(words, own) if roof is own[0] else ""
        start = rate / fastest, rate
        yield Line(
            "compute", label, specified, name in held, True, start, start, _hint(words, roof)
        )


def _hint(name: str, roof: Roof) -> str:
    """Return a roof's name, rate and provenance; what a specification says is computed."""
    provenance = "specified" if roof.rate.provenance == "computed" else roof.rate.provenance
    note = f"; {roof.rate.note}" if roof.rate.note else ""
    return f"{name} {format_quantity(roof.rate)}, {provenance}{note}"
