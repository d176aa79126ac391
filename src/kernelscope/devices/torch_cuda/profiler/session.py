"""The few functions of PyTorch's profiler that reach C++, replaced for the virtual GPU."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import torch.autograd.profiler
from torch.autograd import ProfilerState
from torch.profiler import ProfilerActivity

from kernelscope._patching import Patches
from kernelscope.devices.clock import Timeline
from kernelscope.devices.library.call import FLOP_REGISTRY
from kernelscope.devices.torch_cuda.profiler.clocks import ClockMap, real_ns
from kernelscope.devices.torch_cuda.profiler.log import ScriptLog
from kernelscope.devices.torch_cuda.profiler.memory import memory_profile
from kernelscope.devices.torch_cuda.profiler.results import Request, Results
from kernelscope.devices.torch_cuda.tensor import allocations
from kernelscope.hardware import GPUSpec

_autograd: Any = torch.autograd
_backend: Any = torch.autograd.profiler
# Kineto writes lines such as "USDT: … profiler_start" to stderr, of severities up to this one.
_LOG_LEVEL, _SILENT = "KINETO_LOG_LEVEL", "99"
# The allocator of host memory warns of tensors that are older than the profile, at level 1. Tensors
# of the virtual GPU are in host memory, so it would warn of what no GPU's profile warns of.
_ALLOCATOR_LEVEL, _ERRORS_ONLY = "FLAGS_caffe2_log_level", 2
_MARKERS = (ProfilerState.NVTX, ProfilerState.ITT)


@dataclass(frozen=True, slots=True)
class _Config:
    """A stand-in for `ProfilerConfig`, which cannot be read: the same arguments."""

    state: Any
    rest: tuple[Any, ...]

    @classmethod
    def of(cls, state: Any, *options: Any) -> _Config:
        return cls(state, options)

    def for_host(self) -> Any:
        """Return the real configuration of a profiler of the host alone."""
        return _real_config(ProfilerState.KINETO, *self.rest)

    @property
    def memory(self) -> bool:
        """True if allocations are to be shown: `profile_memory`."""
        return bool(self.rest[1])


_real_config: Any = _backend.ProfilerConfig
_real_prepare: Any = _backend._prepare_profiler
_real_enable: Any = _backend._enable_profiler
_real_disable: Any = _backend._disable_profiler
_real_toggle: Any = _backend._toggle_collection_dynamic


class ScriptProfiler:
    """PyTorch's profiler as a script finds it, on one timeline."""

    def __init__(self, spec: GPUSpec, timeline: Timeline) -> None:
        self._spec = spec
        self._timeline = timeline
        self._epoch = real_ns() - round(timeline.now() * 1e9)
        self._log: ScriptLog | None = None
        self._request: Request | None = None
        self._filter: frozenset[str] | None = None
        self._undo = Patches()

    def functions(self) -> dict[str, Any]:
        """Return the replacements of names of `torch.autograd.profiler`."""
        return {
            "ProfilerConfig": _Config.of,
            "_prepare_profiler": self.prepare,
            "_enable_profiler": self.enable,
            "_disable_profiler": self.disable,
            "_toggle_collection_dynamic": self.toggle,
            "_supported_activities": supported_activities,
        }

    def prepare(
        self, config: _Config, activities: set[Any], activity_filter: Any = None, **other: Any
    ) -> None:
        """Begin the warm-up of a profile."""
        with self._timeline.emulation(), Patches() as undo:
            if _LOG_LEVEL not in os.environ:  # Kineto reads it when it is first asked for anything
                undo.variable(os.environ, _LOG_LEVEL, _SILENT)
            filters: Mapping[Any, set[str]] = activity_filter or {}
            of_device = filters.get(ProfilerActivity.CUDA)
            self._filter = None if of_device is None else frozenset(of_device)
            of_host = {key: names for key, names in filters.items() if key == ProfilerActivity.CPU}
            if of_host:
                other["activity_filter"] = of_host
            # PyTorch keeps a pointer to the name of a module's code, which is freed after the
            # import: reading the stacks then fails. Operators import this when first called.
            import_module(FLOP_REGISTRY)
            _real_prepare(config.for_host(), {ProfilerActivity.CPU}, **other)

    def enable(self, config: _Config, activities: set[Any], scopes: Any = ()) -> None:
        """Begin to record."""
        if config.state in _MARKERS:
            return  # ranges for Nsight or VTune, which have nothing to watch here
        timeline = self._timeline
        with timeline.emulation():
            clock = ClockMap(self._epoch)
            fallback = config.state == ProfilerState.KINETO_GPU_FALLBACK
            self._request = Request(
                host=ProfilerActivity.CPU in activities,
                device=ProfilerActivity.CUDA in activities,
                fallback=fallback,
                memory=config.memory,
                categories=self._filter,
                begin=clock.to_ns(timeline.now()),
                blocks=[(address, size) for address, size, _ in allocations.held()],
            )
            if config.memory:
                self._undo.callback(_set_log_level(_ERRORS_ONLY))
            _real_enable(config.for_host(), {ProfilerActivity.CPU})
            self._log = timeline.log = log = ScriptLog(timeline.log, clock)
            if config.memory:
                self._watch(log)
            timeline.on_switch = clock.note

    def _watch(self, log: ScriptLog) -> None:
        """Let the log know of allocations, until the end of the profile."""

        def changed(is_allocation: bool, address: int, size: int) -> None:
            log.changed(self._timeline.now(), is_allocation, address, size)

        allocations.watchers.append(changed)
        self._undo.callback(allocations.watchers.remove, changed)

    def disable(self) -> Any:
        """End the recording; return what PyTorch's `_ProfilerResult` would be."""
        timeline, log, request = self._timeline, self._log, self._request
        if log is None or request is None:
            return None  # ranges for Nsight
        with timeline.emulation():
            host = _real_disable()
            self._undo.close()
            timeline.on_switch = None
            if timeline.log is log:
                timeline.log = log.outer
            self._log = self._request = None
            end = log.clock.to_ns(timeline.now())
            return Results(host, log, request, end, self._spec)

    def close(self) -> None:
        """End a profile that the script left running."""
        if self._log is not None:
            self.disable()

    def toggle(self, enabled: bool, activities: set[Any]) -> None:
        """Switch the collection of the host's or of the device's events."""
        if ProfilerActivity.CUDA in activities and self._log is not None:
            self._log.on_device = enabled
        if ProfilerActivity.CPU in activities:
            with self._timeline.emulation():
                _real_toggle(enabled, {ProfilerActivity.CPU})


def _set_log_level(level: int) -> Callable[[], None]:
    """Set the level from which PyTorch's C++ writes log lines; return the way back."""
    library = ctypes.CDLL(str(Path(torch.__file__).parent / "lib" / "libc10.so"))
    flag = ctypes.c_int.in_dll(library, _ALLOCATOR_LEVEL)
    before, flag.value = flag.value, level

    def restore() -> None:
        flag.value = before

    return restore


def supported_activities() -> set[Any]:
    """Return the activities that a profiler on a machine with a GPU has."""
    return {ProfilerActivity.CPU, ProfilerActivity.CUDA}


def replace_profiler(undo: Patches, spec: GPUSpec, timeline: Timeline) -> None:
    """Let a script's own profiler see the virtual GPU, until `undo` closes."""
    # PyTorch imports it inside the first profile, and names the frame of that import by memory that
    # is freed by then: the name is not UTF-8, one time in four, and to read it raises.
    with suppress(ImportError):
        import_module("torch.profiler._cupti_monitor")
    profiler = ScriptProfiler(spec, timeline)
    undo.callback(profiler.close)
    undo.attributes(_backend, **profiler.functions())
    undo.attributes(_autograd, _supported_activities=supported_activities)
    undo.attributes(torch.profiler.profiler, MemoryProfile=memory_profile)
