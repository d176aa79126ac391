"""Races in Gluon's terms: a partition of the warps is one thread of control."""

# Triton gives the arguments of its kernels their types.
# pyright: reportMissingParameterType=false, reportUnknownParameterType=false
# pyright: reportArgumentType=false, reportAssignmentType=false, reportCallIssue=false
# pyright: reportIndexIssue=false

from __future__ import annotations

import pytest
import torch
from triton.experimental import gluon
from triton.experimental.gluon import language as ttgl
from triton.experimental.gluon.language.nvidia.hopper import mbarrier

import kernelscope as ks
from kernelscope.sanitizer.session import Sanitizer

pytestmark = pytest.mark.triton


@gluon.jit
def fill(layout: ttgl.constexpr, shared, ready):
    """Write shared memory, then tell so."""
    shared.store(ttgl.arange(0, 128, layout))
    mbarrier.arrive(ready, count=1)


@gluon.jit
def drain(layout: ttgl.constexpr, shared, ready, out, WAITS: ttgl.constexpr):
    """Read it, with or without waiting for who wrote it."""
    mbarrier.wait(ready, phase=0, pred=WAITS)
    ttgl.store(out + ttgl.arange(0, 128, layout), shared.load(layout))


@gluon.jit
def in_partitions(out, WAITS: ttgl.constexpr):
    """Fill in four warps what four others read."""
    layout: ttgl.constexpr = ttgl.BlockedLayout([1], [32], [4], [0])
    plain: ttgl.constexpr = ttgl.SwizzledSharedLayout(vec=1, per_phase=1, max_phase=1, order=[0])
    shared = ttgl.allocate_shared_memory(ttgl.int32, [128], plain)
    ready = ttgl.allocate_shared_memory(ttgl.int64, [1], mbarrier.MBarrierLayout())
    mbarrier.init(ready, count=1)
    ttgl.warp_specialize(
        [(drain, (layout, shared, ready, out, WAITS)), (fill, (layout, shared, ready))], [4], [32]
    )


@pytest.mark.parametrize("waits", [True, False])
def test_partitions_of_warps_are_threads_of_their_own(waits: bool) -> None:
    """And the words by which Triton starts and ends them, each lane's copy of one, are no race."""
    out = torch.zeros(128, dtype=torch.int32)
    with Sanitizer(["race"]) as sanitizer, ks.virtual_gpu("h200"):
        in_partitions[(1,)](out, WAITS=waits, num_warps=4)
    kinds = {finding.kind for finding in sanitizer.findings}
    assert kinds <= {"write-read", "read-write"}
    assert bool(kinds) == (not waits)
