"""cuDNN as a program sees it: there, of a version, and with a switch.

PyTorch's own switch is off while the GPU is pretended, so that a build with CUDA does not run cuDNN
on a real GPU. The program's switch is kept here.
"""

from __future__ import annotations

from typing import Any

import torch

from kernelscope._patching import Patches
from kernelscope.devices.torch_cuda.internals import C

# 9.19, as in docs/measured/2026-11-23-operators.md, whose kernels the table of operators has.
_VERSION = 91900
_DTYPES = frozenset((torch.float16, torch.float32, torch.float64))
_on = [True]


def is_cudnn_enabled() -> bool:
    """Return whether the program lets cuDNN run: `torch.backends.cudnn.enabled`."""
    return _on[0]


def show_cudnn(undo: Patches) -> None:
    """Let the program see cuDNN and switch it, and keep the real one off."""
    undo.callback(C._set_cudnn_enabled, C._get_cudnn_enabled())
    C._set_cudnn_enabled(False)
    undo.callback(_enable, is_cudnn_enabled())
    _enable(True)
    module: Any = torch.backends.cudnn
    switch = torch.backends.ContextProp(is_cudnn_enabled, _enable)
    undo.attributes(C, _get_cudnn_enabled=is_cudnn_enabled, _set_cudnn_enabled=_enable)
    undo.attribute(type(module), "enabled", switch)
    undo.attributes(
        module, is_available=lambda: True, version=lambda: _VERSION, is_acceptable=_is_acceptable
    )
    # A layer would pack its weights into one buffer for cuDNN. Here they stay where they are.
    undo.attribute(torch, "_use_cudnn_rnn_flatten_weight", lambda: False)


def _enable(on: bool) -> None:
    _on[0] = on


def _is_acceptable(tensor: torch.Tensor) -> bool:
    return _on[0] and tensor.is_cuda and tensor.dtype in _DTYPES
