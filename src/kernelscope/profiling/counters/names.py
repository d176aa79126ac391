"""Names of kernels as their authors wrote them, from the names of linkers and profilers."""

from __future__ import annotations

import re

_NOT_IN_A_NAME = re.compile(r"[<(]")
_ANONYMOUS = "(anonymous namespace)::"
_ABI_TAGS = re.compile(r"\[abi:[^\]]*\]")


def function_name(name: str) -> str:
    """Return the bare name of a function: `square` for `void a::square<float>(float const*)`."""
    whole = _ABI_TAGS.sub("", name.replace(_ANONYMOUS, ""))
    head = _NOT_IN_A_NAME.split(whole, maxsplit=1)[0].rstrip()
    return re.split(r"::|\s", head)[-1] or name
