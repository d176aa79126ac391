"""Registers that a product of matrices (`wgmma`) reads or writes until its warp waits for it.

Until then no other instruction may write them, nor read those of D (PTX ISA, 9.7.17.7). A worked
case:

    wgmma.mma_async … {%f0, …, %f63}, …        D is on the way
    wgmma.commit_group
    wgmma.wait_group 0                         it is complete; without this line
    cvt.rn.bf16x2.f32 %r1, %f1, %f0            reads what may not be there yet
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kernelscope.vgpu import ir

Registers = frozenset[int]


@dataclass(frozen=True, slots=True)
class InFlight:
    """The registers of a kernel's products.

    Attributes:
        count: how many different lists of registers there are: the D or the A of one or more
            products.
        of_products: for each product the numbers of its lists.
        uses: the other instructions that use them, with the numbers of the lists; of several in a
            basic block with no product between, the first.
        unfenced: the products to which a path leads with no `wgmma.fence` after another use of
            their registers, and that use; None if it is the first product of the path.
    """

    count: int
    of_products: dict[ir.Inst, tuple[int, ...]]
    uses: dict[ir.Inst, tuple[int, ...]]
    unfenced: dict[ir.Inst, ir.Inst | None]

    @property
    def users(self) -> list[ir.Inst]:
        """The instructions that a report may name, besides products."""
        unfenced = (inst for inst in self.unfenced.values() if inst is not None)
        return list(dict.fromkeys((*self.uses, *unfenced)))


def registers_in_flight(function: ir.Function) -> InFlight:
    """Return the registers of a kernel's products, and who else uses them."""
    numbers: dict[tuple[bool, Registers], int] = {}
    products: dict[ir.Inst, tuple[int, ...]] = {}
    for inst in function.instructions():
        if is_product(inst):
            lists = list(_lists(inst))
            products[inst] = tuple(numbers.setdefault(operand, len(numbers)) for operand in lists)
    uses: dict[ir.Inst, tuple[int, ...]] = {}
    for block in function.blocks if products else ():
        checked: set[int] = set()
        for inst in block.instructions:
            used = set(_used(inst, numbers, products.get(inst, ())))
            if inst in products:
                checked.clear()
            if used - checked:
                uses[inst] = tuple(sorted(used - checked))
                checked |= used
    unfenced = _unfenced(function, numbers, products) if products else {}
    return InFlight(len(numbers), products, uses, unfenced)


_Open = dict[int, ir.Inst | None]
"""The lists that instructions have used with no `wgmma.fence` since, and one of those."""


# Worked case: the sums of a matmul, which are set to zero before the loop over K.
#
#     mov.f32 %f0, 0              the list {%f0, …} is open
#     LOOP: wgmma.fence           no list is
#     wgmma.mma_async {%f0, …}    fine, and so is the next one that adds to it
#     add.f32 %f0, %f0, %f1       open again: without the fence above, the next product is unfenced
def _unfenced(
    function: ir.Function,
    numbers: dict[tuple[bool, Registers], int],
    products: dict[ir.Inst, tuple[int, ...]],
) -> dict[ir.Inst, ir.Inst | None]:
    """Return the products that may use registers which other instructions have used before, and
    those instructions (PTX ISA, 9.7.17.7.1).

    Conservative: each path of the code counts as one that a warp may take.
    """
    users: dict[ir.Inst, ir.Inst | None] = {}
    begin: list[_Open | None] = [None] * len(function.blocks)
    begin[0] = dict.fromkeys(range(len(numbers)))
    left = [0]
    while left:
        index = left.pop()
        block, open_ = function.blocks[index], dict(begin[index] or {})
        for inst in block.instructions:
            own = products.get(inst, ())
            users.update((inst, open_[number]) for number in own if number in open_)
            if inst.opcode == "wgmma" and "fence" in inst.form.spec:
                open_.clear()
            open_.update(dict.fromkeys(_used(inst, numbers, own), inst))
        for target in block.terminator.targets:
            known = begin[target]
            new = open_ if known is None else {**open_, **known}
            if known is None or len(new) > len(known):
                begin[target] = dict(new)
                left.append(target)
    return users


def is_product(inst: ir.Inst) -> bool:
    """Return whether an instruction is an asynchronous product."""
    return inst.opcode == "wgmma" and "mma_async" in inst.form.spec


def _lists(inst: ir.Inst) -> Iterator[tuple[bool, Registers]]:
    """Yield the registers of a product's D, and of an A that is in registers: whether it writes
    them, and which.
    """
    named = {spec.name: o for spec, o in zip(inst.form.signature, inst.operands, strict=True)}
    for name in ("d", "a"):
        operand = named[name]
        if isinstance(operand, tuple):
            parts = (part.index for part in operand if isinstance(part, ir.Register))
            yield name == "d", frozenset(parts)


def _used(
    inst: ir.Inst, numbers: dict[tuple[bool, Registers], int], own: tuple[int, ...]
) -> Iterator[int]:
    """Yield the lists that an instruction may not use while they are in flight. Products may follow
    each other that add to one D, or read one A.
    """
    written = {register.index for register in inst.destinations}
    touched = written | {register.index for register in inst.sources}
    for (writes, registers), number in numbers.items():
        if number not in own and registers & (touched if writes else written):
            yield number
