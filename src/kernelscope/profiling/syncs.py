"""The places where the host waited for the device, how long, and what to write instead.

In: spans. Out: `Sync`s.
"""

from __future__ import annotations

from collections.abc import Sequence

from kernelscope.profiling.timeline import is_compiling
from kernelscope.record import Span, Sync, SyncKind

FIX: dict[SyncKind, str] = {
    "item": "keep the value on the device (loss.detach(), torch.where) and read it every few "
    "hundred steps, or all at once after the loop",
    "print": "collect loss.detach() in a list and print it every N steps, or after the loop",
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
"""The kind of a range in which the profiler itself waits, at the end of the profile."""


def syncs(spans: Sequence[Span]) -> tuple[Sync, ...]:
    """Return the program's waits by kind and line, the longest first.

    A wait that ends at once, because the device had finished already, counts too: on another
    machine or with more work it would take time. Waits of the profiler and of a compiler are not
    the program's: Inductor makes constants of its patterns on the device, once.
    """
    own = [s for s in spans if is_compiling(s) or (s.lane == "range" and s.kind == PROFILERS)]
    groups: dict[tuple[SyncKind, str | None], list[Span]] = {}
    for wait in spans:
        if wait.lane == "wait" and wait.kind in FIX and not _is_within(wait, own):
            groups.setdefault((wait.kind, wait.source), []).append(wait)
    result = [_sync(sync_kind, source, waits) for (sync_kind, source), waits in groups.items()]
    return tuple(sorted(result, key=lambda sync: -sync.waited_ms))


def _sync(sync_kind: SyncKind, source: str | None, waits: Sequence[Span]) -> Sync:
    waited = sum(wait.duration_us for wait in waits) / 1e3
    return Sync(sync_kind, source, waited, FIX[sync_kind], len(waits))


def _is_within(wait: Span, ranges: Sequence[Span]) -> bool:
    middle = (wait.start_us + wait.end_us) / 2
    return any(r.row == wait.row and r.start_us <= middle <= r.end_us for r in ranges)
