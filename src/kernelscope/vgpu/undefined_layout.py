"""The slots in which undefined values are followed, as `layout` has the others."""

from __future__ import annotations

import enum

from kernelscope.vgpu.layout import LANES


class Undefined(enum.IntEnum):
    """Slots of a block of a launch in which undefined values are followed; see `docs/check.md`."""

    TABLE = 0
    """Address of a table with a row of `Tagged` for each allocation."""
    SHARED = enum.auto()
    """Address of the tags of the block's shared memory."""
    RECORDS = enum.auto()
    """Address of a row of `Record` for each instruction and branch of the kernel."""
    TELL = enum.auto()
    """A host function: takes note of an undefined value that decides something."""
    FIRST_TAG = enum.auto()
    """The tag of shared and local memory before a block: `Tag.UNWRITTEN`, or 0 if no tags are
    kept."""


class Tagged(enum.IntEnum):
    """Slots of an allocation in the table of tags: a byte for each of its bytes."""

    TAGS = 0
    """Their address; 0 for memory that is all defined."""
    SIZE = enum.auto()


class Memory(enum.IntEnum):
    """The memory whose tags code reads and writes (`jit/c/tags.c`)."""

    GLOBAL = 0
    SHARED = enum.auto()
    """The block's own."""
    REMOTE = enum.auto()
    """The shared memory of any block of the cluster."""


BYTES_AT, COUNT_AT = 8, 16
"""Where above that are the bytes of an element, and the elements of a lane's access."""


class Tag(enum.IntEnum):
    """The tag of a byte of memory; 0: it is defined."""

    FRESH = 1
    """Global memory that nothing has written, or a copy of it."""
    UNWRITTEN = 2
    """Shared or local memory that nothing has written."""
    CALCULATED = 3
    """What was stored there is undefined, or was calculated from such a value."""


class Record(enum.IntEnum):
    """A record of the undefined values at an instruction."""

    COUNT = 0
    """Lanes in which one decided something there."""
    ADDRESS = enum.auto()
    """Of a load, from here on for each warp, every other slot: where it found one last."""
    SOURCE = enum.auto()
    """Likewise the tag that it found there, with `lane << 8` and `FOUND`.

    Of a store: not 0 if it has stored an undefined value.
    """


RECORD_SLOTS = Record.ADDRESS + 2 * LANES + 1
FOUND = 1 << 62


class Decision(enum.IntEnum):
    """The decision that an undefined value makes."""

    ADDRESS = 0
    BRANCH = enum.auto()
    STORED = enum.auto()
    """It goes to global memory, which the host can read."""
    GUARD = enum.auto()
    """Whether a store or another effect happens at all."""
    UPDATED = enum.auto()
    """An atomic makes a new value of undefined memory."""
    TAGS = enum.auto()
    """No decision: the memory needs tags, as an undefined value is copied to it."""
