"""Evidence in the counts of the PTX for the execution counts of the machine code's basic blocks.

In: machine code, and how often warps executed each line of PTX. Out: `Evidence` rows, one for the
lines with the same copies in the same blocks:

    sum over blocks of copies × executions of the block  ≈  executions of the line

The assembler unrolls loops (several copies of a line in one block), splits them (copies in several
blocks), merges and removes instructions, and moves them out of loops. So a row has a weight: the
greater the less the assembler may do to such an instruction.

    ld.global.f32 in a loop that is unrolled by 4, with a remainder
    block 3    LDG LDG LDG LDG      4 copies
    block 5    LDG                  1 copy         4 n3 + n5 = executions of the line

What one instruction of PTX becomes must be known, so that 4 copies are not one long instruction:
bytes are compared for memory, multiply-adds for tensor cores; one FFMA is one `fma.rn.f32`.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kernelscope.machine_code.instruction import Instruction

_MEMORY = re.compile(r"(LD|LDG|LDS|LDL|ST|STG|STS|STL)$")
_PTX_MEMORY = re.compile(r"(ld|ldu|st)\.")
# (mnemonic of PTX, opcode with modifiers): one is one of the other. The line table gives some
# instructions of the tensor cores the line of another; so both must fit.
_ONCE: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...] = tuple(
    (re.compile(ptx), re.compile(sass))
    for ptx, sass in (
        (r"(atom|red)\b", r"(ATOM|RED)(G|S|AS)?\b"),
        (r"cp\.async\.c[ag]\b", r"LDGSTS\b"),
        (r"cp\.(async\.bulk|reduce)", r"(UBLKCP|UBLKRED|UTMA(LDG|STG|REDG|PF))\b"),
        (r"ldmatrix\b", r"LDSM\b"),
        (r"stmatrix\b", r"STSM\b"),
        (r"shfl\b", r"SHFL\b"),
        (r"redux\b", r"REDUX\b"),
        (r"match\b", r"MATCH\b"),
        (r"(bar|barrier)\b", r"BAR\.(SYNC|RED|ARV)"),
        (r"mbarrier\.(arrive|try_wait|test_wait)", r"SYNCS\."),
        (r"(tex|tld4|suld|sust)\b", r"(TEX|TLD|TLD4|SULD|SUST)\b"),
    )
)
_PTX_PRODUCT = re.compile(r"(mma|wgmma\.mma_async|wmma\.mma)\b")
_PTX_TYPE = re.compile(r"\.[busf](\d+)(x2)?$")
_PTX_VECTOR = re.compile(r"\.v(\d)\b")
_PTX_SHAPE = re.compile(r"\bm(\d+)n(\d+)k(\d+)\b")
_PREPARES = re.compile(r"(LDC|ULDC|U?MOV|IMAD\.(MOV|U32)|CS2R|S2U?R|R2UR|BSSY|BSYNC|P2R|R2P|NOP)\b")
_SASS_BYTES = {"U8": 1, "S8": 1, "U16": 2, "S16": 2, "64": 8, "128": 16}


@dataclass(frozen=True, slots=True)
class Evidence:
    """An equation that the counts of some lines of PTX give.

    Attributes:
        copies: (block, copies) of the lines.
        executions: by warps, of each of the lines.
        weight: of the difference, summed over the lines.
        below: what a sum that is too small costs, relative to the weight.
        above: what a sum that is too great costs.
    """

    copies: tuple[tuple[int, float], ...]
    executions: float
    weight: float
    below: float
    above: float


@dataclass(frozen=True, slots=True)
class _Class:
    """Instructions that the assembler treats alike.

    Attributes:
        weight, below, above: as `Evidence` has them.
    """

    weight: float
    below: float
    above: float


# The weights are chosen, not measured: an access to memory outweighs the twenty address
# calculations next to it that the assembler may have moved or dropped. A sum that is too small is
# cheap for arithmetic, which may be hoisted or removed, and one too great for the arithmetic around
# loops, of which unrolling makes more; both cost the same for what has an effect.
_FIXED = _Class(20.0, 1.0, 1.0)
_FLOATING = _Class(3.0, 0.6, 1.0)
_SIMPLE = _Class(0.5, 0.4, 0.2)
_OTHER = _Class(0.25, 0.4, 0.2)
_SPREAD = _Class(0.1, 0.4, 0.2)
"""Lines in several blocks: copies, or parts of one instruction."""
# The assembler makes guarded instructions of a short branch: they are executed, with no lane, also
# when the branch is not taken.
_GUARDED_ABOVE = 0.02

# Opcodes of which one is one PTX instruction of these mnemonics.
_ALONE: tuple[tuple[re.Pattern[str], re.Pattern[str], _Class], ...] = tuple(
    (re.compile(ptx), re.compile(sass), line_class)
    for ptx, sass, line_class in (
        (r"(fma|add|sub|mul|mad)(\.\w+)*\.f32$", r"(FADD|FMUL|FFMA)\b", _FLOATING),
        (r"(fma|add|sub|mul|mad)(\.\w+)*\.f64$", r"(DADD|DMUL|DFMA)\b", _FLOATING),
        (r"(fma|add|sub|mul)(\.\w+)*\.b?f16x2$", r"H(ADD|MUL|FMA)2\b", _FLOATING),
        (r"(ex2|lg2|sin|cos|tanh|rsqrt|rcp|sqrt|div)\.(approx|full)", r"MUFU\b", _FLOATING),
        (
            r"(add|sub|and|or|xor|shl|shr|mul\.lo|mad\.lo)\.[bsu]32$",
            r"U?(IADD3|VIADD|IMAD(?!\.MOV)|LOP3|LEA|SHF)\b",
            _SIMPLE,
        ),
        (r"(setp)\.\w+(\.\w+)*\.[bsuf](16|32)$", r"U?[FI]SETP\b", _SIMPLE),
    )
)


def evidence_of(
    blocks: Sequence[Sequence[Instruction]],
    executions: Mapping[int, float],
    active: Mapping[int, float],
) -> tuple[Evidence, ...]:
    """Return the evidence in the counts of the PTX about the blocks.

    `executions`: line of the PTX → how often warps executed it. `active`: line of an access → how
    often with at least one lane whose guard was true.
    """
    by_line: dict[int, list[tuple[int, Instruction]]] = defaultdict(list)
    for number, block in enumerate(blocks):
        for instruction in block:
            if instruction.ptx_line in executions:
                by_line[instruction.ptx_line].append((number, instruction))
    weights: dict[tuple[tuple[tuple[int, float], ...], float, _Class], float] = defaultdict(float)
    calling = {n for n, block in enumerate(blocks) if block and block[-1].name == "CALL"}
    for line, places in by_line.items():
        for copies, line_class, branched in _copies(places, calling):
            count = active.get(line, executions[line]) if branched else executions[line]
            weights[copies, float(count), line_class] += line_class.weight
    return tuple(
        Evidence(copies, count, weight, line_class.below, line_class.above)
        for (copies, count, line_class), weight in weights.items()
    )


def _copies(
    places: Sequence[tuple[int, Instruction]], calling: set[int]
) -> Iterator[tuple[tuple[tuple[int, float], ...], _Class, bool]]:
    """Yield the copies of a line in each block, of which class it is, and whether the assembler
    made a branch of its guard.
    """
    ptx = places[0][1].ptx
    amounts: dict[int, float] = defaultdict(float)
    line_class = _OTHER
    for block, instruction in places:
        share, own_class = _share(ptx.lstrip("@"), instruction)
        if share:
            amounts[block] += share
            line_class = own_class
    if not amounts:
        numbers = Counter(block for block, _ in _principal(places) if block not in calling)
        if not numbers:
            return
        least = min(numbers.values())
        amounts.update((block, number / least) for block, number in numbers.items())
        line_class = _OTHER if len(numbers) == 1 else _SPREAD
    own = [instruction for block, instruction in places if block in amounts]
    guarded, free = ptx.startswith("@"), not any(instruction.guard for instruction in own)
    if not guarded and all(instruction.guard for instruction in own):
        line_class = _Class(line_class.weight, line_class.below, _GUARDED_ABOVE)
    yield tuple(sorted(amounts.items())), line_class, guarded and free


def _principal(places: Sequence[tuple[int, Instruction]]) -> Sequence[tuple[int, Instruction]]:
    """Return the instructions of a line that do its work.

    Others bring operands into registers, which is often done before a loop, and once for many.
    """
    branches = [place for place in places if place[1].name in ("BRA", "BRX", "EXIT")]
    own = [place for place in places if not _PREPARES.match(place[1].opcode)]
    return branches or own or places


def _share(ptx: str, instruction: Instruction) -> tuple[float, _Class]:
    """Return which part of a PTX instruction this one does; 0 if that cannot be said."""
    name, modifiers = instruction.name, instruction.opcode.split(".")[1:]
    if _PTX_MEMORY.match(ptx) and _MEMORY.match(name):
        own = next((_SASS_BYTES[m] for m in modifiers if m in _SASS_BYTES), 4)
        return min(1.0, own / _ptx_bytes(ptx)), _FIXED
    if any(mnemonics.match(ptx) and other.match(instruction.opcode) for mnemonics, other in _ONCE):
        return 1.0, _FIXED
    if _PTX_PRODUCT.match(ptx) and instruction.pipe == "tensor":
        return _product_share(ptx, modifiers), _FIXED
    for mnemonics, opcodes, line_class in _ALONE:
        if mnemonics.match(ptx):
            return (1.0, line_class) if opcodes.match(instruction.opcode) else (0.0, line_class)
    return 0.0, _OTHER


def _ptx_bytes(ptx: str) -> int:
    scalar, vector = _PTX_TYPE.search(ptx), _PTX_VECTOR.search(ptx)
    each = int(scalar[1]) * (2 if scalar[2] else 1) // 8 if scalar else 4
    return max(1, each) * (int(vector[1]) if vector else 1)


def _product_share(ptx: str, modifiers: Sequence[str]) -> float:
    """Return the multiply-adds of a tensor instruction over those of the PTX instruction."""
    shape = _PTX_SHAPE.search(ptx)
    own = re.fullmatch(r"(16|8)8(\d+)|64x(\d+)x(\d+)", modifiers[0] if modifiers else "")
    if shape is None or own is None:
        return 1.0
    m, n, k = (int(size) for size in shape.groups())
    does = int(own[1]) * 8 * int(own[2]) if own[1] else 64 * int(own[3]) * int(own[4])
    return min(1.0, does / (m * n * k))
