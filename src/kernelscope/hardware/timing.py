"""Estimates the time of a launch on a named GPU from its counts.

    time = overhead + first latency + the slowest part + filling of the memory pipeline

The parts, each the time that the launch would take if nothing else limited it:

======== ===================================================================================
dram     device memory, after a model of L2
l2       sectors between L1 and L2, and atomics at L2
l1       wavefronts of shared and global memory in the busiest SM
issue    warp instructions through the busiest SM's four schedulers
fma …    warp instructions through one pipe of the busiest SM (fma, alu, fp64, xu, lsu)
tensor   multiply-adds through the tensor cores of the busiest SM
latency  dependent instructions and loads of one warp, once for each whole wave
blocks   starting the blocks of the grid
======== ===================================================================================

The constants were found on one H200 and are scaled to other GPUs by what the specification says
of clocks, SMs and memory. `KNOWN_ERROR` has the model's errors on the measured figures.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from kernelscope.errors import LaunchError, UsageError
from kernelscope.hardware.constants import RATES, Constants
from kernelscope.hardware.gpus import GPUSpec, gpu
from kernelscope.hardware.known_error import HELD_OUT, KNOWN_ERROR, group_of, is_elsewhere
from kernelscope.hardware.products import plan
from kernelscope.hardware.residency import WARP, occupancy
from kernelscope.hardware.roofline import roof_name
from kernelscope.hardware.wave_quantization import Waves, waves
from kernelscope.quantity import Quantity
from kernelscope.record.launches import LaunchRecord, SMCycles

__all__ = [
    "KNOWN_ERROR",
    "Conditions",
    "Estimate",
    "Kind",
    "estimate_launch",
    "estimate_operator",
    "estimate_record",
]

Conditions = Literal["events", "graph", "counter"]
Kind = Literal["elementwise", "reduction", "matmul", "copy", "random"]

# Figures without another source: "Rates and latencies", one H200 at 1980 MHz, CUDA C++, November
# 2026; `known_error` holds those figures.
_C = Constants("timing")

GAP_US: float = _C.gap_us
"""Between the ends of two kernels of a stream, more than the second's duration."""
EVENTS_OVER_DURATION_US: float = _C.group("overhead")["events"] - _C.group("overhead")["graph"]
"""What two events add to the duration of one kernel, gap and all."""
MEAN_OVER_USUAL_US: float = _C.mean_over_duration_us - EVENTS_OVER_DURATION_US
"""By how much the mean of `do_bench`'s repetitions is over their usual time: some are late."""
DIRTY_SHARE_SIMULATED: float = _C.dirty_share_simulated
"""The share of L2 that earlier work has written, next to a simulation."""
EVENT_US = EVENTS_OVER_DURATION_US - GAP_US
"""What an event in a stream takes by itself, so that two events show that of one kernel."""

_MACHINE_INSTRUCTIONS = "smsp__inst_executed.sum"
_LD, _ST = (
    "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
)


@dataclass(frozen=True, slots=True)
class Estimate:
    """An estimated time; `bound` names the largest of `parts` (microseconds each).

    dram_read, dram_written: bytes that reach device memory, after the model of L2.
    """

    time_us: Quantity
    bound: str
    parts: dict[str, float]
    dram_read: float
    dram_written: float


def estimate_launch(
    spec: GPUSpec | str,
    *,
    grid: int | tuple[int, ...],
    block: int | tuple[int, ...],
    registers: int | None,
    shared_bytes: int,
    counters: Mapping[str, float],
    conditions: Conditions = "events",
    l2_warm: bool = False,
    l2_resident_bytes: float = 0.0,
    l2_dirty: float = 1.0,
    simulated: SMCycles | None = None,
) -> Estimate:
    """Estimate the time of one launch from its counts, and from the cycles of its SMs if known.

    Args:
        spec: the GPU or its name.
        grid: blocks in each of up to three dimensions.
        block: threads in each of up to three dimensions.
        registers: registers a thread; None if unknown (then they limit nothing).
        shared_bytes: static and dynamic shared memory a block.
        counters: of the whole grid, under Nsight Compute's names and `kernelscope__…`.
        conditions: the clock whose time is estimated: two events, a CUDA graph, or Nsight
            Compute's gpu__time_duration.
        l2_warm: whether all the data is in L2 beforehand, if it fits; a single launch is cold.
        l2_resident_bytes: bytes of the inputs that a predecessor left in L2.
        l2_dirty: the share of a cold L2 that an earlier kernel has written, 0 … 1.
        simulated: the cycles of its busiest SM; None: those that follow from the counts.

    Raises LaunchError if the block does not fit an SM.
    """
    spec = gpu(spec) if isinstance(spec, str) else spec
    blocks, threads = math.prod(_dimensions(grid)), math.prod(_dimensions(block))
    fit = occupancy(spec, block=threads, registers=registers or 0, static_shared_bytes=shared_bytes)
    if fit.blocks_per_sm == 0:
        raise LaunchError(
            f"a block of {threads} threads, {registers} registers each and {shared_bytes} shared "
            f"bytes does not fit an SM of {spec.name} ({fit.limiter}); make the block smaller"
        )
    filled = waves(spec, blocks=blocks, blocks_per_sm=fit.blocks_per_sm)
    machine = _Machine(spec, conditions, l2_warm, l2_resident_bytes, l2_dirty)
    if simulated is not None:
        counters = {_MACHINE_INSTRUCTIONS: simulated.instructions, **counters}
    traffic = _traffic(machine, counters, filled)
    # 265 blocks on 132 SMs: one SM has 3, so 3 / 265 of the instructions and not 1 / 132: 1.5 times
    # as much. 133 blocks: 2 / 133, twice.
    busiest = math.ceil(blocks / spec.sms) / blocks
    parts = {
        "dram": machine.dram_us(traffic.dram_read, traffic.dram_written),
        "l2": machine.l2_us(traffic.l2_bytes, counters),
        **_sm_parts(machine, counters, busiest),
        "latency": _latency_us(machine, counters, (blocks, threads), filled, traffic),
        "blocks": machine.us(blocks * (RATES.block_ns * _C.clock_ghz)),
    }
    if simulated is not None:
        return machine.of_simulation(simulated, parts, traffic, filled)
    return machine.estimate(parts, traffic)


def estimate_record(
    spec: GPUSpec,
    launch: LaunchRecord,
    *,
    counters: Mapping[str, float] | None = None,
    limits: bool = True,
    simulated: SMCycles | None = None,
) -> Estimate:
    """Estimate the time of a recorded launch, perhaps with other counters than its own.

    Without `limits`, registers and shared memory do not limit the resident blocks. `simulated`: the
    cycles of its SMs; None: by the counts alone. Raises LaunchError as `estimate_launch`.
    """
    counted = {**launch.counters, **(counters or {})}
    return estimate_launch(
        spec,
        grid=launch.grid,
        block=launch.block,
        registers=launch.registers if limits else None,
        shared_bytes=launch.shared_bytes if limits else 0,
        counters=counted,
        simulated=simulated,
        **l2_conditions(launch.in_l2, launch.l2_dirty, counted),
    )


def written_back(
    spec: GPUSpec, read: float, written: float, dirty: float = DIRTY_SHARE_SIMULATED
) -> float:
    """Return the bytes that reach device memory while a launch runs: its own or, of earlier work,
    what it drives out of a cold L2.

    `read`, `written`: bytes that it reads from device memory and writes to memory. `dirty`: the
    share, 0 … 1, of L2 that holds what is not yet in device memory.
    """
    return max(written, dirty * min(read + written, spec.l2_bytes))


def l2_conditions(in_l2: float, dirty: float, counters: Mapping[str, float]) -> dict[str, Any]:
    """Return `estimate_launch`'s arguments for a launch, from the shares, 0 … 1, of its data that
    are in L2 and of L2 that is not yet in device memory.
    """
    read = 32 * counters.get("kernelscope__unique_sectors_read.sum", 0.0)
    return {"l2_warm": in_l2 == 1.0, "l2_resident_bytes": in_l2 * read, "l2_dirty": dirty}


def estimate_operator(
    spec: GPUSpec | str,
    *,
    bytes_read: float,
    bytes_written: float,
    flops: float = 0.0,
    kind: Kind = "elementwise",
    precision: str = "fp32",
    shape: tuple[int, int, int] | None = None,
    batch: int = 1,
    share: float = 1.0,
    least_us: float = 0.0,
    serial_us: float = 0.0,
    conditions: Conditions = "events",
    l2_warm: bool = False,
    l2_resident_bytes: float = 0.0,
    l2_dirty: float = 1.0,
) -> Estimate:
    """Time of one of PyTorch's own operations: one launch and the bytes of its operands.

    Args:
        spec: the GPU or its name.
        bytes_read: of its operands, each once.
        bytes_written: of its results.
        flops: a multiply-add counts as two.
        precision: of a matmul's inputs, a key of `peak_tflops`.
        conditions: as for `estimate_launch`.
        l2_warm: as for `estimate_launch`.
        l2_resident_bytes: as for `estimate_launch`.
        l2_dirty: the share of a cold L2 that an earlier kernel has written, 0 … 1.
        kind: "matmul" counts FLOPs at the tensor cores' rate for `precision`; the others count
            theirs at the fp32 (or fp64) rate and are nearly always memory-bound.
        shape: m, n, k of a matmul; None for a cube of the same FLOPs.
        batch: how many matmuls of this shape there are.
        share: the part of the memory's rate that a library's kernel reaches, as measured.
        least_us: the least time of a library's kernel by what its bytes do not show.
        serial_us: what a library's kernel does before or after all that, and not meanwhile.

    Raises UsageError if a count is negative or the GPU lacks the precision.
    """
    spec = gpu(spec) if isinstance(spec, str) else spec
    if min(bytes_read, bytes_written, flops) < 0:
        raise UsageError("an operator cannot have negative bytes or FLOPs")
    machine = _Machine(spec, conditions, l2_warm, l2_resident_bytes, l2_dirty)
    traffic = machine.traffic(bytes_read, bytes_written, 0.0, bytes_read + bytes_written)
    parts = {
        "dram": machine.dram_us(traffic.dram_read, traffic.dram_written),
        "l2": machine.l2_us(traffic.l2_bytes, {}),
    }
    if kind == "matmul":
        edge = max(round((flops / 2) ** (1 / 3)), 1)
        in_l2 = 1.0 if l2_warm else min(l2_resident_bytes / bytes_read, 1.0) if bytes_read else 0.0
        sizes = shape or (edge, edge, edge)
        parts["tensor"] = plan(spec, precision, *sizes, batch, in_l2=in_l2).us
    else:
        peak = spec.peak_tflops["fp64" if precision == "fp64" else "fp32"]
        parts["fma"] = flops / (peak * 1e6 * _C.pipe_efficiency)
    if share < 1 or least_us:
        by_memory = max(parts["dram"], parts["l2"]) / share
        parts["library"] = max(by_memory, least_us)
    if serial_us:
        parts["library"] = max(parts.values()) + serial_us
    return machine.estimate(parts, traffic)


def between_events(durations: Sequence[Quantity]) -> Quantity:
    """Return the time between two events around kernels of these durations, in microseconds.

    Their errors are assumed to have one sign.
    """
    extra = EVENTS_OVER_DURATION_US + (len(durations) - 1) * GAP_US
    value = sum(time.value for time in durations) + extra
    low = sum(time.value if time.low is None else time.low for time in durations) + extra
    high = sum(time.value if time.high is None else time.high for time in durations) + extra
    longest = max(durations, key=lambda time: time.value, default=None)
    note = longest.note if longest is not None else ""
    return Quantity(value, "us", "estimated", low, high, note)


@dataclass(frozen=True, slots=True)
class _Machine:
    """A GPU under the conditions of one clock; turns counts into microseconds."""

    spec: GPUSpec
    conditions: Conditions
    warm: bool
    resident: float
    dirty: float = 1.0

    def us(self, cycles: float) -> float:
        clock = self.spec.sm_clock_mhz * (_C.counter_clock if self.conditions == "counter" else 1)
        return cycles / clock

    @property
    def _of_which(self) -> str:
        """What a note on errors says if they are not this GPU's."""
        return " on an H200" if is_elsewhere(self.spec) else ""

    def _overhead(self, usual: Mapping[str, float]) -> float:
        """Return what a launch takes; on a calibrated GPU more by what an empty one takes more."""
        known = _C.group("empty").get(self.conditions)
        if known is None:
            return usual[self.conditions]
        more = self.spec.constant(f"launch_{self.conditions}", known) - known
        return usual[self.conditions] + more

    def traffic(self, read: float, written: float, again: float, l2_bytes: float) -> _Traffic:
        """Return the DRAM traffic of `read` and `written` distinct bytes and `again` re-reads."""
        touched = read + written
        fits = min(self.spec.l2_bytes / touched, 1.0) if touched else 1.0
        if self.warm and fits == 1.0:
            return _Traffic(read, written, 0.0, 0.0, l2_bytes)
        # Nsight Compute empties L2 before each kernel, so the first writes stay in it; otherwise it
        # is full of a predecessor's data, which must be written back.
        if self.conditions == "counter":
            back = max(written - self.spec.l2_bytes, 0.0)
        else:
            dirty = 0.0 if self.warm else self.dirty * _C.dirty_share
            back = written_back(self.spec, max(read - self.resident, 0.0), written, dirty)
        # 120 MiB read in two waves that both need all of it: L2 holds half, so half of the second
        # reading comes from DRAM: 180 MiB. 30 MiB fit, and DRAM sees them once.
        dram_read = max(read - self.resident, 0.0) + again * (1 - fits)
        return _Traffic(read, written, dram_read, back, l2_bytes)

    def dram_us(self, read: float, written: float) -> float:
        moved = read + written
        if moved == 0:
            return 0.0
        efficiency = _dram_efficiency(self.spec, written / moved)
        return moved / (self.spec.dram_gb_per_s * 1e3 * efficiency)

    def l2_us(self, moved: float, counters: Mapping[str, float]) -> float:
        # L2 has its own clock, which Nsight Compute does not change.
        rate = RATES.table("l2_bytes_per_cycle")[90] * self.spec.sms * self.spec.sm_clock_mhz
        if measured := self.spec.constant("l2", 0.0):
            rate = measured * 1e3
        return max(moved / rate, self._atomics_us(counters))

    def _atomics_us(self, counters: Mapping[str, float]) -> float:
        prefix = "l1tex__t_sectors_pipe_lsu_mem_global_op"
        sectors = _sum(counters, f"{prefix}_red.sum", f"{prefix}_atom.sum")
        if sectors == 0:
            return 0.0
        touched = counters.get("kernelscope__unique_sectors_written.sum", 0.0)
        # 2^15 `red` of one warp each on one address: 25 µs, as each waits for the last. Spread over
        # sectors of their own, L2 takes 59 a cycle. A histogram is in between.
        turn = self.spec.constant("atomic_word", RATES.atomic_word_cycles)
        same = sectors / touched * turn if touched else 0.0
        return max(sectors * RATES.atomic_sector_cycles, same) / self.spec.sm_clock_mhz

    def estimate(self, parts: dict[str, float], traffic: _Traffic) -> Estimate:
        """Add what no part hides: the launch, the first latency, the memory pipeline's filling."""
        overhead = self._overhead(_C.group("overhead"))
        # An operator that copies 2 KiB: overhead 3.0, a load from DRAM and a store to L2 0.48, the
        # ramp 0.02, dram 0.001: 3.5 µs; 4 KiB take 3.5 µs measured. The parts overlap, so the
        # longest alone is added; these three do not.
        fixed = overhead + self._first_us(traffic) + _ramp_us(traffic)
        body = max(parts.values())
        total = fixed + body
        # A product of edge 512: dram 0.4 µs, tensor 1.5, launching 3.0: "launch". By the longest
        # part alone it would be compute-bound, and faster tensor cores would promise what they
        # cannot keep.
        bound = "launch" if body < overhead else max(parts, key=lambda name: parts[name])
        known = KNOWN_ERROR.of(bound)
        note = KNOWN_ERROR.note + self._of_which
        time = Quantity(total, "us", "estimated", total / (1 + known), total / (1 - known), note)
        shown = {**parts, "launch": fixed}
        return Estimate(time, bound, shown, traffic.dram_read, traffic.dram_written)

    def of_simulation(
        self,
        simulated: SMCycles,
        parts: dict[str, float],
        traffic: _Traffic,
        filled: Waves,
    ) -> Estimate:
        """Return the time of a launch whose busiest SM was simulated.

        The SM's cycles hold the latencies, its share of L2 and of device memory. Device memory
        itself is a bound of its own: what all SMs write is still on its way when the last block
        has ended.
        """
        share = min(self.resident / traffic.read, 1.0) if traffic.read else 0.0
        in_l2 = 1.0 if self.warm else share
        traffic = self._simulated_traffic(simulated, traffic, in_l2)
        dram = self.dram_us(traffic.dram_read, traffic.dram_written)
        at_once = self.us(simulated.cold / simulated.clock_share)
        waits = _C.channel_waits * min(1.0, dram / (_C.channels_busy * at_once)) if at_once else 0.0
        waiting = max(simulated.cold * self._lighter(simulated, at_once) - simulated.warm, 0.0)
        cold = waiting * (1 + waits)
        sm = self.us((simulated.warm + cold * (1 - in_l2)) / simulated.clock_share)
        lines = simulated.code_bytes / 128
        line_us = _C.cold_code_line_us + (_C.code_line_us - _C.cold_code_line_us) * in_l2
        overhead = self._overhead(_C.group("simulated_overhead"))
        launch = overhead + lines * line_us
        parts = {**parts, "dram": dram}
        ramp = _ramp_us(traffic, _C.simulated_ramp_half_bytes)
        memory = dram + self._first_us(traffic) + ramp if dram else 0.0
        # Blocks that run all at once do their atomics at the end, all at once; in many waves those
        # of one go on next to the next.
        atomics = self.us(simulated.atomics)
        in_turn = atomics + sm / max(filled.whole, 1)
        stores = self.us(traffic.written / (_C.l2_store_bytes_per_cycle * self.spec.sms))
        body = max(sm, memory, in_turn, stores)
        parts["l2"] = max(parts["l2"] if sm >= atomics else 0.0, atomics, stores)
        # A million additions to one word take 1,854 us in turn, and their bytes 3.
        named = "dram" if memory >= sm else self._named(parts, sm)
        named = "l2" if (in_turn > max(sm, memory) and atomics > sm) or stores == body else named
        bound = "launch" if body < overhead else named
        known = HELD_OUT[group_of(bound, tensor=simulated.clock_share < 1)]
        total = launch + body
        scaled = ""
        if simulated.scaled is not None:
            scaled = f", scaled by instructions (times {simulated.scaled:.3g})"
        like = f"launches like it{self._of_which}"
        note = f"simulated{scaled}; mean error {known.mean:.0%} on {like} (docs/time.md)"
        time = Quantity(total, "us", "estimated", total * known.low, total * known.high, note)
        # By the counts alone, L2 takes longer than the whole launch if L1 has most sectors.
        shown = {name: min(part, body) for name, part in parts.items()}
        shown |= {"sm": sm, "launch": launch}
        return Estimate(time, bound, shown, traffic.dram_read, traffic.dram_written)

    def _simulated_traffic(self, simulated: SMCycles, traffic: _Traffic, in_l2: float) -> _Traffic:
        read, written = simulated.dram_read * (1 - in_l2), simulated.written
        if self.conditions == "counter":
            back = max(written - self.spec.l2_bytes, 0.0)
        elif in_l2 == 1.0:
            # Parts of sectors cost no more than whole ones if nothing drives them out of L2.
            lines = max(traffic.written, simulated.lines_written)
            back = written if traffic.read + lines > self.spec.l2_bytes else 0.0
        else:
            back = written_back(self.spec, read, written, self.dirty * DIRTY_SHARE_SIMULATED)
        return replace(traffic, dram_read=read, dram_written=back)

    def _lighter(self, simulated: SMCycles, cold_us: float) -> float:
        """Return the part of an SM's time that is left if less of L2 is dirty than the simulation
        takes for granted.

        cold_us: the time of the SM as it was simulated.
        """
        read, written = simulated.dram_read, simulated.written
        most = written_back(self.spec, read, written)
        back = written_back(self.spec, read, written, self.dirty * DIRTY_SHARE_SIMULATED)
        if most == back:
            return 1.0
        # Sums of 64 MB after a fill write 25 MB back, and after themselves nothing: 15.8 µs for
        # 21 on an H200. A chain of loads waits as long either way.
        busy = min(self.dram_us(read, most) / cold_us, 1.0)
        return 1 - busy * (most - back) / (read + most)

    @staticmethod
    def _named(parts: Mapping[str, float], sm: float) -> str:
        """Return the part that limits an SM: the largest, if it explains most of its time."""
        largest = max(parts, key=lambda name: parts[name])
        return largest if parts[largest] >= 0.6 * sm else "latency"

    def _first_us(self, traffic: _Traffic) -> float:
        """Return the latency of the first load and of the last store's way to L2."""
        l2, dram = _latencies(self.spec)
        load = dram if traffic.dram_read else l2
        return self.us((load if traffic.read else 0.0) + (l2 if traffic.written else 0.0))


def _ramp_us(traffic: _Traffic, dram_half: float = _C.dram_ramp_half_bytes) -> float:
    touched, dram = traffic.read + traffic.written, traffic.dram_read + traffic.dram_written
    return _C.l2_ramp_us * touched / (touched + _C.l2_ramp_half_bytes) + _C.dram_ramp_us * dram / (
        dram + dram_half
    )


@dataclass(frozen=True, slots=True)
class _Traffic:
    """Bytes: distinct ones read and written, those at DRAM, all between L1 and L2."""

    read: float
    written: float
    dram_read: float
    dram_written: float
    l2_bytes: float

    @property
    def dram_share(self) -> float:
        """The part of the loads that goes to DRAM."""
        loads = max(self.l2_bytes - self.written, self.dram_read)
        return self.dram_read / loads if loads else 0.0


def _traffic(machine: _Machine, counters: Mapping[str, float], filled: Waves) -> _Traffic:
    """Return DRAM bytes: each distinct sector once, and the re-reads that L2 cannot hold.

    Re-reads inside one wave find their data in L2; those of a later wave find it there as far as
    everything touched fits. The most that a later wave can re-read is everything read so far.
    """
    sectors_read, sectors_written = _sum(counters, _LD), _sum(counters, _ST)
    read = 32 * counters.get("kernelscope__unique_sectors_read.sum", sectors_read)
    written = 32 * counters.get("kernelscope__unique_sectors_written.sum", sectors_written)
    # A product of edge 512 in tiles of 16 reads its 1 MiB 32 times, all in one wave of 1,024
    # blocks: all but the first find it in L2, so nothing is read again. If two waves did it, DRAM
    # could at the most see the 1 MiB twice, not 32 times.
    again = min(max(32 * sectors_read - read, 0.0), (filled.whole - 1) * read)
    l2_bytes = max(32 * sectors_read, read) + max(32 * sectors_written, written)
    return machine.traffic(read, written, again, l2_bytes)


def _sm_parts(machine: _Machine, counters: Mapping[str, float], busiest: float) -> dict[str, float]:
    """Return the parts that each SM has for itself; `busiest` is the busiest one's share."""
    spec = machine.spec
    lanes = {
        "fma": spec.fp32_lanes,
        "alu": spec.int_lanes,
        "fp64": spec.fp64_lanes,
    }
    lanes |= {"xu": spec.xu_lanes, "lsu": WARP}
    cycles = {
        name: _sum(counters, f"kernelscope__inst_pipe_{name}.sum") * WARP / width
        for name, width in lanes.items()
    }
    cycles = {name: value / _C.pipe_efficiency for name, value in cycles.items()}
    cycles["issue"] = _instructions(counters) / 4
    cycles["l1"] = _wavefronts(counters)
    per_sm = spec.sms * spec.sm_clock_mhz * 1e6
    cycles["tensor"] = sum(
        2
        * _sum(counters, f"kernelscope__tensor_mac_{precision}.sum")
        / (_tensor_peak(spec, precision) * 1e12 / per_sm)
        / _C.tensor_efficiency
        for precision in _TENSOR_PRECISIONS
    )
    return {name: machine.us(value * busiest) for name, value in cycles.items()}


_TENSOR_PRECISIONS = ("bf16", "fp16", "tf32", "fp8", "fp4", "int8", "int4", "int1", "fp64")


def _tensor_peak(spec: GPUSpec, precision: str) -> float:
    """Return the tensor cores' peak in TFLOP/s.

    Integers, also narrower ones, run at the rate of 8-bit floats if the specification names none of
    their own; a precision that the GPU lacks at its fp32 rate. The rates of 4 bits and of one were
    not measured.
    """
    if precision.startswith("int"):
        precision = "int8" if "int8" in spec.peak_tflops else "fp8"
    roof = roof_name(spec, precision, matmul=True)
    return spec.peak_tflops.get(roof, spec.peak_tflops["fp32"])


def _wavefronts(counters: Mapping[str, float]) -> float:
    """Return cycles of the L1's data stage: shared wavefronts, and 128 global bytes a cycle."""
    shared = sum(
        _sum(counters, f"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{op}.sum")
        for op in ("ld", "st", "atom")
    )
    prefix = "l1tex__t_{}_pipe_lsu_mem_global_op_{}.sum"
    sectors = sum(_sum(counters, prefix.format("sectors", op)) for op in _GLOBAL_OPS)
    requests = sum(_sum(counters, prefix.format("requests", op)) for op in _GLOBAL_OPS)
    # x.t() in fp32: 32 sectors a request take 8 cycles. Every lane at one address: 1 sector a
    # request, but a cycle still, not a quarter. The transpose with 32-way conflicts: 32 cycles for
    # each shared load.
    return shared + max(sectors / 4, requests)


_GLOBAL_OPS = ("ld", "st", "red", "atom")


def _latency_us(
    machine: _Machine,
    counters: Mapping[str, float],
    size: tuple[int, int],
    filled: Waves,
    traffic: _Traffic,
) -> float:
    """Return the time of one warp's dependent instructions and loads, once per whole wave.

    Every launch pays for the latency of its first load already, so it is not counted here.
    """
    blocks, threads = size
    warps_per_block = math.ceil(threads / WARP)
    warps = blocks * warps_per_block
    loads = _sum(counters, "smsp__sass_inst_executed_op_global_ld.sum") / warps
    copies = _sum(counters, "smsp__sass_inst_executed_op_ldgsts.sum") / warps
    barriers = _sum(counters, "kernelscope__barriers.sum") / warps
    # Two barriers part the loads of one step of a loop from those of the next.
    # 16 loads a warp in a loop with two barriers a step (a tile in shared memory): 16 rounds,
    # 5.4 µs with the barriers, since no load is issued before the barrier. With 8 barriers in all,
    # the 4 rounds of the loads in flight count: 1.1 µs.
    rounds = max(loads / _C.loads_in_flight, min(loads, barriers / 2))
    rounds = max(rounds + copies / _C.async_copies_in_flight, float(loads + copies > 0))
    share = traffic.dram_share
    l2, dram = _latencies(machine.spec)
    load = share * dram + (1 - share) * l2
    chain = (
        _instructions(counters) / warps * _C.instruction_latency / _C.instructions_in_flight
        + barriers * warps_per_block * RATES.barrier_cycles
    )
    cycles = filled.whole * (chain + rounds * load) - (load if rounds else 0.0)
    return machine.us(cycles)


def _latencies(spec: GPUSpec) -> tuple[float, float]:
    """Return the cycles of a dependent load from L2, and from device memory."""
    usual = RATES.group("latency.90")
    l2, dram = (spec.constant(f"latency_{level}", float(usual[level])) for level in ("l2", "dram"))
    return l2, dram


def _dram_efficiency(spec: GPUSpec, write_share: float) -> float:
    """Return the part of the pins' rate that is reached, between reading, copying and filling."""
    read, copy, fill = (
        spec.constant(name, usual * spec.dram_gb_per_s) / spec.dram_gb_per_s
        if spec.calibrated
        else usual
        for name, usual in RATES.group("dram_share").items()
    )
    if write_share <= 0.5:
        return read + (copy - read) * write_share / 0.5
    return copy + (fill - copy) * (write_share - 0.5) / 0.5


def _instructions(counters: Mapping[str, float]) -> float:
    """Return warp instructions of machine code: Nsight Compute's count, else scaled from PTX."""
    exact = counters.get(_MACHINE_INSTRUCTIONS)
    if exact is not None:
        return float(exact)
    return _C.machine_per_ptx * counters.get("kernelscope__inst_executed.sum", 0.0)


def _sum(counters: Mapping[str, float], *names: str) -> float:
    return float(sum(counters.get(name, 0.0) for name in names))


def _dimensions(size: int | tuple[int, ...]) -> tuple[int, ...]:
    return (size,) if isinstance(size, int) else size
