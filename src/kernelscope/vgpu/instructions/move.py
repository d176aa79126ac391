"""Moves, packing, and addresses of one space as those of another (PTX ISA, 9.7.10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kernelscope.vgpu import ir
from kernelscope.vgpu.instructions.phrases import kind_of_address
from kernelscope.vgpu.ir.byte_sources import laid_out
from kernelscope.vgpu.ir.define import define
from kernelscope.vgpu.ir.forms import Fields, PureCode, PureMeaning, Results, Role
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.build import I1, I64
from kernelscope.vgpu.layout import (
    LOCAL_WINDOW,
    OFFSET_BITS,
    OFFSET_MASK,
    PARAM_BASE,
    PARAM_WINDOW,
    RANK_SHIFT,
    SHARED_WINDOW,
    START_MASK,
    Context,
)
from kernelscope.vgpu.types import TYPES, Lanes, LLValue, bits_dtype

if TYPE_CHECKING:
    from kernelscope.vgpu.interpreter.warp import Warp
    from kernelscope.vgpu.jit.generator import Generator


def _copy_meaning(f: Fields, a: Lanes) -> Lanes:
    return a.copy()


def _copy(g: Generator, f: Fields, a: LLValue) -> LLValue:
    return a


define(
    "mov . t:pred|b16|b32|b64|b128|u16|u32|u64|s16|s32|s64|f32|f64",
    "d:t, a:t",
    meaning=_copy_meaning, code=_copy,
    section="9.7.10.3", words="{d} = {a}", tells=("t",), role=Role.COPY, made_of=laid_out,
)  # fmt: skip


def _copy_vector_meaning(f: Fields, parts: tuple[Lanes, ...]) -> Results:
    return (tuple(part.copy() for part in parts),)


def _copy_vector(g: Generator, f: Fields, parts: tuple[LLValue, ...]) -> LLValue:
    return (parts,)


for _count, _types in (
    ("v2", "b16|b32|b64|u16|u32|u64|s16|s32|s64|f32|f64"),
    ("v4", "b16|b32|u16|u32|s16|s32|f32"),
):
    define(
        f"mov . v:{_count} . t:{_types}",
        "d:t*v, a:t*v",
        meaning=_copy_vector_meaning, code=_copy_vector,
        section="9.7.10.3", words="{d} = {a}", tells=("t",), role=Role.COPY, made_of=laid_out,
    )  # fmt: skip


def _part_type(f: Fields) -> str:
    return f"b{TYPES[f['t']].bits // 2}"


def _quarter_type(f: Fields) -> str:
    return f"b{TYPES[f['t']].bits // 4}"


def _pack(g: Generator, f: Fields, parts: tuple[LLValue, ...]) -> LLValue:
    whole = g.typed(ll.IntType(TYPES[f["t"]].bits))
    width = TYPES[f["t"]].bits // len(parts)
    total: LLValue = None
    for number, part in enumerate(parts):
        piece = g.b.zext(part, whole)
        if number:
            piece = g.b.shl(piece, g.const(ll.IntType(TYPES[f["t"]].bits), width * number))
        total = piece if total is None else g.b.or_(total, piece)
    return total


def _unpack(count: int) -> PureCode:
    def code(g: Generator, f: Fields, a: LLValue) -> LLValue:
        bits = TYPES[f["t"]].bits
        width = bits // count
        parts: list[LLValue] = []
        for number in range(count):
            piece = g.b.lshr(a, g.const(ll.IntType(bits), width * number)) if number else a
            parts.append(g.b.trunc(piece, g.typed(ll.IntType(width))))
        return (tuple(parts),)

    return code


def _pack_meaning(f: Fields, parts: tuple[Lanes, ...]) -> Lanes:
    joined = np.stack(parts, axis=1)
    if f["t"] == "b128":
        return joined
    return np.ascontiguousarray(joined).view(bits_dtype(TYPES[f["t"]].bits)).reshape(-1)


def _unpack_meaning(count: int) -> PureMeaning:
    def meaning(f: Fields, a: Lanes) -> Results:
        width = TYPES[f["t"]].bits // count
        pieces = np.ascontiguousarray(a).view(bits_dtype(width)).reshape(-1, count)
        return (tuple(pieces[:, n].copy() for n in range(count)),)

    return meaning


for _count, _types, _t in (
    (2, {"part": _part_type}, "b16|b32|b64|b128"),
    (4, {"part": _quarter_type}, "b32|b64"),
):
    define(
        f"mov . t:{_t}", f"d:t, a:part*{_count}",
        meaning=_pack_meaning, code=_pack, types=_types, role=Role.COPY, made_of=laid_out,
        section="9.7.10.4", words="{d} = {a}, packed low part first",
    )  # fmt: skip
    define(
        f"mov . t:{_t}", f"d:part*{_count}, a:t",
        meaning=_unpack_meaning(_count), code=_unpack(_count), types=_types, role=Role.COPY,
        made_of=laid_out,
        section="9.7.10.4", words="{d} = the parts of {a}, low part first",
    )  # fmt: skip

_WINDOWS = {"shared": SHARED_WINDOW, "local": LOCAL_WINDOW, "param": PARAM_WINDOW}


def _window(f: Fields) -> tuple[int, int]:
    """Return the begin of a space's window, 0 if it has none, and the bits of an offset in it."""
    number = _WINDOWS.get(f["space"].partition("::")[0], 0)
    if number == PARAM_WINDOW:
        return PARAM_BASE, START_MASK
    return number << OFFSET_BITS, OFFSET_MASK


def _convert_address(g: Generator, f: Fields, a: LLValue) -> LLValue:
    """Convert; a generic address of shared, local or param memory is a window number and the
    offset.
    """
    base, mask = _window(f)
    if not base:
        return a
    # Symbols of parameters are generic already.
    low = g.b.and_(a, g.const(I64, mask))
    return low if f["to"] else g.b.or_(low, g.const(I64, base))


def _convert_address_meaning(f: Fields, a: Lanes) -> Lanes:
    base, mask = _window(f)
    if not base:
        return a.copy()
    low = a & np.uint64(mask)
    return low if f["to"] else low | np.uint64(base)


define(
    "cvta . to? . space:global|shared|shared::cta|shared::cluster|local|const|param|param::entry"
    " . t:u64",
    "d:t, a:t",
    meaning=_convert_address_meaning, code=_convert_address,
    words="{d} = {a}{kind}", say=kind_of_address, tells=("to", "space"),
)  # fmt: skip


def _is_space(g: Generator, inst: ir.Inst) -> None:
    """Compare windows. In the block's own shared memory an address names the block's rank too:
    window and rank are compared at once.
    """
    (address,) = g.sources(inst)
    space, b = inst.fields["space"], g.b
    number = b.lshr(address, g.const(I64, OFFSET_BITS))
    if space in _OWN:
        window = ll.Constant(I64, SHARED_WINDOW << OFFSET_BITS - RANK_SHIFT)
        whose = g.spread(b.or_(g.context_slot(Context.RANK), window), 0)
        result = b.icmp_unsigned("==", b.lshr(address, g.const(I64, RANK_SHIFT)), whose)
    elif window := _WINDOWS.get(space.partition("::")[0]):
        result = b.icmp_unsigned("==", number, g.const(I64, window))
    else:
        constant = g.const(I1, 0)
        for variable in _constants(g.function):
            own = b.lshr(g.symbol(variable), ll.Constant(I64, OFFSET_BITS))
            constant = b.or_(constant, b.icmp_unsigned("==", number, g.spread(own, 0)))
        anywhere = b.or_(
            b.icmp_unsigned(">=", number, g.const(I64, PARAM_WINDOW)),
            b.icmp_unsigned("==", number, g.const(I64, 0)),
        )
        result = constant if space == "const" else b.and_(anywhere, b.not_(constant))
    g.store_results(inst, result)


# What an H200 says of a variable's generic address: one of `.const` is constant and not global; one
# of a parameter is global, too.
def _constants(function: ir.Function) -> list[ir.Symbol]:
    """Return the constants that a kernel uses: each is an allocation."""
    variables = function.variables.values()
    return [ir.Symbol(v.name, v.space) for v in variables if v.space == "const"]


def _is_space_meaning(warp: Warp, inst: ir.Inst) -> None:
    (address,) = warp.sources(inst)
    space, number = inst.fields["space"], address >> np.uint64(OFFSET_BITS)
    if space in _OWN:
        whose = SHARED_WINDOW << OFFSET_BITS - RANK_SHIFT | warp.block.rank
        result = address >> np.uint64(RANK_SHIFT) == np.uint64(whose)
    elif window := _WINDOWS.get(space.partition("::")[0]):
        result = number == window
    else:
        symbols = (warp.spaces.symbol(v) for v in _constants(warp.launch.function))
        constant = np.isin(number, [symbol >> OFFSET_BITS for symbol in symbols])
        anywhere = (number >= PARAM_WINDOW) | (number == 0)
        result = constant if space == "const" else anywhere & ~constant
    warp.write(inst, result)


_OWN = ("shared", "shared::cta")
define(
    "isspacep . space:global|const|shared|shared::cta|shared::cluster|local|param|param::entry",
    "d:pred, a:u64", kind="effect",
    meaning=_is_space_meaning, code=_is_space,
    words="{d} = whether {a} is an address in {space} memory",
)  # fmt: skip
