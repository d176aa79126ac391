"""CuPy runs unmodified under `kernelscope run`: `pip install cupy-cuda13x` for these tests."""

from __future__ import annotations

import shutil
from importlib.util import find_spec
from pathlib import Path

import pytest

from kernelscope.jobs.check import check
from kernelscope.jobs.run import run
from kernelscope.results.programs import ScriptResult

pytestmark = [
    pytest.mark.skipif(find_spec("cupy") is None, reason="pip install cupy-cuda13x"),
    pytest.mark.skipif(Path("/dev/nvidiactl").exists(), reason="a real GPU is here"),
    pytest.mark.skipif(shutil.which("c++") is None, reason="apt install g++, for the libraries"),
]

RIGHT = '''
import cupy as cp

module = cp.RawModule(code=r"""
__constant__ float factors[4];
__device__ int calls;
template <typename T> __global__ void add(const T *x, const T *y, T *z, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) z[i] = x[i] + y[i];
}
extern "C" __global__ void scale(float *x) {
    x[threadIdx.x] *= factors[threadIdx.x];
    atomicAdd(&calls, 1);
}
""", name_expressions=("add<float>", "add<double>"))
for letter in "fd":
    x, z = cp.arange(100, dtype=letter), cp.empty(100, letter)
    name = {"f": "add<float>", "d": "add<double>"}[letter]
    module.get_function(name)((1,), (128,), (x, x, z, 100))
    assert (z.get() == 2 * x.get()).all()
cp.ndarray(4, "f", module.get_global("factors"))[...] = cp.array([1, 2, 3, 4], "f")
x = cp.ones(4, "f")
module.get_function("scale")((1,), (4,), (x,))  # here
assert x.tolist() == [1, 2, 3, 4]
assert int(cp.ndarray((), "i", module.get_global("calls"))) == 4

squares = cp.ReductionKernel("T x", "T y", "x * x", "a + b", "y = sqrt(a)", "0", "length")
assert squares(cp.array([[3.0, 4.0], [6.0, 8.0]]), axis=1).tolist() == [5, 10]
more = cp.ElementwiseKernel("T x, T y", "T z", "z = x * y + 1", "more")
assert more(cp.arange(3.0), cp.arange(3.0)).tolist() == [1, 2, 5]
x = cp.arange(1000, dtype="f")
assert float(x.sum()) == 499500 and int(x.argmax()) == 999
assert cp.cumsum(x)[-1] == 499500 and x[x > 997].tolist() == [998, 999]
begin, end = cp.cuda.Event(), cp.cuda.Event()
with cp.cuda.Stream():
    begin.record()
    x *= 2
    end.record()
end.synchronize()
assert 0 < cp.cuda.get_elapsed_time(begin, end) < 1
'''

REFUSED = """
import cupy as cp
from cupy._core import set_routine_accelerators

print(cp.arange(4).tolist())
for call in (
    lambda: cp.sort(cp.arange(4)),
    lambda: cp.random.default_rng(0).random(4),
    lambda: cp.ones((2, 2)) @ cp.ones((2, 2)),
    lambda: cp.random.rand(4),
    lambda: (set_routine_accelerators(["cub"]), cp.arange(4.0).sum()),
):
    try:
        print("wrong", call())
    except Exception as problem:
        print(problem)
"""

SHARED = '''
import cupy as cp, torch

x, t = cp.arange(4, dtype="f"), torch.ones(4, device="cuda")
of_x, of_t = torch.from_dlpack(x[1:]), cp.from_dlpack(t[1:])
assert of_x.is_cuda and of_x.data_ptr() == x[1:].data.ptr
assert of_t.data.ptr == t[1:].data_ptr()
of_x += 1
of_t *= 5
cp.RawKernel("""
extern "C" __global__ void twice(float *x) { x[threadIdx.x] *= 2; }
""", "twice")((1,), (3,), (cp.asarray(t)[:3],))
assert x.tolist() == [0, 2, 3, 4] and t.tolist() == [2, 10, 10, 5]
assert torch.as_tensor(x, device="cuda").data_ptr() == x.data.ptr
copied = torch.tensor(x, dtype=torch.float64)
copied += 1
assert copied.tolist() == [1, 3, 4, 5] and x[0] == 0
again = torch.from_dlpack(torch.utils.dlpack.to_dlpack(t))
assert again.data_ptr() == t.data_ptr() and (again + 1).tolist() == [3, 11, 11, 6]
'''

OVERRUN = '''
import cupy as cp

kernel = cp.RawKernel(r"""
extern "C" __global__ void shift(const float *x, float *y) {
    y[threadIdx.x] = x[threadIdx.x + 1];
}
""", "shift")
x, y = cp.zeros(64, "f"), cp.zeros(64, "f")
kernel((1,), (64,), (x, y))
'''

CHILD = """
import subprocess, sys

words = [sys.executable, "-c", "import cupy; print((cupy.arange(4) * 2).tolist())"]
ended = subprocess.run(words, capture_output=True, text=True)
assert (ended.returncode, ended.stdout, ended.stderr) == (0, "[0, 2, 4, 6]\\n", ""), ended
"""

FAULT = '''
import cupy as cp

kernel = cp.RawKernel(r"""
extern "C" __global__ void far(float *x, int n) {
    x[threadIdx.x + n] = 1;
}
""", "far")
kernel((1,), (32,), (cp.zeros(4, "f"), 1 << 28))
try:
    cp.cuda.Device().synchronize()
except cp.cuda.runtime.CUDARuntimeError as problem:
    print(problem)
'''


def _ran(script: str, folder: Path) -> ScriptResult:
    path = folder / "script.py"
    path.write_text(script)
    return run(str(path), device="virtual:h200")


def test_kernels_and_arrays_are_right(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Templates, variables, generated kernels and reductions give NumPy's values; launches have the
    script's lines."""
    result = _ran(RIGHT, tmp_path)
    assert result.record.exit_code == 0, capfd.readouterr().err
    (scale,) = (launch for launch in result.record.launches if launch.kernel == "scale")
    line = 1 + next(i for i, text in enumerate(RIGHT.splitlines()) if text.endswith("# here"))
    assert scale.source == f"{tmp_path / 'script.py'}:{line}"
    line = 1 + next(i for i, text in enumerate(RIGHT.splitlines()) if "void scale" in text)
    assert scale.kernel_source == f"{tmp_path / 'script.py'}:{line}"


def test_what_is_machine_code_is_refused_by_name(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Nothing is 0.0 in silence: sorts, products, random numbers and CUB's sum say what to do."""
    assert _ran(REFUSED, tmp_path).record.exit_code == 0
    out = capfd.readouterr().out.splitlines()
    assert out[0] == "[0, 1, 2, 3]"
    names = "thrust.sort", "init_curand", "cublas", "curand", "cub_reduction"
    for line, name in zip(out[1:], names, strict=True):
        assert f"{name} is machine code" in line


def test_arrays_and_tensors_share_memory(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """CuPy and PyTorch exchange arrays in both directions without a copy, at one address."""
    assert _ran(SHARED, tmp_path).record.exit_code == 0, capfd.readouterr().err


def test_check_finds_an_access_one_past_an_array(tmp_path: Path) -> None:
    """Under `check` each array is an allocation of its own, which no pool has rounded up."""
    path = tmp_path / "script.py"
    path.write_text(OVERRUN)
    findings = check(str(path), device="virtual:h200").record.findings
    line = 1 + next(i for i, text in enumerate(OVERRUN.splitlines()) if "y[threadIdx" in text)
    (overrun,) = (finding for finding in findings if finding.tool == "memory")
    assert overrun.source.startswith(f"{path}:{line} ")
    assert "x[64]" in overrun.message


def test_a_child_process_has_the_gpu(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A Python process that imports CuPy alone runs on the script's GPU, and ends in silence."""
    result = _ran(CHILD, tmp_path)
    assert result.record.exit_code == 0, capfd.readouterr().err
    assert any("multiply" in launch.kernel for launch in result.record.launches)


def test_a_fault_is_cupys_error_with_the_kernels_line(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """An access far outside ends as on a GPU, and stderr has kernel, line and thread."""
    assert _ran(FAULT, tmp_path).record.exit_code == 0
    said = capfd.readouterr()
    assert "cudaErrorIllegalAddress" in said.out
    line = 1 + next(i for i, text in enumerate(FAULT.splitlines()) if "= 1;" in text)
    assert f"script.py:{line}" in said.err
    assert "far" in said.err
    assert "thread" in said.err
