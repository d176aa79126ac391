"""Results below a cell of a notebook: valid HTML that loads and runs nothing, with every figure."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

import kernelscope as ks
from kernelscope.report.comparison.table import rows_table
from kernelscope.report.tables import plain
from report.test_markdown import FIGURE, RECORDS

VOID = {"br", "input", "meta", "hr", "img", "link"}
GOLDEN = Path(__file__).parent / "golden" / "records"


class Nesting(HTMLParser):
    """Follows the tags: each must be closed, in order; collects what is left open, and the text."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.names: set[str] = set()
        self.text = ""
        self.feed(source)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.text += " "
        self.tags.add(tag)
        self.names |= {name for name, _ in attrs}
        # A paragraph ends where a block begins: nothing but words may be in it.
        assert "p" not in self.open or tag not in ("p", "div", "table", "section", "ul", "pre")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.text += data


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_cell_shows_every_figure_and_runs_nothing(path: Path) -> None:
    """The answers and tables of the terminal; of a comparison the figures of its rows."""
    result = ks.load(path)
    shown = result._repr_html_()
    read = Nesting(shown)
    assert read.open == []
    assert not {"script", "link", "iframe", "object", "form", "html", "body"} & read.tags
    assert not {"src", "id"} & read.names
    assert not {name for name in read.names if name.startswith("on")}
    assert not re.search(
        r"https?://(?!ui\.perfetto\.dev|www\.speedscope\.app)|@import|url\(", shown
    )
    if isinstance(result, ks.ComparisonResult):
        expected = plain(rows_table(result.record, 4000), 4000) + result.record.verdict
    else:
        expected = plain(result.renderable(120), 4000)
    assert not {*FIGURE.findall(expected)} - {*FIGURE.findall(read.text)}


def test_a_comparison_shows_its_times_and_its_roofline() -> None:
    shown = Nesting(ks.load(GOLDEN / "compare-many.json")._repr_html_())
    for figure in (
        "5.31 ms",
        "98.3 %",
        "23.6 GB",
        "✗ wrong",
        "each memory level".replace("each ", ""),
    ):
        assert figure.split()[0] in shown.text, figure
    assert "svg" in shown.tags


def test_a_profile_shows_its_timeline_on_the_work() -> None:
    """No bar is before the work, and none is too thin to be seen."""
    shown = ks.load(GOLDEN / "profile-used.json")._repr_html_()
    assert "timeline" in shown
    widths = [
        float(width) for width in re.findall(r'<rect x="[^"]*" y="[^"]*" width="([^"]*)"', shown)
    ]
    assert widths
    assert min(widths) >= 1.5
    assert "data-zoom" not in shown


def test_a_cell_of_a_profiled_call_shows_its_page() -> None:
    """`ks.profile` returns a string, too. A terminal of IPython shows its table."""
    import torch

    result = ks.profile("ones", lambda: torch.ones(8, device="cuda"), device="virtual:h200")
    assert "aten::fill_" in Nesting(result._repr_html_()).text
    printed: list[str] = []

    class Printer:
        text = staticmethod(printed.append)

    result._repr_pretty_(Printer(), False)
    assert printed == [str(result)]


def test_what_a_result_is_called_is_short() -> None:
    """IPython prefers a `__repr__` of a class itself to its base's way to print."""
    for path in RECORDS:
        result = ks.load(path)
        assert len(repr(result)) < 120
        assert "__repr__" not in vars(type(result))
    assert repr(ks.load(GOLDEN / "compare-one.json")) == "<ComparisonResult of square on cuda>"


def test_words_of_a_record_are_never_markup() -> None:
    bad = ks.load(GOLDEN / "compare-many.json")._repr_html_()
    assert "<SXM>" not in bad
    assert "<compiler>" not in bad
