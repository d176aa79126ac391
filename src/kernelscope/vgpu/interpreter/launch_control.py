"""The interpreter's requests for clusters of a launch that have not begun.

`jit/c/launch_control.c` has a worked case.
"""

from __future__ import annotations

import numpy as np

from kernelscope.errors import MemoryAccessError
from kernelscope.vgpu import ir
from kernelscope.vgpu.interpreter.bulk import Target, active, named
from kernelscope.vgpu.interpreter.warp import Launch, Warp
from kernelscope.vgpu.layout import RANK_SHIFT
from kernelscope.vgpu.types import Lanes

BYTES = 16
"""Of an answer: the index of the cluster's first block, 32 bits each, and 1; or zeros."""


class _Request:
    """One request, whose answer may go to several blocks."""

    def __init__(self, launch: Launch) -> None:
        self._launch = launch
        self._turn = launch.turns
        self._answer: Lanes | None = None

    def can_be_answered(self) -> bool:
        """Return whether a wait may have the answer: in a later turn of the block, so that other
        blocks get some.
        """
        return self._answer is not None or self._launch.turns != self._turn

    def answer(self) -> Lanes:
        """Return the answer: the first time a cluster is taken from the launch."""
        if self._answer is None:
            words = np.zeros(4, np.uint32)
            if self._launch.not_begun:
                words[:] = (*self._launch.not_begun.popleft()[0], 1)
            self._answer = words.view(np.uint8)
        return self._answer


def try_cancel(warp: Warp, inst: ir.Inst) -> None:
    """Ask for a cluster that has not begun; the answer comes to one block or to all."""
    given = named(warp, inst)
    own, blocks = warp.block.rank, warp.block.peers
    ranks = range(len(blocks)) if inst.fields["many"] else (own,)
    space = "shared" if inst.fields["space"] else "generic"
    for lane in active(warp):
        request = _Request(warp.launch)
        places = [warp.spaces.resolve(space, int(given[name][lane]))[1] for name in ("a", "bar")]
        for rank in ranks:
            with warp.going_on(inst, lane):
                to, bar = (_in_block(place, rank) for place in places)
                if to % BYTES:
                    raise MemoryAccessError(f"{to:#x} is not aligned to {BYTES} bytes")
                memory = warp.spaces.writable("cluster", to, BYTES, lane)
                word = warp.spaces.writable("cluster", bar, 8, lane)
                target = Target(blocks, rank, to, ("barrier", bar), word, 0)

                def finish(
                    request: _Request = request, memory: Lanes = memory, target: Target = target
                ) -> None:
                    memory[:] = request.answer()
                    target.complete(BYTES)

                engine, can_finish = warp.block.engine, request.can_be_answered
                engine.issue(target.owner, finish, can_finish=can_finish)


def _in_block(address: int, rank: int) -> int:
    return rank << RANK_SHIFT | address & (1 << RANK_SHIFT) - 1
