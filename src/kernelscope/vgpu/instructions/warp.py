"""Instructions that look across the lanes of a warp (PTX ISA, 9.7.10.6 shfl, 9.7.15 vote, …).

All of them see the active lanes that the guard lets through; a member mask names at least these.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kernelscope.vgpu import numeric
from kernelscope.vgpu.instructions.floating import min_max_code
from kernelscope.vgpu.instructions.nans import replaced_code
from kernelscope.vgpu.instructions.phrases import lanes_of, shuffle_words
from kernelscope.vgpu.ir.define import define
from kernelscope.vgpu.ir.forms import Fields, Results, Role
from kernelscope.vgpu.jit import build, watch_barriers
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.build import I32, MASK
from kernelscope.vgpu.jit.scratch import scratch
from kernelscope.vgpu.layout import LANES
from kernelscope.vgpu.types import Lanes, LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.generator import Generator

VECTOR = build.vector(I32)


def _shuffle_source(g: Generator, f: Fields, b: LLValue, c: LLValue) -> tuple[LLValue, LLValue]:
    """Return the lane that each lane reads, and whether it is in range (PTX ISA, 9.7.10.6)."""
    lane = build.iota(I32)
    five = build.constant(VECTOR, 31)
    amount = g.b.and_(b, five)
    limit = g.b.and_(c, five)
    segment = g.b.and_(g.b.lshr(c, build.constant(VECTOR, 8)), five)
    low = g.b.and_(lane, segment)
    high = g.b.or_(low, g.b.and_(limit, g.b.not_(segment)))
    match f["mode"]:
        case "up":
            source = g.b.sub(lane, amount)
            inside = g.b.icmp_signed(">=", source, high)
        case "down":
            source = g.b.add(lane, amount)
            inside = g.b.icmp_signed("<=", source, high)
        case "bfly":
            source = g.b.xor(lane, amount)
            inside = g.b.icmp_signed("<=", source, high)
        case _:
            source = g.b.or_(low, g.b.and_(amount, g.b.not_(segment)))
            inside = g.b.icmp_signed("<=", source, high)
    return g.b.select(inside, source, lane), inside


def _constant_shuffle(g: Generator, f: Fields, b: LLValue, c: LLValue) -> list[int] | None:
    """Return the source lanes if amount and clamp are literals, else None."""
    amount, limits = _literal(b), _literal(c)
    if amount is None or limits is None:
        return None
    fields = np.full(LANES, amount, np.uint32), np.full(LANES, limits, np.uint32)
    return [int(s) for s in _source_meaning(f, *fields)[0]]


def _literal(value: Lanes) -> int | None:
    if not isinstance(value, build.Splat) or not isinstance(value.element.constant, int):
        return None
    return value.element.constant & 0xFFFFFFFF


def _shuffle(g: Generator, f: Fields, a: LLValue, b: LLValue, c: LLValue, mask: LLValue) -> LLValue:
    fixed = _constant_shuffle(g, f, b, c)
    source, inside = _shuffle_source(g, f, b, c)
    if g.checked:
        watch_barriers.shuffle(g, source, mask)
    if fixed is not None:
        return build.shuffle(g.b, a, None, fixed), inside
    slot = scratch(g, I32, 1, LANES)
    g.b.store(a, slot, align=64)
    base = build.splat(g.b, g.b.ptrtoint(slot, build.I64))
    wide = g.b.zext(source, build.vector(build.I64))
    where = g.b.add(base, g.b.shl(wide, build.constant(build.vector(build.I64), 2)))
    pointers = g.b.inttoptr(where, build.vector(build.PTR))
    every = build.constant(MASK, 1)
    args = [pointers, ll.Constant(I32, 4), every, build.constant(VECTOR, 0)]
    value = build.intrinsic(g.b, "masked.gather", VECTOR, args, [VECTOR, build.vector(build.PTR)])
    return value, inside


def _source_meaning(f: Fields, b: Lanes, c: Lanes) -> tuple[Lanes, Lanes]:
    lane = np.arange(LANES, dtype=np.int64)
    amount, limit = b.astype(np.int64) & 31, c.astype(np.int64) & 31
    segment = c.astype(np.int64) >> 8 & 31
    low = lane & segment
    high = low | (limit & ~segment)
    match f["mode"]:
        case "up":
            source = lane - amount
            inside = source >= high
        case "down":
            source = lane + amount
            inside = source <= high
        case "bfly":
            source = lane ^ amount
            inside = source <= high
        case _:
            source = low | (amount & ~segment)
            inside = source <= high
    return np.where(inside, source, lane), inside


def _shuffle_meaning(
    f: Fields, active: Lanes, a: Lanes, b: Lanes, c: Lanes, mask: Lanes | None = None
) -> Results:
    source, inside = _source_meaning(f, b, c)
    return a[source], inside


define(
    "shfl . sync . mode:up|down|bfly|idx . t:b32", "d:t|p:pred?, a:t, b:u32, c:u32, mask:u32",
    kind="warp", shape="varying", meaning=_shuffle_meaning, code=_shuffle, pipe="lsu",
    role=Role.SHUFFLE,
    words="{d} = {a} of {mode}{bound}{lanes}[, {p} = whether that lane is in range]",
    say=shuffle_words, tells=("b", "c", "mask"),
)  # fmt: skip


# ---- votes ---------------------------------------------------------------------------------


def _seen(g: Generator, mask: LLValue) -> LLValue:
    """Return the lanes that count: active, and in the member mask of the first of them."""
    if mask is None:
        return g.active_bits
    member = mask
    if build.is_vector(mask):
        first = build.first_set(g.b, g.active_bits)
        member = g.b.extract_element(mask, g.b.and_(first, ll.Constant(I32, 31)))
    return g.b.and_(g.active_bits, member)


def _vote(g: Generator, f: Fields, a: LLValue, mask: LLValue = None) -> LLValue:
    seen = _seen(g, mask)
    yes = g.b.and_(build.to_bits(g.b, a), seen)
    if f["mode"] == "ballot":
        return build.splat(g.b, yes)
    zero = ll.Constant(I32, 0)
    every, some = g.b.icmp_unsigned("==", yes, seen), g.b.icmp_unsigned("!=", yes, zero)
    if f["mode"] == "uni":
        return build.splat(g.b, g.b.or_(every, g.b.not_(some)))
    return build.splat(g.b, every if f["mode"] == "all" else some)


def _vote_meaning(f: Fields, active: Lanes, a: Lanes, mask: Lanes | None = None) -> Lanes:
    seen = active.copy()
    if mask is not None and active.any():
        member = int(mask[int(np.argmax(active))])
        seen &= np.array([bool(member >> n & 1) for n in range(LANES)])
    yes = a & seen
    if f["mode"] == "ballot":
        bits = sum(1 << n for n in range(LANES) if yes[n])
        return np.full(LANES, bits, np.uint32)
    every, some = bool((yes == seen).all()), bool(yes.any())
    result = {"all": every, "any": some, "uni": every or not some}[f["mode"]]
    return np.full(LANES, result)


# Without `.sync` only in programs for GPUs before Volta, which newer ones run.
for _sync, _mask, _target in ((" . sync", ", mask:u32", ""), ("", "", "sm_60")):
    define(
        f"vote{_sync} . mode:all|any|uni . t:pred", f"d:pred, a:pred{_mask}",
        kind="warp", shape="uniform", meaning=_vote_meaning, code=_vote, target=_target,
        words="{d} = whether {a} {mode}{lanes}", say=lanes_of, tells=("mask",),
    )  # fmt: skip
    define(
        f"vote{_sync} . mode:ballot . t:b32", f"d:b32, a:pred{_mask}",
        kind="warp", shape="uniform", meaning=_vote_meaning, code=_vote, target=_target,
        words="{d} = the lanes{lanes} where {a} holds, as bits",
        say=lanes_of, tells=("mask",),
    )  # fmt: skip


def _active_mask(g: Generator, f: Fields) -> LLValue:
    return build.splat(g.b, g.active_bits)


def _active_mask_meaning(f: Fields, active: Lanes) -> Lanes:
    return np.full(LANES, sum(1 << n for n in range(LANES) if active[n]), np.uint32)


define(
    "activemask . t:b32", "d:t", kind="warp", shape="uniform", meaning=_active_mask_meaning,
    code=_active_mask, words="{d} = the active lanes, as bits",
)  # fmt: skip


# ---- reductions, matches, election ---------------------------------------------------------


def _redux(g: Generator, f: Fields, a: LLValue, mask: LLValue) -> LLValue:
    signed = f["t"].startswith("s")
    op = f["op"]
    neutral = {
        "add": 0, "or": 0, "xor": 0, "and": 0xFFFFFFFF,
        "min": 0x7FFFFFFF if signed else 0xFFFFFFFF, "max": 0x80000000 if signed else 0,
    }[op]  # fmt: skip
    seen = build.to_mask(g.b, _seen(g, mask))
    value = g.b.select(seen, a, build.constant(VECTOR, neutral))
    name = op if op not in ("min", "max") else ("s" if signed else "u") + op
    return build.splat(g.b, build.reduce(g.b, name, value))


def _redux_meaning(f: Fields, active: Lanes, a: Lanes, mask: Lanes) -> Lanes:
    member = int(mask[int(np.argmax(active))])
    lanes = [n for n in range(LANES) if active[n] and member >> n & 1]
    values = [int(a[n]) for n in lanes]
    total = values[0]
    for value in values[1:]:
        total = {
            "add": total + value, "min": min(total, value), "max": max(total, value),
            "and": total & value, "or": total | value, "xor": total ^ value,
        }[f["op"]]  # fmt: skip
    return np.full(LANES, total & 0xFFFFFFFF, np.uint32).view(a.dtype)


define(
    "redux . sync . op:add|min|max . t:u32|s32", "d:t, a:t, mask:u32", kind="warp", shape="uniform",
    meaning=_redux_meaning, code=_redux,
    words="{d} = {op} of {a} over the lanes{lanes}", say=lanes_of, tells=("mask",),
)  # fmt: skip
define(
    "redux . sync . op:and|or|xor . t:b32", "d:t, a:t, mask:u32", kind="warp", shape="uniform",
    meaning=_redux_meaning, code=_redux,
    words="{d} = {op} of {a} over the lanes{lanes}", say=lanes_of, tells=("mask",),
)  # fmt: skip


_NO_FLOAT = {"min": 0x7F800000, "max": 0xFF800000}


def _redux_float(g: Generator, f: Fields, a: LLValue, mask: LLValue) -> LLValue:
    """Take the extreme of halves of the lanes until one is left; who takes no part has no say."""
    alone = 0x7FFFFFFF if not f["nan"] else _NO_FLOAT[f["op"]]
    value = build.unary(g.b, "fabs", a) if f["size"] else a
    value = replaced_code(g, value, value, 0x7FFFFFFF)
    bits = g.b.bitcast(value, VECTOR)
    seen = build.to_mask(g.b, _seen(g, mask))
    value = g.b.bitcast(g.b.select(seen, bits, build.constant(VECTOR, alone)), a.type)
    for step in (16, 8, 4, 2, 1):
        other = build.shuffle(g.b, value, None, [n ^ step for n in range(LANES)])
        value = min_max_code(g, {"nan": f["nan"]}, value, other, name=f["op"])
    return replaced_code(g, value, value, 0x7FFFFFFF)


def _redux_float_meaning(f: Fields, active: Lanes, a: Lanes, mask: Lanes) -> Lanes:
    member = int(mask[int(np.argmax(active))])
    lanes = [n for n in range(LANES) if active[n] and member >> n & 1]
    values = np.abs(a) if f["size"] else a
    choose = numeric.minimum if f["op"] == "min" else numeric.maximum
    total = values[lanes[:1]]
    for lane in lanes:
        total = choose("f32", total, values[[lane]], nan=bool(f["nan"]))
    return np.full(LANES, total[0])


define(
    "redux . sync . op:min|max . size:abs? . nan:NaN? . t:f32", "d:t, a:t, mask:u32",
    kind="warp", shape="uniform", meaning=_redux_float_meaning, code=_redux_float,
    words="{d} = {op} of {a} over the lanes{lanes}", say=lanes_of,
    tells=("mask",), target="sm_100a", keeps_nan=True,
)  # fmt: skip


def _match(g: Generator, f: Fields, a: LLValue, mask: LLValue) -> LLValue:
    """Return for each lane the lanes with its value; or whether all agree."""
    seen = _seen(g, mask)
    total: LLValue = build.constant(VECTOR, 0)
    for lane in range(LANES):
        element = g.b.extract_element(a, ll.Constant(I32, lane))
        same = g.b.icmp_unsigned("==", a, build.splat(g.b, element))
        bit = g.b.and_(seen, ll.Constant(I32, 1 << lane))
        here = g.b.select(same, build.splat(g.b, bit), build.constant(VECTOR, 0))
        total = g.b.or_(total, here)
    if f["mode"] == "any":
        return total
    everywhere = g.b.icmp_unsigned("==", total, build.splat(g.b, seen))
    return g.b.select(everywhere, total, build.constant(VECTOR, 0)), everywhere


def _match_meaning(f: Fields, active: Lanes, a: Lanes, mask: Lanes) -> Results:
    member = int(mask[int(np.argmax(active))])
    lanes = [n for n in range(LANES) if active[n] and member >> n & 1]
    rows = np.array([sum(1 << m for m in lanes if a[m] == a[n]) for n in range(LANES)], np.uint32)
    if f["mode"] == "any":
        return rows
    seen = sum(1 << n for n in lanes)
    agree = rows == seen
    return np.where(agree, rows, 0).astype(np.uint32), agree


define(
    "match . mode:any . sync . t:b32|b64", "d:b32, a:t, mask:u32", kind="warp", shape="varying",
    meaning=_match_meaning, code=_match,
    words="{d} = the lanes{lanes} with the same {a}, as bits", say=lanes_of, tells=("mask",),
)  # fmt: skip
define(
    "match . mode:all . sync . t:b32|b64", "d:b32|p:pred?, a:t, mask:u32", kind="warp",
    shape="varying", meaning=_match_meaning, code=_match,
    words="{d} = the lanes{lanes} if all have the same {a}, else 0[; {p} = whether they do]",
    say=lanes_of, tells=("mask",),
)  # fmt: skip


def _elect(g: Generator, f: Fields, mask: LLValue) -> LLValue:
    seen = _seen(g, mask)
    leader = build.first_set(g.b, seen)
    is_leader = g.b.icmp_unsigned("==", build.iota(I32), build.splat(g.b, leader))
    return build.splat(g.b, leader), is_leader


def _elect_meaning(f: Fields, active: Lanes, mask: Lanes) -> Results:
    member = int(mask[int(np.argmax(active))])
    leader = next((n for n in range(LANES) if active[n] and member >> n & 1), LANES)
    return np.full(LANES, leader, np.uint32), np.arange(LANES) == leader


define(
    "elect . sync", "d:b32|p:pred, mask:u32", kind="warp", shape="varying", meaning=_elect_meaning,
    code=_elect,
    words="{d} = the lane elected{lanes}, {p} = whether it is this one",
    say=lanes_of, tells=("mask",),
)  # fmt: skip


# ---- a matrix turned over --------------------------------------------------------------------


def _turned_source(e: int) -> list[int]:
    """Return the half word that each lane's element e comes from.

    Lane 4r + t holds columns 2t and 2t + 1 of row r, and gets row r of the transposed matrix.
    """
    return [2 * (4 * (2 * (n % 4) + e) + n // 8) + n // 4 % 2 for n in range(LANES)]


def _turn(g: Generator, f: Fields, a: LLValue) -> LLValue:
    halves = g.b.bitcast(a, build.vector(build.I16, 2 * LANES))
    order = [
        half for pair in zip(_turned_source(0), _turned_source(1), strict=True) for half in pair
    ]
    return g.b.bitcast(build.shuffle(g.b, halves, None, order), a.type)


def _turn_meaning(f: Fields, active: Lanes, a: Lanes) -> Lanes:
    matrix = np.ascontiguousarray(a).view(np.uint16).reshape(8, 8)
    return np.ascontiguousarray(matrix.T).view(np.uint32).reshape(LANES)


define(
    "movmatrix . sync . aligned . m8n8 . trans . b16", "d:b32, a:b32", kind="warp",
    shape="varying", meaning=_turn_meaning, code=_turn, pipe="lsu",
    words="{d} = the lane's part of the 8 x 8 matrix in the lanes' {a}",
)  # fmt: skip
