"""Zeros for a region of shared memory: st.bulk (PTX ISA, 9.7.10.14)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kernelscope.errors import MemoryAccessError
from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis.accesses import REGION_GRAIN
from kernelscope.vgpu.instructions import bounds
from kernelscope.vgpu.interpreter import effects
from kernelscope.vgpu.ir.define import define
from kernelscope.vgpu.ir.forms import Bounds
from kernelscope.vgpu.jit import build, helpers, regions
from kernelscope.vgpu.jit import text as ll

if TYPE_CHECKING:
    from kernelscope.vgpu.interpreter.warp import Warp
    from kernelscope.vgpu.jit.generator import Generator


def _clear(g: Generator, inst: ir.Inst) -> None:
    where, sizes = regions.region(g, inst)
    bounds.check(g, inst, "size", sizes)
    site = ll.Constant(build.I64, inst.site)
    helpers.call(g.b, "shared_clear", [g.context, site, where, g.memory_mask(), sizes])


def _clear_meaning(warp: Warp, inst: ir.Inst) -> None:
    address = inst.operands[0]
    assert isinstance(address, ir.Address)
    where = warp.addresses(address)
    sizes = warp.source(inst, inst.form.signature[1], inst.operands[1])
    for lane in map(int, np.flatnonzero(warp.active)):
        place = int(where[lane])
        space, offset = warp.spaces.resolve("shared" if inst.fields["space"] else "generic", place)
        if space != "shared":
            raise MemoryAccessError(f"address {place:#x} is beyond the block's shared memory")
        size = effects.within(inst, "size", int(sizes[lane]))
        for start in range(offset, offset + size, REGION_GRAIN):
            warp.spaces.writable(space, start, REGION_GRAIN, lane)[:] = 0


# Of a size of 64 bits the lower ones are taken, as of any wider register that `st` stores.
define(
    "st . bulk . order:weak? . space:shared::cta?", "[a], size:u32, #zero",
    kind="memory", code=_clear, meaning=_clear_meaning, pipe="lsu", target="sm_100",
    bounds={
        "size": Bounds("the size of the region", 0, 1 << 24, REGION_GRAIN),
        "zero": Bounds("the value of st.bulk", 0, 0, only=(0,)),
    },
    words="clear {size} bytes of shared memory from {a} on", tells=("zero",),
)  # fmt: skip
