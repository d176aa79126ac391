"""Regions of shared memory that a lane writes at once (`st.bulk`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernelscope.vgpu import ir
from kernelscope.vgpu.jit import build
from kernelscope.vgpu.jit.addresses import ADDRESSES
from kernelscope.vgpu.layout import LANES, OFFSET_BITS, SHARED_WINDOW
from kernelscope.vgpu.types import LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.emitter import Emitter


def region(g: Emitter, inst: ir.Inst) -> tuple[LLValue, LLValue]:
    """Return each lane's first byte in its block's shared memory, and its number of bytes.

    A generic address that is not in shared memory is beyond it.
    """
    address = inst.operands[0]
    assert isinstance(address, ir.Address)
    where = g.address_vector(address)
    if not inst.fields["space"]:
        where = g.b.sub(where, build.constant(ADDRESSES, SHARED_WINDOW << OFFSET_BITS))
    g.lanes = LANES
    sizes = g.source(inst, inst.form.signature[1], inst.operands[1])
    wide = build.element_type(sizes).width == ADDRESSES.element.width
    return where, sizes if wide else g.b.zext(sizes, ADDRESSES)
