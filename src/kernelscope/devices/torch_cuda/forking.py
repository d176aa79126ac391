"""Processes that a program forks: CUDA does not work in the child of a process that has used it.

DataLoader's workers are such children; they use the CPU alone, and that works.
"""

from __future__ import annotations

import os
from typing import NoReturn

from kernelscope import vgpu
from kernelscope.devices.clock import Timeline
from kernelscope.vgpu import LaunchRequest, Proceed


class Forked:
    """The permission of this process to use the virtual GPU, which a fork loses.

    Attributes:
        initialised: whether the program has used CUDA, or asked how many GPUs there are.
        refused: whether this process is the child of one that had.
        timeline: the clock that goes on in a child, or None.
        ours: whether a child that is forked now is not the program's (`vgpu/runtime/fork_pool.py`).
    """

    def __init__(self) -> None:
        self.initialised = False
        self.refused = False
        self.timeline: Timeline | None = None
        self.ours = False

    def use(self) -> None:
        """Note that CUDA is used. Raises PyTorch's error in the child of a process that used it."""
        if self.refused:
            raise RuntimeError(
                "Cannot re-initialize CUDA in forked subprocess. To use CUDA with multiprocessing, "
                "you must use the 'spawn' start method"
            )
        self.initialised = True

    def after_fork(self) -> None:
        """Begin in a child, which has one thread: no other one holds the clock."""
        if self.timeline is not None:
            self.timeline.after_fork()
            if self.initialised and not self.refused and not self.ours:
                self.refused = True
                vgpu.STEPS.add(vgpu.Stage.CHECK, _refuse)


forked = Forked()


def _refuse(_proceed: Proceed, _request: LaunchRequest) -> NoReturn:
    forked.use()
    raise AssertionError("a process that may not use CUDA launched a kernel")


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=forked.after_fork)
