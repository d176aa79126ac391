"""`debug -G`: the variables of the source, where the compiler says that they are."""

from __future__ import annotations

import numpy as np
import pytest

from debugger.shown import Debug, after, row

CUDA = '''
import torch
import kernelscope as ks

kernel = ks.cuda_kernel("""
struct Pair { float low; int high; };
__device__ __forceinline__ float scaled(float value, int times) {
    float total = 0;
    for (int turn = 0; turn < times; turn++)
        total += value;
    return total;
}
__device__ __noinline__ int odd(int value) {
    int rest = value % 2;
    return rest;
}
extern "C" __global__ void mixed(const float *x, float *out, int n) {
    int i = threadIdx.x;
    int unused = 7 * i;
    float value = x[i] + 0.5f;
    const float *next = x + i;
    float window[3];
    for (int k = 0; k < 3; k++) window[k] = next[k] * 2;
    Pair pair = {value, odd(i)};
    float total = scaled(value, 3);
    if (pair.high) total = -total;
    out[i] = total + window[1];
}
""", "mixed")
x = torch.arange(40, dtype=torch.float32, device="cuda")
out = torch.zeros(32, device="cuda")
kernel[1, 32](x, out, 32)
'''
NUMBA = """
import numpy as np
from numba import cuda

@cuda.jit
def scale(x, out):
    i = cuda.grid(1)
    twice = x[i] * 2
    for turn in range(3):
        twice += turn
    out[i] = twice

scale[1, 32](np.arange(32, dtype=np.float32), np.zeros(32, np.float32))
"""


def numbers(lines: list[str]) -> list[float]:
    """All lanes of a table."""
    return [float(cell.strip("[]")) for first in (0, 8, 16, 24) for cell in row(lines, first)]


def test_each_variable_has_its_value_those_that_optimised_code_has_not_too(debug: Debug) -> None:
    lane = np.arange(32)
    lines = debug(
        CUDA,
        *("b script.py:28", "c", "print unused", "print value", "print total", "print next[2]"),
        *("print window[1]", "print pair.high", "print pair.low", "print n", "info locals"),
        options=("-G",),
    )
    truth = {
        "unused": 7 * lane,
        "value": lane + 0.5,
        "total": 3 * (lane + 0.5),
        "next[2]": lane + 2,
        "window[1]": 2 * (lane + 1),
        "pair.high": lane % 2,
        "pair.low": lane + 0.5,
    }
    for text, expected in truth.items():
        assert numbers(after(lines, f"print {text}")) == list(expected), text
    assert after(lines, "print n") == ["n = 32 in all 32 lanes  (s32)"]
    assert "  unused = 0  (s32)" in after(lines, "info locals")


def test_an_inlined_functions_variables_are_its_own_in_each_turn(debug: Debug) -> None:
    lines = debug(
        CUDA,
        *("b script.py:10", "c 3", "where", "print value", "print turn", "print total", "print i"),
        *("b odd", "run", "where", "step", "print value"),
        options=("-G",),
    )
    lane = np.arange(32)
    assert numbers(after(lines, "print value")) == list(lane + 0.5)
    assert after(lines, "print turn") == ["turn = 2 in all 32 lanes  (s32)"]
    assert numbers(after(lines, "print total")) == list(2 * (lane + 0.5))
    called = [line for line in lines if line.startswith("#")]
    assert called[-2:] == ["#0 script.py:13", "#1 called from script.py:24"]
    last = lines[len(lines) - lines[::-1].index("(kernelscope) print value") :]
    assert numbers(last) == list(lane)


def test_numba_keeps_its_variables_too(debug: Debug) -> None:
    pytest.importorskip("numba.cuda")
    lines = debug(NUMBA, "b script.py:11", "c", "print twice", "print i", options=("-G",))
    assert numbers(after(lines, "print twice")) == [2 * lane + 3 for lane in range(32)]
    assert numbers(after(lines, "print i")) == list(range(32))
