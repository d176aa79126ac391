"""Planted: a loop of tiny kernels.

Named by: launch-bound|host-bound|unfused-operators
"""

import torch

x = torch.randn(256, device="cuda")
for _ in range(200):
    x = x * 1.001 + 0.1  # <- here
torch.cuda.synchronize()
