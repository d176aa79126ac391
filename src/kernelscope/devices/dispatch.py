"""Modes that see PyTorch's operations, without the two seconds that importing Dynamo takes."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import Any

from torch.utils._python_dispatch import TorchDispatchMode


class DispatchMode(TorchDispatchMode):
    """A mode whose `__torch_dispatch__` Dynamo leaves alone if the program has imported it.

    PyTorch would wrap that method so that its first call imports Dynamo.
    """

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        own = vars(cls).get("__torch_dispatch__")
        if own is not None:
            cls.__torch_dispatch__ = _outside_dynamo(own)

    @classmethod
    def _should_skip_dynamo(cls) -> bool:
        return False


def _outside_dynamo(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function, which Dynamo leaves alone if the program has imported it."""
    disabled: Callable[..., Any] | None = None

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        nonlocal disabled
        disable = getattr(sys.modules.get("torch._dynamo"), "disable", None)
        if disable is None:
            return function(*args, **kwargs)
        disabled = disabled or disable(function)
        return disabled(*args, **kwargs)  # pyright: ignore[reportOptionalCall]

    return call
