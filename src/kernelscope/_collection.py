"""Python's garbage collection, paused while a program makes objects that it need not search."""

from __future__ import annotations

import gc
from collections.abc import Generator
from contextlib import contextmanager


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

    Afterwards these objects count as old, so that the next collection does not search them either.
    """
    enabled = gc.isenabled()
    with paused_collection():
        try:
            yield
        finally:
            if enabled and not gc.get_freeze_count():
                gc.freeze()
                gc.unfreeze()  # into the oldest generation
