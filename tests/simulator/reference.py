"""The simulator's rules, one cycle and one warp at a time: slow, and written for reading.

Nothing is skipped, and every warp says in every cycle why it does not issue. A barrier is the list
of what it waits for, L1 an ordered dictionary, the memory queue a list of places.
"""

from __future__ import annotations

import math
from collections import Counter, OrderedDict, defaultdict
from dataclasses import dataclass, field

from kernelscope.simulator import Access, Block, Instruction, Machine, Warp, kinds

NEVER = 10**15
WITH_REGISTERS = {"fma", "alu", "fp16", "fp64", "xu", "lsu", "tex", "fmaheavy"}


@dataclass
class Event:
    """What an mbarrier's phase waits for."""

    left: int
    complete: int = 0


@dataclass
class Gate:
    """A barrier of a block."""

    arrived: int = 0
    expected: int = 0
    turn: int = 0


@dataclass
class Place:
    """A block on the SM."""

    number: int
    shift: int
    events: list[Event]
    live: int
    gates: dict[int, Gate] = field(default_factory=lambda: defaultdict(Gate))
    descriptors: int = 0
    fresh: int = 0


@dataclass
class Resident:
    """A warp on the SM.

    Attributes:
        steps: its instructions' numbers, and the access of each that has one.
        waits: (instruction, reason, until) for cycles that are spoken for.
        set: for each barrier what it waits for: (time, reason), in order.
    """

    age: int
    scheduler: int
    place: Place
    begin: int
    steps: list[tuple[int, Access | None]]
    at: int = 0
    waits: list[tuple[int, int, int]] = field(default_factory=list)
    set: dict[int, list[tuple[int, int]]] = field(default_factory=lambda: defaultdict(list))
    parked: int | None = None
    copies: int = 0
    stores: int = 0


class Reference:
    """One SM.

    Attributes:
        stalls: cycles by (instruction, reason).
        executed: warps by instruction.
    """

    def __init__(
        self,
        code: list[Instruction],
        blocks: list[Block],
        machine: Machine,
        order: list[tuple[int, int]],
    ) -> None:
        self.code, self.blocks, self.machine, self.order = code, blocks, machine, order
        self.stalls: Counter[tuple[int, int]] = Counter()
        self.executed: Counter[int] = Counter()
        self.counts: Counter[str] = Counter()
        self.begin, self.end = [0] * len(order), [0] * len(order)
        self.seats: dict[int, Resident] = {}
        self.started = self.ages = self.next_start = self.stores = 0
        self.last: list[Resident | None] = [None] * 4
        self.pipe_free: Counter[tuple[int, int]] = Counter()
        self.tensor_free, self.group_free, self.held = [0] * 4, [0] * 4, [0] * 4
        self.banks = [[0, 0] for _ in range(4)]
        self.copier_free = 0
        self.queues: list[list[int]] = [[] for _ in range(4)]
        self.turns = [-NEVER] * 4
        self.taken: set[int] = set()
        self.l2_free = self.dram_free = 0.0
        self.lines: OrderedDict[int, dict[int, int]] = OrderedDict()
        self.atomics: dict[int, tuple[int, float]] = {}

    def run(self) -> int:
        """Run all blocks; return the cycles."""
        for slot in range(min(self.machine.resident, len(self.order))):
            self.start(slot, 0)
        now = 0
        while self.seats:
            for turned in range(4):
                self.cycle((now + turned) % 4, now)
            now += 1
        return max(self.end)

    def start(self, slot: int, at: int) -> None:
        number = self.started
        self.started += 1
        at = max(at, self.next_start)
        self.next_start = at + self.machine.start_cycles
        which, shift = self.order[number]
        block = self.blocks[which]
        self.begin[number] = at
        place = Place(number, shift, [Event(n) for n in block.events], len(block.warps))
        for index, warp in enumerate(block.warps):
            seat = slot * len(block.warps) + index
            self.seats[seat] = Resident(self.ages, seat % 4, place, at, self.steps(warp))
            self.ages += 1

    def steps(self, warp: Warp) -> list[tuple[int, Access | None]]:
        accesses = iter(warp.accesses)
        return [
            (pc, next(accesses) if self.code[pc].kind >= kinds.FIRST_ACCESS else None)
            for run in warp.runs
            for _ in range(run.times)
            for pc in range(run.first, run.first + run.length)
        ]

    def cycle(self, scheduler: int, now: int) -> None:
        able: list[Resident] = []
        for warp in list(self.seats.values()):
            if warp.scheduler != scheduler or now < warp.begin:
                continue
            why = self.why_not(warp, now)
            if why is None and now < self.held[scheduler]:
                self.stalls[warp.steps[warp.at][0], kinds.NOT_SELECTED] += 1
            elif why is None:
                able.append(warp)
            else:
                self.stalls[why] += 1
        if not able:
            return
        last = self.last[scheduler]
        chosen = last if last in able else max(able, key=lambda warp: warp.age)
        assert chosen is not None
        for warp in able:
            if warp is not chosen:
                self.stalls[warp.steps[warp.at][0], kinds.NOT_SELECTED] += 1
        self.last[scheduler] = chosen
        self.issue(chosen, now)

    def why_not(self, warp: Resident, now: int) -> tuple[int, int] | None:
        """Return the instruction and the reason if a warp cannot issue; None if it can."""
        pc = warp.steps[warp.at][0]
        if warp.parked is not None:
            return pc, kinds.AT_BARRIER if warp.parked < kinds.NAMED else kinds.LONG
        for row, why, until in warp.waits:
            if now < until:
                return row, why
        row = self.code[pc]
        late = [self.latest(warp, b) for b in range(kinds.COUNTERS) if row.wait_mask >> b & 1]
        until, why = max(late, key=lambda one: one[0], default=(0, 0))
        if row.kind == kinds.WAIT_COUNT:
            counted = warp.set[row.which][: len(warp.set[row.which]) - row.number]
            if len(warp.set[row.which]) > row.number and max(counted)[0] > until:
                until, why = max(counted)[0], self.latest(warp, row.which)[1]
        if now < until:
            return pc, why
        return self.throttled(warp, row, pc, now)

    def latest(self, warp: Resident, barrier: int) -> tuple[int, int]:
        return max(warp.set[barrier], key=lambda one: one[0], default=(0, 0))

    def throttled(
        self, warp: Resident, row: Instruction, pc: int, now: int
    ) -> tuple[int, int] | None:
        if row.pipe == kinds.LSU:
            waiting = [until for until in self.queues[warp.scheduler] if until > now]
            if len(waiting) < self.machine.lsu_queue:
                return None
            through_l1 = kinds.LOAD <= row.kind <= kinds.COPY_L1 or row.kind == kinds.LOCAL_STORE
            return pc, kinds.LG if through_l1 else kinds.MIO
        if self.pipe_free[warp.scheduler, row.pipe] <= now:
            return None
        return pc, kinds.TENSOR_BUSY if row.pipe == kinds.TENSOR else kinds.MATH

    def read_registers(self, scheduler: int, row: Instruction, now: int) -> None:
        free = self.banks[scheduler]
        for bank, count in enumerate((row.even, row.odd)):
            if count:
                free[bank] = max(free[bank], now) + count
                late = free[bank] - now - max(count, 3)
                if late > 0:
                    self.held[scheduler] = max(self.held[scheduler], now + 1 + late)

    def issue(self, warp: Resident, now: int) -> None:
        pc, access = warp.steps[warp.at]
        row, machine = self.code[pc], self.machine
        self.executed[pc] += 1
        if now < self.group_free[warp.scheduler] and kinds.PIPES[row.pipe] in WITH_REGISTERS:
            self.held[warp.scheduler] = now + 2
        self.read_registers(warp.scheduler, row, now)
        at = self.take(warp, row, access, now)
        latency = row.latency or machine.latencies[row.pipe]
        done, why = at + latency, kinds.SHORT
        if access is not None:
            done, why = self.memory(warp, row.kind, access, at)
            done += row.latency
        elif row.kind == kinds.DESCRIPTOR:
            place = warp.place
            place.descriptors = max(at, place.descriptors) + machine.descriptor_cycles // place.live
            place.fresh += 1
        elif row.kind == kinds.COMMIT:
            done, why = max(at, warp.copies), kinds.LONG
        elif row.kind == kinds.WGMMA:
            done, why = self.tensor_free[warp.scheduler] + latency, kinds.GMMA
        if row.read_barrier >= 0:
            read = at + (row.reading or machine.reading[row.kind])
            warp.set[row.read_barrier].append((read, kinds.SHORT))
        start = now + max(row.stall, 2 if row.yields else 1)
        warp.waits = []
        if row.kind == kinds.EVENT_WAIT:
            assert access is not None
            self.wait_for_event(warp, access.event, (now, start, at))
            return
        if row.write_barrier >= 0 and row.kind != kinds.BARRIER:
            warp.set[row.write_barrier].append((done, why))
        if row.kind == kinds.BARRIER:
            warp.parked = row.which
        if row.kind in (kinds.BARRIER, kinds.BARRIER_ARRIVE):
            gate = warp.place.gates[row.which]
            gate.arrived += 1
            gate.expected = row.number
            gate.turn = max(gate.turn, at)
            self.try_gate(warp.place, row.which, at + 1)
        if row.kind == kinds.BARRIER:
            return
        if warp.at + 1 == len(warp.steps):
            drained = max(now + 1, warp.stores - self.machine.latency_l2)
            if drained > now + 1:
                self.stalls[warp.steps[warp.at][0], kinds.DRAIN] += drained - now - 1
            number = warp.place.number
            self.end[number] = max(self.end[number], drained)
            self.finish(warp, now + 1)
            return
        warp.at += 1
        warp.waits.append((warp.steps[warp.at][0], kinds.WAIT, start))
        if row.kind == kinds.MEMBAR:
            sent = max(self.stores, now + self.machine.latency_l2)
            warp.waits.append((pc, kinds.AT_MEMBAR, sent))
        if row.kind == kinds.SLEEP:
            warp.waits.append((pc, kinds.SLEEPING, now + row.number))

    def take(self, warp: Resident, row: Instruction, access: Access | None, now: int) -> int:
        machine, scheduler = self.machine, warp.scheduler
        if row.pipe == kinds.LSU:
            held = machine.lsu_cycles
            if access is not None:
                held = max(held, access.wavefronts)
            if row.kind in (kinds.BARRIER, kinds.BARRIER_ARRIVE):
                held = max(held, machine.barrier_cycles)
            at = max(now, self.turns[scheduler] + machine.lsu_partition_cycles)
            while not self.taken.isdisjoint(range(at, at + held)):
                at += 1
            self.taken.update(range(at, at + held))
            self.turns[scheduler] = at
            self.queues[scheduler].append(at + machine.lsu_hold)
            return at
        if row.pipe != kinds.NO_PIPE:
            interval = row.interval or machine.intervals[row.pipe]
            free = now + interval
            if row.pipe == kinds.TENSOR:
                free = max(now, self.tensor_free[scheduler]) + interval
                self.tensor_free[scheduler] = free
                if row.kind == kinds.WGMMA:
                    self.group_free[scheduler], free = free, now + 1
            self.pipe_free[scheduler, row.pipe] = free
        return now

    def wait_for_event(self, warp: Resident, number: int, times: tuple[int, int, int]) -> None:
        now, start, at = times
        pc = warp.steps[warp.at][0]
        event = warp.place.events[number]
        if event.left > 0:
            warp.parked = kinds.NAMED + number
            return
        written = self.code[pc].write_barrier
        if written >= 0:
            done = max(at, event.complete) + self.machine.latency_shared
            warp.set[written].append((done, kinds.SHORT))
        assert now < start
        warp.at += 1
        warp.waits.append((warp.steps[warp.at][0], kinds.WAIT, start))
        warp.waits.append((pc, kinds.LONG, event.complete))

    def finish(self, warp: Resident, at: int) -> None:
        seat = next(seat for seat, other in self.seats.items() if other is warp)
        del self.seats[seat]
        place = warp.place
        place.live -= 1
        if place.live:
            for number in sorted(place.gates):
                if place.gates[number].arrived:
                    self.try_gate(place, number, at)
            return
        if self.started < len(self.order):
            warps = len(self.blocks[self.order[place.number][0]].warps)
            self.start(seat // warps, self.end[place.number])

    def try_gate(self, place: Place, number: int, at: int) -> None:
        gate = place.gates[number]
        if gate.arrived >= (gate.expected or place.live):
            place.gates[number] = Gate()
            self.go_on(place, number, max(at, gate.turn + self.machine.barrier_latency))

    def go_on(self, place: Place, what: int, at: int) -> None:
        for warp in self.seats.values():
            if warp.place is not place or warp.parked != what:
                continue
            pc = warp.steps[warp.at][0]
            why = kinds.AT_BARRIER if what < kinds.NAMED else kinds.LONG
            written = self.code[pc].write_barrier
            if written >= 0:
                warp.set[written].append((at + self.machine.latency_shared, kinds.SHORT))
            warp.parked = None
            warp.at += 1
            warp.waits = [(pc, why, at)]

    def count(self, place: Place, number: int, at: int) -> None:
        event = place.events[number]
        event.left -= 1
        event.complete = max(event.complete, at)
        if event.left == 0:
            self.go_on(place, kinds.NAMED + number, event.complete)

    def send(self, warp: Resident, done: int) -> None:
        warp.stores = max(warp.stores, done)
        self.stores = max(self.stores, done)

    def described(self, place: Place, at: int) -> int:
        free = max(at, self.copier_free)
        if place.fresh:
            place.fresh -= min(place.fresh, place.live)
            free = self.copier_free = free + self.machine.fetch_cycles
        return max(at, place.descriptors) + free - at

    def memory(self, warp: Resident, kind: int, access: Access, at: int) -> tuple[int, int]:
        done = at + self.machine.latency_shared + max(0, access.wavefronts - 1)
        if kind in (kinds.LOAD, kinds.LOAD_L2):
            return self.read(warp, access, at, kind == kinds.LOAD), kinds.LONG
        if kind == kinds.ATOMIC:
            return self.atomic(warp, access, at), kinds.LONG
        if kind in (kinds.COPY, kinds.COPY_L1):
            done = self.read(warp, access, at, kind == kinds.COPY_L1)
            warp.copies = max(warp.copies, done)
            return done, kinds.LONG
        if kind in (kinds.BULK_LOAD, kinds.BULK_STORE):
            at = self.described(warp.place, at)
        if kind == kinds.BULK_LOAD:
            done = self.read(warp, access, at, False)
            self.count(warp.place, access.event, done)
            return done, kinds.LONG
        if kind == kinds.BULK_STORE:
            done = self.write(warp, access, at)
            warp.copies = max(warp.copies, done)
            return done, kinds.LONG
        if kind == kinds.STORE:
            self.send(warp, self.write(warp, access, at))
            return at + self.machine.reading[kind], kinds.SHORT
        if kind == kinds.LOCAL_STORE:
            self.write(warp, access, at)
            self.keep(warp, access, at)
            return at + self.machine.reading[kind], kinds.SHORT
        if kind == kinds.REDUCTION:
            self.send(warp, self.atomic(warp, access, at))
            return at + self.machine.reading[kind], kinds.SHORT
        if kind == kinds.EVENT_ARRIVE:
            self.count(warp.place, access.event, done)
        if kind == kinds.EVENT_ARRIVE_COPIES:
            self.count(warp.place, access.event, max(done, warp.copies))
        return done, kinds.SHORT

    def verdicts(self, warp: Resident, access: Access) -> list[tuple[int, int]]:
        known = access.in_l2 or [kinds.ABSENT] * len(access.sectors)
        return [(s + warp.place.shift, v) for s, v in zip(access.sectors, known, strict=True)]

    def at_l2(self, at: int, cycles: float) -> float:
        """Return when L2 takes a sector, for which it is busy that long."""
        start = max(float(at), self.l2_free)
        self.l2_free = start + cycles
        self.counts["l2"] += 1
        return start

    def from_dram(self, start: float) -> float:
        """Return when device memory takes a read of 64 bytes."""
        start = max(start, self.dram_free)
        self.dram_free = start + 2.0 * self.machine.dram_sector_cycles
        self.counts["dram"] += 2
        self.counts["missed"] += 1
        return start

    def back(self, start: float, pair: int) -> int:
        """When 64 bytes are back that device memory begins to read at `start`."""
        part = (pair * 0x9E3779B1 // 2**20 % 2**20) / 2**20
        if part < 0.5:
            more = -149 + part / 0.5 * (25 - -149)
        elif part < 0.9:
            more = 25 + (part - 0.5) / 0.4 * (139 - 25)
        else:
            more = 139 + (part - 0.9) / 0.1 * (373 - 139)
        machine = self.machine
        busy = min(1.0, self.counts["dram"] * machine.dram_sector_cycles / (start + 1000))
        more = machine.dram_spread * more + (machine.dram_loaded * busy + machine.dram_turns) * busy
        return math.ceil(start + machine.latency_dram + more)

    def read(self, warp: Resident, access: Access, at: int, keeps: bool) -> int:
        machine = self.machine
        times = [at + machine.latency_l1 + max(0, access.wavefronts - 1)]
        pair, of_pair = -1, 0
        for sector, verdict in self.verdicts(warp, access):
            line: dict[int, int] = {}
            if keeps:
                line = self.lines.setdefault(sector // 4, {})
                self.lines.move_to_end(sector // 4)
                if len(self.lines) > machine.l1_lines:
                    self.lines.popitem(last=False)
                self.counts["asked"] += 1
                if sector in line:
                    self.counts["hits"] += 1
                    times.append(line[sector])
                    continue
            start = self.at_l2(at, machine.l2_sector_cycles)
            there = math.ceil(start) + machine.latency_l2
            if sector // 2 == pair:
                self.counts["missed"] += 1
                there = max(there, of_pair)
            elif verdict == kinds.ON_ITS_WAY:
                there = self.back(start, sector // 2)
            elif verdict == kinds.ABSENT:
                there = self.back(self.from_dram(start), sector // 2)
                pair, of_pair = sector // 2, there
            line[sector] = there
            times.append(there)
        return max(times)

    def write(self, warp: Resident, access: Access, at: int) -> int:
        done = at
        for sector, verdict in self.verdicts(warp, access):
            self.counts["stored over"] += sector in self.lines.get(sector // 4, {})
            start = self.at_l2(at, self.machine.l2_sector_cycles)
            if verdict == kinds.ABSENT:
                self.dram_free = max(start, self.dram_free) + self.machine.dram_sector_cycles
                self.counts["dram"] += 1
            done = max(done, math.ceil(start) + self.machine.latency_l2)
        return done

    def keep(self, warp: Resident, access: Access, at: int) -> None:
        for sector, _ in self.verdicts(warp, access):
            line = self.lines.setdefault(sector // 4, {})
            self.lines.move_to_end(sector // 4)
            if len(self.lines) > self.machine.l1_lines:
                self.lines.popitem(last=False)
            line[sector] = at + self.machine.latency_l1

    def atomic(self, warp: Resident, access: Access, at: int) -> int:
        machine = self.machine
        done = at + machine.latency_l1
        for sector, verdict in self.verdicts(warp, access):
            cycles = max(machine.l2_sector_cycles, machine.atomic_sector_cycles)
            start, latency = self.at_l2(at, cycles), machine.latency_l2
            if verdict == kinds.ABSENT:
                start, latency = self.from_dram(start), machine.latency_dram
            last, free = self.atomics.get(sector % 4096, (-1, 0.0))
            if last == sector:
                start = max(start, free)
            self.atomics[sector % 4096] = (sector, start + machine.same_address_cycles)
            done = max(done, math.ceil(start) + latency)
        return done
