"""Values outside of the bins of `tl.histogram` are a note."""

from __future__ import annotations

import os

import pytest

os.environ.setdefault("TRITON_DEFAULT_FP_FUSION", "1")
torch = pytest.importorskip("torch")
triton = pytest.importorskip("triton")

import triton.language as tl  # noqa: E402

import kernelscope as ks  # noqa: E402

pytestmark = pytest.mark.triton
N = 64


@triton.jit
def two(x, out, n, bins: tl.constexpr, masked: tl.constexpr, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    v = tl.load(x + at, at < n, other=-1)
    first = tl.histogram(v & 7, bins)
    second = tl.histogram(v, bins, mask=(v >= 0) & (v < 8)) if masked else tl.histogram(v, bins)
    tl.atomic_add(out + tl.arange(0, bins), first + second)


def _checked(values: torch.Tensor, masked: bool = False, n: int = N) -> ks.CheckResult:
    out = torch.zeros(8, dtype=torch.int32)
    with ks.check() as result:
        two[(2,)](values, out, n, bins=8, masked=masked, B=32, num_warps=1)
    assert out.sum() >= N  # the launch has run once
    return result


@pytest.mark.parametrize("value", [8, -1, 1 << 30])
def test_a_value_outside_is_a_note_at_the_histogram_that_gets_it(value: int):
    values = torch.arange(N, dtype=torch.int32) % 8
    values[-1] = value
    result = _checked(values)
    (finding,) = result.findings
    assert finding.kind == "outside-bins"
    assert finding.note
    assert result.ok
    assert finding.source == f"{__file__}:{two.fn.__code__.co_firstlineno + 5}"
    assert "8 bins" in finding.message


def test_values_inside_and_those_that_a_mask_leaves_out_are_silent():
    values = torch.arange(N, dtype=torch.int32) % 8
    assert not _checked(values).findings
    values[0] = 100
    assert not _checked(values, masked=True).findings
