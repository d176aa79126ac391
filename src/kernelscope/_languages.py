"""Advice in the language of the kernel's author.

A text of advice names what to write as `{block_barrier}`; a table says what that is in each
language. A name that a language has no word for gets PTX's, which CUDA C++ can write as `asm`.
"cuda" is CUDA C++ that Python launches; "c++", whose host is C++, too, has the same words but for
what the host calls.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

LANGUAGES = ("triton", "gluon", "cuda", "c++", "numba", "ptx", "torch")
_LIKE = {"c++": "cuda"}
_OF_CPP = re.compile(r"\.(cu|cuh|c|cc|cpp|cxx|h|hpp):\d+$", re.IGNORECASE)
_FRONT_ENDS = {"inductor": "torch"}
_NAME = re.compile(r"\{(\w+)\}")


def language_of(front_end: str, source: str | None = None) -> str:
    """Return the language of a front end's kernels, which are launched at a "file:line"."""
    name = _FRONT_ENDS.get(front_end, front_end)
    if name == "cuda" and source and _OF_CPP.search(source):
        return "c++"
    return name if name in LANGUAGES else "ptx"


def in_language(text: str, language: str) -> str:
    """Return a text with the words of a language in place of `{names}`; other braces stay."""

    def word(match: re.Match[str]) -> str:
        words = _words().get(match[1])
        if words is None:
            return match[0]
        return words.get(language) or words.get(_LIKE.get(language, "")) or words["ptx"]

    return _NAME.sub(word, text)


@cache
def _words() -> dict[str, dict[str, str]]:
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
