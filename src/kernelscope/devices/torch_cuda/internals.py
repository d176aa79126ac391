"""PyTorch's unpublished functions that the pretended GPU rests on, reached through one name."""

from __future__ import annotations

from typing import Any

import torch

C: Any = vars(torch)["_C"]
"""The C++ part of PyTorch as Python sees it."""

aten: Any = torch.ops.aten
"""PyTorch's own operations, by name and overload."""
