"""The assignments of a source text: which name gets its value on which line.

In: the text of a kernel (`Source`). Out: one `Assignment` per name and line, for `names` to match
with the instructions of that line.

Python is read as a syntax tree. C++ is read by the shape of its statements: `float v = …;`,
`v += …;`, `for (int i = 0; …)`. A default argument also has that shape, but no instruction is on
its line, so it names nothing.
"""

from __future__ import annotations

import ast
import re
import textwrap
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Source:
    """A source text, which begins at a line (from 1) of a file.

    `file`: the name in the compiler's line information; "" matches every file.
    """

    text: str
    file: str = ""
    line: int = 1


@dataclass(frozen=True, slots=True)
class Assignment:
    """One name that gets a value.

    Attributes:
        columns: the columns at which Triton may place the value's last operation, counted from 0
            or from 1; empty if columns say nothing.
        type: the declared C type, or "" if unknown; `int` for Triton's indices.
        bound: the name that the variable of a `for` loop counts up to, or "".
        is_loop: True for the variable of a `for` loop.
        is_update: True if the value is made from the old one: `acc += x`, `acc = acc * 2`.
        is_constant: True if the value is a literal.
        is_load: True if the value is the result of `tl.load`.
        uses: the lines of the statements that read the name, or an alias of it (`y = x.to(…)`);
            empty if unknown (C++).
    """

    name: str
    line: int
    columns: frozenset[int] = frozenset()
    type: str = ""
    bound: str = ""
    is_loop: bool = False
    is_update: bool = False
    is_constant: bool = False
    is_load: bool = False
    uses: frozenset[int] = frozenset()


def find_assignments(source: Source) -> list[Assignment]:
    """Return all assignments to plain names, in the order of the text."""
    try:
        tree = ast.parse(textwrap.dedent(source.text))
    except (SyntaxError, ValueError):
        return list(_c_assignments(source))
    uses = _uses(tree, source.line - 1)
    return [
        replace(assignment, uses=frozenset(uses[assignment.name]))
        for node in ast.walk(tree)
        if isinstance(node, ast.stmt)
        for assignment in _python_assignments(node, source.line - 1)
    ]


_MOST_ALIASES = 3  # length of a chain of names for one value: b = a; c = b; d = c

# ---- Python --------------------------------------------------------------------------------


# `if` and `for` count with the lines of their heads only. Lines that read an alias count too:
#
#     1  a = tl.load(x)
#     2  b = a.to(tl.float32)
#     3  tl.store(y, b + 1)
#
# `.to(tl.float32)` of a float32 has no instruction, so `a` and `b` are one register, which is
# read on line 3. `uses["a"]` is {2, 3}; with {2} alone no instruction would read `a` where the
# source does, and the register would lose its name (see `_Assigned._leaves` in `names`).
def _uses(tree: ast.Module, above: int) -> dict[str, set[int]]:
    """Return, for each name, the lines of the statements that read it."""
    uses: dict[str, set[int]] = defaultdict(set)
    for statement in ast.walk(tree):
        if not isinstance(statement, ast.stmt):
            continue
        for part in ast.iter_child_nodes(statement):
            for node in ast.walk(part) if not isinstance(part, ast.stmt) else ():
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                    is_simple = not hasattr(statement, "body")
                    whole = statement if is_simple or not isinstance(part, ast.expr) else part
                    last = whole.end_lineno or whole.lineno
                    uses[node.id].update(range(whole.lineno + above, last + above + 1))
        if isinstance(statement, ast.AugAssign) and isinstance(statement.target, ast.Name):
            uses[statement.target.id].add(statement.lineno + above)
    aliases = [a for s in ast.walk(tree) if isinstance(s, ast.Assign) for a in _aliases(s)]
    for _ in range(_MOST_ALIASES):
        for name, made in aliases:
            uses[name] |= uses[made]
    return uses


def _aliases(assigned: ast.Assign) -> Iterator[tuple[str, str]]:
    """Yield (name, alias) for each target that gets a name's value, in any type or shape."""
    value = assigned.value
    while not isinstance(value, ast.Name):
        match value:
            case ast.Call(func=ast.Attribute(value=ast.Name("tl" | "triton")), args=[first, *_]):
                value = first
            case ast.Call(func=ast.Attribute(value=inner)) | ast.Subscript(value=inner):
                value = inner
            case _:
                return
    for target in assigned.targets:
        if isinstance(target, ast.Name):
            yield value.id, target.id


def _python_assignments(node: ast.stmt, above: int) -> Iterator[Assignment]:
    line = node.lineno + above
    match node:
        case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
            for name, value in zip(names, values, strict=False):
                yield from _assigned(name, value, line)
        case ast.Assign(targets=targets, value=value):
            for target in targets:
                yield from _assigned(target, value, line)
        case ast.AnnAssign(target=target, value=ast.expr() as value):
            yield from _assigned(target, value, line)
        case ast.AugAssign(target=ast.Name(name), value=value):
            columns = frozenset({value.col_offset, node.col_offset + 1})
            yield Assignment(name, line, columns, is_update=True)
        case ast.For(target=ast.Name(name), iter=ast.Call(args=[_, ast.Name(bound), *_])):
            yield Assignment(name, line, bound=bound, is_loop=True)
        case ast.For(target=ast.Name(name)):
            yield Assignment(name, line, is_loop=True)
        case _:
            pass


def _assigned(target: ast.expr, value: ast.expr, line: int) -> Iterator[Assignment]:
    if isinstance(target, ast.Name):
        reads = any(isinstance(n, ast.Name) and n.id == target.id for n in ast.walk(value))
        columns = frozenset(_columns(value))
        constant = isinstance(value, ast.Constant)
        c_type = "int" if _is_index(value) else ""
        given = Assignment(target.id, line, columns, c_type, is_update=reads, is_constant=constant)
        yield replace(given, is_load=_is_load(value))


def _is_load(value: ast.expr) -> bool:
    match value:
        case ast.Call(func=ast.Attribute(value=ast.Name(), attr="load")):
            return True
        case _:
            return False


def _is_index(value: ast.expr) -> bool:
    """Return whether a value is one of Triton's own 32-bit integers."""
    match value:
        case ast.Subscript(value=inner):
            return _is_index(inner)
        case ast.Call(func=ast.Attribute(attr="arange" | "program_id" | "num_programs")):
            return True
        case _:
            return False


# Triton places an expression's last operation at the operand visited last, counted from 0, up to
# version 3.8; since 3.9 at the start of the expression itself, counted from 1. Both are yielded:
#
#     103  columns = tl.arange(0, BLOCK)      14 and 15 for `tl.arange`, 27 for `BLOCK`
#          .loc 1 103 27                      (softmax.py, Triton 3.7)
#          and.b32 %r32, %r31, 508;
#          or.b32  %r33, %r32, 512;
#
# A thread holds eight elements of this block, in two groups, so %r32 and %r33 are both `columns`.
# Without columns %r32 would look like a step on the way to %r33, as it would in C++, and would
# lose its name (see `_Assigned._holders` in `names`).
def _columns(value: ast.expr) -> Iterator[int]:
    """Yield the columns at which Triton may place an expression's last operation."""
    yield from (value.col_offset, value.col_offset + 1)
    match value:
        case ast.BinOp(right=last) | ast.UnaryOp(operand=last) | ast.Compare(comparators=[last]):
            yield last.col_offset
        case ast.Call(func=ast.Attribute(value=ast.Call() as inner), args=[*_, last]):
            # `tl.load(x).to(tl.float32)` of float32 data: the conversion has no instruction, so
            # the value is at the column of the load.
            yield from (last.col_offset, *_columns(inner))
        case ast.Call(args=[*_, last]):
            yield last.col_offset
        case ast.Call(func=ast.Attribute(value=last)) | ast.Subscript(slice=last):
            yield last.col_offset
        case ast.IfExp(body=chosen, orelse=other):
            yield from (*_columns(chosen), *_columns(other))
        case _:
            pass


# ---- C++ -----------------------------------------------------------------------------------

_TYPE = r"(?:const\s+|unsigned\s+|signed\s+|long\s+|volatile\s+)*[A-Za-z_][\w:]*(?:<[^<>;=]*>)?"
_FIRST = re.compile(
    rf"(?:(?P<type>{_TYPE})(?:\s*[*&]+\s*|\s+))?\b(?P<name>[A-Za-z_]\w*)\s*"
    r"(?P<update>[-+*/%&|^]|<<|>>)?=(?!=)\s*(?P<value>[^;{]*)"
)
_FOR = re.compile(r"\bfor\s*\((?P<start>[^;]*);(?P<condition>[^;]*);(?:[^()]|\([^()]*\))*\)")
_NEXT = re.compile(r",\s*(?P<name>[A-Za-z_]\w*)\s*=(?!=)")
_LITERAL = re.compile(r"-?[\d.]\w*(?:[.+-]\w+)*")
_PART_OF_SOMETHING = (".", "->", "]", ")")
_STRING_OR_COMMENT = re.compile(r'"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', re.DOTALL)


def _c_assignments(source: Source) -> Iterator[Assignment]:
    text = _STRING_OR_COMMENT.sub(_blank, source.text)
    declared: dict[str, str] = {}
    for number, line in enumerate(text.split("\n"), source.line):
        for loop in _FOR.finditer(line):
            for counter in _c_statements(loop["start"], number, declared):
                name = counter.name
                limit = re.search(rf"\b{name}\s*<=?\s*([A-Za-z_]\w*)\s*$", loop["condition"])
                bound = limit[1] if limit else ""
                yield Assignment(name, number, type=counter.type, bound=bound, is_loop=True)
        yield from _c_statements(_FOR.sub(_blank, line), number, declared)


def _c_statements(text: str, line: int, declared: dict[str, str]) -> Iterator[Assignment]:
    """Yield the assignments of one line; `declared` collects the types of the names."""
    for match in _FIRST.finditer(text):
        name, value = match["name"], match["value"]
        c_type = " ".join((match["type"] or "").split())
        before = text[: match.start("name")].rstrip()
        if c_type in ("return", "else") or (not c_type and before.endswith(_PART_OF_SOMETHING)):
            continue
        if c_type:
            declared[name] = c_type + ("*" if before.endswith("*") else "")
        reads = bool(match["update"]) or re.search(rf"\b{name}\b", value) is not None
        constant = _LITERAL.fullmatch(value.strip()) is not None
        known = declared.get(name, "")
        yield Assignment(name, line, type=known, is_update=reads, is_constant=constant)
        for other in _NEXT.finditer(value if c_type else ""):
            declared[other["name"]] = c_type
            yield Assignment(other["name"], line, type=c_type)


def _blank(match: re.Match[str]) -> str:
    """Return blanks of the same shape, so that lines keep their numbers."""
    return re.sub(r"[^\n]", " ", match[0])
