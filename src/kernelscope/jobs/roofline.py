"""The hierarchical roofline of an operation: times, traffic by level, and the GPU's ceilings."""

from __future__ import annotations

from collections.abc import Sequence

from kernelscope._files import write_whole
from kernelscope.devices.resolve import resolve
from kernelscope.errors import UnavailableError
from kernelscope.hardware.ceilings import kept_path, to_text
from kernelscope.jobs import environment
from kernelscope.jobs.compare import comparable, compare
from kernelscope.jobs.progress import Progress, silent
from kernelscope.quantity import Quantity
from kernelscope.record import Roofline
from kernelscope.report.roofline import table
from kernelscope.results.operations import RooflineResult
from kernelscope.subjects import Subject


def roofline(
    operation: str | Subject,
    *,
    device: str = "auto",
    case: str = "",
    only: str | Sequence[str] | None = None,
    notes: Sequence[str] = (),
    progress: Progress = silent,
) -> RooflineResult:
    """Place each implementation under the roofs, on one case; skip the nasty cases of `compare`.

    On a real GPU the times are measured there, and the traffic is counted as `compare` counts it.
    `notes` become part of the record.

    Raises what `compare` raises.
    """
    chosen = comparable(operation, "roofline")
    compared = compare(
        chosen, device=device, case=case, only=only, nasty=False, progress=progress
    ).record
    return RooflineResult(
        Roofline(
            device=compared.device,
            operation=compared.operation,
            case=compared.case,
            work=compared.work,
            roofs=compared.roofs,
            points=tuple(table.points_as_data(compared)),
            environment=compared.environment,
            model_error=compared.model_error,
            notes=tuple(notes),
            rows=compared.rows,
            gpu=compared.gpu,
            command=compared.command,
            created=compared.created,
        )
    )


def measure(device: str = "auto") -> dict[str, Quantity]:
    """Measure the ceilings of the real GPU and keep them for later runs on this machine.

    Raises UnavailableError on a virtual GPU, whose ceilings are computed, not measured.
    """
    target = resolve(device)
    if target.kind == "virtual":
        raise UnavailableError(
            f"measured ceilings of this machine: unavailable: {target.name} is not a real GPU; "
            "its times are estimated from the ceilings in the table. Run --measure on a GPU"
        )
    from kernelscope.measure.ceilings import measure_ceilings
    from kernelscope.measure.suspicion import read_gpu_state

    ceilings = measure_ceilings(target.spec)
    machine, state = environment.describe_cuda(), read_gpu_state()
    conditions = {
        "created": environment.now(),
        **machine,
        "sm_clock_mhz": state.sm_mhz if state else None,
        "memory_clock_mhz": state.memory_mhz if state else None,
        "throttled": list(state.throttled) if state else None,
    }
    write_whole(kept_path(machine["gpu"]), to_text(ceilings, conditions))
    return ceilings
