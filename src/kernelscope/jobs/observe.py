"""One call on a virtual GPU, with all that a gate asks about it: launches, kernels, bytes."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from kernelscope.devices.capture import CapturedLaunch
from kernelscope.devices.virtual import Event
from kernelscope.errors import PtxError, UsageError
from kernelscope.frontends import virtual_gpu
from kernelscope.inside.stages.leads import without_line
from kernelscope.inside.stages.maps import map_of_ptx
from kernelscope.jobs.child_processes import Clocks
from kernelscope.jobs.run import on_virtual_gpu
from kernelscope.measure.memory import same_bits
from kernelscope.record import LaunchRecord, LineCounts, OperatorRecord, is_library
from kernelscope.record.names import place_key

if TYPE_CHECKING:
    import torch

    from kernelscope.devices.clock import Timeline
    from kernelscope.devices.virtual import VirtualGPU

_BARRIER = re.compile(r"\b(?:bar|barrier)(?:\.cta|\.cluster)?\.(?:sync|red|wait)\b")


@dataclass(frozen=True, slots=True)
class ObservedCall:
    """The record of one call, without trials.

    Attributes:
        launches: the kernels that it launched; the first of each has its instructions by source
            line.
        operators: PyTorch's own operations.
        kernels: the first launch of each kernel, with its code.
        tensors: the distinct tensors among its arguments and results, by name.
        changed: the names of the arguments whose content the call changed.
    """

    result: Any
    launches: tuple[LaunchRecord, ...]
    operators: tuple[OperatorRecord, ...]
    kernels: tuple[CapturedLaunch, ...]
    tensors: Mapping[str, torch.Tensor]
    changed: tuple[str, ...]

    @property
    def fewest_bytes(self) -> int:
        """The bytes of all tensors, each element once."""
        return sum(_bytes_of(tensor) for tensor in self.tensors.values())


class ObservedGPU:
    """A virtual GPU in which PyTorch believes, and on which calls are observed, with its clock."""

    def __init__(self, gpu: VirtualGPU, timeline: Timeline) -> None:
        self.gpu = gpu
        self._timeline = timeline

    def observe(
        self, function: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> ObservedCall:
        """Call a function, with nothing in L2 at its beginning. Its exceptions are passed on.

        Kernels take CPU tensors as well as CUDA ones, and PyTorch's operations on either are
        counted as the GPU's.
        """
        __tracebackhide__ = True
        from kernelscope.profiling.host_tensors import HostTensorsOnGpu

        given = named_tensors(args, kwargs) | named_tensors((function,), {}, "parameter")
        before = Contents(given)
        gpu = self.gpu
        gpu.l2.empty()
        gpu.capture()
        start = len(gpu.events)
        try:
            with HostTensorsOnGpu(gpu, self._timeline):
                result = function(*args, **kwargs)
            events, kernels = gpu.events[start:], tuple(gpu.captured or ())
        finally:
            gpu.captured = None
        launches = tuple(_with_lines(_kept(events, LaunchRecord), kernels))
        operators = tuple(_kept(events, OperatorRecord))
        tensors = _distinct({**given, **named_tensors((result,), {}, "result")})
        return ObservedCall(result, launches, operators, kernels, tensors, before.changed())


@contextmanager
def observed_gpu(name: str, limit_s: float | None = None) -> Generator[ObservedGPU]:
    """Let PyTorch have the virtual GPU `name` inside the block, for `device="cuda"`.

    Its clock is steady: events and benchmarks in a test show the same on every run. `limit_s`:
    seconds of processor time after which a launch stops. Raises UsageError if there is no such GPU,
    or PyTorch has another virtual one.
    """
    gpu = virtual_gpu(name, limit_s=limit_s)
    with on_virtual_gpu(gpu, Clocks(real=True, steady=True), host_tensors=True) as timeline:
        yield ObservedGPU(gpu, timeline)


def _kept(events: Iterable[Event], kind: type[Any]) -> list[Any]:
    return [event for event in events if isinstance(event, kind) and not event.trial]


# ---- instructions by line ------------------------------------------------------------------------


def _with_lines(
    launches: Sequence[LaunchRecord], kernels: Sequence[CapturedLaunch]
) -> Iterable[LaunchRecord]:
    """Yield the launches; those that were captured have their instructions by source line."""
    captured = {id(kernel.record): kernel for kernel in kernels}
    for launch in launches:
        kernel = captured.get(id(launch))
        yield replace(launch, lines=lines_of(kernel)) if kernel else launch


def lines_of(kernel: CapturedLaunch) -> tuple[LineCounts, ...]:
    """Return a captured launch's instructions by the user's line, in the order of the lines."""
    text = kernel.form.texts.get("ptx", "")
    try:
        places = map_of_ptx(text)
    except PtxError:  # the virtual GPU ran it by another text
        return ()
    moved = without_line(kernel.form) if "ttgir" in kernel.form.texts else frozenset()
    code = text.splitlines()
    sums: dict[str, list[float]] = {}
    for line, times in kernel.executed:
        inlined = places.get(line, ()) if line not in moved else ()
        # `tl.cdiv` is code of Triton's library: its instructions are the user's line that calls it.
        own = [place for place in inlined if not is_library(place)] or [*inlined[-1:], ""]
        of_line = sums.setdefault(own[0], [0.0, 0.0])
        of_line[0] += times
        of_line[1] += times if _BARRIER.search(code[line - 1]) else 0.0
    return tuple(LineCounts(place, *sums[place]) for place in sorted(sums, key=place_key))


# ---- tensors -------------------------------------------------------------------------------------


def named_tensors(
    args: Sequence[Any], kwargs: Mapping[str, Any], word: str = "argument"
) -> dict[str, torch.Tensor]:
    """Return the tensors among arguments, also in tuples, lists and dicts, by name.

    `f(x, [y], scale=z)` has "argument 0", "argument 1[0]" and "scale".
    """
    tensors: dict[str, torch.Tensor] = {}
    named = [(f"{word} {place}" if len(args) > 1 else word, v) for place, v in enumerate(args)]
    for name, value in (*named, *kwargs.items()):
        _collect(name, value, tensors)
    return tensors


def _collect(name: str, value: Any, tensors: dict[str, torch.Tensor]) -> None:
    import torch

    if isinstance(value, torch.Tensor):
        tensors[name] = value
    elif isinstance(value, (tuple, list)):
        for place, item in enumerate(value):
            _collect(f"{name}[{place}]", item, tensors)
    elif isinstance(value, dict):
        for key, item in value.items():
            _collect(f"{name}[{key!r}]", item, tensors)
    elif isinstance(value, torch.nn.Module):
        for key, item in (*value.named_parameters(), *value.named_buffers()):
            tensors[f"{name}.{key}"] = item


def _distinct(tensors: Mapping[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    """Return the tensors without those that are the same memory as one before."""
    seen: set[tuple[Any, ...]] = set()
    kept: dict[str, torch.Tensor] = {}
    for name, tensor in tensors.items():
        place = tensor.data_ptr(), tuple(tensor.shape), tensor.stride(), tensor.dtype
        if place not in seen:
            seen.add(place)
            kept[name] = tensor
    return kept


def _bytes_of(tensor: torch.Tensor) -> int:
    """Return the bytes of a tensor's elements in memory; expanded dimensions are there once."""
    count = tensor.element_size() if tensor.numel() else 0
    for length, step in zip(tensor.shape, tensor.stride(), strict=True):
        count *= length if step else 1
    return count


class Contents:
    """The contents of some tensors, to see what changes and to put them back.

    Raises UsageError for a tensor whose elements share memory, which could not be put back.
    """

    def __init__(self, tensors: Mapping[str, torch.Tensor]) -> None:
        self._tensors = tensors
        self._copies = {name: tensor.detach().clone() for name, tensor in tensors.items()}

    def changed(self) -> tuple[str, ...]:
        """Return the names of the tensors whose bits changed."""
        return tuple(
            name
            for name, tensor in self._tensors.items()
            if not same_bits(tensor.detach(), self._copies[name])
        )

    def restore(self) -> None:
        """Put the contents back."""
        for name in self.changed():
            try:
                self._tensors[name].detach().copy_(self._copies[name])
            except RuntimeError as error:
                raise UsageError(
                    f"{name} was changed by the call and cannot be restored: some of its "
                    "elements share memory; pass its .contiguous()"
                ) from error
