"""One row of a comparison: checked, observed, compared with the limit, and explained."""

from __future__ import annotations

import dataclasses
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Literal

from kernelscope.devices.virtual import is_tried
from kernelscope.diagnose import of_row
from kernelscope.errors import UsageError
from kernelscope.frontends import front_end
from kernelscope.hardware import GPUSpec
from kernelscope.hardware.roofline import (
    Ceiling,
    Standing,
    intensity,
    roof_name,
    roofline,
    standing,
)
from kernelscope.jobs.bench import Bench, Observation
from kernelscope.jobs.source_names import constant_parameters, probed, source_names
from kernelscope.jobs.traffic import bytes_moved
from kernelscope.measure.check import Checker, summarize
from kernelscope.measure.nasty import NastyCase
from kernelscope.operation import Case, Implementation, Operation, Work
from kernelscope.quantity import Quantity
from kernelscope.record import Check, CheckFinding, LaunchRecord, Limit, Row, WorkRecord
from kernelscope.sanitizer.session import Sanitizer
from kernelscope.vgpu.runtime.fork_pool import call_apart, can_fork, say
from kernelscope.vgpu.runtime.worker import worker_count

Step = Callable[[str], None]
Count = Callable[
    [Mapping[str, Observation]],
    tuple[dict[str, Observation], list[str]],
]
"""Fills in the launches that a device could not see, with notes on how, or why not."""
Gradients = Literal["", "checked", "not checked"]
_PRECISION = {"float64": "fp64", "float32": "fp32", "bfloat16": "bf16", "float16": "fp16"}


class RowMaker:
    """The maker of the rows of one operation on one case; they share the references.

    Attributes:
        notes: what `count` notes, once the rows are made, and what `quick` leaves out.
    """

    def __init__(
        self,
        operation: Operation,
        case: Case,
        bench: Bench,
        nasty: bool = True,
        quick: bool = False,
        count: Count | None = None,
    ) -> None:
        self._operation = operation
        self._case = case
        self._bench = bench
        self._count = count
        self.notes: list[str] = []
        self.work: Work = operation.work(case)
        self._gradients: Gradients = _gradients(operation, case)
        # What the nasty cases launch is looked at as it runs: they are small. On a real GPU nothing
        # sees the accesses.
        self._sanitizer = (
            Sanitizer(
                names=source_names, promised=constant_parameters, probes=probed, skips=is_tried
            )
            if bench.virtual
            else None
        )
        self._nasty: NastyCase | None = None
        self._checker = Checker(
            operation, case, run=self._run, virtual=bench.virtual, nasty=nasty, quick=quick
        )
        if quick:
            self.notes.append(self._checker.note())
        self.checks_each = 1 + (len(self._checker.cases()) if nasty else 0)

    def rows(self, implementations: Sequence[Implementation], step: Step) -> tuple[Row, ...]:
        """Return a row for each implementation: all are checked first, then all are timed.

        An exception of an implementation becomes the reason in its row. Raises UsageError if the
        operation's own inputs or reference do not work.
        """
        if self._bench.virtual and len(implementations) > 1 and can_fork() and worker_count() > 1:
            return self._side_by_side(implementations, step)
        rows = {
            implementation.name: self._checked(implementation, step)
            for implementation in implementations
        }
        timed = [
            implementation
            for implementation in implementations
            if rows[implementation.name].error is not None
        ]
        seen = self._bench.observe(timed, self._operation, self._case) if timed else {}
        if self._count is not None:
            seen, notes = self._count(seen)
            self.notes += notes
        return tuple(
            self._explain(row, seen[name]) if name in seen else row for name, row in rows.items()
        )

    # Each implementation runs in a process of its own, as many at a time as there are cores. If
    # one dies, the others go on.
    def _side_by_side(
        self, implementations: Sequence[Implementation], step: Step
    ) -> tuple[Row, ...]:
        """Return the rows of a virtual GPU, made by forked children that share the references."""
        self._checker.prepare()
        # torch.compile takes longest: Dynamo alone takes two seconds to import.
        order = sorted(implementations, key=lambda i: i.style != "compile")
        made = call_apart(
            [partial(self._alone, implementation) for implementation in order],
            heard=lambda _place, doing: step(doing),
        )
        rows: dict[str, Row] = {}
        for implementation, outcome in zip(order, made, strict=True):
            sys.stdout.write(outcome.output)
            sys.stderr.write(outcome.errors)
            if outcome.value is not None:
                rows[implementation.name] = outcome.value
            elif outcome.signal:
                died = f"its process died of {signal.Signals(outcome.signal).name}"
                rows[implementation.name] = dataclasses.replace(
                    self._row(implementation), status="failed", reason=died
                )
            else:  # it waited for a thread that a child does not have, or raised
                rows[implementation.name] = self._alone(implementation, step)
        return tuple(rows[implementation.name] for implementation in implementations)

    def _alone(self, implementation: Implementation, step: Step = say) -> Row:
        """Return the row of one implementation, checked and observed."""
        row = self._checked(implementation, step)
        if row.error is None:
            return row
        seen = self._bench.observe([implementation], self._operation, self._case)
        return self._explain(row, seen[implementation.name])

    def _run(self, function: Callable[..., Any], *inputs: Any) -> Any:
        """Call an implementation on the bench; on a nasty case, under the sanitizer."""
        if self._sanitizer is None:
            return self._bench.run(function, *inputs)
        if self._nasty is None:
            # The first call tunes: what that leaves in memory is a fault, too.
            with self._sanitizer.listening():
                return self._bench.run(function, *inputs)
        self._sanitizer.excuse = self._nasty.excuse
        with self._sanitizer:
            return self._bench.run(function, *inputs)

    def _checked(self, implementation: Implementation, step: Step) -> Row:
        """Check an implementation on the given case, then on the nasty cases; no times yet."""
        row = self._row(implementation)
        checked: list[tuple[NastyCase, Check, str]] = []
        findings = self._sanitizer.findings if self._sanitizer else []
        before = known = len(findings)
        self._nasty = None
        for nasty, check, warning in self._checker.checks(implementation, self._begin):
            if not checked:
                self._bench.keep(implementation)
            fresh = findings[known:]
            known += len(fresh)
            if fresh and nasty.excuse and check.status == "ok" and not warning:
                warning = f"{fresh[0].tool}: {fresh[0].message}: {fresh[0].place} ({nasty.excuse})"
            checked.append((nasty, check, warning))
            step(f"{implementation.name}: {nasty.name}")
        verdict = summarize(checked)
        row = dataclasses.replace(
            row,
            status=verdict.status,
            reason=verdict.reason,
            error=verdict.error,
            checks=verdict.checks,
            warnings=verdict.warnings,
        )
        return with_faults(row, [finding.recorded() for finding in findings[before:]])

    def _begin(self, nasty: NastyCase) -> None:
        self._nasty = nasty

    def _row(self, implementation: Implementation) -> Row:
        """Return the row of an implementation that nothing is known of yet."""
        return Row(
            implementation.name,
            implementation.style,
            "ok",
            code=implementation.code,
            lines_of_code=implementation.lines_of_code,
            gradients=self._gradients,
        )

    def _explain(self, row: Row, seen: Observation) -> Row:
        """Return the row with its times, bytes, share of the limit, and findings."""
        moved = bytes_moved(seen.launches, seen.operators, self.work)
        place = self._standing(seen.time_ms)
        row = dataclasses.replace(
            row,
            time_ms=seen.time_ms,
            timings=seen.timings,
            launches=seen.launches,
            operators=seen.operators,
            code=row.code + generated_code(seen.launches),
            bytes=moved,
            throughput=place.throughput if place else None,
            percent_of_limit=place.percent_of_limit if place else None,
            limit=place.limit.name if place else "",
            warnings=(*row.warnings, *seen.warnings),
        )
        product = self.work.kind == "matmul"
        findings = of_row(row, self._bench.spec, precision_of(self._case), product)
        return dataclasses.replace(row, findings=findings)

    def _standing(self, time_ms: Quantity | None) -> Standing | None:
        if time_ms is None or time_ms.value <= 0 or self.work.bytes + self.work.flops <= 0:
            return None
        return standing(
            self._bench.spec,
            time_ms=time_ms,
            bytes_moved=self.work.bytes,
            flops=self.work.flops,
            precision=precision_of(self._case),
            matmul=self.work.kind == "matmul",
        )


def _gradients(operation: Operation, case: Case) -> Gradients:
    """Return what is done about the gradients of an operation's inputs."""
    if operation.gradients:
        return "checked"
    inputs = operation.inputs_of(case)
    required = any(getattr(value, "requires_grad", False) for value in inputs)
    return "not checked" if required else ""


def with_faults(row: Row, faults: Sequence[CheckFinding]) -> Row:
    """Return the row with what the sanitizer found: an implementation that races is not ok."""
    row = dataclasses.replace(row, faults=tuple(faults))
    worst = next((fault for fault in faults if fault.changes_results), None)
    if worst is None or row.status != "ok":
        return row
    other = f" and {worst.other_source}" if worst.other_source else ""
    reason = f"{worst.tool}: {worst.message}: {worst.source}{other}, in {worst.kernel}"
    return dataclasses.replace(row, status="wrong", reason=reason)


def generated_code(launches: Sequence[LaunchRecord]) -> str:
    """Return the source that torch.compile wrote for these kernels, each file once."""
    files = [
        Path(launch.kernel_source.rpartition(":")[0])
        for launch in launches
        if launch.kernel_source and front_end(launch.frontend).generated
    ]
    texts = [path.read_text() for path in dict.fromkeys(files) if path.is_file()]
    return "".join(f"\n\n# Written by torch.compile:\n{text.strip()}\n" for text in texts)


def precision_of(case: Case) -> str:
    """Return the row of the peaks for the case's dtype; fp32 for integers."""
    return _PRECISION.get(str(case.dtype).removeprefix("torch."), "fp32")


def work_record(spec: GPUSpec, work: Work, case: Case) -> WorkRecord:
    """Return the work model as the record keeps it, with its roof on this GPU."""
    precision = precision_of(case)
    roof = roof_name(spec, precision, matmul=work.kind == "matmul")
    return WorkRecord(work.read, work.written, work.flops, precision, roof)


def limit_of(spec: GPUSpec, work: Work, case: Case) -> Limit | None:
    """Return the ceiling that limits the work model on this GPU; None if there is no work."""
    if work.bytes + work.flops <= 0:
        return None
    try:
        roof = roofline(spec, precision_of(case), matmul=work.kind == "matmul")
    except UsageError:  # this GPU has no peak for the dtype: show no percentage
        return None
    ceiling: Ceiling = roof.limit(intensity(work.flops, work.bytes))
    return Limit(ceiling.name, ceiling.value, ceiling.unit, ceiling.provenance, ceiling.source)
