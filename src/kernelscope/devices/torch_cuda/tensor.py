"""Tensors whose memory is the host's and whose device is `cuda:0`, in PyTorch's own eyes.

DLPack hands memory from one library to another together with the device it is on. A capsule made
of a CPU tensor, with the device in it changed, comes back as an ordinary dense CUDA tensor on the
same memory. `is_cuda`, `device`, guards, autograd, autocast and Dynamo accept it in any thread, and
every view and result inherits the device as on a GPU. Such a tensor only lacks kernels, which
`kernels.py` registers.
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
    """Return a tensor on the same memory whose device is of another type."""
    # A capsule points to a DLManagedTensor, which begins with (data, device type, device number).
    # For `h = torch.arange(6.)` they are (h.data_ptr(), kDLCPU, 0). With kDLCUDA in the second
    # field, `from_dlpack` returns a tensor with is_cuda True, device cuda:0 and the data_ptr() of
    # `h`. A subclass of Tensor that only claims `is_cuda` would not reach PyTorch's C++: autograd
    # and the dispatcher read the device of the storage.
    capsule = _to_dlpack(tensor)
    head = _DLTensorHead.from_address(_pointer_of(capsule, b"dltensor"))
    head.device_type, head.device_id = device_type, 0
    return _from_dlpack(capsule)


class Allocations:
    """The memory of the pretended GPU: the bytes in use, and blocks to use again.

    The host memory of a freed tensor stays here for a while. Returning large blocks to the system
    and getting them again, page by page, takes the host longer than a GPU's kernel. That happens
    only here, inside a kernel, where the virtual clock does not count it.
    """

    _PRUNE_AFTER = 64 << 20  # bytes allocated between two searches for freed tensors
    _KEEP = 1 << 30  # bytes of unused memory
    _WORTH_KEEPING = 1 << 20
    _STEP_BITS = 2  # sizes of blocks: four between powers of two

    def __init__(self) -> None:
        self.peak = 0
        self._held: dict[int, tuple[int, torch.UntypedStorage, bool]] = {}
        self._unused: dict[int, list[torch.UntypedStorage]] = {}
        self._bound = 0
        self._since = 0
        self._lock = threading.Lock()

    def add(self, gpu: torch.UntypedStorage, host: torch.UntypedStorage, reusable: bool) -> None:
        """Count an allocation and keep its host memory until nothing refers to it."""
        size = -(-gpu.nbytes() // 512) * 512  # CUDA's caching allocator rounds up to 512
        with self._lock:
            self._held[_Storage._weak_ref(gpu)] = size, host, reusable
            self._bound += size
            self._since += size
            if self._since > self._PRUNE_AFTER or self._bound > self.peak:
                self._prune()
                self.peak = max(self.peak, self._bound)

    def host_memory(self, size: int) -> torch.UntypedStorage:
        """Return host memory for `size` bytes; large blocks are rounded up to serve other sizes."""
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
        """Return the bytes that live tensors hold."""
        with self._lock:
            self._prune()
            return self._bound

    def reset_peak(self) -> None:
        """Set the peak to the bytes held now."""
        self.peak = self.now()

    def release(self) -> None:
        """Return unused memory to the system."""
        with self._lock:
            self._prune()
            self._unused.clear()

    def _prune(self) -> None:
        """Find the tensors that were freed since the last search."""
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
    """Return the same memory as a tensor on `cuda:0`, a new allocation of the pretended GPU.

    `host` is a dense CPU tensor that needs no gradient; it lives as long as the result.
    """
    tensor = _on_device(host, _GPU)
    allocations.add(tensor.untyped_storage(), host.untyped_storage(), reusable=False)
    return tensor


def new_on_gpu(size: Sequence[int], dtype: torch.dtype) -> torch.Tensor:
    """Return an uninitialised contiguous tensor on `cuda:0`."""
    wanted = math.prod(size) * dtype.itemsize
    memory = allocations.host_memory(wanted)
    host = aten.empty.memory_format([0], dtype=dtype, device=torch.device("cpu"))
    aten.set_.source_Storage_storage_offset(host, memory[:wanted], 0, size)
    tensor = _on_device(host, _GPU)
    allocations.add(tensor.untyped_storage(), memory, reusable=True)
    return tensor


def as_host(gpu: torch.Tensor) -> torch.Tensor:
    """Return the same memory, sizes and strides as a CPU tensor, for a kernel of the CPU."""
    plain = gpu.detach() if gpu.requires_grad else gpu
    host = _on_device(plain, _HOST)
    # DLPack has no bits for lazy conjugation and negation.
    if gpu.is_conj():
        host = host.conj()
    return _neg_view(host) if gpu.is_neg() else host
