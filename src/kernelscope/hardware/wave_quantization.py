"""Wave quantization: a grid runs in whole waves of the blocks that the GPU holds at once."""

from __future__ import annotations

import math
from dataclasses import dataclass

from kernelscope.errors import UsageError
from kernelscope.hardware.gpus import GPUSpec, gpu


@dataclass(frozen=True, slots=True)
class Waves:
    """The waves in which a grid fills the GPU.

    Attributes:
        waves: grid / (SMs x blocks per SM), Nsight Compute's launch__waves_per_multiprocessor.
        whole: waves rounded up: how often the last-wave time is paid.
        efficiency: waves / whole; 1 if the last wave is full.
        tail: the share of the time that a last, partial wave can waste: 1 / (1 + full waves).
        idle_sms: SMs that never get a block.
    """

    waves: float
    whole: int
    efficiency: float
    tail: float
    idle_sms: int


def waves(spec: GPUSpec | str, *, blocks: int, blocks_per_sm: int) -> Waves:
    """Return the waves of a grid of `blocks`, of which each SM holds `blocks_per_sm` at once.

    Raises UsageError if either is below 1.
    """
    spec = gpu(spec) if isinstance(spec, str) else spec
    if blocks < 1 or blocks_per_sm < 1:
        raise UsageError(
            f"waves needs at least one block and one block an SM; got {blocks}, {blocks_per_sm}"
        )
    count = blocks / (spec.sms * blocks_per_sm)
    whole = math.ceil(count)
    # 1,057 blocks of which an H200 holds 1,056: 1.001 waves, paid as 2: efficiency 50 %, and a tail
    # of 1 / (1 + 1) = 50 %. 2,000 blocks: the same tail, but efficiency 95 %, so both are reported.
    partial = whole > count
    return Waves(
        waves=count,
        whole=whole,
        efficiency=count / whole,
        tail=1 / (1 + math.floor(count)) if partial else 0.0,
        idle_sms=max(spec.sms - blocks, 0),
    )


@dataclass(frozen=True, slots=True)
class FullGrid:
    """A grid whose last wave is full: a multiple of the blocks that the GPU holds at once.

    `work_per_block`: the work of each block, as a multiple of its work now.
    """

    blocks: int
    waves: int
    work_per_block: float


def full_grids(spec: GPUSpec | str, *, blocks: int, blocks_per_sm: int) -> tuple[FullGrid, ...]:
    """Return the nearest grids below and above `blocks` without a tail; () if it has no tail.

    The same work in either takes `waves(...).efficiency` of the time of the grid as it is, if a
    block's time follows its work. Raises UsageError as `waves` does.
    """
    spec = gpu(spec) if isinstance(spec, str) else spec
    now = waves(spec, blocks=blocks, blocks_per_sm=blocks_per_sm)
    at_once = spec.sms * blocks_per_sm
    if blocks % at_once == 0:
        return ()
    return tuple(
        FullGrid(count * at_once, count, blocks / (count * at_once))
        for count in (now.whole - 1, now.whole)
        if count
    )
