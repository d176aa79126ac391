"""The phases of the mbarriers of a traced block, from the uses by its warps.

Three things identify a phase: the mbarrier's address, how often the mbarrier was initialised
before, and how often its parity has changed since. A warp sees only the parity, so it is assumed to
miss no phase between two of its uses. If the first wait is for parity 1, it is for the phase before
the first one, which is over from the start: so a producer waits for buffers that no thread has used
yet.
"""

from __future__ import annotations

import numpy as np

from kernelscope.vgpu.counting.trace import BlockTrace, Event, TracedInstruction, WarpTrace

NO_PHASE = -1
_PHASE_BITS, _MADE_BITS = 20, 8


def phases_of(
    block: BlockTrace, instructions: tuple[TracedInstruction, ...]
) -> tuple[np.ndarray, ...]:
    """Return the phase of each event of each warp of a block: [events], `NO_PHASE` for an event
    that uses no phase.
    """
    uses = np.array([instruction.barrier for instruction in instructions])
    made = _made(block, uses)
    return tuple(_of_warp(warp, uses, made) for warp in block.warps)


def _made(block: BlockTrace, uses: np.ndarray) -> dict[int, list[int]]:
    """Return after how many of the block's barriers each mbarrier was initialised, in order."""
    made: dict[int, list[int]] = {}
    for warp in block.warps:
        barriers = np.cumsum(warp.kinds == Event.BARRIER)
        for at in np.flatnonzero(warp.kinds == Event.PHASE).tolist():
            if uses[warp.numbers[at]] == "init":
                made.setdefault(int(warp.sectors_counted[at]), []).append(int(barriers[at]))
    return {address: sorted(times) for address, times in made.items()}


def _of_warp(warp: WarpTrace, uses: np.ndarray, made: dict[int, list[int]]) -> np.ndarray:
    phases = np.full(len(warp.kinds), NO_PHASE)
    barriers = np.cumsum(warp.kinds == Event.BARRIER)
    last: dict[tuple[int, int, bool], int] = {}
    for at in np.flatnonzero(warp.kinds == Event.PHASE).tolist():
        use, address = uses[warp.numbers[at]], int(warp.sectors_counted[at])
        if use == "init":
            continue
        # Who does not make it comes to it after a barrier of the block: so those before count.
        times = sum(when <= barriers[at] for when in made.get(address, ()))
        key, parity = (address, times, use == "wait"), int(warp.wavefronts[at])
        before = last.get(key)
        if before is None:
            number = -parity if use == "wait" else parity
        else:
            number = before + ((parity ^ before) & 1)
        last[key] = number
        if number >= 0:
            phases[at] = ((address << _MADE_BITS) + times << _PHASE_BITS) + number
    return phases
