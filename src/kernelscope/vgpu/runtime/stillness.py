"""The proof that the blocks of a launch which wait for each other can never go on.

    block 0    grid.sync(): lane 0 reads the barrier's word again and again
    block 1    has returned before it: nothing changes the word any more

A warp is in its frame: its registers, its place and its local memory. If every warp that is left
has taken turns, and neither a frame nor any memory has changed, each turn to come is like the last.
"""

from __future__ import annotations

import ctypes
import sys
import threading
import zlib
from collections.abc import Iterable, Sequence
from concurrent.futures import thread as futures_thread
from dataclasses import dataclass
from types import FrameType

import numpy as np

from kernelscope._real_time import perf_counter
from kernelscope.vgpu.layout import Context, Control, Frame
from kernelscope.vgpu.runtime.registry import Region
from kernelscope.vgpu.runtime.thread_pool import OWN_THREADS
from kernelscope.vgpu.runtime.worker import Room, Worker

_NEVER = 1 << 62
_FIRST_TURNS, _FIRST_WATCHED_TURNS = 480, 6
_GAP_S = 0.02
"""Seconds from look to look, at least, and 20 times as long as a look takes."""
_ROUNDS, _FINE_ROUNDS = 6, 5040
"""A multiple of the rounds that a loop takes, with up to four barriers, or of up to ten pieces."""


@dataclass(frozen=True, slots=True)
class _Look:
    """What a worker's blocks were like; memory: None if it was not looked at."""

    blocks: int
    memory: int | None
    is_still: bool = False


def first_patience(watched: bool, keeps_time: bool) -> int:
    """Return the turns of blocks that wait, before a launch looks at them.

    keeps_time: whether the kernel reads a clock, which goes on while nothing else changes.
    """
    return _NEVER if keeps_time else _FIRST_WATCHED_TURNS if watched else _FIRST_TURNS


class Stillness:
    """What is known of the changes in one launch.

    `control`: the slots of `layout.Control`. `begun`: the moment at which the launch began.
    `thread`: the thread that waits for it.

    Attributes:
        is_proven: whether nothing can change any more.
    """

    def __init__(
        self, control: ctypes.Array[ctypes.c_int64], begun: float, thread: threading.Thread
    ) -> None:
        self.is_proven = False
        self._control = control
        self._looks: dict[int, _Look] = {}
        self._patience = _FIRST_WATCHED_TURNS
        self._looked = begun
        self._thread = thread

    def look(self, worker: Worker, team: Sequence[Worker], regions: Iterable[Region]) -> bool:
        """Look at the blocks that a worker has put aside; return whether nothing can change.

        regions: the memory that the launch may access.
        """
        began = perf_counter()
        before = self._looks.get(worker.number, _Look(-1, None))
        blocks, memory = _digest_of_rooms(worker), None
        is_same = blocks == before.blocks
        if is_same:
            memory = _digest(regions)
        self._looks[worker.number] = _Look(blocks, memory, is_same and memory == before.memory)
        self._wait(worker, began)
        self.is_proven = self._is_still(memory, team) and not self._may_be_changed_by_the_host()
        return self.is_proven

    # A turn takes microseconds in a plain loop, and up to a tenth of a second in a watched one.
    def _wait(self, worker: Worker, began: float) -> None:
        """Look again after a number of turns that is the same for all blocks, and not too often."""
        now = perf_counter()
        is_early = began - self._looked < max(_GAP_S, 20 * (now - began))
        self._patience += 3 * self._patience if is_early else self._patience // 4
        self._looked = now
        base = worker.rooms[0].context.array
        rounds = _FINE_ROUNDS if base[Context.START] else _ROUNDS
        cycle = rounds * max(len(_waiting(worker)), 1)
        base[Context.PATIENCE] = -(-self._patience // cycle) * cycle

    def _is_still(self, memory: int | None, team: Sequence[Worker]) -> bool:
        """Return whether all blocks that have begun and not ended are as they were, and memory."""
        control, waiting = self._control, 0
        ended = control[Control.CANCELLED]
        for worker in team:
            ended += worker.rooms[0].slot(Context.ENDED)
            parked = len(_waiting(worker))
            waiting += parked
            look = self._looks.get(worker.number)
            if parked and (look is None or not look.is_still or look.memory != memory):
                return False
        begun = min(control[Control.NEXT_BLOCK], control[Control.TOTAL_BLOCKS])
        return memory is not None and waiting + ended == begun

    def _may_be_changed_by_the_host(self) -> bool:
        """Return whether another thread of the program may set a flag in pinned memory."""
        others = (t for t in threading.enumerate() if t is not self._thread and not t.daemon)
        return any(not (t.name.startswith(OWN_THREADS) or _waits_for_work(t)) for t in others)


def _waits_for_work(thread: threading.Thread) -> bool:
    """Return whether a thread is a pool's and has nothing to do, as Inductor leaves one behind."""
    frames: dict[int, FrameType] = getattr(sys, "_current_frames")()  # noqa: B009  (it is documented)
    frame = frames.get(thread.ident or 0)
    if frame is None:
        return False
    code = frame.f_code
    return code.co_name == "_worker" and code.co_filename == futures_thread.__file__


def _waiting(worker: Worker) -> list[Room]:
    """Return the rooms with blocks (of clusters the first ones) that a worker has put aside."""
    return [room for room in worker.rooms[: worker.used] if room.slot(Context.PARKED)]


def _digest_of_rooms(worker: Worker) -> int:
    digest = 0
    for room in worker.rooms[: worker.used]:
        if not room.slot(Context.ALIVE):
            continue
        warps, width = room.slot(Context.WARPS), room.slot(Context.FRAME_BYTES) // 8
        frames = np.frombuffer(room.frames.array.data, np.int64, warps * width)
        frames = frames.reshape(warps, width).copy()
        frames[:, Frame.PAUSES] = 0
        parts = frames, room.shared.array[: room.slot(Context.SHARED_BYTES)], room.barriers.array
        for part in parts:
            digest = zlib.crc32(part.data if part.size else b"", digest)
    return digest


def _digest(regions: Iterable[Region]) -> int:
    digest = 0
    for base, size in sorted(set(regions)):
        digest = zlib.crc32((ctypes.c_char * size).from_address(base), digest)
    return digest
