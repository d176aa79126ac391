"""The names under which kernels are shown and asked for.

A kernel of C++ has the name of its source: `matmul<16>`. Kernels that then still have one name are
specialisations of it, told apart by what they were compiled for, where it differs:
`add(BLOCK=128)` and `add(BLOCK=256)`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from kernelscope._demangle import demangled, written_name

Variant = Mapping[str, str]
"""The types, constants and assumptions that a kernel was compiled for: parameter → its type or its
constant, "BLOCK" → "128"; then each assumption and each option by its own name, "x divisible by 16"
→ "yes"."""

_CONSTANT = "constexpr "


def variant_of(
    types: Mapping[str, str], facts: Mapping[str, Iterable[str]], options: Mapping[str, object]
) -> dict[str, str]:
    """Return the specialisation of a kernel, in the order in which it distinguishes kernels."""
    return {
        **{name: type_name.removeprefix(_CONSTANT) for name, type_name in types.items()},
        **{f"{name} {fact}": "yes" for name in facts for fact in facts[name]},
        **{name: str(value) for name, value in options.items()},
    }


def titles(kernels: Sequence[tuple[str, Variant]]) -> list[str]:
    """Return a title for each kernel, given its linker's name and what it was compiled for.

    Kernels of one name and one variant get the same title.
    """
    written = [written_name(name) for name, _ in kernels]
    groups: dict[str, list[tuple[str, Variant]]] = {}
    for title, kernel in zip(written, kernels, strict=True):
        group = groups.setdefault(title, [])
        if kernel not in group:
            group.append(kernel)
    titles_of = {title: _told_apart(title, group) for title, group in groups.items()}
    return [
        titles_of[title][groups[title].index(kernel)]
        for title, kernel in zip(written, kernels, strict=True)
    ]


def _told_apart(written: str, group: Sequence[tuple[str, Variant]]) -> list[str]:
    """Return the titles of kernels that have one name in their source."""
    keys = _differing([variant for _, variant in group])
    shown = [_title(written, variant, keys) for _, variant in group]
    # Two functions `scale(float*)` and `scale(double*)` of C++ differ in their types alone.
    names = {name for name, _ in group}
    if len(names) > len(set(shown)):
        return [demangled(name)[max(demangled(name).find(written), 0) :] for name, _ in group]
    return shown


def _differing(group: Sequence[Variant]) -> list[str]:
    """Return the fewest keys, from the first on, that tell apart what can be told apart."""
    keys = dict.fromkeys(key for variant in group for key in variant)
    chosen: list[str] = []
    classes = 1
    for key in keys:
        distinct = len({tuple(v.get(name) for name in (*chosen, key)) for v in group})
        if distinct > classes:
            chosen.append(key)
            classes = distinct
    return chosen


def _title(written: str, variant: Variant, keys: Sequence[str]) -> str:
    words = ", ".join(_in_words(key, variant.get(key)) for key in keys)
    return written + (f"({words})" if words else "")


def _in_words(key: str, value: str | None) -> str:
    name, _, fact = key.partition(" ")
    if fact:
        return key if value else f"{name} not {fact}"
    return f"{key}={'none' if value is None else value}"


def is_named(name: str, wanted: str, title: str = "") -> bool:
    """Return whether a kernel of the linker's name `name` is meant by `wanted`.

    It may be the linker's name, the name of the source with namespaces and template arguments or
    without either, the whole C++ name with its types, or the title; blanks do not matter.
    """
    written = written_name(name)
    known = {name, written, demangled(name), title}
    if written != name:
        scope = written.partition("<")[0].rpartition("::")[0]
        alone = written.removeprefix(f"{scope}::")
        known |= {alone, written.partition("<")[0], alone.partition("<")[0]}
    return _without_blanks(wanted) in {_without_blanks(spelling) for spelling in known if spelling}


def _without_blanks(text: str) -> str:
    return "".join(text.split())


_NOT_IN_A_NAME = re.compile(r"[<(]")
_ANONYMOUS = "(anonymous namespace)::"
_ABI_TAGS = re.compile(r"\[abi:[^\]]*\]")


def function_name(name: str) -> str:
    """Return the bare name of a function: `square` for `void a::square<float>(float const*)`."""
    whole = _ABI_TAGS.sub("", name.replace(_ANONYMOUS, ""))
    head = _NOT_IN_A_NAME.split(whole, maxsplit=1)[0].rstrip()
    return re.split(r"::|\s", head)[-1] or name
