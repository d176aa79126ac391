"""`kernelscope profile --counters`: one table of counters, from the best source that there is."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from kernelscope.devices.resolve import Device, resolve
from kernelscope.diagnose import Evidence, find
from kernelscope.errors import UsageError
from kernelscope.jobs.profile import Options, profile_target
from kernelscope.jobs.profile_result import ProfileResult, result_of
from kernelscope.jobs.subjects import kind_of, parts_of
from kernelscope.profiling.captured import Captured
from kernelscope.profiling.counters import ncu
from kernelscope.profiling.counters.from_launches import counted, filled, recorded
from kernelscope.record import KernelCounters, LaunchRecord, Profile, load


def count_target(
    target: str,
    argv: Sequence[str] = (),
    *,
    device: str = "auto",
    module: bool = False,
    options: Options | None = None,
) -> ProfileResult:
    """Counters of every kernel of an operation's implementations, an example or a script.

    On a GPU they are Nsight Compute's if it may read them, else CUPTI's records with the virtual
    GPU's counts beside them; without a GPU the virtual one counts and estimates. The record's
    notes say why a better source was not used.

    Args:
        target: as for `profile_target`.
        argv: the script's own arguments.
        device: auto, cuda, virtual, virtual:NAME.
        module: `target` names a module.
        options: of a profile; Nsight Compute has no use for a schedule or stacks.

    Raises:
        UsageError: there is no such target, or its name means two things.
        UnavailableError: the device asked for is not here.
    """
    options = options or Options()
    where = resolve(device)
    script = module or kind_of(target) == "script"
    if argv and not script:
        raise UsageError(f"{target} is no script and takes no arguments: {' '.join(argv)}")
    if script:
        words = ["-m", target] if module else [target]
        programs = [("", target, [sys.executable, *words, *argv])]
    else:
        programs = [(*part, _call(part[1], options.case)) for part in parts_of(target)]
    notes: list[str] = []
    if where.kind == "cuda":
        result = _by_ncu(target, programs, where, quiet=not script)
        if result.record.kernels:
            return result
        notes += result.record.notes
        if result.record.exit_code and script:  # it ran, and ended so: not a second time
            return result
    results = [
        (name, profile_target(one, argv, device=device, module=module, options=options))
        for name, one, _ in programs
    ]
    kernels = [one for name, result in results for one in _kernels(result.record, where, name)]
    if where.kind == "cuda" and not script:
        kernels = filled(kernels, _on_virtual_gpu(target, where, options.case))
    if where.kind == "virtual":
        notes += _uncounted(results)
    return _joined(target, [result for _, result in results], kernels, notes)


def _uncounted(results: Sequence[tuple[str, ProfileResult]]) -> list[str]:
    """PyTorch's own kernels are not there to be counted: the CPU computes in their place."""
    apart = {
        name: sum(span.lane == "device" for span in result.spans) - len(result.record.launches)
        for name, result in results
    }
    total = sum(more for more in apart.values() if more > 0)
    if not total:
        return []
    whose = ", ".join(name for name, more in apart.items() if name and more > 0)
    who = f"PyTorch's own kernels{f' ({whose})' if whose else ''}"
    why = "on the virtual GPU the CPU computes in their place, and nothing of it is counted"
    return [f"{total} of {who} are not in the table: {why}"]


def _call(target: str, case: str) -> list[str]:
    return [sys.executable, "-m", "kernelscope.jobs.counted_call", target, case]


def _by_ncu(
    target: str, programs: Sequence[tuple[str, str, list[str]]], where: Device, quiet: bool
) -> ProfileResult:
    """Each program under Nsight Compute, one after the other: none stops the rest."""
    kernels: list[KernelCounters] = []
    notes: list[str] = []
    code = 0
    if refusal := ncu.refusal():
        return result_of(target, where, Captured(), notes=[refusal])
    for name, _, program in programs:
        with tempfile.TemporaryDirectory(prefix="kernelscope-") as folder:
            found = ncu.gather(program, Path(folder), from_start=not quiet, quiet=quiet)
        kernels += [replace(one, implementation=name) for one in found.kernels]
        notes += [f"{name}: {note}" if name else note for note in found.notes]
        if not quiet:
            code = found.exit_code
    result = result_of(target, where, Captured(), code, list(dict.fromkeys(notes)))
    return replace(result, record=replace(result.record, kernels=tuple(kernels)))


def _on_virtual_gpu(target: str, where: Device, case: str) -> Sequence[KernelCounters]:
    """The same kernels on the virtual GPU of the same name, in a process that sees no real one."""
    with tempfile.TemporaryDirectory(prefix="kernelscope-") as folder:
        record = Path(folder) / "record.json"
        words = ["profile", target, "--counters", "--device", f"virtual:{where.spec.name}"]
        words += ["--json", str(record), *(["--case", case] if case else [])]
        subprocess.run(
            [sys.executable, "-m", "kernelscope", *words],
            env={**os.environ, "CUDA_VISIBLE_DEVICES": ""},
            capture_output=True,
            check=False,
        )
        found = load(record) if record.exists() else None
    return found.kernels if isinstance(found, Profile) else ()


def _kernels(record: Profile, where: Device, implementation: str) -> list[KernelCounters]:
    own = [launch for launch in record.launches if not launch.trial]
    return [replace(_of_launch(one, where), implementation=implementation) for one in own]


def _of_launch(launch: LaunchRecord, where: Device) -> KernelCounters:
    if where.kind == "cuda":
        return recorded(launch, where.spec)
    return counted(launch, where.spec, find(Evidence(where.spec, (launch,))))


def _joined(
    target: str,
    results: Sequence[ProfileResult],
    kernels: Sequence[KernelCounters],
    notes: Sequence[str],
) -> ProfileResult:
    """The kernels of all; the timeline is the first one's, for each begins its own."""
    records = [result.record for result in results]
    notes = [*notes, *(note for record in records for note in record.notes)]
    whole = replace(
        records[0],
        target=target,
        exit_code=next((one.exit_code for one in records if one.exit_code), 0),
        operators=tuple(one for record in records for one in record.operators),
        stretches=tuple(one for record in records for one in record.stretches),
        launches=tuple(one for record in records for one in record.launches),
        kernels=tuple(kernels),
        notes=tuple(dict.fromkeys(notes)),
    )
    return replace(results[0], record=whole)
