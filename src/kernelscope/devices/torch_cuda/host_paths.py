"""PyTorch's own Python paths on the virtual clock: backward passes and optimizers' steps."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import Any

import torch

from kernelscope._patching import Patches
from kernelscope.devices.clock import Timeline
from kernelscope.devices.host_costs import HOST, step_us

_LEAF = "torch::autograd::AccumulateGrad"


def charge_paths(undo: Patches, timeline: Timeline) -> None:
    """Charge the host for what autograd and optimizers do besides their operators."""
    _charge_backward(undo, timeline)
    _charge_steps(undo, timeline)


def _charge_backward(undo: Patches, timeline: Timeline) -> None:
    def run_backward(
        run: Any, outputs: Any, grads: Any, keep_graph: bool, *more: Any, **named: Any
    ) -> Any:
        pass_us = HOST.backward_again_us if keep_graph else HOST.backward_us
        with timeline.emulation():
            further = max(_nodes(outputs, leaves=named.get("accumulate_grad", False)) - 1, 0)
        half = 0.5 * (pass_us + HOST.backward_node_us * further)
        timeline.charge(half, library=True)
        try:
            return run(outputs, grads, keep_graph, *more, **named)
        finally:
            timeline.charge(half)

    for module in (torch.autograd.graph, torch.autograd):
        undo.around(module, "_engine_run_backward", run_backward)


def _nodes(outputs: Iterable[Any], *, leaves: bool) -> int:
    """Return the number of nodes of autograd's graph behind the outputs.

    leaves: count also those that add a gradient to a parameter's.
    """
    seen: set[Any] = set()
    waiting = [getattr(output, "grad_fn", None) for output in outputs]
    while waiting:
        node = waiting.pop()
        if node is None or node in seen:
            continue
        seen.add(node)
        waiting += [following for following, _ in node.next_functions]
    return sum(leaves or node.name() != _LEAF for node in seen)


def _charge_steps(undo: Patches, timeline: Timeline) -> None:
    """Add to each step of an optimizer what it was measured to take beyond its operators.

    A kind of optimizer that was not measured costs its operators.
    """
    module = import_module("torch.optim.optimizer")

    def after(optimizer: Any, _args: Any, _kwargs: Any) -> None:
        if not torch.compiler.is_compiling():
            timeline.charge(_measured_us(optimizer))

    undo.callback(module.register_optimizer_step_post_hook(after).remove)


def _measured_us(optimizer: Any) -> float:
    """Return the cost of a step beyond its operators, 0 if the optimizer was not measured."""
    group = optimizer.param_groups[0]
    every = [parameter for each in optimizer.param_groups for parameter in each["params"]]
    parameters = [parameter for parameter in every if parameter.grad is not None]
    if not parameters or not all(parameter.is_cuda for parameter in parameters):
        return 0.0
    way = "loop" if group.get("foreach") is False else "foreach"
    way = "fused" if group.get("fused") else way
    momentum = bool(group.get("momentum"))
    return step_us(type(optimizer).__name__, way, len(parameters), momentum=momentum)
