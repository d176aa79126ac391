"""Memory whose address a kernel loads from a table is looked at as that of its arguments is."""

# A Triton kernel's parameters have no Python type to write down.
# pyright: reportMissingParameterType=false
from __future__ import annotations

import pytest
import torch
import triton
import triton.language as tl

import kernelscope as ks
from kernelscope.frontends.cuda.module import CudaModule

SOURCE = """\
extern "C" __global__ void add(float** table, float* o) {
    float* x = table[threadIdx.x / 16];
    o[threadIdx.x] = x[threadIdx.x % 16] + 1;
}
extern "C" __global__ void count(int** table) {
    int* x = table[blockIdx.x % 2];
    if (threadIdx.x == 0) *x = *x + 1;
}
extern "C" __global__ void count_apart(int** table) {
    int* x = table[blockIdx.x];
    if (threadIdx.x == 0) *x = *x + 1;
}
"""


@pytest.fixture(scope="module")
def module() -> CudaModule:
    return ks.cuda_module(SOURCE)


def table_of(*tensors: torch.Tensor) -> torch.Tensor:
    return torch.tensor([one.data_ptr() for one in tensors])


def test_blocks_that_write_through_one_pointer_race(module: CudaModule) -> None:
    """Four blocks have a counter each, then share two."""
    counters = [torch.zeros(1, dtype=torch.int32) for _ in range(4)]
    with ks.check(tools="race") as found:
        module.kernel("count_apart")[4, 32](table_of(*counters))
    assert found.ok
    with ks.check(tools="race") as found:
        module.kernel("count")[4, 32](table_of(*counters))
    kinds = {one.kind for one in found.findings}
    assert kinds & {"write-read", "read-write"}
    assert counters[0].item() == 3  # one by the first launch, two by the second


def test_what_nothing_has_written_is_found_behind_a_pointer(module: CudaModule) -> None:
    """Of four tensors of the table the third is `torch.empty`: its 16 lanes are named."""
    o = torch.zeros(64)
    with ks.check(tools="init") as found:
        tensors = [torch.zeros(16), torch.zeros(16), torch.empty(16), torch.zeros(16)]
        module.kernel("add")[1, 64](table_of(*tensors), o)
    (finding,) = found.findings
    assert (finding.kind, finding.thread, finding.count) == ("stored", (32, 0, 0), 16)
    assert finding.buffer == "memory of no argument"


def test_lanes_of_several_tensors_each_get_their_own(module: CudaModule) -> None:
    """One load of a warp reads two tensors: the values are those of a plain run."""
    tensors = [torch.full((16,), float(n)) for n in range(4)]
    o = torch.zeros(64)
    with ks.check() as found:
        module.kernel("add")[1, 64](table_of(*tensors), o)
    assert found.ok
    assert o.tolist() == [1.0] * 16 + [2.0] * 16 + [3.0] * 16 + [4.0] * 16


@triton.jit
def grouped_kernel(table, BLOCK: tl.constexpr):
    x = tl.load(table + tl.program_id(0) % 2).to(tl.pointer_type(tl.float32))
    offsets = tl.arange(0, BLOCK)
    tl.store(x + offsets, tl.load(x + offsets) * 2)


def test_a_grouped_triton_kernel() -> None:
    """Two programs have a tensor each; a third one has that of the first."""
    with ks.check() as found:
        tensors = [torch.ones(128) for _ in range(2)]
        grouped_kernel[(2,)](table_of(*tensors), BLOCK=128)
    assert found.ok
    with ks.check() as found:
        grouped_kernel[(3,)](table_of(*tensors), BLOCK=128)
    assert {one.tool for one in found.findings} == {"race"}
