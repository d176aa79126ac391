"""The code that a tool adds to a kernel (`vgpu.tools`; the table is `instruments`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from kernelscope.vgpu import ir

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.emitter import Emitter


class Instrument:
    """The code that one tool adds to one kernel. Each method emits some, or nothing.

    Args:
        g: the generator, whose frame has room for what the tool keeps.

    Attributes:
        plan: what the host must know of the kernel to look at its launches.
        looks_up_addresses: whether its code finds tables by the number of an access's allocation,
            so that pointers out of memory have to be looked up first (`raw_pointers`).
    """

    looks_up_addresses: ClassVar[bool] = False

    def __init__(self, g: Emitter) -> None:
        self.g = g

    @property
    def plan(self) -> Any:
        """The facts about the kernel that the host needs."""
        raise NotImplementedError

    def make_slots(self) -> None:
        """Make the places of what the tool keeps, at the entry of the warp's function."""

    def begin_warp(self) -> None:
        """Emit what happens where a warp begins."""

    def begin_block(self, block: ir.BasicBlock) -> None:
        """Emit what happens where lanes begin a basic block."""

    def end_block(self, block: ir.BasicBlock) -> None:
        """Emit what happens before a basic block's branch."""

    def announce(self, inst: ir.Inst) -> None:
        """Emit what must come before all other code of an instruction, as its waits do."""

    def before(self, inst: ir.Inst) -> None:
        """Emit what happens right before an instruction."""

    def bring(self, inst: ir.Inst) -> None:
        """Emit, in place of `before`, what happens before lanes wait for others elsewhere."""

    def after(self, inst: ir.Inst) -> None:
        """Emit what happens right after an instruction."""

    def save(self, live: int) -> None:
        """Emit what keeps these registers' facts in the frame, for the independent code."""

    def restore(self, live: int) -> None:
        """Emit what takes them back."""
