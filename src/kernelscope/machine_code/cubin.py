"""Reads what the assembler decided from a cubin: registers, local and shared memory, and of each
instruction the line of the source and of the PTX.

A cubin is a 64-bit ELF file. NVIDIA does not publish its own sections; those read here were
compared with `cuobjdump -res-usage` on cubins for sm_80 … sm_100 from Triton's `ptxas` and NVRTC:

    .nv.info            attributes (format 4: attribute, 16-bit length, value); a value is a symbol
                        index and a number: 0x2f registers a thread, 0x12 least stack a thread
    .nv.shared.<kernel> its size is the kernel's static shared memory; from sm_90 on with the
                        1,024 bytes that the driver keeps for itself at the beginning
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field

from kernelscope.errors import UsageError

_SECTION = struct.Struct("<IIQQQQIIQQ")
_SYMBOL = struct.Struct("<IBBHQQ")
_EM_CUDA = bytes((190, 0))
_REGISTERS, _STACK = 0x2F, 0x12
_HAS_VALUE = 4
_RESERVED_SHARED_BYTES = 1024
# ELF identification, byte 8: from this ABI version on the architecture is in another byte of the
# header's flags.
_ABI_MOVED_ARCHITECTURE = 8


@dataclass(frozen=True, slots=True)
class KernelResources:
    """The 32-bit registers and local bytes that a thread takes, and a block's static shared bytes.

    Local memory holds spilled registers, and arrays indexed at run time.
    """

    registers: int
    local_bytes: int
    static_shared_bytes: int


@dataclass(frozen=True, slots=True)
class Section:
    """A section of an ELF file; one without space in the file has a size but no data."""

    name: str
    data: bytes
    size: int


def kernel_resources(cubin: bytes) -> dict[str, KernelResources]:
    """Return the resources of each kernel of a cubin, by its (mangled) name.

    Raises UsageError if the bytes are not a cubin.
    """
    try:
        by_name = {section.name: section for section in sections(cubin)}
        symbols = _symbols(by_name)
        values = {
            (attribute, symbols[index]): value
            for attribute, index, value in _attributes(by_name[".nv.info"].data)
        }
    except (struct.error, IndexError, KeyError, ValueError) as error:
        raise UsageError(f"not a cubin that can be read ({len(cubin)} bytes): {error!r}") from None
    reserved = _RESERVED_SHARED_BYTES if _architecture(cubin) >= 90 else 0
    return {
        name: KernelResources(
            registers=values.get((_REGISTERS, name), 0),
            local_bytes=values.get((_STACK, name), 0),
            static_shared_bytes=_shared_bytes(by_name.get(f".nv.shared.{name}"), reserved),
        )
        # `.nv.info.<name>` exists for entry points and for device functions; only the former
        # have a bank of constants for their parameters.
        for name in symbols
        if f".nv.info.{name}" in by_name and f".nv.constant0.{name}" in by_name
    }


def cubin_target(cubin: bytes) -> str:
    """Return the target of a cubin, such as "sm_90". Raises UsageError if it is not a cubin."""
    kernel_resources(cubin)
    return f"sm_{_architecture(cubin)}"


def _shared_bytes(section: Section | None, reserved: int) -> int:
    return max(0, section.size - reserved) if section else 0


def _architecture(cubin: bytes) -> int:
    (flags,) = struct.unpack_from("<I", cubin, 0x30)
    return (flags >> 8 if cubin[8] >= _ABI_MOVED_ARCHITECTURE else flags) & 0xFF


def is_cuda_elf(data: bytes) -> bool:
    """Return whether the bytes begin like a 64-bit ELF file with CUDA code."""
    return data[:5] == b"\x7fELF\x02" and data[0x12:0x14] == _EM_CUDA


def sections(cubin: bytes) -> Iterator[Section]:
    """Yield the sections of an ELF file. Raises ValueError or struct.error if it is not one."""
    if not is_cuda_elf(cubin):
        raise ValueError("no ELF header for CUDA")
    (offset,) = struct.unpack_from("<Q", cubin, 0x28)
    count, names = struct.unpack_from("<HH", cubin, 0x3C)
    headers = [_SECTION.unpack_from(cubin, offset + _SECTION.size * i) for i in range(count)]
    table = cubin[headers[names][4] : headers[names][4] + headers[names][5]]
    for name, _, _, _, start, size, *_ in headers:
        yield Section(_string(table, name), cubin[start : start + size], size)


def _symbols(sections: dict[str, Section]) -> list[str]:
    table, names = sections[".symtab"].data, sections[".strtab"].data
    return [_string(names, entry[0]) for entry in _SYMBOL.iter_unpack(table)]


def symbol_sections(cubin: bytes) -> list[str]:
    """Return the name of each symbol's section, by the symbol's number; "" for none."""
    names = [section.name for section in sections(cubin)]
    table = next(section.data for section in sections(cubin) if section.name == ".symtab")
    places = (entry[3] for entry in _SYMBOL.iter_unpack(table))
    return [names[place] if place < len(names) else "" for place in places]


def _string(table: bytes, start: int) -> str:
    return table[start : table.index(b"\0", start)].decode()


def _attributes(info: bytes) -> Iterator[tuple[int, int, int]]:
    """Yield (attribute, symbol index, value) of each attribute whose value is such a pair."""
    at = 0
    while at < len(info):
        form, attribute, length = struct.unpack_from("<BBH", info, at)
        at += 4
        if form == _HAS_VALUE:
            if length == 8:
                yield attribute, *struct.unpack_from("<II", info, at)
            at += length


# ---- line tables ---------------------------------------------------------------------------------
# `.debug_line` is a DWARF 2 line number program (DWARF 2.0.0, section 6.2), and so is NVIDIA's
# `.nv_debug_line_sass`, whose file is the PTX. A relocation of each address names the function that
# the address is in. `nvdisasm` prints the same, and tests compare with it; but it takes a third of
# a second. pyelftools passes over the calls that inlined a line, and takes 4 ms where this takes 1.
#
# A program is a list of steps. One byte, a special opcode, moves the address and the line at once:
# with first = 10, base = -5, span = 14 and step = 1, opcode 0x39 = 57 is 47 past the first, so the
# address grows by 47 // 14 = 3 and the line by -5 + 47 % 14 = 0. A long jump is spelled out with
# `advance_pc` and `advance_line`.

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
        base, span, first: the parameters of special opcodes (see above).
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
