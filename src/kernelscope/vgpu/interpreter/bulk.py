"""The interpreter's bulk copies: rows of bytes, and boxes of tensors.

A copy of a row is the copy of a box of one dimension; see `jit/bulk.py` for when they move.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kernelscope.errors import MemoryAccessError
from kernelscope.vgpu import ir
from kernelscope.vgpu.counting.bulk import Row
from kernelscope.vgpu.interpreter import mbarriers
from kernelscope.vgpu.interpreter.engine import Owner
from kernelscope.vgpu.interpreter.tracing import Touched
from kernelscope.vgpu.interpreter.warp import Block, Warp
from kernelscope.vgpu.layout import LANES, RANK_SHIFT
from kernelscope.vgpu.tensor_map import FAR_BARRIER, TENSOR_MAP_PROBLEMS, TRIMMED
from kernelscope.vgpu.types import TYPES, Lanes

_CHUNK, _ALL_BYTES = 16, 0xFFFF
"""Bytes of which a mask says which are stored, and the mask of all."""
_MOST_TRIMMED = 15
"""Bytes at an end of a load that it may leave out."""
Update = Callable[[dict[str, str], Any, Any], Any]
"""(fields `op` and `t`, old, other) → new: one element of a reduction."""


def named(warp: Warp, inst: ir.Inst) -> dict[str, Any]:
    """Return the source operands by name."""
    names = [spec.name for spec in inst.form.signature if not spec.is_destination]
    return dict(zip(names, warp.sources(inst), strict=True))


def active(warp: Warp) -> list[int]:
    """Return the lanes that execute the instruction."""
    return [int(lane) for lane in np.flatnonzero(warp.active)]


def check_aligned(address: int, unit: int = 16) -> None:
    """Refuse an address that is not a multiple of `unit`."""
    if address % unit:
        raise MemoryAccessError(f"{address:#x} is not aligned to {unit} bytes for a bulk copy")


def check_size(size: int) -> None:
    """Refuse a size that is not a multiple of 16 bytes."""
    if size % 16:
        raise MemoryAccessError(f"{size} bytes of a bulk copy are not a multiple of 16 bytes")


@dataclass(frozen=True, slots=True)
class Target:
    """The target of a copy to shared memory.

    Attributes:
        peers: the blocks of the cluster; rank: of that whose memory it is.
        place: of its first byte there.
        owner: the mbarrier that the copy completes on, by its address in the cluster.
        barrier: the 8 bytes of that mbarrier.
        counts: the blocks that it counts for: 1, all of a multicast at its first copy, or 0.
    """

    peers: Sequence[Block]
    rank: int
    place: int
    owner: Owner
    barrier: Lanes
    counts: int

    @property
    def block(self) -> Block:
        """The block.

        Raises:
            MemoryAccessError: the cluster has none of that rank.
        """
        if self.rank >= len(self.peers):
            where = f"shared-memory address {self.place:#x} is of block {self.rank}"
            raise MemoryAccessError(f"{where} of a cluster that has {len(self.peers)}")
        return self.peers[self.rank]

    def complete(self, size: int) -> None:
        """Complete bytes on the mbarrier."""
        word = mbarriers.changed(mbarriers.get(self.barrier), 0, 0, -size)
        mbarriers.put(self.barrier, word)
        for block in self.peers:
            block.idle = 0


def targets_of(warp: Warp, inst: ir.Inst, lane: int, given: dict[str, Any]) -> list[Target]:
    """Return where a lane's copy goes; several blocks if it is a multicast."""
    own = warp.block.rank << RANK_SHIFT
    to, barrier = int(given["a"][lane]), int(given["bar"][lane])
    if inst.fields["to"] == "shared::cta":
        to = own | warp.spaces.resolve("shared", to)[1]
    is_pair = inst.fields.get("group") == "cta_group::2"
    if "blocks" not in given:
        is_apart = (to ^ barrier) >> RANK_SHIFT > (1 if is_pair else 0)
        if "map" in given and is_apart:
            raise MemoryAccessError(TENSOR_MAP_PROBLEMS[FAR_BARRIER])
        return [_target(warp, lane, to, barrier, 1)]
    mask, blocks = int(given["blocks"][lane]), len(warp.block.peers)
    check_mask(mask, blocks)
    ranks = [rank for rank in range(blocks) if mask >> rank & 1]
    counts = [len(ranks), *[0] * len(ranks)]
    barriers = ranks
    if is_pair:
        barriers = [rank & ~1 | barrier >> RANK_SHIFT & 1 for rank in ranks]
    return [
        _target(warp, lane, _in_block(to, rank), _in_block(barrier, there), count)
        for rank, there, count in zip(ranks, barriers, counts, strict=False)
    ]


def check_mask(mask: int, blocks: int) -> None:
    """Refuse a mask of blocks that the cluster does not have."""
    if mask >> blocks:
        raise MemoryAccessError(
            f"block mask {mask:#x} of a bulk copy names blocks that the cluster of {blocks} does "
            "not have"
        )


def _in_block(address: int, rank: int) -> int:
    return rank << RANK_SHIFT | address & (1 << RANK_SHIFT) - 1


def _target(warp: Warp, lane: int, to: int, barrier: int, counts: int) -> Target:
    memory = warp.spaces.writable(*warp.spaces.resolve("cluster", barrier), 8, lane)
    rank, place = to >> RANK_SHIFT, to & (1 << RANK_SHIFT) - 1
    return Target(warp.block.peers, rank, place, ("barrier", barrier), memory, counts)


def thread_of(warp: Warp, lane: int) -> Owner:
    """Return a lane's thread, as the owner of its copies out of shared memory."""
    return "thread", warp.number * LANES + lane


def updated(update: Update | None, fields: dict[str, str], old: Lanes, other: Lanes) -> Lanes:
    """Return bytes of a target after a copy, or after a reduction of their elements."""
    if update is None:
        return other
    dtype = TYPES[fields["t"]].dtype
    pairs = zip(old.view(dtype), other.view(dtype), strict=True)
    # A float comes back as a number or as its bits.
    elements = (np.ascontiguousarray(update(fields, a, b)).tobytes() for a, b in pairs)
    return np.frombuffer(b"".join(elements), np.uint8)


def _row(warp: Warp, inst: ir.Inst, lane: int, given: dict[str, Any]) -> tuple[int, int, int]:
    """Return (target, source, bytes) of a plain copy, checked."""
    to, source, size = (int(given[name][lane]) for name in ("a", "b", "size"))
    check_size(size)
    check_aligned(to)
    check_aligned(source)
    return to, source, size


def bytes_at(block: Block, space: str, address: int, size: int) -> Lanes:
    """Return bytes of global memory, or of a block's shared memory, whatever their alignment."""
    if not size:
        return np.zeros(0, np.uint8)
    if space == "global":
        return block.run_of.memory.at(address, size)
    if address + size > len(block.shared):
        raise MemoryAccessError(f"{size} bytes at {address:#x} are outside shared memory")
    return block.shared[address : address + size]


def own_place(warp: Warp, address: int) -> int:
    """Return the place of an address in the block's own shared memory."""
    return warp.spaces.resolve("shared", address)[1]


def into_shared(update: Update | None, space: str, warp: Warp, inst: ir.Inst) -> None:
    """Run a copy or reduction to shared memory from a space."""
    given = named(warp, inst)
    access = inst.form.access
    touched = warp.launch.tally.bulk_instruction(access, len(active(warp)))
    for lane in active(warp):
        with warp.going_on(inst, lane):
            for target in targets_of(warp, inst, lane, given):
                _load_row(update, (warp, inst, lane), given, (space, target), touched)


def _load_row(
    update: Update | None,
    issuer: tuple[Warp, ir.Inst, int],
    given: dict[str, Any],
    ends: tuple[str, Target],
    touched: Touched,
) -> None:
    """Issue the copy of a row; ends: the space that it comes from, and where it goes."""
    (warp, inst, lane), (space, target) = issuer, ends
    size = int(given["size"][lane])
    left, right = (int(given[name][lane]) if name in given else 0 for name in ("left", "right"))
    if max(left, right) > _MOST_TRIMMED or left + right > size:
        raise MemoryAccessError(TENSOR_MAP_PROBLEMS[TRIMMED])
    with warp.going_on(inst, lane) as errors:
        source = _row(warp, inst, lane, given)[1]
        end = bytes_at(target.block, "shared", target.place, size)
    if errors:
        leave_out(warp, target, size)
        return
    start = (source if space == "global" else own_place(warp, source)) + left
    moved = size - left - right
    end = end[left : left + moved]
    data, address = np.zeros(moved, np.uint8), None
    with warp.going_on(inst, lane):
        data = bytes_at(warp.block, space, start, moved)
        address = start if space == "global" else None

    def move() -> None:
        end[:] = updated(update, inst.fields, end.copy(), data)
        row = Row(target.place + left, moved, address, 0, moved if address else 0)
        if target.counts and moved:
            warp.launch.tally.bulk_row(inst.form.access, row, touched, target.counts)
        target.complete(size)

    warp.block.engine.issue(target.owner, move)


def leave_out(warp: Warp, target: Target, size: int) -> None:
    """Issue a copy that moves nothing, and completes its bytes."""
    warp.block.engine.issue(target.owner, lambda: target.complete(size))


def out_of_shared(update: Update | None, warp: Warp, inst: ir.Inst) -> None:
    """Run a copy or reduction from shared to global memory."""
    given = named(warp, inst)
    access = inst.form.access
    touched = warp.launch.tally.bulk_instruction(access, len(active(warp)))
    for lane in active(warp):
        with warp.going_on(inst, lane):
            to, source, size = _row(warp, inst, lane, given)
            mask = int(given["bytes"][lane]) if "bytes" in given else _ALL_BYTES
            size = size if mask else 0
            ends = [
                bytes_at(warp.block, "global", to, size),
                bytes_at(warp.block, "shared", own_place(warp, source), size),
            ]

            def read(ends: list[Lanes] = ends) -> None:
                ends[1] = ends[1].copy()

            places = [n for n in range(size) if mask >> n % _CHUNK & 1]

            def move(
                ends: list[Lanes] = ends,
                to: int = to,
                source: int = source,
                places: list[int] = places,
            ) -> None:
                target, data = ends
                target[places] = updated(update, inst.fields, target.copy(), data)[places]
                row = Row(own_place(warp, source), len(data), to, 0, len(data))
                warp.launch.tally.bulk_row(access, row, touched)

            warp.block.engine.issue(thread_of(warp, lane), move, read=read)


def prefetch(warp: Warp, inst: ir.Inst) -> None:
    """Check a prefetch, which has no result."""
    given = named(warp, inst)
    for lane in active(warp):
        with warp.going_on(inst, lane):
            check_size(int(given["size"][lane]))
            check_aligned(int(given["a"][lane]))


def commit(warp: Warp, inst: ir.Inst) -> None:
    """Run `commit_group`."""
    for lane in active(warp):
        warp.block.engine.commit(thread_of(warp, lane))


def wait(warp: Warp, inst: ir.Inst) -> None:
    """Run `wait_group`: complete all groups of each thread but the last n; with `.read` under a
    fine schedule, let them read and no more.
    """
    engine, left = warp.block.engine, int(named(warp, inst)["n"])
    only_read = inst.fields["read"] and warp.launch.schedule.is_fine
    for lane in active(warp):
        (engine.read if only_read else engine.leave)(thread_of(warp, lane), left)
