"""What ordinary programs ask of CUDA beside operators: checkpoints, threads, streams, clocks."""

from __future__ import annotations

import threading
import time
import timeit
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import pytest

torch = pytest.importorskip("torch")

from torch import nn  # noqa: E402
from torch.func import grad, hessian, jvp  # noqa: E402
from torch.utils.checkpoint import checkpoint  # noqa: E402

from kernelscope.devices.clock import Timeline  # noqa: E402
from kernelscope.devices.python_clocks import virtual_clock  # noqa: E402
from kernelscope.devices.torch_cuda.facade import pretend_cuda  # noqa: E402
from kernelscope.errors import UnavailableError  # noqa: E402
from kernelscope.frontends import virtual_gpu  # noqa: E402


@pytest.fixture
def cuda() -> Iterator[Timeline]:
    with pretend_cuda(virtual_gpu("h200"), steady=True) as timeline:
        torch.manual_seed(0)
        yield timeline


@pytest.mark.parametrize("reentrant", [False, True])
def test_a_checkpoint_drops_again_what_it_dropped(cuda: Timeline, reentrant: bool) -> None:
    """The gradient of ones through dropout is what dropout made of them."""
    x = torch.ones(64, device="cuda", requires_grad=True)
    y = checkpoint(nn.Dropout(0.5), x, use_reentrant=reentrant)
    y.sum().backward()
    assert torch.equal(y.detach(), x.grad)


def test_forward_mode_over_reverse_mode_is_the_second_derivative(cuda: Timeline) -> None:
    x = torch.randn(4, dtype=torch.float64).cuda()
    _, second = jvp(grad(lambda v: v.sin().sum()), (x,), (x,))
    assert torch.allclose(second, -x.sin() * x)
    assert torch.allclose(hessian(lambda v: (v**3).sum())(x), torch.diag(6 * x))


def test_threads_may_call_an_operator_first_at_once(cuda: Timeline) -> None:
    x, found = torch.linspace(0, 0.5, 100).cuda(), list[Any]()
    for name in ("asinh", "acosh", "atanh", "erfinv", "lgamma", "digamma", "i0", "sinc"):
        together = threading.Barrier(8)

        def work(name: str = name, together: threading.Barrier = together) -> None:
            together.wait()
            found.append((name, getattr(torch, name)(x)))

        threads = [threading.Thread(target=work) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(found) == 64
    for name, value in found:
        assert torch.equal(value.cpu(), getattr(torch, name)(x.cpu())) or value.isnan().any()


def test_a_tensor_may_be_recorded_on_a_stream(cuda: Timeline) -> None:
    """As prefetchers do; all streams share a queue."""
    stream = torch.cuda.Stream()
    x = torch.ones(4, device="cuda")
    x.record_stream(stream)
    least, greatest = torch.cuda.Stream.priority_range()
    assert greatest < least == 0


@pytest.mark.parametrize(
    "made",
    [
        lambda: torch.zeros(2, device="cuda:3"),
        lambda: torch.ones(3).cuda(1),
        lambda: torch.ones(3).to("cuda:2"),
        lambda: torch.ones(3, device="cuda").to("cuda:1"),
    ],
)
def test_a_gpu_that_is_not_there_is_cudas_error(cuda: Timeline, made: Callable[[], Any]) -> None:
    with pytest.raises(RuntimeError, match="invalid device ordinal"):
        made()


def test_all_of_pythons_timers_follow_the_clock(cuda: Timeline) -> None:
    """`timeit` holds its timer as a default argument."""
    x = torch.ones(1000, device="cuda")

    def call() -> None:
        x.mul(2)
        torch.cuda.synchronize()

    with virtual_clock(cuda):
        call()
        begin = time.perf_counter()
        for _ in range(50):
            call()
        loop = time.perf_counter() - begin
        shown = (timeit.timeit(call, number=50), *timeit.repeat(call, number=50, repeat=2))
        shown += (timeit.Timer(call).timeit(50),)
    assert shown == pytest.approx((loop,) * 4, rel=0.1)
    assert timeit.timeit.__defaults__[2] is timeit.default_timer is time.perf_counter


def test_a_hidden_wait_is_told_if_that_is_asked(cuda: Timeline) -> None:
    x = torch.ones(4, device="cuda")
    torch.cuda.set_sync_debug_mode("error")
    assert torch.cuda.get_sync_debug_mode() == 2
    torch.cuda.synchronize()
    with pytest.raises(RuntimeError, match="called a synchronizing CUDA operation"):
        x.sum().item()
    torch.cuda.set_sync_debug_mode("warn")
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        x.sum().item()
    assert [(str(one.message), one.filename) for one in told] == [
        ("called a synchronizing CUDA operation", __file__)
    ]
    torch.cuda.set_sync_debug_mode("default")
    assert x.sum().item() == 4
    with pytest.raises(RuntimeError, match="expected one of"):
        torch.cuda.set_sync_debug_mode("loud")


def test_the_loss_of_connectionist_labels_is_the_cpus(cuda: Timeline) -> None:
    logs = torch.randn(10, 4, 20).log_softmax(-1)
    labels, sizes = torch.randint(1, 20, (4, 5)), (torch.full((4,), 10), torch.full((4,), 5))
    there = nn.functional.ctc_loss(logs.cuda(), labels.cuda(), *sizes)
    assert there.item() == pytest.approx(nn.functional.ctc_loss(logs, labels, *sizes).item())


def test_data_parallel_on_one_gpu_is_the_module(cuda: Timeline) -> None:
    module = nn.Linear(4, 4).cuda()
    x = torch.randn(2, 4).cuda()
    assert torch.equal(nn.DataParallel(module)(x), module(x))


@pytest.mark.parametrize("scales", ["one", "rows"])
def test_a_product_of_8_bit_floats_is_rounded_once(cuda: Timeline, scales: str) -> None:
    a, b = (torch.randn(48, 32).to(torch.float8_e4m3fn) for _ in range(2))
    by = (torch.tensor(0.5), torch.tensor(2.0))
    if scales == "rows":
        by = (torch.rand(48, 1), torch.rand(1, 48))
    exact = (a.double() @ b.double().t()) * by[0].double() * by[1].double()
    moved = [scale.cuda() for scale in by]
    there = torch._scaled_mm(a.cuda(), b.cuda().t(), *moved, out_dtype=torch.bfloat16)
    assert torch.allclose(there.cpu().double(), exact, rtol=2**-8, atol=1e-6)


@pytest.mark.parametrize("bits", [4, 8])
def test_a_product_with_scales_of_blocks(cuda: Timeline, bits: int) -> None:
    """130 x 96 and 72 x 96 elements: scales of more rows and columns are there, and not used."""
    m, n, k, block = 130, 72, 96, 16 if bits == 4 else 32
    type_ = torch.float8_e4m3fn if bits == 4 else torch.float8_e8m0fnu
    factors, scales, exact = [], [], []
    for rows in (m, n):
        tall, wide = -(-rows // 128) * 128, -(-(k // block) // 4) * 4
        by = (2.0 ** torch.randint(-3, 4, (tall, wide))).to(type_)
        if bits == 4:
            codes = torch.randint(0, 16, (rows, k), dtype=torch.uint8)
            magnitude = torch.tensor([0, 0.5, 1, 1.5, 2, 3, 4, 6])[codes.int() & 7]
            values = torch.where(codes > 7, -magnitude, magnitude)
            factor = (codes[:, ::2] | codes[:, 1::2] << 4).view(torch.float4_e2m1fn_x2)
        else:
            factor = torch.randn(rows, k).to(torch.float8_e4m3fn)
            values = factor.float()
        places = torch.empty(tall * wide, dtype=torch.uint8).view(type_)
        for r in range(tall):
            for c in range(wide):
                at = (
                    (r // 128 * (wide // 4) + c // 4) * 512
                    + 16 * (r % 32)
                    + r % 128 // 32 * 4
                    + c % 4
                )
                places[at] = by[r, c]
        factors.append(factor.cuda())
        scales.append(places.cuda())
        exact.append(values * by.float()[:rows, : k // block].repeat_interleave(block, 1))
    there = torch._scaled_mm(factors[0], factors[1].t(), *scales, out_dtype=torch.float32)
    assert torch.allclose(there.cpu(), exact[0] @ exact[1].t(), rtol=1e-5, atol=1e-3)


def test_a_product_may_be_in_another_type_than_its_factors(cuda: Timeline) -> None:
    a, b = (torch.randn(16, 16).half() for _ in range(2))
    there = torch.mm(a.cuda(), b.cuda(), out_dtype=torch.float32)
    assert there.dtype == torch.float32
    assert torch.allclose(there.cpu(), a.float() @ b.float(), atol=1e-5)


@pytest.mark.parametrize(
    "use",
    [
        lambda x: x.to_sparse(),
        lambda x: torch.sparse_coo_tensor(torch.zeros(2, 1, device="cuda").long(), x[0, :1]),
        lambda x: torch.eye(4).to_sparse().cuda(),
        lambda x: nn.Embedding(4, 4, sparse=True).cuda()(x[0].long()).sum().backward(),
    ],
)
def test_sparse_tensors_are_refused_with_the_line(
    cuda: Timeline, use: Callable[[Any], Any]
) -> None:
    with pytest.raises(UnavailableError, match=r"test_programs.py:\d+: aten\..*no sparse tensors"):
        use(torch.eye(4, device="cuda"))


def milliseconds(timeline: Timeline, work: Callable[[], Any]) -> float:
    """From the first call to the end of all, on the virtual clock."""
    work()
    torch.cuda.synchronize()
    begin = timeline.now()
    work()
    torch.cuda.synchronize()
    return 1e3 * (timeline.now() - begin)


class TestStreams:
    """What is of different streams runs side by side, if it needs different parts of the GPU."""

    @pytest.fixture
    def work(self, cuda: Timeline) -> dict[str, Callable[[], Any]]:
        size = 16 << 20
        host, back = (torch.empty(size, pin_memory=True) for _ in range(2))
        there, other = (torch.empty(size, device="cuda") for _ in range(2))
        x = torch.empty(1 << 28, device="cuda")
        return {
            "to": lambda: there.copy_(host, non_blocking=True),
            "from": lambda: back.copy_(other, non_blocking=True),
            "kernel": x.zero_,
        }

    @pytest.mark.parametrize(
        ("pair", "together"),
        [(("to", "kernel"), True), (("to", "from"), True), (("kernel", "kernel"), False),
         (("to", "to"), False)],
    )  # fmt: skip
    def test_two_streams(
        self, cuda: Timeline, work: dict[str, Any], pair: tuple[str, str], together: bool
    ) -> None:
        streams = torch.cuda.Stream(), torch.cuda.Stream()

        def both() -> None:
            for stream, name in zip(streams, pair, strict=True):
                with torch.cuda.stream(stream):
                    work[name]()

        each = [milliseconds(cuda, work[name]) for name in pair]
        expected = max(each) if together else sum(each)
        assert milliseconds(cuda, both) == pytest.approx(expected, rel=0.1)
        one = [work[name] for name in pair]
        assert milliseconds(cuda, lambda: [call() for call in one]) == pytest.approx(
            sum(each), rel=0.1
        )

    @pytest.mark.parametrize("way", ["wait_stream", "wait_event", "synchronize"])
    def test_a_stream_waits_for_another_if_the_program_says_so(
        self, cuda: Timeline, work: dict[str, Any], way: str
    ) -> None:
        first, second = torch.cuda.Stream(), torch.cuda.Stream()

        def in_turn() -> None:
            with torch.cuda.stream(first):
                work["to"]()
            if way == "wait_stream":
                second.wait_stream(first)
            elif way == "wait_event":
                second.wait_event(first.record_event())
            else:
                first.synchronize()
            with torch.cuda.stream(second):
                work["kernel"]()

        each = [milliseconds(cuda, work[name]) for name in ("to", "kernel")]
        assert milliseconds(cuda, in_turn) == pytest.approx(sum(each), rel=0.1)

    def test_the_host_waits_for_one_stream_alone(
        self, cuda: Timeline, work: dict[str, Any]
    ) -> None:
        slow, quick = torch.cuda.Stream(), torch.cuda.Stream()
        whole = milliseconds(cuda, work["to"])
        begin = cuda.now()
        with torch.cuda.stream(slow):
            work["to"]()
        with torch.cuda.stream(quick):
            torch.ones(4, device="cuda").sum().item()
        assert 1e3 * (cuda.now() - begin) < 0.3 * whole
        assert not slow.query()
        assert quick.query()
        torch.cuda.synchronize()
        assert slow.query()
        assert 1e3 * (cuda.now() - begin) >= whole


def test_a_process_group_of_nccl_is_refused_with_the_line(cuda: Timeline) -> None:
    import torch.distributed as dist

    with pytest.raises(UnavailableError, match=r"test_programs.py:\d+: NCCL connects real GPUs"):
        dist.init_process_group("nccl", init_method="tcp://localhost:0", rank=0, world_size=1)
    with pytest.raises(UnavailableError, match="gloo"):
        dist.init_process_group(backend="cpu:gloo,cuda:nccl")


@pytest.mark.triton
def test_an_operator_between_two_compiled_graphs_is_not_compiled_itself(cuda: Timeline) -> None:
    """Dynamo sees the frames of our kernels, which PyTorch calls where a graph breaks."""

    @torch.compile
    def count(x: torch.Tensor) -> torch.Tensor:
        doubled = x * 2
        return doubled[doubled > 0].sum() + torch.unique(doubled.round()).sum()

    x = torch.randn(100)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        there = count(x.cuda())
    doubled = x * 2
    exact = doubled[doubled > 0].sum() + torch.unique(doubled.round()).sum()
    assert there.item() == pytest.approx(exact.item(), rel=1e-5)
