"""wmma: matrix products of 16 x 16 x 16 by whole warps (PTX ISA, 9.7.14.4).

PTX leaves open which lane holds what of a fragment. Here, with g = lane / 4 and t = lane % 4, the
pair p (0 to 3) of A and of the accumulators is row g + 8·(p % 2), columns 8·(p / 2) + 2t and the
next; that of B is column g + 8·(p / 2), rows 8·(p % 2) + 2t and the next: the fragments of two
`mma.m16n8k16`. Fragments of f16 A and B have eight registers, of which the last four repeat the
first. A pair that lies side by side in memory is one access, any other two.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from llvmlite import ir as ll

from kernelscope.vgpu import ir, numeric
from kernelscope.vgpu.counting import wavefronts
from kernelscope.vgpu.instructions import matrix, memory
from kernelscope.vgpu.instructions.say import lines_of, matrices_of
from kernelscope.vgpu.ir.define import define
from kernelscope.vgpu.ir.forms import Results
from kernelscope.vgpu.jit import build, global_memory, shared_memory
from kernelscope.vgpu.jit.build import I16, I32, I64
from kernelscope.vgpu.layout import LANES
from kernelscope.vgpu.types import Lanes, LLValue, bits_dtype

if TYPE_CHECKING:
    from kernelscope.vgpu.interpreter.warp import Warp
    from kernelscope.vgpu.jit.generator import Generator

Fields = dict[str, str]
_PAIRS = 4
_SIDE = 16
_WIDE = build.vector(I64)
_LANE = np.arange(LANES)


def _line_along(f: Fields, pair: int) -> tuple[Lanes, Lanes]:
    """Return for each lane the pair's line and the first of its two places along that line."""
    lower, upper = (pair // 2, pair % 2) if f["part"] == "b" else (pair % 2, pair // 2)
    return _LANE // 4 + 8 * lower, 2 * (_LANE % 4) + 8 * upper


def _side_by_side(f: Fields) -> bool:
    return f["layout"] == ("col" if f["part"] == "b" else "row")


def _accesses(f: Fields) -> list[tuple[int, int, Lanes, Lanes]]:
    """Yield (pair, elements, lines, places) of each access; the address is line·stride + place."""
    accesses: list[tuple[int, int, Lanes, Lanes]] = []
    for pair in range(_PAIRS):
        line, along = _line_along(f, pair)
        if _side_by_side(f):
            accesses.append((pair, 2, line, along))
        else:
            accesses += [(pair, 1, along + e, line) for e in range(2)]
    return accesses


def _bits(f: Fields) -> int:
    return 32 if f["t"] == "f32" else 16


def _count(f: Fields) -> int:
    """Return the number of registers of a fragment."""
    return 8 if f["t"] == "f32" or (f["part"] in "ab" and f["t"] == "f16") else 4


# ---- compiled -------------------------------------------------------------------------------


def _kind(f: Fields, elements: int) -> tuple[int, int]:
    """Return (bits, count) of an access: two halves are one word."""
    return (32, 1) if _bits(f) == 16 and elements == 2 else (_bits(f), elements)


def _move(
    g: Generator, inst: ir.Inst, where: LLValue, kind: tuple[int, int, bool], data: LLValue
) -> None:
    """Emit one access of a whole warp."""
    bits, n, store = kind
    site, mask = ll.Constant(I64, inst.site), g.memory_mask()
    space = inst.fields["space"].partition("::")[0]
    if not space:
        memory.generic(g, kind, where, mask, (site, data))
        return
    spaces = global_memory.scattered if space == "global" else shared_memory.shared
    g.b.call(spaces(g.module, bits, n, store), [g.context, site, where, mask, data])


def _places(g: Generator, inst: ir.Inst) -> tuple[LLValue, LLValue]:
    """Return the matrix's address and the bytes from line to line, in each lane."""
    named = {s.name: (s, o) for s, o in zip(inst.form.signature, inst.operands, strict=True)}
    address, (spec, stride) = named["p"][1], named["s"]
    assert isinstance(address, ir.Address)
    size = _bits(inst.fields) // 8
    if stride is None:
        return g.address_vector(address), build.constant(_WIDE, _SIDE * size)
    lines = g.b.zext(g.source(inst, spec, stride), _WIDE)
    return g.address_vector(address), g.b.mul(lines, build.constant(_WIDE, size))


def _where(
    g: Generator, base: LLValue, stride: LLValue, line: LLValue, place: LLValue, size: int
) -> LLValue:
    lines = ll.Constant(_WIDE, [int(n) for n in line])
    offsets = ll.Constant(_WIDE, [int(n) * size for n in place])
    return g.b.add(g.b.add(base, g.b.mul(stride, lines)), offsets)


def _load(g: Generator, inst: ir.Inst) -> None:
    f, size = inst.fields, _bits(inst.fields) // 8
    base, stride = _places(g, inst)
    pairs: list[list[LLValue]] = [[] for _ in range(_PAIRS)]
    for pair, elements, line, place in _accesses(f):
        bits, n = _kind(f, elements)
        element = ll.IntType(bits)
        data = memory.scratch(g, element, n, LANES)
        _move(g, inst, _where(g, base, stride, line, place, size), (bits, n, False), data)
        vector = build.vector(element)
        pairs[pair] += [
            g.b.load(g.b.gep(data, [ll.Constant(I64, k)], source_etype=vector), typ=vector, align=1)
            for k in range(n)
        ]
    words = [word for pair in pairs for word in (pair if size == 4 else [_joined(g, pair)])]
    words *= _count(f) // len(words)
    if f["t"] == "f32":
        words = [g.b.bitcast(word, build.vector(build.F32)) for word in words]
    g.store_results(inst, (tuple(words),))


def _joined(g: Generator, halves: list[LLValue]) -> LLValue:
    """Join two halves to a word; a word stays as it is."""
    if len(halves) == 1:
        return halves[0]
    low, high = (g.b.zext(h, build.vector(I32)) for h in halves)
    return g.b.or_(low, g.b.shl(high, build.constant(build.vector(I32), 16)))


def _store(g: Generator, inst: ir.Inst) -> None:
    f, size = inst.fields, _bits(inst.fields) // 8
    g.lanes = LANES
    base, stride = _places(g, inst)
    registers = g.source(inst, inst.form.signature[1], inst.operands[1])
    taken = dict.fromkeys(range(_PAIRS), 0)
    for pair, elements, line, place in _accesses(f):
        bits, n = _kind(f, elements)
        vector = build.vector(ll.IntType(bits))
        data = memory.scratch(g, ll.IntType(bits), n, LANES)
        for k in range(n):
            value = _element(g, f, registers, pair, taken[pair] + k, bits)
            g.b.store(value, g.b.gep(data, [ll.Constant(I64, k)], source_etype=vector), align=1)
        taken[pair] += n
        _move(g, inst, _where(g, base, stride, line, place, size), (bits, n, True), data)


def _element(
    g: Generator, f: Fields, registers: LLValue, pair: int, number: int, bits: int
) -> LLValue:
    """Return what an access stores: an f32, a word of two halves, or one half."""
    word = build.vector(I32)
    if f["t"] == "f32":
        return g.b.bitcast(registers[2 * pair + number], word)
    if bits == 32:
        return registers[pair]
    shifted = g.b.lshr(registers[pair], build.constant(word, 16 * number))
    return g.b.trunc(shifted, build.vector(I16))


def _product(g: Generator, f: Fields, a: LLValue, b: LLValue, c: LLValue) -> LLValue:
    kind = f.get("at") or "f16"
    fields = {"at": kind, "bt": kind, "shape": "m16n8k16", "ct": f["ct"], "dt": f["dt"]}
    results: list[LLValue] = []
    for half in range(2):
        sums = len(c) // 2
        right, total = b[2 * half : 2 * half + 2], c[sums * half : sums * half + sums]
        results += matrix.product(g, fields, a[:4], right, total)[0]
    return (tuple(results),)


# ---- interpreted ----------------------------------------------------------------------------


def _addresses(warp: Warp, inst: ir.Inst, line: Lanes, place: Lanes) -> dict[int, tuple[str, int]]:
    """Return the space and offset of each active lane's access, and count it."""
    size = _bits(inst.fields) // 8
    named = dict(zip((s.name for s in inst.form.signature), inst.operands, strict=True))
    address = named["p"]
    assert isinstance(address, ir.Address)
    spec = inst.form.signature[2]
    stride = warp.source(inst, spec, named["s"]) if named["s"] is not None else _SIDE + 0 * _LANE
    base = warp.addresses(address)
    space = inst.fields["space"].partition("::")[0] or "generic"
    offsets = (line * stride.astype(np.int64) + place) * size
    lanes = [int(n) for n in np.flatnonzero(warp.active)]
    return {n: warp.spaces.resolve(space, int(base[n]) + int(offsets[n])) for n in lanes}


def _counted(
    warp: Warp, places: dict[int, tuple[str, int]], width: int, *, store: bool
) -> dict[int, Lanes]:
    """Return the bytes of each lane's access, as views."""
    tally = warp.launch.tally
    names = {
        name: {n: o for n, (s, o) in places.items() if s == name} for name in ("global", "shared")
    }
    if names["global"]:
        tally.global_access("st" if store else "ld", names["global"], width)
    if names["shared"]:
        rule = wavefronts.shared_store if store else wavefronts.shared_load
        tally.shared_access("st" if store else "ld", rule(names["shared"], width))
    at = warp.spaces.writable if store else warp.spaces.at
    return {n: at(s, o, width, n) for n, (s, o) in places.items()}


def _load_meaning(warp: Warp, inst: ir.Inst) -> None:
    f, bits = inst.fields, _bits(inst.fields)
    elements_of_lanes = np.zeros((LANES, 2 * _PAIRS), bits_dtype(bits))
    taken = dict.fromkeys(range(_PAIRS), 0)
    for pair, elements, line, place in _accesses(f):
        where = _addresses(warp, inst, line, place)
        first = 2 * pair + taken[pair]
        taken[pair] += elements
        views = _counted(warp, where, elements * bits // 8, store=False)
        for lane, data in views.items():
            elements_of_lanes[lane, first : first + elements] = np.frombuffer(
                data.tobytes(), elements_of_lanes.dtype
            )
    words = elements_of_lanes.view(np.uint32)
    columns = [np.ascontiguousarray(words[:, n]) for n in range(words.shape[1])]
    columns *= _count(f) // len(columns)
    if f["t"] == "f32":
        columns = [column.view(np.float32) for column in columns]
    warp.write(inst, (tuple(columns),))


def _store_meaning(warp: Warp, inst: ir.Inst) -> None:
    f, bits = inst.fields, _bits(inst.fields)
    registers = warp.source(inst, inst.form.signature[1], inst.operands[1])
    words = np.stack([np.ascontiguousarray(r).view(np.uint32) for r in registers], axis=1)
    kept = np.ascontiguousarray(words).view(bits_dtype(bits))
    taken = dict.fromkeys(range(_PAIRS), 0)
    for pair, elements, line, place in _accesses(f):
        where = _addresses(warp, inst, line, place)
        first = 2 * pair + taken[pair]
        taken[pair] += elements
        for lane, data in _counted(warp, where, elements * bits // 8, store=True).items():
            data[:] = kept[lane, first : first + elements].view(np.uint8)


def _halves(kind: str, registers: Lanes) -> list[Lanes]:
    """Return the elements of packed registers as f32, pair after pair."""
    elements: list[Lanes] = []
    for register in registers:
        parts = np.ascontiguousarray(register).view(np.uint16).reshape(LANES, 2)
        elements += [numeric.float_to_float("f32", kind, parts[:, e].copy()) for e in range(2)]
    return elements


def _full(part: str, elements: list[Lanes]) -> Lanes:
    """Return a fragment's elements as [16, 16], lines first."""
    whole = np.zeros((_SIDE, _SIDE), np.float32)
    for pair in range(_PAIRS):
        line, along = _line_along({"part": part}, pair)
        for e in range(2):
            whole[line, along + e] = elements[2 * pair + e]
    return whole


def _product_meaning(f: Fields, active: Lanes, a: Lanes, b: Lanes, c: Lanes) -> Results:
    kind = f.get("at") or "f16"
    left, right = _full("a", _halves(kind, a[:4])), _full("b", _halves(kind, b[:4]))
    sums = list(c) if f["ct"] == "f32" else _halves("f16", c)
    for pair in range(_PAIRS):
        row, column = _line_along({"part": "c"}, pair)
        for e in range(2):
            total = sums[2 * pair + e]
            for k in range(_SIDE):
                total = numeric.fma("f32", left[row, k], right[column + e, k], total)
            sums[2 * pair + e] = total
    if f["dt"] == "f32":
        return (tuple(sums),)
    halves = [numeric.float_to_float("f16", "f32", part).view(np.uint16) for part in sums]
    pairs = [np.stack(halves[n : n + 2], axis=1) for n in range(0, 2 * _PAIRS, 2)]
    return (tuple(np.ascontiguousarray(pair).view(np.uint32)[:, 0] for pair in pairs),)


# ---- the table ------------------------------------------------------------------------------

_PLACE = "sync . aligned . layout:row|col . m16n16k16 . space:global|shared|shared::cta?"
_TYPES = {"w": lambda f: "f32" if f["t"] == "f32" else "b32"}
for _part, _types in (("a|b", "f16|bf16"), ("c", "f16|f32")):
    define(
        f"wmma . load . part:{_part} . {_PLACE} . t:{_types}", "d:w*n, [p], s:u32?",
        kind="memory", access="load", shape="varying", code=_load, meaning=_load_meaning,
        pipe="lsu",
        words="{d} = the lane's part of the {layout} matrix {part} at {p}"
        "[, {lines} {s} elements apart]",
        say=lines_of, types=_TYPES, counts={"n": _count},
    )  # fmt: skip
define(
    f"wmma . store . part:d . {_PLACE} . t:f16|f32", "[p], b:w*n, s:u32?",
    kind="memory", access="store", code=_store, meaning=_store_meaning,
    pipe="lsu",
    words="store {b}, the lane's part of the {layout} matrix {part}, at {p}"
    "[, {lines} {s} elements apart]",
    say=lines_of, types=_TYPES, counts={"n": _count},
)  # fmt: skip
_SUMS = {
    "dw": lambda f: "f32" if f["dt"] == "f32" else "b32",
    "cw": lambda f: "f32" if f["ct"] == "f32" else "b32",
}
for _spec, _n in (("dt:f16|f32 . ct:f16|f32", 8), ("dt:f32 . at:bf16 . bt:bf16 . ct:f32", 4)):
    define(
        f"wmma . mma . sync . aligned . al:row|col . bl:row|col . m16n16k16 . {_spec}",
        f"d:dw*nd, a:b32*{_n}, b:b32*{_n}, c:cw*nc",
        kind="warp", shape="varying", code=_product, meaning=_product_meaning, pipe="tensor",
        types=_SUMS,
        words="{d} = {a} ({al}) x {b} ({bl}) + {c} on the tensor cores: {matrices}",
        say=matrices_of, tells=("dt", "ct", "at", "bt"),
        counts={
            "nd": lambda f: 8 if f["dt"] == "f32" else 4,
            "nc": lambda f: 8 if f["ct"] == "f32" else 4,
        },
        macs=lambda f: (f.get("at") or "fp16", _SIDE**3),
    )  # fmt: skip
