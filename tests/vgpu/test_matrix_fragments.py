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
# Shape and size, of the registers, and the types of matrices of bytes, and of 6 and 4 bits.
BYTES = [
    *((f"m16n16.x{n}.trans", 2 * n, types) for n in (1, 2) for types in ("b8", "6", "4")),
    *((f"m8n16.x{n}", n, types) for n in (1, 2, 4) for types in ("6", "4")),
]
PACKED = {"b8": "b8", "6": "b8x16.b6x16_p32", "4": "b8x16.b4x16_p64"}
BODIES.update(
    {
        f"ldmatrix {shape} {types}": f"{FILL}\nbar.sync 0;\n"
        f"ldmatrix.sync.aligned.{shape}.shared.{PACKED[types]} {registers(str(count))}, [%row];\n"
        f"{STORE}"
        for shape, count, types in BYTES
    }
)
BODIES.update(
    {
        f"stmatrix m16n8 x{count}": f"{FILL}\nbar.sync 0;\n"
        "ld.global.v4.b32 {%r0, %r1, %r2, %r3}, [%in+64];\n"
        f"stmatrix.sync.aligned.m16n8.x{count}.trans.shared.b8 [%row], {registers(count)};\n"
        f"bar.sync 0;\n{DUMP}"
        for count in "124"
    }
)
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


def lines(data: np.ndarray, rows: np.ndarray) -> list[int]:
    """The 16 bytes of each row, as an integer: the buffer has the data row after row of threads."""
    memory = data.view(np.uint8)
    return [int.from_bytes(memory[row : row + 16].tobytes(), "little") for row in rows.tolist()]


@pytest.mark.parametrize(("shape", "count", "types"), BYTES)
def test_a_matrix_of_bytes_is_as_the_factors_of_a_product_want_it(
    shape: str, count: int, types: str
) -> None:
    """Four neighbours along K are a register's; transposed, K runs along the rows in memory.

    Six bits are the lower ones of a byte, and four are in the middle of it.
    """
    bits = {"b8": 8, "6": 6, "4": 4}[types]
    rng = np.random.default_rng(0)
    data = rng.integers(0, 2**32, 2048, np.uint32)
    rows = (16 * rng.permutation(256)[:32]).astype(np.uint32)
    output = np.zeros((32, 32), np.uint32)
    text = TEXT.format(body=BODIES[f"ldmatrix {shape} {types}"])
    vgpu.load_ptx(text).kernel("k").launch((1, 1, 1), (32, 1, 1), [data, rows, output])
    memory = lines(data, rows)
    for register in range(count):
        for lane in range(32):
            group, first = lane // 4, 4 * (lane % 4)
            word = 0
            for e in range(4):
                if shape.startswith("m16n16"):
                    row, element = 16 * (register // 2) + first + e, group + 8 * (register % 2)
                else:
                    row, element = 8 * register + group, first + e
                code = memory[row] >> bits * element & ((1 << bits) - 1)
                word |= (code << 2 if bits == 4 else code) << 8 * e
            assert output[register, lane] == word


@pytest.mark.parametrize("count", [1, 2, 4])
def test_a_result_in_bytes_is_stored_with_its_columns_as_rows(count: int) -> None:
    """A lane has two neighbours of row lane / 4 of D, and two of the row eight below."""
    rng = np.random.default_rng(0)
    data = rng.integers(0, 2**32, 2048, np.uint32)
    rows = (16 * rng.permutation(256)[:32]).astype(np.uint32)
    output = np.zeros((32, 32), np.uint32)
    text = TEXT.format(body=BODIES[f"stmatrix m16n8 x{count}"])
    vgpu.load_ptx(text).kernel("k").launch((1, 1, 1), (32, 1, 1), [data, rows, output])
    expected = data.view(np.uint8)[:4096].copy()
    given = np.stack([data[16 + 4 * np.arange(32) + n] for n in range(4)])
    for matrix in range(count):
        for lane in range(32):
            for e in range(4):
                row, column = lane // 4 + 8 * (e // 2), 2 * (lane % 4) + e % 2
                byte = int(given[matrix, lane]) >> 8 * e & 0xFF
                expected[rows[8 * matrix + column] + row] = byte
    stored = output.reshape(8, 4, 32).transpose(0, 2, 1).reshape(-1)
    assert np.array_equal(stored.view(np.uint8), expected)


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
