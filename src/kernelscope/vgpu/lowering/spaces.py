"""The state space of the variable that an instruction names, against that of the instruction."""

from __future__ import annotations

from kernelscope.vgpu import ir
from kernelscope.vgpu.ir.forms import Fields, Form
from kernelscope.vgpu.ir.verify import vector_count
from kernelscope.vgpu.lowering.scopes import error
from kernelscope.vgpu.ptx.syntax import Position
from kernelscope.vgpu.types import TYPES

_Operands = tuple[ir.Operand, ...]


# `ld.u32 %r1, [tile+4]` names no space, and `tile` is a variable of shared memory: the assembler
# makes a load of shared memory of it (LDS). Without the rule the variable's offset, 4, would be
# taken for a generic address, which is in no allocation. `ld.global.u32 %r1, [tile]` is refused: 4
# would be an address of another memory.
def with_space(form: Form, fields: Fields, operands: _Operands, position: Position) -> Fields:
    """Return the modifiers with the space of the variable that a generic address names.

    Raises:
        PtxError: the variable is in another space than the instruction's.
    """
    symbol = _symbol(form, fields, operands)
    slot = next((slot for slot in form.slots if slot.name == "space"), None)
    if symbol is None or slot is None:
        return fields
    written = fields["space"].partition("::")[0]
    if written and written != symbol.space:
        where = f"`{symbol.name}` is in {symbol.space} memory, not in {written} memory"
        raise error(where, position)
    if written or symbol.space not in slot.choices:
        return fields
    named = {**fields, "space": symbol.space}
    return named if form.valid is None or form.valid(named) else fields


def _symbol(form: Form, fields: Fields, operands: _Operands) -> ir.Symbol | None:
    bases = [o.base for o in operands if isinstance(o, ir.Address)]
    if form.opcode == "cvta" and not fields["to"]:
        bases += [o for o in operands if isinstance(o, ir.Symbol)]
    return next((base for base in bases if isinstance(base, ir.Symbol)), None)


def check_parameter(
    form: Form,
    fields: Fields,
    operands: _Operands,
    parameters: tuple[ir.Parameter, ...],
    position: Position,
) -> None:
    """Refuse an access beyond the kernel's parameters, or one that writes them (PtxError)."""
    base = _symbol(form, fields, operands)
    if base is None or base.space != "param" or form.opcode not in ("ld", "st"):
        return
    if form.opcode == "st":
        raise error(
            f"`{base.name}` is a parameter of the kernel, which cannot be written", position
        )
    address = next(o for o in operands if isinstance(o, ir.Address))
    count = max(vector_count(form.signature[0], fields, form), 1)
    first = base.offset + address.offset
    end = first + TYPES[fields["t"]].bits // 8 * count
    room = max(p.offset + p.size for p in parameters)
    if not 0 <= first <= end <= room:
        what = f"bytes {first} to {end} of the kernel's parameters, which have {room}"
        raise error(what, position)
