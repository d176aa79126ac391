"""`tune`: what it tries, what it chooses, what it shows, and what it refuses."""

from __future__ import annotations

import csv
import io
import os
from pathlib import Path
from typing import Any

import pytest

os.environ.setdefault("TRITON_DEFAULT_FP_FUSION", "1")
pytest.importorskip("triton")

import kernelscope as ks
from families import exhaustive
from kernelscope.cli.app import main
from kernelscope.frontends.triton import tuned_kernels
from kernelscope.quantity import Quantity
from kernelscope.record import Candidate, TunedKernel, Tuning
from kernelscope.results.operations import TuningResult

SCRIPT = """
import torch, triton, triton.language as tl

@triton.autotune(
    [triton.Config({"BLOCK": b}, num_warps=w) for b, w in ((32, 1), (1024, 4), (1024, 64))],
    key=["n"],
)
@triton.jit
def add(x, y, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + at, tl.load(x + at, at < n) + tl.load(y + at, at < n), at < n)

@triton.jit
def double(x, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(x + at, 2 * tl.load(x + at, at < n), at < n)

n = SIZE
x, y, out = (torch.ones(n, device="cuda") for _ in range(3))
if USES_ADD:
    add[lambda meta: (triton.cdiv(n, meta["BLOCK"]),)](x, y, out, n)
double[(n // 1024,)](x, n, BLOCK=1024)
double[(n // 1024,)](x, n, BLOCK=1024)
print("sum", out.sum().item(), x.sum().item())
"""


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "adds.py"
    path.write_text(SCRIPT.replace("USES_ADD", "True").replace("SIZE", "1 << 16"))
    return path


def test_a_script_s_autotuned_kernel_is_tuned(script: Path, capsys: pytest.CaptureFixture[str]):
    script.write_text(script.read_text().replace("1 << 16", "1 << 20"))
    result = ks.tune(str(script), device="virtual:h200")
    assert f"sum {2.0 * (1 << 20)} {4.0 * (1 << 20)}" in capsys.readouterr().out
    (kernel,) = result.kernels
    assert (kernel.kernel, kernel.arguments) == ("add", {"n": str(1 << 20)})
    assert kernel.autotuned
    assert [one.configuration["BLOCK"] for one in kernel.candidates] == ["32", "1024", "1024"]
    slow, fast, refused = kernel.candidates
    assert refused.time_us is None
    assert refused.refused
    assert slow.time_us is not None
    assert fast.time_us is not None
    assert (kernel.chosen, kernel.level) == (1, (1,))
    low, high = fast.time_us.low or 0.0, fast.time_us.high or 0.0
    assert 0 < low < fast.time_us.value < high < slow.time_us.value
    assert fast.time_us.provenance == "estimated"
    assert (fast.spill_bytes, fast.shared_bytes, fast.bound) == (0, 0, "dram")
    assert 0 < (fast.occupancy or 0) <= 1
    assert (fast.registers or 0) > 0


def test_an_autotuner_that_prunes_all_but_one_is_timed_as_well(script: Path):
    """Triton 3.9 takes the one that is left without timing it."""
    prune = 'prune_configs_by={"early_config_prune": lambda all, _, **__: all[1:2]},'
    text = script.read_text().replace("1 << 16", "1 << 20")
    script.write_text(text.replace('key=["n"],', f'key=["n"], {prune}'))
    (kernel,) = ks.tune(str(script), device="virtual:h200").kernels
    (candidate,) = kernel.candidates
    assert (candidate.configuration["BLOCK"], kernel.chosen) == ("1024", 0)
    assert candidate.time_us is not None
    assert candidate.bound == "dram"


ALL_WARPS = (1, 2, 4, 8, 16, 32)


@pytest.mark.parametrize("warps", [(1, 8), exhaustive(ALL_WARPS)])
def test_a_kernel_without_an_autotuner_is_tuned_if_it_is_named(
    script: Path, monkeypatch: pytest.MonkeyPatch, warps: tuple[int, ...]
):
    script.write_text(script.read_text().replace("if True", "if False"))
    if warps != ALL_WARPS:
        monkeypatch.setattr(tuned_kernels, "_WARPS", warps)
    monkeypatch.setattr(tuned_kernels, "_STAGES", (1, 2))
    result = ks.tune(str(script), device="virtual:h200", kernel="double")
    (kernel,) = result.kernels
    assert not kernel.autotuned
    # It has no loop: the code of all numbers of stages is the same, and shown once.
    assert [one.configuration["num_warps"] for one in kernel.candidates] == [*map(str, warps)]
    assert len({one.configuration["num_stages"] for one in kernel.candidates}) == 1


@pytest.mark.parametrize("warps", [(4, 8), exhaustive((1, 2, 4, 8, 16, 32))])
def test_an_operation_s_triton_implementation_is_tuned(
    warps: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(tuned_kernels, "_WARPS", warps)
    monkeypatch.setattr(tuned_kernels, "_STAGES", (1, 2))
    result = ks.tune("softmax", device="virtual:a100", case="rows=512,n=512")
    assert result.record.target == "softmax/triton"
    assert result.record.case["rows"] == 512
    (kernel,) = result.kernels
    assert len(kernel.candidates) >= len(warps)
    assert kernel.chosen in kernel.level


def test_the_choice_is_the_same_each_time(script: Path):
    first, second = (ks.tune(str(script), device="virtual:h100").kernels for _ in range(2))
    assert first == second


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["gelu/torch"], "gelu/torch launches no Triton kernel"),
        (
            ["--kernel", "triple", "SCRIPT"],
            "launches no Triton kernel triple: it launches add, double",
        ),
        (
            ["PLAIN"],
            "no kernel under triton.autotune; name one of its kernels with --kernel: double",
        ),
        (["SCRIPT", "--case", "n=1"], "is a script; only an operation has cases"),
        (["nothing"], "nothing"),
    ],
)
def test_what_cannot_be_tuned_is_one_line(
    words: list[str], said: str, script: Path, capsys: pytest.CaptureFixture[str]
):
    plain = script.with_name("plain.py")
    plain.write_text(SCRIPT.replace("USES_ADD", "False").replace("SIZE", "1 << 16"))
    files = {"SCRIPT": str(script), "PLAIN": str(plain)}
    given = [files.get(word, word) for word in words]
    assert main(["tune", "--device", "virtual:h200", *given]) == 2
    error = capsys.readouterr().err.splitlines()[-1]
    assert said in error


def test_a_script_that_fails_passes_its_code_on(tmp_path: Path):
    path = tmp_path / "fails.py"
    path.write_text("raise SystemExit(7)")
    assert main(["tune", str(path), "--device", "virtual:h200"]) == 7


def _candidate(us: float | None, **more: Any) -> Candidate:
    time = None if us is None else Quantity(us, "us", "estimated", 0.9 * us, 1.2 * us)
    return Candidate({"BLOCK": f"{us or 0:.0f}", "num_stages": "2"}, time, **more)


def _result(*times: float | None, level: tuple[int, ...], chosen: int | None) -> TuningResult:
    candidates = tuple(_candidate(us, refused="" if us else "out of shared memory") for us in times)
    kernel = TunedKernel("add", "a.py:3", {"n": "9"}, True, candidates, chosen, level)
    return TuningResult(Tuning("virtual:h200", "a.py", (kernel,)))


def test_the_table_says_what_is_chosen_and_what_cannot_be_told_apart():
    table = _result(12.0, 10.0, None, 30.0, level=(0, 1), chosen=1).table()
    assert "Choose BLOCK=10 num_stages=2: 10.0 µs; the best 2 of 4 cannot be told apart" in table
    rows = [line.split() for line in table.splitlines() if "µs" in line and "…" in line]
    assert [row[0] for row in rows] == ["→", "≈", "30"]
    assert "1 of 4 refused: out of shared memory" in table
    assert "stages" not in table.replace("num_stages", "")  # they are all the same


def test_one_fastest_and_none():
    assert "the fastest of 2." in _result(10.0, 30.0, level=(0,), chosen=0).table()
    assert "refuses all 1 configurations" in _result(None, level=(), chosen=None).table()


def test_values_pages_and_files(tmp_path: Path):
    result = _result(*range(1, 40), level=(0,), chosen=0)
    assert "… 19 more" in result.table()
    paths = result.write_all(tmp_path)
    assert sorted(path.suffix for path in paths) == [".csv", ".html", ".json", ".txt"]
    rows = list(csv.DictReader(io.StringIO((tmp_path / "a-tune.csv").read_text())))
    assert [float(row["time_us"]) for row in rows] == list(range(1, 40))
    assert [row["chosen"] for row in rows] == ["1", *["0"] * 38]
    assert result.page().count("<tr") >= 40
    again = ks.load(tmp_path / "a-tune.json")
    assert isinstance(again, TuningResult)
    assert again.record == result.record
