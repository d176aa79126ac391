"""Advice in the language of the kernel's author.

A text of advice names what to write as `{block_barrier}`; a table says what that is in each
language. A name that a language has no word for gets PTX's, which CUDA C++ can write as `asm`.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

LANGUAGES = ("triton", "gluon", "cuda", "numba", "ptx", "torch")
_FRONT_ENDS = {"inductor": "torch"}
_NAME = re.compile(r"\{(\w+)\}")


def language_of(front_end: str) -> str:
    """Return the language of a front end's kernels."""
    name = _FRONT_ENDS.get(front_end, front_end)
    return name if name in LANGUAGES else "ptx"


def in_language(text: str, language: str) -> str:
    """Return a text with the words of a language in place of `{names}`; other braces stay."""

    def word(match: re.Match[str]) -> str:
        words = _words().get(match[1])
        return match[0] if words is None else words.get(language) or words["ptx"]

    return _NAME.sub(word, text)


@cache
def _words() -> dict[str, dict[str, str]]:
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
