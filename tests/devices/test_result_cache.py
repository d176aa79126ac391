"""A long calculation that comes again is copied, and only if its operands have the same bits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

torch = pytest.importorskip("torch")
import torch.nn.functional as F  # noqa: E402

from kernelscope.devices.torch_cuda import result_cache  # noqa: E402
from kernelscope.devices.torch_cuda.result_cache import Again  # noqa: E402
from kernelscope.frontends import virtual_gpu  # noqa: E402

aten: Any = torch.ops.aten
without_gpu = pytest.mark.skipif(torch.cuda.is_available(), reason="a real GPU is here")


@pytest.fixture(autouse=True)
def everything_is_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(result_cache, "_LONG_S", -1.0)
    monkeypatch.setattr(result_cache, "_LONG_S_PER_BYTE", 0.0)


class Counted:
    """A kernel that counts its calls."""

    def __init__(self, kernel: Callable[..., Any]) -> None:
        self.kernel, self.calls = kernel, 0

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        self.calls += 1
        return self.kernel(*args, **kwargs)


def test_the_third_call_is_a_copy_that_may_be_written() -> None:
    kept, kernel = Again(), Counted(torch.mm)
    a, b = torch.randn(5, 7), torch.randn(7, 3)
    for _ in range(4):
        result = kept.run(aten.mm.default, kernel, [a, b], {})
        assert torch.equal(result, a @ b)
        result.zero_()
    assert kernel.calls == 2


def test_operands_are_compared_by_their_bits() -> None:
    """Whoever writes to them: a view of the memory has no version that counts."""
    kept, kernel = Again(), Counted(torch.mm)
    a, b = torch.randn(5, 7), torch.randn(7, 3)
    for _ in range(3):
        kept.run(aten.mm.default, kernel, [a, b], {})
    a.numpy()[4, 6] += 1
    assert torch.equal(kept.run(aten.mm.default, kernel, [a, b], {}), a @ b)
    transposed = b.t().contiguous().t()
    assert torch.equal(kept.run(aten.mm.default, kernel, [a, transposed], {}), a @ transposed)
    assert torch.equal(kept.run(aten.mm.default, kernel, [-a, b], {}), -a @ b)


def test_numbers_beside_the_operands_count() -> None:
    kept, kernel = Again(), Counted(torch.softmax)
    x = torch.randn(4, 4)
    for dimension in (0, 0, 0, 1, 1, 1):
        assert torch.equal(kept.run(aten._softmax.default, kernel, [x, dimension], {}),
                           torch.softmax(x, dimension))  # fmt: skip


def test_what_draws_or_writes_is_always_computed() -> None:
    kept, x = Again(), torch.zeros(8)
    draw, add = Counted(torch.bernoulli), Counted(torch.Tensor.add_)
    half = torch.full((64,), 0.5)
    drawn = [kept.run(aten.bernoulli.default, draw, [half], {}) for _ in range(4)]
    assert draw.calls == 4
    assert not all(torch.equal(drawn[0], other) for other in drawn)
    for _ in range(4):
        kept.run(aten.add_.Tensor, add, [x, torch.ones(8)], {})
    assert x[0] == 4


def test_old_results_make_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(result_cache, "_KEPT_BYTES", 2 * 4 * 9)
    kept, kernel = Again(), Counted(torch.mm)
    operands = [torch.randn(3, 3) for _ in range(3)]
    for _ in range(4):
        for x in operands:
            kept.run(aten.mm.default, kernel, [x, x], {})
    assert kernel.calls == 12  # the third drives out the first
    for _ in range(4):
        kept.run(aten.mm.default, kernel, [operands[0], operands[0]], {})
    assert kernel.calls == 13


@without_gpu
@pytest.mark.parametrize("dropout", [0.0, 0.5])
def test_attention_in_a_loop(dropout: float) -> None:
    """Its gradients are right in every turn; with dropout every turn draws anew."""
    from kernelscope.devices.torch_cuda.facade import pretend_cuda

    leaves = [torch.randn(1, 2, 8, 8) for _ in range(3)]
    expected = F.scaled_dot_product_attention(*leaves)
    with pretend_cuda(virtual_gpu("h200")):
        q, k, v = (x.cuda().requires_grad_() for x in leaves)
        found = [F.scaled_dot_product_attention(q, k, v, dropout_p=dropout) for _ in range(4)]
        gradients = [torch.autograd.grad(y.sum(), q, retain_graph=True)[0] for y in found]
        same = [torch.equal(found[0], y) for y in found[1:]]
        assert all(same) is not bool(dropout)
        if not dropout:
            assert torch.allclose(found[3].cpu(), expected, atol=1e-6)
            assert all(torch.equal(gradients[0], g) for g in gradients)
