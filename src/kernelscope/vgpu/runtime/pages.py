"""Large tables of which little is used."""

from __future__ import annotations

import mmap

import numpy as np


def lazy_zeros(rows: int, columns: int) -> np.ndarray:
    """Return zeros of 64 bits whose small pages take memory when they are written to.

    Most of the room for events stays empty. With huge pages, which NumPy asks for, the first word
    of each of 128 warps costs 2 MiB of zeros: 50 ms for a launch that takes 11.
    """
    pages = mmap.mmap(-1, max(8 * rows * columns, 1), mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    if hasattr(mmap, "MADV_NOHUGEPAGE"):
        pages.madvise(mmap.MADV_NOHUGEPAGE)
    return np.frombuffer(pages, np.int64, rows * columns).reshape(rows, columns)
