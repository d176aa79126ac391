"""What a virtual timeline keeps while it is profiled."""

from __future__ import annotations

import threading
from collections.abc import Generator
from inspect import currentframe

import pytest

torch = pytest.importorskip("torch")

from kernelscope.devices.activity import ActivityLog, operator_name, shapes_of  # noqa: E402
from kernelscope.devices.clock import Timeline  # noqa: E402
from kernelscope.devices.host_costs import HOST  # noqa: E402
from kernelscope.devices.torch_cuda.facade import pretend_cuda  # noqa: E402
from kernelscope.devices.virtual import virtual_gpu  # noqa: E402
from kernelscope.hardware.timing import EVENT_US, GAP_US  # noqa: E402
from kernelscope.quantity import Quantity  # noqa: E402
from kernelscope.record import LaunchRecord, OperatorRecord, Span  # noqa: E402

SLOWER = HOST.addition_us / HOST.pointwise_us
without_gpu = pytest.mark.skipif(torch.cuda.is_available(), reason="a real GPU is here")


class Host:
    """A host clock that moves when the test says so."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


def line() -> int:
    frame = currentframe()
    assert frame is not None
    assert frame.f_back is not None
    return frame.f_back.f_lineno


@pytest.fixture
def log() -> Generator[ActivityLog]:
    """The log of a pretended GPU."""
    with pretend_cuda(virtual_gpu("h200"), steady=True) as timeline:
        timeline.log = ActivityLog()
        yield timeline.log


def of_lane(log: ActivityLog, lane: str) -> list[Span]:
    return [span for span in log.spans if span.lane == lane]


class TestMoments:
    """On a host clock that the test moves."""

    def test_the_queue_and_the_wait_for_it(self) -> None:
        host = Host()
        timeline = Timeline(virtual_gpu("h200"), host)
        timeline.log = ActivityLog()
        # A second on the device's queue; its own part ends a gap before the next may begin.
        time = Quantity(1e6 + EVENT_US, "us", "estimated")
        host.seconds += 1
        timeline.enqueue(OperatorRecord("aten.mm.default", time_us=time, source="a.py:1"))
        host.seconds += 0.5
        timeline.enqueue(LaunchRecord("k", (1, 1, 1), (32, 1, 1), time_us=time))
        timeline.delay(2e6, "Memcpy DtoH")
        timeline.synchronize("item")
        told = [
            (s.name, s.lane, s.submitted_us, s.start_us, s.duration_us) for s in timeline.log.spans
        ]
        expected = [
            ("aten::mm", "device", 1e6, 1e6, 1e6 - GAP_US),
            ("k", "device", 1.5e6, 2e6, 1e6 - GAP_US),
            ("Memcpy DtoH", "copy", 1.5e6, 3e6, 2e6),
            ("wait: item", "wait", None, 1.5e6, 3.5e6),
        ]
        for one, other in zip(told, expected, strict=True):
            assert one[:2] == other[:2]
            assert one[2:] == pytest.approx(other[2:])
        assert [launch.kernel for launch in timeline.log.launches] == ["k"]

    def test_the_hosts_part_of_a_launch_takes_its_time(self) -> None:
        timeline = Timeline(virtual_gpu("h200"), Host())
        timeline.log = ActivityLog()
        with timeline.launch(20):
            pass
        (span,) = timeline.log.spans
        assert (span.lane, span.kind, span.duration_us) == (
            *("host", "launch"),
            pytest.approx(SLOWER * 20),
        )
        assert timeline.now() == pytest.approx(SLOWER * 20e-6)

    def test_nothing_is_kept_while_it_does_not_record(self) -> None:
        timeline = Timeline(virtual_gpu("h200"), Host())
        timeline.log = log = ActivityLog(with_stack=True)
        log.active = False
        timeline.delay(5, "Memcpy HtoD")
        with timeline.launch(20):
            pass
        timeline.synchronize()
        log.held(0.0, 512)
        assert (log.spans, log.stacks, log.memory, log.launches) == ([], [], [], [])


@without_gpu
class TestOperations:
    """PyTorch's own on the pretended GPU."""

    def test_an_operation_is_on_the_host_and_on_the_device(self, log: ActivityLog) -> None:
        x = torch.ones(4, 8, device="cuda")
        log.spans.clear()
        x + x
        where = f"{__file__}:{line() - 1}"
        (host,), (device,) = of_lane(log, "host"), of_lane(log, "device")
        assert (host.name, host.shapes) == ("aten::add", ((4, 8), (4, 8)))
        assert (device.name, device.source) == ("vectorized_elementwise_kernel", where)
        assert device.submitted_us is not None
        assert host.start_us <= device.submitted_us <= host.end_us
        assert device.start_us >= device.submitted_us

    def test_an_operation_takes_the_host_what_it_is_charged_and_no_more(
        self, log: ActivityLog
    ) -> None:
        x = torch.ones(1 << 20, device="cuda")
        log.spans.clear()
        for _ in range(5):
            x * 2
        costs = {span.name: span.duration_us for span in of_lane(log, "host")}
        assert costs["aten::mul"] == pytest.approx(SLOWER * HOST.pointwise_us)

    def test_another_threads_operation_is_on_a_row_of_its_own(self, log: ActivityLog) -> None:
        x = torch.ones(4, device="cuda")
        other = threading.Thread(target=lambda: x * 2)
        other.start()
        other.join()
        rows = {span.name: span.row for span in of_lane(log, "host")}
        *_, work = of_lane(log, "device")
        assert (rows["aten::fill_"], rows["aten::mul"]) == (0, 1)
        assert work.host_row == 1

    def test_memory_goes_up_and_down_with_the_tensors(self, log: ActivityLog) -> None:
        x = torch.ones(1 << 10, device="cuda")
        y = x + x
        del x
        y + 1
        del y
        torch.ones(1, device="cuda")
        held = [bytes_held for _, bytes_held in log.memory]
        before = held[0]  # what tensors of the process that live on hold
        assert before + 8192 in held
        assert held[-1] == before + 512

    def test_frames_are_the_programs_and_modules(self) -> None:
        with pretend_cuda(virtual_gpu("h200")) as timeline:
            timeline.log = log = ActivityLog(with_stack=True)
            layer = torch.nn.Linear(4, 4).to("cuda")

            def forward() -> None:
                layer(torch.ones(1, 4, device="cuda"))

            forward()
            first = line() - 4
        sample = next(s for s in log.stacks if s.inside == "aten::addmm")
        name = __file__.rpartition("/")[2]
        assert sample.frames[-2:] == (f"forward ({name}:{first})", "nn.Module: Linear")


WAITS = {
    "item": lambda x: x.sum().item(),
    "print": str,
    "copy-to-host": lambda x: x.cpu(),
    "nonzero": lambda x: x.nonzero(),
    "blocking-copy": lambda x: x.copy_(torch.ones(4)),
    "explicit": lambda _: torch.cuda.synchronize(),
}


@without_gpu
@pytest.mark.parametrize("kind", WAITS)
def test_what_makes_the_host_wait_is_kept_with_its_line(kind: str, log: ActivityLog) -> None:
    x = torch.ones(4, device="cuda")
    log.spans.clear()
    WAITS[kind](x)
    waits = of_lane(log, "wait")
    assert {span.kind for span in waits} == {kind}
    assert {span.source.rpartition(":")[0] for span in waits if span.source} == {__file__}


@without_gpu
def test_copies_over_the_link_name_their_direction(log: ActivityLog) -> None:
    torch.ones(4).to("cuda").cpu()
    torch.ones(4).pin_memory().to("cuda")
    assert [span.name for span in of_lane(log, "copy")] == [
        "Memcpy HtoD (Pageable -> Device)",
        "Memcpy DtoH (Device -> Pageable)",
        "Memcpy HtoD (Pinned -> Device)",
    ]


@without_gpu
def test_pinned_memory_is_pinned_until_it_is_freed_and_crosses_faster(log: ActivityLog) -> None:
    def took(tensor: torch.Tensor) -> tuple[str, float]:
        tensor.to("cuda", non_blocking=True)
        span = of_lane(log, "copy")[-1]
        return span.name, span.duration_us

    size = 1 << 22
    plain = torch.ones(size)
    makers = (
        plain.pin_memory,
        lambda: torch.empty(size, pin_memory=True),
        lambda: torch.zeros_like(plain, pin_memory=True),
    )
    for make in makers:
        pinned = make()
        assert (pinned.is_pinned(), pinned[1:].is_pinned()) == (True, True)
        name, time = took(pinned)
        assert name == "Memcpy HtoD (Pinned -> Device)"
        del pinned
        again = torch.ones(size)  # mostly the same memory
        assert not again.is_pinned()
        assert took(again)[1] > 2 * time


def test_names_and_shapes_are_the_profilers() -> None:
    assert operator_name("aten.add.Tensor") == "aten::add"
    assert operator_name("softmax_kernel") == "softmax_kernel"
    two = [torch.ones(2, 3), [torch.ones(4), 1.0], None, torch.tensor(1)]
    assert shapes_of(two) == ((2, 3), (4,), ())


@without_gpu
class TestWaits:
    """What PyTorch's operations make the host wait for."""

    @pytest.mark.parametrize(
        ("code", "kinds"),
        [
            ("x.sum().item()", ["item"]),
            ("float(x.sum())", ["item"]),
            ("bool(x.sum() > 0)", ["item"]),
            ("x.equal(x)", ["item"]),
            ("x.cpu()", ["copy-to-host"]),
            ("x.tolist()", ["copy-to-host"]),
            ("x.nonzero()", ["nonzero"]),
            ("x[x > 0]", ["nonzero"]),
            ("x.__setitem__(x > 0, x)", ["nonzero"]),
            ("x.__setitem__(x > 0, 1.0)", []),
            ("x[torch.zeros(2, dtype=torch.long, device='cuda')]", []),
            ("x.masked_fill(x > 0, 1)", []),
            ("torch.ones(4).to('cuda')", ["blocking-copy"]),
            ("torch.ones(4).pin_memory().to('cuda', non_blocking=True)", []),
            ("torch.cuda.empty_cache()", ["free"]),
            ("torch.cuda.synchronize()", ["explicit"]),
        ],
    )
    def test_each_wait_has_its_kind(self, log: ActivityLog, code: str, kinds: list[str]) -> None:
        x = torch.ones(4, device="cuda")
        log.spans.clear()
        eval(code, {"torch": torch, "x": x})
        assert [span.kind for span in of_lane(log, "wait")] == kinds
