"""Kernels with a known race, and their twins without one: composed, not written one by one.

A case is two accesses, A by thread P and B by thread Q, and something between them. The parts are

- the relation of P and Q: lanes of a warp, warps of a block, blocks of a grid, blocks of a
  cluster;
- the memory: shared, global, or the shared memory of another block of the cluster;
- the operation: A writes and B reads ("wr"), A reads and B writes ("rw"), both write different
  values ("ww") or the same value ("same");
- the access: plain, volatile, relaxed with a scope, or an atomic addition;
- the order between them (`orders`), right or wrong;
- the shape of the kernel (`_STEPS`).

The scheme of pairs that differ in one fault is that of HiRace's and Indigo's test programs
(Jacobson et al., SC24; Liu et al., ISPASS 2022) and DataRaceBench (Liao et al., SC17). The code
is our own.

## The verdict

It follows from the parts by these rules, which are those of the PTX ISA's memory consistency
model (chapter "Memory Consistency Model": morally strong operations, release and acquire
patterns, causality order, data races). A and B race if they conflict, are not morally strong, and
neither happens before the other:

1. Two accesses conflict if they are of the same element and at least one writes. An atomic
   addition reads and writes.
2. They are morally strong if both are strong (volatile, relaxed, atomic) and the scope of each
   includes both threads: `.cta` those of a block, `.cluster` those of a cluster, `.gpu` and
   `.sys` all. `volatile` is `relaxed.sys`. Such a pair does not race. CUDA C++ calls a pair with
   a volatile side a race nevertheless; it is listed in `Case.allowed`, so a checker may report
   it.
3. A happens before B within a thread, and across
   - `__syncwarp`, for the lanes of one mask; an exited or converged warp orders nothing, and
     neither do votes and shuffles;
   - `__syncthreads` and a named barrier, from each thread that arrives or syncs to each that
     syncs;
   - the cluster's barrier, unless its arrival is relaxed or comes before A, or its wait after B;
   - an mbarrier, from an arrival with release to a wait with acquire for that phase, if the scope
     of both includes both threads;
   - a release pattern (a release, or a fence and then a strong write) to an acquire pattern (an
     acquire, or a strong read and then a fence) that reads what it wrote, or what atomic
     operations made of that, if the first and the last operation are morally strong and so are
     the write and the read. A plain flag, a fence on the wrong side or on one side only, and a
     pause order nothing;
   - the end of one kernel and the beginning of the next;
   - any chain of these, whatever the scope of each link.
4. A copy by an engine (`cp.async`, bulk copies) happens after what its thread did before it, and
   before what follows the wait that covers it. A bulk copy out of shared memory sees writes of
   threads only behind a proxy fence, and one into it comes after reads of threads only behind one.
5. The race's kind is "scope" if wider scopes in the same program would order A and B, else
   "same-value", "write-write" or "read-write" by what they do.

A wrong order is wrong in every schedule: B's thread waits for A's where the program waits at all,
and reads the same element in any case. So a checker that follows happens-before finds each race
in whatever order the virtual GPU ran.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from sanitizer import orders
from sanitizer.case import Case, Race, line_of
from sanitizer.orders import BLOCK, CLUSTER, LANE, WARP, Order

SPACES = {
    LANE: ("shared", "global"),
    WARP: ("shared", "global"),
    BLOCK: ("global",),
    CLUSTER: ("global", "distributed shared"),
}
OPERATIONS = ("wr", "rw", "ww", "same")
_STEPS = {
    "straight": "one thread each, one after the other in the text",
    "branch": "the same under a condition on data",
    "function": "the accesses are in functions that are not inlined",
    "divergent": "the two sides of one branch",
    "all": "every thread does A on its own element and B on another thread's",
    "loop": "three rounds; the missing order is that of A and B of one round",
    "reuse": "three rounds; the missing order is that of B and the next round's A",
}
P = {
    LANE: "t == 3",
    WARP: "t == 3",
    BLOCK: "blockIdx.x == 0 && t == 3",
    CLUSTER: "blockIdx.x == 0 && t == 3",
}
Q = {
    LANE: "t == 20",
    WARP: "t == 40",
    BLOCK: "blockIdx.x == 1 && t == 40",
    CLUSTER: "blockIdx.x == 1 && t == 40",
}
R = {
    relation: "blockIdx.x == 0 && t == 9" if relation in (BLOCK, CLUSTER) else "t == 9"
    for relation in orders.RELATIONS
}
# The element of another thread, of its own element `mine`, in the step "all".
_OTHERS = {LANE: "mine ^ 16", WARP: "mine ^ 32", BLOCK: "mine ^ 64", CLUSTER: "mine ^ 64"}


# The accesses


def _write(kind: str, value: str) -> str:
    """Return a write to `*x`: kind is plain, volatile, add.SCOPE, or relaxed.SCOPE."""
    how, _, scope = kind.partition(".")
    if how == "plain":
        return f"*x = {value};"
    if how == "volatile":
        return f"*(volatile int*)x = {value};"
    if how == "add":
        return f"atomicAdd{'_block' if scope == 'cta' else ''}(x, {value});"
    return f'STORE("{kind}", x, {value});'


def _read(kind: str, into: str) -> str:
    """Return a read of `*x` by the same kinds; an addition of 0 reads, too."""
    how, _, scope = kind.partition(".")
    if how == "plain":
        return f"{into} = *x;"
    if how == "volatile":
        return f"{into} = *(volatile int*)x;"
    if how == "add":
        return f"{into} = atomicAdd{'_block' if scope == 'cta' else ''}(x, 0);"
    return f'{into} = LOAD("{kind}", x);'


def accesses(operation: str, kinds: tuple[str, str], out: tuple[str, str]) -> tuple[str, str]:
    """Return access A and access B of `*x`, each in one line with its marker."""
    first = _read(kinds[0], out[0]) if operation == "rw" else _write(kinds[0], "1")
    value = "1" if operation == "same" else "2"
    second = _read(kinds[1], out[1]) if operation == "wr" else _write(kinds[1], value)
    return f"{first}  // A", f"{second}  // B"


def kind_of(operation: str) -> str:
    """Return the kind of the race of A and B that no scope explains."""
    return {"wr": "read-write", "rw": "read-write", "ww": "write-write"}.get(
        operation, "same-value"
    )


# The kernel


def indent(text: str, by: int = 1) -> str:
    """Return the lines of the text, each further in by two spaces and ended."""
    return "".join(f"{'  ' * by}{line}\n" for line in text.splitlines() if line)


def kernel(name: str, *parts: str) -> str:
    """Return a kernel of these statements."""
    head = f'extern "C" __global__ void {name}(int* data, int* flag, int* out) {{\n'
    return head + indent("int t = threadIdx.x;") + "".join(map(indent, parts)) + "}\n"


def _place(relation: str, space: str, step: str) -> str:
    """Return the statements that clear shared memory and define `x`, or `mine` for "all"."""
    wide = "blockIdx.x * 64 + t" if relation in (BLOCK, CLUSTER) else "t"
    clear = {
        "shared": "s[t] = 0;\n__syncthreads();",
        "global": "",
        "distributed shared": "s[t] = 0;\nCLUSTER_SYNC();",
    }[space]
    base = {"shared": "s", "global": "data", "distributed shared": "OF_BLOCK(s, 0)"}[space]
    if step == "all":
        return f"{clear}\nint mine = {wide};"
    return f"{clear}\nint* x = {base};"


def _everyone(relation: str, space: str, a: str, b: str, order: Order) -> tuple[str, str]:
    """Return what is done before and after the order's statement if all threads do A and B."""

    def at(element: str) -> str:
        if space == "distributed shared":
            return f"OF_BLOCK(s, ({element}) / 64) + ({element}) % 64"
        return f"{'s' if space == 'shared' else 'data'} + ({element})"

    return f"int* x = {at('mine')};\n{a}", f"x = {at(_OTHERS[relation])};\n{b}\n{order.last}"


def _when(condition: str, *statements: str) -> str:
    body = "\n".join(statement for statement in statements if statement)
    return f"if ({condition}) {{\n{indent(body)}}}" if body else ""


def _body(relation: str, space: str, a: str, b: str, order: Order, step: str) -> tuple[str, str]:
    """Return the statements of P's side with what is between, and of Q's side."""
    if step == "all":
        first, second = _everyone(relation, space, a, b, order)
        return f"{order.first}\n{first}", f"{order.between}\n{second}"
    on_p = [order.before, a, order.release]
    on_q = [order.acquire, b]
    third = _when(R[relation], order.third)
    if step == "divergent":
        # Q's side comes first in the text, so P's has to run while Q waits.
        sides = _when(Q[relation], order.between, *on_q)
        other = _when(P[relation], *on_p)
        rest = indent("\n".join((other, third, order.between)))
        return f"{sides} else {{\n{rest}}}", order.last
    p, q = _when(P[relation], *on_p), _when(Q[relation], *on_q)
    return f"{order.first}\n{p}\n{third}", f"{order.between}\n{q}\n{order.last}"


def _functions(name: str, a: str, b: str) -> tuple[str, str, str]:
    """Return the definitions of two functions with A and B, and the calls."""
    # Without the word to the compiler, it loads `*x` at the call and passes the value.
    head = "__device__ __noinline__ void"
    text = "".join(
        f"{head} {name}_{which}(int* x, int* out) {{\n  COMPILER_FENCE();\n{indent(access)}}}\n"
        for which, access in (("a", a), ("b", b))
    )
    return text, f"{name}_a(x, out);", f"{name}_b(x, out);"


def _source(
    name: str, relation: str, space: str, operation: str, kinds: tuple[str, str], step: str,
    order: Order, after: Order,
) -> str:  # fmt: skip
    """Return the text of a case; `after` orders B and the next round's A, if there are rounds."""
    out = ("out[mine]", "out[128 + mine]") if step == "all" else ("out[0]", "out[1]")
    a, b = accesses(operation, kinds, out)
    functions = ""
    if step == "function":
        functions, a, b = _functions(name, a, b)
    top = f"{order.setup}\n{_place(relation, space, step)}"
    first, second = _body(relation, space, a, b, order, "straight" if step in _INNER else step)
    end = "CLUSTER_SYNC();" if space == "distributed shared" else ""
    if order.kernels == 2:
        later = second.replace("x = ", "int* x = ", 1) if step == "all" else second
        return kernel(name, top, _wrapped(step, first)) + kernel(
            f"{name}_2", top, _wrapped(step, later)
        )
    if step in ("loop", "reuse"):
        rounds = f"{first}\n{second}\n{after.between}"
        return kernel(name, top, f"for (int i = 0; i < 3; i++) {{\n{indent(rounds)}}}", end)
    return functions + kernel(name, top, _wrapped(step, f"{first}\n{second}"), end)


_INNER = ("branch", "function", "loop", "reuse")


def _wrapped(step: str, text: str) -> str:
    return f"if (data[127] == 0) {{\n{indent(text)}}}" if step == "branch" else text


# The cases


def _launch(relation: str, order: Order) -> dict[str, object]:
    blocks = 2 if relation in (BLOCK, CLUSTER) else 1
    return {
        "grid": (blocks, 1, 1),
        "cluster": (2, 1, 1) if relation == CLUSTER else None,
    }


def composed(
    relation: str, space: str, operation: str, order: Order, step: str, after: Order,
    kinds: tuple[str, str] = ("plain", "plain"), family: str = "",
) -> Case:  # fmt: skip
    """Return one case, its verdict by the rules of this module."""
    short = {"distributed shared": "remote"}.get(space, space)
    named = f"{order.name}_then_{after.name}" if step in ("loop", "reuse") else order.name
    how = "" if kinds == ("plain", "plain") else "_".join(kinds).replace(".", "_") + "_"
    name = f"{relation}_{short}_{operation}_{how}{step}_{named}"
    source = _source(name, relation, space, operation, kinds, step, order, after)
    is_ordered = relation in order.reaches and (step != "reuse" or relation in after.reaches)
    lines = line_of(source, "A"), line_of(source, "B")
    races, allowed = list[Race](), list[tuple[int, int]]()
    if not is_ordered:
        if are_morally_strong(kinds, relation):
            allowed += [lines] if "volatile" in kinds else []
        else:
            narrow = order.scoped or all(kind not in ("plain", "volatile") for kind in kinds)
            races.append(Race("scope" if narrow else kind_of(operation), space, lines))
    if order.flag:
        flag = line_of(source, "F"), line_of(source, "G")
        if order.flag == "volatile":
            allowed.append(flag)
        else:
            races.append(Race(order.flag, "global", flag))
    has_one_result = is_ordered and not races
    return Case(
        name,
        family or relation,
        source,
        (name, f"{name}_2") if order.kernels == 2 else (name,),
        races=tuple(races),
        allowed=tuple(allowed),
        compared=(0, 2) if has_one_result else (),
        **_launch(relation, order),  # pyright: ignore[reportArgumentType]
    )


def are_morally_strong(kinds: tuple[str, str], relation: str) -> bool:
    """Return whether both accesses are strong, and the scope of each includes both threads."""

    def reaches(kind: str) -> bool:
        scope = "sys" if kind == "volatile" else kind.partition(".")[2]
        return bool(scope) and relation in orders.COVERS[scope]

    return all(map(reaches, kinds))


def twins(wrong: Case, right: Case) -> Iterator[Case]:
    """Return both, each with the other's name."""
    yield replace(wrong, twin=right.name)
    yield replace(right, twin=wrong.name)


def _by_order() -> Iterator[Case]:
    """Pair each wrong order with the right one, in turn for every operation and shape."""
    for relation in orders.RELATIONS:
        for space in SPACES[relation]:
            for number, (wrong, right) in enumerate(orders.pairs(relation)):
                steps = [step for step in wrong.steps if step in right.steps]
                for turn in range(1 + number % 2):
                    step = steps[(number + turn) % len(steps)]
                    operation = OPERATIONS[(number // 2 + turn * 3 + len(space)) % 4]
                    yield from twins(
                        composed(relation, space, operation, wrong, step, right),
                        composed(relation, space, operation, right, step, right),
                    )


def _by_reuse() -> Iterator[Case]:
    """Pair each wrong order with the right one between the rounds that use one element again."""
    for relation in orders.RELATIONS:
        for space in SPACES[relation]:
            again = [
                pair for pair in orders.pairs(relation) if all("loop" in o.steps for o in pair)
            ]
            for number, (wrong, right) in enumerate(again):
                operation = OPERATIONS[(number + len(relation)) % 4]
                yield from twins(
                    composed(relation, space, operation, right, "reuse", wrong),
                    composed(relation, space, operation, right, "reuse", right),
                )


@cache
def cases() -> tuple[Case, ...]:
    """Return all cases; a right one that several wrong ones lead to is there once."""
    from sanitizer import families, faults  # they use the parts above

    every = itertools.chain(
        _by_order(),
        _by_reuse(),
        families.of_kinds(),
        families.of_references(),
        families.of_locks(),
        families.of_copies(),
        faults.of_barriers(),
    )
    return tuple({case.name: case for case in every}.values())
