"""Atomics and reductions on memory (PTX ISA, 9.7.15.5 atom, 9.7.15.6 red).

Lanes act one after another, lowest first; so do blocks where their order shows in the result.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from kernelscope.vgpu import ir, numeric
from kernelscope.vgpu.instructions.integers import wrap
from kernelscope.vgpu.interpreter import effects
from kernelscope.vgpu.ir.define import define
from kernelscope.vgpu.ir.forms import Fields
from kernelscope.vgpu.jit import addresses, atomics, build, cluster
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.build import F32, I32, I64
from kernelscope.vgpu.jit.scratch import scratch
from kernelscope.vgpu.layout import LANES, OFFSET_BITS, SHARED_WINDOW, Site
from kernelscope.vgpu.types import TYPES, LLValue, bits_dtype

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.generator import Generator


_LOGIC = "b32|b64"
_EXTREME = "u32|s32|u64|s64"  # of floats only vectors
_TYPES_OF = {
    "add": "u32|s32|u64|f32|f64|f16|f16x2|bf16|bf16x2",
    "min": _EXTREME,
    "max": _EXTREME,
    "inc": "u32",
    "dec": "u32",
    "and": _LOGIC,
    "or": _LOGIC,
    "xor": _LOGIC,
    "exch": "b32|b64|b128",
    "cas": "b16|b32|b64|b128",
}

_LOCKED = {
    "add": "add",
    "and": "and",
    "or": "or",
    "xor": "xor",
    "inc": "uinc_wrap",
    "dec": "udec_wrap",
}


def _float_update(op: str, name: str, shared: bool = False) -> atomics.Update:
    """Return add, min or max of floats held as bits, packed pairs element by element."""

    def whole(b: ll.IRBuilder, old: LLValue, a: LLValue, _: LLValue) -> LLValue:
        if op == "add" and name in ("f32", "f64"):
            return _sum(b, name, old, a, shared)
        if not name.endswith("x2"):
            return _one_float(b, op, name, old, a)
        half, i16 = name[:-2], ll.IntType(16)
        parts: list[LLValue] = []
        for shift in (0, 16):
            pieces = [b.trunc(b.lshr(v, ll.Constant(I32, shift)), i16) for v in (old, a)]
            part = b.zext(_one_float(b, op, half, *pieces), I32)
            parts.append(b.shl(part, ll.Constant(I32, shift)))
        return b.or_(*parts)

    return whole


def _one_float(b: ll.IRBuilder, op: str, name: str, old: LLValue, a: LLValue) -> LLValue:
    x, y = _widen(b, name, old), _widen(b, name, a)
    value = b.fadd(x, y) if op == "add" else build.binary(b, f"{op}num", x, y)
    bits = _narrow(b, name, value)
    if op != "add":  # of two zeros the negative one is less
        merged = b.or_(old, a) if op == "min" else b.and_(old, a)
        bits = b.select(b.fcmp_ordered("==", x, y), merged, bits)
    unordered = b.fcmp_unordered("uno", value, value)
    return b.select(unordered, ll.Constant(bits.type, 0x7FFF), bits)


# What adds: the memory system in global memory, a program of the block in shared memory (H200).
#
#     atom.global.add.f32  0x00000001 + 0x00000001      0: subnormals are flushed (PTX says so)
#     atom.shared.add.f32  0x00000001 + 0x00000001      0x00000002
#     atom.global.add.f64  1.0 + 0x7FF4000000000000     0x7FF4000000000000
#     atom.shared.add.f64  1.0 + 0x7FF4000000000000     0x7FFC000000000000: the NaN is made quiet
#
# Of two NaNs global memory keeps the new one, shared memory the old one.
_SMALLEST_NORMAL = 2.0**-126
_INVALID = 0xFFF8000000000000
_QUIET = 1 << 51


def _sum(b: ll.IRBuilder, name: str, old: LLValue, a: LLValue, shared: bool) -> LLValue:
    x, y = _widen(b, name, old), _widen(b, name, a)
    if name == "f64":
        first, second = (old, a) if shared else (a, old)
        chosen: LLValue = ll.Constant(I64, _INVALID)
        for bits in (second, first):
            value = b.bitcast(bits, build.F64)
            kept = b.or_(bits, ll.Constant(I64, _QUIET)) if shared else bits
            chosen = b.select(b.fcmp_unordered("uno", value, value), kept, chosen)
        total = b.fadd(x, y)
        unordered = b.fcmp_unordered("uno", total, total)
        return b.select(unordered, chosen, b.bitcast(total, I64))
    total = b.fadd(x, y) if shared else _flushed(b, b.fadd(_flushed(b, x), _flushed(b, y)))
    unordered = b.fcmp_unordered("uno", total, total)
    return b.select(unordered, ll.Constant(I32, 0x7FFFFFFF), b.bitcast(total, I32))


def _flushed(b: ll.IRBuilder, value: LLValue) -> LLValue:
    """Replace a subnormal f32 by the zero of its sign."""
    small = b.fcmp_ordered("<", build.unary(b, "fabs", value), ll.Constant(F32, _SMALLEST_NORMAL))
    zero = build.binary(b, "copysign", ll.Constant(F32, 0.0), value)
    return b.select(small, zero, value)


def _widen(b: ll.IRBuilder, name: str, bits: LLValue) -> LLValue:
    if name == "bf16":
        return b.bitcast(b.shl(b.zext(bits, I32), ll.Constant(I32, 16)), build.F32)
    if name == "f16":
        return b.fpext(b.bitcast(bits, build.F16), build.F32)
    return b.bitcast(bits, build.F64 if name == "f64" else build.F32)


def _narrow(b: ll.IRBuilder, name: str, value: LLValue) -> LLValue:
    if name == "f16":
        return b.bitcast(b.fptrunc(value, build.F16), ll.IntType(16))
    bits = b.bitcast(value, I64 if name == "f64" else I32)
    if name != "bf16":
        return bits
    # Round to nearest even: add half of the last kept place, less one where it is even.
    odd = b.and_(b.lshr(bits, ll.Constant(I32, 16)), ll.Constant(I32, 1))
    rounded = b.add(b.add(bits, ll.Constant(I32, 0x7FFF)), odd)
    return b.trunc(b.lshr(rounded, ll.Constant(I32, 16)), ll.IntType(16))


def _integer_update(op: str, signed: bool) -> atomics.Update:
    def update(b: ll.IRBuilder, old: LLValue, a: LLValue, c: LLValue) -> LLValue:
        one, zero = ll.Constant(old.type, 1), ll.Constant(old.type, 0)
        match op:
            case "add":
                return b.add(old, a)
            case "min" | "max":
                return build.binary(b, ("s" if signed else "u") + op, old, a)
            case "inc":
                return b.select(b.icmp_unsigned(">=", old, a), zero, b.add(old, one))
            case "dec":
                wraps = b.or_(b.icmp_unsigned("==", old, zero), b.icmp_unsigned(">", old, a))
                return b.select(wraps, a, b.sub(old, one))
            case "exch":
                return a
            case "cas":
                return b.select(b.icmp_unsigned("==", old, a), c, old)
            case _:
                return getattr(b, "xor" if op == "xor" else op + "_")(old, a)

    return update


def atomic_kind(f: Fields) -> atomics.Atomic:
    """Return the compiled kind of an atomic of this operation and type."""
    op, name = f["op"], f["t"]
    scalar, count = TYPES[name], _count(f)
    if scalar.is_float and op != "exch":
        key, update = f"{op}.{name}x{count}", _float_update(op, name)
        in_shared = _float_update(op, name, shared=True)
        return atomics.Atomic(key, scalar.bits, "", update, count=count, in_shared=in_shared)
    signed = scalar.kind == "s"
    locked = _LOCKED.get(op, "")
    if op in ("min", "max"):
        locked = op if signed else "u" + op
    if op == "exch" or op == "cas" or scalar.bits == 128:
        locked = ""
    update = _integer_update(op, signed)
    return atomics.Atomic(f"{op}.{name}", scalar.bits, locked, update, op == "cas")


def _count(f: Fields) -> int:
    """Return the number of elements of a lane's vector."""
    return int(f.get("v", "v1")[1:])


def emit(g: Generator, inst: ir.Inst) -> None:
    """Call the atomic's function for the lanes of each space; write the old values back."""
    atomic = atomic_kind(inst.fields)
    b = g.b
    element = ll.IntType(atomic.bits)
    lanes = build.vector(element)
    buffers = [scratch(g, element, atomic.count, LANES) for _ in range(3)]

    def part(buffer: LLValue, k: int) -> LLValue:
        return b.gep(buffer, [ll.Constant(I64, k)], source_etype=lanes)

    values = [
        g.source(inst, spec, operand)
        for spec, operand in zip(inst.form.signature, inst.operands, strict=True)
        if spec.name in ("b", "c") and spec.kind == "value"
    ]
    for value, buffer in zip(values, buffers, strict=False):
        for k, element_value in enumerate(value if isinstance(value, tuple) else (value,)):
            b.store(b.bitcast(element_value, lanes), part(buffer, k), align=64)
    address = next(o for o in inst.operands if isinstance(o, ir.Address))
    where, mask = g.address_vector(address), g.memory_mask()
    site = ll.Constant(I64, inst.site)
    # A vector is always in global memory.
    space = inst.fields["space"].partition("::")[0] or ("global" if atomic.count > 1 else "")
    reaches = g.in_cluster and inst.fields["space"] == "shared::cluster"
    if reaches:
        window = build.constant(addresses.ADDRESSES, SHARED_WINDOW << OFFSET_BITS)
        _generic(g, atomic, b.or_(where, window), (site, mask), buffers)
    elif space:
        function = atomics.function_for(g.module, atomic, space)
        b.call(function, [g.context, site, where, mask, *buffers])
    else:
        _generic(g, atomic, where, (site, mask), buffers)
    if inst.operands[0] is not None and inst.opcode == "atom":
        scalar = TYPES[inst.fields["t"]]
        old = tuple(
            g.as_type(b.load(part(buffers[2], k), typ=lanes, align=64), scalar)
            for k in range(atomic.count)
        )
        g.store_results(inst, (old,) if isinstance(inst.operands[0], tuple) else old[0])


def _generic(
    g: Generator,
    atomic: atomics.Atomic,
    where: LLValue,
    site_and_mask: tuple[LLValue, LLValue],
    buffers: list[LLValue],
) -> None:
    site, mask = site_and_mask
    b = g.b
    number = b.lshr(where, build.constant(addresses.ADDRESSES, OFFSET_BITS))
    offset = b.and_(where, build.constant(addresses.ADDRESSES, addresses.OFFSET_MASK))
    shared = b.icmp_unsigned("==", number, build.constant(addresses.ADDRESSES, SHARED_WINDOW))
    inside = b.and_(mask, build.to_bits(b, shared))
    outside = b.and_(mask, b.not_(inside))

    def call(space: str, at: LLValue, lanes: LLValue) -> None:
        with b.if_then(b.icmp_unsigned("!=", lanes, ll.Constant(I32, 0))):
            function = atomics.function_for(g.module, atomic, space)
            b.call(function, [g.context, site, at, lanes, *buffers])

    if g.in_cluster:
        own = cluster.lanes_of_own_block(b, g.context, offset, inside)
        remote = b.and_(inside, b.not_(own))
        call("cluster", offset, remote)
        # Seen on an H200: an atomic that goes only to other blocks still passes once through its
        # own block's shared memory.
        none = ll.Constant(I32, 0)
        alone = b.and_(b.icmp_unsigned("!=", remote, none), b.icmp_unsigned("==", own, none))
        waves = ll.Constant(I64, 2 if atomic.is_cas else 1)
        passes = b.select(alone, waves, ll.Constant(I64, 0))
        addresses.count(b, g.context, site, {Site.WAVEFRONTS: passes})
        inside, offset = own, b.and_(offset, build.constant(addresses.ADDRESSES, cluster.OFFSET))
    call("shared", offset, inside)
    call("global", where, outside)


def update_meaning(f: Fields, old: Any, a: Any, c: Any = None) -> Any:
    """Return the value that one lane's atomic leaves in memory, as a NumPy scalar of the type."""
    op, name = f["op"], f["t"]
    scalar = TYPES[name]
    if op == "exch":
        return a
    if scalar.bits == 128:  # pairs of 64 bits: a compare-and-swap
        return c if np.array_equal(old, a) else old
    if scalar.is_float:
        shared = f["memory"] == "shared"
        if op == "add" and name in ("f32", "f64"):
            return _sum_meaning(name, old, a, shared)
        return _float_meaning(op, name, old, a)
    x, y = int(old), int(a)
    new = {
        "add": lambda: x + y, "min": lambda: min(x, y), "max": lambda: max(x, y),
        "inc": lambda: 0 if x >= y else x + 1, "dec": lambda: y if x == 0 or x > y else x - 1,
        "and": lambda: x & y, "or": lambda: x | y, "xor": lambda: x ^ y,
        "cas": lambda: int(c) if x == y else x,
    }[op]()  # fmt: skip
    return wrap([new], scalar.bits, scalar.dtype)[0]


meaning = partial(effects.atomic, update_meaning)


def _sum_meaning(name: str, old: Any, a: Any, shared: bool) -> Any:
    """Return a sum as the memory of either kind leaves it: see `_sum`."""
    if name == "f32" and not shared:
        old, a = (numeric.flush("f32", np.array([value]))[0] for value in (old, a))
    with np.errstate(all="ignore"):
        total = np.array([old + a])
    if name == "f32":
        total = total if shared else numeric.flush("f32", total)
        return _encode("f32", total[0])
    if np.isnan(total[0]):
        bits = [int(np.array([value]).view(np.uint64)[0]) for value in (old, a)]
        nans = [n for n, value in zip(bits, (old, a), strict=True) if np.isnan(value)]
        kept = (nans[0] | _QUIET if shared else nans[-1]) if nans else _INVALID
        total = np.array([kept], np.uint64).view(np.float64)
    return total[0]


_FLOAT_UPDATES: dict[str, Any] = {"add": np.add, "min": np.fmin, "max": np.fmax}


def _float_meaning(op: str, name: str, old: Any, a: Any) -> Any:
    if name.endswith("x2"):
        halves = [
            _float_meaning(op, name[:-2], (int(old) >> s) & 0xFFFF, (int(a) >> s) & 0xFFFF)
            for s in (0, 16)
        ]
        return np.uint32(int(halves[0]) | int(halves[1]) << 16)
    x, y = _quiet(_decode(name, old)), _quiet(_decode(name, a))
    with np.errstate(all="ignore"):
        value = _FLOAT_UPDATES[op](x, y)
    if op != "add" and x == y:  # of two zeros the negative one is less
        signs = (np.signbit(x), np.signbit(y))
        value = np.copysign(x, -1 if (any if op == "min" else all)(signs) else 1)
    return _encode(name, value)


def _decode(name: str, value: Any) -> Any:
    if name == "bf16":
        return np.uint32(int(value) << 16).view(np.float32)
    if name == "f16":
        bits = (
            np.float16(value).view(np.uint16)
            if isinstance(value, np.floating)
            else np.uint16(value)
        )
        return bits.view(np.float16).astype(np.float32)
    return value


def _quiet(value: Any) -> Any:
    """Make a NaN quiet: NumPy's fmin and fmax return a signalling one, PTX the other operand."""
    return type(value)(np.nan) if np.isnan(value) else value


def _encode(name: str, value: Any) -> Any:
    if name == "bf16":
        if np.isnan(value):
            return np.uint16(0x7FFF)
        bits = int(value.view(np.uint32))
        return np.uint16(((bits + 0x7FFF + (bits >> 16 & 1)) >> 16) & 0xFFFF)
    if name == "f16":
        with np.errstate(over="ignore"):
            half = value.astype(np.float16)
        return np.uint16(0x7FFF) if np.isnan(half) else half.view(np.uint16)
    if np.isnan(value):
        bits = TYPES[name].bits
        nan = {32: 0x7FFFFFFF, 64: 0x7FFFFFFFFFFFFFFF}[bits]
        return np.array([nan], bits_dtype(bits)).view(value.dtype)[0]
    return value


_SCOPE = "scope:cta|cluster|gpu|sys?"
_ORDER = f"order:relaxed|acquire|release|acq_rel? . {_SCOPE}"
_RED_ORDER = f"order:relaxed|release? . {_SCOPE}"
_SPACE = "space:global|shared|shared::cta|shared::cluster?"

_POLICY = "[, with cache policy {policy}]"
_BECOMES = {
    **{name: f"old {sign} {{b}}" for name, sign in (("add", "+"), ("and", "&"))},
    **{name: f"old {sign} {{b}}" for name, sign in (("or", "|"), ("xor", "^"))},
    **{name: f"{name}(old, {{b}})" for name in ("min", "max")},
    "inc": "0 if old >= {b}, else old + 1",
    "dec": "{b} if old == 0 or old > {b}, else old - 1",
    "exch": "{b}",
    "cas": "{c} if it was {b}",
}
"""The new value of a word of memory; `old` is its value before."""


def becomes(op: str, other: str) -> str:
    """Return the words for what a reduction with `other` makes of an element."""
    return _BECOMES[op].replace("{b}", other)


def _legal(f: Fields) -> bool:
    """Return whether the modifiers go together.

    Sums and extremes of 16-bit floats say `.noftz`, and nothing else does; global memory alone has
    caches with policies, and compare-and-swap takes none.
    """
    narrow = f["t"].removesuffix("x2") in ("f16", "bf16")
    if bool(f["noftz"]) != narrow:
        return False
    return not f["hint"] or not (f["op"] == "cas" or f["space"].startswith("shared"))


for _op, _types in _TYPES_OF.items():
    _extra = ", c:t" if _op == "cas" else ""
    _tells = () if _op in ("add", "min", "max") else ("t",)  # the others do the same for all types
    define(
        f"atom . {_ORDER} . {_SPACE} . op:{_op} . noftz? . hint:L2::cache_hint? . t:{_types}",
        f"d:t, [a], b:t{_extra}, policy:b64?",
        kind="memory", access="atom", shape="varying", code=emit, valid=_legal,
        meaning=meaning, pipe="lsu",
        words=f"{{d}} = {{a}}, which becomes {_BECOMES[_op]}{_POLICY}", tells=_tells,
    )  # fmt: skip
    if _op not in ("exch", "cas"):
        define(
            f"red . {_RED_ORDER} . {_SPACE} . op:{_op} . noftz? . hint:L2::cache_hint?"
            f" . t:{_types}",
            "[a], b:t, policy:b64?",
            kind="memory", access="red", code=emit, valid=_legal,
            meaning=meaning, pipe="lsu",
            words=f"{{a}} becomes {_BECOMES[_op]}{_POLICY}", tells=_tells,
        )  # fmt: skip

_VECTORS = {
    "add": (("v2|v4", "f32"), ("v2|v4|v8", "f16|bf16"), ("v2|v4", "f16x2|bf16x2")),
    "min": (("v2|v4|v8", "f16|bf16"), ("v2|v4", "f16x2|bf16x2")),
    "max": (("v2|v4|v8", "f16|bf16"), ("v2|v4", "f16x2|bf16x2")),
}
for _op, _kinds in _VECTORS.items():
    for _counts, _types in _kinds:
        _rest = (
            f"space:global? . op:{_op} . noftz? . hint:L2::cache_hint? . v:{_counts} . t:{_types}"
        )
        define(
            f"atom . {_ORDER} . {_rest}", "d:t*v, [a], b:t*v, policy:b64?",
            kind="memory", access="atom", shape="varying", code=emit, valid=_legal,
            meaning=meaning, pipe="lsu",
            words=f"{{d}} = {{a}}, whose elements become {_BECOMES[_op]}{_POLICY}",
        )  # fmt: skip
        define(
            f"red . {_RED_ORDER} . {_rest}", "[a], b:t*v, policy:b64?",
            kind="memory", access="red", code=emit, valid=_legal,
            meaning=meaning, pipe="lsu",
            words=f"the elements of {{a}} become {_BECOMES[_op]}{_POLICY}",
        )  # fmt: skip
