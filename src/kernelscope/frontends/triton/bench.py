"""Triton's benchmarking functions on the virtual GPU's estimated time.

The virtual GPU is deterministic, so that one execution serves where hardware needs hundreds.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Literal

from kernelscope.devices.virtual import VirtualGPU, current_gpu

ReturnMode = Literal["min", "max", "mean", "median", "all"]
# Blocks of a launch that the autotuner times: the launch that follows with the best configuration
# overwrites what a trial wrote, so a sample is enough.
TRIAL_BLOCKS = 64

_preparations = 0


def note_preparation() -> None:
    """Say that a kernel was loaded or tuned: work that a first execution does and no later one."""
    global _preparations
    _preparations += 1


class Event:
    """A point on the line of estimated device time, with the interface of `torch.cuda.Event`."""

    def __init__(self, **_: object) -> None:
        self.at_us = 0.0

    def record(self, _stream: object = None) -> None:
        """Take the device time at which everything launched so far has ended."""
        gpu = current_gpu()
        self.at_us = gpu.device_time_us if gpu else 0.0

    def elapsed_time(self, end: Event) -> float:
        """Milliseconds from this event to `end`."""
        return (end.at_us - self.at_us) / 1e3

    def synchronize(self) -> None:
        """Nothing to wait for: a launch returns when it has ended."""

    def query(self) -> bool:
        """Whether it has happened: always."""
        return True


class DeviceInterface:
    """The part of `torch.cuda` that benchmarking asks Triton's driver for."""

    Event = Event

    @staticmethod
    def synchronize(_device: object = None) -> None:
        """Nothing to wait for: a launch returns when it has ended."""

    @staticmethod
    def current_device() -> int:
        """The only device."""
        return 0


def benchmark_trial(
    kernel_call: Callable[[], object], quantiles: Sequence[float], **_: object
) -> list[float]:
    """What the autotuner calls for one configuration: its time in ms, once for each quantile.

    An autotuner keeps this function for good; outside a session it measures as Triton does.
    """
    gpu = current_gpu()
    if gpu is None:
        return _tritons_own()(kernel_call, quantiles=quantiles)
    with gpu.trials(sample_blocks=TRIAL_BLOCKS):
        time_ms = _device_ms(gpu, kernel_call)
    note_preparation()
    return [time_ms] * len(quantiles)


def do_bench(
    fn: Callable[[], object],
    warmup: float = 25,
    rep: float = 100,
    grad_to_none: Iterable[Any] | None = None,
    quantiles: Sequence[float] | None = None,
    return_mode: ReturnMode = "mean",
) -> float | list[float]:
    """`triton.testing.do_bench` on estimated device time, in ms: one execution and no repeats.

    `warmup` and `rep` change nothing. A first execution that loads or tunes a kernel is not the
    steady state; a second one is then timed.
    """
    gpu = current_gpu()
    if gpu is None:  # somebody kept this function longer than the block: it is Triton's again
        return _tritons_own()(fn, warmup, rep, grad_to_none, quantiles, return_mode)
    with gpu.trials(), _operators_recorded(gpu):
        before = _preparations
        time_ms = _device_ms(gpu, fn)
        if _preparations != before:
            for tensor in grad_to_none or ():
                tensor.grad = None
            time_ms = _device_ms(gpu, fn)
    if quantiles is not None:
        return time_ms if len(quantiles) == 1 else [time_ms] * len(quantiles)
    return [time_ms] if return_mode == "all" else time_ms


def do_bench_cudagraph(
    fn: Callable[[], object],
    rep: float = 20,
    grad_to_none: Iterable[Any] | None = None,
    quantiles: Sequence[float] | None = None,
    return_mode: ReturnMode = "mean",
) -> float | list[float]:
    """`triton.testing.do_bench_cudagraph`: the same estimate, as `do_bench` gives it."""
    return do_bench(fn, 0, rep, grad_to_none, quantiles, return_mode)


def _device_ms(gpu: VirtualGPU, fn: Callable[[], object]) -> float:
    start = gpu.device_time_us
    fn()
    return (gpu.device_time_us - start) / 1e3


def _operators_recorded(gpu: VirtualGPU) -> AbstractContextManager[object]:
    """PyTorch's own operations take time too; scripts with pretended GPU tensors record them."""
    if "torch" not in sys.modules or gpu.torch_device != "cpu":
        return nullcontext()
    from torch.utils._python_dispatch import is_in_torch_dispatch_mode

    from kernelscope.devices.operators import OperatorRecorder

    return nullcontext() if is_in_torch_dispatch_mode() else OperatorRecorder(gpu)


def _tritons_own() -> Any:
    import triton.testing

    return triton.testing.do_bench
