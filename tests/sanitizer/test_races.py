"""The race tool: each race is found between its two lines, and order of any kind is silent."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest
import torch

import kernelscope as ks
from kernelscope.frontends.cuda.module import CudaModule
from kernelscope.sanitizer.findings import Finding
from kernelscope.sanitizer.session import Sanitizer

# Macros, so that each copy is on the line that asks for it.
HEAD = r"""
#define COPY(to, from) asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" \
    :: "r"((unsigned)__cvta_generic_to_shared(to)), "l"(from) : "memory")
#define MATRIX(to, value) asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};" \
    :: "r"((unsigned)__cvta_generic_to_shared(to)), "r"(value) : "memory")
#define COMMIT asm volatile("cp.async.commit_group;" ::: "memory")
#define WAIT(n) asm volatile("cp.async.wait_group " #n ";" ::: "memory")
#define STORE(order, to, value) \
    asm volatile("st." order ".global.u32 [%0], %1;" :: "l"(to), "r"(value) : "memory")
#define LOAD(order, value, from) \
    asm volatile("ld." order ".global.u32 %0, [%1];" : "=r"(value) : "l"(from) : "memory")
"""


@dataclass(frozen=True)
class Program:
    """A kernel `(int* o, int* f)` of 4 blocks of 256 threads, and what is to be found.

    Lines with `// A` and `// B` are the two sides; kinds: those of the findings, none for a clean
    kernel.
    """

    name: str
    body: str
    kinds: frozenset[str] = frozenset()


def racy(name: str, body: str, *kinds: str) -> Program:
    """Return a kernel with a race."""
    return Program(name, body, frozenset(kinds))


PROGRAMS = (
    # ---- blocks
    racy("blocks_increment", "o[0] = o[0] + 1; // A B", "read-write", "write-read", "same-value"),
    Program("blocks_add_atomically", "atomicAdd(o, 1);"),
    racy(
        "blocks_write_one_place",
        "if (threadIdx.x == 0) o[0] = blockIdx.x; // A B",
        "write-write",
    ),
    racy("blocks_write_one_value", "if (threadIdx.x == 0) o[0] = 7; // A B", "same-value"),
    Program("blocks_apart", "o[blockIdx.x * 256 + threadIdx.x] = threadIdx.x;"),
    racy(
        "plain_read_beside_atomics",
        """if (threadIdx.x == 0) atomicAdd(o, 1); // A
           if (threadIdx.x == 0) f[blockIdx.x] = o[0]; // B""",
        "write-read",
        "read-write",
    ),
    racy(
        "cleared_before_the_additions_of_its_own_block",
        """if (blockIdx.x == 0 && threadIdx.x == 0) o[0] = 0; // A
           __syncthreads();
           atomicAdd(o, 1); // B""",
        "write-write",
    ),
    racy(
        "cleared_before_the_additions_of_its_own_warp",
        """__shared__ int sum;
           if (threadIdx.x == 0) sum = 0; // A
           __syncwarp();
           atomicAdd(&sum, 1); // B""",
        "write-write",
    ),
    Program(
        "cleared_before_all_additions",
        """__shared__ int sum;
           if (threadIdx.x == 0) sum = 0;
           __syncthreads();
           atomicAdd(&sum, 1);
           __syncthreads();
           if (threadIdx.x == 0) atomicAdd(o, sum);""",
    ),
    racy(
        "scope_too_narrow",
        'if (threadIdx.x == 0) asm volatile("red.relaxed.cta.global.add.u32 [%0], 1;" '
        ':: "l"(o) : "memory"); // A B',
        "scope",
    ),
    # ---- strong writes by lanes of one warp
    Program("lanes_write_one_place_relaxed", 'STORE("relaxed.gpu", o, threadIdx.x);'),
    Program("lanes_write_one_place_releasing", 'STORE("release.sys", o, threadIdx.x);'),
    Program(
        "lanes_that_go_apart_write_one_place_relaxed",
        """if (threadIdx.x % 3) STORE("relaxed.gpu", o, 1);
           else STORE("relaxed.gpu", o, 2);""",
    ),
    Program(
        "lanes_write_one_place_relaxed_in_their_block",
        'STORE("relaxed.cta", o + blockIdx.x, threadIdx.x);',
    ),
    Program(
        "lanes_write_one_volatile_place",
        """__shared__ volatile int chosen;
           if (threadIdx.x % 2) chosen = threadIdx.x;
           else chosen = 2 * threadIdx.x;
           __syncthreads();
           o[blockIdx.x * 256 + threadIdx.x] = chosen;""",
    ),
    racy(
        "lanes_write_one_place_weakly",
        "o[blockIdx.x] = threadIdx.x; // A B",
        "write-write",
    ),
    racy(
        "one_lane_of_two_writes_weakly",
        """if (threadIdx.x == 0 && blockIdx.x == 0) STORE("relaxed.gpu", o, 1); // A
           if (threadIdx.x == 1 && blockIdx.x == 0) o[0] = 2; // B""",
        "write-write",
    ),
    # ---- flags, fences, locks
    Program(
        "flag",
        """if (threadIdx.x) return;
           if (blockIdx.x == 0) { o[0] = 5; __threadfence(); atomicExch(f, 1); }
           else { while (atomicAdd(f, 0) == 0); __threadfence(); o[blockIdx.x] = o[0]; }""",
    ),
    racy(
        "flag_without_fence",
        """if (threadIdx.x) return;
           if (blockIdx.x == 0) {
             o[0] = 5; // A
             atomicExch(f, 1);
           } else {
             while (atomicAdd(f, 0) == 0);
             __threadfence();
             o[blockIdx.x] = o[0]; // B
           }""",
        "write-read",
    ),
    racy(
        "flag_read_without_fence",
        """if (threadIdx.x) return;
           if (blockIdx.x == 0) {
             o[0] = 5; // A
             __threadfence();
             atomicExch(f, 1);
           } else {
             while (atomicAdd(f, 0) == 0);
             o[blockIdx.x] = o[0]; // B
           }""",
        "write-read",
    ),
    racy(
        "flag_before_fence",
        """if (threadIdx.x) return;
           if (blockIdx.x == 0) {
             o[0] = 5; // A
             atomicExch(f, 1);
             __threadfence();
           } else {
             while (atomicAdd(f, 0) == 0);
             __threadfence();
             o[blockIdx.x] = o[0]; // B
           }""",
        "write-read",
    ),
    racy(
        "fence_of_block",
        """if (threadIdx.x) return;
           if (blockIdx.x == 0) {
             o[0] = 5; // A
             __threadfence_block();
             atomicExch(f, 1);
           } else {
             while (atomicAdd(f, 0) == 0);
             __threadfence();
             o[blockIdx.x] = o[0]; // B
           }""",
        "write-read",
    ),
    Program(
        "release_acquire",
        """if (threadIdx.x) return;
           if (blockIdx.x == 0) {
             o[0] = 5;
             STORE("release.gpu", f, 1);
           } else {
             int seen;
             do LOAD("acquire.gpu", seen, f); while (!seen);
             o[blockIdx.x] = o[0];
           }""",
    ),
    racy(
        "relaxed_flag",
        """if (threadIdx.x) return;
           if (blockIdx.x == 0) {
             o[0] = 5; // A
             STORE("release.gpu", f, 1);
           } else {
             int seen;
             do LOAD("relaxed.gpu", seen, f); while (!seen);
             o[blockIdx.x] = o[0]; // B
           }""",
        "write-read",
    ),
    racy(
        "volatile_flag",
        """if (threadIdx.x) return;
           volatile int* flag = f;
           if (blockIdx.x == 0) {
             o[0] = 5; // A
             *flag = 1;
           } else {
             while (!*flag);
             o[blockIdx.x] = o[0]; // B
           }""",
        "write-read",
    ),
    Program(
        "lock",
        """if (threadIdx.x) return;
           while (atomicCAS(f, 0, 1));
           __threadfence();
           o[0] += 1;
           __threadfence();
           atomicExch(f, 0);""",
    ),
    racy(
        "lock_without_fences",
        """if (threadIdx.x) return;
           while (atomicCAS(f, 0, 1));
           o[0] += 1; // A B
           atomicExch(f, 0);""",
        "write-read",
        "read-write",
        "write-write",
    ),
    Program(
        "last_block_adds_up",
        """__shared__ bool last;
           int t = threadIdx.x;
           o[256 + blockIdx.x * 256 + t] = t;
           __threadfence();
           __syncthreads();
           if (t == 0) last = atomicAdd(f, 1) == gridDim.x - 1;
           __syncthreads();
           if (last) {
             __threadfence();
             int sum = 0;
             for (int b = 0; b < gridDim.x; b++) sum += o[256 + b * 256 + t];
             o[t] = sum;
           }""",
    ),
    racy(
        "last_block_without_fence",
        """__shared__ bool last;
           int t = threadIdx.x;
           o[256 + blockIdx.x * 256 + t] = t; // A
           __syncthreads();
           if (t == 0) last = atomicAdd(f, 1) == gridDim.x - 1;
           __syncthreads();
           if (last) {
             __threadfence();
             int sum = 0;
             for (int b = 0; b < gridDim.x; b++)
               sum += o[256 + b * 256 + t]; // B
             o[t] = sum;
           }""",
        "write-read",
    ),
    # ---- warps of a block
    Program(
        "reversed",
        """__shared__ int s[256];
           int t = threadIdx.x;
           s[t] = t;
           __syncthreads();
           o[blockIdx.x * 256 + t] = s[255 - t];""",
    ),
    racy(
        "reversed_without_barrier",
        """__shared__ int s[256];
           int t = threadIdx.x;
           s[t] = t; // A
           o[blockIdx.x * 256 + t] = s[255 - t]; // B""",
        "write-read",
        "read-write",
    ),
    Program(
        "sum",
        """__shared__ int s[256];
           int t = threadIdx.x;
           s[t] = t;
           __syncthreads();
           for (int k = 128; k > 0; k /= 2) {
             if (t < k) s[t] += s[t + k];
             __syncthreads();
           }
           if (t == 0) o[blockIdx.x] = s[0];""",
    ),
    racy(
        "sum_without_barrier",
        """__shared__ int s[256];
           int t = threadIdx.x;
           s[t] = t;
           __syncthreads();
           for (int k = 128; k > 0; k /= 2)
             if (t < k) s[t] += s[t + k]; // A B
           if (t == 0) o[blockIdx.x] = s[0];""",
        "write-read",
        "read-write",
    ),
    racy(
        "buffer_used_again",
        """__shared__ int s[256];
           int t = threadIdx.x, sum = 0;
           for (int i = 0; i < 3; i++) {
             s[t] = t + i; // A
             __syncthreads();
             sum += s[255 - t]; // B
           }
           o[blockIdx.x * 256 + t] = sum;""",
        "read-write",
        "write-read",
    ),
    Program(
        "named_barrier",
        """__shared__ int s[64];
           int t = threadIdx.x;
           if (t < 64) {
             s[t] = t;
             asm volatile("bar.sync 1, 64;" ::: "memory");
             o[blockIdx.x * 64 + t] = s[63 - t];
           }""",
    ),
    Program(
        "arrive_and_wait",
        """__shared__ int s[32];
           int t = threadIdx.x;
           if (t < 32) {
             s[t] = t;
             asm volatile("bar.arrive 1, 64;" ::: "memory");
           } else if (t < 64) {
             asm volatile("bar.sync 1, 64;" ::: "memory");
             o[blockIdx.x * 64 + t] = s[63 - t];
           }""",
    ),
    racy(
        "another_named_barrier",
        """__shared__ int s[128];
           int t = threadIdx.x;
           if (t < 128) {
             s[t] = t; // A
             if (t < 64) asm volatile("bar.sync 1, 64;" ::: "memory");
             else asm volatile("bar.sync 2, 64;" ::: "memory");
             o[blockIdx.x * 128 + t] = s[127 - t]; // B
           }""",
        "write-read",
    ),
    Program(
        "atomics_then_barrier",
        """__shared__ int s[8];
           int t = threadIdx.x;
           if (t < 8) s[t] = 0;
           __syncthreads();
           atomicAdd(&s[t % 8], t);
           __syncthreads();
           if (t < 8) o[blockIdx.x * 8 + t] = s[t];""",
    ),
    racy(
        "atomics_without_barrier",
        """__shared__ int s[8];
           int t = threadIdx.x;
           if (t < 8) s[t] = 0;
           __syncthreads();
           atomicAdd(&s[t % 8], t); // A
           if (t < 8) o[blockIdx.x * 8 + t] = s[t]; // B""",
        "write-read",
        "read-write",
    ),
    # ---- lanes of a warp
    Program(
        "neighbours",
        """__shared__ int s[256];
           int t = threadIdx.x;
           s[t] = t;
           __syncwarp();
           int v = s[t ^ 1];
           __syncwarp();
           s[t] = v + 1;
           __syncwarp();
           o[blockIdx.x * 256 + t] = s[t ^ 2];""",
    ),
    racy(
        "neighbours_without_barrier",
        """__shared__ int s[256];
           int t = threadIdx.x;
           s[t] = t;
           __syncwarp();
           int v = s[t ^ 1]; // A
           s[t] = v + 1; // B""",
        "read-write",
    ),
    racy(
        "after_a_branch",
        """__shared__ int s[256];
           int t = threadIdx.x;
           if (t % 2) s[t] = t; // A
           if (t % 2 == 0) o[blockIdx.x * 256 + t] = s[t + 1]; // B""",
        "read-write",
    ),
    racy(
        "volatile_sum_of_a_warp",
        """__shared__ volatile int s[64];
           int t = threadIdx.x;
           if (t < 64) s[t] = f[t];
           __syncthreads();
           if (t < 32) {
             s[t] += s[t + 32]; // A
             s[t] += s[t + 16]; // B
             if (t == 0) o[blockIdx.x] = s[0];
           }""",
        "volatile",
    ),
    Program(
        "volatile_sum_of_a_warp_that_meets",
        """__shared__ volatile int s[64];
           int t = threadIdx.x;
           if (t < 64) s[t] = f[t];
           __syncthreads();
           if (t < 32) {
             int v = s[t + 32] + s[t];
             __syncwarp();
             s[t] = v;
             __syncwarp();
             v += s[(t + 16) % 32];
             if (t == 0) o[blockIdx.x] = v;
           }""",
    ),
    Program(
        "volatile_flag_of_a_warp",
        """__shared__ volatile int go;
           if (threadIdx.x == 0) go = 0;
           __syncthreads();
           if (threadIdx.x == 0) go = 1;
           while (!go);
           o[blockIdx.x * 256 + threadIdx.x] = 1;""",
    ),
    Program(
        "half_a_warp",
        """__shared__ int s[256];
           int t = threadIdx.x;
           if (t % 32 < 16) {
             s[t] = t;
             __syncwarp(0xffff);
             o[blockIdx.x * 256 + t] = s[t ^ 1];
           }""",
    ),
    Program(
        "both_sides_of_a_branch",
        """__shared__ int s[256];
           int t = threadIdx.x;
           if (t % 2) {
             s[t] = t;
             __syncwarp();
           } else {
             __syncwarp();
             o[blockIdx.x * 256 + t] = s[t + 1];
           }""",
    ),
    racy(
        "too_narrow_a_mask",
        """__shared__ int s[256];
           int t = threadIdx.x;
           s[t] = t; // A
           if (t % 32 < 16) __syncwarp(0xffff);
           o[blockIdx.x * 256 + t] = s[t ^ 16]; // B""",
        "write-read",
    ),
    racy(
        "halves_meet_apart",
        """__shared__ int s[256];
           int t = threadIdx.x;
           s[t] = t; // A
           __syncwarp(t % 32 < 16 ? 0xffffu : 0xffff0000u);
           o[blockIdx.x * 256 + t] = s[t ^ 16]; // B""",
        "write-read",
    ),
    racy(
        "written_after_arriving",
        """__shared__ int s[32];
           int t = threadIdx.x;
           if (t < 32) {
             asm volatile("bar.arrive 1, 64;" ::: "memory");
             s[t] = t; // A
           } else if (t < 64) {
             asm volatile("bar.sync 1, 64;" ::: "memory");
             o[blockIdx.x * 64 + t] = s[63 - t]; // B
           }""",
        "write-read",
    ),
    Program(
        "after_lanes_have_ended",
        """__shared__ int s[256];
           int t = threadIdx.x;
           if (t % 32 >= 16) return;
           s[t] = t;
           __syncwarp();
           o[blockIdx.x * 256 + t] = s[t ^ 1];""",
    ),
    racy(
        "broadcast_then_write",
        """__shared__ int s[8];
           int t = threadIdx.x;
           if (t == 0) s[0] = 3;
           __syncthreads();
           int v = s[0]; // A
           if (t == 0) s[0] = v + 1; // B
           o[blockIdx.x * 256 + t] = v;""",
        "read-write",
        "write-read",
    ),
    Program(
        "own_place_only",
        """__shared__ int s[256];
           int t = threadIdx.x;
           s[t] = t;
           s[t] += 1;
           o[blockIdx.x * 256 + t] = s[t];""",
    ),
    Program(
        "rows_of_matrices",
        """__shared__ __align__(16) int s[256];
           int t = threadIdx.x;
           MATRIX(s + t / 32 * 32 + t % 8 * 4, t);
           __syncthreads();
           o[blockIdx.x * 256 + t] = s[255 - t];""",
    ),
    racy(
        "rows_of_matrices_without_barrier",
        """__shared__ __align__(16) int s[256];
           int t = threadIdx.x;
           MATRIX(s + t / 32 * 32 + t % 8 * 4, t); // A
           o[blockIdx.x * 256 + t] = s[255 - t]; // B""",
        "write-read",
        "read-write",
    ),
    # ---- copies on the way
    Program(
        "copy",
        """__shared__ int s[256];
           int t = threadIdx.x;
           COPY(s + t, f + t); COMMIT; WAIT(0);
           __syncthreads();
           o[blockIdx.x * 256 + t] = s[255 - t];""",
    ),
    Program(
        "own_copy",
        """__shared__ int s[256];
           int t = threadIdx.x;
           COPY(s + t, f + t); COMMIT; WAIT(0);
           o[blockIdx.x * 256 + t] = s[t];""",
    ),
    racy(
        "copy_without_wait",
        """__shared__ int s[256];
           int t = threadIdx.x;
           COPY(s + t, f + t); // A
           __syncthreads();
           o[blockIdx.x * 256 + t] = s[255 - t]; // B""",
        "write-read",
    ),
    racy(
        "own_copy_without_wait",
        """__shared__ int s[256];
           int t = threadIdx.x;
           COPY(s + t, f + t); // A
           o[blockIdx.x * 256 + t] = s[t]; // B""",
        "write-read",
    ),
    racy(
        "copy_without_barrier",
        """__shared__ int s[256];
           int t = threadIdx.x;
           COPY(s + t, f + t); // A
           COMMIT; WAIT(0);
           o[blockIdx.x * 256 + t] = s[255 - t]; // B""",
        "write-read",
        "read-write",
    ),
    racy(
        "barrier_before_wait",
        """__shared__ int s[256];
           int t = threadIdx.x;
           COPY(s + t, f + t); // A
           COMMIT;
           __syncthreads();
           WAIT(0);
           o[blockIdx.x * 256 + t] = s[255 - t]; // B""",
        "write-read",
    ),
    Program(
        "two_stages",
        """__shared__ int s[2][256];
           int t = threadIdx.x, sum = 0;
           COPY(s[0] + t, f + t); COMMIT;
           for (int i = 0; i < 4; i++) {
             if (i < 3) COPY(s[(i + 1) & 1] + t, f + t + i + 1);
             COMMIT; WAIT(1);
             __syncthreads();
             sum += s[i & 1][255 - t];
             __syncthreads();
           }
           o[blockIdx.x * 256 + t] = sum;""",
    ),
    racy(
        "two_stages_waiting_for_too_few",
        """__shared__ int s[2][256];
           int t = threadIdx.x, sum = 0;
           COPY(s[0] + t, f + t); COMMIT; // A
           for (int i = 0; i < 4; i++) {
             if (i < 3) COPY(s[(i + 1) & 1] + t, f + t + i + 1); // A
             COMMIT; WAIT(2);
             __syncthreads();
             sum += s[i & 1][255 - t]; // B
             __syncthreads();
           }
           o[blockIdx.x * 256 + t] = sum;""",
        "write-read",
        "write-write",
    ),
    racy(
        "stage_used_too_early",
        """__shared__ int s[2][256];
           int t = threadIdx.x, sum = 0;
           COPY(s[0] + t, f + t); COMMIT;
           for (int i = 0; i < 4; i++) {
             if (i < 3)
               COPY(s[(i + 1) & 1] + t, f + t + i + 1); // A
             COMMIT; WAIT(1);
             __syncthreads();
             sum += s[i & 1][255 - t]; // B
           }
           o[blockIdx.x * 256 + t] = sum;""",
        "read-write",
        "write-read",
    ),
)


def source() -> str:
    """Return all programs as one file: a launch of each is a kernel of its own."""
    kernels = (f"__global__ void {p.name}(int* o, int* f) {{\n{p.body}\n}}\n" for p in PROGRAMS)
    return HEAD + "".join(kernels)


SOURCE = source()


@pytest.fixture(scope="module")
def module() -> CudaModule:
    """Return the programs, compiled once."""
    return ks.cuda_module(SOURCE)


def find(module: CudaModule, program: Program) -> list[Finding]:
    """Return what the race tool finds in one launch."""
    o, f = (torch.zeros(2048, dtype=torch.int32) for _ in range(2))
    with ks.virtual_gpu("h200"), Sanitizer(["race"]) as found:
        module.kernel(program.name)[4, 256](o, f)
    assert found.launches == 1
    assert not found.notes
    return found.findings


def lines_with(program: Program, letter: str) -> set[int]:
    """Return the numbers of a program's lines with a marker."""
    first = SOURCE[: SOURCE.index(f"void {program.name}(")].count("\n") + 1
    last = first + program.body.count("\n") + 1
    lines = enumerate(SOURCE.splitlines(), 1)
    marked = re.compile(rf"//[ AB]*\b{letter}\b")
    return {number for number, line in lines if first <= number <= last and marked.search(line)}


CLEAN = [program for program in PROGRAMS if not program.kinds]
RACY = [program for program in PROGRAMS if program.kinds]


@pytest.mark.parametrize("program", CLEAN, ids=lambda p: p.name)
def test_threads_that_are_in_order_are_no_finding(module: CudaModule, program: Program) -> None:
    """Whatever orders two accesses, nothing is said of them."""
    assert find(module, program) == []


@pytest.mark.parametrize("program", RACY, ids=lambda p: p.name)
def test_a_race_is_found_between_its_two_lines(module: CudaModule, program: Program) -> None:
    """Each finding has the two marked lines, and one of the kinds; the kinds are all there."""
    findings = find(module, program)
    sides = lines_with(program, "A") | lines_with(program, "B")
    # Two lines that meet in both orders are one finding, whichever came first.
    orders = {"read-write", "write-read"}
    shown = {f.kind for f in findings}
    assert shown - orders == program.kinds - orders
    assert shown & orders <= program.kinds
    assert bool(shown & orders) == bool(program.kinds & orders)
    for finding in findings:
        assert finding.other is not None
        lines = {int(place.source.rpartition(":")[2]) for place in (finding.place, finding.other)}
        assert lines <= sides
        assert finding.count > 0
    joined = {
        int(place.source.rpartition(":")[2])
        for finding in findings
        for place in (finding.place, finding.other)
        if place is not None
    }
    assert joined == sides


def test_launches_follow_each_other_with_memory_of_one_size() -> None:
    """Each may have the cells of the one before, whichever of its arguments those were."""
    source = """
    __global__ void first(int* a, int* b) { a[0] = b[0]++; }
    __global__ void second(int* a, int* b) { b[0] = a[0]++; }
    """
    kernels = ks.cuda_module(source)
    a, b = torch.zeros(64, dtype=torch.int32), torch.zeros(64, dtype=torch.int32)
    for name in ("first", "second", "first"):
        with ks.virtual_gpu("h200"), Sanitizer(["race"]) as found:
            kernels.kernel(name)[2, 1](a, b)
        buffers = {finding.buffer.rpartition("_")[2] for finding in found.findings}
        assert buffers == {"0", "1"}


def test_an_access_in_a_function_without_lines_is_at_the_line_of_its_call() -> None:
    """With `-G`, CUDA's `atomicAdd` is a function of which the compiler says no line."""
    source = """__global__ void k(int* o) {
        __shared__ int sum;
        if (threadIdx.x == 3) atomicAdd_block(&sum, 1);
        o[threadIdx.x] = sum;
    }"""
    kernel = ks.cuda_kernel(source, "k", options=["-G"])
    with ks.check(tools=["race"]) as result:
        kernel[1, 8](torch.zeros(8, dtype=torch.int32))
    (finding,) = result.findings
    sides = sorted((finding.source, finding.other_source or ""))
    numbers = [int(side.partition(" ")[0].rpartition(":")[2]) for side in sides]
    lines = [Path(__file__).read_text().splitlines()[number - 1] for number in numbers]
    assert "atomicAdd_block" in lines[0]
    assert "= sum" in lines[1]


@pytest.mark.parametrize(
    ("width", "cluster", "enough"), [("cta", False, "gpu"), ("cta", True, "cluster")]
)
def test_a_scope_that_is_too_narrow_is_said_with_one_that_is_enough(
    width: str, cluster: bool, enough: str
) -> None:
    """Two blocks of a grid need `.gpu`, two of a cluster `.cluster`."""
    attribute = "__cluster_dims__(2, 1, 1)" if cluster else ""
    kernel = ks.cuda_kernel(
        f"""extern "C" __global__ void {attribute} add(int* o) {{
            if (threadIdx.x == 0)
                asm volatile("red.relaxed.{width}.global.add.u32 [%0], 1;" :: "l"(o) : "memory");
        }}""",
        "add",
    )
    with ks.check() as result:
        kernel[2, 32](torch.zeros(1, dtype=torch.int32))
    (finding,) = result.findings
    assert finding.kind == "scope"
    assert "their scope is too narrow: `.cta`" in finding.message
    assert f"the scope `.{enough}`" in finding.advice


@pytest.mark.parametrize(
    ("stored", "kinds"),
    [
        ("7", {"same-value"}),
        ("blockIdx.x / 400", {"same-value", "write-write"}),
        ("threadIdx.x == 40", {"same-value", "write-write"}),
        ("blockIdx.x == 450 && threadIdx.x == 5", {"same-value", "write-write"}),
    ],
)
def test_writes_of_the_same_value_are_a_note_and_hide_no_other_value(
    stored: str, kinds: set[str]
) -> None:
    """Whatever has been seen so far, one write of another value is a fault."""
    kernel = ks.cuda_kernel(f'extern "C" __global__ void put(int* o) {{ o[0] = {stored}; }}', "put")
    with ks.check() as result:
        kernel[500, 64](torch.zeros(1, dtype=torch.int32))
    assert {finding.kind for finding in result.findings} == kinds
    assert {finding.kind for finding in result.record.faults} == kinds - {"same-value"}
    assert result.ok == (kinds == {"same-value"})


def test_a_lane_that_writes_another_value_than_an_earlier_warp_is_a_fault() -> None:
    """Also if all lanes of its own warp write what it does."""
    source = """extern "C" __global__ void put(int* o) {
        __shared__ int s;
        s = threadIdx.x / 32;
        __syncthreads();
        o[threadIdx.x] = s;
    }"""
    with ks.check() as result:
        ks.cuda_kernel(source, "put")[1, 64](torch.zeros(64, dtype=torch.int32))
    assert {finding.kind for finding in result.record.faults} == {"write-write"}
