"""The stack of each lane: `alloca`, `stacksave`, `stackrestore` (PTX ISA, 9.7.19).

The stack is the end of local memory, so that what is beyond it is beyond all local memory. Its
pointer is a register, 0 at the start, that grows; a function's end sets it back.
"""

from __future__ import annotations

from kernelscope.vgpu import ir
from kernelscope.vgpu.lowering.scopes import error
from kernelscope.vgpu.ptx import syntax
from kernelscope.vgpu.ptx.syntax import Position

NAME = "%stack"
BYTES = 8 << 10
"""Of a lane. A GPU has 1 KiB if the host does not ask for more (cudaLimitStackSize)."""

_ALIGNMENT = 8
_OPERANDS = {"alloca": (2, 3), "stacksave": (1,), "stackrestore": (1,)}

Step = tuple[str, str, tuple[ir.Operand, ...]]
"""An instruction: opcode, type, operands."""


def variable(align: int, position: Position) -> syntax.Variable:
    """Return the local memory that is the stack, at a multiple of `align` bytes."""
    return syntax.Variable("local", "b8", NAME, (BYTES,), 0, align, None, "", position)


def uses_stack(function: syntax.Function) -> bool:
    """Return whether a function takes memory from the stack."""
    return bool(pointer_type(function))


def pointer_type(function: syntax.Function) -> str:
    """Return the type of the addresses that a function takes from the stack; "" if none."""
    allocations = (i for i in syntax.instructions(function.body or ()) if i.opcode == "alloca")
    return next(("u32" if "u32" in i.modifiers else "u64" for i in allocations), "")


def alignment(inst: syntax.Instruction) -> int:
    """Return the alignment of what an instruction takes, which is well formed.

    Raises:
        PtxError: its type or its operands are not those of the manual.
    """
    if inst.modifiers not in (("u32",), ("u64",)) or (
        len(inst.operands) not in _OPERANDS[inst.opcode]
    ):
        raise error(f"`{inst.mnemonic}` has no such type or number of operands", inst.position)
    if len(inst.operands) < 3:
        return _ALIGNMENT
    last = inst.operands[2]
    value = last.value if isinstance(last, syntax.Literal) else 0
    if not isinstance(value, int) or not 1 <= value <= BYTES or value & value - 1:
        problem = f"the alignment of an `alloca` must be a power of two, at most {BYTES}"
        raise error(problem, inst.position)
    return value


def steps(
    inst: syntax.Instruction,
    operands: tuple[ir.Operand, ...],
    pointer: ir.Register,
    new: ir.Register,
) -> tuple[list[Step], list[Step]]:
    """Return what an instruction of the stack does: to `new` always, then under its guard."""
    type_name = inst.modifiers[0]
    if inst.opcode == "stacksave":
        return [], [("mov", type_name, (operands[0], pointer))]
    if inst.opcode == "stackrestore":
        return [], [("mov", type_name, (pointer, operands[0]))]
    value = alignment(inst)
    start = ir.Symbol(NAME, "local")
    first: list[Step] = [
        ("add", type_name, (new, pointer, ir.Immediate(value - 1))),
        ("and", f"b{type_name[1:]}", (new, new, ir.Immediate(-value))),
    ]
    return first, [
        ("add", type_name, (pointer, new, operands[1])),  # before the size may be overwritten
        ("mov", type_name, (operands[0], start)),
        ("add", type_name, (operands[0], operands[0], new)),
    ]
