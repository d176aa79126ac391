"""The table: an operator's name, and the function that returns its launches."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

import torch

from kernelscope.devices.library.call import Call
from kernelscope.devices.library.work import Work

Row = Callable[[Call], Work | Iterable[Work] | None]
LISTS = "aten::_foreach_"
"""The row of every operator whose name begins so, unless it has a row of its own."""
POINTWISE = "aten::add"
"""The row of every operator that PyTorch tags as pointwise."""
_rows: dict[str, Row] = {}


def row(*names: str) -> Callable[[Row], Row]:
    """Register a function as the row of the operators of these names: "aten::sum"."""

    def register(function: Row) -> Row:
        for name in names:
            _rows[name] = function
        return function

    return register


def works_of(call: Call) -> tuple[Work, ...] | None:
    """Return the launches of a call in order; None if the table has no row for the operator."""
    row = _row_of(call.op)
    if row is None:
        return None
    works = row(call)
    if works is None or isinstance(works, Work):
        return None if works is None else (works,)
    return tuple(works)


@cache
def _row_of(op: object) -> Row | None:
    name: str = op.overloadpacket.__name__  # pyright: ignore
    for known in (f"aten::{name}", f"aten::{name.removesuffix('_')}"):
        if known in _rows:
            return _rows[known]
    if f"aten::{name}".startswith(LISTS):
        return _rows[LISTS]
    if torch.Tag.pointwise in op.tags:  # pyright: ignore
        return _rows[POINTWISE]
    return None
