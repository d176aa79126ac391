"""PyTorch's random operations on the virtual GPU: the numbers that the real one would draw.

After `torch.manual_seed(0)` a script sees the values of its GPU: the number of elements and the
GPU's SMs alone decide how a CUDA kernel shares words of Philox among elements. What each kernel
does with its words is in PyTorch's DistributionTemplates.h, TransformationHelper.h and Dropout.cu.
Other samplers (multinomial, randperm, Cauchy ...) are the CPU's and give other numbers.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from kernelscope.devices.torch_cuda import generators as random_
from kernelscope.devices.torch_cuda import philox
from kernelscope.devices.torch_cuda.generators import GpuGenerator, gpu_generator
from kernelscope.devices.torch_cuda.internals import by_name
from kernelscope.devices.torch_cuda.operands import CPU
from kernelscope.devices.torch_cuda.tensor import as_gpu, as_host
from kernelscope.hardware import GPUSpec

Fill = Callable[..., None]
"""A function that fills a CPU tensor from a `_Source`; then come the operation's arguments."""

# From this range on, the remainder is taken of 64 bits: of 32 bits, range 3 * 2^30 would give each
# number below 2^30 twice as often as the others.
_WIDE_RANGE = 1 << 28


class RandomKernels:
    """The bodies of the random operations.

    Args:
        spec: the GPU whose numbers they draw.
        record: called with each operation, its arguments and its result.
    """

    def __init__(self, spec: GPUSpec, record: Callable[..., None]) -> None:
        self._spec = spec
        self._record = record

    def bodies(self) -> dict[str, Callable[..., Any]]:
        """Return the kernels; each is called with the operation, its arguments and its keywords."""
        fills: dict[str, Fill] = {
            "normal_": _normal,
            "uniform_": _uniform,
            "exponential_": _exponential,
            "bernoulli_.float": _bernoulli,
            "random_": _whole,
            "random_.to": lambda source, out, end: _whole(source, out, 0, end),
            "random_.from": _whole,
        }
        bodies = {f"aten::{name}": self._filling(fill) for name, fill in fills.items()}
        return {**bodies, "aten::native_dropout": self._dropout}

    def _filling(self, fill: Fill) -> Callable[..., Any]:
        def body(op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> torch.Tensor:
            tensor = args[0]
            given = _values(op, args, kwargs)
            # An empty tensor on the CPU: its kernel raises PyTorch's errors for wrong arguments.
            op.redispatch(CPU, torch.empty(0, dtype=tensor.dtype, device="cpu"), *given)
            generator = gpu_generator(kwargs.get("generator"))
            if tensor.numel():
                fill(_Source(self._spec, generator), _in_memory_order(as_host(tensor)), *given)
            self._record(op, args, kwargs, tensor)
            return tensor

        return body

    def _dropout(self, op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        tensor, (p, train) = args[0], _values(op, args, kwargs)
        host = as_host(tensor)
        keep = torch.ones_like(host, dtype=torch.bool)
        if train is False:
            scaled = host.clone()
        else:
            if tensor.numel() and p < 1:
                source = _Source(self._spec, random_.default_generator)
                _in_memory_order(keep).copy_(_kept(source, keep, 1 - p, host.element_size()))
            else:
                keep.zero_()
            scaled = host * keep * (0.0 if p == 1 else 1 / (1 - p))
        result = as_gpu(scaled), as_gpu(keep)
        self._record(op, args, kwargs, result)
        return result


class _Source:
    """The words that one operation draws from a generator, spread over a GPU's threads."""

    def __init__(self, spec: GPUSpec, generator: GpuGenerator) -> None:
        self._spec = spec
        self._generator = generator

    def fill(self, out: Any, kind: philox.Kind, **how: float) -> None:
        """Fill a flat array in which each draw of a thread serves four elements."""
        self._fill(out, out.size, philox.DRAW, kind, **how)

    def uniform(self, count: int) -> Any:
        """Return uniform f32 numbers in (0, 1] for `count` elements: [draws, 4, threads]."""
        return self._rows(count, philox.DRAW, "uniform", np.float32)

    def uniform_in_twos(self, count: int) -> Any:
        """Return `uniform` for a thread that draws twice at once: [even draws, 4, threads]."""
        return self._rows(count, philox.DRAW, "uniform", np.float32, multiple=2)

    def words(self, count: int) -> Any:
        """Return 32-bit words for `count` elements: [draws, 4, threads]."""
        return self._rows(count, philox.DRAW, "words", np.uint32)

    def pairs(self, count: int) -> Any:
        """Return two 32-bit words for each of `count` elements: [draws, 2, 2 words, threads]."""
        rows = self._rows(count, philox.DRAW // 2, "words", np.uint32)
        return rows.reshape(len(rows), 2, 2, -1).astype(np.uint64)

    def uniform_double(self, count: int) -> Any:
        """Return uniform f64 numbers in (0, 1): [draws, 2, threads] (curand_uniform2_double)."""
        return _double(self.pairs(count), 2.0**-53)

    def _rows(
        self, count: int, of_draw: int, kind: philox.Kind, dtype: Any, multiple: int = 1
    ) -> Any:
        threads = philox.grid_threads(self._spec, count)
        rows = multiple * philox.draws(count, threads, of_draw * multiple)
        out = np.empty(rows * philox.DRAW * threads, dtype)
        self._fill(out, count, of_draw, kind)
        return out.reshape(rows, philox.DRAW, threads)

    def _fill(self, out: Any, count: int, of_draw: int, kind: philox.Kind, **how: float) -> None:
        threads = philox.grid_threads(self._spec, count)
        words = philox.DRAW * philox.draws(count, threads, of_draw)
        seed, offset = self._generator.draw(words)
        philox.fill(out, kind, threads=threads, seed=seed, offset=offset, **how)


def _double(pairs: Any, unit: float) -> Any:
    """Return 53 of the 64 bits of each pair as a multiple of `unit`, plus half a unit."""
    return (pairs[:, :, 0] ^ pairs[:, :, 1] << np.uint64(21)) * unit + unit / 2


def _values(op: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[Any]:
    """Return the arguments after the first, without the generator, in the schema's order."""
    _, *others = by_name(op, args, kwargs).items()
    return [value for name, value in others if name != "generator"]


def _in_memory_order(tensor: torch.Tensor) -> torch.Tensor:
    """Return a view with dimensions from the largest stride to the smallest."""
    return tensor.permute(sorted(range(tensor.dim()), key=lambda dim: -tensor.stride(dim)))


def _write(out: torch.Tensor, values: Any) -> None:
    """Store the first of `values`, flattened, in a tensor of any dtype and layout."""
    flat = torch.from_numpy(np.ascontiguousarray(values).reshape(-1)[: out.numel()])
    out.copy_(flat.view(out.shape))


def _fill_float32(source: _Source, out: torch.Tensor, kind: philox.Kind, **how: float) -> None:
    """In place where the tensor allows it; f16 and bf16 are rounded f32."""
    if out.dtype == torch.float32 and out.is_contiguous():
        source.fill(out.view(-1).numpy(), kind, **how)
        return
    values = np.empty(out.numel(), np.float32)
    source.fill(values, kind, **how)
    _write(out, values)


def _normal(source: _Source, out: torch.Tensor, mean: float, std: float) -> None:
    if out.is_complex():  # half of the variance is the imaginary part's
        _normal(source, torch.view_as_real(out), 0.0, std / math.sqrt(2))
        out.add_(mean)
        return
    if out.dtype != torch.float64:
        _fill_float32(source, out, "normal", scale=std, shift=mean)
        return
    pairs = source.pairs(out.numel())  # curand_normal2_double
    radius = np.sqrt(-2.0 * np.log(_double(pairs[:, :1], 2.0**-53)))
    angle = np.pi * _double(pairs[:, 1:], 2.0**-52)
    both = np.concatenate([np.sin(angle) * radius, np.cos(angle) * radius], axis=1)
    _write(out, both * std + mean)


def _uniform(source: _Source, out: torch.Tensor, low: float, high: float) -> None:
    """Fill with numbers in [low, high): cuRAND draws from (0, 1], so `high` becomes `low`."""
    if out.is_complex():
        _uniform(source, torch.view_as_real(out), low, high)
    elif out.dtype == torch.float64:
        _write(out, source.uniform_double(out.numel()) * (high - low) + low)
    else:
        _fill_float32(source, out, "uniform", scale=high - low, shift=low, bound=high)
        if out.dtype != torch.float32:  # rounding may reach the end
            out.masked_fill_(out == high, low)


def _uniform_of(source: _Source, out: torch.Tensor) -> Any:
    double = out.dtype == torch.float64
    return source.uniform_double(out.numel()) if double else source.uniform(out.numel())


def _exponential(source: _Source, out: torch.Tensor, rate: float) -> None:
    numbers = _uniform_of(source, out)
    epsilon = np.finfo(numbers.dtype).eps
    logarithm = np.where(numbers >= 1 - epsilon / 2, -epsilon / 2, np.log(numbers))
    _write(out, logarithm.astype(numbers.dtype) * numbers.dtype.type(-1 / rate))


def _bernoulli(source: _Source, out: torch.Tensor, p: float) -> None:
    numbers = _uniform_of(source, out)
    _write(out, numbers < numbers.dtype.type(p))


def _whole(
    source: _Source, out: torch.Tensor, begin: int | None = None, end: int | None = None
) -> None:
    """Fill with whole numbers from `begin` to `end` - 1; without bounds, with any of the dtype."""
    if begin is None:
        wide = out.dtype in (torch.int64, torch.float64)
        begin, span = 0, _whole_numbers(out.dtype)
    else:
        span = (end if end is not None else _whole_numbers(out.dtype)) - begin
        wide = span >= _WIDE_RANGE
    if wide:
        pairs = source.pairs(out.numel())
        words = pairs[:, :, 0] << np.uint64(32) | pairs[:, :, 1]
    else:
        words = source.words(out.numel())
    # A range of 2^64 and the sum may pass the end of 64 bits; both wrap as they do in C.
    numbers = words % words.dtype.type(span) if span < 1 << 64 else words
    _write(out, numbers.astype(np.uint64).view(np.int64) + np.int64(begin))


def _whole_numbers(dtype: torch.dtype) -> int:
    """Return the count of whole numbers from 0 that a dtype holds without a gap."""
    if dtype == torch.bool:
        return 2
    if dtype.is_floating_point:
        return round(2 / torch.finfo(dtype).eps) + 1
    return torch.iinfo(dtype).max + 1


def _kept(source: _Source, keep: torch.Tensor, p: float, element_bytes: int) -> torch.Tensor:
    """Return a mask of the elements that dropout keeps with probability `p`."""
    # Dropout.cu reads vectors: a thread takes 8 neighbours of 2 bytes or 4 of other sizes, fewer if
    # the number of elements is not a multiple: 10 elements are 5 pairs. Up to 4 neighbours share a
    # draw. After seed 0, 16 elements of f32 with p = 1/2 are kept at 0, 6, 8, 10, 11 and 13:
    # element 2 has word 2 of thread 0. `torch.rand(16)` gives element 2 the first word of thread 2
    # (0.025), by which it would be kept.
    count = keep.numel()
    side_by_side = math.gcd(count, 8 if element_bytes == 2 else philox.DRAW)
    draw = source.uniform_in_twos if side_by_side > philox.DRAW else source.uniform
    numbers = draw(count)
    threads = numbers.shape[-1]
    grouped = (numbers < np.float32(p)).reshape(-1, side_by_side, threads)
    flat = np.ascontiguousarray(grouped.swapaxes(1, 2)).reshape(-1)[:count]
    return torch.from_numpy(flat).view(_in_memory_order(keep).shape)
