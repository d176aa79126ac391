"""One warp of a kernel as an LLVM function: `i32 warp(context, frame)`.

The function runs the warp from where its frame says it stopped until it ends, waits or has had its
turn (`Result` says which). A register is a stack slot that LLVM turns into a value, or, where it
must outlive a wait, a place in the frame: a scalar where all lanes agree or differ by a constant
stride (then it holds lane 0's value), else a vector of 32. Control flow follows `analysis.warp`:
outside divergent components plain branches; inside one, each block has a mask of waiting lanes, and
the lowest block that has some runs next.

This is the converged code: all lanes are at one place, or in one component. Where that is not
enough, because lanes of a component wait for each other, the warp leaves it for good and goes on in
the independent code (`independent.py`). It then stores every register that is needed, and the piece
at which each lane is, in the frame (`save`).
"""

from __future__ import annotations

import bisect
import itertools
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import cast

from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis.cycles import cycles, keeps_time
from kernelscope.vgpu.analysis.in_flight import registers_in_flight
from kernelscope.vgpu.analysis.in_step import stores_in_step
from kernelscope.vgpu.analysis.liveness import live_at_barriers, live_before
from kernelscope.vgpu.analysis.resume_points import Pieces, waits_for
from kernelscope.vgpu.analysis.waiting import blocks_that_may_wait
from kernelscope.vgpu.analysis.warp import Analysis
from kernelscope.vgpu.ir.forms import EffectCode, PureCode
from kernelscope.vgpu.jit import (
    build,
    clock,
    convergence,
    products,
    stops,
    watch_barriers,
)
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.build import I32, I64, MASK, PTR
from kernelscope.vgpu.jit.emitter import Emitter
from kernelscope.vgpu.jit.helpers import Module
from kernelscope.vgpu.jit.instrument import Instrument
from kernelscope.vgpu.jit.instruments import instruments_of
from kernelscope.vgpu.jit.raw_pointers import RawPointers
from kernelscope.vgpu.jit.repeats import Repeats
from kernelscope.vgpu.jit.scratch import scratch
from kernelscope.vgpu.jit.special import special_value
from kernelscope.vgpu.layout import (
    BLOCK_COUNT_SLOTS,
    CLUSTER_BARRIER,
    COPIES_BYTES,
    FRAME_HEAD_BYTES,
    LANES,
    POLL,
    Context,
    Control,
    Frame,
    Result,
)
from kernelscope.vgpu.tools import Tool
from kernelscope.vgpu.types import LLType, LLValue

# Iterations of a loop after which the warp looks whether the launch is stopped and, if the loop may
# wait for another thread, lets the others run. `while (ld.acquire(flag) == 0)` would never end if
# the block that sets the flag did not get its turn.
ITERATIONS = 256
_MOST_PASSED_ON = 64  # waiting slots that LLVM may keep in registers


class Generator(Emitter):
    """Emits one kernel. Instruction code receives it as `g`.

    Attributes:
        b: the LLVM builder, at the point where code goes.
        active: the lanes that run the current block, as <32 x i1>.
        active_bits: the same as an i32.
        lanes: 32 while vector code is emitted for an instruction, 0 while it is scalar.
        whole_warp: true where code is emitted that runs only if all lanes take part.
        fine: whether the code is for a schedule that is fine: engines next to the warps are late.
        slots: where each register on the stack is, by its index.
        kinds: the types of the registers.
        kept: the registers in the frame, as bits; every other one is on the stack.
        instruments: the parts of the tools that look at the kernel.
        left_out: the lanes of the current instruction that are at fault, as an i32, and do not
            execute it; None if that stops the launch.
        unread: those of which a `cp.async` reads nothing, since they would be at fault.
        fresh: what a register's slot holds, while code goes to that LLVM block.
        places: likewise the pointer to its place in the frame.
        loaded: the registers whose slots are loaded anywhere.
        heads: for each basic block the first one of those that it always runs together with.
    """

    is_independent = False

    @property
    def in_cluster(self) -> bool:
        """True if the code is for launches with clusters."""
        return self.analysis.block.in_cluster

    def __init__(
        self, function: ir.Function, analysis: Analysis, name: str, *, fine: bool = False
    ) -> None:
        self.function = function
        self.analysis = analysis
        self.module = Module(name)
        self.helpers: dict[str, ll.Function] = {}
        self.symbols: list[str] = []
        self.lanes = 0
        self.left_out = self.unread = None
        self.whole_warp = False
        self.fine = fine
        self.block_index = self.position = self.unsettled = 0
        self.all_lanes = analysis.block.threads % LANES == 0
        # Local memory comes first, so that its place is known from the beginning.
        local = -(-function.local_bytes * LANES // 64) * 64
        self.frame_bytes = FRAME_HEAD_BYTES + local
        self.frame_places: dict[str, tuple[int, LLValue]] = {}
        self.keeps_time = keeps_time(function)
        self.in_flight = registers_in_flight(function)
        self.meetings = stops.meetings(function) if self.checked else {}
        self.in_step = stores_in_step(function) if analysis.block.in_step else frozenset[ir.Inst]()
        self.pieces = Pieces(function, fine=fine, in_step=self.in_step)
        self.may_wait = blocks_that_may_wait(function)
        self.instruments: dict[Tool, Instrument] = instruments_of(self)
        looks_up = any(instrument.looks_up_addresses for instrument in self.instruments.values())
        raw_pointers = RawPointers(function, analysis.block.has_raw) if looks_up else None
        self.raw_pointers, self.settled = raw_pointers, {}
        self.reserve_registers()
        self.resume_blocks: list[ll.Block] = []
        self.resume_stops: list[stops.Stop] = []
        self.can_leave = False
        self.kinds = [self.register_type(r) for r in function.registers]
        self.fresh: dict[int, tuple[LLValue, LLValue]] = {}
        self.places: dict[int, tuple[LLValue, LLValue]] = {}
        self.loaded: set[int] = set()
        elsewhere = _live_elsewhere(analysis)
        self.kept = live_at_barriers(function, analysis.live, elsewhere, self.in_step)
        self.repeats = Repeats(function)
        self.heads = _heads(function, analysis)
        self.find_canonical_uses()
        self.find_quiet()

    # ---- the function ---------------------------------------------------------------------

    def emit(self, name: str) -> Module:
        """Build the warp function under this name and return the module."""
        function_type = ll.FunctionType(I32, [PTR, PTR])
        self.warp = ll.Function(self.module, function_type, name)
        self.warp.linkage = "internal"
        self.context, self.frame = self.warp.args
        for argument in self.warp.args:
            argument.add_attribute("noalias")
            argument.add_attribute("nonnull")
        self.entry = self.warp.append_basic_block("entry")
        self.b = ll.IRBuilder(self.entry)
        self.place_side_by_side()
        self.slots = {
            r.index: self.b.alloca(self.kinds[r.index], name=r.name.strip("%"))
            for r in self.function.registers
            if not self.kept >> r.index & 1
        }
        for instrument in self.instruments.values():
            instrument.make_slots()
        self.waiting = self.waiting_slots()
        self.iterations = self.b.alloca(I32, name="iterations")
        self.b.store(ll.Constant(I32, ITERATIONS), self.iterations)
        self.starts = {
            i: self.warp.append_basic_block(f"block{i}")
            for i, head in enumerate(self.heads)
            if head == i
        }
        self.checks = {i: self.warp.append_basic_block(f"check{i}") for i in self.waiting}
        self.members = [list[int]() for _ in self.analysis.exits]
        for index in self.waiting:
            self.members[self.analysis.component[index]].append(index)
        self.gathers = [
            self.warp.append_basic_block(f"gather{n}") for n in range(len(self.members))
        ]
        self.finish = self.warp.append_basic_block("finish")
        begin = self.warp.append_basic_block("begin")
        for block in self.function.blocks:
            self.emit_block(block)
        self.emit_checks()
        self.emit_begin(begin)
        ll.IRBuilder(self.finish).ret(ll.Constant(I32, Result.ENDED))
        self.drop_unread_slots()
        return self.module

    def reserve_registers(self) -> None:
        """Reserve the part of the frame that converged and independent code share.

        It holds the asynchronous copies and products, each register as 32 lanes, and the lanes at
        each piece.
        """
        if any(i.opcode == "cp" and "bulk" not in i.fields for i in self.function.instructions()):
            self.reserve_area("copies", COPIES_BYTES)
        if self.fine and products.is_used(self.function):
            self.reserve_area("products", products.QUEUE_BYTES)
        pauses = any(waits_for(i) for i in self.function.instructions()) or self.may_wait
        if pauses or self.is_independent:
            for register in self.function.registers:
                lanes_type = build.vector(self.bits_type(register.type.bits))
                self.frame_offset(f"lanes of r{register.index}", lanes_type)
            self.reserve_area("places", 4 * len(self.pieces))

    def drop_unread_slots(self) -> None:
        """Remove the stack slots that nothing loads, and the stores to them."""
        unread = {id(slot) for index, slot in self.slots.items() if index not in self.loaded}
        for block in self.warp.blocks:
            block.instructions = [
                i
                for i in block.instructions
                if id(i) not in unread and not (isinstance(i, ll.Store) and id(i.place) in unread)
            ]

    def register_type(self, register: ir.Register) -> LLType:
        """Return a scalar or 32 lanes, by the register's shape."""
        element = self.bits_type(register.type.bits)
        return build.vector(element) if self.analysis.shapes[register.index] is None else element

    def place_side_by_side(self) -> None:
        """Put registers that an instruction updates together into the frame, one after another.

        Those are a tensor core's sums: what computes them takes them there in place.
        """
        for inst in self.function.instructions():
            for spec, operand in zip(inst.form.signature, inst.operands, strict=True):
                if not spec.is_updated or not isinstance(operand, tuple):
                    continue
                for register in operand:
                    if isinstance(register, ir.Register):
                        self.frame_offset(f"r{register.index}", self.kinds[register.index])
                        self.kept |= 1 << register.index

    def side_by_side(self, registers: Sequence[ir.Operand]) -> LLValue:
        """Return a pointer to the first of these registers, if they are in this order in the frame.

        Return None if they do not, or if the current instruction must keep some of their lanes.
        """
        following = 0
        for register in registers:
            if not isinstance(register, ir.Register) or not self.kept >> register.index & 1:
                return None
            if self.analysis.shapes[register.index] is not None:
                return None
            if self.written_lanes(register) is not None:
                return None
            slot_type = self.kinds[register.index]
            offset = self.frame_offset(f"r{register.index}", slot_type)
            if following not in (0, offset):
                return None
            following = offset + _size(slot_type)
        first = registers[0]
        return self.place_of(first) if isinstance(first, ir.Register) else None

    # LLVM passes slots on the stack from block to block in registers, each of n slots through each
    # of n blocks. With 2,000 nested `if` a kernel took 16 s to compile so, and 4,000 did not end.
    def waiting_slots(self) -> dict[int, LLValue]:
        """Return for each block of a component the slot of the lanes that wait there."""
        blocks = [i for i, component in enumerate(self.analysis.component) if component >= 0]
        if len(blocks) <= _MOST_PASSED_ON:
            return {i: self.b.alloca(I32, name=f"waiting{i}") for i in blocks}
        return {i: self.frame_place(f"waiting{i}", I32) for i in blocks}

    # A place in the frame is calculated where it is used, and so becomes a part of the load or the
    # store. Calculated once at the entry it was put on the stack, in code that is quick to compile:
    # 120 instructions in each of a softmax's turns, which it has six of.
    def place_of(self, register: ir.Register) -> LLValue:
        """Return the stack slot of a register; one that a barrier must not lose is in the frame."""
        if not self.kept >> register.index & 1:
            return self.slots[register.index]
        block, place = self.places.get(register.index, (None, None))
        if block is not self.b.block:
            place = self.frame_place(f"r{register.index}", self.kinds[register.index])
            self.places[register.index] = self.b.block, place
        return place

    def emit_begin(self, begin: ll.Block) -> None:
        """Emit the entry: jump to where the warp stopped, or begin with no lane waiting
        anywhere.
        """
        self.b.position_at_end(self.entry)
        if self.resume_blocks:
            resume = build.load_slot(self.b, self.frame, Frame.RESUME)
            switch = self.b.switch(resume, begin)
            for number, block in enumerate(self.resume_blocks):
                switch.add_case(ll.Constant(I64, number + 1), block)
        else:
            self.b.branch(begin)
        self.b.position_at_end(begin)
        for slot in self.waiting.values():
            self.b.store(ll.Constant(I32, 0), slot)
        # What is read before it is written holds zeros, as in the interpreter.
        for register in self.function.registers:
            if self.analysis.live[0] >> register.index & 1:
                zero = build.constant(self.kinds[register.index], 0)
                self.b.store(zero, self.place_of(register))
        for instrument in self.instruments.values():
            instrument.begin_warp()
        # A block of a component cannot be the entry unless a loop leads back to it.
        self.wait_at(0, self.initial_bits())
        self.b.branch(self.starts[0])

    def initial_bits(self) -> LLValue:
        """Return the lanes that exist: all but in a last warp that the block does not fill."""
        if self.all_lanes:
            return ll.Constant(I32, 0xFFFFFFFF)
        warp = build.load_slot(self.b, self.context, Context.WARP)
        warps = build.load_slot(self.b, self.context, Context.WARPS)
        last = self.b.icmp_unsigned("==", self.b.add(warp, ll.Constant(I64, 1)), warps)
        mask = self.b.trunc(build.load_slot(self.b, self.context, Context.LAST_WARP_MASK), I32)
        return self.b.select(last, mask, ll.Constant(I32, 0xFFFFFFFF))

    # ---- blocks and control flow ----------------------------------------------------------

    def emit_block(self, block: ir.BasicBlock) -> None:
        """Emit one basic block: its active lanes, counters, instructions and end."""
        self.block_index = block.index
        if self.heads[block.index] != block.index:
            self.continue_block(block)
            return
        self.b.position_at_end(self.starts[block.index])
        if block.index in self.waiting:
            slot = self.waiting[block.index]
            self.set_active(self.b.load(slot, typ=I32))
            self.b.store(ll.Constant(I32, 0), slot)
        else:
            self.set_active(self.initial_bits())
        # All lanes have left a loop in which they waited. If the exit is itself the head of another
        # such loop (a second lock is taken right after the first) it comes here in each iteration.
        is_exit = block.index in self.analysis.exits and block.index not in self.waiting
        if is_exit and self.may_wait:
            self.b.store(ll.Constant(I64, 0), build.slot(self.b, self.frame, int(Frame.PAUSES)))
        self.count_block(block)
        self.emit_instructions(block)

    def continue_block(self, block: ir.BasicBlock) -> None:
        """Emit a block that follows the one before it: the same lanes, counted there."""
        for instrument in self.instruments.values():
            instrument.begin_block(block)
        self.emit_instructions(block)

    def emit_instructions(self, block: ir.BasicBlock) -> None:
        """Emit what a block does, and its end."""
        for self.position, inst in enumerate(block.instructions):
            self.emit_instruction(inst)
        self.emit_terminator(block)

    def set_active(self, bits: LLValue) -> None:
        """Note the lanes that run from here on, given as an i32."""
        self.active_bits = bits
        if isinstance(bits, ll.Constant):
            self.active = build.constant(MASK, 1)
        else:
            self.active = build.to_mask(self.b, bits)

    def count_block(self, block: ir.BasicBlock) -> None:
        """Count this execution of the block and its active lanes."""
        counts = self.b.load(build.slot(self.b, self.context, Context.BLOCK_COUNTS), typ=PTR)
        place = BLOCK_COUNT_SLOTS * block.index
        build.add_to_slot(self.b, counts, place, ll.Constant(I64, 1))
        lanes = self.b.zext(build.popcount(self.b, self.active_bits), I64)
        build.add_to_slot(self.b, counts, place + 1, lanes)
        for instrument in self.instruments.values():
            instrument.begin_block(block)

    def emit_terminator(self, block: ir.BasicBlock) -> None:
        """Emit the end of a block, by what the analysis knows of its branch."""
        self.settle_time()
        for instrument in self.instruments.values():
            instrument.end_block(block)
        if block.index in self.waiting:
            self.leave_divergent(block)
            return
        match block.terminator:
            case ir.Return():
                self.b.branch(self.finish)
            case ir.Jump():
                self.go(block.terminator.target)
            case ir.Branch() as branch if block.index in self.analysis.divergent_branches:
                self.part(branch)
            case ir.Branch() as branch:
                taken, other = (self.warp.append_basic_block() for _ in range(2))
                self.b.cbranch(self.uniform_condition(branch), taken, other)
                for place, target in ((taken, branch.taken), (other, branch.other)):
                    self.b.position_at_end(place)
                    self.go(target)

    # The lanes are noted at the target before a pause, which keeps what is noted. A warp resumes
    # after the pause, where it has no `active_bits` of the block before.
    def go(self, target: int) -> None:
        """Send all lanes to a block; on the way back in a loop, check whether to stop."""
        self.wait_at(target, self.active_bits)
        if target <= self.block_index:
            self.end_iteration(target, (self.pieces.start_of(target), self.active_bits))
        if self.heads[target] == target:
            self.b.branch(self.starts[target])

    # A worked case: `while (!*flag) for (int i = 0; i < 4; ++i) x *= 3;` with 4 ways back a round.
    # A count that began anew at the 256th of them, on the inner way, would be on the inner way each
    # time, as 4 divides 256. So there it only looks whether to stop, and counts on below zero: the
    # next way back of the outer loop, which may wait, lets others run.
    def end_iteration(self, target: int, here: tuple[int, LLValue] | None) -> None:
        """Emit the way back in a loop: now and then see whether to stop, and let others run.

        here: the piece and the lanes that go there, if all go there together; else the lanes wait
            at the blocks of the target's component.
        """
        onward, tired = (self.warp.append_basic_block(n) for n in ("onward", "tired"))
        left = self.b.sub(self.b.load(self.iterations, typ=I32), ll.Constant(I32, 1))
        self.b.store(left, self.iterations)
        waits, none = target in self.may_wait, ll.Constant(I32, 0)
        part = self.b.and_(left, ll.Constant(I32, ITERATIONS - 1))
        is_over = (
            self.b.icmp_signed("<=", left, none)
            if waits
            else self.b.icmp_unsigned("==", part, none)
        )
        self.b.cbranch(is_over, tired, onward).set_weights([1, 999])
        self.b.position_at_end(tired)
        self.b.store(ll.Constant(I32, ITERATIONS if waits else 0), self.iterations)
        self.b.store(ll.Constant(I64, target + 1), build.slot(self.b, self.context, Context.LOOP))
        self.check_stop()
        if waits:
            before, self.block_index = self.block_index, target
            self.pause(self.live_in_component(self.analysis.live[target]), here)
            self.block_index = before
        self.b.branch(onward)
        self.b.position_at_end(onward)

    def check_stop(self) -> None:
        """End the warp here if the launch has been stopped."""
        control = self.b.load(build.slot(self.b, self.context, Context.CONTROL), typ=PTR)
        load = build.load_shared_slot(self.b, control, Control.STOP)
        is_stopped = self.b.icmp_unsigned("!=", load, ll.Constant(I64, 0))
        with self.b.if_then(is_stopped, likely=False):
            self.b.ret(ll.Constant(I32, Result.STOPPED))

    def uniform_condition(self, branch: ir.Branch) -> LLValue:
        """Return the predicate of a branch that all lanes agree on, as i1."""
        value = self.held(branch.predicate)
        return self.b.not_(value) if branch.negated else value

    def branch_masks(self, branch: ir.Branch) -> tuple[LLValue, LLValue]:
        """Return the lanes that take a branch and those that do not, as i32."""
        if self.analysis.shapes[branch.predicate.index] is None:
            bits = build.to_bits(self.b, self.held(branch.predicate))
            bits = self.b.not_(bits) if branch.negated else bits
            taken = self.b.and_(self.active_bits, bits)
            return taken, self.b.and_(self.active_bits, self.b.not_(bits))
        none = ll.Constant(I32, 0)
        condition = self.uniform_condition(branch)
        return (
            self.b.select(condition, self.active_bits, none),
            self.b.select(condition, none, self.active_bits),
        )

    def wait_at(self, target: int, bits: LLValue) -> None:
        """Let these lanes go on at `target` later; at a component's exit all meet by themselves."""
        if target in self.waiting:
            slot = self.waiting[target]
            self.b.store(self.b.or_(self.b.load(slot, typ=I32), bits), slot)

    def part(self, branch: ir.Branch) -> None:
        """Emit a divergent branch that begins a component."""
        taken, other = self.branch_masks(branch)
        self.wait_at(branch.taken, taken)
        self.wait_at(branch.other, other)
        component = self.analysis.divergent_branches[self.block_index]
        self.run_lowest(branch, self.block_index, component)

    def leave_divergent(self, block: ir.BasicBlock) -> None:
        """End a block inside a component: note where lanes wait, run the lowest that has some."""
        terminator = block.terminator
        if isinstance(terminator, ir.Jump):
            self.wait_at(terminator.target, self.active_bits)
        elif isinstance(terminator, ir.Branch):
            taken, other = self.branch_masks(terminator)
            self.wait_at(terminator.taken, taken)
            self.wait_at(terminator.other, other)
        self.run_lowest(terminator, block.index, self.analysis.component[block.index])

    # A worked case: a `continue` of the outer one of two loops, taken by the odd lanes.
    #
    #     block 1:  a += 1;                                            outer loop
    #     block 2:  s += 1; if (s == 9) goto 5;                        inner loop, all lanes
    #     block 3:  if (odd) goto 1;
    #     block 4:  x += 1; goto 2;
    #
    # Blocks 1 and 4 are a component whose exit is block 2, and block 3, which is in none, parts the
    # lanes. Both its side in block 1 and the exit are on a way back. So after block 3 block 1 runs,
    # then block 4; and on the way to block 2 the warp looks whether to stop.
    def run_lowest(self, terminator: ir.Terminator, index: int, component: int) -> None:
        """Run the lowest block of a component that has lanes, after block `index` sent some on."""
        for target in sorted(set(terminator.targets)):
            if target <= index and self.analysis.component[target] == component:
                self.end_iteration(target, None)
                onward = self.warp.append_basic_block()
                self.b.cbranch(self.has_waiting(target), self.starts[target], onward)
                self.b.position_at_end(onward)
        self.b.branch(self.next_check(index, component))

    def has_waiting(self, target: int) -> LLValue:
        """Return whether lanes wait at a block of a component."""
        bits = self.b.load(self.waiting[target], typ=I32)
        return self.b.icmp_unsigned("!=", bits, ll.Constant(I32, 0))

    def next_check(self, index: int, component: int) -> ll.Block:
        """Return the check after block `index` of a component: the next block's, or the exit."""
        members = self.members[component]
        later = bisect.bisect_right(members, index)
        return self.checks[members[later]] if later < len(members) else self.gathers[component]

    def emit_checks(self) -> None:
        """Emit the checks whether a component's block has lanes to run, and the ways out of it."""
        for index, check in self.checks.items():
            self.b.position_at_end(check)
            following = self.next_check(index, self.analysis.component[index])
            self.b.cbranch(self.has_waiting(index), self.starts[index], following)
        blocks = self.function.blocks
        heads = {t for block in blocks for t in block.terminator.targets if t <= block.index}
        for component, gather in enumerate(self.gathers):
            self.b.position_at_end(gather)
            target = self.analysis.exits[component]
            if target >= len(self.heads):
                self.b.branch(self.finish)
                continue
            if target in heads:
                lanes = self.initial_bits()
                self.end_iteration(target, (self.pieces.start_of(target), lanes))
            self.b.branch(self.starts[target])

    # ---- instructions ---------------------------------------------------------------------

    def emit_instruction(self, inst: ir.Inst) -> None:
        """Emit one instruction, by its kind."""
        self.inst = inst
        self.settled = {}
        self.left_out = self.unread = None
        for instrument in self.instruments.values():
            instrument.announce(inst)
        if inst in self.in_step:
            self.keep_step()
        self.pass_time(inst)
        if waits_for(inst) and self.block_index in self.waiting:
            self.leave_if_split(inst)
        if self.raw_pointers is not None:
            self.settled = self.raw_pointers.settle(self, inst)
        for instrument in self.instruments.values():
            instrument.before(inst)
        match inst.form.kind:
            case "pure":
                self.emit_pure(inst, cast(PureCode, inst.form.code))
            case "warp":
                self.lanes = LANES
                with self.guarded(inst):
                    self.store_results(inst, self.across_lanes(inst, self.sources(inst)))
            case _:
                self.lanes = LANES
                cast(EffectCode, inst.form.code)(self, inst)
        for instrument in reversed(self.instruments.values()):
            instrument.after(inst)

    def across_lanes(self, inst: ir.Inst, values: list[LLValue]) -> LLValue:
        """Emit an instruction that looks across lanes and return its results.

        Lanes may name different members, as tiles of 8 lanes do: each group then has a round of its
        own.
        """
        code = cast(PureCode, inst.form.code)
        mask = inst.operands[-1]
        same = not isinstance(mask, ir.Register) or self.analysis.shapes[mask.index] is not None
        if same or waits_for(inst) != "lanes" or inst.opcode == "shfl":
            return code(self, inst.fields, *values)
        before = self.active, self.active_bits
        members = values[-1]
        remaining = scratch(self, I32, 1, 1)
        self.b.store(self.active_bits, remaining)
        head, body, done = (self.warp.append_basic_block(n) for n in ("head", "group", "done"))
        self.b.branch(head)
        self.b.position_at_end(head)
        left = self.b.load(remaining, typ=I32)
        self.b.cbranch(self.b.icmp_unsigned("!=", left, ll.Constant(I32, 0)), body, done)
        self.b.position_at_end(body)
        named = self.b.extract_element(members, build.first_set(self.b, left))
        alike = self.b.icmp_unsigned("==", members, build.splat(self.b, named))
        self.set_active(self.b.and_(left, build.to_bits(self.b, alike)))
        self.b.store(self.b.and_(left, self.b.not_(self.active_bits)), remaining)
        results = code(self, inst.fields, *values)
        each = results if isinstance(results, tuple) else (results,)
        kept = [scratch(self, build.element_type(value), 1, LANES) for value in each]
        for value, place in zip(each, kept, strict=True):
            old = self.b.load(place, typ=value.type)
            self.b.store(self.b.select(self.active, value, old), place)
        self.b.branch(head)
        self.b.position_at_end(done)
        self.active, self.active_bits = before
        loaded = tuple(self.b.load(p, typ=v.type) for p, v in zip(kept, each, strict=True))
        return loaded if isinstance(results, tuple) else loaded[0]

    def emit_pure(self, inst: ir.Inst, code: PureCode) -> None:
        """Emit a value instruction: scalar if every result is uniform or affine."""
        destinations = inst.destinations
        scalar = all(self.analysis.shapes[r.index] is not None for r in destinations)
        self.lanes = 0 if scalar else LANES
        if scalar:
            self.store_results(inst, code(self, inst.fields, *self.sources(inst)))
        else:
            self.store_results(inst, self.repeats.emit(self, inst, code))

    # ---- waiting and resuming -------------------------------------------------------------

    def keep_step(self) -> None:
        """Let the other warps of the block come as far, before a store that follows loads."""
        # The way back in a loop still pauses after as many iterations.
        left = self.b.load(self.iterations, typ=I32)
        self.b.store(left, self.frame_place("iterations", I32))
        self.suspend(Result.KEEPS_STEP)
        left = self.b.load(self.frame_place("iterations", I32), typ=I32)
        self.b.store(left, self.iterations)

    def suspend(self, result: Result = Result.WAITS) -> None:
        """Save the lanes' state, return, and go on here when the warp is run again."""
        saved = [(slot, I32, f"w{i}") for i, slot in self.waiting.items()]
        for slot, slot_type, key in saved:
            place = self.frame_place(key, slot_type)
            self.b.store(self.b.load(slot, typ=slot_type), place, align=_align(slot_type))
        bits_place = self.frame_place("active", I32)
        self.b.store(self.active_bits, bits_place)
        self.stop_and_resume(result, stops.stop_of(self.function, self.inst))
        for slot, slot_type, key in saved:
            place = self.frame_place(key, slot_type)
            self.b.store(self.b.load(place, typ=slot_type, align=_align(slot_type)), slot)
        if not isinstance(self.active_bits, ll.Constant):
            self.set_active(self.b.load(self.frame_place("active", I32), typ=I32))

    def stop_and_resume(self, result: Result, stop: stops.Stop) -> None:
        """Return to the driver; what is emitted next runs when the warp is run again."""
        resume = self.warp.append_basic_block(f"resume{len(self.resume_blocks) + 1}")
        self.resume_blocks.append(resume)
        self.resume_stops.append(stop)
        number = ll.Constant(I64, len(self.resume_blocks))
        self.b.store(number, build.slot(self.b, self.frame, Frame.RESUME))
        self.b.ret(ll.Constant(I32, result))
        self.b.position_at_end(resume)

    # ---- leaving for the independent code -------------------------------------------------

    def elsewhere(self, here: LLValue) -> LLValue:
        """Return the lanes that have not ended and are not among `here`."""
        component = self.analysis.component[self.block_index]
        if component < 0:
            return self.b.and_(self.active_bits, self.b.not_(here))
        if self.analysis.exits[component] < len(self.function.blocks):
            # Lanes that have left the component wait at its exit, which no mask shows.
            return self.b.and_(self.initial_bits(), self.b.not_(here))
        live = self.active_bits
        for index, slot in self.waiting.items():
            if self.analysis.component[index] == component:
                live = self.b.or_(live, self.b.load(slot, typ=I32))
        return self.b.and_(live, self.b.not_(here))

    def leave_if_split(self, inst: ir.Inst) -> None:
        """Go on in the independent code if the instruction must wait for lanes elsewhere.

        A barrier of the block is one for which they count by themselves. Here all lanes of the warp
        count at once, which is right only if all of them are here.
        """
        here = self.memory_mask()
        missing = self.elsewhere(self.active_bits)
        if waits_for(inst) == "lanes":
            missing = self.b.and_(missing, self.member_mask(inst))
        leaving, onward = (self.warp.append_basic_block(n) for n in ("leaving", "onward"))
        split = self.b.icmp_unsigned("!=", missing, ll.Constant(I32, 0))
        # A guard that is false everywhere leaves no lane to wait.
        some = self.b.icmp_unsigned("!=", here, ll.Constant(I32, 0))
        self.b.cbranch(self.b.and_(split, some), leaving, onward).set_weights([1, 999])
        self.b.position_at_end(leaving)
        block = self.function.blocks[self.block_index]
        live = live_before(self.function, block, self.position, self.analysis.live)
        place = self.pieces.before(self.block_index, self.position)
        self.save(self.live_in_component(live), (place, self.active_bits))
        self.can_leave = True
        self.b.ret(ll.Constant(I32, Result.LEAVES))
        self.b.position_at_end(onward)

    def member_mask(self, inst: ir.Inst) -> LLValue:
        """Return the lanes that an instruction across lanes names, in any of its lanes."""
        self.lanes = LANES
        spec, operand = inst.form.signature[-1], inst.operands[-1]
        value = self.source(inst, spec, operand)
        taking_part = build.to_mask(self.b, self.memory_mask())
        chosen = self.b.select(taking_part, value, build.constant(value.type, 0))
        return build.reduce(self.b, "or", chosen)

    def live_in_component(self, live: int) -> int:
        """Return these registers with those needed where other lanes of the component may be."""
        component = self.analysis.component[self.block_index]
        if component < 0:
            return live
        for index in self.waiting:
            if self.analysis.component[index] == component:
                live |= self.analysis.live[index]
        exit_block = self.analysis.exits[component]
        return live | (self.analysis.live[exit_block] if exit_block < len(self.heads) else 0)

    def save(self, live: int, here: tuple[int, LLValue] | None) -> None:
        """Store these registers, and the piece of each lane, for the independent code.

        here: a piece, and the lanes at it that wait at no block of a component.
        """
        for register in self.function.registers:
            if live >> register.index & 1:
                self.lanes = LANES
                self.b.store(self.read(register), self.lanes_place(register))
        for instrument in self.instruments.values():
            instrument.save(live)
        area = self.frame_area("places", 4 * len(self.pieces))
        size = ll.Constant(I64, 4 * len(self.pieces))
        zeros = [area, ll.Constant(build.I8, 0), size, ll.Constant(build.I1, 0)]
        build.intrinsic(self.b, "memset", ll.VoidType(), zeros, [PTR, I64])
        component = self.analysis.component[self.block_index]
        lanes: LLValue = ll.Constant(I32, 0)
        if here is not None:
            self.add_lanes(area, *here)
            lanes = here[1]
        for index, slot in self.waiting.items():
            if self.analysis.component[index] == component >= 0:
                bits = self.b.load(slot, typ=I32)
                self.add_lanes(area, self.pieces.start_of(index), bits)
                lanes = self.b.or_(lanes, bits)
        exit_block = self.analysis.exits[component] if component >= 0 else len(self.heads)
        if exit_block < len(self.heads):
            left = self.b.and_(self.initial_bits(), self.b.not_(lanes))
            self.add_lanes(area, self.pieces.start_of(exit_block), left)
            lanes = self.initial_bits()
        for place, value in (
            (Frame.LIVE, self.b.zext(lanes, I64)),
            (Frame.BLOCKED, ll.Constant(I64, 0)),
            (Frame.FIRST, ll.Constant(I64, 0)),
            (Frame.PLACES, self.b.ptrtoint(area, I64)),
        ):
            self.b.store(value, build.slot(self.b, self.frame, int(place)))

    def add_lanes(self, area: LLValue, piece: int, bits: LLValue) -> None:
        """Add lanes to those that run a piece next."""
        place = self.b.gep(area, [ll.Constant(I64, piece)], source_etype=I32)
        self.b.store(self.b.or_(self.b.load(place, typ=I32), bits), place)

    def lanes_place(self, register: ir.Register) -> LLValue:
        """Return the place of a register's 32 lanes in the frame, for the independent code."""
        lanes_type = build.vector(self.bits_type(register.type.bits))
        return self.frame_place(f"lanes of r{register.index}", lanes_type)

    def pause(self, live: int, here: tuple[int, LLValue] | None) -> None:
        """Let the other warps and blocks run; then go on, here or in the independent code.

        here: a piece, and the lanes that are all there; None if they wait at a component's blocks.
        """
        self.save(live, here)
        asking = stops.stop_of(self.function, self.may_wait[self.block_index], in_loop=True)
        self.stop_and_resume(Result.PAUSES_APART if here is None else Result.PAUSES, asking)
        for register in self.function.registers:
            if live >> register.index & 1:
                lanes_type = build.vector(self.bits_type(register.type.bits))
                value = self.b.load(self.lanes_place(register), typ=lanes_type)
                if self.analysis.shapes[register.index] is not None:
                    value = self.b.extract_element(value, ll.Constant(I32, 0))
                self.b.store(value, self.place_of(register))
        for instrument in self.instruments.values():
            instrument.restore(live)
        component = self.analysis.component[self.block_index]
        area = self.frame_area("places", 4 * len(self.pieces))
        exit_block = self.analysis.exits[component] if component >= 0 else -1
        for index, slot in self.waiting.items():
            lanes: LLValue = ll.Constant(I32, 0)
            if self.analysis.component[index] == component >= 0 or index == exit_block:
                piece = ll.Constant(I64, self.pieces.start_of(index))
                lanes = self.b.load(self.b.gep(area, [piece], source_etype=I32), typ=I32)
            self.b.store(lanes, slot)

    def wait_at_barrier(
        self, barrier: ir.Operand | int, threads: ir.Operand, votes: LLValue
    ) -> tuple[LLValue, LLValue]:
        """Wait at a barrier of the block; return the votes there and the voters, as i64.

        votes: the lanes' predicates, as <32 x i1>; None if they bring none.
        """
        places = [build.slot(self.b, self.frame, int(p)) for p in (Frame.VOTES, Frame.VOTERS)]
        if votes is not None:
            yes = self.b.and_(build.to_bits(self.b, votes), self.active_bits)
            for bits, place in zip((yes, self.active_bits), places, strict=True):
                self.b.store(self.b.zext(build.popcount(self.b, bits), I64), place)
        for place, operand in ((Frame.BARRIER, barrier), (Frame.BARRIER_THREADS, threads)):
            number = self.one_number(operand)
            self.b.store(number, build.slot(self.b, self.frame, int(place)))
        if self.checked:
            watch_barriers.come(self)
        self.suspend()
        of_all, voters = (
            build.load_slot(self.b, self.frame, int(p)) for p in (Frame.VOTES, Frame.VOTERS)
        )
        return of_all, voters

    def one_number(self, operand: ir.Operand | int) -> LLValue:
        """Return an operand that all lanes share, as an i64; 0 if it is not given."""
        match operand:
            case None:
                return ll.Constant(I64, 0)
            case int():
                return ll.Constant(I64, operand)
            case ir.Immediate():
                return ll.Constant(I64, int(operand.value))
            case _:
                assert isinstance(operand, ir.Register)
                return self.b.zext(self.of_first_lane(self.held(operand)), I64)

    def wait_for_cluster(self) -> None:
        """Wait until the phase of the cluster's barrier is over in which the lanes arrived."""
        arrived = convergence.lanes_in(self.b, self.frame, Frame.ARRIVED)
        waiting = self.b.and_(arrived, self.memory_mask())
        over = self.b.icmp_unsigned("==", waiting, ll.Constant(I32, 0))
        self.stop_unless(over, CLUSTER_BARRIER)

    def poll_unless(self, met: LLValue) -> None:
        """Stop here once, unless the condition (an i1) is met, so that the other warps can run."""
        self.stop_unless(met, POLL)

    def stop_unless(self, met: LLValue, reason: int) -> None:
        """Stop here unless the condition (an i1) is met; `reason` is a barrier's number, or
        `POLL`.
        """
        pause, onward = (self.warp.append_basic_block(name) for name in ("pause", "onward"))
        before, start = self.active_bits, self.b.block
        self.b.cbranch(met, onward, pause)
        self.b.position_at_end(pause)
        number = ll.Constant(I64, reason)
        self.b.store(number, build.slot(self.b, self.frame, int(Frame.BARRIER)))
        self.suspend()
        if self.block_index in self.waiting and reason == POLL:
            # The next way back in a loop pauses, so that lanes elsewhere get their turn.
            self.b.store(ll.Constant(I32, 1), self.iterations)
        after, resumed = self.active_bits, self.b.block
        self.b.branch(onward)
        self.b.position_at_end(onward)
        if after is not before:
            bits = self.b.phi(I32)
            bits.add_incoming(before, start)
            bits.add_incoming(after, resumed)
            self.set_active(bits)

    def frame_place(self, key: str, kind: LLType) -> LLValue:
        """Return a pointer to the frame's place for a value, made on first use."""
        offset = self.frame_offset(key, kind)
        return self.b.gep(self.frame, [ll.Constant(I64, offset)], source_etype=build.I8)

    def frame_offset(self, key: str, kind: LLType) -> int:
        """Return the offset of a value in the frame, in bytes; its place is made on first use."""
        if key not in self.frame_places:
            size = max(_size(kind), 8)
            offset = -(-self.frame_bytes // size) * size
            self.frame_places[key] = (offset, kind)
            self.frame_bytes = offset + size
        return self.frame_places[key][0]

    def frame_area(self, key: str, size: int) -> LLValue:
        """Return a pointer to `size` bytes of the frame under a name, reserved on first use."""
        offset = self.reserve_area(key, size)
        return self.b.gep(self.frame, [ll.Constant(I64, offset)], source_etype=build.I8)

    def reserve_area(self, key: str, size: int) -> int:
        """Return the offset of `size` bytes of the frame under a name, reserved on first use."""
        if key not in self.frame_places:
            offset = -(-self.frame_bytes // 64) * 64
            self.frame_places[key] = (offset, None)
            self.frame_bytes = offset + size
        return self.frame_places[key][0]

    # ---- time -----------------------------------------------------------------------------

    def pass_time(self, inst: ir.Inst) -> None:
        """Count the cycles of an instruction, for kernels that read a clock."""
        if not self.keeps_time:
            return
        self.unsettled += cycles(inst)
        if waits_for(inst) or inst.form.kind == "poll":
            self.settle_time()

    def settle_time(self) -> None:
        """Move the clock by the cycles counted since the last time."""
        if self.unsettled:
            clock.advance(self, ll.Constant(I64, self.unsettled))
            self.unsettled = 0

    # ---- for instruction code -------------------------------------------------------------

    def aside(
        self, name: str, inst: ir.Inst
    ) -> AbstractContextManager[tuple[ll.Function, LLValue]]:
        """Emit code of an instruction that runs later; only where all registers are in the
        frame.
        """
        raise NotImplementedError

    def special(self, name: str) -> LLValue:
        """Return the value of a special register in the shape that the analysis gave it."""
        return special_value(self, name)

    def helper(self, name: str, make: Callable[[ll.Module, str], ll.Function]) -> ll.Function:
        """Return a function of this module that several instructions call, made on first use."""
        if name not in self.helpers:
            self.helpers[name] = make(self.module, name)
        return self.helpers[name]


# A worked case: the lines that Triton's compiler writes for a maximum over a warp.
#
#     $L__tmp3:                     begins a block, though nothing branches here
#     max.f32 %r49, %r47, %r48;
#     $L__tmp4:                     begins another one, with the same lanes
#     shfl.sync.bfly.b32 …;
#
# Of 30 such blocks a softmax counted each, and passed its registers from one to the next in
# memory. Now they are one LLVM block with one counter.
def _heads(function: ir.Function, analysis: Analysis) -> tuple[int, ...]:
    """Return for each block the first of those that it always runs together with.

    It follows its only predecessor, which always goes on to it, outside divergent components.
    """
    comers = [0] * len(function.blocks)
    for block in function.blocks:
        for target in block.terminator.targets:
            comers[target] += 1
    heads = list(range(len(function.blocks)))
    for before, block in itertools.pairwise(function.blocks):
        follows = isinstance(before.terminator, ir.Jump) and comers[block.index] == 1
        together = before.terminator.targets == (block.index,)
        apart = {analysis.component[before.index], analysis.component[block.index]} != {-1}
        if follows and together and not apart and block.index not in analysis.exits:
            heads[block.index] = heads[before.index]
    return tuple(heads)


# A worked case: odd lanes go to A, even lanes to B, and both sides read %r5.
#
#     A:  try_wait %p, [%r1]; @!%p bra A;     the warp stops here, and %r5 is dead on this side
#     B:  st.shared [%r5], 1;                 even lanes wait at B meanwhile, and need it
#
# Without the rule %r5 would be lost when the warp runs again.
def _live_elsewhere(analysis: Analysis) -> list[int]:
    """Return for each block the registers that lanes need which wait elsewhere in its component."""
    needed = [0] * (max(analysis.component, default=-1) + 1)
    for block, component in enumerate(analysis.component):
        if component >= 0:
            needed[component] |= analysis.live[block]
    for component, leaves in enumerate(analysis.exits):
        needed[component] |= analysis.live[leaves] if leaves < len(analysis.live) else 0
    return [needed[component] if component >= 0 else 0 for component in analysis.component]


def _size(kind: LLType) -> int:
    # Masks are stored packed by LLVM; round up to whole bytes.
    if isinstance(kind, ll.VectorType):
        bits: int = kind.count * kind.element.width
        return max(bits // 8, 8)
    return max(kind.width // 8, 1)


def _align(kind: LLType) -> int:
    return min(_size(kind), 64) if isinstance(kind, ll.VectorType) else min(_size(kind), 8)
