"""`kernelscope evaluate`: exit codes, JSON, and one line for what cannot be used."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import kernelscope as ks
from kernelscope.cli import main

HERE = Path(__file__).resolve().parent
SCALE = HERE / "problems" / "scale.py"


def test_a_refused_submission_ends_with_1_and_its_record_says_why(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    submission = tmp_path / "mine.py"
    submission.write_text("def solution(x):\n    raise ValueError('on purpose')\n")
    record = tmp_path / "record.json"
    code = main(["evaluate", str(SCALE), str(submission), "--json", str(record), "--seed", "7"])
    assert code == 1
    shown = capsys.readouterr().out
    assert "refused for 1 reason" in shown
    data = json.loads(record.read_text())
    assert (data["kind"], data["accepted"], data["score"], data["seed"]) == (
        "evaluate",
        False,
        0,
        7,
    )
    (reason,) = data["reasons"]
    assert reason["kind"] == "raised"
    assert f"ValueError: on purpose at {submission}:2" in reason["message"]
    assert ks.load(record).table() == ks.load(record).table()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["no-such-problem", "SUBMISSION"], "there is no such problem"),
        ([str(SCALE), "no-such-file.py"], "there is no such submission"),
        ([str(SCALE), "SUBMISSION", "--seconds", "0"], "must be above 0"),
        ([str(SCALE), "SUBMISSION", "--case", "m=3"], "axis 'm' is unknown"),
        ([str(SCALE), "SUBMISSION", "--device", "virtual:h900"], "h900"),
        ([str(SCALE), "SUBMISSION", "--sed", "3"], "--sed"),
    ],
)
def test_what_cannot_be_used_is_one_line_and_2(
    words: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    submission = tmp_path / "mine.py"
    submission.write_text("def solution(x):\n    return x\n")
    given = [str(submission) if word == "SUBMISSION" else word for word in words]
    assert main(["evaluate", *given]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert len(error.strip().splitlines()) == 1


def test_inputs_that_differ_in_more_than_values_are_a_fault_of_the_problem(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    problem = tmp_path / "problem.py"
    problem.write_text(
        "import torch\n\n\ndef inputs(seed):\n    return (torch.zeros(3 + seed % 7),)\n\n\n"
        "def reference(x):\n    return x\n"
    )
    (tmp_path / "mine.py").write_text("def solution(x):\n    return x\n")
    assert main(["evaluate", str(problem), str(tmp_path / "mine.py"), "--seed", "1"]) == 2
    assert "differ in more than their values" in capsys.readouterr().err
