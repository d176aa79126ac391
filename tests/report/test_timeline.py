"""The timeline's drawing and its lines in the table, from records made by hand."""

from __future__ import annotations

import re

import pytest

from kernelscope.profiling.timeline import device_use
from kernelscope.profiling.totals import syncs
from kernelscope.record import Profile
from kernelscope.report.profile import device_use as lines_of
from kernelscope.report.profile.timeline import to_svg
from profiling.spans import copy, host, kernel, stretch, wait
from report.drawn import boxes

SPANS = (
    stretch("forward <a>", "forward", 0, 500),
    stretch("0 Linear", "layer", 0, 200),
    host("aten::mm", 0, 100),
    kernel("gemm", submitted=50, start=100, duration=300),
    wait("item", 110, 290, source="/home/me/train.py:7"),
    host("aten::add", 900, 50),
    kernel("add", submitted=940, start=1000, duration=100, source="/home/me/train.py:8"),
    copy("Memcpy DtoH", submitted=945, start=1100, duration=100, row=7),
)


def record() -> Profile:
    return Profile(
        "virtual:h200", "train.py", spans=SPANS, syncs=syncs(SPANS), use=device_use(SPANS)
    )


def test_every_lane_is_drawn_to_scale() -> None:
    found = boxes(to_svg(record()))
    css = {title: box.role.split()[0] for title, box in found.items()}
    assert css == {
        "forward: forward <a>: 500 µs": "range",
        "layer: 0 Linear: 200 µs": "range",
        "aten::mm: 100 µs": "host",
        "wait: item: 290 µs": "wait",
        "aten::add: 50.0 µs": "host",
        "gemm: 300 µs": "device",
        "add: 100 µs": "device",
        "Memcpy DtoH: 100 µs": "copy",
        "idle while the CPU runs the program's own code: 600 µs": "idle",
    }
    gemm, add = found["gemm: 300 µs"], found["add: 100 µs"]
    assert gemm.width == pytest.approx(3 * add.width)
    assert add.x - gemm.x == pytest.approx(3 * gemm.width)
    idle = found["idle while the CPU runs the program's own code: 600 µs"]
    assert idle.x == pytest.approx(gemm.x + gemm.width)


def test_a_layer_lies_below_its_forward_and_the_device_below_the_host() -> None:
    y = {title.rpartition(": ")[0]: box.y for title, box in boxes(to_svg(record())).items()}
    order = ["forward: forward <a>", "layer: 0 Linear", "aten::mm", "gemm", "Memcpy DtoH"]
    assert [y[name] for name in order] == sorted({y[name] for name in order})
    assert y["wait: item"] == y["aten::mm"]


def test_thousands_of_spans_thinner_than_a_pixel_are_not_all_drawn() -> None:
    many = tuple(kernel("k", i, float(i), 0.9) for i in range(50_000))
    svg = to_svg(Profile("virtual:h200", "train.py", spans=many))
    assert len(re.findall('class="device"', svg)) < 5000
    assert svg.count("data-span") < 12_000


def test_spans_too_thin_to_see_wait_for_a_zoom() -> None:
    """A thousand kernels of 1 µs within 1 s are a hair; each is there with its own time."""
    many = tuple(kernel("k", i, 2.0 * i, 1.0) for i in range(1000))
    whole = Profile("virtual:h200", "train.py", spans=(*many, kernel("long", 1000, 3000.0, 1e6)))
    svg = to_svg(whole)
    assert len(re.findall('class="device"', svg)) < 10
    found = re.findall(r'class="device(?: thin)?" data-span="(\S+) 1"', svg)
    assert [float(start) for start in found] == [2.0 * i for i in range(1000)]


def test_nothing_recorded_is_still_a_drawing() -> None:
    assert boxes(to_svg(Profile("virtual:h200", "train.py"))) == {}


def test_the_table_says_how_busy_why_idle_and_what_to_write_instead() -> None:
    told = list(lines_of.lines(record()))
    assert told[0] == (
        "between its first and last work (1.10 ms) the GPU is busy for 45 %; the CPU runs up to "
        "0.155 ms ahead, at most 2 queued"
    )
    program, waited = told[1:3]
    assert program.startswith("  idle 0.310 ms in 1 gap while the CPU runs the program's own code")
    assert program.endswith("; most at train.py:8 (0.310 ms)")
    assert waited.startswith("  idle 0.290 ms in 1 gap after the CPU waited for it")
    assert waited.endswith("; most at train.py:7, in item (0.290 ms)")
    assert told[4].startswith("  train.py:7: a value is read (.item(), float(), if), once, 0.290")
