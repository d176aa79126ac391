"""Stack memory through which instruction code hands vectors to the functions it calls."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kernelscope.vgpu.jit import build

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.generator import Generator


def scratch(g: Generator, element: Any, count: int, lanes: int) -> Any:
    """Memory for `count` groups of lanes, at the function's entry so that it exists once."""
    with g.b.goto_entry_block():
        kind = element if lanes == 1 else build.vector(element, lanes)
        data: Any = g.b.alloca(kind, size=count)
    data.align = 64
    return data
