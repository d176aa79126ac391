"""Traces without spin-wait iterations, in which a warp only asks if another block is ready.

On the virtual GPU, a block that waits for another one asks hundreds of times before it is suspended
and the other one gets its turn. On a GPU both run at once, and the answer is there after a round or
two. So one round of each poll stays, and each poll costs a handover from block to block. Blocks
that meet at a barrier of the grid have usually done the same work, so they wait for the handover
only. If each block waits once for another flag, the blocks form a chain: the last one waits for all
the others. A handover was not measured; a barrier of 132 blocks is estimated at 1.1 us.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from kernelscope.hardware.constants import Constants
from kernelscope.launch_time.launch import Launch
from kernelscope.vgpu.counting.trace import BlockTrace, Event, LaunchTrace, Spaces, WarpTrace

_C = Constants("launch_time/spin_waits")


_TURN = 256  # `vgpu.jit.generator.ITERATIONS`
_ASKING = ("load", "atom")


@dataclass(frozen=True, slots=True)
class _Poll:
    """Rounds of a warp that are all the same.

    Attributes:
        begin: its first event; size: events of a round.
        rounds: how many; 0: up to the end of the trace, which ends before the warp does.
        asks: whether it asks global memory; if not, the warp that does tells it.
        flag: the sector that it asks for.
    """

    begin: int
    size: int
    rounds: int
    asks: bool
    flag: int


def without_spin_waits(launch: Launch) -> Launch:
    """Return a launch with one round of each poll, and the handovers that the polls stand for."""
    trace = launch.trace
    # A loop that a program runs so often, on one address, has as many rounds in each warp: a test
    # of an atomic's rate. Polls end when another block is ready, which is after a multiple of the
    # rounds that a warp of the virtual GPU makes before it is put aside: 257, 513.
    asks = np.array([i.access in _ASKING and not i.l1 for i in trace.instructions], np.bool_)
    polls = [_polls_of_block(block, asks) for block in trace.blocks]
    rounds = {poll.rounds for of_block in polls for of_warp in of_block for poll in of_warp}
    if not rounds or (len(rounds) == 1 and not all(map(_ends_with_a_turn, rounds))):
        return launch
    blocks = tuple(
        replace(block, warps=tuple(map(_left, block.warps, of_block)))
        for block, of_block in zip(trace.blocks, polls, strict=True)
    )
    shortened = replace(trace, blocks=blocks, work=None, executions=None)
    before, after = (float(version.traced_work().sum()) for version in (trace, shortened))
    return replace(launch, trace=shortened, work=after / before, handovers=_handovers(trace, polls))


def _handovers(trace: LaunchTrace, polls: list[list[list[_Poll]]]) -> int:
    """Return how many handovers of the launch follow each other."""
    asked = [
        [(p.flag, len(of_warp)) for of_warp in of_block for p in of_warp if p.asks]
        for of_block in polls
    ]
    most = max(count for of_block in asked for _, count in of_block)
    flags = [frozenset(flag for flag, _ in of_block) for of_block in asked if of_block]
    # Flags of four bytes: blocks side by side ask for the same sector.
    own = 2 * len(set().union(*flags)) > len(flags) > 1
    return most + math.prod(trace.grid) - 1 if own and most <= _C.in_a_chain else most


def _ends_with_a_turn(rounds: int) -> bool:
    return abs((rounds + _TURN // 2) % _TURN - _TURN // 2) <= 1


def _polls_of_block(block: BlockTrace, asks: np.ndarray) -> list[list[_Poll]]:
    """Return the polls of each warp; `asks`: the instructions that may ask."""
    questions = [_questions(warp, asks) for warp in block.warps]
    if max(map(np.count_nonzero, questions), default=0) < _C.fewest:
        return [[] for _ in block.warps]
    repeated = [list(_repeated(*pair)) for pair in zip(block.warps, questions, strict=True)]
    rounds = {poll.rounds for of_warp in repeated for poll in of_warp if poll.asks}
    return [[poll for poll in of_warp if poll.rounds in rounds] for of_warp in repeated]


def _questions(warp: WarpTrace, asks: np.ndarray) -> np.ndarray:
    """Return which events of a warp ask global memory: [events]."""
    asking = (warp.kinds == Event.ACCESS) & (warp.spaces & Spaces.GLOBAL != 0)
    asking[asking] = asks[warp.numbers[asking]]
    return asking


def _repeated(warp: WarpTrace, is_question: np.ndarray) -> Iterator[_Poll]:
    """Yield the rounds of a warp that are all the same and write nothing but shared memory."""
    firsts = np.full(len(warp.kinds), -1, np.int64)
    touched = warp.offsets[1:] > warp.offsets[:-1]
    firsts[touched] = warp.sectors[warp.offsets[:-1][touched]]
    rows = np.stack([warp.kinds, warp.numbers, warp.lanes, firsts], 1).astype(np.int64)
    other = (warp.spaces & Spaces.GLOBAL != 0) & ~is_question  # a store: no round of a poll
    other |= warp.kinds == Event.PHASE
    done = 0
    for size in range(2, _C.longest_round + 1):
        same = (rows[size:] == rows[:-size]).all(1) & ~other[size:]
        for begin, length in _stretches(same):
            if begin < done or length < (_C.fewest - 1) * size:
                continue
            asks = bool(is_question[begin : begin + size].any())
            if asks or (warp.kinds[begin : begin + size] == Event.BARRIER).any():
                cut = warp.truncated and begin + length + 2 * size > len(same)
                asked = firsts[begin : begin + size][is_question[begin : begin + size]]
                flag = int(asked.max(initial=-1))
                yield _Poll(begin, size, 0 if cut else length // size + 1, asks, flag)
                done = begin + length + size
        if done:
            return


def _stretches(same: np.ndarray) -> Iterator[tuple[int, int]]:
    """Yield (begin, length) of the stretches that are True."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], same, [False]]).astype(np.int8)))
    for begin, end in edges.reshape(-1, 2).tolist():
        yield begin, end - begin


def _left(warp: WarpTrace, polls: list[_Poll]) -> WarpTrace:
    """Return a warp with only the first round of each poll."""
    if not polls:
        return warp
    keep = np.ones(len(warp.kinds), np.bool_)
    for poll in polls:
        end = poll.begin + poll.size * poll.rounds if poll.rounds else len(keep)
        keep[poll.begin + poll.size : end] = False
    executions, lanes = warp.executions.copy(), warp.lanes_summed.copy()
    begins = warp.kinds == Event.BLOCK
    for block in np.unique(warp.numbers[begins & ~keep]).tolist():
        own = begins & (warp.numbers == block)
        share = np.count_nonzero(own & keep) / np.count_nonzero(own)
        executions[block] = round(float(executions[block]) * share)
        lanes[block] = round(float(lanes[block]) * share)
    sizes = np.diff(warp.offsets)
    return replace(
        warp,
        executions=executions,
        lanes_summed=lanes,
        kinds=warp.kinds[keep],
        numbers=warp.numbers[keep],
        lanes=warp.lanes[keep],
        sectors_counted=warp.sectors_counted[keep],
        wavefronts=warp.wavefronts[keep],
        spaces=warp.spaces[keep],
        offsets=np.concatenate([[0], np.cumsum(sizes[keep])]),
        sectors=warp.sectors[np.repeat(keep, sizes)],
    )
