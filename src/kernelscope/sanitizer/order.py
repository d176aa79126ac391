"""The happens-before order of one launch, beyond the barriers of a whole block or warp.

Each thread knows up to which time it has seen others: single threads, warps, or blocks. It learns
that at synchronisation, from what the other side has published (vector clocks, but that a warp or a
block that met at a barrier has one entry). Times are those of stamps: an entry T covers all
accesses with a time below T.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from kernelscope.vgpu.analysis.warp import bits_of
from kernelscope.vgpu.layout import LANE_BITS, LANES, THREAD_BITS, Mark, Ordering

# As plain numbers: an operation on flags takes ten times as long.
_STRONG_BLOCK, _STRONG_GPU = int(Mark.STRONG_BLOCK), int(Mark.STRONG_GPU)
_STRONG_CLUSTER, _WRITE, _ATOMIC = int(Mark.STRONG_CLUSTER), int(Mark.WRITE), int(Mark.ATOMIC)
_ACQUIRE, _RELEASE, _SC = int(Ordering.ACQUIRE), int(Ordering.RELEASE), int(Ordering.SC)

Key = tuple[str, int]
"""("thread", block << 10 | thread), ("warp", the same without the lane) or ("block", number).

("products", warp) covers the products of a warp that were issued before a time, ("copies", name)
the bulk copies to an mbarrier, ("inits", thread) the mbarriers that a thread has made, and
("uses", warp) what a warp has done with mbarriers.
("tasks", thread), ("loads", warp) and ("stores", warp) cover uses of tensor memory before a time
that are complete, ("issued", thread) tasks that need not be (`tensor_memory`).
("fences", warp) and ("fence", thread) are when all lanes of a warp, or one, had a proxy fence last.
"""
Facts = dict[Key, int]


def keys_of(who: int) -> tuple[Key, Key, Key]:
    """Return the entries that may cover a thread."""
    return ("thread", who), ("warp", who >> LANE_BITS), ("block", who >> THREAD_BITS)


def note(facts: Facts, key: Key, time: int) -> None:
    """Add one entry, unless a later time is known."""
    if facts.get(key, 0) < time:
        facts[key] = time


def join(into: Facts, facts: Facts) -> None:
    """Add what another one knows."""
    if not into:
        into.update(facts)
        return
    get = into.get
    for key, time in facts.items():
        if get(key, 0) < time:
            into[key] = time


@dataclass(slots=True)
class _Published:
    """The facts that a thread has published, with the scope's bits and its block.

    by_sc: whether by a fence of the order `sc`.
    """

    facts: Facts
    scope: int
    block: int
    by_sc: bool = False


_IN_CODE = frozenset(("copies", "products", "warp"))
"""The entries that compiled code has tables of, too (`layout.Watch`, `layout.AsyncUnits`)."""
_STEPS = 8
"""How many of an mbarrier's last steps are kept: a warp that missed more learns all of it again."""


class _Step(NamedTuple):
    """The facts that a phase of an mbarrier has added, by those that arrived from one block.

    by: that block and the bits of the scope. in_code: those of `_IN_CODE`.
    """

    by: tuple[int, int]
    facts: Facts
    in_code: Facts

    @staticmethod
    def of(by: tuple[int, int], facts: Facts) -> _Step:
        """Return what some facts add."""
        return _Step(by, facts, {key: facts[key] for key in facts if key[0] in _IN_CODE})


@dataclass(slots=True)
class _Mbarrier:
    """The facts known to the threads that arrived at an mbarrier, in past phases and in this one.

    By their block and the scope's bits.

    Attributes:
        steps: the last ones, of `count`.
        passed: how many steps each warp has learnt, by warp and the scope of its waits. Its next
            wait brings it only those since: a pipeline's warps pass one mbarrier all the time.
    """

    phase: int = 0
    over: dict[tuple[int, int], Facts] = field(default_factory=dict[tuple[int, int], Facts])
    current: dict[tuple[int, int], Facts] = field(default_factory=dict[tuple[int, int], Facts])
    steps: list[_Step] = field(default_factory=list[_Step])
    count: int = 0
    passed: dict[tuple[int, int], int] = field(default_factory=dict[tuple[int, int], int])

    def move_to(self, phase: int) -> None:
        """Note the phase that it is in: what was published in those before is known."""
        if phase == self.phase:
            return
        self.phase = phase
        for by, facts in self.current.items():
            over = self.over.setdefault(by, {})
            get = over.get
            fresh = {key: time for key, time in facts.items() if get(key, 0) < time}
            over.update(fresh)
            self.steps.append(_Step.of(by, fresh))
        self.count += len(self.current)
        del self.steps[:-_STEPS]
        self.current = {}

    def fresh_for(
        self, warps: Iterable[int], scope: int
    ) -> Iterator[tuple[list[int], list[_Step]]]:
        """Yield warps, and what they have not learnt here by waits of a scope."""
        behind: dict[int, list[int]] = {}
        for warp in warps:
            behind.setdefault(self.count - self.passed.get((warp, scope), 0), []).append(warp)
            self.passed[warp, scope] = self.count
        for missing, alike in behind.items():
            if missing > len(self.steps):
                yield alike, [_Step.of(by, facts) for by, facts in self.over.items()]
            elif missing:
                yield alike, self.steps[-missing:]


@dataclass(slots=True)
class _ClusterBarrier:
    """The facts known to the threads that arrived at a cluster's barrier, by phase.

    Attributes:
        arrivals: how often each thread has arrived, which is the phase that it waits for.
        first: for each phase when the first thread arrived; whole: how many whole warps did.
        passed: for each phase and block how many whole warps went on.
    """

    facts: dict[int, Facts] = field(default_factory=dict[int, Facts])
    arrivals: dict[int, int] = field(default_factory=dict[int, int])
    first: dict[int, int] = field(default_factory=dict[int, int])
    whole: dict[int, int] = field(default_factory=dict[int, int])
    passed: dict[tuple[int, int], int] = field(default_factory=dict[tuple[int, int], int])

    def by_phase(self, threads: Sequence[int]) -> dict[int, Sequence[int]]:
        """Return threads of a warp by how often they have arrived."""
        counts = {self.arrivals.get(who, 0) for who in threads}
        if len(counts) == 1:
            return {counts.pop(): threads}
        return {n: [who for who in threads if self.arrivals.get(who, 0) == n] for n in counts}


class Order:
    """The facts that each thread of a launch knows of the others.

    cluster_of: returns the number of the cluster that a block is in.
    """

    def __init__(self, cluster_of: Callable[[int], int]) -> None:
        self._cluster_of = cluster_of
        self._clusters: dict[int, _ClusterBarrier] = {}
        self._fences: dict[int, _Published] = {}
        self._fences_of_block: dict[int, _Published] = {}
        self._seen: dict[int, list[_Published]] = {}
        self._seen_of_block: dict[int, list[_Published]] = {}
        self._released: dict[tuple[int, int], list[_Published]] = {}
        self._arrived: dict[tuple[int, int], Facts] = {}
        self._mbarriers: dict[tuple[int, int], _Mbarrier] = {}
        self._inits: dict[int, int] = {}
        # What would be known through flags, if each strong access were a release and an acquire.
        self._flags: dict[tuple[int, int], tuple[int, Facts]] = {}
        self._through_flags: dict[tuple[int, int], Facts] = {}
        # By block, then by thread or warp.
        self._of_thread: dict[int, dict[int, Facts]] = {}
        self._of_warp: dict[int, dict[int, Facts]] = {}
        self._of_block: dict[int, Facts] = {}

    def _reaches(self, published: _Published, block: int, scope: int) -> bool:
        """Return whether an operation of a scope in a block sees what was published."""
        both = published.scope & scope
        if both & _STRONG_GPU or (both & _STRONG_BLOCK and block == published.block):
            return True
        return bool(both & _STRONG_CLUSTER) and (
            self._cluster_of(block) == self._cluster_of(published.block)
        )

    def block_knows(self, block: int, other: int, time: int) -> bool:
        """Return whether any thread of a block knows an access of `other` at a time."""
        known = [
            self._of_block.get(block, {}),
            *self._of_warp.get(block, {}).values(),
            *self._of_thread.get(block, {}).values(),
        ]
        return any(facts.get(key, 0) > time for facts in known for key in keys_of(other))

    def knows(self, who: int, other: int, time: int) -> bool:
        """Return whether an access of `other` at a time comes before all that `who` does now."""
        keys = keys_of(other)
        return any(known.get(key, 0) > time for known in self._levels(who) for key in keys)

    # Worked case: `data[i] = x; flag = 1` and `while (!flag); y = data[i]` in two blocks, without
    # fences. The author has thought of the order, and only the fences are missing.
    def has_flag(self, who: int, other: int, time: int) -> bool:
        """Return whether a flag would order an access of another block, with fences beside it."""
        blocks = who >> THREAD_BITS, other >> THREAD_BITS
        through = self._through_flags.get(blocks, {})
        return any(through.get(key, 0) > time for key in keys_of(other))

    def known(self, who: int, key: Key) -> int:
        """Return up to when a thread knows an entry."""
        return max(known.get(key, 0) for known in self._levels(who))

    def _levels(self, who: int) -> tuple[Facts, Facts, Facts]:
        """Return what a thread knows alone, with its warp and with its block."""
        block = who >> THREAD_BITS
        return (
            self._of_thread.get(block, {}).get(who, {}),
            self._of_warp.get(block, {}).get(who >> LANE_BITS, {}),
            self._of_block.get(block, {}),
        )

    def facts_of_warp(self, warp: int) -> Facts:
        """Return the facts that all threads of a warp know together."""
        return self._of_warp.get(warp >> THREAD_BITS - LANE_BITS, {}).get(warp, {})

    def facts_of(self, threads: Sequence[int]) -> Facts:
        """Return all that some threads of a warp know beyond their block's and warp's barriers."""
        _, of_warp, of_block = self._levels(threads[0])
        facts = dict(of_block)
        join(facts, of_warp)
        alone = self._of_thread.get(threads[0] >> THREAD_BITS, {})
        for who in threads if alone else ():
            if who in alone:
                join(facts, alone[who])
        return facts

    def learn(self, threads: Sequence[int], facts: Facts) -> None:
        """Let some threads of a warp know what was published."""
        block, warp = threads[0] >> THREAD_BITS, threads[0] >> LANE_BITS
        if is_whole_warp(threads):
            join(self._of_warp.setdefault(block, {}).setdefault(warp, {}), facts)
            return
        alone = self._of_thread.setdefault(block, {})
        for who in threads:
            join(alone.setdefault(who, {}), facts)

    def end_block(self, block: int) -> None:
        """Forget what the threads of a block knew, which has ended."""
        for known in (self._of_thread, self._of_warp, self._of_block):
            known.pop(block, None)
        self._clusters.pop(self._cluster_of(block), None)

    # Worked case: a flag after a fence (PTX ISA, 8.7 and 8.8).
    #
    #     thread A                          thread B
    #     st.global [data], 1               ld.relaxed.gpu %r1, [flag]     sees what A published
    #     fence.acq_rel.gpu                 fence.acq_rel.gpu              learns it
    #     st.relaxed.gpu [flag], 1          ld.global %r2, [data]          in order
    #
    # Without B's fence, or with one of them of scope .cta and B in another block, B learns nothing.
    def fence(self, who: int, facts: Facts, scope: int, ordering: int) -> None:
        """Note a fence of a thread; facts: all that it knows, with itself."""
        block = who >> THREAD_BITS
        if ordering & _ACQUIRE:
            for seen in [*self._seen.pop(who, []), *self._seen_of_block.get(block, [])]:
                if self._reaches(seen, block, scope):
                    self.learn([who], seen.facts)
                    join(facts, seen.facts)
        if ordering & _RELEASE:
            self._fences[who] = _Published(facts, scope, block, bool(ordering & _SC))

    def access(
        self, who: int, place: tuple[int, int], facts: Facts, mark: int, ordering: int
    ) -> None:
        """Note a strong access: what it sees of others, and what others will see through it."""
        block = who >> THREAD_BITS
        reads = not mark & _WRITE or mark & _ATOMIC
        if reads:
            writer, through = self._flags.get(place, (block, {}))
            if writer != block:
                self._through_flags[block, writer] = through
            for published in self._released.get(place, []):
                if not self._reaches(published, block, mark):
                    continue
                if ordering & _ACQUIRE:
                    self.learn([who], published.facts)
                    join(facts, published.facts)
                else:
                    self._seen.setdefault(who, []).append(published)
        if not mark & _WRITE:
            return
        self._flags[place] = block, facts
        own: _Published | None = None
        if ordering & _RELEASE:
            own = _Published(facts, mark, block)
        else:
            own = self._behind_fence(who, mark)
        # A store ends what was released there before; an atomic update goes on with it.
        chain = self._released.get(place, []) if mark & _ATOMIC else []
        self._released[place] = _with(chain, own)

    # Worked case: the last block adds up (threadFenceReduction of NVIDIA's samples).
    #
    #     thread 1:  st [part + 1]; membar.gl; bar.sync 0
    #     thread 0:  st [part]; membar.gl; bar.sync 0; atom.add [count], 1
    #     the last block:  thread 0 has seen the count; bar.sync 0; membar.gl; ld [part + 1]
    #
    # Each thread that meets with one that has seen the new count, and then has a fence, sees
    # part[1]: thread 1's fence comes before theirs, and `membar` is `fence.sc`, all of which are in
    # one order (PTX ISA, 8.10.4).
    def _behind_fence(self, who: int, mark: int) -> _Published | None:
        """Return what a strong write of a thread publishes because of fences before it."""
        block = who >> THREAD_BITS
        known = [self._fences.get(who), self._fences_of_block.get(block)]
        fences = [fence for fence in known if fence is not None]
        if not fences:
            return None
        facts: Facts = {}
        for fence in fences:
            join(facts, fence.facts)
        scope = max(fence.scope for fence in fences)
        return _Published(facts, scope & mark, block)

    def _share_fences(self, threads: Iterable[int]) -> _Published | None:
        """Return what threads that meet have published by fences of the order `sc`."""
        fences = [self._fences[who] for who in threads if who in self._fences]
        fences = [fence for fence in fences if fence.by_sc]
        if not fences:
            return None
        facts: Facts = {}
        for fence in fences:
            join(facts, fence.facts)
        return _Published(facts, max(fence.scope for fence in fences), fences[0].block, True)

    def arrive(self, barrier: tuple[int, int], facts: Facts) -> None:
        """Note a thread that arrives at a barrier of its block and does not wait."""
        join(self._arrived.setdefault(barrier, {}), facts)

    def arrive_at_mbarrier(
        self, place: tuple[int, int], facts: Facts, phase: int, by: tuple[int, int]
    ) -> None:
        """Note an arrival at an mbarrier; phase: its phase after that; by: the block and the bits
        of the scope.
        """
        mbarrier = self._mbarriers.get(place)
        if mbarrier is None:
            mbarrier = self._mbarriers[place] = _Mbarrier()
        current = mbarrier.current.get(by)
        if current is None:
            mbarrier.current[by] = dict(facts)
        else:
            join(current, facts)
        mbarrier.move_to(phase)

    # Worked case: CUTLASS makes its mbarriers known to the cluster.
    #
    #     mbarrier.init …                          thread 0
    #     fence.mbarrier_init.release.cluster      thread 0
    #     barrier.cluster.arrive.relaxed           all
    #     barrier.cluster.wait                     all
    #     mbarrier.arrive …                        the others: in order
    #     ld.shared::cluster …                     of what thread 0 has stored: not in order
    def fence_inits(self, who: int, time: int) -> None:
        """Note that a thread makes known which mbarriers it has made."""
        self._inits[who] = time

    def arrive_at_cluster(
        self, threads: Sequence[int], facts: Facts, time: int, *, is_ordered: bool
    ) -> None:
        """Note threads of a warp that arrive at the barrier of their cluster.

        facts: all that they know; is_ordered: whether that is published, or only what is behind
        fences.
        """
        block = threads[0] >> THREAD_BITS
        barrier = self._clusters.setdefault(self._cluster_of(block), _ClusterBarrier())
        for phase, lanes in barrier.by_phase(threads).items():
            barrier.arrivals.update(dict.fromkeys(lanes, phase + 1))
            published = barrier.facts.setdefault(phase, {})
            for who in lanes:
                if who in self._inits:
                    join(published, {("inits", who): self._inits[who]})
            if is_ordered:
                join(published, facts)
                barrier.first[phase] = min(time, barrier.first.get(phase, time))
                barrier.whole[phase] = barrier.whole.get(phase, 0) + is_whole_warp(lanes)
            else:
                if is_whole_warp(lanes):
                    join(published, {("uses", lanes[0] >> LANE_BITS): time})
                for who in lanes:
                    fenced = self._behind_fence(who, _STRONG_CLUSTER | _STRONG_BLOCK)
                    if fenced is not None and fenced.scope & _STRONG_CLUSTER:
                        join(published, fenced.facts)

    def pass_cluster(self, threads: Sequence[int], warps: tuple[int, int]) -> int:
        """Note that threads of a warp go on from the barrier of their cluster.

        warps: how many the block and the cluster have.

        Returns up to when all threads of the block know those of the cluster; 0 if that is not
        known.
        """
        block = threads[0] >> THREAD_BITS
        barrier = self._clusters.setdefault(self._cluster_of(block), _ClusterBarrier())
        phase = 0
        for count, lanes in barrier.by_phase(threads).items():
            phase = count - 1
            self.learn(lanes, barrier.facts.get(phase, {}))
        barrier.facts.pop(phase - 2, None)
        key = phase, block
        barrier.passed[key] = barrier.passed.get(key, 0) + is_whole_warp(threads)
        everyone = barrier.passed[key], barrier.whole.get(phase, 0)
        return barrier.first[phase] if everyone == warps else 0

    def forget_mbarrier(self, place: tuple[int, int]) -> None:
        """Note that an mbarrier is made or ended."""
        self._mbarriers.pop(place, None)

    def _mbarrier_in(self, place: tuple[int, int], phase: int) -> _Mbarrier | None:
        """Return an mbarrier that is in a phase; None if nobody has arrived there."""
        mbarrier = self._mbarriers.get(place)
        if mbarrier is not None:
            mbarrier.move_to(phase)
        return mbarrier

    def pass_mbarrier(
        self, warps: Sequence[int], place: tuple[int, int], phase: int, scope: int
    ) -> Iterator[tuple[list[int], Facts]]:
        """Let whole warps of a block know what was published in the phases of an mbarrier of which
        they have seen that they are over; yield warps that know it only now, and what that is, as
        far as compiled code has tables of it.
        """
        mbarrier = self._mbarrier_in(place, phase)
        if mbarrier is None:
            return
        own = warps[0] >> THREAD_BITS - LANE_BITS
        known = self._of_warp.setdefault(own, {})
        for alike, steps in mbarrier.fresh_for(warps, scope):
            for (block, published), facts, in_code in steps:
                if block == own or published & scope & _STRONG_CLUSTER:
                    for warp in alike:
                        join(known.setdefault(warp, {}), facts)
                    if in_code:
                        yield alike, in_code

    def pass_alone(
        self, threads: Sequence[int], place: tuple[int, int], phase: int, scope: int
    ) -> None:
        """Let some threads of a warp know the same."""
        mbarrier = self._mbarrier_in(place, phase)
        if mbarrier is None:
            return
        own = threads[0] >> THREAD_BITS
        for (block, published), facts in mbarrier.over.items():
            if block == own or published & scope & _STRONG_CLUSTER:
                self.learn(threads, facts)

    def facts_at_mbarrier(self, place: tuple[int, int], phase: int) -> Facts:
        """Return what was published at an mbarrier in the phases before this one."""
        known: Facts = {}
        mbarrier = self._mbarrier_in(place, phase)
        if mbarrier is not None:
            for facts in mbarrier.over.values():
                join(known, facts)
        return known

    def meet(
        self,
        barrier: tuple[int, int],
        threads: Sequence[int],
        facts_of: Callable[[Sequence[int]], Facts],
        time: int,
    ) -> None:
        """Let threads that meet know what each of them knows, and of each other.

        Args:
            barrier: the block's number and the barrier's.
            threads: those that waited there.
            facts_of: all that some threads of a warp know, with themselves.
            time: the launch's time, moved on when they met.
        """
        facts = self._arrived.pop(barrier, {})
        warps: dict[int, list[int]] = {}
        for who in threads:
            warps.setdefault(who >> LANE_BITS, []).append(who)
        for warp, lanes in warps.items():
            join(facts, facts_of(lanes))
            if is_whole_warp(lanes):
                facts["warp", warp] = time
        covered = {key for key in facts if key[0] == "thread" and _is_covered(key[1], facts)}
        for key in covered:
            del facts[key]
        fence = self._share_fences(threads)
        seen = _without_copies(p for who in threads for p in self._seen.get(who, []))
        for lanes in warps.values():
            alone = self._of_thread.setdefault(lanes[0] >> THREAD_BITS, {})
            for who in lanes:
                alone.pop(who, None)
            self.learn(lanes, facts)
        for who in threads:
            if seen:
                self._seen[who] = list(seen)
            if fence is not None:
                self._fences[who] = fence

    def share_in_block(self, block: int, facts: Facts) -> Facts:
        """Let all threads of a block, which meet, know what each of them knows, and these facts.

        Returns what they know.
        """
        known = self._of_block.setdefault(block, {})
        join(known, facts)
        for level in (self._of_thread, self._of_warp):
            last: Facts = {}
            for facts in level.pop(block, {}).values():
                # Warps that have passed one mbarrier know the same.
                if facts != last:
                    join(known, facts)
                last = facts
        own = [who for who in self._seen if who >> THREAD_BITS == block] if self._seen else []
        if own:
            seen = self._seen_of_block.get(block, []) + [p for w in own for p in self._seen.pop(w)]
            self._seen_of_block[block] = _without_copies(seen)
        if self._fences:
            fence = self._share_fences(who for who in self._fences if who >> THREAD_BITS == block)
            if fence is not None:
                self._fences_of_block[block] = fence
        return known


def threads_of(warp: int, lanes: int) -> Sequence[int]:
    """Return the threads of a warp that are in lanes, as bits."""
    first = warp << LANE_BITS
    if lanes == (1 << LANES) - 1:
        return range(first, first + LANES)
    return [first | lane for lane in bits_of(lanes)]


def is_whole_warp(threads: Sequence[int]) -> bool:
    """Return whether threads of a warp are all of it."""
    return len(threads) == 1 << LANE_BITS


def _with(chain: list[_Published], own: _Published | None) -> list[_Published]:
    """Return a chain of what was released with one more; those for the same threads are joined."""
    if own is None:
        return chain
    for published in chain:
        alike = published.scope == own.scope
        if alike and (own.scope & _STRONG_GPU or published.block == own.block):
            join(published.facts, own.facts)
            return chain
    return [*chain, own]


def _without_copies(seen: Iterable[_Published]) -> list[_Published]:
    return list({id(published): published for published in seen}.values())


def _is_covered(who: int, facts: Facts) -> bool:
    """Return whether what is known of a thread is known of its whole warp."""
    return facts["thread", who] <= facts.get(("warp", who >> LANE_BITS), 0)
