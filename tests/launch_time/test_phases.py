"""The phases of mbarriers that warps used, from the parities that they saw."""

from __future__ import annotations

import numpy as np

from kernelscope.launch_time.phases import NO_PHASE, phases_of
from kernelscope.vgpu.counting.trace import BlockTrace, Event, TracedInstruction, WarpTrace

USES = ("init", "wait", "arrive", "bytes", "")
INSTRUCTIONS = tuple(TracedInstruction(0, "mbarrier", "", False, 1, 1, "", use) for use in USES)
BARRIER = USES.index("")


def warp(*events: tuple[str, int, int] | None) -> WarpTrace:
    """A warp that used mbarriers: how, at which address, with which parity; None: a barrier."""
    rows = [("", 0, 0) if event is None else event for event in events]
    kinds = [Event.BARRIER if event is None else Event.PHASE for event in events]
    none = np.zeros(len(rows), np.int32)
    return WarpTrace(
        executions=np.ones(1, np.int64), lanes_summed=np.ones(1, np.int64),
        kinds=np.array(kinds, np.uint8),
        numbers=np.array([USES.index(use) for use, _, _ in rows], np.int32),
        lanes=none, sectors_counted=np.array([address for _, address, _ in rows], np.int32),
        wavefronts=np.array([parity for _, _, parity in rows], np.int32), spaces=none,
        offsets=np.zeros(len(rows) + 1, np.int64), sectors=none, truncated=False,
    )  # fmt: skip


def phases(*warps: WarpTrace) -> list[list[int]]:
    """The phases, numbered by when they are first seen; -1 for none."""
    names: dict[int, int] = {NO_PHASE: -1}
    found = phases_of(BlockTrace(0, warps), INSTRUCTIONS)
    return [[names.setdefault(p, len(names) - 1) for p in of.tolist()] for of in found]


def test_who_arrives_and_who_waits_meet_in_a_phase() -> None:
    """A producer fills one buffer three times; it waits for a free one with parity 1 first."""
    full, free = 64, 72
    producer = warp(
        ("init", full, 0), ("init", free, 0), None,
        ("wait", free, 1), ("bytes", full, 0),
        ("wait", free, 0), ("bytes", full, 1),
        ("wait", free, 1), ("bytes", full, 0),
    )  # fmt: skip
    consumer = warp(
        None,
        ("wait", full, 0), ("arrive", free, 0),
        ("wait", full, 1), ("arrive", free, 1),
        ("wait", full, 0), ("arrive", free, 0),
    )  # fmt: skip
    ours, theirs = phases(producer, consumer)
    assert ours == [-1, -1, -1, -1, 0, 1, 2, 3, 4]
    assert theirs == [-1, 0, 1, 2, 3, 4, 5]


def test_a_barrier_that_is_made_again_begins_anew() -> None:
    one = warp(
        ("init", 0, 0), None, ("bytes", 0, 0), ("wait", 0, 0), None,
        ("init", 0, 0), None, ("bytes", 0, 0), ("wait", 0, 0),
    )  # fmt: skip
    other = warp(None, ("wait", 0, 0), None, None, ("wait", 0, 0))
    ours, theirs = phases(one, other)
    assert ours == [-1, -1, 0, 0, -1, -1, -1, 1, 1]
    assert theirs == [-1, 0, -1, -1, 1]


def test_asking_again_is_the_same_phase() -> None:
    assert phases(warp(("wait", 8, 0), ("wait", 8, 0), ("wait", 8, 1))) == [[0, 0, 1]]
