"""Which loops may wait for another thread: those that ask memory again at the same place."""

from __future__ import annotations

import pytest

from kernelscope import vgpu
from kernelscope.vgpu.analysis.waiting import blocks_that_may_wait

TEXT = """.version 8.4
.target sm_90a
.address_size 64
.shared .b32 lock;
.entry k(.param .u64 at) {{
.reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .pred %p;
ld.param.u64 %rd1, [at];
{body}
ret;
}}
"""
LOOP = "L: {} setp.ne.u32 %p, %r1, 0; @%p bra L;"


@pytest.mark.parametrize(
    ("body", "waits"),
    [
        (LOOP.format("atom.global.cas.b32 %r1, [%rd1], 0, 1;"), True),
        (LOOP.format("atom.add.u32 %r1, [%rd1], 0;"), True),
        (LOOP.format("atom.shared.cas.b32 %r1, [lock], 0, 1;"), True),
        (LOOP.format("ld.acquire.gpu.global.u32 %r1, [%rd1];"), True),
        (LOOP.format("ld.volatile.global.u32 %r1, [%rd1];"), True),
        (LOOP.format("ld.global.u32 %r1, [%rd1];"), True),
        (LOOP.format("nanosleep.u32 20; sub.u32 %r1, %r1, 1;"), True),
        (LOOP.format("ld.global.u32 %r1, [%rd1]; add.u64 %rd1, %rd1, 4;"), False),
        (LOOP.format("red.global.add.u32 [%rd1], 1; sub.u32 %r1, %r1, 1;"), False),
        ("atom.global.add.u32 %r1, [%rd1], 1; ld.volatile.global.u32 %r1, [%rd1];", False),
    ],
)
def test_a_loop_that_asks_memory_again_may_wait(body: str, waits: bool) -> None:
    """Once is not a wait, and a loop that reads another place each time goes on by itself."""
    function = vgpu.load_ptx(TEXT.format(body=body)).kernel("k").lowered()
    assert bool(blocks_that_may_wait(function)) == waits
