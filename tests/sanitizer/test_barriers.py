"""The barrier tool: each fault is found at its line, and each near miss is silent."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
import torch

import kernelscope as ks
from families import exhaustive
from kernelscope import vgpu
from kernelscope.errors import LaunchError
from kernelscope.frontends.cuda.module import CudaModule
from kernelscope.sanitizer.findings import Finding, Place
from kernelscope.sanitizer.session import Sanitizer
from kernelscope.vgpu.runtime.settings import change_settings, restore_settings
from kernelscope.vgpu.schedule import schedule as schedule_of

# Macros, so that each copy is on the line that asks for it.
HEAD = r"""
#define T threadIdx.x
#define FULL 0xffffffffu
#define BARRIER(n) asm volatile("barrier.sync " #n ";" ::: "memory")
#define ALIGNED(n, threads) asm volatile("bar.sync " #n ", %0;" :: "r"(threads) : "memory")
#define SOME(n, threads) asm volatile("barrier.sync " #n ", %0;" :: "r"(threads) : "memory")
#define ARRIVE(n, threads) asm volatile("bar.arrive " #n ", %0;" :: "r"(threads) : "memory")
#define AT(p) ((unsigned)__cvta_generic_to_shared(p))
#define INIT(p, n) asm volatile("mbarrier.init.shared.b64 [%0], %1;" \
    :: "r"(AT(p)), "r"(n) : "memory")
#define INVAL(p) asm volatile("mbarrier.inval.shared.b64 [%0];" :: "r"(AT(p)) : "memory")
#define COME(p) asm volatile("{ .reg .b64 s; mbarrier.arrive.shared.b64 s, [%0]; }" \
    :: "r"(AT(p)) : "memory")
#define COMES(p, n) asm volatile("{ .reg .b64 s;" \
    "mbarrier.arrive.noComplete.shared.b64 s, [%0], %1; }" :: "r"(AT(p)), "r"(n) : "memory")
#define EXPECT(p, n) asm volatile("mbarrier.expect_tx.relaxed.cta.shared.b64 [%0], %1;" \
    :: "r"(AT(p)), "r"(n) : "memory")
#define WAIT(p, phase) asm volatile("{ .reg .pred q; L:" \
    "mbarrier.try_wait.parity.shared.b64 q, [%0], %1; @!q bra L; }" \
    :: "r"(AT(p)), "r"(phase) : "memory")
#define SHFL(d, mask, lane) asm volatile("shfl.sync.idx.b32 %0, %1, %2, 31, %3;" \
    : "=r"(d) : "r"(threadIdx.x), "r"(lane), "r"(mask))
"""


@dataclass(frozen=True)
class Program:
    """A kernel `(int* o)` of one block, and what is to be found.

    Lines with `// A` are where the findings are, those with `// B` their other sides.
    """

    name: str
    body: str
    kinds: frozenset[str] = frozenset()
    threads: int = 64
    error: str = ""
    apart: str = ""


def wrong(
    name: str, body: str, *kinds: str, threads: int = 64, error: str = "", apart: str = ""
) -> Program:
    """Return a kernel with a fault.

    error: that of the launch, if it ends with one; apart: the kind where lanes run independently,
    if it is another one.
    """
    return Program(name, body, frozenset(kinds), threads, error, apart)


PROGRAMS = (
    # ---- barriers of the block
    Program("all_come", "o[T] = T; __syncthreads(); o[63 - T] = T;"),
    Program("all_come_to_a_part", "__syncthreads(); o[T] = T;", threads=40),
    Program("in_a_loop", "for (int i = 0; i < o[0] + 3; i++) { __syncthreads(); }"),
    Program(
        "behind_a_branch",
        "if (T % 2) o[T] = 1; else o[T] = 2; __syncthreads(); if (T < 5) return; o[T] = 3;",
    ),
    Program(
        "warps_at_two_places", "if (T < 32) { __syncthreads(); o[T] = 1; } else __syncthreads();"
    ),
    Program(
        "not_aligned_on_both_sides",
        "if (T % 2) { BARRIER(0); o[T] = 1; } else { BARRIER(0); o[T] = 2; }",
    ),
    wrong(
        "aligned_on_both_sides",
        """if (T % 2) { __syncthreads(); // A B
           o[T] = 1; } else { __syncthreads(); // A B
           o[T] = 2; }""",
        "different-places",
    ),
    wrong(
        "some_lanes_are_at_the_next_barrier",
        """if (T < 16) { __syncthreads(); // A B
           o[T] = 1; }
           __syncthreads(); // A B""",
        "different-places",
        "exited-threads",
    ),
    wrong("went_round", "if (T % 2) __syncthreads(); o[T] = 1; // A", "divergent"),
    wrong(
        "half_a_warp_shuffles_for_all",
        """int v = T;
           if (T % 32 < 16) v = __shfl_xor_sync(FULL, v, 1); // A
           o[T] = v;""",
        "missing-lanes",
    ),
    wrong(
        "rounds_of_a_loop_that_some_leave_early",
        """int v = 0;
           for (int i = T; i < 100; i += 32) v += __shfl_xor_sync(FULL, v + i, 1); // A
           o[T] = v;""",
        "missing-lanes",
    ),
    Program("shuffle_after_a_return", "if (T >= 40) return; o[T] = __shfl_xor_sync(FULL, T, 1);"),
    Program(
        "a_warp_that_shuffles_alone",
        "int v = T; if (T < 32) v = __shfl_xor_sync(FULL, v, 1); o[T] = v;",
    ),
    wrong("ended_lanes", "if (T % 2) return; __syncthreads(); o[T] = 1; // A", "exited-threads"),
    wrong(
        "ended_warps",
        "if (T >= 32) return; o[T] = 2; __syncthreads(); o[T] = 1; // A",
        "exited-threads",
    ),
    wrong(
        "one_warp_waits_for_more",
        "if (T < 32) ALIGNED(1, 64); else o[T] = 1; // A",
        "deadlock",
        error=r"warp 0 waits at .*:{A} .* barrier 1, where 32 of 64 threads .*warp 1 has ended",
    ),
    wrong(
        "half_a_warp_at_a_barrier_of_its_own",
        """if (T < 16) SOME(1, 64); // A B
           else if (T >= 32) o[T] = 1; else SOME(2, 64); // A B""",
        "deadlock",
        error=r"lanes 0-15 of warp 0 wait at .* barrier 1, where 16 of 64 threads",
    ),
    Program("a_count_of_all", "ALIGNED(0, 64); __syncthreads();"),
    Program("two_halves", "if (T < 64) ALIGNED(1, 64); else ALIGNED(2, 64);", threads=128),
    Program("arrive_and_wait", "if (T < 32) ARRIVE(1, 64); else ALIGNED(1, 64);"),
    wrong(
        "two_counts",
        """if (T < 32) { ARRIVE(1, 96); // B
           ALIGNED(2, 64); } else { ALIGNED(2, 64);
           ALIGNED(1, 64); } // A""",
        "thread-count",
    ),
    Program("halves_of_warps_not_aligned", "if (T % 32 < 16) SOME(1, 32); BARRIER(0);"),
    wrong(
        "halves_of_warps",
        """if (T % 32 < 16) ALIGNED(1, 32); // A
           BARRIER(0); // B""",
        "divergent",
    ),
    wrong(
        "aligned_by_a_predicate",
        'asm volatile("{ .reg .pred q; setp.lt.u32 q, %0, 16;"\n'
        '    "@q bar.sync 1, 32; bar.sync 0; }" :: "r"(T % 32) : "memory"); // A B',
        "divergent",
    ),
    # ---- member masks
    Program("whole_warps", "__syncwarp(); o[T] = __shfl_xor_sync(FULL, T, 1);"),
    Program(
        "a_warp_that_is_not_full",
        "__syncwarp(); o[T] = __shfl_xor_sync(FULL, T, 1) + __ballot_sync(FULL, T > 3);",
        threads=40,
    ),
    Program(
        "half_warps",
        "unsigned m = T & 16 ? 0xffff0000u : 0xffffu; o[T] = __shfl_xor_sync(m, T, 1);",
    ),
    Program(
        "a_mask_of_those_that_stay",
        "unsigned m = __ballot_sync(FULL, T % 32 < 8); if (T % 32 >= 8) return; "
        "o[T] = __shfl_xor_sync(m, T, 1); __syncwarp(m);",
    ),
    Program(
        "the_rest_after_a_return", "if (T % 32 > 7) return; o[T] = __shfl_xor_sync(FULL, T, 1);"
    ),
    Program(
        "two_sides_of_one_shuffle",
        "int v; if (T % 2) { SHFL(v, FULL, 1); v++; } else { SHFL(v, FULL, 0); } o[T] = v;",
    ),
    wrong(
        "without_the_caller",
        "int v; SHFL(v, 0xffffu, 0); o[T] = v; // A",
        "mask-without-caller",
        threads=32,
    ),
    wrong(
        "without_the_caller_in_a_branch",
        """if (T < 24) { __syncwarp(0xffffu); // A
           o[T] = 1; } else o[T] = 2;""",
        "mask-without-caller",
        threads=32,
    ),
    wrong(
        "several_masks",
        """unsigned m = T < 8 ? 0xffu : 0xffffu;
           o[T] = __any_sync(T < 16 ? m : 0xffff0000u, T); // A""",
        "different-masks",
        threads=32,
        apart="exited-lanes",
    ),
    wrong(
        "ended_members",
        """if (T >= 12) return;
           __syncwarp(0xffffu); // A""",
        "exited-lanes",
        threads=32,
    ),
    wrong("absent_members", "__syncwarp(0xffffu); // A", "absent-lanes", threads=12),
    wrong(
        "members_at_another_instruction",
        """if (T < 8) __syncwarp(0xffffu); // A B
           else if (T < 16) o[T] = __any_sync(0xffffu, 1); // A B""",
        "deadlock",
        threads=32,
        error=r"lanes 0-7 of warp 0 wait at .* for lanes 8-15, which the mask 0x0000ffff names",
    ),
    wrong(
        "left_out_by_a_predicate",
        'asm volatile("{ .reg .pred q; setp.lt.u32 q, %0, 16; @q bar.warp.sync 0xffffffff; }"\n'
        '    :: "r"(T) : "memory"); // A',
        "missing-lanes",
        threads=32,
    ),
    wrong(
        "read_outside_the_mask",
        """if (T < 16) { int v; SHFL(v, 0xffffu, T + 8); // A
           o[T] = v; }""",
        "shuffle-source",
    ),
    wrong(
        "read_of_an_absent_lane",
        "o[T] = __shfl_down_sync(FULL, T, 16); // A",
        "shuffle-source",
        threads=20,
    ),
    wrong(
        "read_of_an_ended_lane",
        """if (T >= 16) return;
           o[T] = __shfl_down_sync(FULL, T, 1); // A""",
        "shuffle-source",
        threads=32,
    ),
    # ---- mbarriers
    Program(
        "made_used_ended",
        """__shared__ long long b; if (T == 0) INIT(&b, 64); __syncthreads();
           COME(&b); WAIT(&b, 0); COME(&b); WAIT(&b, 1); __syncthreads();
           if (T == 0) { INVAL(&b); INIT(&b, 1); COME(&b); WAIT(&b, 0); }""",
    ),
    wrong(
        "never_made",
        "__shared__ long long b; if (T == 0) COME(&b); // A",
        "not-initialised",
    ),
    wrong(
        "used_after_its_end",
        """__shared__ long long b; if (T) return; INIT(&b, 1);
           INVAL(&b);
           COME(&b); // A""",
        "not-initialised",
    ),
    wrong(
        "ended_and_never_made",
        "__shared__ long long b; if (T == 0) INVAL(&b); // A",
        "not-initialised",
    ),
    wrong(
        "made_by_all",
        "__shared__ long long b; INIT(&b, 64); COME(&b); // A B",
        "initialised-twice",
    ),
    wrong(
        "made_again",
        """__shared__ long long b; if (T) return; INIT(&b, 1); // B
           INIT(&b, 2); // A""",
        "initialised-twice",
    ),
    wrong(
        "too_many_at_once",
        """__shared__ long long b; if (T) return; INIT(&b, 2); // B
           COMES(&b, 3); // A""",
        "too-many-arrivals",
    ),
    wrong(
        "too_many_while_bytes_are_missing",
        """__shared__ long long b; if (T) return; INIT(&b, 1); // B
           EXPECT(&b, 16); COME(&b);
           COME(&b); // A""",
        "too-many-arrivals",
    ),
    wrong(
        "a_count_of_none",
        """__shared__ long long b; if (T) return; INIT(&b, 2);
           COMES(&b, o[0]); // A""",
        "arrival-count",
    ),
    wrong(
        "too_many_bytes",
        """__shared__ long long b; if (T) return; INIT(&b, 2); // B
           EXPECT(&b, 1000000);
           EXPECT(&b, 1000000); // A""",
        "byte-count",
    ),
    wrong(
        "nobody_arrives",
        """__shared__ long long b; if (T == 0) INIT(&b, 33); __syncthreads();
           if (T == 40) COME(&b);
           if (T < 32) WAIT(&b, 0); // A""",
        "deadlock",
        error=r"warp 0 waits at .*:{A} .* mbarrier at 0x0 .* parity 0 waits for 32 of 33 arrivals; "
        "warp 1",
    ),
)


def source() -> str:
    """Return all programs as one file: a launch of each is a kernel of its own."""
    kernels = (f"__global__ void {p.name}(unsigned* o) {{\n{p.body}\n}}\n" for p in PROGRAMS)
    return HEAD + "".join(kernels)


SOURCE = source()


@pytest.fixture(scope="module")
def module() -> CudaModule:
    """Return the programs, compiled once."""
    return ks.cuda_module(SOURCE)


def lines_with(program: Program, letter: str) -> set[int]:
    """Return the numbers of a program's lines with a marker."""
    first = SOURCE[: SOURCE.index(f"void {program.name}(")].count("\n") + 1
    last = first + program.body.count("\n") + 1
    lines = enumerate(SOURCE.splitlines(), 1)
    marked = re.compile(rf"//[ AB]*\b{letter}\b")
    return {number for number, line in lines if first <= number <= last and marked.search(line)}


def launch(module: CudaModule, program: Program) -> None:
    """Launch a program; if it has an error, it must be that one."""
    o = torch.zeros(256, dtype=torch.int32)
    if not program.error:
        module.kernel(program.name)[1, program.threads](o)
        return
    line = min(lines_with(program, "A"))
    with pytest.raises(LaunchError, match=program.error.replace("{A}", str(line))):
        module.kernel(program.name)[1, program.threads](o)


def find(module: CudaModule, program: Program, schedule: str) -> list[Finding]:
    """Return what the barrier tool finds in one launch."""
    before = change_settings(schedule=schedule_of(schedule))
    try:
        with ks.virtual_gpu("h200"), Sanitizer(["barrier"]) as found:
            launch(module, program)
    finally:
        restore_settings(before)
    assert found.launches == 1
    return found.findings


def line_of(place: Place) -> int:
    """Return the line in the source."""
    return int(place.source.rpartition(":")[2])


CLEAN = [program for program in PROGRAMS if not program.kinds]
WRONG = [program for program in PROGRAMS if program.kinds]
# Both fine schedules run the same code.
SCHEDULES = ("turns", "interleaved", exhaustive("random:3"))


# Code of the fine schedules is looked at alike: every third right program in it, each wrong one.
@pytest.mark.parametrize(
    ("program", "schedule"),
    [
        pytest.param(
            program, name, marks=[pytest.mark.exhaustive] if n % 3 and name != "turns" else []
        )
        for n, program in enumerate(CLEAN)
        for name in ("turns", "interleaved")
    ],
    ids=lambda value: getattr(value, "name", value),
)
def test_what_is_right_is_no_finding(module: CudaModule, program: Program, schedule: str) -> None:
    """Near misses of each fault are silent, in converged and in independent code."""
    assert find(module, program, schedule) == []


@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize("program", WRONG, ids=lambda p: p.name)
def test_a_fault_is_found_at_its_line(module: CudaModule, program: Program, schedule: str) -> None:
    """All findings are at the marked lines, of the kinds that the program has."""
    findings = find(module, program, schedule)
    is_apart = program.apart and schedule != "turns"
    assert {f.kind for f in findings} == ({program.apart} if is_apart else program.kinds)
    assert {line_of(f.place) for f in findings} <= lines_with(program, "A")
    others = {line_of(f.other) for f in findings if f.other is not None}
    assert others <= lines_with(program, "B")
    assert bool(others) == bool(lines_with(program, "B"))
    assert all(f.count > 0 and f.advice and f.tool == "barrier" for f in findings)


@pytest.mark.parametrize("program", [p for p in WRONG if p.error], ids=lambda p: p.name)
def test_a_deadlock_says_who_waits_where(module: CudaModule, program: Program) -> None:
    """The error of a launch that nobody watches says it, too."""
    with ks.virtual_gpu("h200"):
        launch(module, program)


def test_a_deadlock_is_looked_at_in_other_orders():
    """A producer that does not wait for an empty stage: in the order that ran it fills all phases,
    and the consumer waits for ever; in others it overwrites what the consumer reads.
    """
    text = (Path(__file__).parent / "programs" / "stages.cu").read_text()
    fix = (Path(__file__).parent / "programs" / "fix.h").read_text()
    text = text.replace('#include "fix.h"', fix).replace("wait(empty + s, phase ^ 1);", "")
    kernel = ks.cuda_kernel(text, "stages", options=("-DFIXED",))
    x = np.arange(128, dtype=np.float32)
    with ks.check() as found, pytest.raises(ks.LaunchError, match="deadlock"):
        kernel[1, 64](x, np.zeros(128, np.float32))
    stuck, *races = sorted(found.findings, key=lambda one: one.tool)
    assert (stuck.kind, {one.tool for one in races}) == ("deadlock", {"race"})
    assert "the mbarrier at full[" in stuck.message
    race = races[0]
    assert race.buffer == "stage"
    assert race.schedule.startswith("random:")
    assert "mbarrier" in race.advice
    lines = text.splitlines()
    sides = [str(one).split(" ")[0].rpartition(":")[2] for one in (race.source, race.other_source)]
    assert {lines[int(number) - 1].rpartition("// ")[2] for number in sides} == {"A", "B"}


MORE_BARRIERS = """.version 8.0
.target sm_80
.address_size 64
.shared .b32 part[96];
.visible .entry k(.param .u64 o) {
  .reg .b32 %r<9>; .reg .pred %p;
  mov.u32 %r1, %tid.x;
  shl.b32 %r2, %r1, 2;
  mov.u32 %r3, part;
  add.u32 %r4, %r3, %r2;
  st.shared.u32 [%r4], %r1;
  setp.ge.u32 %p, %r1, 32;
  @%p bra OTHERS;
  bar.sync 0;
  ld.shared.u32 %r5, [%r4+256];
  st.shared.u32 [%r4], %r5;
OTHERS:
  bar.sync 0;
  ld.shared.u32 %r6, [part];
  st.shared.u32 [%r4], %r6;
  ret;
}"""


def test_a_race_of_warps_that_meet_at_two_lines_says_so() -> None:
    """Warp 0 has one barrier more: its first one meets that of the others."""
    with ks.check(tools="race,barrier") as found:
        vgpu.load_ptx(MORE_BARRIERS).kernel("k")[1, 96](None)
    races = [
        one
        for one in found.findings
        if one.tool == "race"
        and one.other_thread
        and one.thread[0] // 32 != one.other_thread[0] // 32
    ]
    assert races
    at, others = (n for n, line in enumerate(MORE_BARRIERS.splitlines(), 1) if "bar.sync" in line)
    said = f"warp 0 waits at ptx:{at} while warps 1-2 wait at ptx:{others}, and these release each"
    assert all(said in race.message for race in races)
    assert all(race.advice.startswith("let all warps of the block reach") for race in races)


def test_a_race_that_barriers_at_two_lines_have_no_part_in_is_told_as_always() -> None:
    """Both lines are one barrier for all warps; the race is between two of one group."""
    text = (
        MORE_BARRIERS.replace("ld.shared.u32 %r6, [part];", "mov.u32 %r6, 0;")
        .replace(
            "OTHERS:",
            "bra END;\nOTHERS: bar.sync 0;\nst.shared.u32 [part+200], %r1;\nbra OUT;\nEND:",
        )
        .replace("  ret;", "OUT: ret;")
    )
    with ks.check(tools="race,barrier") as found:
        vgpu.load_ptx(text).kernel("k")[1, 96](None)
    races = [one for one in found.findings if one.tool == "race"]
    assert races
    assert not any("release each other" in race.message for race in races)
