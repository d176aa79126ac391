"""A launch on the real GPU without Python between the call and the driver.

A call of `cuLaunchKernel` takes 5 µs on an H100, CuPy's whole launch 6 to 8, and Python needs 3 for
packing two tensors and a number. So the usual launch is a function of C (`native_launch.c`) that
Python calls as one of its own: tensors of the expected dtypes on one device, and numbers that fit.
It *declines* everything else by returning -1, and the caller goes the general way, which raises the
errors and converts what can be converted.
"""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from kernelscope._native import native_function
from kernelscope.frontends.cuda.arguments import CudaParameter

Dim3 = tuple[int, int, int]
Launch = Callable[..., int]
"""Takes a kernel's arguments; returns 0, the driver's error, or -1 if it declines."""

DECLINED = -1
_FASTCALL = 0x80  # METH_FASTCALL: (self, arguments, their number), all in registers
_NUMBERS = (float, int, np.floating, np.integer)
_INTEGERS = (int, np.integer)  # not all that has an `__index__`: a tensor is an array
_TENSOR, _INTEGER, _FLOAT, _DOUBLE = range(4)
_MOST_DTYPES = 3
# `Plan` and `Parameter` of `native_launch.c`.
_HEAD = struct.Struct("<QQ7I4xQqQQQQQQQQ")
_PARAMETER = struct.Struct("<qqqq")


def declines(*_: object) -> int:
    """Decline every launch: those of a kernel that has not been launched yet."""
    return DECLINED


class NativeLaunch:
    """The launches of one kernel on one device, by machine code.

    Args:
        driver: the address of `cuLaunchKernel`; kernel: the kernel's handle.
        device: the number of the GPU that it is loaded on.
        stream: returns the current stream of a device, as a number.
        current_device: returns the number of the current GPU; None if there is no other.
    """

    def __init__(
        self,
        parameters: Sequence[CudaParameter],
        kernel: int,
        device: int,
        driver: int,
        stream: Callable[[int], int],
        current_device: Callable[[], int] | None,
    ) -> None:
        self._called = driver, kernel
        self._device = device
        # The machine code has the addresses of these objects only.
        self._objects = (
            *(current_device, stream, device, _NUMBERS),
            *("dtype", "get_device", "data_ptr", _INTEGERS),
        )
        self._parameters = [_described(parameter) for parameter in parameters]

    def on(self, grid: Dim3, block: Dim3, shared_bytes: int) -> Launch:
        """Return the launch with this configuration; one that declines if it cannot be native."""
        if None in self._parameters:
            return declines
        objects = (0 if value is None else id(value) for value in self._objects)
        shape = *grid, *block, shared_bytes
        head = _HEAD.pack(*self._called, *shape, len(self._parameters), self._device, *objects)
        plan = head + b"".join(_PARAMETER.pack(*words) for words in self._parameters if words)
        return _called_by_python(plan)


def _described(parameter: CudaParameter) -> tuple[int, int, int, int] | None:
    """Return the words of a parameter; None if it takes what only the general way can convert."""
    import torch

    match parameter.kind:
        case "pointer":
            dtypes = [id(getattr(torch, name)) for name in parameter.elements][:_MOST_DTYPES]
            first, second, third = (*dtypes, 0, 0, 0)[:3]
            return _TENSOR, first, second, third
        case "integer":
            low, high = parameter.range
            return _INTEGER, low, min(high, (1 << 63) - 1), 0
        case "float":
            return _FLOAT if parameter.size == 4 else _DOUBLE, 0, 0, 0
        case _:
            return None


class _Method(ctypes.Structure):
    """Python's PyMethodDef."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("documentation", ctypes.c_char_p),
    )


_methods: list[_Method] = []  # Python's functions keep a pointer to theirs


def _called_by_python(plan: bytes) -> Launch:
    """Return a function of Python whose `self` is the plan."""
    if not _methods:
        text = Path(__file__).with_suffix(".ll").read_text(encoding="utf-8")
        _methods.append(_Method(b"launch", native_function(text, "ks.launch"), _FASTCALL, None))
    make = ctypes.pythonapi.PyCFunction_NewEx
    make.restype = ctypes.py_object
    make.argtypes = ctypes.POINTER(_Method), ctypes.py_object, ctypes.c_void_p
    return make(_methods[0], plan, None)
