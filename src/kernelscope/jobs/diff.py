"""`kernelscope diff` and `ks.diff`: two kernels, what changed in meaning, and what it costs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from os import PathLike as Path_
from os import fspath
from pathlib import Path

from kernelscope._files import PathLike
from kernelscope.devices.resolve import resolve
from kernelscope.errors import KernelscopeError, UsageError, unknown
from kernelscope.hardware import GPUSpec
from kernelscope.inside.diff import NO_CHANGE, Side, compare_kernels
from kernelscope.jobs import environment
from kernelscope.jobs.inspect import InspectionResult, inspect
from kernelscope.record import (
    CompileDiff,
    InspectedKernel,
    Inspection,
    KernelDiff,
    load,
    save,
)
from kernelscope.report import diff as view
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


@dataclass(frozen=True, slots=True)
class DiffResult:
    """What changed, and its views."""

    record: CompileDiff

    @property
    def headline(self) -> str:
        """One sentence: which change explains the time."""
        return self.record.headline

    @property
    def kernels(self) -> tuple[KernelDiff, ...]:
        """Each pair of kernels."""
        return self.record.kernels

    def table(self, width: int = 80) -> str:
        """The terminal's output as plain text."""
        return view.text(self.record, width)

    def save(self, path: PathLike) -> Path:
        """The record as JSON, from which `kernelscope.load` makes it again."""
        return save(self.record, path)


def diff(
    a: Subject, b: Subject, *, device: str = "auto", case: str = "", kernel: str = ""
) -> DiffResult:
    """Compare two kernels at every stage, in meaning and not in text.

    Args:
        a: what `inspect` takes, if wanted with a device or options of Triton after an @:
            "gelu/triton@num_warps=4", "matmul/triton@virtual:a100", "new.py", "old.ptx". Or what
            `inspect` returned; or a record that it saved (`.json`), perhaps with another version
            of a compiler or of the source.
        b: the same, after the change.
        device: the GPU if none is named after an @.
        case: other values of an operation's axes, as text: "n=16384,dtype=float16".
        kernel: only the kernel of this name, if there are several.

    Raises:
        UsageError: there is no such subject or kernel, or an option that no kernel took.
        RecordError: a record that `inspect` did not make.
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
    """Return how much a pair changed: in time, else in the number of changes."""
    moved = 0.0 if one.time is None else abs(one.time.b_us - one.time.a_us)
    return moved, len(one.changes)


def _headline(kernels: Sequence[KernelDiff], most: KernelDiff, overall: str) -> str:
    if len(kernels) == 1 and not overall:
        return most.headline
    changed = [k for k in kernels if not k.headline.startswith(NO_CHANGE)]
    if not changed:
        return overall or NO_CHANGE
    count = f"{len(changed)} of {len(kernels)} kernels changed" if len(kernels) > 1 else ""
    parts = [overall, count, f"most in {most.kernel}: {most.headline}"]
    return "; ".join(part for part in parts if part)


def _overall(one: Sequence[InspectedKernel], two: Sequence[InspectedKernel]) -> str:
    """Return a sentence on the times of all launches.

    "" if both sides launch the same kernels equally often, or if a time is unknown.
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
    sides = [
        f"{_launches(side)} take {us:.4g} µs" for side, us in zip((one, two), totals, strict=True)
    ]
    return (
        f"in all B is {max(ratio, 1 / ratio):.3g}× {word}: {sides[0]} in A, {sides[1]} in B "
        "(each kernel's first launch, as often as it was launched)"
    )


def _is_all(one: Inspection) -> bool:
    """Return whether the kernels are one implementation, whole: none is a library's."""
    library = one.compiled is not None and any(k.kind == "library" for k in one.compiled.kernels)
    return not library and len({kernel.implementation for kernel in one.kernels}) == 1


def _total_us(kernels: Sequence[InspectedKernel]) -> float:
    """Return the microseconds of all launches; 0 if a kernel was never launched."""
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
    """Yield a note if two operations are compared: their times are of different work."""
    names = [subject.partition("/")[0] for subject in (one, two)]
    if names[0] != names[1]:
        from kernelscope.operation import operation_names

        if set(names) <= set(operation_names()):
            yield f"A computes {names[0]} and B {names[1]}: their times are not of the same work"


# ---- what is compared --------------------------------------------------------------------------


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
    found = inspect(parsed, device=device, case=case, options=options).only(kernel).record
    for option, value in options.items():
        if all(one.options.get(option) != str(value) for one in found.kernels):
            raise UsageError(
                f"no kernel of {word} was compiled with {option}={value}: it is an option of "
                "Triton kernels that are launched by `kernel[grid](…)`"
            )
    return found


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


def _label(one: Inspection, subject: Subject | None = None) -> str:
    """Return the side's name: the subject as typed, and its device."""
    typed = fspath(subject) if isinstance(subject, str | Path_) else one.subject
    return typed if one.device in typed else f"{typed} on {one.device}"


def _only(one: Inspection, kernel: str) -> Inspection:
    return InspectionResult(one).only(kernel).record


def _pairs(
    one: Sequence[InspectedKernel], two: Sequence[InspectedKernel]
) -> tuple[list[tuple[InspectedKernel, InspectedKernel]], list[str]]:
    """Pair kernels of one implementation and name, else of one name, else the two that are left."""
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
    notes = [f"{one[number].name} is only in A" for number in alone]
    return pairs, [*notes, *(f"{kernel.name} is only in B" for kernel in left)]


def _same_kernel(one: InspectedKernel, two: InspectedKernel) -> bool:
    return (one.name, one.implementation) == (two.name, two.implementation)


def _same_name(one: InspectedKernel, two: InspectedKernel) -> bool:
    return one.name == two.name
