"""The functions of `torch.cuda` and its neighbours, answered for the virtual GPU."""

from __future__ import annotations

import traceback
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import torch

from kernelscope._patching import Patches
from kernelscope.devices.clock import Timeline
from kernelscope.devices.host_costs import HOST
from kernelscope.devices.ranges import OpenRanges
from kernelscope.devices.torch_cuda import generators as random_
from kernelscope.devices.torch_cuda.cudart import REGISTERED, Cudart
from kernelscope.devices.torch_cuda.cudnn import show_cudnn
from kernelscope.devices.torch_cuda.exchange_table import replace_exchange_table
from kernelscope.devices.torch_cuda.forking import forked
from kernelscope.devices.torch_cuda.graphs import graph_functions, is_capturing
from kernelscope.devices.torch_cuda.internals import C, aten
from kernelscope.devices.torch_cuda.memory_history import MemoryHistory
from kernelscope.devices.torch_cuda.pinned import PINNED
from kernelscope.devices.torch_cuda.profiler.proton import replace_proton
from kernelscope.devices.torch_cuda.profiler.session import replace_profiler
from kernelscope.devices.torch_cuda.refused import refuse_nccl
from kernelscope.devices.torch_cuda.streams import StreamType
from kernelscope.devices.torch_cuda.tensor import CONTEXT_BYTES, allocations
from kernelscope.devices.virtual import VirtualGPU
from kernelscope.hardware import GPUSpec
from kernelscope.vgpu.runtime.address_space import watch_pointers

_CUDA_VERSION = "13.0"
# The kernel of `torch.cuda._sleep`, which spins for a number of clock cycles.
_SPIN_KERNEL = "at::cuda::(anonymous namespace)::spin_kernel(long)"
# The virtual GPU keeps no cache: what is reserved is in use, and each block is a segment.
_POOLS = ("allocated", "reserved", "active")
_BLOCKS = ("allocation", "segment", "active")
_CpuGenerator = C.Generator


@dataclass(frozen=True)
class DeviceProperties:
    """The result of `torch.cuda.get_device_properties`, under CUDA's names."""

    name: str
    major: int
    minor: int
    total_memory: int
    multi_processor_count: int
    L2_cache_size: int
    regs_per_multiprocessor: int
    max_threads_per_multi_processor: int
    max_threads_per_block: int
    shared_memory_per_block: int
    shared_memory_per_block_optin: int
    shared_memory_per_multiprocessor: int
    clock_rate: int
    gcnArchName: str
    warp_size: int = 32
    is_integrated: int = 0
    is_multi_gpu_board: int = 0
    pci_bus_id: int = 0
    pci_device_id: int = 0
    pci_domain_id: int = 0
    uuid: str = "00000000-0000-0000-0000-000000000000"


def device_properties(spec: GPUSpec) -> DeviceProperties:
    """Return the specification under CUDA's names (bytes, kHz)."""
    major, minor = spec.compute_capability
    return DeviceProperties(
        name=spec.full_name,
        major=major,
        minor=minor,
        total_memory=spec.dram_bytes,
        multi_processor_count=spec.sms,
        L2_cache_size=spec.l2_bytes,
        regs_per_multiprocessor=spec.registers_per_sm,
        max_threads_per_multi_processor=32 * spec.max_warps_per_sm,
        max_threads_per_block=spec.max_threads_per_block,
        shared_memory_per_block=48 * 1024,
        shared_memory_per_block_optin=spec.shared_per_block_bytes,
        shared_memory_per_multiprocessor=spec.shared_per_sm_bytes,
        clock_rate=spec.sm_clock_mhz * 1000,
        gcnArchName=f"sm_{spec.sm}",
    )


def replace_api(undo: Patches, gpu: VirtualGPU, timeline: Timeline) -> None:
    """Replace PyTorch's functions that ask for a GPU, until `undo` closes."""
    spec = gpu.spec
    streams = StreamType(timeline)
    undo.attributes(allocations, capacity=spec.dram_bytes, allowed=1.0, refused=0)
    functions = {
        **_device_functions(spec, timeline),
        **_stream_functions(streams),
        **_memory_functions(spec, timeline),
        **_random_functions(),
        **graph_functions(gpu, timeline, streams),
    }
    undo.functions(torch.cuda, **functions)
    undo.functions(torch.cuda.graphs, **functions)
    # Checkpoints read it, and keep the generator's state only if it is set.
    undo.attributes(torch.cuda, _initialized=True)
    # PyTorch keeps the stream that it captures on.
    undo.attributes(torch.cuda.graph, default_capture_stream=None)
    undo.functions(torch.cuda.nvtx, **_nvtx_functions(timeline.ranges))
    undo.attributes(torch.cuda, _cudart=Cudart(timeline, streams))
    _show_recorded_functions(undo, timeline.ranges)
    replace_profiler(undo, spec, timeline)
    replace_proton(undo, spec, timeline)
    accelerator: Any = torch.accelerator
    undo.functions(accelerator, **_accelerator_functions(functions))
    undo.functions(torch.backends.cuda, is_built=lambda: True)
    undo.attributes(C, **_bindings(), _cuda_sleep=_sleeping(spec, timeline))
    history = MemoryHistory(allocations, timeline)
    undo.attributes(C, **history.functions())
    undo.callback(history.stop)
    refuse_nccl(undo)
    undo.attributes(torch, Generator=_Generator)
    undo.attributes(torch.Tensor, pin_memory=_pin_memory, is_pinned=_is_pinned)
    replace_exchange_table(undo, lambda: torch.cuda.current_stream().cuda_stream)
    undo.callback(watch_pointers())
    # All streams share a queue, so that no memory is used again too early.
    undo.attributes(torch.Tensor, record_stream=lambda _tensor, _stream: None)
    show_cudnn(undo)
    if torch.version.cuda is None:
        undo.attributes(torch.version, cuda=_CUDA_VERSION)
    storage = {
        "cuda": _storage_cuda,
        "clone": _storage_clone,
        "__new__": staticmethod(_new_storage),
    }
    undo.attributes(torch.UntypedStorage, **storage)
    _let_go_of_failed_prints(undo)


def _let_go_of_failed_prints(undo: Patches) -> None:
    """Free what PyTorch's printing holds as soon as it fails.

    It keeps a guard, which switches functorch off, in a variable of its frame. The traceback of
    `not computed: --sample` from `print(x)` would keep that frame, and `jvp(grad(f), …)` would
    silently be zeros until the traceback is collected.
    """
    printing: Any = import_module("torch._tensor_str")

    def text_or_error(text_of: Any, *args: Any, **kwargs: Any) -> str:
        try:
            return text_of(*args, **kwargs)
        except BaseException as error:
            traceback.clear_frames(error.__traceback__)
            raise

    undo.around(printing, "_str", text_or_error)


def ordinal(device: object = None) -> int:
    """Return the device's index, 0. Raises CUDA's error for any other device."""
    index = device
    if isinstance(device, str):
        index = torch.device(device).index
    elif isinstance(device, torch.device):
        index = device.index
    if index not in (None, 0, -1):
        raise RuntimeError(
            "CUDA error: invalid device ordinal\nThe virtual GPU is one device, cuda:0."
        )
    return 0


def _device_functions(spec: GPUSpec, timeline: Timeline) -> dict[str, Any]:
    properties = device_properties(spec)

    def of_device(value: object) -> Any:
        def answer(device: object = None) -> object:
            ordinal(device)
            return value

        return answer

    def count() -> int:
        # On a GPU, too, a child forked after this question cannot use CUDA.
        forked.initialised = True
        return 1

    def synchronize(device: object = None) -> None:
        forked.use()
        with timeline.operation(HOST.synchronize_us):
            ordinal(device)
            timeline.synchronize()

    def set_sync_debug_mode(mode: int | str) -> None:
        number = {"default": 0, "warn": 1, "error": 2}.get(mode) if isinstance(mode, str) else mode
        if number not in (0, 1, 2):
            raise RuntimeError(
                "invalid value of debug_mode, expected one of `default`, `warn`, `error`"
            )
        timeline.sync_debug = number

    return {
        "_is_compiled": lambda: True,
        "_lazy_init": forked.use,
        "_lazy_call": lambda call, **_: call(),
        "_exchange_device": lambda _: 0,
        "_maybe_exchange_device": lambda _: 0,
        "init": forked.use,
        "is_available": lambda: count() > 0,
        "is_initialized": lambda: True,
        "is_bf16_supported": lambda including_emulation=True: spec.sm >= 80,
        "is_tf32_supported": lambda: spec.sm >= 80,
        "device_count": count,
        "current_device": lambda: 0,
        "set_device": ordinal,
        "get_arch_list": lambda: [f"sm_{spec.sm}"],
        "get_gencode_flags": lambda: "",
        "get_device_name": of_device(spec.full_name),
        "get_device_capability": of_device(spec.compute_capability),
        "get_device_properties": of_device(properties),
        "can_device_access_peer": lambda *_: False,
        "synchronize": synchronize,
        "ipc_collect": lambda: None,
        "current_blas_handle": lambda: 0,
        "set_sync_debug_mode": set_sync_debug_mode,
        "get_sync_debug_mode": lambda: timeline.sync_debug,
        "clock_rate": of_device(spec.sm_clock_mhz),
    }


def _stream_functions(streams: StreamType) -> dict[str, Any]:
    return {
        "Stream": streams.Stream,
        "ExternalStream": streams.external,
        "Event": streams.Event,
        "current_stream": streams.current_stream,
        "default_stream": streams.default_stream,
        "set_stream": streams.set_stream,
    }


def _memory_functions(spec: GPUSpec, timeline: Timeline) -> dict[str, Any]:
    def now(device: object = None) -> int:
        return allocations.now()

    def peak(device: object = None) -> int:
        return max(allocations.peak, allocations.now())

    def statistics(device: object = None) -> dict[str, int]:
        held, count = now(), allocations.count()
        total, times = allocations.allocated, allocations.times
        in_bytes = {"current": held, "peak": peak(), "allocated": total, "freed": total - held}
        in_blocks = {"current": count, "allocated": times, "freed": times - count}
        return {
            **{f"{pool}_bytes.all.{when}": n for pool in _POOLS for when, n in in_bytes.items()},
            **{
                f"{block_kind}.all.{when}": n
                for block_kind in _BLOCKS
                for when, n in in_blocks.items()
            },
            "num_ooms": allocations.refused,
            "num_alloc_retries": allocations.refused,
        }

    def reset(device: object = None) -> None:
        allocations.reset_peak()

    def set_fraction(fraction: float, device: object = None) -> None:
        if not 0 <= fraction <= 1:
            raise ValueError(f"Invalid fraction value: {fraction}. Allowed range: 0~1")
        allocations.allowed = fraction

    def empty_cache() -> None:
        timeline.synchronize("free")  # CUDA gives no memory back before the device is done
        allocations.release()

    def summary(device: object = None, abbreviated: bool = False) -> str:
        return f"allocated {now():,} bytes, peak {peak():,} bytes ({spec.full_name}, virtual)"

    return {
        "memory_allocated": now,
        "memory_reserved": now,
        "memory_cached": now,
        "max_memory_allocated": peak,
        "max_memory_reserved": peak,
        "max_memory_cached": peak,
        "memory_stats": statistics,
        "memory_summary": summary,
        "mem_get_info": lambda device=None: (
            spec.dram_bytes - CONTEXT_BYTES - now(),
            spec.dram_bytes,
        ),
        "reset_peak_memory_stats": reset,
        "reset_max_memory_allocated": reset,
        "reset_accumulated_memory_stats": reset,
        "empty_cache": empty_cache,
        "set_per_process_memory_fraction": set_fraction,
        "get_per_process_memory_fraction": lambda device=None: allocations.allowed,
    }


def _random_functions() -> dict[str, Any]:
    generator = random_.default_generator

    def manual_seed(seed: int) -> None:
        generator.manual_seed(seed)

    return {
        "default_generators": (generator,),
        "manual_seed": manual_seed,
        "manual_seed_all": manual_seed,
        "seed": generator.seed,
        "seed_all": generator.seed,
        "initial_seed": generator.initial_seed,
        "get_rng_state": lambda device="cuda": generator.get_state(),
        "get_rng_state_all": lambda: [generator.get_state()],
        "set_rng_state": lambda state, device="cuda": generator.set_state(state),
        "set_rng_state_all": lambda states: generator.set_state(next(iter(states))),
    }


def _nvtx_functions(ranges: OpenRanges) -> dict[str, Any]:
    return {
        "range_push": lambda msg: ranges.push(str(msg)),
        "range_pop": ranges.pop,
        "range_start": lambda msg: ranges.start(str(msg)),
        "range_end": ranges.end,
        "mark": lambda _: None,
    }


def _show_recorded_functions(undo: Patches, ranges: OpenRanges) -> None:
    """Turn `record_function` of PyTorch's profiler into ranges of the timeline."""
    record_function: Any = torch.profiler.record_function

    def named_enter(enter: Any, self: Any) -> Any:
        ranges.push(self.name)
        return enter(self)

    def named_leave(leave: Any, self: Any, *error: Any) -> Any:
        ranges.pop()
        return leave(self, *error)

    undo.around(record_function, "__enter__", named_enter)
    undo.around(record_function, "__exit__", named_leave)


def _accelerator_functions(cuda: dict[str, Any]) -> dict[str, Any]:
    device = torch.device("cuda")
    names = ("synchronize", "device_count", "is_available", "current_stream", "set_stream")
    memory = [name for name in cuda if name.endswith(("memory_allocated", "memory_reserved"))]
    return {
        **{name: cuda[name] for name in (*names, *memory, "empty_cache", "memory_stats")},
        "current_accelerator": lambda check_available=False: device,
        "current_device_index": cuda["current_device"],
        "current_device_idx": cuda["current_device"],
        "set_device_index": ordinal,
        "set_device_idx": ordinal,
    }


def _bindings() -> dict[str, Any]:
    """Return stand-ins for the bindings that PyTorch and generated code call directly."""
    return {
        "_cuda_getCurrentRawStream": lambda _: 0,
        "_cuda_getDevice": lambda: 0,
        "_cuda_getDeviceCount": lambda: 1,
        "_cuda_setDevice": lambda _: None,
        "_cuda_exchangeDevice": lambda _: 0,
        "_cuda_maybeExchangeDevice": lambda _: 0,
        "_cuda_isCurrentStreamCapturing": is_capturing,
        "_cuda_cudaCachingAllocator_is_enabled": lambda: True,
        "_host_emptyCache": lambda: None,
        "_cuda_clearCublasWorkspaces": lambda: None,
        "_cuda_getAllocatorBackend": lambda: "native",
        "_cuda_tunableop_is_enabled": lambda: False,
        "_scatter": lambda tensor, *_: (tensor.cuda(),),
        # `torch._dynamo.reset()` imports the module of CUDA graphs, which needs these two.
        "_cuda_CUDAAllocator_AllocatorState": type("AllocatorState", (), {}),
        "_set_cached_tensors_enabled": lambda _enabled: None,
    }


def _sleeping(spec: GPUSpec, timeline: Timeline) -> Any:
    def sleep(cycles: int) -> None:
        with timeline.launch(HOST.launch_us):
            timeline.delay(cycles / spec.sm_clock_mhz, _SPIN_KERNEL)

    return sleep


class _GeneratorType(type):
    """A metaclass that makes a generator for a device; every generator is an instance."""

    def __call__(cls, device: object = "cpu") -> torch.Generator:
        wanted = torch.device(device) if not isinstance(device, int) else torch.device("cuda")  # type: ignore[call-overload]
        return random_.GpuGenerator() if wanted.type == "cuda" else _CpuGenerator(wanted)

    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, _CpuGenerator)


class _Generator(metaclass=_GeneratorType):
    """`torch.Generator` while the facade is up."""


def _pin_memory(tensor: torch.Tensor, device: object = None) -> torch.Tensor:
    """Return a copy that counts as pinned; here, all memory is the host's."""
    if tensor.is_cuda:
        raise RuntimeError(f"cannot pin '{tensor.type()}' only dense CPU tensors can be pinned")
    return torch.empty_like(tensor, pin_memory=True).copy_(tensor)


def _is_pinned(tensor: torch.Tensor, device: object = None) -> bool:
    return not tensor.is_cuda and (PINNED.holds(tensor) or REGISTERED.holds(tensor.data_ptr()))


def _storage_bytes(storage: torch.UntypedStorage) -> torch.Tensor:
    """Return a storage as a tensor of bytes."""
    view = torch.empty(0, dtype=torch.uint8, device=storage.device)
    return aten.set_.source_Storage(view, storage)


def _new_storage(cls: Any, *args: Any, device: Any = None, **kwargs: Any) -> Any:
    if device is None or torch.device(device).type != "cuda":
        given = {} if device is None else {"device": device}
        return C.StorageBase.__new__(cls, *args, **kwargs, **given)
    ordinal(device)
    size = args[0] if args else 0
    return torch.empty(size, dtype=torch.uint8, device="cuda").untyped_storage()


def _storage_clone(storage: torch.UntypedStorage) -> torch.UntypedStorage:
    return _storage_bytes(storage).clone().untyped_storage()


def _storage_cuda(
    storage: torch.UntypedStorage, device: object = None, non_blocking: bool = False
) -> torch.UntypedStorage:
    ordinal(device)
    if storage.device.type == "cuda":
        return storage
    return _storage_bytes(storage).to("cuda").untyped_storage()
