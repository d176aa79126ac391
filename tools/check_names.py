"""Fail for variables whose names do not say what they hold: `found`, `kind`, `one`, `rest`, `told`.

`one` may be the constant 1 (`zero, one = g.const(I32, 0), g.const(I32, 1)`), and `kind` a parameter
or a field, since records have fields of that name.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VAGUE = {"found", "kind", "one", "rest", "told"}


class _Names(ast.NodeVisitor):
    """The lines and names of the variables of a file, without the fields of its classes."""

    def __init__(self) -> None:
        self.bound: list[tuple[int, str]] = []

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        for statement in node.body:
            if not isinstance(statement, ast.AnnAssign | ast.Assign):
                self.visit(statement)

    def visit_Assign(self, node: ast.Assign) -> None:
        values = [n.value for n in ast.walk(node.value) if isinstance(n, ast.Constant)]
        before = len(self.bound)
        self.generic_visit(node)
        if any(value == 1 and value is not True for value in values):
            self.bound[before:] = [name for name in self.bound[before:] if name[1] != "one"]

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Store):
            self.bound.append((node.lineno, node.id))

    def visit_arg(self, node: ast.arg) -> None:
        if node.arg != "kind":
            self.bound.append((node.lineno, node.arg))


def vague_names(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the line and the name of each vague variable of a file."""
    names = _Names()
    names.visit(ast.parse(path.read_text()))
    yield from ((line, name) for line, name in names.bound if name in VAGUE)


def main() -> int:
    """Print each vague name with its line; return the exit code."""
    faults = [
        f"{path.relative_to(ROOT)}:{line}: `{name}` does not say what it holds"
        for path in sorted((ROOT / "src").rglob("*.py"))
        for line, name in vague_names(path)
    ]
    print("\n".join(faults) or "no vague names")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
