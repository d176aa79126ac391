"""Counters that a profiler measured, as launches that the rules of diagnosis can look at."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from kernelscope.frontends import front_end_of_kernel
from kernelscope.hardware import GPUSpec
from kernelscope.hardware.residency import occupancy
from kernelscope.profiling.counters import sections as at
from kernelscope.quantity import Quantity
from kernelscope.record import KernelCounters, LaunchRecord

Counted = tuple[KernelCounters, LaunchRecord]
"""A launch of the virtual GPU, as counters and as it was recorded."""


def as_launches(
    kernels: Sequence[KernelCounters], spec: GPUSpec, counted: Sequence[Counted] = ()
) -> tuple[LaunchRecord, ...]:
    """The launches behind `kernels`, with the times that were measured.

    Where `counted` has the same launch, its counts, lines and accesses stand, and what only the
    hardware knows is added; another one has the measured counters alone.
    """
    waiting = list(counted)
    found: list[LaunchRecord] = []
    for one in kernels:
        same = next((pair for pair in waiting if is_same(one, pair[0])), None)
        if same is None:
            found.append(_alone(one, spec))
            continue
        waiting.remove(same)
        counters = _measured(one) | same[1].counters
        found.append(replace(same[1], counters=counters, time_us=_time_us(one)))
    return tuple(found)


def is_same(one: KernelCounters, other: KernelCounters) -> bool:
    """Whether two sources tell of one launch: implementation, name, grid and block."""
    return (one.implementation, one.kernel, one.grid, one.block) == (
        other.implementation,
        other.kernel,
        other.grid,
        other.block,
    )


def _measured(one: KernelCounters) -> dict[str, float]:
    kept = {name: q for name, q in one.metrics.items() if q.provenance == "measured"}
    return {name: quantity.value for name, quantity in kept.items()}


def _time_us(one: KernelCounters) -> Quantity | None:
    time = one.metrics.get(at.DURATION)
    return None if time is None else Quantity(time.value / 1e3, "us", time.provenance)


def _alone(one: KernelCounters, spec: GPUSpec) -> LaunchRecord:
    shared = [
        round(one.metrics[name].value) if name in one.metrics else 0
        for name in (at.STATIC_SHARED, at.DYNAMIC_SHARED)
    ]
    fit = occupancy(
        spec,
        block=math.prod(one.block),
        registers=one.registers or 0,
        static_shared_bytes=shared[0],
        dynamic_shared_bytes=shared[1],
    )
    resident = spec.sms * fit.blocks_per_sm
    return LaunchRecord(
        kernel=one.kernel,
        grid=one.grid,
        block=one.block,
        static_shared_bytes=shared[0],
        dynamic_shared_bytes=shared[1],
        registers=one.registers,
        counters=_measured(one),
        time_us=_time_us(one),
        frontend=front_end_of_kernel(one.kernel),
        occupancy=fit.fraction,
        limiter=fit.limiter,
        waves=math.prod(one.grid) / resident if resident else None,
    )
