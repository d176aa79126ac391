"""torch.compile inside a virtual GPU's block: Inductor's Triton kernels, and none of it outside."""

from __future__ import annotations

import copy
import os
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import torch
import torch._inductor.config
from torch._inductor.runtime.cache_dir_utils import cache_dir
from torch.utils._triton import has_triton

import kernelscope as ks
from kernelscope.devices.torch_cuda.facade import pretend_cuda
from kernelscope.hardware.timing import EVENTS_OVER_DURATION_US

pytestmark = pytest.mark.triton

READ = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"
Function = Callable[..., torch.Tensor]


@pytest.fixture(autouse=True, scope="module")
def _own_cache(tmp_path_factory: pytest.TempPathFactory):
    """An empty cache on disk and no code of other tests."""
    torch._dynamo.reset()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TORCHINDUCTOR_CACHE_DIR", str(tmp_path_factory.mktemp("inductor")))
        # for two small C++ kernels they cost more than they save
        patch.setattr(torch._inductor.config, "cpp_cache_precompile_headers", False, raising=False)
        yield
    torch._dynamo.reset()


@pytest.fixture(autouse=True)
def _fresh_dynamo(_own_cache: None):
    """Leave no code of the test before: after several sizes Dynamo compiles for any size."""
    torch._dynamo.reset()


def naive_gelu(x: torch.Tensor) -> torch.Tensor:
    return 0.5 * x * (1 + torch.tanh(0.79788456 * (x + 0.044715 * x * x * x)))


def counted(gpu: ks.virtual_gpu) -> list[object]:
    """The launches that are no trials of the autotuner."""
    return [launch for launch in gpu.launches if not launch.trial]


def test_a_chain_of_operations_becomes_one_triton_kernel():
    x = torch.randn(96, 100)
    with ks.virtual_gpu("h200") as gpu:
        y = torch.compile(naive_gelu)(x)
    torch.testing.assert_close(y, naive_gelu(x), rtol=1e-5, atol=1e-6)
    (launch,) = counted(gpu)
    assert launch.frontend == "inductor"
    assert launch.kernel.startswith("triton_poi_fused")
    assert launch.counters[READ] == 9600 // 8
    assert launch.source is not None
    assert launch.source.rpartition(":")[0] == __file__
    assert launch.kernel_source is not None
    file, _, line = launch.kernel_source.rpartition(":")
    assert Path(file).read_text().splitlines()[int(line) - 1].startswith(f"def {launch.kernel}(")


@pytest.mark.slow
def test_a_function_compiled_outside_runs_as_triton_inside_and_as_before_outside():
    compiled = torch.compile(lambda x: naive_gelu(x) + 1)
    x = torch.randn(1000)
    expected = naive_gelu(x) + 1
    outside = cache_dir()
    torch.testing.assert_close(compiled(x), expected, rtol=1e-5, atol=1e-6)
    for _ in range(2):
        with ks.virtual_gpu("h200") as gpu:
            torch.testing.assert_close(compiled(x), expected, rtol=1e-5, atol=1e-6)
            assert cache_dir() != outside
        assert len(counted(gpu)) == 1
        torch.testing.assert_close(compiled(x), expected, rtol=1e-5, atol=1e-6)
        assert len(counted(gpu)) == 1
    assert cache_dir() == outside
    assert os.environ["TORCHINDUCTOR_CACHE_DIR"] == outside


@pytest.mark.slow
def test_each_gpu_and_the_outside_have_their_own_code_also_on_disk():
    def f(x: torch.Tensor) -> torch.Tensor:
        return (x * 3).relu()

    x = torch.randn(500)
    for _ in range(2):  # the second time Dynamo knows nothing, and the files are there
        torch._dynamo.reset()
        compiled = torch.compile(f)
        for name in ("h200", "a100", "h200"):
            with ks.virtual_gpu(name) as gpu:
                assert torch.equal(compiled(x), f(x))
            (launch,) = counted(gpu)
            assert f"torchinductor_virtual_{name}_" in str(launch.kernel_source)
        assert torch.equal(compiled(x), f(x))
        assert len(counted(gpu)) == 1


@pytest.mark.parametrize("columns", [100, 3000])
def test_softmax_is_one_kernel_that_reads_as_on_a_gpu(columns: int):
    x = torch.randn(40, columns)
    with ks.virtual_gpu("h200") as gpu:
        y = torch.compile(lambda x: torch.softmax(x, -1))(x)
    torch.testing.assert_close(y, torch.softmax(x, -1), rtol=1e-5, atol=1e-7)
    (launch,) = counted(gpu)
    assert "softmax" in launch.kernel


def test_inputs_are_loaded_as_wide_as_outputs_are_stored():
    """Inductor takes a GPU's inputs to be aligned; a CPU's it does not, and loads them singly."""
    x = torch.randn(1 << 16)
    with ks.virtual_gpu("h200") as gpu:
        torch.compile(naive_gelu)(x)
    (launch,) = counted(gpu)
    requests = "l1tex__t_requests_pipe_lsu_mem_global_op_{}.sum"
    loads, stores = (launch.counters[requests.format(kind)] for kind in ("ld", "st"))
    assert loads == stores
    assert launch.counters[READ] / loads > 4  # wider than 4 bytes a lane


def test_an_input_that_is_misaligned_after_all_is_read_right():
    x = torch.randn((1 << 12) + 1)
    compiled = torch.compile(naive_gelu)
    with ks.virtual_gpu("h200"):
        for given in (x[:-1], x[1:]):
            torch.testing.assert_close(compiled(given), naive_gelu(given), rtol=1e-5, atol=1e-6)


def test_a_full_reduction_is_split_over_blocks():
    x = torch.randn(512, 512)
    with ks.virtual_gpu("h200") as gpu:
        total = torch.compile(lambda x: (x * x).sum())(x)
    torch.testing.assert_close(total, (x * x).sum(), rtol=1e-5, atol=1e-5)
    launches = counted(gpu)
    assert len(launches) == 2
    assert launches[0].grid[0] > 1


@pytest.mark.slow
def test_a_training_step_of_a_module_compiles_forward_and_backward():
    torch.manual_seed(0)
    model = torch.nn.Sequential(torch.nn.LayerNorm(64), torch.nn.Linear(64, 32), torch.nn.GELU())
    x = torch.randn(16, 64)
    model(x).square().mean().backward()
    expected = [parameter.grad.clone() for parameter in model.parameters()]
    model.zero_grad()
    step = torch.compile(lambda x: model(x).square().mean())
    with ks.virtual_gpu("h200") as gpu:
        step(x).backward()
        forward_and_backward = {launch.kernel for launch in counted(gpu)}
    assert any("backward" in name for name in forward_and_backward)
    for parameter, gradient in zip(model.parameters(), expected, strict=True):
        torch.testing.assert_close(parameter.grad, gradient, rtol=1e-4, atol=1e-6)


def test_the_product_of_matrices_stays_torchs_own_and_its_epilogue_is_fused():
    a, b = torch.randn(32, 48), torch.randn(48, 16)
    with ks.virtual_gpu("h200") as gpu:
        y = torch.compile(lambda a, b: torch.nn.functional.gelu(a @ b))(a, b)
    torch.testing.assert_close(y, torch.nn.functional.gelu(a @ b), rtol=1e-4, atol=1e-5)
    assert len(counted(gpu)) == 1


def test_dynamic_shapes_need_one_compilation():
    compiled = torch.compile(lambda x: x * x + 1, dynamic=True)
    with ks.virtual_gpu("h200") as gpu:
        for n in (100, 1000, 333):
            x = torch.randn(n)
            torch.testing.assert_close(compiled(x), x * x + 1)  # one rounding less: fma
    launches = counted(gpu)
    assert len({launch.kernel_source for launch in launches}) == 1
    assert [launch.counters[READ] for launch in launches] == [-(-n // 8) for n in (100, 1000, 333)]


def test_fullgraph_bf16_and_strided_inputs_work():
    x = torch.randn(64, 48, dtype=torch.bfloat16).t()
    f = torch.compile(lambda x: (x.float() * 2 + 1).to(x.dtype), fullgraph=True)
    with ks.virtual_gpu("h200") as gpu:
        y = f(x)
    assert torch.equal(y, (x.float() * 2 + 1).to(x.dtype))
    assert len(counted(gpu)) == 1


def test_an_error_of_ours_reaches_the_program_unchanged_and_inductors_are_its_own():
    """A pass that fails in the middle of Inductor: for others, its wrapper says where."""
    from torch._inductor.exc import InductorError

    for error, kind in ((ks.UnavailableError("no such GPU"), ks.UnavailableError),
                        (ValueError("a bug"), InductorError)):  # fmt: skip

        def fails(_graph: object, error: Exception = error) -> None:
            raise error

        torch._dynamo.reset()
        passes = torch._inductor.config.patch(post_grad_custom_post_pass=fails)
        with ks.virtual_gpu("h200"), passes, pytest.raises(kind, match=str(error)):
            torch.compile(lambda x: x.sin() + 1)(torch.ones(64))


@pytest.mark.parametrize(
    ("spills", "custom", "rejected"),
    [(None, False, False), (16, False, False), (17, False, True), (17, True, False)],
)
def test_a_configuration_that_spills_is_not_chosen(
    spills: int | None, custom: bool, rejected: bool
):
    """As on a GPU: over 16 bytes, but never the program's own kernel, which has one form."""
    from torch._inductor.runtime.triton_heuristics import CachingAutotuner

    ran: list[object] = []

    class Launcher:
        n_spills = spills

        def __call__(self, *args: object, **_: object) -> None:
            ran.append(args)

    autotuner = SimpleNamespace(
        inductor_meta={},
        custom_kernel=custom,
        maybe_clone_args=lambda _exclude, *args, **kwargs: ([*args], kwargs),
        reset_to_zero_args=lambda *_, **__: None,
    )
    with ks.virtual_gpu("h200"):
        bench: Any = CachingAutotuner.bench
        time = bench(autotuner, Launcher(), "x")
    assert (time == float("inf")) is rejected
    assert ran == ([] if rejected else [("x",)])


def test_a_way_to_compute_a_product_is_timed_by_one_execution():
    """Inductor's own timing fills 50 MB with zeros three hundred times for each way."""
    from torch._inductor.runtime.benchmarking import benchmarker

    calls: list[int] = []
    with ks.virtual_gpu("h200") as gpu, pretend_cuda(gpu):
        x = torch.randn(64, 64, device="cuda")
        before = len(gpu.events)
        time_ms = benchmarker.benchmark_gpu(lambda: calls.append(1) or x @ x)
        names = [event.name for event in gpu.events[before:]]
    assert (len(calls), names) == (1, ["aten.mm.default"])
    assert 0.001 < time_ms < 0.01


def test_inductor_is_told_of_the_gpu_it_compiles_for():
    with ks.virtual_gpu("a100") as gpu:
        torch.compile(lambda x: x.exp())(torch.randn(64))
    (launch,) = counted(gpu)
    text = Path(str(launch.kernel_source).rpartition(":")[0]).read_text()
    assert "multi_processor_count=108" in text
    assert "cc=80" in text


def test_another_backend_is_left_alone():
    x = torch.randn(64)
    with ks.virtual_gpu("h200") as gpu:
        assert torch.equal(torch.compile(lambda x: x + 1, backend="eager")(x), x + 1)
    assert gpu.launches == []


def test_inductors_settings_and_functions_are_as_before_after_the_block():
    from torch._inductor import config, decomposition
    from torch._inductor.runtime.hints import DeviceProperties
    from torch._inductor.runtime.triton_heuristics import CachingAutotuner

    def state() -> list[object]:
        code = decomposition.mm
        while hasattr(code, "__wrapped__"):
            code = code.__wrapped__
        return [
            config.cpu_backend,
            config.compile_threads,
            DeviceProperties.__dict__["create"],
            CachingAutotuner.__dict__["bench"],
            code.__code__,
        ]

    before = state()
    with ks.virtual_gpu("h200"):
        assert state()[0] == "triton"
    assert state() == before


@pytest.mark.skipif(torch.cuda.is_available(), reason="a real GPU is here")
def test_reduce_overhead_captures_on_the_second_call_and_replays():
    """A replay costs the device less than a launch, and has the values of the new input."""

    @torch.compile(mode="reduce-overhead")
    def wave(x):
        return x.sin() + x.cos()

    has_triton()  # PyTorch keeps the answer, which outside is that there is no GPU
    session = ks.virtual_gpu("h200")
    with pretend_cuda(session):
        for _ in range(4):
            x = torch.randn(100, device="cuda")
            torch.testing.assert_close(wave(x), x.sin() + x.cos(), atol=1e-6, rtol=0)
        assert [launch.frontend for launch in session.launches] == ["inductor"] * 4
        first, *replays = [launch.time_us.value for launch in session.launches]
        assert replays[0] == pytest.approx(first - EVENTS_OVER_DURATION_US, abs=0.01)
        assert max(replays[1:]) <= replays[0]  # a replay finds its memory in L2


@pytest.mark.skipif(torch.cuda.is_available(), reason="a real GPU is here")
@pytest.mark.long("Inductor compiles a training step, forward and backward")
def test_reduce_overhead_trains_as_eager_does():
    """Compiled backward passes write over activations that they were given."""
    has_triton()
    with pretend_cuda(ks.virtual_gpu("h200")):
        torch.manual_seed(0)
        eager = torch.nn.Sequential(
            torch.nn.Linear(16, 16), torch.nn.GELU(), torch.nn.Linear(16, 1)
        )
        eager = eager.cuda()
        graphed = copy.deepcopy(eager)
        compiled = torch.compile(graphed, mode="reduce-overhead")
        for _ in range(3):
            x = torch.randn(8, 16, device="cuda")
            for call, model in ((eager, eager), (compiled, graphed)):
                model.zero_grad()
                call(x).square().mean().backward()
            for one, other in zip(eager.parameters(), graphed.parameters(), strict=True):
                torch.testing.assert_close(one.grad, other.grad, atol=1e-6, rtol=1e-5)
