"""Products of a sparse matrix A on the tensor cores: `mma.sp` (PTX ISA, 9.7.16.6).

A is half stored; `kernelscope.vgpu.sparse` says which of its elements are. Its registers are those
of a dense A with half of K. Only products of stored elements are computed: an infinity in B has no
part in a sum whose A lacks its place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernelscope.vgpu import sparse
from kernelscope.vgpu.instructions.matrix import (
    MMA_TYPES,
    WORDS,
    accumulators,
    depth_of,
    is_integer,
    legal_mma,
    mac_type,
    packed,
    parts_of,
)
from kernelscope.vgpu.instructions.phrases import matrices_of
from kernelscope.vgpu.interpreter import tensor as tensor_cores
from kernelscope.vgpu.ir.define import define
from kernelscope.vgpu.ir.forms import Bounds, Fields
from kernelscope.vgpu.jit import build, tensor, tensor_floats, tensor_sparse
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.addresses import begin
from kernelscope.vgpu.jit.build import I32, PTR
from kernelscope.vgpu.jit.helpers import get
from kernelscope.vgpu.jit.scratch import scratch
from kernelscope.vgpu.layout import LANES
from kernelscope.vgpu.numeric import BITS
from kernelscope.vgpu.tensor_sums import Sums, sums_of
from kernelscope.vgpu.types import LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.generator import Generator


def _product(
    g: Generator, f: Fields, a: LLValue, b: LLValue, c: LLValue, metadata: LLValue, selector: int
) -> LLValue:
    """Hand the registers to the function of this shape, type and selector."""
    before = accumulators(g, f, c)
    clamped = bool(f["satfinite"])
    sums = [build.constant(part.type, 0) for part in before] if clamped else before
    words = [*parts_of(a), *parts_of(b), metadata, *sums]
    data = scratch(g, I32, len(words), LANES)
    for n, word in enumerate(words):
        place = g.b.gep(data, [build.number(n)], source_etype=WORDS)
        g.b.store(g.b.bitcast(word, WORDS), place, align=64)
    key, how = f"ks.mma.sp.{f['at']}.{f['bt']}.k{depth_of(f)}.{selector}", None
    if not is_integer(f):
        how = sums_of(g.function.sm, "mma", f["at"], f["dt"])
        key = f"{key}.{how.name}"
    g.b.call(get(g.module, key, _make, f, selector, how), [data])
    wide, first = build.vector(tensor.element_of(tensor.family_of(f["at"]))), len(words) - 4
    parts = [
        g.b.load(g.b.gep(data, [build.number(first + n)], source_etype=wide), typ=wide, align=64)
        for n in range(4)
    ]
    if clamped:
        pairs = zip(parts, before, strict=True)
        parts = [build.binary(g.b, "sadd.sat", part, total) for part, total in pairs]
    return (packed(g, f, parts),)


def _make(module: ll.Module, name: str, f: Fields, selector: int, how: Sums | None) -> LLValue:
    """Build `void mma(data)`: registers of A, B, the metadata and C; C becomes A·B + C.

    how: of floats, how they are added.
    """
    function, b = begin(module, name, ll.VoidType(), [PTR])
    data = function.args[0]
    left, right, bits = _left(f), _right(f), BITS[f["at"]]
    words = [
        b.load(b.gep(data, [build.number(n)], source_etype=WORDS), typ=WORDS, align=64)
        for n in range(left + right + 1)
    ]
    rows = build.stack_bytes(b, 4 * depth_of(f) // 2 * tensor.ROWS)
    columns = build.stack_bytes(b, 4 * LANES * right * 32 // bits)
    metadata = build.stack_bytes(b, 4 * tensor.ROWS * tensor_sparse.chunks_of(f))
    tensor.store_rows(b, words[:left], rows, f["at"], bits)
    tensor_sparse.store_bits(b, f, words[-1], selector, metadata)
    sums = b.gep(data, [build.number(left + right + 1)], source_etype=WORDS)
    depth = depth_of(f)
    if how is not None:
        tensor.store_lines(b, words[left:-1], columns, f["bt"], bits)
        kinds = tensor_floats.kinds_of(how, (f["at"], f["bt"]))
        layout = tensor_floats.Layout(depth, 4, 4 * depth, kinds)
        exponents = build.stack_bytes(b, depth * tensor.ROWS)
        tensor_floats.store_exponents(b, rows, depth // 2, kinds[0], exponents)
        key = f"ks.panel.sp.{how.name}.{layout.name}"
        panel = get(module, key, tensor_sparse.make_float_panel, f, layout, how)
        b.call(panel, [sums, rows, columns, exponents, metadata])
    else:
        tensor.store_columns(b, words[left:-1], columns, f["bt"], bits)
        offsets = tensor.column_offsets(depth, bits)
        key = f"ks.panel.mma.sp.{tensor.family_of(f['at'])}{bits}k{depth}"
        panel = get(module, key, tensor_sparse.make_panel, f, offsets, 16)
        b.call(panel, [sums, rows, columns, metadata])
    b.ret_void()
    function.attributes.add("noinline")
    return function


def _left(f: Fields) -> int:
    """Return the registers of A: 16 rows of K / 2 elements over 32 lanes."""
    return 16 * depth_of(f) // 2 * BITS[f["at"]] // 32 // LANES


def _right(f: Fields) -> int:
    return 8 * depth_of(f) * BITS[f["at"]] // 32 // LANES


for _name in ("sp", "sp::ordered_metadata"):
    for _shape, _types, _sums in (
        ("m16n8k16", "bf16", "f32"),
        ("m16n8k32", "bf16", "f32"),
        ("m16n8k16", "f16", "f16|f32"),
        ("m16n8k32", "f16", "f16|f32"),
        ("m16n8k8", "tf32", "f32"),
        ("m16n8k16", "tf32", "f32"),
        ("m16n8k32", "s8|u8", "s32"),
        ("m16n8k64", "s8|u8", "s32"),
        ("m16n8k64", "s4|u4", "s32"),
        ("m16n8k128", "s4|u4", "s32"),
        ("m16n8k64", "e4m3|e5m2", "f32"),
    ):
        _most = sparse.selectors({"shape": _shape, "at": _types.partition("|")[0]}) - 1
        define(
            f"mma . form:{_name} . sync . aligned . shape:{_shape} . row . col . satfinite?"
            f" . dt:{_sums} . at:{_types} . bt:{_types} . ct:{_sums}",
            "d:dw*nd, a:b32*na, b:b32*nb, c:cw*nc, e:b32!, #f",
            kind="warp", shape="varying", meaning=tensor_cores.mma_sparse, code=_product,
            pipe="tensor", valid=legal_mma,
            bounds={"f": Bounds("the sparsity selector", 0, _most)},
            words="{d} = {a} x {b} + {c} on the tensor cores: {matrices}; A is half stored, and"
            " {e} of lanes chosen by {f} says which of its elements",
            say=matrices_of, tells=("shape", "row", "col", "satfinite", "dt", "at", "bt", "ct"),
            counts={
                "na": _left,
                "nb": _right,
                "nc": lambda f: 2 if f["ct"] == "f16" else 4,
                "nd": lambda f: 2 if f["dt"] == "f16" else 4,
            },
            types=MMA_TYPES,
            by_gpu=True, macs=lambda f: (mac_type(f), 16 * 8 * depth_of(f) // 2),
        )  # fmt: skip
