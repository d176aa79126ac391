"""The time model: near every measured figure, above the physical floor, monotone."""

from __future__ import annotations

import dataclasses
import itertools

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from each import each
from hardware.calibration import (
    NAIVE_GELU,
    Measured,
    all_measured,
    elementwise,
    residual_table,
)
from kernelscope.errors import LaunchError, UsageError
from kernelscope.hardware import GPUS, gpu
from kernelscope.hardware.known_error import KNOWN_ERROR
from kernelscope.hardware.rowwise import ROW_WISE, RowWise, share_of_copy
from kernelscope.hardware.timing import Estimate, estimate_launch, estimate_operator

MEASURED = all_measured()
BYTES = st.integers(0, 2**36)
SPECS = st.sampled_from(sorted(GPUS))


@each("measured", MEASURED, ids=[m.name for m in MEASURED])
def test_an_estimate_is_within_the_error_that_the_model_admits(measured: Measured) -> None:
    allowed = KNOWN_ERROR.memory if measured.memory_bound else KNOWN_ERROR.other
    assert measured.estimate() == pytest.approx(measured.us, rel=allowed)


def test_the_printed_residuals_are_what_the_model_gives_now() -> None:
    printed = {figure.name: figure for figure in KNOWN_ERROR.figures}
    assert list(printed) == [measured.name for measured in MEASURED]
    for measured in MEASURED:
        figure = printed[measured.name]
        now = (measured.us, measured.estimate())
        # Four digits are printed.
        assert (figure.measured_us, figure.estimated_us) == pytest.approx(now, rel=2e-3), (
            f"the model changed; new figures:\n{residual_table()}"
        )
        assert figure.memory_bound == measured.memory_bound


def test_the_footnote_of_estimates_is_one_line_with_the_worst_error() -> None:
    assert f"{abs(KNOWN_ERROR.worst(memory_bound=False).error):.0%}" in KNOWN_ERROR.text
    assert "docs/time.md" in KNOWN_ERROR.text
    assert len(KNOWN_ERROR.text) <= 80
    assert all(abs(f.error) <= KNOWN_ERROR.memory for f in KNOWN_ERROR.figures if f.memory_bound)


def test_a_kernel_that_only_reads_pays_for_what_was_written_before_it() -> None:
    def read(size: float, *, written: float = 0.0, warm: bool = False) -> float:
        return estimate_operator(
            "h200", bytes_read=size, bytes_written=written, l2_warm=warm, conditions="graph"
        ).time_us.value

    # One H200, a sum of 32 MiB in fp16: 16.9 us behind a fill, 7.0 behind itself.
    assert read(2**25) > 1.4 * read(2**25, warm=True)
    # What is more than L2 drives out L2's lines once, and no more.
    added = read(2**30) - read(2**29)
    assert added == pytest.approx(2**29 / 4352e3, rel=0.02)
    assert read(2**26, written=2**26) == pytest.approx(2**27 / 4300e3, rel=0.08)


def test_the_naive_gelu_is_as_many_times_slower_as_on_an_h200() -> None:
    assert 8 <= elementwise(4, NAIVE_GELU) / elementwise(4, (1,)) <= 12


def test_an_estimate_says_that_it_is_one_and_how_far_off_it_may_be() -> None:
    time = estimate_operator("h200", bytes_read=2**30, bytes_written=2**30).time_us
    assert time.provenance == "estimated"
    assert time.unit == "us"
    assert time.low is not None
    assert time.high is not None
    assert time.low < time.value < time.high
    assert "model error" in time.note


def _launch(spec: str = "h200", **changes: object) -> Estimate:
    arguments: dict[str, object] = {
        "grid": (1024, 1, 1),
        "block": (256, 1, 1),
        "registers": 32,
        "shared_bytes": 0,
        "counters": {},
    }
    return estimate_launch(spec, **(arguments | changes))  # type: ignore[arg-type]


def _sectors(read: float, written: float, factor: float = 1.0) -> dict[str, float]:
    return {
        "kernelscope__unique_sectors_read.sum": read,
        "kernelscope__unique_sectors_written.sum": written,
        "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum": read * factor,
        "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum": written,
    }


@given(spec=SPECS, read=BYTES, written=BYTES, more=st.integers(0, 2**34))
def test_more_bytes_never_take_less_time(spec: str, read: int, written: int, more: int) -> None:
    def time(r: int, w: int) -> float:
        return estimate_operator(spec, bytes_read=r, bytes_written=w).time_us.value

    before = time(read, written) * (1 - 1e-12)
    assert time(read + more, written) >= before
    assert time(read, written + more) >= before


@given(spec=SPECS, read=BYTES, written=BYTES)
def test_no_cold_operator_beats_the_memory_pins(spec: str, read: int, written: int) -> None:
    estimate = estimate_operator(spec, bytes_read=read, bytes_written=written)
    assert estimate.time_us.value >= (read + written) / (gpu(spec).dram_gb_per_s * 1e3)


@given(
    spec=SPECS,
    n=st.integers(1, 20000),
    precision=st.sampled_from(["fp32", "tf32", "bf16", "fp16"]),
)
def test_no_matmul_beats_the_peak(spec: str, n: int, precision: str) -> None:
    assume(precision in gpu(spec).peak_tflops)
    flops = 2 * n**3
    time = estimate_operator(
        spec, bytes_read=0, bytes_written=0, flops=flops, kind="matmul", precision=precision
    ).time_us.value
    assert time >= flops / gpu(spec).peak_tflops[precision] / 1e6


@given(
    spec=SPECS,
    read=st.integers(0, 2**30),
    written=st.integers(0, 2**30),
    factor=st.floats(1, 64),
    blocks=st.integers(1, 2**20),
    more=st.integers(1, 2**10),
)
def test_more_sms_are_never_slower(
    spec: str, read: int, written: int, factor: float, blocks: int, more: int
) -> None:
    small = gpu(spec)
    large = dataclasses.replace(small, sms=small.sms + more)
    counters = _sectors(read, written, factor) | {"kernelscope__inst_executed.sum": 100.0 * blocks}

    def time(of: object) -> float:
        return _launch(of, grid=blocks, counters=counters).time_us.value  # type: ignore[arg-type]

    assert time(large) <= time(small) * (1 + 1e-12)


COUNTERS = (
    "kernelscope__inst_executed.sum",
    "kernelscope__inst_pipe_fma.sum",
    "kernelscope__inst_pipe_alu.sum",
    "kernelscope__inst_pipe_fp64.sum",
    "kernelscope__inst_pipe_xu.sum",
    "kernelscope__inst_pipe_lsu.sum",
    "kernelscope__tensor_mac_bf16.sum",
    "kernelscope__tensor_mac_fp8.sum",
    "kernelscope__barriers.sum",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum",
    "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum",
    "smsp__sass_inst_executed_op_global_ld.sum",
    "smsp__sass_inst_executed_op_ldgsts.sum",
)


@given(spec=SPECS, name=st.sampled_from(COUNTERS), base=st.floats(1e3, 1e9))
def test_more_of_any_count_is_never_faster_and_in_the_end_slower(
    spec: str, name: str, base: float
) -> None:
    counters = _sectors(2e4, 2e4) | {"kernelscope__inst_executed.sum": 1e5}
    times = [
        _launch(spec, counters=counters | {name: base * scale}).time_us.value
        for scale in (1, 2, 1e4)
    ]
    assert times == sorted(times)
    assert times[2] > times[0]


def test_each_part_is_worked_out_from_its_own_rate() -> None:
    # One wave of 132 blocks, so that every SM has one: cycles are per block.
    def parts(**counters: float) -> dict[str, float]:
        return _launch(grid=132, counters={f"{k}.sum": v for k, v in counters.items()}).parts

    cycle = 1 / 1980
    shared = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld"
    assert parts(**{shared: 132e3})["l1"] == pytest.approx(1e3 * cycle)
    assert parts(smsp__inst_executed=132e3)["issue"] == pytest.approx(250 * cycle)
    # PTX instructions become 1.28 of machine code.
    assert parts(kernelscope__inst_executed=132e3)["issue"] == pytest.approx(320 * cycle)
    assert parts(kernelscope__inst_pipe_xu=132e3)["xu"] == pytest.approx(2e3 / 0.95 * cycle)
    macs = 132 * 1e6
    at_peak = 2 * macs / 989.4e6
    assert parts(kernelscope__tensor_mac_bf16=macs)["tensor"] == pytest.approx(
        at_peak * 989.4 / 740
    )


def test_a_grid_of_one_block_more_than_sms_costs_a_second_round() -> None:
    shared = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"
    full = _launch(grid=132, counters={shared: 132e5}).parts["l1"]
    over = _launch(grid=133, counters={shared: 133e5}).parts["l1"]
    assert over == pytest.approx(2 * full)


def test_re_reads_of_what_fits_l2_cost_no_device_memory() -> None:
    once = _launch(grid=10**5, counters=_sectors(2**18, 0)).parts
    often = _launch(grid=10**5, counters=_sectors(2**18, 0, factor=10)).parts
    assert often["dram"] == once["dram"]
    assert often["l2"] == pytest.approx(10 * once["l2"])


def test_re_reads_of_what_does_not_fit_l2_go_to_device_memory() -> None:
    once = _launch(grid=10**5, counters=_sectors(2**25, 0)).parts
    often = _launch(grid=10**5, counters=_sectors(2**25, 0, factor=3)).parts
    assert 2 < often["dram"] / once["dram"] < 3


def test_what_is_in_l2_beforehand_is_not_read_from_device_memory() -> None:
    warm = estimate_operator("h200", bytes_read=2**24, bytes_written=2**24, l2_warm=True)
    cold = estimate_operator("h200", bytes_read=2**24, bytes_written=2**24)
    assert warm.parts["dram"] == 0
    assert warm.time_us.value < cold.time_us.value
    large = estimate_operator("h200", bytes_read=2**30, bytes_written=2**30, l2_warm=True)
    assert large.parts["dram"] > 0


def test_what_a_predecessor_left_in_l2_is_not_read_again_from_device_memory() -> None:
    def dram(resident: float) -> float:
        estimate = estimate_operator(
            "h200", bytes_read=2**24, bytes_written=0, l2_resident_bytes=resident
        )
        return estimate.parts["dram"]

    assert dram(2**23) == pytest.approx(dram(0) / 2)
    assert dram(2**25) == 0


def test_the_bound_is_named() -> None:
    copy = _launch(grid=2**18, counters=_sectors(2**25, 2**25))
    assert copy.bound == "dram"
    assert _launch(grid=1).bound == "launch"
    conflicts = {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum": 1e9}
    assert _launch(counters=_sectors(2**17, 2**17) | conflicts).bound == "l1"
    assert _launch(grid=2**20).bound == "blocks"


def test_atomics_on_one_address_take_turns() -> None:
    # 2^20 threads, one `red` a warp, on one address took 25 us on an H200.
    red = {"l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum": 2.0**15}
    one = _launch(grid=4096, counters=red | {"kernelscope__unique_sectors_written.sum": 1})
    assert one.parts["l2"] == pytest.approx(25, rel=0.05)
    # 1,056 blocks that add to 4 whole sectors a warp, 32 times: 10.8 us, of which 2 for the launch
    # (sectors_h200.csv).
    sectors = 1056 * 8 * 32 * 4
    spread = {"l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum": float(sectors)}
    many = _launch(grid=1056, counters=spread | {"kernelscope__unique_sectors_written.sum": 2**19})
    assert many.parts["l2"] == pytest.approx(10.8 - 2, rel=0.1)


def test_row_wise_operations_reach_the_measured_share_of_the_copy_rate() -> None:
    size = 2**28 * 4
    rows = estimate_operator(
        "h200",
        bytes_read=size,
        bytes_written=size,
        share=share_of_copy("softmax", 8192, 4),
        kind="reduction",
    )
    plain = estimate_operator("h200", bytes_read=size, bytes_written=size, kind="reduction")
    assert rows.time_us.value / plain.time_us.value == pytest.approx(1 / 0.46, rel=0.02)
    assert rows.bound == "library"


@pytest.mark.parametrize("operation", ROW_WISE)
@given(row=st.integers(1, 2**20), itemsize=st.sampled_from([1, 2, 4, 8]))
def test_shares_of_the_copy_rate_are_shares(operation: RowWise, row: int, itemsize: int) -> None:
    assert 0.1 < share_of_copy(operation, row, itemsize) <= 1


def test_shares_of_the_copy_rate_are_those_measured_and_between_them() -> None:
    assert share_of_copy("softmax", 1024, 4) == pytest.approx(0.97)
    assert share_of_copy("rms_norm", 262144, 2) == pytest.approx(0.44)
    assert 0.61 < share_of_copy("softmax", 2048, 4) < 0.97
    assert share_of_copy("softmax", 7, 4) == share_of_copy("softmax", 256, 4)


def test_a_block_that_does_not_fit_is_refused_with_its_size() -> None:
    with pytest.raises(LaunchError, match=r"1024 threads, 255 registers .* \(registers\)"):
        _launch(block=1024, registers=255)


def test_operators_of_negative_size_or_unknown_precision_are_refused() -> None:
    with pytest.raises(UsageError, match="negative"):
        estimate_operator("h200", bytes_read=-1, bytes_written=0)
    with pytest.raises(UsageError, match="fp8"):
        estimate_operator(
            "a100", bytes_read=1, bytes_written=1, flops=2, kind="matmul", precision="fp8"
        )


def test_a_faster_memory_makes_a_memory_bound_launch_faster() -> None:
    times = {
        name: estimate_operator(name, bytes_read=2**30, bytes_written=2**30).time_us.value
        for name in GPUS
    }
    order = sorted(GPUS, key=lambda name: times[name], reverse=True)
    for slower, faster in itertools.pairwise(order):
        assert GPUS[slower].dram_gb_per_s <= GPUS[faster].dram_gb_per_s


def test_integer_products_have_the_rate_of_their_own_if_there_is_one() -> None:
    """A B300 does a fifteenth of bf16's, an H200 as much as of fp8."""
    counters = {"kernelscope__tensor_mac_int8.sum": 1e12}
    for name, peak in (("b300", 150.0), ("h200", 1978.9)):
        spec = gpu(name)
        tensor = estimate_launch(
            spec, grid=spec.sms, block=128, registers=32, shared_bytes=0, counters=counters
        ).parts["tensor"]
        assert tensor == pytest.approx(2e12 / (peak * 1e6) / 0.7479, rel=1e-3)


def test_a_note_says_if_no_time_of_such_a_gpu_was_measured() -> None:
    notes = {
        name: estimate_operator(name, bytes_read=1e6, bytes_written=0).time_us.note
        for name in ("h100", "h200", "b300")
    }
    assert "H200" not in notes["h100"] + notes["h200"]
    assert notes["b300"].endswith("on an H200")
    assert "none was measured on b300" in KNOWN_ERROR.text_for(gpu("b300"))
    assert KNOWN_ERROR.text_for(gpu("h200")) == KNOWN_ERROR.text
