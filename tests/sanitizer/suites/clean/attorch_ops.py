"""attorch's layers, forward and backward, against PyTorch's: `kernelscope check attorch_ops.py`."""

# attorch's checkout is on PYTHONPATH of who runs this.
# pyright: basic, reportMissingImports=false
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attorch
import torch
from against_torch import Call, numbers, run, with_few_configurations
from torch import nn

with_few_configurations()
ROWS, WIDTH = 37, 30

Layer = Callable[[Any], nn.Module]
"""Makes a layer of attorch's module, or of PyTorch's."""


def layer(make: Layer, *shape: int, **more: Callable[[], torch.Tensor]) -> Call:
    """Return the call of a layer with the parameters of PyTorch's; more: its further tensors."""
    torch.manual_seed(0)
    theirs = make(nn)
    ours = make(attorch).cuda()
    state = {key: value.clone() for key, value in theirs.state_dict().items()}
    if isinstance(theirs, nn.Linear):  # attorch keeps it transposed
        state["weight"] = state["weight"].T
    ours.load_state_dict(state)
    shape = shape or (ROWS, WIDTH)
    return Call(lambda: (numbers(*shape), *(each() for each in more.values())), ours, theirs)


def target() -> torch.Tensor:
    """Return what a result should have been."""
    return numbers(ROWS, WIDTH).detach()


def labels() -> torch.Tensor:
    """Return a label for each row."""
    return torch.randint(WIDTH, (ROWS,), device="cuda")


ACTIVATIONS = (
    *("Sigmoid", "LogSigmoid", "Tanh", "ReLU", "GELU", "SiLU", "ReLU6", "Hardsigmoid", "Hardtanh"),
    *("Hardswish", "SELU", "Mish", "Softplus", "Softsign", "Tanhshrink", "LeakyReLU", "ELU"),
    *("CELU", "Hardshrink", "Softshrink", "GLU"),
)
CALLS = {name: layer(lambda m, name=name: getattr(m, name)()) for name in ACTIVATIONS}
CALLS |= {
    name: layer(lambda m, name=name: getattr(m, name)(-1))
    for name in ("Softmax", "LogSoftmax", "Softmin")
}
CALLS |= {
    name: layer(lambda m, name=name: getattr(m, name)(), target=target)
    for name in ("MSELoss", "L1Loss", "SmoothL1Loss", "HuberLoss")
}
CALLS |= {
    name: layer(lambda m, name=name: getattr(m, name)(), labels=labels)
    for name in ("NLLLoss", "CrossEntropyLoss")
}
CALLS |= {
    "BatchNorm1d": layer(lambda m: m.BatchNorm1d(WIDTH)),
    "BatchNorm2d": layer(lambda m: m.BatchNorm2d(6), 5, 6, 7, 9),
    "LayerNorm": layer(lambda m: m.LayerNorm(WIDTH)),
    "RMSNorm": layer(lambda m: m.RMSNorm(WIDTH, eps=1e-5)),
    "Linear": layer(lambda m: m.Linear(WIDTH, 20)),
    "Conv1d": layer(lambda m: m.Conv1d(4, 6, 3), 2, 4, 17),
    "Conv2d": layer(lambda m: m.Conv2d(4, 6, 3, padding=1), 2, 4, 9, 7),
    "AvgPool2d": layer(lambda m: m.AvgPool2d(2), 2, 4, 8, 8),
    "Dropout": layer(lambda m: m.Dropout(0.0)),
}

run(CALLS)
