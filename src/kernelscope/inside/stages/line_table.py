"""The line tables of a cubin: which line of the source, and of the PTX, an instruction came from.

`.debug_line` is a DWARF 2 line number program (DWARF 2.0.0, section 6.2), and so is NVIDIA's
`.nv_debug_line_sass`, whose file is the PTX; a relocation of each address names the function it is
in. `nvdisasm` prints the same, and tests compare; but a run of it takes a third of a second.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field

from kernelscope.inside.stages.maps import Places
from kernelscope.machine_code.cubin import Section, sections, symbol_sections

Marks = dict[int, Places]
"""Address in the function → the places of what begins there, innermost first."""

_HEADER = struct.Struct("<IHIBBbBB")
_LENGTH = 4  # of the field that holds the length of the rest
# NVIDIA's own: a line was inlined by the call in that row of the sequence, counted from 1; 0: none.
_INLINED_CALL = 0x90
# A relocation: its place, its symbol in the upper half of the second word; in `.rela` an addend.
_RELOCATIONS = {".rel": struct.Struct("<QQ"), ".rela": struct.Struct("<QQq")}


def source_lines(cubin: bytes, kernel: str) -> Marks:
    """Of the kernel's machine code, by the source's lines; empty without `-lineinfo`."""
    return _marks(cubin, kernel, ".debug_line")


def ptx_lines(cubin: bytes, kernel: str) -> dict[int, int]:
    """Address → line of the PTX, where another one begins."""
    marks = _marks(cubin, kernel, ".nv_debug_line_sass")
    return {address: int(places[0].rpartition(":")[2]) for address, places in marks.items()}


def _marks(cubin: bytes, kernel: str, table: str) -> Marks:
    found = {section.name: section for section in sections(cubin)}
    if table not in found:
        return {}
    own = f".text.{kernel}"
    places = _functions(cubin, found, table)
    marks: Marks = {}
    try:
        for start, program in _programs(found[table].data):
            marks |= program.run(start, {place for place, name in places.items() if name == own})
    except (IndexError, struct.error, ValueError):  # a table that is cut off
        return {}
    return marks


def _functions(cubin: bytes, found: dict[str, Section], table: str) -> dict[int, str]:
    """Where in the table an address is set → the section of code that it is in."""
    names = symbol_sections(cubin)
    return {
        place: names[info >> 32]
        for kind, relocation in _RELOCATIONS.items()
        if kind + table in found
        for place, info, *_ in relocation.iter_unpack(found[kind + table].data)
        if info >> 32 < len(names)
    }


def _programs(data: bytes) -> Iterator[tuple[int, _Program]]:
    """The line number programs of a section and where each begins."""
    at = 0
    while at + _HEADER.size <= len(data):
        length, _, header, step, _, base, span, first = _HEADER.unpack_from(data, at)
        lengths = data[at + _HEADER.size : at + _HEADER.size + first - 1]
        tables = at + _HEADER.size + len(lengths)
        end = at + _LENGTH + length
        files = [*_files(data, tables)]
        yield at + 10 + header, _Program(data, end, step, base, span, first, lengths, files)
        at = end


def _files(data: bytes, at: int) -> Iterator[str]:
    folders = [""]
    while data[at]:
        end = data.index(b"\0", at)
        folders.append(data[at:end].decode(errors="replace"))
        at = end + 1
    at += 1
    while data[at]:
        end = data.index(b"\0", at)
        name = data[at:end].decode(errors="replace")
        folder, at = _unsigned(data, end + 1)
        _, at = _unsigned(data, at)  # when it was changed
        _, at = _unsigned(data, at)  # how long it is
        yield f"{folders[folder]}/{name}" if folders[folder] else name


@dataclass(slots=True)
class _Program:
    """A line number program: a state machine's instructions, up to `end`, and its registers.

    Attributes:
        call: the row of the call that inlined what follows, from 1; 0: none.
        rows: of the sequence so far; marks: of the sequences that were wanted.
        wanted: whether this sequence is.
    """

    data: bytes
    end: int
    step: int
    base: int
    span: int
    first: int
    lengths: bytes
    files: list[str]
    address: int = 0
    file: int = 1
    line: int = 1
    call: int = 0
    wanted: bool = False
    rows: list[Places] = field(default_factory=list[Places])
    marks: Marks = field(default_factory=dict[int, Places])

    def run(self, at: int, places: set[int]) -> Marks:
        """The marks of the sequences whose address is set at one of these places."""
        while at < self.end:
            opcode, at = self.data[at], at + 1
            if opcode >= self.first:
                self.address += (opcode - self.first) // self.span * self.step
                self.line += self.base + (opcode - self.first) % self.span
                self._row()
            elif opcode:
                at = self._standard(opcode, at)
            else:
                length, at = _unsigned(self.data, at)
                self._extended(at, at + length, places)
                at += length
        return self.marks

    def _row(self) -> None:
        name = self.files[self.file - 1] if 0 < self.file <= len(self.files) else ""
        outer = self.rows[self.call - 1] if 0 < self.call <= len(self.rows) else ()
        self.rows.append((f"{name}:{self.line}", *outer))
        if self.wanted:
            self.marks[self.address] = self.rows[-1]

    def _standard(self, opcode: int, at: int) -> int:
        """Do one of DW_LNS_…; where it ends."""
        if opcode == 1:  # copy
            self._row()
        elif opcode == 2:  # advance_pc
            value, at = _unsigned(self.data, at)
            self.address += value * self.step
        elif opcode == 3:  # advance_line
            value, at = _signed(self.data, at)
            self.line += value
        elif opcode == 4:  # set_file
            self.file, at = _unsigned(self.data, at)
        elif opcode == 8:  # const_add_pc
            self.address += (255 - self.first) // self.span * self.step
        elif opcode == 9:  # fixed_advance_pc
            self.address += int.from_bytes(self.data[at : at + 2], "little")
            at += 2
        else:  # one that says nothing of lines
            for _ in range(self.lengths[opcode - 1]):
                _, at = _unsigned(self.data, at)
        return at

    def _extended(self, at: int, end: int, places: set[int]) -> None:
        """Do one of DW_LNE_…."""
        if self.data[at] == 1:  # end_sequence
            self.address, self.file, self.line, self.call, self.wanted = 0, 1, 1, 0, False
            self.rows = []
        elif self.data[at] == 2:  # set_address
            self.address = int.from_bytes(self.data[at + 1 : end], "little")
            self.wanted = at + 1 in places
        elif self.data[at] == _INLINED_CALL:
            self.call, _ = _unsigned(self.data, at + 1)


def _unsigned(data: bytes, at: int) -> tuple[int, int]:
    """A LEB128 number and where it ends."""
    value = shift = 0
    while True:
        byte, at = data[at], at + 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, at


def _signed(data: bytes, at: int) -> tuple[int, int]:
    start = at
    value, at = _unsigned(data, at)
    bits = 7 * (at - start)
    return (value - (1 << bits) if value >> (bits - 1) & 1 else value), at
