"""Functions of compiled code that many kernels share, each built once in a process.

A helper is a function of a module whose name begins with `ks.`. Most are written in C: the package
has their LLVM text (`c/helpers.ll`). What another one does follows from its name, from the function
that builds it, and from that function's arguments. So a second kernel takes its text as it is; to
build and to print the helpers took a third of the time of a kernel's LLVM text.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
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

    `content`: a name that identifies its code and that of all it calls. `calls`: the recipes of the
    helpers that it calls. `declarations`: of everything that it calls, by name.
    """

    kind: ll.FunctionType
    text: str
    content: str
    calls: tuple[Recipe, ...]
    declarations: dict[str, str]


class Module(ll.Module):
    """A module that takes helpers as text, if the process has built them before.

    `recipes`: how its helpers are built. `taken`: those of them that are taken as text.
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
    return make(module, name, *args) if helper is None else _take(module, name, helper)


def _take(module: LLValue, name: str, helper: Helper) -> LLValue:
    """Return a function of a module whose code is there as text."""
    module.taken[name] = helper
    function = ll.Function(module, helper.kind, name)
    for called, maker, given in helper.calls:
        get(module, called, maker, *given)
    return function


# ---- functions in C -----------------------------------------------------------------------------

_TEXT = Path(__file__).with_name("c") / "helpers.ll"
_DEFINITION = re.compile(
    r'^define weak_odr (<[^>]+>|\S+) @"([^"]+)"\((.*)\) \{\n(?:.*\n)*?\}\n', re.MULTILINE
)
_DECLARATION = re.compile(r'^declare .*?@"([^"]+)"\(.*\n', re.MULTILINE)
_TYPES = {
    llvm_type.text: llvm_type
    for llvm_type in (
        *(ll.VoidType(), build.PTR, build.I1, build.I8, build.I32, build.I64, build.F32),
        *(build.vector(build.I64), build.vector(build.I32), build.MASK),
    )
}


@functools.cache
def _in_c() -> tuple[dict[str, tuple[ll.FunctionType, str]], dict[str, str]]:
    """Return type and text of each function in C, and the declaration of all that they call."""
    text = _TEXT.read_text(encoding="utf-8")
    functions: dict[str, tuple[ll.FunctionType, str]] = {}
    declared = {line[1]: line[0] for line in _DECLARATION.finditer(text)}
    for definition in _DEFINITION.finditer(text):
        result, name, args = definition.groups()
        arguments = re.findall(r"(<[^>]+>|\w+) [^,<]*%\d+", args)
        functions[name] = (
            ll.FunctionType(_TYPES[result], [_TYPES[argument] for argument in arguments]),
            definition[0],
        )
        declared[name] = f'declare {result} @"{name}"({", ".join(arguments)})\n'
    return functions, declared


def call(
    b: ll.IRBuilder, name: str, args: Sequence[LLValue], constant: int | None = None
) -> LLValue:
    """Call a function in C.

    `args`: its arguments, but for the constant. `constant`: its last argument, an i64, if there is
    to be code for this very one.
    """
    last = [] if constant is None else [ll.Constant(build.I64, constant)]
    return b.call(function(b.module, name, constant), [*args, *last])


def function(module: LLValue, name: str, constant: int | None = None) -> LLValue:
    """Return a function in C as one of a module; constant: as of `call`."""
    return get(module, *_recipe(HELPER + name, constant))


def _recipe(name: str, constant: int | None) -> tuple[Any, ...]:
    return name if constant is None else f"{name}.{constant}", _make_from_c, name, constant


def _make_from_c(module: LLValue, full: str, name: str, constant: int | None) -> LLValue:
    """Take a function in C; of code for a constant those that it calls with it are, too."""
    functions, declared = _in_c()
    function_type, text = functions[name]
    given = f"i64 %{len(function_type.args) - 1})"
    recipes: dict[str, tuple[Any, ...]] = {}
    called = [callee for callee in called_in(text) if callee != name]
    for callee in called:
        if callee in functions:
            passes_on = re.search(rf'@"{re.escape(callee)}"\(.*{re.escape(given)}', text)
            recipes[callee] = _recipe(callee, constant if passes_on else None)
    names = {callee: recipe[0] for callee, recipe in recipes.items()} | {name: full}
    needed = {names.get(callee, callee): renamed(declared[callee], names) for callee in called}
    if constant is not None:
        head, body = text.split("\n", 1)
        body = re.sub(rf"%{len(function_type.args) - 1}\b", str(constant), body)
        text = renamed(f"{head}\n{body}", names)
    calls = tuple((callee, make, tuple(args)) for callee, make, *args in recipes.values())
    helper = Helper(function_type, text, full, calls, needed)
    _built[_key(module.recipes[full])] = helper
    return _take(module, full, helper)


def called_in(text: str) -> Iterable[str]:
    """Return the functions that a definition names, itself among them."""
    return dict.fromkeys(_NAME.findall(text))


def renamed(text: str, names: dict[str, str]) -> str:
    """Return a text with other names for some functions."""
    return _NAME.sub(lambda match: f'@"{names.get(match[1], match[1])}"', text)


def declarations(module: ll.Module) -> dict[str, str]:
    """Return the declaration of each function of a module, by name."""
    return {function.name: function.declaration() for function in module.functions}


def keep(module: Module, printed: dict[str, str], contents: dict[str, str]) -> None:
    """Keep the text of the helpers that a module has built.

    Not kept is one that calls what has no recipe.

    `printed`: the definitions of its functions. `contents`: for helpers, `Helper.content`.
    """
    known = declarations(module)
    for name in module.recipes.keys() - module.taken.keys():
        text = printed[name]
        called = [callee for callee in called_in(text) if callee != name]
        ours = [callee for callee in called if callee in printed]
        if all(callee in module.recipes for callee in ours):
            calls = tuple(module.recipes[callee] for callee in ours)
            needed = {callee: known[callee] for callee in called}
            function_type = module.globals[name].function_type
            helper = Helper(function_type, text, contents[name], calls, needed)
            _built[_key(module.recipes[name])] = helper
