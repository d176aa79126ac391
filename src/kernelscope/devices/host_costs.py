"""The host's time to hand work to a GPU, and this machine's time to hand it to the facade.

Measured on the host of one H200 (driver 580.159, PyTorch 2.11, Triton 3.6, Python 3.12; November
2026), as the median of 15 runs of 300 calls on tensors of 1,024 elements, which the GPU finishes
faster than the host can launch them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from kernelscope.devices.clock import Timeline

OPERATOR_US = 10.6
"""An operation of PyTorch that launches a kernel: x * x 10.6, tanh 10.7, gelu 10.9, softmax 11.2;
a sum 12.9, a matmul 22 take longer, copy_ 9.5 and zero_ 6.1 less."""

VIEW_US = 3.4
"""An operation that launches nothing: view 2.8, t 2.4, slice 3.7, empty_like 3.9, empty 4.8."""

SYNCHRONIZE_US = 5.0
"""`torch.cuda.synchronize()` with nothing to wait for."""

LAUNCH_US = 7.8
"""A kernel launched from compiled code: an empty one between two events, CUDA C++."""

TRITON_LAUNCH_US = 21.4
"""A compiled kernel through Triton's `kernel[grid](...)` with six arguments."""

_SAMPLES = 5
_FLUSHING_BYTES = 64 << 20  # more than the caches that cores share hold


def measure_dispatch(timeline: Timeline) -> None:
    """Measure `timeline.dispatch_s`: the time into and out of an operation, with cold caches.

    The caches are cold after each emulated kernel, and the same steps then take ten times as long
    as on the host of a GPU. The smallest of a few samples counts, because other programs may
    disturb the rest.
    """
    import torch

    tensor = torch.empty(16, device="cuda")
    others = np.zeros(_FLUSHING_BYTES, np.uint8)
    taken: list[float] = []
    for _ in range(_SAMPLES):
        others += 1
        before = timeline.now()
        tensor.view(-1)
        taken.append(timeline.now() - before - VIEW_US * 1e-6)
    timeline.dispatch_s = min(taken)
