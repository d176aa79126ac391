"""mma in every shape and type gives the product of whole matrices, laid out as in the PTX manual.

The layouts here are the manual's formulas (9.7.16.5.1 to 9.7.16.5.13) and, of the metadata of a
sparse A, its figures (9.7.16.6.2), written out once more.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest

from families import exhaustive
from kernelscope import vgpu
from kernelscope.errors import PtxError
from kernelscope.vgpu.interpreter import launch as interpreter
from kernelscope.vgpu.ir.forms import TABLE
from kernelscope.vgpu.lowering.lower import lower
from kernelscope.vgpu.ptx.parser import parse
from vgpu.assembler import every_case

Array = np.ndarray[Any, Any]
LANES = np.arange(32)
GROUP, PLACE = LANES // 4, LANES % 4
BITS = {
    **dict.fromkeys(("f16", "bf16"), 16), **dict.fromkeys(("tf32", "f32", "s32"), 32),
    **dict.fromkeys(("s8", "u8", "e4m3", "e5m2"), 8), "s4": 4, "u4": 4, "b1": 1,
}  # fmt: skip
LIMITS = {"s8": (-128, 127), "u8": (0, 255), "s4": (-8, 7), "u4": (0, 15), "b1": (0, 1)}
FP8 = {"e4m3": (0xC0, 0xB8, 0, 0x38, 0x40), "e5m2": (0xC0, 0xBC, 0, 0x3C, 0x40)}  # -2 to 2
KERNEL = """
.version 8.7
.target sm_90a
.address_size 64
.entry k(.param .u64 data) {{
.reg .b32 %r<{count}>;
.reg .f32 %f<{count}>;
.reg .b64 %rd<4>;
ld.param.b64 %rd1, [data];
mov.u32 %r0, %tid.x;
mul.wide.u32 %rd2, %r0, 4;
add.s64 %rd3, %rd1, %rd2;
{body}
ret;
}}
"""


def raw(kind: str, values: Array) -> Array:
    """The bits of whole numbers in a type."""
    if kind in FP8:
        return np.array(FP8[kind], np.uint32)[values + 2]
    if kind == "f16":
        return values.astype(np.float16).view(np.uint16).astype(np.uint32)
    if kind in ("bf16", "tf32", "f32"):
        bits = np.ascontiguousarray(values.astype(np.float32)).view(np.uint32)
        return bits >> 16 if kind == "bf16" else bits
    return values.astype(np.int64).astype(np.uint32) & np.uint32((1 << BITS[kind]) - 1)


def words(kind: str, places: list[tuple[Array, Array]], matrix: Array) -> list[Array]:
    """Registers of elements at these rows and columns, one of each lane, low part first."""
    elements = [raw(kind, matrix[row, column]) for row, column in places]
    each = 32 // BITS[kind]
    return [
        functools.reduce(
            np.bitwise_or, (e << np.uint32(BITS[kind] * n) for n, e in enumerate(part))
        )
        for part in (elements[n : n + each] for n in range(0, len(elements), each))
    ]


# ---- the manual's layouts -----------------------------------------------------------------------


def left_places(rows: int, depth: int, kind: str) -> list[tuple[Array, Array]]:
    """Of A: a register has elements side by side; rows 8 to 15 come before the next columns."""
    run = 32 // BITS[kind]
    return [
        (GROUP + lower, first + run * PLACE + e)
        for first in range(0, depth, 4 * run)
        for lower in range(0, rows, 8)
        for e in range(run)
    ]


def right_places(depth: int, kind: str) -> list[tuple[Array, Array]]:
    """Of B, as rows and columns."""
    run = 32 // BITS[kind]
    return [
        (first + run * PLACE + e, GROUP) for first in range(0, depth, 4 * run) for e in range(run)
    ]


def sum_places(rows: int) -> list[tuple[Array, Array]]:
    return [(GROUP + lower, 2 * PLACE + e) for lower in range(0, rows, 8) for e in range(2)]


@dataclass(frozen=True)
class Quads:
    """The four products of `mma.m8n8k4`; lanes 16 to 31 have the upper rows and columns."""

    al: str
    bl: str
    kind: str

    def left(self) -> list[tuple[Array, Array]]:
        upper = 4 * (LANES // 16)
        if self.al == "row":
            return [(PLACE + upper, np.full(32, i)) for i in range(4)]
        return [(i + upper, PLACE) for i in range(4)]

    def right(self) -> list[tuple[Array, Array]]:
        upper = 4 * (LANES // 16)
        if self.bl == "row":
            return [(PLACE, i + upper) for i in range(4)]
        return [(np.full(32, i), PLACE + upper) for i in range(4)]

    def sums(self) -> list[tuple[Array, Array]]:
        upper = 4 * (LANES // 16)
        if self.kind == "f16":
            return [(PLACE + upper, np.full(32, i)) for i in range(8)]
        return [((LANES & 1) + (i & 2) + upper, (i & 4) + (LANES & 2) + (i & 1)) for i in range(8)]


# ---- sparse A -----------------------------------------------------------------------------------

# Of a group of four lanes: (lane, half or whole word) of each 16 columns' or 32 columns' metadata,
# for selector 0. `lower` rows are those of g + 8.
ORDERED = (0b0100, 0b1000, 0b1100, 0b1001, 0b1101, 0b1110)


def metadata(kind: str, depth: int, selector: int, chunks: Array) -> Array:
    """The register that says which elements are stored; chunks: [16, chunks] of four bits.

    Lanes that have no part hold ones.
    """
    count = chunks.shape[1]
    result = np.full(32, 0xFFFFFFFF, np.uint32)
    halves = [  # [16, 16-bit pieces of a row]
        [sum(int(chunks[row, c + n]) << 4 * n for n in range(4)) for c in range(0, count, 4)]
        for row in range(16)
    ]
    for group in range(8):
        for piece in range(count // 4):
            upper, lower = halves[group][piece], halves[group + 8][piece]
            lanes = 4 * group
            if kind in ("f16", "bf16", "tf32"):
                lane = lanes + selector * (count // 4) + piece
                result[lane] = upper | lower << 16
            elif piece % 2 == 0:
                first = lanes + 2 * selector + piece
                result[first] = upper | halves[group][piece + 1] << 16
                result[first + 1] = lower | halves[group + 8][piece + 1] << 16
    return result


def expanded(kind: str, stored: Array, chunks: Array) -> Array:
    """The whole A, zeros where nothing is stored."""
    whole = np.zeros((16, 2 * stored.shape[1]), stored.dtype)
    for row, c in np.ndindex(chunks.shape):
        bits = int(chunks[row, c])
        if kind == "tf32":
            whole[row, 2 * c + (bits == 0b1110)] = stored[row, c]
            continue
        wide = 2 if kind in ("s4", "u4") else 1
        for n, place in enumerate((bits & 3, bits >> 2)):
            start, source = wide * (4 * c + place), wide * (2 * c + n)
            whole[row, start : start + wide] = stored[row, source : source + wide]
    return whole


# ---- one product --------------------------------------------------------------------------------


def drawn(draw: np.random.Generator, kind: str, size: tuple[int, int]) -> Array:
    low, high = LIMITS.get(kind, (-2, 2))
    return draw.integers(low, high + 1, size)


def product(mnemonic: str, selector: int | None) -> tuple[str, Array, list[Array], str]:
    """A kernel, its memory, what it must put in place of the sums, and their type."""
    draw = np.random.default_rng(sum(mnemonic.encode()) + (selector or 0))
    shape = re.search(r"m(\d+)n8k(\d+)", mnemonic)
    assert shape
    m, k = int(shape[1]), int(shape[2])
    types = [part for part in mnemonic.split(".") if part in BITS]
    dt, at, bt, ct = types
    quads = mnemonic.split(".")[3:6] if m == 8 and at == "f16" else None
    count = 4 if quads else 1
    stored = k // 2 if selector is not None else k
    left = [drawn(draw, at, (m, stored)) for _ in range(count)]
    right = [drawn(draw, bt, (k, 8)) for _ in range(count)]
    start = [draw.integers(-99, 99, (m, 8)) for _ in range(count)]
    extra: list[Array] = []
    whole = left
    if selector is not None:
        width = {"tf32": 2, "s4": 8, "u4": 8}.get(at, 4)
        choices = (0b0100, 0b1110) if at == "tf32" else ORDERED
        chunks = draw.choice(choices, (16, k // width))
        whole = [expanded(at, left[0], chunks)]
        extra = [metadata(at, k, selector, chunks)]
    wanted = [
        (a @ (1 - b) + (1 - a) @ b if "xor" in mnemonic else a @ b) + c
        for a, b, c in zip(whole, right, start, strict=True)
    ]
    if quads:
        layout = Quads(quads[1], quads[2], dt)
        before = replace(layout, kind=ct).sums()
        places = layout.left(), layout.right(), before, layout.sums()
    else:
        sums = sum_places(m)
        places = left_places(m, stored, at), right_places(k, bt), sums, sums
    parts = [
        _of_each(at, places[0], left),
        _of_each(bt, places[1], right),
        _of_each(ct, places[2], start),
    ]
    results = _of_each(dt, places[3], wanted)
    counts = [*map(len, parts), len(results)]
    text = kernel(mnemonic, counts, selector, dt)
    room = [np.zeros(32, np.uint32)] * (len(results) - len(parts[2]))
    memory = np.stack([*parts[0], *parts[1], *parts[2], *room, *extra])
    return text, memory, results, dt


def _of_each(kind: str, places: list[tuple[Array, Array]], matrices: list[Array]) -> list[Array]:
    """The registers of one matrix, or of four: each is that of the lanes of one of the groups."""
    every = [words(kind, places, matrix) for matrix in matrices]
    if len(every) == 1:
        return every[0]
    return [np.choose(GROUP % 4, registers) for registers in zip(*every, strict=True)]


def kernel(mnemonic: str, counts: list[int], selector: int | None, dt: str) -> str:
    """Loads the registers, multiplies, and stores the sums where C was."""
    a, b, c, d = counts
    file = "f" if dt == "f32" else "r"
    names = [f"%{'r' if c < d else file}{n + a + b + 1}" for n in range(c)]
    names = [*(f"%r{n + 1}" for n in range(a + b)), *names]
    places = dict(enumerate(names))
    tail = ""
    if selector is not None:
        places[a + b + d] = "%r0"
        tail = f", %r0, {selector}"
    results = [f"%{file}{n + a + b + 1}" for n in range(d)]
    lists = results, names[:a], names[a : a + b], names[a + b :]
    operands = ", ".join("{" + ", ".join(part) + "}" for part in lists)
    lines = [f"ld.global.b32 {name}, [%rd3+{128 * n}];" for n, name in places.items()]
    lines.append(f"{mnemonic} {operands}{tail};")
    lines += [
        f"st.global.b32 [%rd3+{128 * (a + b + n)}], {name};" for n, name in enumerate(results)
    ]
    return KERNEL.format(count=a + b + d + 1, body="\n".join(lines))


def launched(text: str, compiled: bool) -> Callable[[Array], Any]:
    if compiled:
        return vgpu.load_ptx(text).kernel("k")[1, 32]
    function = lower(parse(text), "k")
    return lambda data: interpreter.launch(function, (1, 1, 1), (32, 1, 1), [data])


def cases() -> list[Any]:
    """Some instructions of each form of the table, and every selector of the sparse ones.

    Each type of A in each form stays, and the first and the last selector.
    """
    found: list[Any] = []
    seen: set[tuple[object, ...]] = set()
    for form in TABLE["mma"]:
        bounds = form.extra.get("bounds", {})
        most = [bounds["f"].most] if "f" in bounds else []
        chosen = [c for c in every_case(form, 400, seed=0) if c.target == "sm_90a"]
        chosen = [c for c in chosen if dict(c.fields)["at"] != "f64"]
        size = max(most[0] + 1 if most else 4, 3)
        for n, case in enumerate(chosen[:: max(len(chosen) // size, 1)]):
            selector = n % (most[0] + 1) if most else None
            kind = (form.spec, dict(case.fields)["at"], selector in (None, 0, *most[:1]))
            found.append((exhaustive if kind in seen else pytest.param)(case.mnemonic, selector))
            seen.add(kind)
    return found


@pytest.mark.parametrize(("mnemonic", "selector"), cases())
def test_the_product_of_whole_matrices(mnemonic: str, selector: int | None) -> None:
    """Whole numbers that are exact in every type, so that the order of the sums does not show."""
    text, memory, wanted, _ = product(mnemonic, selector)
    for compiled in (True, False):
        data = memory.copy()
        launched(text, compiled)(data)
        end = len(data) - (selector is not None)
        np.testing.assert_array_equal(data[end - len(wanted) : end], wanted)


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize(
    "mnemonic",
    ["mma.sync.aligned.m8n8k32.row.col{}.s32.s4.u4.s32",
     "mma.sync.aligned.m16n8k64.row.col{}.s32.u4.u4.s32",
     "mma.sp.sync.aligned.m16n8k32.row.col{}.s32.u8.s8.s32"],
)  # fmt: skip
def test_integer_sums_wrap_or_are_clamped(mnemonic: str, compiled: bool) -> None:
    """Of `.satfinite` the sum with C is clamped, and without it taken modulo 2^32."""
    selector = 0 if ".sp." in mnemonic else None
    for sat in ("", ".satfinite"):
        text, memory, wanted, _ = product(mnemonic.format(sat), selector)
        end = len(memory) - (selector is not None)
        place = slice(end - len(wanted), end)
        products = np.stack(wanted).view(np.int32) - memory[place].view(np.int32).astype(np.int64)
        ends = np.where(products > 0, 2**31 - 2, 2 - 2**31)
        memory[place] = ends.astype(np.int32).view(np.uint32)
        launched(text, compiled)(memory)
        exact = ends + products
        limits = np.clip(exact, -(2**31), 2**31 - 1)
        expected = (limits if sat else exact).astype(np.uint64).astype(np.uint32)
        np.testing.assert_array_equal(memory[place], expected)


@pytest.mark.parametrize("compiled", [True, False])
def test_what_a_sparse_matrix_does_not_store_is_not_multiplied(compiled: bool) -> None:
    """An infinity in B counts only where A has an element: zero times infinity would be NaN."""
    text = kernel("mma.sp.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32", [2, 2, 4, 4], 0, "f32")
    memory = np.zeros((9, 32), np.uint32)
    memory[:2] = np.float32(1).view(np.uint32)
    memory[2:4] = raw("tf32", np.ones((2, 32)))
    infinite = PLACE == 1  # k = 1 and 5
    memory[2:4, infinite] = np.float32(np.inf).view(np.uint32)
    memory[8] = 0x44444444  # the first of every two
    launched(text, compiled)(memory)
    np.testing.assert_array_equal(memory[4:8].view(np.float32), np.full((4, 32), 4))


def test_a_selector_beyond_the_lanes_is_refused() -> None:
    text = kernel("mma.sp.sync.aligned.m16n8k64.row.col.s32.s8.s8.s32", [4, 4, 4, 4], 1, "s32")
    with pytest.raises(PtxError, match="the sparsity selector is 1"):
        vgpu.load_ptx(text).kernel("k")


def test_multiply_adds_are_counted() -> None:
    """Of a sparse product those of stored elements."""
    for mnemonic, selector, name, macs in (
        ("mma.sync.aligned.m16n8k64.row.col.s32.s4.s4.s32", None, "int4", 16 * 8 * 64),
        ("mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.xor.popc", None, "int1", 8 * 8 * 128),
        ("mma.sync.aligned.m8n8k4.col.row.f16.f16.f16.f16", None, "fp16", 4 * 8 * 8 * 4),
        ("mma.sp.sync.aligned.m16n8k32.row.col.f32.bf16.bf16.f32", 1, "bf16", 16 * 8 * 16),
    ):
        text, memory, _, _ = product(mnemonic, selector)
        counters = launched(text, compiled=True)(memory).counters
        assert counters[f"kernelscope__tensor_mac_{name}.sum"] == macs
