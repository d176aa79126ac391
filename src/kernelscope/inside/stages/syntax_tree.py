"""The syntax tree of a kernel's Python source, as indented text with a map to the source.

In: the source text. Out: the tree's text, and its `LineMap`.
"""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Iterator

from kernelscope.inside.stages.maps import LineMap

_INDENT = "  "


def syntax_tree(source: str, file: str, first_line: int) -> tuple[str, LineMap]:
    """Return the tree and its map; both empty if the source is not Python.

    Names, constants and operators are in the line of the node that has them.
    """
    try:
        module = ast.parse(textwrap.dedent(source))
    except SyntaxError:
        return "", {}
    lines: list[str] = []
    line_map: LineMap = {}
    for node in module.body:
        for text, line in _lines(node, "", 0, node.lineno):
            lines.append(text)
            line_map[len(lines)] = (f"{file}:{first_line + line - 1}",)
    return "\n".join(lines) + "\n", line_map


def _lines(node: ast.AST, label: str, depth: int, line: int) -> Iterator[tuple[str, int]]:
    """Yield (text, source line) of a node and of those below it."""
    line = getattr(node, "lineno", line)
    plain: list[str] = []
    below: list[tuple[str, ast.AST]] = []
    for name, value in ast.iter_fields(node):
        items = value if isinstance(value, list) else [value]
        for item in items:
            if isinstance(item, ast.expr_context):
                continue
            if item is None and name != "value":
                continue
            if isinstance(item, ast.AST) and item._fields:
                below.append((name, item))
            else:
                text = type(item).__name__ if isinstance(item, ast.AST) else repr(item)
                plain.append(f"{name}={text}")
    label = f"{label}: " if label else ""
    yield f"{_INDENT * depth}{label}{type(node).__name__}({', '.join(plain)})", line
    for name, item in below:
        yield from _lines(item, name, depth + 1, line)
