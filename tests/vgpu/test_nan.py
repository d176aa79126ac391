"""A NaN that a kernel makes is PTX's one NaN wherever its bits can be seen."""

from __future__ import annotations

import numpy as np
import pytest

from kernelscope import vgpu
from kernelscope.vgpu.interpreter import launch as interpreter
from kernelscope.vgpu.lowering.lower import lower
from kernelscope.vgpu.ptx.parser import parse


@pytest.mark.parametrize(
    "copies",
    [
        "mov.b32 %v, %v;",
        "shfl.sync.bfly.b32 %v, %v, 1, 31, -1;",
        "setp.eq.u32 %p, %t, 3; selp.b32 %v, %v, %v, %p;",
        "mov.b32 %w, %v; shfl.sync.idx.b32 %v, %w, 0, 31, -1; max.f32 %v, %v, %v;",
        "mov.b32 %w, %v; xor.b32 %v, %w, 0;",
    ],
)
def test_a_nan_is_canonical_after_any_copies(copies: str) -> None:
    """∞ − ∞ has a sign on x86; PTX's NaN is 0x7fffffff."""
    kernel = vgpu.load_ptx(
        f""".version 8.7
        .target sm_90a
        .address_size 64
        .entry k(.param .u64 values) {{
        .reg .pred %p; .reg .b32 %t, %v, %w; .reg .b64 %a, %o;
        ld.param.u64 %a, [values]; mov.u32 %t, %tid.x; mul.wide.u32 %o, %t, 4; add.s64 %a, %a, %o;
        ld.global.b32 %v, [%a]; sub.f32 %v, %v, %v; {copies} st.global.b32 [%a], %v; ret; }}"""
    ).kernel("k")
    values = np.full(32, np.inf, np.float32)
    kernel[1, 32](values)
    np.testing.assert_array_equal(values.view(np.uint32), np.full(32, 0x7FFFFFFF, np.uint32))


@pytest.mark.parametrize("name", ["min", "max"])
@pytest.mark.parametrize(
    "before",
    [
        "",
        "mov.b32 %v, %v;",
        "mul.f32 %v, %v, 0f3F800000;",
        "add.f32 %v, %v, 0f80000000;",
        "shfl.sync.bfly.b32 %v, %v, 1, 31, -1;",
        "NAME.f32 %v, %v, %w; shfl.sync.bfly.b32 %v, %v, 1, 31, -1;",
        "setp.lt.u32 %p, %t, 16; NAME.f32 %x, %v, %w; @%p mov.b32 %x, %v; mov.b32 %v, %x;",
    ],
)
def test_a_nan_that_signals_loses_against_a_number(before: str, name: str) -> None:
    """As the interpreter says, whatever the values went through before."""
    text = f""".version 8.7
        .target sm_90a
        .address_size 64
        .entry k(.param .u64 left, .param .u64 right) {{
        .reg .pred %p; .reg .b32 %t, %v, %w, %x; .reg .b64 %a, %b, %o;
        ld.param.u64 %a, [left]; ld.param.u64 %b, [right]; mov.u32 %t, %tid.x;
        mul.wide.u32 %o, %t, 4; add.s64 %a, %a, %o; add.s64 %b, %b, %o;
        ld.global.b32 %v, [%a]; ld.global.b32 %w, [%b]; {before.replace("NAME", name)}
        {name}.f32 %v, %v, %w; st.global.b32 [%a], %v; ret; }}"""
    special = [0x7FA00000, 0xFFA00001, 0x7FC00001, 0, 0x80000000, 0x3F800000, 0x7F800000, 1]
    left = np.array([a for a in special for _ in range(4)], np.uint32)
    results: list[np.ndarray] = []
    for run in (
        lambda args: vgpu.load_ptx(text).kernel("k")[1, 32](*args),
        lambda args: interpreter.launch(lower(parse(text), "k"), (1, 1, 1), (32, 1, 1), args),
    ):
        memory = [left.copy(), np.array(special * 4, np.uint32)]
        run(memory)
        results.append(memory[0])
    np.testing.assert_array_equal(results[0], results[1])
