"""What `numba.cuda` hands out inside a session: arrays, streams, events, the device.

A device array's memory is a NumPy array: the virtual GPU works on the host's memory. It is still
another object with its own copy, so that a program that forgets `copy_to_host` sees what it would
see on a GPU.
"""

from __future__ import annotations

import ctypes
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

import numpy as np

from kernelscope.devices.virtual import VirtualGPU, current_gpu
from kernelscope.errors import UnavailableError

Host = np.ndarray[Any, Any]


class DeviceArray:
    """An array on the virtual GPU, with the interface of Numba's `DeviceNDArray`."""

    def __init__(self, memory: Host) -> None:
        self.memory = memory

    def __repr__(self) -> str:
        return f"<array of {self.dtype} {self.shape} on the virtual GPU>"

    @property
    def shape(self) -> tuple[int, ...]:
        """Elements along each axis."""
        return self.memory.shape

    @property
    def strides(self) -> tuple[int, ...]:
        """Bytes from one element to the next along each axis."""
        return self.memory.strides

    @property
    def dtype(self) -> np.dtype[Any]:
        """The elements' type."""
        return self.memory.dtype

    @property
    def ndim(self) -> int:
        """Number of axes."""
        return self.memory.ndim

    @property
    def size(self) -> int:
        """Number of elements."""
        return self.memory.size

    @property
    def nbytes(self) -> int:
        """Bytes of all elements."""
        return self.memory.nbytes

    @property
    def alloc_size(self) -> int:
        """Bytes allocated, by Numba's name."""
        return self.memory.nbytes

    @property
    def T(self) -> DeviceArray:
        """The transposed view."""
        return DeviceArray(self.memory.T)

    def __len__(self) -> int:
        return len(self.memory)

    def __getitem__(self, key: Any) -> Any:
        """A view, or the element itself, copied to the host."""
        found: Any = self.memory[key]
        return DeviceArray(found) if isinstance(found, np.ndarray) else found

    def __setitem__(self, key: Any, value: Any) -> None:
        self.memory[key] = value.memory if isinstance(value, DeviceArray) else value

    def copy_to_host(self, ary: Host | None = None, stream: object = 0) -> Host:
        """The elements in a new NumPy array, or in `ary`."""
        if ary is None:
            return self.memory.copy(order="K")
        ary[...] = self.memory
        return ary

    def copy_to_device(self, ary: Host | DeviceArray, stream: object = 0) -> None:
        """Take the elements of `ary`, from the host or the device."""
        self.memory[...] = ary.memory if isinstance(ary, DeviceArray) else ary

    def is_c_contiguous(self) -> bool:
        """Whether the last axis is the dense one."""
        return self.memory.flags.c_contiguous

    def is_f_contiguous(self) -> bool:
        """Whether the first axis is the dense one."""
        return self.memory.flags.f_contiguous

    def reshape(self, *shape: Any, order: Any = "C") -> DeviceArray:
        """A view in another shape."""
        return DeviceArray(self.memory.reshape(*shape, order=order))

    def ravel(self, order: Any = "C") -> DeviceArray:
        """A view with one axis."""
        return DeviceArray(self.memory.reshape(-1, order=order))

    def transpose(self, axes: Any = None) -> DeviceArray:
        """A view with its axes in another order."""
        return DeviceArray(self.memory.transpose(axes))

    def view(self, dtype: Any) -> DeviceArray:
        """A view as another type."""
        return DeviceArray(self.memory.view(dtype))

    def squeeze(self, axis: Any = None, stream: object = 0) -> DeviceArray:
        """A view without axes of one element."""
        return DeviceArray(self.memory.squeeze(axis))


class Stream:
    """A stream: launches return when they have ended, so there is nothing to wait for."""

    def synchronize(self) -> None:
        """Nothing to wait for."""

    @contextmanager
    def auto_synchronize(self) -> Generator[Stream]:
        """A block at whose end there is nothing to wait for."""
        yield self


class Event:
    """A point on the line of estimated device time."""

    def __init__(self, timing: bool = True) -> None:
        self.at_us = 0.0

    def record(self, stream: object = 0) -> None:
        """Take the time at which everything launched so far has ended."""
        gpu = current_gpu()
        self.at_us = gpu.device_time_us if gpu else 0.0

    def query(self) -> bool:
        """Whether it has happened: always."""
        return True

    def synchronize(self) -> None:
        """Nothing to wait for."""

    def wait(self, stream: object = 0) -> None:
        """Nothing to wait for."""

    def elapsed_time(self, evtend: Event) -> float:
        """Milliseconds of estimated device time from this event to `evtend`."""
        return (evtend.at_us - self.at_us) / 1000.0


class Device:
    """The virtual GPU, as `cuda.get_current_device` describes a device."""

    id = 0
    WARP_SIZE = 32

    def __init__(self, gpu: VirtualGPU) -> None:
        spec = gpu.spec
        self.name = spec.full_name.encode()
        self.compute_capability = spec.compute_capability
        self.MULTIPROCESSOR_COUNT = spec.sms
        self.MAX_THREADS_PER_BLOCK = spec.max_threads_per_block
        self.MAX_SHARED_MEMORY_PER_BLOCK = 48 * 1024


def to_device(obj: Any, stream: object = 0, copy: bool = True, to: Any = None) -> Any:
    """`cuda.to_device`: a copy on the virtual GPU."""
    source = obj.memory if isinstance(obj, DeviceArray) else host_array(obj)
    if to is None:
        return DeviceArray(np.array(source, copy=True, order="K"))
    to.copy_to_device(source)
    return to


def device_array(
    shape: Any, dtype: Any = np.float64, strides: Any = None, order: Any = "C", stream: object = 0
) -> DeviceArray:
    """`cuda.device_array`: memory with nothing in it yet."""
    if strides is not None:
        raise UnavailableError("cuda.device_array(strides=…) is not there on the virtual GPU")
    return DeviceArray(np.empty(shape, dtype, order))


def device_array_like(ary: Any, stream: object = 0) -> DeviceArray:
    """`cuda.device_array_like`: memory of the same shape, type and order."""
    return DeviceArray(np.empty_like(ary.memory if isinstance(ary, DeviceArray) else ary))


def host_memory(
    shape: Any, dtype: Any = np.float64, strides: Any = None, order: Any = "C", **_: Any
) -> Host:
    """Pinned, mapped and managed memory: the virtual GPU reaches all of the host's."""
    return np.empty(shape, dtype, order)


def host_array(value: Any) -> Host:
    """The NumPy array that shares a value's memory: an array, or a tensor in the host's memory.

    Raises UnavailableError for a tensor in a real GPU's memory, or of a type NumPy lacks.
    """
    if not hasattr(value, "data_ptr"):
        return np.asanyarray(value)
    import torch

    gpu = current_gpu()
    # a tensor that only says it is on a GPU lies in the host's memory, and torch itself knows
    with torch._C.DisableTorchFunction():  # pyright: ignore[reportPrivateUsage]
        plain = value.detach()
        if plain.device.type != "cpu" and (gpu is None or gpu.torch_device == "cpu"):
            raise UnavailableError(
                f"a tensor on {plain.device} cannot be used on the virtual GPU: use .cpu()"
            )
        return _view_of(plain)


def _view_of(tensor: Any) -> Host:
    """A tensor's memory as an array; `Tensor.numpy` asks the tensor which device it is on."""
    name = str(tensor.dtype).removeprefix("torch.")
    try:
        dtype = np.dtype(name)
    except TypeError:
        raise UnavailableError(f"Numba has no arrays of {name}: convert the tensor") from None
    storage = tensor.untyped_storage()
    memory: Any = (ctypes.c_ubyte * storage.nbytes()).from_address(storage.data_ptr())
    memory.owner = tensor  # keeps the memory as long as the array
    # a view of the whole storage: that is the allocation that the kernel sees
    whole = np.ndarray(storage.nbytes(), np.uint8, memory)
    strides = [stride * dtype.itemsize for stride in tensor.stride()]
    offset = tensor.storage_offset() * dtype.itemsize
    return np.ndarray(tuple(tensor.shape), dtype, whole, offset, strides)
