"""Names of values: which register holds what the source calls `x`.

A name needs evidence: the parameter that a register was loaded from, or line information (`.loc`)
that places the instruction at an assignment of the source. Nothing else gets one. Of a line's
instructions, those hold the assigned value whose result is wanted elsewhere and is no step on the
way to another such result; where Triton's line information has columns, the instruction must also
stand where the last operation of the assigned expression does.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from kernelscope.inside.naming.assignments import Assignment, Source, find_assignments
from kernelscope.vgpu import ir
from kernelscope.vgpu.ptx.syntax import SourceLocation
from kernelscope.vgpu.types import TYPES, ScalarType

_SCRIPTED = re.compile(r"E(?P<length>\d+)(?P<rest>[A-Za-z_]\w*?)(?:_\d+)?$")


@dataclass(frozen=True, slots=True)
class ValueName:
    """A source-level name, and the evidence for it.

    Attributes:
        text: the name; numbered (`x_0`, `x_1`) where several registers hold a value of that name.
        base: the name as the source has it.
        evidence: "parameter 2", or the source's "file:line".
    """

    text: str
    base: str
    evidence: str


Names = dict[int, ValueName]
"""By the register's `index`; registers that nothing in the source names are left out."""


def name_registers(
    function: ir.Function, parameters: Sequence[str] = (), source: Source | None = None
) -> Names:
    """Name the registers of a kernel.

    Args:
        function: as `vgpu.lower.lower` makes it.
        parameters: the source's name of each parameter; "" or missing where it has none.
        source: the text that the kernel was compiled from; None: only parameters are named.

    Returns:
        The names. Registers that are loaded from one parameter hold the same value and share its
        name; no other two registers have the same text.
    """
    loaded = _parameters(function, parameters)
    bases: dict[int, tuple[str, str]] = {}
    if source is not None:
        bases = _Assigned(function, source, loaded).names(source)
    bases = {index: base for index, base in bases.items() if index not in loaded}
    return loaded | _numbered(function, bases, {name.text for name in loaded.values()})


def parameter_names(function: ir.Function, parameters: Sequence[str] = ()) -> dict[str, str]:
    """PTX parameter → the name to show: the source's, else what PTX calls it, made short."""
    shown: dict[str, str] = {}
    for number, parameter in enumerate(function.parameters):
        given = parameters[number] if number < len(parameters) else ""
        is_numbered = parameter.name == f"{function.name}_param_{number}"
        # CUDA up to 3.2 had the source's names in its own.
        plain = parameter.name.removeprefix(f"__cudaparm_{function.name}_")
        short = f"param_{number}" if is_numbered else plain
        shown[parameter.name] = short if given in ("", parameter.name) else given
    return shown


def variable_name(symbol: str) -> str:
    """What the source calls a variable: `tile` for `_ZZ6matmulE4tile`, other names as they are."""
    match = _SCRIPTED.search(symbol) if symbol.startswith("_ZZ") else None
    if match is None:
        return symbol
    # In `E14tile` both 1 and 14 begin with a digit: the length says how the digits part.
    length = int(match["length"])
    return match["rest"][:length] if length <= len(match["rest"]) else symbol


def _parameters(function: ir.Function, parameters: Sequence[str]) -> Names:
    shown = parameter_names(function, parameters)
    offsets = {p.offset: (number, p) for number, p in enumerate(function.parameters)}
    writes = _writes(function)
    names: Names = {}
    for inst in function.instructions():
        address = inst.operands[1] if inst.opcode == "ld" else None
        if not isinstance(address, ir.Address) or not isinstance(address.base, ir.Symbol):
            continue
        if address.base.space != "param" or inst.guard is not None:
            continue
        found = offsets.get(address.base.offset + address.offset)
        register = inst.operands[0]
        if (
            found is None
            or not isinstance(register, ir.Register)
            or TYPES[inst.fields["t"]].bits != 8 * found[1].size
            or len(writes[register.index]) > 1
        ):
            continue
        text = shown[found[1].name]
        names[register.index] = ValueName(text, text, f"parameter {found[0]}")
    return names


def _numbered(function: ir.Function, bases: dict[int, tuple[str, str]], taken: set[str]) -> Names:
    """Names made unique: a number behind those that several registers share."""
    groups: dict[str, list[int]] = defaultdict(list)
    seen: set[int] = set()
    for register in _in_order(function):
        if register.index in bases and register.index not in seen:
            seen.add(register.index)
            groups[bases[register.index][0]].append(register.index)
    names: Names = {}
    for base, indices in groups.items():
        texts = _texts(base, len(indices), taken | (set(groups) - {base}))
        for index, text in zip(indices, texts, strict=True):
            names[index] = ValueName(text, base, bases[index][1])
        taken = taken | set(texts)
    return names


def _texts(base: str, count: int, taken: set[str]) -> list[str]:
    if count == 1 and base not in taken:
        return [base]
    texts: list[str] = []
    number = 0
    while len(texts) < count:
        text = f"{base}_{number}"
        number += 1
        if text not in taken:
            texts.append(text)
    return texts


def _in_order(function: ir.Function) -> Iterator[ir.Register]:
    """Registers in the order of the text in which they are first written."""
    instructions = sorted(
        function.instructions(), key=lambda i: (i.position.line, i.position.column)
    )
    for inst in instructions:
        yield from inst.destinations


def _writes(function: ir.Function) -> dict[int, list[ir.Inst]]:
    writes: dict[int, list[ir.Inst]] = defaultdict(list)
    for inst in function.instructions():
        for register in inst.destinations:
            writes[register.index].append(inst)
    return writes


# ---- what assignments name -----------------------------------------------------------------

Place = tuple[int, int]
"""Line and column of the source."""

# The C types that a register of each width may be declared with; others say nothing.
_WIDTHS = {
    **dict.fromkeys(("float",), ("f", 32)),
    **dict.fromkeys(("double",), ("f", 64)),
    **dict.fromkeys(("int", "unsigned", "unsigned int", "int32_t", "uint32_t"), ("i", 32)),
    **dict.fromkeys(("long long", "unsigned long long", "size_t", "long"), ("i", 64)),
    **dict.fromkeys(("int64_t", "uint64_t", "unsigned long"), ("i", 64)),
    **dict.fromkeys(("bool",), ("p", 1)),
}


# What makes no new value from an old one and something else.
_NO_UPDATE = frozenset({"cvt", "mov", "ld", "setp"})

# What gives a value that was loaded: the load, and what takes it out of a vector.
_LOADED = frozenset({"ld", "ldmatrix", "mov", "cvt", "prmt"})

# How an address is made: a sum of a base and offsets, of which shared memory's may be swizzled.
_SUMS = frozenset({"add", "sub", "mov", "cvta", "mad", "xor", "or"})


class _Assigned:
    """What is known of each register while assignments look for theirs.

    Attributes:
        writes: the instructions that write each register.
        places: of each instruction all places of the source that it belongs to, the innermost
            first: an inlined function's line, then the line of the call.
        wanted: of each register the places of each instruction that reads it.
        addresses: registers that hold addresses, or bytes that are added to one.
        compared: of each register the parameters that it is compared with, by name.
    """

    def __init__(self, function: ir.Function, source: Source, parameters: Names) -> None:
        self.function = function
        self.files = _files_of(function, source)
        self.writes = _writes(function)
        self.places: dict[ir.Inst, tuple[Place, ...]] = {}
        self.at_line: dict[int, list[ir.Inst]] = defaultdict(list)
        self.wanted: dict[int, list[tuple[Place, ...]]] = defaultdict(list)
        self.copies: dict[int, list[ir.Register]] = defaultdict(list)
        for inst in function.instructions():
            places = tuple(self._places(inst.location))
            self.places[inst] = places
            for line in {place[0] for place in places}:
                self.at_line[line].append(inst)
            for register in inst.sources:
                self.wanted[register.index].append(places)
                if inst.opcode == "mov" and register in inst.operands[1:]:
                    self.copies[register.index] += inst.destinations
        for block in function.blocks:
            if isinstance(block.terminator, ir.Branch):
                self.wanted[block.terminator.predicate.index].append(())
        columns = {column for places in self.places.values() for _, column in places}
        self.has_columns = len(columns) > 2
        self.addresses = self._addresses()
        self.compared = self._compared(parameters)

    def _addresses(self) -> set[int]:
        addresses: set[int] = set()
        todo = [
            operand.base
            for inst in self.function.instructions()
            for operand in inst.operands
            if isinstance(operand, ir.Address) and isinstance(operand.base, ir.Register)
        ]
        while todo:
            register = todo.pop()
            if register.index in addresses:
                continue
            addresses.add(register.index)
            for inst in self.writes[register.index]:
                if inst.opcode in _SUMS:
                    summed = inst.operands[3:] if inst.opcode == "mad" else inst.operands[1:]
                    todo += [o for o in summed if isinstance(o, ir.Register)]
        return addresses

    def _compared(self, parameters: Names) -> dict[int, set[str]]:
        bounds_of: dict[int, set[str]] = defaultdict(set)
        for inst in self.function.instructions():
            if inst.opcode == "setp":
                registers = list(inst.sources)
                bounds = {parameters[r.index].text for r in registers if r.index in parameters}
                for register in registers:
                    bounds_of[register.index] |= bounds
        return bounds_of

    def _places(self, location: SourceLocation | None) -> Iterator[Place]:
        while location is not None:
            if location.line and location.file in self.files:
                yield location.line, location.column
            location = location.inlined_at

    def names(self, source: Source) -> dict[int, tuple[str, str]]:
        """Register → its name and the evidence; what two names claim gets none."""
        claims: dict[int, dict[str, str]] = defaultdict(dict)
        file = source.file.rpartition("/")[2] or "line"
        for assignment in find_assignments(source):
            for register in self._holders(assignment):
                claims[register.index].setdefault(assignment.name, f"{file}:{assignment.line}")
        self._follow_moves(claims)
        return {i: next(iter(names.items())) for i, names in claims.items() if len(names) == 1}

    def _follow_moves(self, claims: dict[int, dict[str, str]]) -> None:
        """A register that is only ever moved to takes the one name that its sources have."""
        for index, writes in self.writes.items():
            if index in claims or len(writes) < 2 or any(w.opcode != "mov" for w in writes):
                continue
            sources = {r.index for write in writes for r in write.sources}
            source_names = [
                claims[source] for source in sources if len(claims.get(source, ())) == 1
            ]
            if source_names and all(name.keys() == source_names[0].keys() for name in source_names):
                claims[index] = dict(source_names[0])

    def _holders(self, assignment: Assignment) -> list[ir.Register]:
        if assignment.is_loop:
            return self._counters(assignment)
        here = [i for i in self.at_line.get(assignment.line, ()) if self._may_hold(i, assignment)]
        holders = [r for inst in here for r in inst.destinations if self._leaves(r, assignment)]
        holders = [r for r in dict.fromkeys(holders) if _fits(r.type, assignment.type)]
        if assignment.type and not assignment.type.endswith("*"):
            holders = [r for r in holders if r.index not in self.addresses] or holders
        if assignment.is_update:
            return holders
        steps = {r.index: self._steps(r, holders, assignment.line) for r in holders}
        if assignment.columns and self.has_columns:
            # A thread's elements of a block are made from one another, or each by itself. What
            # stands apart from such a family got its line by mistake.
            starts = set[int]().union(*steps.values()) & {
                r.index for r in holders if self._is_index(r)
            }
            steps = {i: made - starts for i, made in steps.items() if i not in starts}
            family = {i for i, made in steps.items() if made}.union(*steps.values())
            return [r for r in holders if r.index in (family or steps)]
        inner = set[int]().union(*steps.values())
        return [register for register in holders if register.index not in inner]

    def _counters(self, assignment: Assignment) -> list[ir.Register]:
        """The integers that a loop's own line counts on, and no address among them.

        A compiler may count several things there: then those that are compared with the bound.
        """
        counters = list(dict.fromkeys(self._counted_at(assignment.line)))
        counters = [r for r in counters if r.index not in self.addresses]
        counters = [r for r in counters if _fits(r.type, assignment.type)]
        if len(counters) < 2:
            return counters
        return [r for r in counters if assignment.bound in self.compared[r.index]]

    def _counted_at(self, line: int) -> Iterator[ir.Register]:
        for inst in self.at_line.get(line, ()):
            if inst.opcode not in ("add", "sub") or inst.fields["t"].startswith(("f", "bf")):
                continue
            sources = {r.index for r in inst.sources}
            for register in inst.destinations:
                for counter in (register, *self.copies[register.index]):
                    if counter.index in sources and len(self.writes[counter.index]) > 1:
                        yield counter

    def _may_hold(self, inst: ir.Inst, assignment: Assignment) -> bool:
        """Whether an instruction of the line can be the assignment's last operation."""
        if inst.opcode == "cvta" or (inst.opcode == "ld" and inst.fields["space"] == "param"):
            return False
        if inst.opcode == "mov" and isinstance(inst.operands[1], ir.Immediate | ir.Symbol):
            return assignment.is_constant
        if assignment.is_update and inst.opcode in _NO_UPDATE:
            return False
        if assignment.is_load and inst.opcode not in _LOADED:
            return False
        if not assignment.columns or not self.has_columns:
            return True
        return any(
            line == assignment.line and column in assignment.columns
            for line, column in self.places[inst]
        )

    def _leaves(self, register: ir.Register, assignment: Assignment) -> bool:
        """Whether something reads it beside its own expression, where the source reads the name.

        An instruction without a line of its own stands under the line before it.
        """
        readers = list(self.wanted.get(register.index, ()))
        for copy in self.copies[register.index]:
            readers += self.wanted.get(copy.index, ())
        return any(
            not self._is_inside(places, assignment)
            and (not places or not assignment.uses or {p[0] for p in places} & assignment.uses)
            for places in readers
        )

    def _is_inside(self, places: tuple[Place, ...], assignment: Assignment) -> bool:
        if assignment.columns and self.has_columns:
            return any(p[0] == assignment.line and p[1] in assignment.columns for p in places)
        return any(line == assignment.line for line, _ in places)

    def _is_index(self, register: ir.Register) -> bool:
        """Whether it is the thread's or block's index as it comes."""
        writes = self.writes[register.index]
        return all(w.opcode == "mov" and isinstance(w.operands[1], ir.Special) for w in writes)

    def _steps(self, register: ir.Register, holders: Iterable[ir.Register], line: int) -> set[int]:
        """The registers of `holders` from which one of them is made, on the line alone."""
        candidates = {other.index for other in holders}
        steps: set[int] = set()
        todo = [s for w in self.writes[register.index] for s in w.sources]
        seen = {register.index}
        while todo:
            source = todo.pop()
            if source.index in seen:
                continue
            seen.add(source.index)
            made_here = [w for w in self.writes[source.index] if self._is_at(w, line)]
            if made_here:
                steps |= {source.index} & candidates
                todo += [s for w in made_here for s in w.sources]
        return steps

    def _is_at(self, inst: ir.Inst, line: int) -> bool:
        return any(place[0] == line for place in self.places[inst])


def _files_of(function: ir.Function, source: Source) -> set[int]:
    """The numbers of the files that can be the source.

    A compiler's cache may have a kernel from another folder: then the file's name decides.
    """
    if not source.file:
        return set(function.files)
    exact = {number for number, file in function.files.items() if file == source.file}
    name = source.file.rpartition("/")[2]
    alike = {n for n, file in function.files.items() if file.rpartition("/")[2] == name}
    return exact or alike


def _fits(register: ScalarType, declared: str) -> bool:
    """Whether a register can hold a value that was declared so."""
    words = declared.removeprefix("const ").strip()
    if words.endswith("*"):
        return register.bits == 64 and not register.is_float
    if words not in _WIDTHS:
        return True
    letter, bits = _WIDTHS[words]
    if letter == "p":
        return register.kind == "p" or not register.is_float
    if register.kind == "b":
        return register.bits == bits
    return register.bits == bits and register.is_float == (letter == "f")
