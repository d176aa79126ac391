"""The names under which kernels and their launches are shown and asked for.

A kernel of C++ has the name of its source: `matmul<16>`. Kernels that then still have one name are
specialisations of it, told apart by what they were compiled for, where it differs:
`add(BLOCK=128)` and `add(BLOCK=256)`.

Two launches are one row of a table only if they did the same: code, constants, grid, block, shared
memory, what the arguments ask for, and every counter. Rows of one kernel are told apart by the
fewest of these: `add(BLOCK=128)`, `copy(grid 64)`, `copy(x stride 16)`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, combinations
from pathlib import PurePath

from kernelscope._demangle import demangled, written_name
from kernelscope.record.launches import LaunchRecord

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


_ANY_VALUE = 8
"""An argument with more values than this is a seed or a number of steps, if no counter changes."""


_SEARCHED = 64
"""Of more rows the fewest words are not searched for."""


def launch_titles(launches: Sequence[LaunchRecord], names: Sequence[str] = ()) -> list[str]:
    """Return a title for each launch; launches of one title did the same.

    names: the name under which each is shown; () for those of the source.
    """
    shown = names or [written_name(launch.kernel) for launch in launches]
    return [
        f"{name}({words})" if words else name
        for name, words in zip(shown, launch_words(launches), strict=True)
    ]


def launch_words(launches: Sequence[LaunchRecord]) -> list[str]:
    """Return what tells each launch from the others of its kernel; "" if all did the same.

    Launches of one kernel with the same words did the same.
    """
    by_kernel: dict[str, list[int]] = {}
    for place, launch in enumerate(launches):
        by_kernel.setdefault(launch.kernel, []).append(place)
    words = [""] * len(launches)
    for places in by_kernel.values():
        own = _words([launches[place] for place in places])
        for place, text in zip(places, own, strict=True):
            words[place] = text
    return words


def _words(launches: Sequence[LaunchRecord]) -> list[str]:
    """Return the words of the launches of one kernel."""
    classes = _classes(launches)
    if len(classes) == 1:
        return [""] * len(launches)
    facts = [_facts_of(launch) for launch in launches]
    codes = list(dict.fromkeys(launch.code for launch in launches))
    for own, launch in zip(facts, launches, strict=True):
        own[f"{_OF_LAUNCH}code"] = str(1 + codes.index(launch.code))
    changing = {
        key
        for places in classes
        for key in facts[places[0]]
        if len({facts[place].get(key) for place in places}) > 1
    }
    steady = [
        {key: value for key, value in facts[places[0]].items() if key not in changing}
        for places in classes
    ]
    keys = _fewest(steady)
    # Launches alike in all of this may still go by what was in memory: "launch 3".
    seen = [_values(own, keys) for own in steady]
    result = [""] * len(launches)
    for own, places, values in zip(steady, classes, seen, strict=True):
        parts = [_in_words(key, own.get(key)) for key in keys if not _is_usual(key, own.get(key))]
        parts += [f"launch {1 + places[0]}"] if seen.count(values) > 1 else []
        for place in places:
            result[place] = ", ".join(parts)
    return result


def _fewest(classes: Sequence[Variant]) -> list[str]:
    """Return one key or two that tell all apart, else as many as it takes; the first ones."""
    keys = _differing(classes)
    if len(keys) > 1 and len(classes) <= _SEARCHED:
        every = list(dict.fromkeys(key for own in classes for key in own))
        first = [key for key in every if key.removeprefix(_OF_LAUNCH) not in _OF_CODE]
        most = len({_values(own, keys) for own in classes})
        for chosen in chain(*(combinations(pool, n) for pool in (first, every) for n in (1, 2))):
            if len({_values(own, chosen) for own in classes}) == most:
                return list(chosen)
    return keys


def _values(facts: Variant, keys: Sequence[str]) -> tuple[str | None, ...]:
    return tuple(facts.get(key) for key in keys)


def _classes(launches: Sequence[LaunchRecord]) -> list[list[int]]:
    """Return the places of launches that did the same, in the order of the first of each."""
    values: dict[str, set[str]] = {}
    for launch in launches:
        for key, value in launch.arguments.items():
            values.setdefault(key, set()).add(value)
    classes: dict[object, list[int]] = {}
    for place, launch in enumerate(launches):
        did = (
            *(launch.code, launch.kernel_source, launch.grid, launch.block),
            *(launch.static_shared_bytes, launch.dynamic_shared_bytes, launch.registers),
            tuple(launch.variant.items()),
            tuple(item for item in launch.arguments.items() if len(values[item[0]]) <= _ANY_VALUE),
            tuple(launch.counters.values()),
        )
        classes.setdefault(did, []).append(place)
    return list(classes.values())


def _facts_of(launch: LaunchRecord) -> dict[str, str]:
    """Return what may tell a launch from others, in the order in which it is preferred."""
    place = (launch.kernel_source or "").rpartition(":")
    own = {
        "grid": dimensions(launch.grid),
        "block": dimensions(launch.block),
        "dynamic shared": f"{launch.dynamic_shared_bytes:,} B",
    }
    code = {
        "shared": f"{launch.static_shared_bytes:,} B",
        "line": place[2],
        "file": place[0].rpartition("/")[2],
        "registers": str(launch.registers),
    }
    constants = {key: value for key, value in launch.variant.items() if is_constant(key, value)}
    asked = launch.arguments | launch.variant | launch.arguments
    return constants | _of_launch(own) | asked | constants | _of_launch(code)


def is_constant(name: str, value: str) -> bool:
    """Return whether an entry of a variant is a constant or an option, and no type or assumption.

    How it is written tells.
    """
    return " " not in name and not _TYPE.match(value)


_TYPE = re.compile(r"\*|[iu]\d+$|(fp|bf|f)\d+|tensordesc|(float|int|bool|array)")


def _of_launch(facts: Mapping[str, str]) -> dict[str, str]:
    return {f"{_OF_LAUNCH}{key}": value for key, value in facts.items()}


def dimensions(sizes: tuple[int, int, int]) -> str:
    """Return a size: `512` for (512, 1, 1), `256×256` for (256, 256, 1)."""
    x, y, z = sizes
    return "×".join(map(str, sizes if z > 1 else (x, y) if y > 1 else (x,)))


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
    if key.startswith(_OF_LAUNCH):
        return f"{key.removeprefix(_OF_LAUNCH)} {value}"
    name, _, fact = key.partition(" ")
    if fact in _OF_TENSORS:
        return f"{key} {value}"
    if fact:
        return key if value else f"{name} not {fact}"
    return f"{key}={'none' if value is None else value}"


_OF_LAUNCH = "."
"""In front of what is no parameter's: a kernel may have a parameter `grid`."""
_OF_CODE = ("shared", "line", "file", "registers", "code")
"""What is no choice of the caller's: it tells launches apart if nothing else does."""
_OF_TENSORS = ("stride", "aligned to")


def _is_usual(key: str, value: str | None) -> bool:
    """Return whether a fact goes without saying: an aligned address, rows one behind the other.

    So does a line that is not known.
    """
    if key.startswith(_OF_LAUNCH):
        return not value
    fact = key.partition(" ")[2]
    return value is None if fact in _OF_TENSORS else fact.startswith("divisible") and bool(value)


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


# ---- places: "file:line" -------------------------------------------------------------------------


def place_key(place: str) -> tuple[str, int]:
    """Return the file and the line of a place, a key that sorts by number; 0 for no line."""
    file, _, line = place.rpartition(":")
    return file, int(line) if line.isdecimal() else 0


def short_place(place: str) -> str:
    """Return a place with only the file's name."""
    file, _, line = place.rpartition(":")
    return f"{PurePath(file).name}:{line}"
