"""Small matrix products with their factors in L2 or not, against one H200."""

from __future__ import annotations

import pytest

from kernelscope.hardware.gpus import gpu
from kernelscope.hardware.products import plan
from kernelscope.hardware.timing import estimate_operator

H200 = gpu("h200")
# m, n, k in fp32 and the profiler's microseconds with L2 full of other data and with the factors in
# it: `warm` and `cold` of tests/truth/operators/operators_h200.jsonl.gz.
RECORDED = (((128, 128, 128), 6.6, 4.2), ((333, 77, 129), 6.7, 4.4), ((1024, 1024, 1024), 62, 57))


@pytest.mark.parametrize(("sizes", "cold", "warm"), RECORDED)
def test_a_product_waits_less_for_factors_in_l2(
    sizes: tuple[int, int, int], cold: float, warm: float
) -> None:
    m, n, k = sizes
    times = [
        estimate_operator(
            H200,
            bytes_read=4.0 * (m * k + k * n),
            bytes_written=4.0 * m * n,
            flops=2.0 * m * n * k,
            kind="matmul",
            precision="fp32",
            shape=sizes,
            conditions="graph",
            l2_warm=in_l2,
        ).time_us.value
        for in_l2 in (False, True)
    ]
    assert times == pytest.approx([cold, warm], rel=0.12)


def test_what_is_in_l2_changes_the_time_and_not_the_tile() -> None:
    for precision in ("fp32", "bf16"):
        cold, half, warm = (plan(H200, precision, 200, 300, 400, in_l2=s) for s in (0.0, 0.5, 1.0))
        assert (cold.tile, cold.parts) == (warm.tile, warm.parts)
        assert cold.us - half.us == pytest.approx(half.us - warm.us)
        assert (cold.us > warm.us) == (precision == "fp32")
