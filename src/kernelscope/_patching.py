"""Changes to other people's modules that are taken back, all of them, when a session ends."""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import importlib.util
import sys
from collections.abc import Callable
from contextlib import ExitStack
from inspect import getattr_static
from types import CodeType, FunctionType, ModuleType
from typing import Any

Undo = Callable[[], None]

_ABSENT: Any = object()
_PLACE = "the implementation"


class Patches(ExitStack):
    """A set of changes and the way back, taken from the last to the first when it closes."""

    def attribute(self, owner: Any, name: str, value: object) -> None:
        """Set an attribute of a module, a class, an object or a configuration."""
        before = _held(owner, name)
        setattr(owner, name, value)
        if before is _ABSENT:
            self.callback(delattr, owner, name)
        else:
            self.callback(setattr, owner, name, before)

    def attributes(self, owner: Any, **values: object) -> None:
        """Set several attributes."""
        for name, value in values.items():
            self.attribute(owner, name, value)

    def existing(self, owner: Any, name: str, value: object) -> None:
        """Set an attribute if there is one: versions differ in what they have."""
        if hasattr(owner, name):
            self.attribute(owner, name, value)

    def functions(self, owner: Any, **values: object) -> None:
        """As `attributes`, but a Python function stays the same object and does something new.

        So it changes also for those who took a reference earlier or know it by identity, as
        Dynamo's tables do. Names that the owner lacks are left out.
        """
        for name, value in values.items():
            function = vars(owner).get(name)
            if isinstance(function, FunctionType) and callable(value) and not function.__closure__:
                before = function.__code__
                function.__code__ = _calling(value)
                self.callback(setattr, function, "__code__", before)
            else:
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
        self.callback(lambda: put(before))

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

        self.callback(restore)


def named_in(owner: Any, values: dict[str, Any]) -> dict[str, Any]:
    """Return those of `values` whose names this version of `owner` has."""
    return {name: value for name, value in values.items() if name in vars(owner)}


def _held(owner: Any, name: str) -> Any:
    """Return what to put back: what the owner itself holds, or _ABSENT.

    A method that an object has from its class must not be written into the object. A module of
    options (Inductor's `config`) and a descriptor (Triton's knobs) answer for names that are not in
    `vars`; those are read and written like any attribute.
    """
    if name in vars(owner):
        return vars(owner)[name]
    described = hasattr(getattr_static(type(owner), name, None), "__set__")
    if isinstance(owner, ModuleType) or described:
        return getattr(owner, name, _ABSENT)
    return _ABSENT


def _template(*args: Any, **kwargs: Any) -> Any:
    implementation: Any = "the implementation"
    return implementation(*args, **kwargs)


def _calling(implementation: Callable[..., Any]) -> CodeType:
    """Return code that passes its arguments on: a constant of a code object may be any object."""
    template = _template.__code__
    constants = [implementation if c == _PLACE else c for c in template.co_consts]
    return template.replace(co_consts=tuple(constants))


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
