"""Statements as text: the last step of the decompiler.

In: placed and named statements. Out: lines of C of at most 100 columns.
"""

from __future__ import annotations

from collections.abc import Container, Mapping

from kernelscope.inside.decompile.expressions import BITS, FLOATS, Expr, const, is_pointer
from kernelscope.inside.decompile.offsets import in_elements
from kernelscope.inside.decompile.show import show
from kernelscope.inside.decompile.statements import (
    Assign,
    Break,
    Declare,
    Do,
    Goto,
    If,
    Label,
    Loop,
    NextTurn,
    Return,
    Statement,
)
from kernelscope.inside.decompile.variables import declare

_WIDTH = 100


class Emitter:
    """Prints statements.

    Attributes:
        names: the name of each register's variable.
        constant: the registers that point to const memory.
    """

    def __init__(self, names: Mapping[int, str], constant: Container[int]) -> None:
        self.names = names
        self.constant = constant
        self.lines: list[str] = []

    def show(self, expr: Expr) -> str:
        """Return an expression as text."""
        return show(expr, self.names)

    def body(self, statements: list[Statement], depth: int) -> None:
        """Append the lines of statements, indented."""
        for statement in statements:
            self.statement(statement, depth)

    def line(self, depth: int, text: str) -> None:
        """Append a line, broken after commas and operators if it is too long."""
        indent = "  " * depth
        while len(indent) + len(text) > _WIDTH:
            at = _break(text, _WIDTH - len(indent))
            if at <= 0:
                break
            self.lines.append(indent + text[:at].rstrip())
            text = text[at:].lstrip()
            indent = "  " * (depth + 2)
        self.lines.append(indent + text)

    def statement(self, statement: Statement, depth: int) -> None:
        """Append the lines of one statement."""
        match statement:
            case Assign():
                self.line(depth, f"{self.assignment(statement)};")
            case Do():
                self.line(depth, f"{self.show(statement.expr)};")
            case Declare():
                self.declarations(statement, depth)
            case If():
                self.conditional(statement, depth)
            case Loop():
                self.loop(statement, depth)
            case Break():
                self.line(depth, "break;")
            case NextTurn():
                self.line(depth, "continue;")
            case Return():
                self.line(depth, "return;")
            case Goto():
                self.line(depth, f"goto block{statement.label};")
            case Label():
                self.lines.append(f"{'  ' * (depth - 1)}block{statement.label}:;")
            case _:
                raise AssertionError(statement)

    def declarations(self, statement: Declare, depth: int) -> None:
        """Append declarations without a value; pointers to const memory get a line of their own."""
        for fixed in (False, True):
            listed = [n for n in statement.registers if (n in self.constant) == fixed]
            if listed:
                self.line(depth, f"{self.declaration(statement.c_type, listed)};")

    def declaration(self, c_type: str, registers: list[int]) -> str:
        """Return the declaration of several variables: `float a, b`."""
        star = "*" if is_pointer(c_type) else ""
        listed = ", ".join(f"{star}{self.names[n]}" for n in registers)
        return f"{self.qualifier(registers[0])}{c_type.removesuffix('*')} {listed}"

    def qualifier(self, register: int) -> str:
        """Return "const " for a pointer to memory that is only read, else ""."""
        return "const " if register in self.constant else ""

    def assignment(self, statement: Assign) -> str:
        """Return an assignment as text: `int i = 0`, `i += 4`, `++i`."""
        target = self.show(statement.target)
        value = _implicit(statement.value, statement.target.type)
        if statement.declares >= 0:
            variable = declare(statement.target.type, target)
            return f"{self.qualifier(statement.declares)}{variable} = {self.show(value)}"
        same = value.args and value.args[0] == statement.target
        if same and value.op in ("+", "-", "*", "/", "&", "|", "^", "<<", ">>"):
            by_one = value.args[1].op == "const" and value.args[1].value == 1
            if by_one and value.op in "+-":
                return f"{value.op * 2}{target}"
            return f"{target} {value.op}= {self.show(value.args[1])}"
        if value.op == "ptr+" and value.args[0] == statement.target:
            moved = in_elements(value)
            if moved.op in ("+", "-"):
                return f"{target} {moved.op}= {self.show(moved.args[1])}"
        return f"{target} = {self.show(value)}"

    def conditional(self, statement: If, depth: int) -> None:
        """Append an `if`, with `else if` for one nested in its `else`."""
        head = f"if ({self.show(statement.cond)})"
        chain = [(head, statement.then)]
        other = statement.other
        while len(other) == 1 and isinstance(other[0], If):
            inner = other[0]
            chain.append((f"else if ({self.show(inner.cond)})", inner.then))
            other = inner.other
        if other:
            chain.append(("else", other))
        if len(chain) == 1 and len(statement.then) == 1 and _is_short(statement.then[0]):
            before = len(self.lines)
            self.statement(statement.then[0], 0)
            text = f"{head} {self.lines.pop().strip()}"
            if len(self.lines) == before and len(text) + 2 * depth <= _WIDTH:
                self.lines.append("  " * depth + text)
                return
            del self.lines[before:]
        for number, (text, body) in enumerate(chain):
            self.line(depth, f"{'} ' if number else ''}{text} {{")
            self.body(body, depth + 1)
        self.line(depth, "}")

    def loop(self, loop: Loop, depth: int) -> None:
        """Append a loop of any form."""
        cond = self.show(loop.cond) if loop.cond is not None else ""
        tail = "}"
        match loop.form:
            case "while":
                head = f"while ({cond}) {{"
            case "do":
                head, tail = "do {", f"}} while ({cond});"
            case "once":
                head, tail = "do {", "} while (false);"
            case "for":
                assert loop.first is not None
                assert loop.step is not None
                first, step = self.assignment(loop.first), self.assignment(loop.step)
                head = f"for ({first}; {cond}; {step}) {{"
            case _:
                head = "while (true) {"
        self.line(depth, head)
        self.body(loop.body, depth + 1)
        self.line(depth, tail)


def _is_short(statement: Statement) -> bool:
    return isinstance(statement, Assign | Do | Break | NextTurn | Return | Goto)


def _implicit(value: Expr, c_type: str) -> Expr:
    """Return a value without the cast that the assignment makes anyway."""
    while (
        value.op == "cast"
        and value.type == c_type
        and c_type in BITS
        and value.args[0].type in BITS
        and c_type != "bool" and not ({c_type, value.args[0].type} & FLOATS)
    ):  # fmt: skip
        value = value.args[0]
        if BITS[value.type] != BITS[c_type]:
            break
    if value.op == "const" and c_type in BITS and c_type not in FLOATS and c_type != "bool":
        number = int(const(int(value.value), c_type).value)
        if abs(number) < 1 << 31:
            return const(number, "int")
    return value


def _break(text: str, width: int) -> int:
    """Return the last place before `width` at which a line may be broken; 0 if there is none."""
    best, quoted = 0, False
    for at, letter in enumerate(text[:width]):
        quoted ^= letter == '"'
        before = text[: at + 1]
        if (not quoted and before.endswith((", ", "; ", " && ", " || ", " + ", " | ", " = "))) or (
            not quoted and text[at + 1 :].startswith(("? ", ": ")) and letter == " "
        ):
            best = at + 1
    return best
