"""`torch.cuda.cudart()` on the virtual GPU: the functions of CUDA's runtime that PyTorch binds.

Each returns an error of `cudaError`, as PyTorch's does. `cudaProfilerStart` and `cudaProfilerStop`
bound what `profile` shows, as they bound what Nsight records.
"""

from __future__ import annotations

import ctypes
from bisect import bisect_right
from collections.abc import Callable
from typing import Any, ClassVar

import torch

from kernelscope.devices.clock import Timeline
from kernelscope.devices.torch_cuda.streams import StreamType


class CudaError(int):
    """An error of CUDA's runtime; PyTorch names `success` alone."""

    success: ClassVar[CudaError]


CudaError.success = CudaError(0)
# CUDA runtime API, "Data types used by CUDA Runtime".
_WORDS = {
    0: "no error",
    1: "invalid argument",
    2: "out of memory",
    3: "initialization error",
    9: "invalid configuration argument",
    100: "no CUDA-capable device is detected",
    101: "invalid device ordinal",
    400: "invalid resource handle",
    600: "device not ready",
    700: "an illegal memory access was encountered",
    701: "too many resources requested for launch",
    702: "the launch timed out and was terminated",
    710: "device-side assert triggered",
    712: "part or all of the requested memory range is already mapped",
    713: "pointer does not correspond to a registered memory region",
    716: "misaligned address",
    719: "unspecified launch failure",
    800: "operation not permitted",
    801: "operation not supported",
    999: "unknown error",
}


_INVALID, _INVALID_HANDLE, _REGISTERED_ALREADY, _NOT_REGISTERED = 1, 400, 712, 713


class Registered:
    """The host's memory that a program has pinned by `cudaHostRegister`."""

    def __init__(self) -> None:
        self._ends: dict[int, int] = {}

    def register(self, address: int, size: int, _flags: int) -> CudaError:
        """Pin `size` bytes; memory that is pinned already is an error."""
        if not address or size <= 0:
            return CudaError(_INVALID)
        if any(begin < address + size and address < end for begin, end in self._ends.items()):
            return CudaError(_REGISTERED_ALREADY)
        self._ends[address] = address + size
        return CudaError.success

    def unregister(self, address: int) -> CudaError:
        """Free memory that was pinned from this address on."""
        if self._ends.pop(address, None) is None:
            return CudaError(_NOT_REGISTERED)
        return CudaError.success

    def holds(self, address: int) -> bool:
        """Return whether an address is in pinned memory."""
        begins = sorted(self._ends)
        place = bisect_right(begins, address)
        return place > 0 and address < self._ends[begins[place - 1]]


REGISTERED = Registered()
"""The memory of this process."""


class Cudart:
    """What `torch.cuda.cudart()` returns."""

    cudaError = CudaError

    def __init__(self, timeline: Timeline, streams: StreamType) -> None:
        self._timeline, self._streams = timeline, streams
        self._made: dict[int, Any] = {}
        self.cudaHostRegister = REGISTERED.register
        self.cudaHostUnregister = REGISTERED.unregister

    def cudaGetErrorString(self, error: int) -> str:
        """Return CUDA's words for an error."""
        return _WORDS.get(int(error), "unrecognized error code")

    def cudaMemGetInfo(self, device: int) -> tuple[int, int]:
        """Return the bytes of the GPU's memory that are free, and all."""
        return torch.cuda.mem_get_info(device)

    def cudaProfilerStart(self) -> CudaError:
        """Begin what a profile shows."""
        return self._profile(lambda log, now: log.begin(now))

    def cudaProfilerStop(self) -> CudaError:
        """End what a profile shows."""
        return self._profile(lambda log, now: log.end(now))

    def _profile(self, do: Callable[[Any, float], None]) -> CudaError:
        now = self._timeline.now()
        with self._timeline.emulation():
            if self._timeline.log is not None:
                do(self._timeline.log, now)
        return CudaError.success

    def cudaStreamCreate(self, address: int) -> CudaError:
        """Write the handle of a new stream to an address."""
        made = self._streams.Stream()
        self._made[made.cuda_stream] = made
        ctypes.c_uint64.from_address(address).value = made.cuda_stream
        return CudaError.success

    def cudaStreamDestroy(self, handle: int) -> CudaError:
        """Forget a stream; its work is done all the same."""
        known = self._made.pop(int(handle), None)
        return CudaError.success if known else CudaError(_INVALID_HANDLE)
