"""Exits and continues of the structured tree as what C has: nothing, `break`, `continue`, flags."""

from __future__ import annotations

from dataclasses import dataclass

from kernelscope.inside.decompile.expressions import Expr, const, name, negate
from kernelscope.inside.decompile.statements import (
    Assign,
    Break,
    Continue,
    Exit,
    If,
    Loop,
    NextTurn,
    Return,
    Scope,
    Statement,
    copied,
    walk,
)

Target = tuple[str, int]
"""("exit", label), ("continue", label) or ("return", 0): where control is going."""

_RETURN: Target = ("return", 0)
_LONG = 6
"""Statements under a condition beyond which the opposite condition returns early instead."""


@dataclass(frozen=True, slots=True)
class Around:
    """A loop, or a scope that is printed as one, around a statement.

    Attributes:
        leads: where `break` leads: what stands behind it.
        turn: where `continue` leads, for a loop.
    """

    leads: frozenset[Target]
    turn: Target | None


Place = tuple[frozenset[Target], tuple[Around, ...]]
"""Where control goes by itself behind a statement, and the loops around it."""


class Flow:
    """Resolves a tree.

    Attributes:
        flags: a variable for each target that is several loops away.
        flagged: the targets that the statements just resolved leave a loop for.
        left: scopes that are left from within, where `break` needs something to leave.
    """

    def __init__(self) -> None:
        self.flags: dict[Target, Expr] = {}
        self.flagged: set[Target] = set()
        self.left: set[int] = set()

    def resolve(self, body: list[Statement]) -> list[Statement]:
        """The whole kernel: again, with one more scope that can be left, until no exit is open."""
        while True:
            self.flags.clear()
            result = self.sequence(copied(body), (frozenset({_RETURN}), ()))
            open_ = {s.label for s in walk(result) if isinstance(s, Exit)}
            if not open_:
                return result
            self.left |= open_

    def sequence(self, body: list[Statement], place: Place) -> list[Statement]:
        """A list of statements, each but the last followed by the next."""
        result: list[Statement] = []
        for number, statement in enumerate(body):
            last = number == len(body) - 1
            result += self.statement(statement, place if last else (frozenset(), place[1]))
        return result

    def statement(self, statement: Statement, place: Place) -> list[Statement]:
        """One statement, as the statements that it becomes."""
        match statement:
            case If():
                then = self.sequence(statement.then, place)
                other = self.sequence(statement.other, place)
                return _conditional(statement.cond, then, other, place)
            case Loop():
                return self.loop(statement, place)
            case Scope():
                return self.scope(statement, place)
            case Exit():
                return self.go(("exit", statement.label), place)
            case Continue():
                return self.go(("continue", statement.label), place)
            case Return():
                return _returned(place)
            case _:
                return [statement]

    def loop(self, loop: Loop, place: Place) -> list[Statement]:
        """A loop: its end is its next turn."""
        turn = "continue", loop.label
        inside = Around(place[0], turn)
        return self.enclosed(loop, (frozenset({turn}), (*place[1], inside)), place)

    def scope(self, scope: Scope, place: Place) -> list[Statement]:
        """A scope leaves no trace where all ways out of it are its end or a loop's `break`."""
        leads = frozenset({("exit", scope.label)})
        if scope.label not in self.left:
            return self.sequence(scope.body, (leads, place[1]))
        once = Loop(scope.body, -1, "once")
        return self.enclosed(once, (leads, (*place[1], Around(leads, None))), (leads, place[1]))

    def enclosed(self, loop: Loop, inner: Place, outer: Place) -> list[Statement]:
        """A loop's body; behind it, what leaves further than this loop goes on."""
        before, self.flagged = self.flagged, set()
        loop.body = self.sequence(loop.body, inner)
        flagged, self.flagged = self.flagged, before
        resets: list[Statement] = [Assign(self.flags[t], const(0, "bool")) for t in sorted(flagged)]
        checks: list[Statement] = []
        for target in sorted(flagged):
            onward = self.go(target, outer)
            if onward:
                # The flag is set already where the next loop is left for it too.
                checks.append(
                    If(self.flags[target], [s for s in onward if not isinstance(s, Assign)])
                )
        return [*resets, loop, *checks]

    def go(self, target: Target, place: Place) -> list[Statement]:
        """The statements that take control to a target."""
        follow, around = place
        if target in follow:
            return []
        for depth, loop in enumerate(reversed(around)):
            if target in loop.leads or target == loop.turn:
                if depth == 0:
                    return [Break()] if target in loop.leads else [NextTurn()]
                flag = self.flags.setdefault(target, name(f"leave{len(self.flags) + 1}", "bool"))
                self.flagged.add(target)
                return [Assign(flag, const(1, "bool")), Break()]
        return [Exit(target[1])]


def _returned(place: Place) -> list[Statement]:
    """A return: nothing at the kernel's end, `break` in a loop that stands there."""
    follow, around = place
    if _RETURN in follow:
        return []
    return [Break()] if around and _RETURN in around[-1].leads else [Return()]


def _conditional(
    cond: Expr, then: list[Statement], other: list[Statement], place: Place
) -> list[Statement]:
    """An `if` with no more nesting than it needs."""
    if not then and not other:
        return []
    if not then:
        cond, then, other = negate(cond), other, then
    if _jumps(then) and other:
        return [If(cond, then), *other]
    if _jumps(other):
        return [If(negate(cond), other), *then]
    if not other and _RETURN in place[0] and len(then) > _LONG:
        return [If(negate(cond), [Return()]), *then]
    return [If(cond, then, other)]


def _jumps(body: list[Statement]) -> bool:
    return bool(body) and isinstance(body[-1], Break | NextTurn | Return)
