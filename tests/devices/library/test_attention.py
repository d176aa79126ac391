"""Fused attention on the pretended GPU: which kernel runs, and its values against float64."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

torch = pytest.importorskip("torch")

import torch.nn.functional as F  # noqa: E402
from torch.nn.attention import SDPBackend, sdpa_kernel  # noqa: E402

from kernelscope.devices.torch_cuda.facade import pretend_cuda  # noqa: E402
from kernelscope.devices.virtual import VirtualGPU, virtual_gpu  # noqa: E402
from kernelscope.record import OperatorRecord  # noqa: E402

pytestmark = pytest.mark.skipif(torch.cuda.is_available(), reason="a real GPU is here")

EVERY = [
    SDPBackend.MATH,
    SDPBackend.FLASH_ATTENTION,
    SDPBackend.EFFICIENT_ATTENTION,
    SDPBackend.CUDNN_ATTENTION,
]
ANY = settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture
def gpu() -> Iterator[VirtualGPU]:
    session = virtual_gpu("h200")
    with pretend_cuda(session):
        yield session


def kernel_of(gpu: VirtualGPU, call: Callable[[], object]) -> str:
    """Return which attention ran: "cudnn", "flash", "efficient" or "math"."""
    before = len(gpu.events)
    call()
    names = [event.name for event in gpu.events[before:] if isinstance(event, OperatorRecord)]
    fused = [name.split("_attention")[0].split("product_")[-1] for name in names if "dot" in name]
    return fused[-1] if fused else "math"


def on_gpu(dtype: Any, *shapes: tuple[int, ...]) -> list[Any]:
    return [torch.randn(shape, dtype=dtype, device="cuda") for shape in shapes]


# What an H200 with PyTorch 2.11 and cuDNN 9.19 ran is in tests/truth/operators; the other rows are
# the reasons that PyTorch's warnings name.
CHOICES = [
    (torch.float16, (2, 4, 16, 64), (2, 4, 16, 64), {}, "cudnn"),
    (torch.bfloat16, (2, 4, 16, 96), (2, 4, 16, 96), {"is_causal": True}, "cudnn"),
    (torch.float16, (1, 8, 16, 256), (1, 8, 16, 256), {}, "cudnn"),
    (torch.float16, (1, 8, 16, 64), (1, 8, 16, 64), {"dropout_p": 0.1}, "cudnn"),
    (torch.bfloat16, (2, 8, 1, 64), (2, 2, 32, 64), {"enable_gqa": True}, "cudnn"),
    (torch.float16, (1, 32, 1, 128), (1, 32, 1, 128), {}, "flash"),
    (torch.float16, (1, 4, 16, 20), (1, 4, 16, 20), {}, "flash"),
    (torch.float32, (2, 4, 16, 64), (2, 4, 16, 64), {}, "efficient"),
    (torch.float32, (2, 4, 16, 30), (2, 4, 16, 30), {}, "math"),
    (torch.float64, (2, 4, 16, 64), (2, 4, 16, 64), {}, "math"),
    (torch.float16, (4, 16, 64), (4, 16, 64), {}, "math"),
    (torch.float16, (1, 4, 16, 264), (1, 4, 16, 264), {}, "efficient"),
]


@pytest.mark.parametrize(("dtype", "queries", "keys", "flags", "expected"), CHOICES)
def test_the_kernel_is_the_one_that_pytorch_chooses(
    gpu: VirtualGPU,
    dtype: Any,
    queries: tuple[int, ...],
    keys: tuple[int, ...],
    flags: dict[str, Any],
    expected: str,
) -> None:
    q, k, v = on_gpu(dtype, queries, keys, keys)
    attend = F.scaled_dot_product_attention
    assert kernel_of(gpu, lambda: attend(q, k, v, **flags)) == expected


def test_a_script_chooses_among_the_kernels(gpu: VirtualGPU) -> None:
    q, k, v = on_gpu(torch.float16, *[(1, 2, 8, 64)] * 3)

    def run() -> None:
        F.scaled_dot_product_attention(q, k, v)

    for backend, name in zip(EVERY, ("math", "flash", "efficient", "cudnn"), strict=True):
        with sdpa_kernel(backend):
            assert kernel_of(gpu, run) == name
    torch.backends.cuda.enable_cudnn_sdp(False)
    try:
        assert kernel_of(gpu, run) == "flash"
    finally:
        torch.backends.cuda.enable_cudnn_sdp(True)
    with sdpa_kernel([SDPBackend.EFFICIENT_ATTENTION, SDPBackend.MATH], set_priority=True):
        assert kernel_of(gpu, run) == "efficient"
    wide = [t.float() for t in (q, k, v)]
    with sdpa_kernel(SDPBackend.FLASH_ATTENTION), pytest.raises(RuntimeError, match="No available"):
        F.scaled_dot_product_attention(*wide)


@st.composite
def problems(draw: st.DrawFn) -> dict[str, Any]:
    """Return shapes and flags of one attention."""
    keys_heads = draw(st.integers(1, 3))
    rows, keys = draw(st.integers(1, 40)), draw(st.integers(1, 40))
    causal = draw(st.booleans())
    mask = None if causal else draw(st.sampled_from([None, "bool", "float"]))
    return {
        "batch": draw(st.integers(1, 2)),
        "heads": keys_heads * draw(st.integers(1, 2)),
        "keys_heads": keys_heads,
        "rows": rows,
        "keys": rows if draw(st.booleans()) else keys,
        "size": draw(st.sampled_from([4, 8, 20, 64])),
        "causal": causal,
        "mask": mask,
        "scale": draw(st.sampled_from([None, 0.3])),
        "dtype": draw(st.sampled_from([torch.float32, torch.float16, torch.bfloat16])),
        "backend": draw(st.sampled_from(EVERY)),
        "seed": draw(st.integers(0, 2**31)),
    }


@ANY
@given(problem=problems())
def test_values_and_gradients_are_those_of_float64(
    gpu: VirtualGPU, problem: dict[str, object]
) -> None:
    p = problem
    torch.manual_seed(p["seed"])
    queries = (p["batch"], p["heads"], p["rows"], p["size"])
    others = (p["batch"], p["keys_heads"], p["keys"], p["size"])
    dtype = p["dtype"]
    operands = [torch.randn(shape).to(dtype) for shape in (queries, others, others)]
    mask = None
    if p["mask"] == "bool":
        mask = torch.rand(p["rows"], p["keys"]) < 0.7
        mask[:, 0] = True
    elif p["mask"] == "float":
        mask = torch.randn(p["batch"], 1, p["rows"], p["keys"]).to(dtype)
    grouped = p["heads"] != p["keys_heads"]
    flags = {"is_causal": p["causal"], "scale": p["scale"], "enable_gqa": grouped}
    exact = [operand.double().requires_grad_() for operand in operands]
    wide = mask.double() if mask is not None and mask.is_floating_point() else mask
    expected = F.scaled_dot_product_attention(*exact, attn_mask=wide, **flags)
    weight = torch.randn(expected.shape)
    (expected * weight).sum().backward()
    here = [operand.cuda().requires_grad_() for operand in operands]
    on_device = None if mask is None else mask.cuda()
    allowed: Any = [p["backend"], SDPBackend.MATH]
    with sdpa_kernel(allowed):
        result = F.scaled_dot_product_attention(*here, attn_mask=on_device, **flags)
        (result.float() * weight.cuda()).sum().backward()
    # Rounding to the dtype, or a float32 score of 20, whose exponential is off by 20 units.
    unit = max(torch.finfo(dtype).eps, 1e-6)
    torch.testing.assert_close(
        result.detach().cpu().double(), expected.detach(), rtol=8 * unit, atol=8 * unit
    )
    for one, true in zip(here, exact, strict=True):
        assert one.grad is not None
        assert true.grad is not None
        most = max(1.0, true.grad.abs().max().item())
        torch.testing.assert_close(
            one.grad.cpu().double(), true.grad, rtol=16 * unit, atol=16 * unit * most
        )


def test_a_bias_that_learns_gets_its_gradient(gpu: VirtualGPU) -> None:
    operands = [torch.randn(2, 3, 16, 8) for _ in range(3)]
    bias = torch.randn(1, 3, 16, 16)
    exact, wide = bias.double().requires_grad_(), [operand.double() for operand in operands]
    F.scaled_dot_product_attention(*wide, attn_mask=exact).sum().backward()
    here = bias.cuda().requires_grad_()
    q, k, v = (operand.cuda() for operand in operands)
    assert kernel_of(gpu, lambda: F.scaled_dot_product_attention(q, k, v, attn_mask=here)) == (
        "efficient"
    )
    F.scaled_dot_product_attention(q, k, v, attn_mask=here).sum().backward()
    assert here.grad is not None
    torch.testing.assert_close(here.grad.cpu().double(), exact.grad, rtol=1e-4, atol=1e-6)


def test_a_row_without_any_key_is_zero(gpu: VirtualGPU) -> None:
    q, k, v = on_gpu(torch.float16, *[(1, 1, 16, 64)] * 3)
    nothing = torch.zeros(16, 16, dtype=torch.bool, device="cuda")
    assert F.scaled_dot_product_attention(q, k, v, attn_mask=nothing).tolist() == (
        torch.zeros(1, 1, 16, 64).tolist()
    )


@pytest.mark.parametrize("backend", EVERY)
def test_the_logsumexp_that_is_kept_is_right(gpu: VirtualGPU, backend: SDPBackend) -> None:
    q, k, v = on_gpu(torch.float16, *[(1, 2, 21, 64)] * 3)
    aten = torch.ops.aten
    found = {
        SDPBackend.FLASH_ATTENTION: lambda: aten._scaled_dot_product_flash_attention(q, k, v)[1],
        SDPBackend.EFFICIENT_ATTENTION: lambda: aten._scaled_dot_product_efficient_attention(
            q, k, v, None, True
        )[1],
        SDPBackend.CUDNN_ATTENTION: lambda: aten._scaled_dot_product_cudnn_attention(
            q, k, v, None, True
        )[1][..., 0],
    }.get(backend)
    if found is None:
        return
    scores = q.cpu().double() @ k.cpu().double().transpose(-2, -1) / math.sqrt(64)
    kept = found().cpu()[:, :, :21].double()
    torch.testing.assert_close(kept, scores.logsumexp(-1), rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("backend", EVERY[1:])
def test_dropout_drops_its_share_and_the_gradient_drops_the_same(
    gpu: VirtualGPU, backend: SDPBackend
) -> None:
    q, k = on_gpu(torch.float16, (1, 4, 64, 64), (1, 4, 64, 64))
    v = torch.ones(1, 4, 64, 64, device="cuda", dtype=torch.float16, requires_grad=True)
    flat = torch.zeros_like(q)  # every key has the same weight
    torch.manual_seed(3)
    with sdpa_kernel(backend):
        first = F.scaled_dot_product_attention(flat, k, v, dropout_p=0.25)
        torch.manual_seed(3)
        again = F.scaled_dot_product_attention(flat, k, v, dropout_p=0.25)
        other = F.scaled_dot_product_attention(flat, k, v, dropout_p=0.25)
    assert torch.equal(first, again)
    assert not torch.equal(first, other)
    kept = first.float().mean().item() * 0.75
    assert kept == pytest.approx(0.75, abs=0.03)
    # The sum of a row of results is the sum over keys of kept weights: so is the gradient's.
    first.sum().backward()
    assert v.grad is not None
    assert v.grad.float().sum().item() == pytest.approx(first.float().sum().item(), rel=1e-2)


def test_layers_with_attention_run_with_and_without_their_fast_path(gpu: VirtualGPU) -> None:
    torch.manual_seed(0)
    layer = torch.nn.TransformerEncoderLayer(32, 4, 64, dropout=0.0, batch_first=True)
    x = torch.randn(2, 10, 32)
    layer.eval()
    with torch.no_grad():
        expected = layer(x)
        layer.cuda()
        torch.testing.assert_close(layer(x.cuda()).cpu(), expected, rtol=1e-4, atol=1e-5)
    layer.train()
    torch.testing.assert_close(layer(x.cuda()).cpu().detach(), expected, rtol=1e-4, atol=1e-5)


def test_a_cpus_tensors_tell_of_the_same_kernels(gpu: VirtualGPU) -> None:
    from kernelscope.devices.operators import OperatorRecorder

    operands = [torch.randn(2, 4, 32, 64, dtype=torch.float16) for _ in range(3)]
    gpu.l2.empty()
    with OperatorRecorder(gpu):
        before = len(gpu.events)
        F.scaled_dot_product_attention(*operands, is_causal=True)
        on_cpu = gpu.events[before:]
    q, k, v = (operand.cuda() for operand in operands)
    gpu.l2.empty()
    before = len(gpu.events)
    F.scaled_dot_product_attention(q, k, v, is_causal=True)
    launches = [
        [(launch.name, launch.time_us.value) for launch in event.launches]
        for event in (on_cpu[-1], gpu.events[before])
        if isinstance(event, OperatorRecord)
    ]
    assert launches[0] == launches[1]
    assert launches[0][0][0] == "Memset (Device)"


def held(case: list[Any]) -> str:
    """Return what one case of the H200's record does here: "right", or the error's name."""
    what, backend, dtype, number = case
    row = (128 if "mask" in what else 64) + (number if "rows" in what else 0)

    def operand(rows: int, step: int, begins: int) -> Any:
        strides = (4 * rows * step, rows * step, step, 1)
        sides = (2, 4, rows, 64 if rows == 32 else rows)
        empty = torch.zeros(begins + 8 * rows * step, dtype=getattr(torch, dtype), device="cuda")
        return empty.as_strided(sides, strides, begins)

    mask_case = what.startswith("mask")
    q, k, v = (
        operand(32, 64 if mask_case else row, number if what == "begins" else 0) for _ in range(3)
    )
    mask = operand(128, row, number if what == "mask begins" else 0) if mask_case else None
    if mask is not None:
        q, k, v = (torch.zeros(2, 4, 128, 64, dtype=q.dtype, device="cuda") for _ in range(3))
    with sdpa_kernel(getattr(SDPBackend, backend)):
        try:
            found = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        except RuntimeError as error:
            return "error" if "misaligned address" in str(error) else str(error)
    assert torch.equal(found.cpu(), torch.zeros(found.shape, dtype=found.dtype))
    return "right"


RECORD = Path(__file__).parents[2] / "truth" / "attention" / "operands_h200.jsonl"
MISPLACED = [row for row in map(json.loads, RECORD.open()) if row["case"][0] != "far"]


@pytest.mark.parametrize("row", MISPLACED, ids=lambda row: " ".join(map(str, row["case"])))
def test_what_an_h200_cannot_read_is_an_error_here(gpu: VirtualGPU, row: dict[str, Any]) -> None:
    """An H200 raises, or cuDNN returns wrong numbers without a word: both are an error here."""
    readable = row["code"] == 0 and row["off"] < 0.01
    assert held(row["case"]) == ("right" if readable else "error")
