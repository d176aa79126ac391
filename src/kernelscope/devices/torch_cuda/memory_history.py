"""`torch.cuda.memory._record_memory_history` and `_snapshot` for the virtual GPU.

Each allocation is a segment of its own with one block, as the virtual GPU keeps no cache.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from kernelscope.devices.callsite import program_frames
from kernelscope.devices.clock import Timeline
from kernelscope.devices.torch_cuda.profiler.clocks import real_ns
from kernelscope.devices.torch_cuda.tensor import Allocations
from kernelscope.errors import UnavailableError
from kernelscope.vgpu.runtime.address_space import SPACE
from kernelscope.vgpu.runtime.registry import REGISTRY, Region

Frames = list[dict[str, Any]]
_DEFAULT_POOL = (0, 0)
_LARGE = 1 << 20  # bytes; CUDA's caching allocator has a pool for smaller blocks
_ON_ALLOCATION = ("state", "alloc", "all")
_BOUNDS = {"stream": 0, "pool_id": _DEFAULT_POOL}


class MemoryHistory:
    """The allocations and frees of the virtual GPU, while a script asks for them.

    A tensor's end shows when the next allocation or operation looks for it, without frames.
    """

    def __init__(self, allocations: Allocations, timeline: Timeline) -> None:
        self._allocations = allocations
        self._timeline = timeline
        self._epoch_us = real_ns() // 1000 - round(timeline.now() * 1e6)
        self._entries: deque[dict[str, Any]] = deque()
        # By the host's address: what made an allocation, and its address on the device.
        self._frames: dict[int, tuple[Frames, int]] = {}
        self._keeps_entries = self._keeps_frames = False
        self._skipped: frozenset[str] = frozenset()

    def functions(self) -> dict[str, Callable[..., Any]]:
        """Return the replacements of functions of `torch._C`."""
        return {
            "_cuda_record_memory_history": self.record,
            "_cuda_memorySnapshot": self.snapshot,
        }

    def record(
        self,
        enabled: str | None,
        context: str | None,
        _stacks: str,
        max_entries: int,
        clear_history: bool = False,
        _compile_context: bool = False,
        _annotations: bool = False,
        skip_actions: Sequence[str] = (),
        record_pinned_host_memory: bool = False,
        record_cuda: bool = True,
    ) -> None:
        """Begin, or with `enabled` None end, to record; keep the last `max_entries` entries.

        Raises:
            UnavailableError: the history of pinned memory is asked for.
        """
        if record_pinned_host_memory or not record_cuda:
            raise UnavailableError(
                "the virtual GPU keeps a history only of its own memory: leave out "
                "record_pinned_host_memory and record_cuda"
            )
        self._allocations.now()  # what ended before is not part of the history
        if clear_history:
            self._entries.clear()
        self._entries = deque(self._entries, max_entries)
        self._keeps_entries = enabled == "all"
        self._keeps_frames = context in _ON_ALLOCATION
        self._skipped = frozenset(skip_actions)
        watchers = self._allocations.watchers
        if enabled and self._changed not in watchers:
            watchers.append(self._changed)
        elif not enabled:
            self.stop()

    def stop(self) -> None:
        """Record no more."""
        if self._changed in self._allocations.watchers:
            self._allocations.watchers.remove(self._changed)

    def snapshot(self, _what: object = None) -> dict[str, Any]:
        """Return the memory in use and the recorded entries; `Snapshot` in PyTorch's words."""
        held = self._allocations.held()
        return {
            "segments": [self._segment(*block) for block in held],
            "device_traces": [list(self._entries)],
            "allocator_settings": {},
            "external_annotations": [],
        }

    def _segment(self, host: int, size: int, requested: int) -> dict[str, Any]:
        address = SPACE.address(Region(host, requested), host)
        block = {
            "address": address,
            "size": size,
            "requested_size": requested,
            "state": "active_allocated",
            "frames": self._frames.get(host, ([], 0))[0],
        }
        return {
            "device": 0,
            "address": address,
            "total_size": size,
            "allocated_size": size,
            "active_size": size,
            "requested_size": requested,
            "stream": 0,
            "segment_type": "large" if size > _LARGE else "small",
            "segment_pool_id": _DEFAULT_POOL,
            "is_expandable": False,
            "frames": [],
            "blocks": [block],
        }

    def _changed(self, is_allocation: bool, host: int, size: int) -> None:
        if is_allocation:
            frames = _frames() if self._keeps_frames else []
            region = REGISTRY.holding(host)
            address = host if region is None else SPACE.address(region, host)
            self._frames[host] = frames, address
            self._note("segment_alloc", address, size, [])
            self._note("alloc", address, size, frames)
        else:
            _, address = self._frames.pop(host, ([], host))
            for action in ("free_requested", "free_completed", "segment_free"):
                self._note(action, address, size, [])

    def _note(self, action: str, address: int, size: int, frames: Frames) -> None:
        if self._keeps_entries and action not in self._skipped:
            moment = self._epoch_us + round(self._timeline.now() * 1e6)
            what = {"action": action, "addr": address, "size": size, "frames": frames}
            self._entries.append({**what, **_BOUNDS, "time_us": moment})


def _frames() -> Frames:
    """Return the program's frames, innermost first, as PyTorch shows them."""
    return [
        {"filename": frame.f_code.co_filename, "line": frame.f_lineno, "name": frame.f_code.co_name}
        for frame in program_frames()
    ]
