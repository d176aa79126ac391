"""A submission is judged by the share of its answer that depends on its own arithmetic.

Each file of `submissions/` is a problem, with functions that solve it: `decoy_…` lets PyTorch solve
it and a kernel pretend, and `honest_…` does a part of the work.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import kernelscope as ks

SUBMISSIONS = Path(__file__).resolve().parent / "submissions"
ALWAYS = ("rms_norm/decoy_copies", "matmul_epilogue/honest_bias_and_gelu")


def names(way: str) -> list[str]:
    """Return "problem/function" of all submissions of a way."""
    return [
        f"{path.stem}/{node.name}"
        for path in sorted(SUBMISSIONS.glob("*.py"))
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name.startswith(f"{way}_")
    ]


def marked(way: str) -> list[object]:
    """Return the submissions: two always run, one of each problem with the slow ones."""
    seen: set[str] = set()
    marked: list[object] = []
    for name in names(way):
        problem = name.partition("/")[0]
        mark = pytest.mark.exhaustive if problem in seen else pytest.mark.slow
        seen.add(problem)
        marks = [pytest.mark.triton] if name in ALWAYS else [mark]
        marked.append(pytest.param(name, marks=marks))
    return marked


def evaluated(name: str, folder: Path) -> ks.EvaluationResult:
    problem, _, function = name.partition("/")
    text = (SUBMISSIONS / f"{problem}.py").read_text()
    target = "ModelNew" if "class Model(" in text else "solution"
    submission = folder / "submission.py"
    submission.write_text(f"{text}\n\n{target} = {function}\n")
    return ks.evaluate(SUBMISSIONS / f"{problem}.py", submission, device="virtual:h200")


@pytest.mark.long("a judgement has a process for each trial")
@pytest.mark.parametrize("name", marked("decoy"))
def test_a_decoy_is_refused_as_a_library_call(name: str, tmp_path: Path) -> None:
    result = evaluated(name, tmp_path)
    assert not result.accepted
    assert "library-call" in {reason.kind for reason in result.reasons}, result.table(200)


@pytest.mark.long("a judgement has a process for each trial")
@pytest.mark.parametrize("name", marked("honest"))
def test_a_kernel_that_does_a_part_of_the_work_is_accepted(name: str, tmp_path: Path) -> None:
    result = evaluated(name, tmp_path)
    assert result.accepted, result.table(200)
    assert result.score > 0


def test_there_are_enough_of_both() -> None:
    assert len(names("decoy")) >= 50
    assert len(names("honest")) >= 50
