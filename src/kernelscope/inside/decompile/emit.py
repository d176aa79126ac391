"""Statements and expressions as text: the last step of the decompiler.

In: placed and named statements. Out: lines of C of at most 100 columns, with no more parentheses
and casts than C needs. A reader should see `a + b * c`, so parentheses follow from the precedence
of C; those that few people know by heart (`a & b == c`) stay.
"""

from __future__ import annotations

import struct
from collections.abc import Container, Mapping

from kernelscope.inside.decompile.expressions import BITS, FLOATS, UINT64, Expr, const, is_pointer
from kernelscope.inside.decompile.offsets import in_elements
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


# ---- expressions ---------------------------------------------------------------------------------

_PRECEDENCE = {
    "*": 13, "/": 13, "%": 13, "+": 12, "-": 12, "<<": 11, ">>": 11,
    "<": 10, "<=": 10, ">": 10, ">=": 10, "==": 9, "!=": 9,
    "&": 8, "^": 7, "|": 6, "&&": 5, "||": 4, "?:": 3,
}  # fmt: skip
_UNARY = 15
_OVERFLOWS = 3.4028235677973366e38  # rounds to no finite float of 32 bits
_MIXED = frozenset({"&", "^", "|", "<<", ">>"})


def show(expr: Expr, names: Mapping[int, str]) -> str:
    """Return an expression as C text; `names` gives each register's variable."""
    return _Printer(names).text(expr, 0)


class _Printer:
    def __init__(self, names: Mapping[int, str]) -> None:
        self.names = names

    def text(self, expr: Expr, outer: int) -> str:
        """Return the expression, in parentheses if its surroundings bind tighter."""
        own = self.precedence(expr)
        text = self.plain(expr)
        return f"({text})" if own < outer else text

    def precedence(self, expr: Expr) -> int:
        if expr.op in _PRECEDENCE:
            return _PRECEDENCE[expr.op]
        if expr.op == "ptr+":
            return self.precedence(in_elements(expr))
        if expr.op == "bytes":
            return self.precedence(expr.args[0])
        if expr.op in ("-x", "~x", "!x", "cast", "&x", "*x"):
            return _UNARY
        negative = expr.op == "const" and expr.type != "bool" and str(expr.value).startswith("-")
        return _UNARY if negative else 16

    def plain(self, expr: Expr) -> str:
        match expr.op:
            case "reg":
                return self.names.get(int(expr.value), f"r{expr.value}")
            case "name":
                return expr.text
            case "const":
                return literal(expr)
            case "call":
                return f"{expr.text}({', '.join(self.text(a, 0) for a in expr.args)})"
            case "cast":
                return f"({expr.type.replace('*', ' *')}){self.text(expr.args[0], _UNARY)}"
            case "index":
                return f"{self.text(expr.args[0], 16)}[{self.text(expr.args[1], 0)}]"
            case ".":
                return f"{self.text(expr.args[0], 16)}.{expr.text}"
            case "?:":
                first, second, third = (self.text(a, 4) for a in expr.args)
                return f"{first} ? {second} : {third}"
            case "ptr+":
                return self.plain(in_elements(expr))
            case "bytes":
                return self.plain(expr.args[0])
            case "-x" | "~x" | "!x" | "&x" | "*x":
                inner = self.text(expr.args[0], _UNARY)
                space = " " if inner.startswith(expr.op[0]) else ""
                return f"{expr.op[0]}{space}{inner}"
            case _:
                return self.binary(expr)

    def binary(self, expr: Expr) -> str:
        own = _PRECEDENCE[expr.op]
        left, right = expr.args
        if expr.op not in ("<<", ">>"):
            right = _without_cast(right, left)
            left = _without_cast(left, right)
        # `a & b == c` means `a & (b == c)`, and few readers expect that: keep the parentheses.
        shown = [self.text(a, 16) if self.surprising(expr.op, a) else None for a in (left, right)]
        associative = expr.op in ("&", "|", "^", "&&", "||") and right.op == expr.op
        first = shown[0] or self.text(left, own)
        second = shown[1] or self.text(right, own if associative else own + 1)
        return f"{first} {expr.op} {second}"

    @staticmethod
    def surprising(op: str, operand: Expr) -> bool:
        inner = operand.op
        if inner not in _PRECEDENCE or inner == op:
            return False
        return op in _MIXED or inner in _MIXED or (op == "||" and inner == "&&")


def _without_cast(expr: Expr, other: Expr) -> Expr:
    """Return an operand without a cast that C makes anyway, for the sake of the other operand.

    `(unsigned long long)blockIdx.x * blockDim.x + threadIdx.x` needs one cast, not three: each
    operator converts its other operand to 64 bits. Without a wide operand the cast must stay,
    because the product would wrap at 32 bits.
    """
    if expr.op != "cast" or expr.type not in BITS or other.type not in BITS:
        return expr
    inner = expr.args[0]
    if {expr.type, other.type, inner.type} & (FLOATS | {"bool"}) or inner.type not in BITS:
        return expr
    widens = BITS[inner.type] < BITS[expr.type] and inner.type in ("int", "unsigned")
    if widens and other.type in (expr.type, UINT64):
        return inner
    keeps = BITS[inner.type] == BITS[expr.type] == BITS[other.type]
    return inner if keeps and other.type.startswith("unsigned") else expr


def literal(expr: Expr) -> str:
    """Return a constant in C."""
    value = expr.value
    if expr.type == "bool":
        return "true" if value else "false"
    if expr.type == "float":
        return f"{_single_text(value)}f"
    if expr.type == "double":
        return _with_point(repr(float(value)))
    value = int(value)
    if is_pointer(expr.type):
        return f"({expr.type.replace('*', ' *')}){value:#x}"
    suffix = {"unsigned": "u", "long long": "ll", UINT64: "ull"}.get(expr.type, "")
    if expr.type == "int" and value == -(1 << 31):
        return "(-2147483647 - 1)"
    if expr.type == "long long" and value == -(1 << 63):
        return "(-9223372036854775807ll - 1)"
    is_round = value % 1000 == 0  # easier to read in decimal
    if (value >= 1 << 16 or (expr.text == "x" and value > 0)) and not is_round:
        return f"{value:#x}{suffix}"
    return f"{value}{suffix}"


def _single_text(value: float) -> str:
    """Return the shortest decimal that gives the same 32-bit float."""
    texts = (f"{value:.{digits}g}" for digits in range(1, 10))
    return _with_point(next(text for text in texts if _rounded(float(text)) == value))


def _rounded(value: float) -> float:
    return struct.unpack("<f", struct.pack("<f", value))[0] if abs(value) < _OVERFLOWS else value


def _with_point(text: str) -> str:
    return text if any(c in text for c in ".en") else f"{text}.0"
