"""Calls of the code that reads and writes the tags of memory: which bytes are defined (`c/tags.c`).

What a load finds is a *mask*, an i64: the lanes whose value is bad in the low half, those whose
value is fresh in the high half (see `analysis.undefined`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from kernelscope.vgpu.jit import build, helpers
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.build import I32, I64, number
from kernelscope.vgpu.types import LLValue
from kernelscope.vgpu.undefined_layout import BYTES_AT, COUNT_AT, Decision, Memory

_MEMORIES = {
    "global": Memory.GLOBAL,
    "shared": Memory.SHARED,
    "local": Memory.GLOBAL,  # has code of its own
    "remote": Memory.REMOTE,
}


@dataclass(frozen=True, slots=True)
class Access:
    """Some lanes of an access, all in memory of one kind.

    Attributes:
        space: global, shared, local or remote (the shared memory of a cluster's blocks).
        bits: of an element, of which each lane has `count`.
        lanes: those that take part, as an i32.
        place: the address in each lane; with a stride that of lane 0.
        stride: bytes from a lane's address to the next one's, if that is known.
    """

    space: str
    bits: int
    count: int
    lanes: LLValue
    place: LLValue
    stride: int | None = None

    def call(
        self,
        b: ll.IRBuilder,
        what: Literal["load", "store"],
        of: tuple[LLValue, int],
        local: tuple[LLValue, int],
        masks: LLValue,
    ) -> LLValue:
        """Read or write the tags; return the masks of all elements of a load in one.

        Args:
            b: the builder.
            what: which of these.
            of: the context, and the number of the instruction.
            local: the tags of the warp's local memory, and the bytes of a lane there.
            masks: where the mask of each element is, or comes to.
        """
        bytes_ = self.bits // 8
        shape = _MEMORIES[self.space] | bytes_ << BYTES_AT | self.count << COUNT_AT
        head = [of[0], ll.Constant(I32, of[1]), self.lanes]
        if self.space == "local":
            more = [self._places(b), local[0], number(local[1]), masks]
            return helpers.call(b, f"tags_{what}_local", [*head, *more], shape)
        if self.stride is None:
            return helpers.call(b, f"tags_{what}", [*head, self.place, masks], shape)
        along = [self.place, number(self.stride), masks]
        return helpers.call(b, f"tags_{what}_along", [*head, *along], shape)

    def _places(self, b: ll.IRBuilder) -> LLValue:
        if self.stride is None:
            return self.place
        return b.add(build.splat(b, self.place), build.iota(I64, self.stride))


def load(
    b: ll.IRBuilder,
    access: Access,
    of: tuple[LLValue, int],
    local: tuple[LLValue, int],
    scratch: LLValue,
) -> list[LLValue]:
    """Return the mask of each element that lanes load; scratch: an i64 for each."""
    total = access.call(b, "load", of, local, scratch)
    if access.count == 1:
        return [total]
    clear = b.icmp_unsigned("==", total, number(0))
    each = (build.load_slot(b, scratch, k) for k in range(access.count))
    return [b.select(clear, number(0), mask) for mask in each]


def store(
    b: ll.IRBuilder,
    access: Access,
    of: tuple[LLValue, int],
    local: tuple[LLValue, int],
    masks: tuple[LLValue, Sequence[LLValue]],
) -> None:
    """Write the masks of what lanes store; masks: an i64 of memory for each element, and they."""
    place, values = masks
    for k, mask in enumerate(values):
        b.store(mask, build.slot(b, place, k))
    access.call(b, "store", of, local, place)


def decide(b: ll.IRBuilder, of: tuple[LLValue, int], what: Decision, lanes: LLValue) -> None:
    """Note that an undefined value decides something in some lanes."""
    context, inst = of
    numbers = ll.Constant(I32, inst), ll.Constant(I32, int(what))
    helpers.call(b, "tags_decide", [context, *numbers, lanes])
