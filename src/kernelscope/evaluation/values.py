"""Inputs as plain data: tensors with their layout and bytes, in tuples, lists and dictionaries."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

import torch

from kernelscope.devices.library.tensors import mapped
from kernelscope.errors import UsageError
from kernelscope.vgpu import region_of_storage

_PLAIN = (bool, int, float, str, type(None))


def leaves(tree: Any) -> list[torch.Tensor]:
    """Return the tensors of a tree, in order."""
    tensors: list[torch.Tensor] = []
    mapped(tree, torch.Tensor, tensors.append)
    return tensors


def dtype_name(dtype: Any) -> str:
    """Return the name of a type, as "float32"; of a memory format or layout, too."""
    return str(dtype).removeprefix("torch.")


class Encoder:
    """Writes trees as plain data, with the storages of their tensors numbered."""

    def __init__(self) -> None:
        self.storages: list[dict[str, Any]] = []
        self.tensors: list[torch.Tensor] = []
        self._numbers: dict[int, int] = {}

    def tree(self, tree: Any) -> Any:
        """Return a tree as plain data.

        Raises UsageError if the problem's inputs hold something that is neither a tensor nor plain.
        """
        if isinstance(tree, torch.Tensor):
            return {"tensor": self._tensor(tree)}
        if isinstance(tree, dict):
            return {"dict": [[str(key), self.tree(value)] for key, value in tree.items()]}
        if isinstance(tree, list):
            return {"list": [self.tree(value) for value in tree]}
        if isinstance(tree, tuple):
            return {"tuple": [self.tree(value) for value in tree]}
        if isinstance(tree, torch.dtype):
            return {"dtype": dtype_name(tree)}
        if isinstance(tree, _PLAIN):
            return {"float": tree.hex()} if isinstance(tree, float) else tree
        raise UsageError(
            f"the problem's inputs hold a {type(tree).__name__}: tensors, numbers, texts, None, "
            "and tuples, lists and dictionaries of them can be given to a submission"
        )

    def _tensor(self, tensor: torch.Tensor) -> list[Any]:
        storage = tensor.untyped_storage()
        base, size = region_of_storage(storage)
        number = self._numbers.get(base) if size else None
        if number is None:
            number = self._numbers[base] = len(self.storages)
            self.storages.append({"size": storage.nbytes()})
            self.tensors.append(tensor)
        shape, strides = list(tensor.shape), list(tensor.stride())
        return [number, dtype_name(tensor.dtype), tensor.storage_offset(), shape, strides]


def storage_bytes(tensor: torch.Tensor) -> bytes:
    """Return the bytes of a tensor's whole storage, which is in host memory."""
    region = region_of_storage(tensor.untyped_storage())
    return ctypes.string_at(*region) if region.size else b""


def laid_out(storage: dict[str, Any]) -> torch.Tensor:
    """Return new memory of the virtual GPU for a storage, as bytes."""
    return torch.empty(storage["size"], dtype=torch.uint8, device="cuda")


def set_values(storages: Sequence[torch.Tensor], places: Sequence[int], data: bytes) -> None:
    """Copy the contents of each storage from its place in the bytes."""
    for storage, place in zip(storages, places, strict=True):
        base, size = region_of_storage(storage.untyped_storage())
        if size:
            ctypes.memmove(base, data[place : place + size], size)


def viewed(
    storage: torch.Tensor, dtype: str, offset: int, shape: Sequence[int], strides: Sequence[int]
) -> torch.Tensor:
    """Return the tensor of a dtype at an offset (in elements of it) in the memory of another."""
    made = torch.empty(0, dtype=getattr(torch, dtype), device=storage.device)
    return made.set_(storage.untyped_storage(), offset, list(shape), list(strides))


def tree_of(data: Any, storages: Sequence[torch.Tensor]) -> Any:
    """Return the tree of `Encoder.tree` on these storages."""
    match data:
        case {"tensor": [number, dtype, offset, shape, strides]}:
            return viewed(storages[number], dtype, offset, shape, strides)
        case {"dict": pairs}:
            return {key: tree_of(value, storages) for key, value in pairs}
        case {"list": items}:
            return [tree_of(value, storages) for value in items]
        case {"tuple": items}:
            return tuple(tree_of(value, storages) for value in items)
        case {"dtype": name}:
            return getattr(torch, name)
        case {"float": text}:
            return float.fromhex(text)
        case _:
            return data
