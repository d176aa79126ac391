"""PyTorch's private functions that the virtual GPU needs, under one name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import torch

C: Any = vars(torch)["_C"]
"""PyTorch's C++ module, `torch._C`."""

aten: Any = torch.ops.aten
"""PyTorch's own operations, by name and overload."""


def by_name(op: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of an operator's call by their names in its schema, with defaults."""
    parameters = op._schema.arguments
    usual = {parameter.name: parameter.default_value for parameter in parameters}
    return {**usual, **dict(zip(usual, args, strict=False)), **kwargs}
