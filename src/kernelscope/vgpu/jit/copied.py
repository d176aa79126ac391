"""The bytes that a `cp.async` reads, and the wavefronts in which it writes shared memory.

It fills the rest of what it writes with zeros.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernelscope.vgpu import ir
from kernelscope.vgpu.jit import build
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.addresses import ADDRESSES, begin, get
from kernelscope.vgpu.jit.build import I32, I64
from kernelscope.vgpu.layout import LANES
from kernelscope.vgpu.types import LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.emitter import Emitter


def bytes_read(g: Emitter, inst: ir.Inst) -> tuple[int, LLValue]:
    """Return the bytes that a copy writes, and those that it reads in each lane (<32 x i64>)."""
    named = {s.name: (s, o) for s, o in zip(inst.form.signature, inst.operands, strict=True)}
    size_operand = named["size"][1]
    assert isinstance(size_operand, ir.Immediate)
    size = int(size_operand.value)
    read: LLValue = build.constant(ADDRESSES, size)
    spec, operand = named.get("read", (None, None))
    if operand is not None and spec is not None:
        given = g.b.zext(g.source(inst, spec, operand), ADDRESSES)
        read = build.binary(g.b, "umin", given, read)
    spec, operand = named.get("ignore", (None, None))
    if operand is not None and spec is not None:
        skip = g.source(inst, spec, operand)
        read = g.b.select(skip, build.constant(ADDRESSES, 0), read)
    if g.unread is not None:
        read = g.b.select(build.to_mask(g.b, g.unread), build.constant(ADDRESSES, 0), read)
    return size, read


def wavefronts(g: Emitter, inst: ir.Inst, lanes: LLValue) -> LLValue:
    """Return the wavefronts in which a copy of these lanes writes shared memory."""
    target, source = (o for o in inst.operands if isinstance(o, ir.Address))
    size = bytes_read(g, inst)[0]
    function = get(g.module, f"ks.copy.wavefronts{size}", _make_wavefronts, size)
    return g.b.call(function, [g.address_vector(source), g.address_vector(target), lanes])


def _make_wavefronts(module: ll.Module, name: str, size: int) -> LLValue:
    """Build `i64 wavefronts(sources, targets, lanes)`: those in which a copy of `size` bytes a lane
    writes shared memory (`counting.wavefronts.shared_copy`).
    """
    function, b = begin(module, name, I64, [ADDRESSES, ADDRESSES, I32])
    together = 128 // size
    shift = build.constant(ADDRESSES, size.bit_length() - 1)
    banks = build.constant(ADDRESSES, together - 1)
    reads, writes = (b.and_(b.lshr(vector, shift), banks) for vector in function.args[:2])
    total: LLValue = ll.Constant(I64, 0)
    for first in range(0, LANES, together):
        lanes = b.and_(function.args[2], ll.Constant(I32, ((1 << together) - 1) << first))
        if size == 16:
            own = b.zext(b.icmp_unsigned("!=", lanes, ll.Constant(I32, 0)), I64)
        else:
            turns = get(module, "ks.copy.turns", _make_turns)
            own = b.call(turns, [reads, writes, lanes])
        total = b.add(total, own)
    b.ret(total)
    return _cold(function)


def _make_turns(module: ll.Module, name: str) -> LLValue:
    """Build `i64 turns(reads, writes, lanes)`: the wavefronts, if each bank that is read and each
    that is written has one lane in each, and takes them in order.
    """
    function, b = begin(module, name, I64, [ADDRESSES, ADDRESSES, I32])
    *banks, lanes = function.args
    most = b.alloca(I64)
    b.store(ll.Constant(I64, 0), most)
    last = [build.stack_bytes(b, 8 * LANES) for _ in banks]
    for table in last:
        b.store(build.constant(ADDRESSES, 0), table, align=8)
    with build.lanes_of(b, lanes, "turn") as lane:
        places = [
            build.slot(b, table, b.extract_element(bank, lane))
            for table, bank in zip(last, banks, strict=True)
        ]
        before = build.binary(b, "umax", *(b.load(place, typ=I64) for place in places))
        own = b.add(before, ll.Constant(I64, 1))
        for place in places:
            b.store(own, place)
        b.store(build.binary(b, "umax", own, b.load(most, typ=I64)), most)
    b.ret(b.load(most, typ=I64))
    return _cold(function)


def _cold(function: ll.Function) -> ll.Function:
    for attribute in ("noinline", "cold"):
        function.attributes.add(attribute)
    return function
