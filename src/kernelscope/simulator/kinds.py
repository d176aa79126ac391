"""The numbers by which the simulator knows kinds of instructions, pipes and reasons of stalls.

Plain integers: compiled functions take them as constants.
"""

from __future__ import annotations

from typing import Final

# Kinds of instructions. Those from FIRST_ACCESS on take one access of their warp's stream each.
PLAIN: Final = 0
"""A pipe is taken; the result is written after the latency."""
SHUFFLE: Final = 1
"""As PLAIN, through the memory queue: shuffles, votes across the queue, S2R."""
WAIT_COUNT: Final = 2
"""Waits until at most `number` of the releases of barrier `which` are outstanding (DEPBAR.LE)."""
COMMIT: Final = 3
"""Releases its write barrier when the warp's asynchronous copies so far are done (LDGDEPBAR)."""
BARRIER: Final = 4
"""Waits at barrier `which` for `number` warps of the block; 0: for all that have not ended."""
BARRIER_ARRIVE: Final = 5
"""Counts as a warp at barrier `which`, and goes on."""
MEMBAR: Final = 6
"""Waits until the warp's stores and reductions are done."""
SLEEP: Final = 7
"""Waits `number` cycles."""
WGMMA: Final = 8
"""A product of a warpgroup: the warp goes on, the write barrier is released at the end."""
DESCRIPTOR: Final = 9
"""Makes the copy engine forget a tensor's descriptor: the block's next bulk copies wait for it."""
FIRST_ACCESS: Final = 10
SHARED: Final = 10
"""Loads, stores and atomics of shared memory."""
LOAD: Final = 11
"""A load of global or local memory through L1."""
LOAD_L2: Final = 12
"""A load that L1 does not keep (.cg, volatile, acquire)."""
STORE: Final = 13
REDUCTION: Final = 14
"""An atomic operation at L2 without a result."""
ATOMIC: Final = 15
"""An atomic operation at L2 with a result."""
COPY: Final = 16
"""An asynchronous copy from global into shared memory, past L1 (LDGSTS.BYPASS)."""
COPY_L1: Final = 17
"""An asynchronous copy from global into shared memory through L1 (LDGSTS)."""
BULK_LOAD: Final = 18
"""A copy of the copy engine into shared memory, which completes an event (UTMALDG, UBLKCP)."""
BULK_STORE: Final = 19
"""A copy of the copy engine from shared memory."""
EVENT_ARRIVE: Final = 20
"""Counts towards an event: an arrival at an mbarrier."""
EVENT_ARRIVE_COPIES: Final = 21
"""Counts towards an event when the warp's asynchronous copies so far are done."""
EVENT_WAIT: Final = 22
"""Waits until an event is complete: a phase of an mbarrier."""
LOCAL_STORE: Final = 23
"""A store to local memory: L1 keeps its sectors, and passes them on to L2."""
KINDS: Final = 24

PIPES: Final = (
    "none",
    "fma",
    "alu",
    "fp16",
    "fp64",
    "xu",
    "tensor",
    "lsu",
    "adu",
    "uniform",
    "branch",
    "tma",
    "tex",
    "fmaheavy",
)
"""The names of the pipes; an instruction's pipe is the index."""
NO_PIPE: Final = 0
TENSOR: Final = 6
LSU: Final = 7
TMA: Final = 11

REASONS: Final = (
    "wait",
    "long_scoreboard",
    "short_scoreboard",
    "barrier",
    "membar",
    "sleeping",
    "math_pipe_throttle",
    "tensor_throttle",
    "mio_throttle",
    "lg_throttle",
    "not_selected",
    "gmma",
    "drain",
)
"""Why a warp did not issue in a cycle, under Nsight Compute's names as far as it has them."""
WAIT: Final = 0
LONG: Final = 1
SHORT: Final = 2
AT_BARRIER: Final = 3
AT_MEMBAR: Final = 4
SLEEPING: Final = 5
MATH: Final = 6
TENSOR_BUSY: Final = 7
MIO: Final = 8
LG: Final = 9
NOT_SELECTED: Final = 10
GMMA: Final = 11
DRAIN: Final = 12

# What L2 says of a sector.
ABSENT: Final = 0
PRESENT: Final = 1
BY_RATE: Final = 2
"""The machine's rate decides."""
ON_ITS_WAY: Final = 3
"""Another SM has asked for it: a load waits for device memory, and takes none of its rate."""
VERDICTS: Final = 4

COUNTERS: Final = 8
"""Barriers of a warp: 0 to 5 of the control word, 6 for wgmma, 7 for groups of bulk copies."""
KEPT: Final = 16
"""Releases of each barrier that WAIT_COUNT can look back."""
NAMED: Final = 16
"""Barriers of a block."""
SCHEDULERS: Final = 4
MOST_QUEUE: Final = 16
"""The longest memory queue of a sub-partition."""
FAR: Final = 1 << 60
"""A cycle that is never reached."""
