"""Fail if a file or a function has outgrown a reader, or the tests those who wait for them.

1,000 lines a file, 60 a function. A typical file has 150 lines and a typical function 10. One
subject in one longer file is better than a chain of base classes: the parser of PTX has 900 lines,
and its grammar reads from top to bottom.

What `make test` takes is recorded in `tests/costs.json`. A total that differs by more than a tenth
from the last entry of TESTS_SECONDS needs a new entry, which says why.
"""

from __future__ import annotations

import ast
import json
import sys
from collections.abc import Iterator
from pathlib import Path

FILE_LINES = 1000
FUNCTION_LINES = 60
FOLDERS = ("src", "tests", "bench", "tools")
COSTS = Path("tests/costs.json")
CHANGE = 0.10
# The processor seconds of `make test` from empty caches, and why they changed. On a machine that
# does nothing else, `make test PYTEST_OPTIONS="--cache-clear --record-costs"` writes the record.
TESTS_SECONDS = (
    (2454, "as of 92abb8e, next to other work: before files were collected and compiled once"),
    (1634, "kernels compile in a third of the time; cases that differ in degree are exhaustive"),
    (
        834,
        "no search for garbage of all clocks, no disassembly that nobody asks for, blocks in 5 ms",
    ),
)


def too_large(path: Path) -> Iterator[str]:
    """Name what in one Python file is over a bound, as `path:line: what`."""
    text = path.read_text(encoding="utf-8")
    lines = text.count("\n")
    if lines > FILE_LINES:
        yield f"{path}:1: {lines} lines, at most {FILE_LINES}: split it by what its parts are about"
    for node in ast.walk(ast.parse(text, str(path))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            # From the docstring on: a command's signature is a table of its options.
            length = (node.end_lineno or node.lineno) - node.body[0].lineno + 1
            length -= lines_of_tables(node)
            if length > FUNCTION_LINES:
                bound = f"at most {FUNCTION_LINES}"
                yield f"{path}:{node.lineno}: {node.name} has {length} lines, {bound}"


def lines_of_tables(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Return the lines of the lists that a function returns: a list of cases is data, not code."""
    lists = [
        node.value
        for node in ast.walk(function)
        if isinstance(node, ast.Return) and isinstance(node.value, ast.List)
    ]
    return sum((node.end_lineno or node.lineno) - node.lineno for node in lists)


def too_slow(record: Path) -> Iterator[str]:
    """Say how the recorded total of the tests differs from its entry, and which have no reason."""
    recorded = json.loads(record.read_text(encoding="utf-8"))
    total, (known, _) = sum(recorded["files"].values()), TESTS_SECONDS[-1]
    if abs(total / known - 1) > CHANGE:
        bound = f"the last entry of TESTS_SECONDS in tools/check_sizes.py {known}"
        yield f"{COSTS}: the tests take {total:.0f} s, {bound}: add an entry that says why"
    for test in recorded.get("long without a mark", []):
        yield f"{COSTS}: {test} takes over 5 s: make it shorter, or say why in a mark `long`"


def main() -> int:
    """Print every excess; the exit code is 1 when there is one."""
    root = Path(__file__).resolve().parent.parent
    files = sorted(file for folder in FOLDERS for file in (root / folder).rglob("*.py"))
    found = [line for file in files for line in too_large(file)] + list(too_slow(root / COSTS))
    print(
        "\n".join(found)
        or f"{len(files)} files: none over {FILE_LINES} lines, no function over {FUNCTION_LINES}"
    )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
