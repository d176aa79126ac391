"""The timeline of memory of a script's own profile, for `export_memory_timeline`.

PyTorch works out from its events which tensors are parameters, activations, gradients … It takes
the allocations from the host's allocator, which knows nothing of the virtual GPU: these come
from the log.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import torch
from torch.profiler import _memory_profiler

from kernelscope.devices.torch_cuda.profiler.results import Results

_profiler: Any = _memory_profiler
_Action: Any = _profiler.Action
_RealProfile: Any = _profiler.MemoryProfile
_TensorKey: Any = _profiler.TensorKey
_GPU = torch.device("cuda", 0)
_BEFORE = -1  # the time of what was there when the profile began

Step = tuple[int, Any, tuple[Any, int], int]
"""(virtual nanosecond, action, (key, version), bytes)."""


def memory_profile(result: Any) -> Any:
    """Return PyTorch's profile of memory; of a profile on the virtual GPU, `ScriptMemory`."""
    return ScriptMemory(result) if isinstance(result, Results) else _RealProfile(result)


class ScriptMemory:
    """A stand-in for PyTorch's `MemoryProfile`: what its timeline reads.

    Attributes:
        timeline: the steps in the order of their times.
    """

    def __init__(self, result: Results) -> None:
        real = _RealProfile(result.host)
        self._categories = _Categories(real)
        steps = [*self._on_host(real, result), *self._on_device(result)]
        self.timeline = tuple(sorted(steps, key=lambda step: (step[0], step[1].value)))

    def _on_host(self, real: Any, result: Results) -> Iterator[Step]:
        for moment, action, key, size in real.timeline:
            before = moment == _BEFORE
            if key[0].device.type == "cpu" and (before or not result.clock.hides(moment, moment)):
                yield moment if before else result.clock(moment), action, key, size

    def _on_device(self, result: Results) -> Iterator[Step]:
        numbers = itertools.count()
        live: dict[int, Any] = {}
        for address, size in result.blocks_before:
            live[address] = _key(next(numbers), address)
            yield _BEFORE, _Action.PREEXISTING, (live[address], 0), size
        for at, change in result.memory_changes:
            if change.is_allocation:
                key = live[change.address] = _key(next(numbers), change.address)
                yield at, _Action.CREATE, (key, 0), change.size
            elif change.address in live:
                yield at, _Action.DESTROY, (live.pop(change.address), 0), change.size


class _Categories:
    """The category of each tensor: PyTorch's own, by the address of its memory.

    An address whose tensors were of several categories has none: PyTorch shows it as unknown.
    """

    def __init__(self, real: Any) -> None:
        self._real = real._categories
        self._by_address: dict[int, set[Any]] = {}
        for key, version in real._category_snapshot():
            category = self._real.get(key, version)
            if category is not None and key.device == _GPU:
                self._by_address.setdefault(key.storage.ptr, set()).add(category)

    def get(self, key: Any, version: int) -> Any:
        """Return the category of a tensor, or None."""
        if key.device != _GPU:
            return self._real.get(key, version)
        keys = self._by_address.get(key.storage, set())
        return next(iter(keys)) if len(keys) == 1 else None


def _key(number: int, address: int) -> Any:
    return _TensorKey(device=_GPU, id=number, storage=address)
