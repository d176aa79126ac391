"""Compiled code that follows undefined values through registers, to where one decides something.

A register that may be undefined (`analysis.undefined`) has two masks beside it, i32 each: the lanes
in which it is *bad*, and those in which it is *fresh*. An instruction gives its results the masks
of its sources; loads and stores take them from the tags of memory (`tags`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, cast

from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis.resume_points import waits_for
from kernelscope.vgpu.analysis.undefined import (
    COPIES,
    UndefinedPlan,
    UndefinedValues,
    space_of,
)
from kernelscope.vgpu.counting.plan import source_of
from kernelscope.vgpu.ir.forms import PureCode
from kernelscope.vgpu.jit import addresses, build, cluster, tags
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.addresses import ADDRESSES
from kernelscope.vgpu.jit.build import I1, I8, I32, I64, PTR
from kernelscope.vgpu.jit.copied import bytes_read
from kernelscope.vgpu.jit.instrument import Instrument
from kernelscope.vgpu.jit.scratch import scratch
from kernelscope.vgpu.jit.tags import NONE, Shape, number
from kernelscope.vgpu.layout import (
    LANES,
    LOCAL_WINDOW,
    OFFSET_BITS,
    SHARED_WINDOW,
    Decision,
    Undefined,
)
from kernelscope.vgpu.types import TYPES, LLValue

if TYPE_CHECKING:
    from kernelscope.vgpu.jit.emitter import Emitter

ALL = ll.Constant(I32, 0xFFFFFFFF)
_WORDS = build.vector(I32)
_MASKS_BYTES = 8


@dataclass(frozen=True, slots=True)
class Masks:
    """The lanes in which a value is bad, and fresh; None: none, in any launch."""

    bad: LLValue = None
    fresh: LLValue = None


DEFINED = Masks()


@dataclass(frozen=True, slots=True)
class Results:
    """What an instruction makes of its destinations: in some lanes (None: in all), these masks."""

    lanes: LLValue
    masks: dict[int, Masks]


class Follower(Instrument):
    """Follows the undefined values of one kernel, beside the code of its generator."""

    looks_up_addresses = True

    def __init__(self, g: Emitter) -> None:
        super().__init__(g)
        self.values = UndefinedValues(g.function, partial(source_of, g.function))
        self._local = g.reserve_area("tags of local memory", g.function.local_bytes * LANES)
        self._area = g.reserve_area("undefined", _MASKS_BYTES * len(g.function.registers))
        self._brought = g.reserve_area("masks of a meeting", _MASKS_BYTES)
        self._slots: dict[int, tuple[LLValue, LLValue]] = {}
        # Of the instruction between `before` and `after`.
        self._pending: Results | None = None

    @property
    def plan(self) -> UndefinedPlan:
        """What tells where an undefined value came from."""
        return self.values.plan

    # ---- the masks of registers -----------------------------------------------------------

    def make_slots(self) -> None:
        """Make the places of the masks: on the stack, or in the frame for what outlives a wait."""
        g, b = self.g, self.g.b
        for register in g.function.registers:
            if self.values.may_be_undefined(register):
                if g.kept >> register.index & 1:
                    self._slots[register.index] = self._frame_slots(register.index)
                else:
                    self._slots[register.index] = b.alloca(I32), b.alloca(I32)

    def _frame_slots(self, index: int) -> tuple[LLValue, LLValue]:
        return self._pair(self._area + _MASKS_BYTES * index)

    def _pair(self, offset: int) -> tuple[LLValue, LLValue]:
        """Return pointers to the two masks at an offset in the frame."""
        b = self.g.b
        bad = b.gep(self.g.frame, [number(offset)], source_etype=I8)
        return bad, b.gep(bad, [number(1)], source_etype=I32)

    def begin_warp(self) -> None:
        """Emit the beginning of a warp: nothing has written its registers and its local memory."""
        g, b = self.g, self.g.b
        for index, (bad, fresh) in self._slots.items():
            b.store(ALL if index in self.values.plan.unwritten else NONE, bad)
            b.store(NONE, fresh)
        size = g.function.local_bytes * LANES
        if size:
            slots = tags.slots(b, g.context)
            tag = b.trunc(build.load_slot(b, slots, int(Undefined.FIRST_TAG)), I8)
            args = [self._local_tags(), tag, number(size), ll.Constant(I1, 0)]
            build.intrinsic(b, "memset", ll.VoidType(), args, [PTR, I64])

    def save(self, live: int) -> None:
        """Store the masks of registers in the frame, for the independent code."""
        self._move(live, to_frame=True)

    def restore(self, live: int) -> None:
        """Load them again."""
        self._move(live, to_frame=False)

    def _move(self, live: int, *, to_frame: bool) -> None:
        b = self.g.b
        for index, own in self._slots.items():
            if live >> index & 1 and not self.g.kept >> index & 1:
                for mine, kept in zip(own, self._frame_slots(index), strict=True):
                    source, target = (mine, kept) if to_frame else (kept, mine)
                    b.store(b.load(source, typ=I32), target)

    def _masks(self, operand: ir.Operand) -> Masks:
        """Return the masks of a source operand."""
        match operand:
            case ir.Register() if operand.index in self._slots:
                index = operand.index
                bad, fresh = self._slots[index]
                b, values = self.g.b, self.values
                return Masks(
                    b.load(bad, typ=I32) if values.may_be_bad[index] else None,
                    b.load(fresh, typ=I32) if values.may_be_fresh[index] else None,
                )
            case ir.NotPredicate():
                return self._masks(operand.register)
            case tuple():
                total = DEFINED
                for part in operand:
                    total = self._join(total, self._masks(part))
                return total
            case _:
                return DEFINED

    def _undefined(self, operand: ir.Operand) -> LLValue:
        """Return the lanes in which an operand is undefined at all; None if in none."""
        masks = self._masks(operand)
        return self._or(masks.bad, masks.fresh)

    def _or(self, first: LLValue, second: LLValue) -> LLValue:
        if first is None or second is None:
            return second if first is None else first
        return self.g.b.or_(first, second)

    def _and(self, first: LLValue, second: LLValue) -> LLValue:
        return None if first is None or second is None else self.g.b.and_(first, second)

    def _join(self, first: Masks, second: Masks) -> Masks:
        return Masks(self._or(first.bad, second.bad), self._or(first.fresh, second.fresh))

    def _choose(self, lanes: LLValue, yes: LLValue, no: LLValue) -> LLValue:
        """Return `yes` in some lanes, and `no` in the others."""
        b = self.g.b
        return self._or(self._and(yes, lanes), self._and(no, b.not_(lanes)))

    def _write(self, register: ir.Register, masks: Masks, lanes: LLValue) -> None:
        if register.index not in self._slots:
            return
        b = self.g.b
        for slot, mask in zip(self._slots[register.index], (masks.bad, masks.fresh), strict=True):
            new = NONE if mask is None else mask
            if lanes is not None:
                old = b.load(slot, typ=I32)
                new = b.or_(b.and_(old, b.not_(lanes)), b.and_(new, lanes))
            b.store(new, slot)

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
        for register in inst.destinations:
            self._write(register, results.masks.get(register.index, DEFINED), results.lanes)

    # Lanes that run independently come to a meeting from several places, with other registers.
    def bring(self, inst: ir.Inst) -> None:
        """Emit, before lanes wait for others, that they bring the masks of their operands."""
        b, total = self.g.b, DEFINED
        for spec, operand in zip(inst.form.signature, inst.operands, strict=True):
            if not spec.is_destination:
                total = self._join(total, self._masks(operand))
        lanes = self.g.active_bits
        for place, mask in zip(self._pair(self._brought), (total.bad, total.fresh), strict=True):
            kept = b.and_(b.load(place, typ=I32), b.not_(lanes))
            mine = NONE if mask is None else b.and_(mask, lanes)
            b.store(b.or_(kept, mine), place)

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
                    r.index: self._join(masks.get(r.index, DEFINED), either)
                    for r in inst.destinations
                }
        return Results(lanes, masks)

    def _written(self, inst: ir.Inst) -> LLValue:
        """Return the lanes that an instruction writes if others may keep their value; else None."""
        g = self.g
        if inst.guard is not None:
            return g.memory_mask()
        blends = ((r.index, g.block_index) in g.analysis.blends for r in inst.destinations)
        return g.active_bits if any(blends) else None

    def _transfer(self, inst: ir.Inst) -> dict[int, Masks]:
        match inst.opcode:
            case "ld" | "ldu":
                return self._load(inst)
            case "st":
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
        with b.if_then(b.icmp_unsigned("!=", lanes, NONE), likely=False):
            function = tags.decide(self.g.module)
            decision = ll.Constant(I32, int(what))
            b.call(function, [self.g.context, ll.Constant(I32, inst), decision, lanes])

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

    def _calculate(self, inst: ir.Inst) -> dict[int, Masks]:
        """Return the masks of the results of an instruction without memory."""
        destinations = inst.destinations
        if not any(r.index in self._slots for r in destinations):
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
            brought = (self.g.b.load(place, typ=I32) for place in self._pair(self._brought))
            masks = {"a": Masks(*brought)}
        if all(m.bad is None and m.fresh is None for m in masks.values()):
            return {}
        if inst.opcode == "xor" and inst.operands[1] is inst.operands[2]:
            return {}  # a zero
        result: Masks
        if inst.opcode == "selp":
            result = self._select(inst, masks)
        elif inst.opcode in ("and", "or"):
            result = self._logic(inst, masks)
        elif inst.opcode == "shfl":
            result = self._shuffle(inst, masks)
        elif inst.form.kind == "warp":
            return self._across(inst, masks)
        else:
            result = self._plain(inst, masks)
        return {r.index: result for r in destinations}

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

    def _plain(self, inst: ir.Inst, masks: dict[str, Masks]) -> Masks:
        copied = COPIES.get(inst.opcode, ())
        result = DEFINED
        for name, one in masks.items():
            if name not in copied:
                one = Masks(self._or(one.bad, one.fresh))
            result = self._join(result, one)
        return result

    def _select(self, inst: ir.Inst, masks: dict[str, Masks]) -> Masks:
        """Return the masks of the chosen side; where the choice is open, of both if they differ."""
        g, b = self.g, self.g.b
        specs, operands = inst.form.signature, inst.operands
        condition = build.to_bits(b, g.source(inst, specs[3], operands[3]))
        first, second = masks.get("a", DEFINED), masks.get("b", DEFINED)
        bad = self._choose(condition, first.bad, second.bad)
        fresh = self._choose(condition, first.fresh, second.fresh)
        choice = masks.get("c", DEFINED)
        return Masks(self._or(bad, self._or(choice.bad, choice.fresh)), fresh)

    # `i < n && x[i] > 0` is often one `and`: where i >= n, the right side is undefined, and decides
    # nothing.
    def _logic(self, inst: ir.Inst, masks: dict[str, Masks]) -> Masks:
        """Return the masks of `and` and `or`: a defined 0, or all ones, is stronger than any."""
        g, b = self.g, self.g.b
        undefined = [self._or(m.bad, m.fresh) for m in masks.values()]
        total = self._or(*undefined) if len(undefined) == 2 else undefined[0]
        for n, one in ((1, masks.get("a")), (2, masks.get("b"))):
            value = g.source(inst, inst.form.signature[n], inst.operands[n])
            kind = value.type
            strong = build.constant(kind, 0 if inst.opcode == "and" else -1)
            decides = build.to_bits(b, b.icmp_unsigned("==", value, strong))
            unknown = None if one is None else self._or(one.bad, one.fresh)
            if unknown is not None:
                decides = b.and_(decides, b.not_(unknown))
            total = self._and(total, b.not_(decides))
        return Masks(total)

    def _shuffle(self, inst: ir.Inst, masks: dict[str, Masks]) -> Masks:
        """Return the masks of the lanes that each lane reads: the instruction itself moves them."""
        g, b = self.g, self.g.b
        values = g.sources(inst)

        def moved(mask: LLValue) -> LLValue:
            if mask is None:
                return None
            ones = b.select(
                build.to_mask(b, mask), build.constant(_WORDS, 1), build.constant(_WORDS, 0)
            )
            code = cast("PureCode", inst.form.code)
            value, _ = code(g, inst.fields, ones, *values[1:])
            return build.to_bits(b, b.icmp_unsigned("!=", value, build.constant(_WORDS, 0)))

        whole = masks.get("a", DEFINED)
        result = Masks(moved(whole.bad), moved(whole.fresh))
        for name in ("b", "c", "mask"):
            one = masks.get(name, DEFINED)
            result = self._join(result, Masks(self._or(one.bad, one.fresh)))
        return result

    def _across(self, inst: ir.Inst, masks: dict[str, Masks]) -> dict[int, Masks]:
        """Return the masks of what is calculated from all lanes: one that is undefined spoils all.

        A matrix product's spoil their rows and columns.
        """
        parts = {"a", "b", "c"} if inst.opcode == "mma" and "al" not in inst.fields else set[str]()
        spoilt: LLValue = None
        for name, one in masks.items():
            if name not in parts:
                spoilt = self._or(spoilt, self._or(one.bad, one.fresh))
        spread = None if spoilt is None else self._any(spoilt)
        if not parts:
            return {r.index: Masks(spread) for r in inst.destinations}
        return self._product(inst, spread)

    # Of every `mma` but the one of four products at once, a lane of quad g holds elements of column
    # g of B, and of the rows g and g + 8 of A: in its registers in turn, if the matrix has 16 rows
    # (PTX ISA, 9.7.14.5). It gets elements 2·t and 2·t + 1 of these rows of D, t being its place in
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
                args = [
                    NONE if m is None else b.and_(m, self.g.active_bits) for m in (rows, columns)
                ]
                both = b.call(tags.product(self.g.module), args)
                low, high = b.trunc(both, I32), b.trunc(b.lshr(both, number(32)), I32)
                element = b.or_(low, high) if per_row == 1 else (low, high)[n % per_row]
                mask = self._or(mask, element)
            if isinstance(target, ir.Register):
                result[target.index] = Masks(mask)
        return result

    def _any(self, mask: LLValue) -> LLValue:
        """Return all lanes if one that is active is in the mask, else none."""
        b = self.g.b
        some = b.icmp_unsigned("!=", b.and_(mask, self.g.active_bits), NONE)
        return b.sext(some, I32)

    # ---- memory ---------------------------------------------------------------------------

    def _local_tags(self) -> LLValue:
        return self.g.b.gep(self.g.frame, [number(self._local)], source_etype=I8)

    def _number(self, inst: ir.Inst) -> LLValue:
        return ll.Constant(I32, self.values.number(inst))

    def _call_load(
        self, inst: ir.Inst, shape: Shape, lanes: LLValue, place: LLValue
    ) -> list[Masks]:
        """Return the masks of each element of a load."""
        g, b = self.g, self.g.b
        out = scratch(g, I64, shape.n, 1)
        function = tags.load(g.module, shape, g.function.local_bytes)
        args = [g.context, self._number(inst), lanes, place, self._local_tags(), out]
        total = b.call(function, args)
        clear = b.icmp_unsigned("==", total, number(0))
        result: list[Masks] = []
        for k in range(shape.n):
            found = total
            if shape.n > 1:
                found = b.select(clear, number(0), build.load_slot(b, out, k))
            fresh = b.trunc(b.lshr(found, number(32)), I32)
            result.append(Masks(b.trunc(found, I32), fresh))
        return result

    def _call_store(
        self, inst: ir.Inst, shape: Shape, lanes: LLValue, place: LLValue, masks: list[Masks]
    ) -> None:
        g, b = self.g, self.g.b
        given = scratch(g, I64, shape.n, 1)
        for k, one in enumerate(masks):
            bad = number(0) if one.bad is None else b.zext(one.bad, I64)
            fresh = number(0) if one.fresh is None else b.zext(one.fresh, I64)
            b.store(b.or_(bad, b.shl(fresh, number(32))), build.slot(b, given, k))
        function = tags.store(g.module, shape, g.function.local_bytes)
        args = [g.context, self._number(inst), lanes, place, self._local_tags(), given]
        b.call(function, args)

    def _accesses(self, inst: ir.Inst) -> list[tuple[Shape, LLValue, LLValue]]:
        """Return the parts of an access that are in different memories: shape, lanes, addresses."""
        g, b = self.g, self.g.b
        space = space_of(inst)
        address = next(o for o in inst.operands if isinstance(o, ir.Address))
        bits = TYPES[inst.fields["t"]].bits
        n = int(inst.fields["v"][1:]) if inst.fields.get("v") else 1
        lanes = g.memory_mask()
        if space in ("param", "const"):
            return []
        is_late = "done" in inst.fields  # `st.async` and `red.async`, which have no own space
        space = "shared" if is_late else space
        reaches = is_late or inst.fields.get("space") == "shared::cluster"
        reaches = reaches and g.analysis.block.in_cluster
        if space != "generic" and not reaches:
            value, stride = g.address(address)
            return [(Shape(space, bits, n, stride), lanes, value)]
        vector = g.address_vector(address)
        offset = b.and_(vector, build.constant(ADDRESSES, addresses.OFFSET_MASK))
        if reaches:
            return self._in_cluster(Shape("remote", bits, n, None), lanes, offset)
        window = b.lshr(vector, build.constant(ADDRESSES, OFFSET_BITS))

        def lanes_in(which: int) -> LLValue:
            here = b.icmp_unsigned("==", window, build.constant(ADDRESSES, which))
            return b.and_(lanes, build.to_bits(b, here))

        shared = lanes_in(SHARED_WINDOW)
        rest = b.and_(lanes, b.not_(shared))
        if g.analysis.block.in_cluster:
            parts = self._in_cluster(Shape("remote", bits, n, None), shared, offset)
        else:
            parts = [(Shape("shared", bits, n, None), shared, offset)]
        if g.function.local_bytes:
            local = lanes_in(LOCAL_WINDOW)
            rest = b.and_(rest, b.not_(local))
            parts.append((Shape("local", bits, n, None), local, offset))
        parts.append((Shape("global", bits, n, None), rest, vector))
        return parts

    def _in_cluster(
        self, shape: Shape, lanes: LLValue, offset: LLValue
    ) -> list[tuple[Shape, LLValue, LLValue]]:
        """Return the lanes in the block's own shared memory, and those in another block's."""
        g, b = self.g, self.g.b
        own = cluster.lanes_of_own_block(b, g.context, offset, lanes)
        mine = b.and_(offset, build.constant(ADDRESSES, cluster.OFFSET))
        other = b.and_(lanes, b.not_(own))
        inside = Shape("shared", shape.bits, shape.n, None)
        return [(inside, own, mine), (shape, other, offset)]

    def _load(self, inst: ir.Inst) -> dict[int, Masks]:
        target = inst.operands[0]
        registers = target if isinstance(target, tuple) else (target,)
        if not any(isinstance(r, ir.Register) and r.index in self._slots for r in registers):
            return {}
        total = [DEFINED] * len(registers)
        for shape, lanes, place in self._accesses(inst):
            found = self._call_load(inst, shape, lanes, place)
            total = [self._join(one, more) for one, more in zip(total, found, strict=True)]
        return {
            register.index: masks
            for register, masks in zip(registers, total, strict=True)
            if isinstance(register, ir.Register)
        }

    def _store(self, inst: ir.Inst) -> None:
        operand = inst.operands[1]
        parts = operand if isinstance(operand, tuple) else (operand,)
        masks = [self._masks(part) for part in parts]
        for shape, lanes, place in self._accesses(inst):
            stored = masks
            if shape.space == "global":
                stored = self._stored(inst, masks, lanes)
            self._call_store(inst, shape, lanes, place, stored)

    def _stored(self, inst: ir.Inst, masks: list[Masks], lanes: LLValue) -> list[Masks]:
        """Tell of bad values that go to global memory; there they count as defined from then on."""
        bad: LLValue = None
        for one in masks:
            bad = self._or(bad, one.bad)
        self._decide(self.values.number(inst), Decision.STORED, self._and(bad, lanes))
        return [Masks(None, one.fresh) for one in masks]

    def _update(self, inst: ir.Inst) -> dict[int, Masks]:
        """Follow an atomic: what was in memory comes out, and is part of what goes in."""
        op = inst.fields["op"]
        sources = [
            o
            for s, o in zip(inst.form.signature, inst.operands, strict=True)
            if s.name in ("b", "c")
        ]
        old: list[Masks] = []
        for shape, lanes, place in self._accesses(inst):
            found = self._call_load(inst, shape, lanes, place)
            given = self._given(sources, shape.n)
            if shape.space == "global":
                if op != "exch":
                    undefined: LLValue = None
                    for one in found:
                        undefined = self._or(undefined, self._or(one.bad, one.fresh))
                    decided = self._and(undefined, lanes)
                    self._decide(self.values.number(inst), Decision.UPDATED, decided)
                stored = self._stored(inst, given, lanes)
                found = [DEFINED] * shape.n
            elif op == "exch":
                stored = given
            else:
                stored = [
                    Masks(self._or(self._or(m.bad, m.fresh), self._or(f.bad, f.fresh)))
                    for m, f in zip(given, found, strict=True)
                ]
            self._call_store(inst, shape, lanes, place, stored)
            old = [self._join(x, y) for x, y in zip(old, found, strict=True)] if old else found
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
                self._join(one, self._masks(part)) for one, part in zip(result, parts, strict=True)
            ]
        return result

    def _copy(self, inst: ir.Inst) -> None:
        """Follow a `cp.async`, whose bytes count as copied at once."""
        g, b = self.g, self.g.b
        target, source = (o for o in inst.operands if isinstance(o, ir.Address))
        size, read = bytes_read(g, inst)
        places = [g.address_vector(source), g.address_vector(target)]
        b.call(tags.copy(g.module, size), [g.context, g.memory_mask(), *places, read])

    # A matrix is 8 rows of 16 bytes; lane 8·m + r has the address of row r of matrix m. Lane l gets
    # elements 2·(l mod 4) and the next of row l div 4; transposed, element l div 4 of those rows.
    def _move_matrices(self, inst: ir.Inst) -> dict[int, Masks]:
        g, b = self.g, self.g.b
        loads = inst.opcode == "ldmatrix"
        operand = next(o for o in inst.operands if not isinstance(o, ir.Address))
        registers = operand if isinstance(operand, tuple) else (operand,)
        address = next(o for o in inst.operands if isinstance(o, ir.Address))
        vector = b.and_(g.address_vector(address), build.constant(ADDRESSES, cluster.OFFSET))
        lanes = g.memory_mask()
        result: dict[int, Masks] = {}
        for matrix, register in enumerate(registers):
            masks = self._masks(register)
            if inst.fields["trans"]:
                bits, parts = (
                    16,
                    [
                        (
                            [8 * matrix + 2 * (n % 4) + e for n in range(LANES)],
                            [2 * (n // 4) for n in range(LANES)],
                        )
                        for e in range(2)
                    ],
                )
            else:
                bits, parts = (
                    32,
                    [
                        (
                            [8 * matrix + n // 4 for n in range(LANES)],
                            [4 * (n % 4) for n in range(LANES)],
                        )
                    ],
                )
            found = DEFINED
            for rows, columns in parts:
                steps = ll.Constant(ADDRESSES, columns)
                place = b.add(build.shuffle(b, vector, None, rows), steps)
                shape = Shape("shared", bits, 1, None)
                if loads:
                    found = self._join(found, self._call_load(inst, shape, lanes, place)[0])
                else:
                    self._call_store(inst, shape, lanes, place, [masks])
            if loads and isinstance(register, ir.Register):
                result[register.index] = found
        return result
