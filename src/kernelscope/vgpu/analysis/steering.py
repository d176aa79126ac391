"""The memory whose contents decide a kernel's control flow and addresses.

A launch of which only some blocks run is counted for all. That is right if the blocks that are left
out would do the same with other numbers: their branches and addresses come from indices and
parameters, or from memory that tells the same as a whole.
"""

from __future__ import annotations

from dataclasses import dataclass

from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis import control_flow
from kernelscope.vgpu.analysis.accesses import bulk_accesses, plan_watch
from kernelscope.vgpu.analysis.address_sources import ANYWHERE, AddressSources, Source, Sources
from kernelscope.vgpu.analysis.requests import asks_for_blocks

_NONE: Sources = frozenset()
_FIXED = ("param", "const")
_ON_CHIP = ("shared", "local")
_IMAGES = frozenset(("tex", "tld4", "suld", "sust", "sured"))


@dataclass(frozen=True, slots=True)
class Steering:
    """The memory that a kernel reads and writes, and that its control flow depends on.

    Attributes:
        read, written: the sources of the addresses in global memory; None: any.
        goes_by: whose contents addresses, loops and what is done to memory depend on; None: any.
        leans_on: whose contents decide between two ways to calculate, and nothing else.
        asks_host: whether it asks the host for something: it prints, asserts, or has textures.
    """

    read: frozenset[Source] | None
    written: frozenset[Source] | None
    goes_by: frozenset[Source] | None
    leans_on: frozenset[Source]
    asks_host: bool


def steering_of(function: ir.Function) -> Steering:
    """Return the memory that a kernel's control flow depends on."""
    plan = plan_watch(function)
    flow = _Flow(function)
    by, leans_on = flow.goes_by()
    knows_all = not plan.unmodelled
    return Steering(
        plan.read if knows_all else None,
        plan.written if knows_all else None,
        # Which blocks a block asks for and gets depends on the others.
        None if ANYWHERE in by or asks_for_blocks(function) else by,
        leans_on,
        any(i.opcode == "call" or i.opcode in _IMAGES for i in function.instructions()),
    )


# A worked case: `erf(x)` is one polynomial for |x| < 1, and another one with an exponential behind.
# Whichever way the warps go, the kernel loads and stores the same.
class _Branches:
    """The branches of a kernel, and what lies between their two ways and where these meet."""

    def __init__(self, function: ir.Function) -> None:
        self._blocks = function.blocks
        self._successors = [block.terminator.targets for block in function.blocks]
        self._meets = control_flow.immediate_post_dominators(self._successors)

    def only(self, branch: int) -> bool:
        """Return whether the ways of a branch only calculate, and lead on."""
        seen, waiting = set[int](), [*self._successors[branch]]
        while waiting:
            block = waiting.pop()
            if block == self._meets[branch] or block in seen:
                continue
            seen.add(block)
            if block == branch or not self._successors[block]:
                return False
            if any(inst.form.kind != "pure" for inst in self._blocks[block].instructions):
                return False
            waiting += self._successors[block]
        return True


# Worked cases:
#
#     ld.global.f32 %f1, [%rd4];               %f1 has the contents of what %rd4 points into, x
#     fma.rn.f32 %f2, %f1, %f1, %f2;           so has %f2
#     st.shared.f32 [%r1], %f2;                and shared memory, all of it
#     @%p1 ld.global.f32 %f3, [%rd5];          if %p1 compares indices, nothing depends on x here
#     setp.gt.f32 %p2, %f2, 0f00000000;        %p2 has x
#     @%p2 bra $L__BB0_4;                      the control flow depends on x
class _Flow:
    """The memory whose contents each register may depend on."""

    def __init__(self, function: ir.Function) -> None:
        self._function = function
        self._sources = AddressSources(function)
        self._of: list[Sources] = [_NONE] * len(function.registers)
        self._on_chip = _NONE
        self._changed = True
        while self._changed:
            self._changed = False
            for inst in function.instructions():
                self._pass(inst)

    def goes_by(self) -> tuple[Sources, Sources]:
        """Return whose contents addresses, guards of effects and branches depend on; apart those of
        branches between two ways to calculate.
        """
        by = leans_on = _NONE
        calculates = _Branches(self._function)
        for block in self._function.blocks:
            for inst in block.instructions:
                if inst.guard is not None and inst.form.kind != "pure":
                    by |= self._of[inst.guard[0].index]
                for operand in inst.operands:
                    if isinstance(operand, ir.Address) and isinstance(operand.base, ir.Register):
                        by |= self._of[operand.base.index]
            if isinstance(block.terminator, ir.Branch):
                sources = self._of[block.terminator.predicate.index]
                if sources and calculates.only(block.index):
                    leans_on |= sources
                else:
                    by |= sources
        return by, leans_on

    def _pass(self, inst: ir.Inst) -> None:
        given = _NONE.union(*(self._of[register.index] for register in inst.sources))
        if inst.form.kind == "memory":
            given |= self._loaded(inst)
        elif inst.opcode == "wgmma":
            given |= self._on_chip  # its operands are in shared memory
        if _may_store_on_chip(inst) and not given <= self._on_chip:
            self._on_chip |= given
            self._changed = True
        for register in inst.destinations:
            if not given <= self._of[register.index]:
                self._of[register.index] |= given
                self._changed = True

    def _loaded(self, inst: ir.Inst) -> Sources:
        """Return whose contents an instruction may read from memory."""
        if inst.opcode in _IMAGES:
            return frozenset((ANYWHERE,))
        if inst.opcode in ("st", "red", "stmatrix", "mbarrier") or "prefetch" in inst.opcode:
            return _NONE
        space = inst.fields.get("space", "").partition("::")[0]
        if space in _FIXED:
            return _NONE
        if space in _ON_CHIP or inst.opcode == "ldmatrix":
            return self._on_chip
        if inst.opcode == "cp":
            in_bulk = [reached for _, reached in bulk_accesses(self._function, inst, self._sources)]
            return _NONE.union(*in_bulk) if in_bulk else self._sources.of_access(inst) or _NONE
        reached = _NONE if space == "global" else self._on_chip
        for operand in inst.operands:
            if isinstance(operand, ir.Address):
                of_address = self._sources.of_address(operand)
                # An empty set means that nothing is known.
                reached |= _NONE if of_address is None else of_address or frozenset((ANYWHERE,))
        return reached


def _may_store_on_chip(inst: ir.Inst) -> bool:
    """Return whether an instruction may write to shared or local memory."""
    if inst.opcode == "cp":
        return True
    if inst.form.kind not in ("memory", "effect") or inst.fields.get("space") == "global":
        return False
    is_load = any(True for _ in inst.destinations) and inst.opcode != "atom"
    return not is_load
