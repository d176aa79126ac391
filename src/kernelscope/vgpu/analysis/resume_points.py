"""The pieces of a kernel: where the lanes of a warp can stop, and go on without each other.

A piece is a part of a basic block that its lanes run together. A block ends a piece, and so does an
instruction that may wait for other lanes. In one piece its lanes come to it; when it lets them go
they begin in the next; and after it they go on together with those that its guard left out.

    block 3:  add.u32 %r1, %r1, 1            piece 5
              shfl.sync.bfly.b32 %r2, …      piece 6: lanes come; piece 7: they get their results
              st.global.u32 [%rd1], %r2      piece 8
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from kernelscope.vgpu import ir

Waits = Literal["", "lanes", "warp", "barrier"]


@dataclass(frozen=True, slots=True)
class Piece:
    """Instructions `first` … `end - 1` of a block; its terminator follows its last piece.

    Attributes:
        role: "comes" if lanes come to a waiting instruction in it, "goes on" if they get its
            results, "keeps step" if the other warps have a turn after it, else "".
    """

    block: int
    first: int
    end: int
    role: Literal["", "comes", "goes on", "keeps step"] = ""


class Pieces(list[Piece]):
    """The pieces of a kernel in layout order; the number of a piece is its place in the list."""

    def __init__(
        self, function: ir.Function, *, fine: bool = False, in_step: Collection[ir.Inst] = ()
    ) -> None:
        """Cut a kernel into its pieces.

        `fine`: whether each memory access begins one. `in_step`: the instructions before which the
        other warps have a turn; each begins one.
        """
        super().__init__()
        self._fine = fine
        self._in_step = in_step
        self._starts: list[int] = []
        self._coming: dict[tuple[int, int], int] = {}
        for block in function.blocks:
            self._cut(block)

    def start_of(self, block: int) -> int:
        """Return the number of a block's first piece."""
        return self._starts[block]

    def before(self, block: int, position: int) -> int:
        """Return the number of the piece in which lanes come to a waiting instruction."""
        return self._coming[block, position]

    def _cut(self, block: ir.BasicBlock) -> None:
        self._starts.append(len(self))
        first = 0
        for position, inst in enumerate(block.instructions):
            if waits_for(inst):
                if position > first or not position:
                    self.append(Piece(block.index, first, position))
                self._coming[block.index, position] = len(self)
                self.append(Piece(block.index, position, position + 1, "comes"))
                self.append(Piece(block.index, position + 1, position + 1, "goes on"))
                first = position + 1
            elif inst in self._in_step:
                self.append(Piece(block.index, first, position, "keeps step"))
                first = position
            elif self._fine and inst.form.kind == "memory" and position > first:
                self.append(Piece(block.index, first, position))
                first = position
        self.append(Piece(block.index, first, len(block.instructions)))


def waits_for(inst: ir.Inst) -> Waits:
    """Return whom an instruction makes its lanes wait for.

    "lanes": the lanes of its member mask; "warp": all lanes that have not ended, as `mma.sync`
    does; "barrier": the threads of a barrier. "" if it does not wait.
    """
    if inst.form.kind == "barrier":
        return "barrier"
    if inst.opcode in ("bar", "barrier"):
        return "lanes" if "warp" in inst.fields else ""
    if "aligned" in inst.fields:
        return "warp"
    return "lanes" if "sync" in inst.fields else ""
