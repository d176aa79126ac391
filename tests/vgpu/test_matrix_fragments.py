"""Matrices between shared memory and registers, and asynchronous copies, as specified."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import pytest

from kernelscope import vgpu
from kernelscope.vgpu.interpreter import launch as interpreter
from kernelscope.vgpu.lowering.lower import lower
from kernelscope.vgpu.ptx.parser import parse

TEXT = """.version 8.7
.target sm_90a
.address_size 64
.entry k(.param .u64 input, .param .u64 rows, .param .u64 output) {{
.shared .align 128 .b8 buffer[4096];
.reg .b32 %r<8>, %t, %base, %row, %place, %sixteen, %mask, %zero;
.reg .b64 %in, %rows, %out, %offset;
.reg .pred %skip;
ld.param.b64 %in, [input];
ld.param.b64 %rows, [rows];
ld.param.b64 %out, [output];
mov.u32 %t, %tid.x;
mov.u32 %base, buffer;
mov.u32 %zero, 0;
shl.b32 %sixteen, %t, 4;
and.b32 %mask, %t, 15;
setp.gt.u32 %skip, %mask, 12;
add.s32 %place, %base, %sixteen;
mul.wide.u32 %offset, %t, 16;
add.s64 %in, %in, %offset;
mul.wide.u32 %offset, %t, 4;
add.s64 %rows, %rows, %offset;
add.s64 %out, %out, %offset;
ld.global.b32 %row, [%rows];
add.s32 %row, %base, %row;
{body}
ret;
}}
"""
FILL = "\n".join(
    f"ld.global.v4.b32 {{%r0, %r1, %r2, %r3}}, [%in+{512 * n}];\n"
    f"st.shared.v4.b32 [%place+{512 * n}], {{%r0, %r1, %r2, %r3}};"
    for n in range(8)
)
STORE = "\n".join(f"st.global.b32 [%out+{128 * n}], %r{n};" for n in range(4))
DUMP = "\n".join(
    f"ld.shared.v4.b32 {{%r0, %r1, %r2, %r3}}, [%place+{512 * n}];\n"
    + "\n".join(f"st.global.b32 [%out+{128 * (4 * n + k)}], %r{k};" for k in range(4))
    for n in range(8)
)
COPY = "cp.async.{}.shared.global [%place+{}], [%in+{}], {}{};"


def registers(count: str) -> str:
    return "{" + ", ".join(f"%r{n}" for n in range(int(count))) + "}"


BODIES = {
    f"{name} x{count}{trans}": (
        f"{FILL}\nbar.sync 0;\n"
        + (
            f"ldmatrix.sync.aligned.m8n8.x{count}{trans}.shared.b16 {registers(count)}, [%row];\n"
            + STORE
            if name == "ldmatrix"
            else "ld.global.v4.b32 {%r0, %r1, %r2, %r3}, [%in+64];\n"
            f"stmatrix.sync.aligned.m8n8.x{count}{trans}.shared.b16 [%row], {registers(count)};\n"
            f"bar.sync 0;\n{DUMP}"
        )
    )
    for name in ("ldmatrix", "stmatrix")
    for count in "124"
    for trans in ("", ".trans")
}
BODIES["cp.async"] = "\n".join(
    [
        FILL,
        "bar.sync 0;",
        COPY.format("ca", 0, 512, 4, ""),
        COPY.format("ca", 512, 1024, 8, ""),
        COPY.format("cg", 1024, 0, 16, ""),
        "cp.async.commit_group;",
        COPY.format("ca", 1536, 0, 16, ", %mask"),
        "@!%skip " + COPY.format("cg", 2048, 512, 16, ", %zero"),
        "cp.async.commit_group;",
        "cp.async.wait_group 1;",
        COPY.format("cg", 2560, 64, 16, ""),
        "cp.async.wait_all;",
        "bar.sync 0;",
        DUMP,
    ]
)


def outcome(launch: Any, seed: int) -> tuple[np.ndarray, Any]:
    """The output, with rows of matrices at random places of 16 bytes."""
    rng = np.random.default_rng(seed)
    data = rng.integers(0, 2**32, 2048, np.uint32)
    rows = (16 * rng.permutation(256)[:32]).astype(np.uint32)
    output = np.zeros(32 * 32, np.uint32)
    return output, launch((1, 1, 1), (32, 1, 1), [data, rows, output])


@pytest.mark.parametrize("name", BODIES)
def test_matrices_and_copies_move_as_specified(name: str) -> None:
    """Values in registers and memory, and the wavefronts of what has a known rule."""
    text = TEXT.format(body=BODIES[name])
    kernel = vgpu.load_ptx(text).kernel("k")
    specified = functools.partial(interpreter.launch, lower(parse(text), "k"))
    for seed in range(3):
        ours, counts = outcome(kernel.launch, seed)
        expected, counters = outcome(specified, seed)
        np.testing.assert_array_equal(ours, expected)
        if "matrix" in name:
            shared = {n: c for n, c in counts.counters.items() if "shared" in n or "ldsm" in n}
            assert {n: float(c) for n, c in shared.items() if c} == {
                n: c for n, c in counters.items() if n in shared
            }


def test_satfinite_clamps_the_sum_of_an_integer_product_and_its_addend():
    body = """.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 p)
{
.reg .b64 %rd<3>; .reg .b32 %r<8>;
ld.param.u64 %rd1, [p]; mov.u32 %r1, %tid.x;
mul.wide.u32 %rd2, %r1, 16; add.u64 %rd1, %rd1, %rd2;
ld.global.v4.u32 {%r2, %r3, %r4, %r5}, [%rd1];
mov.u32 %r6, 0x7f7f7f7f;
mma.sync.aligned.m16n8k32.row.col.satfinite.s32.s8.s8.s32
  {%r2, %r3, %r4, %r5}, {%r6, %r6, %r6, %r6}, {%r6, %r6}, {%r2, %r3, %r4, %r5};
st.global.v4.u32 [%rd1], {%r2, %r3, %r4, %r5};
ret;
}"""
    before = np.random.default_rng(0).integers(-(2**31), 2**31, (32, 4)).astype(np.int32)
    before[3:5] = 2**31 - 1
    after = before.copy()
    vgpu.load_ptx(body).kernel("k")[1, 32](after)
    exact = before.astype(np.int64) + 32 * 127 * 127
    np.testing.assert_array_equal(after, np.clip(exact, -(2**31), 2**31 - 1))
