"""Names of values: which register holds what the source calls `x`.

In: a lowered kernel, the names of its parameters, its source text. Out: a `ValueName` for each
register that has one, with the evidence.

A register is named only on evidence: the parameter that it was loaded from, or line information
(`.loc`) that places its instruction at an assignment of the source. Several instructions usually
share the line of an assignment. One of them holds the assigned value if

- something outside the assigned expression reads its result, where the source reads the name
  (`_Assigned._leaves`),
- it is not an intermediate step of another such result (`_Assigned._holders`), and
- it is at the column of the expression's last operation, if the line information has columns
  (`_columns` in `assignments`).

A wrong name misleads more than a missing one, so a register that two names claim gets none.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from kernelscope.inside.naming.assignments import Assignment, Source, find_assignments
from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis.dataflow import reach
from kernelscope.vgpu.ptx.syntax import SourceLocation
from kernelscope.vgpu.types import TYPES, ScalarType

_SCRIPTED = re.compile(r"E(?P<length>\d+)(?P<name>[A-Za-z_]\w*?)(?:_\d+)?$")


@dataclass(frozen=True, slots=True)
class ValueName:
    """A source-level name, and the evidence for it.

    Attributes:
        text: the name; numbered (`x_0`, `x_1`) if several registers hold a value of that name.
        base: the name in the source.
        evidence: "parameter 2", or the source's "file:line".
    """

    text: str
    base: str
    evidence: str


Names = dict[int, ValueName]
"""Names by the register's `index`; a register without a name in the source is missing."""


def name_registers(
    function: ir.Function, parameters: Sequence[str] = (), source: Source | None = None
) -> Names:
    """Name the registers of a lowered kernel.

    `parameters`: the source's name of each parameter; "" or missing if it has none. Without the
    source that the kernel was compiled from, only parameters are named. Registers loaded from the
    same parameter hold the same value and share its name; no other two registers have the same
    text.
    """
    loaded = _parameters(function, parameters)
    bases: dict[int, tuple[str, str]] = {}
    if source is not None:
        bases = _Assigned(function, source, loaded).names(source)
    bases = {index: base for index, base in bases.items() if index not in loaded}
    return loaded | _numbered(function, bases, {name.text for name in loaded.values()})


def parameter_names(function: ir.Function, parameters: Sequence[str] = ()) -> dict[str, str]:
    """Return the name to show for each PTX parameter: the source's, else PTX's own, shortened."""
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
    """Return a variable's name in the source: `tile` for `_ZZ6matmulE4tile`; others unchanged."""
    match = _SCRIPTED.search(symbol) if symbol.startswith("_ZZ") else None
    if match is None:
        return symbol
    # The length cuts off what follows the name: `_ZZ6matmulvE6a_tile_0` is a second `a_tile`, and
    # its six characters end before the `_0`.
    length = int(match["length"])
    return match["name"][:length] if length <= len(match["name"]) else symbol


def _parameters(function: ir.Function, parameters: Sequence[str]) -> Names:
    shown = parameter_names(function, parameters)
    offsets = {p.offset: (number, p) for number, p in enumerate(function.parameters)}
    writes = _writes(function)
    names: Names = {}
    for inst in function.instructions():
        if inst.parameter is None or inst.guard is not None:
            continue
        at_offset = offsets.get(inst.parameter.offset)
        register = inst.operands[0]
        if (
            at_offset is None
            or not isinstance(register, ir.Register)
            or TYPES[inst.fields["t"]].bits != 8 * at_offset[1].size
            or len(writes[register.index]) > 1
        ):
            continue
        text = shown[at_offset[1].name]
        names[register.index] = ValueName(text, text, f"parameter {at_offset[0]}")
    return names


def _numbered(function: ir.Function, bases: dict[int, tuple[str, str]], taken: set[str]) -> Names:
    """Return unique names: those that several registers share get a number."""
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
    """Yield the registers in the order of the text in which they are written."""
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


# ---- registers that hold assigned values ----------------------------------------------------

Place = tuple[int, int]
"""Line and column of the source."""

# The register that each C type needs: its class and bits. Other types say nothing.
_WIDTHS = {
    **dict.fromkeys(("float",), ("f", 32)),
    **dict.fromkeys(("double",), ("f", 64)),
    **dict.fromkeys(("int", "unsigned", "unsigned int", "int32_t", "uint32_t"), ("i", 32)),
    **dict.fromkeys(("long long", "unsigned long long", "size_t", "long"), ("i", 64)),
    **dict.fromkeys(("int64_t", "uint64_t", "unsigned long"), ("i", 64)),
    **dict.fromkeys(("bool",), ("p", 1)),
}


# Opcodes that cannot be the last operation of `acc += x`: they combine no old value with a new one.
_NO_UPDATE = frozenset({"cvt", "mov", "ld", "setp"})

# Opcodes that can hold a loaded value: the load, and what takes an element out of a vector. Triton
# also places the address arithmetic at the column of its load:
#
#     2  a = tl.load(x)        .loc 1 2 8
#                              shl.b32       %r2, %r1, 4;
#                              ld.global.u32 %r3, [%rd1];
#
# Both results are read later; only %r3 is `a`. Without this rule %r2 would be `a_0`, %r3 `a_1`.
_LOADED = frozenset({"ld", "ldmatrix", "mov", "cvt", "prmt"})

# Opcodes that make an address: sums of a base and offsets. Offsets in shared memory may be swizzled
# (`xor`, `or`).
_SUMS = frozenset({"add", "sub", "mov", "cvta", "mad", "xor", "or"})


class _Assigned:
    """Finds the registers that hold the values of assignments.

    Attributes:
        writes: the instructions that write each register.
        places: all places in the source that each instruction belongs to, the innermost first:
            an inlined function's line, then the line of the call.
        wanted: for each register, the places of each instruction that reads it.
        addresses: registers that hold addresses, or bytes that are added to one.
        compared: for each register, the names of the parameters that it is compared with.
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
        instructions = self.function.instructions()
        starts = (register.index for inst in instructions for register in inst.address_registers)

        def summed(number: int) -> list[int]:
            makers = [inst for inst in self.writes[number] if inst.opcode in _SUMS]
            operands = [o for i in makers for o in i.operands[3 if i.opcode == "mad" else 1 :]]
            return [o.index for o in operands if isinstance(o, ir.Register)]

        return set(reach(starts, summed))

    def _compared(self, parameters: Names) -> dict[int, set[str]]:
        bounds_of: dict[int, set[str]] = defaultdict(set)
        for inst in self.function.instructions():
            if inst.opcode == "setp":
                registers = inst.sources
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
        """Return (name, evidence) by register; a register that two names claim gets none."""
        claims: dict[int, dict[str, str]] = defaultdict(dict)
        file = source.file.rpartition("/")[2] or "line"
        for assignment in find_assignments(source):
            for register in self._holders(assignment):
                claims[register.index].setdefault(assignment.name, f"{file}:{assignment.line}")
        self._follow_moves(claims)
        return {i: next(iter(names.items())) for i, names in claims.items() if len(names) == 1}

    # Registers that are only moved to carry a value around a loop, or out of the two sides of an
    # `if`. They are not written on the line of an assignment. From the online softmax:
    #
    #     146  new = tl.maximum(largest, …)       max.f32 %r5, %r145, %r53;
    #     150  largest = new                      mov.b32 %r145, %r5;      (end of the loop)
    #
    # %r145 begins as -inf (`mov` of a constant, which has no name), so its only named source is
    # %r5: it is called `new` too. Without the rule the decompiled loop would carry a nameless
    # `f`, although it is the running maximum that the source has a name for.
    def _follow_moves(self, claims: dict[int, dict[str, str]]) -> None:
        """Give a register that is only ever moved to the one name that its sources have."""
        for index, writes in self.writes.items():
            if index in claims or len(writes) < 2 or any(w.opcode != "mov" for w in writes):
                continue
            sources = {r.index for write in writes for r in write.sources}
            source_names = [
                claims[source] for source in sources if len(claims.get(source, ())) == 1
            ]
            if source_names and all(name.keys() == source_names[0].keys() for name in source_names):
                claims[index] = dict(source_names[0])

    # Finds those of a line's registers that hold the assigned value. Two cases, from real kernels.
    #
    # Without columns (NVRTC): a register from which another candidate is made on the same line is
    # a step, not the value. matmul.cu:
    #
    #     13  long long row = (long long)blockIdx.y * TILE + y;
    #         mul.wide.u32 %rd20, %r8, 16;
    #         cvt.s64.s32  %rd42, %r9;             (read again on line 19)
    #         add.s64      %rd2, %rd20, %rd42;     (read on line 18)
    #
    # %rd42 and %rd2 are both read on other lines; %rd42 is a step of %rd2, so `row` is %rd2.
    # Without the rule `threadIdx.y` would be declared as `row` and the row itself as `row2`.
    #
    # With columns (Triton): a thread holds several elements of a block, and these are made from one
    # another, so a step may be an element too. From a softmax that Inductor wrote:
    #
    #     27  r0_index = tl.arange(0, R0_BLOCK)[None, :]
    #         mov.u32 %r115, %tid.x;
    #         and.b32 %r116, %r115, 255;    and.b32 %r117, %r115, 31;
    #         shl.b32 %r118, %r115, 2;      and.b32 %r119, %r118, 1020;
    #         or.b32  %r120, %r119, 1;      or.b32  %r121, %r119, 2;      or.b32 %r122, %r119, 3;
    #
    # %r118 … %r122 form a chain, the family: all are `r0_index`. %r116 and %r117 (the place in the
    # block and in the warp, for the reduction further down) only have their line by mistake. They
    # come from %r115 as the family does, so %r115, the bare thread index, must not count as a link
    # (`starts`): otherwise `threadIdx.x & 31` would be called `r0_index` as well.
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
            starts = set[int]().union(*steps.values()) & {
                r.index for r in holders if self._is_index(r)
            }
            steps = {i: made - starts for i, made in steps.items() if i not in starts}
            family = {i for i, made in steps.items() if made}.union(*steps.values())
            return [r for r in holders if r.index in (family or steps)]
        inner = set[int]().union(*steps.values())
        return [register for register in holders if register.index not in inner]

    # If the line counts several integers, only those compared with the loop's bound are kept. A
    # compiler that reduces strength counts pointers and offsets next to the source's variable:
    #
    #     4  for (int j = 0; j < n; j += 1) {
    #     5    total += x[j];
    #        add.s64     %rd9, %rd9, 4;          the pointer: dropped
    #        add.s32     %r6, %r6, 1;
    #        setp.lt.s32 %p2, %r6, %r3;          %r3 is n: %r6 is `j`
    #
    # Without the rule the pointer becomes `const float *j` and the counter `j2`.
    def _counters(self, assignment: Assignment) -> list[ir.Register]:
        """Return the integers that the line of a loop counts, without addresses."""
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
        """Return whether an instruction of the line can be the assignment's last operation."""
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

    # A value is read outside its own expression; a step is not. From the GELU of `gelu.py`:
    #
    #     82  offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    #         .loc 1 82 54
    #         cvt.u64.u32 %rd7, %r12;
    #         or.b64      %rd8, %rd6, %rd7;
    #     83  mask = offsets < n
    #         setp.lt.s64 %p1, %rd8, %rd5;
    #
    # Both instructions are at column 54, the right side of the `+`. %rd7 is read at 82:54 alone,
    # inside the expression; %rd8 is read on line 83, so it is `offsets`. Without the rule the
    # lane's part would be declared as `offsets` and the sum as `offsets2`.
    #
    # The reader must be on a line that reads the name, because an instruction without a line of
    # its own is listed under the line before it. Given `step = n + 1` on line 2, the listing
    #
    #     .loc 1 2 12
    #     add.s32    %r2, %r1, 1;
    #     mul.lo.s32 %r3, %r1, 7;      read on line 5, which does not read `step`
    #
    # names %r2 alone; %r3 belongs to line 5.
    def _leaves(self, register: ir.Register, assignment: Assignment) -> bool:
        """Return whether it is read outside its own expression, where the source reads the name."""
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
        """Return whether it is a bare thread or block index."""
        writes = self.writes[register.index]
        return all(w.opcode == "mov" and isinstance(w.operands[1], ir.Special) for w in writes)

    def _steps(self, register: ir.Register, holders: Iterable[ir.Register], line: int) -> set[int]:
        """Return those of `holders` from which `register` is made by instructions of the line."""
        candidates = {other.index for other in holders}
        steps: set[int] = set()
        todo = [s for w in self.writes[register.index] for s in w.sources]
        seen = {register.index}
        while todo:
            source = todo.pop()
            if source.index in seen:
                continue
            seen.add(source.index)
            makers = self.writes[source.index]
            made_here = [w for w in makers if any(at == line for at, _ in self.places[w])]
            if made_here:
                steps |= {source.index} & candidates
                todo += [s for w in made_here for s in w.sources]
        return steps


def _files_of(function: ir.Function, source: Source) -> set[int]:
    """Return the numbers of the files that can be the source.

    A compiler's cache may hold a kernel from another folder; then the file's name decides.
    """
    if not source.file:
        return set(function.files)
    exact = {number for number, file in function.files.items() if file == source.file}
    name = source.file.rpartition("/")[2]
    alike = {n for n, file in function.files.items() if file.rpartition("/")[2] == name}
    return exact or alike


def _fits(register: ScalarType, declared: str) -> bool:
    """Return whether a register can hold a value of the declared C type."""
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
