"""Interleaved timing of two callables."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable


def seconds(call: Callable[[], object]) -> float:
    """Return the wall-clock time of one call, in seconds."""
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def settle(call: Callable[[], object], for_s: float = 2.5) -> None:
    """Call something for some seconds: a kernel whose launches took long gets its better code."""
    end = time.perf_counter() + for_s
    while time.perf_counter() < end:
        call()


def interleaved(
    ours: Callable[[], object], theirs: Callable[[], object], repeats: int
) -> tuple[float, float]:
    """Return the median seconds of each; they are called in turn, so that both meet the same load.

    `repeats` is the number of timed calls of each, after two untimed ones.
    """
    for _ in range(2):
        ours()
        theirs()
    pairs = [(seconds(ours), seconds(theirs)) for _ in range(repeats)]
    return statistics.median(a for a, _ in pairs), statistics.median(b for _, b in pairs)
