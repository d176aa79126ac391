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
from kernelscope.sanitizer.order import Facts, Order, is_whole_warp
from kernelscope.sanitizer.tensor_memory import TensorAccesses
from kernelscope.vgpu.analysis.warp import bits_of
from kernelscope.vgpu.layout import (
    LANE_BITS,
    LANES,
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
_BYTES = 8
_EVERYONE = (1 << LANES) - 1


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

    def publish(self, warp: int, facts: Facts, room: BlockWatch) -> None:
        """Let compiled code know what all lanes of a warp know now."""
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
        self._note(use)
        # The phase is that after the arrivals of all lanes.
        word = ctypes.c_uint64.from_address(there.context[_SHARED_AT] + offset).value
        self._arrive(use, word >> 63, scope)

    def passed(self, passes: Table, count: int, room: BlockWatch) -> None:
        """Note waits that have seen a phase over: `layout.Pass`."""
        words, order = passes[: count * PASS_SLOTS], self._races.order
        for at in range(0, len(words), PASS_SLOTS):
            site, warps, lanes, scope, address, phase, time = words[at : at + PASS_SLOTS]
            peer = room.peer(address, _BYTES)
            assert peer is not None, "compiled code has read the phase there"
            there, offset = peer
            place, threads_of_warps = (there.block, offset), _threads_of(room.block, warps, lanes)
            for threads in threads_of_warps:
                self._note(_Use(threads, site, time, room, there, place))
            if scope:
                for warp, facts in order.pass_mbarrier(threads_of_warps, place, phase, scope):
                    self._races.publish(warp, facts, room)
            elif self._races.tensor is not None:
                for threads in threads_of_warps:
                    self._races.tensor.at_relaxed_mbarrier(place, threads, phase, 0)

    # ---- lives ----------------------------------------------------------------------------

    def _note(self, use: _Use) -> None:
        """Note a use, and look whether the mbarrier was made before it."""
        # What an arrival makes known has this time: itself, too, if someone waits for it.
        time, mark = use.time - 1, use.site | _SHARED
        if use.there is not use.room:
            for who in use.threads:
                self._races.note_visit(use.there, Earlier(who, time, mark | _WRITE))
        users = self._users.get(use.place)
        if users is None:
            users = self._users[use.place] = {}
        if is_whole_warp(use.threads):
            first = use.threads[0]
            users[first] = Earlier(first, time, mark | _MANY)
        else:
            users.update({who: Earlier(who, time, mark) for who in use.threads})
        made = self._set.get(use.place)
        if made is not None:
            self._look_at_life(made, use, sets=False)

    def _make(self, use: _Use) -> None:
        """Note that an mbarrier is made or ended, and look whether all uses came before that."""
        time, mark, first = use.time - 1, use.site | _SHARED, use.threads[0]
        if use.there is not use.room:
            for who in use.threads:
                self._races.note_visit(use.there, Earlier(who, time, mark | _WRITE))
        self._set[use.place] = Earlier(first, time, mark)
        for user in self._users.pop(use.place, {}).values():
            self._look_at_life(user, use, sets=True)
        self._races.order.forget_mbarrier(use.place)

    def _look_at_life(self, earlier: Earlier, use: _Use, *, sets: bool) -> None:
        """Look at a use and an earlier one, of which one makes the mbarrier or ends it."""
        races, room, mark = self._races, use.room, use.site | _SHARED
        is_own = earlier.who >> THREAD_BITS == room.block
        if is_own and earlier.time < room.slots[_BLOCK_TIME]:
            return
        for who in use.threads:
            # What has been done with one is over, also behind a relaxed barrier of the cluster.
            key = ("uses", earlier.who >> LANE_BITS) if sets else ("inits", earlier.who)
            if races.order.known(who, key) > earlier.time:
                continue
            if not races.in_order(Now(who, mark, 0, 0, use.there), earlier, room):
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


def _threads_of(block: int, warps: int, lanes: int) -> list[Sequence[int]]:
    """Return the threads of a block's warps, by warp: all, or lanes of one warp."""
    first = [block << THREAD_BITS | warp << LANE_BITS for warp in bits_of(warps)]
    if lanes == _EVERYONE:
        return [range(who, who + LANES) for who in first]
    return [[first[0] | lane for lane in bits_of(lanes)]]
