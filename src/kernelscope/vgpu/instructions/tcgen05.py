"""Tensor memory and the tensor cores of the fifth generation (PTX ISA, 9.7.18): `tcgen05`.

A product, a copy or a shift is checked when it is issued and done when a thread has to wait at an
mbarrier that `tcgen05.commit` makes wait for it. Loads and stores are done at once.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kernelscope.vgpu import ir
from kernelscope.vgpu import tensor_memory as tm
from kernelscope.vgpu.instructions.bulk import lanes_of
from kernelscope.vgpu.interpreter import tcgen05 as meanings
from kernelscope.vgpu.ir.define import define
from kernelscope.vgpu.ir.forms import Bounds, Fields
from kernelscope.vgpu.jit import build, helpers, tensor, tensor_floats
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.addresses import ADDRESSES
from kernelscope.vgpu.jit.build import I1, I32, I64, PTR, number
from kernelscope.vgpu.jit.helpers import get
from kernelscope.vgpu.jit.scratch import scratch
from kernelscope.vgpu.layout import (
    LANES,
    OFFSET_BITS,
    SHARED_WINDOW,
)
from kernelscope.vgpu.tensor_layout import (
    TENSOR_COPY_BITS_AT,
    TENSOR_COPY_BYTES_AT,
    TENSOR_COPY_LANES_AT,
    TENSOR_COPY_TIMES_AT,
    TENSOR_KIND_AT,
    TENSOR_SCALES_AT,
    TensorCopy,
    TensorKind,
    TensorWay,
)
from kernelscope.vgpu.tensor_sums import sums_of
from kernelscope.vgpu.types import LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.generator import Generator


def _named(inst: ir.Inst) -> dict[str, ir.Operand]:
    return {s.name: o for s, o in zip(inst.form.signature, inst.operands, strict=True)}


def _place(g: Generator, inst: ir.Inst) -> list[LLValue]:
    g.lanes = LANES
    return [g.context, number(inst.site)]


def _tensor_address(g: Generator, inst: ir.Inst, name: str) -> LLValue:
    """Return an address of tensor memory as 64-bit lanes; zeros if there is none."""
    operand = _named(inst).get(name)
    if operand is None:
        return build.constant(ADDRESSES, 0)
    if not isinstance(operand, ir.Address):
        return lanes_of(g, inst, name)
    value, stride = g.full_address(operand)
    if stride is None:
        return value
    vector = build.splat(g.b, value)
    return g.b.add(vector, build.iota(I64, stride)) if stride else vector


def _is_pair(inst: ir.Inst) -> LLValue:
    return ll.Constant(I1, inst.fields["group"] == "cta_group::2")


# ---- allocation ----------------------------------------------------------------------------------


def _ask(helper: str, address: str) -> Callable[[Generator, ir.Inst], None]:
    """Return what emits an allocation or its end; its predicate is whether it is done."""

    def code(g: Generator, inst: ir.Inst) -> None:
        place = _place(g, inst)
        operand = _named(inst)[address]
        assert operand is not None
        if helper == "tensor_alloc":
            assert isinstance(operand, ir.Address)
            where = g.shared_vector(operand)
        else:
            where = lanes_of(g, inst, address)
        mask, columns = g.memory_mask(), lanes_of(g, inst, "n")
        done = helpers.call(g.b, helper, [*place, where, mask, columns, _is_pair(inst)])
        g.store_results(inst, build.splat(g.b, done))
        g.poll_unless(done)

    return code


def _relinquish(g: Generator, inst: ir.Inst) -> None:
    helpers.call(g.b, "tensor_relinquish", [g.context, g.memory_mask()])


def _nothing(g: Generator, inst: ir.Inst) -> None:
    """Do nothing: loads and stores are complete, and tasks are done in order."""


_COLUMNS = Bounds("the number of columns", 32, 512, only=(32, 64, 128, 256, 512))
_GROUP = "group:cta_group::1|cta_group::2"
_TARGET = "sm_100a"
define(
    f"tcgen05 . alloc . {_GROUP} . sync . aligned . space:shared::cta? . b32", "d:pred, [a], n:b32",
    kind="poll", shape="varying", code=_ask("tensor_alloc", "a"), meaning=meanings.alloc,
    pipe="control", target=_TARGET, faults=True, retried=True, tells=("group", "d"),
    words="allocate {n} columns of tensor memory, as soon as so many are free, and write their "
    "address to {a}",
)  # fmt: skip
define(
    f"tcgen05 . dealloc . {_GROUP} . sync . aligned . b32", "d:pred, where:b32, n:b32",
    kind="poll", shape="varying", code=_ask("tensor_dealloc", "where"), meaning=meanings.dealloc,
    pipe="control", target=_TARGET, faults=True, retried=True, tells=("group", "d"),
    words="give back the {n} columns of tensor memory at {where}",
)  # fmt: skip
define(
    f"tcgen05 . relinquish_alloc_permit . {_GROUP} . sync . aligned", "", kind="effect",
    code=_relinquish, meaning=meanings.relinquish, pipe="control", target=_TARGET,
    tells=("group",),
    words="allocate no more tensor memory in this block",
)  # fmt: skip
for _what, _words in (
    ("wait::ld", "wait until the warp's loads from tensor memory are complete"),
    ("wait::st", "wait until the warp's stores to tensor memory are complete"),
):
    define(
        f"tcgen05 . what:{_what} . sync . aligned", "", kind="effect", code=_nothing,
        meaning=meanings.nothing, pipe="control", target=_TARGET, words=_words,
    )  # fmt: skip
for _what, _words in (
    ("fence::before_thread_sync", "order the tcgen05 instructions before it before what follows"),
    (
        "fence::after_thread_sync",
        "order the tcgen05 instructions that follow after what was before",
    ),
):
    define(
        f"tcgen05 . what:{_what}", "", kind="effect", code=_nothing, meaning=meanings.nothing,
        pipe="control", target=_TARGET, words=_words,
    )  # fmt: skip


# ---- loads and stores ----------------------------------------------------------------------------


def _count(f: Fields) -> int:
    return tm.registers_of(f["shape"], f["num"])


def _way_of_access(inst: ir.Inst) -> int:
    """Return the constant that `tensor_load` and `tensor_store` take."""
    f, split = inst.fields, _named(inst).get("split")
    offset = int(split.value) if isinstance(split, ir.Immediate) else 0
    way = tm.SHAPES.index(f["shape"]) | bool(f["pack"]) << 3
    return way | _count(f) << 8 | (offset & 0xFFFFFFFF) << 32


_REGISTER = build.vector(I32)


def _load(g: Generator, inst: ir.Inst) -> None:
    place, count = _place(g, inst), _count(inst.fields)
    where, mask = _tensor_address(g, inst, "a"), g.memory_mask()
    out = scratch(g, I32, count, LANES)
    helpers.call(g.b, "tensor_load", [*place, where, mask, out], _way_of_access(inst))
    values = [
        g.b.load(g.b.gep(out, [number(k)], source_etype=_REGISTER), typ=_REGISTER, align=64)
        for k in range(count)
    ]
    results: list[Any] = [tuple(values) if isinstance(inst.operands[0], tuple) else values[0]]
    if "red" in inst.fields:
        results.append(_reduced(g, inst.fields, values))
    g.store_results(inst, tuple(results))


def _reduced(g: Generator, f: Fields, values: list[LLValue]) -> LLValue:
    """Return the least or the greatest of a lane's values; NaN only counts with `.NaN`."""
    b, op = g.b, f["op"]
    if f["t"] != "f32":
        name = ("s" if f["t"] == "s32" else "u") + op
        total = values[0]
        for value in values[1:]:
            total = build.binary(b, name, total, value)
        return total
    floats = build.vector(build.F32)
    numbers = [b.bitcast(value, floats) for value in values]
    if f["abs"]:
        numbers = [build.intrinsic(b, "fabs", floats, [n], [floats]) for n in numbers]
    name = (
        ("maximum" if op == "max" else "minimum")
        if f["NaN"]
        else ("maxnum" if op == "max" else "minnum")
    )
    total = numbers[0]
    for value in numbers[1:]:
        total = build.binary(b, name, total, value)
    return total


def _store(g: Generator, inst: ir.Inst) -> None:
    place, count = _place(g, inst), _count(inst.fields)
    names = [spec.name for spec in inst.form.signature]
    at = names.index("r")
    values = g.source(inst, inst.form.signature[at], inst.operands[at])
    out = scratch(g, I32, count, LANES)
    for k, value in enumerate(values if isinstance(values, tuple | list) else (values,)):
        g.b.store(value, g.b.gep(out, [number(k)], source_etype=_REGISTER), align=64)
    where, mask = _tensor_address(g, inst, "a"), g.memory_mask()
    helpers.call(g.b, "tensor_store", [*place, where, mask, out], _way_of_access(inst))


_TIMES = tuple(f"x{1 << k}" for k in range(8))


def _fits(f: Fields) -> bool:
    return _count(f) <= 128


for _shape, _split, _which in (
    ("16x64b|16x128b|16x256b|32x32b", "", ""),
    ("16x32bx2", ", #split", ", and {split} further"),
):
    define(
        f"tcgen05 . ld . sync . aligned . shape:{_shape} . num:{'|'.join(_TIMES)} "
        ". pack:pack::16b? . b32",
        f"d:b32*n, [a]{_split}", kind="memory", shape="varying", code=_load,
        meaning=meanings.load, pipe="lsu", valid=_fits, counts={"n": _count}, target=_TARGET,
        faults=True, tells=("shape", "num", "pack"),
        words=f"{{d}} = what tensor memory has at {{a}}{_which}",
    )  # fmt: skip
    define(
        f"tcgen05 . st . sync . aligned . shape:{_shape} . num:{'|'.join(_TIMES)} "
        ". pack:unpack::16b? . b32",
        f"[a]{_split}, r:b32*n", kind="memory", code=_store, meaning=meanings.store, pipe="lsu",
        valid=_fits, counts={"n": _count}, target=_TARGET, faults=True,
        tells=("shape", "num", "pack"),
        words=f"store {{r}} to tensor memory at {{a}}{_which}",
    )  # fmt: skip
for _shape, _split, _which in (
    ("32x32b", "", ""),
    ("16x32bx2", ", #split", ", and {split} further"),
):
    for _type, _more in (("f32", " . abs? . NaN?"), ("u32|s32", "")):
        define(
            f"tcgen05 . ld . red . sync . aligned . shape:{_shape} . num:{'|'.join(_TIMES[1:])} "
            f". pack:pack::16b? . op:min|max{_more} . t:{_type}",
            f"d:b32*n, dv:t, [a]{_split}", kind="memory", shape="varying", code=_load,
            meaning=meanings.load, pipe="lsu", counts={"n": _count}, target="sm_103a", faults=True,
            valid=lambda f: not f["pack"],
            tells=("shape", "num", "pack", "abs", "NaN", "t"),
            words="{d} = what tensor memory has at {a}, and {dv} the {op} of it" + _which,
        )  # fmt: skip


# ---- products ------------------------------------------------------------------------------------


# The type that stands for a kind's: its exponents are given, and others have at most its range.
_WIDEST = {TensorKind.F16: "bf16", TensorKind.TF32: "tf32"}


def _panel(g: Generator, kind: TensorKind, total: str, depth: int, by_row: bool) -> LLValue:
    """Return the function that adds the products of 16 rows and 8 columns to sums of a type.

    depth: the elements of A. by_row: each row has its own values of B, those that its metadata
    choose.
    """
    if kind == TensorKind.I8:
        key = f"ks.tensor.columns.{depth}{'.by_row' if by_row else ''}"
        return g.b.ptrtoint(get(g.module, key, tensor.make_columns, depth, by_row), I64)
    if kind in tm.NARROW:  # `c/scaled_sums.c` adds them
        return number(0)
    widest, is_scaled = _WIDEST.get(kind, "e5m2"), kind == TensorKind.MXF8F6F4
    how = sums_of(g.function.sm, "tcgen05", widest, total)
    along = 4 * (tensor.ROWS if by_row else 1)
    layout = tensor_floats.Layout(depth, along, along * depth, (widest, widest), by_row)
    key = f"ks.tensor.columns.{how.name}.{layout.name}{'.x' if is_scaled else ''}"
    panel = get(g.module, key, tensor_floats.make_columns, how, layout, True, is_scaled)
    return g.b.ptrtoint(panel, I64)


def _way_of_product(inst: ir.Inst, sm: int) -> int:
    f = inst.fields
    way = tm.KINDS[f["kind"]] << TENSOR_KIND_AT | meanings.scales_of(f) << TENSOR_SCALES_AT
    return way | meanings.way_of(inst, sm)


def _multiply(g: Generator, inst: ir.Inst) -> None:
    place, named = _place(g, inst), _named(inst)
    a = _tensor_address(g, inst, "a")
    off: LLValue = ll.Constant(PTR, None)
    if "off" in named:
        at = [spec.name for spec in inst.form.signature].index("off")
        masks = g.source(inst, inst.form.signature[at], inst.operands[at])
        off = scratch(g, I32, len(masks), LANES)
        for k, value in enumerate(masks):
            g.b.store(value, g.b.gep(off, [number(k)], source_etype=_REGISTER), align=64)
    halvings = named.get("halvings")
    shift = int(halvings.value) if isinstance(halvings, ir.Immediate) else 0
    given = [lanes_of(g, inst, name) for name in ("b", "i", "keep")]
    scales = [_tensor_address(g, inst, name) for name in ("sa", "sb")]
    product, is_sparse = tm.KINDS[inst.fields["kind"]], "sp" in inst.fields
    depth = tm.depth_of(product)
    panel = _panel(g, product, "f32", depth, is_sparse)
    halves = product in (TensorKind.F16, TensorKind.F8F6F4)
    half_panel = _panel(g, product, "f16", depth, is_sparse) if halves else number(0)
    helpers.call(g.b, "tensor_issue", [
        *place, g.memory_mask(), _tensor_address(g, inst, "d"), a, *given, *scales,
        _tensor_address(g, inst, "e"), lanes_of(g, inst, "z"), off, number(shift), panel,
        half_panel, number(_way_of_product(inst, g.function.sm)),
    ])  # fmt: skip


_WORDS = (
    "start D = A x B, and + D if {keep}, on the tensor cores: D at {d} in tensor memory, A {where} "
    "{a}, B by the descriptor {b}, shapes and types by {i}"
)
_STORED = "; A is half stored, and {e} in tensor memory says which of its elements"
_BUFFERS = ("fill", "use", "lastuse", "discard")


def _collectors(buffers: tuple[str, ...]) -> str:
    return "|".join(f"collector::{b}::{op}" for b in buffers for op in _BUFFERS)


def _mac_type(f: Fields) -> str:
    """Return the type by which the multiply-adds are counted; f16 stands for bf16, too, since a
    register says which.
    """
    names = {"kind::f16": "fp16", "kind::tf32": "tf32", "kind::i8": "int8"}
    return names.get(f["kind"], "fp4" if f["kind"].startswith("kind::mxf4") else "fp8")


def _product(spec: str, operands: str, words: str, **extra: Any) -> None:
    name, _, modifiers = spec.partition(" . group")
    places = ("a:b64", "by the descriptor"), ("[a]", "at")
    for (a, where), is_sparse in itertools.product(places, (False, True)):
        sparsity, metadata = (" . sp", "[e], ") if is_sparse else ("", "")
        text = f"{name}{sparsity} . group{modifiers}"
        # Only rows in tensor memory can be shifted.
        text = text.replace(" . ashift?", "") if a == "a:b64" else text
        define(
            f"tcgen05 . {text}", f"[d], {a}, b:b64, {metadata}i:b32, {operands}",
            kind="memory", code=_multiply, meaning=meanings.multiply, pipe="tensor",
            target=_TARGET, faults=True, engine=True, counts_macs=_mac_type,
            words=words.replace("{where}", where) + (_STORED if is_sparse else ""),
            tells=("kind", "group", "collector", "size", "ashift"), **extra,
        )  # fmt: skip


def _no_reuse(f: Fields) -> bool:
    """Return whether a shifted A is not kept, which is illegal."""
    return not f.get("ashift") or f["collector"] not in ("collector::a::use", "collector::a::fill")


def _scaled_by(f: Fields) -> bool:
    sizes = {
        "kind::mxf8f6f4": ("", "scale_vec::1X", "block32"),
        "kind::mxf4": ("", "scale_vec::2X", "block32"),
        "kind::mxf4nvf4": ("scale_vec::2X", "scale_vec::4X", "block16", "block32"),
    }
    return f["size"] in sizes[f["kind"]]


_HALVINGS = {"halvings": Bounds("the scale of D", 0, 15)}
_USE = f"collector:{_collectors(('a',))}?"
for _kinds, _scale, _limits in (
    ("kind::f16|kind::tf32", ", #halvings?", _HALVINGS),
    ("kind::f8f6f4|kind::i8", "", {}),
):
    for _group, _off, _lanes in (
        (_GROUP, "", ""),
        ("group:cta_group::1", "off:b32*4, ", ", but for the lanes {off} of D"),
        ("group:cta_group::2", "off:b32*8, ", ", but for the lanes {off} of D"),
    ):
        _product(
            f"mma . {_group} . kind:{_kinds} . ashift? . {_USE}",
            f"{_off}keep:pred{_scale}",
            _WORDS + _lanes + ("[; D is halved {halvings} times before]" if _scale else ""),
            valid=_no_reuse,
            bounds=_limits,
        )
_product(
    f"mma . {_GROUP} . kind:kind::mxf8f6f4|kind::mxf4|kind::mxf4nvf4 . block_scale "
    f". size:scale_vec::1X|scale_vec::2X|scale_vec::4X|block16|block32? . {_USE}",
    "[sa], [sb], keep:pred", _WORDS + ", with scales at {sa} and {sb}", valid=_scaled_by,
)  # fmt: skip
_product(
    "mma . ws . group:cta_group::1 . kind:kind::f16|kind::tf32|kind::f8f6f4|kind::i8 "
    f". collector:{_collectors(('b0', 'b1', 'b2', 'b3'))}?",
    "keep:pred, z:b64?", _WORDS + "[; the columns that {z} names count as zeros]",
)  # fmt: skip


# ---- copies, shifts, commits ---------------------------------------------------------------------

_REPEATS = {
    "": TensorCopy.ONCE,
    "warpx2::02_13": TensorCopy.PAIRS_02_13,
    "warpx2::01_23": TensorCopy.PAIRS_01_23,
    "warpx4": TensorCopy.FOUR_TIMES,
}
_COPY_SHAPES = {
    "128x256b": ("",),
    "4x256b": ("",),
    "128x128b": ("",),
    "64x128b": ("warpx2::02_13", "warpx2::01_23"),
    "32x128b": ("warpx4",),
}


def _issue(g: Generator, inst: ir.Inst, source: str, way: int) -> None:
    place, none = _place(g, inst), build.constant(ADDRESSES, 0)
    way |= TensorWay.SM_103 if g.function.sm == 103 else 0
    source_value = lanes_of(g, inst, source) if source else none
    helpers.call(g.b, "tensor_issue", [
        *place, g.memory_mask(), _tensor_address(g, inst, "a"), source_value, none, none, none,
        none, none, none, none, ll.Constant(PTR, None), *[number(0)] * 3, number(way),
    ])  # fmt: skip


def _copy(g: Generator, inst: ir.Inst) -> None:
    f = inst.fields
    lanes, _, bits = f["shape"].partition("x")
    way = TensorWay.COPIES | (TensorWay.PAIR if f["group"] == "cta_group::2" else 0)
    _issue(g, inst, "s", (
        way | int(lanes) << TENSOR_COPY_LANES_AT | int(bits[:-1]) // 8 << TENSOR_COPY_BYTES_AT
        | _REPEATS[f["many"]] << TENSOR_COPY_TIMES_AT
        | (int(f["src"][1]) if f["src"] else 0) << TENSOR_COPY_BITS_AT
    ))  # fmt: skip


def _shift(g: Generator, inst: ir.Inst) -> None:
    pair = TensorWay.PAIR if inst.fields["group"] == "cta_group::2" else 0
    _issue(g, inst, "", TensorWay.SHIFTS | pair)


define(
    f"tcgen05 . cp . {_GROUP} . shape:{'|'.join(_COPY_SHAPES)} "
    f". many:{'|'.join(filter(None, _REPEATS))}? . dst:b8x16? . src:b6x16_p32|b4x16_p64?",
    "[a], s:b64", kind="memory", code=_copy, meaning=meanings.copy, pipe="tensor", engine=True,
    target=_TARGET, faults=True, tells=("group", "shape", "many", "dst", "src"),
    valid=lambda f: f["many"] in _COPY_SHAPES[f["shape"]] and bool(f["dst"]) == bool(f["src"]),
    words="start to copy the matrix in shared memory by the descriptor {s} to {a} in tensor memory",
)  # fmt: skip
define(
    f"tcgen05 . shift . {_GROUP} . down", "[a]", kind="memory", code=_shift, meaning=meanings.shift,
    pipe="tensor", engine=True, target=_TARGET, faults=True, tells=("group",),
    words="start to move the rows of 32 bytes at {a} in tensor memory down: each takes the next "
    "one's, and the last of the 32 keeps its own",
)  # fmt: skip


def _commit(g: Generator, inst: ir.Inst) -> None:
    place, many = _place(g, inst), bool(inst.fields.get("multicast"))
    operand = _named(inst)["a"]
    assert isinstance(operand, ir.Address)
    where = _cluster_address(g, inst, operand)
    complete = g.b.ptrtoint(helpers.function(g.module, "tensor_complete"), I64)
    masks = lanes_of(g, inst, "blocks")
    helpers.call(g.b, "tensor_commit", [
        *place, where, masks, g.memory_mask(), complete, ll.Constant(I1, many),
    ])  # fmt: skip


def _cluster_address(g: Generator, inst: ir.Inst, operand: ir.Address) -> LLValue:
    """Return where an mbarrier is in the cluster's shared memory, for each lane.

    Hardware takes the low bits alone. Triton 3.6 gives the address of a shared variable without a
    space, where PTX wants a generic one: an address in no window is in the cluster's.
    """
    value = _tensor_address(g, inst, "a")
    if inst.fields["space"]:
        return value
    window = build.constant(ADDRESSES, SHARED_WINDOW << OFFSET_BITS)
    return g.b.select(g.b.icmp_unsigned("<", value, window), value, g.b.sub(value, window))


for _many, _blocks, _end in (
    ("", "", ""),
    (". multicast:multicast::cluster", ", blocks:b16", " in each block of the mask {blocks}"),
):
    define(
        f"tcgen05 . commit . {_GROUP} . done:mbarrier::arrive::one . space:shared::cluster? "
        f"{_many} . b64",
        f"[a]{_blocks}", kind="memory", code=_commit, meaning=meanings.commit, pipe="control",
        engine=True, target=_TARGET, faults=True, tells=("group", "done", "multicast"),
        words="arrive at the barrier at {a} when the products and copies to tensor memory that the "
        "thread has started so far are complete" + _end,
    )  # fmt: skip
