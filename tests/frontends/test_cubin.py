"""Resources read from a cubin, against what NVIDIA's own tool prints for it."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from kernelscope.errors import UsageError
from kernelscope.machine_code.cubin import KernelResources, kernel_resources

nvrtc = pytest.importorskip("cuda.bindings.nvrtc")

SOURCE = b"""
extern "C" __global__ void static_shared(float* x, int n) {
    __shared__ float s[333];
    float l[64];
    s[threadIdx.x] = x[threadIdx.x];
    for (int i = 0; i < 64; i++) l[i] = x[i * n];
    __syncthreads();
    float a = 0;
    for (int i = 0; i < n; i++) a += l[(i * n) & 63] + s[i];
    x[threadIdx.x] = a;
}
extern "C" __global__ void calls(double* x) { x[threadIdx.x] = sin(x[threadIdx.x]); }
extern "C" __global__ void dynamic_shared(float* x) {
    extern __shared__ float s[];
    s[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    x[threadIdx.x] = s[31 - threadIdx.x];
}
"""


def _cubin(architecture: int) -> bytes:
    _, program = nvrtc.nvrtcCreateProgram(SOURCE, b"test.cu", 0, [], [])
    options = [f"--gpu-architecture=sm_{architecture}".encode()]
    (status,) = nvrtc.nvrtcCompileProgram(program, 1, options)
    assert status == nvrtc.nvrtcResult.NVRTC_SUCCESS
    _, size = nvrtc.nvrtcGetCUBINSize(program)
    cubin = b" " * size
    nvrtc.nvrtcGetCUBIN(program, cubin)
    return cubin


@pytest.mark.parametrize("architecture", [80, 89, 90, 100])
def test_the_declared_shared_memory_and_the_array_in_local_memory_are_found(architecture: int):
    found = kernel_resources(_cubin(architecture))
    assert set(found) == {"static_shared", "calls", "dynamic_shared"}
    # The compiler rounds up to the alignment of the dynamic part.
    assert 333 * 4 <= found["static_shared"].static_shared_bytes < 333 * 4 + 16
    assert found["static_shared"].local_bytes == 64 * 4
    assert found["dynamic_shared"].static_shared_bytes == 0


@pytest.mark.parametrize("architecture", [80, 90, 100])
def test_the_figures_are_those_of_cuobjdump(architecture: int, tmp_path: Path):
    triton = pytest.importorskip("triton")
    tool = Path(triton.__file__).parent / "backends/nvidia/bin/cuobjdump"
    if not tool.exists():
        pytest.skip("this Triton has no cuobjdump")
    cubin = _cubin(architecture)
    (tmp_path / "a.cubin").write_bytes(cubin)
    printed = subprocess.run(
        [tool, "-res-usage", tmp_path / "a.cubin"], capture_output=True, text=True, check=True
    ).stdout
    # From sm_90 on the tool's figure has the kilobyte that the driver keeps where there is any.
    theirs = {}
    for name, regs, stack, shared in re.findall(
        r"Function (\w+):\s+REG:(\d+) STACK:(\d+) SHARED:(\d+)", printed
    ):
        own = int(shared) - (1024 if architecture >= 90 and int(shared) >= 1024 else 0)
        theirs[name] = KernelResources(int(regs), int(stack), own)
    assert kernel_resources(cubin) == theirs


@pytest.mark.parametrize("junk", [b"", b"\x7fELF", b"hello" * 100, b"\x7fELF\x02" + bytes(90)])
def test_what_is_no_cubin_is_refused(junk: bytes):
    with pytest.raises(UsageError, match="not a cubin"):
        kernel_resources(junk)
