"""Numba's calling convention: one argument of a kernel as several parameters of its entry.

An n-dimensional array is 5 + 2n parameters: meminfo, parent (both null), number of elements, bytes
an element, data, n extents, n strides in bytes. A tuple is its elements, one after the other; a
complex number its two parts; a record a pointer to it. Source: `_Kernel._prepare_args` of
numba-cuda 0.30; tests run kernels that read each of these.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np

from kernelscope.errors import UnavailableError

_WORD = (1 << 64) - 1


def flatten(kind: Any, value: Any, parameters: list[Any]) -> None:
    """Append the parameters that carry `value`, of Numba's type `kind`.

    Raises UnavailableError for a type that no parameter is known for.
    """
    types: Any = import_module("numba.cuda.types")
    if isinstance(kind, types.Array):
        _flatten_array(value, parameters)
    elif isinstance(kind, types.Integer):
        parameters.append(int(value) & ((1 << kind.bitwidth) - 1))
    elif isinstance(kind, types.Float):
        parameters.append(_half_bits(value) if kind.bitwidth == 16 else float(value))
    elif isinstance(kind, types.Boolean):
        parameters.append(int(value))
    elif isinstance(kind, types.Complex):
        parameters += [float(value.real), float(value.imag)]
    elif isinstance(kind, (types.NPDatetime, types.NPTimedelta)):
        parameters.append(int(value.view(np.int64)) & _WORD)
    elif isinstance(kind, types.Record):
        parameters.append(np.atleast_1d(np.asarray(value)))
    elif isinstance(kind, types.BaseTuple):
        for inner, element in zip(kind, value, strict=True):
            flatten(inner, element, parameters)
    elif isinstance(kind, types.EnumMember):
        flatten(kind.dtype, value.value, parameters)
    else:
        raise UnavailableError(f"a kernel's argument of Numba's type {kind} is not known here")


def _flatten_array(array: np.ndarray[Any, Any], parameters: list[Any]) -> None:
    parameters += [0, 0, array.size, array.itemsize, array]
    parameters += array.shape
    parameters += [stride & _WORD for stride in array.strides]


def _half_bits(value: Any) -> int:
    return int(np.float16(value).view(np.uint16))
