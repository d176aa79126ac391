"""From the syntax tree to the IR: names resolved, scopes flattened, device functions inlined.

Inlining is total (PTX device functions of real compilers are small and seldom recursive); a
recursive call is refused. `.param` variables of a call become registers, one for each offset used.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from kernelscope.errors import PtxError
from kernelscope.vgpu import ir, verify
from kernelscope.vgpu.blocks import Go, Leave, Linear, Mark, build_blocks
from kernelscope.vgpu.instructions.table import find_forms
from kernelscope.vgpu.ptx import syntax
from kernelscope.vgpu.ptx.syntax import Position
from kernelscope.vgpu.special import SPECIAL_REGISTERS
from kernelscope.vgpu.types import TYPES
from kernelscope.vgpu.variables import Layout, lay_out, parameter_table

_NUMBERED = re.compile(r"(.*?)(\d+)$")
_MAX_INLINE_DEPTH = 64
_TAKES_CARRY = frozenset({"addc", "subc", "madc"})


@dataclass(slots=True)
class ParamSlot:
    """A `.param` variable of a call: a register for each (offset, type width) it is used at."""

    name: str
    registers: dict[tuple[int, int], ir.Register] = field(
        default_factory=dict[tuple[int, int], ir.Register]
    )


Entry = ir.Register | ir.Symbol | ParamSlot | int
"""What a name stands for; an int is a label."""


@dataclass(slots=True)
class Scope:
    """The names of one `{ }`; lookups go outwards."""

    outer: Scope | None
    names: dict[str, Entry] = field(default_factory=dict[str, Entry])
    families: dict[str, tuple[str, int]] = field(default_factory=dict[str, tuple[str, int]])
    targets: dict[str, tuple[syntax.Name, ...]] = field(
        default_factory=dict[str, tuple[syntax.Name, ...]]
    )


def lower(module: syntax.Module, name: str) -> ir.Function:
    """The kernel `name` of a module as IR.

    Raises:
        PtxError: an unknown name, an illegal instruction, a recursive or unknown call.
    """
    function = next((f for f in module.functions if f.is_entry and f.name == name), None)
    if function is None or function.body is None:
        known = ", ".join(f.name for f in module.functions if f.is_entry) or "none"
        raise PtxError(f"no kernel `{name}` in this PTX; it has: {known}")
    return _Lowering(module, function).run()


class _Lowering:
    """State while one kernel is lowered."""

    def __init__(self, module: syntax.Module, function: syntax.Function) -> None:
        self.module = module
        self.function = function
        self.functions = {f.name: f for f in module.functions if not f.is_entry}
        # A definition replaces its forward declaration.
        self.functions |= {
            f.name: f for f in module.functions if not f.is_entry and f.body is not None
        }
        self.layout = Layout()
        self.registers: list[ir.Register] = []
        self.code: list[Linear] = []
        self.labels = 0
        self.carry: ir.Register | None = None
        self.return_labels: list[int] = []
        self.depth = 0

    def run(self) -> ir.Function:
        root = Scope(None)
        for variable in self.module.variables:
            root.names[variable.name] = ir.Symbol(variable.name, variable.space)
            self.layout.declare(variable.name, variable)
        scope = Scope(root)
        parameters = parameter_table(self.function.parameters)
        for parameter in parameters:
            scope.names[parameter.name] = ir.Symbol(parameter.name, "param", parameter.offset)
        assert self.function.body is not None
        self.body(self.function.body, scope)
        blocks = build_blocks(self.code, self.function.position)
        for site, inst in enumerate(
            i for b in blocks for i in b.instructions if i.form.kind == "memory"
        ):
            inst.site = site
        placed = lay_out(self.layout)
        directives = self.function.directives
        return ir.Function(
            name=self.function.name,
            parameters=parameters,
            registers=self.registers,
            blocks=blocks,
            variables=placed.variables,
            shared=placed.shared,
            static_shared_bytes=placed.static_shared_bytes,
            local=placed.local,
            local_bytes=placed.local_bytes,
            required_block=_three(directives.get("reqntid")),
            max_block=_three(directives.get("maxntid")),
            files=self.module.files,
        )

    # ---- declarations and names ----------------------------------------------------------

    def body(self, statements: tuple[syntax.Statement, ...], scope: Scope) -> None:
        """Lower the statements of one scope; labels are visible before their line."""
        for statement in statements:
            if isinstance(statement, syntax.Label):
                if statement.name in scope.names:
                    raise _error(f"label `{statement.name}` is already defined", statement.position)
                scope.names[statement.name] = self.new_label()
            elif isinstance(statement, syntax.BranchTargets):
                scope.targets[statement.name] = statement.labels
        for statement in statements:
            self.statement(statement, scope)

    def statement(self, statement: syntax.Statement, scope: Scope) -> None:
        match statement:
            case syntax.Instruction():
                self.instruction(statement, scope)
            case syntax.Label():
                label = scope.names[statement.name]
                assert isinstance(label, int)
                self.code.append(Mark(label))
            case syntax.RegisterDeclaration():
                self.declare_registers(statement, scope)
            case syntax.Variable():
                self.declare_variable(statement, scope)
            case syntax.Block():
                self.body(statement.body, Scope(scope))
            case syntax.BranchTargets() | syntax.CallPrototype():
                pass

    def declare_registers(self, declaration: syntax.RegisterDeclaration, scope: Scope) -> None:
        if declaration.type not in TYPES or declaration.vector > 1:
            kind = f".v{declaration.vector} " if declaration.vector > 1 else ""
            raise _error(
                f"registers of type {kind}.{declaration.type} are unknown", declaration.position
            )
        for name, count in declaration.names:
            if count:
                scope.families[name] = (declaration.type, count)
            else:
                scope.names[name] = self.new_register(name, declaration.type)

    def declare_variable(self, variable: syntax.Variable, scope: Scope) -> None:
        if variable.space == "param":
            scope.names[variable.name] = ParamSlot(variable.name)
        elif variable.space == "reg":
            scope.names[variable.name] = self.new_register(variable.name, variable.type)
        else:
            unique = self.layout.declare(variable.name, variable)
            scope.names[variable.name] = ir.Symbol(unique, variable.space)

    def new_register(self, name: str, type_name: str) -> ir.Register:
        register = ir.Register(name, TYPES[type_name], len(self.registers))
        self.registers.append(register)
        return register

    def new_label(self) -> int:
        self.labels += 1
        return self.labels

    def find(self, name: str, scope: Scope | None) -> Entry | None:
        """What a name stands for; a register of a family (`%r<9>`) is made on first use."""
        numbered = _NUMBERED.match(name)
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            if numbered and numbered[1] in scope.families:
                type_name, count = scope.families[numbered[1]]
                if int(numbered[2]) < count:
                    register = self.new_register(name, type_name)
                    scope.names[name] = register
                    return register
            scope = scope.outer
        return None

    def resolve(self, name: syntax.Name, scope: Scope) -> Entry:
        entry = self.find(name.text, scope)
        if entry is None:
            what = "register" if name.text.startswith("%") else "name"
            raise _error(f"undeclared {what} `{name.text}`", name.position)
        return entry

    # ---- operands -------------------------------------------------------------------------

    def operand(self, operand: syntax.Operand, scope: Scope) -> ir.Operand:
        match operand:
            case syntax.Literal():
                return ir.Immediate(operand.value, operand.bits)
            case syntax.Name():
                return self.named(operand, scope)
            case syntax.Negated():
                register = self.resolve(operand.name, scope)
                if not isinstance(register, ir.Register):
                    raise _error(f"`{operand.name.text}` is no register", operand.position)
                return ir.NotPredicate(register)
            case syntax.Vector():
                return tuple(self.operand(e, scope) for e in operand.elements)
            case syntax.Pair():
                return verify.PairOperand(
                    (self.operand(operand.first, scope), self.operand(operand.second, scope))
                )
            case syntax.Address():
                return self.address(operand, scope)
            case syntax.SymbolOffset():
                symbol = self.resolve(operand.name, scope)
                if not isinstance(symbol, ir.Symbol):
                    raise _error(f"`{operand.name.text}` is no variable", operand.position)
                return ir.Symbol(symbol.name, symbol.space, symbol.offset + operand.offset)
            case syntax.Arguments():
                raise _error("a parenthesised list belongs to `call` alone", operand.position)

    def named(self, name: syntax.Name, scope: Scope) -> ir.Operand:
        if name.text == "_":
            return None
        if name.text == "WARP_SZ":
            return ir.Immediate(32)
        if name.text in SPECIAL_REGISTERS:
            return ir.Special(name.text)
        entry = self.resolve(name, scope)
        if isinstance(entry, ir.Register | ir.Symbol):
            return entry
        raise _error(f"`{name.text}` cannot be an operand here", name.position)

    def address(self, address: syntax.Address, scope: Scope) -> ir.Address:
        if address.coordinates is not None:
            raise _error("tensor addresses (bulk copies) are not supported yet", address.position)
        if address.base is None:
            return ir.Address(None, address.offset)
        base = self.resolve(address.base, scope)
        if isinstance(base, ir.Register | ir.Symbol):
            return ir.Address(base, address.offset)
        raise _error(f"`{address.base.text}` cannot be an address", address.position)

    def guard(self, guard: syntax.Guard | None, scope: Scope) -> tuple[ir.Register, bool] | None:
        if guard is None:
            return None
        register = self.resolve(guard.predicate, scope)
        if not isinstance(register, ir.Register) or register.type.kind != "p":
            raise _error(f"`{guard.predicate.text}` is no predicate", guard.predicate.position)
        return register, guard.negated

    # ---- instructions ---------------------------------------------------------------------

    def instruction(self, inst: syntax.Instruction, scope: Scope) -> None:
        guard = self.guard(inst.guard, scope)
        match inst.opcode:
            case "bra":
                self.code.append(Go(self.label(inst, scope), guard, inst.position))
            case "brx":
                self.indexed_branch(inst, scope, guard)
            case "ret" if self.return_labels:
                self.code.append(Go(self.return_labels[-1], guard, inst.position))
            case "ret" | "exit":
                self.code.append(Leave(guard, inst.position))
            case "call":
                self.call(inst, scope, guard)
            case "ld" | "st" if self.param_slot(inst, scope) is not None:
                self.param_access(inst, scope, guard)
            case _:
                operands = tuple(self.operand(o, scope) for o in inst.operands)
                if "cc" in inst.modifiers or inst.opcode in _TAKES_CARRY:
                    operands = self.thread_carry(inst, operands)
                self.emit(inst.opcode, inst.modifiers, operands, guard, inst)

    def thread_carry(
        self, inst: syntax.Instruction, operands: tuple[ir.Operand, ...]
    ) -> tuple[ir.Operand, ...]:
        """The condition code CC.CF (PTX ISA, 9.7.2) as a predicate that is written and read."""
        if self.carry is None:
            self.carry = self.new_register("%cc", "pred")
        writes = self.carry if "cc" in inst.modifiers else None
        first = verify.PairOperand((operands[0], writes))
        takes = (self.carry,) if inst.opcode in _TAKES_CARRY else ()
        return (first, *operands[1:], *takes)

    def emit(
        self,
        opcode: str,
        modifiers: tuple[str, ...],
        operands: tuple[ir.Operand, ...],
        guard: tuple[ir.Register, bool] | None,
        origin: syntax.Instruction,
    ) -> None:
        form, fields, aligned = verify.choose_form(opcode, modifiers, operands, origin.position)
        self.code.append(
            ir.Inst(opcode, form, fields, aligned, guard, origin.position, origin.location)
        )

    def label(self, inst: syntax.Instruction, scope: Scope) -> int:
        target = inst.operands[0] if len(inst.operands) == 1 else None
        if not isinstance(target, syntax.Name):
            raise _error("`bra` needs one label", inst.position)
        label = self.find(target.text, scope)
        if not isinstance(label, int):
            raise _error(f"no label `{target.text}`", target.position)
        return label

    def indexed_branch(
        self,
        inst: syntax.Instruction,
        scope: Scope,
        guard: tuple[ir.Register, bool] | None,
    ) -> None:
        """`brx.idx i, table` as a chain of compares: jump tables are short."""
        index, table = inst.operands[0], inst.operands[1]
        labels: tuple[syntax.Name, ...] | None = None
        outer: Scope | None = scope
        while outer is not None and labels is None and isinstance(table, syntax.Name):
            labels = outer.targets.get(table.text)
            outer = outer.outer
        if labels is None:
            raise _error("`brx.idx` needs the name of a `.branchtargets` list", inst.position)
        if guard is not None:
            raise _error("a guarded `brx.idx` is not supported", inst.position)
        value = self.operand(index, scope)
        for number, target in enumerate(labels):
            label = self.resolve(target, scope)
            assert isinstance(label, int)
            hit = self.new_register(f"%brx{len(self.registers)}", "pred")
            self.emit("setp", ("eq", "u32"), (hit, value, ir.Immediate(number)), None, inst)
            self.code.append(Go(label, (hit, False), inst.position))

    # ---- calls ----------------------------------------------------------------------------

    def param_slot(self, inst: syntax.Instruction, scope: Scope) -> ParamSlot | None:
        for operand in inst.operands:
            if isinstance(operand, syntax.Address) and operand.base is not None:
                entry = self.find(operand.base.text, scope)
                if isinstance(entry, ParamSlot):
                    return entry
        return None

    def param_access(
        self,
        inst: syntax.Instruction,
        scope: Scope,
        guard: tuple[ir.Register, bool] | None,
    ) -> None:
        """A load or store of a call parameter is a move from or to the register that it became."""
        slot = self.param_slot(inst, scope)
        assert slot is not None
        place = 0 if inst.opcode == "st" else 1
        address, value = inst.operands[place], self.operand(inst.operands[1 - place], scope)
        assert isinstance(address, syntax.Address)
        values = value if isinstance(value, tuple) else (value,)
        bits = TYPES[inst.modifiers[-1]].bits
        for number, one in enumerate(values):
            offset = address.offset + number * bits // 8
            key = (offset, bits)
            if key not in slot.registers:
                clash = [
                    o for o, b in slot.registers if o < offset + bits // 8 and offset < o + b // 8
                ]
                if clash:
                    raise _error(
                        f"call parameter `{slot.name}` is used in overlapping pieces", inst.position
                    )
                slot.registers[key] = self.new_register(f"{slot.name}+{offset}", f"b{bits}")
            target = slot.registers[key]
            pair = (target, one) if inst.opcode == "st" else (one, target)
            # Registers may be wider than the parameter, as with any ld and st.
            self.emit(
                "mov" if _same_width(pair) else "cvt", _move_type(pair, bits), pair, guard, inst
            )

    def call(
        self,
        inst: syntax.Instruction,
        scope: Scope,
        guard: tuple[ir.Register, bool] | None,
    ) -> None:
        lists = [o.elements for o in inst.operands if isinstance(o, syntax.Arguments)]
        names = [o for o in inst.operands if isinstance(o, syntax.Name)]
        target = self.functions.get(names[0].text) if names else None
        if target is not None and target.body is None and find_forms("call", (target.name,)):
            self.call_host(inst, target, lists, scope, guard)
            return
        if target is None or target.body is None:
            what = names[0].text if names else "?"
            raise _error(f"call of `{what}`, which this PTX does not define", inst.position)
        if self.depth >= _MAX_INLINE_DEPTH:
            raise _error(f"recursive call of `{target.name}` is not supported", inst.position)
        if not target.results:
            lists = [(), *lists]
        results = lists[0] if lists else ()
        arguments = lists[1] if len(lists) > 1 else ()
        if len(arguments) != len(target.parameters) or len(results) != len(target.results):
            takes = f"`{target.name}` takes {len(target.parameters)} arguments"
            raise _error(f"{takes}, is given {len(arguments)}", inst.position)
        self.inline(inst, target, scope, (results, arguments), guard)

    def call_host(
        self,
        inst: syntax.Instruction,
        target: syntax.Function,
        lists: list[tuple[syntax.Operand, ...]],
        scope: Scope,
        guard: tuple[ir.Register, bool] | None,
    ) -> None:
        """A function of the CUDA runtime (vprintf, __assertfail) is an instruction of its own."""
        formal = (*target.results, *target.parameters)
        given = [operand for elements in lists for operand in elements]
        if len(given) != len(formal):
            raise _error(
                f"`{target.name}` is given {len(given)} operands of {len(formal)}", inst.position
            )
        operands: list[ir.Operand] = []
        for parameter, operand in zip(formal, given, strict=True):
            entry = self.find(operand.text, scope) if isinstance(operand, syntax.Name) else None
            if isinstance(entry, ParamSlot):
                key = (0, TYPES[parameter.type].bits)
                if key not in entry.registers:
                    entry.registers[key] = self.new_register(entry.name, f"b{key[1]}")
                operands.append(entry.registers[key])
            else:
                operands.append(self.operand(operand, scope))
        self.emit("call", (target.name,), tuple(operands), guard, inst)

    def inline(
        self,
        inst: syntax.Instruction,
        target: syntax.Function,
        scope: Scope,
        actual: tuple[tuple[syntax.Operand, ...], tuple[syntax.Operand, ...]],
        guard: tuple[ir.Register, bool] | None,
    ) -> None:
        """Put the callee's body here, its parameters standing for the caller's."""
        outermost = scope
        while outermost.outer is not None:
            outermost = outermost.outer
        inner = Scope(outermost)
        copies: list[tuple[ir.Register, ir.Operand]] = []
        for formal, given in zip(
            (*target.results, *target.parameters), (*actual[0], *actual[1]), strict=True
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
        if guard is not None:
            self.code.append(Go(after, (guard[0], not guard[1]), inst.position))
        for register, value in copies:
            self.emit("mov", (f"b{register.type.bits}",), (register, value), None, inst)
        self.return_labels.append(after)
        self.depth += 1
        assert target.body is not None
        self.body(target.body, inner)
        self.depth -= 1
        self.return_labels.pop()
        self.code.append(Mark(after))


def _same_width(pair: tuple[ir.Operand, ir.Operand]) -> bool:
    widths = {o.type.bits for o in pair if isinstance(o, ir.Register)}
    return len(widths) == 1


def _move_type(pair: tuple[ir.Operand, ir.Operand], bits: int) -> tuple[str, ...]:
    if _same_width(pair):
        return (f"b{bits}",)
    destination, source = pair
    assert isinstance(destination, ir.Register)
    source_bits = source.type.bits if isinstance(source, ir.Register) else bits
    return (f"u{destination.type.bits}", f"u{source_bits}")


def _three(values: tuple[int, ...] | None) -> tuple[int, int, int] | None:
    if values is None:
        return None
    x, y, z = (*values, 1, 1)[:3]
    return x, y, z


def _error(message: str, position: Position) -> PtxError:
    return PtxError(message, position.line, position.column)
