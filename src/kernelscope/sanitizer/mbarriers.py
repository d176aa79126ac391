"""mbarriers: when they are made and ended, who uses them in between, and what that makes known.

An arrival publishes what its threads know, and a wait that has seen a phase over learns what was
published in the phases up to it (`order`). A use must come after that which made the mbarrier, and
before that which ends it.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from kernelscope.sanitizer.accesses import Earlier, Now
from kernelscope.sanitizer.order import Facts, Order, is_whole_warp, threads_of
from kernelscope.sanitizer.tensor_memory import TensorAccesses
from kernelscope.vgpu.analysis.warp import bits_of
from kernelscope.vgpu.layout import (
    LANE_BITS,
    PASS_SLOTS,
    THREAD_BITS,
    Context,
    Mark,
    Sync,
    Watch,
)
from kernelscope.vgpu.runtime.watching import BlockWatch, Table

# As plain numbers: an operation on flags takes ten times as long.
_MANY, _SHARED, _WRITE = map(int, (Mark.MANY, Mark.SHARED, Mark.WRITE))
_IN_CLUSTER = int(Mark.STRONG_BLOCK | Mark.STRONG_CLUSTER)
_BLOCK_TIME, _SHARED_AT = int(Watch.BLOCK_TIME), int(Context.SHARED)
_BYTES, _WARP_BITS = 8, THREAD_BITS - LANE_BITS


class _Use(NamedTuple):
    """A use of an mbarrier by threads of a warp.

    `room`: their block; `there`: the one that has it, at `place`, a block's number and an offset.
    """

    threads: Sequence[int]
    site: int
    time: int
    room: BlockWatch
    there: BlockWatch
    place: tuple[int, int]


class Races(Protocol):
    """The part of the launch's watcher that mbarriers need."""

    order: Order
    tensor: TensorAccesses | None

    def in_order(self, now: Now, earlier: Earlier, room: BlockWatch) -> bool:
        """Return whether an earlier access comes before this one, or both are strong."""
        ...

    def facts_of(self, threads: Sequence[int], room: BlockWatch) -> Facts:
        """Return all that some threads of a warp know."""
        ...

    def publish(self, warps: Sequence[int], facts: Facts, room: BlockWatch) -> None:
        """Let compiled code know what all lanes of some warps know now."""
        ...

    def note_visit(self, there: BlockWatch, visit: Earlier) -> None:
        """Note that a thread did something in another block's shared memory."""
        ...

    def find_early_use(self, now: Earlier, other: Earlier, *, sets: bool) -> None:
        """Report that an mbarrier is used, and made or ended, with no order between."""
        ...


class Mbarriers:
    """The mbarriers of one launch: who made or ended each last, and who has used it since."""

    def __init__(self, races: Races) -> None:
        self._races = races
        self._set: dict[tuple[int, int], Earlier] = {}
        self._users: dict[tuple[int, int], dict[int, Earlier]] = {}

    @property
    def any_made(self) -> bool:
        """True if the launch has made an mbarrier."""
        return bool(self._set)

    def use(
        self, kind: int, site: int, threads: Sequence[int], address: int, room: BlockWatch,
        scope: int,
    ) -> None:  # fmt: skip
        """Note that threads of a warp make or end an mbarrier, or arrive at one.

        Args:
            kind: of `layout.Sync`.
            site: the instruction's.
            threads: those that use this mbarrier.
            address: that of the mbarrier in the cluster.
            room: the threads' block.
            scope: the bits of an arrival's; 0 if it is relaxed.
        """
        peer = room.peer(address, _BYTES)
        if peer is None:
            return
        there, offset = peer
        use = _Use(threads, site, room.now, room, there, (there.block, offset))
        if kind == Sync.MBARRIER_SET:
            self._make(use)
            return
        self._note([threads], use)
        # The phase is that after the arrivals of all lanes.
        word = ctypes.c_uint64.from_address(there.context[_SHARED_AT] + offset).value
        self._arrive(use, word >> 63, scope)

    def passed(self, passes: Table, count: int, room: BlockWatch) -> None:
        """Note waits that have seen a phase over: `layout.Pass`."""
        words, races, first = passes[: count * PASS_SLOTS], self._races, room.block << _WARP_BITS
        for at in range(0, len(words), PASS_SLOTS):
            site, warps, lanes, scope, address, phase, time = words[at : at + PASS_SLOTS]
            peer = room.peer(address, _BYTES)
            assert peer is not None, "compiled code has read the phase there"
            there, offset = peer
            place, own = (there.block, offset), [first | warp for warp in bits_of(warps)]
            by_warp = [threads_of(warp, lanes) for warp in own]
            self._note(by_warp, _Use(by_warp[0], site, time, room, there, place))
            if scope and is_whole_warp(by_warp[0]):
                for alike, facts in races.order.pass_mbarrier(own, place, phase, scope):
                    races.publish(alike, facts, room)
            elif scope:
                races.order.pass_alone(by_warp[0], place, phase, scope)
            elif (tensor := races.tensor) is not None:
                for threads in by_warp:
                    tensor.at_relaxed_mbarrier(place, threads, phase, 0)

    # ---- lives ----------------------------------------------------------------------------

    def _note(self, by_warp: Sequence[Sequence[int]], use: _Use) -> None:
        """Note a use by threads of some warps, and look whether the mbarrier was made before it."""
        # What an arrival makes known has this time: itself, too, if someone waits for it.
        time, mark = use.time - 1, use.site | _SHARED
        users = self._users.get(use.place)
        if users is None:
            users = self._users[use.place] = {}
        for threads in by_warp:
            if is_whole_warp(threads):
                users[threads[0]] = Earlier(threads[0], time, mark | _MANY)
            else:
                users.update({who: Earlier(who, time, mark) for who in threads})
            if use.there is not use.room:
                self._visit(use._replace(threads=threads))
        made = self._set.get(use.place)
        if made is None or self._is_past(made, use.room):
            return
        for threads in by_warp:
            self._look_at_life(made, use._replace(threads=threads), sets=False)

    def _visit(self, use: _Use) -> None:
        """Note a use of another block's mbarrier."""
        for who in use.threads:
            visit = Earlier(who, use.time - 1, use.site | _SHARED | _WRITE)
            self._races.note_visit(use.there, visit)

    def _make(self, use: _Use) -> None:
        """Note that an mbarrier is made or ended, and look whether all uses came before that."""
        if use.there is not use.room:
            self._visit(use)
        self._set[use.place] = Earlier(use.threads[0], use.time - 1, use.site | _SHARED)
        for user in self._users.pop(use.place, {}).values():
            if not self._is_past(user, use.room):
                self._look_at_life(user, use, sets=True)
        self._races.order.forget_mbarrier(use.place)

    @staticmethod
    def _is_past(earlier: Earlier, room: BlockWatch) -> bool:
        """Return whether a use by a thread of a block lies before its last barrier."""
        return earlier.who >> THREAD_BITS == room.block and earlier.time < room.slots[_BLOCK_TIME]

    def _look_at_life(self, earlier: Earlier, use: _Use, *, sets: bool) -> None:
        """Look at a use and an earlier one, of which one makes the mbarrier or ends it."""
        races, mark = self._races, use.site | _SHARED
        for who in use.threads:
            # What has been done with one is over, also behind a relaxed barrier of the cluster.
            key = ("uses", earlier.who >> LANE_BITS) if sets else ("inits", earlier.who)
            if races.order.known(who, key) > earlier.time:
                continue
            if not races.in_order(Now(who, mark, 0, 0, use.there), earlier, use.room):
                races.find_early_use(Earlier(who, use.time, mark), earlier, sets=sets)

    # ---- order ----------------------------------------------------------------------------

    def _arrive(self, use: _Use, phase: int, scope: int) -> None:
        """Note what an arrival makes known."""
        races = self._races
        if scope:
            by, facts = (use.room.block, scope), races.facts_of(use.threads, use.room)
            races.order.arrive_at_mbarrier(use.place, facts, phase, by)
        elif races.tensor is not None:
            races.tensor.at_relaxed_mbarrier(use.place, use.threads, phase, _IN_CLUSTER)
