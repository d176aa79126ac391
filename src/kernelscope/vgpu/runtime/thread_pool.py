"""One native function, run on several threads at once.

If PyTorch has loaded an OpenMP runtime, its threads are used: they keep spinning for some
milliseconds after PyTorch's own work, and a pool's threads would share the processors with them.
Measured on two cores of an AMD EPYC (`python -m bench.threads`, 2026-11-22, PyTorch 2.13.0, medians
of 25 launches), OpenMP's threads against a pool's:

    right after PyTorch's work   gelu of 2^24  5.6 ms against 9.2     softmax     1.1 against 1.9
                                 gelu of 2^20  0.7 ms against 1.0     matmul 512  5.4 against 5.4
    after 30 ms of rest          from equal (matmul) to 6 % faster (gelu of 2^20)

With ten other programs on the same two cores the pool was often faster: OpenMP's threads spin while
they wait for a thread that has no processor.
"""

from __future__ import annotations

import ctypes
import functools
import os
import struct
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any, TypeVar

from kernelscope.vgpu.jit.engine import LoadedCode, cache_key, compile_text, read_cache, write_cache

T = TypeVar("T")
R = TypeVar("R")


def run_on_threads(work: Any, arguments: Sequence[int]) -> None:
    """Call `work(argument)` for each argument on a thread of its own; return when all are done.

    `work`: a ctypes function of one pointer. `arguments`: its arguments, one for each call.
    """
    if len(arguments) == 1:
        work(arguments[0])
        return
    openmp = None if _forked else _openmp("torch" in sys.modules)
    if openmp is not None:
        openmp.run(work, arguments)
        return
    others = [_pool(len(arguments) - 1).submit(work, argument) for argument in arguments[1:]]
    try:
        work(arguments[0])
    finally:
        wait(others)  # also after Ctrl-C


def map_on_threads(function: Callable[[T], R], items: Sequence[T]) -> list[R]:
    """Return `function(item)` for each item; the function should let go of Python's lock."""
    return list(_pool(os.cpu_count() or 1).map(function, items))


# A forked child has its parent's memory, and none of its threads: OpenMP and a pool would wait for
# threads that are not there, `os.fork(); kernel[grid, block](x)` for ever. OpenMP cannot be started
# a second time, so a child has a pool of its own.
_forked = False


def _forget_threads() -> None:
    global _forked
    _forked = True
    _pool.cache_clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_threads)


OWN_THREADS = "kernelscope"
"""The beginning of the names of threads that run no code of the program's."""


@functools.cache
def _pool(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads, thread_name_prefix=OWN_THREADS)


@functools.cache
def _openmp(with_torch: bool) -> _OpenMP | None:
    """Return the GNU OpenMP runtime that PyTorch has loaded into this process, or None."""
    maps = Path("/proc/self/maps")
    if not with_torch or not maps.exists():
        return None
    lines = maps.read_text(errors="replace").splitlines()
    path = next((line.split(maxsplit=5)[5] for line in lines if "/libgomp" in line), None)
    library = ctypes.CDLL(path) if path else None
    return _OpenMP(library) if hasattr(library, "GOMP_parallel") else None


class _OpenMP:
    """The runtime's `GOMP_parallel(function, data, threads, flags)`, the code of `omp parallel`."""

    def __init__(self, library: Any) -> None:
        key = cache_key("team")
        code = read_cache(key)
        if not isinstance(code, bytes):
            text = Path(__file__).with_name("team.ll").read_text(encoding="utf-8")
            code = compile_text(text)
            write_cache(key, code)
        self._code = LoadedCode((code,), "ks.team")
        self._start = _address(self._code.run)
        self._asked = [_address(library.omp_get_thread_num), _address(library.omp_get_num_threads)]
        self._parallel = library.GOMP_parallel
        self._parallel.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_uint, ctypes.c_uint]

    def run(self, work: Any, arguments: Sequence[int]) -> None:
        """Call a native function for each argument; see `run_on_threads`."""
        count = len(arguments)
        data = struct.pack(f"{4 + count}q", _address(work), count, *self._asked, *arguments)
        self._parallel(self._start, data, count, 0)


def _address(function: Any) -> int:
    return ctypes.cast(function, ctypes.c_void_p).value or 0
