"""The lines on which fp32 becomes fp64, as a launch's record and its finding have them."""

from __future__ import annotations

import inspect
import math
from pathlib import Path

import numpy as np

import kernelscope as ks
from kernelscope.diagnose import Evidence, find

SOURCE = """extern "C" __global__ void wave(const float* x, float* y) {
  float value = x[threadIdx.x];
  float half = value * 0.1;
  y[threadIdx.x] = half + value * 2.0f;
}"""


def test_the_line_of_a_double_literal_in_cuda_is_named() -> None:
    x, y = np.ones(32, np.float32), np.ones(32, np.float32)
    with ks.virtual_gpu("h200", fast_time=True) as gpu:
        ks.cuda_kernel(SOURCE, "wave")[1, 32](x, y)
    (launch,) = gpu.launches
    line = Path(__file__).read_text().splitlines().index("  float half = value * 0.1;") + 1
    assert launch.widened_at == (f"{__file__}:{line}",)
    (finding,) = (f for f in find(Evidence(gpu.spec, [launch])) if f.rule == "accidental-fp64")
    assert finding.source == launch.widened_at[0]
    assert finding.advice == "write fp32 literals (`2.0f`) and functions (`expf`)"


def test_the_lines_of_literals_in_numba_are_named() -> None:
    """The first is where fp32 becomes fp64; the second goes on with a literal of its own."""
    from numba import cuda

    @cuda.jit
    def wave(x, y):  # type: ignore[no-untyped-def]
        i = cuda.threadIdx.x
        t = x[i] * 2.0
        y[i] = math.sqrt(t / 3.0)

    with ks.virtual_gpu("h200", fast_time=True) as gpu:
        x = cuda.to_device(np.ones(32, np.float32))
        wave[1, 32](x, x)
    (launch,) = gpu.launches
    lines, first = inspect.getsourcelines(wave.py_func)
    places = [first + n for n, line in enumerate(lines) if "2.0" in line or "3.0" in line]
    assert launch.widened_at == tuple(f"{__file__}:{place}" for place in places)
    (finding,) = (f for f in find(Evidence(gpu.spec, [launch])) if f.rule == "accidental-fp64")
    assert finding.message.endswith(f", and so on line {places[1]}")


def test_a_kernel_in_fp32_has_none() -> None:
    x, y = np.ones(32, np.float32), np.ones(32, np.float32)
    with ks.virtual_gpu("h200", fast_time=True) as gpu:
        ks.cuda_kernel(SOURCE.replace("0.1", "0.1f"), "wave")[1, 32](x, y)
    assert gpu.launches[0].widened_at == ()
