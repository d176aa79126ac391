"""Triton's benchmarking functions on the virtual GPU's estimated time.

The virtual GPU is deterministic, so one execution is enough where hardware needs hundreds.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from typing import Any, Literal

from kernelscope.devices.clock import Timeline
from kernelscope.devices.graph_costs import in_graph
from kernelscope.devices.host_costs import HOST, operator_us
from kernelscope.devices.repeats import Changed, Work, leftovers_of
from kernelscope.devices.torch_cuda.facade import pretended
from kernelscope.devices.virtual import VirtualGPU, current_gpu
from kernelscope.hardware.timing import MEAN_OVER_USUAL_US, estimate_operator
from kernelscope.vgpu.runtime.launch import Sample

ReturnMode = Literal["min", "max", "mean", "median", "all"]
refusals: list[str] = []
"""Why the GPU refused the calls that autotuners timed, in one line each."""

_preparations = 0


def note_preparation() -> None:
    """Note that a kernel was loaded or tuned, which only a first execution does."""
    global _preparations
    _preparations += 1


class Event:
    """A point on the line of estimated device time, with the interface of `torch.cuda.Event`."""

    def __init__(self, **_: object) -> None:
        self.at_us = 0.0

    def record(self, _stream: object = None) -> None:
        """Note the device time at which everything launched so far has ended."""
        gpu = current_gpu()
        self.at_us = gpu.record_event() if gpu else 0.0

    def elapsed_time(self, end: Event) -> float:
        """Return the milliseconds from this event to `end`."""
        return (end.at_us - self.at_us) / 1e3

    def synchronize(self) -> None:
        """Do nothing: a launch returns when it has ended."""

    def query(self) -> bool:
        """Return True: the event has always happened."""
        return True


class DeviceInterface:
    """The part of `torch.cuda` that Triton's benchmarks use."""

    Event = Event

    @staticmethod
    def synchronize(_device: object = None) -> None:
        """Do nothing: a launch returns when it has ended."""

    @staticmethod
    def current_device() -> int:
        """Return the number of the only device."""
        return 0


def benchmark_trial(
    kernel_call: Callable[[], object], quantiles: Sequence[float], **_: object
) -> list[float]:
    """Return a configuration's time in ms, once for each quantile; the autotuner calls this.

    An autotuner keeps this function for good. Outside a session it measures as Triton does.
    """
    gpu = current_gpu()
    if gpu is None:
        return _tritons_own()(kernel_call, quantiles=quantiles)
    with gpu.trials(gpu.sample_blocks):
        try:
            time_ms = _device_ms(gpu, kernel_call)
        except Exception as error:
            refusals.append((str(error).strip() or type(error).__name__).splitlines()[0])
            raise
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
    """Stand in for `triton.testing.do_bench`: return estimated time in ms, without repeats.

    `warmup` and `rep` have no effect. A first execution that loads or tunes a kernel is not the
    steady state; a second execution is then timed.
    """
    gpu = current_gpu()
    if gpu is None:  # a caller kept this function beyond the block: use Triton's own
        return _tritons_own()(fn, warmup, rep, grad_to_none, quantiles, return_mode)
    work = Work()
    with _as_benchmark(gpu, gpu.sample_blocks):
        before = _preparations
        with work.noted(gpu):
            time_ms = _between_events_ms(gpu, fn)

        def again() -> None:
            nonlocal time_ms
            for tensor in grad_to_none or ():
                tensor.grad = None
            time_ms = _between_events_ms(gpu, fn)

        if _preparations != before or work.reused:
            _leave(gpu, work.changed(again))
    if return_mode == "mean" and quantiles is None:
        time_ms += MEAN_OVER_USUAL_US / 1e3
    return _as_asked(time_ms, quantiles, return_mode)


def do_bench_cudagraph(
    fn: Callable[[], object],
    rep: float = 20,
    grad_to_none: Iterable[Any] | None = None,
    quantiles: Sequence[float] | None = None,
    return_mode: ReturnMode = "mean",
) -> float | list[float]:
    """Stand in for `triton.testing.do_bench_cudagraph`: return the estimate for a CUDA graph in ms.

    `rep` has no effect. As in Triton's own, `fn` runs once and is then captured; the graph is
    replayed once. Tensors of the host cannot be captured: then `fn` runs again.
    """
    gpu = current_gpu()
    if gpu is None:
        return _tritons_own("do_bench_cudagraph")(fn, rep, grad_to_none, quantiles, return_mode)
    work = Work()
    with _as_benchmark(gpu), work.noted(gpu):
        fn()
    for tensor in grad_to_none or ():
        tensor.detach_()
        tensor.requires_grad_()
        tensor.grad = None
    again = fn if gpu.torch_device == "cpu" else _captured(fn)
    with _as_benchmark(gpu):
        first = len(gpu.events)
        _leave(gpu, work.changed(again))
        nodes = gpu.events[first:]
    if gpu.torch_device == "cpu":
        nodes = [in_graph(node) for node in nodes]
    return _as_asked(sum(n.time_us.value for n in nodes if n.time_us) / 1e3, quantiles, return_mode)


def _captured(fn: Callable[[], object]) -> Callable[[], object]:
    """Return the replay of a call, captured on a stream of its own."""
    import torch

    graph: Any = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph, stream=torch.cuda.Stream()):
        fn()
    return graph.replay


def _as_asked(
    time_ms: float, quantiles: Sequence[float] | None, return_mode: ReturnMode
) -> float | list[float]:
    """Return a time in the form of Triton's benchmarks: one for each quantile, a list, a number."""
    if quantiles is not None:
        return time_ms if len(quantiles) == 1 else [time_ms] * len(quantiles)
    return [time_ms] if return_mode == "all" else time_ms


def _device_ms(gpu: VirtualGPU, fn: Callable[[], object]) -> float:
    gpu.l2.empty()  # Triton's `do_bench` fills it with zeros before each repetition
    start = gpu.record_event()
    fn()
    return (gpu.record_event() - start) / 1e3


def _between_events_ms(gpu: VirtualGPU, fn: Callable[[], object]) -> float:
    """Return the milliseconds between two events around a call, after a fill that empties L2.

    The host hands the call over while the device fills. If it needs longer than that and the
    kernels, the device waits for it: a step of an optimizer with many small tensors takes the
    host's time here, too.
    """
    pretence = pretended()
    if pretence is None or pretence[0] is not gpu:  # no clock runs
        return _device_ms(gpu, fn)
    timeline = pretence[1]
    once = partial(_once_between_events_ms, gpu, timeline, fn)
    timed_s = timeline.timed_s
    first = once()
    if timeline.timed_s == timed_s:
        return first
    # The call's own work was timed here: other programs can only make it longer.
    return min(first, once(), once())


def _once_between_events_ms(gpu: VirtualGPU, timeline: Timeline, fn: Callable[[], object]) -> float:
    timeline.synchronize()
    with timeline.operation(operator_us("zero_", True, ())):
        timeline.delay(_fill_us(gpu), "Memset")
    gpu.l2.empty()
    timeline.charge(HOST.event_made_us)
    with timeline.operation(HOST.event_record_us):
        begin = timeline.record_event()
    timeline.spend_allowances()
    called = timeline.now()
    fn()
    timeline.spend(HOST.cold_share * min(timeline.now() - called, HOST.cold_s))
    timeline.charge(HOST.event_made_us)
    with timeline.operation(HOST.event_record_us):
        return (timeline.record_event() - begin) * 1e3


def _fill_us(gpu: VirtualGPU) -> float:
    """Return the time of the fill with which Triton's `do_bench` empties L2: of 256 MB."""
    fill = estimate_operator(gpu.spec, bytes_read=0, bytes_written=256 << 20)
    return fill.time_us.value


@contextmanager
def _as_benchmark(gpu: VirtualGPU, sample_blocks: Sample | None = None) -> Generator[None]:
    """Mark what runs inside as a benchmark's, and record it."""
    with _benchmark(gpu), gpu.trials(sample_blocks, tunes=False), _operators_recorded(gpu):
        yield


def _leave(gpu: VirtualGPU, changed: Sequence[Changed]) -> None:
    """Note what a benchmark has changed; a tuner's trials have their own finding."""
    if not gpu.tunes:
        leftovers_of(gpu).add(changed)


def _benchmark(gpu: VirtualGPU) -> AbstractContextManager[object]:
    """Return a block in which large work is left out: a benchmark reads no result."""
    return nullcontext() if gpu.sampling is None else gpu.sampling.benchmark()


def _operators_recorded(gpu: VirtualGPU) -> AbstractContextManager[object]:
    """Return a block that records PyTorch's operations, unless the virtual GPU records them."""
    if "torch" not in sys.modules or gpu.torch_device != "cpu":
        return nullcontext()
    from torch.utils._python_dispatch import is_in_torch_dispatch_mode

    from kernelscope.devices.operators import OperatorRecorder

    return nullcontext() if is_in_torch_dispatch_mode() else OperatorRecorder(gpu)


def _tritons_own(name: str = "do_bench") -> Any:
    import triton.testing

    return getattr(triton.testing, name)
