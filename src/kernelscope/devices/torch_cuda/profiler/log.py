"""The log of the device's work while a script profiles itself."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from inspect import currentframe
from typing import TYPE_CHECKING

from kernelscope.devices.activity import ActivityLog, Shapes, Slot, operator_name
from kernelscope.devices.library.symbols import full_name
from kernelscope.devices.torch_cuda.profiler.clocks import ClockMap, real_ns
from kernelscope.record import LaunchRecord, LibraryLaunch, SyncKind

if TYPE_CHECKING:
    from kernelscope.devices.virtual import Event

# CUDA's function behind each of the facade's.
_WAITS = {
    "_Event.synchronize": "cudaEventSynchronize",
    "_Stream.synchronize": "cudaStreamSynchronize",
}
_LAUNCHES = {
    "triton": "cuLaunchKernelEx",
    "inductor": "cuLaunchKernelEx",
    "numba": "cuLaunchKernel",
}
# The driver's own work, by the first word of its name.
_DRIVERS = {
    "Memcpy": ("cudaMemcpyAsync", "gpu_memcpy"),
    "Memset": ("cudaMemsetAsync", "gpu_memset"),
}
_FRAMES_UP = 8


@dataclass(frozen=True, slots=True)
class Moment:
    """The time and thread of something on the host, in virtual and in real nanoseconds."""

    virtual: int
    real: int
    thread: int


@dataclass(frozen=True, slots=True)
class DeviceWork:
    """A kernel or a copy on the device's queue, in virtual nanoseconds; else as `Queued`."""

    name: str
    call: str
    kind: str
    queued: Moment
    begin: int
    end: int
    stream: int
    launch: LaunchRecord | LibraryLaunch | None = None


@dataclass(frozen=True, slots=True)
class HostWait:
    """A wait of the host for the device, in virtual nanoseconds."""

    call: str
    begin: Moment
    end: int


@dataclass(frozen=True, slots=True)
class MemoryChange:
    """Device memory that was allocated, or that was found to be free: at `address`, in bytes.

    Attributes:
        since: the real nanosecond of the search before, in which it was not free yet.
    """

    moment: Moment
    is_allocation: bool
    address: int
    size: int
    since: int


@dataclass(frozen=True, slots=True)
class Queued:
    """A kernel or a copy that was just queued.

    Attributes:
        call: the function of CUDA's that queued it.
        kind: "kernel", "gpu_memcpy" or "gpu_memset", as PyTorch's profiler calls them.
        launch: the record of a kernel: that the virtual GPU executed, or of a library.
    """

    name: str
    call: str
    kind: str
    slot: Slot
    launch: LaunchRecord | LibraryLaunch | None = None


class WorkLog(ActivityLog):
    """A log for a script's own profiler, before that of `kernelscope profile`.

    Args:
        outer: the log that gets everything as well, or None.
    """

    def __init__(self, outer: ActivityLog | None) -> None:
        super().__init__()
        self.outer = outer

    def host(self, name: str, begin: float, end: float, shapes: Shapes = ()) -> None:
        """Pass on an operation on the host."""
        if self.outer is not None:
            self.outer.host(name, begin, end, shapes)

    def range(self, name: str, kind: str, begin: float, end: float) -> None:
        """Pass on a range."""
        if self.outer is not None:
            self.outer.range(name, kind, begin, end)

    def launch(self, begin: float, end: float) -> None:
        """Pass on the host's part of a launch."""
        if self.outer is not None:
            self.outer.launch(begin, end)

    def wait(self, kind: SyncKind, begin: float, end: float) -> None:
        """Pass on a wait of the host for the device."""
        if self.outer is not None:
            self.outer.wait(kind, begin, end)

    def held(self, moment: float, held: float) -> None:
        """Pass on the bytes of device memory in use."""
        if self.outer is not None:
            self.outer.held(moment, held)

    def device(self, event: Event, kernel: str, slot: Slot) -> None:
        """Pass on a kernel, and keep it."""
        if self.outer is not None:
            self.outer.device(event, kernel, slot)
        if isinstance(event, LaunchRecord):
            call = _LAUNCHES.get(event.frontend, "cudaLaunchKernel")
            self.queued(Queued(event.kernel, call, "kernel", slot, event))
        else:
            name = operator_name(event.name)
            if kernel:
                name = full_name(event.name, event.precision, event.shapes, kernel)
            launch = next(
                (candidate for candidate in event.launches if candidate.name == kernel), None
            )
            self._queued_by_name(name, slot, launch)

    def copy(self, name: str, slot: Slot) -> None:
        """Pass on a copy over the link, or other work without a record, and keep it."""
        if self.outer is not None:
            self.outer.copy(name, slot)
        self._queued_by_name(name, slot)

    def _queued_by_name(self, name: str, slot: Slot, launch: LibraryLaunch | None = None) -> None:
        call, activity = _DRIVERS.get(name.partition(" ")[0], ("cudaLaunchKernel", "kernel"))
        self.queued(Queued(name, call, activity, slot, launch))

    def queued(self, work: Queued) -> None:
        """Keep a kernel or a copy."""
        raise NotImplementedError


class ScriptLog(WorkLog):
    """A log that keeps what `torch.profiler` shows of the device.

    Args:
        outer: the log that gets everything as well, or None.
        clock: the map between the clocks, which gives moments in nanoseconds.
    """

    def __init__(self, outer: ActivityLog | None, clock: ClockMap) -> None:
        super().__init__(outer)
        self.clock = clock
        self.on_device = True
        self.work: list[DeviceWork] = []
        self.waits: list[HostWait] = []
        self.memory_changes: list[MemoryChange] = []
        self._looked = 0

    def wait(self, kind: SyncKind, begin: float, end: float) -> None:
        """Keep a wait of the host for the device."""
        super().wait(kind, begin, end)
        if self.on_device:
            self.waits.append(HostWait(_wait(kind), self._moment(begin), self.clock.to_ns(end)))

    def held(self, moment: float, held: float) -> None:
        """Note that freed memory has just been searched for."""
        super().held(moment, held)
        self._looked = real_ns()

    def changed(self, virtual_s: float, is_allocation: bool, address: int, size: int) -> None:
        """Keep an allocation, or its end."""
        moment = self._moment(virtual_s)
        change = MemoryChange(moment, is_allocation, address, size, self._looked)
        self.memory_changes.append(change)

    def queued(self, work: Queued) -> None:
        """Keep a kernel or a copy."""
        if self.on_device:
            moment, slot = self._moment(work.slot.submitted), work.slot
            begin, end = self.clock.to_ns(slot.begin), self.clock.to_ns(slot.end)
            kept = work.name, work.call, work.kind, moment, begin, end, slot.stream, work.launch
            self.work.append(DeviceWork(*kept))

    def _moment(self, virtual_s: float) -> Moment:
        return Moment(self.clock.to_ns(virtual_s), real_ns(), threading.get_native_id())


def _wait(kind: SyncKind) -> str:
    """Return the name of CUDA's function that waits."""
    if kind != "explicit":
        return "cudaStreamSynchronize"
    frame = currentframe()
    for _ in range(_FRAMES_UP):
        if frame is None:
            break
        if frame.f_code.co_qualname in _WAITS:
            return _WAITS[frame.f_code.co_qualname]
        frame = frame.f_back
    return "cudaDeviceSynchronize"
