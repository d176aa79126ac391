"""Tensors and arrays of other libraries on the same memory of the GPU, through DLPack.

The tensors here have the host's addresses (`tensor.py`), libraries that call CUDA's driver have the
GPU's. A capsule that PyTorch makes is given the one, and a capsule that it gets the other.
"""

from __future__ import annotations

import ctypes
from typing import Any

import torch
from torch.utils import dlpack

from kernelscope._patching import Patches
from kernelscope.devices.torch_cuda.internals import C
from kernelscope.devices.torch_cuda.tensor import DLTensorHead, capsule_pointer
from kernelscope.vgpu.runtime.address_space import SPACE, belongs_to, pointed_at, region_of_storage
from kernelscope.vgpu.runtime.registry import REGISTRY

_CUDA = 2  # kDLCUDA
_HEADS = {b"dltensor": 0, b"dltensor_versioned": 32}
"""The byte at which the tensor begins in what a capsule of each name points to (dlpack.h)."""

_is_valid = ctypes.pythonapi.PyCapsule_IsValid
_is_valid.argtypes = [ctypes.py_object, ctypes.c_char_p]


def exchange(undo: Patches) -> None:
    """Let PyTorch and other libraries take each other's tensors on the GPU."""
    for name in ("_to_dlpack", "_to_dlpack_versioned"):
        undo.around(C, name, _given)
    for owner in (torch, dlpack):
        undo.attribute(owner, "to_dlpack", C._to_dlpack)
    undo.around(C, "_from_dlpack", _taken)
    undo.when_imported("cupy", lambda _, patches: _take_interfaces(patches))


def _head(capsule: object) -> DLTensorHead | None:
    """Return what a capsule says of a tensor on the GPU; None for another one."""
    for name, offset in _HEADS.items():
        if _is_valid(capsule, name):
            head = DLTensorHead.from_address(capsule_pointer(capsule, name) + offset)
            return head if head.device_type == _CUDA and head.data else None
    return None


def _given(make: Any, tensor: torch.Tensor, *args: Any, **named: Any) -> object:
    """Return a capsule with the tensor's address on the GPU."""
    capsule = make(tensor, *args, **named)
    head = _head(capsule)
    if head is not None:
        storage = tensor.untyped_storage()
        region = region_of_storage(storage)
        REGISTRY.enter(region, storage)
        head.data = SPACE.address(region, head.data)
    return capsule


def _taken(make: Any, capsule: object) -> torch.Tensor:
    """Return the tensor of a capsule, at its address in the host's memory."""
    head = _head(capsule)
    region = pointed_at(head.data) if head is not None and head.data >> 47 else None
    if head is None or region is None:
        return make(capsule)
    head.data = region.base + SPACE.place_of(head.data)[1]
    tensor = make(capsule)
    belongs_to(tensor.untyped_storage(), region)
    return tensor


def _take_interfaces(undo: Patches) -> None:
    """Let factories take arrays of other libraries, which PyTorch's CPU build cannot."""

    def made(make: Any, data: Any, *args: Any, **named: Any) -> torch.Tensor:
        if not hasattr(data, "__cuda_array_interface__") or isinstance(data, torch.Tensor):
            return make(data, *args, **named)
        data = torch.from_dlpack(data)
        if make.__name__ == "tensor":  # of a tensor it would warn
            return torch.asarray(data, *args, copy=True, **named)
        return make(data, *args, **named)

    for name in ("as_tensor", "asarray", "tensor"):
        undo.around(torch, name, made)
