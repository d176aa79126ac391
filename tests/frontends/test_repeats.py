"""What tuners and benchmarks leave in memory does not depend on how often they repeat work."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

os.environ.setdefault("TRITON_DEFAULT_FP_FUSION", "1")
torch = pytest.importorskip("torch")
triton = pytest.importorskip("triton")

import triton.language as tl  # noqa: E402
from triton import Config  # noqa: E402

import kernelscope as ks  # noqa: E402
from kernelscope.errors import MemoryAccessError  # noqa: E402

pytestmark = pytest.mark.triton
N = 300


@triton.jit
def halve(x, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(x + at, tl.load(x + at, at < n) * 0.5, at < n)


@triton.jit
def clip(x, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(x + at, tl.minimum(tl.load(x + at, at < n), 1.0), at < n)


@triton.jit
def count(x, bins, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    tl.atomic_add(bins + tl.load(x + at, at < n, other=0), 1, at < n)


@triton.jit
def with_ticket(x, ticket, n, B: tl.constexpr):
    """The last program sets the ticket back."""
    at = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(x + at, at, at < n)
    if tl.atomic_add(ticket, 1) == tl.num_programs(0) - 1:
        tl.atomic_xchg(ticket, 0)


@triton.jit
def part(x, n, B: tl.constexpr):
    """One program writes B elements, whatever n is."""
    tl.store(x + tl.arange(0, B), 1.0)


@triton.jit
def far(x, n, B: tl.constexpr):
    tl.store(x + B * 1000 + tl.arange(0, B), 1.0)


def _tuned(kernel, **options):
    configurations = [Config({"B": size}, num_warps=1) for size in (32, 64)]
    return triton.autotune(configurations, key=[], **options)(kernel)


def _grid(n):
    return lambda meta: (triton.cdiv(n, meta["B"]),)


def _zeroed(arguments, **_):
    arguments["bins"].zero_()


def _found(result: ks.CheckResult) -> list[tuple[str, str]]:
    return [(finding.kind, finding.buffer) for finding in result.findings]


def test_a_tuned_kernel_that_changes_what_it_reads_is_found_with_the_name_of_the_argument():
    x = torch.full((N,), 8.0)
    with ks.check() as result:
        _tuned(halve)[_grid(N)](x, N)
    assert _found(result) == [("left-by-trials", "x")]
    (finding,) = result.findings
    assert "2 configurations on the same memory" in finding.message
    assert 'restore_value=["x"]' in finding.advice
    assert finding.code is not None
    assert finding.code.text.startswith("tl.store(x + at")
    assert torch.equal(x, torch.full((N,), 4.0))  # as if nothing had been tried


def test_atomic_additions_are_found_unless_a_reset_or_a_hook_clears_them():
    x, expected = torch.arange(N, dtype=torch.int32) % 3, torch.tensor([100, 100, 100, 0])
    bins = torch.zeros(4, dtype=torch.int32)
    with ks.check() as plain:
        _tuned(count)[_grid(N)](x, bins, N)
    assert _found(plain) == [("left-by-trials", "bins")]
    assert torch.equal(bins, expected)
    for options in ({"reset_to_zero": ["bins"]}, {"pre_hook": _zeroed}):
        with ks.check() as cleared:
            _tuned(count, **options)[_grid(N)](x, bins, N)
        assert cleared.ok, options
        assert torch.equal(bins, expected), options


def test_what_a_second_run_leaves_as_it_is_needs_no_restoring():
    x, ticket = torch.full((N,), 8.0), torch.zeros(1, dtype=torch.int32)
    with ks.check() as result:
        _tuned(clip)[_grid(N)](x, N)
        _tuned(halve, restore_value=["x"])[_grid(N)](x, N)
        # Four of a hundred programs would leave the ticket at 4, then at 8.
        many = torch.empty(6400)
        _tuned(with_ticket)[_grid(6400)](many, ticket, 6400)
    assert result.ok, result.table()
    assert x[0] == 0.5
    assert ticket[0] == 0


def test_elements_that_only_other_configurations_write_are_a_note():
    x = torch.zeros(N)
    with ks.check() as result:
        _tuned(part)[(1,)](x, N)
    assert _found(result) == [("left-by-other-trials", "x")]
    assert x.sum() in (32, 64)


def test_a_session_without_a_checker_says_so_on_the_standard_error(capsys):
    """The children in which the trials run report to it."""
    x = torch.full((N,), 8.0)
    with ks.virtual_gpu():
        _tuned(halve)[_grid(N)](x, N)
    assert 'give `restore_value=["x"]`' in capsys.readouterr().err
    assert x[0] == 4.0


def test_a_fault_in_a_trial_is_a_finding():
    x = torch.zeros(N)
    with ks.check() as result, pytest.raises(MemoryAccessError):
        _tuned(far)[(1,)](x, N)
    assert _found(result) == [("out-of-bounds", "x")]
    assert result.record.launches == 1


def test_a_checked_program_tries_configurations_on_all_cores(tmp_path: Path):
    tried = tmp_path / "tried"

    def note(_: object) -> None:
        with tried.open("a") as out:
            out.write(f"{os.getpid()}\n")

    configurations = [Config({"B": size}, num_warps=1, pre_hook=note) for size in (32, 64)]
    with ks.check() as result:
        triton.autotune(configurations, key=[])(clip)[_grid(N)](torch.ones(N), N)
    assert result.ok
    processes = set(map(int, tried.read_text().split()))
    assert len(processes - {os.getpid()}) == 2


def test_a_librarys_autotuner_need_not_ask_for_all_configurations():
    tuned = triton.autotune([Config({"B": size}) for size in (32, 64, 128)], key=[])(clip)
    prune = tuned.prune_configs
    tuned.prune_configs = lambda arguments: prune(arguments)[1:]
    for session in (ks.virtual_gpu(), ks.check()):
        x = torch.full((N,), 8.0)
        with session:
            tuned[_grid(N)](x, N)
        assert torch.equal(x, torch.ones(N))
        tuned.cache.clear()


def test_a_benchmark_that_changes_what_it_reads_is_a_fault_once_that_is_read():
    x, kept = torch.full((N,), 8.0), torch.full((N,), 8.0)
    with ks.check() as result:
        triton.testing.do_bench(lambda: halve[_grid(N)](x, N, B=32))
        triton.testing.do_bench(lambda: clip[_grid(N)](kept, N, B=32))
        before = _found(result)
        clip[_grid(N)](x, N, B=32)
    assert before == [("changed-by-benchmark", "x")]
    assert _found(result) == [("left-by-benchmark", "x")]


DISJOINT = """\
import sys, torch, triton, triton.language as tl
@triton.autotune([triton.Config({"B": b}, num_warps=1) for b in (32, 64)], key=[])
@triton.jit
def part(x, B: tl.constexpr):
    tl.store(x + tl.arange(0, B), 1.0)
x = torch.zeros(128, device="cuda")
part[(1,)](x)
print(x[:32].sum().item(), x[64:].sum().item())
if len(sys.argv) > 1:
    print(x.sum().item())
"""


@pytest.mark.parametrize("reads", [False, True])
def test_reading_elements_that_only_other_configurations_write_is_a_fault(
    reads: bool, tmp_path: Path
):
    path = tmp_path / "disjoint.py"
    path.write_text(DISJOINT)
    result = ks.check(path, ["all"] if reads else [])
    (finding,) = result.findings
    assert finding.kind == "left-by-other-trials"
    assert result.ok == (not reads) == bool(finding.note)
    assert (f"{path}:10 reads" in finding.message) == reads


SCRIPT = """\
import torch, triton
x, y = torch.ones(8, device="cuda"), torch.ones(8, device="cuda")
triton.testing.do_bench(lambda: x.mul_(2))
triton.testing.do_bench(lambda: y.add_(1))
y.zero_()
print(y.sum().item())
print(x.sum().item())
"""


def test_an_operator_of_pytorch_in_a_benchmark_is_found_by_its_line(tmp_path: Path):
    path = tmp_path / "bench.py"
    path.write_text(SCRIPT)
    result = ks.check(path)
    assert [(f.kind, f.source) for f in result.findings] == [("left-by-benchmark", f"{path}:3")]
    assert f"what {path}:7 reads" in result.findings[0].message


TIMERS = """\
import time, timeit, torch
from torch.utils import benchmark

def ones():
    return torch.ones(8, device="cuda")

v, w, x, y, z = (ones() for _ in range(5))
timeit.timeit(lambda: v.mul_(1.5), number=9)
benchmark.Timer("w.mul_(1.5)", globals={"w": w}).timeit(3)
begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
begin.record()
for _ in range(9):
    x.mul_(1.5)
end.record()
torch.cuda.synchronize()
print(v.sum().item(), w.sum().item(), x.sum().item())

def step():
    time.sleep(0.07)
    y.mul_(1.5)

timeit.Timer(step).autorange()
for _ in range(2):
    benchmark.Timer("z.mul_(1.5)", globals={"z": z}).blocked_autorange(min_run_time=0.0001)
print(y.sum().item(), z.sum().item())
"""


def test_timers_that_choose_how_often_work_runs_are_found_and_a_programs_own_numbers_are_not(
    tmp_path: Path,
):
    path = tmp_path / "timers.py"
    path.write_text(TIMERS)
    result = ks.check(path)
    assert [(f.kind, f.source) for f in result.findings] == [
        ("left-by-benchmark", f"{path}:20"),
        ("left-by-benchmark", f"{path}:24"),
    ]
    messages = [finding.message for finding in result.findings]
    assert f"the benchmark at {path}:22" in messages[0]
    assert f"the benchmark at {path}:24" in messages[1]


def test_a_script_that_fails_before_any_launch_has_no_verdict(tmp_path: Path):
    path = tmp_path / "fails.py"
    path.write_text("raise SystemExit(3)")
    result = ks.check(path)
    assert "no verdict: the script ended with exit code 3 before any launch" in result.table()
