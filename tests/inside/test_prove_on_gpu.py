"""The comparison on a real GPU, with one that only seems real: a virtual one behind the driver."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
import pytest
import torch

import kernelscope as ks
from kernelscope.frontends.cuda.arguments import CudaParameter
from kernelscope.inside.prove import bare_setup, on_gpu, prove
from kernelscope.record import Proof
from kernelscope.vgpu.runtime.address_space import SPACE
from kernelscope.vgpu.runtime.registry import Region

CUDA = """__device__ int base = 7;
__device__ int calls = 7;
__constant__ int weight[2];
struct Rows { int** rows; int n; };
extern "C" __global__ void k(Rows a, int* y) {
  if (threadIdx.x < a.n) y[threadIdx.x] = a.rows[threadIdx.x][1] * weight[threadIdx.x & 1] + base;
  if (threadIdx.x == 0 && blockIdx.x == 0) atomicAdd(&calls, 1);
}"""


class SeemingMemory:
    """A tensor of the seeming GPU: an allocation of the virtual one, by its address there."""

    regions: ClassVar[list[Region]] = []

    def __init__(self, tensor: torch.Tensor) -> None:
        self.array = tensor.numpy().copy()
        self.region = Region(self.array.ctypes.data, self.array.nbytes)
        self.regions.append(self.region)

    def copy_(self, other: torch.Tensor) -> None:
        self.array[:] = other.numpy()

    def data_ptr(self) -> int:
        return SPACE.address(self.region, self.region.base)

    def cpu(self) -> torch.Tensor:
        return torch.from_numpy(self.array.copy())


class SeemingKernel:
    """What `DriverKernel` is to a proof; machine code is the PTX that it was made of."""

    def __init__(self, cubin: bytes, entry: str, parameters: Sequence[CudaParameter]) -> None:
        self.code, self.entry = cubin, entry
        self.unload()

    def unload(self) -> None:
        self.kernel = ks.vgpu.load_ptx(self.code).kernel(self.entry)

    def launch(self, grid: Any, block: Any, shared: int, values: Sequence[bytes]) -> None:
        assert all(isinstance(value, bytes) for value in values)
        self.kernel.reachable = tuple(SeemingMemory.regions[-4:])
        self.kernel.launch(grid, block, values, shared)

    def read_variable(self, name: str) -> bytes:
        return self.kernel.variable(name).tobytes()

    def write_variable(self, name: str, data: bytes) -> None:
        self.kernel.variable(name)[: len(data)] = np.frombuffer(data, np.uint8)


def to_gpu(tensor: torch.Tensor) -> SeemingMemory:
    return SeemingMemory(tensor)


@pytest.fixture
def real_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(on_gpu, "DriverKernel", SeemingKernel)
    monkeypatch.setattr(torch.Tensor, "cuda", to_gpu)
    monkeypatch.setattr(torch.cuda, "synchronize", lambda: None)


def verdict(monkeypatch: pytest.MonkeyPatch, machine_code_of: str) -> Proof:
    """Of a kernel and itself, the copy's machine code being that of another text."""
    from kernelscope.inside.prove import proof

    build = ks.cuda_kernel(CUDA, "k").build("sm_90a")
    other = ks.cuda_kernel(machine_code_of, "k").build("sm_90a")
    kernel = build.on_virtual("h200")

    def compiled(original: Any, cuda: str) -> tuple[bytes, Any]:
        _, copy = real_compiled(original, cuda)
        return other.compiled.ptx.encode(), copy

    real_compiled = proof.compiled
    monkeypatch.setattr(proof, "compiled", compiled)
    return prove(kernel, CUDA, bare_setup(kernel), inputs=32, cubin=build.compiled.ptx.encode())


@pytest.mark.usefixtures("real_gpu")
def test_addresses_in_memory_and_variables_are_those_of_the_gpu(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    proof = verdict(monkeypatch, CUDA)
    assert (proof.status, proof.why_not_on_gpu) == ("equal", "")
    assert proof.gpu_inputs >= 8


@pytest.mark.usefixtures("real_gpu")
@pytest.mark.parametrize(
    ("text", "other"), [("][1]", "][2]"), ("&calls, 1", "&calls, 2"), ("& 1]", "& 0]")]
)
def test_machine_code_that_differs_on_the_gpu_alone_is_found(
    monkeypatch: pytest.MonkeyPatch, text: str, other: str
) -> None:
    proof = verdict(monkeypatch, CUDA.replace(text, other))
    assert proof.status == "different"
