"""PyTorch's table of C functions with which other libraries exchange tensors (`dlpack.h`).

They ask it for the current stream, too. Without CUDA in PyTorch that is an error of C++.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import torch

from kernelscope._patching import Patches
from kernelscope.devices.virtual import current_gpu

_NAME = b"dlpack_exchange_api"
_ATTRIBUTE = "__dlpack_c_exchange_api__"
_CPU = 1
_Stream = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int, ctypes.c_int32, ctypes.c_void_p)


class _Table(ctypes.Structure):
    """`DLPackExchangeAPI`: its header's version and predecessor, then functions."""

    _fields_ = (
        ("version", ctypes.c_uint32 * 2),
        ("before", ctypes.c_void_p),
        ("allocate", ctypes.c_void_p),
        ("from_object", ctypes.c_void_p),
        ("to_object", ctypes.c_void_p),
        ("borrow", ctypes.c_void_p),
        ("stream", _Stream),
    )


_kept: list[Any] = []
"""The table, once made: libraries keep its address."""


def replace_exchange_table(undo: Patches, stream: Callable[[], int]) -> None:
    """Let libraries in C get the current stream, until `undo` closes.

    stream: returns its handle.
    """
    capsule = vars(torch.Tensor).get(_ATTRIBUTE)
    if capsule is None:  # PyTorch 2.9 and before
        return
    if not _kept:
        _kept.extend(_made(capsule, stream))
    undo.attribute(torch.Tensor, _ATTRIBUTE, _kept[0])


def _made(capsule: object, stream: Callable[[], int]) -> tuple[Any, ...]:
    api: Any = ctypes.pythonapi
    pointer = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)(
        ("PyCapsule_GetPointer", api)
    )
    capsule_of = ctypes.PYFUNCTYPE(
        ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p
    )(("PyCapsule_New", api))
    original = ctypes.string_at(pointer(capsule, _NAME), ctypes.sizeof(_Table))
    theirs = _Table.from_buffer_copy(original)
    table = _Table.from_buffer_copy(original)

    @_Stream
    def current(device_type: int, device: int, out: int) -> int:
        if device_type == _CPU or current_gpu() is None:
            return theirs.stream(device_type, device, out)
        ctypes.c_void_p.from_address(out).value = stream()
        return 0

    table.stream = current
    return capsule_of(ctypes.addressof(table), _NAME, None), table, current, theirs
