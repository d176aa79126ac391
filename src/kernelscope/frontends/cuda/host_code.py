"""A CUDA C++ file without its host code: NVRTC compiles for the device alone.

A `.cu` file for `nvcc` has a `main`, or a wrapper that launches the kernel, and includes headers of
host libraries. So do the user's headers. This module replaces them by blanks, so that every line
and column stays.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from kernelscope.frontends.cuda.source import header_files

_NOT_CODE = re.compile(
    r"""//[^\n]*|/\*.*?\*/|R"(?P<d>[^(\s]*)\(.*?\)(?P=d)"|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+'"""
    r"""|^[ \t]*\#(?:\\\n|[^\n])*""",
    flags=re.S | re.M,
)
_LIBRARY = re.compile(r"^[ \t]*#[ \t]*include[ \t]*<([^>\n]+)>[^\n]*", flags=re.M)
_FOR_THE_DEVICE = {"__global__", "__device__"}
_MACRO = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)((?:\\\n|[^\n])*)", flags=re.M)
_MAIN = re.compile(r"[^{]*?\bmain\s*\(")
_OPENED = re.compile(r"\s*(?:(?:inline\s+)?namespace\b[^()]*|extern\s*)")
_TYPE = re.compile(r"\s*(?:template\s*<[^{}]*>\s*)?(?:typedef\s+)?(?:struct|class|union|enum)\b")


@dataclass(frozen=True, slots=True)
class DeviceCode:
    """A source without host code, and the names of the missing headers that it included."""

    source: str
    left_out: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Source:
    """The source that NVRTC gets; `file` is its name in errors.

    Attributes:
        headers: texts that are included in place of files, by the name in `#include`.
        left_out: the missing headers that it included, and no longer does.
        searched: the files whose host functions have been taken out.
    """

    text: str
    file: str
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    left_out: tuple[str, ...] = ()
    searched: frozenset[str] = frozenset()

    def followed_by(self, text: str) -> Source:
        """Return it with more text."""
        return replace(self, text=self.text + text)

    def without_what_is_refused(
        self, error: str, folders: Sequence[Path], can_include: Callable[[str], bool]
    ) -> Source | None:
        """Return it without the host code of the file in `error` (`FILE:LINE:COLUMN: error: …`);
        None if that has none.

        `folders` are those of the user's headers.
        """
        place = re.match(r"(.*?):\d+(?::\d+)?: error: ", error)
        refused = place[1] if place else self.file
        headers = {str(path): name for name, path in header_files(self.text, folders).items()}
        name = headers.get(refused, "")
        if name:
            # The header's own text begins in line 2: `#line` says which line that is.
            first = f'#line 1 "{refused}"\n'
            text = self.headers.get(name, first + Path(refused).read_text(errors="replace"))
            text = text.removeprefix(first)
        else:
            first, text, refused = "", self.text, self.file
        left_out = self.left_out
        without: str | None = None
        if refused not in self.searched:
            device = without_host_code(text, can_include)
            if device is not None:
                without, left_out = device.source, (*left_out, *device.left_out)
        if without is None:
            without = without_host_declaration(text, error)
        if without is None:
            return None
        known = replace(self, left_out=left_out, searched=self.searched | {refused})
        if not name:
            return replace(known, text=without)
        return replace(known, headers={**self.headers, name: first + without})


def has_main(source: str) -> bool:
    """Return whether a source is a program: it defines the host's function `main`."""
    return any(_MAIN.match(source, *place) for place in _host_functions(source))


def without_host_code(source: str, can_include: Callable[[str], bool]) -> DeviceCode | None:
    """Return the source without its host functions; None if it has none.

    Headers that cannot be included go as well: they usually belong to host libraries.
    """
    functions = list(_host_functions(source))
    if not functions:
        return None
    missing = [match for match in _LIBRARY.finditer(source) if not can_include(match.group(1))]
    for start, end in (*functions, *(match.span() for match in missing)):
        source = source[:start] + _blank(source[start:end]) + source[end:]
    return DeviceCode(source, tuple(match.group(1) for match in missing))


def without_host_declaration(source: str, error: str) -> str | None:
    """Return the source without the host's declaration that NVRTC refuses; None for other errors.

    That is a variable, or a function that is declared before its definition.
    """
    # Example: `const char* title = "filter";` on line 12. NVRTC: "k.cu:12:13: error: A namespace
    # scope variable without memory space annotations …". The declaration goes, from the end of the
    # one before it to its semicolon. A `const int` that kernels may use gives no such error.
    refusal = re.match(
        r".*?:(\d+)(?::\d+)?: error: A (?:namespace scope variable|function) without ",
        error,
    )
    if not refusal:
        return None
    code = _NOT_CODE.sub(lambda match: _blank(match.group()), source)
    lines = source.splitlines(keepends=True)
    line_start = sum(map(len, lines[: int(refusal[1]) - 1]))
    named = line_start + len(lines[int(refusal[1]) - 1].rstrip())
    begins = max(code.rfind(mark, 0, line_start) for mark in ";}") + 1
    ends, depth = begins, 0
    for match in re.finditer(r"[{};]", code[begins:]):
        depth += {"{": 1, "}": -1}.get(match.group(), 0)
        ends = begins + match.end()
        if match.group() == ";" and depth == 0:
            break
    if ends < min(named, len(code)) and code[ends:named].strip():
        begins, ends = line_start, max(named, ends)
    kept = source[begins:ends]
    blanked = "".join(
        piece if piece.lstrip().startswith("#") else _blank(piece)
        for piece in kept.splitlines(keepends=True)
    )
    return None if blanked == kept else source[:begins] + blanked + source[ends:]


def _blank(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


def _host_functions(source: str) -> Iterator[tuple[int, int]]:
    """Yield (start, end) of each function definition that is not for the device."""
    # A definition is a `{` outside all types, after a head with parentheses and without a device
    # mark:
    #
    #     #define KERNEL __global__ void
    #     namespace detail { __device__ float twice(float x) { return 2.0f * x; } }
    #     struct Options { int size() { return 1; } };
    #     KERNEL scale(float* x) { if (x) { x[0] = detail::twice(x[0]); } }
    #     int table[] = {1, 2};
    #     int main() { printf("{"); scale<<<1, 32>>>(nullptr); }
    #
    # Only `main` is found. A simpler rule, "blank what has no __global__ before its brace", would
    # also remove `scale`, whose mark is inside a macro (so macros with a mark count as marks),
    # `size` of the struct, which kernels may use (so types stay whole), and `table` (no parentheses
    # in its head). It would not enter `detail`, and brace counting would run past the end of `main`
    # at the text "{" (so comments, texts and preprocessor lines are blanked first). If `main`
    # stays, NVRTC refuses the file: "host functions are not allowed in JIT mode".
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
    """Return the place after the brace that closes the brace at `opening`, or the text's end."""
    depth = 0
    for match in re.finditer(r"[{}]", code[opening:]):
        depth += 1 if match.group() == "{" else -1
        if depth == 0:
            return opening + match.end()
    return len(code)
