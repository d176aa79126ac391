"""Launches that all cores run first, in the hope that there is nothing to tell.

Findings must be the same each time, so one core makes them. But nearly all launches have none, and
compiled code sees by itself that their accesses are in order. So all cores run a launch first, if
it may run twice. If anything is told then, or two cores touch one sector that one of them writes,
what they found does not count, and one core runs it again.
"""

from __future__ import annotations

from typing import NoReturn

import numpy as np

from kernelscope.sanitizer.pauses import Pauses
from kernelscope.vgpu import LaunchRequest
from kernelscope.vgpu.runtime.launch import LITTLE
from kernelscope.vgpu.runtime.watching import BlockWatch, LaunchFacts, Table, Told, UndecidedError
from kernelscope.vgpu.runtime.worker import worker_count
from kernelscope.vgpu.schedule import TURNS

_UNKNOWN = -1  # the number of an allocation that is not known


def is_worth_it(request: LaunchRequest) -> bool:
    """Return whether several cores would run a launch, as far as its shape says."""
    (grid, block, _), whole = request.shape, request.blocks is None
    threads = int(np.prod(grid)) * int(np.prod(block))
    alone = request.cooperative or request.cluster or request.settings.schedule != TURNS
    return whole and not alone and threads >= LITTLE and worker_count() > 1


def may_run_twice(facts: LaunchFacts) -> bool:
    """Return whether a launch reads nothing that it writes, and only barriers order its threads.

    It then leaves the same memory if it runs a second time.
    """
    plan, written, read = facts.plan, facts.written, facts.read
    if written is None or read is None or _UNKNOWN in written | read or written & read:
        return False
    return facts.fits and not (plan.orders or plan.engines or plan.in_cluster or plan.unmodelled)


class Nobody:
    """The watcher of a launch that all cores run; to tell it anything ends the launch."""

    orders = False

    def __init__(self, facts: LaunchFacts) -> None:
        """Raise UndecidedError if the launch may not run twice."""
        if not may_run_twice(facts):
            raise UndecidedError
        self.pauses = Pauses(len(facts.sites)).table

    def notice(self, told: Told, room: BlockWatch) -> NoReturn:
        """Refuse to look at an access."""
        raise UndecidedError

    def synchronise(
        self, kind: int, mark: int, lanes: int, table: Table | None, more: int, room: BlockWatch
    ) -> NoReturn:
        """Refuse to note what orders threads."""
        raise UndecidedError

    def end(self) -> None:
        """Note that the launch has ended."""
