"""Executions of machine code: guards, loops that were unrolled, and what gives no counts."""

from __future__ import annotations

import numpy as np
import pytest

from kernelscope import vgpu
from kernelscope.machine_code.code import MachineCode, code_of
from kernelscope.machine_code.counts import BlockCounts, executed

GUARDED = """.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p) {
 .reg .b64 %rd<4>; .reg .b32 %r<4>; .reg .pred %p<2>;
 ld.param.u64 %rd1, [p];
 mov.u32 %r1, %tid.x;
 mul.wide.u32 %rd2, %r1, 4;
 add.s64 %rd3, %rd1, %rd2;
 setp.lt.u32 %p1, %r1, 32;
 @%p1 st.global.u32 [%rd3], %r1;
 ret;
}"""
STORE = 11  # the line of the store

LOOP = """.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p, .param .u32 n) {
 .reg .b64 %rd<4>; .reg .b32 %r<6>; .reg .pred %p<2>;
 ld.param.u64 %rd1, [p];
 ld.param.u32 %r1, [n];
 mov.u32 %r2, 0;
 mov.u32 %r3, 0;
L:
 ld.global.u32 %r4, [%rd1];
 xor.b32 %r3, %r3, %r4;
 add.s64 %rd1, %rd1, 4;
 add.s32 %r2, %r2, 1;
 setp.lt.u32 %p1, %r2, %r1;
 @%p1 bra L;
 st.global.u32 [%rd1], %r3;
 ret;
}"""
LOAD = 11  # the line of the load


def decoded(ptx: str) -> MachineCode:
    code = code_of(ptx, "k", "sm_90")
    assert isinstance(code, MachineCode)
    return code


def test_a_warp_without_a_lane_jumps_over_a_store_whose_guard_became_a_branch() -> None:
    kernel = vgpu.load_ptx(GUARDED).kernel("k")
    counts = kernel.launch((1, 1, 1), (64, 1, 1), [np.zeros(64, np.uint32)])
    lines, active = dict(kernel.executed(counts)), dict(kernel.accessed(counts))
    assert (lines[STORE], active[STORE]) == (2, 1)
    code = decoded(GUARDED)
    (store,) = [n for n in range(code.blocks) if any(i.name == "STG" for i in code.block(n))]
    assert store == 1  # behind a guarded EXIT
    found = executed(code, lines, 2, active)
    assert found is not None
    np.testing.assert_allclose(found.blocks[:2], [2, 1], atol=1e-5)
    blind = executed(code, lines, 2)
    assert blind is not None
    np.testing.assert_allclose(blind.blocks[:2], [2, 2], atol=1e-5)


@pytest.mark.parametrize("n", [1, 2, 3, 4, 7, 16, 61])
def test_an_unrolled_loop_loads_once_an_iteration_in_whole_executions(n: int) -> None:
    kernel = vgpu.load_ptx(LOOP).kernel("k")
    counts = kernel.launch((3, 1, 1), (32, 1, 1), [np.zeros(n + 1, np.uint32), n])
    lines = dict(kernel.executed(counts))
    assert lines[LOAD] == 3 * n
    code = decoded(LOOP)
    found = executed(code, lines, 3, dict(kernel.accessed(counts)))
    assert found is not None
    loads = np.array([sum(i.name == "LDG" for i in code.block(b)) for b in range(code.blocks)])
    assert loads.max() >= 4  # the assembler unrolled the loop
    assert found.blocks @ loads == pytest.approx(3 * n, abs=1e-3)
    np.testing.assert_allclose(found.blocks / 3, (found.blocks / 3).round(), atol=1e-3)


def balance(code: MachineCode, found: BlockCounts) -> np.ndarray:
    """What comes into each block, less what is executed and what merges."""
    come = np.zeros(code.blocks)
    come[0] = found.warps
    for edge, times in zip(code.edges, found.edges, strict=True):
        if edge.target >= 0:
            come[edge.target] += times
    return come - found.blocks - found.merges[:-1]


def test_as_many_warps_come_into_a_block_as_execute_it() -> None:
    code = decoded(LOOP)
    kernel = vgpu.load_ptx(LOOP).kernel("k")
    counts = kernel.launch((5, 1, 1), (64, 1, 1), [np.zeros(24, np.uint32), 23])
    found = executed(code, dict(kernel.executed(counts)), 10)
    assert found is not None
    np.testing.assert_allclose(balance(code, found), 0, atol=1e-4)
    assert found.unexplained < 0.06  # setp and bra, of which unrolling left few
