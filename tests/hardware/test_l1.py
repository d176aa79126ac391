"""The model of L1: which sectors it has, and how large it is."""

from __future__ import annotations

import numpy as np
import pytest

from kernelscope.hardware import gpu
from kernelscope.hardware.l1 import l1_bytes
from truth.l1_model import L1Hits, l1_hits


@pytest.mark.parametrize(
    ("loads", "size", "expected"),
    [
        ([[0, 1, 2, 3], [0, 1, 2, 3]], 256, L1Hits(8, 4)),  # a line, again
        ([[0], [1], [0, 1]], 256, L1Hits(4, 2)),  # sectors of a line come one by one
        ([[0], [4], [8], [0]], 256, L1Hits(4, 0)),  # the third line takes the first one's place
        ([[0], [4], [0], [8], [0], [4]], 256, L1Hits(6, 2)),  # line 1 was not used for longest
        ([[0], [0]], 0, L1Hits(2, 0)),
        ([], 256, L1Hits(0, 0)),
    ],
)
def test_the_line_not_used_for_longest_makes_room(
    loads: list[list[int]], size: int, expected: L1Hits
) -> None:
    """Lines of four sectors, two of them in 256 bytes."""
    assert l1_hits([np.array(load) for load in loads], size) == expected


@pytest.mark.parametrize(
    ("name", "shared", "blocks", "kib"),
    [
        ("h200", 0, 16, 256),
        ("h200", 16, 16, 224),  # 16 blocks of 1,152 bytes need 18 KiB: the carve-out is 32
        ("h200", 227 * 1024, 1, 28),
        ("a100", 48 * 1024, 3, 28),  # 147 KiB: 164 of 192
    ],
)
def test_l1_is_what_the_carve_out_leaves(name: str, shared: int, blocks: int, kib: int) -> None:
    """The smallest carve-out that holds the blocks, each with the KiB that the driver keeps."""
    assert l1_bytes(gpu(name), shared, blocks) == kib * 1024


def test_a_rate_of_no_loads_is_zero() -> None:
    """And else hits over sectors loaded."""
    assert L1Hits(0, 0).load_hit_rate == 0
    assert L1Hits(8, 2).load_hit_rate == 0.25
