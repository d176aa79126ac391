"""A call and what is asked of it, without pytest between them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import torch
import triton
import triton.language as tl

from kernelscope.errors import GateError, UsageError
from kernelscope.gate.baselines import Baselines
from kernelscope.gate.checked import Gate
from kernelscope.jobs.observe import observed_gpu
from kernelscope.operation import Work

pytestmark = pytest.mark.triton
N = 4096


@triton.jit
def scale(x, out, n, factor, BLOCK: tl.constexpr, EXTRA: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = at < n
    value = tl.load(x + at, mask=mask)
    if EXTRA:
        tl.debug_barrier()
    tl.store(out + at, value * factor, mask=mask)


def scaled(x: torch.Tensor, block: int = 1024, extra: bool = False) -> torch.Tensor:
    out = torch.empty_like(x)
    n = x.numel()
    scale[(triton.cdiv(n, block),)](x, out, n, 3.0, BLOCK=block, EXTRA=extra)
    return out


def scaled_in_place(x: torch.Tensor) -> None:
    scale[(triton.cdiv(N, 1024),)](x, x, N, 3.0, BLOCK=1024, EXTRA=False)


def tripled(x: torch.Tensor) -> torch.Tensor:
    return x * 3


def scaled_and_moved_on(x: torch.Tensor) -> torch.Tensor:
    out = scaled(x)
    return out + 1


def scaled_twice(x: torch.Tensor) -> torch.Tensor:
    out = scaled(x)
    return scaled(out)


def baselines(folder: Path, *, updates: bool = False) -> Baselines:
    root = Path(__file__).parent
    return Baselines(folder, "test_it", root, updates, "test_k.py::test_it")


@pytest.fixture
def gate(tmp_path: Path) -> Iterator[Gate]:
    with observed_gpu("h200") as gpu:
        yield Gate(gpu, baselines(tmp_path))


def x() -> torch.Tensor:
    return torch.linspace(-1, 1, N)


def line_of(code: str) -> int:
    return next(
        place
        for place, line in enumerate(Path(__file__).read_text().splitlines(), 1)
        if line.strip() == code
    )


def test_a_call_that_keeps_all_passes_all(gate: Gate) -> None:
    checked = gate.check(scaled, x())
    checked.moves(at_most=1.0).vectorized().no_spills().no_bank_conflicts().launches(at_most=1)
    checked.no_races().correct(tripled)
    assert torch.equal(checked.result, 3 * x())


@pytest.mark.parametrize(
    ("call", "line"),
    [(scaled_and_moved_on, "    return out + 1"), (scaled_twice, "    scale[(triton.cdiv(")],
)
def test_one_more_pass_over_memory_names_the_line_that_makes_it(
    gate: Gate, call: Callable[..., torch.Tensor], line: str
) -> None:
    """The operator's line or the launch's, and not the `def` of a kernel."""
    with pytest.raises(GateError) as failure:
        gate.check(call, x()).moves(at_most=1.2)
    (problem,) = failure.value.problems
    file, _, number = problem.source.rpartition(":")
    assert Path(file).read_text().splitlines()[int(number) - 1].startswith(line)


def test_the_fewest_bytes_are_those_of_the_tensors_or_as_given(gate: Gate) -> None:
    checked = gate.check(scaled, x())
    checked.moves(at_most=1.0, fewest=8 * N).moves(at_most=1.0, fewest=Work(4 * N, 4 * N, N))
    with pytest.raises(GateError, match=r"2\.00 times the fewest"):
        checked.moves(at_most=1.9, fewest=4 * N)
    in_place = gate.check(scaled_in_place, x())
    in_place.moves(at_most=1.0, fewest=8 * N)
    with pytest.raises(GateError, match="argument changed"):
        in_place.moves(at_most=1.0)


def test_a_call_that_changes_its_argument_is_checked_on_what_it_was(gate: Gate) -> None:
    gate.check(scaled_in_place, x()).no_races().correct(tripled)


def test_a_change_is_at_its_line_and_at_the_launch(gate: Gate, tmp_path: Path) -> None:
    written = Gate(gate.gpu, baselines(tmp_path, updates=True))
    written.check(scaled, x()).same_counters_as("baseline").not_slower_than("baseline", by="1%")
    assert [path.name for path in written.written] == ["test_it.json"]
    gate.check(scaled, x()).same_counters_as("baseline").not_slower_than("baseline", by="1%")
    with pytest.raises(
        UsageError, match=r"pytest --kernelscope-update 'test_k\.py::test_it'` writes .*json"
    ):
        gate.baselines.read(gate.baselines.path(2))
    gate.checks = 0
    with pytest.raises(GateError) as caught:
        gate.check(scaled, x(), extra=True).same_counters_as("baseline")
    places = [problem.source.rpartition(":")[2] for problem in caught.value.problems]
    assert str(line_of("tl.debug_barrier()")) in places
    gate.checks = 0
    with pytest.raises(GateError) as caught:
        gate.check(scaled, x(), block=256).same_counters_as("baseline")
    first = caught.value.problems[0]
    assert first.message.startswith("the launch changed: blocks 4 → 16")
    launch = "scale[(triton.cdiv(n, block),)](x, out, n, 3.0, BLOCK=block, EXTRA=extra)"
    assert first.source.endswith(f":{line_of(launch)}")


def test_counters_that_grow_without_the_time_are_a_note(gate: Gate, tmp_path: Path) -> None:
    Gate(gate.gpu, baselines(tmp_path, updates=True)).check(scaled, x()).same_counters_as(
        "baseline"
    )
    gate.check(scaled, x(), extra=True).not_slower_than("baseline", by="2%")
    (note,) = gate.notes
    assert "the estimated time is within 2% of the baseline's, but counters grew: " in note
    assert "block-wide barriers 0 → 16" in note


def test_two_checks_of_one_test_have_two_baselines(gate: Gate, tmp_path: Path) -> None:
    written = Gate(gate.gpu, baselines(tmp_path, updates=True))
    for block in (1024, 512):
        written.check(scaled, x(), block=block).same_counters_as("baseline")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["test_it.2.json", "test_it.json"]
    for block in (1024, 512):
        gate.check(scaled, x(), block=block).same_counters_as("baseline")


def test_names_of_tests_that_are_no_file_names_stay_apart(tmp_path: Path) -> None:
    names = ["test_it[a/b]", "test_it[a:b]", "test_it[" + "n" * 500 + "]", "test_it[a-b]"]
    paths = {Baselines(tmp_path, name, tmp_path, False, name).path(1).name for name in names}
    assert len(paths) == len(names)
    assert all(len(path) < 200 and "/" not in path for path in paths)
