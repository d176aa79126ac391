"""An instruction of the machine code, read from the disassembler's text and from its 16 bytes:
operands, control word, the registers that it reads, and the pipe that executes it.

    text      @!P6 LDG.E.64 R16, desc[UR8][R4.64+0x200]
    bits      of the 16 bytes as one number, from the lowest: the control word is 105 … 125

The fields of the control word are those of sm_70 to sm_90 (Jia et al., arXiv 1804.06826, section
2.1; Huerta et al., arXiv 2503.20481, section 4): NVIDIA does not publish them. Read alike, those of
sm_100 to sm_120 let each load's first reader wait for the load; no paper says so.
"""

from __future__ import annotations

import re
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
#     A  assumed of Blackwell's new opcodes, from the nearest one: FFMA2 is two FFMA, FMNMX3 is an
#        FMNMX, LDCU releases a barrier as LDC does, OMMA is QMMA with 4 bits

# pipe: opcodes without modifiers, and where the row comes from.
_ROWS: tuple[tuple[str, str, str], ...] = (
    ("fma", "FADD FFMA FFMA32I FMUL FSWZADD FADD32I FMUL32I", "B N"),
    ("fma", "IMAD IMUL IDP IDP4A XMAD", "B N"),  # integer products and dot products
    ("fma", "FADD2 FFMA2 FMUL2", "A"),
    ("half", "HADD2 HFMA2 HMUL2 HADD2_32I HFMA2_32I HMUL2_32I", "B F"),
    ("alu", "FMNMX FSEL FSET FSETP FCHK HMNMX2 HSET2 HSETP2 VHMNMX", "B N P"),
    ("alu", "FMNMX3 VIMNMX3", "A"),
    ("alu", "IABS IADD IADD3 IADD32I IMNMX ISETP LEA LOP LOP3 LOP32I SHF SHL SHR", "B N"),
    ("alu", "BMSK PRMT SEL SGXT VABSDIFF VABSDIFF4 VIADD VIADDMNMX VIMNMX MOV MOV32I", "B N"),
    ("alu", "PLOP3 PSETP P2R R2P VOTE CS2R LEPC F2FP I2IP I2FP F2IP MOVM", "B N"),
    ("fp64", "DADD DFMA DMUL DSETP DMNMX", "B N"),
    ("xu", "MUFU F2F F2I I2F FRND I2I BREV FLO POPC", "B N"),
    ("tensor", "HMMA IMMA BMMA DMMA QMMA HGMMA IGMMA BGMMA QGMMA", "B N"),
    ("tensor", "OMMA", "A"),
    ("lsu", "LD LDG LDL LDS LDSM ST STG STL STS STSM STAS LDGSTS", "B N"),
    ("lsu", "ATOM ATOMG ATOMS RED REDG REDAS QSPC MATCH", "B N"),
    ("lsu", "CCTL CCTLL CCTLT MEMBAR ERRBAR LDGDEPBAR ARRIVES SYNCS FENCE CGAERRBAR LDTRAM", "B N"),
    ("lsu", "S2R S2UR SHFL REDUX CREDUX BAR B2R R2B UCGABAR_ARV UCGABAR_WAIT", "N"),
    ("adu", "LDC R2UR", "N"),
    ("adu", "LDCU", "A"),
    ("tma", "UBLKCP UBLKPF UBLKRED UTMALDG UTMAPF UTMAREDG UTMASTG", "B N"),
    ("tma", "UTMACCTL UTMACMDFLUSH", "B N"),
    ("tex", "TEX TLD TLD4 TMML TXD TXQ SUATOM SULD SURED SUST", "B N"),
    ("branch", "BRA BRX BRXU JMP JMX JMXU CALL RET EXIT KILL BPT RTT NANOSLEEP PREEXIT", "B N"),
    ("branch", "BSSY BSYNC BREAK BMOV WARPSYNC YIELD RPCMOV ELECT ENDCOLLECTIVE", "B N"),
    # These wait for counters or tokens of the warp itself; no unit executes them.
    ("none", "NOP DEPBAR WARPGROUP WARPGROUPSET ACQBULK USETMAXREG PMTRIG SETCTAID", "B"),
)
_BY_OPCODE = {opcode: pipe for pipe, opcodes, _ in _ROWS for opcode in opcodes.split()}
# Opcodes of the uniform datapath begin with U (B): ULDC, UMOV, UIADD3, …; also VOTEU. Those of
# tcgen05 (UTCHMMA, UTCBAR) do, too, but are not known.
_UNIFORM = re.compile(r"U(?!TC)[A-Z]|VOTEU$|CS2UR$")


def pipe_of(opcode: str, architecture: int) -> str:
    """Return the pipe of an opcode such as "LDG.E.64"; "" if it is not in the table.

    "branch" is the convergence barrier unit (CBU), "adu" the address divergence unit, which also
    loads constants; "none" needs no pipe. Packed halves are "fp16" on architecture 80, "fma" later.
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
    """The kind of an operand."""

    REGISTER = "register"
    UNIFORM = "uniform register"
    PREDICATE = "predicate"
    UNIFORM_PREDICATE = "uniform predicate"
    CONSTANT = "constant bank"
    OTHER = "other"
    """Memory, a label, an immediate, a special register, a barrier, a set of predicates."""


@dataclass(frozen=True, slots=True)
class Operand:
    """An operand as the disassembler prints it.

    `names`: the registers in it, such as ("UR8", "R4"); RZ, URZ, PT and UPT are not among them.
    """

    text: str
    kind: Kind
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Instruction:
    """An instruction of a kernel.

    Attributes:
        opcode: with its modifiers: "LDG.E.64".
        guard: "P6", "!P6", "UP0"; "" if it is always executed.
        operands: in the order of the text.
        reads: the general registers that it takes from the register file, if it is arithmetic.
        targets: addresses that it may go to, apart from the next instruction's.
        control: the control word.
        ptx_line: the line of the PTX that it was made from; 0 if unknown. The assembler gives some
            an earlier instruction's line: products of `wgmma`, and those that prepare operands.
        ptx: the mnemonic on that line, after "@" if it has a guard: "@ld.global.v4.f32"; "" if
            unknown.
        pipe: that executes it (`pipe_of`).
    """

    opcode: str
    guard: str
    operands: tuple[Operand, ...]
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


@dataclass(frozen=True, slots=True)
class Parsed:
    """The parsed text of an instruction.

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
    """Return the parsed text of an instruction. Raises ValueError if it cannot be read."""
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


def operand_of(text: str) -> Operand:
    """Return an operand."""
    names = tuple(_NAME.findall(text))
    if plain := _PLAIN.fullmatch(text):
        uniform, letter = plain.groups()
        if letter == "R":
            return Operand(text, Kind.UNIFORM if uniform else Kind.REGISTER, names)
        return Operand(text, Kind.UNIFORM_PREDICATE if uniform else Kind.PREDICATE, names)
    if re.match(r"[-|~!]*cx?\[", text):
        return Operand(text, Kind.CONSTANT, names)
    return Operand(text, Kind.OTHER, names)


# ---- registers that are read ---------------------------------------------------------------------
# Which operand is written follows from its place: predicates come first, then a register. The
# others are read:
#
#     ISETP.GE.AND P5, PT, R2, R6, PT       reads R2 and R6; a comparison writes predicates alone
#     IADD3 R4, P0, R4, R6, RZ              reads R4 and R6
#     LOP3.LUT P0, R5, R6, 0x1, RZ, 0xc0    reads R6
#     IMAD.WIDE R4, R9, 0x4, R2             reads R9, R2 and R3

_PREDICATES = (Kind.PREDICATE, Kind.UNIFORM_PREDICATE)
_ONLY_PREDICATES = re.compile(r"[A-Z]+\d?SETP\d?$|FCHK$|PSETP$|R2P$")
_DOUBLE = re.compile(r"D(ADD|FMA|MUL|SETP|MNMX)\b")


def registers_read(text: Parsed) -> tuple[str, ...]:
    """Return the general registers, each 32 bits, that an arithmetic instruction reads."""
    places = [n for n, operand in enumerate(text.operands) if operand.kind not in _PREDICATES]
    name, *modifiers = text.opcode.split(".")
    writes = bool(places) and not _ONLY_PREDICATES.match(name)
    read: list[str] = []
    for place in places[1:] if writes else places:
        operand = text.operands[place]
        long_sum = name == "IMAD" and {"WIDE", "HI"} & {*modifiers} and place == places[-1]
        count = 2 if _DOUBLE.match(text.opcode) or long_sum else 1
        if operand.kind in (Kind.REGISTER, Kind.CONSTANT):
            firsts = (int(own[1:]) for own in operand.names if own.startswith("R"))
            read += [f"R{first + n}" for first in firsts for n in range(count)]
    return tuple(dict.fromkeys(read))
