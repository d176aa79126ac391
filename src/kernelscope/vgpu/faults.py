"""The faults of a launch, and how it goes on behind them: numbers that compiled code knows, too."""

from __future__ import annotations

import enum


class Fault(enum.IntEnum):
    """The reason that a launch stopped."""

    OUT_OF_BOUNDS = 1
    MISALIGNED = 2
    SHARED_OUT_OF_BOUNDS = 3
    LOCAL_OUT_OF_BOUNDS = 4
    DEADLOCK = 5
    TRAP = 6
    TIME_LIMIT = 7
    INTERRUPTED = 8
    OPERAND = 9
    """The value of a register is beyond what its operand may be. It is in FAULT_ADDRESS, and from
    bit `VALUE_BITS` on the operand's number among those with bounds."""
    OUTSIDE_CLUSTER = 10
    """An address of shared memory names a rank that the cluster does not have."""
    BLOCK_HAS_ENDED = 11
    """An access to the shared memory of a block of the cluster that has ended."""
    BULK_SIZE = 12
    """A bulk copy of a size that is not a multiple of 16 bytes."""
    BULK_ALIGNMENT = 13
    """An address of a bulk copy that is not a multiple of 16, or that its tile needs aligned."""
    TENSOR_MAP = 14
    """128 bytes that do not describe a tensor as the instruction needs it."""
    CLUSTER = 15
    """A copy to blocks that the cluster does not have."""
    MIXED_OPERAND = 16
    """Lanes that come together have different values of an operand that they must share. The first
    lane's is in FAULT_ADDRESS, as of `OPERAND`."""
    TENSOR_MEMORY = 17
    """A wrong use of tensor memory: a `layout.TensorProblem` from bit `VALUE_BITS` of FAULT_ADDRESS
    on, below it the value that is wrong."""


VALUE_BITS = 32
FAULTS = 32
"""More than there are kinds of faults."""
FINAL_FAULTS = sum(
    1 << fault
    for fault in (
        *(Fault.DEADLOCK, Fault.TRAP, Fault.TIME_LIMIT, Fault.INTERRUPTED),
        *(Fault.OPERAND, Fault.MIXED_OPERAND),
    )
)
"""The faults that are no access to leave out, as bits: they end the launch in any case."""


class Suppressed(enum.IntEnum):
    """Slots of a launch that goes on where accesses are at fault (`jit.suppress`)."""

    COUNTS = 0
    """Address of a table: for each site, and each kind of fault there, how many lanes had it."""
    TELL = enum.auto()
    """A host function: takes note of the first of those."""


class Reach(enum.IntEnum):
    """Where the addresses of an access are, for the code that looks for its faults."""

    GLOBAL = 0
    SHARED = enum.auto()
    CLUSTER = enum.auto()
    """In shared memory of any block of the cluster."""
    LOCAL = enum.auto()
    PARAM = enum.auto()
    GENERIC = enum.auto()


REACH_AT = 8
"""In what that code is made for: the bytes of a lane are below."""
REACH_IN_CLUSTER = 1 << 16
"""Whether the launch has clusters."""
