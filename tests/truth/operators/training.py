"""Optimizers, models, and steps of training."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import nn

from truth.operators.case import Inputs, Run, calls

# Training.


def mlp(new: Inputs, width: int, layers: int) -> nn.Module:
    """Return `layers` linear layers of width × width, with a GELU between two."""
    parts: list[nn.Module] = []
    for place in range(layers):
        parts += [nn.GELU()] * (place > 0) + [nn.Linear(width, width)]
    return new.to(nn.Sequential(*parts))


OPTIMIZERS: dict[str, Callable[..., torch.optim.Optimizer]] = {
    "sgd": lambda p, **how: torch.optim.SGD(p, lr=1e-3, momentum=0.9, **how),
    "adam": lambda p, **how: torch.optim.Adam(p, lr=1e-3, **how),
    "adamw": lambda p, **how: torch.optim.AdamW(p, lr=1e-3, **how),
}
HOW: dict[str, dict[str, bool]] = {
    "usual": {},
    "for_loop": {"foreach": False},
    "foreach": {"foreach": True},
    "fused": {"fused": True},
}


def _optimizer(kind: str, how: str) -> None:
    def step(new: Inputs, width: int, layers: int) -> Run:
        model = mlp(new, width, layers)
        for parameter in model.parameters():
            parameter.grad = torch.ones_like(parameter)
        optimizer = OPTIMIZERS[kind](model.parameters(), **HOW[how])
        return optimizer.step

    shapes = ((1024, 4), (256, 12)) if how != "usual" else ((1024, 4),)
    calls("training", *shapes, name=f"{kind}_{how}")(step)


for _kind in OPTIMIZERS:
    for _how in HOW:
        _optimizer(_kind, _how)


@calls("training", (1024, 4), (2048, 12))
def clip_grad_norm(new: Inputs, width: int, layers: int) -> Run:
    model = mlp(new, width, layers)
    for parameter in model.parameters():
        parameter.grad = torch.ones_like(parameter)
    return lambda: nn.utils.clip_grad_norm_(model.parameters(), 1.0)


@calls("training", (1024, 4), (256, 12), dtypes=("fp32", "bf16"))
def mlp_forward(new: Inputs, width: int, layers: int) -> Run:
    model, x = mlp(new, width, layers), new.normal(256, width)
    return lambda: model(x)


@calls("training", (1024, 4), (256, 12))
def mlp_forward_backward(new: Inputs, width: int, layers: int) -> Run:
    model, x = mlp(new, width, layers), new.normal(256, width)
    return lambda: model(x).mean().backward()


@calls("training", (1024, 4), (256, 12))
def mlp_step(new: Inputs, width: int, layers: int) -> Run:
    model, x = mlp(new, width, layers), new.normal(256, width)
    optimizer = torch.optim.AdamW(model.parameters())

    def step() -> None:
        optimizer.zero_grad()
        model(x).mean().backward()
        optimizer.step()

    return step


@calls("training", (1024, 4))
def amp_step(new: Inputs, width: int, layers: int) -> Run:
    model, x = mlp(new, width, layers), new.normal(256, width)
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-4)
    scaler = torch.amp.GradScaler(new.device)

    def step() -> None:
        optimizer.zero_grad()
        with torch.autocast(new.device, dtype=torch.float16):
            loss = model(x).square().mean()
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()

    return step


@calls("training", (8, 512, 512, 8), dtypes=("fp32", "fp16"))
def encoder_layer(new: Inputs, b: int, s: int, width: int, heads: int) -> Run:
    layer = new.to(nn.TransformerEncoderLayer(width, heads, 4 * width, batch_first=True))
    x = new.normal(b, s, width)
    return lambda: layer(x)


@calls("training", (8, 512, 512, 8))
def encoder_layer_backward(new: Inputs, b: int, s: int, width: int, heads: int) -> Run:
    layer = new.to(nn.TransformerEncoderLayer(width, heads, 4 * width, batch_first=True))
    x = new.normal(b, s, width)
    return lambda: layer(x).sum().backward()


@calls("training", (32, 50, 256, 512))
def lstm(new: Inputs, b: int, s: int, width: int, hidden: int) -> Run:
    module, x = new.to(nn.LSTM(width, hidden, batch_first=True)), new.normal(b, s, width)
    return lambda: module(x)
