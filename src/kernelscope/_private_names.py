"""The names inside other projects that Kernelscope uses although they are not published.

A new release may rename or remove any of them. `tests/test_private_names.py` checks that each name
exists in the installed version and that the source uses no private name beyond these;
`kernelscope doctor` says which name is missing from a version that is not in TESTED.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module, metadata
from types import ModuleType

_ABSENT = object()

TESTED: dict[str, tuple[str, ...]] = {
    "torch": ("2.13.0",),
    "triton": ("3.6.0", "3.7.1", "3.9.0"),
    "numba": ("0.68.1",),
    "numba-cuda": ("0.30.4",),
}
"""The versions whose names the tests have looked up, by distribution."""


@dataclass(frozen=True, slots=True)
class PrivateName:
    """A name that another project does not promise to keep.

    Attributes:
        distribution: the pip package that it belongs to.
        path: its dotted path, from the module that a program imports.
        purpose: what Kernelscope uses it for.
    """

    distribution: str
    path: str
    purpose: str


_TORCH = {
    "tensors on the pretended GPU": (
        "torch._C._to_dlpack",
        "torch._C._from_dlpack",
        "torch._C._VariableFunctions._neg_view",
        "torch.UntypedStorage._cdata",
        "torch.UntypedStorage._weak_ref",
        "torch.UntypedStorage._free_weak_ref",
        "torch.UntypedStorage._expired",
        "torch.UntypedStorage._new_with_weak_ptr",
        "torch._C.StorageBase",
    ),
    "kernels for PyTorch's operations on the pretended GPU": (
        "torch._C.DisableTorchFunction",
        "torch._C.DispatchKey",
        "torch._C.DispatchKeySet",
        "torch._C._dispatch_get_all_op_names",
        "torch._C._dispatch_get_registrations_for_dispatch_key",
        "torch._C._dispatch_has_kernel_for_dispatch_key",
        "torch.library.Library._destroy",
        "torch.ops.aten._index_put_impl_",
        "torch.ops.aten._unsafe_index",
        "torch.ops.aten._unique",
        "torch.ops.aten._unique2",
    ),
    "products and convolutions in the GPU's precision": (
        "torch.ops.aten._addmm_activation",
        "torch.ops.aten._convolution",
        "torch.ops.aten._convolution_mode",
        "torch.ops.aten._slow_conv2d_forward",
        "torch.ops.aten._slow_conv2d_backward",
        "torch.ops.aten._batch_norm_with_update",
        "torch.ops.aten._native_batch_norm_legit",
        "torch.ops.aten._scaled_dot_product_flash_attention_for_cpu",
        "torch.ops.aten._scaled_dot_product_flash_attention_for_cpu_backward",
    ),
    "what a transform costs the host": (
        "torch.ops.aten._fft_c2c",
        "torch.ops.aten._fft_c2r",
        "torch.ops.aten._fft_r2c",
    ),
    "what a GPU launches for a product, a convolution or attention": (
        "torch.ops.aten._int_mm",
        "torch.ops.aten._scaled_mm",
        "torch.ops.aten._scaled_dot_product_cudnn_attention",
        "torch.ops.aten._scaled_dot_product_cudnn_attention_backward",
        "torch.ops.aten._scaled_dot_product_efficient_attention",
        "torch.ops.aten._scaled_dot_product_efficient_attention_backward",
        "torch.ops.aten._scaled_dot_product_flash_attention",
        "torch.ops.aten._scaled_dot_product_flash_attention_backward",
        "torch._C._get_sdp_priority_order",
    ),
    "the fast path of transformer layers": (
        "torch.ops.aten._fused_sdp_choice",
        "torch.ops.aten._masked_softmax",
        "torch.ops.aten._native_multi_head_attention",
        "torch.ops.aten._transform_bias_rescale_qkv",
    ),
    "cuDNN's recurrent layers": (
        "torch.ops.aten._cudnn_rnn",
        "torch.ops.aten._cudnn_rnn_backward",
        "torch._C._SetExcludeDispatchKeyGuard",
        "torch._use_cudnn_rnn_flatten_weight",
    ),
    "the reads and writes of an operation": (
        "torch._ops.OpOverload._schema",
        "torch.ops.aten._to_copy",
        "torch.ops.aten._log_softmax",
        "torch.ops.aten._fused_rms_norm",
        "torch.ops.aten._local_scalar_dense",
        "torch.multiprocessing.reductions.StorageWeakRef",
        "torch.utils._pytree.tree_leaves",
        "torch.utils._python_dispatch.TorchDispatchMode",
        "torch.utils._python_dispatch.is_in_torch_dispatch_mode",
        "torch.utils.flop_counter.flop_registry",
    ),
    "what torch.cuda answers on the pretended GPU": (
        "torch._C.Generator",
        "torch._C._ensureCUDADeviceGuardSet",
        "torch.cuda._is_compiled",
        "torch.cuda._lazy_init",
        "torch.cuda._lazy_call",
        "torch.cuda._initialized",
        "torch.cuda._exchange_device",
        "torch.cuda._maybe_exchange_device",
    ),
    "the host's cost of a call": (
        "torch.ops.aten._embedding_bag",
        "torch.ops.aten._fused_rms_norm_backward",
        "torch.autograd.graph._engine_run_backward",
        "torch._inductor.output_code.CompiledFxGraph",
        "torch.nn.modules.module.Module._call_impl",
        "torch._tensor_str._str",
    ),
    "the profiler": (
        "torch._C._demangle",
        "torch.autograd.DeviceType",
        "torch.autograd.ProfilerState",
        "torch.autograd._profiler_enabled",
        "torch.autograd._supported_activities",
        "torch.autograd.profiler.ProfilerConfig",
        "torch.profiler._memory_profiler.Action",
        "torch.profiler._memory_profiler.TensorKey",
        "torch.profiler._memory_profiler.MemoryProfile._category_snapshot",
        "torch.profiler.profiler.MemoryProfile",
        "torch.autograd.profiler.profile._prepare_trace",
        "torch.autograd.profiler.profile._start_trace",
        "torch.autograd.profiler._prepare_profiler",
        "torch.autograd.profiler._enable_profiler",
        "torch.autograd.profiler._disable_profiler",
        "torch.autograd.profiler._toggle_collection_dynamic",
    ),
    "clocks and ceilings on a GPU": (
        "torch.cuda._sleep",
        "torch._scaled_mm",
    ),
    "poisoned memory, which Dynamo must not keep": (
        "torch._subclasses.FakeTensor",
        "torch._dynamo.trace_rules.get_torch_obj_rule_map",
        "torch._dynamo.trace_rules.clear_lru_cache",
        "torch.utils._device._device_constructors",
    ),
    "graph breaks, recompilations and graphs": (
        "torch._dynamo.callback.CompilationCallbackHandler.install_callbacks",
        "torch._dynamo.reset",
        "torch._dynamo.config",
        "torch._dynamo.utils.counters",
        "torch._dynamo.output_graph.OutputGraph.compile_subgraph",
        "torch._inductor.compile_fx._compile_fx_inner",
        "torch._functorch.config.enable_autograd_cache",
        "torch._inductor.config.fx_graph_cache",
        "torch._inductor.scheduler.WhyNoFuse",
        "torch._inductor.scheduler.Scheduler.codegen",
        "torch._inductor.codegen.triton.TritonScheduling.define_kernel",
    ),
    "a session's own compiled code": (
        "torch._dynamo.eval_frame._callback_from_stance",
        "torch._dynamo.convert_frame.catch_errors_wrapper",
        "torch._dynamo.convert_frame.ConvertFrame._clone_with_backend",
        "torch._dynamo.convert_frame.ConvertFrame._torchdynamo_orig_backend",
        "torch._dynamo.exc.BackendCompilerFailed",
        "torch._dynamo.device_interface.CpuInterface",
        "torch._dynamo.device_interface.CudaInterface",
        "torch._dynamo.variables.optimizer._is_static_for_cudagraphs",
        "torch._dynamo.utils.get_static_address_type",
        "torch._C._dynamo.guards._empty_strided_cuda",
    ),
    "an operator that a replay refuses": ("torch.ops.aten._resize_output_",),
    "PyTorch's kernels of CUDA C++": ("torch.cuda._compile_kernel",),
    "CUDA graphs of compiled code": (
        "torch._inductor.cudagraph_trees.cudagraphify",
        "torch._inductor.cudagraph_trees.get_manager",
        "torch._inductor.compile_fx.get_expanded_dims",
        "torch._inductor.compile_fx.index_expanded_dims_and_copy_",
        "torch._inductor.compile_fx.static_input",
    ),
    "Inductor's Triton code for the virtual GPU": (
        "torch._inductor.config.cpu_backend",
        "torch._inductor.config.compile_threads",
        "torch._inductor.config.cpp_wrapper",
        "torch._inductor.config.max_autotune_gemm_backends",
        "torch._inductor.config.use_static_triton_launcher",
        "torch._inductor.runtime.hints.DeviceProperties.create",
        "torch._inductor.runtime.triton_helpers.set_driver_to_cpu",
        "torch._inductor.runtime.triton_helpers.set_driver_to_gpu",
        "torch._inductor.runtime.triton_heuristics.CachingAutotuner.get_device_interface",
        "torch._inductor.runtime.triton_heuristics.CachingAutotuner.bench",
        "torch._inductor.runtime.cache_dir_utils.cache_dir",
        "torch._inductor.compile_fx.is_gpu",
        "torch._inductor.compile_fx.should_assume_input_aligned",
        "torch._inductor.compile_fx.InductorError",
        "torch._inductor.graph.should_assume_input_aligned",
        "torch._inductor.utils.tensor_is_aligned",
        "torch._inductor.fx_passes.post_grad.prepare_softmax_extra_check",
        "torch._inductor.decomposition.mm",
        "torch._inductor.decomposition.addmm",
        "torch._inductor.decomposition.bmm",
        "torch._inductor.lowering.cat",
        "torch._inductor.lowering.div_prim",
        "torch._inductor.lowering.use_two_step_variance",
        "torch._inductor.select_algorithm",
        "torch._C._conv_determine_backend_memory_format",
        "torch._prims_common.suggest_memory_format",
        "torch.utils._triton.has_triton",
    ),
    "Inductor's processes": (
        "torch._dynamo.on_compile_start",
        "torch._dynamo.on_compile_end",
        "torch._inductor.async_compile.shutdown_compile_workers",
    ),
}

# A build of PyTorch without CUDA lacks these; Kernelscope then puts its own there.
_TORCH_WITH_CUDA = {
    "what torch.cuda asks of its C++ part": (
        "torch._C._get_cudnn_enabled",
        "torch._C._set_cudnn_enabled",
        "torch._C._cuda_CUDAAllocator_AllocatorState",
        "torch._C._set_cached_tensors_enabled",
        "torch._C._cuda_clearCublasWorkspaces",
        "torch._C._cuda_exchangeDevice",
        "torch._C._cuda_getAllocatorBackend",
        "torch._C._cuda_tunableop_is_enabled",
        "torch._C._scatter",
        "torch._C._cuda_getCurrentRawStream",
        "torch._C._cuda_getDevice",
        "torch._C._cuda_getDeviceCount",
        "torch._C._cuda_isCurrentStreamCapturing",
        "torch._C._cuda_jiterator_compile_and_launch_kernel",
        "torch._C._host_emptyCache",
        "torch._C._cuda_maybeExchangeDevice",
        "torch._C._cuda_memorySnapshot",
        "torch._C._cuda_record_memory_history",
        "torch._C._cuda_setDevice",
        "torch._C._cuda_sleep",
    ),
}

# Newer versions ask for these (2.13 does, 2.11 does not); Kernelscope puts its own there in each.
_TORCH_NEWER = {
    "what newer versions of torch.cuda ask of its C++ part": (
        "torch._C._cuda_cudaCachingAllocator_is_enabled",
    ),
    "a monitor of newer profilers": ("torch.profiler._cupti_monitor",),
}

_TRITON = {
    "the session's driver": (
        "triton.backends.driver.DriverBase",
        "triton.backends.compiler.GPUTarget",
        "triton.runtime.driver.DriverConfig._active",
        "triton.runtime._allocation._allocator",
        "triton.runtime.Autotuner._bench",
        "triton.runtime.Autotuner.prune_configs",
        "triton.runtime.Autotuner.run",
        "triton.runtime.errors.OutOfResources",
        "triton.runtime.errors.PTXASError",
        "triton.compiler.errors.CompileTimeAssertionFailure",
        "triton.runtime.jit.JITFunction.run",
        "triton.runtime.jit.JITFunction._do_compile",
        "triton.compiler.compiler.CompiledKernel",
        "triton.compiler.compiler.ASTSource.hash",
        "triton.backends.nvidia.compiler.CUDABackend.make_ttir",
        "triton.backends.nvidia.compiler.CUDABackend.hash",
        "triton.backends.nvidia.driver.ty_to_cpp",
        "triton._C.libtriton.nvidia.cublas.CublasLt",
        "triton._C.libproton.proton",
        "triton.knobs.runtime",
        "triton.runtime.cache",
    ),
    "a stage compiled again, and the assembler": (
        "triton.compiler.compiler.make_backend",
        "triton.backends.compiler.Language",
        "triton.knobs.compilation",
        "triton._C.libtriton.ir",
        "triton._C.libtriton.llvm.init_targets",
        "triton._C.libtriton.passes",
        "triton.backends.nvidia.compiler",
    ),
}

# Triton 3.6 has no metrics made of tensors.
_TRITON_NEWER = {
    "Proton's metrics made of tensors": ("triton.profiler.metric.set_metric_kernels",),
}

_NUMBA_CUDA = {
    "the driver that Numba finds": (
        "numba.cuda.cudadrv.driver.driver",
        "numba.cuda.cudadrv.driver.Driver._cuda_python_wrap_fn",
        "numba.cuda.cudadrv.driver.Context",
        "numba.cuda.cudadrv.driver.Stream",
        "numba.cuda.cudadrv.driver.MemoryPointer",
        "numba.cuda.cudadrv.driver.make_logger",
        "numba.cuda.cudadrv.driver.load_module_image",
        "numba.cuda.cudadrv.driver._to_core_stream",
        "numba.cuda.cudadrv.driver._logger",
        "numba.cuda.cudadrv.driver._alloc_finalizer",
        "numba.cuda.cudadrv.driver._hostalloc_finalizer",
        "numba.cuda.cudadrv.driver._pin_finalizer",
        "numba.cuda.cudadrv.driver._event_finalizer",
        "numba.cuda.cudadrv.driver._stream_finalizer",
        "numba.cuda.cudadrv.driver.Stream._stream_callback",
        "numba.cuda.cudadrv.devices._runtime",
        "numba.cuda.cudadrv.devices.gpus",
        "numba.cuda.cudadrv.devicearray.DeviceNDArray",
        "numba.cuda.cudaimpl",
    ),
    "kernels compiled and launched by Numba": (
        "numba.cuda.dispatcher._Kernel.launch",
        "numba.cuda.dispatcher._Kernel._codelibrary",
        "numba.cuda.dispatcher.CUDADispatcher.compile",
        "numba.cuda.dispatcher.CUDADispatcher.compile_device",
        "numba.cuda.dispatcher.CUDADispatcher.call",
        "numba.cuda.codegen.CUDACodeLibrary.get_cufunc",
        "numba.cuda.codegen.CUDACodeLibrary._ensure_cc",
        "numba.cuda.codegen.CUDACodeLibrary._entry_name",
        "numba.cuda.codegen.CUDACodeLibrary._linking_files",
        "numba.cuda.codegen.CUDACodeLibrary._max_registers",
        "numba.cuda.codegen.CUDACodeLibrary._setup_functions",
        "numba.core.errors.NumbaError",
        "numba.cuda.core.errors.NumbaError",
        "numba.cuda.np.numpy_support",
        "numba.cuda.types",
    ),
}


def _listed() -> Iterator[PrivateName]:
    groups = (
        ("torch", _TORCH),
        ("torch", _TORCH_WITH_CUDA),
        ("torch", _TORCH_NEWER),
        ("triton", _TRITON),
        ("triton", _TRITON_NEWER),
        ("numba-cuda", _NUMBA_CUDA),
    )
    for distribution, purposes in groups:
        for purpose, paths in purposes.items():
            for path in paths:
                yield PrivateName(distribution, path, purpose)


NAMES: tuple[PrivateName, ...] = tuple(_listed())
"""Every private name that the source uses."""


def installed(distribution: str) -> str:
    """Return an installed distribution's version without its build, or "" if not installed."""
    try:
        return metadata.version(distribution).partition("+")[0]
    except metadata.PackageNotFoundError:
        return ""


def missing(distribution: str) -> tuple[PrivateName, ...]:
    """Return the names that the installed distribution lacks. Imports it, which takes seconds.

    The names of CUDA's part are not missing from a PyTorch without CUDA, nor are those that only
    newer versions ask for.
    """
    names = (name for name in NAMES if name.distribution == distribution)
    return tuple(name for name in names if not exists(name.path) and not _may_lack(name))


def _may_lack(name: PrivateName) -> bool:
    if name.purpose in _TORCH_NEWER or name.purpose in _TRITON_NEWER:
        return True
    return name.purpose in _TORCH_WITH_CUDA and import_module("torch").version.cuda is None


def exists(path: str) -> bool:
    """Return whether a dotted path names something that can be imported.

    A name that only a class's instances have, or that a function makes global, is looked for in
    the source of the class or module.
    """
    module, names = _module_of(path)
    owner: object = module
    for name in names:
        held = getattr(owner, name, _ABSENT)
        if held is _ABSENT:
            return name == names[-1] and _assigns(owner, name)
        owner = held
    return owner is not None


def _module_of(path: str) -> tuple[ModuleType | None, list[str]]:
    """Return the innermost module of a path, and the names that are left."""
    parts = path.split(".")
    for count in range(len(parts), 0, -1):
        try:
            return import_module(".".join(parts[:count])), parts[count:]
        except ImportError:
            continue
    return None, []


def _assigns(owner: object, name: str) -> bool:
    if not isinstance(owner, (type, ModuleType)):
        return False
    try:
        source = inspect.getsource(owner)
    except (OSError, TypeError):  # compiled code has none
        return False
    return re.search(rf"\bself\.{name}\b|\bglobal {name}\b", source) is not None
