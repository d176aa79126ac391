"""What a real GPU's comparison takes from the virtual one: launches with counters, or why not."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

from kernelscope.hardware import gpu
from kernelscope.jobs.bench import Observation
from kernelscope.jobs.counted_elsewhere import CountingElsewhere
from kernelscope.jobs.rows import RowMaker
from kernelscope.operation import Operation, Work, load_operation, load_operation_file
from kernelscope.quantity import Quantity
from kernelscope.record import OperatorRecord

H200 = gpu("h200")
TIMED = Observation(Quantity(0.05, "ms", "measured"))


def counting(operation: Operation, case: str, *names: str, seconds: float = 600):
    chosen = [operation.implementations[name] for name in names]
    return CountingElsewhere(H200, operation, operation.case(case), chosen, seconds)


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KERNELSCOPE_CACHE", str(tmp_path / "cache"))


@pytest.mark.slow
@pytest.mark.triton
@pytest.mark.usefixtures("own_cache")
def test_launches_are_counted_in_a_process_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """On the case asked for; what PyTorch showed is left alone, and counts are kept."""
    square = load_operation("square")
    shown = Observation(TIMED.time_ms, operators=(OperatorRecord("aten.mul.Tensor"),))
    seen = {"torch": shown, "triton": TIMED, "numba": TIMED}
    with counting(square, "n=96,layout=transposed", *seen) as elsewhere:
        found, notes = elsewhere.fill(seen)
    (note,) = notes
    assert note == (
        "bytes and launches of triton, numba: one run of the same code on a virtual "
        f"{H200.full_name}"
    )
    assert found["torch"] is shown
    for name in ("triton", "numba"):
        assert found[name].time_ms == TIMED.time_ms
        (launch,) = found[name].launches
        assert launch.counters["kernelscope__unique_sectors_read.sum"] == 96 * 96 * 4 / 32

    def started(*_: object, **__: object) -> None:
        raise AssertionError("what is kept needs no process")

    monkeypatch.setattr("subprocess.Popen", started)
    with counting(square, "n=96,layout=transposed", *seen) as again:
        assert again.fill(seen) == (found, notes)
    with pytest.raises(AssertionError), counting(square, "n=97", "triton"):
        pass


SCALE = """
import torch, triton, triton.language as tl
from kernelscope.operation import Operation, Work

own = Operation(
    "own", axes={"n": 64, "dtype": torch.float32}, inputs=lambda case: (case.normal(case.n),),
    reference=lambda x: 2 * x, work=lambda case: Work(4 * case.n, 4 * case.n),
)

@triton.jit
def scale(x, y, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + at, FACTOR_OF tl.load(x + at, mask=at < n), mask=at < n)

@own.implementation("triton")
def own_triton(x):
    y = torch.empty_like(x)
    scale[(triton.cdiv(x.numel(), 32),)](x, y, x.numel(), BLOCK=32)
    return y

@own.implementation("refuses", style="triton")
def refuses(x):
    raise ValueError("not today")
"""


@pytest.mark.slow
@pytest.mark.triton
@pytest.mark.usefixtures("own_cache")
def test_a_users_file_is_counted_again_once_it_has_changed(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    read = []
    for text in ("2 *", "tl.load(y + at, mask=at < n) +"):
        file.write_text(SCALE.replace("FACTOR_OF", text))
        own = load_operation_file(str(file))
        seen = dict.fromkeys(own.implementations, TIMED)
        with counting(own, "n=64", *seen) as elsewhere:
            found, notes = elsewhere.fill(seen)
        (launch,) = found["triton"].launches
        read.append(launch.counters["kernelscope__unique_sectors_read.sum"])
        assert notes[1:] == ["bytes of refuses were not counted: ValueError: not today"]
    assert read == [8, 16]


@pytest.mark.slow
@pytest.mark.usefixtures("own_cache")
def test_a_process_that_fails_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    square = load_operation("square")
    monkeypatch.setattr("kernelscope.jobs.counted_elsewhere.loaded_as", lambda _: "sqare")
    with counting(square, "n=64", "triton", "cuda") as elsewhere:
        _, (note,) = elsewhere.fill({"triton": TIMED, "cuda": TIMED})
    assert note.startswith("bytes of triton, cuda were not counted: ")
    assert "sqare" in note.partition(": ")[2]


@pytest.mark.usefixtures("own_cache")
@pytest.mark.parametrize(
    ("case", "reason"),
    [("n=16384", "on a CPU its 2.15 GB take too long (at most 537 MB)"), ("n=64", "more than 0 s")],
)
def test_what_would_take_too_long_is_not_tried_or_given_up(case: str, reason: str) -> None:
    square = load_operation("square")
    seen = {"triton": TIMED}
    with counting(square, case, "triton", seconds=0) as elsewhere:
        found, (note,) = elsewhere.fill(seen)
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
    own.implementation("triton")(lambda x: x + 1)
    with counting(own, "", "triton") as elsewhere:
        _, (note,) = elsewhere.fill({"triton": TIMED})
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

    def count(seen):
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
