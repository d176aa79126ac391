"""The data that a function's PyTorch operations pass to each other through memory.

In: a function and its inputs, which is called once. Out: a `Dataflow`.

A tensor is known by its storage and the bytes that it covers there. In

    y = torch.mul(x, 2)
    z = y[:, :8].add_(1)

`add_` reads and writes a part of the storage that `mul` wrote, so it depends on `mul`. The Python
objects `y` and `z` are different tensors; by them alone, the two operations would look independent.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, cast

import torch
from torch.multiprocessing.reductions import StorageWeakRef
from torch.utils._pytree import tree_leaves

from kernelscope.devices.library.tensors import distinct_bytes, operands, tensors_in
from kernelscope.devices.operators import OperatorRecorder, describe, runs_on_gpu
from kernelscope.devices.virtual import VirtualGPU
from kernelscope.record import OperatorRecord

Kind = Literal["elementwise", "reduction", "rows", "product", "other"]
"""The way in which an operation uses its operands' indices: each element by itself; many to one;
whole rows to whole rows (softmax); a product of matrices or a convolution; anything else."""

_REDUCTION = torch.Tag.reduction
# Elementwise operations that PyTorch does not tag as such.
_ALSO_ELEMENTWISE = frozenset(
    ("copy_", "_to_copy", "fill_", "zero_", "native_dropout", "tril", "triu", "lift_fresh_copy")
)
_ROWS = frozenset(("_softmax", "_log_softmax", "native_layer_norm", "_fused_rms_norm"))


@dataclass(frozen=True, slots=True)
class View:
    """A part of a storage that an operation reads or writes: the bytes from `first` to `last`.

    Attributes:
        storage: the storage's identity, never used twice in one function.
        place: offset, shape and strides: two views with the same place have the same elements.
        bytes: the bytes of its distinct elements.
    """

    storage: int
    first: int
    last: int
    place: tuple[int, tuple[int, ...], tuple[int, ...]]
    bytes: int
    dtype: str

    @property
    def shape(self) -> tuple[int, ...]:
        """The tensor's shape."""
        return self.place[1]

    @property
    def innermost(self) -> int:
        """The stride of the last dimension with more than one element."""
        _, shape, strides = self.place
        steps = [step for size, step in zip(shape, strides, strict=True) if size > 1]
        return steps[-1] if steps else 1

    def overlaps(self, other: View) -> bool:
        """Return whether both may have bytes in common."""
        same = self.storage == other.storage
        return same and self.first < other.last and other.first < self.last

    def covers(self, other: View) -> bool:
        """Return whether this view has all elements of the other."""
        dense = self.bytes == self.last - self.first
        inside = self.first <= other.first and other.last <= self.last
        return self.storage == other.storage and (self.place == other.place or (dense and inside))


@dataclass(frozen=True, slots=True)
class Step:
    """One operation, and the memory that it reads and writes.

    Attributes:
        kind: how it uses indices; shape: of the index space that it runs over.
        rows: (number, length) of the rows of a reduction along the last dimensions, or of a `rows`
            operation; None for a reduction along others or of everything.
    """

    record: OperatorRecord
    kind: Kind
    shape: tuple[int, ...]
    reads: tuple[View, ...]
    writes: tuple[View, ...]
    rows: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Dataflow:
    """The operations of one call, in the order in which they ran, and the tensors that it returned.

    `own`: the storages that were made during the call; all others existed before.
    """

    steps: tuple[Step, ...]
    results: tuple[View, ...] = ()
    own: frozenset[int] = frozenset()


@dataclass(slots=True)
class _Storages:
    """The identities of storages; a weak reference keeps an address from being reused."""

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
    """A recorder of operations with the memory that they read and write."""

    def __init__(self, gpu: VirtualGPU) -> None:
        super().__init__(gpu)
        self._gpu = gpu
        self.storages = _Storages()
        self.steps: list[Step] = []
        self.own: set[int] = set()

    def __torch_dispatch__(
        self, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: Any = None
    ) -> Any:
        """Run the operation and record the memory that it touches."""
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
        step_kind = _kind(record, op)
        largest = max((*read, *written), key=torch.numel, default=None)
        over = written[0] if step_kind == "product" and written else largest
        return Step(
            record,
            step_kind,
            () if over is None else tuple(over.shape),
            tuple(self.storages.view(tensor) for tensor in read if _strided(tensor)),
            tuple(self.storages.view(tensor) for tensor in written if _strided(tensor)),
            _rows(op, args, kwargs, read[0])
            if read and step_kind in ("reduction", "rows")
            else None,
        )


def trace(gpu: VirtualGPU, function: Callable[..., Any], inputs: Sequence[Any]) -> Dataflow:
    """Call a function once; return its operations, as they would run on `gpu`, and their data.

    They are not recorded on `gpu` itself. An exception of the function is raised.
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
    # An operation that reads nothing fills a tensor: with constants, indices or random numbers.
    if torch.Tag.pointwise in op.tags or name in _ALSO_ELEMENTWISE or not record.bytes_read:
        return "elementwise"
    return "other"


def _rows(
    op: Any, args: tuple[Any, ...], kwargs: dict[str, Any], read: torch.Tensor
) -> tuple[int, int] | None:
    """Return (number, length) of the rows; None if other than the last dimensions are reduced."""
    bound = (
        dict(zip((argument.name for argument in op._schema.arguments), args, strict=False)) | kwargs
    )
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
