"""Operations that PyTorch has on a GPU only give what its CPU path gives."""

from __future__ import annotations

import copy
from collections.abc import Iterator

import pytest

torch = pytest.importorskip("torch")

from kernelscope.devices.torch_cuda.facade import pretend_cuda  # noqa: E402
from kernelscope.devices.virtual import VirtualGPU, virtual_gpu  # noqa: E402

pytestmark = pytest.mark.skipif(torch.cuda.is_available(), reason="a real GPU is here")


@pytest.fixture
def gpu() -> Iterator[VirtualGPU]:
    session = virtual_gpu("h200")
    with pretend_cuda(session):
        yield session


@pytest.mark.parametrize("bias", [True, False])
@pytest.mark.parametrize("kind", ["LSTM", "GRU", "RNN"])
def test_recurrent_layers_and_their_gradients_equal_the_cpus(
    gpu: VirtualGPU, kind: str, bias: bool
) -> None:
    torch.manual_seed(0)
    options = {"num_layers": 2, "bias": bias, "bidirectional": True, "dtype": torch.float64}
    plain = getattr(torch.nn, kind)(5, 7, **options)
    layer = copy.deepcopy(plain).cuda()
    x = torch.randn(4, 3, 5, dtype=torch.float64)
    on_cpu, on_gpu = x.clone().requires_grad_(), x.cuda().requires_grad_()
    for model, inputs in ((plain, on_cpu), (layer, on_gpu)):
        out, state = model(inputs)
        last = state[1] if kind == "LSTM" else state
        (out.square().sum() + last.sin().sum()).backward()
    assert on_gpu.grad is not None
    torch.testing.assert_close(on_gpu.grad.cpu(), on_cpu.grad)
    for found, expected in zip(layer.parameters(), plain.parameters(), strict=True):
        assert found.grad is not None
        assert found.grad.is_cuda
        torch.testing.assert_close(found.grad.cpu(), expected.grad)


def test_a_step_of_an_lstm_is_one_launch_after_its_products(gpu: VirtualGPU) -> None:
    cell = torch.nn.LSTMCell(5, 7).cuda()
    cell(torch.randn(3, 5, device="cuda"))
    assert [event.name for event in gpu.events][-1] == "aten._thnn_fused_lstm_cell.default"


def test_half_precision_is_rounded_once(gpu: VirtualGPU) -> None:
    torch.manual_seed(0)
    cell = torch.nn.GRUCell(5, 7)
    x = torch.randn(3, 5)
    found = copy.deepcopy(cell).cuda().half()(x.cuda().half())
    assert found.dtype == torch.float16
    torch.testing.assert_close(found.cpu().float(), cell(x), atol=3e-3, rtol=0)


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("limits", [(0, 0), (0, 12), (2, 9), (20, 30)])
def test_whole_numbers_have_a_histogram(limits: tuple[int, int]) -> None:
    """The CPU has none. In floats the bin of each number here is exact, too."""
    x = torch.tensor([2, 2, 8, 11, 2, 10, 4, 12, 0], dtype=torch.int32)
    for bins in (13, 4):
        expected = torch.histc(x.double(), bins, *limits)
        counts = torch.histc(x.cuda(), bins, *limits)
        assert counts.dtype == torch.int32
        assert counts.tolist() == expected.tolist()
        assert torch.equal(torch.histc(x.float().cuda(), bins, *limits).cpu(), expected.float())
