"""Pictures as files: what is drawn is what the record holds, in every format."""

from __future__ import annotations

import dataclasses
import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.colors import to_rgb
from matplotlib.font_manager import FontProperties
from matplotlib.image import imread
from matplotlib.textpath import TextPath

from kernelscope.errors import UsageError
from kernelscope.record import Comparison
from kernelscope.report import axes, pictures, svg
from kernelscope.report.comparison import charts, plot
from kernelscope.report.drawing import (
    COLOURS,
    Area,
    Bar,
    Dot,
    Drawing,
    Line,
    Mark,
    Text,
    fitting,
    legend,
    style_of,
    width_of,
    wrapped,
)


def colour_at(drawing: Drawing, x: float, y: float) -> tuple[float, ...]:
    """The colour of a place of a drawing in its PNG, which has two pixels a unit."""
    image = imread(io.BytesIO(pictures.encode(drawing, "png")))
    return tuple(float(part) for part in image[int(2 * y), int(2 * x), :3])


def is_colour(found: tuple[float, ...], name: str) -> bool:
    return np.allclose(found, to_rgb(COLOURS[name][0]), atol=0.02)


def test_each_format_is_such_a_file(comparison: Comparison):
    """The bytes begin as a PNG, an SVG and a PDF do."""
    assert plot.image(comparison, "png").startswith(b"\x89PNG\r\n")
    assert plot.image(comparison, "svg").startswith(b"<svg")
    assert plot.image(comparison, "pdf").startswith(b"%PDF")


MARKS: tuple[tuple[Mark, tuple[float, float], tuple[float, float]], ...] = (
    (Bar(20, 30, 40, 20, "s2"), (59, 49), (61, 49)),
    (Line(((20, 40), (60, 40), (60, 80)), "s2 thick"), (60, 79), (57, 79)),
    (Area(((20, 20), (60, 20), (20, 60)), "s2"), (25, 50), (50, 50)),
    (Dot(40, 40, "s2"), (43, 40), (48, 40)),
    (Dot(40, 40, "s2", "square"), (43, 43), (48, 40)),
    (Dot(40, 40, "s2", "triangle", 14), (40, 43), (46, 36)),
)


@pytest.mark.parametrize(("mark", "inside", "outside"), MARKS)
def test_a_png_has_each_kind_of_mark_at_its_place(mark, inside, outside):
    """In its colour just inside, and paper just outside."""
    drawing = Drawing(100, 100, "one mark", (mark,))
    assert is_colour(colour_at(drawing, *inside), "s2")
    assert is_colour(colour_at(drawing, *outside), "paper")


def test_a_png_is_drawn_from_the_same_marks_as_an_svg(comparison: Comparison):
    """Bars in their series' colour up to their ends; text is dark, and where it should be."""
    drawing = charts.times(comparison)
    assert drawing is not None
    bars = [mark for mark in drawing.marks if isinstance(mark, Bar)]
    assert [bar.role for bar in bars] == ["s0", "s1"]
    for bar in bars:
        assert is_colour(colour_at(drawing, bar.x + 1, bar.y + 2), bar.role)
        assert is_colour(colour_at(drawing, bar.x + bar.width - 1, bar.y + 2), bar.role)
    name = next(
        mark for mark in drawing.marks if mark == Text(bars[0].x - 8, 25, "naive", anchor="end")
    )
    image = imread(io.BytesIO(pictures.encode(drawing, "png")))[..., :3]
    around = image[2 * 10 : 2 * 30, int(2 * (name.x - width_of("naive"))) : int(2 * name.x)]
    assert around.min() < 0.2
    assert around.max() == 1


@pytest.mark.parametrize("mark", [*(case[0] for case in MARKS), Text(1, 2, "words")])
def test_a_mark_that_was_drawn_stays_as_it_is(mark: Mark):
    """Every format draws the same marks, so none of them may change one."""
    with pytest.raises(dataclasses.FrozenInstanceError):
        mark.role = "s3"  # pyright: ignore[reportAttributeAccessIssue]


def test_words_are_level_unless_they_are_turned():
    """In an SVG; a PNG is drawn from the same marks."""
    drawing = Drawing(100, 100, "words", (Text(10, 20, "level"), Text(10, 40, "turned", degrees=9)))
    lines = [
        line for line in svg.file(drawing).split("<text") if "level<" in line or "turned<" in line
    ]
    assert ["rotate(9" in line for line in lines] == [False, True]
    assert "rotate" not in lines[0]


@given(
    words=st.lists(st.text("abcdefgh ", min_size=1, max_size=20), min_size=1, max_size=8),
    width=st.floats(60, 400),
)
def test_entries_of_a_legend_do_not_touch(words: list[str], width: float):
    """Each swatch is clear of the words before it, and a line that is full goes on in the next."""
    marks, height = legend([(Dot(0, 0, "s0"), text) for text in words], (5.0, 0.0), width)
    swatches = [mark for mark in marks if isinstance(mark, Dot)]
    texts = [mark for mark in marks if isinstance(mark, Text)]
    assert [text.content for text in texts] == words
    lines: dict[float, float] = {}
    for swatch, text in zip(swatches, texts, strict=True):
        begin, end = swatch.x - 10, text.x + width_of(text.content)
        before = lines.get(swatch.y)
        assert begin >= (5.0 if before is None else before + 10)
        assert before is None or end <= 5.0 + width + 0.01
        assert swatch.x + 10 <= text.x
        lines[swatch.y] = end
    assert max(lines) < height <= 18.0 * len(lines)


def test_an_interval_crosses_the_middle_of_its_bar(comparison: Comparison):
    """From its low to its high end; the bar ends between them, and the words begin after it."""
    drawing = charts.times(comparison)
    assert drawing is not None
    bars = [mark for mark in drawing.marks if isinstance(mark, Bar)]
    intervals = [m for m in drawing.marks if isinstance(m, Line) and m.role == "whisker"]
    labels = [m for m in drawing.marks if isinstance(m, Text) and m.content.endswith("of limit")]
    for bar, interval, label in zip(bars, intervals, labels, strict=True):
        begin, end = (pick(x for x, _ in interval.places) for pick in (min, max))
        heights = [y for _, y in interval.places]
        assert begin < bar.x + bar.width < end < label.x
        assert (min(heights) + max(heights)) / 2 == bar.y + bar.height / 2
        assert bar.y < min(heights) < max(heights) < bar.y + bar.height


def test_an_unknown_role_is_refused():
    """A misspelt role stops the drawing instead of being black."""
    with pytest.raises(KeyError, match="no style 'gird'"):
        style_of("s0 gird")


def test_a_sweep_leaves_out_what_could_not_be_made(swept: Comparison):
    """A point without a value is left out, not drawn as zero."""
    drawing = charts.sweep(swept)
    assert drawing is not None
    dots = [mark for mark in drawing.marks if isinstance(mark, Dot)]
    assert [dot.role for dot in dots] == ["s0"] * 3 + ["s1"] * 2


@pytest.mark.parametrize(
    ("values", "log", "ticks"),
    [
        ((0.0, 50.0, 100.0), False, ["0", "25", "50", "75", "100"]),
        ((20.0, 50.0, 90.0), False, ["25", "50", "75"]),
        ((256.0, 512.0, 2048.0), True, ["2^8", "2^9", "2^10", "2^11"]),
    ],
)
def test_the_ticks_of_a_sweep_are_within_its_values(swept: Comparison, values, log, ticks):
    """Both ends included; powers of two on a logarithmic axis."""
    assert swept.sweep is not None
    axis = dataclasses.replace(swept.sweep, values=values, log=log)
    drawing = charts.sweep(dataclasses.replace(swept, sweep=axis))
    assert drawing is not None
    below = [mark for mark in drawing.marks if isinstance(mark, Text) and mark.anchor == "middle"]
    found = [mark.content for mark in below]
    assert found[: len(ticks)] == ticks
    assert not any(text[0].isdigit() for text in found[len(ticks) :])


def test_what_cannot_be_drawn_says_so(comparison: Comparison):
    """No sweep, no timed row, an unknown format: an error that names what is missing."""
    untimed = dataclasses.replace(comparison, rows=comparison.rows[2:])
    with pytest.raises(UsageError, match="no sweep"):
        plot.image(comparison, kind="sweep")
    with pytest.raises(UsageError, match="nothing to plot"):
        plot.image(untimed)
    with pytest.raises(UsageError, match="no roofline"):
        plot.image(untimed, kind="roofline")
    with pytest.raises(UsageError, match="png, svg, pdf"):
        plot.image(comparison, "bmp")
    with pytest.raises(UsageError, match="auto, bars, sweep, roofline"):
        plot.image(comparison, kind="pie")


@pytest.mark.parametrize("form", ["png", "svg", "pdf"])
def test_the_same_record_gives_the_same_file(comparison: Comparison, form: str):
    """A view is a function of the record: no time of day in the file."""
    assert plot.image(comparison, form) == plot.image(comparison, form)


@pytest.mark.parametrize(
    "words",
    [
        "0.507 ms est. · 98.3 % of limit",
        "torch.compile-max-autotune",
        "2.15 GB cnt. · 1.00× fewest",
        "lllliiii",
        "MMMMWWWW",
        "1,048,576",
        "FLOPs a byte that crossed the level",
    ],
)
def test_a_texts_width_is_estimated_rather_too_wide(words: str):
    """Against the outlines of DejaVu Sans, one of the widest fonts that a page is set in."""
    box = TextPath((0, 0), words, size=12, prop=FontProperties(family="DejaVu Sans")).get_extents()
    assert box.width <= width_of(words) <= 1.2 * box.width + 3


@pytest.mark.parametrize(
    ("highest", "step"), [(4, 1), (5, 2), (8, 2), (9, 2.5), (11, 5), (21, 10), (0.3, 0.1)]
)
def test_ticks_are_as_close_as_their_number_allows(highest: float, step: float):
    """The smallest of the round steps of which four reach the highest value."""
    assert axes.round_ticks(highest)[1] == pytest.approx(step)


@given(highest=st.floats(1e-9, 1e15), count=st.integers(1, 10))
def test_ticks_are_round_and_reach_the_highest_value(highest: float, count: int):
    """0 and multiples of 1, 2, 2.5 or 5 times a power of ten; no tick fits above the last one."""
    ticks = axes.round_ticks(highest, count)
    assert ticks[0] == 0
    assert len(ticks) <= count + 1
    if len(ticks) > 1:
        step = ticks[1]
        assert f"{step:.6e}".partition("e")[0].rstrip("0") in ("1.", "2.", "2.5", "5.")
        assert ticks == pytest.approx([step * i for i in range(len(ticks))])
        assert ticks[-1] <= highest * 1.001 < ticks[-1] + 1.002 * step


@pytest.mark.parametrize(
    ("low", "high", "base", "ticks"),
    [
        (0.5, 2000, 10, [1, 10, 100, 1000]),
        (1, 1000, 10, [1, 10, 100, 1000]),
        (256, 16384, 2, [256, 512, 1024, 2048, 4096, 8192, 16384]),
        (1, 1e9, 10, [1, 1e2, 1e4, 1e6, 1e8]),
    ],
)
def test_ticks_of_a_logarithmic_axis_are_powers(low, high, base, ticks):
    """All within the axis, thinned to at most eight."""
    assert axes.power_ticks(low, high, base) == ticks


def test_a_name_is_cut_to_its_room():
    """Whole if it fits, else as much as does, else nothing."""
    assert fitting("gemm", width_of("gemm")) == "gemm"
    cut = fitting("a_long_kernel_name", 70)
    assert cut.endswith("…")
    assert "a_long_kernel_name".startswith(cut[:-1])
    assert 60 < width_of(cut) <= 70
    assert fitting("a_long_kernel_name", 12) == ""


def test_a_title_is_broken_at_spaces():
    """Every line fits; no word is lost."""
    words = "matmul  m=4096 n=4096 k=4096 dtype=bfloat16   on virtual:h200"
    lines = wrapped(words, 200)
    assert len(lines) > 1
    assert all(width_of(line) <= 200 for line in lines)
    assert " ".join(lines).split() == words.split()
