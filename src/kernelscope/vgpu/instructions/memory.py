"""Loads and stores (PTX ISA, 9.7.10)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from kernelscope.vgpu import ir
from kernelscope.vgpu.instructions.phrases import widened
from kernelscope.vgpu.interpreter import effects
from kernelscope.vgpu.ir.define import define
from kernelscope.vgpu.ir.forms import Fields
from kernelscope.vgpu.jit import (
    addresses,
    build,
    cluster,
    contiguous,
    helpers,
)
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.build import I32, I64
from kernelscope.vgpu.jit.contiguous import Access, Kind
from kernelscope.vgpu.jit.lanes import LaneAccess, local_mover, move_scattered
from kernelscope.vgpu.jit.scratch import scratch
from kernelscope.vgpu.layout import (
    FRAME_HEAD_BYTES,
    LANES,
    LOCAL_WINDOW,
    OFFSET_BITS,
    PARAM_BASE,
    SHARED_WINDOW,
    START_MASK,
    Context,
)
from kernelscope.vgpu.types import TYPES, LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.generator import Generator

_TYPES = "b8|b16|b32|b64|b128|u8|u16|u32|u64|s8|s16|s32|s64|f16|f16x2|bf16|bf16x2|f32|f64"
_BANK_BYTES = 4
_SAME_FOR_ALL = ("global", "const", "shared", "param")
"""Spaces in which an address is one place for all lanes."""
_STRONG = ("volatile", "relaxed", "acquire", "release")
_CACHE = (
    "cop:ca|cg|cs|lu|cv|wb|wt? . l1:L1::evict_normal|L1::evict_unchanged|L1::evict_first"
    "|L1::evict_last|L1::no_allocate? . l2:L2::evict_first|L2::evict_last|L2::evict_normal?"
    " . hint:L2::cache_hint? . prefetch:L2::64B|L2::128B|L2::256B?"
)
_ORDER_ALONE = "order:weak|volatile|relaxed|acquire|release? . scope:cta|cluster|gpu|sys? . mmio?"
_ORDER = (
    f"{_ORDER_ALONE} . "
    "space:global|shared|shared::cta|shared::cluster|local|const|param|param::entry|param::func?"
)


def _shape(fields: dict[str, str]) -> tuple[int, int]:
    """Return (bits of an element, elements) of one lane's access."""
    bits = TYPES[fields["t"]].bits
    return bits, int(fields.get("v", "")[1:] or 1)


def _kind(inst: ir.Inst, *, store: bool) -> Kind:
    """Return the move of each lane."""
    bits, n = _shape(inst.fields)
    # PTX says so of the elements alone. CUB's look-back rests on what GPUs do: a tile's sum and its
    # state are one `st.relaxed.gpu.v2.u64`.
    at_once = inst.fields.get("order") in _STRONG and bits * n > min(bits, 64)
    return Kind(bits, n, store, at_once)


def _space(inst: ir.Inst) -> str:
    return inst.fields["space"].partition("::")[0] or "generic"


def reaches(inst: ir.Inst) -> bool:
    """Return whether an instruction may access the shared memory of its cluster's other blocks."""
    return inst.fields["space"] == "shared::cluster"


def _address(inst: ir.Inst) -> ir.Address:
    return next(o for o in inst.operands if isinstance(o, ir.Address))


def load(g: Generator, inst: ir.Inst) -> None:
    """Emit a load; which code answers depends on the state space."""
    space = _space(inst)
    bits, n = _shape(inst.fields)
    address = _address(inst)
    if space == "param" and isinstance(address.base, ir.Symbol):
        _load_param(g, inst, address.base.offset + address.offset, (bits, n))
        return
    moved = _kind(inst, store=False)
    value, stride = g.address(address)
    mask = g.memory_mask()
    site = ll.Constant(I64, inst.site)
    if _is_contiguous(space, stride, moved):
        _load_contiguous(g, inst, Access(g.context, site, value, mask), moved)
        return
    uniform = stride == 0 and space in _SAME_FOR_ALL and not reaches(inst)
    as_scalars = uniform and space != "param" and not moved.at_once
    element = ll.IntType(bits)
    data = scratch(g, element, n, 1 if as_scalars else LANES)
    if as_scalars:
        memory = "shared" if space == "shared" else "global"
        move = [g.context, site, value, mask, data]
        helpers.call(g.b, f"{memory}_uniform", move, moved.shape)
    else:
        access(g, inst, space, moved, mask, data)
    register_type = element if as_scalars else build.vector(element)
    parts = tuple(
        g.b.load(
            g.b.gep(data, [ll.Constant(I64, k)], source_etype=register_type),
            typ=register_type,
            align=1,
        )
        for k in range(n)
    )
    if uniform and not as_scalars:  # lane 0 may not take part
        lane = g.b.and_(build.first_set(g.b, mask), ll.Constant(I32, LANES - 1))
        parts = tuple(g.b.extract_element(part, lane) for part in parts)
    _write_parts(g, inst, parts, uniform)


def _is_contiguous(space: str, stride: int | None, kind: Kind) -> bool:
    return space in ("global", "const") and stride == kind.width and not kind.at_once


def _load_contiguous(g: Generator, inst: ir.Inst, at: Access, shape: Kind) -> None:
    def move(host: LLValue) -> None:
        g.whole_warp = True
        _write_parts(g, inst, tuple(contiguous.load_whole(g.b, host, shape)), uniform=False)
        g.whole_warp = False

    def rest() -> None:
        data = scratch(g, ll.IntType(shape.bits), shape.n, LANES)
        function = contiguous.ragged(g.module, shape)
        g.b.call(function, [at.context, at.site, at.address0, at.mask, data])
        _write_parts(g, inst, tuple(contiguous.buffered(g.b, data, shape)), uniform=False)

    contiguous.access(g.b, at, shape, move, rest)


def _store_contiguous(g: Generator, at: Access, shape: Kind, parts: list[LLValue]) -> None:
    def move(host: LLValue) -> None:
        contiguous.store_whole(g.b, host, parts)

    def rest() -> None:
        data = scratch(g, ll.IntType(shape.bits), shape.n, LANES)
        contiguous.buffer(g.b, data, parts)
        function = contiguous.ragged(g.module, shape)
        g.b.call(function, [at.context, at.site, at.address0, at.mask, data])

    contiguous.access(g.b, at, shape, move, rest)


def _write_parts(g: Generator, inst: ir.Inst, parts: tuple[LLValue, ...], uniform: bool) -> None:
    g.lanes = 0 if uniform else LANES
    typed = tuple(g.as_type(p, TYPES[inst.fields["t"]]) for p in parts)
    g.store_results(inst, (typed,) if isinstance(inst.operands[0], tuple) else typed[0])


def access(
    g: Generator, inst: ir.Inst, space: str, kind: Kind, mask: LLValue, data: LLValue
) -> None:
    """Call the function that moves n·32 elements between a space and `data`."""
    # Lanes side by side with up to 4 bytes each (`s[threadIdx.x]` of floats: stride 4) are at most
    # 32 words, each in a bank of its own, whatever the base is and whichever lanes are off: always
    # one wavefront and no conflict. With doubles (stride 8) they are 64 words, two in each bank:
    # there the rule would count 1 wavefront in place of 2.
    site = ll.Constant(I64, inst.site)
    address = _address(inst)
    value, stride = g.address(address)
    own = space == "shared" and not (reaches(inst) and g.in_cluster)
    if own and kind.n == 1 and stride == kind.width <= _BANK_BYTES:
        helpers.call(g.b, "shared_contiguous", [g.context, site, value, mask, data], kind.shape)
        return
    vector = g.address_vector(address)
    if reaches(inst) and g.in_cluster:
        window = build.constant(addresses.ADDRESSES, SHARED_WINDOW << OFFSET_BITS)
        generic(g, kind, g.b.or_(vector, window), mask, (site, data))
        return
    if space in ("global", "const"):
        if kind.store and stride == 0 and not kind.at_once:
            helpers.call(g.b, "global_uniform", [g.context, site, value, mask, data], kind.shape)
            return
        move_scattered(g.b, LaneAccess(g.context, site, vector, mask), "global", kind, data)
    elif space == "shared":
        move_scattered(g.b, LaneAccess(g.context, site, vector, mask), "shared", kind, data)
    elif space == "local":
        _local(g, kind, vector, mask, (site, data))
    elif space == "param":  # at an address that a register holds
        window = build.constant(addresses.ADDRESSES, PARAM_BASE)
        offsets = g.b.and_(vector, build.constant(addresses.ADDRESSES, START_MASK))
        access = LaneAccess(g.context, site, g.b.or_(offsets, window), mask)
        move_scattered(g.b, access, "global", kind, data)
    else:
        generic(g, kind, vector, mask, (site, data))


def _local(
    g: Generator,
    kind: Kind,
    vector: LLValue,
    mask: LLValue,
    site_and_data: tuple[LLValue, LLValue],
) -> None:
    site, data = site_and_data
    function = local_mover(g.module, kind, g.function.local_bytes)
    memory = g.b.gep(g.frame, [ll.Constant(I64, FRAME_HEAD_BYTES)], source_etype=build.I8)
    g.b.call(function, [g.context, site, vector, mask, data, memory])


def generic(
    g: Generator,
    kind: Kind,
    vector: LLValue,
    mask: LLValue,
    site_and_data: tuple[LLValue, LLValue],
) -> None:
    """Emit a generic access, whose lanes may be in different spaces: each window gets its lanes."""
    site, data = site_and_data
    b = g.b
    number = b.lshr(vector, build.constant(addresses.ADDRESSES, OFFSET_BITS))
    offset = b.and_(vector, build.constant(addresses.ADDRESSES, addresses.OFFSET_MASK))

    def lanes_in(window: int) -> LLValue:
        here = b.icmp_unsigned("==", number, build.constant(addresses.ADDRESSES, window))
        return b.and_(mask, build.to_bits(b, here))

    def run(lanes: LLValue, call: Callable[[LLValue], object]) -> None:
        with b.if_then(b.icmp_unsigned("!=", lanes, ll.Constant(I32, 0))):
            part = data if kind.store else scratch(g, ll.IntType(kind.bits), kind.n, LANES)
            call(part)
            if not kind.store:
                _merge(g, kind, part, data, lanes)

    def call(memory: str, where: LLValue, lanes: LLValue) -> None:
        access = LaneAccess(g.context, site, where, lanes)
        run(lanes, lambda part: move_scattered(b, access, memory, kind, part))

    inside = lanes_in(SHARED_WINDOW)
    left = b.and_(mask, b.not_(inside))
    if g.in_cluster:
        own = cluster.lanes_of_own_block(b, g.context, offset, inside)
        call("cluster", offset, b.and_(inside, b.not_(own)))
        inside, offset = own, b.and_(offset, build.constant(addresses.ADDRESSES, cluster.OFFSET))
    call("shared", offset, inside)
    if g.function.local_bytes:
        local = lanes_in(LOCAL_WINDOW)
        left = b.and_(left, b.not_(local))
        run(local, lambda part: _local(g, kind, offset, local, (site, part)))
    call("global", vector, left)


def _merge(g: Generator, kind: Kind, part: LLValue, data: LLValue, lanes: LLValue) -> None:
    small = build.vector(ll.IntType(kind.bits))
    mask = build.to_mask(g.b, lanes)
    for k in range(kind.n):
        source = g.b.gep(part, [ll.Constant(I64, k)], source_etype=small)
        target = g.b.gep(data, [ll.Constant(I64, k)], source_etype=small)
        old = g.b.load(target, typ=small, align=1)
        new = g.b.load(source, typ=small, align=1)
        g.b.store(g.b.select(mask, new, old), target, align=1)


def _load_param(g: Generator, inst: ir.Inst, offset: int, shape: tuple[int, int]) -> None:
    """Emit a load of a parameter: the same for all lanes, from the launcher's buffer."""
    bits, n = shape
    integer = ll.IntType(bits)
    base = g.context_pointer(Context.PARAMS)
    place = g.b.gep(base, [ll.Constant(I64, offset)], source_etype=build.I8)
    parts = tuple(
        g.b.load(g.b.gep(place, [ll.Constant(I64, k)], source_etype=integer), typ=integer, align=1)
        for k in range(n)
    )
    _write_parts(g, inst, parts, uniform=True)


def store(g: Generator, inst: ir.Inst) -> None:
    """Emit a store."""
    moved = _kind(inst, store=True)
    g.lanes = LANES
    spec, operand = inst.form.signature[1], inst.operands[1]
    value = g.source(inst, spec, operand)
    values = value if isinstance(value, tuple) else (value,)
    element = ll.IntType(moved.bits)
    parts = [g.b.bitcast(part, build.vector(element)) for part in values]
    mask = g.memory_mask()
    address, stride = g.address(_address(inst))
    if _is_contiguous(_space(inst), stride, moved):
        at = Access(g.context, ll.Constant(I64, inst.site), address, mask)
        _store_contiguous(g, at, moved, parts)
        return
    data = scratch(g, element, moved.n, LANES)
    contiguous.buffer(g.b, data, parts)
    access(g, inst, _space(inst), moved, mask, data)


_WORDS = ("b32", "u32", "s32", "f32")
_DOUBLE_WORDS = ("b64", "u64", "s64", "f64")


def _is_wide(f: Fields) -> bool:
    """Return whether a lane has 32 bytes: eight words, or four of twice the size."""
    return f["v"] == "v8" or (f["v"] == "v4" and f["t"] in _DOUBLE_WORDS)


def _target(f: Fields) -> str:
    return "sm_100" if _is_wide(f) else ""


def _is_legal(f: Fields) -> bool:
    """Return whether the modifiers go together: 32 bytes a lane are of global memory alone.

    A priority in L2 is theirs alone.
    """
    if not _is_wide(f):
        return not f["l2"] and not (f["v"] and f["t"] == "b128")
    in_global = f["space"] in ("", "global") and not f["mmio"]
    return in_global and (f["v"] == "v4" or f["t"] in _WORDS)


for _order in (_ORDER, f"{_ORDER_ALONE} . space:global . nc"):
    define(
        f"ld . {_order} . {_CACHE} . v:v2|v4|v8? . t:{_TYPES}",
        "d:t*v, [a], policy:b64?",
        valid=_is_legal,
        target=_target,
        kind="memory",
        access="load",
        meaning=effects.load,
        code=load,
        pipe="lsu",
        words="{d} = {a}, from {space} memory{widened}[, with cache policy {policy}]",
        say=widened,
        tells=("t",),
    )
define(
    f"ldu . space:global? . v:v2|v4? . t:{_TYPES}",
    "d:t*v, [a]",
    kind="memory",
    access="load",
    meaning=effects.load,
    code=load,
    pipe="lsu",
    words="{d} = {a}, from {space} memory{widened}, the same address in every lane",
    say=widened,
    tells=("t",),
)
define(
    f"st . {_ORDER} . {_CACHE} . v:v2|v4|v8? . t:{_TYPES}",
    "[a], b:t*v, policy:b64?",
    valid=_is_legal,
    target=_target,
    kind="memory",
    access="store",
    meaning=effects.store,
    code=store,
    pipe="lsu",
    words="{a} = {b}, to {space} memory[, with cache policy {policy}]",
    tells=("t",),
)
