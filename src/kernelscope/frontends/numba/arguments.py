"""Numba's calling convention: an argument of a kernel becomes several parameters of its entry.

An n-dimensional array is 5 + 2n parameters: meminfo, parent (both null), number of elements, bytes
an element, data, n extents, n strides in bytes. A tuple is its elements, one after the other; a
complex number its two parts; a record a pointer to it. Source: `_Kernel._prepare_args` of
numba-cuda 0.30; tests run kernels that read each of these.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

from kernelscope.devices.virtual import current_gpu
from kernelscope.errors import LaunchError, UnavailableError
from kernelscope.frontends.numba import driver as numba_driver
from kernelscope.vgpu.runtime.address_space import region_of_storage

_WORD = (1 << 64) - 1
Host = np.ndarray[Any, Any]
Afterwards = list[Callable[[], Any]]


def flatten(numba_type: Any, value: Any, parameters: list[Any], afterwards: Afterwards) -> None:
    """Append the parameters that carry `value`, of Numba's type `numba_type`.

    Actions to take after the kernel has ended join `afterwards`. Raises UnavailableError for a type
    that is not supported, and LaunchError for an array of another type than `numba_type`.
    """
    types: Any = import_module("numba.cuda.types")
    if isinstance(numba_type, types.Array):
        array = _aligned(_array(value), afterwards)
        _check(numba_type, array)
        _flatten_array(array, parameters)
    elif isinstance(numba_type, types.Integer):
        parameters.append(int(value) & ((1 << numba_type.bitwidth) - 1))
    elif isinstance(numba_type, types.Float):
        parameters.append(_half_bits(value) if numba_type.bitwidth == 16 else float(value))
    elif isinstance(numba_type, types.Boolean):
        parameters.append(int(value))
    elif isinstance(numba_type, types.Complex):
        parameters += [float(value.real), float(value.imag)]
    elif isinstance(numba_type, (types.NPDatetime, types.NPTimedelta)):
        parameters.append(int(value.view(np.int64)) & _WORD)
    elif isinstance(numba_type, types.Record):
        parameters.append(_record(value, afterwards))
    elif isinstance(numba_type, types.BaseTuple):
        for inner, element in zip(numba_type, value, strict=True):
            flatten(inner, element, parameters, afterwards)
    elif isinstance(numba_type, types.EnumMember):
        flatten(numba_type.dtype, value.value, parameters, afterwards)
    elif isinstance(numba_type, types.CPointer):
        parameters.append(int(value))
    else:
        raise UnavailableError(
            f"the virtual GPU cannot pass a kernel an argument of Numba's type {numba_type}"
        )


def parameter_names(numba_type: Any, name: str) -> list[str]:
    """Return the source's names of the parameters that `flatten` makes; "" if Numba added one."""
    types: Any = import_module("numba.cuda.types")
    if isinstance(numba_type, types.Array):
        axes = range(numba_type.ndim)
        shape = [f"{name}.shape[{axis}]" for axis in axes]
        strides = [f"{name}.strides[{axis}]" for axis in axes]
        return ["", "", f"{name}.size", f"{name}.itemsize", name, *shape, *strides]
    if isinstance(numba_type, types.Complex):
        return [f"{name}.real", f"{name}.imag"]
    if isinstance(numba_type, types.BaseTuple):
        parts = (parameter_names(inner, f"{name}[{i}]") for i, inner in enumerate(numba_type))
        return [part for names in parts for part in names]
    return [name]


def _check(numba_type: Any, array: Host) -> None:
    """Refuse an array of another type than the declared signature's, which Numba lets through."""
    support: Any = import_module("numba.cuda.np.numpy_support")
    try:
        wanted = support.as_dtype(numba_type.dtype)
    except NotImplementedError:  # a type that NumPy lacks
        return
    integers = array.dtype.kind in "iu" and wanted.kind in "iu"  # signed or not: Numba's to judge
    alike = array.dtype.itemsize == wanted.itemsize if integers else array.dtype == wanted
    if array.ndim != numba_type.ndim or not alike:
        raise LaunchError(
            f"the kernel was compiled for {numba_type.ndim}-d {wanted}, but got {array.ndim}-d "
            f"{array.dtype}"
        )


def _flatten_array(array: Host, parameters: list[Any]) -> None:
    parameters += [0, 0, array.size, array.itemsize, array]
    parameters += array.shape
    parameters += [stride & _WORD for stride in array.strides]


def _array(value: Any) -> Host:
    """Return the array in the host's memory that a kernel works on for an argument."""
    hint = type(value).__name__
    if hint in ("In", "Out", "InOut") and hasattr(value, "value"):
        inner = _array(value.value)
        return np.array(inner, copy=True, order="K") if hint == "In" else inner
    if isinstance(value, np.ndarray):
        return value
    if not hasattr(value, "gpu_data") and hasattr(value, "__cuda_array_interface__"):
        value = import_module("numba.cuda").as_cuda_array(value)
    return numba_driver.view(value) if hasattr(value, "gpu_data") else np.asanyarray(value)


def _aligned(array: Host, afterwards: Afterwards) -> Host:
    """Return the array, or a copy if its memory is not aligned as a GPU's would be."""
    if array.flags.aligned:
        return array
    copy = array.copy(order="K")
    afterwards.append(lambda: np.copyto(array, copy))
    return copy


def _record(value: Any, afterwards: Afterwards) -> Host:
    """Return a record's memory; a record on the host is copied there and back."""
    value = getattr(value, "value", value)
    if hasattr(value, "gpu_data"):
        return numba_driver.view(value)
    copy = np.atleast_1d(np.array(value))

    def copy_back() -> None:
        for name in copy.dtype.names or ():
            value[name] = copy[0][name]

    afterwards.append(copy_back)
    return copy


def _half_bits(value: Any) -> int:
    return int(np.float16(value).view(np.uint16))


def plain(value: Any) -> Any:
    """Return an argument of a type that Numba knows: for a tensor, the array on its memory."""
    if hasattr(value, "data_ptr"):
        return host_array(value)
    if type(value).__name__ in ("In", "Out", "InOut") and hasattr(value, "value"):
        return type(value)(plain(value.value))
    return value


def host_array(value: Any) -> Host:
    """Return the NumPy array that shares the memory of an array or a tensor.

    Raises UnavailableError for a tensor in a real GPU's memory, or of a type that NumPy lacks.
    """
    if not hasattr(value, "data_ptr"):
        return np.asanyarray(value)
    import torch

    gpu = current_gpu()
    # a tensor of the virtual GPU is in the host's memory; torch's own `device` says which it is
    with torch._C.DisableTorchFunction():  # pyright: ignore[reportPrivateUsage]
        plain = value.detach()
        if plain.device.type != "cpu" and (gpu is None or gpu.torch_device == "cpu"):
            raise UnavailableError(
                f"a tensor on {plain.device} cannot be used on the virtual GPU: use .cpu()"
            )
        return _view_of(plain)


def _view_of(tensor: Any) -> Host:
    """Return a tensor's memory as an array; `Tensor.numpy` refuses tensors of the virtual GPU."""
    name = str(tensor.dtype).removeprefix("torch.")
    try:
        dtype = np.dtype(name)
    except TypeError:
        raise UnavailableError(f"Numba has no arrays of {name}: convert the tensor") from None
    storage = tensor.untyped_storage()
    base, size = region_of_storage(storage)
    memory: Any = (ctypes.c_ubyte * size).from_address(base)
    memory.owner = tensor  # keeps the memory as long as the array
    # a view of the whole storage, because that is the allocation that the kernel sees
    whole = np.ndarray(storage.nbytes(), np.uint8, memory)
    strides = [stride * dtype.itemsize for stride in tensor.stride()]
    offset = tensor.storage_offset() * dtype.itemsize
    return np.ndarray(tuple(tensor.shape), dtype, whole, offset, strides)
