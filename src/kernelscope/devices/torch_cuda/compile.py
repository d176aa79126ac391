"""torch.compile for tensors on the virtual GPU, through Dynamo's and Inductor's CUDA path.

Dynamo sees CUDA tensors and guards on their device; Inductor writes the Triton code that it writes
for the GPU. This module answers the questions that it asks PyTorch's CUDA build.
"""

from __future__ import annotations

import sys
from typing import Any

import torch

from kernelscope._patching import Patches
from kernelscope.devices.clock import Timeline
from kernelscope.devices.torch_cuda.internals import C, aten


def prepare_compile(undo: Patches, timeline: Timeline) -> None:
    """Answer Dynamo's and Inductor's questions about the GPU until `undo` closes."""

    def empty_strided(size: Any, stride: Any, dtype: torch.dtype) -> torch.Tensor:
        with timeline.emulation():  # the cost of a compiled call has its allocations
            return aten.empty_strided.default(
                size, stride, dtype=dtype, layout=torch.strided, device=torch.device("cuda", 0)
            )

    undo.attributes(C._dynamo.guards, _empty_strided_cuda=empty_strided)
    _patch_interface(undo)


def _patch_interface(undo: Patches) -> None:
    """Update Dynamo's device functions: it copied `torch.cuda`'s when it was imported."""
    module: Any = sys.modules.get("torch._dynamo.device_interface")
    if module is None:
        return
    interface = module.CudaInterface
    given = {name: vars(torch.cuda)[name] for name in ("Event", "Stream")}
    undo.attributes(interface, **given, get_raw_stream=staticmethod(lambda _: 0))
