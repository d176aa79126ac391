"""Which PTX instructions touch shared memory, and from which variable their address comes."""

from __future__ import annotations

from dataclasses import dataclass

from kernelscope.inside.decisions.ptx_code import PtxCode, registers_in
from kernelscope.vgpu.ptx import syntax

_READS = frozenset(("ld", "ldmatrix", "wgmma", "tcgen05"))
_WRITES = frozenset(("st", "stmatrix"))


@dataclass(frozen=True, slots=True)
class SharedUse:
    """An instruction that touches shared memory.

    Attributes:
        reads, writes: what it does there.
        roots: the variables that its addresses come from.
        offset: bytes added in the address itself.
    """

    instruction: syntax.Instruction
    reads: bool
    writes: bool
    roots: frozenset[str]
    offset: int


def shared_uses(code: PtxCode) -> list[SharedUse]:
    """The instructions that touch shared memory, in the order of the text."""
    return [use for part in code.parts for use in _of_part(part)]


def _of_part(code: PtxCode) -> list[SharedUse]:
    roots = _Roots(code)
    found: list[SharedUse] = []
    for instruction in code.instructions:
        kind = _kind(instruction)
        if kind is None and _generic(instruction) and roots.of_operands(instruction):
            kind = (instruction.opcode != "st", instruction.opcode != "ld")
        if kind is not None:
            addresses = [o for o in instruction.operands if isinstance(o, syntax.Address)]
            offset = addresses[0].offset if addresses else 0
            found.append(SharedUse(instruction, *kind, roots.of_operands(instruction), offset))
    return found


def _generic(instruction: syntax.Instruction) -> bool:
    spaces = ("global", "shared", "local", "param", "const")
    words = {word.split("::")[0] for word in instruction.modifiers}
    return instruction.opcode in ("ld", "st", "atom", "red") and not words & set(spaces)


def _kind(instruction: syntax.Instruction) -> tuple[bool, bool] | None:
    """Whether it reads and writes shared memory; None where it does not touch it."""
    opcode = instruction.opcode
    words = {word.split("::")[0] for word in instruction.modifiers}
    if opcode == "wgmma":
        return (True, False) if "mma_async" in words else None
    if opcode in ("ldmatrix", "stmatrix"):
        return opcode == "ldmatrix", opcode == "stmatrix"
    if "shared" not in words or opcode in ("mapa", "cvta", "mbarrier", "fence", "prefetch"):
        return None
    if opcode == "cp":
        # The destination's space is named first.
        first = next(w for w in instruction.modifiers if w.split("::")[0] in ("shared", "global"))
        return first.startswith("global"), first.startswith("shared")
    if opcode in ("atom", "red"):
        return True, True
    return opcode in _READS, opcode in _WRITES


class _Roots:
    """The shared variables that a register's value comes from."""

    def __init__(self, code: PtxCode) -> None:
        self._code = code
        inside = [s for s in code.statements if isinstance(s, syntax.Variable)]
        every = (*code.module.variables, *inside)
        self._shared = frozenset(v.name for v in every if v.space == "shared")
        self._known: dict[str, frozenset[str]] = {}

    def of_operands(self, instruction: syntax.Instruction) -> frozenset[str]:
        """Of an instruction's addresses; of a matrix descriptor, of its register."""
        found: frozenset[str] = frozenset()
        for operand in instruction.operands:
            if isinstance(operand, syntax.Address) or instruction.opcode == "wgmma":
                for name in registers_in(operand):
                    found |= self.of(name)
        return found

    def of(self, name: str) -> frozenset[str]:
        """Of one register or symbol; loads end the search: what is loaded is no address here."""
        if name in self._shared:
            return frozenset((name,))
        seen: set[str] = set()
        open_names = [name]
        found: frozenset[str] = frozenset()
        while open_names:
            at = open_names.pop()
            if at in self._known:
                found |= self._known[at]
                continue
            seen.add(at)
            for made in self._code.definitions.get(at, []):
                if made.opcode in ("ld", "ldmatrix", "atom", "wgmma", "mma", "shfl"):
                    continue
                for operand in made.operands[1:]:
                    for source in registers_in(operand):
                        if source in self._shared:
                            found |= {source}
                        elif source not in seen:
                            open_names.append(source)
        self._known[name] = found
        return found


def loops(code: PtxCode) -> list[tuple[int, int]]:
    """First and last line of each loop: from the label that a later branch goes back to."""
    labels = {s.name: s.position.line for s in code.statements if isinstance(s, syntax.Label)}
    found: list[tuple[int, int]] = []
    for instruction in code.instructions:
        if instruction.opcode == "bra":
            line = instruction.position.line
            for name in (n for o in instruction.operands for n in registers_in(o)):
                if labels.get(name, line) < line:
                    found.append((labels[name], line))
    return found
