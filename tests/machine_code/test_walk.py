"""Walks of random graphs and of traced warps: each edge as often as counted."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kernelscope as ks
from kernelscope.jobs.kernels import kernels_of
from kernelscope.machine_code.code import MachineCode, code_of, code_of_cubin
from kernelscope.machine_code.counts import BlockCounts, executed
from kernelscope.machine_code.graph import EXIT, Edge
from kernelscope.machine_code.linear_program import least_cost
from kernelscope.machine_code.traced import lines_of
from kernelscope.machine_code.walk import walk
from kernelscope.subjects import openable
from kernelscope.vgpu.counting.trace import TraceRequest


def code_with(edges: list[tuple[int, int]], blocks: int) -> MachineCode:
    """Code of which only the graph is known."""
    instructions = code_of(EMPTY, "k", "sm_90")
    assert isinstance(instructions, MachineCode)
    return MachineCode(
        "k",
        "sm_90",
        instructions.instructions[:1] * blocks,
        tuple(range(blocks + 1)),
        tuple(Edge(*edge) for edge in edges),
    )


EMPTY = ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k() {\n ret;\n}"


@st.composite
def trails(draw: st.DrawFn) -> tuple[int, list[int]]:
    """A number of blocks, and the blocks of a random way from block 0."""
    blocks = draw(st.integers(1, 7))
    return blocks, [0, *draw(st.lists(st.integers(0, blocks - 1), max_size=60))]


def counted(blocks: int, trail: list[int]) -> tuple[MachineCode, BlockCounts]:
    """The graph that a way goes through, and how often."""
    ways = Counter(zip(trail, [*trail[1:], EXIT], strict=True))
    edges = sorted(ways)
    return code_with(edges, blocks), BlockCounts(
        blocks=np.bincount(trail, minlength=blocks).astype(float),
        edges=np.array([ways[edge] for edge in edges], float),
        splits=np.zeros(blocks),
        merges=np.zeros(blocks + 1),
        warps=1,
        unexplained=0.0,
    )


@given(trails())
def test_a_walk_takes_each_edge_as_often_as_counted(drawn: tuple[int, list[int]]) -> None:
    blocks, trail = drawn
    code, counts = counted(blocks, trail)
    found = walk(code, counts).tolist()
    assert found[0] == 0
    assert Counter(zip(found, [*found[1:], EXIT], strict=True)) == Counter(
        zip(trail, [*trail[1:], EXIT], strict=True)
    )


@given(trails(), st.floats(0.01, 0.49))
def test_counts_that_are_not_whole_are_made_so(drawn: tuple[int, list[int]], share: float) -> None:
    """A mean of two ways becomes one way between them."""
    blocks, trail = drawn
    _, one = counted(blocks, trail)
    edges = sorted({*zip(trail, [*trail[1:], EXIT], strict=True), (0, EXIT)})
    code = code_with(edges, blocks)
    ways = Counter(zip(trail, [*trail[1:], EXIT], strict=True))
    direct = np.array([float(edge == (0, EXIT)) for edge in edges])
    mixed = share * direct + (1 - share) * np.array([float(ways[edge]) for edge in edges])
    alone = np.eye(blocks)[0]
    mean = share * alone + (1 - share) * one.blocks
    found = walk(code, BlockCounts(mean, mixed, np.zeros(blocks), np.zeros(blocks + 1), 1, 0.0))
    taken = Counter(zip(found.tolist(), [*found.tolist()[1:], EXIT], strict=True))
    for edge, times in zip(edges, mixed, strict=True):
        assert taken[edge] <= np.ceil(times - 1e-3)


def test_loops_are_taken_evenly() -> None:
    trail = [0, 1, 1, 1, 2, 1, 1, 1, 2, 1, 1, 1, 2]
    code, counts = counted(3, trail)
    assert walk(code, counts).tolist() == trail


def test_with_times_the_way_is_the_true_one() -> None:
    """A loop that leaves out its second block the first time, and once in the middle."""
    trail = [0, 2, 1, 2, 1, 2, 2, 1, 2, 3]
    code, counts = counted(4, trail)
    rows = tuple(replace(code.instructions[n], ptx_line=n) for n in range(4))
    code = replace(code, instructions=rows)
    times = {n: np.flatnonzero(np.array(trail) == n) for n in range(4)}
    assert walk(code, counts).tolist() != trail
    assert walk(code, counts, times).tolist() == trail
    assert walk(code, counts, {}).tolist() == walk(code, counts).tolist()


def test_lanes_that_part_go_both_ways_before_they_meet() -> None:
    code = code_with([(0, 1), (0, 2), (1, 3), (2, 3), (3, EXIT)], 4)
    counts = BlockCounts(
        np.ones(4), np.ones(5), np.array([1.0, 0, 0, 0]), np.array([0, 0, 0, 1.0, 0]), 1, 0.0
    )
    assert sorted(walk(code, counts).tolist()) == [0, 1, 2, 3]
    assert walk(code, counts).tolist()[-1] == 3


@given(st.integers(0, 2**32 - 1))
def test_the_least_cost_is_not_above_that_of_a_known_point(seed: int) -> None:
    random = np.random.default_rng(seed)
    matrix = random.integers(-1, 2, (4, 9)).astype(float)
    point = random.integers(0, 4, 9) * random.integers(0, 2, 9)
    costs = random.random(9)
    found = least_cost(costs, matrix, matrix @ point)
    assert found is not None
    assert found.min() >= 0
    np.testing.assert_allclose(matrix @ found, matrix @ point, atol=1e-4)
    assert costs @ found <= costs @ point + 1e-4


@given(st.integers(0, 2**32 - 1))
def test_programs_of_many_rows_are_solved_in_groups(seed: int) -> None:
    """Rows that share variables with their neighbours, in an order by chance, and two that share
    none with them: the least cost has a dual of the same value.
    """
    random = np.random.default_rng(seed)
    rows, matrix = 200, np.zeros((200, 500))
    for column in range(500):
        first = int(random.integers(0, rows - 3))
        for row in random.permutation([first, first + 1, first + 2])[: random.integers(1, 4)]:
            matrix[row, column] = random.choice([-1.0, 1.0, 2.0])
    matrix[rows - 2 :] = 0
    matrix[rows - 2, 0] = matrix[rows - 1, 1] = 1
    matrix = matrix[random.permutation(rows)]
    point = random.integers(0, 4, 500) * random.integers(0, 2, 500)
    costs = random.random(500)
    found = least_cost(costs, matrix, matrix @ point)
    assert found is not None
    assert found.min() >= 0
    np.testing.assert_allclose(matrix @ found, matrix @ point, atol=1e-3)
    assert costs @ found <= costs @ point + 1e-3


def test_the_least_cost_is_found_where_many_calls_return_from_one_function() -> None:
    """Black-Scholes in fp64: 11 divisions and roots with a slow path; HiGHS finds 0.5743."""
    given = np.load(Path(__file__).parent / "eleven_calls.npz")
    found = least_cost(given["costs"], given["matrix"], given["values"])
    assert found is not None
    assert found @ given["costs"] == pytest.approx(0.5743, abs=1e-5)
    assert np.abs(given["matrix"] @ found - given["values"]).max() < 1e-5


# ---- traced warps --------------------------------------------------------------------------------

CUDA = r"""
extern "C" __global__ void unrolled(const float* x, float* y, int n) {
  float s = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) s += x[i] * x[i];
  y[threadIdx.x] = s;
}
extern "C" __global__ void nested(const float* x, float* y, int n) {
  float s = 0;
  for (int i = 0; i < n; ++i) {
    float t = 0;
    #pragma unroll 1
    for (int j = 0; j < i % 7; ++j) t += x[i * 8 + j];
    s += t * t;
  }
  y[threadIdx.x] = s;
}
extern "C" __global__ void parted(const float* x, float* y, int n) {
  float s = 0;
  int t = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    if (t % 4 == i % 4) {
      for (int j = 0; j < 40; ++j) s = s * x[j] + y[t + j];
    } else if (t % 3 == 1) {
      s = sqrtf(s + x[i + t]) / (s + 1.3f);
      y[i * 32 + t] = s;
      __syncwarp();
      y[i * 32 + t] += x[t];
    }
  }
  y[t] = s;
}
extern "C" __global__ void dividing(const long long* x, long long* y, int n) {
  long long s = 1;
  for (int i = 0; i < n; ++i) s += x[i] / (s | 1);
  y[threadIdx.x] = s;
}
extern "C" __global__ void integers(unsigned* x, unsigned* y, int n) {
  unsigned s = threadIdx.x;
  for (int i = 0; i < n; ++i) { s ^= s << 13; s ^= s >> 17; s ^= s << 5; }
  y[threadIdx.x] = s;
}
"""
ACCESSES = ("LD", "LDG", "LDS", "ST", "STG", "STS", "ATOMG", "REDG", "ATOMS")


@pytest.mark.parametrize("linked", [False, True])
@pytest.mark.parametrize(
    ("name", "kind", "n"),
    [
        ("unrolled", np.float32, 1000),
        ("nested", np.float32, 45),
        ("parted", np.float32, 13),
        ("dividing", np.int64, 13),
        ("integers", np.uint32, 37),
    ],
)
def test_a_warp_accesses_memory_in_its_walk_as_often_as_in_its_trace(
    name: str, kind: Any, n: int, *, linked: bool
) -> None:
    x, y = np.ones(4096, kind), np.zeros(4096, kind)
    with ks.virtual_gpu("h200"):
        compiled = ks.cuda_kernel(CUDA, name)
        text, cubin = compiled.ptx, compiled.cubin
    kernel = ks.vgpu.load_ptx(text, gpu="h200").kernel(name)
    counts = kernel.launch((1, 1, 1), (64, 1, 1), [x, y, n], trace=TraceRequest((0,), 1 << 14))
    target = "sm_90a"
    code = code_of(text, name, target) if linked else code_of_cubin(cubin, name, text)
    assert isinstance(code, MachineCode)
    assert counts.trace is not None
    for warp in counts.trace.blocks[0].warps:
        lines = lines_of(counts.trace, warp)
        found = executed(code, lines.executions, 1, lines.active)
        assert found is not None
        assert found.unexplained < 0.01
        times = np.bincount(walk(code, found), minlength=code.blocks)
        np.testing.assert_allclose(times, found.blocks, atol=0.01)
        accesses: Counter[int] = Counter()
        for number in range(code.blocks):
            for one in code.block(number):
                if one.name in ACCESSES and not one.guard:
                    accesses[one.ptx_line] += int(times[number])
        assert accesses
        assert {line: lines.executions[line] for line in accesses} == accesses


@pytest.mark.triton
def test_a_product_walks_its_loop_with_tensor_cores_as_often_as_it_has_tiles() -> None:
    kernels = kernels_of(
        openable("matmul/triton", "inspect"), device="virtual:h200", case="n=512", copies=True
    )
    launch = kernels[0].launch
    assert launch is not None
    kernel, arguments = launch.kernel, list(launch.arguments)
    counts = kernel.launch(
        launch.grid, launch.block, arguments, launch.dynamic_shared_bytes, trace=TraceRequest((0,))
    )
    assert counts.trace is not None
    cubin = launch.form.cubin
    assert cubin is not None
    code = code_of_cubin(cubin, kernel.name, kernel.module.text)
    assert isinstance(code, MachineCode)
    for warp in counts.trace.blocks[0].warps:
        lines = lines_of(counts.trace, warp)
        found = executed(code, lines.executions, 1, lines.active)
        assert found is not None
        assert found.unexplained < 0.001
        walked = [i for n in walk(code, found).tolist() for i in code.block(n)]
        # 512 along k in products of 16: one of `wgmma` is 64 × 64 × 16.
        assert sum(i.opcode.startswith("HGMMA.64x64x16") for i in walked) == 512 // 16
        copied = sum(1 for i in walked if i.name == "LDGSTS")
        instructions = counts.trace.instructions
        assert copied == sum(
            int(times)
            for i, times in zip(instructions, counts.trace.executed(warp), strict=True)
            if i.access == "copy"
        )
