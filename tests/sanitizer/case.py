"""The cases of the generator: kernels, their launch, and what a checker must find in them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

Dim3 = tuple[int, int, int]

SIZES = (128, 8, 256)  # 32-bit elements of `data`, `flag` and `out`, all zeros before the launch
SHARED_BYTES = 512  # of dynamic shared memory, `s` in the kernels

PRELUDE = """\
typedef unsigned long long u64;
extern __shared__ int s[];

#define COMPILER_FENCE() asm volatile("" ::: "memory")
#define FENCE(scope) asm volatile("fence.acq_rel." scope ";" ::: "memory")
#define LOAD(how, p) \\
  [&] { int v; asm volatile("ld." how ".b32 %0, [%1];" : "=r"(v) : "l"(p) : "memory"); return v; }()
#define STORE(how, p, v) asm volatile("st." how ".b32 [%0], %1;" :: "l"(p), "r"(v) : "memory")
#define BAR_SYNC(id, n) asm volatile("barrier.sync %0, %1;" :: "r"(id), "r"(n) : "memory")
#define BAR_ARRIVE(id, n) asm volatile("barrier.arrive %0, %1;" :: "r"(id), "r"(n) : "memory")
#define CLUSTER_ARRIVE(how) asm volatile("barrier.cluster.arrive" how ";" ::: "memory")
#define CLUSTER_WAIT() asm volatile("barrier.cluster.wait;" ::: "memory")
#define CLUSTER_SYNC() asm volatile("barrier.cluster.arrive; barrier.cluster.wait;" ::: "memory")
#define SHARED(p) ((unsigned)__cvta_generic_to_shared(p))
#define OF_BLOCK(p, rank) \\
  [&] { int* q; asm volatile("mapa.u64 %0, %1, %2;" : "=l"(q) : "l"(p), "r"(rank)); return q; }()
#define MB_INIT(b, n) \\
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" :: "r"(SHARED(b)), "r"(n) : "memory")
#define MB_ARRIVE(how, b) \\
  asm volatile("mbarrier.arrive" how ".b64 _, [%0];" :: "r"(SHARED(b)) : "memory")
#define MB_ARRIVE_TIMES(b, n) asm volatile( \\
  "mbarrier.arrive.shared::cta.b64 _, [%0], %1;" :: "r"(SHARED(b)), "r"(n) : "memory")
#define MB_ARRIVE_REMOTE(how, b, rank) asm volatile( \\
  "{.reg .b32 r; mapa.shared::cluster.u32 r, %0, %1; mbarrier.arrive" how \\
  ".shared::cluster.b64 _, [r];}" :: "r"(SHARED(b)), "r"(rank) : "memory")
#define MB_EXPECT(b, n) asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" \\
                                     :: "r"(SHARED(b)), "r"(n) : "memory")
#define MB_WAIT(how, b, parity) for (int done = 0; !done;) asm volatile( \\
  "{.reg .pred p; mbarrier.try_wait.parity" how ".b64 p, [%1], %2; selp.s32 %0, 1, 0, p;}" \\
  : "=r"(done) : "r"(SHARED(b)), "r"(parity) : "memory")
#define CP_ASYNC(to, from) asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" \\
                                        :: "r"(SHARED(to)), "l"(from) : "memory")
#define MB_ARRIVE_AFTER_COPIES(b) asm volatile( \\
  "cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" :: "r"(SHARED(b)) : "memory")
#define CP_COMMIT() asm volatile("cp.async.commit_group;" ::: "memory")
#define CP_WAIT(n) asm volatile("cp.async.wait_group %0;" :: "n"(n) : "memory")
#define BULK_LOAD(to, from, n, b) asm volatile( \\
  "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" \\
  :: "r"(SHARED(to)), "l"(from), "r"(n), "r"(SHARED(b)) : "memory")
#define BULK_STORE(to, from, n) asm volatile( \\
  "cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" \\
  :: "l"(to), "r"(SHARED(from)), "r"(n) : "memory")
#define BULK_COMMIT() asm volatile("cp.async.bulk.commit_group;" ::: "memory")
#define BULK_WAIT(how) asm volatile("cp.async.bulk.wait_group" how " 0;" ::: "memory")
#define PROXY_FENCE() asm volatile("fence.proxy.async;" ::: "memory")
"""
HEADS = {"libcu": "#include <cuda/atomic>\n"}  # before the prelude, by family


@dataclass(frozen=True)
class Race:
    """Two accesses that conflict and that nothing orders.

    Attributes:
        kind: "read-write", "write-write", "same-value" (both write one value), "scope" (a wider
            scope would order them), "async" (a copy was not waited for) or "proxy" (a fence between
            the proxies is missing).
        space: "shared", "global" or "distributed shared".
        lines: of the two accesses, in the order of the markers.
    """

    kind: str
    space: str
    lines: tuple[int, int]


@dataclass(frozen=True)
class BarrierFault:
    """A barrier, a mask or an mbarrier that is used wrongly.

    Attributes:
        kind: one of `faults.KINDS`.
        line: of the instruction with the fault.
    """

    kind: str
    line: int


@dataclass(frozen=True)
class Case:
    """One generated program.

    Attributes:
        name: of the case, and of its kernel; a second kernel has `_2` added.
        family: the module that holds it.
        source: its own text, without `PRELUDE`.
        kernels: the names of the kernels that are launched one after the other.
        grid, block, cluster: the launch of each; `cluster` is None without clusters.
        races: what a checker must find. For a pair of lines that is listed with several kinds, a
            finding of one of them is enough.
        allowed: pairs of lines that a checker may report or not: accesses that are not ordered,
            but strong to PTX, one of them `volatile`. CUDA C++ calls those a race, PTX does not.
        faults: wrong barriers that a checker must find.
        twin: the name of the case with (or without) the fault, which differs in nothing else.
        compared: which of `data`, `flag` and `out` have one possible result; () for a racy one.
        ends: False if its threads wait for each other for ever, so that the launch is refused.
    """

    name: str
    family: str
    source: str
    kernels: tuple[str, ...]
    grid: Dim3 = (1, 1, 1)
    block: Dim3 = (64, 1, 1)
    cluster: Dim3 | None = None
    races: tuple[Race, ...] = ()
    allowed: tuple[tuple[int, int], ...] = ()
    faults: tuple[BarrierFault, ...] = ()
    twin: str = ""
    compared: tuple[int, ...] = ()
    ends: bool = True

    @property
    def is_clean(self) -> bool:
        """Return whether a checker must be silent about it."""
        return not self.races and not self.faults

    def moved(self, lines: int) -> Case:
        """Return the case with its source that many lines further down in a file."""
        races = tuple(
            replace(race, lines=(race.lines[0] + lines, race.lines[1] + lines))
            for race in self.races
        )
        allowed = tuple((first + lines, second + lines) for first, second in self.allowed)
        faults = tuple(replace(fault, line=fault.line + lines) for fault in self.faults)
        return replace(self, races=races, allowed=allowed, faults=faults)


@dataclass(frozen=True)
class Module:
    """A CUDA C++ file of many cases, whose lines count from the file's first one."""

    name: str
    source: str
    cases: tuple[Case, ...]


def modules(cases: Iterable[Case], most: int = 48) -> list[Module]:
    """Return the cases in files of at most `most` cases of one family, in their order."""
    families: dict[str, list[Case]] = {}
    for case in cases:
        families.setdefault(case.family, []).append(case)
    return [
        module(
            f"{family}_{start // most}",
            group[start : start + most],
            HEADS.get(family, "") + PRELUDE,
        )
        for family, group in families.items()
        for start in range(0, len(group), most)
    ]


def module(name: str, cases: Sequence[Case], head: str) -> Module:
    """Return one file with these cases, their lines moved to where they are in it."""
    text, placed = head, list[Case]()
    for case in cases:
        text += "\n"
        placed.append(case.moved(text.count("\n")))
        text += case.source
    return Module(name, text, tuple(placed))


def line_of(source: str, marker: str) -> int:
    """Return the line, from 1, that ends with the comment `// marker`; one line must."""
    (found,) = [n for n, line in enumerate(source.splitlines(), 1) if line.endswith(f"// {marker}")]
    return found
