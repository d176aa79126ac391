"""Imports, named in the log of the virtual clock."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from kernelscope._patching import Patches
from kernelscope.devices.clock import Timeline


@contextmanager
def named_imports(timeline: Timeline) -> Generator[None]:
    """Name in the timeline's log each import that takes long, the outermost of nested ones."""
    # Both Python's `import` and `importlib.import_module` call this function for a module that is
    # not loaded yet, and only then.
    bootstrap = import_module("importlib._bootstrap")
    load = vars(bootstrap)["_find_and_load"]

    def named_load(name: str, *more: Any) -> Any:
        with timeline.once(f"import {name}", "import"), timeline.importing():
            return load(name, *more)

    with Patches() as undo:
        undo.attribute(bootstrap, "_find_and_load", named_load)
        yield
