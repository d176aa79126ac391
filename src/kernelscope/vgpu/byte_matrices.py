"""The places of the elements of matrices of bytes, which `ldmatrix` and `stmatrix` move.

A matrix has rows of 16 elements in memory, each 16 bytes long; elements of 6 and 4 bits are packed
at the begin of a row. Lane after lane has the address of a row. A register has four elements, each
in a byte (PTX ISA, figures of 9.7.16.5.15 and 9.7.16.5.16):

    m16n16, transposed    elements l div 4, and 8 more, of rows 4·(l mod 4) and the next three
    m8n16                 elements 4·(l mod 4) and the next three of row l div 4
    m16n8, transposed     elements l div 4, and 8 more, of rows 2·(l mod 4) and the next
"""

from __future__ import annotations

from dataclasses import dataclass

from kernelscope.vgpu.layout import LANES

Fields = dict[str, str]
ROWS = {"m16n16": 16, "m8n16": 8, "m16n8": 8}
"""Rows of a matrix in memory, by its shape."""
ROW_BYTES = 16
_BITS = {"": 8, "b6x16_p32": 6, "b4x16_p64": 4}


@dataclass(frozen=True, slots=True)
class Byte:
    """A byte of a register: for each lane the row, and the element of it, that are there."""

    rows: list[int]
    elements: list[int]


def bytes_of(shape: str, register: int) -> list[Byte]:
    """Return the four bytes of a register, which is the number-th of an instruction's."""
    lanes = range(LANES)
    if shape == "m8n16":
        rows = [8 * register + n // 4 for n in lanes]
        return [Byte(rows, [4 * (n % 4) + e for n in lanes]) for e in range(4)]
    if shape == "m16n16":
        matrix, half = divmod(register, 2)
        elements = [n // 4 + 8 * half for n in lanes]
        return [Byte([16 * matrix + 4 * (n % 4) + e for n in lanes], elements) for e in range(4)]
    return [
        Byte(
            [8 * register + 2 * (n % 4) + e % 2 for n in lanes],
            [n // 4 + 8 * (e // 2) for n in lanes],
        )
        for e in range(4)
    ]


def bits_of(f: Fields) -> int:
    """Return the bits of an element in memory."""
    return _BITS[f.get("src", "")]


def matrices_of(f: Fields) -> int:
    """Return the number of groups of eight rows."""
    return int(f["v"][1:]) * ROWS[f["shape"]] // 8


def registers_of(f: Fields) -> int:
    """Return the registers of an instruction."""
    return int(f["v"][1:]) * (2 if f["shape"] == "m16n16" else 1)
