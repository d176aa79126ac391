"""Statements of the C that comes out, as a tree that passes rewrite."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from kernelscope.inside.decompile.expressions import Expr


@dataclass(slots=True)
class Assign:
    """`target = value;`; the target is a register, a member of a vector, or memory.

    Attributes:
        declares: the register that this statement also declares, or -1.
    """

    target: Expr
    value: Expr
    declares: int = -1


@dataclass(slots=True)
class Do:
    """An expression for its effect: a call."""

    expr: Expr


@dataclass(slots=True)
class Declare:
    """Variables without a value, by register."""

    c_type: str
    registers: list[int]


@dataclass(slots=True)
class If:
    """`if (cond) { then } else { other }`."""

    cond: Expr
    then: list[Statement]
    other: list[Statement] = field(default_factory=list["Statement"])


@dataclass(slots=True)
class Loop:
    """A loop: endless, or with a condition before (`while`), after (`do`), or counted (`for`).

    Attributes:
        label: the block that it begins with, which `Continue` names.
    """

    body: list[Statement]
    label: int = -1
    form: str = "forever"
    cond: Expr | None = None
    first: Assign | None = None
    step: Assign | None = None


@dataclass(slots=True)
class Scope:
    """Statements that `Exit(label)` leaves; printed as `do { } while (0)` where somebody does."""

    label: int
    body: list[Statement]


@dataclass(slots=True)
class Exit:
    """Go on behind the scope of a label."""

    label: int


@dataclass(slots=True)
class Continue:
    """The next turn of the loop of a label."""

    label: int


@dataclass(slots=True)
class Break:
    """Leave the innermost loop or scope."""


@dataclass(slots=True)
class NextTurn:
    """C's `continue`."""


@dataclass(slots=True)
class Return:
    """The thread ends."""


@dataclass(slots=True)
class Code:
    """The instructions of a basic block, not yet read."""

    block: int


@dataclass(slots=True)
class Test:
    """The condition at the end of a block, before it is an expression: then `If`."""

    block: int
    then: list[Statement]
    other: list[Statement]


@dataclass(slots=True)
class Goto:
    """A jump, where the graph has no structure."""

    label: int


@dataclass(slots=True)
class Label:
    """A place that jumps name."""

    label: int


Statement = (
    Assign | Do | Declare | If | Loop | Scope | Exit | Continue | Break | NextTurn | Return
    | Code | Test | Goto | Label
)  # fmt: skip


def bodies(statement: Statement) -> tuple[list[Statement], ...]:
    """The lists of statements inside one."""
    if isinstance(statement, If | Test):
        return statement.then, statement.other
    if isinstance(statement, Loop | Scope):
        return (statement.body,)
    return ()


def copied(body: list[Statement]) -> list[Statement]:
    """The same statements again, each of its own; expressions never change and are shared."""
    result: list[Statement] = []
    for statement in body:
        if isinstance(statement, If | Test):
            then, other = copied(statement.then), copied(statement.other)
            result.append(replace(statement, then=then, other=other))
        elif isinstance(statement, Loop | Scope):
            result.append(replace(statement, body=copied(statement.body)))
        else:
            result.append(statement)
    return result


def walk(statements: list[Statement]) -> Iterator[Statement]:
    """All statements, each before what is inside it."""
    for statement in statements:
        yield statement
        for body in bodies(statement):
            yield from walk(body)


def expressions_of(statement: Statement) -> Iterator[Expr]:
    """The expressions of a statement itself, targets included."""
    match statement:
        case Assign():
            yield statement.target
            yield statement.value
        case Do():
            yield statement.expr
        case If():
            yield statement.cond
        case Loop():
            if statement.cond is not None:
                yield statement.cond
            for part in (statement.first, statement.step):
                if part is not None:
                    yield part.target
                    yield part.value
        case _:
            return
