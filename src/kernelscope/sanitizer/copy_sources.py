"""The reads of `cp.async` in global memory, from its issue until its thread has waited for it.

Compiled code tells of it only in launches that may write to the same memory. A copy whose source is
overwritten meanwhile may bring the old bytes or the new ones.
"""

from __future__ import annotations

from collections.abc import Iterator

from kernelscope.sanitizer.accesses import ON_THE_WAY, Earlier
from kernelscope.vgpu.layout import (
    COPY_BYTES,
    COPY_SOURCES,
    FLAGGED,
    LANES,
    SITE_MASK,
    THREAD_BITS,
    TIME_BITS,
    Mark,
    Watch,
)
from kernelscope.vgpu.runtime.address_space import SPACE
from kernelscope.vgpu.runtime.watching import BlockWatch, Table

_ASYNC, _LISTED = int(Mark.ASYNC), int(Mark.LISTED)
_THREAD = (1 << TIME_BITS) - 1

Readers = dict[tuple[int, int], dict[int, Earlier]]
"""By allocation and cell the last read of each thread, of cells that have several readers."""


class CopySources:
    """The sources of one launch's copies.

    Args:
        readers: the readers of global memory, to which copies are added.
    """

    def __init__(self, readers: Readers) -> None:
        self._readers = readers
        # By block: for each thread, allocation and cell the time of the issue.
        self._on_way: dict[int, dict[tuple[int, int, int], int]] = {}

    def issue(self, mark: int, entry: Table, lanes: int, number: int, room: BlockWatch) -> None:
        """Note a copy that is issued; entry and number: see `layout.Sync`."""
        mark = mark & SITE_MASK | _ASYNC
        for who, allocation, cell in _cells(entry, lanes, number, room):
            cells = room.allocations[allocation]
            assert cells.reads is not None
            assert cells.read_marks is not None
            listed = self._readers.setdefault((allocation, cell), {})
            stamp, known = int(cells.reads[cell]), int(cells.read_marks[cell])
            earlier = Earlier.of(stamp, known)
            is_recent = earlier.time >= room.slots[Watch.LAUNCH_TIME]
            if is_recent and not known & _LISTED and earlier.who != who:
                listed.setdefault(earlier.who, earlier)
            listed[who] = Earlier(who, ON_THE_WAY, mark)
            cells.reads[cell] = FLAGGED | ON_THE_WAY << TIME_BITS | who
            cells.read_marks[cell] = mark | _LISTED
            self._on_way.setdefault(who >> THREAD_BITS, {})[who, allocation, cell] = room.now

    def read(self, entry: Table, lanes: int, number: int, room: BlockWatch) -> None:
        """Note that a copy has read, which counts as a read by its thread.

        It counts as one at the wait; if the thread arrived at an mbarrier instead, as one at the
        issue, of which those who wait there know.
        """
        has_waited = bool(number >> TIME_BITS)
        for place in _cells(entry, lanes, number, room):
            issued = self._on_way.get(place[0] >> THREAD_BITS, {}).pop(place, room.now)
            self._read_at(room.now if has_waited else issued, place, room)

    def end(self, room: BlockWatch) -> None:
        """Note that a block has ended: what its copies have not read yet is over, too."""
        for place in self._on_way.pop(room.block, {}):
            self._read_at(room.now, place, room)

    def _read_at(self, time: int, place: tuple[int, int, int], room: BlockWatch) -> None:
        who, allocation, cell = place
        cells, listed = room.allocations[allocation], self._readers[allocation, cell]
        assert cells.reads is not None
        listed[who] = Earlier(who, time, listed[who].mark & ~_ASYNC)
        if all(earlier.time != ON_THE_WAY for earlier in listed.values()):
            cells.reads[cell] = FLAGGED | room.now << TIME_BITS | who


def _cells(
    entry: Table, lanes: int, number: int, room: BlockWatch
) -> Iterator[tuple[int, int, int]]:
    """Yield thread, allocation and cell of all that the lanes of a copy read."""
    for lane in range(LANES):
        size = entry[COPY_BYTES + lane]
        if not lanes >> lane & 1 or not size:
            continue
        host = entry[COPY_SOURCES + lane]
        for allocation, cells in room.allocations.items():
            region = SPACE.region(allocation)
            assert region is not None
            offset = host - region.base
            if cells.reads is not None and 0 <= offset < region.size:
                who = (number & _THREAD) + lane
                first, last = offset // cells.grain, (offset + size - 1) // cells.grain
                yield from ((who, allocation, cell) for cell in range(first, last + 1))
                break
