"""The process in which `counted_elsewhere` counts launches on the virtual GPU.

    python -m kernelscope.jobs.counting_process OPERATION DEVICE CASE FOLDER [NAME KEPT]…

In a process that uses a GPU, PyTorch cannot be given another one; so this process sees none. It
runs each implementation once: what it computes was checked on the real GPU.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from kernelscope._cache import write_pickle
from kernelscope.errors import KernelscopeError, in_a_line
from kernelscope.record import LaunchRecord, OperatorRecord

if TYPE_CHECKING:
    from kernelscope.jobs.virtual_bench import VirtualBench
    from kernelscope.operation import Case, Implementation, Operation

_NICE = 10  # the process that measures goes first


@dataclass(frozen=True, slots=True)
class Counted:
    """The launches of one call of an implementation, or the reason why nothing was counted.

    `files`: the files outside this package that took part, with their digests.
    """

    launches: tuple[LaunchRecord, ...] = ()
    operators: tuple[OperatorRecord, ...] = ()
    reason: str = ""
    files: dict[str, str] = field(default_factory=dict[str, str])


def main(word: str, device: str, case: str, folder: str, *pairs: str) -> None:
    """Count each implementation, into a file of the folder by its number, and keep the counts."""
    from kernelscope.devices.resolve import resolve
    from kernelscope.jobs.virtual_bench import VirtualBench
    from kernelscope.subjects import OperationSubject, PythonFile, parse_subject
    from kernelscope.subjects.operations import operation_of

    subject = parse_subject(word)
    assert isinstance(subject, OperationSubject | PythonFile)  # `loaded_as` gives no other word
    operation = operation_of(subject)
    with VirtualBench(resolve(device).spec) as bench:
        chosen = operation.case(case).on(bench.tensors_on)
        for number, (name, place) in enumerate(zip(pairs[::2], pairs[1::2], strict=True)):
            (implementation,) = operation.select([name])
            counted = _counted(bench, operation, implementation, chosen)
            write_pickle(Path(folder) / str(number), counted)
            if counted.launches or counted.operators:
                write_pickle(Path(place), counted)


def _counted(
    bench: VirtualBench, operation: Operation, implementation: Implementation, case: Case
) -> Counted:
    from kernelscope.jobs.inspections_cache import digest_of, users_modules

    try:
        bench.run(implementation, *operation.inputs_of(case))
    except Exception as error:  # noqa: BLE001  (an implementation may raise anything)
        known = isinstance(error, KernelscopeError)
        return Counted(reason=str(error).partition("\n")[0] if known else in_a_line(error))
    bench.keep(implementation)
    seen = bench.observe([implementation], operation, case)[implementation.name]
    sources = {(launch.kernel_source or "").rpartition(":")[0] for launch in seen.launches}
    files = {file: digest_of(file) for file in {*sources, *users_modules()} if file}
    return Counted(seen.launches, seen.operators, files=files)


if __name__ == "__main__":
    # Its own name is `__main__` here, and pickles must say where `Counted` is.
    from kernelscope.jobs.counting_process import main

    os.nice(_NICE)
    try:
        main(*sys.argv[1:])
    except KernelscopeError as error:
        sys.exit(str(error))
