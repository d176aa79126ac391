"""Functions that call themselves, directly or through others: lowered once, as subroutines.

Every other call is inlined (`calls.py`). A subroutine has registers of its own for the values that
come in and go out, and one for the number of the place that it was called from. At its end it
compares that number with those of all places, and jumps to the one. What a function needs after a
call that may come back to it waits in a frame on the lane's stack meanwhile:

    int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); }

    main:    in = n; place = 0; go f;   back 0: … = out
    f:       n = in; own = place; …
             push n, own; in = n - 1; place = 1; go f;   back 1: pop n, own; a = out
             push a, own; in = n - 2; place = 2; go f;   back 2: pop a, own; out = a + out
             if own == 1 go back 1;  if own == 2 go back 2;  go back 0

So lanes at different depths run the same code together, as they do on a GPU.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis.dataflow import reach
from kernelscope.vgpu.lowering import stack
from kernelscope.vgpu.lowering.blocks import Go, Leave, Linear, Mark
from kernelscope.vgpu.lowering.calls import Call, Calls, Operands
from kernelscope.vgpu.lowering.scopes import ParamSlot, Scope
from kernelscope.vgpu.lowering.variables import align_up, size_of
from kernelscope.vgpu.ptx import syntax

Piece = tuple[int, int]
"""A part of a parameter: byte offset and bits."""


def call_cycles(
    functions: dict[str, syntax.Function], addressed: frozenset[str]
) -> dict[str, frozenset[str]]:
    """Return for each function that may call itself all functions on the way, itself included.

    addressed: the functions that a call through a pointer can reach.
    """
    calls = {
        name: frozenset(_called(function, functions, addressed))
        for name, function in functions.items()
    }
    reached = {name: reach(calls[name], calls.__getitem__).keys() for name in calls}
    return {
        name: frozenset(other for other in callees if name in reached[other])
        for name, callees in reached.items()
        if name in callees
    }


def _called(
    function: syntax.Function, functions: dict[str, syntax.Function], addressed: frozenset[str]
) -> Iterator[str]:
    for inst in syntax.instructions(function.body or ()):
        names = [o.text for o in inst.operands if isinstance(o, syntax.Name)]
        if inst.opcode != "call" or not names:
            continue
        if names[0] in functions:
            yield names[0]
            continue
        given = sum(len(o.elements) for o in inst.operands if isinstance(o, syntax.Arguments))
        for name in addressed & functions.keys():
            target = functions[name]
            if len(target.results) + len(target.parameters) == given:
                yield name


@dataclass(slots=True)
class Formal:
    """A parameter or result of a subroutine.

    Attributes:
        own: what its name means in the body: a register, or a `.param` slot.
        passed: the registers between caller and body, by piece.
    """

    own: ir.Register | ParamSlot
    passed: dict[Piece, ir.Register]


@dataclass(slots=True)
class Site:
    """A call of a subroutine.

    Attributes:
        before: the label in front of it, where registers are pushed.
        back: the label that the subroutine goes back to, where they are popped.
    """

    origin: syntax.Instruction
    before: int
    back: int


@dataclass(slots=True)
class Subroutine:
    """A function that is lowered once.

    Attributes:
        scope: the names of its body: its formals.
        entry, end: the labels of its first instruction, and of what it does before it goes back.
        place, own_place: the number of the calling site, between caller and body, and in the body.
        sites: the calls of it, by their numbers.
        inner: the calls in its body of functions that may call it again.
        locals: its variables in local memory, each with the register that holds its address.
        code: its body.
    """

    function: syntax.Function
    scope: Scope
    results: list[Formal]
    parameters: list[Formal]
    entry: int
    end: int
    place: ir.Register
    own_place: ir.Register
    sites: list[Site] = field(default_factory=list[Site])
    inner: list[Site] = field(default_factory=list[Site])
    locals: list[tuple[syntax.Variable, ir.Register]] = field(
        default_factory=list[tuple[syntax.Variable, ir.Register]]
    )
    code: list[Linear] = field(default_factory=list[Linear])

    @property
    def first(self) -> syntax.Instruction:
        """The first instruction of its body, for the lines of what is put in front."""
        return next(iter(syntax.instructions(self.function.body or ())), self.sites[0].origin)

    @property
    def last(self) -> syntax.Instruction:
        """The last instruction of its body, for the lines of what is put behind."""
        return [*syntax.instructions(self.function.body or ()), self.first][-2]


def pieces_of(size: int) -> Iterator[Piece]:
    """Yield the pieces in which a parameter of so many bytes is passed: as large as they can be."""
    offset = 0
    for bits in (64, 32, 16, 8):
        while size - offset >= bits // 8:
            yield offset, bits
            offset += bits // 8


def live_at_labels(
    code: list[Linear], at_end: set[ir.Register], entries: set[int]
) -> dict[int, set[ir.Register]]:
    """Return for each label of a body the registers that are needed there.

    `code`: the body. `at_end`: those that are needed after it. `entries`: the labels of
    subroutines; a jump to one comes back after it.
    """
    at: dict[int, set[ir.Register]] = {}
    size = -1
    while size != sum(len(registers) for registers in at.values()):
        size = sum(len(registers) for registers in at.values())
        live = set(at_end)
        for item in reversed(code):
            match item:
                case ir.Inst():
                    if item.guard is None:
                        live -= set(item.destinations)
                    live |= set(item.sources)
                case Mark():
                    at[item.label] = set(live)
                case Go():
                    if item.label in entries:
                        continue
                    live = at.get(item.label, set()) | (live if item.guard else set())
                case Leave():
                    live = live if item.guard else set()
            if isinstance(item, Go | Leave) and item.guard is not None:
                live.add(item.guard[0])
    return at


def written(code: list[Linear]) -> set[ir.Register]:
    """Return the registers that some instruction of a body writes."""
    return {r for item in code if isinstance(item, ir.Inst) for r in item.destinations}


class Frame:
    """The layout of a frame on the stack: the registers that a call must not lose.

    Attributes:
        places: each register with its offset, the largest ones first.
        size: its bytes, with the stack's old pointer.
    """

    ALIGNMENT = 16

    def __init__(self, registers: set[ir.Register], pointer: ir.Register) -> None:
        self.places: list[tuple[ir.Register, int]] = []
        offset = 0
        ordered = sorted(registers, key=lambda r: (-stored_bits(r), r.index))
        for register in (*(r for r in ordered if stored_bits(r) > 64), pointer,
                         *(r for r in ordered if stored_bits(r) <= 64)):  # fmt: skip
            size = stored_bits(register) // 8
            offset = align_up(offset, size)
            self.places.append((register, offset))
            offset += size
        self.size = align_up(offset, self.ALIGNMENT)


def stored_bits(register: ir.Register) -> int:
    """Return the bits that a register takes in memory; a predicate takes 32."""
    return 32 if register.type.kind == "p" else register.type.bits


class Recursion(Calls):
    """The part of the lowering that knows subroutines; see `lower._Lowering` for the attributes."""

    subroutines: dict[str, Subroutine]
    current: Subroutine | None

    def call_subroutine(self, call: Call) -> None:
        """Lower a call of a function that may call itself: values in, there, back, values out."""
        inst, target, scope, guard = call.inst, call.target, call.scope, call.guard
        subroutine = self.subroutine(target, scope)
        site = Site(inst, self.new_label(), self.new_label())
        number = len(subroutine.sites)
        subroutine.sites.append(site)
        after = self.new_label()
        if guard is not None:
            self.go(after, (guard[0], not guard[1]), inst)
        comes_back = self.current is not None and (
            self.current.function.name in self.cycles[target.name]
        )
        if self.current is not None and comes_back:
            self.current.inner.append(site)
        self.code.append(Mark(site.before))
        self.pass_in(subroutine, call.arguments, scope, inst)
        self.emit("mov", ("u32",), (subroutine.place, ir.Immediate(number)), None, inst)
        self.go(subroutine.entry, None, inst)
        self.code.append(Mark(site.back))
        self.take_out(subroutine, call.results, scope, inst)
        self.code.append(Mark(after))

    def subroutine(self, target: syntax.Function, scope: Scope) -> Subroutine:
        """Return the subroutine of a function, made at its first call and lowered later."""
        if target.name not in self.subroutines:
            while scope.outer is not None:
                scope = scope.outer
            inner = Scope(scope)
            results, parameters = (
                [self.formal(variable) for variable in variables]
                for variables in (target.results, target.parameters)
            )
            for variable, formal in zip(
                (*target.results, *target.parameters), (*results, *parameters), strict=True
            ):
                inner.names[variable.name] = formal.own
            self.subroutines[target.name] = Subroutine(
                target,
                inner,
                results,
                parameters,
                entry=self.new_label(),
                end=self.new_label(),
                place=self.new_register(f"{target.name}.place", "u32"),
                own_place=self.new_register(f"{target.name}.own_place", "u32"),
            )
        return self.subroutines[target.name]

    def formal(self, variable: syntax.Variable) -> Formal:
        """Return a parameter or result of a subroutine, with registers of its own."""
        name = variable.name
        if variable.space == "reg":
            own = self.new_register(name, variable.type)
            passed = self.new_register(f"{name}.passed", variable.type)
            return Formal(own, {(0, own.type.bits): passed})
        slot = ParamSlot(name, size_of(variable))
        by_piece: dict[Piece, ir.Register] = {}
        for offset, bits in pieces_of(slot.size):
            slot.pieces[offset, bits] = self.new_register(f"{name}+{offset}", f"b{bits}")
            by_piece[offset, bits] = self.new_register(f"{name}+{offset}.passed", f"b{bits}")
        return Formal(slot, by_piece)

    # ---- values in and out ----------------------------------------------------------------

    def pass_in(
        self, target: Subroutine, given: Operands, scope: Scope, inst: syntax.Instruction
    ) -> None:
        """Copy the arguments, all of them before one is overwritten."""
        moves: list[tuple[ir.Register, ir.Operand]] = []
        for formal, operand in zip(target.parameters, given, strict=True):
            entry = self.find(operand.text, scope) if isinstance(operand, syntax.Name) else None
            for piece, passed in formal.passed.items():
                if not isinstance(entry, ParamSlot):
                    moves.append((passed, self.operand(operand, scope)))
                elif entry.overlapping(*piece):
                    moves.append((passed, self.load_piece(entry, piece, inst)))
        copies = [self.new_register("%argument", passed.type.name) for passed, _ in moves]
        for copy, (_, value) in zip(copies, moves, strict=True):
            self.copy(copy, value, inst)
        for copy, (passed, _) in zip(copies, moves, strict=True):
            self.copy(passed, copy, inst)

    def take_out(
        self, target: Subroutine, given: Operands, scope: Scope, inst: syntax.Instruction
    ) -> None:
        """Copy the results."""
        for formal, operand in zip(target.results, given, strict=True):
            entry = self.find(operand.text, scope) if isinstance(operand, syntax.Name) else None
            for piece, passed in formal.passed.items():
                if isinstance(entry, ParamSlot):
                    self.store_piece(entry, piece, passed, None, inst)
                elif isinstance(entry, ir.Register):
                    self.copy(entry, passed, inst)

    def copy(self, target: ir.Register, value: ir.Operand, inst: syntax.Instruction) -> None:
        """Emit `target = value`, also for predicates."""
        if target.type.kind == "p":
            self.emit("mov", ("pred",), (target, value), None, inst)
        else:
            self.move(target, value, False, None, inst)

    # ---- bodies ---------------------------------------------------------------------------

    def lower_subroutines(self, end: syntax.Position) -> None:
        """Add the subroutines after the kernel, and theirs, until none is left."""
        if not self.subroutines:
            return
        kernel = [*self.code, Leave(None, end, None)]
        done = 0
        while done < len(self.subroutines):
            self.current = [*self.subroutines.values()][done]
            self.lower_body(self.current)
            done += 1
        self.current = None
        self.code = kernel
        all_of = self.subroutines.values()
        codes = [self.with_frames(subroutine) for subroutine in all_of]
        for subroutine, code in zip(all_of, codes, strict=True):
            self.code += [Mark(subroutine.entry), *code]
            self.go_back(subroutine)

    def lower_body(self, subroutine: Subroutine) -> None:
        """Lower a body, with what comes before and after it, but without its frames."""
        self.code = []
        self.return_labels = [subroutine.end]
        self.calls = ()
        assert subroutine.function.body is not None
        self.body(subroutine.function.body, subroutine.scope)
        self.return_labels = []
        self.code.append(Mark(subroutine.end))
        body, self.code = self.code, []
        restores = self.begin_body(subroutine)
        self.code += body
        last = subroutine.last
        for target, value in restores:
            self.copy(target, value, last)
        for formal in subroutine.results:
            for piece, passed in formal.passed.items():
                own = formal.own.pieces[piece] if isinstance(formal.own, ParamSlot) else formal.own
                self.copy(passed, own, last)
        subroutine.code = self.code

    # A variable in local memory has a place of its own in each call of a recursive function, so it
    # is on the stack: its name means a register with its address.
    def begin_body(self, subroutine: Subroutine) -> list[tuple[ir.Register, ir.Register]]:
        """Emit what comes before a body; return the registers to set back after it, with copies."""
        first = subroutine.first
        self.copy(subroutine.own_place, subroutine.place, first)
        for formal in subroutine.parameters:
            for piece, passed in formal.passed.items():
                own = formal.own.pieces[piece] if isinstance(formal.own, ParamSlot) else formal.own
                self.copy(own, passed, first)
        if not subroutine.locals and not stack.uses_stack(subroutine.function):
            return []
        pointer = self.pointer_to_stack(first)
        saved = self.new_register("%saved", pointer.type.name)
        self.copy(saved, pointer, first)
        alignment = max((variable.align for variable, _ in subroutine.locals), default=1)
        self.stack_alignment = max(self.stack_alignment, alignment)
        base = self.aligned_top(alignment, first)
        offset = 0
        for variable, address in subroutine.locals:
            offset = align_up(offset, max(variable.align, 1))
            self.copy(address, self.address_on_stack(base, first), first)
            self.on_stack("add", address, address, offset, first)
            offset += size_of(variable)
        self.on_stack("add", pointer, base, offset, first)
        return [(pointer, saved)]

    def go_back(self, subroutine: Subroutine) -> None:
        """Emit the jump back to the place that a subroutine was called from."""
        last = subroutine.last
        for number, site in reversed([*enumerate(subroutine.sites)]):
            if not number:
                self.go(site.back, None, last)
                return
            hit = self.new_register("%back", "pred")
            own = subroutine.own_place
            self.emit("setp", ("eq", "u32"), (hit, own, ir.Immediate(number)), None, last)
            self.go(site.back, (hit, False), last)

    # ---- frames ---------------------------------------------------------------------------

    def with_frames(self, subroutine: Subroutine) -> list[Linear]:
        """Return a body in which each call that may come back pushes and pops what it must keep."""
        entries = {other.entry for other in self.subroutines.values()}
        live = live_at_labels(subroutine.code, {subroutine.own_place}, entries)
        cycle = [
            other
            for name, other in self.subroutines.items()
            if name in self.cycles[subroutine.function.name]
        ]
        changed = {register for other in cycle for register in written(other.code)}
        changed -= {other.place for other in cycle} | {self.stack_pointer}
        for other in cycle:
            for formal in (*other.results, *other.parameters):
                changed -= set(formal.passed.values())
        extra: dict[int, list[Linear]] = {}
        for site in subroutine.inner:
            pointer = self.pointer_to_stack(site.origin)
            frame = Frame(live[site.back] & changed, pointer)
            extra[site.before] = self.pushed(frame, site.origin)
            extra[site.back] = self.popped(frame, site.origin)
        return [
            statement
            for item in subroutine.code
            for statement in (item, *(extra.get(item.label, ()) if isinstance(item, Mark) else ()))
        ]

    def pushed(self, frame: Frame, inst: syntax.Instruction) -> list[Linear]:
        """Return the code that stores a frame on the stack."""
        before, self.code = self.code, []
        pointer = self.pointer_to_stack(inst)
        base = self.aligned_top(Frame.ALIGNMENT, inst)
        address = self.address_on_stack(base, inst)
        for register, offset in frame.places:
            value = register
            if register.type.kind == "p":
                value = self.new_register("%kept", "b32")
                parts = value, ir.Immediate(1), ir.Immediate(0), register
                self.emit("selp", ("b32",), parts, None, inst)
            place = ir.Address(address, offset)
            type_name = f"b{stored_bits(register)}"
            self.emit("st", ("local", type_name), (place, value), None, inst)
        self.on_stack("add", pointer, base, frame.size, inst)
        code, self.code = self.code, before
        return code

    def popped(self, frame: Frame, inst: syntax.Instruction) -> list[Linear]:
        """Return the code that loads a frame from the stack."""
        before, self.code = self.code, []
        pointer = self.pointer_to_stack(inst)
        base = self.new_register("%base", pointer.type.name)
        self.on_stack("sub", base, pointer, frame.size, inst)
        address = self.address_on_stack(base, inst)
        for register, offset in frame.places:
            place = ir.Address(address, offset)
            type_name = f"b{stored_bits(register)}"
            value = register
            if register.type.kind == "p":
                value = self.new_register("%kept", "b32")
            self.emit("ld", ("local", type_name), (value, place), None, inst)
            if register.type.kind == "p":
                parts = register, value, ir.Immediate(0)
                self.emit("setp", ("ne", "u32"), parts, None, inst)
        code, self.code = self.code, before
        return code

    def pointer_to_stack(self, inst: syntax.Instruction) -> ir.Register:
        """Return the stack's pointer, made on first use."""
        self.stack_origin = self.stack_origin or inst
        if self.stack_pointer is None:
            self.stack_pointer = self.new_register("%sp", self.stack_type())
        return self.stack_pointer

    def stack_type(self) -> str:
        """Return the type of addresses on the stack."""
        if self.stack_pointer is not None:
            return self.stack_pointer.type.name
        kinds = (stack.pointer_type(function) for function in self.functions.values())
        return next(filter(None, kinds), "u64")

    def aligned_top(self, alignment: int, inst: syntax.Instruction) -> ir.Register:
        """Return the first offset from the stack's pointer on with this alignment."""
        pointer = self.pointer_to_stack(inst)
        base = self.new_register("%base", pointer.type.name)
        self.on_stack("add", base, pointer, alignment - 1, inst)
        mask = ir.Immediate(-alignment)
        self.emit("and", (f"b{base.type.bits}",), (base, base, mask), None, inst)
        return base

    def address_on_stack(self, base: ir.Register, inst: syntax.Instruction) -> ir.Register:
        """Return the address of an offset in the stack."""
        address = self.new_register("%frame", base.type.name)
        self.emit("mov", (base.type.name,), (address, _START), None, inst)
        self.emit("add", (base.type.name,), (address, address, base), None, inst)
        return address

    def on_stack(
        self, opcode: str, target: ir.Register, base: ir.Register, amount: int,
        inst: syntax.Instruction,
    ) -> None:  # fmt: skip
        """Emit `target = base + amount`, or the difference."""
        parts = target, base, ir.Immediate(amount)
        self.emit(opcode, (target.type.name,), parts, None, inst)


_START = ir.Symbol(stack.NAME, "local")
