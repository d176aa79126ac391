"""Forms that compilers seldom write and the assembler takes: compiled and interpreted."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import pytest

from kernelscope import vgpu
from kernelscope.errors import PtxError
from kernelscope.vgpu.analysis.accesses import fence_of
from kernelscope.vgpu.interpreter import launch as interpreter

KERNEL = """.version 8.6
.target sm_90a
.address_size 64
.entry k(.param .u64 data) {{
.reg .b32 %r<9>; .reg .b64 %rd<5>; .reg .f32 %f<3>; .reg .pred %p<3>;
.shared .align 16 .b8 own[1024];
ld.param.u64 %rd1, [data];
mov.u32 %r1, %tid.x;
mul.wide.u32 %rd2, %r1, 4;
add.s64 %rd2, %rd1, %rd2;
mov.u32 %r8, 0;
{body}
st.global.u32 [%rd2], %r8;
ret;
}}
"""
THREADS = (4, 2, 4)


def results(body: str, compiled: bool) -> list[int]:
    """What each thread leaves in `%r8`; it finds its own number plus 7 at `%rd2`."""
    kernel = vgpu.load_ptx(KERNEL.format(body=body)).kernel("k")
    launch: Any = kernel.launch
    if not compiled:
        launch = functools.partial(interpreter.launch, kernel.lowered())
    data = np.arange(7, 39, dtype=np.uint32)
    launch((1, 1, 1), THREADS, [data])
    return data.tolist()


LANES = range(32)
CASES = {
    "the fourth component is 0": (
        "mov.u32 %r8, %tid.w; mov.u32 %r2, %nctaid.w; add.u32 %r8, %r8, %r2;",
        [0] * 4,
    ),
    "a vector of special registers": (
        (
            "mov.v4.u32 {%r2, %r3, %r4, %r5}, %ntid; mad.lo.u32 %r8, %r4, 10, %r3;"
            "mad.lo.u32 %r8, %r8, 10, %r2; add.u32 %r8, %r8, %r5;"
        ),
        [424] * 4,
    ),
    "no graph runs": ("mov.u64 %rd3, %current_graph_exec; cvt.u32.u64 %r8, %rd3;", [0] * 4),
    "memory that the host has at the same address": (
        "ld.global.u32 %r8, [%rd2].unified;",
        [7, 8, 9, 10],
    ),
    "a policy for a range": (
        (
            "createpolicy.range.global.L2::evict_last.L2::evict_first.b64 %rd3, [%rd1], 64, 128;"
            "ld.global.L2::cache_hint.u32 %r8, [%rd2], %rd3;"
        ),
        [7, 8, 9, 10],
    ),
    "a policy from a property": (
        (
            "mov.u64 %rd4, 5; createpolicy.cvt.L2.b64 %rd3, %rd4;"
            "ld.global.L2::cache_hint.u32 %r8, [%rd2], %rd3;"
        ),
        [7, 8, 9, 10],
    ),
    "a copy with a policy, and whole": (
        (
            "mov.u64 %rd3, 0; mov.u32 %r2, own; shl.b32 %r3, %r1, 2; add.u32 %r2, %r2, %r3;"
            "cp.async.ca.shared.global.L2::cache_hint [%r2], [%rd2], 4, %rd3;"
            "cp.async.wait_all; ld.shared.u32 %r8, [%r2];"
        ),
        [7, 8, 9, 10],
    ),
    "fences of shared memory alone, and of the proxy alias": (
        (
            "membar.proxy.alias; fence.acquire.sync_restrict::shared::cluster.cluster;"
            "fence.release.sync_restrict::shared::cta.cluster; ld.global.u32 %r8, [%rd2];"
        ),
        [7, 8, 9, 10],
    ),
}


@pytest.mark.parametrize("compiled", [True, False], ids=["compiled", "interpreted"])
@pytest.mark.parametrize("name", CASES)
def test_rare_forms_do_what_they_say(name: str, compiled: bool) -> None:
    body, wanted = CASES[name]
    assert results(body, compiled)[:4] == wanted


@pytest.mark.parametrize(
    "register",
    ["%pm3", "%pm3_64", "%envreg7", "%aggr_smem_size", "%reserved_smem_offset_end"],
)
def test_registers_of_the_system_are_refused_by_name(register: str) -> None:
    with pytest.raises(PtxError, match=rf"ptx:12:14: .* no special register `{register}`"):
        vgpu.load_ptx(KERNEL.format(body=f"mov.u32 %r8, {register};")).kernel("k")


def test_a_fence_of_a_proxy_orders_no_threads() -> None:
    """What the sanitizer takes from fences: for whom they order memory."""
    body = (
        "membar.proxy.alias; membar.gl; fence.acquire.sync_restrict::shared::cluster.cluster;"
        "fence.proxy.alias;"
    )
    function = vgpu.load_ptx(KERNEL.format(body=body)).kernel("k").lowered()
    fences = [i for b in function.blocks for i in b.instructions if i.opcode in ("membar", "fence")]
    assert [fence_of(inst) is not None for inst in fences] == [False, True, True, False]


@pytest.mark.parametrize("access", ["st.global.v8.b16 [%rd2], {h}", "ld.global.v8.u8 {h}, [%rd2]"])
def test_eight_elements_are_words(access: str) -> None:
    """NVIDIA's assembler takes a store of eight halves, of which an H200 stores the first alone."""
    body = ".reg .b16 %h<8>;" + access.format(h=", ".join(f"%h{n}" for n in range(8)).join("{}"))
    with pytest.raises(PtxError, match="v8"):
        vgpu.load_ptx(KERNEL.format(body=body + ";")).kernel("k").lowered()
