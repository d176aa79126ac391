"""A launch with a change takes as long as the kernel that has the change in its source."""

from __future__ import annotations

import numpy as np
import pytest

import kernelscope as ks
from kernelscope.hardware import gpu
from kernelscope.launch_time.change import UNCHANGED, Change
from kernelscope.launch_time.trace_cache import TRACES
from kernelscope.record import LaunchRecord

H200 = gpu("h200")
SOURCE = r"""
extern "C" __global__ void copy(const float* x, float* y, int step) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = x[i * step];
}
template <int ROW> __global__ void columns(float* y) {
  __shared__ float tile[32 * ROW];
  float sum = 0.0f;
  for (int k = 0; k < 64; ++k) {
    tile[(threadIdx.x % 32) * ROW + k % 32] = sum;
    __syncthreads();
    sum += tile[(threadIdx.x % 32) * ROW + (k + 7) % 32];
  }
  y[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
template <typename Real> __global__ void steps(const float* x, float* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float value = x[i];
  for (int k = 0; k < 400; ++k) value = value * Real(0.99) + Real(0.01);
  y[i] = value;
}
"""


def launched(name: str, blocks: int, *more: object, block: int = 256) -> LaunchRecord:
    x, y = np.zeros(blocks * block * 8, np.float32), np.zeros(blocks * block, np.float32)
    arguments = (y,) if name.startswith("columns") else (x, y, *more)
    kernel = ks.cuda_kernel(SOURCE, name)
    with ks.virtual_gpu("h200") as virtual:
        kernel[blocks, block](*arguments)
    return virtual.launches[0]


def cycles(launch: LaunchRecord, change: Change) -> float:
    found = TRACES.otherwise(H200, launch, change)
    assert found is not None
    return found.cold


def cold(launch: LaunchRecord) -> float:
    assert launch.simulated is not None
    return launch.simulated.cold


def test_no_change_changes_nothing_and_a_launch_that_is_not_kept_is_not_known() -> None:
    launch = launched("copy", 264, 1)
    assert cycles(launch, UNCHANGED) == cold(launch)
    assert launch.simulated is not None
    assert TRACES.otherwise(gpu("h100"), launch, UNCHANGED) is None
    assert TRACES.otherwise(H200, LaunchRecord("k", (1, 1, 1), (1, 1, 1)), UNCHANGED) is None


def test_coalesced_accesses_are_those_of_a_kernel_that_reads_in_order() -> None:
    """Every eighth number: 32 sectors a load, one for each lane; 4 would hold them."""
    bad, good = launched("copy", 2640, 8), launched("copy", 2640, 1)
    (line,) = {access.source for access in bad.accesses if access.kind == "load"}
    sectors = 2640 * 256 / 8
    change = Change(coalesced=((line, "load", 1 / 8),), unique=(sectors, sectors))
    assert cold(bad) > 2 * cold(good)
    assert cycles(bad, change) == pytest.approx(cold(good), rel=0.1)


def test_without_conflicts_the_cycles_are_those_of_padded_rows() -> None:
    bad, good = launched("columns<32>", 264), launched("columns<33>", 264)
    left = tuple(
        (one.source, one.kind, (one.wavefronts - one.conflicts) / one.wavefronts)
        for one in bad.accesses
        if one.conflicts
    )
    assert cold(bad) > 4 * cold(good)
    assert cycles(bad, Change(without_conflicts=left)) == pytest.approx(cold(good), rel=0.1)


def test_arithmetic_in_fp32_is_that_of_a_kernel_with_fp32_literals() -> None:
    bad, good = launched("steps<double>", 1056), launched("steps<float>", 1056)
    assert cold(bad) > 4 * cold(good)
    assert cycles(bad, Change(single=True)) == pytest.approx(cold(good), rel=0.2)


def test_equal_work_for_all_sms_is_the_mean_of_the_blocks() -> None:
    """133 blocks on 132 SMs: one SM has two, at once; a 132nd part more than one is left."""
    uneven, even = launched("steps<float>", 133), launched("steps<float>", 132)
    assert cycles(uneven, Change(even=True)) == pytest.approx(cold(even), rel=0.05)


ODD = r"""
extern "C" __global__ void nothing(float* y) {}
extern "C" __global__ void alone(float* y) { if (threadIdx.x == 0) y[blockIdx.x] += 1; }
extern "C" __global__ void counted(float* y) { atomicAdd(y + threadIdx.x % 3, 1.0f); }
extern "C" __global__ void waiting(float* y) {
  for (int k = 0; k < 9; ++k) {
    if (threadIdx.x < 40) y[threadIdx.x] += k;
    __syncthreads();
  }
}
extern "C" __global__ void indexed(float* y) {
  float bin[8] = {};
  for (int k = 0; k < 40; ++k) bin[(k * threadIdx.x) % 8] += k;
  y[threadIdx.x] = bin[threadIdx.x % 8];
}
"""
CHANGES = (
    Change(full_warps=True),
    Change(work=0.3),
    Change(even=True),
    Change(spread=True),
    Change(resident=64, shared_bytes=0),
    Change(single=True),
    Change(without_local=True),
)


@pytest.mark.parametrize("block", [1, 33, 256])
@pytest.mark.parametrize("name", ["nothing", "alone", "counted", "waiting", "indexed"])
def test_any_kernel_can_be_changed_in_any_way_twice_alike(name: str, block: int) -> None:
    """Also where nothing is to be changed: no change makes a launch longer by more than a tenth."""
    kernel = ks.cuda_kernel(ODD, name)
    with ks.virtual_gpu("h200") as virtual:
        kernel[5, block](np.zeros(1024, np.float32))
    (launch,) = virtual.launches
    assert launch.simulated is not None
    key = H200.name, launch.kernel, launch.simulated
    for change in CHANGES:
        found = TRACES.otherwise(H200, launch, change)
        assert found is not None, change
        assert 0 < found.warm <= 1.1 * cycles(launch, UNCHANGED), change
        assert TRACES._launches[key][0].cycles(change) == found
