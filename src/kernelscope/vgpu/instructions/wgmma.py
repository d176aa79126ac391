"""Products of matrices by four warps: `wgmma` (PTX ISA, 9.7.17), dense, of single bits, and of a
sparse A.

A sparse A is half stored; `kernelscope.vgpu.sparse` says which of its elements are. Its registers
and its tile are those of a dense A with half of K. Each warp has 16 of the 64 rows, and gives their
metadata in registers as for `mma.sp` of 16 rows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kernelscope.vgpu import ir, sparse
from kernelscope.vgpu.instructions.matrix import (
    MMA_TYPES,
    accumulators,
    depth_of,
    mac_type,
    packed,
    parts_of,
)
from kernelscope.vgpu.instructions.phrases import groups_of, wgmma_words
from kernelscope.vgpu.interpreter import effects
from kernelscope.vgpu.interpreter import tensor as tensor_cores
from kernelscope.vgpu.ir.define import define
from kernelscope.vgpu.ir.forms import Bounds, Fields, parse_signature
from kernelscope.vgpu.jit import (
    build,
    helpers,
    products,
    tensor,
    tensor_floats,
    tensor_sparse,
    watch_engines,
)
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.build import F32, I8, I32, I64, PTR, VOID
from kernelscope.vgpu.jit.helpers import get
from kernelscope.vgpu.jit.scratch import scratch
from kernelscope.vgpu.layout import LANES, Context, Frame, Product
from kernelscope.vgpu.numeric import BITS
from kernelscope.vgpu.tensor_sums import sums_of
from kernelscope.vgpu.types import LLType, LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.generator import Generator


def _columns(f: Fields) -> int:
    return int(f["shape"].partition("n")[2].partition("k")[0])


def _bits(f: Fields) -> int:
    """Return the bits of what is multiplied at once: an element, or a word of single bits."""
    return 32 if f["at"] == "b1" else BITS[f["at"]]


def _depth(f: Fields) -> int:
    """Return the elements of a column of B, or its words of single bits."""
    return depth_of(f) * BITS[f["at"]] // _bits(f)


def _stored(f: Fields) -> int:
    """Return the elements of a row of A that are stored, or its words of single bits."""
    return _depth(f) // (2 if f.get("sp") else 1)


def _element(f: Fields) -> LLType:
    return tensor.element_of(tensor.family_of(f["at"]))


def _immediates(inst: ir.Inst) -> dict[str, int]:
    return {
        spec.name: int(operand.value)
        for spec, operand in zip(inst.form.signature, inst.operands, strict=True)
        if spec.kind == "immediate" and isinstance(operand, ir.Immediate)
    }


def _by_name(inst: ir.Inst) -> dict[str, ir.Operand]:
    return {s.name: o for s, o in zip(inst.form.signature, inst.operands, strict=True)}


@dataclass(frozen=True, slots=True)
class _Given:
    """The register operands of a product when it is issued.

    Attributes:
        a: the matrix descriptor of A; None if A itself is in registers.
        b: the matrix descriptor of B.
        keep: whether the product is added to the old sums; None for always.
        metadata: a pointer to the 32 lanes' metadata of a sparse A; None of another.
    """

    a: LLValue
    b: LLValue
    keep: LLValue
    metadata: LLValue


def _wgmma(g: Generator, inst: ir.Inst) -> None:
    """Emit a warp's 16 of the 64 rows: A from registers or shared memory, B from shared memory.

    The warps of a group may run one after another, since a correct program does not write what an
    unfinished wgmma reads. The product is complete at once, or late if the schedule is fine.
    """
    operands = _by_name(inst)
    in_registers = isinstance(operands["a"], tuple)
    a = None if in_registers else _descriptor(g, operands["a"])
    keep = _keeps_sums(g, operands["scale"])
    given = _Given(a, _descriptor(g, operands["b"]), keep, _metadata(g, inst))
    for tile, size, transposed in _tiles(g, inst, given):
        watch_engines.watch_tile(g, inst, tile, size, transposed=transposed)
    if g.fine:
        _check_tiles(g, inst, given)
        _issue(g, inst, given)
    else:
        _multiply(g, inst, given)


def _issue(g: Generator, inst: ir.Inst, given: _Given) -> None:
    """Put a product into the warp's queue, with code of its own that calculates it later."""
    with g.aside("product", inst) as (code, entry):
        late = {slot: build.load_slot(g.b, entry, int(slot)) for slot in Product}
        g.set_active(g.b.trunc(late[Product.LANES], I32))
        a = None if given.a is None else late[Product.A]
        keep = g.b.trunc(late[Product.KEEPS], build.I1)
        metadata = build.slot(g.b, entry, int(Product.METADATA))
        is_sparse = given.metadata is not None
        kept = _Given(a, late[Product.B], keep, metadata if is_sparse else None)
        _multiply(g, inst, kept)
    products.issue(g.b, _queue_of(g), {
        Product.CODE: g.b.ptrtoint(code, I64),
        Product.LANES: g.b.zext(g.active_bits, I64),
        Product.A: build.number(0) if given.a is None else given.a,
        Product.B: given.b,
        Product.KEEPS: build.number(1) if given.keep is None else g.b.zext(given.keep, I64),
    }, given.metadata)  # fmt: skip


def _queue_of(g: Generator) -> tuple[LLValue, LLValue, LLValue]:
    """Return the context and the frame of the warp, and its queue of products."""
    return g.context, g.frame, g.frame_area("products", products.QUEUE_BYTES)


def _multiply(g: Generator, inst: ir.Inst, given: _Given) -> None:
    """Calculate a product."""
    f = inst.fields
    columns, clamped = _columns(f), bool(f.get("satfinite"))
    rows, tile = _left(g, inst, given), _right(g, inst, given)
    panel, more, step = _panel(g, inst, given, rows)
    place = None
    if f["dt"] != "f16" and not clamped:
        place = g.side_by_side(parts_of(_by_name(inst)["d"]))
    before = _load_sums(g, inst) if place is None else place
    if given.keep is not None:
        with g.b.if_then(g.b.not_(given.keep)):
            _clear(g, before, columns)
    # A·B of narrow integers fits: what is clamped is the sum with D.
    sums = scratch(g, I32, columns // 2, LANES) if clamped else before
    if clamped:
        _clear(g, sums, columns)
    with build.counted_loop(g.b, build.number(columns // tensor.COLUMNS), "panels") as index:
        c = g.b.gep(sums, [g.b.mul(index, build.number(4 * LANES * 4))], source_etype=I8)
        right = g.b.gep(tile, [g.b.mul(index, build.number(8 * step))], source_etype=I8)
        g.b.call(panel, [c, rows, right, *more])
    if place is None:
        _store_sums(g, inst, sums, before if clamped else None)


def _clear(g: Generator, sums: LLValue, columns: int) -> None:
    fill = [sums, ll.Constant(I8, 0), build.number(columns * 64), ll.Constant(build.I1, 0)]
    build.intrinsic(g.b, "memset", VOID, fill, [PTR, I64])


def _left(g: Generator, inst: ir.Inst, given: _Given) -> LLValue:
    """Return the stored elements of the warp's rows of A, as [stored][16]."""
    f, options = inst.fields, _immediates(inst)
    rows = scratch(g, _element(f), _stored(f), tensor.ROWS)
    if given.a is None:
        spec = next(spec for spec in inst.form.signature if spec.name == "a")
        registers = g.source(inst, spec, _by_name(inst)["a"])
        tensor.store_rows(g.b, list(registers), rows, f["at"], _bits(f))
    else:
        _shared_rows(g, inst, rows, (given.a, options.get("ta", 0)))
    _scale_rows(g, f, rows, options)
    return rows


def _right(g: Generator, inst: ir.Inst, given: _Given) -> LLValue:
    """Return the elements of B: [columns][K], or [K][columns] if it is transposed."""
    f, transposed = inst.fields, bool(_immediates(inst).get("tb", 0))
    depth, columns = _depth(f), _columns(f)
    tile = scratch(g, _element(f), columns * depth, 1)
    lines, width = (depth, columns) if transposed else (columns, depth)
    key = f"ks.tile.{f['bt']}.{lines}x{width}{'t' if transposed else ''}"
    fill = get(g.module, key, tensor.make_tile, lines, width, (f["bt"], _bits(f)), transposed)
    g.b.call(fill, [g.context, build.number(inst.site), given.b, build.number(0), tile])
    return tile


def _panel(
    g: Generator, inst: ir.Inst, given: _Given, rows: LLValue
) -> tuple[LLValue, list[LLValue], int]:
    """Return the function that adds a panel's products, what it takes after the sums, A and B, and
    the bytes from one column of B to the next.
    """
    f, transposed = inst.fields, bool(_immediates(inst).get("tb", 0))
    depth, columns = _depth(f), _columns(f)
    along = 4 * columns if transposed else 4
    step = 4 if transposed else 4 * depth
    family = tensor.family_of(f["at"])
    layout = tensor_floats.Layout(depth, along, step, (f["at"], f["bt"]))
    how, more = None, list[LLValue]()
    if family == "f":
        how = sums_of(g.function.sm, "wgmma", f["at"], f["dt"])
        more = [scratch(g, I32, _stored(f) // 2, tensor.ROWS)]
        tensor_floats.store_exponents(g.b, rows, _stored(f), f["at"], *more)
        if given.metadata is None:
            key = f"ks.panel.{how.name}.{layout.name}"
            return get(g.module, key, tensor_floats.make_panel, how, layout), more, step
    offsets = [along * k for k in range(depth)]
    name = f"{family}{_bits(f)}n{columns if transposed else 0}k{depth}"
    if given.metadata is None:
        key = f"ks.panel.wgmma.{name}"
        return get(g.module, key, tensor.make_panel, offsets, step, family), [], step
    selector = _immediates(inst)["f"]
    key = f"ks.metadata.wgmma.{f['at']}.{selector}"
    bits = scratch(g, I32, tensor_sparse.chunks_of(f), tensor.ROWS)
    g.b.call(get(g.module, key, tensor_sparse.make_bits, f, selector), [given.metadata, bits])
    more.append(bits)
    if how is not None:
        key = f"ks.panel.sp.{how.name}.{layout.name}"
        return get(g.module, key, tensor_sparse.make_float_panel, f, layout, how), more, step
    key = f"ks.panel.wgmma.sp.{name}"
    return get(g.module, key, tensor_sparse.make_panel, f, offsets, step), more, step


def _metadata(g: Generator, inst: ir.Inst) -> LLValue:
    """Return a pointer to the register of metadata as it is now, or None."""
    if not inst.fields.get("sp"):
        return None
    names = [spec.name for spec in inst.form.signature]
    place = names.index("e")
    value = g.source(inst, inst.form.signature[place], inst.operands[place])
    words = scratch(g, I32, 1, LANES)
    g.b.store(value, words, align=64)
    return words


def _tiles(
    g: Generator, inst: ir.Inst, given: _Given
) -> list[tuple[tuple[LLValue, LLValue], tuple[int, int], bool]]:
    """Return the tiles in shared memory that the warp reads: the descriptor and the first line; how
    many lines, and 16-byte chunks of each; whether a line is one k.
    """
    f, options = inst.fields, _immediates(inst)
    chunk = 128 // _bits(f)
    first = g.b.mul(
        g.b.and_(g.context_slot(Context.WARP), build.number(3)), build.number(tensor.ROWS)
    )
    zero = build.number(0)
    tiles = [(given.b, zero, _columns(f), _depth(f), bool(options.get("tb", 0)))]
    if given.a is not None:
        # Transposed, a warp reads all 64 rows of each k.
        whole = bool(options.get("ta", 0))
        rows, start = (64, zero) if whole else (tensor.ROWS, first)
        tiles.append((given.a, start, rows, _stored(f), whole))
    pointers: list[tuple[tuple[LLValue, LLValue], tuple[int, int], bool]] = []
    for descriptor, start, rows, width, transposed in tiles:
        lines, width = (width, rows) if transposed else (rows, width)
        pointers.append(((descriptor, start), (lines, width // chunk), transposed))
    return pointers


def _check_tiles(g: Generator, inst: ir.Inst, given: _Given) -> None:
    """Fault now if a tile is not in shared memory, though it is read later."""
    for tile, (lines, pieces), transposed in _tiles(g, inst, given):
        size = [*map(build.number, (lines, pieces)), ll.Constant(build.I1, transposed)]
        site, no_table = build.number(inst.site), ll.Constant(PTR, None)
        helpers.call(g.b, "tile_chunks", [g.context, site, *tile, *size, no_table])


def _descriptor(g: Generator, operand: ir.Operand) -> LLValue:
    if isinstance(operand, ir.Immediate):
        return build.number(int(operand.value))
    assert isinstance(operand, ir.Register)
    return g.of_first_lane(g.held(operand))


def _shared_rows(g: Generator, inst: ir.Inst, rows: LLValue, tile: tuple[LLValue, int]) -> None:
    """Store the warp's 16 rows of A as [K][16]; `tile`: its descriptor, and if it is transposed."""
    f = inst.fields
    depth, bits = _stored(f), _bits(f)
    value, transposed = tile
    warp = g.b.and_(g.context_slot(Context.WARP), build.number(3))
    first = g.b.mul(warp, build.number(tensor.ROWS))
    place: list[LLValue] = [g.context, build.number(inst.site)]
    if transposed:
        # Lines are k, and all 64 rows of a line are read; the warp takes its own.
        whole = scratch(g, F32, 64 * depth, 1)
        key = f"ks.tile.{f['at']}.{depth}x64t"
        fill = get(g.module, key, tensor.make_tile, depth, 64, (f["at"], bits), True)
        g.b.call(fill, [*place, value, build.number(0), whole])
        row = build.vector(F32, tensor.ROWS)
        for k in range(depth):
            start = g.b.gep(whole, [g.b.add(first, build.number(64 * k))], source_etype=F32)
            line = g.b.load(start, typ=row, align=4)
            g.b.store(line, g.b.gep(rows, [build.number(k)], source_etype=row), align=64)
        return
    taken = scratch(g, _element(f), tensor.ROWS * depth, 1)
    key = f"ks.tile.{f['at']}.16x{depth}"
    fill = get(g.module, key, tensor.make_tile, tensor.ROWS, depth, (f["at"], bits), False)
    g.b.call(fill, [*place, value, first, taken])
    turn = get(g.module, f"ks.transpose.{depth}", tensor.make_transpose, depth)
    g.b.call(turn, [taken, rows])


def _scale_rows(g: Generator, f: Fields, rows: LLValue, options: dict[str, int]) -> None:
    """Apply scale-a and scale-b, 1 or -1: the sign of their product goes to A."""
    if options.get("sa", 1) * options.get("sb", 1) >= 0:
        return
    row = build.vector(F32, tensor.ROWS)
    for k in range(_stored(f)):
        place = g.b.gep(rows, [build.number(k)], source_etype=row)
        g.b.store(g.b.fneg(g.b.load(place, typ=row, align=64)), place, align=64)


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
    element = _element(f)
    wide = build.vector(element)
    spec = inst.form.signature[0]
    parts = accumulators(g, {**f, "ct": f["dt"]}, g.source(inst, spec, inst.operands[0]))
    sums = scratch(g, element, len(parts), LANES)
    for n, part in enumerate(parts):
        place = g.b.gep(sums, [build.number(n)], source_etype=wide)
        g.b.store(g.b.bitcast(part, wide), place, align=64)
    return sums


def _store_sums(g: Generator, inst: ir.Inst, sums: LLValue, before: LLValue) -> None:
    """Store sums into their registers; with those before, if given, added and clamped."""
    f = inst.fields
    wide = build.vector(_element(f))
    count = _columns(f) // 2

    def load(where: LLValue, n: int) -> LLValue:
        return g.b.load(g.b.gep(where, [build.number(n)], source_etype=wide), typ=wide, align=64)

    parts = [load(sums, n) for n in range(count)]
    if before is not None:
        old = (load(before, n) for n in range(count))
        parts = [build.binary(g.b, "sadd.sat", *pair) for pair in zip(parts, old, strict=True)]
    if f["dt"] == "f16":
        parts = [p for n in range(0, count, 4) for p in packed(g, f, parts[n : n + 4])]
    g.store_results(inst, (tuple(parts),))


# ---- the table -----------------------------------------------------------------------------------

_WIDE = (8, 16, 24, *range(32, 257, 16))  # columns of integers
_SCALES = {
    "scale": Bounds("the scale of D", 0, 1),
    "sa": Bounds("the scale of A", -1, 1, 2),
    "sb": Bounds("the scale of B", -1, 1, 2),
    "ta": Bounds("whether A is transposed", 0, 1),
    "tb": Bounds("whether B is transposed", 0, 1),
}
_WORDS = "{d} = {left} x {right}{sum} on the tensor cores, by four warps: {matrices}{factors}"
_HALF_STORED = "; A is half stored, and {e} of lanes chosen by {f} says which of its elements"


def _legal(f: Fields) -> bool:
    return BITS[f["at"]] == 8 or f["at"] == f["bt"]


def _define(spec: str, operands: str, tail: str, words: str, **extra: Any) -> None:
    """Add two forms: with A in shared memory, and in registers, which cannot be transposed."""
    for a, last in (("a:b64", tail), ("a:b32*4", tail.replace(", #ta", ""))):
        signature = f"d=:dw*nd, {a}, b:b64, {operands}scale:pred{last}"
        names = {operand.name for operand in parse_signature(signature)}
        limits = _SCALES | extra.get("bounds", {})
        define(
            f"wgmma . mma_async . {spec}", signature,
            kind="effect", shape="varying", meaning=tensor_cores.wgmma, code=_wgmma, pipe="tensor",
            faults=True, valid=_legal, words=words, say=wgmma_words,
            bounds={name: limit for name, limit in limits.items() if name in names},
            counts={"nd": lambda f: _columns(f) // (4 if f["dt"] == "f16" else 2)},
            types={"dw": MMA_TYPES["dw"]},
            tells=("shape", "dt", "at", "bt", "a", "b", "scale", "sa", "sb", "ta", "tb"),
            macs=lambda f: (mac_type(f), 16 * _columns(f) * _stored(f) * _bits(f) // BITS[f["at"]]),
        )  # fmt: skip


for _types, _k, _sum, _tail in (
    ("bf16", 16, ". dt:f32", ", #sa, #sb, #ta, #tb"),
    ("f16", 16, ". dt:f16|f32", ", #sa, #sb, #ta, #tb"),
    ("tf32", 8, ". dt:f32", ", #sa, #sb"),
    ("e4m3|e5m2", 32, ". dt:f16|f32", ", #sa, #sb"),
    ("s8|u8", 32, ". satfinite? . dt:s32", ""),
):
    _sizes = _WIDE if "s8" in _types else range(8, 257, 8)
    for _depth_factor, _name, _operands, _more in (
        (1, "", "", ""), (2, "sp . ", "e:b32!, #f, ", _HALF_STORED),
    ):  # fmt: skip
        _shapes = "|".join(f"m64n{n}k{_k * _depth_factor}" for n in _sizes)
        _most = sparse.selectors({"shape": f"k{2 * _k}", "at": _types.partition("|")[0]}) - 1
        _define(
            f"{_name}sync . aligned . shape:{_shapes} {_sum} . at:{_types} . bt:{_types}",
            _operands, _tail, _WORDS + _more,
            bounds={"f": Bounds("the sparsity selector", 0, _most)},
        )  # fmt: skip
_define(
    f"sync . aligned . shape:{'|'.join(f'm64n{n}k256' for n in _WIDE)}"
    " . dt:s32 . at:b1 . bt:b1 . and . popc",
    "", "", _WORDS + "; a product is the and of two bits",
)  # fmt: skip


def _nothing(g: Generator, inst: ir.Inst) -> None:
    """Do nothing: what was written before is seen."""


def _commit(g: Generator, inst: ir.Inst) -> None:
    """Begin a new group; of products that are complete at once there are none."""
    if g.fine:
        build.add_to_slot(g.b, g.frame, int(Frame.PRODUCT_GROUPS), build.number(1))


def _wait(g: Generator, inst: ir.Inst) -> None:
    """Complete all groups of the warp's products but the last n."""
    if g.fine:
        operand = inst.operands[0]
        assert isinstance(operand, ir.Immediate)
        groups = build.load_slot(g.b, g.frame, int(Frame.PRODUCT_GROUPS))
        products.complete(g.b, _queue_of(g), g.b.sub(groups, build.number(int(operand.value))))


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
