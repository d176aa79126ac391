"""The hierarchical roofline of an operation: times, traffic by level, and the GPU's ceilings."""

from __future__ import annotations

from collections.abc import Sequence

from kernelscope._files import write_whole
from kernelscope.devices.resolve import resolve
from kernelscope.errors import UnavailableError
from kernelscope.hardware.kept_ceilings import kept_path, to_text
from kernelscope.jobs import environment
from kernelscope.jobs.compare import comparable, compare
from kernelscope.jobs.progress import Progress, silent
from kernelscope.jobs.result import ComparisonResult
from kernelscope.quantity import Quantity
from kernelscope.subjects import Subject


def roofline(
    operation: str | Subject,
    *,
    device: str = "auto",
    case: str = "",
    only: str | Sequence[str] | None = None,
    progress: Progress = silent,
) -> ComparisonResult:
    """Time each implementation and count its traffic on one case, without nasty cases.

    On a real GPU the times are measured there; the traffic is counted as `compare` counts it.

    Raises what `compare` raises.
    """
    chosen = comparable(operation, "roofline")
    return compare(chosen, device=device, case=case, only=only, nasty=False, progress=progress)


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
