"""Reductions: one kernel of PyTorch, whose threads are shared among results and their inputs.

`shape_of` follows which grids the H200 was given: 4,096 rows of 4,096 take 256 blocks of 32 x 16,
a warp a row; 16.8 million elements 528 blocks of 512; their columns 32 x 64 blocks of 32 x 4.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import torch

from kernelscope.devices.library.call import Call, size_of
from kernelscope.devices.library.pointwise import one_kernel
from kernelscope.devices.library.table import row
from kernelscope.devices.library.work import MEMSET, QUICKER_FROM_L2, Work
from kernelscope.hardware import GPUSpec
from kernelscope.hardware.constants import Constants

_C = Constants("library/reduction")


_THREADS, _THREADS_PER_SM, _WARP, _VECTOR = 512, 2048, 32, 4


@dataclass(frozen=True)
class _Kind:
    """The costs of a reduction beyond its bytes, measured on an H200.

    Attributes:
        whole, rows, columns: elements a microsecond at most, 0: the memory limits.
        block_us: of a block, from its last input to its result: 1,000 rows of 37 take 2.5 us.
        blocks_us: until the last of several blocks has added what they left: 1,000,003 elements
            take 7.2 us, of which the bytes are 1.
    """

    whole: float
    rows: float
    columns: float
    block_us: float
    blocks_us: float


_PLAIN, _WITH_PLACE, _WELFORD = (
    _Kind(**_C.group(name)) for name in ("plain", "with_place", "welford")
)
_KINDS = {
    **dict.fromkeys(("argmax", "argmin", "max", "min"), _WITH_PLACE),
    **dict.fromkeys(("var", "std", "var_mean", "std_mean"), _WELFORD),
}
_IN_TYPE_OF_RESULT = frozenset(("sum", "nansum", "prod"))


@row(
    "aten::sum", "aten::nansum", "aten::mean", "aten::prod", "aten::amax", "aten::amin",
    "aten::aminmax", "aten::argmax", "aten::argmin", "aten::max", "aten::min", "aten::var",
    "aten::std", "aten::var_mean", "aten::std_mean", "aten::linalg_vector_norm", "aten::norm",
    "aten::all", "aten::any", "aten::count_nonzero",
)  # fmt: skip
def reduction(call: Call) -> Iterator[Work] | None:
    """Launch one kernel, and clear its counters before it if blocks share a result."""
    data = call.first
    if call.has("other") or data.layout != torch.strided:
        return None
    if data.dim() == 0 and call.name in ("all", "any"):
        return _of_one(data, call.results[0])
    return _after_cast(call, data)


def _after_cast(call: Call, data: torch.Tensor) -> Iterator[Work]:
    """Yield the reduction, after a copy of its input in the type of the result.

    A sum of bool copies it as int64 first; one of 16 bits as float32 converts while it reads.
    """
    wanted = call.results[0].dtype
    widens = wanted == torch.float32 and data.element_size() == _C.half_size
    if call.name in _IN_TYPE_OF_RESULT and data.dtype != wanted and not widens:
        source, data = data, torch.empty_like(data, dtype=wanted, device="meta")
        yield replace(one_kernel([source], [data]), name="unrolled_elementwise_kernel")
        yield from reduced(call, data, _dimensions(call, data), call.name, near=True)
    else:
        yield from reduced(call, data, _dimensions(call, data), call.name)


def _of_one(data: torch.Tensor, result: torch.Tensor) -> Iterator[Work]:
    """Copy a single element as a bool: 1.3 and 0.8 us."""
    yield Work("unrolled_elementwise_kernel", float(size_of(data)), float(size_of(result)))
    yield Work("Memcpy DtoD (Device -> Device)", 1.0, 1.0)


def _dimensions(call: Call, data: torch.Tensor) -> list[int]:
    """Return the dimensions that are reduced; all of them if none is named."""
    if not data.dim():
        return []
    given = call["dim"] if call.has("dim") else None
    if isinstance(given, int):
        given = [given]
    if not given:
        return list(range(data.dim()))
    return [dimension % data.dim() for dimension in given]


def reduced(
    call: Call, data: torch.Tensor, dimensions: list[int], name: str, near: bool = False
) -> Iterator[Work]:
    """Yield the launches that reduce `data` along `dimensions`.

    near: whether a launch before it in the same call has just written `data`.
    """
    reduction = _KINDS.get(name, _PLAIN)
    outputs, inputs, fastest, pieces = _sizes(data, dimensions)
    shape = _shape_of(call.spec, outputs, inputs, fastest, single=outputs == 1 and pieces == 1)
    if shape.shared:
        yield MEMSET
    if shape.vector and fastest:
        rate, share = reduction.whole, _C.share_of_one
    else:
        rate, share = (reduction.rows if fastest else reduction.columns), _C.share
        if pieces > 1:
            rate = min(rate or _C.offset_rate, _C.offset_rate)
    waves = math.ceil(math.prod(shape.grid) * math.prod(shape.block) / _resident(call.spec))
    read = float(size_of(data))
    quicker = 1 - QUICKER_FROM_L2 * (1.0 if near else call.in_l2)
    yield Work(
        "reduce_kernel",
        read,
        float(sum(map(size_of, call.results)) if name == call.name else outputs * 4),
        share=share,
        least_us=max(
            data.numel() / rate * _imbalance(call.spec, shape) * quicker if rate else 0.0,
            _waiting_us(call, data, shape, reduction, near=near),
        ),
        serial_us=reduction.blocks_us if shape.shared else reduction.block_us * min(waves, 2),
        near=read if near else 0.0,
        grid=shape.grid,
        block=shape.block,
    )


def _waiting_us(call: Call, data: torch.Tensor, shape: _Shape, kind: _Kind, *, near: bool) -> float:
    """Return how long a thread waits for its loads, the first of which are in `block_us`."""
    in_l2 = 1.0 if near else call.in_l2
    each = _C.element_us + (_C.element_l2_us - _C.element_us) * in_l2
    if kind is _PLAIN and data.element_size() <= _C.half_size:
        each *= _C.halves_at_once
    return max(shape.each - _C.at_once, 0) * each


def _imbalance(spec: GPUSpec, shape: _Shape) -> float:
    """Return how much longer the SM with the most blocks takes than all on average.

    3,000 rows of 2,500 are 188 blocks, for 132 SMs: their variance takes 29 us, not 22. With one
    block an SM a load is waited for: 2,000 rows of 900 in 11.5 us.
    """
    blocks = math.prod(shape.grid)
    if math.prod(shape.block) < _THREADS or blocks > _C.full * spec.sms:
        return 1.0
    if blocks <= spec.sms:
        return _C.alone
    return math.ceil(blocks / spec.sms) * spec.sms / blocks


def _resident(spec: GPUSpec) -> int:
    return spec.sms * _THREADS_PER_SM


def _sizes(data: torch.Tensor, dimensions: list[int]) -> tuple[int, int, bool, int]:
    """Return (results, inputs of each, whether neighbours are added, pieces).

    Pieces are the runs of one stride that a result's inputs are in: 3 x 4 contiguous ones are one.
    """
    chosen = sorted(
        (data.stride(d), data.shape[d]) for d in dict.fromkeys(dimensions) if data.shape[d] > 1
    )
    kept = [
        data.stride(d)
        for d in range(data.dim())
        if d not in dimensions and data.shape[d] > 1 and data.stride(d)
    ]
    inputs = math.prod(size for _, size in chosen)
    pieces = sum(
        not (place and stride == chosen[place - 1][0] * chosen[place - 1][1])
        for place, (stride, _) in enumerate(chosen)
    )
    fastest = not kept or (bool(chosen) and chosen[0][0] < min(kept))
    return data.numel() // max(inputs, 1), max(inputs, 1), fastest, max(pieces, 1)


@dataclass(frozen=True)
class _Shape:
    """The launch shape of a reduction.

    `shared`: whether several blocks add to one result. `vector`: whether a thread reads four
    elements at a time. `each`: elements that a thread reads one after the other.
    """

    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    shared: bool
    vector: bool
    each: int


def _shape_of(spec: GPUSpec, outputs: int, inputs: int, fastest: bool, single: bool) -> _Shape:
    """Return the grid and block for so many results of so many inputs each.

    fastest: whether a result's inputs are neighbours in memory. single: it is one contiguous range.
    """
    along, across = (inputs, outputs) if fastest else (outputs, inputs)
    per_thread = 1  # results a thread
    vector = fastest and single and along >= 128
    if vector:
        along //= _VECTOR
    elif not fastest and outputs % _VECTOR == 0 and along >= _VECTOR:
        per_thread, vector = _VECTOR, True
        along //= _VECTOR
    threads = _THREADS // per_thread
    most_along, most_across = _power_of_two(along, threads), _power_of_two(across, threads)
    width = min(most_along, _WARP)
    height = min(most_across, threads // width)
    width = min(most_along, threads // height)
    left = math.ceil(inputs / width) if fastest else inputs  # inputs a thread
    results = per_thread * (1 if fastest else width)  # results a block
    splits = left >= min(height * _C.few_inputs, _C.many_inputs)
    if splits:
        left = math.ceil(left / height)
    else:
        results *= height
    blocks = math.ceil(outputs / results)
    shares = 1
    room = spec.sms * (_THREADS_PER_SM // (width * height))
    if splits and left >= _C.many_inputs and blocks <= room:
        wanted = min(math.ceil(room / blocks), math.ceil(left / _C.few_inputs))
        shares = max(wanted, math.ceil(left / _C.many_inputs))
    each = math.ceil(left / shares)
    return _Shape((blocks, shares, 1), (width, height, 1), shares > 1, vector, each)


def _power_of_two(size: int, most: int) -> int:
    return most if size >= most else 1 << (max(size, 1).bit_length() - 1)
