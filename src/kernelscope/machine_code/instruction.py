"""An instruction of the machine code, read from the disassembler's text and from its 16 bytes:
operands, control word, the registers that it writes and reads, and the pipe that executes it.

    text      @!P6 LDG.E.64 R16, desc[UR8][R4.64+0x200]
    bits      of the 16 bytes as one number, from the lowest: the control word is 105 … 125

The fields of the control word are those of sm_70 to sm_90 (Jia et al., arXiv 1804.06826, section
2.1; Huerta et al., arXiv 2503.20481, section 4): NVIDIA does not publish them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

# ---- the pipe of each opcode ---------------------------------------------------------------------
# Sources, named in the table by a letter:
#
#     B  NVIDIA, CUDA Binary Utilities 13.1, "Instruction Set Reference" (Ampere and Ada; Hopper):
#        the opcodes and the group that each is in
#     N  NVIDIA, Nsight Compute, Kernel Profiling Guide, "Pipelines": what ALU, FMA, FP64, XU, LSU,
#        TEX, TMA, CBU, ADU and the uniform pipe execute
#     F  forums.developer.nvidia.com/t/302018, an answer by NVIDIA: half precision in the shared
#        pipe of the tensor cores on sm_80, in the FMA pipes on sm_86 to sm_90
#     P  Huerta et al., arXiv 2503.20481, section 5: the units and the latencies of an Ampere core

# pipe: opcodes without modifiers, and where the row comes from.
_ROWS: tuple[tuple[str, str, str], ...] = (
    ("fma", "FADD FFMA FFMA32I FMUL FSWZADD FADD32I FMUL32I", "B N"),
    ("fma", "IMAD IMUL IDP IDP4A XMAD", "B N"),  # integer products and dot products
    ("half", "HADD2 HFMA2 HMUL2 HADD2_32I HFMA2_32I HMUL2_32I", "B F"),
    ("alu", "FMNMX FSEL FSET FSETP FCHK HMNMX2 HSET2 HSETP2 VHMNMX", "B N P"),
    ("alu", "IABS IADD IADD3 IADD32I IMNMX ISETP LEA LOP LOP3 LOP32I SHF SHL SHR", "B N"),
    ("alu", "BMSK PRMT SEL SGXT VABSDIFF VABSDIFF4 VIADD VIADDMNMX VIMNMX MOV MOV32I", "B N"),
    ("alu", "PLOP3 PSETP P2R R2P VOTE CS2R LEPC F2FP I2IP I2FP F2IP MOVM", "B N"),
    ("fp64", "DADD DFMA DMUL DSETP DMNMX", "B N"),
    ("xu", "MUFU F2F F2I I2F FRND I2I BREV FLO POPC", "B N"),
    ("tensor", "HMMA IMMA BMMA DMMA QMMA HGMMA IGMMA BGMMA QGMMA", "B N"),
    ("lsu", "LD LDG LDL LDS LDSM ST STG STL STS STSM STAS LDGSTS", "B N"),
    ("lsu", "ATOM ATOMG ATOMS RED REDG REDAS QSPC MATCH", "B N"),
    ("lsu", "CCTL CCTLL CCTLT MEMBAR ERRBAR LDGDEPBAR ARRIVES SYNCS FENCE CGAERRBAR LDTRAM", "B N"),
    ("lsu", "S2R S2UR SHFL REDUX CREDUX BAR B2R R2B UCGABAR_ARV UCGABAR_WAIT", "N"),
    ("adu", "LDC R2UR", "N"),
    ("tma", "UBLKCP UBLKPF UBLKRED UTMALDG UTMAPF UTMAREDG UTMASTG", "B N"),
    ("tma", "UTMACCTL UTMACMDFLUSH", "B N"),
    ("tex", "TEX TLD TLD4 TMML TXD TXQ SUATOM SULD SURED SUST", "B N"),
    ("branch", "BRA BRX BRXU JMP JMX JMXU CALL RET EXIT KILL BPT RTT NANOSLEEP PREEXIT", "B N"),
    ("branch", "BSSY BSYNC BREAK BMOV WARPSYNC YIELD RPCMOV ELECT ENDCOLLECTIVE", "B N"),
    # These wait for counters or tokens of the warp itself; no unit executes them.
    ("none", "NOP DEPBAR WARPGROUP WARPGROUPSET ACQBULK USETMAXREG PMTRIG SETCTAID", "B"),
)
_BY_OPCODE = {opcode: pipe for pipe, opcodes, _ in _ROWS for opcode in opcodes.split()}
# Opcodes of the uniform datapath begin with U (B): ULDC, UMOV, UIADD3, …; also VOTEU.
_UNIFORM = re.compile(r"U[A-Z]|VOTEU$|CS2UR$")


def pipe_of(opcode: str, architecture: int) -> str:
    """Return the pipe of an opcode such as "LDG.E.64"; "" if it is not in the table.

    "branch" is the convergence barrier unit (CBU), "adu" the address divergence unit, which also
    loads constants; "none" needs no pipe. Packed halves are "fp16" on sm_80, "fma" later on.

    architecture: such as 90.
    """
    name = opcode.partition(".")[0]
    pipe = _BY_OPCODE.get(name)
    if pipe == "half":
        return "fp16" if architecture == 80 else "fma"
    if pipe is None:
        return "uniform" if _UNIFORM.match(name) else ""
    return pipe


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
        pipe: that executes it (`pipe_of`).
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
    match = _TEXT.fullmatch(body)
    if match is None:
        raise ValueError(f"not an instruction of the machine code: {text!r}")
    guard, opcode, operand_text = match.groups()
    operands = tuple(operand_of(part) for part in split(operand_text))
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
        match = _OFFSET.search(text)
        offset = int(match[2], 16) * (-1 if match[1] else 1) if match else 0
        wide = re.search(r"\bR\d+(?:\.U?32)?\.64", text) is not None
        return Operand(text, Kind.MEMORY, names, wide, offset)
    return Operand(text, Kind.OTHER, names)


# ---- registers written and read ------------------------------------------------------------------
# Which operands are written follows from their places: predicates that come first, then a register
# that is not in an address, then predicates before the next operand (a carry). So stores, whose
# first operand is an address, write nothing:
#
#     ISETP.GE.AND P5, PT, R2, UR6, PT      writes P5; PT as a result means none
#     IADD3 R4, P0, R4, R6, RZ              writes R4 and the carry P0
#     LOP3.LUT P0, R5, R6, 0x1, RZ, 0xc0    writes P0 and R5
#     STG.E.64 desc[UR4][R8.64], R2         reads R2 and R3, the address in R8 and R9, UR4 and UR5
#
# How many registers an operand takes follows from the modifiers. Results of textures and the
# uniform registers of bulk copies are counted as one register, though they are several.

_REGISTERS = (Kind.REGISTER, Kind.UNIFORM)
_PREDICATES = (Kind.PREDICATE, Kind.UNIFORM_PREDICATE)
# Their first register is a source.
_NO_RESULT = re.compile(
    r"(?:BAR|BRA|BRXU?|CALL|RET|JMP|JMX|EXIT|BREAK|BSSY|BSYNC|NANOSLEEP|WARPSYNC|DEPBAR|YIELD|CCTL|"
    r"KILL|UBLKCP|UTMA[A-Z]+|USETMAXREG|MEMBAR|ERRBAR|RPCMOV|UCGABAR_[A-Z]+|R2P|PREEXIT|ACQBULK|"
    r"NOP|WARPGROUP)$"
)
_ONLY_PREDICATES = re.compile(r"U?[A-Z]+\d?SETP\d?$|U?PLOP3$|FCHK$|PSETP$")
_TWO_RESULTS = re.compile(r"U?[A-Z]+\d?SETP\d?$|U?PLOP3$")
_LOADS_AND_STORES = re.compile(r"(?:LD|LDG|LDS|LDL|ULDC|LDC|LDCU|ST|STG|STS|STL|STAS|CS2R)$")
_ATOMICS = re.compile(r"(?:ATOM|RED)[GS]?$|REDAS$|SUATOM$|SURED$")
_CONVERSIONS = ("F2F", "F2I", "I2F")
_BITS = {"S4": 4, "U4": 4, "S8": 8, "U8": 8, "E4M3": 8, "E5M2": 8, "TF32": 32, "F64": 64}
_DEFAULT_BITS = {"H": 16, "I": 8, "B": 1, "D": 64, "Q": 8}
_LANES, _GROUP_LANES, _REGISTER_BITS = 32, 128, 32
_ALL = tuple(f"P{n}" for n in range(7))


def effects(text: Parsed) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return (registers written, registers read) by an instruction, the guard among the latter."""
    results = _results(text)
    written = [name for n in results for name in _named(text, n)]
    read = [name for n in range(len(text.operands)) if n not in results for name in _named(text, n)]
    mask = text.operands[-1].text if text.operands else ""
    if text.opcode.startswith(("P2R", "R2P")) and mask.startswith("0x"):
        chosen = [name for n, name in enumerate(_ALL) if int(mask, 16) >> n & 1]
        (read if text.opcode.startswith("P2R") else written).extend(chosen)
    if text.guard:
        read += [name for name in [text.guard.lstrip("!")] if name[-1].isdigit()]
    return tuple(dict.fromkeys(written)), tuple(dict.fromkeys(read))


def _results(text: Parsed) -> set[int]:
    """Return the places of the operands that are written."""
    name, operands = text.opcode.partition(".")[0], text.operands
    if _NO_RESULT.match(name):
        return set()
    most = 2 if _TWO_RESULTS.match(name) else 1
    places: set[int] = set()
    at = 0
    while at < len(operands) and operands[at].kind in _PREDICATES and at < most:
        places.add(at)
        at += 1
    if _ONLY_PREDICATES.match(name) or at == len(operands) or operands[at].kind not in _REGISTERS:
        return places
    places.add(at)
    at += 1
    carries = 1 if name.startswith("VOTE") else 2
    while carries and at < len(operands) and _is_carry(operands[at]):
        places.add(at)
        at, carries = at + 1, carries - 1
    return places


def _is_carry(operand: Operand) -> bool:
    return operand.kind in _PREDICATES and not operand.text.startswith("!")


def _named(text: Parsed, place: int) -> Iterator[str]:
    """Yield the registers of an operand, each 32 bits."""
    operand = text.operands[place]
    for name in operand.names:
        if operand.kind in _REGISTERS:
            count = _width(text, place)
        elif operand.kind is Kind.MEMORY:
            count = _address_width(text, operand, name)
        else:
            count = 2 if _is_double(text) and operand.kind is Kind.CONSTANT else 1
        letter, number = name.rstrip("0123456789"), int(name.lstrip("URP"))
        yield from (f"{letter}{number + n}" for n in range(count))


def _address_width(text: Parsed, operand: Operand, name: str) -> int:
    if operand.text.startswith("gdesc["):  # descriptors of A and B, or of B alone
        return 2 if text.operands[1].kind is Kind.REGISTER else 4
    if operand.text.startswith(f"desc[{name}]"):
        return 2
    return 2 if operand.wide else 1


def _is_double(text: Parsed) -> bool:
    return re.match(r"D(ADD|FMA|MUL|SETP|MNMX)", text.opcode) is not None


def _width(text: Parsed, place: int) -> int:
    """Return the registers that the operand at a place takes."""
    name, *modifiers = text.opcode.split(".")
    if name[1:] == "MMA" or name[1:] == "GMMA":
        return _matrix_width(text, name, modifiers, place)
    if name == "CS2R":
        return 1 if "32" in modifiers else 2
    if name in ("LDSM", "STSM"):
        return next((int(m) for m in modifiers if m in ("2", "4")), 1)
    if _is_double(text) or (name == "FRND" and "F64" in modifiers):
        return 2
    if name in _CONVERSIONS:
        return 2 if _converted(name, modifiers, result=place == 0) in ("F64", "S64", "U64") else 1
    if _LOADS_AND_STORES.match(name) or _ATOMICS.match(name):
        wide = any(m == "64" or m.startswith(("F64", "U64", "S64")) for m in modifiers)
        return 4 if "128" in modifiers else 2 if wide else 1
    if name in ("IMAD", "UIMAD") and ("WIDE" in modifiers or "HI" in modifiers):
        last = max(n for n, o in enumerate(text.operands) if o.kind not in _PREDICATES)
        return 2 if place == last or (place == 0 and "WIDE" in modifiers) else 1
    return 1


def _converted(name: str, modifiers: list[str], *, result: bool) -> str:
    """Return the type that a conversion reads or writes, if its modifiers say it.

    `F2F.F64.F32` names both, the result's first; `F2I.S64` and `I2F.F64` each leave the other out.
    """
    types = [m for m in modifiers if re.fullmatch(r"B?[FSU]\d+", m)]
    if name == "F2F":
        return types[0 if result else 1] if len(types) == 2 else ""
    floats = (name == "I2F") == result
    return next((t for t in types if t.startswith("F") == floats), "")


def _matrix_width(text: Parsed, name: str, modifiers: list[str], place: int) -> int:
    """Return the registers of a lane for a product's D (operand 0), A, B and C."""
    types = [m for m in modifiers if m in _BITS]
    bits = _BITS[types[-1]] if types else _DEFAULT_BITS.get(name[0], 16)
    result = {"I": 32, "B": 32, "D": 64}.get(name[0], 16 if "F16" in modifiers[:2] else 32)
    shape = modifiers[0] if modifiers else ""
    sparse = 2 if "SP" in modifiers else 1
    if grouped := re.fullmatch(r"64x(\d+)x(\d+)", shape):
        n, k = int(grouped[1]), int(grouped[2])
        elements = 64 * k * bits // sparse if place == 1 else 64 * n * result
        return max(1, elements // _GROUP_LANES // _REGISTER_BITS)
    match = re.fullmatch(r"(16|8)8(\d+)", shape)
    if match is None:
        return 1
    m, n, k = int(match[1]), 8, int(match[2])
    sizes = {1: m * k * bits // sparse, 2: k * n * bits}
    return max(1, sizes.get(place, m * n * result) // _LANES // _REGISTER_BITS if place < 4 else 1)
