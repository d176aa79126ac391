"""cuda-python's driver API runs unmodified under `kernelscope run`."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from kernelscope.jobs.run import run

pytest.importorskip("cuda.bindings")
pytestmark = [
    pytest.mark.skipif(Path("/dev/nvidiactl").exists(), reason="a real GPU is here"),
    pytest.mark.skipif(shutil.which("cc") is None, reason="apt install gcc, for the library"),
]

SCRIPT = """
import numpy as np
from cuda.bindings import driver, nvrtc

def ask(answer):
    assert answer[0] == 0, answer[0]
    return answer[1] if len(answer) == 2 else answer[1:]

ask(driver.cuInit(0))
context = ask(driver.cuDevicePrimaryCtxRetain(ask(driver.cuDeviceGet(0))))
ask(driver.cuCtxSetCurrent(context))
source = b'''
extern "C" __global__ void saxpy(float a, const float *x, float *y, size_t n) {
    size_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}'''
program = ask(nvrtc.nvrtcCreateProgram(source, b"saxpy.cu", 0, [], []))
ask(nvrtc.nvrtcCompileProgram(program, 1, [b"--gpu-architecture=compute_90"]))
ptx = b" " * ask(nvrtc.nvrtcGetPTXSize(program))
nvrtc.nvrtcGetPTX(program, ptx)
saxpy = ask(driver.cuModuleGetFunction(ask(driver.cuModuleLoadData(ptx)), b"saxpy"))
n = 1000
x, y = np.arange(n, dtype=np.float32), np.ones(n, np.float32)
on_gpu = [ask(driver.cuMemAlloc(each.nbytes)) for each in (x, y)]
for place, each in zip(on_gpu, (x, y)):
    ask(driver.cuMemcpyHtoD(place, each.ctypes.data, each.nbytes))
addresses = [np.array([int(place)], np.uint64) for place in on_gpu]
values = [np.array([2], np.float32), *addresses, np.array([n], np.uint64)]
packed = np.array([value.ctypes.data for value in values], np.uint64)
ask(driver.cuLaunchKernel(saxpy, 4, 1, 1, 256, 1, 1, 0, 0, packed.ctypes.data, 0))
result = np.zeros_like(y)
ask(driver.cuMemcpyDtoH(result.ctypes.data, on_gpu[1], result.nbytes))
assert np.array_equal(result, 2 * x + 1)
(code,) = driver.cuMemcpyDtoH(result.ctypes.data, 1234, 4)
assert code == driver.CUresult.CUDA_ERROR_INVALID_VALUE
print("right", ask(driver.cuDeviceGetName(40, 0)).split(bytes(1))[0].decode())
"""


LAUNCH: str = next(line for line in SCRIPT.splitlines() if "cuLaunchKernel" in line)


def test_a_script_of_cuda_python_runs(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "script.py"
    path.write_text(SCRIPT)
    result = run(str(path), device="virtual:h200")
    assert result.record.exit_code == 0, capfd.readouterr().err
    (launch,) = result.record.launches
    assert (launch.kernel, launch.grid, launch.block) == ("saxpy", (4, 1, 1), (256, 1, 1))
    line = 1 + [*SCRIPT.splitlines()].index(LAUNCH)
    assert launch.source == f"{path}:{line}"
