"""y = 3 x + 1: nearly every exploit can be tried on it."""

import torch

cases = [{"n": 1000}, {"n": 20000}]


def inputs(seed, n):
    generator = torch.Generator().manual_seed(seed)
    return (torch.randn(n, generator=generator),)


def reference(x):
    return 3 * x + 1
