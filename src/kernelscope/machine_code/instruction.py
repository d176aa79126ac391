"""An instruction of the machine code, read from the disassembler's text and from its 16 bytes.

    text      @!P6 LDG.E.64 R16, desc[UR8][R4.64+0x200]
    bits      of the 16 bytes as one number, from the lowest: the control word is 105 … 125

The fields of the control word are those of sm_70 to sm_90 (Jia et al., arXiv 1804.06826, section
2.1; Huerta et al., arXiv 2503.20481, section 4): NVIDIA does not publish them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

_NONE = 7  # a control word that names no barrier


@dataclass(frozen=True, slots=True)
class Control:
    """The control word, by which the compiler keeps instructions apart that depend on each other.

    Attributes:
        stall: cycles until the warp may issue its next instruction.
        yields: whether another warp is to be preferred next: bit 109 is clear. The assembler clears
            it on most instructions that stall 4 cycles or more, and sets it on the others.
        write_barrier: of the warp's barriers 0 to 5, that which is released when the result is
            written; None for none.
        read_barrier: that which is released when the operands are read; None for none.
        waits: the barriers that must be released before this instruction is issued.
        reuse: for each of four operand slots whether its register stays in the operand cache.
    """

    stall: int
    yields: bool
    write_barrier: int | None
    read_barrier: int | None
    waits: tuple[int, ...]
    reuse: tuple[bool, ...]


def control_of(code: bytes) -> Control:
    """Return the control word of an instruction's 16 bytes."""
    bits = int.from_bytes(code, "little") >> 105
    write, read, waits, reuse = bits >> 5 & 7, bits >> 8 & 7, bits >> 11 & 63, bits >> 17 & 15
    return Control(
        stall=bits & 15,
        yields=not bits >> 4 & 1,
        write_barrier=None if write == _NONE else write,
        read_barrier=None if read == _NONE else read,
        waits=tuple(n for n in range(6) if waits >> n & 1),
        reuse=tuple(bool(reuse >> n & 1) for n in range(4)),
    )


class Kind(Enum):
    """What an operand is."""

    REGISTER = "register"
    UNIFORM = "uniform register"
    PREDICATE = "predicate"
    UNIFORM_PREDICATE = "uniform predicate"
    CONSTANT = "constant bank"
    MEMORY = "memory"
    LABEL = "label"
    OTHER = "other"
    """An immediate, a special register, a convergence barrier, a set of predicates."""


@dataclass(frozen=True, slots=True)
class Operand:
    """An operand.

    Attributes:
        text: as the disassembler prints it.
        kind: what it is.
        names: the registers in it, such as ("UR8", "R4"); RZ, URZ, PT and UPT are not among them.
        wide: whether the first general register of an address is 64 bits, with its next one.
        offset: bytes that an address adds.
    """

    text: str
    kind: Kind
    names: tuple[str, ...]
    wide: bool = False
    offset: int = 0


@dataclass(frozen=True, slots=True)
class Instruction:
    """An instruction of a kernel.

    Attributes:
        address: bytes from the kernel's beginning.
        opcode: with its modifiers: "LDG.E.64".
        guard: "P6", "!P6", "UP0"; "" if it is always executed.
        operands: in the order of the text.
        writes: registers and predicates that it writes: ("R16", "R17").
        reads: registers and predicates that it reads, the guard's too.
        targets: addresses that it may go to, apart from the next instruction's.
        control: the control word.
        ptx_line: the line of the PTX that it was made from; 0 if unknown. The assembler gives some
            an earlier instruction's line: products of `wgmma`, and those that prepare operands.
        ptx: the mnemonic on that line, after "@" if it has a guard: "@ld.global.v4.f32"; "" if
            unknown.
        pipe: that executes it (`pipes.pipe_of`).
    """

    address: int
    opcode: str
    guard: str
    operands: tuple[Operand, ...]
    writes: tuple[str, ...]
    reads: tuple[str, ...]
    targets: tuple[int, ...]
    control: Control
    ptx_line: int
    ptx: str
    pipe: str

    @property
    def name(self) -> str:
        """The opcode without its modifiers: "LDG"."""
        return self.opcode.partition(".")[0]

    @property
    def memory(self) -> Operand | None:
        """The operand that is an address, the first if there are two; None if there is none."""
        return next((o for o in self.operands if o.kind is Kind.MEMORY), None)


@dataclass(frozen=True, slots=True)
class Parsed:
    """What the text of an instruction says.

    Attributes:
        labels: that it may go to.
    """

    opcode: str
    guard: str
    operands: tuple[Operand, ...]
    labels: tuple[str, ...]


_TEXT = re.compile(r"(?:@(!?U?P\w)\s+)?([A-Z][\w.]*)\s*(.*)")
_LABEL = re.compile(r"`\((.*?)\)")
_HINT = re.compile(r'\(\*"BRANCH_TARGETS ([^"]*)"\*\)')


def parsed(text: str) -> Parsed:
    """Return what the text of an instruction says. Raises ValueError if it cannot be read."""
    hint = _HINT.search(text)
    body = (text[: hint.start()] if hint else text).split(";")[0].strip()
    found = _TEXT.fullmatch(body)
    if found is None:
        raise ValueError(f"not an instruction of the machine code: {text!r}")
    guard, opcode, rest = found.groups()
    operands = tuple(operand_of(part) for part in split(rest))
    labels = [label for o in operands for label in _LABEL.findall(o.text)]
    if hint:
        labels += [label.strip() for label in hint.group(1).split(",")]
    return Parsed(opcode, guard or "", operands, tuple(dict.fromkeys(labels)))


def split(text: str) -> list[str]:
    """Return the operands of a list: its parts between commas outside of brackets.

    `desc[UR8][R4.64], R2` and "`(.L_x_0)" have none inside, `{4,3}` has.
    """
    parts, depth, start = list[str](), 0, 0
    for at, character in enumerate(text):
        depth += (character in "[{(") - (character in "]})")
        if character == "," and not depth:
            parts.append(text[start:at].strip())
            start = at + 1
    return [*parts, text[start:].strip()] if text.strip() else []


_NAME = re.compile(r"(?<![\w.])(U?[RP]\d+)(?![\w])")
_PLAIN = re.compile(r"[-!~|]*(U?)([RP])(?:\d+|Z|T)(?:\.[\w.]+)?\|?(?:\.[\w.]+)?")
_OFFSET = re.compile(r"(-?)0x([0-9a-f]+)\]*$")


def operand_of(text: str) -> Operand:
    """Return an operand."""
    names = tuple(_NAME.findall(text))
    if "`(" in text:
        return Operand(text, Kind.LABEL, names)
    if plain := _PLAIN.fullmatch(text):
        uniform, letter = plain.groups()
        if letter == "R":
            return Operand(text, Kind.UNIFORM if uniform else Kind.REGISTER, names)
        return Operand(text, Kind.UNIFORM_PREDICATE if uniform else Kind.PREDICATE, names)
    if re.match(r"[-|~!]*cx?\[", text):
        return Operand(text, Kind.CONSTANT, names)
    if text.startswith(("[", "desc[", "gdesc[", "tmem[")):
        found = _OFFSET.search(text)
        offset = int(found[2], 16) * (-1 if found[1] else 1) if found else 0
        wide = re.search(r"\bR\d+(?:\.U?32)?\.64", text) is not None
        return Operand(text, Kind.MEMORY, names, wide, offset)
    return Operand(text, Kind.OTHER, names)
