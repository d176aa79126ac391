"""Widths in code that names them itself: the cause is the one line that was written otherwise."""

from __future__ import annotations

import pytest

from kernelscope.stages.decisions import decide
from stages.compiled import cuda_form

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
        *(32, 128, ("alignment", "4 neighbouring elements", "__restrict__")),
    ),
    "a gather": ("float", "out[i] = x[index[i]];", 32, 128, ("gather", "comes from memory")),
    "the same for all": ("float", "out[i] = x[blockIdx.x];", 32, 32, ()),
}


@pytest.mark.parametrize("case", CASES)
def test_what_the_source_says_of_a_load_is_its_cause(case: str) -> None:
    kind, body, bits, possible, words = CASES[case]
    source = KERNEL.format(type=kind, body=body)
    found = decide(cuda_form(source, "copy")).accesses
    load = [a for a in found if a.op == "load"][-1]  # the first is of an index, where there is one
    assert (load.bits, load.possible_bits, load.source) == (bits, possible, "kernel.cu:4")
    for word in words:
        assert word in load.cause
    assert bool(load.cause) == bool(words) == bool(load.chain)
