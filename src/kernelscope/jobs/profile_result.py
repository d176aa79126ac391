"""What profiling returns: its record, and every view of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from rich.console import RenderableType

from kernelscope._files import PathLike, write_whole
from kernelscope.devices.resolve import Device
from kernelscope.diagnose import Evidence, find
from kernelscope.errors import UsageError
from kernelscope.hardware.timing import KNOWN_ERROR
from kernelscope.jobs import environment
from kernelscope.profiling import chrome, stacks
from kernelscope.profiling.captured import Captured
from kernelscope.profiling.operators import totals
from kernelscope.profiling.stretches import stretches
from kernelscope.profiling.syncs import syncs
from kernelscope.profiling.timeline import device_use
from kernelscope.record import Profile, Span, save
from kernelscope.report import csv
from kernelscope.report.profile import counters, flame, timeline
from kernelscope.report.profile import text as view

_SPANS_KEPT = 20_000


@dataclass(frozen=True, slots=True)
class ProfileResult:
    """A profile's record and its views; drawing one never runs anything again.

    Attributes:
        record: what is kept; of very many spans only the longest.
        spans: all of them.
    """

    record: Profile
    spans: tuple[Span, ...]

    def table(self, width: int | None = None) -> str:
        """The table as text; names up to 80 columns, or as many as let the lines fit `width`."""
        shown = counters if self.record.kernels else view
        return shown.text(self.record, width)

    def renderable(self, width: int) -> RenderableType:
        """The table for a rich console of `width` columns."""
        shown = counters if self.record.kernels else view
        return shown.renderable(self.record, width)

    def written(
        self,
        *,
        trace: Path | None = None,
        stacks: Path | None = None,
        record: Path | None = None,
        csv: Path | None = None,
        timeline: Path | None = None,
        folder: Path | None = None,
    ) -> ProfileResult:
        """Write the files that are asked for; the result's record names the trace.

        Args:
            trace: where the Chrome trace goes.
            stacks: where host time by stack goes, an .svg or a .txt.
            record: where the record goes.
            csv: where the kernels' counters go.
            timeline: where the drawing of host and device over time goes, an .svg.
            folder: where all of them go, named after the target.
        """
        base = None if folder is None else folder / _file_name(self.record.target)
        if base is not None:
            trace = trace or base.with_suffix(".trace.json")
        told = self.record
        if trace is not None:
            told = replace(told, trace=str(self.to_trace(trace)))
        whole = replace(self, record=told)
        if stacks is not None:
            whole.to_stacks(stacks)
        if record is not None:
            whole.save(record)
        if csv is not None:
            whole.to_csv(csv)
        if timeline is not None:
            whole.to_timeline(timeline)
        if base is not None:
            if told.use is not None and told.use.span_ms:
                whole.to_timeline(base.with_suffix(".timeline.svg"))
            whole.save(base.with_suffix(".json"))
            write_whole(base.with_suffix(".txt"), whole.table())
            if told.kernels:
                whole.to_csv(base.with_suffix(".csv"))
            if told.stacks:
                whole.to_stacks(base.with_suffix(".stacks.svg"))
                whole.to_stacks(base.with_suffix(".stacks.txt"))
        return whole

    def to_trace(self, path: PathLike) -> Path:
        """A Chrome trace, which Perfetto opens too. Raises RecordError: it cannot be written."""
        told = self.record
        return write_whole(
            path,
            chrome.trace(
                self.spans,
                told.memory,
                host=f"host ({told.host_provenance})",
                device=f"{told.gpu.get('full_name', told.device)} ({told.device_provenance})",
            ),
        )

    def to_stacks(self, path: PathLike) -> Path:
        """Host time by stack: a flame graph where the path ends in .svg, else folded lines.

        Raises:
            UsageError: the profile was made without stacks.
        """
        if not self.record.stacks:
            raise UsageError(f"{path}: the profile holds no stacks; make it with_stack, or longer")
        if Path(path).suffix.lower() == ".svg":
            return write_whole(path, flame.to_svg(self.record))
        return write_whole(path, stacks.text(self.record.stacks))

    def to_timeline(self, path: PathLike) -> Path:
        """Host and device over time, with the queue between them, as an SVG."""
        return write_whole(path, timeline.to_svg(self.record))

    def to_csv(self, path: PathLike) -> Path:
        """The kernels' counters, a line a launch.

        Raises:
            UsageError: the profile was made without counters.
        """
        if not self.record.kernels:
            raise UsageError(f"{path}: the profile holds no counters; make it with --counters")
        return write_whole(path, csv.counters_to_csv(self.record))

    def save(self, path: PathLike) -> Path:
        """The record as JSON, from which `kernelscope.load` makes it again."""
        return save(self.record, path)


def result_of(
    target: str, where: Device, captured: Captured, code: int = 0, notes: Sequence[str] = ()
) -> ProfileResult:
    """The record of what was captured; `code` is what the program ended with."""
    virtual = where.kind == "virtual"
    provenance = "estimated" if virtual else "measured"
    spans = captured.spans
    record = Profile(
        device=where.name,
        target=target,
        exit_code=code,
        operators=totals(spans, captured.memory),
        stretches=stretches(spans),
        syncs=syncs(spans),
        use=device_use(spans),
        launches=captured.launches,
        findings=find(Evidence(where.spec, captured.launches, captured.operators, spans=spans)),
        host_provenance=provenance,
        device_provenance=provenance,
        spans=_longest(spans),
        span_count=len(spans),
        stacks=captured.stacks,
        memory=captured.memory,
        notes=(*captured.notes, *notes),
        gpu=where.spec.to_json(),
        environment={**environment.describe(), **({} if virtual else environment.describe_cuda())},
        model_error=KNOWN_ERROR.text if virtual else "",
        command=environment.command(),
        created=environment.now(),
    )
    return ProfileResult(record, spans)


def _file_name(target: str) -> str:
    """A file's name for a target: `gelu/triton` is gelu-triton, train.py is train."""
    return re.sub(r"\W+", "-", Path(target).stem if target.endswith(".py") else target).strip("-")


def _longest(spans: tuple[Span, ...]) -> tuple[Span, ...]:
    """The longest spans in their order; all where they are not very many."""
    if len(spans) <= _SPANS_KEPT:
        return spans
    by_length = sorted(range(len(spans)), key=lambda place: -spans[place].duration_us)
    return tuple(spans[place] for place in sorted(by_length[:_SPANS_KEPT]))
