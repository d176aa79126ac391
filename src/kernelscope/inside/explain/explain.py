"""A PTX file explained, line by line.

In: PTX text, and what is known of its parameters and source. Out: (line number, sentence) pairs.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from kernelscope.inside.explain import declarations
from kernelscope.inside.explain.coalescing import Lanes, divisors
from kernelscope.inside.explain.declarations import ParameterFacts
from kernelscope.inside.explain.instructions import Instructions
from kernelscope.inside.explain.naming import Naming
from kernelscope.inside.naming.assignments import Source
from kernelscope.record import Access
from kernelscope.vgpu import ir
from kernelscope.vgpu.lowering.lower import lower
from kernelscope.vgpu.ptx import syntax
from kernelscope.vgpu.ptx.parser import parse
from kernelscope.vgpu.values.folding import Dim3

_FAMILY = re.compile(r"(.*?)\d+$")


def explain(
    text: str,
    kernel: str,
    *,
    parameters: ParameterFacts | None = None,
    source: Source | None = None,
    is_triton: bool = False,
    block: Dim3 | None = None,
    counted: Sequence[Access] = (),
) -> tuple[tuple[int, str], ...]:
    """Explain one kernel of a PTX file: (line of the text from 1, sentence), in the order of the
    lines.

    Places of the source (`.loc`), comments, debug information and unused declarations have no
    sentence. Names of values come from the source, if it is given. `is_triton`: whether indices are
    called as in Triton (`pid`, `tid`) or as in CUDA. `block`: threads of a block in x, y, z, if a
    launch is known; `counted`: its accesses to memory. Raises PtxError with its line and column for
    malformed PTX, or an instruction that the virtual GPU does not know.
    """
    module = parse(text)
    function = lower(module, kernel)
    known_parameters = parameters or ParameterFacts()
    naming = Naming(function, known_parameters.names, known_parameters.types, source, is_triton)
    names = [parameter.name for parameter in function.parameters]
    lanes = Lanes(
        naming.folder, divisors(names, known_parameters.names, known_parameters.facts), block
    )
    explained = _Explained(module, Instructions(naming, lanes, counted), known_parameters)
    return explained.lines(text.split("\n"))


class _Explained:
    """The lines of one kernel.

    Attributes:
        copies: the instructions lowered from each line and column; several if the line is part of
            a function that is called several times.
        shown: the kernel, and the device functions that it calls.
    """

    def __init__(
        self, module: syntax.Module, instructions: Instructions, parameters: ParameterFacts
    ) -> None:
        self.module = module
        self.instructions = instructions
        self.naming = instructions.naming
        self.function = self.naming.function
        self.jumps = Jumps(module, self.naming)
        self.parameters = parameters
        self.copies: dict[tuple[int, int], list[ir.Inst]] = defaultdict(list)
        for inst in self.function.instructions():
            copies = self.copies[inst.position.line, inst.position.column]
            if not copies or inst.form is copies[0].form:
                copies.append(inst)
        self.shown = [f for f in module.functions if self._is_shown(f)]

    def lines(self, text: list[str]) -> tuple[tuple[int, str], ...]:
        """Return all sentences, by line."""
        words_of: dict[int, list[str]] = defaultdict(list)
        for number, words in self._all(text):
            words_of[number].append(words)
        return tuple((number, "; ".join(words_of[number])) for number in sorted(words_of))

    def _all(self, text: list[str]) -> Iterator[tuple[int, str]]:
        yield from declarations.header(self.module, text)
        used = declarations.variables_used(self.function)
        for variable in self.module.variables:
            if variable.name in used:
                yield variable.position.line, declarations.variable(variable)
        bodies: set[int] = set()
        for function in self.shown:
            yield from declarations.head(function, text, self.parameters, self.naming)
            if id(function.body) not in bodies:  # an alias shares its function's body
                bodies.add(id(function.body))
                yield from self._body(function)

    def _is_shown(self, function: syntax.Function) -> bool:
        """Return whether a function is the kernel, is inlined into it, or is called by it."""
        if function.is_entry:
            return function.name == self.function.name
        if function.body is None:
            return any(i.fields.get("what") == function.name for i in self.function.instructions())
        return any(
            (s.position.line, s.position.column) in self.copies
            for s in syntax.statements(function.body)
            if isinstance(s, syntax.Instruction)
        )

    def _body(self, function: syntax.Function) -> Iterator[tuple[int, str]]:
        used = self._registers_used(function)
        for statement in syntax.statements(function.body or ()):
            match statement:
                case syntax.RegisterDeclaration():
                    yield statement.position.line, declarations.registers(statement, used)
                case syntax.Variable() if statement.space != "reg":
                    yield statement.position.line, declarations.variable(statement)
                case syntax.Label():
                    words = self.jumps.label(function, statement)
                    if words:
                        yield statement.position.line, words
                case syntax.BranchTargets():
                    labels = ", ".join(label.text for label in statement.labels)
                    text = f"the labels that a jump through {statement.name} can go to: {labels}"
                    yield statement.position.line, text
                case syntax.CallPrototype():
                    text = f"{statement.name}: the arguments of functions called through a pointer"
                    yield statement.position.line, text
                case syntax.Instruction():
                    yield statement.position.line, self._instruction(statement, function)
                case _:
                    pass

    def _registers_used(self, function: syntax.Function) -> dict[str, int]:
        """Return how many registers of each family a function uses."""
        names: dict[str, set[str]] = defaultdict(set)
        for statement in syntax.statements(function.body or ()):
            place = statement.position.line, statement.position.column
            for inst in self.copies.get(place, ())[:1]:
                guard = [inst.guard[0]] if inst.guard is not None else []
                for register in (*inst.destinations, *inst.sources, *guard):
                    family = _FAMILY.match(register.name)
                    names[family[1] if family else register.name].add(register.name)
        return {family: len(members) for family, members in names.items()}

    # ---- instructions ---------------------------------------------------------------------

    def _instruction(self, statement: syntax.Instruction, within: syntax.Function) -> str:
        copies = self.copies.get((statement.position.line, statement.position.column), [])
        inst = copies[0] if copies else None
        words = self._words(statement, within, copies)
        has_condition = inst is not None and inst.guard is not None
        return words if has_condition else self.jumps.guarded(statement, words)

    def _words(
        self, statement: syntax.Instruction, within: syntax.Function, copies: list[ir.Inst]
    ) -> str:
        inst = copies[0] if copies else None
        match statement.opcode:
            case "bra":
                return self.jumps.jump(within, statement)
            case "brx":
                index, table = (_name(o) for o in statement.operands[:2])
                return f"go to label number {index} of {table}, counted from 0"
            case "ret" if not within.is_entry:
                return "return to where the function was called"
            case "ret" | "exit":
                return "the thread ends here"
            case "call" if inst is None or inst.opcode != "call":
                return self._call(statement)
            case "ld" | "st" if inst is not None and inst.opcode != statement.opcode:
                return self._passed(statement, within, inst)
            case _ if inst is not None:
                return self.instructions.words(*copies)
            case _:
                return "never reached"

    def _call(self, statement: syntax.Instruction) -> str:
        """Describe a call of a device function, which was inlined into the kernel."""
        lists = [operand for operand in statement.operands if isinstance(operand, syntax.Arguments)]
        (target, *_) = (_name(o) for o in statement.operands if isinstance(o, syntax.Name))
        place = next(i for i, o in enumerate(statement.operands) if isinstance(o, syntax.Name))
        has_result = isinstance(statement.operands[0], syntax.Arguments) and place > 0
        given = (
            ", ".join(_name(o) for o in lists[has_result].elements) if lists[has_result:] else ""
        )
        result = f"{_name(lists[0].elements[0])} = " if has_result and lists[0].elements else ""
        called = next((f for f in self.module.functions if f.name == target), None)
        if called is None:
            return f"{result}the function that {target} points to, called with ({given})"
        return f"{result}{target}({given}), the function that begins in line {called.position.line}"

    def _passed(self, statement: syntax.Instruction, within: syntax.Function, inst: ir.Inst) -> str:
        """Describe a load or store of an argument or result of a call: a move of registers here."""
        is_store = statement.opcode == "st"
        address, value = statement.operands[:: 1 if is_store else -1]
        assert isinstance(address, syntax.Address)
        name = _name(address.base) + (f"+{address.offset}" if address.offset else "")
        if isinstance(value, syntax.Vector):
            value_text = ", ".join(_name(element) for element in value.elements)
        else:
            spot = next(
                i for i, s in enumerate(inst.form.signature) if s.is_destination != is_store
            )
            value_text = self.naming.operand(inst, inst.operands[spot])
        is_own = address.base is not None and any(
            address.base.text == own.name for own in (*within.parameters, *within.results)
        )
        if is_store:
            return (
                f"return {value_text} in {name}"
                if is_own
                else f"{name} = {value_text}, for the call"
            )
        return f"{value_text} = {name}, " + ("from the caller" if is_own else "from the call")


def _name(operand: syntax.Operand | None) -> str:
    match operand:
        case syntax.Name():
            return operand.text
        case syntax.Literal():
            return str(operand.value)
        case syntax.Vector():
            return "{" + ", ".join(_name(element) for element in operand.elements) + "}"
        case _:
            return "_"


# ---- jumps ---------------------------------------------------------------------------------------


class Jumps:
    """The labels, loops and jumps of one kernel."""

    def __init__(self, module: syntax.Module, naming: Naming) -> None:
        """Prepare for a kernel into which its device functions were inlined."""
        self.naming = naming
        self.function = naming.function
        self.loops = naming.folder.loops
        self._branches: dict[tuple[int, int], int] = {}
        for block in self.function.blocks:
            if isinstance(block.terminator, ir.Branch):
                place = block.terminator.position
                self._branches.setdefault((place.line, place.column), block.index)
        self._heads = dict(self._blocks_of_labels(module))

    def _blocks_of_labels(self, module: syntax.Module) -> Iterator[tuple[tuple[str, str], int]]:
        """Yield ((function, label), the block that begins there)."""
        starts = sorted(
            (block.instructions[0].position.line, block.index)
            for block in self.function.blocks
            if block.instructions
        )
        for function in module.functions:
            for statement in syntax.statements(function.body or ()):
                if isinstance(statement, syntax.Label):
                    line = statement.position.line
                    after = next((index for start, index in starts if start >= line), None)
                    if after is not None:
                        yield (function.name, statement.name), after

    def label(self, within: syntax.Function, label: syntax.Label) -> str:
        """Return the sentence for a label, if a loop begins there; otherwise ""."""
        head = self._heads.get((within.name, label.name))
        return self._loop(head) if head is not None and head in self.loops else ""

    def jump(self, within: syntax.Function, statement: syntax.Instruction) -> str:
        """Return the sentence for a `bra`."""
        target = statement.operands[0]
        name = target.text if isinstance(target, syntax.Name) else "?"
        head = self._heads.get((within.name, name))
        here = self._branches.get((statement.position.line, statement.position.column))
        if head is not None and here is not None and here in self.loops.get(head, ()):
            return f"go back to {name}, for the next trip of loop {self.naming.loops[head]}"
        return f"go to {name}"

    def guarded(self, statement: syntax.Instruction, words: str) -> str:
        """Return the words with the `if` of a guard that became a branch."""
        block = self._branches.get((statement.position.line, statement.position.column))
        if statement.guard is None or block is None:
            return words
        branch = self.function.blocks[block].terminator
        assert isinstance(branch, ir.Branch)
        # `@%p1 exit` is lowered to a branch around the exit, so the branch's own sense may be the
        # opposite of the guard's. The sentence follows the guard.
        negated = statement.guard.negated
        return f"if {self.naming.condition(block, branch.predicate, negated)}: {words}"

    def _loop(self, head: int) -> str:
        number = self.naming.loops[head]
        text = f"loop {number} begins"
        for index in sorted(self.loops[head]):
            end = self.function.blocks[index].terminator
            if isinstance(end, ir.Branch) and head in end.targets:
                negated = end.negated ^ (end.other == head)
                text += f": it repeats while {self.naming.condition(index, end.predicate, negated)}"
                break
        if head in self.naming.folder.trips:
            trip = "trip" if len(self.naming.loops) == 1 else f"trip{number}"
            text += f"; {trip} is 0 the first time, then 1, 2, …"
        return text
