"""A CUDA C++ file without the code of its host: NVRTC compiles for the device alone.

A `.cu` file as `nvcc` takes it has a `main`, or a wrapper that launches the kernel, and includes
headers of the host's libraries. What is taken out becomes blanks, so that every place stays.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

_NOT_CODE = re.compile(
    r"""//[^\n]*|/\*.*?\*/|R"(?P<d>[^(\s]*)\(.*?\)(?P=d)"|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+'"""
    r"""|^[ \t]*\#(?:\\\n|[^\n])*""",
    flags=re.S | re.M,
)
_LIBRARY = re.compile(r"^[ \t]*#[ \t]*include[ \t]*<([^>\n]+)>[^\n]*", flags=re.M)
_FOR_THE_DEVICE = {"__global__", "__device__"}
_MACRO = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)((?:\\\n|[^\n])*)", flags=re.M)
_OPENED = re.compile(r"\s*(?:(?:inline\s+)?namespace\b[^()]*|extern\s*)")
_TYPE = re.compile(r"\s*(?:template\s*<[^{}]*>\s*)?(?:typedef\s+)?(?:struct|class|union|enum)\b")


@dataclass(frozen=True, slots=True)
class DeviceCode:
    """What is left of a source, and the libraries' headers that were not at hand."""

    source: str
    left_out: tuple[str, ...]


def without_host_code(source: str, can_include: Callable[[str], bool]) -> DeviceCode | None:
    """The source less functions that are not for the device; None where it has none of those.

    With them go the headers of libraries that are not there: they are the host's as a rule.

    Args:
        source: CUDA C++.
        can_include: whether a header of that name is at hand.
    """
    functions = list(_host_functions(source))
    if not functions:
        return None
    missing = [match for match in _LIBRARY.finditer(source) if not can_include(match.group(1))]
    for start, end in (*functions, *(match.span() for match in missing)):
        source = source[:start] + _blank(source[start:end]) + source[end:]
    return DeviceCode(source, tuple(match.group(1) for match in missing))


def _blank(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


def _host_functions(source: str) -> Iterator[tuple[int, int]]:
    """Where each function definition lies that is in no type and not marked for the device."""
    code = _NOT_CODE.sub(lambda match: _blank(match.group()), source)
    marks = _FOR_THE_DEVICE | {
        name for name, body in _MACRO.findall(source) if any(m in body for m in _FOR_THE_DEVICE)
    }
    start = 0
    for match in re.finditer(r"[;{}]", code):
        at = match.start()
        if at < start:
            continue
        head = code[start:at]
        if match.group() != "{" or _OPENED.fullmatch(head):
            start = at + 1
            continue
        end = _closing(code, at)
        if "(" in head and not _TYPE.match(head) and marks.isdisjoint(re.findall(r"\w+", head)):
            yield start + len(head) - len(head.lstrip()), end
        start = end


def _closing(code: str, opening: int) -> int:
    """Just past the brace that closes the one at `opening`; the text's end if none does."""
    depth = 0
    for match in re.finditer(r"[{}]", code[opening:]):
        depth += 1 if match.group() == "{" else -1
        if depth == 0:
            return opening + match.end()
    return len(code)
