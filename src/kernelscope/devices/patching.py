"""Functions and attributes of other people's modules replaced for a while, and put back."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from types import CodeType, FunctionType
from typing import Any

_ABSENT: Any = object()
_PLACE = "the implementation"


def patch(undo: ExitStack, owner: Any, **values: object) -> None:
    """Set attributes of `owner` until `undo` closes; one that was not there is removed again."""
    for name, value in values.items():
        # What the owner itself holds: an inherited or bound attribute must not be written back.
        before = vars(owner).get(name, _ABSENT)
        setattr(owner, name, value)
        undo.callback(_restore, owner, name, before)


def replace(undo: ExitStack, owner: Any, **values: object) -> None:
    """As `patch`, but a Python function stays the object that it is and does something else.

    So it changes for those too who took a reference earlier or know it by identity, as Dynamo's
    tables do.
    """
    for name, value in values.items():
        function = vars(owner).get(name)
        if isinstance(function, FunctionType) and callable(value) and not function.__closure__:
            before = function.__code__
            function.__code__ = _calling(value)
            undo.callback(setattr, function, "__code__", before)
        else:
            patch(undo, owner, **{name: value})


def existing(owner: Any, values: dict[str, Any]) -> dict[str, Any]:
    """Those of `values` whose names this version of `owner` has."""
    return {name: value for name, value in values.items() if name in vars(owner)}


def _restore(owner: Any, name: str, before: object) -> None:
    if before is _ABSENT:
        delattr(owner, name)
    else:
        setattr(owner, name, before)


def _template(*args: Any, **kwargs: Any) -> Any:
    implementation: Any = "the implementation"
    return implementation(*args, **kwargs)


def _calling(implementation: Callable[..., Any]) -> CodeType:
    """Code that passes its arguments on: a function's code may hold any object as a constant."""
    template = _template.__code__
    constants = [implementation if c == _PLACE else c for c in template.co_consts]
    return template.replace(co_consts=tuple(constants))
