"""The figures of one SM that the simulator calculates with."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from kernelscope.hardware.constants import RATES, Constants
from kernelscope.hardware.gpus import GPUSpec
from kernelscope.hardware.l1 import l1_bytes
from kernelscope.simulator import kinds

_C = Constants("simulator")
_LINE_BYTES = 128
_SECTOR_BYTES = 32
_LEVELS = ("l1", "l2", "dram")


@dataclass(frozen=True, slots=True)
class Machine:
    """One SM and its share of L2 and DRAM. Times in cycles of the SM's clock.

    Attributes:
        resident: blocks that are on the SM at once.
        intervals: for each of `kinds.PIPES` the cycles that a warp instruction holds it, in one of
            the four sub-partitions.
        latencies: for each pipe the cycles until a result is written.
        lsu_cycles: between two instructions that the sub-partitions send to the memory unit.
        lsu_partition_cycles: between two of one sub-partition.
        lsu_queue: memory instructions of a sub-partition that have not left it.
        lsu_hold: cycles that an instruction keeps its place in that queue after its turn.
        reading: for each of `kinds` the cycles until registers are read, after its turn.
        l1_lines: lines of 128 bytes in L1.
        latency_shared, latency_l1, latency_l2, latency_dram: of a load, from its turn to its
            result.
        l2_sector_cycles: between two sectors from or to L2: this SM's share of L2's rate.
        dram_sector_cycles: between two sectors of device memory: this SM's share.
        dram_spread: of the latencies of device memory around `latency_dram`: times that of an
            H200; 0: all alike.
        dram_least, dram_half, dram_most, dram_longest: what a load from device memory takes more
            than on average: the least, half of them, 90 of 100, and the longest of a burst.
        dram_settled: cycles until the load of device memory is known.
        dram_loaded: how much later device memory answers if it is busy all the time.
        atomic_sector_cycles: between two sectors of atomics: this SM's share.
        same_address_cycles: between two atomics on one sector. If other SMs use it too, they have
            their turns between: times the SMs that do.
        operand_cycles: in which an instruction may read its operands.
        barrier_cycles: of the memory unit for one warp that comes to a barrier.
        barrier_latency: from the turn of the last warp to the first instruction after it.
        descriptor_cycles: from the fence after a tensor's descriptor until the copy engine can
            fetch it.
        fetch_cycles: for which the copy engine does nothing else while it fetches a descriptor.
        start_cycles: between the starts of two blocks on the SM: its share of the rate at which
            the GPU starts blocks.
        dram_turns: how much later device memory answers because it writes in between, if it is
            busy all the time.
    """

    resident: int
    intervals: tuple[int, ...]
    latencies: tuple[int, ...]
    lsu_cycles: int
    lsu_partition_cycles: int
    lsu_queue: int
    lsu_hold: int
    reading: tuple[int, ...]
    l1_lines: int
    latency_shared: int
    latency_l1: int
    latency_l2: int
    latency_dram: int
    l2_sector_cycles: float
    dram_sector_cycles: float
    dram_spread: float
    dram_least: float
    dram_half: float
    dram_most: float
    dram_longest: float
    dram_settled: float
    dram_loaded: float
    atomic_sector_cycles: float
    same_address_cycles: float
    operand_cycles: int
    barrier_cycles: int
    barrier_latency: int
    descriptor_cycles: int
    fetch_cycles: int
    start_cycles: int
    dram_turns: float = 0.0

    @classmethod
    def of(
        cls,
        spec: GPUSpec,
        *,
        resident: int,
        shared_bytes: int = 0,
        active_sms: int | None = None,
        clock_share: float = 1.0,
    ) -> Machine:
        """Return an SM of a GPU.

        resident: blocks that are on it at once.
        shared_bytes: of shared memory a block; they and L1 share the SM's memory.
        active_sms: SMs that share L2's and the memory's rates; None for all.
        clock_share: the clock of the SMs as a share of their highest, 0 … 1. L2 and device memory
            have clocks of their own: a slower SM gets more of them a cycle.
        """
        sms = active_sms or spec.sms
        clock = spec.sm_clock_mhz * 1e6 * clock_share
        usual = RATES.group(f"latency.{spec.sm}")
        l1, l2, dram = (round(spec.constant(f"latency_{level}", usual[level])) for level in _LEVELS)
        port = RATES.l2_port_bytes
        l2_bytes = RATES.table("l2_bytes_per_cycle").get(spec.sm, port) * spec.sms / sms
        l2_bytes /= clock_share
        if l2_gb_per_s := spec.constant("l2", 0.0):
            l2_bytes = l2_gb_per_s * 1e9 / clock / sms
        copied = RATES.group("dram_share")["copy"] * spec.dram_gb_per_s
        dram_bytes = spec.constant("copy", copied) * 1e9 / clock / sms
        return cls(
            resident=resident,
            intervals=_intervals(spec),
            latencies=_latencies(),
            lsu_cycles=_C.table("lsu_cycles").get(spec.sm, 1),
            lsu_partition_cycles=_C.lsu_partition_cycles,
            lsu_queue=_C.lsu_queue,
            lsu_hold=_C.lsu_hold,
            reading=_reading(),
            l1_lines=l1_bytes(spec, shared_bytes, resident) // _LINE_BYTES,
            latency_shared=usual["shared"],
            latency_l1=l1,
            latency_l2=l2,
            latency_dram=dram,
            l2_sector_cycles=_SECTOR_BYTES / min(l2_bytes, port),
            dram_sector_cycles=_SECTOR_BYTES / dram_bytes,
            dram_spread=1.0,
            dram_least=_C.dram_least,
            dram_half=_C.dram_half,
            dram_most=_C.dram_most,
            dram_longest=_C.dram_longest,
            dram_settled=_C.dram_settled,
            dram_loaded=_C.dram_loaded,
            atomic_sector_cycles=RATES.atomic_sector_cycles * sms,
            same_address_cycles=spec.constant("atomic_word", RATES.atomic_word_cycles),
            operand_cycles=_C.operand_cycles,
            barrier_cycles=_C.barrier_turn_cycles,
            barrier_latency=_C.barrier_latency,
            descriptor_cycles=_C.descriptor_cycles,
            fetch_cycles=_C.fetch_cycles,
            start_cycles=round(spec.constant("block_start", RATES.block_ns) * 1e-9 * clock * sms),
        )

    def record(self) -> np.ndarray:
        """Return the figures as one row of dtype MACHINE."""
        return np.array([tuple(getattr(self, f.name) for f in fields(self))], MACHINE)


def _type_of(name: str, kind: object) -> tuple[Any, ...]:
    if kind == "tuple[int, ...]":
        return (name, np.int64, (kinds.KINDS if name == "reading" else len(kinds.PIPES),))
    return (name, np.float64 if kind == "float" else np.int64)


MACHINE = np.dtype([_type_of(f.name, f.type) for f in fields(Machine)])
"""A `Machine` for compiled code."""


def _intervals(spec: GPUSpec) -> tuple[int, ...]:
    """Return the cycles that a warp instruction holds each pipe of a sub-partition.

    32 lanes × 4 sub-partitions over the lanes of an SM (`GPUSpec`). Those of the queue to the
    memory unit are `lsu_…`; a tensor instruction brings its own; ADU and the copy engine: one a
    cycle, as no figure is published.
    """

    def of(lanes: int) -> int:
        return -(-32 * kinds.SCHEDULERS // lanes)

    by_name = {
        "fma": of(spec.fp32_lanes),
        "alu": of(_C.table("alu_lanes").get(spec.sm, _C.alu_lanes)),
        "fp16": 1,
        "fp64": of(spec.fp64_lanes),
        "xu": of(spec.xu_lanes),
        "tex": _C.tex_cycles,
        "fmaheavy": of(_C.alu_lanes),
    }
    return tuple(by_name.get(name, 1) for name in kinds.PIPES)


def _latencies() -> tuple[int, ...]:
    """Return the cycles from issue to result of each pipe."""
    known = _C.group("pipe_latency")
    return tuple(known.get(name, _C.pipe_latency_else) for name in kinds.PIPES)


def _reading() -> tuple[int, ...]:
    """Return the cycles from the turn of each kind to its registers being read."""
    known = {getattr(kinds, name): cycles for name, cycles in _C.group("reading").items()}
    return tuple(known.get(number, _C.reading_else) for number in range(kinds.KINDS))
