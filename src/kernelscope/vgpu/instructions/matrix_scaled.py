"""Products of floats of 4, 6 and 8 bits on the tensor cores of sm_120 (PTX ISA, 9.7.16.5 "mma"):
scaled in blocks, or with `.kind::f8f6f4`, and with A half stored.

`interpreter.tensor_scaled` says what an element and a scale are, `tensor_sums` how they are added.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kernelscope.vgpu import sparse
from kernelscope.vgpu.instructions.matrix import (
    MMA_TYPES,
    WORDS,
    accumulators,
    packed,
    parts_of,
)
from kernelscope.vgpu.instructions.phrases import matrices_of
from kernelscope.vgpu.interpreter import tensor_scaled as meanings
from kernelscope.vgpu.interpreter.tensor_scaled import element_of, scales_of, width_of
from kernelscope.vgpu.ir.define import define
from kernelscope.vgpu.ir.forms import Bounds, Fields
from kernelscope.vgpu.jit import build, helpers, tensor, tensor_floats, tensor_sparse
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.addresses import begin
from kernelscope.vgpu.jit.build import F32, I32, PTR
from kernelscope.vgpu.jit.helpers import get
from kernelscope.vgpu.jit.scratch import scratch
from kernelscope.vgpu.layout import LANES
from kernelscope.vgpu.tensor_sums import sums_of
from kernelscope.vgpu.types import LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.generator import Generator

_WIDE = build.vector(F32)


def _is_sparse(f: Fields) -> bool:
    return "form" in f


def _stored(f: Fields) -> int:
    """Return the elements of a row of A that are stored."""
    return sparse.depth_of(f) // (2 if _is_sparse(f) else 1)


def _left(f: Fields) -> int:
    return 16 * _stored(f) * width_of(f) // 32 // LANES


def _right(f: Fields) -> int:
    return 8 * sparse.depth_of(f) * width_of(f) // 32 // LANES


def _product(g: Generator, f: Fields, a: LLValue, b: LLValue, c: LLValue, *others: Any) -> LLValue:
    """Hand the registers to the function of this shape and these types."""
    scales = list(others)
    words = [*parts_of(a), *parts_of(b)]
    selector = 0
    if _is_sparse(f):
        metadata, selector, *scales = scales
        words.append(metadata)
    if scales_of(f):
        rows, row_ids, columns, column_ids = scales
        words += _scales(g, f, rows, row_ids, _row_lanes)
        words += _scales(g, f, columns, column_ids, _column_lanes)
    before = accumulators(g, f, c)
    first = len(words)
    data = scratch(g, I32, first + len(before), LANES)
    for n, word in enumerate([*words, *before]):
        place = g.b.gep(data, [build.number(n)], source_etype=WORDS)
        g.b.store(g.b.bitcast(word, WORDS), place, align=64)
    names = (element_of(f, "at"), element_of(f, "bt"), f["dt"])
    sparsity = f".sp{selector}" if _is_sparse(f) else ""
    scaled = f".x{scales_of(f)}{f['st']}" if scales_of(f) else ""
    key = f"ks.mma{sparsity}.{'.'.join(names)}.k{sparse.depth_of(f)}{scaled}"
    g.b.call(get(g.module, key, _make, f, selector), [data])
    parts = [
        g.b.load(g.b.gep(data, [build.number(first + n)], source_etype=_WIDE), typ=_WIDE, align=64)
        for n in range(4)
    ]
    return (packed(g, f, parts),)


# ---- scales ------------------------------------------------------------------------------------


def _row_lanes(thread: int) -> list[int]:
    """Return the lane that has the scales of the rows of A, one after another in 16 lanes."""
    pair = thread & 1
    return [4 * (n % 8) + 2 * pair + n // 8 % 2 for n in range(LANES)]


def _column_lanes(thread: int) -> list[int]:
    """Return the lane that has the scales of the columns of B, one after another in 8 lanes."""
    return [4 * (n % 8) + thread for n in range(LANES)]


def _scales(g: Generator, f: Fields, words: LLValue, selectors: LLValue, lanes: Any) -> list[Any]:
    """Return the bytes of the scales of rows or columns, one vector a block of K."""
    byte, thread = (g.b.zext(part, WORDS) for part in selectors)
    source = build.shuffle(g.b, words, None, lanes(0))
    for n in range(1, 4):
        other = build.shuffle(g.b, words, None, lanes(n))
        chosen = g.b.icmp_unsigned("==", thread, build.constant(WORDS, n))
        source = g.b.select(chosen, other, source)
    bits = g.b.and_(g.b.shl(byte, build.constant(WORDS, 3)), build.constant(WORDS, 31))
    source = g.b.lshr(source, bits)
    moved = (g.b.lshr(source, build.constant(WORDS, 8 * n)) for n in range(scales_of(f)))
    return [g.b.and_(word, build.constant(WORDS, 0xFF)) for word in moved]


# ---- the function ------------------------------------------------------------------------------


def _make(module: ll.Module, name: str, f: Fields, selector: int) -> LLValue:
    """Build `void mma(data)`: registers of A and B, the metadata of a sparse A, the scales of rows
    and of columns, and C, which becomes A·B + C.
    """
    function, b = begin(module, name, ll.VoidType(), [PTR])
    data = function.args[0]
    left, right, bits, count = _left(f), _right(f), width_of(f), scales_of(f)
    depth, stored, is_packed = sparse.depth_of(f), _stored(f), bits == 4

    def word(n: int) -> LLValue:
        place = b.gep(data, [build.number(n)], source_etype=WORDS)
        return b.load(place, typ=WORDS, align=64)

    rows = build.stack_bytes(b, 4 * stored * tensor.ROWS)
    columns = build.stack_bytes(b, 4 * depth * tensor.COLUMNS)
    exponents = build.stack_bytes(b, 2 * stored * tensor.ROWS)
    tensor.store_rows(b, [word(n) for n in range(left)], rows, element_of(f, "at"), bits)
    second = [word(left + n) for n in range(right)]
    tensor.store_lines(b, second, columns, element_of(f, "bt"), bits)
    after = left + right + _is_sparse(f)
    scales: list[LLValue] = []
    for first, size in ((after, tensor.ROWS), (after + count, tensor.COLUMNS)) if count else ():
        scales.append(_scale_words(b, f, [word(first + n) for n in range(count)], size))
    sums = b.gep(data, [build.number(after + 2 * count)], source_etype=WORDS)
    how = None if is_packed else sums_of(120, "mma", f["at"], f["dt"])
    layout = tensor_floats.Layout(depth, 4, 4 * depth, (f["at"], f["bt"]))
    key = f"{layout.name}{'.x' if count else ''}"
    if how is not None:
        tensor_floats.store_exponents(b, rows, stored, f["at"], exponents)
        key = f"{how.name}.{key}"
    if _is_sparse(f):
        own = {**f, "at": element_of(f, "at")}
        metadata = build.stack_bytes(b, 4 * tensor.ROWS * tensor_sparse.chunks_of(own))
        tensor_sparse.store_bits(b, own, word(left + right), selector, metadata)
        make, key = tensor_sparse.make_float_panel, f"ks.panel.sp.{key}{count}"
        panel = get(module, key, make, own, layout, how, count)
        b.call(panel, [sums, rows, columns, exponents, metadata, *scales])
    elif how is not None:
        panel = get(module, f"ks.panel.{key}", tensor_floats.make_panel, how, layout, bool(count))
        b.call(panel, [sums, rows, columns, exponents, *scales])
    else:
        before = tensor.load_columns(b, sums, F32)
        factors = [rows, columns, *scales]
        total = tensor_floats.scaled_columns(b, before, factors, (depth, count), by_row=False)
        tensor.save_columns(b, total, sums)
    b.ret_void()
    function.attributes.add("noinline")
    return function


def _scale_words(b: ll.IRBuilder, f: Fields, scales: list[LLValue], size: int) -> LLValue:
    """Return a place with the words of the scales of `size` rows or columns, block by block."""
    place = build.stack_bytes(b, 4 * size * len(scales))
    for n, scale in enumerate(scales):
        own = build.shuffle(b, scale, None, list(range(size)))
        b.store(own, b.gep(place, [build.number(n)], source_etype=own.type), align=4 * size)
    are_powers = ll.Constant(build.I1, f["st"] == "ue8m0")
    helpers.call(b, "scale_words", [place, build.number(size * len(scales)), are_powers])
    return place


# ---- the table ---------------------------------------------------------------------------------

_EIGHT, _ALL = ("e4m3", "e5m2"), "e4m3|e5m2|e3m2|e2m3|e2m1"
_COUNTS = {
    "na": _left,
    "nb": _right,
    "nc": lambda f: 2 if f["ct"] == "f16" else 4,
    "nd": lambda f: 2 if f["dt"] == "f16" else 4,
}
_TELLS = ("shape", "row", "col", "kind", "sv", "dt", "at", "bt", "ct", "st")
_A_IS_HALF = "; A is half stored, and {e} of lanes chosen by {f} says which of its elements"


def _macs(f: Fields) -> tuple[str, int]:
    return "fp8", 16 * 8 * _stored(f)


def _is_new(f: Fields) -> bool:
    """Return whether a product is none of those that `matrix` and `matrix_sparse` have.

    Without a kind only the sparse ones of 8 bits are left that add in f16.
    """
    eight = f["at"] in _EIGHT and f["bt"] in _EIGHT
    if f["dt"] != f["ct"] or (eight and not _is_sparse(f)):
        return False
    return bool(f["kind"]) or (eight and f["dt"] == "f16")


for _form, _kind, _metadata, _shape, _text in (
    ("", "kind:kind::f8f6f4", "", "m16n8k32", ""),
    (" . form:sp::ordered_metadata", "kind:kind::f8f6f4?", ", e:b32!, #f", "m16n8k64", _A_IS_HALF),
):
    define(
        f"mma{_form} . sync . aligned . shape:{_shape} . row . col . {_kind}"
        f" . dt:f16|f32 . at:{_ALL} . bt:{_ALL} . ct:f16|f32",
        f"d:dw*nd, a:b32*na, b:b32*nb, c:cw*nc{_metadata}",
        kind="warp", shape="varying", meaning=meanings.product, code=_product, pipe="tensor",
        valid=_is_new, target="sm_120a",
        bounds={"f": Bounds("the sparsity selector", 0, 0)},
        words="{d} = {a} x {b} + {c} on the tensor cores: {matrices}" + _text,
        say=matrices_of, tells=_TELLS, counts=_COUNTS, types=MMA_TYPES, macs=_macs,
    )  # fmt: skip

# Kind, shape, scales of a row, element types, and types of a scale.
_SCALED = (
    ("mxf8f6f4", 32, "1X?", _ALL, "ue8m0"),
    ("mxf4", 64, "2X?", "e2m1", "ue8m0"),
    ("mxf4nvf4", 64, "2X", "e2m1", "ue8m0"),
    ("mxf4nvf4", 64, "4X", "e2m1", "ue8m0|ue4m3"),
)
_THREADS_OF_A = Bounds("the thread pair that has the scales of A", 0, 1)
_THREADS_OF_B = Bounds("the thread that has the scales of B", 0, 3)
for _kind, _depth, _vector, _types, _scale_types in _SCALED:
    _step = {"1": 1, "2": 2, "4": 4}[_vector[0]]
    _bytes = Bounds("the first byte of the scales", 0, 4 - _step, _step)
    for _form, _metadata, _times, _text in (
        ("", "", 1, ""),
        (" . form:sp::ordered_metadata", ", e:b32!, #f", 2, _A_IS_HALF),
    ):
        define(
            f"mma{_form} . sync . aligned . shape:m16n8k{_times * _depth} . row . col"
            f" . kind:kind::{_kind} . block_scale . sv:scale_vec::{_vector}"
            f" . dt:f32 . at:{_types} . bt:{_types} . ct:f32 . st:{_scale_types}",
            f"d:f32*4, a:b32*na, b:b32*nb, c:f32*4{_metadata}, sa:b32, ia:b16*2, sb:b32, ib:b16*2",
            kind="warp", shape="varying", meaning=meanings.product, code=_product, pipe="tensor",
            target="sm_120a",
            bounds={
                "f": Bounds("the sparsity selector", 0, 0),
                "ia": (_bytes, _THREADS_OF_A), "ib": (_bytes, _THREADS_OF_B),
            },
            words="{d} = {a} x {b} + {c} on the tensor cores: {matrices}" + _text
            + "; scaled by {st} in {sa} and {sb}, of bytes and threads {ia} and {ib}",
            say=matrices_of, tells=_TELLS, counts=_COUNTS, macs=_macs,
        )  # fmt: skip
