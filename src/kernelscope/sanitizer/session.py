"""The sanitizer around launches: its tools, and its findings so far."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import TracebackType

import numpy as np

from kernelscope._collection import paused_collection
from kernelscope._languages import in_language
from kernelscope.errors import LaunchError, MemoryAccessError, TimeLimitError
from kernelscope.record import OrdersTried
from kernelscope.record.names import is_named
from kernelscope.sanitizer import faults
from kernelscope.sanitizer.access_limits import LaunchLimits, needs_limits
from kernelscope.sanitizer.all_orders import try_orders
from kernelscope.sanitizer.barriers import BarrierChecker
from kernelscope.sanitizer.buffers import Buffers
from kernelscope.sanitizer.early import EarlyLaunches
from kernelscope.sanitizer.explore import (
    AGAIN,
    MOST_BYTES,
    MOST_SECONDS,
    Contents,
    contents_of,
    explore,
    restore,
)
from kernelscope.sanitizer.findings import Finding, takers
from kernelscope.sanitizer.freed import FreedTensors
from kernelscope.sanitizer.fresh import FreshMemory
from kernelscope.sanitizer.heap import DeviceHeap
from kernelscope.sanitizer.numerics import NumericsExaminer
from kernelscope.sanitizer.race_words import (
    PROXY_ADVICE,
    is_read_of_allocation,
    is_read_too_late,
)
from kernelscope.sanitizer.races import RaceWatcher
from kernelscope.sanitizer.speculative import SpeculativeWatcher, is_worth_it
from kernelscope.sanitizer.traps import removed_stores
from kernelscope.sanitizer.uninitialised import UndefinedExaminer
from kernelscope.sanitizer.unwritten import Results
from kernelscope.vgpu import STEPS, Kernel, LaunchCounts, LaunchRequest, Proceed, Stage
from kernelscope.vgpu.analysis.access_limits import LimitPlan
from kernelscope.vgpu.analysis.numerics import NumericPlan
from kernelscope.vgpu.analysis.undefined import UndefinedPlan
from kernelscope.vgpu.jit.stops import Stop
from kernelscope.vgpu.runtime.launch import sample_of
from kernelscope.vgpu.runtime.launch_tool import LaunchFacts
from kernelscope.vgpu.runtime.registry import Region
from kernelscope.vgpu.runtime.settings import Makers, going_on_of
from kernelscope.vgpu.runtime.suppressing import Silence
from kernelscope.vgpu.runtime.watching import MOST_BLOCKS, UndecidedError, WatchedLaunch
from kernelscope.vgpu.schedule import schedule
from kernelscope.vgpu.tools import Tool

TOOLS = ("race", "barrier", "init", "memory", "numerics")
USUAL_TOOLS = TOOLS[:4]
_OF_FRESH = frozenset(("init", "memory"))
"""Tools that must know what memory nothing has written."""

_ENDED = "the launch ended at this fault: nothing after it was checked, in any thread"
_MAY_GO_ON = "; with `--continue` the access is skipped, and the launch continues"
_LEFT_OUT = (
    "faulty accesses were skipped: a load or an atomic gives zeros there, a store does nothing"
)
COMPILER = "made by the compiler"
_COMPILER_ADVICE = (
    "no line of the source asks for this. If a result is wrong, try another version of Triton or "
    "other options (num_stages, num_warps, warp_specialize), and report it to Triton"
)
_TOO_LATE = ": the source reads it first, but its warps keep that order each for itself"
_UPDATE = "update Triton: from 3.7.1 on it puts `fence.proxy.async` after `cp.async`"

Promised = Callable[[LaunchRequest], frozenset[int]]
"""Returns the numbers of the parameters that a launch's source declares as pointers to `const`."""
Names = Callable[[LaunchRequest], Sequence[str]]
"""Returns the source's name of each parameter of a launch's kernel."""


def _names_in_ptx(request: LaunchRequest) -> Sequence[str]:
    return request.kernel.parameter_names


class Sanitizer:
    """Watches the launches of this process while it is entered.

    Args:
        tools: those that look.
        kernel: look at this kernel only; "" for all.
        blocks: look at this many blocks of each launch, spread over the grid; None for all. The
            others run, too.
        explores: whether to run small launches with a race under other schedules, too.
        names: returns the names of a kernel's parameters.
        promised: returns the parameters that the kernel promises not to write to.
        probes: yields what is to be found of a launch's source, before it runs.
        skips: returns whether not to look at the launch that comes, as at those of an autotuner.
        caller: returns the user's line that runs now, "" if it is not known.
        keeps_going: whether an access at fault is left out, and the launch goes on; a launch that
            ends all the same does not end the program.
        views: whether `memory` holds each access to the view that the kernel was given, not to the
            whole memory behind it.
        all_orders: whether to try all orders of the events of a small launch, of each kernel the
            first launch of a shape.

    Attributes:
        findings: what was found, in the order of its first occurrence.
        launches: the launches that were watched.
        kernels: the names of all kernels that were launched, with their authors' languages.
        schedules: the orders in which launches ran.
        notes: by kernel and tool why the tool was off, or what it does not know.
        subject: what launches now, for the findings to come.
        excuse: why the findings to come are notes; "" for faults.
        memory: what tensors nothing has written.
        results: looks for results that nothing has written; None without the tool `memory`.
        unsure: kernels that all cores have run once, for nothing; see `speculative`.
        orders: the launches of which all orders were tried.
    """

    def __init__(
        self,
        tools: Iterable[str] = USUAL_TOOLS,
        *,
        kernel: str = "",
        blocks: int | None = None,
        explores: bool = False,
        names: Names = _names_in_ptx,
        promised: Promised = lambda _: frozenset(),
        probes: Callable[[LaunchRequest], Iterable[Finding]] = lambda _: (),
        skips: Callable[[], bool] | None = None,
        caller: Callable[[], str] = str,
        views: bool = False,
        keeps_going: bool = False,
        all_orders: bool = False,
    ) -> None:
        self.tools = frozenset(tools)
        self.findings: list[Finding] = []
        self.blocks = blocks
        self.launches = 0
        self.kernels: dict[str, str] = {}
        self.schedules: dict[str, None] = {}
        self.notes: dict[tuple[str, str], str] = {}
        self.subject = ""
        self.excuse = ""
        self.names = names
        self.promised = promised
        self.explores = explores
        self._kernel = kernel
        self._watches_trials = skips is None
        self._skips, self._probes = skips or (lambda: False), probes
        self.memory = FreshMemory(caller)
        self.views, self._keeps_going = views, keeps_going
        self.heap = DeviceHeap(self.take)
        self.freed = FreedTensors(caller)
        self.results = Results(self.memory, self.take) if "memory" in self.tools else None
        self.early = EarlyLaunches(self._note_race)
        self._known: dict[tuple[object, ...], Finding] = {}
        self._seen: set[str] = set()
        self.unsure: set[Kernel] = set()
        self.orders: list[OrdersTried] = []
        self._all_orders = all_orders

    def __enter__(self) -> Sanitizer:
        STEPS.add(Stage.REPLACE, self.run, trials=self._watches_trials)
        if self.tools & _OF_FRESH:
            self.memory.__enter__()
        if "memory" in self.tools:
            self.heap.__enter__()
            self.freed.__enter__()
            takers.append(self.take)
        return self

    @contextmanager
    def listening(self) -> Generator[None]:
        """Take findings that no launch makes, such as an autotuner's, and look at no launch."""
        takers.append(self.take)
        try:
            yield
        finally:
            takers.remove(self.take)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        STEPS.remove(self.run)
        if self.tools & _OF_FRESH:
            self.memory.__exit__()
        if "memory" in self.tools:
            self.heap.__exit__()
            self.freed.__exit__()
            takers.remove(self.take)

    def run(self, _proceed: Proceed, request: LaunchRequest) -> LaunchCounts:
        """Run a launch, watched.

        Raises:
            LaunchError: as without a sanitizer; what was found is kept.
        """
        self.heap.kernel = request.kernel
        is_skipped = self._skips()
        if not is_skipped:
            self.kernels[request.kernel.name] = request.kernel.language
        if self._keeps_going and self._is_asked(request.kernel.name):
            going_on = replace(request.settings, tools={Tool.SUPPRESS: Silence})
            request = request._replace(settings=going_on)
        launch = SanitizedLaunch(self, request)
        if "race" in self.tools and not is_skipped:
            self.early.begin(request, launch.report_early, launch.buffers)
        if not self._is_asked(request.kernel.name):
            return request.run()
        if "memory" in self.tools and not is_skipped:
            for finding in self._probes(request):
                self.take(finding)
        if is_skipped:
            try:
                with launch.faults_reported():
                    return launch.run_unwatched()
            except LaunchError:
                self._count(request)
                raise
        self._count(request)
        if self.results is not None:
            self.results.launched(request, lambda: self.names(request))
        self._try_orders(launch)
        with launch.faults_reported(), paused_collection():
            counts = launch.run(self.blocks)
        launch.explain_races()
        if "race" in self.tools and self.is_first(f"removed: {request.kernel.name}"):
            removed = removed_stores(request)
            if removed:
                self.notes.setdefault((request.kernel.name, "race"), removed)
        launch.explore(counts.wall_s)
        return counts

    def _try_orders(self, launch: SanitizedLaunch) -> None:
        """Try all orders of a launch, if that is asked for, and the first of its shape."""
        request = launch.request
        name = f"orders: {request.kernel.name} {request.shape} {request.cluster}"
        if self._all_orders and self.is_first(name):
            self.orders.append(try_orders(request, launch.buffers, launch.report))

    def _note_race(self, kernel: str, words: str) -> None:
        self.notes[kernel, "race"] = words

    def _count(self, request: LaunchRequest) -> None:
        self.kernels[request.kernel.name] = request.kernel.language
        self.launches += 1
        self.schedules[str(request.settings.schedule)] = None

    def knows(self, finding: Finding) -> bool:
        """Return whether the same fault has been found before."""
        return replace(finding, note=finding.note or self.excuse).fault in self._known

    def is_first(self, kernel: str) -> bool:
        """Return whether a kernel has not been asked for before."""
        is_new = kernel not in self._seen
        self._seen.add(kernel)
        return is_new

    def take(self, finding: Finding) -> Finding | None:
        """Take a finding that no single launch has made, and return what is kept of it."""
        if not self._is_asked(finding.kernel):
            return None
        finding.subject = self.subject
        self.report(finding)
        return self._known[finding.fault]

    def _is_asked(self, kernel: str) -> bool:
        """Return whether a kernel is to be looked at."""
        return not self._kernel or is_named(kernel, self._kernel)

    def report(self, finding: Finding) -> bool:
        """Add a finding, or count it with one of an earlier launch that is the same.

        Returns whether it is new.
        """
        finding.note = finding.note or self.excuse
        finding.advice = in_language(finding.advice, self.kernels.get(finding.kernel, "ptx"))
        key = finding.fault
        known = self._known.get(key)
        if known is not None:
            known.count += finding.count
            return False
        self._known[key] = finding
        self.findings.append(finding)
        return True


@dataclass
class SanitizedLaunch:
    """One launch under a sanitizer."""

    sanitizer: Sanitizer
    request: LaunchRequest
    _fresh: list[Finding] = field(default_factory=list[Finding])
    _allocations: Mapping[int, Region] = field(default_factory=dict[int, Region])
    _before: Contents | None = None
    _schedule: str = ""
    _hangs_on_order: bool = False
    _is_speculative: bool = False
    _barriers: BarrierChecker | None = None

    @cached_property
    def buffers(self) -> Buffers:
        """The names of its memory."""
        request = self.request
        return Buffers(request.kernel, request.arguments, lambda: self.sanitizer.names(request))

    def run(self, blocks: int | None) -> LaunchCounts:
        """Run it; with `blocks`, those many blocks are watched, and the others only run."""
        request, grid = self.request, self.request.shape[0]
        tools = self._makers()
        watched = replace(request.settings, tools=tools)
        chosen = None if request.cooperative else sample_of(grid, blocks, request.cluster)
        if chosen is None or request.blocks is not None:
            if (counts := self._speculatively(tools)) is not None:
                return counts
            return request._replace(settings=watched).run()
        counts = request._replace(settings=watched, blocks=chosen).run()
        cluster = request.cluster or (1, 1, 1)
        total = int(np.prod(grid)) // int(np.prod(cluster))
        others = np.setdiff1d(np.arange(total, dtype=np.int64), chosen)
        if len(others):
            self.run_unwatched(others)
        return counts

    def run_unwatched(self, blocks: np.ndarray | None = None) -> LaunchCounts:
        """Run some blocks of it, or all as the launch says; only its faults are findings."""
        settings = replace(self.request.settings, tools=self._going_on())
        some = self.request.blocks if blocks is None else blocks
        return self.request._replace(settings=settings, blocks=some).run()

    def _going_on(self) -> Makers:
        """Return what keeps the launch going where accesses are at fault, if it is to."""
        if not going_on_of(self.request.settings):
            return {}
        return {Tool.SUPPRESS: lambda _: self}

    def took(self, error: LaunchError, lanes: int) -> None:
        """Report an access that so many lanes left out."""
        finding = self._finding_of(error)
        if finding is None:
            raise error
        finding.count = lanes
        self.report(finding)
        self.sanitizer.notes.setdefault((finding.kernel, "memory"), _LEFT_OUT)

    def ended(self, error: LaunchError) -> bool:
        """Report the fault that has ended the launch all the same; return whether it is one."""
        finding = self._finding_of(error)
        if finding is not None:
            self.report(finding)
        is_deadlock = any(f.kind == "deadlock" for f in self._fresh)
        if finding is None and not is_deadlock:
            return False
        tool = "barrier" if finding is None else finding.tool
        self.sanitizer.notes[self.request.kernel.name, tool] = _ENDED
        return True

    def _finding_of(self, error: LaunchError) -> Finding | None:
        """Return the fault that a launch ended with, if one of the tools that look finds it."""
        sanitizer = self.sanitizer
        finding = faults.finding_of(error, self.request, self.buffers, sanitizer.freed)
        return finding if finding is not None and finding.tool in sanitizer.tools else None

    def _makers(self) -> Makers:
        """Return what makes the observers of the launch."""
        makers = {
            "race": (Tool.RACES, self._watch),
            "barrier": (Tool.BARRIERS, self._check),
            "init": (Tool.UNDEFINED, self._follow),
            "memory": (Tool.LIMITS, self._limit),
            "numerics": (Tool.NUMERICS, self._numerics),
        }
        asked = self.sanitizer.tools
        if "memory" in asked and not self._has_limits():
            asked = asked - {"memory"}
        return {**self._going_on(), **dict(makers[name] for name in asked)}

    def _speculatively(self, tools: Makers) -> LaunchCounts | None:
        """Run it on all cores; None if it must run on one (again)."""
        request, unsure = self.request, self.sanitizer.unsure
        if Tool.RACES not in tools or Tool.NUMERICS in tools or request.kernel in unsure:
            return None
        if not is_worth_it(request):
            return None
        watch = {**tools, Tool.RACES: self._watch_speculatively}
        settings = replace(request.settings, speculative=True, tools=watch)
        self._is_speculative = True
        try:
            return request._replace(settings=settings).run()
        except TimeLimitError:
            raise
        except (UndecidedError, LaunchError):
            unsure.add(request.kernel)
            return None
        finally:
            self._is_speculative = False

    def report(self, finding: Finding) -> None:
        """Take what a tool has found, if it is asked for."""
        if finding.tool not in self.sanitizer.tools:
            return
        if self._is_speculative:
            raise UndecidedError
        self._complete(finding)
        kernel = self.request.kernel
        if kernel.managed:
            self._excuse_author(finding)
        elif kernel.one_thread and is_read_of_allocation(finding, kernel.lowered()):
            finding.note, finding.advice = COMPILER, _COMPILER_ADVICE
        if self._schedule and self.sanitizer.knows(finding):
            return  # the count is that of the program's own run
        if self.sanitizer.report(finding):
            self._fresh.append(finding)

    def _excuse_author(self, finding: Finding) -> None:
        """Make a note of what no line of a Triton program asked for."""
        if finding.below_triton:
            finding.note = COMPILER
            finding.advice = _UPDATE if finding.advice == PROXY_ADVICE else _COMPILER_ADVICE
        elif is_read_too_late(finding, self.request.kernel.lowered()):
            finding.note = COMPILER
            finding.message += _TOO_LATE

    def report_early(self, finding: Finding) -> None:
        """Take what it may do before the launch before it has ended."""
        self._complete(finding)
        self.sanitizer.take(finding)

    def _complete(self, finding: Finding) -> None:
        finding.ptx = self.request.kernel.module.text
        finding.sources = self.request.kernel.sources
        finding.schedule = self._schedule or str(self.request.settings.schedule)
        finding.subject = self.sanitizer.subject

    @contextmanager
    def faults_reported(self) -> Generator[None]:
        """Report the fault that ends the launch inside the block."""
        try:
            yield
        except LaunchError as error:
            sanitizer = self.sanitizer
            finding = self._finding_of(error)
            if finding is not None:
                self.report(finding)
            kernel = self.request.kernel.name
            if isinstance(error, TimeLimitError):
                sanitizer.notes[kernel, "barrier"] = str(error).partition(": ")[2]
            elif finding is not None and not self._schedule:
                more = _MAY_GO_ON if isinstance(error, MemoryAccessError) else ""
                sanitizer.notes[kernel, finding.tool] = _ENDED + more
            self._explore_deadlock()
            raise

    def explain_races(self) -> None:
        """Say of a race if its warps have met at a barrier from two lines."""
        for finding in self._fresh:
            if finding.tool == "race" and self._barriers is not None:
                self._barriers.explain(finding)

    def explore(self, seconds: float) -> None:
        """Run it under other schedules, if it is small and races in a new way."""
        if self._explore_deadlock() or self._before is None or seconds > MOST_SECONDS:
            return
        if self._hangs_on_order:
            self._look_again()
        races = [f for f in self._fresh if f.tool == "race" and not f.note]
        if not races:
            return
        request = self.request
        runs = explore(request, self._allocations, self._before, request.settings.schedule)
        self.sanitizer.schedules.update(dict.fromkeys(runs.left))
        for finding in races:
            runs.explain(finding, self.buffers, self._allocations)

    def _explore_deadlock(self) -> bool:
        """Look in other orders for a race that may have led to a deadlock, if there is one."""
        is_deadlock = any(finding.kind == "deadlock" for finding in self._fresh)
        if is_deadlock:
            self._look_again()
        return is_deadlock

    # Worked case: a lock whose release has no fence.
    #
    #     block 0   takes it, writes x, gives it back without a fence
    #     block 1   takes it, has a fence, reads x        a race
    #
    # If block 1 comes first, its own write is what block 0 overwrites, and its fence may be right:
    # who comes first decides which pairs of accesses a lock has to order.
    #
    # So has who reaches a deadlock: a producer that does not wait for an empty stage of a pipeline
    # may run through all phases of its mbarriers before a consumer has looked at the first.
    def _look_again(self) -> None:
        """Watch the launch in other orders, if it may run again; leave its memory as it is."""
        before = self._before
        if before is None:
            return
        after = contents_of(self._allocations)
        try:
            for name in AGAIN:
                self._schedule = name
                restore(self._allocations, before)
                watched = replace(
                    self.request.settings,
                    schedule=schedule(name),
                    tools={**going_on_of(self.request.settings), Tool.RACES: self._watch},
                    limit_s=MOST_SECONDS,
                )
                with suppress(LaunchError):
                    self.request._replace(settings=watched).run()
                self.sanitizer.schedules[name] = None
        finally:
            self._schedule = ""
            restore(self._allocations, after)

    def _follow(self, launch: LaunchFacts[UndefinedPlan]) -> UndefinedExaminer:
        if launch.plan.unfollowed:
            names = ", ".join(launch.plan.unfollowed)
            unseen = (launch.plan.shared_unseen, "shared"), (launch.plan.global_unseen, "global")
            memory = " and ".join(space for is_unseen, space in unseen if is_unseen) + " memory"
            note = f"{memory} counts as defined, because of {names}"
            self.sanitizer.notes[launch.kernel, "init"] = note
        return UndefinedExaminer(launch, self.sanitizer.memory, self.report, self.buffers)

    def _numerics(self, launch: LaunchFacts[NumericPlan]) -> NumericsExaminer:
        def note(text: str) -> None:
            self.sanitizer.notes[launch.kernel, "numerics"] = text

        return NumericsExaminer(launch, self.report, note, self.request.origin)

    def _has_limits(self) -> bool:
        made = self.sanitizer
        promised = made.promised(self.request)
        return needs_limits(self.request, made.heap, self.buffers, promised, views=made.views)

    def _limit(self, launch: LaunchFacts[LimitPlan]) -> LaunchLimits:
        made = self.sanitizer
        return LaunchLimits(
            launch, self.request, made.heap, self.buffers, self.report, made.views,
            made.promised(self.request),
        )  # fmt: skip

    def _check(self, launch: LaunchFacts[tuple[Stop, ...]]) -> BarrierChecker:
        self._barriers = BarrierChecker(launch, self.report, self.buffers)
        return self._barriers

    def _watch(self, launch: WatchedLaunch) -> RaceWatcher | None:
        kernel, notes = launch.facts.kernel, self.sanitizer.notes
        if not launch.fits:
            notes[kernel, "race"] = f"off: more than {MOST_BLOCKS:,} blocks"
            return None
        unknown = sorted({name for name, _ in launch.plan.unmodelled})
        if unknown:
            notes[kernel, "race"] = f"accesses of {', '.join(unknown)} are not watched"
        if not self._schedule:
            self._keep(launch)
            first = self.sanitizer.is_first(kernel)
            self._hangs_on_order = launch.plan.publishes and first
        return RaceWatcher(launch, self.report, self.buffers)

    def _watch_speculatively(self, launch: WatchedLaunch) -> SpeculativeWatcher:
        return SpeculativeWatcher(launch, self.report, self.buffers)

    def _keep(self, launch: WatchedLaunch) -> None:
        """Copy the memory that the launch writes to, if it may run again."""
        # What a kernel prints would be there twice, and memory that it finds through a pointer in
        # memory is in no argument.
        repeats = "vprintf" not in self.request.kernel.module.text
        if launch.written is None or not repeats or self.sanitizer.blocks is not None:
            return
        allocations = launch.facts.allocations.items()
        written = {n: region for n, region in allocations if n in launch.written}
        small = sum(region.size for region in written.values()) <= MOST_BYTES
        if self.sanitizer.explores and small:
            self._allocations = written
            self._before = contents_of(written)
