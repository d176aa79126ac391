"""From the syntax tree to the IR: names resolved, scopes flattened, device functions inlined."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from kernelscope.errors import PtxError
from kernelscope.vgpu import ir
from kernelscope.vgpu.ir import verify
from kernelscope.vgpu.lowering import stack
from kernelscope.vgpu.lowering.blocks import Go, Leave, Linear, Mark, build_blocks
from kernelscope.vgpu.lowering.calls import addressed_functions, function_addresses
from kernelscope.vgpu.lowering.recursion import Recursion, Subroutine, call_cycles
from kernelscope.vgpu.lowering.scopes import Entry, Family, ParamSlot, Scope, error
from kernelscope.vgpu.lowering.selectors import takes_parts, with_parts_in_name
from kernelscope.vgpu.lowering.spaces import check_parameter, with_space
from kernelscope.vgpu.lowering.variables import Layout, lay_out, parameter_table, size_of
from kernelscope.vgpu.ptx import syntax
from kernelscope.vgpu.special import REFUSED, SPECIAL_REGISTERS, VECTORS, ZEROS
from kernelscope.vgpu.types import TYPES

_NUMBERED = re.compile(r"(.*?)(\d+)$")
_TAKES_CARRY = frozenset({"addc", "subc", "madc"})


def lower(module: syntax.Module, name: str, sm: int = 90) -> ir.Function:
    """Return the kernel `name` of a module as IR, for a GPU of this compute capability.

    Raises:
        PtxError: an unknown name, an illegal instruction, an unknown call.
    """
    function = next((f for f in module.functions if f.is_entry and f.name == name), None)
    if function is None or function.body is None:
        known = ", ".join(f.name for f in module.functions if f.is_entry) or "none"
        raise PtxError(f"no kernel `{name}` in this PTX; it has: {known}")
    return replace(_Lowering(module, function).run(), sm=sm)


def module_variables(module: syntax.Module) -> dict[str, ir.ModuleVariable]:
    """Return the variables of a module, as each of its kernels has them."""
    layout = Layout()
    for variable in module.variables:
        layout.declare(variable.name, variable)
    return lay_out(layout, function_addresses(module)).variables


class _Lowering(Recursion):
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
        self.used = set[str]()
        self.parameters = parameter_table(function.parameters)
        self.registers: list[ir.Register] = []
        self.code: list[Linear] = []
        self.labels = 0
        self.carry: ir.Register | None = None
        self.stack_pointer: ir.Register | None = None
        self.stack_alignment = 16
        self.stack_origin: syntax.Instruction | None = None
        self.return_labels: list[int] = []
        self.subroutines = dict[str, Subroutine]()
        self.current: Subroutine | None = None
        defined = {name for name, f in self.functions.items() if f.body is not None}
        self.called = frozenset(addressed_functions(module) & defined)
        self.cycles = call_cycles(self.functions, self.called)
        self.calls: tuple[syntax.SourceLocation, ...] = ()

    def run(self) -> ir.Function:
        root = Scope(None)
        for variable in self.module.variables:
            root.names[variable.name] = ir.Symbol(variable.name, variable.space)
            self.layout.declare(variable.name, variable)
        scope = Scope(root)
        for parameter in self.parameters:
            scope.names[parameter.name] = ir.Symbol(parameter.name, "param", parameter.offset)
        assert self.function.body is not None
        self.body(self.function.body, scope)
        self.lower_subroutines(self.function.position)
        self.begin_stack()
        blocks = build_blocks(self.code, self.function.position)
        for site, inst in enumerate(
            i
            for b in blocks
            for i in b.instructions
            if i.form.kind in ("memory", "poll") or i.form.extra.keys() & {"bounds", "faults"}
        ):
            inst.site = site
        if self.stack_pointer is not None:  # behind all else: no variable is beyond the stack
            whole = stack.variable(self.stack_alignment, self.function.position)
            self.layout.declare(stack.NAME, whole)
        self.drop_shared_of_others()
        placed = lay_out(self.layout, self.addresses)
        directives = self.function.directives
        return ir.Function(
            name=self.function.name,
            parameters=self.parameters,
            registers=self.registers,
            blocks=blocks,
            variables=placed.variables,
            shared=placed.shared,
            static_shared_bytes=placed.static_shared_bytes,
            local=placed.local,
            local_bytes=placed.local_bytes,
            required_block=_three(directives.get("reqntid")),
            max_block=_three(directives.get("maxntid")),
            cluster=_cluster_limits(directives),
            files=self.module.files,
        )

    # With -rdc=true the shared variables of a module's functions stand outside of them:
    #
    #     .weak .shared .b8 sort_storage[33792];   .weak .shared .b8 scan_storage[33792];   …
    #
    # An assembler gives a kernel those that it uses; all together can be more than a block has.
    def drop_shared_of_others(self) -> None:
        """Forget the module's shared variables that this kernel does not name."""
        for variable in self.module.variables:
            if variable.space == "shared" and variable.name not in self.used:
                self.layout.variables.pop(variable.name, None)

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
        type_name, vector = declaration.type, declaration.vector
        if type_name not in TYPES or vector > 4 or (vector > 1 and TYPES[type_name].kind == "p"):
            written = f".v{vector} .{type_name}" if vector > 1 else f".{type_name}"
            raise error(f"registers of type {written} are unknown", declaration.position)
        for name, count in declaration.names:
            if count:
                scope.families[name] = Family(type_name, vector, count)
            else:
                self.declare_register(name, Family(type_name, vector, count), scope)

    def declare_register(self, name: str, family: Family, scope: Scope) -> None:
        """Make a register; one of `.v4` is four, with names for each: `v.x` and `v.r` are one."""
        if family.vector <= 1:
            scope.names[name] = self.new_register(name, family.type_name)
            return
        elements = tuple(
            self.new_register(f"{name}.{axis}", family.type_name)
            for axis in "xyzw"[: family.vector]
        )
        scope.names[name] = elements
        for axis, color, element in zip("xyzw", "rgba", elements, strict=False):
            scope.names[f"{name}.{axis}"] = scope.names[f"{name}.{color}"] = element

    def declare_variable(self, variable: syntax.Variable, scope: Scope) -> None:
        if variable.space == "param":
            scope.names[variable.name] = ParamSlot(variable.name, size_of(variable))
        elif variable.space == "reg":
            scope.names[variable.name] = self.new_register(variable.name, variable.type)
        elif variable.space == "local" and self.current is not None:
            address = self.new_register(variable.name, self.stack_type())
            self.current.locals.append((variable, address))
            scope.names[variable.name] = address
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
        """Return the object that a name refers to; registers of `%r<9>` are made on first use."""
        whole = name.partition(".")[0]
        numbered = _NUMBERED.match(whole)
        while scope is not None:
            if name in scope.names:
                if scope.outer is None:
                    self.used.add(name)
                return scope.names[name]
            family = scope.families.get(numbered[1]) if numbered else None
            if numbered and family and int(numbered[2]) < family.count:
                if whole not in scope.names:
                    self.declare_register(whole, family, scope)
                return scope.names.get(name)
            scope = scope.outer
        return None

    def resolve(self, name: syntax.Name, scope: Scope) -> Entry:
        entry = self.find(name.text, scope)
        if entry is None:
            if name.text.removesuffix("_64").rstrip("0123456789") in REFUSED:
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
                return self.negated(operand, scope)
            case syntax.Vector():
                return tuple(self.operand(e, scope) for e in operand.elements)
            case syntax.Pair():
                return verify.PairOperand(
                    (self.operand(operand.first, scope), self.operand(operand.second, scope))
                )
            case syntax.Address():
                return self.address(operand, scope)
            case syntax.SymbolOffset():
                entry = self.resolve(operand.name, scope)
                if isinstance(entry, ir.Register):
                    return verify.Sum((entry, ir.Immediate(operand.offset)))
                if not isinstance(entry, ir.Symbol):
                    raise error(f"`{operand.name.text}` is not a variable", operand.position)
                return ir.Symbol(entry.name, entry.space, entry.offset + operand.offset)
            case syntax.Arguments():
                raise error("only `call` takes a list in parentheses", operand.position)

    def negated(self, operand: syntax.Negated, scope: Scope) -> ir.Operand:
        if operand.sign == "-":
            problem = f"`-{operand.name.text}`: only operands of `vmad` can be negated"
            raise error(problem, operand.position)
        register = self.resolve(operand.name, scope)
        if not isinstance(register, ir.Register):
            raise error(f"`{operand.name.text}` is not a register", operand.position)
        return ir.NotPredicate(register)

    def parts(self, operand: syntax.Operand, scope: Scope) -> Iterator[ir.Operand]:
        """Yield an operand; for a place in a tensor, `[map, {x, y}]`, its map and coordinates."""
        yield self.operand(operand, scope)
        if isinstance(operand, syntax.Address) and operand.coordinates is not None:
            yield self.operand(operand.coordinates, scope)

    def named(self, name: syntax.Name, scope: Scope) -> ir.Operand:
        if name.text == "_":
            return None
        if name.text == "WARP_SZ":
            return ir.Immediate(32)
        if name.text in SPECIAL_REGISTERS:
            return ir.Special(name.text)
        if name.text in ZEROS:
            return ir.Immediate(0)
        # Programs may declare registers of these names, and do: `%tid`.
        if name.text in VECTORS and self.find(name.text, scope) is None:
            return (*(ir.Special(f"{name.text}.{axis}") for axis in "xyz"), ir.Immediate(0))
        if name.text in self.addresses and self.find(name.text, scope) is None:
            return ir.Immediate(self.addresses[name.text])
        entry = self.resolve(name, scope)
        if isinstance(entry, ir.Register | ir.Symbol | tuple):
            return entry
        raise error(f"`{name.text}` cannot be an operand here", name.position)

    def address(self, address: syntax.Address, scope: Scope) -> ir.Address:
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
            case "alloca" | "stacksave" | "stackrestore":
                self.use_stack(inst, scope, guard)
            case "ld" | "st" if self.param_slot(inst, scope) is not None:
                self.param_access(inst, scope, guard)
            case _:
                if takes_parts(inst.opcode):
                    inst = with_parts_in_name(inst)
                operands = tuple(p for o in inst.operands for p in self.parts(o, scope))
                if "cc" in inst.modifiers or inst.opcode in _TAKES_CARRY:
                    operands = self.thread_carry(inst, operands)
                if inst.opcode == "tcgen05" and inst.modifiers[:1] in (("alloc",), ("dealloc",)):
                    self.retry(inst, operands, guard)
                else:
                    self.emit(inst.opcode, inst.modifiers, operands, guard, inst)

    def retry(
        self,
        inst: syntax.Instruction,
        operands: tuple[ir.Operand, ...],
        guard: tuple[ir.Register, bool] | None,
    ) -> None:
        """Repeat an instruction that may have to wait, until the predicate it gives is true."""
        done = self.new_register(f"%done{len(self.registers)}", "pred")
        again, after = self.new_label(), self.new_label()
        if guard is not None:
            self.go(after, (guard[0], not guard[1]), inst)
        self.code.append(Mark(again))
        self.emit(inst.opcode, inst.modifiers, (done, *operands), None, inst)
        self.go(again, (done, True), inst)
        self.code.append(Mark(after))

    def use_stack(
        self, inst: syntax.Instruction, scope: Scope, guard: tuple[ir.Register, bool] | None
    ) -> None:
        """Take memory from the lanes' stack, or read or set its pointer; see `stack`."""
        self.stack_origin = self.stack_origin or inst
        self.stack_alignment = max(self.stack_alignment, stack.alignment(inst))
        type_name = inst.modifiers[0]
        if self.stack_pointer is None:
            self.stack_pointer = self.new_register("%sp", type_name)
        operands = tuple(self.operand(o, scope) for o in inst.operands)
        new = self.new_register("%top", type_name)
        always, guarded = stack.steps(inst, operands, self.stack_pointer, new)
        for steps, condition in ((always, None), (guarded, guard)):
            for opcode, modifier, parts in steps:
                self.emit(opcode, (modifier,), parts, condition, inst)

    def begin_stack(self) -> None:
        """Set the stack's pointer to 0 before all else, if the kernel has a stack."""
        if self.stack_pointer is None or self.stack_origin is None:
            return
        body, self.code = self.code, []
        type_name = self.stack_pointer.type.name
        self.emit(
            "mov", (type_name,), (self.stack_pointer, ir.Immediate(0)), None, self.stack_origin
        )
        self.code += body

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
        form, fields, aligned = verify.choose_form(
            opcode, modifiers, operands, origin.position, self.whereabouts(origin)
        )
        fields = with_space(form, fields, aligned, origin.position)
        check_parameter(form, fields, aligned, self.parameters, origin.position)
        aligned = tuple(self.without_sum(operand, origin) for operand in aligned)
        after: list[Linear] = []
        if guard is not None and form.kind in ("barrier", "poll"):
            # A warp stops there whole or not at all.
            after = [Mark(self.new_label())]
            self.go(self.labels, (guard[0], not guard[1]), origin)
            guard = None
        inst = ir.Inst(opcode, form, fields, aligned, guard, origin.position, self.location(origin))
        self.code += [inst, *after]

    def whereabouts(self, inst: syntax.Instruction) -> str:
        """Return an instruction's architecture and its line in the source, if PTX names one."""
        file = self.module.files.get(inst.location.file) if inst.location else None
        source = f", from {file}:{inst.location.line}" if inst.location and file else ""
        return f" (for {self.module.target}{source})"

    def without_sum(self, operand: ir.Operand, origin: syntax.Instruction) -> ir.Operand:
        """Return an operand with `%r1+4` computed into a register of its own before."""
        if isinstance(operand, verify.Sum):
            register = self.new_register(f"{operand.register.name}+", operand.register.type.name)
            type_name = f"u{register.type.bits}"
            parts = register, operand.register, operand.constant
            self.emit("add", (type_name,), parts, None, origin)
            return register
        if isinstance(operand, tuple):
            return tuple(self.without_sum(element, origin) for element in operand)
        return operand

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
    callers; in a function without lines (CUDA's `atomicAdd` with `-G`) that of its call.
    """
    if not calls:
        return location
    outer = _called_from(calls[-1], calls[:-1])
    if location is None:
        return outer
    inner = location.inlined_at
    return replace(location, inlined_at=_called_from(inner, calls) if inner else outer)


def _cluster_limits(directives: dict[str, tuple[int, ...]]) -> ir.ClusterLimits:
    return ir.ClusterLimits(
        required=_three(directives.get("reqnctapercluster")),
        is_needed="explicitcluster" in directives,
        most_blocks=next(iter(directives.get("maxclusterrank", ())), None),
        grid_counts_clusters="blocksareclusters" in directives,
    )


def _three(values: tuple[int, ...] | None) -> tuple[int, int, int] | None:
    if values is None:
        return None
    x, y, z = (*values, 1, 1)[:3]
    return x, y, z
