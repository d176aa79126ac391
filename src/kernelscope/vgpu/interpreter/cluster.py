"""The barrier of a cluster's blocks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kernelscope.vgpu.interpreter.warp import Block, Warp


def end_phase(blocks: Sequence[Block]) -> bool:
    """End the phase of the cluster's barrier if all threads that have not ended have arrived."""
    warps = [warp for block in blocks for warp in block.warps]
    if not any(warp.arrived.any() for warp in warps):
        return False
    if any((warp.live & ~warp.arrived).any() for warp in warps):
        return False
    for warp in warps:
        warp.arrived[:] = False
        warp.waiting &= ~warp.at_cluster
        warp.at_cluster[:] = False
    return True


def arrive(warp: Warp) -> None:
    """Make the active lanes arrive at the cluster's barrier."""
    warp.arrived |= warp.active
    end_phase(warp.block.peers)


def wait(warp: Warp) -> None:
    """Make the active lanes wait until the phase in which they arrived is over."""
    staying = warp.active & warp.arrived
    if staying.any():
        warp.at_cluster |= staying
        warp.waiting |= staying
        warp.stops = True
