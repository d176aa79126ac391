"""cuDNN on the virtual GPU: its switch, and its recurrent layers as one operator each.

PyTorch's own switch is off while the GPU is pretended, so that a build with CUDA does not run cuDNN
on a real GPU. The program's switch is kept here.

On a CPU `torch.lstm` takes a layer's steps one by one. On a GPU it hands the whole layer to cuDNN
(`_cudnn_rnn`), which keeps what the backward pass needs. Values are those of PyTorch's own layers,
16-bit tensors in float32 and rounded once; what dropout drops comes from the GPU's generator.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import dataclass
from typing import Any

import torch

from kernelscope._patching import Patches
from kernelscope.devices.torch_cuda.fused import wide
from kernelscope.devices.torch_cuda.generators import cpu_generator, default_generator
from kernelscope.devices.torch_cuda.internals import C, aten
from kernelscope.devices.torch_cuda.operands import CPU

# 9.19, as in docs/measured/2026-11-23-operators.md, whose kernels the table of operators has.
_VERSION = 91900
_DTYPES = frozenset((torch.float16, torch.float32, torch.float64))
_on = [True]


def is_cudnn_enabled() -> bool:
    """Return whether the program lets cuDNN run: `torch.backends.cudnn.enabled`."""
    return _on[0]


def show_cudnn(undo: Patches) -> None:
    """Let the program see cuDNN and switch it, and keep the real one off."""
    undo.callback(C._set_cudnn_enabled, C._get_cudnn_enabled())
    C._set_cudnn_enabled(False)
    undo.callback(_enable, is_cudnn_enabled())
    _enable(True)
    module: Any = torch.backends.cudnn
    switch = torch.backends.ContextProp(is_cudnn_enabled, _enable)
    undo.attributes(C, _get_cudnn_enabled=is_cudnn_enabled, _set_cudnn_enabled=_enable)
    undo.attribute(type(module), "enabled", switch)
    undo.attributes(
        module, is_available=lambda: True, version=lambda: _VERSION, is_acceptable=_is_acceptable
    )
    # A layer would pack its weights into one buffer for cuDNN. Here they stay where they are.
    undo.attribute(torch, "_use_cudnn_rnn_flatten_weight", lambda: False)


def _enable(on: bool) -> None:
    _on[0] = on


def _is_acceptable(tensor: torch.Tensor) -> bool:
    return _on[0] and tensor.is_cuda and tensor.dtype in _DTYPES


# Recurrent layers.

Maybe = torch.Tensor | None
_NAMES = ("rnn_relu", "rnn_tanh", "lstm", "gru")
"""The layers by cuDNN's modes, 0 to 3."""
_LSTM = 2
# The weights of a layer and direction: two matrices, two biases; a projection adds one.
_WITH_BIASES = 4
_TAKEN = frozenset((torch.float16, torch.bfloat16, torch.float32, torch.float64))


def recurrent_layers() -> dict[str, Callable[..., Any]]:
    """Return the four layers for a GPU by their operators' names: "aten::lstm.input"."""
    return {
        f"aten::{name}.{form}": _layer_of(mode, form)
        for mode, name in enumerate(_NAMES)
        for form in ("input", "data")
    }


def _layer_of(mode: int, form: str) -> Callable[..., Any]:
    """Return `torch.lstm` or its like, of a padded batch ("input") or a packed one ("data")."""
    plain: Any = getattr(getattr(aten, _NAMES[mode]), form)

    def layer(x: torch.Tensor, *args: Any) -> tuple[torch.Tensor, ...]:
        if not (is_cudnn_enabled() and x.dtype in _TAKEN and x.numel()):
            return plain.redispatch(CPU, x, *args)  # its steps, each an operator on the GPU
        batch_sizes: list[int] = []
        if form == "data":
            batch_sizes, args = args[0].tolist(), (*args[1:], False)
        hx, weights, has_biases, layers, dropout, train, bidirectional, batch_first = args
        h, c = hx if mode == _LSTM else (hx, None)
        hidden, projection = h.shape[2], 0
        if c is not None and c.shape[2] != h.shape[2]:
            hidden, projection = c.shape[2], h.shape[2]
        each = (_WITH_BIASES if has_biases else 2) + bool(projection)
        output, hy, cy, _, _ = aten._cudnn_rnn(
            *(x, weights, each, None, h, c, mode, hidden, projection),
            *(layers, batch_first, dropout, train, bidirectional, batch_sizes, None),
        )
        return (output, hy, cy) if mode == _LSTM else (output, hy)

    return layer


@dataclass(frozen=True, slots=True)
class _Layers:
    """A stack of layers on the host, in the settings of cuDNN's operator, in its order.

    Attributes:
        each: weights of a layer and direction.
        mode: of `_NAMES`.
        hidden, projection: sizes; 0 for no projection.
        count: how many layers.
        batch_first: [batch, steps, size] instead of [steps, batch, size].
        dropout: the share of values that is dropped between layers.
        train: whether it is.
        bidirectional: whether a second direction runs from the last step to the first.
        batch_sizes: sequences that are left at each step of a packed batch; none for a padded one.
    """

    each: int
    mode: int
    hidden: int
    projection: int
    count: int
    batch_first: bool
    dropout: float
    train: bool
    bidirectional: bool
    batch_sizes: Sequence[int]

    @property
    def drops(self) -> bool:
        return bool(self.train and self.dropout and self.count > 1)

    def run(
        self,
        x: torch.Tensor,
        hx: torch.Tensor,
        cx: Maybe,
        weights: Sequence[torch.Tensor],
        seed: Sequence[int],
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Return (output, h, c); c is empty but for an LSTM. `seed` decides what is dropped."""
        directions = 2 if self.bidirectional else 1
        generator = cpu_generator(*seed)
        ends: list[tuple[torch.Tensor, ...]] = []
        for layer in range(self.count):
            if layer and self.drops:
                x = x * self._kept(x, generator)
            states = slice(layer * directions, (layer + 1) * directions)
            first = layer * directions * self.each
            own = weights[first : first + directions * self.each]
            h = hx[states].contiguous()
            x, *end = self._one(x, h if cx is None else [h, cx[states].contiguous()], own)
            ends.append(tuple(end))
        hy = torch.cat([end[0] for end in ends])
        cy = torch.cat([end[1] for end in ends]) if self.mode == _LSTM else hy.new_empty(0)
        return x, hy, cy

    def _one(self, x: torch.Tensor, states: Any, weights: Sequence[torch.Tensor]) -> Any:
        layer: Any = getattr(aten, _NAMES[self.mode])
        settings = (self.each >= _WITH_BIASES, 1, 0.0, self.train, self.bidirectional)
        if self.batch_sizes:
            return layer.data(x, torch.tensor(self.batch_sizes), states, weights, *settings)
        with _without_onednn() if self.projection else nullcontext():
            return layer.input(x, states, weights, *settings, self.batch_first)

    def _kept(self, x: torch.Tensor, generator: torch.Generator) -> torch.Tensor:
        """Return what each value is multiplied by: 0 if it is dropped."""
        if self.dropout == 1:
            return torch.zeros_like(x)
        return (torch.rand(x.shape, generator=generator) >= self.dropout) / (1 - self.dropout)


def forward(
    x: torch.Tensor,
    weights: Sequence[torch.Tensor],
    each: int,
    _buffer: Maybe,
    hx: torch.Tensor,
    cx: Maybe,
    *settings: Any,
) -> tuple[torch.Tensor, ...]:
    """Return (output, h, c, what the backward pass needs, the weights' buffer) of `_cudnn_rnn`.

    The backward pass needs the seed of what was dropped. The buffer is empty, as the weights stay
    where they are.
    """
    layers = _Layers(each, *settings[:9])
    seed = default_generator.draw(4) if layers.drops else (0, 0)
    results = layers.run(
        wide(x), wide(hx), None if cx is None else wide(cx), [*map(wide, weights)], seed
    )
    output, hy, cy = (tensor.to(x.dtype) for tensor in results)
    if layers.batch_first and not layers.batch_sizes:  # cuDNN writes step after step
        output = output.transpose(0, 1).contiguous().transpose(0, 1)
    return output, hy, cy, torch.tensor(seed), x.new_empty(0)


def backward(
    x: torch.Tensor,
    weights: Sequence[torch.Tensor],
    each: int,
    _buffer: torch.Tensor,
    hx: torch.Tensor,
    cx: Maybe,
    _output: torch.Tensor,
    *more: Any,
) -> tuple[Any, ...]:
    """Return the gradients of input, h, c and weights of `_cudnn_rnn_backward`.

    Raises PyTorch's error if the forward pass was one of evaluation.
    """
    gradients, (_, reserve, mask) = more[:3], more[12:]
    layers = _Layers(each, *more[3:12])
    if not layers.train:
        raise RuntimeError("cudnn RNN backward can only be called in training mode")
    with _recording():
        states = [_leaf(hx)] if cx is None else [_leaf(hx), _leaf(cx)]
        leaves = [_leaf(x), *states, *map(_leaf, weights)]
        outputs = layers.run(
            *(leaves[0], leaves[1], None if cx is None else leaves[2]),
            *(leaves[1 + len(states) :], reserve.tolist()),
        )
        pairs = [
            (result, wide(gradient))
            for result, gradient in zip(outputs, gradients, strict=True)
            if gradient is not None and result.requires_grad
        ]
        results = [result for result, _ in pairs]
        grads = torch.autograd.grad(
            *(results, leaves, [gradient for _, gradient in pairs]),
            allow_unused=True,
            materialize_grads=True,
        )
    narrow = [gradient.to(x.dtype) for gradient in grads]
    of_c = narrow[2] if cx is not None and mask[2] else None
    return narrow[0], narrow[1], of_c, narrow[1 + len(states) :]


@contextmanager
def _recording() -> Generator[None]:
    """Let autograd record inside a kernel, beneath which it is switched off."""
    with ExitStack() as stack:
        for key in (C.DispatchKey.AutogradFunctionality, C.DispatchKey.ADInplaceOrView):
            stack.enter_context(C._SetExcludeDispatchKeyGuard(key, False))
        stack.enter_context(torch.enable_grad())
        yield


@contextmanager
def _without_onednn() -> Generator[None]:
    """Take PyTorch's own layer: the CPU's library has no projections, and warns of that."""
    onednn = torch.backends.mkldnn
    was_on, *_ = onednn.set_flags(_enabled=False)
    try:
        yield
    finally:
        onednn.set_flags(_enabled=was_on)


def _leaf(tensor: torch.Tensor) -> torch.Tensor:
    return wide(tensor).detach().requires_grad_()


RECURRENT: dict[str, Callable[..., Any]] = {
    "aten::_cudnn_rnn": forward,
    "aten::_cudnn_rnn_backward": backward,
}
"""The operations by name, each on the host's tensors."""
