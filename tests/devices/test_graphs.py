"""CUDA graphs on the pretended GPU: values, random numbers, memory, costs and errors of a GPU."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")

from kernelscope.devices.clock import Timeline  # noqa: E402
from kernelscope.devices.torch_cuda.facade import pretend_cuda  # noqa: E402
from kernelscope.devices.virtual import VirtualGPU, virtual_gpu  # noqa: E402
from kernelscope.errors import UnavailableError  # noqa: E402
from kernelscope.frontends.cuda.kernel import cuda_kernel  # noqa: E402
from kernelscope.record import OperatorRecord  # noqa: E402

pytestmark = pytest.mark.skipif(torch.cuda.is_available(), reason="a real GPU is here")
COSTS = Path(__file__).parent.parent / "truth" / "operators" / "host_costs_h200.json"
NOT_PERMITTED = "operation not permitted when stream is capturing"
SPOILT = "operation failed due to a previous error during capture"


@pytest.fixture
def gpu() -> Iterator[VirtualGPU]:
    session = virtual_gpu("h200")
    with pretend_cuda(session):
        torch.manual_seed(0)
        yield session


@pytest.fixture
def timeline() -> Iterator[Timeline]:
    with pretend_cuda(virtual_gpu("h200"), steady=True) as timeline:
        yield timeline


def captured(work: Callable[[], object]) -> Any:
    graph: Any = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        work()
    return graph


class TestValues:
    def test_captured_work_runs_at_each_replay_and_not_before(self, gpu: VirtualGPU) -> None:
        x = torch.ones(8, device="cuda")
        before = gpu.device_time_us
        graph = captured(lambda: x.add_(1))
        assert gpu.device_time_us == before
        assert x.tolist() == [1] * 8
        graph.replay()
        graph.replay()
        assert x.tolist() == [3] * 8

    def test_a_replay_reads_what_its_inputs_hold_by_then(self, gpu: VirtualGPU) -> None:
        x, y = torch.ones(4, 4, device="cuda"), torch.ones(4, 4, device="cuda")
        out = torch.empty(0)

        def work() -> None:
            nonlocal out
            out = torch.softmax(x @ y.t(), -1)[:, 1:].sum(0)

        graph = captured(work)
        assert out.tolist() == [0] * 3, "nothing has been computed"
        x.copy_(torch.randn(4, 4))
        y.copy_(torch.randn(4, 4))
        graph.replay()
        expected = torch.softmax(x.cpu() @ y.cpu().t(), -1)[:, 1:].sum(0)
        torch.testing.assert_close(out.cpu(), expected)

    def test_kernels_and_operations_run_in_their_order_on_freed_memory(
        self, gpu: VirtualGPU
    ) -> None:
        source = """
            __device__ int calls = 0;
            extern "C" __global__ void twice(float* x, int* seen, int n) {
                int i = blockIdx.x * blockDim.x + threadIdx.x;
                if (i == 0) *seen = ++calls;
                if (i < n) x[i] *= 2;
            }"""
        twice = cuda_kernel(source, "twice")
        x, seen = torch.ones(100, device="cuda"), torch.zeros(1, dtype=torch.int32, device="cuda")
        out = torch.empty(0)

        def work() -> None:
            nonlocal out
            temporary = x + 1
            twice[1, 128](temporary, seen, 100)
            out = temporary.sum()

        graph = captured(work)
        others = [torch.full((100,), 9.0, device="cuda") for _ in range(20)]
        graph.replay()
        assert (out.item(), seen.item()) == (400, 1)
        x.fill_(2)
        graph.replay()
        assert (out.item(), seen.item()) == (600, 2)
        assert all(other.eq(9).all() for other in others)
        assert [launch.kernel for launch in gpu.launches] == ["twice", "twice"]

    def test_a_kernel_finds_memory_by_an_address_in_memory(self, gpu: VirtualGPU) -> None:
        source = 'extern "C" __global__ void up(float** table) { table[threadIdx.x][0] += 1; }'
        up = cuda_kernel(source, "up")
        x, y = torch.zeros(3, device="cuda"), torch.zeros(3, device="cuda")
        table = torch.tensor([x.data_ptr(), y.data_ptr()], device="cuda")
        graph = captured(lambda: up[1, 2](table))
        assert (x[0].item(), y[0].item()) == (0, 0)
        graph.replay()
        assert (x[0].item(), y[0].item()) == (1, 1)

    def test_random_numbers_go_on_from_replay_to_replay(self, gpu: VirtualGPU) -> None:
        first, second = torch.zeros(5, device="cuda"), torch.zeros(5, device="cuda")
        graph = captured(lambda: (first.uniform_(), second.normal_()))
        torch.manual_seed(7)
        drawn = []
        for _ in range(2):
            graph.replay()
            drawn += [first.tolist(), second.tolist()]
        after = torch.rand(5, device="cuda").tolist()
        torch.manual_seed(7)
        expected = []
        for _ in range(2):
            expected += [torch.rand(5, device="cuda").tolist()]
            expected += [torch.randn(5, device="cuda").tolist()]
        assert drawn == expected
        assert after == torch.rand(5, device="cuda").tolist()

    def test_a_generator_must_be_registered(self, gpu: VirtualGPU) -> None:
        generator = torch.Generator("cuda").manual_seed(5)
        x = torch.zeros(5, device="cuda")
        with (
            pytest.warns(UserWarning, match="is empty"),
            pytest.raises(RuntimeError, match="not in capture mode"),
        ):
            captured(lambda: x.uniform_(generator=generator))
        torch.cuda.set_stream(torch.cuda.default_stream())
        graph = torch.cuda.CUDAGraph()
        graph.register_generator_state(generator)
        with torch.cuda.graph(graph):
            x.uniform_(generator=generator)
        graph.replay()
        again = torch.Generator("cuda").manual_seed(5)
        assert torch.equal(x, torch.rand(5, device="cuda", generator=again))

    def test_pinned_memory_is_read_when_the_graph_runs(self, gpu: VirtualGPU) -> None:
        pinned, x = torch.zeros(4).pin_memory(), torch.zeros(4, device="cuda")
        graph = captured(lambda: x.copy_(pinned, non_blocking=True))
        pinned.fill_(7)
        graph.replay()
        assert x.tolist() == [7] * 4

    def test_a_whole_training_step_is_as_without_a_graph(self, gpu: VirtualGPU) -> None:
        eager = torch.nn.Sequential(torch.nn.Linear(6, 6), torch.nn.ReLU(), torch.nn.Linear(6, 1))
        eager = eager.cuda()
        graphed = copy.deepcopy(eager)
        batch = torch.zeros(4, 6, device="cuda")
        batches = [torch.randn(4, 6, device="cuda") for _ in range(3)]
        steps = []
        for model in (eager, graphed):
            optimizer = torch.optim.Adam(model.parameters(), capturable=True)

            def step(model: Any = model, optimizer: Any = optimizer) -> None:
                optimizer.zero_grad(set_to_none=True)
                model(batch).square().mean().backward()
                optimizer.step()

            steps.append(step)
        before = [parameter.clone() for parameter in graphed.parameters()]
        stream = torch.cuda.Stream()
        with torch.cuda.stream(stream):
            steps[1]()  # makes the optimizer's state, as the manual of PyTorch does
        steps[0]()
        graph = captured(steps[1])
        for values in batches:
            batch.copy_(values)
            steps[0]()
            graph.replay()
        for one, other, old in zip(eager.parameters(), graphed.parameters(), before, strict=True):
            torch.testing.assert_close(one, other)
            assert not torch.equal(other, old)

    def test_graphed_callables_train_as_eager_ones(self, gpu: VirtualGPU) -> None:
        eager = torch.nn.Sequential(torch.nn.Linear(6, 6), torch.nn.ReLU(), torch.nn.Linear(6, 1))
        eager = eager.cuda()
        module = copy.deepcopy(eager)
        graphed = torch.cuda.make_graphed_callables(module, (torch.randn(4, 6, device="cuda"),))
        for _ in range(3):
            x = torch.randn(4, 6, device="cuda")
            for model in (eager, graphed):
                model.zero_grad()
                model(x).square().mean().backward()
            for one, other in zip(eager.parameters(), module.parameters(), strict=True):
                torch.testing.assert_close(one.grad, other.grad)

    def test_a_stream_that_waits_is_captured_and_must_be_waited_for(self, gpu: VirtualGPU) -> None:
        a, b, side = (
            torch.zeros(4, device="cuda"),
            torch.zeros(4, device="cuda"),
            torch.cuda.Stream(),
        )

        def fork() -> None:
            side.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(side):
                b.add_(2)

        def fork_and_join() -> None:
            fork()
            done = side.record_event()
            torch.cuda.current_stream().wait_event(done)
            a.add_(b)

        graph = captured(fork_and_join)
        graph.replay()
        graph.replay()
        assert (a[0].item(), b[0].item()) == (6, 4)
        with pytest.raises(RuntimeError, match="unjoined work"):
            captured(fork)
        torch.cuda.set_stream(torch.cuda.default_stream())

    def test_work_of_another_stream_runs_at_once(self, gpu: VirtualGPU) -> None:
        a, b, side = (
            torch.zeros(4, device="cuda"),
            torch.zeros(4, device="cuda"),
            torch.cuda.Stream(),
        )

        def work() -> None:
            a.add_(1)
            with torch.cuda.stream(side):
                b.add_(1)

        graph = captured(work)
        assert (a[0].item(), b[0].item()) == (0, 1)
        graph.replay()
        assert (a[0].item(), b[0].item()) == (1, 1)


class TestCosts:
    @pytest.mark.parametrize("nodes", [1, 10, 100])
    def test_the_device_takes_as_long_as_an_h200(self, timeline: Timeline, nodes: int) -> None:
        measured = json.loads(COSTS.read_text())["costs"][f"graph replay {nodes}"]
        x = torch.zeros(64, 64, device="cuda")
        graph = captured(lambda: [x.add_(1) for _ in range(nodes)])
        timeline.delay(1e6, "the host is far ahead")
        begin = timeline.mark()
        graph.replay()
        assert timeline.mark() - begin == pytest.approx(measured["event"] * 1e-6, rel=0.1)

    def test_a_record_names_the_captured_line(self, gpu: VirtualGPU) -> None:
        x = torch.zeros(64, device="cuda")
        graph = captured(lambda: x.add_(1))
        here = gpu.events[:]
        graph.replay()
        (node,) = gpu.events[len(here) :]
        assert isinstance(node, OperatorRecord)
        assert node.source is not None
        assert node.name == "aten.add_.Tensor"
        line = Path(__file__).read_text().splitlines()[int(node.source.rpartition(":")[2]) - 1]
        assert "captured(lambda: x.add_(1))" in line


class TestErrors:
    @pytest.mark.parametrize(
        "forbidden",
        [
            lambda x: x.sum().item(),
            lambda x: x.cpu(),
            lambda x: x.nonzero(),
            lambda x: torch.cuda.synchronize(),
            lambda x: torch.cuda.current_stream().synchronize(),
            lambda x: torch.cuda.current_stream().query(),
            lambda x: torch.tensor([1.0], device="cuda"),
            lambda x: x.to("cpu", non_blocking=False),
        ],
    )
    def test_a_wait_spoils_the_capture(
        self, gpu: VirtualGPU, forbidden: Callable[[Any], object]
    ) -> None:
        x = torch.ones(4, device="cuda")

        def work() -> None:
            x.add_(1)
            with pytest.raises(RuntimeError, match=NOT_PERMITTED):
                forbidden(x)
            with pytest.raises(RuntimeError, match=SPOILT):
                x.add_(1)

        graph = torch.cuda.CUDAGraph()
        with pytest.raises(RuntimeError, match=SPOILT), torch.cuda.graph(graph):
            work()
        torch.cuda.set_stream(torch.cuda.default_stream())
        assert not torch.cuda.is_current_stream_capturing()
        assert x.tolist() == [1] * 4
        with pytest.raises(RuntimeError, match="without a preceding successful capture"):
            graph.replay()

    def test_the_default_stream_cannot_be_captured(self, gpu: VirtualGPU) -> None:
        with pytest.raises(RuntimeError, match="non-default stream"):
            torch.cuda.CUDAGraph().capture_begin()

    def test_an_event_of_a_capture_never_happens(self, gpu: VirtualGPU) -> None:
        event = torch.cuda.Event(enable_timing=True)
        x = torch.ones(4, device="cuda")
        captured(lambda: (x.add_(1), event.record()))
        with pytest.raises(RuntimeError, match="last recorded in a capturing stream"):
            event.synchronize()

    def test_an_empty_graph_is_warned_of(self, gpu: VirtualGPU) -> None:
        with pytest.warns(UserWarning, match="The CUDA Graph is empty"):
            captured(lambda: None)

    def test_a_graph_owns_one_capture_until_its_reset(self, gpu: VirtualGPU) -> None:
        x = torch.ones(4, device="cuda")
        graph = captured(lambda: x.add_(1))
        with pytest.raises(RuntimeError, match="already owns"), torch.cuda.graph(graph):
            pass
        torch.cuda.set_stream(torch.cuda.default_stream())
        graph.reset()
        with torch.cuda.graph(graph):
            x.mul_(5)
        graph.replay()
        assert x.tolist() == [5] * 4

    def test_the_drivers_graph_is_refused(self, gpu: VirtualGPU) -> None:
        with pytest.raises(UnavailableError, match="cudaGraph_t"):
            torch.cuda.CUDAGraph().raw_cuda_graph()


def test_graphs_share_a_pool_and_know_that_they_capture(gpu: VirtualGPU, tmp_path: Path) -> None:
    x, out, doubled = torch.ones(4, device="cuda"), torch.empty(0), torch.empty(0)
    asked: list[bool] = []

    def first() -> None:
        nonlocal out
        asked.append(torch.cuda.is_current_stream_capturing())
        out = x + 1

    def second() -> None:
        nonlocal doubled
        doubled = out * 2

    handle = torch.cuda.graph_pool_handle()
    graphs = torch.cuda.CUDAGraph(), torch.cuda.CUDAGraph()
    for graph, work in zip(graphs, (first, second), strict=True):
        with torch.cuda.graph(graph, pool=handle, capture_error_mode="thread_local"):
            work()
    x.fill_(4)
    for graph in graphs:
        graph.replay()
    assert doubled.tolist() == [10] * 4
    assert asked == [True]
    assert not torch.cuda.is_current_stream_capturing()
    assert graphs[0].pool() == graphs[1].pool() == handle
    graphs[0].enable_debug_mode()
    graphs[0].debug_dump(str(tmp_path / "graph.dot"))
    assert 'label="0: aten.add.Tensor"' in (tmp_path / "graph.dot").read_text()


def test_what_is_freed_while_it_is_captured_does_not_count_as_allocated(gpu: VirtualGPU) -> None:
    x = torch.ones(1 << 20, device="cuda")
    before = torch.cuda.memory_allocated()
    out = torch.empty(0)

    def work() -> None:
        nonlocal out
        out = (x + 1).sum()

    graph = captured(work)
    assert torch.cuda.memory_allocated() == before + 512
    torch.cuda.reset_peak_memory_stats()
    graph.replay()
    assert torch.cuda.max_memory_allocated() == before + 512
    assert out.item() == 2 << 20


def test_captured_work_gets_the_memory_that_captured_work_has_freed(gpu: VirtualGPU) -> None:
    """As on a GPU: what one call wrote is in L2 when the next one writes its result there."""
    source = """
        extern "C" __global__ void scaled(float* y, const float* x, int k) {
            int i = blockIdx.x * blockDim.x + threadIdx.x;
            y[i] = k * x[i];
        }"""
    kernel, n = cuda_kernel(source, "scaled"), 1 << 18
    x, addresses, sums = torch.ones(n, device="cuda"), list[int](), list[torch.Tensor]()

    def work() -> None:
        for k in (2, 3, 4):
            y = torch.empty_like(x)
            kernel[n // 256, 256](y, x, k)
            addresses.append(y.data_ptr())
            sums.append(y.sum())
            del y

    graph = captured(work)
    assert len(set(addresses)) == 1
    outside = torch.full((n,), 9.0, device="cuda")
    assert outside.data_ptr() not in addresses
    graph.replay()
    assert [total.item() for total in sums] == [2 * n, 3 * n, 4 * n]
    assert outside.eq(9).all()


def test_work_of_another_stream_does_not_get_a_graphs_memory(gpu: VirtualGPU) -> None:
    x, n = torch.ones(1 << 18, device="cuda"), 1 << 18
    other, outside = torch.cuda.Stream(), torch.empty(0)
    total = torch.empty(0)

    def work() -> None:
        nonlocal outside, total
        y = x * 2
        total = y.sum()
        del y
        with torch.cuda.stream(other):
            outside = torch.full((n,), 9.0, device="cuda")

    graph = captured(work)
    graph.replay()
    assert total.item() == 2 * n
    assert outside.eq(9).all()
