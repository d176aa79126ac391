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
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import torch

from kernelscope.devices.torch_cuda.internals import C, aten
from kernelscope.errors import UnavailableError
from kernelscope.vgpu.runtime.address_space import SPACE, region_of_storage
from kernelscope.vgpu.runtime.registry import REGISTRY, pointer_watchers

_HOST, _GPU = 1, 2  # DLDeviceType kDLCPU, kDLCUDA


class DLTensorHead(ctypes.Structure):
    """The first fields of dlpack.h's DLTensor, with which DLManagedTensor begins."""

    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
    )


capsule_pointer = ctypes.pythonapi.PyCapsule_GetPointer
capsule_pointer.restype = ctypes.c_void_p
capsule_pointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
_to_dlpack: Any = C._to_dlpack
_from_dlpack: Any = C._from_dlpack
_Storage: Any = torch.UntypedStorage
_neg_view: Any = C._VariableFunctions._neg_view
_CPU_KERNELS: Any = C.DispatchKeySet(C.DispatchKey.CPU)


def _on_device(tensor: torch.Tensor, device_type: int) -> torch.Tensor:
    """Return a tensor on the same memory whose device is of another type."""
    # A capsule points to a DLManagedTensor, which begins with (data, device type, device number).
    # For `h = torch.arange(6.)` they are (h.data_ptr(), kDLCPU, 0). With kDLCUDA in the second
    # field, `from_dlpack` returns a tensor with is_cuda True, device cuda:0 and the data_ptr() of
    # `h`. A subclass of Tensor that only claims `is_cuda` would not reach PyTorch's C++: autograd
    # and the dispatcher read the device of the storage.
    capsule = _to_dlpack(tensor)
    head = DLTensorHead.from_address(capsule_pointer(capsule, b"dltensor"))
    head.device_type, head.device_id = device_type, 0
    if device_type == _HOST and head.data:  # of `torch::from_blob` it may be the driver's memory
        head.data = SPACE.host(head.data)
    return _from_dlpack(capsule)


Watcher = Callable[[bool, int, int], None]
"""Called with whether it is an allocation (else its end is found), the address and the bytes."""


@dataclass(frozen=True, eq=False)
class Block:
    """Memory that captured work allocated, which its CUDA graph keeps.

    Attributes:
        base: its address; size: its bytes.
        storage: the memory as one more storage on `cuda:0`, which does not count as allocated.
    """

    base: int
    size: int
    storage: torch.UntypedStorage


Unused = dict[int, list[torch.UntypedStorage]]
"""Host memory of freed tensors, by its bytes."""

CONTEXT_BYTES = 610 << 20
"""What CUDA and PyTorch keep on the GPU before the first tensor: an H200 with 139.80 GiB has 139.20
GiB free then (driver 580.159, PyTorch 2.11)."""


class Allocations:
    """The memory of the virtual GPU: the bytes in use, and blocks to use again.

    The host memory of a freed tensor stays here for a while. Returning large blocks to the system
    and getting them again, page by page, takes the host longer than a GPU's kernel. That happens
    only here, inside a kernel, where the virtual clock does not count it.

    Attributes:
        peak: the most bytes in use at once so far.
        capacity: the bytes that the GPU has; None: no limit.
        allowed: the fraction of them that may be allocated, as the program has set it.
        refused: how often an allocation did not fit.
        capture: called with each new block while a CUDA graph is captured, else None.
        unused: returns the freed memory that a new tensor may get: a graph's pool has its own.
    """

    _PRUNE_AFTER = 64 << 20  # bytes allocated between two searches for freed tensors
    _KEEP = 1 << 30  # bytes of unused memory
    _WORTH_KEEPING = 1 << 20
    _SET_ASIDE = 256 << 20  # bytes of freed memory that a program may still have addresses of
    _STEP_BITS = 2  # sizes of blocks: four between powers of two

    def __init__(self) -> None:
        self.peak = 0
        self.allocated = 0
        self.times = 0
        self.watchers: list[Watcher] = []
        self.capacity: int | None = None
        self.allowed = 1.0
        self.refused = 0
        self.capture: Callable[[Block], None] | None = None
        self._counted = True
        self.unused: Callable[[], Unused] = self.freed
        self._freed: Unused = {}
        self._held: dict[int, tuple[int, torch.UntypedStorage, Unused | None]] = {}
        self._aside: list[torch.UntypedStorage] = []
        self._bound = 0
        self._since = 0
        self._lock = threading.Lock()

    def freed(self) -> Unused:
        """Return the freed memory that is no graph's."""
        return self._freed

    def add(self, gpu: torch.UntypedStorage, host: torch.UntypedStorage, reusable: bool) -> None:
        """Count an allocation and keep its host memory until nothing refers to it."""
        REGISTRY.enter(region_of_storage(gpu), gpu)
        if not self._counted:
            return
        self.check_room(gpu.nbytes())
        if self.capture is not None:
            self.capture(_block(host, gpu.nbytes()))
        size = _rounded(gpu.nbytes())
        with self._lock:
            again = self.unused() if reusable else None
            self._held[_Storage._weak_ref(gpu)] = size, host, again
            self._bound += size
            self.allocated += size
            self.times += 1
            self._since += size
            if self._since > self._PRUNE_AFTER or self._bound > self.peak:
                self._prune()
                self.peak = max(self.peak, self._bound)
            for watcher in self.watchers:
                watcher(True, region_of_storage(gpu).base, size)

    def check_room(self, size: int) -> None:
        """Raise PyTorch's error if `size` more bytes do not fit into the GPU's memory."""
        if self.capacity is None:
            return
        room = min(int(self.capacity * self.allowed), self.capacity - CONTEXT_BYTES)
        room -= _rounded(size)
        if self._bound > room and (held := self.now()) > room:
            self.refused += 1
            raise torch.OutOfMemoryError(self._no_room(size, held, self.capacity))

    def _no_room(self, size: int, held: int, capacity: int) -> str:
        total, used = _readable(capacity), _readable(held)
        taken = held + CONTEXT_BYTES
        allowed = f"{_readable(int(capacity * self.allowed))} allowed; "
        return (
            f"CUDA out of memory. Tried to allocate {_readable(_rounded(size))}. GPU 0 has a total "
            f"capacity of {total} of which {_readable(capacity - taken)} is free. Including "
            f"non-PyTorch memory, this process has {_readable(taken)} memory in use. "
            f"{allowed if self.allowed < 1 else ''}Of the allocated memory {used} is allocated by "
            "PyTorch, and 0 bytes is reserved by PyTorch but unallocated."
        )

    def host_memory(self, size: int) -> torch.UntypedStorage:
        """Return host memory for `size` bytes; large blocks are rounded up to serve other sizes."""
        if size < self._WORTH_KEEPING or not self._counted:
            return _new_storage(size)
        step = 1 << (size.bit_length() - 1 - self._STEP_BITS)
        room = -(-size // step) * step
        with self._lock:
            unused = self.unused()
            if not unused.get(room):
                self._prune()
            of_size = unused.get(room)
            return of_size.pop() if of_size else _new_storage(room)

    def now(self) -> int:
        """Return the bytes that live tensors hold."""
        with self._lock:
            self._prune()
            return self._bound

    def count(self) -> int:
        """Return the number of live allocations."""
        with self._lock:
            self._prune()
            return len(self._held)

    def held(self) -> list[tuple[int, int, int]]:
        """Return the address, the bytes and the bytes that were asked for, of each allocation."""
        with self._lock:
            self._prune()
            held = [
                (_Storage._new_with_weak_ptr(handle), entry) for handle, entry in self._held.items()
            ]
        return [
            (region_of_storage(gpu).base, size, gpu.nbytes())
            for gpu, (size, _, _) in held
            if gpu is not None
        ]

    def reset_peak(self) -> None:
        """Set the peak to the bytes held now."""
        self.peak = self.now()

    @contextmanager
    def uncounted(self) -> Generator[None]:
        """Leave out what is allocated inside: a CUDA graph's replay allocates nothing."""
        before, self._counted = self._counted, False
        try:
            yield
        finally:
            self._counted = before

    def release(self) -> None:
        """Return unused memory to the system."""
        with self._lock:
            self._prune()
            self._freed.clear()

    def _prune(self) -> None:
        """Find the tensors that were freed since the last search."""
        self._since = 0
        for handle in [handle for handle in self._held if _Storage._expired(handle)]:
            _Storage._free_weak_ref(handle)
            size, host, unused = self._held.pop(handle)
            base = region_of_storage(host).base
            for watcher in self.watchers:
                watcher(False, base, size)
            if any(watcher.holds(base) for watcher in pointer_watchers):
                self._aside.append(host)
            elif unused is not None and host.nbytes() >= self._WORTH_KEEPING:
                unused.setdefault(host.nbytes(), []).append(host)
        while self._aside and sum(host.nbytes() for host in self._aside) > self._SET_ASIDE:
            del self._aside[0]
        if not pointer_watchers:
            self._aside.clear()
        self._bound = sum(size for size, _, _ in self._held.values())
        if sum(size * len(hosts) for size, hosts in self._freed.items()) > self._KEEP:
            self._freed.clear()


def _rounded(size: int) -> int:
    """Return the bytes that CUDA's caching allocator takes: a multiple of 512."""
    return -(-size // 512) * 512


def _new_storage(size: int) -> torch.UntypedStorage:
    """Return new host memory. Raises UnavailableError if the host has less than the GPU."""
    try:
        return _Storage(size)
    except RuntimeError as error:
        raise UnavailableError(
            f"a tensor of {_readable(size)} fits the GPU, but not this machine's memory, where "
            "the virtual GPU keeps tensors: use smaller sizes"
        ) from error


def _readable(size: int) -> str:
    """Return a number of bytes in the units of PyTorch's message."""
    for unit, name in ((1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")):
        if size >= unit:
            return f"{size / unit:.2f} {name}"
    return f"{size} bytes"


allocations = Allocations()


def as_gpu(host: torch.Tensor) -> torch.Tensor:
    """Return the same memory as a tensor on `cuda:0`, a new allocation of the virtual GPU.

    `host` is a dense CPU tensor that needs no gradient; it lives as long as the result.
    """
    tensor = _on_device(host, _GPU)
    allocations.add(tensor.untyped_storage(), host.untyped_storage(), reusable=False)
    return tensor


def new_on_gpu(size: Sequence[int], dtype: torch.dtype) -> torch.Tensor:
    """Return an uninitialised contiguous tensor on `cuda:0`."""
    wanted = math.prod(size) * dtype.itemsize
    allocations.check_room(wanted)
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


def _block(host: torch.UntypedStorage, size: int) -> Block:
    """Return the first `size` bytes of host memory as a block."""
    flat = aten.empty.memory_format([0], dtype=torch.uint8, device=torch.device("cpu"))
    aten.set_.source_Storage_storage_offset(flat, host, 0, [size])
    return Block(region_of_storage(host).base, size, _on_device(flat, _GPU).untyped_storage())


def on_block(gpu: torch.Tensor, block: Block) -> torch.Tensor:
    """Return a tensor of the same memory, sizes and strides that keeps the block alive instead.

    gpu: a tensor whose storage is the block's memory.
    """
    empty = aten.empty.memory_format([0], dtype=gpu.dtype, device=torch.device("cpu"))
    same = aten.set_.source_Storage_storage_offset.redispatch(
        _CPU_KERNELS,
        _on_device(empty, _GPU),
        block.storage,
        gpu.storage_offset(),
        gpu.size(),
        gpu.stride(),
    )
    if gpu.is_conj():
        same = same.conj()
    return _neg_view(same) if gpu.is_neg() else same
