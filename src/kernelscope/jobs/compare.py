"""The main job: compare all implementations of an operation: right, how fast, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from kernelscope._files import PathLike, shown_place
from kernelscope.devices.resolve import resolve
from kernelscope.diagnose.approaches import approaches
from kernelscope.diagnose.verdict import verdict
from kernelscope.errors import UsageError
from kernelscope.hardware.ceilings import roofs
from kernelscope.history.identity import identity_of, mismatch
from kernelscope.jobs import environment
from kernelscope.jobs.counted_elsewhere import CountingElsewhere
from kernelscope.jobs.progress import Progress, counted, silent
from kernelscope.jobs.rows import RowMaker, limit_of, work_record
from kernelscope.jobs.spread import spread
from kernelscope.jobs.sweep import Axis, here, observed, sweep
from kernelscope.operation import (
    DISTRIBUTIONS,
    Case,
    Implementation,
    Operation,
    Work,
    axis_values,
    loaded_as,
)
from kernelscope.record import Comparison, Row, Sweep, load
from kernelscope.results.operations import ComparisonResult
from kernelscope.subjects import OperationSubject, PythonFile, Subject, parse_subject, refused
from kernelscope.subjects.operations import operation_of

if TYPE_CHECKING:
    from kernelscope.devices.resolve import Device
    from kernelscope.jobs.bench import Bench

__all__ = ["compare"]


def compare(
    operation: Operation | str | Subject,
    *,
    device: str = "auto",
    case: str = "",
    axis: str | None = None,
    only: str | Sequence[str] | None = None,
    nasty: bool = True,
    quick: bool = False,
    ray: str | None = None,
    progress: Progress = silent,
    **axes: Any,
) -> ComparisonResult:
    """Compare the implementations of an operation on one case, and over one axis.

    Each is checked against float64 on the given case before it is timed, and on edge cases. An
    exception of an implementation becomes the reason in its row; the other rows stay valid.

    Args:
        operation: an Operation, the name of a built-in one (`gelu`), or `FILE.py[:NAME]`.
        device: auto, cuda, virtual, virtual:NAME.
        case: other values of the axes as text, `n=16384,dtype=float16`.
        **axes: the same as keywords, `n=16384`.
        axis: a sweep, `n=256..16384` (doubling), `n=256..12672:128` (a step), `:linear`, `:x4`.
        only: names of implementations, as a list or `naive,triton`.
        nasty: also check the edge cases.
        quick: check only the five edge cases that find most faults, for quick runs while a kernel
            is edited; the record says so.
        ray: the address of a Ray cluster whose workers observe the points of `axis`, or "local".
        progress: called as the work goes on.

    Returns:
        The result: `.record`, `.table()`, `.plot(path)`, `.to_csv(path)`, `.to_html(path)`,
        `.save(path)`. Bytes in bytes, times in ms with their provenance.

    Raises:
        UsageError: an unknown operation, device, axis or implementation; an operation whose own
            inputs or reference fail.
        UnavailableError: this machine does not have the device.
    """
    target = resolve(device)
    if ray is not None and axis is None:
        raise UsageError("--ray shares the points of --axis among workers, and there is no --axis")
    job = _Job(
        comparable(operation, "compare"), target, _bench(target), nasty, quick, progress, ray
    )
    names = list(only) if only is not None and not isinstance(only, str) else only
    return job.run(job.operation.case(case, **axes), axis, job.operation.select(names))


def comparable(thing: object, command: str) -> Operation:
    """Return the operation that a subject names.

    Raises UsageError if it names something else, in the words of `command`.
    """
    match parse_subject(thing):
        case OperationSubject(implementation=None) | PythonFile() as subject:
            return operation_of(subject)
        case subject:
            raise refused(subject, command, "an operation (gelu, FILE.py or FILE.py:NAME)")


def refuse_baseline(
    baseline: PathLike, operation: Operation, *, device: str = "auto", case: str = ""
) -> None:
    """Refuse the file of a record that the comparison to come could not be compared with. Raises
    UsageError if it is of another kind, GPU, subject or case, RecordError if it holds no record.
    """
    earlier, target = identity_of(load(baseline)), resolve(device)
    shown = {name: str(value) for name, value in operation.case(case).shown.items()}
    coming = replace(
        earlier,
        kind="compare",
        device=target.name,
        gpu=target.spec.name,
        subject=operation.name,
        case=shown,
    )
    if why := mismatch(earlier, coming):
        raise UsageError(f"{baseline} and this comparison cannot be compared: {why}")


def _bench(target: Device) -> Bench:
    if target.kind == "virtual":
        from kernelscope.jobs.virtual_bench import VirtualBench

        return VirtualBench(target.spec)
    from kernelscope.jobs.cuda_bench import CudaBench

    return CudaBench(target.spec)


@dataclass(frozen=True, slots=True)
class _Job:
    operation: Operation
    target: Device
    bench: Bench
    nasty: bool
    quick: bool
    progress: Progress
    ray: str | None = None

    def run(
        self, case: Case, axis: str | None, chosen: Sequence[Implementation]
    ) -> ComparisonResult:
        if not chosen:
            raise UsageError(f"operation {self.operation.name} has no implementation yet")
        axes = Axis(*axis_values(axis, self.operation.default.axes)) if axis else None
        with self.bench as bench, self._counting(case, chosen) as counting:
            case = case.on(bench.tensors_on)
            count = counting.fill if counting else None
            maker = RowMaker(self.operation, case, bench, self.nasty, self.quick, count)
            rows = self._rows(maker, chosen)
            swept: Sweep | None = None
            if axes is not None:
                observe = (
                    here(self.operation, case, axes, bench, self.progress)
                    if self.ray is None
                    else partial(self._on_ray, self.ray, case, axes)
                )
                swept, rows = sweep(self.operation, case, axes, rows, bench, observe)
        return ComparisonResult(self._record(case, maker, rows, swept))

    def _counting(
        self, case: Case, chosen: Sequence[Implementation]
    ) -> AbstractContextManager[CountingElsewhere | None]:
        if self.target.kind != "cuda":
            return nullcontext()
        return CountingElsewhere(self.target.spec, self.operation, case, chosen)

    def _on_ray(
        self, ray: str, case: Case, axis: Axis, names: Sequence[str]
    ) -> list[tuple[Work, tuple[Row, ...]]]:
        """Observe the points of an axis in the workers of a Ray cluster."""
        word = loaded_as(self.operation)
        if word is None:
            raise UsageError(
                f"{self.operation.name} is not in a file that a worker of Ray could load"
            )
        values = {name: value for name, value in case.to_json().items() if name != axis.name}
        text = ",".join(f"{name}={value}" for name, value in values.items())
        points = [
            _Point(word, self.target.name, f"{text},{axis.name}={point}", tuple(names))
            for point in axis.points
        ]
        gpus = 1 if self.target.kind == "cuda" else 0
        done = counted(self.progress, [f"{axis.name}={point}" for point in axis.points])
        return spread(_observe_point, points, ray=ray, gpus=gpus, done=done)

    def _rows(self, maker: RowMaker, chosen: Sequence[Implementation]) -> tuple[Row, ...]:
        """Return the rows; the steps of an implementation that ends early are done at the end."""
        each, names = maker.checks_each, [implementation.name for implementation in chosen]
        total = len(chosen) * each
        done = 0

        def step(doing: str) -> None:
            nonlocal done
            done += 1
            self.progress(doing, done, total)

        self.progress(names[0], 0, total)
        rows = maker.rows(chosen, step)
        self.progress("done", total, total)
        return rows

    def _record(
        self, case: Case, maker: RowMaker, rows: tuple[Row, ...], swept: Sweep | None
    ) -> Comparison:
        work, spec = maker.work, self.bench.spec
        return Comparison(
            device=self.target.name,
            operation=self.operation.name,
            case=case.shown,
            rows=rows,
            gpu=spec.to_json(),
            verdict=verdict(rows),
            approaches=approaches(
                rows, shown_place(loaded_as(self.operation) or self.operation.name)
            ),
            environment={**environment.describe(), **self.bench.environment()},
            work=work_record(spec, work, case),
            limit=limit_of(spec, work, case),
            roofs=roofs(spec),
            sweep=swept,
            notes=(*maker.notes, *_undefined(self.operation), *_unsimulated(rows)),
            model_error=self.bench.model_error,
            **environment.stamp(),
        )


@dataclass(frozen=True, slots=True)
class _Point:
    """A point of an axis that a worker observes; plain data."""

    operation: str
    device: str
    case: str
    names: tuple[str, ...]


def _observe_point(point: _Point) -> tuple[Work, tuple[Row, ...]]:
    operation = comparable(point.operation, "compare")
    with _bench(resolve(point.device)) as bench:
        case = operation.case(point.case).on(bench.tensors_on)
        return observed(operation, case, bench, point.names, lambda _: None)


def _undefined(operation: Operation) -> tuple[str, ...]:
    """Return a note on the values that the operation is not defined for, if there are any."""
    missing = [values for values in DISTRIBUTIONS if values not in operation.values]
    if not missing:
        return ()
    return (f"not checked with {', '.join(missing)}: the operation is not defined for them",)


def _unsimulated(rows: Sequence[Row]) -> Iterator[str]:
    """Yield a note for each reason for which times follow from the counts alone."""
    names: dict[str, list[str]] = {}
    for row in rows:
        for reason in {launch.unsimulated for launch in row.launches if launch.unsimulated}:
            names.setdefault(reason, []).append(row.implementation)
    for reason, those in names.items():
        yield f"the time of {', '.join(those)} is less exact, from the counts only: {reason}"
