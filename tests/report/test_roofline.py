"""The hierarchical roofline's numbers: traffic by level, shares of roofs, the lines drawn."""

from __future__ import annotations

import dataclasses
import io
import itertools
import math

import pytest
from rich.console import Console

from kernelscope.quantity import Quantity
from kernelscope.record import Comparison, LaunchRecord, Row
from kernelscope.report.comparison import html
from kernelscope.report.drawing import Dot, Text, style_of
from kernelscope.report.drawing import Line as Stroke
from kernelscope.report.roofline import points as roofline
from kernelscope.report.roofline import table
from kernelscope.report.roofline.draw import draw

SECTORS = "l1tex__t_sectors_pipe_lsu_mem_global_op_{}.sum"
WAVEFRONTS = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{}.sum"
GIB = 2**30


def row(comparison: Comparison, name: str) -> Row:
    return next(row for row in comparison.rows if row.implementation == name)


def with_counters(comparison: Comparison, **counters: float) -> Row:
    """The fused row, its one launch having counted this."""
    fused = row(comparison, "triton")
    launch = LaunchRecord("k", (1, 1, 1), (32, 1, 1), counters=counters)
    return dataclasses.replace(fused, launches=(launch,))


def test_each_levels_bytes_follow_from_its_counters(comparison: Comparison):
    """DRAM from the row's bytes, L2 from sectors of 32 bytes, shared from wavefronts of 128."""
    counters = {
        SECTORS.format("ld"): 10e8,
        SECTORS.format("red"): 1e8,
        WAVEFRONTS.format("ld"): 2e6,
        WAVEFRONTS.format("st"): 1e6,
    }
    found = roofline.traffic_of(with_counters(comparison, **counters))
    assert found["dram"].value == 2 * GIB
    assert found["l2"].value == 32 * 11e8
    assert found["shared"].value == 128 * 3e6
    assert {traffic.provenance for traffic in found.values()} == {"counted"}


def test_a_kernel_without_shared_memory_has_no_point_there(comparison: Comparison):
    """A level that nothing crossed is left out, not drawn at infinity."""
    assert set(roofline.traffic_of(with_counters(comparison))) == {"dram", "l2"}


def test_pytorchs_operators_move_their_operands(comparison: Comparison):
    """Computed, not counted; and what they do in shared memory is not known."""
    found = roofline.traffic_of(row(comparison, "naive"))
    assert set(found) == {"dram", "l2"}
    assert found["l2"].value == 18 * GIB
    assert found["l2"].provenance == "computed"


def test_a_point_is_held_against_the_measured_roof_of_its_level(comparison: Comparison):
    """2 GiB in 0.51 ms over the measured copy; FLOPs over the fp32 roof."""
    point = next(p for p in roofline.points(comparison) if (p.name, p.level) == ("triton", "dram"))
    share = roofline.level_share(comparison, point)
    assert share is not None
    assert share.roof.rate.provenance == "measured"
    assert share.fraction == pytest.approx(2 * GIB / 0.51e-3 / 4282e9)
    compute = roofline.compute_share(comparison, point)
    assert compute is not None
    assert compute.roof.name == "fp32"
    assert compute.fraction == pytest.approx(point.rate.value / compute.roof.rate.value)


def test_every_slope_is_its_bandwidth_and_every_flat_line_its_peak(comparison: Comparison):
    """The lines that both pictures draw are the record's roofs."""
    drawing = roofline.drawing(comparison)
    assert drawing is not None
    rates = {roof.rate.value for roof in comparison.roofs}
    for line in drawing.lines:
        (x1, y1), (x2, y2) = line.start, line.end
        if line.kind == "memory":
            assert y1 / x1 == pytest.approx(y2 / x2)
            assert any(rate == pytest.approx(y1 / x1) for rate in rates)
        else:
            assert y1 == y2
            assert y1 in rates
    flat = [line for line in drawing.lines if line.kind == "compute"]
    assert [line.label for line in flat if line.work and line.specified] == [
        "fp32 66.9 TFLOP/s (61.7 measured)"
    ]
    for point in drawing.points:
        assert drawing.xs[0] < point.intensity < drawing.xs[1]
        assert drawing.ys[0] < point.rate.value < drawing.ys[1]


@pytest.mark.parametrize(
    ("held", "tflops", "drawn"),
    [
        ("fp32", 1.0, {"fp32"}),
        ("fp64", 1.0, {"fp64"}),
        ("bf16", 1.0, {"bf16", "fp32"}),  # fp32 is the limit without tensor cores
        ("fp32", 300.0, {"fp32", "tf32"}),  # as the product of floats ran in tf32
        ("", 1.0, {"fp32"}),
    ],
)
def test_only_the_roofs_that_matter_are_drawn(
    comparison: Comparison, held: str, tflops: float, drawn: set[str]
):
    """Of memory those that a point is held against; of arithmetic those that limit the work."""
    assert comparison.work is not None
    assert comparison.work.flops is not None
    seconds = comparison.work.flops / (tflops * 1e12)
    time = Quantity(seconds * 1e3, "ms", "estimated")
    fused = dataclasses.replace(row(comparison, "triton"), time_ms=time)
    work = dataclasses.replace(comparison.work, roof=held)
    found = roofline.drawing(dataclasses.replace(comparison, rows=(fused,), work=work))
    assert found is not None
    names = [line.label.split()[0] for line in found.lines if line.label]
    assert set(names) == {"DRAM", "L2"} | drawn
    assert len(names) == len(set(names))


def test_points_that_coincide_are_fanned_out_around_their_place(comparison: Comparison):
    """Six rows of one time and traffic: twelve marks that do not cover each other, with stems."""
    fused = row(comparison, "triton")
    rows = tuple(dataclasses.replace(fused, implementation=f"row {n}") for n in range(6))
    drawing = draw(dataclasses.replace(comparison, rows=rows))
    assert drawing is not None
    dots = [mark for mark in drawing.marks if isinstance(mark, Dot) and mark.hint]
    assert len(dots) == 12
    for one, other in itertools.combinations(dots, 2):
        assert math.dist((one.x, one.y), (other.x, other.y)) > one.size
    stems = [m for m in drawing.marks if isinstance(m, Stroke) and m.role == "soft"]
    assert {stem.places[1] for stem in stems} == {(dot.x, dot.y) for dot in dots}
    assert len({stem.places[0] for stem in stems}) == 1


def test_specified_roofs_are_solid_and_measured_ones_dashed(comparison: Comparison):
    """So that one is not taken for the other; each has its name, rate and source as a hint."""
    drawing = draw(comparison)
    assert drawing is not None
    lines = [one for one in drawing.marks if isinstance(one, Stroke) and one.hint]
    dashed = {
        one.hint.partition(";")[0] for one in lines if "stroke-dasharray" in style_of(one.role)
    }
    solid = {
        one.hint.partition(";")[0] for one in lines if "stroke-dasharray" not in style_of(one.role)
    }
    assert "fp32 66.9 TFLOP/s, specified" in solid
    assert "fp32 61.7 TFLOP/s, measured" in dashed
    assert all(hint.endswith("specified") for hint in solid)
    assert all(hint.endswith(("measured", "estimated")) for hint in dashed)


def test_the_legend_explains_the_levels_that_have_points(comparison: Comparison):
    """The shape of each in its words' place, and no shape that is not in the drawing."""
    launch = dataclasses.replace(
        row(comparison, "triton").launches[0], counters={SECTORS.format("ld"): 1e8}
    )
    fused = dataclasses.replace(row(comparison, "triton"), launches=(launch,))
    shared = with_counters(comparison, **{WAVEFRONTS.format("ld"): 1e6})
    for rows, names in (((fused,), ["DRAM", "L2"]), ((shared,), ["DRAM", "L2", "shared"])):
        drawing = draw(dataclasses.replace(comparison, rows=rows))
        assert drawing is not None
        words = {(mark.x, mark.y): mark.content for mark in drawing.marks if isinstance(mark, Text)}
        # A swatch is drawn 14 before its words and 4 above their baseline.
        shapes = {
            words[mark.x + 14, mark.y + 4]: mark.shape
            for mark in drawing.marks
            if isinstance(mark, Dot) and mark.role == "soft"
        }
        assert list(shapes) == names
        drawn = {m.shape for m in drawing.marks if isinstance(m, Dot) and m.role != "soft"}
        assert set(shapes.values()) == drawn


def test_the_table_of_ceilings_has_a_column_for_each_kind(comparison: Comparison):
    """The copy is specified and measured; a kind that a roof does not have is a dash."""
    stream = io.StringIO()
    Console(file=stream, width=120, no_color=True).print(table.ceilings(comparison.roofs))
    heading, *lines = stream.getvalue().splitlines()
    assert heading.split() == ["roof", "specified", "measured", "estimated"]
    by_name = {line.split()[0]: line for line in lines}
    assert by_name["DRAM"].split()[1:] == ["4.81", "TB/s", "4.28", "TB/s", "–"]
    ends = {len(line.rstrip()) for line in (heading, *lines)}
    assert len(ends) == 1  # aligned to the right


def test_the_report_draws_the_same_points(comparison: Comparison):
    """One shape for each point of the drawing, with its bytes in the hint."""
    page = html.to_html(comparison)
    assert page.count("FLOPs a byte, ") == len(roofline.points(comparison))
    assert "triton, DRAM: 1.88 FLOPs a byte" in page


def test_a_record_without_roofs_or_times_has_no_drawing(comparison: Comparison):
    """Nothing to draw is None, not an empty picture."""
    assert roofline.drawing(dataclasses.replace(comparison, roofs=())) is None
    unmeasured = dataclasses.replace(comparison, rows=comparison.rows[2:])
    assert roofline.drawing(unmeasured) is None


def test_the_best_ceiling_is_the_measured_one(comparison: Comparison):
    """Else the specification's, else the estimate; none for a name that is not there."""
    found = roofline.best(comparison.roofs, "dram")
    assert found is not None
    assert found.rate == Quantity(4282e9, "B/s", "measured", note=found.rate.note)
    assert roofline.best(comparison.roofs, "fp4") is None
