"""`wgmma` on tiles that are K-major, in every swizzle, from registers and from shared memory."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import pytest

from kernelscope import vgpu
from kernelscope.errors import MemoryAccessError
from kernelscope.vgpu.interpreter import launch as interpreter
from kernelscope.vgpu.lowering.lower import lower
from kernelscope.vgpu.ptx.parser import parse

COLUMNS = 16
# Swizzle mode: (leading offset, stride offset) in bytes of a tile whose lines are 32 bytes of K.
LAYOUTS = {0: (128, 256), 1: (16, 1024), 2: (16, 512), 3: (16, 256)}
LINE_BYTES = {0: 16, 1: 128, 2: 64, 3: 32}
DEPTH = {"bf16": 16, "f16": 16, "tf32": 8, "e4m3": 32, "e5m2": 32, "s8": 32, "u8": 32}
TAILS = {"bf16": ", 1, -1, 0, 0", "f16": ", 1, 1, 0, 0", "s8": "", "u8": ""}
B_AT = 8192  # where B begins in shared memory; A takes 64 lines of up to 128 bytes

TEXT = """.version 8.7
.target sm_90a
.address_size 64
.entry k(.param .u64 input, .param .u64 output, .param .u64 da, .param .u64 db) {{
.shared .align 1024 .b8 buffer[16384];
.reg .b32 %r<8>, %d<8>, %a<4>, %t, %place;
.reg .b64 %in, %out, %da, %db, %offset;
.reg .pred %keep;
ld.param.b64 %in, [input];
ld.param.b64 %out, [output];
ld.param.b64 %da, [da];
ld.param.b64 %db, [db];
mov.u32 %t, %tid.x;
setp.ne.u32 %keep, {keep}, 0;
mul.wide.u32 %offset, %t, 16;
add.s64 %in, %in, %offset;
mul.wide.u32 %offset, %t, 4;
add.s64 %out, %out, %offset;
shl.b32 %place, %t, 4;
mov.u32 %r7, buffer;
add.s32 %place, %place, %r7;
{fill}
ld.global.v4.b32 {{%a0, %a1, %a2, %a3}}, [%in+256];
ld.global.v4.b32 {{%d0, %d1, %d2, %d3}}, [%in+2048];
ld.global.v4.b32 {{%d4, %d5, %d6, %d7}}, [%in+4096];
bar.sync 0;
fence.proxy.async.shared::cta;
wgmma.fence.sync.aligned;
wgmma.mma_async.sync.aligned.m64n16k{depth}.{dt}.{kind}.{kind} {{{sums}}}, {a}, %db, %keep{tail};
wgmma.commit_group.sync.aligned;
wgmma.wait_group.sync.aligned 0;
{store}
ret;
}}
"""


def text_of(kind: str, dt: str, *, registers: bool, keep: bool) -> str:
    """A kernel of four warps and one product."""
    count = 4 if dt == "f16" else 8
    tail = TAILS.get(kind, ", 1, 1")
    fill = [
        f"ld.global.v4.b32 {{%r0, %r1, %r2, %r3}}, [%in+{2048 * n}];\n"
        f"st.shared.v4.b32 [%place+{2048 * n}], {{%r0, %r1, %r2, %r3}};"
        for n in range(8)
    ]
    return TEXT.format(
        keep=int(keep),
        fill="\n".join(fill),
        depth=DEPTH[kind],
        dt=dt,
        kind=kind,
        sums=", ".join(f"%d{n}" for n in range(count)),
        a="{%a0, %a1, %a2, %a3}" if registers else "%da",
        tail=tail.removesuffix(", 0") if registers else tail,
        store="\n".join(f"st.global.b32 [%out+{512 * n}], %d{n};" for n in range(count)),
    )


def descriptor(start: int, swizzle: int) -> int:
    """A matrix descriptor (PTX ISA, 9.7.17.5.1.2.2)."""
    leading, stride = LAYOUTS[swizzle]
    return start >> 4 | leading >> 4 << 16 | stride >> 4 << 32 | swizzle << 62


def outcome(launch: Any, kind: str, swizzle: int) -> np.ndarray:
    """The accumulators of a launch on random bytes that are numbers of ordinary size."""
    rng = np.random.default_rng(swizzle)
    numbers = rng.standard_normal(4096).astype(np.float32)
    data = numbers if kind == "tf32" else numbers.astype(np.float16).repeat(2)
    if kind == "bf16":
        data = (numbers.view(np.uint32) >> 16).astype(np.uint16).repeat(2)
    if DEPTH[kind] == 32:
        data = rng.integers(0, 0x70, 16384, np.uint8) | rng.integers(0, 2, 16384, np.uint8) << 7
    output = np.zeros((8, 128), np.uint32)
    descriptors = descriptor(0, swizzle), descriptor(B_AT, swizzle)
    launch((1, 1, 1), (128, 1, 1), [data.view(np.uint8), output, *descriptors])
    return output


# (type, type of the sums, A in registers, old sums kept, swizzle mode)
CASES = [
    *(("bf16", "f32", False, True, swizzle) for swizzle in LAYOUTS),
    *(("f16", "f32", False, True, 1), ("f16", "f16", False, True, 2)),
    *(("tf32", "f32", False, False, 3), ("e4m3", "f32", False, True, 1)),
    *(
        ("e5m2", "f16", False, True, 0),
        ("s8", "s32", False, True, 2),
        ("u8", "s32", False, True, 1),
    ),
    *(
        ("bf16", "f32", True, True, 1),
        ("s8", "s32", True, False, 3),
        ("tf32", "f32", True, True, 2),
    ),
]


@pytest.mark.parametrize(("kind", "dt", "registers", "keep", "swizzle"), CASES)
def test_wgmma_gives_the_same_bits(
    kind: str, dt: str, registers: bool, keep: bool, swizzle: int
) -> None:
    """Types, accumulators, signs, with and without the old sums, in all four layouts of tiles."""
    text = text_of(kind, dt, registers=registers, keep=keep)
    kernel = vgpu.load_ptx(text).kernel("k")
    specified = functools.partial(interpreter.launch, lower(parse(text), "k"))
    ours = outcome(kernel.launch, kind, swizzle)
    np.testing.assert_array_equal(ours, outcome(specified, kind, swizzle))
    assert ours.any()


@pytest.mark.parametrize("swizzle", LAYOUTS)
@pytest.mark.parametrize("which", ["a", "b"])
def test_a_tile_beyond_shared_memory_is_an_error_with_its_line(which: str, swizzle: int) -> None:
    """A tile that ends with the 16 KiB of the block is read; one line further it is an error."""
    kernel = vgpu.load_ptx(text_of("f16", "f32", registers=False, keep=True)).kernel("k")
    specified = functools.partial(interpreter.launch, kernel.lowered())
    lines = 64 if which == "a" else COLUMNS
    stride = LAYOUTS[swizzle][1]
    last = 16384 - lines // 8 * stride
    data, output = np.zeros(16384, np.uint8), np.zeros((8, 128), np.uint32)
    for start, fits in ((last, True), (last + LINE_BYTES[swizzle], False)):
        tiles = {"a": descriptor(0, swizzle), "b": descriptor(0, swizzle)}
        tiles[which] = descriptor(start, swizzle)
        for launch in (kernel.launch, specified):
            values = [data, output, tiles["a"], tiles["b"]]
            if fits:
                launch((1, 1, 1), (128, 1, 1), values)
                continue
            with pytest.raises(MemoryAccessError, match="shared") as caught:
                launch((1, 1, 1), (128, 1, 1), values)
            if launch is not specified:
                assert "ptx:" in str(caught.value)
