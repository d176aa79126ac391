"""Reads what the assembler decided from a cubin: registers, local memory, shared memory.

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
from dataclasses import dataclass

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
    """The resources that one thread or block of a kernel takes.

    Attributes:
        registers: 32-bit registers a thread.
        local_bytes: local memory a thread: spilled registers, and arrays indexed at run time.
        static_shared_bytes: shared memory a block, without the dynamic part.
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
