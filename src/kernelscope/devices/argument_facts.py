"""What the arguments of a launch ask of a kernel besides their contents."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kernelscope.vgpu.runtime.arguments import TensorMapArgument

_ADDRESSES = 1 << 40
"""A whole number from here on is an address, which differs from run to run."""
_ALIGNED = 32
"""Bytes of a sector: an address that they divide costs no access a sector more."""


def described(names: Sequence[str], arguments: Sequence[Any]) -> dict[str, str]:
    """Return what tells launches of one kernel apart, as `LaunchRecord.arguments` has it.

    A tensor of rows one behind the other whose first element begins a sector has no entry: what a
    kernel knows of its shape are whole numbers.

    names: the source's name of each parameter; "" for one without.
    """
    facts: dict[str, str] = {}
    for name, value in zip(names, arguments, strict=False):
        if not name:
            continue
        if type(value) is int:
            if -_ADDRESSES < value < _ADDRESSES:
                facts[name] = str(value)
        elif value is None:
            facts[name] = "none"
        elif type(value) is not float:
            tensor = value.tensor if type(value) is TensorMapArgument else value
            # An array of NumPy's has its strides among Numba's whole numbers.
            if hasattr(tensor, "untyped_storage"):
                if not tensor.is_contiguous():
                    _add_strides(facts, name, tensor)
                begin = tensor.storage_offset() * tensor.element_size() % _ALIGNED
                if begin:
                    facts[f"{name} aligned to"] = f"{begin & -begin} B"
    return facts


def _add_strides(facts: dict[str, str], name: str, tensor: Any) -> None:
    strides = [s for n, s in zip(tensor.shape, tensor.stride(), strict=True) if n != 1]
    shown = ", ".join(map(str, strides))
    facts[f"{name} stride"] = shown if len(strides) == 1 else f"({shown})"
