"""What a function's PyTorch operations hand to each other through memory.

Tensors are told apart by the storage they lie in and the bytes of it that they cover, so that
views, slices, expanded operands and operations in place all lead to the operation that wrote them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, cast

import torch
from torch.multiprocessing.reductions import StorageWeakRef
from torch.utils._pytree import tree_leaves

from kernelscope.devices.operators import (
    OperatorRecorder,
    describe,
    distinct_bytes,
    operands,
    runs_on_gpu,
    tensors_in,
)
from kernelscope.devices.virtual import VirtualGPU
from kernelscope.record import OperatorRecord

Kind = Literal["elementwise", "reduction", "rows", "product", "other"]
"""What an operation does with its operands' indices: each element by itself; many to one; whole
rows to whole rows (softmax); a product of matrices or a convolution; anything else."""

_REDUCTION = torch.Tag.reduction
# Elementwise, though PyTorch does not say so of them.
_ALSO_ELEMENTWISE = frozenset(
    ("copy_", "_to_copy", "fill_", "zero_", "native_dropout", "tril", "triu", "lift_fresh_copy")
)
_ROWS = frozenset(("_softmax", "_log_softmax", "native_layer_norm", "_fused_rms_norm"))


@dataclass(frozen=True, slots=True)
class View:
    """Part of a storage, as an operation reads or writes it.

    Attributes:
        storage: its identity, never used twice in one function.
        first, last: the bytes of the storage between which it lies.
        place: offset, shape and strides: two views of one place are the same elements.
        bytes: of its distinct elements.
    """

    storage: int
    first: int
    last: int
    place: tuple[int, tuple[int, ...], tuple[int, ...]]
    bytes: int
    dtype: str

    @property
    def shape(self) -> tuple[int, ...]:
        """Of the tensor."""
        return self.place[1]

    @property
    def innermost(self) -> int:
        """Elements from one to the next along the last dimension that has more than one."""
        _, shape, strides = self.place
        steps = [step for size, step in zip(shape, strides, strict=True) if size > 1]
        return steps[-1] if steps else 1

    def overlaps(self, other: View) -> bool:
        """Whether they may have bytes in common."""
        same = self.storage == other.storage
        return same and self.first < other.last and other.first < self.last

    def covers(self, other: View) -> bool:
        """Whether all of the other's elements are among these."""
        dense = self.bytes == self.last - self.first
        inside = self.first <= other.first and other.last <= self.last
        return self.storage == other.storage and (self.place == other.place or (dense and inside))


@dataclass(frozen=True, slots=True)
class Step:
    """One operation.

    Attributes:
        shape: of the index space that it runs over.
        rows: for a reduction along the last dimensions and for `rows`: how many rows, how long;
            None for a reduction along others, or of everything.
    """

    record: OperatorRecord
    kind: Kind
    shape: tuple[int, ...]
    reads: tuple[View, ...]
    writes: tuple[View, ...]
    rows: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Dataflow:
    """The operations of one call in the order they ran, and where its results lie.

    Attributes:
        results: what the function returned.
        own: the storages that were made during the call; what lies in others was there before.
    """

    steps: tuple[Step, ...]
    results: tuple[View, ...] = ()
    own: frozenset[int] = frozenset()


@dataclass(slots=True)
class _Storages:
    """Identities of storages. A weak reference keeps an address from being used again."""

    seen: dict[int, StorageWeakRef] = field(default_factory=dict[int, StorageWeakRef])

    def view(self, tensor: torch.Tensor) -> View:
        reference = StorageWeakRef(tensor.untyped_storage())
        self.seen.setdefault(reference.cdata, reference)
        size = tensor.element_size()
        offset = int(tensor.storage_offset())
        start = offset * size
        dimensions = zip(tensor.shape, tensor.stride(), strict=True)
        reach = sum((n - 1) * int(stride) for n, stride in dimensions)
        end = start + (reach + 1) * size if tensor.numel() else start
        place = (offset, tuple(tensor.shape), tuple(tensor.stride()))
        dtype = str(tensor.dtype).removeprefix("torch.")
        return View(reference.cdata, start, end, place, distinct_bytes(tensor), dtype)


class _Watcher(OperatorRecorder):
    """Keeps each operation with the memory that it reads and writes."""

    def __init__(self, gpu: VirtualGPU) -> None:
        super().__init__(gpu)
        self._gpu = gpu
        self.storages = _Storages()
        self.steps: list[Step] = []
        self.own: set[int] = set()

    def __torch_dispatch__(
        self, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: Any = None
    ) -> Any:
        """Run the operation and keep what it touched."""
        named = dict(kwargs or {})
        before = {self._of(tensor) for tensor in _given(args, named)}
        result = func(*args, **named)
        self.own |= {self._of(tensor) for tensor in tensors_in(result) if _strided(tensor)} - before
        if runs_on_gpu(func, args, result):
            record = describe(self._gpu, func, args, named, result)
            self.steps.append(self._step(record, func, args, named, result))
        return result

    def _of(self, tensor: torch.Tensor) -> int:
        return self.storages.view(tensor).storage

    def _step(
        self, record: OperatorRecord, op: Any, args: tuple[Any, ...], kwargs: Any, result: Any
    ) -> Step:
        read, written = operands(op, args, kwargs, result)
        kind = _kind(record, op)
        largest = max((*read, *written), key=torch.numel, default=None)
        over = written[0] if kind == "product" and written else largest
        return Step(
            record,
            kind,
            () if over is None else tuple(over.shape),
            tuple(self.storages.view(tensor) for tensor in read if _strided(tensor)),
            tuple(self.storages.view(tensor) for tensor in written if _strided(tensor)),
            _rows(op, args, kwargs, read[0]) if read and kind in ("reduction", "rows") else None,
        )


def trace(gpu: VirtualGPU, function: Callable[..., Any], inputs: Sequence[Any]) -> Dataflow:
    """Call a function once; its operations as on `gpu` and what they hand to each other.

    They are not recorded on `gpu` itself.

    Whatever the function raises is raised.
    """
    watcher = _Watcher(gpu)
    with watcher:
        result = function(*inputs)
    tensors = [leaf for leaf in tree_leaves(result) if isinstance(leaf, torch.Tensor)]
    results = tuple(watcher.storages.view(tensor) for tensor in tensors if _strided(tensor))
    return Dataflow(tuple(watcher.steps), results, frozenset(watcher.own))


def _given(args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[torch.Tensor]:
    return [tensor for tensor in tensors_in([*args, *kwargs.values()]) if _strided(tensor)]


def _strided(tensor: torch.Tensor) -> bool:
    return tensor.layout == torch.strided


def _kind(record: OperatorRecord, op: Any) -> Kind:
    name = op.overloadpacket.__name__
    if record.flops:
        return "product"
    if name in _ROWS:
        return "rows"
    if _REDUCTION in op.tags:
        return "reduction"
    # What reads nothing fills a tensor: a constant, an index, a random number an element.
    if torch.Tag.pointwise in op.tags or name in _ALSO_ELEMENTWISE or not record.bytes_read:
        return "elementwise"
    return "other"


def _rows(
    op: Any, args: tuple[Any, ...], kwargs: dict[str, Any], read: torch.Tensor
) -> tuple[int, int] | None:
    """How many rows of how many elements; None where it is not the last dimensions that go."""
    bound = dict(zip((one.name for one in op._schema.arguments), args, strict=False)) | kwargs
    if "normalized_shape" in bound:
        length = math.prod(bound["normalized_shape"])
        return (read.numel() // length, length) if length else None
    dims = bound.get("dim")
    dims = [dims] if isinstance(dims, int) else cast("list[int] | None", dims)
    if not dims or not read.dim() or not read.numel():
        return None
    last = {read.dim() - 1 - back for back in range(len(dims))}
    if {dim % read.dim() for dim in dims} != last:
        return None
    length = math.prod(read.shape[dim] for dim in dims)
    return read.numel() // length, length
