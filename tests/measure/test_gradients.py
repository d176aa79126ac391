"""An operation that asks for gradients has its backward pass checked and timed, and names both."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch

import kernelscope as ks
from kernelscope.errors import UsageError
from kernelscope.operation.gradients import BothPasses, draw_upstream

SOURCE = r"""
extern "C" __global__ void forward(const float* x, const float* w, float* y, int m, int n) {
  int i = blockIdx.x * 128 + threadIdx.x;
  if (i < m * n) y[i] = x[i] * x[i] * w[i % n];
}
extern "C" __global__ void backward(const float* x, const float* w, const float* g, float* dx,
                                    float* dw, int m, int n, float factor) {
  int i = blockIdx.x * 128 + threadIdx.x;
  if (i >= m * n) return;
  dx[i] = 2 * x[i] * w[i % n] * g[i];
  atomicAdd(dw + i % n, factor * x[i] * x[i] * g[i]);
}
"""


class Squared(torch.autograd.Function):
    """x² w; the gradient of w is multiplied by a factor, which should be 1."""

    @staticmethod
    def forward(ctx: Any, x: torch.Tensor, w: torch.Tensor, factor: float) -> torch.Tensor:
        x, w = x.contiguous(), w.contiguous()
        ctx.save_for_backward(x, w)
        ctx.factor = factor
        y = torch.empty_like(x)
        if x.numel():
            blocks = -(-x.numel() // 128)
            ks.cuda_kernel(SOURCE, "forward")[blocks, 128](x, w, y, *x.shape)
        return y

    @staticmethod
    def backward(ctx: Any, *slopes: torch.Tensor) -> Any:
        x, w = ctx.saved_tensors
        dx, dw = torch.empty_like(x), torch.zeros_like(w)
        if x.numel():
            blocks, slope = -(-x.numel() // 128), slopes[0].contiguous()
            kernel = ks.cuda_kernel(SOURCE, "backward")
            kernel[blocks, 128](x, w, slope, dx, dw, *x.shape, ctx.factor)
        return dx, dw, None


def without_backward(x: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
    y = torch.empty_like(x)
    blocks = -(-x.numel() // 128)
    ks.cuda_kernel(SOURCE, "forward")[blocks, 128](x.contiguous(), w, y, *x.shape)
    return y


def squared(gradients: bool | tuple[str, ...], **options: Any) -> ks.Operation:
    def reference(x: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
        return x * x * w

    return ks.Operation(
        "squared",
        axes={"m": 16, "n": 64, "dtype": torch.float32},
        inputs=lambda case: (case.normal(case.m, case.n), case.normal(case.n)),
        reference=reference,
        work=lambda case: ks.Work(4 * case.n * (case.m + 1), 4 * case.m * case.n, case.m * case.n),
        gradients=gradients,
        **options,
    )


def row_of(function: Callable[..., Any], gradients: bool | tuple[str, ...]) -> Any:
    operation = squared(gradients)
    operation.implementation("mine", style="cuda")(function)
    return ks.compare(operation, device="virtual:h200", nasty=False).record.rows[0]


def test_a_right_backward_pass_is_checked_and_timed_and_a_record_says_so(tmp_path: Path) -> None:
    operation = squared(True)
    operation.implementation("mine", style="cuda")(lambda x, w: Squared.apply(x, w, 1.0))
    result = ks.compare(operation, device="virtual:h200", quick=True)
    row = result.record.rows[0]
    assert (row.status, row.gradients) == ("ok", "checked"), result.table(200)
    assert [launch.kernel for launch in row.launches] == ["forward", "backward"]
    assert row.time_ms is not None
    assert row.timings["forward"].value < row.time_ms.value
    assert row.timings["backward"].value < row.time_ms.value
    assert "gradients checked" in result.table(200)
    result.save(tmp_path / "record.json")
    assert ks.load(tmp_path / "record.json").table(200) == result.table(200)


def test_the_least_work_of_both_passes_reads_and_writes_the_gradients_too() -> None:
    work = squared(True).work(squared(True).default)
    x, w, y = 16 * 64 * 4, 64 * 4, 16 * 64 * 4
    assert (work.read, work.written, work.flops) == (x + w + y, y + x + w, 3 * 16 * 64)


def test_a_wrong_gradient_is_named_by_its_input() -> None:
    row = row_of(lambda x, w: Squared.apply(x, w, 1.5), True)
    assert row.status == "wrong"
    assert row.reason.startswith("gradient of w: 64 of 64 wrong")
    assert row.error.output == "gradient of w"


def test_only_the_gradients_of_named_inputs_are_checked() -> None:
    row = row_of(lambda x, w: Squared.apply(x, w, 1.5), ("x",))
    assert (row.status, row.gradients) == ("ok", "checked")


def test_a_kernel_without_a_backward_pass_fails_with_what_to_do() -> None:
    row = row_of(without_backward, True)
    assert row.status == "failed"
    assert "the output has no gradient" in row.reason
    assert "torch.autograd.Function" in row.reason


def test_a_name_that_the_reference_does_not_take_is_refused() -> None:
    with pytest.raises(UsageError, match="gradients: argument 'v' is unknown"):
        squared(("v",))
    with pytest.raises(UsageError, match="changed in place has no gradient"):
        squared(True, mutates=("x",))


def test_inputs_that_require_gradients_which_nothing_checks_are_said_to() -> None:
    operation = ks.Operation(
        "doubled",
        axes={"n": 64, "dtype": torch.float32},
        inputs=lambda case: (case.normal(case.n).requires_grad_(),),
        reference=lambda x: 2 * x,
        work=lambda case: ks.Work(4 * case.n, 4 * case.n),
    )
    operation.implementation("torch")(lambda x: x + x)
    result = ks.compare(operation, device="virtual:h200", quick=True)
    row = result.record.rows[0]
    assert (row.status, row.gradients) == ("ok", "not checked"), result.table(200)
    assert "gradients not checked" in result.table(200)


def test_an_output_among_several_is_named_by_its_place_and_its_variable() -> None:
    def reference(q: torch.Tensor, k: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        dq = q + k
        dk = q - k
        return dq, dk

    operation = ks.Operation(
        "both",
        axes={"n": 64, "dtype": torch.float32},
        inputs=lambda case: (case.normal(case.n), case.normal(case.n)),
        reference=reference,
        work=lambda case: ks.Work(8 * case.n, 8 * case.n),
    )
    operation.implementation("torch")(lambda q, k: (q + k, k - q))
    operation.implementation("torch-short")(lambda q, k: (q + k, (q - k)[1:]))
    wrong, short = ks.compare(operation, device="virtual:h200", nasty=False).record.rows
    assert wrong.reason.startswith("output 1 (dk): 64 of 64 wrong")
    assert short.reason == "output 1 (dk): returns shape (63,), not (64,)"


def test_a_gradient_that_does_not_depend_on_an_input_is_zero() -> None:
    both = BothPasses(lambda x, y: (x.square(), y.detach()), None)
    x, y = torch.ones(3), torch.ones(3)
    upstream = draw_upstream(both, (x, y), None, 0)
    assert upstream[1] is None
    results = both(x, y, upstream)
    assert torch.equal(results[2], 2 * upstream[0])
    assert torch.equal(results[3], torch.zeros(3))


PROBLEM = """
import torch

cases = [{"m": 16, "n": 64}]
gradients = True


def inputs(seed, m, n):
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(m, n, generator=generator), torch.randn(n, generator=generator)


def reference(x, w):
    return x * x * w
"""


@pytest.mark.long("a judgement has a process for each trial")
@pytest.mark.parametrize(("factor", "accepted"), [(1.0, True), (1.5, False)])
def test_a_submission_is_judged_by_its_gradients_too(
    factor: float, accepted: bool, tmp_path: Path
) -> None:
    text = Path(__file__).read_text()
    squared = text[text.index("SOURCE") : text.index("def without_backward")]
    head = "from typing import Any\n\nimport torch\n\nimport kernelscope as ks\n\n"
    solution = f"\n\ndef solution(x, w):\n    return Squared.apply(x, w, {factor})\n"
    (tmp_path / "problem.py").write_text(PROBLEM)
    (tmp_path / "mine.py").write_text(head + squared + solution)
    result = ks.evaluate(tmp_path / "problem.py", tmp_path / "mine.py", device="virtual:h200")
    assert result.accepted == accepted, result.table(200)
    kernels = [launch.kernel for launch in result.record.launches]
    assert kernels == ["forward", "backward"]
    if not accepted:
        assert "elements of gradient of w are wrong" in result.record.reasons[0].message
