"""Operations on CPU tensors, counted as a GPU's, for programs that do not name a device."""

from __future__ import annotations

from typing import Any

import torch

from kernelscope.devices.activity import operator_name, shapes_of
from kernelscope.devices.clock import Timeline
from kernelscope.devices.host_costs import operator_us
from kernelscope.devices.library.tensors import tensors_in
from kernelscope.devices.operators import OperatorRecorder, launches_kernel
from kernelscope.devices.virtual import VirtualGPU

_READS = frozenset(("_local_scalar_dense",))


class HostTensorsOnGpu(OperatorRecorder):
    """A recorder on `gpu` of operations on CPU tensors; those on GPU tensors are recorded
    elsewhere.

    The CPU's own time for them is subtracted from `timeline`.
    """

    def __init__(self, gpu: VirtualGPU, timeline: Timeline) -> None:
        super().__init__(gpu)
        self._timeline = timeline

    def __torch_dispatch__(
        self, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: Any = None
    ) -> Any:
        """Run the operation, and record what it would cost on the GPU and on its host."""
        given = kwargs or {}
        values = [*args, *given.values()]
        if _wants_gpu(given.get("device")) or any(t.is_cuda for t in tensors_in(values)):
            return func(*args, **given)
        host_us = operator_us(func.overloadpacket.__name__, launches_kernel(func), args)
        with self._timeline.operation(host_us) as (begin, due):
            if func.overloadpacket.__name__ in _READS:
                result = func(*args, **given)
                self._timeline.synchronize("item")
            else:
                result = super().__torch_dispatch__(func, types, args, kwargs)
            if self._timeline.log is not None:
                end, name = self._timeline.now() + due, operator_name(str(func))
                self._timeline.log.host(name, begin, end, shapes_of(values))
        return result


def _wants_gpu(device: Any) -> bool:
    return device is not None and torch.device(device).type == "cuda"
