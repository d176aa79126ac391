"""Compiled code that tells the host of an access, or passes it by if what it shows is known."""

from __future__ import annotations

from collections.abc import Sequence

from kernelscope.vgpu.jit import build
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.build import I1, I32, I64, PTR
from kernelscope.vgpu.layout import PAUSE_SLOTS, SITE_MASK, Mark, Pause, Watch
from kernelscope.vgpu.types import LLValue

_NONE = ll.Constant(I32, 0)


def is_passed_by(
    b: ll.IRBuilder, block: LLValue, mark: LLValue, lanes: LLValue, writers: LLValue
) -> LLValue:
    """Return whether the host does not want to look at an access; its lanes are counted then.

    writers: the marks of who wrote last, in 32 lanes or in the only one. A read is passed by only
    if they are all by sites that are known.
    """
    site = b.and_(b.zext(mark, I64), ll.Constant(I64, SITE_MASK))
    pauses = build.to_pointer(b, build.load_slot(b, block, int(Watch.PAUSES)))
    own = build.slot(b, pauses, b.mul(site, ll.Constant(I64, PAUSE_SLOTS)))
    left = build.load_slot(b, own, int(Pause.LEFT))
    known = build.load_slot(b, own, int(Pause.WRITERS))
    if isinstance(writers.type, ll.VectorType):
        bits = b.zext(b.and_(writers, build.constant(writers.type, 63)), build.vector(I64))
        bits = b.trunc(b.lshr(build.splat(b, known), bits), build.vector(I1))
        alike = b.icmp_unsigned("==", b.and_(b.not_(build.to_bits(b, bits)), lanes), _NONE)
    else:
        bit = b.zext(b.and_(writers, ll.Constant(I32, 63)), I64)
        alike = b.trunc(b.lshr(known, bit), I1)
    is_write = b.icmp_unsigned("!=", b.and_(mark, ll.Constant(I32, int(Mark.WRITE))), _NONE)
    paused = b.and_(b.icmp_unsigned(">", left, ll.Constant(I64, 0)), b.or_(is_write, alike))
    with b.if_then(paused):
        b.store(b.sub(left, ll.Constant(I64, 1)), build.slot(b, own, int(Pause.LEFT)))
        build.add_to_slot(b, own, int(Pause.PASSED), b.zext(build.popcount(b, lanes), I64))
    return paused


def tell(b: ll.IRBuilder, block: LLValue, arguments: Sequence[LLValue]) -> None:
    """Call the host: the context, the mark, the lanes, those that collided, the memory's row, the
    table of `layout.Notice`, what is stored, the cell and the bytes of an element.
    """
    kind = ll.FunctionType(ll.VoidType(), [PTR, I32, I32, I32, PTR, PTR, PTR, I64]).as_pointer()
    notice = b.inttoptr(build.load_slot(b, block, int(Watch.NOTICE)), kind)
    b.call(notice, arguments)
