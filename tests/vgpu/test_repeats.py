"""Instructions that a kernel has many of become calls of one function."""

from __future__ import annotations

import numpy as np

from kernelscope import vgpu
from kernelscope.vgpu.analysis.transfer import BlockShape
from kernelscope.vgpu.analysis.warp import analyse
from kernelscope.vgpu.interpreter import launch as interpreter
from kernelscope.vgpu.jit.generator import Generator
from kernelscope.vgpu.lowering.lower import lower
from kernelscope.vgpu.ptx.parser import parse

MANY = 20
HEAD = """.version 8.4
.target sm_90
.address_size 64
.visible .entry k(.param .u64 in, .param .u64 out) {
    .reg .b64 %rd<6>; .reg .b32 %r<90>; .reg .f32 %f<4>; .reg .pred %p<2>;
    ld.param.u64 %rd1, [in];
    ld.param.u64 %rd2, [out];
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %rd3, %r1, 4;
    add.s64 %rd1, %rd1, %rd3;
    add.s64 %rd2, %rd2, %rd3;
    setp.lt.u32 %p1, %r1, 20;
"""


def kernel() -> str:
    """20 conversions, each of other values, every other one of some lanes only."""
    lines = [HEAD]
    for n in range(MANY):
        lines.append(f"ld.global.f32 %f1, [%rd1+{256 * n}];")
        lines.append(f"ld.global.f32 %f2, [%rd1+{256 * n + 128}];")
        lines.append("mov.b32 %r2, 7;")
        lines.append(f"{'@%p1 ' if n % 2 else ''}cvt.rn.bf16x2.f32 %r2, %f1, %f2;")
        lines.append(f"st.global.b32 [%rd2+{128 * n}], %r2;")
    return "\n".join([*lines, "ret; }"])


def test_calls_of_one_function_give_the_bits_that_the_interpreter_gives() -> None:
    """Special values among them, and with lanes that keep what they had."""
    rng = np.random.default_rng(3)
    values = rng.integers(0, 2**32, (2 * MANY, 32), np.uint32)
    values[:4, :8] = [0, 1, 0x7F800000, 0xFF800000, 0x7FC00001, 0x7FA00000, 0x3F808000, 0x3F818000]
    results: list[np.ndarray] = []
    specified = lower(parse(kernel()), "k")
    for run in (
        lambda args: vgpu.load_ptx(kernel()).kernel("k")[1, 32](*args),
        lambda args: interpreter.launch(specified, (1, 1, 1), (32, 1, 1), args),
    ):
        out = np.zeros((MANY, 32), np.uint32)
        run([values.copy(), out])
        results.append(out)
    np.testing.assert_array_equal(results[0], results[1])
    assert (results[0][1, 20:] == 7).all()


def test_the_first_is_code_in_place_and_the_others_are_calls() -> None:
    """So that the code of a conversion is there twice, however many a kernel has."""
    function = lower(parse(kernel()), "k")
    module = Generator(function, analyse(function, BlockShape(32, 1, 1)), "k").emit("warp")
    assert module.globals["warp"].text().count('@"ks.op.cvt.rn.bf16x2.f32') == MANY - 1
