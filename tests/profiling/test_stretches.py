"""How the time of a step divides between host and device."""

from __future__ import annotations

from kernelscope.profiling.totals import stretches
from kernelscope.record import Stretch
from profiling.spans import copy, host, kernel, stretch, wait


def test_a_step_ends_with_the_work_that_it_queued() -> None:
    spans = [
        stretch("step 0", "step", 0, 1000),
        host("aten::mm", 10, 10),
        kernel("gemm", submitted=12, start=100, duration=2000),
        wait("item", 30, 20),
    ]
    assert stretches(spans) == (Stretch("step 0", 2.1, 2.0, 0.02),)


def test_device_time_that_overlaps_is_counted_once() -> None:
    spans = [
        stretch("step 0", "step", 0, 1000),
        kernel("a", 1, 100, 100),
        copy("Memcpy HtoD", 2, 150, 100, row=7),
        kernel("b", 3, 160, 10, row=8),
    ]
    assert stretches(spans)[0].device_ms == 0.15


def test_implementations_are_told_apart_and_go_before_steps() -> None:
    spans = [
        stretch("step 0", "step", 0, 100),
        stretch("naive", "implementation", 0, 40),
        kernel("a", 1, 10, 20),
        stretch("torch", "implementation", 50, 40),
        kernel("b", 51, 60, 10),
    ]
    told = [(s.implementation, s.device_ms) for s in stretches(spans)]
    assert told == [("naive", 0.02), ("torch", 0.01)]


def test_without_a_stretch_there_is_nothing_to_divide() -> None:
    assert stretches([host("aten::mm", 10, 10)]) == ()
