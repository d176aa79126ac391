"""Waits → the places where the host waited for the device, how long, and what to write instead."""

from __future__ import annotations

from collections.abc import Sequence

from kernelscope.record import Span, Sync, SyncKind

FIX: dict[SyncKind, str] = {
    "item": "keep the value on the device (loss.detach(), torch.where) and read it every so many "
    "steps, or all at once after the loop",
    "print": "collect loss.detach() in a list and print it every so many steps, or after the loop",
    "copy-to-host": "copy once after the loop, or with non_blocking=True into pinned memory and "
    "wait for an event",
    "nonzero": "keep the shape: torch.where(mask, x, 0) with three arguments, a masked_fill or a "
    "multiplication by the mask instead of indices",
    "blocking-copy": "make it on the device, or x.pin_memory().to(device, non_blocking=True); "
    "DataLoader(pin_memory=True) pins batches",
    "free": "drop empty_cache() and keep the buffer: memory goes back to PyTorch's own cache "
    "without waiting",
    "explicit": "keep it for timing and before reading results on the host; kernels of one stream "
    "are in order without it",
}

PROFILERS = "profiler"
"""The kind of a range in which the profiler itself waits, at the end of what it watches."""


def syncs(spans: Sequence[Span]) -> tuple[Sync, ...]:
    """The program's waits, those of one kind and line together, the longest first.

    A wait that ends at once, because the device had done its work already, counts too: on another
    machine or with more work it would not.
    """
    own = [s for s in spans if s.lane == "range" and s.kind == PROFILERS]
    found: dict[tuple[SyncKind, str | None], list[Span]] = {}
    for wait in spans:
        if wait.lane == "wait" and wait.kind in FIX and not _is_within(wait, own):
            found.setdefault((wait.kind, wait.source), []).append(wait)
    told = [_sync(kind, source, waits) for (kind, source), waits in found.items()]
    return tuple(sorted(told, key=lambda one: -one.waited_ms))


def _sync(kind: SyncKind, source: str | None, waits: Sequence[Span]) -> Sync:
    waited = sum(wait.duration_us for wait in waits) / 1e3
    return Sync(kind, source, waited, FIX[kind], len(waits))


def _is_within(wait: Span, ranges: Sequence[Span]) -> bool:
    middle = (wait.start_us + wait.end_us) / 2
    return any(r.row == wait.row and r.start_us <= middle <= r.end_us for r in ranges)
