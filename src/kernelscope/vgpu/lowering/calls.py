"""Calls of device functions: inlined, whole; those of the CUDA runtime are instructions.

Inlining is total (PTX device functions of real compilers are small and seldom recursive) but for
functions that call themselves (`recursion.py`). `.param` variables of a call become registers, one
for each piece stored. A call through a pointer compares it with the addresses of the functions
whose address is taken.
"""

from __future__ import annotations

from dataclasses import dataclass

from kernelscope.vgpu import ir
from kernelscope.vgpu.ir.forms import find_forms
from kernelscope.vgpu.lowering import stack
from kernelscope.vgpu.lowering.blocks import Linear, Mark
from kernelscope.vgpu.lowering.scopes import Entry, ParamSlot, Scope, error
from kernelscope.vgpu.lowering.variables import size_of
from kernelscope.vgpu.ptx import syntax
from kernelscope.vgpu.types import TYPES

Guard = tuple[ir.Register, bool] | None
Operands = tuple[syntax.Operand, ...]

_CODE = 4 << 40  # the window of the generic address space that functions' addresses are in
_CODE_STEP = 16


def function_addresses(module: syntax.Module) -> dict[str, int]:
    """Return a distinct address for each function that has a body, kernels last."""
    defined = (f for f in module.functions if f.body is not None)
    bodies = dict.fromkeys(f.name for f in sorted(defined, key=lambda f: f.is_entry))
    return {name: _CODE + _CODE_STEP * (n + 1) for n, name in enumerate(bodies)}


def addressed_functions(module: syntax.Module) -> set[str]:
    """Return the names that are used as values: in initial values, and as operands of
    instructions.
    """
    names: set[str] = set()
    for variable in module.variables:
        for value in variable.initializer or ():
            if isinstance(value, syntax.Name):
                names.add(value.text)
    for function in module.functions:
        for inst in syntax.instructions(function.body or ()):
            if inst.opcode != "call":
                names |= {o.text for o in inst.operands if isinstance(o, syntax.Name)}
    return names


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a function that this PTX defines.

    Attributes:
        scope: the one that the names of its operands are in.
        results, arguments: the operands for the results and the parameters of the function.
    """

    inst: syntax.Instruction
    target: syntax.Function
    scope: Scope
    results: Operands
    arguments: Operands
    guard: Guard


class Calls:
    """The part of the lowering that knows calls; see `lower._Lowering` for the attributes."""

    module: syntax.Module
    functions: dict[str, syntax.Function]
    addresses: dict[str, int]
    called: frozenset[str]
    code: list[Linear]
    return_labels: list[int]
    cycles: dict[str, frozenset[str]]
    calls: tuple[syntax.SourceLocation, ...]
    stack_pointer: ir.Register | None

    def find(self, name: str, scope: Scope | None) -> Entry | None:
        """Return the object that a name refers to."""
        raise NotImplementedError

    def operand(self, operand: syntax.Operand, scope: Scope) -> ir.Operand:
        """Return an operand, its names resolved."""
        raise NotImplementedError

    def new_register(self, name: str, type_name: str) -> ir.Register:
        """Return a register that no name of the PTX refers to."""
        raise NotImplementedError

    def new_label(self) -> int:
        """Return a label that no name of the PTX refers to."""
        raise NotImplementedError

    def emit(
        self,
        opcode: str,
        modifiers: tuple[str, ...],
        operands: tuple[ir.Operand, ...],
        guard: Guard,
        origin: syntax.Instruction,
    ) -> None:
        """Add an instruction to the code."""
        raise NotImplementedError

    def go(self, label: int, guard: Guard, origin: syntax.Instruction) -> None:
        """Add a jump to a label to the code."""
        raise NotImplementedError

    def body(self, statements: tuple[syntax.Statement, ...], scope: Scope) -> None:
        """Lower the statements of one scope."""
        raise NotImplementedError

    def call_subroutine(self, call: Call) -> None:
        """Lower a call of a function that may call itself."""
        raise NotImplementedError

    # ---- parameters -----------------------------------------------------------------------

    def param_slot(self, inst: syntax.Instruction, scope: Scope) -> ParamSlot | None:
        """Return the call parameter that a load or store names, if it does."""
        for operand in inst.operands:
            if isinstance(operand, syntax.Address) and operand.base is not None:
                entry = self.find(operand.base.text, scope)
                if isinstance(entry, ParamSlot):
                    return entry
        return None

    def param_access(self, inst: syntax.Instruction, scope: Scope, guard: Guard) -> None:
        """Turn a load or store of a call parameter into a move from or to the register that it
        became.
        """
        slot = self.param_slot(inst, scope)
        assert slot is not None
        place = 0 if inst.opcode == "st" else 1
        address, value = inst.operands[place], self.operand(inst.operands[1 - place], scope)
        assert isinstance(address, syntax.Address)
        values = value if isinstance(value, tuple) else (value,)
        type_name = inst.modifiers[-1]
        if type_name not in TYPES or TYPES[type_name].bits < 8:
            raise error(f"`{inst.mnemonic}` has no type that a parameter can have", inst.position)
        bits = TYPES[type_name].bits
        for number, element in enumerate(values):
            piece = (address.offset + number * bits // 8, bits)
            if inst.opcode == "st":
                if element is None:
                    raise error("a value that is stored cannot be `_`", inst.position)
                self.store_piece(slot, piece, element, guard, inst)
            elif element is not None:
                register = self.load_piece(slot, piece, inst)
                # Registers may be wider than the parameter, as with any ld and st.
                self.move(element, register, type_name.startswith("s"), guard, inst)

    def move(
        self,
        target: ir.Operand,
        source: ir.Operand,
        signed: bool,
        guard: Guard,
        inst: syntax.Instruction,
    ) -> None:
        """Emit `target = source`, widened or cut if the registers differ in width."""
        if not isinstance(target, ir.Register):
            raise error("a parameter is loaded into a register", inst.position)
        bits = target.type.bits
        given = source.type.bits if isinstance(source, ir.Register) else bits
        if given == bits != 8:
            self.emit("mov", (f"b{bits}",), (target, source), guard, inst)
            return
        # `mov` has no type of 8 bits, and `st.param.b8 [result], 1` gives a parameter's byte one.
        sign = "s" if signed else "u"
        kinds = (f"{sign}{bits}", f"{sign}{given}")
        self.emit("cvt", kinds, (target, source), guard, inst)

    def store_piece(
        self,
        slot: ParamSlot,
        piece: tuple[int, int],
        value: ir.Operand,
        guard: Guard,
        inst: syntax.Instruction,
    ) -> None:
        """Store to a parameter; pieces of other sizes there get the bytes that they share."""
        offset, bits = piece
        shared = slot.overlapping(offset, bits)
        if piece in slot.pieces or not shared:
            register = slot.pieces.get(piece) or self.new_register(
                f"{slot.name}+{offset}", f"b{bits}"
            )
            slot.pieces[piece] = register
            self.move(register, value, False, guard, inst)
            return
        self.check_pieces(slot, (piece, *shared), inst)
        wide = self.wide(value, bits, inst)
        covered: set[int] = set()
        for other in shared:
            start = max(offset, other[0])
            end = min(offset + bits // 8, other[0] + other[1] // 8)
            covered |= set(range(start, end))
            old = self.wide(slot.pieces[other], other[1], inst)
            part = self.arithmetic("shr", wide, 8 * (start - offset), inst)
            places = (ir.Immediate(8 * (start - other[0])), ir.Immediate(8 * (end - start)))
            new = self.new_register("%piece", "b64")
            self.emit("bfi", ("b64",), (new, part, old, *places), None, inst)
            self.move(slot.pieces[other], new, False, guard, inst)
        for byte in sorted(set(range(offset, offset + bits // 8)) - covered):
            part = self.arithmetic("shr", wide, 8 * (byte - offset), inst)
            self.store_piece(slot, (byte, 8), part, guard, inst)

    def load_piece(
        self, slot: ParamSlot, piece: tuple[int, int], inst: syntax.Instruction
    ) -> ir.Register:
        """Load a piece of a parameter, put together from the stored pieces if it is not one of
        them.
        """
        offset, bits = piece
        shared = slot.overlapping(offset, bits)
        if piece in slot.pieces:
            return slot.pieces[piece]
        register = self.new_register(f"{slot.name}+{offset}", f"b{bits}")
        if not shared:
            slot.pieces[piece] = register
            return register
        self.check_pieces(slot, (piece, *shared), inst)
        total: ir.Operand = ir.Immediate(0)
        for other in shared:
            part: ir.Operand = self.wide(slot.pieces[other], other[1], inst)
            away = 8 * (other[0] - offset)
            part = self.arithmetic("shl" if away >= 0 else "shr", part, abs(away), inst)
            both = self.new_register("%piece", "b64")
            self.emit("or", ("b64",), (both, total, part), None, inst)
            total = both
        self.move(register, total, False, None, inst)
        return register

    def check_pieces(
        self, slot: ParamSlot, pieces: tuple[tuple[int, int], ...], inst: syntax.Instruction
    ) -> None:
        """Refuse pieces that share bytes and do not fit into 64 bits together."""
        if max(bits for _, bits in pieces) > 64:
            raise error(
                f"call parameter `{slot.name}` is used whole and in pieces of 128 bits",
                inst.position,
            )

    def wide(self, value: ir.Operand, bits: int, inst: syntax.Instruction) -> ir.Register:
        """Return the low bits of a value in 64, zeros above."""
        register = self.new_register("%piece", "b64")
        if isinstance(value, ir.Register) and value.type.bits < 64:
            self.emit("cvt", ("u64", f"u{value.type.bits}"), (register, value), None, inst)
        else:
            self.emit("mov", ("b64",), (register, value), None, inst)
        if bits == 64 or (isinstance(value, ir.Register) and value.type.bits == bits):
            return register
        cut = self.new_register("%piece", "b64")
        self.emit("and", ("b64",), (cut, register, ir.Immediate((1 << bits) - 1)), None, inst)
        return cut

    def arithmetic(
        self, opcode: str, value: ir.Operand, amount: int, inst: syntax.Instruction
    ) -> ir.Register:
        """Return `value` shifted."""
        register = self.new_register("%piece", "b64")
        type_name = "u64" if opcode == "shr" else "b64"
        self.emit(opcode, (type_name,), (register, value, ir.Immediate(amount)), None, inst)
        return register

    # ---- calls ----------------------------------------------------------------------------

    def call(self, inst: syntax.Instruction, scope: Scope, guard: Guard) -> None:
        """Lower a call: of the runtime, of a function of this PTX, or through a register."""
        lists = [o.elements for o in inst.operands if isinstance(o, syntax.Arguments)]
        names = [o for o in inst.operands if isinstance(o, syntax.Name)]
        pointer = self.find(names[0].text, scope) if names else None
        if isinstance(pointer, ir.Register):
            self.call_pointer(inst, pointer, scope, lists, guard)
            return
        target = self.functions.get(names[0].text) if names else None
        if target is not None and target.body is None and find_forms("call", (target.name,)):
            self.call_host(inst, target, lists, scope, guard)
            return
        if target is None or target.body is None:
            what = names[0].text if names else "?"
            raise error(f"call of `{what}`, which this PTX does not define", inst.position)
        place = inst.operands.index(names[0])
        results, arguments = (
            next((o.elements for o in part if isinstance(o, syntax.Arguments)), ())
            for part in (inst.operands[:place], inst.operands[place + 1 :])
        )
        if not target.results:  # linked code may declare a result that the function does not have
            results = ()
        if len(arguments) != len(target.parameters) or len(results) != len(target.results):
            takes = f"`{target.name}` takes {len(target.parameters)} arguments"
            raise error(f"{takes}, is given {len(arguments)}", inst.position)
        self.inline(Call(inst, target, scope, results, arguments, guard))

    # A worked case: `y[i] = table[y[i] & 1](i)` with a table of the functions `twice` and `next`.
    #
    #     ld.global.u64 %rd10, [%rd9]; call (retval0), %rd10, (param0), prototype_0;
    #
    # becomes, as both names are in the table's initial values and take one parameter of 4 bytes:
    #
    #     setp.eq.u64 %target1, %rd10, ADDRESS(next);   @!%target1 go on;  body of next;   go after
    #     setp.eq.u64 %target2, %rd10, ADDRESS(twice);  @!%target2 go on;  body of twice;  go after
    #     trap
    #
    # So lanes that call different functions diverge as at any branch. A kernel that is never
    # named as a value, or a function with other parameters, is not compared: its body would be put
    # in here for nothing, or could not be. Without the trap, a wild pointer would silently return
    # what the register held before.
    def call_pointer(
        self,
        inst: syntax.Instruction,
        pointer: ir.Register,
        scope: Scope,
        lists: list[Operands],
        guard: Guard,
    ) -> None:
        """Compare the pointer with each function that it can be; any other pointer is a trap."""
        after = self.new_label()
        if guard is not None:
            self.go(after, (guard[0], not guard[1]), inst)
        given = [operand for elements in lists for operand in elements]
        for name in sorted(self.called):
            target = self.functions[name]
            if not self.fits(target, given, scope):
                continue
            count = len(target.results)
            hit = self.new_register("%target", "pred")
            address = ir.Immediate(self.addresses[name])
            self.emit("setp", ("eq", "u64"), (hit, pointer, address), None, inst)
            onward = self.new_label()
            self.go(onward, (hit, True), inst)
            results, arguments = tuple(given[:count]), tuple(given[count:])
            self.inline(Call(inst, target, scope, results, arguments, None))
            self.go(after, None, inst)
            self.code.append(Mark(onward))
        self.emit("trap", (), (), None, inst)
        self.code.append(Mark(after))

    def fits(self, target: syntax.Function, given: list[syntax.Operand], scope: Scope) -> bool:
        """Return whether a function takes parameters of these sizes."""
        formal = (*target.results, *target.parameters)
        if len(formal) != len(given):
            return False
        entries = [self.find(o.text, scope) if isinstance(o, syntax.Name) else None for o in given]
        return all(
            not isinstance(entry, ParamSlot) or entry.size == size_of(parameter)
            for entry, parameter in zip(entries, formal, strict=True)
        )

    def call_host(
        self,
        inst: syntax.Instruction,
        target: syntax.Function,
        lists: list[Operands],
        scope: Scope,
        guard: Guard,
    ) -> None:
        """Emit a function of the CUDA runtime (vprintf, malloc) as an instruction of its own."""
        formal = (*target.results, *target.parameters)
        given = [operand for elements in lists for operand in elements]
        if len(given) != len(formal):
            raise error(
                f"`{target.name}` is given {len(given)} operands of {len(formal)}", inst.position
            )
        operands: list[ir.Operand] = []
        for parameter, operand in zip(formal, given, strict=True):
            entry = self.find(operand.text, scope) if isinstance(operand, syntax.Name) else None
            if isinstance(entry, ParamSlot):
                operands.append(self.load_piece(entry, (0, TYPES[parameter.type].bits), inst))
            else:
                operands.append(self.operand(operand, scope))
        self.emit("call", (target.name,), tuple(operands), guard, inst)

    def inline(self, call: Call) -> None:
        """Put the callee's body here, with its parameters in place of the caller's."""
        inst, target, scope = call.inst, call.target, call.scope
        if target.name in self.cycles:
            self.call_subroutine(call)
            return
        outermost = scope
        while outermost.outer is not None:
            outermost = outermost.outer
        inner = Scope(outermost)
        copies: list[tuple[ir.Register, ir.Operand]] = []
        for formal, given in zip(
            (*target.results, *target.parameters), (*call.results, *call.arguments), strict=True
        ):
            entry = self.find(given.text, scope) if isinstance(given, syntax.Name) else None
            if isinstance(entry, ParamSlot) or (
                formal in target.results and isinstance(entry, ir.Register)
            ):
                inner.names[formal.name] = entry
            else:
                register = self.new_register(formal.name, formal.type)
                inner.names[formal.name] = register
                copies.append((register, self.operand(given, scope)))
        after = self.new_label()
        kept = self.keep_stack(target, inst)
        if call.guard is not None:
            self.go(after, (call.guard[0], not call.guard[1]), inst)
        for register, value in copies:
            self.emit("mov", (f"b{register.type.bits}",), (register, value), None, inst)
        self.return_labels.append(after)
        calls = self.calls
        self.calls = (*calls, inst.location) if inst.location else calls
        assert target.body is not None
        self.body(target.body, inner)
        self.calls = calls
        self.return_labels.pop()
        self.code.append(Mark(after))
        for pointer, saved in kept:
            self.move(pointer, saved, False, None, inst)

    def keep_stack(
        self, target: syntax.Function, inst: syntax.Instruction
    ) -> list[tuple[ir.Register, ir.Register]]:
        """Keep the stack's pointer while a function runs that takes memory from the stack.

        Return the pointer and its copy, to be set back when the function has returned.
        """
        if not stack.uses_stack(target):
            return []
        if self.stack_pointer is None:
            self.stack_pointer = self.new_register("%sp", stack.pointer_type(target))
        saved = self.new_register("%saved", self.stack_pointer.type.name)
        self.move(saved, self.stack_pointer, False, None, inst)
        return [(self.stack_pointer, saved)]
