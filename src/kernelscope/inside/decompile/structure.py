"""From a control-flow graph to nested statements, and their exits to what C has for them.

In: the basic blocks of a function. Out: a tree of `Code`, `Test`, `Loop`, `Scope`, `Exit` and
`Continue` (`structure`); once its code is translated, the exits as nothing, `break`, `continue`,
`return`, or a flag (`Flow`).
"""

from __future__ import annotations

from dataclasses import dataclass

from kernelscope.inside.decompile.expressions import Expr, const, name, negate
from kernelscope.inside.decompile.statements import (
    Assign,
    Break,
    Code,
    Continue,
    Exit,
    Goto,
    If,
    Label,
    Loop,
    NextTurn,
    Return,
    Scope,
    Statement,
    Test,
    copied,
    walk,
)
from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis.control_flow import (
    dominates,
    immediate_dominators,
    immediate_post_dominators,
    natural_loops,
    reachable,
    reverse,
)
from kernelscope.vgpu.analysis.dataflow import post_order

# ---- blocks that only follow one another ---------------------------------------------------------


# Labels of debug information begin a block without being jumped to. From `gelu.py`:
#
#     @%p1 ld.global.v4.b32 { %r1, … }, [ %rd1 + 0 ];
#     add.s64 %rd2, %rd4, %rd9;
#     $L__tmp1:                                       (inlined code of line 76 begins)
#     mul.f32 %r13, %r1, 0f3D372713;
#
# At the end of a block every value that waits to be used becomes a variable (`Builder.settle`).
# Without this pass the GELU would read its loaded vector outside `if (mask)`, and each of its
# values would be a variable of its own.
def straighten(function: ir.Function) -> None:
    """Join each block with its only successor if that has no other predecessor."""
    blocks = function.blocks
    predecessors = reverse([b.terminator.targets for b in blocks])
    joined: set[int] = set()
    for block in blocks:
        if block.index in joined:
            continue
        while isinstance(block.terminator, ir.Jump):
            target = block.terminator.target
            if len(predecessors[target]) > 1 or target in (0, block.index):
                break
            joined.add(target)
            block.instructions += blocks[target].instructions
            block.terminator = blocks[target].terminator
            block.end, block.location = blocks[target].end, blocks[target].location
    kept = [b for b in blocks if b.index not in joined]
    place = {block.index: number for number, block in enumerate(kept)}
    for block in kept:
        block.index = place[block.index]
        block.terminator = _renumbered(block.terminator, place)
    function.blocks = kept


def _renumbered(terminator: ir.Terminator, place: dict[int, int]) -> ir.Terminator:
    match terminator:
        case ir.Jump():
            return ir.Jump(place[terminator.target])
        case ir.Branch(predicate, negated, taken, other, position):
            return ir.Branch(predicate, negated, place[taken], place[other], position)
        case ir.Return():
            return terminator


def structure(function: ir.Function) -> list[Statement]:
    """Return a kernel's blocks as nested statements; with `goto` if the graph is irreducible."""
    return _Structure(function).run()


# The method is that of Ramsey, "Beyond Relooper" (ICFP 2022). The dominator tree gives the nesting.
# A block that several forward edges lead to comes after a scope, and those edges exit the scope:
#
#     A: if (c) B else C;  B → D;  C → D        Scope(D) { A; Test(c) { B; Exit D } { C; Exit D } }
#                                               D
#
# One rule is added to the paper's: the blocks that follow a loop come after it, not inside it
# (`behind`). In the dominator tree they hang below the loop's last block. From the online softmax,
# which has two loops in a row:
#
#     do {                                     while (true) {
#       …                                        …
#     } while (start < n);                       if (start >= n) {
#     int start2 = 0;                              int start2 = 0;
#     do {                                         while (true) {
#       …                                            …
#     } while (start2 < n);                          if (start2 >= n) return; }}}
#          with the rule                                without it
class _Structure:
    """The graph and its analyses.

    Attributes:
        order: the number of each block in reverse post-order.
        loops: the blocks of each loop, by its header.
        children: the blocks inside each block, from the dominator tree.
        after: the blocks that come after the loop of a header.
        ends: blocks that only return: a jump there is a `return`.
    """

    def __init__(self, function: ir.Function) -> None:
        self.blocks = function.blocks
        self.successors = [b.terminator.targets for b in self.blocks]
        self.predecessors = reverse(self.successors)
        alive = set(range(len(self.blocks)))
        self.dominator = immediate_dominators(self.successors, 0)
        self.order = {
            n: i for i, n in enumerate(reversed(post_order(0, self.successors.__getitem__)))
        }
        self.loops = natural_loops(self.successors, alive)
        self.ends = {
            b.index
            for b in self.blocks
            if isinstance(b.terminator, ir.Return) and not b.instructions and b.index
        }
        self.children: dict[int, list[int]] = {n: [] for n in alive}
        self.after: dict[int, list[int]] = {n: [] for n in self.loops}

    def run(self) -> list[Statement]:
        if self.is_irreducible():
            return self.jumps()
        behind = {header: self.behind(header) for header in self.loops}
        for node in sorted(self.dominator, key=self.order.__getitem__):
            if node == 0 or node in self.ends:
                continue
            above = self.dominator[node]
            left = [h for h, body in self.loops.items() if above in body and node not in body]
            left = [h for h in left if node in behind[h]]
            if left:
                outermost = max(left, key=lambda h: len(self.loops[h]))
                self.after[outermost].append(node)
            else:
                self.children[above].append(node)
        return self.tree(0)

    def is_irreducible(self) -> bool:
        """Return whether an edge goes back to a block that does not dominate its start."""
        return any(
            self.order[target] <= self.order[node] and not dominates(target, node, self.dominator)
            for node in self.dominator
            for target in self.successors[node]
        )

    def behind(self, header: int) -> set[int]:
        """Return the blocks after a loop: its main exit and all that can follow from there."""
        first = self.main_exit(header)
        if first is None:
            return set()
        forward = [
            [t for t in targets if self.order[t] > self.order[node]]
            for node, targets in enumerate(self.successors)
        ]
        return reachable(forward, first)

    # The main exit is the block at which all ways out meet, if the loop jumps there itself: `break`
    # then reaches it. A loop may also leave to several blocks that meet further on:
    #
    #     while (true) {
    #       if (x[i] < 0)  { y[1] = i; break; }        → block A
    #       if (x[i] == t) { y[2] = i; break; }        → block B
    #       i += x[i]; }
    #
    # Then the exit that dominates most blocks comes right after the loop, and the other one
    # leaves through a flag (`leave1` in the C).
    def main_exit(self, header: int) -> int | None:
        """Return the block that control goes to after a loop; None if every exit returns."""
        body = self.loops[header]
        targets = {t for n in body for t in self.successors[n] if t not in body} - self.ends
        if not targets:
            return None
        post = immediate_post_dominators(self.successors)
        meeting = post[header]
        while meeting < len(self.blocks) and meeting in body:
            meeting = post[meeting]
        if meeting in targets:
            return meeting
        return max(targets, key=lambda t: (self.dominated(t), -self.order[t]))

    def dominated(self, node: int) -> int:
        """Return the number of blocks that a block dominates."""
        return sum(dominates(node, other, self.dominator) for other in self.dominator)

    def is_merge(self, node: int) -> bool:
        """Return whether several forward edges lead to a block."""
        forward = [p for p in self.predecessors[node] if self.order[p] < self.order[node]]
        return len(forward) > 1

    def tree(self, node: int) -> list[Statement]:
        """Return a block with all that is inside it, and what comes after it if it is a loop."""
        merges = [c for c in self.children[node] if self.is_merge(c)]
        if node not in self.loops:
            return self.within(node, merges)
        inner: list[Statement] = [Loop(self.within(node, merges), node)]
        return self.followed(inner, self.after[node])

    def within(self, node: int, merges: list[int]) -> list[Statement]:
        body: list[Statement] = [Code(node), *self.ending(node)]
        return self.followed(body, merges)

    def followed(self, body: list[Statement], followers: list[int]) -> list[Statement]:
        """Return a body followed by the blocks that its exits go to, nearest first."""
        for follower in sorted(followers, key=self.order.__getitem__):
            body = [Scope(follower, body), *self.tree(follower)]
        return body

    def ending(self, node: int) -> list[Statement]:
        terminator = self.blocks[node].terminator
        match terminator:
            case ir.Return():
                return [Return()]
            case ir.Jump():
                return self.branch(node, terminator.target)
            case ir.Branch():
                then = self.branch(node, terminator.taken)
                return [Test(node, then, self.branch(node, terminator.other))]

    def branch(self, source: int, target: int) -> list[Statement]:
        if target in self.ends:
            return [Return()]
        if self.order[target] <= self.order[source]:
            return [Continue(target)]
        if self.is_merge(target) or target not in self.children[source]:
            return [Exit(target)]
        return self.tree(target)

    def jumps(self) -> list[Statement]:
        """Return every block in order, with `goto` where control does not go to the next one.

        For irreducible graphs: loops with two entries.
        """
        result: list[Statement] = []
        for block in self.blocks:
            below = block.index + 1
            result += [Label(block.index), Code(block.index)]
            match block.terminator:
                case ir.Return():
                    result.append(Return())
                case ir.Jump(target):
                    result += _jump(target, below)
                case ir.Branch():
                    taken, other = block.terminator.targets
                    if taken == below:
                        result.append(Test(block.index, [], _jump(other, below)))
                    else:
                        result.append(Test(block.index, _jump(taken, below), []))
                        result += _jump(other, below)
        wanted = {s.label for s in walk(result) if isinstance(s, Goto)}
        return [s for s in result if not isinstance(s, Label) or s.label in wanted]


def _jump(target: int, below: int) -> list[Statement]:
    return [] if target == below else [Goto(target)]


# ---- exits ---------------------------------------------------------------------------------------

Target = tuple[str, int]
"""The place that control goes to: ("exit", label), ("continue", label) or ("return", 0)."""

_RETURN: Target = ("return", 0)
_LONG = 6
"""The most statements under a last `if`. If it has more, the opposite condition returns early:
`if (n < 1) return;` at the head of the online softmax leaves its two loops one level higher."""


@dataclass(frozen=True, slots=True)
class Around:
    """A loop, or a scope that is printed as one, around a statement.

    `leads`: the targets reached right after it, to which `break` leads. `turn`: the target that
    `continue` leads to; None for a scope.
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
