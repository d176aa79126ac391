"""Conversions of halves, with and without the processor's instructions for them, against NumPy."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from kernelscope import vgpu

TOOLS = Path(__file__).parents[2] / "tools"
PROGRAM = """
from gate_repeats import limit_extensions

limit_extensions("sse")

import numpy as np
from kernelscope import vgpu

PTX = '''
.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 halves, .param .u64 floats, .param .u64 wide, .param .u64 narrow)
{
    .reg .b16 %h<2>;
    .reg .f32 %f<2>;
    .reg .b32 %r<4>;
    .reg .b64 %a<4>, %o<2>;
    ld.param.u64 %a0, [halves];
    ld.param.u64 %a1, [floats];
    ld.param.u64 %a2, [wide];
    ld.param.u64 %a3, [narrow];
    mov.u32 %r0, %ctaid.x;
    mov.u32 %r1, %tid.x;
    mad.lo.u32 %r2, %r0, 128, %r1;
    mul.wide.u32 %o0, %r2, 2;
    mul.wide.u32 %o1, %r2, 4;
    add.u64 %a0, %a0, %o0;
    add.u64 %a1, %a1, %o1;
    add.u64 %a2, %a2, %o1;
    add.u64 %a3, %a3, %o0;
    ld.global.b16 %h0, [%a0];
    cvt.f32.f16 %f0, %h0;
    st.global.f32 [%a2], %f0;
    ld.global.f32 %f1, [%a1];
    cvt.rn.f16.f32 %h1, %f1;
    st.global.b16 [%a3], %h1;
    ret;
}
'''
halves = np.arange(1 << 16, dtype=np.uint16)
# Each half, what lies halfway to the next, and the floats beside both; then any bits.
draw = np.random.default_rng(0)
near = halves.view(np.float16).astype(np.float32).view(np.uint32)
samples = [(near + np.int64(n)).astype(np.uint32) for n in (0, 1, -1, 0xFFF, 0x1000, 0x1001)]
for floats in (*samples, draw.integers(0, 1 << 32, 1 << 16, dtype=np.uint32)):
    wide, narrow = np.zeros(1 << 16, np.uint32), np.zeros(1 << 16, np.uint16)
    vgpu.load_ptx(PTX).kernel("k").launch((512, 1, 1), (128, 1, 1), [halves, floats, wide, narrow])
    with np.errstate(all="ignore"):
        expected = floats.view(np.float32).astype(np.float16)
    for got, value in ((wide.view(np.float32), halves.view(np.float16).astype(np.float32)),
                       (narrow.view(np.float16), expected)):
        nan = np.isnan(value)
        assert (np.isnan(got) == nan).all()
        bits = f"u{value.itemsize}"
        assert (got[~nan].view(bits) == value[~nan].view(bits)).all()
print("equal")
"""


@pytest.mark.skipif(
    platform.machine().lower() not in ("x86_64", "amd64"), reason="for processors of the x86 family"
)
def test_halves_are_converted_without_an_instruction_for_it(tmp_path: Path) -> None:
    """Every half, floats beside and halfway between halves, and random bits."""
    script = tmp_path / "script.py"
    script.write_text(PROGRAM)
    done = subprocess.run(
        [sys.executable, str(script)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "XDG_CACHE_HOME": str(tmp_path), "PYTHONPATH": str(TOOLS)},
    )
    assert done.stdout == "equal\n", done.stderr


@pytest.mark.parametrize("kind", ["s8", "u8", "s16", "u16", "s32", "u32"])
def test_every_half_is_cut_to_an_integer_and_nan_becomes_0(kind: str) -> None:
    """With AVX512-FP16 a NaN became 0x8000 in s16: an instruction of the processor's, as it is."""
    bits = int(kind[1:])
    store = max(bits, 16)
    text = f"""
    .version 8.0
    .target sm_90
    .address_size 64
    .visible .entry k(.param .u64 halves, .param .u64 integers)
    {{
        .reg .b16 %h; .reg .b{store} %i; .reg .b32 %r<3>; .reg .b64 %a<2>, %o;
        ld.param.u64 %a0, [halves]; ld.param.u64 %a1, [integers];
        mov.u32 %r0, %ctaid.x; mov.u32 %r1, %tid.x; mad.lo.u32 %r2, %r0, 128, %r1;
        mul.wide.u32 %o, %r2, 2; add.u64 %a0, %a0, %o;
        mul.wide.u32 %o, %r2, {store // 8}; add.u64 %a1, %a1, %o;
        ld.global.b16 %h, [%a0]; cvt.rzi.{kind}.f16 %i, %h; st.global.b{store} [%a1], %i;
        ret;
    }}
    """
    halves = np.arange(1 << 16, dtype=np.uint16)
    found = np.zeros(1 << 16, f"{'i' if kind[0] == 's' else 'u'}{store // 8}")
    vgpu.load_ptx(text).kernel("k").launch((512, 1, 1), (128, 1, 1), [halves, found])
    low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if kind[0] == "s" else (0, (1 << bits) - 1)
    exact = np.trunc(np.nan_to_num(halves.view(np.float16).astype(np.float64), nan=0.0))
    assert np.array_equal(found.astype(np.int64), np.clip(exact, low, high).astype(np.int64))
