"""The lecture's benchmark and the times of a call, with clocks that the tests hand in."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
import torch

import kernelscope as ks
from kernelscope.devices.torch_cuda.facade import pretend_cuda
from kernelscope.hardware import GPUS
from kernelscope.hardware.timing import EVENT_US
from kernelscope.measure.clocks import CudaClock, Timings, measure
from kernelscope.record import OperatorRecord


class FakeTime:
    """Seconds that pass only where a test says so."""

    def __init__(self) -> None:
        self.now = 0.0
        self.waited = 0

    def __call__(self) -> float:
        return self.now

    def wait(self) -> None:
        self.waited += 1


def test_benchmark_is_the_mean_of_the_trials_in_milliseconds() -> None:
    """Warm-ups are not timed, and the device is waited for in each trial."""
    clock = FakeTime()
    steps = iter([100.0, 0.001, 0.002, 0.006])

    def run() -> None:
        clock.now += next(steps)

    mean = ks.benchmark("sum", run, clock=clock, synchronize=clock.wait)
    assert mean == pytest.approx(3.0)
    assert clock.waited == 4


def test_benchmark_of_a_sleep_is_about_the_sleep() -> None:
    """The lecture's first example, with its own arguments."""
    mean = ks.benchmark("sleep", lambda: time.sleep(0.02), num_warmups=1, num_trials=3)
    assert 19 <= mean < 200


def test_benchmark_refuses_no_trials() -> None:
    """A mean of nothing is no time."""
    with pytest.raises(ValueError, match="at least one trial"):
        ks.benchmark("nothing", lambda: None, num_trials=0)
    with pytest.raises(ValueError, match="no negative warm-ups"):
        ks.benchmark("nothing", lambda: None, num_warmups=-1)


def test_benchmark_takes_one_trial_and_no_warm_up() -> None:
    """Both bounds themselves are allowed, and the function runs just that often."""
    calls: list[None] = []
    ks.benchmark("once", lambda: calls.append(None), num_warmups=0, num_trials=1)
    assert len(calls) == 1


class FakeGpu:
    """A GPU clock whose times are given, and which writes down what it was asked."""

    def __init__(self, capture_fails: bool = False) -> None:
        self.asked: list[str] = []
        self.capture_fails = capture_fails
        self.drift = 0.0

    def events(self, run: Callable[[], object], *, cold: bool, host_ms: float) -> float:
        assert host_ms == 0.25  # measured before, so that the host can be let ahead
        self.drift += 0.001
        self.asked.append(f"{run()} {'cold' if cold else 'warm'}")
        return (2.0 if cold else 1.0) + self.drift

    def host(self, run: Callable[[], object]) -> float:
        self.asked.append(f"{run()} host")
        return 0.25

    def graph(self, run: Callable[[], object]) -> Callable[[], float]:
        if self.capture_fails:
            raise RuntimeError("operation not permitted when stream is capturing\nmore")
        name = run()

        def replay() -> float:
            self.asked.append(f"{name} graph")
            return 0.5

        return replay


def test_implementations_are_timed_in_turns() -> None:
    """A drifting clock meets each of them alike: a, b, a, b, not a, a, b, b."""
    gpu = FakeGpu()
    measure({"a": lambda: "a", "b": lambda: "b"}, gpu, rounds=3)
    order = [asked.split()[0] for asked in gpu.asked if asked.endswith("cold")]
    assert order == ["a", "b", "a", "b", "a", "b"]


def test_every_kind_is_reported_apart_with_its_interval() -> None:
    """gpu is the cold time; warm, host and graph stand beside it, all measured, in ms."""
    timings = measure({"a": lambda: "a"}, FakeGpu(), rounds=20)["a"]
    found = timings.quantities()
    assert set(found) == {"gpu", "cold", "warm", "host", "graph"}
    assert found["gpu"] == found["cold"]
    assert found["graph"].value == 0.5
    cold = found["cold"]
    assert (cold.unit, cold.provenance) == ("ms", "measured")
    assert cold.low is not None
    assert cold.high is not None
    assert 2 < cold.low < cold.value < cold.high < 2.1
    assert cold.note == "median of 20"


def test_a_call_that_no_graph_can_hold_says_why() -> None:
    """The other kinds are there; the reason is one line."""
    timings = measure({"a": lambda: "a"}, FakeGpu(capture_fails=True), rounds=6)["a"]
    assert timings.summary("graph") is None
    assert timings.missing["graph"] == (
        "cannot be captured: RuntimeError: operation not permitted when stream is capturing"
    )
    assert timings.summary("warm") is not None


def test_each_is_warmed_up_before_it_is_timed() -> None:
    """What the first calls compile is not in any sample."""
    calls: list[str] = []
    gpu = FakeGpu()

    def run() -> str:
        calls.append("timed" if gpu.asked else "before")
        return "a"

    measure({"a": run}, gpu, rounds=1, warmups=4)
    assert calls.count("before") >= 4


def test_no_samples_give_no_quantity() -> None:
    """A kind without samples is left out."""
    assert Timings({"cold": [], "warm": [1.0]}).quantities().keys() == {"warm"}


def test_on_a_virtual_gpu_benchmark_gives_the_estimated_time() -> None:
    """A run that launches nothing keeps its wall time; one that does takes the model's."""
    with ks.virtual_gpu("h200") as gpu:

        def run() -> None:
            time.sleep(0.002)
            gpu.record_operator(
                OperatorRecord("aten.mul.Tensor", time_us=ks.Quantity(7.0, "us", "estimated"))
            )

        alone_us = 7.0 - EVENT_US  # no event is recorded around it
        assert ks.benchmark("mul", run) == pytest.approx(alone_us / 1e3)
        assert ks.benchmark("sleep", lambda: time.sleep(0.002)) >= 2


@pytest.mark.skipif(torch.cuda.is_available(), reason="a real GPU is here")
def test_a_cold_sample_empties_every_l2_before_the_call(monkeypatch: pytest.MonkeyPatch) -> None:
    """Over twice the largest L2 is written while the GPU waits; a warm sample writes nothing."""
    slept: list[int] = []
    monkeypatch.setattr(torch.cuda, "_sleep", slept.append)
    gpu = ks.virtual_gpu("h200")
    with pretend_cuda(gpu):
        x = torch.ones(1024, device="cuda")
        clock = CudaClock()
        written: dict[bool, float] = {}
        for cold in (True, False):
            before = len(gpu.events)
            assert clock.events(lambda: x + 1, cold=cold, host_ms=0.1) > 0
            *first, call = (e for e in gpu.events[before:] if isinstance(e, OperatorRecord))
            assert call.name == "aten.add.Tensor"
            written[cold] = sum(event.bytes_written for event in first)
        clock.events(lambda: x + 1, cold=False, host_ms=2.0)
    assert written[True] > 2 * max(known.l2_bytes for known in GPUS.values())
    assert written[False] == 0
    # At most 2 GHz: the GPU still waits when a host of 2 ms has submitted the call.
    assert slept[0] == slept[1] < slept[2]
    assert slept[2] / 2e9 > 2e-3


@pytest.mark.gpu
def test_a_copy_on_the_gpu_takes_what_its_bytes_need() -> None:
    """1 GiB copied: no faster than the pins allow, and cold no faster than warm by much."""
    x = torch.randn(1 << 28, device="cuda")
    y = torch.empty_like(x)

    def copy() -> None:  # a kernel: `copy_` becomes a memory node in a graph, half as fast again
        torch.mul(x, 1.0, out=y)

    timings = measure({"copy": copy}, CudaClock(), rounds=10)["copy"]
    cold, graph = timings.summary("cold"), timings.summary("graph")
    assert cold is not None
    assert graph is not None
    assert 2 * 2**30 / (cold.median * 1e-3) < 10e12
    assert cold.median == pytest.approx(graph.median, rel=0.2)


@pytest.mark.gpu
def test_a_slow_host_is_not_timed_between_the_events() -> None:
    """A millisecond of Python before a kernel of microseconds."""
    x = torch.ones(1 << 20, device="cuda")

    def run() -> object:
        time.sleep(0.001)
        return x + 1

    clock = CudaClock()
    host_ms = clock.host(run)
    assert host_ms > 1
    assert clock.events(run, cold=True, host_ms=host_ms) < 0.1
