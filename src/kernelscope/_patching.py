"""Changes to other people's modules that are taken back, all of them, when a session ends."""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import importlib.util
import sys
from collections.abc import Callable
from contextlib import ExitStack
from types import FunctionType, ModuleType
from typing import Any

Undo = Callable[[], None]

_MISSING = object()


class Patches:
    """A set of changes and the way back; use `undo` once."""

    def __init__(self) -> None:
        self._stack = ExitStack()

    def undo(self) -> None:
        """Take every change back, the last first."""
        self._stack.close()

    def later(self, undo: Undo) -> None:
        """Have something else undone with these changes."""
        self._stack.callback(undo)

    def attribute(self, owner: Any, name: str, value: object) -> None:
        """Set an attribute of a module, a class or a configuration."""
        own = vars(owner) if isinstance(owner, type) else None
        before = own.get(name, _MISSING) if own is not None else getattr(owner, name, _MISSING)
        setattr(owner, name, value)
        self.later(
            (lambda: delattr(owner, name))
            if before is _MISSING
            else (lambda: setattr(owner, name, before))
        )

    def existing(self, owner: Any, name: str, value: object) -> None:
        """Set an attribute where there is one: versions differ in what they have."""
        if hasattr(owner, name):
            self.attribute(owner, name, value)

    def variable(self, mapping: Any, key: str, value: str | None) -> None:
        """Set a key of a mapping such as os.environ; None removes it."""
        before = mapping.get(key)

        def put(text: str | None) -> None:
            if text is None:
                mapping.pop(key, None)
            else:
                mapping[key] = text

        put(value)
        self.later(lambda: put(before))

    def constants(self, function: Any, change: Callable[[Any], Any]) -> None:
        """Pass the constants in a function's code through `change`, in place.

        For functions that others have taken a reference to already, so that replacing the name
        in its module would reach nobody.
        """
        while hasattr(function, "__wrapped__"):
            function = function.__wrapped__
        if not isinstance(function, FunctionType):
            return
        before = function.__code__
        changed = tuple(map(change, before.co_consts))
        function.__code__ = before.replace(co_consts=changed)

        def restore() -> None:
            function.__code__ = before

        self.later(restore)


def when_imported(name: str, act: Callable[[ModuleType], None]) -> Undo:
    """Call `act(module)` now if the module is there, else once it has been imported.

    So a session costs nothing in programs that do not use what it would have to prepare.
    """
    if name in sys.modules:
        act(sys.modules[name])
        return lambda: None
    finder = _Finder(name, act)
    sys.meta_path.insert(0, finder)

    def forget() -> None:
        if finder in sys.meta_path:
            sys.meta_path.remove(finder)

    return forget


class _Finder(importlib.abc.MetaPathFinder):
    """Waits for one module, lets the others find it, and acts after its code has run."""

    def __init__(self, name: str, act: Callable[[ModuleType], None]) -> None:
        self.name = name
        self.act = act

    def find_spec(
        self, fullname: str, path: Any = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname != self.name:
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(fullname)
        if spec is not None and spec.loader is not None:
            loader: Any = spec.loader
            run = loader.exec_module

            def run_and_act(module: ModuleType) -> None:
                # The class's own again; another who waited may have seen to it.
                vars(loader).pop("exec_module", None)
                run(module)
                self.act(module)

            loader.exec_module = run_and_act
        return spec
