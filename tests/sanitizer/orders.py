"""The ways to order two accesses, right and wrong, and the relations in which each one does.

An `Order` is text for the writer's and the reader's side; `reaches` is what the PTX memory model
makes of it. The rules are in the docstring of `generator`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

LANE, WARP, BLOCK, CLUSTER = "lane", "warp", "block", "cluster"
RELATIONS = (LANE, WARP, BLOCK, CLUSTER)
INSIDE = frozenset({LANE, WARP})  # of a block
# The relations whose two threads a scope includes.
COVERS = {
    "cta": INSIDE,
    "cluster": INSIDE | {CLUSTER},
    "gpu": frozenset(RELATIONS),
    "sys": frozenset(RELATIONS),
}
RIGHT_SCOPE = {LANE: "cta", WARP: "cta", CLUSTER: "cluster", BLOCK: "gpu"}
NARROWER = {LANE: (), WARP: (), CLUSTER: ("cta",), BLOCK: ("cta", "cluster")}
NOWHERE: frozenset[str] = frozenset()

SHARED_STEPS = ("straight", "branch", "function", "all", "loop")
FLAG_STEPS = ("straight", "branch", "function", "divergent")


@dataclass(frozen=True)
class Order:
    """What is between access A of thread P and access B of thread Q.

    Attributes:
        reaches: the relations of P and Q in which A happens before B.
        scoped: whether a wider scope alone would order them.
        first, between, last: for all threads, before A, after A and after B.
        before, release: for P, before and after A.
        acquire: for Q, before B.
        third: for a third thread, which passes on what it sees.
        setup: shared variables and their initial values.
        steps: the shapes of the kernel in which it is legal.
        flag: the race of the accesses to the flag, on the lines F and G; "volatile" if they are
            strong and one is volatile, "" if they are atomic.
        kernels: 2 if a kernel boundary is between A and B.
    """

    name: str
    reaches: frozenset[str] = NOWHERE
    scoped: bool = False
    first: str = ""
    between: str = ""
    last: str = ""
    before: str = ""
    release: str = ""
    acquire: str = ""
    third: str = ""
    setup: str = ""
    steps: tuple[str, ...] = SHARED_STEPS
    flag: str = ""
    kernels: int = 1


Pairs = list[tuple[Order, Order]]

# A word to the compiler alone: else it makes one store of two, which could not race.
NONE = Order("nothing", between="COMPILER_FENCE();", steps=(*SHARED_STEPS, "divergent"))


def _flag(name: str, release: str, acquire: str, reaches: frozenset[str], **more: object) -> Order:
    order = Order(name, reaches, release=release, acquire=acquire, steps=FLAG_STEPS)
    return replace(order, **more)  # pyright: ignore[reportArgumentType]


_RAISE = "*(volatile int*)flag = 1;  // F"
_SPIN = "while (*(volatile int*)flag == 0) {}  // G"
_EXCHANGE = "atomicExch(flag, 1);"
_POLL = "while (atomicAdd(flag, 0) == 0) {}"


def _fence(scope: str) -> str:
    return f'FENCE("{scope}");'


def _store(how: str, value: int = 1, at: str = "flag") -> str:
    return f'STORE("{how}", {at}, {value});'


def _spin(how: str, value: int = 1, at: str = "flag") -> str:
    return f'while (LOAD("{how}", {at}) != {value}) {{}}'


def volatile_flag(scope: str) -> Order:
    """Return fences of the scope round a volatile flag."""
    release, acquire = f"{_fence(scope)}\n{_RAISE}", f"{_SPIN}\n{_fence(scope)}"
    return _flag(f"volatile_flag_fence_{scope}", release, acquire, COVERS[scope], flag="volatile")


def atomic_flag(scope: str) -> Order:
    """Return fences of the scope round a flag that is exchanged and polled atomically."""
    release, acquire = f"{_fence(scope)}\n{_EXCHANGE}", f"{_POLL}\n{_fence(scope)}"
    return _flag(f"atomic_flag_fence_{scope}", release, acquire, COVERS[scope])


def handover(release: str, acquire: str) -> Order:
    """Return a store and loads of these semantics, such as release.gpu and acquire.cta."""
    written, read = release.partition(".")[2], acquire.partition(".")[2]
    is_pattern = release.startswith("release") and acquire.startswith("acquire")
    reaches = COVERS[written] & COVERS[read] if is_pattern else NOWHERE
    name = f"store_{release}_load_{acquire}".replace(".", "_")
    return _flag(name, _store(release) + "  // F", _spin(acquire) + "  // G", reaches)


def _flags(relation: str) -> Pairs:
    scope = RIGHT_SCOPE[relation]
    volatile, atomic = volatile_flag(scope), atomic_flag(scope)
    message = handover(f"release.{scope}", f"acquire.{scope}")
    fence = _fence(scope)
    plain = _flag("plain_flag", f"{fence}\n*flag = 1;  // F", volatile.acquire, NOWHERE)
    return [
        (_flag("volatile_flag_alone", _RAISE, _SPIN, NOWHERE, flag="volatile"), volatile),
        (_flag("atomic_flag_alone", _EXCHANGE, _POLL, NOWHERE), atomic),
        (_flag("no_release_fence", _EXCHANGE, atomic.acquire, NOWHERE), atomic),
        (_flag("no_acquire_fence", atomic.release, _POLL, NOWHERE), atomic),
        (_flag("fence_after_flag", f"{_EXCHANGE}\n{fence}", atomic.acquire, NOWHERE), atomic),
        (_flag("fence_before_poll", atomic.release, f"{fence}\n{_POLL}", NOWHERE), atomic),
        (replace(plain, flag="read-write"), volatile),
        (_flag("sleep", "", "__nanosleep(200);", NOWHERE), atomic),
        (handover(f"relaxed.{scope}", f"relaxed.{scope}"), message),
        (handover(f"release.{scope}", f"relaxed.{scope}"), message),
        (handover(f"relaxed.{scope}", f"acquire.{scope}"), message),
        *_relays(relation),
        *(pair for narrow in NARROWER[relation] for pair in _narrow(narrow, scope)),
    ]


def _narrow(narrow: str, scope: str) -> Pairs:
    """Return the orders of a scope that does not reach, each with the one that does."""
    message = handover(f"release.{scope}", f"acquire.{scope}")
    release = f"{_fence(scope)}\n{_store(f'relaxed.{narrow}')}  // F"
    acquire = f"{_spin(f'relaxed.{narrow}')}  // G\n{_fence(scope)}"
    flag = _flag(f"flag_relaxed_{narrow}", release, acquire, COVERS[narrow], flag="scope")
    one_fence = _flag(
        f"release_fence_{narrow}",
        f"{_fence(narrow)}\n{_EXCHANGE}",
        f"{_POLL}\n{_fence(scope)}",
        COVERS[narrow],
    )
    pairs = [
        (volatile_flag(narrow), volatile_flag(scope)),
        (atomic_flag(narrow), atomic_flag(scope)),
        (one_fence, atomic_flag(scope)),
        (flag, atomic_flag(scope)),
        *(
            (replace(handover(release, acquire), flag="scope"), message)
            for release, acquire in (
                (f"release.{narrow}", f"acquire.{narrow}"),
                (f"release.{narrow}", f"acquire.{scope}"),
                (f"release.{scope}", f"acquire.{narrow}"),
            )
        ),
    ]
    return [(replace(wrong, scoped=True), right) for wrong, right in pairs]


def _relays(relation: str) -> Pairs:
    """Return hand-overs through a third thread R, which is in the block of P."""
    scope = RIGHT_SCOPE[relation]
    # An atomic add continues P's release sequence, a store of R begins one without P's accesses.
    reads = f"{_spin(f'relaxed.{scope}')}\n"
    # Q acquires only when it has seen R's value: had it acquired P's, that alone would order them.
    release = _store(f"release.{scope}")
    acquire = f'{_spin(f"relaxed.{scope}", 2)}\nLOAD("acquire.{scope}", flag);'
    added = _flag(
        "relayed_by_add", release, acquire, COVERS[scope], third=f"{reads}atomicAdd(flag, 1);"
    )
    stored = replace(
        added,
        name="relayed_by_store",
        reaches=NOWHERE,
        third=reads + _store(f"relaxed.{scope}", 2),
    )
    # P to R in the block, then R to Q: causality is transitive, whatever the scope of each step.
    release, acquire = _store("release.cta"), _spin(f"acquire.{scope}", 1, "flag + 1")
    second = _store(f"release.{scope}", 1, "flag + 1")
    whole = _flag(
        "two_steps", release, acquire, COVERS[scope], third=f"{_spin('acquire.cta')}\n{second}"
    )
    broken = replace(
        whole,
        name="two_steps_first_relaxed",
        reaches=NOWHERE,
        third=f"{_spin('relaxed.cta')}\n{second}",
    )
    return [(stored, added), (broken, whole)]


def _barrier(name: str, between: str, reaches: frozenset[str], **more: object) -> Order:
    return replace(Order(name, reaches, between=between), **more)  # pyright: ignore[reportArgumentType]


_SYNCWARP = _barrier("syncwarp", "__syncwarp();", frozenset({LANE}))
_SYNCTHREADS = _barrier("syncthreads", "__syncthreads();", INSIDE)
_NAMED = _barrier("named_barrier", "BAR_SYNC(1, 64);", INSIDE)
_BOTH_SIDES = (*SHARED_STEPS, "divergent")
_ONCE = ("straight", "branch", "function", "all")
_NEVER = "if (gridDim.y > 1) "


def _of_a_warp() -> Pairs:
    right = replace(_SYNCWARP, steps=_BOTH_SIDES)
    mask = "t % 32 < 16 ? 0xffffu : 0xffff0000u"
    return [
        (NONE, right),
        (_barrier("syncwarp_of_halves", f"__syncwarp({mask});", NOWHERE, steps=_BOTH_SIDES), right),
        (_barrier("shuffle", "out[64 + t] = __shfl_sync(~0u, t, 5);", NOWHERE), right),
        (_barrier("ballot", "out[64 + t] = __ballot_sync(~0u, t & 1);", NOWHERE), right),
        (_barrier("fence_alone", "__threadfence_block();", NOWHERE, steps=_BOTH_SIDES), right),
        (_barrier("syncwarp_skipped", f"{_NEVER}__syncwarp();", NOWHERE), right),
        (replace(right, name="syncwarp_early", first=right.between, between="", reaches=NOWHERE,
                 steps=_ONCE), right),
        (NONE, _SYNCTHREADS),
        (NONE, replace(_NAMED, steps=_BOTH_SIDES)),
    ]  # fmt: skip


def _of_a_block() -> Pairs:
    named = replace(_NAMED, steps=_BOTH_SIDES)
    counted = _barrier("syncthreads_count", "out[64 + t] = __syncthreads_count(t & 1);", INSIDE)
    arrive_first = "if (t < 32) BAR_ARRIVE(1, 64); else BAR_SYNC(1, 64);"
    sync_first = "if (t < 32) BAR_SYNC(1, 64); else BAR_ARRIVE(1, 64);"
    one_way = ("straight", "branch", "function")  # in "all", the producers would read, too
    producer = _barrier("producer_arrives", arrive_first, frozenset({WARP}), steps=one_way)
    early = replace(
        producer,
        name="producer_arrives_early",
        reaches=NOWHERE,
        first="if (t < 32) BAR_ARRIVE(1, 64);",
        between="if (t >= 32) BAR_SYNC(1, 64);",
    )
    split = _barrier(
        "barrier_for_each_warp", "BAR_SYNC(1 + t / 32, 32);", frozenset({LANE}), steps=_BOTH_SIDES
    )
    return [
        (NONE, _SYNCTHREADS),
        (_SYNCWARP, _SYNCTHREADS),
        (_barrier("fence_alone", "__threadfence();", NOWHERE), _SYNCTHREADS),
        (_barrier("syncthreads_skipped", f"{_NEVER}__syncthreads();", NOWHERE), _SYNCTHREADS),
        (replace(_SYNCTHREADS, name="syncthreads_early", first="__syncthreads();", between="",
                 reaches=NOWHERE, steps=_ONCE), _SYNCTHREADS),
        (_barrier("ballot", "out[64 + t] = __ballot_sync(~0u, t & 1);", NOWHERE), counted),
        (split, named),
        (_barrier("count_of_one_warp", "BAR_SYNC(1, 32);", frozenset({LANE})), named),
        (_barrier("consumer_arrives", sync_first, NOWHERE, steps=one_way), producer),
        (early, producer),
        *_mbarriers(),
    ]  # fmt: skip


def _mbarriers() -> Pairs:
    setup = (
        "__shared__ u64 ready;\n"
        "if (t == 0) MB_INIT(&ready, 1);\n"
        "__syncthreads();"
    )  # fmt: skip
    arrive, wait = 'MB_ARRIVE(".shared::cta", &ready);', 'MB_WAIT(".shared::cta", &ready, 0);'
    right = _flag("mbarrier", arrive, wait, INSIDE, setup=setup)
    return [
        (replace(right, name="mbarrier_not_waited_for", acquire="", reaches=NOWHERE), right),
        (replace(right, name="mbarrier_arrives_early", before=arrive, release="",
                 reaches=NOWHERE), right),
        (replace(right, name="mbarrier_arrives_relaxed", reaches=NOWHERE,
                 release='MB_ARRIVE(".relaxed.cta.shared::cta", &ready);'), right),
        (replace(right, name="mbarrier_waits_relaxed", reaches=NOWHERE,
                 acquire='MB_WAIT(".relaxed.cta.shared::cta", &ready, 0);'), right),
    ]  # fmt: skip


def grid_barrier(scope: str | None, enter: bool = True, leave: bool = True) -> Order:
    """Return a barrier of the grid by a counter; without the fence, or either __syncthreads()."""
    fence = f"  {_fence(scope)}\n" if scope else ""
    between = (
        ("__syncthreads();\n" if enter else "")
        + "if (t == 0) {\n"
        + fence
        + "  atomicAdd(flag, 1);  // F\n"
        + "  while (*(volatile int*)flag < gridDim.x) {}  // G\n"
        + fence
        + "}"
        + ("\n__syncthreads();" if leave else "")
    )
    sides = "" if enter and leave else "_not_left" if enter else "_not_entered"
    reaches = COVERS[scope] if scope and enter and leave else INSIDE & COVERS["cta"]
    return _barrier(
        f"grid_barrier_{scope or 'no_fence'}{sides}", between, reaches, flag="volatile", steps=_ONCE
    )


_TWO_KERNELS = Order(
    "kernel_boundary", frozenset(RELATIONS), kernels=2, steps=("straight", "all", "branch")
)


def _of_a_grid() -> Pairs:
    right = grid_barrier("gpu")
    return [
        (NONE, right),
        (_SYNCTHREADS, right),
        (_barrier("fence_alone", "__threadfence();", NOWHERE), right),
        (grid_barrier(None), right),
        (replace(grid_barrier("cta"), scoped=True), right),
        (replace(grid_barrier("cluster"), scoped=True), right),
        (grid_barrier("gpu", enter=False), right),
        (grid_barrier("gpu", leave=False), right),
        (NONE, _TWO_KERNELS),
        (_SYNCTHREADS, _TWO_KERNELS),
    ]


def _of_a_cluster() -> Pairs:
    reach = COVERS["cluster"]
    right = _barrier("cluster_barrier", "CLUSTER_SYNC();", reach)
    relaxed = 'CLUSTER_ARRIVE(".relaxed");\nCLUSTER_WAIT();'
    early = replace(
        right,
        name="cluster_arrives_early",
        first='CLUSTER_ARRIVE("");',
        between="CLUSTER_WAIT();",
        reaches=NOWHERE,
        steps=_ONCE,
    )
    late = replace(
        right,
        name="cluster_waits_late",
        between='CLUSTER_ARRIVE("");',
        last="CLUSTER_WAIT();",
        reaches=NOWHERE,
        steps=_ONCE,
    )
    return [
        (NONE, right),
        (_SYNCTHREADS, right),
        (_barrier("cluster_barrier_relaxed", relaxed, NOWHERE), right),
        (_barrier("fence_alone", "__threadfence();", NOWHERE), right),
        (_barrier("cluster_barrier_skipped", f"{_NEVER}CLUSTER_SYNC();", NOWHERE), right),
        (early, right),
        (late, right),
        (replace(grid_barrier("cta"), scoped=True), grid_barrier("cluster")),
        (grid_barrier(None), grid_barrier("cluster")),
        *_remote_mbarriers(),
    ]


def _remote_mbarriers() -> Pairs:
    setup = (
        "__shared__ u64 ready;\n"
        "if (t == 0) MB_INIT(&ready, 1);\n"
        "CLUSTER_SYNC();"
    )  # fmt: skip
    arrive = 'MB_ARRIVE_REMOTE("{}", &ready, 1);'
    wait = 'MB_WAIT("{}.shared::cta", &ready, 0);'
    right = _flag(
        "remote_mbarrier",
        arrive.format(".release.cluster"),
        wait.format(".acquire.cluster"),
        COVERS["cluster"],
        setup=setup,
        last="CLUSTER_SYNC();",  # no block ends while the other one arrives at its mbarrier
    )
    return [
        (replace(right, name="remote_mbarrier_waits_cta", reaches=INSIDE, scoped=True,
                 acquire=wait.format(".acquire.cta")), right),
        (replace(right, name="remote_mbarrier_arrives_cta", reaches=INSIDE, scoped=True,
                 release=arrive.format(".release.cta")), right),
        (replace(right, name="remote_mbarrier_relaxed", reaches=NOWHERE,
                 release=arrive.format(".relaxed.cluster")), right),
        (replace(right, name="remote_mbarrier_not_waited_for", reaches=NOWHERE, acquire=""), right),
    ]  # fmt: skip


_BARRIERS = {LANE: _of_a_warp, WARP: _of_a_block, BLOCK: _of_a_grid, CLUSTER: _of_a_cluster}


def pairs(relation: str) -> Pairs:
    """Return (wrong, right) for threads in this relation: barriers first, then flags."""
    return [*_BARRIERS[relation](), *_flags(relation)]
