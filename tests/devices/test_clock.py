"""The virtual clock: host time, less emulation, plus waiting for the device."""

from __future__ import annotations

import gc
import io
import os
import pdb
import subprocess
import sys
import time
import timeit
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")

from kernelscope.devices import executed, host_clock  # noqa: E402
from kernelscope.devices.clock import Timeline  # noqa: E402
from kernelscope.devices.host_clock import HostClock  # noqa: E402
from kernelscope.devices.host_costs import HOST as COSTS  # noqa: E402
from kernelscope.devices.python_clocks import virtual_clock  # noqa: E402
from kernelscope.devices.torch_cuda import kernels  # noqa: E402
from kernelscope.devices.torch_cuda.facade import pretend_cuda  # noqa: E402
from kernelscope.devices.virtual import VirtualGPU, virtual_gpu  # noqa: E402
from kernelscope.hardware import gpu  # noqa: E402
from kernelscope.hardware.timing import EVENT_US, GAP_US  # noqa: E402
from kernelscope.quantity import Quantity  # noqa: E402
from kernelscope.record import OperatorRecord  # noqa: E402

HOST = COSTS.addition_us / COSTS.pointwise_us
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
    assert timeline.now() == pytest.approx(3, abs=1e-5)
    timeline.synchronize()
    assert timeline.now() == pytest.approx(3, abs=1e-5)


def test_a_host_that_waits_learns_of_the_end_a_little_later(timeline: Timeline) -> None:
    """6.6 us, of which an addition on this host takes 8.8."""
    timeline.enqueue(operation(3e6))
    timeline.synchronize()
    assert timeline.now() == pytest.approx(3 - EVENT_US * 1e-6 + 6.6e-6, abs=1e-6)


def test_an_operation_hands_its_launches_over_one_by_one_and_waits_meanwhile(
    timeline: Timeline,
) -> None:
    """Eleven launches of no length: the host needs 4.7 us for each, and the device ends with it."""
    with timeline.operation(6.4):
        for _ in range(11):
            timeline.enqueue(operation(GAP_US))
        timeline.synchronize("item")
    assert timeline.now() == pytest.approx(1e-6 * (8.8 + 10 * 4.675), rel=0.03)


def test_launches_queue_behind_each_other_and_after_an_idle_time_begin_at_once(
    host: Host, timeline: Timeline
) -> None:
    timeline.enqueue(operation(2e6))
    timeline.enqueue(operation(1e6))
    assert timeline.mark() == pytest.approx(3, abs=1e-5)
    host.seconds += 10
    timeline.enqueue(operation(1e6))
    assert timeline.mark() == pytest.approx(11, abs=1e-5)


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
        assert timeit.default_timer() == pytest.approx(time.perf_counter(), abs=1e-5)
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
        expected_ms = (gpu.device_time_us - before + EVENT_US) / 1e3
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


def test_an_operation_costs_the_host_what_it_costs_beside_a_gpu(
    host: Host, timeline: Timeline
) -> None:
    host.seconds += 3  # the program's own
    with timeline.operation(0.5e6 / HOST):
        host.seconds += 50
        assert timeline.now() == 3.25  # half way through
        with timeline.operation(0.5e6 / HOST):  # a part of it, not the program's
            host.seconds += 50
        timeline.charge(0.5e6 / HOST)
    assert timeline.now() == 3.5
    timeline.charge(0.5e6 / HOST)
    assert timeline.now() == 4


class TestTheProgramsOwnPython:
    """Between two calls: an allowance for each call, kept for ten of them, does not count."""

    @pytest.fixture
    def timeline(self, host: Host) -> Timeline:
        return Timeline(virtual_gpu("h200"), host, glue_s=1.0)

    def loop(self, host: Host, timeline: Timeline, own: list[float]) -> list[float]:
        """Return what a clock shows of each round of some own work and a call."""
        shown: list[float] = []
        for seconds in own:
            begin = timeline.now()
            host.seconds += seconds
            with timeline.operation(0):
                host.seconds += 50
            shown.append(timeline.now() - begin)
        return shown

    def test_as_much_as_goes_with_a_call_never_counts(self, host: Host, timeline: Timeline) -> None:
        assert not any(self.loop(host, timeline, [1.0] * 100))

    def test_a_disturbance_now_and_then_does_not_count(
        self, host: Host, timeline: Timeline
    ) -> None:
        assert not any(self.loop(host, timeline, ([0.2] * 9 + [7]) * 10))

    def test_more_counts_in_the_long_run(self, host: Host, timeline: Timeline) -> None:
        assert self.loop(host, timeline, [3.0] * 50)[-20:] == pytest.approx([2.0] * 20, abs=1.0)
        assert sum(self.loop(host, timeline, [3.0] * 50)) == pytest.approx(100, rel=0.05)

    def test_much_counts_in_full(self, host: Host, timeline: Timeline) -> None:
        assert self.loop(host, timeline, [25.0] * 5) == pytest.approx([25.0] * 5)

    def test_what_a_clock_has_shown_is_not_taken_back(self, host: Host, timeline: Timeline) -> None:
        shown = 0.0
        for step in range(40):
            host.seconds += 0.4
            if step % 13 == 12:
                timeline.charge(0.0)
            assert timeline.now() >= shown
            shown = timeline.now()

    def test_the_way_from_a_reading_to_the_next_call_is_glue_too(
        self, host: Host, timeline: Timeline
    ) -> None:
        host.seconds += 25
        assert timeline.now() == 25
        host.seconds += 1
        with timeline.operation(0):
            pass
        assert timeline.now() == 25

    def test_a_program_that_waits_for_the_clock_gets_there(
        self, host: Host, timeline: Timeline
    ) -> None:
        timeline.charge(0.0)
        begin, readings = timeline.read(), 0
        while timeline.read() - begin < 50:
            host.seconds += 1
            readings += 1
        assert readings <= 51

    def test_a_reading_takes_a_moment_so_that_no_rate_is_divided_by_zero(
        self, timeline: Timeline
    ) -> None:
        first = timeline.read()
        assert 0 < timeline.read() - first < 1e-6

    def test_values_in_lists_bring_an_allowance_each(self, host: Host) -> None:
        """A fused Adam's step takes 40 tensors, each of which goes through our Python here."""
        timeline = Timeline(virtual_gpu("h200"), host)
        for _ in range(100):
            host.seconds += 1e-3
            with timeline.operation(0, values=40):
                pass
        assert timeline.now() == 0

    def test_a_librarys_own_python_is_in_its_cost(self, host: Host) -> None:
        timeline = Timeline(virtual_gpu("h200"), host)
        for calls in range(1, 100):
            timeline.charge(1e6, library=True)
            host.seconds += 4e-3
            with timeline.operation(0):
                pass
            assert timeline.now() == pytest.approx(HOST * calls)


@without_gpu
def test_operators_of_pytorch_and_views_cost_their_host_time(
    monkeypatch: pytest.MonkeyPatch, host: Host
) -> None:
    # The host's clock stands still: what passes was charged.
    monkeypatch.setattr("kernelscope.devices.clock.HostClock", lambda _ratio: host)
    with pretend_cuda(virtual_gpu("h200")) as timeline:
        x = torch.ones(4, device="cuda")
        for cost, operation in (
            (COSTS.pointwise_us, lambda: x * x),
            (COSTS.view_us, lambda: x.view(2, 2)),
        ):
            before = timeline.now()
            for _ in range(10):
                operation()
            # The test's clock is Python that counts, 0.3 us a call.
            expected = 10 * HOST * cost * 1e-6
            assert expected <= timeline.now() - before <= expected + 10 * 0.5e-6


@without_gpu
def test_a_calibrated_gpu_has_its_own_host(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its operators and its Python take what they took there."""
    ratios: list[float] = []

    def clock(ratio: float) -> Host:
        ratios.append(ratio)
        return Host()

    monkeypatch.setattr("kernelscope.devices.clock.HostClock", clock)
    monkeypatch.setattr("kernelscope.devices.clock.processor_ratio", lambda: 1.5)
    h200 = gpu("h200")
    measured = {
        "host_addition": Quantity(2 * COSTS.addition_us, "us", "measured"),
        "host_python": Quantity(0.5, "", "measured"),
    }
    times: list[float] = []
    for spec in (h200, replace(h200, measured=measured, calibrated=True)):
        with pretend_cuda(VirtualGPU(spec)) as timeline:
            x = torch.ones(4, device="cuda")
            before = timeline.now()
            x.add(x)
            times.append(timeline.now() - before)
    assert times[1] == pytest.approx(2 * times[0], rel=0.05)
    assert ratios == [1.5 * HOST, 0.75]


class TestHostClock:
    """Time in which another program had the processor is not the program's."""

    @pytest.mark.skipif(not Path("/proc/thread-self/schedstat").exists(), reason="Linux counts it")
    def test_a_thread_that_is_put_aside_does_not_age(self) -> None:
        def use_the_processors() -> subprocess.Popen[bytes]:
            return subprocess.Popen([sys.executable, "-c", "while True: pass"])

        others = [use_the_processors() for _ in range(4 * (os.cpu_count() or 1))]
        try:
            clock = HostClock()
            real, own = time.perf_counter(), clock()
            worked = time.thread_time()
            while time.perf_counter() - real < 1.0:
                pass
            passed, worked = clock() - own, time.thread_time() - worked
        finally:
            for other in others:
                other.kill()
                other.wait()
        # Most of what the others had; a hypervisor may have had some too.
        assert worked < 0.8
        assert passed - worked < 0.5 * (1 - worked)

    def test_a_wait_between_its_two_readings_does_not_hide_what_passed_before(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The thread sleeps for 50 ms and then waits 49 ms for a processor, just as it is read."""
        time_now, waited = [0.0], [0.0]
        monkeypatch.setattr(host_clock, "perf_counter", lambda: time_now[0])
        clock = HostClock()
        monkeypatch.setattr(clock, "_put_aside", lambda: waited[0])
        before = clock()

        def read_then_wait() -> float:
            monkeypatch.setattr(host_clock, "perf_counter", lambda: time_now[0])
            time_now[0], waited[0] = 0.099, 0.049
            return 0.05

        monkeypatch.setattr(host_clock, "perf_counter", read_then_wait)
        assert clock() - before == pytest.approx(0.05)

    def test_collecting_garbage_does_not_count(self) -> None:
        kept = [[number] for number in range(500_000)]
        clock = HostClock()
        own, worked = clock(), time.thread_time()
        gc.collect()
        assert clock() - own < 0.2 * (time.thread_time() - worked)
        assert kept

    def test_a_debugger_passes_over_the_note_of_a_collection(self) -> None:
        """`breakpoint()` in a script stopped inside the clock, and `p x` looked there for `x`."""
        HostClock()
        others, told = gc.callbacks[:], io.StringIO()
        gc.callbacks[:] = [host_clock._note_collection]
        gc.collect()  # what has a finalizer, which is another call
        try:
            debugger = pdb.Pdb(stdin=io.StringIO("c\n"), stdout=told, nosigint=True, readrc=False)
            _ = debugger.set_trace(), gc.collect()
        finally:
            gc.callbacks[:] = others
        assert "test_clock.py" in told.getvalue()
        assert "_note_collection" not in told.getvalue()

    def test_garbage_collected_in_the_midst_of_a_reading_does_not_count(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """That reading came out too low, and the stretch that it began too long."""
        kept = [[number] for number in range(500_000)]
        clock = HostClock()
        first, worked = clock(), time.thread_time()
        sum(range(5_000_000))
        with monkeypatch.context() as once:
            put_aside = clock._put_aside

            def collect() -> float:
                waited = put_aside()
                once.undo()
                gc.collect()
                return waited

            once.setattr(clock, "_put_aside", collect)
            counted = time.thread_time() - worked
            assert clock() - first > 0.8 * counted
        assert kept

    def test_a_reading_in_a_finalizer_does_not_run_ahead(self) -> None:
        """It counted the collection so far, and the program's work behind it did not show."""
        kept = [[number] for number in range(500_000)]
        clock = HostClock()

        class InCycle(list[object]):
            def __del__(self) -> None:
                clock()

        cycle = InCycle()
        cycle.append(cycle)
        del cycle
        gc.collect()
        first, worked = clock(), time.thread_time()
        sum(range(500_000))
        assert clock() - first > 0.8 * (time.thread_time() - worked)
        assert kept

    def test_another_processor_takes_another_time(self) -> None:
        here, there = HostClock(), HostClock(0.25)
        begin = here(), there()
        sum(range(20_000_000))
        # The two are read one behind the other, so a part of the time is in one of them alone.
        assert there() - begin[1] == pytest.approx(0.25 * (here() - begin[0]), rel=0.3)

    def test_sleeping_counts(self) -> None:
        clock = HostClock()
        before = clock()
        time.sleep(0.2)
        assert clock() - before > 0.15


def test_the_hosts_clock_goes_on_in_a_forked_child(capfd: pytest.CaptureFixture[str]) -> None:
    """There the thread has another clock of its processor time."""
    clock = HostClock()
    before = clock()
    child = os.fork()
    if child == 0:
        gc.collect()  # which the clock leaves out: an error in that would only be printed
        start = clock()
        sum(range(1_000_000))
        os._exit(0 if before <= start < clock() else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert "Error" not in capfd.readouterr().err


@without_gpu
class TestWhatIsNotThePrograms:
    """Code of ours may take any time here: caches are cold, and other programs run."""

    CALLS, EACH_S = 30, 5e-3

    def shown(self, timeline: Timeline, x: torch.Tensor) -> float:
        """Return the seconds that a loop shows, beyond the costs of its operators."""
        begin = timeline.now()
        for _ in range(self.CALLS):
            x.neg_()
        return timeline.now() - begin - self.CALLS * COSTS.addition_us * 1e-6

    @pytest.mark.parametrize("way", ["in", "out"])
    def test_the_way_into_our_code_and_out_of_it(
        self, way: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """It was counted where it was more than calls bring along: 5 ms a call."""
        # Compiled as a part of ours: what a test calls is the program's.
        ours: dict[str, object] = {"sleep": time.sleep, "us": kernels.operator_us}
        source = (
            f"def slow(*args):\n    sleep({self.EACH_S})\n    return us(*args) if args[1:] else 0"
        )
        exec(compile(source, kernels.__file__, "exec"), ours)
        with pretend_cuda(virtual_gpu("h200")) as timeline:
            x = torch.ones(4, device="cuda")
            self.shown(timeline, x)
            if way == "in":
                monkeypatch.setattr(kernels, "operator_us", ours["slow"])
            else:
                timeline.on_switch = ours["slow"]
            assert self.shown(timeline, x) < 0.1 * self.CALLS * self.EACH_S

    def test_following_a_line(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A line took 15 us to follow, and 1 us was taken out of what was timed."""
        look_up, real = executed._costs_by_offset, time.perf_counter

        class Slow(dict[int, float]):
            def get(self, *args: Any) -> Any:
                begin = real()
                while real() - begin < 15e-6:
                    pass
                return super().get(*args)

        monkeypatch.setattr(executed, "_costs_by_offset", lambda code: Slow(look_up(code)))
        with pretend_cuda(virtual_gpu("h200")) as timeline:
            x = torch.ones(4, device="cuda")

            def run() -> None:
                for _ in range(100):
                    pass
                x.neg_()

            run()
            begin = timeline.now()
            for _ in range(self.CALLS):
                run()
            assert timeline.now() - begin < 0.3 * self.CALLS * 100 * 15e-6
