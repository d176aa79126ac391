"""Operators on lists of tensors: foreach and fused optimizers, in chunks of 65,536 elements."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import cast

import torch

from kernelscope.devices.library.call import Call, size_of
from kernelscope.devices.library.pointwise import kernel_over
from kernelscope.devices.library.table import row
from kernelscope.devices.library.tensors import tensors_in
from kernelscope.devices.library.work import Work, along
from kernelscope.hardware.constants import Constants

_C = Constants("library/optimizing")


def for_each(lists: Sequence[Sequence[torch.Tensor]], streams: int, in_l2: float) -> Iterator[Work]:
    """Yield the launches of one operation on lists of tensors of equal sizes.

    `lists`: those that the kernel is given. `streams`: how often an element is read or written.
    `in_l2`: the share of what is read that is in L2.
    """
    room = _C.table("tensors").get(len(lists), _C.tensors_else)
    tensors = blocks = longest = 0
    moved = 0.0
    for tensor in lists[0]:
        chunks = math.ceil(tensor.numel() / _C.chunk)
        left = chunks
        while left:
            taken = min(left, _C.blocks - blocks)
            blocks, left = blocks + taken, left - taken
            longest = max(longest, min(tensor.numel(), _C.chunk))
            moved += taken / chunks * size_of(tensor)
            if blocks == _C.blocks:
                yield _launch(blocks, longest, moved, streams, in_l2)
                tensors = blocks = longest = 0
                moved = 0.0
        tensors += bool(chunks)
        if tensors == room:
            yield _launch(blocks, longest, moved, streams, in_l2)
            tensors = blocks = longest = 0
            moved = 0.0
    if blocks:
        yield _launch(blocks, longest, moved, streams, in_l2)


def _launch(blocks: int, longest: int, moved: float, streams: int, in_l2: float) -> Work:
    steps = math.ceil(longest / _C.at_once)
    stream = min(_C.stream_us + _C.stream_us_per_block * blocks, _C.most_stream_us)
    step = max(stream * streams, _C.least_us) * (1 - in_l2 + in_l2 * _C.in_l2)
    return Work(
        "multi_tensor_apply_kernel",
        moved * (streams - 1),
        moved,
        least_us=steps * step,
        **along(blocks, 512),
    )


def lists_of(call: Call) -> list[list[torch.Tensor]]:
    """Return the lists of tensors among a call's arguments, in order."""
    lists: list[list[torch.Tensor]] = []
    for parameter in call.op._schema.arguments:
        value = call[parameter.name]
        if isinstance(value, (list, tuple)):
            tensors = list(tensors_in(cast("list[object]", value)))
            if tensors:
                lists.append(tensors)
    return lists


@row("aten::_foreach_")
def foreach(call: Call) -> Iterator[Work]:
    """One operation on lists of tensors: a launch as long as its arguments and blocks have room."""
    lists = lists_of(call)
    given = len(lists)
    if not call.name.endswith("_"):
        lists = [*lists, call.results]
    yield from for_each(lists, given + 1, call.in_l2)


@row("aten::_foreach_norm", "aten::_foreach_max")
def foreach_norm(call: Call) -> Iterator[Work]:
    """Clear the sums, add each chunk, then each tensor's chunks in a block."""
    yield kernel_over(len(call.results), 4.0 * len(call.results))
    yield from for_each(lists_of(call), 1, call.in_l2)
    yield Work("lpnorm_cleanup", 4.0 * len(call.results), least_us=1.4)


@row("aten::_fused_sgd", "aten::_fused_adam", "aten::_fused_adamw", "aten::_fused_adagrad")
def fused_optimizer(call: Call) -> Iterator[Work]:
    """One launch for the whole step; Adam's counters of steps are raised before it, by foreach."""
    lists = [tensors for tensors in lists_of(call) if tensors[0].numel() != 1 or len(tensors) == 0]
    lists = lists or lists_of(call)
    yield from for_each(lists, 2 * len(lists) - 1, call.in_l2)
