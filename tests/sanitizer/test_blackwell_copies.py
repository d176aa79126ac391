"""Races of Blackwell's copies and of its requests for blocks: each is clean with its wait."""

# ruff: noqa: E501 - instructions of PTX are long

from __future__ import annotations

from contextlib import suppress

import numpy as np
import pytest
import torch

import kernelscope as ks
from kernelscope import vgpu
from kernelscope.errors import KernelscopeError
from kernelscope.sanitizer.findings import Finding
from kernelscope.sanitizer.session import Sanitizer
from kernelscope.vgpu.runtime.arguments import TensorMapArgument
from kernelscope.vgpu.tensor_map import TensorMap

COPIES = """
.version 8.8
.target sm_100a
.address_size 64
.entry k(.param .u64 y, .param .align 64 .b8 map[128], .param .align 64 .b8 other[128])
{{
    .reg .b32 %r<30>;
    .reg .b64 %rd<20>;
    .reg .b16 %h1;
    .reg .pred %p<9>;
    .shared .align 128 .b8 tile[512];
    .shared .align 8 .b64 bar;
    ld.param.u64 %rd1, [y];
    mov.b64 %rd3, map;
    cvta.param.u64 %rd3, %rd3;
    mov.b64 %rd4, other;
    cvta.param.u64 %rd4, %rd4;
    mov.u32 %r1, %tid.x;
    mov.b32 %r2, tile;
    mov.b32 %r3, bar;
    mov.u32 %r4, 0;
    mov.u32 %r5, 3;
    mov.u32 %r10, 5;
    mov.u32 %r11, 9;
    mov.b16 %h1, 0x00FF;
    setp.eq.u32 %p1, %r1, 0;
    @%p1 mbarrier.init.shared::cta.b64 [%r3], 1;
    fence.proxy.async;
    bar.sync 0;
    @%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r3], 512;
    @%p1 cp.async.bulk.tensor.2d.shared::cta.global.tile::gather4.mbarrier::complete_tx::bytes
        [%r2], [%rd3, {{%r4, %r4, %r5, %r10, %r11}}], [%r3];
    {wait}
    shl.b32 %r6, %r1, 2;
    add.u32 %r7, %r2, %r6;
    ld.shared.u32 %r8, [%r7];
    add.u32 %r8, %r8, 1;
    st.shared.u32 [%r7], %r8;
    {fence}
    bar.sync 0;
    {store}
    @%p1 cp.async.bulk.commit_group;
    {end}
    ret;
}}
"""
WAIT = """
WAIT:
    mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r3], 0;
    @!%p2 bra WAIT;
"""
SCATTER = "@%p1 cp.async.bulk.tensor.2d.global.shared::cta.tile::scatter4.bulk_group [%rd4, {%r4, %r4, %r5, %r10, %r11}], [%r2];"
MASKED = "@%p1 cp.async.bulk.global.shared::cta.bulk_group.cp_mask [%rd1], [%r2], 64, %h1;"
PARTS = {
    "wait": WAIT,
    "fence": "fence.proxy.async;",
    "store": SCATTER,
    "end": "@%p1 cp.async.bulk.wait_group 0;",
}


def races(text: str, *arguments: object, blocks: int = 1, threads: int = 128) -> list[Finding]:
    kernel = vgpu.load_ptx(text, gpu="b200").kernel("k")
    with Sanitizer(["race"]) as sanitizer, suppress(KernelscopeError):
        kernel.launch(blocks, threads, list(arguments))
    assert not sanitizer.notes
    return sanitizer.findings


def findings(**changes: str) -> list[tuple[str, str]]:
    """The kinds of races of a kernel that gathers, and scatters or stores; and where they are."""
    text = COPIES.format(**(PARTS | changes))
    x, y = (
        torch.arange(16 * 32, dtype=torch.int32).reshape(16, 32),
        torch.zeros(16, 32, dtype=torch.int32),
    )
    described = TensorMap("u32", 0, (32, 16), (128,), (32, 1), (1, 1))
    maps = [TensorMapArgument(each, described) for each in (x, y)]
    lines = text.splitlines()

    def opcode(finding: Finding) -> str:
        assert finding.place is not None
        return lines[finding.place.ptx_line - 1].replace("@%p1", "").split()[0]

    return [(finding.kind, opcode(finding)) for finding in races(text, y, *maps)]


def test_rows_that_are_gathered_and_scattered_with_their_waits_are_clean() -> None:
    assert findings() == []


@pytest.mark.parametrize(
    ("part", "kinds"),
    [
        ("wait", {"write-read", "write-write", "read-write", "unfinished"}),
        ("fence", {"proxy"}),
        ("end", {"unfinished"}),
    ],
)
def test_each_wait_of_gathered_and_scattered_rows_is_needed(part: str, kinds: set[str]) -> None:
    told = findings(**{part: ""})
    assert told
    assert {kind for kind, _ in told} <= kinds


def test_bytes_that_a_store_leaves_out_may_be_written_by_others() -> None:
    """Of each 16 bytes the last 8 are a thread's."""
    own = """
    mov.u32 %r9, 0x77777777;
    setp.eq.u32 %p3, %r1, 32;
    @%p3 st.global.u32 [%rd1+{place}], %r9;
    """
    for place, told in ((8, []), (28, []), (4, ["write-write"]), (16, ["write-write"])):
        kinds = [kind for kind, _ in findings(store=MASKED + own.format(place=place))]
        assert kinds == told, place


# ---- requests for blocks -------------------------------------------------------------------------

REQUEST = """
.version 8.8
.target sm_100a
.address_size 64
.entry k(.param .u64 y)
{{
    .reg .b32 %r<30>;
    .reg .b64 %rd<20>;
    .reg .b128 %q;
    .reg .pred %p<9>;
    .shared .align 16 .b8 answer[16];
    .shared .align 8 .b64 bar;
    .shared .align 1 .b8 room[204800];
    ld.param.u64 %rd1, [y];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %ctaid.x;
    mov.b32 %r6, answer;
    mov.b32 %r7, bar;
    mov.b32 %r8, 0;
    setp.eq.u32 %p1, %r1, 0;
    @%p1 mbarrier.init.shared::cta.b64 [%r7], 1;
    fence.proxy.async;
    bar.sync 0;
TILE:
    @%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r7], 16;
    @%p1 clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 [%r6], [%r7];
    mul.wide.u32 %rd3, %r2, 4;
    add.u64 %rd4, %rd1, %rd3;
    @%p1 st.global.u32 [%rd4], 1;
    {wait}
    xor.b32 %r8, %r8, 1;
    ld.shared.b128 %q, [%r6];
    clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 %p3, %q;
    clusterlaunchcontrol.query_cancel.get_first_ctaid::x.b32.b128 %r2, %q;
    {fence}
    {barrier}
    @%p3 bra TILE;
    ret;
}}
"""
ASKED = """
WAIT:
    mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r7], %r8;
    @!%p2 bra WAIT;
"""


@pytest.mark.parametrize(
    ("left_out", "kinds"),
    [
        ("", set[str]()),
        ("wait", {"write-read", "write-write", "unfinished"}),
        ("barrier", {"read-write", "write-read"}),
        ("fence", {"proxy", "read-write"}),
    ],
)
def test_an_answer_needs_its_wait_and_what_orders_the_next_request(
    left_out: str, kinds: set[str]
) -> None:
    parts = {"wait": ASKED, "barrier": "bar.sync 0;", "fence": "fence.proxy.async;"}
    parts |= {left_out: ""} if left_out else {}
    text = REQUEST.format(**parts)
    y = np.zeros(1 << 12, np.uint32)
    told = races(text, y, blocks=160, threads=64)
    assert {finding.kind for finding in told} <= kinds
    if left_out in ("wait", "barrier"):
        assert told
        assert any("the answer to a request for a block" in each.message for each in told)


def test_a_kernel_of_requests_runs_right_while_it_is_checked() -> None:
    text = REQUEST.format(wait=ASKED, barrier="bar.sync 0;", fence="fence.proxy.async;")
    y = torch.zeros(160, dtype=torch.int32)
    kernel = vgpu.load_ptx(text, gpu="b200").kernel("k")
    with Sanitizer() as sanitizer, ks.virtual_gpu("b200"):
        kernel.launch(160, 64, [y])
    assert y.tolist() == [1] * 160
    assert not sanitizer.findings
