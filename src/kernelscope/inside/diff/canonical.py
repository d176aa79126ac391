"""Stages in canonical form: without names, numbering, labels, comments and positions.

In: the text of a stage. Out: its lines, each with its operation.

Values and registers are numbered in the order in which they appear, so that two texts that differ
only in names become the same lines. In TTGIR, aliases are written out, too:

    #blocked  = #ttg.blocked<{sizePerThread = [4]}>        #blocked9 = #ttg.blocked<{…= [4]}>
    %x = arith.addf %a, %b : tensor<8xf32, #blocked>       %7 = arith.addf %5, %6 : … #blocked9>

both become `%0 = arith.addf %1, %2 : tensor<8xf32, #ttg.blocked<{sizePerThread = [4]}>>`. If the
aliases stayed, a changed layout would be invisible wherever its alias has the same name.
PTX has a reader of its own (`ptx`), which also puts independent instructions in one order.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from kernelscope.errors import PtxError
from kernelscope.inside.diff.ptx import Line, ptx_lines
from kernelscope.record import Stage

_ALIAS = re.compile(r"^(#\w+) = (#?(?!loc)\S.*)$", re.M)
_MLIR_OPERATION = re.compile(r"(?:^|= |\s)\"?([a-z]\w*\.[\w.]+)\b")
_LLVM_OPERATION = re.compile(r"^(?:%\d+ = )?((?:tail )?call\b.*?@([\w.$]+)|[a-z]+)")
_SASS_REGISTER = re.compile(r"\b(UR|UP|R|P)(\d+)\b")
_COMMENT = re.compile(r"(?<![\"'])(#|//).*$")


def canonical(stage: Stage, name: str, kernel: str) -> list[Line]:
    """Return a stage's lines in canonical form; the name of the entry does not count either.

    `name`: the stage's name: "ttgir", "ptx", …
    """
    text = re.sub(rf"\b{re.escape(kernel)}(?=\b|_)", "kernel", stage.text) if kernel else stage.text
    if name == "ptx":
        try:
            return ptx_lines(stage.text, kernel)
        except PtxError:
            return list(_ptx_text(stage.text))
    reader = _READERS.get(stage.language, _plain)
    return list(reader(text))


def _ptx_text(text: str) -> Iterator[Line]:
    """Yield the lines of PTX that the virtual GPU cannot read, with their registers numbered."""
    numbers: dict[str, str] = {}
    for line in text.splitlines():
        plain = " ".join(line.split("//", maxsplit=1)[0].split())
        if not plain or plain.startswith((".loc", ".file", ".reg", ".version", ".target")):
            continue
        operation = plain.removeprefix("@").split(" ")[-1 if plain.endswith(":") else 0]
        if plain.startswith("@"):
            operation = plain.split(" ", 1)[1].split(" ")[0]
        name = operation if "." in operation and not operation.startswith(".") else ""
        yield name, _numbered(r"%[A-Za-z_$][\w$]*|\$[\w$]+", plain, numbers)


# ---- the other languages -----------------------------------------------------------------------


def _numbered(pattern: str, line: str, numbers: dict[str, str]) -> str:
    """Return a line with each name that matches replaced by its number."""

    def number(match: re.Match[str]) -> str:
        return numbers.setdefault(match.group(), f"{match.group()[0]}{len(numbers)}")

    return re.sub(pattern, number, line)


def _mlir(text: str) -> Iterator[Line]:
    """Yield the lines of TTIR or TTGIR, with layouts written out and without locations."""
    aliases = {name: body for name, body in _ALIAS.findall(text) if not name.startswith("#loc")}
    numbers: dict[str, str] = {}
    for line in text.splitlines():
        if line.startswith("#"):
            continue
        plain = without_locations(line).strip()
        for name in sorted(aliases, key=len, reverse=True):
            plain = re.sub(rf"{name}\b", aliases[name], plain)
        if plain:
            operation = _MLIR_OPERATION.search(plain)
            yield (
                (operation.group(1) if operation else ""),
                _numbered(r"[%^][\w$.]+", plain, numbers),
            )


def without_locations(line: str) -> str:
    """Return a line of MLIR without its `loc(…)`, whose parentheses may be nested."""
    while (start := line.find("loc(")) >= 0:
        depth, end = 0, start
        for end in range(start + 3, len(line)):
            depth += {"(": 1, ")": -1}.get(line[end], 0)
            if depth == 0:
                break
        line = line[:start] + line[end + 1 :]
    return line


def _llvm(text: str) -> Iterator[Line]:
    numbers: dict[str, str] = {}
    for line in text.splitlines():
        plain = re.sub(r",? ?!\w+ ![\w\d]+|\s#\d+|;.*$", "", line).strip()
        if not plain or plain.startswith(("!", "source_filename", "target ", "attributes", "#")):
            continue
        plain = _numbered(r"%[\w.$]+|(?<=^)\d+(?=:)", plain, numbers)
        match = _LLVM_OPERATION.match(plain)
        operation = (match.group(2) or match.group(1)) if match else ""
        yield operation if line.startswith(" ") else "", plain


def _sass(text: str) -> Iterator[Line]:
    numbers: dict[str, dict[str, str]] = {}

    def number(match: re.Match[str]) -> str:
        own = numbers.setdefault(match.group(1), {})
        return match.group(1) + own.setdefault(match.group(2), str(len(own)))

    for line in text.splitlines():
        plain = re.sub(r"/\*.*?\*/", "", line).strip()
        if not plain or plain.startswith("."):
            continue
        words = plain.split()
        operation = words[1] if words[0].startswith("@") and len(words) > 1 else words[0]
        name = "" if operation.endswith(":") else operation.rstrip(";")
        yield name, _SASS_REGISTER.sub(number, plain)


def _source(text: str) -> Iterator[Line]:
    """Yield the lines of a source without comments and blank lines."""
    for line in text.splitlines():
        plain = plain_source(line)
        if plain:
            yield "", plain


def plain_source(line: str) -> str:
    """Return a line without its comment and extra spaces."""
    return " ".join(_COMMENT.sub("", line).split())


def _plain(text: str) -> Iterator[Line]:
    for line in text.splitlines():
        if line.strip():
            yield "", line.rstrip()


_READERS: dict[str, Callable[[str], Iterator[Line]]] = {
    "mlir": _mlir,
    "llvm": _llvm,
    "sass": _sass,
    "cuda": _source,
    "python": _source,
}
