"""Launches that the virtual GPU ran, or that CUPTI recorded, as counters.

In: a launch record. Out: `KernelCounters`. A figure is counted if the program determines it,
computed if a formula does, and otherwise estimated by the time model. If nothing can give it, it is
left out, with the reason.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from kernelscope._demangle import demangled
from kernelscope.hardware import GPUSpec
from kernelscope.hardware.known_error import known_error_of
from kernelscope.hardware.residency import Occupancy, occupancy
from kernelscope.hardware.timing import Estimate, estimate_launch
from kernelscope.hardware.wave_quantization import waves
from kernelscope.profiling.counters import sections as at
from kernelscope.profiling.counters.as_launches import is_same
from kernelscope.quantity import METRICS, Provenance, Quantity
from kernelscope.record import CounterSource, Finding, KernelCounters, LaunchRecord
from kernelscope.record.names import function_name

_SM_PARTS = ("issue", "fma", "alu", "fp64", "xu", "lsu", "tensor")
_NO_SIMULATION = "the launch was not simulated, and counts do not say it"
_NOTHING_ASKED = "no sector of memory was asked for"
# 12, 13 and 14 in the machine code were 16 on an H200, driver 580.159; 17 and 26 stayed.
_FEWEST_REGISTERS = 16
_NO_COUNTERS = (
    "PyTorch 2.11 to 2.13 is built without CUPTI's counters (Kineto leaves its range profiler out "
    "above CUDA 12.6, so that `profiler_metrics` does nothing); its kernel records have no more"
)


def counted(launch: LaunchRecord, spec: GPUSpec, findings: Sequence[Finding]) -> KernelCounters:
    """Return the counters of a launch on the virtual GPU; `findings` are those of this launch."""
    estimate = estimate_launch(
        spec,
        grid=launch.grid,
        block=launch.block,
        registers=launch.registers,
        shared_bytes=launch.shared_bytes,
        counters=launch.counters,
        conditions="counter",
        simulated=launch.simulated,
    )
    scaled = "some blocks ran; scaled to the grid" if launch.sampled else ""
    metrics = {
        name: _quantity(name, value, "counted", scaled)
        for name, value in launch.counters.items()
        if name in METRICS
    }
    metrics |= _ratios(launch, scaled)
    metrics |= _resident(launch, spec)
    metrics |= _speed_of_light(estimate, spec, math.prod(launch.grid))
    metrics |= _gain(metrics[at.DURATION].value, findings)
    metrics |= _simulated(launch, spec)
    missing = _not_simulated(launch, metrics)
    if launch.registers is None:
        missing[at.REGISTERS] = "no assembler made machine code of it here"
    else:
        note = f"the assembler's machine code; a launch gets at least {_FEWEST_REGISTERS}"
        registers = max(launch.registers, _FEWEST_REGISTERS)
        metrics[at.REGISTERS] = _quantity(at.REGISTERS, registers, "computed", note)
    activity = launch.simulated.activity if launch.simulated is not None else None
    lines = () if activity is None else activity.lines
    return replace(_record(launch, metrics, "virtual GPU", missing), lines=lines)


def recorded(launch: LaunchRecord, spec: GPUSpec) -> KernelCounters:
    """Return the counters of a launch that CUPTI recorded: its time and its resources."""
    metrics = _resident(launch, spec) if launch.registers is not None else {}
    metrics.pop(at.ACHIEVED, None)
    if launch.time_us is not None:
        metrics[at.DURATION] = _quantity(at.DURATION, launch.time_us.value * 1e3, "measured")
    if launch.registers is not None:
        metrics[at.REGISTERS] = _quantity(at.REGISTERS, launch.registers, "measured")
    if launch.occupancy is not None:
        note = "computed by PyTorch's profiler from CUPTI's launch record"
        metrics[at.ACHIEVED] = _quantity(at.ACHIEVED, 100 * launch.occupancy, "estimated", note)
    return _record(launch, metrics, "CUPTI", {"all other counters": _NO_COUNTERS})


def _record(
    launch: LaunchRecord,
    metrics: dict[str, Quantity],
    source: CounterSource,
    missing: dict[str, str],
) -> KernelCounters:
    whole = demangled(launch.kernel)
    sizes = {at.GRID: math.prod(launch.grid), at.BLOCK: math.prod(launch.block)}
    metrics |= {name: _quantity(name, value, "computed") for name, value in sizes.items()}
    return KernelCounters(
        kernel=function_name(whole),
        demangled=whole,
        grid=launch.grid,
        block=launch.block,
        registers=launch.registers,
        metrics=metrics,
        source=source,
        missing=missing,
    )


def _quantity(name: str, value: float, provenance: Provenance, note: str = "") -> Quantity:
    return Quantity(float(value), METRICS[name].unit, provenance, note=note)


def _ratios(launch: LaunchRecord, note: str) -> dict[str, Quantity]:
    """Return ratios of counts; none if nothing moved."""
    pairs = {
        at.PER_REQUEST.format(op): (
            at.GLOBAL.format("sectors", op),
            at.GLOBAL.format("requests", op),
        )
        for op in ("ld", "st")
    }
    pairs[at.LANES] = (at.THREAD_INSTRUCTIONS, at.PTX_INSTRUCTIONS)
    notes = {at.LANES: "of PTX's instructions"}
    counters = launch.counters
    return {
        name: _quantity(name, counters[top] / counters[bottom], "counted", notes.get(name, note))
        for name, (top, bottom) in pairs.items()
        if counters.get(bottom)
    }


def _resident(launch: LaunchRecord, spec: GPUSpec) -> dict[str, Quantity]:
    """Return the occupancy section: formulas on the launch, and how full its waves are."""
    fit = occupancy(
        spec,
        block=math.prod(launch.block),
        registers=launch.registers or 0,
        static_shared_bytes=launch.static_shared_bytes,
        dynamic_shared_bytes=launch.dynamic_shared_bytes,
    )
    blocks = math.prod(launch.grid)
    values = {
        at.THEORETICAL: 100 * fit.fraction,
        at.WAVES: blocks / (spec.sms * fit.blocks_per_sm),
        at.STATIC_SHARED: launch.static_shared_bytes,
        at.DYNAMIC_SHARED: launch.dynamic_shared_bytes,
        at.LIMIT.format("warps"): fit.limits["warps"],
        at.LIMIT.format("blocks"): fit.limits["blocks"],
        at.LIMIT.format("shared_mem"): fit.limits["shared"],
    }
    if launch.registers is not None:
        values[at.LIMIT.format("registers")] = fit.limits["registers"]
    metrics = {name: _quantity(name, value, "computed") for name, value in values.items()}
    note = "blocks of equal length, in whole waves"
    achieved = 100 * fit.fraction * _filled(blocks, fit, spec)
    metrics[at.ACHIEVED] = _quantity(at.ACHIEVED, achieved, "estimated", note)
    return metrics


def _filled(blocks: int, fit: Occupancy, spec: GPUSpec) -> float:
    """Return the mean fraction of possible blocks that an SM with work holds."""
    if blocks <= spec.sms * fit.blocks_per_sm:
        return blocks / min(blocks, spec.sms) / fit.blocks_per_sm
    return waves(spec, blocks=blocks, blocks_per_sm=fit.blocks_per_sm).efficiency


def _speed_of_light(estimate: Estimate, spec: GPUSpec, blocks: int) -> dict[str, Quantity]:
    """Return each part's time as a share of the whole, and device memory's share of its peak rate.

    The model's times are those of the busiest SM. 200 blocks on 132 SMs give some SMs 2 blocks and
    others 1, on average 1.52: the mean over all SMs is 1.52 / 2 of the busiest one's.
    """
    time, parts = estimate.time_us, estimate.parts
    at_most = math.ceil(blocks / spec.sms)
    mean, mean_active = (blocks / sms / at_most for sms in (spec.sms, min(blocks, spec.sms)))
    dram = 100 * (estimate.dram_read + estimate.dram_written) / (time.value * spec.dram_gb_per_s)
    dram /= 1e3  # bytes over microseconds × GB/s
    l2, l1, issue = (100 * parts.get(name, 0.0) / time.value for name in ("l2", "l1", "issue"))
    busiest = 100 * max(parts.get(name, 0.0) for name in _SM_PARTS) / time.value
    values = {
        at.COMPUTE: mean * busiest,
        at.MEMORY: max(dram, l2, mean * l1),
        at.DRAM: dram,
        at.L2: l2,
        at.L1: mean_active * l1,
        at.DRAM_READ: estimate.dram_read,
        at.DRAM_WRITTEN: estimate.dram_written,
        at.ISSUE: mean_active * issue,
    }
    metrics = {name: _quantity(name, value, "estimated") for name, value in values.items()}
    low, high = (None if t is None else 1e3 * t for t in (time.low, time.high))
    note = f"as a profiler would see it; {time.note}"
    metrics[at.DURATION] = Quantity(1e3 * time.value, "ns", "estimated", low, high, note)
    return metrics


def _simulated(launch: LaunchRecord, spec: GPUSpec) -> dict[str, Quantity]:
    """Return what the simulated SM did, under the names of Nsight Compute, each with its error."""
    cycles = launch.simulated
    activity = cycles.activity if cycles is not None else None
    if cycles is None or activity is None:
        return {}
    values = {
        at.MACHINE_INSTRUCTIONS: cycles.instructions,
        at.ISSUE: 100 * activity.issue_active,
        at.ACHIEVED: 100 * activity.warps_active / spec.max_warps_per_sm,
        at.LATENCY: activity.cycles_per_instruction,
        at.L1_HITS: _percent(activity.l1_hit_rate),
        at.L2_HITS: _percent(activity.l2_hit_rate),
    }
    shares: Counter[str] = Counter()
    for line in activity.lines:
        shares.update(line.cycles)  # pyright: ignore[reportArgumentType]
    if selected := shares["selected"]:
        values |= {
            name: shares[name.removeprefix(at.STALLED).partition("_per_issue")[0]] / selected
            for name in at.STALLS
            if name != at.NO_INSTRUCTION
        }
    return {
        name: _quantity(name, value, "estimated", known_error_of(name))
        for name, value in values.items()
        if value is not None
    }


def _percent(share: float | None) -> float | None:
    return None if share is None else 100 * share


def _not_simulated(launch: LaunchRecord, metrics: Mapping[str, Quantity]) -> dict[str, str]:
    """Return the figures that only a simulation gives and this launch has not, and why."""
    simulated = launch.simulated is not None and launch.simulated.activity is not None
    why = _NOTHING_ASKED if simulated else _NO_SIMULATION
    names = (at.LATENCY, at.L1_HITS, at.L2_HITS, at.MACHINE_INSTRUCTIONS)
    missing = {name: why for name in names if name not in metrics}
    if not simulated:
        return {"stall reasons": why, **missing}
    return {**missing, at.NO_INSTRUCTION: "the instruction cache is not simulated"}


def _gain(duration: float, findings: Sequence[Finding]) -> dict[str, Quantity]:
    """Return the saving of the remedy with the largest estimate; 0 if no rule has one."""
    best = max(findings, key=lambda finding: finding.estimated_gain or 0.0, default=None)
    gain = (best.estimated_gain or 0.0) if best is not None else 0.0
    note = f"rule {best.rule}" if best is not None and gain else "no rule expects any"
    return {
        at.SPEEDUP: _quantity(at.SPEEDUP, 100 * gain, "estimated", note),
        at.IMPROVEMENT: _quantity(at.IMPROVEMENT, duration * gain, "estimated", note),
    }


def filled(
    kernels: Sequence[KernelCounters], others: Sequence[KernelCounters]
) -> list[KernelCounters]:
    """Return `kernels` with missing figures filled in from the same launches of `others`.

    Launches are the same if implementation, name, grid and block are equal, in the order in which
    they ran. The note of each figure taken over names its source.
    """
    waiting = list(others)
    result: list[KernelCounters] = []
    for kernel in kernels:
        same = next((other for other in waiting if is_same(kernel, other)), None)
        if same is None:
            result.append(kernel)
            continue
        waiting.remove(same)
        taken = {
            name: replace(value, note="; ".join(filter(None, [same.source, value.note])))
            for name, value in same.metrics.items()
        }
        result.append(replace(kernel, metrics={**taken, **kernel.metrics}, missing=same.missing))
    return result
