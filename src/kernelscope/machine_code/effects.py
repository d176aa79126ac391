"""The registers that an instruction of the machine code writes and reads.

Which operands are written follows from their places: predicates that come first, then a register
that is not in an address, then predicates before the next operand (a carry). So stores, whose first
operand is an address, write nothing:

    ISETP.GE.AND P5, PT, R2, UR6, PT      writes P5; PT as a result means none
    IADD3 R4, P0, R4, R6, RZ              writes R4 and the carry P0
    LOP3.LUT P0, R5, R6, 0x1, RZ, 0xc0    writes P0 and R5
    STG.E.64 desc[UR4][R8.64], R2         reads R2 and R3, the address in R8 and R9, UR4 and UR5

How many registers an operand takes follows from the modifiers. Results of textures and the uniform
registers of bulk copies are counted as one register, though they are several.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kernelscope.machine_code.instruction import Kind, Operand, Parsed

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
    found = re.fullmatch(r"(16|8)8(\d+)", shape)
    if found is None:
        return 1
    m, n, k = int(found[1]), 8, int(found[2])
    sizes = {1: m * k * bits // sparse, 2: k * n * bits}
    return max(1, sizes.get(place, m * n * result) // _LANES // _REGISTER_BITS if place < 4 else 1)
