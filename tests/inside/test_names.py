"""A register that is called `x` holds what the source calls `x`."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

import kernelscope
from inside import triton_kernels
from kernelscope.inside.naming.assignments import Source, find_assignments
from kernelscope.inside.naming.names import Names, name_registers, variable_name
from kernelscope.vgpu import ir
from kernelscope.vgpu.interpreter import warp as interpreter
from kernelscope.vgpu.interpreter.launch import run_together
from kernelscope.vgpu.lowering.lower import lower
from kernelscope.vgpu.ptx.parser import parse

BLOCK = 128
STEPS = 7


pytestmark = pytest.mark.triton


@pytest.fixture(scope="module")
def kernel() -> tuple[ir.Function, Names]:
    """A Triton kernel, and the names of its registers."""
    x = torch.zeros(BLOCK)
    with kernelscope.virtual_gpu("h200"):
        compiled = triton_kernels.many_names[(1,)](x, x, BLOCK, STEPS, B=BLOCK)
    assert compiled is not None
    function = lower(parse(compiled.asm["ptx"]), "many_names")
    text = Path(triton_kernels.__file__).read_text()
    source = Source(text, triton_kernels.__file__)
    return function, name_registers(function, ("x_ptr", "y_ptr", "n", "steps"), source)


def values_at_end(function: ir.Function, x: np.ndarray) -> interpreter.Warp:
    """The first warp of a block after its run, by the interpreter."""
    memory = interpreter.Memory(function)
    null = np.zeros(1, np.uint8)
    arguments = [x, np.zeros_like(x), len(x) - 2, STEPS]
    arguments += [null] * (len(function.parameters) - len(arguments))
    packed = memory.pack(arguments)
    run = interpreter.Launch(
        function, (1, 1, 1), (BLOCK, 1, 1), memory, packed, 0, interpreter.Tally()
    )
    block = interpreter.Block(run, (0, 0, 0))
    run_together([block])
    return block.warps[-1]


def test_named_registers_hold_the_values_that_the_source_gives_those_names(
    kernel: tuple[ir.Function, Names],
) -> None:
    function, names = kernel
    x = np.linspace(-2, 3, BLOCK, dtype=np.float32)
    warp = values_at_end(function, x)
    lanes = np.arange(BLOCK)[-32:]
    inside = lanes < BLOCK - 2
    x = np.where(inside, x[-32:], np.float32(0))
    positive = np.where(x > 0, x + 3, -x)
    expected = {
        "offsets": lanes,
        "inside": inside,
        "x": x,
        "positive": positive,
        "helped": positive * x - 1,
        "total": (positive * x - 1) / 2 + sum(range(0, STEPS, 3)),
    }
    found = {name.base for name in names.values()}
    assert found >= {*expected, "j", "x_ptr", "y_ptr", "n", "steps"}
    for index, name in names.items():
        if name.base in expected:
            bits = warp.values[index]
            want = expected[name.base]
            got = bits.view(np.float32) if want.dtype.kind == "f" else bits
            assert got == pytest.approx(want, rel=1e-6), name
    counters = [index for index, name in names.items() if name.base == "j"]
    assert [int(warp.values[index][0]) for index in counters] == [9]  # 0, 3, 6, and out at 9


def test_evidence_is_the_line_of_the_assignment(kernel: tuple[ir.Function, Names]) -> None:
    function, names = kernel
    lines = Path(triton_kernels.__file__).read_text().splitlines()
    for name in names.values():
        if name.evidence.startswith("parameter"):
            assert function.parameters[int(name.evidence.split()[1])] is not None
            continue
        file, line = name.evidence.rsplit(":", 1)
        assert file == "triton_kernels.py"
        assert name.base in lines[int(line) - 1]


CUDA = """
// int comment = 1;
__device__ float twice(float value) {
    float result = value + value;
    return result;
}
__global__ void k(const float* x, float* y, long long n) {
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v = x[i], w = 2.0f;
    for (int j = 0; j < n; j += 2) v += twice(w) * j;
    y[i] = v == 1.0f ? v : -v;
}
"""


def test_c_statements_that_give_names_are_found_with_their_types() -> None:
    found = [(a.name, a.line, a.type, a.is_loop) for a in find_assignments(Source(CUDA, line=10))]
    assert found == [
        ("result", 13, "float", False),
        ("i", 17, "long long", False),
        ("v", 19, "float", False),
        ("w", 19, "float", False),
        ("j", 20, "int", True),
        ("v", 20, "float", False),
    ]


def test_values_of_one_name_are_numbered_and_values_without_a_source_line_have_none() -> None:
    ptx = """
    .version 8.0
    .target sm_90
    .address_size 64
    .visible .entry k(.param .u64 k_param_0, .param .u32 k_param_1)
    {
        .reg .b32 %r<9>;
        .reg .b64 %rd<4>;
        ld.param.u64 %rd1, [k_param_0];
        ld.param.u32 %r1, [k_param_1];
        mov.u32 %r2, %tid.x;
        .loc 1 2 4
        add.s32 %r3, %r1, 5;
        mul.lo.s32 %r4, %r3, %r3;
        add.s32 %r5, %r1, 7;
        .loc 1 3 4
        add.s32 %r6, %r4, %r5;
        add.s32 %r7, %r6, %r2;
        st.global.u32 [%rd1], %r7;
        ret;
    }
    .file 1 "k.cu"
    """
    function = lower(parse(ptx), "k")
    source = Source("void k(int* out, int n) {\n int a = f(n);\n *out = a + n;\n}", "k.cu")
    names = name_registers(function, ("out", "n"), source)
    named = {function.registers[index].name: name.text for index, name in names.items()}
    # %r3 is a step on the way to %r4; %r2 has no line; line 3 assigns to no name.
    assert named == {"%rd1": "out", "%r1": "n", "%r4": "a_0", "%r5": "a_1"}
    unnamed = name_registers(function, (), None)
    assert {n.text for n in unnamed.values()} == {"param_0", "param_1"}


def test_a_name_is_read_where_the_source_reads_it() -> None:
    """An instruction without a line stands under the one before it: it is no value of that line."""
    ptx = """
    .version 8.0
    .target sm_90
    .address_size 64
    .visible .entry k(.param .u64 k_param_0, .param .u32 k_param_1)
    {
        .reg .b32 %r<9>;
        .reg .b64 %rd<4>;
        ld.param.u64 %rd1, [k_param_0];
        ld.param.u32 %r1, [k_param_1];
        .loc 1 2 12
        add.s32 %r2, %r1, 1;
        mul.lo.s32 %r3, %r1, 7;
        .loc 1 4 4
        add.s32 %r4, %r2, 3;
        st.global.u32 [%rd1], %r4;
        .loc 1 5 4
        st.global.u32 [%rd1+4], %r3;
        ret;
    }
    .file 1 "k.py"
    """
    function = lower(parse(ptx), "k")
    text = "def k(out, n):\n    step = n + 1\n    size = step.to(int)\n    out[0] = size + 3\n"
    names = name_registers(function, ("out", "n"), Source(text + "    out[1] = n * 7\n", "k.py"))
    named = {function.registers[index].name: name.text for index, name in names.items()}
    assert named == {"%rd1": "out", "%r1": "n", "%r2": "step"}


def test_what_computes_an_address_is_no_value_that_was_loaded() -> None:
    """Triton places the offsets of shared memory at the load that they serve."""
    ptx = """
    .version 8.0
    .target sm_90
    .address_size 64
    .visible .entry k(.param .u64 k_param_0)
    {
        .reg .b32 %r<9>;
        .reg .b64 %rd<4>;
        ld.param.u64 %rd1, [k_param_0];
        mov.u32 %r1, %tid.x;
        .loc 1 2 8
        shl.b32 %r2, %r1, 4;
        ld.global.u32 %r3, [%rd1];
        .loc 1 3 4
        add.s32 %r4, %r2, %r3;
        st.global.u32 [%rd1], %r4;
        ret;
    }
    .file 1 "k.py"
    """
    function = lower(parse(ptx), "k")
    text = "def k(x):\n    a = tl.load(x)\n    tl.store(x, a)\n"
    names = name_registers(function, ("x",), Source(text, "k.py"))
    named = {function.registers[index].name: name.text for index, name in names.items()}
    assert named == {"%rd1": "x", "%r3": "a"}


def test_uses_of_a_name_are_the_lines_of_statements_and_of_heads() -> None:
    text = """def k(x):
    a = x
    for i in range(a):
        b = f(
            i,
        )
    c = a[None]
    a += c
"""
    uses = {a.name: a.uses for a in find_assignments(Source(text, line=11))}
    assert uses == {"a": {13, 17, 18}, "i": {14, 15, 16}, "b": set(), "c": {18}}


@pytest.mark.parametrize(
    ("symbol", "name"),
    [
        ("_ZZ7softmaxIfEvPKT_PS0_xE6shared", "shared"),
        ("_ZZ6matmulvE6a_tile_0", "a_tile"),
        ("global_smem", "global_smem"),
        ("_ZZ3kvE", "_ZZ3kvE"),
    ],
)
def test_a_scripted_variable_has_its_name_in_the_source(symbol: str, name: str) -> None:
    assert variable_name(symbol) == name
