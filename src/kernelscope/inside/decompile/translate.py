"""Translates one instruction: by its rule, or as a function around inline `asm`.

In: an instruction. Out: an expression that waits in the builder, or statements added to it. A rule
that returns None or False has no C for this form of the instruction; `asm` takes every form.
"""

from __future__ import annotations

from collections.abc import Callable

from kernelscope.inside.decompile import memory
from kernelscope.inside.decompile.arithmetic import RULES, move
from kernelscope.inside.decompile.asm import Wrapped
from kernelscope.inside.decompile.builder import Builder
from kernelscope.inside.decompile.expressions import Expr, call, cast, reinterpret
from kernelscope.inside.decompile.statements import Do
from kernelscope.vgpu import ir

_EFFECTS: dict[str, Callable[[Builder, ir.Inst], bool]] = {
    "ld": memory.load, "ldu": memory.load, "st": memory.store,
    "atom": memory.atomic, "red": memory.atomic,
    "shfl": memory.shuffle, "vote": memory.vote, "redux": memory.reduce,
    "activemask": memory.active, "bar": memory.barrier, "barrier": memory.barrier,
    "membar": memory.fence, "fence": memory.fence, "trap": memory.trap, "call": memory.runtime,
}  # fmt: skip


def translate(b: Builder, inst: ir.Inst) -> None:
    """Add an instruction's C to the statements.

    Raises:
        PtxError: CUDA C cannot express the instruction.
    """
    if inst.opcode == "mov":
        move(b, inst)
        return
    effect = _EFFECTS.get(inst.opcode)
    if effect is not None and effect(b, inst):
        return
    rule = RULES.get(inst.opcode)
    value = rule(b, inst) if rule is not None and _one_result(inst) else None
    if value is not None:
        b.define(inst.operands[0], value)
        return
    assembly(b, inst)


def _one_result(inst: ir.Inst) -> bool:
    return sum(1 for s, o in zip(inst.form.signature, inst.operands, strict=True)
               if s.is_destination and o is not None) == 1  # fmt: skip


def assembly(b: Builder, inst: ir.Inst) -> None:
    """Add the instruction as a call of a function around inline `asm`."""
    wrapped = Wrapped(inst, b.helpers, b.vectors)
    arguments = [_argument(b, operand, c_type) for operand, c_type in wrapped.takes]
    if wrapped.returns:
        register, c_type, _ = wrapped.gives[0]
        whole = call(wrapped.function, "int" if c_type == "bool" else c_type, *arguments)
        whole = _result(whole, c_type)
        if isinstance(register, int):
            b.fill_vector(register, whole)
        elif register is None:
            b.effect(whole)
        elif wrapped.is_pure:
            b.define(register, whole)
        else:
            if inst.form.kind != "warp":
                b.writes_memory()
            b.fill_now(register, whole)
        return
    _by_reference(b, inst, wrapped.gives, (wrapped.function, arguments))


def _result(whole: Expr, c_type: str) -> Expr:
    return Expr("!=", "bool", (whole, Expr("const", "int", value=0))) if c_type == "bool" else whole


def _argument(b: Builder, operand: ir.Operand | int, c_type: str) -> Expr:
    if isinstance(operand, int):
        return b.vectors.whole(operand)
    if not isinstance(operand, ir.Address):
        expr = b.read(operand, c_type)
        return cast(expr, "int") if c_type == "bool" else expr
    return memory.pointer_to(b, operand, "char")


def _by_reference(
    b: Builder,
    inst: ir.Inst,
    gives: list[tuple[ir.Register | int | None, str, bool]],
    function: tuple[str, list[Expr]],
) -> None:
    """Add a call with several results: variables of the results' own types, by reference."""
    references: list[Expr] = []
    after: list[tuple[ir.Register, Expr]] = []
    for register, c_type, updated in gives:
        plain = "int" if c_type == "bool" else c_type
        if isinstance(register, int):
            b.changes_vector(register)
            references.append(b.vectors.whole(register))
            continue
        if register is not None:
            variable = b.variable(register)
            if variable.op == "reg" and variable.type == plain:
                b.changes(register.index)
                references.append(variable)
                continue
        before = reinterpret(b.variable(register), plain) if updated and register else None
        temporary = b.temporary(plain, before)
        references.append(temporary)
        if register is not None:
            after.append((register, _result(temporary, c_type)))
    if inst.form.kind not in ("pure", "warp"):
        b.writes_memory()
    b.emit(Do(call(function[0], "void", *references, *function[1])))
    for register, expr in after:
        b.assign(register, expr)
