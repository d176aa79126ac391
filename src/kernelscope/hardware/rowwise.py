"""The share of the copy rate that PyTorch's own row-wise operations reach on one H200.

Their kernels lose to the memory at long rows by spilling registers or by a second pass, which
bytes alone do not show; so their share was measured and is looked up by row length.
"""

from __future__ import annotations

import itertools
import math
from typing import Literal, get_args

RowWise = Literal["softmax", "rms_norm", "layer_norm", "cross_entropy"]
ROW_WISE: tuple[RowWise, ...] = get_args(RowWise)

# Percent of the copy rate, eager torch 2.11, 2^28 elements, one H200, November 2026; traffic is one
# read and one write, for cross-entropy one read. By bytes an element.
_ROW_LENGTHS = (256, 1024, 4096, 8192, 16384, 32768, 65536, 131072, 262144)
_PERCENT: dict[tuple[RowWise, int], tuple[int, ...]] = {
    ("softmax", 2): (61, 63, 31, 25, 53, 54, 52, 45, 46),
    ("softmax", 4): (99, 97, 61, 46, 78, 63, 48, 49, 50),
    ("rms_norm", 2): (36, 77, 83, 63, 58, 59, 59, 59, 44),
    ("rms_norm", 4): (52, 93, 71, 68, 65, 64, 64, 63, 64),
    ("layer_norm", 2): (20, 44, 69, 58, 55, 55, 55, 53, 39),
    ("layer_norm", 4): (29, 68, 75, 64, 62, 61, 61, 52, 54),
    ("cross_entropy", 2): (35, 30, 18, 15, 34, 35, 36, 30, 24),
    ("cross_entropy", 4): (46, 47, 34, 26, 40, 31, 24, 25, 25),
}


def share_of_copy(operation: RowWise, row: int, itemsize: int) -> float:
    """Return the part of the copy rate that an operation reaches on rows of `row` elements, 0 … 1.

    It is interpolated between measured lengths over log2 of the length; outside them the nearest
    one applies. Elements of up to two bytes use the 2-byte figures, others the 4-byte ones.
    """
    percents = _PERCENT[operation, 2 if itemsize <= 2 else 4]
    # fp32 softmax: 61 % of the copy rate at 4,096, 46 % at 8,192, so 53 % at 6,000. Rows of 100
    # take the figure for 256, 99 %. With bytes alone every length would be at 100 %.
    at = math.log2(min(max(row, _ROW_LENGTHS[0]), _ROW_LENGTHS[-1]))
    points = zip(map(math.log2, _ROW_LENGTHS), percents, strict=True)
    for (left, low), (right, high) in itertools.pairwise(points):
        if at <= right:
            return (low + (high - low) * (at - left) / (right - left)) / 100
    return percents[-1] / 100
