"""The statements of the decompiled C as a tree, which the passes rewrite in place.

`structure` makes `Code`, `Test`, `Exit`, `Continue` and `Scope`. `builder` replaces the first two,
`Flow` the others; the rest is C.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from kernelscope.inside.decompile.expressions import Expr


@dataclass(slots=True)
class Assign:
    """`target = value;` to a register, a member of a vector, or memory.

    Attributes:
        declares: the register that this statement declares as well, or -1.
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
    """Variables without a value, by register, of one C type."""

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
        form: "forever", "while", "do", "for", or "once" (`do { } while (false)`).
        cond, first, step: the condition; the assignments in the head of a `for`.
    """

    body: list[Statement]
    label: int = -1
    form: str = "forever"
    cond: Expr | None = None
    first: Assign | None = None
    step: Assign | None = None


@dataclass(slots=True)
class Scope:
    """Statements that `Exit(label)` leaves; `do { } while (false)` in C if an exit needs it."""

    label: int
    body: list[Statement]


@dataclass(slots=True)
class Exit:
    """A jump past the end of the scope with this label."""

    label: int


@dataclass(slots=True)
class Continue:
    """A jump to the next turn of the loop with this label."""

    label: int


@dataclass(slots=True)
class Break:
    """C's `break`: leaves the innermost loop."""


@dataclass(slots=True)
class NextTurn:
    """C's `continue`."""


@dataclass(slots=True)
class Return:
    """C's `return`: the thread ends."""


@dataclass(slots=True)
class Code:
    """The instructions of a basic block, not yet translated."""

    block: int


@dataclass(slots=True)
class Test:
    """The branch at the end of a block; becomes an `If` once its condition is translated."""

    block: int
    then: list[Statement]
    other: list[Statement]


@dataclass(slots=True)
class Goto:
    """A jump, in a graph without structure."""

    label: int


@dataclass(slots=True)
class Label:
    """The target of a `Goto`."""

    label: int


Statement = (
    Assign | Do | Declare | If | Loop | Scope | Exit | Continue | Break | NextTurn | Return
    | Code | Test | Goto | Label
)  # fmt: skip


def bodies(statement: Statement) -> tuple[list[Statement], ...]:
    """Return the lists of statements inside a statement."""
    if isinstance(statement, If | Test):
        return statement.then, statement.other
    if isinstance(statement, Loop | Scope):
        return (statement.body,)
    return ()


def copied(body: list[Statement]) -> list[Statement]:
    """Return a deep copy of the statements; expressions are immutable and shared."""
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
    """Yield all statements, each before those inside it."""
    for statement in statements:
        yield statement
        for body in bodies(statement):
            yield from walk(body)


def expressions_of(statement: Statement) -> Iterator[Expr]:
    """Yield the expressions of a statement itself, targets included."""
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
