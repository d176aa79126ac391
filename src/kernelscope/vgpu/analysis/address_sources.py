"""Whose memory an access may touch: the kernel parameters that its address was computed from."""

from __future__ import annotations

from collections.abc import Iterator

from kernelscope.vgpu import ir

Source = int | str
"""A parameter by its offset in the parameter buffer, a variable by its name, or one of these:"""
ANYWHERE = "?"
"""A pointer that was loaded from memory."""
ON_CHIP = "shared or local"
"""A variable of shared or local memory."""

Sources = frozenset[Source]
_NONE: Sources = frozenset()
# What gives one of its operands; all else calculates.
_CHOOSES = frozenset(("mov", "cvta", "cvt", "selp", "slct", "shfl"))
_NOT_GLOBAL = frozenset(("shared", "param", "const", "local"))


class AddressSources:
    """The sources of the addresses of one kernel, from all definitions of each register."""

    def __init__(self, function: ir.Function) -> None:
        self._of: list[Sources] = [_NONE] * len(function.registers)
        steps = [
            (inst, place, register.index)
            for inst in function.instructions()
            for place, register in enumerate(inst.destinations)
            if register.type.bits == 64
        ]
        changed = True
        while changed:
            changed = False
            for inst, place, index in steps:
                new = self._of[index] | self._result(inst, place)
                changed |= new != self._of[index]
                self._of[index] = new

    def of_access(self, inst: ir.Inst) -> Sources | None:
        """Return whose global memory an instruction accesses; None if it accesses none.

        An empty set means that nothing is known, as does `ANYWHERE` in it.
        """
        if inst.fields.get("space", "").partition("::")[0] in _NOT_GLOBAL:
            return None
        addresses = [o for o in inst.operands if isinstance(o, ir.Address)]
        if not addresses:
            return None
        return self.of_address(addresses[-1])  # a copy's last address is where it reads

    def of_address(self, address: ir.Address) -> Sources | None:
        """Return whose global memory an address is in; None if it is in none. See `of_access`."""
        sources = _NONE if address.base is None else self._of_operand(address.base)
        return None if sources == frozenset((ON_CHIP,)) else sources - {ON_CHIP}

    # Worked cases:
    #
    #     ld.param.u64 %rd1, [k_param_2];           the parameter at its offset
    #     mad.wide.s32 %rd2, %r1, 4, %rd1;          the same: %r1 has no source
    #     ld.global.u64 %rd3, [%rd2];               a pointer from a table, or an index: anywhere
    #     add.s64 %rd4, %rd1, %rd3;                 a parameter plus an index: the parameter
    #     selp.b64 %rd5, %rd1, %rd3, %p1;           one or the other: the parameter, or anywhere
    #
    # Without the fourth, each kernel that gathers rows by an index from memory would seem to write
    # to any memory; without the fifth, one that picks a pointer from a table to none but its own.
    def _result(self, inst: ir.Inst, place: int) -> Sources:
        if inst.form.kind == "memory":
            return _loaded(inst, place)
        parts = [self._of_operand(operand) for operand in _flat(inst.operands, inst)]
        sources = _NONE.union(*parts)
        if inst.opcode not in _CHOOSES and sources - {ANYWHERE}:
            sources -= {ANYWHERE}
        return sources

    def _of_operand(self, operand: ir.Operand) -> Sources:
        match operand:
            case ir.Register():
                return self._of[operand.index]
            case ir.Symbol():
                return frozenset((_of_symbol(operand),))
            case _:
                return _NONE


def _of_symbol(symbol: ir.Symbol) -> Source:
    if symbol.space in ("shared", "local"):
        return ON_CHIP
    return symbol.offset if symbol.space == "param" else symbol.name


def _loaded(inst: ir.Inst, place: int) -> Sources:
    """Return the source of 64 bits from memory, which may be an address."""
    address = next((o for o in inst.operands if isinstance(o, ir.Address)), None)
    of_kernel = inst.fields.get("space", "").startswith("param")
    if of_kernel and address is not None and isinstance(address.base, ir.Symbol):
        return frozenset((address.base.offset + address.offset + 8 * place,))
    return frozenset((ANYWHERE,))


def _flat(operands: tuple[ir.Operand, ...], inst: ir.Inst) -> Iterator[ir.Operand]:
    """Yield the source operands, vectors laid flat."""
    for spec, operand in zip(inst.form.signature, operands, strict=True):
        if spec.is_destination and not spec.is_updated:
            continue
        if isinstance(operand, tuple):
            yield from operand
        else:
            yield operand
