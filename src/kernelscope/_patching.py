"""Changes to other projects' modules, all undone when a session ends."""

from __future__ import annotations

import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import sys
import threading
from collections.abc import Callable
from contextlib import ExitStack
from functools import wraps
from inspect import getattr_static
from types import CodeType, FunctionType, ModuleType
from typing import Any

Undo = Callable[[], None]

_ABSENT: Any = object()
_PLACE = "the implementation"


class Patches(ExitStack):
    """A set of changes; closing it undoes them, the last one first."""

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

    def around(self, owner: Any, name: str, function: Callable[..., Any]) -> None:
        """Let calls of a function or method go to `function`, with the original before the rest."""
        original = getattr(owner, name)

        @wraps(original)
        def call(*args: Any, **kwargs: Any) -> Any:
            return function(original, *args, **kwargs)

        # Of a class method the original is bound already.
        is_bound = isinstance(getattr_static(owner, name), staticmethod | classmethod)
        self.attribute(owner, name, staticmethod(call) if is_bound else call)

    def existing(self, owner: Any, name: str, value: object) -> None:
        """Set an attribute if the owner has it: versions of a library differ."""
        if hasattr(owner, name):
            self.attribute(owner, name, value)

    def functions(self, owner: Any, **values: object) -> None:
        """Set several attributes; a Python function stays the same object and gets new code.

        So callers that took a reference earlier see the change, too. Names that the owner lacks
        are skipped.
        """
        # `from torch.cuda import is_available` copies a reference, and Dynamo's tables know
        # functions by identity: setting `torch.cuda.is_available` changes neither. So the function
        # object stays and its code is exchanged for `_template`'s, in which one constant, the text
        # _PLACE, is replaced by the new function. A code object takes any object as a constant. A
        # function with a closure cannot get that code (Python refuses another number of free
        # variables), so the attribute is set instead.
        for name, value in values.items():
            function = vars(owner).get(name, _ABSENT)
            if function is _ABSENT:
                continue
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

        For functions that other modules already hold references to, so that replacing the name
        in its module would have no effect.
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

    def when_imported(self, name: str, act: Callable[[ModuleType, Patches], None]) -> None:
        """Call `act(module, self)` once the module is imported, unless these were undone before."""
        self.callback(when_imported(name, lambda module: act(module, self)))


def _held(owner: Any, name: str) -> Any:
    """Return the value to restore: the owner's own attribute, or _ABSENT.

    A method that an object has from its class must not be written into the object. A module of
    options (Inductor's `config`) and a descriptor (Triton's knobs) have attributes that are not in
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
    """Return code that calls `implementation` with all of its arguments."""
    template = _template.__code__
    constants = [implementation if c == _PLACE else c for c in template.co_consts]
    return template.replace(co_consts=tuple(constants))


def keep_functions_of_dynamo() -> Undo:
    """Prepare for changed functions of PyTorch; the result is to be called when they are back.

    Dynamo knows functions by identity, from its first compilation on. If that is with changed
    factories, it would know those and break the graph of a later program at `torch.empty_like`. So
    it makes its table again when it needs it next.
    """
    if _dynamo_knows_functions():
        return lambda: None

    def forget() -> None:
        if _dynamo_knows_functions():
            sys.modules["torch._dynamo.trace_rules"].clear_lru_cache()

    return forget


def keep_factories_of_contexts() -> None:
    """Prepare for changed factories of PyTorch, as `torch.empty`.

    `with torch.device("cuda")` and `torch.set_default_device` know factories by identity, from
    their first use on. With changed ones in their table, `torch.empty(2)` would be on the CPU.
    """
    importlib.import_module("torch.utils._device")._device_constructors()


def _dynamo_knows_functions() -> bool:
    """Return whether Dynamo has made its table of PyTorch's functions in this process."""
    rules: Any = sys.modules.get("torch._dynamo.trace_rules")
    return rules is not None and rules.get_torch_obj_rule_map.cache_info().currsize > 0


def when_imported(name: str, act: Callable[[ModuleType], None]) -> Undo:
    """Call `act(module)` now if the module is imported, else right after its import.

    So a session costs nothing in programs that never import the module.
    """
    module = sys.modules.get(name)
    if module is not None:
        act(module)
    if name in sys.modules:  # None stands for a module whose import fails
        return lambda: None
    finder = _Finder(name, act)
    sys.meta_path.insert(0, finder)

    def forget() -> None:
        if finder in sys.meta_path:
            sys.meta_path.remove(finder)

    return forget


class _Finder(importlib.abc.MetaPathFinder):
    """A finder that waits for one module, lets the others find it, and acts after its code ran.

    It waits on if somebody only asks where the module is (`find_spec`).
    """

    def __init__(self, name: str, act: Callable[[ModuleType], None]) -> None:
        self.name = name
        self.act = act
        self._asking: set[int] = set()

    def find_spec(
        self, fullname: str, path: Any = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        thread = threading.get_ident()
        if fullname != self.name or thread in self._asking:
            return None
        self._asking.add(thread)
        try:
            spec = importlib.util.find_spec(fullname)
        finally:
            self._asking.remove(thread)
        if spec is not None and spec.loader is not None:
            loader: Any = spec.loader
            run = loader.exec_module

            def run_and_act(module: ModuleType) -> None:
                # Uncover the class's own method; another finder that waited may have done so
                # already.
                vars(loader).pop("exec_module", None)
                waits = self in sys.meta_path
                if waits:
                    sys.meta_path.remove(self)
                run(module)
                if waits:
                    self.act(module)

            loader.exec_module = run_and_act
        return spec
