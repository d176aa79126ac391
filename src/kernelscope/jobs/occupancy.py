"""The residency of every kernel that an operation's implementations launch."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from kernelscope.devices.resolve import resolve
from kernelscope.diagnose.evidence import Kernel
from kernelscope.errors import UsageError
from kernelscope.hardware import GPUSpec
from kernelscope.hardware.occupancy_changes import Change
from kernelscope.hardware.occupancy_study import Study, study
from kernelscope.hardware.residency import WARP
from kernelscope.jobs import environment
from kernelscope.jobs.kernels import ended_early, launched
from kernelscope.jobs.virtual_bench import VirtualBench
from kernelscope.launch_time.change import Change as Otherwise
from kernelscope.operation import Case, Implementation, Operation
from kernelscope.record import LaunchRecord
from kernelscope.record.names import titles
from kernelscope.results.machine import OccupancyResult, result_of
from kernelscope.subjects import (
    CudaFile,
    Executable,
    OperationSubject,
    PythonFile,
    Subject,
    parse_command,
    refuse_case,
    refused,
)
from kernelscope.subjects.operations import implementations_of


def occupancy_of(
    name: str | Subject, argv: Sequence[str] = (), *, device: str = "auto", case: str = ""
) -> OccupancyResult:
    """Launch `OP`, `OP/IMPL` or a CUDA program once, and study each different launch.

    Registers, shared memory, block and grid are those of the kernels as compiled for the device's
    GPU. The launch itself always runs on the virtual GPU: the kernels are the same.
    """
    target = resolve(device)
    match parse_command(name):
        case CudaFile() | Executable() as program:
            refuse_case(program, case)
            return _of_program(program, argv, target.spec)
        case OperationSubject() | PythonFile() as subject:
            operation, chosen = implementations_of(subject)
        case subject:
            needs = "an operation, one of its implementations, a CUDA program, or --block"
            raise refused(subject, "occupancy", needs)
    if argv:
        raise UsageError(f"{subject} takes no arguments (got: {' '.join(argv)})")
    with VirtualBench(target.spec) as bench:
        wanted = operation.case(case).on(bench.tensors_on)
        results = [_studied(bench, operation, implementation, wanted) for implementation in chosen]
    studies = [study for of_one, _ in results for study in of_one]
    notes = [note for _, of_one in results for note in of_one]
    if not studies and notes:
        raise UsageError("; ".join(notes))
    return _result(studies, notes)


def _of_program(
    program: CudaFile | Executable, argv: Sequence[str], spec: GPUSpec
) -> OccupancyResult:
    gpu, code = launched(program, argv, spec)
    names = titles([(launch.kernel, launch.variant) for launch in gpu.launches])
    different = {
        _figures(launch): (name, launch) for name, launch in zip(names, gpu.launches, strict=True)
    }
    return _result(
        [_study_of(name, launch, spec) for name, launch in different.values()], ended_early(code)
    )


def occupancy_of_figures(
    *,
    block: int,
    registers: int = 0,
    shared_bytes: int = 0,
    grid: int | None = None,
    device: str = "auto",
) -> OccupancyResult:
    """Study one launch from its figures alone.

    `registers`: registers a thread; 0 if unknown. `shared_bytes`: bytes a block, static and
    dynamic. `grid`: blocks; None for no waves. Raises UsageError for sizes below 0 or an empty
    grid.
    """
    spec = resolve(device).spec
    studies = [study(spec, block=block, registers=registers, shared_bytes=shared_bytes, grid=grid)]
    return _result(studies)


def _result(studies: Sequence[Study], notes: Sequence[str] = ()) -> OccupancyResult:
    return result_of(studies, notes, **environment.stamp())


def _studied(
    bench: VirtualBench, operation: Operation, implementation: Implementation, case: Case
) -> tuple[tuple[Study, ...], tuple[str, ...]]:
    """Return the studies of one implementation's launches, and a note if there are none."""
    inputs = operation.inputs_of(case)
    try:
        bench.run(implementation, *inputs)
    except Exception as error:  # noqa: BLE001  a failure must not hide the others
        return (), (f"{implementation.name}: {type(error).__name__}: {error}",)
    bench.keep(implementation)
    seen = bench.observe([implementation], operation, case)[implementation.name]
    different = {_figures(launch): launch for launch in seen.launches}
    note = ""
    if not different:
        note = (
            f"{implementation.name}: only PyTorch's own operators, whose kernels' figures are "
            "unknown"
        )
    whole = f"{operation.name}/{implementation.name}"
    studies = tuple(
        _study_of(f"{whole}: {launch.kernel}", launch, bench.spec) for launch in different.values()
    )
    return studies, (note,) if note else ()


def _study_of(name: str, launch: LaunchRecord, spec: GPUSpec) -> Study:
    studied = study(
        spec,
        block=math.prod(launch.block),
        registers=launch.registers or 0,
        shared_bytes=launch.shared_bytes,
        grid=math.prod(launch.grid),
        kernel=name,
    )
    return _with_gains(studied, launch)


def _with_gains(study: Study, launch: LaunchRecord) -> Study:
    """Return a study whose changes say what they save: the launch simulated with as many warps.

    A change of the block is simulated as more blocks of the same size.
    """
    kernel = Kernel(launch, launch.kernel, 1, 1.0, study.spec)
    warps = math.ceil(study.block / WARP)

    def gain(change: Change) -> float | None:
        resident = max(change.occupancy.warps_per_sm // warps, 1)
        shared = change.shared_bytes if "shared" in change.changed else None
        return kernel.simulated_gain(Otherwise(resident=resident, shared_bytes=shared))

    changes = tuple(replace(change, gain=gain(change)) for change in study.changes)
    return replace(study, changes=changes)


def _figures(launch: LaunchRecord) -> tuple[object, ...]:
    shared = launch.static_shared_bytes, launch.dynamic_shared_bytes
    return launch.kernel, launch.grid, launch.block, launch.registers, shared
