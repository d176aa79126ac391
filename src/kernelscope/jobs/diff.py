"""`kernelscope diff` and `ks.diff`: two kernels, what changed in meaning, and what it costs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from os import PathLike as Path_
from os import fspath
from pathlib import Path

from kernelscope._files import PathLike
from kernelscope.devices.resolve import resolve
from kernelscope.errors import UsageError
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
from kernelscope.stages.diff import compare_kernels

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
    one, two = (_inspected(subject, device, case) for subject in (a, b))
    pairs, notes = _pairs(_only(one, kernel), _only(two, kernel))
    if not pairs:
        raise UsageError(f"{_label(one)} and {_label(two)} share no kernel; {'; '.join(notes)}")
    devices = one.device, two.device
    kernels = tuple(compare_kernels(first, second, devices) for first, second in pairs)
    most = max(kernels, key=_weight)
    return DiffResult(
        CompileDiff(
            _label(one, a),
            _label(two, b),
            most.headline if len(kernels) == 1 else _headline(kernels, most),
            most.stages,
            most.counters,
            most.time,
            kernels,
            tuple(notes),
            environment.command(),
            environment.now(),
        )
    )


def _weight(one: KernelDiff) -> tuple[float, int]:
    """How much a pair changed: its time, else how many things."""
    moved = 0.0 if one.time is None else abs(one.time.b_us - one.time.a_us)
    return moved, len(one.changes)


def _headline(kernels: Sequence[KernelDiff], most: KernelDiff) -> str:
    changed = [k for k in kernels if k.headline != "no change in meaning"]
    if not changed:
        return "no change in meaning"
    count = f"{len(changed)} of {len(kernels)} kernels changed"
    return f"{count}; most in {most.kernel}: {most.headline}"


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
    bare, where, options = parse_subject(name, device) if "@" in name else (name, device, {})
    found = inspect(bare, device=where, case=case, options=options).record
    for option, value in options.items():
        if all(one.options.get(option) != str(value) for one in found.kernels):
            raise UsageError(
                f"no kernel of {bare} was compiled with {option}={value}: it is an option of "
                "Triton kernels that are launched by `kernel[grid](…)`"
            )
    return found


def parse_subject(text: str, device: str) -> tuple[str, str, dict[str, int]]:
    """The subject, device and options in "SUBJECT@DEVICE@OPTION=VALUE,…".

    Raises UsageError: an unknown option or device, or a value that is no whole number.
    """
    from kernelscope.frontends.triton_options import OPTIONS  # with what a compiler needs

    subject, *parts = text.split("@")
    options: dict[str, int] = {}
    for part in parts:
        if "=" not in part:
            resolve(part)
            device = part
            continue
        for setting in part.split(","):
            name, _, value = setting.partition("=")
            if name not in OPTIONS or not value.isdigit():
                raise UsageError(
                    f"{setting!r} is no option with a whole number: use {', '.join(OPTIONS)}"
                )
            options[name] = int(value)
    return subject, device, options


def _label(one: Inspection, subject: Subject | None = None) -> str:
    """What is compared, as typed, and on which device."""
    typed = fspath(subject) if isinstance(subject, str | Path_) else one.subject
    return typed if one.device in typed else f"{typed} on {one.device}"


def _only(one: Inspection, kernel: str) -> list[InspectedKernel]:
    return [k for k in one.kernels if kernel in ("", k.name)]


def _pairs(
    one: Sequence[InspectedKernel], two: Sequence[InspectedKernel]
) -> tuple[list[tuple[InspectedKernel, InspectedKernel]], list[str]]:
    """Kernels of one implementation and name, else of one name, else a single one of each."""
    if len(one) == len(two) == 1:
        return [(one[0], two[0])], []
    left = [*two]
    pairs: list[tuple[InspectedKernel, InspectedKernel]] = []
    notes: list[str] = []
    for kernel in one:
        fitting = sorted(
            (k for k in left if k.name == kernel.name),
            key=lambda k, of=kernel.implementation: k.implementation != of,
        )
        if fitting:
            pairs.append((kernel, fitting[0]))
            left.remove(fitting[0])
        else:
            notes.append(f"{kernel.name} is in A alone")
    return pairs, [*notes, *_left(left)]


def _left(kernels: Sequence[InspectedKernel]) -> Iterator[str]:
    return (f"{kernel.name} is in B alone" for kernel in kernels)
