"""`kernelscope diff` and `ks.diff`: two kernels, what changed in meaning, and what it costs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from os import PathLike as Path_
from os import fspath
from pathlib import Path

from kernelscope.devices.resolve import resolve
from kernelscope.errors import KernelscopeError, UsageError
from kernelscope.hardware import GPUSpec
from kernelscope.inside.diff import NO_CHANGE, Side, compare_kernels
from kernelscope.jobs import environment
from kernelscope.jobs.inspect import inspect
from kernelscope.record import (
    CompileDiff,
    InspectedKernel,
    Inspection,
    KernelDiff,
    load,
)
from kernelscope.results.diff import DiffResult
from kernelscope.results.inspection import InspectionResult

__all__ = ["diff"]

Subject = str | Path_[str] | InspectionResult


def diff(
    a: Subject, b: Subject, *, device: str = "auto", case: str = "", kernel: str = ""
) -> DiffResult:
    """What changed from one kernel to another at every stage, in meaning and not in text.

    Args:
        a: what `inspect` takes, with a device or options of Triton behind an @:
            "gelu/triton@num_warps=4", "matmul/triton@virtual:a100", "new.py", "old.ptx"; or what
            `inspect` returned; or a record that it saved (`.json`), made with another version of a
            compiler or of the source.
        b: the same, after the change.
        device: where none stands behind an @.
        case: other values of an operation's axes, as text: "n=16384,dtype=float16".
        kernel: of several kernels, the one of this name.

    Raises:
        UsageError: there is no such subject or kernel, or an option that no kernel took.
        RecordError: a record that is none of `inspect`'s.
    """
    one, two = (_only(_inspected(subject, device, case), kernel) for subject in (a, b))
    pairs, notes = _pairs(one.kernels, two.kernels)
    overall = _overall(one.kernels, two.kernels) if _is_all(one) and _is_all(two) else ""
    if not pairs and not overall:
        raise UsageError(f"{_label(one)} and {_label(two)} share no kernel; {'; '.join(notes)}")
    specs = [_spec(side.device) for side in (one, two)]
    kernels = tuple(
        compare_kernels(Side(x, one.device, specs[0]), Side(y, two.device, specs[1]))
        for x, y in pairs
    )
    most = max(kernels, key=_weight, default=KernelDiff("", ""))
    return DiffResult(
        CompileDiff(
            _label(one, a),
            _label(two, b),
            _headline(kernels, most, overall),
            most.stages,
            most.counters,
            most.time,
            kernels,
            (*_other_work(one.subject, two.subject), *notes),
            environment.command(),
            environment.now(),
        )
    )


def _weight(one: KernelDiff) -> tuple[float, int]:
    """How much a pair changed: its time, else how many things."""
    moved = 0.0 if one.time is None else abs(one.time.b_us - one.time.a_us)
    return moved, len(one.changes)


def _headline(kernels: Sequence[KernelDiff], most: KernelDiff, overall: str) -> str:
    if len(kernels) == 1 and not overall:
        return most.headline
    changed = [k for k in kernels if not k.headline.startswith(NO_CHANGE)]
    if not changed:
        return overall or NO_CHANGE
    count = f"{len(changed)} of {len(kernels)} kernels changed" if len(kernels) > 1 else ""
    told = [overall, count, f"most in {most.kernel}: {most.headline}"]
    return "; ".join(text for text in told if text)


def _overall(one: Sequence[InspectedKernel], two: Sequence[InspectedKernel]) -> str:
    """The times of all launches, where there are not the same kernels equally often on both sides.

    Empty where there are, or where a time is not known.
    """
    if sorted((k.name, k.launches) for k in one) == sorted((k.name, k.launches) for k in two):
        return ""
    if len(one) == len(two) == 1 and one[0].launches == two[0].launches:
        return ""
    totals = [_total_us(side) for side in (one, two)]
    if not all(totals):
        return ""
    ratio = totals[1] / totals[0]
    word = "slower" if ratio > 1 else "faster"
    told = [
        f"{_launches(side)} take {us:.4g} µs" for side, us in zip((one, two), totals, strict=True)
    ]
    return (
        f"in all B is {max(ratio, 1 / ratio):.3g}× {word}: {told[0]} in A, {told[1]} in B "
        "(each kernel's first launch, as often as it was launched)"
    )


def _is_all(one: Inspection) -> bool:
    """Whether its kernels are one way of computing, and all of it: none is a library's."""
    library = one.compiled is not None and any(k.kind == "library" for k in one.compiled.kernels)
    return not library and len({kernel.implementation for kernel in one.kernels}) == 1


def _total_us(kernels: Sequence[InspectedKernel]) -> float:
    """Microseconds of all launches; 0 where one was never launched."""
    times = [k.launch.time_us.value if k.launch and k.launch.time_us else 0.0 for k in kernels]
    if not all(times):
        return 0.0
    return sum(us * kernel.launches for us, kernel in zip(times, kernels, strict=True))


def _launches(kernels: Sequence[InspectedKernel]) -> str:
    count = sum(kernel.launches for kernel in kernels)
    return (
        f"{count} launch{'es' * (count != 1)} of {len(kernels)} kernel{'s' * (len(kernels) != 1)}"
    )


def _other_work(one: str, two: str) -> Iterator[str]:
    """That two operations are compared, whose times are of different work."""
    names = [subject.partition("/")[0] for subject in (one, two)]
    if names[0] != names[1]:
        from kernelscope.operation import operation_names  # with torch

        if set(names) <= set(operation_names()):
            yield f"A computes {names[0]} and B {names[1]}: their times are not of the same work"


# ---- what is compared --------------------------------------------------------------------------


def _inspected(subject: Subject, device: str, case: str) -> Inspection:
    if isinstance(subject, InspectionResult):
        return subject.record
    name = str(fspath(subject))
    if name.endswith(".json"):
        record = load(name)
        if not isinstance(record, Inspection):
            raise UsageError(f"{name} is no inspection: make it with `inspect … --json {name}`")
        return record
    bare, where, options = name, device, dict[str, int]()
    if "@" in name and not Path(name).is_file():
        bare, where, options = parse_subject(name, device)
    file, kernel = _kernel_in_file(bare)
    found = inspect(file, device=where, case=case, options=options).only(kernel).record
    for option, value in options.items():
        if all(one.options.get(option) != str(value) for one in found.kernels):
            raise UsageError(
                f"no kernel of {bare} was compiled with {option}={value}: it is an option of "
                "Triton kernels that are launched by `kernel[grid](…)`"
            )
    return found


def _kernel_in_file(subject: str) -> tuple[str, str]:
    """The file and the kernel in "FILE.py:KERNEL"; of an operation in a file, all of it."""
    file, _, name = subject.rpartition(":")
    if not file or not Path(file).is_file() or "/" in name:
        return subject, ""
    from kernelscope.jobs.kernels import holds_operation  # with the compilers

    return (subject, "") if file.endswith(".py") and holds_operation(file) else (file, name)


def parse_subject(text: str, device: str) -> tuple[str, str, dict[str, int]]:
    """The subject, device and options in "SUBJECT@DEVICE@OPTION=VALUE,…".

    Raises UsageError: an unknown option or device, one given twice, a value that is none.
    """
    from kernelscope.frontends.triton.options import OPTIONS  # with what a compiler needs

    subject, *parts = text.split("@")
    options: dict[str, int] = {}
    for part in parts:
        if "=" not in part and part not in OPTIONS:
            resolve(part)
            device = part
            continue
        for setting in part.split(","):
            name, _, value = setting.partition("=")
            if name not in OPTIONS:
                near = get_close_matches(name, OPTIONS, 1)
                remedy = f"did you mean {near[0]}?" if near else f"use {', '.join(OPTIONS)}"
                raise UsageError(f"{setting!r} in {text} is no option: {remedy}")
            if not value.isdecimal() or int(value) == 0:
                raise UsageError(
                    f"{setting!r} in {text} needs a whole number above 0: @{name}={_EXAMPLES[name]}"
                )
            if name in options:
                raise UsageError(f"{text} gives {name} twice")
            options[name] = int(value)
    return subject, device, options


_EXAMPLES = {"num_warps": 8, "num_stages": 3, "num_ctas": 1, "maxnreg": 128}


def _spec(device: str) -> GPUSpec | None:
    """The GPU of a record; None for a real one that this machine does not have."""
    try:
        return resolve(device).spec
    except KernelscopeError:
        return None


def _label(one: Inspection, subject: Subject | None = None) -> str:
    """What is compared, as typed, and on which device."""
    typed = fspath(subject) if isinstance(subject, str | Path_) else one.subject
    return typed if one.device in typed else f"{typed} on {one.device}"


def _only(one: Inspection, kernel: str) -> Inspection:
    return InspectionResult(one).only(kernel).record


def _pairs(
    one: Sequence[InspectedKernel], two: Sequence[InspectedKernel]
) -> tuple[list[tuple[InspectedKernel, InspectedKernel]], list[str]]:
    """Kernels of one implementation and name, else of one name, else a single one that is left."""
    left = [*two]
    partner: dict[int, InspectedKernel] = {}
    for same in (_same_kernel, _same_name):
        for number, kernel in enumerate(one):
            fitting = next((k for k in left if number not in partner and same(kernel, k)), None)
            if fitting is not None:
                partner[number] = fitting
                left.remove(fitting)
    alone = [number for number in range(len(one)) if number not in partner]
    if len(alone) == len(left) == 1:
        partner[alone.pop()] = left.pop()
    pairs = [(one[number], partner[number]) for number in sorted(partner)]
    notes = [f"{one[number].name} is in A alone" for number in alone]
    return pairs, [*notes, *(f"{kernel.name} is in B alone" for kernel in left)]


def _same_kernel(one: InspectedKernel, two: InspectedKernel) -> bool:
    return (one.name, one.implementation) == (two.name, two.implementation)


def _same_name(one: InspectedKernel, two: InspectedKernel) -> bool:
    return one.name == two.name
