"""`kernelscope profile` as it is typed."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

from kernelscope.cli import main  # noqa: E402
from kernelscope.profiling.examples import EXAMPLES  # noqa: E402

pytestmark = pytest.mark.skipif(torch.cuda.is_available(), reason="a real GPU is here")

SCRIPT = """
import sys, torch
print("arguments:", sys.argv[1:])
torch.ones(64, device="cuda").sum().item()
sys.exit(3)
"""


@pytest.fixture
def script(tmp_path: Path) -> str:
    path = tmp_path / "train.py"
    path.write_text(SCRIPT)
    return str(path)


def test_options_stand_before_or_after_the_script_and_the_rest_is_its_own(
    script: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "p.json"
    words = ["profile", "--device", "virtual:a100", script, "--epochs", "3", "--json", str(record)]
    assert main(words) == 3
    out = capsys.readouterr().out
    assert out.startswith("arguments: ['--epochs', '3']\n")
    assert "on virtual:a100" in out
    assert json.loads(record.read_text())["exit_code"] == 3


def test_the_record_has_the_trace_beside_it(script: str, tmp_path: Path) -> None:
    record = tmp_path / "p.json"
    main(["profile", script, "--device", "virtual", "--json", str(record)])
    trace = Path(json.loads(record.read_text())["trace"])
    assert trace == tmp_path / "p.trace.json"
    assert json.loads(trace.read_text())["traceEvents"]


def test_after_two_dashes_everything_is_the_scripts(
    script: str, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["profile", "--device", "virtual:h200", script, "--", "--device", "cuda"])
    assert capsys.readouterr().out.startswith("arguments: ['--device', 'cuda']\n")


def test_lines_fit_80_columns(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["profile", "softmax-of-sum", "--device", "virtual:h200"]) == 0
    assert max(map(len, capsys.readouterr().out.splitlines())) <= 80


def test_examples_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["profile", "--examples"]) == 0
    listed = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert listed == list(EXAMPLES)


def test_stacks_are_written_as_the_ending_says(script: str, tmp_path: Path) -> None:
    for name, begin in (("s.svg", "<svg "), ("s.txt", "<module> (train.py:1)")):
        main(["profile", script, "--device", "virtual", "--stacks", str(tmp_path / name)])
        assert (tmp_path / name).read_text().startswith(begin)


@pytest.mark.triton
def test_counters_are_a_table_of_80_columns_and_a_csv(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "c.csv"
    words = ["profile", "square-grids", "--counters", "--device", "virtual", "--csv", str(table)]
    assert main(words) == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 80
    rows = re.findall(r"square_k\S*\(grid (\d+)\) +(\d+) ", "\n".join(lines))  # … may be in it
    assert rows == [(grid, grid) for grid in ("1", "8", "64", "512")]
    assert [line.split(",")[3] for line in table.read_text().splitlines()[1:]] == [
        "1",
        "8",
        "64",
        "512",
    ]


def test_every_metric_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["profile", "--metrics"]) == 0
    out = capsys.readouterr().out
    assert "gpu__time_duration.sum [ns]\n    Time of one launch" in out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["cdist", "--csv", "c.csv"], "--csv needs --counters"),
        ([], "name an operation, an example or a script"),
        (["gleu"], "gleu is not an operation, an example or a file: did you mean `gelu`?"),
        (["cdist", "--fast"], "takes no arguments (got: --fast)"),
        (["no_such.py"], "no_such.py: there is no such file"),
        (["cdist", "--schedule", "hello"], "schedule: 'hello' is not valid"),
    ],
)
def test_a_mistake_is_one_line(
    words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["profile", *words]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert complaint in line
