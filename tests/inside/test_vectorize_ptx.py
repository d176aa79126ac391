"""Widths in code that names them itself: the cause is the one line that was written otherwise."""

from __future__ import annotations

import pytest

from inside.compiled import cuda_form
from kernelscope.inside.decisions import decide

KERNEL = """extern "C" __global__ void copy(const {type}* x, {type}* out, int n, const int* index)
{{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    {body}
}}
"""

# type, body → bits, possible bits, words of the cause of the load.
CASES: dict[str, tuple[str, str, int, int, tuple[str, ...]]] = {
    "a float4": ("float4", "out[i] = x[i];", 128, 128, ()),
    "one float": ("float", "out[i] = x[i];", 32, 128, ("dtype", "32 bits", "float4")),
    "one char": ("char", "out[i] = x[i];", 8, 128, ("dtype", "8 bits", "16 neighbouring")),
    "in a loop": (
        "float",
        "for (int k = i; k < n; k += 256) out[k] = x[k];",
        *(32, 128, ("dtype", "32 bits")),
    ),
    "a constant stride": ("float", "out[i] = x[i * 3];", 32, 128, ("stride", "12 bytes apart")),
    "an argument's stride": ("float", "out[i] = x[i * n];", 32, 128, ("stride", "`n` bytes apart")),
    "unrolled": (
        "float",
        "for (int k = 0; k < 4; k++) out[4 * i + k] = x[4 * i + k] + 1;",
        *(32, 128, ("alignment", "4 neighbouring elements", "aliasing", "__restrict__")),
    ),
    "unrolled, and nothing else writes": (
        "float",
        "auto in = x + 4 * i; out[i] = in[0] + in[1] + in[2] + in[3];",
        *(32, 128, ("alignment", "4 neighbouring elements", "float4", "__align__(16)")),
    ),
    "not unrolled": (
        "float",
        "float s = 0;\n#pragma unroll 1\nfor (int k = 0; k < 4; k++) s += x[4*i + k]; out[i] = s;",
        *(32, 128, ("stride", "unroll the loop", "float4")),
    ),
    "volatile": (
        "float",
        "const volatile float* in = x; out[i] = in[2 * i] + in[2 * i + 1];",
        *(32, 64, ("volatile: a thread moves 2 neighbouring elements",)),
    ),
    "backwards": ("float", "out[i] = x[n - 1 - i];", 32, 128, ("stride", "backwards")),
    "a remainder": ("float", "out[i] = x[i % n];", 32, 128, ("stride", "a remainder (%)")),
    "a division": ("float", "out[i] = x[(unsigned)i / 2];", 32, 128, ("stride", "right shift")),
    "one element further": (
        "float",
        "out[i] = x[i + 1];",
        *(32, 128, ("dtype", "misaligned offset", "4 bytes past a multiple of 16")),
    ),
    "a gather": (
        "float",
        "out[i] = x[index[i]];",
        32,
        128,
        ("gather", "comes from `index` in memory"),
    ),
    "the same for all": ("float", "out[i] = x[blockIdx.x];", 32, 32, ()),
}


@pytest.mark.parametrize("case", CASES)
def test_what_the_source_says_of_a_load_is_its_cause(case: str) -> None:
    kind, body, bits, possible, words = CASES[case]
    source = KERNEL.format(type=kind, body=body)
    found = decide(cuda_form(source, "copy")).accesses
    load = [a for a in found if a.op == "load"][-1]  # the first is of an index, where there is one
    assert (load.bits, load.possible_bits) == (bits, possible)
    assert load.source in ("kernel.cu:4", "kernel.cu:6")
    for word in words:
        assert word in load.cause
    assert bool(load.cause) == bool(words) == bool(load.chain)
    assert ("aliasing" in load.cause) == (case == "unrolled")
