"""Which blocks of a grid are traced."""

from __future__ import annotations

import itertools
import math

from hypothesis import given
from hypothesis import strategies as st

from kernelscope.launch_time.blocks import spread_blocks

sizes = st.integers(1, 300)


@given(sizes, sizes, sizes)
def test_the_blocks_are_of_the_grid(x: int, y: int, z: int) -> None:
    blocks = spread_blocks((x, y, z))
    assert blocks == sorted(set(blocks))
    assert len(blocks) <= 8
    assert 0 <= blocks[0] <= blocks[-1] < x * y * z


@given(st.integers(2, 300), st.integers(2, 300))
def test_work_that_grows_in_one_direction_is_that_of_the_middle(x: int, y: int) -> None:
    """In causal attention the blocks of the last queries have the most keys."""
    for grid, places in (((x, y, 1), range(2)), ((1, x, y), range(1, 3)), ((x, 1, y), (0, 2))):
        blocks = spread_blocks(grid)
        for place in places:
            stride, size = math.prod(grid[:place]), grid[place]
            mean = sum(block // stride % size for block in blocks) / len(blocks)
            assert abs(mean - (size - 1) / 2) <= 0.5 + 0.04 * size


@given(st.integers(2, 300), st.integers(2, 300))
def test_neighbours_are_among_them(x: int, y: int) -> None:
    blocks = spread_blocks((x, y, 1))
    assert sum(b - a == 1 for a, b in itertools.pairwise(blocks)) >= min(4, y)
