"""The fast path of transformer layers on the virtual GPU: float64's values, a GPU's launches."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

torch = pytest.importorskip("torch")

from torch import nn  # noqa: E402

from kernelscope.devices.torch_cuda.facade import pretend_cuda  # noqa: E402
from kernelscope.devices.virtual import VirtualGPU  # noqa: E402
from kernelscope.frontends import virtual_gpu  # noqa: E402

BATCH, LENGTH, WIDTH, HEADS = 2, 16, 64, 4
NEAR = {torch.float32: 2e-6, torch.float16: 5e-3}


@pytest.fixture
def gpu() -> Iterator[VirtualGPU]:
    gpu = virtual_gpu("h200")
    with pretend_cuda(gpu), torch.no_grad():
        torch.manual_seed(0)
        yield gpu


def launched(gpu: VirtualGPU, first: int) -> list[str]:
    return [event.name.removeprefix("aten.").partition(".")[0] for event in gpu.events[first:]]


@pytest.mark.parametrize("dtype", NEAR, ids=str)
@pytest.mark.parametrize("norm_first", [False, True])
@pytest.mark.parametrize("activation", ["relu", "gelu"])
@pytest.mark.parametrize("masked", [False, True])
def test_an_encoder_layer_is_float64s(
    gpu: VirtualGPU, dtype: torch.dtype, norm_first: bool, activation: str, masked: bool
) -> None:
    layer = nn.TransformerEncoderLayer(
        WIDTH, HEADS, 128, batch_first=True, norm_first=norm_first, activation=activation
    ).eval()
    x = torch.randn(BATCH, LENGTH, WIDTH)
    mask = torch.zeros(BATCH, LENGTH, dtype=torch.bool)
    mask[0, 10:] = masked
    exact = layer.double()(x.double(), src_key_padding_mask=mask if masked else None)
    layer.to("cuda", dtype)
    first = len(gpu.events)
    there = layer(x.to("cuda", dtype), src_key_padding_mask=mask.cuda() if masked else None)
    apart = (there.cpu().double() - exact)[~mask].abs().max()
    assert apart < NEAR[dtype]
    names = launched(gpu, first)
    assert names.count("native_layer_norm") == 2
    fused = any("_attention" in name for name in names)
    assert fused is not masked
    assert ("_masked_softmax" in names) is masked


@pytest.mark.parametrize("dtype", NEAR, ids=str)
@pytest.mark.parametrize("weights", [False, True])
def test_attention_is_float64s(gpu: VirtualGPU, dtype: torch.dtype, weights: bool) -> None:
    layer = nn.MultiheadAttention(WIDTH, HEADS, batch_first=True).eval()
    x = torch.randn(BATCH, LENGTH, WIDTH)
    exact = layer.double()(*[x.double()] * 3, need_weights=weights)
    layer.to("cuda", dtype)
    first, there = len(gpu.events), x.to("cuda", dtype)
    found = layer(there, there, there, need_weights=weights)
    for one, other in zip(found, exact, strict=True):
        if other is None:
            assert one is None
        else:
            assert (one.cpu().double() - other).abs().max() < NEAR[dtype]
    names = launched(gpu, first)
    # Without weights: a product, fused attention, a product. The scores must exist for weights.
    assert ("_softmax" in names) is weights
    assert len([name for name in names if name != "copy_"]) == (8 if weights else 3)
