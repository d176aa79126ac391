"""Pointers that a kernel loads from memory, made device addresses before anything looks at them.

    pointers = torch.tensor([x.data_ptr(), y.data_ptr()])      a grouped product
    q = tl.load(pointers + i).to(tl.pointer_type(tl.float16))

The access itself would look the address up. Code that watches, follows or limits the access finds
its tables by the number of the allocation, so there it has to be looked up first.
"""

from __future__ import annotations

from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis.address_sources import ANYWHERE, AddressSources
from kernelscope.vgpu.jit import build, helpers
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.build import I32
from kernelscope.vgpu.jit.emitter import Emitter
from kernelscope.vgpu.types import LLValue

_ACCESSES = frozenset(("ld", "ldu", "st", "atom", "red"))
_NONE = ll.Constant(I32, 0)


class RawPointers:
    """The addresses of a kernel that may come out of memory.

    has_raw: whether those that come from its parameters may be the host's, too.
    """

    def __init__(self, function: ir.Function, has_raw: bool) -> None:
        self._sources = AddressSources(function)
        self._has_raw = has_raw

    def settle(self, g: Emitter, inst: ir.Inst) -> dict[ir.Address, tuple[LLValue, int | None]]:
        """Return the addresses of an instruction that were looked up, as `Emitter.address` does."""
        copies = inst.opcode == "cp" and not {"bulk", "mbarrier"} & set(inst.fields)
        if not copies and inst.opcode not in _ACCESSES:
            return {}
        sources = self._sources.of_access(inst)
        if sources is None or not (self._has_raw or ANYWHERE in sources):
            return {}
        operand = [o for o in inst.operands if isinstance(o, ir.Address)][-1]
        value, stride = g.full_address(operand)
        vector, mask = g.address_vector(operand), g.memory_mask()
        settled = helpers.call(g.b, "settle", [g.context, mask, vector])
        if stride is None:
            return {operand: (settled, None)}
        # All lanes are in one allocation, or the access is at fault.
        lane = g.b.and_(build.first_set(g.b, mask), ll.Constant(I32, 31))
        moved = g.b.sub(g.b.extract_element(settled, lane), g.b.extract_element(vector, lane))
        return {operand: (g.b.add(value, moved), stride)}
