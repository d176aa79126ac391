"""Named ranges in a program: by hand, or for each of its modules and optimizers.

A range goes to all tools that may watch: as NVTX to a real GPU's tools, to PyTorch's profiler, and
to the virtual GPU's timeline.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import wraps
from typing import Any, cast

import torch
from torch.nn.modules import module as every_module
from torch.optim.optimizer import (
    register_optimizer_step_post_hook,
    register_optimizer_step_pre_hook,
)
from torch.profiler import record_function

from kernelscope._patching import Patches
from kernelscope.devices.ranges import ITERATION, kind_of
from kernelscope.devices.torch_cuda.facade import pretended
from kernelscope.profiling.kineto import RANGE

__all__ = ["Annotation", "annotate", "range"]

Close = Callable[[], object]
# The originals: `recording_nvtx` replaces them.
_nvtx: Any = torch.cuda.nvtx
_push, _pop = _nvtx.range_push, _nvtx.range_pop
_start, _end = _nvtx.range_start, _nvtx.range_end


@contextmanager
def range(name: str, kind: str = "") -> Generator[None]:
    """Name a stretch of a program, in a `with` or as a function's decorator.

        with ks.range("forward"):
            loss = model(x)

    Args:
        name: the text on the timeline.
        kind: model, input, step, layer, forward, backward, optimizer; if empty, the word that the
            name begins with (`layer_3` is a layer).
    """
    close = _open(name, kind)
    try:
        yield
    finally:
        close()


def annotate(model: torch.nn.Module, optimizer: torch.optim.Optimizer | None = None) -> Annotation:
    """Name a model's forward, each layer in it, the backward and the optimizer's step.

    A step lasts from the first forward to the end of the optimizer's step. Compiled code has no
    layers; its forward and backward are still named.

    Returns:
        An object that removes the names: by `.remove()`, or at the end of its `with` block.
    """
    annotation = Annotation()
    annotation.follow(model, optimizer)
    return annotation


def annotate_everything() -> Annotation:
    """Name ranges as `annotate` does, for all modules and optimizers, present and future."""
    annotation = Annotation()
    annotation.follow_everything()
    return annotation


class Annotation:
    """The hooks that name ranges, until `remove` is called."""

    def __init__(self) -> None:
        self._undo = Patches()
        self._forwards = _Threads()
        self._names: weakref.WeakKeyDictionary[Any, dict[int, str]] = weakref.WeakKeyDictionary()
        self._steps = 0
        self._close_step: Close | None = None
        self._close_optimizer: list[Close] = []
        self._has_optimizer = False
        self._undo.attributes(
            torch.autograd, backward=self._named_backward(torch.autograd.backward)
        )

    def __enter__(self) -> Annotation:
        return self

    def __exit__(self, *_: object) -> None:
        self.remove()

    def remove(self) -> None:
        """Remove all hooks."""
        self._undo.close()
        self._after_step()

    def follow(self, model: torch.nn.Module, optimizer: torch.optim.Optimizer | None) -> None:
        """Add hooks to one model's modules, and to its optimizer."""
        for module in model.modules():
            self._hook(
                module.register_forward_pre_hook(self._before_forward),
                module.register_forward_hook(self._after_forward, always_call=True),
            )
        if optimizer is not None:
            self._has_optimizer = True
            self._hook(
                optimizer.register_step_pre_hook(self._before_optimizer),
                optimizer.register_step_post_hook(self._after_optimizer),
            )

    def follow_everything(self) -> None:
        """Add hooks to all modules and optimizers."""
        self._has_optimizer = True
        self._hook(
            every_module.register_module_forward_pre_hook(self._before_forward),
            every_module.register_module_forward_hook(self._after_forward, always_call=True),
            register_optimizer_step_pre_hook(self._before_optimizer),
            register_optimizer_step_post_hook(self._after_optimizer),
        )

    def _hook(self, *handles: Any) -> None:
        for handle in handles:
            self._undo.callback(handle.remove)

    def _before_forward(self, module: torch.nn.Module, args: object) -> None:
        if torch.compiler.is_compiling():
            return
        open_ones = self._forwards.open
        class_name = type(module).__name__
        if open_ones:
            root = open_ones[0][0]
            path = self._names_in(root).get(id(module), "")
            close = _open(f"{path} {class_name}".strip(), "layer")
        else:
            if self._has_optimizer and self._close_step is None and torch.is_grad_enabled():
                self._close_step = _open(f"step {self._steps}", ITERATION, nested=False)
            close = _open(class_name, "forward")
        open_ones.append((module, close))

    def _after_forward(self, module: torch.nn.Module, args: object, result: object) -> None:
        open_ones = self._forwards.open
        # If hooks were added, or failed, in the middle of a forward, a range may have only one end.
        if not torch.compiler.is_compiling() and open_ones and open_ones[-1][0] is module:
            open_ones.pop()[1]()

    def _names_in(self, root: torch.nn.Module) -> dict[int, str]:
        if root not in self._names:
            self._names[root] = {id(module): name for name, module in root.named_modules()}
        return self._names[root]

    def _named_backward(self, backward: Callable[..., None]) -> Callable[..., None]:
        @wraps(backward)
        def named(*args: Any, **kwargs: Any) -> None:
            with range("backward"):
                backward(*args, **kwargs)

        return named

    def _before_optimizer(self, optimizer: object, *_: object) -> None:
        # PyTorch itself names this range for its profiler, and so for the virtual timeline.
        if pretended() is None and torch.cuda.is_available():
            _push(f"optimizer: {type(optimizer).__name__}")
            self._close_optimizer.append(_pop)

    def _after_optimizer(self, optimizer: object, *_: object) -> None:
        if self._close_optimizer:
            self._close_optimizer.pop()()
        self._after_step()

    def _after_step(self) -> None:
        if self._close_step is not None:
            self._close_step()
            self._close_step = None
            self._steps += 1


class _Threads(threading.local):
    """The modules whose forward runs in a thread, outermost first, with the end of their ranges."""

    def __init__(self) -> None:
        self.open: list[tuple[torch.nn.Module, Close]] = []


def _open(name: str, kind: str = "", nested: bool = True) -> Close:
    """Begin a range; return the function that ends it. Only nested ranges must end like a stack."""
    range_kind = ITERATION if kind == "step" else kind or kind_of(name)
    if (gpu := pretended()) is not None:
        ranges = gpu[1].ranges
        if nested:
            ranges.push(name, range_kind)
            return ranges.pop
        handle = ranges.start(name, range_kind)
        return lambda: ranges.end(handle)
    ends = Patches()
    if torch.cuda.is_available():
        text = name if range_kind in ("range", kind_of(name)) else f"{range_kind}: {name}"
        if nested:
            _push(text)
            ends.callback(_pop)
        else:
            ends.callback(_end, _start(text))
    ends.enter_context(cast(Any, record_function)(f"{RANGE}{range_kind}: {name}"))
    return ends.close


@contextmanager
def recording_nvtx() -> Generator[None]:
    """Pass a program's own NVTX ranges to PyTorch's profiler, which does not see them otherwise."""
    threads = _Records()

    def push(message: str) -> int:
        threads.open.append(cast(Any, record_function)(message))
        threads.open[-1].__enter__()
        return _push(message)

    def pop() -> int:
        if threads.open:
            threads.open.pop().__exit__(None, None, None)
        return _pop()

    with Patches() as undo:
        undo.attributes(torch.cuda.nvtx, range_push=push, range_pop=pop)
        yield


class _Records(threading.local):
    def __init__(self) -> None:
        self.open: list[Any] = []
