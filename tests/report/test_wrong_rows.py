"""Rows that are not right are shown as such: no bar, no share of the limit, never the fastest."""

from __future__ import annotations

import dataclasses
import io
import re

import pytest
from rich.console import Console, RenderableType

from kernelscope.quantity import Quantity
from kernelscope.record import Bytes, Comparison, Error
from kernelscope.report import cells
from kernelscope.report.comparison import charts, table
from kernelscope.report.comparison.html import to_html
from kernelscope.report.drawing import Bar, Drawing, Line, Text
from kernelscope.report.roofline import points as roofline
from kernelscope.report.roofline import table as roofline_table
from kernelscope.report.tables import plain


@pytest.fixture
def tempting(comparison: Comparison) -> Comparison:
    """`mine` leaves out half of the work: it would be the fastest and move the fewest bytes."""
    mine = dataclasses.replace(
        comparison.rows[2],
        time_ms=Quantity(0.2, "ms", "estimated"),
        bytes=Bytes(1.0, 1.0, 2.0, 2.0),
        percent_of_limit=Quantity(250.0, "%", "estimated"),
        throughput=Quantity(9999.0, "GB/s", "estimated"),
    )
    return dataclasses.replace(comparison, rows=(*comparison.rows[:2], mine, *comparison.rows[3:]))


def words_on_line(drawing: Drawing, name: str) -> str:
    """What a chart writes to the right of an implementation's name."""
    texts = [mark for mark in drawing.marks if isinstance(mark, Text)]
    (y,) = {mark.y for mark in texts if mark.content == name}
    return " ".join(mark.content for mark in texts if mark.y == y and mark.content != name)


@pytest.mark.parametrize("chart", [charts.times, charts.traffic])
def test_a_wrong_row_has_no_bar_and_is_named_as_wrong(tempting: Comparison, chart) -> None:
    """Nor has a failed or an unavailable one; all of them stay in the chart."""
    drawing = chart(tempting)
    assert drawing is not None
    bars = {mark.role.split()[0] for mark in drawing.marks if isinstance(mark, Bar)}
    assert bars == {"s0", "s1"}
    assert words_on_line(drawing, "mine").startswith("✗ wrong")
    assert words_on_line(drawing, "broken") == "✗ failed"
    assert words_on_line(drawing, "load-inline") == "– unavailable"


def test_a_wrong_row_has_no_share_of_the_limit_and_sorts_last(tempting: Comparison) -> None:
    """Its time is that of other work: it is shown, but ranked nowhere."""
    columns = {column.heading: column for column in cells.COLUMNS}
    mine = tempting.rows[2]
    for heading in ("% limit", "throughput", "×fewest"):
        assert columns[heading].cell(mine).text == cells.NOTHING
        assert columns[heading].cell(tempting.rows[1]).text != cells.NOTHING
    for heading in ("time", "moved", "% limit", "throughput", "×fewest"):
        assert columns[heading].cell(mine).order is None


def test_the_error_of_nan_is_not_that_of_the_other_elements(comparison: Comparison) -> None:
    """Half of the results are NaN, the others exact: it is not 0 ulp off."""
    (column,) = [column for column in cells.COLUMNS if column.heading == "ulp off"]
    error = Error(0.0, 0.0, 0.0, (5,), 512, 1024, expected=1.5, got=float("nan"))
    cell = column.cell(dataclasses.replace(comparison.rows[2], error=error))
    assert (cell.text, cell.order) == ("nan", float("inf"))
    assert column.cell(comparison.rows[2]).text == "8e+06"


def test_a_wrong_row_is_in_no_figure_of_the_page(tempting: Comparison) -> None:
    """The cards name the one to use, and those that are right."""
    page = to_html(tempting)
    shown = re.findall(r'<div class="card"><b>(.*?)</b><span>(.*?)</span><small>(.*?)<', page)
    assert ("triton", "use", "0.510 ms estimated, 98.3 % of the limit") in shown
    assert ("10.4×", "slowest over fastest", "naive against triton, estimated") in shown
    assert not any("mine" in card or "0.200" in card for cards in shown for card in cards)


def test_times_within_the_models_error_are_not_called_the_fastest(comparison: Comparison) -> None:
    """No card ranks them, and the table makes the one to use bold."""
    near = dataclasses.replace(comparison.rows[0], time_ms=Quantity(0.55, "ms", "estimated"))
    page = to_html(dataclasses.replace(comparison, rows=(near, comparison.rows[1])))
    assert "slowest over fastest" not in page
    assert ">fastest<" not in page


def test_a_wrong_row_has_no_point_in_the_roofline_and_is_named(tempting: Comparison) -> None:
    """FLOPs that were not done, over a short time, would be above every other point."""
    assert {point.name for point in roofline.points(tempting)} == {"naive", "triton"}
    said = " ".join(shown(roofline_table.renderable(tempting)).split())
    assert "mine has no point: ✗ wrong." in said
    assert "broken has no point: ✗ failed." in said


def shown(view: RenderableType) -> str:
    console = Console(file=io.StringIO(), width=100)
    console.print(view)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_the_verdict_is_the_first_sentence_of_every_view(comparison: Comparison) -> None:
    """Below the title, above every figure."""
    said = dataclasses.replace(comparison, verdict="Use triton, the fastest: 0.510 ms estimated.")
    text = plain(table.renderable(said))
    title, _, first, *_ = text.splitlines()
    assert title.startswith("gelu")
    assert first == said.verdict
    body = to_html(said).partition('<main class="page">')[2]
    assert re.sub(r"<[^>]*>", "", body).strip().startswith(said.verdict)


def test_a_sweep_names_the_rows_that_it_leaves_out(swept: Comparison) -> None:
    """A wrong row has no line, and its name says so in the legend; a gap is a gap."""
    drawing = charts.sweep(swept)
    assert drawing is not None
    legend = [mark.content for mark in drawing.marks if isinstance(mark, Text)]
    assert {"naive", "triton", "mine ✗ wrong", "broken ✗ failed"} <= set(legend)
    assert "load-inline – unavailable" in legend
    lines = {role: [] for role in ("s0 thick", "s1 thick")}
    for mark in drawing.marks:
        if isinstance(mark, Line) and mark.role in lines:
            lines[mark.role].append(len(mark.places))
    assert lines == {"s0 thick": [3], "s1 thick": []}


def test_a_row_that_a_sweep_found_wrong_says_so_in_its_name(swept: Comparison) -> None:
    """Right at the case asked for, wrong at one point: its line stays, and is marked."""
    triton = dataclasses.replace(swept.rows[1], status="wrong", reason="n=16384: 3 of 9 wrong")
    found = dataclasses.replace(swept, rows=(swept.rows[0], triton))
    drawing = charts.sweep(found)
    assert drawing is not None
    assert "triton ✗ wrong" in {m.content for m in drawing.marks if isinstance(m, Text)}
    heading = next(
        line
        for line in plain(table.renderable(found)).splitlines()
        if line.split()[:1] == ["naive"] and "estimated" not in line and "ms" not in line
    )
    assert "✗ triton" in heading
