"""The terminal's table: what it says, and that it fits."""

from __future__ import annotations

import dataclasses

import pytest

from kernelscope.quantity import Quantity
from kernelscope.record import Comparison, Finding
from kernelscope.report import cells
from kernelscope.report.comparison import html, table
from kernelscope.report.tables import plain


def line_of(text: str, name: str) -> str:
    return next(line for line in text.splitlines() if line.startswith(name))


def test_fits_80_columns_with_the_longest_names(comparison: Comparison):
    """No line is longer than 80 characters, and no figure is cut off."""
    longest = dataclasses.replace(comparison.rows[1], implementation="triton-coarsened")
    text = plain(
        table.renderable(dataclasses.replace(comparison, rows=(*comparison.rows, longest)), 80), 80
    )
    assert max(map(len, text.splitlines())) <= 80
    assert line_of(text, "triton-coarsened").split() == [
        *("triton-coarsened", "✓", "ok", "0.510", "ms", "98.3", "%"),
        *("2.15", "GB", "cnt.", "1.00×", "1", "1.50"),
    ]


def test_shared_provenance_stands_in_the_heading(comparison: Comparison):
    """Where all times are estimated the column says so once, and cells do not repeat it."""
    text = plain(table.renderable(comparison))
    heading = text[text.index("time") : text.index("naive")]
    assert "est." in heading
    assert "est." not in line_of(text, "naive")


def test_mixed_provenance_stands_beside_each_number(comparison: Comparison):
    """Counted and computed bytes in one column carry their tags."""
    text = plain(table.renderable(comparison))
    assert "23.6 GB cmp." in line_of(text, "naive")
    assert "2.15 GB cnt." in line_of(text, "triton")


def test_a_measured_time_beside_an_estimated_one_is_told_apart(comparison: Comparison):
    """One measured row makes every time in the table carry its own tag."""
    timed = dataclasses.replace(comparison.rows[1], time_ms=Quantity(0.507, "ms", "measured"))
    text = plain(
        table.renderable(dataclasses.replace(comparison, rows=(comparison.rows[0], timed)), 120),
        120,
    )
    assert "5.31 ms est." in line_of(text, "naive")
    assert "0.507 ms meas." in line_of(text, "triton")


def test_every_row_that_is_not_ok_gives_its_reason(comparison: Comparison):
    """Wrong, failed and unavailable rows stay in the table and say why below it."""
    text = plain(table.renderable(comparison))
    assert "mine: wrong: n=3: 12 of 4,096 wrong, first at [3, 7]" in text
    assert "broken: failed: CompileError: gelu.cu:3:1" in text
    assert "load-inline: unavailable: needs nvcc" in text


def test_the_limit_and_the_models_error_are_named(comparison: Comparison):
    """Percentages say of what, and estimates say how far they may be off."""
    text = plain(table.renderable(comparison))
    assert "4.28 TB/s, measured (4 GiB on one H200)" in text
    assert "time model: within 12 %" in text


def test_sweep_prints_one_column_an_implementation(swept: Comparison):
    """A sweep's table has a line a point, a unit with provenance, and a dash for a gap."""
    lines = plain(table.renderable(swept)).splitlines()
    start = next(i for i, line in enumerate(lines) if line.split() == ["naive", "triton"])
    assert lines[start + 1].split() == ["n", "GB/s", "est.", "GB/s", "est."]
    assert [line.split() for line in lines[start + 2 : start + 5]] == [
        ["4096", "10.0", "90.0"],
        ["16384", "120", "–"],
        ["65536", "400", "4,100"],
    ]


def test_it_ends_in_what_to_use_when(comparison: Comparison):
    """Time, share, lines and compile time stand beside each name; for, against and when below."""
    text = plain(table.renderable(comparison))
    lines = text[text.index("which to use") :].splitlines()
    assert " ".join(lines[0].split()) == "which to use time % limit lines compiling meas."
    assert lines[1].split() == ["naive", "5.31", "ms", "9.40", "%", "2", "–"]
    assert lines[2:5] == [
        "  + the shortest: 2 lines",
        "  − 10.4× the time of triton",
        "  → to check",
    ]
    assert lines[5].split() == ["triton", "0.510", "ms", "98.3", "%", "14", "312", "ms"]
    assert max(map(len, lines)) <= 80


def test_a_gain_within_the_models_error_says_so(comparison: Comparison):
    """Of an estimated time; a measured one has another error."""
    found = dataclasses.replace(comparison.rows[0].findings[0], estimated_gain=0.07)
    row = dataclasses.replace(comparison.rows[0], findings=(found,))
    said = "fuse them: saves 7.00 % est., within the model's error"
    assert said in " ".join(
        plain(table.renderable(dataclasses.replace(comparison, rows=(row,)))).split()
    )
    page = html.to_html(dataclasses.replace(comparison, rows=(row,)))
    assert "(gain 7.00 % est., within the model&#39;s error)" in page
    large = dataclasses.replace(row, findings=(dataclasses.replace(found, estimated_gain=0.5),))
    timed = dataclasses.replace(row, time_ms=Quantity(5.31, "ms", "measured"))
    for other in (large, timed):
        shown = dataclasses.replace(comparison, rows=(other,))
        assert "within the model's error" not in plain(table.renderable(shown))


def test_a_gain_below_one_percent_has_no_figure(comparison: Comparison):
    """The finding stays: it says what the kernel does, not that changing it pays."""
    found = dataclasses.replace(comparison.rows[0].findings[0], estimated_gain=0.0000251)
    row = dataclasses.replace(comparison.rows[0], findings=(found,))
    shown = dataclasses.replace(comparison, rows=(row,))
    assert "fuse them" in plain(table.renderable(shown))
    assert "saves" not in plain(table.renderable(shown))
    assert "(gain" not in html.to_html(shown)


def test_a_sweeps_notes_stand_below_it(swept: Comparison):
    """Where an implementation stops working is said where its figures end."""
    assert swept.sweep is not None
    noted = dataclasses.replace(swept.sweep, notes=("triton works up to n=4096: spills.",))
    text = plain(table.renderable(dataclasses.replace(swept, sweep=noted)))
    assert (
        text.index("65536") < text.index("triton works up to n=4096") < text.index("which to use")
    )


def test_a_finding_that_begins_with_its_rule_names_it_once() -> None:
    for message in ("launch-bound", "launch-bound: 32 launches of 3.6 µs each"):
        shown = cells.ruled_finding(Finding("launch-bound", message, advice="a CUDA graph")).plain
        assert shown.count("launch-bound") == 1
        assert shown.endswith("a CUDA graph")


def test_a_table_is_text_in_a_notebook_too(
    comparison: Comparison, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In Jupyter, which sets FORCE_COLOR, rich displays what it prints, with escapes."""
    view = table.renderable(comparison)
    elsewhere = plain(view)
    monkeypatch.setattr("rich.console._is_jupyter", lambda: True)
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert plain(view) == elsewhere
