"""A PTX file explained, line by line."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from kernelscope.record import Access
from kernelscope.stages.assignments import Source
from kernelscope.stages.explain import declarations
from kernelscope.stages.explain.coalescing import Lanes, divisors
from kernelscope.stages.explain.declarations import Told
from kernelscope.stages.explain.fold import Dim3
from kernelscope.stages.explain.instructions import Instructions
from kernelscope.stages.explain.naming import Naming
from kernelscope.vgpu import ir
from kernelscope.vgpu.lower import lower
from kernelscope.vgpu.ptx import syntax
from kernelscope.vgpu.ptx.parser import parse

_FAMILY = re.compile(r"(.*?)\d+$")


def explain(
    text: str,
    kernel: str,
    *,
    told: Told | None = None,
    source: Source | None = None,
    is_triton: bool = False,
    block: Dim3 | None = None,
    counted: Sequence[Access] = (),
) -> tuple[tuple[int, str], ...]:
    """Explain one kernel of a PTX file.

    Args:
        text: the file.
        kernel: the name of its entry.
        told: its parameters' names, types and facts.
        source: what it was compiled from; names of values come from there.
        is_triton: whether indices are called as in Triton (`pid`, `tid`) or as in CUDA.
        block: threads of a block in x, y, z, where a launch tells.
        counted: what that launch did to memory.

    Returns:
        (line of the text from 1, what it does), in the order of the lines. Lines of debug
        information, comments and other functions have none.

    Raises:
        PtxError: malformed PTX, or an instruction that the virtual GPU does not know, with its
            line and column.
    """
    module = parse(text)
    function = lower(module, kernel)
    known = told or Told()
    naming = Naming(function, known.names, known.types, source, is_triton)
    names = [parameter.name for parameter in function.parameters]
    lanes = Lanes(naming.folder, divisors(names, known.names, known.facts), block)
    explained = _Explained(module, function, Instructions(naming, lanes, counted), known)
    return explained.lines(text.split("\n"))


class _Explained:
    """The lines of one kernel.

    Attributes:
        insts: what became of the instruction at each line and column.
    """

    def __init__(
        self,
        module: syntax.Module,
        function: ir.Function,
        instructions: Instructions,
        told: Told,
    ) -> None:
        self.module = module
        self.function = function
        self.instructions = instructions
        self.naming = instructions.naming
        self.told = told
        self.insts: dict[tuple[int, int], ir.Inst] = {}
        self.branches: dict[tuple[int, int], int] = {}
        for block in function.blocks:
            for inst in block.instructions:
                self.insts.setdefault((inst.position.line, inst.position.column), inst)
            if isinstance(block.terminator, ir.Branch):
                place = block.terminator.position
                self.branches.setdefault((place.line, place.column), block.index)
        self.used = self._used()
        self.labels = self._labels()

    def lines(self, text: list[str]) -> tuple[tuple[int, str], ...]:
        """All that is told, by line."""
        told: dict[int, list[str]] = defaultdict(list)
        for number, words in self._all(text):
            told[number].append(words)
        return tuple((number, "; ".join(told[number])) for number in sorted(told))

    def _all(self, text: list[str]) -> Iterator[tuple[int, str]]:
        yield from declarations.header(self.module, text)
        for variable in self.module.variables:
            if variable.name in self.function.variables:
                yield variable.position.line, declarations.variable(variable)
        called = {f.name for f in self.module.functions if self._is_inlined(f)}
        for function in self.module.functions:
            if function.is_entry and function.name == self.function.name:
                yield from declarations.entry(function, text, self.told)
                yield from self._body(function.body or ())
            elif function.name in called:
                yield function.position.line, f"the function {function.name}, part of the kernel"
                yield from self._body(function.body or ())

    def _is_inlined(self, function: syntax.Function) -> bool:
        """Whether a function's instructions have become the kernel's."""
        if function.is_entry:
            return False
        return any(
            (s.position.line, s.position.column) in self.insts
            for s in _flat(function.body or ())
            if isinstance(s, syntax.Instruction)
        )

    def _body(self, body: tuple[syntax.Statement, ...]) -> Iterator[tuple[int, str]]:
        for statement in _flat(body):
            match statement:
                case syntax.RegisterDeclaration():
                    yield statement.position.line, declarations.registers(statement, self.used)
                case syntax.Variable() if statement.space not in ("param", "reg"):
                    yield statement.position.line, declarations.variable(statement)
                case syntax.Label() if statement.position.line in self.labels:
                    yield statement.position.line, self.labels[statement.position.line]
                case syntax.Instruction():
                    yield statement.position.line, self._instruction(statement)
                case _:
                    pass

    # ---- instructions and jumps -----------------------------------------------------------

    def _instruction(self, statement: syntax.Instruction) -> str:
        place = statement.position.line, statement.position.column
        inst = self.insts.get(place)
        if inst is not None:
            return self._guarded(statement, self.instructions.words(inst), inst)
        match statement.opcode:
            case "bra":
                return self._guarded(statement, self._jump(statement), None)
            case "ret" | "exit":
                return self._guarded(statement, "the thread ends here", None)
            case "call":
                return "a call; the function's lines follow in its place"
            case _:
                return "never reached"

    def _guarded(self, statement: syntax.Instruction, words: str, inst: ir.Inst | None) -> str:
        """With the `if` of a guard that became a branch."""
        place = statement.position.line, statement.position.column
        if statement.guard is None or (inst is not None and inst.guard is not None):
            return words
        block = self.branches.get(place)
        if block is None:
            return words
        branch = self.function.blocks[block].terminator
        assert isinstance(branch, ir.Branch)
        # A stop of the whole warp is lowered as a jump around it: then the sense is the other one.
        negated = statement.guard.negated
        return f"if {self.naming.condition(block, branch.predicate, negated)}: {words}"

    def _jump(self, statement: syntax.Instruction) -> str:
        target = statement.operands[0]
        name = target.text if isinstance(target, syntax.Name) else "?"
        head = self._block_of_label(name)
        place = statement.position.line, statement.position.column
        here = self.branches.get(place)
        if head is not None and head in self.naming.folder.loops:
            inside = here in self.naming.folder.loops[head] if here is not None else False
            if inside:
                return f"go back to {name}, for the next trip of loop {self.naming.loops[head]}"
        return f"go to {name}"

    def _block_of_label(self, name: str) -> int | None:
        return self._label_blocks.get(name)

    # ---- labels, loops, registers ---------------------------------------------------------

    def _labels(self) -> dict[int, str]:
        """The words of each label, by its line."""
        starts = sorted(
            (block.instructions[0].position.line, block.index)
            for block in self.function.blocks
            if block.instructions
        )
        self._label_blocks: dict[str, int] = {}
        words: dict[int, str] = {}
        for function in self.module.functions:
            for statement in _flat(function.body or ()):
                if not isinstance(statement, syntax.Label):
                    continue
                line = statement.position.line
                after = next((index for start, index in starts if start >= line), None)
                if after is not None:
                    self._label_blocks.setdefault(statement.name, after)
                    if after in self.naming.folder.loops:
                        words[line] = self._loop(after)
        return words

    def _loop(self, head: int) -> str:
        folder = self.naming.folder
        body = folder.loops[head]
        number = self.naming.loops[head]
        text = f"loop {number} begins"
        for index in sorted(body):
            end = self.function.blocks[index].terminator
            if isinstance(end, ir.Branch) and head in end.targets:
                condition = self.naming.condition(
                    index, end.predicate, end.negated ^ (end.other == head)
                )
                text += f": it repeats while {condition}"
                break
        if head in folder.trips:
            trip = "trip" if len(self.naming.loops) == 1 else f"trip{number}"
            text += f"; {trip} is 0 the first time, then 1, 2, …"
        return text

    def _used(self) -> dict[str, int]:
        used: dict[str, int] = defaultdict(int)
        for register in self.function.registers:
            family = _FAMILY.match(register.name)
            if family is not None:
                used[family[1]] += 1
        return used


def _flat(body: tuple[syntax.Statement, ...]) -> Iterator[syntax.Statement]:
    """The statements of a body, those of nested scopes in their place."""
    for statement in body:
        if isinstance(statement, syntax.Block):
            yield from _flat(statement.body)
        else:
            yield statement
