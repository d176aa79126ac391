"""Textures and surfaces (PTX ISA, 9.7.12 and 9.7.13), by handles of 64 bits.

Compiled code hands the operands of a warp to the host, where `image_access` runs for both engines.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kernelscope.vgpu import image_access, ir
from kernelscope.vgpu.image_access import COORDINATES, DATA, ROWS, VECTOR, Request
from kernelscope.vgpu.ir.define import define
from kernelscope.vgpu.ir.forms import Fields
from kernelscope.vgpu.jit import build
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.build import I16, I32, I64, PTR
from kernelscope.vgpu.jit.scratch import scratch
from kernelscope.vgpu.layout import IMAGE_CALL, LANES, Context
from kernelscope.vgpu.types import LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.interpreter.warp import Warp
    from kernelscope.vgpu.jit.generator import Generator

_WIDE = build.vector(I64)


def _request(inst: ir.Inst) -> Request:
    """Return what an instruction asks for."""
    f, opcode = inst.fields, inst.opcode
    if opcode in ("txq", "suq"):
        return Request(opcode, detail=f["what"])
    if opcode in ("tex", "tld4"):
        return Request(opcode, f["geometry"], f["from"], f.get("channel", ""))
    count = _elements(f) if "v" in f else 1
    return Request(
        opcode, f["geometry"], f["t"], f["outside"], count, f.get("op", ""), f.get("how") == "p"
    )


def _rows(inst: ir.Inst) -> dict[str, int]:
    """Return the first row of the operand table for each source that matters."""
    rows = {"a": 0, "at": COORDINATES, "b": DATA}
    return {s.name: rows[s.name] for s in inst.form.signature if s.name in rows}


def _code(g: Generator, inst: ir.Inst) -> None:
    """Hand the operands to the host; if it stops the launch, the next loop sees it."""
    g.lanes = LANES
    table = scratch(g, I64, ROWS, LANES)
    rows = _rows(inst)
    for spec, operand in zip(inst.form.signature, inst.operands, strict=True):
        if spec.name not in rows:
            continue
        at_address = isinstance(operand, ir.Address)
        value = g.address_vector(operand) if at_address else g.source(inst, spec, operand)
        values = value if isinstance(value, tuple) else (value,)
        for n, element in enumerate(values):
            place = g.b.gep(table, [ll.Constant(I64, rows[spec.name] + n)], source_etype=_WIDE)
            g.b.store(_widened(g, element), place, align=64)
    mask = g.memory_mask()
    with g.b.if_then(g.b.icmp_unsigned("!=", mask, ll.Constant(I32, 0))):
        signature = ll.FunctionType(ll.VoidType(), [PTR, I64, I64, PTR, PTR, I64])
        host = g.b.inttoptr(g.context_slot(Context.HOST_CALL), signature.as_pointer())
        packed = g.b.inttoptr(ll.Constant(I64, _request(inst).pack()), PTR)
        call, site = ll.Constant(I64, IMAGE_CALL), ll.Constant(I64, inst.site)
        g.b.call(host, [g.context, call, g.b.zext(mask, I64), table, packed, site])
    _store_results(g, inst, table)


def _widened(g: Generator, value: LLValue) -> LLValue:
    """Return the bits of a value in 64 bits a lane."""
    element = build.element_type(value)
    if isinstance(element, (ll.FloatType, ll.DoubleType)):
        bits = I32 if isinstance(element, ll.FloatType) else I64
        value = g.b.bitcast(value, build.vector(bits))
    if not build.is_vector(value):
        value = build.splat(g.b, value)
    return value if build.element_type(value) == I64 else g.b.zext(value, _WIDE)


def _store_results(g: Generator, inst: ir.Inst, table: LLValue) -> None:
    spec, operand = inst.form.signature[0], inst.operands[0]
    if not spec.is_destination:
        return
    count = len(operand) if isinstance(operand, tuple) else 1
    name = inst.fields.get("t", "b32")
    values: list[LLValue] = []
    for n in range(count):
        place = g.b.gep(table, [ll.Constant(I64, n)], source_etype=_WIDE)
        value = g.b.load(place, typ=_WIDE, align=64)
        if name != "b64":
            narrow = I16 if name in ("b8", "b16") else I32
            value = g.b.trunc(value, build.vector(narrow))
        if name == "f32":
            value = g.b.bitcast(value, build.vector(build.F32))
        values.append(value)
    g.store_results(inst, (tuple(values),) if isinstance(operand, tuple) else values[0])


def _meaning(warp: Warp, inst: ir.Inst) -> None:
    table = np.zeros((ROWS, LANES), np.uint64)
    rows = _rows(inst)
    for spec, operand in zip(inst.form.signature, inst.operands, strict=True):
        if spec.name in rows:
            value = warp.source(inst, spec, operand)
            values = value if isinstance(value, tuple) else (value,)
            for n, element in enumerate(values):
                bits = np.broadcast_to(np.asarray(element), LANES)
                whole = np.ascontiguousarray(bits).view(f"u{bits.itemsize}")
                table[rows[spec.name] + n] = whole
    image_access.run(_request(inst), warp.active, table, warp.launch.memory.at)
    spec, operand = inst.form.signature[0], inst.operands[0]
    if not spec.is_destination:
        return
    name = inst.fields.get("t", "b32")
    dtype = {"f32": np.float32, "s32": np.int32, "b64": np.uint64}.get(name, np.uint32)
    narrow = np.uint16 if name in ("b8", "b16") else np.uint64 if name == "b64" else np.uint32
    count = len(operand) if isinstance(operand, tuple) else 1
    results = tuple(table[n].astype(narrow) for n in range(count))
    results = tuple(r.view(dtype) if r.dtype.itemsize == np.dtype(dtype).itemsize else r
                    for r in results)  # fmt: skip
    warp.write(inst, (results,) if isinstance(operand, tuple) else results[0])


def _elements(f: Fields) -> int:
    return int(f["v"][1:]) if f["v"] else 1


def _register(f: Fields) -> str:
    """Return the type of a register that holds an element; there are none of 8 bits."""
    return "b16" if f["t"] == "b8" else f["t"]


_COUNTS = {
    "n": lambda f: VECTOR[f["geometry"]],
    "g": lambda f: {"1d": 1, "a1d": 1, "2d": 2, "a2d": 2}.get(f["geometry"], 4),
    "v": _elements,
}
_EVERY = "geometry:1d|2d|3d|a1d|a2d|cube|acube"
_FLAT = "geometry:1d|2d|3d|a1d|a2d"
_WORDS = "{{d}} = the texel of the {{geometry}} texture {{a}} at {{at}}{}"
for _spec, _more, _what in (
    (f"tex . {_EVERY} . v4 . t:u32|s32|f32 . from:f32", "", ""),
    ("tex . geometry:1d|2d|3d|a1d|a2d . v4 . t:u32|s32|f32 . from:s32", "", " (an index)"),
    (f"tex . base . {_EVERY} . v4 . t:u32|s32|f32 . from:f32", "", ", the base level"),
    (
        "tex . base . geometry:1d|2d|3d|a1d|a2d . v4 . t:u32|s32|f32 . from:s32", "",
        " (an index), the base level",
    ),
    (
        f"tex . level . {_EVERY} . v4 . t:u32|s32|f32 . from:f32", ", lod:f32",
        ", level {lod} (there is one level)",
    ),
    (
        f"tex . grad . {_EVERY} . v4 . t:u32|s32|f32 . from:f32", ", x:f32*g, y:f32*g",
        ", for gradients {x} and {y} (there is one level)",
    ),
):  # fmt: skip
    define(
        _spec, f"d:t*4, [a], at:b32*n{_more}", kind="memory", shape="varying", code=_code,
        meaning=_meaning, pipe="lsu", counts=_COUNTS, tells=("t", "from"),
        words=_WORDS.format(_what),
    )  # fmt: skip
define(
    "tld4 . channel:r|g|b|a . geometry:2d . v4 . t:u32|s32|f32 . from:f32",
    "d:t*4, [a], at:b32*n", kind="memory", shape="varying", code=_code, meaning=_meaning,
    pipe="lsu", counts=_COUNTS, tells=("t", "from", "geometry"),
    words="{d} = channel {channel} of the four texels of the texture {a} around {at}",
)  # fmt: skip
for _opcode, _kind in (("txq", "texture"), ("suq", "surface")):
    define(
        f"{_opcode} . what:width|height|depth . b32", "d:b32, [a]", kind="memory",
        shape="varying", code=_code, meaning=_meaning, pipe="lsu",
        words=f"{{d}} = the {{what}} of the {_kind} {{a}}",
    )  # fmt: skip
_OUTSIDE = "outside:trap|clamp|zero"
_AT = "the {geometry} surface {a} at {at} (outside: {outside})"
_TYPES = {"register": _register}
define(
    f"suld . b . {_FLAT} . cop:ca|cg|cs|cv? . v:v2|v4? . t:b8|b16|b32|b64 . {_OUTSIDE}",
    "d:register*v, [a], at:b32*n", kind="memory", shape="varying", code=_code, meaning=_meaning,
    pipe="lsu", counts=_COUNTS, types=_TYPES, tells=("t", "v"), words=f"{{d}} = {_AT}",
    valid=lambda f: f["v"] != "v4" or f["t"] != "b64",
)  # fmt: skip
define(
    f"sust . how:b . {_FLAT} . cop:wb|cg|cs|wt? . v:v2|v4? . t:b8|b16|b32|b64 . {_OUTSIDE}",
    "[a], at:b32*n, b:register*v", kind="memory", code=_code, meaning=_meaning, pipe="lsu",
    counts=_COUNTS, types=_TYPES, tells=("t", "v", "how"), words=f"{_AT} = {{b}}",
    valid=lambda f: f["v"] != "v4" or f["t"] != "b64",
)  # fmt: skip
define(
    f"sust . how:p . {_FLAT} . cop:wb|cg|cs|wt? . v:v2|v4? . t:b32 . {_OUTSIDE}",
    "[a], at:b32*n, b:register*v", kind="memory", code=_code, meaning=_meaning, pipe="lsu",
    counts=_COUNTS, types=_TYPES, tells=("t", "v", "how"),
    words=f"{_AT} = {{b}}, each in the image's format",
)  # fmt: skip
for _op, _kinds in (("add", "u32|u64|s32"), ("min|max", "u32|s32|u64|s64"), ("and|or", "b32")):
    define(
        f"sured . how:b . op:{_op} . geometry:1d|2d|3d . t:{_kinds} . {_OUTSIDE}",
        "[a], at:b32*n, b:t", kind="memory", code=_code, meaning=_meaning, pipe="lsu",
        counts=_COUNTS, tells=("t", "how"), words=f"{_AT} becomes its {{op}} with {{b}}",
    )  # fmt: skip
define(
    f"sured . how:p . op:add|min|max|and|or . geometry:1d|2d|3d . t:b32 . {_OUTSIDE}",
    "[a], at:b32*n, b:t", kind="memory", code=_code, meaning=_meaning, pipe="lsu", counts=_COUNTS,
    tells=("t", "how"), words=f"{_AT} becomes its {{op}} with {{b}}, each in the image's format",
)  # fmt: skip
