"""Launches that run speculatively on all cores, and again on one core if there is a finding.

Findings must be the same on every run, so one core makes them. But nearly all launches have none.
So all cores run a launch first, if it may run twice. Each core has a watcher for its blocks, and
the cells that they have written are compared at the end. If there is a finding, it is dropped, and
one core runs the launch again.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from kernelscope.sanitizer.buffers import Buffers
from kernelscope.sanitizer.findings import Finding
from kernelscope.sanitizer.races import RaceWatcher
from kernelscope.vgpu import LaunchRequest
from kernelscope.vgpu.runtime.launch import LITTLE
from kernelscope.vgpu.runtime.watching import AccessEvent, BlockWatch, UndecidedError, WatchedLaunch
from kernelscope.vgpu.runtime.worker import worker_count
from kernelscope.vgpu.schedule import TURNS

_UNKNOWN = -1  # the number of an allocation that is not known


def is_worth_it(request: LaunchRequest) -> bool:
    """Return whether several cores would run a launch, as far as its shape says."""
    (grid, block, _), whole = request.shape, request.blocks is None
    threads = int(np.prod(grid)) * int(np.prod(block))
    alone = request.cooperative or request.cluster or request.settings.schedule != TURNS
    return whole and not alone and threads >= LITTLE and worker_count() > 1


def may_run_twice(launch: WatchedLaunch) -> bool:
    """Return whether blocks of a launch can tell each other nothing: it reads nothing that it
    writes.

    It then leaves the same memory if it runs a second time. An atomic is both.
    """
    written, read = launch.written, launch.read
    if written is None or read is None or _UNKNOWN in written | read or written & read:
        return False
    return launch.fits and not (launch.plan.in_cluster or launch.plan.unmodelled)


class SpeculativeWatcher(RaceWatcher):
    """The watcher of what one of several cores runs; the first race ends the launch."""

    def __init__(
        self, launch: WatchedLaunch, report: Callable[[Finding], None], buffers: Buffers
    ) -> None:
        """Raise UndecidedError if the launch may not run twice."""
        if not may_run_twice(launch):
            raise UndecidedError
        super().__init__(launch, report, buffers)

    def notice(self, event: AccessEvent, room: BlockWatch) -> None:
        """Look at an access that may not be in order."""
        super().notice(event, room)
        if self.has_found:
            raise UndecidedError
