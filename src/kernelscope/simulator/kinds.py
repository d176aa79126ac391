"""The numbers by which the simulator knows kinds of instructions, pipes and reasons of stalls.

Plain integers: `tools/build_simulator.py` writes them into `state.h` for the simulator's C.
"""

from __future__ import annotations

# Kinds of instructions. Those from FIRST_ACCESS on take one access of their warp's stream each.
(
    PLAIN,  # a pipe is taken; the result is written after the latency
    SHUFFLE,  # as PLAIN, through the memory queue: shuffles, votes across the queue, S2R
    # Waits until at most `number` of the releases of barrier `which` are outstanding (DEPBAR.LE).
    WAIT_COUNT,
    # Releases its write barrier when the warp's asynchronous copies so far are done (LDGDEPBAR).
    COMMIT,
    # Waits at barrier `which` for `number` warps of the block; 0: for all that have not ended.
    BARRIER,
    BARRIER_ARRIVE,  # counts as a warp at barrier `which`, and goes on
    MEMBAR,  # waits until the warp's stores and reductions are done
    SLEEP,  # waits `number` cycles
    WGMMA,  # a product of a warpgroup: the warp goes on, the write barrier is released at the end
    # Makes the copy engine forget a tensor's descriptor: the block's next bulk copies wait for it.
    DESCRIPTOR,
    SHARED,  # loads, stores and atomics of shared memory
    LOAD,  # a load of global or local memory through L1
    LOAD_L2,  # a load that L1 does not keep (.cg, volatile, acquire)
    STORE,
    REDUCTION,  # an atomic operation at L2 without a result
    ATOMIC,  # an atomic operation at L2 with a result
    COPY,  # an asynchronous copy from global into shared memory, past L1 (LDGSTS.BYPASS)
    COPY_L1,  # an asynchronous copy from global into shared memory through L1 (LDGSTS)
    # A copy of the copy engine into shared memory, which completes an event (UTMALDG, UBLKCP).
    BULK_LOAD,
    BULK_STORE,  # a copy of the copy engine from shared memory
    EVENT_ARRIVE,  # counts towards an event: an arrival at an mbarrier
    # Counts towards an event when the warp's asynchronous copies so far are done.
    EVENT_ARRIVE_COPIES,
    EVENT_WAIT,  # waits until an event is complete: a phase of an mbarrier
    LOCAL_STORE,  # a store to local memory: L1 keeps its sectors, and passes them on to L2
) = range(24)
FIRST_ACCESS, KINDS = SHARED, LOCAL_STORE + 1

PIPES = (
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
NO_PIPE, TENSOR, LSU, TMA = map(PIPES.index, ("none", "tensor", "lsu", "tma"))

REASONS = (
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
(
    WAIT, LONG, SHORT, AT_BARRIER, AT_MEMBAR, SLEEPING, MATH,
    TENSOR_BUSY, MIO, LG, NOT_SELECTED, GMMA, DRAIN,
) = range(len(REASONS))  # fmt: skip

# What L2 says of a sector.
(
    ABSENT,
    PRESENT,
    # Another SM has asked for it: a load waits for device memory, and takes none of its rate.
    ON_ITS_WAY,
) = range(3)
VERDICTS = ON_ITS_WAY + 1

COUNTERS = 8
"""Barriers of a warp: 0 to 5 of the control word, 6 for wgmma, 7 for groups of bulk copies."""
KEPT = 16
"""Releases of each barrier that WAIT_COUNT can look back."""
NAMED = 16
"""Barriers of a block."""
SCHEDULERS = 4
MOST_QUEUE = 16
"""The longest memory queue of a sub-partition."""
FAR = 1 << 60
"""A cycle that is never reached."""
