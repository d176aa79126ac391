"""A profile's timeline in a few lines: how busy the device is, why it idles, what makes it wait."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from kernelscope.quantity import format_value
from kernelscope.record import ONE_TIME, DeviceUse, Idle, IdleCause, Profile, Sync

_LINES = 5
_LEAST = 0.01  # share of the timeline below which a gap is not worth a line
CAUSES: dict[IdleCause, str] = {
    "wait": "after the CPU waited for it",
    "program": "while the CPU runs the program's own code",
    "operation": "while the CPU prepares an operation",
    "launch": "while the CPU launches",
    "copy": "while the CPU copies",
    "compile": "while the CPU compiles",
    "autotune": "while an autotuner tries configurations",
    "import": "while the CPU imports",
}
WAITS = {
    "item": "a value is read (.item(), float(), if)",
    "print": "a tensor is printed",
    "copy-to-host": "memory is copied to the host",
    "nonzero": "a shape depends on values (nonzero, boolean index)",
    "blocking-copy": "a blocking copy from pageable memory",
    "free": "memory goes back to the device",
    "explicit": "the program asks for it (synchronize)",
}


def lines(record: Profile) -> Iterator[str]:
    """Yield a sentence on the device's use, then the causes of its idling.

    Nothing if nothing ran on the device.
    """
    use = record.use
    if use is None or not use.span_ms or any(s.implementation for s in record.stretches):
        return
    yield _sentence(use)
    by_cause: dict[IdleCause, list[Idle]] = {}
    for idle in use.idle:
        by_cause.setdefault(idle.cause, []).append(idle)
    least = _LEAST * use.steady_ms
    yield from (_idle(own) for own in by_cause.values() if _total_ms(own) >= least)
    if record.syncs:
        yield "the CPU waits for the GPU at"
        yield from map(_sync, record.syncs[:_LINES])
    if len(record.syncs) > _LINES:
        yield f"  and in {len(record.syncs) - _LINES} more places"


def place(source: str | None) -> str:
    """Return `train.py:12` for a path with its line; "" if the line is not known."""
    return Path(source).name if source else ""


def once(use: DeviceUse) -> str:
    """Return `only once: 144 ms of compiling`."""
    spent = {
        cause: sum(idle.idle_ms for idle in use.idle if idle.cause == cause) for cause in ONE_TIME
    }
    parts = [f"{_ms(ms)} of {cause.removesuffix('e')}ing" for cause, ms in spent.items() if ms]
    return f"only once: {', '.join(parts)}"


def _sentence(use: DeviceUse) -> str:
    busy = f"{100 * use.busy_ms / use.steady_ms:.0f} %"
    apart = f" without {_ms(use.once_ms)} of one-time work" if use.once_ms else ""
    return (
        f"between its first and last work ({_ms(use.steady_ms)}{apart}) the GPU is busy for "
        f"{busy}; the CPU runs up to {_ms(use.ahead_ms)} ahead, at most {use.deepest_queue} queued"
    )


def _idle(own: Sequence[Idle]) -> str:
    count = sum(idle.count for idle in own)
    gaps = f"{count} gap{'s' if count != 1 else ''}"
    line = f"  idle {_ms(_total_ms(own))} in {gaps} {CAUSES[own[0].cause]}"
    most = next((idle for idle in own if idle.source), None)
    if most is None:
        return line
    inside = f", in {most.inside}" if most.inside else ""
    return f"{line}; most at {place(most.source)}{inside} ({_ms(most.idle_ms)})"


def _total_ms(own: Sequence[Idle]) -> float:
    return sum(idle.idle_ms for idle in own)


def _sync(sync: Sync) -> str:
    often = "once" if sync.count == 1 else f"{sync.count} times"
    where = f"{place(sync.source)}: " if sync.source else ""
    fix = "" if sync.kind == "explicit" else f"\n    instead: {sync.fix}"
    return f"  {where}{WAITS[sync.kind]}, {often}, {_ms(sync.waited_ms)}{fix}"


def _ms(value: float) -> str:
    return format_value(value, "ms")
