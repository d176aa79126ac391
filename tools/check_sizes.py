"""Fail if a file or a function has outgrown a reader: 1,000 lines a file, 60 a function.

A typical file has 150 lines and a typical function 10. One subject in one longer file is better
than a chain of base classes: the parser of PTX has 900 lines, and its grammar reads from top to
bottom.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

FILE_LINES = 1000
FUNCTION_LINES = 60
FOLDERS = ("src", "tests", "bench", "tools")


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


def main() -> int:
    """Print every excess; the exit code is 1 when there is one."""
    root = Path(__file__).resolve().parent.parent
    files = sorted(file for folder in FOLDERS for file in (root / folder).rglob("*.py"))
    found = [line for file in files for line in too_large(file)]
    print(
        "\n".join(found)
        or f"{len(files)} files: none over {FILE_LINES} lines, no function over {FUNCTION_LINES}"
    )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
