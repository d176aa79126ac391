"""`kernelscope diff` and `ks.diff`: the changes of meaning between two kernels, and their cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from operator import attrgetter
from os import PathLike as Path_
from os import fspath
from pathlib import Path

from kernelscope.devices.resolve import resolve
from kernelscope.errors import KernelscopeError, UsageError, unknown
from kernelscope.hardware import GPUSpec
from kernelscope.hardware.known_error import told_apart
from kernelscope.history.limits import parse_limits
from kernelscope.history.regressions import compare_records
from kernelscope.inside.diff import NO_CHANGE, Side, compare_kernels, compared
from kernelscope.jobs import environment
from kernelscope.jobs.inspect import inspect
from kernelscope.quantity import Quantity, format_count, summed
from kernelscope.record import (
    CompileDiff,
    FigureChange,
    InspectedKernel,
    Inspection,
    KernelDiff,
    load,
)
from kernelscope.record.names import launch_words
from kernelscope.results.kernels import DiffResult, InspectionResult
from kernelscope.subjects import (
    CubinFile,
    CudaFile,
    Openable,
    PtxFile,
    PythonFile,
    RecordFile,
    openable,
    parse_subject,
)

__all__ = ["diff"]

Subject = str | Path_[str] | InspectionResult


def diff(
    a: Subject,
    b: Subject,
    *,
    device: str = "auto",
    case: str = "",
    kernel: str = "",
    fail_over: str = "",
) -> DiffResult:
    """Compare two kernels at every stage, in meaning and not in text.

    Args:
        a: a subject as for `inspect`, optionally with a device or Triton options after an @:
            "gelu/triton@num_warps=4", "matmul/triton@virtual:a100", "new.py", "old.ptx". Or what
            `inspect` returned; or a record that it saved (`.json`), perhaps with another version
            of a compiler or of the source.
        b: the same, after the change.
        device: the GPU if none is named after an @.
        case: other values of an operation's axes, as text: "n=16384,dtype=float16".
        kernel: only the kernel of this name, if there are several.
        fail_over: limits for B's figures, "time=3%,bytes=0,registers=+8"; figures over
            them are in `.regressions`.

    Raises:
        UsageError: there is no such subject or kernel, or an option that no kernel took.
        RecordError: a record that `inspect` did not make.
    """
    if fail_over:
        parse_limits(fail_over)  # before anything is compiled
    opened = (InspectionResult(_inspected(subject, device, case)) for subject in (a, b))
    before, after = (result.only(kernel).record for result in opened)
    pairs, notes = _pairs(before.kernels, after.kernels)
    overall = _overall(before.kernels, after.kernels) if _is_all(before) and _is_all(after) else ""
    if not pairs and not overall:
        raise UsageError(
            f"{_label(before)} and {_label(after)} share no kernel; {'; '.join(notes)}"
        )
    specs = [_spec(side.device) for side in (before, after)]
    kernels = tuple(
        compare_kernels(Side(x, before.device, specs[0]), Side(y, after.device, specs[1]))
        for pair in pairs
        for x, y in _by_launch(*pair)
    )
    most = max(kernels, key=_weight, default=KernelDiff("", ""))
    return DiffResult(
        CompileDiff(
            _label(before, a),
            _label(after, b),
            _headline(kernels, most, overall),
            most.stages,
            most.counters,
            most.time,
            most.lines,
            kernels,
            (
                *_other_work(before.subject, after.subject),
                *notes,
                *(note for pair in pairs for note in _not_compared(*pair)),
            ),
            **environment.stamp(),
            limits=fail_over,
            over=_over(before, after, fail_over),
        )
    )


def _over(before: Inspection, after: Inspection, fail_over: str) -> tuple[FigureChange, ...]:
    """Return what moved by more than the limits; () without limits."""
    if not fail_over:
        return ()
    return compare_records(before, after, fail_over, ("A", "B"), same_subject=False).changes


def _weight(pair: KernelDiff) -> tuple[float, int]:
    """Return how much a pair changed: in time, else in the number of changes."""
    moved = 0.0 if pair.time is None else abs(pair.time.b_us - pair.time.a_us)
    return moved, len(pair.changes)


def _headline(kernels: Sequence[KernelDiff], most: KernelDiff, overall: str) -> str:
    """Return the sentence on all launches, else on the kernel whose time changed most."""
    changed = [k for k in kernels if not k.headline.startswith(NO_CHANGE)]
    if overall or len(kernels) == 1:
        return overall or most.headline
    return f"{most.kernel}: {most.headline}" if changed else NO_CHANGE


def _overall(before: Sequence[InspectedKernel], after: Sequence[InspectedKernel]) -> str:
    """Return a sentence on the number of launches and on their time.

    "" if both sides launch the same kernels equally often, or if a time is unknown.
    """
    if sorted((k.name, k.launches) for k in before) == sorted((k.name, k.launches) for k in after):
        return ""
    if len(before) == len(after) == 1 and before[0].launches == after[0].launches:
        return ""
    a, b = (_total(side) for side in (before, after))
    if a is None or b is None:
        return ""
    launches = " → ".join(dict.fromkeys(map(_launches, (before, after))))
    return (
        f"{launches}, so {compared(a.value, b.value, sure=told_apart(a, b))} in all "
        f"({a.value:.4g} → {b.value:.4g} µs)"
    )


def _is_all(inspection: Inspection) -> bool:
    """Return whether the kernels are one implementation, whole: none is a library's."""
    library = inspection.compiled is not None and any(
        k.kind == "library" for k in inspection.compiled.kernels
    )
    return not library and len({kernel.implementation for kernel in inspection.kernels}) == 1


def _total(kernels: Sequence[InspectedKernel]) -> Quantity | None:
    """Return the time of all launches; None if a kernel was never launched.

    A record of an earlier version has only the time of each kernel's first launch.
    """
    times: list[Quantity | None] = []
    for kernel in kernels:
        first = kernel.launch.time_us if kernel.launch else None
        times += [first] * kernel.launches if kernel.time_us is None else [kernel.time_us]
    return summed(times)


def _launches(kernels: Sequence[InspectedKernel]) -> str:
    launches = format_count(sum(kernel.launches for kernel in kernels), "launch", "es")
    return f"{launches} of {format_count(len(kernels), 'kernel')}"


def _other_work(before: str, after: str) -> Iterator[str]:
    """Yield a note if two operations are compared: their times are of different work."""
    names = [subject.partition("/")[0] for subject in (before, after)]
    if names[0] != names[1]:
        from kernelscope.operation import operation_names

        if set(names) <= set(operation_names()):
            yield f"A computes {names[0]} and B {names[1]}: their times are for different work"


# ---- the two sides -----------------------------------------------------------------------------


def _inspected(subject: Subject, device: str, case: str) -> Inspection:
    if isinstance(subject, InspectionResult):
        return subject.record
    word, options = str(fspath(subject)), dict[str, int]()
    if "@" in word and not Path(word).is_file():
        word, device, options = parse_variant(word, device)
    parsed, kernel = _with_kernel(word)
    if isinstance(parsed, RecordFile):
        record = load(parsed.path)
        if not isinstance(record, Inspection):
            raise UsageError(
                f"{parsed} is not an inspection: make one with `inspect … --json {parsed}`"
            )
        return record
    inspection = inspect(parsed, device=device, case=case, options=options).only(kernel).record
    for option, value in options.items():
        if all(k.options.get(option) != str(value) for k in inspection.kernels):
            raise UsageError(
                f"no kernel of {word} was compiled with {option}={value}: it is an option of "
                "Triton kernels that are launched by `kernel[grid](…)`"
            )
    return inspection


def _with_kernel(word: str) -> tuple[Openable | RecordFile, str]:
    """Return the subject and the kernel in "FILE:KERNEL"; the kernel is "" without one.

    In "FILE.py:NAME", NAME is an operation if the file defines any.
    """
    file, _, name = word.rpartition(":")
    if file and Path(file).is_file() and "/" not in name:
        match parse_subject(file):
            case PtxFile() | CubinFile() | CudaFile() as code:
                return code, name
            case PythonFile() as script:
                from kernelscope.subjects.operations import holds_operation  # with the compilers

                if not holds_operation(script):
                    return script, name
            case _:
                pass
    subject = parse_subject(word)
    return (subject if isinstance(subject, RecordFile) else openable(subject, "diff")), ""


def parse_variant(text: str, device: str) -> tuple[str, str, dict[str, int]]:
    """Return the subject, device and options of "SUBJECT@DEVICE@OPTION=VALUE,…".

    Raises UsageError: an unknown option or device, one given twice, or an invalid value.
    """
    from kernelscope.frontends.triton.options import OPTIONS  # with what a compiler needs

    subject, *parts = text.split("@")
    options: dict[str, int] = {}
    for part in parts:
        if "=" not in part and part not in OPTIONS:
            device = resolve(part).name
            continue
        for setting in part.split(","):
            name, _, value = setting.partition("=")
            if name not in OPTIONS:
                raise unknown(f"{text}: option", name, OPTIONS)
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
    """Return the GPU of a record; None for a real GPU that this machine does not have."""
    try:
        return resolve(device).spec
    except KernelscopeError:
        return None


def _label(inspection: Inspection, subject: Subject | None = None) -> str:
    """Return the side's name: the subject as typed, and its device."""
    typed = fspath(subject) if isinstance(subject, str | Path_) else inspection.subject
    return typed if inspection.device in typed else f"{typed} on {inspection.device}"


def _pairs(
    before: Sequence[InspectedKernel], after: Sequence[InspectedKernel]
) -> tuple[list[tuple[InspectedKernel, InspectedKernel]], list[str]]:
    """Pair kernels of one implementation and title, else name; of one name; the two left over."""
    left = [*after]
    partner: dict[int, InspectedKernel] = {}
    for names in (("name", "implementation", "title"), ("name", "implementation"), ("name",)):
        key = attrgetter(*names)
        for number, kernel in enumerate(before):
            alike = (k for k in left if number not in partner and key(kernel) == key(k))
            fitting = next(alike, None)
            if fitting is not None:
                partner[number] = fitting
                left.remove(fitting)
    alone = [number for number in range(len(before)) if number not in partner]
    if len(alone) == len(left) == 1:
        partner[alone.pop()] = left.pop()
    pairs = [(before[number], partner[number]) for number in sorted(partner)]
    notes = [f"{before[number].shown_name} is only in A" for number in alone]
    return pairs, [*notes, *(f"{kernel.shown_name} is only in B" for kernel in left)]


def _by_launch(
    before: InspectedKernel, after: InspectedKernel
) -> Iterator[tuple[InspectedKernel, InspectedKernel]]:
    """Yield the two kernels, then each of their later launches that did something else.

    These are paired in their order, and have no stages: the code is that of the first.
    """
    sides = [_each_launch(kernel) for kernel in (before, after)]
    if len(sides[0]) == len(sides[1]):
        yield from zip(*sides, strict=True)
    else:
        yield before, after


def _each_launch(kernel: InspectedKernel) -> list[InspectedKernel]:
    if kernel.launch is None or not kernel.others:
        return [kernel]
    launches = [kernel.launch, *kernel.others]
    named = [
        replace(kernel, launch=launch, title=", ".join(filter(None, (kernel.shown_name, words))))
        for launch, words in zip(launches, launch_words(launches), strict=True)
    ]
    bare = [replace(own, stages={}, accesses=(), decisions=()) for own in named[1:]]
    return [named[0], *bare]


def _not_compared(before: InspectedKernel, after: InspectedKernel) -> Iterator[str]:
    """Yield a note if launches of a pair have no partner."""
    counts = [1 + len(kernel.others) for kernel in (before, after)]
    if counts[0] != counts[1]:
        yield (
            f"{before.shown_name}: {counts[0]} launches in A and {counts[1]} in B did different "
            "things; the first of each side are compared"
        )
