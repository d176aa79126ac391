"""On a GPU the steps are replayed there: its times count, and its answers are judged."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

import kernelscope as ks
from kernelscope.errors import UsageError
from kernelscope.operation import load_operation

pytestmark = [
    pytest.mark.gpu,
    pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a GPU"),
]

SUBJECTS = (
    *("vector-add/triton", "vector-add/cuda", "vector-add/compile"),
    *("softmax/triton", "softmax/cuda", "softmax/compile", "matmul/triton", "matmul/cuda"),
)
CASES = {"vector-add": "n=100000", "softmax": "rows=512,n=1024", "matmul": "n=256"}

# A GPU's clock has the date; the virtual one begins at one second. So it does nothing where it is
# timed, and its memory holds what was there.
SHIRKER = """
import torch, triton, triton.language as tl
from triton.language.extra.cuda import globaltimer

@triton.jit
def scaled(x, y, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    if globaltimer() < 1000000000000:
        tl.store(y + at, 3 * tl.load(x + at, mask=at < n) + 1, mask=at < n)

def solution(x):
    y = torch.empty_like(x)
    scaled[(triton.cdiv(x.numel(), 1024),)](x, y, x.numel(), BLOCK=1024)
    return y
"""
SCALE = Path(__file__).parent / "problems" / "scale.py"


@pytest.mark.parametrize("label", SUBJECTS)
def test_an_honest_kernel_is_timed_beside_the_reference(label: str, tmp_path: Path) -> None:
    name, _, implementation = label.partition("/")
    function = load_operation(name).implementations[implementation].function
    submission = tmp_path / "submission.py"
    submission.write_text(f"from {function.__module__} import {function.__name__} as solution\n")
    result = ks.evaluate(name, submission, device="cuda", case=CASES[name])
    assert result.accepted, result.table()
    record = result.record
    scored = next(one for one in record.trials if one.time_us is not None)
    assert scored.time_us is not None
    assert scored.reference_us is not None
    assert scored.time_us.provenance == scored.reference_us.provenance == "measured"
    assert record.score == pytest.approx(scored.reference_us.value / scored.time_us.value)
    assert [one.state for one in record.times] == ["cold", "warm"]
    assert "measured in turns" in result.table()


def test_a_kernel_that_does_nothing_where_it_is_timed_is_refused(tmp_path: Path) -> None:
    submission = tmp_path / "submission.py"
    submission.write_text(SHIRKER)
    assert ks.evaluate(SCALE, submission, device="virtual").accepted
    result = ks.evaluate(SCALE, submission, device="cuda")
    assert {reason.kind for reason in result.reasons} == {"unwritten"}
    assert all(reason.message.startswith("on the GPU: ") for reason in result.reasons)
    assert result.score == 0


def test_a_reference_that_fails_on_the_gpu_is_no_reason_to_refuse(tmp_path: Path) -> None:
    """A full or lost GPU says nothing of the submission: there is no verdict."""
    problem, submission = tmp_path / "full.py", tmp_path / "submission.py"
    # The process that times names its function on its command line. (That it has no script, but
    # `-c`, it has in common with the workers of pytest-xdist.)
    fails = (
        'import sys\n    if any("evaluation.on_gpu" in word for word in sys.orig_argv):\n'
        '        raise MemoryError("it is full")\n    '
    )
    text = SCALE.read_text()
    assert text.count("return 3 * x + 1") == 1
    problem.write_text(text.replace("return 3 * x + 1", fails + "return 3 * x + 1"))
    shirks = "globaltimer() < 1000000000000"
    assert SHIRKER.count(shirks) == 1
    submission.write_text(SHIRKER.replace(shirks, "n > 0"))
    with pytest.raises(UsageError, match=r"on this machine's GPU: .*MemoryError: it is full"):
        ks.evaluate(problem, submission, device="cuda")
