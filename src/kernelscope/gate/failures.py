"""Problems as a compiler prints them.

Example:
    kernels.py:31: error: a load moves 32 bits for each thread; 128 are possible (vectorized)
       31 |     x = tl.load(pointer + at * stride)
          |     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
          = pass stride = 1 (Triton specialises on it), or make `stride` a tl.constexpr
          = in softmax_kernel, checked at tests/test_softmax.py:12

"""

from __future__ import annotations

import linecache
import os
from collections.abc import Iterable
from pathlib import Path

from kernelscope.report.ci import Problem


def text_of(problems: Iterable[Problem], checked_at: str) -> str:
    """Return all problems, each with its line of the source and a mark under it.

    Args:
        problems: at least one.
        checked_at: "file:line" of the check in the test.
    """
    return "\n".join(_one(problem, checked_at) for problem in problems)


def _one(problem: Problem, checked_at: str) -> str:
    source = problem.source or checked_at
    file, _, number = source.rpartition(":")
    lines = [f"{shown(source)}: error: {problem.message} ({problem.rule})"]
    margin = max(5, len(number) + 2)
    code = linecache.getline(file, int(number)).rstrip() if number.isdigit() else ""
    if code:
        lines.append(f"{number:>{margin}} | {code.expandtabs(4)}")
        lines.append(f"{'':>{margin}} | {_mark(code.expandtabs(4))}")
    if problem.advice:
        lines.append(f"{'':>{margin}} = {problem.advice}")
    subject = f"in {problem.subject}, " if problem.subject else ""
    lines.append(f"{'':>{margin}} = {subject}checked at {shown(checked_at)}")
    return "\n".join(lines)


def _mark(code: str) -> str:
    """Return a mark under the code of a line, without its indent and its comment."""
    start = len(code) - len(code.lstrip())
    bare = code.partition("  #")[0].partition("  //")[0].rstrip()
    return " " * start + "^" + "~" * max(len(bare) - start - 1, 0)


def shown(source: str) -> str:
    """Return "file:line" with the file relative to the current folder, if it is in it."""
    file, colon, line = source.rpartition(":")
    here = Path.cwd()
    path = Path(os.path.abspath(file))
    return f"{path.relative_to(here) if path.is_relative_to(here) else file}{colon}{line}"
