"""A cubin on the real GPU: loaded and launched through the driver, on torch's stream and device.

Errors of the driver become LaunchError with the kernel's name. A launch runs on after it returns,
so a fault inside a kernel is reported by a later call. With KERNELSCOPE_SYNC=1 every launch waits,
and the fault is reported by the launch that caused it.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from kernelscope.errors import LaunchError, UnavailableError
from kernelscope.frontends.cuda.arguments import CudaParameter, describe, is_array

Dim3 = tuple[int, int, int]

_C_TYPES = {
    ("float", 4): ctypes.c_float,
    ("float", 8): ctypes.c_double,
    ("integer", 1): ctypes.c_uint8,
    ("integer", 2): ctypes.c_uint16,
    ("integer", 4): ctypes.c_uint32,
    ("integer", 8): ctypes.c_uint64,
    ("pointer", 8): ctypes.c_uint64,
    ("word", 8): ctypes.c_uint64,
}
_OPT_IN_SHARED_BYTES = 48 * 1024  # a kernel must opt in to more dynamic shared memory than this


@cache
def has_gpu() -> bool:
    """Return whether this machine has an NVIDIA driver and a GPU that torch can use."""
    try:
        ctypes.CDLL("libcuda.so.1")
    except OSError:
        return False
    import torch

    return torch.cuda.is_available()


def real_target() -> str:
    """Return NVRTC's target for the current GPU: "sm_90a"; "a" adds its own instructions."""
    import torch

    major, minor = torch.cuda.get_device_capability()
    return f"sm_{major}{minor}{'a' if major >= 9 else ''}"


@cache
def _driver() -> Any:
    try:
        from cuda.bindings import driver  # pyright: ignore[reportAttributeAccessIssue]
    except ImportError as error:
        raise UnavailableError(
            f"a CUDA C++ kernel on the GPU needs the driver's Python bindings ({error}): "
            "pip install cuda-bindings"
        ) from None
    return driver


def _call(action: str, results: Sequence[Any]) -> Any:
    """Return the value of a driver call. Raises LaunchError for its error."""
    error, *values = results
    if int(error):
        _, name = _driver().cuGetErrorName(error)
        _, text = _driver().cuGetErrorString(error)
        raise LaunchError(f"{action}: {name.decode()}: {text.decode()}")
    return values[0] if values else None


class DriverKernel:
    """One kernel of a cubin; each device loads its module once."""

    def __init__(self, cubin: bytes, entry: str, parameters: Sequence[CudaParameter]) -> None:
        self.cubin = cubin
        self.entry = entry
        self.parameters = parameters
        self._modules: dict[int, Any] = {}
        self._functions: dict[int, Any] = {}

    def launch(self, grid: Dim3, block: Dim3, shared_bytes: int, arguments: Sequence[Any]) -> None:
        """Launch on the tensors' device and its current stream; copy NumPy arrays there and back.

        Raises:
            LaunchError: a tensor is on the CPU or on another device, or the driver refuses.
        """
        import torch

        device = self._device(arguments)
        with torch.cuda.device(device):
            stream = torch.cuda.current_stream()
            staged = {
                i: self._to_device(value)
                for i, value in enumerate(arguments)
                if isinstance(value, np.ndarray)
            }
            values = [staged.get(i, value) for i, value in enumerate(arguments)]
            packed = [_pack(p, v) for p, v in zip(self.parameters, values, strict=True)]
            pointers = (ctypes.c_void_p * max(1, len(packed)))(*map(ctypes.addressof, packed))
            function = self._function(device, shared_bytes)
            _call(
                f"launch of {self.entry}",
                _driver().cuLaunchKernel(
                    function,
                    *grid,
                    *block,
                    shared_bytes,
                    stream.cuda_stream,
                    ctypes.addressof(pointers),
                    0,
                ),
            )
            if os.environ.get("KERNELSCOPE_SYNC") == "1":
                _call(f"{self.entry}", _driver().cuStreamSynchronize(stream.cuda_stream))
            for i, tensor in staged.items():
                if arguments[i].flags.writeable:
                    arguments[i][...] = tensor.cpu().numpy()

    def read_variable(self, name: str) -> bytes | None:
        """Return the bytes of a variable of the module; None if the machine code exports none.

        Raises LaunchError for an error of an earlier kernel.
        """
        address, size = self._variable(name)
        if not size:
            return None
        held = ctypes.create_string_buffer(size)
        copied = _driver().cuMemcpyDtoH(ctypes.addressof(held), address, size)
        _call(f"{name} of {self.entry}", copied)
        return held.raw

    def write_variable(self, name: str, data: bytes) -> None:
        """Set a variable of the module, if the machine code exports it."""
        address, size = self._variable(name)
        if size:
            copied = _driver().cuMemcpyHtoD(address, data[:size], min(size, len(data)))
            _call(f"{name} of {self.entry}", copied)

    def unload(self) -> None:
        """Unload the modules, and with them the contents of their variables."""
        for module in self._modules.values():
            _call(f"unloading of {self.entry}", _driver().cuModuleUnload(module))
        self._modules.clear()
        self._functions.clear()

    def _variable(self, name: str) -> tuple[Any, int]:
        """Return a variable's address and size on torch's current device; (None, 0) if absent."""
        device = self._device(())
        self._function(device, 0)
        driver = _driver()
        error, *place = driver.cuModuleGetGlobal(self._modules[device], name.encode())
        if error == driver.CUresult.CUDA_ERROR_NOT_FOUND:
            return None, 0
        _call(f"{name} of {self.entry}", (error,))
        return place[0], int(place[1])

    def _device(self, arguments: Sequence[Any]) -> int:
        """Return the tensors' device, or torch's current device if there are no tensors."""
        import torch

        devices: dict[int, int] = {}
        for number, value in enumerate(arguments, 1):
            if not isinstance(value, torch.Tensor):
                continue
            if not value.is_cuda:
                raise LaunchError(
                    f"{self.entry}: argument {number} is on {value.device}: move it to the GPU "
                    "with .cuda(), or run inside kernelscope.virtual_gpu()"
                )
            devices[value.get_device()] = number
        if len(devices) > 1:
            raise LaunchError(
                f"{self.entry}: its tensors are on devices {sorted(devices)}; move them to one"
            )
        return next(iter(devices), torch.cuda.current_device())

    def _to_device(self, array: np.ndarray[Any, Any]) -> Any:
        import torch

        if not array.flags.c_contiguous:
            raise LaunchError(
                f"{self.entry}: a NumPy array must be contiguous to be copied to the GPU: "
                f"{describe(array)}"
            )
        readable = array if array.flags.writeable else array.copy()
        return torch.from_numpy(readable).cuda()

    def _function(self, device: int, shared_bytes: int) -> Any:
        """Return the loaded function, with the launch's dynamic shared memory allowed."""
        driver = _driver()
        if device not in self._functions:
            module = _call(f"loading of {self.entry}", driver.cuModuleLoadData(self.cubin))
            self._modules[device] = module
            self._functions[device] = _call(
                f"loading of {self.entry}",
                driver.cuModuleGetFunction(module, self.entry.encode()),
            )
        function = self._functions[device]
        if shared_bytes > _OPT_IN_SHARED_BYTES:
            attribute = driver.CUfunction_attribute
            _call(
                f"{shared_bytes} bytes of dynamic shared memory for {self.entry}",
                driver.cuFuncSetAttribute(
                    function,
                    attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                    shared_bytes,
                ),
            )
        return function


def _pack(parameter: CudaParameter, value: Any) -> Any:
    """Return a parameter's value as the C object that the driver reads."""
    if parameter.kind == "bytes":
        return ctypes.create_string_buffer(value, parameter.size)
    if is_array(value):
        value = _address(value)
    return _C_TYPES[parameter.kind, parameter.size](value)


def _address(array: Any) -> int:
    if hasattr(array, "data_ptr"):
        return int(array.data_ptr())
    interface = getattr(array, "__cuda_array_interface__", None)
    if interface is None:
        raise LaunchError(f"{describe(array)} has no memory on the GPU")
    return int(interface["data"][0])
