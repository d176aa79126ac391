"""Convolutions: cuDNN's kernels for each, and PyTorch's own kernel for one channel a group.

cuDNN multiplies with tensor cores where channels lie side by side (NHWC). Operands in PyTorch's
order (NCHW) are converted before and the result after, which can take as long as the product; a
bias is added by a kernel of its own. float32 is multiplied in TF32 unless
`torch.backends.cudnn.allow_tf32` forbids it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import torch

from kernelscope.devices.library.call import PRECISIONS, Call, size_of
from kernelscope.devices.library.pointwise import one_kernel
from kernelscope.devices.library.table import row
from kernelscope.devices.library.work import MEMSET, Work
from kernelscope.hardware.constants import Constants
from kernelscope.hardware.products import plan

_C = Constants("library/convolution")


_HALVES = (torch.float16, torch.bfloat16)


@dataclass(frozen=True, slots=True)
class _Convolution:
    """One convolution, as the product that it is: (pictures and places) x (channels and filter).

    Attributes:
        data: the picture, the filter and the result.
        groups: of channels.
        channels: that go into a group.
        filters: that come out of a group.
        taps: places of the filter that a result adds up.
        is_strided: whether results skip places, or places are spread.
    """

    data: tuple[torch.Tensor, torch.Tensor, torch.Tensor]
    groups: int
    channels: int
    filters: int
    taps: int
    is_strided: bool
    has_order: bool

    @property
    def dtype(self) -> torch.dtype:
        return self.data[0].dtype

    @property
    def is_half(self) -> bool:
        return self.dtype in _HALVES

    @property
    def precision(self) -> str:
        """In which it is multiplied."""
        if self.dtype == torch.float32 and torch.backends.cudnn.allow_tf32:
            return "tf32"
        return PRECISIONS.get(self.dtype, "fp32")

    @property
    def places(self) -> int:
        """Places of the result, of all pictures."""
        picture, _, result = self.data
        return picture.shape[0] * math.prod(result.shape[2:])

    @property
    def flops(self) -> float:
        return 2.0 * self.places * self.groups * self.filters * self.channels * self.taps

    @property
    def is_aligned(self) -> bool:
        """Return whether a place's channels fill loads of 16 bytes."""
        return self.channels * self.data[0].element_size() % 16 == 0

    @property
    def is_depthwise(self) -> bool:
        return self.groups > 1 and self.channels == 1 and self.data[0].dim() == 4

    @property
    def is_plain_product(self) -> bool:
        """Return whether it is a product of matrices in NCHW: a filter of one place."""
        whole = math.prod(self.data[0].shape[2:]) * self.data[0].element_size() % 16 == 0
        return self.taps == 1 and not self.is_strided and self.groups == 1 and whole

    @property
    def is_direct(self) -> bool:
        """Return whether a kernel without tensor cores takes NCHW as it is."""
        if self.precision in ("fp32", "fp64"):
            return True
        if self.is_aligned:
            return False
        if self.is_half:
            return self.channels * self.taps < _C.few_products
        return self.channels > 4 or self.channels * self.taps < _C.few_products

    @property
    def writes_nchw(self) -> bool:
        """Return whether the kernel writes its result in NCHW itself: cuDNN has one for TF32."""
        return (
            self.precision == "tf32"
            and self.is_aligned
            and self.groups == 1
            and 32 < self.channels <= 64
            and self.taps <= _C.small_filter
            and 32 < self.filters <= 128
            and self.data[0].dim() == 4
        )

    @property
    def is_of_ampere(self) -> bool:
        """Return whether 16-bit channels do not fill the tiles of Hopper's kernels."""
        whole = self.filters % _C.hopper_channels == 0 and self.channels % _C.hopper_channels == 0
        return self.is_half and not whole and not self.has_order


def _of(call: Call, result: torch.Tensor, picture: torch.Tensor) -> _Convolution:
    weight = call.tensor("weight")
    groups = call["groups"]
    if call["transposed"]:
        channels, filters = weight.shape[0] // groups, weight.shape[1]
        spread = math.prod(_each(call["stride"], weight.dim() - 2))
        taps = max(math.prod(weight.shape[2:]) // spread, 1)
    else:
        channels, filters = weight.shape[1], weight.shape[0] // groups
        taps = math.prod(weight.shape[2:])
    order = {4: torch.channels_last, 5: torch.channels_last_3d}.get(picture.dim())
    return _Convolution(
        (picture, weight, result),
        *(groups, channels, filters, taps),
        call["transposed"] or any(step != 1 for step in call["stride"]),
        order is not None
        and picture.is_contiguous(memory_format=order)
        and not picture.is_contiguous(),
    )


def _each(values: list[int], count: int) -> list[int]:
    return values * count if len(values) == 1 else values


@row("aten::convolution", "aten::_convolution")
def convolution(call: Call) -> Iterable[Work]:
    """Yield the conversions, the product and the addition of a bias."""
    of = _of(call, call.results[0], call.tensor("input"))
    bias, result = call["bias"], call.results[0]
    yield from _forward(call, of)
    # PyTorch's own kernel for one channel a group adds it itself.
    if isinstance(bias, torch.Tensor) and not (of.is_depthwise and not of.is_half):
        shape = (1, -1, *(1,) * (result.dim() - 2))
        yield one_kernel([result, bias.view(shape).expand(result.shape)], [result])


def _forward(call: Call, of: _Convolution) -> Iterable[Work]:
    picture, weight, result = of.data
    if of.is_depthwise:
        yield _depthwise(of, "conv_depthwise2d_forward_kernel", picture, weight, result)
    elif of.has_order:
        yield from _multiplied(call, of)
    elif of.is_plain_product:
        yield from _as_matrices(call, of)
    elif of.is_direct:
        yield _direct(call, of)
    else:
        operands = (weight, picture) if call["transposed"] else (picture, weight)
        for operand in operands:
            yield from _to_nhwc(of, operand)
        yield from _multiplied(call, of)
        if call["transposed"] or not of.writes_nchw:
            yield _to_nchw(result)


def _depthwise(of: _Convolution, name: str, *data: torch.Tensor) -> Work:
    if of.is_half:
        name = "conv2d_c1_k1_nchw_shmem_tiling"
    *read, written = data
    count = max(t.numel() for t in data) * of.taps
    return Work(
        name,
        *(float(sum(map(size_of, read))), float(size_of(written))),
        least_us=count / (_C.depthwise_half_rate if of.is_half else _C.depthwise_rate),
    )


def _moved(of: _Convolution) -> tuple[float, float]:
    picture, weight, result = of.data
    return float(size_of(picture) + size_of(weight)), float(size_of(result))


def _as_matrices(call: Call, of: _Convolution) -> Iterable[Work]:
    """Yield cuBLAS's product of each picture, whose rows are its channels."""
    batch = of.data[0].shape[0]
    shape = (of.places // batch, of.filters, of.channels)
    read, written = _moved(of)
    chosen = plan(call.spec, of.precision, *shape, batch)
    name = "nvjet_sm90" if of.is_half else "sm90_xmma_gemm_f32f32_tf32f32_f32"
    if not of.is_half and of.precision == "tf32" and chosen.takes_turns(call.spec):
        yield MEMSET
    yield Work(name, *(read, written, of.flops, of.precision, shape, batch))


def _direct(call: Call, of: _Convolution) -> Work:
    precision = "fp64" if of.dtype == torch.float64 else "fp32"
    shape = (of.places, of.filters, of.channels * of.taps)
    name = "implicit_convolve_sgemm"
    if not of.is_half:
        name = "sm80_xmma_fprop_implicit_gemm_f32f32_f32f32_f32_nchwkcrs_nchw"
    us = plan(call.spec, precision, *shape, of.groups).us
    return Work(
        name, *_moved(of), of.flops, precision, shape, of.groups, least_us=us + _C.addresses_us
    )


def _multiplied(call: Call, of: _Convolution) -> Iterable[Work]:
    """Yield the product along places and channels in NHWC."""
    # Steps along k do not cross a tap: 80 channels count as 96, 16 as 32.
    inner = math.ceil(of.channels / _C.step) * _C.step if of.channels >= 8 else of.channels
    shape = (of.places, of.filters, of.taps * inner)
    chosen = plan(call.spec, of.precision, *shape, of.groups)
    direction = "dgrad" if call["transposed"] else "fprop"
    strided = of.is_strided and not call["transposed"]
    nchw = of.writes_nchw and not of.has_order and not call["transposed"]
    ampere = strided or nchw or of.is_of_ampere
    in_turn = chosen.takes_turns(call.spec) and of.groups == 1 and of.filters > _C.step
    if (in_turn and not ampere) or call["transposed"]:
        yield MEMSET
    us = chosen.us
    if nchw:
        rows, columns = _C.nchw_rows, _C.nchw_columns
        tiles = math.ceil(of.places / rows) * math.ceil(of.filters / columns)
        us = math.ceil(tiles / call.spec.sms) * shape[2] / _C.step * _C.nchw_step_us
    elif of.is_of_ampere and not strided:
        us *= _C.ampere_half
    elif ampere or call["transposed"]:
        us *= _C.ampere
    read, written = _moved(of)
    yield Work(
        _name(of, 80 if ampere else 90, direction),
        *(read, written, of.flops, of.precision, shape, of.groups),
        least_us=us + _C.addresses_us,
    )


def _name(of: _Convolution, architecture: int, kind: str) -> str:
    number = "f16f16_f16f32_f32" if of.is_half else "f32f32_tf32f32_f32"
    return "_".join((f"sm{architecture}", "xmma", kind, "implicit_gemm", number, "nhwckrsc_nhwc"))


def _to_nhwc(of: _Convolution, tensor: torch.Tensor) -> Iterable[Work]:
    """Yield the conversion of an operand; a filter of one place lies in both orders."""
    if math.prod(tensor.shape[2:]) == 1:
        return
    if of.is_half and not of.is_aligned:
        yield MEMSET  # the channels that fill up a load
    yield _conversion("nchwToNhwcKernel", tensor)


def _to_nchw(tensor: torch.Tensor) -> Work:
    return _conversion("nhwcToNchwKernel", tensor)


def _conversion(name: str, tensor: torch.Tensor) -> Work:
    outer, channels, *places = tensor.shape
    squares = math.ceil(channels / _C.square) * math.ceil(math.prod(places) / _C.square)
    size = float(tensor.nbytes)
    return Work(
        name,
        *(size, size),
        share=_C.converting_share,
        least_us=outer * squares * _C.square**2 / _C.converted_rate,
        grid=(math.ceil(math.prod(places) / _C.square), math.ceil(channels / _C.square), outer),
        block=(256, 1, 1),
    )


@row("aten::convolution_backward")
def convolution_backward(call: Call) -> Iterable[Work]:
    """Yield the gradients that are asked for: of the picture, of the filter, of the bias."""
    gradient, picture = call.tensor("grad_output"), call.tensor("input")
    of = _of(call, gradient, picture)
    of_picture, of_filter, of_bias = call["output_mask"]
    if of_picture:
        yield from _picture_gradient(call, of)
    if of_filter:
        yield from _filter_gradient(call, of)
    if of_bias:
        yield _bias_gradient(gradient)


def _picture_gradient(call: Call, of: _Convolution) -> Iterable[Work]:
    picture, weight, gradient = of.data
    if of.is_depthwise:
        yield _depthwise(of, "conv_depthwise2d_backward_kernel", gradient, weight, picture)
        return
    if of.is_direct and not of.is_half:
        yield Work("scalePackedTensor_kernel", 0.0, float(picture.nbytes))
        yield _direct_gradient(of, "dgrad_engine")
        return
    if not of.has_order:
        yield from _to_nhwc(of, weight)
        yield _conversion("nchwToNhwcKernel", gradient)
    shape = (picture.numel() // picture.shape[1], of.channels, of.taps * of.filters)
    if of.is_strided:
        shape = (gradient.numel() // gradient.shape[1], of.channels, of.taps * of.filters)
    if of.is_half:
        yield MEMSET
    yield _gradient_product(call, of, "dgrad", shape)
    if not of.has_order:
        yield _to_nchw(picture)


def _filter_gradient(call: Call, of: _Convolution) -> Iterable[Work]:
    picture, weight, gradient = of.data
    if of.is_depthwise:
        yield _depthwise(of, "conv_depthwise2d_grad_weight_kernel", gradient, picture, weight)
        return
    if of.is_direct and not of.is_half:
        yield MEMSET
        yield _direct_gradient(of, "wgrad_alg0_engine")
        return
    if not of.has_order:
        yield from _to_nhwc(of, picture)
        yield _conversion("nchwToNhwcKernel", gradient)
    shape = (of.filters, of.taps * of.channels, of.places)
    if of.is_half and not of.is_aligned:
        yield MEMSET
    else:
        yield Work("init_device_workspace_kernel", least_us=_C.workspace_us)
    yield _gradient_product(call, of, "wgrad", shape)
    yield Work("split_k_kernel", 0.0, float(weight.nbytes), least_us=_C.added_up_us)
    if not of.has_order:
        yield _to_nchw(weight)


def _direct_gradient(of: _Convolution, name: str) -> Work:
    return Work(name, *_moved(of), least_us=of.flops / 2 / _C.direct_rate)


def _gradient_product(call: Call, of: _Convolution, kind: str, shape: tuple[int, int, int]) -> Work:
    chosen = plan(call.spec, of.precision, *shape, of.groups)
    read, written = _moved(of)
    return Work(
        _name(of, 90, kind),
        *(read, written, of.flops, of.precision, shape, of.groups),
        least_us=chosen.us + _C.addresses_us,
    )


def _bias_gradient(gradient: torch.Tensor) -> Work:
    channels = gradient.shape[1]
    each = gradient.numel() / channels
    return Work(
        "reduce_kernel",
        *(float(gradient.nbytes), float(channels * gradient.element_size())),
        least_us=each / _C.bias_rate * math.ceil(channels / 264),
        grid=(channels, 1, 1),
        block=(32, 16, 1),
    )
