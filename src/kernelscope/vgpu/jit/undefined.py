"""Compiled code that follows undefined values through registers, to where one decides something.

A register that may be undefined (`analysis.undefined`) has two masks next to it, i32 each: the
lanes in which it is *bad*, and those in which it is *fresh*. An instruction gives its results the
masks of its sources; loads and stores take them from the tags of memory (`tags`).
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from kernelscope.vgpu import byte_matrices, ir
from kernelscope.vgpu.analysis.accesses import is_region
from kernelscope.vgpu.analysis.resume_points import waits_for
from kernelscope.vgpu.analysis.undefined import (
    Undefinedness,
    UndefinedPlan,
    UndefinedValues,
    named_sources,
    space_of,
)
from kernelscope.vgpu.counting.plan import source_of
from kernelscope.vgpu.ir.byte_sources import Bytes
from kernelscope.vgpu.ir.forms import Fields, Role
from kernelscope.vgpu.jit import addresses, build, cluster, helpers, tags
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.addresses import ADDRESSES
from kernelscope.vgpu.jit.build import I1, I8, I32, I64, PTR, number
from kernelscope.vgpu.jit.copied import bytes_read
from kernelscope.vgpu.jit.instrument import Instrument
from kernelscope.vgpu.jit.scratch import scratch
from kernelscope.vgpu.jit.shadow_plane import (
    ALL_LANES,
    BITS,
    NO_LANES,
    Shadows,
    both,
    chosen,
    joined,
)
from kernelscope.vgpu.jit.tags import Access
from kernelscope.vgpu.layout import LANES, LOCAL_WINDOW, OFFSET_BITS, SHARED_WINDOW, Context
from kernelscope.vgpu.types import TYPES, LLValue
from kernelscope.vgpu.undefined_layout import Decision, Undefined

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.emitter import Emitter


class Masks(NamedTuple):
    """The lanes in which a value is bad, and fresh; None: none, in any launch."""

    bad: LLValue = None
    fresh: LLValue = None


DEFINED = Masks()


@dataclass(frozen=True, slots=True)
class Results:
    """The masks that an instruction gives its destinations, in some lanes (None: in all)."""

    lanes: LLValue
    masks: Mapping[int, Masks | list[Masks]]


def _pieces_of_rows(f: Fields, register: int) -> tuple[int, list[tuple[list[int], list[int]]]]:
    """Return the bits of a piece of a row, and for each piece of a register, lane by lane, the row
    and the byte in it.

    Lane l gets elements 2·(l mod 4) and the next of row l div 4; transposed, element l div 4 of
    those rows; of matrices of bytes what `byte_matrices` says.
    """
    lanes = range(LANES)
    if "shape" in f:
        bits = byte_matrices.bits_of(f)
        ends = {0, bits - 1} if bits == 6 else {0}  # six bits may lie in two bytes
        return 8, [
            (byte.rows, [(bits * n + end) // 8 for n in byte.elements])
            for byte in byte_matrices.bytes_of(f["shape"], register)
            for end in sorted(ends)
        ]
    if f["trans"]:
        columns = [2 * (n // 4) for n in lanes]
        return 16, [([8 * register + 2 * (n % 4) + e for n in lanes], columns) for e in range(2)]
    return 32, [([8 * register + n // 4 for n in lanes], [4 * (n % 4) for n in lanes])]


class Follower(Instrument):
    """Follows the undefined values of one kernel, next to the code of its generator."""

    looks_up_addresses = True

    def __init__(self, g: Emitter) -> None:
        super().__init__(g)
        self.values = UndefinedValues(g.function, partial(source_of, g.function))
        self._local = g.reserve_area("tags of local memory", g.function.local_bytes * LANES)
        self._brought = g.reserve_area("masks of a meeting", 8)
        parts = {
            index: [BITS if flag in may_be else None for flag in Undefinedness] * pieces
            for index, (may_be, pieces) in enumerate(
                zip(self.values.may_be, self.values.pieces, strict=True)
            )
            if may_be
        }
        self._shadows = Shadows(g, "undefined", parts, on_stack=True)
        # Of the instruction between `before` and `after`.
        self._pending: Results | None = None

    @property
    def plan(self) -> UndefinedPlan:
        """The facts by which the host finds where an undefined value came from."""
        return self.values.plan

    # ---- the masks of registers -----------------------------------------------------------

    def make_slots(self) -> None:
        """Make the places of the masks: on the stack, or in the frame for what outlives a wait."""
        self._shadows.make_slots()

    def begin_warp(self) -> None:
        """Emit the beginning of a warp: nothing has written its registers and its local memory."""
        g, b = self.g, self.g.b
        for register in g.function.registers:
            if register in self._shadows:
                is_unwritten = register.index in self.plan.unwritten
                self._keep(register, Masks(ALL_LANES if is_unwritten else NO_LANES), None)
        size = g.function.local_bytes * LANES
        if size:
            slots = g.context_pointer(Context.UNDEFINED)
            tag = b.trunc(build.load_slot(b, slots, int(Undefined.FIRST_TAG)), I8)
            args = [self._local_tags(), tag, number(size), ll.Constant(I1, 0)]
            build.intrinsic(b, "memset", ll.VoidType(), args, [PTR, I64])

    def save(self, live: int) -> None:
        """Store the masks of registers in the frame, for the independent code."""
        self._shadows.save(live)

    def restore(self, live: int) -> None:
        """Load them again."""
        self._shadows.restore(live)

    def _pieces(self, operand: ir.Operand) -> list[Masks]:
        """Return the masks of each piece of a register, and of anything else as a whole."""
        if isinstance(operand, tuple):
            return [self._masks(operand)]
        shadow = self._shadows.load(operand) or DEFINED
        return [Masks(*shadow[n : n + 2]) for n in range(0, len(shadow), 2)]

    def _masks(self, operand: ir.Operand) -> Masks:
        """Return the masks of a source operand as a whole."""
        parts = operand if isinstance(operand, tuple) else (operand,)
        return self._joined(piece for part in parts for piece in self._pieces(part))

    def _joined(self, masks: Iterable[Masks]) -> Masks:
        return functools.reduce(self._join, masks, DEFINED)

    def _divided(self, pieces: list[Masks], count: int) -> list[Masks]:
        """Return a value in so many pieces."""
        if count >= len(pieces):
            return [piece for piece in pieces for _ in range(count // len(pieces))]
        size = len(pieces) // count
        return [self._joined(pieces[n : n + size]) for n in range(0, len(pieces), size)]

    def _keep(self, register: ir.Register, masks: Masks | list[Masks], lanes: LLValue) -> None:
        """Emit what sets the masks of a register in some lanes; None: in all."""
        pieces = masks if isinstance(masks, list) else [masks]
        divided = self._divided(pieces, self.values.pieces[register.index])
        self._shadows.store(register, tuple(itertools.chain(*divided)), lanes)

    def _undefined(self, operand: ir.Operand) -> LLValue:
        """Return the lanes in which an operand is undefined at all; None if in none."""
        return self._or(*self._masks(operand))

    def _or(self, first: LLValue, second: LLValue) -> LLValue:
        return joined(self.g.b, first, second)

    def _and(self, first: LLValue, second: LLValue) -> LLValue:
        return both(self.g.b, first, second)

    def _join(self, first: Masks, second: Masks) -> Masks:
        return Masks(*map(self._or, first, second))

    def _marred(self, masks: Masks) -> Masks:
        """Return the masks of what is calculated from a value: it is bad if that is undefined."""
        return Masks(self._or(*masks))

    # ---- instructions ---------------------------------------------------------------------

    def before(self, inst: ir.Inst) -> None:
        """Emit what follows values into an instruction, before it."""
        if inst.form.kind in ("barrier", "poll"):
            self._check_guard(inst)
            self._pending = Results(None, {})
        else:
            self._pending = self._results(inst)

    def after(self, inst: ir.Inst) -> None:
        """Emit what follows values out of an instruction, after it."""
        results, self._pending = self._pending or self._results(inst), None
        for register in self._shadows.written_by(inst):
            self._keep(register, results.masks.get(register.index, DEFINED), results.lanes)

    # Lanes that run independently come to a meeting from several places, with other registers.
    def bring(self, inst: ir.Inst) -> None:
        """Emit, before lanes wait for others, that they bring the masks of their operands."""
        b, lanes = self.g.b, self.g.active_bits
        for place, mask in zip(self._places_brought(), self._all_sources(inst), strict=True):
            mine = NO_LANES if mask is None else mask
            b.store(chosen(b, lanes, mine, b.load(place, typ=I32)), place)

    def _all_sources(self, inst: ir.Inst) -> Masks:
        named = zip(inst.form.signature, inst.operands, strict=True)
        return self._joined(
            self._masks(o) for spec, o in named if not spec.is_destination or spec.is_updated
        )

    def _places_brought(self) -> tuple[LLValue, LLValue]:
        """Return pointers to the two masks that lanes bring."""
        b = self.g.b
        bad = b.gep(self.g.frame, [number(self._brought)], source_etype=I8)
        return bad, b.gep(bad, [number(1)], source_etype=I32)

    def end_block(self, block: ir.BasicBlock) -> None:
        """Emit the check of a branch's predicate."""
        if isinstance(block.terminator, ir.Branch):
            mask = self._undefined(block.terminator.predicate)
            lanes = self._and(mask, self.g.active_bits)
            self._decide(self.values.branch_number(block.index), Decision.BRANCH, lanes)

    def _results(self, inst: ir.Inst) -> Results:
        self.g.lanes = LANES
        lanes = self._written(inst)
        self._check_addresses(inst)
        self._check_guard(inst)
        masks = self._transfer(inst)
        if inst.guard is not None:
            unsure = self._and(self._undefined(inst.guard[0]), self.g.active_bits)
            if unsure is not None:
                # Whether it is written is open: either value may be there.
                lanes = self.g.b.or_(lanes, unsure)
                either = Masks(unsure)
                masks = {
                    r.index: self._with(masks.get(r.index, DEFINED), either)
                    for r in inst.destinations
                }
        return Results(lanes, masks)

    def _with(self, masks: Masks | list[Masks], more: Masks) -> list[Masks]:
        pieces = masks if isinstance(masks, list) else [masks]
        return [self._join(piece, more) for piece in pieces]

    def _written(self, inst: ir.Inst) -> LLValue:
        """Return the lanes that an instruction writes if others may keep their value; else None."""
        g = self.g
        if inst.guard is not None:
            return g.asked_lanes()
        blends = ((r.index, g.block_index) in g.analysis.blends for r in inst.destinations)
        return g.active_bits if any(blends) else None

    def _transfer(self, inst: ir.Inst) -> Mapping[int, Masks | list[Masks]]:
        match inst.opcode:
            case "ld" | "ldu":
                return self._load(inst)
            case "st" if not is_region(inst):
                self._store(inst)
            case "atom" | "red":
                return self._update(inst)
            case "cp" if not {"bulk", "mbarrier"} & set(inst.fields) and inst.form.kind == "memory":
                self._copy(inst)
            case "ldmatrix" | "stmatrix":
                return self._move_matrices(inst)
            case _ if inst.form.kind != "memory":
                return self._calculate(inst)
            case _:
                pass
        return {}

    def _decide(self, inst: int, what: Decision, lanes: LLValue) -> None:
        """Emit the check whether an undefined value decides something in some of these lanes."""
        if lanes is None:
            return
        b = self.g.b
        with b.if_then(b.icmp_unsigned("!=", lanes, NO_LANES), likely=False):
            tags.decide(b, (self.g.context, inst), what, lanes)

    def _check_addresses(self, inst: ir.Inst) -> None:
        for operand in inst.operands:
            if isinstance(operand, ir.Address) and isinstance(operand.base, ir.Register):
                mask = self._undefined(operand.base)
                if mask is not None:
                    lanes = self._and(mask, self.g.memory_mask())
                    self._decide(self.values.number(inst), Decision.ADDRESS, lanes)

    def _check_guard(self, inst: ir.Inst) -> None:
        """Emit the check of the guard of an instruction that does more than write registers."""
        if inst.guard is None or inst.form.kind in ("pure", "warp"):
            return
        if inst.opcode in ("ld", "ldu", "ldmatrix"):
            return
        lanes = self._and(self._undefined(inst.guard[0]), self.g.active_bits)
        self._decide(self.values.number(inst), Decision.GUARD, lanes)

    # ---- values ---------------------------------------------------------------------------

    def _calculate(self, inst: ir.Inst) -> Mapping[int, Masks | list[Masks]]:
        """Return the masks of the results of an instruction without memory."""
        destinations = inst.destinations
        if not self._shadows.written_by(inst):
            return {}
        named = {
            spec.name: (spec, operand)
            for spec, operand in zip(inst.form.signature, inst.operands, strict=True)
            if operand is not None and (not spec.is_destination or spec.is_updated)
        }
        masks = {name: self._masks(operand) for name, (_, operand) in named.items()}
        if "scale" in named:
            masks["d"] = self._summed(masks["d"], named["scale"][1])
        if waits_for(inst) == "lanes" and self.g.is_independent:
            brought = (self.g.b.load(place, typ=I32) for place in self._places_brought())
            masks = {"a": Masks(*brought)}
        if all(source_masks == DEFINED for source_masks in masks.values()):
            return {}
        if inst.opcode == "xor" and inst.operands[1] is inst.operands[2]:
            return {}  # a zero
        if inst.form.kind == "warp" and inst.form.role != Role.SHUFFLE:
            return self._across(inst, masks)
        if self._is_divided(inst):
            return self._by_pieces(inst, masks)
        return dict.fromkeys((r.index for r in destinations), self._result(inst, masks))

    def _is_divided(self, inst: ir.Inst) -> bool:
        """Return whether the pieces of an instruction's results may differ, or of its sources."""
        registers = (*inst.destinations, *(r for _, r in named_sources(inst)))
        some = any(self.values.pieces[register.index] > 1 for register in registers)
        brought = waits_for(inst) == "lanes" and self.g.is_independent
        return some and not brought and self.values.made_of(inst) is not None

    def _by_pieces(
        self, inst: ir.Inst, masks: dict[str, Masks]
    ) -> Mapping[int, Masks | list[Masks]]:
        """Return the masks of results whose bytes are made of single bytes of the sources."""
        made, copies = self.values.made_of(inst), inst.form.copies
        assert made is not None
        if inst.form.role in (Role.SELECT, Role.SHUFFLE, Role.MASK):
            pieces = self._alike(inst, masks)
            target, *others = (register.index for register in inst.destinations)
            return {target: pieces, **dict.fromkeys(others, self._joined(pieces))}
        result: dict[int, Masks | list[Masks]] = {}
        for index, own in made.items():
            count = min(self.values.pieces[index], len(own))
            size = len(own) // count
            pieces = [self._made_of(own[n : n + size]) for n in range(0, len(own), size)]
            result[index] = pieces if copies else [self._marred(piece) for piece in pieces]
        return result

    def _made_of(self, own: Bytes) -> Masks:
        """Return the masks of what is made of some bytes of registers."""
        pieces = {
            (register, byte * self.values.pieces[register.index] // (register.type.bits // 8))
            for register, byte in set(itertools.chain(*own))
        }
        ordered = sorted(pieces, key=lambda piece: (piece[0].index, piece[1]))
        return self._joined(self._pieces(register)[n] for register, n in ordered)

    def _alike(self, inst: ir.Inst, masks: dict[str, Masks]) -> list[Masks]:
        """Return the masks of a result whose pieces come of the same pieces of `a` and `b`."""
        if inst.form.role == Role.SHUFFLE:
            named = zip(inst.form.signature, inst.operands, strict=True)
            pieces = self._pieces(next(o for spec, o in named if spec.name == "a"))
            moved = [Masks(*(self._shadows.shuffled(inst, piece) or DEFINED)) for piece in pieces]
            marring = self._joined(self._marred(m) for name, m in masks.items() if name != "a")
            return [self._join(piece, marring) for piece in moved]
        sides = [self._pieces(operand) for operand in inst.operands[1:3]]
        count = max(map(len, sides))
        first, second = (self._divided(side, count) for side in sides)
        if inst.form.role == Role.MASK:
            return [
                self._logic(inst, pair, (n, count))
                for n, pair in enumerate(zip(first, second, strict=True))
            ]
        condition = self.g.source(inst, inst.form.signature[3], inst.operands[3])
        marring = self._marred(masks.get("c", DEFINED))
        return [
            self._join(Masks(*map(partial(chosen, self.g.b, condition), yes, no)), marring)
            for yes, no in zip(first, second, strict=True)
        ]

    def _result(self, inst: ir.Inst, masks: dict[str, Masks]) -> Masks:
        """Return the masks of an instruction's result by its role."""
        match inst.form.role:
            case Role.SELECT:
                copied = self._shadows.selected(inst)
            case Role.SHUFFLE:
                copied = self._shadows.shuffled(inst, masks.get("a", DEFINED))
            case Role.MASK:
                return self._logic(inst, (masks.get("a", DEFINED), masks.get("b", DEFINED)))
            case _:
                names = (name for name in masks if name in inst.form.copies)
                copied = functools.reduce(self._join, (masks[name] for name in names), DEFINED)
        calculated = (self._marred(masks[n]) for n in masks if n not in inst.form.copies)
        return functools.reduce(self._join, calculated, Masks(*(copied or DEFINED)))

    # Worked case: with K of one tile, a matmul of Triton has no sums to begin with. It passes
    # registers that nothing has written, and 0.
    def _summed(self, old: Masks, scale: ir.Operand) -> Masks:
        """Return the masks of a `wgmma`'s old sums, which it does not read if scale-d is false."""
        if isinstance(scale, ir.Immediate):
            return old if scale.value else DEFINED
        register = scale.register if isinstance(scale, ir.NotPredicate) else scale
        assert isinstance(register, ir.Register)
        kept = self.g.b.sext(self.g.of_first_lane(self.g.held(register)), I32)
        kept = self.g.b.not_(kept) if isinstance(scale, ir.NotPredicate) else kept
        return Masks(self._and(old.bad, kept), self._and(old.fresh, kept))

    # `i < n && x[i] > 0` is often one `and`: where i >= n, the right side is undefined, and decides
    # nothing.
    def _logic(
        self, inst: ir.Inst, masks: tuple[Masks, Masks], piece: tuple[int, int] = (0, 1)
    ) -> Masks:
        """Return the masks of `and` and `or`: a defined 0, or all ones, is stronger than any.

        piece: which piece of the values it is about, of how many.
        """
        g, b = self.g, self.g.b
        undefined = [self._or(*source_masks) for source_masks in masks]
        total = self._or(*undefined)
        if total is None:
            return DEFINED
        for n, unknown in enumerate(undefined, 1):
            value = g.source(inst, inst.form.signature[n], inst.operands[n])
            bits = TYPES[inst.fields["t"]].bits
            own = ((1 << bits // piece[1]) - 1) << bits // piece[1] * piece[0]
            if piece[1] > 1:
                value = b.and_(value, build.constant(value.type, own))
            strong = build.constant(value.type, 0 if inst.opcode == "and" else own)
            decides = build.to_bits(b, b.icmp_unsigned("==", value, strong))
            if unknown is not None:
                decides = b.and_(decides, b.not_(unknown))
            total = self._and(total, b.not_(decides))
        return Masks(total)

    def _across(self, inst: ir.Inst, masks: dict[str, Masks]) -> dict[int, Masks]:
        """Return the masks of what is calculated from all lanes: one that is undefined spoils all.

        A matrix product's spoil their rows and columns.
        """
        parts = {"a", "b", "c"} if inst.opcode == "mma" and "al" not in inst.fields else set[str]()
        spoilt: LLValue = None
        for name, source_masks in masks.items():
            if name not in parts:
                spoilt = self._or(spoilt, self._or(*source_masks))
        spread = None if spoilt is None else self._any(spoilt)
        if not parts:
            return {r.index: Masks(spread) for r in inst.destinations}
        return self._product(inst, spread)

    # Of every `mma` but the one of four products at once, a lane of quad g holds elements of column
    # g of B, and of the rows g and g + 8 of A: in its registers in turn, if the matrix has 16 rows
    # (PTX ISA, 9.7.16.5). It gets elements 2·t and 2·t + 1 of these rows of D, t being its place in
    # the quad: one in a register each, or two f16 in one.
    def _product(self, inst: ir.Inst, spread: LLValue) -> dict[int, Masks]:
        """Return the masks of a matrix product: what is undefined spoils its row or its column."""
        named = {s.name: o for s, o in zip(inst.form.signature, inst.operands, strict=True)}
        groups = {name: o if isinstance(o, tuple) else (o,) for name, o in named.items()}
        tall = inst.fields["shape"].startswith("m16")
        halves = [groups["a"][n :: 1 + tall] for n in range(1 + tall)]
        per_row = len(groups["d"]) // len(halves)
        columns = self._undefined(groups["b"])
        result: dict[int, Masks] = {}
        for n, (target, own) in enumerate(zip(groups["d"], groups["c"], strict=True)):
            rows = self._undefined(halves[n // per_row])
            mask = self._or(self._undefined(own), spread)
            if rows is not None or columns is not None:
                b = self.g.b
                lanes = (NO_LANES if m is None else m for m in (rows, columns))
                args = [b.and_(m, self.g.active_bits) for m in lanes]
                elements = helpers.call(b, "tags_product", args)
                low, high = b.trunc(elements, I32), b.trunc(b.lshr(elements, number(32)), I32)
                element = b.or_(low, high) if per_row == 1 else (low, high)[n % per_row]
                mask = self._or(mask, element)
            if isinstance(target, ir.Register):
                result[target.index] = Masks(mask)
        return result

    def _any(self, mask: LLValue) -> LLValue:
        """Return all lanes if one that is active is in the mask, else none."""
        b = self.g.b
        some = b.icmp_unsigned("!=", b.and_(mask, self.g.active_bits), NO_LANES)
        return b.sext(some, I32)

    # ---- memory ---------------------------------------------------------------------------

    def _local_tags(self) -> LLValue:
        return self.g.b.gep(self.g.frame, [number(self._local)], source_etype=I8)

    def _where(self, inst: ir.Inst) -> tuple[tuple[LLValue, int], tuple[LLValue, int]]:
        """Return the context and the instruction's number; the tags and bytes of local memory."""
        local = self._local_tags(), self.g.function.local_bytes
        return (self.g.context, self.values.number(inst)), local

    def _load_tags(self, inst: ir.Inst, access: Access) -> list[Masks]:
        """Return the masks of each element that lanes load."""
        b = self.g.b
        loaded = tags.load(b, access, *self._where(inst), scratch(self.g, I64, access.count, 1))
        high = number(32)
        return [Masks(b.trunc(tag, I32), b.trunc(b.lshr(tag, high), I32)) for tag in loaded]

    def _store_tags(self, inst: ir.Inst, access: Access, masks: list[Masks]) -> None:
        """Emit what stores the masks of each element."""
        b = self.g.b
        halves = [
            [number(0) if part is None else b.zext(part, I64) for part in pair] for pair in masks
        ]
        values = [b.or_(bad, b.shl(fresh, number(32))) for bad, fresh in halves]
        place = scratch(self.g, I64, access.count, 1)
        tags.store(b, access, *self._where(inst), (place, values))

    def _accesses(self, inst: ir.Inst, split: int = 1) -> list[Access]:
        """Return the parts of an access that are in different memories.

        split: the pieces of an element that are looked at one by one.
        """
        g, b = self.g, self.g.b
        space = space_of(inst)
        address = next(o for o in inst.operands if isinstance(o, ir.Address))
        bits = TYPES[inst.fields["t"]].bits // split
        n = int(inst.fields["v"][1:]) * split if inst.fields.get("v") else split
        lanes = g.memory_mask()
        if space in ("param", "const"):
            return []
        is_late = "done" in inst.fields  # `st.async` and `red.async`, which have no own space
        space = "shared" if is_late else space
        reaches = is_late or inst.fields.get("space") == "shared::cluster"
        reaches = reaches and g.analysis.block.in_cluster
        if space != "generic" and not reaches:
            value, stride = g.address(address)
            return [Access(space, bits, n, lanes, value, stride)]
        vector = g.address_vector(address)
        offset = b.and_(vector, build.constant(ADDRESSES, addresses.OFFSET_MASK))
        if reaches:
            return self._in_cluster(Access("remote", bits, n, lanes, offset))
        window = b.lshr(vector, build.constant(ADDRESSES, OFFSET_BITS))

        def lanes_in(which: int) -> LLValue:
            here = b.icmp_unsigned("==", window, build.constant(ADDRESSES, which))
            return b.and_(lanes, build.to_bits(b, here))

        shared = lanes_in(SHARED_WINDOW)
        remaining = b.and_(lanes, b.not_(shared))
        if g.analysis.block.in_cluster:
            parts = self._in_cluster(Access("remote", bits, n, shared, offset))
        else:
            parts = [Access("shared", bits, n, shared, offset)]
        if g.function.local_bytes:
            local = lanes_in(LOCAL_WINDOW)
            remaining = b.and_(remaining, b.not_(local))
            parts.append(Access("local", bits, n, local, offset))
        parts.append(Access("global", bits, n, remaining, vector))
        return parts

    def _in_cluster(self, access: Access) -> list[Access]:
        """Return the lanes in the block's own shared memory, and those in another block's."""
        b, lanes, offset = self.g.b, access.lanes, access.place
        own = cluster.lanes_of_own_block(b, self.g.context, offset, lanes)
        mine = b.and_(offset, build.constant(ADDRESSES, cluster.OFFSET))
        other = b.and_(lanes, b.not_(own))
        return [
            replace(access, space="shared", lanes=own, place=mine),
            replace(access, lanes=other),
        ]

    def _split(self, inst: ir.Inst, registers: Sequence[ir.Operand]) -> int:
        """Return the pieces of an element of an access that differ, in one of these registers."""
        width = TYPES[inst.fields["t"]].bits // 8
        counts = [1]
        for register in registers:
            if isinstance(register, ir.Register) and register in self._shadows:
                size = register.type.bits // 8
                counts.append(self.values.pieces[register.index] * width // size)
        return max(counts)

    def _load(self, inst: ir.Inst) -> Mapping[int, Masks | list[Masks]]:
        target = inst.operands[0]
        registers = target if isinstance(target, tuple) else (target,)
        if not any(isinstance(r, ir.Register) and r in self._shadows for r in registers):
            return {}
        split = self._split(inst, registers)
        total = [DEFINED] * len(registers) * split
        for access in self._accesses(inst, split):
            loaded = self._load_tags(inst, access)
            total = [self._join(before, more) for before, more in zip(total, loaded, strict=True)]
        elements = (total[n : n + split] for n in range(0, len(total), split))
        return {
            register.index: self._extended(inst, register, element)
            for register, element in zip(registers, elements, strict=True)
            if isinstance(register, ir.Register)
        }

    def _extended(self, inst: ir.Inst, register: ir.Register, element: list[Masks]) -> list[Masks]:
        """Return the pieces of a register that holds an element, with zeros or signs above it."""
        loaded = TYPES[inst.fields["t"]]
        more = register.type.bits // loaded.bits - 1
        above = element[-1] if loaded.kind == "s" else DEFINED
        return [*element, *[above] * more * len(element)]

    def _store(self, inst: ir.Inst) -> None:
        operand = inst.operands[1]
        parts = operand if isinstance(operand, tuple) else (operand,)
        split = self._split(inst, parts)
        masks = [piece for part in parts for piece in self._element(inst, part, split)]
        for access in self._accesses(inst, split):
            stored = masks
            if access.space == "global":
                stored = self._stored(inst, masks, access.lanes)
            self._store_tags(inst, access, stored)

    def _element(self, inst: ir.Inst, operand: ir.Operand, split: int) -> list[Masks]:
        """Return the pieces of what is stored of a register, which may be wider."""
        pieces, width = self._pieces(operand), TYPES[inst.fields["t"]].bits
        bits = operand.type.bits if isinstance(operand, ir.Register) else width
        return self._divided(pieces, split * max(bits // width, 1))[:split]

    def _stored(self, inst: ir.Inst, masks: list[Masks], lanes: LLValue) -> list[Masks]:
        """Tell of bad values that go to global memory; there they count as defined from then on."""
        bad: LLValue = None
        for element in masks:
            bad = self._or(bad, element.bad)
        self._decide(self.values.number(inst), Decision.STORED, self._and(bad, lanes))
        return [Masks(None, element.fresh) for element in masks]

    def _update(self, inst: ir.Inst) -> dict[int, Masks]:
        """Follow an atomic: what was in memory comes out, and is part of what goes in."""
        op = inst.fields["op"]
        sources = [
            o
            for s, o in zip(inst.form.signature, inst.operands, strict=True)
            if s.name in ("b", "c")
        ]
        old: list[Masks] = []
        for access in self._accesses(inst):
            read = self._load_tags(inst, access)
            given = self._given(sources, access.count)
            if access.space == "global":
                if op != "exch":
                    undefined: LLValue = None
                    for element in read:
                        undefined = self._or(undefined, self._or(*element))
                    decided = self._and(undefined, access.lanes)
                    self._decide(self.values.number(inst), Decision.UPDATED, decided)
                stored = self._stored(inst, given, access.lanes)
                read = [DEFINED] * access.count
            elif op == "exch":
                stored = given
            else:
                stored = [self._marred(self._join(m, r)) for m, r in zip(given, read, strict=True)]
            self._store_tags(inst, access, stored)
            old = [self._join(x, y) for x, y in zip(old, read, strict=True)] if old else read
        target = inst.operands[0]
        if isinstance(target, ir.Address) or target is None:
            return {}
        registers = target if isinstance(target, tuple) else (target,)
        return {
            register.index: masks
            for register, masks in zip(registers, old, strict=True)
            if isinstance(register, ir.Register)
        }

    def _given(self, sources: list[ir.Operand], n: int) -> list[Masks]:
        """Return the masks of an atomic's operands, for each element."""
        result = [DEFINED] * n
        for operand in sources:
            parts = operand if isinstance(operand, tuple) else (operand,)
            result = [
                self._join(old, self._masks(part)) for old, part in zip(result, parts, strict=True)
            ]
        return result

    def _copy(self, inst: ir.Inst) -> None:
        """Follow a `cp.async`, whose bytes count as copied at once."""
        g, b = self.g, self.g.b
        target, source = (o for o in inst.operands if isinstance(o, ir.Address))
        size, read = bytes_read(g, inst)
        places = [g.address_vector(source), g.address_vector(target)]
        helpers.call(b, "tags_copy", [g.context, g.memory_mask(), *places, read], size)

    # A matrix is 8 rows of 16 bytes; lane 8·m + r has the address of row r of matrix m.
    def _move_matrices(self, inst: ir.Inst) -> dict[int, Masks]:
        g, b = self.g, self.g.b
        loads = inst.opcode == "ldmatrix"
        operand = next(o for o in inst.operands if not isinstance(o, ir.Address))
        registers = operand if isinstance(operand, tuple) else (operand,)
        address = next(o for o in inst.operands if isinstance(o, ir.Address))
        vector = b.and_(g.address_vector(address), build.constant(ADDRESSES, cluster.OFFSET))
        lanes = g.memory_mask()
        result: dict[int, Masks] = {}
        for place, register in enumerate(registers):
            masks = self._masks(register)
            loaded = DEFINED
            bits, pieces = _pieces_of_rows(inst.fields, place)
            for order, columns in pieces:
                row = build.shuffle(b, vector, None, order)
                access = Access(
                    "shared", bits, 1, lanes, b.add(row, ll.Constant(ADDRESSES, columns))
                )
                if loads:
                    loaded = self._join(loaded, self._load_tags(inst, access)[0])
                else:
                    self._store_tags(inst, access, [masks])
            if loads and isinstance(register, ir.Register):
                result[register.index] = loaded
        return result
