"""Loads and stores of global memory by lanes that are side by side, by far the usual case.

A whole warp inside one allocation is done in place: its checks, one move, its sectors and counters.
All else (a ragged end, lanes off, a fault) is done by a function out of the way.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kernelscope.vgpu.jit import build, helpers
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.addresses import begin, count, fits, place_of, set_sectors
from kernelscope.vgpu.jit.build import I32, I64, PTR, VOID
from kernelscope.vgpu.jit.helpers import get
from kernelscope.vgpu.layout import LANES, Allocation, Site
from kernelscope.vgpu.types import LLValue
from kernelscope.vgpu.undefined_layout import BYTES_AT, COUNT_AT

# A worked case: `y[i] = x[i]` with floats. The analysis knows %rd7 = x + 4·i as a base with stride
# 4, the width of the access, so lane l is at `address of lane 0 + 4·l`:
#
#     ld.global.f32 %f1, [%rd7]     one move of 128 bytes, 4 sectors from lane 0's address alone
#
# For a block that is aligned to 128 bytes the sectors are 0b1111 from the first on, and a request
# counts 4; 4 bytes further on they are 5, which again follows from lane 0. Without the rule the
# access would go through `lanes.move_scattered`: 32 addresses checked, then a search for equal
# sectors among them. If not all lanes take part, or if the 128 bytes leave the
# allocation, `make_ragged` looks at each active lane after all.

_CACHE_LINE = 64
# Bytes: of 1, 4, 8 and 16 KiB the best for a softmax of rows of 3 KiB (a third off its time) and
# for blocks of 4 KiB of GELU, on a Zen 4. Lines to be written count as much: GELU of 2^23 took 240
# in place of 333 ns a warp.
_AHEAD = 4096


@dataclass(frozen=True, slots=True)
class Kind:
    """The move of each lane: n elements of `bits`, to memory or from it.

    at_once: whether no other thread may see a lane's elements half moved.
    """

    bits: int
    n: int
    store: bool
    at_once: bool = False

    @property
    def width(self) -> int:
        """Bytes of a lane."""
        return self.bits // 8 * self.n

    @property
    def bitmap(self) -> int:
        """The slot of an allocation's entry that says where to note the sectors."""
        return int(Allocation.WRITE_BITS if self.store else Allocation.READ_BITS)

    @property
    def shape(self) -> int:
        """The constant of the functions of `c/memory.c`."""
        return int(self.store) | self.bits // 8 << BYTES_AT | self.n << COUNT_AT

    def name(self, pattern: str) -> str:
        """Return the name of the function for this kind and a pattern of addresses."""
        how = ".at_once" * self.at_once
        return f"ks.{'st' if self.store else 'ld'}.{pattern}.{self.bits}x{self.n}{how}"


@dataclass(frozen=True, slots=True)
class Access:
    """One executed instruction: context, site, the address of lane 0 (i64), active lanes (i32)."""

    context: LLValue
    site: LLValue
    address0: LLValue
    mask: LLValue


def access(
    b: ll.IRBuilder,
    at: Access,
    kind: Kind,
    move: Callable[[LLValue], None],
    otherwise: Callable[[], None],
) -> None:
    """Emit the usual case in place.

    `move` emits the move of all lanes, given the host address; `otherwise` what is done for any
    other mask that is not empty, and where a check fails.
    """
    parts = ("whole", "other", "ragged", "done")
    fast, other, ragged, done = (b.append_basic_block(part) for part in parts)
    entry, offset, bitmap, good = _check(b, at, kind)
    b.cbranch(good, fast, other).set_weights([999, 1])
    b.position_at_end(fast)
    host = b.add(at.address0, build.load_slot(b, entry, int(Allocation.DELTA)))
    _fetch_ahead(b, host, kind)
    move(build.to_pointer(b, host))
    span = kind.width * LANES
    within = b.and_(at.address0, ll.Constant(I64, 31))
    total = b.lshr(b.add(within, ll.Constant(I64, span + 31)), ll.Constant(I64, 5))
    run = b.not_(b.shl(ll.Constant(I64, -1), total))
    set_sectors(b, bitmap, offset, run)
    lanes = ll.Constant(I64, LANES)
    amounts = {Site.GLOBAL: ll.Constant(I64, 1), Site.SECTORS: total, Site.LANES: lanes}
    count(b, at.context, at.site, amounts)
    b.branch(done)
    b.position_at_end(other)
    empty = b.icmp_unsigned("==", at.mask, ll.Constant(I32, 0))
    b.cbranch(empty, done, ragged)
    b.position_at_end(ragged)
    otherwise()
    b.branch(done)
    b.position_at_end(done)


def _fetch_ahead(b: ll.IRBuilder, host: LLValue, kind: Kind) -> None:
    """Prefetch the lines a page ahead, to be read or to be written.

    A warp's lines lie between those of its neighbours, so that this CPU sees no stream in them; one
    of the next blocks needs them. An address beyond the tensor is not a fault.
    """
    for line in range(0, kind.width * LANES, _CACHE_LINE):
        ahead = build.to_pointer(b, b.add(host, ll.Constant(I64, _AHEAD + line)))
        how = [ll.Constant(I32, value) for value in (int(kind.store), 3, 1)]  # in all levels, data
        build.intrinsic(b, "prefetch", VOID, [ahead, *how], [PTR])


def _check(b: ll.IRBuilder, at: Access, kind: Kind) -> tuple[LLValue, LLValue, LLValue, LLValue]:
    """Return (the allocation's entry, the offset of lane 0 in it, its bitmap, whether all lanes
    take part, aligned and inside).
    """
    entry, offset = place_of(b, at.context, at.address0)
    span = ll.Constant(I64, kind.width * LANES)
    limit = build.load_slot(b, entry, int(Allocation.SIZE))
    bitmap = build.load_slot(b, entry, kind.bitmap)
    low = b.and_(at.address0, ll.Constant(I64, kind.width - 1))
    good = b.icmp_unsigned("==", at.mask, ll.Constant(I32, 0xFFFFFFFF))
    for condition in (
        b.icmp_unsigned("==", low, ll.Constant(I64, 0)),
        fits(b, offset, span, limit),
        b.icmp_unsigned("!=", bitmap, ll.Constant(I64, 0)),
    ):
        good = b.and_(good, condition)
    return entry, offset, bitmap, good


def load_whole(b: ll.IRBuilder, host: LLValue, kind: Kind) -> list[LLValue]:
    """Return the n elements of all lanes, each as a vector."""
    return _apart(b, b.load(host, typ=_block_type(kind), align=1), kind.n)


def store_whole(b: ll.IRBuilder, host: LLValue, parts: list[LLValue]) -> None:
    """Store the n elements of all lanes."""
    b.store(_interleaved(b, parts), host, align=1)


def _block_type(kind: Kind) -> LLValue:
    return build.vector(ll.IntType(kind.bits), kind.n * LANES)


def _apart(b: ll.IRBuilder, block: LLValue, n: int) -> list[LLValue]:
    if n == 1:
        return [block]
    return [build.shuffle(b, block, None, range(k, n * LANES, n)) for k in range(n)]


def _interleaved(b: ll.IRBuilder, parts: list[LLValue]) -> LLValue:
    """Return vectors a and b as a0 b0 a1 b1 and so on."""
    if len(parts) == 1:
        return parts[0]
    while len(parts) > 1:
        size = parts[0].type.count
        join = list(range(2 * size))
        parts = [build.shuffle(b, parts[i], parts[i + 1], join) for i in range(0, len(parts), 2)]
    total = parts[0].type.count
    n = total // LANES
    return build.shuffle(b, parts[0], None, [(e % n) * LANES + e // n for e in range(total)])


def buffered(b: ll.IRBuilder, data: LLValue, kind: Kind) -> list[LLValue]:
    """Return the n vectors of 32 elements in a buffer."""
    small = build.vector(ll.IntType(kind.bits))
    places = [b.gep(data, [ll.Constant(I64, k)], source_etype=small) for k in range(kind.n)]
    return [b.load(place, typ=small, align=1) for place in places]


def buffer(b: ll.IRBuilder, data: LLValue, parts: list[LLValue]) -> None:
    """Put n vectors into a buffer."""
    for k, part in enumerate(parts):
        b.store(part, b.gep(data, [ll.Constant(I64, k)], source_etype=part.type), align=1)


def make_ragged(module: ll.Module, name: str, kind: Kind) -> LLValue:
    """Build `void ragged(context, site, address of lane 0, mask, data)`: any mask that is not
    empty.

    data: n vectors of 32 elements.
    """
    function, b = begin(module, name, VOID, [PTR, I64, I64, I32, PTR])
    context, site, address0, mask, data = function.args
    host = helpers.call(b, "global_ragged", [context, site, address0, mask], kind.shape)
    with b.if_then(b.icmp_unsigned("==", host, ll.Constant(I64, 0)), likely=False):
        b.ret_void()
    _move_some(b, build.to_pointer(b, host), build.to_mask(b, mask), data, kind)
    b.ret_void()
    function.attributes.add("noinline")
    function.attributes.add("cold")
    return function


def _move_some(b: ll.IRBuilder, host: LLValue, lanes: LLValue, data: LLValue, kind: Kind) -> None:
    """Move the elements of some lanes between memory and a buffer."""
    if kind.n > 1:
        lanes = build.shuffle(b, lanes, None, [e // kind.n for e in range(kind.n * LANES)])
    large = _block_type(kind)
    align = ll.Constant(I32, 1)
    if kind.store:
        args = [_interleaved(b, buffered(b, data, kind)), host, align, lanes]
        build.intrinsic(b, "masked.store", VOID, args, [large, PTR])
    else:
        args = [host, align, lanes, build.constant(large, 0)]
        block = build.intrinsic(b, "masked.load", large, args, [large, PTR])
        buffer(b, data, _apart(b, block, kind.n))


def ragged(module: ll.Module, kind: Kind) -> LLValue:
    """Return the function for any mask; see `make_ragged`."""
    return get(module, kind.name("ragged"), make_ragged, kind)


def make_contiguous(module: ll.Module, name: str, kind: Kind) -> LLValue:
    """Build `void contiguous(context, site, address of lane 0, mask, data)`: `access` with a
    buffer.
    """
    function, b = begin(module, name, VOID, [PTR, I64, I64, I32, PTR])
    context, site, address0, mask, data = function.args

    def move(host: LLValue) -> None:
        if kind.store:
            store_whole(b, host, buffered(b, data, kind))
        else:
            buffer(b, data, load_whole(b, host, kind))

    def rest() -> None:
        b.call(ragged(module, kind), function.args)

    access(b, Access(context, site, address0, mask), kind, move, rest)
    b.ret_void()
    return function


def contiguous(module: ll.Module, kind: Kind) -> LLValue:
    """Return the function for lanes that turn out to be side by side; see `make_contiguous`."""
    return get(module, kind.name("contiguous"), make_contiguous, kind)
