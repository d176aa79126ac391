"""Maps from the lines of a stage to the lines of the source, as the compiler marked them.

In: the text of a stage. Out: a `LineMap`, {line of the text from 1: places}. Each place is
"file:line", innermost first: the first is the line itself, the last is the user's own line.

    TTIR, TTGIR   `loc(#loc7)` at an operation's end, `callsite(… at …)` if it was inlined
    LLVM IR       `!dbg !7` and the DILocation of that number, with `inlinedAt` in it
    PTX           `.loc` before the instructions, with `inlined_at`

`tl.cdiv(m, BLOCK_M)` in line 28 of a kernel is Python code of Triton's library, inlined:

    %2 = arith.addi %m, %c63_i32 : i32 loc(#loc112)
    #loc112 = loc(callsite(#loc3 at #loc68))         #loc3: …/triton/language/standard.py:43
    .loc 2 43 17                                     the same instruction in the PTX

Its places are ("…/standard.py:43", "…/_tiled_matmul.py:28"). With only the innermost place, the
costs of these instructions would be shown on a line of Triton that the user never wrote.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import PurePath

from kernelscope.vgpu.ptx import syntax
from kernelscope.vgpu.ptx.parser import parse

Places = tuple[str, ...]
LineMap = dict[int, Places]


def pairs(line_map: LineMap) -> tuple[tuple[int, str], ...]:
    """Return the map in the form that a record keeps."""
    return tuple((line, place) for line, places in sorted(line_map.items()) for place in places)


# ---- TTIR and TTGIR ------------------------------------------------------------------------------

_MLIR_NAMED = re.compile(r"^(#loc\d*) = loc\((.*)\)\s*$", re.M)
_MLIR_FILE = re.compile(r'"((?:[^"\\]|\\.)*)":(\d+):\d+')


def map_of_mlir(text: str) -> LineMap:
    """Return the map of an MLIR module.

    An operation with a region has its location after the closing brace (`} loc(#loc9)`). The line
    that opens it (`scf.for … {`) gets the same places; otherwise a loop's head would have none.
    """
    named = dict(_MLIR_NAMED.findall(text))
    known: dict[str, Places] = {}
    line_map: LineMap = {}
    open_lines: list[int] = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("#"):
            continue
        stripped = line.strip()
        opened = open_lines.pop() if stripped.startswith("}") and open_lines else None
        place = _location(stripped)
        if stripped.endswith("{"):
            open_lines.append(number)
        elif place:
            places = _mlir_places(place, named, known)
            for where in (number, opened):
                if places and where is not None:
                    line_map[where] = places
    return line_map


def _location(line: str) -> str:
    """Return the text inside the `loc(…)` that ends the line; earlier ones belong to arguments."""
    start = line.rfind(" loc(")
    return line[start + 5 : -1] if start >= 0 and line.endswith(")") else ""


def _mlir_places(place: str, named: dict[str, str], known: dict[str, Places]) -> Places:
    """Return the places of a location: `#loc3`, a line of a file, or a location made of others."""
    place = place.strip()
    if place in known:
        return known[place]
    known[place] = ()  # ends the search in a location that names itself
    if place in named:
        places = _mlir_places(named[place], named, known)
    elif match := _MLIR_FILE.fullmatch(place):
        places = (f"{match.group(1)}:{match.group(2)}",)
    elif place.startswith("callsite("):
        callee, _, caller = _outermost(place[len("callsite(") : -1], " at ")
        places = _mlir_places(callee, named, known) + _mlir_places(caller, named, known)
    elif place.startswith("fused"):
        inner = place[place.rfind("[") + 1 : -1].split(",")
        places = next(filter(None, (_mlir_places(part, named, known) for part in inner)), ())
    elif place.startswith('"') and place.endswith(")"):  # a name for it: "x"(#loc3)
        places = _mlir_places(place[place.index('"(') + 2 : -1], named, known)
    else:
        places = ()
    known[place] = places
    return places


def _outermost(text: str, separator: str) -> tuple[str, str, str]:
    """Split a text at the first separator outside parentheses."""
    depth = 0
    for at, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if depth == 0 and text.startswith(separator, at):
            return text[:at], separator, text[at + len(separator) :]
    return text, "", ""


# ---- LLVM IR -------------------------------------------------------------------------------------

_NODE = re.compile(r"^!(\d+) = (?:distinct )?!(\w+)\((.*)\)\s*$")
_FIELD = re.compile(r'(\w+): (?:"((?:[^"\\]|\\.)*)"|!?([\w.]+))')
_DEBUG = re.compile(r"!dbg !(\d+)")
Node = dict[str, str]


def map_of_llvm(text: str) -> LineMap:
    """Return the map of a text of one or several LLVM modules."""
    line_map: LineMap = {}
    lines = text.splitlines()
    starts = [at for at, line in enumerate(lines) if line.startswith("; ModuleID")] or [0]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        nodes = dict(_nodes(lines[start:end]))
        known: dict[str, Places] = {}
        for number, line in enumerate(lines[start:end], start + 1):
            marked = None if line.startswith("!") else _DEBUG.search(line)
            places = _llvm_places(marked.group(1), nodes, known) if marked else ()
            if places:
                line_map[number] = places
    return line_map


def _nodes(lines: Iterable[str]) -> Iterator[tuple[str, Node]]:
    for line in lines:
        if match := _NODE.match(line):
            fields = {key: text or word for key, text, word in _FIELD.findall(match.group(3))}
            yield match.group(1), {"kind": match.group(2), **fields}


def _llvm_places(number: str, nodes: dict[str, Node], known: dict[str, Places]) -> Places:
    if number not in known:
        node = nodes.get(number, {})
        scope = node if node.get("kind") == "DISubprogram" else nodes.get(node.get("scope", ""), {})
        file = nodes.get(scope.get("file", ""), {})
        line = node.get("line", "0")
        own: Places = ()
        if line != "0" and file.get("filename"):
            own = (f"{PurePath(file.get('directory', ''), file['filename'])}:{line}",)
        outer = node.get("inlinedAt")
        known[number] = own + (_llvm_places(outer, nodes, known) if outer else ())
    return known[number]


# ---- PTX -----------------------------------------------------------------------------------------


def map_of_ptx(text: str) -> LineMap:
    """Return the map of a PTX module; only lines with instructions are in it.

    Raises PtxError if the text is malformed.
    """
    module = parse(text)
    return {
        instruction.position.line: places
        for function in module.functions
        for instruction in syntax.instructions(function.body or ())
        if (places := _ptx_places(instruction.location, module.files))
    }


def _ptx_places(location: syntax.SourceLocation | None, files: dict[int, str]) -> Places:
    places: list[str] = []
    while location is not None:
        if location.line:
            places.append(f"{files.get(location.file, location.file)}:{location.line}")
        location = location.inlined_at
    return tuple(places)
