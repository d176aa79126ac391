"""The functions of a kernel as images of object code; what many kernels share is compiled once."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass

from llvmlite import ir

from kernelscope.vgpu.jit.engine import cache_key, compile_text, read_cache, write_cache

HELPER = "ks."
"""The beginning of the names of functions that other kernels may have too."""

_CALLED = re.compile(r'@"([^"]+)"')


@dataclass(frozen=True, slots=True)
class Image:
    """Helpers compiled together.

    Attributes:
        needs: the keys of the other images whose helpers these call.
    """

    code: bytes
    needs: tuple[str, ...]


_images: dict[str, Image] = {}
"""The images that this process knows, by their keys."""
_places: dict[str, str] = {}
"""For the key of a helper the key of the image that it is in."""


def forget_images() -> None:
    """Look for helpers on disk again, as another process would."""
    _images.clear()
    _places.clear()


def compile_functions(module: ir.Module) -> tuple[bytes, ...]:
    """Optimise the functions of a module and return their object code, in several images.

    Helpers, whose names begin with `ks.`, become shared functions named by a hash of their
    code. New ones are compiled together into one image: an image of its own takes 2 to 4 ms longer,
    however short.
    """
    defined = [f for f in module.functions if not f.is_declaration]
    for function in defined:
        # The images call each other, and two of them may have the same helper.
        function.linkage = "weak_odr" if function.name.startswith(HELPER) else ""
    printed = {f.name: str(f) for f in defined}
    names = _names_by_content(printed)
    own = {name: text for name, text in printed.items() if name not in names}
    keys = {helper: cache_key("helper", name) for helper, name in names.items()}
    missing = {helper: printed[helper] for helper, key in keys.items() if not _is_known(key)}
    if missing:
        _add_image(_unit(module, names, missing), missing, keys)
    needed = _with_needs(_places[key] for key in keys.values())
    return compile_text(_unit(module, names, own)), *(_images[key].code for key in needed)


def _names_by_content(printed: dict[str, str]) -> dict[str, str]:
    """Return for each helper a name that identifies its code and that of all it calls."""
    names: dict[str, str] = {}

    def name_of(helper: str) -> str:
        if helper not in names:
            called = [name_of(n) for n in _calls(printed[helper]) if n in printed and n != helper]
            text = "\0".join([printed[helper], *called])
            names[helper] = f"{helper}.{hashlib.sha256(text.encode()).hexdigest()[:16]}"
        return names[helper]

    for helper in printed:
        if helper.startswith(HELPER):
            name_of(helper)
    return names


def _calls(text: str) -> Iterable[str]:
    """Return the helpers that a function's text names, itself among them."""
    return dict.fromkeys(name for name in _CALLED.findall(text) if name.startswith(HELPER))


def _add_image(text: str, helpers: dict[str, str], keys: dict[str, str]) -> None:
    """Compile helpers, and keep them in memory and on disk."""
    code = compile_text(text)
    called = (name for body in helpers.values() for name in _calls(body) if name not in helpers)
    image = Image(code, tuple(dict.fromkeys(_places[keys[name]] for name in called)))
    place = cache_key("image", *(keys[helper] for helper in helpers))
    write_cache(place, image)
    _images[place] = image
    for helper in helpers:
        write_cache(keys[helper], place)
        _places[keys[helper]] = place


def _is_known(key: str) -> bool:
    """Return whether the image with a helper is in memory with all that it needs, or was on
    disk.
    """
    if key not in _places:
        place = read_cache(key)
        if isinstance(place, str) and _is_loaded(place):
            _places[key] = place
    return key in _places


def _is_loaded(place: str) -> bool:
    if place in _images:
        return True
    image = read_cache(place)
    if not isinstance(image, Image) or not all(map(_is_loaded, image.needs)):
        return False
    _images[place] = image
    return True


def _with_needs(places: Iterable[str]) -> Iterable[str]:
    """Return the keys of images, and of those that they need."""
    keys_in_order: dict[str, None] = {}
    waiting = list(places)
    while waiting:
        place = waiting.pop()
        if place not in keys_in_order:
            keys_in_order[place] = None
            waiting += _images[place].needs
    return keys_in_order


def _unit(module: ir.Module, names: dict[str, str], printed: dict[str, str]) -> str:
    """Return the text of some functions of a module, with what they refer to; helpers by these
    names.
    """
    called = dict.fromkeys(name for body in printed.values() for name in _CALLED.findall(body))
    others = (module.globals[name] for name in called if name not in printed)
    notes = (f"{note}\n" for note in module.metadata)
    text = "".join([*map(_declaration, others), *printed.values(), *notes])
    return _CALLED.sub(lambda found: f'@"{names.get(found[1], found[1])}"', text)


def _declaration(function: ir.Function) -> str:
    kind = function.function_type
    arguments = ", ".join(map(str, kind.args))
    return f"declare {kind.return_type} {function.get_reference()}({arguments})\n"
