"""The CUDA driver's functions that Numba calls, for a virtual GPU: device memory is the host's.

Numba calls the driver through an object whose attributes are the driver's functions. Inside a
session they are the functions of this file, and everything above them (arrays, slices, streams,
events, ufuncs, reductions) is Numba's own. Handles of streams and events are numbers; a device
pointer is the address that kernels see (`SPACE`), one of pinned memory that in this process.
"""

from __future__ import annotations

import ctypes
from bisect import bisect_right
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

from kernelscope.devices.virtual import active_gpu, current_gpu
from kernelscope.errors import UnavailableError
from kernelscope.hardware import GPUSpec
from kernelscope.vgpu.layout import LANES
from kernelscope.vgpu.runtime.address_space import SPACE
from kernelscope.vgpu.runtime.registry import REGISTRY, Region

_CUDA_VERSION = 13000  # major × 1000 + minor × 10


class Memory:
    """The allocations on the device that have not been freed."""

    def __init__(self) -> None:
        self._addresses: list[int] = []
        self._blocks: dict[int, np.ndarray[Any, Any]] = {}

    def allocate(self, size: int) -> int:
        """Return the host address of new memory of at least one byte."""
        block = np.empty(max(int(size), 1), np.uint8)
        address = block.ctypes.data
        self._blocks[address] = block
        REGISTRY.enter(Region(address, block.size), block)
        self._addresses.insert(bisect_right(self._addresses, address), address)
        return address

    def free(self, address: int) -> None:
        """Forget an allocation; arrays that still view it keep it alive."""
        address = SPACE.host(address)
        block = self._blocks.pop(address, None)
        if block is not None:
            self._addresses.remove(address)
            REGISTRY.leave(Region(address, block.size))

    def block(self, address: int) -> np.ndarray[Any, Any] | None:
        """Return the bytes of the allocation that holds an address, or None."""
        address = SPACE.host(address)
        number = bisect_right(self._addresses, address) - 1
        if number < 0:
            return None
        block = self._blocks[self._addresses[number]]
        return block if address < self._addresses[number] + block.size else None


memory = Memory()


def view(array: Any) -> np.ndarray[Any, Any]:
    """Return a NumPy array on the memory of a device array or record of Numba's."""
    address = SPACE.host(int(array.gpu_data.device_pointer)) if array.size else 0
    if not address:
        return np.empty(array.shape, array.dtype)
    block = memory.block(address)
    if block is None:  # memory of another library, through the CUDA array interface
        bytes_there: Any = (ctypes.c_ubyte * array.alloc_size).from_address(address)
        bytes_there.owner = array
        block = np.ndarray(array.alloc_size, np.uint8, bytes_there)
    offset = address - block.ctypes.data
    return np.ndarray(array.shape, array.dtype, block, offset, array.strides)


class Device:
    """The virtual GPU, as `cuda.get_current_device` describes a device."""

    id = 0
    WARP_SIZE = LANES
    CAN_MAP_HOST_MEMORY = 1
    UNIFIED_ADDRESSING = 1
    MANAGED_MEMORY = 1
    COMPUTE_MODE = KERNEL_EXEC_TIMEOUT = TCC_DRIVER = 0
    PCI_DOMAIN_ID = PCI_BUS_ID = PCI_DEVICE_ID = 0
    MAX_BLOCK_DIM_X = MAX_BLOCK_DIM_Y = 1024
    MAX_BLOCK_DIM_Z = 64
    MAX_GRID_DIM_X = 2**31 - 1
    MAX_GRID_DIM_Y = MAX_GRID_DIM_Z = 65535

    def __init__(self, spec: GPUSpec) -> None:
        self.name = spec.full_name
        self.uuid = f"virtual-{spec.name}"
        self.compute_capability = spec.compute_capability
        self.COMPUTE_CAPABILITY_MAJOR, self.COMPUTE_CAPABILITY_MINOR = spec.compute_capability
        self.MULTIPROCESSOR_COUNT = spec.sms
        self.MAX_THREADS_PER_BLOCK = spec.max_threads_per_block
        self.MAX_THREADS_PER_MULTI_PROCESSOR = 32 * spec.max_warps_per_sm
        self.MAX_REGISTERS_PER_MULTIPROCESSOR = spec.registers_per_sm
        self.MAX_SHARED_MEMORY_PER_BLOCK = 48 * 1024
        self.MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = spec.shared_per_block_bytes
        self.CLOCK_RATE = round(spec.sm_clock_mhz * 1000)
        ratio = spec.fp32_lanes // spec.fp64_lanes
        self.SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO = ratio
        self.supports_float16 = spec.compute_capability >= (5, 3)
        self.supports_bfloat16 = spec.compute_capability >= (8, 0)
        self.supports_fp8 = spec.compute_capability >= (8, 9)
        self.primary_context: Any = None

    def __repr__(self) -> str:
        return f"<CUDA device 0 '{self.name}'>"

    def __getattr__(self, name: str) -> Any:
        raise UnavailableError(f"the virtual GPU does not know Numba's device attribute {name}")

    def get_device_identity(self) -> dict[str, int]:
        """Return the place of the device on the bus."""
        return {"pci_domain_id": 0, "pci_bus_id": 0, "pci_device_id": 0}

    def get_primary_context(self) -> Any:
        """Return the device's only context."""
        return self.primary_context

    def reset(self) -> None:
        """Forget what the context has loaded and allocated."""
        self.primary_context.reset()

    def __enter__(self) -> Device:
        """Return the device: `with cuda.gpus[0]:` chooses the only one."""
        return self

    def __exit__(self, *_: object) -> None:
        """Do nothing: no other device was active."""


def _require_computed(address: int, size: int) -> None:
    """Raise NotComputedError for memory whose contents were left out."""
    gpu = current_gpu()
    if gpu is not None and gpu.sampling is not None:
        gpu.sampling.require(address, size)


def functions() -> dict[str, Callable[..., Any]]:
    """Return the driver's functions by name, with the signatures that Numba uses."""
    binding: Any = import_module("cuda.bindings.driver")

    def nothing(*_: object) -> None: ...

    def copy(to: Any, source: Any, size: int, *_stream: object) -> None:
        if size:
            to, source = SPACE.host(int(to)), SPACE.host(int(source))
            _require_computed(source, int(size))
            ctypes.memmove(to, source, int(size))

    def fill(to: Any, byte: int, count: int, *_stream: object) -> None:
        ctypes.memset(SPACE.host(int(to)), int(byte), int(count))

    def allocate(size: int, *_flags: object) -> Any:
        host = memory.allocate(size)
        return binding.CUdeviceptr(SPACE.address(Region(host, max(int(size), 1)), host))

    def extent(address: Any) -> tuple[Any, int]:
        block = memory.block(int(address))
        if block is None:
            raise UnavailableError(f"address {int(address):#x} is in no allocation of this session")
        region = Region(block.ctypes.data, block.size)
        return binding.CUdeviceptr(SPACE.address(region, region.base)), region.size

    def free(address: Any) -> None:
        memory.free(int(address))

    named: dict[str, Callable[..., Any]] = dict.fromkeys(_NOTHING_TO_DO, nothing)
    copies = [f"cuMemcpy{way}{mode}" for way in ("HtoD", "DtoH", "DtoD") for mode in ("", "Async")]
    named.update(dict.fromkeys(copies, copy))
    named.update(
        cuMemsetD8=fill,
        cuMemsetD8Async=fill,
        cuMemAlloc=allocate,
        # The host uses these addresses, too.
        cuMemAllocManaged=lambda size, *_: binding.CUdeviceptr(memory.allocate(size)),
        cuMemHostAlloc=lambda size, *_: memory.allocate(size),
        cuMemHostGetDevicePointer=lambda pointer, *_: binding.CUdeviceptr(int(pointer)),
        cuMemFree=free,
        cuMemFreeHost=free,
        cuMemGetAddressRange=extent,
        cuMemGetInfo=lambda: (active_gpu().spec.dram_bytes,) * 2,
        cuDriverGetVersion=lambda: _CUDA_VERSION,
        cuDeviceGetCount=lambda: 1,
        cuDeviceCanAccessPeer=lambda *_: 0,
        cuCtxGetCurrent=lambda: binding.CUcontext(1),
        cuCtxGetDevice=lambda: 0,
        cuOccupancyMaxActiveBlocksPerMultiprocessor=_blocks_at_once,
        cuPointerGetAttribute=lambda _attribute, pointer: binding.CUdeviceptr(int(pointer)),
    )
    named.update(_streams_and_events(binding))
    return named


def _blocks_at_once(function: Any, threads: int, dynamic_shared_bytes: int) -> int:
    """Return the blocks of a kernel that a multiprocessor holds at once."""
    loaded = function.loaded
    shared = loaded.static_shared_bytes + int(dynamic_shared_bytes)
    return loaded.resident_blocks((int(threads), 1, 1), shared) // active_gpu().spec.sms


def _forget(manager: Any, pointer: Any, key: Any, *_: object) -> Callable[[], None]:
    def act() -> None:
        manager.allocations.pop(key, None)
        memory.free(int(pointer))

    return act


def _unpin(manager: Any, _pointer: Any, key: Any, *_: object) -> Callable[[], None]:
    return lambda: manager.allocations.pop(key, None)


# Numba runs these when its last reference to an object goes, possibly after the session.
FINALIZERS: dict[str, Callable[..., Any]] = {
    "_alloc_finalizer": _forget,
    "_hostalloc_finalizer": _forget,
    "_pin_finalizer": _unpin,
    "_event_finalizer": lambda *_: None,
    "_stream_finalizer": lambda *_: None,
}

# Functions that order work or clean up: a launch has ended when it returns.
_NOTHING_TO_DO = (
    *("cuInit", "cuCtxSynchronize", "cuCtxPushCurrent", "cuCtxPopCurrent"),
    *("cuMemHostRegister", "cuMemHostUnregister"),
    *("cuStreamSynchronize", "cuStreamQuery", "cuStreamWaitEvent", "cuStreamDestroy"),
    *("cuEventQuery", "cuEventSynchronize", "cuEventDestroy"),
    *("cuProfilerStart", "cuProfilerStop"),
    *("cuDevicePrimaryCtxRelease", "cuDevicePrimaryCtxReset"),
)


def _streams_and_events(binding: Any) -> dict[str, Callable[..., Any]]:
    handles = iter(range(0x1000, 1 << 62))  # past the handles with a special meaning
    recorded_us: dict[int, float] = {}

    def record(event: int, _stream: object = 0) -> None:
        recorded_us[int(event)] = active_gpu().record_event()

    def elapsed_ms(start: int, end: int) -> float:
        return (recorded_us[int(end)] - recorded_us[int(start)]) / 1000.0

    def call_back(stream: Any, _function: object, data: int, _flags: int) -> None:
        streams: Any = import_module("numba.cuda.cudadrv.driver").Stream
        streams._stream_callback(stream, 0, ctypes.cast(data, ctypes.py_object))

    return {
        "cuStreamCreate": lambda _flags=0: binding.CUstream(next(handles)),
        "cuEventCreate": lambda _flags=0: binding.CUevent(next(handles)),
        "cuEventRecord": record,
        "cuEventElapsedTime": elapsed_ms,
        "cuStreamAddCallback": call_back,
    }
