"""What Inductor compiles of networks, forward and backward: `kernelscope check inductor.py`."""

from __future__ import annotations

import torch
from torch import nn


class Attention(nn.Module):
    """Attention of one head, with a mask, written out."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.parts = nn.Linear(width, 3 * width)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Return the attended values, [batch, length, width]."""
        q, k, v = self.parts(x).chunk(3, -1)
        scores = q @ k.transpose(-1, -2) / q.shape[-1] ** 0.5
        mask = torch.ones_like(scores).tril() == 0
        return scores.masked_fill(mask, float("-inf")).softmax(-1) @ v


NETWORKS = {
    "mlp": (nn.Sequential(nn.Linear(48, 96), nn.GELU(), nn.LayerNorm(96), nn.Linear(96, 8)), (20,)),
    "attention": (nn.Sequential(Attention(32), nn.LayerNorm(32), nn.Dropout(0.1)), (2, 24)),
    "convolution": (
        nn.Sequential(nn.Conv2d(3, 8, 3), nn.BatchNorm2d(8), nn.ReLU(), nn.MaxPool2d(2)),
        (2, 3, 12),
    ),
}
WIDTHS = {"mlp": 48, "attention": 32, "convolution": 12}

for name, (network, shape) in NETWORKS.items():
    compiled = torch.compile(network.cuda())
    x = torch.randn(*shape, WIDTHS[name], device="cuda", requires_grad=True)
    compiled(x).float().square().mean().backward()
    print(f"{name}: ran forward and backward", flush=True)
