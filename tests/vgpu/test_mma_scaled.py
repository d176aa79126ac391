"""Products of 4, 6 and 8-bit floats with scales in blocks, against the manual's formulas.

The layouts are those of 9.7.16.3 and 9.7.16.5.10 to 9.7.16.5.12 of the manual, and of a sparse A
its figures (9.7.16.6.2), written out once more. The numbers are such that every sum is exact.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kernelscope import vgpu
from kernelscope.errors import PtxError

Array = np.ndarray[Any, Any]
# Bits of the exponent and the fraction, the bias, and the lowest bit in a byte.
FORMATS = {
    "e4m3": (4, 3, 7, 0),
    "e5m2": (5, 2, 15, 0),
    "e3m2": (3, 2, 3, 0),
    "e2m3": (2, 3, 1, 0),
    "e2m1": (2, 1, 1, 2),
}
PLACES = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]  # of two stored elements of four


def number(name: str, code: int) -> float:
    """The value of a code by the definition of its format."""
    exponent_bits, fraction, bias, _ = FORMATS[name]
    exponent, digits = code >> fraction & ((1 << exponent_bits) - 1), code & ((1 << fraction) - 1)
    size = (
        (1 + digits / 2**fraction) * 2.0 ** (exponent - bias)
        if exponent
        else digits / 2**fraction * 2.0 ** (1 - bias)
    )
    return -size if code >> (exponent_bits + fraction) else size


def drawn(draw: np.random.Generator, name: str, shape: tuple[int, int]) -> Array:
    """Codes of numbers from 1/4 to 4, and zeros: their sums are exact in f32."""
    every = range(1 << (1 + sum(FORMATS[name][:2])))
    fitting = [c for c in every if abs(number(name, c)) in (0, 0.25, 0.5, 1, 1.5, 2, 3, 4)]
    return draw.choice(fitting, shape)


def values(name: str, codes: Array) -> Array:
    return np.vectorize(lambda code: number(name, int(code)))(codes)


def registers(codes: Array, name: str, packed: bool, *, is_left: bool) -> Array:
    """A's or B's fragment, a row for each register: [registers, 32 lanes]."""
    rows, depth = codes.shape
    width = 4 if packed else 8
    each, shift = 32 // width, 0 if packed else FORMATS[name][3]
    words = np.zeros((rows // 8 * depth // (4 * each), 32), np.uint64)
    for lane in range(32):
        group, thread = lane // 4, lane % 4
        for register in range(len(words)):
            block, lower = divmod(register, 2) if is_left else (register, 0)
            for e in range(each):
                code = int(codes[group + 8 * lower, block * 4 * each + thread * each + e])
                words[register, lane] |= np.uint64(code << (width * e + shift))
    return words.astype(np.uint32)


def accumulators(matrix: Array) -> Array:
    """The fragment of C: c0 and c1 have row lane / 4, c2 and c3 the row eight below."""
    lanes = np.arange(32)
    parts = [matrix[lanes // 4 + 8 * (i // 2), lanes % 4 * 2 + i % 2] for i in range(4)]
    return np.stack(parts).astype(np.float32)


def run(instruction: str, words: list[Array], results: int) -> Array:
    """The result registers of an instruction on `%a0`, `%a1` …, as words of 32 lanes."""
    memory, output = np.concatenate(words).view(np.uint32), np.zeros((results, 32), np.uint32)
    loads = "\n".join(f"ld.global.b32 %a{n}, [%p+{128 * n}];" for n in range(len(memory)))
    stores = "\n".join(f"st.global.b32 [%q+{128 * n}], %d{n};" for n in range(results))
    text = f"""
.version 8.7
.target sm_90a
.address_size 64
.visible .entry k(.param .b64 in, .param .b64 out) {{
.reg .b32 %a<{len(memory)}>, %d<{results}>, %t;
.reg .b64 %p, %q;
ld.param.b64 %p, [in];
ld.param.b64 %q, [out];
mov.u32 %t, %tid.x;
mad.wide.u32 %p, %t, 4, %p;
mad.wide.u32 %q, %t, 4, %q;
{loads}
{instruction}
{stores}
ret;
}}
"""
    vgpu.load_ptx(text).kernel("k").launch((1, 1, 1), (32, 1, 1), [memory.reshape(-1), output])
    return output


def vector(letter: str, first: int, count: int) -> str:
    return "{" + ", ".join(f"%{letter}{first + n}" for n in range(count)) + "}"


def spread(draw: np.random.Generator, dense: Array) -> tuple[Array, Array, Array]:
    """A with zeros in it, its stored elements, and the metadata of [rows, chunks].

    dense: what is stored. Of four elements two are; of eight in pairs, four.
    """
    rows, stored = dense.shape
    full = np.zeros((rows, 2 * stored), dense.dtype)
    chosen = draw.integers(0, len(PLACES), (rows, stored // 2))
    for row in range(rows):
        for chunk, choice in enumerate(chosen[row]):
            for n, place in enumerate(PLACES[choice]):
                full[row, 4 * chunk + place] = dense[row, 2 * chunk + n]
    bits = np.array([low | high << 2 for low, high in PLACES])[chosen]
    return full, dense, bits


def metadata_words(bits: Array) -> Array:
    """All four threads of a group have a word: 16 columns of stored ones of rows g or g + 8."""
    words = np.zeros(32, np.uint64)
    for row in range(16):
        for chunk, code in enumerate(bits[row]):
            word, place = divmod(chunk, 8)
            lane = 4 * (row % 8) + 2 * word + row // 8
            words[lane] |= np.uint64(int(code) << 4 * place)
    return words.astype(np.uint32)[None]


def scale_words(draw: np.random.Generator, scales: Array, lanes: list[int], byte: int) -> Array:
    """The register that has the scales of each row or column in a lane, from a byte on."""
    words = draw.integers(0, 1 << 32, 32, dtype=np.uint32)
    for row, lane in enumerate(lanes):
        word = bytearray(int(words[lane]).to_bytes(4, "little"))
        word[byte : byte + scales.shape[1]] = bytes(scales[row].tolist())
        words[lane] = int.from_bytes(word, "little")
    return words[None]


SCALED = [
    ("mxf8f6f4", 32, "", 1, "ue8m0", a, b)
    for a, b in (("e4m3", "e5m2"), ("e2m1", "e3m2"), ("e2m3", "e2m1"), ("e3m2", "e4m3"))
] + [
    ("mxf8f6f4", 32, ".scale_vec::1X", 1, "ue8m0", "e2m1", "e2m1"),
    ("mxf4", 64, "", 2, "ue8m0", "e2m1", "e2m1"),
    ("mxf4", 64, ".scale_vec::2X", 2, "ue8m0", "e2m1", "e2m1"),
    ("mxf4nvf4", 64, ".scale_vec::2X", 2, "ue8m0", "e2m1", "e2m1"),
    ("mxf4nvf4", 64, ".scale_vec::4X", 4, "ue8m0", "e2m1", "e2m1"),
    ("mxf4nvf4", 64, ".scale_vec::4X", 4, "ue4m3", "e2m1", "e2m1"),
]


@pytest.mark.parametrize("is_sparse", [False, True])
@pytest.mark.parametrize(("kind", "depth", "vector_size", "count", "scale", "at", "bt"), SCALED)
@pytest.mark.parametrize("step", range(4))
def test_blocks_of_rows_and_columns_are_scaled(
    kind: str, depth: int, vector_size: str, count: int, scale: str, at: str, bt: str, step: int,
    *, is_sparse: bool,
) -> None:  # fmt: skip
    """Each choice of bytes and threads, with other scales all around."""
    draw = np.random.default_rng(step)
    packed = kind != "mxf8f6f4"
    full_depth = 2 * depth if is_sparse else depth
    stored = drawn(draw, at, (16, depth))
    left, metadata = values(at, stored), []
    if is_sparse:
        # Of packed ones pairs go together: places of pairs, and the codes of both.
        shape = stored.reshape(16, -1, 2) if packed else stored[..., None]
        index = np.arange(shape.shape[1]).reshape(1, -1).repeat(16, 0)
        full, _, bits = spread(draw, index + 1)
        left = np.zeros((16, full.shape[1], shape.shape[2]))
        for row in range(16):
            for column, place in enumerate(full[row]):
                if place:
                    left[row, column] = values(at, shape[row, place - 1])
        left = left.reshape(16, full_depth)
        metadata = [metadata_words(bits)]
    right = drawn(draw, bt, (8, full_depth))
    if scale == "ue8m0":
        codes = [draw.integers(122, 131, (n, count)) for n in (16, 8)]
        factors = [2.0 ** (c - 127.0) for c in codes]
    else:
        codes = [draw.choice([0x38, 0x3C, 0x30, 0x40], (n, count)) for n in (16, 8)]  # 1, 1.5, ½, 2
        factors = [values("e4m3", c) for c in codes]
    before = draw.integers(-8, 8, (16, 8)).astype(np.float32)
    byte = [0, 1, 2, 3][step] if count == 1 else [0, 2, 0, 2][step] if count == 2 else 0
    pair, thread = step % 2, step
    rows = [4 * (row % 8) + 2 * pair + row // 8 for row in range(16)]
    columns = [4 * column + thread for column in range(8)]
    inputs = [
        registers(stored, at, packed, is_left=True),
        registers(right, bt, packed, is_left=False),
        accumulators(before).view(np.uint32),
        *metadata,
        scale_words(draw, codes[0], rows, byte),
        scale_words(draw, codes[1], columns, byte),
    ]
    starts = np.cumsum([0, *(len(part) for part in inputs)]).tolist()
    operands = [vector("d", 0, 4)]
    operands += [vector("a", s, len(part)) for s, part in zip(starts, inputs[:3], strict=False)]
    if is_sparse:
        operands += [f"%a{starts[3]}", "0"]
    operands += [
        f"%a{starts[-3]}",
        f"{{{byte}, {pair}}}",
        f"%a{starts[-2]}",
        f"{{{byte}, {thread}}}",
    ]
    form = ".sp::ordered_metadata" if is_sparse else ""
    name = (
        f"mma{form}.sync.aligned.m16n8k{full_depth}.row.col.kind::{kind}.block_scale{vector_size}"
    )
    got = run(f"{name}.f32.{at}.{bt}.f32.{scale} {', '.join(operands)};", inputs, 4)
    expanded = [np.repeat(factor, full_depth // count, axis=1) for factor in factors]
    expected = (left * expanded[0]) @ (values(bt, right) * expanded[1]).T + before
    assert np.array_equal(got.view(np.float32), accumulators(expected))


@pytest.mark.parametrize("sums", ["f32", "f16"])
@pytest.mark.parametrize(("at", "bt"), [("e2m1", "e5m2"), ("e2m3", "e3m2"), ("e4m3", "e2m1")])
def test_products_of_narrow_floats_without_scales(at: str, bt: str, sums: str) -> None:
    """`.kind::f8f6f4`: an e2m1 is in the middle of its byte, six bits are the lower ones."""
    draw = np.random.default_rng(3)
    left, right = drawn(draw, at, (16, 32)), drawn(draw, bt, (8, 32))
    before = draw.integers(-8, 8, (16, 8)).astype(np.float32)
    c = accumulators(before)
    if sums == "f16":
        halves = c.astype(np.float16).view(np.uint16).astype(np.uint32)
        c = np.stack([halves[0] | halves[1] << 16, halves[2] | halves[3] << 16])
    inputs = [
        registers(left, at, packed=False, is_left=True),
        registers(right, bt, packed=False, is_left=False),
        c.view(np.uint32),
    ]
    starts = [0, len(inputs[0]), len(inputs[0]) + len(inputs[1])]
    operands = [vector("d", 0, len(c))]
    operands += [vector("a", s, len(part)) for s, part in zip(starts, inputs, strict=True)]
    name = f"mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.{sums}.{at}.{bt}.{sums}"
    got = run(f"{name} {', '.join(operands)};", inputs, len(c))
    expected = accumulators(values(at, left) @ values(bt, right).T + before)
    if sums == "f16":
        words = got.view(np.uint16).reshape(2, 32, 2).transpose(0, 2, 1).reshape(4, 32)
        assert np.array_equal(words.view(np.float16), expected.astype(np.float16))
    else:
        assert np.array_equal(got.view(np.float32), expected)


def test_a_selector_that_the_scales_do_not_have_is_refused() -> None:
    name = "mma.sync.aligned.m16n8k64.row.col.kind::mxf4.block_scale.f32.e2m1.e2m1.f32.ue8m0"
    words = [np.zeros((12, 32), np.uint32)]
    for given, what in (
        ("{1, 0}", "the first byte of the scales is 1, and must be 0 or 2"),
        ("{0, 2}", "the thread pair that has the scales of A is 2, and must be 0 or 1"),
    ):
        operands = (
            f"{vector('d', 0, 4)}, {vector('a', 0, 4)}, {vector('a', 4, 2)}, {vector('a', 6, 4)}"
        )
        with pytest.raises(PtxError, match=what):
            run(f"{name} {operands}, %a10, {given}, %a11, {{0, 0}};", words, 4)
