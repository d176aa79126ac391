"""A CUDA C++ source as one module: its kernels share its variables, from launch to launch.

    module = ks.cuda_module(source_or_path)
    module.variable("table").set(weights)
    module.kernel("filter")[grid, block](x, y, n)
    module.variable("counter").get()

Each GPU has its own copy of the variables, as on CUDA: those of the GPU that a launch would use now
are read and set.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from kernelscope import vgpu
from kernelscope.devices.virtual import current_gpu
from kernelscope.errors import LaunchError, UsageError
from kernelscope.frontends.cuda import driver as cuda_driver
from kernelscope.frontends.cuda import nvrtc
from kernelscope.frontends.cuda.kernel import (
    DEFAULT_GPU,
    CudaKernel,
    OneBuild,
    current_target,
    is_real,
    read_source,
)
from kernelscope.frontends.cuda.source import entry_names, kernel_names
from kernelscope.vgpu.ptx.entries import only_entry

_DTYPES = {
    "bool": "bool", "char": "int8", "signed char": "int8", "unsigned char": "uint8",
    "short": "int16", "unsigned short": "uint16", "int": "int32", "unsigned int": "uint32",
    "long": "int64", "unsigned long": "uint64", "long long": "int64",
    "unsigned long long": "uint64", "float": "float32", "double": "float64", "__half": "float16",
}  # fmt: skip
_VECTORS = {
    "char": "int8", "uchar": "uint8", "short": "int16", "ushort": "uint16", "int": "int32",
    "uint": "uint32", "long": "int64", "ulong": "uint64", "longlong": "int64",
    "ulonglong": "uint64", "float": "float32", "double": "float64",
}  # fmt: skip


def cuda_module(
    source_or_path: str | Path, *, instances: Sequence[str] = (), options: Sequence[str] = ()
) -> CudaModule:
    """Return a CUDA C++ source as one module. NVRTC compiles it, without toolkit or driver.

    Args:
        source_or_path: the source, or the path of a `.cu` file.
        instances: the template instances to compile, such as ("scale<float>",).
        options: more options for NVRTC, such as ("-use_fast_math",) or ("-I/my/headers",).

    Raises:
        CompileError: NVRTC's first error, with file:line:column.
        UsageError: no such file.
        UnavailableError: NVRTC is not installed; the message names the package.
    """
    for name, given in ("options", options), ("instances", instances):
        if isinstance(given, str):
            raise UsageError(f'{name} is a tuple of strings: ("{given}",)')
    source, file = read_source(source_or_path, "module")
    module = CudaModule(source, file, tuple(instances), tuple(options))
    module.build()
    return module


class CudaModule:
    """The kernels and variables of a source."""

    def __init__(
        self, source: str, file: str, instances: tuple[str, ...], options: tuple[str, ...]
    ) -> None:
        self.source = source
        self.file = file
        self.instances = instances
        self.options = options
        self._builds: dict[tuple[str, tuple[str, ...]], ModuleBuild] = {}
        self._kernels: dict[str, CudaKernel] = {}

    def __repr__(self) -> str:
        return f"<CUDA module {self.file}: {', '.join(self.kernels) or 'no kernels'}>"

    @property
    def kernels(self) -> tuple[str, ...]:
        """The names of the kernels that the source declares, and of the instances."""
        return (*kernel_names(self.source), *self.instances)

    @property
    def variables(self) -> tuple[str, ...]:
        """The names of the `__device__` and `__constant__` variables."""
        return tuple(variable.name for variable in self.build().compiled.variables)

    def build(self) -> ModuleBuild:
        """Return the module compiled for the GPU that a launch would use now."""
        active = current_gpu()
        debugged = active is not None and not active.optimizes
        options = (*self.options, "-G") if debugged else self.options
        return self._build(current_target(), options)

    def _build(self, target: str, options: tuple[str, ...]) -> ModuleBuild:
        key = target, options
        if key not in self._builds:
            compiled = nvrtc.compile_module(self.source, self.instances, target, options, self.file)
            self._builds[key] = ModuleBuild(compiled)
        return self._builds[key]

    def kernel(self, name: str) -> CudaKernel:
        """Return a kernel by its C++ name, such as `ns::scale`, or one of the instances. Raises
        UsageError if the module has no such kernel; the message lists the kernels.
        """
        if name not in self._kernels:
            kernel = CudaKernel(self.source, self.file, name, self.options, self._part)
            kernel.build(current_target())
            self._kernels[name] = kernel
        return self._kernels[name]

    def _part(self, compiled: nvrtc.Compiled, target: str, options: tuple[str, ...]) -> OneBuild:
        """Return a kernel, which was compiled alone, as it is in the module."""
        whole = self._build(target, options)
        entries = entry_names(whole.compiled.ptx)
        if compiled.entry not in entries:
            instance = compiled.entry
            raise UsageError(
                f"{self.file}: the module has no instance {instance}; name it: "
                'cuda_module(…, instances=("kernel<float>",))'
            )
        made = replace(
            compiled,
            ptx=whole.compiled.ptx,
            cubin=whole.compiled.cubin,
            report=whole.compiled.report,
        )
        return OneBuild(made, whole.on_driver, whole.on_virtual)

    def variable(self, name: str) -> CudaVariable:
        """Return a variable by its C++ name, such as `ns::table`. Raises UsageError if the module
        has no such variable; the message lists the variables.
        """
        names = self.variables
        if name not in names:
            listed = ", ".join(names) or "none"
            raise UsageError(f"{self.file} has no variable {name!r}; it has {listed}")
        return CudaVariable(self, name)


class ModuleBuild:
    """A module compiled for one target, and its variables on each GPU."""

    def __init__(self, compiled: nvrtc.CompiledModule) -> None:
        self.compiled = compiled
        self._virtual: dict[str, vgpu.Variables] = {}
        self._users: dict[str, vgpu.Kernel] = {}

    @cached_property
    def on_driver(self) -> cuda_driver.DriverModule:
        """The module for the real GPU."""
        return cuda_driver.DriverModule(self.compiled.cubin)

    def on_virtual(self, gpu: str) -> vgpu.Variables:
        """Return the variables on the virtual GPU of that name."""
        return self._virtual.setdefault(gpu, vgpu.Variables())

    def placed(self, gpu: str, symbol: str) -> np.ndarray[Any, Any]:
        """Return the memory of a variable on the virtual GPU of that name."""
        if gpu not in self._users:
            entry = next(iter(entry_names(self.compiled.ptx)), "")
            if not entry:
                raise LaunchError(f"{symbol}: the module has no kernel that could use it")
            ptx = only_entry(self.compiled.ptx, entry)
            self._users[gpu] = vgpu.load_ptx(ptx, gpu, self.on_virtual(gpu)).kernel(entry)
        return self._users[gpu].variable(symbol)


class CudaVariable:
    """A variable of a module, on the GPU that a launch would use now; kernels take it as a pointer.

    Attributes:
        shape: of an array; () for a single value. A `float4` adds a dimension of 4.
        dtype: NumPy's; that of a struct is uint8, one for each byte.
    """

    def __init__(self, module: CudaModule, name: str) -> None:
        self.module = module
        self.name = name
        known = self._known
        self.shape, self.dtype = _shape_and_dtype(known)

    def __repr__(self) -> str:
        return f"<CUDA variable {self.name}: {self.dtype}{list(self.shape)}>"

    @property
    def _known(self) -> nvrtc.CompiledVariable:
        variables = self.module.build().compiled.variables
        return next(variable for variable in variables if variable.name == self.name)

    def get(self) -> np.ndarray[Any, Any]:
        """Return a copy of its value; an array of no dimensions for a single value."""
        if is_real():
            held = self.module.build().on_driver.read(
                cuda_driver.current_device(), self._known.symbol
            )
            data = np.frombuffer(held or b"", np.uint8)
        else:
            data = self._virtual()
        return data[: self._known.size].view(self.dtype).reshape(self.shape).copy()

    def set(self, value: Any) -> None:
        """Set its value; a smaller one is repeated as NumPy does it. Raises LaunchError for a value
        of another shape, or one that its type cannot hold.
        """
        if hasattr(value, "detach"):
            value = value.detach().cpu().numpy()
        try:
            wanted = np.broadcast_to(np.asarray(value, self.dtype), self.shape)
        except (ValueError, TypeError, OverflowError) as problem:
            raise LaunchError(f"{self!r} cannot hold this: {problem}") from None
        data = np.ascontiguousarray(wanted).tobytes()
        if is_real():
            module = self.module.build().on_driver
            module.write(cuda_driver.current_device(), self._known.symbol, data)
        else:
            self._virtual()[: len(data)] = np.frombuffer(data, np.uint8)

    def _virtual(self) -> np.ndarray[Any, Any]:
        active = current_gpu()
        gpu = active.spec.name if active else DEFAULT_GPU
        return self.module.build().placed(gpu, self._known.symbol)

    @property
    def __array_interface__(self) -> dict[str, Any]:
        """The memory on the virtual GPU, for NumPy and for launches there."""
        if is_real():
            raise AttributeError("__array_interface__")
        view: Any = self._virtual()[: self._known.size].view(self.dtype).reshape(self.shape)
        return view.__array_interface__

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        """The memory on the real GPU, for launches and libraries there."""
        if not is_real():
            raise AttributeError("__cuda_array_interface__")
        device = cuda_driver.current_device()
        address, _ = self.module.build().on_driver.variable(device, self._known.symbol)
        return {
            "shape": self.shape,
            "typestr": self.dtype.str,
            "data": (int(address), False),
            "version": 3,
        }


def _shape_and_dtype(known: nvrtc.CompiledVariable) -> tuple[tuple[int, ...], np.dtype[Any]]:
    """Return the shape and dtype of a variable; bytes if its C type has none."""
    spelling = known.element.unqualified() if known.element else ""
    shape, dtype = known.shape, _DTYPES.get(spelling)
    vector = re.fullmatch(r"([a-z]+)([1-4])", spelling)
    if known.element is not None and known.element.pointee is not None:
        dtype = "uint64"
    elif vector and vector[1] in _VECTORS:
        dtype, shape = _VECTORS[vector[1]], (*shape, int(vector[2]))
    if dtype is not None and int(np.prod(shape)) * np.dtype(dtype).itemsize == known.size:
        return shape, np.dtype(dtype)
    count = int(np.prod(known.shape))
    whole = known.element is not None and count and known.size % count == 0
    return ((*known.shape, known.size // count) if whole else (known.size,)), np.dtype("uint8")
