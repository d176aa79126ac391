"""Where warps wait, in a terminal and in a page; each figure with its error."""

from __future__ import annotations

import dataclasses
from pathlib import Path

from kernelscope.hardware.known_error import PARTS, known_error_of
from kernelscope.profiling.counters import sections as at
from kernelscope.record import (
    InspectedKernel,
    Inspection,
    LaunchRecord,
    LineStalls,
    SMActivity,
    SMCycles,
    load,
    save,
)
from kernelscope.report import waits
from kernelscope.report.inspection import html, text
from kernelscope.report.tables import plain

LINES = (
    LineStalls("/a/k.py:7", {"long_scoreboard": 0.6, "selected": 0.02, "wait": 0.0004}),
    LineStalls("/a/k.py:9", {"barrier": 0.3, "selected": 0.01, "drain": 0.0656}),
    LineStalls("", {"selected": 0.004}),
)
ACTIVITY = SMActivity(0.25, 32.0, None, 0.5, 29.4, LINES)
CYCLES = SMCycles(2000.0, 1000.0, 5e6, 640, 4096.0, 0.0, activity=ACTIVITY)
LAUNCH = LaunchRecord("k", (132, 1, 1), (128, 1, 1), simulated=CYCLES)
RECORD = Inspection(
    "k.py", "virtual:h200", (InspectedKernel("k", "triton", "sm_90a", launch=LAUNCH, launches=1),)
)


def test_lines_come_with_the_most_cycles_first_and_small_ones_are_left_out() -> None:
    assert waits.rows(LINES) == [
        ("k.py:7", "62.0 %", "2.0 %", "long_scoreboard 60.0 %"),
        ("k.py:9", "37.6 %", "1.0 %", "barrier 30.0 %, drain 6.6 %"),
    ]


def test_a_rate_has_its_error_and_one_that_is_not_known_is_left_out() -> None:
    said = waits.summary(ACTIVITY)
    assert f"issue slots used 25.0 % ({PARTS[at.ISSUE].mean:.0f} points)" in said
    assert f"in L2 50.0 % ({PARTS[at.L2_HITS].mean:.0f} points)" in said
    assert "L1" not in said
    assert "estimated" in said


def test_each_figure_of_a_simulated_sm_has_its_error() -> None:
    said = waits.errors()
    assert f"cycles that issue {PARTS[at.ISSUE].mean:.0f} points" in said
    assert f"cycles an instruction {PARTS[at.LATENCY].mean:.0%}" in said
    assert f"hits in L2 {PARTS[at.L2_HITS].mean:.0f} points" in said
    assert "waits" not in said
    assert known_error_of(at.ISSUE).startswith(f"simulated; {PARTS[at.ISSUE].mean:.0f} points")
    assert "points" not in known_error_of(at.LATENCY)


def test_an_inspection_shows_them_within_80_columns_and_in_its_page() -> None:
    shown = plain(text.renderable(RECORD, 80))
    assert max(map(len, shown.splitlines())) <= 80
    page = html.to_html(RECORD)
    for view in (shown, page):
        assert "k.py:7" in view
        assert "long_scoreboard 60.0 %" in view
        assert "(docs/time.md)" in " ".join(view.split())
    unknown = dataclasses.replace(LAUNCH, simulated=None)
    kernel = dataclasses.replace(RECORD.kernels[0], launch=unknown)
    assert "long_scoreboard" not in plain(
        text.renderable(dataclasses.replace(RECORD, kernels=(kernel,)), 80)
    )


def test_a_record_keeps_them(tmp_path: Path) -> None:
    save(RECORD, tmp_path / "k.json")
    read = load(tmp_path / "k.json")
    assert isinstance(read, Inspection)
    (kernel,) = read.kernels
    assert kernel.launch is not None
    assert kernel.launch.simulated is not None
    assert kernel.launch.simulated.activity == ACTIVITY
