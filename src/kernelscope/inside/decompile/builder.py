"""Turns the instructions of each block into statements, in the order of the C text.

In: the tree of `structure`, in which blocks are not translated. Out: the same tree with statements.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import replace

from kernelscope.errors import PtxError
from kernelscope.inside.decompile.asm import Helpers
from kernelscope.inside.decompile.expressions import (
    BITS,
    FLOATS,
    UINT64,
    VECTOR_ELEMENTS,
    Expr,
    asks_lanes,
    const,
    float_const,
    has_a_time,
    is_infinity,
    is_pointer,
    name,
    registers_of,
    reinterpret,
    size_of,
    unary,
)
from kernelscope.inside.decompile.facts import Facts, Limits, largest
from kernelscope.inside.decompile.inference import MEMBERS, Types, Vectors
from kernelscope.inside.decompile.offsets import add_bytes
from kernelscope.inside.decompile.statements import (
    Assign,
    Code,
    Do,
    If,
    Label,
    Statement,
    Test,
    bodies,
)
from kernelscope.inside.decompile.variables import Variables
from kernelscope.vgpu import ir
from kernelscope.vgpu.special import SPECIAL_REGISTERS

_LARGEST = 28
"""The largest expression, in nodes, that may wait; a larger one gets a name."""

_LAZY = frozenset({"selp", "slct", "and", "or", "setp", "set"})
"""Instructions whose C (`?:`, `&&`, `||`) evaluates an operand only in some lanes: no shuffle may
be in such an operand."""

_INDEX = {"%tid": "threadIdx", "%ntid": "blockDim", "%ctaid": "blockIdx", "%nctaid": "gridDim"}


# PTX has one instruction per operation; C has expressions. A value that is read once therefore
# waits (`Builder.waiting`) and becomes part of the expression that reads it:
#
#     mul.f32 %f2, %f1, %f1;
#     fma.rn.f32 %f3, %f2, 0f40400000, %f1;      y[i] = fmaf(f * f, 3.0f, f);
#     st.global.f32 [%rd7], %f3;
#
# Waiting moves a computation down. That is wrong if something changes what it reads in between, so
# before each such change the value becomes a variable after all. Two cases, with the C that would
# come out without the rule:
#
#     ld.global.f32 %f1, [%rd1];      float f = p0[0];
#     ld.global.f32 %f2, [%rd2];      p0[0] = p1[0];        without `writes_memory`:
#     st.global.f32 [%rd1], %f2;      p1[0] = f;            p0[0] = p1[0];
#     st.global.f32 [%rd2], %f1;                            p1[0] = p0[0];      (the value is lost)
#
#     add.s32 %r4, %r2, %r3;          n3 = n + n2;          without `changes`:
#     mov.u32 %r2, %r3;               n = n2;               n = n2;
#     mov.u32 %r3, %r4;               n2 = n3;              n2 = n + n2;        (reads the new n)
#
# A third: a shuffle must be evaluated by all lanes of the warp. From the online softmax:
#
#     max.f32 %r25, %r48, %r49;           float f6 = fmaxf(f5, __shfl_xor_sync(…, f5, 1));
#     @%p5 st.shared.b32 [%r24], %r25;    if (ok3) global_smem[…] = f6;
#
# If the shuffle moved under `if (ok3)`, only the lanes that store would take part (`_LAZY`,
# guards).
class Builder:
    """The state while statements are made; see the comment above.

    Attributes:
        named: the registers with a name in the source; they become variables.
        known: expressions that are repeated at each use: constants, `threadIdx.x`, `x_ptr + i`.
        waiting: values that have not been used yet; out: the statements made so far.
        constants: the registers that hold a constant at this place, also if assigned elsewhere.
        guard: the condition of the instruction that is being translated.
    """

    def __init__(
        self,
        facts: Facts,
        types: Types,
        variables: Variables,
        helpers: Helpers,
        translate: Callable[[Builder, ir.Inst], None],
        named: Container[int],
    ) -> None:
        self.facts = facts
        self.types = types
        self.variables = variables
        self.helpers = helpers
        self.vectors = Vectors(facts, types)
        self.translate = translate
        self.named = named
        self.known: dict[int, Expr] = {}
        self.waiting: dict[int, Expr] = {}
        self.out: list[Statement] = []
        self.guard: Expr | None = None
        self.constants: dict[int, Expr] = {}
        self.limits = Limits(facts)

    # ---- the tree -----------------------------------------------------------------------------

    def fill(self, statements: list[Statement]) -> list[Statement]:
        """Return the same statements with each block's code and conditions translated."""
        before, self.out = self.out, []
        for statement in statements:
            match statement:
                case Code():
                    self.block(statement.block)
                case Test():
                    cond = self.condition(statement.block)
                    self.settle(None)
                    then, other = self.fill(statement.then), self.fill(statement.other)
                    self.out.append(If(cond, then, other))
                case _:
                    for body in bodies(statement):
                        body[:] = self.fill(body)
                    if isinstance(statement, Label):
                        self.settle(None)
                    self.out.append(statement)
        result, self.out = self.out, before
        return result

    def block(self, number: int) -> None:
        """Translate a block's instructions."""
        block = self.facts.function.blocks[number]
        self.constants.clear()
        for inst in block.instructions:
            self.instruction(inst)
        self.settle(block)

    def instruction(self, inst: ir.Inst) -> None:
        """Translate one instruction, under its guard."""
        if inst.guard is not None or inst.opcode in _LAZY:
            for source in inst.sources:
                waiting = self.waiting.get(source.index)
                if waiting is not None and asks_lanes(waiting):
                    self.flush(source.index)
        if inst.guard is not None:
            register, negated = inst.guard
            truth = self.read(register)
            if truth.op not in ("reg", "!x") and size_of(truth) > _LARGEST // 2:
                truth = self.as_variable(register, truth)
            self.guard = unary("!", truth) if negated else truth
        self.translate(self, inst)
        self.guard = None

    def condition(self, number: int) -> Expr:
        """Return the condition of the branch at the end of a block."""
        terminator = self.facts.function.blocks[number].terminator
        assert isinstance(terminator, ir.Branch)
        truth = self.read(terminator.predicate)
        return unary("!", truth) if terminator.negated else truth

    def settle(self, block: ir.BasicBlock | None) -> None:
        """Make variables of the values that cannot wait past the end of a block.

        Those are loads, values whose registers change, and values read in other loops than the one
        they are made in: the next turn would compute them again.
        """
        keep = -1
        if block is not None and isinstance(block.terminator, ir.Branch):
            keep = block.terminator.predicate.index
        for number, waiting in list(self.waiting.items()):
            if number == keep:
                continue
            moves = has_a_time(waiting) or not self.facts.same_loops(number)
            if moves or not self._reads_steady(waiting):
                self.flush(number)

    def is_steady(self, number: int) -> bool:
        """Return whether a variable is assigned once, so that expressions of it may move down."""
        members = self.vectors.members.get(number)
        if members is not None:
            return all(self.facts.is_single(m) for m in members)
        return number >= len(self.facts.uses) or self.facts.is_single(number)

    def _reads_steady(self, expr: Expr) -> bool:
        return all(self.is_steady(number) for number in registers_of(expr))

    # ---- operands -----------------------------------------------------------------------------

    def read(self, operand: ir.Operand, want: str = "") -> Expr:
        """Return an operand as an expression, of the type `want` if that is given."""
        match operand:
            case ir.Register():
                expr = self.register(operand)
            case ir.NotPredicate():
                expr = unary("!", self.register(operand.register))
            case ir.Immediate():
                return self.immediate(operand, want or "unsigned")
            case ir.Special():
                expr = self.special(operand.name)
            case ir.Symbol():
                expr = self.symbol(operand)
            case _:
                raise AssertionError(operand)
        return reinterpret(expr, want) if want else expr

    def peek(self, operand: ir.Operand, want: str) -> Expr:
        """Return an operand without using it up: a waiting value goes on waiting."""
        if isinstance(operand, ir.Register) and operand.index in self.waiting:
            return reinterpret(self.waiting[operand.index], want)
        return self.read(operand, want)

    def register(self, register: ir.Register) -> Expr:
        """Return a register's variable, or the expression that waits in its place."""
        number = register.index
        if number in self.known:
            return self.known[number]
        return self.waiting.pop(number, None) or self.variable(register)

    def variable(self, register: ir.Register) -> Expr:
        """Return a register's C variable, or the member of a vector that it is."""
        return self.vectors.member(register.index) or Expr(
            "reg", self.types.of(register), value=register.index
        )

    def immediate(self, operand: ir.Immediate, want: str) -> Expr:
        """Return a constant, its bits read as `want`."""
        value = operand.value
        if want in FLOATS:
            if isinstance(value, float):
                return Expr("const", want, value=value)
            return float_const(int(value), want)
        if want == "bool":
            return const(int(bool(value)), "bool")
        if is_pointer(want):
            return reinterpret(const(int(value), UINT64), want)
        if isinstance(value, float):
            c_type = "double" if BITS[want] == 64 else "float"
            return reinterpret(Expr("const", c_type, value=value), want)
        return const(value, want)

    def special(self, register: str) -> Expr:
        """Return a special register: CUDA's variable, or a call that reads it."""
        base, _, axis = register.partition(".")
        if base in _INDEX:
            return name(f"{_INDEX[base]}.{axis}", "unsigned")
        if register == "%clock64":
            return name("clock64()", "long long")
        c_type = SPECIAL_REGISTERS[register][0]
        return self.helpers.special(register, UINT64 if c_type == "u64" else "unsigned")

    def symbol(self, symbol: ir.Symbol) -> Expr:
        """Return the address of a variable in memory."""
        pointer = self.variables.address(symbol.name, symbol.space)
        return add_bytes(pointer, const(symbol.offset, "long long"))

    def twice(self, operand: ir.Operand, want: str) -> Expr:
        """Return an operand that is about to be read twice: as a variable if it is not simple."""
        expr = self.read(operand, want)
        if is_simple(expr) or not isinstance(operand, ir.Register):
            return expr
        return reinterpret(self.as_variable(operand, expr), want)

    def as_variable(self, register: ir.Register, expr: Expr) -> Expr:
        """Assign an expression to its register's variable after all, and return the variable."""
        guard, self.guard = self.guard, None
        self.assign(register, expr)
        self.guard = guard
        return self.variable(register)

    # ---- results ------------------------------------------------------------------------------

    # An offset in bytes that is read twice is split, so that the elements get the name:
    #
    #     shl.b64 %rd9, %rd8, 2;       offsets * 4, for x and for y
    #
    # gives `x_ptr[offsets]` and `y_ptr[offsets]`. Without it: `w = offsets << 2; x_ptr[w / 4]`.
    def define(self, register: ir.Operand, expr: Expr) -> None:
        """Give a register its value: now as a variable, or later as part of an expression."""
        if register is None:
            return
        assert isinstance(register, ir.Register)
        number = register.index
        if self.guard is None and self.facts.is_single(number) and number not in self.vectors.of:
            steady = self._reads_steady(expr)
            if steady and not has_a_time(expr) and self.is_known_form(expr):
                self.known[number] = expr
                return
            folds = number not in self.named or is_pointer(expr.type)
            if folds and self.facts.uses[number] == 1 and size_of(expr) <= _LARGEST:
                self.waiting[number] = expr
                return
            if folds and steady and _is_scaled(expr):
                elements = self.temporary(expr.args[0].type, expr.args[0])
                self.known[number] = replace(expr, args=(elements, expr.args[1]))
                return
        self.assign(register, expr)

    def is_known_form(self, expr: Expr) -> bool:
        """Return whether repeating an expression at each use reads better than a variable.

        It does for constants, `threadIdx.x` and `in_out_ptr0 + xindex`: two accesses read
        `in_out_ptr0[xindex]`, where a variable would hide the array: `float *p = …; *p`.
        """
        if expr.op == "ptr+":
            base, offset = expr.args
            return is_simple(base) and size_of(offset) <= 8
        return is_simple(expr.args[0] if _is_scaled(expr) else expr)

    def assign(self, register: ir.Register, expr: Expr) -> None:
        """Add the statement that gives a register's variable its value."""
        target = self.variable(register)
        if expr == target and self.guard is None:
            return  # `cvta` of an address onto itself
        self.changes(register.index)
        if expr.op == "const" and self.guard is None:
            self.constants[register.index] = expr
        self.emit(Assign(target, reinterpret(expr, target.type)))

    def changes(self, number: int) -> None:
        """Prepare for an assignment: waiting values that read the variable come first."""
        self.constants.pop(number, None)
        number = self.vectors.of.get(number, (number, ""))[0]
        if self.is_steady(number):
            return
        for other, waiting in list(self.waiting.items()):
            if number in registers_of(waiting):
                self.flush(other)

    def writes_memory(self) -> None:
        """Prepare for a change of memory, by this thread or others: waiting loads come first."""
        for number, waiting in list(self.waiting.items()):
            if has_a_time(waiting):
                self.flush(number)

    def flush(self, number: int) -> None:
        """Make a variable of a waiting expression."""
        waiting = self.waiting.pop(number, None)
        if waiting is not None:
            self.as_variable(self.facts.function.registers[number], waiting)

    def fill_now(self, register: ir.Operand, expr: Expr) -> None:
        """Give a register a value that must be computed now, whoever reads it."""
        assert register is None or isinstance(register, ir.Register)
        if register is None or not self.facts.uses[register.index]:
            self.effect(expr)
            return
        self.writes_memory()
        self.assign(register, expr)

    def define_vector(self, parts: Sequence[ir.Operand], expr: Expr) -> None:
        """Give several registers the members of a vector."""
        vector = self.vectors.filled_by(parts)
        if vector is not None:
            self._set_vector(vector, expr)
            return
        whole = self.temporary(expr.type, expr)
        for letter, part in zip(MEMBERS, parts, strict=False):
            c_type = VECTOR_ELEMENTS[expr.type[:-1]]
            self.define(part, Expr(".", c_type, (whole,), letter))

    def fill_vector(self, vector: int, expr: Expr) -> None:
        """Give a vector a value that must be computed now."""
        self.writes_memory()
        self._set_vector(vector, expr)

    def _set_vector(self, vector: int, expr: Expr) -> None:
        self.changes_vector(vector)
        self.emit(Assign(self.vectors.whole(vector), expr))

    def changes_vector(self, vector: int) -> None:
        """Prepare for an assignment to all members of a vector."""
        for member in self.vectors.members[vector]:
            self.changes(member)

    def temporary(self, c_type: str, value: Expr | None) -> Expr:
        """Return a new variable that is not a register of PTX."""
        variable = self.vectors.temporary(c_type)
        if value is not None:
            self.emit(Assign(variable, value))
        return variable

    def effect(self, expr: Expr) -> None:
        """Add a call for its effect."""
        self.writes_memory()
        self.emit(Do(expr))

    def emit(self, statement: Statement) -> None:
        """Add a statement, under the guard if there is one, together with its neighbours'."""
        if self.guard is None:
            self.out.append(statement)
            return
        last = self.out[-1] if self.out else None
        if isinstance(last, If) and last.cond == self.guard and not last.other:
            targets = [s.target for s in last.then if isinstance(s, Assign)]
            changed = {number for target in targets for number in registers_of(target)}
            if not changed & set(registers_of(self.guard)):
                last.then.append(statement)
                return
        self.out.append(If(self.guard, [statement]))

    def bound(self, expr: Expr) -> int:
        """Return an upper bound of an expression, read as unsigned."""
        return largest(expr, self.limits)

    def fail(self, inst: ir.Inst, why: str) -> PtxError:
        """Return the error for an instruction that cannot be decompiled."""
        return PtxError(
            f"`{inst.opcode}` cannot be decompiled: {why}", inst.position.line, inst.position.column
        )


def is_simple(expr: Expr) -> bool:
    """Return whether an expression is a name, a constant, or a conversion of one."""
    if expr.op in ("reg", "name", "const"):
        return not expr.text.endswith(")")
    if expr.op == "." or is_infinity(expr):
        return True
    if expr.op == "call" and expr.text.startswith("__") and "_as_" in expr.text:
        return is_simple(expr.args[0])
    return expr.op in ("cast", "!x") and is_simple(expr.args[0])


def _is_scaled(expr: Expr) -> bool:
    """Return whether an expression is elements times their size: a 64-bit offset in bytes."""
    scaled = expr.op in ("*", "<<") and expr.type in ("long long", UINT64)
    return scaled and expr.args[1].op == "const"
