"""Cases that are not one writer and one reader: kinds of access, locks, copies by engines.

The rules of the verdicts are in the docstring of `generator`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sanitizer import orders
from sanitizer.case import Case, Race, line_of
from sanitizer.generator import SPACES, P, Q, composed, indent, kernel, twins
from sanitizer.orders import BLOCK, CLUSTER, NONE, NOWHERE, RIGHT_SCOPE, WARP, Order

# Kinds of access that nothing orders


def of_kinds() -> Iterator[Case]:
    """Pair unordered accesses that are not morally strong with the same ones made strong."""
    for relation in orders.RELATIONS:
        wide = f"relaxed.{RIGHT_SCOPE[relation]}"
        add = "add.cta" if RIGHT_SCOPE[relation] == "cta" else "add.gpu"
        weak = [("plain", wide), (wide, "plain"), ("plain", "volatile"), ("volatile", "plain")]
        weak += [(f"relaxed.{narrow}", wide) for narrow in orders.NARROWER[relation]]
        weak += [(wide, f"relaxed.{narrow}") for narrow in orders.NARROWER[relation]]
        if orders.NARROWER[relation]:
            weak += [("add.cta", "add.cta"), ("add.cta", wide)]
        weak += [("add.gpu", "plain"), ("plain", "add.gpu")]
        for space in SPACES[relation]:
            for number, kinds in enumerate(weak):
                operation = ("wr", "rw", "ww")[number % 3]
                if "add" in kinds[0] and operation == "rw":
                    operation = "wr"  # an addition writes
                if kinds[1].startswith("add") and operation == "wr":
                    operation = "ww"
                first, second = (add if kind.startswith("add") else wide for kind in kinds)
                wrong = composed(relation, space, operation, NONE, "straight", NONE, kinds, "kinds")
                right = composed(
                    relation, space, operation, NONE, "straight", NONE, (first, second), "kinds"
                )
                if kinds == ("volatile", "plain"):
                    both = ("volatile", "volatile")
                    right = composed(
                        relation, space, operation, NONE, "straight", NONE, both, "kinds"
                    )
                # What a strong but unordered read sees, or which write is last, is open.
                yield from twins(wrong, replace(right, compared=()))


# atomic_ref of libcu++


def _reference(scope: str, raise_: str, poll: str, fences: bool = False) -> Order:
    ref = f"cuda::atomic_ref<int, cuda::thread_scope_{scope}>(*flag)"
    order = "cuda::memory_order_{}"
    fence = f"cuda::atomic_thread_fence({order}, cuda::thread_scope_{scope});"
    store = f"{ref}.store(1, {order.format(raise_)});"
    load = f"while ({ref}.load({order.format(poll)}) == 0) {{}}"
    reach = orders.COVERS[{"block": "cta", "device": "gpu", "system": "sys"}[scope]]
    if fences:
        store = f"{fence.format('release')}\n{store}"
        load = f"{load}\n{fence.format('acquire')}"
    is_right = fences or (raise_ == "release" and poll == "acquire")
    name = f"ref_{scope}_{raise_}_{poll}{'_fences' if fences else ''}"
    return Order(
        name,
        reach if is_right else NOWHERE,
        release=f"{store}  // F",
        acquire=f"{load}  // G",
        steps=orders.FLAG_STEPS,
    )


def of_references() -> Iterator[Case]:
    """Pair the orders of `cuda::atomic_ref` that do not synchronise with one that does."""
    relaxed = "relaxed"
    for relation, scope in ((WARP, "block"), (BLOCK, "device"), (BLOCK, "system")):
        right = _reference(scope, "release", "acquire")
        fenced = _reference(scope, relaxed, relaxed, fences=True)
        wrong = [
            (_reference(scope, relaxed, relaxed), fenced),
            (_reference(scope, relaxed, "acquire"), right),
            (_reference(scope, "release", relaxed), right),
        ]
        if relation == BLOCK:
            narrow = replace(_reference("block", "release", "acquire"), scoped=True, flag="scope")
            wrong.append((narrow, right))
        for number, (bad, good) in enumerate(wrong):
            operation = ("wr", "rw", "ww")[number % 3]
            step = orders.FLAG_STEPS[number % 4]
            yield from twins(
                composed(relation, "global", operation, bad, step, good, family="libcu"),
                composed(relation, "global", operation, good, step, good, family="libcu"),
            )


# Locks


def _lock(scope: str, take: str, give: str, enter: str, leave: str) -> tuple[str, str]:
    """Return the statements that take and give back a lock."""
    at = {"cta": "_block"}.get(scope, "")
    taken = {
        "cas": f"while (atomicCAS{at}(flag, 0, 1) != 0) {{}}",
        "exchange": f"while (atomicExch{at}(flag, 1) != 0) {{}}",
        "acquire": 'for (int old = 1; old;) asm volatile("atom.acquire.'
        + scope
        + '.exch.b32 %0, [%1], 1;" : "=r"(old) : "l"(flag) : "memory");',
    }[take]
    given = {
        "exchange": f"atomicExch{at}(flag, 0);",
        "release": f'STORE("release.{scope}", flag, 0);',
        "relaxed": f'STORE("relaxed.{scope}", flag, 0);',
    }[give]
    fences = [f'FENCE("{fence}");' if fence else "" for fence in (enter, leave)]
    return f"{taken}\n{fences[0]}", f"{fences[1]}\n{given}"


def _locked(
    relation: str, space: str, name: str, p: tuple[str, str], q: tuple[str, str], reason: str
) -> Case:
    """Return two threads that add to `*x`; reason is "" (clean), "race" or "scope"."""
    name = f"lock_{relation}_{space.replace('distributed shared', 'remote')}_{name}"
    place = {
        "shared": "int* x = s;\nif (t == 0) *x = 0;\n__syncthreads();",
        "global": "int* x = data;",
        "distributed shared": "int* x = OF_BLOCK(s, 0);\ns[t] = 0;\nCLUSTER_SYNC();",
    }[space]
    sides = [
        f"if ({who}) {{\n{indent(f'{take}{chr(10)}{access}{chr(10)}{give}')}}}"
        for who, (take, give), access in (
            (P[relation], p, "*x = *x + 1;  // A"),
            (Q[relation], q, "*x = *x + 2;  // B"),
        )
    ]
    end = "CLUSTER_SYNC();" if space == "distributed shared" else ""
    source = kernel(name, place, *sides, end)
    lines = line_of(source, "A"), line_of(source, "B")
    # A lock of too narrow a scope is no lock: its own accesses are not morally strong either.
    locks = [
        [n for n, line in enumerate(source.splitlines(), 1) if first < n < last and "flag" in line]
        for first, last in ((1, lines[0]), (lines[0], lines[1]), (lines[1], 99))
    ]
    own = [(a, b) for a in locks[0] + locks[1] for b in locks[1] + locks[2] if a < b]
    kinds = ("scope",) if reason == "scope" else ("read-write", "write-write") if reason else ()
    return Case(
        name,
        "locks",
        source,
        (name,),
        (2 if relation in (BLOCK, CLUSTER) else 1, 1, 1),
        cluster=(2, 1, 1) if relation == CLUSTER else None,
        races=tuple(Race(kind, space, lines) for kind in kinds),
        allowed=tuple(own) if "semantics_" in name else (),
        compared=() if reason else (0, 2),
    )


def of_locks() -> Iterator[Case]:
    """Pair critical sections under locks that do not order them with those under right locks."""
    for relation in orders.RELATIONS:
        scope = RIGHT_SCOPE[relation]
        fenced = _lock(scope, "cas", "exchange", scope, scope)
        semantic = _lock(scope, "acquire", "release", "", "")
        exchanged = [
            ("no_fences", "", ""),
            ("no_entering_fence", "", scope),
            ("no_leaving_fence", scope, ""),
        ]
        wrong = [
            (name, _lock(scope, "cas", "exchange", enter, leave), "fences", fenced, "race")
            for name, enter, leave in exchanged
        ]
        for name, take, give in (
            ("relaxed_release", "acquire", "relaxed"),
            ("relaxed_acquire", "exchange", "release"),
        ):
            half = _lock(scope, take, give, "", "")
            wrong.append((name, half, "semantics", semantic, "race"))
        for narrow in orders.NARROWER[relation]:
            fences = _lock(scope, "cas", "exchange", narrow, narrow)
            narrower = _lock(narrow, "acquire", "release", "", "")
            wrong += [
                (f"fences_{narrow}", fences, "fences", fenced, "scope"),
                (f"semantics_{narrow}", narrower, "semantics", semantic, "scope"),
            ]
        for space in SPACES[relation]:
            for name, bad, right_name, right, reason in wrong:
                yield from twins(
                    _locked(relation, space, name, bad, bad, reason),
                    _locked(relation, space, right_name, right, right, ""),
                )
            other = tuple(part.replace("flag", "(flag + 1)") for part in fenced)
            yield from twins(
                _locked(relation, space, "two_locks", fenced, (other[0], other[1]), "race"),
                _locked(relation, space, "fences", fenced, fenced, ""),
            )
            yield from twins(
                _locked(relation, space, "one_side", fenced, ("", ""), "race"),
                _locked(relation, space, "fences", fenced, fenced, ""),
            )


# Copies by engines


def _copy(
    name: str, body: str, kind: str, space: str = "shared", also: tuple[str, ...] = ()
) -> Case:
    """Return a case of one block; kind is "" for a clean one.

    also: more pairs of lines that race, by their markers, such as "FA".
    """
    source = kernel(f"copy_{name}", body)
    allowed = tuple((line_of(source, pair[0]), line_of(source, pair[1])) for pair in also)
    races = [Race(kind, space, (line_of(source, "A"), line_of(source, "B")))] if kind else []
    compared = () if kind else (0, 2)
    return Case(
        f"copy_{name}", "copies", source, (f"copy_{name}",), races=tuple(races), allowed=allowed,
        compared=compared,
    )  # fmt: skip


_ASYNC = "CP_ASYNC(s + t, data + t);  // A"
_OWN, _OTHERS = "out[t] = s[t];  // B", "out[t] = s[t ^ 32];  // B"
_COMMIT, _WAIT, _SYNC = "CP_COMMIT();", "CP_WAIT(0);", "__syncthreads();"


def _async_copies() -> Iterator[Case]:
    """Return cp.async with what must follow it, and without one thing."""
    own = (_ASYNC, _COMMIT, _WAIT, _OWN)
    others = (_ASYNC, _COMMIT, _WAIT, _SYNC, _OTHERS)
    written = (_ASYNC, _COMMIT, _WAIT, "s[t] = 7;  // B")
    source = (_ASYNC, _COMMIT, _WAIT, "data[t] = 7;  // B")
    read_first = ("out[t] = s[t ^ 32];  // A", _SYNC, "CP_ASYNC(s + t, data + t);  // B")
    drained = (_COMMIT, _WAIT)
    loose = "CP_WAIT(1);"
    two = ("CP_ASYNC(s + t, data + t);  // A", _COMMIT, "CP_ASYNC(s + 64 + t, data + t);", _COMMIT)
    mbarrier = (
        "__shared__ u64 ready;\nif (t == 0) MB_INIT(&ready, 64);\n__syncthreads();",
        _ASYNC,
        "MB_ARRIVE_AFTER_COPIES(&ready);",
    )
    ready = 'MB_WAIT(".shared::cta", &ready, 0);'
    wrong = (
        ("own_no_wait", (_ASYNC, _COMMIT, _OWN), "async", "own", own),
        ("own_no_commit", (_ASYNC, "CP_WAIT(1);", _OWN), "async", "own", own),
        ("own_loose_wait", (_ASYNC, _COMMIT, loose, _OWN), "async", "own", own),
        ("own_barrier_alone", (_ASYNC, _COMMIT, _SYNC, _OWN), "async", "own", own),
        ("others_no_wait", (_ASYNC, _COMMIT, _SYNC, _OTHERS), "async", "others", others),
        ("others_no_barrier", (_ASYNC, _COMMIT, _WAIT, _OTHERS), "read-write", "others", others),
        ("others_barrier_first", (_ASYNC, _COMMIT, _SYNC, _WAIT, _OTHERS), "read-write",
         "others", others),
        ("overwritten_early", (*written[:2], written[3]), "async", "overwritten", written),
        ("reused_early", (read_first[0], read_first[2], *drained), "read-write", "reused",
         (*read_first, *drained)),
        ("second_group_waited_for", (*two, "CP_WAIT(2);", _OWN), "async", "first_group",
         (*two, loose, _OWN)),
        ("mbarrier_not_waited_for", (*mbarrier, _SYNC, _OTHERS), "async", "mbarrier",
         (*mbarrier, ready, _OTHERS)),
    )  # fmt: skip
    for name, bad, kind, right_name, right in wrong:
        yield from twins(
            _copy(f"async_{name}", "\n".join(bad), kind),
            _copy(f"async_{right_name}", "\n".join(right), ""),
        )
    yield from twins(
        _copy("async_source_early", "\n".join((*source[:2], source[3])), "async", "global"),
        _copy("async_source", "\n".join(source), ""),
    )


def _pipelines() -> Iterator[Case]:
    """Return a pipeline of two stages, one written again while another thread reads it."""
    head = (
        "CP_ASYNC(s + t, data + t);  // F\nCP_COMMIT();\n"
        "for (int i = 0; i < 4; i++) {\n"
        "  if (i < 3) CP_ASYNC(s + (i + 1) % 2 * 64 + t, data + t);  // A\n"
        "  CP_COMMIT();\n"
        "  CP_WAIT(1);\n"
        "  __syncthreads();\n"
        "  out[t] += s[i % 2 * 64 + (t ^ 32)];  // B\n"
    )
    right = head + "  __syncthreads();\n}"
    yield from twins(
        _copy("pipeline_no_second_barrier", head + "}", "read-write"), _copy("pipeline", right, "")
    )
    late = head.replace("  CP_WAIT(1);\n", "")
    yield from twins(
        _copy(
            "pipeline_no_wait",
            late + "  __syncthreads();\n}",
            "async",
            also=("FA", "FB", "AA"),
        ),
        _copy("pipeline", right, ""),
    )


_LOAD_SETUP = (
    "__shared__ u64 ready;\nif (t == 0) MB_INIT(&ready, 1);\nPROXY_FENCE();\n__syncthreads();\n"
)
_LOAD = "if (t == 0) {\n  MB_EXPECT(&ready, 256);\n  BULK_LOAD(s, data, 256, &ready);  // A\n}\n"
_READY = 'MB_WAIT(".shared::cta", &ready, 0);\n'
_FILL = "s[t] = t;  // A\n"
_STORE = "if (t == 0) {\n  BULK_STORE(data, s, 256);  // B\n  BULK_COMMIT();\n"
_STORED = '  BULK_WAIT("");\n}\n'


def _bulk_copies() -> Iterator[Case]:
    """Return bulk copies in and out of shared memory, and without one thing."""
    load = _LOAD_SETUP + _LOAD + _READY + _OTHERS
    overwritten = _LOAD_SETUP + _LOAD + _READY + "s[t] = 7;  // B\n"
    filled = "s[t] = t;\nPROXY_FENCE();\n__syncthreads();\n"
    reuse = f"{_LOAD_SETUP}{filled}out[t] = s[t ^ 32];  // A\n"
    again = _LOAD.replace("// A", "// B") + _READY
    fence = "PROXY_FENCE();\n"
    store = f"{_FILL}{fence}__syncthreads();\n{_STORE}{_STORED}"
    refill = f"{filled}{_STORE.replace('// B', '// A')}"
    then = "}\n__syncthreads();\ns[t] = 7;  // B\n"
    end = '__syncthreads();\nif (t == 0) BULK_WAIT("");\n'
    wrong = (
        ("load_no_wait", _LOAD_SETUP + _LOAD + "__syncthreads();\n" + _OTHERS, "async",
         "load", load),
        ("load_overwritten_early", overwritten.replace(_READY, "__syncthreads();\n"), "async",
         "load_overwritten", overwritten),
        ("load_over_what_is_read", reuse + again, "read-write", "load_after_read",
         reuse + fence + "__syncthreads();\n" + again),
        ("store_no_proxy_fence", store.replace(fence, ""), "proxy", "store", store),
        ("store_proxy_fence_early", f"PROXY_FENCE();\n{store.replace(fence, '')}", "proxy", "store",
         store),
        ("store_no_barrier", store.replace("__syncthreads();\n", ""), "read-write", "store", store),
        ("store_source_reused_early", refill + then + end, "async", "store_source_reused",
         refill + '  BULK_WAIT(".read");\n' + then + end),
    )  # fmt: skip
    for name, bad, kind, right_name, right in wrong:
        yield from twins(_copy(f"bulk_{name}", bad, kind), _copy(f"bulk_{right_name}", right, ""))


def of_copies() -> Iterator[Case]:
    """Pair copies by engines that are not waited for with those that are."""
    yield from _async_copies()
    yield from _pipelines()
    yield from _bulk_copies()
