"""What a real GPU's comparison takes from the virtual one: launches with counters, or why not."""

from __future__ import annotations

import pytest
import torch

from kernelscope.hardware import gpu
from kernelscope.jobs.bench import Observation
from kernelscope.jobs.counted_elsewhere import counted_elsewhere
from kernelscope.jobs.rows import RowMaker
from kernelscope.operation import Operation, Work, load_operation
from kernelscope.quantity import Quantity
from kernelscope.record import OperatorRecord

H200 = gpu("h200")
TIMED = Observation(Quantity(0.05, "ms", "measured"))


@pytest.mark.slow
@pytest.mark.triton
def test_launches_are_counted_in_a_process_of_their_own() -> None:
    """On the case asked for; the measured time stays, and what PyTorch showed is left alone."""
    square = load_operation("square")
    case = square.case("n=96,layout=transposed")
    shown = Observation(TIMED.time_ms, operators=(OperatorRecord("aten.mul.Tensor"),))
    found, notes = counted_elsewhere(H200, square, case, {"torch": shown, "triton": TIMED})
    assert found["torch"] is shown
    assert found["triton"].time_ms == TIMED.time_ms
    (launch,) = found["triton"].launches
    assert launch.counters["kernelscope__unique_sectors_read.sum"] == 96 * 96 * 4 / 32
    assert notes == [
        f"bytes and launches of triton: one run of the same code on a virtual {H200.full_name}"
    ]


@pytest.mark.slow
@pytest.mark.triton
def test_what_fails_there_says_why() -> None:
    """A name that the operation does not have, as a stand-in for any failure."""
    square = load_operation("square")
    _, notes = counted_elsewhere(H200, square, square.case("n=64"), {"magic": TIMED})
    (note,) = notes
    assert note.startswith("bytes of magic were not counted: ")
    assert "magic" in note.partition(": ")[2]


@pytest.mark.parametrize(
    ("case", "reason"),
    [("n=16384", "on a CPU its 2.15 GB take too long (at most 537 MB)"), ("n=64", "more than 0 s")],
)
def test_what_would_take_too_long_is_not_tried_or_given_up(case: str, reason: str) -> None:
    square = load_operation("square")
    seen = {"triton": TIMED}
    found, (note,) = counted_elsewhere(H200, square, square.case(case), seen, seconds=0)
    assert found == seen
    assert reason in note


def test_an_operation_without_a_file_cannot_be_counted_elsewhere() -> None:
    own = Operation(
        "own",
        axes={"n": 4, "dtype": torch.float32},
        inputs=lambda case: (case.normal(case.n),),
        reference=lambda x: x + 1,
        work=lambda case: Work(16, 16),
    )
    _, (note,) = counted_elsewhere(H200, own, own.case(), {"triton": TIMED})
    assert "own is not in a file" in note


def test_a_rows_bytes_follow_from_what_was_counted() -> None:
    """The bench saw a time alone; the row gets bytes, and its notes are kept."""
    operation = load_operation("square")

    class Bench:
        spec, tensors_on, virtual, model_error = H200, "cpu", False, ""

        def run(self, function, *inputs):
            return function(*inputs)

        def keep(self, implementation) -> None: ...

        def observe(self, implementations, operation, case):
            return {one.name: TIMED for one in implementations}

    def count(spec, operation, case, seen):
        operator = OperatorRecord("aten.mul.Tensor", bytes_read=64.0, bytes_written=32.0)
        return {"torch": Observation(TIMED.time_ms, operators=(operator,))}, ["counted"]

    case = operation.case("n=8", device="cpu")
    maker = RowMaker(operation, case, Bench(), nasty=False, count=count)
    (row,) = maker.rows([operation.implementations["torch"]], lambda _: None)
    assert row.bytes.moved == 96
    assert maker.notes == ["counted"]


@pytest.mark.gpu
@pytest.mark.skipif(not torch.cuda.is_available(), reason="no GPU")
def test_a_comparison_on_a_gpu_has_counted_bytes() -> None:
    from kernelscope.jobs.compare import compare

    record = compare("square", device="cuda", only="torch,triton,cuda", nasty=False).record
    for row in record.rows[1:]:
        assert row.bytes.ratio == pytest.approx(1.0)
        assert row.bytes.provenance == "counted"
        assert row.time_ms.provenance == "measured"
    assert any("one run of the same code" in note for note in record.notes)
