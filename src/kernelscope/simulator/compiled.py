"""How the simulator is compiled: by Numba, once; the result is kept on disk."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np

from kernelscope._cache import cache_folder, source_key

_Function = TypeVar("_Function", bound=Callable[..., Any])
_numba: Any = numba
int64: Any = np.int64
"""For compiled functions: a number that is no literal."""


def compiled(function: _Function) -> _Function:
    """Compile a function when it is first called.

    It cannot allocate, and has no entry for Python: that halves the time to compile. It becomes a
    part of its callers: a call would pass each array's seven words, and the simulator would take
    four times as long. Numba compiles it again for each literal argument that it sees: `int64(0)`
    is none.
    """
    return _numba.njit(
        _nrt=False, no_cpython_wrapper=True, no_cfunc_wrapper=True, forceinline=True
    )(function)


def kept(function: _Function) -> _Function:
    """Compile a function and what it calls when it is first called, and keep the code on disk.

    Numba looks at the file of the function that it keeps, not at those of the functions which that
    one calls: so the folder is named by what all of them say. Where that folder cannot be written
    nothing is kept: Numba would take one beside the source, which is not named so.
    """
    key = source_key(Path(__file__).parent).hex()[:16]
    folder = cache_folder("simulator") / f"{key}-{_numba.__version__}"
    if not _writable(folder):
        return _numba.njit(_nrt=False)(function)
    config = _numba.core.config
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        return _numba.njit(_nrt=False, cache=True)(function)
    finally:
        config.CACHE_DIR = before


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)
