"""The clock that an SM has beside working tensor cores, as an H200 showed it."""

from __future__ import annotations

import pytest

from kernelscope.hardware import gpu
from kernelscope.launch_time.clock import clock_share
from kernelscope.machine_code.code import MachineCode, code_of

PTX = """.version 8.0
.target sm_90a
.address_size 64
.visible .entry k(.param .u64 out)
{
    .reg .b32 %r<8>;
    .reg .f32 %f<4>;
    .reg .b64 %o;
    ld.param.u64 %o, [out];
    mov.u32 %r0, %tid.x;
    cvt.rn.f32.u32 %f0, %r0;
    PRODUCT
    st.global.f32 [%o], %f0;
    ret;
}
"""
PRODUCT = (
    "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 "
    "{%f0, %f1, %f2, %f3}, {%r0, %r0, %r0, %r0}, {%r0, %r0}, {%f0, %f0, %f0, %f0};"
)


def code(product: str) -> MachineCode:
    found = code_of(PTX.replace("PRODUCT", product), "k", "sm_90a")
    assert isinstance(found, MachineCode)
    return found


@pytest.mark.parametrize(
    ("sms", "low", "high"), [(4, 1.90, 1.96), (16, 1.76, 1.91), (64, 1.72, 1.82)]
)
def test_tensor_cores_slow_the_clock_as_measured(sms: int, low: float, high: float) -> None:
    """GHz of products of 4, 16 and 64 blocks, of 1.98 (tests/truth/times/parts_h200.csv.gz)."""
    assert low <= 1.98 * clock_share(gpu("h200"), code(PRODUCT), sms) <= high


def test_the_clock_falls_with_the_sms_that_work_and_no_further_than_on_half_of_them() -> None:
    h200 = gpu("h200")
    shares = [clock_share(h200, code(PRODUCT), sms) for sms in range(1, h200.sms + 1)]
    assert shares == sorted(shares, reverse=True)
    assert len({*shares[64:]}) == 1


def test_without_a_product_the_clock_is_the_highest() -> None:
    assert clock_share(gpu("h200"), code("add.f32 %f0, %f0, %f0;"), 132) == 1.0
