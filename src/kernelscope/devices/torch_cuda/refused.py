"""Early refusal of what needs real GPUs: NCCL.

PyTorch itself would say so with a traceback through its own files.
"""

from __future__ import annotations

from typing import Any

import torch

from kernelscope._patching import Patches
from kernelscope.devices.callsite import caller_source
from kernelscope.errors import UnavailableError


def refuse_nccl(undo: Patches) -> None:
    """Let `init_process_group` raise if NCCL is asked for, until `undo` closes.

    A PyTorch without CUDA would say that it has no NCCL built in, with a warning and a traceback
    through its own files; one with CUDA would look for real GPUs.
    """
    if not torch.distributed.is_available():
        return
    for module in (torch.distributed, torch.distributed.distributed_c10d):
        undo.around(module, "init_process_group", _refuse_nccl)


def _refuse_nccl(init: Any, backend: str | None = None, *more: Any, **named: Any) -> Any:
    if backend is not None and "nccl" in backend.lower():
        place = caller_source()
        raise UnavailableError(
            f"{f'{place}: ' if place else ''}NCCL connects real GPUs, and there is only one "
            'virtual GPU: leave out the process group, or use backend="gloo" with tensors on '
            "the CPU"
        )
    return init(backend, *more, **named)
