"""The host's part of launches that go on where accesses are at fault (`docs/check.md`)."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol, Self

import numpy as np

from kernelscope.errors import LaunchError
from kernelscope.vgpu.faults import FAULTS, Fault, Suppressed
from kernelscope.vgpu.layout import Context
from kernelscope.vgpu.runtime.launch_tool import Host, LaunchFacts, LaunchTool

if TYPE_CHECKING:
    from kernelscope.vgpu.runtime.worker import Room, Worker


class Taker(Protocol):
    """Takes the errors that a launch would have ended with."""

    def took(self, error: LaunchError, lanes: int) -> None:
        """Take the error of an access that so many lanes left out."""
        ...

    def ended(self, error: LaunchError) -> bool:
        """Take the error that has ended the launch in spite of all; return whether it need not be
        raised.
        """
        ...


class Silence:
    """Takes what other runs of the launch have told."""

    def __init__(self, _: object = None) -> None:
        pass

    def took(self, error: LaunchError, lanes: int) -> None:
        """Drop it."""

    def ended(self, error: LaunchError) -> bool:
        """Let it be raised."""
        return False


_TELL = ctypes.CFUNCTYPE(
    None, ctypes.c_void_p, ctypes.c_uint64, ctypes.c_uint64, ctypes.c_uint64, ctypes.c_uint32
)


class SuppressTool(LaunchTool):
    """The table of one launch's faults, and the function that its code calls."""

    def __init__(self, facts: LaunchFacts[None], taker: Taker, host: Host) -> None:
        super().__init__(host)
        self._facts, self.taker = facts, taker
        self._counts = np.zeros((max(len(facts.sites), 1), FAULTS), np.int64)
        self._errors: dict[tuple[int, int], LaunchError] = {}
        self._slots = np.zeros(len(Suppressed), np.int64)
        self._slots[Suppressed.COUNTS] = self._counts.ctypes.data
        self._slots[Suppressed.TELL] = self.function(_TELL, self._told)

    @classmethod
    def begin(cls, facts: LaunchFacts[Any], make: Callable[[Any], Taker], host: Host) -> Self:
        """Return the tool of a launch."""
        return cls(facts, make(facts), host)

    def attach_room(self, room: Room, worker: Worker) -> None:
        """Let a block go on."""
        room.context.array[Context.SUPPRESSED] = self._slots.ctypes.data

    def _told(self, context: int, fault: int, site: int, address: int, lane: int) -> None:
        thread, block = self._facts.thread_at(self.contexts[context], lane)
        error = self.host.error_of(Fault(fault), site, address, block, thread)
        self._errors[site, fault] = error

    def end(self) -> None:
        """Report the faults, each place once."""
        for (site, fault), error in self._errors.items():
            self.taker.took(error, int(self._counts[site, fault]))
