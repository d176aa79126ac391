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
from kernelscope.jobs.counted_call import FAILED
from kernelscope.jobs.profile import Options, profile_target
from kernelscope.jobs.profile_result import ProfileResult, result_of
from kernelscope.jobs.subjects import kind_of, parts_of
from kernelscope.profiling.captured import Captured
from kernelscope.profiling.counters import ncu
from kernelscope.profiling.counters.as_launches import Counted, as_launches
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
    parts = [("", target)] if script else parts_of(target)
    notes: list[str] = []
    if where.kind == "cuda":
        refusal = ncu.refusal()
        if refusal:
            found = ncu.Gathered(notes=(refusal,))
        elif script:
            found = _script_by_ncu([*(["-m"] if module else []), target, *argv])
        else:
            found = _operation_by_ncu(target, options.case, [name for name, _ in parts])
        if found.kernels or (found.exit_code and script):  # it ran: not a second time
            result = result_of(target, where, Captured(), found.exit_code if script else 0)
            ended = _with_kernels(result, found.kernels, found.notes)
            counted_there = () if script else _on_virtual_gpu(target, where, options.case)
            return _diagnosed(ended, where, counted_there)
        notes += found.notes
    results = [
        (name, profile_target(one, argv, device=device, module=module, options=options))
        for name, one in parts
    ]
    kernels = [one for name, result in results for one in _kernels(result.record, where, name)]
    if where.kind == "virtual":
        notes += _uncounted(results)
    joined = _joined(target, [result for _, result in results], kernels, notes)
    if where.kind == "virtual":
        return joined
    beside = () if script else _on_virtual_gpu(target, where, options.case)
    whole = filled(kernels, [one for one, _ in beside])
    return _diagnosed(_with_kernels(joined, whole), where, beside)


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


def _script_by_ncu(words: Sequence[str]) -> ncu.Gathered:
    with tempfile.TemporaryDirectory(prefix="kernelscope-") as folder:
        return ncu.gather([sys.executable, *words], Path(folder))


def _operation_by_ncu(target: str, case: str, names: Sequence[str]) -> ncu.Gathered:
    """All implementations in one process; where one takes it down, the rest in another."""
    kernels: list[KernelCounters] = []
    notes: list[str] = []
    done: list[str] = []
    while True:
        with tempfile.TemporaryDirectory(prefix="kernelscope-") as folder:
            told = Path(folder) / "told.txt"
            words = ["-m", "kernelscope.jobs.counted_call", target, case, str(told), *done]
            program = [sys.executable, *words]
            found = ncu.gather(program, Path(folder), from_start=False, quiet=True)
            lines = told.read_text(encoding="utf-8").splitlines() if told.exists() else []
        begun, failures = _heard(lines)
        kernels += found.kernels
        notes += failures
        crashed = found.exit_code and lines and not lines[-1].startswith(FAILED)
        notes += [f"{begun[-1]}: {note}" for note in found.notes] if crashed else found.notes
        done += begun
        if not found.exit_code or not begun or len(done) >= len(names):
            break
    if kind_of(target) == "example":
        kernels = [replace(one, implementation="") for one in kernels]
    return ncu.Gathered(tuple(kernels), tuple(dict.fromkeys(notes)))


def _heard(lines: Sequence[str]) -> tuple[list[str], list[str]]:
    """What `counted_call` began, and why what failed did."""
    begun: list[str] = []
    failures: list[str] = []
    for line in lines:
        if line.startswith(FAILED):
            failures.append(f"{begun[-1]}: {line.removeprefix(FAILED)}")
        else:
            begun.append(line)
    return begun, failures


def _on_virtual_gpu(target: str, where: Device, case: str) -> Sequence[Counted]:
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
    if not isinstance(found, Profile):
        return ()
    return list(zip(found.kernels, _own(found), strict=True))


def _own(record: Profile) -> list[LaunchRecord]:
    return [launch for launch in record.launches if not launch.trial]


def _with_kernels(
    result: ProfileResult, kernels: Sequence[KernelCounters], notes: Sequence[str] = ()
) -> ProfileResult:
    record = result.record
    kept = replace(record, kernels=tuple(kernels), notes=(*record.notes, *notes))
    return replace(result, record=kept)


def _diagnosed(result: ProfileResult, where: Device, beside: Sequence[Counted]) -> ProfileResult:
    """What the rules find in the kernels that were counted, each implementation by itself."""
    record = result.record
    launches = as_launches(record.kernels, where.spec, beside)
    by_owner: dict[str, list[LaunchRecord]] = {}
    for one, launch in zip(record.kernels, launches, strict=True):
        by_owner.setdefault(one.implementation, []).append(launch)
    findings = [
        replace(one, message=f"{owner}: {one.message}") if owner else one
        for owner, own in by_owner.items()
        for one in find(Evidence(where.spec, own))
    ]
    ordered = sorted(findings, key=lambda one: -(one.estimated_gain or 0.0))
    whole = replace(record, launches=launches, findings=(*record.findings, *ordered))
    return replace(result, record=whole)


def _kernels(record: Profile, where: Device, implementation: str) -> list[KernelCounters]:
    found = [_of_launch(one, where) for one in _own(record)]
    return [replace(one, implementation=implementation) for one in found]


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
        findings=tuple(one for record in records for one in record.findings),
        kernels=tuple(kernels),
        notes=tuple(dict.fromkeys(notes)),
    )
    return replace(results[0], record=whole)
