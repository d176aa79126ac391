"""Where along a sweep an implementation stops working, and why."""

from __future__ import annotations

import pytest

from kernelscope.diagnose.breaks import breaks, fastest
from kernelscope.quantity import Provenance, Quantity
from kernelscope.record import LaunchRecord, Row

POINTS = [1024, 2048, 4096]


def launched(registers: int, local: int, blocks: int = 64, threads: int = 1024) -> Row:
    launch = LaunchRecord(
        "rows", (blocks, 1, 1), (threads, 1, 1), registers=registers, local_bytes=local
    )
    return Row("triton", "triton", "ok", launches=(launch,))


def test_one_that_works_throughout_is_not_mentioned():
    assert breaks("n", POINTS, {"triton": [launched(22, 0)] * 3}) == ()


def test_registers_that_no_longer_hold_the_row_are_the_reason():
    rows = [launched(22, 0, threads=256), launched(40, 0), launched(64, 192)]
    (sentence,) = breaks("n", POINTS, {"triton": rows})
    assert sentence == (
        "triton fits its registers up to n=2048: from n=4096 on, 64 registers a thread in "
        "blocks of 1,024 are too few for rows, so 192 bytes a thread go to local memory; "
        "it launches 64 blocks, as at n=1024, where 22 registers a thread were enough."
    )


def test_a_grid_that_grows_with_the_axis_is_not_blamed():
    rows = [launched(22, 0, 64), launched(40, 0, 128), launched(64, 192, 256)]
    (sentence,) = breaks("n", POINTS, {"triton": rows})
    assert "it launches" not in sentence


@pytest.mark.parametrize("status", ["unavailable", "failed", "wrong"])
def test_a_point_that_does_not_run_is_named_with_its_reason(status):
    bad = Row("cuda", "cuda", status, reason="too many resources requested")
    (sentence,) = breaks("n", POINTS, {"cuda": [launched(22, 0), bad, bad]})
    assert sentence == (
        f"cuda works up to n=1024: at n=2048 it is {status}: too many resources requested."
    )


def test_one_that_never_works_says_so():
    bad = Row("cuda", "cuda", "failed", reason="no")
    assert breaks("n", POINTS, {"cuda": [bad] * 3}) == (
        "cuda works at none of the first points: at n=1024 it is failed: no.",
    )


def rates(provenance: Provenance, *values: float | None) -> list[Quantity | None]:
    return [None if v is None else Quantity(v, "GB/s", provenance) for v in values]


def test_the_fastest_are_named_with_the_points_where_they_are() -> None:
    series = {
        "triton": rates("measured", 100, 200, None),
        "online": rates("measured", 98, 150, 160),
    }
    assert fastest("n", POINTS, series) == (
        "Fastest: triton and online at n=1024, triton at n=2048, online at n=4096."
    )
    assert fastest("n", POINTS, {"triton": rates("measured", 1, 2, 3)}) == ""


def test_the_fastest_by_the_model_are_those_beyond_its_error() -> None:
    """1.05 times an estimated rate is no win: at no point, at none of them."""
    series = {
        "triton": rates("estimated", 105, 300, 161),
        "online": rates("estimated", 100, 150, 160),
    }
    assert fastest("n", POINTS, series) == (
        "Fastest: triton and online at n=1024, triton at n=2048, triton and online at n=4096. "
        "Those named together cannot be told apart here; measure on a GPU."
    )
    level = {name: rates("estimated", 9, 9, 9) for name in ("a", "b", "c")}
    assert fastest("n", POINTS, level) == (
        "Fastest: a, b and c for n=1024 … 4096. Those named together cannot be told apart here; "
        "measure on a GPU."
    )


@pytest.mark.triton
@pytest.mark.long("two rows so long that registers run out")
def test_softmax_in_one_program_a_row_runs_out_of_registers_and_a_loop_does_not():
    """Found in what the assembler gave each length: 65,536 elements of fp32 are all registers."""
    import kernelscope as ks

    result = ks.compare(
        "softmax",
        device="virtual:h200",
        case="rows=2",
        axis="n=32768..65536",
        only="triton,triton-online",
        nasty=False,
    )
    assert result.record.sweep is not None
    (note,) = [one for one in result.record.sweep.notes if not one.startswith("Fastest")]
    assert note.startswith("triton fits its registers up to n=32768: from n=65536 on")
    assert "bytes a thread go to local memory, which the estimated time leaves out" in note


@pytest.mark.triton
def test_compiling_on_a_virtual_gpu_is_this_machines_time_and_said_to_be():
    """An operation of PyTorch's own compiles nothing; a kernel's first call does."""
    import kernelscope as ks

    result = ks.compare("square", device="virtual:h200", case="n=64", only="torch,cuda")
    rows = {row.implementation: row for row in result.record.rows}
    assert "compile" not in rows["torch"].timings
    compiling = rows["cuda"].timings["compile"]
    assert compiling.provenance == "measured"
    assert compiling.value >= 0  # a first call less a later one: a busy machine can make it 0
    assert "on this machine" in compiling.note
