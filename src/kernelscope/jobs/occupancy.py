"""The residency of every kernel that an operation's implementations launch."""

from __future__ import annotations

import math
from dataclasses import dataclass

from kernelscope.devices.resolve import resolve
from kernelscope.errors import UsageError
from kernelscope.hardware.occupancy_study import Study, study
from kernelscope.jobs.virtual_bench import VirtualBench
from kernelscope.operation import Case, Implementation, Operation
from kernelscope.record import LaunchRecord
from kernelscope.subjects import OperationSubject, PythonFile, Subject, parse_subject, refused
from kernelscope.subjects.operations import implementations_of


@dataclass(frozen=True, slots=True)
class Studies:
    """The studies, and a line for each implementation that launched no kernel of ours."""

    studies: tuple[Study, ...]
    notes: tuple[str, ...]


def occupancy_of(name: str | Subject, *, device: str = "auto", case: str = "") -> Studies:
    """Compile and launch `OP` or `OP/IMPL` once, and study each different launch.

    Registers, shared memory, block and grid are those of the kernels as compiled for the device's
    GPU. The launch itself always runs on the virtual GPU: the kernels are the same.

    Raises:
        UsageError: an unknown operation, implementation, device or case.
        UnavailableError: this machine does not have the device.
    """
    target = resolve(device)
    match parse_subject(name):
        case OperationSubject() | PythonFile() as subject:
            operation, chosen = implementations_of(subject)
        case subject:
            needs = "an operation, one of its implementations, or --block"
            raise refused(subject, "occupancy", needs)
    with VirtualBench(target.spec) as bench:
        wanted = operation.case(case).on(bench.tensors_on)
        results = [_studied(bench, operation, implementation, wanted) for implementation in chosen]
    studies = tuple(study for result in results for study in result.studies)
    notes = tuple(note for result in results for note in result.notes)
    if not studies and notes:
        raise UsageError("; ".join(notes))
    return Studies(studies, notes)


def _studied(
    bench: VirtualBench, operation: Operation, implementation: Implementation, case: Case
) -> Studies:
    inputs = operation.inputs_of(case)
    try:
        bench.run(implementation, *inputs)
    except Exception as error:  # noqa: BLE001  a failure must not hide the others
        return Studies((), (f"{implementation.name}: {type(error).__name__}: {error}",))
    bench.keep(implementation)
    seen = bench.observe([implementation], operation, case)[implementation.name]
    different = {_figures(launch): launch for launch in seen.launches}
    note = ""
    if not different:
        note = (
            f"{implementation.name}: only PyTorch's own operators, whose kernels' figures are "
            "unknown"
        )
    studies = tuple(
        study(
            bench.spec,
            block=math.prod(launch.block),
            registers=launch.registers or 0,
            shared_bytes=launch.static_shared_bytes + launch.dynamic_shared_bytes,
            grid=math.prod(launch.grid),
            kernel=f"{operation.name}/{implementation.name}: {launch.kernel}",
        )
        for launch in different.values()
    )
    return Studies(studies, (note,) if note else ())


def _figures(launch: LaunchRecord) -> tuple[object, ...]:
    shared = launch.static_shared_bytes, launch.dynamic_shared_bytes
    return launch.kernel, launch.grid, launch.block, launch.registers, shared
