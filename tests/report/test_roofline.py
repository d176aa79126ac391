"""The hierarchical roofline's numbers: traffic by level, shares of roofs, the lines drawn."""

from __future__ import annotations

import dataclasses
import io
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
    drawing = roofline.drawing(comparison, lambda label: 0.006 * len(label))
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
        "fp32, fp64 tensor 66.9 TFLOP/s"
    ]
    for point in drawing.points:
        assert drawing.xs[0] < point.intensity < drawing.xs[1]
        assert drawing.ys[0] < point.rate.value < drawing.ys[1]


def test_a_slopes_label_keeps_clear_of_points_and_of_the_roofs_that_cross_it(
    comparison: Comparison,
):
    """It lies on its line, and where it covers nothing, as long as there is such a place."""
    drawing = roofline.drawing(comparison, lambda label: 0.003 * len(label))
    assert drawing is not None
    decades = math.log10(drawing.xs[1] / drawing.xs[0])
    labelled = [line for line in drawing.lines if line.kind == "memory" and line.label]
    assert [line.label for line in labelled] == [
        "DRAM 4.81 TB/s (4.28 measured)",
        "L2 6.90 TB/s measured",
        "shared 33.5 TB/s (33.5 measured)",
    ]
    for line in labelled:
        x, y = line.label_at
        rate = line.start[1] / line.start[0]
        assert y / x == pytest.approx(rate)
        half = len(line.label) * 0.003 * decades / 2
        crossings = [one.end[1] / rate for one in drawing.lines if one.kind == "compute"]
        on_it = [p.intensity for p in drawing.points if 0.5 < p.rate.value / p.intensity / rate < 2]
        assert all(abs(math.log10(x / one)) > 0.99 * half for one in crossings + on_it)


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
    assert "bf16, fp16 989 TFLOP/s, specified" in solid
    assert "bf16 713 TFLOP/s, measured" in dashed
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
    assert (
        roofline.drawing(
            dataclasses.replace(comparison, roofs=()), lambda label: 0.006 * len(label)
        )
        is None
    )
    unmeasured = dataclasses.replace(comparison, rows=comparison.rows[2:])
    assert roofline.drawing(unmeasured, lambda label: 0.006 * len(label)) is None


def test_the_best_ceiling_is_the_measured_one(comparison: Comparison):
    """Else the specification's, else the estimate; none for a name that is not there."""
    found = roofline.best(comparison.roofs, "dram")
    assert found is not None
    assert found.rate == Quantity(4282e9, "B/s", "measured", note=found.rate.note)
    assert roofline.best(comparison.roofs, "fp4") is None
