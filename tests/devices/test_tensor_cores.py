"""PyTorch's products of 16-bit matrices have the bits of tensor cores, as those of cuBLAS."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

import kernelscope as ks  # noqa: E402
from kernelscope.devices import tensor_cores  # noqa: E402
from kernelscope.devices.operators import OperatorRecorder  # noqa: E402
from kernelscope.devices.torch_cuda.facade import pretend_cuda  # noqa: E402
from kernelscope.hardware import GPUS  # noqa: E402
from kernelscope.vgpu.tensor_sums import sums_of  # noqa: E402
from truth.cublas import KINDS, model, results, words_of  # noqa: E402

pytestmark = pytest.mark.skipif(torch.cuda.is_available(), reason="a real GPU is here")

TRUTH = Path(__file__).parents[1] / "truth"
ROWS, COLUMNS, DEPTH = 21, 19, 300  # no multiples of a tile's, and a K that shows how sums are cut


@pytest.fixture
def gpu() -> Iterator[ks.VirtualGPU]:
    session = ks.virtual_gpu("h200")
    with pretend_cuda(session):
        yield session


def operands(dtype: torch.dtype, *shape: int) -> list[torch.Tensor]:
    """Two matrices, and one of a shape that is added to their product.

    A product of 2^20 and another of -2^20 are added with the first 14, which loses their last bits.
    """
    generator = torch.Generator().manual_seed(7)
    shapes = (ROWS, DEPTH), (DEPTH, COLUMNS), shape
    a, b, c = (torch.randn(size, generator=generator).to(dtype) for size in shapes)
    a[:, :2] = b[0] = 1024
    b[1] = -1024
    return [a, b, c]


def nearest(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """The CPU's product of float32, rounded."""
    return (a.float() @ b.float()).to(a.dtype)


def _into(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    result = torch.empty(b.shape[1], a.shape[0], dtype=a.dtype, device=a.device).t()
    assert torch.mm(a, b, out=result) is result
    return result


def _batched(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """One of the matrices is the same for the whole batch."""
    both = torch.bmm(torch.stack((a, a.flip(0))), b.expand(2, *b.shape))
    assert torch.equal(both[1], both[0].flip(0))
    return both[0]


def _gradient(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    """A product in the backward pass of another."""
    y = torch.zeros(b.shape[1], a.shape[0], dtype=a.dtype, device=a.device, requires_grad=True)
    (y @ a).backward(b.t().contiguous())  # of y: b^T a^T
    assert y.grad is not None
    return y.grad.t()


PRODUCTS: dict[str, Callable[[torch.Tensor, torch.Tensor], torch.Tensor]] = {
    "mm": torch.mm,
    "@": lambda a, b: a @ b,
    "out=": _into,
    "out= that grows": lambda a, b: torch.mm(a, b, out=a.new_empty(0)),
    "bmm": _batched,
    "matmul of a batch and a matrix": lambda a, b: torch.matmul(a[None, None], b)[0, 0],
    "linear": lambda a, b: torch.nn.functional.linear(a, b.t()),
    "transposed": lambda a, b: (b.t() @ a.t()).t(),
    "with gaps": lambda a, b: a.repeat_interleave(2, 1)[:, ::2] @ b.repeat_interleave(3, 0)[::3],
    "addmm without what is added": lambda a, b: torch.addmm(a.new_tensor(torch.nan), a, b, beta=0),
    "gradient": _gradient,
}


@pytest.mark.parametrize("pretends", [False, True], ids=["cpu tensors", "cuda tensors"])
@pytest.mark.parametrize("dtype", KINDS, ids=KINDS.values())
@pytest.mark.parametrize("name", PRODUCTS)
def test_a_product_has_the_bits_of_tensor_cores(
    name: str, dtype: torch.dtype, pretends: bool
) -> None:
    """However it is called; also where tensors of the CPU stand for those of the GPU."""
    a, b, _ = operands(dtype)
    want = model(a, b, 90).to(dtype)
    assert not torch.equal(want, nearest(a, b))
    session = ks.virtual_gpu("h200")
    if pretends:
        with pretend_cuda(session):
            got = PRODUCTS[name](a.cuda(), b.cuda()).cpu()
    else:
        with session, OperatorRecorder(session):
            got = PRODUCTS[name](a, b)
    assert torch.equal(got, want)


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("dtype", KINDS, ids=KINDS.values())
def test_float32_results_have_the_sums_themselves(dtype: torch.dtype) -> None:
    """`out_dtype=torch.float32`, with a factor and a matrix that is added."""
    a, b, c = operands(dtype, ROWS, COLUMNS)
    want = model(a, b, 90)
    a, b, c = a.cuda(), b.cuda(), c.cuda()
    assert torch.equal(torch.mm(a, b, out_dtype=torch.float32).cpu(), want)
    batch = torch.bmm(a[None], b[None], out_dtype=torch.float32)[0]
    assert torch.equal(batch.cpu(), want)
    added = torch.addmm(c, a, b, out_dtype=torch.float32, beta=2, alpha=0.5)
    assert torch.equal(added.cpu(), want * 0.5 + c.cpu().float() * 2)


ADDED: dict[str, Callable[..., torch.Tensor]] = {
    "addmm": torch.addmm,
    "addmm_": lambda c, a, b, **how: c.expand(ROWS, COLUMNS).clone().addmm_(a, b, **how),
    "baddbmm": lambda c, a, b, **how: torch.baddbmm(c, a[None], b[None], **how)[0],
    "baddbmm_": lambda c, a, b, **how: (
        c.expand(1, ROWS, COLUMNS).clone().baddbmm_(a[None], b[None], **how)[0]
    ),
    "out=": lambda c, a, b, **how: torch.addmm(c, a, b, out=torch.empty_like(c[:0]), **how),
}


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("dtype", KINDS, ids=KINDS.values())
@pytest.mark.parametrize("shape", [(ROWS, COLUMNS), (COLUMNS,), (ROWS, 1)], ids=str)
@pytest.mark.parametrize("name", ADDED)
def test_what_is_added_is_added_in_float32(
    name: str, shape: tuple[int, ...], dtype: torch.dtype
) -> None:
    """The result is rounded once, for rows that do not begin at multiples of 16 bytes."""
    a, b, c = operands(dtype, *shape)
    product = model(a, b, 90)
    for how in ({}, {"alpha": 0.3}, {"beta": -1.7}, {"alpha": 3, "beta": 0.1}):
        scaled = c.float() * how.get("beta", 1)
        want = (product.double() * how.get("alpha", 1) + scaled.double()).float()
        got = ADDED[name](c.cuda(), a.cuda(), b.cuda(), **how)
        assert torch.equal(got.cpu(), want.to(dtype)), how


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("dtype", KINDS, ids=KINDS.values())
def test_a_linear_layer_adds_its_bias_before_it_rounds(dtype: torch.dtype) -> None:
    a, b, c = operands(dtype, COLUMNS)
    got = torch.nn.functional.linear(a.cuda(), b.t().contiguous().cuda(), c.cuda())
    assert torch.equal(got.cpu(), (model(a, b, 90) + c.float()).to(dtype))
    active = torch._addmm_activation(c.cuda(), a.cuda(), b.cuda())
    assert torch.equal(active.cpu(), (model(a, b, 90) + c.float()).relu().to(dtype))


@pytest.mark.usefixtures("gpu")
def test_an_h200_gave_these_bits() -> None:
    """Also of products to which a matrix is added: if beta is 1, they are rounded before."""
    ours = results([(16, 64, 256), (1, 256, 256)])
    with np.load(TRUTH / "cublas_h200.npz") as measured:
        assert sorted(ours) == sorted(measured)
        for key, result in ours.items():
            assert np.array_equal(words_of(result).numpy(), measured[key]), key


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("dtype", KINDS, ids=KINDS.values())
def test_infinities_and_nan_are_those_of_the_definition(dtype: torch.dtype) -> None:
    a, b, _ = operands(dtype)
    a[3, 5], a[4, 6], a[4, 7], a[9] = torch.inf, -torch.inf, torch.inf, torch.nan
    b[5, 2] = 0
    b[:, 11] = torch.finfo(dtype).max
    want = model(a, b, 90)
    assert want.isnan().sum() > COLUMNS
    assert want.isinf().any()
    got = torch.mm(a.cuda(), b.cuda(), out_dtype=torch.float32).cpu()
    assert torch.equal(got.view(torch.int32), want.view(torch.int32))
    rounded = torch.mm(a.cuda(), b.cuda()).cpu()
    torch.testing.assert_close(rounded, want.to(dtype), rtol=0, atol=0, equal_nan=True)


@pytest.mark.parametrize(("name", "sm"), [("a100", 80), ("h200", 90), ("b200", 100)])
def test_each_architecture_adds_in_its_own_way(name: str, sm: int) -> None:
    """Ampere's tensor cores add eight products at once, and keep a bit less."""
    a, b, _ = operands(torch.float16)
    with pretend_cuda(ks.virtual_gpu(name)):
        got = torch.mm(a.cuda(), b.cuda(), out_dtype=torch.float32).cpu()
    assert torch.equal(got, model(a, b, sm))
    assert torch.equal(got, model(a, b, 90)) == (sm >= 90)


def test_every_instruction_of_an_architecture_adds_16_bit_floats_alike() -> None:
    """So it does not matter which of them cuBLAS would choose."""
    for sm in {spec.sm for spec in GPUS.values()}:
        for kind in KINDS.values():
            ways = {sums_of(sm, way, kind, "f32") for way in ("mma", "wmma", "wgmma", "tcgen05")}
            assert len(ways) == 1


@pytest.mark.usefixtures("gpu")
def test_a_product_beyond_the_bound_is_rounded_to_nearest(monkeypatch: pytest.MonkeyPatch) -> None:
    """Work counts in whole tiles: 24 x 32 x 304 multiply-adds."""
    a, b, _ = operands(torch.float16)
    monkeypatch.setattr(tensor_cores, "MOST", 24 * 32 * 304)
    assert torch.equal((a.cuda() @ b.cuda()).cpu(), model(a, b, 90).half())
    monkeypatch.setattr(tensor_cores, "MOST", 24 * 32 * 304 - 1)
    assert torch.equal((a.cuda() @ b.cuda()).cpu(), nearest(a, b))


@pytest.mark.usefixtures("gpu")
def test_a_matrix_is_taken_in_pieces_that_stay_in_the_cache(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    a, b, _ = operands(torch.float16)
    b = b.repeat(1, 5)
    want = model(a, b, 90).half()
    for size in (1, 2 * 16 * DEPTH):  # one tile at a time, and two
        monkeypatch.setattr(tensor_cores, "_AT_ONCE", size)
        assert torch.equal((a.cuda() @ b.cuda()).cpu(), want)


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("sizes", [(0, 3, 4), (2, 0, 4), (2, 3, 0), (0, 0, 0)], ids=str)
def test_a_size_of_zero_is_as_on_the_cpu(sizes: tuple[int, int, int]) -> None:
    rows, columns, depth = sizes
    a, b = (torch.ones(shape, dtype=torch.float16) for shape in ((rows, depth), (depth, columns)))
    assert torch.equal((a.cuda() @ b.cuda()).cpu(), a @ b)
    bias = torch.ones(columns, dtype=torch.float16)
    assert torch.equal(torch.addmm(bias.cuda(), a.cuda(), b.cuda()).cpu(), torch.addmm(bias, a, b))


WRONG: dict[str, Callable[[Any], Any]] = {
    "lengths": lambda of: of(3, 4) @ of(5, 3),
    "types": lambda of: of(3, 4) @ of(4, 3).float(),
    "halves": lambda of: of(3, 4) @ of(4, 3).bfloat16(),
    "dimensions": lambda of: torch.mm(of(3, 4), of(1, 4, 3)),
    "batches": lambda of: torch.bmm(of(2, 3, 4), of(3, 4, 3)),
    "what is added": lambda of: torch.addmm(of(7), of(3, 4), of(4, 3)),
    "what is added in place": lambda of: of(3).addmm_(of(3, 4), of(4, 3)),
    "out=": lambda of: torch.mm(of(3, 4), of(4, 3), out=of(3, 3).float()),
}


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("name", WRONG)
def test_operands_that_do_not_fit_raise_pytorchs_error(name: str) -> None:
    def on_gpu(*shape: int) -> torch.Tensor:
        return torch.ones(shape, dtype=torch.float16, device="cuda")

    def on_cpu(*shape: int) -> torch.Tensor:
        return torch.ones(shape, dtype=torch.float16)

    with pytest.raises(RuntimeError) as theirs:
        WRONG[name](on_cpu)
    with pytest.raises(RuntimeError) as ours:
        WRONG[name](on_gpu)
    assert str(ours.value) == str(theirs.value)
