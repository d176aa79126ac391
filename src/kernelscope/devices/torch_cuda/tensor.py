"""Tensors whose memory is the host's and whose device is `cuda:0`, in PyTorch's own eyes.

DLPack hands memory from one library to another together with the device it is on. A capsule made
of a CPU tensor, with the device in it changed, comes back as an ordinary dense CUDA tensor on the
same memory: `is_cuda`, `device`, guards, autograd, autocast and Dynamo need no persuasion, in any
thread, and every view and result inherits the device as it does on a GPU. What such a tensor lacks
is kernels: `cuda_kernels` registers them.
"""

from __future__ import annotations

import ctypes
import math
import threading
from collections.abc import Sequence
from typing import Any

import torch

from kernelscope.devices.torch_cuda.internals import C, aten

_HOST, _GPU = 1, 2  # DLDeviceType kDLCPU, kDLCUDA


class _DLTensorHead(ctypes.Structure):
    """The first fields of dlpack.h's DLTensor, with which DLManagedTensor begins."""

    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
    )


_pointer_of = ctypes.pythonapi.PyCapsule_GetPointer
_pointer_of.restype = ctypes.c_void_p
_pointer_of.argtypes = [ctypes.py_object, ctypes.c_char_p]
_to_dlpack: Any = C._to_dlpack
_from_dlpack: Any = C._from_dlpack
_Storage: Any = torch.UntypedStorage
_neg_view: Any = C._VariableFunctions._neg_view


def _on_device(tensor: torch.Tensor, device_type: int) -> torch.Tensor:
    capsule = _to_dlpack(tensor)
    head = _DLTensorHead.from_address(_pointer_of(capsule, b"dltensor"))
    head.device_type, head.device_id = device_type, 0
    return _from_dlpack(capsule)


class Allocations:
    """The memory of the pretended GPU: how much is held, and what can be used again.

    The host's memory of a tensor that is gone stays here for a while. Returning large blocks to
    the system, and getting them anew page by page, takes the host longer than a GPU's kernel; it
    happens in here only, inside a kernel, where the virtual clock does not see it.
    """

    _PRUNE_AFTER = 64 << 20  # bytes allocated between two looks at what is gone
    _KEEP = 1 << 30  # bytes of unused memory
    _WORTH_KEEPING = 1 << 20
    _STEP_BITS = 2  # sizes that share memory: four to each power of two

    def __init__(self) -> None:
        self.peak = 0
        self._held: dict[int, tuple[int, torch.UntypedStorage, bool]] = {}
        self._unused: dict[int, list[torch.UntypedStorage]] = {}
        self._bound = 0
        self._since = 0
        self._lock = threading.Lock()

    def add(self, gpu: torch.UntypedStorage, host: torch.UntypedStorage, reusable: bool) -> None:
        """Count an allocation, and keep its host memory, until nothing refers to it any more."""
        size = -(-gpu.nbytes() // 512) * 512  # CUDA's caching allocator rounds up to 512
        with self._lock:
            self._held[_Storage._weak_ref(gpu)] = size, host, reusable
            self._bound += size
            self._since += size
            if self._since > self._PRUNE_AFTER or self._bound > self.peak:
                self._prune()
                self.peak = max(self.peak, self._bound)

    def host_memory(self, size: int) -> torch.UntypedStorage:
        """Host memory for `size` bytes, somewhat larger where that lets it serve other sizes."""
        if size < self._WORTH_KEEPING:
            return _Storage(size)
        step = 1 << (size.bit_length() - 1 - self._STEP_BITS)
        room = -(-size // step) * step
        with self._lock:
            if not self._unused.get(room):
                self._prune()
            unused = self._unused.get(room)
            return unused.pop() if unused else _Storage(room)

    def now(self) -> int:
        """Bytes that live tensors hold."""
        with self._lock:
            self._prune()
            return self._bound

    def reset_peak(self) -> None:
        """Let the peak be what is held now."""
        self.peak = self.now()

    def release(self) -> None:
        """Give unused memory back to the system."""
        with self._lock:
            self._prune()
            self._unused.clear()

    def _prune(self) -> None:
        """Find what is gone since the last time."""
        self._since = 0
        for handle in [handle for handle in self._held if _Storage._expired(handle)]:
            _Storage._free_weak_ref(handle)
            _, host, reusable = self._held.pop(handle)
            if reusable and host.nbytes() >= self._WORTH_KEEPING:
                self._unused.setdefault(host.nbytes(), []).append(host)
        self._bound = sum(size for size, _, _ in self._held.values())
        if sum(size * len(hosts) for size, hosts in self._unused.items()) > self._KEEP:
            self._unused.clear()


allocations = Allocations()


def as_gpu(host: torch.Tensor) -> torch.Tensor:
    """The same memory as a tensor on `cuda:0`; a new allocation of the pretended GPU.

    `host` is a dense CPU tensor that needs no gradient; it lives as long as the result.
    """
    tensor = _on_device(host, _GPU)
    allocations.add(tensor.untyped_storage(), host.untyped_storage(), reusable=False)
    return tensor


def new_on_gpu(size: Sequence[int], dtype: torch.dtype) -> torch.Tensor:
    """A contiguous tensor on `cuda:0` with whatever its memory holds."""
    wanted = math.prod(size) * dtype.itemsize
    memory = allocations.host_memory(wanted)
    host = aten.empty.memory_format([0], dtype=dtype, device=torch.device("cpu"))
    aten.set_.source_Storage_storage_offset(host, memory[:wanted], 0, size)
    tensor = _on_device(host, _GPU)
    allocations.add(tensor.untyped_storage(), memory, reusable=True)
    return tensor


def as_host(gpu: torch.Tensor) -> torch.Tensor:
    """The same memory, sizes and strides as a CPU tensor, for a kernel that runs on the CPU."""
    plain = gpu.detach() if gpu.requires_grad else gpu
    host = _on_device(plain, _HOST)
    # DLPack has no bits for lazy conjugation and negation.
    if gpu.is_conj():
        host = host.conj()
    return _neg_view(host) if gpu.is_neg() else host
