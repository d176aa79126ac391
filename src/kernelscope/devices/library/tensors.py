"""The tensors of a call of an operator: which it reads, which it writes, and their bytes."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, TypeVar, cast

import torch

Leaf = TypeVar("Leaf")
# In-place operations that do not read the previous contents.
_OVERWRITING = frozenset(
    ("copy_", "fill_", "zero_", "normal_", "uniform_", "random_", "bernoulli_", "exponential_")
)


def tensors_in(value: Any) -> Iterable[torch.Tensor]:
    """Yield the tensors of an argument or result, also inside lists and tuples."""
    if isinstance(value, torch.Tensor):
        yield value
    elif isinstance(value, (list, tuple)):
        for item in cast(Sequence[Any], value):
            yield from tensors_in(item)


def mapped(tree: Any, leaf: type[Leaf], change: Callable[[Leaf], Any]) -> Any:
    """Return a tree of tuples, lists and dictionaries with each leaf of a type changed."""
    if isinstance(tree, leaf):
        return change(tree)
    if isinstance(tree, dict):
        items = cast(Mapping[Any, Any], tree).items()
        return {key: mapped(value, leaf, change) for key, value in items}
    if isinstance(tree, (list, tuple)):
        made = [mapped(value, leaf, change) for value in cast(Sequence[Any], tree)]
        named = getattr(cast(object, tree), "_make", tuple)  # a namedtuple stays one
        return made if isinstance(tree, list) else named(made)
    return tree


@cache
def _roles(op: Any) -> list[tuple[str, bool, bool]]:
    """Return (name, whether it is read, whether it is written) of each parameter."""
    overwrites = op.overloadpacket.__name__ in _OVERWRITING
    roles: list[tuple[str, bool, bool]] = []
    for parameter in op._schema.arguments:
        written = parameter.alias_info is not None and parameter.alias_info.is_write
        read = not (parameter.is_out or (written and overwrites))
        roles.append((parameter.name, read, written))
    return roles


def operands(
    op: Any, args: Sequence[Any], kwargs: Mapping[str, Any], result: Any
) -> tuple[list[torch.Tensor], list[torch.Tensor]]:
    """Return the tensors read and the tensors written, each once."""
    read: dict[int, torch.Tensor] = {}
    written: dict[int, torch.Tensor] = {}
    for place, (name, is_read, is_written) in enumerate(_roles(op)):
        for tensor in tensors_in(args[place] if place < len(args) else kwargs.get(name)):
            if is_written:
                written[id(tensor)] = tensor
            if is_read:
                read[id(tensor)] = tensor
    for tensor in tensors_in(result):
        written[id(tensor)] = tensor
    return list(read.values()), list(written.values())


def distinct_bytes(tensor: torch.Tensor) -> int:
    """Return the bytes of a tensor's distinct elements; an expanded dimension adds none."""
    if tensor.layout != torch.strided:
        return tensor.numel() * tensor.element_size()
    sizes = (n for n, stride in zip(tensor.shape, tensor.stride(), strict=True) if stride or not n)
    return math.prod(sizes) * tensor.element_size()
