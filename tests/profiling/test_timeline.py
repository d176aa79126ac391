"""The queue between host and device, the device's gaps, and what the host did in them."""

from __future__ import annotations

import pytest

from kernelscope.profiling.timeline import (
    device_us,
    device_use,
    idle_gaps,
    queue_depth,
    steady_stretch,
)
from kernelscope.record import Idle, Span
from profiling.spans import copy, host, kernel, stretch, wait


def gap_after(*during: Span, until: float = 300) -> list[tuple[float, str, str]]:
    """Work until 100, `during`, and work queued and begun at `until`."""
    spans = [kernel("a", 0, 0, 100), *during, kernel("b", until - 1, until, 50)]
    return [(gap.duration_us, gap.cause, gap.inside) for gap in idle_gaps(spans)]


def test_the_queue_grows_as_the_host_runs_ahead_and_shrinks_as_work_begins() -> None:
    spans = [
        kernel("a", submitted=0, start=0, duration=100),
        kernel("b", submitted=10, start=100, duration=100),
        copy("Memcpy DtoH", submitted=20, start=200, duration=10),
    ]
    assert queue_depth(spans) == [(10, 1), (20, 2), (100, 1), (200, 0)]
    use = device_use(spans)
    assert (use.deepest_queue, use.ahead_ms) == (2, 0.18)
    assert (use.span_ms, use.busy_ms, use.idle) == (0.21, 0.21, ())


def test_work_side_by_side_leaves_no_gap() -> None:
    spans = [kernel("a", 0, 0, 100), kernel("b", 1, 20, 30, row=7), copy("c", 2, 90, 60, row=8)]
    assert list(idle_gaps(spans)) == []
    assert device_us(spans) == 150


def test_a_gap_in_which_no_operation_runs_is_the_programs() -> None:
    assert gap_after(host("aten::mm", 110, 20)) == [(200, "program", "")]


@pytest.mark.parametrize(
    ("span", "cause"),
    [
        (host("aten::mm", 110, 180), "operation"),
        (host("cudaLaunchKernel", 110, 180, kind="launch"), "launch"),
        (host("aten::copy_", 110, 180), "copy"),
        (host("triton compile", 110, 180, kind="compile"), "compile"),
        (wait("explicit", 110, 180), "wait"),
    ],
)
def test_a_gap_is_what_the_host_does_for_most_of_it(span: Span, cause: str) -> None:
    assert gap_after(span) == [(200, cause, span.name)]


def test_the_innermost_operation_counts_and_its_copy_stays_a_copy() -> None:
    inside = [host("aten::to", 100, 190), host("aten::empty", 110, 170)]
    assert gap_after(*inside) == [(200, "copy", "aten::empty")]


def test_a_gap_in_a_phase_of_torch_compile_is_compiling() -> None:
    compiling = stretch("compile_fx_inner (dynamo_timed)", "range", 100, 190)
    work = [host("aten::empty", 120, 10)]
    assert gap_after(compiling, *work) == [(200, "compile", "compile_fx_inner (dynamo_timed)")]


def test_only_the_thread_that_queued_the_next_work_is_asked() -> None:
    assert gap_after(host("aten::mm", 110, 180, row=1)) == [(200, "program", "")]


def test_a_wait_that_the_device_ran_dry_in_has_cost_at_most_its_own_length() -> None:
    """Without it the host would have been 60 µs earlier; the other 140 it needs anyway."""
    spans = [
        kernel("a", 0, 0, 100),
        wait("item", 40, 60, source="s.py:7"),
        kernel("b", 299, 300, 50, source="s.py:9"),
    ]
    use = device_use(spans)
    assert use.idle == (Idle("program", "s.py:9", 0.14), Idle("wait", "s.py:7", 0.06, 1, "item"))
    assert use.busy_ms == pytest.approx(0.15)


def test_a_wait_that_ended_before_the_device_did_is_not_to_blame() -> None:
    spans = [kernel("a", 0, 0, 100), wait("item", 20, 60), kernel("b", 150, 151, 50)]
    assert [gap.wait for gap in idle_gaps(spans)] == [None]


def test_the_work_is_where_the_device_works_most_between_imports_and_compiling() -> None:
    spans = [
        host("import", 0, 1000, kind="import"),
        kernel("first", 1000, 1000, 10),
        host("triton compile", 1010, 500, kind="compile"),
        kernel("a", 1510, 1510, 90),
        kernel("b", 1600, 1610, 100),
        host("triton compile", 1710, 800, kind="compile"),
        kernel("last", 2510, 2510, 5),
    ]
    assert steady_stretch(spans) == pytest.approx((1510 - 6, 206))
    assert steady_stretch(spans[:2]) == pytest.approx((999.7, 10.3))
    assert steady_stretch(spans[1:2]) is None
    assert steady_stretch(spans[:1]) is None


def test_nothing_on_the_device_is_no_use_of_it() -> None:
    use = device_use([host("aten::mm", 0, 10)])
    assert (use.span_ms, use.busy_ms, use.idle) == (0, 0, ())
