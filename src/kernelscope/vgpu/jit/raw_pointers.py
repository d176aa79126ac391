"""Pointers that a kernel loads from memory, made device addresses before anything looks at them.

    pointers = torch.tensor([x.data_ptr(), y.data_ptr()])      a grouped product
    q = tl.load(pointers + i).to(tl.pointer_type(tl.float16))

The access itself would look the address up. Code that watches, follows or limits the access finds
its tables by the number of the allocation, so there it has to be looked up first.
"""

from __future__ import annotations

from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis.address_sources import ANYWHERE, AddressSources
from kernelscope.vgpu.jit import addresses, build
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.addresses import ADDRESSES, begin, get
from kernelscope.vgpu.jit.build import I32, I64, PTR
from kernelscope.vgpu.jit.emitter import Emitter
from kernelscope.vgpu.layout import CAPACITY, OFFSET_BITS, PARAM_WINDOW, Allocation
from kernelscope.vgpu.types import LLValue

_ACCESSES = frozenset(("ld", "ldu", "st", "atom", "red"))
_NONE = ll.Constant(I32, 0)


class RawPointers:
    """The addresses of a kernel that may come out of memory.

    has_raw: whether those that come from its parameters may be the host's, too.
    """

    def __init__(self, function: ir.Function, has_raw: bool) -> None:
        self._sources = AddressSources(function)
        self._has_raw = has_raw

    def settle(self, g: Emitter, inst: ir.Inst) -> dict[ir.Address, tuple[LLValue, int | None]]:
        """Return the addresses of an instruction that were looked up, as `Emitter.address` does."""
        copies = inst.opcode == "cp" and not {"bulk", "mbarrier"} & set(inst.fields)
        if not copies and inst.opcode not in _ACCESSES:
            return {}
        sources = self._sources.of_access(inst)
        if sources is None or not (self._has_raw or ANYWHERE in sources):
            return {}
        operand = [o for o in inst.operands if isinstance(o, ir.Address)][-1]
        value, stride = g.full_address(operand)
        vector, mask = g.address_vector(operand), g.memory_mask()
        function = get(g.module, "ks.settle", _make_settle)
        settled = g.b.call(function, [g.context, mask, vector])
        if stride is None:
            return {operand: (settled, None)}
        # All lanes are in one allocation, or the access is at fault.
        lane = g.b.and_(build.first_set(g.b, mask), ll.Constant(I32, 31))
        moved = g.b.sub(g.b.extract_element(settled, lane), g.b.extract_element(vector, lane))
        return {operand: (g.b.add(value, moved), stride)}


def _make_settle(module: ll.Module, name: str) -> LLValue:
    """Build `<32 x i64> settle(context, lanes, places)`: device addresses in place of others.

    An address that is unknown stays as it is; its access is a fault.
    """
    function, b = begin(module, name, ADDRESSES, [PTR, I32, ADDRESSES])
    context, lanes, places = function.args
    head, body, lookup, onward, done = (
        b.append_basic_block(n) for n in ("head", "body", "lookup", "onward", "done")
    )
    start = b.block
    b.branch(head)
    b.position_at_end(head)
    left, at = b.phi(I32), b.phi(ADDRESSES)
    left.add_incoming(lanes, start)
    at.add_incoming(places, start)
    b.cbranch(b.icmp_unsigned("!=", left, _NONE), body, done)
    b.position_at_end(body)
    lane = build.first_set(b, left)
    address = b.extract_element(at, lane)
    same = b.and_(left, build.to_bits(b, _numbered(b, at, address)))
    b.cbranch(_is_known(b, context, address), onward, lookup)
    b.position_at_end(lookup)
    settled, moved = _looked_up(b, context, at, (address, same))
    settled_lanes = b.or_(moved, b.shl(ll.Constant(I32, 1), lane))
    b.branch(onward)
    b.position_at_end(onward)
    finished, now = b.phi(I32), b.phi(ADDRESSES)
    for lanes_of, vector, block in ((same, at, body), (settled_lanes, settled, lookup)):
        finished.add_incoming(lanes_of, block)
        now.add_incoming(vector, block)
    left.add_incoming(b.and_(left, b.not_(finished)), b.block)
    at.add_incoming(now, b.block)
    b.branch(head)
    b.position_at_end(done)
    b.ret(at)
    function.attributes.add("noinline")
    return function


def _numbered(b: ll.IRBuilder, places: LLValue, address: LLValue) -> LLValue:
    """Return which addresses have the number of one."""
    number = b.lshr(address, ll.Constant(I64, OFFSET_BITS))
    numbers = b.lshr(places, build.constant(ADDRESSES, OFFSET_BITS))
    return b.icmp_unsigned("==", numbers, build.splat(b, number))


def _looked_up(
    b: ll.IRBuilder, context: LLValue, at: LLValue, leader: tuple[LLValue, LLValue]
) -> tuple[LLValue, LLValue]:
    """Return addresses with those moved that are in the allocation of the leader, and which these
    are, as bits; leader: its address, and the lanes to look at.
    """
    address, lanes = leader
    device = addresses.resolve(b, context, address)
    is_known = b.icmp_unsigned("!=", device, ll.Constant(I64, 0))
    size = build.load_slot(b, addresses.entry_of(b, context, device), int(Allocation.SIZE))
    size = b.select(is_known, size, ll.Constant(I64, 0))
    moved = b.add(at, build.splat(b, b.sub(device, address)))
    offsets = addresses.offset_of(b, moved)
    inside = b.icmp_unsigned("<", offsets, build.splat(b, size))
    there = b.and_(_numbered(b, moved, device), b.and_(inside, build.to_mask(b, lanes)))
    return b.select(there, moved, at), build.to_bits(b, there)


def _is_known(b: ll.IRBuilder, context: LLValue, address: LLValue) -> LLValue:
    """Return whether an address is in an allocation of this launch, or in a window."""
    number = b.lshr(address, ll.Constant(I64, OFFSET_BITS))
    high = b.icmp_unsigned(">=", number, ll.Constant(I64, CAPACITY))
    listed = b.select(high, ll.Constant(I64, 0), address)
    entry = addresses.entry_of(b, context, listed)
    size = build.load_slot(b, entry, int(Allocation.SIZE))
    is_window = b.icmp_unsigned("<=", number, ll.Constant(I64, PARAM_WINDOW))
    is_listed = b.icmp_unsigned("!=", size, ll.Constant(I64, 0))
    return b.or_(is_window, b.and_(b.not_(high), is_listed))
