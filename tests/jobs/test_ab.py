"""`ab`: what both sides may be, what is said of them, and the exit code."""

from __future__ import annotations

import dataclasses
import itertools
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kernelscope as ks
from kernelscope.cli import main
from kernelscope.devices.resolve import Device
from kernelscope.errors import UnavailableError, UsageError
from kernelscope.hardware import gpu
from kernelscope.jobs import ab as job
from kernelscope.measure import ab_gpu
from kernelscope.measure.suspicion import GpuState

DEVICE = "virtual:h200"
OPERATION = """
import torch
import kernelscope as ks
from helper import FACTOR

double = ks.Operation("double", axes={"n": 4096}, inputs=lambda case: (case.normal(case.n),),
    reference=lambda x: 2 * x, work=lambda case: ks.Work(4 * case.n, 4 * case.n))

@double.implementation("naive")
def naive(x):
    return x * FACTOR

@double.implementation("added")
def added(x):
    return x + x
"""


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository whose one commit has a helper that the files on disk no longer have."""
    (tmp_path / "op.py").write_text(OPERATION)
    (tmp_path / "helper.py").write_text("FACTOR = 2")
    git = ["git", "-C", str(tmp_path), "-c", "user.name=a", "-c", "user.email=a@b.c"]
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "one"]):
        subprocess.run([*git, *words], check=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_thing_against_itself_is_no_difference() -> None:
    result = ks.ab("square:naive", "square/naive", device=DEVICE, n=64)
    assert (result.outcome, result.exit_code) == ("no difference", 0)
    assert not result.record.changes


def test_a_slower_one_beyond_the_models_error_is_slower() -> None:
    """Softmax in five passes over 32 MB against one."""
    result = ks.ab("softmax/torch", "softmax/naive", device=DEVICE)
    assert (result.outcome, result.exit_code) == ("slower", 1)
    assert result.verdict.startswith("B is slower by ")
    assert ks.ab("softmax/naive", "softmax/torch", device=DEVICE).exit_code == 0


def test_each_revision_has_its_own_neighbours(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The helper of the file on disk is wrong, that of the commit is not."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    (repository / "helper.py").write_text("FACTOR = 4")
    result = ks.ab("op.py/naive@HEAD", "op.py/naive", device=DEVICE)
    assert (result.outcome, result.exit_code) == ("wrong", 1)
    assert result.verdict.startswith("op.py/naive is wrong: 4096 of 4096")
    assert "op.py/naive@HEAD is" not in result.verdict
    assert len(result.record.a.revision) >= 7
    other = ks.ab("op.py/naive", "op.py@HEAD:double/naive", device=DEVICE)
    assert other.verdict == result.verdict.replace("op.py/naive", "op.py/naive")
    written = (repository / "helper.py").stat()
    (repository / "helper.py").write_text("FACTOR = 2")
    os.utime(repository / "helper.py", ns=(written.st_atime_ns, written.st_mtime_ns))
    assert ks.ab("op.py/naive@HEAD", "op.py/naive", device=DEVICE).outcome == "no difference"


@pytest.mark.triton
def test_an_option_is_one_side_alone_and_its_estimate_cannot_be_told() -> None:
    result = ks.ab("square/triton", "square/triton@num_warps=8", device=DEVICE, n=256)
    assert (result.outcome, result.exit_code) == ("cannot tell", 3)
    assert "cannot be told apart" in result.verdict
    assert "B against A" in result.table()
    assert any("num_warps 1 → 8" in change.cause for change in result.record.changes)


@pytest.mark.parametrize(
    ("a", "b", "words"),
    [
        ("square", "square/naive", "does not name a single implementation of square"),
        ("square/naive", "gelu/torch", "A computes square and B gelu"),
        ("square/naive@HEAD", "square/naive", "only a file has versions"),
        ("op.py/naive@HEAD~9", "op.py/naive", "'HEAD~9' is not a revision in"),
        ("op.py/naive@--output=x", "op.py/naive", "option '--output' is unknown"),
        ("op.py/naive@-h", "op.py/naive", "'-h' is not a revision in"),
        ("op.py/naive@HEAD@HEAD", "op.py/naive", "needs one revision"),
        ("op.py/naive@", "op.py/naive", "needs one revision"),
        ("nothing.py/naive", "op.py/naive", "there is no such file"),
        ("square/naive@num_warp=8", "square/naive", "option 'num_warp' is unknown"),
    ],
)
def test_a_side_that_means_nothing_is_one_line(
    a: str, b: str, words: str, repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["ab", a, b, "--device", DEVICE]) == 2
    said = capsys.readouterr().err
    assert words in said
    assert said.count("\n") == 1


def test_a_file_outside_a_repository_has_no_versions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "op.py").write_text(OPERATION)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    with pytest.raises(UsageError, match="not a git repository"):
        ks.ab(f"{tmp_path}/op.py@HEAD", f"{tmp_path}/op.py", device=DEVICE)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(UnavailableError, match="need git"):
        ks.ab(f"{tmp_path}/op.py@HEAD", f"{tmp_path}/op.py", device=DEVICE)


@pytest.mark.parametrize("seconds", [0, -1, float("inf"), float("nan")])
def test_a_budget_is_above_zero(seconds: float) -> None:
    with pytest.raises(UsageError, match="seconds above 0"):
        ks.ab("square/naive", "square/torch", device=DEVICE, seconds=seconds)


# ---- the part for a GPU, with a clock made by hand -----------------------------------------------


class Clock:
    """B takes `slower` longer than A; the noise is 0.5 %."""

    def __init__(self, slower: float, noise: float = 0.005) -> None:
        self.slower, self.noise = slower, noise
        self.draw = np.random.default_rng(0)

    def events(self, run: Any, *, cold: bool, host_ms: float) -> float:
        self.last = ""
        run()
        factor = 1 + self.slower * (self.last == "B")
        return factor * (0.02 if cold else 0.01) * float(np.exp(self.noise * self.draw.normal()))

    def host(self, run: Any) -> float:
        run()
        return 0.01

    def graph(self, run: Any) -> Any:
        raise NotImplementedError


def on_gpu(monkeypatch: pytest.MonkeyPatch, clock: Clock, states: Any = None) -> None:
    """A "GPU" whose tensors are on the CPU and whose times are the clock's."""
    h200 = Device("cuda", "cuda", gpu("h200"))
    monkeypatch.setattr(job, "resolve", lambda _: h200)
    monkeypatch.setattr(job.environment, "describe_cuda", lambda: {"gpu": "made by hand"})
    monkeypatch.setattr(ks.Case, "on", lambda case, _: dataclasses.replace(case, device="cpu"))
    monkeypatch.setattr("kernelscope.measure.memory.free_bytes", lambda: 1 << 30)
    made = ab_gpu.Turns

    def turns(functions: Any, inputs: Any) -> Any:
        def named(name: str, function: Any) -> Any:
            def run(*values: Any) -> Any:
                clock.last = name
                return function(*values)

            return run

        both = tuple(map(named, "AB", functions))
        return made(both, inputs, clock, states or (lambda: GpuState(1980, 1, (), 400.0, 40.0)))  # pyright: ignore

    monkeypatch.setattr(ab_gpu, "Turns", turns)


def test_three_percent_are_found_with_their_interval(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    on_gpu(monkeypatch, Clock(0.03))
    result = ks.ab("square/naive", "square/torch", n=64, seed=3)
    assert (result.outcome, result.exit_code) == ("slower", 1)
    assert result.verdict.startswith("B is slower by 3")
    cold, warm = result.record.times
    assert (cold.state, warm.state) == ("cold", "warm")
    assert cold.a.value == pytest.approx(0.02, rel=0.01)
    assert warm.a.value == pytest.approx(0.01, rel=0.01)
    low, high = cold.change.low, cold.change.high
    assert low is not None
    assert high is not None
    assert 2 < low < 3 < high < 4
    assert len(cold.samples_a) == len(cold.samples_b) == result.record.rounds
    assert "1,980 MHz, 400 W, 40 °C" in " ".join(result.table().split())
    assert ks.load(result.save(tmp_path / "ab.json")) == result


def test_equal_ones_are_no_difference_above_one_percent(monkeypatch: pytest.MonkeyPatch) -> None:
    on_gpu(monkeypatch, Clock(0.0))
    result = ks.ab("square/naive", "square/torch", n=64, seed=3)
    assert (result.outcome, result.exit_code) == ("no difference", 0)
    assert result.verdict.startswith("no difference above 1 %")


def test_a_clock_that_drifts_is_named_if_nothing_can_be_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clocks = itertools.cycle([1980, 1500])
    on_gpu(monkeypatch, Clock(0.01, noise=0.4), lambda: GpuState(next(clocks), 1))
    result = ks.ab("square/naive", "square/torch", n=64, seed=3, seconds=0.2)
    assert (result.outcome, result.exit_code) == ("cannot tell", 3)
    assert result.verdict.startswith("cannot tell: drifting clock: 1500 … 1980 MHz")


def test_a_wrong_one_is_not_timed(monkeypatch: pytest.MonkeyPatch, repository: Path) -> None:
    on_gpu(monkeypatch, Clock(0.0))
    (repository / "helper.py").write_text("FACTOR = 3")
    result = ks.ab("op.py/added", "op.py/naive")
    assert (result.outcome, result.record.times) == ("wrong", ())
    assert "op.py/naive is wrong" in result.verdict
