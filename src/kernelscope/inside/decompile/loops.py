"""Turns endless loops with a `break` into `while`, `do` and `for`, and joins vector members.

In: statements without jumps, from `structure`. Out: the same statements, each loop in its shortest
form.
"""

from __future__ import annotations

from dataclasses import replace

from kernelscope.inside.decompile.expressions import (
    BITS,
    FLOATS,
    SIGNED,
    Expr,
    has_a_time,
    negate,
    registers_of,
    uncast,
)
from kernelscope.inside.decompile.inference import MEMBERS
from kernelscope.inside.decompile.statements import (
    Assign,
    Break,
    Do,
    If,
    Loop,
    NextTurn,
    Statement,
    bodies,
    expressions_of,
    walk,
)

_NEAR = 64
"""The number of statements, backwards, in which the members of a vector are searched."""


# The worked example for the whole file. A compiler inverts `for` loops: it tests once before the
# loop, and then at the end of each turn.
#
#     for (int j = 0; j < n; j += 1)      setp.lt.s32 %p1, %r3, 1;      %r3 is n
#       total += x[j];                    @%p1 bra $L__BB0_3;
#                                         mov.u32     %r6, 0;           %r6 is j
#                                     $L__BB0_2:
#                                         …
#                                         add.s32     %r6, %r6, 1;
#                                         setp.lt.s32 %p2, %r6, %r3;
#                                         @%p2 bra $L__BB0_2;
#
# 1. `_name`: the test at the end makes a `do { … } while (j < n)` of the endless loop.
# 2. `_step`, `_start`: `++j` moves on what is tested, and `j = 0` is set just before the loop.
# 3. `_count_guarded`: a `do` becomes a `for` only if its first turn is certain. The `if (n >= 1)`
#    around it says so, because the test on entry, `0 < n`, is the same condition (`alike`).
#
# The result is `for (int j = 0; j < n; ++j)`. Without step 3 it would stay a `do` with `int j = 0`
# before it: correct, but no reader sees at once that it counts to `n`.
def tidy(body: list[Statement]) -> list[Statement]:
    """Return the same statements with every loop in its shortest form."""
    for statement in body:
        for inner in bodies(statement):
            inner[:] = tidy(inner)
    body = _whole_vectors(body)
    result: list[Statement] = []
    for statement in body:
        if isinstance(statement, Loop) and statement.form == "forever":
            _name(statement)
            _count(statement, result, None)
        elif isinstance(statement, If):
            _count_guarded(statement)
        result.append(statement)
    return result


# A masked load of Triton sets four registers and then loads over them:
#
#     mov.u32 %r1, 0x0;  mov.u32 %r2, 0x0;  …  mov.u32 %r4, 0x0;
#     @%p1 ld.global.v4.b32 { %r1, %r2, %r3, %r4 }, [ %rd1 + 0 ];
#
# becomes `float4 x = {}; if (mask) x = …;` in place of five lines `float4 x; x.x = 0.0f; …`.
# Members may have other statements between them if all values are constants; other values must
# be set in a row, because what they read could change in between.
def _whole_vectors(body: list[Statement]) -> list[Statement]:
    """Join assignments to all members of a vector into one assignment to the whole."""
    result: list[Statement] = []
    for statement in body:
        result.append(statement)
        if isinstance(statement, Assign) and statement.target.op == ".":
            whole = statement.target.args[0]
            parts = _parts(result, whole)
            values = [part.value for part in parts]
            if parts and whole.value not in {r for v in values for r in registers_of(v)}:
                first = next(n for n, s in enumerate(result) if s is parts[0])
                together = result[first:] == parts
                if together or all(v.op == "const" for v in values):
                    gone = {id(part) for part in parts}
                    result = [s for s in result if id(s) not in gone]
                    result.append(Assign(whole, _made(whole.type, values)))
    return result


def _parts(body: list[Statement], whole: Expr) -> list[Assign]:
    """Return the last assignments to all members of a vector, x first; [] if it is used between."""
    members: list[Assign] = []
    count = int(whole.type[-1])
    for statement in body[: -_NEAR - 1 : -1]:
        if isinstance(statement, Assign) and statement.target.args == (whole,):
            members.append(statement)
        elif whole.value in {r for s in walk([statement]) for r in _named(s)}:
            return []
        if len(members) == count:
            letters = "".join(part.target.text for part in reversed(members))
            return members[::-1] if letters == MEMBERS[:count] else []
    return []


def _named(statement: Statement) -> set[int]:
    return {r for e in expressions_of(statement) for r in registers_of(e)}


def _made(c_type: str, values: list[Expr]) -> Expr:
    if all(v.op == "const" and str(v.value) in ("0", "0.0") for v in values):
        return Expr("name", c_type, text="{}")
    whole = values[0].args[0] if values[0].op == "." else None
    if whole is not None and whole.type == c_type:
        letters = "".join(v.text if v.op == "." and v.args[0] == whole else "?" for v in values)
        if letters == MEMBERS[: len(values)]:
            return whole
    return Expr("call", c_type, tuple(values), f"make_{c_type}")


def _name(loop: Loop) -> None:
    """Make a `while` of a loop that begins with a `break`, a `do` if it ends with it."""
    body = loop.body
    first, last = (body[0], body[-1]) if body else (None, None)
    if _leaves(first):
        assert isinstance(first, If)
        loop.form, loop.cond = "while", negate(first.cond)
        loop.body = body[1:]
    elif _leaves(last) and not _turns(body):
        assert isinstance(last, If)
        loop.form, loop.cond = "do", negate(last.cond)
        loop.body = body[:-1]


def _leaves(statement: Statement | None) -> bool:
    return (
        isinstance(statement, If)
        and not statement.other
        and len(statement.then) == 1
        and isinstance(statement.then[0], Break)
    )


def _turns(body: list[Statement]) -> bool:
    """Return whether a `continue` of this loop is inside."""
    for statement in body:
        if isinstance(statement, NextTurn):
            return True
        if not isinstance(statement, Loop) and any(_turns(b) for b in bodies(statement)):
            return True
    return False


def _count(loop: Loop, before: list[Statement], guard: Expr | None) -> None:
    """Make a `for` of a `while` that sets its tested variable just before, and moves it at its end.

    The same holds for a `do` whose test is certain to hold on entry, by constants or by `guard`.
    """
    if loop.form not in ("while", "do") or loop.cond is None or _turns(loop.body):
        return
    step = _step(loop.body, set(registers_of(loop.cond)))
    if step is None:
        return
    number = int(step.target.value)
    start = _start(before, number)
    if start is None:
        return
    if loop.form == "do":
        begins = substitute(loop.cond, number, start.value)
        if not (_holds(begins) or (guard is not None and alike(begins, guard))):
            return
    before[:] = _without(before, start)
    loop.form, loop.first, loop.step = "for", start, step
    loop.body = _without(loop.body, step)


# The tiled matmul moves its counter first and its pointers after it:
#
#     start += 64;  p += n12;  p2 += n12;  …
#
# The pointers do not read `start`, so the step may come last: `for (int start = 0; start < k;
# start += 64u)`. If a later statement did read it, the move would change what it reads
# (`_may_end`), and the loop stays a `do`.
def _step(body: list[Statement], tested: set[int]) -> Assign | None:
    """Return the statement that moves a loop's variable on, if it may move to the loop's head."""
    later: set[int] = set()
    for statement in reversed(body):
        if not isinstance(statement, Assign | Do):
            return None
        sets = isinstance(statement, Assign) and statement.target.op == "reg"
        if isinstance(statement, Assign) and sets and int(statement.target.value) in tested:
            return statement if _may_end(statement, later) else None
        later |= _named(statement)
    return None


def _may_end(step: Assign, later: set[int]) -> bool:
    """Return whether a loop's step may come after statements that name the registers `later`."""
    number = int(step.target.value)
    if not _moves_on(step, number) or (later and has_a_time(step.value)):
        return False
    return number not in later and not later & set(registers_of(step.value))


def _without(body: list[Statement], gone: Statement) -> list[Statement]:
    """Return the list without one statement, compared by identity."""
    return [s for s in body if s is not gone]


def _moves_on(step: Assign, number: int) -> bool:
    value = uncast(step.value)
    reads = value.args[0].op == "reg" and value.args[0].value == number if value.args else False
    return reads and value.op in ("+", "-", "*", "<<", ">>", "ptr+", "/")


def _start(before: list[Statement], number: int) -> Assign | None:
    """Return the assignment of a loop variable's first value, if it may move to the loop's head."""
    for statement in reversed(before):
        if not isinstance(statement, Assign):
            return None
        if statement.target.op == "reg" and int(statement.target.value) == number:
            return statement
        if any(number in registers_of(e) for e in expressions_of(statement)):
            return None
        if statement.target.op not in ("reg", "."):
            return None
    return None


def _count_guarded(guarded: If) -> None:
    """Make a `for` of the first `do` under a condition that implies its test on entry."""
    for number, statement in enumerate(guarded.then):
        if isinstance(statement, Loop) and statement.form == "do":
            before = guarded.then[:number]
            targets = [s.target for s in walk(before) if isinstance(s, Assign)]
            changed = {r for t in targets if t.op in ("reg", ".") for r in registers_of(t)}
            if changed & set(registers_of(guarded.cond)):
                return
            _count(statement, before, guarded.cond)
            guarded.then[:number] = before
            return


def substitute(expr: Expr, number: int, value: Expr) -> Expr:
    """Return an expression with another one in place of a register."""
    if expr.op == "reg" and expr.value == number:
        return value
    if not expr.args:
        return expr
    return replace(expr, args=tuple(substitute(a, number, value) for a in expr.args))


def _holds(cond: Expr) -> bool:
    """Return whether a comparison of constants is true."""
    if cond.op not in _COMPARE:
        return False
    left, right = (_constant(a) for a in cond.args)
    if left is None or right is None:
        return False
    return _COMPARE[cond.op](left, right)


_COMPARE = {
    "<": lambda a, b: a < b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b, "!=": lambda a, b: a != b, "==": lambda a, b: a == b,
}  # fmt: skip


def _constant(expr: Expr) -> int | None:
    expr = uncast(expr)
    if expr.op == "const" and expr.type not in FLOATS and int(expr.value) >= 0:
        return int(expr.value)
    return None


def alike(first: Expr, second: Expr) -> bool:
    """Return whether two conditions are equal apart from spelling and the order of their sides.

    `0 < n` and `n >= 1` are, for integers: the first is `n > 0` turned round, and so is the second.
    """
    first, second = _spelled(first), _spelled(second)
    if first != second and first.op in _MIRROR:
        first = replace(first, op=_MIRROR[first.op], args=first.args[::-1])
    return first == second


_MIRROR = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}


def _spelled(expr: Expr) -> Expr:
    """Return a common form: no casts that keep bits, `int` constants, `x > 0` for `x >= 1`."""
    if expr.op == "cast" and expr.type in BITS and expr.args[0].type in BITS:
        inner = expr.args[0]
        if BITS[inner.type] == BITS[expr.type] and not {inner.type, expr.type} & FLOATS:
            return _spelled(inner)
    if expr.op == "const" and expr.type not in FLOATS:
        return Expr("const", "int", value=int(expr.value))
    args = tuple(_spelled(a) for a in expr.args)
    c_type = "int" if expr.type in SIGNED or expr.type == "unsigned" else expr.type
    if expr.op in (">=", "<") and args[1].op == "const" and args[1].value == 1:
        return Expr(">" if expr.op == ">=" else "<=", c_type, (args[0], replace(args[1], value=0)))
    return replace(expr, args=args, type=c_type)
