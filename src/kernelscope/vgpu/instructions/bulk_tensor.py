"""Copies of boxes of tensors, and tensor maps (PTX ISA, 9.7.10.28.5 and 9.7.10.29).

They move as other bulk copies do (`bulk.py`); `tensor_map.py` says what describes a tensor.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from kernelscope.vgpu import ir, tensor_map
from kernelscope.vgpu.instructions import atomics
from kernelscope.vgpu.instructions.bulk import (
    BLOCKS,
    DONE,
    HINTS,
    POLICY,
    TARGETS,
    combine,
    combined,
    lanes_of,
    way_of,
)
from kernelscope.vgpu.interpreter import boxes as meanings
from kernelscope.vgpu.ir.define import define
from kernelscope.vgpu.ir.forms import Bounds, Fields
from kernelscope.vgpu.jit import build, helpers
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.addresses import ADDRESSES
from kernelscope.vgpu.jit.build import I64, number
from kernelscope.vgpu.jit.bulk import LOAD, REDUCE, STORE, picker
from kernelscope.vgpu.jit.scratch import scratch
from kernelscope.vgpu.layout import BULK_WAY_RANK_AT, LANES, BulkWay
from kernelscope.vgpu.types import LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.generator import Generator

_INTEGERS = ("u32", "s32", "u64", "s64")
REDUCTIONS = {
    "add": ("u32", "s32", "u64", "f32", "f16", "bf16"),
    **dict.fromkeys(("min", "max"), (*_INTEGERS, "f16", "bf16")),
    **dict.fromkeys(("inc", "dec"), ("u32",)),
    **dict.fromkeys(("and", "or", "xor"), _INTEGERS),
}
"""The element types of each reduction."""


def _coordinates(g: Generator, inst: ir.Inst) -> LLValue:
    """Return a pointer to the coordinates, signed, as 32 i64 for each dimension; then the offsets
    of columns of pixels, unsigned.
    """
    g.lanes = LANES
    wide: list[LLValue] = []
    for spec, operand in zip(inst.form.signature, inst.operands, strict=True):
        if spec.name in ("at", "offsets"):
            widen = g.b.sext if spec.name == "at" else g.b.zext
            wide += [widen(value, ADDRESSES) for value in g.source(inst, spec, operand)]
    if inst.fields["mode"] == "im2col_no_offs":
        wide += [build.constant(ADDRESSES, 0)] * (len(wide) - 2)
    place = scratch(g, I64, tensor_map.MOST + tensor_map.SPATIAL, LANES)
    for d, value in enumerate(wide):
        row = g.b.gep(place, [ll.Constant(I64, d)], source_etype=ADDRESSES)
        g.b.store(value, row, align=64)
    return place


def _copy(way: int) -> Callable[[Generator, ir.Inst], None]:
    def code(g: Generator, inst: ir.Inst) -> None:
        op = inst.fields.get("op", "")
        kinds = tuple((t, combined({"op": op, "t": t})) for t in REDUCTIONS.get(op, ()))
        rank = int(inst.fields["dim"][0])
        box = "a" if way & BulkWay.LOADS else "b"
        values = [lanes_of(g, inst, name) for name in ("map", box, "bar", "blocks")]
        place = [g.context, number(inst.site)]
        has = way_of(way, inst) | _taken(inst.fields) | rank << BULK_WAY_RANK_AT
        more = [g.memory_mask(), number(int(has)), picker(g.module, op, kinds)]
        helpers.call(g.b, "bulk_boxes", [*place, *values, _coordinates(g, inst), *more])

    return code


def _taken(fields: Fields) -> BulkWay:
    """Return the flags of what a copy takes from a tensor, and of whose mbarriers it completes."""
    taken = BulkWay.IS_PAIR if fields.get("group") == "cta_group::2" else BulkWay(0)
    if fields["mode"] in tensor_map.FOUR_ROWS:
        return taken | BulkWay.FOUR_ROWS
    mode = tensor_map.mode_of(fields["mode"])
    flags = (BulkWay.COLUMNS, BulkWay.WIDE, BulkWay.WIDE_128)
    return functools.reduce(operator.or_, flags[:mode], taken)


def _nothing(g: Generator, inst: ir.Inst) -> None:
    """Do nothing: a prefetch has no result."""


def _coordinate_count(fields: Fields) -> int:
    return 5 if fields["mode"] in tensor_map.FOUR_ROWS else int(fields["dim"][0])


def _offset_count(fields: Fields) -> int:
    is_wide = tensor_map.mode_of(fields["mode"]) >= tensor_map.WIDE
    return 2 if is_wide else int(fields["dim"][0]) - 2


def _target(fields: Fields) -> str:
    """Return the `.target` of a copy: some modes and pairs of blocks are Blackwell's."""
    mode = fields["mode"]
    is_new = mode in tensor_map.FOUR_ROWS or tensor_map.mode_of(mode) >= tensor_map.WIDE
    return "sm_100a" if is_new or fields.get("group") else ""


_COUNTS = {"n": _coordinate_count, "m": _offset_count}
_DIMENSIONS = "dim:1d|2d|3d|4d|5d"
_MODE = "mode:tile?"
_COLUMNS = "the pixels from {at} on, each {offsets} further, of the tensor that {map} describes"
_WIDE = (
    "the pixels along W from {at} on, with a halo of pixels and an offset {offsets}, of the tensor "
    "that {map} describes"
)
_PIXELS = "the pixels from {at} on of the tensor that {map} describes"
_BOX = "the {dim} box at {at} of the tensor that {map} describes"
_ROWS = "the column and four rows {at} of the matrix that {map} describes"
_TOLD = ("dim", "mode", "to", "multicast", "op", "group")

_KINDS = (
    (_DIMENSIONS, _MODE, "", _BOX),
    ("dim:2d", "mode:tile::gather4", "", _ROWS),
    ("dim:3d|4d|5d", "mode:im2col", ", offsets:u16*m", _COLUMNS),
    ("dim:3d|4d|5d", "mode:im2col::w|im2col::w::128", ", offsets:u16*m", _WIDE),
)
"""What a load copies: its dimensions, its mode, its further operand, and its words."""
_GROUP = " . group:cta_group::1|cta_group::2?"

for _dimensions, _mode, _offsets, _what in _KINDS:
    for _to, _many, _blocks in TARGETS:
        for _hint, _policy in HINTS:
            define(
                f"cp . async . bulk . tensor . {_dimensions} {_to} . from:global . {_mode} . {DONE}"
                f" {_many} {_GROUP} {_hint}",
                f"[a], [map], at:s32*n, [bar]{_offsets}{_blocks}{_policy}",
                kind="memory", access="bulk_multicast" if _blocks else "bulk_load", any_order=True,
                code=_copy(LOAD), meaning=meanings.load, pipe="control", engine=True,
                counts=_COUNTS, tells=_TOLD, target=_target,
                words=f"start to copy {_what} to {{a}} in shared memory"
                + (BLOCKS if _blocks else "")
                + ", which completes on the barrier at {bar}"
                + (POLICY if _policy else ""),
            )  # fmt: skip

_STORED = (
    (_DIMENSIONS, _MODE, _BOX),
    ("dim:2d", "mode:tile::scatter4", _ROWS),
    ("dim:3d|4d|5d", "mode:im2col_no_offs", _PIXELS),
)
"""What a store or a reduction moves: its dimensions, its mode, and its words."""

for _hint, _policy in HINTS:
    _end = POLICY if _policy else ""
    for _dimensions, _mode, _offsets, _what in _KINDS:
        define(
            f"cp . async . bulk . prefetch . tensor . {_dimensions} . L2:L2 . from:global . {_mode}"
            f" {_hint}",
            f"[map], at:s32*n{_offsets}{_policy}",
            kind="effect", any_order=True, code=_nothing, meaning=meanings.prefetch,
            pipe="control", counts=_COUNTS, tells=(*_TOLD, "L2"), target=_target,
            words=f"bring {_what} into L2" + _end,
        )  # fmt: skip
    for _dimensions, _mode, _what in _STORED:
        define(
            f"cp . async . bulk . tensor . {_dimensions} . to:global . from:shared::cta . {_mode} "
            f". bulk_group {_hint}",
            f"[map], at:s32*n, [b]{_policy}",
            kind="memory", access="bulk_store", any_order=True, code=_copy(STORE),
            meaning=partial(meanings.store, None), pipe="control", engine=True, counts=_COUNTS,
            tells=_TOLD, target=_target, words=f"start to copy {{b}} in shared memory to {_what}"
            + _end,
        )  # fmt: skip
        for _op in REDUCTIONS:
            define(
                f"cp . reduce . async . bulk . tensor . {_dimensions} . to:global "
                f". from:shared::cta . op:{_op} . {_mode} . bulk_group {_hint}",
                f"[map], at:s32*n, [b]{_policy}",
                kind="memory", access="bulk_reduce", any_order=True, code=_copy(REDUCE),
                meaning=partial(meanings.store, combine), pipe="control", engine=True,
                counts=_COUNTS, reductions=REDUCTIONS, tells=_TOLD, target=_target,
                words=f"start to combine {_what} with that at {{b}} in shared memory: each element "
                "becomes " + atomics.becomes(_op, "the other") + _end,
            )  # fmt: skip


# ---- tensor maps ---------------------------------------------------------------------------------

_FIELDS = {
    "global_address": (0, 8), "rank": (tensor_map.RANK_AT, 1),
    "box_dim": (tensor_map.BOX_AT, 4), "global_dim": (tensor_map.SIZES_AT, 4),
    "element_stride": (tensor_map.STEPS_AT, 4), "global_stride": (tensor_map.STRIDES_AT, 8),
    "elemtype": (tensor_map.TYPE_AT, 1), "interleave_layout": (tensor_map.INTERLEAVE_AT, 1),
    "swizzle_mode": (tensor_map.SWIZZLE_AT, 1), "fill_mode": (tensor_map.FILL_AT, 1),
    "swizzle_atomicity": (tensor_map.ATOMICITY_AT, 1),
}  # fmt: skip
"""Name → (offset, bytes); the first one's offset if there are several."""


def _place(inst: ir.Inst) -> tuple[int, int]:
    """Return the offset of the field that an instruction replaces, and its bytes."""
    offset, size = _FIELDS[inst.fields["field"]]
    for spec, operand in zip(inst.form.signature, inst.operands, strict=True):
        if spec.name == "ord":
            assert isinstance(operand, ir.Immediate)
            offset += size * int(operand.value)
    return offset, size


_SPACES = {"": 0, "shared::cta": 1, "global": 2}


def _replace(g: Generator, inst: ir.Inst) -> None:
    g.lanes = LANES
    offset, size = _place(inst)
    operand = inst.operands[-1]
    if inst.form.signature[-1].kind == "immediate":
        assert isinstance(operand, ir.Immediate)
        value = g.const(I64, int(operand.value))
    else:
        value = lanes_of(g, inst, "new")
    lanes = [lanes_of(g, inst, "a"), value, g.memory_mask()]
    field = [number(_SPACES[inst.fields["space"]]), number(offset), number(size)]
    helpers.call(g.b, "tensormap_replace", [g.context, number(inst.site), *lanes, *field])


_SIZE = {"size": Bounds("the size of a tensor map", tensor_map.BYTES, tensor_map.BYTES)}
_ORDINAL = "the dimension of a tensor map"
_TARGETS = {"swizzle_atomicity": "sm_100a", "elemtype": "sm_100a", "swizzle_mode": "sm_103a"}
"""The `.target` for all values of a field."""
for _names, _type, _signature, _which, _bounds in (
    ("global_address", "b64", "[a], new:t", "", {}),
    ("rank", "b32", "[a], new:t", "", {}),
    (
        "box_dim|global_dim|element_stride", "b32", "[a], #ord, new:t", " of dimension {ord}",
        {"ord": Bounds(_ORDINAL, 0, tensor_map.MOST - 1)},
    ),
    (
        "global_stride", "b64", "[a], #ord, new:t", " of the dimension after {ord}",
        {"ord": Bounds(_ORDINAL, 0, tensor_map.MOST - 2)},
    ),
    *(
        (name, "b32", "[a], #new", "", {"new": Bounds(f"`.{name}`", 0, most)})
        for name, most in (
            ("elemtype", 15), ("interleave_layout", 2), ("swizzle_mode", 4), ("fill_mode", 1),
            ("swizzle_atomicity", 3),
        )
    ),
):  # fmt: skip
    define(
        f"tensormap . replace . mode:tile . field:{_names} . space:global|shared::cta? . b1024 "
        f". t:{_type}",
        _signature, kind="memory", code=_replace, meaning=meanings.replace, pipe="lsu",
        place=_place, bounds=_bounds, tells=("t", "space"),
        target=_TARGETS.get(_names, ""),
        words=f"the {{field}}{_which} of the tensor map at {{a}} becomes {{new}}",
    )  # fmt: skip


def _publish(g: Generator, inst: ir.Inst) -> None:
    values = [lanes_of(g, inst, name) for name in ("a", "b")]
    place = [g.context, number(inst.site)]
    helpers.call(g.b, "tensormap_publish", [*place, *values, g.memory_mask()])


define(
    "tensormap . cp_fenceproxy . to:global . from:shared::cta . proxy:tensormap::generic . release "
    ". scope:cta|cluster|gpu|sys . sync . aligned",
    "[a], [b], #size", kind="memory", code=_publish, meaning=meanings.publish, pipe="lsu",
    bounds=_SIZE,
    words="copy the tensor map of {size} bytes at {b} in shared memory to {a}, for copies that "
    "follow an acquire of {scope}",
)  # fmt: skip
