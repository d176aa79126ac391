"""A cubin on the real GPU: loaded and launched through the driver, on torch's stream and device.

Errors of the driver become LaunchError with the kernel's name. A launch runs on after it returns,
so a fault inside a kernel is reported by a later call. If KERNELSCOPE_SYNC=1 is in the environment
from the start, every launch waits, and the fault is reported by the launch that caused it.
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
from kernelscope.frontends.cuda.native_launch import Launch, NativeLaunch, declines

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

    return _target(torch.cuda.current_device())


@cache
def _target(device: int) -> str:
    import torch

    major, minor = torch.cuda.get_device_capability(device)
    return f"sm_{major}{minor}{'a' if major >= 9 else ''}"


@cache
def bindings() -> Any:
    """Return the driver's Python bindings. Raises UnavailableError if they are missing."""
    try:
        from cuda.bindings import driver  # pyright: ignore[reportAttributeAccessIssue]
    except ImportError as error:
        raise UnavailableError(
            f"a CUDA C++ kernel on the GPU needs the driver's Python bindings ({error}): "
            "pip install cuda-bindings"
        ) from None
    return driver


def call(action: str, results: Sequence[Any]) -> Any:
    """Return the value of a driver call. Raises LaunchError for its error."""
    error, *values = results
    if int(error):
        _, name = bindings().cuGetErrorName(error)
        _, text = bindings().cuGetErrorString(error)
        raise LaunchError(f"{action}: {name.decode()}: {text.decode()}")
    return values[0] if values else None


class DriverModule:
    """A cubin; each device loads it once, with its variables."""

    def __init__(self, cubin: bytes) -> None:
        self.cubin = cubin
        self._modules: dict[int, Any] = {}
        self._functions: dict[tuple[int, str], Any] = {}

    def function(self, device: int, entry: str) -> Any:
        """Return a kernel, loaded on a device."""
        if (device, entry) not in self._functions:
            module = self._on(device, entry)
            function = bindings().cuModuleGetFunction(module, entry.encode())
            self._functions[device, entry] = call(f"loading of {entry}", function)
        return self._functions[device, entry]

    def variable(self, device: int, name: str) -> tuple[Any, int]:
        """Return a variable's address and size on a device; (None, 0) if absent."""
        driver = bindings()
        error, *place = driver.cuModuleGetGlobal(self._on(device, name), name.encode())
        if error == driver.CUresult.CUDA_ERROR_NOT_FOUND:
            return None, 0
        call(name, (error,))
        return place[0], int(place[1])

    def read(self, device: int, name: str) -> bytes | None:
        """Return a variable's bytes; None if the machine code exports none.

        Raises LaunchError for an error of an earlier kernel.
        """
        address, size = self.variable(device, name)
        if not size:
            return None
        held = ctypes.create_string_buffer(size)
        call(name, bindings().cuMemcpyDtoH(ctypes.addressof(held), address, size))
        return held.raw

    def write(self, device: int, name: str, data: bytes) -> bool:
        """Set a variable, and return whether the machine code exports it."""
        address, size = self.variable(device, name)
        if size:
            call(name, bindings().cuMemcpyHtoD(address, data[:size], min(size, len(data))))
        return bool(size)

    def unload(self) -> None:
        """Unload it everywhere, and with it the contents of the variables."""
        for module in self._modules.values():
            call("unloading of a module", bindings().cuModuleUnload(module))
        self._modules.clear()
        self._functions.clear()

    def _on(self, device: int, what: str) -> Any:
        if device not in self._modules:
            loaded = bindings().cuModuleLoadData(self.cubin)
            self._modules[device] = call(f"loading of {what}", loaded)
        return self._modules[device]


def current_device() -> int:
    """Return torch's current device, with its context made."""
    import torch

    torch.cuda.init()
    device = torch.cuda.current_device()
    torch.cuda.synchronize(device)
    return device


class DriverKernel:
    """One kernel of a cubin, or of a module that other kernels are in as well."""

    def __init__(
        self, code: bytes | DriverModule, entry: str, parameters: Sequence[CudaParameter]
    ) -> None:
        self.module = DriverModule(code) if isinstance(code, bytes) else code
        self.entry = entry
        self.parameters = parameters
        self._shared_bytes: dict[int, int] = {}  # what each device's function may have
        self._native: dict[int, NativeLaunch] = {}

    def native(self, device: int, grid: Dim3, block: Dim3, shared_bytes: int) -> Launch:
        """Return a launch for tensors on a device, once `launch` has done the same."""
        if _waits():
            return declines
        if device not in self._native:
            import torch

            from kernelscope.devices.torch_cuda.internals import C

            only = torch.cuda.device_count() == 1
            self._native[device] = NativeLaunch(
                self.parameters,
                kernel=int(self.module.function(device, self.entry)),
                device=device,
                driver=_launch_address(),
                stream=C._cuda_getCurrentRawStream,
                current_device=None if only else C._cuda_getDevice,
            )
        return self._native[device].on(grid, block, shared_bytes)

    def launch(
        self,
        grid: Dim3,
        block: Dim3,
        shared_bytes: int,
        arguments: Sequence[Any],
        *,
        cooperative: bool = False,
        cluster: Dim3 | None = None,
        early: bool = False,
    ) -> int:
        """Launch on the tensors' device and its current stream, and return the device's number.

        NumPy arrays are copied there and back. `cooperative`, `cluster` (None: as compiled) and
        `early` are CUDA's launch attributes. Raises LaunchError if a tensor is on the CPU or on
        another device, or the driver refuses.
        """
        import torch

        device = self._device(arguments)
        with torch.cuda.device(device):
            _make_context(device)
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
            shape = (*grid, *block, shared_bytes, stream.cuda_stream)
            at = ctypes.addressof(pointers)
            if cluster is not None or early:
                attributes = _attributes(cluster, cooperative=cooperative, early=early)
                config = _configuration(shape, attributes)
                result = bindings().cuLaunchKernelEx(config, function, at, 0)
            elif cooperative:
                result = bindings().cuLaunchCooperativeKernel(function, *shape, at)
            else:
                result = bindings().cuLaunchKernel(function, *shape, at, 0)
            call(f"launch of {self.entry}", result)
            if _waits():
                call(f"{self.entry}", bindings().cuStreamSynchronize(stream.cuda_stream))
            for i, tensor in staged.items():
                if arguments[i].flags.writeable:
                    arguments[i][...] = tensor.cpu().numpy()
        return device

    def read_variable(self, name: str) -> bytes | None:
        """Return the bytes of a variable of the module; None if the machine code exports none.

        Raises LaunchError for an error of an earlier kernel.
        """
        return self.module.read(self._device(()), name)

    def write_variable(self, name: str, data: bytes) -> None:
        """Set a variable of the module, if the machine code exports it."""
        self.module.write(self._device(()), name, data)

    def unload(self) -> None:
        """Unload the module, and with it the contents of its variables."""
        self.module.unload()
        self._shared_bytes.clear()
        self._native.clear()

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
        driver = bindings()
        function = self.module.function(device, self.entry)
        if shared_bytes > self._shared_bytes.get(device, _OPT_IN_SHARED_BYTES):
            attribute = driver.CUfunction_attribute
            call(
                f"{shared_bytes} bytes of dynamic shared memory for {self.entry}",
                driver.cuFuncSetAttribute(
                    function,
                    attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                    shared_bytes,
                ),
            )
            self._shared_bytes[device] = shared_bytes
        return function


def _waits() -> bool:
    """Return whether each launch waits for its end."""
    return os.environ.get("KERNELSCOPE_SYNC") == "1"


@cache
def _launch_address() -> int:
    function = ctypes.CDLL("libcuda.so.1").cuLaunchKernel
    return ctypes.cast(function, ctypes.c_void_p).value or 0


def _make_context(device: int) -> None:
    """Make a device's context current in a thread that has called nothing of CUDA yet."""
    driver = bindings()
    current = call("the context of the GPU", driver.cuCtxGetCurrent())
    if not int(current):
        made = call("the context of the GPU", driver.cuDevicePrimaryCtxRetain(device))
        call("the context of the GPU", driver.cuCtxSetCurrent(made))


def _attributes(cluster: Dim3 | None, *, cooperative: bool, early: bool) -> list[Any]:
    """Return the attributes of a launch, as the driver takes them."""

    def add(name: str) -> Any:
        made = bindings().CUlaunchAttribute()
        made.id = getattr(bindings().CUlaunchAttributeID, f"CU_LAUNCH_ATTRIBUTE_{name}")
        attributes.append(made)
        return made.value

    attributes: list[Any] = []
    if cluster is not None:
        dimension = add("CLUSTER_DIMENSION").clusterDim
        for axis, blocks in zip("xyz", cluster, strict=True):
            setattr(dimension, axis, blocks)
    if cooperative:
        add("COOPERATIVE").cooperative = 1
    if early:
        value, name = add("PROGRAMMATIC_STREAM_SERIALIZATION"), "programmaticStreamSerialization"
        setattr(value, f"{name}Allowed", 1)
    return attributes


def _configuration(shape: Sequence[int], attributes: Sequence[Any]) -> Any:
    """Return the configuration of a launch; shape: grid, block, dynamic shared memory, stream."""
    config = bindings().CUlaunchConfig()
    names = "gridDimX", "gridDimY", "gridDimZ", "blockDimX", "blockDimY", "blockDimZ"
    names = *names, "sharedMemBytes", "hStream", "attrs", "numAttrs"
    values = *shape, attributes, len(attributes)
    for name, value in zip(names, values, strict=True):
        setattr(config, name, value)
    return config


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
