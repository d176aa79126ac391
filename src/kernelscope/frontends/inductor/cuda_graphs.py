"""CUDA graphs of `torch.compile(mode="reduce-overhead")`: one for each compiled graph.

PyTorch's own keep trees of graphs in one pool and ask the caching allocator for its state. Here, as
there, the first call runs without a graph, the second is captured, and each further one copies the
inputs that may move and replays. The result is in the same memory each time: a call overwrites the
last one's, which PyTorch reports when it is read, and which is not reported here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

import torch

Model = Callable[[list[Any]], Any]


class _Recorded:
    """A captured call of compiled code (`model` empties the list of inputs that it takes).

    `fixed`: the places of inputs that have the same address in each call.
    """

    def __init__(self, model: Model, inputs: list[Any], fixed: frozenset[int]) -> None:
        self._inductor: Any = import_module("torch._inductor.compile_fx")
        self._fixed = fixed
        self._addresses = _addresses(inputs, fixed)
        self._inputs = [self._own(place, value) for place, value in enumerate(inputs)]
        self._expanded = {
            place: self._inductor.get_expanded_dims(inputs[place]) for place in self._moving()
        }
        self._graph: Any = torch.cuda.CUDAGraph()
        self._copy(inputs)
        with torch.cuda.graph(self._graph, stream=torch.cuda.Stream()):
            self._outputs = model(list(self._inputs))

    def fits(self, inputs: Sequence[Any]) -> bool:
        """Return whether the inputs that should not move have the captured addresses."""
        return self._addresses == _addresses(inputs, self._fixed)

    def __call__(self, inputs: list[Any]) -> Any:
        """Copy the inputs that may move, replay, and return the captured results."""
        self._copy(inputs)
        inputs.clear()
        self._graph.replay()
        return self._outputs

    def _moving(self) -> list[int]:
        tensors = (i for i, value in enumerate(self._inputs) if isinstance(value, torch.Tensor))
        return [place for place in tensors if place not in self._fixed]

    def _own(self, place: int, value: Any) -> Any:
        if not isinstance(value, torch.Tensor):
            return value
        return value.detach() if place in self._fixed else self._inductor.static_input(value)

    def _copy(self, inputs: Sequence[Any]) -> None:
        copy: Any = self._inductor.index_expanded_dims_and_copy_
        for place, expanded in self._expanded.items():
            copy(self._inputs[place], inputs[place], expanded)


class Manager:
    """The manager of trees of graphs, which Inductor tells that a backward pass runs."""

    def set_to_running_backward(self) -> None:
        """Do nothing: every graph keeps its memory."""


def cudagraphify(
    model: Model,
    inputs: list[Any],
    static_input_idxs: Sequence[int] = (),
    *,
    mutated_input_idxs: Sequence[int] = (),
    **_: object,
) -> tuple[Callable[[list[Any]], Any], Any]:
    """Stand in for `cudagraphify` of Inductor's trees.

    Returns the function that is called from the second call on, and the first call's result.
    """
    fixed = frozenset(static_input_idxs)
    recorded: _Recorded | None = None

    def run(new_inputs: list[Any]) -> Any:
        nonlocal recorded
        if recorded is None or not recorded.fits(new_inputs):
            recorded = _Recorded(model, new_inputs, fixed)
        return recorded(new_inputs)

    # An input that is written must not be a copy.
    captures = fixed.issuperset(mutated_input_idxs)
    return run if captures else model, model(inputs)


def _addresses(inputs: Sequence[Any], fixed: frozenset[int]) -> list[int]:
    tensors = ((place, inputs[place]) for place in sorted(fixed))
    return [value.data_ptr() for _, value in tensors if isinstance(value, torch.Tensor)]
