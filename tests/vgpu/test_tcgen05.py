"""Tensor memory and `tcgen05`: against NumPy, and compiled code against the interpreter."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from kernelscope import vgpu
from kernelscope.errors import MemoryAccessError
from kernelscope.vgpu.interpreter import launch as interpreter
from kernelscope.vgpu.lowering.lower import lower
from kernelscope.vgpu.ptx.parser import parse

COLUMNS, LANES, SHARED = 128, 128, 32768

TEXT = """
.version 9.0
.target sm_100a
.address_size 64
.shared .align 1024 .b8 tile[{shared}];
.shared .align 8 .b64 bar;
.shared .align 4 .b32 place;
.entry k(.param .u64 data, .param .u64 before, .param .u64 after,
.param .u64 a, .param .u64 b, .param .u32 shape) {{
.reg .b64 %a, %b;
.reg .b32 %i, %d;
.reg .b32 %t, %w, %rank, %base, %mine, %at, %n, %r<8>, %address, %row;
.reg .b64 %data, %before, %after, %o, %v<2>;
.reg .pred %first, %lead, %more, %over, %yes, %no;
ld.param.u64 %data, [data];
ld.param.u64 %before, [before];
ld.param.u64 %after, [after];
ld.param.u64 %a, [a];
ld.param.u64 %b, [b];
ld.param.u32 %i, [shape];
mov.u32 %t, %tid.x;
shr.u32 %w, %t, 5;
mov.u32 %rank, %cluster_ctarank;
setp.eq.u32 %first, %t, 0;
setp.eq.u32 %yes, 0, 0;
setp.ne.u32 %no, 0, 0;
mul.wide.u32 %o, %rank, {shared};
add.u64 %data, %data, %o;
mul.wide.u32 %o, %rank, {words};
add.u64 %before, %before, %o;
add.u64 %after, %after, %o;
mul.wide.u32 %o, %t, 16;
add.u64 %data, %data, %o;
mov.u32 %at, tile;
mad.lo.u32 %at, %t, 16, %at;
mov.u32 %n, 0;
COPY:
ld.global.v2.b64 {{%v0, %v1}}, [%data];
st.shared.v2.b64 [%at], {{%v0, %v1}};
add.u64 %data, %data, 2048;
add.u32 %at, %at, 2048;
add.u32 %n, %n, 2048;
setp.lt.u32 %more, %n, {shared};
@%more bra COPY;
setp.eq.u32 %lead, %w, 0;
mov.u32 %address, place;
@%lead tcgen05.alloc.cta_group::{pair}.sync.aligned.shared::cta.b32 [%address], 128;
mov.u32 %at, bar;
@%first mbarrier.init.shared.b64 [%at], 1;
bar.sync 0;
ld.shared.b32 %base, [%address];
shl.b32 %mine, %w, 21;
add.u32 %mine, %mine, %base;
mul.wide.u32 %o, %t, 4;
add.u64 %before, %before, %o;
add.u64 %after, %after, %o;
mov.u32 %n, 0;
FILL:
{fill}
tcgen05.st.sync.aligned.32x32b.x8.b32 [%mine], {{{registers}}};
add.u64 %before, %before, 4096;
add.u32 %mine, %mine, 8;
add.u32 %n, %n, 8;
setp.lt.u32 %more, %n, 128;
@%more bra FILL;
tcgen05.wait::st.sync.aligned;
tcgen05.fence::before_thread_sync;
fence.proxy.async.shared::cta;
{meet}
tcgen05.fence::after_thread_sync;
setp.eq.and.u32 %lead, %rank, 0, %first;
{body}
WAIT:
mbarrier.try_wait.parity.shared.b64 %over, [%at], 0;
@!%over bra WAIT;
tcgen05.fence::after_thread_sync;
shl.b32 %mine, %w, 21;
add.u32 %mine, %mine, %base;
mov.u32 %n, 0;
DRAIN:
tcgen05.ld.sync.aligned.32x32b.x8.b32 {{{registers}}}, [%mine];
tcgen05.wait::ld.sync.aligned;
{drain}
add.u64 %after, %after, 4096;
add.u32 %mine, %mine, 8;
add.u32 %n, %n, 8;
setp.lt.u32 %more, %n, 128;
@%more bra DRAIN;
{meet}
setp.eq.u32 %lead, %w, 0;
@%lead tcgen05.dealloc.cta_group::{pair}.sync.aligned.b32 %base, 128;
@%lead tcgen05.relinquish_alloc_permit.cta_group::{pair}.sync.aligned;
ret;
}}
"""
REGISTERS = ", ".join(f"%r{n}" for n in range(8))
FILL = "\n".join(f"ld.global.b32 %r{n}, [%before+{512 * n}];" for n in range(8))
DRAIN = "\n".join(f"st.global.b32 [%after+{512 * n}], %r{n};" for n in range(8))
MEET = ("bar.sync 0;", "barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;")
COMMIT = (
    "@%lead tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%at];",
    (
        "@%lead tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster"
        ".multicast::cluster.b64 [%at], 3;"
    ),
)


def text_of(body: str, pair: int, commit: str = "") -> str:
    """The kernel that runs these instructions in one thread, of one block or of a pair."""
    return TEXT.format(
        shared=SHARED, words=4 * COLUMNS * LANES, pair=pair, fill=FILL, drain=DRAIN,
        meet=MEET[pair - 1], registers=REGISTERS, body=f"{body}\n{commit or COMMIT[pair - 1]}",
    )  # fmt: skip


def run(
    body: str, data: Any, before: Any, given: tuple[int, int, int] = (0, 0, 0), *, pair: int = 1,
    compiled: bool = True, commit: str = "", device: str = "b200",
) -> Any:  # fmt: skip
    """Tensor memory of each block, [columns, lanes], after these instructions of one thread.

    data: [blocks, bytes] of shared memory; before: [blocks, columns, lanes] of tensor memory;
    given: what %a, %b and %i hold.
    """
    sm = {"b200": 100, "b300": 103}[device]
    text = text_of(body, pair, commit).replace("sm_100a", f"sm_{sm}a")
    after = np.zeros((pair, COLUMNS, LANES), np.uint32)
    arrays = [np.ascontiguousarray(a).copy() for a in (data, before)]
    cluster = (2, 1, 1) if pair == 2 else None
    if compiled:
        kernel = vgpu.load_ptx(text, device).kernel("k")
        kernel.launch((pair, 1, 1), (128, 1, 1), (*arrays, after, *given), cluster=cluster)
    else:
        function = lower(parse(text), "k", sm)
        arguments = [*arrays, after, *given]
        interpreter.launch(function, (pair, 1, 1), (128, 1, 1), arguments, cluster=cluster)
    return after


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("convert", ["cvta.shared.u64 %x, %x;", ""])
def test_a_commit_without_a_space_takes_a_generic_address_and_a_shared_one(
    convert: str, compiled: bool
) -> None:
    """Triton 3.6 gives the second, which hardware takes; the kernel waits for the arrival."""
    name = "tcgen05.commit.cta_group::1.mbarrier::arrive::one.b64"
    commit = f"{{ .reg .b64 %x; cvt.u64.u32 %x, %at; {convert} @%lead {name} [%x]; }}"
    before = np.arange(COLUMNS * LANES, dtype=np.uint32).reshape(1, COLUMNS, LANES)
    data = np.zeros((1, SHARED), np.uint8)
    assert (run("", data, before, commit=commit, compiled=compiled) == before).all()


# ---- what a kind multiplies ----------------------------------------------------------------------

BITS = {"f16": 16, "bf16": 16, "tf32": 32, "e4m3": 8, "e5m2": 8, "e2m3": 6, "e3m2": 6, "e2m1": 4}
BITS |= {"s8": 8, "u8": 8}
CODES = {"f16": 0, "bf16": 1, "tf32": 2, "e4m3": 0, "e5m2": 1, "e2m3": 3, "e3m2": 4, "e2m1": 5}
CODES |= {"u8": 0, "s8": 1}
FRACTIONS = {"f16": (10, 15), "bf16": (7, 127), "tf32": (23, 127), "e4m3": (3, 7), "e5m2": (2, 15)}
FRACTIONS |= {"e2m3": (3, 1), "e3m2": (2, 3), "e2m1": (1, 1)}
DEPTH = {"f16": 16, "tf32": 8, "f8f6f4": 32, "i8": 32, "mxf8f6f4": 32, "mxf4": 64, "mxf4nvf4": 64}


def encoded(name: str, values: Any) -> Any:
    """The bits of small numbers, all of which the type has."""
    if name in ("s8", "u8"):
        return values.astype(np.int64) & 0xFF
    fraction, bias = FRACTIONS[name]
    size, sign = np.abs(values), (values < 0).astype(np.int64)
    exponent = np.floor(np.log2(np.where(size == 0, 1, size))).astype(np.int64)
    exponent = np.maximum(exponent, 1 - bias)
    scaled = (size / 2.0**exponent * 2**fraction).astype(np.int64)
    bits = np.where(size == 0, 0, scaled + ((exponent + bias - 1) << fraction))
    return bits | sign << BITS[name] - 1


@dataclass
class Tile:
    """How a matrix is in shared memory: [rows of M or N, k], at `start`."""

    kind: str
    type: str
    start: int
    swizzle: int = 0  # bytes of a line; 0: none
    turned: bool = False
    bytes: Any = field(default_factory=lambda: np.zeros(SHARED, np.uint8))

    def place(self, bits: Any) -> int:
        """Put elements into shared memory; return the matrix descriptor."""
        narrow = self.kind in ("mxf4", "mxf4nvf4")
        each = 32 if narrow else 16 if BITS[self.type] < 8 else 128 // BITS[self.type]
        lines = bits.T if self.turned else bits
        chunks = lines.reshape(lines.shape[0], -1, each)
        count, pieces = chunks.shape[:2]
        width = (self.swizzle or 16) // 16  # chunks of a line that are side by side
        # Core matrices of eight lines; behind them those of the next lines, then of the next bytes.
        atom = 128 * width
        groups = -(-count // 8)
        stride, leading = atom, atom * groups
        for line, piece in itertools.product(range(count), range(pieces)):
            far, near = divmod(piece, width)
            address = line // 8 * stride + far * leading + line % 8 * width * 16 + near * 16
            if self.swizzle:
                address ^= (address >> 7 & {128: 7, 64: 3, 32: 1}[self.swizzle]) << 4
            raw = self._packed(chunks[line, piece])
            self.bytes[self.start + address : self.start + address + 16] = raw
        if not self.swizzle and self.turned:
            stride, leading = leading, stride
        mode = {0: 0, 128: 2, 64: 4, 32: 6}[self.swizzle]
        words = self.start >> 4 | (leading >> 4) << 16 | (stride >> 4) << 32
        return words | 1 << 46 | mode << 61

    def _packed(self, chunk: Any) -> Any:
        width, raw = BITS[self.type], np.zeros(16, np.uint8)
        if width >= 8:
            return chunk.astype(f"u{width // 8}").view(np.uint8)
        number = sum(int(value) << width * n for n, value in enumerate(chunk))
        data = number.to_bytes(16, "little")
        raw[:] = np.frombuffer(data, np.uint8)
        return raw


def small(name: str, draw: np.random.Generator, *shape: int) -> Any:
    """Numbers that every type has, so few of them that their sums are exact in any order."""
    return draw.choice([0, 1, 2, 3] if name == "u8" else [-2.0, -1, 0, 1, 2, 3], shape)


def lanes_of(rows: int, n: int, columns: int, *, folds: int, scattered: bool) -> tuple[Any, Any]:
    """Where the sum of each row and column is: its lane, and its column of tensor memory."""
    row, column = np.arange(rows)[:, None], np.arange(n)[None, :]
    part = n // folds
    lane = row // 16 * 32 + row % 16 if scattered else row + column // part * rows
    return np.broadcast_to(lane, (rows, n)), np.broadcast_to(columns + column % part, (rows, n))


PRODUCTS = [
    ("f16", "f16", "f32"), ("f16", "bf16", "f32"), ("f16", "f16", "f16"), ("tf32", "tf32", "f32"),
    *(("f8f6f4", name, "f32") for name in ("e4m3", "e5m2", "e2m3", "e3m2", "e2m1")),
    ("f8f6f4", "e4m3", "f16"), ("i8", "s8", "s32"), ("i8", "u8", "s32"),
]  # fmt: skip
SUMS = {"f16": 0, "f32": 1, "s32": 2}


def sums_of(words: Any, sums: str) -> Any:
    if sums == "s32":
        return words.view(np.int32).astype(np.float64)
    if sums == "f16":
        return (words & 0xFFFF).astype(np.uint16).view(np.float16).astype(np.float64)
    return words.view(np.float32).astype(np.float64)


def check_product(
    kind: str, name: str, sums: str, m: int, n: int, *, pair: int = 1, ws: bool = False,
    swizzles: tuple[int, int] = (128, 128), turned: tuple[bool, bool] = (False, False),
    keep: bool = True, in_tensor: bool = False, seed: int = 0,
) -> None:  # fmt: skip
    """Compare a product of small numbers with NumPy's, compiled and interpreted."""
    draw, k = np.random.default_rng(seed), DEPTH[kind]
    a, b = small(name, draw, m, k), small(name, draw, n, k)
    before = draw.integers(-4, 5, (m, n)).astype(np.float64)
    rows, half = m // pair, n // pair
    folds = 128 // m if ws else 2 if pair == 2 and rows == 64 else 1
    scattered = rows == 64 and pair == 1 and not ws
    data, memory = np.zeros((pair, SHARED), np.uint8), np.zeros((pair, COLUMNS, LANES), np.uint32)
    lane, column = lanes_of(rows, n, 64, folds=folds, scattered=scattered)
    old = {"f32": before.astype(np.float32), "s32": before.astype(np.int32)}
    old["f16"] = before.astype(np.float16).view(np.uint16).astype(np.uint32)
    words = np.ascontiguousarray(old[sums]).view(np.uint32)
    descriptors = [0, 0]
    for block in range(pair):
        own = encoded(name, a[block * rows : (block + 1) * rows])
        other = encoded(name, b[block * half : (block + 1) * half])
        for at, bits in enumerate((own, other)):
            tile = Tile(kind, name, (0, 16384)[at], swizzles[at], turned[at], data[block])
            descriptors[at] = tile.place(bits)
        memory[block][column, lane] = words[block * rows : (block + 1) * rows]
        if in_tensor:
            each = 32 // (8 if BITS[name] < 8 else BITS[name])
            moved = own << max(8 - BITS[name], 0) // 2
            packed = (moved.reshape(rows, -1, each) << np.arange(each) * (32 // each)).sum(axis=2)
            for fold in range(folds):
                place = np.arange(rows) // 16 * 32 + np.arange(rows) % 16 if scattered else None
                at_lanes = np.arange(rows) + fold * rows if place is None else place
                memory[block][np.ix_(range(packed.shape[1]), at_lanes)] = packed.T
    shape = SUMS[sums] << 4 | CODES[name] << 7 | CODES[name] << 10 | turned[0] << 15
    shape |= turned[1] << 16 | (n >> 3) << 17 | (m >> 4) << 24
    opcode = f"tcgen05.mma{'.ws' if ws else ''}.cta_group::{pair}.kind::{kind}"
    body = f"""
    add.u32 %d, %base, 64;
    @%lead {opcode} [%d], {"[%base]" if in_tensor else "%a"}, %b, %i, {"%yes" if keep else "%no"};
    """
    operands = descriptors[0], descriptors[1], shape
    expected = a @ b.T + (before if keep else 0)
    results = [run(body, data, memory, operands, pair=pair, compiled=way) for way in (True, False)]
    for after in results:
        values = np.concatenate([after[block][column, lane] for block in range(pair)])
        assert np.array_equal(sums_of(values, sums), expected)
    assert np.array_equal(*results)


@pytest.mark.parametrize(("kind", "name", "sums"), PRODUCTS)
def test_a_product_of_each_type(kind: str, name: str, sums: str) -> None:
    check_product(kind, name, sums, 128, 16)


@pytest.mark.parametrize("swizzle", [0, 32, 64, 128])
@pytest.mark.parametrize(("kind", "name"), [("f16", "f16"), ("f8f6f4", "e4m3"), ("tf32", "tf32")])
def test_tiles_in_shared_memory(swizzle: int, kind: str, name: str) -> None:
    """Each swizzle mode, not transposed, and where it may be so transposed."""
    check_product(kind, name, "f32", 128, 16, swizzles=(swizzle, swizzle))
    if kind != "tf32":
        check_product(kind, name, "f32", 128, 64, swizzles=(swizzle, swizzle), turned=(True, True))


@pytest.mark.parametrize(
    ("kind", "name"), [("f16", "f16"), ("i8", "s8"), ("f8f6f4", "e2m1"), ("tf32", "tf32")]
)
def test_places_of_sums(kind: str, name: str) -> None:
    """The layouts D, F, E and G of a block, and A and B of a pair."""
    sums = "s32" if kind == "i8" else "f32"
    check_product(kind, name, sums, 64, 16)
    check_product(kind, name, sums, 64, 64, ws=True)
    check_product(kind, name, sums, 32, 64, ws=True, keep=False)
    check_product(kind, name, sums, 256, 32, pair=2)
    check_product(kind, name, sums, 128, 32, pair=2)


@pytest.mark.parametrize("name", ["f16", "bf16", "tf32", "e4m3", "e3m2", "e2m1", "s8"])
def test_a_in_tensor_memory(name: str) -> None:
    kind = (
        "tf32"
        if name == "tf32"
        else "i8"
        if name == "s8"
        else "f16"
        if BITS[name] == 16
        else "f8f6f4"
    )
    sums = "s32" if kind == "i8" else "f32"
    check_product(kind, name, sums, 128, 16, in_tensor=True)
    check_product(kind, name, sums, 64, 16, in_tensor=True)
    check_product(kind, name, sums, 256, 32, in_tensor=True, pair=2)


@pytest.mark.parametrize(
    ("kind", "names"), [("f16", (0, 1)), ("tf32", (2,)), ("f8f6f4", (0, 1, 3, 4, 5))]
)
@settings(max_examples=3, phases=[Phase.generate])
@given(seed=st.integers(0, 1 << 32), near=st.booleans())
def test_any_factors_give_the_bits_of_the_model(
    kind: str, names: tuple[int, ...], seed: int, near: bool
) -> None:
    """Whatever bits are in shared and tensor memory: compiled code is as the interpreter, which
    adds in integers. near: exponents that are near to each other, else all, NaN among them.
    """
    draw = np.random.default_rng(seed)
    data = draw.integers(0, 256, (1, SHARED), np.uint8)
    before = draw.integers(0, 1 << 32, (1, COLUMNS, LANES), np.uint32)
    if near:
        before = draw.standard_normal((1, COLUMNS, LANES)).astype(np.float32).view(np.uint32)
        if kind != "f8f6f4":
            wide = np.float16 if kind == "f16" else np.float32
            size = np.dtype(wide).itemsize
            data = draw.standard_normal((1, SHARED // size)).astype(wide).view(np.uint8)
    a, b = draw.choice(names, 2)
    half = kind != "tf32" and (kind == "f8f6f4" or (a == b == 0)) and bool(draw.integers(2))
    shape = (0 if half else 1) << 4 | int(a) << 7 | int(b) << 10 | 2 << 17 | 8 << 24
    tiles = [1 << 46 | 64 << 32 | 2 << 61, 16384 >> 4 | 1 << 46 | 64 << 32 | 2 << 61]
    opcode = f"tcgen05.mma.cta_group::1.kind::{kind}"
    body = f"add.u32 %d, %base, 64;\n@%lead {opcode} [%d], %a, %b, %i, %yes;"
    results = [run(body, data, before, (*tiles, shape), compiled=way)[0] for way in (True, False)]
    assert np.array_equal(*results)


def test_multiply_adds_are_counted_by_the_size_that_a_register_has() -> None:
    data, before = np.zeros((1, SHARED), np.uint8), np.zeros((1, COLUMNS, LANES), np.uint32)
    tile = 1 << 46 | 64 << 32 | 2 << 61
    opcode = "tcgen05.mma.cta_group::1.kind::f16"
    body = f"add.u32 %d, %base, 64;\n@%lead {opcode} [%d], %a, %b, %i, %yes;"
    text = text_of(f"{body}\n{body.replace('add.u32 %d, %base, 64;', '')}", 1)
    arguments = [data, before, before.copy(), tile, tile, 1 << 4 | 4 << 17 | 8 << 24]
    counts = vgpu.load_ptx(text, "b200").kernel("k").launch((1, 1, 1), (128, 1, 1), arguments)
    assert counts.counters["kernelscope__tensor_mac_fp16.sum"] == 2 * 128 * 32 * 16


# ---- loads and stores ----------------------------------------------------------------------------

# Of each shape: what each bit of the lane, and of the register, adds to (row, column), as Triton's
# linear layouts have it (`getTileLayout` in TritonNvidiaGPU); further registers go on in columns.
BASES = {
    "32x32b": ([(1, 0), (2, 0), (4, 0), (8, 0), (16, 0)], []),
    "16x64b": ([(8, 0), (0, 1), (1, 0), (2, 0), (4, 0)], []),
    "16x128b": ([(0, 1), (0, 2), (1, 0), (2, 0), (4, 0)], [(8, 0)]),
    "16x256b": ([(0, 2), (0, 4), (1, 0), (2, 0), (4, 0)], [(0, 1), (8, 0)]),
}
WIDTHS = {"32x32b": 1, "16x64b": 2, "16x128b": 4, "16x256b": 8}


def place(shape: str, lane: int, register: int) -> tuple[int, int]:
    of_lane, of_register = BASES[shape]
    bits = [(lane >> n & 1, base) for n, base in enumerate(of_lane)]
    bits += [(register >> n & 1, base) for n, base in enumerate(of_register)]
    row = sum(bit * base[0] for bit, base in bits)
    return row, sum(bit * base[1] for bit, base in bits) + (register >> len(of_register)) * WIDTHS[
        shape
    ]


@pytest.mark.parametrize("shape", BASES)
@pytest.mark.parametrize("packed", [False, True])
def test_a_warp_loads_and_stores_what_the_shape_says(shape: str, packed: bool) -> None:
    """Each warp loads words of columns 0 … and stores them, in the shape of 32x32b, at 64 …"""
    draw = np.random.default_rng(1)
    before = draw.integers(0, 1 << 32, (1, COLUMNS, LANES), dtype=np.uint32)
    count = 4 * len(BASES[shape][1]) or 4
    times = count >> len(BASES[shape][1])
    registers = ", ".join(f"%x{n}" for n in range(count))
    pack = (".pack::16b", ".unpack::16b") if packed else ("", "")
    half = "" if shape == "32x32b" else "add.u32 %l, %l, 1048576;"  # lanes 16 … 31 of the warp
    body = f"""
    .reg .b32 %x<{count}>, %l, %s;
    shl.b32 %l, %w, 21;
    add.u32 %s, %l, 64;
    {half}
    tcgen05.ld.sync.aligned.{shape}.x{times}{pack[0]}.b32 {{{registers}}}, [%l];
    tcgen05.wait::ld.sync.aligned;
    tcgen05.st.sync.aligned.32x32b.x{count}.b32 [%s], {{{registers}}};
    {half and "add.u32 %l, %l, 32;"}
    tcgen05.st.sync.aligned.{shape}.x{times}{pack[1]}.b32 [%l], {{{registers}}};
    tcgen05.wait::st.sync.aligned;
    bar.sync 0;
    """
    results = [run(body, np.zeros((1, SHARED)), before, compiled=way)[0] for way in (True, False)]
    base = 0 if shape == "32x32b" else 16
    for warp, lane, register in itertools.product(range(4), range(32), range(count)):
        row, column = place(shape, lane, register)
        at = 32 * warp + base + row
        word = int(before[0, column, at])
        if packed:
            low, high = (int(before[0, 2 * column + n, at]) & 0xFFFF for n in (0, 1))
            word = low | high << 16
        assert results[0][64 + register, 32 * warp + lane] == word
        if shape != "32x32b":
            stored = word if not packed else word & 0xFFFF
            assert results[0][32 + (2 * column if packed else column), at] == stored
    assert np.array_equal(*results)


def test_two_accesses_of_16x32bx2() -> None:
    """The second half of the lanes accesses what is a constant further: lanes and columns."""
    before = np.arange(COLUMNS * LANES, dtype=np.uint32).reshape(1, COLUMNS, LANES)
    split = 16 << 16 | 8
    body = f"""
    .reg .b32 %x<2>, %l;
    shl.b32 %l, %w, 21;
    tcgen05.ld.sync.aligned.16x32bx2.x2.b32 {{%x0, %x1}}, [%l], {split};
    add.u32 %l, %l, 64;
    tcgen05.st.sync.aligned.32x32b.x2.b32 [%l], {{%x0, %x1}};
    tcgen05.wait::st.sync.aligned;
    bar.sync 0;
    """
    results = [run(body, np.zeros((1, SHARED)), before, compiled=way)[0] for way in (True, False)]
    for warp, lane, register in itertools.product(range(4), range(32), range(2)):
        column = register + 8 * (lane >= 16)
        assert results[0][64 + register, 32 * warp + lane] == before[0, column, 32 * warp + lane]
    assert np.array_equal(*results)


# ---- copies and shifts ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shape", "many", "lanes"),
    [
        ("128x256b", "", lambda line: [line]),
        ("128x128b", "", lambda line: [line]),
        ("4x256b", "", lambda line: [32 * line]),
        ("64x128b", ".warpx2::02_13", lambda line: [line, line + 64]),
        ("64x128b", ".warpx2::01_23", lambda line: [
            line % 32 + 64 * (line // 32), line % 32 + 64 * (line // 32) + 32
        ]),
        ("32x128b", ".warpx4", lambda line: [line + 32 * part for part in range(4)]),
    ],
)  # fmt: skip
def test_copies_from_shared_memory(shape: str, many: str, lanes: Any) -> None:
    draw = np.random.default_rng(2)
    lines, bits = (int(part.rstrip("b")) for part in shape.split("x"))
    words = bits // 32
    table = draw.integers(0, 1 << 32, (lines, words), dtype=np.uint32)
    data, before = np.zeros((1, SHARED), np.uint8), np.zeros((1, COLUMNS, LANES), np.uint32)
    padded = np.zeros((max(lines, 8), words), np.uint32)
    padded[:lines] = table
    descriptor = Tile("tf32", "tf32", 0, 0, False, data[0]).place(padded)
    body = f"""
    add.u32 %d, %base, 64;
    @%lead tcgen05.cp.cta_group::1.{shape}{many} [%d], %a;
    """
    results = [
        run(body, data, before, (descriptor, 0, 0), compiled=way)[0] for way in (True, False)
    ]
    expected = np.zeros((COLUMNS, LANES), np.uint32)
    for line in range(lines):
        for lane in lanes(line):
            expected[64 : 64 + words, lane] = table[line]
    for after in results:
        assert np.array_equal(after, expected)


@pytest.mark.parametrize(("width", "shift"), [(4, 2), (6, 1)])
def test_copies_that_widen_elements(width: int, shift: int) -> None:
    """16 elements of 4 or 6 bits, padded to 16 bytes, become bytes that have them in the middle."""
    draw = np.random.default_rng(3)
    elements = draw.integers(0, 1 << width, (128, 16))
    data, before = np.zeros((1, SHARED), np.uint8), np.zeros((1, COLUMNS, LANES), np.uint32)
    name = {4: "e2m1", 6: "e2m3"}[width]
    descriptor = Tile("f8f6f4", name, 0, 0, False, data[0]).place(elements)
    form = {4: "b4x16_p64", 6: "b6x16_p32"}[width]
    body = f"@%lead tcgen05.cp.cta_group::1.128x128b.b8x16.{form} [%base], %a;"
    expected = np.ascontiguousarray(elements << shift, np.uint8).view(np.uint32)
    for compiled in (True, False):
        after = run(body, data, before, (descriptor, 0, 0), compiled=compiled)[0]
        assert np.array_equal(after[:4].T, expected)


def test_a_shift_moves_rows_down() -> None:
    """A row takes the next one's 32 bytes; the last of the 32 keeps its own."""
    before = np.arange(COLUMNS * LANES, dtype=np.uint32).reshape(1, COLUMNS, LANES)
    body = "add.u32 %d, %base, 2097160;\n@%lead tcgen05.shift.cta_group::1.down [%d];"
    expected = before[0].copy()
    expected[8:16, 32:63] = before[0, 8:16, 33:64]
    for compiled in (True, False):
        assert np.array_equal(
            run(body, np.zeros((1, SHARED)), before, compiled=compiled)[0], expected
        )


@pytest.mark.parametrize("pair", [1, 2])
def test_a_product_that_shifts_a_leaves_it_shifted(pair: int) -> None:
    """As CUTLASS saw on a B200: A moves after the product, in each part of 32 rows."""
    draw, n = np.random.default_rng(7), 32
    a, b = small("f16", draw, 128 * pair, 16), small("f16", draw, n, 16)
    data, memory = np.zeros((pair, SHARED), np.uint8), np.zeros((pair, COLUMNS, LANES), np.uint32)
    descriptor = 0
    for block in range(pair):
        part = b[block * n // pair : (block + 1) * n // pair]
        descriptor = Tile("f16", "f16", 0, 128, False, data[block]).place(encoded("f16", part))
        halves = encoded("f16", a[block * 128 : block * 128 + 128]).reshape(128, 8, 2)
        memory[block, :8] = (halves[:, :, 0] | halves[:, :, 1] << 16).T
    shape = 1 << 4 | (n >> 3) << 17 | (8 * pair) << 24
    opcode = f"tcgen05.mma.cta_group::{pair}.kind::f16.ashift"
    body = f"add.u32 %d, %base, 64;\n@%lead {opcode} [%d], [%base], %b, %i, %no;"
    moved = memory[:, :8].reshape(pair, 8, 4, 32).copy()
    moved[..., :31] = moved[..., 1:].copy()
    for compiled in (True, False):
        after = run(body, data, memory, (0, descriptor, shape), pair=pair, compiled=compiled)
        sums = np.concatenate([after[block, 64 : 64 + n].T for block in range(pair)])
        assert np.array_equal(sums.view(np.float32), a @ b.T)
        assert np.array_equal(after[:, :8], moved.reshape(pair, 8, LANES))


# ---- scales --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "name", "size", "powers"),
    [
        ("mxf8f6f4", "e4m3", "scale_vec::1X", True), ("mxf8f6f4", "e2m1", "block32", True),
        ("mxf4", "e2m1", "scale_vec::2X", True), ("mxf4nvf4", "e2m1", "scale_vec::4X", False),
        ("mxf4nvf4", "e2m1", "scale_vec::2X", True),
    ],
)  # fmt: skip
@pytest.mark.parametrize("pair", [1, 2])
def test_scaled_products(kind: str, name: str, size: str, powers: bool, pair: int) -> None:
    """Each block of K has a scale for a row of A and one for a column of B."""
    draw, k, n, m = np.random.default_rng(4), DEPTH[kind], 32, 128 * pair
    count = 1 if size == "block32" else int(size.removeprefix("scale_vec::")[0])
    a, b = small(name, draw, m, k), small(name, draw, n, k)
    of_a, of_b = draw.integers(0, 3, (m, count)), draw.integers(0, 3, (n, count))
    wide = [np.repeat(2.0**s, k // count, axis=1) for s in (of_a, of_b)]
    expected = (a * wide[0]) @ (b * wide[1]).T
    data = np.zeros((pair, SHARED), np.uint8)
    memory = np.zeros((pair, COLUMNS, LANES), np.uint32)
    descriptors = [0, 0]
    for block in range(pair):
        halves = a[block * 128 : block * 128 + 128], b[block * n // pair : (block + 1) * n // pair]
        for at, half in enumerate(halves):
            tile = Tile(kind, name, (0, 16384)[at], 0, False, data[block])
            descriptors[at] = tile.place(encoded(name, half))
        # A row's scales are bytes of a word, of rows 32 further in the next column, in each part.
        for first, scales in ((0, of_a[block * 128 : block * 128 + 128]), (8, of_b)):
            codes = scales + 127 if powers else encoded("e4m3", 2.0**scales)
            words = sum(codes[:, c].astype(np.uint32) << 8 * c for c in range(count))
            for row, word in enumerate(words):
                memory[block, first + row // 32, row % 32 :: 32] = word
    narrow = kind != "mxf8f6f4"
    code = 1 if narrow else CODES[name]
    shape = code << 7 | code << 10 | (n >> 3) << 17 | powers << 23 | (m >> 7) << 27
    body = f"""
    .reg .b32 %s, %q;
    add.u32 %d, %base, 64;
    mov.u32 %s, %base;
    add.u32 %q, %base, 8;
    @%lead tcgen05.mma.cta_group::{pair}.kind::{kind}.block_scale.{size}
        [%d], %a, %b, %i, [%s], [%q], %no;
    """
    operands = descriptors[0], descriptors[1], shape
    for compiled in (True, False):
        after = run(body, data, memory, operands, pair=pair, compiled=compiled)
        sums = np.concatenate([after[block][64 : 64 + n].T for block in range(pair)])
        assert np.array_equal(sums.view(np.float32), expected)


def test_scales_of_a_pair_of_blocks_with_64_rows_each() -> None:
    """As CUTLASS has them: the second half of the columns, whose sums are in the upper 64 lanes,
    has its scales there, from the same column on.
    """
    draw, k, n = np.random.default_rng(6), 64, 64
    a, b = small("e2m1", draw, 128, k), small("e2m1", draw, n, k)
    of_a, of_b = (draw.integers(0, 3, (rows, 2)) for rows in (128, n))
    data, memory = np.zeros((2, SHARED), np.uint8), np.zeros((2, COLUMNS, LANES), np.uint32)
    descriptors = [0, 0]
    for block in range(2):
        rows, half = slice(64 * block, 64 * block + 64), slice(32 * block, 32 * block + 32)
        for at, part in enumerate((a[rows], b[half])):
            tile = Tile("mxf4", "e2m1", (0, 16384)[at], 0, False, data[block])
            descriptors[at] = tile.place(encoded("e2m1", part))
        bits = (of_a[rows] + 127, of_b + 127)
        words = [(s[:, 0] | s[:, 1] << 8).astype(np.uint32) for s in bits]
        memory[block, :2] = np.tile(words[0].reshape(2, 32), 4)
        memory[block, 8] = np.repeat(words[1].reshape(2, 32), 2, axis=0).reshape(128)
    shape = 1 << 7 | 1 << 10 | (n >> 3) << 17 | 1 << 23 | 1 << 27
    body = """
    .reg .b32 %q;
    add.u32 %d, %base, 64; add.u32 %q, %base, 8;
    @%lead tcgen05.mma.cta_group::2.kind::mxf4.block_scale [%d], %a, %b, %i, [%base], [%q], %no;
    """
    wide = [np.repeat(2.0**s, k // 2, axis=1) for s in (of_a, of_b)]
    expected = (a * wide[0]) @ (b * wide[1]).T
    lane, column = lanes_of(64, n, 64, folds=2, scattered=False)
    for compiled in (True, False):
        after = run(body, data, memory, (*descriptors, shape), pair=2, compiled=compiled)
        sums = np.concatenate([after[block][column, lane] for block in range(2)])
        assert np.array_equal(sums.view(np.float32), expected)


@pytest.mark.parametrize(
    ("kind", "size", "powers"),
    [
        ("mxf8f6f4", "block32", True), ("mxf4", "block32", True), ("mxf4nvf4", "block16", True),
        ("mxf4nvf4", "block16", False),
    ],
)  # fmt: skip
@settings(max_examples=3, phases=[Phase.generate])
@given(seed=st.integers(0, 1 << 32), near=st.booleans())
def test_any_scales_give_the_bits_of_the_model(
    kind: str, size: str, powers: bool, seed: int, near: bool
) -> None:
    """Whatever bits are in shared and tensor memory, and with scales near to each other."""
    draw = np.random.default_rng(seed)
    data = draw.integers(0, 256, (1, SHARED), np.uint8)
    before = draw.integers(0, 1 << 32, (1, COLUMNS, LANES), np.uint32)
    if near:
        least = 120 if powers else 0x28
        codes = draw.integers(least, least + 16, (1, 16, 4 * LANES), np.uint8)
        before[:, :16] = codes.view(np.uint32)
        before[:, 64:] = draw.standard_normal((1, 64, LANES)).astype(np.float32).view(np.uint32)
    a, b = draw.choice((0, 1, 3, 4, 5), 2) if kind == "mxf8f6f4" else (1, 1)
    shape = int(a) << 7 | int(b) << 10 | 2 << 17 | powers << 23 | 1 << 27
    tiles = [1 << 46 | 64 << 32 | 2 << 61, 16384 >> 4 | 1 << 46 | 64 << 32 | 2 << 61]
    body = f"""
    .reg .b32 %s, %q;
    add.u32 %d, %base, 64;
    mov.u32 %s, %base;
    add.u32 %q, %base, 8;
    @%lead tcgen05.mma.cta_group::1.kind::{kind}.block_scale.{size}
        [%d], %a, %b, %i, [%s], [%q], %yes;
    """
    results = [run(body, data, before, (*tiles, shape), compiled=way)[0] for way in (True, False)]
    assert np.array_equal(*results)


# ---- masks, zeros, halvings ----------------------------------------------------------------------


def operation(text: str, before: Any, **more: Any) -> list[Any]:
    """Tensor memory after a product of ones, of 128 rows and 16 columns, with D at column 64."""
    data = np.zeros((1, SHARED), np.uint8)
    a = Tile("f16", "f16", 0, 128, False, data[0]).place(encoded("f16", np.ones((128, 16))))
    columns = more.get("n", 16)
    b = Tile("f16", "f16", 16384, 128, False, data[0]).place(encoded("f16", np.ones((columns, 16))))
    shape = 1 << 4 | (columns >> 3) << 17 | 8 << 24
    body = f".reg .b32 %m<4>; .reg .b64 %z;\nadd.u32 %d, %base, 64;\n{text}"
    return [run(body, data, before, (a, b, shape), compiled=way)[0] for way in (True, False)]


def test_lanes_that_are_not_written() -> None:
    before = np.full((1, COLUMNS, LANES), np.float32(2).view(np.uint32))
    text = """
    mov.u32 %m0, 1; mov.u32 %m1, 0; mov.u32 %m2, 0xF0; mov.u32 %m3, 0x80000000;
    @%lead tcgen05.mma.cta_group::1.kind::f16 [%d], %a, %b, %i, {%m0, %m1, %m2, %m3}, %yes;
    """
    off = [0, 68, 69, 70, 71, 127]
    for after in operation(text, before):
        sums = after[64:80].view(np.float32)
        assert (sums[:, off] == 2).all()
        assert (np.delete(sums, off, axis=1) == 18).all()


def test_sums_that_are_halved_before() -> None:
    before = np.full((1, COLUMNS, LANES), np.float32(48).view(np.uint32))
    text = "@%lead tcgen05.mma.cta_group::1.kind::f16 [%d], %a, %b, %i, %yes, 3;"
    for after in operation(text, before):
        assert (after[64:80].view(np.float32) == 16 + 6).all()


# The manual's examples of zero-column masks: 3 columns of zeros (skip span 2) after 4 (use span 3).
@pytest.mark.parametrize(("start", "first", "zeros"), [(0, 0, "0000111"), (0, 1, "1110000")])
def test_columns_that_count_as_zeros(start: int, first: int, zeros: str) -> None:
    before = np.zeros((1, COLUMNS, LANES), np.uint32)
    mask = start | first << 32 | 1 << 39 | 2 << 40 | 3 << 48
    opcode = "tcgen05.mma.ws.cta_group::1.kind::f16"
    text = f"mov.b64 %z, {mask};\n@%lead {opcode} [%d], %a, %b, %i, %no, %z;"
    expected = np.array([16.0 * (zeros[n % 7] == "0") for n in range(64)])
    for after in operation(text, before, n=64):
        assert (after[64:128].view(np.float32) == expected[:, None]).all()


# ---- what is refused -----------------------------------------------------------------------------

WRONG = [
    ("@%lead tcgen05.mma.cta_group::1.kind::f16 [%d], %a, %b, 0, %yes;", "describes no product"),
    ("@%lead tcgen05.mma.cta_group::1.kind::f16 [%d], %a, 0, %i, %yes;", "matrix descriptor"),
    ("add.u32 %d, %d, 448;\n@%lead tcgen05.mma.cta_group::1.kind::f16 [%d], %a, %b, %i, %yes;",
     "column 512 of tensor memory is not allocated"),
    ("@%lead tcgen05.mma.cta_group::1.kind::f16.ashift [%d], [%base], %b, 67371024, %yes;",
     "describes no product"),
    ("tcgen05.ld.sync.aligned.32x32b.x1.b32 %r0, [%base];", "is not this warp's"),
    ("@%lead tcgen05.cp.cta_group::2.128x128b [%base], %a;", "has a peer"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "words"), WRONG)
@pytest.mark.parametrize("compiled", [True, False])
def test_a_wrong_use_is_an_error(text: str, words: str, compiled: bool) -> None:
    data, before = np.zeros((1, SHARED), np.uint8), np.zeros((1, COLUMNS, LANES), np.uint32)
    a = Tile("f16", "f16", 0, 128, False, data[0]).place(encoded("f16", np.ones((128, 16))))
    body = f"add.u32 %d, %base, 64;\n{text}"
    with pytest.raises(MemoryAccessError, match=words):
        run(body, data, before, (a, a, 1 << 4 | 2 << 17 | 8 << 24), compiled=compiled)
