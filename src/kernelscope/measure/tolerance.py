"""Compares results with the float64 reference: how far they may be from it, and why.

An element passes when

    |result - reference| <= 8 · eps · magnitude + 8 · eps_sum · accumulated + smallest normal

- eps is the dtype's spacing at 1 (2^-23 for fp32). A formula of several correctly rounded steps,
  some of them hardware approximations good to 2 units (`ex2.approx`, `div.full`), is off by a few
  eps of the largest number on the way; 8 is that with room for any order of the steps.
- magnitude is the larger of |reference| and the intermediate numbers, if an operation gives them
  (for GELU |x|: 1 + tanh cancels). If it does not, magnitude is the root mean square of the
  outputs, times as many eps as the reference itself loses when it is computed in the dtype.
- accumulated is the sum of the absolute terms of a sum (|A| |B| for a product). Every
  implementation adds in fp32, or in the dtype if that is finer: eps_sum is the eps of that type. If
  an implementation may choose the order of a long sum, it grows with the root of the length (see
  `softmax`).
- Numbers below the smallest normal may be flushed to zero, as GPUs do.

A result must be NaN exactly where the reference is, and infinite, with the right sign, where the
reference rounds to infinity. An intermediate number that is too large for the dtype excuses both.
Integers and booleans must be equal. `max_ulp` is |result - reference| in spacings of the dtype at
the magnitude (or in what the sums lose, if that is more), so that 8 is about the limit.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from kernelscope.record import Error

if TYPE_CHECKING:
    import torch

# GELU of -5 is -2.292e-7, and PyTorch's fp32 kernel returns -2.980e-7: 30 % off, since 1 + tanh
# cancels. Against |reference| 2.2e-13 would be allowed; against |x| = 5 it is 4.8e-6.
UNITS = 8.0
_EPS32 = 2.0**-23
# mean(x²) - mean(x)² of 65,536 numbers around 1,000 is 1.0081, and 1.0625 in fp32: 452,474 eps
# lost. Times 8 that would allow an error of 0.43, nearly all of the result. With 64 eps 6.1e-5 is
# allowed, and the fp32 kernel is called wrong, as it is.
_LARGEST_NATURAL_LOSS = 64.0  # in eps; beyond it the reference in this dtype says nothing
# Elements compared at a time. On a CPU the float64 copies of 2^15 stay in a core's own cache, and
# PyTorch divides no operation of at most 2^15 elements among threads: next to other work, each
# operation of 2^17 waited for a thread that had no core, up to 40 times as long as it took.
_CHUNK_HOST, _CHUNK_GPU = 1 << 15, 1 << 24

RULE = "8 eps x magnitude + 8 eps(fp32 or finer) x accumulated + smallest normal"


@dataclass(frozen=True)
class Scale:
    """The sizes that errors are compared with, each a number or broadcastable to the output.

    `magnitude`: the intermediate numbers' size; None if |reference| is enough. `accumulated`: sums
    of absolute terms, added in fp32 or better; None if there are none.
    """

    magnitude: torch.Tensor | float | None = None
    accumulated: torch.Tensor | float | None = None

    def times(self, factor: float) -> Scale:
        """Return the scale of errors that are larger by a factor."""
        sizes = (self.magnitude, self.accumulated)
        return Scale(*(None if size is None else factor * size for size in sizes))


def natural_scale(expected: torch.Tensor, in_dtype: torch.Tensor | None, eps: float) -> Scale:
    """Return the scale of an operation that declares none, from the float64 reference.

    `in_dtype`: the reference computed in the case's dtype, if it can be; `eps`: that dtype's
    spacing at 1.
    """
    finite = expected[expected.isfinite()]
    if not finite.numel():
        return Scale(0.0)
    typical = float(finite.square().mean().sqrt())
    if in_dtype is None or typical == 0.0:
        return Scale(typical)
    # x - mean(x) of 65,536 numbers around 100: outputs of about 1, of which fp32 loses 11.3 eps, as
    # the mean is rounded at 100. With |reference| as the only size, 55,412 right elements would be
    # wrong.
    loss = (in_dtype.double() - expected).abs()
    loss = loss[loss.isfinite()]
    worst = float(loss.max()) / (eps * typical) if loss.numel() else 1.0
    # fp16: min(64, 8) times 8 eps is 1/16 of the typical output; bf16: min(64, 1) times 8 eps also.
    # With 64 in bf16 an error of 4 times the output would pass, and zeros with it.
    most = min(_LARGEST_NATURAL_LOSS, 1 / (UNITS * 16 * eps))  # a 16th of the output at the most
    return Scale(typical * max(1.0, min(worst, most)))


def compare(result: torch.Tensor, expected: torch.Tensor, scale: Scale) -> Error:
    """Return the errors of a floating, integer or boolean result against its reference.

    Both have the same shape; `expected` is float64 if `result` is floating.
    """
    totals = _Totals()
    for piece in _chunks(result, expected, scale):
        totals.add(piece, result.dtype)
    return totals.error(result)


@dataclass(frozen=True, slots=True)
class Piece:
    """A flat range of elements from `start` on: result, reference, tolerance.

    All but a floating result are float64, and so is what is computed from it and them: each
    operation reads and writes gigabytes on a GPU, so there is none to convert it.

    Attributes:
        size: the largest intermediate number of each element, the reference included.
        lost: the same, or the loss of a sum's terms in fp32 if that is more.
    """

    start: int
    got: torch.Tensor
    want: torch.Tensor
    size: torch.Tensor
    lost: torch.Tensor
    tolerance: torch.Tensor


def _chunks(result: torch.Tensor, expected: torch.Tensor, scale: Scale) -> Iterator[Piece]:
    import torch

    flat, reference = result.reshape(-1), expected.reshape(-1)
    magnitude = _flat(scale.magnitude, expected)
    accumulated = _flat(scale.accumulated, expected)
    floating = result.dtype.is_floating_point
    eps, tiny = (_precision(result.dtype)) if floating else (0.0, 0.0)
    step = _CHUNK_GPU if flat.is_cuda else _CHUNK_HOST
    for start in range(0, flat.numel(), step):
        piece = slice(start, start + step)
        want = reference[piece].double()
        size = _finite(want.abs())
        if magnitude is not None:
            size = torch.maximum(size, _part(magnitude, piece))
        tolerance, lost = torch.add(size.new_tensor(tiny), size, alpha=UNITS * eps), size
        if accumulated is not None and eps:
            sums = _part(accumulated, piece)
            finer = min(_EPS32, eps)
            tolerance += UNITS * finer * sums
            lost = torch.maximum(size, sums * (finer / eps))
        promotes = floating and flat.element_size() > 1  # a float8 does not
        got = flat[piece] if promotes else flat[piece].double()
        yield Piece(start, got, want, size, lost, tolerance)


def _precision(dtype: torch.dtype) -> tuple[float, float]:
    import torch

    info = torch.finfo(dtype)
    return info.eps, info.smallest_normal


def _flat(value: torch.Tensor | float | None, like: torch.Tensor) -> torch.Tensor | None:
    import torch

    if value is None:
        return None
    if not isinstance(value, torch.Tensor):
        return like.new_full((1,), value, dtype=torch.float64)
    return value.reshape(1) if value.numel() == 1 else value.expand(like.shape).reshape(-1)


def _part(value: torch.Tensor, piece: slice) -> torch.Tensor:
    return _finite((value if value.numel() == 1 else value[piece]).double())


def _finite(size: torch.Tensor) -> torch.Tensor:
    """Return the size with 0 for NaN and infinity, which say nothing."""
    if size.numel() and not math.isfinite(float(size.amax())):  # amax keeps NaN
        return size.nan_to_num_(0.0, 0.0)
    return size


class _Totals:
    """Totals over the pieces of one comparison."""

    def __init__(self) -> None:
        self.max_abs = self.max_rel = self.max_ulp = 0.0
        self.wrong = 0
        self.first: tuple[int, float, float, float] | None = None
        self.zeros_pass = True

    def add(self, piece: Piece, dtype: torch.dtype) -> None:
        """Add another piece."""
        import torch

        got, want = piece.got, piece.want
        error = (got - want).abs_()
        if not bool((error <= piece.tolerance).all()):  # NaN is not within
            self._add_doubtful(piece, dtype)
            finite = got.isfinite() & want.isfinite()
            error = torch.where(finite, error, 0.0)
        self._add_errors(error, piece, dtype)
        if self.zeros_pass:
            zeros = torch.zeros_like(want)
            self.zeros_pass = bool(agreement(zeros, piece, dtype).all())

    def _add_doubtful(self, piece: Piece, dtype: torch.dtype) -> None:
        """Count the wrong ones among NaN, infinities, and numbers too far away."""
        import torch

        wrong = ~agreement(piece.got, piece, dtype)
        count = int(wrong.sum())
        if count and self.first is None:
            at = int(wrong.to(torch.uint8).argmax())
            pair = float(piece.want[at]), float(piece.got[at])
            self.first = (piece.start + at, *pair, float(piece.tolerance[at]))
        self.wrong += count

    def _add_errors(self, error: torch.Tensor, piece: Piece, dtype: torch.dtype) -> None:
        largest = float(error.amax())
        if largest == 0.0:
            return
        self.max_abs = max(self.max_abs, largest)
        relative = _finite((error / piece.want).abs_())
        self.max_rel = max(self.max_rel, float(relative.amax()))
        if dtype.is_floating_point:
            self._add_ulps(error, piece.lost, dtype)

    def _add_ulps(self, error: torch.Tensor, size: torch.Tensor, dtype: torch.dtype) -> None:
        """Update the largest error in ulps.

        The spacing is between half of eps x size and all of it, so only the few elements that may
        be largest are computed exactly.
        """
        import torch

        info = torch.finfo(dtype)
        most = (error / size.clamp_min(info.smallest_normal)).mul_(2 / info.eps)
        largest = float(most.amax())
        if largest > self.max_ulp:
            close = most >= max(self.max_ulp, largest / 2)
            spacing = ulp(size[close], dtype)
            self.max_ulp = max(self.max_ulp, float((error[close] / spacing).amax()))

    def error(self, result: torch.Tensor) -> Error:
        first = self.first
        return Error(
            max_abs=self.max_abs,
            max_rel=self.max_rel,
            max_ulp=self.max_ulp,
            first_wrong_index=None if first is None else index_of(first[0], result.shape),
            wrong=self.wrong,
            total=result.numel(),
            expected=None if first is None else first[1],
            got=None if first is None else first[2],
            allowed=None if first is None else first[3],
            zeros_would_pass=self.zeros_pass,
            tolerance=RULE if result.dtype.is_floating_point else "equal",
        )


def agreement(got: torch.Tensor, piece: Piece, dtype: torch.dtype) -> torch.Tensor:
    """Return which elements of `got` pass, as booleans.

    A number within its tolerance of the dtype's largest may become infinity. If an intermediate
    number is too large for the dtype, anything that is not finite may come out.
    """
    import torch

    want = piece.want
    right = (got - want).abs() <= piece.tolerance
    right |= got == want
    right |= got.isnan() & want.isnan()
    if dtype.is_floating_point:
        largest = torch.finfo(dtype).max
        # In fp16 65,100 has a tolerance of 509 and the largest number is 65,504: inf is one
        # rounding away and passes, -inf does not. 60,000 has 469, so inf there is wrong.
        overflows = want.isfinite() & (want.abs() + piece.tolerance >= largest)
        right |= overflows & got.isinf() & (got.sign() == want.sign())
        right |= (want.abs() < largest) & (piece.size >= largest) & ~got.isfinite()
    return right


def ulp(size: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """Return the spacing of `dtype`'s numbers at each size (float64, not negative), as float64."""
    import torch

    info = torch.finfo(dtype)
    exponent = torch.frexp(size.clamp_min(info.smallest_normal)).exponent
    return torch.ldexp(torch.full_like(size, info.eps), exponent - 1)


def index_of(flat: int, shape: torch.Size) -> tuple[int, ...]:
    """Return the index of an element by its place among all of them."""
    return tuple(int(at) for at in np.unravel_index(flat, shape))
