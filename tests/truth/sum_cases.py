"""How tensor cores add: random products of every type, what a GPU gives and what the model says.

On a machine with a GPU of sm_90a and cuda-bindings, in `tests/`, with `src` on the path:

    python truth/sum_cases.py FILE.npz 2048

That runs 2,048 groups of four warps of each case and each kind of data, says of how many sums the
bits differ from `kernelscope.vgpu.tensor_sums`, and keeps the first groups' bits.
"""

from __future__ import annotations

import itertools
import sys
import zlib
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from kernelscope.vgpu.tensor_sums import add_products, sums_of

Array = np.ndarray[Any, Any]
KEPT = 2  # groups of four warps whose bits are in the record
WARPS, LANES = 4, 32
BITS = {"f16": 16, "bf16": 16, "tf32": 32, "f32": 32, "e4m3": 8, "e5m2": 8}
FRACTION = {"f16": 10, "bf16": 7, "tf32": 23, "f32": 23, "e4m3": 3, "e5m2": 2}
DATA = ("near", "wide", "small", "cancelling", "special")
_LANE = np.arange(LANES)


@dataclass(frozen=True)
class Case:
    """One product: of 16 x 8 sums by a warp, or of 64 x 8 by four.

    Attributes:
        depth: factors of a sum; of a sparse A those that are stored.
    """

    opcode: str
    at: str
    bt: str
    dt: str
    depth: int
    sparse: bool = False

    @property
    def mnemonic(self) -> str:
        """As PTX writes it."""
        k = self.depth * (2 if self.sparse else 1)
        if self.opcode == "wgmma":
            sparse = ".sp" if self.sparse else ""
            return f"wgmma.mma_async{sparse}.sync.aligned.m64n8k{k}.{self.dt}.{self.at}.{self.bt}"
        name = "mma.sp::ordered_metadata" if self.sparse else "mma"
        types = f"{self.dt}.{self.at}.{self.bt}.{self.dt}"
        return f"{name}.sync.aligned.m16n8k{k}.row.col.{types}"

    @property
    def left(self) -> int:
        """Registers of A in a lane."""
        return 16 * self.depth * BITS[self.at] // 32 // LANES

    @property
    def right(self) -> int:
        """Words of B: registers of a lane, of `wgmma` for all lanes of four warps."""
        words = self.depth * (2 if self.sparse else 1) * 8 * BITS[self.bt] // 32
        return words if self.opcode == "wgmma" else words // LANES

    @property
    def sums(self) -> int:
        """Registers of D in a lane."""
        return 2 if self.dt == "f16" else 4

    @property
    def nibble(self) -> int:
        """The metadata of each chunk of a sparse A: the second factor, or the second and third."""
        return 0b1110 if self.at == "tf32" else 0b1001


def cases() -> Iterator[Case]:
    """Every type of `mma` and `wgmma`, dense and sparse."""
    eights = list(itertools.product(("e4m3", "e5m2"), ("e4m3", "e5m2")))
    for sparse in (False, True):
        for depth in (8, 16):
            yield Case("mma", "bf16", "bf16", "f32", depth, sparse)
            yield from (Case("mma", "f16", "f16", dt, depth, sparse) for dt in ("f16", "f32"))
            yield Case("mma", "tf32", "tf32", "f32", depth // 2, sparse)
        for at, bt in eights:
            for dt in ("f16", "f32") if not sparse else ("f32",):
                for depth in (16, 32) if not sparse else (32,):
                    yield Case("mma", at, bt, dt, depth, sparse)
        yield Case("wgmma", "bf16", "bf16", "f32", 16, sparse)
        yield from (Case("wgmma", "f16", "f16", dt, 16, sparse) for dt in ("f16", "f32"))
        yield Case("wgmma", "tf32", "tf32", "f32", 8, sparse)
        for at, bt in eights:
            yield from (Case("wgmma", at, bt, dt, 32, sparse) for dt in ("f16", "f32"))


# ---- numbers -------------------------------------------------------------------------------------


def drawn(draw: np.random.Generator, kind: str, size: tuple[int, ...], data: str) -> Array:
    """Bits of numbers of a type, as u32."""
    bits, fraction = BITS[kind], FRACTION[kind]
    fields = bits - 1 - fraction
    bias = 2 ** (fields - 1) - 1
    # The largest field is that of infinity, but for e4m3, which has one NaN there.
    most = 2**fields - (1 if kind == "e4m3" else 2)
    if data == "wide":
        field = draw.integers(0, most + 1, size)
    elif data == "small":
        field = draw.integers(0, 4, size)
    else:
        field = np.clip(bias + 1 - draw.geometric(0.5, size), 0, most)
    part = draw.integers(0, 2**fraction, size)
    if kind == "e4m3":
        part = np.where((field == most) & (part == 7), 6, part)
    found = (draw.integers(0, 2, size) << (bits - 1)) | (field << fraction) | part
    if data == "special":
        top = (2**fields - 1) << fraction
        minus = 1 << (bits - 1)
        choices = np.array([0, minus, top, top | minus, top | 1, 1, most << fraction])
        if kind == "e4m3":
            choices = np.array([0, 0x80, 0x7F, 0xFF, 0x7E, 0xFE, 1])
        chosen = draw.random(size) < 1 / 48
        found = np.where(chosen, draw.choice(choices, size), found)
    if kind == "tf32":  # the lower bits are not read
        found = found & ~0xFFF
    return found.astype(np.uint32)


def values(kind: str, raw: Array) -> Array:
    """The numbers that bits stand for, as f32."""
    if kind == "f16":
        return raw.astype(np.uint16).view(np.float16).astype(np.float32)
    if kind in ("bf16", "tf32", "f32"):
        word = {"bf16": raw << np.uint32(16), "tf32": raw & np.uint32(0xFFFFE000), "f32": raw}[kind]
        return np.ascontiguousarray(word).view(np.float32)
    table = np.arange(256, dtype=np.uint32)
    if kind == "e5m2":
        return values("f16", table << np.uint32(8))[raw]
    size, scale = table & 0x7F, 2.0 ** (np.maximum((table & 0x7F) >> 3, 1).astype(int) - 10)
    number = np.where(size >> 3 > 0, 8 + (size & 7), size & 7) * scale
    number = np.where(size == 0x7F, np.nan, np.where(table & 0x80, -number, number))
    return number.astype(np.float32)[raw]


@dataclass(frozen=True)
class Data:
    """Bits of the matrices of some groups of four warps.

    Attributes:
        a: [groups, 64, depth].
        b: [groups, tiles, 8, K]: one tile for four warps (`wgmma`) or for each.
        c: [groups, 64, 8].
    """

    a: Array
    b: Array
    c: Array

    @classmethod
    def of(cls, case: Case, data: str, groups: int) -> Data:
        """Drawn the same each time; a group's are the same whatever follows it."""
        found = [cls._group(case, data, number) for number in range(groups)]
        a, b, c = (np.stack([getattr(group, name) for group in found]) for name in "abc")
        return cls(a, b, c)

    @classmethod
    def _group(cls, case: Case, data: str, number: int) -> Data:
        draw = np.random.default_rng((zlib.crc32(f"{case.mnemonic} {data}".encode()), number))
        tiles = 1 if case.opcode == "wgmma" else WARPS
        a = drawn(draw, case.at, (64, case.depth), data)
        b = drawn(draw, case.bt, (tiles, 8, case.depth), data)
        if data == "cancelling":
            half = case.depth // 2
            a[:, half:] = a[:, :half] ^ (1 << (BITS[case.at] - 1))
            same = draw.random((tiles, 8, half)) < 0.8
            b[..., half:] = np.where(same, b[..., :half], b[..., half:])
        # Sums before as large as the products, or any; of `small` often smaller than those.
        c = drawn(draw, case.dt, (64, 8), "wide" if data == "small" else data)
        if data == "wide":
            near = drawn(draw, case.dt, (64, 8), "near")
            c = np.where(draw.random((64, 8)) < 0.5, c, near)
        c[draw.random((64, 8)) < 0.1] = 0
        return cls(a, b, c)

    def wanted(self, case: Case, sm: int = 90) -> Array:
        """D by the model of a compute capability, [groups, 64, 8], as f32."""
        groups = len(self.a)
        a = values(case.at, self.a)[:, :, None]
        b = values(case.bt, self.b)
        b = np.repeat(b, 64 // b.shape[1], axis=1)
        shape = groups, 64, 8, case.depth
        pairs = (np.broadcast_to(x, shape).reshape(-1, case.depth) for x in (a, b))
        how = sums_of(sm, case.opcode, case.at, case.dt)
        with np.errstate(all="ignore"):
            c = values(case.dt, self.c).reshape(-1)
            return add_products(how, (case.at, case.bt), *pairs, c).reshape(shape[:-1])


# ---- registers -----------------------------------------------------------------------------------


def left_words(case: Case, a: Array) -> Array:
    """The registers of A, [groups, 4, registers, 32]."""
    each = 32 // BITS[case.at]
    found = np.zeros((len(a), WARPS, case.left, LANES), np.uint32)
    by_warp = a.reshape(len(a), WARPS, 16, case.depth)
    for register, e in itertools.product(range(case.left), range(each)):
        row = _LANE // 4 + 8 * (register % 2)
        k = (register // 2 * 4 + _LANE % 4) * each + e
        found[:, :, register] |= by_warp[:, :, row, k] << np.uint32(BITS[case.at] * e)
    return found


def right_words(case: Case, b: Array) -> Array:
    """The registers of B, [groups, 4, registers, 32]; of `wgmma` its tile, [groups, words]."""
    if case.sparse:
        width = 2 if case.at == "tf32" else 4
        wide = np.zeros((*b.shape[:-1], b.shape[-1] * 2), np.uint32)
        wide[..., 1::width] = b if width == 2 else b[..., 0::2]
        if width == 4:
            wide[..., 2::4] = b[..., 1::2]
        b = wide
    each = 32 // BITS[case.bt]
    parts = b.reshape(*b.shape[:-1], -1, each) << (BITS[case.bt] * np.arange(each, dtype=np.uint32))
    words = np.bitwise_or.reduce(parts, axis=-1)  # [groups, tiles, 8, words]
    if case.opcode == "wgmma":  # without swizzle: chunks of 16 bytes, eight lines in each
        chunks = words.reshape(len(b), 8, -1, 4)
        return chunks.transpose(0, 2, 1, 3).reshape(len(b), -1)
    registers = words.reshape(len(b), WARPS, 8, -1, 4)
    return registers.transpose(0, 1, 3, 2, 4).reshape(len(b), WARPS, case.right, LANES)


def _places(register: int) -> tuple[Array, Array]:
    return _LANE // 4 + 8 * (register // 2), 2 * (_LANE % 4) + register % 2


def sum_words(case: Case, c: Array) -> Array:
    """The registers of sums, [groups, 4, registers, 32]."""
    by_warp = c.reshape(len(c), WARPS, 16, 8)
    parts = [by_warp[:, :, row, column] for row, column in map(_places, range(4))]
    if case.dt == "f16":
        parts = [parts[n] | parts[n + 1] << np.uint32(16) for n in (0, 2)]
    return np.stack(parts, axis=2)


def sums_in(case: Case, words: Array) -> Array:
    """The bits of sums, [groups, 64, 8], of their registers."""
    words = words.reshape(-1, WARPS, case.sums, LANES)
    found = np.zeros((len(words), WARPS, 16, 8), np.uint32)
    for n in range(4):
        row, column = _places(n)
        if case.dt == "f16":
            part = words[:, :, n // 2] >> np.uint32(16 * (n % 2)) & np.uint32(0xFFFF)
        else:
            part = words[:, :, n]
        found[:, :, row, column] = part
    return found.reshape(-1, 64, 8)


# ---- kernels -------------------------------------------------------------------------------------

_TEXT = """.version 8.7
.target sm_90a
.address_size 64
.visible .entry k(.param .u64 input, .param .u64 right, .param .u64 output) {{
.shared .align 128 .b8 tile[512];
.reg .b32 %t, %block, %warp, %lane, %place, %base, %e, %a<8>, %b<8>, %d<4>;
.reg .b64 %in, %rt, %out, %offset, %db;
.reg .pred %p;
ld.param.b64 %in, [input];
ld.param.b64 %rt, [right];
ld.param.b64 %out, [output];
mov.u32 %t, %tid.x;
mov.u32 %block, %ctaid.x;
shr.u32 %warp, %t, 5;
and.b32 %lane, %t, 31;
mad.lo.u32 %warp, %block, 4, %warp;
mov.b32 %e, {metadata};
mul.lo.u32 %place, %warp, {given};
add.u32 %place, %place, %lane;
mul.wide.u32 %offset, %place, 4;
add.s64 %in, %in, %offset;
mul.lo.u32 %place, %warp, {kept};
add.u32 %place, %place, %lane;
mul.wide.u32 %offset, %place, 4;
add.s64 %out, %out, %offset;
{right}
{load}
{product}
{store}
ret;
}}
"""
_OWN_TILE = """mul.lo.u32 %place, %warp, {words};
add.u32 %place, %place, %lane;
mul.wide.u32 %offset, %place, 4;
add.s64 %rt, %rt, %offset;"""
_TILE = """mad.lo.u32 %place, %block, {words}, %t;
mul.wide.u32 %offset, %place, 4;
add.s64 %rt, %rt, %offset;
setp.lt.u32 %p, %t, {words};
mov.u32 %base, tile;
mad.lo.u32 %place, %t, 4, %base;
@%p ld.global.b32 %e, [%rt];
@%p st.shared.b32 [%place], %e;
mov.b32 %e, {metadata};
bar.sync 0;
fence.proxy.async.shared::cta;
cvt.u64.u32 %db, %base;
shr.b64 %db, %db, 4;
or.b64 %db, %db, {descriptor};"""


def text_of(case: Case) -> str:
    """The text of `k(A and C, B, D)`, for blocks of 128 threads."""
    a = [f"%a{n}" for n in range(case.left)]
    b = [f"%b{n}" for n in range(case.right)]
    d = [f"%d{n}" for n in range(case.sums)]
    group = lambda names: "{" + ", ".join(names) + "}"  # noqa: E731
    metadata = f"0x{8 * f'{case.nibble:x}'}"
    sparse = ", %e, 0" if case.sparse else ""
    if case.opcode == "wgmma":
        signs = ", 1, 1, 0" if BITS[case.at] == 16 else ", 1, 1"
        right = _TILE.format(words=case.right, metadata=metadata, descriptor=8 << 16 | 8 << 32)
        product = (
            "wgmma.fence.sync.aligned;\n"
            f"{case.mnemonic} {group(d)}, {group(a)}, %db{sparse}, 1{signs};"
            "\nwgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;"
        )
        loads = []
    else:
        right = _OWN_TILE.format(words=case.right * LANES)
        product = f"{case.mnemonic} {group(d)}, {group(a)}, {group(b)}, {group(d)}{sparse};"
        loads = [f"ld.global.b32 {name}, [%rt+{128 * n}];" for n, name in enumerate(b)]
    loads += [f"ld.global.b32 {name}, [%in+{128 * n}];" for n, name in enumerate((*a, *d))]
    return _TEXT.format(
        metadata=metadata, given=(case.left + case.sums) * LANES, kept=case.sums * LANES,
        right=right, load="\n".join(loads), product=product,
        store="\n".join(f"st.global.b32 [%out+{128 * n}], {name};" for n, name in enumerate(d)),
    )  # fmt: skip


def input_of(case: Case, data: Data) -> list[Array]:
    """The arrays of a launch with as many blocks as there are groups."""
    given = np.concatenate([left_words(case, data.a), sum_words(case, data.c)], axis=2)
    output = np.zeros(len(data.a) * WARPS * case.sums * LANES, np.uint32)
    return [np.ascontiguousarray(x).reshape(-1) for x in (given, right_words(case, data.b), output)]


def bits_of(case: Case, numbers: Array) -> Array:
    """The bits of sums that are given as f32."""
    if case.dt == "f32":
        return numbers.view(np.uint32)
    with np.errstate(over="ignore"):
        halves = numbers.astype(np.float16).view(np.uint16)
    return np.where(np.isnan(numbers), 0x7FFF, halves).astype(np.uint32)


# ---- the record ----------------------------------------------------------------------------------

_PIECE = 128


def _compared(work: tuple[Case, str, int, Array]) -> tuple[str, str, int, int, str]:
    """How many sums of some groups differ."""
    case, data, groups, theirs = work
    given = Data.of(case, data, groups)
    ours = bits_of(case, given.wanted(case))
    wrong = np.argwhere(ours != theirs)
    some = [(tuple(map(int, at)), hex(ours[tuple(at)]), hex(theirs[tuple(at)])) for at in wrong[:3]]
    return case.mnemonic, data, len(wrong), theirs.size, str(some) if some else ""


def record(file: Path, groups: int) -> None:
    """Run every case on this machine's GPU, compare, and keep the bits of the first groups."""
    from forms_gpu import Gpu

    gpu = Gpu()
    kept: dict[str, Array] = {}
    with ProcessPoolExecutor() as pool:
        for case in cases():
            waiting = []
            for data in DATA:
                arrays = input_of(case, Data.of(case, data, groups))
                gpu.launch(text_of(case).encode(), "k", groups, 128, arrays)
                theirs = sums_in(case, arrays[-1])
                kept[f"{case.mnemonic} {data}"] = theirs[:KEPT].astype(
                    np.uint16 if case.dt == "f16" else np.uint32
                )
                waiting.append(pool.submit(_compared, (case, data, groups, theirs)))
            for one in waiting:
                print(*one.result(), flush=True)
    np.savez_compressed(file, **kept)  # pyright: ignore[reportArgumentType]


if __name__ == "__main__":
    record(Path(sys.argv[1]), int(sys.argv[2]))
