"""The hierarchical roofline of an operation: times, traffic by level, and the GPU's ceilings."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from kernelscope.devices.resolve import resolve
from kernelscope.errors import UnavailableError
from kernelscope.hardware.kept_ceilings import kept_path, to_text
from kernelscope.jobs import environment
from kernelscope.jobs.compare import compare
from kernelscope.jobs.files import write_whole
from kernelscope.jobs.progress import Progress, silent
from kernelscope.jobs.result import ComparisonResult
from kernelscope.quantity import Quantity
from kernelscope.record import Comparison, Row


def roofline(
    operation: str,
    *,
    device: str = "auto",
    case: str = "",
    only: str | Sequence[str] | None = None,
    progress: Progress = silent,
) -> ComparisonResult:
    """Each implementation's time and traffic on one case, without the nasty cases of `compare`.

    On a real GPU the times are measured there, and the traffic is counted on the virtual GPU of
    the same specification, which runs the same kernels.

    Raises what `compare` raises.
    """
    target = resolve(device)
    done = compare(operation, device=device, case=case, only=only, nasty=False, progress=progress)
    if target.kind == "virtual":
        return done
    virtual = f"virtual:{target.spec.name}"
    counted = compare(
        operation, device=virtual, case=case, only=only, nasty=False, progress=progress
    )
    return ComparisonResult(with_counts(done.record, counted.record))


def with_counts(measured: Comparison, counted: Comparison) -> Comparison:
    """The measured comparison, each row with the launches and bytes that were counted for it."""
    other = {row.implementation: row for row in counted.rows}
    rows = tuple(_with_counts(row, other.get(row.implementation)) for row in measured.rows)
    return dataclasses.replace(measured, rows=rows)


def _with_counts(row: Row, counted: Row | None) -> Row:
    if counted is None or counted.bytes is None:
        return row
    launches = tuple(dataclasses.replace(one, time_us=None) for one in counted.launches)
    operators = tuple(dataclasses.replace(one, time_us=None) for one in counted.operators)
    return dataclasses.replace(row, launches=launches, operators=operators, bytes=counted.bytes)


def measure(device: str = "auto") -> dict[str, Quantity]:
    """Measure the ceilings of the real GPU and keep them for later runs on this machine.

    Raises UnavailableError on a virtual GPU: its ceilings are computed, there is nothing to
    measure.
    """
    target = resolve(device)
    if target.kind == "virtual":
        raise UnavailableError(
            f"measured ceilings of this machine: unavailable: {target.name} is not a real GPU, "
            "its time is estimated from the ceilings in the table; run --measure on the GPU"
        )
    from kernelscope.measure.ceilings import measure_ceilings
    from kernelscope.measure.suspicion import read_gpu_state

    found = measure_ceilings(target.spec)
    machine, state = environment.describe_cuda(), read_gpu_state()
    conditions = {
        "created": environment.now(),
        **machine,
        "sm_clock_mhz": state.sm_mhz if state else None,
        "memory_clock_mhz": state.memory_mhz if state else None,
        "throttled": list(state.throttled) if state else None,
    }
    write_whole(kept_path(machine["gpu"]), to_text(found, conditions))
    return found
