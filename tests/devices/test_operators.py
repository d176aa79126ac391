"""What PyTorch's own operations would cost on a GPU."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

torch = pytest.importorskip("torch")

from kernelscope.devices.operators import OperatorRecorder  # noqa: E402
from kernelscope.devices.torch_cuda.facade import pretend_cuda  # noqa: E402
from kernelscope.devices.virtual import VirtualGPU, virtual_gpu  # noqa: E402
from kernelscope.hardware.timing import estimate_operator  # noqa: E402
from kernelscope.record import OperatorRecord  # noqa: E402

pytestmark = pytest.mark.skipif(torch.cuda.is_available(), reason="a real GPU is here")


@pytest.fixture
def gpu() -> Iterator[VirtualGPU]:
    session = virtual_gpu("h200")
    with pretend_cuda(session):
        yield session


def operators(gpu: VirtualGPU, run) -> list[OperatorRecord]:
    before = len(gpu.events)
    run()
    return [event for event in gpu.events[before:] if isinstance(event, OperatorRecord)]


def test_an_operation_reads_its_operands_and_writes_its_result(gpu: VirtualGPU) -> None:
    x, y = torch.ones(100, 10, device="cuda"), torch.ones(100, 10, device="cuda")
    (only,) = operators(gpu, lambda: x * y)
    assert only.name == "aten.mul.Tensor"
    assert only.shapes == ((100, 10), (100, 10))
    assert (only.bytes_read, only.bytes_written) == (8000, 4000)
    assert only.source is not None
    assert only.source.startswith(__file__)


def test_the_same_tensor_twice_is_read_once(gpu: VirtualGPU) -> None:
    x = torch.ones(1000, device="cuda")
    (only,) = operators(gpu, lambda: x * x)
    assert (only.bytes_read, only.bytes_written) == (4000, 4000)


def test_an_expanded_operand_is_read_once(gpu: VirtualGPU) -> None:
    x, row = torch.ones(100, 10, device="cuda"), torch.ones(10, device="cuda")
    (only,) = operators(gpu, lambda: x + row.expand(100, 10))
    assert only.bytes_read == 4000 + 40


def test_in_place_operations_read_and_write_unless_they_overwrite(gpu: VirtualGPU) -> None:
    x = torch.ones(1000, device="cuda")
    (added,) = operators(gpu, lambda: x.add_(1))
    (filled,) = operators(gpu, lambda: x.fill_(1))
    assert (added.bytes_read, added.bytes_written) == (4000, 4000)
    assert (filled.bytes_read, filled.bytes_written) == (0, 4000)


def test_views_and_allocations_cost_nothing(gpu: VirtualGPU) -> None:
    x = torch.ones(10, 10, device="cuda")
    assert not operators(
        gpu, lambda: (x.t(), x[1:], x.view(-1), x.expand(2, 10, 10), torch.empty_like(x), x.shape)
    )


def test_the_naive_gelu_is_nine_launches_and_the_fused_one_is_one(gpu: VirtualGPU) -> None:
    x = torch.ones(1 << 16, device="cuda")
    naive = operators(
        gpu, lambda: 0.5 * x * (1 + torch.tanh(0.79788456 * (x + 0.044715 * x * x * x)))
    )
    fused = operators(gpu, lambda: torch.nn.functional.gelu(x, approximate="tanh"))
    assert [one.name for one in naive] == [
        "aten.mul.Tensor",  # 0.5 * x
        "aten.mul.Tensor",  # 0.044715 * x
        "aten.mul.Tensor",
        "aten.mul.Tensor",
        "aten.add.Tensor",
        "aten.mul.Tensor",
        "aten.tanh.default",
        "aten.add.Tensor",
        "aten.mul.Tensor",
    ]
    assert [one.name for one in fused] == ["aten.gelu.default"]


def test_a_matmul_counts_two_flops_a_multiply_add(gpu: VirtualGPU) -> None:
    a = torch.ones(32, 64, device="cuda", dtype=torch.bfloat16)
    b = torch.ones(64, 16, device="cuda", dtype=torch.bfloat16)
    (only,) = operators(gpu, lambda: a @ b)
    assert only.flops == 2 * 32 * 64 * 16
    assert (only.bytes_read, only.bytes_written) == (2 * (32 * 64 + 64 * 16), 2 * 32 * 16)


def test_the_time_is_the_models_and_says_so(gpu: VirtualGPU) -> None:
    x = torch.ones(1 << 20, device="cuda")
    gpu.l2.empty()
    (only,) = operators(gpu, lambda: x + 1)
    expected = estimate_operator("h200", bytes_read=4 << 20, bytes_written=4 << 20).time_us
    assert only.time_us is not None
    assert only.time_us.value == pytest.approx(expected.value)
    assert expected.provenance == "estimated"


def test_a_product_takes_the_time_of_tensor_cores_and_a_sum_does_not(gpu: VirtualGPU) -> None:
    """134 million multiply-adds in bf16, and in fp32; adding as many bytes has no FLOPs at all."""
    x = torch.ones(512, 512, device="cuda")
    for dtype, precision in ((torch.bfloat16, "bf16"), (torch.float32, "fp32")):
        a = x.to(dtype)
        (product,) = operators(gpu, lambda a=a: a @ a)
        (sum_,) = operators(gpu, lambda a=a: a + 1)
        assert (product.flops, sum_.flops) == (2 * 512**3, 0)
        assert product.time_us is not None
        assert sum_.time_us is not None
        assert product.time_us.value > 1.2 * sum_.time_us.value
        assert product.precision == precision


def test_a_list_of_tensors_at_once_is_one_launch(gpu: VirtualGPU) -> None:
    xs = [torch.ones(10, device="cuda") for _ in range(4)]
    (only,) = operators(gpu, lambda: torch._foreach_add_(xs, 1.0))
    assert only.bytes_read == only.bytes_written == 4 * 40
    assert xs[3].tolist() == [2.0] * 10


def test_a_backward_is_recorded_from_autograds_thread(gpu: VirtualGPU) -> None:
    x = torch.ones(10, device="cuda", requires_grad=True)
    y = x.exp()
    names = [one.name for one in operators(gpu, lambda: y.backward(torch.ones_like(y)))]
    assert "aten.mul.Tensor" in names


def test_the_cpus_own_work_is_not_the_gpus(gpu: VirtualGPU) -> None:
    assert not operators(gpu, lambda: torch.ones(10) + 1)


def test_without_the_facade_a_recorder_takes_every_tensor() -> None:
    gpu = virtual_gpu("h200")
    with gpu, OperatorRecorder(gpu):
        torch.ones(1000) * 2
    last = gpu.events[-1]
    assert isinstance(last, OperatorRecord)
    assert last.name == "aten.mul.Tensor"
    assert (last.bytes_read, last.bytes_written) == (4000, 4000)


def test_tensors_without_data_cost_nothing() -> None:
    """The parameters of a module made on the meta device are initialised nowhere."""
    session = virtual_gpu("h200")
    with session, OperatorRecorder(session):
        torch.nn.Linear(8, 8, device="meta")
    assert session.events == []


def test_what_has_no_tensors_costs_nothing() -> None:
    """PyTorch's optimizers open a profiler's range through the dispatcher."""
    session = virtual_gpu("h200")
    with session, OperatorRecorder(session), torch.profiler.record_function("step"):
        torch.ones(4)
    names = [event.name for event in session.events if isinstance(event, OperatorRecord)]
    assert names == ["aten.ones.default"]


def test_a_library_that_takes_over_copies_may_go_on_in_pytorchs_own(gpu: VirtualGPU) -> None:
    """As FlagGems: by a set of keys that names no device."""
    composite = torch._C.DispatchKeySet(torch._C.DispatchKey.CompositeExplicitAutograd)
    library, calls = torch.library.Library("aten", "IMPL"), []

    def copy(to, source, non_blocking=False):
        calls.append((to.device.type, source.device.type))
        return torch.ops.aten.copy_.default.redispatch(composite, to, source, non_blocking)

    library.impl("copy_", copy, "CUDA")
    try:
        x = torch.arange(6.0).to("cuda")
        y = torch.empty(2, 3, device="cuda").copy_(x.view(2, 3))
        back = y.cpu()
    finally:
        library._destroy()
    assert calls == [("cuda", "cpu"), ("cuda", "cuda"), ("cpu", "cuda")]
    assert back.tolist() == [[0, 1, 2], [3, 4, 5]]
    host = torch.ops.aten.copy_.default.redispatch(composite, torch.zeros(2), torch.ones(2), False)
    assert host.tolist() == [1, 1]


def test_what_runs_as_a_trial_is_marked() -> None:
    gpu = virtual_gpu("h200")
    with gpu, OperatorRecorder(gpu), gpu.trials():
        torch.ones(10) * 2
    assert all(event.trial for event in gpu.events)


def test_halves_of_cpu_tensors_are_computed_in_float32() -> None:
    """A session on CPU tensors sums, adds numbers and converts as one on CUDA tensors does."""
    session = virtual_gpu("h200")
    x = torch.linspace(-1, 1, 4096 * 8).view(4096, 8).half()
    bias = torch.zeros(8, dtype=torch.float16, requires_grad=True)
    with session, OperatorRecorder(session):
        torch.nn.functional.layer_norm(x, (8,), None, bias).sum().backward()
        total = torch.tensor([-0.07611083984375], dtype=torch.float16) + 0.1
        wide = torch._softmax(x, 1, True)
    assert bias.grad is not None
    assert bias.grad.tolist() == [4096.0] * 8
    assert total.item() == 0.02389526367187500  # with 0.1 rounded to fp16 it is 0.023865
    assert wide.dtype == torch.float32
