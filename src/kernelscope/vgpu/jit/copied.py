"""The bytes that a `cp.async` reads, and the wavefronts in which it writes shared memory.

It fills the rest of what it writes with zeros.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernelscope.vgpu import ir
from kernelscope.vgpu.jit import build, helpers
from kernelscope.vgpu.jit.addresses import ADDRESSES
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
    places = [g.address_vector(source), g.address_vector(target)]
    return helpers.call(g.b, "copy_waves", [*places, lanes], bytes_read(g, inst)[0])
