"""What a launch says of each line of its kernel's source."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import kernelscope as ks
from kernelscope.record import Access, LaunchRecord

KERNEL = r"""
extern "C" __global__ void lines(const float* x, float* y, int n, int stride) {
    __shared__ float tile[32 * 33];
    float kept[16];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int j = 0; j < 16; j++)
        kept[j] = j * 0.5f;
    float value = 0.0f;
    if (i < n)
        value = x[i * stride];  // strided
    tile[threadIdx.x * 32 % 1024] = value;  // conflicts
    __syncthreads();
    if (threadIdx.x % 4 == 0)
        for (int j = 0; j < n; j++)
            value = value * value + tile[j];  // divergent
    y[i] = value + kept[(int)value & 15];  // contiguous
}
"""


def line_of(comment: str) -> str:
    number = next(i for i, text in enumerate(KERNEL.splitlines(), 1) if f"// {comment}" in text)
    first = next(
        i for i, text in enumerate(Path(__file__).read_text().splitlines()) if "KERNEL = r" in text
    )
    return f"{Path(__file__).resolve()}:{first + number}"


@pytest.fixture(scope="module")
def launch() -> LaunchRecord:
    """One block of 64 threads over 40 numbers, 8 apart."""
    kernel = ks.cuda_kernel(KERNEL, "lines")
    x, y = np.ones(512, np.float32), np.zeros(64, np.float32)
    with ks.virtual_gpu("h200") as gpu:
        kernel[1, 64](x, y, 40, 8)
    return gpu.launches[0]


def at(launch: LaunchRecord, comment: str, kind: str) -> Access:
    (found,) = (a for a in launch.accesses if (a.source, a.kind) == (line_of(comment), kind))
    return found


def test_a_strided_load_is_told_from_a_contiguous_store(launch: LaunchRecord) -> None:
    """40 lanes 32 bytes apart touch 40 sectors; 64 lanes side by side touch 8."""
    strided, contiguous = at(launch, "strided", "load"), at(launch, "contiguous", "store")
    assert (strided.lane_bytes, strided.requests, strided.sectors) == (4, 2, 40)
    assert (contiguous.lane_bytes, contiguous.requests, contiguous.sectors) == (4, 2, 8)


def test_conflicts_are_counted_on_their_line(launch: LaunchRecord) -> None:
    """32 lanes of a warp store to one bank: 32 wavefronts, 31 of them conflicts; twice."""
    store = at(launch, "conflicts", "store")
    assert (store.wavefronts, store.conflicts) == (64, 62)


def test_the_divergent_line_is_where_lanes_stand_idle(launch: LaunchRecord) -> None:
    """One lane of four runs the loop."""
    assert launch.divergent_source == line_of("divergent")


def test_local_memory_is_counted_by_warp(launch: LaunchRecord) -> None:
    """An array that is indexed at run time: one load a warp."""
    assert at(launch, "contiguous", "load").local == 2
    assert launch.counters["smsp__sass_inst_executed_op_local_ld.sum"] == 2
    assert launch.counters["smsp__sass_inst_executed_op_local_st.sum"] > 0


def test_the_lines_sum_to_the_counters(launch: LaunchRecord) -> None:
    """Nothing is counted twice, nothing is lost."""
    stem = "l1tex__t_sectors_pipe_lsu_mem_global_op_{}.sum"
    for kind, op in (("load", "ld"), ("store", "st")):
        lines = sum(a.sectors for a in launch.accesses if a.kind == kind)
        assert lines == launch.counters[stem.format(op)]


@pytest.mark.triton
def test_lanes_that_a_mask_holds_off_are_issued_but_not_active() -> None:
    """Triton's mask is a predicate: 1024 lanes come to the load, 781 do it."""
    import torch
    import triton
    import triton.language as tl

    @triton.jit
    def copy(x, y, n, BLOCK: tl.constexpr):
        i = tl.arange(0, BLOCK)
        tl.store(y + i, tl.load(x + i, mask=i < n), mask=i < n)

    with ks.virtual_gpu("h200") as gpu:
        copy[(1,)](torch.ones(781), torch.empty(781), 781, BLOCK=1024)
    loads = [a for a in gpu.launches[0].accesses if a.kind == "load"]
    per_element = [a.lane_bytes // 4 for a in loads]
    assert sum(a.issued_lanes * e for a, e in zip(loads, per_element, strict=True)) == 1024
    assert sum(a.lanes * e for a, e in zip(loads, per_element, strict=True)) == 781


def test_conversions_that_widen_are_counted_by_lane() -> None:
    """A double literal in fp32 code; a bf16 that becomes fp32."""
    source = r"""
extern "C" __global__ void widen(float* x) { x[threadIdx.x] = x[threadIdx.x] * 2.5000001; }
"""
    with ks.virtual_gpu("h200") as gpu:
        ks.cuda_kernel(source, "widen")[1, 64](np.ones(64, np.float32))
    counters = gpu.launches[0].counters
    assert counters["kernelscope__cvt_fp32_to_fp64.sum"] == 64
    assert counters["kernelscope__cvt_half_to_fp32.sum"] == 0
