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
from kernelscope.record.names import launch_words

Counted = tuple[KernelCounters, LaunchRecord]
"""A launch of the virtual GPU, as counters and as it was recorded."""


def as_launches(
    kernels: Sequence[KernelCounters], spec: GPUSpec, counted: Sequence[Counted] = ()
) -> tuple[LaunchRecord, ...]:
    """Return the launches behind `kernels`, with the measured times.

    If `counted` has the same launch, its counts, lines and accesses are kept, and counters that
    only the hardware has are added. Any other launch has only the measured counters.
    """
    waiting = list(counted)
    launches: list[LaunchRecord] = []
    for kernel in kernels:
        same = next((pair for pair in waiting if is_same(kernel, pair[0])), None)
        if same is None:
            launches.append(_alone(kernel, spec))
            continue
        waiting.remove(same)
        counters = _measured(kernel) | same[1].counters
        launches.append(replace(same[1], counters=counters, time_us=_time_us(kernel)))
    return tuple(launches)


def told_apart(kernels: Sequence[KernelCounters]) -> list[KernelCounters]:
    """Return measured launches with the words that tell those of one kernel apart."""
    launches = [
        LaunchRecord(
            f"{kernel.implementation}: {kernel.demangled}",
            kernel.grid,
            kernel.block,
            _shared(kernel, at.DYNAMIC_SHARED),
            _shared(kernel, at.STATIC_SHARED),
            kernel.registers,
            {n: kernel.metrics[n].value for n in at.EXACT if n in kernel.metrics},
        )
        for kernel in kernels
    ]
    words = launch_words(launches)
    return [replace(kernel, words=own) for kernel, own in zip(kernels, words, strict=True)]


def _shared(kernel: KernelCounters, name: str) -> int:
    return round(kernel.metrics[name].value) if name in kernel.metrics else 0


def is_same(first: KernelCounters, second: KernelCounters) -> bool:
    """Return whether two records are of one launch, by implementation, name, grid and block."""
    return (first.implementation, first.kernel, first.grid, first.block) == (
        second.implementation,
        second.kernel,
        second.grid,
        second.block,
    )


def _measured(kernel: KernelCounters) -> dict[str, float]:
    kept = {name: q for name, q in kernel.metrics.items() if q.provenance == "measured"}
    return {name: quantity.value for name, quantity in kept.items()}


def _time_us(kernel: KernelCounters) -> Quantity | None:
    time = kernel.metrics.get(at.DURATION)
    return None if time is None else Quantity(time.value / 1e3, "us", time.provenance)


def _alone(kernel: KernelCounters, spec: GPUSpec) -> LaunchRecord:
    shared = [_shared(kernel, name) for name in (at.STATIC_SHARED, at.DYNAMIC_SHARED)]
    fit = occupancy(
        spec,
        block=math.prod(kernel.block),
        registers=kernel.registers or 0,
        static_shared_bytes=shared[0],
        dynamic_shared_bytes=shared[1],
    )
    resident = spec.sms * fit.blocks_per_sm
    return LaunchRecord(
        kernel=kernel.kernel,
        grid=kernel.grid,
        block=kernel.block,
        static_shared_bytes=shared[0],
        dynamic_shared_bytes=shared[1],
        registers=kernel.registers,
        counters=_measured(kernel),
        time_us=_time_us(kernel),
        frontend=front_end_of_kernel(kernel.kernel),
        occupancy=fit.fraction,
        limiter=fit.limiter,
        waves=math.prod(kernel.grid) / resident if resident else None,
    )
