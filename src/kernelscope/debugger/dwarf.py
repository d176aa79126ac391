"""The variables that a compiler describes in the PTX of unoptimised code (`-G`).

In: PTX text. Out: `Variable`s, each with the lines of PTX between which it is at a place.

The format is DWARF 2, as cuda-gdb reads it, in the sections `.debug_info`, `.debug_abbrev` and
`.debug_loc`. PTX holds them as lists of bytes, with labels for addresses. They are given to
pyelftools with the line of each label as its address. A register is written as the characters of
its name (PTX Writer's Guide to Interoperability, "Debug Information").
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO

from elftools.dwarf.die import DIE
from elftools.dwarf.dwarf_expr import DWARFExprParser
from elftools.dwarf.dwarfinfo import DebugSectionDescriptor, DwarfConfig, DWARFInfo
from elftools.dwarf.locationlists import LocationEntry, LocationExpr, LocationParser

from kernelscope.vgpu.types import TYPES, ScalarType

_SECTION = re.compile(r"\.section\s+\.debug_(\w+)\s*\{(.*?)\}", re.DOTALL)
_DATA = re.compile(r"\.b(8|16|32|64)\s+([^\n/]+)")
_LABEL = re.compile(r"^[ \t]*([$\w]+):", re.MULTILINE)
_NUMBER = re.compile(r"-?(0x)?[0-9a-fA-F]+")
_IN_SECTION = re.compile(r"\.debug_\w+(?:\+(\d+))?")

_FIRST_SYMBOL = 1 << 32  # of the numbers that stand for symbols of memory; below are lines
_VARIABLES = ("DW_TAG_formal_parameter", "DW_TAG_variable")
_SCOPES = ("DW_TAG_subprogram", "DW_TAG_inlined_subroutine", "DW_TAG_lexical_block")
_SAME_TYPE = ("DW_TAG_typedef", "DW_TAG_const_type", "DW_TAG_volatile_type")
_KINDS = {2: "u", 4: "f", 5: "s", 6: "s", 7: "u", 8: "u"}  # by DW_ATE_…


@dataclass(frozen=True, slots=True)
class Shape:
    """The type of a variable; `scalar` is that of the element behind a pointer or of an array.

    `count`: the number of an array's elements; 0 if it is not an array.
    """

    scalar: ScalarType | None
    is_pointer: bool = False
    count: int = 0


@dataclass(frozen=True, slots=True)
class Variable:
    """The place of a variable of the source, over some lines of the PTX.

    Attributes:
        first, last: it is valid between these lines of the PTX, both exclusive.
        depth: the number of functions and blocks of the source around it.
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
    sections: dict[str, str] = {}
    start = 0  # of the code that a unit describes: if several units are linked, labels repeat
    for section in _SECTION.finditer(ptx):
        sections[section[1]] = section[2]
        if section[1] == "info" and "abbrev" in sections:
            labels = {
                label[1]: ptx.count("\n", 0, label.start(1)) + 1
                for label in _LABEL.finditer(ptx, start, section.start())
            }
            described += _Unit(sections, labels).variables()
            start, sections = section.end(), {}
    return described


class _Unit:
    """The description of one compilation unit."""

    def __init__(self, sections: dict[str, str], labels: dict[str, int]) -> None:
        self.labels = labels
        self.symbols: list[str] = []
        info, abbrev, loc = (self._section(sections, name) for name in ("info", "abbrev", "loc"))
        self.data = DWARFInfo(
            DwarfConfig(little_endian=True, machine_arch="", default_address_size=8),
            *(info, None, abbrev, None, None, None, loc),
            *[None] * 12,  # the other sections
        )
        self.units = list(self.data.iter_CUs())
        self.locations = LocationParser(self.data.location_lists())

    def _section(self, sections: dict[str, str], name: str) -> DebugSectionDescriptor | None:
        if name not in sections:
            return None
        data = bytearray()
        for bits, values in _DATA.findall(sections[name]):
            size = int(bits) // 8
            for value in values.split(","):
                number = self._number(value.strip()) & ((1 << 8 * size) - 1)
                data += number.to_bytes(size, "little")
        return DebugSectionDescriptor(BytesIO(data), f".debug_{name}", 0, len(data), 0)

    def _number(self, text: str) -> int:
        """Return the value of a number, a label, a place in a section or a symbol of memory."""
        if _NUMBER.fullmatch(text):
            return int(text, 0)
        if text in self.labels:
            return self.labels[text]
        if match := _IN_SECTION.fullmatch(text):
            return int(match[1] or 0)
        self.symbols.append(text)
        return _FIRST_SYMBOL + len(self.symbols) - 1

    def variables(self) -> Iterator[Variable]:
        for unit in self.units:
            yield from self._inside(unit.get_top_DIE(), (0, 0), 0)

    def _inside(self, entry: DIE, lines: tuple[int, int], depth: int) -> Iterator[Variable]:
        values = entry.attributes
        if entry.tag in _SCOPES and "DW_AT_low_pc" in values:
            lines = _lines(values["DW_AT_low_pc"].value, values["DW_AT_high_pc"].value)
        if entry.tag in _VARIABLES and "DW_AT_location" in values and all(lines):
            yield from self._variable(entry, lines, depth)
        for inner in entry.iter_children():
            yield from self._inside(inner, lines, depth + 1)

    def _variable(self, entry: DIE, lines: tuple[int, int], depth: int) -> Iterator[Variable]:
        named = _other(entry, "DW_AT_abstract_origin") or entry
        parts = list(self._parts(_name(named), _other(named, "DW_AT_type"), 0))
        for (first, last), expression in self._places(entry, lines):
            place, offset = self._place(expression)
            for text, shape, inner in parts:
                if place and (offset is not None or not inner) and first:
                    where = None if offset is None else offset + inner
                    yield Variable(text, first, last, depth, shape, place, where)

    def _places(
        self, entry: DIE, lines: tuple[int, int]
    ) -> Iterator[tuple[tuple[int, int], list[int]]]:
        """Yield the places of a variable, each with its lines; it may move."""
        at = entry.attributes["DW_AT_location"]
        places = self.locations.parse_from_attribute(at, entry.cu["version"], entry)
        if isinstance(places, LocationExpr):
            yield lines, places.loc_expr
            return
        for place in places:
            if isinstance(place, LocationEntry):
                yield _lines(place.begin_offset, place.end_offset), place.loc_expr

    def _place(self, expression: list[int]) -> tuple[str, int | None]:
        """Return a register, or memory with an offset; "" for an unknown operation."""
        match self._operations(expression):
            case [("DW_OP_regx", number), *_]:
                name = number.to_bytes((number.bit_length() + 7) // 8, "big")
                return name.decode("latin1"), None
            case [("DW_OP_addr", number), ("DW_OP_plus_uconst", offset), *_]:
                return self._symbol(number), offset
            case [("DW_OP_addr", number), *_]:
                return self._symbol(number), 0
            case _:
                return "", None

    def _operations(self, expression: list[int]) -> list[tuple[str, int]]:
        parsed = DWARFExprParser(self.units[0].structs).parse_expr(expression)
        return [
            (operation.op_name, operation.args[0] if operation.args else 0) for operation in parsed
        ]

    def _symbol(self, number: int) -> str:
        place = number - _FIRST_SYMBOL
        return self.symbols[place] if 0 <= place < len(self.symbols) else str(number)

    def _parts(self, name: str, entry: DIE | None, offset: int) -> Iterator[tuple[str, Shape, int]]:
        """Yield a variable of a type, or each member of a structure, with its offset."""
        entry = _same_type(entry)
        if entry is None:
            return
        if entry.tag != "DW_TAG_structure_type":
            yield name, _shape(entry), offset
            return
        for member in entry.iter_children():
            if member.tag == "DW_TAG_member":
                at = member.attributes.get("DW_AT_data_member_location")
                inner = dict(self._operations(at.value) if at else ()).get("DW_OP_plus_uconst", 0)
                text = f"{name}.{_name(member)}"
                yield from self._parts(text, _other(member, "DW_AT_type"), offset + inner)


def _lines(low: int, high: int) -> tuple[int, int]:
    """Return the lines of two labels; 0 for a label that was removed with its function."""
    return (low if low < _FIRST_SYMBOL else 0), (high if high < _FIRST_SYMBOL else 0)


def _name(entry: DIE) -> str:
    name = entry.attributes.get("DW_AT_name")
    return name.value.decode("utf-8", "replace") if name else ""


def _other(entry: DIE, attribute: str) -> DIE | None:
    """Return the entry that an attribute refers to; None without that attribute."""
    return entry.get_DIE_from_attribute(attribute) if attribute in entry.attributes else None


def _same_type(entry: DIE | None) -> DIE | None:
    """Return the type behind other names of it, `const` and `volatile`."""
    while entry is not None and entry.tag in _SAME_TYPE:
        entry = _other(entry, "DW_AT_type")
    return entry


def _shape(entry: DIE) -> Shape:
    values = {name: attribute.value for name, attribute in entry.attributes.items()}
    if entry.tag == "DW_TAG_pointer_type":
        inner = _same_type(_other(entry, "DW_AT_type"))
        return Shape(_shape(inner).scalar if inner else None, is_pointer=True)
    if entry.tag == "DW_TAG_array_type":
        inner = _other(entry, "DW_AT_type")
        count = 1
        for dimension in entry.iter_children():
            size = dimension.attributes
            if "DW_AT_upper_bound" in size:
                count *= size["DW_AT_upper_bound"].value + 1
            elif "DW_AT_count" in size:
                count *= size["DW_AT_count"].value
        return Shape(_shape(inner).scalar if inner else None, count=count)
    if entry.tag != "DW_TAG_base_type":
        return Shape(None)
    letter = _KINDS.get(values.get("DW_AT_encoding", 0), "")
    return Shape(TYPES.get(f"{letter}{8 * values.get('DW_AT_byte_size', 0)}"))
