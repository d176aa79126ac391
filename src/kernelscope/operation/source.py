"""The source of an implementation: the function, and the parts of its own files that it uses.

The wrapper alone would show nothing, so the text includes the kernels (Triton's, Numba's), helper
functions and strings of CUDA C++ that the function names, in the order of the file.
"""

from __future__ import annotations

import ast
import inspect
import io
import linecache
import textwrap
import tokenize
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

_PLUMBING = "_shared.py"  # of our own operations: shared helpers, the same for each of them


def source_of(function: Any) -> str:
    """Return the source of a function and of everything that it names in files of its own folder.

    The text of a file that is named by a `pathlib.Path` (`.cu`) follows. "" if there is no source
    to read (a function typed at a prompt).
    """
    root = _plain_function(function)
    if root is None:
        return ""
    files = _reached(root)
    if not files:
        return _own_source(root)
    # Imported files come first, because Python reads them first.
    files.sort(key=lambda file: file.path == root.__code__.co_filename)
    pieces = [piece for file in files for piece in file.pieces()]
    return "\n\n".join(pieces) + "\n"


def lines_of_code(source: str) -> int:
    """Return the number of lines with code, without blank lines, comments and docstrings."""
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(source).readline))
    except (tokenize.TokenError, SyntaxError):  # a .cu file follows the Python
        kept = (line.strip() for line in source.splitlines())
        return sum(1 for line in kept if line and not line.startswith(("#", "//", "/*", "*")))
    empty = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}
    lines: set[int] = set()
    fresh = True  # at the start of a statement: a string alone there is a docstring
    for token in tokens:
        if token.type in empty or token.type == tokenize.ENDMARKER:
            fresh = fresh or token.type == tokenize.NEWLINE
            continue
        if not (fresh and token.type == tokenize.STRING):
            lines.update(range(token.start[0], token.end[0] + 1))
        fresh = False
    return len(lines)


def _plain_function(value: Any) -> FunctionType | None:
    """Return the Python function inside a JIT, cached or compiled one; None if there is none."""
    for _ in range(8):
        if isinstance(value, FunctionType) and not hasattr(value, "__wrapped__"):
            return value
        for attribute in ("__wrapped__", "py_func", "fn"):
            if hasattr(value, attribute):
                value = getattr(value, attribute)
                break
        else:
            return None
    return None


def output_names(function: Callable[..., Any], count: int) -> tuple[str, ...]:
    """Return "output 0 (dq)", "output 1 (dk)" of a function that ends with `return dq, dk`.

    Without the variables if it returns something else.
    """
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, TypeError, SyntaxError):  # a lambda among arguments is no statement
        tree = ast.Module([], [])
    returned = [node.value for node in ast.walk(tree) if isinstance(node, ast.Return)]
    last = returned[-1] if returned else None
    items = last.elts if isinstance(last, ast.Tuple) and len(last.elts) == count else []
    names = [f" ({item.id})" if isinstance(item, ast.Name) else "" for item in items]
    return tuple(f"output {n}{name}" for n, name in enumerate(names or [""] * count))


def _own_source(function: FunctionType) -> str:
    try:
        return inspect.getsource(function)
    except (OSError, TypeError):
        return ""


class _File:
    """A Python file, and the top-level names in it that were reached."""

    def __init__(self, path: str, variables: dict[str, Any]) -> None:
        self.path = path
        self.lines = linecache.getlines(path)
        self.spans = _top_level_spans(ast.parse("".join(self.lines)))
        self.used: set[str] = set()
        self._variables = variables

    def pieces(self) -> list[str]:
        """Return the statements reached, in the file's order, and the files that they name."""
        spans = sorted({self.spans[name] for name in self.used})
        texts = ["".join(self.lines[first - 1 : last]).rstrip() for first, last in spans]
        paths = [self._variables.get(name) for name in sorted(self.used)]
        return texts + [
            f"// {path.name}\n{path.read_text().rstrip()}"
            for path in paths
            if isinstance(path, Path) and path.is_file()
        ]


def _reached(root: FunctionType) -> list[_File]:
    """Return the files that a function reaches in its own folder; none if one cannot be read."""
    folder = Path(root.__code__.co_filename).parent
    files: dict[str, _File] = {}
    waiting, seen = [root], {root.__code__}
    while waiting:
        function = waiting.pop()
        file = _file_of(function, files)
        if file is None:
            return []
        file.used |= {function.__name__} & file.spans.keys()
        for name in _names_in(function.__code__):
            value = function.__globals__.get(name)
            if _is_operation(value):
                continue
            file.used |= {name} & file.spans.keys()
            inner = _plain_function(value)
            if inner is None or inner.__code__ in seen:
                continue
            file_name = Path(inner.__code__.co_filename)
            if file_name.parent == folder and file_name.name != _PLUMBING:
                seen.add(inner.__code__)
                waiting.append(inner)
    return list(files.values())


def _file_of(function: FunctionType, files: dict[str, _File]) -> _File | None:
    path = function.__code__.co_filename
    if path not in files:
        try:
            files[path] = _File(path, function.__globals__)
        except SyntaxError:
            return None
    return files[path] if files[path].lines else None


def _top_level_spans(tree: ast.Module) -> dict[str, tuple[int, int]]:
    """Return name → first and last line, for every function, class and assignment of a module."""
    spans: dict[str, tuple[int, int]] = {}
    for node in tree.body:
        last = node.end_lineno or node.lineno
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
            spans[node.name] = (first, last)
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    spans[target.id] = (node.lineno, last)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            spans[node.target.id] = (node.lineno, last)
    return spans


def _names_in(code: CodeType) -> set[str]:
    names = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names |= _names_in(constant)
    return names


def _is_operation(value: Any) -> bool:
    return type(value).__name__ == "Operation"
