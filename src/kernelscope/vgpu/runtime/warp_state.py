"""The places of a block's warps and lanes, and what they wait for, read from their frames."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np

from kernelscope.vgpu.clusters import Dim3, threads_of
from kernelscope.vgpu.jit.stops import Stop
from kernelscope.vgpu.layout import (
    AT_BARRIER,
    BARRIERS,
    CLUSTER_BARRIER,
    LANES,
    POLL,
    RANK_SHIFT,
    Context,
    Frame,
    Meeting,
)
from kernelscope.vgpu.tensor_layout import TENSOR_COLUMNS, TENSOR_UNIT

State = Literal[
    "barrier", "cluster", "lanes", "mbarrier", "columns", "spins", "runs", "ended", "left", "new"
]
"""The last two are of whole blocks: all of their threads have ended, or not begun."""
_WAITS, _ENDED = 1, 2  # of `Frame.STATE`
_ASKED = 32
_HEAD = 24
_COUNT, _BYTES = (1 << 20) - 1, (1 << 22) - 1
_EVERY = (1 << LANES) - 1
_SHOWN, _SHOWN_BLOCKS = 6, 3


@dataclass(frozen=True, slots=True)
class Standing:
    """Lanes of a warp that are in one place.

    Attributes:
        block: the index of their block, x first.
        warp: the number of the warp in it.
        lanes: as bits.
        state: what they do.
        stop: the instruction; None if it is not known, as of those that have ended.
        number: the barrier's number, the member mask, or the mbarrier's address in shared memory.
        missing: lanes of the warp that they wait for.
        waits_for: the same in words, which follow "wait at LINE"; "" if they do not wait.
    """

    block: Dim3
    warp: int
    lanes: int
    state: State
    stop: Stop | None
    number: int = 0
    missing: int = 0
    waits_for: str = ""

    @property
    def first_thread(self) -> int:
        """The number of its first thread in the block."""
        return self.warp * LANES + (self.lanes & -self.lanes).bit_length() - 1


class StandingBlock:
    """A block that does not run at the moment.

    `at`: the address of its context. `stops`: where a converged warp is that resumes at 1, 2, ….
    `stops_apart`: returns where the lanes at each piece of the independent code are.
    """

    def __init__(
        self, at: int, stops: tuple[Stop, ...], stops_apart: Callable[[], tuple[Stop | None, ...]]
    ) -> None:
        self.at = at
        self._stops = stops
        self._stops_apart = stops_apart
        self.context = _words(at, len(Context))

    @property
    def is_alive(self) -> bool:
        """True if some warp of it has not ended."""
        return bool(self.context[Context.ALIVE])

    @property
    def is_parked(self) -> bool:
        """True if it was put aside."""
        return bool(self.context[Context.PARKED])

    @property
    def index(self) -> Dim3:
        """Its index in the grid."""
        x, y, z = (int(self.context[place]) for place in _INDEX)
        return x, y, z

    @property
    def peers(self) -> list[int]:
        """The addresses of the contexts of its cluster, its own among them, by rank."""
        count = int(self.context[Context.CLUSTER_BLOCKS])
        return _words(int(self.context[Context.PEERS]), max(count, 1)).tolist()

    @property
    def warps(self) -> int:
        """The number of its warps."""
        return int(self.context[Context.WARPS])

    @property
    def running(self) -> int:
        """The warp that ran last."""
        return int(self.context[Context.WARP])

    @property
    def barriers(self) -> np.ndarray:
        """The slots of its barriers."""
        return _words(int(self.context[Context.BARRIERS]), 2 * _ASKED)

    @cached_property
    def apart(self) -> tuple[Stop | None, ...]:
        """The places of the lanes at each piece of the independent code."""
        return self._stops_apart()

    def threads_asked(self, number: int) -> int:
        """Return the number of threads that a barrier waits for; 0: all of the block."""
        return int(self.barriers[number + _ASKED])

    def owner_of(self, host: int) -> Dim3:
        """Return the index of the block of the cluster whose shared memory has a host address."""
        return self._owner(host)[0]

    def offset_of(self, host: int) -> int:
        """Return the offset in its block's shared memory of a host address."""
        return host - self._owner(host)[1]

    def _owner(self, host: int) -> tuple[Dim3, int]:
        for at in self.peers:
            holder = StandingBlock(at, self._stops, self._stops_apart)
            base = int(holder.context[Context.SHARED])
            if base <= host < base + int(holder.context[Context.SHARED_BYTES]):
                return holder.index, base
        return self.index, int(self.context[Context.SHARED])

    def exist(self, warp: int) -> int:
        """Return the lanes of a warp that the block fills, as bits."""
        is_last = warp + 1 == self.warps
        return int(self.context[Context.LAST_WARP_MASK]) if is_last else _EVERY

    def frame(self, warp: int) -> np.ndarray:
        """Return the head of a warp's frame."""
        return _words(self._frame_at(warp), _HEAD)

    def is_apart(self, warp: int) -> bool:
        """Return whether the lanes of a warp run independently, and have begun to."""
        frame = self.frame(warp)
        return bool(frame[Frame.INDEPENDENT] and frame[Frame.PLACES])

    def blocked(self, warp: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return of each lane of an independent warp the meeting's kind, its members, and the piece
        after it.
        """
        base = self._frame_at(warp)
        meetings, members, then = (
            np.ctypeslib.as_array((ctypes.c_int32 * LANES).from_address(base + place))
            for place in (Meeting.KIND, Meeting.MEMBERS, Meeting.THEN)
        )
        return meetings, members, then

    def stop_of_lane(self, warp: int, lane: int) -> Stop | None:
        """Return where a blocked lane of an independent warp waits."""
        return self.apart[int(self.blocked(warp)[2][lane]) - 1]

    def stop_of_warp(self, warp: int) -> Stop | None:
        """Return where a converged warp stopped last; None if it never did."""
        resume = int(self.frame(warp)[Frame.RESUME])
        return self._stops[resume - 1] if 0 < resume <= len(self._stops) else None

    def at_barrier(self, number: int) -> Iterator[tuple[int, int, Stop | None]]:
        """Yield (warp, lanes, place) of the threads that wait at a barrier of the block."""
        for warp in range(self.warps):
            frame = self.frame(warp)
            if self.is_apart(warp):
                meetings, members, then = self.blocked(warp)
                here = (meetings == AT_BARRIER) & (members == number) & _bits(frame[Frame.BLOCKED])
                for piece in np.unique(then[here]).tolist():
                    yield warp, _packed(here & (then == piece)), self.apart[piece - 1]
            elif frame[Frame.STATE] == _WAITS and frame[Frame.BARRIER] == number:
                yield warp, self.exist(warp), self.stop_of_warp(warp)

    def _frame_at(self, warp: int) -> int:
        frames = int(self.context[Context.FRAMES])
        return frames + warp * int(self.context[Context.FRAME_BYTES])

    # ---- all of it --------------------------------------------------------------------------

    def standing(self) -> list[Standing]:
        """Return where its warps and lanes are."""
        return [s for warp in range(self.warps) for s in self.standing_of(warp)]

    def standing_of(self, warp: int) -> list[Standing]:
        """Return where the lanes of a warp are."""
        frame, exist = self.frame(warp), self.exist(warp)
        if frame[Frame.STATE] == _ENDED:
            return [Standing(self.index, warp, exist, "ended", None)]
        if frame[Frame.INDEPENDENT]:
            if not frame[Frame.PLACES]:
                return [Standing(self.index, warp, exist, "runs", None)]
            return self._standing_apart(warp, frame, exist)
        stop = self.stop_of_warp(warp)
        if frame[Frame.STATE] == _WAITS:
            return [self._at_barrier(warp, exist, stop, int(frame[Frame.BARRIER]))]
        return [self._going(warp, exist, stop, asked=frame[Frame.BARRIER] == POLL)]

    def _standing_apart(self, warp: int, frame: np.ndarray, exist: int) -> list[Standing]:
        meetings, members, then = self.blocked(warp)
        live, blocked = int(frame[Frame.LIVE]), _bits(frame[Frame.BLOCKED])
        standing: list[Standing] = []
        for lane in np.flatnonzero(blocked).tolist():
            together = blocked & (meetings == meetings[lane]) & (members == members[lane])
            here = together & (then == then[lane])
            if int(np.flatnonzero(here)[0]) != lane:
                continue  # with an earlier lane
            stop, number = self.stop_of_lane(warp, lane), int(members[lane])
            lanes = _packed(here)
            if meetings[lane] == AT_BARRIER:
                standing.append(self._at_barrier(warp, lanes, stop, number))
                continue
            mask = number & _EVERY
            missing = mask & live & ~_packed(together)
            words = f"for {lanes_in_words(missing)}, which the mask {mask:#010x} names"
            standing.append(Standing(self.index, warp, lanes, "lanes", stop, mask, missing, words))
        places = int(frame[Frame.PLACES])
        at = np.ctypeslib.as_array((ctypes.c_uint32 * len(self.apart)).from_address(places))
        for piece in np.flatnonzero(at).tolist():
            standing.append(self._going(warp, int(at[piece]), self.apart[piece], asked=True))
        if exist & ~live:
            standing.append(Standing(self.index, warp, exist & ~live, "ended", None))
        return standing

    def _at_barrier(self, warp: int, lanes: int, stop: Stop | None, number: int) -> Standing:
        if number >= BARRIERS:
            assert number == CLUSTER_BARRIER
            words = f"for the other threads of the cluster{self._not_at_cluster()}"
            return Standing(self.index, warp, lanes, "cluster", stop, number, 0, words)
        come, asked = int(self.barriers[number]), int(self.barriers[number + _ASKED])
        if not asked:
            come = sum(here.bit_count() for _, here, _ in self.at_barrier(number))
            asked = sum(self._live(n).bit_count() for n in range(self.warps))
        words = f"at barrier {number}, where {come} of {asked} threads have come"
        return Standing(self.index, warp, lanes, "barrier", stop, number, 0, words)

    def _not_at_cluster(self) -> str:
        """Return in words which warps of the cluster have not arrived at its barrier."""
        said: list[str] = []
        for at in self.peers:
            peer = StandingBlock(at, self._stops, self._stops_apart)
            frames = [peer.frame(warp) for warp in range(peer.warps)]
            late = [
                warp
                for warp, frame in enumerate(frames)
                if frame[Frame.STATE] != _ENDED and peer.exist(warp) & ~int(frame[Frame.ARRIVED])
            ]
            said += [f"{listed('warp', late)} of block {peer.index}"] * bool(late)
        return f", of which {' and '.join(said)} have not arrived" if said else ""

    def _live(self, warp: int) -> int:
        frame = self.frame(warp)
        if frame[Frame.STATE] == _ENDED:
            return 0
        return int(frame[Frame.LIVE]) if self.is_apart(warp) else self.exist(warp)

    def _going(self, warp: int, lanes: int, stop: Stop | None, *, asked: bool) -> Standing:
        """Return where lanes are that go on in their next turn."""
        polled = int(self.frame(warp)[Frame.POLLED])
        if stop is not None and stop.kind == "mbarrier" and asked and polled:
            address = polled - 1
            words = self._of_mbarrier(address)
            return Standing(self.index, warp, lanes, "mbarrier", stop, address, 0, words)
        if stop is not None and stop.kind in ("columns", "peer"):
            words = self._of_columns(is_pair=stop.kind == "peer")
            return Standing(self.index, warp, lanes, "columns", stop, waits_for=words)
        spins = stop is not None and stop.kind == "loop"
        return Standing(self.index, warp, lanes, "spins" if spins else "runs", stop)

    def _of_columns(self, *, is_pair: bool) -> str:
        """Return what an allocation of tensor memory waits for; that of a pair needs two blocks."""
        units = int(_words(int(_words(self.at, len(Context))[Context.TENSOR]), 1)[0])
        free = TENSOR_COLUMNS - units.bit_count() * TENSOR_UNIT
        peer = "its peer block, or for " if is_pair else ""
        return f"for {peer}columns of tensor memory, of which {free} of {TENSOR_COLUMNS} are free"

    def _of_mbarrier(self, address: int) -> str:
        rank, offset = address >> RANK_SHIFT, address & (1 << RANK_SHIFT) - 1
        contexts = self.peers
        holder = _words(contexts[rank] if rank < len(contexts) else self.at, len(Context))
        word = int(_words(int(holder[Context.SHARED]) + offset, 1)[0]) & (1 << 64) - 1
        return f"for {mbarrier_at(offset)}, {phase_in_words(word)}"


# Worked case: a barrier of 2 arrivals, to which one thread has come that expects 64 bytes.
#
#     "whose phase of parity 0 waits for 1 of 2 arrivals and 64 bytes"
#
# A wait that is not over has the parity of that phase.
def phase_in_words(word: int) -> str:
    """Return what the phase of an mbarrier waits for, which is given as its bits."""
    expected, pending, waited = word & _COUNT, word >> 20 & _COUNT, word >> 40 & _BYTES
    waited -= (_BYTES + 1) if waited > _BYTES // 2 else 0
    if pending > _COUNT // 2:
        return f"at which {_counted(_COUNT + 1 - pending, 'arrival')} too many came"
    missing = [_counted(waited, "byte")] if waited else []
    if pending or not waited:
        missing.insert(0, f"{pending} of {_counted(expected, 'arrival')}")
    return f"whose phase of parity {word >> 63} waits for {' and '.join(missing)}"


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'s' if number != 1 else ''}"


def mbarrier_at(offset: int) -> str:
    """Return an mbarrier in words, by its place in shared memory."""
    return f"the mbarrier at {offset:#x} of shared memory"


_INDEX = (Context.BLOCK_X, Context.BLOCK_Y, Context.BLOCK_Z)


_OF_BLOCKS = {"left": ("has ended", "have ended"), "new": ("has not begun", "have not begun")}


def in_words(standing: Iterable[Standing], block: Dim3) -> str:
    """Return where threads are in one line.

    block: its dimensions, by which whole warps are known.
    """
    threads = threads_of(block)
    of_block: dict[Dim3, dict[object, list[Standing]]] = {}
    for here in standing:
        key = here.state, here.stop, here.waits_for, here.lanes if here.missing else 0
        of_block.setdefault(here.block, {}).setdefault(key, []).append(here)
    alike: dict[tuple[str, ...], list[Dim3]] = {}
    for index, groups in of_block.items():
        sentences = tuple(_sentence(several, threads) for several in groups.values())
        alike.setdefault(sentences, []).append(index)
    parts: list[str] = []
    for sentences, blocks in alike.items():
        one_or_more = next((words for words in _OF_BLOCKS.values() if sentences[0] in words), None)
        if one_or_more is not None:
            parts.append(f"{_blocks(blocks)} {one_or_more[len(blocks) > 1]}")
        else:
            parts += [f"in {_blocks(blocks)} {sentences[0]}", *sentences[1:]]
    if len(parts) > _SHOWN:
        parts[_SHOWN:] = [f"and {len(parts) - _SHOWN} more places"]
    return "; ".join(parts)


def _blocks(blocks: list[Dim3]) -> str:
    """Return blocks in words: "block (0, 0, 0)", "blocks (0, 0, 0), (1, 0, 0) and 7 more"."""
    shown = ", ".join(map(str, blocks[:_SHOWN_BLOCKS]))
    more = f" and {len(blocks) - _SHOWN_BLOCKS} more" if len(blocks) > _SHOWN_BLOCKS else ""
    return f"block{'s' if len(blocks) > 1 else ''} {shown}{more}"


def _sentence(several: list[Standing], threads: int) -> str:
    first = several[0]
    if first.state in _OF_BLOCKS:
        return _OF_BLOCKS[first.state][0]
    whole = [s.warp for s in several if s.lanes == _exist(s.warp, threads)]
    partly = [s for s in several if s.lanes != _exist(s.warp, threads)]
    who = [listed("warp", whole)] if whole else []
    who += [f"{lanes_in_words(s.lanes)} of warp {s.warp}" for s in partly]
    is_single = len(whole) + sum(s.lanes.bit_count() for s in partly) == 1
    subject = " and ".join(who)
    if first.state == "ended":
        return f"{subject} {'has' if is_single else 'have'} ended"
    verb = {"spins": "spin", "runs": "run"}.get(first.state, "wait")
    at = f" at {first.stop}" if first.stop is not None else ""
    return f"{subject} {verb}{'s' if is_single else ''}{at} {first.waits_for}".rstrip()


def _exist(warp: int, threads: int) -> int:
    return (1 << min(LANES, threads - warp * LANES)) - 1


def lanes_in_words(bits: int) -> str:
    """Return lanes, given as bits: "lanes 0-15", "lane 3"."""
    return listed("lane", [lane for lane in range(LANES) if bits >> lane & 1])


def listed(name: str, numbers: list[int]) -> str:
    """Return numbers in words: "warp 3", "warps 0-2, 5"."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] + 1 == number:
            runs[-1].append(number)
        else:
            runs.append([number])
    parts = [str(r[0]) if len(r) == 1 else f"{r[0]}-{r[-1]}" for r in runs]
    return f"{name}{'s' if len(numbers) != 1 else ''} {', '.join(parts)}"


def _words(address: int, count: int) -> np.ndarray:
    return np.ctypeslib.as_array((ctypes.c_int64 * count).from_address(address))


def _bits(word: int) -> np.ndarray:
    return (int(word) >> np.arange(LANES) & 1).astype(bool)


def _packed(lanes: np.ndarray) -> int:
    return sum(1 << n for n in np.flatnonzero(lanes).tolist())
