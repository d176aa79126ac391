"""`kernelscope fusion` and `ks.fusion`: the bytes between operations, and what fusing saves."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from kernelscope.devices.resolve import Device, resolve
from kernelscope.devices.torch_cuda.facade import pretended
from kernelscope.devices.virtual import VirtualGPU
from kernelscope.errors import KernelscopeError, UnavailableError, in_a_line
from kernelscope.frontends import virtual_gpu
from kernelscope.jobs import environment
from kernelscope.jobs.traffic import bytes_moved
from kernelscope.jobs.virtual_bench import total_ms
from kernelscope.operation import PYTORCH_STYLES, Implementation, Work
from kernelscope.profiling import fusion as accounting
from kernelscope.profiling.dataflow import Dataflow, trace
from kernelscope.record import (
    Bytes,
    Fusion,
    ImplementationTraffic,
    LaunchRecord,
    OperatorRecord,
)
from kernelscope.results.operations import FusionResult
from kernelscope.subjects import OperationSubject, PythonFile, Subject, parse_subject, refused
from kernelscope.subjects.operations import implementations_of

__all__ = ["fusion"]


def fusion(function: Callable[..., Any], *inputs: Any, device: str = "auto") -> FusionResult:
    """Account for the bytes of a function's PyTorch operations, and of fewer, fused kernels.

    The function is called once. Bytes are computed from the operands of each operation; times,
    also of the fused kernels, are estimated for the device's GPU.

    Args:
        function: any function of PyTorch operations.
        *inputs: its arguments: tensors on the CPU if the device is virtual.
        device: auto, cuda, virtual, virtual:NAME; in a script that `kernelscope run` runs, its GPU.

    Returns:
        The result: `.record`, `.table()`, `.save(path)`. Bytes in bytes, times in ms.

    Raises:
        UsageError: an unknown device.
        UnavailableError: this machine does not have the device.
        Exception: whatever the function raises.
    """
    where = _where(device)
    with _session(where) as gpu:
        call = _call(gpu, function, inputs)
    name = getattr(function, "__name__", type(function).__name__)
    return FusionResult(_record(where, name, call))


def fusion_of(target: str | Subject, *, device: str = "auto", case: str = "") -> FusionResult:
    """Do the same for one implementation of an operation, with every implementation's bytes.

    Without an implementation, the naive one is taken apart, or else the first that consists of
    PyTorch operations. Raises UsageError for an unknown name or case, UnavailableError if this
    machine lacks the device, or what the named implementation needs.
    """
    where = _where(device)
    match parse_subject(target):
        case OperationSubject() | PythonFile() as subject:
            operation, chosen = implementations_of(subject)
        case subject:
            raise refused(subject, "fusion", "an operation or one of its implementations")
    asked = operation.case(case, device="cpu" if where.kind == "virtual" else "cuda")
    calls: dict[str, _Call | Exception] = {}
    with _session(where) as gpu:
        for name, implementation in operation.implementations.items():
            calls[name] = _attempt(gpu, implementation, operation.inputs_of(asked))
    rows = tuple(
        _traffic(implementation, calls[name], operation.work(asked), where)
        for name, implementation in operation.implementations.items()
    )
    shown = _shown(chosen, calls)
    call = calls[shown.name]
    if isinstance(call, Exception):
        if isinstance(call, KernelscopeError):
            raise call
        call = _Call(Dataflow(()), note=f"{shown.name}: {in_a_line(call)}")
    record = _record(where, f"{operation.name}/{shown.name}", call)
    return FusionResult(replace(record, traffic=rows, case=operation.axes_of(asked)))


@dataclass(frozen=True, slots=True)
class _Call:
    """One call: the data flow of its operations, and the launches of other kernels."""

    flow: Dataflow
    launches: tuple[LaunchRecord, ...] = ()
    note: str = ""


def _where(device: str) -> Device:
    outer = pretended()
    return resolve(device if outer is None else f"virtual:{outer[0].spec.name}")


@contextmanager
def _session(where: Device) -> Generator[VirtualGPU]:
    """Yield the GPU that keeps the accounts; a virtual one runs kernels of every front end."""
    outer = pretended()
    if outer is not None:
        yield outer[0]
        return
    gpu = virtual_gpu(where.spec.name)
    if where.kind != "virtual":
        yield gpu  # never entered: nothing runs on it
        return
    with gpu:
        yield gpu


def _call(gpu: VirtualGPU, function: Callable[..., Any], inputs: Sequence[Any]) -> _Call:
    before = len(gpu.launches)
    flow = trace(gpu, function, inputs)
    return _Call(flow, tuple(launch for launch in gpu.launches[before:] if not launch.trial))


def _attempt(
    gpu: VirtualGPU, implementation: Implementation, inputs: Sequence[Any]
) -> _Call | Exception:
    try:
        return _call(gpu, implementation, inputs)
    except Exception as error:  # noqa: BLE001  (an implementation may raise anything)
        return error


def _shown(chosen: Sequence[Implementation], calls: dict[str, _Call | Exception]) -> Implementation:
    """Return the implementation to take apart: with PyTorch operations, and naive, if possible."""

    def rank(implementation: Implementation) -> tuple[bool, bool]:
        call = calls[implementation.name]
        return isinstance(call, Exception) or not call.flow.steps, implementation.style != "naive"

    return min(chosen, key=rank)


def _traffic(
    implementation: Implementation, call: _Call | Exception, work: Work, where: Device
) -> ImplementationTraffic:
    if isinstance(call, UnavailableError):
        return ImplementationTraffic(implementation.name, "unavailable", str(call))
    if isinstance(call, Exception):
        return ImplementationTraffic(implementation.name, "failed", in_a_line(call))
    if where.kind == "cuda" and implementation.style not in PYTORCH_STYLES:
        reason = "its kernels' bytes are counted only on a virtual device"
        return ImplementationTraffic(implementation.name, "unavailable", reason)
    graph = accounting.graph_of(call.flow)
    kernels = accounting.kernels_of(graph, where.spec)
    between = accounting.intermediates(graph, kernels)
    operators = [step.record for step in call.flow.steps]
    return ImplementationTraffic(
        implementation.name,
        "ok",
        bytes=bytes_moved(call.launches, operators, work),
        launches=len(call.launches) + len(operators),
        kernels=len(kernels),
        intermediates=sum(value.read + value.written for value in between),
    )


def _record(where: Device, target: str, call: _Call) -> Fusion:
    graph = accounting.graph_of(call.flow)
    kernels = accounting.kernels_of(graph, where.spec)
    operators = tuple(step.record for step in call.flow.steps)
    return Fusion(
        target=target,
        operators=operators,
        kernels=kernels,
        intermediates=accounting.intermediates(graph, kernels),
        bytes=_bytes(operators, accounting.fewest(graph)),
        unused=accounting.unused(graph),
        time_ms=total_ms([operator.time_us for operator in operators]),
        fused_ms=total_ms([kernel.time_us for kernel in kernels]),
        notes=_notes(call),
        **environment.conditions(where, estimated=True),
    )


def _bytes(operators: Sequence[OperatorRecord], fewest: tuple[float, float]) -> Bytes:
    return Bytes(
        read=sum(operator.bytes_read for operator in operators),
        written=sum(operator.bytes_written for operator in operators),
        fewest_read=fewest[0],
        fewest_written=fewest[1],
        provenance="computed",
        note="operands of each PyTorch operation",
    )


def _notes(call: _Call) -> tuple[str, ...]:
    notes = [call.note] if call.note else []
    if call.launches:
        names = ", ".join(dict.fromkeys(launch.kernel for launch in call.launches))
        notes.append(
            f"{len(call.launches)} launches of {names} are not in these figures: the data that "
            "they pass to each other is not visible"
        )
    if not call.flow.steps and not call.note:
        notes.append("no PyTorch operation ran on a GPU: there is nothing to fuse")
    return tuple(notes)
