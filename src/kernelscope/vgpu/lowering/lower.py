"""From the syntax tree to the IR: names resolved, scopes flattened, device functions inlined."""

from __future__ import annotations

import re
from dataclasses import replace

from kernelscope.errors import PtxError
from kernelscope.vgpu import ir
from kernelscope.vgpu.ir import verify
from kernelscope.vgpu.lowering.blocks import Go, Leave, Linear, Mark, build_blocks
from kernelscope.vgpu.lowering.calls import Calls, function_addresses
from kernelscope.vgpu.lowering.scopes import Entry, ParamSlot, Scope, error
from kernelscope.vgpu.lowering.variables import Layout, lay_out, parameter_table, size_of
from kernelscope.vgpu.ptx import syntax
from kernelscope.vgpu.special import REFUSED, SPECIAL_REGISTERS
from kernelscope.vgpu.types import TYPES

_NUMBERED = re.compile(r"(.*?)(\d+)$")
_TAKES_CARRY = frozenset({"addc", "subc", "madc"})


def lower(module: syntax.Module, name: str) -> ir.Function:
    """Return the kernel `name` of a module as IR.

    Raises:
        PtxError: an unknown name, an illegal instruction, a recursive or unknown call.
    """
    function = next((f for f in module.functions if f.is_entry and f.name == name), None)
    if function is None or function.body is None:
        known = ", ".join(f.name for f in module.functions if f.is_entry) or "none"
        raise PtxError(f"no kernel `{name}` in this PTX; it has: {known}")
    return _Lowering(module, function).run()


class _Lowering(Calls):
    """State while one kernel is lowered."""

    def __init__(self, module: syntax.Module, function: syntax.Function) -> None:
        self.module = module
        self.function = function
        self.functions = {f.name: f for f in module.functions if not f.is_entry}
        # A definition replaces its forward declaration.
        self.functions |= {
            f.name: f for f in module.functions if not f.is_entry and f.body is not None
        }
        self.addresses = function_addresses(module)
        self.layout = Layout()
        self.registers: list[ir.Register] = []
        self.code: list[Linear] = []
        self.labels = 0
        self.carry: ir.Register | None = None
        self.return_labels: list[int] = []
        self.inlining: list[str] = []
        self.calls: tuple[syntax.SourceLocation, ...] = ()

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
            i for b in blocks for i in b.instructions if i.form.kind in ("memory", "poll")
        ):
            inst.site = site
        placed = lay_out(self.layout, self.addresses)
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
                    raise error(f"label `{statement.name}` is already defined", statement.position)
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
            raise error(
                f"registers of type {kind}.{declaration.type} are unknown", declaration.position
            )
        for name, count in declaration.names:
            if count:
                scope.families[name] = (declaration.type, count)
            else:
                scope.names[name] = self.new_register(name, declaration.type)

    def declare_variable(self, variable: syntax.Variable, scope: Scope) -> None:
        if variable.space == "param":
            scope.names[variable.name] = ParamSlot(variable.name, size_of(variable))
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
        """Return what a name refers to; a register of a family (`%r<9>`) is made on first use."""
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
            if name.text.rstrip("0123456789") in REFUSED:
                raise error(f"the virtual GPU has no special register `{name.text}`", name.position)
            what = "register" if name.text.startswith("%") else "name"
            raise error(f"undeclared {what} `{name.text}`", name.position)
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
                    raise error(f"`{operand.name.text}` is not a register", operand.position)
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
                    raise error(f"`{operand.name.text}` is not a variable", operand.position)
                return ir.Symbol(symbol.name, symbol.space, symbol.offset + operand.offset)
            case syntax.Arguments():
                raise error("a parenthesised list belongs to `call` alone", operand.position)

    def named(self, name: syntax.Name, scope: Scope) -> ir.Operand:
        if name.text == "_":
            return None
        if name.text == "WARP_SZ":
            return ir.Immediate(32)
        if name.text in SPECIAL_REGISTERS:
            return ir.Special(name.text)
        if name.text in self.addresses and self.find(name.text, scope) is None:
            return ir.Immediate(self.addresses[name.text])
        entry = self.resolve(name, scope)
        if isinstance(entry, ir.Register | ir.Symbol):
            return entry
        raise error(f"`{name.text}` cannot be an operand here", name.position)

    def address(self, address: syntax.Address, scope: Scope) -> ir.Address:
        if address.coordinates is not None:
            what = "addresses in tensors (bulk copies), textures and surfaces are not supported"
            raise error(f"{what}: read global memory instead", address.position)
        if address.base is None:
            return ir.Address(None, address.offset)
        base = self.resolve(address.base, scope)
        if isinstance(base, ir.Register | ir.Symbol):
            return ir.Address(base, address.offset)
        raise error(f"`{address.base.text}` cannot be an address", address.position)

    def guard(self, guard: syntax.Guard | None, scope: Scope) -> tuple[ir.Register, bool] | None:
        if guard is None:
            return None
        register = self.resolve(guard.predicate, scope)
        if not isinstance(register, ir.Register) or register.type.kind != "p":
            raise error(f"`{guard.predicate.text}` is not a predicate", guard.predicate.position)
        return register, guard.negated

    # ---- instructions ---------------------------------------------------------------------

    def instruction(self, inst: syntax.Instruction, scope: Scope) -> None:
        guard = self.guard(inst.guard, scope)
        match inst.opcode:
            case "bra":
                self.go(self.label(inst, scope), guard, inst)
            case "brx":
                self.indexed_branch(inst, scope, guard)
            case "ret" if self.return_labels:
                self.go(self.return_labels[-1], guard, inst)
            case "ret" | "exit":
                self.code.append(Leave(guard, inst.position, self.location(inst)))
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
        """Add the condition code CC.CF (PTX ISA, 9.7.2) as a predicate that is written and read."""
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
        after: list[Linear] = []
        if guard is not None and form.kind in ("barrier", "poll"):
            # A warp stops there whole or not at all.
            after = [Mark(self.new_label())]
            self.go(self.labels, (guard[0], not guard[1]), origin)
            guard = None
        inst = ir.Inst(opcode, form, fields, aligned, guard, origin.position, self.location(origin))
        self.code += [inst, *after]

    def go(
        self, label: int, guard: tuple[ir.Register, bool] | None, origin: syntax.Instruction
    ) -> None:
        """Jump to a label, or only the lanes with a true guard."""
        self.code.append(Go(label, guard, origin.position, self.location(origin)))

    def location(self, inst: syntax.Instruction) -> syntax.SourceLocation | None:
        """Return an instruction's source line, in an inlined function with those of the calls."""
        return _called_from(inst.location, self.calls) if self.calls else inst.location

    def label(self, inst: syntax.Instruction, scope: Scope) -> int:
        target = inst.operands[0] if len(inst.operands) == 1 else None
        if not isinstance(target, syntax.Name):
            raise error("`bra` needs one label", inst.position)
        label = self.find(target.text, scope)
        if not isinstance(label, int):
            raise error(f"no label `{target.text}`", target.position)
        return label

    def indexed_branch(
        self,
        inst: syntax.Instruction,
        scope: Scope,
        guard: tuple[ir.Register, bool] | None,
    ) -> None:
        """Lower `brx.idx i, table` to a chain of compares: jump tables are short."""
        index, table = inst.operands[0], inst.operands[1]
        labels: tuple[syntax.Name, ...] | None = None
        outer: Scope | None = scope
        while outer is not None and labels is None and isinstance(table, syntax.Name):
            labels = outer.targets.get(table.text)
            outer = outer.outer
        if labels is None:
            raise error("`brx.idx` needs the name of a `.branchtargets` list", inst.position)
        if guard is not None:
            raise error("a guarded `brx.idx` is not supported", inst.position)
        value = self.operand(index, scope)
        for number, target in enumerate(labels):
            label = self.resolve(target, scope)
            assert isinstance(label, int)
            hit = self.new_register(f"%brx{len(self.registers)}", "pred")
            self.emit("setp", ("eq", "u32"), (hit, value, ir.Immediate(number)), None, inst)
            self.go(label, (hit, False), inst)


def _called_from(
    location: syntax.SourceLocation | None, calls: tuple[syntax.SourceLocation, ...]
) -> syntax.SourceLocation | None:
    """Return a source line with those of the calls around it, the outermost first, as its
    callers.
    """
    if location is None or not calls:
        return location
    outer = _called_from(calls[-1], calls[:-1])
    inner = location.inlined_at
    return replace(location, inlined_at=_called_from(inner, calls) if inner else outer)


def _three(values: tuple[int, ...] | None) -> tuple[int, int, int] | None:
    if values is None:
        return None
    x, y, z = (*values, 1, 1)[:3]
    return x, y, z
