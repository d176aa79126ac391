"""One warp whose lanes run independently, as an LLVM function: `i32 warp(context, frame)`.

Every register is 32 lanes in the warp's frame, and every lane is at a piece
(`analysis.resume_points`) or blocked. The function picks a piece, runs the lanes that are there to
its end, and picks again. An instruction that waits for other lanes blocks its lanes; the last one
to come calculates the results of all of them, whichever instruction they came to: PTX asks for the
same operation and the same member mask, not for the same place in the program.

Slower than the converged code (`generator.py`), and used only where that cannot go on, or if a
schedule is asked for under which warps take turns piece by piece.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Generator as Yields
from contextlib import contextmanager
from typing import cast

from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis.resume_points import waits_for
from kernelscope.vgpu.analysis.warp import Analysis
from kernelscope.vgpu.ir.forms import OperandSpec, PureCode
from kernelscope.vgpu.ir.verify import operand_type
from kernelscope.vgpu.jit import (
    build,
    cluster,
    convergence,
    helpers,
    stops,
    watch,
    watch_barriers,
)
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.build import I32, I64, PTR
from kernelscope.vgpu.jit.generator import Generator
from kernelscope.vgpu.jit.helpers import Module
from kernelscope.vgpu.layout import (
    AT_BARRIER,
    CLUSTER_BARRIER,
    LANES,
    POLL,
    Context,
    Frame,
    Meeting,
    Result,
)
from kernelscope.vgpu.types import LLValue


def independent_lanes(analysis: Analysis, function: ir.Function) -> Analysis:
    """Return the analysis of a kernel in which each lane may be anywhere: nothing is uniform."""
    blocks = len(function.blocks)
    return dataclasses.replace(
        analysis,
        shapes=[None] * len(function.registers),
        component=[0] * blocks,
        exits=[blocks],
        divergent_branches=dict.fromkeys(range(blocks), 0),
        blends={(r.index, b) for r in function.registers for b in range(blocks)},
    )


class Independent(Generator):
    """Emits the independent code of one kernel."""

    is_independent = True

    def __init__(
        self, function: ir.Function, analysis: Analysis, name: str, *, fine: bool = False
    ) -> None:
        super().__init__(function, independent_lanes(analysis, function), name, fine=fine)
        self.kept = (1 << len(function.registers)) - 1
        self.waiting = {}
        self.arrives_at_cluster = cluster.uses_barrier(function)
        self.kinds_of_meeting: dict[tuple[object, ...], tuple[int, ir.Inst]] = {}

    def place_of(self, register: ir.Register) -> LLValue:
        """Return the register's 32 lanes in the frame."""
        return self.lanes_place(register)

    def emit(self, name: str) -> Module:
        """Build the function under this name and return the module."""
        function_type = ll.FunctionType(I32, [PTR, PTR])
        self.warp = ll.Function(self.module, function_type, name)
        self.meet = ll.Function(self.module, ll.FunctionType(ll.VoidType(), [PTR, PTR]), "meet")
        self.meet.linkage = "internal"
        self.context, self.frame = self.warp.args
        for argument in (*self.warp.args, *self.meet.args):
            argument.add_attribute("noalias")
            argument.add_attribute("nonnull")
        self.entry = self.warp.append_basic_block("entry")
        self.b = ll.IRBuilder(self.entry)
        for instrument in self.instruments.values():
            instrument.make_slots()
        self.area = self.frame_area("places", 4 * len(self.pieces))
        self.left = self.b.alloca(I64, name="left")
        self.polls = self.b.alloca(I64, name="polls")
        self.starts = [self.warp.append_basic_block(f"piece{n}") for n in range(len(self.pieces))]
        self.dispatch = self.warp.append_basic_block("dispatch")
        self.finish = self.warp.append_basic_block("finish")
        for number in range(len(self.pieces)):
            self.emit_piece(number)
        self.emit_entry()
        self.emit_dispatch()
        ll.IRBuilder(self.finish).ret(ll.Constant(I32, Result.ENDED))
        self.emit_meet()
        return self.module

    # ---- who runs next --------------------------------------------------------------------

    def emit_entry(self) -> None:
        """Emit the beginning of a turn; a warp that begins here has all of its lanes at piece 0."""
        self.b.position_at_end(self.entry)
        turn = build.load_slot(self.b, self.context, int(Context.TURN))
        self.b.store(turn, self.left)
        self.b.store(ll.Constant(I64, 0), self.polls)
        begun = build.load_slot(self.b, self.frame, int(Frame.PLACES))
        begin = self.warp.append_basic_block("begin")
        self.b.cbranch(self.b.icmp_unsigned("!=", begun, ll.Constant(I64, 0)), self.dispatch, begin)
        self.b.position_at_end(begin)
        for register in self.function.registers:
            if self.analysis.live[0] >> register.index & 1:
                zero = build.constant(self.kinds[register.index], 0)
                self.b.store(zero, self.place_of(register))
        for instrument in self.instruments.values():
            instrument.begin_warp()
        convergence.clear(self.b, self.area, 4 * len(self.pieces))
        lanes = self.initial_bits()
        self.add_lanes(self.area, 0, lanes)
        for place, value in (
            (Frame.LIVE, self.b.zext(lanes, I64)),
            (Frame.BLOCKED, ll.Constant(I64, 0)),
            (Frame.FIRST, ll.Constant(I64, 0)),
            (Frame.PLACES, self.b.ptrtoint(self.area, I64)),
        ):
            self.b.store(value, build.slot(self.b, self.frame, int(place)))
        self.b.branch(self.dispatch)

    # Lanes at the lowest piece go first: that is how lanes that a branch parted meet again. But a
    # lane that waits in a loop at piece 3 for one at piece 7 would then run for ever. So the search
    # begins at another piece in the next turn, and stays there for that turn:
    #
    #     turn 1, from piece 0:   lanes 1 … 31 ask for the lock, over and over (piece 3)
    #     turn 2, from piece 7:   lane 0, which has it, runs on: 7, 8, gives it back, 9, ends
    def emit_dispatch(self) -> None:
        """Emit the choice of the next piece, and the ends of a turn."""
        b = self.b
        b.position_at_end(self.dispatch)
        over, choose, stuck, yields = (
            self.warp.append_basic_block(n) for n in ("over", "choose", "stuck", "yields")
        )
        left = b.sub(b.load(self.left, typ=I64), ll.Constant(I64, 1))
        b.store(left, self.left)
        b.cbranch(b.icmp_signed("<", left, ll.Constant(I64, 0)), over, choose)
        b.position_at_end(choose)
        first = b.trunc(build.load_slot(b, self.frame, int(Frame.FIRST)), I32)
        chosen = helpers.call(
            b, "frame_pick", [self.frame, first, ll.Constant(I32, len(self.pieces))]
        )
        switch = b.switch(chosen, stuck)
        for number, start in enumerate(self.starts):
            switch.add_case(ll.Constant(I32, number), start)
        b.position_at_end(stuck)
        live = convergence.lanes_in(b, self.frame, Frame.LIVE)
        blocked = self.warp.append_basic_block("blocked")
        b.cbranch(b.icmp_unsigned("==", live, ll.Constant(I32, 0)), self.finish, blocked)
        b.position_at_end(blocked)
        b.ret(ll.Constant(I32, Result.BLOCKED))
        b.position_at_end(over)
        self.check_stop()
        self.rotate(yields)

    def rotate(self, yields: ll.Block) -> None:
        """End a turn: the next one begins its search at another piece with lanes."""
        b, count = self.b, len(self.pieces)
        slot = build.slot(b, self.frame, int(Frame.FIRST))
        first = b.add(b.trunc(b.load(slot, typ=I64), I32), ll.Constant(I32, 1))
        wrapped = b.select(
            b.icmp_unsigned("<", first, ll.Constant(I32, count)), first, ll.Constant(I32, 0)
        )
        following = helpers.call(b, "frame_pick", [self.frame, wrapped, ll.Constant(I32, count)])
        has_next = b.icmp_signed(">=", following, ll.Constant(I32, 0))
        b.store(b.zext(b.select(has_next, following, ll.Constant(I32, 0)), I64), slot)
        is_random = b.icmp_unsigned(
            "!=", build.load_slot(b, self.context, int(Context.RANDOM)), ll.Constant(I64, 0)
        )
        with b.if_then(is_random):
            b.store(convergence.random_below(b, self.context, ll.Constant(I64, count)), slot)
        b.branch(yields)
        b.position_at_end(yields)
        with b.if_then(b.icmp_unsigned("!=", b.load(self.polls, typ=I64), ll.Constant(I64, 0))):
            poll = ll.Constant(I64, POLL)
            b.store(poll, build.slot(b, self.frame, int(Frame.BARRIER)))
            b.ret(ll.Constant(I32, Result.WAITS))
        b.ret(ll.Constant(I32, Result.PAUSES))

    # ---- pieces ---------------------------------------------------------------------------

    def emit_piece(self, number: int) -> None:
        """Emit one piece, and where its lanes go after it."""
        piece = self.pieces[number]
        block = self.function.blocks[piece.block]
        self.block_index = piece.block
        instructions = block.instructions[piece.first : piece.end]
        if piece.role == "goes on":
            return  # emitted together with the piece before it
        self.begin_piece(number)
        if number == self.pieces.start_of(piece.block):
            self.count_block(block)
        self.piece_number = number
        for self.position, inst in enumerate(instructions, piece.first):
            self.emit_instruction(inst)
        self.settle_time()
        if piece.role == "keeps step":
            self.b.store(ll.Constant(I64, 0), self.left)
        last = number + 1 == len(self.pieces) or self.pieces[number + 1].block != piece.block
        if not last:
            self.go_to(self.piece_number + 1)
        else:
            for instrument in self.instruments.values():
                instrument.end_block(block)
            self.leave_divergent(block)

    def begin_piece(self, number: int) -> None:
        """Go to the beginning of a piece: the lanes that are there run."""
        self.b.position_at_end(self.starts[number])
        place = self.b.gep(self.area, [ll.Constant(I64, number)], source_etype=I32)
        self.set_active(self.b.load(place, typ=I32))
        self.b.store(ll.Constant(I32, 0), place)

    def go_to(self, number: int) -> None:
        """Let the active lanes go on at a piece, with those that are there already."""
        self.add_lanes(self.area, number, self.active_bits)
        self.b.branch(self.dispatch)

    def leave_divergent(self, block: ir.BasicBlock) -> None:
        """End a block: send its lanes where its branch says."""
        terminator = block.terminator
        match terminator:
            case ir.Jump():
                self.add_lanes(self.area, self.pieces.start_of(terminator.target), self.active_bits)
            case ir.Branch():
                taken, other = self.branch_masks(terminator)
                self.add_lanes(self.area, self.pieces.start_of(terminator.taken), taken)
                self.add_lanes(self.area, self.pieces.start_of(terminator.other), other)
            case ir.Return():
                live = convergence.lanes_in(self.b, self.frame, Frame.LIVE)
                live = self.b.and_(live, self.b.not_(self.active_bits))
                convergence.put_lanes(self.b, self.frame, Frame.LIVE, live)
                helpers.call(self.b, "lanes_ended", [self.context, self.frame])
                if self.arrives_at_cluster:
                    helpers.call(self.b, "cluster_complete", [self.context])
                self.b.call(self.meet, [self.context, self.frame])
        self.b.branch(self.dispatch)

    @contextmanager
    def aside(self, name: str, inst: ir.Inst) -> Yields[tuple[ll.Function, LLValue]]:
        """Emit what is inside into a function of its own: `void name(context, frame, entry)`.

        It finds the registers of the instruction in the frame. Yields the function and `entry`,
        which is its caller's to fill; the lanes that are active in it are, too.
        """
        before = self.b, self.context, self.frame, self.active, self.active_bits
        guard, inst.guard = inst.guard, None
        function_type = ll.FunctionType(ll.VoidType(), [PTR, PTR, PTR])
        function = ll.Function(self.module, function_type, f"{name}.{len(self.module.globals)}")
        function.linkage = "internal"
        self.b = ll.IRBuilder(function.append_basic_block("entry"))
        self.context, self.frame, entry = function.args
        yield function, entry
        self.b.ret_void()
        inst.guard = guard
        self.b, self.context, self.frame, self.active, self.active_bits = before

    # ---- waiting --------------------------------------------------------------------------

    def emit_instruction(self, inst: ir.Inst) -> None:
        """Emit one instruction; one that waits goes on in the piece that follows."""
        self.inst = inst
        match waits_for(inst):
            case "lanes":
                self.pass_time(inst)
                for instrument in self.instruments.values():
                    instrument.bring(inst)
                self.meet_lanes(inst)
                for instrument in reversed(self.instruments.values()):
                    instrument.after(inst)
            case "warp":
                self.come(inst, (inst.form.spec, self.block_index, self.position), [], None)
                super().emit_instruction(inst)
            case _:
                super().emit_instruction(inst)

    def elsewhere(self, here: LLValue) -> LLValue:
        """Return the lanes that have not ended and are not among `here`."""
        live = convergence.lanes_in(self.b, self.frame, Frame.LIVE)
        return self.b.and_(live, self.b.not_(here))

    def keep_step(self) -> None:
        """Do nothing: the piece before ended the warp's turn."""

    def leave_if_split(self, inst: ir.Inst) -> None:
        """Do nothing: this is the code that others leave for."""

    def meet_lanes(self, inst: ir.Inst) -> None:
        """Emit an instruction across lanes: bring the operands, wait, take the results."""
        self.lanes = LANES
        values = self.sources(inst)
        # Lanes that the guard leaves out are here too, and bring nothing: nothing waits for them.
        skipping = self.b.and_(self.active_bits, self.b.not_(self.memory_mask()))
        if self.checked:
            watch_barriers.skipping(self, inst, skipping)
        values[-1] = self.b.and_(values[-1], build.splat(self.b, self.b.not_(skipping)))
        key = (inst.opcode, *inst.fields.items(), len(values))
        self.come(inst, key, values[:-1], values[-1])
        results: list[LLValue] = []
        destinations = [s for s in inst.form.signature if s.is_destination]
        for row, spec in enumerate(destinations):
            scalar = operand_type(spec, inst.fields, inst.form)
            place = Meeting.RESULTS + row * convergence.ROW
            results.append(
                self.as_type(convergence.fetch(self.b, self.frame, place, scalar.bits), scalar)
            )
        if results:
            # The lanes here are those that its guard let through.
            guard, inst.guard = inst.guard, None
            self.store_results(inst, tuple(results))
            inst.guard = guard

    def come(
        self, inst: ir.Inst, key: tuple[object, ...], values: list[LLValue], members: LLValue
    ) -> None:
        """Block the lanes that take part until all members have come; go on in the next piece."""
        meeting, _ = self.kinds_of_meeting.setdefault(key, (len(self.kinds_of_meeting), inst))
        lanes = self.memory_mask()
        for row, value in enumerate(values):
            place = Meeting.OPERANDS + row * convergence.ROW
            convergence.bring(self.b, self.frame, place, value, lanes)
        everyone = build.constant(build.vector(I32), 0xFFFFFFFF)
        self.wait_in_piece(lanes, meeting, everyone if members is None else members)
        self.b.call(self.meet, [self.context, self.frame])
        self.go_on_after_wait()

    def wait_in_piece(self, lanes: LLValue, kind: int, members: LLValue) -> None:
        """Block these lanes, and send the others on to the piece after the next."""
        others = self.b.and_(self.active_bits, self.b.not_(lanes))
        self.add_lanes(self.area, self.piece_number + 2, others)
        then = ll.Constant(I32, self.piece_number + 1)
        blocked = [self.frame, lanes, ll.Constant(I32, kind), members, then]
        helpers.call(self.b, "frame_block", blocked)

    def go_on_after_wait(self) -> None:
        """End this piece, and emit what follows in the next one."""
        self.b.branch(self.dispatch)
        self.piece_number += 1
        self.begin_piece(self.piece_number)

    def wait_at_barrier(
        self, barrier: ir.Operand | int, threads: ir.Operand, votes: LLValue
    ) -> tuple[LLValue, LLValue]:
        """Wait there, each lane for itself; return the votes and the voters as i64."""
        lanes = self.memory_mask()
        numbers, counts = (self.barrier_operand(operand) for operand in (barrier, threads))
        if votes is not None:
            convergence.bring(self.b, self.frame, Meeting.OPERANDS, votes, lanes)
        else:
            none = build.constant(build.vector(I64), 0)
            convergence.bring(self.b, self.frame, Meeting.OPERANDS, none, lanes)
        self.wait_in_piece(lanes, AT_BARRIER, numbers)
        arguments = [self.context, self.frame, numbers, counts, lanes]
        helpers.call(self.b, "lanes_arrive", arguments)
        self.go_on_after_wait()
        first = self.b.and_(build.first_set(self.b, self.active_bits), ll.Constant(I32, LANES - 1))
        rows = (Meeting.RESULTS, Meeting.RESULTS + convergence.ROW)
        of_all, voters = (
            self.b.extract_element(convergence.fetch(self.b, self.frame, place, 64), first)
            for place in rows
        )
        return of_all, voters

    def wait_for_cluster(self) -> None:
        """Wait at the cluster's barrier, each lane for itself."""
        numbers = build.constant(build.vector(I32), CLUSTER_BARRIER)
        self.wait_in_piece(self.memory_mask(), AT_BARRIER, numbers)
        helpers.call(self.b, "cluster_wait", [self.context, self.frame])
        self.go_on_after_wait()

    def barrier_operand(self, operand: ir.Operand | int) -> LLValue:
        """Return a barrier's number or thread count in each lane; 0 if it is not given."""
        lanes_type = build.vector(I32)
        match operand:
            case None:
                return build.constant(lanes_type, 0)
            case int():
                return build.constant(lanes_type, operand)
            case ir.Immediate():
                return build.constant(lanes_type, int(operand.value) & 0xFFFFFFFF)
            case _:
                assert isinstance(operand, ir.Register)
                return self.read(operand)

    def suspend(self, result: Result = Result.WAITS) -> None:
        """Refuse: an instruction that stops the whole warp has no place here."""
        raise AssertionError(f"{self.inst.opcode} stops the whole warp")

    def poll_unless(self, met: LLValue) -> None:
        """End the turn after this piece unless the condition (an i1) is met.

        The warp counts as idle if no other lane of it can run.
        """
        b = self.b
        blocked = convergence.lanes_in(b, self.frame, Frame.BLOCKED)
        runnable = b.and_(convergence.lanes_in(b, self.frame, Frame.LIVE), b.not_(blocked))
        alone = b.icmp_unsigned("==", self.active_bits, runnable)
        for condition, place, value in (
            (b.not_(met), self.left, ll.Constant(I64, 0)),
            (b.and_(alone, b.not_(met)), self.polls, ll.Constant(I64, 1)),
        ):
            b.store(b.select(condition, value, b.load(place, typ=I64)), place)

    # ---- meetings -------------------------------------------------------------------------

    def emit_meet(self) -> None:
        """Emit `void meet(context, frame)`: let go all blocked lanes whose members have come."""
        self.context, self.frame = self.meet.args
        b = self.b = ll.IRBuilder(self.meet.append_basic_block("entry"))
        kinds = b.load(
            convergence.field(b, self.frame, Meeting.KIND), typ=convergence.LANE_WORDS, align=4
        )
        members = b.load(
            convergence.field(b, self.frame, Meeting.MEMBERS), typ=convergence.LANE_WORDS, align=4
        )
        at_meeting = build.to_bits(b, b.icmp_signed(">=", kinds, build.constant(kinds.type, 0)))
        remaining = b.alloca(I32)
        b.store(b.and_(convergence.lanes_in(b, self.frame, Frame.BLOCKED), at_meeting), remaining)
        head, body, complete, release, done = (
            self.meet.append_basic_block(n) for n in ("head", "body", "complete", "release", "done")
        )
        b.branch(head)
        b.position_at_end(head)
        left = b.load(remaining, typ=I32)
        b.cbranch(b.icmp_unsigned("!=", left, ll.Constant(I32, 0)), body, done)
        b.position_at_end(body)
        leader = build.first_set(b, left)
        meeting, member = b.extract_element(kinds, leader), b.extract_element(members, leader)
        group = convergence.blocked_at(b, self.frame, meeting, member)
        b.store(b.and_(left, b.not_(group)), remaining)
        wanted = b.and_(member, convergence.lanes_in(b, self.frame, Frame.LIVE))
        missing = b.and_(wanted, b.not_(group))
        b.cbranch(b.icmp_unsigned("==", missing, ll.Constant(I32, 0)), complete, head)
        b.position_at_end(complete)
        self.look_at_meeting(meeting, group, member)
        switch = b.switch(meeting, release)
        for number, inst in self.kinds_of_meeting.values():
            gives_results = waits_for(inst) == "lanes" and inst.form.kind == "warp"
            is_watched = self.watch_plan is not None and inst.form.spec.startswith("bar . warp")
            if gives_results or is_watched:
                case = self.meet.append_basic_block(f"{inst.opcode}{number}")
                switch.add_case(ll.Constant(I32, number), case)
                b.position_at_end(case)
                if gives_results:
                    self.emit_results(inst, group, member)
                else:
                    watch.meet_in_warp(self, inst, group)
                b.branch(release)
        b.position_at_end(release)
        helpers.call(b, "frame_release", [self.frame, group])
        b.branch(head)
        b.position_at_end(done)
        b.ret_void()

    def look_at_meeting(self, kind: LLValue, group: LLValue, member: LLValue) -> None:
        """Emit what looks at lanes that met, in checked code."""
        if self.checked:
            live = convergence.lanes_in(self.b, self.frame, Frame.LIVE)
            where = [self.context, self.b.zext(kind, I64)]
            lanes = [group, live, self.initial_bits()]
            some = any(stops.stop_of(self.function, i).passable for i in self.meetings)
            due = self.initial_bits() if some else live
            helpers.call(self.b, "check_group", [*where, group, member, *lanes, due])

    def emit_results(self, inst: ir.Inst, group: LLValue, member: LLValue) -> None:
        """Calculate the results of an instruction across lanes, for all lanes of a group."""
        self.lanes = LANES
        self.inst = inst
        self.set_active(group)
        values: list[LLValue] = []
        specs = [s for s in inst.form.signature if not s.is_destination]
        for row, spec in enumerate(specs[:-1]):
            values.append(self.brought(inst, spec, row))
        values.append(build.splat(self.b, member))
        code = cast(PureCode, inst.form.code)
        results = code(self, inst.fields, *values)
        for row, value in enumerate(results if isinstance(results, tuple) else (results,)):
            place = Meeting.RESULTS + row * convergence.ROW
            convergence.bring(self.b, self.frame, place, value, group)

    def brought(self, inst: ir.Inst, spec: OperandSpec, row: int) -> LLValue:
        """Return an operand that the lanes brought."""
        scalar = operand_type(spec, inst.fields, inst.form)
        place = Meeting.OPERANDS + row * convergence.ROW
        return self.as_type(convergence.fetch(self.b, self.frame, place, scalar.bits), scalar)
