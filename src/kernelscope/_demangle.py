"""The C++ names behind the names of a linker: `matmul<16>` for `_Z6matmulILi16EEvPf`."""

from __future__ import annotations

import ctypes
import re
from functools import lru_cache

_ABI_TAGS = re.compile(r"\[abi:[^\]]*\]")
_ANONYMOUS = "(anonymous namespace)::"


@lru_cache(maxsize=4096)
def demangled(name: str) -> str:
    """Return the C++ name with its types; any other name unchanged.

    The C++ library's own demangler does it (`__cxa_demangle` of the Itanium ABI). On a machine
    without that library every name stays as it is.
    """
    if not name.startswith("_Z"):
        return name
    try:
        library = ctypes.CDLL("libstdc++.so.6")
    except OSError:
        return name
    demangle = library["__cxa_demangle"]
    demangle.restype = ctypes.c_void_p
    status = ctypes.c_int()
    text = demangle(name.encode(), None, None, ctypes.byref(status))
    if not text:
        return name
    whole = ctypes.string_at(text).decode()
    free = ctypes.CDLL(None)["free"]
    free.argtypes = [ctypes.c_void_p]
    free(text)
    return whole


def written_name(name: str) -> str:
    """Return a kernel's name as its source writes it: namespaces and template arguments, no types.

    `ns::matmul<16>` for `void ns::matmul<16>(float*)` in a linker's spelling; the name of a kernel
    that is not C++ unchanged.
    """
    return _name_and_parameters(name)[0]


def written_parameters(name: str) -> str | None:
    """Return the types of a kernel's parameters, with commas; None if its name does not tell."""
    text = _name_and_parameters(name)[1]
    return text[1:-1] if text else None


def _name_and_parameters(name: str) -> tuple[str, str]:
    whole = demangled(name)
    if whole == name:
        return name, ""
    whole = _ABI_TAGS.sub("", whole.replace(_ANONYMOUS, ""))
    start, depth = 0, 0
    for at, character in enumerate(whole):
        if character == "(" and not depth:
            return whole[start:at], whole[at:]
        if character == " " and not depth:
            start = at + 1  # the type that it returns is in front
        depth += (character in "<(") - (character in ">)")
    return whole[start:], ""
