"""What Triton's compiler writes when it fails is on the standard error, but for its module."""

from __future__ import annotations

import os

import pytest

from kernelscope.frontends.triton.stray import explained

WRITTEN = """k.py:25:32: error: the layouts do not agree
    x = convert(y)
k.py:25:32: note: see current operation: %7 = "op"(%3)
module attributes {"ttg.num-warps" = 4 : i32} {
}
k.py:3:1: error: Pipeline failed while executing
"""


def test_the_lines_of_the_errors_are_passed_on(capfd: pytest.CaptureFixture[str]) -> None:
    """A test of a kernel may look for them there, as without Kernelscope."""

    def compile_badly() -> None:
        with explained():
            os.write(2, WRITTEN.encode())
            raise RuntimeError("PassManager::run failed")

    with pytest.raises(RuntimeError) as caught:
        compile_badly()
    first, note, last = (WRITTEN.splitlines()[n] for n in (0, 2, 5))
    assert capfd.readouterr().err.splitlines() == [first, note, last]
    assert str(caught.value) == (
        "k.py:25:32: the layouts do not agree (Triton's compiler: PassManager::run failed)"
    )
