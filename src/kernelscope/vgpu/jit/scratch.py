"""Stack memory through which instruction code hands vectors to the functions it calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kernelscope.vgpu.jit import build
from kernelscope.vgpu.types import LLType, LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.emitter import Emitter


def scratch(g: Emitter, element: LLType, count: int, lanes: int) -> LLValue:
    """Return memory for `count` groups of lanes, at the function's entry so that it exists once."""
    with g.b.goto_entry_block():
        group_type = element if lanes == 1 else build.vector(element, lanes)
        data: LLValue = g.b.alloca(group_type, size=count)
    data.align = 64
    return data
