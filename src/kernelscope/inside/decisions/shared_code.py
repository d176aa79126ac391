"""The PTX instructions that touch shared memory, and the variables that their addresses come from.

In: the instructions of a kernel (`PtxCode`). Out: `SharedUse`s.

`a_tile[threadIdx.y][threadIdx.x] = …` in `matmul/cuda` writes through a chain of registers:

    mov.u64       %rd24, …a_tile;
    add.s64       …                      a few steps
    st.shared.f32 [%rd6], %f63;          its root is `a_tile`, found by following %rd6 back

Without the roots, the accesses to `a_tile` and `b_tile` could not be told apart, and each barrier
would seem to guard both.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kernelscope.inside.decisions.ptx_code import PtxCode, registers_in
from kernelscope.vgpu.analysis.dataflow import reach
from kernelscope.vgpu.ptx import syntax

_READS = frozenset(("ld", "ldmatrix", "wgmma", "tcgen05"))
_WRITES = frozenset(("st", "stmatrix"))
_LOADS = frozenset(("ld", "ldmatrix", "atom", "wgmma", "mma", "shfl"))
"""Instructions whose result is not an address, whatever their operands are."""


@dataclass(frozen=True, slots=True)
class SharedUse:
    """An instruction that touches shared memory.

    Attributes:
        instruction: the instruction itself.
        reads, writes: whether it reads or writes shared memory.
        roots: the variables that its addresses come from.
    """

    instruction: syntax.Instruction
    reads: bool
    writes: bool
    roots: frozenset[str]


def shared_uses(code: PtxCode) -> list[SharedUse]:
    """Return the instructions that touch shared memory, in the order of the text."""
    return [use for part in code.parts for use in _of_part(part)]


def _of_part(code: PtxCode) -> list[SharedUse]:
    roots = _Roots(code)
    uses: list[SharedUse] = []
    for instruction in code.instructions:
        reads_writes = _reads_and_writes(instruction)
        if reads_writes is None and _generic(instruction) and roots.of_operands(instruction):
            reads_writes = (instruction.opcode != "st", instruction.opcode != "ld")
        if reads_writes is not None:
            uses.append(SharedUse(instruction, *reads_writes, roots.of_operands(instruction)))
    return uses


def _generic(instruction: syntax.Instruction) -> bool:
    spaces = ("global", "shared", "local", "param", "const")
    words = {word.split("::")[0] for word in instruction.modifiers}
    return instruction.opcode in ("ld", "st", "atom", "red") and not words & set(spaces)


def _reads_and_writes(instruction: syntax.Instruction) -> tuple[bool, bool] | None:
    """Return whether an instruction reads and writes shared memory; None if it does neither."""
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
        """Return the roots of an instruction's addresses; for wgmma, of its matrix descriptors."""
        roots: frozenset[str] = frozenset()
        for operand in instruction.operands:
            if isinstance(operand, syntax.Address) or instruction.opcode == "wgmma":
                for name in registers_in(operand):
                    roots |= self.of(name)
        return roots

    def of(self, name: str) -> frozenset[str]:
        """Return the roots of one register or symbol; a loaded value ends the search."""
        if name not in self._known:
            self._known[name] = self._shared.intersection(reach((name,), self._sources))
        return self._known[name]

    def _sources(self, name: str) -> Iterator[str]:
        for made in () if name in self._shared else self._code.definitions.get(name, ()):
            if made.opcode not in _LOADS:
                for operand in made.operands[1:]:
                    yield from registers_in(operand)


def loops(code: PtxCode) -> list[tuple[int, int]]:
    """Return the first and last line of each loop: from a label to the last branch back to it."""
    labels = {s.name: s.position.line for s in code.statements if isinstance(s, syntax.Label)}
    spans: list[tuple[int, int]] = []
    for instruction in code.instructions:
        if instruction.opcode == "bra":
            line = instruction.position.line
            for name in (n for o in instruction.operands for n in registers_in(o)):
                if labels.get(name, line) < line:
                    spans.append((labels[name], line))
    return spans
