"""The bits of an mbarrier as it changes; `instructions/mbarrier.py` says what they are."""

from __future__ import annotations

import numpy as np

from kernelscope.vgpu.types import Lanes

PENDING, BYTES, LAYOUT, PHASE = 20, 40, 62, 63
COUNT = (1 << 20) - 1


def get(memory: Lanes) -> int:
    """Return a barrier's 64 bits."""
    return int.from_bytes(memory.tobytes(), "little")


def put(memory: Lanes, word: int) -> None:
    """Set a barrier's 64 bits."""
    memory[:] = np.frombuffer((word & (1 << 64) - 1).to_bytes(8, "little"), np.uint8)


def changed(word: int, arrivals: int, leaving: int, more: int) -> int:
    """Return a barrier after arrivals, of which `leaving` are the last, and with `more` bytes to
    wait for.
    """
    expected, pending = word & COUNT, word >> PENDING & COUNT
    waited = (word >> BYTES & 0x3FFFFF) - (word >> PHASE - 2 & 1) * 0x400000 + more
    upper = word >> LAYOUT << LAYOUT
    expected -= leaving
    pending -= arrivals
    if pending == 0 and waited == 0:
        upper, pending = upper ^ 1 << PHASE, expected
    return upper | (waited & 0x3FFFFF) << BYTES | (pending & COUNT) << PENDING | expected & COUNT
