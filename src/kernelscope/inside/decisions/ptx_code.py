"""The PTX of one kernel as a list of instructions, each with its place in the source.

In: PTX text. Out: `PtxCode`, with the instructions, what defines each register, and the accesses
to memory.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from kernelscope.inside.decisions.mlir import Place
from kernelscope.vgpu import instructions, ir
from kernelscope.vgpu.lowering.lower import lower
from kernelscope.vgpu.ptx import syntax
from kernelscope.vgpu.ptx.parser import parse
from kernelscope.vgpu.types import TYPES

# Importing them fills the instruction table.
assert instructions.TABLE

_SHOWN = 100  # characters: a tensor-core instruction has hundreds
_SPACES = frozenset(("global", "shared", "local", "const", "param"))
_ACCESSES = {"ld": "load", "ldu": "load", "st": "store", "atom": "atom", "red": "atom"}


@dataclass(frozen=True, slots=True)
class PtxAccess:
    """A memory instruction that moves `bits` for one thread, by registers of `element_bits`.

    `space`: global, shared, local, or generic. `op`: load, store, atom, copy (global to shared).
    """

    instruction: syntax.Instruction
    space: str
    op: str
    bits: int
    element_bits: int

    @property
    def line(self) -> int:
        """Its line in the PTX."""
        return self.instruction.position.line


class PtxCode:
    """The instructions of a kernel, or of a device function that it calls, in order."""

    def __init__(
        self, module: syntax.Module, lines: Sequence[str], function: syntax.Function | None
    ) -> None:
        self.module, self.lines, self.function = module, lines, function
        body = function.body if function is not None else None
        self.statements = list(syntax.statements(body or ()))
        self.instructions = [s for s in self.statements if isinstance(s, syntax.Instruction)]

    @classmethod
    def read(cls, text: str, kernel: str = "") -> PtxCode:
        """Read the kernel of this name, or the first, from a PTX file."""
        module = parse(text)
        entries = [f for f in module.functions if f.is_entry]
        named = [f for f in entries if f.name == kernel]
        return cls(module, text.splitlines(), (named or entries or [None])[0])

    @cached_property
    def parts(self) -> list[PtxCode]:
        """This function and all that it calls, directly or through others."""
        bodies = {f.name: f for f in self.module.functions if not f.is_entry and f.body is not None}
        parts: list[PtxCode] = [self]
        for part in parts:  # grows while it is walked
            for name in part._called():
                if name in bodies:
                    parts.append(PtxCode(self.module, self.lines, bodies.pop(name)))
        return parts

    @cached_property
    def everywhere(self) -> list[syntax.Instruction]:
        """The instructions of all parts."""
        return [instruction for part in self.parts for instruction in part.instructions]

    @cached_property
    def lowered(self) -> ir.Function:
        """The kernel as the virtual GPU runs it, with the functions that it calls inlined.

        Raises PtxError for an instruction that the virtual GPU does not know.
        """
        assert self.function is not None
        return lower(self.module, self.function.name)

    def _called(self) -> Iterator[str]:
        for instruction in self.instructions:
            if instruction.opcode == "call":
                for operand in instruction.operands:
                    yield from registers_in(operand)

    @cached_property
    def definitions(self) -> dict[str, list[syntax.Instruction]]:
        """The instructions that write a register, by its name."""
        writers: dict[str, list[syntax.Instruction]] = {}
        for instruction in self.instructions:
            for name in written(instruction):
                writers.setdefault(name, []).append(instruction)
        return writers

    def place(self, instruction: syntax.Instruction) -> Place | None:
        """Return the place in the source of an instruction, from `.loc`; None if unknown."""
        return self._place(instruction.location)

    def source(self, instruction: syntax.Instruction) -> str:
        """Return the user's own line, as "file:line", or ""."""
        place = self.place(instruction)
        return place.source if place else ""

    def _place(self, location: syntax.SourceLocation | None) -> Place | None:
        if location is None or not location.line:
            return None
        file = self.module.files.get(location.file, "?")
        at = self._place(location.inlined_at)
        return Place(file, location.line, location.column, "", at)

    def shown(self, instruction: syntax.Instruction | ir.Inst) -> str:
        """Return an instruction as evidence: "ptx:41: ld.global.v4.b32 …"."""
        line = instruction.position.line
        text = " ".join(self.lines[line - 1].partition("//")[0].split()).rstrip(";")
        return f"ptx:{line}: {text if len(text) <= _SHOWN else text[:_SHOWN] + ' …'}"

    def accesses(self) -> list[PtxAccess]:
        """Return the accesses of this part to memory other than parameters and constants."""
        accesses = (_access(instruction) for instruction in self.instructions)
        return [access for access in accesses if access is not None]


def registers_in(operand: syntax.Operand) -> Iterator[str]:
    """Yield the names of registers, symbols and labels in an operand."""
    match operand:
        case syntax.Name():
            yield operand.text
        case syntax.Negated() | syntax.SymbolOffset():
            yield operand.name.text
        case syntax.Vector() | syntax.Arguments():
            for element in operand.elements:
                yield from registers_in(element)
        case syntax.Pair():
            yield from registers_in(operand.first)
            yield from registers_in(operand.second)
        case syntax.Address():
            if operand.base is not None:
                yield operand.base.text
        case _:
            pass


def times(count: int) -> str:
    """Return a number of occurrences in words."""
    return "once" if count == 1 else f"{count} times"


_NO_RESULT = frozenset(
    ("st", "red", "bar", "barrier", "bra", "ret", "exit", "fence", "membar", "trap", "stmatrix")
)


def written(instruction: syntax.Instruction) -> tuple[str, ...]:
    """Return the registers that an instruction writes: its first operand, unless it is memory."""
    if instruction.opcode in _NO_RESULT or not instruction.operands:
        return ()
    first = instruction.operands[0]
    return () if isinstance(first, syntax.Address) else tuple(registers_in(first))


def _access(instruction: syntax.Instruction) -> PtxAccess | None:
    if instruction.opcode == "cp":
        return _copy(instruction)
    op = _ACCESSES.get(instruction.opcode)
    address = next((o for o in instruction.operands if isinstance(o, syntax.Address)), None)
    if op is None or address is None or "async" in instruction.modifiers:
        return None
    words = [word.split("::")[0] for word in instruction.modifiers]
    space = next((word for word in words if word in _SPACES), "generic")
    if space in ("param", "const"):
        return None
    scalar = next((TYPES[word] for word in reversed(words) if word in TYPES), None)
    lanes = next((int(w[1:]) for w in words if w[:1] == "v" and w[1:].isdigit()), 1)
    bits = scalar.bits if scalar is not None else 0
    return PtxAccess(instruction, space, op, bits * lanes, bits)


def _copy(instruction: syntax.Instruction) -> PtxAccess | None:
    """Read `cp.async.cg.shared.global [s], [g], 16;`; None for bulk copies, done by one thread."""
    addresses = [o for o in instruction.operands if isinstance(o, syntax.Address)]
    sizes = [o.value for o in instruction.operands if isinstance(o, syntax.Literal)]
    if "bulk" in instruction.modifiers or len(addresses) < 2 or not sizes:
        return None
    bits = 8 * int(sizes[0])
    return PtxAccess(instruction, "global", "copy", bits, bits)
