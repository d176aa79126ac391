"""Calls of the CUDA runtime's device functions that the host answers.

PTX only declares them (CUDA C++ programming guide, "Formatted Output", "Assertion" and "Dynamic
Global Memory Allocation").
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kernelscope.vgpu import ir, printing
from kernelscope.vgpu.ir.define import define
from kernelscope.vgpu.ir.forms import EffectMeaning
from kernelscope.vgpu.jit import build
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.build import I32, I64, PTR
from kernelscope.vgpu.jit.scratch import scratch
from kernelscope.vgpu.layout import CALL_BITS, FRAME_HEAD_BYTES, LANES, UNDEFINED, Context

if TYPE_CHECKING:
    from kernelscope.vgpu.interpreter.warp import Warp
    from kernelscope.vgpu.jit.generator import Generator

_WIDE = build.vector(I64)
_ROWS = 5


def _code(g: Generator, inst: ir.Inst) -> None:
    """Hand the operands of all lanes to the host; if it stops the launch, the next loop sees it."""
    g.lanes = LANES
    data = scratch(g, I64, _ROWS, LANES)
    for row, value in enumerate(g.sources(inst)):
        if build.element_type(value).width < 64:
            value = g.b.zext(value, _WIDE)
        g.b.store(value, g.b.gep(data, [ll.Constant(I64, row)], source_etype=_WIDE), align=64)
    mask = g.memory_mask()
    with g.b.if_then(g.b.icmp_unsigned("!=", mask, ll.Constant(I32, 0))):
        signature = ll.FunctionType(ll.VoidType(), [PTR, I64, I64, PTR, PTR, I64])
        host = g.b.inttoptr(g.context_slot(Context.HOST_CALL), signature.as_pointer())
        local = g.b.gep(g.frame, [ll.Constant(I64, FRAME_HEAD_BYTES)], source_etype=build.I8)
        kind_and_line = (
            printing.HOST_FUNCTIONS[inst.fields["what"]] | inst.position.line << CALL_BITS
        )
        request = ll.Constant(I64, kind_and_line)
        size = ll.Constant(I64, g.function.local_bytes)
        g.b.call(host, [g.context, request, g.b.zext(mask, I64), data, local, size])
    if inst.form.signature[0].is_destination:
        answer = g.b.load(data, typ=_WIDE, align=64)
        narrow = inst.fields["what"] == "vprintf"
        g.store_results(inst, g.b.trunc(answer, build.vector(I32)) if narrow else answer)


def _meaning(warp: Warp, inst: ir.Inst) -> None:
    values = warp.sources(inst)
    taken = np.zeros(LANES, np.uint32)
    for lane in np.flatnonzero(warp.active):
        read = _reader(warp, int(lane))
        operands = tuple(int(value[lane]) for value in values)
        where = printing.position(warp.block.index, int(warp.thread[lane]), warp.launch.block)
        if inst.fields["what"] == "__assertfail":
            raise printing.assertion(read, operands, where)
        form = printing.read_text(read, operands[0])
        text, taken[lane] = printing.format_text(form, read, operands[1])
        printing.write(text, where)
    if inst.fields["what"] == "vprintf":
        warp.write(inst, taken)


def _take_meaning(warp: Warp, inst: ir.Inst) -> None:
    (sizes,) = warp.sources(inst)
    places = np.zeros(LANES, np.uint64)
    for lane in np.flatnonzero(warp.active):
        piece = np.full(max(int(sizes[lane]), 1), UNDEFINED, np.uint8)
        places[lane] = warp.launch.memory.add(piece)
    warp.write(inst, places)


def _give_meaning(warp: Warp, inst: ir.Inst) -> None:
    (places,) = warp.sources(inst)
    for lane in np.flatnonzero(warp.active):
        if places[lane]:
            warp.launch.memory.remove(int(places[lane]))


def _reader(warp: Warp, lane: int) -> printing.Read:
    def read(address: int, size: int) -> bytes:
        space, offset = warp.spaces.resolve("generic", address)
        return warp.spaces.at(space, offset, size, lane).tobytes()

    return read


def _define(function: str, signature: str, words: str, meaning: EffectMeaning) -> None:
    define(
        f"call . what:{function}", signature, kind="effect", shape="varying",
        code=_code, meaning=meaning, pipe="control", words=words,
    )  # fmt: skip


_define(
    "malloc",
    "d:u64, a:u64",
    "allocate {a} bytes of the heap; {d} = their address, or 0",
    _take_meaning,
)
_define("free", "a:u64", "free the memory that malloc allocated at {a}", _give_meaning)
_define(
    "vprintf",
    "d:u32, a:u64, b:u64",
    "print the format string at {a} with the arguments at {b}; {d} = the number of arguments",
    _meaning,
)
_define(
    "__assertfail",
    "a:u64, b:u64, c:u32, e:u64, h:u64",
    "stop the launch: assertion {a} at {b}:{c} in {e} failed (characters of {h} bytes)",
    _meaning,
)
