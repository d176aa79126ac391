"""The memory accesses of each instruction, lane by lane, for tools that watch them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kernelscope.vgpu import ir, tensor_map
from kernelscope.vgpu.analysis.address_sources import ANYWHERE, AddressSources, Source, Sources
from kernelscope.vgpu.analysis.in_flight import registers_in_flight
from kernelscope.vgpu.analysis.waiting import polled, spins
from kernelscope.vgpu.byte_matrices import ROWS
from kernelscope.vgpu.layout import LANES, Mark, Ordering
from kernelscope.vgpu.types import TYPES

_SCOPES = {
    "cta": Mark.STRONG_BLOCK,
    "cluster": Mark.STRONG_BLOCK | Mark.STRONG_CLUSTER,
    "gpu": Mark.STRONG_BLOCK | Mark.STRONG_CLUSTER | Mark.STRONG_GPU,
    "sys": Mark.STRONG_BLOCK | Mark.STRONG_CLUSTER | Mark.STRONG_GPU,
}
_STRONG = frozenset(("volatile", "relaxed", "acquire", "release"))
_BOTH = Ordering.ACQUIRE | Ordering.RELEASE
_ALL = _BOTH | Ordering.SC
_ORDERINGS = {
    "": Ordering(0),
    "weak": Ordering(0),
    "relaxed": Ordering(0),
    "acquire": Ordering.ACQUIRE,
    "release": Ordering.RELEASE,
    "acq_rel": _BOTH,
    "sc": _ALL,
}
_PRIVATE = frozenset(("param", "const", "local"))
"""Spaces that no two threads write and read."""
_WHOLE_WARP = (1 << LANES) - 1
_HARMLESS = frozenset(("prefetch", "prefetchu", "applypriority", "discard", "mbarrier"))
COARSEST = 16
"""Bytes of the largest cell: those of the widest access of one lane."""


@dataclass(frozen=True, slots=True)
class Access:
    """One access of each active lane.

    Attributes:
        address: where it is.
        space: "global", "shared", "generic", or "cluster" for the shared memory of any block of it.
        width: bytes of a lane.
        marks: whether it writes, is atomic, and for whom it is strong.
        ordering: what it orders, beyond being strong.
        element: bytes of an element, which people count in.
        lanes: how many of the warp's first lanes take part.
        is_copied: whether it is what a `cp.async` reads, which may be nothing in some lanes.
    """

    address: ir.Address
    space: str
    width: int
    marks: Mark
    ordering: Ordering
    element: int
    lanes: int = LANES
    is_copied: bool = False


def fence_of(inst: ir.Inst) -> tuple[Mark, Ordering] | None:
    """Return for whom a fence orders memory, and what; None for other instructions.

    A fence of a proxy orders accesses of one thread by different ways, and no threads.
    """
    if "which" in inst.fields:
        return None
    if inst.opcode == "membar":
        # `membar` is `fence.sc` (PTX ISA, 9.7.15.4).
        return _SCOPES[{"gl": "gpu"}.get(inst.fields["level"], inst.fields["level"])], _ALL
    if inst.opcode != "fence" or not inst.fields.get("scope"):
        return None
    return _SCOPES[inst.fields["scope"]], _ORDERINGS[inst.fields["order"] or "acq_rel"]


def is_proxy_fence(inst: ir.Inst) -> bool:
    """Return whether an instruction orders generic accesses with those of the proxy `async`."""
    is_fence = inst.opcode in ("fence", "membar")
    return is_fence and inst.fields.get("which") in ("async", "async::generic")


def is_region(inst: ir.Inst) -> bool:
    """Return whether an instruction writes as many bytes as an operand says, each lane its own."""
    return inst.opcode == "st" and "bulk" in inst.fields


def accesses_of(inst: ir.Inst) -> tuple[Access, ...]:
    """Return the accesses of an instruction to memory that threads share, lane by lane."""
    return tuple(access for access in lane_accesses(inst) if access.space not in _PRIVATE)


def lane_accesses(inst: ir.Inst) -> tuple[Access, ...]:
    """Return the accesses of an instruction to memory of any space, lane by lane; but for loads of
    parameters by name.
    """
    if inst.opcode in ("ldmatrix", "stmatrix"):
        return (_matrix_access(inst),)
    if inst.opcode == "cp" and "bulk" not in inst.fields and "size" in _names(inst):
        return _copy_accesses(inst)
    if inst.opcode == "tcgen05" and "alloc" in inst.fields:
        return (_address_of_columns(inst),)
    if inst.opcode not in ("ld", "ldu", "st", "atom", "red"):
        return ()
    if inst.form.access in _CARRIED or inst.parameter is not None:
        return ()
    space, address = _space(inst), inst.address
    assert address is not None
    if is_region(inst):
        return (Access(address, space, REGION_GRAIN, Mark.WRITE, Ordering(0), REGION_GRAIN),)
    element = TYPES[inst.fields["t"]].bits // 8
    marks, order = Mark(0), inst.fields.get("order", "")
    if inst.opcode in ("atom", "red"):
        marks |= Mark.WRITE | Mark.ATOMIC | _SCOPES[inst.fields.get("scope") or "gpu"]
        order = order or "relaxed"
    elif order in _STRONG:
        # A volatile access is a relaxed one of the whole system (PTX ISA, 8.5 and 9.7.10).
        marks |= _SCOPES[inst.fields.get("scope") or "sys"]
        order = "relaxed" if order == "volatile" else order
    else:
        order = ""
    if inst.opcode == "st":
        marks |= Mark.WRITE
    return (Access(address, space, inst.lane_bytes, marks, _ORDERINGS[order], element),)


def _matrix_access(inst: ir.Inst) -> Access:
    """Return the rows of matrices: of as many lanes as there are rows, 16 bytes each."""
    address = inst.address
    assert address is not None
    marks = Mark.WRITE if inst.opcode == "stmatrix" else Mark(0)
    rows = ROWS.get(inst.fields.get("shape", ""), 8) * int(inst.fields["v"][1:])
    return Access(address, _space(inst), 16, marks, Ordering(0), 2, rows)


def _address_of_columns(inst: ir.Inst) -> Access:
    """Return the word in which an allocation of tensor memory leaves its address: a weak store."""
    address = inst.address
    assert address is not None
    return Access(address, _space(inst), 4, Mark.WRITE, Ordering(0), 4, lanes=1)


def _copy_accesses(inst: ir.Inst) -> tuple[Access, ...]:
    """Return what a `cp.async` reads, and what it writes in shared memory."""
    named = _names(inst)
    target, source, size = named["a"], named["b"], named["size"]
    assert isinstance(target, ir.Address)
    assert isinstance(source, ir.Address)
    assert isinstance(size, ir.Immediate)
    width, none = int(size.value), Ordering(0)
    return (
        Access(source, "global", width, Mark.ASYNC, none, width, is_copied=True),
        Access(target, "shared", width, Mark.WRITE | Mark.ASYNC, none, width),
    )


def accesses_own_block(inst: ir.Inst, operand: ir.Address) -> bool:
    """Return whether an address of an instruction is in the block's own shared memory."""
    spaces = ("shared", "shared::cta")
    if inst.opcode == "cp":
        return inst.fields.get("to") in spaces and operand is inst.operands[0]
    return inst.fields.get("space") in spaces


def _names(inst: ir.Inst) -> dict[str, ir.Operand]:
    return {spec.name: o for spec, o in zip(inst.form.signature, inst.operands, strict=True)}


def _space(inst: ir.Inst) -> str:
    space, _, of = inst.fields.get("space", "").partition("::")
    return "cluster" if of == "cluster" else space or "generic"


@dataclass(frozen=True, slots=True)
class WatchPlan:
    """The facts about a kernel that are needed to watch its accesses.

    Attributes:
        grains: bytes of a cell of global and of shared memory: those of the narrowest access.
        written: the sources of the addresses it writes to in global memory; None: any.
        read: those of the addresses that it reads, atomics among them; None: any.
        copied: those of what `cp.async` reads; None: any.
        engines: whether it uses engines that access shared memory by the proxy `async`.
        register_lists: how many lists of registers its products have; see `in_flight`.
        orders: whether threads may be ordered by more than barriers of a whole block or warp.
        publishes: whether one may make something known to another one through memory: by a release,
            or a fence and a strong access.
        in_cluster: whether blocks of a cluster may access each other's shared memory.
        unmodelled: instructions whose accesses are not watched, as (mnemonic, line of the PTX).
        tensor: whether it uses tensor memory (`tcgen05`).
        volatile: those that access data of shared memory as `volatile`; no loop waits for it.
    """

    grains: tuple[int, int]
    written: frozenset[Source] | None
    read: frozenset[Source] | None
    copied: frozenset[Source] | None
    engines: bool
    register_lists: int
    orders: bool
    publishes: bool
    in_cluster: bool
    unmodelled: tuple[tuple[str, int], ...]
    tensor: bool
    volatile: frozenset[ir.Inst]


def plan_watch(function: ir.Function) -> WatchPlan:
    """Return the plan of a kernel."""
    sources = AddressSources(function)
    widths: dict[str, int] = {"global": COARSEST, "shared": COARSEST}
    written, read, copied = _Reach(), _Reach(), _Reach()
    unmodelled: list[tuple[str, int]] = []
    orders = engines = in_cluster = fences = strong = publishes = tensor = False
    for inst in function.instructions():
        accesses, where = accesses_of(inst), (inst.opcode, inst.position.line)
        orders |= _orders(inst, accesses)
        engines |= _uses_engine(inst)
        in_cluster |= _is_of_cluster(inst)
        fences |= fence_of(inst) is not None
        tensor |= inst.opcode == "tcgen05"
        strong |= any(access.marks & Mark.STRONG_BLOCK for access in accesses)
        publishes |= any(access.ordering for access in accesses)
        if not accesses and inst.form.kind == "memory" and not _is_harmless(inst):
            unmodelled.append(where)
        if "cp_mask" in inst.fields:
            widths["global"] = 1
        if inst.form.access in _CARRIED:
            widths["shared"] = min(widths["shared"], _width(inst))
        for reach, reached in bulk_accesses(function, inst, sources):
            (written if reach & Mark.WRITE else read).add(reached)
        for access in accesses:
            for space in _MAY_BE_IN.get(access.space, (access.space,)):
                widths[space] = min(widths[space], access.width)
            reached = None if access.space in _IN_SHARED else sources.of_address(access.address)
            if reached is not None:
                if access.marks & Mark.WRITE:
                    written.add(reached)
                if not access.marks & Mark.WRITE or access.marks & Mark.ATOMIC:
                    read.add(reached)
                if access.marks & Mark.ASYNC:
                    copied.add(reached)
    grains = widths["global"], widths["shared"]
    # A flag that is waited for without a fence: the advice depends on it.
    waits = strong and any(map(_is_strong, spins(function)))
    publishes |= (strong and fences) or waits
    return WatchPlan(
        grains, written.sources, read.sources, copied.sources, engines,
        registers_in_flight(function).count, orders or engines or in_cluster or waits,
        publishes, in_cluster, tuple(unmodelled), tensor, _volatile(function),
    )  # fmt: skip


# Worked case: a sum as it was written before Volta, when the lanes of a warp went together.
#
#     volatile float* s;
#     if (t < 32) { s[t] += s[t + 32]; s[t] += s[t + 16]; s[t] += s[t + 8]; … }
#
# PTX calls it no data race, since both accesses are strong, and the sum is wrong all the same.
def _volatile(function: ir.Function) -> frozenset[ir.Inst]:
    """Return the volatile accesses to shared memory, but for loads of a flag in a loop."""
    volatile = {
        inst
        for inst in function.instructions()
        if inst.opcode in ("ld", "st")
        and inst.fields.get("order") == "volatile"
        and _space(inst) == "shared"
    }
    return frozenset(volatile - polled(function) if volatile else volatile)


_MAY_BE_IN = {"generic": ("global", "shared"), "cluster": ("shared",)}
_IN_SHARED = frozenset(("shared", "cluster"))


_OF_CLUSTERS = frozenset(("multicast::cluster", "multicast::cluster::all", "cta_group::2"))


def _is_of_cluster(inst: ir.Inst) -> bool:
    """Return whether an instruction meets other blocks of a cluster, or may reach their memory."""
    if inst.opcode == "mapa" or _OF_CLUSTERS & set(inst.fields.values()):
        return True
    is_barrier = inst.opcode == "barrier" and "cluster" in inst.form.spec
    return is_barrier or "shared::cluster" in inst.fields.values()


def _uses_engine(inst: ir.Inst) -> bool:
    return inst.opcode == "wgmma" or bool(inst.form.extra.get("engine"))


def _width(inst: ir.Inst) -> int:
    """Return the bytes of a lane's access."""
    count = int(inst.fields["v"][1:]) if inst.fields.get("v") else 1
    return TYPES[inst.fields["t"]].bits // 8 * count


REGION_GRAIN = 8
"""The bytes of which a region has a multiple."""
_CARRIED = frozenset(("stas", "redas"))
"""What `Form.access` says of stores and reductions that bring their bytes."""
_COPIED = {
    "bulk_load": ("b", (Mark(0),)),
    "bulk_multicast": ("b", (Mark(0),)),
    "bulk_store": ("a", (Mark.WRITE,)),
    "bulk_reduce": ("a", (Mark(0), Mark.WRITE)),
}
"""By `Form.access`, of bulk copies: the operand in global memory, and what they do there."""


def global_marks(inst: ir.Inst) -> tuple[Mark, ...]:
    """Return what an instruction does to global memory; `Mark(0)` is a weak read."""
    marks: list[Mark] = [*_COPIED.get(inst.form.access, ("", ()))[1]]
    marks += [access.marks for access in accesses_of(inst) if access.space not in _IN_SHARED]
    return tuple(marks)


def bulk_accesses(
    function: ir.Function, inst: ir.Inst, sources: AddressSources
) -> Iterator[tuple[Mark, Sources]]:
    """Yield whether a bulk copy writes global memory or reads it, and whose."""
    operand, marks = _COPIED.get(inst.form.access, ("", ()))
    named = _names(inst)
    address = named.get("map", named.get(operand))
    if not isinstance(address, ir.Address):
        return
    reached = sources.of_address(address) or frozenset((ANYWHERE,))
    if "map" in named:
        # The first eight bytes of a tensor map are the tensor's address. A kernel has the map
        # itself as a parameter of 128 bytes, or a pointer to one that may describe any memory.
        maps = {p.offset for p in function.parameters if p.size == tensor_map.BYTES}
        reached = frozenset(source if source in maps else ANYWHERE for source in reached)
    yield from ((mark, reached) for mark in marks)


@dataclass(slots=True)
class _Reach:
    """The sources of several addresses; None: they may be anywhere."""

    sources: frozenset[Source] | None = frozenset()

    def add(self, reached: Sources) -> None:
        """Add those of one more address."""
        if self.sources is not None:
            self.sources = None if not reached or ANYWHERE in reached else self.sources | reached


def _is_harmless(inst: ir.Inst) -> bool:
    is_engine = _uses_engine(inst) or inst.opcode == "tcgen05"
    return inst.opcode in _HARMLESS or is_engine or _space(inst) in _PRIVATE


def _is_strong(inst: ir.Inst) -> bool:
    return any(access.marks & Mark.STRONG_BLOCK for access in accesses_of(inst))


def _orders(inst: ir.Inst, accesses: tuple[Access, ...]) -> bool:
    if inst.opcode in ("fence", "membar", "mbarrier", "tcgen05"):
        return True
    if any(access.ordering for access in accesses):
        return True
    if inst.form.spec.startswith("bar . warp"):
        mask = inst.operands[0]
        return not isinstance(mask, ir.Immediate) or int(mask.value) & _WHOLE_WARP != _WHOLE_WARP
    return inst.opcode in ("bar", "barrier") and _is_partial(inst)


def _is_partial(inst: ir.Inst) -> bool:
    """Return whether a barrier names its threads, which may be some of the block's."""
    return _names(inst).get("b") is not None
