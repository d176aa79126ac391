"""`kernelscope profile --counters`: one table of counters, from the best source at hand."""

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
from kernelscope.jobs.counted_call import FAILED
from kernelscope.jobs.cuda_programs import path_on_gpu
from kernelscope.jobs.profile import Options, ProfileResult, profile_target, result_of
from kernelscope.jobs.runs import Callee, parts_of, profilable
from kernelscope.profiling.captured import Captured
from kernelscope.profiling.counters import ncu
from kernelscope.profiling.counters.as_launches import Counted, as_launches, told_apart
from kernelscope.profiling.counters.from_launches import counted, filled, recorded
from kernelscope.record import KernelCounters, LaunchRecord, Profile, load
from kernelscope.record.names import launch_words
from kernelscope.subjects import (
    CudaFile,
    ExampleSubject,
    Executable,
    Program,
    PythonModule,
    Subject,
    refuse_arguments,
    refuse_case,
)


def count_target(
    target: str | Subject,
    argv: Sequence[str] = (),
    *,
    device: str = "auto",
    module: bool = False,
    options: Options | None = None,
) -> ProfileResult:
    """Gather the counters of every kernel of an operation, an example or a script.

    On a GPU they come from Nsight Compute if it may read them, else from CUPTI's records, with the
    virtual GPU's counts added. Without a GPU the virtual GPU counts and estimates. The record's
    notes say why a better source was not used. Arguments and errors are those of `profile_target`;
    Nsight Compute ignores a schedule and stacks.
    """
    options = options or Options()
    where = resolve(device)
    subject = profilable(target, module)
    refuse_arguments(subject, argv)
    refuse_case(subject, options.case)
    notes: list[str] = []
    if where.kind == "cuda":
        gathered = _by_ncu(subject, argv, options.case)
        ran = gathered.kernels or (gathered.exit_code and isinstance(subject, Program))
        if ran:  # not a second time
            code = gathered.exit_code if isinstance(subject, Program) else 0
            result = result_of(str(subject), where, Captured(), code)
            ended = _with_kernels(result, told_apart(gathered.kernels), gathered.notes)
            return _diagnosed(ended, where, _on_virtual_gpu(subject, where, options.case))
        notes += gathered.notes
    parts: Sequence[tuple[str, Subject]]
    parts = [("", subject)] if isinstance(subject, Program) else parts_of(subject)
    results = [
        (name, profile_target(part, argv, device=device, options=options)) for name, part in parts
    ]
    kernels = [
        kernel for name, result in results for kernel in _kernels(result.record, where, name)
    ]
    if where.kind == "virtual":
        notes += _uncounted(results)
    joined = _joined(str(subject), [result for _, result in results], kernels, notes)
    if where.kind == "virtual":
        return joined
    counted_there = _on_virtual_gpu(subject, where, options.case)
    whole = filled(kernels, [kernel for kernel, _ in counted_there])
    return _diagnosed(_with_kernels(joined, whole), where, counted_there)


def _by_ncu(subject: Program | Callee, argv: Sequence[str], case: str) -> ncu.Gathered:
    """Return Nsight Compute's counters, or a note that says why there are none."""
    if refusal := ncu.refusal():
        return ncu.Gathered(notes=(refusal,))
    if isinstance(subject, Program):
        return _program_by_ncu([*_words(subject), *argv])
    return _operation_by_ncu(subject, case, [name for name, _ in parts_of(subject)])


def _uncounted(results: Sequence[tuple[str, ProfileResult]]) -> list[str]:
    """Return a note on PyTorch's own kernels: the CPU computes in their place, uncounted."""
    uncounted = {
        name: sum(span.lane == "device" for span in result.spans) - len(result.record.launches)
        for name, result in results
    }
    total = sum(count for count in uncounted.values() if count > 0)
    if not total:
        return []
    whose = ", ".join(name for name, count in uncounted.items() if name and count > 0)
    who = f"PyTorch's own kernels{f' ({whose})' if whose else ''}"
    why = "on the virtual GPU the CPU computes in their place, and its work is not counted"
    return [f"{total} of {who} are not in the table: {why}"]


def _words(program: Program) -> list[str]:
    """Return the words with which this machine runs a program."""
    match program:
        case CudaFile() | Executable():
            return [path_on_gpu(program)]
        case PythonModule():
            return [sys.executable, "-m", program.name]
        case _:
            return [sys.executable, program.path]


def _program_by_ncu(words: Sequence[str]) -> ncu.Gathered:
    with tempfile.TemporaryDirectory(prefix="kernelscope-") as folder:
        return ncu.gather([*words], Path(folder))


def _operation_by_ncu(subject: Callee, case: str, names: Sequence[str]) -> ncu.Gathered:
    """Run all implementations in one process; if one crashes it, run the others in another."""
    kernels: list[KernelCounters] = []
    notes: list[str] = []
    done: list[str] = []
    while True:
        with tempfile.TemporaryDirectory(prefix="kernelscope-") as folder:
            log = Path(folder) / "log.txt"
            words = ["-m", "kernelscope.jobs.counted_call", str(subject), case, str(log), *done]
            program = [sys.executable, *words]
            gathered = ncu.gather(program, Path(folder), from_start=False, quiet=True)
            lines = log.read_text(encoding="utf-8").splitlines() if log.exists() else []
        begun, failures = _logged(lines)
        kernels += gathered.kernels
        notes += failures
        crashed = gathered.exit_code and lines and not lines[-1].startswith(FAILED)
        notes += [f"{begun[-1]}: {note}" for note in gathered.notes] if crashed else gathered.notes
        done += begun
        if not gathered.exit_code or not begun or len(done) >= len(names):
            break
    if isinstance(subject, ExampleSubject):
        kernels = [replace(kernel, implementation="") for kernel in kernels]
    return ncu.Gathered(tuple(kernels), tuple(dict.fromkeys(notes)))


def _logged(lines: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the names that `counted_call` began, and the reasons of those that failed."""
    begun: list[str] = []
    failures: list[str] = []
    for line in lines:
        if line.startswith(FAILED):
            failures.append(f"{begun[-1]}: {line.removeprefix(FAILED)}")
        else:
            begun.append(line)
    return begun, failures


def _on_virtual_gpu(subject: Program | Callee, where: Device, case: str) -> Sequence[Counted]:
    """Count the same kernels on the virtual GPU of that name, in a process that sees no real one.

    A script's are not counted: it would run twice.
    """
    if isinstance(subject, Program):
        return ()
    with tempfile.TemporaryDirectory(prefix="kernelscope-") as folder:
        record = Path(folder) / "record.json"
        words = ["profile", str(subject), "--counters", "--device", f"virtual:{where.spec.name}"]
        words += ["--json", str(record), *(["--case", case] if case else [])]
        subprocess.run(
            [sys.executable, "-m", "kernelscope", *words],
            env={**os.environ, "CUDA_VISIBLE_DEVICES": ""},
            capture_output=True,
            check=False,
        )
        profiled = load(record) if record.exists() else None
    if not isinstance(profiled, Profile):
        return ()
    return list(zip(profiled.kernels, _own(profiled), strict=True))


def _own(record: Profile) -> list[LaunchRecord]:
    return [launch for launch in record.launches if not launch.trial]


def _with_kernels(
    result: ProfileResult, kernels: Sequence[KernelCounters], notes: Sequence[str] = ()
) -> ProfileResult:
    record = result.record
    kept = replace(record, kernels=tuple(kernels), notes=(*record.notes, *notes))
    return replace(result, record=kept)


def _diagnosed(
    result: ProfileResult, where: Device, counted_there: Sequence[Counted]
) -> ProfileResult:
    """Add what the rules find in the counted kernels, for each implementation separately."""
    record = result.record
    launches = as_launches(record.kernels, where.spec, counted_there)
    by_owner: dict[str, list[LaunchRecord]] = {}
    for kernel, launch in zip(record.kernels, launches, strict=True):
        by_owner.setdefault(kernel.implementation, []).append(launch)
    findings = [
        replace(finding, message=f"{owner}: {finding.message}") if owner else finding
        for owner, own in by_owner.items()
        for finding in find(Evidence(where.spec, own))
    ]
    ordered = sorted(findings, key=lambda finding: -(finding.estimated_gain or 0.0))
    whole = replace(record, launches=launches, findings=(*record.findings, *ordered))
    return replace(result, record=whole)


def _kernels(record: Profile, where: Device, implementation: str) -> list[KernelCounters]:
    launches = _own(record)
    return [
        replace(_of_launch(launch, where), implementation=implementation, words=words)
        for launch, words in zip(launches, launch_words(launches), strict=True)
    ]


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
    """Join the results of all parts; the timeline is the first part's, as each starts its own."""
    records = [result.record for result in results]
    notes = [*notes, *(note for record in records for note in record.notes)]
    whole = replace(
        records[0],
        target=target,
        exit_code=next((record.exit_code for record in records if record.exit_code), 0),
        operators=tuple(operator for record in records for operator in record.operators),
        stretches=tuple(stretch for record in records for stretch in record.stretches),
        launches=tuple(launch for record in records for launch in record.launches),
        findings=tuple(finding for record in records for finding in record.findings),
        kernels=tuple(kernels),
        notes=tuple(dict.fromkeys(notes)),
    )
    return replace(results[0], record=whole)
