"""Each number that a rule's page cites is the one in the code, and decides on both sides.

A rule lists its numbers (`Rule.numbers`). For each there is a piece of evidence here in which that
number alone decides; a rule with a new number fails until it has one.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

import pytest

from diagnose.made import (
    CONFLICTS,
    GLOBAL,
    H200,
    INSTRUCTIONS,
    THREADS,
    WAVES,
    access,
    found,
    launch,
    operator,
    profiled,
    span,
)
from each import each
from kernelscope.diagnose import RULES
from kernelscope.diagnose.rule import Rule
from kernelscope.hardware.timing import estimate_launch, estimate_operator
from kernelscope.quantity import Quantity
from kernelscope.record import Bytes, Finding

RULE = {rule.name: rule for rule in RULES}
NUMBERS = [(rule.name, words) for rule in RULES for words in rule.numbers]
IN_WORDS = {"half": 0.5, "a third": 1 / 3, "a quarter": 0.25, "twice": 2, "any": 0, "one": 1}
# Numbers of a page's "How it is found" that decide nothing: facts about hardware, and examples.
FACTS = {
    "divergence": {"32"},
    "padding-waste": {"781", "1024", "24", "a quarter"},
    "register-spills": {"4"},
    "tail-effect": {"1"},
    "uncoalesced-access": {"32"},
}


@dataclass(frozen=True, slots=True)
class Side:
    """Evidence in which one number decides.

    Attributes:
        made: arguments of `found` for a value of the number.
        fires: on which values: "from" the number on, only "over" it, only "under" it, "to" it.
        step: the smallest change of the value that the evidence can show.
        says: whether the rule says what the number decides; a finding at all, unless stated.
    """

    made: Callable[[float], dict[str, Any]]
    fires: Literal["from", "over", "under", "to"]
    step: float
    says: Callable[[Finding | None], bool] = lambda finding: finding is not None


def launches(*made: Any) -> dict[str, Any]:
    return {"launches": made}


def uncoalesced(times: float) -> dict[str, Any]:
    """64 bits a lane: 8 sectors are ideal."""
    return launches(launch(accesses=(access(8000.0 * times, lane_bytes=8),)))


def misaligned(more: float) -> dict[str, Any]:
    """One byte a lane: one sector is ideal, so that twice the ideal is one more."""
    return launches(launch(accesses=(access(1000.0 * (1 + more), lane_bytes=1),)))


def sectors_alone(each: float) -> dict[str, Any]:
    """A profiler's sums: `each` sectors a request and one for a misaligned row."""
    sums = {GLOBAL.format("sectors", "ld"): 100.0 * (each + 1)}
    return launches(profiled(**sums, **{GLOBAL.format("requests", "ld"): 100.0}))


def conflicting(share: float) -> dict[str, Any]:
    return launches(launch(counters={WAVES: 1e4, CONFLICTS: 1e4 * share}))


ALU, SECTORS = "kernelscope__inst_pipe_alu.sum", "kernelscope__unique_sectors_read.sum"
LOADS = "smsp__sass_inst_executed_op_global_ld.sum"


def busy(lanes: float) -> dict[str, Any]:
    """A kernel held by its instructions."""
    return launches(launch(counters={INSTRUCTIONS: 1e9, THREADS: lanes * 1e9, ALU: 1e9}))


def moving(lanes: float) -> dict[str, Any]:
    """A kernel held by device memory: full warps would not make it faster."""
    return launches(launch(counters={INSTRUCTIONS: 1e5, THREADS: lanes * 1e5, SECTORS: 1e8}))


def microseconds(counters: dict[str, float]) -> float:
    """The time of a kernel by the model."""
    shape: dict[str, Any] = {"grid": 4096, "block": 256, "registers": None, "shared_bytes": 0}
    return estimate_launch(H200, **shape, counters=counters).time_us.value


def divergent(cost: float) -> dict[str, Any]:
    """20 of 32 lanes, in a kernel that full warps would shorten by `cost`: the rest is memory."""
    counters = {INSTRUCTIONS: 1e9, THREADS: 20e9, ALU: 1e9}
    full = {INSTRUCTIONS: 1e9 * 20 / 32, THREADS: 20e9, ALU: 1e9 * 20 / 32}
    few, many = 0.0, 1e12
    for _ in range(200):
        sectors = (few + many) / 2
        before, after = (microseconds(c | {SECTORS: sectors}) for c in (counters, full))
        saved = 1 - after / before
        few, many = (few, sectors) if saved < cost else (sectors, many)
    return launches(launch(counters=counters | {SECTORS: few}))


def resident(occupancy: float) -> dict[str, Any]:
    return launches(launch(occupancy=occupancy, bound="latency", waves=2.0))


def in_waves(waves: float) -> dict[str, Any]:
    return launches(launch(occupancy=0.5, bound="latency", waves=waves))


def crowded(gain: float) -> dict[str, Any]:
    """Warps held by their registers, full SMs of which would save `gain`: the rest is memory."""
    grid, warps = 132 * 64, 132 * 64 * 8
    counters = {INSTRUCTIONS: 100.0 * warps, THREADS: 3200.0 * warps, LOADS: 64.0 * warps}
    few, many = 0.0, 1e12
    for _ in range(200):
        sectors = (few + many) / 2
        shape = {"grid": grid, "block": 256, "shared_bytes": 0}
        now, full = (
            estimate_launch(
                H200, **shape, registers=registers, counters=counters | {SECTORS: sectors}
            ).time_us.value
            for registers in (128, None)
        )
        few, many = (few, sectors) if 1 - full / now < gain else (sectors, many)
    shape = {"registers": 128, "occupancy": 0.25, "limiter": "registers", "waves": 32}
    made = launch(grid, counters | {SECTORS: few}, **shape)
    return launches(dataclasses.replace(made, bound="latency", time_parts={}))


LONG, SHORT = {INSTRUCTIONS: 1e9, THREADS: 32e9}, {INSTRUCTIONS: 1e3, THREADS: 32e3}


def last_wave(share: float) -> dict[str, Any]:
    """As many whole waves as make the partial one this share of all, and one block more."""
    blocks = 132 * round(1 / share - 1) + 1
    return launches(launch(blocks, LONG, waves=blocks / 132))


def tail(cost: float) -> dict[str, Any]:
    """Two waves, the second of which leaves at least this part of the work's time idle."""
    blocks = int(264 * (1 - cost))
    return launches(launch(blocks, LONG, waves=blocks / 132))


def few_blocks(share: float) -> dict[str, Any]:
    return launches(launch(round(132 * share), SHORT))


def idle_sms(cost: float) -> dict[str, Any]:
    """Long blocks that leave at least this part of the SMs idle."""
    return launches(launch(int(132 * (1 - cost)), LONG))


def spilled(number: float) -> dict[str, Any]:
    return launches(launch(spill_bytes=int(number)))


def local(number: float) -> dict[str, Any]:
    name = "smsp__sass_inst_executed_op_local_st.sum"
    return launches(launch(counters={name: number, INSTRUCTIONS: 1e6, THREADS: 32e6}))


def extra_bytes(times: float) -> dict[str, Any]:
    moved = Bytes(times * 1e6, times * 1e6, 1e6, 1e6, "computed")
    return {"operators": [operator()] * 2, "bytes": moved}


def chained(times: float) -> dict[str, Any]:
    """Two operators on one line; what lies between them is written and read again."""
    between = (times - 1) * 1e6
    first = operator(bytes_read=1e6, bytes_written=between)
    return {"operators": [first, operator(bytes_read=between, bytes_written=1e6)]}


def host_held(idle: float) -> dict[str, Any]:
    """Two kernels within 128 µs, and this part of it idle between them."""
    each = 64 * (1 - idle)
    return {"spans": [span("a", "device", 0.0, each), span("b", "device", 128 - each, each)]}


def waited(idle: float) -> dict[str, Any]:
    """A wait in the first of two kernels, and this part of 1 ms idle after it."""
    wait = span("item", "wait", 5.0, 485.0, kind="item", source="s.py:8")
    rest = 490 + 1000 * idle
    kernels = [span("a", "device", 0.0, 490.0), span("b", "device", rest, 1000 - rest)]
    return {"spans": [kernels[0], wait, kernels[1]]}


def product(flops: float) -> dict[str, Any]:
    """So many FLOPs for each distinct byte read, of 16-bit numbers."""
    counters = {
        "kernelscope__flops_fp32.sum": flops * 32e4,
        SECTORS: 1e4,
        "kernelscope__cvt_half_to_fp32.sum": 1e6,
    }
    return launches(launch(counters=counters))


def doubles(share: float) -> dict[str, Any]:
    count = round(100 * share)
    precisions = ["fp64"] * count + ["fp32"] * (100 - count)
    return {"operators": [operator(precision=precision) for precision in precisions]}


def tf32(multiply_adds: float) -> dict[str, Any]:
    return launches(launch(counters={"kernelscope__tensor_mac_tf32.sum": multiply_adds}))


def masked(share: float) -> dict[str, Any]:
    issued = 48_000.0
    line = access(4000.0, issued_lanes=issued, lanes=round(issued * (1 - share), 3))
    return launches(launch(accesses=(line,)))


COMPUTE = "sm__throughput.avg.pct_of_peak_sustained_elapsed"
MEMORY = "gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed"


def throughput(share: float) -> dict[str, Any]:
    return launches(profiled(**{COMPUTE: 20.0, MEMORY: 100 * share}))


def longer(share: float) -> dict[str, Any]:
    """A kernel of 100 µs whose instructions take this part of it longer than its bytes."""
    parts = {"dram": 50.0, "issue": 50.0 + 100 * share}
    time = Quantity(100.0, "us", "estimated")
    return launches(launch(bound="issue", time_parts=parts, time_us=time))


def multiplying(share: float) -> dict[str, Any]:
    """An operator of 100 µs without its launch, of which its FLOPs take this part."""
    nothing = {"bytes_read": 0.0, "bytes_written": 0.0}
    launching = estimate_operator(H200, **nothing).parts["launch"]
    flops = share * 100 * H200.peak_tflops["bf16"] * 1e6
    one = operator(100 + launching, flops=flops, precision="bf16", **nothing)
    return {"operators": [one]}


def reaching(share: float, times: float = 1.0) -> dict[str, Any]:
    """A kernel that reaches this part of the ceiling and moves so many times the fewest bytes."""
    standing = Quantity(100 * share, "%", "estimated", note="of 4282 GB/s, measured copy")
    moved = Bytes(times * 1e9, times * 1e9, 1e9, 1e9, "counted")
    return launches(launch(bound="dram")) | {"percent_of_limit": standing, "bytes": moved}


def at_limit(finding: Finding | None) -> bool:
    """Not only memory-bound, but at the limit."""
    return finding is not None and finding.message.startswith("at the limit")


def repeated(count: float) -> dict[str, Any]:
    return launches(
        *[launch(bound="launch", time_us=Quantity(4.0, "us", "estimated"))] * int(count)
    )


def promises(finding: Finding | None) -> bool:
    """A graph's gain, and not only the limit's name."""
    return finding is not None and finding.estimated_gain is not None


SIDES: dict[tuple[str, str], tuple[Side, ...]] = {
    ("uncoalesced-access", "twice"): (Side(uncoalesced, "from", 0.02),),
    ("uncoalesced-access", "one above"): (Side(misaligned, "over", 0.02),),
    ("uncoalesced-access", "16 sectors"): (Side(sectors_alone, "over", 0.01),),
    ("bank-conflicts", "10 %"): (Side(conflicting, "from", 0.001),),
    ("divergence", "24"): (Side(busy, "under", 0.1),),
    ("divergence", "16"): (Side(moving, "under", 0.1),),
    ("divergence", "5 %"): (Side(divergent, "from", 0.001),),
    ("low-occupancy", "80 %"): (Side(resident, "under", 0.01),),
    ("low-occupancy", "one wave"): (Side(in_waves, "over", 0.01),),
    ("low-occupancy", "10 %"): (Side(crowded, "from", 0.001),),
    ("tail-effect", "20 %"): (Side(last_wave, "from", 1 / 30),),
    ("tail-effect", "5 %"): (Side(tail, "from", 0.004),),
    ("small-grid", "a quarter"): (Side(few_blocks, "under", 1 / 132),),
    ("small-grid", "20 %"): (Side(idle_sms, "from", 0.01),),
    ("register-spills", "any"): (Side(spilled, "over", 4),),
    ("local-arrays", "any"): (Side(local, "over", 1),),
    ("unfused-operators", "1.5 times"): (
        Side(extra_bytes, "from", 0.01),
        Side(chained, "from", 0.01),
    ),
    ("host-bound", "half"): (Side(host_held, "from", 0.01),),
    ("implicit-sync", "1 %"): (Side(waited, "from", 0.0005),),
    ("tensor-cores-unused", "16 FLOPs"): (Side(product, "over", 0.1),),
    ("accidental-fp64", "half"): (Side(doubles, "to", 0.01),),
    ("accidental-tf32", "Any"): (Side(tf32, "over", 1),),
    ("padding-waste", "a third"): (Side(masked, "from", 0.001),),
    ("memory-bound", "60 %"): (Side(throughput, "from", 0.01),),
    ("memory-bound", "5 %"): (Side(longer, "under", 0.001),),
    ("memory-bound", "80 %"): (Side(reaching, "from", 0.001, at_limit),),
    ("memory-bound", "1.05 times"): (Side(partial(reaching, 0.9), "to", 0.001, at_limit),),
    ("compute-bound", "a quarter"): (Side(multiplying, "from", 0.001),),
    ("latency-bound", "60 %"): (Side(throughput, "under", 0.01),),
    ("launch-bound", "16 launches"): (Side(repeated, "from", 1, promises),),
}
FIRES = {"from": (False, True, True), "over": (False, False, True),
         "under": (True, False, False), "to": (True, True, False)}  # fmt: skip


@each(("name", "words"), NUMBERS)
def test_a_rule_is_silent_on_one_side_of_its_number_and_fires_on_the_other(
    name: str, words: str
) -> None:
    """Just below the number, at it, and just above."""
    number = RULE[name].numbers[words]
    for side in SIDES[name, words]:
        said: list[bool] = []
        for value in (number - side.step, number, number + side.step):
            if value < 0:  # nothing can be fewer than none
                said.append(False)
                continue
            made = side.made(value)
            said.append(side.says(found(*made.pop("launches", ()), **made).get(name)))
        assert tuple(said) == FIRES[side.fires]


def test_no_evidence_is_left_over() -> None:
    """A number that went from a rule goes from here."""
    assert set(SIDES) == set(NUMBERS)


def stated(words: str) -> float:
    """The number that a page's words state."""
    spelt = [value for word, value in IN_WORDS.items() if words.lower().startswith(word)]
    if spelt:
        return spelt[0]
    number, _, unit = words.partition(" ")
    return float(number) / (100 if unit == "%" else 1)


def prose(rule: Rule) -> str:
    """A page without its example, each paragraph on one line."""
    return " ".join(re.sub(r"```.*?```", "", rule.page, flags=re.DOTALL).split())


@each(("name", "words"), NUMBERS)
def test_the_page_cites_the_number_that_the_code_compares_with(name: str, words: str) -> None:
    """The words are on the page, and mean the constant."""
    assert words in prose(RULE[name])
    assert stated(words) == pytest.approx(RULE[name].numbers[words])


def numbers_in(text: str) -> set[str]:
    spelt = re.findall(r"\b(?:half|a third|a quarter|twice)\b", text)
    return {*spelt, *re.findall(r"(?<![\w.])\d+(?:\.\d+)?(?!\w)", text)}


@each("rule", RULES, ids=[rule.name for rule in RULES])
def test_every_number_of_a_condition_is_one_that_is_tested(rule: Rule) -> None:
    """On the page and in the sentence of reports, but for facts about the hardware."""
    cited = set().union(*map(numbers_in, rule.numbers)) | FACTS.get(rule.name, set())
    condition = prose(rule).partition("How it is found")[2].partition("## Example")[0]
    assert numbers_in(condition) <= cited
    assert numbers_in(rule.threshold) <= numbers_in(prose(rule))
