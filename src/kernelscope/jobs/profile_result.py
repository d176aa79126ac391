"""The result of profiling, made of what was captured."""

from __future__ import annotations

from collections.abc import Sequence

from kernelscope.devices.resolve import Device
from kernelscope.diagnose import Evidence, find
from kernelscope.hardware.timing import KNOWN_ERROR
from kernelscope.jobs import environment
from kernelscope.profiling.captured import Captured
from kernelscope.profiling.operators import totals
from kernelscope.profiling.stretches import stretches
from kernelscope.profiling.syncs import syncs
from kernelscope.profiling.timeline import device_use
from kernelscope.record import Profile, Span
from kernelscope.results.programs import ProfileResult

_SPANS_KEPT = 20_000


def result_of(
    target: str, where: Device, captured: Captured, code: int = 0, notes: Sequence[str] = ()
) -> ProfileResult:
    """Return the result of what was captured.

    Args:
        target: the script, operation or example as typed.
        where: the device.
        captured: what the recorder gathered.
        code: the exit code that the program ended with.
        notes: what could not be gathered, and why.
    """
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


def _longest(spans: tuple[Span, ...]) -> tuple[Span, ...]:
    """Return the longest spans in their order; all of them up to a limit."""
    if len(spans) <= _SPANS_KEPT:
        return spans
    by_length = sorted(range(len(spans)), key=lambda place: -spans[place].duration_us)
    return tuple(spans[place] for place in sorted(by_length[:_SPANS_KEPT]))
