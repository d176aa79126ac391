"""`wgmma` of every width and type on numbers that sum exactly, against float64; tiles are laid out
here by CUTLASS's canonical layouts (mma_sm90_desc.hpp), K-major and MN-major, in every swizzle.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
import torch

from families import exhaustive
from kernelscope import vgpu
from kernelscope.vgpu.interpreter import launch as interpreter
from kernelscope.vgpu.lowering.lower import lower
from kernelscope.vgpu.ptx.parser import parse

TYPES = {
    "bf16": (torch.bfloat16, 16), "f16": (torch.float16, 16), "tf32": (torch.float32, 8),
    "e4m3": (torch.float8_e4m3fn, 32), "e5m2": (torch.float8_e5m2, 32),
    "s8": (torch.int8, 32), "u8": (torch.uint8, 32),
}  # fmt: skip
ROW = {0: 16, 1: 128, 2: 64, 3: 32}  # bytes of a line of eight that stand together, by swizzle mode
B_AT = 8192

TEXT = """.version 8.7
.target sm_90a
.address_size 64
.entry k(.param .u64 input, .param .u64 output, .param .u64 da, .param .u64 db) {{
.shared .align 1024 .b8 buffer[16384];
.reg .b32 %r<4>, %d<{sums}>, %t, %place;
.reg .b64 %in, %out, %da, %db, %offset;
.reg .pred %keep;
ld.param.b64 %in, [input];
ld.param.b64 %out, [output];
ld.param.b64 %da, [da];
ld.param.b64 %db, [db];
mov.u32 %t, %tid.x;
setp.ne.u32 %keep, 0, 0;
mul.wide.u32 %offset, %t, 16;
add.s64 %in, %in, %offset;
mul.wide.u32 %offset, %t, 4;
add.s64 %out, %out, %offset;
shl.b32 %place, %t, 4;
mov.u32 %r0, buffer;
add.s32 %place, %place, %r0;
{fill}
bar.sync 0;
wgmma.mma_async.sync.aligned.m64n{n}k{k}.{dt}.{at}.{bt} {{{d}}}, %da, %db, %keep{tail};
wgmma.wait_group.sync.aligned 0;
{store}
ret;
}}
"""


@dataclass(frozen=True)
class Tile:
    """[lines of M or N, K] in shared memory."""

    at: int
    kind: str
    swizzle: int
    transposed: bool

    def strides(self, lines: int) -> tuple[int, int]:
        """Leading and stride offsets, in bytes, of tiles packed as closely as the layout allows."""
        atom = 8 * ROW[self.swizzle]
        if not self.transposed:
            # Next eight lines by the stride; without swizzle the next 16 bytes of K by the leading.
            return lines * 16, atom
        across = lines * TYPES[self.kind][0].itemsize // ROW[self.swizzle]
        if self.swizzle:
            return atom, atom * across  # next piece of M or N; next eight k
        return atom * across, atom  # next eight k; next 16 bytes of M or N

    def descriptor(self, lines: int) -> int:
        leading, stride = self.strides(lines)
        fields = self.at >> 4 | leading >> 4 << 16 | stride >> 4 << 32
        return fields | self.swizzle << 62

    def put(self, memory: np.ndarray, values: torch.Tensor) -> None:
        lines, depth = values.shape
        leading, stride = self.strides(lines)
        size, row = values.element_size(), ROW[self.swizzle]
        line, k = np.indices((lines, depth))
        slow, fast = (k, line * size) if self.transposed else (line, k * size)
        # CUTLASS's names: without swizzle, MN-major, leading and stride change places.
        far, near = (leading, stride) if self.transposed and not self.swizzle else (stride, leading)
        where = self.at + slow // 8 * far + slow % 8 * row + fast // row * near + fast % row
        bits = {0: 0, 1: 7, 2: 3, 3: 1}[self.swizzle]
        where ^= (where >> 7 & bits) << 4
        raw = values.contiguous().view(torch.uint8).numpy().reshape(lines, depth, size)
        for byte in range(size):
            memory[where + byte] = raw[:, :, byte]


def text_of(n: int, dt: str, at: str, bt: str, transposed: tuple[bool, bool]) -> str:
    k = TYPES[at][1]
    sums = n // (4 if dt == "f16" else 2)
    tail = "" if at in ("s8", "u8") else ", 1, 1"
    if k == 16:
        tail += f", {int(transposed[0])}, {int(transposed[1])}"
    return TEXT.format(
        n=n, k=k, dt=dt, at=at, bt=bt, sums=sums, tail=tail,
        d=", ".join(f"%d{i}" for i in range(sums)),
        fill="\n".join(
            f"ld.global.v4.b32 {{%r0, %r1, %r2, %r3}}, [%in+{2048 * i}];\n"
            f"st.shared.v4.b32 [%place+{2048 * i}], {{%r0, %r1, %r2, %r3}};"
            for i in range(8)
        ),
        store="\n".join(f"st.global.b32 [%out+{512 * i}], %d{i};" for i in range(sums)),
    )  # fmt: skip


def matrix_of(output: np.ndarray, n: int, dt: str) -> np.ndarray:
    """[64, n] from the accumulators (PTX ISA, 9.7.17.5.1.1.2)."""
    dtype = {"f16": np.float16, "f32": np.float32, "s32": np.int32}[dt]
    pairs = np.ascontiguousarray(output.reshape(-1, 128).T).view(dtype)  # [thread, value]
    found = np.zeros((64, n))
    thread, number = np.indices((128, n // 2))
    row = thread // 32 * 16 + thread % 32 // 4 + 8 * (number // 2 % 2)
    found[row, number // 4 * 8 + thread % 4 * 2 + number % 2] = pairs
    return found


def check(n: int, dt: str, kinds: tuple[str, str], tiles: tuple[Tile, Tile], both: bool) -> None:
    (at, bt), k = kinds, TYPES[kinds[0]][1]
    rng = np.random.default_rng(n)
    low = 0 if "u8" in kinds else -4
    a, b = (torch.from_numpy(rng.integers(low, 5, shape)) for shape in ((64, k), (n, k)))
    memory = np.zeros(16384, np.uint8)
    for tile, values, kind in zip(tiles, (a, b), kinds, strict=True):
        tile.put(memory, values.to(TYPES[kind][0]))
    text = text_of(n, dt, at, bt, (tiles[0].transposed, tiles[1].transposed))
    launches: list[Any] = [vgpu.load_ptx(text).kernel("k").launch]
    launches += [functools.partial(interpreter.launch, lower(parse(text), "k"))] if both else []
    for launch in launches:
        output = np.zeros(n // (4 if dt == "f16" else 2) * 128, np.uint32)
        descriptors = tiles[0].descriptor(64), tiles[1].descriptor(n)
        launch((1, 1, 1), (128, 1, 1), [memory.copy(), output, *descriptors])
        expected = a.double().numpy() @ b.double().numpy().T
        np.testing.assert_array_equal(matrix_of(output, n, dt), expected)


# Eight columns more are four sums of a lane more, by the same code.
@pytest.mark.parametrize(
    "n", [8, 136, 256, *(exhaustive(n) for n in range(16, 256, 8) if n != 136)]
)
def test_every_width(n: int) -> None:
    tiles = Tile(0, "bf16", 0, False), Tile(B_AT, "bf16", 0, False)
    check(n, "f32", ("bf16", "bf16"), tiles, both=n in (8, 256))


SUMS = {"bf16": ("f32",), "f16": ("f16", "f32"), "tf32": ("f32",), "s8": ("s32",), "u8": ("s32",)}
PAIRS = [
    *((t, t, dt) for t, sums in SUMS.items() for dt in sums),
    *((a, b, dt) for a in ("e4m3", "e5m2") for b in ("e4m3", "e5m2") for dt in ("f16", "f32")),
    *(("s8", "u8", "s32"), ("u8", "s8", "s32")),
]


# Types and swizzles do not know of each other: each type in one, and the first in all.
@pytest.mark.parametrize(
    ("at", "bt", "dt", "swizzle"),
    [
        (*pair, swizzle) if number == 0 or number % 4 == swizzle else exhaustive(*pair, swizzle)
        for number, pair in enumerate(PAIRS)
        for swizzle in ROW
    ],
)
def test_every_type_in_every_swizzle(at: str, bt: str, dt: str, swizzle: int) -> None:
    tiles = Tile(0, at, swizzle, False), Tile(B_AT, bt, swizzle, False)
    check(16, dt, (at, bt), tiles, both=swizzle == 1)


@pytest.mark.parametrize("kind", ["f16", exhaustive("bf16")])  # both have 16 bits
@pytest.mark.parametrize("transposed", [(True, False), (False, True), (True, True)])
@pytest.mark.parametrize("swizzle", ROW)
def test_tiles_that_are_major_along_rows_or_columns(
    kind: str, transposed: tuple[bool, bool], swizzle: int
) -> None:
    tiles = Tile(0, kind, swizzle, transposed[0]), Tile(B_AT, kind, swizzle, transposed[1])
    check(max(ROW[swizzle] // 2, 16), "f32", (kind, kind), tiles, both=kind == "f16")
