"""The cost of calls on the host of a GPU, in microseconds.

Measured on the host of one H200 (Intel Xeon, Python 3.12, PyTorch 2.11, Triton 3.6, driver 580.159;
23 November 2026): the median of five rounds of 100 calls on tensors of 64 x 64, in a loop that does
not wait for the GPU. `tests/truth/operators/host_costs_h200.json` is the record, and its program
lies next to it; the names in quotes, in `hardware/data/host.csv`, are its rows. The loop and a
lambda around each call are in the figures.

Hosts differ. Of four that had an H200 that day, one took 6.4 us for an addition, the others took
8.8, 10.6 and 10.7; of two later ones 11.2 and 14.7. All figures here are from the first, or brought
to it by what an addition takes. The clocks follow the second: it is in the
middle, and 511 calls of operators were recorded on it (`operators_h200.jsonl.gz`). On the GPU that
`kernelscope calibrate` measured they follow the host that it has (`us_of_host`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from kernelscope.hardware import GPUSpec
from kernelscope.hardware.constants import Constants

HOST = Constants("host")
_RECURRENT = frozenset(("_cudnn_rnn", "_cudnn_rnn_backward"))


@cache
def instruction_us(opcode: str) -> float:
    """Return the cost of a bytecode instruction of Python by its name: "LOAD_FAST"."""
    known = HOST.group("instruction").items()
    fitting = (ns for beginning, ns in known if opcode.startswith(beginning))
    return 1e-3 * next(fitting, HOST.instruction_else_ns)


def us_of_host(spec: GPUSpec) -> float:
    """Return the microseconds that the host of a GPU takes for one of these figures."""
    return spec.constant("host_addition", HOST.addition_us) / HOST.pointwise_us


def operator_us(name: str, launches: bool, args: Sequence[Any]) -> float:
    """Return the cost of a PyTorch operator on the host.

    `name`: without namespace and overload: "add". `launches`: whether it launches a kernel. `args`:
    its positional arguments.
    """
    if name == "addmm":
        if args[0].dim() != 1:
            return HOST.addmm_us
        return HOST.linear_us if _grad_follows(args) else HOST.linear_without_grad_us
    if name == "_cudnn_rnn":
        return HOST.recurrent_grad_us if _grad_follows((args[0], *args[1])) else HOST.recurrent_us
    if name == "copy_":
        if args[0].is_cuda == args[1].is_cuda:
            return HOST.copy_us
        if args[0].is_cuda:
            is_sent = len(args) > 2 and args[2] and args[1].is_pinned()
            return HOST.pinned_to_gpu_us if is_sent else HOST.to_gpu_us
        return HOST.to_host_us
    if name == "_index_put_impl_" and len(args) > 3 and args[3]:
        return HOST.added_in_order_us
    if name == "embedding_dense_backward" and args[1].numel() > HOST.embedded_as_they_are:
        return HOST.embedded_in_order_us
    if name == "convolution" and args[0].dim() > 2 and args[8] == args[0].shape[1] > 1:
        return HOST.depthwise_us
    usual: float = HOST.pointwise_us if launches else HOST.view_us
    return _operators().get(name, usual)


@cache
def _operators() -> dict[str, float]:
    return HOST.group("operator")


def next_launch_us(name: str) -> float:
    """Return the cost on the host of each launch of an operator after the first."""
    return HOST.recurrent_launch_us if name in _RECURRENT else HOST.next_launch_us


def _grad_follows(values: Sequence[Any]) -> bool:
    import torch  # not at the top: compilers read these figures without PyTorch

    return torch.is_grad_enabled() and any(
        isinstance(value, torch.Tensor) and value.requires_grad for value in values
    )


def triton_us(arguments: int) -> float:
    """Return the cost of `kernel[grid](...)` by the number of arguments, including constants."""
    return HOST.triton_us + HOST.triton_argument_us * arguments


def step_us(kind: str, way: str, parameters: int, *, momentum: bool = False) -> float:
    """Return the cost of an optimizer's step without its operators; 0 if it was not measured.

    `kind`: the optimizer's class: "Adam". `way`: "foreach", "fused" or "loop". `parameters`: the
    number of parameters with a gradient. `momentum`: whether it keeps one, as SGD may.
    """
    step = f"{kind}/{way}"
    fixed, each = (HOST.group(name).get(step, 0.0) for name in ("step_us", "step_each_us"))
    if momentum and way == "foreach":
        fixed, each = fixed + HOST.momentum_us, each + HOST.momentum_each_us
    return fixed + each * parameters


def host_copy_us(spec: GPUSpec, size: int, pinned: bool) -> float:
    """Return the microseconds in which `size` bytes cross the link between host and GPU."""
    link = HOST.table("link_gb_per_s")[spec.compute_capability[0]] * HOST.link_share
    return HOST.link_copy_us + size / (
        (link if pinned else min(link, HOST.pageable_gb_per_s)) * 1e3
    )
