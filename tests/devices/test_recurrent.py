"""cuDNN's recurrent layers on the virtual GPU: float64's values and gradients, a GPU's launches."""

from __future__ import annotations

import gzip
import itertools
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")

from torch import nn  # noqa: E402
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence  # noqa: E402

from families import exhaustive  # noqa: E402
from kernelscope.devices.torch_cuda.facade import pretend_cuda  # noqa: E402
from kernelscope.devices.virtual import VirtualGPU  # noqa: E402
from kernelscope.frontends import virtual_gpu  # noqa: E402
from kernelscope.record import OperatorRecord  # noqa: E402

RECORD = Path(__file__).parents[1] / "truth" / "operators" / "operators_h200.jsonl.gz"
KINDS = {
    "relu": lambda *a, **k: nn.RNN(*a, nonlinearity="relu", **k),
    "tanh": nn.RNN,
    "lstm": nn.LSTM,
    "gru": nn.GRU,
}
FORMS: dict[str, dict[str, Any]] = {
    "plain": {},
    "deep": {"num_layers": 3},
    "both ways": {"num_layers": 2, "bidirectional": True},
    "without biases": {"bias": False},
    "batch first": {"batch_first": True, "num_layers": 2},
}
NEAR = {torch.float64: 1e-12, torch.float32: 2e-5, torch.float16: 5e-3, torch.bfloat16: 4e-2}
STEPS, BATCH, SIZE, HIDDEN = 5, 3, 8, 16
KERNEL = re.compile("xmma_gemm|elemWiseRNNcell")


@pytest.fixture
def gpu() -> Iterator[VirtualGPU]:
    gpu = virtual_gpu("h200")
    with pretend_cuda(gpu):
        torch.manual_seed(0)
        yield gpu


def end_of(found: Any) -> list[torch.Tensor]:
    output, state = found
    return [output, *(state if isinstance(state, tuple) else (state,))]


def loss_of(found: Any) -> torch.Tensor:
    """A sum in which each result has another weight."""
    return sum((part.double() ** 2).sum() * place for place, part in enumerate(end_of(found), 1))


def apart(there: torch.Tensor, exact: torch.Tensor) -> float:
    scale = exact.detach().abs().max().clamp(min=1.0)
    return float((there.detach().cpu().double() - exact.detach()).abs().max() / scale)


def check(layer: nn.Module, x: torch.Tensor, dtype: torch.dtype, *states: Any) -> None:
    """Hold results and all gradients against the same layer in float64 on the CPU."""
    x = x.to(dtype).double()
    layer = layer.to(dtype).double()
    exact_x = x.clone().requires_grad_()
    exact = layer(exact_x, *states)
    loss_of(exact).backward()
    gradients = [parameter.grad.clone() for parameter in layer.parameters()]
    layer.zero_grad()
    layer.to("cuda", dtype)
    there_x = x.to("cuda", dtype).requires_grad_()
    moved = [tuple(s.to("cuda", dtype) for s in state) for state in states]
    there = layer(there_x, *moved)
    loss_of(there).backward()
    for mine, its in zip(end_of(there), end_of(exact), strict=True):
        assert mine.dtype == dtype
        assert apart(mine, its) < NEAR[dtype]
    assert apart(there_x.grad, exact_x.grad) < 4 * NEAR[dtype]
    for parameter, its in zip(layer.parameters(), gradients, strict=True):
        assert apart(parameter.grad, its) < 4 * NEAR[dtype]


# Each form with one kind, and each kind with the deep form.
@pytest.mark.parametrize(
    ("kind", "form"),
    [
        (kind, form) if form == "deep" or kind == "lstm" else exhaustive(kind, form)
        for kind, form in itertools.product(KINDS, FORMS)
    ],
)
def test_a_layer_is_float64s(gpu: VirtualGPU, kind: str, form: str) -> None:
    check(KINDS[kind](SIZE, HIDDEN, **FORMS[form]), torch.randn(STEPS, BATCH, SIZE), torch.float32)


@pytest.mark.parametrize("dtype", NEAR, ids=str)
@pytest.mark.parametrize("kind", ["lstm", exhaustive("gru")])
def test_a_layer_in_each_type_is_float64s(gpu: VirtualGPU, kind: str, dtype: torch.dtype) -> None:
    check(KINDS[kind](SIZE, HIDDEN, num_layers=2), torch.randn(STEPS, BATCH, SIZE), dtype)


def test_a_projection_and_given_states_are_float64s(gpu: VirtualGPU) -> None:
    layer = nn.LSTM(SIZE, HIDDEN, proj_size=4, num_layers=2)
    states = (torch.randn(2, BATCH, 4).double(), torch.randn(2, BATCH, HIDDEN).double())
    check(layer, torch.randn(STEPS, BATCH, SIZE), torch.float32, states)


def test_sequences_of_several_lengths_are_float64s(gpu: VirtualGPU) -> None:
    layer, x = nn.LSTM(SIZE, HIDDEN, bidirectional=True), torch.randn(STEPS, BATCH, SIZE)
    lengths = torch.tensor([5, 3, 2])
    exact, _ = layer.double()(pack_padded_sequence(x.double(), lengths))
    layer.to("cuda", torch.float32)
    there, _ = layer(pack_padded_sequence(x.cuda(), lengths))
    found, _ = pad_packed_sequence(there)
    assert apart(found, pad_packed_sequence(exact)[0]) < NEAR[torch.float32]


def test_what_dropout_drops_is_dropped_in_the_backward_pass_too(gpu: VirtualGPU) -> None:
    """By differences of the loss: the generator begins anew for each."""
    layer = nn.GRU(SIZE, HIDDEN, num_layers=2, dropout=0.5).double().cuda()
    x = torch.randn(STEPS, BATCH, SIZE, dtype=torch.float64).cuda().requires_grad_()

    def loss(given: torch.Tensor) -> torch.Tensor:
        torch.manual_seed(7)
        return loss_of(layer(given))

    loss(x).backward()
    step = torch.zeros_like(x)
    step[2, 1, 3] = 1e-6
    slope = (loss(x.detach() + step) - loss(x.detach() - step)) / 2e-6
    assert slope.item() == pytest.approx(x.grad[2, 1, 3].item(), rel=1e-5)
    torch.manual_seed(8)
    other = loss_of(layer(x.detach())).item()
    assert other != loss(x.detach()).item()
    layer.eval()
    assert torch.equal(layer(x)[0], layer(x)[0])


def test_a_backward_pass_in_evaluation_is_pytorchs_error(gpu: VirtualGPU) -> None:
    layer = nn.LSTM(SIZE, HIDDEN).cuda().eval()
    found = loss_of(layer(torch.randn(STEPS, BATCH, SIZE).cuda()))
    with pytest.raises(RuntimeError, match="can only be called in training mode"):
        found.backward()


def test_without_cudnn_the_steps_are_launched_one_by_one(gpu: VirtualGPU) -> None:
    layer, x = nn.LSTM(SIZE, HIDDEN).cuda(), torch.randn(STEPS, BATCH, SIZE).cuda()
    assert torch.backends.cudnn.is_available()
    assert torch.backends.cudnn.version() > 90000
    first = len(gpu.events)
    with torch.backends.cudnn.flags(enabled=False):
        assert not torch.backends.cudnn.enabled
        layer(x)
    assert torch.backends.cudnn.enabled
    names = [event.name for event in gpu.events[first:]]
    assert sum("_thnn_fused_lstm_cell" in name for name in names) == STEPS
    assert not any("cudnn" in name for name in names)


def recorded() -> list[dict[str, Any]]:
    """The launches of an H200's LSTM but for the zeros of its states."""
    with gzip.open(RECORD, "rt") as file:
        call = next(one for one in map(json.loads, file) if "training/lstm" in one.get("name", ""))
    return call["activities"][2:]


def test_an_lstm_launches_what_it_did_on_an_h200(gpu: VirtualGPU) -> None:
    """A copy, a product for all steps, a product and a cell a step; the whole within 10 %."""
    layer, x = nn.LSTM(256, 512, batch_first=True).cuda(), torch.randn(32, 50, 256).cuda()
    layer(x)
    layer(x)
    _, call = [e for e in gpu.events if isinstance(e, OperatorRecord) and "_cudnn" in e.name]
    there = recorded()
    assert len(call.launches) == len(there)
    for mine, its in zip(call.launches, there, strict=True):
        assert KERNEL.findall(mine.name) == KERNEL.findall(its["name"])
    total = sum(launch.time_us.value for launch in call.launches)
    assert total == pytest.approx(sum(its["warm"] for its in there) / 1e3, rel=0.1)


@pytest.mark.parametrize(
    ("layer", "dtype", "kernels"),
    [
        (nn.LSTM(64, 192), torch.float32, 2),
        (nn.LSTM(64, 193), torch.float32, 1 + 2 * STEPS),
        (nn.LSTM(64, 64), torch.float64, 1 + 2 * STEPS),
        (nn.RNN(64, 384), torch.float32, 2),
        (nn.GRU(64, 192, bidirectional=True), torch.float32, 4),
        (nn.LSTM(128, 512), torch.float16, 2),
        (nn.GRU(128, 512), torch.float16, 1 + 2 * STEPS),
    ],
)
def test_small_layers_are_one_kernel(
    gpu: VirtualGPU, layer: nn.Module, dtype: torch.dtype, kernels: int
) -> None:
    """As PyTorch chooses: by hidden size, type and batch."""
    layer.to("cuda", dtype)(torch.randn(STEPS, 8, layer.input_size).to("cuda", dtype))
    call = [event for event in gpu.events if isinstance(event, OperatorRecord)][-1]
    assert "_cudnn_rnn" in call.name
    assert len(call.launches) == kernels
