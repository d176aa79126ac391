"""Functions of compiled code that many kernels share, each built once in a process.

A helper is a function of a module whose name begins with `ks.`. What it does follows from its name,
from the function that builds it, and from that function's arguments. So a second kernel takes its
text as it is; to build and to print the helpers took a third of the time of a kernel's LLVM text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from kernelscope.vgpu.jit import build
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.types import LLValue

HELPER = "ks."
"""The beginning of the names of functions that other kernels may have too."""

_NAME = re.compile(r'@"([^"]+)"')

Recipe = tuple[str, Any, tuple[Any, ...]]
"""The name of a helper, the function that builds it, and that function's arguments."""


@dataclass(frozen=True, slots=True)
class Helper:
    """A helper as text.

    Attributes:
        kind: its type.
        text: its definition.
        content: a name that identifies its code and that of all it calls.
        calls: the recipes of the helpers that it calls.
        declarations: of everything that it calls, by name.
    """

    kind: ll.FunctionType
    text: str
    content: str
    calls: tuple[Recipe, ...]
    declarations: dict[str, str]


class Module(ll.Module):
    """A module that takes helpers as text, if the process has built them before.

    Attributes:
        recipes: how its helpers are built.
        taken: those of them that are taken as text.
    """

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.recipes: dict[str, Recipe] = {}
        self.taken: dict[str, Helper] = {}


_built: dict[object, Helper] = {}
"""The helpers that this process has built, by `_key`."""


def _key(recipe: Recipe) -> object:
    """Return what tells a helper from all others, on this processor."""
    name, make, args = recipe
    try:
        hash(args)
    except TypeError:  # lists of offsets, and the fields of an instruction
        args = (repr(args),)
    return name, make, args, build.has_permutes(), build.has_ranges()


def get(module: LLValue, name: str, make: LLValue, *args: LLValue) -> LLValue:
    """Return the helper of this name in a module, made on first use.

    make: builds it, from the module, the name, and the arguments alone.
    """
    if name in module.globals:
        return module.globals[name]
    recipe = name, make, args
    module.recipes[name] = recipe
    helper = _built.get(_key(recipe))
    if helper is None:
        return make(module, name, *args)
    module.taken[name] = helper
    function = ll.Function(module, helper.kind, name)
    for called, maker, given in helper.calls:
        get(module, called, maker, *given)
    return function


def called_in(text: str) -> Iterable[str]:
    """Return the functions that a definition names, itself among them."""
    return dict.fromkeys(_NAME.findall(text))


def renamed(text: str, names: dict[str, str]) -> str:
    """Return a text with other names for some functions."""
    return _NAME.sub(lambda found: f'@"{names.get(found[1], found[1])}"', text)


def declarations(module: ll.Module) -> dict[str, str]:
    """Return the declaration of each function of a module, by name."""
    return {function.name: function.declaration() for function in module.functions}


def keep(module: Module, printed: dict[str, str], contents: dict[str, str]) -> None:
    """Keep the text of the helpers that a module has built.

    Not kept is one that calls what has no recipe.

    Args:
        module: the module.
        printed: the definitions of its functions.
        contents: for helpers, `Helper.content`.
    """
    known = declarations(module)
    for name in module.recipes.keys() - module.taken.keys():
        text = printed[name]
        called = [one for one in called_in(text) if one != name]
        ours = [one for one in called if one in printed]
        if all(one in module.recipes for one in ours):
            calls = tuple(module.recipes[one] for one in ours)
            kind = module.globals[name].function_type
            needed = {one: known[one] for one in called}
            _built[_key(module.recipes[name])] = Helper(kind, text, contents[name], calls, needed)
