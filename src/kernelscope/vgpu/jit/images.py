"""The functions of a kernel as images of object code; what many kernels share is compiled once."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

from kernelscope.vgpu.jit import helpers
from kernelscope.vgpu.jit.engine import cache_key, compile_text, read_cache, write_cache
from kernelscope.vgpu.jit.helpers import HELPER, Module, called_in
from kernelscope.vgpu.jit.text import METADATA


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


def compile_functions(module: Module, *, quick: bool = False) -> tuple[bytes, ...]:
    """Optimise the functions of a module and return their object code, in several images.

    Helpers become shared functions named by a hash of their code. New ones are compiled together
    into one image: an image of its own takes 2 to 4 ms longer, however short.

    quick: as in `compile_text`.
    """
    defined = [f for f in module.functions if not f.is_declaration]
    for function in defined:
        # The images call each other, and two of them may have the same helper.
        function.linkage = "weak_odr" if function.name.startswith(HELPER) else ""
    printed = {name: helper.text for name, helper in module.taken.items()}
    printed |= {f.name: f.text() for f in defined}
    names = _names_by_content(printed, {n: h.content for n, h in module.taken.items()})
    helpers.keep(module, printed, names)
    own = {name: text for name, text in printed.items() if name not in names}
    keys = {helper: cache_key("helper", quick, name) for helper, name in names.items()}
    missing = {helper: printed[helper] for helper, key in keys.items() if not _is_known(key)}
    if missing:
        code = compile_text(_unit(module, names, missing), helpers=True, quick=quick)
        _add_image(code, missing, keys)
    needed = _with_needs(_places[key] for key in keys.values())
    code = compile_text(_unit(module, names, own), quick=quick)
    return code, *(_images[key].code for key in needed)


def _names_by_content(printed: dict[str, str], known: dict[str, str]) -> dict[str, str]:
    """Return for each helper a name that identifies its code and that of all it calls."""
    names = dict(known)

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
    return (name for name in called_in(text) if name.startswith(HELPER))


def _add_image(code: bytes, added: dict[str, str], keys: dict[str, str]) -> None:
    """Keep the code of helpers in memory and on disk."""
    called = (name for body in added.values() for name in _calls(body) if name not in added)
    image = Image(code, tuple(dict.fromkeys(_places[keys[name]] for name in called)))
    place = cache_key("image", *sorted(keys[helper] for helper in added))
    write_cache(place, image)
    _images[place] = image
    for helper in added:
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


def _unit(module: Module, names: dict[str, str], printed: dict[str, str]) -> str:
    """Return the text of some functions of a module, with what they refer to; helpers by these
    names.
    """
    known = helpers.declarations(module)
    for helper in module.taken.values():
        known |= helper.declarations
    called = {name for body in printed.values() for name in called_in(body)} - printed.keys()
    text = "".join([*(known[name] for name in sorted(called)), *printed.values(), METADATA])
    return helpers.renamed(text, names)
