"""The messages and advice of the race tool's findings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kernelscope.record.check import SAME_VALUE
from kernelscope.sanitizer.findings import Finding
from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis.dataflow import reach
from kernelscope.vgpu.layout import LANE_BITS, THREAD_BITS, Mark

LAST_THREAD = (1 << THREAD_BITS) - 1


@dataclass(frozen=True, slots=True)
class Side:
    """One of two accesses.

    `who`: `block << 10 | thread`; of an engine's access the thread that issued it. `mark`:
    `layout.Mark`.
    """

    who: int
    mark: int
    opcode: str

    @property
    def engine(self) -> str:
        """The engine that makes the access, as a reader knows it; "" for a thread."""
        if not self.mark & Mark.ENGINE:
            return "a copy (cp.async)" if self.mark & Mark.ASYNC else ""
        return _ENGINES.get(self.opcode, "a bulk copy")

    @property
    def does(self) -> str:
        """Say what it does, with an engine or a thread as subject."""
        if self.mark & Mark.ATOMIC:
            return "atomically updates"
        return "writes" if self.mark & Mark.WRITE else "reads"


@dataclass(frozen=True, slots=True)
class Meeting:
    """How two accesses that race meet.

    Attributes:
        near: how far apart their threads are (`nearness`).
        on_one_line: whether one line of the source has made both.
        in_pipeline: whether mbarriers order the kernel's threads.
        has_flag: whether a flag is between them that would order them with fences.
    """

    near: str
    on_one_line: bool
    in_pipeline: bool
    has_flag: bool = False


_ENGINES = {
    "tcgen05.mma": "a matrix product (tcgen05.mma)",
    "tcgen05.cp": "a copy to tensor memory (tcgen05.cp)",
    "wgmma": "a matrix product (wgmma)",
    "st": "an asynchronous store (st.async)",
    "red": "an asynchronous reduction (red.async)",
    "clusterlaunchcontrol": "the answer to a request for a block (clusterlaunchcontrol)",
}


def nearness(who: int, other: int, cluster_of: Callable[[int], int]) -> str:
    """Return how far apart two threads are: "thread", "warp", "block", "cluster" or "grid".

    cluster_of: returns the number of the cluster that a block is in.
    """
    if who == other:
        return "thread"
    if who >> LANE_BITS == other >> LANE_BITS:
        return "warp"
    blocks = who >> THREAD_BITS, other >> THREAD_BITS
    if blocks[0] == blocks[1]:
        return "block"
    return "cluster" if cluster_of(blocks[0]) == cluster_of(blocks[1]) else "grid"


def kind_of(mark: int, other: int) -> str:
    """Return the kind of a race: of an access, and of an earlier one."""
    if mark & other & Mark.VOLATILE:
        return "volatile"
    if mark & other & Mark.STRONG_BLOCK:
        return "scope"
    first = "write" if other & Mark.WRITE else "read"
    return f"{first}-{'write' if mark & Mark.WRITE else 'read'}"


def words_of(
    kind: str, now: Side, earlier: Side, element: str, meeting: Meeting
) -> tuple[str, str]:
    """Return the message and the advice for a race of a kind."""
    near = meeting.near
    if kind == SAME_VALUE:
        return _same_value_words(element, near)
    if kind == "scope":
        return _scope_words(now, earlier, element, meeting)
    if kind == "proxy":
        return _proxy_words(now, element)
    if meeting.has_flag and not now.engine and not earlier.engine:
        return _flag_words(now, earlier, element, near)
    advice = advice_of(now, earlier, near, in_pipeline=meeting.in_pipeline)
    if meeting.on_one_line and near in ("warp", "block"):
        advice += ON_ONE_LINE
    return message_of(now, earlier, element, near), advice


# Worked case: `desc.store([m, n], tile)` behind a loop that Triton divides among groups of warps
# (`tl.range(…, warp_specialize=True)`). Two groups calculate the tile, and each issues the copy.
# The author has written one store, and it is one thread that issues a copy.
def is_one_copy(now: Side, earlier: Side, meeting: Meeting) -> bool:
    """Return whether two threads of a block issue the copy that one line of the source asks for."""
    both = now.engine and earlier.engine and now.mark & earlier.mark & Mark.WRITE
    return bool(both) and meeting.on_one_line and meeting.near in ("warp", "block")


# Worked case: `count = tl.load(n)`, then `tl.atomic_xchg(n, 1)`. Every warp loads, thread 0
# exchanges, and no barrier is between: a warp that comes late loads 1. The author has loaded first.
def is_read_too_late(finding: Finding, function: ir.Function) -> bool:
    """Return whether a block's read comes after a write that the kernel's code has behind it."""
    write = finding.other
    if write is None or finding.kind != "write-read" or finding.block != finding.other_block:
        return False
    reads, writes = (
        [
            (block.index, number)
            for block in function.blocks
            for number, inst in enumerate(block.instructions)
            if inst.position.line == place.ptx_line
        ]
        for place in (finding.place, write)
    )
    successors = [block.terminator.targets for block in function.blocks]
    for begin, number in writes:
        behind = reach(successors[begin], successors.__getitem__)
        if any(at in behind or (at == begin and line > number) for at, line in reads):
            return False
    return bool(reads and writes)


# Triton's prologue of a kernel with tensor memory, for which no line of the source asks:
#
#     tcgen05.alloc [global_smem], 128; bar.sync 0; ld.shared.b32 %r434, [global_smem]; bar.sync 0
#
# Later a bulk copy writes there, with no proxy fence after that load; or another block of the
# cluster does, after a barrier of the cluster that is `.relaxed`.
def is_read_of_allocation(finding: Finding, function: ir.Function) -> bool:
    """Return whether a copy overwrites the place where a compiler's prologue has read the address
    of tensor memory.
    """
    if finding.kind not in ("proxy", "read-write") or finding.other is None:
        return False
    is_next = False
    for inst in function.instructions():
        if inst.position.line == finding.other.ptx_line:
            return is_next and inst.opcode == "ld"
        if inst.opcode not in ("bar", "barrier"):
            is_next = inst.opcode == "tcgen05" and "alloc" in inst.fields
    return False


def message_of(now: Side, earlier: Side, element: str, near: str) -> str:
    """Say what raced with what; near: how far apart the threads are."""
    subject = now.engine or "a thread"
    if earlier.engine:
        other = f"{earlier.engine}{_OF[near]} may still"
        did = {"reads": "read", "writes": "write"}.get(earlier.does, "update")
    else:
        other, did = _THREADS[near], earlier.does
        if now.engine and near == "thread":
            other = "the thread that issued it"
    why = "with nothing in between to order them"
    if now.mark & earlier.mark & Mark.VOLATILE:
        why = "and `volatile` does not order them: lanes of a warp need not run in lockstep"
    return f"{subject} {now.does} {element} while {other} {did} it, {why}"


def _same_value_words(element: str, near: str) -> tuple[str, str]:
    message = (
        f"a thread and {_THREADS[near]} write the same value to {element}, with nothing in between "
        "to order them"
    )
    advice = (
        "nothing, if the values are equal for every input: then the order of the writes does "
        "not matter; otherwise let one thread write"
    )
    return message, advice


def _flag_words(now: Side, earlier: Side, element: str, near: str) -> tuple[str, str]:
    message = (
        f"a fence is missing between {element} and the flag: a thread {now.does} it after "
        f"{_THREADS[near]} {earlier.does} it and sets the flag, and may see the flag first"
    )
    return message, "{flag_order}"


def _scope_words(now: Side, earlier: Side, element: str, meeting: Meeting) -> tuple[str, str]:
    enough = "cluster" if meeting.near == "cluster" else "gpu"
    narrow = {_scope_of(side) for side in (now, earlier) if not side.mark & _REACHES[enough]}
    names = " and ".join(f"`.{scope}`" for scope in sorted(narrow))
    message = (
        f"a thread {now.does} {element} while {_THREADS[meeting.near]} {earlier.does} it, and "
        f"their scope is too narrow: {names} does not include the other thread"
    )
    advice = f"give each access with {names} the scope `.{enough}`"
    return message, advice + (" ({gpu_scope})" if enough == "gpu" else "")


def _scope_of(side: Side) -> str:
    return "cluster" if side.mark & Mark.STRONG_CLUSTER else "cta"


_REACHES = {"cluster": Mark.STRONG_CLUSTER, "gpu": Mark.STRONG_GPU}
"""The mark of an access that is strong for all threads of a cluster, and of the GPU."""


def _proxy_words(now: Side, element: str) -> tuple[str, str]:
    if now.mark & Mark.WRITE:
        return (
            f"{now.engine} writes {element}, which a thread has read without a proxy fence after "
            "it: the write may come before the read"
        ), OVERTAKING_ADVICE
    return (
        f"{now.engine} reads {element}, which was written without a proxy fence after it: it may "
        "not see the write"
    ), PROXY_ADVICE


# Worked case: in a pipelined matmul the products of a stage do not wait for its copy. They may come
# before it. "The copy writes what they may still read" is true, and sends the reader to the wrong
# wait.
def early_words_of(copy: Side, reader: Side, element: str, near: str) -> tuple[str, str]:
    """Return the message and the advice for a read of what nothing has written before a copy."""
    who = f"{reader.engine}{_OF[near]}" if reader.engine else _THREADS[near]
    message = (
        f"{who} reads {element}, which nothing has written yet: {copy.engine} writes it later, "
        "and the reader does not wait for it"
    )
    if not copy.mark & Mark.ENGINE:
        return message, (
            "before the read, let the thread that copies wait for the copy ({copy_wait}), then put "
            "{block_barrier} between them"
        )
    return message, (
        "before the read, wait for the phase of the copy's mbarrier: {mbarrier_wait}, in all "
        "threads that read, or in one of them and then {block_barrier}"
    )


def advice_of(now: Side, earlier: Side, near: str, *, in_pipeline: bool = False) -> str:
    """Return advice on a race.

    near: how far apart the threads are; in_pipeline: whether mbarriers order the kernel's threads.
    """
    if earlier.engine:
        behind = "" if near in ("thread", "warp") else ", then put {block_barrier} between them"
        if near == "warp" and not earlier.mark & Mark.ENGINE:
            behind = ", then put {warp_barrier} between them"
        return _wait_of(earlier) + behind
    if now.engine and near not in ("cluster", "grid"):
        return (
            f"order them before {now.engine.partition(' (')[0]} is issued: a barrier "
            "({block_barrier}), or an mbarrier at which the others arrive and for which the "
            "thread that issues it waits"
        )
    if in_pipeline and near == "block":
        return _PIPELINE
    return _ADVICE[near]


def _wait_of(side: Side) -> str:
    """Return the wait for an engine's access."""
    if side.opcode == "wgmma":
        return "let its warp wait for the product first: {product_wait}"
    if side.opcode in ("tcgen05.mma", "tcgen05.cp"):
        return _COMMIT
    if not side.mark & Mark.ENGINE:
        return "let the thread that copies wait for it first: {copy_wait}"
    if not side.mark & (Mark.WRITE | Mark.SHARED):
        return "wait for the phase of its mbarrier first: {mbarrier_wait}"
    if not side.mark & Mark.WRITE:
        return "wait until the copy has read: {store_read_wait}, in the thread that issued it"
    if side.mark & Mark.SHARED:
        return "wait for the phase of its mbarrier first: {mbarrier_wait}"
    return "wait for the copy first: {store_wait}, in the thread that issued it"


_COMMIT = (
    "let {tensor_commit} follow it, and wait for the phase of that mbarrier first: {mbarrier_wait}"
)
_IN_TENSOR = {
    "mma": _ENGINES["tcgen05.mma"],
    "cp": _ENGINES["tcgen05.cp"],
    "shift": "a shift of tensor memory (tcgen05.shift)",
    "ld": "a load from tensor memory (tcgen05.ld)",
    "st": "a store to tensor memory (tcgen05.st)",
    "dealloc": "a thread",
}


def tensor_words_of(kind: str, now: str, earlier: str, near: str) -> tuple[str, str]:
    """Return the message and the advice for two uses of tensor memory of which the first may not be
    complete, or for a product that adds to what nothing has written (`unwritten`).

    now, earlier: the instructions, as "mma".
    """
    if kind == "unwritten":
        return f"{_IN_TENSOR['mma']} adds to tensor memory that nothing has written", (
            "let the first product overwrite its sums (`enable-input-d` false), or store zeros"
        )
    did, does = kind.split("-")
    if earlier == "dealloc":
        return f"{_IN_TENSOR[now]} {does}s tensor memory that a thread{_OF[near]} has freed", (
            "put {block_barrier} after the last use, before `tcgen05.dealloc`"
        )
    verb = "gives back" if now == "dealloc" else f"{does}s"
    other = f"{_IN_TENSOR[earlier]}{_OF[near]}"
    message = f"{_IN_TENSOR[now]} {verb} tensor memory that {other} may still {did}"
    if earlier in ("mma", "cp", "shift"):
        return message, _COMMIT
    advice = f"put `tcgen05.wait::{earlier}` after the {'load' if earlier == 'ld' else 'store'}"
    if near not in ("thread", "warp"):
        advice += ", then {block_barrier}, or an mbarrier for which the other one waits"
    return message, advice


REGISTERS = (
    "a thread uses registers of a matrix product (wgmma) that may not be complete",
    "let its warp wait for the product first: {product_wait}",
)


UNFENCED = (
    "a matrix product (wgmma) uses registers with no `wgmma.fence` after their last use",
    "put {product_fence} before the product, after the last other use of its registers",
)


def unfinished_words_of(copy: Side) -> tuple[str, str]:
    """Return the message and the advice for a copy that is on the way when its block ends."""
    did = "writes" if copy.mark & Mark.WRITE else "reads"
    message = (
        f"the block ends while {copy.engine} may still {did[:-1]} its shared memory, which the "
        "next block may have by then"
    )
    return message, _wait_of(copy)


def ended_words_of(side: Side) -> tuple[str, str]:
    """Return the message and the advice for an access to a block that may have ended."""
    does = "arrives at an mbarrier in" if side.opcode == "mbarrier" else side.does
    message = (
        f"a thread {does} shared memory of another block of its cluster, which may have ended by "
        "then"
    )
    return message, (
        "put the cluster's barrier ({cluster_barrier}) after the last such access, or let the "
        "other block wait for it"
    )


def mbarrier_words_of(near: str, *, sets: bool) -> tuple[str, str]:
    """Return the message and the advice for an mbarrier that is used too early or too late.

    sets: whether the later side makes it or ends it; else the earlier one did.
    """
    other = _THREADS[near]
    if sets:
        message = f"a thread initialises or ends an mbarrier while {other} may still use it"
        return message, "put {block_barrier} between its last use and that"
    message = f"a thread uses an mbarrier while {other} initialises it"
    return message, (
        "put {block_barrier} between them; for engines and other blocks of the cluster also "
        "{init_fence}"
    )


_OF = {
    "thread": "",
    "warp": "",
    "block": " of another warp of its block",
    "cluster": " of another block of its cluster",
    "grid": " of another block",
}
_THREADS = {
    "thread": "the same thread",
    "warp": "another lane of its warp",
    "block": "another warp of its block",
    "cluster": "a thread of another block of its cluster",
    "grid": "a thread of another block",
}
PROXY_ADVICE = "put {proxy_fence} after the write, in the thread that wrote, before the barrier"
OVERTAKING_ADVICE = (
    "put {proxy_fence} after the read, in the thread that read, before it arrives at the barrier "
    "or the mbarrier; or right before the copy, in the thread that issues it"
)
ON_ONE_LINE = (
    "; both are on one line: in a loop, put it at the end of the body; otherwise split the line "
    "in two"
)
_PIPELINE = (
    "a stage needs two mbarriers: the reader waits for one at which the writer arrives after "
    "its write, and the writer, before it writes the stage again, for one at which the readers "
    "arrive; or put {block_barrier} between them"
)
_ADVICE = {
    "thread": "wait for the first access before the second begins",
    "warp": "put {warp_barrier} between them, or let one lane do both",
    "block": "put {block_barrier} between them",
    "cluster": "put the cluster's barrier ({cluster_barrier}) between them",
    "grid": "blocks run in any order: use an atomic operation ({atomic_add}), give each block its "
    "own place, or launch a second kernel for what needs the result of the first",
}
