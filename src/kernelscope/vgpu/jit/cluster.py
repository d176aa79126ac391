"""Compiled access to the shared memory of a cluster's blocks (PTX ISA, 9.7.10.26).

An address of shared memory holds the rank of its block in the bits from 24 up, and the offset in
that block's memory below, as on an H200: `mapa` only changes those bits. In a launch that asks for
clusters the address of a shared variable has its own block's rank:

    mov.u32 %r1, kept                    in rank 2: 0x02000040
    mapa.shared::cluster.u32 %r2, %r1, 3     0x03000040
    ld.shared::cluster.u32 %r3, [%r2]        byte 0x40 of rank 3's memory
    ld.shared.u32 %r4, [%r1]                 byte 0x40 of its own

Without clusters every rank is 0, and an address is the offset.
"""

from __future__ import annotations

from kernelscope.vgpu import ir
from kernelscope.vgpu.jit import build
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.addresses import (
    ADDRESSES,
)
from kernelscope.vgpu.jit.build import number
from kernelscope.vgpu.layout import RANK_SHIFT, Context
from kernelscope.vgpu.types import LLValue

OFFSET = (1 << RANK_SHIFT) - 1
_SIGN = 64 - RANK_SHIFT


def uses_barrier(function: ir.Function) -> bool:
    """Return whether a kernel has an instruction of the cluster's barrier."""
    return any(i.opcode == "barrier" and "cluster" in i.fields for i in function.instructions())


def rank_base(b: ll.IRBuilder, context: LLValue) -> LLValue:
    """Return the address of byte 0 of the running block's own shared memory."""
    return b.shl(build.load_slot(b, context, int(Context.RANK)), number(RANK_SHIFT))


# Worked case, in the block of rank 1 (base 0x01000000), with `s[threadIdx.x - 1]` of floats and s
# at offset 0; lane 0 takes no part:
#
#     address in lane 0   0x00FFFFFC   offset -4 by its sign bit, rank 1: lane 1 comes out at 0
#     address in lane 1   0x01000000   offset 0
#     address 0x00000040  rank 0, as in code that writes offsets as numbers: its own byte 0x40
#     address 0x02000040  another block's: left as it is, which is beyond every block's memory
def own_offset(b: ll.IRBuilder, context: LLValue, address: LLValue) -> LLValue:
    """Return the offset of an address (an i64 or 32 of them) in the block's own shared memory.

    An address of another block's memory comes out beyond every block's memory.
    """

    def of(value: LLValue) -> LLValue:
        return build.splat(b, value) if build.is_vector(address) else value

    shift = of(number(_SIGN))
    offset = b.ashr(b.shl(address, shift), shift)
    base = b.sub(address, offset)
    plain = b.icmp_unsigned("==", base, of(number(0)))
    own = b.icmp_unsigned("==", base, of(rank_base(b, context)))
    return b.select(b.or_(plain, own), offset, address)


def lanes_of_own_block(
    b: ll.IRBuilder, context: LLValue, offset: LLValue, lanes: LLValue
) -> LLValue:
    """Return those of the lanes whose offset in the shared window is in the block's own memory."""
    shift = build.constant(ADDRESSES, RANK_SHIFT)
    rank = build.splat(b, build.load_slot(b, context, int(Context.RANK)))
    return b.and_(lanes, build.to_bits(b, b.icmp_unsigned("==", b.lshr(offset, shift), rank)))
