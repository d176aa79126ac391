"""Pictures as a real browser lays them out: readable, and every mark where the record says.

Places are turned into values through the labels of the ticks, so that a wrong tick, a shifted
margin or a bar on another scale shows.
"""

from __future__ import annotations

import dataclasses
import itertools
import math
from collections.abc import Callable, Iterator

import pytest

from families import exhaustive
from kernelscope.hardware.ceilings import roofs
from kernelscope.hardware.occupancy_study import study
from kernelscope.quantity import Quantity
from kernelscope.record import Comparison, LaunchRecord, Profile, Row
from kernelscope.report import svg
from kernelscope.report.comparison import plot
from kernelscope.report.comparison.html import to_html
from kernelscope.report.drawing import Drawing
from kernelscope.report.occupancy import plot as occupancy
from kernelscope.report.profile import flame, timeline
from kernelscope.report.roofline import points as roofline
from report.drawn import Laid, Mark, Place, assert_readable, close, laid_out, overlap, scale
from report.test_timeline import record as profile

pytestmark = pytest.mark.browser
Browser = Callable[..., str]
TIME, TRAFFIC, ROOFLINE = (
    "time of each implementation",
    "bytes moved by each implementation",
    "roofline",
)


def page(*files: str) -> str:
    """SVG files in one page."""
    return f"<!doctype html><html><body>{''.join(files)}</body></html>"


def timed(record: Comparison) -> list[Row]:
    return [row for row in record.rows if row.time_ms is not None]


def many_rows(record: Comparison) -> Comparison:
    """Ten rows with long names, times from 1 µs to 1 s, with and without intervals."""
    rows: list[Row] = []
    for i in range(10):
        value = 10.0 ** (i / 2 - 3)
        ends = (0.9 * value, 1.4 * value) if i % 2 else (None, None)
        time = Quantity(value, "ms", "measured", *ends)
        name = f"torch.compile-max-autotune-{i}"
        rows.append(dataclasses.replace(record.rows[1], implementation=name, time_ms=time))
    return dataclasses.replace(record, rows=tuple(rows))


@pytest.fixture(params=["h200", exhaustive("a100"), "rtx3090", exhaustive("rtx4090"), "b200"])
def on_a_gpu(request: pytest.FixtureRequest, comparison: Comparison) -> Comparison:
    """The comparison with another GPU's roofs, and shared-memory traffic of one row."""
    counters = {
        "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum": 2.0e9,
        "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum": 1.5e8,
    }
    launch = LaunchRecord("k", (1, 1, 1), (32, 1, 1), counters=counters)
    staged = dataclasses.replace(comparison.rows[1], implementation="staged", launches=(launch,))
    rows = (*comparison.rows, staged)
    return dataclasses.replace(comparison, rows=rows, roofs=roofs(request.param))


def thick(start: Place, end: Place) -> list[Place]:
    """A line of one pixel, as its corners."""
    (x1, y1), (x2, y2) = start, end
    length = math.dist(start, end)
    across, down = (y1 - y2) / length / 2, (x2 - x1) / length / 2
    return [
        (x1 + across, y1 + down),
        (x2 + across, y2 + down),
        (x2 - across, y2 - down),
        (x1 - across, y1 - down),
    ]


def rows_of(drawing: Laid, colours: int) -> Iterator[list[Mark]]:
    """The bars of each series."""
    for i in range(colours):
        yield drawing.of("rect", f"s{i % 8}")


def test_every_bar_and_whisker_is_where_the_record_says(
    browser: Browser, comparison: Comparison
) -> None:
    """Bars begin at 0 and end at the time; whiskers span the interval, in the bar's middle."""
    drawing = laid_out(browser, to_html(comparison))[TIME]
    x = scale(drawing, "x")
    whiskers = drawing.of("polyline", "whisker")
    rows = timed(comparison)
    assert len(whiskers) == len(rows) == 2
    for row, (bar,), whisker in zip(rows, rows_of(drawing, 2), whiskers, strict=True):
        time = row.time_ms
        assert time is not None
        assert time.low is not None
        assert time.high is not None
        assert abs(x.value(bar.left)) < 1e-9
        assert close(x.value(bar.right), time.value * 1e-3)
        assert close(x.value(whisker.left), time.low * 1e-3)
        assert close(x.value(whisker.right), time.high * 1e-3)
        assert bar.top < whisker.top < whisker.foot < bar.foot
        assert abs(bar.middle[1] - whisker.middle[1]) < 0.01
        (name,) = [text for text in drawing.texts() if text.text == row.implementation]
        assert name.right < bar.left
        assert bar.top < name.middle[1] < bar.foot
        (label,) = [
            text
            for text in drawing.texts()
            if bar.top < text.middle[1] < bar.foot and text is not name
        ]
        assert label.left > max(bar.right, whisker.right)


def test_bytes_read_and_written_add_up_and_the_line_is_at_the_fewest(
    browser: Browser, comparison: Comparison
) -> None:
    """Read in full colour, written in pale after it; a dashed line through all rows."""
    drawing = laid_out(browser, to_html(comparison))[TRAFFIC]
    x = scale(drawing, "x")
    (fewest,) = drawing.of("polyline", "fewest")
    for row, (read, written) in zip(timed(comparison), rows_of(drawing, 2), strict=True):
        moved = row.bytes
        assert moved is not None
        assert not read.has("pale")
        assert written.has("pale")
        assert close(x.value(read.right), moved.read)
        assert abs(written.left - read.right) < 0.01
        assert close(x.value(written.right), moved.moved)
        assert close(x.value(fewest.left), moved.fewest)
        assert fewest.top < read.top < read.foot < fewest.foot


def test_every_point_of_a_sweep_is_where_the_record_says(
    browser: Browser, swept: Comparison
) -> None:
    """Three points on a line, and two with a gap between them: no line crosses it."""
    drawing = laid_out(browser, to_html(swept))["GB/s over n"]
    x, y = scale(drawing, "x", log=True), scale(drawing, "y")
    assert swept.sweep is not None
    for i, series in enumerate(swept.sweep.series.values()):
        known = [(v, q.value) for v, q in zip(swept.sweep.values, series, strict=True) if q]
        dots, lines = drawing.of("circle", f"s{i}"), drawing.of("polyline", f"s{i}")
        for (value, rate), dot in zip(known, dots, strict=True):
            assert close(x.value(dot.middle[0]), value)
            assert close(y.value(dot.middle[1]), rate)
        drawn = [point for line in lines for point in line.points]
        joined = [dot.middle for dot in dots] if None not in series else []
        assert drawn == [pytest.approx(place, abs=0.01) for place in joined]


def test_roofs_and_points_are_where_the_record_says(browser: Browser, on_a_gpu: Comparison) -> None:
    """A slope's rate is FLOP/s over FLOPs a byte; nothing crosses a name; stems lead to places."""
    drawing = laid_out(browser, to_html(on_a_gpu))[ROOFLINE]
    assert_readable(drawing)
    x, y = scale(drawing, "x", log=True), scale(drawing, "y", log=True)
    rates: list[tuple[float, bool]] = []
    for line in drawing.of("polyline", "roof"):
        (x1, y1), (x2, y2) = [(x.value(a), y.value(b)) for a, b in line.points]
        if line.points[0][1] == line.points[1][1] and line.hint:
            rates.append((y1, line.has("found")))
        elif line.hint:
            assert close(y1 / x1, y2 / x2)
            rates.append((y1 / x1, line.has("found")))
    for roof in on_a_gpu.roofs:
        if roof.name in ("dram", "l2", "shared", "fp32"):
            found = [dashed for rate, dashed in rates if close(rate, roof.rate.value)]
            assert (roof.rate.provenance != "computed") in found, roof
    lines = [line.points for line in drawing.of("polyline", "roof") if line.hint]
    names = drawing.of("text", "tiny")
    assert {name.text.split()[0] for name in names} == {"DRAM", "L2", "shared", "fp32"}
    for name in names:
        assert not any(overlap(name.corners, thick(*line)) for line in lines), name.text
        dots = [mark for mark in drawing.marks if "FLOPs a byte, " in mark.hint]
        assert not any(overlap(name.corners, dot.corners) for dot in dots), name.text
    marks = [m for m in drawing.marks if "FLOPs a byte, " in m.hint]
    points = roofline.points(on_a_gpu)
    assert len(marks) == len(points)
    for point in points:
        hint = f"{point.name}, {roofline.LEVEL_NAMES[point.level]}: "
        (mark,) = [one for one in marks if one.hint.startswith(hint)]
        triangle = point.level == "shared"
        drawn = (mark.middle[0], mark.foot - 5) if triangle else mark.middle
        ends = [stem.points for stem in drawing.of("polyline", "soft")]
        centre = next((true for true, end in ends if math.dist(end, drawn) < 0.1), drawn)
        assert close(x.value(centre[0]), point.intensity)
        assert close(y.value(centre[1]), point.rate.value)


@pytest.mark.parametrize(
    ("scheme", "change"),
    [("0", many_rows), ("1", lambda record: record), exhaustive("1", many_rows)],
    ids=["dark, many rows", "light", "light, many rows"],
)
def test_a_page_of_charts_is_readable_in_light_and_dark(
    browser: Browser, swept: Comparison, scheme: str, change: Callable[[Comparison], Comparison]
) -> None:
    """No text leaves its sheet or covers another, whatever the names; text and paper differ."""
    drawings = laid_out(
        lambda source, *options: browser(
            source, f"--blink-settings=preferredColorScheme={scheme}", *options
        ),
        to_html(change(swept)),
    )
    assert {TIME, TRAFFIC, ROOFLINE, "GB/s over n"} <= set(drawings)
    for drawing in drawings.values():
        assert_readable(drawing)
        light = {text.colour for text in drawing.of("text", "ink")}
        assert light == ({"rgb(232, 235, 239)"} if scheme == "0" else {"rgb(20, 24, 29)"})


def test_bars_of_rows_do_not_touch(browser: Browser, comparison: Comparison) -> None:
    """Ten rows, each with its own height, in the order of the record."""
    drawing = laid_out(browser, to_html(many_rows(comparison)))[TIME]
    bars = [mark for mark in drawing.of("rect") if mark.role.startswith("s")]
    assert len(bars) == 10
    assert all(one.foot + 5 < other.top for one, other in itertools.pairwise(bars))
    assert len(drawing.of("polyline", "whisker")) == 5


def test_files_are_readable(browser: Browser, swept: Comparison) -> None:
    """Each kind of picture as an SVG file: title, charts and legend on one sheet."""
    drawings: list[Drawing] = [
        plot.draw(swept, "bars"),
        plot.draw(swept, "sweep"),
        plot.draw(swept, "roofline"),
        occupancy.draw([study("h200", block=96, registers=80, shared_bytes=9000, grid=4000)]),
        timeline.draw(profile()),
        timeline.draw(Profile("virtual:h200", "train.py")),
        flame.draw(dataclasses.replace(profile(), stacks={"main": 10.0, "main;wait: x": 5.0})),
    ]
    relabelled = [dataclasses.replace(one, label=str(i)) for i, one in enumerate(drawings)]
    laid = laid_out(browser, page(*map(svg.file, relabelled)))
    assert len(laid) == len(drawings)
    for drawing in laid.values():
        assert_readable(drawing)


def test_occupancy_is_where_the_formula_says(browser: Browser) -> None:
    """The launch's dot and its curve, over threads a block, registers and shared memory."""
    launch = study("h200", block=96, registers=80, shared_bytes=9000, grid=4000)
    picture = occupancy.draw([launch])
    charts = [occupancy.chart(curve, launch) for curve in launch.curves]
    relabelled = [dataclasses.replace(one, label=str(i)) for i, one in enumerate(charts)]
    drawings = laid_out(browser, page(*map(svg.file, relabelled))).values()
    for curve, drawing in zip(launch.curves, drawings, strict=True):
        x, y = scale(drawing, "x"), scale(drawing, "y")
        (here,) = drawing.of("circle", "s2")
        unit = 1024 if curve.axis == "shared" else 1
        assert close(x.value(here.middle[0]), curve.here / unit)
        assert close(y.value(here.middle[1]), 100 * launch.occupancy.fraction)
        (line,) = drawing.of("polyline", "s0")
        assert close(x.value(line.points[-1][0]), curve.values[-1] / unit)
        assert close(y.value(line.points[-1][1]), 100 * curve.points[-1].fraction)
    assert picture.width > 3 * 300


def test_a_timelines_spans_are_at_their_times(browser: Browser) -> None:
    """Through the ticks below: every span begins and ends when the record says."""
    record = profile()
    (drawing,) = laid_out(browser, page(timeline.to_svg(record))).values()
    x = scale(drawing, "x")
    begin = min(span.start_us for span in record.spans)
    for span in record.spans:
        names = span.name, f"{span.kind}: {span.name}"
        (box,) = [
            m
            for m in drawing.of("rect")
            if m.hint and m.hint.splitlines()[0].rpartition(": ")[0] in names
        ]
        assert x.value(box.left) == pytest.approx((span.start_us - begin) * 1e-6, abs=5e-7)
        assert x.value(box.right) == pytest.approx((span.end_us - begin) * 1e-6, abs=5e-7)


ZOOM = """<script>
const frame = (name) => [...document.querySelectorAll("svg g")]
  .find((g) => g.querySelector("title").textContent.startsWith(name + ":"));
frame("CLICKED").dispatchEvent(new Event("click"));
</script></body>"""


@pytest.mark.parametrize(
    ("clicked", "shares"),
    [
        ("inner", {"main": 1.0, "inner": 1.0, "leaf": 0.5, "thin": 0.01}),
        ("main", {"main": 1.0, "inner": 0.02, "leaf": 0.01}),
    ],
)
def test_a_click_makes_a_frame_as_wide_as_the_drawing(
    browser: Browser, clicked: str, shares: dict[str, float]
) -> None:
    """What lies in it grows alike, what lies beside it goes, and a frame too thin before shows."""
    stacks = {"main": 9800.0, "main;inner": 98.0, "main;inner;leaf": 100.0, "main;inner;thin": 2.0}
    record = dataclasses.replace(profile(), target="", stacks=stacks)
    source = page(flame.to_svg(record)).replace("</body>", ZOOM.replace("CLICKED", clicked))
    (drawing,) = laid_out(browser, source + "</body>").values()
    found = {m.hint.partition(":")[0]: m for m in drawing.of("rect") if m.hint}
    assert {name for name in found if name} == set(shares)
    whole = found["main"].right - found["main"].left
    for name, share in shares.items():
        width = found[name].right - found[name].left
        assert width / whole == pytest.approx(share, rel=0.01), name
