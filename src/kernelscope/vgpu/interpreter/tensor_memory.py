"""The interpreter's tensor memory of a block, and what waits in its queue."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from kernelscope.errors import MemoryAccessError
from kernelscope.vgpu import tensor_memory as tm
from kernelscope.vgpu.layout import (
    UNDEFINED,
)
from kernelscope.vgpu.tensor_layout import (
    TensorProblem,
)
from kernelscope.vgpu.types import Lanes

SCRATCH = UNDEFINED * 0x01010101
"""Every word of tensor memory that nothing has written."""


@dataclass(slots=True)
class Task:
    """A product, a copy or a shift on its way: its place in the block's order, its thread, its
    instruction, and what does it.
    """

    number: int
    thread: int
    name: str
    finish: Callable[[], None]


@dataclass(slots=True)
class TensorMemory:
    """A block's tensor memory.

    Attributes:
        words: [column, lane].
        sizes: the columns of each allocation by its first column.
        asked: allocations, and what was given back, that warps wanted together with the peer block.
        waits: of each warp and each of those two the number that it waits with.
    """

    words: Lanes = field(default_factory=lambda: np.full(tm.SIZE, SCRATCH, np.uint32))
    sizes: dict[int, int] = field(default_factory=dict[int, int])
    relinquished: bool = False
    asked: dict[str, int] = field(default_factory=dict[str, int])
    waits: dict[tuple[int, str], int] = field(default_factory=dict[tuple[int, str], int])
    tasks: list[Task] = field(default_factory=list[Task])
    issued: int = 0

    def is_allocated(self, column: int) -> bool:
        """Return whether a column is part of an allocation."""
        return any(first <= column < first + size for first, size in self.sizes.items())

    def check_end(self) -> None:
        """Refuse the end of a block that did not give back its tensor memory."""
        if self.sizes:
            raise wrong(TensorProblem.NEVER_FREED)

    def complete(self, limit: int) -> None:
        """Do the tasks that were issued before the one of number `limit`."""
        while self.tasks and self.tasks[0].number < limit:
            self.tasks.pop(0).finish()


def wrong(problem: TensorProblem, value: int = 0) -> MemoryAccessError:
    """Return the error of a wrong use of tensor memory."""
    return MemoryAccessError(tm.problem_of(problem, value))
