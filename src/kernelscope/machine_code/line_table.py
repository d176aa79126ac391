"""The line tables of a cubin: the line of the source, and of the PTX, of each instruction.

In: a cubin and a kernel's name. Out: `Marks`, the places at which a new line begins, by address.

`.debug_line` is a DWARF 2 line number program (DWARF 2.0.0, section 6.2), and so is NVIDIA's
`.nv_debug_line_sass`, whose file is the PTX. A relocation of each address names the function that
the address is in. `nvdisasm` prints the same, and tests compare with it; but it takes a third of a
second.

A program is a list of steps. One byte, a special opcode, moves the address and the line at once:
with first = 10, base = -5, span = 14 and step = 1, opcode 0x39 = 57 is 47 past the first, so the
address grows by 47 // 14 = 3 and the line by -5 + 47 % 14 = 0. A long jump is spelled out with
`advance_pc` and `advance_line`.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field

from kernelscope.machine_code.cubin import Section, sections, symbol_sections

Places = tuple[str, ...]
"""Places in the source, "file:line", innermost first: a line, then the calls that inlined it."""

Marks = dict[int, Places]
"""Address in the function → the places of the code that begins there, innermost first."""

_HEADER = struct.Struct("<IHIBBbBB")
_LENGTH = 4  # bytes of the field that holds the length of the program
# NVIDIA's extension: the row of the sequence, from 1, that holds the call that inlined this line; 0
# if none did.
_INLINED_CALL = 0x90
# A relocation: its place; its symbol, in the upper half of the second word; in `.rela` an addend.
_RELOCATIONS = {".rel": struct.Struct("<QQ"), ".rela": struct.Struct("<QQq")}


def source_lines(cubin: bytes, kernel: str) -> Marks:
    """Return the source lines of the kernel's machine code; empty without `-lineinfo`."""
    return _marks(cubin, kernel, ".debug_line")


def ptx_lines(cubin: bytes, kernel: str) -> dict[int, int]:
    """Return the line of PTX that begins at each address."""
    marks = _marks(cubin, kernel, ".nv_debug_line_sass")
    return {address: int(places[0].rpartition(":")[2]) for address, places in marks.items()}


def _marks(cubin: bytes, kernel: str, table: str) -> Marks:
    by_name = {section.name: section for section in sections(cubin)}
    if table not in by_name:
        return {}
    own = f".text.{kernel}"
    places = _functions(cubin, by_name, table)
    marks: Marks = {}
    try:
        for start, program in _programs(by_name[table].data):
            marks |= program.run(start, {place for place, name in places.items() if name == own})
    except (IndexError, struct.error, ValueError):  # a table that is cut off
        return {}
    return marks


def _functions(cubin: bytes, by_name: dict[str, Section], table: str) -> dict[int, str]:
    """Return the code section of each place in the table at which an address is set."""
    names = symbol_sections(cubin)
    return {
        place: names[info >> 32]
        for prefix, relocation in _RELOCATIONS.items()
        if prefix + table in by_name
        for place, info, *_ in relocation.iter_unpack(by_name[prefix + table].data)
        if info >> 32 < len(names)
    }


def _programs(data: bytes) -> Iterator[tuple[int, _Program]]:
    """Yield the line number programs of a section, and where each begins."""
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
        _, at = _unsigned(data, at)  # time of the last change
        _, at = _unsigned(data, at)  # length of the file
        yield f"{folders[folder]}/{name}" if folders[folder] else name


@dataclass(slots=True)
class _Program:
    """A line number program: the instructions of a state machine, up to `end`, and its registers.

    Attributes:
        step: bytes of the smallest instruction.
        base, span, first: the parameters of special opcodes (see the module's text).
        lengths: the number of operands of each standard opcode.
        call: the row of the call that inlined the code that follows, from 1; 0 if none.
        rows: the rows of this sequence so far.
        marks: the rows of the wanted sequences, by address.
        wanted: whether this sequence belongs to the kernel.
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
        """Return the marks of the sequences whose address is set at one of these places."""
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
        """Run one of DW_LNS_…; return where it ends."""
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
        else:  # an opcode that does not concern lines
            for _ in range(self.lengths[opcode - 1]):
                _, at = _unsigned(self.data, at)
        return at

    def _extended(self, at: int, end: int, places: set[int]) -> None:
        """Run one of DW_LNE_…."""
        if self.data[at] == 1:  # end_sequence
            self.address, self.file, self.line, self.call, self.wanted = 0, 1, 1, 0, False
            self.rows = []
        elif self.data[at] == 2:  # set_address
            self.address = int.from_bytes(self.data[at + 1 : end], "little")
            self.wanted = at + 1 in places
        elif self.data[at] == _INLINED_CALL:
            self.call, _ = _unsigned(self.data, at + 1)


def _unsigned(data: bytes, at: int) -> tuple[int, int]:
    """Return a LEB128 number and where it ends."""
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
