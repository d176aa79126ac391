"""Launches of the virtual GPU and of CUPTI's records become the counters of a profiler."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kernelscope._demangle import demangled
from kernelscope.hardware import gpu
from kernelscope.profiling.counters import sections as at
from kernelscope.profiling.counters.from_launches import counted, filled, recorded
from kernelscope.quantity import METRICS, Quantity
from kernelscope.record import Finding, LaunchRecord, LineStalls, SMActivity, SMCycles
from kernelscope.record.names import function_name

H200 = gpu("h200")
LOADS = at.GLOBAL.format("requests", "ld")
SECTORS = at.GLOBAL.format("sectors", "ld")
LAUNCH = LaunchRecord(
    "_Z6squareIfEvPKT_PS0_xx",
    grid=(264, 1, 1),
    block=(256, 1, 1),
    dynamic_shared_bytes=0,
    registers=40,
    counters={
        LOADS: 1000.0,
        SECTORS: 32000.0,
        at.PTX_INSTRUCTIONS: 40000.0,
        at.THREAD_INSTRUCTIONS: 640000.0,
        "kernelscope__unique_sectors_read.sum": 32000.0,
        "kernelscope__unique_sectors_written.sum": 0.0,
    },
)


def values(launch: LaunchRecord, *findings: Finding) -> dict[str, float]:
    return {name: q.value for name, q in counted(launch, H200, findings).metrics.items()}


def test_names_are_the_authors_and_whole_ones_have_their_types() -> None:
    one = counted(LAUNCH, H200, ())
    assert one.kernel == "square"
    assert one.demangled == "void square<float>(float const*, float*, long long, long long)"


@pytest.mark.parametrize(
    ("name", "bare"),
    [
        ("void at::native::(anonymous namespace)::f<4, at::g>(int, at::(int))", "f"),
        ("triton_poi_fused_0", "triton_poi_fused_0"),
        ("__main__::square[abi:v1][abi:cw51](Array<float, 2>)", "square"),
        (
            "__main__::add[abi:v1,cw51cXTLSUwv1sDUaKthqaNgoKm](Array<float>)",
            "add",
        ),
        ("_Z3addPfS_", "add"),
    ],
)
def test_the_bare_name_of_a_kernel(name: str, bare: str) -> None:
    assert function_name(demangled(name)) == bare


def test_ratios_are_of_what_was_counted() -> None:
    found = values(LAUNCH)
    assert found[at.PER_REQUEST.format("ld")] == 32
    assert found[at.LANES] == 16
    assert at.PER_REQUEST.format("st") not in found  # it stores nothing


def test_occupancy_is_the_formulas_and_the_waves_say_what_is_achieved() -> None:
    # 256 threads of 40 registers: 6 blocks of 8 warps; 264 blocks are 2 on each of 132 SMs.
    found = values(LAUNCH)
    assert found[at.THEORETICAL] == 75
    assert found[at.LIMIT.format("registers")] == 6
    assert found[at.WAVES] == pytest.approx(264 / (132 * 6))
    assert found[at.ACHIEVED] == pytest.approx(100 * 2 * 8 / 64)
    # One block more than a wave: half of two waves is empty, all but one block.
    more = values(replace(LAUNCH, grid=(132 * 6 + 1, 1, 1)))
    assert more[at.ACHIEVED] == pytest.approx(75 / 2, rel=0.01)


def test_device_memory_is_its_bytes_over_those_of_its_peak_rate_in_that_time() -> None:
    found = values(LAUNCH)
    assert found[at.DRAM_READ] == 32 * 32000
    peak = found[at.DURATION] * H200.dram_gb_per_s
    assert found[at.DRAM] == pytest.approx(100 * 32 * 32000 / peak)
    assert found[at.MEMORY] >= found[at.DRAM]


def test_compute_throughput_is_of_all_the_sms_not_of_the_busiest() -> None:
    busy = values(LAUNCH)[at.COMPUTE]
    one_block = values(replace(LAUNCH, grid=(1, 1, 1)))
    assert one_block[at.COMPUTE] < 100 / 132
    assert one_block[at.ISSUE] > 100 / 132 > one_block[at.COMPUTE]
    assert busy > one_block[at.COMPUTE]


def test_the_gain_is_that_of_the_best_finding() -> None:
    found = counted(
        LAUNCH,
        H200,
        (
            Finding("divergence", "m", estimated_gain=0.1),
            Finding("uncoalesced-access", "m", estimated_gain=0.4),
            Finding("memory-bound", "m"),
        ),
    ).metrics
    assert found[at.SPEEDUP].value == 40
    assert "uncoalesced-access" in found[at.SPEEDUP].note
    assert found[at.IMPROVEMENT].value == pytest.approx(0.4 * found[at.DURATION].value)
    assert values(LAUNCH, Finding("memory-bound", "m"))[at.SPEEDUP] == 0


def test_a_simulated_launch_has_what_its_sm_did_each_with_its_error() -> None:
    """Two of three cycles of a warp are waits for memory: 2 cycles for each that it issues in."""
    shares = {"selected": 0.25, "long_scoreboard": 0.5, "wait": 0.25}
    activity = SMActivity(0.2, 16.0, 0.3, None, 4.0, (LineStalls("k.py:1", shares),))
    cycles = SMCycles(2000.0, 1000.0, 5e6, 640, 4096.0, 0.0, activity=activity)
    found = counted(replace(LAUNCH, simulated=cycles), H200, ())
    waits = {name: found.metrics[at.STALLED + f"{name}_per_issue_active.ratio"].value
             for name in ("long_scoreboard", "wait", "barrier")}  # fmt: skip
    assert waits == {"long_scoreboard": 2.0, "wait": 1.0, "barrier": 0.0}
    own = (at.ISSUE, at.ACHIEVED, at.LATENCY, at.L1_HITS, at.MACHINE_INSTRUCTIONS)
    assert [found.metrics[name].value for name in own] == [20.0, 25.0, 4.0, 30.0, 5e6]
    assert all(found.metrics[name].provenance == "estimated" for name in own)
    assert all("off on average" in found.metrics[name].note for name in own)
    assert {at.L2_HITS, at.NO_INSTRUCTION} == set(found.missing)
    assert found.lines == activity.lines


def test_every_figure_of_the_table_is_there_or_said_to_be_missing() -> None:
    found = counted(LAUNCH, H200, ())
    apart = set(at.shown()) - set(found.metrics) - set(found.missing) - set(at.STALLS)
    absent = {at.PER_REQUEST.format("st")}  # a ratio of nothing
    assert {name for name in apart if name not in absent and "mem_" not in name} == set()
    assert "not simulated" in found.missing["stall reasons"]


def test_without_a_cubin_registers_are_missing_and_limit_nothing() -> None:
    found = counted(replace(LAUNCH, registers=None), H200, ())
    assert at.REGISTERS in found.missing
    assert at.LIMIT.format("registers") not in found.metrics


def test_counts_of_some_blocks_say_so() -> None:
    assert "scaled" in counted(replace(LAUNCH, sampled=True), H200, ()).metrics[SECTORS].note


RECORDED = replace(
    LAUNCH,
    kernel="void square<float>(float const*, float*, long long, long long)",
    counters={},
    time_us=Quantity(5.5, "us", "measured"),
    occupancy=0.25,
)


def test_cuptis_record_has_the_time_and_the_registers_and_says_why_no_more() -> None:
    one = recorded(RECORDED, H200)
    assert one.metrics[at.DURATION] == Quantity(5500, "ns", "measured")
    assert one.metrics[at.REGISTERS].provenance == "measured"
    assert one.metrics[at.THEORETICAL].value == 75
    assert one.metrics[at.ACHIEVED].value == 25
    assert SECTORS not in one.metrics
    assert "range profiler" in one.missing["all other counters"]


def test_what_cupti_lacks_is_taken_from_the_virtual_gpu_and_says_so() -> None:
    (one,) = filled([recorded(RECORDED, H200)], [counted(LAUNCH, H200, ())])
    assert one.source == "CUPTI"
    assert one.metrics[at.DURATION].provenance == "measured"
    assert one.metrics[SECTORS].value == 32000
    assert (one.source_of(SECTORS), one.source_of(at.DURATION)) == ("virtual GPU", "CUPTI")


def test_another_grid_is_another_launch() -> None:
    other = counted(replace(LAUNCH, grid=(7, 1, 1)), H200, ())
    (one,) = filled([recorded(RECORDED, H200)], [other])
    assert SECTORS not in one.metrics


def test_every_column_of_the_table_is_in_the_registry() -> None:
    assert set(at.shown()) <= set(METRICS)
