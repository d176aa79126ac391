"""The kernels that PyTorch launches for each operator: one table, a row for each family.

    call = Call(spec, op, args, kwargs, result)
    works_of(call)            the launches of the call, without times; None: the table has no row

`run`, `profile`, `compare` and `fusion` all read it through `devices.operators.describe`. The rows
follow what PyTorch 2.11 launched on one H200 (docs/measured/2026-11-23-operators.md).
"""

from kernelscope.devices.library import (  # they register their rows
    algebra,
    attention,
    batch_normalization,
    convolution,
    copying,
    indexing,
    loss,
    normalization,
    optimizing,
    ordering,
    pointwise,
    pooling,
    product,
    randomness,
    recurrent,
    reduction,
    softmax,
    transforms,
)
from kernelscope.devices.library.call import Call
from kernelscope.devices.library.table import works_of
from kernelscope.devices.library.work import Work, launch_of

__all__ = [
    "Call",
    "Work",
    "algebra",
    "attention",
    "batch_normalization",
    "convolution",
    "copying",
    "indexing",
    "launch_of",
    "loss",
    "normalization",
    "optimizing",
    "ordering",
    "pointwise",
    "pooling",
    "product",
    "randomness",
    "recurrent",
    "reduction",
    "softmax",
    "transforms",
    "works_of",
]
