"""Barriers of all kinds that are used wrongly, with both sides where there are two.

Compiled code tells of what may be wrong (`vgpu.jit.watch_barriers`); here is decided what is. The
rules are those of the PTX ISA: 9.7.15.1 for barriers of the block, 9.7.10.6 and 9.7.15 for member
masks, 9.7.15.16 for mbarriers. Threads that end before a barrier, which PTX allows and CUDA's guide
does not, are a lesser kind.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import PurePath

from kernelscope.sanitizer.buffers import Buffers
from kernelscope.sanitizer.findings import Finding, Place
from kernelscope.vgpu.clusters import Dim3, index_in
from kernelscope.vgpu.jit.stops import Stop
from kernelscope.vgpu.layout import LANES, LAST_SITES, RANK_SHIFT, Check, Context, Frame
from kernelscope.vgpu.runtime.checking import BarrierEvent
from kernelscope.vgpu.runtime.launch_tool import LaunchFacts
from kernelscope.vgpu.runtime.warp_state import (
    Standing,
    StandingBlock,
    in_words,
    lanes_in_words,
    listed,
    mbarrier_at,
)

_EVERY = (1 << LANES) - 1
_ENDED = 2
_MBARRIER_BYTES = 8
_ADVICE = {
    "divergent": "move the barrier out of the `if` or loop that splits the warp's threads",
    "different-places": "let all threads of a warp reach the same barrier: put it after the `if`",
    "exited-threads": "let every thread reach the barrier: put the work into {below} in place of "
    "a `return` before the barrier",
    "thread-count": "give each use of a barrier the same number of threads, or use another barrier",
    "mask-without-caller": "name each thread that calls in the mask: take it from {ballot} before "
    "the branch",
    "different-masks": "let all threads that the mask names use the same mask",
    "missing-lanes": "let each thread that the mask names reach the instruction, or name fewer",
    "exited-lanes": "name only threads that have not ended: take the mask from {ballot} after "
    "the `return`",
    "absent-lanes": "name only threads that the block has: its last warp is not full",
    "shuffle-source": "read only lanes that are in the mask and active: a smaller offset or width, "
    "or a mask that names all lanes that are read",
    "not-initialised": "initialise it in one thread ({mbarrier_init}), then put {block_barrier} "
    "before any other use",
    "initialised-twice": "let one thread of the block initialise it, once; before its memory "
    "becomes another mbarrier, end it: {mbarrier_end}",
    "too-many-arrivals": "initialise it with the number of arrivals of one phase: {mbarrier_init}",
    "arrival-count": "a count of arrivals is 1 to 1,048,575, and at most what the phase waits for",
    "byte-count": "an mbarrier counts up to 1,048,575 bytes: expect just the bytes that are copied",
    "deadlock": "let every thread that the others wait for reach the barrier, or arrive: move the "
    "barrier out of the `if`, or the `return` after it",
    "endless": "each iteration of the loop is like the previous one: let it change the value that "
    "its condition reads, or let another block write that value",
    "columns": "let a warp free columns (`tcgen05.dealloc`) before another one allocates as many, "
    "or allocate fewer: a block has 512; both blocks of a pair must allocate and free the same "
    "columns",
    "of a grid": "no other thread changes the value that these threads wait for: let every block "
    "reach the barrier of the grid, or none; set a flag before the block returns; launch no more "
    "blocks than the GPU holds at once",
    "mbarrier": "let each phase have as many arrivals as it was initialised with, and as many "
    "bytes as are expected; wait for the first phase with parity 0, for the next with 1",
}


_APART_ADVICE = (
    "let all warps of the block reach the same barriers, the same number of times: move the "
    "barrier out of the `if`, or give each group of warps one of its own (`bar.sync 1, 64`)"
)


@dataclass(frozen=True, slots=True)
class _Side:
    """A thread, by its number in its block, and where it is."""

    stop: Stop | None
    thread: int

    @property
    def place(self) -> Place | None:
        """The place, as findings have it."""
        return None if self.stop is None else Place(self.stop.source, self.stop.ptx_line)


class BarrierChecker:
    """Looks at one launch."""

    def __init__(
        self,
        launch: LaunchFacts[tuple[Stop, ...]],
        report: Callable[[Finding], None],
        buffers: Buffers,
    ) -> None:
        self._launch = launch
        self._buffers = buffers
        self._report = report
        self._found: dict[tuple[object, ...], Finding] = {}
        self._apart: dict[frozenset[Stop], dict[Stop, list[int]]] = {}
        # The mbarriers by their host address: the block that made each, and where.
        self._made: dict[int, tuple[Dim3, Place]] = {}

    def told(self, event: BarrierEvent, block: StandingBlock) -> None:
        """Look at what may be wrong."""
        match event.kind:
            case Check.MET:
                self._met(event.about, block)
            case Check.COUNTS:
                self._counts(event, block)
            case Check.MEMBERS:
                self._members(event, block)
            case Check.SKIPPED:
                stop = self._launch.plan[event.about]
                self._skipped(block, stop, event.lanes, event.more)
            case Check.SHUFFLE:
                self._shuffle(event, block)
            case _:
                self._mbarrier(event, block)

    def end(self, standing: tuple[Standing, ...]) -> None:
        """Report what was found, and the threads that wait for ever."""
        waiting = [s for s in standing if s.waits_for] or [s for s in standing if s.stop]
        # Others mostly wait for the warp that waits for columns of tensor memory.
        waiting.sort(key=lambda s: s.state != "columns")
        # Lane 0 that spins for other blocks keeps the others waiting at the barrier after its loop.
        spinning = [s for s in standing if s.state == "spins"]
        of_grid = bool(spinning) and len({s.block for s in standing}) > 1
        for stuck in spinning or waiting:
            place = _place_of(stuck.stop)
            others = [s for s in standing if s.stop != stuck.stop and s.lanes]
            other = next((s for s in others if s.stop is not None), None) or next(
                iter(others), None
            )
            self._find(
                "deadlock",
                stuck.block,
                (place, stuck.first_thread),
                (None if other is None or other.stop is None else _place_of(other.stop),
                 None if other is None else other.first_thread),
                self._stuck([s for s in standing if of_grid or s.block == stuck.block]),
                advice=_ADVICE[_advice_for(stuck, of_grid)],
            )  # fmt: skip
        for finding in self._found.values():
            self._report(finding)

    def _stuck(self, standing: list[Standing]) -> str:
        """Return in words where the threads of a block wait for ever."""
        named = (self._named(group) for group in standing)
        return "no thread can continue: " + in_words(named, self._launch.block)

    def _named(self, standing: Standing) -> Standing:
        """Return where threads are, with the names of the file and of an mbarrier in short."""
        stop = standing.stop
        if stop is not None:
            stop = replace(stop, source=PurePath(stop.source).name)
            standing = replace(standing, stop=stop)
        if standing.state != "mbarrier":
            return standing
        offset = standing.number & (1 << RANK_SHIFT) - 1
        name = self._mbarrier_at(offset)
        words = standing.waits_for
        if name:
            words = words.replace(mbarrier_at(offset), f"the mbarrier at {name}")
        return replace(standing, waits_for=words)

    def _mbarrier_at(self, offset: int) -> str:
        """Return the variable and the element at a place in shared memory; "" if it has no name."""
        element = self._buffers.shared_element(offset, _MBARRIER_BYTES)
        return "" if element.buffer == "shared memory" else str(element)

    # ---- barriers of the block --------------------------------------------------------------

    def _met(self, number: int, block: StandingBlock) -> None:
        """Look at who comes to a barrier of the block together."""
        came: dict[int, list[tuple[int, Stop | None]]] = {}
        for warp, lanes, stop in block.at_barrier(number):
            came.setdefault(warp, []).append((lanes, stop))
        if not came:
            return
        first_warp, first = next(iter(came.items()))
        ended = [w for w in range(block.warps) if block.frame(w)[Frame.STATE] == _ENDED]
        if ended and not block.threads_asked(number):
            threads = sum(block.exist(w).bit_count() for w in ended)
            side = _Side(first[0][1], first_warp * LANES + _first(first[0][0]))
            self._exited(block, side, ended[0] * LANES, threads)
        for warp, parts in came.items():
            self._met_in_warp(block, warp, parts)
        lines: dict[Stop, list[int]] = {}
        for warp, parts in came.items():
            if len(parts) == 1 and parts[0][1] is not None:
                lines.setdefault(parts[0][1], []).append(warp)
        if len(lines) > 1:
            self._apart.setdefault(frozenset(lines), lines)

    # Worked case: `if (w < 2) { __syncthreads(); … } __syncthreads();`, with 4 warps.
    #
    #     warps 0-1   wait at the first line, warps 2-3 at the second: these release each other
    #
    # PTX allows that, as a barrier has a number and no line. It is said of a race between the two.
    def explain(self, race: Finding) -> None:
        """Add to a race of two warps that they have met at a barrier from two lines, if so.

        Barriers that the compiler made are not the author's to move.
        """
        if race.other_thread is None or race.block != race.other_block or race.note:
            return
        sides = [self._warp_of(race.thread), self._warp_of(race.other_thread)]
        for lines in self._apart.values():
            of_sides = [next((s for s, warps in lines.items() if w in warps), None) for w in sides]
            if None not in of_sides and of_sides[0] != of_sides[1]:
                places = [
                    f"{listed('warp', warps)} wait{'s' if len(warps) == 1 else ''} at "
                    f"{replace(stop, source=PurePath(stop.source).name)}"
                    for stop, warps in lines.items()
                ]
                race.message += f": {' while '.join(places)}, and these release each other"
                race.advice = _APART_ADVICE
                return

    def _warp_of(self, thread: Dim3) -> int:
        x, y, _ = self._launch.block
        return (thread[0] + x * (thread[1] + y * thread[2])) // LANES

    def _met_in_warp(
        self, block: StandingBlock, warp: int, parts: list[tuple[int, Stop | None]]
    ) -> None:
        frame, exist = block.frame(warp), block.exist(warp)
        live = int(frame[Frame.LIVE])
        apart = block.is_apart(warp)
        here = 0
        for lanes, _ in parts:
            here |= lanes
        here = here if apart else int(frame[Frame.CAME])
        base = warp * LANES
        aligned = next(((lanes, s) for lanes, s in parts if s is not None and s.aligned), None)
        lanes, stop = aligned or parts[0]
        side = _Side(stop, base + _first(lanes & here or lanes))
        away = live & ~here
        if aligned is not None and away:
            other = next((s for s in block.standing_of(warp) if apart and s.lanes & away), None)
            elsewhere = _Side(None if other is None else other.stop, base + _first(away))
            self._two(
                "divergent",
                block,
                side,
                elsewhere,
                f"{lanes_in_words(here)} of warp {warp} reach `{_name(stop)}`, which all threads "
                f"of a warp must reach together, and {lanes_in_words(away)} do not",
            )
        if aligned is not None and len(parts) > 1:
            others = next(part for part in parts if part is not aligned and part[1] != stop)
            elsewhere = _Side(others[1], base + _first(others[0]))
            self._two(
                "different-places",
                block,
                side,
                elsewhere,
                f"{lanes_in_words(lanes)} of warp {warp} reach `{_name(stop)}`, which all "
                f"threads of a warp must reach together, while {lanes_in_words(others[0])} are "
                "at another one",
            )
        if exist & ~live:
            gone = exist & ~live
            if stop is None or not (stop.aligned and stop.passable):
                self._exited(block, side, base + _first(gone), gone.bit_count())
                return
            self._two(
                "divergent",
                block,
                side,
                _Side(None, base + _first(gone)),
                f"{lanes_in_words(here)} of warp {warp} reach `{_name(stop)}`, which all threads "
                f"of a warp must reach together, and {lanes_in_words(gone)} skipped it",
            )

    def _exited(self, block: StandingBlock, side: _Side, ended: int, threads: int) -> None:
        these = "1 thread" if threads == 1 else f"{threads} threads"
        self._two(
            "exited-threads",
            block,
            side,
            _Side(None, ended),
            f"{these} ended before the barrier at which the other threads of the block wait: "
            "CUDA leaves this undefined, though GPUs count ended threads as arrived",
        )

    def _counts(self, event: BarrierEvent, block: StandingBlock) -> None:
        before, now = event.more >> 32, event.more & _EVERY
        sites = self._launch.sites
        this = sites[int(block.context[Context.CHECKED_SITE])]
        last = sites[int(block.barriers[event.about + LAST_SITES])]
        self._find(
            "thread-count",
            block.index,
            (Place(this.source, this.ptx_line), block.running * LANES),
            (Place(last.source, last.ptx_line), None),
            f"arrives at barrier {event.about} with a count of {now} threads, while other "
            f"threads wait there with a count of {before}",
        )

    # ---- member masks -----------------------------------------------------------------------

    def _members(self, event: BarrierEvent, block: StandingBlock) -> None:
        assert event.table is not None
        warp, mask, group = block.running, event.more & _EVERY, event.lanes
        came, live, exist = (int(word) for word in event.table[:3])
        stop = self._meeting(event, block, warp)
        name, words = _name(stop), f"the mask {mask:#010x} of `{_name(stop)}`"

        def find(kind: str, lanes: int, message: str) -> None:
            if lanes:
                caller = lanes if kind == "mask-without-caller" else group
                other = None if kind == "mask-without-caller" else warp * LANES + _first(lanes)
                at = _place_of(stop), warp * LANES + _first(caller)
                self._find(kind, block.index, at, (None, other), message)

        left_out = group & ~mask
        find(
            "mask-without-caller",
            left_out,
            f"{lanes_in_words(left_out)}: not in the mask {mask:#010x} of the `{name}` that "
            "they reach",
        )
        split = mask & came & ~group
        find(
            "different-masks",
            split,
            f"{words} names {lanes_in_words(split)}, which use another mask",
        )
        skipping = mask & live & ~came
        if skipping:
            self._skipped(block, stop, group, skipping)
        if stop is not None and stop.passable:
            gone = mask & exist & ~live
            find("missing-lanes", gone, f"{words} names {lanes_in_words(gone)}, which skip it")
            return
        if mask == _EVERY:
            return  # it stands for all lanes that there are
        for finding_kind, gone, why in (
            ("exited-lanes", mask & exist & ~live, "which have ended"),
            ("absent-lanes", mask & ~exist, "which the block does not have"),
        ):
            find(finding_kind, gone, f"{words} names {lanes_in_words(gone)}, {why}")

    def _skipped(self, block: StandingBlock, stop: Stop | None, group: int, lanes: int) -> None:
        base = block.running * LANES
        self._find(
            "missing-lanes",
            block.index,
            (_place_of(stop), base + _first(group)),
            (None, base + _first(lanes)),
            f"the mask of `{_name(stop)}` names {lanes_in_words(lanes)}, whose predicate skips "
            "the instruction",
        )

    def _shuffle(self, event: BarrierEvent, block: StandingBlock) -> None:
        assert event.table is not None
        warp = block.running
        stop = self._meeting(event, block, warp)
        mask, active = event.more & _EVERY, event.more >> 32 & _EVERY
        lane = _first(event.lanes)
        source = int(event.table[lane])
        if not mask >> source & 1:
            why = f"which its mask {mask:#010x} does not name"
        elif not block.exist(warp) >> source & 1:
            why = "which the block does not have"
        else:
            assert not active >> source & 1
            why = "which does not take part"
        self._find(
            "shuffle-source",
            block.index,
            (_place_of(stop), warp * LANES + lane),
            (None, warp * LANES + source),
            f"lane {lane} reads lane {source}, {why}: the result is undefined",
            times=event.lanes.bit_count(),
        )

    def _meeting(self, event: BarrierEvent, block: StandingBlock, warp: int) -> Stop | None:
        if block.is_apart(warp):
            return block.stop_of_lane(warp, _first(event.lanes))
        return self._launch.plan[event.about]

    # ---- mbarriers --------------------------------------------------------------------------

    def _mbarrier(self, event: BarrierEvent, block: StandingBlock) -> None:
        site = self._launch.sites[event.about]
        here = Place(site.source, site.ptx_line)
        host = event.more
        made = self._made.get(host)
        if made is not None and made[0] != block.owner_of(host):
            made = None  # that block has ended, and this memory is another's
        if event.kind == Check.INIT:
            self._made[host] = block.owner_of(host), here
            if made is None:
                return
        elif event.kind == Check.INVALIDATE:
            self._made.pop(host, None)
            if made is not None:
                return
        finding_kind, message = _MBARRIER[event.kind]
        shared = -1 if event.kind == Check.COUNT else block.offset_of(host)
        count = event.more if event.kind == Check.COUNT else 0
        other = made[1] if made is not None and finding_kind != "arrival-count" else None
        self._find(
            finding_kind,
            block.index,
            (here, block.running * LANES + _first(event.lanes)),
            (other, None),
            message.format(place=self._mbarrier_at(shared) or f"{shared:#x} of shared memory",
                           count=count),
            offset=shared,
        )  # fmt: skip

    # ---- findings ---------------------------------------------------------------------------

    def _two(
        self, kind: str, block: StandingBlock, side: _Side, other: _Side, message: str
    ) -> None:
        at = side.place or Place("", 0)
        self._find(kind, block.index, (at, side.thread), (other.place, other.thread), message)

    def _find(
        self,
        kind: str,
        block: Dim3,
        side: tuple[Place, int],
        other: tuple[Place | None, int | None],
        message: str,
        *,
        offset: int = -1,
        times: int = 1,
        advice: str = "",
    ) -> None:
        key = kind, side[0], other[0]
        known = self._found.get(key)
        if known is not None:
            known.count += times
            return
        thread = None if other[1] is None else self._thread(other[1])
        shared = self._buffers.shared_element
        element = shared(offset, _MBARRIER_BYTES) if offset >= 0 else None
        self._found[key] = Finding(
            tool="barrier",
            kind=kind,
            kernel=self._launch.kernel,
            place=side[0],
            other=other[0],
            thread=self._thread(side[1]),
            block=block,
            other_thread=thread,
            other_block=None if thread is None else block,
            element=element,
            count=times,
            message=message,
            advice=advice or _ADVICE[kind],
            below_triton=kind in _BELOW_TRITON,
        )

    def _thread(self, number: int) -> Dim3:
        return index_in(number, self._launch.block)


_BELOW_TRITON = frozenset(
    (
        "not-initialised",
        "initialised-twice",
        "too-many-arrivals",
        "arrival-count",
        "byte-count",
        "thread-count",
        "different-places",
        "mask-without-caller",
        "different-masks",
        "missing-lanes",
        "exited-lanes",
        "absent-lanes",
        "shuffle-source",
    )
)
"""Kinds that a program without mbarriers, warps and lanes cannot cause. Branches it has: they lead
to `deadlock`, `divergent` and `exited-threads`."""

_MBARRIER = {
    Check.INIT: (
        "initialised-twice",
        "initialises an mbarrier at {place}, where there is one already",
    ),
    Check.INVALIDATE: (
        "not-initialised",
        "ends an mbarrier at {place}, where there is none",
    ),
    Check.NOT_MADE: (
        "not-initialised",
        "uses an mbarrier at {place}, where there is none",
    ),
    Check.TOO_MANY: (
        "too-many-arrivals",
        "arrives at the mbarrier at {place} more often than its phase waits for",
    ),
    Check.BYTES: (
        "byte-count",
        "makes the mbarrier at {place} wait for more bytes than it can count",
    ),
    Check.COUNT: ("arrival-count", "arrives {count} times at an mbarrier in one instruction"),
}


def _advice_for(stuck: Standing, of_grid: bool) -> str:
    if stuck.state == "spins":
        return "of a grid" if of_grid else "endless"
    return stuck.state if stuck.state in ("mbarrier", "columns") else "deadlock"


def _first(lanes: int) -> int:
    return (lanes & -lanes).bit_length() - 1 if lanes else 0


def _place_of(stop: Stop | None) -> Place:
    return Place("", 0) if stop is None else Place(stop.source, stop.ptx_line)


def _name(stop: Stop | None) -> str:
    return "the barrier" if stop is None else stop.mnemonic
