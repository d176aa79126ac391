"""Tensor-core instructions of a warp: ldmatrix, stmatrix, mma (PTX ISA, 9.7.16)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernelscope.vgpu import ir
from kernelscope.vgpu.instructions.halves import join_code, narrow_code, split_code
from kernelscope.vgpu.instructions.phrases import fragments_of, matrices_of
from kernelscope.vgpu.interpreter import tensor as tensor_cores
from kernelscope.vgpu.ir.define import define
from kernelscope.vgpu.ir.forms import Fields
from kernelscope.vgpu.jit import build, helpers, tensor, tensor_floats
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.addresses import ADDRESSES, begin
from kernelscope.vgpu.jit.build import F32, I16, I32, I64, PTR, VOID
from kernelscope.vgpu.jit.helpers import get
from kernelscope.vgpu.jit.scratch import scratch
from kernelscope.vgpu.layout import LANES
from kernelscope.vgpu.numeric import BITS
from kernelscope.vgpu.tensor_sums import Sums, sums_of
from kernelscope.vgpu.types import LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.generator import Generator

WORDS = build.vector(I32)


# ---- ldmatrix, stmatrix --------------------------------------------------------------------


def _matrices(f: Fields) -> int:
    return int(f["v"][1:])


def _row_words(b: ll.IRBuilder, host: LLValue, matrix: int) -> LLValue:
    """Return for each lane the address of word lane%4 of row lane/4 of a matrix."""
    rows = build.shuffle(b, host, None, [8 * matrix + lane // 4 for lane in range(LANES)])
    words = ll.Constant(ADDRESSES, [4 * (lane % 4) for lane in range(LANES)])
    return b.add(rows, words)


def _gather(b: ll.IRBuilder, where: LLValue) -> LLValue:
    pointers = b.inttoptr(where, build.vector(PTR))
    every = build.constant(build.MASK, 1)
    args = [pointers, ll.Constant(I32, 4), every, build.constant(WORDS, 0)]
    return build.intrinsic(b, "masked.gather", WORDS, args, [WORDS, build.vector(PTR)])


def _transposed(b: ll.IRBuilder, host: LLValue, matrix: int) -> LLValue:
    """Return each lane's two elements: column lane/4 of rows 2·(lane%4) and the next."""
    total: LLValue = None
    for e in range(2):
        rows = build.shuffle(b, host, None, [8 * matrix + 2 * (n % 4) + e for n in range(LANES)])
        words = ll.Constant(ADDRESSES, [4 * (n // 8) for n in range(LANES)])
        shifts = ll.Constant(WORDS, [16 * (n // 4 % 2) for n in range(LANES)])
        half = b.and_(b.lshr(_gather(b, b.add(rows, words)), shifts), build.constant(WORDS, 0xFFFF))
        half = b.shl(half, build.constant(WORDS, 16)) if e else half
        total = half if total is None else b.or_(total, half)
    return total


def begin_matrix(
    module: ll.Module, name: str, matrices: int
) -> tuple[LLValue, ll.IRBuilder, LLValue, LLValue]:
    """Begin a function (context, site, addresses, data) that checks and counts its rows."""
    function, b = begin(module, name, VOID, [PTR, I64, ADDRESSES, PTR])
    *lines, data = function.args
    hosts = build.stack_bytes(b, 8 * LANES)
    good = helpers.call(b, "matrix_lines", [*lines, hosts], matrices)
    with b.if_then(b.not_(good), likely=False):
        b.ret_void()
    function.attributes.add("noinline")
    return function, b, b.load(hosts, typ=ADDRESSES, align=64), data


def _make_ldmatrix(module: ll.Module, name: str, matrices: int, trans: bool) -> LLValue:
    function, b, host, data = begin_matrix(module, name, matrices)
    for matrix in range(matrices):
        words = None if trans else _row_words(b, host, matrix)
        value = _transposed(b, host, matrix) if words is None else _gather(b, words)
        b.store(value, b.gep(data, [build.number(matrix)], source_etype=WORDS), align=64)
    b.ret_void()
    return function


def _make_stmatrix(module: ll.Module, name: str, matrices: int, trans: bool) -> LLValue:
    function, b, host, data = begin_matrix(module, name, matrices)
    for matrix in range(matrices):
        value = b.load(b.gep(data, [build.number(matrix)], source_etype=WORDS), typ=WORDS, align=64)
        if not trans:
            _scatter(b, value, _row_words(b, host, matrix), 4)
            continue
        for e in range(2):
            rows = build.shuffle(
                b, host, None, [8 * matrix + 2 * (n % 4) + e for n in range(LANES)]
            )
            columns = ll.Constant(ADDRESSES, [2 * (n // 4) for n in range(LANES)])
            half = b.trunc(b.lshr(value, build.constant(WORDS, 16 * e)), build.vector(I16))
            _scatter(b, half, b.add(rows, columns), 2)
    b.ret_void()
    return function


def _scatter(b: ll.IRBuilder, value: LLValue, where: LLValue, align: int) -> None:
    pointers = b.inttoptr(where, build.vector(PTR))
    every = build.constant(build.MASK, 1)
    args = [value, pointers, ll.Constant(I32, align), every]
    build.intrinsic(b, "masked.scatter", VOID, args, [value.type, build.vector(PTR)])


def _ldmatrix(g: Generator, inst: ir.Inst) -> None:
    matrices, trans = _matrices(inst.fields), bool(inst.fields["trans"])
    name = f"ks.ldmatrix.x{matrices}{'t' if trans else ''}"
    load_by(g, inst, get(g.module, name, _make_ldmatrix, matrices, trans), matrices)


def _stmatrix(g: Generator, inst: ir.Inst) -> None:
    matrices, trans = _matrices(inst.fields), bool(inst.fields["trans"])
    name = f"ks.stmatrix.x{matrices}{'t' if trans else ''}"
    store_by(g, inst, get(g.module, name, _make_stmatrix, matrices, trans), matrices)


def load_by(g: Generator, inst: ir.Inst, function: LLValue, count: int) -> None:
    """Load a warp's matrices by a function into `count` registers of each lane."""
    data = scratch(g, I32, count, LANES)
    _call_mover(g, inst, function, data)
    values = tuple(
        g.b.load(g.b.gep(data, [build.number(n)], source_etype=WORDS), typ=WORDS, align=64)
        for n in range(count)
    )
    g.store_results(inst, (values,) if isinstance(inst.operands[0], tuple) else values[0])


def store_by(g: Generator, inst: ir.Inst, function: LLValue, count: int) -> None:
    """Store a warp's matrices by a function from `count` registers of each lane."""
    data = scratch(g, I32, count, LANES)
    value = g.source(inst, inst.form.signature[1], inst.operands[1])
    for n, register in enumerate(parts_of(value)):
        g.b.store(register, g.b.gep(data, [build.number(n)], source_etype=WORDS), align=64)
    _call_mover(g, inst, function, data)


def _call_mover(g: Generator, inst: ir.Inst, function: LLValue, data: LLValue) -> None:
    """Call what moves a warp's matrices, unless its lanes do not execute the instruction."""
    address = next(o for o in inst.operands if isinstance(o, ir.Address))
    args = [g.context, build.number(inst.site), g.shared_vector(address), data]
    if inst.guard is None and g.left_out is None:
        g.b.call(function, args)
        return
    some = g.b.icmp_unsigned("!=", g.memory_mask(), ll.Constant(I32, 0))
    with g.b.if_then(some):
        g.b.call(function, args)


_FRAGMENTS = "{} {{matrices}} of 8 x 8 elements of 16 bits, whose rows are at the lanes' {{a}}"
for _space in ("shared|shared::cta",):
    define(
        f"ldmatrix . sync . aligned . m8n8 . v:x1|x2|x4 . trans? . space:{_space}? . b16",
        "d:b32*v, [a]", kind="memory", access="ldmatrix", shape="varying",
        meaning=tensor_cores.load_matrices, code=_ldmatrix,
        pipe="lsu", words=_FRAGMENTS.format("{d} = the lane's part of"),
        say=fragments_of, tells=("v",),
    )  # fmt: skip
    define(
        f"stmatrix . sync . aligned . m8n8 . v:x1|x2|x4 . trans? . space:{_space}? . b16",
        "[a], b:b32*v", kind="memory", access="stmatrix", meaning=tensor_cores.store_matrices,
        code=_stmatrix,
        pipe="lsu",
        words=_FRAGMENTS.format("store {b}, the lane's part of"),
        say=fragments_of, tells=("v",),
    )  # fmt: skip


# ---- mma -----------------------------------------------------------------------------------


def depth_of(f: Fields) -> int:
    """Return K of a product."""
    return int(f["shape"].rpartition("k")[2])


def rows_of(f: Fields) -> int:
    """Return M of a product."""
    return int(f["shape"][1:].partition("n")[0])


def is_integer(f: Fields) -> bool:
    """Return whether a product is one of integers, or of single bits."""
    return tensor.family_of(f["at"]) != "f"


def product(
    g: Generator, f: Fields, a: LLValue, b: LLValue, c: LLValue, *, opcode: str = "mma"
) -> LLValue:
    """Hand the registers to the function of this shape and type, since kernels have many
    products.
    """
    types = (f["at"], f["bt"], depth_of(f))
    left, right, before = parts_of(a), parts_of(b), accumulators(g, f, c)
    if rows_of(f) == 8:  # the lower eight of sixteen rows are zeros
        left = tuple(part for word in left for part in (word, build.constant(word.type, 0)))
        before = [*before, *(build.constant(part.type, 0) for part in before)]
    # A·B of narrow integers fits: what is clamped is the sum with C.
    clamped = bool(f.get("satfinite"))
    sums = [build.constant(part.type, 0) for part in before] if clamped else before
    words = [*left, *right, *sums]
    data = scratch(g, I32, len(words), LANES)
    for n, word in enumerate(words):
        place = g.b.gep(data, [build.number(n)], source_etype=WORDS)
        g.b.store(g.b.bitcast(word, WORDS), place, align=64)
    key, how = f"ks.mma.{types[0]}.{types[1]}.k{types[2]}", None
    if not is_integer(f):
        both = "f16" if f["dt"] == f["ct"] == "f16" else "f32"
        how = sums_of(g.function.sm, opcode, f["at"], both)
        key = f"{key}.{how.name}"
    g.b.call(get(g.module, key, _make_mma, types, len(left), len(right), how), [data])
    wide = build.vector(I32 if is_integer(f) else F32)
    first = len(left) + len(right)
    parts = [
        g.b.load(g.b.gep(data, [build.number(first + n)], source_etype=wide), typ=wide, align=64)
        for n in range(4)
    ]
    if clamped:
        pairs = zip(parts, before, strict=True)
        parts = [build.binary(g.b, "sadd.sat", part, total) for part, total in pairs]
    return (packed(g, f, parts[: rows_of(f) // 4]),)


def _make_mma(
    module: ll.Module,
    name: str,
    types: tuple[str, str, int],
    left: int,
    right: int,
    how: Sums | None,
) -> LLValue:
    """Build `void mma(data)`: registers of A, B and C one after another; C becomes A·B + C.

    how: of floats, how they are added.
    """
    function, b = begin(module, name, VOID, [PTR])
    data = function.args[0]
    at, bt, depth = types
    bits, family = BITS[at], tensor.family_of(at)
    words = [
        b.load(b.gep(data, [build.number(n)], source_etype=WORDS), typ=WORDS, align=64)
        for n in range(left + right)
    ]
    rows = build.stack_bytes(b, 4 * depth * tensor.ROWS)
    columns = build.stack_bytes(b, 4 * LANES * right * 32 // bits)
    tensor.store_rows(b, words[:left], rows, at, bits)
    c = b.gep(data, [build.number(left + right)], source_etype=WORDS)
    if how is not None:
        tensor.store_lines(b, words[left:], columns, bt, bits)
        kinds = tensor_floats.kinds_of(how, (at, bt))
        layout = tensor_floats.Layout(depth, 4, 4 * depth, kinds)
        exponents = build.stack_bytes(b, 2 * depth * tensor.ROWS)
        tensor_floats.store_exponents(b, rows, depth, kinds[0], exponents)
        key = f"ks.panel.{how.name}.{layout.name}"
        panel = get(module, key, tensor_floats.make_panel, how, layout)
        b.call(panel, [c, rows, columns, exponents])
    else:
        tensor.store_columns(b, words[left:], columns, bt, bits)
        offsets = tensor.column_offsets(depth, bits)
        key = f"ks.panel.mma.{family}{bits}k{depth}"
        b.call(get(module, key, tensor.make_panel, offsets, 16, family), [c, rows, columns])
    b.ret_void()
    function.attributes.add("noinline")
    return function


def parts_of(value: LLValue) -> tuple[LLValue, ...]:
    """Return the registers of an operand, which may be a single one."""
    return value if isinstance(value, tuple) else (value,)


def accumulators(g: Generator, f: Fields, c: LLValue) -> list[LLValue]:
    """Return the sums before a product, of f16 as f32, one a vector."""
    if f["ct"] != "f16":
        return list(parts_of(c))
    return [part for register in parts_of(c) for part in split_code(g, "f16x2", register)]


def packed(g: Generator, f: Fields, parts: list[LLValue]) -> tuple[LLValue, ...]:
    """Return the registers of sums: of f16 two in each."""
    if f["dt"] != "f16":
        return tuple(parts)
    bits = [narrow_code(g, "f16", p) for p in parts]
    return tuple(join_code(g, "f16x2", bits[n : n + 2]) for n in (0, 2))


def registers_of(f: Fields) -> int:
    """Return the number of registers of A: its rows of K elements over 32 lanes."""
    return rows_of(f) * depth_of(f) * BITS[f["at"]] // 32 // LANES


_MMA_COUNTS = {
    "na": registers_of,
    "nb": lambda f: registers_of(f) * 8 // rows_of(f),
    "nc": lambda f: 2 if f["ct"] == "f16" else rows_of(f) // 4,
    "nd": lambda f: 2 if f["dt"] == "f16" else rows_of(f) // 4,
}
MMA_TYPES = {
    "cw": lambda f: {"f16": "b32", "f32": "f32", "s32": "s32"}[f["ct"]],
    "dw": lambda f: {"f16": "b32", "f32": "f32", "s32": "s32"}[f["dt"]],
}


def mac_type(f: Fields) -> str:
    """Return the type by which the multiply-adds are counted."""
    if is_integer(f):
        return f"int{BITS[f['at']]}"
    return {"bf16": "bf16", "f16": "fp16", "tf32": "tf32"}.get(f["at"], "fp8")


def legal_mma(f: Fields) -> bool:
    """Return whether the fields go together: one type of sums, `.kind::f8f6f4` of 8-bit floats."""
    if f["dt"] != f["ct"] or (f.get("kind") and mac_type(f) != "fp8"):
        return False
    return (is_integer(f) or not f["satfinite"]) and (f["at"] == f["bt"] or BITS[f["at"]] <= 8)


for _shapes, _types, _sum in (
    ("m16n8k8|m16n8k16", "bf16", "f32"),
    ("m16n8k8|m16n8k16", "f16", "f16|f32"),
    ("m16n8k4|m16n8k8", "tf32", "f32"),
    ("m16n8k16|m16n8k32", "e4m3|e5m2", "f16|f32"),
    ("m8n8k16|m16n8k16|m16n8k32", "s8|u8", "s32"),
    ("m8n8k32|m16n8k32|m16n8k64", "s4|u4", "s32"),
):
    define(
        f"mma . sync . aligned . shape:{_shapes} . row . col . kind:kind::f8f6f4? . satfinite? "
        f". dt:{_sum} . at:{_types} . bt:{_types} . ct:{_sum}",
        "d:dw*nd, a:b32*na, b:b32*nb, c:cw*nc",
        kind="warp", shape="varying", meaning=tensor_cores.mma, code=product, pipe="tensor",
        valid=legal_mma, target=lambda f: "sm_100a" if f["kind"] else "",
        words="{d} = {a} x {b} + {c} on the tensor cores: {matrices}", say=matrices_of,
        tells=("shape", "row", "col", "dt", "at", "bt", "ct"),
        counts=_MMA_COUNTS, types=MMA_TYPES,
        by_gpu=True, macs=lambda f: (mac_type(f), rows_of(f) * 8 * depth_of(f)),
    )  # fmt: skip
