"""PyTorch's private functions that the pretended GPU needs, under one name."""

from __future__ import annotations

from typing import Any

import torch

C: Any = vars(torch)["_C"]
"""PyTorch's C++ module, `torch._C`."""

aten: Any = torch.ops.aten
"""PyTorch's own operations, by name and overload."""
