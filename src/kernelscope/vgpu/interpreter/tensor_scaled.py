"""Products of matrices of floats of 4, 6 and 8 bits in the interpreter, scaled in blocks or not.

`kernelscope.vgpu.tensor_sums` says how they are added. They are those of sm_120a, the only GPUs
that have them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kernelscope.vgpu import numeric, sparse
from kernelscope.vgpu.interpreter.memory import Array
from kernelscope.vgpu.ir.forms import Fields
from kernelscope.vgpu.layout import LANES
from kernelscope.vgpu.tensor_sums import add_products, add_scaled, sums_of

LANE = np.arange(LANES)
ROW, THREAD = LANE // 4, LANE % 4
_PACKED = ("kind::mxf4", "kind::mxf4nvf4")
_PER_ROW = {"": 0, "scale_vec::1X": 1, "scale_vec::2X": 2, "scale_vec::4X": 4}


def element_of(f: Fields, slot: str) -> str:
    """Return an element type; `e2m1x2` are two in a byte, and all others have one each."""
    return "e2m1x2" if f["kind"] in _PACKED else f[slot]


def width_of(f: Fields) -> int:
    """Return the bits of an element's container."""
    return 4 if f["kind"] in _PACKED else 8


def scales_of(f: Fields) -> int:
    """Return the scales of a row of A, or a column of B; 0 if the product has none."""
    if "st" not in f:
        return 0
    return _PER_ROW[f["sv"]] or (1 if f["kind"] == "kind::mxf8f6f4" else 2)


def product(f: Fields, _active: Array, *sources: Any) -> tuple[tuple[Array, ...]]:
    """Compute D = (A·scales)·(B·scales) + C of 16×8 outputs; A may be half stored."""
    a, b, c, *others = (part if isinstance(part, tuple) else (part,) for part in sources[:3])
    others = list(sources[3:])
    is_sparse = "form" in f
    depth = sparse.depth_of(f)
    stored = depth // 2 if is_sparse else depth
    left = _matrix(f, "at", a, 16, stored)
    right = _matrix(f, "bt", b, 8, depth)
    places = np.tile(np.arange(stored), (16, 1))
    if is_sparse:
        metadata, selector, *others = others
        places = sparse.places({**f, "at": element_of(f, "at")}, metadata, selector)
    sides = zip(others[::2], others[1::2], (_row_lanes, _column_lanes), strict=False)
    tables = [_scales(f, words, ids, lanes(ids[1]), scales_of(f)) for words, ids, lanes in sides]
    sums = list(c) if f["ct"] == "f32" else [half for word in c for half in _halves(word)]
    types = f["at"], f["bt"]
    for part in range(4):
        row, column = ROW + 8 * (part // 2), 2 * THREAD + part % 2
        factors = left[row], right[column[:, None], places[row]]
        if tables:
            scales = tables[0][row], tables[1][column]
            sums[part] = add_scaled(types, *factors, sums[part], scales, f["st"])
        else:
            how = sums_of(120, "mma", f["at"], f["dt"])
            sums[part] = add_products(how, types, *factors, sums[part])
    return (tuple(sums if f["dt"] == "f32" else [_pair(sums[:2]), _pair(sums[2:])]),)


def _halves(word: Array) -> list[Array]:
    bits = np.ascontiguousarray(word).view(np.uint16).reshape(LANES, 2)
    return [bits[:, n].copy().view(np.float16).astype(np.float32) for n in (0, 1)]


def _pair(sums: list[Array]) -> Array:
    low, high = (
        numeric.float_to_float("f16", "f32", part).view(np.uint16).astype(np.uint32)
        for part in sums
    )
    return low | high << np.uint32(16)


def _matrix(f: Fields, slot: str, registers: tuple[Array, ...], rows: int, depth: int) -> Array:
    """Return a fragment as [rows, depth]: A with 16 rows, or B transposed with 8."""
    width, name = width_of(f), f[slot]
    shift = 2 if name == "e2m1" and width == 8 else 0
    mask = np.uint32((1 << numeric.FORMATS[name].bits) - 1)
    each = 32 // width
    matrix = np.zeros((rows, depth), np.float32)
    for number, register in enumerate(registers):
        group, lower = divmod(number, 2) if rows == 16 else (number, 0)
        bits = np.ascontiguousarray(register).view(np.uint32)
        for e in range(each):
            codes = bits >> np.uint32(width * e + shift) & mask
            column = (4 * group + THREAD) * each + e
            matrix[ROW + 8 * lower, column] = numeric.floats_by_code(name)[codes]
    return matrix


def _row_lanes(thread: Array) -> list[int]:
    """Return the lane that has the scales of each row of A."""
    pair = int(thread[0]) & 1
    return [4 * (row % 8) + 2 * pair + row // 8 for row in range(16)]


def _column_lanes(thread: Array) -> list[int]:
    """Return the lane that has the scales of each column of B."""
    return [4 * column + (int(thread[0]) & 3) for column in range(8)]


def _scales(
    f: Fields, words: Array, selectors: tuple[Array, ...], lanes: list[int], count: int
) -> Array:
    """Return the scales of each row or column, as [rows, count]."""
    first = int(selectors[0][0]) & 3
    result = np.zeros((len(lanes), count), np.float32)
    for row, lane in enumerate(lanes):
        for n in range(count):
            code = int(words[lane]) >> 8 * (first + n) & 0xFF
            if f["st"] == "ue8m0":
                result[row, n] = float(numeric.scale(code))
            else:
                result[row, n] = numeric.floats_by_code("e4m3")[code & 0x7F]
    return result
