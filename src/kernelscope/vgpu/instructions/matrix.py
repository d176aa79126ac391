"""Tensor-core instructions: ldmatrix, stmatrix, mma (PTX ISA, 9.7.14) and wgmma (9.7.15)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from llvmlite import ir as ll

from kernelscope.vgpu import ir
from kernelscope.vgpu.instructions.halves import join_code, narrow_code, split_code
from kernelscope.vgpu.instructions.say import fragments_of, groups_of, matrices_of, wgmma_words
from kernelscope.vgpu.interpreter import effects
from kernelscope.vgpu.interpreter import tensor as tensor_cores
from kernelscope.vgpu.interpreter.tensor import BITS
from kernelscope.vgpu.ir.define import define
from kernelscope.vgpu.ir.forms import Fields
from kernelscope.vgpu.jit import build, cluster, products, tensor
from kernelscope.vgpu.jit.addresses import ADDRESSES, begin, context_pointer, count, get
from kernelscope.vgpu.jit.build import F32, I8, I16, I32, I64, PTR
from kernelscope.vgpu.jit.scratch import scratch
from kernelscope.vgpu.jit.shared_memory import check_shared, rounds
from kernelscope.vgpu.layout import LANES, OFFSET_BITS, SHARED_WINDOW, Context, Frame, Site
from kernelscope.vgpu.types import LLType, LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.generator import Generator

VOID = ll.VoidType()
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


def _begin_matrix(
    module: ll.Module, name: str, matrices: int
) -> tuple[LLValue, ll.IRBuilder, LLValue, LLValue]:
    """Begin a function (context, site, addresses, data) that checks and counts its rows."""
    function, b = begin(module, name, VOID, [PTR, I64, ADDRESSES, PTR])
    context, site, addresses, _ = function.args
    used = ll.Constant(I32, (1 << (8 * matrices)) - 1)
    check_shared(b, context, site, addresses, used, 16)
    units = b.lshr(b.trunc(addresses, WORDS), build.constant(WORDS, 4))
    waves = tensor.num(0)
    for matrix in range(matrices):
        lanes = ll.Constant(I32, 0xFF << (8 * matrix))
        waves = b.add(waves, rounds(b, units, lanes, 8)[0])
    amounts = {
        Site.SHARED: tensor.num(1),
        Site.WAVEFRONTS: waves,
        Site.CONFLICTS: b.sub(waves, tensor.num(matrices)),
        Site.LANES: tensor.num(LANES),
    }
    count(b, context, site, amounts)
    base = b.ptrtoint(context_pointer(b, context, Context.SHARED), I64)
    function.attributes.add("noinline")
    return function, b, b.add(addresses, build.splat(b, base)), function.args[3]


def _make_ldmatrix(module: ll.Module, name: str, matrices: int, trans: bool) -> LLValue:
    function, b, host, data = _begin_matrix(module, name, matrices)
    for matrix in range(matrices):
        words = None if trans else _row_words(b, host, matrix)
        value = _transposed(b, host, matrix) if words is None else _gather(b, words)
        b.store(value, b.gep(data, [tensor.num(matrix)], source_etype=WORDS), align=64)
    b.ret_void()
    return function


def _make_stmatrix(module: ll.Module, name: str, matrices: int, trans: bool) -> LLValue:
    function, b, host, data = _begin_matrix(module, name, matrices)
    for matrix in range(matrices):
        value = b.load(b.gep(data, [tensor.num(matrix)], source_etype=WORDS), typ=WORDS, align=64)
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


def _buffer(g: Generator, element: LLType, count: int, lanes: int = LANES) -> LLValue:
    return scratch(g, element, count, lanes)


def _shared_addresses(g: Generator, inst: ir.Inst) -> LLValue:
    """Return the lanes' addresses in shared memory; a generic one of other memory is beyond it."""
    value = g.address_vector(next(o for o in inst.operands if isinstance(o, ir.Address)))
    if inst.fields["space"]:
        return value
    offset = g.b.sub(value, build.constant(ADDRESSES, SHARED_WINDOW << OFFSET_BITS))
    return cluster.own_offset(g.b, g.context, offset) if g.in_cluster else offset


def _ldmatrix(g: Generator, inst: ir.Inst) -> None:
    matrices, trans = _matrices(inst.fields), bool(inst.fields["trans"])
    name = f"ks.ldmatrix.x{matrices}{'t' if trans else ''}"
    function = get(g.module, name, _make_ldmatrix, matrices, trans)
    data = _buffer(g, I32, matrices)
    g.b.call(function, [g.context, tensor.num(inst.site), _shared_addresses(g, inst), data])
    values = tuple(
        g.b.load(g.b.gep(data, [tensor.num(n)], source_etype=WORDS), typ=WORDS, align=64)
        for n in range(matrices)
    )
    g.store_results(inst, (values,) if isinstance(inst.operands[0], tuple) else values[0])


def _stmatrix(g: Generator, inst: ir.Inst) -> None:
    matrices, trans = _matrices(inst.fields), bool(inst.fields["trans"])
    name = f"ks.stmatrix.x{matrices}{'t' if trans else ''}"
    function = get(g.module, name, _make_stmatrix, matrices, trans)
    data = _buffer(g, I32, matrices)
    value = g.source(inst, inst.form.signature[1], inst.operands[1])
    for n, register in enumerate(value if isinstance(value, tuple) else (value,)):
        g.b.store(register, g.b.gep(data, [tensor.num(n)], source_etype=WORDS), align=64)
    g.b.call(function, [g.context, tensor.num(inst.site), _shared_addresses(g, inst), data])


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
    """Return whether a product is one of integers."""
    return f["at"] in tensor.INTEGERS


def product(g: Generator, f: Fields, a: LLValue, b: LLValue, c: LLValue) -> LLValue:
    """Hand the registers to the function of this shape and type, since kernels have many
    products.
    """
    kind = (f["at"], f["bt"], depth_of(f))
    left, right, before = parts_of(a), parts_of(b), accumulators(g, f, c)
    if rows_of(f) == 8:  # the lower eight of sixteen rows are zeros
        left = tuple(part for word in left for part in (word, build.constant(word.type, 0)))
        before = [*before, *(build.constant(part.type, 0) for part in before)]
    # A·B of narrow integers fits: what is clamped is the sum with C.
    clamped = bool(f.get("satfinite"))
    sums = [build.constant(part.type, 0) for part in before] if clamped else before
    words = [*left, *right, *sums]
    data = _buffer(g, I32, len(words))
    for n, word in enumerate(words):
        place = g.b.gep(data, [tensor.num(n)], source_etype=WORDS)
        g.b.store(g.b.bitcast(word, WORDS), place, align=64)
    key = f"ks.mma.{kind[0]}.{kind[1]}.k{kind[2]}"
    g.b.call(get(g.module, key, _make_mma, kind, len(left), len(right)), [data])
    wide = build.vector(I32 if is_integer(f) else F32)
    first = len(left) + len(right)
    parts = [
        g.b.load(g.b.gep(data, [tensor.num(first + n)], source_etype=wide), typ=wide, align=64)
        for n in range(4)
    ]
    if clamped:
        pairs = zip(parts, before, strict=True)
        parts = [build.binary(g.b, "sadd.sat", part, total) for part, total in pairs]
    return (packed(g, f, parts[: rows_of(f) // 4]),)


def _make_mma(
    module: ll.Module, name: str, kind: tuple[str, str, int], left: int, right: int
) -> LLValue:
    """Build `void mma(data)`: registers of A, B and C one after another; C becomes A·B + C."""
    function, b = begin(module, name, VOID, [PTR])
    data = function.args[0]
    at, bt, depth = kind
    bits, integer = BITS[at], at in tensor.INTEGERS
    words = [
        b.load(b.gep(data, [tensor.num(n)], source_etype=WORDS), typ=WORDS, align=64)
        for n in range(left + right)
    ]
    rows = build.stack_bytes(b, 4 * depth * tensor.ROWS)
    columns = build.stack_bytes(b, 4 * LANES * right * 32 // bits)
    tensor.store_rows(b, words[:left], rows, at, bits)
    tensor.store_columns(b, words[left:], columns, bt, bits)
    key = f"ks.panel.mma.{'i' if integer else 'f'}{bits}k{depth}"
    offsets = tensor.column_offsets(depth, bits)
    panel = get(module, key, tensor.make_panel, offsets, 16, integer)
    b.call(panel, [b.gep(data, [tensor.num(left + right)], source_etype=WORDS), rows, columns])
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
        macs=lambda f: (mac_type(f), rows_of(f) * 8 * depth_of(f)),
    )  # fmt: skip


# ---- wgmma ---------------------------------------------------------------------------------


def _columns(f: Fields) -> int:
    return int(f["shape"].partition("n")[2].partition("k")[0])


def _immediates(inst: ir.Inst) -> dict[str, int]:
    return {
        spec.name: int(operand.value)
        for spec, operand in zip(inst.form.signature, inst.operands, strict=True)
        if spec.kind == "immediate" and isinstance(operand, ir.Immediate)
    }


@dataclass(frozen=True, slots=True)
class _Given:
    """What a product takes from registers when it is issued.

    Attributes:
        a: the matrix descriptor of A; None if A itself is in registers.
        b: the matrix descriptor of B.
        keep: whether the product is added to the old sums; None for always.
    """

    a: LLValue
    b: LLValue
    keep: LLValue


def _wgmma(g: Generator, inst: ir.Inst) -> None:
    """Emit a warp's 16 of the 64 rows: A from registers or shared memory, B from shared memory.

    The warps of a group may run one after another, since a correct program does not write what an
    unfinished wgmma reads. The product is complete at once, or late if the schedule is fine.
    """
    operands = _by_name(inst)
    in_registers = isinstance(operands["a"], tuple)
    a = None if in_registers else _descriptor(g, operands["a"])
    given = _Given(a, _descriptor(g, operands["b"]), _keeps_sums(g, operands["scale"]))
    if g.fine:
        _check_tiles(g, inst, given)
        _issue(g, inst, given)
    else:
        _multiply(g, inst, given)


def _issue(g: Generator, inst: ir.Inst, given: _Given) -> None:
    """Put a product into the warp's queue, with code of its own that calculates it later."""
    with g.aside("product", inst) as (code, entry):
        late = {slot: build.load_slot(g.b, entry, int(slot)) for slot in products.Entry}
        g.set_active(g.b.trunc(late[products.Entry.LANES], I32))
        a = None if given.a is None else late[products.Entry.A]
        keep = g.b.trunc(late[products.Entry.KEEPS], build.I1)
        _multiply(g, inst, _Given(a, late[products.Entry.B], keep))
    products.issue(g.b, _queue_of(g), {
        products.Entry.CODE: g.b.ptrtoint(code, I64),
        products.Entry.LANES: g.b.zext(g.active_bits, I64),
        products.Entry.A: tensor.num(0) if given.a is None else given.a,
        products.Entry.B: given.b,
        products.Entry.KEEPS: tensor.num(1) if given.keep is None else g.b.zext(given.keep, I64),
    })  # fmt: skip


def _queue_of(g: Generator) -> tuple[LLValue, LLValue, LLValue]:
    """Return the context and the frame of the warp, and its queue of products."""
    return g.context, g.frame, g.frame_area("products", products.QUEUE_BYTES)


def _multiply(g: Generator, inst: ir.Inst, given: _Given) -> None:
    """Calculate a product."""
    f = inst.fields
    depth, columns, bits = depth_of(f), _columns(f), BITS[f["at"]]
    options, operands = _immediates(inst), _by_name(inst)
    element = I32 if is_integer(f) else F32
    rows = _buffer(g, element, depth, tensor.ROWS)
    if given.a is None:
        spec = next(spec for spec in inst.form.signature if spec.name == "a")
        registers = g.source(inst, spec, operands["a"])
        tensor.store_rows(g.b, list(registers), rows, f["at"], bits)
    else:
        _shared_rows(g, inst, rows, (given.a, options.get("ta", 0)))
    _scale_rows(g, f, rows, options)
    transposed = bool(options.get("tb", 0))
    tile = _buffer(g, element, columns * depth, 1)
    lines, width = (depth, columns) if transposed else (columns, depth)
    key = f"ks.tile.{f['bt']}.{lines}x{width}{'t' if transposed else ''}"
    fill = get(g.module, key, tensor.make_tile, lines, width, (f["bt"], bits), transposed)
    place = [g.context, tensor.num(inst.site)]
    g.b.call(fill, [*place, given.b, tensor.num(0), tile])
    offsets = [4 * k * (columns if transposed else 1) for k in range(depth)]
    step = 4 if transposed else 4 * depth
    key = f"ks.panel.wgmma.{'i' if is_integer(f) else 'f'}n{columns if transposed else 0}k{depth}"
    panel = get(g.module, key, tensor.make_panel, offsets, step, is_integer(f))
    place = g.side_by_side(parts_of(operands["d"])) if f["dt"] != "f16" else None
    sums = _load_sums(g, inst) if place is None else place
    if given.keep is not None:
        with g.b.if_then(g.b.not_(given.keep)):
            fill = [sums, ll.Constant(I8, 0), tensor.num(columns * 64), ll.Constant(build.I1, 0)]
            build.intrinsic(g.b, "memset", VOID, fill, [PTR, I64])
    with build.counted_loop(g.b, tensor.num(columns // tensor.COLUMNS), "panels") as index:
        c = g.b.gep(sums, [g.b.mul(index, tensor.num(4 * LANES * 4))], source_etype=I8)
        right = g.b.gep(tile, [g.b.mul(index, tensor.num(8 * step))], source_etype=I8)
        g.b.call(panel, [c, rows, right])
    if place is None:
        _store_sums(g, inst, sums)


def _by_name(inst: ir.Inst) -> dict[str, ir.Operand]:
    return {s.name: o for s, o in zip(inst.form.signature, inst.operands, strict=True)}


def _check_tiles(g: Generator, inst: ir.Inst, given: _Given) -> None:
    """Fault now if a tile is not in shared memory, though it is read later."""
    f, options = inst.fields, _immediates(inst)
    depth, columns, chunk = depth_of(f), _columns(f), 128 // BITS[f["at"]]
    first = g.b.mul(g.b.and_(g.context_slot(Context.WARP), tensor.num(3)), tensor.num(tensor.ROWS))
    zero, place = tensor.num(0), [g.context, tensor.num(inst.site)]
    tiles = [(given.b, zero, columns, depth, bool(options.get("tb", 0)))]
    if given.a is not None:
        # Transposed, a warp reads all 64 rows of each k.
        whole = bool(options.get("ta", 0))
        rows, start = (64, zero) if whole else (tensor.ROWS, first)
        tiles.append((given.a, start, rows, depth, whole))
    for descriptor, start, rows, width, transposed in tiles:
        lines, width = (width, rows) if transposed else (rows, width)
        key = f"ks.tile.check.{lines}x{width // chunk}{'t' if transposed else ''}"
        check = get(g.module, key, tensor.make_check, (lines, width // chunk), transposed)
        g.b.call(check, [*place, descriptor, start])


def _descriptor(g: Generator, operand: ir.Operand) -> LLValue:
    assert isinstance(operand, ir.Register)
    return g.of_first_lane(g.held(operand))


def _shared_rows(g: Generator, inst: ir.Inst, rows: LLValue, tile: tuple[LLValue, int]) -> None:
    """Store the warp's 16 rows of A as [K][16]; `tile`: its descriptor, and if it is transposed."""
    f = inst.fields
    depth, bits = depth_of(f), BITS[f["at"]]
    value, transposed = tile
    warp = g.b.and_(g.context_slot(Context.WARP), tensor.num(3))
    first = g.b.mul(warp, tensor.num(tensor.ROWS))
    place = [g.context, tensor.num(inst.site)]
    if transposed:
        # Lines are k, and all 64 rows of a line are read; the warp takes its own.
        whole = _buffer(g, F32, 64 * depth, 1)
        key = f"ks.tile.{f['at']}.{depth}x64t"
        fill = get(g.module, key, tensor.make_tile, depth, 64, (f["at"], bits), True)
        g.b.call(fill, [*place, value, tensor.num(0), whole])
        kind = build.vector(F32, tensor.ROWS)
        for k in range(depth):
            start = g.b.gep(whole, [g.b.add(first, tensor.num(64 * k))], source_etype=F32)
            line = g.b.load(start, typ=kind, align=4)
            g.b.store(line, g.b.gep(rows, [tensor.num(k)], source_etype=kind), align=64)
        return
    element = I32 if is_integer(f) else F32
    tile = _buffer(g, element, tensor.ROWS * depth, 1)
    key = f"ks.tile.{f['at']}.16x{depth}"
    fill = get(g.module, key, tensor.make_tile, tensor.ROWS, depth, (f["at"], bits), False)
    g.b.call(fill, [*place, value, first, tile])
    turn = get(g.module, f"ks.transpose.{depth}", tensor.make_transpose, depth)
    g.b.call(turn, [tile, rows])


def _scale_rows(g: Generator, f: Fields, rows: LLValue, options: dict[str, int]) -> None:
    """Apply scale-a and scale-b, 1 or -1: the sign of their product goes to A."""
    if options.get("sa", 1) * options.get("sb", 1) >= 0:
        return
    kind = build.vector(F32, tensor.ROWS)
    for k in range(depth_of(f)):
        place = g.b.gep(rows, [tensor.num(k)], source_etype=kind)
        g.b.store(g.b.fneg(g.b.load(place, typ=kind, align=64)), place, align=64)


def _keeps_sums(g: Generator, scale: ir.Operand) -> LLValue:
    """Return scale-d as an i1, whether the product is added to the old sums; None for always."""
    if scale is None:
        return None
    if isinstance(scale, ir.Immediate):
        return None if scale.value else ll.Constant(build.I1, 0)
    register = scale.register if isinstance(scale, ir.NotPredicate) else scale
    assert isinstance(register, ir.Register)
    keep = g.of_first_lane(g.held(register))
    return g.b.not_(keep) if isinstance(scale, ir.NotPredicate) else keep


def _load_sums(g: Generator, inst: ir.Inst) -> LLValue:
    """Return a copy of the accumulators, four registers a panel."""
    f = inst.fields
    element = I32 if is_integer(f) else F32
    wide = build.vector(element)
    spec = inst.form.signature[0]
    parts = accumulators(g, {**f, "ct": f["dt"]}, g.source(inst, spec, inst.operands[0]))
    sums = _buffer(g, element, len(parts))
    for n, part in enumerate(parts):
        place = g.b.gep(sums, [tensor.num(n)], source_etype=wide)
        g.b.store(g.b.bitcast(part, wide), place, align=64)
    return sums


def _store_sums(g: Generator, inst: ir.Inst, sums: LLValue) -> None:
    f = inst.fields
    wide = build.vector(I32 if is_integer(f) else F32)
    count_ = _columns(f) // 2
    parts = [
        g.b.load(g.b.gep(sums, [tensor.num(n)], source_etype=wide), typ=wide, align=64)
        for n in range(count_)
    ]
    if f["dt"] == "f16":
        parts = [p for n in range(0, count_, 4) for p in packed(g, f, parts[n : n + 4])]
    g.store_results(inst, (tuple(parts),))


_WGMMA_COUNTS = {"nd": lambda f: _columns(f) // (4 if f["dt"] == "f16" else 2)}
_WGMMA_TYPES = {"dw": MMA_TYPES["dw"]}


_WGMMA_WORDS = "{d} = {left} x {right}{sum} on the tensor cores, by four warps: {matrices}{factors}"


def _legal_wgmma(f: Fields) -> bool:
    return BITS[f["at"]] == 8 or f["at"] == f["bt"]


for _types, _k, _sum, _tail_shared, _tail_registers in (
    ("bf16", 16, "f32", ", #sa, #sb, #ta, #tb", ", #sa, #sb, #tb"),
    ("f16", 16, "f16|f32", ", #sa, #sb, #ta, #tb", ", #sa, #sb, #tb"),
    ("tf32", 8, "f32", ", #sa, #sb", ", #sa, #sb"),
    ("e4m3|e5m2", 32, "f16|f32", ", #sa, #sb", ", #sa, #sb"),
    ("s8|u8", 32, "s32", "", ""),
):
    _shapes = "|".join(f"m64n{n}k{_k}" for n in range(8, 257, 8))
    for _a, _tail in (("a:b64", _tail_shared), ("a:b32*4", _tail_registers)):
        define(
            f"wgmma . mma_async . sync . aligned . shape:{_shapes} . dt:{_sum} . at:{_types}"
            f" . bt:{_types}",
            f"d=:dw*nd, {_a}, b:b64, scale:pred{_tail}",
            kind="effect", shape="varying", meaning=tensor_cores.wgmma, code=_wgmma, pipe="tensor",
            faults=True,
            valid=_legal_wgmma, counts=_WGMMA_COUNTS, types=_WGMMA_TYPES,
            words=_WGMMA_WORDS, say=wgmma_words,
            tells=("shape", "dt", "at", "bt", "a", "b", "scale", "sa", "sb", "ta", "tb"),
            macs=lambda f: (mac_type(f), 16 * _columns(f) * depth_of(f)),
        )  # fmt: skip


def _nothing(g: Generator, inst: ir.Inst) -> None:
    """Do nothing: what was written before is seen."""


def _commit(g: Generator, inst: ir.Inst) -> None:
    """Begin a new group; of products that are complete at once there are none."""
    if g.fine:
        build.add_to_slot(g.b, g.frame, int(Frame.PRODUCT_GROUPS), tensor.num(1))


def _wait(g: Generator, inst: ir.Inst) -> None:
    """Complete all groups of the warp's products but the last n."""
    if g.fine:
        operand = inst.operands[0]
        assert isinstance(operand, ir.Immediate)
        groups = build.load_slot(g.b, g.frame, int(Frame.PRODUCT_GROUPS))
        products.complete(g.b, _queue_of(g), g.b.sub(groups, tensor.num(int(operand.value))))


for _spec, _signature, _code, _meaning, _words in (
    (
        "wgmma . fence . sync . aligned", "", _nothing, effects.nothing,
        "let the matrix products that follow see what was written before to registers and memory",
    ),
    (
        "wgmma . commit_group . sync . aligned", "", _commit, tensor_cores.commit_products,
        "put the matrix products started so far into one group",
    ),
    (
        "wgmma . wait_group . sync . aligned", "#n", _wait, tensor_cores.wait_for_products,
        "wait until {open} of the warps' matrix products{are}",
    ),
):  # fmt: skip
    define(
        _spec, _signature, kind="effect", meaning=_meaning, code=_code, pipe="control",
        words=_words, say=groups_of, tells=("n",),
    )  # fmt: skip
