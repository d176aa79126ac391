"""A terminal's texts and tables as HTML: the same words, and nothing in them is markup."""

from __future__ import annotations

from rich.console import Group
from rich.table import Table
from rich.text import Text

from kernelscope.report.markup import html


def test_texts_are_paragraphs_whose_styles_are_marked() -> None:
    text = Text.assemble(("slow", "bold"), " at ", ("k.py:8", "dim"), ("<b>", "red"))
    assert html(Group(text, Text(), "[bold]9[/bold] µs")) == (
        '<p><b>slow</b> at <span class="soft">k.py:8</span>'
        '<span class="wrong">&lt;b&gt;</span></p>\n<p class="gap"></p>\n<p><b>9</b> µs</p>'
    )


def test_lines_that_a_terminal_does_not_break_are_kept_as_they_are() -> None:
    code = Text("if (a < b)\n  c();", no_wrap=True)
    assert html(code) == '<div class="scroll"><pre>if (a &lt; b)\n  c();</pre></div>'


def test_a_table_keeps_its_cells_and_numbers_stand_right() -> None:
    """A heading without words is no heading; a column that is cut for a terminal is whole."""
    table = Table(box=None)
    table.add_column("", max_width=3, overflow="ellipsis")
    table.add_column("µs", justify="right")
    table.add_row("a & long name", Text("9.5", "bold"))
    assert html(table) == (
        '<div class="scroll"><table class="plain"><thead><tr><td></td><th class="num">µs</th></tr>'
        '</thead><tbody><tr><td>a &amp; long name</td><td class="num"><b>9.5</b></td></tr></tbody>'
        "</table></div>"
    )


def test_a_table_without_headings_has_none() -> None:
    grid = Table.grid()
    grid.add_row("-", "old")
    grid.add_row("+", "new")
    assert "<thead>" not in html(grid)
    assert html(grid).count("<tr>") == 2
