"""Pictures: what is drawn is what the record holds."""

from __future__ import annotations

import dataclasses

import pytest

from kernelscope.errors import UsageError
from kernelscope.record import Comparison
from kernelscope.report.comparison import plot


def test_png_and_svg_are_such_files(comparison: Comparison):
    """The bytes begin as a PNG and an SVG do."""
    assert plot.image(comparison, "png").startswith(b"\x89PNG\r\n")
    assert b"<svg" in plot.image(comparison, "svg")[:1000]


def test_bars_are_as_long_as_the_times(comparison: Comparison):
    """The widths of the bars are the milliseconds, in the rows' order."""
    left = plot.draw(comparison, "bars").axes[0]
    assert [bar.get_width() for bar in left.patches] == [5.31, 0.51]
    assert "estimated" in left.get_xlabel()


def test_sweep_has_one_line_an_implementation(swept: Comparison):
    """Each line has its points; a point that could not be made is left out, not drawn as zero."""
    lines = {line.get_label(): line for line in plot.draw(swept).axes[0].lines}
    assert list(lines["naive"].get_ydata()) == [10.0, 120.0, 400.0]
    assert list(lines["triton"].get_xdata()) == [4096.0, 65536.0]


def test_roofline_points_are_work_over_time_and_bytes(comparison: Comparison):
    """FLOPs over bytes moved against FLOPs over time."""
    lines = {line.get_label(): line for line in plot.draw(comparison, "roofline").axes[0].lines}
    flops, moved = 15 * 2**30 / 4, 2 * 2**30
    assert lines["triton, DRAM"].get_xdata()[0] == pytest.approx(flops / moved)
    assert lines["triton, DRAM"].get_ydata()[0] == pytest.approx(flops / 0.51e-3 / 1e12)


def test_what_cannot_be_drawn_says_so(comparison: Comparison):
    """No sweep, no timed row, an unknown format: an error that names what is missing."""
    untimed = dataclasses.replace(comparison, rows=comparison.rows[2:])
    with pytest.raises(UsageError, match="no sweep"):
        plot.image(comparison, kind="sweep")
    with pytest.raises(UsageError, match="nothing to plot"):
        plot.image(untimed)
    with pytest.raises(UsageError, match="png, svg, pdf"):
        plot.image(comparison, "bmp")


def test_the_same_record_gives_the_same_svg(comparison: Comparison):
    """A view is a function of the record: no time of day in the file."""
    assert plot.image(comparison, "svg") == plot.image(comparison, "svg")
