"""What asynchronous copies count."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from kernelscope import vgpu
from kernelscope.errors import MemoryAccessError, PtxError
from kernelscope.vgpu.analysis.liveness import remove_dead_code
from kernelscope.vgpu.interpreter import launch as interpreter
from kernelscope.vgpu.lowering.lower import lower
from kernelscope.vgpu.ptx.parser import parse

COPY = """
.version 8.0
.target sm_90
.address_size 64
.visible .entry copy(.param .u64 x, .param .u32 bytes)
{
    .reg .b32 %r<6>;
    .reg .b64 %rd<5>;
    .shared .align 16 .b8 tile[512];
    ld.param.u64 %rd1, [x];
    ld.param.u32 %r1, [bytes];
    mov.u32 %r2, %tid.x;
    shl.b32 %r3, %r2, 4;
    cvt.u64.u32 %rd2, %r3;
    add.s64 %rd3, %rd1, %rd2;
    mov.u32 %r4, tile;
    add.s32 %r5, %r4, %r3;
    cp.async.cg.shared.global [%r5], [%rd3], 16, %r1;
    cp.async.wait_all;
    ret;
}
"""


@pytest.mark.parametrize(
    ("kind", "size", "sizes"),
    [("cg", 8, "16"), ("ca", 12, "4, 8 or 16"), ("ca", 0, "4, 8 or 16"), ("ca", 2**32 - 1, "4")],
)
def test_a_size_that_the_assembler_refuses_is_refused(kind: str, size: int, sizes: str) -> None:
    """The sizes that divide no line of the cache ended the compiler; 12 was copied."""
    text = COPY.replace("async.cg", f"async.{kind}").replace("], 16, %r1", f"], {size}, %r1")
    with pytest.raises(PtxError, match=rf"copy is {size}, and must be {sizes}"):
        vgpu.load_ptx(text).kernel("copy")


@pytest.mark.parametrize(("read", "requests", "sectors"), [(16, 1, 16), (0, 0, 0)])
def test_a_copy_that_reads_nothing_is_no_request(read: int, requests: int, sectors: int) -> None:
    """As on an H200, where a Triton product's masked copies past K's end are not counted."""
    kernel = vgpu.load_ptx(COPY, gpu="h200").kernel("copy")
    counters = kernel[1, 32](np.zeros(128, np.float32), read).counters
    assert counters["l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"] == requests
    assert counters["l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"] == sectors


def test_a_copy_from_beyond_an_argument_is_an_error_and_moves_nothing() -> None:
    kernel = vgpu.load_ptx(COPY, gpu="h200").kernel("copy")
    with pytest.raises(MemoryAccessError, match="outside every argument's memory"):
        kernel[1, 32](np.zeros(64, np.float32), 16)


PATTERN = """
.version 8.0
.target sm_90
.address_size 64
.visible .entry copy(.param .u64 x, .param .u64 lanes, .param .u64 out)
{{
    .reg .b32 %r<8>;
    .reg .b64 %rd<9>;
    .reg .pred %p;
    .shared .align 16 .b8 tile[512];
    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd2, [lanes];
    ld.param.u64 %rd8, [out];
    mov.u32 %r2, %tid.x;
    mul.wide.u32 %rd3, %r2, 8;
    add.s64 %rd2, %rd2, %rd3;
    ld.global.v2.b32 {{%r3, %r4}}, [%rd2];
    mul.wide.u32 %rd4, %r3, {size};
    add.s64 %rd5, %rd1, %rd4;
    setp.ge.s32 %p, %r3, 0;
    mov.u32 %r5, tile;
    mad.lo.u32 %r6, %r2, {size}, %r5;
    @%p cp.async.{cop}.shared.global [%r6], [%rd5], {size}, %r4;
    cp.async.commit_group;
    cp.async.wait_group 0;
    ld.shared.b32 %r7, [%r6];
    mul.wide.u32 %rd6, %r2, 4;
    add.s64 %rd7, %rd8, %rd6;
    @%p st.global.b32 [%rd7], %r7;
    ret;
}}
"""
places = st.lists(
    st.tuples(st.integers(-1, 127), st.sampled_from([0, 4, 8, 16])), min_size=32, max_size=32
)


@pytest.mark.parametrize("size", [4, 8, 16])
@settings(max_examples=8, phases=[Phase.generate], deadline=None)
@given(lanes=places)
def test_copies_move_and_count_as_the_interpreter_says(
    size: int, lanes: list[tuple[int, int]]
) -> None:
    """Scattered, masked, and reading less than they fill: values, and every counter."""
    text = PATTERN.format(size=size, cop="cg" if size == 16 else "ca")
    data = np.arange(1, 128 * size // 4 + 1, dtype=np.uint32)
    function = lower(parse(text), "copy")
    remove_dead_code(function)
    both: list[tuple[np.ndarray, dict[str, float]]] = []
    for launch in (
        lambda *a: vgpu.load_ptx(text).kernel("copy").launch(*a).counters,
        lambda *a: interpreter.launch(function, *a),
    ):
        out = np.zeros(32, np.uint32)
        counters = launch((1, 1, 1), (32, 1, 1), [data, np.array(lanes, np.int32), out])
        both.append((out, {name: float(count) for name, count in counters.items() if count}))
    np.testing.assert_array_equal(both[0][0], both[1][0])
    assert both[0][1] == both[1][1]
