"""All orders of a launch's events that can differ.

Two events of different actors may be exchanged unless they meet: both touch a byte that one of them
changes, or use a barrier so that it matters who comes first. Orders that such exchanges turn into
each other end alike, so one of them is run. Which others to run is found while one runs (dynamic
partial-order reduction; C. Flanagan and P. Godefroid, "Dynamic partial-order reduction for model
checking software", 2005, with the sleep sets of P. Godefroid's thesis of 1996):

    i        the last event that meets the next one of actor p, and that need not come before it
    before i p is also tried, or an actor that p then waits for

A warp that asks an mbarrier again and again until a phase is over does nothing until it is. So it
is not tried before events at which the phase would not be over.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np

from kernelscope._real_time import process_time
from kernelscope.errors import LaunchError, TimeLimitError
from kernelscope.vgpu import ir
from kernelscope.vgpu.interpreter.events import (
    Actor,
    Event,
    EventRun,
    Key,
    ManyEventsError,
    Mode,
    Touch,
    Use,
    Wait,
)
from kernelscope.vgpu.interpreter.mbarriers import COUNT, PENDING

_PAGE = 4096
_MOST_EVENTS = 20_000
"""Events of one order."""


@dataclass(frozen=True, slots=True)
class Step:
    """An event of an order: who did what.

    `is_met`: whether it used a barrier, or met an event of another actor.
    """

    actor: Actor
    inst: ir.Inst | None
    memory: tuple[Touch, ...]
    uses: tuple[Use, ...]
    is_met: bool
    has_failed: bool


@dataclass(slots=True)
class Ending:
    """How some of the orders end, and the one of them with the fewest changes of actors.

    Attributes:
        state: "ends", "deadlock" or "fault".
        result: what the launch has left in memory, by allocation; of a deadlock nothing.
        steps: the order.
        orders: how many orders end so.
        waits: of a deadlock, what warps wait for.
        left: of a deadlock, the warps that have not ended.
        words: the bits of the mbarriers that they wait at.
        error: of a fault.
    """

    state: str
    result: tuple[bytes, ...]
    steps: list[Step]
    orders: int = 0
    waits: dict[Actor, list[Wait]] = field(default_factory=dict[Actor, list[Wait]])
    left: list[Actor] = field(default_factory=list[Actor])
    words: dict[Key, int] = field(default_factory=dict[Key, int])
    error: LaunchError | None = None

    @property
    def changes(self) -> int:
        """How often another actor goes on."""
        pairs = zip(self.steps, self.steps[1:], strict=False)
        return sum(a.actor != b.actor for a, b in pairs)


@dataclass(slots=True)
class Explored:
    """All orders of a launch, or as many as there was time for.

    Attributes:
        orders: how many orders were run to their end, no two of which are alike.
        events: the events of the first one.
        is_complete: whether no other order is left.
        why: the reason, if there are some left.
        endings: the different endings, the first order's first.
    """

    orders: int = 0
    events: int = 0
    is_complete: bool = False
    why: str = ""
    endings: list[Ending] = field(default_factory=list[Ending])


@dataclass(slots=True)
class _Node:
    """A state that an order goes through, and what is done there."""

    enabled: list[Actor]
    sleep: dict[Actor, Event]
    chosen: Actor
    asked: set[Actor]
    done: dict[Actor, Event] = field(default_factory=dict[Actor, Event])


Start = Callable[[], EventRun]
"""Begins the launch anew, with its memory as it was."""


def explore(
    start: Start, result: Callable[[], tuple[bytes, ...]], ends: float, most: int
) -> Explored:
    """Run a launch in all orders that can differ.

    Args:
        start: begins it.
        result: returns what its memory holds.
        ends: the processor time at which to stop.
        most: the number of orders after which to stop.
    """
    explored, nodes = Explored(), list[_Node]()
    known: dict[tuple[object, ...], Ending] = {}
    while True:
        if explored.orders >= most:
            explored.why = f"after {most:,} orders"
            return explored
        order = _Order(nodes)
        try:
            ending = order.run(start(), result)
        except TimeLimitError:
            explored.why = "at the time limit"
            return explored
        except ManyEventsError:
            explored.why = f"because an order has more than {_MOST_EVENTS:,} events"
            return explored
        if ending is not None:
            explored.orders += 1
            explored.events = explored.events or len(ending.steps)
            key = ending.state, ending.result, str(ending.error), tuple(ending.left)
            before = known.setdefault(key, ending)
            before.orders += 1
            if before is ending:
                explored.endings.append(ending)
            elif ending.changes < before.changes:
                before.steps, before.waits, before.words = ending.steps, ending.waits, ending.words
        if not _next(nodes):
            explored.is_complete = True
            return explored
        if process_time() > ends:
            explored.why = "at the time limit"
            return explored


def _next(nodes: list[_Node]) -> bool:
    """Choose what the next order does otherwise, as late as possible; return if there is one."""
    while nodes:
        node = nodes[-1]
        left = [a for a in node.enabled if a in node.asked - node.done.keys() - node.sleep.keys()]
        if left:
            node.chosen = left[0]
            return True
        nodes.pop()
    return False


class _Order:
    """One order: the choices of `nodes`, then the default ones, which are added to it."""

    def __init__(self, nodes: list[_Node]) -> None:
        self._nodes = nodes
        self._history = _History()
        self._steps: list[Event] = []

    def run(self, run: EventRun, result: Callable[[], tuple[bytes, ...]]) -> Ending | None:
        """Run it; None if orders like it have been run before."""
        sleep, last, error = dict[Actor, Event](), (0, 0), None
        while enabled := run.enabled:
            depth = len(self._steps)
            if depth > _MOST_EVENTS:
                raise ManyEventsError
            if depth == len(self._nodes):
                awake = [actor for actor in enabled if actor not in sleep]
                if not awake:
                    self._look_at_waits(run)
                    return None
                chosen = last if last in awake else awake[0]
                self._nodes.append(_Node(enabled, sleep, chosen, {chosen}))
            node = self._nodes[depth]
            last = node.chosen
            event = run.execute(last)
            error = error or event.error
            races, clock = self._history.races(event)
            for index in races:
                self._ask(index, last, clock)
            self._history.add(event, clock, run)
            self._steps.append(event)
            others = {**node.sleep, **node.done}
            sleep = {a: e for a, e in others.items() if a != last and not e.meets(event)}
            node.done[last] = event
        self._look_at_waits(run)
        met = self._history.met
        steps = [
            Step(
                event.actor, event.inst, tuple(event.memory), tuple(event.uses),
                bool(event.uses) or number in met, event.error is not None,
            )
            for number, event in enumerate(self._steps)
        ]  # fmt: skip
        if error is not None:
            return Ending("fault", (), steps, error=error)
        if not run.left:
            return Ending("ends", result(), steps)
        waits = dict(run.waits)
        keys = {wait.key for several in waits.values() for wait in several if wait.key is not None}
        words = {key: run.word(key) for key in keys}
        return Ending("deadlock", (), steps, waits=waits, left=run.left, words=words)

    def _look_at_waits(self, run: EventRun) -> None:
        """Let warps that wait for ever be tried where their phase was over, and let phases that are
        not over end before they have to wait for more.
        """
        for index in self._history.loose(run):
            self._nodes[index].asked.update(self._nodes[index].enabled)
        for actor, waits in run.waits.items():
            before = self._history.clock(actor)
            for wait in waits:
                if wait.key is not None:
                    phase = run.phase(wait.key) + 1
                    for index in self._history.last_arrival(actor, wait.key, before, phase):
                        self._ask(index, actor, before)

    def _ask(self, index: int, actor: Actor, clock: int) -> None:
        """Let an actor's next event, whose clock is given, come before an event.

        What comes before it and not after that event is to be done first (the *source sets* of
        P. Abdulla and others, 2017).
        """
        node, of_event = self._nodes[index], self._history.of_event
        first: dict[Actor, int] = {}
        between = 0
        for number in range(index + 1, len(self._steps)):
            if not of_event[number] >> index & 1:
                between |= 1 << number
                first.setdefault(self._steps[number].actor, of_event[number] & ~(1 << number))
        first.setdefault(actor, clock)
        initial = {a for a, before in first.items() if not before & between}
        if initial & (node.asked | node.sleep.keys()):
            return
        fit = [a for a in node.enabled if a in initial]
        node.asked.update([actor] if actor in fit else fit[:1])


class _History:
    """What the events so far have touched, and which come before which in all orders alike.

    A *clock* is a set of events as bits of a number: those that come before, and the event itself.
    """

    def __init__(self) -> None:
        self._clocks: dict[Actor, int] = {}
        self.of_event: list[int] = []
        self._actors: list[Actor] = []
        self._pages: defaultdict[tuple[Key, int], dict[Mode, dict[Actor, np.ndarray]]]
        self._pages = defaultdict(dict)
        self._uses: defaultdict[Key, list[tuple[int, Use]]] = defaultdict(list)
        self._phase_clocks: defaultdict[tuple[Key, int], int] = defaultdict(int)
        self._done: dict[Actor, int] = {}
        self._read: dict[Actor, int] = {}
        self.met: set[int] = set()

    def clock(self, actor: Actor) -> int:
        """Return the events before the next one of an actor."""
        return self._clocks.get(actor, 0)

    def races(self, event: Event) -> tuple[list[int], int]:
        """Return the events before which the next one of an actor may come, instead of after them,
        and its clock.
        """
        clock = before = self.clock(event.actor)
        for task, only_reads in event.after.items():
            done = self._read if only_reads and task in self._read else self._done
            clock = before = before | done.get(task, 0)
        after: dict[int, bool] = {}
        for touch in event.memory:
            after.update(dict.fromkeys(self._meet(touch, event.actor), True))
        races = list[int]()
        for use in event.uses:
            after.update(self._before(use, event.actor, before))
            races += self._passed(use, event.actor, before)
        for passed in event.passed:
            clock |= self._phase_clocks[passed]
        if after:
            self.met.update(after, (len(self.of_event),))
        for other in sorted(after, reverse=True):
            if not clock >> other & 1:
                races += [other] * after[other]
                clock |= self.of_event[other]
        return races, clock

    def add(self, event: Event, clock: int, run: EventRun) -> None:
        """Add an event."""
        index, actor = len(self.of_event), event.actor
        clock |= 1 << index
        self._actors.append(actor)
        self.of_event.append(clock)
        self._clocks[actor] = clock
        for touch in event.memory:
            self._keep(touch, actor, index)
        for use in event.uses:
            self._uses[use.key].append((index, use))
            if use.does == "arrives" and use.counts:
                self._phase_clocks[use.key, use.phase] |= clock
        for task in event.issued:
            self._clocks[task] = clock
        if len(actor) > 2:
            (self._read if event.only_reads else self._done)[actor] = clock
        for key, released in event.released:
            phase = self._phase_clocks[key, run.phase(key) - 1] | clock
            for other in released:
                self._clocks[other] = self.clock(other) | phase

    def _pages_of(
        self, touch: Touch
    ) -> Iterator[tuple[dict[Mode, dict[Actor, np.ndarray]], slice]]:
        for page in range(touch.start // _PAGE, (touch.stop - 1) // _PAGE + 1):
            first = page * _PAGE
            part = slice(max(touch.start - first, 0), min(touch.stop - first, _PAGE))
            yield self._pages[touch.key, page], part

    def _meet(self, touch: Touch, actor: Actor) -> set[int]:
        """Return the last events of other actors that an access meets."""
        met: set[int] = set()
        for modes, part in self._pages_of(touch):
            for mode, actors in modes.items():
                if mode != touch.mode or mode == "write":
                    for other, last in actors.items():
                        if other != actor:
                            met.update(np.unique(last[part]).tolist())
        return met - {-1}

    def _keep(self, touch: Touch, actor: Actor, index: int) -> None:
        for modes, part in self._pages_of(touch):
            actors = modes.setdefault(touch.mode, {})
            if actor not in actors:
                actors[actor] = np.full(_PAGE, -1, np.int32)
            actors[actor][part] = index

    # Worked case: two warps wait for a full stage, then the producer fills it again.
    #
    #     phase 0    arrives: the producer, at 1; ends there
    #     waits      warps 1 and 2, at 2 and 3: after all arrivals of phase 0
    #     phase 1    arrives: the producer, at 9; ends there. Warp 2's wait may be too late, unless
    #                it comes before one of the arrivals of phase 1 in all orders
    #
    # Arrivals in one phase have no order: whoever is last, the phase ends when all have come.
    def _before(self, use: Use, actor: Actor, before: int) -> dict[int, bool]:
        """Return the events that come before a use of a barrier, and whether it may pass them."""
        arrived = self._phase_clocks[use.key, use.phase] | before
        after: dict[int, bool] = {}
        is_loose, bytes_ = False, list[int]()
        for index, other in self._uses[use.key]:
            pair = {use.does, other.does}
            if self._actors[index] == actor:
                continue
            if "changes" in pair:
                after[index] = True
            elif pair == {"arrives"}:
                if use.phase != other.phase:
                    after[index] = True
                elif use.ends and not other.counts and not arrived >> index & 1:
                    bytes_.append(index)
            elif use.does == "arrives":
                if use.ends and other.phase == use.phase and not arrived >> index & 1:
                    after[index] = True
                    is_loose |= other.does == "expects"
            elif other.does == "arrives" and other.phase < use.phase:
                after[index] = use.does == "expects"
        # Without an `expect_tx` that may come late, a phase ends when all of its bytes have come.
        return after | dict.fromkeys(bytes_ * is_loose, True)

    def _passed(self, use: Use, actor: Actor, before: int) -> list[int]:
        """Return the last arrival before which a wait was over as well, or a look gives another
        answer.
        """
        if use.does == "looks":
            return self.last_arrival(actor, use.key, before, None)
        if use.does == "waits":
            return self.last_arrival(actor, use.key, before, use.phase)
        return []

    def loose(self, run: EventRun) -> list[int]:
        """Return where a phase that is not over was let wait for more, and might have ended."""
        events: list[int] = []
        for key, uses in self._uses.items():
            phase = run.phase(key)
            arrived = self._phase_clocks[key, phase]
            ours = [(n, use) for n, use in uses if use.phase == phase and not arrived >> n & 1]
            events += [n for n, use in ours if use.does == "expects"]
            if key[0] == "mbarrier" and not run.word(key) >> PENDING & COUNT:
                events += [n for n, use in ours if use.does == "arrives" and not use.counts]
        return events

    def last_arrival(self, actor: Actor, key: Key, before: int, phase: int | None) -> list[int]:
        """Return the last arrival of others in an earlier phase than `phase`, of the same parity,
        that need not come before an actor's next event; `phase`: None for any.
        """
        for index, use in reversed(self._uses[key]):
            is_free = self._actors[index] != actor and not before >> index & 1
            is_meant = phase is None or (use.phase < phase and not (use.phase ^ phase) & 1)
            if is_free and is_meant and use.does == "arrives":
                return [index]
        return []
