"""Spans → operations: whose time is whose."""

from __future__ import annotations

import pytest

from kernelscope.profiling.totals import totals
from kernelscope.record import OperatorTotal
from profiling.spans import copy, host, kernel, stretch, wait


def by_name(*args, **kwargs) -> dict[str, OperatorTotal]:
    return {one.name: one for one in totals(*args, **kwargs)}


def test_host_time_is_an_operations_own_without_its_callees() -> None:
    found = by_name([host("aten::linear", 0, 100), host("aten::addmm", 10, 60), host("b", 20, 5)])
    assert [found[name].cpu_ms for name in ("aten::linear", "aten::addmm", "b")] == [
        pytest.approx(0.040),
        pytest.approx(0.055),
        pytest.approx(0.005),
    ]


def test_a_wait_inside_an_operation_is_not_its_own_time_but_a_line() -> None:
    found = by_name([host("aten::item", 0, 50), wait("item", 5, 40)])
    assert found["aten::item"].cpu_ms == pytest.approx(0.010)
    assert found["wait: item"].cpu_ms == pytest.approx(0.040)


def test_device_time_belongs_to_the_innermost_operation_that_queued_it() -> None:
    spans = [
        host("aten::linear", 0, 100),
        host("aten::addmm", 10, 60),
        host("cudaLaunchKernel", 20, 5, kind="launch"),
        kernel("gemm", submitted=22, start=500, duration=300),
    ]
    found = by_name(spans)
    assert (found["aten::addmm"].device_ms, found["aten::addmm"].kernels) == (0.3, ("gemm",))
    assert found["aten::linear"].device_ms == found["cudaLaunchKernel"].device_ms == 0


def test_a_kernel_that_no_operation_launched_is_a_line_of_its_own() -> None:
    spans = [host("kernel launch", 10, 5, kind="launch"), kernel("softmax_kernel", 12, 20, 7)]
    found = by_name(spans)["softmax_kernel"]
    assert (found.calls, found.device_ms, found.cpu_ms) == (1, 0.007, 0)


def test_the_same_operation_on_other_shapes_is_another_line_with_its_own_kernels() -> None:
    spans = [
        host("aten::mm", 0, 10, shapes=((2048, 2048), (2048, 2048))),
        kernel("large_tiles", 5, 20, 100),
        host("aten::mm", 30, 10, shapes=((128, 128), (128, 128))),
        kernel("small_tiles", 35, 150, 8),
    ]
    found = {one.shapes[0][0]: one.kernels for one in totals(spans)}
    assert found == {2048: ("large_tiles",), 128: ("small_tiles",)}


def test_lines_come_in_the_order_of_device_time_and_kernels_too() -> None:
    spans = [
        host("a", 0, 10),
        kernel("short", 1, 20, 5),
        kernel("long", 2, 30, 50),
        host("b", 40, 10),
        kernel("longest", 41, 100, 500),
    ]
    found = totals(spans)
    assert [one.name for one in found] == ["b", "a"]
    assert found[1].kernels == ("long", "short")


def test_threads_do_not_own_each_others_work() -> None:
    spans = [
        host("loss", 0, 100),
        host("backward", 10, 20, row=1),
        kernel("gradient", submitted=15, start=50, duration=30, host_row=1),
    ]
    found = by_name(spans)
    assert (found["backward"].device_ms, found["loss"].device_ms) == (0.03, 0)
    assert found["loss"].cpu_ms == 0.1


def test_the_virtual_gpus_work_goes_to_the_operation_it_is_named_after() -> None:
    """Without charged host time, operations have no length and begin at one moment."""
    spans = [
        host("aten::empty", 10, 0),
        host("aten::add", 10, 0),
        kernel("aten::add", submitted=10, start=10, duration=4),
    ]
    found = by_name(spans)
    assert (found["aten::add"].device_ms, found["aten::add"].kernels) == (0.004, ())
    assert found["aten::empty"].device_ms == 0


def test_copies_over_the_link_are_device_time() -> None:
    found = by_name([host("aten::copy_", 0, 10), copy("Memcpy HtoD", 5, 5, 80)])
    assert (found["aten::copy_"].device_ms, found["aten::copy_"].kernels) == (
        0.08,
        ("Memcpy HtoD",),
    )


def test_implementations_have_lines_of_their_own() -> None:
    spans = [
        stretch("naive", "implementation", 0, 50),
        host("aten::mul", 10, 5),
        stretch("torch", "implementation", 100, 50),
        host("aten::mul", 110, 7),
    ]
    found = {one.implementation: one.cpu_ms for one in totals(spans)}
    assert found == {"naive": 0.005, "torch": 0.007}


def test_a_change_of_memory_belongs_to_the_operation_that_runs_then() -> None:
    spans = [host("aten::empty", 0, 10), host("aten::add", 20, 10)]
    found = by_name(spans, [(5.0, 1024.0), (25.0, 1536.0), (28.0, 512.0)])
    assert (found["aten::empty"].device_bytes, found["aten::add"].device_bytes) == (1024, -512)
