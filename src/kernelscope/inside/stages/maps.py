"""From a line of a stage to the lines of the source that it came from, as the compiler marked them.

    TTIR, TTGIR   `loc(#loc7)` at an operation's end, `callsite(… at …)` where it was inlined
    LLVM IR       `!dbg !7` and the DILocation of that number, `inlinedAt` in it
    PTX           `.loc` before the instructions, `inlined_at` on it

A map is {line of the text from 1: places}, each place "file:line", innermost first: the first is
the line itself, the last the one in the kernel that the user wrote.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import PurePath

from kernelscope.vgpu.ptx import syntax
from kernelscope.vgpu.ptx.parser import parse

Places = tuple[str, ...]
LineMap = dict[int, Places]


def pairs(found: LineMap) -> tuple[tuple[int, str], ...]:
    """The map as a record keeps it."""
    return tuple((line, place) for line, places in sorted(found.items()) for place in places)


# ---- TTIR and TTGIR ------------------------------------------------------------------------------

_MLIR_NAMED = re.compile(r"^(#loc\d*) = loc\((.*)\)\s*$", re.M)
_MLIR_FILE = re.compile(r'"((?:[^"\\]|\\.)*)":(\d+):\d+')


def map_of_mlir(text: str) -> LineMap:
    """Of an MLIR module; an operation with a region also has its first line mapped."""
    named = dict(_MLIR_NAMED.findall(text))
    known: dict[str, Places] = {}
    found: LineMap = {}
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
                    found[where] = places
    return found


def _location(line: str) -> str:
    """What is inside the `loc(…)` that ends the line; those inside it are of its arguments."""
    start = line.rfind(" loc(")
    return line[start + 5 : -1] if start >= 0 and line.endswith(")") else ""


def _mlir_places(place: str, named: dict[str, str], known: dict[str, Places]) -> Places:
    """The places of a location: `#loc3`, a file's line, or what is built of others."""
    place = place.strip()
    if place in known:
        return known[place]
    known[place] = ()  # of one that names itself
    if place in named:
        places = _mlir_places(named[place], named, known)
    elif match := _MLIR_FILE.fullmatch(place):
        places = (f"{match.group(1)}:{match.group(2)}",)
    elif place.startswith("callsite("):
        callee, _, caller = _outermost(place[len("callsite(") : -1], " at ")
        places = _mlir_places(callee, named, known) + _mlir_places(caller, named, known)
    elif place.startswith("fused"):
        inner = place[place.rfind("[") + 1 : -1].split(",")
        places = next(filter(None, (_mlir_places(one, named, known) for one in inner)), ())
    elif place.startswith('"') and place.endswith(")"):  # a name for it: "x"(#loc3)
        places = _mlir_places(place[place.index('"(') + 2 : -1], named, known)
    else:
        places = ()
    known[place] = places
    return places


def _outermost(text: str, separator: str) -> tuple[str, str, str]:
    """`text` split at the first separator that is inside no parentheses."""
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
    """Of one LLVM module or several, one after the other."""
    found: LineMap = {}
    lines = text.splitlines()
    starts = [at for at, line in enumerate(lines) if line.startswith("; ModuleID")] or [0]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        nodes = dict(_nodes(lines[start:end]))
        known: dict[str, Places] = {}
        for number, line in enumerate(lines[start:end], start + 1):
            marked = None if line.startswith("!") else _DEBUG.search(line)
            places = _llvm_places(marked.group(1), nodes, known) if marked else ()
            if places:
                found[number] = places
    return found


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
    """Of a PTX module; only lines of instructions are mapped.

    Raises PtxError where the text is malformed.
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
