"""The virtual clock: host time, less emulation, plus waiting for the device."""

from __future__ import annotations

import time
import timeit

import pytest

torch = pytest.importorskip("torch")

from kernelscope.devices.clock import Timeline, virtual_clock  # noqa: E402
from kernelscope.devices.cuda_facade import pretend_cuda  # noqa: E402
from kernelscope.devices.virtual import virtual_gpu  # noqa: E402
from kernelscope.quantity import Quantity  # noqa: E402
from kernelscope.record import OperatorRecord  # noqa: E402

without_gpu = pytest.mark.skipif(torch.cuda.is_available(), reason="a real GPU is here")


class Host:
    """A host clock that moves when the test says so."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


def operation(microseconds: float) -> OperatorRecord:
    return OperatorRecord("aten.x", time_us=Quantity(microseconds, "us", "estimated"))


@pytest.fixture
def host() -> Host:
    return Host()


@pytest.fixture
def timeline(host: Host) -> Timeline:
    return Timeline(virtual_gpu("h200"), host)


def test_host_time_passes_as_it_is(host: Host, timeline: Timeline) -> None:
    host.seconds += 2
    assert timeline.now() == 2


def test_emulation_is_taken_out_and_the_clock_stands_still_in_it(
    host: Host, timeline: Timeline
) -> None:
    host.seconds += 1
    with timeline.emulation():
        host.seconds += 50
        assert timeline.now() == 1
        with timeline.emulation():
            host.seconds += 50
    host.seconds += 1
    assert timeline.now() == 2


def test_the_hosts_own_work_inside_emulation_counts(host: Host, timeline: Timeline) -> None:
    with timeline.emulation():
        host.seconds += 50
        with timeline.host_work():
            host.seconds += 2
            with timeline.emulation():
                host.seconds += 50
            assert timeline.now() == 2
        host.seconds += 50
        assert timeline.now() == 2
    with timeline.host_work():
        host.seconds += 1
    assert timeline.now() == 3


def test_a_launch_does_not_make_the_host_wait_and_a_synchronisation_does(
    host: Host, timeline: Timeline
) -> None:
    timeline.enqueue(operation(3e6))
    assert timeline.now() == 0
    host.seconds += 1
    timeline.synchronize()
    assert timeline.now() == 3
    timeline.synchronize()
    assert timeline.now() == 3


def test_launches_queue_behind_each_other_and_after_an_idle_time_begin_at_once(
    host: Host, timeline: Timeline
) -> None:
    timeline.enqueue(operation(2e6))
    timeline.enqueue(operation(1e6))
    assert timeline.mark() == 3
    host.seconds += 10
    timeline.enqueue(operation(1e6))
    assert timeline.mark() == 11


def test_waiting_for_a_moment_that_has_passed_costs_nothing(host: Host, timeline: Timeline) -> None:
    host.seconds += 5
    timeline.wait_until(3)
    assert timeline.now() == 5


def test_pythons_clocks_follow_and_are_put_back(host: Host, timeline: Timeline) -> None:
    names = ("time", "perf_counter", "monotonic", "process_time", "time_ns", "perf_counter_ns")
    before = {name: getattr(time, name) for name in names}
    with virtual_clock(timeline):
        start = {name: getattr(time, name)() for name in names}
        assert abs(start["time"] - before["time"]()) < 5
        timeline.enqueue(operation(7e6))
        timeline.synchronize()
        for name in names:
            unit = 1e9 if name.endswith("_ns") else 1
            assert (getattr(time, name)() - start[name]) / unit == pytest.approx(7, rel=1e-5)
        assert timeit.default_timer() == time.perf_counter()
    assert {name: getattr(time, name) for name in names} == before


@without_gpu
def test_events_show_the_estimated_time_between_them() -> None:
    gpu = virtual_gpu("h200")
    with pretend_cuda(gpu) as timeline:
        x = torch.ones(1 << 22, device="cuda")
        start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        torch.cuda.synchronize()
        before = gpu.device_time_us
        timeline.delay(
            60e6, "other"
        )  # a minute of other work: the device is behind however slow the host
        start.record()
        for _ in range(50):
            x.mul_(2)
        end.record()
        assert not end.query()
        end.synchronize()
        assert end.query()
        expected_ms = (gpu.device_time_us - before) / 1e3
        assert start.elapsed_time(end) == pytest.approx(expected_ms, rel=1e-3)
    with pytest.raises(ValueError, match="enable_timing"):
        torch_event_without_timing(gpu)


def torch_event_without_timing(gpu) -> None:
    with pretend_cuda(gpu):
        torch.cuda.Event().elapsed_time(torch.cuda.Event())


@without_gpu
def test_the_host_waits_where_it_reads_a_value() -> None:
    gpu = virtual_gpu("h200")
    with pretend_cuda(gpu) as timeline:
        x = torch.ones(1 << 24, device="cuda")
        for read in (x[0].item, x[:2].cpu, x[:2].tolist):
            x.mul_(1)
            x.mul_(1)
            ready = timeline.mark()
            read()
            assert timeline.now() >= ready


@without_gpu
def test_streams_are_in_order_and_can_be_entered() -> None:
    with pretend_cuda(virtual_gpu("h200")):
        side = torch.cuda.Stream()
        assert torch.cuda.current_stream() == torch.cuda.default_stream() != side
        with torch.cuda.stream(side):
            assert torch.cuda.current_stream() == side
            event = side.record_event()
        side.wait_stream(torch.cuda.current_stream())
        torch.cuda.current_stream().wait_event(event)
        event.synchronize()
        side.synchronize()
        assert side.query()
        assert torch.cuda.current_stream() == torch.cuda.default_stream()


@without_gpu
def test_emulation_does_not_show_in_the_lectures_way_of_timing() -> None:
    """A large operation takes the CPU long and shows the GPU's time all the same."""
    gpu = virtual_gpu("h200")
    with pretend_cuda(gpu) as timeline, virtual_clock(timeline):
        x = torch.ones(1 << 24, device="cuda")
        torch.cuda.synchronize()
        before, real = gpu.device_time_us, time.thread_time
        start = time.perf_counter()
        torch.exp(x).sum()
        torch.cuda.synchronize()
        shown = (time.perf_counter() - start) * 1e6
        assert real is time.thread_time
        estimated = gpu.device_time_us - before
        assert estimated <= shown
