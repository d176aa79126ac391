"""The hierarchical roofline of an operation or a program's kernels: times, traffic by level."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from kernelscope._files import write_whole
from kernelscope.devices.resolve import resolve
from kernelscope.devices.virtual import durations
from kernelscope.errors import UnavailableError, UsageError, unknown
from kernelscope.hardware import GPUSpec
from kernelscope.hardware.ceilings import kept_path, roofs, to_text
from kernelscope.jobs import environment
from kernelscope.jobs.compare import comparable, compare
from kernelscope.jobs.kernels import ended_early, launched
from kernelscope.jobs.progress import Progress, silent
from kernelscope.jobs.traffic import bytes_moved
from kernelscope.operation import Work
from kernelscope.quantity import Quantity
from kernelscope.record import LaunchRecord, Roofline, Row, WorkRecord
from kernelscope.record.names import is_named, titles
from kernelscope.report.roofline import table
from kernelscope.results.operations import RooflineResult
from kernelscope.subjects import CudaFile, Executable, Subject, parse_command, refuse_case


def roofline(
    operation: str | Subject,
    argv: Sequence[str] = (),
    *,
    device: str = "auto",
    case: str = "",
    only: str | Sequence[str] | None = None,
    notes: Sequence[str] = (),
    progress: Progress = silent,
) -> RooflineResult:
    """Place each implementation under the roofs, on one case; skip the nasty cases of `compare`.

    On a real GPU the times are measured there, and the traffic is counted as `compare` counts it.
    A CUDA program (`argv`: its arguments) runs on the virtual GPU, and its kernels are placed.
    `notes` become part of the record.

    Raises what `compare` raises, or UsageError if a program launches no kernel.
    """
    subject = parse_command(operation)
    if isinstance(subject, CudaFile | Executable):
        refuse_case(subject, case)
        return _of_program(subject, device, argv, only, notes)
    chosen = comparable(subject, "roofline")
    if argv:
        raise UsageError(f"{subject} takes no arguments (got: {' '.join(argv)})")
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


_EXECUTED = "FLOPs: those that a kernel executed, counted. Time: of all its launches, estimated"
# Counter → FLOPs of its unit, and the roof of each kind that it counts. Outside of tensor cores a
# GPU has no roof of its own for halves.
_FLOPS = {
    "kernelscope__flops_{}.sum": (1, {"fp32": "fp32", "fp16": "fp32", "fp64": "fp64"}),
    "kernelscope__tensor_mac_{}.sum": (
        2,
        {
            "tf32": "tf32",
            "bf16": "bf16",
            "fp16": "fp16",
            "fp8": "fp8",
            "fp4": "fp4",
            "fp64": "fp64_tensor",
        },
    ),
}


def _of_program(
    program: CudaFile | Executable,
    device: str,
    argv: Sequence[str],
    only: str | Sequence[str] | None,
    notes: Sequence[str],
) -> RooflineResult:
    where = resolve(f"virtual:{resolve(device).spec.name}")
    gpu, code = launched(program, argv, where.spec)
    record = Roofline(
        operation=str(program),
        case={},
        work=None,
        roofs=roofs(where.spec),
        points=(),
        notes=(*notes, _EXECUTED, *ended_early(code)),
        rows=_rows(where.spec, gpu.launches, only),
        **environment.conditions(where),
    )
    points = table.points_as_data(RooflineResult(record).comparison)
    return RooflineResult(replace(record, points=tuple(points)))


def _rows(
    spec: GPUSpec, launches: Sequence[LaunchRecord], only: str | Sequence[str] | None
) -> tuple[Row, ...]:
    """Return a row for each kernel, with all its launches."""
    names = titles([(launch.kernel, launch.variant) for launch in launches])
    of_kernel: dict[str, list[LaunchRecord]] = {}
    for name, launch in zip(names, launches, strict=True):
        of_kernel.setdefault(name, []).append(launch)
    if only is not None:
        wanted = only.split(",") if isinstance(only, str) else only
        of_kernel = {name: own for each in wanted for name, own in _named(of_kernel, each)}
    return tuple(_row(spec, name, own) for name, own in of_kernel.items())


def _named(
    of_kernel: Mapping[str, list[LaunchRecord]], wanted: str
) -> list[tuple[str, list[LaunchRecord]]]:
    chosen = [each for each in of_kernel.items() if is_named(each[1][0].kernel, wanted, each[0])]
    if not chosen:
        raise unknown("kernel", wanted, of_kernel)
    return chosen


def _row(spec: GPUSpec, name: str, launches: Sequence[LaunchRecord]) -> Row:
    microseconds = sum(time for launch in launches for _, time in durations(launch))
    flops = dict.fromkeys(spec.peak_tflops, 0.0)
    for counter, (each, roof_of) in _FLOPS.items():
        for precision, roof in roof_of.items():
            counted = sum(
                launch.counters.get(counter.format(precision), 0.0) for launch in launches
            )
            flops[roof] = flops.get(roof, 0.0) + each * counted
    limits = max(spec.peak_tflops, key=lambda roof: flops[roof] / spec.peak_tflops[roof])
    return Row(
        name,
        "cuda",
        "ok",
        time_ms=Quantity(microseconds * 1e-3, "ms", "estimated"),
        launches=tuple(launches),
        bytes=bytes_moved(launches, (), Work(0, 0)),
        work=WorkRecord(0, 0, sum(flops.values()), limits, limits),
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
