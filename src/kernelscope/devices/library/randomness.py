"""Random numbers: kernels that are limited by the generator, not by the memory."""

from __future__ import annotations

import math
from collections.abc import Iterator

import torch

from kernelscope.devices.library.call import Call
from kernelscope.devices.library.copying import arange_work
from kernelscope.devices.library.ordering import radix_sort
from kernelscope.devices.library.pointwise import kernel_over, one_kernel
from kernelscope.devices.library.table import row
from kernelscope.devices.library.work import MEMSET, Work, along
from kernelscope.hardware.constants import Constants

_C = Constants("library/randomness")


@row(
    "aten::normal", "aten::uniform", "aten::random", "aten::bernoulli", "aten::exponential",
    "aten::cauchy", "aten::log_normal", "aten::geometric", "aten::rand", "aten::randn",
    "aten::randint", "aten::rand_like", "aten::randn_like", "aten::randint_like",
    "aten::normal_functional",
)  # fmt: skip
def random_numbers(call: Call) -> Work:
    """One kernel; each of its threads makes four numbers at a time."""
    distribution = call.name.removesuffix("_").removesuffix("_like")
    return generated(call.written[0], _C.group("rates").get(distribution, _C.uniform))


def generated(tensor: torch.Tensor, rate: float) -> Work:
    """Return the kernel that fills a tensor at a rate of numbers a microsecond."""
    count = tensor.numel()
    return Work(
        "distribution_elementwise_grid_stride_kernel",
        0.0,
        float(count * tensor.element_size()),
        least_us=_C.first_us + count / rate + _C.set_up_us * min(count / _C.threads, 1.0),
        **along(min(math.ceil(count / 256), 1056), 256),
    )


@row("aten::native_dropout", "aten::_fused_dropout", "aten::dropout")
def dropout(call: Call) -> Work:
    """One kernel that draws, scales, and writes the mask."""
    count = call.first.numel()
    rate = _C.dropout_half_rate if call.first.element_size() <= 2 else _C.dropout_rate
    return Work(
        "fused_dropout_kernel_vec",
        call.bytes_read,
        call.bytes_written,
        least_us=_C.first_us + count / rate,
        **along(min(math.ceil(count / 256), 1056), 256),
    )


@row("aten::native_dropout_backward")
def dropout_backward(call: Call) -> Work:
    """One pointwise kernel of the gradient and the mask."""
    return one_kernel(call.read, call.written, masked=True)


@row("aten::randperm")
def randperm(call: Call) -> Iterator[Work]:
    """Random keys are sorted with the indices; where keys are equal, indices are shuffled."""
    out = call.written[0]
    count = out.numel()
    # As many bits of key as make it 90 % likely that all keys differ.
    bits = min(
        64, math.ceil(math.log2(max(count - (6.0 * count**2 + 1) / (12 * math.log(0.9)), 2)))
    )
    key = 4 if bits <= 32 else 8
    yield kernel_over(1, 8.0)
    yield arange_work(count, out.element_size())
    yield Work(
        "distribution_elementwise_grid_stride_kernel",
        written=float(8 * count),
        least_us=count / 145e3 + _C.set_up_us * min(count / _C.threads, 1.0),  # a million: 9.6 us
    )
    yield from radix_sort(count, key, out.element_size(), passes=math.ceil(bits / 8))
    yield Work("randperm_handle_duplicate_keys_kernel", float(key * count), least_us=count / 400e3)


@row("aten::multinomial")
def multinomial(call: Call) -> Iterator[Work] | None:
    """One draw a row: an exponential number for each weight, and the largest quotient."""
    weights = call.first
    if call["num_samples"] != 1 and call["replacement"]:
        return None
    return _one_draw(weights)


def _one_draw(weights: torch.Tensor) -> Iterator[Work]:
    count, size = weights.numel(), weights.element_size()
    for _ in range(2):  # the smallest and the largest weight, held against zero and infinity
        if count > _C.shared_from:
            yield MEMSET
        least = 6.0 if count > _C.shared_from else 1.4
        yield Work("reduce_kernel", float(count * size), least_us=least)
        yield kernel_over(1, 2.0)
    yield kernel_over(1, 3.0)
    yield Work("at::native::_assert_async_cuda_kernel", least_us=_C.assert_us)
    rows = math.prod(weights.shape[:-1])
    yield Work("reduce_kernel", float(count * size), float(rows * size), share=0.4)
    yield kernel_over(rows, 5.0 * rows)
    yield Work("reduce_kernel", float(rows), 1.0, least_us=1.0)
    yield kernel_over(1, 2.0)
    yield Work("at::native::_assert_async_cuda_kernel", least_us=_C.assert_us)
    yield generated(weights, _C.group("rates")["exponential"])
    yield one_kernel([weights, weights], [weights])
    yield Work("reduce_kernel", float(count * size), float(8 * rows), share=0.25)
