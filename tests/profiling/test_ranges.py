"""Ranges by hand, from PyTorch's own names, and for every module and optimizer."""

from __future__ import annotations

from collections.abc import Generator

import pytest

torch = pytest.importorskip("torch")

import kernelscope as ks  # noqa: E402
from kernelscope.devices.activity import ActivityLog  # noqa: E402
from kernelscope.devices.ranges import kind_of  # noqa: E402
from kernelscope.devices.torch_cuda.facade import pretend_cuda  # noqa: E402
from kernelscope.devices.virtual import virtual_gpu  # noqa: E402
from kernelscope.profiling.ranges import annotate_everything, recording_nvtx  # noqa: E402
from kernelscope.record import Span  # noqa: E402

without_gpu = pytest.mark.skipif(torch.cuda.is_available(), reason="a real GPU is here")


@pytest.fixture
def log() -> Generator[ActivityLog]:
    with pretend_cuda(virtual_gpu("h200"), steady=True) as timeline:
        timeline.log = ActivityLog()
        yield timeline.log


def ranges(log: ActivityLog) -> list[tuple[str, str]]:
    """Kind and name, in the order in which they begin, an outer one first; without imports.

    The first optimizer of a process imports torch._dynamo.
    """
    found = [span for span in log.spans if span.lane == "range" and span.kind != "import"]
    return [(s.kind, s.name) for s in sorted(found, key=lambda s: (s.start_us, -s.end_us))]


class Block(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.inner = torch.nn.Sequential(torch.nn.Linear(4, 4), torch.nn.ReLU())

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.inner(x) + x


FORWARD = [
    ("forward", "Block"),
    ("layer", "inner Sequential"),
    ("layer", "inner.0 Linear"),
    ("layer", "inner.1 ReLU"),
]


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("forward", "forward"),
        ("Backward pass", "backward"),
        ("layer_3", "layer"),
        ("layer: 3 Linear", "layer"),
        ("layers", "range"),
        ("step 7", "iteration"),
        ("my step", "range"),
        ("Optimizer.step#SGD.step", "optimizer"),
        ("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", "input"),
    ],
)
def test_a_name_tells_its_kind(name: str, kind: str) -> None:
    assert kind_of(name) == kind


@without_gpu
class TestByHand:
    """On the virtual GPU's timeline."""

    def test_a_range_holds_what_happens_in_it(self, log: ActivityLog) -> None:
        with ks.range("forward"), ks.range("first", kind="layer"):
            torch.ones(4, device="cuda")
        layer, forward = (span for span in log.spans if span.lane == "range")
        assert (forward.kind, layer.kind, layer.name) == ("forward", "layer", "first")
        work = next(span for span in log.spans if span.lane == "host")
        assert forward.start_us <= layer.start_us <= work.start_us
        assert work.end_us <= layer.end_us <= forward.end_us

    def test_a_decorated_function_is_named_at_every_call_and_when_it_raises(
        self, log: ActivityLog
    ) -> None:
        @ks.range("input")
        def load(fails: bool) -> int:
            return 1 // (not fails)

        assert load(False) == 1
        with pytest.raises(ZeroDivisionError):
            load(True)
        assert ranges(log) == [("input", "input")] * 2

    def test_nvtx_and_recorded_functions_are_ranges(self, log: ActivityLog) -> None:
        nvtx = torch.cuda.nvtx
        with nvtx.range("layer {}", 3), torch.profiler.record_function("mine"):
            assert nvtx.range_push("a") == 2
            assert nvtx.range_push("b") == 3
            assert [nvtx.range_pop(), nvtx.range_pop()] == [3, 2]
        handle = nvtx.range_start("model")
        nvtx.range_end(handle)
        told = [("layer", "layer 3"), ("range", "mine"), ("range", "a"), ("range", "b")]
        assert ranges(log) == [*told, ("model", "model")]
        assert nvtx.range_pop() < 0

    def test_afterwards_recorded_functions_are_as_they_were(self) -> None:
        before = vars(torch.profiler.record_function)["__enter__"]
        with pretend_cuda(virtual_gpu("h200")):
            assert vars(torch.profiler.record_function)["__enter__"] is not before
        assert vars(torch.profiler.record_function)["__enter__"] is before


@without_gpu
class TestAnnotate:
    """Every module's forward, the backward, the optimizer and its steps."""

    def train(self, model: torch.nn.Module, optimizer: torch.optim.Optimizer) -> None:
        model(torch.ones(2, 4, device="cuda")).sum().backward()
        optimizer.step()

    def test_a_step_has_its_parts_and_is_undone(self, log: ActivityLog) -> None:
        model = Block().to("cuda")
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        with ks.annotate(model, optimizer):
            self.train(model, optimizer)
            self.train(model, optimizer)
        parts = [*FORWARD, ("backward", "backward"), ("optimizer", "Optimizer.step#SGD.step")]
        assert ranges(log) == [("iteration", "step 0"), *parts, ("iteration", "step 1"), *parts]
        log.spans.clear()
        self.train(model, optimizer)
        assert ranges(log) == [("optimizer", "Optimizer.step#SGD.step")]

    def test_another_model_is_not_named_unless_everything_is(self, log: ActivityLog) -> None:
        x = torch.ones(2, 4, device="cuda")
        other = Block().to("cuda")
        with ks.annotate(torch.nn.Linear(4, 4)):
            other(x)
        assert ranges(log) == []
        with annotate_everything():
            other(x)
        assert ranges(log)[1:] == FORWARD

    def test_a_forward_that_raises_ends_its_ranges(self, log: ActivityLog) -> None:
        model = Block().to("cuda")
        with ks.annotate(model):
            with pytest.raises(RuntimeError):
                model(torch.ones(2, 3, device="cuda"))
            log.spans.clear()
            model(torch.ones(2, 4, device="cuda"))
        assert ranges(log) == FORWARD


class TestPyTorchsProfiler:
    """Where there is no virtual GPU, ranges are the profiler's."""

    def profiled(self, run) -> list[str]:
        with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CPU]) as found:
            run()
        return [e.name for e in found.events() if not e.name.startswith("aten::")]

    def test_ranges_have_our_prefix(self) -> None:
        def run() -> None:
            with ks.range("layer 1"), ks.range("mine", kind="step"):
                pass

        assert self.profiled(run) == ["kernelscope.layer: layer 1", "kernelscope.iteration: mine"]

    def test_a_programs_nvtx_is_shown_to_it(self, monkeypatch: pytest.MonkeyPatch) -> None:
        depth: list[str] = []
        monkeypatch.setattr("kernelscope.profiling.ranges._push", depth.append)
        monkeypatch.setattr("kernelscope.profiling.ranges._pop", depth.pop)

        def run() -> None:
            with recording_nvtx(), torch.cuda.nvtx.range("forward"):
                assert depth == ["forward"]

        assert self.profiled(run) == ["forward"]
        assert depth == []


@without_gpu
def test_a_range_that_began_before_the_profile_begins_with_it(tmp_path) -> None:
    from kernelscope.jobs.profile import Options, profile_target
    from kernelscope.profiling.schedule import Schedule

    path = tmp_path / "train.py"
    path.write_text(
        "import torch, kernelscope as ks\n"
        "weight = torch.ones(4, 4, device='cuda', requires_grad=True)\n"
        "optimizer = torch.optim.SGD([weight], lr=0.1)\n"
        "with ks.range('all'):\n"
        "    for _ in range(3):\n"
        "        with ks.range('step'):\n"
        "            (weight @ weight).sum().backward()\n"
        "            optimizer.step()\n"
    )
    options = Options(schedule=Schedule(wait=1, active=5, repeat=1))
    result = profile_target(str(path), device="virtual:h200", options=options)
    named = {span.name: span for span in result.spans if span.lane == "range"}
    assert named["all"].start_us == pytest.approx(0)
    assert [s.name for s in result.record.stretches] == ["step 1", "step 2", "step 3"]
    assert isinstance(named["step"], Span)
    assert named["step"].kind == "iteration"
