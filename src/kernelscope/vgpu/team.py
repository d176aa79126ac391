"""Running one native function on several threads at once.

Where PyTorch has loaded an OpenMP runtime, its threads are used: they go on spinning for some
milliseconds after PyTorch's own work, and threads beside them would have to share the processors.
"""

from __future__ import annotations

import ctypes
import functools
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

Work = Callable[[int], object]
_TASK = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


def run_on_threads(work: Work, arguments: Sequence[int], stop: Callable[[], None]) -> None:
    """Call `work(argument)` for each argument on a thread of its own; return when all are done.

    `stop` is called where one is interrupted (Ctrl-C), to have the others end early; the
    interrupt is raised when they have.
    """
    if len(arguments) == 1:
        work(arguments[0])
        return
    failed: list[BaseException] = []

    def guarded(argument: int) -> None:
        try:
            work(argument)
        except BaseException as error:  # noqa: BLE001  (raised below, on the caller's thread)
            stop()
            failed.append(error)

    openmp = _openmp("torch" in sys.modules)
    if openmp is None:
        others = [_pool(len(arguments) - 1).submit(guarded, one) for one in arguments[1:]]
        guarded(arguments[0])
        for other in others:
            other.result()
    else:
        _run_on_openmp(openmp, guarded, arguments)
    if failed:
        raise failed[0]


@functools.cache
def _pool(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads, thread_name_prefix="virtual-gpu")


@functools.cache
def _openmp(with_torch: bool) -> ctypes.CDLL | None:
    """The GNU OpenMP runtime that PyTorch has loaded into this process; None where it has none."""
    maps = Path("/proc/self/maps")
    if not with_torch or not maps.exists():
        return None
    lines = maps.read_text(errors="replace").splitlines()
    found = next((line.split(maxsplit=5)[5] for line in lines if "/libgomp" in line), None)
    library = ctypes.CDLL(found) if found else None
    return library if hasattr(library, "GOMP_parallel") else None


def _run_on_openmp(openmp: ctypes.CDLL, work: Work, arguments: Sequence[int]) -> None:
    """`GOMP_parallel(function, data, threads, flags)` is what `#pragma omp parallel` becomes.

    It may start fewer threads than asked for; each then takes every so-many-th argument.
    """

    def task(_: int | None) -> None:
        for place in range(
            openmp.omp_get_thread_num(), len(arguments), openmp.omp_get_num_threads()
        ):
            work(arguments[place])

    openmp.GOMP_parallel(_TASK(task), None, len(arguments), 0)
