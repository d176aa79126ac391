"""The simulator in C (`sm.c`) as machine code, made when it is first needed and kept on disk."""

from __future__ import annotations

import ctypes
from functools import cache
from pathlib import Path

import numpy as np

from kernelscope.simulator.state import TYPES, Core
from kernelscope.vgpu.jit.engine import (
    LoadedCode,
    cache_key,
    compile_text,
    read_cache,
    write_cache,
)

_NAME = "kernelscope_simulate"
_TABLE = ctypes.c_int64 * (2 * len(TYPES) + 1)


@cache
def _code() -> LoadedCode:
    text = Path(__file__).with_name("sm.ll").read_text(encoding="utf-8")
    key = cache_key("simulator", text)
    image = read_cache(key)
    if not isinstance(image, bytes):
        image = compile_text(text, scalar=True)
        write_cache(key, image)
    return LoadedCode((image,), _NAME)


def run(state: Core) -> int:
    """Run all blocks; return the first cycle after the last one, or -1 if warps wait for ever."""
    table = _TABLE()
    # Those that the streams bring may have gaps; all others are the simulator's own.
    arrays = [np.ascontiguousarray(a, t) for a, t in zip(state, TYPES.values(), strict=True)]
    for place, array in enumerate(arrays):
        table[2 * place], table[2 * place + 1] = array.ctypes.data, len(array)
    _code().run(ctypes.addressof(table))
    return table[-1]
