"""A parser of MLIR text, for the part of the grammar that Triton prints TTIR and TTGIR in.

In: the text. Out: a `Module`, a tree of `Operation`s with their places in the source.

The parser knows no dialect: an operation is its name, the values that it names, its attributes and
its types. So it also reads an operation that a newer Triton adds. It follows the MLIR language
reference ("Operations", "Regions", "Attribute and type aliases", "Locations").
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import PurePath

from kernelscope.record import is_library

VALUE = re.compile(r"%[\w$.-]+(?:#\d+)?")
_RESULTS = re.compile(r"((?:%[\w$.-]+(?::\d+)?(?:,\s*)?)+)\s*=\s*")
_NAME = re.compile(r'"?([A-Za-z_][\w.$]*)"?')
_ALIAS = re.compile(r"([#!][\w$.-]+) = (.*)")
_OPEN, _CLOSE = "([{<", ")]}>"


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the source, and the call through which it was inlined.

    Attributes:
        name: the variable of the source that the value belongs to; "" if unknown.
        inlined_at: the place of the call, if this place is in another function than the kernel.
    """

    file: str
    line: int
    column: int
    name: str = ""
    inlined_at: Place | None = None

    @property
    def key(self) -> tuple[str, int, int]:
        """The file's own name, line and column, by which a place is recognised in all stages."""
        return PurePath(self.file).name, self.line, self.column

    @property
    def source(self) -> str:
        """The place as "file:line"; for a line inlined from a library, the user's own line."""
        place = self
        while is_library(place.file) and place.inlined_at is not None:
            place = place.inlined_at
        return f"{place.file}:{place.line}" if place.line else ""


@dataclass(eq=False, slots=True)
class Block:
    """Operations in order; the entry block of a region has no label."""

    label: str = ""
    arguments: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    operations: list[Operation] = field(default_factory=list["Operation"])


@dataclass(eq=False, slots=True)
class Operation:
    """One operation, on the lines `line` (from 1) to `end` of the text.

    Attributes:
        results: names of its values; `%x#0`, `%x#1` if there are several.
        operands: the values that it names, in the order of the text, with a loop's initial values.
        words: the text between the name and the types, without the attributes.
        attributes: the text of each attribute; "" for a flag.
        types: the text after the last colon.
    """

    name: str
    results: tuple[str, ...]
    operands: tuple[str, ...]
    words: str
    attributes: dict[str, str]
    types: str
    place: Place | None
    line: int
    parent: Operation | None
    end: int = 0
    regions: list[list[Block]] = field(default_factory=list[list[Block]])

    def walk(self) -> Iterator[Operation]:
        """Yield this operation and all inside it, in order."""
        yield self
        for region in self.regions:
            for block in region:
                for inner in block.operations:
                    yield from inner.walk()

    @property
    def source(self) -> str:
        """The user's line, as "file:line", or ""."""
        return self.place.source if self.place else ""

    def integer(self, attribute: str) -> int | None:
        """Return the number of an attribute such as `end = 1024 : i32`, or None."""
        digits = re.match(r"-?\d+", self.attributes.get(attribute, ""))
        return int(digits[0]) if digits else None


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument of the kernel: `name` as in the text, with its `%`."""

    name: str
    type: str
    attributes: dict[str, str]

    def integer(self, attribute: str) -> int | None:
        """Return the number of an attribute such as `tt.divisibility = 16 : i32`, or None."""
        digits = re.match(r"-?\d+", self.attributes.get(attribute, ""))
        return int(digits[0]) if digits else None


@dataclass(eq=False, slots=True)
class Module:
    """A parsed text, after its values were given distinct names, and the operation around
    everything.

    `aliases`: the text that each `#blocked` or `!type` name stands for. `attributes`: the module's
    own, such as the number of warps and the target.
    """

    aliases: dict[str, str]
    attributes: dict[str, str]
    top: Operation
    text: str

    def operations(self) -> Iterator[Operation]:
        """Yield all operations in order."""
        return self.top.walk()

    def functions(self) -> list[Operation]:
        """Return the kernel and the functions that it calls."""
        return [op for op in self.operations() if op.name == "tt.func"]

    def arguments(self) -> tuple[Argument, ...]:
        """Return the arguments of the kernel."""
        kernel = self.kernel()
        return arguments_of(kernel) if kernel is not None else ()

    def kernel(self) -> Operation | None:
        """Return the kernel's `tt.func`: the public function, or the first; None without one."""
        functions = self.functions()
        return next(
            (op for op in functions if "public" in op.words), functions[0] if functions else None
        )

    def number(self, attribute: str, default: int) -> int:
        """Return a number from the module's attributes, or the default."""
        digits = re.match(r"-?\d+", self.attributes.get(attribute, ""))
        return int(digits[0]) if digits else default


def parse(text: str) -> Module:
    """Read a TTIR or TTGIR text; in the result, each name belongs to one value only."""
    return _Parser(_with_distinct_names(text)).module()


_MADE_INSIDE = re.compile(r"%[\w$.-]+(?=:\s| = )")


def _with_distinct_names(text: str) -> str:
    """Return the text with each value's name made unique.

    MLIR lets two regions that follow each other use the same name:

        scf.if %c { %1 = arith.addi %a, %b … } else { %1 = arith.muli %a, %b … }

    The second becomes `%$1$2`. Otherwise a table from names to values would keep only one of them,
    and the analysis of the other branch would read the wrong operation.
    """
    taken: set[str] = set()
    scopes: list[dict[str, str]] = [{}]

    def define(scope: dict[str, str], name: str) -> None:
        number = 2
        stem = f"%${name[1:]}" if name[1].isdigit() else name  # `%1$2` would not be a valid name
        scope[name] = name
        while scope[name] in taken:
            scope[name] = f"{stem}${number}"
            number += 1
        taken.add(scope[name])

    def now(match: re.Match[str]) -> str:
        name = match[0].partition("#")[0]
        known = next((scope[name] for scope in reversed(scopes) if name in scope), name)
        return known + match[0][len(name) :]

    lines: list[str] = []
    for line in text.splitlines():
        stripped = line.lstrip()
        if stripped.startswith("#"):
            lines.append(line)
            continue
        if stripped.startswith("}") and len(scopes) > 1:
            scopes.pop()
        made = _RESULTS.match(stripped)
        for name in VALUE.findall(made[1]) if made else ():
            define(scopes[-1], name)
        # The arguments of a loop, a block or a function are known only inside it.
        if line.endswith("{"):
            scopes.append({})
        for name in _MADE_INSIDE.findall(stripped[made.end() if made else 0 :]):
            define(scopes[-1], name)
        lines.append(VALUE.sub(now, line))
    return "\n".join(lines)


class _Parser:
    """State while one text is read: the regions that are open, and the aliases."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._lines = text.splitlines()
        self._aliases: dict[str, str] = {}
        self._places: dict[str, Place | None] = {}
        self._unplaced: list[tuple[Operation, str]] = []

    def module(self) -> Module:
        for line in self._lines:
            if line[:1] in "#!" and (alias := _ALIAS.match(line)):
                self._aliases[alias[1]] = alias[2]
        top = Operation("", (), (), "", {}, "", None, 0, None, 0, [[Block()]])
        self._open = [top]
        for number, line in enumerate(self._lines, 1):
            stripped = line.strip()
            if stripped and not (line[0] in "#!" and _ALIAS.match(line)):
                self._line(stripped, number)
        for operation, location in self._unplaced:
            operation.place = self._place(location)
        module = next((op for op in top.walk() if op.name == "module"), top)
        return Module(self._aliases, module.attributes, top, self._text)

    def _line(self, line: str, number: int) -> None:
        if line.startswith("^"):
            self._label(line)
        elif line.startswith("}"):
            self._close(line, number)
        elif line.endswith("{"):
            self._begin(line, number)
        else:
            self._append(self._operation(line, number))

    # label := '^' NAME ('(' value ':' type loc (',' …)* ')')? ':'
    def _label(self, line: str) -> None:
        head = re.match(r"(\^\w+)", line)
        inside = (
            line[line.find("(") + 1 : line.rfind(")")] if "(" in line.partition("//")[0] else ""
        )
        region = self._open[-1].regions[-1]
        # The first label of a region names its entry block.
        fresh = not region[-1].operations and not region[-1].label
        block = region[-1] if fresh else Block()
        if not fresh:
            region.append(block)
        block.label = head[1] if head else ""
        for part in split(inside, ","):
            name, _, type_text = part.strip().partition(": ")
            if name.startswith("%"):
                block.arguments.append((name, without_location(type_text)[0]))

    def _append(self, operation: Operation) -> None:
        self._open[-1].regions[-1][-1].operations.append(operation)

    def _begin(self, line: str, number: int) -> None:
        head = line[:-1].rstrip().removesuffix("(").rstrip()
        operation = self._operation(head, number)
        self._append(operation)
        self._open.append(operation)
        operation.regions.append([Block()])

    def _close(self, line: str, number: int) -> None:
        if line.endswith("{"):  # `} else {`, `}, {`, `} do {`
            self._open[-1].regions.append([Block()])
            return
        if len(self._open) == 1:
            return
        operation = self._open.pop()
        operation.end = number
        ending, location = without_location(line[1:].lstrip(")").strip())
        body, types = _typed(ending)
        for part in groups(body, "{"):
            operation.attributes |= attributes(part)
        operation.types = types or operation.types
        if location:
            self._unplaced.append((operation, location))

    # operation := (results '=')? name words types? location?
    def _operation(self, line: str, number: int) -> Operation:
        line, location = without_location(line)
        results: tuple[str, ...] = ()
        if made := _RESULTS.match(line):
            results = tuple(_results(made[1]))
            line = line[made.end() :]
        named = _NAME.match(line)
        name = named[1] if named else line.split(" ")[0]
        remainder = line[named.end() if named else len(name) :].strip()
        body, types = _typed(remainder) if name not in ("tt.func", "module") else (remainder, "")
        attached: dict[str, str] = {}
        words = body
        for part in groups(body, "{"):
            attached |= attributes(part)
            words = words.replace(part, "")
        if name == "tt.func":
            words = body
        operands = tuple(VALUE.findall(words)) if name != "tt.func" else ()
        operation = Operation(
            name, results, operands, words, attached, types, None, number, self._open[-1], number
        )
        if location:
            self._unplaced.append((operation, location))
        return operation

    # location := '"' file '"' ':' line ':' column | '"' name '"' '(' location ')'
    #           | 'callsite(' location 'at' location ')' | 'fused' … '[' locations ']' | 'unknown'
    def _place(self, text: str) -> Place | None:
        if text.startswith("#"):
            if text not in self._places:
                definition = self._aliases.get(text, "loc(unknown)")
                self._places[text] = None  # a location that names itself ends here
                self._places[text] = self._place(definition[4:-1])
            return self._places[text]
        if text.startswith("callsite("):
            callee, _, caller = text[9:-1].partition(" at ")
            inner, outer = self._place(callee), self._place(caller)
            return _inlined(inner, outer) if inner is not None else outer
        if text.startswith("fused"):
            parts = [self._place(p.strip()) for p in split(text[text.find("[") + 1 : -1], ",")]
            return next((part for part in parts if part is not None), None)
        if match := re.fullmatch(r'"([^"]*)":(\d+):(\d+).*', text):
            return Place(match[1], int(match[2]), int(match[3]))
        if match := re.fullmatch(r'"([^"]*)"\((.*)\)', text):
            place = self._place(match[2])
            return place and Place(place.file, place.line, place.column, match[1], place.inlined_at)
        return None


def _inlined(inner: Place, outer: Place | None) -> Place:
    at = outer if inner.inlined_at is None else _inlined(inner.inlined_at, outer)
    name = inner.name or (outer.name if outer else "")
    return Place(inner.file, inner.line, inner.column, name, at)


def _results(text: str) -> Iterator[str]:
    for part in text.split(","):
        name, _, count = part.strip().partition(":")
        if count:
            yield from (f"{name}#{index}" for index in range(int(count)))
        else:
            yield name


def arguments_of(function: Operation) -> tuple[Argument, ...]:
    """Return the arguments of a `tt.func`."""
    inside = next(iter(groups(function.words, "(")), "()")[1:-1]
    arguments: list[Argument] = []
    for part in split(inside, ","):
        name, _, declared = without_location(part.strip())[0].partition(": ")
        inner = groups(declared, "{")
        if name:
            given = attributes(inner[-1]) if inner else {}
            arguments.append(Argument(name, declared.split(" {")[0].strip(), given))
    return tuple(arguments)


def without_location(text: str) -> tuple[str, str]:
    """Split off the ` loc(…)` at the end of a text; return the text and the location."""
    at = text.rfind(" loc(")
    if at < 0 and text.startswith("loc("):
        at = 0
    # A location may hold another in its parentheses, but not the word ` loc(` again.
    if at < 0 or not text.endswith(")"):
        return text, ""
    return text[:at].rstrip(), text[text.index("(", at) + 1 : -1]


def _typed(text: str) -> tuple[str, str]:
    """Return the text before the last colon outside brackets, and the types after it."""
    parts = split(text, ":")
    if len(parts) == 1:
        # `scf.if %c -> (f32) {` has an arrow but no colon.
        head, arrow, types = text.partition(" -> ")
        return (head.strip(), types.strip()) if arrow else (text.strip(), "")
    return ":".join(parts[:-1]).strip(), parts[-1].strip()


def split(text: str, separator: str) -> list[str]:
    """Split a text at separators outside brackets and strings."""
    parts, depth, start, quoted = [], 0, 0, False
    for at, character in enumerate(text):
        if character == '"':
            quoted = not quoted
        elif quoted:
            continue
        elif character in _OPEN:
            depth += 1
        elif character in _CLOSE and text[at - 1 : at + 1] != "->":
            depth -= 1
        elif character == separator and depth == 0:
            parts.append(text[start:at])
            start = at + 1
    parts.append(text[start:])
    return parts


def groups(text: str, opening: str) -> list[str]:
    """Return the outermost bracketed parts of a text that open with the given bracket.

    `<{…}>` counts as a brace: it holds the properties of an operation.
    """
    parts: list[str] = []
    depth, start, quoted = 0, -1, False
    for at, character in enumerate(text):
        if character == '"':
            quoted = not quoted
        elif quoted:
            continue
        elif character in _OPEN and not (character == "<" and text[at : at + 2] == "<{"):
            if depth == 0 and character == opening:
                start = at
            depth += 1
        elif character in _CLOSE and text[at - 1 : at + 1] not in ("->", "}>"):
            depth -= 1
            if depth == 0 and start >= 0:
                parts.append(text[start : at + 1])
                start = -1
    return parts


def attributes(text: str) -> dict[str, str]:
    """Read `{end = 1024 : i32, start = 0 : i32}` as a table."""
    table: dict[str, str] = {}
    for part in split(text[1:-1], ","):
        key, _, value = part.strip().partition(" = ")
        if key:
            table[key.strip('"')] = value
    return table
