"""Products of a sparse A (`tcgen05.mma.sp`): against NumPy, and compiled against interpreted."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from kernelscope import vgpu
from kernelscope.errors import MemoryAccessError
from vgpu.test_tcgen05 import (
    BITS,
    CODES,
    COLUMNS,
    DEPTH,
    LANES,
    SHARED,
    SUMS,
    Tile,
    encoded,
    lanes_of,
    run,
    small,
    sums_of,
    text_of,
)

NARROW = ("mxf4", "mxf4nvf4")
# The four bits that the manual has for two of four places, and for one of two.
OF_FOUR = (0b0100, 0b1000, 0b1100, 0b1001, 0b1101, 0b0110, 0b1110)
OF_TWO = (0b0100, 0b1110)


def chunk_of(kind: str) -> tuple[int, int]:
    """The elements of a row that four bits are for, and how many neighbours are kept together."""
    return (2, 1) if kind == "tf32" else (8, 2) if kind in NARROW else (4, 1)


def places_of(kind: str, codes: Any) -> Any:
    """The column of each stored element, by four bits for each chunk of a row."""
    width, together = chunk_of(kind)
    places = np.zeros((*codes.shape, width // 2), np.int64)
    for n in range(width // 2):
        code = codes >> 2 * (n // together) & 3
        place = code >> 1 if width == 2 else code * together + n % together
        places[..., n] = place + width * np.arange(codes.shape[1])
    return places.reshape(len(codes), -1)


def sparse_matrix(draw: np.random.Generator, kind: str, name: str, m: int, k: int) -> Any:
    """What is stored of a matrix, its metadata, and all of it."""
    width, _ = chunk_of(kind)
    codes = draw.choice(OF_TWO if kind == "tf32" else OF_FOUR, (m, k // width))
    stored, whole = small(name, draw, m, k // 2), np.zeros((m, k))
    np.put_along_axis(whole, places_of(kind, codes), stored, axis=1)
    return stored, codes, whole


# ---- the layout of CUTLASS -----------------------------------------------------------------------


def in_shared(kind: str, codes: Any) -> Any:
    """Metadata of 128 rows as CUTLASS has them in shared memory (`TensorEAtom`), in 2048 bytes."""
    row, chunk = np.arange(128)[:, None], np.arange(codes.shape[1])[None, :]
    at = row * 128 + chunk * 4
    if kind in ("f16", "tf32"):
        at = row % 8 * 128 + row // 8 % 2 * 16 + row // 16 * 2048
        at = at + chunk % 4 * 4 + chunk // 4 % 2 * 1024 + chunk // 8 * 32
    raw = np.zeros(2048, np.uint8)
    np.bitwise_or.at(raw, at // 8, (codes << at % 8).astype(np.uint8))
    return raw


CHAINS = [("f16", "bf16"), ("tf32", "tf32"), ("f8f6f4", "e4m3"), ("f8f6f4", "e2m1"), ("i8", "s8")]


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize(("kind", "name"), [*CHAINS, ("mxf4", "e2m1")])
def test_metadata_as_cutlass_copies_them(kind: str, name: str, compiled: bool) -> None:
    """Its layout in shared memory, its copy to tensor memory, and the addresses and selectors of
    its products: two of a pair of columns, or one after another.
    """
    draw, n, shares = np.random.default_rng(1), 16, kind in ("f16", "tf32")
    steps, depth = 4 if shares else 2, 2 * DEPTH[kind]
    stored, codes, whole = sparse_matrix(draw, kind, name, 128, steps * depth)
    b = small(name, draw, n, steps * depth)
    data, memory = np.zeros((1, SHARED), np.uint8), np.zeros((1, COLUMNS, LANES), np.uint32)
    swizzle = 32 * steps
    tile_a = Tile(kind, name, 0, swizzle, False, data[0]).place(encoded(name, stored))
    # B has twice as many bytes of each line: of 256 the second half begins behind all rows.
    tile_b = Tile(kind, name, 16384, 128, False, data[0]).place(encoded(name, b))
    data[0, 24576:26624] = in_shared(kind, codes)
    tile_e = 24576 >> 4 | 8 << 32 | 1 << 46
    memory[0, 0:8] = np.uint32(0x7F7F7F7F)  # scales of one
    sums, code = "s32" if kind == "i8" else "f32", 1 if kind in NARROW else CODES[name]
    shape = 1 << 2 | code << 7 | code << 10 | (n >> 3) << 17
    shape |= 1 << 23 | 1 << 27 if kind in NARROW else SUMS[sums] << 4 | 8 << 24
    scaled = ".block_scale" if kind in NARROW else ""
    scales = "[%base], [%sb]," if scaled else ""
    products = ""
    for step in range(steps):
        column, selector = (step // 2 * 2, step % 2) if shares else (2 * step, 0)
        far = (n // 8 * 1024 * (step // 2) + step % 2 * 64) >> 4
        products += f"""
        add.u64 %ta, %a, {2 * step}; add.u64 %tb, %b, {far};
        add.u32 %e, %base, {48 + column}; add.u32 %ti, %i, {selector};
        @%lead tcgen05.mma.sp.cta_group::1.kind::{kind}{scaled}
            [%d], %ta, %tb, [%e], %ti, {scales} {"%yes" if step else "%no"};
        """
    body = f"""
    .reg .b32 %e, %ti, %sb; .reg .b64 %ta, %tb, %te;
    add.u32 %d, %base, 64; add.u32 %e, %base, 48; add.u32 %sb, %base, 4; mov.u64 %te, {tile_e};
    @%lead tcgen05.cp.cta_group::1.128x128b [%e], %te;
    {products}
    """
    after = run(body, data, memory, (tile_a, tile_b, shape), compiled=compiled)[0, 64 : 64 + n].T
    assert np.array_equal(sums_of(np.ascontiguousarray(after), sums), whole @ b.T)


# ---- sizes, layouts and places of A --------------------------------------------------------------


def put(memory: Any, kind: str, column: int, codes: Any, lane: Any, selector: int) -> None:
    """Put metadata into tensor memory: lane has the lane of each row."""
    for row, chunk in np.ndindex(codes.shape):
        if kind in ("f16", "tf32"):
            at, far = lane[row // 16 * 16] + row % 8 + 8 * (chunk // 4), selector
            bit = 16 * (row // 8 % 2) + 4 * (chunk % 4)
        else:
            at, far, bit = lane[row], chunk // 8, 4 * (chunk % 8)
        memory[column + far, at] |= np.uint32(int(codes[row, chunk]) << bit)


def check_sparse(
    kind: str, name: str, m: int, n: int, *, pair: int = 1, ws: bool = False, lane: int = 0,
    turned: bool = False, in_tensor: bool = False, selector: int = 0, total: str = "",
) -> None:  # fmt: skip
    """Compare a product with NumPy's, compiled and interpreted: D at column 64, metadata at 48."""
    draw, k = np.random.default_rng(0), 2 * DEPTH[kind]
    rows, half = m // pair, n // pair
    a, codes, whole = sparse_matrix(draw, kind, name, m, k)
    b, before = small(name, draw, n, k), draw.integers(-4, 5, (m, n)).astype(np.float64)
    folds, scattered = 128 // m if ws else 1, rows == 64 and not ws
    at, column = lanes_of(rows, n, 64, folds=folds, scattered=scattered)
    sums = total or ("s32" if kind == "i8" else "f32")
    old = {"f32": before.astype(np.float32), "s32": before.astype(np.int32)}
    old["f16"] = before.astype(np.float16).view(np.uint16).astype(np.uint32)
    data, memory = np.zeros((pair, SHARED), np.uint8), np.zeros((pair, COLUMNS, LANES), np.uint32)
    descriptors = [0, 0]
    for block in range(pair):
        part = slice(block * rows, (block + 1) * rows)
        own, other = encoded(name, a[part]), encoded(name, b[block * half : (block + 1) * half])
        swizzle = 0 if turned else 128
        descriptors[0] = Tile(kind, name, 0, swizzle, turned, data[block]).place(own)
        descriptors[1] = Tile(kind, name, 16384, swizzle, turned, data[block]).place(other)
        memory[block][column, at + lane] = np.ascontiguousarray(old[sums]).view(np.uint32)[part]
        each = 32 // max(8, BITS[name])
        packed = (own.reshape(rows, -1, each) << np.arange(each) * (32 // each)).sum(axis=2)
        for fold in range(folds):
            row = np.arange(rows)
            where = lane + (row // 16 * 32 + row % 16 if scattered else row + fold * rows)
            memory[block][:8, where] = packed.T
            put(memory[block], kind, 48, codes[part], where, selector)
    shape = selector | 1 << 2 | SUMS[sums] << 4 | CODES[name] << 7 | CODES[name] << 10
    shape |= turned << 15 | turned << 16 | (n >> 3) << 17 | (m >> 4) << 24
    body = f"""
    .reg .b32 %e, %ta;
    add.u32 %d, %base, {64 | lane << 16}; add.u32 %e, %base, {48 | lane << 16};
    add.u32 %ta, %base, {lane << 16};
    @%lead tcgen05.mma{".ws" if ws else ""}.sp.cta_group::{pair}.kind::{kind}
        [%d], {"[%ta]" if in_tensor else "%a"}, %b, [%e], %i, %yes;
    """
    operands = descriptors[0], descriptors[1], shape
    results = [run(body, data, memory, operands, pair=pair, compiled=way) for way in (True, False)]
    for after in results:
        found = np.concatenate([after[block][column, at + lane] for block in range(pair)])
        assert np.array_equal(sums_of(found, sums), whole @ b.T + before)
    assert np.array_equal(*results)


KINDS = [("f16", "f16"), ("tf32", "tf32"), ("f8f6f4", "e5m2"), ("i8", "u8")]


# The layouts D, F (both halves), E and G of a block, A and C of a pair.
SIZES: list[tuple[int, int, dict[str, Any]]] = [
    (128, 16, {}), (64, 16, {}), (64, 16, {"lane": 16}), (64, 64, {"ws": True}),
    (32, 64, {"ws": True}), (256, 32, {"pair": 2}), (128, 32, {"pair": 2}),
]  # fmt: skip


@pytest.mark.parametrize(("m", "n", "options"), SIZES)
@pytest.mark.parametrize(("kind", "name"), KINDS)
def test_places_of_sums_and_metadata(
    kind: str, name: str, m: int, n: int, options: dict[str, Any]
) -> None:
    check_sparse(kind, name, m, n, **options)


@pytest.mark.parametrize(("kind", "name"), KINDS)
def test_a_in_tensor_memory_or_transposed(kind: str, name: str) -> None:
    check_sparse(kind, name, 128, 16, in_tensor=True)
    check_sparse(kind, name, 64, 16, in_tensor=True, lane=16)
    check_sparse(kind, name, 256, 32, in_tensor=True, pair=2)
    if kind != "tf32":
        check_sparse(kind, name, 128, 64, turned=True)


@pytest.mark.parametrize(("kind", "name"), KINDS[:2])
def test_the_selector_chooses_one_of_two_columns(kind: str, name: str) -> None:
    check_sparse(kind, name, 128, 16, selector=1)
    check_sparse(kind, name, 32, 64, ws=True, selector=1)


def test_sums_of_halves() -> None:
    check_sparse("f16", "f16", 128, 16, total="f16")
    check_sparse("f8f6f4", "e4m3", 128, 16, total="f16")


@pytest.mark.parametrize(
    ("kind", "name", "size", "powers"),
    [
        ("mxf8f6f4", "e4m3", "scale_vec::1X", True), ("mxf8f6f4", "e2m3", "block32", True),
        ("mxf4", "e2m1", "scale_vec::2X", True), ("mxf4nvf4", "e2m1", "block16", False),
        ("mxf4nvf4", "e2m1", "block32", True),
    ],
)  # fmt: skip
@pytest.mark.parametrize("pair", [1, 2])
def test_scaled_products(kind: str, name: str, size: str, powers: bool, pair: int) -> None:
    """A scale is for as many products as without sparsity: for twice as many elements of a row."""
    draw, k, n, m = np.random.default_rng(4), 2 * DEPTH[kind], 32, 128 * pair
    count = {"scale_vec::1X": 1, "scale_vec::2X": 2, "block16": 4}.get(size, 1 + (kind in NARROW))
    a, codes, whole = sparse_matrix(draw, kind, name, m, k)
    b = small(name, draw, n, k)
    of_a, of_b = draw.integers(0, 3, (m, count)), draw.integers(0, 3, (n, count))
    wide = [np.repeat(2.0**s, k // count, axis=1) for s in (of_a, of_b)]
    data = np.zeros((pair, SHARED), np.uint8)
    memory = np.zeros((pair, COLUMNS, LANES), np.uint32)
    descriptors = [0, 0]
    for block in range(pair):
        rows = slice(block * 128, block * 128 + 128)
        halves = a[rows], b[block * n // pair : (block + 1) * n // pair]
        for at, half in enumerate(halves):
            tile = Tile(kind, name, (0, 16384)[at], 0, False, data[block])
            descriptors[at] = tile.place(encoded(name, half))
        for first, scales in ((0, of_a[rows]), (8, of_b)):
            bits = scales + 127 if powers else encoded("e4m3", 2.0**scales)
            words = sum(bits[:, c].astype(np.uint32) << 8 * c for c in range(count))
            for row, word in enumerate(words):
                memory[block, first + row // 32, row % 32 :: 32] = word
        put(memory[block], kind, 48, codes[rows], np.arange(128), 0)
    code = 1 if kind in NARROW else CODES[name]
    shape = 1 << 2 | code << 7 | code << 10 | (n >> 3) << 17 | powers << 23 | (m >> 7) << 27
    body = f"""
    .reg .b32 %q, %e;
    add.u32 %d, %base, 64; add.u32 %q, %base, 8; add.u32 %e, %base, 48;
    @%lead tcgen05.mma.sp.cta_group::{pair}.kind::{kind}.block_scale.{size}
        [%d], %a, %b, [%e], %i, [%base], [%q], %no;
    """
    expected = (whole * wide[0]) @ (b * wide[1]).T
    for compiled in (True, False):
        operands = descriptors[0], descriptors[1], shape
        after = run(body, data, memory, operands, pair=pair, compiled=compiled)
        sums = np.concatenate([after[block][64 : 64 + n].T for block in range(pair)])
        assert np.array_equal(sums.view(np.float32), expected)


# ---- any bits, counts, what is refused -----------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "names"),
    [("f16", (0, 1)), ("tf32", (2,)), ("f8f6f4", (0, 1, 3, 4, 5)), ("i8", (0, 1))],
)
@settings(max_examples=3, phases=[Phase.generate])
@given(seed=st.integers(0, 1 << 32))
def test_any_bits_give_the_same_bits(kind: str, names: tuple[int, ...], seed: int) -> None:
    """Also infinities and NaN, and metadata that the manual leaves open: taken as they are."""
    draw = np.random.default_rng(seed)
    data = draw.integers(0, 256, (1, SHARED), np.uint8)
    before = draw.integers(0, 1 << 32, (1, COLUMNS, LANES), np.uint32)
    a, b, clamps = (int(draw.choice(choices)) for choices in (names, names, (0, 1)))
    shape = 1 << 2 | a << 7 | b << 10 | 2 << 17 | 8 << 24
    shape |= clamps << 3 | 2 << 4 if kind == "i8" else 1 << 4
    tiles = [1 << 46 | 64 << 32 | 2 << 61, 16384 >> 4 | 1 << 46 | 64 << 32 | 2 << 61]
    opcode = f"tcgen05.mma.sp.cta_group::1.kind::{kind}"
    body = f"""
    .reg .b32 %e;
    add.u32 %d, %base, 64; add.u32 %e, %base, 48;
    @%lead {opcode} [%d], %a, %b, [%e], %i, %yes;
    """
    results = [run(body, data, before, (*tiles, shape), compiled=way)[0] for way in (True, False)]
    assert np.array_equal(*results)


@pytest.mark.parametrize(
    ("kind", "size", "powers"),
    [("mxf8f6f4", "block32", True), ("mxf4", "block32", True), ("mxf4nvf4", "block16", False)],
)
@settings(max_examples=2, phases=[Phase.generate])
@given(seed=st.integers(0, 1 << 32))
def test_any_bits_and_scales_near_to_each_other_give_the_same_bits(
    kind: str, size: str, powers: bool, seed: int
) -> None:
    """With scales the order of sums is assumed, so compiled code is held to the interpreter."""
    draw = np.random.default_rng(seed)
    data = draw.integers(0, 256, (1, SHARED), np.uint8)
    before = draw.integers(0, 1 << 32, (1, COLUMNS, LANES), np.uint32)
    least = 120 if powers else 0x28
    codes = draw.integers(least, least + 16, (1, 16, 4 * LANES), np.uint8)
    before[:, :16] = codes.view(np.uint32)
    before[:, 64:] = draw.standard_normal((1, 64, LANES)).astype(np.float32).view(np.uint32)
    a, b = draw.choice((0, 1, 3, 4, 5), 2) if kind == "mxf8f6f4" else (1, 1)
    shape = 1 << 2 | int(a) << 7 | int(b) << 10 | 2 << 17 | powers << 23 | 1 << 27
    tiles = [1 << 46 | 64 << 32 | 2 << 61, 16384 >> 4 | 1 << 46 | 64 << 32 | 2 << 61]
    body = f"""
    .reg .b32 %e, %s, %q;
    add.u32 %d, %base, 64; add.u32 %e, %base, 48; mov.u32 %s, %base; add.u32 %q, %base, 8;
    @%lead tcgen05.mma.sp.cta_group::1.kind::{kind}.block_scale.{size}
        [%d], %a, %b, [%e], %i, [%s], [%q], %yes;
    """
    results = [run(body, data, before, (*tiles, shape), compiled=way)[0] for way in (True, False)]
    assert np.array_equal(*results)


def test_an_infinity_in_b_has_no_part_where_a_has_no_element() -> None:
    """The metadata are of the first two of four everywhere, and B is infinite at the last two."""
    data, memory = np.zeros((1, SHARED), np.uint8), np.zeros((1, COLUMNS, LANES), np.uint32)
    b = encoded("f16", np.ones((16, 32)))
    b[:, 2::4] = b[:, 3::4] = 0x7C00
    tiles = [
        Tile("f16", "f16", start, 128, False, data[0]).place(bits)
        for start, bits in ((0, encoded("f16", np.ones((128, 16)))), (16384, b))
    ]
    memory[0, 48] = 0x44444444
    body = """
    .reg .b32 %e;
    add.u32 %d, %base, 64; add.u32 %e, %base, 48;
    @%lead tcgen05.mma.sp.cta_group::1.kind::f16 [%d], %a, %b, [%e], %i, %no;
    """
    shape = 1 << 2 | 1 << 4 | 2 << 17 | 8 << 24
    for compiled in (True, False):
        after = run(body, data, memory, (*tiles, shape), compiled=compiled)[0, 64:80]
        assert (after.view(np.float32) == 16).all()


def test_multiply_adds_of_what_is_stored_are_counted() -> None:
    data, before = np.zeros((1, SHARED), np.uint8), np.zeros((1, COLUMNS, LANES), np.uint32)
    tile = 1 << 46 | 64 << 32 | 2 << 61
    body = """
    .reg .b32 %e;
    add.u32 %d, %base, 64; add.u32 %e, %base, 48;
    @%lead tcgen05.mma.sp.cta_group::1.kind::f16 [%d], %a, %b, [%e], %i, %yes;
    """
    arguments = [data, before, before.copy(), tile, tile, 1 << 2 | 1 << 4 | 4 << 17 | 8 << 24]
    kernel = vgpu.load_ptx(text_of(body, 1), "b200").kernel("k")
    counts = kernel.launch((1, 1, 1), (128, 1, 1), arguments)
    assert counts.counters["kernelscope__tensor_mac_fp16.sum"] == 128 * 32 * 16


SPARSE = "@%lead tcgen05.mma.sp.cta_group::1.kind::f16 [%d], %a, %b, [%e], %i, %yes;"
WRONG = [
    (f"sub.u32 %i, %i, 4;\n{SPARSE}", "describes no product"),
    (SPARSE.replace(".sp", "").replace("[%e], ", ""), "describes no product"),
    (f"add.u32 %i, %i, 2;\n{SPARSE}", "describes no product"),
    (f"add.u32 %i, %i, 1;\n{SPARSE.replace('f16', 'f8f6f4')}", "describes no product"),
    (f"add.u32 %e, %e, 1;\n{SPARSE}", "begin at column 49 of tensor memory: give an even column"),
    (f"add.u32 %e, %e, {16 << 16};\n{SPARSE}", "may not name lane 16 here"),
    (f"add.u32 %e, %e, 80;\n{SPARSE}", "column 128 of tensor memory is not allocated"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "words"), WRONG)
@pytest.mark.parametrize("compiled", [True, False])
def test_a_wrong_use_is_an_error(text: str, words: str, compiled: bool) -> None:
    data, before = np.zeros((1, SHARED), np.uint8), np.zeros((1, COLUMNS, LANES), np.uint32)
    tile = 1 << 46 | 64 << 32 | 2 << 61
    body = f".reg .b32 %e;\nadd.u32 %d, %base, 64; add.u32 %e, %base, 48;\n{text}"
    with pytest.raises(MemoryAccessError, match=words):
        run(body, data, before, (tile, tile, 5 << 2 | 2 << 17 | 8 << 24), compiled=compiled)
