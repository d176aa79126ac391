"""What warps learn at an mbarrier: only what is new to them, and no less than all of it."""

from __future__ import annotations

from dataclasses import dataclass, field

from hypothesis import example, given
from hypothesis import strategies as st

from kernelscope.sanitizer.order import Facts, Order, join
from kernelscope.vgpu.layout import LANE_BITS, THREAD_BITS, Mark

BLOCKS, WARPS = (0, 1), 3
NARROW = int(Mark.STRONG_BLOCK)
WIDE = int(Mark.STRONG_BLOCK | Mark.STRONG_CLUSTER)
PLACE = 0, 64
KEYS = [("warp", block << THREAD_BITS - LANE_BITS | n) for block in BLOCKS for n in range(WARPS)]

scopes = st.sampled_from((NARROW, WIDE))
warps = st.integers(0, WARPS - 1)
STEPS = st.one_of(
    st.tuples(st.just("arrive"), st.sampled_from(BLOCKS), st.sets(warps, min_size=1), scopes),
    st.tuples(st.just("pass"), st.sampled_from(BLOCKS), st.sets(warps, min_size=1), scopes),
    st.tuples(st.just("lane"), st.sampled_from(BLOCKS), st.sets(warps, min_size=1), scopes),
    st.tuples(st.just("last"), st.sampled_from(BLOCKS), st.sets(warps, min_size=1), scopes),
    st.tuples(st.just("meet"), st.sampled_from(BLOCKS), st.just(set[int]()), scopes),
)


@dataclass
class Model:
    """The definition: each wait learns all that was published in any phase that is over.

    `known`: what each warp knows, and what a lane of it has learnt alone, by -1 - warp.
    """

    over: dict[tuple[int, int], Facts] = field(default_factory=dict[tuple[int, int], Facts])
    current: dict[tuple[int, int], Facts] = field(default_factory=dict[tuple[int, int], Facts])
    known: dict[int, Facts] = field(default_factory=dict[int, Facts])
    waited: dict[int, Facts] = field(default_factory=dict[int, Facts])

    def arrive(self, block: int, warp: int, time: int, scope: int) -> None:
        join(self.current.setdefault((block, scope), {}), {("warp", warp): time})

    def end_phase(self) -> None:
        for by, facts in self.current.items():
            join(self.over.setdefault(by, {}), facts)
        self.current = {}

    def learn(self, block: int, who: int, scope: int) -> None:
        for (other, published), facts in self.over.items():
            if other == block or published & scope & int(Mark.STRONG_CLUSTER):
                for table in (self.known, self.waited):
                    join(table.setdefault(who, {}), facts)

    def meet(self, mine: list[int]) -> None:
        together: Facts = {}
        for warp in mine:
            for who in (warp, -1 - warp):
                join(together, self.known.pop(who, {}))
        self.known.update({warp: dict(together) for warp in mine})


# Warp 0 has arrived in the first of twenty phases, of which warp 2 has seen none.
@example([("last", 0, {min(n, 1)}, WIDE) for n in range(20)] + [("pass", 0, {2}, WIDE)])
@given(st.lists(STEPS, max_size=60))
def test_a_warp_knows_what_it_would_know_if_it_learnt_everything_each_time(
    steps: list[tuple[str, int, set[int], int]],
) -> None:
    order, model, phase = Order(lambda _: 0), Model(), 0
    in_code: dict[int, Facts] = {}
    for time, (what, block, some, scope) in enumerate(steps, 1):
        first = block << THREAD_BITS - LANE_BITS
        own = [first | warp for warp in sorted(some)]
        if what == "arrive" or what == "last":
            phase ^= what == "last"
            for warp in own[:1]:
                order.arrive_at_mbarrier(PLACE, {("warp", warp): time}, phase, (block, scope))
                model.arrive(block, warp, time, scope)
            if what == "last":
                model.end_phase()
        elif what == "pass":
            for alike, facts in order.pass_mbarrier(own, PLACE, phase, scope):
                for warp in alike:
                    join(in_code.setdefault(warp, {}), facts)
            for warp in own:
                model.learn(block, warp, scope)
        elif what == "lane":
            order.pass_alone([own[0] << LANE_BITS], PLACE, phase, scope)
            model.learn(block, -1 - own[0], scope)
        else:
            order.share_in_block(block, {})
            model.meet([first | warp for warp in range(WARPS)])
    waited = {warp: facts for warp, facts in model.waited.items() if warp >= 0 and facts}
    assert in_code == waited
    for _, warp in KEYS:
        # Lane 1: what lane 0 has learnt alone is its own until the block meets.
        lane = (warp << LANE_BITS) + 1
        assert {key: order.known(lane, key) for key in KEYS} == {
            key: model.known.get(warp, {}).get(key, 0) for key in KEYS
        }
