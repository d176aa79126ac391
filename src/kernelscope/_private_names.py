"""The names inside other projects that Kernelscope uses although they are not published.

They are in `_private_names.toml`. A new release may rename or remove any of them.
`tests/test_private_names.py` checks that each name exists in the installed version and that the
source uses no private name beyond these; `kernelscope doctor` says which name is missing from a
version that is not in TESTED.
"""

from __future__ import annotations

import inspect
import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import import_module, metadata
from pathlib import Path
from types import ModuleType

_ABSENT = object()

TESTED: dict[str, tuple[str, ...]] = {
    "torch": ("2.13.0",),
    "triton": ("3.6.0", "3.7.1", "3.9.0"),
    "numba": ("0.68.1",),
    "numba-cuda": ("0.30.4",),
}
"""The versions whose names the tests have looked up, by distribution."""


@dataclass(frozen=True, slots=True)
class PrivateName:
    """A name that another project does not promise to keep.

    Attributes:
        distribution: the pip package that it belongs to.
        path: its dotted path, from the module that a program imports.
        purpose: what Kernelscope uses it for.
        absent_from: the installations that need not have it: "builds without CUDA", "older
            versions"; "" for none.
    """

    distribution: str
    path: str
    purpose: str
    absent_from: str = ""


@cache
def private_names() -> tuple[PrivateName, ...]:
    """Return every private name that the source uses."""
    groups = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))["group"]
    return tuple(PrivateName(path=path, **group) for group in groups for path in group.pop("names"))


def installed(distribution: str) -> str:
    """Return an installed distribution's version without its build, or "" if not installed."""
    try:
        return metadata.version(distribution).partition("+")[0]
    except metadata.PackageNotFoundError:
        return ""


def missing(distribution: str) -> tuple[PrivateName, ...]:
    """Return the names that the installed distribution lacks. Imports it, which takes seconds.

    The names of CUDA's part are not missing from a PyTorch without CUDA, nor are those that only
    newer versions ask for.
    """
    names = (name for name in private_names() if name.distribution == distribution)
    return tuple(name for name in names if not exists(name.path) and not _may_lack(name))


def _may_lack(name: PrivateName) -> bool:
    if name.absent_from == "builds without CUDA":
        return import_module("torch").version.cuda is None
    return name.absent_from == "older versions"


def exists(path: str) -> bool:
    """Return whether a dotted path names something that can be imported.

    A name that only a class's instances have, or that a function makes global, is looked for in
    the source of the class or module.
    """
    module, names = _module_of(path)
    if module is None:
        return False
    owner: object = module
    for name in names:
        held = getattr(owner, name, _ABSENT)
        if held is _ABSENT:
            return name == names[-1] and _assigns(owner, name)
        owner = held
    return True


def _module_of(path: str) -> tuple[ModuleType | None, list[str]]:
    """Return the innermost module of a path, and the names that are left."""
    parts = path.split(".")
    for count in range(len(parts), 0, -1):
        try:
            return import_module(".".join(parts[:count])), parts[count:]
        except ImportError:
            continue
    return None, []


def _assigns(owner: object, name: str) -> bool:
    if not isinstance(owner, (type, ModuleType)):
        return False
    try:
        source = inspect.getsource(owner)
    except (OSError, TypeError):  # compiled code has none
        return False
    return re.search(rf"\bself\.{name}\b|\bglobal {name}\b", source) is not None
