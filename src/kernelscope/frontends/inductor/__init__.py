"""torch.compile on the virtual GPU: Inductor writes its Triton kernels for CPU tensors.

Inside a session Inductor's CPU backend is Triton, and Inductor sees the virtual GPU's properties,
so that it writes the code for that GPU: tile sizes, reduction splits, warps. The kernels reach the
session's Triton driver as all Triton kernels do. If Inductor tries several configurations, it
compares their estimated times.

Code compiled inside a session is not found outside it, and the reverse: Dynamo keeps code by
backend object, and a session has its own; the caches on disk have a folder for each GPU.
"""

from __future__ import annotations

import functools
import hashlib
import os
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any
from weakref import WeakKeyDictionary

from kernelscope._patching import Patches
from kernelscope.devices.callsite import GENERATED
from kernelscope.devices.front_ends import FrontEnd, register
from kernelscope.devices.host_costs import HOST
from kernelscope.devices.virtual import VirtualGPU, around_on_gpu, current_gpu
from kernelscope.errors import KernelscopeError
from kernelscope.frontends.triton import LINES_ADVICE
from kernelscope.frontends.triton.bench import benchmark_trial

# The beginning of the name of the folder that Inductor writes into inside a session. It
# distinguishes generated kernels and their callers from the user's own files.
FOLDER = "torchinductor_virtual_"

# Inductor's functions that treat "cpu" and "cuda" tensors differently: inside a session a CPU
# tensor stands for a tensor on the GPU. Inductor's tables hold references to these functions, so
# the constants that they compare with are exchanged in their code (`_as_gpu`).
_DEVICE_DEPENDENT = {
    "torch._inductor.fx_passes.post_grad": ("prepare_softmax_extra_check",),
    "torch._inductor.decomposition": ("mm", "addmm", "bmm"),
    "torch._inductor.lowering": ("cat", "div_prim", "use_two_step_variance"),
}

_CONFIG = {
    "cpu_backend": "triton",
    "compile_threads": 1,  # in this process: a worker would not know the virtual GPU
    "cpp_wrapper": False,
    "max_autotune_gemm_backends": "ATEN",
    "use_static_cuda_launcher": False,
    "use_static_triton_launcher": False,
}


_TRIAL_BLOCKS = 256
# Where our functions lie that PyTorch calls; operations of ours are compiled like a program's.
_OWN = tuple(
    f"{Path(__file__).parents[2] / folder}{os.sep}"
    for folder in ("devices", "driver", "frontends", "vgpu")
)


def _without_graphs(optimizer: ModuleType, patches: Patches) -> None:
    """Report that no CUDA graph was recorded; a PyTorch without CUDA lacks the module to ask."""
    from torch._dynamo.utils import get_static_address_type

    patches.existing(
        optimizer,
        "_is_static_for_cudagraphs",
        lambda tensor: get_static_address_type(tensor) is not None,
    )


def _charge_graphs(output_code: Any, patches: Patches) -> None:
    around_on_gpu(patches, output_code.CompiledFxGraph, "__call__", _charged_call)


def _charged_call(gpu: VirtualGPU, call: Any, graph: Any, inputs: Any) -> Any:
    """Charge a virtual clock for a call of a compiled graph, besides its launches."""
    kinds = graph.fx_kwargs
    keeps = not (kinds.get("is_inference") or kinds.get("is_backward"))
    gpu.clock.charge(HOST.compiled_grad_us if keeps else 0.0, library=True)
    try:
        return call(graph, inputs)
    finally:
        gpu.clock.charge(0.0, library=True)


def _name_compiling(callback: Any, patches: Patches) -> None:
    around_on_gpu(patches, callback.CompilationCallbackHandler, "install_callbacks", _compiling)


@contextmanager
def _compiling(gpu: VirtualGPU, install: Any, *args: Any, **kwargs: Any) -> Generator[Any]:
    """Name the time in which Dynamo and Inductor compile: around the block of each compilation."""
    before, gpu.compiles = gpu.compiles, True
    once = gpu.clock.once("torch.compile compiles", "compile")
    try:
        with once, gpu.clock.host_work(HOST.compile_s), install(*args, **kwargs) as value:
            yield value
    finally:
        gpu.compiles = before


def _patch_runtime(heuristics: ModuleType, patches: Patches) -> None:
    """Let the code that Inductor generates run on the virtual GPU of its thread."""
    from torch._inductor import config
    from torch._inductor.runtime import benchmarking, hints, triton_helpers

    for name, value in _CONFIG.items():
        patches.existing(config, name, value)
    around_on_gpu(patches, hints.DeviceProperties, "create", _device_properties)
    patches.attribute(triton_helpers, "set_driver_to_cpu", _keep_driver)
    patches.attribute(triton_helpers, "set_driver_to_gpu", _keep_driver)
    autotuner = heuristics.CachingAutotuner
    patches.attribute(autotuner, "get_device_interface", lambda _: _device_interface())
    patches.attribute(autotuner, "bench", _estimated_ms)
    around_on_gpu(patches, benchmarking.InductorBenchmarker, "benchmark_gpu", _choice_ms)


def _patch(compile_fx: Any, patches: Patches) -> None:
    """Point Inductor at the virtual GPU of whichever thread compiles, until `patches` closes."""
    # As on a GPU, inputs are assumed to be aligned (unaligned inputs are copied), so that their
    # loads become vector loads.
    patches.attribute(compile_fx, "is_gpu", lambda _: True)
    for module in (compile_fx, import_module("torch._inductor.graph")):
        patches.attribute(module, "should_assume_input_aligned", _taken_as_aligned)
    plain = partial(_plain_error, compile_fx.InductorError)
    patches.attribute(compile_fx, "InductorError", plain)
    native: Any = import_module("torch._C")
    patches.around(native, "_conv_determine_backend_memory_format", _layout_as_cudnn)
    # PyTorch caches whether Triton has a GPU.
    has_triton: Any = import_module("torch.utils._triton").has_triton
    has_triton.cache_clear()
    patches.callback(has_triton.cache_clear)
    for module, functions in _DEVICE_DEPENDENT.items():
        for name in functions:
            patches.constants(getattr(import_module(module), name, None), _as_gpu)
    _part_files(patches)


def _replace_trees(trees: ModuleType, patches: Patches) -> None:
    from kernelscope.frontends.inductor.cuda_graphs import Manager, cudagraphify

    patches.attributes(trees, cudagraphify=cudagraphify, get_manager=lambda *_, **__: Manager())


def _layout_as_cudnn(plain: Any, x: Any, weight: Any, backend: Any) -> Any:
    """Return the layout of a convolution's result: its operands', as with cuDNN.

    PyTorch without CUDA would answer "contiguous" for any tensor on a GPU.
    """
    import torch
    from torch._prims_common import suggest_memory_format

    for operand in (x, weight):
        layout = suggest_memory_format(operand)
        if layout in (torch.channels_last, torch.channels_last_3d):
            return layout
    return plain(x, weight, backend)


def _as_gpu(constant: Any) -> Any:
    """Return a constant of Inductor's code such that CPU tensors are treated like CUDA's."""
    # "cpu" becomes a text that no device has, and a tuple with "cuda" gets "cpu". Two lines of
    # Inductor:
    #
    #     if (divisor := …) is not None and a.get_device().type != "cpu":         # div_prim
    #     and device_type in ["cuda", "xpu"]                                      # softmax's check
    #
    # The compiler keeps "cpu" and ("cuda", "xpu") as constants of the code. With "no device" and
    # ("cuda", "xpu", "cpu") both conditions hold for a CPU tensor, as they do for a CUDA tensor on
    # a GPU. Otherwise Inductor would write another kernel than for the GPU: a true division in
    # place of a product with the reciprocal, and softmax without the online algorithm.
    if constant == "cpu":
        return "no device"
    if isinstance(constant, tuple):
        changed = tuple(map(_as_gpu, constant))
        return (*changed, "cpu") if "cuda" in changed else changed
    return constant


def _taken_as_aligned(example: Any) -> bool:
    """Return whether an input on the CPU is assumed aligned, by Inductor's rule for GPUs."""
    from torch._inductor import config
    from torch._inductor.utils import tensor_is_aligned

    return config.assume_aligned_inputs or tensor_is_aligned(example)


def _device_properties(gpu: VirtualGPU, _create: object, _device: object) -> Any:
    """Return the virtual GPU's properties as Inductor knows a device's."""
    properties: Any = import_module("torch._inductor.runtime.hints").DeviceProperties
    spec = gpu.spec
    major, minor = spec.compute_capability
    known = {
        "type": "cuda",
        "index": 0,
        "multi_processor_count": spec.sms,
        "cc": 10 * major + minor,
        "major": major,
        "regs_per_multiprocessor": spec.registers_per_sm,
        "max_threads_per_multi_processor": 32 * spec.max_warps_per_sm,
        "max_threads_per_block": spec.max_threads_per_block,
        "warp_size": 32,
    }
    fields = properties._fields
    return properties(**{name: value for name, value in known.items() if name in fields})


def _plain_error(wrapper: Any, error: Exception, frame: Any) -> Exception:
    """Return the error for Inductor to raise: ours unchanged, any other in its wrapper."""
    return error if isinstance(error, KernelscopeError) else wrapper(error, frame)


def _keep_driver() -> None:
    """Do nothing: generated code asks for the CPU's driver, and the session's driver stays."""


def _device_interface() -> Any:
    """Return the interface through which Inductor's launcher switches to the only device."""
    from torch._dynamo.device_interface import CpuInterface

    class VirtualInterface(CpuInterface):
        """A single device, always current."""

        @staticmethod
        def current_device() -> int:
            return 0

        @staticmethod
        def exchange_device(device: int) -> int:
            return 0

        @staticmethod
        def maybe_exchange_device(device: int) -> int:
            return 0

        @staticmethod
        def set_device(device: Any) -> None:
            return

    return VirtualInterface


def _choice_ms(
    gpu: VirtualGPU,
    _plain: object,
    _benchmarker: object,
    call: Callable[[], object],
    *_: object,
    return_mode: str = "min",
    **__: object,
) -> float | list[float]:
    """Stand in for the timing of one way to compute a product or a convolution.

    Inductor's own fills L2 with zeros three hundred times, and runs the way a hundred times.
    """
    with gpu.clock.host_work(0.0):
        times = benchmark_trial(call, (0.5,))
    return times if return_mode == "all" else times[0]


def _estimated_ms(autotuner: Any, launcher: Any, *args: Any, **kwargs: Any) -> float:
    """Stand in for the autotuner's timing: return the estimated milliseconds of one launch.

    A configuration that spills is rejected, as on a GPU. The launch is a trial in the record. A
    sample of its blocks is enough: it writes to clones, or to buffers that the final launch
    overwrites.
    """
    kwargs.pop("with_profiler", None)
    limit = autotuner.inductor_meta.get("spill_threshold", 16)
    if not autotuner.custom_kernel and launcher.n_spills is not None and launcher.n_spills > limit:
        return float("inf")
    gpu = current_gpu()
    if gpu is None:
        return 0.0
    with gpu.clock.host_work(0.0):  # Inductor keeps its choice on disk
        cloned, cloned_kwargs = autotuner.maybe_clone_args({}, *args, **kwargs)
        autotuner.reset_to_zero_args(*args, **kwargs)
        gpu.l2.empty()
        before = gpu.record_event()
        with gpu.trials(sample_blocks=_TRIAL_BLOCKS):
            launcher(*cloned, **cloned_kwargs, stream=0)
        return (gpu.record_event() - before) / 1000.0


def _part_files(patches: Patches) -> None:
    """Give each virtual GPU its own folder for generated code and for the caches on disk."""
    from torch._inductor.runtime import cache_dir_utils

    own: Any = cache_dir_utils.cache_dir
    outside = FunctionType(own.__code__, own.__globals__)
    # The autotuner sets this variable; it must not last beyond the session.
    patches.variable(os.environ, "TRITON_CACHE_DIR", os.environ.get("TRITON_CACHE_DIR"))
    patches.functions(cache_dir_utils, cache_dir=partial(_folder, outside))


def _folder(outside: Callable[[], str]) -> str:
    """Stand in for Inductor's `cache_dir`: return the folder of the thread's virtual GPU."""
    gpu, base = current_gpu(), outside()
    if gpu is None:
        return base
    folder = Path(base) / f"{FOLDER}{gpu.spec.name}_{_written_by()}"
    folder.mkdir(parents=True, exist_ok=True)
    return str(folder)


@functools.cache
def _written_by() -> str:
    """Return a hash of this file: another version of it asks Inductor for other code."""
    return hashlib.sha256(Path(__file__).read_bytes()).hexdigest()[:8]


class _OnVirtualGPU:
    """A compiler backend for a virtual GPU.

    Dynamo finds compiled code by the backend that made it, compared with `==`. This backend equals
    one for the same inner backend and GPU, and never the inner backend itself. It has no
    `__getattr__`: Dynamo reads attributes while it traces Python's calls, and would trace that
    call, too.
    """

    compiler_name = "inductor"

    def __init__(self, backend: Any, gpu: str) -> None:
        self.backend = backend
        self.gpu = gpu

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.backend(*args, **kwargs)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, _OnVirtualGPU)
            and self.gpu == other.gpu
            and self.backend == other.backend
        )

    def __hash__(self) -> int:
        return hash((self.gpu, id(self.backend)))

    def get_compiler_config(self) -> Any:
        """Return Inductor's options, which Dynamo asks for."""
        return self.backend.get_compiler_config()

    def reset(self) -> None:
        """Reset the inner backend; `torch.compiler.reset` calls this."""
        self.backend.reset()


# A compiled function's own callback, kept so that its code is found again by the same backend.
_callbacks: WeakKeyDictionary[Any, dict[str, Any]] = WeakKeyDictionary()


def _part_dynamo(eval_frame: ModuleType, patches: Patches) -> None:
    """Have every call of a compiled function look for code of this session's backend."""

    # Example: a program calls `f = torch.compile(g)` on a CPU tensor, and again inside a session.
    # The guards (dtype, shape, device "cpu") hold in both, so without this Dynamo would return the
    # first call's code, C++ for the CPU, and the session would see no launch at all. Dynamo asks
    # `_callback_from_stance` for the backend on every call and compares it with the one that made
    # the code. Inside a session it gets an `_OnVirtualGPU`, which equals no other backend.
    def choose_for_session(gpu: VirtualGPU, choose: Any, callback: Any) -> Any:
        chosen = choose(callback)
        if chosen is None or chosen is False:
            return chosen
        times = gpu.trial and not gpu.tunes
        cold_us = HOST.compiled_cold_us if times else 0.0
        gpu.clock.charge(HOST.compiled_us + cold_us, library=True)
        return _callback_on(gpu.spec.name, chosen)

    around_on_gpu(patches, eval_frame, "_callback_from_stance", choose_for_session)


def _leave_own_frames(rules: ModuleType, patches: Patches) -> None:
    """Keep Dynamo out of the functions of ours that PyTorch calls.

    Where a compiled function breaks its graph, an operator runs as ever: C++ calls our kernel for
    it, and Dynamo, which sees every frame meanwhile, would compile that. A program's own functions
    that ours call are compiled as they would be.
    """

    def check(check_file: Any, filename: str | None, is_inlined_call: bool = False) -> Any:
        if not is_inlined_call and filename is not None and filename.startswith(_OWN):
            return rules.SkipResult(True, "it is Kernelscope's own")
        return check_file(filename, is_inlined_call)

    patches.around(rules, "check_file", check)


def _callback_on(gpu: str, callback: Any) -> Any:
    """Return the callback with its backend replaced, or itself if that is not Inductor."""
    convert: Any = getattr(callback, "_torchdynamo_orig_backend", None)
    innermost: Any = convert
    while hasattr(innermost, "_torchdynamo_orig_backend"):
        innermost = innermost._torchdynamo_orig_backend
    clone: Any = getattr(convert, "_clone_with_backend", None)
    if isinstance(innermost, _OnVirtualGPU):  # an enclosing session's
        innermost = innermost.backend
    if clone is None or getattr(innermost, "compiler_name", None) != "inductor":
        return callback
    kept = _callbacks.setdefault(callback, {})
    if gpu not in kept:
        from torch._dynamo.convert_frame import catch_errors_wrapper

        converted = clone(_OnVirtualGPU(innermost, gpu))
        kept[gpu] = _with_plain_errors(catch_errors_wrapper(converted, callback.hooks))
    return kept[gpu]


def _with_plain_errors(callback: Any) -> Any:
    """Return the callback with our own errors raised unchanged, not as compiler failures."""
    from torch._dynamo.exc import BackendCompilerFailed

    @functools.wraps(callback)
    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            return callback(*args, **kwargs)
        except BackendCompilerFailed as error:
            if isinstance(error.inner_exception, KernelscopeError):
                raise error.inner_exception from None
            raise

    wrapped: Any = call
    wrapped._torchdynamo_orig_backend = callback
    return wrapped


# Code that Inductor wrote and a user saved imports some of these and not the compiler. The module
# of CUDA graphs, if it is imported first, as `torch._dynamo.reset()` does, imports the compiler
# before it has defined what is replaced.
_ON_IMPORT: dict[str, Callable[[ModuleType, Patches], None]] = {
    "torch._inductor.output_code": _charge_graphs,
    "torch._dynamo.callback": _name_compiling,
    "torch._inductor.runtime.triton_heuristics": _patch_runtime,
    "torch._inductor.compile_fx": _patch,
    "torch._inductor.cudagraph_trees": _replace_trees,
    "torch._dynamo.eval_frame": _part_dynamo,
    "torch._dynamo.trace_rules": _leave_own_frames,
    "torch._dynamo.variables.optimizer": _without_graphs,
}


def _enter(patches: Patches) -> None:
    for name, act in _ON_IMPORT.items():
        patches.when_imported(name, act)


register(
    FrontEnd(
        "inductor",
        "torch.compile",
        "python",
        _enter,
        kernel_prefix="triton_",
        generated_in=GENERATED,
        lines_advice=LINES_ADVICE,
    )
)
