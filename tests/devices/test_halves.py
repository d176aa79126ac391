"""PyTorch's operators on 16-bit floats give what they give on an H200, or come nearer to float64.

The calls are in tests/truth/halves, with what PyTorch 2.11 gave on one NVIDIA H200.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

import kernelscope as ks  # noqa: E402
from each import each  # noqa: E402
from kernelscope.devices.torch_cuda.facade import pretend_cuda  # noqa: E402
from truth.halves.case import DTYPES, inputs_of, outcome  # noqa: E402
from truth.halves.record import CASES, unpack  # noqa: E402

pytestmark = pytest.mark.skipif(torch.cuda.is_available(), reason="a real GPU is here")

MEASURED = unpack(Path(__file__).parents[1] / "truth" / "halves" / "h200.npz")
# Pointwise results may differ by this many units in the last place: a float32 function that is
# one unit off in float32 can fall on the other side of a tie, in each of two steps of a gradient.
# Unless it is as near to float64: 1 + erf(-3.7) in float32 is right to a ninth, so that GELU of
# -5.25 in bf16 is 84 units from the H200's if erf is one unit off in float32.
UNITS, HALF_A_UNIT = 2, 0.5
# Sums: the root mean square of the errors, in units, is at most a tenth more than the H200's and a
# tenth of a unit; the largest at most half more and half a unit. Errors of sums that cancel are
# chance: rounding on either side gives any of them, so equal bits cannot be asked.
MEAN_FACTOR, MEAN_UNITS = 1.1, 0.1
MOST_FACTOR, MOST_UNITS = 1.5, 0.5
# What a unit is of elements near zero: that of a sixteenth of the largest element.
FLOOR = 16


@pytest.fixture(scope="module")
def gpu() -> Iterator[ks.VirtualGPU]:
    session = ks.virtual_gpu("h200")
    with pretend_cuda(session):
        yield session


def unit_of(values: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """The last place of a 16-bit float near each value."""
    limits = torch.finfo(dtype)
    finite = torch.nan_to_num(values.double(), nan=1.0, posinf=1.0, neginf=1.0)
    _, exponent = torch.frexp(finite.abs().clamp(min=limits.tiny))
    return torch.ldexp(torch.ones_like(finite), exponent - 1) * limits.eps


def errors(got: torch.Tensor, want: torch.Tensor, unit: torch.Tensor) -> torch.Tensor:
    """The distance of each element, in units; infinite if only one of the two is a number."""
    got, want = got.double(), want.double()
    same = (got == want) | (got.isnan() & want.isnan())
    distance = torch.nan_to_num((got - want).abs() / unit, nan=torch.inf)
    return torch.where(same, 0.0, distance)


@each("dtype", DTYPES)
@each("name", CASES)
@pytest.mark.long("hundreds of operators, each held to an H200's results")
def test_an_operator_on_halves_is_as_near_to_float64_as_on_an_h200(
    gpu: ks.VirtualGPU, name: str, dtype: str
) -> None:
    """Results and gradients have the H200's dtypes and shapes, and its values or better ones."""
    case, half = CASES[name], DTYPES[dtype]
    inputs = inputs_of(case, half, "cpu")
    exact = outcome(case, [t.double() if t.is_floating_point() else t for t in inputs])
    ours = outcome(case, [t.cuda() for t in inputs])
    theirs = MEASURED[f"{name}/{dtype}"]
    assert [(t.dtype, t.shape) for t in ours] == [(t.dtype, t.shape) for t in theirs]
    for place, (got, measured, want) in enumerate(zip(ours, theirs, exact, strict=True)):
        if case.pointwise:
            unit = unit_of(measured, half)
            apart = errors(got, measured, unit) > UNITS
            apart &= errors(got, want, unit) > errors(measured, want, unit) + HALF_A_UNIT
            assert not apart.any(), (place, got[apart], measured[apart], want[apart])
        else:
            finite = torch.nan_to_num(want.double(), nan=0.0, posinf=0.0, neginf=0.0)
            unit = unit_of(finite.abs().clamp(min=float(finite.abs().max()) / FLOOR), half)
            off, allowed = errors(got, want, unit), errors(measured, want, unit)
            mean, mean_allowed = off.square().mean().sqrt(), allowed.square().mean().sqrt()
            assert mean <= MEAN_FACTOR * mean_allowed + MEAN_UNITS, (place, mean, mean_allowed)
            assert off.max() <= MOST_FACTOR * allowed.max() + MOST_UNITS, (place, off, allowed)


def test_the_weights_gradient_of_layer_norm_is_summed_in_float32(gpu: ks.VirtualGPU) -> None:
    """Over 4,096 rows of ones in fp16 the bias's gradient is 4,096; summed in fp16 it is 2,048."""
    x = torch.randn(4096, 8, device="cuda", dtype=torch.float16)
    bias = torch.zeros(8, device="cuda", dtype=torch.float16, requires_grad=True)
    torch.nn.functional.layer_norm(x, (8,), None, bias).sum().backward()
    assert bias.grad is not None
    assert bias.grad.tolist() == [4096.0] * 8


def test_the_statistics_of_layer_norm_are_float32(gpu: ks.VirtualGPU) -> None:
    """CUDA's kernel returns mean and scale of halves in float32."""
    x = torch.randn(3, 8, device="cuda", dtype=torch.float16)
    result, mean, scale = torch.native_layer_norm(x, [8], None, None, 1e-5)
    assert (result.dtype, mean.dtype, scale.dtype) == (torch.float16, torch.float32, torch.float32)


def test_results_go_into_the_tensors_that_were_given(gpu: ks.VirtualGPU) -> None:
    """`out=` and in-place operations return their operand, and views of it see the result."""
    x = torch.full((4, 4), 1.5, device="cuda", dtype=torch.float16)
    whole = torch.zeros(2, 4, 4, device="cuda", dtype=torch.float16)
    part = whole[1]
    assert torch.add(x, 0.25, out=part) is part
    assert whole[1].eq(1.75).all()
    assert part.add_(x, alpha=2) is part
    assert whole[1].eq(4.75).all()
    assert whole[0].eq(0).all()
    grown = torch.empty(0, device="cuda", dtype=torch.float16)
    assert torch.softmax(x, 1, out=grown) is grown
    assert grown.eq(0.25).all()
    torch._foreach_add_([part], 0.25)
    assert whole[1].eq(5).all()
    strided = torch.zeros(4, 4, device="cuda", dtype=torch.float16).t()
    strided.index_add_(0, torch.tensor([1, 1], device="cuda"), x[:2])
    assert strided[1].eq(3).all()


def test_running_statistics_in_halves_are_updated(gpu: ks.VirtualGPU) -> None:
    """Batch norm changes the means it was given, which its schema does not say."""
    x = torch.full((8, 3), 2.0, device="cuda", dtype=torch.bfloat16)
    mean, var = torch.zeros_like(x[0]), torch.ones_like(x[0])
    torch.nn.functional.batch_norm(x, mean, var, training=True, momentum=0.5)
    assert mean.tolist() == [1.0] * 3
    assert var.tolist() == [0.5] * 3


def test_dtypes_follow_pytorchs_promotion(gpu: ks.VirtualGPU) -> None:
    """A wide operand widens the result, a number or a tensor without axes does not."""
    half = torch.ones(4, device="cuda", dtype=torch.float16)
    brain, single = half.bfloat16(), half.float()
    assert torch.add(half, single, alpha=2).dtype == torch.float32
    assert torch.add(half, brain, alpha=2).dtype == torch.float32
    assert torch.add(half, single[0], alpha=2).dtype == torch.float16
    assert (half[0] * 0.1).dtype == torch.float16
    assert (half[0] * 1j).dtype == torch.complex32
    assert (half + 0.1).dtype == torch.float16
    assert (half + 1j).dtype == torch.complex32
    assert torch.prod(half, dtype=torch.float32).dtype == torch.float32
    assert torch.prod(single, dtype=torch.float16).dtype == torch.float16
    assert torch.softmax(half, 0, dtype=torch.float64).dtype == torch.float64
    with pytest.raises(RuntimeError, match="dtype"):
        torch.mm(half.view(2, 2), single.view(2, 2))


def test_wide_copies_are_not_memory_of_the_gpu(gpu: ks.VirtualGPU) -> None:
    """Softmax of 2 MB of fp16 adds its result's 2 MB, at the peak as well."""
    x = torch.zeros(1024, 1024, device="cuda", dtype=torch.float16)
    torch.cuda.reset_peak_memory_stats()
    before = torch.cuda.memory_allocated()
    result = torch.softmax(x, 1)
    assert torch.cuda.memory_allocated() - before == result.nbytes
    assert torch.cuda.max_memory_allocated() - before == result.nbytes
