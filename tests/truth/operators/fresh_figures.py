"""Print timing figures of functions that `figures.py` has not, in the same five ways.

    python fresh_figures.py [OUT.jsonl [NAME ...]]       (also under `kernelscope run`)

They were written down, and divided into halves by `fresh.half` of the function's name, before any
was measured. What is here is small: most of these figures are the host's.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
import triton
import triton.language as tl
from figures import DEVICE, HALF, Run, made, main, on
from torch import nn

# Triton's kernels.


@triton.jit
def saxpy_kernel(x, y, out, a, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < n
    tl.store(out + at, a * tl.load(x + at, mask=inside) + tl.load(y + at, mask=inside), mask=inside)


def triton_saxpy(x, y):
    out = torch.empty_like(x)
    n = x.numel()
    saxpy_kernel[lambda meta: (triton.cdiv(n, meta["BLOCK"]),)](x, y, out, 2.5, n, BLOCK=512)
    return out


@triton.jit
def row_sum_kernel(x, out, width, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, width, BLOCK):
        at = start + tl.arange(0, BLOCK)
        total += tl.load(x + row * width + at, mask=at < width, other=0.0)
    tl.store(out + row, tl.sum(total, axis=0))


def triton_row_sum(x):
    out = torch.empty(x.shape[0], device=x.device)
    row_sum_kernel[(x.shape[0],)](x, out, x.shape[1], BLOCK=1024)
    return out


# Models.


def small_mlp(width: int = 256, layers: int = 3) -> nn.Module:
    parts: list[nn.Module] = []
    for _ in range(layers):
        parts += [nn.Linear(width, width), nn.ReLU()]
    return nn.Sequential(*parts).to(DEVICE)


def pictures(channels: int = 16) -> nn.Module:
    return nn.Sequential(
        nn.Conv2d(3, channels, 3, padding=1), nn.BatchNorm2d(channels), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(channels, 2 * channels, 3, padding=1), nn.ReLU(), nn.AdaptiveAvgPool2d(1),
        nn.Flatten(), nn.Linear(2 * channels, 10),
    ).to(DEVICE)  # fmt: skip


def mlp_inference() -> Run:
    model, x = small_mlp(), made(64, 256)

    @torch.no_grad()
    def run():
        return model(x)

    return run


def mlp_training() -> Run:
    model, x = small_mlp(), made(64, 256)
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-2, momentum=0.9)

    def step():
        optimizer.zero_grad()
        model(x).square().mean().backward()
        optimizer.step()

    return step


def mlp_training_with_loss_printed() -> Run:
    """Return a step that reads its loss, as loops that log do."""
    model, x, y = small_mlp(128, 2), made(32, 128), torch.randint(0, 128, (32,), device=DEVICE)
    optimizer = torch.optim.Adam(model.parameters())

    def step():
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        return f"{loss.item():.3f}"

    return step


def picture_inference() -> Run:
    model, x = pictures().eval(), made(8, 3, 64, 64)

    def run():
        with torch.no_grad():
            return model(x)

    return run


def picture_training() -> Run:
    model, x, y = pictures(), made(16, 3, 32, 32), torch.randint(0, 10, (16,), device=DEVICE)
    optimizer = torch.optim.AdamW(model.parameters(), fused=True)

    def step():
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()

    return step


def encoder_inference() -> Run:
    layer = nn.TransformerEncoderLayer(256, 4, 512, batch_first=True).to(DEVICE)
    x = made(4, 64, 256)
    return lambda: layer(x)


def norm_module() -> Run:
    module, x = nn.LayerNorm(768).to(DEVICE), made(512, 768)
    return lambda: module(x)


def loss_and_gradient() -> Run:
    x, y = made(256, 1000, grad=True), torch.randint(0, 1000, (256,), device=DEVICE)
    return lambda: torch.autograd.grad(F.cross_entropy(x, y), x)


def adam_small() -> Run:
    parameters = list(small_mlp().parameters())
    for parameter in parameters:
        parameter.grad = torch.ones_like(parameter)
    return torch.optim.Adam(parameters).step


def greedy_tokens() -> Run:
    """Return eight steps of a decoder that picks the likeliest token and reads it."""
    table, out = nn.Embedding(1000, 128).to(DEVICE), nn.Linear(128, 1000).to(DEVICE)

    @torch.no_grad()
    def run():
        token, found = torch.zeros(1, dtype=torch.long, device=DEVICE), []
        for _ in range(8):
            token = out(table(token)).argmax(-1)
            found.append(token.item())
        return found

    return run


# Python beside operators.


def beside(rounds: int) -> Callable[[], Run]:
    """Return a call of an addition behind so many rounds of the program's own Python."""

    def make() -> Run:
        x, y = made(256, 256), made(256, 256)

        def run():
            words = [f"{i % 7}:{i * 3}" for i in range(rounds)]
            return x + y, len(",".join(words))

        return run

    return make


def collated() -> Run:
    """Return a batch made of 32 samples on the host and sent to the GPU."""
    samples = [torch.randn(3, 32, 32) for _ in range(32)]
    return lambda: torch.stack(samples).to(DEVICE)


def from_numpy() -> Run:
    array = np.random.default_rng(1).standard_normal((256, 256), dtype=np.float32)
    return lambda: torch.from_numpy(array).to(DEVICE) * 2


def replayed() -> Run:
    model, x = small_mlp(256, 4), made(32, 256)
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side), torch.no_grad():
        for _ in range(3):
            model(x)
    torch.cuda.current_stream().wait_stream(side)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph), torch.no_grad():
        model(x)
    return graph.replay


def compiled(function, *shapes) -> Callable[[], Run]:
    def make() -> Run:
        quick, inputs = torch.compile(function), [made(*shape) for shape in shapes]
        return lambda: quick(*inputs)

    return make


def gate(x, y):
    return F.silu(x) * y


def rms_norm(x, w):
    return x * torch.rsqrt(x.square().mean(-1, keepdim=True) + 1e-6) * w


def six_steps(x):
    return ((x + 1) * 2 - x).tanh().abs().sqrt()


def attention_by_hand(q, k, v):
    return (q @ k.transpose(-1, -2) * 0.125).softmax(-1) @ v


HEADS = ((2, 8, 256, 64),) * 3
FUNCTIONS: dict[str, Callable[[], Run]] = {
    "add_half_planes": on(torch.add, (3000, 2000), (3000, 2000), dtype=torch.bfloat16),
    "six_steps": on(six_steps, (256, 256)),
    "gate": on(gate, (2048, 3000), (2048, 3000)),
    "rms_norm_by_hand": on(rms_norm, (2048, 1024), (1024,)),
    "softmax_small": on(lambda x: x.softmax(-1), (128, 512)),
    "matmul_512": on(torch.matmul, (512, 512), (512, 512)),
    "matmul_half_1024": on(torch.matmul, (1024, 1024), (1024, 1024), dtype=HALF),
    "attention_by_hand": on(attention_by_hand, *HEADS, dtype=HALF),
    "attention_short": on(F.scaled_dot_product_attention, *HEADS, dtype=torch.bfloat16),
    "rows_reduced": on(lambda x: (x.mean(-1), x.amax(-1)), (2000, 1500)),
    "columns_summed": on(lambda x: x.sum(0), (3000, 900)),
    "topk_and_sort": on(lambda x: x.topk(8).values.sort().values, (256, 4000)),
    "mlp_inference": mlp_inference,
    "mlp_training": mlp_training,
    "mlp_training_with_loss_printed": mlp_training_with_loss_printed,
    "picture_inference": picture_inference,
    "picture_training": picture_training,
    "encoder_inference": encoder_inference,
    "norm_module": norm_module,
    "loss_and_gradient": loss_and_gradient,
    "adam_small": adam_small,
    "greedy_tokens": greedy_tokens,
    "python_100": beside(100),
    "python_400": beside(400),
    "python_1000": beside(1000),
    "python_8000": beside(8000),
    "collated": collated,
    "from_numpy": from_numpy,
    "replayed": replayed,
    "triton_saxpy_small": on(triton_saxpy, (5000,), (5000,)),
    "triton_saxpy": on(triton_saxpy, (5000000,), (5000000,)),
    "triton_row_sum": on(triton_row_sum, (1500, 3000)),
    "compiled_gate": compiled(gate, (2048, 3000), (2048, 3000)),
    "compiled_rms_norm": compiled(rms_norm, (2048, 1024), (1024,)),
}


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else None, sys.argv[2:], FUNCTIONS)
