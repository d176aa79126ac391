"""The residency of every kernel that an operation's implementations launch."""

from __future__ import annotations

import math
from collections.abc import Sequence

from kernelscope.devices.resolve import resolve
from kernelscope.errors import UsageError
from kernelscope.hardware.occupancy_study import Study, study
from kernelscope.jobs import environment
from kernelscope.jobs.virtual_bench import VirtualBench
from kernelscope.operation import Case, Implementation, Operation, load_operation
from kernelscope.record import LaunchRecord
from kernelscope.results.occupancy import OccupancyResult, result_of


def split_name(name: str) -> tuple[str, str | None]:
    """`gelu/triton` is an operation and an implementation; `dir/my.py:gelu` an operation alone."""
    operation, slash, implementation = name.rpartition("/")
    if not slash or ".py" in implementation:
        return name, None
    return operation, implementation


def occupancy_of(name: str, *, device: str = "auto", case: str = "") -> OccupancyResult:
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
    studies = [one for each, _ in found for one in each]
    notes = [note for _, each in found for note in each]
    if not studies and notes:
        raise UsageError("; ".join(notes))
    return _result(studies, notes)


def occupancy_of_figures(
    *,
    block: int,
    registers: int = 0,
    shared_bytes: int = 0,
    grid: int | None = None,
    device: str = "auto",
) -> OccupancyResult:
    """Study one launch from its figures alone.

    Args:
        block: threads a block.
        registers: registers a thread; 0 if unknown.
        shared_bytes: bytes of shared memory a block, static and dynamic.
        grid: blocks; None for no waves.
        device: auto, cuda, virtual, virtual:NAME: the GPU.

    Raises:
        UsageError: an unknown device, sizes below 0, an empty grid.
        UnavailableError: the device asked for is not here.
    """
    spec = resolve(device).spec
    one = study(spec, block=block, registers=registers, shared_bytes=shared_bytes, grid=grid)
    return _result([one])


def _result(studies: Sequence[Study], notes: Sequence[str] = ()) -> OccupancyResult:
    when = {"command": environment.command(), "created": environment.now()}
    return result_of(studies, notes, **when)


def _studied(
    bench: VirtualBench, operation: Operation, one: Implementation, case: Case
) -> tuple[tuple[Study, ...], tuple[str, ...]]:
    """Return the studies of one implementation's launches, and a note if there are none."""
    inputs = operation.inputs_of(case)
    try:
        bench.run(one, *inputs)
    except Exception as error:  # noqa: BLE001  one that cannot run must not hide the others
        return (), (f"{one.name}: {type(error).__name__}: {error}",)
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
    return studies, (note,) if note else ()


def _figures(launch: LaunchRecord) -> tuple[object, ...]:
    shared = launch.static_shared_bytes, launch.dynamic_shared_bytes
    return launch.kernel, launch.grid, launch.block, launch.registers, shared
