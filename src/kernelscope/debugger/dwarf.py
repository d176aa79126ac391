"""The variables that a compiler describes in the PTX of unoptimised code (`-G`).

In: PTX text. Out: `Variable`s, each with the lines of PTX between which it is at a place.

The format is DWARF 2, as cuda-gdb reads it, in the sections `.debug_info`, `.debug_abbrev` and
`.debug_loc`. PTX holds them as lists of bytes, with labels for addresses. A register is written as
the characters of its name (PTX Writer's Guide to Interoperability, "Debug Information").
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from kernelscope.vgpu.types import TYPES, ScalarType

_SECTION = re.compile(r"\.section\s+\.debug_(\w+)\s*\{(.*?)\}", re.DOTALL)
_DATA = re.compile(r"\.b(8|16|32|64)\s+([^\n]+)")
_LABEL = re.compile(r"^\s*([$\w]+):", re.MULTILINE)

# DWARF 2, figures 14, 17, 19: the tags, attributes and operations that are read.
_ARRAY, _LEXICAL, _MEMBER, _POINTER, _STRUCT = 0x01, 0x0B, 0x0D, 0x0F, 0x13
_INLINED = 0x1D
_TYPEDEF, _RANGE, _BASE, _CONST, _SUBPROGRAM, _VOLATILE = 0x16, 0x21, 0x24, 0x26, 0x2E, 0x35
_VARIABLES = (0x05, 0x34)  # formal parameter, variable
_LOCATION, _NAME, _SIZE, _LOW, _HIGH = 0x02, 0x03, 0x0B, 0x11, 0x12
_UPPER, _ORIGIN, _COUNT, _OFFSET, _ENCODING, _TYPE = 0x2F, 0x31, 0x37, 0x38, 0x3E, 0x49
_ADDR, _PLUS, _REGX = 0x03, 0x23, 0x90

_FIXED = {0x01: 8, 0x05: 2, 0x06: 4, 0x07: 8, 0x0B: 1, 0x0C: 1, 0x10: 4, 0x13: 4}
_BLOCKS = {0x0A: 1, 0x03: 2, 0x04: 4}
_KINDS = {2: "u", 4: "f", 5: "s", 6: "s", 7: "u", 8: "u"}


@dataclass(frozen=True, slots=True)
class Shape:
    """The type of a variable.

    Attributes:
        scalar: the type of a number, of the element behind a pointer, or of an array's elements.
        is_pointer: whether it is a pointer.
        count: the number of an array's elements; 0 if it is not an array.
    """

    scalar: ScalarType | None
    is_pointer: bool = False
    count: int = 0


@dataclass(frozen=True, slots=True)
class Variable:
    """The place of a variable of the source, over some lines of the PTX.

    Attributes:
        name: its name in the source.
        first, last: it is valid between these lines of the PTX, both exclusive.
        depth: the number of functions and blocks of the source around it.
        shape: its type.
        place: a register's name, or the symbol of the memory that holds it.
        offset: its offset in that memory; None for a register.
    """

    name: str
    first: int
    last: int
    depth: int
    shape: Shape
    place: str
    offset: int | None = None


def variables(ptx: str) -> list[Variable]:
    """Return all variables that the PTX describes; one that moves is there once for each place."""
    described: list[Variable] = []
    sections: dict[str, _Bytes] = {}
    start = 0  # of the code that a unit describes: if several units are linked, labels repeat
    for section in _SECTION.finditer(ptx):
        sections[section[1]] = _Bytes(section[2])
        if section[1] == "info" and "abbrev" in sections:
            labels = {
                label[1]: ptx.count("\n", 0, label.start(1)) + 1
                for label in _LABEL.finditer(ptx, start, section.start())
            }
            described += _Unit(sections, labels).variables()
            start, sections = section.end(), {}
    return described


class _Bytes:
    """A section: its bytes, and the symbols written in them, by offset."""

    def __init__(self, text: str) -> None:
        self.data = bytearray()
        self.symbols: dict[int, str] = {}
        for bits, values in _DATA.findall(text):
            for value in values.split(","):
                if not re.fullmatch(r"\s*-?(0x)?[0-9a-fA-F]+\s*", value):
                    self.symbols[len(self.data)] = value.strip()
                    value = "0"
                size = int(bits) // 8
                self.data += (int(value, 0) & ((1 << 8 * size) - 1)).to_bytes(size, "little")


@dataclass(slots=True)
class _Reader:
    """A reader of a section, from an offset on."""

    section: _Bytes
    at: int = 0

    def number(self, size: int) -> int:
        self.at += size
        return int.from_bytes(self.section.data[self.at - size : self.at], "little")

    def address(self, size: int) -> int | str:
        symbol = self.section.symbols.get(self.at)
        number = self.number(size)
        return symbol if symbol is not None else number

    def uleb(self) -> int:
        value = shift = 0
        while True:
            byte = self.number(1)
            value |= (byte & 0x7F) << shift
            shift += 7
            if not byte & 0x80:
                return value

    def text(self) -> str:
        end = self.section.data.index(0, self.at)
        start, self.at = self.at, end + 1
        return self.section.data[start:end].decode("utf-8", "replace")


@dataclass(slots=True)
class _Entry:
    """A debugging information entry."""

    tag: int
    values: dict[int, int | str]
    inside: list[_Entry] = field(default_factory=list["_Entry"])


class _Unit:
    """One compilation unit, read as a tree."""

    def __init__(self, sections: dict[str, _Bytes], labels: dict[str, int]) -> None:
        self.sections = sections
        self.labels = labels
        self.entries: dict[int, _Entry] = {}
        self.abbreviations = dict(self._abbreviations())
        self.reader = _Reader(sections["info"], 11)  # after the unit's header
        self.root = self._entries()

    def _abbreviations(self) -> Iterator[tuple[int, tuple[int, bool, list[tuple[int, int]]]]]:
        reader = _Reader(self.sections["abbrev"])
        while code := reader.uleb():
            tag, has_inside = reader.uleb(), bool(reader.number(1))
            pairs: list[tuple[int, int]] = []
            while any(pair := (reader.uleb(), reader.uleb())):
                pairs.append(pair)
            yield code, (tag, has_inside, pairs)

    def _entries(self) -> list[_Entry]:
        """Return the entries up to the one that ends the list."""
        entries: list[_Entry] = []
        while self.reader.at < len(self.reader.section.data):
            start = self.reader.at
            code = self.reader.uleb()
            if not code:
                break
            tag, has_inside, pairs = self.abbreviations[code]
            entry = _Entry(tag, {name: self._value(form) for name, form in pairs})
            self.entries[start] = entry
            if has_inside:
                entry.inside = self._entries()
            entries.append(entry)
        return entries

    def _value(self, form: int) -> int | str:
        """Return an attribute's value; for a block, the offset of its bytes."""
        reader = self.reader
        if form in _FIXED:
            return reader.address(_FIXED[form])
        if form == 0x08:
            return reader.text()
        if form in (0x0D, 0x0F):
            return reader.uleb()
        size = reader.number(_BLOCKS[form]) if form in _BLOCKS else reader.uleb()
        reader.at += size
        return reader.at - size

    # ---- variables -------------------------------------------------------------------------

    def variables(self) -> Iterator[Variable]:
        for entry in self.root:
            yield from self._inside(entry, (0, 0), 0)

    def _inside(self, entry: _Entry, lines: tuple[int, int], depth: int) -> Iterator[Variable]:
        if entry.tag in (_SUBPROGRAM, _INLINED, _LEXICAL) and _LOW in entry.values:
            lines = self._lines(entry.values[_LOW], entry.values[_HIGH])
        if entry.tag in _VARIABLES and _LOCATION in entry.values and all(lines):
            yield from self._variable(entry, lines, depth)
        for inner in entry.inside:
            yield from self._inside(inner, lines, depth + 1)

    def _lines(self, low: int | str, high: int | str) -> tuple[int, int]:
        """Return the lines of two labels; 0 for a label that was removed with its function."""
        return self.labels.get(str(low), 0), self.labels.get(str(high), 0)

    def _variable(self, entry: _Entry, lines: tuple[int, int], depth: int) -> Iterator[Variable]:
        at, origin = entry.values[_LOCATION], entry.values.get(_ORIGIN)
        named = self.entries.get(origin, entry) if isinstance(origin, int) else entry
        parts = list(self._parts(str(named.values.get(_NAME, "")), named.values.get(_TYPE), 0))
        moves = isinstance(at, str) and at.startswith(".debug_loc")
        places = self._list(at) if moves else [(lines, _Reader(self.sections["info"], int(at)))]
        for (first, last), reader in places:
            place, offset = self._place(reader)
            for text, shape, inner in parts:
                if place and (offset is not None or not inner) and first:
                    where = None if offset is None else offset + inner
                    yield Variable(text, first, last, depth, shape, place, where)

    def _list(self, at: int | str) -> Iterator[tuple[tuple[int, int], _Reader]]:
        """Yield the places of a variable that moves, each with its lines."""
        start = str(at).partition("+")[2]
        reader = _Reader(self.sections["loc"], int(start or 0))
        while reader.at < len(reader.section.data):
            low, high = reader.address(8), reader.address(8)
            if not low and not high:
                return
            size = reader.number(2)
            yield self._lines(low, high), _Reader(reader.section, reader.at)
            reader.at += size

    def _place(self, reader: _Reader) -> tuple[str, int | None]:
        """Return a register, or memory with an offset; "" for an unknown operation."""
        operation = reader.number(1)
        if operation == _REGX:
            number = reader.uleb()
            return number.to_bytes((number.bit_length() + 7) // 8, "big").decode("latin1"), None
        if operation != _ADDR:
            return "", None
        symbol = str(reader.address(8))
        return symbol, reader.uleb() if reader.number(1) == _PLUS else 0

    def _parts(
        self, name: str, type_offset: int | str | None, offset: int
    ) -> Iterator[tuple[str, Shape, int]]:
        """Yield a variable of a type, or each member of a structure, with its offset."""
        entry = self.entries.get(int(type_offset)) if isinstance(type_offset, int) else None
        while entry is not None and entry.tag in (_TYPEDEF, _CONST, _VOLATILE):
            entry = self._of(entry)
        if entry is None:
            return
        if entry.tag == _STRUCT:
            for member in entry.inside:
                if member.tag == _MEMBER:
                    inner = self._member_offset(member)
                    text = f"{name}.{member.values.get(_NAME, '')}"
                    yield from self._parts(text, member.values.get(_TYPE), offset + inner)
            return
        yield name, self._shape(entry), offset

    def _member_offset(self, member: _Entry) -> int:
        at = member.values.get(_OFFSET)
        if not isinstance(at, int):
            return 0
        reader = _Reader(self.sections["info"], at)
        return reader.uleb() if reader.number(1) == _PLUS else 0

    def _of(self, entry: _Entry) -> _Entry | None:
        type_offset = entry.values.get(_TYPE)
        return self.entries.get(type_offset) if isinstance(type_offset, int) else None

    def _shape(self, entry: _Entry) -> Shape:
        if entry.tag == _POINTER:
            inner = self._of(entry)
            while inner is not None and inner.tag in (_TYPEDEF, _CONST, _VOLATILE):
                inner = self._of(inner)
            return Shape(self._shape(inner).scalar if inner else None, is_pointer=True)
        if entry.tag == _ARRAY:
            inner = self._of(entry)
            count = 1
            for dimension in entry.inside:
                if dimension.tag == _RANGE:
                    upper = dimension.values.get(_UPPER)
                    count *= (
                        int(upper) + 1
                        if upper is not None
                        else int(dimension.values.get(_COUNT, 1))
                    )
            return Shape(self._shape(inner).scalar if inner else None, count=count)
        if entry.tag != _BASE:
            return Shape(None)
        bits = 8 * int(entry.values.get(_SIZE, 0))
        letter = _KINDS.get(int(entry.values.get(_ENCODING, 0)), "")
        return Shape(TYPES.get(f"{letter}{bits}"))
