"""Two kernels compared: turning them round turns the answer round, and the true cause is named."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from kernelscope.hardware import gpu
from kernelscope.hardware.timing import estimate_launch
from kernelscope.inside.diff import Side, compare_kernels
from kernelscope.inside.diff.causes import group_of
from kernelscope.inside.diff.headline import headline
from kernelscope.quantity import Quantity
from kernelscope.record import (
    Access,
    Change,
    InspectedKernel,
    KernelDiff,
    LaunchRecord,
    LineDiff,
    LineStalls,
    SMActivity,
    SMCycles,
    Stage,
    TimeCause,
    TimeDiff,
)

SECTORS = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"
CONFLICTS = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"
COUNTERS = {
    SECTORS: 1 << 22,
    "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum": 1 << 22,
    "kernelscope__unique_sectors_read.sum": 1 << 22,
    "kernelscope__unique_sectors_written.sum": 1 << 22,
    CONFLICTS: 1 << 20,
    "kernelscope__inst_executed.sum": 1 << 24,
    "kernelscope__inst_pipe_alu.sum": 1 << 23,
    "kernelscope__barriers.sum": 1 << 14,
    "smsp__sass_inst_executed_op_global_ld.sum": 1 << 20,
}
SOURCE = "def kernel(x, y):\n    a = load(x)\n    b = a + 1\n    store(y, b)\n"


def launched(
    counters: dict[str, float] | None = None, source: str = SOURCE, **changed: object
) -> InspectedKernel:
    """A kernel with a launch whose time is estimated from what was counted."""
    counted = {**COUNTERS, **(counters or {})}
    launch = LaunchRecord("kernel", (4096, 1, 1), (256, 1, 1), registers=32, counters=counted)
    launch = replace(launch, **changed)  # type: ignore[arg-type]
    found = estimate_launch(
        "h200", grid=launch.grid, block=launch.block, registers=launch.registers,
        shared_bytes=launch.static_shared_bytes, counters=counted,
    )  # fmt: skip
    launch = replace(launch, time_us=found.time_us, bound=found.bound, time_parts=found.parts)
    lines = tuple((n, f"a.py:{n}") for n in range(1, source.count("\n") + 1))
    stages = {"source": Stage(source, "python", lines)}
    return InspectedKernel("kernel", "triton", "sm_90a", stages=stages, launch=launch, launches=1)


def compared(a: InspectedKernel, b: InspectedKernel) -> KernelDiff:
    sides = [Side(kernel, "virtual:h200", gpu("h200")) for kernel in (a, b)]
    return compare_kernels(sides[0], sides[1])


# One change that costs, beside others that cost nothing here: DRAM holds this kernel.
HARMLESS = {"kernelscope__inst_pipe_alu.sum": 9 << 20, "kernelscope__barriers.sum": 1 << 15}
COSTLY: list[tuple[dict[str, float], dict[str, object], str]] = [
    ({"kernelscope__unique_sectors_read.sum": 1 << 24, SECTORS: 1 << 24}, {}, "memory traffic"),
    ({SECTORS: 1 << 26}, {}, "access pattern"),
    ({CONFLICTS: 1 << 26}, {}, "shared memory"),
    ({"kernelscope__inst_executed.sum": 1 << 29}, {}, "instructions"),
    ({"kernelscope__barriers.sum": 1 << 24}, {}, "barriers"),
    ({}, {"registers": 255, "block": (128, 1, 1)}, "occupancy"),
    ({}, {"grid": (8, 1, 1)}, "grid and block"),
]


@pytest.mark.parametrize(("counters", "launch", "cause"), COSTLY)
def test_the_change_that_costs_is_named_among_others_that_do_not(
    counters: dict[str, float], launch: dict[str, object], cause: str
) -> None:
    before = launched()
    after = launched({**HARMLESS, **counters}, SOURCE.replace("b", "c"), **launch)
    found = compared(before, after)
    assert found.time is not None
    assert found.time.causes[0].what == cause
    assert f"{found.time.causes[0].us:+.3g} µs by {cause}" in found.headline
    difference = found.time.b_us - found.time.a_us
    assert sum(one.us for one in found.time.causes) == pytest.approx(difference)


@pytest.mark.parametrize(("counters", "launch", "cause"), COSTLY)
def test_exchanging_the_two_turns_every_answer_round(
    counters: dict[str, float], launch: dict[str, object], cause: str
) -> None:
    before = launched()
    after = launched({**HARMLESS, **counters}, SOURCE.replace("a + 1", "a"), **launch)
    there, back = compared(before, after), compared(after, before)
    assert [(c.kind, c.what, c.a, c.b) for c in there.changes] == [
        (c.kind, c.what, c.b, c.a) for c in back.changes
    ]
    assert there.counters == {name: pair[::-1] for name, pair in back.counters.items()}
    assert there.time is not None
    assert back.time is not None
    assert [c.what for c in there.time.causes] == [c.what for c in back.time.causes]
    for one, other in zip(there.time.causes, back.time.causes, strict=True):
        assert one.us == pytest.approx(-other.us)
    word = "slower" if there.time.b_us > there.time.a_us else "faster"
    assert word in there.headline
    assert {"slower": "faster", "faster": "slower"}[word] in back.headline
    assert there.stages["source"].text == "- b = a + 1 + b = a"
    assert back.stages["source"].text == "- b = a + b = a + 1"


def loads(**sectors: float) -> dict[str, object]:
    """A launch's accesses: as many sectors as named for each line, `line_2=…`."""
    return {
        "accesses": tuple(
            Access(f"a.py:{name.removeprefix('line_')}", "load", 4, 32.0, 32.0, sectors=count)
            for name, count in sectors.items()
        )
    }


def test_the_line_at_which_a_cause_grew_most_is_blamed_with_its_edit() -> None:
    """Line 2 grew by more than line 3, which has more in both; the other way, it is line 2 too."""
    before = launched(None, SOURCE, **loads(line_2=1e6, line_3=8e6))
    source = SOURCE.replace("load(x)", "load(2 * x)")
    after = launched({SECTORS: 1 << 26}, source, **loads(line_2=5e6, line_3=9e6))
    for found, edit in (
        (compared(before, after), ("a = load(x)", "a = load(2 * x)")),
        (compared(after, before), ("a = load(2 * x)", "a = load(x)")),
    ):
        assert found.time is not None
        assert (found.time.causes[0].what, found.time.causes[0].source) == (
            "access pattern",
            "a.py:2",
        )
        assert found.lines == (LineDiff("a.py:2", "a.py:2", *edit),)
        assert " at a.py:2, so B is " in found.headline


def test_the_headline_is_what_changed_where_and_what_it_costs_in_this_order() -> None:
    """An edit is told by its figures; an option comes first, and the line's figures explain it."""
    before = launched(None, SOURCE, **loads(line_2=1e6))
    grown = launched({SECTORS: 1 << 26}, SOURCE, **loads(line_2=5e6))
    edit = SOURCE.replace("load(x)", "load(2 * x)")
    edited = launched({SECTORS: 1 << 26}, edit, **loads(line_2=5e6))
    figures = r"sectors of global loads 4,194,304 → 67,108,864 at a\.py:2"
    cost = r"so B is 5\.01× slower \(66\.91 → 335\.2 µs, estimated: \+268 µs by access pattern"
    options = ({**before.options, "num_warps": 4}, {**before.options, "num_warps": 8})
    before, grown = replace(before, options=options[0]), replace(grown, options=options[1])
    option = compared(before, grown).headline
    assert re.fullmatch(rf"num_warps 4 → 8, {cost} from {figures}\)", option)
    alone = compared(before, replace(edited, options=options[0])).headline
    assert re.fullmatch(rf"{figures}, {cost}\)", alone)
    both = compared(before, replace(edited, options=options[1])).headline
    assert re.fullmatch(rf"{figures} and num_warps 4 → 8, {cost}\)", both)


def test_a_part_of_the_time_without_figures_is_named_once() -> None:
    """Not "-5 µs by waits: barrier from waits: barrier"."""
    time = TimeDiff(10.0, 5.0, "estimated", causes=(TimeCause("waits: barrier", -5.0),))
    sentence = headline({}, [Change("option", "num_warps", "4", "8")], time)
    assert sentence == (
        "num_warps 4 → 8, so B is 2× faster (10 → 5 µs, estimated: -5 µs by waits: barrier)"
    )


def test_lines_of_a_library_neither_hide_the_likeness_of_two_sources_nor_are_shown() -> None:
    """The first `tl.sum` of a short kernel brings twenty lines of Triton's own with it."""
    before = launched(None, SOURCE, **loads(line_2=1e6))
    after = launched({SECTORS: 1 << 26}, SOURCE.replace("b", "c"), **loads(line_2=5e6))
    source = after.stages["source"]
    count = len(source.text.splitlines())
    inlined = tuple(
        (count + n, f"/lib/site-packages/triton/language/standard.py:{n}") for n in range(1, 21)
    )
    text = source.text + "".join(f"    r{n} = {n}\n" for n in range(1, 21))
    whole = replace(source, text=text, map=(*source.map, *inlined))
    after = replace(after, stages={**after.stages, "source": whole})
    found = compared(before, after)
    assert found.time is not None
    assert found.time.causes[0].source == "a.py:2"
    assert {line.b.partition(":")[0] for line in found.lines} == {"a.py"}


def test_a_line_that_only_one_side_has_is_blamed_where_it_is() -> None:
    """A load more: its place is in B; seen from B, the load that went is in A."""
    before = launched(None, SOURCE, **loads(line_2=8e6))
    source = SOURCE.replace("    store", "    c = load(y)\n    store")
    after = launched({SECTORS: 1 << 26}, source, **loads(line_2=8e6, line_4=8e6))
    for found, line in (
        (compared(before, after), LineDiff("", "a.py:4", "", "c = load(y)")),
        (compared(after, before), LineDiff("a.py:4", "", "c = load(y)", "")),
    ):
        assert found.time is not None
        assert found.time.causes[0].source == "a.py:4"
        assert found.lines == (line,)
        assert " at a.py:4, so B is " in found.headline


def test_a_time_that_was_measured_is_said_to_be_and_not_explained_by_the_estimate() -> None:
    def measured(kernel: InspectedKernel, us: float) -> InspectedKernel:
        assert kernel.launch is not None
        assert kernel.launch.time_us is not None
        time = replace(kernel.launch.time_us, value=us, low=None, high=None, provenance="measured")
        return replace(kernel, launch=replace(kernel.launch, time_us=time))

    found = compared(measured(launched(), 80.0), measured(launched({SECTORS: 1 << 26}), 240.0))
    assert found.headline.endswith("; B is 3× slower (80 → 240 µs, measured)")
    assert found.time is not None
    assert found.time.causes == ()
    both = compared(launched(), measured(launched({SECTORS: 1 << 26}), 240.0))
    assert "estimated → measured" in both.headline


def test_each_counter_is_in_a_group_of_its_own_kind() -> None:
    assert [group_of(name) for name in (SECTORS, CONFLICTS)] == ["access pattern", "shared memory"]
    assert group_of("kernelscope__tensor_mac_bf16.sum") == "tensor cores"
    assert group_of("kernelscope__inst_pipe_fma.sum") == "instructions"


def simulated(sm_us: float, shares: dict[str, float], instructions: int) -> InspectedKernel:
    """A launch of which an SM took so many µs, of 3 more to launch it and 1 in device memory."""
    lines = (
        LineStalls("a.py:2", {name: share for name, share in shares.items() if name != "barrier"}),
        LineStalls("a.py:4", {"barrier": shares["barrier"]}),
    )
    activity = SMActivity(0.2, 32.0, 0.0, 0.5, 20.0, lines)
    cycles = SMCycles(1980 * sm_us, 1000.0, 1e6, 640, 0.0, 0.0, activity=activity)
    kernel = launched({"kernelscope__inst_executed.sum": instructions})
    assert kernel.launch is not None
    time = Quantity(sm_us + 4.0, "us", "estimated")
    parts = {"sm": sm_us, "launch": 3.0, "dram": sm_us + 1.0}
    launch = replace(kernel.launch, simulated=cycles, time_us=time, time_parts=parts)
    return replace(kernel, launch=launch)


def test_what_the_counts_cannot_explain_the_waits_of_the_simulation_do() -> None:
    """B executes fewer instructions and takes longer: its warps wait at a barrier of line 4."""
    a = simulated(10.0, {"selected": 0.5, "wait": 0.4, "barrier": 0.1}, 1 << 29)
    b = simulated(20.0, {"selected": 0.2, "wait": 0.2, "barrier": 0.6}, 1 << 28)
    found = compared(a, b).time
    assert found is not None
    assert found.waits["waits: barrier"] == pytest.approx((1.0, 12.0))
    for side, whole in enumerate((14.0, 24.0)):
        assert sum(pair[side] for pair in found.waits.values()) == pytest.approx(whole)
    assert (found.causes[0].what, found.causes[0].source) == ("waits: barrier", "a.py:4")
    assert found.causes[0].us == pytest.approx(11.0)
    assert sum(cause.us for cause in found.causes) == pytest.approx(10.0)


def test_launches_that_were_not_simulated_have_no_waits() -> None:
    found = compared(launched(), launched({CONFLICTS: 1 << 26})).time
    assert found is not None
    assert found.waits == {}
