"""The residency of every kernel that an operation's implementations launch."""

from __future__ import annotations

import math
from dataclasses import dataclass

from kernelscope.devices.resolve import resolve
from kernelscope.errors import UsageError
from kernelscope.hardware.occupancy_study import Study, study
from kernelscope.jobs.virtual_bench import VirtualBench
from kernelscope.operation import Case, Implementation, Operation, load_operation
from kernelscope.record import LaunchRecord


@dataclass(frozen=True, slots=True)
class Studies:
    """What was found, and one line for each implementation that launched no kernel of ours."""

    studies: tuple[Study, ...]
    notes: tuple[str, ...]


def split_name(name: str) -> tuple[str, str | None]:
    """`gelu/triton` is an operation and an implementation; `dir/my.py:gelu` an operation alone."""
    operation, slash, implementation = name.rpartition("/")
    if not slash or ".py" in implementation:
        return name, None
    return operation, implementation


def occupancy_of(name: str, *, device: str = "auto", case: str = "") -> Studies:
    """Compile and launch `OP` or `OP/IMPL` once, and study each different launch.

    Registers, shared memory, block and grid are those of the compiled kernels for the device's
    GPU; the launch itself runs on the virtual GPU, also where a real one is at hand, for the
    kernels are the same.

    Raises:
        UsageError: an unknown operation, implementation, device or case.
        UnavailableError: the device asked for is not here.
    """
    operation_name, only = split_name(name)
    target = resolve(device)
    operation = load_operation(operation_name)
    chosen = operation.select(only)
    with VirtualBench(target.spec) as bench:
        wanted = operation.case(case).on(bench.tensors_on)
        found = [_studied(bench, operation, one, wanted) for one in chosen]
    studies = tuple(one for each in found for one in each.studies)
    notes = tuple(note for each in found for note in each.notes)
    if not studies and notes:
        raise UsageError("; ".join(notes))
    return Studies(studies, notes)


def _studied(bench: VirtualBench, operation: Operation, one: Implementation, case: Case) -> Studies:
    inputs = operation.inputs_of(case)
    try:
        bench.run(one, *inputs)
    except Exception as error:  # noqa: BLE001  one that cannot run must not hide the others
        return Studies((), (f"{one.name}: {type(error).__name__}: {error}",))
    bench.keep(one)
    seen = bench.observe([one], operation, case)[one.name]
    different = {_figures(launch): launch for launch in seen.launches}
    note = ""
    if not different:
        note = f"{one.name}: PyTorch's own operators alone; their kernels' figures are not known"
    studies = tuple(
        study(
            bench.spec,
            block=math.prod(launch.block),
            registers=launch.registers or 0,
            shared_bytes=launch.static_shared_bytes + launch.dynamic_shared_bytes,
            grid=math.prod(launch.grid),
            kernel=f"{operation.name}/{one.name}: {launch.kernel}",
        )
        for launch in different.values()
    )
    return Studies(studies, (note,) if note else ())


def _figures(launch: LaunchRecord) -> tuple[object, ...]:
    shared = launch.static_shared_bytes, launch.dynamic_shared_bytes
    return launch.kernel, launch.grid, launch.block, launch.registers, shared
