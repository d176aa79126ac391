"""Recurrent layers: the kernels that cuDNN launches for an RNN, an LSTM or a GRU.

A layer is a product of the inputs of all steps, and then for each step a product of the state and a
kernel for the cell. That is what an LSTM of 50 steps launches on an H200 (`training/lstm` in
tests/truth/operators): 5.0 us a product of 32 x 2,048 with k = 512, 2.0 a cell. A small layer has
one kernel for all steps, whose weights stay in registers. PyTorch chooses between them by the
hidden size, as `_Layers.is_one_kernel` does. The times of the small layers' kernel and of backward
passes were not measured; they follow from their arithmetic.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import torch

from kernelscope.devices.library.call import Call
from kernelscope.devices.library.pointwise import one_kernel
from kernelscope.devices.library.product import kernel_name
from kernelscope.devices.library.table import row
from kernelscope.devices.library.work import Work, along
from kernelscope.hardware.constants import Constants
from kernelscope.hardware.products import plan

_C = Constants("library/recurrent")


_LSTM, _GRU = 2, 3  # cuDNN's modes


@dataclass(frozen=True, slots=True)
class _Layers:
    """A call's sizes.

    Attributes:
        mode: cuDNN's, 0 to 3.
        hidden: size of a cell; state: of what it passes on, which a projection makes smaller.
        count: how many layers; directions: 1 or 2.
        rows: sequences in each step, from the first step on.
        first: inputs of the first layer's cell.
    """

    call: Call
    mode: int
    hidden: int
    state: int
    count: int
    directions: int
    rows: tuple[int, ...]
    first: int

    @property
    def gates(self) -> int:
        return _C.table("gates")[self.mode] * self.hidden

    @property
    def element_size(self) -> int:
        return self.call.first.element_size()

    @property
    def precision(self) -> str:
        if self.call.first.dtype == torch.float32 and torch.backends.cudnn.allow_tf32:
            return "tf32"
        return self.call.precision

    def is_one_kernel(self, *, backward: bool) -> bool:
        """Return whether all steps of a layer are one kernel."""
        call, dtype = self.call, self.call.first.dtype
        if call["proj_size"] or call["batch_sizes"] or dtype == torch.float64:
            return False
        if self.hidden <= self._most_in_one_kernel(backward):
            return True
        batch = self.rows[0]
        return (
            dtype == torch.float16
            and self.mode != _GRU
            and self.count == self.directions == 1
            and self.hidden <= _C.large_hidden
            and self.hidden % _C.large_step == self.first % _C.large_step == 0
            and batch % _C.large_batch_step == 0
            and batch <= _C.large_batch
            and (self.mode == _LSTM or batch < 96 or self.hidden < 896)
        )

    def _most_in_one_kernel(self, backward: bool) -> int:
        if self.mode >= _LSTM:
            return _C.small_gated_backward if backward else _C.small_gated
        return _C.small_plain_backward if backward else _C.small_plain

    def inputs_of(self, layer: int) -> int:
        return self.first if layer == 0 else self.state * self.directions

    def product(self, m: int, n: int, k: int, near: bool = False) -> Work:
        """Return m x k times k x n; `near`: the second factor is in L2."""
        precision = self.precision if self.precision in self.call.spec.peak_tflops else "fp32"
        chosen = plan(self.call.spec, precision, m, n, k, bias=True)
        size = self.element_size
        return Work(
            kernel_name(self.call.first.dtype, precision, chosen),
            *((m * k + k * n) * size, m * n * size, 2.0 * m * n * k, precision, (m, n, k)),
            least_us=chosen.us,
            near=float((m * k + k * n) * size) if near else 0.0,
        )

    def cell(self, rows: int, name: str) -> Work:
        """Return the kernel for the gates of a step."""
        values = rows * self.hidden
        read = values * (2 * _C.table("gates")[self.mode] + 1) * self.element_size
        return Work(
            name,
            *(float(read), float(2 * values * self.element_size)),
            serial_us=_C.cell_us,
            near=float(read),
            **along(-(-values // _C.cell_threads), _C.cell_threads),
        )

    def all_steps(self, name: str) -> Work:
        """Return the one kernel of a small layer."""
        products = self.gates * self.state
        moved = sum(self.rows) * self.gates * self.element_size
        return Work(
            name,
            *(float(moved + products * self.element_size), float(moved)),
            2.0 * sum(self.rows) * products,
            least_us=len(self.rows) * (_C.step_us + products / _C.products_per_us),
        )


def _of(call: Call) -> _Layers:
    x, hx = call.tensor("input"), call.tensor("hx")
    sizes = tuple(call["batch_sizes"])
    if not sizes:
        steps, batch = x.shape[:2] if not call["batch_first"] else x.shape[1::-1]
        sizes = (batch,) * steps
    directions = 2 if call["bidirectional"] else 1
    return _Layers(
        *(call, call["mode"], call["hidden_size"], hx.shape[2], call["num_layers"]),
        *(directions, sizes, x.shape[-1]),
    )


@row("aten::_cudnn_rnn")
def forward(call: Call) -> Iterable[Work]:
    """Yield the copy that puts steps first, and each layer's kernels."""
    of = _of(call)
    x = call.tensor("input")
    if call["batch_first"] and not call["batch_sizes"] and len(of.rows) > 1 and of.rows[0] > 1:
        by_step = x.transpose(0, 1)
        yield one_kernel([by_step], [torch.empty(by_step.shape, dtype=x.dtype, device="meta")])
    alone = of.is_one_kernel(backward=False)
    for layer in range(of.count):
        for _ in range(of.directions):
            yield of.product(sum(of.rows), of.gates, of.inputs_of(layer))
            if alone:
                yield of.all_steps("RNN_blockPersist_fp")
                continue
            for step, rows in enumerate(of.rows):
                yield of.product(rows, of.gates, of.state, near=step > 0)
                yield of.cell(rows, "elemWiseRNNcell")


@row("aten::_cudnn_rnn_backward")
def backward(call: Call) -> Iterable[Work]:
    """Yield each layer's steps from the last to the first, and the products for the gradients."""
    of = _of(call)
    alone = of.is_one_kernel(backward=True)
    total = sum(of.rows)
    for layer in reversed(range(of.count)):
        for _ in range(of.directions):
            if alone:
                yield of.all_steps("RNN_blockPersist_bp")
            else:
                for step, rows in enumerate(reversed(of.rows)):
                    yield of.cell(rows, "elemWiseRNNcellBwd")
                    yield of.product(rows, of.state, of.gates, near=step > 0)
            yield of.product(total, of.inputs_of(layer), of.gates)
            yield of.product(of.gates, of.inputs_of(layer), total)
            yield of.product(of.gates, of.state, total)
            bias = float(of.gates * of.element_size)
            yield Work("reduce_bias", total * bias, bias)
