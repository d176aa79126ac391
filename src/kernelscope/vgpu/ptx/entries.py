"""The PTX of one entry out of a text of several.

In: a PTX text. Out: the text with entries blanked, so that lines and columns stay.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

_ENTRY = re.compile(r"^[^\n/]*\.entry\s+([\w$]+)", flags=re.M)


def without_entry(ptx: str, name: str) -> str:
    """Return the PTX with an entry and the comment before it blanked, so that positions stay."""
    spans: list[tuple[int, int]] = []
    for entry, begin, end in _entries(ptx):
        if entry == name:
            head = re.sub(rf"[ \t]*//[^\n]*{re.escape(name)}\s*\n\Z", "", ptx[:begin])
            spans.append((len(head), end))
    return _blanked(ptx, spans).rstrip("\n") + "\n" if spans else ptx


def only_entry(ptx: str, name: str) -> str:
    """Return the PTX with the other entries blanked, line by line, so that positions stay.

    So a file of many kernels takes as long to load as the kernel that is used.
    """
    others = [(begin, end) for entry, begin, end in _entries(ptx) if entry != name]
    return _blanked(ptx, others)


@lru_cache(maxsize=4)
def _entries(ptx: str) -> tuple[tuple[str, int, int], ...]:
    """Return each entry's name, and where it begins and ends.

    It is kept, as each kernel of a file is taken out of the same text: a file of Thrust has 100.
    """
    matches = _ENTRY.finditer(ptx)
    return tuple((match[1], match.start(), _body_end(ptx, match.end())) for match in matches)


def _blanked(ptx: str, spans: Sequence[tuple[int, int]]) -> str:
    """Return the text with these spans, in order, replaced by their line ends."""
    kept: list[str] = []
    at = 0
    for begin, end in spans:
        kept += [ptx[at:begin], "\n" * ptx.count("\n", begin, end)]
        at = end
    return "".join(kept) + ptx[at:]


# Braces in comments and strings do not count: `// begin inline asm {`, `.file 1 "a{.cu"`.
_BRACES = re.compile(r'//[^\n]*|/\*.*?\*/|"[^"\n]*"|[{};]', flags=re.S)


# cuda_fp16.h writes inline assembly that ends in a brace at the start of a line:
#
#     {ex2.approx.ftz.f32 f, f;          the beginning, on some line of the body
#     }                                  the end, which is not that of the body
#
# An end at the first such line would leave the rest of the kernel outside every body.
def _body_end(ptx: str, start: int) -> int:
    """Return the place after the body that begins after `start`, its braces counted."""
    depth = 0
    for match in _BRACES.finditer(ptx, start):
        depth += {"{": 1, "}": -1}.get(match[0], 0)
        if depth == 0 and match[0] in ("}", ";"):
            return match.end()
    return len(ptx)
