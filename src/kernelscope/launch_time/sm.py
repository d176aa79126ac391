"""The cycles that an SM needs for its blocks of a launch, from the blocks that were traced.

The blocks of the grid are taken to be like the traced ones that stand nearest to them. Each SM is
taken to do as many; the simulated one has those of the busiest. The first `resident` blocks start
together, behind them a wave begins when a place is free. If there are too many to run them all,
the rate of the last half is that of the rest.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from kernelscope.errors import UsageError
from kernelscope.hardware.gpus import GPUSpec
from kernelscope.launch_time.code import simulated_code
from kernelscope.launch_time.streams import Translator, Untranslated, WarpStream, streams_of
from kernelscope.machine_code.code import MachineCode
from kernelscope.simulator import Code, Machine, Streams, kinds, simulate
from kernelscope.vgpu.counting.trace import LaunchTrace, TraceRequest

_Block = list[WarpStream]

_MOST_EVENTS = 6000
"""Events of a traced warp: the accesses of a product over k = 4096 are 1,000 to 3,000."""
# What is simulated at most, in instructions and sectors: 0.05 s.
_MOST_STEPS = 1_000_000
_LEAST_BLOCKS = 16
# More steps than these are not simulated at all, though two waves have them: 2 s.
_MOST_OF_TWO_WAVES = 40_000_000
# Opcodes of barriers in shared memory and of the copy engine: what a warp waits for there is not in
# the trace.
_EVENTS = ("SYNCS", "UTMALDG", "UTMASTG", "UBLKCP", "UTMAREDG", "UBLKRED", "ACQBULK")
_PLACE_BITS = 46  # above those of a sector: 2^11 allocations of 2^40 bytes
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)  # 2^64 over the golden ratio
_MOST_CODE_BLOCKS = 120
"""Basic blocks of code whose flow is looked for: that of 150 takes minutes."""


@dataclass(frozen=True, slots=True)
class SMCycles:
    """What the simulation of a launch says.

    Attributes:
        cold: cycles of the busiest SM if L2 has nothing of the data before.
        warm: if it has all.
        instructions: of the machine code, of all warps of the grid.
    """

    cold: float
    warm: float
    instructions: float


def blocks_to_trace(blocks: Sequence[int]) -> TraceRequest:
    """Return which blocks of a launch to trace: some that stand side by side, spread over the grid.

    Neighbours show what blocks share; blocks far apart show how uneven they are.

    blocks: the numbers of those that run, in order.
    """
    n = len(blocks)
    chosen = {0, 1, n // 4, n // 2, n // 2 + 1, 3 * n // 4, n - 2, n - 1}
    numbers = sorted({blocks[at] for at in chosen if 0 <= at < n})
    return TraceRequest(tuple(numbers), _MOST_EVENTS)


def sm_cycles(
    spec: GPUSpec,
    code: MachineCode,
    trace: LaunchTrace,
    *,
    resident: int,
    shared_bytes: int,
    unique_sectors: float,
    dram_factor: float,
) -> SMCycles:
    """Simulate an SM with its blocks of a launch.

    Args:
        spec: the GPU.
        code: the machine code that runs on it.
        trace: of the launch, with the blocks of `blocks_to_trace`.
        resident: blocks that are on an SM at once.
        shared_bytes: of shared memory a block.
        unique_sectors: that the launch reads and writes, each once.
        dram_factor: the traffic of device memory as a multiple of `unique_sectors`.

    Raises Untranslated if the launch cannot be simulated; with the reason.
    """
    names = {row.name for row in code.instructions}
    if waits := sorted(names.intersection(_EVENTS)):
        raise Untranslated(f"what {waits[0]} waits for is not traced")
    if code.blocks > _MOST_CODE_BLOCKS:
        raise Untranslated(f"the machine code has {code.blocks} basic blocks")
    simulated = simulated_code(code)
    translator = Translator(code, simulated, trace)
    traced = [[translator.warp(warp) for warp in block.warps] for block in trace.blocks]
    blocks = math.prod(trace.grid)
    steps = float(np.mean([_steps(block) for block in traced]))
    own = math.ceil(blocks / spec.sms)
    count = min(own, max(int(_MOST_STEPS / steps), 2 * resident, _LEAST_BLOCKS))
    if count * steps > _MOST_OF_TWO_WAVES:
        raise Untranslated(f"a block executes {steps:.0f} instructions and accesses")
    machine = Machine.of(
        spec, resident=resident, shared_bytes=shared_bytes, active_sms=min(blocks, spec.sms)
    )
    machine = replace(machine, dram_sector_cycles=machine.dram_sector_cycles * dram_factor)
    layout = _Layout(traced, count, resident, blocks, unique_sectors)
    executed = float(np.mean([_instructions(block) for block in traced]))
    cold, warm = (
        _cycles(simulated, layout.streams(warm=warm), machine, own) for warm in (False, True)
    )
    return SMCycles(cold, warm, executed * blocks)


def _cycles(code: Code, streams: Streams, machine: Machine, own: int) -> float:
    """Return the cycles for `own` blocks, of which `streams` has the first."""
    try:
        simulated = simulate(code, streams, machine)
    except UsageError as error:
        raise Untranslated(str(error)) from error
    if own <= streams.blocks:
        return float(simulated.cycles)
    ends = np.sort(simulated.end)
    half = streams.blocks // 2
    rate = (ends[-1] - ends[half - 1]) / (streams.blocks - half)
    return float(ends[-1] + (own - streams.blocks) * rate)


def _instructions(block: _Block) -> int:
    return sum(int((warp.runs[:, 1] * warp.runs[:, 2]).sum()) for warp in block)


def _steps(block: _Block) -> int:
    return _instructions(block) + 2 * sum(len(warp.sectors) for warp in block)


class _Layout:
    """The blocks that the simulated SM runs, and what L2 has of their sectors.

    A sector that several of the traced blocks touch is *common*: a row of weights, a tile of a
    matrix. The others are a block's own. The first blocks of all SMs ask for the common ones
    together, and wait for device memory together, though it reads them once; later blocks find them
    in L2. Of its own sectors a block shares some with blocks that were not traced: device memory
    reads `missing` of them.
    """

    def __init__(
        self, traced: list[_Block], count: int, resident: int, blocks: int, unique: float
    ) -> None:
        distinct = [np.unique(np.concatenate([w.sectors for w in block])) for block in traced]
        sectors, times = np.unique(np.concatenate(distinct), return_counts=True)
        self._common = sectors[times > 1]
        self._resident = resident
        own = float(np.mean([len(d) for d in distinct])) - len(self._common) / len(traced)
        every = float(np.mean([len(d) for d in distinct]))
        self._missing = min(1.0, unique / (own * blocks)) if own else 1.0
        self._missing_first = min(1.0, unique / (every * blocks)) if every else 1.0
        self._blocks = [self._copy(traced, place, count) for place in range(count)]

    def _copy(self, traced: list[_Block], place: int, count: int) -> _Block:
        """Return the block at a place of the SM: the traced one whose place is nearest.

        Its own sectors are moved, so that no copy of it finds them in L1.
        """
        source = traced[min(place * len(traced) // count, len(traced) - 1)]
        return [
            replace(
                warp,
                sectors=np.where(
                    np.isin(warp.sectors, self._common),
                    warp.sectors,
                    warp.sectors + (place << _PLACE_BITS),
                ),
            )
            for warp in source
        ]

    def streams(self, *, warm: bool) -> Streams:
        """Return the streams of the blocks; `warm`: L2 has all data before."""
        verdicts = [
            np.full(len(sectors), kinds.PRESENT, np.int8) if warm else self._verdicts(place, sectors)
            for place, block in enumerate(self._blocks)
            for sectors in [np.concatenate([warp.sectors for warp in block])]
        ]
        return streams_of(self._blocks, np.concatenate(verdicts))

    def _verdicts(self, place: int, sectors: np.ndarray) -> np.ndarray:
        """Return the verdicts on a block's sectors: the first time that it touches each."""
        first = np.zeros(len(sectors), np.bool_)
        first[np.unique(sectors, return_index=True)[1]] = True
        # The golden ratio spreads pairs of sectors evenly: any stretch of them has its share.
        spread = ((sectors >> 1).astype(np.uint64) * _GOLDEN >> np.uint64(32)) / 2.0**32
        verdicts = np.full(len(sectors), kinds.PRESENT, np.int8)
        if place < self._resident:
            absent = np.where(spread < self._missing_first, kinds.ABSENT, kinds.ON_ITS_WAY)
            verdicts[first] = absent[first]
            return verdicts
        mine = ~np.isin(sectors, self._common) & first
        verdicts[mine & (spread < self._missing)] = kinds.ABSENT
        return verdicts
