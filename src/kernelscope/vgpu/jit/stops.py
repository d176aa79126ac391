"""The instructions at which warps and lanes stop, in the words of the program."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Literal

from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis import control_flow
from kernelscope.vgpu.analysis.resume_points import Pieces, waits_for
from kernelscope.vgpu.analysis.waiting import Loops
from kernelscope.vgpu.counting.plan import source_of

StopKind = Literal["barrier", "lanes", "warp", "mbarrier", "columns", "peer", "loop", ""]


@dataclass(frozen=True, slots=True)
class Stop:
    """An instruction at which threads may be when no thread can go on.

    Attributes:
        mnemonic: the instruction with what it does, as in "bar.sync".
        source: "file:line", or "".
        ptx_line: its line in the PTX.
        kind: whom it waits for: "barrier" (of the block or the cluster), "lanes", "warp",
            "mbarrier", "columns" (of tensor memory), "peer" (the other block of a pair, too),
            "loop" (what another thread writes), or "" if it waits for nothing.
        aligned: whether all lanes of a warp must be at this instruction together.
        passable: whether a lane that has ended must have gone round it, if others are at it.
    """

    mnemonic: str
    source: str
    ptx_line: int
    kind: StopKind
    aligned: bool
    passable: bool = False

    def __str__(self) -> str:
        ptx = f"ptx:{self.ptx_line}"
        return f"{self.source} ({ptx})" if self.source else ptx


def stop_of(function: ir.Function, inst: ir.Inst, *, in_loop: bool = False) -> Stop:
    """Return where an instruction is.

    in_loop: whether it asks again and again in a loop.
    """
    aligned = inst.opcode == "bar" and "warp" not in inst.fields
    return Stop(
        mnemonic=_mnemonic(inst),
        source=source_of(function, inst.location),
        ptx_line=inst.position.line,
        kind=_kind(inst, in_loop=in_loop),
        aligned=aligned or bool(inst.fields.get("aligned")),
        passable=waits_for(inst) in ("barrier", "lanes") and _is_passable(function, inst),
    )


# Worked cases, of half a warp that comes to a barrier while the other half has ended:
#
#     if (i >= n) return;  __syncwarp();  o[i] = 1;      it left before: PTX allows that
#     if (i < n) __syncwarp();  o[i] = 1;                it went round, whichever half ran first
#
# In the second all threads come to the store, which is after the barrier.
def _is_passable(function: ir.Function, inst: ir.Inst) -> bool:
    """Return whether all threads come to some instruction that lies behind this one, but not all to
    this one.
    """
    here = next(n for n, block in enumerate(function.blocks) if inst in block.instructions)
    return here in _passable_blocks(function)


@functools.lru_cache(maxsize=1)
def _passable_blocks(function: ir.Function) -> frozenset[int]:
    """Return the blocks that not all threads come to, and behind which all meet again."""
    successors = [block.terminator.targets for block in function.blocks]
    after = control_flow.immediate_post_dominators(successors)
    certain, block = list[int](), 0
    while block < len(successors):
        certain.append(block)
        block = after[block]
    met = [n for n in certain if function.blocks[n].instructions]
    before = control_flow.reverse(successors)
    meet = {n for target in met for n in control_flow.reachable(before, target)}
    return frozenset(meet.difference(certain))


_SAID = ("mode", "op", "what")


def _mnemonic(inst: ir.Inst) -> str:
    """Return the first words of an instruction: "bar.sync", "shfl.sync.down"."""
    words = [inst.opcode, *(w.strip() for w in inst.form.spec.split(" . ")[1:])]
    kept: list[str] = []
    for word in words:
        name, is_choice, _ = word.partition(":")
        if is_choice:
            if name in _SAID and inst.fields.get(name):
                kept.append(inst.fields[name])
        elif word in _PLAIN:
            kept.append(word)
    return ".".join(kept)


_PLAIN = frozenset((
    "bar", "barrier", "mbarrier", "shfl", "vote", "match", "redux", "elect", "sync", "arrive",
    "red", "warp", "cluster", "wait", "test_wait", "try_wait", "parity", "activemask", "nanosleep",
    "atom", "ld", "ldu", "cp", "async", "expect_tx", "mma", "wgmma", "movmatrix", "ldmatrix",
    "stmatrix",
))  # fmt: skip


def _kind(inst: ir.Inst, *, in_loop: bool) -> StopKind:
    if inst.opcode == "tcgen05" and inst.form.kind == "poll":
        return "peer" if "cta_group::2" in inst.fields.values() else "columns"
    waits = waits_for(inst)
    if waits:
        return waits
    if inst.opcode == "mbarrier" and inst.form.kind == "poll":
        return "mbarrier"
    return "loop" if in_loop else ""


def stops_of_pieces(function: ir.Function, pieces: Pieces, loops: Loops) -> tuple[Stop | None, ...]:
    """Return for each piece where its lanes are; None for an empty one at the kernel's end.

    Lanes that may be in a loop which asks memory over and over are at the instruction that asks.
    """
    stops: list[Stop | None] = []
    for piece in pieces:
        block = function.blocks[piece.block]
        remaining = [*block.instructions[piece.first : piece.end], *block.instructions[piece.end :]]
        asking = loops.asking_in(piece.block)
        if piece.role != "comes" and asking is not None:
            stops.append(stop_of(function, asking, in_loop=True))
        elif remaining:
            stops.append(stop_of(function, remaining[0]))
        else:
            stops.append(None)
    return tuple(stops)


def meetings(function: ir.Function) -> dict[ir.Inst, int]:
    """Return a number for each instruction that waits for the lanes of its member mask."""
    waiting = [inst for inst in function.instructions() if waits_for(inst) == "lanes"]
    return {inst: number for number, inst in enumerate(waiting)}
