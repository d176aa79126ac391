"""Numba's `@cuda.jit` kernels on the virtual GPU, unmodified.

Inside a session everything above the driver is Numba's own: its dispatcher, arrays, ufuncs and
reductions. `driver.py` provides the driver's functions; this module loads and launches compiled
kernels. A kernel works on a NumPy array in place, with the same result as Numba's copies to the GPU
and back. Anything else raises UnavailableError.
"""

from __future__ import annotations

import re
import sys
import warnings
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from functools import partial
from importlib import import_module
from itertools import pairwise
from types import ModuleType
from typing import Any

import numpy as np

from kernelscope._patching import Patches
from kernelscope.devices.host_costs import HOST
from kernelscope.devices.virtual import Origin, active_gpu, current_gpu
from kernelscope.errors import CompileError, LaunchError, UnavailableError
from kernelscope.frontends.numba import driver as numba_driver
from kernelscope.frontends.numba.arguments import flatten, host_array, plain
from kernelscope.frontends.numba.code import (
    Function,
    load_function,
    numba_form,
    numba_parameters,
    numba_types,
    plain_name,
)
from kernelscope.vgpu.runtime.address_space import SPACE, region_of


def patch(cuda: ModuleType, patches: Patches) -> None:
    """Redirect Numba's driver to the virtual GPU of each thread until `patches` close."""
    driver: Any = sys.modules.get("numba.cuda.cudadrv.driver")
    if driver is None:  # Numba's simulator, which the user selected
        return
    dispatcher: Any = import_module("numba.cuda.dispatcher")
    _patch_driver(driver, patches)
    contexts: dict[str, Any] = {}

    def context() -> Any:
        """Return the context of the thread's virtual GPU."""
        spec = active_gpu().spec
        if spec.name not in contexts:
            made = driver.Context(numba_driver.Device(spec), handle=1)
            made.device.primary_context = made
            contexts[spec.name] = made
        return contexts[spec.name]

    devices: Any = import_module("numba.cuda.cudadrv.devices")
    runtime, gpus = type(devices._runtime), type(devices.gpus)
    patches.attribute(runtime, "ensure_context", lambda self: nullcontext())
    patches.attribute(runtime, "get_or_create_context", lambda self, devnum: context())
    patches.attribute(gpus, "lst", property(lambda self: [context().device]))
    patches.attribute(driver.driver, "get_device", partial(_device, context))
    _patch_tensors(cuda, driver, context, patches)
    codegen: Any = import_module("numba.cuda.codegen")
    patches.attribute(codegen.CUDACodeLibrary, "get_cufunc", load_function)
    kernel, compiler = dispatcher._Kernel, dispatcher.CUDADispatcher
    patches.around(kernel, "__init__", _make_with_lines)
    patches.attribute(kernel, "launch", _launch)
    patches.around(compiler, "compile", _compile_in_one_line)
    patches.around(compiler, "compile_device", _compile_with_lines)
    patches.around(compiler, "call", _call_with_plain_arguments)


def _patch_driver(module: Any, patches: Patches) -> None:
    """Replace the functions in Numba's object for the driver by those of `driver.py`."""
    own = vars(module.driver)
    before = dict(own)

    def restore() -> None:
        own.clear()
        own.update(before)

    patches.callback(restore)
    own.update(numba_driver.functions(), is_initialized=True, initialization_error=None)
    patches.attribute(type(module.driver), "_cuda_python_wrap_fn", _no_function)
    patches.attribute(module, "load_module_image", lambda *_: _no_function(None, "cuModuleLoad"))
    # A launch's stream does not matter: all earlier work has ended.
    default = module.Stream(module.binding.CUstream(0))
    patches.attribute(module, "_to_core_stream", lambda stream: stream or default)
    patches.attribute(
        module, "_logger", module.make_logger()
    )  # `cuInit`, which never runs here, would make it
    for name, finalizer in numba_driver.FINALIZERS.items():
        patches.attribute(module, name, finalizer)
    # Numba's warnings guess a launch's occupancy; the record has it.
    patches.attribute(module.config, "CUDA_LOW_OCCUPANCY_WARNINGS", 0)


def _no_function(_driver: object, name: str) -> Any:
    raise UnavailableError(
        f"numba.cuda calls {name} of the CUDA driver, which the virtual GPU does not provide"
    )


def _device(context: Callable[[], Any], number: int = 0) -> numba_driver.Device:
    if number != 0:
        raise UnavailableError(
            f"there is no device {number}: a session has one virtual GPU, device 0"
        )
    return context().device


def _patch_tensors(cuda: ModuleType, driver: Any, context: Any, patches: Patches) -> None:
    """Let Numba take tensors in the host's memory as if they were on the GPU."""

    def of_tensor(tensor: Any) -> Any:
        array = host_array(tensor)
        place = region_of(array)
        pointer = SPACE.address(*place) if place is not None and place[0].size else 0
        address = driver.binding.CUdeviceptr(pointer)
        memory = driver.MemoryPointer(context(), address, array.nbytes, owner=array)
        device_array: Any = import_module("numba.cuda.cudadrv.devicearray").DeviceNDArray
        return device_array(array.shape, array.strides, array.dtype, gpu_data=memory)

    def as_array(own: Any, obj: Any, sync: bool = True) -> Any:
        return of_tensor(obj) if hasattr(obj, "data_ptr") else own(obj, sync)

    def to_device(own: Any, obj: Any, *args: Any, **options: Any) -> Any:
        return own(plain(obj), *args, **options)

    patches.around(cuda, "as_cuda_array", as_array)
    patches.around(cuda, "to_device", to_device)
    patches.around(cuda, "is_cuda_array", lambda own, obj: hasattr(obj, "data_ptr") or own(obj))


def _make_with_lines(make: Any, self: Any, *args: Any, **options: Any) -> None:
    """Have the PTX name the lines of the source: around `_Kernel.__init__`."""
    gpu = current_gpu()
    if gpu is not None and not gpu.optimizes:
        options |= {"debug": True, "opt": False}
    with warnings.catch_warnings():
        # Code that Numba generated has no source lines.
        warnings.filterwarnings("ignore", message="Could not find source for function")
        try:
            make(self, *args, **{**options, "lineinfo": not options.get("debug")})
        except ZeroDivisionError:  # numba-cuda 0.30 cannot describe an empty tuple for lines
            make(self, *args, **options)


def _compile_with_lines(compile_: Any, self: Any, *args: Any, **options: Any) -> Any:
    """Give inlined functions lines: around `CUDADispatcher.compile_device`."""
    own = self.targetoptions
    self.targetoptions = {**own, "lineinfo": not own.get("debug")}
    try:
        return compile_(self, *args, **options)
    except ZeroDivisionError:  # see `_make_with_lines`
        self.targetoptions = own
        return compile_(self, *args, **options)
    finally:
        self.targetoptions = own


def _compile_in_one_line(compile_: Any, self: Any, sig: Any) -> Any:
    """Raise errors that are Numba's and also CompileErrors: around `CUDADispatcher.compile`."""
    roots = tuple(
        sys.modules[name].NumbaError
        for name in ("numba.cuda.core.errors", "numba.core.errors")
        if name in sys.modules
    )
    try:
        return compile_(self, sig)
    except roots as error:
        code = self.py_func.__code__
        place = f"{code.co_filename}:{code.co_firstlineno}"
        text = f"{place}: Numba refuses {self.py_func.__name__}: {_first_line(error)}"
        raise _both(error, text) from error


def _both(error: Exception, text: str) -> CompileError:
    """Return an error that handlers of Numba's error and of ours both catch."""
    numba_error = type(error)

    class Refused(CompileError, numba_error):
        """Numba's error, in one line."""

        def __init__(self) -> None:
            Exception.__init__(self, text)
            vars(self).update(vars(error))

        def __str__(self) -> str:
            return text

    Refused.__name__ = Refused.__qualname__ = numba_error.__name__
    return Refused()


_ESCAPES = re.compile(r"\x1b\[[0-9;]*m")


def _first_line(error: Exception) -> str:
    """Return the error in one line: the problem, its cause and its place, without advice."""
    # Numba's text for a kernel with an unknown name is
    #
    #     Failed in cuda mode pipeline (step: nopython frontend)
    #     NameError: name 'undefined_thing' is not defined
    #     During: Pass nopython_type_inference
    #
    # and becomes its second line; the first line of the text would name only a step of the
    # compiler.
    words = _ESCAPES.sub("", str(error))  # Numba colours it where colorama is installed
    lines = [line.strip() for line in words.splitlines() if line.strip()]
    problems = [
        line for line in lines if not line.startswith(("Failed in", "- Resolution", "During"))
    ]
    reasons = [
        reason
        for line, reason in pairwise(lines)
        if line.startswith("Rejected as the implementation raised a specific error")
    ]
    place = next((line for line in lines if line.startswith("File ")), "")
    return " ".join([*problems[:1], *reasons[-1:], place]).strip() or type(error).__name__


def _call_with_plain_arguments(call: Any, self: Any, args: Sequence[Any], config: Any) -> None:
    """Replace tensors by arrays on their memory: around `CUDADispatcher.call`."""
    call(self, tuple(map(plain, args)), config)


def _launch(
    self: Any, args: Sequence[Any], griddim: Any, blockdim: Any, stream: Any = 0, sharedmem: int = 0
) -> None:
    """Stand in for `_Kernel.launch`: run the kernel to its end on the virtual GPU."""
    gpu = active_gpu()
    name = plain_name(self.entry_name)
    if len(args) != len(self.argument_types):
        wanted = len(self.argument_types)
        raise LaunchError(f"{name} takes {wanted} arguments, got {len(args)}")
    function: Function = self._codelibrary.get_cufunc()
    parameters: list[Any] = []
    afterwards: list[Callable[[], Any]] = []
    with gpu.clock.launch(HOST.numba_launch_us):
        for number, (numba_type, value) in enumerate(zip(self.argument_types, args, strict=True)):
            for extension in reversed(self.extensions):
                numba_type, value = extension.prepare_args(
                    numba_type, value, stream=stream, retr=afterwards
                )
            try:
                flatten(numba_type, value, parameters, afterwards)
            except LaunchError as error:
                raise LaunchError(f"{name}, argument {number}: {error}") from None
        function.loaded.launch(
            griddim,
            blockdim,
            parameters,
            int(sharedmem),
            sample_blocks=gpu.sample_blocks,
            origin=_origin(self, function, gpu.spec.target),
            cooperative=bool(self.cooperative),
        )
    for act in afterwards:
        act()
    if self.debug:
        _raise_what_it_raised(self, function)


def _raise_what_it_raised(kernel: Any, function: Function) -> None:
    """Raise the exception that a thread of a kernel with debug=True left in its variables."""

    def variable(name: str) -> Any:
        return function.loaded.variable(f"{function.name}__{name}__").view(np.int32)

    code = int(variable("errcode")[0])
    if not code:
        return
    variable("errcode")[0] = 0
    thread, block = ([int(variable(name + axis)[0]) for axis in "zyx"] for name in ("tid", "ctaid"))
    exception, args, place = kernel.call_helper.get_exception(code)
    where = "" if place is None else f"In function {place[0]!r}, file {place[1]}, line {place[2]}, "
    text = f"{where}tid={thread} ctaid={block}"
    raise exception(*([f"{text}: {args[0]}", *args[1:]] if args else [text]))


def _origin(kernel: Any, function: Function, target: str) -> Origin:
    code = getattr(getattr(kernel, "py_func", None), "__code__", None)
    return Origin(
        "numba",
        registers=function.attrs.regs,
        local_bytes=function.attrs.local,
        spill_bytes=function.attrs.spill_bytes,
        kernel_source=f"{code.co_filename}:{code.co_firstlineno}" if code else None,
        variant=dict(numba_types(kernel)),
        form=partial(numba_form, kernel, function, target),
        parameters=numba_parameters(kernel),
    )
