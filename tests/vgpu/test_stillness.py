"""Blocks wait for what nothing changes any more: a deadlock that names who waits and who left."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import kernelscope as ks
from kernelscope import vgpu
from kernelscope.errors import LaunchError
from kernelscope.vgpu.interpreter import launch as interpreter
from kernelscope.vgpu.runtime.worker import use_threads
from kernelscope.vgpu.schedule import schedule

TEXT = """.version 8.4
.target sm_90a
.address_size 64
.entry k(.param .u64 at) {{
.reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .pred %p;
ld.param.u64 %rd1, [at];
mov.u32 %r1, %ctaid.x;
mov.u32 %r5, %nctaid.x;
shl.b32 %r7, %r5, 5;
{body}
done: ret;
}}
"""
FLAG = """setp.ne.u32 %p, %r1, 0; @%p bra done;
ask: ld.acquire.gpu.global.u32 %r2, [%rd1]; setp.eq.u32 %p, %r2, 0; @%p bra ask;"""
# A barrier of all blocks by hand, which the last block does not come to.
BARRIER = """add.u32 %r3, %r1, 1; setp.eq.u32 %p, %r3, %r5; @%p bra done;
atom.global.add.u32 %r4, [%rd1], 1;
ask: atom.global.add.u32 %r2, [%rd1], 0; setp.lt.u32 %p, %r2, %r7; @%p bra ask;"""
# The same, but the threads of a block meet in each round.
MEETING = BARRIER.replace("ask: ", "ask: bar.sync 0; ")
LOCK = """mov.u32 %r6, 0;
ask: atom.global.cas.b32 %r2, [%rd1], 0, 1; setp.ne.u32 %p, %r2, 0; @%p bra ask;"""


def launch(body: str, blocks: int, *, interpreted: bool = False, order: str = "turns") -> Any:
    kernel, memory = vgpu.load_ptx(TEXT.format(body=body)).kernel("k"), np.zeros(4, np.uint32)
    if interpreted:
        interpreter.launch(kernel.lowered(), (blocks, 1, 1), (32, 1, 1), [memory])
    else:
        kernel.launch(blocks, 32, [memory], schedule=schedule(order), limit_s=60)
    return memory


@pytest.mark.parametrize("interpreted", [False, True])
@pytest.mark.parametrize("body", [FLAG, BARRIER, MEETING, LOCK])
def test_a_wait_for_what_nothing_changes_is_a_deadlock(body: str, interpreted: bool) -> None:
    with pytest.raises(LaunchError, match="deadlock"):
        launch(body, 3, interpreted=interpreted)


@pytest.mark.parametrize("order", ["turns", "interleaved"])
def test_the_error_names_who_waits_where_and_who_has_left(order: str) -> None:
    line = TEXT.format(body=FLAG).splitlines().index(FLAG.splitlines()[1]) + 1
    waits = rf"in block \(0, 0, 0\) .*warp 0 spins? at ptx:{line}"
    left = r"blocks \(1, 0, 0\), \(2, 0, 0\), \(3, 0, 0\) and 6 more have ended"
    with pytest.raises(LaunchError, match=f"deadlock: {waits}; {left}"):
        launch(FLAG, 10, order=order)


def test_blocks_that_wait_alike_are_named_together() -> None:
    left = r"block \(4, 0, 0\) has ended"
    both = r"in blocks \(0, 0, 0\), \(1, 0, 0\), \(2, 0, 0\) and 1 more warp 0 spins at ptx:\d+"
    with pytest.raises(LaunchError, match=f"deadlock: {both}; {left}$"):
        launch(BARRIER, 5)


def test_several_workers_wait_for_each_others_blocks() -> None:
    """A lone worker may be still while another one has yet to set the flag."""
    use_threads(2)
    late = """setp.ne.u32 %p, %r1, 700; @%p bra other; mov.u32 %r6, 0;
work: add.u32 %r6, %r6, 1; setp.lt.u32 %p, %r6, 3000000; @%p bra work;
st.release.gpu.global.u32 [%rd1], %r6; bra done;
other: setp.gt.u32 %p, %r1, 7; @%p bra done;
ask: ld.acquire.gpu.global.u32 %r2, [%rd1]; setp.eq.u32 %p, %r2, 0; @%p bra ask;"""
    try:
        assert launch(late, 1024)[0] == 3_000_000
        with pytest.raises(LaunchError, match=r"deadlock: .*\(7, 0, 0\)|deadlock: .* and 5 more"):
            launch(late.replace("st.release.gpu.global.u32 [%rd1], %r6; ", ""), 1024)
    finally:
        use_threads(0)


@pytest.mark.parametrize(
    "body",
    [
        # A loop that gives up after a number of rounds, or by the clock, ends by itself.
        """mov.u32 %r6, 0; ask: add.u32 %r6, %r6, 1; ld.volatile.global.u32 %r2, [%rd1];
        setp.lt.u32 %p, %r6, 3000000; @%p bra ask;""",
        """mov.u64 %rd2, %clock64; ask: ld.volatile.global.u32 %r2, [%rd1]; mov.u64 %rd3, %clock64;
        sub.u64 %rd3, %rd3, %rd2; setp.lt.u64 %p, %rd3, 100000000; @%p bra ask;""",
        # Memory alone changes: each round looks the same from inside.
        """ask: atom.global.add.u32 %r2, [%rd1], 1; setp.lt.u32 %p, %r2, 2000000; @%p bra ask;""",
    ],
)
def test_what_will_end_is_not_taken_for_a_deadlock(body: str) -> None:
    launch(body, 2)


def test_blocks_that_the_gpu_cannot_hold_have_not_begun() -> None:
    """A barrier of more blocks than run at once: 132 multiprocessors with one block each."""
    source = r"""__global__ void k(int* count) {
        extern __shared__ int large[];
        atomicAdd(count, 1);
        while (atomicAdd(count, 0) < gridDim.x) ; }"""
    with ks.virtual_gpu("h200"):
        kernel = ks.cuda_kernel(source, "k")
        left = r"blocks \(132, 0, 0\), \(133, 0, 0\), \(134, 0, 0\) and 5 more have not begun"
        with pytest.raises(LaunchError, match=f"deadlock: .*{left}"):
            kernel[140, 1, 200_000](np.zeros(1, np.int32))


COOPERATIVE = r"""#include <cooperative_groups.h>
__global__ void k(int* a) {
    auto grid = cooperative_groups::this_grid();
    if (blockIdx.x < 2) grid.sync();
    a[blockIdx.x] = 1;
}"""


def test_a_pool_of_threads_that_has_nothing_to_do_changes_nothing() -> None:
    """torch.compile leaves one behind, and every deadlock after it went on for ever."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(int).result()
        with pytest.raises(LaunchError, match="deadlock"):
            launch(FLAG, 3)


def test_a_barrier_of_the_grid_that_a_block_skips_is_found() -> None:
    with ks.check(tools="barrier") as found, pytest.raises(LaunchError, match="deadlock"):
        ks.cuda_kernel(COOPERATIVE, "k")[3, 1](np.zeros(4, np.int32), cooperative=True)
    (finding,) = found.findings
    assert (finding.tool, finding.kind) == ("barrier", "deadlock")
    assert re.search(
        r"in blocks \(0, 0, 0\), \(1, 0, 0\) warp 0 spins at \S+:\d+ .*"
        r"\(2 of 3 blocks are at the grid's barrier\); block \(2, 0, 0\) has ended",
        finding.message,
    )
    assert finding.advice.startswith("no other thread changes the value that these")
