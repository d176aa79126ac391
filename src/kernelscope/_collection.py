"""Python's garbage collection, paused while a program makes objects that it need not search."""

from __future__ import annotations

import gc
import sys
from collections.abc import Generator
from contextlib import contextmanager

# Python searches a million objects in about a tenth of a second. To ask whether the program has
# frozen any takes as long as it has frozen many: 40 ms for those of PyTorch and Triton.
_MANY = 100_000


@contextmanager
def paused_collection() -> Generator[None]:
    """Pause garbage collection: the code inside makes many objects, and they form no circles."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


@contextmanager
def rare_collection() -> Generator[None]:
    """Collect garbage a hundred times more rarely: imports and compilers make objects that stay."""
    before = gc.get_threshold()
    gc.set_threshold(100 * before[0], *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


@contextmanager
def without_collection() -> Generator[None]:
    """Pause garbage collection: the code inside makes many objects, and none of them can be freed.

    Afterwards many objects count as old, so that the next collection does not search them either.
    """
    enabled = gc.isenabled()
    with paused_collection():
        try:
            yield
        finally:
            if enabled and gc.get_count()[0] > _MANY and not gc.get_freeze_count():
                gc.freeze()
                gc.unfreeze()  # into the oldest generation


def skip_last_search() -> None:
    """Spare Python's search for garbage when it ends: half a second with PyTorch."""
    # From 3.9 on Triton is bound to Python by nanobind, which prints each of its objects that this
    # search has not freed: 30 lines of `nanobind: leaked …` after every run.
    version = str(getattr(sys.modules.get("triton"), "__version__", "0.0"))
    if tuple(int(part) for part in version.split(".")[:2]) < (3, 9):
        gc.freeze()
