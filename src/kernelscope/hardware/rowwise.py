"""The share of the copy rate that PyTorch's own row-wise operations reach on one H200.

Their kernels lose to the memory at long rows by spilling registers or by a second pass, which
bytes alone do not show; so their share was measured and is looked up by row length.
"""

from __future__ import annotations

import itertools
import math
from typing import Literal, get_args

from kernelscope.hardware.constants import Constants

RowWise = Literal["softmax", "rms_norm", "layer_norm", "cross_entropy"]
_C = Constants("row_shares")
ROW_WISE: tuple[RowWise, ...] = get_args(RowWise)


def share_of_copy(operation: RowWise, row: int, itemsize: int) -> float:
    """Return the part of the copy rate that an operation reaches on rows of `row` elements, 0 … 1.

    It is interpolated between measured lengths over log2 of the length; outside them the nearest
    one applies. Elements of up to two bytes use the 2-byte figures, others the 4-byte ones.
    """
    # fp32 softmax: 61 % of the copy rate at 4,096, 46 % at 8,192, so 53 % at 6,000. Rows of 100
    # take the figure for 256, 99 %. With bytes alone every length would be at 100 %.
    known = _C.table(f"{operation}.{2 if itemsize <= 2 else 4}")
    at = math.log2(min(max(row, min(known)), max(known)))
    points = ((math.log2(length), percent) for length, percent in known.items())
    for (left, low), (right, high) in itertools.pairwise(points):
        if at <= right:
            return (low + (high - low) * (at - left) / (right - left)) / 100
    return known[max(known)] / 100
