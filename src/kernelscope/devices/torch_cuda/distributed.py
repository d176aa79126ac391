"""Process groups: NCCL joins real GPUs, and is refused at once."""

from __future__ import annotations

from functools import wraps
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
    plain = torch.distributed.init_process_group

    @wraps(plain)
    def init_process_group(backend: str | None = None, *more: Any, **named: Any) -> Any:
        if backend is not None and "nccl" in backend.lower():
            place = caller_source()
            raise UnavailableError(
                f"{f'{place}: ' if place else ''}NCCL joins real GPUs, and the virtual one is "
                'alone: leave the process group out, or use backend="gloo" with tensors on the CPU'
            )
        return plain(backend, *more, **named)

    for module in (torch.distributed, torch.distributed.distributed_c10d):
        undo.attribute(module, "init_process_group", init_process_group)
