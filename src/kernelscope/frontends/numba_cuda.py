"""Numba's `@cuda.jit` kernels on the virtual GPU, unmodified.

Inside a session a launch compiles the kernel to PTX for that GPU and runs it there; Numba itself
would ask a CUDA driver first. `cuda.to_device`, `device_array`, `synchronize`, streams and events
have stand-ins (`numba_arrays.py`); what else needs a driver raises UnavailableError. A NumPy array
is worked on in place, which is what Numba's copying there and back comes to.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from types import ModuleType
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from kernelscope import vgpu
from kernelscope.devices.virtual import VirtualGPU, current_gpu, register_front_end
from kernelscope.errors import CompileError, LaunchError, UnavailableError
from kernelscope.frontends import numba_arrays
from kernelscope.frontends.numba_arguments import flatten
from kernelscope.frontends.numba_arrays import DeviceArray, host_array
from kernelscope.frontends.patching import Patches, Undo, when_imported
from kernelscope.frontends.ptx_registers import registers_of_ptx

Dim3 = tuple[int, int, int]

_FORALL_BLOCK = 256


def load_numba() -> Any:
    """The module `numba.cuda`, once it is known that it can compile a kernel here.

    Raises UnavailableError where Numba is not installed, or does not work with this NumPy.
    """
    try:
        cuda: Any = import_module("numba.cuda")
    except ImportError:
        raise UnavailableError("Numba is not installed: pip install 'kernelscope[numba]'") from None
    try:
        import_module("numba.cuda.cudaimpl")  # what the first compilation would import
    except (ImportError, AttributeError) as error:
        version = getattr(sys.modules.get("numba_cuda"), "__version__", "")
        raise UnavailableError(
            f"numba-cuda {version} does not work with NumPy {np.__version__} ({error}): "
            "install a NumPy that it supports"
        ) from None
    return cuda


def _enter(gpu: VirtualGPU) -> Undo:
    patches = Patches()
    patches.later(when_imported("numba.cuda", lambda cuda: _patch(gpu, cuda, patches)))
    return patches.undo


register_front_end("numba", _enter)


def _patch(gpu: VirtualGPU, cuda: ModuleType, patches: Patches) -> None:
    """Replace what needs a driver in Numba's public functions and in its dispatcher."""
    dispatcher = sys.modules.get("numba.cuda.dispatcher")
    if dispatcher is None:  # Numba's simulator, which the user asked for
        return
    for name, stand_in in _stand_ins(gpu).items():
        patches.existing(cuda, name, stand_in)
    for module in (dispatcher, sys.modules.get("numba.cuda.compiler")):
        patches.existing(module, "get_current_device", lambda: numba_arrays.Device(gpu))
    kind: Any = dispatcher.CUDADispatcher
    patches.attribute(kind, "configure", _configure)
    patches.attribute(kind, "compile", _compile)
    patches.attribute(kind, "forall", _forall)
    patches.existing(kind, "specialize", lambda self, *_: self)
    devices = sys.modules.get("numba.cuda.cudadrv.devices")
    runtime = getattr(devices, "_Runtime", None)
    if runtime is not None:
        patches.existing(runtime, "ensure_context", _no_context)
        patches.existing(runtime, "get_or_create_context", _no_context)


def _stand_ins(gpu: VirtualGPU) -> dict[str, Any]:
    """Public names of `numba.cuda` that work without a driver."""
    stream = numba_arrays.Stream()
    return {
        "to_device": numba_arrays.to_device,
        "device_array": numba_arrays.device_array,
        "device_array_like": numba_arrays.device_array_like,
        "pinned_array": numba_arrays.host_memory,
        "mapped_array": numba_arrays.host_memory,
        "managed_array": numba_arrays.host_memory,
        "pinned": lambda *_: nullcontext(),
        "synchronize": lambda: None,
        "close": lambda: None,
        "profile_start": lambda: None,
        "profile_stop": lambda: None,
        "defer_cleanup": nullcontext,
        "stream": numba_arrays.Stream,
        "default_stream": lambda: stream,
        "event": numba_arrays.Event,
        "external_stream": lambda ptr: stream,
        "legacy_default_stream": lambda: stream,
        "per_thread_default_stream": lambda: stream,
        "event_elapsed_time": lambda start, end: start.elapsed_time(end),
        "is_available": lambda: True,
        "is_cuda_array": lambda value: isinstance(value, DeviceArray),
        "as_cuda_array": lambda value, sync=True: DeviceArray(host_array(value)),
        "get_current_device": lambda: numba_arrays.Device(gpu),
    }


def _no_context(*_: object, **__: object) -> Any:
    raise UnavailableError(
        "this part of numba.cuda needs a CUDA driver, which the virtual GPU has none of; "
        "kernels, to_device, device_array, copy_to_host, streams and events work"
    )


@dataclass(frozen=True, slots=True)
class NumbaLaunch:
    """A dispatcher with its grid and block; calling it launches."""

    dispatcher: Any
    grid: Dim3
    block: Dim3
    dynamic_shared_bytes: int

    def __call__(self, *arguments: Any) -> None:
        """Compiles the kernel for the arguments' types where that is new, and runs it.

        Raises:
            CompileError: Numba refuses the kernel for these types.
            LaunchError: a launch that the GPU refuses.
        """
        gpu = current_gpu()
        if gpu is None:
            raise LaunchError(
                "this launch was configured inside a virtual_gpu block that has ended: "
                "write kernel[grid, block](…) where it is to run"
            )
        values = [_plain(value) for value in arguments]
        kernel = _kernel_for(self.dispatcher, values, gpu)
        parameters: list[Any] = []
        for kind, value in zip(kernel.types, values, strict=True):
            flatten(kind, value, parameters)
        with gpu.emulation():
            counts = kernel.on_virtual(gpu.spec.name).launch(
                self.grid,
                self.block,
                parameters,
                dynamic_shared_bytes=self.dynamic_shared_bytes,
                sample_blocks=gpu.sample_blocks,
            )
            gpu.record(
                counts,
                frontend="numba",
                registers=kernel.registers,
                kernel_source=kernel.source,
            )


def _configure(
    self: Any, griddim: Any, blockdim: Any, stream: object = 0, sharedmem: int = 0
) -> NumbaLaunch:
    """Stands in for `CUDADispatcher.configure`, which asks the driver for the stream."""
    return NumbaLaunch(self, _dim3("grid", griddim), _dim3("block", blockdim), int(sharedmem))


def _forall(
    self: Any, ntasks: int, tpb: int = 0, stream: object = 0, sharedmem: int = 0
) -> NumbaLaunch:
    """Stands in for `CUDADispatcher.forall`: a block of 256 where the driver would choose."""
    block = tpb or _FORALL_BLOCK
    return _configure(self, -(-int(ntasks) // block), block, stream, sharedmem)


def _dim3(what: str, value: Any) -> Dim3:
    sizes = [int(n) for n in value] if isinstance(value, Sequence) else [int(value)]
    if not 1 <= len(sizes) <= 3 or min(sizes) < 1:
        raise LaunchError(f"{what} is an int or up to three, each at least 1: {value!r}")
    x, y, z = (*sizes, 1, 1)[:3]
    return x, y, z


def _plain(value: Any) -> Any:
    """An argument as Numba's own types know it: a device array as the NumPy array behind it."""
    if isinstance(value, DeviceArray):
        return value.memory
    if hasattr(value, "data_ptr"):
        return host_array(value)
    hint = type(value).__name__
    if hint in ("In", "Out", "InOut") and hasattr(value, "value"):
        inner = _plain(value.value)
        return np.array(inner, copy=True, order="K") if hint == "In" else inner
    return value


class NumbaKernel:
    """One kernel compiled for one set of argument types and one compute capability."""

    entry_point = None  # Numba's finaliser asks what to remove from its own tables

    def __init__(self, dispatcher: Any, types: tuple[Any, ...], cc: tuple[int, int]) -> None:
        self.types = types
        self.cc = cc
        code = dispatcher.py_func.__code__
        self.name: str = dispatcher.py_func.__name__
        self.source = f"{code.co_filename}:{code.co_firstlineno}"
        self.ptx = _compile_ptx(dispatcher, types, cc, self.source)
        self._kernels: dict[str, vgpu.Kernel] = {}

    def launch(self, *_: object) -> None:
        """What Numba calls once the session is over: this kernel was made for no driver."""
        raise LaunchError(
            f"{self.name} ({self.source}) declares its signature and was compiled inside a "
            "virtual_gpu block: outside it has no code; declare it there, or without a signature"
        )

    @cached_property
    def registers(self) -> int | None:
        """Registers a thread, where NVIDIA's linker is installed to assemble the PTX."""
        return registers_of_ptx(self.ptx, self.name, f"sm_{self.cc[0]}{self.cc[1]}")

    def on_virtual(self, name: str) -> vgpu.Kernel:
        """The kernel for the virtual GPU of that name."""
        if name not in self._kernels:
            self._kernels[name] = vgpu.load_ptx(self.ptx, gpu=name).kernel(self.name)
        return self._kernels[name]


_kernels: WeakKeyDictionary[Any, dict[Any, NumbaKernel]] = WeakKeyDictionary()


def _kernel_for(dispatcher: Any, values: Sequence[Any], gpu: VirtualGPU) -> NumbaKernel:
    """The kernel for these arguments: of the declared signatures if there are any."""
    types = tuple(dispatcher.typeof_pyval(value) for value in values)
    kept = _kernels.setdefault(dispatcher, {})
    if not getattr(dispatcher, "_can_compile", True):
        types = _declared(dispatcher, types, [key[0] for key in kept])
    return _compiled(dispatcher, types, gpu)


def _declared(dispatcher: Any, types: tuple[Any, ...], declared: list[Any]) -> tuple[Any, ...]:
    """The declared signature that takes these types, converted if need be."""
    if types in declared:
        return types
    context = dispatcher.typingctx
    for signature in declared:
        if len(signature) == len(types) and all(
            context.can_convert(given, wanted) is not None
            for given, wanted in zip(types, signature, strict=True)
        ):
            return signature
    name = dispatcher.py_func.__name__
    raise LaunchError(
        f"{name}({', '.join(map(str, types))}) matches no declared signature: "
        + ("; ".join(str(signature) for signature in declared) or "it was compiled elsewhere")
    )


def _compile(self: Any, sig: Any) -> NumbaKernel:
    """Stands in for `CUDADispatcher.compile`: what a declared signature calls."""
    gpu = current_gpu()
    assert gpu is not None, "installed only while a virtual GPU is active"
    sigutils: Any = sys.modules.get("numba.cuda.core.sigutils")
    if sigutils is None:
        from numba.core import sigutils
    types, _ = sigutils.normalize_signature(sig)
    kernel = _compiled(self, tuple(types), gpu)
    self.overloads[tuple(types)] = kernel  # Numba asks whether there are any
    return kernel


def _compiled(dispatcher: Any, types: tuple[Any, ...], gpu: VirtualGPU) -> NumbaKernel:
    kept = _kernels.setdefault(dispatcher, {})
    key = types, gpu.spec.compute_capability
    if key not in kept:
        kept[key] = NumbaKernel(dispatcher, *key)
    return kept[key]


def _compile_ptx(dispatcher: Any, types: tuple[Any, ...], cc: tuple[int, int], source: str) -> str:
    """Numba's PTX for a kernel, its mangled name replaced by the function's own."""
    cuda = load_numba()
    from numba.core.errors import NumbaError

    options = dispatcher.targetoptions
    name = dispatcher.py_func.__name__
    for option, wish in (
        ("debug", "the virtual GPU checks every address itself"),
        ("link", "it runs what is in the PTX of the kernel alone"),
    ):
        if options.get(option):
            raise UnavailableError(f"{name}: {option}= of cuda.jit is not there: {wish}")
    wanted = {key: options.get(key) for key in ("fastmath", "opt", "launch_bounds")}
    wanted = {key: value for key, value in wanted.items() if value is not None}
    known = inspect.signature(cuda.compile_ptx).parameters
    wanted = {key: value for key, value in wanted.items() if key in known}
    try:
        ptx, _ = cuda.compile_ptx(dispatcher.py_func, types, cc=cc, lineinfo=True, **wanted)
    except (NumbaError, _numba_error()) as error:
        raise CompileError(f"{source}: Numba refuses {name}: {_first_line(error)}") from error
    return _rename_entry(ptx, name)


def _numba_error() -> type[Exception]:
    """The root of numba-cuda's own errors, which is not always that of Numba's."""
    errors = sys.modules.get("numba.cuda.core.errors")
    return getattr(errors, "NumbaError", CompileError)


def _first_line(error: Exception) -> str:
    """The error in one line: what was wrong and where, without the advice after it."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    told = [line for line in lines if not line.startswith(("Failed in", "- Resolution", "During"))]
    place = next((line for line in lines if line.startswith("File ")), "")
    return " ".join([*told[:1], place]).strip() or type(error).__name__


def _rename_entry(ptx: str, name: str) -> str:
    """The PTX with the function's own name, and without Numba's symbol for the host's side."""
    entry = re.search(r"\.entry\s+([^\s(]+)", ptx)
    if entry is None:
        raise CompileError(f"Numba made no kernel of {name}")
    ptx = ptx.rstrip("\0").replace(entry.group(1), name)
    return re.sub(r"^\.common \.global [^\n]*NumbaEnv[^\n]*;\n", "", ptx, flags=re.M)
