"""Turns the exits of the structured tree into C: nothing, `break`, `continue`, `return`, or a flag.

In: the tree of `structure`, with its code translated. Out: statements that C has.
"""

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
"""The place that control goes to: ("exit", label), ("continue", label) or ("return", 0)."""

_RETURN: Target = ("return", 0)
_LONG = 6
"""The most statements under a last `if`. If it has more, the opposite condition returns early:
`if (n < 1) return;` at the head of the online softmax leaves its two loops one level higher."""


@dataclass(frozen=True, slots=True)
class Around:
    """A loop, or a scope that is printed as one, around a statement.

    Attributes:
        leads: the targets that `break` leads to: those reached right after it.
        turn: the target that `continue` leads to; None for a scope.
    """

    leads: frozenset[Target]
    turn: Target | None


Place = tuple[frozenset[Target], tuple[Around, ...]]
"""The targets that control reaches by itself after a statement, and the loops around it."""


# Each exit takes the first of these that leads to its target:
#
# 1. Nothing, if control goes there by itself. Most exits of an `if` do.
# 2. `break`, `continue` or `return`, if the innermost loop leads there.
# 3. A flag. A search in two nested loops, `if (x[i * n + j] == t) goto done;`, comes back as
#
#        leave1 = true;  break;         in the inner loop
#        if (leave1) break;             after it, in the outer loop
#
# 4. A `break` out of a scope that is printed as `do { … } while (false)`, if no loop is there to
#    leave: `if (x[t + 1] > 0) goto skip;` in straight code. Such a scope is made only for an exit
#    that has no other way (`Flow.left`), because it hides the shape of the code around it.
class Flow:
    """Resolves the exits of a tree.

    Attributes:
        flags: a variable for each target that is several loops away.
        flagged: the targets for which the statements just resolved set a flag.
        left: the scopes that are printed as `do { } while (false)`, so that `break` can leave them.
    """

    def __init__(self) -> None:
        self.flags: dict[Target, Expr] = {}
        self.flagged: set[Target] = set()
        self.left: set[int] = set()

    def resolve(self, body: list[Statement]) -> list[Statement]:
        """Return the kernel without exits: repeat with more scopes to leave until none is open."""
        while True:
            self.flags.clear()
            result = self.sequence(copied(body), (frozenset({_RETURN}), ()))
            open_ = {s.label for s in walk(result) if isinstance(s, Exit)}
            if not open_:
                return result
            self.left |= open_

    def sequence(self, body: list[Statement], place: Place) -> list[Statement]:
        """Return a list of statements with its exits resolved."""
        result: list[Statement] = []
        for number, statement in enumerate(body):
            last = number == len(body) - 1
            result += self.statement(statement, place if last else (frozenset(), place[1]))
        return result

    def statement(self, statement: Statement, place: Place) -> list[Statement]:
        """Return the statements that one statement becomes."""
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
        """Return a loop; the end of its body leads to the next turn."""
        turn = "continue", loop.label
        inside = Around(place[0], turn)
        return self.enclosed(loop, (frozenset({turn}), (*place[1], inside)), place)

    def scope(self, scope: Scope, place: Place) -> list[Statement]:
        """Return a scope's body; inside `do { } while (false)` only if an exit must leave it."""
        leads = frozenset({("exit", scope.label)})
        if scope.label not in self.left:
            return self.sequence(scope.body, (leads, place[1]))
        once = Loop(scope.body, -1, "once")
        return self.enclosed(once, (leads, (*place[1], Around(leads, None))), (leads, place[1]))

    def enclosed(self, loop: Loop, inner: Place, outer: Place) -> list[Statement]:
        """Return a loop; after it, a test of each flag whose target is further away."""
        before, self.flagged = self.flagged, set()
        loop.body = self.sequence(loop.body, inner)
        flagged, self.flagged = self.flagged, before
        resets: list[Statement] = [Assign(self.flags[t], const(0, "bool")) for t in sorted(flagged)]
        checks: list[Statement] = []
        for target in sorted(flagged):
            onward = self.go(target, outer)
            if onward:
                # The flag stays set, so only the jump is repeated.
                checks.append(
                    If(self.flags[target], [s for s in onward if not isinstance(s, Assign)])
                )
        return [*resets, loop, *checks]

    def go(self, target: Target, place: Place) -> list[Statement]:
        """Return the statements that take control to a target."""
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
    """Return nothing at the kernel's end, `break` in a last loop, else `return`."""
    follow, around = place
    if _RETURN in follow:
        return []
    return [Break()] if around and _RETURN in around[-1].leads else [Return()]


def _conditional(
    cond: Expr, then: list[Statement], other: list[Statement], place: Place
) -> list[Statement]:
    """Return an `if` with no more nesting than it needs."""
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
