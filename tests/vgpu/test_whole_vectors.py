"""Ordered loads and stores of vectors: a lane's elements are moved at once, as on an H200.

CUB's scans rest on it: a tile's sum and its state are one `st.relaxed.gpu.v2.u64`, and a block that
finds the new state with the old sum goes wrong.
"""

from __future__ import annotations

import numpy as np
import pytest

from kernelscope import vgpu

BLOCKS, THREADS, TURNS, PLACES = 64, 256, 1000, 32

KERNEL = """.version 8.7
.target sm_90a
.address_size 64
.entry k(.param .u64 places, .param .u64 torn) {{
    .reg .b64 %places, %place, %torn, %offset;
    .reg .{type} %value<4>, %read<4>;
    .reg .b32 %turn, %t, %block;
    .reg .pred %reads, %differs, %again;
    ld.param.u64 %places, [places];
    ld.param.u64 %torn, [torn];
    mov.u32 %t, %tid.x;
    mov.u32 %block, %ctaid.x;
    and.b32 %t, %t, 31;
    and.b32 %block, %block, 1;
    setp.eq.u32 %reads, %block, 1;
    sub.u32 %t, 31, %t;                  // backwards, as CUB looks back
    mul.wide.u32 %offset, %t, {width};
    add.u64 %place, %places, %offset;
    mov.u32 %turn, 0;
TURN:
    add.u32 %turn, %turn, 1;
    @%reads bra READ;
    cvt.u{bits}.u32 %value0, %turn;
    {store}
    bra NEXT;
READ:
    {load}
    setp.ne.u{bits} %differs, %read0, %read{last};
    @%differs red.global.add.u32 [%torn], 1;
NEXT:
    setp.lt.u32 %again, %turn, {turns};
    @%again bra TURN;
    ret;
}}
"""


@pytest.mark.parametrize("order", ["relaxed.gpu.global", "volatile", "relaxed.gpu"])
@pytest.mark.parametrize("to", ["own", "same"])
@pytest.mark.parametrize(("kind", "count"), [("u64", 2), ("u32", 4), ("u32", 2), ("u16", 4)])
def test_no_vector_is_half_written(order: str, to: str, kind: str, count: int) -> None:
    """Half of the blocks store vectors of equal elements; the others find all of them equal."""
    bits = int(kind[1:])
    place = "%place" if to == "own" else "%places"
    given, read = ("{" + ", ".join(f"%{name}" for name in names) + "}" for names in (
        ["value0"] * count, [f"read{k}" for k in range(count)]))  # fmt: skip
    text = KERNEL.format(
        type=f"b{bits}",
        bits=bits,
        width=bits // 8 * count,
        last=count - 1,
        turns=TURNS,
        store=f"st.{order}.v{count}.{kind} [{place}], {given};",
        load=f"ld.{order}.v{count}.{kind} {read}, [{place}];",
    )
    places, torn = np.zeros(PLACES * 16, np.uint8), np.zeros(1, np.uint32)
    launch = vgpu.load_ptx(text).kernel("k").launch
    launch((BLOCKS, 1, 1), (THREADS, 1, 1), [places, torn])
    assert torn[0] == 0
