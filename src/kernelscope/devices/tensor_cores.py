"""Products of 16-bit matrices as cuBLAS computes them: with the bits of the GPU's tensor cores.

From zero it adds 16 products at a time in the order of K, as a kernel's `mma` or `wgmma` does. Its
epilogue computes in float32 and rounds once, or twice (`with_added`). Without this, a kernel with
the hardware's bits would differ from `torch.mm` by more than on a GPU, whose sums are both
truncated. An H200 gave these bits (docs/measured/2026-11-29-cublas.md). There are two exceptions:
if cuBLAS splits K among blocks, for few and long sums such as 64 x 64 x 4096, it adds in another
order, which is not documented; and so do some kernels for rows that do not begin at multiples of
16 bytes.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import torch
import torch.nn.functional as F

from kernelscope.vgpu.runtime.whole_products import TILE, multiply
from kernelscope.vgpu.tensor_sums import sums_of

MOST = 1 << 30
"""The most multiply-adds of a product that is computed here, in whole tiles.

The compiled code does 7 billion a second on a core, so 1024 x 1024 x 1024 takes a tenth of a second
on two. The CPU's own product is seven times as fast. Programs would wait too long for larger ones;
these are computed in float32 and rounded to nearest.
"""
_AT_ONCE = 1 << 20  # elements of a matrix, which the processor keeps in its cache
_KINDS = {torch.float16: "f16", torch.bfloat16: "bf16"}
# The operations, and how many operands each has.
_OPERANDS = {"mm": 2, "bmm": 2, "addmm": 3, "baddbmm": 3, "_addmm_activation": 3}


def run_on_tensor_cores(
    op: Any, args: Sequence[Any], kwargs: Mapping[str, Any], sm: int
) -> torch.Tensor | None:
    """Return the result of a product of matrices, or None if it is not computed here.

    Then the CPU's kernel computes it, or raises its error.

    Args:
        op: the operation.
        args: its arguments on the CPU.
        kwargs: its keyword arguments. A tensor that the operation writes gets the result.
        sm: the GPU's compute capability, 90.
    """
    name = op.overloadpacket.__name__
    base = name.rstrip("_")
    if len(args) != _OPERANDS.get(base) or kwargs.get("alpha", 1) == 0:
        return None
    *others, first, second = args
    added = others[0] if others else None
    out = added if name != base else kwargs.get("out")
    if out is not None and out.dtype != first.dtype:
        return None
    if added is not None and not _can_be_added(added, first, second, in_place=added is out):
        return None
    result = multiplied(first, second, sm, first.dtype if added is None else torch.float32)
    if result is None:
        return None
    if added is not None:
        factors = kwargs.get("beta", 1), kwargs.get("alpha", 1)
        result = with_added(result, added, factors, first.shape[-1], first.dtype)
    if base == "_addmm_activation":
        result = F.gelu(result) if kwargs.get("use_gelu") else F.relu(result)
    result = result.to(first.dtype)
    return result if out is None else torch.ops.aten.clone.out(result, out=out)


def multiplied(
    first: torch.Tensor, second: torch.Tensor, sm: int, dtype: torch.dtype = torch.float32
) -> torch.Tensor | None:
    """Return the product of two matrices or of two batches of them, rounded once to `dtype`.

    None if it is not one of 16-bit floats, too large, or not a product at all.
    """
    number_type = _KINDS.get(first.dtype)
    if number_type is None or not _match(first, second):
        return None
    *of_batch, rows, depth = first.shape
    batch, columns = math.prod(of_batch), second.shape[-1]
    height, width, step = TILE
    high, wide, steps = -(-rows // height), -(-columns // width), -(-depth // step)
    if not 0 < batch * high * wide * steps * math.prod(TILE) <= MOST:
        return None
    # `mma`, `wgmma` and `tcgen05` add these types in the same way.
    how = sums_of(sm, "mma", number_type, "f32")
    left = _packed(_in_tiles(first, (height, step)).transpose(2, 3))
    result = first.new_empty((batch, rows, columns), dtype=dtype)
    at_once = max(_AT_ONCE // (batch * max(rows, depth) * width), 1) * width
    for start in range(0, columns, at_once):
        some = second[..., start : start + at_once]
        right = _packed(_in_tiles(some, (step, width)).permute(0, 3, 1, 2, 4))
        sums = torch.from_numpy(multiply(how, number_type, left, right))
        result[..., start : start + at_once] = sums[:, :rows, : some.shape[-1]]
    return result if of_batch else result[0]


def with_added(
    product: torch.Tensor,
    added: torch.Tensor,
    factors: tuple[float, float],
    depth: int,
    dtype: torch.dtype,
) -> torch.Tensor:
    """Return beta added + alpha product in float32, as cuBLAS's epilogue computes it.

    It is one fused multiply-add. But if beta is 1, `added` is no vector and K and the columns are
    multiples of 8 (so that all rows begin at multiples of 16 bytes), alpha product is rounded to
    the type of the result before. An H200 does so (docs/measured/2026-11-29-cublas.md):

        product 1.0004, added 0.0002, f16:  1 + 0.0002 rounds to 1, and 1.0006 to 1.00098

    Args:
        product: the product of the matrices, f32.
        added: what is added; nothing of it is if beta is 0.
        factors: beta and alpha.
        depth: K.
        dtype: the type of the result, to which the caller rounds.
    """
    beta, alpha = factors
    if beta == 0:
        return product * alpha
    aligned = depth % 8 == 0 == product.shape[-1] % 8
    if beta == 1 and added.dim() > 1 and aligned and dtype in _KINDS:
        return (product * alpha).to(dtype).float() + added.float()
    other = beta * added.float()
    if alpha == 1:
        return product + other
    return (product.double() * alpha + other.double()).float()


def _match(first: torch.Tensor, second: torch.Tensor) -> bool:
    """Return whether these are two matrices, or two batches of them, that can be multiplied."""
    return (
        _is_in_memory(first)
        and _is_in_memory(second)
        and first.dtype == second.dtype
        and first.dim() == second.dim()
        and first.dim() in (2, 3)
        and first.shape[:-2] == second.shape[:-2]
        and first.shape[-1] == second.shape[-2]
    )


def _is_in_memory(tensor: torch.Tensor) -> bool:
    """Return whether a tensor is a dense one on the CPU.

    Those without memory, with which compilers trace, are of other classes or on "meta".
    """
    own = type(tensor) in (torch.Tensor, torch.nn.Parameter)
    return own and tensor.is_cpu and tensor.layout == torch.strided


def _can_be_added(
    added: torch.Tensor, first: torch.Tensor, second: torch.Tensor, *, in_place: bool
) -> bool:
    shape = (*first.shape[:-1], *second.shape[-1:])
    if not _is_in_memory(added) or added.dtype != first.dtype or added.dim() > len(shape):
        return False
    if in_place:
        return added.shape == shape
    last = shape[len(shape) - added.dim() :]
    return all(n in (1, size) for n, size in zip(added.shape, last, strict=True))


def _in_tiles(matrices: torch.Tensor, tile: tuple[int, int]) -> torch.Tensor:
    """Return a view [batch, rows / tile, tile rows, columns / tile, tile columns], of matrices or
    of copies that are padded with zeros.
    """
    rows, columns = tile
    more = (0, -matrices.shape[-1] % columns, 0, -matrices.shape[-2] % rows)
    padded = F.pad(matrices, more) if any(more) else matrices
    high, wide = padded.shape[-2] // rows, padded.shape[-1] // columns
    return padded.view(-1, high, rows, wide, columns)


def _packed(tiles: torch.Tensor) -> Any:
    """Return a copy in float32, in order, as an array."""
    return tiles.new_empty(tiles.shape, dtype=torch.float32).copy_(tiles).numpy()
