"""A model of the blocks that execute much more than any traced block.

Few blocks are traced, spread over the grid. If one block in ten works and the others return at
once, all traced blocks may be idle ones. Two things are counted: how much each block executed, and
how often all blocks together began each basic block. From these follows what an average heavy block
began, and its path through the machine code. The sectors that it touches are not known: they are
those of the traced blocks, moved on.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from kernelscope.errors import UnavailableError
from kernelscope.hardware.constants import Constants
from kernelscope.launch_time.launch import Launch
from kernelscope.vgpu.counting.trace import BlockTrace, LaunchTrace, WarpTrace, work_sizes

_C = Constants("launch_time/outlier_blocks")


def with_outlier_block(launch: Launch) -> Launch:
    """Return a launch with one more traced block, if some blocks execute over three times as much
    as any traced block, and if the counts show what they execute.
    """
    block = _heavy_block(launch.trace)
    if block is None:
        return launch
    try:
        launch.translator.block(block)
    except UnavailableError:
        return launch
    return replace(launch, trace=replace(launch.trace, blocks=(*launch.trace.blocks, block)))


def _heavy_block(trace: LaunchTrace) -> BlockTrace | None:
    # Worked case: of 8,192 blocks 819 do 2,000 steps of 4 warps, the others leave after 9
    # instructions, and all eight that were traced did. The launch began the loop's block 6,552,000
    # times, so each of the 819 did so 2,000 times a warp.
    if trace.executions is None or trace.work is None or not trace.work.all():
        return None
    traced = trace.traced_work()
    heavy = trace.work > _C.much * traced.max()
    if not heavy.any():
        return None
    every = np.stack([warp.executions for block in trace.blocks for warp in block.warps])
    light = every.sum(0) / len(trace.blocks)
    most = trace.blocks[int(np.argmax(traced))]
    each = (trace.executions - light * int((~heavy).sum())) / int(heavy.sum()) / len(most.warps)
    each = np.maximum(np.rint(each), 0).astype(np.int64)
    sizes = work_sizes(trace.instructions, trace.starts)
    work = float(trace.work[heavy].mean())
    if abs(float(each @ sizes) * len(most.warps) - work) > _C.unexplained * work:
        return None
    if _unknown(trace, each) > _C.unknown * float(each @ sizes):
        return None
    number = int(np.argmin(np.where(heavy, np.abs(trace.work - work), np.inf)))
    return BlockTrace(number, tuple(_doing(warp, each) for warp in most.warps))


def _unknown(trace: LaunchTrace, executions: np.ndarray) -> int:
    """Return how many accesses a warp executes that no traced warp executed."""
    known = np.sum([warp.executions for b in trace.blocks for warp in b.warps], axis=0) > 0
    accesses = [i.block for i in trace.instructions if i.access]
    return sum(int(executions[block]) for block in accesses if not known[block])


def _doing(warp: WarpTrace, executions: np.ndarray) -> WarpTrace:
    """Return a warp that continues after the end of its trace until it has executed so much."""
    lanes = -(-warp.lanes_summed // np.maximum(warp.executions, 1))
    lanes = np.where(warp.executions > 0, lanes, 32)
    return replace(warp, executions=executions, lanes_summed=executions * lanes, truncated=True)
