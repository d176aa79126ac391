"""Planted: a loop reads a value of the GPU in each step.

Named by: implicit-sync|waits for the GPU
"""

import torch

x = torch.randn(1 << 20, device="cuda")
steps = 0
while steps < 20:
    x = torch.tanh(x) * 1.01
    if x.abs().max().item() < 1e-3:  # <- here
        break
    steps += 1
