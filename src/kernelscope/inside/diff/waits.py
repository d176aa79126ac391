"""The time of a simulated launch by what its warps did or waited for, in microseconds.

The cycles of an SM are shared out as the cycles of its warps are. What the launch itself takes, and
device memory or atomics beyond the SM's own time, are parts of their own: all add up to the time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from kernelscope.record import LaunchRecord

BEYOND = "device memory or atomics, beyond the SMs"
LAUNCH = "launch"
_WAITS = "waits: {}"
_ISSUED = "selected"
_TITLES = {_ISSUED: "instructions issued"}


def title_of(reason: str) -> str:
    """Return the name of a part of the time: "waits: barrier"."""
    return _TITLES.get(reason, _WAITS.format(reason))


def waits_of(launch: LaunchRecord) -> dict[str, float]:
    """Return microseconds by what warps did or waited for; {} if the launch was not simulated."""
    by_line = waits_by_line(launch)
    if not by_line or launch.time_us is None:
        return {}
    waits: Counter[str] = Counter()
    for reason, lines in by_line.items():
        waits[title_of(reason)] = sum(lines.values())  # pyright: ignore[reportArgumentType]
    launching, sm = launch.time_parts[LAUNCH], launch.time_parts["sm"]
    beyond = launch.time_us.value - launching - sm
    return {**waits, BEYOND: max(beyond, 0.0), LAUNCH: launching}


def waits_by_line(launch: LaunchRecord) -> dict[str, dict[str, float]]:
    """Return reason → source line → microseconds of an SM; {} if the launch was not simulated."""
    activity = launch.simulated.activity if launch.simulated is not None else None
    if activity is None or "sm" not in launch.time_parts:
        return {}
    whole = sum(sum(line.cycles.values()) for line in activity.lines)
    scale = launch.time_parts["sm"] / whole if whole else 0.0
    found: dict[str, dict[str, float]] = {}
    for line in activity.lines:
        for reason, share in line.cycles.items():
            found.setdefault(reason, {})[line.source] = scale * share
    return found


def of_title(waits: Mapping[str, Mapping[str, float]], title: str) -> Mapping[str, float]:
    """Return source line → microseconds of the part of this name."""
    return next((lines for reason, lines in waits.items() if title_of(reason) == title), {})
