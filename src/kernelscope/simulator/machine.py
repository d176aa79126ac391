"""The figures of one SM that the simulator calculates with."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from kernelscope.hardware.gpus import GPUSpec
from kernelscope.hardware.l1 import l1_bytes
from kernelscope.simulator import kinds

_LINE_BYTES = 128
_SECTOR_BYTES = 32
# Dependent loads, cycles: shared, L1, L2, DRAM. sm_80, sm_89: Luo et al., arXiv 2402.13499, table
# of memory latencies (A100, RTX 4090), sm_86 as sm_89, which has the same SM. sm_90: measured on
# one H200 (`GPUS["h200"].measured`), sm_100 as sm_90.
_LATENCIES = {
    80: (29, 38, 262, 466),
    86: (30, 43, 273, 542),
    89: (30, 43, 273, 542),
    90: (29, 39, 287, 667),
    100: (29, 39, 287, 667),
}
_LEVELS = ("l1", "l2", "dram")
# Bytes from L2 an SM a cycle: 6.9 TB/s on 132 SMs at 1980 MHz (H200); 5,120 bytes a cycle on 108
# SMs (A100, its whitepaper). Others: the port of 64 bytes that every SM since Volta has (Jia et
# al., arXiv 1804.06826) and no more.
_L2_BYTES_PER_CYCLE = {80: 5120 / 108, 90: 6.9e12 / (132 * 1.98e9), 100: 6.9e12 / (132 * 1.98e9)}
_L2_PORT_BYTES = 64.0
# Of the pins' rate, what a copy reaches: 4,300 of 4,814 GB/s (H200).
_DRAM_EFFICIENCY = 4300 / 4814
# A chain of loads takes 668 cycles each on an H200 whose other SMs read 0.9 TB/s, 683 at 1.4, 717
# at 2.3, 775 at 3.3 and 831 at 3.8 of 4.46 (tests/truth/loaded_h200.csv): the square of the load
# times this. Beyond, loads wait for their turn, which is simulated.
_DRAM_LOADED = 180.0
# Cycles of the whole GPU for one more sector of atomics: 2^24 threads spread take 44 µs on an H200;
# and for one more on the same sector: 2^20 threads, one `red` a warp, take 25 µs.
_ATOMIC_SECTOR_CYCLES = 44e-6 * 1.98e9 / 2**21
_SAME_ADDRESS_CYCLES = 25e-6 * 1.98e9 / 2**15
# A kernel each of whose blocks makes a descriptor and copies a tile with it takes 0.8 µs longer on
# an H100 than with one of the host's, and another 0.9 with a second one. If an SM has 31 blocks,
# the copy engine has to fetch each one's descriptors: of 250, 330 and 400 cycles for each, 330 is
# nearest (tests/truth/times/descriptor_blocks.py, docs/measured/2026-11-26-copies.md).
_DESCRIPTOR_CYCLES = 1600
_FETCH_CYCLES = 330
# A block starts every 0.6 ns on an H200 (empty grids of 1,056 blocks and more); they are taken to
# go to its SMs in turn.
_BLOCK_NS = 0.6


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
        dram_loaded: how much later device memory answers if it is busy all the time.
        l2_rate: share, 0 … 1, of the sectors without a verdict of their own that L2 has.
        atomic_sector_cycles: between two sectors of atomics: this SM's share.
        same_address_cycles: between two atomics on one sector. If other SMs use it too, they have
            their turns between: times the SMs that do.
        tlb_pages: pages whose translation the SM keeps; tlb_cycles: what another page takes longer;
            tlb_page_bytes: of a page. 0 cycles: no such cost.
        barrier_cycles: of the memory unit for one warp that comes to a barrier.
        barrier_latency: from the turn of the last warp to the first instruction behind it.
        bulk_latency: from the issue of a bulk copy until its first sector is asked for.
        descriptor_cycles: from the fence behind a tensor's descriptor until the copy engine can
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
    dram_loaded: float
    l2_rate: float
    atomic_sector_cycles: float
    same_address_cycles: float
    tlb_pages: int
    tlb_cycles: int
    tlb_page_bytes: int
    barrier_cycles: int
    barrier_latency: int
    bulk_latency: int
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

        The memory unit takes a warp instruction of each sub-partition every 4 cycles, and on sm_86
        and sm_89 one of all four every 2; a sub-partition has 5 waiting, and the sixth is issued 11
        cycles after the first, when its registers have been read (Huerta et al., arXiv 2503.20481,
        table 1). An H200 loads 32 lanes of shared memory a cycle,
        one warp instruction. Its barrier of 32 warps takes 76 cycles, here 32 turns of 2 and 12
        behind the last; how they are divided is an assumption.

        resident: blocks that are on it at once.
        shared_bytes: of shared memory a block; they and L1 share the SM's memory.
        active_sms: SMs that share L2's and the memory's rates; None for all.
        clock_share: the clock of the SMs as a share of their highest, 0 … 1. L2 and device memory
            have clocks of their own: a slower SM gets more of them a cycle.
        """
        sms = active_sms or spec.sms
        clock = spec.sm_clock_mhz * 1e6 * clock_share
        shared, *usual = _LATENCIES[spec.sm]
        l1, l2, dram = (
            round(spec.constant(f"latency_{level}", cycles))
            for level, cycles in zip(_LEVELS, usual, strict=True)
        )
        two = spec.sm in (86, 89)
        l2_bytes = _L2_BYTES_PER_CYCLE.get(spec.sm, _L2_PORT_BYTES) * spec.sms / sms / clock_share
        if l2_gb_per_s := spec.constant("l2", 0.0):
            l2_bytes = l2_gb_per_s * 1e9 / clock / sms
        dram_bytes = (
            spec.constant("copy", _DRAM_EFFICIENCY * spec.dram_gb_per_s) * 1e9 / clock / sms
        )
        return cls(
            resident=resident,
            intervals=_intervals(spec),
            latencies=_latencies(),
            lsu_cycles=2 if two else 1,
            lsu_partition_cycles=4,
            lsu_queue=5,
            lsu_hold=11,
            reading=_reading(),
            l1_lines=l1_bytes(spec, shared_bytes, resident) // _LINE_BYTES,
            latency_shared=shared,
            latency_l1=l1,
            latency_l2=l2,
            latency_dram=dram,
            l2_sector_cycles=_SECTOR_BYTES / min(l2_bytes, _L2_PORT_BYTES),
            dram_sector_cycles=_SECTOR_BYTES / dram_bytes,
            dram_spread=1.0,
            dram_loaded=_DRAM_LOADED,
            l2_rate=0.0,
            atomic_sector_cycles=_ATOMIC_SECTOR_CYCLES * sms,
            same_address_cycles=spec.constant("atomic_word", _SAME_ADDRESS_CYCLES),
            tlb_pages=16,
            tlb_cycles=0,
            tlb_page_bytes=2 << 20,
            barrier_cycles=2,
            barrier_latency=12,
            bulk_latency=0,
            descriptor_cycles=_DESCRIPTOR_CYCLES,
            fetch_cycles=_FETCH_CYCLES,
            start_cycles=round(spec.constant("block_start", _BLOCK_NS) * 1e-9 * clock * sms),
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


_ALU_LANES = 64


def _intervals(spec: GPUSpec) -> tuple[int, ...]:
    """Return the cycles that a warp instruction holds each pipe of a sub-partition.

    32 lanes × 4 sub-partitions over the lanes of an SM (`Architecture`). Those of the queue to the
    memory unit are `lsu_…`; a tensor instruction brings its own. ADU and the copy engine: one a
    cycle, as no figure is published; the texture unit has 4 lanes a sub-partition (NVIDIA, Nsight
    Compute, Kernel Profiling Guide, "TEX": a quad a cycle). Products of integers go through half of
    the fp32 lanes: NVIDIA's programming guide has 64 of them a cycle, and on an H200
    `sm__pipe_fmaheavy_cycles_active` is 2 × IMAD + 4 × IMAD.WIDE of a saxpy. The ALU has 64 lanes,
    too: LOP3, SHF, PRMT, ISETP, SEL, FMNMX and IADD3 take an H200 2.1 cycles each
    (docs/measured/2026-11-26-unseen.md). More of what PTX calls an addition are done in a cycle, as
    the assembler divides them between both (`Architecture.int_lanes`).
    """
    architecture = spec.architecture

    def of(lanes: int) -> int:
        return -(-32 * kinds.SCHEDULERS // lanes)

    by_name = {
        "fma": of(architecture.fp32_lanes),
        "alu": of(_ALU_LANES),
        "fp16": 1,
        "fp64": of(architecture.fp64_lanes),
        "xu": of(architecture.xu_lanes),
        "tex": 8,
        "fmaheavy": of(_ALU_LANES),
    }
    return tuple(by_name.get(name, 1) for name in kinds.PIPES)


def _latencies() -> tuple[int, ...]:
    """Return the cycles from issue to result of each pipe.

    fma, alu 4, fp64 8: Jia et al., arXiv 1804.06826 (Volta). xu 18: MUFU.EX2 of an A100
    (Abdelkhalik et al., arXiv 2208.11174). tensor 33: m16n8k16 of an A100 (Luo et al., arXiv
    2402.13499, dense `mma`). lsu 23: a shuffle, as Jia et al. have it. adu, uniform, tex: as their
    neighbours; no figure is published.
    """
    by_name = {"fp64": 8, "xu": 18, "tensor": 33, "lsu": 23, "adu": 23, "tex": 40, "none": 1}
    return tuple(by_name.get(name, 4) for name in kinds.PIPES)


def _reading() -> tuple[int, ...]:
    """Return the cycles from the turn of each kind to its registers being read.

    Those of 32 bits a lane with an address in a regular register: Huerta et al., arXiv 2503.20481,
    table 2. Stores of 64 bits take 2 more and of 128 bits 6 more. Kinds that are not in the table
    read an address as shared loads do.
    """
    by_kind = {
        kinds.LOAD: 11,
        kinds.LOAD_L2: 11,
        kinds.ATOMIC: 14,
        kinds.REDUCTION: 14,
        kinds.STORE: 14,
        kinds.LOCAL_STORE: 14,
        kinds.COPY: 13,
        kinds.COPY_L1: 13,
    }
    return tuple(by_kind.get(kind, 9) for kind in range(kinds.KINDS))
