"""torch.profiler → spans; here for the host alone, with a GPU for both."""

from __future__ import annotations

import time
from types import SimpleNamespace

import pytest

torch = pytest.importorskip("torch")

from kernelscope.profiling import from_torch  # noqa: E402
from kernelscope.profiling.bounded import BOUNDED, Bounds  # noqa: E402
from kernelscope.profiling.from_torch import TorchRecorder  # noqa: E402
from kernelscope.profiling.schedule import Schedule  # noqa: E402
from kernelscope.profiling.totals import totals  # noqa: E402


def test_operations_come_with_their_shapes_calls_and_time() -> None:
    a = torch.ones(32, 16)
    with (recorder := TorchRecorder()):
        begin = time.perf_counter()
        for _ in range(3):
            a @ a.T
        passed_ms = (time.perf_counter() - begin) * 1e3
    captured = recorder.captured()
    found = {one.name: one for one in totals(captured.spans)}
    assert (found["aten::mm"].calls, found["aten::mm"].shapes) == (3, ((32, 16), (16, 32)))
    assert 0 < sum(one.cpu_ms for one in found.values()) <= passed_ms
    (step,) = [s for s in captured.spans if s.lane == "range"]
    assert (step.name, step.kind, step.start_us) == ("step 0", "step", 0)


def test_what_the_start_of_the_trace_cost_is_left_out() -> None:
    """Events up to the end of its range go; names of threads stay."""
    event = {"ph": "X", "dur": 5.0}
    events = [
        {"ph": "M", "name": "thread_name", "ts": 0},
        {**event, "name": "aten::zeros", "ts": 1.0},
        {**event, "name": "start of the trace", "ts": 0.5, "dur": 2000.0},
        {**event, "name": "aten::add", "ts": 2001.0},
    ]
    kept = [one["name"] for one in from_torch._after_start(events)]
    assert kept == ["thread_name", "aten::add"]
    assert len(from_torch._after_start(events[1::2])) == 2


def test_a_schedule_keeps_the_active_steps_of_every_cycle() -> None:
    with (recorder := TorchRecorder(Schedule(wait=1, warmup=1, active=2, repeat=2))):
        for step in range(9):
            for _ in range(step):
                torch.ones(2).cos()
            recorder.step()
    captured = recorder.captured()
    steps = [s.name for s in captured.spans if s.kind == "step"]
    assert steps == ["step 2", "step 3", "step 6", "step 7"]
    found = {one.name: one.calls for one in totals(captured.spans)}
    assert found["aten::cos"] == 2 + 3 + 6 + 7


def test_implementations_are_ranges() -> None:
    with (recorder := TorchRecorder()):
        for name in ("naive", "torch"):
            with recorder.range(name, "implementation"):
                torch.ones(2).cos()
    found = totals(recorder.captured().spans)
    assert {one.implementation for one in found if one.name == "aten::cos"} == {"naive", "torch"}


def test_stacks_lead_to_the_operation() -> None:
    def outer() -> object:
        return torch.ones(2).cos()

    with (recorder := TorchRecorder(with_stack=True)):
        outer()
    stacks = recorder.captured().stacks
    assert any("outer (test_from_torch.py" in s and s.endswith("aten::cos") for s in stacks)


def test_where_a_profiler_is_active_already_it_says_so_and_leaves_that_one_alone() -> None:
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CPU]) as theirs:
        with (recorder := TorchRecorder()):
            torch.ones(2).cos()
        captured = recorder.captured()
    assert captured.spans == ()
    assert "another profiler is active" in captured.notes[0]
    assert "aten::cos" in {event.key for event in theirs.key_averages()}


def test_a_programs_own_profiler_runs_alone_and_the_rest_is_kept() -> None:
    with (recorder := TorchRecorder()):
        torch.ones(4).cos()
        for _ in range(2):
            with torch.profiler.profile() as theirs:
                torch.ones(4).tan()
        torch.ones(4).sin()
    captured = recorder.captured()
    kept = {one.name for one in totals(captured.spans)}
    assert {"aten::cos", "aten::sin"} <= kept
    assert "aten::tan" not in kept
    assert "aten::tan" in {event.key for event in theirs.key_averages()}
    starts = {one.name: one.start_us for one in captured.spans}
    assert starts["aten::cos"] < starts["aten::sin"]
    (note,) = captured.notes
    assert note.startswith("the program ran its own profiler")


def test_a_programs_own_schedule_is_followed_beside_the_profile() -> None:
    cycles: list[set[str]] = []
    with (recorder := TorchRecorder()):
        with torch.profiler.profile(
            schedule=torch.profiler.schedule(wait=1, warmup=1, active=1, repeat=2),
            on_trace_ready=lambda prof: cycles.append({e.key for e in prof.key_averages()}),
        ) as theirs:
            for _ in range(6):
                torch.ones(4).tan()
                theirs.step()
        torch.ones(4).sin()
    assert [("aten::tan" in cycle) for cycle in cycles] == [True, True]
    assert "aten::sin" in {one.name for one in totals(recorder.captured().spans)}


def test_steps_end_where_a_programs_own_profiler_begins() -> None:
    with (recorder := TorchRecorder(Schedule(wait=0, warmup=0, active=4, repeat=1))):
        torch.ones(4).cos()
        recorder.step()
        with torch.profiler.profile():
            torch.ones(4).tan()
        recorder.step()
        torch.ones(4).sin()
    kept = {one.name for one in totals(recorder.captured().spans)}
    assert "aten::cos" in kept
    assert not kept & {"aten::tan", "aten::sin"}


def test_a_program_says_what_of_it_is_profiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """By CUDA's functions, here those of a runtime without a GPU."""
    calls: list[str] = []
    runtime = SimpleNamespace(
        cudaProfilerStart=lambda: calls.append("start") or 0,
        cudaProfilerStop=lambda: calls.append("stop") or 0,
    )
    monkeypatch.setattr(from_torch, "_runtime", lambda: runtime)
    with (recorder := TorchRecorder()):
        torch.ones(4).cos()
        for operator in (torch.sin, torch.tan):
            with recorder.range("older", "layer"):
                assert runtime.cudaProfilerStart() == 0
                operator(torch.ones(4))
            assert runtime.cudaProfilerStop() == 0
            torch.ones(4).exp()
    assert calls == ["start", "stop", "start", "stop"]
    captured = recorder.captured()
    shown = {span.name for span in captured.spans if span.lane == "host"}
    assert {"aten::sin", "aten::tan"} <= shown
    assert not shown & {"aten::cos", "aten::exp"}
    steps = [(s.name, s.start_us) for s in captured.spans if s.kind == "step"]
    assert [name for name, _ in steps] == ["profiled range 0", "profiled range 1"]
    layers = [span.start_us for span in captured.spans if span.kind == "layer"]
    assert layers == [start for _, start in steps]  # a range that is older begins there
    assert captured.notes == (BOUNDED,)
    assert not hasattr(runtime.cudaProfilerStart, "__wrapped__")


def test_a_program_that_only_stops_or_only_starts_is_profiled_before_or_after() -> None:
    """The device's work counts where it was queued."""
    events = [
        {"ph": "M", "name": "thread_name", "ts": 0, "tid": 1},
        *({"ph": "X", "cat": "cpu_op", "name": n, "ts": at, "dur": 1, "tid": 1}
          for n, at in (("early", 10), ("late", 30))),
        *({"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "ts": at, "dur": 1,
           "tid": 1, "args": {"correlation": at}} for at in (11, 31)),
        *({"ph": "X", "cat": "kernel", "name": f"kernel {at}", "ts": 40 + at, "dur": 5, "tid": 7,
           "args": {"correlation": at}} for at in (11, 31)),
    ]  # fmt: skip
    for stops, kept in ((True, {"early", "kernel 11"}), (False, {"late", "kernel 31"})):
        bounds, runtime = Bounds(), SimpleNamespace(cudaProfilerStart=None, cudaProfilerStop=None)
        begun = time.time_ns()
        with bounds.watching(runtime):
            (bounds.end if stops else bounds.begin)(begun + 20_000)
            time.sleep(0.001)
        trace = bounds.within({"baseTimeNanoseconds": begun, "traceEvents": events}, "")
        names = {event["name"] for event in trace["traceEvents"]}
        assert names - {"cudaLaunchKernel", "thread_name", "profiled range 0"} == kept
        assert ("profiled range 0" in names) == stops


@pytest.mark.gpu
class TestOnAGpu:
    """The lecture's cases, measured."""

    def test_different_kernels_run_for_different_shapes(self) -> None:
        kernels = []
        for n in (2048, 128):
            a = torch.randn(n, n, device="cuda")
            a @ a
            torch.cuda.synchronize()
            with (recorder := TorchRecorder()):
                a @ a
                recorder.wait()
            found = {one.name: one for one in totals(recorder.captured().spans)}
            assert found["aten::mm"].device_ms > 0
            kernels.append(found["aten::mm"].kernels)
        assert all(kernels)
        assert kernels[0] != kernels[1]

    def test_a_small_addition_is_the_cpus_time(self) -> None:
        import kernelscope as ks

        a = torch.randn(2048, 2048, device="cuda")
        text = ks.profile("add", lambda: a + a)
        assert "of the time is the CPU's" in text
        assert "elementwise_kernel" in text

    def test_reading_a_number_waits_for_the_device(self) -> None:
        a = torch.randn(4096, 4096, device="cuda")
        with (recorder := TorchRecorder()):
            (a @ a).sum().item()
            (a @ a).cpu()
            (a > 3).nonzero()
        spans = recorder.captured().spans
        kinds = {span.kind for span in spans if span.lane == "wait"}
        assert kinds >= {"item", "copy-to-host", "nonzero"}
        assert all(span.submitted_us is not None for span in spans if span.lane == "device")

    def test_the_first_operation_of_a_profile_pays_for_no_start(self) -> None:
        """2 ms and more where it does; also in the second profile of a process."""
        a = torch.randn(2048, 2048, device="cuda")
        a + a
        for _ in range(2):
            with (recorder := TorchRecorder()):
                a + a
                recorder.wait()
            (add,) = [s for s in recorder.captured().spans if s.name == "aten::add"]
            assert add.duration_us < 500

    def test_launches_have_their_grid_and_registers(self) -> None:
        a = torch.randn(4096, device="cuda")
        with (recorder := TorchRecorder()):
            a * 2
            recorder.wait()
        launch = recorder.captured().launches[0]
        assert launch.grid[0] * launch.block[0] > 0
        assert launch.registers
