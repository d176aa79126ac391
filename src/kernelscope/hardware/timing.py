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

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from kernelscope.errors import LaunchError, UsageError
from kernelscope.hardware.gpus import GPUSpec, gpu
from kernelscope.hardware.known_error import HELD_OUT, KNOWN_ERROR, group_of
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

# Every figure below without another source: "Rates and latencies", one H200 at 1980 MHz,
# CUDA C++, November 2026; `known_error` holds those figures.

# The cost of a launch before its first warp runs and after its last ended, in us. Events: one copy
# of 4 KiB between two events takes 3.5 us, of which 0.4 is its latency. Graph: an empty kernel as
# one of 50. Counter: gpu__time_duration of Nsight Compute, from its shortest kernel (2.34 us).
# Nothing to do, by the model: 3.0, 0.56, 1.35 µs. `matmul` of edge 512 in bf16 on an H200: 6.43 µs
# by events, 3.67 in a graph, whose difference of 2.8 is mostly this cost.
_OVERHEAD_US: dict[Conditions, float] = {"events": 3.0, "graph": 0.56, "counter": 1.35}
# What `measure/constants.py` finds for an empty kernel on an H100 of the same overhead.
_EMPTY_US: dict[Conditions, float] = {"events": 3.01, "graph": 0.902}
# Between the ends of two kernels of one stream an H200 needs 1.0 µs more than the second's
# duration: `do_bench` shows 3.25, 4.46, 5.47 and 7.1 µs more than the durations of 1, 2, 3 and 5
# kernels (tests/truth/operators). The duration itself is that of a kernel in a graph.
GAP_US = 1.0
# What two events add to the duration of one kernel, gap and all.
EVENTS_OVER_DURATION_US = _OVERHEAD_US["events"] - _OVERHEAD_US["graph"]
# By how much the mean of `do_bench`'s repetitions is over their usual time: some are late. It shows
# 3.1 µs more than a kernel's duration, the median of 850 calls of one kernel in five records, which
# is between 2.9 and 3.6 by record and length of the kernel.
MEAN_OVER_USUAL_US = 3.1 - EVENTS_OVER_DURATION_US
# What an event in a stream takes by itself, so that two events show that of one kernel.
EVENT_US = EVENTS_OVER_DURATION_US - GAP_US
# Nsight Compute holds the SM clock at its base by default, and the base is not in the
# table; 0.85 of the boost fits its durations of a transpose held by shared-memory wavefronts
# (+10 %) and of a kernel held by instruction issue (-22 %) best.
# With --clock-control none the clock stays at its boost, and the estimate is too long: GELU in CUDA
# C++ with n=1024 takes 4.93 µs then, and 5.67 estimated.
_COUNTER_CLOCK = 0.85
# Latency of a dependent load, cycles: L2 and DRAM; and of an arithmetic instruction.
_L2_LATENCY = 287.0
_DRAM_LATENCY = 667.0
# A barrier of 32 warps takes 76 cycles; one of fewer is taken in proportion.
_BARRIER_CYCLES_PER_WARP = 76 / 32
# An arithmetic result can be used after 4 cycles (Volta and later: Jia et al., arXiv 1804.06826).
_INSTRUCTION_LATENCY = 4.0
# Independent instructions a warp has in flight: unrolled code of Triton and nvcc overlaps about
# two arithmetic chains and four loads. An assumption; it matters to small grids alone.
# 16 loads of one warp are 4 rounds of 667 cycles, of which the first is in every launch: 2,001
# cycles, 1.0 µs. One after the other they would take 10,005 cycles, 5.1 µs, and an unrolled loop in
# few blocks would seem to be held by latency for five times as long as it is.
_INSTRUCTIONS_IN_FLIGHT = 2.0
_LOADS_IN_FLIGHT = 4.0
# Copies of cp.async are issued some stages ahead: more are under way.
# A product in Triton copies 16 tiles per warp ahead of their use: one round of 667 cycles in all.
# As ordinary loads they would be four, and a pipelined loop would gain nothing over a plain one.
_ASYNC_COPIES_IN_FLIGHT = 16.0
# Time in which the memory pipeline fills and drains around the steady state, and the bytes at
# which half of it shows: warm copies (L2 alone) of 4 KiB ... 16 MiB are up to 0.4 us over
# bytes / rate, cold ones (L2 and DRAM) up to 1.2 us.
# A cold copy of 1 MiB, 2.1 MB moved: 0.77 µs of ramp, 4.7 in all (4.6 measured); of 4 KiB: 0.05 µs;
# of 256 MiB: 1.0 of 129 µs. Without the ramp the copy of 1 MiB would be 14 % too short.
_L2_RAMP_US, _L2_RAMP_HALF_BYTES = 0.3, 5e4
_DRAM_RAMP_US, _DRAM_RAMP_HALF_BYTES = 0.7, 1e6
# Share of the pins' rate that is reached, by the share of writes: read only 4,352 GB/s, copy
# 4,300 (the slope between 64 MiB and 1 GiB), fill 4,680, of 4,814.
# 1 GiB: read 251 µs, half read and half written 254, written 234. A vector add (a third written)
# has 0.897. With the copy's share a fill would be estimated 9 % too slow.
_DRAM_EFFICIENCY = ((0.0, 4352 / 4814), (0.5, 4300 / 4814), (1.0, 4680 / 4814))
# Behind other work this part of L2 holds what was written and is not yet in memory: a kernel that
# brings in other lines writes those back. The sum of 64 MiB takes 29.4 µs behind a fill and 21.0
# behind itself, who writes nothing. A kernel that writes as much as it reads drives out what would
# have to be written anyway: its own. A copy of 64 MiB costs no more.
_DIRTY_SHARE = 0.55
# The same beside a simulation, whose parts fit a smaller one best (fit half).
DIRTY_SHARE_SIMULATED = 0.4
# Device memory has channels and banks whose requests wait for each other, which the simulator does
# not have: what a cold L2 costs takes up to so much longer (fit half; 0.05 to 0.15 are as good),
# all of it if device memory works for this share of the time. Chains of single loads need none.
_CHANNEL_WAITS, _CHANNELS_BUSY = 0.1, 0.1
# Bytes an SM a cycle from L2: 6.9 TB/s, the slope of warm copies between 1 and 16 MiB.
L2_BYTES_PER_CYCLE_PER_SM = 6.9e12 / (132 * 1.98e9)
# Atomics at L2: sectors a cycle (2^24 threads spread: 44 us), cycles between two on one sector
# (2^20 threads, one `red` a warp, on one address: 25 us).
_ATOMIC_SECTORS_PER_CYCLE = 2**21 / (44e-6 * 1.98e9)
_ATOMIC_SAME_SECTOR_CYCLES = 25e-6 * 1.98e9 / 2**15
# Empty grids: 0.6 ns a block once the card is full, at 1.98 GHz.
_CYCLES_PER_BLOCK = 0.6 * 1.98
# Instructions of the machine code for one of PTX: 1.33, 1.22 and 1.28 in the profiled GELU, ragged
# GELU and softmax (smsp__inst_executed over the virtual GPU's count of the same PTX).
# `div.full.f32` is one instruction of PTX and several of the machine. The `mixed` kernel of the
# page on divergence executes 3.79 million of PTX, taken as 4.85 million: issue takes 4.8 µs, and
# would take 3.7.
_MACHINE_PER_PTX = 1.28
# Share of a pipe's rate that loops reach: 118-125 of 128 fp32 lanes, 59 of 64 fp64 lanes.
_PIPE_EFFICIENCY = 0.95
# Tensor cores' share of their peak: `mma.sync` reaches 1,334 of 2,048 multiply-adds a cycle, and a
# library's product of edge 4096 in bf16 740 of 989 TFLOP/s, under the power limit.
_TENSOR_EFFICIENCY = 740 / 989.4

_MACHINE_INSTRUCTIONS = "smsp__inst_executed.sum"
_LD, _ST = (
    "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
)


# What a launch takes besides the cycles of its SMs, if those are simulated, in µs. Found on the
# *fit* half of 552 launches on an H200 (tests/truth/times): graph and events with a warm L2, as
# `blocks_of_little_work`, 1 block: 1.23 and 3.20 µs, of which 0.18 are simulated.
_SIMULATED_OVERHEAD_US: dict[Conditions, float] = {"events": 3.15, "graph": 1.13, "counter": 1.35}
# Instructions come through caches of their own, in lines of 128 bytes: µs for one that L2 has, and
# for one that it has not. `normal_numbers` of 87 lines takes 0.3 µs more than a copy of 4.
_CODE_LINE_US, _COLD_CODE_LINE_US = 0.003, 0.008
# The bytes at which half of device memory's filling shows, if the SMs are simulated (fit half): a
# part of it is in their cycles.
_SIMULATED_RAMP_HALF_BYTES = 3e6


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
    machine = _Machine(spec, conditions, l2_warm, l2_resident_bytes)
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
        "blocks": machine.us(blocks * _CYCLES_PER_BLOCK),
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
    """Estimate the time of a recorded launch, perhaps with some counters changed.

    Args:
        spec: the GPU.
        launch: the launch.
        counters: in place of the launch's own.
        limits: False leaves out that registers and shared memory limit the resident blocks.
        simulated: the cycles of its SMs; None: by the counts alone.

    Raises LaunchError as `estimate_launch`.
    """
    shared = launch.static_shared_bytes + launch.dynamic_shared_bytes
    counted = {**launch.counters, **(counters or {})}
    return estimate_launch(
        spec,
        grid=launch.grid,
        block=launch.block,
        registers=launch.registers if limits else None,
        shared_bytes=shared if limits else 0,
        counters=counted,
        simulated=simulated,
        **l2_conditions(launch.in_l2, counted),
    )


def written_back(
    spec: GPUSpec, read: float, written: float, dirty: float = DIRTY_SHARE_SIMULATED
) -> float:
    """Return the bytes that reach device memory while a launch runs: its own or, of earlier work,
    what it drives out of a cold L2.

    Args:
        spec: the GPU.
        read: bytes that it reads from device memory.
        written: bytes that it writes to memory.
        dirty: the share, 0 … 1, of L2 that holds what is not yet in device memory.
    """
    return max(written, dirty * min(read + written, spec.l2_bytes))


def l2_conditions(in_l2: float, counters: Mapping[str, float]) -> dict[str, Any]:
    """Return `estimate_launch`'s arguments for a launch of whose data L2 holds a share, 0 … 1."""
    read = 32 * counters.get("kernelscope__unique_sectors_read.sum", 0.0)
    return {"l2_warm": in_l2 == 1.0, "l2_resident_bytes": in_l2 * read}


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
        serial_us: what a library's kernel does before or behind all that, and not meanwhile.

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
        parts["fma"] = flops / (peak * 1e6 * _PIPE_EFFICIENCY)
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
        clock = self.spec.sm_clock_mhz * (_COUNTER_CLOCK if self.conditions == "counter" else 1)
        return cycles / clock

    def _overhead(self, usual: Mapping[Conditions, float]) -> float:
        """Return what a launch takes; on a calibrated GPU more by what an empty one takes more."""
        known = _EMPTY_US.get(self.conditions)
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
            dirty = 0.0 if self.warm else self.dirty * _DIRTY_SHARE
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
        rate = L2_BYTES_PER_CYCLE_PER_SM * self.spec.sms * self.spec.sm_clock_mhz
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
        # 2^21 sectors, each touched once, they take 44 µs at 24 sectors a cycle. A histogram is in
        # between.
        turn = self.spec.constant("atomic_word", _ATOMIC_SAME_SECTOR_CYCLES)
        same = sectors / touched * turn if touched else 0.0
        return max(sectors / _ATOMIC_SECTORS_PER_CYCLE, same) / self.spec.sm_clock_mhz

    def estimate(self, parts: dict[str, float], traffic: _Traffic) -> Estimate:
        """Add what no part hides: the launch, the first latency, the memory pipeline's filling."""
        overhead = self._overhead(_OVERHEAD_US)
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
        time = Quantity(
            total, "us", "estimated", total / (1 + known), total / (1 - known), KNOWN_ERROR.note
        )
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
        waits = _CHANNEL_WAITS * min(1.0, dram / (_CHANNELS_BUSY * at_once)) if at_once else 0.0
        cold = (simulated.cold - simulated.warm) * (1 + waits)
        sm = self.us((simulated.warm + cold * (1 - in_l2)) / simulated.clock_share)
        lines = simulated.code_bytes / 128
        line_us = _COLD_CODE_LINE_US + (_CODE_LINE_US - _COLD_CODE_LINE_US) * in_l2
        overhead = self._overhead(_SIMULATED_OVERHEAD_US)
        launch = overhead + lines * line_us
        parts = {**parts, "dram": dram}
        ramp = _ramp_us(traffic, _SIMULATED_RAMP_HALF_BYTES)
        memory = dram + self._first_us(traffic) + ramp if dram else 0.0
        # Blocks that run all at once do their atomics at the end, all at once; in many waves those
        # of one go on beside the next.
        atomics = self.us(simulated.atomics)
        in_turn = atomics + sm / max(filled.whole, 1)
        body = max(sm, memory, in_turn)
        parts["l2"] = max(parts["l2"] if sm >= atomics else 0.0, atomics)
        # A million additions to one word take 1,854 us in turn, and their bytes 3.
        named = "dram" if memory >= sm else self._named(parts, sm)
        named = "l2" if in_turn > max(sm, memory) and atomics > sm else named
        bound = "launch" if body < overhead else named
        known = HELD_OUT[group_of(bound, tensor=simulated.clock_share < 1)]
        total = launch + body
        scaled = ""
        if simulated.scaled is not None:
            scaled = f", scaled by instructions (times {simulated.scaled:.3g})"
        note = f"simulated{scaled}; mean error {known.mean:.0%} on launches like it (docs/time.md)"
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
            back = written if simulated.dram_read + written > self.spec.l2_bytes else 0.0
        else:
            back = written_back(self.spec, read, written)
        return replace(traffic, dram_read=read, dram_written=back)

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


def _ramp_us(traffic: _Traffic, dram_half: float = _DRAM_RAMP_HALF_BYTES) -> float:
    touched, dram = traffic.read + traffic.written, traffic.dram_read + traffic.dram_written
    return _L2_RAMP_US * touched / (touched + _L2_RAMP_HALF_BYTES) + _DRAM_RAMP_US * dram / (
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
    spec, architecture = machine.spec, machine.spec.architecture
    lanes = {
        "fma": architecture.fp32_lanes,
        "alu": architecture.int_lanes,
        "fp64": architecture.fp64_lanes,
    }
    lanes |= {"xu": architecture.xu_lanes, "lsu": WARP}
    cycles = {
        name: _sum(counters, f"kernelscope__inst_pipe_{name}.sum") * WARP / width
        for name, width in lanes.items()
    }
    cycles = {name: value / _PIPE_EFFICIENCY for name, value in cycles.items()}
    cycles["issue"] = _instructions(counters) / 4
    cycles["l1"] = _wavefronts(counters)
    per_sm = spec.sms * spec.sm_clock_mhz * 1e6
    cycles["tensor"] = sum(
        2
        * _sum(counters, f"kernelscope__tensor_mac_{precision}.sum")
        / (_tensor_peak(spec, precision) * 1e12 / per_sm)
        / _TENSOR_EFFICIENCY
        for precision in _TENSOR_PRECISIONS
    )
    return {name: machine.us(value * busiest) for name, value in cycles.items()}


_TENSOR_PRECISIONS = ("bf16", "fp16", "tf32", "fp8", "int8", "int4", "int1", "fp64")


def _tensor_peak(spec: GPUSpec, precision: str) -> float:
    """Return the tensor cores' peak in TFLOP/s.

    Integers, also narrower ones, run at the rate of 8-bit floats; a precision that the GPU lacks at
    its fp32 rate. The rates of 4 bits and of one were not measured.
    """
    roof = roof_name(spec, "fp8" if precision.startswith("int") else precision, matmul=True)
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
    rounds = max(loads / _LOADS_IN_FLIGHT, min(loads, barriers / 2))
    rounds = max(rounds + copies / _ASYNC_COPIES_IN_FLIGHT, float(loads + copies > 0))
    share = traffic.dram_share
    l2, dram = _latencies(machine.spec)
    load = share * dram + (1 - share) * l2
    chain = (
        _instructions(counters) / warps * _INSTRUCTION_LATENCY / _INSTRUCTIONS_IN_FLIGHT
        + barriers * warps_per_block * _BARRIER_CYCLES_PER_WARP
    )
    cycles = filled.whole * (chain + rounds * load) - (load if rounds else 0.0)
    return machine.us(cycles)


def _latencies(spec: GPUSpec) -> tuple[float, float]:
    """Return the cycles of a dependent load from L2, and from device memory."""
    return spec.constant("latency_l2", _L2_LATENCY), spec.constant("latency_dram", _DRAM_LATENCY)


def _dram_efficiency(spec: GPUSpec, write_share: float) -> float:
    points = _DRAM_EFFICIENCY
    if spec.calibrated:
        points = tuple(
            (share, spec.constant(name, usual * spec.dram_gb_per_s) / spec.dram_gb_per_s)
            for (share, usual), name in zip(points, ("sum", "copy", "fill"), strict=True)
        )
    for (left, low), (right, high) in itertools.pairwise(points):
        if write_share <= right:
            return low + (high - low) * (write_share - left) / (right - left)
    return points[-1][1]


def _instructions(counters: Mapping[str, float]) -> float:
    """Return warp instructions of machine code: Nsight Compute's count, else scaled from PTX."""
    exact = counters.get(_MACHINE_INSTRUCTIONS)
    if exact is not None:
        return float(exact)
    return _MACHINE_PER_PTX * counters.get("kernelscope__inst_executed.sum", 0.0)


def _sum(counters: Mapping[str, float], *names: str) -> float:
    return float(sum(counters.get(name, 0.0) for name in names))


def _dimensions(size: int | tuple[int, ...]) -> tuple[int, ...]:
    return (size,) if isinstance(size, int) else size
