"""Launches share what they have in common, and nothing else."""

from __future__ import annotations

import numpy as np
import pytest

from kernelscope import vgpu
from kernelscope.errors import LaunchError, MemoryAccessError
from kernelscope.vgpu import LaunchCounts
from kernelscope.vgpu.runtime.address_space import region_of

COPY = """.version 8.4
.target sm_90
.address_size 64
.visible .entry copy(.param .u64 in, .param .u64 out) {
    .reg .b64 %rd<4>; .reg .b32 %r<5>; .reg .pred %p;
    ld.param.u64 %rd1, [in];
    ld.param.u64 %rd2, [out];
    mov.u32 %r1, %ctaid.x;
    mov.u32 %r2, %ntid.x;
    mov.u32 %r3, %tid.x;
    mad.lo.u32 %r1, %r1, %r2, %r3;
    mul.wide.u32 %rd3, %r1, 4;
    add.s64 %rd1, %rd1, %rd3;
    add.s64 %rd2, %rd2, %rd3;
    ld.global.u32 %r4, [%rd1];
    st.global.u32 [%rd2], %r4;
    ret; }
"""
LOADS = "smsp__sass_inst_executed_op_global_ld.sum"
READ = "kernelscope__unique_sectors_read.sum"
WRITTEN = "kernelscope__unique_sectors_written.sum"


def copied(kernel: vgpu.Kernel, grid: int, block: int) -> LaunchCounts:
    """Launch the copy of fresh numbers, and check it."""
    data = np.random.default_rng(grid).integers(0, 2**32, grid * block, np.uint32)
    out = np.zeros_like(data)
    counts = kernel[grid, block](data, out)
    np.testing.assert_array_equal(out, data)
    return counts


def test_each_launch_counts_its_own_shape() -> None:
    """Shapes take turns, of one and of several workers, in two kernels of different counters."""
    plain = vgpu.load_ptx(COPY).kernel("copy")
    longer = COPY.replace("ret;", "ld.global.u32 %r4, [%rd1]; st.global.u32 [%rd2], %r4; ret;")
    twice = vgpu.load_ptx(longer).kernel("copy")
    for _ in range(2):
        for grid, block in ((1, 32), (300, 256), (3, 64), (40, 1024)):
            for kernel, loads in ((plain, 1), (twice, 2)):
                counts = copied(kernel, grid, block).counters
                assert counts[LOADS] == loads * grid * block // 32
                assert counts[READ] == counts[WRITTEN] == grid * block * 4 // 32


def test_the_counters_of_a_launch_are_its_own() -> None:
    """A change to one launch's counters does not show in the next one's, which are equal."""
    kernel = vgpu.load_ptx(COPY).kernel("copy")
    copied(kernel, 2, 32).counters[LOADS] = -1
    assert copied(kernel, 2, 32).counters[LOADS] == 2


def test_a_refused_shape_is_refused_again() -> None:
    kernel = vgpu.load_ptx(COPY).kernel("copy")
    for _ in range(2):
        with pytest.raises(LaunchError, match="2048 threads"):
            copied(kernel, 1, 2048)
        copied(kernel, 1, 32)


def test_bounds_are_those_of_this_launchs_arguments() -> None:
    """The same shape with a shorter array stops, also right after one with a longer array."""
    kernel = vgpu.load_ptx(COPY).kernel("copy")
    for _ in range(2):
        copied(kernel, 2, 64)
        with pytest.raises(MemoryAccessError, match="byte 508 of an allocation of 508"):
            kernel[2, 64](np.zeros(127, np.uint32), np.zeros(128, np.uint32))


@pytest.mark.parametrize("value", [-(2**31) - 1, 2**32])
def test_a_number_that_does_not_fit_its_parameter_is_refused(value: int) -> None:
    text = COPY.replace(".param .u64 in", ".param .u32 in").replace(
        "ld.param.u64 %rd1, [in];", "ld.param.u32 %r1, [in];"
    )
    with pytest.raises(LaunchError, match="does not fit 32 bits"):
        vgpu.load_ptx(text).kernel("copy")[1, 32](value, np.zeros(32, np.uint32))


def test_a_launch_counts_no_sector_of_the_one_before_it() -> None:
    """Launches of one shape on the same memory store what is not zero: all of it, then nothing."""
    guarded = COPY.replace("st.global", "setp.ne.u32 %p, %r4, 0;\n    @%p st.global")
    kernel, data = vgpu.load_ptx(guarded).kernel("copy"), np.ones(64, np.uint32)
    out = np.zeros_like(data)
    written: list[float] = []
    for value in (1, 0, 1):
        data[:] = value
        written.append(kernel[2, 32](data, out).counters[WRITTEN])
    assert written == [8, 0, 8]


def test_memory_that_a_launch_found_is_not_the_next_ones() -> None:
    """The same table of pointers: into an array that lives, then into one that is freed."""
    follow = COPY.replace("mov.u32 %r1, %ctaid.x;", "ld.global.u64 %rd1, [%rd1];\n mov.u32 %r1, 0;")
    kernel, out = vgpu.load_ptx(follow).kernel("copy"), np.zeros(32, np.uint32)
    data = np.full(32, 7, np.uint32)
    place = region_of(data)
    assert place is not None
    table = np.array([place[1]])
    kernel[1, 32](table, out)
    assert out.tolist() == [7] * 32
    del data
    with pytest.raises(MemoryAccessError, match="outside every argument's memory"):
        kernel[1, 32](table, out)
