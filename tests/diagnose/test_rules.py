"""What the rules say of records made by hand: thresholds, lines, collapsing, order."""

from __future__ import annotations

import dataclasses
from dataclasses import replace

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
from kernelscope.diagnose import RULES, Evidence, find
from kernelscope.hardware.timing import estimate_operator
from kernelscope.quantity import Provenance, Quantity
from kernelscope.record import Access, Bytes, LibraryLaunch, OperatorRecord

READ, WRITTEN = (f"kernelscope__unique_sectors_{way}.sum" for way in ("read", "written"))


def test_every_rule_has_a_threshold_with_its_source_and_says_what_it_needs() -> None:
    """Every name once."""
    assert len({rule.name for rule in RULES}) == len(RULES) >= 18
    assert all(rule.threshold and rule.source and rule.needs for rule in RULES)


def test_what_is_not_known_is_not_guessed() -> None:
    """A launch of which there is only the time: its limit is not named, nothing is blamed."""
    measured = Quantity(10.0, "us", "measured")
    assert found(launch(time_us=measured, bound="")) == {}


@pytest.mark.parametrize(
    ("bound", "rule"),
    [
        ("dram", "memory-bound"),
        ("tensor", "compute-bound"),
        ("latency", "latency-bound"),
        ("launch", "launch-bound"),
    ],
)
def test_the_limit_is_what_most_of_the_time_goes_to(bound: str, rule: str) -> None:
    """40 of 50 µs; a limit blames nobody: it has no gain."""
    (finding,) = found(*[launch(bound=bound)] * 4, launch(bound="fma" if bound == "dram" else "l2"))
    assert finding == rule
    assert find(Evidence(H200, [launch(bound=bound)]))[0].estimated_gain is None


def test_measured_throughputs_decide_where_they_are_known() -> None:
    """Nsight Compute's speed of light: both under 60 % is latency, else the higher."""
    names = [
        "sm__throughput.avg.pct_of_peak_sustained_elapsed",
        "gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed",
    ]
    for values, rule in (((20, 90), "memory"), ((80, 40), "compute"), ((30, 50), "latency")):
        counters = dict(zip(names, map(float, values), strict=True))
        measured = dataclasses.replace(launch(bound=""), counters=counters)
        assert list(found(measured)) == [f"{rule}-bound"]


def test_a_profilers_counters_are_enough_to_blame_but_not_to_predict() -> None:
    """No model of the time without PTX's instructions: no gain, and the evidence is measured."""
    apart = {GLOBAL.format("sectors", "ld"): 3200.0, GLOBAL.format("requests", "ld"): 100.0}
    one = found(profiled(**apart))["uncoalesced-access"]
    assert (one.estimated_gain, one.provenance) == (None, "measured")
    assert "32.0 sectors; 16 would hold" in one.message
    wide = {GLOBAL.format("sectors", "ld"): 1600.0, GLOBAL.format("requests", "ld"): 100.0}
    assert found(profiled(**wide)) == {}
    lanes = {"smsp__thread_inst_executed_per_inst_executed.ratio": 9.0}
    assert found(profiled(**lanes))["divergence"].estimated_gain is None
    conflicts = found(profiled(**{WAVES: 100.0, CONFLICTS: 50.0}))["bank-conflicts"]
    assert (conflicts.estimated_gain, conflicts.provenance) == (None, "measured")


def test_many_short_launches_would_gain_from_a_graph() -> None:
    """100 launches of 4 µs, of which 2.44 each are the launch's; few are not blamed."""
    short = launch(bound="launch", time_us=Quantity(4.0, "us", "estimated"))
    assert found(*[short] * 100)["launch-bound"].estimated_gain == pytest.approx(2.44 / 4, rel=0.05)
    assert found(short, short)["launch-bound"].estimated_gain is None
    gaps = [span("k", "device", 1000.0 * i, 4.0) for i in range(100)]
    assert "launches of 4.0 µs each" in found(*[short] * 100, spans=gaps)["launch-bound"].message


def test_a_graph_saves_at_most_all_of_the_time() -> None:
    """Launches of 1 µs, by a profiler: less than the model's cost of one launch."""
    tiny = launch(bound="launch", time_us=Quantity(1.0, "us", "measured"))
    assert found(*[tiny] * 100)["launch-bound"].estimated_gain == 1.0


def of_flops(us: float, *, flops: float, moved: float) -> OperatorRecord:
    """An operator that moves so many bytes, with the FLOPs of a product or none."""
    return operator(us, flops=flops, bytes_read=moved / 2, bytes_written=moved / 2)


@pytest.mark.parametrize(
    ("us", "flops", "moved", "rule"),
    [
        (100.0, 4e10, 2e8, "compute-bound"),  # its bytes take 47 µs: the product takes longer
        (53.0, 4e10, 2e8, "memory-bound"),
        (100.0, 0.0, 2e8, "latency-bound"),  # a softmax: neither bytes nor a product explain it
        (12.0, 2e6, 2e4, "latency-bound"),  # attention of 64 x 16: its products take 0.03 µs
        (6.0, 4e8, 2e6, "launch-bound"),
        (2.0, 0.0, 8.0, "launch-bound"),
    ],
)
def test_an_operators_limit_is_what_its_time_is_spent_on(
    us: float, flops: float, moved: float, rule: str
) -> None:
    """Its launch, its bytes, or its product; what none of them explains is waiting."""
    one = of_flops(us, flops=flops, moved=moved)
    limits = [name for name in found(operators=[one]) if name.endswith("-bound")]
    assert limits == [rule]


@each("size", [2**place for place in range(10, 31)])
def test_a_kernel_and_an_operator_of_equal_time_and_bytes_have_equal_limits(size: int) -> None:
    """Three rows at 9.21 µs were launch-bound and memory-bound: one rule decides for both."""
    sectors = dict.fromkeys((READ, WRITTEN), size / 2 / 32)
    kernel = launch(1056, counters=sectors)
    assert kernel.time_us is not None
    same = operator(kernel.time_us.value, bytes_read=size / 2, bytes_written=size / 2)
    of_kernel, of_operator = found(kernel), found(operators=[same])
    limits = [{n: one.message for n, one in said.items() if "-bound" in n}
              for said in (of_kernel, of_operator)]  # fmt: skip
    assert limits[0] == limits[1] != {}


def test_a_part_that_is_hardly_longer_than_the_memorys_is_not_the_limit() -> None:
    """Inductor's softmax: issue 8.4 µs, dram 8.0 of 13.0. Fewer instructions would save 3 %."""
    parts = {"issue": 8.4, "dram": 8.0, "launch": 4.6}
    time = Quantity(13.0, "us", "estimated")
    near = launch(bound="issue", time_parts=parts, time_us=time)
    assert "memory-bound" in found(near)
    far = launch(bound="issue", time_parts=parts | {"dram": 7.0}, time_us=time)
    assert "compute-bound" in found(far)


@pytest.mark.parametrize("bound", ["issue", "fma", "xu", "fp64"])
def test_tensor_cores_are_advised_for_products_alone(bound: str) -> None:
    """A softmax has none: its instructions are exponentials and comparisons."""
    one = launch(bound=bound)
    assert "tensor cores" not in found(one, product=False)["compute-bound"].advice
    assert "tensor cores" in found(one, product=True)["compute-bound"].advice
    on_them = launch(bound="tensor", counters={"kernelscope__tensor_mac_bf16.sum": 1e9})
    assert "tensor cores" not in found(on_them, product=True)["compute-bound"].advice
    library = LibraryLaunch("gemm", Quantity(97.0, "us", "estimated"), 4e6, 4e6, 4e10)
    for product in (operator(99.0, launches=(library,)), operator(99.0, flops=4e10)):
        assert "tensor cores" in found(operators=[product])["compute-bound"].advice
        half = replace(product, precision="bf16")  # PyTorch multiplies it on tensor cores alone
        assert "tensor cores" not in found(operators=[half])["compute-bound"].advice


FEWEST = Bytes(1e9, 1e9, 1e9, 1e9, "counted")


@pytest.mark.parametrize("provenance", ["estimated", "measured"])
def test_at_the_limit_nothing_is_advised(provenance: Provenance) -> None:
    """GELU on an H200: 87.6 % of the limit and 1.00 times the fewest bytes. None is faster."""
    standing = Quantity(87.6, "%", provenance, note="of 4282 GB/s, measured copy")
    one = found(launch(bound="dram"), bytes=FEWEST, percent_of_limit=standing)["memory-bound"]
    assert one.message == (
        "at the limit: 87.6 % of 4282 GB/s, measured copy, and 1.00 times the fewest bytes"
    )
    assert "fewer bytes" not in one.advice
    product = Quantity(98.0, "%", provenance, note="of 740 TFLOP/s, measured bf16 matmul")
    one = found(launch(bound="tensor"), product=True, percent_of_limit=product)["compute-bound"]
    assert one.message == "at the limit: 98.0 % of 740 TFLOP/s, measured bf16 matmul"
    assert one.advice == ""


def test_a_kernel_held_by_shared_memory_is_not_told_to_move_fewer_bytes() -> None:
    """A tiled product with bank conflicts moves few bytes, and reads shared memory many times."""
    assert "shared memory" in found(launch(bound="l1"))["memory-bound"].advice
    assert "shared memory" not in found(launch(bound="l1"), launch())["memory-bound"].advice
    assert "shared memory" not in found(launch(bound="dram"))["memory-bound"].advice


def test_fewer_bytes_are_advised_where_there_are_fewer() -> None:
    """At 1.00 times the fewest bytes no kernel of this operation moves fewer."""
    low = Quantity(62.0, "%", "estimated", note="of 4282 GB/s, measured copy")
    fewest = found(launch(bound="dram"), bytes=FEWEST, percent_of_limit=low)["memory-bound"]
    assert "move fewer bytes" not in fewest.advice
    many = dataclasses.replace(FEWEST, read=3e9)
    more = found(launch(bound="dram"), bytes=many, percent_of_limit=low)["memory-bound"]
    assert "move fewer bytes" in more.advice
    assert "move fewer bytes" in found(launch(bound="dram"))["memory-bound"].advice


def test_a_kernel_of_many_small_blocks_is_not_told_to_use_a_graph() -> None:
    assert "graph" in found(launch(bound="launch"))["launch-bound"].advice
    assert found(launch(bound="blocks"))["launch-bound"].advice.startswith("fewer blocks")


@pytest.mark.parametrize(
    ("width", "each", "fires"),
    [(4, 4, False), (4, 5, False), (4, 8, True), (4, 32, True), (16, 16, False), (16, 32, True),
     (8, 8, False), (1, 2, False), (2, 3, False), (2, 4, True)],
)  # fmt: skip
def test_uncoalesced_is_twice_the_ideal_of_the_width(width: int, each: int, fires: bool) -> None:
    """4, 8, 16 sectors are ideal for 32, 64, 128 bits; one more for misalignment is let pass."""
    line = access(1000.0 * each, lane_bytes=width)
    assert ("uncoalesced-access" in found(launch(accesses=(line,)))) is fires


def test_an_uncoalesced_access_names_its_line_and_gains_its_excess() -> None:
    """Strided loads of 32 sectors a request: seven eighths of the bytes need not move.

    Many requests: the lines of a predecessor that are written back stay the same few.
    """
    n = 1e7
    counters = {
        GLOBAL.format("sectors", "ld"): 32 * n,
        GLOBAL.format("requests", "ld"): n,
        "kernelscope__unique_sectors_read.sum": 32 * n,
    }
    one = found(launch(counters=counters, accesses=(access(32 * n, n),)))["uncoalesced-access"]
    assert one.source == "k.py:9"
    assert one.message.startswith("each load of a warp of k touches 32.0 sectors; 4.00")
    assert one.estimated_gain == pytest.approx(7 / 8, abs=0.02)


def test_a_lane_that_loads_alone_is_not_uncoalesced() -> None:
    """One lane of each warp: one sector a request, and no fewer can be."""
    assert "uncoalesced-access" not in found(launch(accesses=(access(1000.0, lanes=1000.0),)))


def test_bank_conflicts_count_from_a_tenth() -> None:
    """8 % are let pass; half of the wavefronts are two-way conflicts."""
    assert "bank-conflicts" not in found(launch(counters={WAVES: 100.0, CONFLICTS: 8.0}))
    line = Access("k.py:11", "load", 4, 32.0, 32.0, wavefronts=100.0, conflicts=50.0)
    one = found(launch(counters={WAVES: 1e8, CONFLICTS: 5e7}, accesses=(line,)))["bank-conflicts"]
    assert one.message.startswith("2.00-way bank conflicts: 50%")
    assert (one.source, one.provenance) == ("k.py:11", "counted")
    assert one.estimated_gain == pytest.approx(0.5, abs=0.02)


def test_divergence_below_24_lanes_is_told_where_it_costs() -> None:
    """20 lanes in a kernel held by its instructions; not in one held by memory; 8 anywhere."""
    busy = {INSTRUCTIONS: 1e9, THREADS: 20e9, "kernelscope__inst_pipe_alu.sum": 1e9}
    one = found(launch(counters=busy, divergent_source="k.py:5"))["divergence"]
    assert (one.source, one.estimated_gain) == ("k.py:5", pytest.approx(1 - 20 / 32, abs=0.02))
    moving = {"kernelscope__unique_sectors_read.sum": 1e8}
    assert "divergence" not in found(launch(counters=moving | {THREADS: 20e5}))
    assert "divergence" in found(launch(counters=moving | {THREADS: 8e5}))
    assert "divergence" not in found(launch(counters=busy | {THREADS: 25e9}))


def test_low_occupancy_is_told_where_latency_holds_the_kernel() -> None:
    """Half of the warps, held by registers: fewer registers would take the waves down."""
    warps = 132 * 64 * 8  # each with a hundred instructions, of which 64 are loads
    counters = {INSTRUCTIONS: 100.0 * warps, THREADS: 3200.0 * warps}
    counters["smsp__sass_inst_executed_op_global_ld.sum"] = 64.0 * warps
    held = launch(132 * 64, counters, registers=128, occupancy=0.25, limiter="registers", waves=32)
    one = found(dataclasses.replace(held, bound="latency"))["low-occupancy"]
    assert "25% of the warps" in one.message
    assert "registers" in one.advice
    assert one.estimated_gain > 0.5
    assert "low-occupancy" not in found(dataclasses.replace(held, bound="tensor"))


def test_a_tail_costs_what_the_last_wave_leaves_idle() -> None:
    """133 blocks on 132 SMs: one SM works twice as long as all the others."""
    counters = {INSTRUCTIONS: 1e9, THREADS: 32e9}
    one = found(launch(133, counters, waves=133 / 132))["tail-effect"]
    assert one.estimated_gain == pytest.approx(0.5, abs=0.02)
    assert "tail-effect" not in found(launch(264, counters, waves=2.0))
    assert "tail-effect" not in found(launch(660, counters, waves=5.01))


def test_a_grid_smaller_than_the_gpu_is_told() -> None:
    """33 blocks of long work use a quarter of the GPU; 64 short ones cost next to nothing."""
    long, short = {INSTRUCTIONS: 1e9, THREADS: 32e9}, {INSTRUCTIONS: 1e3, THREADS: 32e3}
    one = found(launch(33, long))["small-grid"]
    assert "33 blocks: 99 of 132 SMs" in one.message
    assert one.estimated_gain == pytest.approx(0.75, abs=0.02)
    assert "small-grid" in found(launch(8, short))
    assert "small-grid" not in found(launch(64, short))
    assert "small-grid" not in found(launch(132, long))


def test_spills_are_the_assemblers_and_other_local_accesses_are_of_arrays() -> None:
    """Local loads counted on a line; and spill bytes that ptxas reported."""
    local = {"smsp__sass_inst_executed_op_local_ld.sum": 5e8, INSTRUCTIONS: 1e9, THREADS: 32e9}
    local |= {"kernelscope__inst_pipe_lsu.sum": 5e8}
    line = Access("k.py:4", "load", 4, 32.0, 32.0, local=5e8)
    named = found(launch(counters=local, accesses=(line,), spill_bytes=0))
    one = named["local-arrays"]
    assert one.source == "k.py:4"
    assert one.estimated_gain > 0.3
    assert "no register is spilled" in one.message
    assert "register-spills" not in named
    assert "local-arrays" not in found(launch(counters=local, spill_bytes=64))
    assert "64 bytes of spill" in found(launch(spill_bytes=64))["register-spills"].evidence
    assert "register-spills" not in found(launch(spill_bytes=0))


def test_launches_with_extra_bytes_are_unfused() -> None:
    """Nine operators that move eleven times the fewest bytes; two that move the fewest."""
    fewest = Bytes(11e6, 11e6, 1e6, 1e6, "computed")
    one = found(operators=[operator()] * 9, bytes=fewest)["unfused-operators"]
    assert one.message == "9 launches move 22.0 MB, 11.0 times the fewest bytes"
    assert one.source == "model.py:3"
    assert one.estimated_gain > 0.9
    enough = Bytes(1e6, 1e6, 1e6, 1e6)
    assert "unfused-operators" not in found(operators=[operator()] * 2, bytes=enough)


def test_a_product_keeps_its_kernel_and_one_launch_after_it() -> None:
    """Two products with an epilogue each are not unfused; with three after each they are."""
    moved = Bytes(11e6, 11e6, 1e6, 1e6)
    product, after = operator(flops=1e9), operator()
    pair = [product, after] * 2
    assert "unfused-operators" not in found(operators=pair, bytes=moved)
    assert "unfused-operators" in found(operators=[*pair, after, after], bytes=moved)


def test_in_a_script_operators_of_one_line_and_shape_are_a_chain() -> None:
    """Three of four are on one line; the fourth is elsewhere."""
    chain = [*[operator()] * 3, operator(source="model.py:9")]
    one = found(operators=chain)["unfused-operators"]
    assert one.message.startswith("3 consecutive operators move 24.0 MB, 3.00 times")
    assert 0.5 < one.estimated_gain < 0.75
    assert "unfused-operators" not in found(operators=chain[2:])


def test_a_device_that_waits_for_launches_is_host_bound() -> None:
    """Kernels of 10 µs every 100 µs; not when they follow each other."""
    slow = [span("k", "device", 100.0 * i, 10.0, source="s.py:4") for i in range(5)]
    one = found(spans=slow)["host-bound"]
    assert one.estimated_gain == pytest.approx(360 / 410)
    assert "host-bound" not in found(spans=[span("k", "device", 10.0 * i, 10.0) for i in range(5)])


@pytest.mark.parametrize("kind", ["compile", "import"])
def test_what_a_program_does_only_once_is_no_reason_to_call_it_host_bound(kind: str) -> None:
    """Kernels follow each other, but for half a second before the third one."""
    starts = [0.0, 10.0, 5e5, 5e5 + 10, 5e5 + 20]
    kernels = [span("k", "device", start, 10.0, source="s.py:4") for start in starts]
    once = span("import torch._dynamo", "range", 20.0, 5e5 - 25, kind=kind)
    assert "host-bound" in found(spans=kernels)
    assert "host-bound" not in found(spans=[*kernels, once])
    # What else makes the device idle is a share of the steady state.
    slow = [span("k", "device", 1e6 + 100.0 * i, 10.0, source="s.py:4") for i in range(5)]
    late = span("import torch._dynamo", "range", 5e5 + 30, 5e5 - 30, kind=kind)
    assert found(spans=[*kernels, once, late, *slow])["host-bound"].estimated_gain == pytest.approx(
        360 / 460, rel=0.01
    )


def test_a_wait_that_nobody_asked_for_costs_the_idle_time_after_it() -> None:
    """`.item()` after each of five kernels: the device is idle 30 µs until the next comes."""
    spans = []
    for i in range(5):
        spans.append(span("k", "device", 100.0 * i, 70.0))
        # Ends with the kernel, as far as floats can say.
        wait = span("item", "wait", 100.0 * i + 5, 65.0 - 1e-9, kind="item", source="s.py:8")
        spans.append(wait)
    one = found(spans=spans)["implicit-sync"]
    assert (one.source, one.estimated_gain) == ("s.py:8", pytest.approx(120 / 470))
    assert "5 times" in one.message
    asked = [dataclasses.replace(s, kind="explicit") if s.lane == "wait" else s for s in spans]
    assert "implicit-sync" not in found(spans=asked)


HALF = "kernelscope__cvt_half_to_fp32.sum"


def test_tensor_cores_are_missed_by_products_of_halves() -> None:
    """2 GFLOP on 1 MB of bf16 in the fma pipe; not where tensor cores work, not in fp32."""
    counters = {
        "kernelscope__flops_fp32.sum": 2e9,
        "kernelscope__inst_pipe_fma.sum": 2e9 / 64,
        "kernelscope__unique_sectors_read.sum": 1e6 / 32,
        INSTRUCTIONS: 5e7,
        THREADS: 32 * 5e7,
        HALF: 1e6,
    }
    assert found(launch(counters=counters))["tensor-cores-unused"].estimated_gain > 0.5
    assert "tensor-cores-unused" not in found(launch(counters=counters | {HALF: 0.0}))
    tensor = counters | {"kernelscope__tensor_mac_bf16.sum": 1e9}
    assert "tensor-cores-unused" not in found(launch(counters=tensor))


def test_fp32_products_of_a_script_may_not_know_of_tf32() -> None:
    """PyTorch's own default; where fp32 was asked for, nothing is said."""
    slow = [operator(1000.0, flops=2e10, precision="fp32")]
    assert found(operators=slow)["tensor-cores-unused"].estimated_gain > 0.5
    assert "tensor-cores-unused" not in found(operators=slow, precision="fp32")
    fast = [operator(100.0, flops=2e10, precision="tf32")]
    assert "tensor-cores-unused" not in found(operators=fast)


def test_fp64_is_an_accident_where_fp32_was_widened() -> None:
    """A double literal; where fp64 was asked for, or the data is fp64, nothing is said."""
    counters = {
        "kernelscope__cvt_fp32_to_fp64.sum": 32e6,
        "kernelscope__flops_fp64.sum": 32e8,
        "kernelscope__inst_pipe_fp64.sum": 1e8,
        INSTRUCTIONS: 1.1e8,
        THREADS: 32 * 1.1e8,
    }
    assert found(launch(counters=counters))["accidental-fp64"].estimated_gain > 0.3
    assert "accidental-fp64" not in found(launch(counters=counters), precision="fp64")
    native = counters | {"kernelscope__cvt_fp32_to_fp64.sum": 0.0}
    assert "accidental-fp64" not in found(launch(counters=native))


def test_a_few_fp64_operators_among_others_are_an_accident() -> None:
    """One of three; all of them are meant."""
    double, single = operator(precision="fp64"), operator(precision="fp32")
    assert "accidental-fp64" in found(operators=[double, single, single])
    assert "accidental-fp64" not in found(operators=[double] * 3)


def test_fp64_operators_gain_the_half_of_their_bytes() -> None:
    """One of two equally long ones, which moves 4 GB: half of that in fp32."""
    whole = estimate_operator(H200, bytes_read=2e9, bytes_written=2e9).time_us.value
    double = operator(whole, bytes_read=2e9, bytes_written=2e9, precision="fp64", source="")
    single = operator(whole, precision="fp32", source="")
    one = found(operators=[double, single])["accidental-fp64"]
    assert one.estimated_gain == pytest.approx(0.25, abs=0.005)


def test_tf32_is_told_where_nobody_asked_for_it() -> None:
    """It has no gain: it is fast, and coarse."""
    tensor = launch(counters={"kernelscope__tensor_mac_tf32.sum": 1e9})
    assert found(tensor, precision="fp32")["accidental-tf32"].estimated_gain is None
    assert "accidental-tf32" not in found(tensor, precision="tf32")


def test_padding_is_told_from_a_third() -> None:
    """1 - 781 / 1024 is a quarter, what a power of two costs anyway; 520 of 1024 is half."""
    for active, fires in ((781, False), (520, True)):
        line = access(4000.0, lanes=32e3 * active / 1024)
        assert ("padding-waste" in found(launch(accesses=(line,)))) is fires


def test_padding_names_the_line_that_wastes_most() -> None:
    """A line that loads more, with all of its lanes, is not to blame."""
    whole = dataclasses.replace(access(4000.0, 1000.0), source="k.py:3")
    half = dataclasses.replace(access(4000.0, 900.0, lanes=900.0 * 2), source="k.py:4")
    assert found(launch(accesses=(whole, half)))["padding-waste"].source == "k.py:4"


def test_the_same_finding_in_launch_after_launch_is_one() -> None:
    """Three kinds of launch of one kernel: one finding, whose gain is of the whole time."""
    long = {INSTRUCTIONS: 1e9, THREADS: 32e9}
    grids = [launch(n, long, source="run.py:3") for n in (33, 33, 16, 8)]
    named = [f for f in find(Evidence(H200, grids)) if f.rule == "small-grid"]
    assert len(named) == 1
    assert named[0].evidence.endswith("and 2 more like it")
    assert 0.75 < named[0].estimated_gain < 1


def test_trials_are_left_out() -> None:
    """What an autotuner tried is not what the program does."""
    assert found(dataclasses.replace(launch(8), trial=True)) == {}


def test_the_largest_gain_stands_first_and_limits_last() -> None:
    """Order of the findings of one launch."""
    counters = {WAVES: 1e8, CONFLICTS: 5e7, INSTRUCTIONS: 1e6, THREADS: 8e6}
    gains = [f.estimated_gain for f in find(Evidence(H200, [launch(16, counters)]))]
    assert len(gains) == 4
    assert gains[-1] is None
    assert gains[:-1] == sorted(gains[:-1], reverse=True)
