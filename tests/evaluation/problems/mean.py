"""The mean of many numbers, with a tolerance that lets the mean of a few of them pass."""

import torch

cases = [{"n": 65536}]
tolerance = (0.1, 0.1)


def inputs(seed, n):
    generator = torch.Generator().manual_seed(seed)
    return (torch.rand(n, generator=generator),)


def reference(x):
    return x.mean().reshape(1)
